"""Vacant buildings: the day that each becomes one, registration, plans, yearly fees and who is near."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townwright.law.calendar import Calendar
from townwright.law.catalogue import CATALOGUE
from townwright.law.dated import Dated
from townwright.law.fees import FeeSchedule, compute
from townwright.law.findings import Outcome
from townwright.law.predicates import Asked
from townwright.law.vacancy import (
    REGISTRATION_STATUS,
    Absence,
    ExemptionRule,
    Plan,
    RegistrationRule,
    Residence,
    VacancyRules,
    annual_fee,
    certificate_lost_on,
    disconnect_by,
    exemption,
    manager,
    missed,
    owner,
    plan,
    plan_in_force,
    register_by,
    share,
    told_by,
    unbroken_since,
    vacancy,
    vacant_from,
    years_vacant,
)

day = date.fromisoformat
DUE = {"days": 30, "rolls": True}


def series(cite: str, value: Any, since: str = "2020-09-03") -> list[dict[str, Any]]:
    """One value, in force since the chapter was filed (test data)."""
    return [{"from": since, "cite": cite, "enacted_by": "L.L. 8-2020", "value": value}]


SWEDEN = VacancyRules.model_validate(
    {
        "categories": {
            "A": {"title": "Unoccupied and unsecured", "needs": ["unoccupied", "unsecured"], "cite": "§ 169-4"},
            "C": {"title": "Unoccupied and unsafe", "needs": ["unoccupied", "unsafe"], "cite": "§ 169-4"},
            "F": {
                "title": "Unoccupied for over 90 days",
                "needs": ["unoccupied"],
                "cite": "§ 169-4",
                "long": series("§ 169-4", {"over": True, "otherwise": {"days": 90}}),
                "exceptions": {
                    "winter": {"title": "Elsewhere in winter", "cite": "§ 169-4"},
                    "illness": {"title": "Illness", "cite": "§ 169-4"},
                },
            },
        },
        "registration": series(
            "§ 169-5(A)",
            {"within": DUE, "from_notice": DUE, "change_within": DUE, "transfer_within": {"days": 15, "rolls": True}},
        ),
        "exemption": series(
            "§ 169-7",
            {"causes": {"fire": "fire damage", "weather": "damage by extreme weather"}, "lasts": {"days": 60}},
        ),
        "plans": {
            "demolition": {
                "title": "Demolition",
                "contents": {"end": "The time frame"},
                "cite": "§ 169-5(C)(1)",
                "disconnect": {"days": 15, "rolls": True},
            },
            "vacant": {"title": "Remain vacant", "contents": {"reasons": "The reasons"}, "cite": "§ 169-5(C)(2)"},
            "rehabilitation": {
                "title": "Return to use",
                "longest": {"days": 365},
                "benchmarks": {"months": 4},
                "extension": {"cite": "§ 169-5(C)(3)"},
                "cite": "§ 169-5(C)(3)",
            },
        },
        "annual_fee": series(
            "§ 169-5(H)(2)",
            {"plans": ["vacant"], "otherwise": ["500.00", "750.00", "1000.00", "1500.00"]},
            "2024-01-01",
        ),
        "certificate_lost": series("§ 169-5(C)(3)", {"days": 365, "rolls": False}),
        "manager": series(
            "§ 169-5(B)(3)",
            {
                "counties": [
                    f"{name}, New York" for name in ("Monroe", "Orleans", "Genesee", "Livingston", "Ontario", "Wayne")
                ]
            },
        ),
    }
)


def registration() -> Dated[RegistrationRule]:
    """Sweden's rule of registration."""
    assert SWEDEN.registration is not None
    rule = SWEDEN.registration.on(day("2025-01-01"))
    assert rule is not None
    return rule


def exempting() -> Dated[ExemptionRule]:
    """Sweden's exemption after fire and weather."""
    assert SWEDEN.exemption is not None
    rule = SWEDEN.exemption.on(day("2025-01-01"))
    assert rule is not None
    return rule


