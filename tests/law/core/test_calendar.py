"""Time by the General Construction Law: its published vectors, the edges, and what holds for every day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import holidays as holidays_library
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import ValidationError

from townwright.law.calendar import (
    Calendar,
    CalendarRules,
    HolidayRule,
    Period,
    RollingPeriod,
    TolledSpan,
    add_months,
    days_of_violation,
    in_words,
)
from townwright.law.dated import Section

day = date.fromisoformat

MODERN = st.dates(min_value=date(1950, 1, 1), max_value=date(2150, 12, 31))
PERIODS = st.one_of(
    st.integers(1, 800).map(lambda n: Period(days=n)),
    st.integers(1, 100).map(lambda n: Period(business_days=n)),
    st.integers(1, 60).map(lambda n: Period(weeks=n)),
    st.integers(1, 70).map(lambda n: Period(months=n)),
    st.integers(1, 10).map(lambda n: Period(years=n)),
)


def with_rules(state: CalendarRules, **more: Any) -> Calendar:
    """A calendar with the State's holidays and some more."""
    return Calendar(CalendarRules.model_validate({**state.model_dump(by_alias=True), **more}))


# -- the published vectors ------------------------------------------------------------------------------

VECTORS = [
    ("2025-01-31", {"months": 1}, "2025-02-28", "2025-02-28", ()),
    ("2024-01-31", {"months": 1}, "2024-02-29", "2024-02-29", ()),
    ("2025-08-31", {"months": 6}, "2026-02-28", "2026-03-02", ("a Saturday", "a Sunday")),
    ("2024-02-29", {"years": 1}, "2025-02-28", "2025-02-28", ()),
    ("2024-02-29", {"months": 12}, "2025-02-28", "2025-02-28", ()),
    ("2024-02-29", {"days": 365}, "2025-02-28", "2025-02-28", ()),
    ("2024-03-01", {"days": 365}, "2025-03-01", "2025-03-03", ("a Saturday", "a Sunday")),
    ("2023-02-28", {"months": 12}, "2024-02-28", "2024-02-28", ()),
    ("2025-05-25", {"months": 12}, "2026-05-25", "2026-05-26", ("Memorial Day",)),
    ("2025-10-28", {"days": 30}, "2025-11-27", "2025-11-28", ("Thanksgiving Day",)),
    ("2026-01-13", {"days": 30}, "2026-02-12", "2026-02-13", ("Lincoln's Birthday",)),
    ("2026-01-17", {"days": 30}, "2026-02-16", "2026-02-17", ("Washington's Birthday",)),
    ("2026-06-04", {"days": 30}, "2026-07-04", "2026-07-06", ("a Saturday", "a Sunday")),
    ("2026-10-04", {"days": 30}, "2026-11-03", "2026-11-04", ("General Election Day",)),
    ("2026-05-15", {"days": 30}, "2026-06-14", "2026-06-15", ("a Sunday",)),
    (
        "2027-06-04",
        {"days": 30},
        "2027-07-04",
        "2027-07-06",
        ("a Sunday", "the Monday after Independence Day, a Sunday"),
    ),
    ("2025-12-20", {"days": 5}, "2025-12-25", "2025-12-26", ("Christmas Day",)),
    ("2025-12-11", {"days": 14}, "2025-12-25", "2025-12-26", ("Christmas Day",)),
    ("2025-11-24", {"business_days": 5}, "2025-12-02", "2025-12-02", ()),
    ("2025-12-02", {"business_days": 20}, "2025-12-31", "2025-12-31", ()),
    ("2026-02-06", {"business_days": 5}, "2026-02-17", "2026-02-17", ()),
]


@pytest.mark.parametrize(("start", "period", "nominal", "act_by", "why"), VECTORS)
def test_published_vectors(
    calendar: Calendar, start: str, period: dict[str, int], nominal: str, act_by: str, why: tuple[str, ...]
) -> None:
    deadline = calendar.deadline(day(start), Period(**period), kind="test")

    assert (deadline.nominal, deadline.act_by) == (day(nominal), day(act_by))
    assert tuple(left_out.because for left_out in deadline.why) == why


