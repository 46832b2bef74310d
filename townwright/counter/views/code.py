"""The town's code for everybody: each clause in our words with its section number, beside the published text.

A section a page, `code/50-4/`; a provision by itself, `code/CHE-50-4-I-2/`; both as of a day with `?as_of=`.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from townwright.counter import where
from townwright.office import laws
from townwright.office.laws import published
from townwright.pages import law_asked as ask
from townwright.pages import law_said
from townwright.pages.inline import Link, Mark
from townwright.pages.law import Clause, Section
from townwright.pages.law_words import Marked, Term, around, marked

#: Clauses of an answer to a search.
MOST = 40


def code(request: HttpRequest) -> HttpResponse:
    """The contents, what a search finds (`?q=`), or the section that `?at=` means: an id, or a citation."""
    try:
        asked = ask.asked(request)
    except laws.NoLaw:
        return _no_law(request)
    if asked.at:
        return _section(request, asked)
    return _found(request, asked) if asked.q else _contents(request, asked)


def at(request: HttpRequest, name: str) -> HttpResponse:
    """The permanent address of a section or a provision."""
    try:
        asked = ask.asked(request, name)
    except laws.NoLaw:
        return _no_law(request)
    found = asked.code.clause(name)
    return _provision(request, asked, *found) if found else _section(request, asked)


def whole(request: HttpRequest) -> HttpResponse:
    """The whole code of a day on one page, to print as a booklet."""
    try:
        asked = ask.asked(request)
    except laws.NoLaw:
        return _no_law(request)
    facts = ask.booklet(asked, where.law())
    return render(
        request, "counter/code_whole.html", {**facts, "steps": [Link("Start", where.start()), *facts["steps"]]}
    )


def _no_law(request: HttpRequest) -> HttpResponse:
    on, _ = ask.day_of(request)
    steps = [Link("Start", where.start()), Link("The town's code", where.law()), "No law of that day"]
    return render(request, "counter/code_none.html", {"on": on, "steps": steps}, status=404)


def _page(
    request: HttpRequest, asked: ask.Asked, template: str, step: str = "", status: int = 200, **more: Any
) -> HttpResponse:
    chapter = asked.pack.town.chapter
    title = f"Chapter {chapter.number}, {chapter.title}"
    here = [Link(title, asked.href(where.law())), step] if step else [title]
    facts = {
        "chapter": chapter,
        "title": title,
        "asked": {"at": asked.at, "q": asked.q},
        "by_name": "at" in request.GET,
        "on": asked.on,
        "today": asked.is_today,
        "not_a_day": asked.not_a_day,
        "kept": asked.kept,
        "all_sections": asked.href(where.law()),
        "booklet": asked.href(reverse("counter:code-whole")),
        "steps": [Link("Start", where.start()), *here],
    }
    return render(request, f"counter/{template}.html", {**facts, **more}, status=status)


def _contents(request: HttpRequest, asked: ask.Asked, status: int = 200) -> HttpResponse:
    """The sections with how many of their clauses stand on the day."""

    def counted(sections: tuple[Section, ...]) -> list[tuple[str, str, int]]:
        return [(one.title, asked.href(where.law_at(one.slug)), len(one.standing(asked.on))) for one in sections]

    number = asked.pack.town.chapter.number
    beneath = [one for one in counted(asked.code.beneath) if one[2]]
    contents = [(f"Chapter {number}", counted(asked.code.own)), ("Law of the State beneath it", beneath)]
    return _page(request, asked, "code", status=status, contents=contents, nothing_at=asked.at)


def _section(request: HttpRequest, asked: ask.Asked) -> HttpResponse:
    section = asked.code.section(asked.at)
    if section is None:
        return _contents(request, asked, 404)
    before, after = asked.code.beside(section, asked.on)
    return _page(
        request,
        asked,
        "code_section",
        section.cite,
        section=section,
        clauses=[_shown(asked, clause) for clause in section.standing(asked.on)],
        text=published.of_section(section.slug, asked.on),
        before=_step(asked, before),
        after=_step(asked, after),
    )


def _step(asked: ask.Asked, section: Section | None) -> Link | None:
    return Link(section.title, asked.href(where.law_at(section.slug))) if section else None


def _provision(request: HttpRequest, asked: ask.Asked, section: Section, clause: Clause) -> HttpResponse:
    """A provision by itself."""
    return _page(
        request,
        asked,
        "code_provision",
        clause.provision.cite,
        section=section,
        section_link=f"{asked.href(where.law_at(section.slug))}#{clause.provision.id}",
        each=_shown(asked, clause),
        stands=clause.provision.stands(asked.on),
        text=published.of_section(section.slug, asked.on),
    )


def _found(request: HttpRequest, asked: ask.Asked) -> HttpResponse:
    """What a search finds, the likeliest first."""
    look_for = ask.look_for(asked.q)
    texts = {slug: row.text for slug, row in ask.texts(asked).items()}
    hits = asked.code.search(asked.q, asked.on, texts)
    ours = [hit for hit in hits if hit.clause]
    in_text = [
        (
            Link(hit.section.title, f"{asked.href(where.law_at(hit.section.slug))}#text"),
            _marks(around(texts[hit.section.slug], look_for), look_for),
        )
        for hit in hits
        if hit.clause is None
    ]
    return _page(
        request,
        asked,
        "code_found",
        f"Found: {asked.q}",
        found=[_shown(asked, hit.clause, look_for, hit.section) for hit in ours[:MOST] if hit.clause],
        found_in_all=len(ours),
        found_by=ours[0].by if ours else "",
        in_text=in_text,
    )


def _shown(
    asked: ask.Asked, clause: Clause, look_for: tuple[str, ...] = (), section: Section | None = None
) -> dict[str, Any]:
    """A clause as the page shows it: its own address, its defined terms as links (or the words of a search), its dated
    values, and what carries it out and proves it.
    """
    provision = clause.provision

    def href(name: str) -> str:
        return asked.href(where.law_at(name))

    with_terms = tuple(
        Link(part.words, href(part.provision)) if isinstance(part, Term) else part for part in clause.words
    )
    return {
        "one": provision,
        "title": _marks(provision.title, look_for),
        "says": _marks(provision.says, look_for) if look_for else with_terms,
        "link": href(provision.id),
        "values": law_said.values(clause, asked.on),
        "facts": list(law_said.facts(clause, settings=False)),
        "proofs": clause.proofs,
        "section": Link(section.title, f"{href(section.slug)}#{provision.id}") if section else None,
    }


def _marks(text: str, look_for: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(Mark(part.words) if isinstance(part, Marked) else part for part in marked(text, look_for))
