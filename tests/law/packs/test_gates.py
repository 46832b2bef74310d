"""Gates: conditions, exceptions, dates, warnings, and how findings are worded."""

from datetime import date
from typing import Any

import pytest

from townwright.law.calendar import Calendar
from townwright.law.facts import Catalogue, Fact, Kind
from townwright.law.findings import Finding, Outcome
from townwright.law.gates import Conflict, Gate, Requirement
from townwright.law.packs import compile_pack

CATALOGUE = Catalogue(
    [
        Fact("sets", Kind.INT, "Sets", "?"),
        Fact("electronic", Kind.BOOL, "Electronic file", "?"),
        Fact("cost", Kind.MONEY, "Cost", "?"),
        Fact("landmark", Kind.BOOL, "Landmark", "?"),
        Fact("farm", Kind.BOOL, "Farm building", "?"),
        Fact("paid", Kind.MONEY, "Paid", "?"),
        Fact("fee", Kind.MONEY, "Fee", "?"),
    ]
)

CALENDAR: Calendar = compile_pack("new-york").calendar()

ON = date(2025, 1, 27)

TWO_SETS = {"key": "sets", "says": "Two sets", "cite": "§ 1", "need": {"at_least": {"fact": "sets", "limit": 2}}}


def gate(*requirements: dict[str, Any], **more: Any) -> Gate:
    """A gate of some requirements."""
    read = tuple(Requirement.model_validate(r) for r in requirements)
    return Gate("test", "May it be done?", read, CATALOGUE, CALENDAR, **more)


def the_finding(requirement: dict[str, Any], on: date = ON, **facts: Any) -> Finding:
    """The only finding of a gate with one requirement, which was asked."""
    decision = gate(requirement).decide(facts, on)
    assert not decision.not_asked
    (finding,) = decision.findings
    return finding


def test_a_finding_tells_what_was_found_who_has_it_and_what_would_cure_it() -> None:
    requirement = {**TWO_SETS, "cure": "Another set", "held_by": "applicant", "carries": ["CHE-50-4-D-5-L1"]}

    unmet = the_finding(requirement, sets=1)
    met = the_finding(requirement, sets=2)

    assert unmet == Finding(
        key="sets",
        outcome=Outcome.UNMET,
        says="Two sets",
        cite="§ 1",
        why="Sets 1, not at least 2",
        cure="Another set",
        held_by="applicant",
        provisions=("CHE-50-4-D-5-L1",),
        facts=("sets",),
        fact=1,
        limit=2,
    )
    assert (met.outcome, met.cure, met.held_by) == (Outcome.MET, "", "")


def test_an_unknown_finding_names_the_fact_to_ask_for() -> None:
    decision = gate(TWO_SETS).decide({}, ON)

    assert not decision.allowed
    assert decision.needs == ("sets",)
    assert decision.findings[0].why == "Sets not known"


@pytest.mark.parametrize(
    ("facts", "outcome", "why"),
    [
        (
            {"fee": "1290.00", "paid": "0.00"},
            Outcome.UNMET,
            "Fee of $1,290.00 not paid; $0.00 received by Mon 27 January 2025",
        ),
        ({"fee": "1290.00", "paid": "1290.00"}, Outcome.MET, "$1,290.00, fee $1,290.00"),
        ({"fee": "1290.00"}, Outcome.UNKNOWN, "Paid is not on record"),
    ],
)
def test_words_of_a_finding_have_holes(facts: dict[str, Any], outcome: Outcome, why: str) -> None:
    requirement = {
        "key": "fee",
        "says": "The fee is paid",
        "need": {"at_least": {"fact": "paid", "other": "fee"}},
        "why": {
            "met": "{fact}, fee {limit}",
            "unmet": "fee of {fee} not paid; {paid} received by {on}",
            "unknown": "{missing} is not on record",
        },
    }

    found = the_finding(requirement, **facts)

    assert (found.outcome, found.why) == (outcome, why)


@pytest.mark.parametrize(("sets", "why"), [(1, "One of two"), (0, "No of two"), (11, "11 of two")])
def test_small_numbers_are_written_out(sets: int, why: str) -> None:
    requirement = {
        "key": "sets",
        "says": "",
        "need": {"at_least": {"fact": "sets", "limit": 12}},
        "why": {"unmet": "{fact:words} of two"},
    }

    assert the_finding(requirement, sets=sets).why == why


def test_a_limit_is_written_out_too() -> None:
    requirement = {**TWO_SETS, "why": {"unmet": "{fact:words} of {limit:words} received"}}

    assert the_finding(requirement, sets=1).why == "One of two received"


# ----------------------------------------------------------------------------------------------- conditions

STATEMENT = {
    "key": "statement",
    "says": "Statement filed",
    "cite": "§ 4",
    "need": {"is_true": "electronic"},
    "when": {"is_true": "landmark"},
    "why": {"not_asked": "No landmark"},
}


def test_what_does_not_concern_the_case_is_not_asked() -> None:
    decision = gate(STATEMENT).decide({"landmark": False}, ON)

    assert decision.allowed
    assert not decision.findings
    assert decision.not_asked[0].why == "No landmark"


