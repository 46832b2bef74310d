"""§ 149-14: certificates of occupancy, temporary ones, deposits."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.law.cortlandt.facts import asked, ready_certificate, ready_temporary
from tests.law.facts import (
    INSPECTOR,
    OFFICER,
    decide,
    finding_of,
    open_,
    the_one_in_the_way,
    without,
)
from townwright.law.calendar import Calendar, Deadline
from townwright.law.certificates import Temporary, after_completion, extend_temporary, kinds_for, temporary
from townwright.law.dated import Dated
from townwright.law.escrow import DepositRule, Item, date_certain, deposit, exact, may_change, outcome
from townwright.law.findings import Outcome
from townwright.law.packs import Pack

day = date.fromisoformat

# ---------------------------------------------------------------------------------------- (A), (B) occupancy


def test_the_chapter_has_one_kind_of_certificate(cortlandt: Pack) -> None:
    (kind,) = kinds_for(cortlandt.certificates, asked(cortlandt, {}, "2025-10-03"))
    compliance = ready_certificate(certificate__kind="compliance")

    assert (kind.key, kind.outcome, kind.cite) == ("certificate.occupancy", Outcome.MET, "§ 149-14(A)")
    assert the_one_in_the_way(decide(cortlandt, "certificate.issue", compliance, "2025-10-03")).key == "kind"


@pytest.mark.proves("COR-149-14-B-1/1")
def test_a_new_occupancy_needs_permit_and_certificate(cortlandt: Pack) -> None:
    church = {"change.permit_issued_on": day("2025-05-05")}

    found = the_one_in_the_way(decide(cortlandt, "occupancy.change", church, "2025-05-20"))

    assert (found.key, found.why, found.cite) == (
        "certificate",
        "Certificate authorising the change missing",
        "§ 149-14(B)",
    )
    both = {**church, "change.certificate_issued_on": day("2025-05-20")}
    assert open_(decide(cortlandt, "occupancy.change", both, "2025-05-20"))
    assert not decide(cortlandt, "occupancy.change", both, "2025-05-19").allowed


@pytest.mark.proves("COR-149-14-B-2/1")
def test_a_new_use_needs_both_even_in_the_same_class(cortlandt: Pack) -> None:
    medical = decide(cortlandt, "occupancy.change", {}, "2025-06-11")

    in_the_way = medical.standing_in_the_way
    assert [f.key for f in in_the_way] == ["permit", "certificate"]
    assert {f.cite for f in in_the_way} == {"§ 149-14(B)"}
    assert all("COR-149-14-B-2" in f.provisions for f in in_the_way)


# ------------------------------------------------------------------------------- (C) temporary certificates


def test_a_temporary_certificate_is_asked_for(cortlandt: Pack) -> None:
    unasked = without(ready_temporary(), "certificate.applied_on")

    found = the_one_in_the_way(decide(cortlandt, "certificate.temporary", unasked, "2026-11-30"))

    assert (found.key, found.cite) == ("requested", "§ 149-14(C)")


@pytest.mark.proves("COR-149-14-C-2/1")
@pytest.mark.parametrize("safe", [False, None])
def test_the_part_is_found_safe(cortlandt: Pack, safe: bool | None) -> None:
    failed = ready_temporary(temporary__safe_to_occupy=safe)

    found = the_one_in_the_way(decide(cortlandt, "certificate.temporary", failed, "2026-11-30"))

    assert (found.key, found.why, found.cite) == ("determination.safe", "Not determined", "§ 149-14(C)")


def test_what_the_state_wants_beside_is_cited_to_the_state(cortlandt: Pack) -> None:
    no_alarm = ready_temporary(temporary__life_safety_not_working={"exit sign"})

    found = the_one_in_the_way(decide(cortlandt, "certificate.temporary", no_alarm, "2026-11-30"))

    assert found.cite == "19 NYCRR § 1203.3(d)"


def tried(pack: Pack, calendar: Calendar, on: str, ends: str) -> Temporary:
    """A temporary certificate issued on a day until another."""
    return temporary(pack.certificates, issued=day(on), starts=day(on), ends=day(ends), earlier=0, calendar=calendar)


@pytest.mark.proves("COR-149-14-C-3/1", "COR-149-14-C-3/2")
@pytest.mark.parametrize(
    ("on", "ends", "accepted", "latest"),
    [
        ("2025-05-15", "2025-08-14", True, "2025-08-15"),
        ("2025-05-15", "2025-08-15", True, "2025-08-15"),
        ("2025-05-15", "2025-08-16", False, "2025-08-15"),
        ("2026-11-30", "2027-02-28", True, "2027-02-28"),  # a Sunday, not carried on
        ("2026-11-30", "2027-03-01", False, "2027-02-28"),
    ],
)
def test_a_temporary_certificate_lasts_three_months(
    cortlandt: Pack, calendar: Calendar, on: str, ends: str, accepted: bool, latest: str
) -> None:
    found = tried(cortlandt, calendar, on, ends)

    assert found.decision.allowed is accepted
    assert found.latest == day(latest)
    assert found.decision.findings[0].cite == "§ 149-14(C)"


def test_the_three_months_run_from_the_issue_whatever_the_first_day(cortlandt: Pack, calendar: Calendar) -> None:
    later = temporary(
        cortlandt.certificates,
        issued=day("2025-05-15"),
        starts=day("2025-06-01"),
        ends=day("2025-09-01"),
        earlier=0,
        calendar=calendar,
    )

    assert not later.decision.allowed
    assert later.latest == day("2025-08-15")


def extended(
    pack: Pack, calendar: Calendar, ends: str, to: str, granted: str, *, cause: str = "Frost", earlier: int = 0
) -> Temporary:
    """An extension of a temporary certificate."""
    return extend_temporary(
        pack.certificates,
        ends=day(ends),
        to=day(to),
        cause=cause,
        earlier=earlier,
        granted=day(granted),
        calendar=calendar,
    )


@pytest.mark.proves("COR-149-14-C-4/1")
def test_good_cause_is_stated(cortlandt: Pack, calendar: Calendar) -> None:
    silent = extended(cortlandt, calendar, "2027-02-28", "2027-05-28", "2027-02-19", cause="")

    found = the_one_in_the_way(silent.decision)
    assert (found.why, found.cite) == ("Good cause must be stated", "§ 149-14(C)")
    gate = decide(cortlandt, "certificate.extend_temporary", {**OFFICER, "temporary.extension_cause": ""}, "2027-02-19")
    assert the_one_in_the_way(gate).why == "Good cause must be stated"
    frost = {**OFFICER, "temporary.extension_cause": "Frost"}
    assert open_(decide(cortlandt, "certificate.extend_temporary", frost, "2027-02-19"))
    assert not decide(cortlandt, "certificate.extend_temporary", {**frost, **INSPECTOR}, "2027-02-19").allowed


@pytest.mark.proves("COR-149-14-C-5/1")
def test_there_are_two_extensions_and_no_third(cortlandt: Pack, calendar: Calendar) -> None:
    first = extended(cortlandt, calendar, "2027-02-28", "2027-05-28", "2027-02-19")
    second = extended(cortlandt, calendar, "2027-05-28", "2027-08-28", "2027-05-20", earlier=1)
    third = extended(cortlandt, calendar, "2027-08-28", "2027-11-28", "2027-08-20", earlier=2)

    assert first.decision.allowed
    assert second.decision.allowed
    found = the_one_in_the_way(third.decision)
    assert (found.key, found.cite) == ("extension.most", "§ 149-14(C)")
    assert found.cure == "Issue the final certificate, or have the part vacated"


@pytest.mark.proves("COR-149-14-C-6/1")
@pytest.mark.parametrize(("to", "accepted"), [("2027-05-27", True), ("2027-05-28", True), ("2027-05-29", False)])
def test_an_extension_is_three_months_from_the_old_end(
    cortlandt: Pack, calendar: Calendar, to: str, accepted: bool
) -> None:
    found = extended(cortlandt, calendar, "2027-02-28", to, "2027-02-19")

    assert found.decision.allowed is accepted
    assert found.latest == day("2027-05-28")
    late = extended(cortlandt, calendar, "2027-02-28", to, "2027-04-10")
    assert late.latest == day("2027-05-28")  # allowed later, it runs from the old end all the same


# ------------------------------------------------------------------------------------------ (D) the deposit

PAVING, HANDRAIL = Item("Paving", Decimal("8200.00"), True), Item("Handrail", Decimal("1150.00"), True)
LANDSCAPING = Item("Landscaping", Decimal("3000.00"), False)
AMOUNT = Decimal("18700.00")


def deposits(pack: Pack) -> Dated[DepositRule]:
    """The rule of the deposit for a temporary certificate."""
    rule = pack.escrow.deposits["temporary_certificate"].on(day("2026-11-24"))
    assert rule is not None
    return rule


def certain(pack: Pack, calendar: Calendar, on: str) -> Deadline:
    """The date certain of an agreement of 24 November 2026."""
    return date_certain(deposits(pack), day(on), signed=day("2026-11-24"), calendar=calendar)[0]


@pytest.mark.proves("COR-149-14-D-1/1", "COR-149-14-D-1/2", "COR-149-14-D-4/1")
def test_a_deposit_that_is_required_comes_before_the_certificate(cortlandt: Pack) -> None:
    required = ready_temporary(temporary__deposit_required=True, temporary__date_certain=day("2027-04-30"))
    unsigned = {**required, "temporary.deposit_received_on": day("2026-11-24")}
    complete = {**unsigned, "temporary.agreement_signed_on": day("2026-11-24")}

    nothing = decide(cortlandt, "certificate.temporary", required, "2026-11-30")
    assert [(f.why, f.cite) for f in nothing.standing_in_the_way] == [
        ("Deposit outstanding", "§ 149-14(D)"),
        ("Escrow agreement not signed", "§ 149-14(D)"),
    ]
    found = the_one_in_the_way(decide(cortlandt, "certificate.temporary", unsigned, "2026-11-30"))
    assert (found.why, found.provisions) == ("Escrow agreement not signed", ("COR-149-14-D-1", "COR-149-14-D-4"))
    assert open_(decide(cortlandt, "certificate.temporary", complete, "2026-11-30"))
    not_required = ready_temporary(temporary__deposit_required=False)
    assert open_(decide(cortlandt, "certificate.temporary", not_required, "2026-11-30"))
    no_date = the_one_in_the_way(
        decide(cortlandt, "certificate.temporary", without(complete, "temporary.date_certain"), "2026-11-30")
    )
    assert (no_date.key, no_date.cite) == ("date_certain", "§ 149-14(D)")


@pytest.mark.proves("COR-149-14-D-3/1")
def test_the_deposit_is_twice_the_work_that_prevents_the_certificate(cortlandt: Pack) -> None:
    rule = deposits(cortlandt)

    wanted = deposit(rule, [PAVING, HANDRAIL, LANDSCAPING])

    assert wanted.amount == AMOUNT
    assert exact(rule, wanted, AMOUNT).outcome is Outcome.MET
    for other in ("24700.00", "9350.00", "18699.99", "18700.01"):
        refused = exact(rule, wanted, Decimal(other))
        assert (refused.outcome, refused.cite) == (Outcome.UNMET, "§ 149-14(D)")


@pytest.mark.proves("COR-149-14-D-5/1")
def test_the_date_certain_does_not_move_with_the_certificate(cortlandt: Pack, calendar: Calendar) -> None:
    end = certain(cortlandt, calendar, "2027-04-30")

    longer = extended(cortlandt, calendar, "2027-02-28", "2027-05-28", "2027-02-19")
    found = outcome(
        deposits(cortlandt), end, AMOUNT, [PAVING, HANDRAIL], claimed=None, on=day("2027-05-03"), calendar=calendar
    )

    assert longer.decision.allowed
    assert (end.nominal, end.act_by) == (day("2027-04-30"), day("2027-04-30"))
    assert found.why == "Not complete by Fri 30 April 2027"
    rule = deposits(cortlandt)
    assert may_change(rule, end, day("2027-06-30"), day("2027-04-30")).allowed
    assert not may_change(rule, end, day("2027-06-30"), day("2027-05-01")).allowed


@pytest.mark.proves("COR-149-14-D-6/1", "COR-149-14-D-6/2")
def test_the_whole_deposit_is_forfeited_on_the_day_after_the_date_certain(cortlandt: Pack, calendar: Calendar) -> None:
    paved = Item("Paving", Decimal("8200.00"), True, day("2027-03-02"))

    def stands(on: str, *items: Item, ends: str = "2027-04-30", claimed: str = "") -> Any:
        return outcome(
            deposits(cortlandt),
            certain(cortlandt, calendar, ends),
            AMOUNT,
            items,
            claimed=day(claimed) if claimed else None,
            on=day(on),
            calendar=calendar,
        )

    assert stands("2027-04-30", paved, HANDRAIL).state == "held"
    forfeited = stands("2027-05-01", paved, HANDRAIL)
    assert (forfeited.state, forfeited.since, forfeited.forfeited, forfeited.released) == (
        "forfeited",
        day("2027-05-01"),
        AMOUNT,
        Decimal("0.00"),
    )
    assert forfeited.cite == "§ 149-14(D)"
    monday = Item("Handrail", Decimal("1150.00"), True, day("2027-05-24"))
    in_time = stands("2027-05-25", paved, monday, ends="2027-05-23")
    assert (in_time.state, in_time.released) == ("to release", AMOUNT)
    tuesday = Item("Handrail", Decimal("1150.00"), True, day("2027-05-25"))
    assert stands("2027-05-25", paved, tuesday, ends="2027-05-23").state == "forfeited"
    assert stands("2027-05-01", paved, HANDRAIL, claimed="2027-04-30").state == "awaits inspection"
    assert stands("2027-05-02", paved, HANDRAIL, claimed="2027-05-01").state == "forfeited"


def test_the_agreement_prints_what_the_applicant_acknowledges(cortlandt: Pack) -> None:
    paper = cortlandt.paper("escrow_agreement")

    assert [d.key for d in paper.directives] == ["held", "forfeited"]
    assert "held until the work is completed" in paper.directives[0].text
    assert "civil penalty" in paper.directives[1].text
    assert all(f.required for f in paper.fields)


# -------------------------------------------------------------------------------- (E), (F) when it must issue


@pytest.mark.proves("COR-149-14-E-1/1")
def test_there_is_no_certificate_without_a_final_inspection(cortlandt: Pack) -> None:
    missing = without(ready_certificate(), "inspection.of.final")

    found = the_one_in_the_way(decide(cortlandt, "certificate.issue", missing, "2025-10-03"))

    assert (found.why, found.cite) == ("No final inspection", "§ 149-14(E)")


@pytest.mark.proves("COR-149-14-E-2/1")
def test_work_matches_its_application(cortlandt: Pack) -> None:
    kind = cortlandt.inspections.violations["departs_from_documents"]
    wide = ready_certificate(certificate__open_violations={f"{kind.title}: deck 16 ft wide, 12 ft applied for"})

    found = the_one_in_the_way(decide(cortlandt, "certificate.issue", wide, "2025-10-03"))

    assert found.cite == kind.cite == "§ 149-14(E)"
    assert found.why == "Open: Not in accordance with the application: deck 16 ft wide, 12 ft applied for"
    assert kind.of_work


@pytest.mark.proves("COR-149-14-E-3/1")
def test_a_failed_final_inspection_bars_the_certificate(cortlandt: Pack) -> None:
    failed = ready_certificate(
        inspection__of__final="not satisfactory",
        certificate__inspected_on=day("2025-09-24"),
        inspection__last_accepted_on=day("2025-09-20"),
    )

    found = the_one_in_the_way(decide(cortlandt, "certificate.issue", failed, "2025-09-25"))

    assert found.cite == "§ 149-14(E)"
    assert not found.discretion
    waved = {**failed, "inspection.of.final": "not applicable", "inspection.of.final.reason": "all is well"}
    assert not decide(cortlandt, "certificate.issue", waved, "2025-09-25").allowed


@pytest.mark.parametrize(("completed", "issues"), [("2026-03-09", True), ("2026-03-10", True), ("2026-03-11", False)])
def test_work_finished_within_the_permits_life_gets_its_certificate(
    cortlandt: Pack, completed: str, issues: bool
) -> None:
    ran_out = ready_certificate(work__completed_on=day(completed), permit__last_day=day("2026-03-10"))

    decision = decide(cortlandt, "certificate.issue", ran_out, "2026-03-16")

    assert decision.allowed is issues
    assert finding_of(decision, "in_time").cite == "§ 149-14(E)"


@pytest.mark.proves("COR-149-14-F/1", "COR-149-14-F/2")
@pytest.mark.parametrize(
    ("completed", "nominal", "act_by", "overdue"),
    [
        ("2025-09-10", "2025-10-10", "2025-10-10", "2025-10-11"),
        ("2025-12-02", "2026-01-01", "2026-01-02", "2026-01-03"),
        ("2025-09-11", "2025-10-11", "2025-10-14", "2025-10-15"),  # a Saturday, then Columbus Day
    ],
)
def test_a_certificate_issues_within_thirty_days(
    cortlandt: Pack, calendar: Calendar, completed: str, nominal: str, act_by: str, overdue: str
) -> None:
    (end,) = after_completion(cortlandt.certificates, day(completed), calendar)

    assert (end.nominal, end.act_by, end.cite) == (day(nominal), day(act_by), "§ 149-14(F)")
    assert not end.passed(day(act_by))
    assert end.passed(day(overdue))


# ----------------------------------------------------------------------------------------- (G) what it says


@pytest.mark.proves("COR-149-14-G-2/1")
def test_the_statement_of_conformity_cannot_be_left_out(cortlandt: Pack) -> None:
    paper = cortlandt.paper("certificate_of_occupancy")
    words = {d.key: d.text for d in paper.directives}

    deleted = paper.worded({**words, "conforms": ""})

    (found,) = [f for f in deleted if f.outcome is Outcome.UNMET]
    assert (found.key, found.cite) == ("directive.conforms", "§ 149-14(G)")
    assert found.why == "The sentence is missing"
    for law in (
        "Uniform Fire Prevention and Building Code",
        "the Zoning Ordinance",
        "all other local laws and ordinances",
    ):
        assert law in words["conforms"]
    assert all(f.outcome is Outcome.MET for f in paper.worded(words))


def test_a_certificate_without_a_use_is_refused(cortlandt: Pack) -> None:
    found = the_one_in_the_way(
        decide(cortlandt, "certificate.issue", ready_certificate(certificate__use=""), "2025-10-06")
    )

    assert (found.key, found.cite) == ("use", "§ 149-14(G)")


@pytest.mark.parametrize(
    ("signer", "signs"),
    [
        ({"actor.offices": {"officer"}}, True),
        ({**INSPECTOR, "designation.acts": {"certificate.issue"}, "designation.begins_on": day("2025-10-01")}, True),
        ({**INSPECTOR, "designation.acts": {"permit.issue"}, "designation.begins_on": day("2025-10-01")}, False),
        (INSPECTOR, False),
    ],
)
def test_the_director_or_a_designee_signs(cortlandt: Pack, signer: dict[str, Any], signs: bool) -> None:
    decision = decide(cortlandt, "certificate.issue", ready_certificate(**signer), "2025-10-06")

    assert decision.allowed is signs
    assert finding_of(decision, "signature").cite == "§ 149-6"
