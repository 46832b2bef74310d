"""The acts from the call to the visit: asking for an inspection, giving it a day, moving it, calling it off."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Literal
from uuid import UUID

from pydantic import Field

from townwright.law import inspections as law
from townwright.law.calendar import in_words
from townwright.law.findings import Decision
from townwright.law.words import listed
from townwright.office import clock, laws
from townwright.office.inspections import fees, plans, visits
from townwright.office.inspections.models import InspectionRequest, PlanLine
from townwright.office.permits.models import Change, Permit
from townwright.office.permits.telling import tell
from townwright.office.register.actors import Actor
from townwright.office.register.acts import ANYONE, Act, Doing, act
from townwright.office.register.errors import InputError, NotAllowed
from townwright.office.register.facts import gather
from townwright.office.staff.models import Account, Appointment, Certification

REQUEST = "inspection.request"

# -- asking ------------------------------------------------------------------------------------------------------------


class RequestInspection(Act):
    """An inspection that is asked for, one element or several."""

    lines: list[str] = Field(title="Elements", min_length=1)
    ready_on: date | None = Field(default=None, title="Ready on", description="Today, if left empty.")
    called_at: time | None = Field(default=None, title="Hour of the call", description="Now, if left empty.")
    caller: str = Field(default="", title="Who asks", max_length=200)
    phone: str = Field(default="", title="Telephone", max_length=60, json_schema_extra={"private": True})
    channel: Literal["telephone", "at the counter", "on line", "e-mail", "letter", "at the site"] = Field(
        default="on line", title="How"
    )
    words: str = Field(default="", title="Remarks", max_length=1000, json_schema_extra={"widget": "textarea"})


def _may_request(permit: Permit, given: RequestInspection | None, on: date, actor: Actor) -> Decision:
    """The gate for each element that is asked for: the permit, changes that wait for a permit, earlier elements."""
    gate = laws.pack().gate(REQUEST)
    facts = gather(permit, gate.needs(on), on)
    if given is None:
        return visits.ask_gate(REQUEST, facts, on)
    lines = plans.lines_of(permit, on)
    stands = plans.standings(permit, on)
    by_key = {line.key: line for line in lines}
    parts = []
    for place, key in enumerate(given.lines):
        line = by_key.get(key)
        if line is None or line.state is law.State.NOT_APPLICABLE:
            wrong = f"The plan has no {key}." if line is None else f"{line.title} is marked as not applicable."
            raise InputError({f"lines.{place}": wrong})
        stand = stands.get(key, law.Standing())
        if stand.accepted:
            raise InputError({f"lines.{place}": f"{line.title} is accepted already."})
        of_line = (
            law.tell(laws.pack().inspections, lines, stands, line)
            | _changes(permit, line, on)
            | {"inspection.corrective": visits.failed_before(stands, [key])}
        )
        named = (key, line.title) if len(given.lines) > 1 else ("", "")
        parts.append((*named, visits.ask_gate(REQUEST, {**facts, **of_line}, on)))
    return visits.together(REQUEST, on, parts)


def _changes(permit: Permit, line: law.PlanLine, on: date) -> dict[str, object]:
    """Whether a change that touches the line waits for an amended or a new permit, and since when it does no more."""
    waits = (Change.Decision.AMENDED, Change.Decision.NEW)
    touching = [
        change
        for change in permit.changes.all()
        if change.decision in waits
        and {line.key, line.element} & set(change.elements)
        and change.decided_on is not None
        and change.decided_on <= on
    ]
    told: dict[str, object] = {"change.needs_permit": bool(touching)}
    settled = [change.settled_on for change in touching if change.settled_on is not None]
    if touching and len(settled) == len(touching):
        told["change.permit_issued_on"] = max(settled)
    return told


def _can_be_asked_for(permit: Permit, on: date) -> bool:
    return permit.case.closed_on is None and permit.key_on(on) not in ("draft", "withdrawn", "disapproved", "closed")


@act(
    REQUEST,
    title="Ask for an inspection",
    subject=Permit,
    by=ANYONE,
    decide=_may_request,
    applies=_can_be_asked_for,
    gives=(
        "inspection.element",
        "inspection.corrective",
        "inspection.earlier_open",
        "change.needs_permit",
        "change.permit_issued_on",
    ),
)
def request(doing: Doing[Permit], given: RequestInspection) -> None:
    """Takes the notice that work is ready, or says why not. Its fee is charged, so that it can be paid beforehand."""
    permit = doing.subject
    plans.made(permit, doing.on)
    lines = [plans.line_of(permit, key) for key in dict.fromkeys(given.lines)]
    waiting = InspectionRequest.objects.pending().filter(permit=permit, lines__in=lines).first()
    if waiting is not None:
        raise InputError(
            {"lines": f"This was asked for on {clock.local(waiting.called_at):%Y-%m-%d} and is still open."}
        )
    again = visits.failed_before(plans.standings(permit, doing.on), given.lines)
    row = InspectionRequest.objects.create(
        case=permit.case,
        permit=permit,
        called_at=_instant(doing, given.called_at),
        ready_on=given.ready_on or doing.on,
        caller=given.caller or doing.actor.name,
        phone=given.phone,
        channel=given.channel,
        words=given.words,
    )
    row.lines.set(lines)
    charged = fees.charge(doing, permit, again=again)
    if charged is not None:
        row.charge_id = charged.pk
        row.save(update_fields=["charge_id"])
    doing.say(f"Inspection asked for: {listed([line.title for line in lines])}, ready {in_words(row.ready_on)}")
    doing.changed({}, {"request": row.pk, "lines": [line.key for line in lines], "ready_on": row.ready_on})


def _instant(doing: Doing[Permit], hour: time | None) -> datetime:
    """When the call came in: on the act's day at the hour given, else now, else in the morning of that day."""
    now = clock.local(doing.at)
    if hour is None and doing.on == now.date():
        return doing.at
    called = datetime.combine(doing.on, hour or time(9), clock.zone())
    if called > now:
        raise InputError({"called_at": "This hour has not come yet."})
    return called


