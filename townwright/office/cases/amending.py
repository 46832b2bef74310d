"""Amendments of the law by the office's own board: drafted, rehearsed on its records, enacted with their local law.

The shipped pack is never edited. An enacted amendment is kept in the office's own storage and laid over the pack,
compiled into one; a pack of a new release is adopted with the amendments over it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from datetime import date
from typing import Any

from django.db.models import Max
from pydantic import Field, ValidationError

from townwright.law import amendments
from townwright.law.amendments import AmendmentError
from townwright.law.calendar import in_words
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.loader import LoadError, load_text
from townwright.office import clock, laws
from townwright.office.laws import rehearsing
from townwright.office.laws.models import Amendment
from townwright.office.laws.rehearsing import Rehearsal
from townwright.office.register.actors import Actor
from townwright.office.register.acts import ADMINISTRATORS, Act, Doing, act, perform
from townwright.office.register.errors import InputError

#: The field of the form that is wrong where the law refuses a part of an amendment.
_FIELDS = {"place": "place", "value": "value", "from": "begins"}


class DraftAmendment(Act):
    """A change of the law that is only thought of."""

    place: str = Field(
        title="Place in the pack",
        min_length=1,
        max_length=200,
        description="permits.default.life, values.assembly_area_persons, gates.permit.issue.requirements.fee_paid …",
    )
    value: str = Field(
        default="",
        title="What stands there from then on",
        max_length=20_000,
        description="As a pack writes it: {months: 18, rolls: false}. Left empty, the rule ends.",
        json_schema_extra={"widget": "textarea"},
    )
    begins: date = Field(title="In force from")
    cite: str = Field(title="Section", min_length=1, max_length=120)
    carries: list[str] = Field(default=[], title="Provisions that it carries out")
    why: str = Field(default="", title="What it is for", max_length=300)


class ChangeAmendment(DraftAmendment):
    """The draft as it is to be now."""


def _open(row: Amendment, on: date) -> bool:
    return row.open


def _may_go_on(row: Amendment, given: Any, on: date, actor: Actor) -> Decision:
    decision = Decision(gate="amendment", on=on, pack_hash=laws.pack().hash)
    if row.open:
        return decision
    why = f"It is {row.state}"
    says = "It is neither law nor withdrawn"
    return decision.and_(Finding("open", Outcome.UNMET, says, row.cite, why=why, cure="Draft another amendment"))


def _may_enact(row: Amendment, given: Any, on: date, actor: Actor) -> Decision:
    """The same; with a warning where nobody has looked what it does."""
    decision = _may_go_on(row, given, on, actor)
    if row.rehearsed_on is not None:
        return decision
    says, cure = "It was rehearsed on the office's records", "Rehearse it first"
    return decision.and_(Finding("rehearsed", Outcome.WARNING, says, row.cite, why="It was not", cure=cure))


@act("amendment.draft", title="Draft a change of the law", by=ADMINISTRATORS)
def draft(doing: Doing[Amendment], given: DraftAmendment) -> None:
    """Keeps a draft. Nothing of it is law; it can be rehearsed on the office's records."""
    row = Amendment(drafted_on=doing.on, drafted_by=doing.actor.name)
    _take(row, given)
    doing.made(row)
    doing.say(f"Change of the law drafted: {row.place} from {in_words(row.begins)}")
    doing.changed({}, _told(row))


@act(
    "amendment.change", title="Change the draft", subject=Amendment, by=ADMINISTRATORS, applies=_open, decide=_may_go_on
)
def change(doing: Doing[Amendment], given: ChangeAmendment) -> None:
    """Changes a draft. What a rehearsal found of it no longer holds."""
    row = doing.subject
    before = _told(row)
    _take(row, given)
    doing.say(f"Draft changed: {row.place} from {in_words(row.begins)}")
    doing.changed(before, _told(row))


class RehearseAmendment(Act):
    """The draft held against the office's records."""

    day: date | None = Field(
        default=None,
        title="Look at the records as of",
        description="Beside today. Left empty: the day from which it would count.",
    )


@act(
    "amendment.rehearse",
    title="Rehearse it on the records",
    subject=Amendment,
    by=ADMINISTRATORS,
    applies=_open,
    decide=_may_go_on,
)
def rehearse(doing: Doing[Amendment], given: RehearseAmendment) -> None:
    """Works out what would change and keeps the figures for the board. No record of the office is changed."""
    row = doing.subject
    rehearsal = Rehearsal(row, laws.pack(), doing.on, given.day or row.begins, ahead=_looked_ahead(row))
    try:
        figures = rehearsing.rehearse(rehearsal)
    except AmendmentError as error:
        raise InputError({"": f"{error}."}) from None
    row.figures = [figure.to_json() for figure in figures]
    row.rehearsed_on, row.rehearsed_for, row.rehearsed_hash = doing.on, rehearsal.day, rehearsal.then.hash
    row.trouble = ""
    row.save(update_fields=["figures", "rehearsed_on", "rehearsed_for", "rehearsed_hash", "trouble"])
    doing.say(f"Change of {row.place} rehearsed on the office's records, {len(figures)} figures")
    doing.changed({}, {"law": rehearsal.then.hash, "figures": row.figures})


#: A rehearsal that has looked at every case ahead of the act that keeps its figures.
_ahead: ContextVar[Rehearsal | None] = ContextVar("rehearsal ahead", default=None)


