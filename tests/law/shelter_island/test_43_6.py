"""§ 43-6: what needs a building permit, and the application for one."""

from datetime import date
from typing import Any

import pytest

from tests.law.shelter_island.facts import (
    application,
    asked_about,
    decide,
    documents,
    finding_of,
    open_,
    ready_permit,
    repair,
    the_one_in_the_way,
    without,
)
from townwright.law.check import check
from townwright.law.findings import Decision, Outcome
from townwright.law.packs import Pack

# ------------------------------------------------------------------------------------- A: what needs a permit


def ask(pack: Pack, on: str = "2026-05-05", **changes: Any) -> Decision:
    """Whether work can be done without a permit."""
    return decide(pack, "permit.not_needed", asked_about(**changes), on)


@pytest.mark.proves("SHI-43-6-A-p5/1")
def test_nonstructural_work_up_to_ten_thousand_dollars_is_exempt(island: Pack) -> None:
    below = ask(island, application__cost="9999.99")
    at = ask(island, application__cost="10000.00")
    above = ask(island, application__cost="10000.01")
    structural = ask(island, application__cost="2000.00", work__affects_structure=True)

    assert below.allowed
    assert at.allowed
    assert finding_of(at, "outside_codes").why == "Nonstructural work of $10,000.00: exempt by the $10,000 clause"
    assert finding_of(at, "outside_codes").cite == "§ 43-6A"
    for needs_one in (above, structural):
        found = the_one_in_the_way(needs_one)
        assert found.why == "A building permit is required"
        assert found.cite == "§ 43-6A"


@pytest.mark.parametrize("work", ["construct", "enlarge"])
def test_erecting_or_enlarging_is_never_nonstructural(island: Pack, work: str) -> None:
    decision = ask(island, application__work_type=work, application__cost="2000.00")

    assert the_one_in_the_way(decision).why == "A building permit is required"


def test_a_change_of_occupancy_is_no_work_of_little_cost(island: Pack) -> None:
    decision = ask(island, work__changes_occupancy=True, application__cost="500.00")

    assert the_one_in_the_way(decision).why == "A building permit is required"


def test_the_check_of_the_pack_names_the_clause_on_cost_and_the_states_list() -> None:
    warnings = [str(problem) for problem in check("shelter-island").problems]

    by_cost = [w for w in warnings if "§ 43-6A: " in w and "exemption by estimated cost" in w]
    assert by_cost
    assert all("19 NYCRR § 1203.3(a)" in warning for warning in by_cost)
    for item in ("b", "c", "d", "e"):
        assert any(f"§ 43-6A(1)({item})" in w and "19 NYCRR § 1203.3(a)" in w for w in warnings), item


SHED = {
    "application.work_type": "construct",
    "application.cost": "14000.00",
    "work.structure": "accessory structure",
    "work.footprint": "120",
    "structure.detached": True,
    "structure.storeys": 1,
    "structure.used_for": "storage",
    "structure.belongs_to": "one-family",
}


@pytest.mark.proves("SHI-43-6-A-1-a-p1/1")
def test_a_shed_is_exempt_by_a_house_and_not_by_a_shop(island: Pack) -> None:
    by_a_house = decide(island, "permit.not_needed", {**asked_about(), **SHED}, "2026-05-05")
    by_a_shop = decide(
        island, "permit.not_needed", {**asked_about(), **SHED, "structure.belongs_to": "other"}, "2026-05-05"
    )

    assert by_a_house.allowed, "in spite of its cost"
    assert finding_of(by_a_house, "outside_codes").cite == "§ 43-6A(1)(a)"
    assert the_one_in_the_way(by_a_shop).key == "a.kind"
    assert the_one_in_the_way(by_a_shop).cite == "§ 43-6A(1)(a)"


@pytest.mark.parametrize(
    "other",
    [{"structure.storeys": 2}, {"structure.detached": False}, {"structure.used_for": "other"}],
    ids=["two storeys", "attached", "another use"],
)
def test_any_no_ends_the_exemption_of_a_shed(island: Pack, other: dict[str, Any]) -> None:
    decision = decide(island, "permit.not_needed", {**asked_about(), **SHED, **other}, "2026-05-05")

    assert the_one_in_the_way(decision).key == "a.kind"


