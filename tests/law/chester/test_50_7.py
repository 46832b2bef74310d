"""§ 50-7: certificates of occupancy and of compliance, temporary certificates."""

from datetime import date
from typing import Any

import pytest

from tests.law.chester.facts import (
    INSPECTOR,
    OFFICER,
    decide,
    finding_of,
    open_,
    ready_certificate,
    ready_conversion,
    ready_temporary,
    the_one_in_the_way,
    without,
)
from townwright.law.certificates import CERTIFICATE_STATUS, correction_ends, temporary
from townwright.law.fees import FeeSchedule, compute
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.predicates import Asked

# --------------------------------------------------------------------------------- (A), (B) what must be so


def test_a_conversion_needs_no_permit_number(chester: Pack) -> None:
    cafe = ready_conversion(certificate__occupancy="A-2", certificate__inspected_on=date(2025, 10, 20))

    assert open_(decide(chester, "certificate.issue", cafe, "2025-10-21"))
    (number,) = [f for f in chester.paper("certificate_of_occupancy").fields if f.key == "permit_number"]
    assert number.blank == "none"
    assert number.cite == "§ 50-7(C)(1)"


def test_a_certificate_with_everything_in_order_issues(chester: Pack) -> None:
    decision = decide(chester, "certificate.issue", ready_certificate(), "2025-07-18")

    assert open_(decision)
    assert {f.key for f in decision.not_asked} >= {"conversion", "factory_built", "energy_tests"}


def test_a_certificate_is_refused_on_a_cited_section_only(chester: Pack) -> None:
    bare = {**OFFICER, "decision.reason": "Not convinced"}

    found = the_one_in_the_way(decide(chester, "certificate.refuse", bare, "2025-07-18"))

    assert found.cite == "§ 50-7(B)"
    assert open_(decide(chester, "certificate.refuse", {**bare, "decision.cite": "RCNYS R311.7"}, "2025-07-18"))


@pytest.mark.proves("CHE-50-7-B-L2/1")
def test_a_converted_building_must_itself_comply(chester: Pack) -> None:
    cafe = ready_certificate(certificate__conversion=True, certificate__occupancy="A-2")

    found = the_one_in_the_way(decide(chester, "certificate.issue", cafe, "2025-11-05"))

    assert found.cite == "§ 50-7(B)"
    assert found.why.startswith("The converted part must itself comply")
    fails = {**cafe, "certificate.conversion_complies": "does not comply"}
    assert the_one_in_the_way(decide(chester, "certificate.issue", fails, "2025-11-05")).outcome is Outcome.UNMET


@pytest.mark.proves("CHE-50-7-B-L3/1")
def test_a_conversion_without_a_permit_is_inspected_too(chester: Pack) -> None:
    day_care = without(ready_conversion(certificate__occupancy="I-4"), "certificate.inspected_on")

    found = the_one_in_the_way(decide(chester, "certificate.issue", day_care, "2025-11-05"))

    assert found.key == "inspected"
    assert found.cite == "§ 50-7(B)"
    inspected = {**day_care, "certificate.inspected_on": date(2025, 11, 12)}
    assert not decide(chester, "certificate.issue", inspected, "2025-11-11").allowed
    assert open_(decide(chester, "certificate.issue", inspected, "2025-11-12"))


@pytest.mark.proves("CHE-50-7-B-L4/1")
def test_the_preparer_must_be_acceptable_to_the_officer(chester: Pack) -> None:
    report = ready_certificate(
        paper__applies__special_inspections=True,
        paper__received_on__special_inspections=date(2025, 8, 12),
        paper__preparer_acceptable__special_inspections=False,
        certificate__last_paper_on=date(2025, 8, 12),
    )

    found = the_one_in_the_way(decide(chester, "certificate.issue", report, "2025-08-13"))

    assert "CHE-50-7-B-L4" in found.provisions
    accepted = {**report, "paper.preparer_acceptable.special_inspections": True}
    assert open_(decide(chester, "certificate.issue", accepted, "2025-08-13"))


