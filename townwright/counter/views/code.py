"""The town's code for everybody: each clause in our words with its section number. A section a page."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from townwright.counter import where
from townwright.counter.parts import found
from townwright.office import clock, laws
from townwright.pages.inline import Link
from townwright.pages.law import Section, code_of


def code(request: HttpRequest) -> HttpResponse:
    """The contents, or the section that `?at=` means: a provision's id, or a section as it is cited."""
    pack, today = laws.pack(), clock.today()
    whole = code_of(pack)
    asked = found.tidy(request.GET.get("at", ""))
    section = whole.section(asked)
    chapter = pack.town.chapter
    title = f"Chapter {chapter.number}, {chapter.title}"
    facts = {
        "chapter": chapter,
        "title": title,
        "asked": asked,
        "section": section.cite if section else "",
        "heading": section.heading if section else "",
        "provisions": [clause.provision for clause in section.standing(today)] if section else [],
        "contents": [
            (f"Chapter {chapter.number}", _counted(whole.own, today)),
            ("Law of the State beneath it", [one for one in _counted(whole.beneath, today) if one[2]]),
        ],
        "today": today,
        "steps": [Link("Start", where.start()), *([Link(title, where.law()), section.cite] if section else [title])],
    }
    return render(request, "counter/code.html", facts, status=404 if asked and not section else 200)


def _counted(sections: tuple[Section, ...], today: date) -> list[tuple[str, str, int]]:
    """Sections with their headings and how many of their clauses stand today."""
    return [(one.cite, one.heading, len(one.standing(today))) for one in sections]
