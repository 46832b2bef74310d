"""§ 43-3: staff have no part in what the office decides."""

from typing import Any

import pytest

from tests.law.shelter_island.facts import Facts, application, decide, named, open_, ready_permit, the_one_in_the_way
from townwright.law.packs import Pack


def assigned(**changes: Any) -> Facts:
    """A person with no interest in the file."""
    return {
        "actor.open_disclosures": set(),
        "actor.building_interests": set(),
        "actor.supply_interests": set(),
        "actor.prepared_plans": False,
        "actor.owns_building": False,
        **named(changes),
    }


@pytest.mark.proves("SHI-43-3-p1/1")
def test_a_disclosed_interest_bars_assignment(island: Pack) -> None:
    lane = assigned(actor__open_disclosures={"14 Fern Road, disclosed 2026-02-03"})

    found = the_one_in_the_way(decide(island, "file.assign", lane, "2026-02-10"))

    assert found.cite == "§ 43-3"
    assert "14 Fern Road" in found.why
    assert open_(decide(island, "file.assign", assigned(), "2026-02-10"))


@pytest.mark.proves("SHI-43-3-p2/1")
def test_whoever_has_a_part_in_the_builder_approves_nothing(island: Pack) -> None:
    lane = ready_permit(actor__building_interests={"Lane Carpentry"})

    found = the_one_in_the_way(decide(island, "application.approve", lane, "2026-03-20"))

    assert found.why == "Has a part in Lane Carpentry"
    assert found.cite == "§ 43-3"
    assert found.cure == "Another officer takes the file"
    assert open_(decide(island, "application.approve", ready_permit(), "2026-03-20"))
    barred = decide(island, "file.assign", assigned(actor__building_interests={"Lane Carpentry"}), "2026-03-20")
    assert the_one_in_the_way(barred).key == "building_business"


def test_whoever_supplies_the_work_is_not_assigned(island: Pack) -> None:
    dunn = assigned(actor__supply_interests={"Dunn Lumber"})

    found = the_one_in_the_way(decide(island, "file.assign", dunn, "2026-02-10"))

    assert found.why == "Labor, materials or appliances: Dunn Lumber"
    assert found.provisions == ("SHI-43-3-p3",)


@pytest.mark.proves("SHI-43-3-p4/1")
def test_plans_of_an_officer_of_this_office_are_refused(island: Pack) -> None:
    rowe = application(professional__is_staff=True)

    found = the_one_in_the_way(decide(island, "application.file", rowe, "2026-04-01"))

    assert found.why == "Designer is an officer of this office"
    assert found.cite == "§ 43-3"
    assert open_(decide(island, "application.file", application(professional__is_staff=False), "2026-04-01"))


@pytest.mark.proves("SHI-43-3-p5/1")
def test_an_inspectors_own_garage_is_taken_in_and_barred_to_himself(island: Pack) -> None:
    garage = application(application__staff_owned=True, application__staff_not_for_sale=True)

    assert open_(decide(island, "application.complete", garage, "2026-05-04"))
    lane = decide(island, "file.assign", assigned(actor__owns_building=True), "2026-05-04")
    assert the_one_in_the_way(lane).why == "The person owns the building; every step is another's"
    assert open_(decide(island, "file.assign", assigned(), "2026-05-04")), "the deputy"
    for_sale = decide(island, "application.complete", {**garage, "application.staff_not_for_sale": False}, "2026-05-04")
    assert the_one_in_the_way(for_sale).cite == "§ 43-3"
