"""Reports that an office owes: which, for what time, by when, and what each counts.

`ReportRules` is a pack's section. A counter is a key with its words; the office tells the number for the key.
The State's form changes from year to year, so that its lines are a dated series.

    reports:
      board_monthly:
        title: Report to the Town Board
        to: Town Board
        schedule:
          - from: "2006-01-01"
            value: {every: month, due: end of next}
            cite: "§ 149-17(B)"
            enacted_by: "L.L. 1-2006"
        lines:
          - from: "2006-01-01"
            value:
              counters:
                permits.issued: {title: Permits issued}
                fees.collected: {title: Fees collected, kind: money}
            cite: "§ 149-17(B)"
            enacted_by: "L.L. 1-2006"
      state:
        title: Annual report to the Secretary of State
        to: Secretary of State
        schedule:
          - from: "2022-12-30"
            value: {every: year, due_on: {month: 4, day: 1, rolls: true}}
            cite: 19 NYCRR 1203.4
            enacted_by: State Register of 29 December 2021
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal, Self

from pydantic import Field, StrictBool, StrictInt, StrictStr, model_validator

from townwright.law.calendar import MONTHS, ONE_DAY, Calendar, Deadline, RollingPeriod, add_months, in_words
from townwright.law.dated import Dated, Section, Series
from townwright.law.facts import show_money
from townwright.law.findings import Finding
from townwright.law.holding import held
from townwright.law.model import Rules

#: How often a report is made.
Every = Literal["month", "quarter", "year"]

_MONTHS_OF: Mapping[Every, int] = {"month": 1, "quarter": 3, "year": 12}


# -- the rules of a pack -----------------------------------------------------------------------------------


class DueOn(Rules):
    """A day of the year after the time that a yearly report is for."""

    month: StrictInt = Field(ge=1, le=12)
    day: StrictInt = Field(ge=1, le=31)
    rolls: StrictBool = True

    @model_validator(mode="after")
    def _is_a_day_of_every_year(self) -> Self:
        self.in_year(2001)
        return self

    def in_year(self, year: int) -> date:
        """The day in a year. Raises `ValueError` where the year has no such day."""
        return date(year, self.month, self.day)


class Schedule(Rules):
    """For what time a report is made, and by when."""

    every: Every
    starts_in: StrictInt = Field(default=1, ge=1, le=12)
    """The month in which the year begins: 1 for the calendar year."""
    due: RollingPeriod | Literal["end of next"] | None = None
    """How long after the last day of its time it is due, or with the last day of the next such time."""
    due_on: DueOn | None = None
    """On which day after its time a yearly one is due."""

    @model_validator(mode="after")
    def _one_due(self) -> Self:
        if self.due is not None and self.due_on is not None:
            raise ValueError("expected due or due_on, not both")
        if self.due_on is not None and self.every != "year":
            raise ValueError("expected due_on in a yearly report alone")
        return self


class Counter(Rules):
    """One line of a report: what is counted, in words."""

    title: StrictStr
    kind: Literal["count", "money", "list"] = "count"
    """A number, an amount, or the things themselves."""
    section: Section | None = None
    """Where it says that the report has it, if not with the rest."""


class Lines(Rules):
    """The lines of a report, by the keys that the office tells them by, in order."""

    counters: dict[StrictStr, Counter]


class Report(Rules):
    """One report."""

    title: StrictStr
    to: StrictStr
    signed_by: StrictStr = ""
    schedule: Series[Schedule]
    lines: Series[Lines] | None = None
    """What it counts; null where another authority's form says so and is not on file."""


class ReportRules(Rules):
    """The reports of a town's office, by key."""

    reports: dict[str, Report] = Field(default_factory=dict)


# -- for what time, and by when ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Span:
    """The time that a report is for, both ends included, with its name: "June 2025", "2nd quarter of 2025"."""

    first: date
    last: date
    name: str


@dataclass(frozen=True, slots=True)
class ReportDue:
    """A report for a time, with the day by which it is due; none where the code sets no day."""

    span: Span
    rule: Dated[Schedule]
    due: Deadline | None


