"""§ 169-4: definitions."""

from decimal import Decimal

import pytest

from tests.law.sweden.facts import (
    NOBODY,
    OFFICER,
    by_mail,
    day,
    decide,
    finding_of,
    keys,
    named,
    open_,
    rule,
    served,
    the_one_in_the_way,
    without,
)
from townwright.law.calendar import Calendar
from townwright.law.findings import Outcome
from townwright.law.orders import Party
from townwright.law.packs import Pack
from townwright.law.vacancy import (
    REGISTRATION_STATUS,
    Absence,
    owner,
    register_by,
    share,
    unbroken_since,
    vacancy,
)

EMERGENCY = {
    **OFFICER,
    "emergency.found_on": day("2025-02-14"),
    "emergency.hour": "16:20",
    "emergency.facts": "The chimney leans over the walk",
    "emergency.danger": "substantial",
    "emergency.endangered": {"the public"},
    "emergency.situations": {"falling building"},
}


@pytest.mark.proves("SWE-169-4-EMERGENCY-a/1")
def test_an_emergency_names_the_danger_and_whom_it_endangers(sweden: Pack) -> None:
    bare = without(EMERGENCY, "emergency.facts", "emergency.danger", "emergency.endangered")

    found = decide(sweden, "emergency.find", bare, "2025-02-14")

    assert not found.allowed
    assert keys(found.standing_in_the_way) == {"facts", "danger", "endangered"}
    assert finding_of(found, "danger").cure == "Say which danger it is"
    assert finding_of(found, "endangered").cure == "Say who is endangered"
    assert {f.cite for f in found.standing_in_the_way} == {"§ 169-4 (Emergency situation)"}
    assert open_(decide(sweden, "emergency.find", EMERGENCY, "2025-02-14"))


@pytest.mark.parametrize("danger", ["imminent", "immediate", "substantial"])
def test_any_one_of_the_three_dangers_is_enough(sweden: Pack, danger: str) -> None:
    assert open_(decide(sweden, "emergency.find", EMERGENCY | {"emergency.danger": danger}, "2025-02-14"))


@pytest.mark.proves("SWE-169-4-EMERGENCY-b/1")
def test_an_emergency_that_is_not_on_the_list_is_described(sweden: Pack) -> None:
    leak = EMERGENCY | {"emergency.situations": {"other"}, "emergency.facts": "300 ppm in the hall"}

    undescribed = the_one_in_the_way(decide(sweden, "emergency.find", leak, "2025-01-22"))

    assert (undescribed.key, undescribed.cite) == ("other", "§ 169-4 (Emergency situation)")
    described = leak | {"emergency.other": "Carbon monoxide leak"}
    assert open_(decide(sweden, "emergency.find", described, "2025-01-22"))


@pytest.mark.proves("SWE-169-4-OFFICER/1")
def test_a_designation_that_has_ended_signs_nothing(sweden: Pack) -> None:
    codes = dict.fromkeys((f"plan.codes.{key}" for key in ("zoning", "housing", "historic", "building")), "complies")
    until_may = {"2025-05-30": OFFICER | {"actor.offices": {"inspector"}}, "2025-06-02": NOBODY}

    before = decide(sweden, "vacancy.plan.approve", codes | until_may["2025-05-30"], "2025-05-30")
    after = the_one_in_the_way(decide(sweden, "vacancy.plan.approve", codes | until_may["2025-06-02"], "2025-06-02"))

    assert open_(before)
    assert (after.key, after.cite) == ("signature", "§ 169-4 (Enforcement officer)")
    assert after.why == "No designation in force on Mon 2 June 2025"


@pytest.mark.parametrize(
    "gate",
    [
        "vacancy.determine",
        "vacancy.record",
        "vacancy.plan.approve",
        "vacancy.plan.extend",
        "vacancy.close",
        "vacancy.remediate",
        "warrant.apply",
        "emergency.find",
    ],
)
def test_what_is_the_officers_is_a_designees_too_and_nobody_elses(sweden: Pack, gate: str) -> None:
    def signed(offices: set[str]) -> bool:
        found = decide(sweden, gate, {"actor.offices": offices}, "2025-06-02")
        return finding_of(found, "signature").outcome is Outcome.MET

    assert [signed({"officer"}), signed({"inspector"}), signed(set())] == [True, True, False]


# -- owners --------------------------------------------------------------------------------------------------------


def is_owner(pack: Pack, role: str, **told: str) -> bool:
    """Whether somebody with a role is an owner."""
    return owner(pack.vacancy, role, told).outcome is Outcome.MET


