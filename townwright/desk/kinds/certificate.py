"""A certificate of occupancy or compliance, or the application for one, on its page."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, Literal

from townwright.desk import where
from townwright.desk.kinds import Question, Shown, shows
from townwright.desk.kinds.plain import clock_of
from townwright.desk.parts.findings import unsigned
from townwright.office.cases.models import Case
from townwright.office.certificates import reading
from townwright.office.certificates.models import Certificate, OpenItem
from townwright.office.register.actors import Actor
from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.inline import Button, Cite, Day, Link, Strong, Tag

_MOODS: dict[str, Literal["", "good", "ask", "due", "bad"]] = {
    "draft": "due",
    "applied for": "ask",
    "in force": "good",
    "refused": "bad",
    "suspended": "bad",
    "lapsed": "bad",
    "revoked": "bad",
    "lost": "bad",
}
_APPLIED = (
    "certificate.issue",
    "certificate.issue_temporary",
    "certificate.inspect",
    "certificate.determine",
    "certificate.receive_paper",
    "certificate.judge_preparer",
    "certificate.write",
    "certificate.refuse",
    "certificate.decline_temporary",
)
_ISSUED = ("certificate.find", "certificate.corrected", "certificate.suspend", "certificate.revoke")
#: The acts that matter in each status, in that order.
_MAIN = {
    "draft": ("certificate.write",),
    "applied for": _APPLIED,
    "in force": _ISSUED,
    "suspended": ("certificate.lift", "certificate.revoke"),
}


@shows("certificate")
def shown(case: Case, actor: Actor, today: date) -> Shown:
    """A certificate: where it stands, what is missing to its issue, what it says, and what it leaves to be done."""
    found = Certificate.objects.select_related("case", "permit__case").prefetch_related("papers").get(case=case)
    said = reading.standing(found, today)
    question = None
    if found.pending:
        question = Question("May the certificate issue?", unsigned(reading.missing(found, today)))
    standing = words.standing(question.decision) if question else ""
    return Shown(
        noun=found.get_kind_display(),
        subject=found,
        status=c.Status(
            f"Not ready to issue: {standing}" if standing else said.words,
            tuple(_why(said, found)),
            _MOODS.get(said.key, ""),
            clock_of(case, today),
        ),
        aloud=_aloud(said, case, standing),
        under=tuple(_under(found)),
        question=question,
        main=_main(said.key, question),
        contents=tuple(_contents(found)),
        lists=tuple(_lists(found, today)),
    )


def _main(key: str, question: Question | None) -> tuple[str, ...]:
    """The acts that matter now: what the certificate says is written first, where something of it is missing."""
    wanted = {name for f in question.decision.standing_in_the_way for name in f.facts} if question else set()
    main = _MAIN.get(key, ())
    first = ("certificate.write",) if any(name.startswith("certificate.") for name in wanted) else ()
    return tuple(dict.fromkeys((*first, *main)))


def _aloud(said: reading.Said, case: Case, standing: str) -> str:
    """The case in one sentence, to be read on the telephone."""
    why = (standing or "nothing is missing") if said.key == "applied for" else said.why.rstrip(".")
    return f"{case.number or case.title}, {case.place}: {said.words.lower()}{f'. {why}' if why else ''}."


def _why(said: reading.Said, found: Certificate) -> Iterator[Any]:
    if said.until is not None:
        yield ("In effect through ", Strong(words.day(said.until)), ". ")
    elif said.why and said.key != "applied for":
        yield f"{said.why.rstrip('.')}. "
    elif found.filed_on is not None:
        yield f"Applied for {words.day(found.filed_on)}. "
    if said.cite:
        yield Cite(said.cite)


def _under(found: Certificate) -> Iterator[Any]:
    for row in found.case.on_parcels.all():
        yield (where.place(row.parcel.address or "No address", row.parcel_id), f", print key {row.parcel.key}. ")
    if found.permit is not None:
        yield ("Under permit ", Link(found.permit.number, where.case(found.permit.case_id), number=True), ". ")
    yield f"Received {words.day(found.received_on)}."


def _contents(found: Certificate) -> Iterator[c.Fact]:
    """What the certificate says, as it would be printed."""
    yield c.Fact("Covers", found.part if found.coverage == "part" else "the whole structure")
    yield c.Fact("Property", found.property_name or found.address)
    yield c.Fact("Tax map number", found.tax_map)
    yield c.Fact("Use", found.use)
    yield c.Fact("Occupancy", found.occupancy)
    yield c.Fact("Construction type", found.construction_type)
    if found.starts_on and found.ends_on:
        yield c.Fact("In effect", (Day(found.starts_on), " to ", Day(found.ends_on)))


def _lists(found: Certificate, today: date) -> Iterator[tuple[str, c.Table]]:
    if (papers := _papers(found, today)).rows:
        yield "Papers that must come first", papers
    if found.temporary:
        yield "Still to be done", _items(found, today)


def _papers(found: Certificate, today: date) -> c.Table:
    columns = (c.Column("paper", "Paper", "main"), c.Column("state", "State"), c.Column("by", "Prepared by"))
    rows = [
        {"paper": said, "state": _state(applies, kept), "by": kept.prepared_by if kept else ""}
        for said, applies, kept in reading.papers(found, today)
        if applies is not False or kept is not None
    ]
    return c.Table(columns, rows, "Papers before the certificate", "No papers are asked for.")


def _state(applies: bool | None, kept: Any) -> Any:
    if applies is False:
        return Tag("none", "Does not apply")
    if kept is None or kept.received_on is None:
        return Tag("unmet", "Not received") if applies else Tag("ask", "Not known whether it applies")
    return Tag("met", f"Received {words.shortday(kept.received_on)}")


def _items(found: Certificate, today: date) -> c.Table:
    columns = (
        c.Column("count", "No.", "main"),
        c.Column("what", "What"),
        c.Column("due", "By"),
        c.Column("done", "Done"),
    )
    rows = [_item(item, today) for item in OpenItem.objects.filter(certificate=found)]
    return c.Table(columns, rows, "Items that the temporary certificate leaves open", "Nothing is left to be done.")


def _item(item: OpenItem, today: date) -> dict[str, Any]:
    late = item.done_on is None and item.due is not None and item.due < today
    button = Button("Done", where.act("certificate.item_done", item.pk), about=f" item {item.count}")
    return {
        "count": str(item.count),
        "what": (item.text, " ", Cite(item.cite)) if item.cite else item.text,
        "due": c.Cell(Day(item.due, "short"), "late" if late else "") if item.due else "",
        "done": Day(item.done_on, "short") if item.done_on else button,
    }