@pytest.mark.proves("SHI-43-6-A-1-a-p2/1")
@pytest.mark.parametrize(
    ("area", "exempt"), [("143.9", True), ("144.0", True), ("144.1", False), ("13.37 m2", True), ("13.88 m2", False)]
)
def test_a_shed_is_exempt_up_to_144_square_feet(island: Pack, area: str, exempt: bool) -> None:
    decision = decide(island, "permit.not_needed", {**asked_about(), **SHED, "work.footprint": area}, "2026-05-05")

    assert decision.allowed is exempt
    if not exempt:
        found = the_one_in_the_way(decision)
        assert found.key == "a.area"
        assert "over 144 sq ft" in found.why
    if area == "13.88 m2":
        assert finding_of(decision, "a.area").why.startswith("149.4")


@pytest.mark.proves("SHI-43-6-A-1-b/1")
def test_swings_are_exempt_at_a_dwelling(island: Pack) -> None:
    swings = {"work__structure": "playground equipment", "application__work_type": "construct"}

    house = ask(island, **swings, structure__belongs_to="two-family")
    hotel = ask(island, **swings, structure__belongs_to="other")

    assert house.allowed
    assert finding_of(house, "outside_codes").cite == "§ 43-6A(1)(b)"
    assert the_one_in_the_way(hotel).cite == "§ 43-6A(1)(b)"


POOL = {
    "application__work_type": "construct",
    "work__structure": "swimming pool",
    "structure__belongs_to": "one-family",
    "work__water_depth": "20",
    "work__pool": "above ground",
}


@pytest.mark.proves("SHI-43-6-A-1-c-p1/1")
def test_a_shallow_pool_above_ground_is_exempt(island: Pack) -> None:
    decision = ask(island, "2026-06-01", **POOL)

    assert decision.allowed
    assert finding_of(decision, "outside_codes").cite == "§ 43-6A(1)(c)"
    at_a_hotel = ask(island, "2026-06-01", **(POOL | {"structure__belongs_to": "other"}))
    assert the_one_in_the_way(at_a_hotel).key == "c.dwelling"


@pytest.mark.proves("SHI-43-6-A-1-c-p2/1")
def test_the_design_depth_of_a_pool_counts(island: Pack) -> None:
    shallow = ask(island, **(POOL | {"work__water_depth": "23.9"}))
    deep = ask(island, **(POOL | {"work__water_depth": "24.0"}))

    assert shallow.allowed
    found = the_one_in_the_way(deep)
    assert found.key == "c.depth"
    assert found.why.endswith("not less than 24 inches, however full it is kept")


@pytest.mark.proves("SHI-43-6-A-1-c-p3/1")
def test_a_partly_sunk_pool_needs_a_permit(island: Pack) -> None:
    found = the_one_in_the_way(ask(island, **(POOL | {"work__pool": "partly in ground"})))

    assert found.why == "Not entirely above ground"
    assert found.cite == "§ 43-6A(1)(c)"


@pytest.mark.proves("SHI-43-6-A-1-d/1")
def test_a_fence_is_exempt_unless_it_closes_a_pool_yard(island: Pack) -> None:
    fence = {"application__work_type": "construct", "work__structure": "fence"}

    road = ask(island, **fence, fence__encloses_pool=False)
    pool = ask(island, **fence, fence__encloses_pool=True)

    assert road.allowed
    assert finding_of(road, "d.pool").why == "No Chapter 43 permit; the rules of zoning on fences still apply"
    assert the_one_in_the_way(pool).why == "Part of an enclosure around a swimming pool"


@pytest.mark.proves("SHI-43-6-A-1-e/1")
def test_a_retaining_wall_under_a_driveway_needs_a_permit(island: Pack) -> None:
    wall = {"application__work_type": "construct", "work__structure": "retaining wall", "wall__liquid": "none"}

    level = ask(island, **wall, wall__supports_surcharge=False)
    driveway = ask(island, **wall, wall__supports_surcharge=True)
    liquid = ask(island, **(wall | {"wall__liquid": "IIIA"}), wall__supports_surcharge=False)

    assert level.allowed
    assert finding_of(level, "outside_codes").cite == "§ 43-6A(1)(e)"
    assert the_one_in_the_way(driveway).why == "Supports a surcharge: yes"
    assert the_one_in_the_way(liquid).cite == "§ 43-6A(1)(e)"


@pytest.mark.proves("SHI-43-6-A-1-f/1")
def test_a_stage_set_is_exempt_while_it_is_temporary(island: Pack) -> None:
    stage = {"application__work_type": "construct", "work__structure": "stage set"}

    theater = ask(island, **stage, structure__temporary=True)
    permanent = ask(island, **stage, structure__temporary=False)

    assert theater.allowed
    assert finding_of(theater, "outside_codes").cite == "§ 43-6A(1)(f)"
    assert the_one_in_the_way(permanent).key == "f.temporary"