def test_mail_is_received_on_a_day_that_does_not_roll_and_the_period_runs_from_it(calendar: Calendar) -> None:
    received = calendar.deadline(day("2026-02-02"), Period(days=5), kind="notice.received", rolls=False)

    assert (received.nominal, received.act_by) == (day("2026-02-07"), day("2026-02-07"))
    assert calendar.act_by(received.act_by, Period(days=30)) == day("2026-03-09")


@pytest.mark.parametrize(
    ("start", "period", "act_by"),
    [
        ("2025-08-31", {"months": 6}, "2026-03-02"),
        ("2026-06-05", {"days": 14}, "2026-06-22"),
        ("2026-10-20", {"days": 14}, "2026-11-04"),
        ("2025-05-09", {"days": 30}, "2025-06-09"),
        ("2025-10-29", {"days": 30}, "2025-11-28"),
        ("2027-06-04", {"days": 30}, "2027-07-06"),
    ],
)
def test_how_an_island_town_counts(state: CalendarRules, start: str, period: dict[str, int], act_by: str) -> None:
    # Given a town hall that is shut on the day after Thanksgiving
    calendar = with_rules(
        state, closed_on=[{"day": "2025-11-28", "name": "Day after Thanksgiving", "cite": "Board resolution"}]
    )

    assert calendar.act_by(day(start), Period(**period)) == day(act_by)


def test_days_leave_out_the_day_of_the_event(calendar: Calendar) -> None:
    assert calendar.nominal(day("2025-05-05"), Period(days=30)) == day("2025-06-04")
    assert calendar.nominal(day("2024-02-10"), Period(days=30)) == day("2024-03-11")


@pytest.mark.parametrize(
    ("start", "nominal", "act_by"),
    [
        ("2025-01-13", "2025-02-12", "2025-02-13"),
        ("2025-05-09", "2025-06-08", "2025-06-09"),
        ("2025-10-05", "2025-11-04", "2025-11-05"),
        ("2025-10-29", "2025-11-28", "2025-11-28"),
        ("2027-06-04", "2027-07-04", "2027-07-06"),
    ],
)
def test_acts_roll_off_weekends_and_holidays_and_not_off_the_towns_own_closings(
    state: CalendarRules, start: str, nominal: str, act_by: str
) -> None:
    calendar = with_rules(
        state,
        closings=[
            {
                "key": "after-thanksgiving",
                "name": "Day after Thanksgiving",
                "cite": "Board resolution",
                "falls": {"kind": "nth_weekday", "month": 11, "weekday": "thursday", "nth": 4, "plus_days": 1},
            }
        ],
    )

    deadline = calendar.deadline(day(start), Period(days=30), kind="act")

    assert (deadline.nominal, deadline.act_by) == (day(nominal), day(act_by))
    assert calendar.closed(day("2025-11-28")) and calendar.is_business_day(day("2025-11-28"))


def test_months_run_to_the_same_numbered_day(calendar: Calendar) -> None:
    assert calendar.nominal(day("2025-12-31"), Period(months=2)) == day("2026-02-28")
    assert calendar.nominal(day("2020-02-29"), Period(years=1)) == day("2021-02-28")
    assert calendar.nominal(day("2023-02-28"), Period(years=1)) == day("2024-02-28")


# -- periods --------------------------------------------------------------------------------------------


def test_a_period_has_one_unit_and_says_itself_in_words() -> None:
    assert [str(Period(months=12)), str(Period(years=1)), str(Period(business_days=5))] == [
        "12 months",
        "1 year",
        "5 business days",
    ]
    assert (Period(weeks=2).unit, Period(weeks=2).count) == ("weeks", 2)
    assert Period(years=1).times(2) == Period(years=2)