def long(over: bool, **more: Any) -> VacancyRules:
    """A town with one category: unoccupied for some time."""
    return VacancyRules.model_validate(
        {
            "categories": {
                "L": {
                    "title": "Long unoccupied",
                    "needs": ["unoccupied"],
                    "cite": "§ 9",
                    "long": series("§ 9", {"over": over, **more}, "2000-01-01"),
                }
            }
        }
    )


def since(
    rules: VacancyRules,
    unoccupied: str,
    calendar: Calendar,
    *,
    building: str = "",
    area: str = "",
    absences: tuple[Absence, ...] = (),
    key: str = "L",
) -> date | None:
    """The first day of a category."""
    return vacant_from(
        rules.categories[key],
        {"unoccupied": day(unoccupied)},
        building=building,
        area=area,
        absences=absences,
        calendar=calendar,
    )


# -- from when ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unoccupied", "first"), [("2025-01-15", "2025-04-16"), ("2025-03-08", "2025-06-07"), ("2018-03-01", "2018-05-31")]
)
def test_over_90_days_is_day_91(calendar: Calendar, unoccupied: str, first: str) -> None:
    assert since(SWEDEN, unoccupied, calendar, key="F") == day(first)
    known: dict[str, date | None] = {"unoccupied": day(unoccupied)}
    before, then = (vacancy(SWEDEN, known, on=day(first) - timedelta(days=less), calendar=calendar) for less in (1, 0))
    assert (before, then) == ({}, {"F": day(first)})


@pytest.mark.parametrize(
    ("days", "over", "first"),
    [
        (30, False, "2025-01-31"),
        (30, True, "2025-02-01"),
        (45, True, "2025-02-16"),
        (120, False, "2025-05-01"),
        (180, True, "2025-07-01"),
    ],
)
def test_a_town_sets_the_time_and_whether_it_is_more_than_it(
    calendar: Calendar, days: int, over: bool, first: str
) -> None:
    assert since(long(over, otherwise={"days": days}), "2025-01-01", calendar) == day(first)


@pytest.mark.parametrize(
    ("building", "area", "first"),
    [("house", "", "2025-02-16"), ("shop", "", "2025-07-01"), ("barn", "", None), ("house", "harbour", None)],
)
def test_the_time_is_by_class_of_building_and_some_areas_are_outside(
    calendar: Calendar, building: str, area: str, first: str | None
) -> None:
    rules = long(True, classes={"house": {"days": 45}, "shop": {"days": 180}}, outside=["harbour"])

    assert since(rules, "2025-01-01", calendar, building=building, area=area) == (day(first) if first else None)


def test_things_that_must_be_so_together_hold_from_the_last_of_them(calendar: Calendar) -> None:
    known: dict[str, date | None] = {"unoccupied": day("2025-03-20"), "unsecured": day("2025-04-01"), "unsafe": None}

    assert vacancy(SWEDEN, known, on=day("2025-04-10"), calendar=calendar) == {"A": day("2025-04-01")}


def test_what_counts_as_a_thing_counts_from_its_own_day_or_the_earlier_one(calendar: Calendar) -> None:
    rules = VacancyRules.model_validate(
        {
            "also": {"unoccupied": {"of": ["ordered_vacated"], "title": "Ordered vacated", "cite": "§ 9"}},
            "categories": {"U": {"title": "Unoccupied", "needs": ["unoccupied"], "cite": "§ 9"}},
        }
    )

    def first(**known: str) -> dict[str, date]:
        return vacancy(rules, {name: day(on) for name, on in known.items()}, on=day("2025-06-01"), calendar=calendar)

    assert first(ordered_vacated="2025-04-08") == {"U": day("2025-04-08")}
    assert first(ordered_vacated="2025-04-08", unoccupied="2025-03-01") == {"U": day("2025-03-01")}
    assert first(foreclosure="2024-11-12") == {}


