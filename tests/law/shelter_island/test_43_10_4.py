"""§ 43-10.4: innovative and alternative on-site wastewater systems."""

from datetime import date
from typing import Any

import pytest

from tests.law.shelter_island.facts import (
    asked,
    decide,
    home,
    open_,
    ready_certificate,
    ready_permit,
    the_one_in_the_way,
    without,
)
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.programmes import Required, UnderWay, required


def needs(pack: Pack, on: str = "2026-02-03", under_way: UnderWay | None = None, **changes: Any) -> Required:
    """Whether the system is required for work on a home."""
    return required(pack.programmes.requirements["advanced_septic"], asked(pack, home(**changes), on), under_way)


def trigger(found: Required) -> str:
    """The section of the only trigger that holds."""
    (finding,) = [one for one in found.findings if one.outcome is Outcome.WARNING]
    return finding.cite


@pytest.mark.proves("SHI-43-10.4-A-p1/1")
def test_the_permit_waits_for_the_countys_approval(island: Pack) -> None:
    needed = needs(island, home__is_new=True, living_area__proposed="2200").required
    house = ready_permit(septic__advanced_required=needed)

    found = the_one_in_the_way(decide(island, "permit.issue", house, "2026-04-10"))

    assert needed is True
    assert found.cite == "§ 43-10.4A"
    approved = {**house, "septic.advanced_approved_on": date(2026, 4, 10)}
    assert open_(decide(island, "permit.issue", approved, "2026-04-10"))
    not_installed = ready_certificate(septic__advanced_required=True)
    assert the_one_in_the_way(decide(island, "certificate.issue", not_installed, "2026-06-15")).why == "Not installed"


@pytest.mark.proves("SHI-43-10.4-A-1/1")
@pytest.mark.parametrize(("area", "needed"), [("1499", False), ("1500", False), ("1501", True)])
def test_a_new_home_of_more_than_1500_square_feet(island: Pack, area: str, needed: bool) -> None:
    found = needs(island, home__is_new=True, living_area__proposed=area)

    assert found.required is needed
    if needed:
        assert trigger(found) == "§ 43-10.4A(1)"


@pytest.mark.proves("SHI-43-10.4-A-2/1")
def test_an_upgrade_that_the_county_demands_is_no_conventional_one(island: Pack) -> None:
    found = needs(island, "2026-03-16", septic__upgrade_required=True, living_area__existing="900")

    assert found.required is True
    assert trigger(found) == "§ 43-10.4A(2)"
    registration = decide(island, "septic.register", {"septic.advanced_required": found.required}, "2026-03-16")
    refused = the_one_in_the_way(registration)
    assert refused.why == "Innovative and alternative system required; a conventional one will not do"
    assert refused.cite == "§ 43-10.4A(2)"
    assert open_(decide(island, "septic.register", {"septic.advanced_required": False}, "2026-03-16"))


@pytest.mark.proves("SHI-43-10.4-A-3-p1/1")
def test_a_barn_that_could_be_a_residence_counts(island: Pack) -> None:
    barn = {"home__expanded_or_renovated": True, "septic__county_finding": "nonconforming"}

    found = needs(island, "2026-03-02", **barn)

    assert found.required is True
    assert trigger(found) == "§ 43-10.4A(3)(a)"
    assert needs(island, "2026-03-02", septic__county_finding="nonconforming").required is False, "no such work"


@pytest.mark.proves("SHI-43-10.4-A-3-a/1")
def test_an_unknown_septic_system_waits_for_the_county(island: Pack) -> None:
    kitchen = without(home(home__expanded_or_renovated=True), "septic.county_finding")
    rule = island.programmes.requirements["advanced_septic"]

    found = required(rule, asked(island, kitchen, "2026-03-02"))

    assert found.required is None
    permit = without(ready_permit(), "septic.advanced_required")
    refused = the_one_in_the_way(decide(island, "permit.issue", permit, "2026-03-20"))
    assert refused.why.startswith("County determination or approval needed")
    assert "SHI-43-10.4-A-3-a" in refused.provisions


@pytest.mark.proves("SHI-43-10.4-A-3-b/1")
@pytest.mark.parametrize(("added", "needed"), [("499", False), ("500", True), ("600", True)])
def test_a_quarter_more_of_living_area(island: Pack, added: str, needed: bool) -> None:
    found = needs(island, home__expanded_or_renovated=True, living_area__existing="2000", living_area__added=added)

    assert found.required is needed
    if needed:
        assert trigger(found) == "§ 43-10.4A(3)(b)"


@pytest.mark.proves("SHI-43-10.4-A-3-c/1")
def test_more_bedrooms_than_the_county_allows(island: Pack) -> None:
    to_four = needs(island, home__expanded_or_renovated=True, bedrooms__before=3, bedrooms__after=4)
    to_five = needs(island, home__expanded_or_renovated=True, bedrooms__before=4, bedrooms__after=5)

    assert to_four.required is False
    assert to_five.required is True
    assert trigger(to_five) == "§ 43-10.4A(3)(c)"
    kept = needs(island, home__expanded_or_renovated=True, bedrooms__before=5, bedrooms__after=5)
    assert kept.required is False, "the number does not rise"


LARGER = {"home__expanded_or_renovated": True, "living_area__added": "600"}


@pytest.mark.proves("SHI-43-10.4-B-p1/1")
def test_what_was_complete_before_the_law_is_spared(island: Pack) -> None:
    before = needs(island, under_way=UnderWay(completed=date(2021, 12, 2), verified=True), **LARGER)
    same_day = needs(island, under_way=UnderWay(completed=date(2021, 12, 3), verified=True), **LARGER)
    unverified = needs(island, under_way=UnderWay(completed=date(2021, 12, 2)), **LARGER)

    assert before.required is False
    assert same_day.required is True
    assert unverified.required is True


def test_each_trigger_spares_what_was_complete_before_its_own_law(island: Pack) -> None:
    new = {"home__is_new": True, "living_area__proposed": "2200"}

    assert needs(island, under_way=UnderWay(completed=date(2018, 3, 22), verified=True), **new).required is False
    assert needs(island, under_way=UnderWay(completed=date(2018, 3, 23), verified=True), **new).required is True
    assert needs(island, "2021-12-02", **LARGER).required is False, "the third trigger was not law yet"


@pytest.mark.proves("SHI-43-10.4-B-p2/1")
def test_an_old_permit_serves_its_own_project_alone(island: Pack) -> None:
    house = {"home__is_new": True, "living_area__proposed": "2200"}
    held = (date(2018, 3, 1), date(2020, 3, 1))

    anew = needs(island, "2026-03-02", UnderWay(permit=held, this_project=False), **house)
    same = needs(island, "2018-06-01", UnderWay(permit=held), **house)
    gone = needs(island, "2018-06-01", UnderWay(permit=(date(2015, 3, 1), date(2018, 3, 22))), **house)

    assert anew.required is True, "a new permit for it is another project"
    assert same.required is False
    assert gone.required is True, "it had ended before"
