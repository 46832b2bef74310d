"""§ 169-5(A), (B): by when a vacant building is registered, how notice is given, what a registration gives."""

from datetime import date
from typing import Any

import pytest

from tests.law.sweden.facts import (
    INSPECTOR,
    MANAGER,
    OCCUPANT,
    OFFICER,
    OWNER,
    by_hand,
    by_mail,
    day,
    decide,
    finding_of,
    keys,
    not_met,
    open_,
    registration,
    rule,
    served,
    standards,
    the_one_in_the_way,
    with_manager,
    without,
)
from townwright.law.calendar import Calendar, Deadline
from townwright.law.findings import Outcome
from townwright.law.orders import Attempt
from townwright.law.packs import Pack
from townwright.law.status import Dates
from townwright.law.vacancy import REGISTRATION_STATUS, Registration, Residence, manager, register_by


def due(pack: Pack, calendar: Calendar, *, vacant: str | None = None, received: date | None = None) -> Registration:
    """By when a building is to be registered."""
    return register_by(rule(pack), vacant=day(vacant) if vacant else None, received=received, calendar=calendar)


def governing(found: Registration) -> Deadline:
    """The day that governs."""
    assert found.governs is not None
    return found.governs


def status(on: str, **dates: date | None) -> str:
    """How a registration stands on a day."""
    known: Dates = {**dict.fromkeys(REGISTRATION_STATUS.fields), **dates}
    return REGISTRATION_STATUS.on(known, day(on)).key


# -- (A) when ------------------------------------------------------------------------------------------------------


@pytest.mark.proves("SWE-169-5-A-a/1")
def test_a_form_without_its_plan_is_no_registration(sweden: Pack, calendar: Calendar) -> None:
    by = governing(due(sweden, calendar, vacant="2025-04-01")).act_by
    planless = decide(sweden, "vacancy.register", without(registration(), "plan.kinds"), "2025-04-28")
    whole = decide(sweden, "vacancy.register", registration(), "2025-05-06")

    assert the_one_in_the_way(planless).key == "plan"
    assert open_(whole)
    vacant = {"vacant_from": day("2025-04-01"), "register_by": by}
    assert status("2025-05-01", **vacant) == "due"
    assert status("2025-05-02", **vacant) == "overdue"
    assert status("2025-05-06", **vacant, registered_on=day("2025-05-06")) == "registered late"
    assert (day("2025-05-06") - by).days == 5


@pytest.mark.proves("SWE-169-5-A-b/1")
def test_it_is_registered_within_30_days_of_becoming_vacant(sweden: Pack, calendar: Calendar) -> None:
    by = governing(due(sweden, calendar, vacant="2025-04-01"))

    assert (by.nominal, by.act_by, by.cite) == (day("2025-05-01"), day("2025-05-01"), "§ 169-5(A)")
    assert [by.passed(day(on)) for on in ("2025-05-01", "2025-05-02")] == [False, True]


@pytest.mark.proves("SWE-169-5-A-b/2")
def test_day_30_on_a_saturday_leaves_until_monday(sweden: Pack, calendar: Calendar) -> None:
    by = governing(due(sweden, calendar, vacant="2025-04-03"))
    vacant = {"vacant_from": day("2025-04-03"), "register_by": by.act_by}

    assert (by.nominal, by.act_by) == (day("2025-05-03"), day("2025-05-05"))
    assert status("2025-05-05", **vacant, registered_on=day("2025-05-05")) == "registered"
    assert status("2025-05-06", **vacant, registered_on=day("2025-05-06")) == "registered late"