@pytest.mark.parametrize(
    ("spans", "on", "since"),
    [
        ([("2025-04-01", "2025-04-09"), ("2025-04-10", None)], "2025-06-02", "2025-04-01"),  # one ends, another begins
        ([("2025-04-01", "2025-04-08"), ("2025-04-10", None)], "2025-06-02", "2025-04-10"),  # a day between
        ([("2025-04-01", None), ("2025-04-10", "2025-04-20")], "2025-06-02", "2025-04-01"),  # one within the other
        ([("2025-04-10", None), ("2025-04-01", "2025-04-09")], "2025-06-02", "2025-04-01"),  # in any order
        ([("2025-04-01", "2025-06-01")], "2025-06-02", None),
        ([("2025-06-03", None)], "2025-06-02", None),
        ([], "2025-06-02", None),
    ],
)
def test_the_vacancy_date_is_the_first_day_of_the_unbroken_run(
    spans: list[tuple[str, str | None]], on: str, since: str | None
) -> None:
    found = unbroken_since([(day(first), day(last) if last else None) for first, last in spans], day(on))

    assert found == (day(since) if since else None)


@pytest.mark.parametrize(
    ("part", "whole", "percent"), [(1200, 4800, "25.0"), (1, 3, "33.3"), (2, 3, "66.7"), (0, 3, "0.0"), (1, 0, None)]
)
def test_a_share_is_a_percentage_to_one_decimal(part: int, whole: int, percent: str | None) -> None:
    assert share(part, whole) == (Decimal(percent) if percent else None)


@pytest.mark.parametrize(
    ("role", "told", "met"),
    [
        ("executor", {"instrument": "File 2025-117"}, True),
        ("executor", {}, False),
        ("lessee", {}, True),
        ("lienholder", {}, False),
    ],
)
def test_a_role_makes_an_owner_where_the_code_counts_it(role: str, told: dict[str, object], met: bool) -> None:
    rules = VacancyRules.model_validate(
        {
            "owners": {
                "executor": {"title": "Executor", "needs": {"instrument": "the instrument"}, "cite": "§ 9"},
                "lessee": {"title": "Lessee", "cite": "§ 9"},
            }
        }
    )

    assert (owner(rules, role, told).outcome is Outcome.MET) is met


def test_a_code_that_lists_no_owners_makes_nobody_one() -> None:
    assert owner(VacancyRules(), "lessee", {}).outcome is Outcome.UNMET


def test_an_ended_rule_makes_nothing_vacant(calendar: Calendar) -> None:
    rules = VacancyRules.model_validate(
        {
            "categories": {
                "L": {
                    "title": "Long unoccupied",
                    "needs": ["unoccupied"],
                    "cite": "§ 9",
                    "long": [
                        *series("§ 9", {"over": True, "otherwise": {"days": 90}}),
                        *series("§ 9", None, "2024-01-01"),
                    ],
                }
            }
        }
    )

    assert since(rules, "2024-01-01", calendar) is None


@pytest.mark.parametrize(
    ("kind", "until", "first"),
    [
        ("winter", "2025-04-10", "2025-04-11"),
        ("illness", None, None),
        ("business", None, "2025-02-14"),
        ("winter", "2024-12-31", "2025-02-14"),
    ],
)
def test_an_excepted_absence_keeps_the_category_off(
    calendar: Calendar, kind: str, until: str | None, first: str | None
) -> None:
    away = Absence(kind, day("2024-11-15"), day(until) if until else None)

    found = since(SWEDEN, "2024-11-15", calendar, absences=(away,), key="F")

    assert found == (day(first) if first else None)


@pytest.mark.parametrize(
    ("vacant", "on", "years"),
    [
        ("2023-06-15", "2024-06-14", 0),
        ("2023-06-15", "2024-06-15", 1),
        ("2018-03-01", "2021-03-01", 3),
        ("2024-02-29", "2025-02-28", 1),
        ("2024-02-29", "2025-02-27", 0),
    ],
)
def test_whole_years_vacant(vacant: str, on: str, years: int) -> None:
    assert years_vacant(day(vacant), day(on)) == years