def has_to_be_served(pack: Pack, calendar: Calendar, name: str, role: str, **told: str) -> bool:
    """Whether a notice to register has to be served on somebody with a role, as an owner has to be."""
    party = Party(name, name, frozenset({"owner" if is_owner(pack, role, **told) else role}))
    (line,) = served(pack, [party], [by_mail(party, "2025-03-10")], calendar, "2025-03-20").lines
    return line.must


@pytest.mark.proves("SWE-169-4-OWNER-c/1")
def test_a_bank_that_has_not_taken_possession_is_a_lienholder_and_no_owner(sweden: Pack) -> None:
    listed = {who: is_owner(sweden, role) for who, role in {"bank": "lienholder", "borrower": "mortgagor"}.items()}

    assert listed == {"bank": False, "borrower": True}
    assert is_owner(sweden, "mortgagee in possession", since="2025-06-10")
    assert not is_owner(sweden, "mortgagee in possession")


@pytest.mark.proves("SWE-169-4-OWNER-d/1")
@pytest.mark.parametrize("role", ["assignee of rents", "receiver", "executor", "administrator", "trustee"])
def test_who_holds_for_another_is_an_owner_by_the_instrument(sweden: Pack, calendar: Calendar, role: str) -> None:
    letters = {"instrument": "Letters testamentary of 2025-02-20, file 2025-117"}
    found = owner(sweden.vacancy, role, letters)
    unproved = owner(sweden.vacancy, role, {})

    assert found.outcome is Outcome.MET
    assert has_to_be_served(sweden, calendar, "Ellis", role, **letters)
    assert (found.why, found.cite) == (role.capitalize(), "§ 169-4 (Owner)")
    assert unproved.why == "Not given: The instrument that gives the capacity"


@pytest.mark.proves("SWE-169-4-OWNER-e/1")
def test_a_lessee_is_an_owner_and_who_is_in_control_by_its_facts(sweden: Pack, calendar: Calendar) -> None:
    assert is_owner(sweden, "lessee")
    assert has_to_be_served(sweden, calendar, "Fry", "lessee")
    assert not has_to_be_served(sweden, calendar, "Fry", "property_manager")
    assert not is_owner(sweden, "in control")
    assert is_owner(sweden, "in control", facts="Holds the only key and collects the rents")
    assert not is_owner(sweden, "property manager")


# -- unoccupied, unsecured -----------------------------------------------------------------------------------------


@pytest.mark.proves("SWE-169-4-SECURED/1")
@pytest.mark.parametrize(("closed_by", "otherwise"), [("plywood", True), ("padlock", True), ("normal", False)])
def test_plywood_is_other_than_normal_means(sweden: Pack, closed_by: str, otherwise: bool) -> None:
    door = {"opening.open": False, "opening.closed_by": closed_by}

    assert decide(sweden, "opening.otherwise", door, "2025-03-04").allowed is otherwise


@pytest.mark.proves("SWE-169-4-UNSECURED/1")
def test_an_open_door_makes_it_unsecured_and_a_window_out_of_reach_does_not(sweden: Pack) -> None:
    openings = {
        "rear door": {"opening.open": True, "opening.reachable": True},
        "second-floor window": {"opening.open": True, "opening.reachable": False},
        "front door": {"opening.open": False, "opening.reachable": True},
    }

    because_of = [
        name for name, one in openings.items() if decide(sweden, "opening.unsecured", one, "2025-04-01").allowed
    ]

    assert because_of == ["rear door"]
    assert (
        finding_of(decide(sweden, "opening.unsecured", openings["second-floor window"], "2025-04-01"), "reachable").cite
        == "§ 169-4 (Unsecured)"
    )


DETERMINATION = {
    **OFFICER,
    "vacancy.lawful_presence": False,
    "vacancy.unoccupied_since": day("2025-01-15"),
    "vacancy.scope": "whole",
    "vacancy.grounds": {"A"},
}


@pytest.mark.proves("SWE-169-4-UNOCCUPIED-a/1")
def test_trespassers_do_not_make_a_house_occupied(sweden: Pack) -> None:
    found = decide(sweden, "vacancy.determine", DETERMINATION, "2025-03-03")
    lived_in = decide(sweden, "vacancy.determine", DETERMINATION | {"vacancy.lawful_presence": True}, "2025-03-03")

    assert open_(found)
    assert finding_of(found, "since").fact == day("2025-01-15")
    assert finding_of(found, "grounds").why == "A"
    assert the_one_in_the_way(lived_in).key == "presence"


