"""Penalties: the days that each is counted on, its range, further offences, and what a court imposed."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from townwright.law.calendar import Period, days_of_violation
from townwright.law.dated import Series
from townwright.law.findings import Finding, Outcome
from townwright.law.penalties import (
    Days,
    Exposure,
    PenaltyRule,
    PenaltyRules,
    basis,
    counted_days,
    exposure,
    held_against,
    offence_number,
)

day = date.fromisoformat


def penalty(
    cite: str, *, since: str = "1990-01-01", then: list[dict[str, Any]] | None = None, **value: Any
) -> Series[PenaltyRule]:
    """A penalty, in force since 1990."""
    entry = {"cite": cite, "enacted_by": "L.L. 1-1989"}
    return PenaltyRules.model_validate(
        {
            "penalties": {
                "one": [
                    {**entry, "from": since, "value": {"title": "Fine", "track": "criminal", **value}},
                    *({**entry, **later} for later in then or []),
                ]
            }
        }
    ).penalties["one"]


def amounts(least: str, most: str, **offence: Any) -> list[dict[str, Any]]:
    """One grade of offence with one rate."""
    return [{"rates": [{"least": least, "most": most}], **offence}]


CHESTER = penalty("§ 50-17(C)(1)", per="day", offences=amounts("0.00", "1000.00", jail={"days": 15}))
CORTLANDT_CIVIL = penalty("§ 149-19(B)", per="day", track="civil", offences=amounts("0.00", "250.00"))
CORTLANDT = penalty("§ 149-19(D)", per="day", offences=amounts("100.00", "1000.00", jail={"days": 30}))
SHELTER_ISLAND = penalty(
    "§ 43-16B",
    since="2008-04-18",
    per="day",
    begins=["notice"],
    count="each_day_after_notice",
    first_counts=True,
    offences=amounts("500.00", "2000.00", jail={"days": 15}),
)
SWEDEN = penalty(
    "§ 169-9",
    per="day",
    begins=["deadline", "notice", "violation"],
    count="each_day_after_notice",
    offences=amounts("1000.00", "1000.00", jail={"months": 6}),
)
STATE = penalty(
    "Executive Law § 382(2)",
    per="day",
    begins=["deadline"],
    count="each_day_after_notice",
    offences=[
        {
            "rates": [
                {"most": "1000.00"},
                {"from_day": 181, "least": "25.00", "most": "1000.00"},
                {"from_day": 361, "least": "50.00", "most": "1000.00"},
            ],
            "jail": {"years": 1},
        }
    ],
)
TOWN_LAW = penalty(
    "Town Law § 268",
    per="week",
    within={"years": 5},
    offences=[
        *amounts("0.00", "350.00", jail={"months": 6}),
        *amounts("350.00", "700.00", jail={"months": 6}),
        *amounts("700.00", "1000.00", jail={"months": 6}),
    ],
)


def days(found: str, until: str, *, cured: bool = True, notice: str = "", deadline: str = "") -> Days:
    """A violation in time."""
    return Days(day(found), day(until), cured, day(notice) if notice else None, day(deadline) if deadline else None)


def ranged(series: Series[PenaltyRule], when: Days, **more: Any) -> Exposure:
    """The range of a penalty."""
    found = exposure(series, when, **more)
    assert isinstance(found, Exposure)
    return found


# -- the four towns ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("series", "when", "count", "least", "most"),
    [
        (CHESTER, days("2025-07-09", "2025-07-18"), 10, "0.00", "10000.00"),
        (CORTLANDT_CIVIL, days("2025-05-01", "2025-05-10"), 10, "0.00", "2500.00"),
        (CORTLANDT_CIVIL, days("2025-05-01", "2025-05-01"), 1, "0.00", "250.00"),
        (CORTLANDT, days("2025-07-01", "2025-07-05"), 5, "500.00", "5000.00"),
        (CORTLANDT, days("2025-07-30", "2025-08-02"), 4, "400.00", "4000.00"),
        (SHELTER_ISLAND, days("2026-02-20", "2026-03-12", notice="2026-03-02"), 10, "5000.00", "20000.00"),
        (SHELTER_ISLAND, days("2026-03-30", "2026-04-06", notice="2026-04-01"), 5, "2500.00", "10000.00"),
        (SHELTER_ISLAND, days("2026-02-20", "2026-03-12"), 1, "500.00", "2000.00"),
        (SHELTER_ISLAND, days("2026-02-20", "2026-03-03", notice="2026-03-02"), 1, "500.00", "2000.00"),
        (SWEDEN, days("2025-05-09", "2025-05-12", deadline="2025-05-01"), 10, "10000.00", "10000.00"),
        (SWEDEN, days("2025-05-16", "2025-05-30"), 14, "14000.00", "14000.00"),
        (SWEDEN, days("2025-05-16", "2025-05-30", notice="2025-05-20"), 9, "9000.00", "9000.00"),
        (SWEDEN, days("2025-05-16", "2025-05-16"), 0, "0.00", "0.00"),
    ],
)
def test_days_are_counted_as_the_text_counts_them(
    series: Series[PenaltyRule], when: Days, count: int, least: str, most: str
) -> None:
    found = ranged(series, when)

    assert (found.offences, found.least, found.most) == (count, Decimal(least), Decimal(most))
    assert sum(step.amount for step in found.most_steps) == found.most
    assert sum(step.amount for step in found.least_steps) == found.least


@pytest.mark.parametrize(
    ("series", "when", "words"),
    [
        (CHESTER, days("2025-07-09", "2025-07-18"), "10 days: up to $10,000.00, or up to 15 days of jail, or both"),
        (CORTLANDT_CIVIL, days("2025-05-01", "2025-05-01"), "1 day: up to $250.00"),
        (
            SHELTER_ISLAND,
            days("2026-02-20", "2026-03-12", notice="2026-03-02"),
            "10 days: $5,000.00 to $20,000.00, or up to 15 days of jail, or both",
        ),
        (
            SWEDEN,
            days("2025-05-09", "2025-05-12", deadline="2025-05-01"),
            "10 days: $10,000.00, or up to 6 months of jail, or both",
        ),
    ],
)
def test_the_range_is_said_in_words(series: Series[PenaltyRule], when: Days, words: str) -> None:
    assert ranged(series, when).words == words


def test_two_violations_of_two_persons_are_never_shared_out() -> None:
    found = ranged(CORTLANDT, days("2025-07-01", "2025-07-03"), violations=2)

    assert (found.offences, found.least, found.most) == (6, Decimal("600.00"), Decimal("6000.00"))
    assert found.most_steps[0].words == "Days 1 to 3: 3 × 2 violations × $1,000.00"


def test_a_penalty_for_each_violation_has_no_days() -> None:
    each = penalty("§ 9", per="violation", offences=amounts("500.00", "2000.00"))

    found = ranged(each, days("2025-07-01", "2025-12-31"), violations=2)

    assert (found.offences, found.least, found.most) == (2, Decimal("1000.00"), Decimal("4000.00"))


# -- Executive Law § 382(2) --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "least", "most"),
    [
        (1, "0.00", "1000.00"),
        (180, "0.00", "180000.00"),
        (181, "25.00", "181000.00"),
        (182, "50.00", "182000.00"),
        (360, "4500.00", "360000.00"),
        (361, "4550.00", "361000.00"),
        (400, "6500.00", "400000.00"),
    ],
)
def test_the_states_fine_rises_with_the_days(count: int, least: str, most: str) -> None:
    deadline = day("2025-11-12")
    cured = deadline + timedelta(days=count + 1)

    found = ranged(STATE, Days(day("2025-10-01"), cured, True, deadline=deadline))

    assert (found.offences, found.least, found.most) == (count, Decimal(least), Decimal(most))


def test_the_steps_of_the_states_fine() -> None:
    found = ranged(
        STATE, Days(day("2025-01-01"), day("2025-01-01") + timedelta(days=400), False, deadline=day("2025-01-01"))
    )

    assert [step.words for step in found.least_steps] == [
        "Days 1 to 180: 180 × $0.00",
        "Days 181 to 360: 180 × $25.00",
        "Days 361 to 400: 40 × $50.00",
    ]


def test_without_an_order_that_has_run_out_the_state_fines_nothing() -> None:
    found = ranged(STATE, days("2025-10-01", "2025-12-01"))

    assert (found.offences, found.most) == (0, Decimal(0))


# -- weeks and further offences ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("until", "started", "whole"),
    [("2025-07-07", 1, 1), ("2025-07-08", 2, 1), ("2025-07-14", 2, 2), ("2025-07-06", 1, 0)],
)
def test_a_penalty_by_the_week(until: str, started: int, whole: int) -> None:
    by_whole = penalty("§ 9", per="week", weeks="whole", offences=amounts("0.00", "350.00"))

    assert ranged(TOWN_LAW, days("2025-07-01", until)).offences == started
    found = ranged(by_whole, days("2025-07-01", until))
    assert (found.offences, found.most) == (whole, Decimal(350 * whole))


@pytest.mark.parametrize(
    ("earlier", "nth", "least", "most"),
    [
        ([], 1, "0.00", "350.00"),
        (["2020-07-01"], 2, "350.00", "700.00"),
        (["2020-06-30"], 1, "0.00", "350.00"),
        (["2021-01-01", "2024-01-01"], 3, "700.00", "1000.00"),
        (["2021-01-01", "2022-01-01", "2024-01-01"], 4, "700.00", "1000.00"),
        (["2025-07-01", "2026-01-01"], 1, "0.00", "350.00"),
    ],
)
def test_a_further_offence_within_the_years_is_graded(earlier: list[str], nth: int, least: str, most: str) -> None:
    found = ranged(TOWN_LAW, days("2025-07-01", "2025-07-01"), earlier=[day(one) for one in earlier])

    assert (found.nth, found.least, found.most) == (nth, Decimal(least), Decimal(most))


def test_jail_terms_are_graded_and_an_offence_can_count_for_ever() -> None:
    graded = penalty(
        "§ 9",
        per="violation",
        offences=[
            *amounts("0.00", "250.00"),
            *amounts("250.00", "500.00", jail={"days": 15}),
            *amounts("500.00", "1000.00", jail={"weeks": 26}),
        ],
    )
    when = days("2025-07-01", "2025-07-01")

    terms = [ranged(graded, when, earlier=[day(f"190{n}-01-01") for n in range(count)]).jail for count in range(3)]

    assert terms == [None, Period(days=15), Period(weeks=26)]


@pytest.mark.parametrize(
    ("unit", "last"),
    [
        ({"years": 2}, "2022-02-28"),
        ({"months": 6}, "2020-08-29"),
        ({"weeks": 1}, "2020-03-07"),
        ({"days": 30}, "2020-03-30"),
    ],
)
def test_the_time_of_an_earlier_offence_includes_its_last_day(unit: dict[str, int], last: str) -> None:
    rule = penalty("§ 9", per="day", within=unit, offences=amounts("0.00", "1.00")).root[0].value
    assert rule is not None
    earlier = [day("2020-02-29")]

    assert offence_number(rule, day(last), earlier) == 2
    assert offence_number(rule, day(last) + timedelta(days=1), earlier) == 1


# -- the rule of the day -----------------------------------------------------------------------------------

CHANGED = penalty(
    "§ 9",
    per="day",
    offences=amounts("0.00", "250.00"),
    since="2020-01-01",
    then=[
        {
            "from": "2025-01-01",
            "value": {"title": "Fine", "track": "civil", "per": "day", "offences": amounts("100.00", "1000.00")},
        },
        {"from": "2026-01-01", "value": None},
    ],
)


def test_each_day_is_under_the_rule_of_that_day() -> None:
    found = ranged(CHANGED, days("2024-12-30", "2025-01-03"))

    assert (found.offences, found.least, found.most) == (5, Decimal("300.00"), Decimal("3500.00"))
    assert [step.words for step in found.most_steps] == ["Days 1 to 2: 2 × $250.00", "Days 3 to 5: 3 × $1,000.00"]


def test_days_before_what_is_on_file_are_in_no_sum_and_days_after_the_end_are_none() -> None:
    before = ranged(CHANGED, days("2019-12-30", "2020-01-02"))
    after = ranged(CHANGED, days("2025-12-31", "2026-01-31"))

    assert (before.offences, before.open[0].outcome) == (2, Outcome.UNKNOWN)
    assert (after.offences, after.open) == (1, ())


@pytest.mark.parametrize(
    ("found", "until", "outcome", "why"),
    [
        ("2008-04-01", "2008-04-17", Outcome.UNKNOWN, "An earlier rule counted on Tue 1 April 2008 and is not on file"),
        ("2026-02-01", "2026-02-02", Outcome.UNMET, "The rule has ended"),
    ],
)
def test_where_no_rule_was_in_force_there_is_no_range(found: str, until: str, outcome: Outcome, why: str) -> None:
    series = SHELTER_ISLAND if found < "2020" else CHANGED

    none = exposure(series, days(found, until))

    assert isinstance(none, Finding)
    assert (none.outcome, none.why) == (outcome, why)


# -- bases -------------------------------------------------------------------------------------------------

BASED = penalty(
    "§ 50-17(C)(1)",
    per="day",
    offences=amounts("0.00", "1000.00"),
    bases={
        "chapter": {"title": "a violation of the chapter", "cite": "§ 50-17(C)(1)"},
        "order": {
            "title": "an order not obeyed",
            "needs": {"order": "the order", "passed": "that its time is over"},
            "cite": "§ 50-17(C)(1)",
        },
    },
)


@pytest.mark.parametrize(
    ("key", "told", "outcome", "why"),
    [
        ("chapter", {}, Outcome.MET, "a violation of the chapter"),
        ("order", {"order": "OR-2025-0004", "passed": True}, Outcome.MET, "an order not obeyed"),
        ("order", {"order": "", "passed": False}, Outcome.UNMET, "Not given: the order and that its time is over"),
        ("uniform code", {}, Outcome.UNMET, "It rests on a violation of the chapter or an order not obeyed"),
    ],
)
def test_a_penalty_rests_on_what_the_code_names(key: str, told: dict[str, object], outcome: Outcome, why: str) -> None:
    rule = BASED.on(day("2025-08-06"))
    anything = CHESTER.on(day("2025-08-06"))
    assert rule is not None and anything is not None

    assert (basis(rule, key, told).outcome, basis(rule, key, told).why) == (outcome, why)
    assert basis(anything, key, told).outcome is Outcome.MET


# -- what a court did --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("series", "when", "given_", "warned"),
    [
        (CHESTER, days("2025-07-09", "2025-07-18"), {"fine": Decimal("10500.00")}, ["penalty.fine"]),
        (CHESTER, days("2025-07-09", "2025-07-18"), {"fine": Decimal("10000.00"), "jail": Period(days=15)}, []),
        (
            CHESTER,
            days("2025-07-09", "2025-07-18"),
            {"fine": Decimal("5000.00"), "jail": Period(days=20)},
            ["penalty.jail"],
        ),
        (CORTLANDT, days("2025-07-01", "2025-07-01"), {"fine": Decimal("75.00")}, ["penalty.fine"]),
        (CORTLANDT, days("2025-07-01", "2025-07-01"), {"fine": Decimal("100.00"), "jail": Period(days=30)}, []),
        (CORTLANDT, days("2025-07-01", "2025-07-01"), {"jail": Period(days=31)}, ["penalty.jail"]),
        (SHELTER_ISLAND, days("2026-03-01", "2026-03-01"), {"fine": Decimal("499.99")}, ["penalty.fine"]),
        (SHELTER_ISLAND, days("2026-03-01", "2026-03-01"), {"fine": Decimal("500.00")}, []),
        (SHELTER_ISLAND, days("2026-03-01", "2026-03-01"), {"fine": Decimal("2000.00")}, []),
        (SHELTER_ISLAND, days("2026-03-01", "2026-03-01"), {"fine": Decimal("2000.01")}, ["penalty.fine"]),
        (SWEDEN, days("2025-05-16", "2025-05-30"), {"fine": Decimal("1999.00"), "offences": 2}, ["penalty.fine"]),
        (SWEDEN, days("2025-05-16", "2025-05-30"), {"fine": Decimal("2000.00"), "offences": 2}, []),
        (SWEDEN, days("2025-05-16", "2025-05-30"), {"fine": Decimal("2001.00"), "offences": 2}, ["penalty.fine"]),
        (SWEDEN, days("2025-05-16", "2025-05-30"), {"jail": Period(months=6)}, []),
        (SWEDEN, days("2025-05-16", "2025-05-30"), {"jail": Period(months=7)}, ["penalty.jail"]),
        (CORTLANDT_CIVIL, days("2025-05-01", "2025-05-01"), {"jail": Period(days=1)}, ["penalty.jail"]),
    ],
)
def test_a_court_is_recorded_as_it_was_with_a_warning_outside_the_range(
    series: Series[PenaltyRule], when: Days, given_: dict[str, Any], warned: list[str]
) -> None:
    findings = held_against(ranged(series, when), on=day("2025-09-16"), **given_)

    assert [f.key for f in findings if f.outcome is Outcome.WARNING] == warned
    assert all(f.outcome in (Outcome.WARNING, Outcome.MET) and f.cite == series.root[0].cite for f in findings)


# -- the shape of the rules --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [
        {"offences": amounts("10.00", "5.00")},
        {"offences": [{"rates": [{"from_day": 2, "most": "1.00"}]}]},
        {"offences": [{"rates": [{"most": "1.00"}, {"from_day": 1, "most": "2.00"}]}]},
        {"offences": amounts("0.00", "5.00", jail={"business_days": 5})},
    ],
)
def test_a_rule_that_makes_no_sense_is_refused(value: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="expected"):
        penalty("§ 9", per="day", **value)


@given(
    found=st.dates(date(2000, 1, 1), date(2080, 1, 1)),
    length=st.integers(0, 1500),
    cured=st.booleans(),
    by_part=st.booleans(),
)
def test_the_days_are_those_of_the_calendar_and_money_follows_them(
    found: date, length: int, cured: bool, by_part: bool
) -> None:
    series = CHESTER if by_part else SWEDEN
    rule = series.root[0].value
    assert rule is not None
    until = found + timedelta(days=length)
    when = Days(found, until, cured, notice=None if by_part else found)

    counted = ranged(series, when)

    assert counted.offences == days_of_violation(found, until, counting=rule.count, cured=cured)
    assert counted.most == 1000 * counted.offences
    assert (counted_days(rule, when) is None) is (counted.offences == 0)