@pytest.mark.parametrize(
    ("vacant", "lost"), [("2024-01-10", "2025-01-10"), ("2025-02-01", "2026-02-02"), ("2018-03-01", "2021-09-04")]
)
def test_a_certificate_is_lost_after_more_than_365_days(calendar: Calendar, vacant: str, lost: str) -> None:
    assert certificate_lost_on(SWEDEN, day(vacant), calendar) == day(lost)


def test_a_code_without_that_loss_and_one_that_ended_it(calendar: Calendar) -> None:
    ended = VacancyRules.model_validate({"certificate_lost": series("§ 9", None)})

    assert certificate_lost_on(VacancyRules(), day("2024-01-10"), calendar) is None
    assert certificate_lost_on(ended, day("2024-01-10"), calendar) is None


# -- registration ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("vacant", "received", "nominal", "act_by"),
    [
        ("2025-04-01", None, "2025-05-01", "2025-05-01"),
        ("2025-04-03", None, "2025-05-03", "2025-05-05"),
        ("2025-03-21", None, "2025-04-20", "2025-04-21"),
        (None, "2025-06-04", "2025-07-04", "2025-07-07"),
        ("2025-04-01", "2025-04-19", "2025-05-01", "2025-05-01"),
        ("2025-05-28", "2025-06-07", "2025-06-27", "2025-06-27"),
        ("2018-03-01", None, "2020-10-03", "2020-10-05"),
    ],
)
def test_the_earlier_of_the_two_days_governs(
    calendar: Calendar, vacant: str | None, received: str | None, nominal: str, act_by: str
) -> None:
    found = register_by(
        registration(),
        vacant=day(vacant) if vacant else None,
        received=day(received) if received else None,
        calendar=calendar,
    )

    assert found.governs is not None
    assert (found.governs.nominal, found.governs.act_by, found.governs.cite) == (
        day(nominal),
        day(act_by),
        "§ 169-5(A)",
    )
    assert (found.from_vacancy is None) is (vacant is None)
    assert (found.from_notice is None) is (received is None)


def test_a_town_can_let_the_later_govern_or_ask_by_notice_alone(calendar: Calendar) -> None:
    rule = registration()
    later = rule.model_copy(update={"value": rule.value.model_copy(update={"governs": "later"})})
    notice = rule.model_copy(update={"value": rule.value.model_copy(update={"within": None})})
    vacant, received = day("2025-04-01"), day("2025-04-19")

    by_later = register_by(later, vacant=vacant, received=received, calendar=calendar).governs
    by_notice = register_by(notice, vacant=vacant, received=None, calendar=calendar).governs

    assert by_later is not None and by_later.nominal == day("2025-05-19")
    assert by_notice is None


@pytest.mark.parametrize(
    ("vacant", "event", "nominal", "act_by"),
    [
        ("2025-02-01", "2025-02-01", "2025-05-02", "2025-05-02"),
        ("2025-01-20", "2025-02-05", "2025-04-20", "2025-04-21"),  # 14 days were left
        ("2025-01-01", "2025-01-31", "2025-01-31", "2025-01-31"),  # none was left
        ("2025-05-01", "2025-02-01", "2025-05-31", "2025-06-02"),  # vacant after the exempt days
    ],
)
def test_exempt_days_do_not_run(calendar: Calendar, vacant: str, event: str, nominal: str, act_by: str) -> None:
    _, last = exemption(exempting(), cause="fire", event=day(event), requested=day(event), calendar=calendar)

    found = register_by(
        registration(), vacant=day(vacant), received=None, exempt=(day(event), last), calendar=calendar
    ).governs

    assert found is not None
    assert (found.nominal, found.act_by) == (day(nominal), day(act_by))


