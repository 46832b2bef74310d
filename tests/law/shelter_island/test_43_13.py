"""§ 43-13: revocation, entry, stop orders."""

from datetime import date
from typing import Any

import pytest

from tests.law.shelter_island.facts import (
    OFFICER,
    Facts,
    decide,
    finding_of,
    named,
    open_,
    requested,
    the_one_in_the_way,
)
from townwright.law.calendar import Calendar
from townwright.law.dated import Dated
from townwright.law.findings import Outcome
from townwright.law.orders import (
    STOP_STATUS,
    Attempt,
    Draft,
    Drafted,
    OrderKind,
    Party,
    Service,
    Violation,
    draft,
    may_rescind,
    service,
)
from townwright.law.packs import Pack

# ---------------------------------------------------------------------------------------------- A: revocation


def revoked(ground: str | None, **changes: Any) -> Facts:
    """A permit in force that the Building Inspector would revoke on a ground."""
    facts = {**OFFICER, "permit.status": "in force", **named(changes)}
    return facts if ground is None else {**facts, "finding.ground": ground}


@pytest.mark.proves("SHI-43-13-A-p1/1")
def test_nothing_is_revoked_without_a_ground(island: Pack) -> None:
    decision = decide(island, "permit.revoke", revoked(None), "2026-05-18")

    assert not decision.allowed
    found = finding_of(decision, "ground")
    assert found.why == "No ground is chosen"
    assert found.cite == "§ 43-13A"
    other = decide(island, "permit.revoke", revoked("incorrect information"), "2026-05-18")
    assert not other.allowed


@pytest.mark.proves("SHI-43-13-A-1/1")
def test_a_false_statement_is_named_with_its_document(island: Pack) -> None:
    denied = revoked(
        "false statement",
        finding__document="Affidavit of 2026-03-02",
        finding__information="The owner authorized the work",
        finding__why_material="The owner denies it on 2026-05-15",
    )

    assert open_(decide(island, "permit.revoke", denied, "2026-05-15"))
    found = the_one_in_the_way(decide(island, "permit.revoke", {**denied, "finding.document": ""}, "2026-05-15"))
    assert found.cite == "§ 43-13A(1)"
    accepted = finding_of(decide(island, "permit.revoke", denied, "2026-05-15"), "information")
    assert accepted.why == "Affidavit of 2026-03-02: The owner authorized the work"


def test_a_permit_issued_in_error_names_the_rule_overlooked(island: Pack) -> None:
    error = revoked("issued in error", finding__rule_overlooked="§ 43-7G")

    assert open_(decide(island, "permit.revoke", error, "2026-04-02"))
    found = the_one_in_the_way(decide(island, "permit.revoke", revoked("issued in error"), "2026-04-02"))
    assert found.cite == "§ 43-13A(2)"


@pytest.mark.proves("SHI-43-13-A-3/1")
def test_a_third_storey_departs_from_an_approved_sheet(island: Pack) -> None:
    storey = revoked("departs from application", finding__departs_from="A-201", finding__inspected_on=date(2026, 5, 13))

    decision = decide(island, "permit.revoke", storey, "2026-05-13")

    assert open_(decision)
    assert finding_of(decision, "sheet").why == "A-201, seen on Wed 13 May 2026"
    assert finding_of(decision, "sheet").cite == "§ 43-13A(3)"
    bare = revoked("departs from application", finding__inspected_on=date(2026, 5, 13))
    assert not decide(island, "permit.revoke", bare, "2026-05-13").allowed


@pytest.mark.proves("SHI-43-13-A-4/1")
def test_a_stop_order_that_stood_was_disobeyed(island: Pack) -> None:
    disobeyed = revoked(
        "stop order disobeyed",
        stop_order__served_on=date(2026, 5, 12),
        stop_order__work_seen_on=date(2026, 5, 14),
        stop_order__holder_disobeys=True,
    )

    assert open_(decide(island, "permit.revoke", disobeyed, "2026-05-18"))
    rescinded = {**disobeyed, "stop_order.rescinded_on": date(2026, 5, 13)}
    found = the_one_in_the_way(decide(island, "permit.revoke", rescinded, "2026-05-18"))
    assert found.cite == "§ 43-13A(4)"
    later = {**disobeyed, "stop_order.rescinded_on": date(2026, 5, 20)}
    assert open_(decide(island, "permit.revoke", later, "2026-05-21"))
    same_day = {**disobeyed, "stop_order.work_seen_on": date(2026, 5, 12)}
    assert not decide(island, "permit.revoke", same_day, "2026-05-18").allowed