def span_of(schedule: Schedule, day: date) -> Span:
    """The time of a schedule in which a day lies."""
    months = _MONTHS_OF[schedule.every]
    since = (day.year * 12 + day.month - schedule.starts_in) // months * months + schedule.starts_in - 1
    first = date(since // 12, since % 12 + 1, 1)
    last = add_months(first, months) - ONE_DAY
    match schedule.every:
        case "month":
            name = f"{MONTHS[first.month - 1]} {first.year}"
        case "quarter":
            number = ((first.month - schedule.starts_in) % 12) // 3
            name = f"{('1st', '2nd', '3rd', '4th')[number]} quarter of {first.year}"
        case _:
            name = str(first.year) if first.year == last.year else f"{first.year}/{last.year}"
    return Span(first, last, name)


def due_of(report: Report, day: date, calendar: Calendar, *, kind: str = "report.due") -> ReportDue | None:
    """The report for the time in which a day lies, by the schedule in force on that time's last day; None where
    none was.
    """
    rule = report.schedule.on(day)
    if rule is None:
        return None
    rule = report.schedule.on(span_of(rule.value, day).last) or rule
    span = span_of(rule.value, day)
    return ReportDue(span, rule, _due(rule, span, calendar, kind))


def _due(rule: Dated[Schedule], span: Span, calendar: Calendar, kind: str) -> Deadline | None:
    value = rule.value
    if value.due == "end of next":
        following = span_of(value, span.last + ONE_DAY).last
        return calendar.fixed(following, kind=kind, cite=rule.cite, provisions=rule.carries)
    if value.due is not None:
        return calendar.ends(span.last, value.due, rule, kind=kind)
    if value.due_on is None:
        return None
    on = value.due_on.in_year(span.last.year)
    if on <= span.last:
        on = value.due_on.in_year(span.last.year + 1)
    return calendar.fixed(on, kind=kind, cite=rule.cite, provisions=rule.carries, rolls=value.due_on.rolls)


def owed(report: Report, since: date, on: date, calendar: Calendar) -> Iterator[ReportDue]:
    """The reports for every time that is over on a day, from the one in which `since` lies, oldest first. A time
    without any business has its report too.
    """
    day = since
    while day <= on:
        found = due_of(report, day, calendar)
        if found is None:
            later = next((entry.since for entry in report.schedule.root if entry.since > day), None)
            if later is None:
                return
            day = later
            continue
        if found.span.last >= on:
            return
        yield found
        day = found.span.last + ONE_DAY


def standing(found: ReportDue, submitted: date | None, on: date) -> Finding:
    """How a report stands on a day: submitted in time, late, or missing. It is never more than a warning."""
    due = found.due
    says = f"The report for {found.span.name} is submitted"
    if submitted is not None and submitted <= on:
        late = due is not None and due.passed(submitted)
        return held(
            "report.submitted",
            not late,
            says + (" in time" if due else ""),
            found.rule,
            why=f"Submitted on {in_words(submitted)}",
            fact=submitted,
            limit=due.act_by if due else None,
            warns=True,
        )
    over = due is not None and due.passed(on)
    why = f"Due by {in_words(due.act_by)}" if due else "The code sets no day"
    return held(
        "report.submitted",
        False,
        says,
        found.rule,
        why=why + ("; overdue" if over else ""),
        cure="Sign and submit it",
        limit=due.act_by if due else None,
        warns=True,
    )


# -- what it says ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One line of a report as it is filled: its key and words, the value, None where nobody told it, and the
    value in words.
    """

    key: str
    title: str
    value: object
    shown: str
    cite: str


def fill(report: Report, span: Span, told: Mapping[str, object]) -> tuple[ReportLine, ...]:
    """The lines of a report for a time, by the form in force on its last day, filled with what the office tells.
    Raises `ValueError` for a value that is not of the line's kind.
    """
    form = report.lines.on(span.last) if report.lines else None
    if form is None:
        return ()
    return tuple(
        ReportLine(
            key, counter.title, told.get(key), _shown(key, counter, told.get(key)), (counter.section or form).cite
        )
        for key, counter in form.value.counters.items()
    )


def _shown(key: str, counter: Counter, value: object) -> str:
    match counter.kind, value:
        case _, None:
            return "not told"
        case "count", int() if not isinstance(value, bool):
            return f"{value:,}"
        case "money", Decimal():
            return show_money(value)
        case "list", tuple() | list():
            return f"{len(value):,}"
    raise ValueError(f"{key} is no {counter.kind}: {value!r}")


def untold(lines: tuple[ReportLine, ...]) -> tuple[str, ...]:
    """The keys of the lines that nobody told."""
    return tuple(line.key for line in lines if line.value is None)