@pytest.mark.parametrize(
    ("cause", "requested", "met"),
    [("fire", "2025-04-02", True), ("fire", "2025-04-03", False), ("burst pipe", "2025-03-20", False)],
)
def test_the_exemption_is_for_its_causes_and_within_its_days(
    calendar: Calendar, cause: str, requested: str, met: bool
) -> None:
    finding, last = exemption(
        exempting(), cause=cause, event=day("2025-02-01"), requested=day(requested), calendar=calendar
    )

    assert (finding.outcome is Outcome.MET, finding.cite, last) == (met, "§ 169-7", day("2025-04-02"))


@pytest.mark.parametrize(
    ("what", "happened", "act_by"), [("change", "2025-07-31", "2025-09-02"), ("transfer", "2025-06-20", "2025-07-07")]
)
def test_the_officer_is_told_in_time(
    calendar: Calendar, what: Literal["change", "transfer"], happened: str, act_by: str
) -> None:
    found = told_by(registration(), what, day(happened), calendar)
    silent = registration().model_copy(update={"value": RegistrationRule()})

    assert found is not None and found.act_by == day(act_by)
    assert told_by(silent, what, day(happened), calendar) is None


# -- plans -------------------------------------------------------------------------------------------------


def stands(one: Plan, calendar: Calendar) -> list[str]:
    """What stands in the way of a plan."""
    return [f.key for f in plan(SWEDEN, one, calendar).standing_in_the_way]


@pytest.mark.parametrize(
    ("submitted", "completion", "met"),
    [
        ("2025-03-03", "2026-03-03", True),
        ("2025-03-03", "2026-03-04", False),
        ("2023-09-15", "2024-09-14", True),
        ("2023-09-15", "2024-09-15", False),
    ],
)
def test_a_plan_takes_365_days_at_most(calendar: Calendar, submitted: str, completion: str, met: bool) -> None:
    start = day(submitted)
    marks = tuple(start + timedelta(days=n) for n in (100, 200, 300))

    found = stands(Plan("rehabilitation", start, day(completion), marks), calendar)

    assert found == ([] if met else ["vacancy.plan.longest"])


@pytest.mark.parametrize(("mark", "met"), [("2026-02-28", True), ("2026-03-01", False)])
def test_benchmarks_lie_four_months_apart_at_most(calendar: Calendar, mark: str, met: bool) -> None:
    one = Plan("rehabilitation", day("2025-10-31"), day("2026-06-28"), (day(mark),))

    assert stands(one, calendar) == ([] if met else ["vacancy.plan.benchmarks"])


def test_an_extension_lifts_both_where_the_code_has_one(calendar: Calendar) -> None:
    assert stands(Plan("rehabilitation", day("2025-03-03"), day("2027-06-30"), extended=True), calendar) == []
    assert stands(Plan("rehabilitation", day("2025-03-03")), calendar) == ["vacancy.plan.completion"]


@pytest.mark.parametrize(
    ("one", "keys"),
    [
        (Plan("vacant", day("2025-04-21"), gives={"reasons": "estate"}), []),
        (Plan("vacant", day("2025-04-21"), gives={"reasons": ""}), ["vacancy.plan.reasons"]),
        (Plan("vacant", day("2025-04-21")), ["vacancy.plan.reasons"]),
        (Plan("both", day("2025-04-21")), ["vacancy.plan.kind"]),
    ],
)
def test_a_plan_is_of_one_kind_and_gives_what_that_wants(calendar: Calendar, one: Plan, keys: list[str]) -> None:
    assert stands(one, calendar) == keys


def test_utilities_are_cut_off_after_registration(calendar: Calendar) -> None:
    end = disconnect_by(SWEDEN.plans["demolition"], day("2025-11-12"), calendar)

    assert end is not None
    assert (end.nominal, end.act_by) == (day("2025-11-27"), day("2025-11-28"))
    assert disconnect_by(SWEDEN.plans["rehabilitation"], day("2025-11-12"), calendar) is None