@pytest.mark.parametrize(
    ("changes", "key", "cite"),
    [
        pytest.param(
            {"paper.applies.structural_observations": True},
            "structural_observations",
            "§ 50-7(B)(1)",
            marks=pytest.mark.proves("CHE-50-7-B-1-1/1"),
            id="structural observations",
        ),
        pytest.param(
            {"application.special_inspections_statement": True},
            "special_inspections",
            "§ 50-7(B)(1)",
            marks=pytest.mark.proves("CHE-50-7-B-1-2/1"),
            id="special inspections",
        ),
        pytest.param(
            {"parcel.in_flood_hazard_area": True},
            "flood_hazard",
            "§ 50-7(B)(2)",
            marks=pytest.mark.proves("CHE-50-7-B-2/1"),
            id="flood hazard",
        ),
        pytest.param(
            {"inspection.of.energy.air_leakage": "satisfactory"},
            "energy_tests",
            "§ 50-7(B)(3)",
            marks=pytest.mark.proves("CHE-50-7-B-3/1"),
            id="energy tests",
        ),
    ],
)
def test_a_paper_that_applies_comes_before_the_certificate(
    chester: Pack, changes: dict[str, Any], key: str, cite: str
) -> None:
    missing = {**ready_certificate(), **changes}

    found = the_one_in_the_way(decide(chester, "certificate.issue", missing, "2025-10-20"))

    assert found.key == key
    assert found.cite == cite
    received = {
        **missing,
        f"paper.received_on.{key}": date(2025, 10, 20),
        f"paper.preparer_acceptable.{key}": True,
    }
    assert open_(decide(chester, "certificate.issue", received, "2025-10-20"))


@pytest.mark.proves("CHE-50-7-B-4/1")
def test_a_manufactured_home_has_seal_insignia_and_data_plate(chester: Pack) -> None:
    home = ready_certificate(
        factory__applies=True, factory__seal="NY-114203", factory__insignia="HUD-77120", factory__data_plate=""
    )

    found = the_one_in_the_way(decide(chester, "certificate.issue", home, "2025-08-29"))

    assert found.cite == "§ 50-7(B)(4)"
    assert found.why == "Data plate not given"
    assert open_(decide(chester, "certificate.issue", {**home, "factory.data_plate": "5521"}, "2025-08-29"))


# ------------------------------------------------------------------------------------------- (C) the contents


@pytest.mark.proves("CHE-50-7-C-3/1")
def test_the_tax_map_number_is_required_and_a_name_is_not(chester: Pack) -> None:
    draft = ready_certificate(certificate__tax_map_number="")

    found = the_one_in_the_way(decide(chester, "certificate.issue", draft, "2025-07-21"))

    assert found.key == "tax_map_number"
    assert found.cite == "§ 50-7(C)(3)"
    fields = {f.key: f for f in chester.paper("certificate_of_occupancy").fields}
    assert not fields["property_name"].required


def test_a_part_is_described(chester: Pack) -> None:
    part = ready_certificate(certificate__coverage="part", certificate__part="")

    found = the_one_in_the_way(decide(chester, "certificate.issue", part, "2025-07-21"))

    assert found.cite == "§ 50-7(C)(4)"
    described = {**part, "certificate.part": "first floor, units 1 and 2"}
    assert open_(decide(chester, "certificate.issue", described, "2025-07-21"))


@pytest.mark.parametrize(
    ("name", "cite"),
    [
        ("address", "§ 50-7(C)(3)"),
        ("use", "§ 50-7(C)(5)"),
        ("occupancy", "§ 50-7(C)(5)"),
        ("construction_type", "§ 50-7(C)(6)"),
    ],
)
def test_a_blank_line_of_the_certificate_is_named(chester: Pack, name: str, cite: str) -> None:
    draft = {**ready_certificate(), f"certificate.{name}": ""}

    assert the_one_in_the_way(decide(chester, "certificate.issue", draft, "2025-07-21")).cite == cite


def test_each_assembly_area_has_its_load(chester: Pack) -> None:
    hall = ready_certificate(certificate__assembly_without_load={"hall"})

    found = the_one_in_the_way(decide(chester, "certificate.issue", hall, "2025-11-05"))

    assert found.why == "No load for: hall"
    assert found.cite == "§ 50-7(C)(7)"


@pytest.mark.proves("CHE-50-7-C-9-1/1")
def test_the_officer_signs_or_the_acting_officer_in_the_term(chester: Pack) -> None:
    by_inspector = {**ready_certificate(), **INSPECTOR}
    by_acting_officer = {**ready_certificate(), "actor.offices": {"officer"}, "actor.role": "inspector"}

    found = the_one_in_the_way(decide(chester, "certificate.issue", by_inspector, "2025-07-21"))

    assert found.cite == "§ 50-7(C)(9)"
    assert open_(decide(chester, "certificate.issue", by_acting_officer, "2025-07-21"))


