"""§ 50-11: fire safety and property maintenance inspections."""

from datetime import date
from typing import Any

import pytest

from tests.law.chester.facts import decide, named, open_, paid, the_one_in_the_way
from townwright.law.calendar import Calendar
from townwright.law.findings import Decision
from townwright.law.packs import Pack
from townwright.law.periodic import Due, Interval, Made, accept, completes, intervals, last_completed, next_due, trigger
from townwright.law.predicates import Asked

day = date.fromisoformat
BARE = {
    "building.assembly_area": False,
    "building.school": False,
    "building.dwelling_units": 0,
    "building.nonresidential": False,
}


def clock(pack: Pack, on: str, **facts: Any) -> Interval:
    """The clock of a building."""
    asked = Asked({**BARE, **named(facts)}, day(on), pack.catalogue, pack.calendar(), pack.value)
    found = intervals(pack.periodic, asked).of("building")
    assert found is not None
    return found


def due(pack: Pack, calendar: Calendar, last: str, **facts: Any) -> Due:
    """When a building is inspected next."""
    return next_due(clock(pack, "2025-03-03", **facts), day(last), calendar)


@pytest.mark.proves("CHE-50-11-A-L/1")
def test_a_building_with_shops_and_a_hall_takes_the_shorter_interval(chester: Pack) -> None:
    hall = {"space.for_gathering": True, "space.occupant_load": 80}
    assembly = decide(chester, "space.assembly", hall, "2025-03-03").allowed

    found = clock(chester, "2025-03-03", building__assembly_area=assembly, building__nonresidential=True)

    assert (found.key, str(found.rule.value)) == ("assembly", "12 months")


@pytest.mark.proves("CHE-50-11-A-1/1")
def test_a_hall_is_inspected_every_twelve_months(chester: Pack, calendar: Calendar) -> None:
    found = due(chester, calendar, "2024-06-29", building__assembly_area=True)

    assert (found.deadline.nominal, found.deadline.act_by) == (day("2025-06-29"), day("2025-06-30"))
    assert [found.overdue(day(on)) for on in ("2025-06-29", "2025-06-30", "2025-07-01")] == [False, False, True]
    assert found.deadline.cite == "§ 50-11(A)(1)"


@pytest.mark.proves("CHE-50-11-A-2/1")
def test_a_dormitory_is_inspected_as_a_college_is(chester: Pack, calendar: Calendar) -> None:
    found = due(chester, calendar, "2024-09-12", building__school=True, building__dwelling_units=20)

    assert (found.deadline.nominal, found.deadline.cite) == (day("2025-09-12"), "§ 50-11(A)(2)")


@pytest.mark.proves("CHE-50-11-A-3-1/1")
def test_six_units_are_inspected_every_36_months(chester: Pack, calendar: Calendar) -> None:
    found = due(chester, calendar, "2022-10-11", building__dwelling_units=6)

    assert (found.deadline.nominal, found.deadline.act_by) == (day("2025-10-11"), day("2025-10-14"))
    assert not found.overdue(day("2025-10-14"))
    assert found.overdue(day("2025-10-15"))
    assert found.deadline.cite == "§ 50-11(A)(3)"


@pytest.mark.proves("CHE-50-11-A-3-2/1")
def test_a_storage_building_is_inspected_every_36_months(chester: Pack, calendar: Calendar) -> None:
    found = due(chester, calendar, "2024-02-29", building__nonresidential=True)

    assert (found.deadline.nominal, found.deadline.act_by) == (day("2027-02-28"), day("2027-03-01"))


def test_two_units_have_no_periodic_inspection(chester: Pack, calendar: Calendar) -> None:
    told = {**BARE, "building.dwelling_units": 2}

    found = intervals(chester.periodic, Asked(told, day("2025-03-03"), chester.catalogue, calendar, chester.value))

    assert found.intervals == ()
    assert found.open == ()


# -- (B) remote inspections


@pytest.mark.proves("CHE-50-11-B-2/1")
def test_a_remote_inspection_is_stated_to_be_as_good(chester: Pack) -> None:
    remote = {**paid("75.00"), "inspection.sections_blank": set()}

    found = the_one_in_the_way(decide(chester, "inspection.close_remote", remote, "2025-05-20"))

    assert (found.why, found.cite) == ("Nobody has stated it", "§ 50-11(B)")
    assert open_(decide(chester, "inspection.close_remote", {**remote, "inspection.same_quality": True}, "2025-05-20"))


def test_a_remote_inspection_with_a_violation_does_not_complete_the_cycle(chester: Pack) -> None:
    found = Made(day("2025-05-20"), "remote", complete=True, conforming=False)

    assert not completes(chester.periodic, found)
    assert completes(chester.periodic, Made(day("2025-05-20"), "remote", complete=True, conforming=True))


@pytest.mark.proves("CHE-50-2-FSPM-INSPECTION/1")
def test_the_fire_part_alone_resets_no_clock(chester: Pack, calendar: Calendar) -> None:
    fire_only = {**paid("75.00"), "inspection.sections_blank": {"property maintenance"}}
    made = [Made(day("2024-04-15"), "periodic", True, True), Made(day("2025-04-09"), "periodic", complete=False)]

    found = the_one_in_the_way(decide(chester, "inspection.close_fire_safety", fire_only, "2025-04-09"))

    assert found.why == "Blank: property maintenance"
    last = last_completed(chester.periodic, made, day("2025-04-09"))
    assert last == day("2024-04-15")
    hall = clock(chester, "2025-04-09", building__assembly_area=True)
    assert next_due(hall, last, calendar).deadline.nominal == day("2025-04-15")


