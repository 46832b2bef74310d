"""§§ 149-9 to 149-11: rules and regulations, restrictions on employees, variances."""

from datetime import date
from typing import Any

import pytest

from tests.law.cortlandt.facts import documents, ready_permit
from tests.law.facts import OFFICER, decide, finding_of, named, open_, the_one_in_the_way, without
from townwright.law.findings import Outcome
from townwright.law.packs import Pack


def rule(**changes: Any) -> dict[str, Any]:
    """A rule of the Town Board, published on a Friday."""
    return {
        "rule.resolution": "118-2025",
        "rule.newspaper": "The Gazette",
        "rule.published_on": date(2025, 6, 6),
        "rule.notice_on": date(2025, 6, 6),
        "rule.effective_on": date(2025, 6, 11),
        **named(changes),
    }


@pytest.mark.proves("COR-149-9-2/1")
@pytest.mark.parametrize(
    ("effective", "accepted"),
    [
        ("2025-06-10", False),
        ("2025-06-11", True),
        ("2025-06-12", True),
        ("2025-06-06", False),
    ],
)
def test_a_rule_is_published_five_days_before_it_takes_effect(cortlandt: Pack, effective: str, accepted: bool) -> None:
    decision = decide(cortlandt, "rule.adopt", rule(rule__effective_on=date.fromisoformat(effective)), "2025-06-06")

    assert decision.allowed is accepted
    if not accepted:
        found = finding_of(decision, "published_in_time")
        assert found.outcome is Outcome.UNMET
        assert found.cite == "§ 149-9"
        assert found.why.endswith("is less than five days later")
        assert finding_of(decision, "noticed_in_time").outcome is Outcome.UNMET


def test_a_rule_names_its_resolution_and_its_newspaper(cortlandt: Pack) -> None:
    silent = without(rule(), "rule.resolution", "rule.newspaper")

    decision = decide(cortlandt, "rule.adopt", silent, "2025-06-06")

    assert {f.key for f in decision.standing_in_the_way} == {"resolution", "newspaper"}


@pytest.mark.proves("COR-149-9-4/1")
def test_a_rule_is_no_looser_than_the_chapter(cortlandt: Pack) -> None:
    six_months = rule(rule__carries_out="COR-149-14-C-3", rule__number=6)

    found = the_one_in_the_way(decide(cortlandt, "rule.adopt", six_months, "2025-06-06"))

    assert found.why == "The chapter's limit is 3 months; the rule has 6"
    assert (found.fact, found.limit, found.cite) == (6, 3, "§ 149-9")
    for stricter in (3, 2):
        assert open_(decide(cortlandt, "rule.adopt", {**six_months, "rule.number": stricter}, "2025-06-06"))


@pytest.mark.parametrize(("months", "accepted"), [(11, False), (12, True), (13, False)])
def test_a_fixed_amount_of_the_chapter_can_only_be_repeated(cortlandt: Pack, months: int, accepted: bool) -> None:
    life = rule(rule__carries_out="COR-149-13-G-1", rule__number=months)

    assert decide(cortlandt, "rule.adopt", life, "2025-06-06").allowed is accepted


@pytest.mark.proves("COR-149-10-1/1")
def test_no_inspection_is_assigned_where_an_interest_is_declared(cortlandt: Pack) -> None:
    declared = {"conflict.of_actor": {"40 Maple Lane"}}

    found = the_one_in_the_way(decide(cortlandt, "inspection.assign", declared, "2025-01-14"))

    assert found.cite == "§ 149-10"
    assert found.why == "Declared: 40 Maple Lane"
    assert open_(decide(cortlandt, "inspection.assign", {}, "2025-01-14"))


@pytest.mark.proves("COR-149-10-3/1")
def test_a_permit_does_not_issue_while_an_employee_supervises_the_work(cortlandt: Pack) -> None:
    superintendent = ready_permit(conflict__employees={"D. Lind, site superintendent"})

    found = the_one_in_the_way(decide(cortlandt, "permit.issue", superintendent, "2025-05-20"))

    assert found.cite == "§ 149-10"
    assert found.why == "Flagged, without a finding of the Director: D. Lind, site superintendent"
    assert {"COR-149-10-2", "COR-149-10-3"} <= set(found.provisions)


