"""§ 50-6: stop-work orders."""

from datetime import date

import pytest

from tests.law.chester.facts import INSPECTOR, OFFICER, decide, finding_of, open_, permit_dates, the_one_in_the_way
from townwright.law.calendar import Calendar
from townwright.law.dated import Dated
from townwright.law.findings import Outcome
from townwright.law.orders import Attempt, Draft, OrderKind, Party, Violation, draft, may_rescind, offered, service
from townwright.law.packs import Pack
from townwright.law.permits import PERMIT_STATUS, term
from townwright.law.predicates import Asked

day = date.fromisoformat
SHAW = Party("shaw", "L. Shaw", frozenset({"owner"}))
RIDGE = Party("ridge", "Ridge Builders Inc.", frozenset({"permit_holder"}))


@pytest.fixture
def rule(chester: Pack) -> Dated[OrderKind]:
    found = chester.orders.kinds["stop_work"].on(day("2025-09-10"))
    assert found is not None
    return found


def order(on: str, *lines: Violation) -> Draft:
    """An order without conditions."""
    return Draft(day(on), lines, {"reasons": "See the lines"}, conditions=())


def by_hand(party: str, on: str) -> Attempt:
    """Service by hand."""
    return Attempt(party, "personal", {"handed": day(on)}, {"handed": {"to": "L. Shaw", "by": "T. Moss"}})


def grounds(pack: Pack, rule: Dated[OrderKind], on: str, status: str) -> tuple[str, ...]:
    """The grounds that are offered for work seen on a day."""
    asked = Asked({"permit.status": status}, day(on), pack.catalogue, pack.calendar(), pack.value)
    return offered(rule, asked)


# -- (A) when


@pytest.mark.proves("CHE-50-6-A-L1/1")
def test_an_order_needs_no_permit(chester: Pack, rule: Dated[OrderKind], calendar: Calendar) -> None:
    found = draft(rule, order("2025-05-14", Violation({}, "no_permit")), calendar)

    assert found.decision.allowed
    assert open_(decide(chester, "stop_work.issue", OFFICER, "2025-05-14"))
    assert "no_permit" in grounds(chester, rule, "2025-05-14", "none")


@pytest.mark.proves("CHE-50-6-A-1/1")
def test_work_that_needs_no_permit_is_stopped_by_the_section_it_violates(
    rule: Dated[OrderKind], calendar: Calendar
) -> None:
    cited = draft(rule, order("2025-08-20", Violation({"provision": "FC § 1032.2"}, "code")), calendar)
    bare = draft(rule, order("2025-08-20", Violation({}, "code")), calendar)

    assert cited.decision.allowed
    found = the_one_in_the_way(bare.decision)
    assert (found.why, found.cite) == ("Not given: the provision that it is contrary to", "§ 50-6(A)(1)")


@pytest.mark.proves("CHE-50-6-A-2/1")
def test_dangerous_work_under_a_valid_permit_needs_no_section(
    chester: Pack, rule: Dated[OrderKind], calendar: Calendar
) -> None:
    found = draft(rule, order("2025-06-11", Violation({}, "danger")), calendar)

    assert found.decision.allowed
    assert "danger" in grounds(chester, rule, "2025-06-11", "in force")


@pytest.mark.proves("CHE-50-6-A-3-2/1")
@pytest.mark.parametrize(
    ("on", "status", "is_offered"), [("2025-11-18", "in force", False), ("2025-11-19", "expired", True)]
)
def test_work_under_an_expired_permit(
    chester: Pack, rule: Dated[OrderKind], calendar: Calendar, on: str, status: str, is_offered: bool
) -> None:
    issued = term(chester.permits.of("building"), day("2024-11-18"), calendar)
    assert issued.life is not None
    dates = permit_dates(
        issued,
        commenced_on=day("2024-12-02"),
        commence_by=issued.commence.act_by if issued.commence else None,
        last_day=issued.life.act_by,
    )

    assert issued.life.act_by == day("2025-11-18")
    assert PERMIT_STATUS.on(dates, day(on)).key == status
    assert ("lapsed_permit" in grounds(chester, rule, on, status)) is is_offered