@pytest.mark.proves("SHI-43-6-A-1-g/1")
def test_a_window_awning_hangs_from_the_wall(island: Pack) -> None:
    awning = {"work__structure": "awning", "structure__belongs_to": "one-family"}

    hung = ask(island, **awning, awning__support="exterior wall")
    posts = ask(island, **awning, awning__support="posts")

    assert hung.allowed
    assert finding_of(hung, "outside_codes").cite == "§ 43-6A(1)(g)"
    assert the_one_in_the_way(posts).cite == "§ 43-6A(1)(g)"


@pytest.mark.proves("SHI-43-6-A-1-h/1")
def test_partitions_are_exempt_below_five_feet_nine(island: Pack) -> None:
    offices = {"work__structure": "partition", "application__cost": "12000.00"}

    low = ask(island, **offices, partition__height="68")
    high = ask(island, **offices, partition__height="69")

    assert low.allowed
    assert finding_of(low, "outside_codes").cite == "§ 43-6A(1)(h)"
    assert the_one_in_the_way(high).why == "69 in, not lower than 69 in"
    assert ask(island, **(offices | {"application__cost": "9000.00"}), partition__height="69").allowed, "by its cost"


@pytest.mark.proves("SHI-43-6-A-1-i/1")
def test_finish_work_is_exempt_whatever_it_costs(island: Pack) -> None:
    hotel = ask(island, work__structure="finish", application__cost="42000.00", structure__belongs_to="other")

    assert hotel.allowed
    assert finding_of(hotel, "outside_codes").cite == "§ 43-6A(1)(i)"


@pytest.mark.proves("SHI-43-6-A-1-j/1")
def test_equipment_is_exempt_while_listing_and_specification_stay(island: Pack) -> None:
    furnace = {"work__structure": "equipment", "equipment__listing_unchanged": True, "equipment__as_specified": True}

    same = ask(island, **furnace)
    heat_pump = ask(island, **(furnace | {"equipment__as_specified": False}))
    other_listing = ask(island, **(furnace | {"equipment__listing_unchanged": False}))

    assert same.allowed
    assert finding_of(same, "outside_codes").cite == "§ 43-6A(1)(j)"
    for found in map(the_one_in_the_way, (heat_pump, other_listing)):
        assert found.cite == "§ 43-6A(1)(j)"


@pytest.mark.proves("SHI-43-6-A-1-k/1")
def test_a_repair_that_touches_none_of_the_four_is_exempt(island: Pack) -> None:
    siding = decide(island, "permit.not_needed", repair(application__cost="16000.00"), "2026-05-05")

    assert siding.allowed, "in spite of the cost"
    assert finding_of(siding, "outside_codes").cite == "§ 43-6A(1)(k)"


@pytest.mark.proves("SHI-43-6-A-1-k-1/1")
def test_a_rotten_floor_beam_needs_a_permit_at_any_cost(island: Pack) -> None:
    beam = repair(repair__load_bearing=True, work__affects_structure=True, application__cost="3500.00")

    found = the_one_in_the_way(decide(island, "permit.not_needed", beam, "2026-05-05"))

    assert found.cite == "§ 43-6A(1)(k)[1]"
    assert found.why.endswith("the $10,000 clause is not available")
    still = repair(repair__load_bearing=True, application__cost="3500.00")
    assert not decide(island, "permit.not_needed", still, "2026-05-05").allowed, "whatever is said of structure"


@pytest.mark.parametrize(
    ("touched", "why", "cite"),
    [
        pytest.param(
            "egress",
            "A required means of egress is changed",
            "§ 43-6A(1)(k)[2]",
            marks=pytest.mark.proves("SHI-43-6-A-1-k-2-p1/1"),
        ),
        pytest.param(
            "rearrangement",
            "A rearrangement affects egress",
            "§ 43-6A(1)(k)[2]",
            marks=pytest.mark.proves("SHI-43-6-A-1-k-2-p2/1"),
        ),
        pytest.param(
            "fire_protection",
            "Part of a fire protection system is out of service; no time is too short",
            "§ 43-6A(1)(k)[4]",
            marks=pytest.mark.proves("SHI-43-6-A-1-k-4/1"),
        ),
    ],
)
def test_each_limit_of_a_repair_has_its_own_reason(island: Pack, touched: str, why: str, cite: str) -> None:
    decision = decide(island, "permit.not_needed", {**repair(), f"repair.{touched}": True}, "2026-05-05")

    found = the_one_in_the_way(decision)
    assert (found.why, found.cite) == (why, cite)


