"""§ 43-7: examination, approval and disapproval, and what holds back a permit."""

from datetime import date

import pytest

from tests.law.shelter_island.facts import (
    OFFICER,
    decide,
    finding_of,
    open_,
    paid,
    ready_permit,
    the_one_in_the_way,
    without,
)
from townwright.law.calendar import Calendar
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.permits import PERMIT_STATUS, term


@pytest.mark.proves("SHI-43-7-A-p1/1")
def test_approval_names_the_document_that_nobody_examined(island: Pack) -> None:
    fifth = ready_permit(documents__not_examined={"Truss drawings"})

    found = the_one_in_the_way(decide(island, "application.approve", fifth, "2026-03-19"))

    assert found.why == "Not examined: Truss drawings"
    assert found.cite == "§ 43-7A"


def test_silence_approves_nothing() -> None:
    names = (
        "revoked_on",
        "closed_on",
        "issued_on",
        "suspended_on",
        "lifted_on",
        "commenced_on",
        "commence_by",
        "last_day",
        "withdrawn_on",
        "disapproved_on",
        "returned_on",
        "resubmitted_on",
        "ready_on",
        "received_on",
    )
    filed = {**dict.fromkeys(names), "filed_on": date(2026, 3, 3)}

    assert PERMIT_STATUS.on(filed, date(2026, 6, 1)).key == "with us"


@pytest.mark.proves("SHI-43-7-B-p1/1")
def test_a_permit_issues_once_it_is_approved_and_paid(island: Pack) -> None:
    unpaid = {**ready_permit(), **paid("720.00", received="0.00")}

    approved = decide(island, "application.approve", unpaid, "2026-03-20")
    refused = decide(island, "permit.issue", unpaid, "2026-03-20")
    done = decide(island, "permit.issue", {**ready_permit(), **paid("720.00")}, "2026-03-27")

    assert approved.allowed
    assert finding_of(approved, "fee").outcome is Outcome.WARNING
    found = the_one_in_the_way(refused)
    assert found.why == "Fee of $720.00 not paid; $0.00 received"
    assert found.cite == "§ 43-7B"
    assert open_(done)
    assert done.on == date(2026, 3, 27)


def test_a_permit_of_27_march_ends_on_a_monday_and_begins_by_one(island: Pack, calendar: Calendar) -> None:
    made = term(island.permits.default, date(2026, 3, 27), calendar)

    assert made.commence is not None
    assert made.life is not None
    assert (made.commence.nominal, made.commence.act_by) == (date(2026, 9, 27), date(2026, 9, 28))
    assert (made.life.nominal, made.life.act_by) == (date(2028, 3, 27), date(2028, 3, 27))


@pytest.mark.parametrize(("signature", "signed"), [("signed", True), ("affixed", True), ("none", False)])
def test_an_unsigned_permit_is_not_issued(island: Pack, signature: str, signed: bool) -> None:
    decision = decide(island, "permit.issue", ready_permit(permit__signature=signature), "2026-03-27")

    assert decision.allowed is signed
    if not signed:
        assert the_one_in_the_way(decision).why == 'No signature: only a copy marked "not issued" prints'


@pytest.mark.proves("SHI-43-7-C-p3/1")
def test_the_approved_set_goes_with_the_permit(island: Pack) -> None:
    found = the_one_in_the_way(decide(island, "permit.hand_over", {"documents.set_handed_over": False}, "2026-03-27"))

    assert found.why == "The approved set must go with the permit"
    assert found.cite == "§ 43-7C"
    assert open_(decide(island, "permit.hand_over", {"documents.set_handed_over": True}, "2026-03-27"))


@pytest.mark.proves("SHI-43-7-D-p1/1")
def test_a_failed_item_bars_approval_and_is_the_reason_to_disapprove(island: Pack) -> None:
    narrow = {**ready_permit(review__c="not satisfied"), "review.c.note": "stair width"}

    found = the_one_in_the_way(decide(island, "application.approve", narrow, "2026-03-19"))
    refusal = {**OFFICER, "examined.uniform_code": "does not comply", "examined.energy_code": "complies"}
    refusal["decision.reason"] = found.why
    disapproved = decide(island, "application.disapprove", refusal, "2026-03-19")

    assert found.why == "Stair width"
    assert open_(disapproved)
    assert finding_of(disapproved, "reason").cite == "§ 43-7D"
    silent = without(refusal, "decision.reason")
    assert the_one_in_the_way(decide(island, "application.disapprove", silent, "2026-03-19")).key == "reason"


DEVICES = {
    "subdivision.fire_devices_required": True,
    "subdivision.fire_devices_installed_on": date(2026, 4, 20),
    "subdivision.fire_devices_approved_on": date(2026, 5, 8),
}


@pytest.mark.proves("SHI-43-7-F-p1/1")
def test_a_lot_waits_for_the_cistern_of_its_subdivision(island: Pack) -> None:
    no_cistern = ready_permit(subdivision__fire_devices_required=True)

    found = the_one_in_the_way(decide(island, "permit.issue", no_cistern, "2026-04-15"))

    assert found.cite == "§ 43-7F"
    assert "§ 111-39.1" in found.why
    assert open_(decide(island, "permit.issue", ready_permit(), "2026-04-15"))


@pytest.mark.proves("SHI-43-7-F-p2/1")
def test_the_fire_district_must_have_approved_it(island: Pack) -> None:
    lot = {**ready_permit(), **DEVICES}

    found = the_one_in_the_way(decide(island, "permit.issue", lot, "2026-05-01"))

    assert "SHI-43-7-F-p2" in found.provisions
    assert not decide(island, "permit.issue", lot, "2026-05-07").allowed
    assert open_(decide(island, "permit.issue", lot, "2026-05-08"))
    assert open_(decide(island, "permit.issue", lot, "2026-05-11"))


@pytest.mark.proves("SHI-43-7-G-p1/1")
def test_an_open_violation_of_any_chapter_holds_the_permit(island: Pack) -> None:
    wetlands = ready_permit(parcel__open_violations={"Ch. 129, wetlands, opened 2026-03-18"})

    assert open_(decide(island, "application.complete", ready_permit(), "2026-03-02")), "clear at intake"
    found = the_one_in_the_way(decide(island, "permit.issue", wetlands, "2026-03-20"))
    assert found.why == "Open: Ch. 129, wetlands, opened 2026-03-18"
    assert found.cite == "§ 43-7G"


@pytest.mark.proves("SHI-43-7-G-p2/1")
def test_the_officer_himself_makes_sure_of_it(island: Pack) -> None:
    not_confirmed = without(ready_permit(), "parcel.violations_searched_on")

    found = the_one_in_the_way(decide(island, "permit.issue", not_confirmed, "2026-03-27"))

    assert found.why == "The search is not confirmed by an officer"
    assert found.cite == "§ 43-7G"
    confirmed = ready_permit(parcel__violations_searched_on=date(2026, 3, 27))
    assert open_(decide(island, "permit.issue", confirmed, "2026-03-27"))
