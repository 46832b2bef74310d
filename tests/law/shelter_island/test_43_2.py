"""§ 43-2, § 43-4A, B: the Building Inspector, his deputy, and who signs."""

import pytest

from tests.law.shelter_island.facts import DEPUTY, OFFICER, decide, finding_of, open_, ready_permit, the_one_in_the_way
from townwright.law.packs import Pack


@pytest.mark.proves("SHI-43-2-p2/1")
def test_no_deputy_without_a_resolution(island: Pack) -> None:
    appointed = {"appointment.office": "deputy", "appointment.resolution": "", "appointment.acting": False}

    found = the_one_in_the_way(decide(island, "appointment.make", appointed, "2026-02-02"))

    assert found.key == "resolution"
    assert found.cite == "§ 43-2"
    assert open_(decide(island, "appointment.make", {**appointed, "appointment.resolution": "17-2026"}, "2026-02-02"))


@pytest.mark.proves("SHI-43-2-p4/1")
def test_a_deputy_issues_nothing_that_is_not_delegated(island: Pack) -> None:
    inspections_only = {**ready_permit(), **DEPUTY, "actor.delegated": False, "officer.absent": False}

    found = the_one_in_the_way(decide(island, "permit.issue", inspections_only, "2026-03-27"))

    assert found.cite == "§ 43-2"
    assert found.why.endswith("no delegation of this act to a deputy")
    delegated = decide(island, "permit.issue", {**inspections_only, "actor.delegated": True}, "2026-03-27")
    assert open_(delegated)
    assert finding_of(delegated, "signature").why == "Deputy, to whom the Building Inspector has delegated it"


@pytest.mark.proves("SHI-43-2-p5/1", "SHI-43-4-A-p1/1")
def test_a_deputy_acts_while_the_inspector_is_absent(island: Pack) -> None:
    deputy = {**DEPUTY, "actor.delegated": False}

    away = decide(island, "sign.officer", {**deputy, "officer.absent": True}, "2026-07-08")
    back = decide(island, "sign.officer", {**deputy, "officer.absent": False}, "2026-07-20")

    assert open_(away)
    assert finding_of(away, "signature").why == "For the Building Inspector, absent"
    assert "SHI-43-4-A-p1" in finding_of(away, "signature").provisions
    assert island.officers["deputy"].also == island.officers["officer"].also == ("Superintendent of Buildings",)
    assert not back.allowed
    assert open_(
        decide(island, "sign.officer", {**deputy, "actor.delegated": True, "officer.absent": False}, "2026-07-20")
    )


def test_what_is_not_known_of_a_deputy_is_asked(island: Pack) -> None:
    decision = decide(island, "sign.officer", DEPUTY, "2026-07-08")

    assert not decision.allowed
    assert decision.needs == ("officer.absent",)
    present = decide(island, "sign.officer", {**DEPUTY, "officer.absent": False}, "2026-07-08")
    assert present.needs == ("actor.delegated",)
    assert open_(decide(island, "sign.officer", OFFICER, "2026-07-08"))


def test_a_clerk_issues_nothing(island: Pack) -> None:
    clerk = {**ready_permit(), "actor.offices": set(), "actor.role": "clerk"}

    found = the_one_in_the_way(decide(island, "permit.issue", clerk, "2026-03-27"))

    assert found.key == "signature"
    assert "SHI-43-4-B-p2" in found.provisions


def test_an_absent_inspectors_deputy_inspects_too(island: Pack) -> None:
    deputy = {**DEPUTY, "actor.delegated": False, "officer.absent": True}

    assert open_(decide(island, "sign.inspector", deputy, "2026-07-08"))
    assert not decide(island, "sign.inspector", {**deputy, "officer.absent": False}, "2026-07-20").allowed