OLD = Plan("vacant", day("2025-03-03"))
NEW = Plan("rehabilitation", day("2025-08-20"), day("2026-03-03"), (day("2025-09-15"), day("2025-12-15")))


@pytest.mark.parametrize(
    ("on", "one"), [("2025-03-19", None), ("2025-03-20", OLD), ("2025-09-29", OLD), ("2025-09-30", NEW)]
)
def test_the_plan_in_force_is_the_latest_approved(on: str, one: Plan | None) -> None:
    assert plan_in_force([(day("2025-09-30"), NEW), (day("2025-03-20"), OLD)], day(on)) is one


@pytest.mark.parametrize(
    ("reached", "on", "days"),
    [
        ({}, "2025-09-15", []),
        ({}, "2025-09-16", ["2025-09-15"]),
        ({"2025-09-15": "2025-09-15"}, "2025-09-16", []),
        ({"2025-09-15": "2025-09-16"}, "2025-09-20", ["2025-09-15"]),
        ({}, "2026-03-04", ["2025-09-15", "2025-12-15", "2026-03-03"]),
    ],
)
def test_a_benchmark_is_missed_on_the_day_after(reached: dict[str, str], on: str, days: list[str]) -> None:
    found = missed(NEW, {day(mark): day(done) for mark, done in reached.items()}, day(on))

    assert found == tuple(map(day, days))
    assert missed(OLD, {}, day(on)) == ()


# -- yearly fees -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("years", "amount", "words"),
    [
        (0, "0.00", ""),
        (1, "500.00", "Year 1 of vacancy"),
        (2, "750.00", "Year 2 of vacancy"),
        (3, "1000.00", "Year 3 of vacancy"),
        (4, "1500.00", "Year 4 or later of vacancy"),
        (9, "1500.00", "Year 4 or later of vacancy"),
    ],
)
def test_the_fee_rises_with_the_years(years: int, amount: str, words: str) -> None:
    owed = annual_fee(SWEDEN.annual_fee, on=day("2025-06-15"), years=years, plan_kind="vacant")

    assert owed.amount == Decimal(amount)
    assert [step.words for step in owed.steps] == ([words] if words else [])


@pytest.mark.parametrize(
    ("on", "plan_kind", "outcome"),
    [("2025-04-01", "rehabilitation", Outcome.MET), ("2023-04-01", "vacant", Outcome.UNKNOWN)],
)
def test_no_fee_is_ever_assumed(on: str, plan_kind: str, outcome: Outcome) -> None:
    owed = annual_fee(SWEDEN.annual_fee, on=day(on), years=1, plan_kind=plan_kind)

    assert owed.amount == 0
    assert owed.finding is not None and owed.finding.outcome is outcome


def test_the_boards_schedule_can_set_the_amounts() -> None:
    rules = VacancyRules.model_validate({"annual_fee": series("§ 9", {"by_schedule": True, "most": "800.00"})})

    def owed(years: int, scheduled: str | None) -> tuple[Decimal, Outcome | None]:
        found = annual_fee(
            rules.annual_fee, on=day("2025-06-15"), years=years, scheduled=Decimal(scheduled) if scheduled else None
        )
        return found.amount, found.finding and found.finding.outcome

    assert owed(2, "750.00") == (Decimal("750.00"), None)
    assert owed(3, "1000.00") == (Decimal("800.00"), None)
    assert owed(2, None) == (Decimal(0), Outcome.UNKNOWN)
    assert owed(0, "750.00") == (Decimal(0), Outcome.MET)


FIFTH = VacancyRules.model_validate(
    {
        "annual_fee": series(
            "§ 9",
            {
                "classes": {"house": ["250.00", "500.00"], "shop": ["1000.00"]},
                "most": "800.00",
                "most_in_all": "1200.00",
                "waivers": {
                    "hardship": {
                        "title": "Hardship",
                        "percent": "33.33",
                        "needs": {"income": "the income"},
                        "cite": "§ 9-2",
                    }
                },
            },
        )
    }
)


