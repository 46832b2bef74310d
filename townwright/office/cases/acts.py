"""What every kind of case shares: opening one, its parties, who has it, the dates that acts set, notes."""

from __future__ import annotations

import secrets
from datetime import date
from typing import Any, Literal
from uuid import UUID

from django.db.models import Model
from pydantic import Field

from townwright.law.calendar import Deadline
from townwright.office import clock
from townwright.office.cases import adopting, amending, days, jobs, publishing  # noqa: F401  they declare their acts
from townwright.office.cases.models import Case, CaseParcel, Note, Party, SetDate
from townwright.office.people.models import Person
from townwright.office.places.models import Building, Parcel
from townwright.office.register.acts import Act, Doing, act
from townwright.office.register.errors import InputError


def open_case(
    doing: Doing[Any],
    *,
    kind: str,
    title: str,
    parcel: Parcel,
    number: str | None = None,
    received_on: date | None = None,
    more_parcels: tuple[Parcel, ...] = (),
    building: Building | None = None,
) -> Case:
    """Opens a case on one parcel or more and puts the act into their histories."""
    case = Case.objects.create(
        kind=kind,
        number=number,
        title=title,
        place=parcel.address,
        opened_on=doing.on,
        opened_at=doing.at,
        received_on=received_on,
        holder_since=received_on or doing.on,
        link_code=secrets.token_urlsafe(24),
    )
    for position, each in enumerate((parcel, *more_parcels)):
        CaseParcel.objects.create(case=case, parcel=each, first=position == 0, building=None if position else building)
        doing.touch(parcel=each.pk)
    doing.touch(case=case.pk)
    return case


def add_party(doing: Doing[Any], case: Case, person: Person, part: str, why: str = "") -> Party:
    """Puts somebody into a case from the act's day on; the same person in the same part is not entered twice."""
    doing.touch(person=person.pk)
    party, _ = Party.objects.get_or_create(
        case=case, person=person, part=part, ends=None, defaults={"begins": doing.on, "why": why}
    )
    return party


def hand_over(case: Case, *, to_applicant: bool, on: date) -> None:
    """Notes from which day on the applicant, or the office, has the case; earlier days go to whose they were."""
    if case.with_applicant == to_applicant and case.holder_since is not None:
        return
    us, them = days_held(case, on)
    case.days_with_us, case.days_with_applicant = us, them
    case.with_applicant, case.holder_since = to_applicant, on
    case.save(update_fields=["days_with_us", "days_with_applicant", "with_applicant", "holder_since"])


def stop_clock(case: Case, on: date) -> None:
    """What was applied for is decided: nobody has it any more, and the days stand as they are."""
    case.days_with_us, case.days_with_applicant = days_held(case, on)
    case.holder_since, case.with_applicant = None, False
    case.save(update_fields=["days_with_us", "days_with_applicant", "holder_since", "with_applicant"])


def days_held(case: Case, on: date) -> tuple[int, int]:
    """Days that the office and the applicant have had the case, up to a day or to its closing."""
    us, them = case.days_with_us, case.days_with_applicant
    until = min(on, case.closed_on) if case.closed_on else on
    running = max((until - case.holder_since).days, 0) if case.holder_since else 0
    return (us, them + running) if case.with_applicant else (us + running, them)


def set_date(doing: Doing[Any], case: Case, deadline: Deadline, *, begins: date) -> SetDate:
    """Keeps a date that the act sets, with the law that computed it; an open one of the same kind is replaced."""
    SetDate.objects.filter(case=case, kind=deadline.kind, done_on=None, replaced=False).update(replaced=True)
    return SetDate.objects.create(
        case=case,
        kind=deadline.kind,
        begins=begins,
        nominal=deadline.nominal,
        act_by=deadline.act_by,
        counted_from=deadline.start,
        period={deadline.period.unit: deadline.period.count} if deadline.period else None,
        rolls=deadline.rolls,
        cite=deadline.cite,
        provisions=list(deadline.provisions),
        passed_over=[str(day) for day in deadline.why],
        reminders=[day.isoformat() for day in deadline.reminders],
        pack_hash=doing.decision.pack_hash,
        entry_seq=doing.seq,
    )


def date_done(case: Case, kind: str, on: date) -> None:
    """Marks the open date of a kind as kept."""
    SetDate.objects.filter(case=case, kind=kind, done_on=None, replaced=False).update(done_on=on)


def close_case(case: Case, *, outcome: str, on: date) -> None:
    """Closes a case with its outcome; its clock stands still from then on."""
    case.days_with_us, case.days_with_applicant = days_held(case, on)
    case.holder_since, case.closed_on, case.outcome = None, on, outcome
    case.save(update_fields=["days_with_us", "days_with_applicant", "holder_since", "closed_on", "outcome"])


class TakeNote(Act):
    """A note of a call, a visit or a letter."""

    case: UUID | None = Field(default=None, title="Case")
    parcel: UUID | None = Field(default=None, title="Parcel")
    how: Literal["call", "visit", "letter", "e-mail", "staff"] = Field(
        default="call",
        title="How",
        json_schema_extra={"choices": {"call": "Telephone", "e-mail": "E-mail", "staff": "Among ourselves"}},
    )
    who: str = Field(default="", title="Who", max_length=200)
    phone: str = Field(default="", title="Telephone", max_length=60)
    words: str = Field(title="What was said", min_length=1, json_schema_extra={"private": True, "widget": "textarea"})
    call_back_by: date | None = Field(default=None, title="Call back by")


@act("note.take", title="Take a note")
def take_note(doing: Doing[Note], given: TakeNote) -> None:
    """Keeps a call, a visit or a letter on a case or a parcel, with a day to call back. It is a record like others."""
    case = _visible(Case, given.case, "case", doing)
    parcel = _visible(Parcel, given.parcel, "parcel", doing)
    if case is None and parcel is None:
        raise InputError({"case": "Say which case or which parcel the note is about."})
    if given.call_back_by is not None and given.call_back_by < clock.today():
        raise InputError({"call_back_by": "This day has passed."})
    note = Note.objects.create(
        case=case,
        parcel=parcel,
        how=given.how,
        who=given.who,
        phone=given.phone,
        words=given.words,
        on=doing.on,
        by_name=doing.actor.name,
        call_back_by=given.call_back_by,
    )
    doing.made(note)
    doing.say(f"{note.get_how_display()} noted{f', {given.who}' if given.who else ''}")


class CalledBack(Act):
    """That somebody was called back."""

    words: str = Field(default="", title="What was said", json_schema_extra={"private": True, "widget": "textarea"})


@act("note.call_back", title="Called back", subject=Note, applies=lambda note, on: note.called_back_on is None)
def call_back(doing: Doing[Note], given: CalledBack) -> None:
    """Takes a note off the list of calls to return."""
    note = doing.subject
    note.called_back_on = doing.on
    if given.words:
        note.words = f"{note.words}\n\nCalled back: {given.words}"
    note.save(update_fields=["called_back_on", "words"])
    doing.say(f"Called back{f' {note.who}' if note.who else ''}")


def _visible(model: type[Model], key: UUID | None, field: str, doing: Doing[Any]) -> Any:
    if key is None:
        return None
    row = model._default_manager.visible_to(doing.actor).filter(pk=key).first()  # type: ignore[attr-defined]
    if row is None:
        raise InputError({field: "There is no such record here."})
    doing.touch(**{field: row.pk})
    return row
