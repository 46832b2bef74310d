"""§ 50-10: operating permits, with the definitions of § 50-2 that they rest on."""

from datetime import date
from typing import Any

import pytest

from tests.law.chester.facts import (
    INSPECTOR,
    OFFICER,
    decide,
    finding_of,
    named,
    open_,
    paid,
    the_one_in_the_way,
    without,
)
from townwright.law.calendar import Calendar
from townwright.law.findings import Outcome
from townwright.law.floor import differences_of
from townwright.law.operating import OPERATING_STATUS, Needed, Operating, days_used, needed, renewed_from, term
from townwright.law.packs import Pack
from townwright.law.periodic import intervals, next_due
from townwright.law.predicates import Asked

day = date.fromisoformat


def category(pack: Pack, key: str, on: str, **facts: Any) -> Needed:
    """Whether what is known falls in a category on a day."""
    asked = Asked(named(facts), day(on), pack.catalogue, pack.calendar(), pack.value)
    return next(one for one in needed(pack.operating, asked) if one.key == key)


def latest(pack: Pack, calendar: Calendar, starts: str, *keys: str) -> date | None:
    """The latest last day of a permit that is issued on its first day."""
    return asked_for(pack, calendar, starts, None, *keys).latest


def asked_for(pack: Pack, calendar: Calendar, starts: str, ends: str | None, *keys: str) -> Operating:
    """What the code says to a period."""
    return term(
        pack.operating,
        keys,
        issued=day(starts),
        starts=day(starts),
        ends=day(ends) if ends else None,
        calendar=calendar,
    )


def ready_operating(**changes: Any) -> dict[str, Any]:
    """Everything that a renewed operating permit of an assembly hall needs, applied for on 2025-08-11."""
    return {
        **OFFICER,
        **paid("125.00"),
        "parcel.in_jurisdiction": True,
        "operating.categories": {"assembly"},
        "operating.description": "Hall for 80",
        "application.form": "town form",
        "application.open_requests": set(),
        "operating.open_tests": set(),
        "operating.unacceptable_tests": set(),
        "operating.applied_on": day("2025-08-11"),
        "operating.approved_on": day("2025-08-20"),
        "operating.inspected_on": day("2025-08-12"),
        "operating.begins_on": day("2025-08-25"),
        "operating.ends_on": day("2026-08-25"),
        "operating.latest_end": day("2026-08-25"),
        "operating.status": "in force",
        **named(changes),
    }


# -- (A) the categories


@pytest.mark.proves("CHE-50-10-A-1-a/1")
@pytest.mark.parametrize(("quantity", "needs"), [("119", False), ("120", False), ("121", True)])
def test_hazardous_materials_above_the_maximum_allowable_quantity(chester: Pack, quantity: str, needs: bool) -> None:
    found = category(
        chester,
        "hazardous_materials",
        "2025-03-11",
        activity__hazardous_quantity=quantity,
        activity__hazardous_limit="120",
    )

    assert (found.needed, found.cite) == (needs, "§ 50-10(A)(1)(a)")


@pytest.mark.proves("CHE-50-10-A-1-b-1/1")
def test_combustible_dust(chester: Pack) -> None:
    found = category(chester, "combustible_dust", "2025-01-21", activity__combustible_dust=True)

    assert (found.needed, found.cite) == (True, "§ 50-10(A)(1)(b)[1]")
    assert category(chester, "combustible_dust", "2025-01-21", activity__combustible_dust=False).needed is False


@pytest.mark.proves("CHE-50-10-A-1-b-2/1")
def test_flammable_finishes(chester: Pack) -> None:
    shop = {"activity__flammable_finishes": True, "activity__combustible_powders": False}

    found = category(chester, "flammable_finishes", "2025-02-05", **shop)

    assert (found.needed, found.cite) == (True, "§ 50-10(A)(1)(b)[2]")
    neither = {**shop, "activity__flammable_finishes": False}
    assert category(chester, "flammable_finishes", "2025-02-05", **neither).needed is False


@pytest.mark.proves("CHE-50-10-A-1-b-3/1")
@pytest.mark.parametrize(
    ("facility", "ethylene", "needs"), [(True, True, True), (True, False, True), (False, False, False)]
)
def test_fruit_and_crop_ripening(chester: Pack, facility: bool, ethylene: bool, needs: bool) -> None:
    found = category(
        chester, "crop_ripening", "2025-03-26", activity__crop_ripening=facility, activity__ethylene_ripening=ethylene
    )

    assert (found.needed, found.cite) == (needs, "§ 50-10(A)(1)(b)[3]")


