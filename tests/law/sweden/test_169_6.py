"""§ 169-6: the standards of a vacant building, and the town's own work."""

from decimal import Decimal
from typing import Any

import pytest

from tests.law.sweden.facts import (
    INSPECTOR,
    OFFICER,
    OWNER,
    account,
    by_mail,
    day,
    decide,
    finding_of,
    in_force,
    keys,
    lines,
    not_met,
    open_,
    served,
    standards,
    the_one_in_the_way,
    without,
)
from townwright.law.calendar import Calendar
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.vacancy import disconnect_by

APRIL, JUNE = "2025-04-15", "2025-06-10"


def hazard(pack: Pack, facts: dict[str, Any], on: str) -> bool:
    """Whether the hazard flag is set."""
    return decide(pack, "vacancy.hazard", facts, on).allowed


def asked(pack: Pack, on: str, **changes: Any) -> set[str]:
    """The lines of the checklist that are asked of a building."""
    found = decide(pack, "vacancy.inspect", standards(pack, **changes), on)
    return {f.key.removeprefix("standard.") for f in found.findings if f.key.startswith("standard.")}


def test_a_building_that_meets_every_standard_has_no_line(sweden: Pack) -> None:
    assert lines(sweden, standards(sweden), JUNE) == []
    assert open_(decide(sweden, "vacancy.inspect", standards(sweden), JUNE))
    assert not hazard(sweden, standards(sweden), JUNE)


# -- (A) -----------------------------------------------------------------------------------------------------------


@pytest.mark.proves("SWE-169-6-A-a/1")
def test_each_item_is_answered_before_the_inspection_is_signed(sweden: Pack) -> None:
    blank = without(standards(sweden), "standard.b4.roofs")

    found = the_one_in_the_way(decide(sweden, "vacancy.inspect", blank, JUNE))

    assert (found.key, found.cure, found.outcome) == ("standard.b4.roofs", "Answer the line", Outcome.UNKNOWN)
    assert open_(decide(sweden, "vacancy.inspect", blank | {"standard.b4.roofs": "not seen"}, JUNE))


def test_what_is_not_met_has_a_note_and_what_does_not_apply_its_reason(sweden: Pack) -> None:
    bare = standards(sweden) | {"standard.b4.roofs": "not met"}
    beside = standards(sweden) | {"standard.b4.roofs": "not applicable"}

    assert the_one_in_the_way(decide(sweden, "vacancy.inspect", bare, JUNE)).why == "Not met, but no note is written"
    assert open_(decide(sweden, "vacancy.inspect", bare | {"standard.b4.roofs.note": "Open"}, JUNE))
    assert not decide(sweden, "vacancy.inspect", beside, JUNE).allowed
    assert open_(decide(sweden, "vacancy.inspect", beside | {"standard.b4.roofs.reason": "No roof"}, JUNE))


@pytest.mark.proves("SWE-169-6-A-c/1")
def test_a_floor_that_will_be_vacant_has_an_approved_access(sweden: Pack) -> None:
    floor = standards(sweden, access__floors_without={"second floor"})

    assert lines(sweden, floor, "2025-07-21") == [("No approved access: second floor", "§ 169-6(A)")]


# -- (B) to (E): what is not met is a line of the notice -----------------------------------------------------------


