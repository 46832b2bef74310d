"""19 NYCRR §§ 1203.1 to 1203.3(d): people, building permits, construction inspections, certificates."""

from datetime import date

import pytest

from tests.law.chester.facts import (
    INSPECTOR,
    OFFICER,
    acceptable_element,
    application,
    decide,
    documents,
    finding_of,
    open_,
    ready_certificate,
    ready_permit,
    ready_temporary,
    the_one_in_the_way,
    without,
)
from townwright.law.findings import Outcome
from townwright.law.inspections import State, plan
from townwright.law.packs import Pack
from townwright.law.predicates import Asked


@pytest.mark.proves("NYS-1203-1/1")
def test_a_gathering_space_for_fifty_is_an_assembly_area(state: Pack) -> None:
    room = {"space.for_gathering": True}

    assert open_(decide(state, "space.assembly", {**room, "space.occupant_load": 50}, "2025-03-03"))
    found = the_one_in_the_way(decide(state, "space.assembly", {**room, "space.occupant_load": 49}, "2025-03-03"))
    assert found.cite == "19 NYCRR § 1203.1"


@pytest.mark.proves("NYS-1203-2-e/1")
def test_an_inspector_does_not_sign_for_the_officer(state: Pack) -> None:
    found = the_one_in_the_way(decide(state, "sign.officer", INSPECTOR, "2025-06-02"))

    assert found.cite == "19 NYCRR § 1203.2(e)"
    assert open_(decide(state, "sign.officer", OFFICER, "2025-06-02"))


@pytest.mark.proves("NYS-1203-2-e/2")
def test_an_inactive_certification_is_warned_of(state: Pack) -> None:
    told = {"certification.status": "inactive", "training.hours_short": 0}

    decision = decide(state, "officer.file", told, "2025-11-03")

    found = finding_of(decision, "certification")
    assert decision.allowed
    assert (found.outcome, found.cite) == (Outcome.WARNING, "19 NYCRR § 1203.2(e)")
    assert finding_of(decision, "training").outcome is Outcome.MET


@pytest.mark.proves("NYS-1203-3-a-1/1")
def test_work_that_must_conform_to_a_code_needs_a_permit(state: Pack) -> None:
    repair = {"work.under_uniform_code": True, "work.under_energy_code": False}

    found = the_one_in_the_way(decide(state, "permit.not_needed", repair, "2025-04-22"))

    assert found.cite == "19 NYCRR § 1203.3(a)"
    assert open_(decide(state, "permit.not_needed", {**repair, "work.under_uniform_code": False}, "2025-04-22"))


@pytest.mark.proves("NYS-1203-3-a-2/1")
def test_an_application_lists_each_building_and_holds_two_sets(state: Pack) -> None:
    half = application(application__buildings_affected=2, application__buildings_listed=1, documents__sets=1)

    decision = decide(state, "application.complete", half, "2025-01-13")

    assert [found.key for found in decision.standing_in_the_way] == ["buildings", "sets"]
    assert {found.cite for found in decision.standing_in_the_way} == {"19 NYCRR § 1203.3(a)"}
    whole = {**half, "application.buildings_listed": 2, "documents.electronic": True}
    assert open_(decide(state, "application.complete", whole, "2025-01-13"))


@pytest.mark.proves("NYS-1203-3-a-3/1")
def test_documents_show_the_thermal_envelope(state: Pack) -> None:
    unmarked = without(documents(), "review.d")

    found = the_one_in_the_way(decide(state, "documents.accept", unmarked, "2025-01-20"))

    assert found.says == "Building thermal envelope"
    assert found.cite == "19 NYCRR § 1203.3(a)"
    assert open_(decide(state, "documents.accept", documents(), "2025-01-20"))


@pytest.mark.proves("NYS-1203-3-a-4/1")
def test_work_that_complies_is_refused_on_a_legal_ground_alone(state: Pack) -> None:
    complies = {
        **OFFICER,
        "decision.reason": "Too large",
        "examined.uniform_code": "complies",
        "examined.energy_code": "complies",
    }

    found = the_one_in_the_way(decide(state, "application.disapprove", complies, "2025-01-20"))

    assert (found.key, found.cite) == ("ground", "19 NYCRR § 1203.3(a)")
    assert open_(decide(state, "application.disapprove", {**complies, "decision.cite": "Zoning § 1"}, "2025-01-20"))


@pytest.mark.proves("NYS-1203-3-a-5/1")
def test_a_permit_shows_its_last_day_and_carries_two_directives(state: Pack) -> None:
    paper = state.paper("permit")
    filled = {field.key: "x" for field in paper.fields if field.key != "in_force_through"}

    (missing,) = [found for found in paper.filled(filled) if found.outcome is not Outcome.MET]

    assert missing.says == "The building permit shows: In force through"
    assert missing.cite == "19 NYCRR § 1203.3(a)"
    must = {d.key: d.text for d in paper.directives if d.must_stand}
    assert must == {
        "follow_documents": "Do all work as the accepted construction documents show.",
        "report_changes": "Tell the code enforcement officer at once of any change during the work. A change that "
        "needs a new or amended permit waits for it.",
    }
    assert [found.outcome for found in paper.worded({"follow_documents": "Do it so."})] == [Outcome.MET, Outcome.UNMET]


