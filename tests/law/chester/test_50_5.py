"""§ 50-5: construction inspections."""

from datetime import date
from typing import Any

import pytest

from tests.law.chester.facts import (
    INSPECTOR,
    acceptable_element,
    decide,
    finding_of,
    open_,
    paid,
    ready_certificate,
    ready_permit,
    the_one_in_the_way,
    without,
)
from townwright.law.findings import Outcome
from townwright.law.inspections import Added, Happening, PlanLine, Standing, State, open_lines, plan, stand, tell
from townwright.law.packs import Pack
from townwright.law.predicates import Asked

#: A detached house with slab and wood stove.
HOUSE: dict[str, Any] = {
    "application.work_type": "construct",
    "work.foundation": True,
    "work.slab": True,
    "work.framed": True,
    "work.gypsum_board": True,
    "work.systems": {"electrical", "plumbing"},
    "work.rated_assemblies": False,
    "work.vents": {"solid-fuel appliance", "chimney"},
    "work.conditioned": True,
    "work.energy_items": set(),
    "factory.applies": False,
}

ACCEPTED = Standing("satisfactory", date(2025, 6, 2))


# ----------------------------------------------------------------------------------------- (A) exposed work


def test_what_sheetrock_covers_is_accepted_first(chester: Pack) -> None:
    lines = _plan(chester, HOUSE)
    sheetrock = _line(lines, "sheetrock")
    framing = stand([Happening(date(2025, 5, 2), "covered")], date(2025, 5, 6))

    told = tell(chester.inspections, lines, {"framing": framing}, sheetrock)
    decision = decide(chester, "inspection.accept", {**acceptable_element(), **told}, "2025-05-06")

    assert framing.key == "covered early"
    found = the_one_in_the_way(decision)
    assert found.key == "beneath"
    assert "Framing" in found.why
    assert found.cite == "§ 50-5(A)"


def test_only_the_officer_or_an_appointed_inspector_accepts(chester: Pack) -> None:
    by_agency = {**acceptable_element(), "actor.offices": set()}

    assert the_one_in_the_way(decide(chester, "inspection.accept", by_agency, "2025-06-09")).key == "signature"
    assert open_(decide(chester, "inspection.accept", acceptable_element(), "2025-06-09"))


def test_covered_work_is_not_accepted(chester: Pack) -> None:
    covered = acceptable_element(inspection__found_covered=True)

    found = the_one_in_the_way(decide(chester, "inspection.accept", covered, "2025-05-06"))

    assert found.why == "Covered before it was accepted"


# ----------------------------------------------------------------------------------------- (B) the elements


@pytest.mark.proves("CHE-50-5-B-L1/1")
def test_the_plan_has_the_elements_that_apply(chester: Pack) -> None:
    lines = _plan(chester, HOUSE, on=date(2025, 3, 17))

    assert _elements(lines, State.REQUIRED) == {
        "site",
        "footing",
        "slab",
        "framing",
        "sheetrock",
        "systems",
        "solid_fuel",
        "energy",
        "final",
    }
    assert _elements(lines, State.NOT_APPLICABLE) - {"energy"} == {"fire_rated", "penetrations", "factory_built"}
    cites = {line.cite for line in lines if line.state is State.REQUIRED}
    assert cites == {f"§ 50-5(B)({n})" for n in (1, 2, 3, 4, 5, 6, 9, 10, 12)}


@pytest.mark.proves("CHE-50-5-B-L2/1")
def test_an_inspection_that_the_officer_adds_binds_like_the_others(chester: Pack) -> None:
    drainage = Added("drainage", "Retaining wall drainage")
    lines = plan(chester.inspections, _asked(chester, HOUSE), added=[drainage])
    all_but_it = {line.key: ACCEPTED for line in lines if line.key != "drainage"}
    still_open = {line.title for line in open_lines(lines, all_but_it)}

    decision = decide(
        chester, "certificate.issue", ready_certificate(inspection__open_elements=still_open), "2025-09-30"
    )

    assert _line(lines, "drainage").cite == "§ 50-5(B)"
    found = the_one_in_the_way(decision)
    assert found.why == "Not accepted: Retaining wall drainage"
    assert not open_lines(lines, {**all_but_it, "drainage": ACCEPTED})