# -- the day -----------------------------------------------------------------------------------------------------------


class Schedule(Act):
    """The day of a visit."""

    day: date = Field(title="Day")
    hour: str = Field(default="", title="Hour", max_length=40, description="10 am, morning, 1 to 3 pm.")
    inspector: UUID = Field(title="Inspector")


def _may_schedule(row: InspectionRequest, given: Schedule | None, on: date, actor: Actor) -> Decision:
    """Nothing shuts the booking; a certification that is wanting is warned of, and the warning is kept."""
    decision = Decision("inspection.schedule", on, pack_hash=laws.pack().hash)
    return decision if given is None else _certified(decision, given.inspector)


def _certified(decision: Decision, inspector: UUID) -> Decision:
    gate = laws.pack().gate("officer.file")
    found = gate.decide({"certification.status": certification(inspector, decision.on)}, decision.on).findings
    return decision.and_(*(finding for finding in found if finding.facts == ("certification.status",)))


def certification(account: UUID, on: date) -> str:
    """How an account's certification by the State stands on a day, as a fact."""
    rows = Certification.objects.filter(account=account, issued__lte=on)
    stands = {
        "revoked"
        if row.revoked_on and row.revoked_on <= on
        else "inactive"
        if row.inactive_from and row.inactive_from <= on
        else "active"
        for row in rows
    }
    return next((key for key in ("active", "inactive", "revoked") if key in stands), "none")


def _open(row: InspectionRequest, on: date) -> bool:
    return row.open


@act("inspection.schedule", title="Give it a day", subject=InspectionRequest, decide=_may_schedule, applies=_open)
def schedule(doing: Doing[InspectionRequest], given: Schedule) -> None:
    """Books a visit with an inspector who is appointed on that day."""
    row = _still_open(doing.subject)
    _book(doing, row, given.day, given.hour, _inspector(given.inspector, given.day))
    tell(
        doing,
        row.case,
        "Your inspection",
        f"{_titles(row)}: {in_words(given.day)}{f', {given.hour}' if given.hour else ''}.",
        parts=visits.TOLD,
    )


class Move(Act):
    """Another day."""

    day: date = Field(title="New day", description="Asked for by the holder: the day from which it is ready.")
    hour: str = Field(default="", title="Hour", max_length=40)
    inspector: UUID | None = Field(default=None, title="Inspector", description="The same, if left empty.")
    why: str = Field(title="Why", min_length=1, max_length=400)


@act("inspection.move", title="Move it to another day", subject=InspectionRequest, by=ANYONE, applies=_open)
def move(doing: Doing[InspectionRequest], given: Move) -> None:
    """Moves a visit. The holder names a new ready day, and the job waits for its date; it falls off no list."""
    row = _still_open(doing.subject)
    if doing.actor.is_staff:
        who = given.inspector or (row.inspector_id if row.inspector_id else None)
        if who is None:
            raise InputError({"inspector": "Say who goes."})
        _book(doing, row, given.day, given.hour, _inspector(who, given.day), why=given.why)
        tell(
            doing,
            row.case,
            "Your inspection is moved",
            f"{_titles(row)}: now {in_words(given.day)}. {given.why}",
            parts=visits.TOLD,
        )
        return
    if given.inspector is not None:
        raise NotAllowed("The office says who goes.")
    doing.changed(
        {"scheduled_on": row.scheduled_on, "ready_on": row.ready_on}, {"scheduled_on": None, "ready_on": given.day}
    )
    row.ready_on, row.scheduled_on, row.hour = given.day, None, ""
    row.save(update_fields=["ready_on", "scheduled_on", "hour"])
    doing.say(f"{_titles(row)}: ready {in_words(given.day)} instead, {given.why}. No date yet")


