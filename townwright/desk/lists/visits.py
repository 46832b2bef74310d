"""Inspections: visits of the day, work to be seen again, jobs without a date, visits left open."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from townwright.desk import where
from townwright.desk.lists import EVERYBODY, INSPECTOR, OFFICER, Waiting, columns, waits
from townwright.office.inspections import reading
from townwright.office.inspections.models import InspectionRequest, Result, Violation, Visit
from townwright.pages import words
from townwright.pages.components import Column
from townwright.pages.inline import Button, Day, Link, Tag, Under
from townwright.pages.lists import Listed


def _visits(today: date) -> QuerySet[Any]:
    """Visits booked for a day, those already made too."""
    carried = Violation.objects.open_on(today).filter(case=OuterRef("case")).order_by().values("case")
    found: QuerySet[Any] = (
        InspectionRequest.objects.filter(scheduled_on=today, ended_on=None)
        .select_related("permit__case", "inspector")
        .prefetch_related("lines", "visit__results")
        .annotate(carried=Coalesce(Subquery(carried.annotate(n=Count("pk")).values("n")), 0))
    )
    return found


def _state(row: InspectionRequest) -> Tag:
    if row.made_on is None:
        return Tag("none", "Not begun")
    failed = any(result.outcome != Result.Outcome.SATISFACTORY for result in row.visit.results.all())
    return Tag("unmet", "Not satisfactory") if failed else Tag("met", "Satisfactory")


def lines_of(row: Any) -> str:
    """The inspections that a visit is for."""
    lines = [line.title for line in (row.lines.all() if isinstance(row, InspectionRequest) else row.lines)]
    return words.listed(lines) if lines else "Inspection"


waits(
    Waiting(
        name="visits-today",
        title="Visits today",
        counted="Visits today",
        rule="booked for today, made or not",
        empty="No visit is booked for today.",
        rows=_visits,
        columns=lambda today: (
            Listed(Column("hour", "Time", "main", sort="hour"), lambda row: row.hour or "any time", None, ("minute",)),
            Listed(
                Column("place", "Place", sort="place"),
                lambda row: Under(Link(row.permit.case.place, where.case(row.case_id)), row.permit.case.number),
                lambda row: f"{row.permit.case.place}, {row.permit.case.number}",
                ("case__place",),
            ),
            Listed(Column("visit", "Visit"), lines_of),
            Listed(Column("carried", "Open violations carried", label="Carried"), lambda row: row.carried or "none"),
            Listed(
                Column("who", "Inspector", sort="who"),
                lambda row: row.inspector.name if row.inspector else "No one yet",
                None,
                ("inspector__name",),
            ),
            Listed(Column("state", "State"), _state, lambda row: _state(row).words),
        ),
        first="hour",
        case=None,
        of=INSPECTOR | OFFICER,
    )
)


def _of_waiting(today: date) -> Sequence[Listed]:
    return (
        Listed(
            Column("number", "Permit", "main", sort="number"),
            lambda row: Link(row.permit.number, where.case(row.permit.case_id), number=True),
            lambda row: row.permit.number,
            ("number",),
        ),
        Listed(Column("place", "Place", sort="place"), lambda row: row.permit.case.place, None, ("place",)),
        Listed(Column("what", "Inspection"), lines_of),
        Listed(Column("why", "Why"), lambda row: row.why),
        Listed(Column("days", "Days", "number", label="Days", sort="days"), lambda row: row.days, None, ("-since",)),
        Listed(Column("act", "Book it", unseen=True), _book),
    )


def _book(row: reading.WaitingRow) -> Button:
    about = f" for {row.permit.number}"
    if row.request is not None:
        return Button("Book a day", where.act("inspection.schedule", row.request.pk), about=about)
    asked = [line.key for line in row.lines]
    return Button("Ask for a visit", where.act("inspection.request", row.permit.pk, lines=asked), about=about)


waits(
    Waiting(
        name="re-inspections",
        title="Re-inspections to book",
        counted="Re-inspections to book",
        rule="failed, and nobody has asked for it again",
        empty="No failed work waits to be asked for again.",
        rows=lambda today: reading.reinspections_to_book(),
        columns=_of_waiting,
        first="-days",
        case=None,
        of=INSPECTOR | OFFICER,
        pressure="due",
        key="key",
        whole=reading.waiting,
    )
)

waits(
    Waiting(
        name="no-date",
        title="Jobs with no date yet",
        counted="Jobs with no date yet",
        rule="asked for and not booked, or failed and not asked for",
        empty="Every job that was asked for has its day.",
        rows=lambda today: reading.no_date_yet(),
        columns=_of_waiting,
        first="-days",
        case=None,
        of=EVERYBODY,
        key="key",
        whole=reading.waiting,
    )
)

waits(
    Waiting(
        name="visits-open",
        title="Visits not closed",
        counted="Visits not closed",
        rule="saved, their fee is not received yet",
        empty="Every visit is closed.",
        rows=lambda today: Visit.objects.filter(closed_on=None).select_related("case"),
        columns=lambda today: (
            columns.number("Case", columns.its_case, "case__"),
            columns.place(columns.its_case, "case__"),
            Listed(
                Column("visit", "Visit", sort="visit"),
                lambda row: Under(row.number, row.get_kind_display()),
                lambda row: row.number,
                ("number",),
            ),
            Listed(
                Column("on", "Made on", sort="on"),
                lambda row: Day(row.done_on, "short"),
                lambda row: row.done_on,
                ("done_on",),
            ),
            Listed(Column("by", "By", sort="by"), lambda row: row.by_name, None, ("by_name",)),
            Listed(
                Column("act", "Close it", unseen=True),
                lambda row: Button("Close it", where.act("inspection.close", row.pk), about=f" {row.number}"),
            ),
        ),
        first="on",
        case="case__",
        of=INSPECTOR,
    )
)
