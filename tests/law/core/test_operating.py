"""Operating permits: the categories and their thresholds, terms to the day, and what precedes an issue."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from townwright.law.calendar import Calendar
from townwright.law.facts import Catalogue, Fact, Kind
from townwright.law.findings import Outcome
from townwright.law.operating import (
    OPERATING_STATUS,
    Operating,
    OperatingRules,
    days_used,
    inspected,
    needed,
    renewal_opens,
    renewed_from,
    term,
)
from townwright.law.predicates import Asked

day = date.fromisoformat
CATALOGUE = Catalogue(
    [
        Fact("event.attendance", Kind.INT, "Planned attendance", "How many people?"),
        Fact("activity.hot_work", Kind.BOOL, "Hot work", "Is there hot work?"),
        Fact("activity.under_permit", Kind.BOOL, "Under a building permit", "Is it under a building permit?"),
        Fact("activity.sugarhouse", Kind.BOOL, "Sugarhouse", "Is it at a sugarhouse?"),
    ]
)


def longest(cite: str, since: str = "1990-01-01", **period: int) -> list[dict[str, Any]]:
    """A longest term, in force since 1990."""
    return [
        {"from": since, "cite": cite, "enacted_by": "L.L. 1-1989", "value": {**period, "rolls": False, "remind": [30]}}
    ]


CATEGORIES: dict[str, Any] = {
    "tents": {
        "title": "Tents",
        "when": {"is_true": "activity.sugarhouse"},
        "longest": longest("§ 50-10(F)(1)(a)", days=180),
    },
    "sugarhouse": {
        "title": "Sugarhouse",
        "when": {"is_true": "activity.sugarhouse"},
        "longest": longest("§ 50-10(F)(1)(b)", days=60),
        "in_all": {"days": 60, "within": {"months": 12}},
    },
    "event": {
        "title": "Outdoor event",
        "when": {"more_than": {"fact": "event.attendance", "limit": 1000}},
        "longest": longest("§ 50-10(F)(1)(d)", years=1),
        "section": {"cite": "§ 50-10(A)(1)(e)", "carries": ["CHE-50-10-A-1-e"]},
    },
    "hot_work": {
        "title": "Hot work",
        "when": {"is_true": "activity.hot_work"},
        "except": [
            {
                "title": "Hot work under a building permit",
                "cite": "§ 50-10(A)(1)(b)[8]",
                "when": {"is_true": "activity.under_permit"},
            }
        ],
        "longest": longest("§ 50-10(F)(1)(d)", years=1),
    },
    "rides": {
        "title": "Rides",
        "when": {"is_true": "activity.hot_work"},
        "longest": longest("§ 50-10(F)(1)(c)", "2024-01-01", years=1),
    },
}
CHESTER = OperatingRules.model_validate(
    {
        "categories": CATEGORIES,
        "several": {"cite": "§ 50-10(E)"},
        "inspection": {"cite": "§ 50-10(D)"},
        "renewal": {"opens": {"days": 60}, "cite": "§ 50-10(F)(2)"},
    }
)
PLAIN = OperatingRules.model_validate(
    {"categories": CATEGORIES, "inspection": {"cite": "§ 9", "after": "any time"}, "renewal": {"cite": "§ 9"}}
)


def asked(calendar: Calendar, on: str = "2025-06-20", **facts: Any) -> Asked:
    """What is known of an activity."""
    told: dict[str, object] = {
        "event.attendance": 0,
        "activity.hot_work": False,
        "activity.under_permit": False,
        "activity.sugarhouse": False,
    }
    return Asked(told | {name.replace("__", "."): value for name, value in facts.items()}, day(on), CATALOGUE, calendar)


def tried(
    calendar: Calendar,
    keys: list[str],
    starts: str,
    ends: str | None,
    *,
    rules: OperatingRules = CHESTER,
    issued: str = "",
    separate: bool = False,
) -> Operating:
    """What the code says to a period."""
    return term(
        rules,
        keys,
        issued=day(issued or starts),
        starts=day(starts),
        ends=day(ends) if ends else None,
        separate=separate,
        calendar=calendar,
    )


# -- which categories --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("attendance", "needs"), [(999, False), (1000, False), (1001, True), (None, None)])
def test_more_than_a_thousand_leaves_the_thousand_out(
    calendar: Calendar, attendance: int | None, needs: bool | None
) -> None:
    event = needed(CHESTER, asked(calendar, event__attendance=attendance))[2]

    assert (event.needed, event.cite, event.provisions) == (needs, "§ 50-10(A)(1)(e)", ("CHE-50-10-A-1-e",))
    assert event.missing == (("event.attendance",) if needs is None else ())


@pytest.mark.parametrize(
    ("hot", "under", "needs", "cite"),
    [
        (True, False, True, "§ 50-10(F)(1)(d)"),
        (True, True, False, "§ 50-10(A)(1)(b)[8]"),
        (False, None, False, "§ 50-10(F)(1)(d)"),
        (True, None, None, "§ 50-10(F)(1)(d)"),
        (None, True, False, "§ 50-10(A)(1)(b)[8]"),
    ],
)
def test_an_exception_takes_an_activity_out(
    calendar: Calendar, hot: bool | None, under: bool | None, needs: bool | None, cite: str
) -> None:
    found = {
        one.key: one for one in needed(CHESTER, asked(calendar, activity__hot_work=hot, activity__under_permit=under))
    }

    assert (found["hot_work"].needed, found["hot_work"].cite) == (needs, cite)


def test_a_category_not_yet_in_force_is_not_asked(calendar: Calendar) -> None:
    assert "rides" not in {one.key for one in needed(CHESTER, asked(calendar, "2023-12-31"))}
    assert "rides" in {one.key for one in needed(CHESTER, asked(calendar, "2024-01-01"))}


def test_the_check_finds_facts_that_there_are_not() -> None:
    assert list(CHESTER.check(CATALOGUE, {})) == []
    places = {place for place, _ in CHESTER.check(Catalogue([]), {})}
    assert ("categories", "hot_work", "except", 0, "when", "is_true") in places
    assert ("categories", "tents", "when", "is_true") in places


def test_a_term_never_rolls() -> None:
    rolling = longest("§ 9", days=180)
    rolling[0]["value"]["rolls"] = True

    with pytest.raises(ValidationError, match="term of tents not to roll"):
        OperatingRules.model_validate({"categories": {"tents": {**CATEGORIES["tents"], "longest": rolling}}})


# -- how long ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "starts", "ends", "allowed"),
    [
        ("tents", "2025-05-16", "2025-11-12", True),
        ("tents", "2025-05-16", "2025-11-13", False),
        ("sugarhouse", "2026-02-14", "2026-04-15", True),
        ("sugarhouse", "2026-02-14", "2026-04-16", False),
        ("event", "2025-10-20", "2026-10-20", True),
        ("event", "2025-10-20", "2026-10-21", False),
        ("event", "2024-02-29", "2025-02-28", True),
        ("event", "2024-02-29", "2025-03-01", False),
        ("event", "2025-09-13", "2025-09-14", True),
        ("event", "2025-09-13", "2025-09-13", True),
        ("event", "2025-09-13", "2025-09-12", False),
    ],
)
def test_a_permit_lasts_its_longest_term_at_most(
    calendar: Calendar, key: str, starts: str, ends: str, allowed: bool
) -> None:
    permit = tried(calendar, [key], starts, ends)

    assert permit.decision.allowed is allowed
    assert (permit.ends is not None) is allowed
    if permit.ends:
        assert (permit.ends.act_by, permit.ends.reminders) == (day(ends), (day(ends) - timedelta(days=30),))
    else:
        assert permit.decision.standing_in_the_way[0].key == "operating.period"


def test_a_joint_permit_ends_by_the_shortest_term(calendar: Calendar) -> None:
    permit = tried(calendar, ["event", "tents"], "2025-06-20", "2025-12-17")

    assert permit.decision.allowed
    assert permit.latest == day("2025-12-17")
    assert not tried(calendar, ["event", "tents"], "2025-06-20", "2025-12-18").decision.allowed


def test_the_officer_states_the_period_and_none_is_filled_in(calendar: Calendar) -> None:
    permit = tried(calendar, ["event"], "2025-06-20", None)

    assert [(f.key, f.limit) for f in permit.decision.standing_in_the_way] == [("operating.period", day("2026-06-20"))]
    assert permit.ends is None


@pytest.mark.parametrize(
    ("one_permit", "separate", "allowed"),
    [
        ("officer decides", False, True),
        ("officer decides", True, False),
        ("never", False, False),
        ("always", True, True),
        (None, False, False),
    ],
)
def test_several_activities_can_be_under_one_permit(
    calendar: Calendar, one_permit: str | None, separate: bool, allowed: bool
) -> None:
    several = {"cite": "§ 50-10(E)", "one_permit": one_permit} if one_permit else None
    rules = OperatingRules.model_validate({"categories": CATEGORIES, "several": several})

    permit = tried(calendar, ["event", "tents"], "2025-06-20", "2025-07-01", rules=rules, separate=separate)

    assert permit.decision.allowed is allowed
    assert tried(calendar, ["event"], "2025-06-20", "2025-07-01", rules=rules, separate=separate).decision.allowed


def test_an_unknown_category_and_an_older_term_give_no_period(calendar: Calendar) -> None:
    unknown = tried(calendar, ["circus"], "2025-06-20", "2025-07-01")
    older = tried(calendar, ["rides"], "2025-06-20", "2025-07-01", issued="2023-12-31")

    assert [f.outcome for f in unknown.decision.findings] == [Outcome.UNMET]
    assert [f.outcome for f in older.decision.findings] == [Outcome.UNKNOWN]
    assert (unknown.latest, older.latest) == (None, None)


@given(starts=st.dates(date(2000, 1, 1), date(2090, 1, 1)), length=st.integers(0, 400))
def test_a_tent_stands_for_180_days_and_no_more(calendar: Calendar, starts: date, length: int) -> None:
    permit = tried(calendar, ["tents"], starts.isoformat(), (starts + timedelta(days=length)).isoformat())

    assert permit.decision.allowed is (length <= 180)


@pytest.mark.parametrize(
    ("spans", "outcome"),
    [
        ([("2025-06-01", "2025-06-29")], Outcome.MET),
        ([("2025-06-01", "2025-06-30")], Outcome.WARNING),
        ([("2025-02-15", "2025-04-16")], Outcome.MET),
        ([], Outcome.MET),
        ([("2026-03-01", "2026-03-31")], Outcome.MET),
    ],
)
def test_days_in_all_within_twelve_months_are_counted_once(
    calendar: Calendar, spans: list[tuple[str, str]], outcome: Outcome
) -> None:
    category = CHESTER.categories["sugarhouse"]
    rule = category.longest.root[0]
    earlier = [(day(first), day(last)) for first, last in spans]

    found = days_used(category, rule, earlier, starts=day("2026-03-17"), ends=day("2026-04-16"), calendar=calendar)

    assert found is not None
    assert (found.outcome, found.limit) == (outcome, 60)
    assert (
        days_used(
            CHESTER.categories["event"], rule, [], starts=day("2026-03-17"), ends=day("2026-04-16"), calendar=calendar
        )
        is None
    )


# -- before issue, and again -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("made", "chester", "plain"),
    [
        (["2025-03-05"], False, True),
        (["2025-08-11"], True, True),
        (["2025-03-05", "2025-08-25"], True, True),
        (["2025-08-26"], False, False),
        ([], False, False),
    ],
)
def test_the_premises_are_inspected_after_the_application(made: list[str], chester: bool, plain: bool) -> None:
    for rules, allowed in ((CHESTER, chester), (PLAIN, plain), (OperatingRules(), True)):
        decision = inspected(
            rules, applied=day("2025-08-11"), inspections=[day(one) for one in made], issued=day("2025-08-25")
        )
        assert decision.allowed is allowed


def test_a_renewal_opens_before_the_end_and_runs_from_its_approval_if_late(calendar: Calendar) -> None:
    assert renewal_opens(CHESTER, day("2025-10-15"), calendar) == day("2025-08-16")
    assert renewal_opens(PLAIN, day("2025-10-15"), calendar) is None
    assert renewal_opens(OperatingRules(), day("2025-10-15"), calendar) is None
    assert renewed_from(day("2025-10-15"), day("2025-10-01")) == day("2025-10-16")
    assert renewed_from(day("2025-10-15"), day("2025-11-04")) == day("2025-11-04")


@pytest.mark.parametrize(
    ("dates", "today", "key"),
    [
        ({}, "2025-05-01", "draft"),
        ({"filed_on": "2025-05-01"}, "2025-05-01", "applied for"),
        ({"filed_on": "2025-05-01", "refused_on": "2025-05-02"}, "2025-05-02", "refused"),
        ({"filed_on": "2025-05-01", "withdrawn_on": "2025-05-02"}, "2025-05-02", "withdrawn"),
        ({"issued_on": "2025-05-10", "begins_on": "2025-05-16", "ends_on": "2025-11-12"}, "2025-05-15", "not begun"),
        ({"issued_on": "2025-05-10", "begins_on": "2025-05-16", "ends_on": "2025-11-12"}, "2025-11-12", "in force"),
        ({"issued_on": "2025-05-10", "begins_on": "2025-05-16", "ends_on": "2025-11-12"}, "2025-11-13", "lapsed"),
        (
            {"issued_on": "2025-05-10", "begins_on": "2025-05-16", "suspended_on": "2025-08-19"},
            "2025-08-19",
            "suspended",
        ),
        ({"issued_on": "2025-05-10", "replaced_on": "2025-08-19"}, "2025-08-19", "replaced"),
        ({"issued_on": "2025-05-10", "revoked_on": "2025-08-19"}, "2025-08-19", "revoked"),
    ],
)
def test_what_an_operating_permit_is_on_a_day(dates: dict[str, str], today: str, key: str) -> None:
    known: dict[str, date | None] = dict.fromkeys(OPERATING_STATUS.fields)

    assert OPERATING_STATUS.on(known | {name: day(on) for name, on in dates.items()}, day(today)).key == key