@pytest.mark.proves("CHE-50-6-A-3-3/1")
@pytest.mark.parametrize(("on", "is_offered"), [("2025-07-13", False), ("2025-08-01", True), ("2025-08-21", False)])
def test_work_under_a_suspended_permit(
    chester: Pack, rule: Dated[OrderKind], calendar: Calendar, on: str, is_offered: bool
) -> None:
    issued = term(chester.permits.of("building"), day("2025-04-14"), calendar)
    assert issued.life is not None
    dates = permit_dates(
        issued,
        commenced_on=day("2025-05-01"),
        suspended_on=day("2025-07-14"),
        lifted_on=day("2025-08-20"),
        commence_by=issued.commence.act_by if issued.commence else None,
        last_day=issued.life.act_by,
    )

    status = PERMIT_STATUS.on(dates, day(on)).key

    assert ("taken_permit" in grounds(chester, rule, on, status)) is is_offered


# -- (B) what stands in it


@pytest.mark.proves("CHE-50-6-B-2/1")
def test_an_inspector_does_not_sign_it(chester: Pack) -> None:
    found = the_one_in_the_way(decide(chester, "stop_work.issue", INSPECTOR, "2025-04-10"))

    assert (found.key, found.cite) == ("signature", "§ 50-6(B)(2)")
    assert "acting officer in the term" in found.cure
    assert open_(decide(chester, "stop_work.issue", OFFICER, "2025-04-10"))


@pytest.mark.proves("CHE-50-6-B-4/1")
def test_it_is_lifted_once_each_condition_is_met(chester: Pack, rule: Dated[OrderKind]) -> None:
    conditions = {"obtain permit": day("2025-08-04"), "engineer's report": None}

    found = the_one_in_the_way(may_rescind(rule, conditions, day("2025-08-05")))
    lifting = {**OFFICER, "stop_work.status": "in force", "stop_work.open_conditions": {"engineer's report"}}
    gate = the_one_in_the_way(decide(chester, "stop_work.lift", lifting, "2025-08-05"))

    assert (found.key, found.says, found.why) == ("order.condition.2", "engineer's report", "Open")
    assert (gate.why, gate.cite) == ("Open: engineer's report", "§ 50-6(B)(4)")


def test_an_order_gives_its_reasons(rule: Dated[OrderKind], calendar: Calendar) -> None:
    bare = Draft(day("2025-07-09"), (Violation({}, "no_permit"),), conditions=())

    assert the_one_in_the_way(draft(rule, bare, calendar).decision).cite == "§ 50-6(B)(3)"


# -- (C) service


@pytest.mark.proves("CHE-50-6-C-1/1")
def test_each_owner_is_served(rule: Dated[OrderKind], calendar: Calendar) -> None:
    owners = [Party("a", "A. Reyes", frozenset({"owner"})), Party("b", "B. Reyes", frozenset({"owner"}))]
    dated = day("2025-05-14")

    one = service(rule, dated, owners, [by_hand("a", "2025-05-14")], on=day("2025-05-15"), calendar=calendar)
    both = service(
        rule,
        dated,
        owners,
        [by_hand("a", "2025-05-14"), by_hand("b", "2025-05-15")],
        on=day("2025-05-15"),
        calendar=calendar,
    )

    assert [line.must for line in one.lines] == [True, True]
    assert (one.served_on, both.served_on) == (None, day("2025-05-15"))