@pytest.mark.proves("CHE-50-5-B-1/1")
def test_the_site_is_inspected_before_the_permit_issues(chester: Pack) -> None:
    not_done = without(ready_permit(), "inspection.of.site")

    found = the_one_in_the_way(decide(chester, "permit.issue", not_done, "2025-05-06"))

    assert found.cite == "§ 50-5(B)(1)"
    set_aside = {
        **not_done,
        "inspection.of.site": "not applicable",
        "inspection.of.site.reason": "Interior work, seen on 2025-03-03",
    }
    assert open_(decide(chester, "permit.issue", set_aside, "2025-05-06"))


@pytest.mark.proves("CHE-50-5-B-2/1")
def test_framing_may_be_asked_for_before_the_foundation_is_accepted(chester: Pack) -> None:
    lines = _plan(chester, HOUSE)
    told = tell(chester.inspections, lines, {}, _line(lines, "framing"))
    facts = {**told, "permit.status": "in force", "change.needs_permit": False}

    decision = decide(chester, "inspection.request", facts, "2025-05-01")

    found = finding_of(decision, "earlier")
    assert decision.allowed
    assert found.outcome is Outcome.WARNING
    assert "Footing and foundation" in found.why
    assert found.cite == "§ 50-5(B)(2)"
    assert "Footing and foundation" in {line.title for line in open_lines(lines, {"framing": ACCEPTED})}


@pytest.mark.proves("CHE-50-5-B-3/1")
def test_a_slab_is_an_element_of_its_own(chester: Pack) -> None:
    garage = {**HOUSE, "work.slab": True}

    lines = _plan(chester, garage, on=date(2025, 6, 10))

    slab, footing = _line(lines, "slab"), _line(lines, "footing")
    assert slab.state is State.REQUIRED
    assert slab.cite == "§ 50-5(B)(3)"
    assert footing.cite == "§ 50-5(B)(2)"


@pytest.mark.proves("CHE-50-5-B-5/1")
def test_sheetrock_comes_after_framing_and_systems(chester: Pack) -> None:
    basement = {
        **HOUSE,
        "work.foundation": False,
        "work.slab": False,
        "work.vents": set(),
        "work.gypsum_board": True,
    }

    lines = _plan(chester, basement, on=date(2025, 2, 24))

    keys = [line.key for line in lines if line.state is State.REQUIRED]
    assert _line(lines, "sheetrock").cite == "§ 50-5(B)(5)"
    before = keys[: keys.index("sheetrock")]
    assert {"framing", "systems.electrical", "systems.plumbing"} <= set(before)


@pytest.mark.proves("CHE-50-5-B-6/1")
def test_each_system_is_accepted_on_its_own(chester: Pack) -> None:
    lines = _plan(chester, HOUSE)
    systems = [line for line in lines if line.element == "systems"]
    electrical = stand([Happening(date(2025, 7, 1), "satisfactory")], date(2025, 7, 1))

    still_open = open_lines(systems, {"systems.electrical": electrical})

    assert electrical.accepted
    assert [line.key for line in still_open] == ["systems.plumbing"]
    assert len(systems) - len(still_open) == 1
    assert len(systems) == 2


@pytest.mark.proves("CHE-50-5-B-7/1")
def test_a_rated_wall_brings_element_seven(chester: Pack) -> None:
    lines = _plan(chester, {**HOUSE, "work.rated_assemblies": True})

    assert _line(lines, "fire_rated").state is State.REQUIRED
    assert _line(lines, "fire_rated").cite == "§ 50-5(B)(7)"


