"""Findings and decisions: order, discretion, and what the register keeps of them."""

from datetime import date
from decimal import Decimal
from enum import StrEnum

import pytest

from townwright.law.findings import Decision, Finding, Outcome, plain

UNMET = Finding("fee", Outcome.UNMET, "Fee paid", "§ 4(K)", fact=Decimal("0.00"), limit=Decimal("75.00"))
UNKNOWN = Finding("site", Outcome.UNKNOWN, "Site inspected", "§ 5(B)(1)", missing=("inspection.of.site", "a.b"))
WARNING = Finding("snow", Outcome.WARNING, "Snow load", "§ 4(D)")
MET = Finding("sets", Outcome.MET, "Two sets", "§ 4(D)(5)", why="two", facts=("documents.sets",), provisions=("X-1",))
FREE = Finding("zoning", Outcome.UNMET, "Zoning", "§ 98", discretion=True)

DECISION = Decision("permit.issue", date(2025, 4, 14), (MET, WARNING, UNKNOWN, UNMET, FREE), (MET,), "hash")


def test_what_stands_in_the_way_comes_first() -> None:
    assert [f.key for f in DECISION.in_order] == ["fee", "zoning", "site", "snow", "sets"]
    assert [f.key for f in DECISION.standing_in_the_way] == ["fee", "zoning", "site"]
    assert not DECISION.allowed
    assert DECISION.of(Outcome.MET) == (MET,)
    assert DECISION.needs == ("inspection.of.site", "a.b")


def test_warnings_alone_leave_the_act_open() -> None:
    assert Decision("x", date(2025, 1, 1), (MET, WARNING)).allowed


def test_only_what_the_code_leaves_to_the_officer_can_be_overruled() -> None:
    overruled = Decision("x", date(2025, 1, 1), (FREE, MET)).overrule(["zoning"])

    assert overruled.allowed
    assert overruled.overruled == ("zoning",)
    with pytest.raises(ValueError, match="§ 4\\(K\\) leaves no discretion"):
        DECISION.overrule(["fee"])
    with pytest.raises(ValueError, match="'sets' does not stand in the way"):
        DECISION.overrule(["sets"])


def test_further_findings_are_added() -> None:
    assert Decision("x", date(2025, 1, 1)).and_(MET, FREE).findings == (MET, FREE)


def test_a_decision_is_kept_as_plain_values_and_read_again() -> None:
    kept = DECISION.to_json()

    again = Decision.from_json(kept)

    assert kept["findings"][3] == {
        "key": "fee",
        "outcome": "unmet",
        "says": "Fee paid",
        "cite": "§ 4(K)",
        "fact": "0.00",
        "limit": "75.00",
    }
    assert again.to_json() == kept
    assert again.needs == DECISION.needs
    assert again.on == date(2025, 4, 14)


class Colour(StrEnum):
    RED = "red"


def test_values_are_made_plain() -> None:
    assert plain({1: date(2025, 1, 2), "s": {"b", "a"}, "t": (True, None, 3)}) == {
        "1": "2025-01-02",
        "s": ["a", "b"],
        "t": [True, None, 3],
    }
    assert plain(Colour.RED) == "red"
    assert plain(Decimal("1.10")) == "1.10"
    assert plain(3 + 4j) == "(3+4j)"