@pytest.mark.proves("CHE-50-7-C-9-2/1")
def test_the_date_of_issue_is_not_before_the_last_paper(chester: Pack) -> None:
    certificate = ready_certificate(certificate__last_paper_on=date(2025, 7, 21))

    found = the_one_in_the_way(decide(chester, "certificate.issue", certificate, "2025-07-18"))

    assert found.why == "The earliest date is Mon 21 July 2025"
    assert found.cite == "§ 50-7(C)(9)"
    assert open_(decide(chester, "certificate.issue", certificate, "2025-07-21"))


def test_nor_before_the_last_inspection_or_the_fee(chester: Pack) -> None:
    certificate = ready_certificate(inspection__last_accepted_on=date(2025, 7, 17), fee__paid_on=date(2025, 7, 18))

    decision = decide(chester, "certificate.issue", certificate, "2025-07-16")

    assert [f.key for f in decision.standing_in_the_way] == ["not_before_inspection", "not_before_fee"]


# --------------------------------------------------------------------------------- (D) temporary certificates


@pytest.mark.proves("CHE-50-7-D-1/1")
def test_the_officer_may_decline_a_temporary_certificate(chester: Pack) -> None:
    declined = {**OFFICER, "decision.reason": "Elevator and landscaping are open"}

    assert open_(decide(chester, "certificate.decline_temporary", declined, "2025-05-05"))
    bare = {**declined, "decision.reason": ""}
    assert not decide(chester, "certificate.decline_temporary", bare, "2025-05-05").allowed


def test_there_is_no_temporary_certificate_without_a_permit(chester: Pack) -> None:
    conversion = ready_temporary(certificate__under_permit=False)

    assert the_one_in_the_way(decide(chester, "certificate.temporary", conversion, "2025-05-05")).key == "under_permit"


@pytest.mark.proves("CHE-50-7-D-2/1")
def test_it_must_be_safe_to_occupy(chester: Pack) -> None:
    unsigned = without(ready_temporary(), "temporary.safe_to_occupy")

    found = the_one_in_the_way(decide(chester, "certificate.temporary", unsigned, "2025-05-05"))

    assert found.says.startswith("Determination 1")
    assert found.cite == "§ 50-7(D)"


@pytest.mark.proves("CHE-50-7-D-3/1")
def test_alarms_must_work_and_not_only_hang(chester: Pack) -> None:
    silent = ready_temporary(temporary__life_safety_not_working={"carbon monoxide alarms"})

    found = the_one_in_the_way(decide(chester, "certificate.temporary", silent, "2025-05-05"))

    assert found.why == "Not installed and working: carbon monoxide alarms"
    tested = {**silent, "temporary.life_safety_not_working": set(), "temporary.starts_on": date(2025, 5, 7)}
    assert open_(decide(chester, "certificate.temporary", tested, "2025-05-07"))


@pytest.mark.proves("CHE-50-7-D-4/1")
def test_egress_is_that_of_the_whole_structure(chester: Pack) -> None:
    first_floor = ready_temporary(
        certificate__coverage="part", certificate__part="first floor", temporary__egress_provided=False
    )

    found = the_one_in_the_way(decide(chester, "certificate.temporary", first_floor, "2025-05-05"))

    assert found.cite == "§ 50-7(D)"
    assert found.says == "Determination 3: every required means of egress from the structure is provided"


@pytest.mark.proves("CHE-50-7-D-6/1")
def test_the_officer_fixes_the_end(chester: Pack) -> None:
    endless = without(ready_temporary(), "temporary.ends_on")

    found = the_one_in_the_way(decide(chester, "certificate.temporary", endless, "2025-05-05"))

    assert found.key == "period"
    assert found.cite == "§ 50-7(D)"
    assert found.cure == "Enter both days; none is filled in for the officer"


@pytest.mark.proves("CHE-50-7-D-7/1")
def test_six_months_are_the_most(chester: Pack) -> None:
    starts, ends = date(2025, 10, 31), date(2026, 5, 1)
    by_dates = temporary(
        chester.certificates, issued=starts, starts=starts, ends=ends, earlier=0, calendar=chester.calendar()
    )
    too_long = ready_temporary(
        temporary__starts_on=starts, temporary__ends_on=ends, temporary__latest_end=by_dates.latest
    )

    found = the_one_in_the_way(decide(chester, "certificate.temporary", too_long, "2025-10-31"))

    assert not by_dates.decision.allowed
    assert found.limit == date(2026, 4, 30)
    assert "the latest day is Thu 30 April 2026" in found.why
    assert found.provisions == ("CHE-50-7-D-7", "NYS-1203-3-d-3")
    longest = {**too_long, "temporary.ends_on": date(2026, 4, 30)}
    assert open_(decide(chester, "certificate.temporary", longest, "2025-10-31"))