@pytest.mark.proves(
    "SWE-169-6-B-1-a/1",
    "SWE-169-6-B-2/1",
    "SWE-169-6-B-3/1",
    "SWE-169-6-B-4/1",
    "SWE-169-6-B-5-a/1",
    "SWE-169-6-B-6-a/1",
    "SWE-169-6-B-7-a/1",
    "SWE-169-6-B-7-c/1",
    "SWE-169-6-B-10/1",
    "SWE-169-6-D-1/1",
    "SWE-169-6-D-2/1",
    "SWE-169-6-D-3/1",
)
@pytest.mark.parametrize(
    ("line", "note", "cite"),
    [
        ("b1.water", "Wet cellar wall", "§ 169-6(B)(1)"),
        ("b2.openings", "Skylight without a pane", "§ 169-6(B)(2)"),
        ("b3.stairs", "Fire escape: loose railing", "§ 169-6(B)(3)"),
        ("b4.roofs", "Open at the ridge", "§ 169-6(B)(4)"),
        ("b5.surfaces", "Cracked stucco on the north side", "§ 169-6(B)(5)"),
        ("b6.fitted", "Board 10 inches short of its window", "§ 169-6(B)(6)"),
        ("b7.material", "Cardboard over a broken window", "§ 169-6(B)(7)"),
        ("b7.colour", "Raw plywood on a white house", "§ 169-6(B)(7)"),
        ("b10.pools", "Uncovered in-ground pool", "§ 169-6(B)(10)"),
        ("d.structure", "Rotted floor joists in the cellar", "§ 169-6(D)(1)"),
        ("d.ventilation", "Crawl space: vents blocked", "§ 169-6(D)(2)"),
        ("d.elements", "Fallen ceiling on floor 1", "§ 169-6(D)(3)"),
    ],
)
def test_what_is_wrong_with_the_building_is_a_line_with_its_section(
    sweden: Pack, line: str, note: str, cite: str
) -> None:
    found = not_met(sweden, line, note)

    assert open_(decide(sweden, "vacancy.inspect", found, APRIL))
    assert lines(sweden, found, APRIL) == [(note, cite)]


@pytest.mark.proves("SWE-169-6-B-1-b/1")
def test_holes_are_a_line_of_their_own(sweden: Pack) -> None:
    found = not_met(sweden, "b1.holes", "3-inch hole in dry block")

    assert found["standard.b1.water"] == "met"
    assert lines(sweden, found, APRIL) == [("3-inch hole in dry block", "§ 169-6(B)(1)")]


@pytest.mark.proves("SWE-169-6-B-5-b/1")
def test_bare_clapboard_wants_a_coat_and_brick_does_not(sweden: Pack) -> None:
    brick = standards(sweden) | {"standard.b5.coat": "not applicable", "standard.b5.coat.reason": "Brick"}

    assert lines(sweden, not_met(sweden, "b5.coat", "Bare wood clapboard"), APRIL) == [
        ("Bare wood clapboard", "§ 169-6(B)(5)")
    ]
    assert lines(sweden, brick, APRIL) == []
    assert open_(decide(sweden, "vacancy.inspect", brick, APRIL))


@pytest.mark.proves("SWE-169-6-B-6-b/1")
@pytest.mark.parametrize(
    ("note", "photo", "accepted"),
    [
        (None, None, False),
        ("Blue tarpaulin over a shop window", None, False),
        (None, "p. 4", False),
        ("Blue tarpaulin over a shop window", "p. 4", True),
    ],
)
def test_what_is_unsightly_is_described_and_photographed(
    sweden: Pack, note: str | None, photo: str | None, accepted: bool
) -> None:
    tarpaulin = standards(sweden) | {
        "standard.b6.sightly": "not met",
        "standard.b6.sightly.note": note,
        "standard.b6.sightly.photo": photo,
    }

    found = decide(sweden, "vacancy.inspect", tarpaulin, APRIL)

    assert found.allowed is accepted
    assert finding_of(found, "unsightly").cite == "§ 169-6(B)(6)"


@pytest.mark.proves("SWE-169-6-B-7-b/1")
def test_a_covering_without_its_approval_is_not_met(sweden: Pack) -> None:
    found = not_met(sweden, "b7.approved", "Approval missing")

    assert found["standard.b7.material"] == "met"
    assert lines(sweden, found, APRIL) == [("Approval missing", "§ 169-6(B)(7)")]


@pytest.mark.proves("SWE-169-6-B-9/1", "SWE-169-6-E-2/1")
def test_vermin_in_the_building_and_on_the_grounds_are_two_items(sweden: Pack) -> None:
    house = not_met(sweden, "b9.vermin", "Rat burrows at the sill: treat it and hand in the record")
    yard = not_met(sweden, "e2.vermin", "Rats under a woodpile")

    assert lines(sweden, house, APRIL) == [
        ("Rat burrows at the sill: treat it and hand in the record", "§ 169-6(B)(9)")
    ]
    assert lines(sweden, yard, JUNE) == [("Rats under a woodpile", "§ 169-6(E)(2)")]
    assert yard["standard.b9.vermin"] == "met"