@pytest.mark.parametrize("written", [{}, {"days": 1, "months": 1}, {"days": 0}, {"fortnights": 1}])
def test_a_period_without_one_unit_is_refused(written: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        Period.model_validate(written)


def test_a_rules_period_says_whether_it_rolls() -> None:
    assert RollingPeriod.model_validate({"months": 6, "rolls": True, "remind": [30, 7]}).remind == (30, 7)
    with pytest.raises(ValidationError, match="rolls"):
        RollingPeriod.model_validate({"months": 6})


def test_a_chain_of_months_is_not_the_sum_of_months() -> None:
    assert add_months(add_months(day("2025-01-31"), 1), 1) == day("2025-03-28")
    assert add_months(day("2025-01-31"), 2) == day("2025-03-31")
    assert add_months(day("2025-01-31"), -2) == day("2024-11-30")


@pytest.mark.parametrize(
    ("start", "nominal", "act_by"),
    [
        ("2026-03-02", "2026-03-04", "2026-03-04"),  # Monday: Tuesday, Wednesday
        ("2026-03-05", "2026-03-07", "2026-03-09"),  # Thursday: Friday, Saturday; rolls to Monday
        ("2026-03-06", "2026-03-10", "2026-03-10"),  # Friday: the weekend in between is not reckoned
        ("2026-02-11", "2026-02-14", "2026-02-17"),  # Lincoln's Birthday in between; ends on a long weekend
    ],
)
def test_of_two_days_the_weekend_in_between_is_not_reckoned(
    calendar: Calendar, start: str, nominal: str, act_by: str
) -> None:
    deadline = calendar.deadline(day(start), Period(days=2), kind="two days")

    assert (deadline.nominal, deadline.act_by) == (day(nominal), day(act_by))


def test_a_thing_that_lasts_does_not_roll(calendar: Calendar) -> None:
    deadline = calendar.deadline(day("2025-02-28"), Period(months=12), kind="permit.life", rolls=False)

    assert (deadline.nominal, deadline.act_by, deadline.why) == (day("2026-02-28"), day("2026-02-28"), ())


def test_a_day_fixed_by_hand_does_not_roll_unless_told_to(calendar: Calendar) -> None:
    saturday = day("2026-02-28")

    assert calendar.fixed(saturday, kind="escrow").act_by == saturday
    assert calendar.fixed(saturday, kind="correction", rolls=True).act_by == day("2026-03-02")


def test_a_deadline_says_what_was_passed_over_and_when_it_is_too_late(calendar: Calendar) -> None:
    deadline = calendar.deadline(
        day("2025-08-31"), Period(months=6), kind="permit.commence", cite="§ 50-4(I)", provisions=("CHE-50-4-I-1",)
    )

    assert deadline.to_json() == {
        "kind": "permit.commence",
        "nominal": "2026-02-28",
        "act_by": "2026-03-02",
        "cite": "§ 50-4(I)",
        "provisions": ["CHE-50-4-I-1"],
        "why": ["Sat 28 February 2026 is a Saturday", "Sun 1 March 2026 is a Sunday"],
        "reminders": [],
    }
    assert deadline.why[0].cite == "General Construction Law § 25-a"
    assert not deadline.passed(day("2026-03-02")) and deadline.passed(day("2026-03-03"))


def test_a_rules_period_ends_reminds_and_cites_as_the_rule_says(calendar: Calendar) -> None:
    period = RollingPeriod.model_validate({"months": 6, "rolls": True, "remind": [30, 7]})

    deadline = calendar.ends(day("2025-08-31"), period, Section(cite="§ 9", carries=("SHI-43-9",)), kind="x")

    assert (deadline.act_by, deadline.cite, deadline.provisions) == (day("2026-03-02"), "§ 9", ("SHI-43-9",))
    assert deadline.reminders == (day("2026-01-29"), day("2026-02-21"))


def test_days_are_written_with_their_weekday() -> None:
    assert in_words(day("2026-03-02")) == "Mon 2 March 2026"


@given(MODERN, PERIODS)
def test_the_act_by_day_is_the_first_business_day_from_the_nominal_end(
    calendar: Calendar, start: date, period: Period
) -> None:
    deadline = calendar.deadline(start, period, kind="any")

    assert start < deadline.nominal <= deadline.act_by
    assert calendar.is_business_day(deadline.act_by)
    between = (deadline.act_by - deadline.nominal).days
    assert not any(calendar.is_business_day(deadline.nominal + timedelta(days=n)) for n in range(between))
    assert len(deadline.why) == between <= 4


@given(MODERN, MODERN, PERIODS)
def test_a_later_start_never_ends_earlier(calendar: Calendar, one: date, other: date, period: Period) -> None:
    first, second = sorted((one, other))

    assert calendar.nominal(first, period) <= calendar.nominal(second, period)


@given(MODERN, st.integers(1, 200))
def test_months_keep_the_day_or_end_with_the_month(start: date, months: int) -> None:
    end = add_months(start, months)

    assert (end.year - start.year) * 12 + end.month - start.month == months
    assert end.day == start.day or (end.day < start.day and (end + timedelta(days=1)).day == 1)


@given(MODERN, st.integers(1, 60))
def test_business_days_are_as_many_as_asked_for(calendar: Calendar, start: date, count: int) -> None:
    end = calendar.add_business_days(start, count)

    days = [start + timedelta(days=n) for n in range(1, (end - start).days + 1)]
    assert sum(calendar.is_business_day(d) for d in days) == count
    assert calendar.is_business_day(end)


# -- holidays -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("year", "kept"),
    [
        (2025, "1-1 1-20 2-12 2-17 5-26 6-8 6-19 7-4 9-1 10-13 11-4 11-11 11-27 12-25"),
        (2026, "1-1 1-19 2-12 2-16 5-25 6-14 6-19 7-4 9-7 10-12 11-3 11-11 11-26 12-25"),
        (2027, "1-1 1-18 2-12 2-15 5-31 6-13 6-19 7-4 7-5 9-6 10-11 11-2 11-11 11-25 12-25"),
        (2028, "1-1 1-17 2-12 2-13 2-21 5-29 6-11 6-19 7-4 9-4 10-9 11-7 11-11 11-23 12-25"),
    ],
)
def test_the_holidays_of_a_year(calendar: Calendar, year: int, kept: str) -> None:
    # 12 February 2028 is a Saturday, so nothing moves
    kept = kept.replace("2-13 ", "")

    assert " ".join(f"{h.day.month}-{h.day.day}" for h in calendar.holidays(year)) == kept