@pytest.mark.proves("CHE-50-10-A-1-b-4-2/1")
@pytest.mark.parametrize(("occupant", "units", "needs"), [(False, 1, True), (True, 1, False), (True, 2, True)])
def test_fogging_by_the_occupant_of_a_one_family_house(chester: Pack, occupant: bool, units: int, needs: bool) -> None:
    found = category(
        chester,
        "fumigation",
        "2025-07-22",
        activity__fumigation=True,
        activity__done_by_occupant=occupant,
        building__detached=True,
        building__dwelling_units=units,
    )

    assert (found.needed, found.cite) == (needs, "§ 50-10(A)(1)(b)[4]")


@pytest.mark.proves("CHE-50-10-A-1-b-5/1")
def test_a_tent_that_needs_no_approval_and_an_air_supported_structure(chester: Pack) -> None:
    tent = {
        "activity__tent_needs_approval": False,
        "activity__special_event_structure": False,
        "activity__membrane_structure": False,
    }

    assert category(chester, "tents", "2025-06-03", **tent).needed is False
    found = category(chester, "tents", "2025-06-03", **{**tent, "activity__membrane_structure": True})
    assert (found.needed, found.cite) == (True, "§ 50-10(A)(1)(b)[5]")


@pytest.mark.proves("CHE-50-10-A-1-b-6/1")
@pytest.mark.parametrize(("piles", "aisles", "needs"), [("420", "90", True), ("411", "90", True), ("410", "90", False)])
def test_high_piled_storage_counts_its_aisles(chester: Pack, piles: str, aisles: str, needs: bool) -> None:
    found = category(
        chester, "high_piled_storage", "2025-04-15", activity__high_piled_area=piles, activity__high_piled_aisles=aisles
    )

    assert (found.needed, found.cite) == (needs, "§ 50-10(A)(1)(b)[6]")


@pytest.mark.proves("CHE-50-10-A-1-b-7-1/1")
@pytest.mark.parametrize(
    ("tires", "shreds", "needs"), [("2300", "260", True), ("2300", "200", False), ("2300", "200.01", True)]
)
def test_scrap_tires_with_their_by_products(chester: Pack, tires: str, shreds: str, needs: bool) -> None:
    found = category(
        chester,
        "tires",
        "2025-04-24",
        activity__tire_rebuilding=False,
        activity__scrap_tires=tires,
        activity__tire_by_products=shreds,
    )

    assert (found.needed, found.cite) == (needs, "§ 50-10(A)(1)(b)[7]")


@pytest.mark.proves("CHE-50-10-A-1-b-7-2/1")
def test_a_tire_rebuilding_plant_of_any_size(chester: Pack) -> None:
    plant = {"activity__scrap_tires": "300", "activity__tire_by_products": "0"}

    assert category(chester, "tires", "2025-04-24", activity__tire_rebuilding=True, **plant).needed is True
    assert category(chester, "tires", "2025-04-24", activity__tire_rebuilding=False, **plant).needed is False


HOT_WORK = {
    "activity__hot_work": True,
    "activity__done_by_occupant": False,
    "building__detached": True,
    "building__dwelling_units": 2,
    "activity__permit_from": day("2024-03-24"),
    "activity__permit_until": day("2024-03-24"),
}


@pytest.mark.proves("CHE-50-10-A-1-b-8-1/1")
def test_hot_work_without_a_building_permit(chester: Pack) -> None:
    found = category(chester, "hot_work", "2025-05-28", **HOT_WORK)

    assert (found.needed, found.cite) == (True, "§ 50-10(A)(1)(b)[8]")


@pytest.mark.proves("CHE-50-10-A-1-b-8-2/1")
@pytest.mark.parametrize(("on", "needs"), [("2025-06-05", False), ("2026-03-24", False), ("2026-03-25", True)])
def test_hot_work_under_a_building_permit_in_force(chester: Pack, on: str, needs: bool) -> None:
    under = {**HOT_WORK, "activity__permit_from": day("2025-03-24"), "activity__permit_until": day("2026-03-24")}

    assert category(chester, "hot_work", on, **under).needed is needs