@pytest.mark.proves("SWE-169-6-B/1")
def test_the_outside_is_answered_from_a_public_place_without_consent(sweden: Pack) -> None:
    inside = {f"standard.{key}": "not seen" for key in ("d.structure", "d.ventilation", "d.elements")}
    street = (
        standards(
            sweden,
            inspection__authority="public place",
            inspection__inside=False,
            vacancy__registered=False,
            inspection__vantage_point="sidewalk",
            access__refused=True,
        )
        | inside
    )

    found = decide(sweden, "vacancy.inspect", street, APRIL)

    assert open_(found)
    outside = [f for f in found.findings if f.key.startswith("standard.b")]
    assert len(outside) == 14
    assert {f.cite for f in outside} == {f"§ 169-6(B)({n})" for n in (1, 2, 3, 4, 5, 6, 7, 9, 10)}
    nowhere = the_one_in_the_way(decide(sweden, "vacancy.inspect", without(street, "inspection.vantage_point"), APRIL))
    assert nowhere.key == "vantage_point"


@pytest.mark.proves("SWE-169-6-D-a/1")
def test_what_lies_inside_is_not_answered_from_outside(sweden: Pack) -> None:
    unseen = {f"standard.{key}": "not seen" for key in ("d.structure", "d.ventilation", "d.elements")}
    outside = standards(sweden, inspection__inside=False) | unseen

    found = the_one_in_the_way(decide(sweden, "vacancy.inspect", outside | {"standard.d.elements": "met"}, APRIL))

    assert (found.key, found.cite) == ("inside", "§ 169-6(D)")
    assert found.why == "Without interior access they can only be not seen"
    assert open_(decide(sweden, "vacancy.inspect", outside, APRIL))
    cites = {key: sweden.cite(line.carries[0]) for line in sweden.checklists["standards"].lines if (key := line.key)}
    assert [cites[key] for key in ("d.structure", "d.ventilation", "d.elements")] == [
        "§ 169-6(D)(1)",
        "§ 169-6(D)(2)",
        "§ 169-6(D)(3)",
    ]


def covering(pack: Pack, material: str, *, broken: bool, shop: bool = False, approved: bool = False) -> list[str]:
    """The sections under which a covering of a door or window will not do."""
    opening = {
        "opening.broken": broken,
        "opening.covering": material,
        "opening.shop_front": shop,
        "opening.covering_similar": False,
        "opening.covering_approved": approved,
    }
    return [f.cite for f in decide(pack, "opening.covering", opening, APRIL).standing_in_the_way]


@pytest.mark.proves("SWE-169-6-B-8/1")
@pytest.mark.parametrize("material", ["blinds", "curtains", "shades", "decorative paper"])
def test_an_unbroken_window_may_be_covered_inside_and_a_cracked_one_may_not(sweden: Pack, material: str) -> None:
    assert covering(sweden, material, broken=False, shop=True) == []
    assert covering(sweden, material, broken=True) == ["§ 169-6(B)(7)"]


@pytest.mark.parametrize(
    ("material", "cites"),
    [("glass", []), ("Plexiglas", []), ("boards", []), ("plywood", []), ("cardboard", ["§ 169-6(B)(7)"])],
)
def test_a_broken_window_is_covered_by_what_the_code_lists(sweden: Pack, material: str, cites: list[str]) -> None:
    assert covering(sweden, material, broken=True) == cites


@pytest.mark.parametrize(
    ("material", "approved", "cites"),
    [("plywood", False, ["§ 169-6(C)(1)"]), ("plywood", True, []), ("glass", False, [])],
)
def test_a_shops_first_floor_wants_glass_or_what_the_officer_approved(
    sweden: Pack, material: str, approved: bool, cites: list[str]
) -> None:
    assert covering(sweden, material, broken=True, shop=True, approved=approved) == cites


# -- (C) -----------------------------------------------------------------------------------------------------------


@pytest.mark.proves("SWE-169-6-C-a/1")
def test_shops_have_further_standards_and_dwellings_do_not(sweden: Pack) -> None:
    house, shop = (asked(sweden, APRIL, vacancy__last_use=use) for use in ("one-family dwelling", "retail"))

    assert shop - house == {"c1.windows", "c2.signs"}
    assert {key for key in shop if key.startswith("b")} == {key for key in house if key.startswith("b")}
    assert len([key for key in house if key.startswith("b")]) == 14