@pytest.mark.parametrize(
    ("written", "because"),
    [
        ("2026-07-03", None),  # the Friday before a Saturday holiday
        ("2026-11-27", None),  # the Friday after Thanksgiving
        ("2026-06-15", None),  # the Monday after Flag Day
        ("2023-01-02", "the Monday after New Year's Day, a Sunday"),
        ("2027-07-05", "the Monday after Independence Day, a Sunday"),
        ("2026-06-19", "Juneteenth"),
        ("2020-06-19", None),  # before the law that made it a holiday
        ("2026-11-03", "General Election Day"),
        ("2026-03-07", "a Saturday"),
    ],
)
def test_what_is_and_what_is_not_a_business_day(calendar: Calendar, written: str, because: str | None) -> None:
    no_business = calendar.no_business(day(written))

    assert (no_business.because if no_business else None) == because


def test_the_holidays_library_differs_where_it_is_known_to(calendar: Calendar) -> None:
    """A cross-check: every weekday on which the library and § 24 part is one of these four kinds."""
    years = range(2021, 2036)
    library = holidays_library.country_holidays("US", subdiv="NY", years=years)

    theirs = {d: str(name) for d, name in library.items() if d.weekday() < 5}
    ours = {h.day: h.because for year in years for h in calendar.holidays(year) if h.day.weekday() < 5}
    only_theirs = {d: name for d, name in theirs.items() if d not in ours}

    assert set(ours) - set(theirs) == set()
    # A Saturday holiday is kept on Friday by federal offices, never by § 24.
    fridays = {d for d, name in only_theirs.items() if "observed" in name and d.weekday() == 4}
    assert {day("2026-07-03"), day("2027-06-18"), day("2027-12-24"), day("2027-12-31")} <= fridays
    # Susan B. Anthony Day is a day of commemoration, not in § 24.
    anthony = {d for d, name in only_theirs.items() if "Susan B. Anthony" in name}
    assert all((d.month, d.day) in ((2, 15), (2, 16)) for d in anthony) and anthony
    assert set(only_theirs) == fridays | anthony
    # The library does not know Flag Day, which is always a Sunday.
    assert all(d not in library for d in (h.day for h in calendar.holidays(2026) if h.because == "Flag Day"))


