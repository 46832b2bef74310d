"""19 NYCRR §§ 1203.3(c), (e), (f), (i), 1203.5 and Executive Law § 382: orders, complaints, fires, penalties."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from tests.law.chester.facts import INSPECTOR, OFFICER, decide, finding_of, open_, the_one_in_the_way
from townwright.law.calendar import Calendar
from townwright.law.dated import Dated
from townwright.law.orders import Attempt, Draft, OrderKind, Party, Violation, default_from, draft, service
from townwright.law.packs import Pack
from townwright.law.penalties import Days, Exposure, exposure

day = date.fromisoformat
OWNER = Party("owner", "R. Hale", frozenset({"owner"}))


def kind(state: Pack, key: str, on: str) -> Dated[OrderKind]:
    """A kind of order as it is on a day."""
    found = state.orders.kinds[key].on(day(on))
    assert found is not None
    return found


def order(on: str) -> Draft:
    """An order of one line that is in order."""
    return Draft(day(on), (Violation({"condition": "Blocked exit", "provision": "FC § 1032.2"}),))


def handed(party: str, on: str) -> Attempt:
    """Service by hand."""
    return Attempt(party, "personal", {"handed": day(on)}, {"handed": {"to": "R. Hale", "by": "T. Moss"}})


@pytest.mark.proves("NYS-1203-3-c/1")
def test_a_stop_work_order_has_its_reason_and_stops_work_on_issue(state: Pack, calendar: Calendar) -> None:
    rule = kind(state, "stop_work", "2025-05-14")

    made = Draft(day("2025-05-14"), (Violation({}, "no_permit"),), {}, conditions=())

    bare = draft(rule, made, calendar)
    whole = draft(rule, replace(made, gives={"reasons": "No permit"}), calendar)

    found = the_one_in_the_way(bare.decision)
    assert (found.key, found.cite) == ("order.reasons", "19 NYCRR § 1203.3(c)")
    assert whole.decision.allowed
    assert whole.remedy_by is None
    assert rule.value.stops_work
    assert rule.value.effective == "on issue"


@pytest.mark.proves("NYS-1203-3-c-2/1")
def test_a_stop_work_order_is_served_on_the_permit_holder_too(state: Pack, calendar: Calendar) -> None:
    rule = kind(state, "stop_work", "2025-09-10")
    holder = Party("holder", "Ridge Builders", frozenset({"permit_holder"}))
    first = handed("owner", "2025-09-10")

    one = service(rule, day("2025-09-10"), [OWNER, holder], [first], on=day("2025-09-11"), calendar=calendar)
    both = service(
        rule,
        day("2025-09-10"),
        [OWNER, holder],
        [first, handed("holder", "2025-09-11")],
        on=day("2025-09-11"),
        calendar=calendar,
    )

    assert one.served_on is None
    assert the_one_in_the_way(one.decision).says == "Ridge Builders is served by hand or by certified mail"
    assert both.served_on == day("2025-09-11")


@pytest.mark.proves("NYS-1203-3-e/1")
def test_the_fire_chief_tells_of_four_kinds_of_fire(state: Pack) -> None:
    assert open_(decide(state, "fire_notice.record", {"fire.involves": {"chimney"}}, "2025-12-01"))
    found = the_one_in_the_way(decide(state, "fire_notice.record", {"fire.involves": set()}, "2025-12-01"))
    assert found.cite == "19 NYCRR § 1203.3(e)"


@pytest.mark.proves("NYS-1203-3-f/1")
def test_the_case_of_an_unsafe_building_names_its_procedure(state: Pack) -> None:
    found = the_one_in_the_way(decide(state, "unsafe.open", {}, "2025-03-21"))

    assert found.cite == "19 NYCRR § 1203.3(f)"
    assert open_(decide(state, "unsafe.open", {"unsafe.procedure": "Town Law § 130(16)"}, "2025-03-21"))


@pytest.mark.proves("NYS-1203-3-i/1")
def test_a_complaint_is_closed_as_abated_after_inspection_and_report(state: Pack) -> None:
    abated = {**OFFICER, "complaint.outcome": "abated", "complaint.inspected_on": day("2025-06-09")}

    early = decide(state, "complaint.close", abated, "2025-06-24")
    late = decide(
        state,
        "complaint.close",
        {**abated, "complaint.reinspected_on": day("2025-06-26"), "complaint.report_filed_on": day("2025-06-27")},
        "2025-06-27",
    )

    assert [found.key for found in early.standing_in_the_way] == ["reinspected", "report"]
    assert {found.cite for found in early.standing_in_the_way} == {"19 NYCRR § 1203.3(i)"}
    assert open_(late)


@pytest.mark.proves("NYS-1203-5-1/1")
def test_an_order_names_the_provision_of_each_line(state: Pack, calendar: Calendar) -> None:
    two = Draft(day("2025-10-08"), (*order("2025-10-08").lines, Violation({"condition": "No alarm"})))

    found = the_one_in_the_way(draft(kind(state, "remedy", "2025-10-08"), two, calendar).decision)

    assert found.why == "The provision violated: not given in line 2"
    assert found.cite == "19 NYCRR § 1203.5"


@pytest.mark.proves("NYS-1203-5-2/1")
@pytest.mark.parametrize(
    ("dated", "nominal", "act_by", "default"),
    [
        ("2025-10-08", "2025-11-07", "2025-11-07", "2025-11-08"),
        ("2025-10-12", "2025-11-11", "2025-11-12", "2025-11-13"),
    ],
)
def test_an_order_is_complied_with_in_thirty_days_from_its_date(
    state: Pack, calendar: Calendar, dated: str, nominal: str, act_by: str, default: str
) -> None:
    drafted = draft(kind(state, "remedy", dated), order(dated), calendar)

    assert drafted.decision.allowed
    assert drafted.remedy_by is not None
    assert (drafted.remedy_by.nominal, drafted.remedy_by.act_by) == (day(nominal), day(act_by))
    assert default_from(drafted.remedy_by) == day(default)


@pytest.mark.proves("NYS-1203-5-2/2")
def test_another_last_day_is_refused(state: Pack, calendar: Calendar) -> None:
    typed = replace(order("2025-10-08"), remedy_by=day("2025-12-07"))

    found = the_one_in_the_way(draft(kind(state, "remedy", "2025-10-08"), typed, calendar).decision)

    assert (found.key, found.limit, found.cite) == ("order.time", day("2025-11-07"), "19 NYCRR § 1203.5")


@pytest.mark.proves("NYS-1203-5-3/1")
def test_posting_is_no_service_and_registered_mail_is(state: Pack, calendar: Calendar) -> None:
    rule = kind(state, "remedy", "2025-10-08")
    posted = Attempt("owner", "posted", {"posted": day("2025-10-09")})
    mailed = Attempt("owner", "registered", {"mailed": day("2025-10-14")}, {"mailed": {"article": "RE 1"}})

    without_mail = service(rule, day("2025-10-08"), [OWNER], [posted], on=day("2025-10-14"), calendar=calendar)
    found = service(rule, day("2025-10-08"), [OWNER], [posted, mailed], on=day("2025-10-14"), calendar=calendar)

    assert without_mail.served_on is None
    assert finding_of(found.decision, "service.owner.posted").why == "posted: counts as a courtesy copy only"
    assert found.served_on == day("2025-10-14")
    (line,) = found.lines
    assert line.serve_by is not None
    assert (line.serve_by.nominal, line.serve_by.act_by, line.late) == (day("2025-10-13"), day("2025-10-14"), False)


@pytest.mark.proves("NYS-1203-5-3/2")
def test_an_order_served_too_late_is_dated_anew(state: Pack, calendar: Calendar) -> None:
    rule = kind(state, "remedy", "2025-10-08")

    found = service(
        rule, day("2025-10-08"), [OWNER], [handed("owner", "2025-10-15")], on=day("2025-10-15"), calendar=calendar
    )

    assert found.date_anew
    late = finding_of(found.decision, "service.owner.in_time")
    assert (late.cure, late.cite) == ("Date it anew, issue it again and serve that one", "19 NYCRR § 1203.5")


@pytest.mark.proves("NYS-1203-5-4/1")
def test_a_beginning_lies_within_the_thirty_days(state: Pack, calendar: Calendar) -> None:
    rule = kind(state, "remedy", "2025-10-08")

    late = draft(rule, replace(order("2025-10-08"), begin_by=day("2025-11-08")), calendar)
    soon = draft(rule, replace(order("2025-10-08"), begin_by=day("2025-10-10")), calendar)

    assert the_one_in_the_way(late.decision).cite == "19 NYCRR § 1203.5"
    assert soon.decision.allowed
    assert soon.remedy_by is not None
    assert soon.remedy_by.nominal == day("2025-11-07")


def test_an_order_bears_the_day_of_its_issue(state: Pack) -> None:
    told = {**OFFICER, "order.dated": day("2025-10-08")}

    assert open_(decide(state, "order.issue", told, "2025-10-08"))
    for other in ("2025-10-07", "2025-10-09"):
        found = the_one_in_the_way(decide(state, "order.issue", told, other))
        assert (found.key, found.cite) == ("dated", "19 NYCRR § 1203.5")


@pytest.mark.parametrize(
    ("status", "allowed"),
    [("unserved", True), ("running", True), ("draft", False), ("withdrawn", False), ("replaced", False)],
)
def test_an_order_is_served_once_it_is_issued(state: Pack, status: str, allowed: bool) -> None:
    assert decide(state, "order.serve", {"order.status": status}, "2025-10-08").allowed is allowed


def test_a_stop_work_order_is_lifted_once_its_conditions_are_met(state: Pack) -> None:
    told = {**OFFICER, "stop_work.status": "in force", "stop_work.open_conditions": {"engineer's report"}}

    assert the_one_in_the_way(decide(state, "stop_work.lift", told, "2025-08-05")).why == "Open: engineer's report"
    assert open_(decide(state, "stop_work.lift", {**told, "stop_work.open_conditions": set()}, "2025-08-05"))


# -- Executive Law § 382


@pytest.mark.proves("NYS-EXEC-382-1/1")
def test_an_appearance_ticket_rests_on_the_uniform_code(state: Pack) -> None:
    energy = {**INSPECTOR, "ticket.sections": set()}

    found = the_one_in_the_way(decide(state, "ticket.issue", energy, "2025-05-29"))

    assert (found.key, found.cite) == ("section", "Executive Law § 382(1)")
    assert open_(decide(state, "ticket.issue", {**energy, "ticket.sections": {"FC § 1032.2"}}, "2025-05-29"))


@pytest.mark.proves("NYS-EXEC-382-2/1")
def test_the_fine_has_its_minimum_from_the_181st_and_the_361st_day(state: Pack) -> None:
    series = state.penalties.penalties["executive_law_382"]

    def found(cured: str) -> Exposure:
        days = Days(day("2024-12-01"), day(cured), True, deadline=day("2025-01-06"))
        made = exposure(series, days)
        assert isinstance(made, Exposure)
        return made

    year = found("2026-01-07")
    assert (year.offences, year.least, year.most) == (365, Decimal("4750.00"), Decimal("365000.00"))
    assert year.words == "365 days: $4,750.00 to $365,000.00, or up to 1 year of jail, or both"
    assert [str(found(cured).least) for cured in ("2025-07-06", "2025-07-07")] == ["0.00", "25.00"]
    assert [str(found(cured).least) for cured in ("2026-01-02", "2026-01-03")] == ["4500.00", "4550.00"]


@pytest.mark.proves("NYS-EXEC-382-3/1")
def test_the_officer_commences_an_action(state: Pack) -> None:
    assert not decide(state, "legal_action.commence", INSPECTOR, "2025-11-17").allowed
    assert decide(state, "legal_action.commence", OFFICER, "2025-11-17").allowed
