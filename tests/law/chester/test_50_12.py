"""§ 50-12: complaints."""

from datetime import date

import pytest

from tests.law.chester.facts import INSPECTOR, OFFICER, decide, open_, the_one_in_the_way, without
from townwright.law.packs import Pack

day = date.fromisoformat
ABATED = {
    **OFFICER,
    "complaint.outcome": "abated",
    "complaint.steps": {"inspected", "notice"},
    "complaint.inspected_on": day("2025-06-09"),
    "complaint.reinspected_on": day("2025-06-26"),
    "complaint.report_filed_on": day("2025-06-27"),
}


@pytest.mark.proves("CHE-50-12-B-L/1")
def test_a_complaint_is_closed_by_a_step_or_by_a_reason(chester: Pack) -> None:
    bare = {**OFFICER, "complaint.outcome": "other", "complaint.steps": set()}

    found = the_one_in_the_way(decide(chester, "complaint.close", bare, "2025-06-20"))

    assert (found.why, found.cite) == ("No step is recorded and no reason", "§ 50-12(B)")
    told = {**bare, "complaint.why_no_step": "duplicate of 2025-C-028"}
    assert open_(decide(chester, "complaint.close", told, "2025-06-20"))
    assert open_(decide(chester, "complaint.close", {**bare, "complaint.steps": {"notice"}}, "2025-06-20"))


@pytest.mark.proves("CHE-50-12-B-1/1")
def test_an_inspection_documents_its_result(chester: Pack) -> None:
    found = the_one_in_the_way(
        decide(chester, "complaint.inspect", {**INSPECTOR, "complaint.inspection_result": ""}, "2025-06-09")
    )

    assert (found.why, found.cite) == ("No result is written", "§ 50-12(B)(1)")
    told = {**INSPECTOR, "complaint.inspection_result": "Stair without a rail"}
    assert open_(decide(chester, "complaint.inspect", told, "2025-06-09"))


@pytest.mark.proves("CHE-50-12-B-4-1/1")
def test_an_owners_word_abates_nothing(chester: Pack) -> None:
    told = without(ABATED, "complaint.reinspected_on")

    found = the_one_in_the_way(decide(chester, "complaint.close", told, "2025-06-27"))

    assert (found.why, found.cite) == ("No inspection has confirmed it", "§ 50-12(B)(4)")
    assert found.cure == "Inspect it again"


@pytest.mark.proves("CHE-50-12-B-4-2/1")
def test_the_final_report_is_filed_before_it_is_closed_as_abated(chester: Pack) -> None:
    unreported = without(ABATED, "complaint.report_filed_on")

    found = the_one_in_the_way(decide(chester, "complaint.close", unreported, "2025-06-26"))

    assert (found.why, found.cite) == ("No report is filed", "§ 50-12(B)(4)")
    assert not decide(chester, "complaint.close", ABATED, "2025-06-26").allowed
    assert open_(decide(chester, "complaint.close", ABATED, "2025-06-27"))


def test_a_complaint_outside_the_code_says_to_whom_it_goes(chester: Pack) -> None:
    dog = {
        **OFFICER,
        "complaint.outcome": "outside",
        "complaint.steps": set(),
        "complaint.why_no_step": "A barking dog",
    }

    found = the_one_in_the_way(decide(chester, "complaint.close", dog, "2025-07-10"))

    assert found.cite == "§ 50-12(A)"
    told = {**dog, "complaint.referred_to": "animal control"}
    assert open_(decide(chester, "complaint.close", told, "2025-07-10"))


def test_a_chimney_fire_falls_under_the_section(chester: Pack) -> None:
    assert open_(decide(chester, "fire_notice.record", {"fire.involves": {"chimney"}}, "2025-12-01"))
    found = the_one_in_the_way(decide(chester, "fire_notice.record", {"fire.involves": set()}, "2025-12-01"))
    assert found.cite == "§ 50-8"
