"""§ 43-10.3: underground oil tanks."""

import pytest

from tests.law.shelter_island.facts import decide, open_, ready_permit, the_one_in_the_way
from townwright.law.packs import Pack


@pytest.mark.proves("SHI-43-10.3-p1/1")
def test_a_reconstruction_waits_for_every_buried_tank(island: Pack) -> None:
    one_left = ready_permit(work__is_reconstruction=True, tanks__buried_in_use={"550-gallon tank at the barn"})

    found = the_one_in_the_way(decide(island, "permit.issue", one_left, "2026-04-10"))

    assert found.cite == "§ 43-10.3"
    assert "550-gallon tank at the barn" in found.why
    assert open_(decide(island, "permit.issue", {**one_left, "tanks.buried_in_use": set()}, "2026-04-10"))
    addition = {**one_left, "work.is_reconstruction": False}
    assert open_(decide(island, "permit.issue", addition, "2026-04-10"))
    gone = {**one_left, "application.work_type": "demolish"}
    assert open_(decide(island, "permit.issue", gone, "2026-04-10")), "a demolition alone is not held"


@pytest.mark.proves("SHI-43-10.3-p2/1")
def test_a_tank_without_closure_papers_counts_as_in_use(island: Pack) -> None:
    sand = ready_permit(work__is_reconstruction=True, tanks__buried_in_use={"tank filled with sand in 2003, no papers"})

    found = the_one_in_the_way(decide(island, "permit.issue", sand, "2026-04-10"))

    assert "Fire Code 3404.2.13, 3404.2.14, now 5704" in found.why
    assert found.cure == "Remove or abandon the tank, and file the papers"
    assert "SHI-43-10.3-p2" in found.provisions


@pytest.mark.proves("SHI-43-10.3-p3/1")
@pytest.mark.parametrize(("tank", "passes"), [("buried", False), ("above ground", True), ("none", True)])
def test_a_replacement_stands_above_ground(island: Pack, tank: str, passes: bool) -> None:
    facts = ready_permit(work__is_reconstruction=True, tanks__buried_in_use=set(), tanks__replacement=tank)

    decision = decide(island, "permit.issue", facts, "2026-04-14")

    assert decision.allowed is passes
    if not passes:
        assert the_one_in_the_way(decision).cite == "§ 43-10.3"
        assert the_one_in_the_way(decision).why == "A buried replacement"
