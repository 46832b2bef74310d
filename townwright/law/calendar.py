"""Time as the General Construction Law counts it: periods, public holidays, the two dates of every deadline.

- § 20: the day of the event is left out, the last day is in; days are calendar days.
- §§ 30, 58: months and years run to the same-numbered day, or to the last day of a shorter month.
- § 25-a: an act whose last day is a Saturday, Sunday or public holiday may be done on the next business day.
  That is the *act-by* date beside the *nominal* one. It is for acts; the life of a permit does not roll.
- § 24: the public holidays. They are data, dated, in the State's pack:

    holidays:
      - key: juneteenth
        name: Juneteenth
        falls: {kind: fixed, month: 6, day: 19}
        from: "2020-10-14"                       # left out: as far back as the records go
        cite: "General Construction Law § 24"
      - key: flag-day
        name: Flag Day
        falls: {kind: nth_weekday, month: 6, weekday: sunday, nth: 2}
        sunday_moves: false                      # a Sunday holiday makes Monday one too, this one excepted
        cite: "General Construction Law § 24"
      - key: election-day
        name: General Election Day
        falls: {kind: nth_weekday, month: 11, weekday: monday, nth: 1, plus_days: 1}
        cite: "General Construction Law § 24"
    proclaimed:                                  # days that the President or the Governor appoints
      - {day: "2027-03-04", name: "Day of mourning", cite: "Executive Order 12"}
    tolled:                                      # no day in between counts toward any period
      - {from: "2020-03-20", to: "2020-11-03", name: "Tolling", cite: "Executive Order 202.8"}

A town's own closing days (`closings`, `closed_on`) say when the counter is shut. They never extend time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cache
from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from townwright.law.dated import Section
from townwright.law.model import Rules, WrittenDate

ONE_DAY = timedelta(days=1)

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
SATURDAY, SUNDAY = 5, 6

Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
Unit = Literal["days", "business_days", "weeks", "months", "years"]

#: How days of a violation are counted: "each day or part thereof" takes in the first day and the day of cure,
#: "each day" after a notice leaves out the day of notice and the day of cure.
DayCount = Literal["each_day_or_part", "each_day_after_notice"]


def in_words(day: date) -> str:
    """A day as pages and papers write it, the weekday with it: "Mon 2 March 2026"."""
    return f"{WEEKDAYS[day.weekday()][:3].title()} {day.day} {MONTHS[day.month - 1]} {day.year}"


def add_months(start: date, months: int) -> date:
    """The same-numbered day some months on or back, or a shorter month's last day: Gen. Constr. Law § 30."""
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    return date(year, month + 1, min(start.day, _days_in(year, month + 1)))


