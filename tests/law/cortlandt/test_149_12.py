"""§ 149-12: which work needs a building permit, and the four exemptions."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.law.facts import decide, finding_of, named, the_one_in_the_way
from townwright.law.findings import Decision, Outcome
from townwright.law.packs import Pack

REQUIRED = "A building permit is required"


def kitchen(**changes: Any) -> dict[str, Any]:
    """An alteration that every condition of § 149-12(B) is kept by."""
    return {
        "application.work_type": "alter",
        "application.cost": "9999.99",
        "work.site_plan_approval": False,
        "work.affects_structure": False,
        "work.fire_safety": set(),
        "work.electrical": False,
        "work.vents": set(),
        **named(changes),
    }


def shed(**changes: Any) -> dict[str, Any]:
    """A storage shed of ten by ten feet behind a house."""
    return {
        "application.work_type": "construct",
        "work.structure": "accessory structure",
        "work.principal_use": "residential",
        "work.footprint": "100.00",
        "work.quarters": set(),
        "work.vents": set(),
        **named(changes),
    }


def pool(**changes: Any) -> dict[str, Any]:
    """An aboveground pool for less than two feet of water."""
    return {
        "application.work_type": "construct",
        "work.structure": "swimming pool",
        "work.pool": "above ground",
        "work.water_depth": "23.5",
        "work.vents": set(),
        **named(changes),
    }


def check(pack: Pack, facts: dict[str, Any], on: str = "2025-06-17") -> Decision:
    """Whether the work can do without a permit."""
    return decide(pack, "permit.not_needed", facts, on)


def test_new_buildings_and_enlargements_always_need_a_permit(cortlandt: Pack) -> None:
    house = {"application.work_type": "construct", "work.structure": "building", "work.vents": set()}
    addition = {"application.work_type": "enlarge", "work.vents": set()}

    for work in (house, addition):
        found = the_one_in_the_way(check(cortlandt, work))
        assert found.cite == "§ 149-12"
        assert found.why == f"{REQUIRED}; § 149-12(A) to (D) do not name such work"


@pytest.mark.parametrize(("governed", "free"), [(True, False), (False, True)])
def test_the_chapter_does_not_speak_of_demolition_and_the_states_rule_applies(
    cortlandt: Pack, governed: bool, free: bool
) -> None:
    barn = {
        "application.work_type": "demolish",
        "work.vents": set(),
        "work.under_uniform_code": governed,
        "work.under_energy_code": False,
    }

    decision = check(cortlandt, barn)

    assert decision.allowed is free
    assert finding_of(decision, "other_work").cite == "19 NYCRR § 1203.3(a)"


@pytest.mark.proves("COR-149-12-2/1")
def test_a_wood_stove_in_a_small_shed_needs_a_permit(cortlandt: Pack) -> None:
    stove = shed(work__footprint="80.00", application__cost="1900.00", work__vents={"solid-fuel appliance"})

    found = the_one_in_the_way(check(cortlandt, stove, "2025-10-06"))

    assert found.cite == "§ 149-12"
    assert found.why == f"{REQUIRED} for solid-fuel heating equipment"
    alone = {"application.work_type": "solid fuel"}
    assert the_one_in_the_way(check(cortlandt, alone, "2025-10-06")).provisions == ("COR-149-12-2",)


@pytest.mark.proves("COR-149-12-A/1")
def test_a_repair_is_exempt_whatever_it_costs(cortlandt: Pack) -> None:
    shingles = {
        "application.work_type": "repair",
        "application.cost": "22000.00",
        "work.affects_structure": False,
        "work.vents": set(),
    }

    decision = check(cortlandt, shingles, "2025-05-01")

    assert decision.allowed
    exempt = finding_of(decision, "a.structure")
    assert (exempt.cite, exempt.why) == ("§ 149-12(A)", "Exempt as a necessary repair, whatever it costs")
    assert finding_of(decision, "b.cost") in decision.not_asked
    warned = finding_of(decision, "a.state")
    assert warned.outcome is Outcome.WARNING
    assert "required egress and fire protection" in warned.why
    assert not check(cortlandt, {**shingles, "work.affects_structure": True}, "2025-05-01").allowed


@pytest.mark.proves("COR-149-12-B-1/1", "COR-149-12-B-1/2")
@pytest.mark.parametrize(
    ("cost", "exempt"), [("9999.98", True), ("9999.99", True), ("10000.00", False), ("10000.01", False)]
)
def test_an_alteration_is_exempt_below_ten_thousand_dollars(cortlandt: Pack, cost: str, exempt: bool) -> None:
    decision = check(cortlandt, kitchen(application__cost=cost))

    found = finding_of(decision, "b.cost")
    assert decision.allowed is exempt
    assert found.cite == "§ 149-12(B)"
    assert found.limit == Decimal("10000.00")
    if not exempt:
        assert the_one_in_the_way(decision) == found
        assert found.why.endswith("is not less than $10,000.00")
        assert found.why.startswith(f"{REQUIRED}: $10,000.0")


def test_the_answer_warns_that_the_state_has_no_exemption_by_cost(cortlandt: Pack) -> None:
    warned = finding_of(check(cortlandt, kitchen()), "outside_codes")

    assert warned.outcome is Outcome.WARNING
    assert warned.cite == "§ 149-12(B)"
    assert "19 NYCRR § 1203.3(a)) lists no exemption by cost" in warned.why


def test_the_schedules_own_cost_goes_before_the_applicants(cortlandt: Pack) -> None:
    stated = kitchen(application__cost="4000.00")

    assert check(cortlandt, stated).allowed
    dearer = the_one_in_the_way(check(cortlandt, {**stated, "application.cost_by_schedule": "60000.00"}))
    assert dearer.fact == Decimal("60000.00")
    assert "COR-149-13-B-5" in dearer.provisions
    cheaper = kitchen(application__cost="40000.00", application__cost_by_schedule="9999.99")
    assert check(cortlandt, cheaper).allowed


@pytest.mark.proves("COR-149-12-B-2/1")
def test_site_plan_approval_takes_the_exemption_away(cortlandt: Pack) -> None:
    shopfront = kitchen(application__cost="2500.00", work__site_plan_approval=True)

    found = the_one_in_the_way(check(cortlandt, shopfront, "2025-04-29"))

    assert found.cite == "§ 149-12(B)"
    assert found.why == f"{REQUIRED}: site development plan approval is required"


@pytest.mark.proves("COR-149-12-B-3/1")
def test_a_cut_bearing_wall_takes_the_exemption_away(cortlandt: Pack) -> None:
    wall = kitchen(application__cost="6000.00", work__affects_structure=True)

    assert the_one_in_the_way(check(cortlandt, wall, "2025-04-29")).why == f"{REQUIRED}: structural features"


@pytest.mark.proves("COR-149-12-B-4/1")
@pytest.mark.parametrize("feature", ["smoke detectors", "sprinklers", "fire separations", "exits", "other"])
def test_any_effect_on_fire_safety_takes_the_exemption_away(cortlandt: Pack, feature: str) -> None:
    moved = kitchen(application__cost="1200.00", work__fire_safety={feature})

    found = the_one_in_the_way(check(cortlandt, moved, "2025-04-29"))

    assert found.why.startswith(f"{REQUIRED}: fire-safety features (")
    assert found.cite == "§ 149-12(B)"


@pytest.mark.proves("COR-149-12-B-5/1", "COR-149-12-B-5/2")
def test_an_outlet_on_new_cable_extends_the_electrical_system_and_a_fixture_does_not(cortlandt: Pack) -> None:
    outlet = kitchen(application__cost="800.00", work__electrical=True)
    fixture = kitchen(application__cost="400.00", work__electrical=False)

    assert the_one_in_the_way(check(cortlandt, outlet, "2025-04-29")).why == (
        f"{REQUIRED}: electrical system installed or extended"
    )
    swapped = check(cortlandt, fixture, "2025-04-29")
    assert swapped.allowed
    assert finding_of(swapped, "b.electrical").why == "Nothing is installed or extended"


@pytest.mark.proves("COR-149-12-B-6/1")
def test_a_pellet_stove_and_flue_take_the_exemption_away(cortlandt: Pack) -> None:
    stove = kitchen(application__cost="4500.00", work__vents={"solid-fuel appliance", "flue"})

    decision = check(cortlandt, stove, "2025-09-15")

    found = finding_of(decision, "b.solid_fuel")
    assert not decision.allowed
    assert found.cite == "§ 149-12(B)"
    assert found.why == f"{REQUIRED}: flue and solid-fuel-burning heating appliance"


@pytest.mark.parametrize("part", ["chimney", "flue"])
def test_a_chimney_or_a_flue_alone_is_enough(cortlandt: Pack, part: str) -> None:
    assert the_one_in_the_way(check(cortlandt, kitchen(work__vents={part}))).key == "b.solid_fuel"


@pytest.mark.proves("COR-149-12-C-1/1", "COR-149-12-C-1/2")
@pytest.mark.parametrize(("area", "exempt"), [("99.99", True), ("100.00", True), ("100.01", False), ("105.00", False)])
def test_a_shed_of_a_hundred_square_feet_is_exempt(cortlandt: Pack, area: str, exempt: bool) -> None:
    decision = check(cortlandt, shed(work__footprint=area), "2025-05-08")

    assert decision.allowed is exempt
    found = finding_of(decision, "c.area")
    assert (found.cite, found.limit) == ("§ 149-12(C)", Decimal(100))


@pytest.mark.proves("COR-149-12-C-2/1")
@pytest.mark.parametrize("use", ["nonresidential", "none"])
def test_a_shed_behind_a_store_or_on_a_vacant_lot_is_not_accessory_residential(cortlandt: Pack, use: str) -> None:
    found = the_one_in_the_way(check(cortlandt, shed(work__footprint="90.00", work__principal_use=use), "2025-05-08"))

    assert found.why == f"{REQUIRED}: it is not accessory residential"
    assert found.cite == "§ 149-12(C)"


@pytest.mark.proves("COR-149-12-C-3/1")
@pytest.mark.parametrize("quarters", ["living", "sleeping", "eating", "cooking"])
def test_a_small_cabin_to_sleep_in_is_not_exempt(cortlandt: Pack, quarters: str) -> None:
    cabin = shed(work__footprint="80.00", work__quarters={quarters})

    assert the_one_in_the_way(check(cortlandt, cabin, "2025-05-08")).why == f"{REQUIRED}: quarters for {quarters}"


@pytest.mark.proves("COR-149-12-D-1/1", "COR-149-12-D-1/2")
@pytest.mark.parametrize(("depth", "exempt"), [("23.5", True), ("23.9", True), ("24", False), ("24.1", False)])
def test_a_pool_for_less_than_two_feet_of_water_is_exempt(cortlandt: Pack, depth: str, exempt: bool) -> None:
    decision = check(cortlandt, pool(work__water_depth=depth), "2025-06-02")

    assert decision.allowed is exempt
    assert finding_of(decision, "d.depth").cite == "§ 149-12(D)"
    warned = finding_of(decision, "d.state")
    assert warned.outcome is Outcome.WARNING
    assert "has no pools" in warned.why


@pytest.mark.proves("COR-149-12-D-2/1")
@pytest.mark.parametrize("kind", ["in ground", "partly in ground"])
def test_an_in_ground_pool_is_not_exempt_at_any_depth(cortlandt: Pack, kind: str) -> None:
    wading = pool(work__pool=kind, work__water_depth="18")

    found = the_one_in_the_way(check(cortlandt, wading, "2025-06-02"))

    assert found.key == "d.pool"
    assert found.why.startswith(f"{REQUIRED}, whatever its depth")


def test_what_is_not_known_is_asked(cortlandt: Pack) -> None:
    told = check(cortlandt, {"application.work_type": "alter"})

    assert not told.allowed
    assert set(told.needs) >= {
        "work.vents",
        "application.cost",
        "work.site_plan_approval",
        "work.affects_structure",
        "work.fire_safety",
        "work.electrical",
    }
    assert "work.footprint" not in told.needs


@pytest.mark.parametrize("buildings", [1, 2])
def test_each_building_has_a_permit_of_its_own(cortlandt: Pack, buildings: int) -> None:
    found = finding_of(
        decide(cortlandt, "application.complete", {"application.buildings_affected": buildings}, "2025-03-24"),
        "one_building",
    )

    assert (found.outcome is Outcome.MET) is (buildings == 1)
    assert found.cite == "§ 149-12"


def test_work_before_the_permit_is_warned_of(cortlandt: Pack) -> None:
    early = {
        "permit.status": "in force",
        "work.began_on": date(2025, 4, 10),
        "permit.issued_on": date(2025, 4, 15),
    }

    found = finding_of(decide(cortlandt, "permit.commence", early, "2025-04-16"), "after_issue")

    assert found.outcome is Outcome.WARNING
    assert found.cite == "§ 149-12"
    assert (found.limit - found.fact).days == 5