@pytest.mark.proves("CHE-50-5-B-8/1")
def test_penetrations_stay_open_when_the_wall_is_accepted(chester: Pack) -> None:
    lines = _plan(chester, {**HOUSE, "work.rated_assemblies": True})
    wall = stand([Happening(date(2025, 6, 12), "satisfactory")], date(2025, 8, 14))
    accepted = {line.key: ACCEPTED for line in lines if line.key != "penetrations"} | {"fire_rated": wall}

    still_open = {line.title for line in open_lines(lines, accepted)}
    decision = decide(
        chester, "certificate.issue", ready_certificate(inspection__open_elements=still_open), "2025-08-14"
    )

    assert the_one_in_the_way(decision).why == "Not accepted: Fire-resistant penetrations"


@pytest.mark.proves("CHE-50-5-B-9/1")
def test_a_gas_vent_alone_brings_element_nine(chester: Pack) -> None:
    boiler = {**HOUSE, "work.vents": {"gas vent"}}

    line = _line(_plan(chester, boiler, on=date(2025, 9, 30)), "solid_fuel")

    assert line.state is State.REQUIRED
    assert line.cite == "§ 50-5(B)(9)"
    assert "gas vent" in line.why
    none = _line(_plan(chester, {**HOUSE, "work.vents": set()}), "solid_fuel")
    assert none.state is State.NOT_APPLICABLE


@pytest.mark.proves("CHE-50-5-B-10/1")
def test_conditioned_space_brings_five_energy_lines_and_those_required(chester: Pack) -> None:
    addition = {**HOUSE, "work.energy_items": {"whole-house ventilation"}}

    lines = _plan(chester, addition, on=date(2025, 5, 19))

    on = [line.key for line in lines if line.element == "energy" and line.state is State.REQUIRED]
    assert on == [
        "energy.insulation",
        "energy.fenestration",
        "energy.air_leakage",
        "energy.controls",
        "energy.equipment",
        "energy.ventilation",
    ]


@pytest.mark.proves("CHE-50-5-B-11/1")
def test_a_manufactured_home_has_three_lines(chester: Pack) -> None:
    home = {**HOUSE, "factory.applies": True}

    lines = _plan(chester, home, on=date(2025, 8, 4))

    required = [line.key for line in lines if line.element == "factory_built" and line.state is State.REQUIRED]
    assert required == ["factory_built.installation", "factory_built.connection", "factory_built.assembly"]


@pytest.mark.proves("CHE-50-5-B-12/1")
def test_a_final_inspection_waits_for_every_other_element(chester: Pack) -> None:
    lines = _plan(chester, HOUSE)
    final = _line(lines, "final")
    all_but_plumbing = {line.key: ACCEPTED for line in lines if line.key != "systems.plumbing"}

    told = tell(chester.inspections, lines, all_but_plumbing, final)
    decision = decide(chester, "inspection.accept", {**acceptable_element(), **told}, "2025-10-27")

    found = the_one_in_the_way(decision)
    assert "plumbing" in found.why
    assert found.cite == "§ 50-5(B)(12)"
    done = tell(chester.inspections, lines, {**all_but_plumbing, "systems.plumbing": ACCEPTED}, final)
    assert open_(decide(chester, "inspection.accept", {**acceptable_element(), **done}, "2025-10-27"))
    with pytest.raises(ValueError, match="final"):
        plan(chester.inspections, _asked(chester, HOUSE), set_aside={"final": "small job"})


def test_a_failed_final_can_be_recorded_at_any_time(chester: Pack) -> None:
    failed = {**INSPECTOR, "inspection.failures": {"No handrail"}, "inspection.failures_without_section": set()}

    assert open_(decide(chester, "inspection.fail", failed, "2025-10-27"))


# --------------------------------------------------------------------------- (C), (D), (E) papers, results, fee