@pytest.mark.proves("SHI-43-6-A-1-k-3/1")
def test_a_building_system_within_the_cost_is_for_the_inspector_to_confirm(island: Pack) -> None:
    dear = repair(repair__building_system=True, application__cost="12000.00")
    cheap = repair(repair__building_system=True, application__cost="8000.00")

    refused = decide(island, "permit.not_needed", dear, "2026-05-05")
    exempt = decide(island, "permit.not_needed", cheap, "2026-05-05")

    assert the_one_in_the_way(refused).cite == "§ 43-6A(1)(k)[3]"
    assert exempt.allowed
    confirm = finding_of(exempt, "cost_confirmed")
    assert confirm.outcome is Outcome.WARNING
    assert confirm.why == "Exempt by the $10,000 clause: Building Inspector to confirm"
    confirmed = decide(island, "permit.not_needed", {**cheap, "work.exemption_confirmed": True}, "2026-05-05")
    assert finding_of(confirmed, "cost_confirmed").outcome is Outcome.MET


def test_what_the_state_no_longer_exempts_is_warned_of(island: Pack) -> None:
    fence = ask(island, application__work_type="construct", work__structure="fence", fence__encloses_pool=False)

    found = finding_of(fence, "state_list")
    assert found.outcome is Outcome.WARNING
    assert "19 NYCRR § 1203.3(a)" in found.says
    finish = ask(island, work__structure="finish")
    assert finding_of(finish, "state_list").outcome is Outcome.MET


def test_what_is_not_known_is_asked(island: Pack) -> None:
    decision = decide(island, "permit.not_needed", {"application.work_type": "alter"}, "2026-05-05")

    assert not decision.allowed
    assert "work.structure" in decision.needs


# --------------------------------------------------------------------------------- B to E: the application


@pytest.mark.proves("SHI-43-6-B-p1/1")
def test_a_retired_form_is_not_complete(island: Pack) -> None:
    old = application(application__form_retired_on=date(2025, 12, 31), application__submitted_on=date(2026, 1, 6))

    found = the_one_in_the_way(decide(island, "application.complete", old, "2026-01-06"))

    assert found.why == "Handed in on Tue 6 January 2026; the form was in use until Wed 31 December 2025"
    assert found.cure == "Fill in the current form"
    last_day = {**old, "application.submitted_on": date(2025, 12, 31)}
    assert open_(decide(island, "application.complete", last_day, "2026-01-06"))


@pytest.mark.proves("SHI-43-6-B-p2/1")
def test_the_certificate_is_applied_for_with_the_permit(island: Pack) -> None:
    bare = application(application__certificate_applied=False)

    found = the_one_in_the_way(decide(island, "application.complete", bare, "2026-03-02"))

    assert found.why == "Certificate of occupancy application missing"
    assert found.cite == "§ 43-6B"


@pytest.mark.proves("SHI-43-6-C-p1/1")
def test_an_addition_without_specifications_is_incomplete(island: Pack) -> None:
    addition = application(application__work_type="enlarge", documents__specifications=False)

    found = the_one_in_the_way(decide(island, "application.complete", addition, "2026-03-02"))

    assert found.why == "Specifications missing"
    assert found.cite == "§ 43-6C"


@pytest.mark.proves("SHI-43-6-C-p2/1")
def test_a_deck_needs_a_survey_and_a_kitchen_does_not(island: Pack) -> None:
    deck = without(application(), "survey.made_on", "survey.copies", "survey.feet_per_inch")
    kitchen = {**deck, "application.work_type": "alter"}

    found = the_one_in_the_way(decide(island, "application.complete", deck, "2026-03-02"))

    assert (found.why, found.cite) == ("Survey missing", "§ 43-6C")
    assert open_(decide(island, "application.complete", kitchen, "2026-03-02"))
    asked_for = {**kitchen, "application.open_requests": {"survey"}}
    found = the_one_in_the_way(decide(island, "application.complete", asked_for, "2026-03-02"))
    assert found.why == "Outstanding: survey"
    assert "SHI-43-6-C-p2" in found.provisions