@pytest.mark.proves("CHE-50-10-A-1-b-8-3/1")
@pytest.mark.parametrize(
    ("occupant", "units", "needs"), [(True, 2, False), (True, 1, False), (True, 3, True), (False, 2, True)]
)
def test_hot_work_by_the_occupant_of_a_two_family_house(chester: Pack, occupant: bool, units: int, needs: bool) -> None:
    house = {**HOT_WORK, "activity__done_by_occupant": occupant, "building__dwelling_units": units}

    assert category(chester, "hot_work", "2025-08-09", **house).needed is needs


@pytest.mark.proves("CHE-50-10-A-1-b-9/1")
def test_a_pancake_breakfast_at_a_sugarhouse_has_sixty_days(chester: Pack, calendar: Calendar) -> None:
    found = category(
        chester, "sugarhouse", "2026-03-14", activity__sugarhouse_alternative=True, building__sugarhouse=True
    )

    assert (found.needed, found.cite) == (True, "§ 50-10(A)(1)(b)[9]")
    assert str(chester.operating.categories["sugarhouse"].longest.root[0].value) == "60 days"
    assert latest(chester, calendar, "2026-03-14", "sugarhouse") == day("2026-05-13")


@pytest.mark.proves("CHE-50-10-A-1-b-10-1/1")
def test_storing_fireworks(chester: Pack) -> None:
    stored = {"activity__explosives": {"storing"}, "activity__sparkling_devices_outdoors": False}

    found = category(chester, "explosives", "2025-06-20", **stored)

    assert (found.needed, found.cite) == (True, "§ 50-10(A)(1)(b)[10]")


@pytest.mark.proves("CHE-50-10-A-1-b-10-2/1")
def test_only_the_outdoor_use_of_sparkling_devices_is_excepted(chester: Pack) -> None:
    sold = {"activity__explosives": {"selling"}, "activity__sparkling_devices_outdoors": False}
    used = {"activity__explosives": {"using"}, "activity__sparkling_devices_outdoors": True}

    shop = category(chester, "explosives", "2025-06-20", **sold)
    outdoors = category(chester, "explosives", "2025-06-20", **used)

    assert shop.needed is True
    assert outdoors.needed is False
    assert outdoors.why == "Outdoor use of sparkling devices as Penal Law § 270 defines them"


@pytest.mark.proves("CHE-50-10-A-1-b-11/1")
@pytest.mark.parametrize(
    ("kind", "needs"), [("open burning", True), ("recreational fire", False), ("portable outdoor fireplace", False)]
)
def test_open_burning_is_no_recreational_fire(chester: Pack, kind: str, needs: bool) -> None:
    found = category(chester, "open_burning", "2025-11-15", activity__burning=kind)

    assert (found.needed, found.cite) == (needs, "§ 50-10(A)(1)(b)[11]")


@pytest.mark.proves("CHE-50-10-A-1-b-12-1/1")
def test_paint_removed_with_a_torch_from_a_barn(chester: Pack) -> None:
    found = category(
        chester,
        "open_flames",
        "2025-07-16",
        activity__torch_paint_removal=True,
        building__assembly_area=False,
        building__educational=False,
    )

    assert (found.needed, found.cite) == (True, "§ 50-10(A)(1)(b)[12]")


@pytest.mark.proves("CHE-50-10-A-1-b-12-2/1")
@pytest.mark.parametrize(("seats", "needs"), [(40, False), (49, False), (50, True), (60, True)])
def test_candles_in_a_hall_and_in_a_cafe(chester: Pack, seats: int, needs: bool) -> None:
    room = {"space.for_gathering": True, "space.occupant_load": seats}
    assembly = decide(chester, "space.assembly", room, "2025-12-05").allowed

    found = category(
        chester,
        "open_flames",
        "2025-12-05",
        activity__torch_paint_removal=False,
        activity__open_flames=True,
        building__assembly_area=assembly,
        building__educational=False,
    )

    assert found.needed is needs


@pytest.mark.proves("CHE-50-10-A-1-b-13/1")
def test_a_taco_truck(chester: Pack, calendar: Calendar) -> None:
    found = category(
        chester,
        "mobile_food",
        "2025-05-09",
        vehicle__cooks=True,
        vehicle__smoke=False,
        vehicle__grease_vapors=True,
        vehicle__private_recreation=False,
    )

    assert (found.needed, found.cite) == (True, "§ 50-10(A)(1)(b)[13]")
    assert latest(chester, calendar, "2025-05-09", "mobile_food") == day("2026-05-09")