@pytest.mark.proves("CHE-50-7-D-7/2")
def test_a_temporary_certificate_lapses_by_itself(chester: Pack) -> None:
    starts, ends = date(2025, 9, 2), date(2026, 3, 2)
    certificate = temporary(
        chester.certificates, issued=starts, starts=starts, ends=ends, earlier=0, calendar=chester.calendar()
    )
    assert certificate.ends is not None
    names = ("revoked_on", "superseded_on", "lost_on", "suspended_on", "lifted_on", "refused_on", "filed_on")
    dates = {**dict.fromkeys(names), "issued_on": starts, "ends_on": certificate.ends.act_by}

    assert CERTIFICATE_STATUS.on(dates, date(2026, 3, 2)).key == "in force"
    assert CERTIFICATE_STATUS.on(dates, date(2026, 3, 3)).key == "lapsed"
    assert certificate.ends.cite == "§ 50-7(D)"


# ------------------------------------------------------------------------------------------- (E), (F)

FORGED = {"finding.ground": "incorrect information", "finding.facts": "The electrical report is forged"}


@pytest.mark.proves("CHE-50-7-E-1/1")
def test_a_certificate_resting_on_a_forged_report_opens_a_correction_period(chester: Pack) -> None:
    assert open_(decide(chester, "certificate.finding", FORGED, "2025-07-01"))
    other = {**FORGED, "finding.ground": "work violates a code"}
    found = the_one_in_the_way(decide(chester, "certificate.finding", other, "2025-07-01"))
    assert found.cite == "§ 50-7(E)"


@pytest.mark.proves("CHE-50-7-E-2/1")
@pytest.mark.parametrize("gate", ["certificate.revoke", "certificate.suspend"])
def test_the_correction_period_runs_out_first(chester: Pack, gate: str) -> None:
    rule = chester.certificates.correction
    assert rule is not None
    ends = correction_ends(rule, begins=date(2025, 7, 1), time=date(2025, 7, 31), calendar=chester.calendar())
    facts = {**OFFICER, **FORGED, "correction.act_by": ends.act_by}

    found = the_one_in_the_way(decide(chester, gate, facts, "2025-07-20"))

    assert found.why == "It runs through Thu 31 July 2025; possible from the day after"
    assert not decide(chester, gate, facts, "2025-07-31").allowed
    assert open_(decide(chester, gate, facts, "2025-08-01"))


def test_what_was_corrected_is_not_revoked(chester: Pack) -> None:
    facts = {
        **OFFICER,
        **FORGED,
        "correction.act_by": date(2025, 7, 31),
        "correction.corrected_on": date(2025, 7, 30),
    }

    found = the_one_in_the_way(decide(chester, "certificate.revoke", facts, "2025-08-01"))

    assert found.why == "Corrected on Wed 30 July 2025"


@pytest.mark.proves("CHE-50-7-F/1")
def test_the_certificate_has_its_own_fee(chester: Pack) -> None:
    schedule = FeeSchedule.model_validate(
        {
            "name": "Schedule of 2025",
            "resolution": "3-2025",
            "adopted": "2025-01-08",
            "begins": "2025-01-08",
            "lines": [
                {"code": "co", "title": "Certificate of occupancy", "parts": [{"kind": "flat", "amount": "100.00"}]},
                {"code": "tco", "title": "Temporary certificate", "parts": [{"kind": "flat", "amount": "150.00"}]},
            ],
        }
    )
    asked = Asked({}, date(2025, 10, 20), chester.catalogue, chester.calendar(), chester.value)
    fee = compute(schedule, "co", asked).amount
    facts = {"fee.in_schedule": True, "fee.charged": fee, "fee.paid": "0.00"}

    found = the_one_in_the_way(decide(chester, "certificate.submit", facts, "2025-10-20"))

    assert found.why == "Fee of $100.00 not paid; $0.00 received"
    assert found.cite == "§ 50-7(F)"
    assert open_(decide(chester, "certificate.submit", {**facts, "fee.paid": "100.00"}, "2025-10-20"))


def test_every_finding_of_a_certificate_names_its_section(chester: Pack) -> None:
    decision = decide(chester, "certificate.issue", {}, "2025-07-21")

    assert all(f.cite for f in decision.findings)
    assert finding_of(decision, "final").why == "No final inspection"