@pytest.mark.proves("SWE-169-6-C-1/1", "SWE-169-6-C-2/1")
@pytest.mark.parametrize(
    ("line", "note", "cite"),
    [
        ("c1.windows", "First-floor window under plywood that was approved for the second floor only", "§ 169-6(C)(1)"),
        ("c2.signs", "Torn awning", "§ 169-6(C)(2)"),
    ],
)
def test_a_closed_shop_has_windows_and_sound_awnings(sweden: Pack, line: str, note: str, cite: str) -> None:
    found = not_met(sweden, line, note, vacancy__last_use="retail")

    assert lines(sweden, found, APRIL) == [(note, cite)]
    cure = finding_of(decide(sweden, "vacancy.standards", found, APRIL), f"standard.{line}").cure
    assert line != "c2.signs" or cure == "Remove or repair it"


# -- (E) -----------------------------------------------------------------------------------------------------------


@pytest.mark.proves("SWE-169-6-E/1")
def test_the_premises_have_thirteen_items_one_of_them_by_the_plan(sweden: Pack) -> None:
    def items(kind: str) -> set[str]:
        return {key for key in asked(sweden, "2026-01-20", vacancy__plan_kind=kind) if key.startswith("e")}

    vacant, rehabilitated = items("vacant"), items("rehabilitation")

    assert {int(key.partition(".")[0][1:]) for key in vacant} == set(range(1, 14))
    assert vacant - rehabilitated == {"e6.cut_off", "e6.drained"}
    assert rehabilitated - vacant == {"e6.heated", "e6.gas_pipes", "e6.water_pipes"}
    assert items("demolition") == vacant


@pytest.mark.proves(
    "SWE-169-6-E-1/1",
    "SWE-169-6-E-4/1",
    "SWE-169-6-E-7/1",
    "SWE-169-6-E-9-a/1",
    "SWE-169-6-E-9-b/1",
    "SWE-169-6-E-11/1",
)
@pytest.mark.parametrize(
    ("line", "note", "cite"),
    [
        ("e1.refuse", "Eight bags of refuse on the porch", "§ 169-6(E)(1)"),
        ("e4.vehicles", "Car whose registration expired 2025-05-31", "§ 169-6(E)(4)"),
        ("e7.tanks", "275-gallon oil tank out of use, no proof of closure", "§ 169-6(E)(7)"),
        ("e9.stormwater", "Blocked yard drain", "§ 169-6(E)(9)"),
        ("e9.sewage", "Dry traps and sewer smell", "§ 169-6(E)(9)"),
        ("e11.elevators", "Running elevator without a service record", "§ 169-6(E)(11)"),
    ],
)
def test_what_is_wrong_with_the_premises_is_a_line_with_its_section(
    sweden: Pack, line: str, note: str, cite: str
) -> None:
    found = not_met(sweden, line, note)

    assert lines(sweden, found, JUNE) == [(note, cite)]
    assert not hazard(sweden, found, JUNE)


@pytest.mark.proves("SWE-169-6-E-3/1", "SWE-169-6-E-10/1")
@pytest.mark.parametrize(
    ("line", "note", "cite"),
    [
        ("e3.appliances", "Freezer in the garage, one of two hinges off", "§ 169-6(E)(3)"),
        ("e10.electrical", "Open live junction box", "§ 169-6(E)(10)"),
    ],
)
def test_some_breaches_are_a_hazard_at_once(sweden: Pack, line: str, note: str, cite: str) -> None:
    found = not_met(sweden, line, note)

    assert lines(sweden, found, JUNE) == [(note, cite)]
    assert hazard(sweden, found, JUNE)


@pytest.mark.proves("SWE-169-6-E-5/1")
def test_a_leaning_chimney_may_be_smoketight(sweden: Pack) -> None:
    found = not_met(sweden, "e5.flues_safe", "Chimney leans")

    assert found["standard.e5.flues_tight"] == "met"
    assert lines(sweden, found, JUNE) == [("Chimney leans", "§ 169-6(E)(5)")]


def cut_off_by(pack: Pack, calendar: Calendar, kind: str, registered: str) -> Any:
    """By when utilities are disconnected and pipes drained."""
    return disconnect_by(pack.vacancy.plans[kind], day(registered), calendar)


