"""Dates that acts have set and that run out: last day today, ending soon, past due."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.db.models import QuerySet

from townwright.desk import dates
from townwright.desk.lists import OFFICER, Waiting, columns, waits
from townwright.office.cases.models import SetDate
from townwright.pages import words
from townwright.pages.components import Cell, Column
from townwright.pages.inline import Cite, Deadline
from townwright.pages.lists import Listed


def open_dates() -> QuerySet[Any]:
    """Dates of open cases that are neither kept nor replaced."""
    return SetDate.objects.filter(done_on=None, replaced=False, case__closed_on=None).select_related("case")


def around(today: date) -> QuerySet[Any]:
    """Those that ended in the last thirty days or end in the next thirty, as Today shows them."""
    span = timedelta(days=dates.SOON)
    return open_dates().filter(act_by__range=(today - span, today + span)).exclude(act_by=today)


def of_dates(today: date) -> Sequence[Listed]:
    """The case, the place, what happens, and the date with its act-by day."""
    return (
        columns.number("Case", columns.its_case, "case__"),
        columns.place(columns.its_case, "case__"),
        Listed(Column("what", "What happens", sort="what"), _happens, lambda row: dates.said(row.kind), ("kind",)),
        Listed(Column("date", "Date", sort="date"), lambda row: _date(row, today), lambda row: row.act_by, ("act_by",)),
    )


def _happens(row: SetDate) -> Any:
    return (f"{dates.said(row.kind)}. {dates.happens(row.kind)} ", Cite(row.cite, next(iter(row.provisions), "")))


def _date(row: SetDate, today: date) -> Cell:
    return Cell(Deadline(row.nominal, row.act_by), dates.pressure(row, today))


def _why_today(row: SetDate) -> Any:
    counted = f"Counted from {words.day(row.begins)}" if row.begins != row.nominal else "Fixed by hand"
    passed = f"; not counted: {words.listed(row.passed_over)}" if row.passed_over else ""
    return (f"{counted}{passed}. ", Cite(row.cite, next(iter(row.provisions), "")))


waits(
    Waiting(
        name="last-day",
        title="Last day today",
        counted="Last day today",
        rule="by act-by date",
        empty="Nothing runs out today. Dates whose act-by day is today stand here, weekends and holidays counted.",
        rows=lambda today: open_dates().filter(act_by=today),
        columns=lambda today: (
            columns.number("Case", columns.its_case, "case__"),
            Listed(Column("what", "What"), lambda row: dates.said(row.kind)),
            columns.place(columns.its_case, "case__"),
            Listed(Column("why", "Why today"), _why_today, lambda row: row.cite),
        ),
        first="number",
        case="case__",
        pressure="late",
    )
)

waits(
    Waiting(
        name="ending",
        title="Ending within 30 days",
        counted="Ending within 30 days",
        rule="dates that acts have set, the next 30 days",
        empty="Nothing ends in the next 30 days. Terms of permits and certificates and days to reply stand here.",
        rows=lambda today: open_dates().filter(act_by__gt=today, act_by__lte=today + timedelta(days=dates.SOON)),
        columns=of_dates,
        first="date",
        case="case__",
        of=OFFICER,
        pressure="due",
    )
)

waits(
    Waiting(
        name="past-due",
        title="Past due",
        counted="Past due",
        rule="dates that have passed in cases that are still open",
        empty="Nothing is past due.",
        rows=lambda today: open_dates().filter(act_by__lt=today),
        columns=of_dates,
        first="date",
        case="case__",
        of=OFFICER,
        pressure="late",
    )
)
