"""Law: the town's code by section, each clause in our words with its values, what carries it out and its tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode

from townwright.desk.views import rehearsal
from townwright.law.packs import Pack
from townwright.office import clock, laws
from townwright.office.laws.models import InForce
from townwright.office.permits.models import Permit
from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.inline import Cite, Link, Quiet, Strong, Tag
from townwright.pages.law import Clause, Code, Section, State, Values, code_of
from townwright.pages.who import staff_only

#: Clauses of an answer to a search.
MOST = 60
#: Gates, papers and the like that are named where one thing stands in several of them.
PLACES = 2

TAGS: dict[State, Tag] = {
    "proved": Tag("met", "Proved"),
    "in part": Tag("ask", "Proved in part"),
    "no test": Tag("ask", "No test yet"),
    "text only": Tag("none", "Text only"),
}
#: Lists of clauses by how far their tests reach, by their names in the address.
LISTS: dict[str, tuple[State, str]] = {
    "proved": ("proved", "Proved"),
    "in-part": ("in part", "Proved in part"),
    "no-test": ("no test", "With no test yet"),
    "text-only": ("text only", "Text only"),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A clause as the page shows it."""

    clause: Clause
    tag: Tag
    values: list[c.Table]
    facts: list[tuple[str, Any]]
    section: Section | None = None


@staff_only
def law(request: HttpRequest) -> HttpResponse:
    """The code as of a day (`?as_of=`): its contents, the section that `?at=` means, or what a search finds."""
    today = clock.today()
    asked = {name: request.GET.get(name, "").strip()[:120] for name in ("at", "q", "show", "as_of")}
    on, not_a_day = _day(asked["as_of"], today)
    try:
        pack = laws.pack(on)
    except laws.NoLaw:
        none = {"on": on, "begins": _begins(), "steps": [Link("Law", reverse("desk:law")), "No law of that day"]}
        return render(request, "desk/law_none.html", none, status=404)
    code = code_of(pack)
    section = code.section(asked["at"]) if asked["at"] else None
    found = list(_found(code, asked, on))
    kept = {"as_of": asked["as_of"]} if on != today else {}
    counts = code.counts(on)
    chapter = pack.town.chapter
    facts: dict[str, Any] = {
        "title": f"Chapter {chapter.number}, {chapter.title}",
        "under": _under(pack, counts, kept),
        "on": on,
        "today": on == today,
        "not_a_day": not_a_day,
        "before": on < chapter.in_force_from,
        "chapter": chapter,
        "asked": asked,
        "section": section,
        "nothing_at": bool(asked["at"]) and section is None,
        "clauses": [_shown(each, on) for each in section.standing(on)] if section else [],
        "found": [_shown(clause, on, within) for within, clause in found[:MOST]],
        "found_in_all": len(found),
        "list_title": LISTS[asked["show"]][1] if asked["show"] in LISTS else "",
        "own": _contents(code.own, section, on, kept),
        "beneath": _contents(code.beneath, section, on, kept),
        "table": _table(code, on, kept),
        "in_force": list(_in_force(pack, on)),
        "use": _use(section, today) if section else [],
        "kept": kept,
    }
    return render(request, "desk/law.html", facts, status=404 if facts["nothing_at"] else 200)


def _day(text: str, today: date) -> tuple[date, str]:
    """The day that is asked for, or today with what could not be read."""
    if not text:
        return today, ""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return today, text
    return (found, "") if 1850 <= found.year <= 2199 else (today, text)


def _begins() -> date | None:
    return InForce.objects.order_by("begins").values_list("begins", flat=True).first()


def _href(kept: dict[str, str], **asked: str) -> str:
    query = urlencode({**kept, **asked})
    return f"{reverse('desk:law')}?{query}" if query else reverse("desk:law")


def _under(pack: Pack, counts: dict[State, int], kept: dict[str, str]) -> tuple[Any, ...]:
    """When the chapter was adopted, and how far it is proved; each number opens its clauses."""
    chapter = pack.town.chapter
    said = {"proved": "proved", "in part": "proved in part", "text only": "text only", "no test": "with no test yet"}
    numbers: list[Any] = []
    for name, (state, _) in LISTS.items():
        if counts[state]:
            numbers += [", " if numbers else "", Link(f"{counts[state]:,} {said[state]}", _href(kept, show=name))]
    total = words.plural(sum(counts.values()), "provision")
    return (f"Adopted {words.day(chapter.adopted)}, {chapter.enacted_by}. {total}: ", *numbers, ".")


def _found(code: Code, asked: dict[str, str], on: date) -> Iterator[tuple[Section, Clause]]:
    """What a search, or one of the lists, holds."""
    if asked["q"]:
        yield from code.search(asked["q"], on)
    elif asked["show"] in LISTS:
        state = LISTS[asked["show"]][0]
        for section in code.own:
            yield from ((section, clause) for clause in section.standing(on) if clause.state == state)