@pytest.mark.proves("CHE-50-2-MFPV-1/1")
def test_an_ice_cream_truck_cooks_nothing(chester: Pack) -> None:
    found = category(
        chester,
        "mobile_food",
        "2025-05-09",
        vehicle__cooks=True,
        vehicle__smoke=False,
        vehicle__grease_vapors=False,
        vehicle__private_recreation=False,
    )

    assert found.needed is False
    assert "Smoke from cooking: no" in found.why
    assert "Grease-laden vapors: no" in found.why


@pytest.mark.proves("CHE-50-2-MFPV-2/1")
def test_a_motor_home_is_for_private_recreation(chester: Pack) -> None:
    found = category(
        chester,
        "mobile_food",
        "2025-05-09",
        vehicle__cooks=True,
        vehicle__smoke=True,
        vehicle__grease_vapors=True,
        vehicle__private_recreation=True,
    )

    assert found.needed is False
    assert (found.why, found.cite) == ("Vehicle for private recreation", "§ 50-2 (Mobile food preparation vehicles)")


@pytest.mark.proves("CHE-50-10-A-1-c/1")
@pytest.mark.parametrize(("rating", "needs"), [("39.99", False), ("40", False), ("40.01", True), ("45", True)])
def test_energy_storage_above_its_limit(chester: Pack, rating: str, needs: bool) -> None:
    found = category(
        chester, "energy_storage", "2025-09-22", activity__energy_storage=rating, activity__energy_storage_limit="40"
    )

    assert (found.needed, found.cite) == (needs, "§ 50-10(A)(1)(c)")


@pytest.mark.proves("CHE-50-10-A-1-d/1")
def test_a_church_hall_for_fifty_has_a_permit_and_a_clock_of_twelve_months(chester: Pack, calendar: Calendar) -> None:
    hall = {"space.for_gathering": True, "space.occupant_load": 50}
    assembly = decide(chester, "space.assembly", hall, "2025-02-12").allowed
    told = {
        "building.assembly_area": assembly,
        "building.school": False,
        "building.dwelling_units": 0,
        "building.nonresidential": True,
    }

    found = category(chester, "assembly", "2025-02-12", building__assembly_area=assembly)
    clock = intervals(chester.periodic, Asked(told, day("2025-02-12"), chester.catalogue, calendar, chester.value)).of(
        "building"
    )

    assert (found.needed, found.cite) == (True, "§ 50-10(A)(1)(d)")
    assert clock is not None
    assert str(clock.rule.value) == "12 months"
    assert next_due(clock, day("2025-02-12"), calendar).deadline.nominal == day("2026-02-12")


@pytest.mark.proves("CHE-50-10-A-1-e/1")
@pytest.mark.parametrize(("attendance", "needs"), [(999, False), (1000, False), (1001, True)])
def test_an_outdoor_event_for_more_than_a_thousand(chester: Pack, attendance: int, needs: bool) -> None:
    found = category(
        chester, "outdoor_event", "2025-09-06", activity__outdoor_event=True, activity__attendance=attendance
    )

    assert (found.needed, found.cite) == (needs, "§ 50-10(A)(1)(e)")


@pytest.mark.proves("CHE-50-10-A-1-f/1")
def test_one_pound_of_hazardous_production_material(chester: Pack) -> None:
    found = category(chester, "production_materials", "2025-05-13", activity__hazardous_production_materials=True)

    assert (found.needed, found.cite) == (True, "§ 50-10(A)(1)(f)")
    facts = chester.operating.categories["production_materials"].when.names()
    assert not any("quantity" in name for name in facts)


@pytest.mark.proves("CHE-50-2-HPM/1")
@pytest.mark.parametrize(
    ("semiconductor", "rating", "direct", "product", "needs"),
    [
        (True, 4, True, False, True),
        (True, 3, True, False, True),
        (True, 2, True, False, False),
        (False, 4, True, False, False),
        (True, 4, False, False, False),
        (True, 4, True, True, False),
    ],
)
def test_what_a_hazardous_production_material_is(
    chester: Pack, semiconductor: bool, rating: int, direct: bool, product: bool, needs: bool
) -> None:
    found = category(
        chester,
        "production_materials",
        "2025-05-13",
        activity__hazardous_production_materials=False,
        material__semiconductor=semiconductor,
        material__hazard_rating=rating,
        material__used_directly=direct,
        material__product_hazardous=product,
    )

    assert found.needed is needs