@pytest.mark.proves("CHE-50-5-C/1")
def test_acceptance_waits_for_the_survey_that_was_asked_for(chester: Pack) -> None:
    waiting = acceptable_element(inspection__open_requests={"as-built survey"})

    found = the_one_in_the_way(decide(chester, "inspection.accept", waiting, "2025-05-06"))

    assert found.why == "Not received: as-built survey"
    assert found.cite == "§ 50-5(C)"
    assert open_(decide(chester, "inspection.accept", acceptable_element(), "2025-05-13"))


@pytest.mark.proves("CHE-50-5-D-1/1")
def test_a_portion_is_satisfactory_and_the_element_stays_open(chester: Pack) -> None:
    east = stand([Happening(date(2025, 6, 3), "satisfactory", portion="east half")], date(2025, 6, 3))

    lines = _plan(chester, HOUSE)

    assert east.portions == ("east half",)
    assert not east.accepted
    assert "slab" in {line.key for line in open_lines(lines, {"slab": east})}


def test_a_failure_cites_the_provision_of_the_code(chester: Pack) -> None:
    bare = {
        **INSPECTOR,
        "inspection.failures": {"joists wrong"},
        "inspection.failures_without_section": {"joists wrong"},
    }

    found = the_one_in_the_way(decide(chester, "inspection.fail", bare, "2025-05-22"))

    assert found.why == "No section for: joists wrong"
    assert found.cite == "§ 50-5(D)"


@pytest.mark.proves("CHE-50-5-D-3/1")
def test_failed_work_stays_exposed_until_it_is_inspected_again(chester: Pack) -> None:
    happened = [
        Happening(date(2025, 5, 22), "not satisfactory"),
        Happening(date(2025, 5, 27), "reported corrected"),
        Happening(date(2025, 6, 2), "satisfactory"),
    ]

    corrected_only = stand(happened, date(2025, 5, 30))
    inspected_again = stand(happened, date(2025, 6, 2))

    assert corrected_only.key == "not satisfactory"
    assert corrected_only.failed_on == date(2025, 5, 22)
    assert not corrected_only.accepted
    assert inspected_again.accepted_on == date(2025, 6, 2)
    same_visit = acceptable_element(inspection__failed_on=date(2025, 5, 22), inspection__made_on=date(2025, 5, 22))
    found = the_one_in_the_way(decide(chester, "inspection.accept", same_visit, "2025-05-30"))
    assert found.provisions == ("CHE-50-5-D-3", "NYS-1203-3-b-2")
    again = {**same_visit, "inspection.made_on": date(2025, 6, 2)}
    assert open_(decide(chester, "inspection.accept", again, "2025-06-02"))


@pytest.mark.proves("CHE-50-5-E/1")
def test_an_inspection_is_not_closed_before_its_fee_is_paid(chester: Pack) -> None:
    unpaid = paid("50.00", received="0.00")

    found = the_one_in_the_way(decide(chester, "inspection.close", unpaid, "2025-06-02"))

    assert found.why == "Inspection fee of $50.00 not paid; $0.00 received"
    assert found.cite == "§ 50-5(E)"
    assert "can be saved as open" in found.cure
    assert open_(decide(chester, "inspection.close", paid("50.00"), "2025-06-02"))
    assert open_(decide(chester, "inspection.close", paid("0.00"), "2025-06-02"))


# ---------------------------------------------------------------------------------------------------- helpers


def _asked(pack: Pack, facts: dict[str, Any], on: date = date(2025, 3, 17)) -> Asked:
    return Asked(facts, on, pack.catalogue, pack.calendar(), pack.value)


def _plan(pack: Pack, facts: dict[str, Any], on: date = date(2025, 3, 17)) -> tuple[PlanLine, ...]:
    return plan(pack.inspections, _asked(pack, facts, on))


def _line(lines: tuple[PlanLine, ...], key: str) -> PlanLine:
    return next(line for line in lines if line.key == key)


def _elements(lines: tuple[PlanLine, ...], state: State) -> set[str]:
    return {line.element for line in lines if line.state is state}
