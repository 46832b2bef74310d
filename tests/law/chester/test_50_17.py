"""§ 50-17: orders to remedy, appearance tickets, penalties and actions."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.law.chester.facts import INSPECTOR, OFFICER, decide, finding_of, open_, the_one_in_the_way
from townwright.law.calendar import Calendar, Period
from townwright.law.dated import Dated
from townwright.law.findings import Outcome
from townwright.law.orders import (
    ORDER_STATUS,
    Attempt,
    Draft,
    OrderKind,
    Party,
    Violation,
    default_from,
    draft,
    service,
)
from townwright.law.packs import Pack
from townwright.law.penalties import Days, Exposure, PenaltyRule, basis, exposure, held_against

day = date.fromisoformat
OWNER = Party("owner", "R. Hale", frozenset({"owner"}))
TENANT = Party("tenant", "J. Ito", frozenset({"tenant"}))
CONTRACTOR = Party("contractor", "Top Roofs", frozenset({"contractor"}))


@pytest.fixture
def rule(chester: Pack) -> Dated[OrderKind]:
    found = chester.orders.kinds["remedy"].on(day("2025-10-08"))
    assert found is not None
    return found


def order(on: str = "2025-10-08", lines: int = 1) -> Draft:
    """An order of so many lines that is in order."""
    return Draft(
        day(on), tuple(Violation({"condition": f"Violation {n}", "provision": "FC § 1032.2"}) for n in range(lines))
    )


def mailed(party: str, way: str, on: str) -> Attempt:
    """Mail of a kind, with its article number."""
    return Attempt(party, way, {"mailed": day(on)}, {"mailed": {"article": "7019 1"}})


# -- (A)(1) the order


@pytest.mark.proves("CHE-50-17-A-1-1/1")
def test_one_order_lists_three_violations_and_the_officer_signs(
    chester: Pack, rule: Dated[OrderKind], calendar: Calendar
) -> None:
    dated = {"order.dated": day("2025-10-08")}

    assert draft(rule, order(lines=3), calendar).decision.allowed
    assert open_(decide(chester, "order.issue", {**OFFICER, **dated}, "2025-10-08"))
    found = the_one_in_the_way(decide(chester, "order.issue", {**INSPECTOR, **dated}, "2025-10-08"))
    assert (found.key, found.cite) == ("signature", "§ 50-17(A)(1)")


@pytest.mark.proves("CHE-50-17-A-1-3/1")
def test_each_line_describes_its_condition(rule: Dated[OrderKind], calendar: Calendar) -> None:
    two = replace(order(), lines=(*order().lines, Violation({"condition": " ", "provision": "FC § 915"})))

    found = the_one_in_the_way(draft(rule, two, calendar).decision)

    assert (found.why, found.cite) == ("The condition or activity: not given in line 2", "§ 50-17(A)(1)")


@pytest.mark.proves("CHE-50-17-A-1-4/1")
def test_each_line_names_the_provision(rule: Dated[OrderKind], calendar: Calendar) -> None:
    two = replace(order(), lines=(*order().lines, Violation({"condition": "No alarm"})))

    found = the_one_in_the_way(draft(rule, two, calendar).decision)

    assert (found.why, found.cite) == ("The provision violated: not given in line 2", "§ 50-17(A)(1)")


def test_the_paper_says_by_when(chester: Pack) -> None:
    (statement,) = chester.paper("order_to_remedy").directives

    assert statement.text == (
        "You must completely remedy each violation described in this Order to Remedy by {remedy_by}, which is thirty "
        "(30) days after the date of this Order to Remedy."
    )
    assert statement.must_stand
    assert statement.cite == "§ 50-17(A)(1)"


@pytest.mark.proves("CHE-50-17-A-1-6/1")
def test_thirty_days_that_end_on_veterans_day(rule: Dated[OrderKind], calendar: Calendar) -> None:
    end = draft(rule, order("2025-10-12"), calendar).remedy_by
    assert end is not None
    dates: dict[str, date | None] = {
        **dict.fromkeys(ORDER_STATUS.fields),
        "issued_on": day("2025-10-12"),
        "served_on": day("2025-10-14"),
        "remedy_by": end.act_by,
    }

    assert (end.nominal, end.act_by) == (day("2025-11-11"), day("2025-11-12"))
    assert default_from(end) == day("2025-11-13")
    remedied = {**dates, "remedied_on": day("2025-11-12")}
    assert ORDER_STATUS.on(remedied, day("2025-11-12")).key == "remedied"
    assert [ORDER_STATUS.on(dates, day(on)).key for on in ("2025-11-12", "2025-11-13")] == ["running", "in default"]


# -- (A)(2) beginning, protection, service


@pytest.mark.proves("CHE-50-17-A-2-1/1")
def test_a_beginning_lies_within_the_thirty_days(rule: Dated[OrderKind], calendar: Calendar) -> None:
    late, soon = (draft(rule, replace(order(), begin_by=day(on)), calendar) for on in ("2025-11-20", "2025-10-10"))

    found = the_one_in_the_way(late.decision)
    assert (found.limit, found.cite) == (day("2025-11-07"), "§ 50-17(A)(2)")
    assert soon.decision.allowed
    assert soon.begin_by is not None
    assert soon.begin_by.nominal == day("2025-10-10")


@pytest.mark.proves("CHE-50-17-A-2-3/1")
def test_sixty_days_cannot_be_given(rule: Dated[OrderKind], calendar: Calendar) -> None:
    found = draft(rule, replace(order(), remedy_by=day("2025-12-07")), calendar)

    assert the_one_in_the_way(found.decision).limit == day("2025-11-07")
    assert found.remedy_by is not None
    assert found.remedy_by.nominal == day("2025-11-07")
    assert draft(rule, replace(order(), remedy_by=day("2025-11-07")), calendar).decision.allowed


@pytest.mark.proves("CHE-50-17-A-2-4/1")
def test_protection_meanwhile_names_the_law_that_allows_it(rule: Dated[OrderKind], calendar: Calendar) -> None:
    bare = draft(rule, replace(order(), protection=(("Vacate the premises", ""),)), calendar)
    named = draft(rule, replace(order(), protection=(("Vacate the premises", "PMC § 107"),)), calendar)

    assert the_one_in_the_way(bare.decision).cite == "§ 50-17(A)(2)"
    assert named.decision.allowed


@pytest.mark.proves("CHE-50-17-A-2-6/1")
def test_the_certified_copy_counts_and_the_posting_does_not(rule: Dated[OrderKind], calendar: Calendar) -> None:
    posted = Attempt("owner", "posted", {"posted": day("2025-10-09")})

    alone = service(rule, day("2025-10-08"), [OWNER], [posted], on=day("2025-10-10"), calendar=calendar)
    found = service(
        rule,
        day("2025-10-08"),
        [OWNER],
        [posted, mailed("owner", "certified", "2025-10-09")],
        on=day("2025-10-10"),
        calendar=calendar,
    )

    assert (alone.served_on, found.served_on) == (None, day("2025-10-09"))
    assert finding_of(found.decision, "service.owner.posted").outcome is Outcome.WARNING


@pytest.mark.proves("CHE-50-17-A-2-8/1", "CHE-50-17-A-2-8/2")
@pytest.mark.parametrize(
    ("dated", "nominal", "act_by"),
    [("2025-06-02", "2025-06-07", "2025-06-09"), ("2025-11-06", "2025-11-11", "2025-11-12")],
)
def test_the_owner_is_served_within_five_days(
    rule: Dated[OrderKind], calendar: Calendar, dated: str, nominal: str, act_by: str
) -> None:
    end = draft(rule, order(dated), calendar).serve_by

    assert end is not None
    assert (end.nominal, end.act_by) == (day(nominal), day(act_by))
    assert not end.passed(day(act_by))
    assert end.passed(date.fromordinal(day(act_by).toordinal() + 1))


def test_an_owner_not_served_in_time_has_the_order_dated_anew(rule: Dated[OrderKind], calendar: Calendar) -> None:
    due, late = (
        service(rule, day("2025-10-08"), [OWNER], [], on=day(on), calendar=calendar)
        for on in ("2025-10-14", "2025-10-15")
    )

    assert (due.date_anew, late.date_anew) == (False, True)


@pytest.mark.proves("CHE-50-17-A-2-9/1")
def test_a_tenant_may_be_served_and_need_not(rule: Dated[OrderKind], calendar: Calendar) -> None:
    found = service(
        rule,
        day("2025-10-08"),
        [OWNER, TENANT],
        [mailed("owner", "certified", "2025-10-09")],
        on=day("2025-10-20"),
        calendar=calendar,
    )

    assert found.served_on == day("2025-10-09")
    assert [f.key for f in found.decision.findings] == ["service.owner"]
    assert not found.lines[1].late


@pytest.mark.proves("CHE-50-17-A-2-10/1")
def test_registered_mail_serves_a_contractor_and_not_the_owner(rule: Dated[OrderKind], calendar: Calendar) -> None:
    both = [mailed("contractor", "registered", "2025-10-09"), mailed("owner", "registered", "2025-10-09")]

    found = service(rule, day("2025-10-08"), [OWNER, CONTRACTOR], both, on=day("2025-10-10"), calendar=calendar)

    owner, contractor = found.lines
    assert (owner.served_on, contractor.served_on) == (None, day("2025-10-09"))
    refused = finding_of(found.decision, "service.owner.registered")
    assert refused.why == "By registered mail: counts as a courtesy copy only"


@pytest.mark.proves("CHE-50-17-A-2-11/1")
def test_a_contractor_served_on_the_seventh_day_is_late(rule: Dated[OrderKind], calendar: Calendar) -> None:
    def served(on: str) -> Any:
        done = [mailed("owner", "certified", "2025-10-09"), mailed("contractor", "certified", on)]
        return service(rule, day("2025-10-08"), [OWNER, CONTRACTOR], done, on=day(on), calendar=calendar)

    late, in_time = served("2025-10-15"), served("2025-10-14")

    found = finding_of(late.decision, "service.contractor.in_time")
    assert (found.limit, found.outcome, found.cite) == (day("2025-10-14"), Outcome.WARNING, "§ 50-17(A)(2)")
    assert late.lines[1].late
    assert not in_time.lines[1].late
    assert not late.date_anew


# -- (B) appearance tickets


@pytest.mark.proves("CHE-50-17-B/1")
def test_a_ticket_is_for_the_uniform_code(chester: Pack) -> None:
    energy = {**INSPECTOR, "ticket.sections": set()}

    found = the_one_in_the_way(decide(chester, "ticket.issue", energy, "2025-05-29"))

    assert (found.why, found.cite) == ("§ 50-17(B) names the Uniform Code only", "§ 50-17(B)")
    assert open_(decide(chester, "ticket.issue", {**energy, "ticket.sections": {"FC § 1032.2"}}, "2025-05-29"))


@pytest.mark.proves("CHE-50-17-E-1/1")
def test_a_ticket_may_issue_while_an_order_runs(chester: Pack) -> None:
    told = {**INSPECTOR, "ticket.sections": {"FC § 1032.2"}, "order.remedy_by": day("2025-11-07")}

    decision = decide(chester, "ticket.issue", told, "2025-10-15")

    note = finding_of(decision, "remedy_pending")
    assert decision.allowed
    assert (note.outcome, note.cite) == (Outcome.WARNING, "§ 50-17(E)")
    assert note.why == "It runs to Fri 7 November 2025; a ticket may issue all the same"
    assert finding_of(decide(chester, "ticket.issue", told, "2025-11-08"), "remedy_pending").outcome is Outcome.MET


# -- (C) penalties


def penalty(pack: Pack, key: str) -> Dated[PenaltyRule]:
    """A penalty as it is in 2025."""
    found = pack.penalties.penalties[key].on(day("2025-07-09"))
    assert found is not None
    return found


def range_of(pack: Pack, key: str, found: str, cured: str) -> Exposure:
    """The range for a violation that was cured on a day."""
    made = exposure(pack.penalties.penalties[key], Days(day(found), day(cured), cured=True))
    assert isinstance(made, Exposure)
    return made


@pytest.mark.proves("CHE-50-17-C-1-1/1")
def test_ten_days_are_fined_ten_thousand_dollars_at_most(chester: Pack) -> None:
    found = range_of(chester, "criminal", "2025-07-09", "2025-07-18")

    assert (found.offences, found.least, found.most) == (10, Decimal(0), Decimal("10000.00"))
    (above,) = held_against(found, on=day("2025-11-20"), fine=Decimal("10500.00"))
    assert (above.outcome, above.cite, above.limit) == (Outcome.WARNING, "§ 50-17(C)(1)", Decimal("10000.00"))
    (at,) = held_against(found, on=day("2025-11-20"), fine=Decimal("10000.00"))
    assert at.outcome is Outcome.MET


@pytest.mark.proves("CHE-50-17-C-1-2/1")
def test_fifteen_days_of_jail_and_a_fine_are_within_it(chester: Pack) -> None:
    found = range_of(chester, "criminal", "2025-07-09", "2025-07-18")

    def imposed(days: int) -> list[tuple[str, Outcome]]:
        held = held_against(found, on=day("2025-11-20"), fine=Decimal("5000.00"), jail=Period(days=days))
        assert {one.cite for one in held} == {"§ 50-17(C)(1)"}
        return [(one.key, one.outcome) for one in held]

    assert imposed(20) == [("penalty.fine", Outcome.MET), ("penalty.jail", Outcome.WARNING)]
    assert imposed(16)[1] == ("penalty.jail", Outcome.WARNING)
    assert imposed(15) == [("penalty.fine", Outcome.MET), ("penalty.jail", Outcome.MET)]
    (jail,) = held_against(found, on=day("2025-11-20"), jail=Period(days=20))
    assert jail.why == "20 days; the longest is 15 days"


@pytest.mark.proves("CHE-50-17-C-1-3/1")
def test_the_uniform_code_alone_bears_no_criminal_charge(chester: Pack) -> None:
    criminal = penalty(chester, "criminal")

    alarm = basis(criminal, "uniform_code", {"provision": "FC § 915"})
    breached = basis(criminal, "order", {"paper": "Order to remedy of 2025-08-07"})

    assert (alarm.outcome, alarm.cite) == (Outcome.UNMET, "§ 50-17(C)(1)")
    assert "a provision of Chapter 50" in alarm.why
    assert breached.outcome is Outcome.MET


@pytest.mark.proves("CHE-50-17-C-2-1/1")
def test_a_part_of_a_day_is_a_day_for_the_civil_penalty(chester: Pack) -> None:
    found = range_of(chester, "civil", "2025-07-09", "2025-07-18")

    assert (found.offences, found.most) == (10, Decimal("10000.00"))
    assert found.jail is None
    assert found.rule.cite == "§ 50-17(C)(2)"


@pytest.mark.proves("CHE-50-17-C-2-2/1")
def test_the_uniform_code_alone_bears_a_civil_penalty(chester: Pack) -> None:
    told = {"provision": "FC § 915"}

    assert basis(penalty(chester, "civil"), "uniform_code", told).outcome is Outcome.MET
    assert basis(penalty(chester, "criminal"), "uniform_code", told).outcome is Outcome.UNMET


@pytest.mark.proves("CHE-50-17-C-2-3/1")
def test_a_civil_penalty_is_not_billed_without_an_action(chester: Pack) -> None:
    found = the_one_in_the_way(decide(chester, "penalty.bill", {}, "2025-08-20"))

    assert found.cite == "§ 50-17(C)(2)"
    assert open_(decide(chester, "penalty.bill", {"action.settled_on": day("2025-08-20")}, "2025-08-20"))
    begun = {"action.commenced_on": day("2025-08-21"), "action.settled_on": day("2025-08-22")}
    assert not decide(chester, "penalty.bill", begun, "2025-08-20").allowed
    assert open_(decide(chester, "penalty.bill", begun, "2025-08-21"))


# -- (D) actions


ACTION = {
    **OFFICER,
    "action.kind": "injunction",
    "legal.consulted_on": day("2025-11-10"),
    "action.commenced_on": day("2025-11-17"),
}


@pytest.mark.proves("CHE-50-17-D-3/1")
def test_the_board_authorizes_an_action_before_it_begins(chester: Pack) -> None:
    late = {**ACTION, "action.resolved_on": day("2025-11-19")}

    found = the_one_in_the_way(decide(chester, "legal_action.commence", late, "2025-11-19"))

    assert found.why == "Authorized on Wed 19 November 2025, later than it is commenced on Mon 17 November 2025"
    assert found.cite == "§ 50-17(D)"
    for resolved, allowed in (("2025-11-17", True), ("2025-11-18", False)):
        told = {**ACTION, "action.resolved_on": day(resolved)}
        assert decide(chester, "legal_action.commence", told, "2025-11-19").allowed is allowed


def test_an_action_for_a_civil_penalty_is_warned_of_without_the_board(chester: Pack) -> None:
    decision = decide(chester, "legal_action.commence", {**ACTION, "action.kind": "penalty"}, "2025-11-17")

    assert decision.allowed
    assert finding_of(decision, "authorized_penalty").outcome is Outcome.WARNING
