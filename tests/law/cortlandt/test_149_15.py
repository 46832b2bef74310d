"""§ 149-15: inspections."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.law.cortlandt.facts import acceptable_element, asked, ready_certificate, ready_permit
from tests.law.facts import INSPECTOR, Facts, decide, finding_of, open_, paid, the_one_in_the_way, without
from townwright.law.calendar import Calendar
from townwright.law.findings import Outcome
from townwright.law.floor import differences_of
from townwright.law.inspections import Failure, Happening, PlanLine, Standing, State, open_lines, plan, stand, tell
from townwright.law.packs import Pack
from townwright.law.periodic import Due, Intervals, intervals, next_due, trigger

day = date.fromisoformat

# ------------------------------------------------------------------------ (A) to (C) periodic inspections


def building(**changes: Any) -> Facts:
    """A store without an assembly area."""
    facts: Facts = {
        "building.kind": "nonresidential",
        "building.nonresidential": True,
        "building.dwelling_units": 0,
        "building.assembly_area": False,
        "building.school": False,
    }
    return {**facts, **{f"building.{name}": value for name, value in changes.items()}}


def clocks(pack: Pack, facts: Facts, on: str = "2025-03-04") -> Intervals:
    """The clocks of a building."""
    return intervals(pack.periodic, asked(pack, facts, on))


def due(pack: Pack, calendar: Calendar, facts: Facts, scope: Any, last: str) -> Due:
    """When a building, or a part of it, is to be inspected next."""
    interval = clocks(pack, facts).of(scope)
    assert interval is not None
    return next_due(interval, day(last), calendar)


SIX_UNITS = building(kind="multiple", nonresidential=False, dwelling_units=6)


@pytest.mark.proves("COR-149-15-A-1/1")
def test_a_dwelling_unit_is_due_after_thirty_six_months(cortlandt: Pack, calendar: Calendar) -> None:
    found = due(cortlandt, calendar, SIX_UNITS, "each unit", "2023-02-28")

    assert (found.deadline.nominal, found.deadline.act_by) == (day("2026-02-28"), day("2026-03-02"))
    assert found.deadline.nominal.strftime("%A") == "Saturday"
    assert not found.overdue(day("2026-03-02"))
    assert found.overdue(day("2026-03-03"))
    assert found.deadline.cite == "§ 149-15(A)"


@pytest.mark.proves("COR-149-15-A-2/1")
def test_common_areas_have_a_clock_of_their_own(cortlandt: Pack, calendar: Calendar) -> None:
    common = due(cortlandt, calendar, SIX_UNITS, "common areas", "2022-04-11").deadline
    units = due(cortlandt, calendar, SIX_UNITS, "each unit", "2025-03-04").deadline

    assert common.nominal == day("2025-04-11")
    assert (units.nominal, units.act_by) == (day("2028-03-04"), day("2028-03-06"))
    assert {one.scope for one in clocks(cortlandt, SIX_UNITS).intervals} == {"each unit", "common areas"}


@pytest.mark.parametrize(("units", "multiple"), [(2, False), (3, True), (4, True)])
def test_three_units_make_a_multifamily_dwelling(cortlandt: Pack, units: int, multiple: bool) -> None:
    flats = building(kind="mixed", nonresidential=True, dwelling_units=units)

    assert (clocks(cortlandt, flats).of("each unit") is not None) is multiple


@pytest.mark.proves("COR-149-15-B-1/1")
def test_public_assembly_is_due_after_a_year(cortlandt: Pack, calendar: Calendar) -> None:
    found = due(cortlandt, calendar, building(assembly_area=True), "building", "2025-03-17").deadline

    assert (found.nominal, found.cite) == (day("2026-03-17"), "§ 149-15(B)")


@pytest.mark.proves("COR-149-15-B-2/1")
def test_a_bar_found_to_be_an_assembly_is_overdue_at_once(cortlandt: Pack, calendar: Calendar) -> None:
    before = due(cortlandt, calendar, building(), "building", "2024-01-22")
    after = due(cortlandt, calendar, building(assembly_area=True), "building", "2024-01-22")

    assert before.deadline.nominal == day("2027-01-22")
    assert after.deadline.nominal == day("2025-01-22")
    assert after.overdue(day("2025-04-14"))
    assert not before.overdue(day("2025-04-14"))


@pytest.mark.proves("COR-149-15-C-1/1", "COR-149-15-C-1/2")
def test_a_store_and_a_school_are_due_after_thirty_six_months(cortlandt: Pack, calendar: Calendar) -> None:
    store = due(cortlandt, calendar, building(), "building", "2023-06-30").deadline
    school = due(cortlandt, calendar, building(school=True), "building", "2023-06-30").deadline

    assert (store.nominal, store.cite) == (day("2026-06-30"), "§ 149-15(C)")
    assert school.nominal == day("2026-06-30")
    (warned,) = [one for one in differences_of(cortlandt, day("2025-03-04")) if one.beneath("periodic")]
    assert (warned.town_cite, warned.state_cite) == ("§ 149-15(C)", "19 NYCRR § 1203.3(h)")
    assert warned.place == ("periodic", "classes", "school")
    assert warned.says.endswith("every 36 months, not 12 months")


@pytest.mark.proves("COR-149-15-C-2/1", "COR-149-15-C-2/2")
def test_small_dwellings_have_no_clock(cortlandt: Pack) -> None:
    two = building(kind="two-family", nonresidential=False, dwelling_units=2)
    three = building(kind="multiple", nonresidential=False, dwelling_units=3)

    exempt = clocks(cortlandt, two, "2025-04-01")
    assert exempt.intervals == ()
    assert exempt.exempt is not None
    assert exempt.exempt.cite == "§ 149-15(C)"
    assert {one.scope for one in clocks(cortlandt, three, "2025-07-01").intervals} == {"each unit", "common areas"}


@pytest.mark.parametrize(("kind", "exempt"), [("one-family", True), ("two-family", True), ("townhouse", False)])
def test_the_class_that_the_office_chose_decides(cortlandt: Pack, kind: str, exempt: bool) -> None:
    found = clocks(cortlandt, building(kind=kind, nonresidential=False, dwelling_units=1))

    assert (found.exempt is not None) is exempt
    unclassed = without(building(nonresidential=False, dwelling_units=2), "building.kind")
    assert clocks(cortlandt, unclassed).exempt is not None


# ------------------------------------------------------------------------- (D) inspections between them


@pytest.mark.proves("COR-149-15-D-1/1")
@pytest.mark.parametrize(("on", "scheduled"), [("2025-05-12", False), ("2025-05-13", False), ("2025-05-14", True)])
def test_an_inspection_on_request_is_scheduled_once_it_is_paid(cortlandt: Pack, on: str, scheduled: bool) -> None:
    asked_for = {
        "inspection.trigger": "owner",
        "inspection.requester": "owner",
        **paid("100.00"),
        "fee.paid_on": day("2025-05-14"),
    }

    decision = decide(cortlandt, "inspection.schedule_extra", asked_for, on)

    assert decision.allowed is scheduled
    if not scheduled:
        found = the_one_in_the_way(decision)
        assert (found.key, found.cite) == ("fee", "§ 149-15(D)")
        assert found.limit in (Decimal("100.00"), day(on))
    short = {**asked_for, **paid("100.00", "99.99")}
    assert not decide(cortlandt, "inspection.schedule_extra", short, "2025-05-14").allowed


def test_nothing_is_charged_for_a_written_statement_or_reliable_information(cortlandt: Pack) -> None:
    letter = {"inspection.trigger": "statement", "complaint.alleged": "the stair rail is missing"}
    call = {"inspection.trigger": "information"}

    for facts in (letter, call):
        decision = decide(cortlandt, "inspection.schedule_extra", facts, "2025-05-19")
        assert open_(decision)
        assert finding_of(decision, "fee") in decision.not_asked
    held = the_one_in_the_way(
        decide(cortlandt, "inspection.schedule_extra", {**letter, "complaint.alleged": ""}, "2025-05-19")
    )
    assert held.why == "No ground is specified; held for details"
    by_a_tenant = {
        "inspection.trigger": "owner",
        "inspection.requester": "other",
        **paid("0.00"),
        "fee.paid_on": day("2025-05-12"),
    }
    tenant = the_one_in_the_way(decide(cortlandt, "inspection.schedule_extra", by_a_tenant, "2025-05-12"))
    assert (tenant.key, tenant.cite) == ("requester", "§ 149-15(D)")


@pytest.mark.parametrize(
    ("key", "told", "rests"),
    [
        ("owner", {"requested_by": "R. Cruz", "fee": "paid"}, True),
        ("owner", {"requested_by": "R. Cruz"}, False),
        ("statement", {"statement": "letter of 19 May", "ground": "stair rail missing"}, True),
        ("statement", {"statement": "letter of 19 May"}, False),
        ("information", {"source": "the fire company", "reliable": "D. Lind"}, True),
        ("information", {"source": "a rumour"}, False),
        ("curiosity", {}, False),
    ],
)
def test_an_inspection_in_between_rests_on_one_of_three(
    cortlandt: Pack, key: str, told: dict[str, object], rests: bool
) -> None:
    assert (trigger(cortlandt.periodic, key, told).outcome is Outcome.MET) is rests


@pytest.mark.proves("COR-149-15-D-4/1")
def test_a_report_from_outside_does_not_do(cortlandt: Pack) -> None:
    private = decide(cortlandt, "inspection.fulfil", {"actor.offices": set()}, "2025-05-21")

    found = the_one_in_the_way(private)
    assert found.why == "A Department inspection is required; a report of others can be attached"
    assert found.cite == "§ 149-15(D)"
    assert open_(decide(cortlandt, "inspection.fulfil", INSPECTOR, "2025-05-21"))


# ------------------------------------------------------------------------- (E) construction inspections

HOUSE: Facts = {
    "application.work_type": "construct",
    "work.foundation": True,
    "work.slab": True,
    "work.framed": True,
    "work.systems": {"electrical", "plumbing", "structural"},
    "work.rated_assemblies": True,
    "work.vents": set(),
    "work.conditioned": True,
    "work.energy_items": {"whole-house ventilation"},
    "factory.applies": False,
}


def lines(pack: Pack, **changes: Any) -> tuple[PlanLine, ...]:
    """The plan of inspections of a new house, or of other work."""
    facts = {**HOUSE, **{name.replace("__", "."): value for name, value in changes.items()}}
    return plan(pack.inspections, asked(pack, facts, "2025-04-24"))


def line(planned: tuple[PlanLine, ...], key: str) -> PlanLine:
    """A line of a plan by its key."""
    return next(one for one in planned if one.key == key)


def accepted(on: str) -> Standing:
    """A line that was accepted on a day."""
    return stand([Happening(day(on), "satisfactory")], day(on))


def all_accepted(planned: tuple[PlanLine, ...], *but: str) -> dict[str, Standing]:
    """Every line accepted on 30 June 2025, some left out."""
    return {one.key: accepted("2025-06-30") for one in planned if one.key not in but}


def noted(pack: Pack, planned: tuple[PlanLine, ...], key: str, standings: dict[str, Standing], on: str) -> Any:
    """What the law says to noting a line as satisfactory."""
    facts = {**acceptable_element(), **tell(pack.inspections, planned, standings, line(planned, key))}
    return decide(pack, "inspection.accept", {**facts, "inspection.made_on": day(on)}, on)


@pytest.mark.proves("COR-149-15-E-1-a/1")
def test_work_covered_before_acceptance_bars_the_final_inspection(cortlandt: Pack) -> None:
    planned = lines(cortlandt)
    covered = stand([Happening(day("2025-06-25"), "covered")], day("2025-06-25"))
    standings = {**all_accepted(planned, "systems.electrical", "final"), "systems.electrical": covered}

    final = noted(cortlandt, planned, "final", standings, "2025-06-26")

    assert covered.key == "covered early"
    assert "Service systems: electrical" in finding_of(final, "others").why
    hidden = decide(cortlandt, "inspection.accept", acceptable_element(inspection__found_covered=True), "2025-06-26")
    found = the_one_in_the_way(hidden)
    assert (found.why, found.cite) == ("Covered before it was accepted", "§ 149-15(E)(1)")
    exposed = stand(
        [Happening(day("2025-06-25"), "covered"), Happening(day("2025-06-27"), "satisfactory")], day("2025-06-27")
    )
    assert exposed.accepted


@pytest.mark.proves("COR-149-15-E-1-b/1")
def test_acceptance_is_by_an_employee(cortlandt: Pack) -> None:
    clerk = acceptable_element(actor__offices=set())

    found = the_one_in_the_way(decide(cortlandt, "inspection.accept", clerk, "2025-04-28"))

    assert found.why.startswith("Acceptance is by a Department employee")
    assert found.cite == "§ 149-15(E)(1)"
    fire_inspector = acceptable_element(actor__offices={"fire_inspector"})
    assert open_(decide(cortlandt, "inspection.accept", fire_inspector, "2025-04-28"))


@pytest.mark.proves("COR-149-15-E-2/1")
def test_a_certificate_waits_for_every_element_that_applies(cortlandt: Pack) -> None:
    planned = lines(
        cortlandt,
        work__slab=False,
        work__rated_assemblies=False,
        work__systems=set(),
        work__conditioned=False,
        work__energy_items=set(),
    )
    standings = all_accepted(planned, "framing", "final")
    still_open = {one.title for one in open_lines(planned, standings)}

    deck = decide(cortlandt, "certificate.issue", ready_certificate(inspection__open_elements=still_open), "2025-10-03")

    assert {one.key for one in planned if one.state is State.NOT_APPLICABLE} >= {
        "slab",
        "fire_rated",
        "penetrations",
        "factory_built",
    }
    found = the_one_in_the_way(deck)
    assert (found.why, found.cite) == ("Not accepted: Framing", "§ 149-15(E)(2)")


def test_the_eleven_elements_stand_in_the_order_of_the_code(cortlandt: Pack) -> None:
    elements = cortlandt.inspections.elements

    assert [one.cite for one in elements] == [f"§ 149-15(E)(2)({letter})" for letter in "abcdefghijk"[:5]] + [
        f"§ 149-15(E)(2)({letter})" for letter in "fghijk"
    ]
    assert elements[0].before_issue
    assert elements[-1].final
    counted = {p.id: p.cite_inferred for p in cortlandt.own_provisions()}
    assert counted["COR-149-15-E-2-b"]
    assert counted["COR-149-15-E-2-d"]


@pytest.mark.proves("COR-149-15-E-2-a/1", "COR-149-15-E-2-a/2")
def test_the_work_site_is_inspected_before_the_permit(cortlandt: Pack) -> None:
    unseen = without(ready_permit(), "inspection.of.site")

    found = the_one_in_the_way(decide(cortlandt, "permit.issue", unseen, "2025-04-24"))
    assert (found.key, found.cite) == ("site", "§ 149-15(E)(2)(a)")
    assert found.why == "Work site not inspected"
    same_day = stand([Happening(day("2025-04-24"), "satisfactory")], day("2025-04-24"))
    inspected = {**unseen, "inspection.of.site": same_day.key}
    assert open_(decide(cortlandt, "permit.issue", inspected, "2025-04-24"))
    interior = {**unseen, "inspection.of.site": "not applicable", "inspection.of.site.reason": "interior work"}
    assert open_(decide(cortlandt, "permit.issue", interior, "2025-04-24"))


@pytest.mark.proves("COR-149-15-E-2-b/1")
@pytest.mark.parametrize("later", ["slab", "framing"])
def test_footings_come_before_slab_and_framing(cortlandt: Pack, later: str) -> None:
    planned = lines(cortlandt)

    found = the_one_in_the_way(noted(cortlandt, planned, later, {}, "2025-05-07"))

    assert (found.key, found.why) == ("beneath", "Not accepted and now covered: Footing and foundation")
    assert open_(noted(cortlandt, planned, later, {"footing": accepted("2025-05-05")}, "2025-05-07"))


@pytest.mark.proves("COR-149-15-E-2-c/1")
def test_a_rejected_slab_stays_open_with_its_provision(cortlandt: Pack) -> None:
    planned = lines(cortlandt)
    rejected = stand([Happening(day("2025-05-08"), "not satisfactory")], day("2025-05-08"))
    barrier = Failure("Vapour barrier missing", "RCNYS R506.2.3")

    told = tell(cortlandt.inspections, planned, {"slab": rejected}, line(planned, "slab"), [barrier])
    unsaid = tell(cortlandt.inspections, planned, {}, line(planned, "slab"), [Failure("Vapour barrier missing")])

    assert rejected.key == "not satisfactory"
    assert "Preparation for concrete slab" in {one.title for one in open_lines(planned, {"slab": rejected})}
    assert open_(decide(cortlandt, "inspection.fail", {**INSPECTOR, **told}, "2025-05-08"))
    assert the_one_in_the_way(decide(cortlandt, "inspection.fail", {**INSPECTOR, **unsaid}, "2025-05-08")).why == (
        "No section for: Vapour barrier missing"
    )


@pytest.mark.proves("COR-149-15-E-2-e/1")
def test_each_system_is_a_line_of_its_own(cortlandt: Pack) -> None:
    planned = lines(
        cortlandt, work__systems={"structural", "electrical", "plumbing", "mechanical", "fire protection", "other"}
    )
    systems = [one for one in planned if one.element == "systems"]
    standings = {
        "systems.plumbing": accepted("2025-06-10"),
        "systems.electrical": stand([Happening(day("2025-06-10"), "not satisfactory")], day("2025-06-10")),
    }

    still_open = {one.key for one in open_lines(planned, standings)}

    assert len(systems) == 6
    assert {one.cite for one in systems} == {"§ 149-15(E)(2)(e)"}
    assert "systems.plumbing" not in still_open
    assert "systems.electrical" in still_open


@pytest.mark.proves("COR-149-15-E-2-f/1", "COR-149-15-E-2-g/1")
def test_penetrations_are_apart_from_the_wall(cortlandt: Pack) -> None:
    planned = lines(cortlandt)

    still_open = {one.key for one in open_lines(planned, all_accepted(planned, "penetrations", "final"))}

    assert still_open == {"penetrations"}
    assert line(planned, "fire_rated").cite == "§ 149-15(E)(2)(f)"
    assert line(planned, "penetrations").cite == "§ 149-15(E)(2)(g)"
    refused = decide(
        cortlandt,
        "certificate.issue",
        ready_certificate(inspection__open_elements={line(planned, "penetrations").title}),
        "2025-10-03",
    )
    assert the_one_in_the_way(refused).why == "Not accepted: Fire-resistant penetrations"


@pytest.mark.proves("COR-149-15-E-2-h/1")
@pytest.mark.parametrize("vent", ["solid-fuel appliance", "chimney", "flue", "gas vent"])
def test_a_stove_always_has_its_inspection(cortlandt: Pack, vent: str) -> None:
    planned = lines(cortlandt, work__vents={vent})

    assert line(planned, "solid_fuel").state is State.REQUIRED
    facts = {**HOUSE, "work.vents": {vent}}
    with pytest.raises(ValueError, match="applies wherever the work has it"):
        plan(cortlandt.inspections, asked(cortlandt, facts, "2025-10-06"), set_aside={"solid_fuel": "looks fine"})
    assert line(lines(cortlandt), "solid_fuel").state is State.NOT_APPLICABLE


@pytest.mark.proves("COR-149-15-E-2-i/1")
def test_what_the_energy_code_wants_is_inspected_part_by_part(cortlandt: Pack) -> None:
    planned = lines(cortlandt)
    energy = [one for one in planned if one.element == "energy"]
    always = [one.key for one in energy if one.state is State.REQUIRED and one.key != "energy.ventilation"]
    standings = all_accepted(planned, "energy.ventilation", "final")
    titles = {one.title for one in open_lines(planned, standings)}

    refused = decide(cortlandt, "certificate.issue", ready_certificate(inspection__open_elements=titles), "2025-09-30")

    assert len(energy) == 11
    assert always == [
        f"energy.{part}" for part in ("insulation", "fenestration", "air_leakage", "controls", "equipment")
    ]
    assert refused.standing_in_the_way[0].why == "Not accepted: Energy Code: whole-house ventilation"


@pytest.mark.proves("COR-149-15-E-2-j/1")
def test_a_manufactured_home_has_three_lines(cortlandt: Pack) -> None:
    planned = lines(cortlandt, factory__applies=True)
    home = [one for one in planned if one.element == "factory_built"]

    still_open = {one.key for one in open_lines(home, {"factory_built.installation": accepted("2025-08-12")})}

    assert [one.key.partition(".")[2] for one in home] == ["installation", "connection", "assembly"]
    assert still_open == {"factory_built.connection", "factory_built.assembly"}


@pytest.mark.proves("COR-149-15-E-2-k/1")
def test_the_final_inspection_does_not_pass_while_framing_is_open(cortlandt: Pack) -> None:
    planned = lines(cortlandt)

    refused = noted(cortlandt, planned, "final", all_accepted(planned, "framing", "final"), "2025-09-30")

    found = the_one_in_the_way(refused)
    assert (found.why, found.cite) == ("Still open: Framing", "§ 149-15(E)(2)(k)")
    assert open_(noted(cortlandt, planned, "final", all_accepted(planned, "final"), "2025-09-30"))
    with pytest.raises(ValueError, match="always applies"):
        plan(cortlandt.inspections, asked(cortlandt, HOUSE, "2025-09-30"), set_aside={"final": "done"})


def remote(**changes: Any) -> Facts:
    """A remote inspection of framing on a day when the road was closed."""
    return acceptable_element(
        **{
            "inspection.way": "remote",
            "inspection.why_remote": "road closed by snow",
            "inspection.remote_approved_on": day("2025-02-11"),
            "inspection.made_on": day("2025-02-11"),
            "inspection.same_quality": True,
            **{name.replace("__", "."): value for name, value in changes.items()},
        }
    )


@pytest.mark.proves("COR-149-15-E-3-a/1")
def test_a_remote_inspection_is_approved_first(cortlandt: Pack) -> None:
    unapproved = without(remote(), "inspection.remote_approved_on")

    found = the_one_in_the_way(decide(cortlandt, "inspection.accept", unapproved, "2025-02-11"))

    assert found.cite == "§ 149-15(E)(3)"
    assert found.why.startswith("Approval of the Director of Technical Services or designee missing")
    assert open_(decide(cortlandt, "inspection.accept", remote(), "2025-02-11"))
    afterwards = remote(inspection__remote_approved_on=day("2025-02-12"))
    assert not decide(cortlandt, "inspection.accept", afterwards, "2025-02-12").allowed
    no_reason = remote(inspection__why_remote="")
    assert not decide(cortlandt, "inspection.accept", no_reason, "2025-02-11").allowed


@pytest.mark.proves("COR-149-15-E-3-b/1")
@pytest.mark.parametrize("stated", [None, False])
def test_a_remote_inspection_states_its_level_and_quality(cortlandt: Pack, stated: bool | None) -> None:
    found = the_one_in_the_way(
        decide(cortlandt, "inspection.accept", remote(inspection__same_quality=stated), "2025-02-11")
    )

    assert (found.key, found.cite) == ("remote.quality", "§ 149-15(E)(3)")


@pytest.mark.proves("COR-149-15-E-3-c/1")
def test_what_the_video_did_not_show_stays_open(cortlandt: Pack) -> None:
    planned = lines(cortlandt)
    insulation = decide(cortlandt, "inspection.accept", remote(inspection__not_shown=set()), "2025-02-11")
    sealing = decide(cortlandt, "inspection.accept", remote(inspection__not_shown={"air sealing"}), "2025-02-11")

    assert open_(insulation)
    assert the_one_in_the_way(sealing).why == "Not shown: air sealing; it stays open"
    still_open = {one.key for one in open_lines(planned, {"energy.insulation": accepted("2025-02-11")})}
    assert "energy.insulation" not in still_open
    assert "energy.air_leakage" in still_open


@pytest.mark.proves("COR-149-15-E-4-a/1")
def test_every_inspection_ends_in_a_result(cortlandt: Pack) -> None:
    blank = {**paid("0.00"), "inspection.without_result": {"framing"}}

    found = the_one_in_the_way(decide(cortlandt, "inspection.close", blank, "2025-06-03"))

    assert found.why == "Note as satisfactory or notify the failure: framing"
    assert found.cite == "§ 149-15(E)(4)"
    assert open_(decide(cortlandt, "inspection.close", paid("0.00"), "2025-06-03"))
    portion = stand([Happening(day("2025-06-03"), "satisfactory", "north wing")], day("2025-06-03"))
    assert (portion.portions, portion.accepted) == (("north wing",), False)


@pytest.mark.proves("COR-149-15-E-4-b/1")
def test_a_failure_cites_its_provision(cortlandt: Pack) -> None:
    planned = lines(cortlandt)

    def failed(section: str) -> Any:
        told = tell(cortlandt.inspections, planned, {}, line(planned, "framing"), [Failure("stairs unsafe", section)])
        return decide(cortlandt, "inspection.fail", {**INSPECTOR, **told}, "2025-06-10")

    found = the_one_in_the_way(failed(""))
    assert (found.why, found.cite) == ("No section for: stairs unsafe", "§ 149-15(E)(4)")
    assert open_(failed("RCNYS R311.7"))


@pytest.mark.proves("COR-149-15-E-4-c/1")
def test_the_holders_word_closes_nothing(cortlandt: Pack) -> None:
    happened = [Happening(day("2025-06-10"), "not satisfactory"), Happening(day("2025-06-12"), "reported corrected")]

    reported = stand(happened, day("2025-06-12"))
    again = stand([*happened, Happening(day("2025-06-13"), "satisfactory")], day("2025-06-13"))

    assert (reported.key, reported.failed_on) == ("not satisfactory", day("2025-06-10"))
    assert again.accepted
    same_visit = acceptable_element(inspection__failed_on=day("2025-06-10"), inspection__made_on=day("2025-06-10"))
    found = the_one_in_the_way(decide(cortlandt, "inspection.accept", same_visit, "2025-06-12"))
    assert (found.key, found.cite) == ("reinspected", "§ 149-15(E)(4)")
    later = {**same_visit, "inspection.made_on": day("2025-06-13")}
    assert open_(decide(cortlandt, "inspection.accept", later, "2025-06-13"))


@pytest.mark.parametrize(
    ("stopped", "corrective", "taken"),
    [(set(), False, True), ({"SO-2025-0003"}, False, False), ({"SO-2025-0003"}, True, True)],
)
def test_new_work_is_not_inspected_under_a_stop_order(
    cortlandt: Pack, stopped: set[str], corrective: bool, taken: bool
) -> None:
    request = {
        "inspection.element": "framing",
        "permit.status": "in force",
        "inspection.corrective": corrective,
        "inspection.earlier_open": set(),
        "parcel.stop_work_orders": stopped,
    }

    decision = decide(cortlandt, "inspection.request", request, "2025-07-09")

    assert decision.allowed is taken
    if not taken:
        assert the_one_in_the_way(decision).cite == "§ 149-18"