# -------------------------------------------------------------------------------------------------- B: entry


@pytest.mark.proves("SHI-43-13-B-p1/1")
def test_a_visit_without_a_permit_has_a_cause(island: Pack) -> None:
    visit = {"entry.under_permit": False, "entry.cause": "", "actor.credential_ends_on": date(2027, 1, 1)}

    found = the_one_in_the_way(decide(island, "premises.enter", visit, "2026-03-09"))

    assert found.why == "Reasonable cause missing"
    assert found.cite == "§ 43-13B"
    assert open_(decide(island, "premises.enter", {**visit, "entry.cause": "Complaint of smoke"}, "2026-03-09"))
    assert open_(decide(island, "premises.enter", {**visit, "entry.under_permit": True}, "2026-03-09"))


@pytest.mark.proves("SHI-43-13-B-p2/1")
def test_an_expired_credential_is_renewed_first(island: Pack) -> None:
    visit = {"entry.under_permit": True, "actor.credential_ends_on": date(2026, 2, 28)}

    found = the_one_in_the_way(decide(island, "premises.enter", visit, "2026-03-09"))

    assert found.why == "The credential ended on Sat 28 February 2026"
    assert found.cite == "§ 43-13B"
    assert open_(decide(island, "premises.enter", visit, "2026-02-28"))


# --------------------------------------------------------------------------------------------- C: stop orders


def stop_order(pack: Pack, day: date = date(2026, 5, 12)) -> Dated[OrderKind]:
    """The town's stop order by the rule of a day."""
    rule = pack.orders.kinds["stop_work"].on(day)
    assert rule is not None
    return rule


def drafted(
    pack: Pack,
    calendar: Calendar,
    ground: str,
    day: date = date(2026, 5, 12),
    conditions: tuple[str, ...] | None = None,
    **gives: str,
) -> Drafted:
    """A stop order on one ground."""
    order = Draft(
        day,
        (Violation(gives, ground),),
        gives={"reasons": "As found"},
        conditions=("The permit is issued",) if conditions is None else conditions,
    )
    return draft(stop_order(pack, day), order, calendar)


@pytest.mark.proves("SHI-43-13-C-p1/1")
def test_work_without_a_permit_is_ground_one(island: Pack, calendar: Calendar) -> None:
    made = drafted(island, calendar, "violation", date(2026, 3, 16), section="§ 43-6A")

    assert made.decision.allowed
    assert finding_of(made.decision, "order.ground.1").says == "work in violation of the building laws"
    assert finding_of(made.decision, "order.ground.1").provisions == ("SHI-43-13-C-p1",)
    assert not drafted(island, calendar, "violation", date(2026, 3, 16)).decision.allowed, "no section is given"


@pytest.mark.proves("SHI-43-13-C-p2/1")
def test_a_wall_off_its_place_names_the_sheet(island: Pack, calendar: Calendar) -> None:
    made = drafted(island, calendar, "departure", date(2026, 5, 13), permit="BP-2026-0014", sheet="A-101")

    assert made.decision.allowed
    without_sheet = drafted(island, calendar, "departure", date(2026, 5, 13), permit="BP-2026-0014")
    assert the_one_in_the_way(without_sheet.decision).why == "Not given: the sheet or condition departed from"


@pytest.mark.proves("SHI-43-13-C-p3/1")
def test_an_unshored_trench_needs_no_section(island: Pack, calendar: Calendar) -> None:
    made = drafted(island, calendar, "unsafe", date(2026, 4, 16), danger="Unshored trench, 7 feet deep")

    assert made.decision.allowed
    assert finding_of(made.decision, "order.ground.1").says == "work in an unsafe manner"