@pytest.mark.proves("CHE-50-10-A-1-g/1")
def test_garages_are_reserved_and_the_states_list_has_them(chester: Pack, calendar: Calendar) -> None:
    garage = {
        "building.parking_levels": True,
        "building.parking_on_grade_only": False,
        "building.parking_of_dwelling": False,
        "building.hazard_determined_on": day("2025-06-25"),
        "activity.determined_on": day("2025-06-25"),
    }
    asked = Asked(garage, day("2025-06-25"), chester.catalogue, calendar, chester.value)

    listed = {one.key: one.needed for one in needed(chester.operating, asked)}
    found = the_one_in_the_way(asked_for(chester, calendar, "2025-06-25", None, "parking_garage").decision)

    assert "parking_garage" not in listed
    assert listed["substantial_hazard"] is listed["other"] is True
    assert (found.why, found.cite) == ("The rule has ended", "§ 50-10(A)(1)(g)")
    (looser,) = [
        one
        for one in differences_of(chester, day("2025-06-25"))
        if one.beneath("operating", "categories", "parking_garage")
    ]
    assert str(looser) == ("§ 50-10(A)(1)(g): Parking garage: left out; the State's minimum is 19 NYCRR § 1203.3(g)")


@pytest.mark.proves("CHE-50-10-A-1-i/1")
def test_what_the_officer_determined_needs_a_permit_of_a_year(chester: Pack, calendar: Calendar) -> None:
    determined = day("2025-04-02")

    assert category(chester, "other", "2025-04-01", activity__determined_on=determined).needed is False
    found = category(chester, "other", "2025-10-20", activity__determined_on=determined)
    assert (found.needed, found.cite) == (True, "§ 50-10(A)(1)(i)")
    assert latest(chester, calendar, "2025-10-20", "other") == day("2026-10-20")


def test_a_determined_hazard_needs_a_permit_from_its_day(chester: Pack) -> None:
    determined = {"building__hazard_determined_on": day("2025-03-04")}

    assert category(chester, "substantial_hazard", "2025-03-03", **determined).needed is False
    assert category(chester, "substantial_hazard", "2025-03-04", **determined).needed is True


@pytest.mark.proves("CHE-50-10-C/1")
def test_a_certificate_and_an_inspection_exempt_nobody(chester: Pack) -> None:
    restaurant = category(
        chester,
        "assembly",
        "2025-02-20",
        building__assembly_area=True,
        certificate__in_force=True,
        inspection__made_on=day("2025-01-15"),
    )

    assert restaurant.needed is True
    assert chester.operating.categories["assembly"].exceptions == ()
    every = {name for one in chester.operating.categories.values() for e in one.exceptions for name in e.when.names()}
    assert not any(name.startswith(("certificate.", "inspection.")) for name in every)


# -- (B) to (D): the application and the inspection


@pytest.mark.proves("CHE-50-10-B-2/1")
def test_no_approval_while_a_request_is_open(chester: Pack) -> None:
    asking = ready_operating(application__open_requests={"storage plan"})

    found = the_one_in_the_way(decide(chester, "operating.approve", asking, "2025-05-12"))

    assert (found.why, found.cite) == ("Open requests: storage plan", "§ 50-10(B)")


@pytest.mark.proves("CHE-50-10-B-3/1")
def test_a_report_is_made_by_somebody_acceptable(chester: Pack) -> None:
    asking = ready_operating(operating__unacceptable_tests={"flame resistance"})

    found = the_one_in_the_way(decide(chester, "operating.issue", asking, "2025-08-25"))

    assert (found.why, found.cite) == ("Not by somebody found acceptable: flame resistance", "§ 50-10(B)")


@pytest.mark.proves("CHE-50-10-D/1")
def test_a_renewal_is_inspected_after_its_application(chester: Pack) -> None:
    old = ready_operating(operating__inspected_on=day("2025-03-05"))

    found = the_one_in_the_way(decide(chester, "operating.renew", old, "2025-08-25"))

    assert found.why == "Last inspected on Wed 5 March 2025; applied for on Mon 11 August 2025"
    assert "CHE-50-10-D" in found.provisions
    for inspected, allowed in (("2025-08-10", False), ("2025-08-11", True)):
        again = {**old, "operating.inspected_on": day(inspected)}
        assert decide(chester, "operating.renew", again, "2025-08-25").allowed is allowed