@pytest.mark.proves("CHE-50-6-C-2/1")
def test_the_permit_holder_is_served_too(rule: Dated[OrderKind], calendar: Calendar) -> None:
    found = service(rule, day("2025-09-10"), [SHAW, RIDGE], [], on=day("2025-09-10"), calendar=calendar)
    same = Party("shaw", "L. Shaw", frozenset({"owner", "permit_holder"}))
    alone = service(rule, day("2025-09-10"), [same], [], on=day("2025-09-10"), calendar=calendar)

    assert [(line.party.name, line.must) for line in found.lines] == [("L. Shaw", True), ("Ridge Builders Inc.", True)]
    assert len(alone.lines) == 1


@pytest.mark.proves("CHE-50-6-C-3/1")
def test_electronic_mail_is_no_service(rule: Dated[OrderKind], calendar: Calendar) -> None:
    mailed = Attempt("shaw", "e-mail", {"sent": day("2025-09-10")})

    found = service(rule, day("2025-09-10"), [SHAW], [mailed], on=day("2025-09-10"), calendar=calendar)

    assert found.served_on is None
    line = finding_of(found.decision, "service.shaw.e-mail")
    assert (line.why, line.cite) == ("e-mail: counts as a courtesy copy only", "§ 50-6(C)")


@pytest.mark.proves("CHE-50-6-C-5/1")
def test_handing_it_over_is_personal_service(rule: Dated[OrderKind], calendar: Calendar) -> None:
    found = service(
        rule, day("2025-09-10"), [SHAW], [by_hand("shaw", "2025-09-10")], on=day("2025-09-10"), calendar=calendar
    )

    assert found.served_on == day("2025-09-10")
    assert rule.value.ways["personal"].title == "By hand"


@pytest.mark.proves("CHE-50-6-C-6/1")
def test_posting_is_complete_with_the_certified_copy(rule: Dated[OrderKind], calendar: Calendar) -> None:
    posted = Attempt(
        "shaw",
        "posted",
        {"posted": day("2025-09-10"), "mailed": day("2025-09-12")},
        {"posted": {"photo": "IMG 1"}, "mailed": {"article": "7019 1"}},
    )

    early, later = (
        service(rule, day("2025-09-10"), [SHAW], [posted], on=day(on), calendar=calendar)
        for on in ("2025-09-11", "2025-09-12")
    )

    assert (early.served_on, later.served_on) == (None, day("2025-09-12"))
    only = Attempt("shaw", "posted", {"posted": day("2025-09-10")}, {"posted": {"photo": "IMG 1"}})
    assert service(rule, day("2025-09-10"), [SHAW], [only], on=day("2025-09-12"), calendar=calendar).served_on is None


@pytest.mark.proves("CHE-50-6-C-7/1")
def test_the_roofer_may_be_served_and_need_not(rule: Dated[OrderKind], calendar: Calendar) -> None:
    roofer = Party("roofer", "Top Roofs", frozenset({"contractor"}))
    done = [by_hand("shaw", "2025-09-10"), by_hand("ridge", "2025-09-11")]

    found = service(rule, day("2025-09-10"), [SHAW, RIDGE, roofer], done, on=day("2025-09-11"), calendar=calendar)

    assert found.served_on == day("2025-09-11")
    assert found.decision.allowed
    assert [line.must for line in found.lines] == [True, True, False]


@pytest.mark.proves("CHE-50-6-C-8/1")
def test_registered_mail_to_others_is_warned_of(rule: Dated[OrderKind], calendar: Calendar) -> None:
    roofer = Party("roofer", "Top Roofs", frozenset({"contractor"}))
    mailed = Attempt("roofer", "registered", {"mailed": day("2025-09-10")}, {"mailed": {"article": "RE 1"}})

    found = service(
        rule,
        day("2025-09-10"),
        [SHAW, roofer],
        [by_hand("shaw", "2025-09-10"), mailed],
        on=day("2025-09-10"),
        calendar=calendar,
    )

    line = finding_of(found.decision, "service.roofer.registered")
    assert (line.outcome, line.cite) == (Outcome.WARNING, "§ 50-6(C)")
    assert "certified mail" in line.says
    assert "registered" not in line.says