@pytest.mark.parametrize(
    ("building", "years", "waiver", "shown", "so_far", "amount"),
    [
        ("house", 1, "", None, "0.00", "250.00"),
        ("house", 5, "", None, "0.00", "500.00"),
        ("shop", 1, "", None, "0.00", "800.00"),
        ("barn", 1, "", None, "0.00", "0.00"),
        ("house", 2, "", None, "700.00", "500.00"),
        ("house", 2, "", None, "700.01", "499.99"),
        ("house", 2, "", None, "1300.00", "0.00"),
        ("house", 1, "hardship", {"income": "low"}, "0.00", "83.33"),
        ("house", 1, "hardship", {}, "0.00", "250.00"),
        ("house", 1, "hardship", None, "0.00", "250.00"),
        ("house", 1, "friend", None, "0.00", "250.00"),
    ],
)
def test_a_fee_by_class_has_ceilings_and_waivers(
    building: str, years: int, waiver: str, shown: dict[str, object] | None, so_far: str, amount: str
) -> None:
    owed = annual_fee(
        FIFTH.annual_fee,
        on=day("2025-06-15"),
        years=years,
        building=building,
        waiver=waiver,
        shown=shown,
        charged_so_far=Decimal(so_far),
    )

    assert owed.amount == Decimal(amount)
    assert sum((step.amount for step in owed.steps), Decimal(0)) == owed.amount


def test_a_schedule_can_set_the_fee_by_class_and_year_with_a_ceiling_and_a_waiver_for_hardship(
    calendar: Calendar,
) -> None:
    def rising(*amounts: str) -> dict[str, Any]:
        *first, last = amounts
        bands = [{"up_to": str(year), "amount": amount} for year, amount in enumerate(first, start=1)]
        return {"kind": "bands", "fact": "vacancy.years", "bands": [*bands, {"amount": last}]}

    classes = {"house": rising("250.00", "500.00", "750.00"), "shop": rising("1000.00", "2000.00", "4000.00")}
    line = {
        "code": "annual",
        "title": "Vacant building",
        "maximum": "2500.00",
        "parts": [{"kind": "choice", "fact": "vacancy.class", "cases": classes}],
        "exempt": [{"when": {"is_true": "vacancy.hardship"}, "words": "waived for hardship", "cite": "§ 9-2"}],
    }
    schedule = FeeSchedule.model_validate(
        {"name": "By class", "resolution": "3-2025", "begins": "2025-01-01", "lines": [line]}
    )

    def fee(building: str, years: int, hardship: bool = False) -> tuple[Decimal | None, str]:
        facts = {"vacancy.class": building, "vacancy.years": years, "vacancy.hardship": hardship}
        found = compute(schedule, "annual", Asked(facts, day("2025-06-15"), CATALOGUE, calendar))
        return found.amount, found.steps[-1].words

    assert list(schedule.check(CATALOGUE, {})) == []
    assert [fee("house", years)[0] for years in (1, 2, 3, 9)] == [
        Decimal(amount) for amount in ("250.00", "500.00", "750.00", "750.00")
    ]
    assert fee("shop", 2)[0] == Decimal("2000.00")
    assert fee("shop", 3) == (Decimal("2500.00"), "Lowered to the maximum of $2,500.00")
    assert fee("shop", 3, hardship=True) == (Decimal("0.00"), "No fee: waived for hardship (§ 9-2)")


@pytest.mark.parametrize(
    ("building", "first"),
    [
        ("hotel", "2025-02-01"),
        ("house", "2025-02-16"),
        ("apartments", "2025-04-02"),
        ("shop", "2025-05-02"),
        ("works", "2025-07-01"),
        ("barn", None),
    ],
)
def test_each_class_of_building_can_have_its_own_days(calendar: Calendar, building: str, first: str | None) -> None:
    days = {"hotel": 30, "house": 45, "apartments": 90, "shop": 120, "works": 180}
    rules = long(True, classes={name: {"days": count} for name, count in days.items()})

    assert since(rules, "2025-01-01", calendar, building=building) == (day(first) if first else None)