def test_a_rule_that_ended_and_a_moved_day_at_the_turn_of_the_year(state: CalendarRules) -> None:
    calendar = with_rules(
        state,
        holidays=[
            {
                "key": "eve",
                "name": "Eve",
                "falls": {"kind": "fixed", "month": 12, "day": 31},
                "until": "2023-12-31",
                "cite": "§ 24",
            }
        ],
    )

    assert calendar.public_holiday(day("2024-01-01")) is not None  # Sunday 31 December 2023 moved
    assert calendar.public_holiday(day("2024-12-31")) is None
    assert calendar.public_holiday(day("0001-01-01")) is None


@pytest.mark.parametrize(
    "falls",
    [
        {"kind": "fixed", "month": 2, "day": 29},
        {"kind": "fixed", "month": 13, "day": 1},
        {"kind": "nth_weekday", "month": 1, "weekday": "monday", "nth": 5},
        {"kind": "easter"},
    ],
)
def test_a_day_that_not_every_year_has_is_refused(falls: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        HolidayRule.model_validate({"key": "x", "name": "X", "falls": falls, "cite": "§ 24"})


def test_a_closing_day_shuts_the_counter_and_extends_no_time(state: CalendarRules) -> None:
    calendar = with_rules(state, closed_on=[{"day": "2026-01-26", "name": "Snow", "cite": "Order"}])

    shut = calendar.closed(day("2026-01-26"))
    assert shut is not None and shut.because == "Snow"
    assert calendar.act_by(day("2026-01-12"), Period(days=14)) == day("2026-01-26")
    assert calendar.closed(day("2026-01-27")) is None
    assert calendar.closed(day("2026-01-25")) is not None  # a Sunday


def test_a_proclaimed_day_is_a_public_holiday(state: CalendarRules) -> None:
    calendar = with_rules(
        state, proclaimed=[{"day": "2027-03-04", "name": "Day of mourning", "cite": "Proclamation of 2027-03-01"}]
    )

    deadline = calendar.deadline(day("2027-02-18"), Period(days=14), kind="act")

    assert (deadline.nominal, deadline.act_by) == (day("2027-03-04"), day("2027-03-05"))
    assert deadline.why[0].cite == "Proclamation of 2027-03-01"


# -- tolled days ----------------------------------------------------------------------------------------


@pytest.fixture
def tolled(state: CalendarRules) -> Calendar:
    """A calendar in which no day from 20 March 2030 to 20 May 2030 (62 days) counts."""
    return with_rules(
        state, tolled=[{"from": "2030-03-20", "to": "2030-05-20", "name": "Emergency", "cite": "Executive Order 1"}]
    )


@pytest.mark.parametrize(
    ("start", "period", "nominal"),
    [
        ("2029-06-11", {"months": 12}, "2030-08-12"),  # 62 days after 2030-06-11
        ("2030-03-10", {"days": 9}, "2030-03-19"),  # ended before
        ("2030-03-10", {"days": 10}, "2030-05-21"),  # its last day is the first that does not count
        ("2030-04-01", {"days": 30}, "2030-06-19"),  # begun during the span: counted from its end
        ("2030-05-21", {"days": 30}, "2030-06-20"),  # begun after it
        ("2030-03-18", {"business_days": 2}, "2030-05-21"),
    ],
)
def test_tolled_days_do_not_count(tolled: Calendar, start: str, period: dict[str, int], nominal: str) -> None:
    assert tolled.nominal(day(start), Period(**period)) == day(nominal)


def test_an_act_that_rolls_into_tolled_days_waits_for_their_end(state: CalendarRules) -> None:
    calendar = with_rules(
        state, tolled=[{"from": "2030-03-18", "to": "2030-03-20", "name": "Emergency", "cite": "Executive Order 1"}]
    )

    # 16 March 2030 is a Saturday; Monday 18 March does not count
    deadline = calendar.deadline(day("2030-03-06"), Period(days=10), kind="act")

    assert (deadline.nominal, deadline.act_by) == (day("2030-03-16"), day("2030-03-21"))
    assert deadline.why[-1].because == "not counted (Emergency)"


def test_a_span_ends_after_it_begins() -> None:
    with pytest.raises(ValidationError, match="on or after"):
        TolledSpan.model_validate({"from": "2030-03-02", "to": "2030-03-01", "name": "X", "cite": "Y"})


@given(MODERN, st.integers(1, 400), MODERN, st.integers(0, 100))
def test_tolling_leaves_as_many_days_as_the_period_has(
    state: CalendarRules, start: date, days: int, tolled_from: date, length: int
) -> None:
    assume(days != 2)
    to = tolled_from + timedelta(days=length)
    calendar = with_rules(
        state, tolled=[{"from": tolled_from.isoformat(), "to": to.isoformat(), "name": "X", "cite": "Y"}]
    )

    end = calendar.nominal(start, Period(days=days))

    counted = [start + timedelta(days=n) for n in range(1, (end - start).days + 1)]
    assert sum(not tolled_from <= d <= to for d in counted) == days
    assert calendar.tolled(end) is None


# -- notice beforehand ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notice", "period", "event"),
    [
        ("2025-06-06", {"days": 5}, "2025-06-11"),
        ("2026-03-02", {"days": 5}, "2026-03-07"),  # a Saturday: nothing rolls
        ("2026-01-31", {"months": 1}, "2026-02-28"),
    ],
)
def test_the_earliest_day_after_notice_does_not_roll(
    calendar: Calendar, notice: str, period: dict[str, int], event: str
) -> None:
    assert calendar.earliest_after_notice(day(notice), Period(**period)) == day(event)


