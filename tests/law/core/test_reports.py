"""Reports: the time that each is for, the day by which it is due, and its lines."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from townwright.law.calendar import Calendar
from townwright.law.findings import Outcome
from townwright.law.reports import Report, ReportRules, Schedule, Span, due_of, fill, owed, span_of, standing, untold

day = date.fromisoformat


def report(
    cite: str = "§ 9", *, since: str = "2000-01-01", then: list[dict[str, Any]] | None = None, **schedule: Any
) -> Report:
    """A report with its schedule and two forms."""
    entry = {"cite": cite, "enacted_by": "L.L. 1-1999"}
    forms = [
        {
            **entry,
            "from": since,
            "value": {
                "counters": {
                    "permits.issued": {"title": "Permits issued"},
                    "fees.collected": {"title": "Fees collected", "kind": "money"},
                    "actions.pending": {"title": "Actions pending", "kind": "list", "section": {"cite": "§ 9(B)"}},
                }
            },
        },
        {**entry, "from": "2026-01-01", "value": {"counters": {"permits.new": {"title": "New permits"}}}},
    ]
    return ReportRules.model_validate(
        {
            "reports": {
                "one": {
                    "title": "Report",
                    "to": "Town Board",
                    "lines": forms,
                    "schedule": [
                        {**entry, "from": since, "value": schedule},
                        *({**entry, **one} for one in then or []),
                    ],
                }
            }
        }
    ).reports["one"]


CORTLANDT = report("§ 149-17(B)", every="month", due="end of next")
CHESTER = report("§ 50-16(A)", every="year", due_on={"month": 1, "day": 31})
SHELTER_ISLAND = report("§ 43-5B", every="year")
STATE = report("19 NYCRR 1203.4", every="year", due_on={"month": 4, "day": 1})
CARMEL = report("§ 156-71", every="quarter", due={"days": 30, "rolls": True})


# -- the time ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schedule", "on", "first", "last", "name"),
    [
        ({"every": "month"}, "2025-06-30", "2025-06-01", "2025-06-30", "June 2025"),
        ({"every": "month"}, "2024-02-29", "2024-02-01", "2024-02-29", "February 2024"),
        ({"every": "month", "starts_in": 7}, "2025-01-31", "2025-01-01", "2025-01-31", "January 2025"),
        ({"every": "quarter"}, "2025-04-01", "2025-04-01", "2025-06-30", "2nd quarter of 2025"),
        ({"every": "quarter"}, "2025-12-31", "2025-10-01", "2025-12-31", "4th quarter of 2025"),
        ({"every": "quarter", "starts_in": 11}, "2025-01-15", "2024-11-01", "2025-01-31", "1st quarter of 2024"),
        ({"every": "year"}, "2025-01-01", "2025-01-01", "2025-12-31", "2025"),
        ({"every": "year", "starts_in": 7}, "2025-06-30", "2024-07-01", "2025-06-30", "2024/2025"),
        ({"every": "year", "starts_in": 7}, "2025-07-01", "2025-07-01", "2026-06-30", "2025/2026"),
    ],
)
def test_the_time_of_a_report(schedule: dict[str, Any], on: str, first: str, last: str, name: str) -> None:
    assert span_of(Schedule.model_validate(schedule), day(on)) == Span(day(first), day(last), name)


@given(
    on=st.dates(date(1900, 1, 1), date(2100, 1, 1)),
    every=st.sampled_from(["month", "quarter", "year"]),
    starts_in=st.integers(1, 12),
)
def test_times_follow_each_other_without_gap(on: date, every: Any, starts_in: int) -> None:
    schedule = Schedule(every=every, starts_in=starts_in)
    span = span_of(schedule, on)

    assert span.first <= on <= span.last
    assert span_of(schedule, span.last + timedelta(days=1)).first == span.last + timedelta(days=1)


# -- by when -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("which", "on", "nominal", "act_by"),
    [
        (CORTLANDT, "2025-06-15", "2025-07-31", "2025-07-31"),
        (CORTLANDT, "2025-01-15", "2025-02-28", "2025-02-28"),
        (CHESTER, "2025-06-15", "2026-01-31", "2026-02-02"),  # a Saturday
        (STATE, "2025-06-15", "2026-04-01", "2026-04-01"),
        (STATE, "2022-06-15", "2023-04-01", "2023-04-03"),  # a Saturday
        (CARMEL, "2025-02-01", "2025-04-30", "2025-04-30"),
        (CARMEL, "2025-12-01", "2026-01-30", "2026-01-30"),
        (
            report(every="year", starts_in=7, due_on={"month": 9, "day": 1, "rolls": False}),
            "2025-01-01",
            "2025-09-01",
            "2025-09-01",
        ),
    ],
)
def test_a_report_is_due_so_long_after_its_time_or_on_a_day(
    calendar: Calendar, which: Report, on: str, nominal: str, act_by: str
) -> None:
    found = due_of(which, day(on), calendar)

    assert found is not None and found.due is not None
    assert (found.due.nominal, found.due.act_by, found.due.kind) == (day(nominal), day(act_by), "report.due")


def test_a_code_can_set_no_day_and_a_report_can_end(calendar: Calendar) -> None:
    ended = report(every="year", then=[{"from": "2025-07-01", "value": None}])
    changed = report(every="year", then=[{"from": "2025-07-01", "value": {"every": "month"}}])

    yearly, last, none, monthly = (
        due_of(which, day(on), calendar)
        for which, on in (
            (SHELTER_ISLAND, "2025-06-15"),
            (ended, "2025-06-15"),
            (ended, "2025-07-01"),
            (changed, "2025-06-15"),
        )
    )

    assert yearly is not None and yearly.due is None
    assert last is not None and last.span.name == "2025"
    assert none is None
    assert monthly is not None and monthly.span.name == "June 2025"


def test_every_time_that_is_over_has_its_report(calendar: Calendar) -> None:
    names = [one.span.name for one in owed(CORTLANDT, day("2025-05-10"), day("2025-08-01"), calendar)]
    running = [one.span.name for one in owed(CORTLANDT, day("2025-05-10"), day("2025-07-31"), calendar)]

    assert names == ["May 2025", "June 2025", "July 2025"]
    assert running == ["May 2025", "June 2025"]


def test_reports_are_owed_from_the_first_day_of_their_rule_to_its_last(calendar: Calendar) -> None:
    late = report(since="2025-03-10", every="month", then=[{"from": "2025-05-01", "value": None}])

    names = [one.span.name for one in owed(late, day("2025-01-01"), day("2026-01-01"), calendar)]
    none = list(owed(late, day("2026-01-01"), day("2025-01-01"), calendar))

    assert names == ["March 2025", "April 2025"]
    assert none == []


@pytest.mark.parametrize(
    ("submitted", "on", "outcome", "why"),
    [
        ("2025-07-08", "2025-07-08", Outcome.MET, "Submitted on Tue 8 July 2025"),
        ("2025-07-31", "2025-08-08", Outcome.MET, "Submitted on Thu 31 July 2025"),
        ("2025-08-01", "2025-08-08", Outcome.WARNING, "Submitted on Fri 1 August 2025"),
        (None, "2025-07-31", Outcome.WARNING, "Due by Thu 31 July 2025"),
        (None, "2025-08-01", Outcome.WARNING, "Due by Thu 31 July 2025; overdue"),
        ("2025-08-08", "2025-08-01", Outcome.WARNING, "Due by Thu 31 July 2025; overdue"),
    ],
)
def test_how_a_report_stands(calendar: Calendar, submitted: str | None, on: str, outcome: Outcome, why: str) -> None:
    june = due_of(CORTLANDT, day("2025-06-15"), calendar)
    assert june is not None

    found = standing(june, day(submitted) if submitted else None, day(on))

    assert (found.outcome, found.why, found.cite) == (outcome, why, "§ 149-17(B)")


def test_where_the_code_sets_no_day_a_report_is_never_late(calendar: Calendar) -> None:
    year = due_of(SHELTER_ISLAND, day("2025-06-15"), calendar)
    assert year is not None

    assert standing(year, None, day("2026-12-31")).why == "The code sets no day"
    assert standing(year, day("2026-12-31"), day("2026-12-31")).outcome is Outcome.MET


# -- what it says ------------------------------------------------------------------------------------------

TOLD: dict[str, object] = {
    "permits.issued": 1214,
    "fees.collected": Decimal("186450.00"),
    "actions.pending": ["Index 1"],
}


def test_a_report_is_filled_by_the_form_of_its_time() -> None:
    lines = fill(CHESTER, Span(day("2025-01-01"), day("2025-12-31"), "2025"), TOLD)
    later = fill(CHESTER, Span(day("2026-01-01"), day("2026-12-31"), "2026"), TOLD)

    assert [(line.title, line.shown, line.cite) for line in lines] == [
        ("Permits issued", "1,214", "§ 50-16(A)"),
        ("Fees collected", "$186,450.00", "§ 50-16(A)"),
        ("Actions pending", "1", "§ 9(B)"),
    ]
    assert untold(lines) == ()
    assert [(line.key, line.shown) for line in later] == [("permits.new", "not told")]
    assert untold(later) == ("permits.new",)


def test_a_form_that_is_not_on_file_has_no_lines() -> None:
    assert fill(CHESTER, Span(day("1999-01-01"), day("1999-12-31"), "1999"), TOLD) == ()
    bare = CHESTER.model_copy(update={"lines": None})
    assert fill(bare, Span(day("2025-01-01"), day("2025-12-31"), "2025"), TOLD) == ()


@pytest.mark.parametrize(
    ("key", "value"),
    [("permits.issued", "many"), ("permits.issued", True), ("fees.collected", 5), ("actions.pending", 3)],
)
def test_a_line_takes_values_of_its_kind_alone(key: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"{key} is no"):
        fill(CHESTER, Span(day("2025-01-01"), day("2025-12-31"), "2025"), {**TOLD, key: value})


@pytest.mark.parametrize(
    "schedule",
    [
        {"every": "month", "due_on": {"month": 4, "day": 1}},
        {"every": "year", "due": {"days": 30, "rolls": True}, "due_on": {"month": 4, "day": 1}},
    ],
)
def test_a_schedule_has_one_rule_of_when(schedule: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="expected due"):
        Schedule.model_validate(schedule)


@pytest.mark.parametrize(("month", "last"), [(1, 31), (2, 28), (4, 30)])
def test_a_report_is_due_on_a_day_of_every_year(month: int, last: int) -> None:
    assert Schedule.model_validate({"every": "year", "due_on": {"month": month, "day": last}}).due_on is not None
    with pytest.raises(ValidationError):
        Schedule.model_validate({"every": "year", "due_on": {"month": month, "day": last + 1}})
