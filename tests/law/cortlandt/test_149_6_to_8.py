"""§§ 149-6 to 149-8: Building Inspector, Zoning Inspector, Fire Inspector."""

from datetime import date

import pytest

from tests.law.cortlandt.facts import DETERMINATIONS, DOCUMENTS, asked, ready_permit
from tests.law.facts import INSPECTOR, OFFICER, decide, finding_of, open_, the_one_in_the_way, without
from townwright.law.calendar import Calendar, Period
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.periodic import intervals, next_due

DESIGNEE = {
    **INSPECTOR,
    "designation.acts": {"permit.issue"},
    "designation.begins_on": date(2025, 7, 14),
    "designation.ends_on": date(2025, 7, 25),
}
ZONING_INSPECTOR = {"actor.offices": {"zoning_inspector"}}


@pytest.mark.proves("COR-149-6-1/1")
def test_the_director_signs_as_building_inspector(cortlandt: Pack) -> None:
    decision = decide(cortlandt, "sign.officer", OFFICER, "2025-07-02")

    assert open_(decision)
    assert "COR-149-6-1" in decision.findings[0].provisions
    assert "Building Inspector" in cortlandt.officers["officer"].also


@pytest.mark.proves("COR-149-6-2/1")
@pytest.mark.parametrize(
    ("on", "may"),
    [
        ("2025-07-13", False),
        ("2025-07-14", True),
        ("2025-07-25", True),
        ("2025-07-26", False),
        ("2025-07-28", False),
    ],
)
def test_a_designee_issues_within_the_designation(cortlandt: Pack, on: str, may: bool) -> None:
    decision = decide(cortlandt, "permit.issue", ready_permit(**DESIGNEE), on)

    assert decision.allowed is may
    if not may:
        found = the_one_in_the_way(decision)
        assert found.key == "signature"
        assert found.cite == "§ 149-6"
        assert "designation from Mon 14 July 2025 to Fri 25 July 2025" in found.why


def test_a_designation_for_another_act_does_not_do(cortlandt: Pack) -> None:
    elsewhere = ready_permit(**DESIGNEE, designation__acts={"certificate.issue"})

    assert finding_of(decide(cortlandt, "permit.issue", elsewhere, "2025-07-15"), "signature").outcome is Outcome.UNMET


@pytest.mark.proves("COR-149-6-3/1")
def test_no_permit_without_a_zoning_determination(cortlandt: Pack) -> None:
    blank = without(ready_permit(), "review.zoning")

    found = the_one_in_the_way(decide(cortlandt, "permit.issue", blank, "2025-05-12"))

    assert found.says == "The work complies with the Zoning Ordinance (Chapter 307)"
    assert found.cite == "§ 149-6"
    assert found.outcome is Outcome.UNKNOWN
    assert not decide(cortlandt, "permit.issue", ready_permit(review__zoning="not satisfied"), "2025-05-12").allowed


@pytest.mark.proves("COR-149-6-4/1")
def test_a_blank_steep_slopes_line_bars_an_interior_alteration_too(cortlandt: Pack) -> None:
    blank = without(ready_permit(application__work_type="alter"), "review.steep_slopes")
    not_applicable = {**blank, "review.steep_slopes": "not applicable"}

    found = the_one_in_the_way(decide(cortlandt, "permit.issue", blank, "2025-05-13"))
    assert found.key == "review.steep_slopes"
    assert found.cite == "§ 149-6"
    assert not decide(cortlandt, "permit.issue", not_applicable, "2025-05-13").allowed
    answered = {**not_applicable, "review.steep_slopes.reason": "interior work, R. Hale, 13 May 2025"}
    assert open_(decide(cortlandt, "permit.issue", answered, "2025-05-13"))


@pytest.mark.proves("COR-149-6-5/1")
def test_a_pending_wetlands_permit_bars_the_building_permit(cortlandt: Pack) -> None:
    pending = ready_permit(review__wetlands="not satisfied")
    pending["review.wetlands.note"] = "wetlands permit pending"

    found = the_one_in_the_way(decide(cortlandt, "permit.issue", pending, "2025-06-02"))

    assert "Chapter 179" in found.says
    assert found.why == "Wetlands permit pending"
    assert open_(decide(cortlandt, "permit.issue", ready_permit(review__wetlands="satisfied"), "2025-06-20"))


@pytest.mark.proves("COR-149-6-6/1")
def test_a_listed_approval_that_is_missing_is_named(cortlandt: Pack) -> None:
    listed = ready_permit(review__approvals="not satisfied")
    listed["review.approvals.note"] = "driveway permit: no number and date"

    found = the_one_in_the_way(decide(cortlandt, "permit.issue", listed, "2025-06-09"))

    assert found.why == "Driveway permit: no number and date"
    assert found.cite == "§ 149-6"


