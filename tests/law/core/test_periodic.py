"""Periodic inspections: the interval of a building, the next due day, what restarts it, and those of others."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townwright.law.calendar import Calendar, Period
from townwright.law.facts import Catalogue, Fact, Kind
from townwright.law.findings import Outcome
from townwright.law.periodic import (
    Interval,
    Made,
    PeriodicRules,
    accept,
    completes,
    intervals,
    last_completed,
    next_due,
    trigger,
)
from townwright.law.predicates import Asked

day = date.fromisoformat
CATALOGUE = Catalogue(
    [
        Fact("building.assembly", Kind.BOOL, "Assembly area", "Has it an assembly area?"),
        Fact("building.school", Kind.BOOL, "School", "Is it a school or college?"),
        Fact("building.units", Kind.INT, "Dwelling units", "How many dwelling units?"),
        Fact("building.nonresidential", Kind.BOOL, "Nonresidential", "Is it nonresidential?"),
    ]
)
KNOWN: dict[str, object] = {
    "building.assembly": False,
    "building.school": False,
    "building.units": 0,
    "building.nonresidential": True,
}


def every(cite: str, months: int, since: str = "1990-01-01") -> list[dict[str, Any]]:
    """An interval in months, in force since 1990."""
    return [
        {
            "from": since,
            "cite": cite,
            "enacted_by": "L.L. 1-1989",
            "value": {"months": months, "rolls": True, "remind": [60]},
        }
    ]


CHESTER = PeriodicRules.model_validate(
    {
        "classes": {
            "assembly": {
                "title": "Building with an assembly area",
                "when": {"is_true": "building.assembly"},
                "every": every("§ 50-11(A)(1)", 12),
            },
            "school": {
                "title": "School or college",
                "when": {"is_true": "building.school"},
                "every": every("§ 50-11(A)(2)", 12),
            },
            "multiple": {
                "title": "Multiple dwelling",
                "when": {"at_least": {"fact": "building.units", "limit": 3}},
                "every": every("§ 50-11(A)(3)", 36),
            },
            "other": {
                "title": "Nonresidential occupancy",
                "when": {"is_true": "building.nonresidential"},
                "every": every("§ 50-11(A)(3)", 36),
            },
        },
        "restarts": {"cite": "§ 50-11(B)"},
        "triggers": {
            "owner": {"title": "a request of the owner or the owner's agent", "cite": "§ 50-11(C)(1)"},
            "information": {
                "title": "reliable information",
                "cite": "§ 50-11(C)(3)",
                "needs": {"reliable": "why it is reliable", "cause": "why it gives reasonable cause"},
            },
        },
        "accepted": [
            {
                "from": "1990-01-01",
                "cite": "§ 50-11(D)(2)",
                "enacted_by": "L.L. 1-1989",
                "value": {
                    "every": {"years": 1, "rolls": True},
                    "conditions": {
                        "qualified": {"title": "The inspector is qualified", "cite": "§ 50-11(D)(2)(a)"},
                        "acted": {"title": "Each violation has an action", "cite": "§ 50-11(D)(2)(e)"},
                    },
                },
            }
        ],
    }
)
CORTLANDT = PeriodicRules.model_validate(
    {
        "classes": {
            "assembly": {
                "title": "Area of public assembly",
                "when": {"is_true": "building.assembly"},
                "every": every("§ 149-15(B)", 12),
            },
            "unit": {
                "title": "Dwelling unit",
                "scope": "each unit",
                "every": every("§ 149-15(A)", 36),
                "when": {"at_least": {"fact": "building.units", "limit": 3}},
            },
            "common": {
                "title": "Common areas",
                "scope": "common areas",
                "every": every("§ 149-15(A)", 36),
                "when": {"at_least": {"fact": "building.units", "limit": 3}},
            },
            "school": {
                "title": "School or college",
                "when": {"is_true": "building.school"},
                "every": every("§ 149-15(C)", 36),
            },
            "other": {"title": "Any other use", "every": every("§ 149-15(C)", 36)},
        },
        "exempt": [
            {
                "title": "One- or two-family dwelling",
                "cite": "§ 149-15(C)",
                "when": {
                    "all": [
                        {"more_than": {"fact": "building.units", "limit": 0}},
                        {"at_most": {"fact": "building.units", "limit": 2}},
                    ]
                },
            }
        ],
    }
)


def asked(calendar: Calendar, on: str = "2025-03-03", **facts: Any) -> Asked:
    """What is known of a building."""
    told = KNOWN | {f"building.{name}": value for name, value in facts.items()}
    return Asked(told, day(on), CATALOGUE, calendar)


def clock(calendar: Calendar, rules: PeriodicRules = CHESTER, **facts: Any) -> Interval:
    """The clock of a building as a whole."""
    found = intervals(rules, asked(calendar, **facts)).of("building")
    assert found is not None
    return found


# -- which interval ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "key", "months"),
    [
        ({}, "other", 12 * 3),
        ({"assembly": True}, "assembly", 12),
        ({"school": True}, "school", 12),
        ({"units": 3}, "multiple", 36),
        ({"units": 3, "assembly": True}, "assembly", 12),
    ],
)
def test_a_building_in_two_classes_takes_the_shorter_interval(
    calendar: Calendar, facts: dict[str, Any], key: str, months: int
) -> None:
    found = clock(calendar, **facts)

    assert (found.key, found.rule.value.months) == (key, months)


@pytest.mark.parametrize(
    ("units", "scopes"), [(2, []), (1, []), (3, ["each unit", "common areas", "building"]), (0, ["building"])]
)
def test_units_and_common_areas_have_clocks_of_their_own(calendar: Calendar, units: int, scopes: list[str]) -> None:
    found = intervals(CORTLANDT, asked(calendar, units=units))

    assert [one.scope for one in found.intervals] == scopes
    assert (found.exempt is not None) is (units in (1, 2))
    assert found.of("each occupancy") is None


def test_what_is_not_known_leaves_a_class_open(calendar: Calendar) -> None:
    found = intervals(CHESTER, asked(calendar, assembly=None, units=None))
    unsettled = intervals(CORTLANDT, asked(calendar, units=None))

    assert [(f.key, f.missing) for f in found.open] == [
        ("periodic.assembly", ("building.assembly",)),
        ("periodic.multiple", ("building.units",)),
    ]
    assert [one.key for one in found.intervals] == ["other"]
    assert [f.key for f in unsettled.open] == ["periodic.exempt", "periodic.unit", "periodic.common"]


def test_an_older_interval_is_not_guessed_and_an_ended_one_is_none(calendar: Calendar) -> None:
    ended = [
        *every("§ 9", 12, "2020-01-01"),
        {"from": "2024-01-01", "value": None, "cite": "§ 9", "enacted_by": "L.L. 1-2024"},
    ]
    rules = PeriodicRules.model_validate({"classes": {"any": {"title": "Any", "every": ended}}})

    older, gone = (intervals(rules, asked(calendar, on)) for on in ("2019-12-31", "2024-01-01"))

    assert [f.outcome for f in older.open] == [Outcome.UNKNOWN]
    assert (gone.intervals, gone.open) == ((), ())


def test_the_check_finds_facts_that_there_are_not() -> None:
    assert list(CORTLANDT.check(CATALOGUE, {})) == []
    places = [place for place, _ in CORTLANDT.check(Catalogue([]), {})]
    assert places[0] == ("classes", "assembly", "when", "is_true")
    assert places[-1][:3] == ("exempt", 0, "when")


# -- the next due day --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "last", "nominal", "act_by"),
    [
        ({"assembly": True}, "2024-06-29", "2025-06-29", "2025-06-30"),  # a Sunday
        ({"school": True}, "2024-09-12", "2025-09-12", "2025-09-12"),
        ({"units": 6}, "2022-10-11", "2025-10-11", "2025-10-14"),  # Saturday, then Columbus Day
        ({}, "2024-02-29", "2027-02-28", "2027-03-01"),
        ({"units": 6}, "2023-02-28", "2026-02-28", "2026-03-02"),
    ],
)
def test_the_next_inspection_is_due_so_many_months_after_the_last(
    calendar: Calendar, facts: dict[str, Any], last: str, nominal: str, act_by: str
) -> None:
    due = next_due(clock(calendar, **facts), day(last), calendar)

    assert (due.deadline.nominal, due.deadline.act_by) == (day(nominal), day(act_by))
    assert due.deadline.reminders == (day(nominal) - timedelta(days=60),)
    assert not due.overdue(day(act_by))
    assert due.overdue(day(act_by) + timedelta(days=1))


@pytest.mark.parametrize(
    ("own", "reason", "allowed", "nominal"),
    [
        ({"months": 6}, "overcrowding", True, "2025-08-10"),
        ({"months": 12}, "as the code", True, "2026-02-10"),
        ({"months": 18}, "quiet", False, "2026-02-10"),
        ({"months": 6}, " ", False, "2026-02-10"),
    ],
)
def test_an_interval_of_its_own_can_only_be_shorter(
    calendar: Calendar, own: dict[str, int], reason: str, allowed: bool, nominal: str
) -> None:
    hall = clock(calendar, CORTLANDT, assembly=True)

    due = next_due(hall, day("2025-02-10"), calendar, own=Period.model_validate(own), reason=reason)

    assert due.finding is not None
    assert (due.finding.outcome is Outcome.MET, due.finding.cite) == (allowed, "§ 149-15(B)")
    assert due.deadline.nominal == day(nominal)


@given(last=st.dates(date(1990, 1, 1), date(2090, 1, 1)))
def test_a_due_day_never_comes_early_and_is_a_business_day(calendar: Calendar, last: date) -> None:
    hall, shop = (next_due(clock(calendar, assembly=yes), last, calendar).deadline for yes in (True, False))

    assert 365 <= (hall.nominal - last).days <= 366
    assert hall.nominal < shop.nominal
    assert hall.act_by >= hall.nominal and calendar.is_business_day(hall.act_by)


# -- what restarts the clock -------------------------------------------------------------------------------

NEVER = PeriodicRules.model_validate({"restarts": {"extra": "never", "remote": "never", "cite": "§ 9"}})
LENIENT = PeriodicRules.model_validate({"restarts": {"remote": "if complete", "cite": "§ 9"}})
NOTHING_SAID = PeriodicRules()


@pytest.mark.parametrize(
    ("sort", "complete", "conforming", "chester", "never", "lenient", "silent"),
    [
        ("periodic", True, False, True, True, True, True),
        ("periodic", False, False, False, False, False, False),
        ("accepted", True, False, True, True, True, True),
        ("extra", True, True, True, False, True, False),
        ("extra", False, True, False, False, False, False),
        ("remote", True, True, True, False, True, False),
        ("remote", True, False, False, False, True, False),
        ("remote", False, True, False, False, False, False),
    ],
)
def test_which_inspections_restart_the_clock(
    sort: Any, complete: bool, conforming: bool, chester: bool, never: bool, lenient: bool, silent: bool
) -> None:
    made = Made(day("2025-06-18"), sort, complete, conforming)

    assert [completes(rules, made) for rules in (CHESTER, NEVER, LENIENT, NOTHING_SAID)] == [
        chester,
        never,
        lenient,
        silent,
    ]


def test_the_last_completed_inspection_is_that_of_the_day_asked() -> None:
    made = [
        Made(day("2024-06-29"), "periodic", True),
        Made(day("2025-06-18"), "remote", False),
        Made(day("2025-06-27"), "periodic", True),
    ]

    assert last_completed(CHESTER, made, day("2025-06-26")) == day("2024-06-29")
    assert last_completed(CHESTER, made, day("2025-06-27")) == day("2025-06-27")
    assert last_completed(CHESTER, made, day("2024-06-28")) is None


# -- between, and of others --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "told", "outcome"),
    [
        ("owner", {}, Outcome.MET),
        ("information", {"reliable": "the utility reports it", "cause": "no water"}, Outcome.MET),
        ("information", {"reliable": "", "cause": "no water"}, Outcome.UNMET),
        ("curiosity", {}, Outcome.UNMET),
    ],
)
def test_an_inspection_between_rests_on_what_the_code_names(
    key: str, told: dict[str, object], outcome: Outcome
) -> None:
    assert trigger(CHESTER, key, told).outcome is outcome


@pytest.mark.parametrize(
    ("inspected", "previous", "acted", "stands"),
    [
        ("2025-08-20", None, True, []),
        ("2025-08-20", None, False, ["periodic.accept.acted"]),
        ("2025-08-20", None, None, ["periodic.accept.acted"]),
        ("2025-03-18", "2024-03-18", True, []),
        ("2025-03-20", "2024-03-18", True, ["periodic.accept.every"]),
        ("2025-06-30", "2024-06-29", True, []),  # the anniversary is a Sunday
        ("2025-07-01", "2024-06-29", True, ["periodic.accept.every"]),
    ],
)
def test_an_outside_inspection_is_accepted_on_conditions(
    calendar: Calendar, inspected: str, previous: str | None, acted: bool | None, stands: list[str]
) -> None:
    decision = accept(
        CHESTER,
        {"qualified": True, "acted": acted},
        inspected=day(inspected),
        previous=day(previous) if previous else None,
        on=day("2025-09-10"),
        calendar=calendar,
    )

    assert [f.key for f in decision.standing_in_the_way] == stands


def test_a_code_without_outside_inspections_accepts_none(calendar: Calendar) -> None:
    decision = accept(
        CORTLANDT, {}, inspected=day("2025-03-18"), previous=None, on=day("2025-09-10"), calendar=calendar
    )

    assert [f.why for f in decision.standing_in_the_way] == ["The code has none"]