@pytest.mark.proves("CHE-50-2-OPERATING-PERMIT/1")
def test_a_renewed_permit_is_an_operating_permit(chester: Pack) -> None:
    uninspected = ready_operating(operating__inspected_on=day("2024-08-29"))

    found = the_one_in_the_way(decide(chester, "operating.renew", uninspected, "2025-09-03"))

    assert found.cite == "§§ 50-2 and 50-10(D)"


@pytest.mark.proves("CHE-50-2-SUGARHOUSE/1")
def test_a_barn_is_recorded_as_a_sugarhouse_first(chester: Pack) -> None:
    barn = ready_operating(operating__categories={"sugarhouse"}, building__sugarhouse=False)

    found = the_one_in_the_way(decide(chester, "operating.apply", barn, "2026-02-03"))

    assert (found.why, found.cite) == ("The building is not recorded as a sugarhouse", "§ 50-2 (Sugarhouse)")
    assert open_(decide(chester, "operating.apply", {**barn, "building.sugarhouse": True}, "2026-02-03"))


@pytest.mark.proves("CHE-50-3-A-2-1/1")
def test_a_clerk_does_not_issue_what_is_not_approved(chester: Pack) -> None:
    review = without({**ready_operating(), "actor.offices": set()}, "operating.approved_on")

    decision = decide(chester, "operating.issue", review, "2025-05-19")

    found = finding_of(decision, "approved")
    assert not decision.allowed
    assert (found.outcome, found.why, found.cite) == (Outcome.UNKNOWN, "No approval is on record", "§ 50-3(A)(2)")
    assert finding_of(decision, "signature").outcome is Outcome.UNMET


@pytest.mark.proves("CHE-50-3-A-3-1/1")
def test_a_construction_inspection_is_no_inspection_before_an_operating_permit(chester: Pack) -> None:
    constructed = {**without(ready_operating(), "operating.inspected_on"), "inspection.of.final": "satisfactory"}

    approved = {**constructed, "operating.approved_on": day("2025-08-05")}
    found = the_one_in_the_way(decide(chester, "operating.issue", approved, "2025-08-05"))

    assert (found.key, found.why) == ("inspected", "No inspection of the premises is on record")
    assert "CHE-50-3-A-3-1" in found.provisions


@pytest.mark.proves("CHE-50-10-E-2/1")
def test_one_permit_for_a_tent_and_an_event_ends_by_the_tent(chester: Pack, calendar: Calendar) -> None:
    assert latest(chester, calendar, "2025-06-20", "tents", "outdoor_event") == day("2025-12-17")


# -- (F) how long


@pytest.mark.proves("CHE-50-10-F-1-a/1")
@pytest.mark.parametrize(("ends", "allowed"), [("2025-11-12", True), ("2025-11-13", False)])
def test_a_tent_has_180_days(chester: Pack, calendar: Calendar, ends: str, allowed: bool) -> None:
    _held_to(asked_for(chester, calendar, "2025-05-16", ends, "tents"), allowed, "§ 50-10(F)(1)(a)")


@pytest.mark.proves("CHE-50-10-F-1-b/1")
@pytest.mark.parametrize(("ends", "allowed"), [("2026-04-15", True), ("2026-04-16", False)])
def test_a_sugarhouse_has_60_days(chester: Pack, calendar: Calendar, ends: str, allowed: bool) -> None:
    _held_to(asked_for(chester, calendar, "2026-02-14", ends, "sugarhouse"), allowed, "§ 50-10(F)(1)(b)")


@pytest.mark.proves("CHE-50-10-F-1-c/1")
@pytest.mark.parametrize(("ends", "allowed"), [("2026-10-20", True), ("2026-10-21", False)])
def test_what_was_determined_has_a_year(chester: Pack, calendar: Calendar, ends: str, allowed: bool) -> None:
    _held_to(asked_for(chester, calendar, "2025-10-20", ends, "other"), allowed, "§ 50-10(F)(1)(c)")


def _held_to(found: Operating, allowed: bool, cite: str) -> None:
    assert found.decision.allowed is allowed
    if not allowed:
        assert the_one_in_the_way(found.decision).cite == cite


@pytest.mark.proves("CHE-50-10-F-1-d/1")
def test_a_year_from_29_february_ends_on_the_28th(chester: Pack, calendar: Calendar) -> None:
    assert latest(chester, calendar, "2024-04-30", "assembly") == day("2025-04-30")
    rule = chester.operating.categories["assembly"].longest.root[0]
    assert rule.value is not None
    assert calendar.nominal(day("2024-02-29"), rule.value) == day("2025-02-28")
    found = term(
        chester.operating,
        ["assembly"],
        issued=day("2024-04-10"),
        starts=day("2024-02-29"),
        ends=None,
        calendar=calendar,
    )
    assert found.latest == day("2025-02-28")


