"""The history of a case: what the register has of it, and the dates that are still to come."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from typing import Any, Literal
from uuid import UUID

from townwright.desk import dates, where
from townwright.desk.saying import readable
from townwright.office import clock
from townwright.office.cases.models import SetDate
from townwright.office.outbox.models import Message
from townwright.office.register import acts
from townwright.office.register.actors import Role
from townwright.office.register.errors import UnknownAct
from townwright.office.register.models import Entry
from townwright.pages import words
from townwright.pages.components import Event
from townwright.pages.inline import Cite, Link


def history(case_id: UUID, today: date) -> list[Event]:
    """Everything that happened, the newest first, under the dates to come. Three queries, however long it is."""
    entries = list(Entry.objects.filter(touched__ref=case_id).order_by("-on", "-seq"))
    corrected = {entry.corrects: entry.seq for entry in entries if entry.corrects is not None}
    sent: defaultdict[int, list[Message]] = defaultdict(list)
    for message in Message.objects.filter(case_id=case_id):
        sent[message.entry_seq].append(message)
    return [*to_come(case_id, today), *(_event(entry, corrected, sent[entry.seq]) for entry in entries)]


def event(entry: Entry, whose: Link | None = None) -> Event:
    """One entry in a longer history than a case's; `whose` names the case that it belongs to."""
    said = readable(entry.said).rstrip(".")
    body = tuple(_body(entry, None, []))
    return Event(entry.on, said, (whose, ". ", *body) if whose else body, _kind(entry.act))


def to_come(case_id: UUID, today: date) -> list[Event]:
    """The open dates of a case, the furthest first, so that the next one stands above what has happened."""
    rows = SetDate.objects.filter(case_id=case_id, done_on=None, replaced=False).order_by("-act_by")
    return [Event(row.nominal, dates.said(row.kind), tuple(_about(row, today)), "next") for row in rows]


def _about(row: SetDate, today: date) -> Iterable[Any]:
    if row.act_by != row.nominal:
        yield f"Act by {words.day(row.act_by)}: {words.listed(row.passed_over)}. "
    coming = [date.fromisoformat(day) for day in row.reminders if date.fromisoformat(day) > today]
    if row.act_by < today:
        yield "Past due. "
    elif coming:
        yield f"Reminder goes out {words.day(min(coming))}. "
    yield Cite(row.cite, next(iter(row.provisions), ""))


def _event(entry: Entry, corrected: dict[int, int], sent: list[Message]) -> Event:
    said = readable(entry.said).rstrip(".")
    return Event(entry.on, said, tuple(_body(entry, corrected.get(entry.seq), sent)), _kind(entry.act))


def _kind(act: str) -> Literal["law", "event", "bad", "next"]:
    """An act that the law opens or shuts is an act of law; one against somebody is marked as that."""
    try:
        spec = acts.spec(act)
    except UnknownAct:
        return "event"
    if spec.danger:
        return "bad"
    of_law = spec.gate or spec.decide or spec.signs
    return "law" if of_law and Role.PUBLIC not in spec.by else "event"


def _body(entry: Entry, corrected_by: int | None, sent: list[Message]) -> Iterable[Any]:
    content = entry.content
    yield f"{entry.actor_name}, {entry.title}. " if entry.title else f"{entry.actor_name}. "
    if clock.local(entry.at).date() != entry.on:
        why = content.get("given", {}).get("late_reason", "").rstrip(".")
        yield f"Entered {words.moment(entry.at)}{f': {why}' if why else ''}. "
    if corrected_by:
        yield from ("Corrected by ", where.register(corrected_by), ". ")
    if entry.corrects:
        yield from ("Corrects ", where.register(entry.corrects), ". ")
    for message in sent:
        trouble = f" ({message.trouble})" if message.state == Message.State.FAILED and message.trouble else ""
        yield f"{message.get_way_display()} to {message.to_name}: {message.get_state_display().lower()}{trouble}. "
    for paper in content.get("papers", ()):
        yield from (Link(named(paper), where.paper(paper["id"])), ". ")
    yield where.register(entry.seq)


def named(paper: dict[str, Any]) -> str:
    """A paper as an entry of the register names it."""
    return f"{paper['kind'].replace('_', ' ').capitalize()} {paper.get('number') or ''}".strip()