@pytest.mark.proves("SWE-169-5-A-c/1")
def test_without_a_vacancy_date_the_notice_sets_the_day(sweden: Pack, calendar: Calendar) -> None:
    notice = served(sweden, [OWNER], [by_mail(OWNER, "2025-05-30")], calendar, "2025-06-04")
    by = governing(due(sweden, calendar, received=notice.clock_from))
    printed = {field.key for field in sweden.paper("notice_to_register").fields}

    assert notice.clock_from == day("2025-06-04")
    assert (by.nominal, by.act_by) == (day("2025-07-04"), day("2025-07-07"))
    assert not by.passed(day("2025-07-07"))
    assert by.passed(day("2025-07-08"))
    assert {"register_by", "act_by"} <= printed


@pytest.mark.proves("SWE-169-5-A-c/2")
def test_the_earlier_of_vacancy_and_notice_governs_and_both_are_shown(sweden: Pack, calendar: Calendar) -> None:
    found = due(sweden, calendar, vacant="2025-04-01", received=day("2025-04-19"))

    assert found.from_vacancy is not None
    assert found.from_notice is not None
    assert (found.from_vacancy.act_by, found.from_notice.act_by) == (day("2025-05-01"), day("2025-05-19"))
    assert found.governs == found.from_vacancy


@pytest.mark.proves("SWE-169-5-A-f/1", "SWE-169-5-A-g/1")
@pytest.mark.parametrize(
    ("attempt", "received", "nominal", "act_by"),
    [
        (by_hand(OWNER, "2025-03-10"), "2025-03-13", "2025-04-12", "2025-04-14"),
        (by_mail(OWNER, "2025-06-02"), "2025-06-07", "2025-07-07", "2025-07-07"),
    ],
)
def test_a_notice_is_deemed_received_days_after_it_was_sent(
    sweden: Pack, calendar: Calendar, attempt: Attempt, received: str, nominal: str, act_by: str
) -> None:
    notice = served(sweden, [OWNER], [attempt], calendar, "2025-06-30")

    by = governing(due(sweden, calendar, received=notice.clock_from))

    assert notice.clock_from == day(received)
    assert (by.nominal, by.act_by) == (day(nominal), day(act_by))


def test_another_way_counts_from_a_proven_receipt_alone(sweden: Pack, calendar: Calendar) -> None:
    sent = {"sent": day("2025-06-02")}
    proof = {"sent": {"how": "certified mail"}}
    unproved = Attempt(OWNER.key, "other", sent, proof)
    proved = Attempt(OWNER.key, "other", sent, proof, receipt=day("2025-06-11"))

    assert served(sweden, [OWNER], [unproved], calendar, "2025-07-01").clock_from is None
    assert served(sweden, [OWNER], [proved], calendar, "2025-07-01").clock_from == day("2025-06-11")


@pytest.mark.proves("SWE-169-5-A-h/1")
def test_service_on_the_manager_starts_the_owners_time(sweden: Pack, calendar: Calendar) -> None:
    attempts = [by_hand(MANAGER, "2025-03-10"), by_mail(OWNER, "2025-03-12")]

    notice = served(sweden, [OWNER, MANAGER], attempts, calendar, "2025-03-20")

    assert {line.party.name: line.received_on for line in notice.lines} == {
        "Ames": day("2025-03-17"),
        "Cole": day("2025-03-13"),
    }
    assert notice.clock_from == day("2025-03-13")
    assert governing(due(sweden, calendar, received=notice.clock_from)).act_by == day("2025-04-14")


def test_service_on_an_occupant_starts_nothing(sweden: Pack, calendar: Calendar) -> None:
    notice = served(sweden, [OWNER, OCCUPANT], [by_hand(OCCUPANT, "2025-03-10")], calendar, "2025-03-20")

    assert [line.received_on for line in notice.lines if line.party == OCCUPANT] == [day("2025-03-13")]
    assert notice.clock_from is None