@given(start=st.dates(date(2020, 9, 3), date(2080, 1, 1)), years=st.integers(0, 12), cents=st.integers(0, 200_000))
def test_an_anniversary_is_a_whole_year_and_no_ceiling_is_passed(start: date, years: int, cents: int) -> None:
    anniversary = date(start.year + years, start.month, min(start.day, 28))
    owed = annual_fee(
        FIFTH.annual_fee, on=day("2025-06-15"), years=years, building="shop", charged_so_far=Decimal(cents) / 100
    )

    assert years - 1 <= years_vacant(start, anniversary) <= years
    assert 0 <= owed.amount <= 800
    assert owed.amount + Decimal(cents) / 100 <= max(Decimal(1200), Decimal(cents) / 100)


# -- who is near -------------------------------------------------------------------------------------------

HERE, THERE = Residence("Genesee, New York"), Residence("Wyoming, New York")


@pytest.mark.parametrize(
    ("owners", "named", "outcome"),
    [
        ([HERE], None, Outcome.MET),
        ([THERE], None, Outcome.UNMET),
        ([THERE, HERE], None, Outcome.MET),
        ([THERE], HERE, Outcome.MET),
        ([THERE], Residence("Erie, New York"), Outcome.UNMET),
        ([Residence("Wayne, Pennsylvania")], None, Outcome.UNMET),
    ],
)
def test_somebody_near_answers_for_the_building(
    owners: list[Residence], named: Residence | None, outcome: Outcome
) -> None:
    found = manager(SWEDEN.manager, owners, named, day("2025-04-21"))

    assert found is not None and found.outcome is outcome


@pytest.mark.parametrize(
    ("owner", "named", "outcome"),
    [
        (15, None, Outcome.MET),
        (16, None, Outcome.UNMET),
        (None, None, Outcome.UNKNOWN),
        (16, 15, Outcome.MET),
        (None, 15, Outcome.MET),
        (None, 16, Outcome.UNKNOWN),
    ],
)
def test_near_can_be_a_distance(owner: int | None, named: int | None, outcome: Outcome) -> None:
    rules = VacancyRules.model_validate({"manager": series("§ 9", {"miles": 15})})

    found = manager(
        rules.manager,
        [Residence("Erie, New York", owner)],
        None if named is None else Residence("Erie, New York", named),
        day("2025-04-21"),
    )

    assert found is not None and found.outcome is outcome
    assert manager(None, [], None, day("2025-04-21")) is None
    assert manager(rules.manager, [], None, day("2019-04-21")) is None


@pytest.mark.parametrize(
    ("dates", "today", "key"),
    [
        ({}, "2025-05-01", "candidate"),
        ({"vacant_from": "2025-04-01"}, "2025-05-01", "due"),
        ({"vacant_from": "2025-04-01"}, "2025-05-02", "overdue"),
        ({"vacant_from": "2025-04-01", "registered_on": "2025-04-21"}, "2025-05-02", "registered"),
        ({"vacant_from": "2025-04-01", "registered_on": "2025-05-06"}, "2025-05-06", "registered late"),
        (
            {"vacant_from": "2025-04-01", "registered_on": "2025-04-21", "registered_until": "2026-04-21"},
            "2026-04-22",
            "ended",
        ),
        ({"vacant_from": "2025-04-01", "closed_on": "2025-04-21"}, "2025-05-02", "closed"),
    ],
)
def test_how_a_registration_stands(dates: dict[str, str], today: str, key: str) -> None:
    known: dict[str, date | None] = dict.fromkeys(REGISTRATION_STATUS.fields)
    known |= {name: day(on) for name, on in dates.items()}
    if "vacant_from" in dates:
        known["register_by"] = day("2025-05-01")

    assert REGISTRATION_STATUS.on(known, day(today)).key == key
