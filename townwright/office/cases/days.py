"""Days of the office's own calendar: closed to the public, proclaimed a holiday, tolled by an order, or taken back.

A closing changes the hours of the counter and nothing else. A proclaimed or tolled day changes what periods come to, so
the act that enters it sets every open date of every case again, by the law and from how the date was counted; apps that
keep such a date with their own records are told (`when_set_again`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from pydantic import Field

from townwright.law.calendar import Deadline, Period, in_words
from townwright.office import laws
from townwright.office.cases.models import SetDate
from townwright.office.laws.models import DayOff
from townwright.office.register.acts import ADMINISTRATORS, Act, Doing, act
from townwright.office.register.errors import InputError

#: The longest span that one entry may have; a longer order is entered in parts.
LONGEST = timedelta(days=1100)
#: No order that still bears on a case is older.
EARLIEST = 1850

Told = Callable[[Doing[Any], SetDate], None]
_told: list[Told] = []


def when_set_again(told: Told) -> Told:
    """Registers what is to happen when a date of a case was set again; `told` looks at its kind."""
    _told.append(told)
    return told


class CloseDays(Act):
    """Days on which the counter is shut."""

    begins: date = Field(title="First day")
    ends: date | None = Field(default=None, title="Last day", description="Left empty: that day alone.")
    why: str = Field(title="Why", min_length=1, max_length=200, description="As the counter says it: “Snow emergency”.")


class OrderedDays(CloseDays):
    """Days of an order from above the town."""

    why: str = Field(title="What they are called", min_length=1, max_length=200)
    authority: str = Field(
        title="By which proclamation or order", min_length=1, max_length=200, description="Executive Order 12 of 2027."
    )


@act("calendar.close", title="Close the office", by=ADMINISTRATORS)
def close(doing: Doing[DayOff], given: CloseDays) -> None:
    """Notes that the counter is shut. No period runs longer for it."""
    row = _enter(doing, DayOff.Kind.CLOSED, given)
    doing.say(f"Office closed {_span(row)}: {row.why}")


@act("calendar.proclaim", title="Enter a proclaimed holiday", by=ADMINISTRATORS)
def proclaim(doing: Doing[DayOff], given: OrderedDays) -> None:
    """Notes a day that the President or the Governor made a holiday (Gen. Constr. Law § 24); sets open dates again."""
    row = _enter(doing, DayOff.Kind.PROCLAIMED, given, given.authority)
    again = set_again(doing, row.begins)
    doing.say(f"{_span(row)} proclaimed a holiday, {row.why} ({row.authority}); {_counted(again)}")


@act("calendar.toll", title="Enter tolled days", by=ADMINISTRATORS)
def toll(doing: Doing[DayOff], given: OrderedDays) -> None:
    """Notes days on which, by an order, no period runs, and sets open dates again."""
    row = _enter(doing, DayOff.Kind.TOLLED, given, given.authority)
    again = set_again(doing, row.begins)
    doing.say(f"Periods tolled {_span(row)}, {row.why} ({row.authority}); {_counted(again)}")


class TakeBackDays(Act):
    """Days that were entered by mistake, or whose order was withdrawn."""

    day: UUID = Field(title="Days")
    why_back: str = Field(title="Why they are taken back", min_length=1, max_length=200)


@act("calendar.take_back", title="Take days back", by=ADMINISTRATORS)
def take_back(doing: Doing[DayOff], given: TakeBackDays) -> None:
    """Takes days out of the calendar again, from the beginning; the entry stays. Open dates are set again."""
    row = DayOff.objects.filter(pk=given.day, taken_back_on=None).first()
    if row is None:
        raise InputError({"day": "There are no such days in the calendar now."})
    row.taken_back_on = doing.on
    row.save(update_fields=["taken_back_on"])
    laws.forget()
    doing.made(row)
    again = set_again(doing, row.begins) if row.kind != DayOff.Kind.CLOSED else []
    moved = f"; {_counted(again)}" if row.kind != DayOff.Kind.CLOSED else ""
    doing.say(f"{row.get_kind_display()}, {_span(row)}: taken back, {given.why_back}{moved}")


@dataclass(frozen=True, slots=True)
class Moved:
    """A date that was set again, with what it was."""

    row: SetDate
    nominal: date
    act_by: date


def set_again(doing: Doing[Any], since: date) -> list[Moved]:
    """Sets every open date again that a day of the calendar from `since` on can move; answers those that moved.

    A date whose end lay before that day stays. One that was fixed by hand stays where a person put it.
    """
    moved = list(_set_again(since))
    SetDate.objects.bulk_update(
        [one.row for one in moved], ["nominal", "act_by", "passed_over", "reminders"], batch_size=200
    )
    for one in moved:
        doing.touch(case=one.row.case_id)
        for told in _told:
            told(doing, one.row)
    doing.changed(
        {_name(one.row): {"nominal": one.nominal, "act_by": one.act_by} for one in moved},
        {_name(one.row): {"nominal": one.row.nominal, "act_by": one.row.act_by} for one in moved},
    )
    return moved


def _set_again(since: date) -> Iterator[Moved]:
    calendar = laws.calendar()
    rows = SetDate.objects.filter(done_on=None, replaced=False, act_by__gte=since, case__closed_on=None)
    for row in rows.select_related("case"):
        new = calendar.again(deadline_of(row))
        if (new.nominal, new.act_by) != (row.nominal, row.act_by):
            yield Moved(row, row.nominal, row.act_by)
            row.nominal, row.act_by = new.nominal, new.act_by
            row.passed_over = [str(day) for day in new.why]
            row.reminders = [day.isoformat() for day in new.reminders]


def deadline_of(row: SetDate) -> Deadline:
    """A date of a case as the law knows it, with how it was counted."""
    return Deadline(
        row.kind,
        row.nominal,
        row.act_by,
        row.cite,
        tuple(row.provisions),
        reminders=tuple(date.fromisoformat(day) for day in row.reminders),
        start=row.counted_from,
        period=Period.model_validate(row.period) if row.period else None,
        rolls=row.rolls,
    )


def _enter(doing: Doing[DayOff], kind: DayOff.Kind, given: CloseDays, authority: str = "") -> DayOff:
    ends = given.ends or given.begins
    errors: dict[str, str] = {}
    if given.begins.year < EARLIEST:
        errors["begins"] = f"The year {given.begins.year} cannot be right. Write all four figures of the year."
    if ends < given.begins:
        errors["ends"] = "The last day lies before the first."
    elif ends - given.begins > LONGEST:
        errors["ends"] = "That is more than three years. Look at the year, or enter the order in parts."
    if errors:
        raise InputError(errors)
    row = DayOff.objects.create(kind=kind, begins=given.begins, ends=ends, why=given.why, authority=authority)
    laws.forget()
    doing.changed({}, {"kind": kind.value, "begins": row.begins, "ends": row.ends})
    return doing.made(row)


def _span(row: DayOff) -> str:
    first, last = in_words(row.begins), in_words(row.ends)
    return first if row.begins == row.ends else f"{first} to {last}"


def _counted(moved: list[Moved]) -> str:
    if not moved:
        return "no open date moves"
    return "1 open date set again" if len(moved) == 1 else f"{len(moved):,} open dates set again"


def _name(row: SetDate) -> str:
    return f"{row.case.number or row.case.title}, {row.kind}"