@pytest.mark.proves("SWE-169-6-E-6-a/1")
@pytest.mark.parametrize("kind", ["vacant", "demolition"])
def test_utilities_are_cut_off_within_15_days_of_registering(sweden: Pack, calendar: Calendar, kind: str) -> None:
    by = cut_off_by(sweden, calendar, kind, "2025-11-12")

    assert (by.nominal, by.act_by) == (day("2025-11-27"), day("2025-11-28"))
    assert {"gas": by.passed(day("2025-11-28")), "water": by.passed(day("2025-11-29"))} == {"gas": False, "water": True}
    late = not_met(sweden, "e6.cut_off", "Water cut off late", vacancy__plan_kind=kind)
    assert lines(sweden, late, "2025-12-01") == [("Water cut off late", "§ 169-6(E)(6)")]


@pytest.mark.proves("SWE-169-6-E-6-b/1")
def test_pipes_are_drained_besides(sweden: Pack, calendar: Calendar) -> None:
    by = cut_off_by(sweden, calendar, "vacant", "2025-10-01")
    undrained = not_met(sweden, "e6.drained", "Not drained", vacancy__plan_kind="vacant")

    assert by.act_by == day("2025-10-16")
    assert not by.passed(day("2025-10-10"))
    assert [by.passed(day(on)) for on in ("2025-10-16", "2025-10-17")] == [False, True]
    assert undrained["standard.e6.cut_off"] == "met"
    assert lines(sweden, undrained, "2025-10-17") == [("Not drained", "§ 169-6(E)(6)")]


@pytest.mark.proves("SWE-169-6-E-6-c/1")
def test_a_building_under_rehabilitation_is_heated_instead(sweden: Pack, calendar: Calendar) -> None:
    def has_heat(on: str) -> bool:
        return "e6.heated" in asked(sweden, on, vacancy__plan_kind="rehabilitation")

    assert cut_off_by(sweden, calendar, "rehabilitation", "2025-11-12") is None
    assert {on: has_heat(on) for on in ("2025-10-31", "2025-11-01", "2025-12-09", "2026-04-30", "2026-05-01")} == {
        "2025-10-31": False,
        "2025-11-01": True,
        "2025-12-09": True,
        "2026-04-30": True,
        "2026-05-01": False,
    }


@pytest.mark.proves("SWE-169-6-E-6-d/1", "SWE-169-6-E-6-e/1")
@pytest.mark.parametrize(
    ("line", "note", "on", "at_once"),
    [
        ("e6.gas_pipes", "Gas odor at a fitting", "2025-12-09", True),
        ("e6.water_pipes", "Burst pipe", "2026-01-13", False),
    ],
)
def test_pipes_of_a_building_under_rehabilitation_are_tight(
    sweden: Pack, line: str, note: str, on: str, at_once: bool
) -> None:
    found = not_met(sweden, line, note, vacancy__plan_kind="rehabilitation")

    assert lines(sweden, found, on) == [(note, "§ 169-6(E)(6)")]
    assert hazard(sweden, found, on) is at_once


@pytest.mark.proves("SWE-169-6-E-8/1")
def test_live_water_comes_from_an_approved_source(sweden: Pack) -> None:
    found = not_met(sweden, "e8.water", "Live well, never approved", vacancy__plan_kind="rehabilitation")

    assert lines(sweden, found, JUNE) == [("Live well, never approved", "§ 169-6(E)(8)")]


@pytest.mark.proves("SWE-169-6-E-12/1")
def test_snow_removal_is_provided_for_in_the_season(sweden: Pack) -> None:
    found = not_met(sweden, "e12.snow", "Walk and approved access under old snow, no arrangement")

    assert lines(sweden, found, "2026-01-20") == [
        ("Walk and approved access under old snow, no arrangement", "§ 169-6(E)(12)")
    ]
    assert "e12.snow" not in asked(sweden, JUNE)


@pytest.mark.proves("SWE-169-6-E-13-a/1")
@pytest.mark.parametrize(("inches", "met"), [("9.9", True), ("10.0", True), ("10.1", False), ("10.5", False)])
def test_grass_is_no_more_than_10_inches_high(sweden: Pack, inches: str, met: bool) -> None:
    found = lines(sweden, standards(sweden, premises__grass=inches), JUNE)

    assert found == ([] if met else [(f"{inches} inches", "§ 169-6(E)(13)")])