@pytest.mark.proves("SWE-169-4-UNOCCUPIED-b/1")
def test_a_building_ordered_vacated_is_unoccupied_from_the_day_of_the_order(sweden: Pack, calendar: Calendar) -> None:
    found = vacancy(sweden.vacancy, {"ordered_vacated": day("2025-04-08")}, on=day("2025-04-08"), calendar=calendar)

    assert found == {"D": day("2025-04-08")}


@pytest.mark.proves("SWE-169-4-UNOCCUPIED-c/1")
@pytest.mark.parametrize(("grounds", "allowed"), [(None, False), (set(), False), ({"H"}, True), ({"other"}, True)])
def test_a_determination_records_at_least_one_fact(sweden: Pack, grounds: set[str] | None, allowed: bool) -> None:
    found = decide(sweden, "vacancy.determine", DETERMINATION | {"vacancy.grounds": grounds}, "2025-03-03")

    assert found.allowed is allowed
    if not allowed:
        assert the_one_in_the_way(found).why == "No fact is recorded"
        assert the_one_in_the_way(found).cite == "§ 169-4 (Unoccupied)"


@pytest.mark.proves("SWE-169-4-UNOCCUPIED-B/1")
def test_shares_of_area_and_of_units_are_shown_and_set_nothing(sweden: Pack, calendar: Calendar) -> None:
    assert share(1200, 4800) == Decimal("25.0")
    assert share(1, 3) == Decimal("33.3")
    shares = {"area occupied": day("2025-05-06"), "units occupied": day("2025-05-06")}
    assert vacancy(sweden.vacancy, shares, on=day("2025-05-06"), calendar=calendar) == {}


@pytest.mark.proves("SWE-169-4-UNOCCUPIED-E/1")
def test_foreclosure_alone_makes_no_house_unoccupied(sweden: Pack, calendar: Calendar) -> None:
    unsigned = decide(sweden, "vacancy.determine", DETERMINATION | NOBODY | {"vacancy.grounds": {"E"}}, "2025-03-03")

    foreclosed = {"foreclosure": day("2024-11-12")}
    assert vacancy(sweden.vacancy, foreclosed, on=day("2025-03-03"), calendar=calendar) == {}
    assert the_one_in_the_way(unsigned).key == "signature"


@pytest.mark.proves("SWE-169-4-UNOCCUPIED-F/1")
def test_a_demand_on_an_owner_in_bankruptcy_is_warned_of(sweden: Pack) -> None:
    found = decide(sweden, "demand.issue", {"owner.in_bankruptcy": True}, "2025-06-02")

    (warning,) = found.of(Outcome.WARNING)
    assert found.allowed
    assert warning.why == "Bankruptcy: ask the Town Attorney before collecting"
    assert decide(sweden, "demand.issue", {"owner.in_bankruptcy": False}, "2025-06-02").of(Outcome.WARNING) == ()


# -- vacant building -----------------------------------------------------------------------------------------------


@pytest.mark.proves("SWE-169-4-VACANT/1")
def test_another_category_does_not_begin_the_vacancy_anew(sweden: Pack, calendar: Calendar) -> None:
    law = sweden.vacancy
    first = vacancy(
        law, {"unoccupied": day("2025-03-20"), "unsecured": day("2025-04-01")}, on=day("2025-04-09"), calendar=calendar
    )
    boarded = {"unoccupied": day("2025-03-20"), "secured_otherwise": day("2025-04-10")}
    now = vacancy(law, boarded, on=day("2025-06-02"), calendar=calendar)

    assert (set(first), set(now)) == ({"A"}, {"B"})
    spans = [(first["A"], day("2025-04-09")), (now["B"], None)]
    assert unbroken_since(spans, day("2025-06-02")) == day("2025-04-01")


@pytest.mark.proves("SWE-169-4-VACANT/2")
def test_a_village_parcel_is_not_the_towns_whatever_its_mailing_city(sweden: Pack) -> None:
    house = {
        **OFFICER,
        "vacancy.category": "A",
        "vacancy.unoccupied_since": day("2025-03-20"),
        "vacancy.unsecured_since": day("2025-04-01"),
    }

    def entered(swis: str) -> tuple[bool, str]:
        facts = house | {"parcel.in_jurisdiction": sweden.town.has_parcel(swis)}
        found = decide(sweden, "vacancy.record", facts, "2025-04-01")
        return found.allowed, finding_of(found, "jurisdiction").why

    (village,) = sweden.town.villages
    assert entered(village.swis[0]) == (False, "Outside the jurisdiction of the town")
    assert entered(sweden.town.swis[0]) == (True, "It does")


def record(**changes: object) -> dict[str, object]:
    """A vacancy that an officer enters for a parcel of the town."""
    return {**OFFICER, "parcel.in_jurisdiction": True, **named(changes)}


