"""§ 50-3: the Code Enforcement Officer, the acting officer, inspectors."""

from datetime import date

import pytest

from tests.law.chester.facts import (
    INSPECTOR,
    OFFICER,
    decide,
    finding_of,
    open_,
    ready_certificate,
    the_one_in_the_way,
)
from townwright.law.fees import FeeSchedule, compute
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.predicates import Asked


def test_without_an_appointment_on_the_day_nobody_signs_as_the_officer(chester: Pack) -> None:
    nobody = {"actor.offices": set()}

    found = the_one_in_the_way(decide(chester, "sign.officer", nobody, "2025-07-01"))

    assert found.why == "No appointment as Code Enforcement Officer in force on Tue 1 July 2025"
    assert open_(decide(chester, "sign.officer", OFFICER, "2025-06-30"))


def test_an_inspector_signs_inspections_and_not_as_the_officer(chester: Pack) -> None:
    assert open_(decide(chester, "sign.inspector", INSPECTOR, "2025-03-17"))
    assert open_(decide(chester, "sign.inspector", OFFICER, "2025-03-17"))
    assert not decide(chester, "sign.officer", INSPECTOR, "2025-03-17").allowed
    found = the_one_in_the_way(decide(chester, "sign.inspector", {"actor.offices": set()}, "2025-03-12"))
    assert found.why == "Not appointed on Wed 12 March 2025, the day of the inspection"


def test_the_office_has_one_holder_at_a_time(chester: Pack) -> None:
    second = {
        "appointment.office": "officer",
        "appointment.acting": False,
        "appointment.resolution": "12-2025",
        "appointment.experience": "Ten years as a builder",
        "appointment.overlaps": True,
    }

    found = the_one_in_the_way(decide(chester, "appointment.make", second, "2025-02-03"))

    assert found.why == "One holder at a time; an acting or an inspector's appointment can be made instead"
    assert found.cite == "§ 50-3(A)"
    inspector = decide(chester, "appointment.make", {**second, "appointment.office": "inspector"}, "2025-02-03")
    assert open_(inspector)


@pytest.mark.proves("CHE-50-3-A-3-2/1")
def test_an_inspection_of_another_kind_names_what_allows_it(chester: Pack) -> None:
    other = {**INSPECTOR, "inspection.kind": "other", "inspection.allowed_by": ""}

    found = the_one_in_the_way(decide(chester, "inspection.other", other, "2025-07-21"))

    assert found.why == "No provision is named"
    assert found.cite == "§ 50-3(A)(3)"
    assert open_(decide(chester, "inspection.other", {**other, "inspection.allowed_by": "§ 50-20(A)"}, "2025-07-21"))


@pytest.mark.proves("CHE-50-3-A-7/1")
def test_a_withdrawn_application_is_not_deleted(chester: Pack) -> None:
    found = the_one_in_the_way(decide(chester, "record.delete", {}, "2025-02-11"))

    assert found.why == "§ 50-15(A) records are permanent"
    assert found.cure.startswith("Mark it as withdrawn")
    assert "CHE-50-3-A-7" in found.provisions


@pytest.mark.proves("CHE-50-3-A-8/1")
def test_no_other_amount_is_charged_than_the_schedules(chester: Pack) -> None:
    schedule = FeeSchedule.model_validate(
        {
            "name": "Schedule of 2025",
            "resolution": "3-2025",
            "adopted": "2025-01-08",
            "begins": "2025-01-08",
            "lines": [
                {"code": "deck", "title": "Deck permit", "parts": [{"kind": "flat", "amount": "150.00"}]},
            ],
        }
    )
    asked = Asked({}, date(2025, 3, 5), chester.catalogue, chester.calendar(), chester.value)
    fee = compute(schedule, "deck", asked)
    offered = {"fee.in_schedule": True, "fee.scheduled": fee.amount, "fee.charged": "125.00"}

    found = the_one_in_the_way(decide(chester, "fee.charge", offered, "2025-03-05"))

    assert found.why == "§ 50-18 amount is $150.00"
    assert found.cite == "§ 50-3(A)(8)"
    assert open_(decide(chester, "fee.charge", {**offered, "fee.charged": "150.00"}, "2025-03-05"))
    waived = {**offered, "fee.waiver_resolution": "41-2025"}
    assert open_(decide(chester, "fee.charge", waived, "2025-03-05"))


@pytest.mark.proves("CHE-50-3-A-10-1/1")
def test_a_legal_action_needs_the_attorneys_consultation(chester: Pack) -> None:
    drafted = {**OFFICER, "action.kind": "penalty", "action.commenced_on": date(2025, 6, 23)}

    found = the_one_in_the_way(decide(chester, "legal_action.commence", drafted, "2025-06-23"))

    assert found.cite == "§ 50-3(A)(10)"
    assert found.why == "No consultation is on record"
    consulted = {**drafted, "legal.consulted_on": date(2025, 6, 20)}
    assert open_(decide(chester, "legal_action.commence", consulted, "2025-06-23"))


@pytest.mark.proves("CHE-50-3-B-1/1")
def test_an_appointment_without_a_resolution_is_refused(chester: Pack) -> None:
    appointment = {
        "appointment.office": "officer",
        "appointment.acting": False,
        "appointment.overlaps": False,
        "appointment.resolution": "",
        "appointment.experience": "Fire prevention, town of Warwick",
    }

    found = the_one_in_the_way(decide(chester, "appointment.make", appointment, "2025-01-02"))

    assert found.cite == "§ 50-3(B)"
    assert found.why == "No number of a resolution of the board"


@pytest.mark.proves("CHE-50-3-B-2/1")
def test_missing_experience_is_warned_of(chester: Pack) -> None:
    appointed = {
        "appointment.office": "officer",
        "certification.status": "active",
        "training.hours_short": 0,
    }

    decision = decide(chester, "officer.file", appointed, "2025-01-02")

    found = finding_of(decision, "experience")
    assert decision.allowed
    assert found.outcome is Outcome.WARNING
    assert found.cite == "§ 50-3(B)"


def test_an_inactive_certification_is_warned_of_and_does_not_block(chester: Pack) -> None:
    file = {"appointment.office": "inspector", "certification.status": "inactive", "training.hours_short": 6}

    decision = decide(chester, "officer.file", file, "2025-06-02")

    assert decision.allowed
    assert finding_of(decision, "certification").why == "Certification: marked inactive"
    assert finding_of(decision, "training").why == "6 hours short"
    assert finding_of(decision, "experience").why == "Asked of the officer only"


def test_an_acting_appointment_says_why_the_officer_cannot_serve(chester: Pack) -> None:
    acting = {
        "appointment.office": "officer",
        "appointment.acting": True,
        "appointment.overlaps": False,
        "appointment.resolution": "88-2025",
        "appointment.experience": "Inspector since 2015",
    }

    found = the_one_in_the_way(decide(chester, "appointment.make", acting, "2025-07-07"))

    assert found.provisions == ("CHE-50-3-C-1", "NYS-TWN-138-1")
    assert open_(decide(chester, "appointment.make", {**acting, "appointment.why_acting": "Illness"}, "2025-07-07"))


@pytest.mark.proves("CHE-50-3-D-2/1")
def test_an_inspector_does_not_sign_a_certificate(chester: Pack) -> None:
    certificate = {**ready_certificate(certificate__kind="compliance"), **INSPECTOR}

    found = the_one_in_the_way(decide(chester, "certificate.issue", certificate, "2025-07-26"))

    assert found.key == "signature"
    assert found.cite == "§ 50-7(C)(9)"
    assert "CHE-50-3-D-2" in found.provisions