@pytest.mark.proves("SHI-43-6-C-p3/1")
def test_one_set_of_plans_is_one_of_two(island: Pack) -> None:
    found = the_one_in_the_way(decide(island, "application.complete", application(documents__sets=1), "2026-03-02"))

    assert found.why == "Plans, 1 of 2 copies"
    assert found.cite == "§ 43-6C"
    assert open_(decide(island, "application.complete", application(documents__sets=2), "2026-03-02"))
    electronic = application(documents__sets=0, documents__electronic=True, survey__copies=0)
    assert open_(decide(island, "application.complete", electronic, "2026-03-02"))
    one_survey = decide(island, "application.complete", application(survey__copies=1), "2026-03-02")
    assert the_one_in_the_way(one_survey).why == "Survey, 1 of 2 copies"


@pytest.mark.proves("SHI-43-6-C-p4/1")
def test_a_condenser_pad_that_the_survey_lacks_fails_its_review(island: Pack) -> None:
    pad = {**documents(review__survey__equipment="not satisfied"), "review.survey.equipment.note": "condenser pad"}

    found = the_one_in_the_way(decide(island, "documents.accept", pad, "2026-03-12"))

    assert found.says == "Survey: other accessory equipment"
    assert found.why == "Condenser pad"
    assert found.cite == "§ 43-6C"
    not_part = documents(review__survey__equipment="not applicable")
    not_part["review.survey.equipment.reason"] = "not part of the work"
    assert open_(decide(island, "documents.accept", not_part, "2026-03-12"))


@pytest.mark.proves("SHI-43-6-D-p1/1")
@pytest.mark.parametrize(("feet", "passes"), [("20", True), ("50", True), ("51", False), ("60", False)])
def test_a_survey_shows_at_most_fifty_feet_to_the_inch(island: Pack, feet: str, passes: bool) -> None:
    decision = decide(island, "application.complete", application(survey__feet_per_inch=feet), "2026-03-02")

    assert decision.allowed is passes
    if not passes:
        assert the_one_in_the_way(decision).cite == "§ 43-6D"


@pytest.mark.proves("SHI-43-6-D-p2/1")
def test_contours_that_were_asked_for_make_the_file_incomplete(island: Pack) -> None:
    asked = application(application__open_requests={"topographic survey required"})

    found = the_one_in_the_way(decide(island, "application.complete", asked, "2026-03-09"))

    assert found.why == "Outstanding: topographic survey required"
    assert found.cite == "§ 43-6D"
    assert "SHI-43-6-D-p2" in found.provisions


@pytest.mark.proves("SHI-43-6-D-p3/1")
def test_flood_zone_and_wetland_edge_are_two_things(island: Pack) -> None:
    both = {"flood zones on the survey", "wetland boundary on the survey"}
    asked = application(application__open_requests=both)
    one_came = application(application__open_requests={"wetland boundary on the survey"})

    assert not decide(island, "application.complete", asked, "2026-03-09").allowed
    found = the_one_in_the_way(decide(island, "application.complete", one_came, "2026-03-16"))
    assert found.why == "Outstanding: wetland boundary on the survey"
    assert "SHI-43-6-D-p3" in found.provisions


@pytest.mark.proves("SHI-43-6-D-p4/1")
def test_driveway_grades_close_on_the_day_on_which_they_are_satisfied(island: Pack) -> None:
    asked = application(application__open_requests={"driveway grades"})

    assert the_one_in_the_way(decide(island, "application.complete", asked, "2026-03-09")).cite == "§ 43-6D"
    assert open_(decide(island, "application.complete", application(application__open_requests=set()), "2026-03-16"))


@pytest.mark.proves("SHI-43-6-E/1")
@pytest.mark.parametrize(("scale", "passes"), [("0.125", False), ("0.24", False), ("0.25", True), ("0.5", True)])
def test_plans_are_drawn_at_a_quarter_inch_to_the_foot_or_larger(island: Pack, scale: str, passes: bool) -> None:
    decision = decide(island, "application.complete", application(documents__plan_scale=scale), "2026-03-02")

    assert decision.allowed is passes
    if not passes:
        assert the_one_in_the_way(decision).cite == "§ 43-6E"


# ------------------------------------------------------------------------- F to I: plans, who applies, amendments


@pytest.mark.proves("SHI-43-6-F-p2/1")
def test_approval_names_the_topic_that_is_open(island: Pack) -> None:
    energy_open = without(ready_permit(), "review.g")

    found = the_one_in_the_way(decide(island, "application.approve", energy_open, "2026-03-19"))

    assert found.says == "Written statement of compliance with the Energy Code"
    assert found.why == "Not looked at yet"
    assert found.cite == "§ 43-6F"


