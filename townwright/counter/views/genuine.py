"""Is this paper genuine? What its square code opens, what a code or number finds, and whether a file is ours."""

from __future__ import annotations

from typing import BinaryIO, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from townwright.counter import limits, where
from townwright.counter.parts import found
from townwright.counter.parts.in_force import now
from townwright.office import clock
from townwright.office.papers.genuine import Genuine, genuine, whose
from townwright.pages.inline import Link

#: More papers of one number than a page shows.
_MOST = 20


def ask(request: HttpRequest) -> HttpResponse:
    """Asks for the code of a paper, its number, or the file."""
    if request.method == "POST":
        return _of_file(request)
    if text := found.tidy(request.GET.get("code", "")).replace("/", " "):
        return redirect(where.genuine(text))
    return render(request, "counter/genuine.html", {"steps": _steps()})


def paper(request: HttpRequest, text: str) -> HttpResponse:
    """What the code or the number says, and whether what the paper gives is in force now."""
    asked = found.tidy(text)
    if not limits.allowed(request, "paper code"):
        return render(request, "counter/too_often.html", {"steps": _steps()}, status=429)
    papers = genuine(asked)[:_MOST]
    if not papers:
        limits.count(request, "paper code")
    return _shown(request, asked, papers)


def _of_file(request: HttpRequest) -> HttpResponse:
    sent = request.FILES.get("file")
    if sent is None:
        return render(request, "counter/genuine.html", {"steps": _steps(), "no_file": True}, status=422)
    sent.seek(0)
    ours = whose(cast(BinaryIO, sent))
    papers = genuine(ours.code) if ours is not None else []
    return _shown(request, sent.name or "the file", papers, of_file=True)


def _shown(request: HttpRequest, asked: str, papers: list[Genuine], *, of_file: bool = False) -> HttpResponse:
    today = clock.today()
    facts = {
        "steps": _steps(asked),
        "asked": asked,
        "answers": [(each, now(each.paper, today)) for each in papers],
        "of_file": of_file,
        "today": today,
    }
    return render(request, "counter/genuine_paper.html", facts, status=200 if papers or of_file else 404)


def _steps(asked: str = "") -> list[Link | str]:
    first = [Link("Start", where.start())]
    here = "Is this paper genuine?"
    return [*first, Link(here, where.genuine()), asked] if asked else [*first, here]
