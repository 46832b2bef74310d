"""Findings of one requirement, and the rule of a day."""

from __future__ import annotations

from datetime import date

import pytest

from townwright.law.dated import Dated, Section, Series
from townwright.law.findings import Finding, Outcome
from townwright.law.holding import held, rule_on

day = date.fromisoformat
SECTION = Section(cite="§ 9", carries=("CHE-9-1",))
RULE = Series[int].model_validate(
    [
        {"from": "2001-11-02", "value": 90, "cite": "§ 9", "enacted_by": "L.L. 15-2001"},
        {"from": "2020-01-01", "value": None, "cite": "§ 9 (repealed)", "enacted_by": "L.L. 1-2020"},
    ]
)


@pytest.mark.parametrize(
    ("met", "warns", "outcome"),
    [
        (True, False, Outcome.MET),
        (True, True, Outcome.MET),
        (False, False, Outcome.UNMET),
        (False, True, Outcome.WARNING),
        (None, False, Outcome.UNKNOWN),
    ],
)
def test_a_requirement_stands_one_way(met: bool | None, warns: bool, outcome: Outcome) -> None:
    finding = held("order.x", met, "It is so", SECTION, cure="Make it so", missing=("order.x",), warns=warns)

    assert (finding.outcome, finding.cite, finding.provisions) == (outcome, "§ 9", ("CHE-9-1",))
    assert (finding.cure, finding.held_by) == (("", "") if met else ("Make it so", "officer"))


def test_the_rule_of_a_day_or_why_there_is_none() -> None:
    rule = rule_on(RULE, day("2001-11-02"), "x", "There is a rule")

    assert isinstance(rule, Dated) and rule.value == 90
    for series, on, outcome, why in (
        (RULE, "2001-11-01", Outcome.UNKNOWN, "An earlier rule counted on Thu 1 November 2001 and is not on file"),
        (RULE, "2020-01-01", Outcome.UNMET, "The rule has ended"),
        (None, "2020-01-01", Outcome.UNMET, "The code has none"),
    ):
        none = rule_on(series, day(on), "x", "There is a rule")
        assert isinstance(none, Finding)
        assert (none.outcome, none.why) == (outcome, why)