# -- (C) inspections between


@pytest.mark.proves("CHE-50-11-C-L/1")
def test_an_extra_inspection_rests_on_a_trigger(chester: Pack) -> None:
    found = the_one_in_the_way(
        decide(chester, "inspection.schedule_extra", {"inspection.trigger": "none"}, "2025-07-07")
    )

    assert (found.cure, found.cite) == ("Choose on which of the three it rests", "§ 50-11(C)")
    assert len(chester.periodic.triggers) == 3


@pytest.mark.proves("CHE-50-11-C-1/1")
def test_a_tenant_is_neither_owner_nor_agent(chester: Pack) -> None:
    tenant = {"inspection.trigger": "owner", "inspection.requester": "other"}

    found = the_one_in_the_way(decide(chester, "inspection.schedule_extra", tenant, "2025-07-07"))

    assert (found.why, found.cite) == (
        "Asked for by somebody else, neither the owner nor the owner's agent",
        "§ 50-11(C)(1)",
    )
    for requester in ("owner", "agent"):
        asked = {**tenant, "inspection.requester": requester}
        assert open_(decide(chester, "inspection.schedule_extra", asked, "2025-07-07"))


@pytest.mark.proves("CHE-50-11-C-3-1/1")
def test_information_is_reliable_and_gives_cause(chester: Pack) -> None:
    utility = {"cause": "The sprinkler is disconnected"}

    blank = trigger(chester.periodic, "information", utility)
    half = trigger(chester.periodic, "information", {"reliable": "The utility read its meter"})
    whole = trigger(chester.periodic, "information", {**utility, "reliable": "The utility read its meter"})

    assert (blank.outcome, blank.why, blank.cite) == ("unmet", "Not given: why it is reliable", "§ 50-11(C)(3)")
    assert half.why == "Not given: why it gives reasonable cause"
    assert whole.outcome == "met"


@pytest.mark.proves("CHE-50-11-C-3-2/1")
def test_after_a_refusal_nobody_goes_in_without_a_warrant(chester: Pack) -> None:
    refused = {"inspection.entry_refused_on": day("2025-08-13")}

    none = decide(
        chester, "inspection.record_entry", {**refused, "inspection.made_on": day("2025-08-14")}, "2025-08-14"
    )
    later = {**refused, "inspection.warrant_on": day("2025-08-15"), "inspection.made_on": day("2025-08-18")}

    found = the_one_in_the_way(none)
    assert (found.why, found.cite) == ("No warrant or court order is on file", "§ 50-11(C)(3)")
    assert open_(decide(chester, "inspection.record_entry", later, "2025-08-18"))


# -- (D) inspections of others


def accepted(
    pack: Pack, calendar: Calendar, inspected: str, on: str, previous: str | None = None, **satisfied: bool
) -> Decision:
    """What the code says to accepting an outside inspection, all else being satisfied."""
    assert pack.periodic.accepted is not None
    conditions = pack.periodic.accepted.root[0].value
    assert conditions is not None
    told: dict[str, bool | None] = {**dict.fromkeys(conditions.conditions, True), **satisfied}
    return accept(
        pack.periodic,
        told,
        inspected=day(inspected),
        previous=day(previous) if previous else None,
        on=day(on),
        calendar=calendar,
    )


@pytest.mark.proves("CHE-50-11-D-2-L/1")
def test_an_outside_inspection_is_accepted_once_all_conditions_are_met(chester: Pack, calendar: Calendar) -> None:
    found = the_one_in_the_way(accepted(chester, calendar, "2025-08-20", "2025-09-08", acted=False))

    assert found.cite == "§ 50-11(D)(2)(e)"
    assert accepted(chester, calendar, "2025-08-20", "2025-09-10").allowed
    made = Made(day("2025-08-20"), "accepted", complete=True)
    last = last_completed(chester.periodic, [made], day("2025-09-10"))
    assert last == day("2025-08-20")
    dormitory = clock(chester, "2025-09-10", building__school=True)
    assert next_due(dormitory, last, calendar).deadline.nominal == day("2026-08-20")


@pytest.mark.proves("CHE-50-11-D-2-c/1")
@pytest.mark.parametrize(
    ("inspected", "allowed"), [("2025-03-17", True), ("2025-03-18", True), ("2025-03-19", False), ("2025-03-20", False)]
)
def test_outside_inspections_are_a_year_apart_at_most(
    chester: Pack, calendar: Calendar, inspected: str, allowed: bool
) -> None:
    decision = accepted(chester, calendar, inspected, "2025-04-01", previous="2024-03-18")

    assert decision.allowed is allowed
    if not allowed:
        found = the_one_in_the_way(decision)
        assert (found.limit, found.cite) == (day("2025-03-18"), "§ 50-11(D)(2)(c)")


# -- (E) the fee


@pytest.mark.proves("CHE-50-11-E-1/1")
def test_the_inspection_is_closed_once_its_fee_is_paid(chester: Pack) -> None:
    unpaid = {**paid("75.00", "0.00"), "inspection.sections_blank": set()}

    found = the_one_in_the_way(decide(chester, "inspection.close_fire_safety", unpaid, "2025-06-18"))

    assert (found.why, found.cite) == ("Inspection fee of $75.00 not paid; $0.00 received", "§ 50-11(E)")
    assert found.cure == "Pay the inspection fee; the findings can be saved as open meanwhile"
    assert open_(decide(chester, "inspection.close_fire_safety", {**unpaid, **paid("75.00")}, "2025-06-18"))
