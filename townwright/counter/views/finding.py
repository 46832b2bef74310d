"""The way to one's own case: signed in, by the link, by the code on a paper, or by number and name. Never says what
exists.

Who gives a number and a name, or the code of a paper, is answered alike in every case; the link goes only to an
address that the office has.
"""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from townwright.counter import limits, where
from townwright.counter.parts import found, own
from townwright.office import clock
from townwright.office.cases.models import Case
from townwright.office.papers.codes import codes_in
from townwright.office.papers.models import Paper
from townwright.office.register import acts
from townwright.office.register.actors import PUBLIC
from townwright.office.register.errors import InputError
from townwright.pages.inline import Link
from townwright.pages.who import actor_of_request

_LINK = re.compile(r"(?:^|/follow/)([A-Za-z0-9_-]{20,64})/?$")


def find(request: HttpRequest) -> HttpResponse:
    """Asks how to find the case, and sends its link."""
    facts: dict[str, Any] = {
        "steps": [Link("Start", where.start()), "Follow an application"],
        "inspection": request.GET.get("for") == "inspection",
        "own": own.cases(actor_of_request(request), clock.today()),
        "given": {name: found.tidy(request.POST.get(name, "")) for name in ("link", "number", "name", "code")},
    }
    if request.method != "POST":
        return render(request, "counter/follow/find.html", facts)
    if not limits.allowed(request, "link"):
        return render(request, "counter/too_often.html", facts, status=429)
    given = facts["given"]
    if given["link"]:
        return _by_link(request, given["link"], facts)
    if not given["code"] and not (given["number"] and given["name"]):
        facts["wrong"] = "Give the number and the name, or the code of a paper, or the link."
        return render(request, "counter/follow/find.html", facts, status=422)
    limits.count(request, "link")
    _send(given)
    return render(request, "counter/follow/on_its_way.html", facts)


def _by_link(request: HttpRequest, text: str, facts: dict[str, Any]) -> HttpResponse:
    pasted = _LINK.search(text)
    if pasted and Case.objects.filter(link_code=pasted[1]).exists():
        return redirect(where.follow(pasted[1]))
    limits.count(request, "link")
    facts["wrong_link"] = "No case has this link. It may have been cut off in the mail: copy the whole of it."
    return render(request, "counter/follow/find.html", facts, status=422)


def _send(given: dict[str, str]) -> None:
    """Sends the link to whom the number and name, or the paper, mean; nothing where they mean nobody."""
    case = _of_paper(given["code"]) if given["code"] else None
    asked = {"case": str(case)} if case else {"number": given["number"], "name": given["name"]}
    try:
        acts.perform("case.send_link", asked, actor=PUBLIC)
    except InputError:
        return


def _of_paper(text: str) -> UUID | None:
    return Paper.objects.filter(code__in=codes_in(text)).values_list("case_id", flat=True).first()