def test_sixty_days_at_a_sugarhouse_in_twelve_months_are_warned_of(chester: Pack, calendar: Calendar) -> None:
    rule = chester.operating.categories["sugarhouse"]
    earlier = [(day("2026-02-01"), day("2026-03-02"))]

    within, over = (
        days_used(rule, rule.longest.root[0], earlier, starts=day("2026-03-14"), ends=day(ends), calendar=calendar)
        for ends in ("2026-04-12", "2026-04-13")
    )

    assert within is not None
    assert over is not None
    assert (within.outcome, within.fact) == (Outcome.MET, 60)
    assert (over.outcome, over.fact) == (Outcome.WARNING, 61)


@pytest.mark.proves("CHE-50-10-F-2-2/1")
def test_a_renewal_that_is_approved_late_leaves_days_without_a_permit(chester: Pack, calendar: Calendar) -> None:
    starts = renewed_from(day("2025-10-15"), day("2025-11-04"))
    old: dict[str, date | None] = {
        **dict.fromkeys(OPERATING_STATUS.fields),
        "issued_on": day("2024-10-15"),
        "begins_on": day("2024-10-15"),
        "ends_on": day("2025-10-15"),
        "replaced_on": day("2025-11-04"),
    }

    assert starts == day("2025-11-04")
    assert latest(chester, calendar, "2025-11-04", "assembly") == day("2026-11-04")
    statuses = [
        OPERATING_STATUS.on(old, day(on)).key for on in ("2025-10-15", "2025-10-16", "2025-11-03", "2025-11-04")
    ]
    assert statuses == ["in force", "lapsed", "lapsed", "replaced"]
    assert not asked_for(chester, calendar, "2025-11-04", "2026-11-05", "assembly").decision.allowed


# -- (G), (H)


@pytest.mark.proves("CHE-50-2-CODES/1")
def test_an_operating_permit_is_not_revoked_for_the_energy_code_alone(chester: Pack) -> None:
    energy = {**OFFICER, "operating.status": "in force", "operating.violated_sections": set()}

    found = the_one_in_the_way(decide(chester, "operating.revoke", energy, "2025-08-19"))

    assert (found.why, found.cite) == ("No section of the Uniform Code is chosen", "§ 50-10(G)")
    cited = {**energy, "operating.violated_sections": {"FC § 1032.2"}}
    assert open_(decide(chester, "operating.revoke", cited, "2025-08-19"))


@pytest.mark.proves("CHE-50-10-H-1/1")
def test_an_application_without_its_fee_stays_a_draft(chester: Pack) -> None:
    unpaid = {**ready_operating(), **paid("125.00", "0.00")}

    found = the_one_in_the_way(decide(chester, "operating.apply", unpaid, "2025-05-02"))

    assert (found.why, found.cite) == ("Fee of $125.00 not paid; $0.00 received", "§ 50-10(H)")
    unfiled: dict[str, date | None] = dict.fromkeys(OPERATING_STATUS.fields)
    assert OPERATING_STATUS.on(unfiled, day("2025-05-02")).key == "draft"


@pytest.mark.proves("CHE-50-10-H-2/1")
def test_an_amendment_pays_its_own_fee(chester: Pack) -> None:
    tents = {**ready_operating(operating__categories={"tents"}), **paid("60.00", "59.99")}

    found = the_one_in_the_way(decide(chester, "operating.apply", tents, "2025-07-01"))

    assert (found.why, found.cite) == ("Fee of $60.00 not paid; $59.99 received", "§ 50-10(H)")
    assert open_(decide(chester, "operating.apply", {**tents, **paid("60.00")}, "2025-07-01"))
    amended = next(action for action in chester.fees_rules.actions if action.key == "operating.amend")
    assert amended.cite == "§ 50-10(H)"


def test_an_inspector_does_not_revoke(chester: Pack) -> None:
    told = {**INSPECTOR, "operating.status": "in force", "operating.violated_sections": {"FC § 1032.2"}}

    assert the_one_in_the_way(decide(chester, "operating.revoke", told, "2025-08-19")).key == "signature"