@pytest.mark.proves("SWE-169-5-A-i/1")
def test_a_notice_on_the_website_starts_no_period(sweden: Pack, calendar: Calendar) -> None:
    posted = Attempt(OWNER.key, "website", {"posted": day("2025-06-03")})

    both = served(sweden, [OWNER], [by_mail(OWNER, "2025-06-02"), posted], calendar, "2025-06-30")
    alone = served(sweden, [OWNER], [posted], calendar, "2025-06-30")

    assert both.clock_from == day("2025-06-07")
    assert governing(due(sweden, calendar, received=both.clock_from)).act_by == day("2025-07-07")
    assert alone.clock_from is None


@pytest.mark.proves("SWE-169-5-A-j/1")
def test_a_ticket_does_not_wait_for_the_website(sweden: Pack) -> None:
    facts = {
        **OFFICER,
        "ticket.sections": {"§ 169-5(A)"},
        "defendant.is_owner": True,
        "violation.is_refused_access": False,
    }

    found = decide(sweden, "ticket.issue", facts, "2025-07-08")

    assert found.allowed
    assert found.of(Outcome.WARNING) == found.of(Outcome.UNKNOWN) == ()
    assert not any("web" in name or "post" in name for name in sweden.gate("ticket.issue").needs(day("2025-07-08")))


# -- (B) what ------------------------------------------------------------------------------------------------------


def incomplete(pack: Pack, facts: dict[str, Any]) -> tuple[str, str]:
    """The one thing that a registration of 2025-04-21 lacks, in words and with its section."""
    found = the_one_in_the_way(decide(pack, "vacancy.register", facts, "2025-04-21"))
    return found.says, found.cite


def test_a_complete_registration_is_accepted(sweden: Pack) -> None:
    assert open_(decide(sweden, "vacancy.register", registration(), "2025-04-21"))
    assert open_(decide(sweden, "vacancy.register", with_manager(), "2025-04-21"))


def test_everything_that_is_missing_is_listed_in_one_go(sweden: Pack) -> None:
    bare = decide(sweden, "vacancy.register", {"registration.form": "town form"}, "2025-04-21")

    assert {"area", "storeys", "owners", "lienholders", "responsible", "plan"} <= keys(bare.standing_in_the_way)


def test_a_letter_is_no_registration(sweden: Pack) -> None:
    says, cite = incomplete(sweden, registration(registration__form="other"))

    assert (says, cite) == ("On the Code Enforcement Officer's form", "§ 169-5(B)")


@pytest.mark.proves("SWE-169-5-B-1-a/1", "SWE-169-5-B-1-b/1")
@pytest.mark.parametrize(
    ("fact", "says"), [("registration.area", "Square footage"), ("registration.storeys", "Number of stories")]
)
@pytest.mark.parametrize("value", [None, "0"])
def test_square_footage_and_stories_are_given_and_above_nothing(
    sweden: Pack, fact: str, says: str, value: str | None
) -> None:
    assert incomplete(sweden, registration() | {fact: value}) == (says, "§ 169-5(B)(1)")
    assert open_(decide(sweden, "vacancy.register", registration() | {fact: "0.5"}, "2025-04-21"))


@pytest.mark.parametrize("fact", ["registration.description", "registration.year_built", "vacancy.last_use"])
def test_description_age_and_use_are_given(sweden: Pack, fact: str) -> None:
    assert incomplete(sweden, without(registration(), fact))[1] == "§ 169-5(B)(1)"


@pytest.mark.proves("SWE-169-5-B-1-d/1")
def test_a_restaurants_checklist_has_the_standards_of_shops(sweden: Pack) -> None:
    def asked(use: str) -> set[str]:
        facts = standards(sweden, vacancy__last_use=use)
        return keys(decide(sweden, "vacancy.standards", facts, "2025-06-10").findings)

    shops = {"standard.c1.windows", "standard.c2.signs"}
    assert shops <= asked("restaurant")
    assert not shops & asked("one-family dwelling")
    cites = {line.key: sweden.provision(line.carries[0]).cite for line in sweden.checklists["standards"].lines}
    assert (cites["c1.windows"], cites["c2.signs"]) == ("§ 169-6(C)(1)", "§ 169-6(C)(2)")


