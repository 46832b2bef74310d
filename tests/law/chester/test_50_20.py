"""§ 50-20: earthmoving."""

from datetime import date
from typing import Any

import pytest

from tests.law.chester.facts import INSPECTOR, OFFICER, decide, finding_of, named, open_, the_one_in_the_way
from townwright.law.packs import Pack

day = date.fromisoformat


def free(pack: Pack, on: str, volume: str, earlier: str = "0", covered: str = "0", **more: Any) -> bool:
    """Whether earth may be moved without an approval."""
    told = {
        "town.earth.volume": volume,
        "town.earth.earlier": earlier,
        "town.earth.site_plan_volume": covered,
        "town.earth.permit_from": day("2020-01-01"),
        "town.earth.permit_until": day("2020-01-01"),
        **{f"town.earth.{name}": value for name, value in more.items()},
    }
    return decide(pack, "earthmoving.not_needed", told, on).allowed


APPROVAL = {
    **OFFICER,
    "town.earth.fill_uncontaminated": True,
    "town.earth.fill_evidence": "Test of 2025-06-02",
    "town.earth.removes": True,
    "town.earth.mined_land": "Below the threshold of ECL § 23-2711",
    "town.earth.engineer_consulted_on": day("2025-06-03"),
    "town.earth.impact": "no",
}


def approving(**changes: Any) -> dict[str, Any]:
    """Everything that an approval needs."""
    return {**APPROVAL, **{f"town.earth.{name}": value for name, value in changes.items()}}


@pytest.mark.proves("CHE-50-2-CEO-2/1")
def test_the_building_inspector_of_the_section_is_the_officer(chester: Pack) -> None:
    found = the_one_in_the_way(decide(chester, "earthmoving.approve", {**approving(), **INSPECTOR}, "2025-06-04"))

    assert found.cite == "§§ 50-2 and 50-20(A)"
    assert found.says == "Approved by the Building Inspector, that is the Code Enforcement Officer"
    assert open_(decide(chester, "earthmoving.approve", approving(), "2025-06-04"))
    assert "Building Inspector" in chester.officers["officer"].also


@pytest.mark.proves("CHE-50-20-A-2/1")
@pytest.mark.parametrize(
    "changes", [{"fill_uncontaminated": None}, {"fill_evidence": ""}, {"fill_uncontaminated": False}]
)
def test_fill_is_shown_to_be_uncontaminated(chester: Pack, changes: dict[str, Any]) -> None:
    found = the_one_in_the_way(decide(chester, "earthmoving.approve", approving(**changes), "2025-06-10"))

    assert (found.key, found.cite) == ("fill", "§ 50-20(A)")


@pytest.mark.proves("CHE-50-20-A-3/1")
def test_a_hundred_cubic_yards_in_twelve_months_are_free(chester: Pack) -> None:
    assert not free(chester, "2025-09-15", "41", earlier="60")
    assert free(chester, "2025-09-15", "40", earlier="60")
    assert not free(chester, "2025-09-15", "40.01", earlier="60")


@pytest.mark.proves("CHE-50-20-A-4/1")
@pytest.mark.parametrize(("volume", "is_free"), [("900", True), ("1000", True), ("1001", False), ("1100", False)])
def test_what_a_site_plan_covers_is_left_out(chester: Pack, volume: str, is_free: bool) -> None:
    assert free(chester, "2025-04-14", volume, covered="900") is is_free


@pytest.mark.proves("CHE-50-20-A-5/1")
def test_removal_looks_to_the_mined_land_law(chester: Pack) -> None:
    blank = approving(mined_land="")

    found = the_one_in_the_way(decide(chester, "earthmoving.approve", blank, "2025-07-15"))

    assert (found.key, found.cite) == ("mined_land", "§ 50-20(A)")
    for told in ("DEC 3-3342-00012", "does not apply: less than 1,000 tons"):
        assert open_(decide(chester, "earthmoving.approve", approving(mined_land=told), "2025-07-15"))


@pytest.mark.proves("CHE-50-20-B/1")
@pytest.mark.parametrize(("on", "is_free"), [("2026-04-14", True), ("2026-04-15", False)])
def test_a_valid_building_permit_covers_its_grading(chester: Pack, on: str, is_free: bool) -> None:
    permit = {"permit_from": day("2025-04-14"), "permit_until": day("2026-04-14")}

    assert free(chester, on, "300", **permit) is is_free
    if is_free:
        told = {"town.earth.volume": "300", **{f"town.earth.{k}": v for k, v in permit.items()}}
        found = finding_of(decide(chester, "earthmoving.not_needed", told, on), "volume")
        assert (found.why, found.cite) == ("A valid building permit covers the grading", "§ 50-20(B)")


@pytest.mark.proves("CHE-50-20-C-1/1")
def test_an_impact_is_referred_to_the_planning_board(chester: Pack) -> None:
    found = the_one_in_the_way(decide(chester, "earthmoving.approve", approving(impact="yes"), "2025-06-04"))

    assert found.why == "Referred to the Planning Board under §§ 98-12 and 98-30 and SEQR"
    assert found.cite == "§ 50-20(C)"


@pytest.mark.proves("CHE-50-20-C-2/1")
def test_more_runoff_is_an_impact_unless_a_reason_says_not(chester: Pack) -> None:
    runoff = named({"town__earth__more_runoff": True, "town__earth__grade_change": "4"})

    found = the_one_in_the_way(decide(chester, "earthmoving.no_impact", runoff, "2025-06-03"))

    assert (found.why, found.cite) == ("Proposed as yes: runoff or erosion", "§ 50-20(C)")
    reasoned = {**runoff, "town.earth.no_impact_reason": "A dry well takes it"}
    assert open_(decide(chester, "earthmoving.no_impact", reasoned, "2025-06-03"))


@pytest.mark.proves("CHE-50-20-C-3/1")
@pytest.mark.parametrize(("points", "proposed"), [("10", False), ("10.01", True), ("11", True)])
def test_a_grade_that_changes_by_more_than_ten_points_is_an_impact(chester: Pack, points: str, proposed: bool) -> None:
    told = {"town.earth.more_runoff": False, "town.earth.grade_change": points}

    decision = decide(chester, "earthmoving.no_impact", told, "2025-06-03")

    assert decision.allowed is not proposed
    if proposed:
        found = the_one_in_the_way(decision)
        assert found.why == f"Proposed as yes: the grade changes by {points} points"
        assert found.cite == "§ 50-20(C)"