BUILDER = Party("builder", "Hollow Oak Builders", frozenset({"builder"}))
OWNER = Party("owner", "M. Brandt", frozenset({"owner"}))


def served(
    pack: Pack,
    calendar: Calendar,
    *attempts: Attempt,
    parties: tuple[Party, ...] = (OWNER, BUILDER),
    on: date = date(2026, 5, 31),
) -> Service:
    """How the service of a stop order of 12 May stands."""
    return service(stop_order(pack), date(2026, 5, 12), parties, attempts, on=on, calendar=calendar)


def by_hand(party: str, day: date) -> Attempt:
    """Handed over by an inspector."""
    return Attempt(party, "personal", {"handed": day}, {"handed": {"to": party, "by": "Inspector Lane"}})


@pytest.mark.proves("SHI-43-13-C-p4/1")
def test_service_on_the_builder_alone_is_enough(island: Pack, calendar: Calendar) -> None:
    found = served(island, calendar, by_hand("builder", date(2026, 5, 12)))

    assert found.served_on == date(2026, 5, 12)
    assert found.decision.allowed
    assert stop_order(island).value.effective == "on service"
    assert served(island, calendar).served_on is None


@pytest.mark.proves("SHI-43-13-C-p5/1")
def test_a_stop_order_stands_until_it_is_rescinded(island: Pack) -> None:
    dates = {
        "replaced_on": None,
        "rescinded_on": None,
        "issued_on": date(2026, 5, 12),
        "effective_on": date(2026, 5, 12),
    }

    stands = STOP_STATUS.on(dates, date(2026, 11, 30))
    framing = requested(parcel__stop_work_orders={"SO-2026-0003"})
    found = the_one_in_the_way(decide(island, "inspection.request", framing, "2026-11-30"))

    assert stands.key == "in force"
    assert found.why == "The whole job is stopped: SO-2026-0003"
    assert found.cite == "§ 43-13C"
    assert STOP_STATUS.on({**dates, "rescinded_on": date(2026, 11, 30)}, date(2026, 11, 30)).key == "rescinded"


@pytest.mark.proves("SHI-43-13-C-p6/1")
def test_a_telephone_warning_starts_nothing(island: Pack, calendar: Calendar) -> None:
    by_telephone = Attempt("builder", "telephone", {"called": date(2026, 5, 11)})

    assert served(island, calendar, by_telephone).served_on is None
    found = served(island, calendar, by_telephone, by_hand("builder", date(2026, 5, 12)))
    assert found.served_on == date(2026, 5, 12)


@pytest.mark.proves("SHI-43-13-C-p7/1")
def test_an_order_states_how_work_may_go_on(island: Pack, calendar: Calendar) -> None:
    made = drafted(island, calendar, "unsafe", conditions=(), danger="Unshored trench")

    found = the_one_in_the_way(made.decision)
    assert found.key == "order.conditions"
    assert found.cite == "§ 43-13C"
    open_condition = may_rescind(stop_order(island), {"The trench is shored": None}, date(2026, 5, 20))
    assert not open_condition.allowed
    met = may_rescind(stop_order(island), {"The trench is shored": date(2026, 5, 20)}, date(2026, 5, 20))
    assert met.allowed


@pytest.mark.proves("SHI-43-13-C-p9/1")
def test_posting_and_mailing_serve_on_the_later_day(island: Pack, calendar: Calendar) -> None:
    posted = {"posted": {"photo": "front door"}}
    both = Attempt(
        "owner",
        "posted",
        {"posted": date(2026, 5, 12), "mailed": date(2026, 5, 13)},
        {**posted, "mailed": {"article": "9407 1118"}},
    )
    posting_alone = Attempt("owner", "posted", {"posted": date(2026, 5, 12)}, posted)

    assert served(island, calendar, both).served_on == date(2026, 5, 13)
    unserved = served(island, calendar, posting_alone)
    assert unserved.served_on is None
    assert [f.outcome for f in unserved.decision.standing_in_the_way] == [Outcome.UNMET]