def _contents(
    sections: tuple[Section, ...], here: Section | None, on: date, kept: dict[str, str]
) -> list[tuple[str, str, bool]]:
    """The table of contents: words, address, and whether it is the section shown."""
    return [
        (f"{one.cite} {one.heading}".strip(), _href(kept, at=one.cite), one is here)
        for one in sections
        if one.standing(on) or one.own
    ]


def _table(code: Code, on: date, kept: dict[str, str]) -> c.Table:
    """The sections with how far each is proved."""
    columns = [
        c.Column("section", "Section", "main"),
        c.Column("clauses", "Provisions", "number", label="Provisions"),
        c.Column("proved", "Proved", "number", label="Proved"),
        c.Column("text", "Text only", "number", label="Text only"),
        c.Column("none", "No test yet", "number", label="No test yet"),
    ]
    rows = []
    for section in code.own:
        states = [clause.state for clause in section.standing(on)]
        rows.append(
            {
                "section": Link(f"{section.cite} {section.heading}".strip(), _href(kept, at=section.cite)),
                "clauses": len(states),
                "proved": states.count("proved"),
                "text": states.count("text only"),
                "none": states.count("no test") + states.count("in part"),
            }
        )
    return c.Table(columns, rows, "Sections of the chapter", "The chapter has no section on that day.")


def _in_force(pack: Pack, on: date) -> Iterator[tuple[str, Any]]:
    row = InForce.objects.filter(begins__lte=on).first()
    yield "Pack", f"{pack.name} {pack.hash[:12]}"
    yield "In force from", row.begins if row else None
    yield "Stands on", "the law of the State of New York" if pack.extends else "itself"
    yield "Changes", Link("What was in force, and what waits", reverse("desk:office-law"))
    yield "By the board", Link("Rehearse or enact a change", reverse("desk:rehearsals"))


def _use(section: Section, today: date) -> list[tuple[str, Any]]:
    """How many permits the terms of a section govern now. One query, and only where it has terms."""
    if not any(carrier.part == "Life of a permit" for clause in section.clauses for carrier in clause.carriers):
        return []
    counts = Permit.objects.with_status(today).filter(case__closed_on=None)
    states = [row.status for row in counts.only("pk")]  # type: ignore[attr-defined]
    said = [("in force", "in force"), ("expired", "expired and not closed"), ("invalid", "invalid, not begun in time")]
    return [(name.capitalize(), f"{words.plural(states.count(name), 'permit')} {what}") for name, what in said]


def _shown(clause: Clause, on: date, section: Section | None = None) -> Shown:
    return Shown(clause, TAGS[clause.state], [_values(one, on) for one in clause.values], list(_facts(clause)), section)


def _values(values: Values, on: date) -> c.Table:
    columns = [
        c.Column("since", "In force from", "main"),
        c.Column("until", "Until", label="Until"),
        c.Column("value", "Value", label="Value"),
        c.Column("by", "Set by", label="Set by"),
    ]
    rows = [
        {
            "since": span.since,
            "until": span.until or "now",
            "value": Strong(span.value) if span.counts(on) else span.value,
            "by": (f"{span.enacted_by} ", Cite(span.cite)),
        }
        for span in values.spans
    ]
    return c.Table(columns, rows, values.title, "No value is on file.", seen_caption=True)


def _facts(clause: Clause) -> Iterator[tuple[str, Any]]:
    provision = clause.provision
    for values in clause.values:
        if values.place:
            yield "What if", rehearsal.link(values.place)
    if provision.who:
        yield "Who", words.listed(who.replace("_", " ") for who in provision.who)
    for point in clause.readings:
        yield "Reading", _reading(point.says, point.taken, point.instead, point.setting)
    if provision.ambiguity and not clause.readings:
        yield "Left open", provision.ambiguity
    for part, said in clause.carried_by:
        yield part, [piece for number, (what, places) in enumerate(said) for piece in _carried(number, what, places)]


def _reading(says: str, taken: str, instead: str, setting: str) -> tuple[Any, ...]:
    more = [Quiet(f" It could be: {instead}")] if instead else []
    where = [Quiet(f" Set in {setting}.")] if setting else []
    return (f"{says} ", Strong(taken), *more, *where)


def _carried(number: int, what: str, places: list[str]) -> Iterator[Any]:
    if number:
        yield "; "
    yield what
    if places:
        named = list(dict.fromkeys(places))
        more = f" and {len(named) - PLACES} more" if len(named) > PLACES else ""
        yield Quiet(f" ({' '.join(named[:PLACES])}{more})")
