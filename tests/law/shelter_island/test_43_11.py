"""§ 43-11: setbacks, surveys and tests."""

from datetime import date
from typing import Any

import pytest

from tests.law.shelter_island.facts import (
    INSPECTOR,
    OFFICER,
    Facts,
    decide,
    finding_of,
    named,
    open_,
    ready_certificate,
    requested,
    the_one_in_the_way,
    without,
)
from townwright.law.findings import Outcome
from townwright.law.packs import Pack


def begun(**changes: Any) -> Facts:
    """Work that began on 7 May 2026 under a permit, 20 feet being the required setback."""
    return {
        "permit.status": "in force",
        "permit.issued_on": date(2026, 3, 27),
        "work.began_on": date(2026, 5, 7),
        "work.foundation": True,
        "septic.work": "none",
        "setback.required": "20",
        "setback.proposed": "22",
        **named(changes),
    }


@pytest.mark.proves("SHI-43-11-A-p1/1")
@pytest.mark.parametrize(("proposed", "staking"), [("22.9", True), ("23.0", True), ("23.1", False)])
def test_what_lies_within_three_feet_is_staked(island: Pack, proposed: str, staking: bool) -> None:
    decision = decide(island, "permit.commence", begun(setback__proposed=proposed), "2026-05-07")

    found = finding_of(decision, "staked")
    assert (found in decision.findings) is staking
    assert found.cite == "§ 43-11A"
    if staking:
        assert found.outcome is Outcome.WARNING
        staked = begun(setback__proposed=proposed, staking__made_on=date(2026, 5, 7))
        assert finding_of(decide(island, "permit.commence", staked, "2026-05-07"), "staked").outcome is Outcome.MET
        late = begun(setback__proposed=proposed, staking__made_on=date(2026, 5, 8))
        assert "stop-work order" in finding_of(decide(island, "permit.commence", late, "2026-05-08"), "staked").why


NEAR = {"setback.required": "20", "setback.proposed": "21"}


@pytest.mark.proves("SHI-43-11-A-p3/1")
def test_a_foundation_inspection_closes_with_its_written_notice(island: Pack) -> None:
    footing = {
        **INSPECTOR,
        **NEAR,
        "inspection.element": "footing",
        "inspection.is_final": False,
        "inspection.found_covered": False,
        "inspection.hidden_open": set(),
    }

    found = the_one_in_the_way(decide(island, "inspection.accept", footing, "2026-05-04"))

    assert found.why == "The notice of § 43-11A is not recorded"
    assert found.cite == "§ 43-11A"
    told = {**footing, "foundation_survey.notice_on": date(2026, 5, 4)}
    assert open_(decide(island, "inspection.accept", told, "2026-05-04"))
    assert open_(decide(island, "inspection.accept", {**footing, "setback.proposed": "23.1"}, "2026-05-04"))


@pytest.mark.proves("SHI-43-11-A-p4/1")
def test_no_framing_before_the_foundation_survey_is_approved(island: Pack) -> None:
    framing = {
        **requested(setback__proposed="21"),
        "foundation_survey.submitted_on": date(2026, 5, 11),
        "foundation_survey.approved_on": date(2026, 5, 14),
    }

    found = the_one_in_the_way(decide(island, "inspection.request", framing, "2026-05-12"))

    assert found.why == "The foundation survey is not approved yet"
    assert found.cite == "§ 43-11A"
    assert not decide(island, "inspection.request", framing, "2026-05-13").allowed
    assert open_(decide(island, "inspection.request", framing, "2026-05-14"))
    assert open_(decide(island, "inspection.request", framing, "2026-05-15"))
    nothing_filed = without(framing, "foundation_survey.submitted_on", "foundation_survey.approved_on")
    assert not decide(island, "inspection.request", nothing_filed, "2026-05-15").allowed


@pytest.mark.proves("SHI-43-11-A-p5/1")
def test_a_pool_begins_once_its_stakes_are_verified(island: Pack) -> None:
    pool = begun(work__foundation=False, staking__made_on=date(2026, 5, 4), staking__verified_on=date(2026, 5, 6))

    early = decide(island, "permit.commence", {**pool, "work.began_on": date(2026, 5, 5)}, "2026-05-07")
    clean = decide(island, "permit.commence", pool, "2026-05-07")

    breach = finding_of(early, "staking_verified")
    assert breach.outcome is Outcome.WARNING
    assert breach.why == "Filed only on Wed 6 May 2026; a breach that asks for a stop-work order"
    assert breach.cite == "§ 43-11A"
    assert all(finding.outcome is Outcome.MET for finding in clean.findings)


@pytest.mark.proves("SHI-43-11-A-p7/1")
def test_the_whole_job_is_stopped(island: Pack) -> None:
    plumbing = requested(inspection__element="systems", parcel__stop_work_orders={"SO-2026-0003 of 2026-05-12"})

    found = the_one_in_the_way(decide(island, "inspection.request", plumbing, "2026-05-13"))

    assert found.why == "The whole job is stopped: SO-2026-0003 of 2026-05-12"
    assert "SHI-43-11-A-p7" in found.provisions
    kind = island.orders.kinds["stop_work"].on(date(2026, 5, 12))
    assert kind is not None
    assert kind.value.scope == "the whole site"


@pytest.mark.proves("SHI-43-11-B/1")
def test_a_fresh_survey_proves_the_setbacks_before_the_certificate(island: Pack) -> None:
    near = ready_certificate(setback__proposed="22")

    found = the_one_in_the_way(decide(island, "certificate.issue", near, "2026-09-14"))

    assert found.why == "No survey of the complete structure; the foundation survey does not serve"
    assert found.cite == "§ 43-11B"
    early = {**near, "survey.of_completed_on": date(2026, 6, 7)}
    assert not decide(island, "certificate.issue", early, "2026-09-14").allowed
    fresh = {**near, "survey.of_completed_on": date(2026, 6, 8)}
    assert open_(decide(island, "certificate.issue", fresh, "2026-09-14"))
    assert open_(decide(island, "certificate.issue", ready_certificate(setback__proposed="23.1"), "2026-09-14"))


@pytest.mark.proves("SHI-43-11-C/1")
def test_a_test_of_suspect_beams_needs_grounds(island: Pack) -> None:
    found = the_one_in_the_way(decide(island, "test.order", {**OFFICER, "test.grounds": ""}, "2026-06-03"))

    assert found.why == "No grounds are entered"
    assert found.cite == "§ 43-11C"
    grounds = {**OFFICER, "test.grounds": "Beams without a grade mark"}
    assert open_(decide(island, "test.order", grounds, "2026-06-03"))
    assert open_(decide(island, "test.require", OFFICER, "2026-06-03")), "a field test of § 43-4D needs none"