@pytest.mark.proves("SWE-169-5-B-2-a/1", "SWE-169-5-B-2-b/1")
@pytest.mark.parametrize(
    ("fact", "who"),
    [
        ("registration.owners_missing", "Bell"),
        ("registration.officers_missing", "the second manager of Elm LLC"),
        ("registration.owners_incomplete", "Ames"),
    ],
)
def test_no_owner_and_no_manager_of_one_is_left_out(sweden: Pack, fact: str, who: str) -> None:
    found = the_one_in_the_way(decide(sweden, "vacancy.register", registration() | {fact: {who}}, "2025-04-21"))

    assert who in found.why
    assert found.cite == "§ 169-5(B)(2)"


BOX_OF = {
    "owner": ("registration.owner_addresses", {"p.o.box 117, Brockport NY 14420"}, "§ 169-5(B)(2)"),
    "manager": ("registration.manager_address", "PO Box 9, Albion NY 14411", "§ 169-5(B)(3)"),
    "lienholder": ("registration.interest_addresses", {"First Bank, P.O. Box 9000, Rochester NY"}, "§ 169-5(B)(4)"),
    "responsible": ("registration.responsible_address", "Post Office Box 44, Holley NY 14470", "§ 169-5(B)(5)"),
}


@pytest.mark.proves("SWE-169-5-B-2-c/1", "SWE-169-5-B-3-d/1", "SWE-169-5-B-4-c/1", "SWE-169-5-B-5-d/1")
@pytest.mark.parametrize("whose", list(BOX_OF))
def test_a_post_office_box_will_not_do(sweden: Pack, whose: str) -> None:
    fact, box, cite = BOX_OF[whose]

    found = the_one_in_the_way(decide(sweden, "vacancy.register", with_manager() | {fact: box}, "2025-04-21"))

    assert "a post office box" in found.why
    assert found.cite == cite


COUNTIES = ("Monroe", "Orleans", "Genesee", "Livingston", "Ontario", "Wayne")


def near(pack: Pack, county: str, named: str | None = None) -> bool:
    """Whether an owner, or the manager named, lives near enough."""
    found = manager(pack.vacancy.manager, [Residence(county)], Residence(named) if named else None, day("2025-04-21"))
    assert found is not None
    assert found.cite == "§ 169-5(B)(3)"
    return found.outcome is Outcome.MET


@pytest.mark.proves("SWE-169-5-B-3-a/1", "SWE-169-5-B-3-a/2")
@pytest.mark.parametrize(("county", "needed"), [("Wyoming, New York", True), ("Genesee, New York", False)])
def test_a_manager_is_named_where_no_owner_is_near(sweden: Pack, county: str, needed: bool) -> None:
    facts = registration(registration__owner_near=near(sweden, county))

    found = decide(sweden, "vacancy.register", facts, "2025-04-21")

    assert found.allowed is not needed
    if needed:
        says, cite = incomplete(sweden, facts)
        assert says.startswith("Property manager")
        assert cite == "§ 169-5(B)(3)"


@pytest.mark.proves("SWE-169-5-B-3-b/1")
def test_six_counties_of_new_york_are_near_and_no_others(sweden: Pack) -> None:
    far = ("Wyoming", "Erie", "Niagara", "Yates", "Seneca", "Cayuga")

    assert [near(sweden, f"{county}, New York") for county in COUNTIES] == [True] * 6
    assert [near(sweden, f"{county}, New York") for county in far] == [False] * 6
    assert not near(sweden, "Wayne, Pennsylvania")
    assert {sweden.town.county, *sweden.town.adjoining_counties} == set(COUNTIES)


