"""Columns that several lists share: the case, its place, its officer, dates that run out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, cast

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Case as Choose
from django.db.models import DateField, F, Func, IntegerField, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.sql.compiler import SQLCompiler

from townwright.desk import where
from townwright.office.cases.models import Case
from townwright.office.staff.models import Account
from townwright.pages.components import Cell, Column
from townwright.pages.inline import Link, Under
from townwright.pages.lists import Listed


class DaysBetween(Func):
    """Days from the second date to the first, as a whole number on either database."""

    arity = 2
    output_field = IntegerField()
    template = "(%(expressions)s)"
    arg_joiner = " - "

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **more: Any) -> Any:
        """SQLite keeps dates as text: its day numbers are subtracted."""
        template = "CAST(julianday(%(expressions)s) AS INTEGER)"
        return self.as_sql(compiler, connection, template=template, arg_joiner=") - julianday(", **more)


def with_clock(cases: QuerySet[Case], today: date, case: str = "") -> QuerySet[Any]:
    """Cases, or rows that lead to one, with the days of the office and the applicant to a day, and who has the case."""
    since = DaysBetween(Value(today, output_field=DateField()), F(f"{case}holder_since"))
    own, theirs = F(f"{case}days_with_us"), F(f"{case}days_with_applicant")
    held = {f"{case}with_applicant": True}
    return cases.annotate(
        ours=Choose(When(**held, then=own), default=own + since, output_field=IntegerField()),
        theirs=Choose(When(**held, then=theirs + since), default=theirs, output_field=IntegerField()),
        officer_name=Subquery(Account.objects.filter(pk=OuterRef(f"{case}officer_id")).values("name")[:1]),
    )


def number(title: str, of: Callable[[Any], Case], case: str = "") -> Listed:
    """The number of a case, which opens it."""
    return Listed(
        Column("number", title, "main", sort="number"),
        lambda row: Link(of(row).number or "not numbered", where.case(of(row).pk), number=True),
        lambda row: of(row).number or "",
        (f"{case}number",),
    )


def work(of: Callable[[Any], Case], case: str = "") -> Listed:
    """What a case is about, and where."""
    return Listed(
        Column("work", "Work and place", sort="work"),
        lambda row: Under(of(row).title, of(row).place),
        lambda row: f"{of(row).title}, {of(row).place}",
        (f"{case}place",),
    )


def place(of: Callable[[Any], Case | None], case: str = "") -> Listed:
    """Where a case lies."""
    return Listed(
        Column("place", "Place", sort="place"),
        lambda row: found.place if (found := of(row)) else "",
        None,
        (f"{case}place",),
    )


def officer() -> Listed:
    """Who has the case; rows need `with_clock`."""
    return Listed(
        Column("officer", "Officer", sort="officer"),
        lambda row: row.officer_name or "No one yet",
        None,
        ("officer_name",),
    )


def days(key: str, title: str, late: int = 0) -> Listed:
    """Days of the clock under an annotation's name; more than `late` of them are shown as late."""

    def shows(row: Any) -> Any:
        count = getattr(row, key)
        return Cell(count, "late") if late and count is not None and count > late else count

    return Listed(Column(key, title, "number", label=title, sort=key), shows, lambda row: getattr(row, key), (key,))


def itself(row: Any) -> Case:
    """A row that is a case."""
    return cast(Case, row)


def its_case(row: Any) -> Case:
    """The case of a row that has one."""
    return cast(Case, row.case)