def _days_in(year: int, month: int) -> int:
    return (date(year + month // 12, month % 12 + 1, 1) - date(year, month, 1)).days


class Period(Rules):
    """A length of time in one unit: `{days: 30}`, `{business_days: 5}`,
    `{weeks: 2}`, `{months: 6}` or `{years: 1}`.
    """

    # Nothing that a law sets lasts for more than a thousand years, and what does leads to no day that can be written.
    days: int | None = Field(default=None, ge=1, le=365_000)
    business_days: int | None = Field(default=None, ge=1, le=250_000)
    weeks: int | None = Field(default=None, ge=1, le=52_000)
    months: int | None = Field(default=None, ge=1, le=12_000)
    years: int | None = Field(default=None, ge=1, le=1_000)

    @model_validator(mode="after")
    def _one_unit(self) -> Self:
        if len(self._given()) != 1:
            raise ValueError("expected one of days, business_days, weeks, months, years")
        return self

    def _given(self) -> list[tuple[Unit, int]]:
        units: tuple[Unit, ...] = ("days", "business_days", "weeks", "months", "years")
        return [(unit, count) for unit in units if (count := getattr(self, unit)) is not None]

    @property
    def unit(self) -> Unit:
        """The unit that it is written in."""
        return self._given()[0][0]

    @property
    def count(self) -> int:
        """How many of that unit."""
        return self._given()[0][1]

    def __str__(self) -> str:
        unit = self.unit.replace("_", " ")
        return f"{self.count} {unit.removesuffix('s') if self.count == 1 else unit}"

    def times(self, n: int) -> Period:
        """A period n times as long, counted at one go and not step by step."""
        return Period.model_validate({self.unit: self.count * n})


@cache
def _bare(unit: str, count: int) -> Period:
    """A length of time and nothing else: the periods of a code are few, and what is counted by them is much."""
    return Period.model_validate({unit: count})


class RollingPeriod(Period):
    """A period of a rule: whether its end rolls off weekends and holidays, and when people are reminded."""

    rolls: bool
    """True for something to be done, false for something that lasts."""
    remind: tuple[int, ...] = ()
    """How many days before the end its holder is reminded, such as [60, 30, 7]."""


class FixedDay(Rules):
    """The same day each year."""

    kind: Literal["fixed"]
    month: int = Field(ge=1, le=12)
    day: int = Field(ge=1, le=31)

    @model_validator(mode="after")
    def _is_a_day_of_every_year(self) -> Self:
        if self.day > _days_in(2001, self.month):
            raise ValueError(f"expected a day that every year has, found {self.day} {MONTHS[self.month - 1]}")
        return self

    def in_year(self, year: int) -> date:
        """The day in a year."""
        return date(year, self.month, self.day)


class NthWeekday(Rules):
    """The nth weekday of a month, or some days after it: election day is the day after the first Monday."""

    kind: Literal["nth_weekday"]
    month: int = Field(ge=1, le=12)
    weekday: Weekday
    nth: Literal[1, 2, 3, 4, "last"]
    plus_days: int = Field(default=0, ge=0, le=6)

    def in_year(self, year: int) -> date:
        """The day in a year."""
        wanted = WEEKDAYS.index(self.weekday)
        if self.nth == "last":
            end = date(year, self.month, _days_in(year, self.month))
            found = end - timedelta(days=(end.weekday() - wanted) % 7)
        else:
            first = date(year, self.month, 1)
            found = first + timedelta(days=(wanted - first.weekday()) % 7 + 7 * (self.nth - 1))
        return found + timedelta(days=self.plus_days)


class HolidayRule(Section):
    """A day that comes each year: a public holiday, or a day on which the town's counter is shut."""

    model_config = ConfigDict(serialize_by_alias=True)

    key: str
    name: str
    falls: Annotated[FixedDay | NthWeekday, Field(discriminator="kind")]
    since: WrittenDate | None = Field(default=None, alias="from")
    """First day on which the rule counts; none where it is older than any record."""
    until: WrittenDate | None = None
    """Last day on which the rule counts."""
    sunday_moves: bool = True
    """Whether the Monday after is a holiday too where the day is a Sunday."""

    def in_year(self, year: int) -> date | None:
        """The day in a year, or None where the rule does not count then."""
        day = self.falls.in_year(year)
        begun = self.since is None or self.since <= day
        return day if begun and (self.until is None or day <= self.until) else None


class NamedDay(Section):
    """One day with a name: a day that was proclaimed, or on which the counter was shut."""

    day: WrittenDate
    name: str


class TolledSpan(Section):
    """Days, both ends included, of which none counts toward any period."""

    model_config = ConfigDict(serialize_by_alias=True)

    since: WrittenDate = Field(alias="from")
    to: WrittenDate
    name: str

    @model_validator(mode="after")
    def _ends_after_it_begins(self) -> Self:
        if self.to < self.since:
            raise ValueError("expected `to` on or after `from`")
        return self


class CalendarRules(Rules):
    """What a town's calendar is made of: the State's holidays and rules of counting, the town's closings."""

    counting: Section
    """Leaving out the day of the event: § 20."""
    months: Section
    """Months and years: §§ 30 and 58."""
    rolling: Section
    """Saturdays, Sundays and public holidays: § 25-a."""
    holidays: tuple[HolidayRule, ...]
    proclaimed: tuple[NamedDay, ...] = ()
    tolled: tuple[TolledSpan, ...] = ()
    closings: tuple[HolidayRule, ...] = ()
    closed_on: tuple[NamedDay, ...] = ()


@dataclass(frozen=True, slots=True)
class NoBusiness:
    """A day on which an act need not be done, and why: "a Saturday", "Lincoln's Birthday"."""

    day: date
    because: str
    cite: str

    def __str__(self) -> str:
        return f"{in_words(self.day)} is {self.because}"


@dataclass(frozen=True, slots=True)
class Deadline:
    """The end of a period: the nominal day, which papers print, and the act-by day, which the law enforces.

    `kind` names the deadline (`permit.commence`), `cite` is the section that set the period, `provisions` are
    those that it carries out, `why` the days that were passed over, `reminders` the days to remind people.
    `start` and `period` say how it was counted, so that it can be counted again (`Calendar.again`); a day fixed by
    hand has neither.
    """

    kind: str
    nominal: date
    act_by: date
    cite: str = ""
    provisions: tuple[str, ...] = ()
    why: tuple[NoBusiness, ...] = ()
    reminders: tuple[date, ...] = ()
    start: date | None = None
    period: Period | None = None
    rolls: bool = False

    def passed(self, day: date) -> bool:
        """Whether a day is too late."""
        return day > self.act_by

    def reminding(self, days_before: tuple[int, ...]) -> Deadline:
        """The same deadline with reminders so many days before its nominal end."""
        return replace(self, reminders=tuple(self.nominal - timedelta(days=days) for days in days_before))

    def counted(self, start: date, period: Period) -> Deadline:
        """The same deadline with how it was counted: a period from the day of an event."""
        return replace(self, start=start, period=_bare(period.unit, period.count))

    def to_json(self) -> dict[str, Any]:
        """The deadline as plain JSON values, as the office stores it."""
        return {
            "kind": self.kind,
            "nominal": self.nominal.isoformat(),
            "act_by": self.act_by.isoformat(),
            "cite": self.cite,
            "provisions": list(self.provisions),
            "why": [str(day) for day in self.why],
            "reminders": [day.isoformat() for day in self.reminders],
        }


@dataclass(frozen=True)
class Calendar:
    """The calendar of a town: what days count, and when periods end. It asks no clock."""

    rules: CalendarRules
    _years: dict[int, dict[date, NoBusiness]] = field(default_factory=dict, repr=False, compare=False)

    # -- days ------------------------------------------------------------------------------------------------

    def public_holiday(self, day: date) -> NoBusiness | None:
        """The public holiday that a day is, or None: Gen. Constr. Law § 24."""
        if day.year not in self._years:
            self._years[day.year] = {holiday.day: holiday for holiday in self._holidays(day.year)}
        return self._years[day.year].get(day)

    def holidays(self, year: int) -> tuple[NoBusiness, ...]:
        """The public holidays of a year in order, moved and proclaimed ones included."""
        self.public_holiday(date(year, 1, 1))
        return tuple(sorted(self._years[year].values(), key=lambda holiday: holiday.day))

    def _holidays(self, year: int) -> Iterator[NoBusiness]:
        # Moved days first: where one falls on a day that is a holiday itself, its own name wins.
        for rule, day in _falling(self.rules.holidays, [max(1, year - 1), year]):
            monday = day + ONE_DAY
            if day.weekday() == SUNDAY and rule.sunday_moves and monday.year == year:
                yield NoBusiness(monday, f"the Monday after {rule.name}, a Sunday", rule.cite)
        for rule, day in _falling(self.rules.holidays, [year]):
            yield NoBusiness(day, rule.name, rule.cite)
        yield from (
            NoBusiness(named.day, named.name, named.cite) for named in self.rules.proclaimed if named.day.year == year
        )

    def no_business(self, day: date) -> NoBusiness | None:
        """Why a day is no business day (Saturday, Sunday, public holiday), or None where it is one."""
        if day.weekday() in (SATURDAY, SUNDAY):
            return NoBusiness(day, f"a {WEEKDAYS[day.weekday()].title()}", self.rules.rolling.cite)
        return self.public_holiday(day)

    def is_business_day(self, day: date) -> bool:
        """Whether the law takes a day for a business day. The town's closings have no say in it."""
        return self.no_business(day) is None

    def closed(self, day: date) -> NoBusiness | None:
        """Why the town's counter is shut on a day, or None: no business day, or a closing day of the town."""
        yearly = ((shut, rule.name, rule.cite) for rule, shut in _falling(self.rules.closings, [day.year]))
        once = ((named.day, named.name, named.cite) for named in self.rules.closed_on)
        shut = next((NoBusiness(*closing) for closing in (*yearly, *once) if closing[0] == day), None)
        return shut or self.no_business(day)

    def tolled(self, day: date) -> TolledSpan | None:
        """The span during which no day counts, where a day lies in one."""
        return next((span for span in self.rules.tolled if span.since <= day <= span.to), None)

    def next_business_day(self, day: date) -> date:
        """The day itself where it is a business day, else the first one after it."""
        while not self.is_business_day(day):
            day += ONE_DAY
        return day

    def _passed_over(self, day: date) -> NoBusiness | None:
        """Why an act need not be done on a day: no business day, or a day that does not count."""
        if span := self.tolled(day):
            return NoBusiness(day, f"not counted ({span.name})", span.cite)
        return self.no_business(day)

    # -- periods ---------------------------------------------------------------------------------------------

    def nominal(self, start: date, period: Period) -> date:
        """The last day of a period from an event: Gen. Constr. Law §§ 20, 30, 58. Nothing rolls here."""
        match period.unit:
            case "business_days":
                return self.add_business_days(start, period.count)
            case "months":
                end = add_months(start, period.count)
            case "years":
                end = add_months(start, 12 * period.count)
            case "weeks":
                end = start + timedelta(weeks=period.count)
            case _:
                end = start + timedelta(days=period.count)
                if period.count == 2:
                    # § 20: of a period of two days, a Saturday, Sunday or holiday in between is not reckoned.
                    end = self.next_business_day(start + ONE_DAY) + ONE_DAY
        return self._tolled_end(start, end)

    def _tolled_end(self, start: date, end: date) -> date:
        """The end put off by as many days as are tolled between the start and the end so put off."""
        day = start
        while self.rules.tolled and day < end:
            day += ONE_DAY
            if self.tolled(day):
                end += ONE_DAY
        return end

    def act_by(self, start: date, period: Period) -> date:
        """The last day on which an act is in time: the nominal end, carried to a business day by § 25-a."""
        return self.deadline(start, period, kind="").act_by

    def deadline(
        self,
        start: date,
        period: Period,
        *,
        kind: str,
        cite: str = "",
        provisions: tuple[str, ...] = (),
        rolls: bool = True,
    ) -> Deadline:
        """Both dates of a period from an event, and what was passed over. What lasts does not roll."""
        nominal = self.nominal(start, period)
        end = self.fixed(nominal, kind=kind, cite=cite, provisions=provisions, rolls=rolls)
        return end.counted(start, period)

    def ends(self, start: date, period: RollingPeriod, section: Section, *, kind: str) -> Deadline:
        """The deadline of a rule's period: it rolls and reminds as the rule says, and cites its section."""
        deadline = self.deadline(
            start, period, kind=kind, cite=section.cite, provisions=section.carries, rolls=period.rolls
        )
        return deadline.reminding(period.remind)

    def fixed(
        self, day: date, *, kind: str, cite: str = "", provisions: tuple[str, ...] = (), rolls: bool = False
    ) -> Deadline:
        """A deadline on a given day. One that an officer, court or agreement set by hand does not roll."""
        act_by, why = day, []
        while rolls and (left_out := self._passed_over(act_by)):
            why.append(left_out)
            act_by += ONE_DAY
        return Deadline(kind, day, act_by, cite, provisions, tuple(why), rolls=rolls)

    def again(self, old: Deadline) -> Deadline:
        """A deadline counted anew, by a calendar with other holidays or tolled days than when it was set.

        The day of an end that was fixed by hand stays. Reminders keep their distance from the end.
        """
        nominal = old.nominal if old.start is None or old.period is None else self.nominal(old.start, old.period)
        new = self.fixed(nominal, kind=old.kind, cite=old.cite, provisions=old.provisions, rolls=old.rolls)
        moved = nominal - old.nominal
        reminders = tuple(day + moved for day in old.reminders)
        return replace(new, start=old.start, period=old.period, reminders=reminders)

    def add_business_days(self, start: date, count: int) -> date:
        """The nth business day after a day."""
        day = start
        while count > 0:
            day += ONE_DAY
            if self.is_business_day(day) and not self.tolled(day):
                count -= 1
        return day

    # -- notice beforehand -----------------------------------------------------------------------------------

    def earliest_after_notice(self, notice: date, period: Period) -> date:
        """The first day on which a thing may happen that needs notice "at least" a period before.

        Nothing rolls: § 25-a would shorten the notice (or move a thing that nobody has to do).
        """
        return self.nominal(notice, period)

    def latest_notice(self, event: date, period: Period) -> date:
        """The last day on which notice of a thing is early enough. It never rolls, in neither direction."""
        day = event - ONE_DAY
        while self.nominal(day, period) > event:
            day -= ONE_DAY
        return day


def _falling(rules: Iterable[HolidayRule], years: Iterable[int]) -> Iterator[tuple[HolidayRule, date]]:
    """Each rule with its day in each of the years in which it counts."""
    for year in years:
        for rule in rules:
            if day := rule.in_year(year):
                yield rule, day


def days_of_violation(first: date, until: date, *, counting: DayCount, cured: bool) -> int:
    """How many days of a violation a penalty is counted on.

    `first` is the first day of the violation, or the day of notice where the count begins with it. `until` is
    the day of cure, or the day of asking where it is not `cured`. Never below zero.
    """
    left_out = -1 if counting == "each_day_or_part" else int(cured)
    return max(0, (until - first).days - left_out)