@pytest.mark.parametrize(
    ("facts", "outcome", "missing"),
    [
        ({"landmark": True, "electronic": False}, Outcome.UNMET, ()),
        ({"landmark": True, "electronic": True}, Outcome.MET, ()),
        ({"electronic": True}, Outcome.MET, ()),
        ({"electronic": False}, Outcome.UNKNOWN, ("landmark",)),
        ({}, Outcome.UNKNOWN, ("landmark", "electronic")),
    ],
)
def test_an_unknown_condition_matters_only_where_the_requirement_is_not_met_anyway(
    facts: dict[str, Any], outcome: Outcome, missing: tuple[str, ...]
) -> None:
    found = the_finding(STATEMENT, **facts)

    assert (found.outcome, found.missing) == (outcome, missing)


@pytest.mark.parametrize("facts", [{"sets": 1}, {}])
def test_a_warning_never_shuts_the_act(facts: dict[str, Any]) -> None:
    decision = gate({**TWO_SETS, "warn": True}).decide(facts, ON)

    assert decision.allowed
    assert decision.findings[0].outcome is Outcome.WARNING
    assert gate({**TWO_SETS, "warn": True}).decide({"sets": 2}, ON).findings[0].outcome is Outcome.MET


# ----------------------------------------------------------------------------------------------- exceptions

SHED = {
    "label": "small",
    "when": {"less_than": {"fact": "cost", "limit": "10000.00"}},
    "says": "exempt: cost {fact} is under {limit}",
    "cite": "§ 5",
    "carries": ["CHE-50-4-B"],
}
FARM = {"label": "farm", "when": {"is_true": "farm"}, "need": {"is_true": "electronic"}, "cite": "§ 6"}
PERMIT = {**TWO_SETS, "exceptions": [SHED, FARM]}


def test_an_exception_waives_the_base() -> None:
    decision = gate(PERMIT).decide({"cost": "9999.99", "farm": False}, ON)

    (waived,) = decision.not_asked
    assert decision.allowed
    assert waived.why == "Exempt: cost $9,999.99 is under $10,000.00"
    assert waived.cite == "§ 5"
    assert waived.provisions == ("CHE-50-4-B",)


def test_an_exception_puts_another_need_in_place_of_the_base() -> None:
    found = the_finding(PERMIT, sets=2, cost="10000.00", farm=True, electronic=False)

    assert (found.outcome, found.cite, found.why) == (Outcome.UNMET, "§ 6", "Electronic file: no")


@pytest.mark.parametrize(
    ("facts", "outcome", "missing"),
    [
        ({"sets": 2, "cost": "10000.00", "farm": False}, Outcome.MET, ()),
        ({"sets": 1, "cost": "10000.00", "farm": False}, Outcome.UNMET, ()),
        ({"sets": 2, "farm": False}, Outcome.MET, ()),
        ({"sets": 1, "farm": False}, Outcome.UNKNOWN, ("cost",)),
        ({"sets": 2, "cost": "10000.00", "electronic": True}, Outcome.MET, ()),
        ({"sets": 2, "cost": "10000.00", "electronic": False}, Outcome.UNKNOWN, ("farm",)),
    ],
)
def test_an_open_exception_matters_only_where_it_would_make_a_difference(
    facts: dict[str, Any], outcome: Outcome, missing: tuple[str, ...]
) -> None:
    found = the_finding(PERMIT, **facts)

    assert (found.outcome, found.missing) == (outcome, missing)


def test_two_exceptions_without_an_order_are_an_error_and_never_the_last_one_wins() -> None:
    with pytest.raises(Conflict, match="exceptions farm and small apply together"):
        gate(PERMIT).decide({"sets": 1, "cost": "1.00", "farm": True}, ON)


def test_an_exception_that_goes_before_the_other_is_taken() -> None:
    ordered = {**PERMIT, "exceptions": [SHED, {**FARM, "goes_before": ["small"]}]}

    found = the_finding(ordered, sets=1, cost="1.00", farm=True, electronic=True)

    assert (found.outcome, found.cite) == (Outcome.MET, "§ 6")


def test_an_exception_out_of_force_is_none() -> None:
    ended = {**TWO_SETS, "exceptions": [{**SHED, "until": "2024-12-31"}]}

    assert the_finding(ended, sets=1, cost="1.00").outcome is Outcome.UNMET


# ------------------------------------------------------------------------------------------ days, switching off


def test_the_rule_of_the_day_is_asked() -> None:
    old = {**TWO_SETS, "key": "old", "until": "2024-04-09"}
    new = {**TWO_SETS, "key": "new", "from": "2024-04-10", "need": {"is_true": "electronic"}}
    both = gate(old, new)

    assert [f.key for f in both.decide({}, date(2024, 4, 9)).findings] == ["old"]
    assert [f.key for f in both.decide({}, date(2024, 4, 10)).findings] == ["new"]
    assert both.needs(date(2024, 4, 9)) == {"sets"}
    assert both.needs(date(2024, 4, 10)) == {"electronic"}


def test_a_requirement_that_the_town_switched_off_is_shown_with_the_reason() -> None:
    off = gate(TWO_SETS, switched_off={"sets": "the county does it"})

    decision = off.decide({}, ON)

    assert decision.allowed
    assert decision.not_asked[0].why == "Not asked in this town: the county does it"
    assert off.needs(ON) == frozenset()


def test_a_gate_names_every_fact_that_it_may_ask_for() -> None:
    assert gate(PERMIT, STATEMENT).needs(ON) == {"sets", "cost", "farm", "electronic", "landmark"}


def test_a_decision_keeps_the_law_that_made_it() -> None:
    of_a_pack = gate(TWO_SETS, pack_hash="abc")

    assert of_a_pack.decide({}, ON).pack_hash == "abc"
    assert of_a_pack.decide({}, ON, "def").pack_hash == "def"
