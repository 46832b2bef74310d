"""§ 43-8: demolition permits."""

import pytest

from tests.law.shelter_island.facts import (
    decide,
    demolition,
    finding_of,
    open_,
    ready_permit,
    the_one_in_the_way,
    without,
)
from townwright.law.packs import Pack


@pytest.mark.proves("SHI-43-8-p1/1")
def test_a_contractor_brings_an_affidavit_for_a_demolition_too(island: Pack) -> None:
    contractor = demolition(application__signed_by="other", application__capacity="builder")

    decision = decide(island, "application.complete", contractor, "2026-04-07")

    assert not decision.allowed
    assert finding_of(decision, "affidavit.work").why == "Affidavit missing"
    assert finding_of(decision, "affidavit.work").cite == "§ 43-6G"
    sworn = {**contractor, "affidavit.owner_authorizes": True, "affidavit.applicant_authorized": True}
    assert open_(decide(island, "application.complete", sworn, "2026-04-07"))


@pytest.mark.proves("SHI-43-8-p2/1")
def test_a_demolition_is_complete_without_plans(island: Pack) -> None:
    decision = decide(island, "application.complete", demolition(), "2026-04-07")

    assert open_(decision)
    assert finding_of(decision, "sets").why == "A demolition permit needs no plans"
    assert finding_of(decision, "sets").cite == "§ 43-8"
    with_plans = demolition(application__work_type="construct")
    assert not decide(island, "application.complete", with_plans, "2026-04-07").allowed


@pytest.mark.proves("SHI-43-8-p3/1")
def test_shoring_that_was_asked_for_holds_the_approval(island: Pack) -> None:
    house = ready_permit(
        application__work_type="demolish", application__open_requests={"shoring diagrams of the next house"}
    )

    found = the_one_in_the_way(decide(island, "application.approve", house, "2026-04-10"))

    assert found.why == "Outstanding: shoring diagrams of the next house"
    assert "SHI-43-8-p3" in found.provisions


def test_nothing_is_reviewed_of_plans_that_are_not_needed(island: Pack) -> None:
    facts = ready_permit(application__work_type="demolish")
    lines = [name for name in facts if name.startswith("review.")]

    assert open_(decide(island, "documents.accept", without(facts, *lines, "survey.made_on"), "2026-04-10"))