def test_a_reviewer_marks_the_documents_and_then_the_determinations(cortlandt: Pack) -> None:
    keys = [line.key for line in cortlandt.lines_of("review")]

    assert set(keys) == {*DOCUMENTS, "h.flood", *DETERMINATIONS}
    assert keys[0] == "a"
    assert keys[-len(DETERMINATIONS) :] == list(DETERMINATIONS)
    assert cortlandt.lines_of("inspection.of") == ()


@pytest.mark.proves("COR-149-7-1/1")
def test_the_zoning_inspector_files_decisions_as_clerk_of_the_board(cortlandt: Pack) -> None:
    assert open_(decide(cortlandt, "variance.file_decision", ZONING_INSPECTOR, "2025-03-20"))
    found = the_one_in_the_way(decide(cortlandt, "variance.file_decision", INSPECTOR, "2025-03-20"))
    assert found.cite == "§ 149-7"
    assert found.why == "No appointment as Zoning Inspector in force on Thu 20 March 2025"
    assert open_(decide(cortlandt, "sign.inspector", ZONING_INSPECTOR, "2025-03-20"))


@pytest.mark.proves("COR-149-7-2/1")
def test_the_zoning_inspectors_review_is_not_the_determination(cortlandt: Pack) -> None:
    alone = decide(cortlandt, "determination.zoning", ZONING_INSPECTOR, "2025-05-06")
    blank = without(ready_permit(), "review.zoning")
    designated = {
        **ZONING_INSPECTOR,
        "designation.acts": {"determination.zoning"},
        "designation.begins_on": date(2025, 5, 1),
    }

    found = finding_of(alone, "signature")
    assert not alone.allowed
    assert found.why.endswith("a review alone is not the determination")
    issue = the_one_in_the_way(decide(cortlandt, "permit.issue", blank, "2025-05-06"))
    assert "COR-149-7-2" in issue.provisions
    assert open_(decide(cortlandt, "determination.zoning", OFFICER, "2025-05-06"))
    assert open_(decide(cortlandt, "determination.zoning", designated, "2025-05-06"))


@pytest.mark.proves("COR-149-8-5/1")
def test_local_conditions_shorten_an_interval_and_never_lengthen_it(cortlandt: Pack, calendar: Calendar) -> None:
    hall = {
        "building.assembly_area": True,
        "building.school": False,
        "building.dwelling_units": 0,
        "building.nonresidential": True,
        "building.kind": "nonresidential",
    }
    building = intervals(cortlandt.periodic, asked(cortlandt, hall, "2025-02-10")).of("building")
    assert building is not None

    shorter = next_due(building, date(2025, 1, 20), calendar, own=Period(months=6), reason="overcrowding")
    longer = next_due(building, date(2025, 1, 20), calendar, own=Period(months=18), reason="quiet")
    as_long = next_due(building, date(2025, 1, 20), calendar, own=Period(months=12), reason="quiet")

    assert shorter.deadline.nominal == date(2025, 7, 20)
    assert shorter.finding is not None
    assert shorter.finding.outcome is Outcome.MET
    assert longer.finding is not None
    assert (longer.finding.outcome, longer.finding.cite) == (Outcome.UNMET, "§ 149-15(B)")
    assert longer.deadline.nominal == date(2026, 1, 20)
    assert as_long.finding is not None
    assert as_long.finding.outcome is Outcome.MET


@pytest.mark.proves("COR-149-8-6/1")
def test_a_complaint_is_not_closed_without_an_inspection_or_a_reason(cortlandt: Pack) -> None:
    exits = {
        **OFFICER,
        "complaint.outcome": "no violation",
        "complaint.alleged": "blocked exits",
        "complaint.written_statement": False,
    }

    refused = decide(cortlandt, "complaint.close", exits, "2025-04-24")
    inspected = decide(
        cortlandt, "complaint.close", {**exits, "complaint.inspected_on": date(2025, 4, 23)}, "2025-04-24"
    )

    found = finding_of(refused, "looked_into")
    assert not refused.allowed
    assert found.outcome is Outcome.UNMET
    assert found.cite == "§ 149-8"
    assert open_(inspected)


def test_a_reason_does_for_a_telephone_call_and_not_for_a_written_statement(cortlandt: Pack) -> None:
    reason = {
        **OFFICER,
        "complaint.outcome": "outside",
        "complaint.referred_to": "the county",
        "complaint.alleged": "a missing rail",
        "complaint.why_no_step": "not under the code",
        "complaint.written_statement": False,
    }

    assert open_(decide(cortlandt, "complaint.close", reason, "2025-04-24"))
    written = {**reason, "complaint.written_statement": True}
    found = the_one_in_the_way(decide(cortlandt, "complaint.close", written, "2025-04-24"))
    assert (found.key, found.cite) == ("written_statement", "§ 149-15(D)")