@pytest.mark.proves("SHI-43-6-F-p3/1")
def test_approval_waits_for_computations_that_were_asked_for(island: Pack) -> None:
    waiting = ready_permit(application__open_requests={"computations"})

    found = the_one_in_the_way(decide(island, "application.approve", waiting, "2026-03-13"))

    assert found.why == "Outstanding: computations"
    assert "SHI-43-6-F-p3" in found.provisions


@pytest.mark.proves("SHI-43-6-G-p1/1")
def test_a_neighbor_may_not_apply(island: Pack) -> None:
    neighbor = application(application__signed_by="other", application__capacity="other")

    decision = decide(island, "application.file", neighbor, "2026-03-03")

    assert the_one_in_the_way(decision).cite == "§ 43-6G"


@pytest.mark.parametrize(
    "capacity", ["owner", "lessee", "owner's agent", "lessee's agent", "architect", "engineer", "builder"]
)
def test_seven_may_apply(island: Pack, capacity: str) -> None:
    facts = application(application__signed_by="other", application__capacity=capacity)

    assert open_(decide(island, "application.file", facts, "2026-03-03"))


LESSEE = {
    "application.signed_by": "other",
    "application.capacity": "lessee",
    "affidavit.owner_authorizes": True,
    "affidavit.applicant_authorized": True,
}


@pytest.mark.proves("SHI-43-6-G-p2/1")
def test_a_lessee_brings_an_affidavit(island: Pack) -> None:
    bare = without({**application(), **LESSEE}, "affidavit.owner_authorizes", "affidavit.applicant_authorized")

    decision = decide(island, "application.complete", bare, "2026-03-03")

    assert not decision.allowed
    missing = finding_of(decision, "affidavit.work")
    assert (missing.why, missing.cite) == ("Affidavit missing", "§ 43-6G")
    assert open_(decide(island, "application.complete", {**application(), **LESSEE}, "2026-03-03"))


@pytest.mark.proves("SHI-43-6-G-p3/1")
def test_an_affidavit_states_the_authority_to_apply_too(island: Pack) -> None:
    half = {**application(), **LESSEE, "affidavit.applicant_authorized": False}

    found = the_one_in_the_way(decide(island, "application.complete", half, "2026-03-04"))

    assert found.why == "Authority to apply missing"
    assert found.cite == "§ 43-6G"


@pytest.mark.proves("SHI-43-6-H-p1/1")
def test_unsigned_specifications_are_refused_beside_signed_plans(island: Pack) -> None:
    decision = decide(island, "application.complete", application(documents__specifications_signed=False), "2026-03-02")

    assert finding_of(decision, "plans_signed").outcome is Outcome.MET
    found = the_one_in_the_way(decision)
    assert (found.key, found.cite) == ("specifications_signed", "§ 43-6H")


@pytest.mark.proves("SHI-43-6-H-p2/1")
def test_a_seal_that_state_law_requires_must_be_there(island: Pack) -> None:
    seal = ("seal.name", "seal.signed_by", "seal.license_number")
    bare = without(ready_permit(review__i__seal="not satisfied"), *seal)

    decision = decide(island, "application.approve", bare, "2026-03-12")

    assert not decision.allowed
    found = finding_of(decision, "review.i.professional")
    assert found.outcome is Outcome.UNMET
    assert found.cite == "§ 43-6H"
    assert "Education Law § 7302" in found.why
    small = {**bare, "documents.seal_required": False}
    assert open_(decide(island, "application.approve", small, "2026-03-12"))
    undecided = without(bare, "documents.seal_required")
    assert not decide(island, "application.approve", undecided, "2026-03-12").allowed


@pytest.mark.proves("SHI-43-6-I-p1/1")
def test_an_amendment_comes_before_its_part_of_the_work(island: Pack) -> None:
    base = {
        "fee.in_schedule": True,
        "fee.charged": "0.00",
        "fee.paid": "0.00",
        "permit.status": "in force",
        "parcel.stop_work_orders": set(),
    }

    framing = decide(island, "amendment.submit", {**base, "amendment.part_began_on": date(2026, 4, 20)}, "2026-04-27")
    interior = decide(island, "amendment.submit", base, "2026-04-27")

    found = the_one_in_the_way(framing)
    assert found.cite == "§ 43-6I"
    assert found.why.startswith("That part began on Mon 20 April 2026: late")
    assert open_(interior)
