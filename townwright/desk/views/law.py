"""Law: the town's code by section, each clause in our words with its values, what carries it out and its tests.

Every section and every provision has an address of its own that stays: `law/50-4/`, `law/CHE-50-4-I-2/`, with
`?as_of=` as of a day. `?at=` means either, as it always did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from townwright.desk.views import rehearsal
from townwright.law.floor import Looser
from townwright.office import laws
from townwright.office.laws import published
from townwright.office.laws.models import InForce
from townwright.office.permits.models import Permit
from townwright.pages import components as c
from townwright.pages import law_asked as ask
from townwright.pages import law_floor, law_said, words
from townwright.pages.inline import Cite, Day, Link, Mark, Quiet, Strong, Tag
from townwright.pages.law import STATES, Clause, Section, State, is_open
from townwright.pages.law_words import Marked, Term, around, marked
from townwright.pages.who import staff_only

#: Clauses of an answer to a search.
MOST = 60

TAGS: dict[State, Tag] = {
    "proved": Tag("met", "Proved"),
    "in part": Tag("ask", "Proved in part"),
    "pending": Tag("wait", "Pending"),
    "no test": Tag("ask", "No test yet"),
    "text only": Tag("none", "Text only"),
}
SAID: dict[State, str] = {
    "proved": "proved",
    "in part": "proved in part",
    "pending": "pending",
    "no test": "with no test yet",
    "text only": "text only",
}
#: Lists of clauses by how far their tests reach, by their names in the address.
LISTS: dict[str, State] = {state.replace(" ", "-"): state for state in STATES}
#: Lists by the mark of a clause, beside those by its tests.
UNCONFIRMED, VALUES = "to-be-confirmed", "values"


@dataclass(frozen=True, slots=True)
class Shown:
    """A clause as the page shows it. `link` is its own address."""

    clause: Clause
    tag: Tag
    link: str
    title: Any
    says: Any
    values: list[c.Table]
    facts: list[tuple[str, Any]]
    looser: list[tuple[str, Any, Any]]
    rest: str = ""
    section: Section | None = None
    section_link: str = ""
    stands: bool = True


@dataclass(slots=True)
class Frame:
    """What every page of the law shows around its middle."""

    asked: ask.Asked
    here: Section | None = None
    facts: dict[str, Any] = field(default_factory=dict)

    def link(self, name: str) -> str:
        """The permanent address of a section or a provision, as of the day that is looked at."""
        return self.asked.href(reverse("desk:law-at", args=[name]))

    def page(self, request: HttpRequest, template: str, status: int = 200, **more: Any) -> HttpResponse:
        """The page with its head, its contents and the law in force at its side."""
        asked, pack = self.asked, self.asked.pack
        chapter = pack.town.chapter
        frame = {
            "asked": {"at": asked.at, "q": asked.q, "show": asked.show},
            "title": f"Chapter {chapter.number}, {chapter.title}",
            "under": self._under(),
            "on": asked.on,
            "today": asked.is_today,
            "not_a_day": asked.not_a_day,
            "before_chapter": asked.on < chapter.in_force_from,
            "chapter": chapter,
            "section": self.here,
            "own": self._contents(asked.code.own),
            "beneath": self._contents(asked.code.beneath),
            "all_sections": asked.href(reverse("desk:law")),
            "in_force": list(_in_force(asked)),
            "use": _use(self.here, asked.today) if self.here else [],
            "kept": asked.kept,
        }
        return render(request, f"desk/{template}.html", {**frame, **more}, status=status)

    def _under(self) -> tuple[Any, ...]:
        """When the chapter was adopted, and how far it is proved; each number opens its clauses."""
        asked = self.asked
        chapter, counts = asked.pack.town.chapter, asked.code.counts(asked.on)
        numbers: list[Any] = []
        for name, state in LISTS.items():
            if counts[state]:
                href = asked.href(reverse("desk:law"), show=name)
                numbers += [", " if numbers else "", Link(f"{counts[state]:,} {SAID[state]}", href)]
        total = words.plural(sum(counts.values()), "provision")
        adopted = f"Adopted {words.day(chapter.adopted)}, {chapter.enacted_by}. "
        return (adopted, f"{total}: ", *numbers, ".") if numbers else (adopted, f"{total}.")

    def _contents(self, sections: Iterable[Section]) -> list[tuple[str, str, bool]]:
        """The table of contents: words, address, and whether it is the section shown."""
        return [
            (one.title, self.link(one.slug), one is self.here)
            for one in sections
            if one.standing(self.asked.on) or one.own
        ]

    def shown(self, clause: Clause, section: Section | None = None, look_for: Iterable[str] = ()) -> Shown:
        """A clause as it is shown; with its section where it stands in a list."""
        provision, on = clause.provision, self.asked.on
        look_for = tuple(look_for)
        says = _marks(provision.says, look_for) if look_for else self._with_terms(clause)
        return Shown(
            clause=clause,
            tag=TAGS[clause.state],
            link=self.link(provision.id),
            title=_marks(provision.title, look_for),
            says=says,
            values=law_said.values(clause, on),
            looser=_looser(law_floor.of_provision(self.asked.pack, on, provision)),
            facts=[*rehearsal.of_requirements(self.asked.pack, provision.id), *_facts(clause)],
            rest=f"the rest by {clause.pending}" if clause.pending and clause.state == "in part" else "",
            section=section,
            section_link=f"{self.link(section.slug)}#{provision.id}" if section else "",
            stands=provision.stands(on),
        )

    def _with_terms(self, clause: Clause) -> tuple[Any, ...]:
        """What a clause says, with links to the definitions of its terms."""
        return tuple(
            Link(part.words, self.link(part.provision)) if isinstance(part, Term) else part for part in clause.words
        )


@staff_only
def law(request: HttpRequest) -> HttpResponse:
    """The code as of a day (`?as_of=`): its contents, the section that `?at=` means, or what a search finds."""
    try:
        asked = ask.asked(request)
    except laws.NoLaw:
        return _no_law(request)
    if asked.at:
        return _section(request, asked)
    if asked.q:
        return _found(request, asked)
    if asked.show == VALUES:
        return Frame(asked).page(request, "law_values", list_title="Dated values", tables=_all_values(asked))
    if asked.show in LISTS or asked.show == UNCONFIRMED:
        return _listed(request, asked)
    frame = Frame(asked)
    booklet = asked.href(reverse("desk:law-whole"))
    looser = _looser(law_floor.looser(asked.pack, asked.on))
    return frame.page(request, "law", table=_table(frame), lists=list(_lists(asked)), booklet=booklet, looser=looser)


@staff_only
def at(request: HttpRequest, name: str) -> HttpResponse:
    """The permanent address of a section or a provision: `law/50-4/`, `law/CHE-50-4-I-2/`."""
    try:
        asked = ask.asked(request, name)
    except laws.NoLaw:
        return _no_law(request)
    found = asked.code.clause(name)
    if found is not None:
        return _provision(request, asked, *found)
    if asked.code.section(name) is None and (spans := ask.stood(name.upper())):
        return _not_that_day(request, asked, name.upper(), spans)
    return _section(request, asked)


def _no_law(request: HttpRequest) -> HttpResponse:
    on, _ = ask.day_of(request)
    begins = InForce.objects.order_by("begins").values_list("begins", flat=True).first()
    facts = {"on": on, "begins": begins, "steps": [Link("Law", reverse("desk:law")), "No law of that day"]}
    return render(request, "desk/law_none.html", facts, status=404)


def _section(request: HttpRequest, asked: ask.Asked) -> HttpResponse:
    section = asked.code.section(asked.at)
    if section is None:
        frame = Frame(asked)
        return frame.page(request, "law", 404, nothing_at=True, table=_table(frame), lists=list(_lists(asked)))
    frame = Frame(asked, section)
    before, after = asked.code.beside(section, asked.on)
    return frame.page(
        request,
        "law_section",
        clauses=[frame.shown(each) for each in section.standing(asked.on)],
        gone=[
            (each.provision, frame.link(each.provision.id))
            for each in section.clauses
            if not each.provision.stands(asked.on)
        ],
        before=_step(frame, before),
        after=_step(frame, after),
        address=frame.link(section.slug),
        text=published.of_section(section.slug, asked.on),
    )


def _step(frame: Frame, section: Section | None) -> Link | None:
    return Link(section.title, frame.link(section.slug)) if section else None


def _found(request: HttpRequest, asked: ask.Asked) -> HttpResponse:
    """What a search finds, the likeliest first."""
    frame = Frame(asked)
    texts = {slug: row.text for slug, row in ask.texts(asked).items()}
    hits = asked.code.search(asked.q, asked.on, texts)
    look_for = ask.look_for(asked.q)
    in_text = [hit for hit in hits if hit.clause is None]
    ours = [hit for hit in hits if hit.clause is not None]
    return frame.page(
        request,
        "law_found",
        list_title=f"Found: {asked.q}",
        found=[frame.shown(hit.clause, hit.section, look_for) for hit in ours[:MOST] if hit.clause],
        found_in_all=len(ours),
        found_by=ours[0].by if ours else "",
        in_text=[_in_text(frame, hit.section, texts[hit.section.slug], look_for) for hit in in_text],
    )


def _in_text(frame: Frame, section: Section, text: str, look_for: tuple[str, ...]) -> tuple[Link, Any]:
    """A section that is found by its published text alone, with the words around what was asked for."""
    return Link(section.title, f"{frame.link(section.slug)}#text"), _marks(around(text, look_for), look_for)


@staff_only
def whole(request: HttpRequest) -> HttpResponse:
    """The whole code of a day on one page, to print as a booklet."""
    try:
        asked = ask.asked(request)
    except laws.NoLaw:
        return _no_law(request)
    return render(request, "desk/law_whole.html", ask.booklet(asked, reverse("desk:law")))


def _listed(request: HttpRequest, asked: ask.Asked) -> HttpResponse:
    """The clauses in one state, or whose section number is to be confirmed."""
    frame = Frame(asked)
    found = [
        (section, clause)
        for section in asked.code.own
        for clause in section.standing(asked.on)
        if (clause.provision.cite_inferred if asked.show == UNCONFIRMED else clause.state == LISTS[asked.show])
    ]
    state = LISTS.get(asked.show)
    title = TAGS[state].words if state else "Section number to be confirmed"
    return frame.page(
        request,
        "law_found",
        list_title=title,
        by_subject=_by_subject(frame, found) if state in ("pending", "in part") else [],
        found=[] if state == "pending" else [frame.shown(clause, section) for section, clause in found[:MOST]],
        found_in_all=len(found),
    )


def _anchor(subject: str) -> str:
    """Where a list has a subject."""
    return f"by-{subject.replace(' ', '-')}"


def _by_subject(frame: Frame, found: list[tuple[Section, Clause]]) -> list[tuple[str, str, list[Any]]]:
    """Clauses by the subject of the office that will prove them: its anchor, its name, the clauses."""
    subjects: dict[str, list[tuple[str, str, str]]] = {}
    for _, clause in found:
        if clause.pending:
            one = clause.provision
            subjects.setdefault(str(clause.pending), []).append((one.cite, one.title, frame.link(one.id)))
    return [(_anchor(subject), subject.capitalize(), ones) for subject, ones in sorted(subjects.items())]


def _provision(request: HttpRequest, asked: ask.Asked, section: Section, clause: Clause) -> HttpResponse:
    """A provision by itself: its history, what stood before it, its neighbours."""
    frame = Frame(asked, section)
    before, after = asked.code.clauses_beside(clause, asked.on)
    return frame.page(
        request,
        "law_provision",
        one=clause.provision,
        each=frame.shown(clause, section),
        history=list(_history(frame, clause)),
        text=published.of_section(section.slug, asked.on),
        before=_neighbour(frame, before),
        after=_neighbour(frame, after),
    )


def _neighbour(frame: Frame, clause: Clause | None) -> Link | None:
    if clause is None:
        return None
    return Link(f"{clause.provision.cite} {clause.provision.title}", frame.link(clause.provision.id))


def _history(frame: Frame, clause: Clause) -> Iterator[tuple[str, Any]]:
    """When a clause was adopted and how long it stands, what stood in its place, and in which words it was kept."""
    provision, chapter = clause.provision, frame.asked.pack.town.chapter
    adopted, by = provision.adopted, provision.enacted_by
    if adopted is None and provision.pack == frame.asked.pack.name:
        adopted, by = chapter.in_force_from, by or chapter.enacted_by
    if adopted is not None:
        yield "Stands from", (Day(adopted), f", {by}" if by else "")
    elif by:
        yield "Enacted by", by
    if provision.until is not None:
        yield "Stood until", Day(provision.until)
    before, since = ask.superseding(frame.asked.code, clause)
    for title, others in (("In its place before", before), ("In its place since", since)):
        for other in others:
            one = other.provision
            seen = one.until or one.adopted or frame.asked.on
            href = f"{reverse('desk:law-at', args=[one.id])}?as_of={seen.isoformat()}"
            yield title, (Link(one.title, href), Quiet(f" {_span(one.adopted, one.until)}"))
    wordings = ask.stood(provision.id)
    if len(wordings) > 1:
        for time in wordings:
            href = f"{reverse('desk:law-at', args=[provision.id])}?as_of={time.since.isoformat()}"
            said = "not in the law" if time.gone else Link("as it read then", href)
            yield "In the office’s law", (f"{_span(time.since, time.until)}: ", said)


def _span(since: date | None, until: date | None) -> str:
    first = f"from {words.day(since)} " if since else ""
    return f"{first}until {words.day(until)}" if until else f"{first}on".replace("  ", " ")


def _not_that_day(request: HttpRequest, asked: ask.Asked, name: str, spans: list[ask.Stood]) -> HttpResponse:
    """A provision that the law of that day does not have, with the days whose law has it."""
    days = [
        (_span(one.since, one.until), f"{reverse('desk:law-at', args=[name])}?as_of={one.since.isoformat()}", one.words)
        for one in spans
        if not one.gone
    ]
    return Frame(asked).page(request, "law_gone", 404, name=name, days=days)


# -- lists and tables --------------------------------------------------------------------------------------------------


def _lists(asked: ask.Asked) -> Iterator[c.LedgerLine]:
    """What can be listed beside the sections."""
    here = reverse("desk:law")
    unconfirmed = sum(one.provision.cite_inferred for s in asked.code.own for one in s.standing(asked.on))
    if unconfirmed:
        href = asked.href(here, show=UNCONFIRMED)
        yield c.LedgerLine("Section number to be confirmed", href, unconfirmed)
    if asked.code.values:
        yield c.LedgerLine("Dated values", asked.href(here, show=VALUES), len(asked.code.values))
    waiting = asked.code.pending(asked.on)
    for subject, count in sorted(waiting.items()):
        yield c.LedgerLine(f"Pending: {subject}", f"{asked.href(here, show='pending')}#{_anchor(subject)}", count)


def _table(frame: Frame) -> c.Table:
    """The sections with how far each is proved."""
    asked = frame.asked
    columns = [
        c.Column("section", "Section", "main"),
        c.Column("clauses", "Provisions", "number", label="Provisions"),
        c.Column("proved", "Proved", "number", label="Proved"),
        c.Column("pending", "Pending", "number", label="Pending"),
        c.Column("text", "Text only", "number", label="Text only"),
        c.Column("none", "No test yet", "number", label="No test yet"),
    ]
    rows = []
    for section in asked.code.own:
        clauses = section.standing(asked.on)
        states = [clause.state for clause in clauses]
        rows.append(
            {
                "section": Link(section.title, frame.link(section.slug)),
                "clauses": len(states),
                "proved": states.count("proved"),
                "pending": sum(is_open(clause) and clause.pending is not None for clause in clauses),
                "text": states.count("text only"),
                "none": sum(is_open(clause) and clause.pending is None for clause in clauses),
            }
        )
    return c.Table(columns, rows, "Sections of the chapter", "The chapter has no section on that day.")


def _all_values(asked: ask.Asked) -> list[c.Table]:
    """Every dated value of the law, by what it is a value of."""
    columns = [
        c.Column("title", "What", "main"),
        c.Column("value", "Value", label="Value"),
        c.Column("since", "Since", label="Since"),
        c.Column("by", "Set by", label="Set by"),
    ]
    parts: dict[str, list[dict[str, Any]]] = {}
    for one in asked.code.values:
        span = one.on(asked.on)
        row: dict[str, Any] = {"title": one.title, "value": "not on file yet" if span is None else Strong(span.value)}
        if span is not None:
            row |= {"since": Day(span.since, "short"), "by": (f"{span.enacted_by} ", Cite(span.cite))}
        parts.setdefault(one.part, []).append(row)
    return [c.Table(columns, rows, part, "", seen_caption=True) for part, rows in parts.items()]


def _in_force(asked: ask.Asked) -> Iterator[tuple[str, Any]]:
    row = InForce.objects.filter(begins__lte=asked.on).first()
    yield "Pack", f"{asked.pack.name} {asked.pack.hash[:12]}"
    yield "In force from", row.begins if row else None
    yield "Stands on", "the law of the State of New York" if asked.pack.extends else "itself"
    yield "Changes", Link("What was in force, and what waits", reverse("desk:office-law"))
    yield "Published text", Link("What is on file", reverse("desk:law-text"))
    yield "By the board", Link("Rehearse or enact a change", reverse("desk:rehearsals"))


def _use(section: Section, today: date) -> list[tuple[str, Any]]:
    """How many permits the terms of a section govern now. One query, and only where it has terms."""
    if not any(carrier.part == "Life of a permit" for clause in section.clauses for carrier in clause.carriers):
        return []
    counts = Permit.objects.with_status(today).filter(case__closed_on=None)
    states = [row.status for row in counts.only("pk")]  # type: ignore[attr-defined]
    said = [("in force", "in force"), ("expired", "expired and not closed"), ("invalid", "invalid, not begun in time")]
    return [(name.capitalize(), f"{words.plural(states.count(name), 'permit')} {what}") for name, what in said]


def _looser(found: Iterable[Looser]) -> list[tuple[str, Any, Any]]:
    """Rules that are looser than the State's minimum: what, the town's section, the State's."""
    return [(says, Cite(own) if own else "nothing", Cite(state)) for says, own, state in law_floor.told(found)]


# -- a clause ----------------------------------------------------------------------------------------------------------


def _marks(text: str, look_for: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(Mark(part.words) if isinstance(part, Marked) else part for part in marked(text, look_for))


def _facts(clause: Clause) -> Iterator[tuple[str, Any]]:
    for values in clause.values:
        if values.place:
            yield "What if", rehearsal.link(values.place)
    yield from law_said.facts(clause)
    if clause.state == "pending":
        yield "Proved by", (f"{clause.pending}", Quiet(", not yet: this part of the office will prove it."))