def rehearse_whole(row: Amendment, day: date | None, *, actor: Actor, tell: Callable[[int, int], None]) -> None:
    """Rehearses a draft with every case looked at, however many there are. The looking only reads and comes before the
    act, so that the office goes on meanwhile. `tell` is told how many cases are done of how many.

    Raises `ActError`: the draft or the law is another one by the time the figures are to be kept, or it is not open.
    """
    rehearsal = Rehearsal(row, laws.pack(), clock.today(), day or row.begins)
    try:
        rehearsing.look_ahead(rehearsal, tell)
    except AmendmentError as error:
        raise InputError({"": f"{error}."}) from None
    token = _ahead.set(rehearsal)
    try:
        perform("amendment.rehearse", {"day": day}, actor=actor, subject_id=row.pk)
    finally:
        _ahead.reset(token)


def _looked_ahead(row: Amendment) -> dict[str, rehearsing.Held]:
    """What was held against every case ahead of this rehearsal. Raises `InputError` where it was held for other law."""
    rehearsal = _ahead.get()
    if rehearsal is None:
        return {}
    if _told(rehearsal.row) != _told(row) or rehearsal.now.hash != laws.pack().hash:
        raise InputError({"": "The draft or the law was changed meanwhile. Rehearse it again."})
    return rehearsal.ahead


class WithdrawAmendment(Act):
    """A draft that is not followed up."""

    why_not: str = Field(default="", title="Why", max_length=300)


@act(
    "amendment.withdraw",
    title="Withdraw the draft",
    subject=Amendment,
    by=ADMINISTRATORS,
    applies=_open,
    decide=_may_go_on,
    danger=True,
)
def withdraw(doing: Doing[Amendment], given: WithdrawAmendment) -> None:
    """Withdraws a draft. It stays listed."""
    row = doing.subject
    row.withdrawn_on = doing.on
    row.save(update_fields=["withdrawn_on"])
    why = f", {given.why_not}" if given.why_not else ""
    doing.say(f"Draft withdrawn: {row.place} from {in_words(row.begins)}{why}")
    doing.changed({"withdrawn_on": None}, {"withdrawn_on": row.withdrawn_on})


class EnactAmendment(Act):
    """The local law or resolution by which the board made it law."""

    local_law: str = Field(
        title="Local law or resolution", min_length=1, max_length=120, description="L.L. No. 3-2026, say."
    )
    filed_on: date | None = Field(
        default=None,
        title="Filed with the Secretary of State on",
        description="Of a local law: it counts from that day at the earliest (Municipal Home Rule Law § 27).",
    )
    begins: date | None = Field(default=None, title="In force from", description="Left empty: the day of the draft.")


@act(
    "law.enact",
    title="Enter it as enacted",
    subject=Amendment,
    by=ADMINISTRATORS,
    applies=_open,
    decide=_may_enact,
    danger=True,
)
def enact(doing: Doing[Amendment], given: EnactAmendment) -> None:
    """Lays the amendment over the law of the office, from its first day on. What was decided stays as it was."""
    row = doing.subject
    row.begins = given.begins or row.begins
    row.enacted_by, row.filed_on = given.local_law, given.filed_on
    one = laws.as_law(row)
    if given.filed_on is not None and given.filed_on > doing.on:
        raise InputError({"filed_on": "This day has not come yet."})
    # However late the vote is entered: what was decided until today was decided by the law that the office had.
    today = clock.today()
    if early := amendments.too_early(one, today, given.filed_on):
        raise InputError({"begins": early})
    rehearsal = Rehearsal(row, laws.pack(today), today, row.begins)
    try:
        _, before, after = laws.enact(one, today)
    except AmendmentError as error:
        raise InputError({"begins" if error.about == "from" else "": f"{error}."}) from None
    if before.hash == after.hash:
        raise InputError({"": "The law says so already. There is nothing to enact."})
    if wrong := amendments.wrong(before, after):
        raise InputError({"": f"The amended law cannot be used: {'; '.join(wrong[:5])}."})
    row.enacted_on = doing.on
    row.seq = (Amendment.objects.aggregate(last=Max("seq"))["last"] or 0) + 1
    row.save(update_fields=["begins", "enacted_by", "filed_on", "enacted_on", "seq"])
    follows = rehearsing.follow_enactment(doing, rehearsal)
    doing.say("; ".join([f"{row.place} amended by {row.enacted_by}, in force from {in_words(row.begins)}", *follows]))
    doing.changed(
        {"hash": before.hash}, {"hash": after.hash, "begins": row.begins, "filed_on": row.filed_on, **_told(row)}
    )


def _take(row: Amendment, given: DraftAmendment) -> None:
    """Puts what was given into a draft, once it can be laid over the law."""
    row.place, row.begins, row.cite, row.why = given.place, given.begins, given.cite, given.why
    row.carries, row.value = given.carries, _value(given.value)
    row.rehearsed_on, row.figures = None, []
    now = laws.pack()
    try:
        one = laws.as_law(row)
        after = amendments.amended(now, [one])
    except AmendmentError as error:
        raise InputError({_FIELDS[error.about]: f"{error}."}) from None
    except ValidationError:
        raise InputError({"carries": "A provision has an id such as CHE-50-4-I-2."}) from None
    if early := amendments.too_early(one, clock.today()):
        raise InputError({"begins": early})
    if after.hash == now.hash:
        raise InputError({"value": "That is the law already."})
    if wrong := amendments.wrong(now, after):
        raise InputError({"value": f"{'; '.join(wrong[:5])}."})
    row.save()


def _value(text: str) -> Any:
    if not text.strip():
        return None
    try:
        return load_text(text, "value").value
    except LoadError as error:
        raise InputError({"value": f"Line {error.mark.line} cannot be read: {error.problem}."}) from None


def _told(row: Amendment) -> dict[str, Any]:
    return {"place": row.place, "value": row.value, "from": row.begins, "cite": row.cite, "carries": row.carries}