@pytest.mark.proves("SWE-169-6-E-13-b/1")
def test_a_mown_yard_may_have_an_uncovered_well(sweden: Pack) -> None:
    found = not_met(sweden, "e13.clean", "Uncovered well", premises__grass="3")

    assert found["standard.e13.grass"] == "met"
    assert lines(sweden, found, JUNE) == [("Uncovered well", "§ 169-6(E)(13)")]


# -- (F) -----------------------------------------------------------------------------------------------------------


@pytest.mark.proves("SWE-169-6-F-a/1")
def test_the_town_waits_for_its_notice_and_looks_again(sweden: Pack, calendar: Calendar) -> None:
    notice = served(sweden, [OWNER], [by_mail(OWNER, "2025-06-11")], calendar, "2025-06-27")
    facts = {
        **OFFICER,
        "remediation.findings": {"Door open"},
        "remediation.comply_by": day("2025-06-30"),
        "emergency.for_this_entry": False,
    }

    early = decide(sweden, "vacancy.remediate", facts, "2025-06-27")
    then = facts | {"remediation.failed_on": day("2025-07-01")}

    assert notice.clock_from == day("2025-06-16")
    assert keys(early.standing_in_the_way) == {"time", "undone"}
    assert {f.cite for f in early.standing_in_the_way} == {"§ 169-6(F)"}
    assert open_(decide(sweden, "vacancy.remediate", then, "2025-07-01"))
    within = facts | {"remediation.failed_on": day("2025-06-30")}
    assert keys(decide(sweden, "vacancy.remediate", within, "2025-07-01").standing_in_the_way) == {"undone"}


def test_an_emergency_does_not_wait(sweden: Pack) -> None:
    facts = {**OFFICER, "remediation.findings": {"Wall falling"}, "emergency.for_this_entry": True}

    assert open_(decide(sweden, "vacancy.remediate", facts, "2025-06-27"))


def test_a_notice_of_violation_names_the_acts_and_a_day(sweden: Pack) -> None:
    paper = in_force(sweden.orders.kinds["notice_of_violation"])

    assert [content.key for content in paper.value.contents] == ["condition", "section", "act"]
    assert paper.value.cure is not None
    assert paper.value.cure.fixed is None
    assert paper.value.of_state is False


@pytest.mark.proves("SWE-169-6-F-b/1")
@pytest.mark.parametrize("authority", ["consent", "warrant", "emergency"])
def test_the_town_enters_on_an_authority(sweden: Pack, authority: str) -> None:
    found = the_one_in_the_way(decide(sweden, "vacancy.enter", {}, "2025-07-08"))

    assert (found.cite, found.cure) == ("§ 169-6(F)", "Record the consent, the warrant or the emergency")
    assert open_(decide(sweden, "vacancy.enter", {"entry.authority": authority}, "2025-07-08"))


@pytest.mark.proves("SWE-169-6-F-d/1")
def test_what_the_work_cost_is_an_invoice_like_any_other(sweden: Pack, calendar: Calendar) -> None:
    on_time, late = (account(sweden, "310.00", "2025-07-10", on, calendar) for on in ("2025-08-11", "2025-08-12"))

    assert (late.free_until.nominal, late.free_until.act_by) == (day("2025-08-09"), day("2025-08-11"))
    assert (on_time.charges_unpaid, on_time.due) == (Decimal("0.00"), Decimal("310.00"))
    assert (late.charges_unpaid, late.due) == (Decimal("6.20"), Decimal("316.20"))


def test_other_work_is_described_and_each_act_has_its_cost(sweden: Pack) -> None:
    work: dict[str, Any] = {"remediation.acts": {"other"}, "remediation.acts_without_cost": {"other"}}

    assert keys(decide(sweden, "remediation.record", work, "2025-07-08").standing_in_the_way) == {"other", "costs"}
    done = work | {"remediation.other": "Fence", "remediation.acts_without_cost": set()}
    assert open_(decide(sweden, "remediation.record", done, "2025-07-08"))
    assert INSPECTOR["actor.offices"] == {"inspector"}