@pytest.mark.proves("NYS-1203-3-a-6/1")
def test_a_suspended_permit_is_lifted_by_two_showings(state: Pack) -> None:
    error = {
        **OFFICER,
        "finding.ground": "issued in error",
        "finding.information": "Lot size",
        "finding.defect": "incorrect",
    }
    shown = {**OFFICER, "permit.status": "suspended", "showing.completed_work_complies": True}

    assert open_(decide(state, "permit.suspend", {**error, "permit.status": "in force"}, "2025-07-14"))
    found = the_one_in_the_way(decide(state, "permit.lift", shown, "2025-08-20"))
    assert (found.key, found.cite) == ("showing.proposed", "19 NYCRR § 1203.3(a)")
    assert open_(decide(state, "permit.lift", {**shown, "showing.proposed_work_complies": True}, "2025-08-20"))


@pytest.mark.proves("NYS-1203-3-b-1/1")
def test_the_elements_that_apply_are_inspected(state: Pack) -> None:
    work = {
        "application.work_type": "construct",
        "work.foundation": True,
        "work.slab": False,
        "work.framed": True,
        "work.systems": set(),
        "work.rated_assemblies": False,
        "work.vents": set(),
        "work.conditioned": False,
        "work.energy_items": set(),
        "factory.applies": False,
    }
    asked = Asked(work, date(2025, 1, 20), state.catalogue, state.calendar(), state.value)

    keys = [line.key for line in plan(state.inspections, asked) if line.state is State.REQUIRED]

    assert keys == ["site", "footing", "framing", "final"]


@pytest.mark.proves("NYS-1203-3-b-2/1")
def test_covered_work_is_not_accepted(state: Pack) -> None:
    covered = acceptable_element(inspection__found_covered=True)

    found = the_one_in_the_way(decide(state, "inspection.accept", covered, "2025-05-22"))

    assert (found.key, found.cite) == ("exposed", "19 NYCRR § 1203.3(b)")
    assert open_(decide(state, "inspection.accept", acceptable_element(), "2025-05-22"))


@pytest.mark.proves("NYS-1203-3-b-2/2")
def test_a_failure_cites_its_section(state: Pack) -> None:
    failed = {**INSPECTOR, "inspection.failures": {"Joist"}, "inspection.failures_without_section": {"Joist"}}

    found = the_one_in_the_way(decide(state, "inspection.fail", failed, "2025-05-22"))

    assert (found.key, found.cite) == ("sections", "19 NYCRR § 1203.3(b)")
    cited = {**failed, "inspection.failures_without_section": set()}
    assert open_(decide(state, "inspection.fail", cited, "2025-05-22"))


@pytest.mark.proves("NYS-1203-3-d-1/1")
def test_no_certificate_before_the_final_inspection(state: Pack) -> None:
    unfinished = ready_certificate(inspection__of__final="not satisfactory")

    found = the_one_in_the_way(decide(state, "certificate.issue", unfinished, "2025-07-15"))

    assert (found.key, found.cite) == ("final", "19 NYCRR § 1203.3(d)")
    assert open_(decide(state, "certificate.issue", ready_certificate(), "2025-07-15"))


@pytest.mark.proves("NYS-1203-3-d-2/1")
def test_a_certificate_names_the_type_of_construction(state: Pack) -> None:
    found = the_one_in_the_way(
        decide(state, "certificate.issue", without(ready_certificate(), "certificate.construction_type"), "2025-07-15")
    )

    assert (found.says, found.cite) == ("Type of construction", "19 NYCRR § 1203.3(d)")


@pytest.mark.proves("NYS-1203-3-d-3/1")
def test_no_temporary_certificate_without_the_egress(state: Pack) -> None:
    found = the_one_in_the_way(
        decide(state, "certificate.temporary", ready_temporary(temporary__egress_provided=False), "2025-05-05")
    )

    assert (found.key, found.cite) == ("determination.egress", "19 NYCRR § 1203.3(d)")
    assert open_(decide(state, "certificate.temporary", ready_temporary(), "2025-05-05"))


@pytest.mark.proves("NYS-1203-3-d-4/1")
def test_a_certificate_is_revoked_after_the_time_to_correct_it(state: Pack) -> None:
    wrong = {
        **OFFICER,
        "finding.ground": "incorrect information",
        "finding.facts": "Three units, not two",
        "correction.act_by": date(2025, 8, 15),
    }

    found = the_one_in_the_way(decide(state, "certificate.revoke", wrong, "2025-08-15"))

    assert (found.key, found.cite) == ("period", "19 NYCRR § 1203.3(d)")
    assert open_(decide(state, "certificate.revoke", wrong, "2025-08-16"))


def test_a_ready_permit_issues_by_the_state_alone(state: Pack) -> None:
    assert open_(decide(state, "permit.issue", ready_permit(), "2025-01-20"))
