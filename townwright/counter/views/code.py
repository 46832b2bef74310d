"""The town's code for everybody: each clause in our words with its section number. A section a page."""

from __future__ import annotations

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from townwright.counter import where
from townwright.counter.parts import found
from townwright.law.packs import Pack
from townwright.law.provisions import Provision
from townwright.office import clock, laws
from townwright.pages.inline import Link


def code(request: HttpRequest) -> HttpResponse:
    """The contents, or the section that `?at=` means: a provision's id, or a section as it is cited."""
    pack, today = laws.pack(), clock.today()
    standing = [each for each in pack.provisions if each.stands(today)]
    asked = found.tidy(request.GET.get("at", ""))
    section = _section(standing, asked)
    chapter = pack.town.chapter
    title = f"Chapter {chapter.number}, {chapter.title}"
    facts = {
        "chapter": chapter,
        "title": title,
        "asked": asked,
        "section": section,
        "heading": chapter.sections.get(section, ""),
        "provisions": [each for each in standing if each.section == section] if section else [],
        "contents": _contents(pack, standing),
        "today": today,
        "steps": [Link("Start", where.start()), *([Link(title, where.law()), section] if section else [title])],
    }
    return render(request, "counter/code.html", facts, status=404 if asked and not section else 200)


def _section(standing: list[Provision], asked: str) -> str:
    """The section that is asked for; empty where none is, or where there is none such."""
    if not asked:
        return ""
    folded = asked.casefold()
    for each in standing:
        if folded in (each.id.casefold(), each.cite.casefold(), each.section.casefold()):
            return each.section
    begins = [each.section for each in standing if folded.startswith(each.section.casefold())]
    return max(begins, key=len, default="")


def _in_order(section: str) -> list[tuple[int, str]]:
    """Sections by their numbers: § 50-2 before § 50-10, and the chapter as a whole last."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|\D+", section)]


def _contents(pack: Pack, standing: list[Provision]) -> list[tuple[str, list[tuple[str, str, int]]]]:
    """The sections of the town's chapter, then those of the State's law that stand under it: heading and clauses."""
    chapter = pack.town.chapter
    counted: dict[tuple[bool, str], int] = {}
    for each in standing:
        key = (each.pack == pack.name, each.section)
        counted[key] = counted.get(key, 0) + 1
    own = sorted({*chapter.sections, *(section for is_own, section in counted if is_own)}, key=_in_order)
    state = sorted((section for is_own, section in counted if not is_own), key=_in_order)
    return [
        (
            f"Chapter {chapter.number}",
            [(one, chapter.sections.get(one, ""), counted.get((True, one), 0)) for one in own],
        ),
        ("Law of the State beneath it", [(one, "", counted[(False, one)]) for one in state]),
    ]
