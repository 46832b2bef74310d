"""Condition assessments of structures: the first, and those that follow."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from townwright.law.assessments import Assessment, first_assessment, next_assessment
from townwright.law.calendar import Calendar, Period
from townwright.law.catalogue import CATALOGUE
from townwright.law.dated import Dated, Series
from townwright.law.programmes import ProgrammeRules

day = date.fromisoformat


def rules(fact: str = "building.parking_levels") -> ProgrammeRules:
    """Garages, as the State has them; the brackets stand out of order."""
    value: dict[str, Any] = {
        "title": "Condition assessment of a parking garage",
        "when": {"is_true": fact},
        "first": {
            "cite": "§ 1",
            "built": [{"before": "2003-01-01", "by": "2020-10-01"}, {"before": "1984-01-01", "by": "2019-10-01"}],
        },
        "every": {"years": 3, "rolls": True, "remind": [60]},
    }
    dated = {"from": "2018-08-29", "value": value, "cite": "§ 2", "enacted_by": "L. 2018"}
    ended = {"from": "2040-01-01", "value": None, "cite": "§ 2", "enacted_by": "L. 2039"}
    return ProgrammeRules.model_validate({"assessments": {"garage": [dated, ended]}})


@pytest.fixture
def rule() -> Dated[Assessment]:
    series: Series[Assessment] = rules().assessments["garage"]
    found = series.on(day("2025-06-02"))
    assert found is not None
    return found


def test_the_age_of_a_structure_sets_its_first_assessment(rule: Dated[Assessment], calendar: Calendar) -> None:
    old = first_assessment(rule, day("1983-12-31"), None, calendar)
    newer = first_assessment(rule, day("1984-01-01"), None, calendar)

    assert old is not None
    assert newer is not None
    assert (old.act_by, newer.act_by) == (day("2019-10-01"), day("2020-10-01"))
    assert old.cite == "§ 1"


def test_what_is_new_is_assessed_by_its_certificate(rule: Dated[Assessment], calendar: Calendar) -> None:
    assert first_assessment(rule, day("2025-05-01"), None, calendar) is None
    due = first_assessment(rule, day("2025-05-01"), day("2025-07-15"), calendar)
    assert due is not None
    assert due.act_by == day("2025-07-15")


@pytest.mark.parametrize(
    ("own", "recommended", "due"),
    [
        (None, None, "2026-09-29"),
        (Period(years=2), None, "2025-09-29"),
        (Period(years=4), None, "2026-09-29"),
        (None, "2025-03-31", "2025-03-31"),
        (None, "2026-09-29", "2026-09-29"),
        (Period(years=2), "2025-03-31", "2025-03-31"),
    ],
)
def test_the_next_is_due_by_the_soonest_of_law_town_and_engineer(
    rule: Dated[Assessment], calendar: Calendar, own: Period | None, recommended: str | None, due: str
) -> None:
    found = next_assessment(
        rule, day("2023-09-29"), calendar, own=own, recommended=day(recommended) if recommended else None
    )

    assert found.nominal == day(due)
    assert found.cite == "§ 2"


def test_the_facts_of_an_assessment_are_checked() -> None:
    assert list(rules().check(CATALOGUE, {})) == []
    ((place, says),) = rules("building.parking_level").check(CATALOGUE, {})
    assert place[:4] == ("assessments", "garage", 0, "value")
    assert "did you mean" in says