@pytest.mark.proves("SWE-169-5-B-3-c/1")
@pytest.mark.parametrize(("county", "accepted"), [("Erie, New York", False), ("Orleans, New York", True)])
def test_the_manager_lives_near(sweden: Pack, county: str, accepted: bool) -> None:
    facts = with_manager(registration__manager_near=near(sweden, "Collier, Florida", county))

    found = decide(sweden, "vacancy.register", facts, "2025-04-21")

    assert found.allowed is accepted
    assert (finding_of(found, "manager_near").cite, finding_of(found, "manager").outcome) == (
        "§ 169-5(B)(3)",
        Outcome.MET,
    )


@pytest.mark.proves("SWE-169-5-B-4-a/1")
def test_lienholders_are_named_or_said_to_be_none(sweden: Pack) -> None:
    blank = without(registration(), "registration.no_lienholders")

    assert the_one_in_the_way(decide(sweden, "vacancy.register", blank, "2025-04-21")).key == "lienholders"
    assert open_(decide(sweden, "vacancy.register", blank | {"registration.no_lienholders": True}, "2025-04-21"))
    assert open_(decide(sweden, "vacancy.register", blank | {"registration.lienholders": {"First Bank"}}, "2025-04-21"))


@pytest.mark.proves("SWE-169-5-B-4-b/1")
def test_a_known_life_tenant_is_not_left_out(sweden: Pack) -> None:
    left_out = registration(registration__interests_incomplete={"Gray, life tenant"})

    found = the_one_in_the_way(decide(sweden, "vacancy.register", left_out, "2025-04-21"))

    assert found.why == "Name or address missing: Gray, life tenant"
    assert found.cite == "§ 169-5(B)(4)"
    assert open_(decide(sweden, "vacancy.register", registration(), "2025-04-21"))


@pytest.mark.proves("SWE-169-5-B-5-a/1")
def test_an_llc_is_no_responsible_person(sweden: Pack) -> None:
    facts = registration(registration__responsible="Acme Property Services LLC")

    found = the_one_in_the_way(decide(sweden, "vacancy.register", facts, "2025-04-21"))

    assert "an organization" in found.why
    assert found.cite == "§ 169-5(B)(5)"


@pytest.mark.proves("SWE-169-5-B-5-c/1")
def test_the_responsible_person_has_a_telephone(sweden: Pack) -> None:
    says, cite = incomplete(sweden, without(registration(), "registration.responsible_telephone"))

    assert (says, cite) == ("Telephone of the responsible person", "§ 169-5(B)(5)")


def test_the_responsible_person_is_reachable_at_all_times(sweden: Pack) -> None:
    facts = registration(registration__responsible_at_all_times=False)

    assert the_one_in_the_way(decide(sweden, "vacancy.register", facts, "2025-04-21")).key == "responsible_at_all_times"


@pytest.mark.proves("SWE-169-5-B-6/1")
def test_the_plan_is_part_of_the_registration(sweden: Pack) -> None:
    says, cite = incomplete(sweden, without(registration(), "plan.kinds"))

    assert (says, cite) == ("Plan for the building or structure", "§ 169-5(B)(6)")


def test_reports_name_their_source_and_the_building(sweden: Pack) -> None:
    told = {"tip.source": "Neighborhood association", "tip.address": "40 Elm Street"}

    assert open_(decide(sweden, "vacancy.report", told, "2025-02-24"))
    assert (
        the_one_in_the_way(decide(sweden, "vacancy.report", without(told, "tip.source"), "2025-02-24")).key == "source"
    )
    assert (
        the_one_in_the_way(decide(sweden, "vacancy.report", without(told, "tip.address"), "2025-02-24")).key
        == "address"
    )
    assert status("2025-02-24") == "candidate"


def test_an_inspection_is_the_inspectors(sweden: Pack) -> None:
    assert open_(decide(sweden, "vacancy.inspect", standards(sweden) | INSPECTOR, "2025-06-10"))
    assert open_(decide(sweden, "vacancy.inspect", not_met(sweden, "b4.roofs", "Open at the ridge"), "2025-06-10"))
