"""§ 50-2: definitions."""

from datetime import date

import pytest

from tests.law.chester.facts import decide, finding_of, open_, paid, the_one_in_the_way
from townwright.law.calendar import Calendar
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.permits import term


@pytest.mark.proves("CHE-50-2-ASSEMBLY-AREA/1")
def test_a_gathering_space_for_fifty_is_an_assembly_area(chester: Pack) -> None:
    dining_room = {"space.for_gathering": True, "space.occupant_load": 50}
    bar_room = {**dining_room, "space.occupant_load": 49}

    assert open_(decide(chester, "space.assembly", dining_room, "2025-03-03"))
    found = the_one_in_the_way(decide(chester, "space.assembly", bar_room, "2025-03-03"))
    assert found.cite == "§ 50-2 (Assembly area)"
    assert found.fact == 49
    assert found.limit == 50


@pytest.mark.proves("CHE-50-2-BUILDING-PERMIT-1/1")
def test_a_demolition_permit_lives_by_the_same_terms(chester: Pack, calendar: Calendar) -> None:
    demolition = term(chester.permits.of("demolition"), date(2025, 4, 14), calendar)
    construction = term(chester.permits.of("building"), date(2025, 4, 14), calendar)

    assert demolition == construction
    assert demolition.commence is not None
    assert demolition.life is not None
    assert demolition.commence.act_by == date(2025, 10, 14)
    assert demolition.life.act_by == date(2026, 4, 14)


@pytest.mark.proves("CHE-50-2-REPAIR/1")
def test_a_repair_is_not_exempt(chester: Pack) -> None:
    joists = {"application.work_type": "repair"}

    asked = decide(chester, "permit.not_needed", joists, "2025-04-22")
    governed = decide(
        chester,
        "permit.not_needed",
        {**joists, "work.under_uniform_code": True, "work.under_energy_code": False},
        "2025-04-22",
    )

    assert asked.needs == ("work.under_uniform_code", "work.under_energy_code")
    found = finding_of(governed, "outside_codes")
    assert found.outcome is Outcome.UNMET
    assert found.why == "A building permit is required; no class of work is exempt"
    assert "CHE-50-2-REPAIR" in found.provisions


def test_a_fire_safety_inspection_has_two_parts(chester: Pack) -> None:
    fire_only = {**paid("75.00"), "inspection.sections_blank": {"property maintenance"}}

    found = the_one_in_the_way(decide(chester, "inspection.close_fire_safety", fire_only, "2025-04-09"))

    assert found.why == "Blank: property maintenance"
    assert found.cite.startswith("§ 50-2")


def test_building_inspector_is_another_title_of_the_officer(chester: Pack) -> None:
    assert chester.officers["officer"].title == "Code Enforcement Officer"
    assert chester.officers["officer"].also == ("Building Inspector",)


@pytest.mark.parametrize(
    ("on", "edition"),
    [
        ("2025-10-07", "2020 Energy Conservation Construction Code"),
        ("2025-12-30", "2020 Energy Conservation Construction Code"),
        ("2025-12-31", "2025 Energy Conservation Construction Code"),
    ],
)
def test_the_edition_of_the_energy_code_is_that_of_the_day(chester: Pack, on: str, edition: str) -> None:
    assert chester.value("edition.energy_code", date.fromisoformat(on)) == edition


def test_the_town_is_not_its_village(chester: Pack) -> None:
    village = chester.town.village_of("332201")

    assert chester.town.name == "Town of Chester"
    assert village is not None
    assert village.name == "Village of Chester"
    assert not chester.town.has_parcel("332201")
    assert chester.town.has_parcel("332289")
    assert chester.town.village_of("332289") is None