@pytest.mark.parametrize(
    ("event", "period", "notice"),
    [
        ("2025-06-11", {"days": 5}, "2025-06-06"),
        ("2026-03-12", {"days": 5}, "2026-03-07"),  # a Saturday: a day later would be too short a notice
        ("2026-02-28", {"months": 1}, "2026-01-31"),
        ("2026-03-02", {"days": 1}, "2026-03-01"),
    ],
)
def test_the_latest_notice_does_not_roll(calendar: Calendar, event: str, period: dict[str, int], notice: str) -> None:
    assert calendar.latest_notice(day(event), Period(**period)) == day(notice)


@given(MODERN, PERIODS)
def test_the_latest_notice_is_early_enough_and_a_day_later_is_not(
    calendar: Calendar, event: date, period: Period
) -> None:
    notice = calendar.latest_notice(event, period)

    assert calendar.earliest_after_notice(notice, period) <= event
    assert calendar.earliest_after_notice(notice + timedelta(days=1), period) > event


# -- days of a penalty ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "until", "counting", "cured", "days"),
    [
        ("2025-05-01", "2025-05-10", "each_day_or_part", True, 10),
        ("2025-05-01", "2025-05-01", "each_day_or_part", True, 1),
        ("2025-05-01", "2025-05-10", "each_day_or_part", False, 10),
        ("2025-05-01", "2025-05-10", "each_day_after_notice", True, 8),  # neither the 1st nor the 10th
        ("2025-05-01", "2025-05-10", "each_day_after_notice", False, 9),  # not cured: the 10th counts
        ("2025-05-01", "2025-05-01", "each_day_after_notice", True, 0),
        ("2025-05-02", "2025-05-01", "each_day_or_part", False, 0),  # not begun
    ],
)
def test_days_of_a_violation_are_counted_as_the_text_counts_them(
    first: str, until: str, counting: Any, cured: bool, days: int
) -> None:
    assert days_of_violation(day(first), day(until), counting=counting, cured=cured) == days