@pytest.mark.proves("SWE-169-4-VACANT-A/1")
def test_unoccupied_and_unsecured_is_vacant_at_once(sweden: Pack, calendar: Calendar) -> None:
    known = {"unoccupied": day("2025-03-20"), "unsecured": day("2025-04-01")}

    assert vacancy(sweden.vacancy, known, on=day("2025-03-31"), calendar=calendar) == {}
    assert vacancy(sweden.vacancy, known, on=day("2025-04-01"), calendar=calendar) == {"A": day("2025-04-01")}


@pytest.mark.proves("SWE-169-4-VACANT-A/2")
def test_category_a_on_one_fact_alone_needs_a_written_reason(sweden: Pack, calendar: Calendar) -> None:
    locked = record(vacancy__category="A", vacancy__unoccupied_since=day("2025-03-22"))

    found = decide(sweden, "vacancy.record", locked, "2025-04-01")

    refused = the_one_in_the_way(found)
    assert (refused.key, refused.cite) == ("category.a", "§ 169-4 (Vacant building)(A)")
    assert "category F from day 91" in refused.why
    assert found.overrule(["category.a"]).allowed
    first = vacancy(sweden.vacancy, {"unoccupied": day("2025-03-22")}, on=day("2026-01-01"), calendar=calendar)
    assert first == {"F": day("2025-06-21")}
    assert (first["F"] - day("2025-03-22")).days == 91


@pytest.mark.proves("SWE-169-4-VACANT-B/1")
def test_plywood_on_an_unoccupied_house_is_category_b(sweden: Pack, calendar: Calendar) -> None:
    known = {"unoccupied": day("2025-02-01"), "secured_otherwise": day("2025-03-04")}

    assert vacancy(sweden.vacancy, known, on=day("2025-03-04"), calendar=calendar) == {"B": day("2025-03-04")}


@pytest.mark.proves("SWE-169-4-VACANT-C/1", "SWE-169-4-VACANT-D/1")
@pytest.mark.parametrize(
    ("key", "known", "vacant", "nominal", "act_by"),
    [
        ("C", {"unoccupied": "2025-01-02", "unsafe": "2025-02-18"}, "2025-02-18", "2025-03-20", "2025-03-20"),
        ("D", {"unoccupied": "2025-03-21", "ordered": "2025-03-05"}, "2025-03-21", "2025-04-20", "2025-04-21"),
    ],
)
def test_unsafe_or_under_an_order_it_is_vacant_from_the_later_day(
    sweden: Pack, calendar: Calendar, key: str, known: dict[str, str], vacant: str, nominal: str, act_by: str
) -> None:
    found = vacancy(sweden.vacancy, {name: day(on) for name, on in known.items()}, on=day(vacant), calendar=calendar)

    assert found == {key: day(vacant)}
    due = register_by(rule(sweden), vacant=found[key], received=None, calendar=calendar).governs
    assert due is not None
    assert (due.nominal, due.act_by) == (day(nominal), day(act_by))


@pytest.mark.parametrize(
    ("category", "facts", "key"),
    [
        ("B", {"vacancy.unoccupied_since": day("2025-02-01")}, "category.b"),
        ("C", {"vacancy.unoccupied_since": day("2025-02-01")}, "category.c"),
        ("D", {"vacancy.unoccupied_since": day("2025-02-01")}, "category.d"),
        ("E", {}, "category.e"),
    ],
)
def test_a_category_is_recorded_with_what_it_rests_on(
    sweden: Pack, category: str, facts: dict[str, object], key: str
) -> None:
    found = decide(sweden, "vacancy.record", record(vacancy__category=category) | facts, "2025-04-01")

    assert the_one_in_the_way(found).key == key


@pytest.mark.proves("SWE-169-4-VACANT-E/1")
def test_occupancy_without_a_certificate_keeps_the_record_open(sweden: Pack, calendar: Calendar) -> None:
    law, on = sweden.vacancy, day("2025-02-03")
    tenant = vacancy(law, {"illegally_occupied": on}, on=on, calendar=calendar)
    closing = {
        **OFFICER,
        "vacancy.outcome": "occupied",
        "vacancy.certificate_lost_on": day("2025-01-10"),
        "vacancy.certificate_issued_on": day("2019-05-02"),
    }

    assert tenant == {"E": on}
    assert unbroken_since([(day("2024-01-10"), day("2025-02-02")), (tenant["E"], None)], on) == day("2024-01-10")
    refused = the_one_in_the_way(decide(sweden, "vacancy.close", closing, "2025-02-03"))
    assert refused.key == "new_certificate"
    due = register_by(rule(sweden), vacant=day("2024-01-10"), received=None, calendar=calendar).governs
    assert due is not None
    dates = dict.fromkeys(REGISTRATION_STATUS.fields) | {"vacant_from": day("2024-01-10"), "register_by": due.act_by}
    assert REGISTRATION_STATUS.on(dates, on).key == "overdue"