class MoveDay(Act):
    """All visits of an inspector's day."""

    inspector: UUID = Field(title="Whose visits")
    day: date = Field(title="Of which day")
    to_day: date = Field(title="To which day")
    to_inspector: UUID | None = Field(default=None, title="Who goes", description="The same, if left empty.")
    why: str = Field(title="Why", min_length=1, max_length=400)


@act("inspection.move_day", title="Move all visits of a day")
def move_day(doing: Doing[InspectionRequest], given: MoveDay) -> None:
    """Moves every visit of an inspector's day, and tells everybody who waits for one."""
    rows = list(
        InspectionRequest.objects.filter(
            inspector=given.inspector, scheduled_on=given.day, made_on=None, ended_on=None
        ).select_related("case")
    )
    if not rows:
        raise InputError({"day": "There is no visit of this inspector on that day."})
    inspector = _inspector(given.to_inspector or given.inspector, given.to_day)
    for row in rows:
        _book(doing, row, given.to_day, row.hour, inspector, why=given.why)
        doing.touch(case=row.case_id)
        tell(
            doing,
            row.case,
            "Your inspection is moved",
            f"{_titles(row)}: now {in_words(given.to_day)}. {given.why}",
            parts=visits.TOLD,
        )
    doing.made(rows[0])
    doing.say(f"{len(rows)} visits moved from {in_words(given.day)} to {in_words(given.to_day)}: {given.why}")


class Cancel(Act):
    """A visit that is not made."""

    how: Literal["withdrawn", "waived", "called off", "nobody there"] = Field(
        default="withdrawn",
        title="What happened",
        description="Called off and nobody there: it waits for another day. Waived is not failed.",
    )
    why: str = Field(title="Why", min_length=1, max_length=400)


@act("inspection.cancel", title="Cancel it", subject=InspectionRequest, by=ANYONE, applies=_open)
def cancel(doing: Doing[InspectionRequest], given: Cancel) -> None:
    """Ends a request, or calls off its day alone. It fails nothing, and no fee that is owed stands in its way."""
    row = _still_open(doing.subject)
    if not doing.actor.is_staff and given.how != "withdrawn":
        raise NotAllowed("Only the office can say this. You can withdraw the request.")
    doing.changed({"scheduled_on": row.scheduled_on}, {"scheduled_on": None})
    row.scheduled_on, row.hour = None, ""
    if given.how in ("withdrawn", "waived"):
        row.ended_on, row.ended_how = doing.on, given.how
        fees.take_back(doing, row, given.why)
    row.save(update_fields=["scheduled_on", "hour", "ended_on", "ended_how"])
    doing.say(f"{_titles(row)}: {given.how}, {given.why}{'' if row.ended_on else '. No date yet'}")


def _still_open(row: InspectionRequest) -> InspectionRequest:
    if row.made_on is not None:
        raise InputError({"": f"The visit was made on {row.made_on:%Y-%m-%d}."})
    if row.ended_on is not None:
        raise InputError({"": f"It was {row.ended_how} on {row.ended_on:%Y-%m-%d}. Ask for it again."})
    return row


def _inspector(account: UUID, day: date) -> Account:
    """An account that may inspect on a day. Raises `InputError` for one that is not appointed then."""
    if day < clock.today():
        raise InputError({"day": "This day has passed."})
    found = inspectors_on(day).get(account)
    if found is None:
        raise InputError({"inspector": f"Not appointed as an officer or inspector on {day:%Y-%m-%d}."})
    return found


def inspectors_on(day: date) -> dict[UUID, Account]:
    """Who can be sent on a day: everybody appointed to an office that inspects, by account."""
    rows = Appointment.objects.on(day).filter(office__in=("officer", "inspector")).select_related("account")
    return {row.account_id: row.account for row in rows.order_by("account__name") if row.account.is_active}


def _book(
    doing: Doing[InspectionRequest], row: InspectionRequest, day: date, hour: str, inspector: Account, why: str = ""
) -> None:
    doing.changed(
        {"scheduled_on": row.scheduled_on, "inspector": row.inspector_id},
        {"scheduled_on": day, "inspector": inspector.pk},
    )
    row.scheduled_on, row.hour, row.inspector = day, hour, inspector
    row.save(update_fields=["scheduled_on", "hour", "inspector"])
    doing.say(
        f"{_titles(row)}: {in_words(day)}{f', {hour}' if hour else ''}, {inspector.name}{f'. {why}' if why else ''}"
    )


def _titles(row: InspectionRequest) -> str:
    return listed([line.title for line in _lines(row)])


def _lines(row: InspectionRequest) -> list[PlanLine]:
    return list(row.lines.all())