@pytest.mark.proves("COR-149-10-4/1")
def test_plans_of_an_employee_are_not_accepted(cortlandt: Pack) -> None:
    own = documents(conflict__preparers={"D. Lind"})

    found = the_one_in_the_way(decide(cortlandt, "documents.accept", own, "2025-03-18"))

    assert found.cite == "§ 149-10"
    assert found.why == "Prepared by an employee of the Department: D. Lind"
    sealed = {
        "document.kind": "plan",
        "seal.profession": "architect",
        "seal.state": "New York",
        "seal.signed_by": "D. Lind",
        "seal.legible": True,
        "conflict.preparers": {"D. Lind"},
    }
    assert not decide(cortlandt, "documents.check_in", sealed, "2025-03-18").allowed


@pytest.mark.proves("COR-149-10-5/1", "COR-149-10-5/2")
def test_an_employee_may_build_at_home_with_all_three_statements(cortlandt: Pack) -> None:
    garage = {
        "conflict.own_building": True,
        "conflict.own_use": True,
        "conflict.for_sale": False,
        "conflict.statement_on": date(2025, 6, 3),
    }

    assert open_(decide(cortlandt, "conflict.release", garage, "2025-06-03"))
    assert open_(decide(cortlandt, "permit.issue", ready_permit(**OFFICER), "2025-06-03"))
    home = {"conflict.of_actor": {"the employee's own home"}}
    assert not decide(cortlandt, "inspection.assign", home, "2025-06-03").allowed

    of_a_brother_in_law = {**garage, "conflict.own_building": False}
    found = the_one_in_the_way(decide(cortlandt, "conflict.release", of_a_brother_in_law, "2025-06-03"))
    assert found.why == "The employee does not own the building"
    assert found.cite == "§ 149-10"
    for missing in ("conflict.own_use", "conflict.for_sale", "conflict.statement_on"):
        assert not decide(cortlandt, "conflict.release", without(garage, missing), "2025-06-03").allowed
    assert not decide(cortlandt, "conflict.release", {**garage, "conflict.for_sale": True}, "2025-06-03").allowed


@pytest.mark.proves("COR-149-11-A-1/1")
def test_relief_from_the_uniform_code_is_for_the_board_of_review(cortlandt: Pack) -> None:
    stair = {
        "variance.of": "uniform code",
        "variance.provision": "RCNYS R311.7.1",
        "variance.also_uniform_code": False,
    }

    found = the_one_in_the_way(decide(cortlandt, "variance.apply", stair, "2025-05-27"))

    assert found.cite == "§ 149-11(A)"
    assert found.cure == "Apply to the Regional Board of Review under 19 NYCRR Part 1205 (formerly Part 440)"


def test_relief_from_the_chapter_is_for_the_zoning_board_of_appeals(cortlandt: Pack) -> None:
    fence = {
        "variance.of": "chapter",
        "variance.provision": "§ 149-13(H)(2)",
        "variance.also_uniform_code": False,
    }

    decision = decide(cortlandt, "variance.apply", fence, "2025-07-08")

    assert open_(decision)
    named_one = finding_of(decision, "provision")
    assert (named_one.why, named_one.cite) == ("§ 149-13(H)(2)", "§ 149-11(B)")
    assert not decide(cortlandt, "variance.apply", without(fence, "variance.provision"), "2025-07-08").allowed


@pytest.mark.proves("COR-149-11-B-2/1")
def test_no_variance_here_from_what_the_uniform_code_imposes_too(cortlandt: Pack) -> None:
    sprinklers = {
        "variance.of": "chapter",
        "variance.provision": "§ 149-12",
        "variance.also_uniform_code": True,
    }

    found = the_one_in_the_way(decide(cortlandt, "variance.apply", sprinklers, "2025-07-08"))

    assert found.cite == "§ 149-11(B)"
    assert found.why == "The Uniform Code imposes it too"
    assert "Regional Board of Review" in found.cure


@pytest.mark.parametrize(("checked", "outcome"), [(None, Outcome.WARNING), (date(2025, 1, 2), Outcome.MET)])
def test_missing_rules_of_the_board_of_review_are_warned_of(
    cortlandt: Pack, checked: date | None, outcome: Outcome
) -> None:
    decision = decide(cortlandt, "library.check", {"library.board_of_review_rules": checked}, "2025-01-02")

    assert decision.allowed
    assert (decision.findings[0].outcome, decision.findings[0].cite) == (outcome, "§ 149-11(A)")