@pytest.mark.proves("SWE-169-4-VACANT-F-a/1")
def test_day_90_is_not_enough_and_day_91_is(sweden: Pack, calendar: Calendar) -> None:
    known = {"unoccupied": day("2025-01-15")}
    facts = record(vacancy__category="F", vacancy__unoccupied_since=day("2025-01-15"))

    on_90, on_91 = (
        vacancy(sweden.vacancy, known, on=day(on), calendar=calendar) for on in ("2025-04-15", "2025-04-16")
    )
    due = register_by(rule(sweden), vacant=day("2025-04-16"), received=None, calendar=calendar).governs

    assert (on_90, on_91) == ({}, {"F": day("2025-04-16")})
    assert due is not None and due.act_by == day("2025-05-16")
    assert the_one_in_the_way(decide(sweden, "vacancy.record", facts, "2025-04-15")).key == "category.f"
    assert open_(decide(sweden, "vacancy.record", facts, "2025-04-16"))


WINTER = Absence("winter", day("2024-11-15"), day("2025-04-10"))


@pytest.mark.proves("SWE-169-4-VACANT-F-b/1")
def test_a_winter_absence_keeps_category_f_off_until_the_return(sweden: Pack, calendar: Calendar) -> None:
    def on(when: str) -> dict[str, object]:
        known = {"unoccupied": day("2024-11-15")}
        return {**vacancy(sweden.vacancy, known, absences=[WINTER], on=day(when), calendar=calendar)}

    assert on("2025-02-14") == on("2025-04-10") == {}
    assert on("2025-04-11") == {"F": day("2025-04-11")}
    away = record(vacancy__category="F", vacancy__unoccupied_since=day("2024-11-15"), vacancy__absence="winter")
    assert the_one_in_the_way(decide(sweden, "vacancy.record", away, "2025-02-14")).key == "category.f_absence"


@pytest.mark.proves("SWE-169-4-VACANT-F-b/2")
def test_an_open_door_makes_it_vacant_in_spite_of_the_winter_absence(sweden: Pack, calendar: Calendar) -> None:
    known = {"unoccupied": day("2024-11-15"), "unsecured": day("2025-01-20")}

    found = vacancy(sweden.vacancy, known, absences=[WINTER], on=day("2025-03-01"), calendar=calendar)

    assert found == {"A": day("2025-01-20")}


@pytest.mark.parametrize("kind", ["travel", "illness", "exigent"])
def test_a_long_absence_keeps_category_f_off_and_is_reviewed(sweden: Pack, calendar: Calendar, kind: str) -> None:
    away = Absence(kind, day("2025-01-06"), None)
    absence = {**OFFICER, "absence.kind": kind, "absence.since": day("2025-01-06"), "absence.facts": "Nursing facility"}

    assert (
        vacancy(
            sweden.vacancy, {"unoccupied": day("2025-01-06")}, absences=[away], on=day("2025-04-07"), calendar=calendar
        )
        == {}
    )
    assert the_one_in_the_way(decide(sweden, "vacancy.absence", absence, "2025-01-20")).key == "review"
    reviewed = absence | {"absence.review_on": day("2025-07-01")}
    assert open_(decide(sweden, "vacancy.absence", reviewed, "2025-01-20"))


@pytest.mark.parametrize(
    ("since", "until", "warned"),
    [("2024-11-01", "2025-04-30", False), ("2024-10-31", "2025-04-30", True), ("2024-11-01", "2025-05-01", True)],
)
def test_a_winter_absence_outside_november_to_april_is_warned_of(
    sweden: Pack, since: str, until: str, warned: bool
) -> None:
    away = {**OFFICER, "absence.kind": "winter", "absence.since": day(since), "absence.until": day(until)}

    found = decide(sweden, "vacancy.absence", away, "2024-11-20")

    assert found.allowed
    assert bool(found.of(Outcome.WARNING)) is warned


def test_other_exigent_circumstances_are_written_down(sweden: Pack) -> None:
    away = {**OFFICER, "absence.kind": "exigent", "absence.review_on": day("2025-07-01")}

    assert the_one_in_the_way(decide(sweden, "vacancy.absence", away, "2025-01-20")).key == "circumstances"
