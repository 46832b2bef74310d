"""§ 149-13: applications and building permits."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.law.cortlandt.facts import acceptable_element, application, asked, documents, fence, ready_permit
from tests.law.facts import (
    INSPECTOR,
    OFFICER,
    Facts,
    decide,
    finding_of,
    insured,
    open_,
    paid,
    permit_dates,
    the_one_in_the_way,
    without,
)
from townwright.law.calendar import Calendar
from townwright.law.fees import FeeSchedule, compute
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.permits import Standing, Term, standing, term, term_on
from townwright.law.renewals import Renewal, renew

day = date.fromisoformat

# ------------------------------------------------------------------------------------ the lead: when it issues


@pytest.mark.proves("COR-149-13-2/1")
def test_the_examination_of_the_site_is_outstanding_until_it_is_logged(cortlandt: Pack) -> None:
    unseen = without(ready_permit(), "inspection.of.site")

    found = the_one_in_the_way(decide(cortlandt, "permit.issue", unseen, "2025-04-14"))

    assert found.why == "Work site not inspected"
    assert {"COR-149-13-2", "COR-149-15-E-2-a"} <= set(found.provisions)


@pytest.mark.proves("COR-149-13-3/1")
def test_an_incomplete_application_issues_no_permit(cortlandt: Pack) -> None:
    without_plan = {**ready_permit(), "review.plot_plan": "not satisfied"}

    incomplete = decide(
        cortlandt,
        "application.complete",
        {**application(), **documents(review__plot_plan="not satisfied")},
        "2025-04-03",
    )

    found = the_one_in_the_way(incomplete)
    assert found.says == "Plot plan"
    assert found.cite == "§ 149-13(C)"
    assert the_one_in_the_way(decide(cortlandt, "permit.issue", without_plan, "2025-04-03")).says == "Plot plan"


def test_an_application_is_approved_before_the_permit_issues(cortlandt: Pack) -> None:
    unapproved = without(ready_permit(), "documents.accepted_on")

    found = the_one_in_the_way(decide(cortlandt, "permit.issue", unapproved, "2025-04-21"))

    assert (found.key, found.why, found.cite) == ("documents.accepted", "Not accepted yet", "§ 149-13")


@pytest.mark.parametrize("code", ["uniform_code", "energy_code"])
def test_work_that_does_not_conform_issues_no_permit(cortlandt: Pack, code: str) -> None:
    stair = {**ready_permit(), f"examined.{code}": "does not comply"}

    found = the_one_in_the_way(decide(cortlandt, "permit.issue", stair, "2025-04-10"))

    assert (found.key, found.cite) == ("examined", "§ 149-13")


@pytest.mark.proves("COR-149-13-5/1")
def test_a_blank_line_of_another_law_is_named(cortlandt: Pack) -> None:
    blank = without(ready_permit(), "review.laws.flood")

    found = the_one_in_the_way(decide(cortlandt, "permit.issue", blank, "2025-05-14"))

    assert found.says == "Other laws: flood damage prevention"
    assert "COR-149-13-5" in found.provisions
    marked = {**blank, "review.laws.flood": "not applicable", "review.laws.flood.reason": "in no flood hazard area"}
    assert open_(decide(cortlandt, "permit.issue", marked, "2025-05-14"))


def test_a_complete_and_conforming_application_is_ready_without_further_reasons(cortlandt: Pack) -> None:
    decision = decide(cortlandt, "permit.issue", ready_permit(), "2025-04-24")

    assert open_(decision)
    assert {f"review.{line}" for line in ("zoning", "steep_slopes", "wetlands", "approvals")} <= {
        f.key for f in decision.in_order
    }


def test_the_permit_says_that_it_is_displayed_where_it_can_be_seen(cortlandt: Pack) -> None:
    display = next(d for d in cortlandt.paper("permit").directives if d.key == "display")

    assert "Display this permit prominently on the property" in display.text
    assert "readily be seen from the adjacent thoroughfares if possible" in display.text
    assert (display.cite, display.must_stand) == ("§ 149-13", True)


# --------------------------------------------------------------------------------- (A) to (C) the application


@pytest.mark.parametrize("head", ["uniform_code", "energy_code", "zoning", "local_laws"])
def test_information_is_enough_under_each_of_four_heads(cortlandt: Pack, head: str) -> None:
    facts = {**application(), **documents(), f"review.information.{head}": "not satisfied"}
    facts[f"review.information.{head}.note"] = "insulation values"

    found = the_one_in_the_way(decide(cortlandt, "application.complete", facts, "2025-03-11"))

    assert (found.cite, found.why) == ("§ 149-13(A)", "Insulation values")
    assert head.split("_")[0] in found.says.lower()


def complete(pack: Pack, **changes: Any) -> Any:
    """What completeness says of an application of 5 March 2025."""
    facts = {**application(), **documents()}
    return decide(
        pack, "application.complete", {**facts, **{k.replace("__", "."): v for k, v in changes.items()}}, "2025-03-05"
    )


@pytest.mark.proves("COR-149-13-B-b/1")
def test_an_agent_needs_the_owners_authorization_on_file(cortlandt: Pack) -> None:
    found = the_one_in_the_way(complete(cortlandt, application__signed_by="agent"))

    assert found.cite == "§ 149-13(B)"
    assert "the agent's authorization: not known" in found.why
    authorized = {"application__signed_by": "agent", "application__agent_authorized_on": date(2025, 3, 4)}
    assert open_(complete(cortlandt, **authorized))
    assert not complete(cortlandt, application__signed_by="nobody").allowed


@pytest.mark.proves("COR-149-13-B-1/1", "COR-149-13-B-2/1", "COR-149-13-B-4/1", "COR-149-13-B-6/1")
@pytest.mark.parametrize(
    ("blank", "key", "cite"),
    [
        ({"application__owner_address": ""}, "owner.address", "§ 149-13(B)(1)"),
        ({"application__owner_name": ""}, "owner.name", "§ 149-13(B)(1)"),
        ({"application__tax_map": ""}, "land", "§ 149-13(B)(2)"),
        ({"application__scope": ""}, "described.scope", "§ 149-13(B)(4)"),
        ({"application__nature": ""}, "described.nature", "§ 149-13(B)(4)"),
        ({"application__compliance_stated": False}, "statement", "§ 149-13(B)(6)"),
    ],
)
def test_what_the_form_leaves_blank_keeps_it_incomplete_and_is_named(
    cortlandt: Pack, blank: Facts, key: str, cite: str
) -> None:
    decision = complete(cortlandt, **blank)

    found = the_one_in_the_way(decision)
    assert (found.key, found.cite, found.held_by) == (key, cite, "applicant")
    facts = {**application(), **{name.replace("__", "."): value for name, value in blank.items()}}
    assert open_(decide(cortlandt, "application.file", facts, "2025-03-05"))  # received all the same


def test_land_without_a_number_can_be_described(cortlandt: Pack) -> None:
    assert open_(complete(cortlandt, application__tax_map="", application__land="North of the brook, gore lot"))


@pytest.mark.proves("COR-149-13-B-3/1")
def test_another_use_is_flagged_as_a_change(cortlandt: Pack) -> None:
    decision = complete(cortlandt, application__use="office", application__use_proposed="day care")

    found = finding_of(decision, "change_of_use")
    assert decision.allowed
    assert found.outcome is Outcome.WARNING
    assert found.why == "Change of use from office to day care; the certificate must authorise it"
    assert found.cite == "§ 149-13(B)(3)"
    same = complete(cortlandt, application__use="office", application__use_proposed="Office")
    assert finding_of(same, "change_of_use").outcome is Outcome.MET
    silent = complete(cortlandt, application__occupancy="")
    assert "use" in {f.key for f in silent.standing_in_the_way}


@pytest.mark.proves("COR-149-13-B-5/1")
def test_the_cost_is_worked_out_by_the_schedule_in_force(cortlandt: Pack) -> None:
    schedule = FeeSchedule.model_validate(
        {
            "name": "Schedule of 2025",
            "resolution": "12-2025",
            "adopted": "2025-01-14",
            "begins": "2025-01-15",
            "lines": [
                {
                    "code": "estimate",
                    "title": "Estimated cost",
                    "parts": [{"kind": "per", "fact": "application.area", "amount": "150.00"}],
                },
                {
                    "code": "permit.application",
                    "title": "Building permit",
                    "action": "permit.apply",
                    "parts": [{"kind": "share", "of_line": "estimate", "percent": "1"}],
                },
            ],
        }
    )
    stated = application(application__cost="40000.00", application__area="400", application__work_type="alter")

    estimate = compute(schedule, "estimate", asked(cortlandt, stated, "2025-03-05")).amount
    fee = compute(schedule, "permit.application", asked(cortlandt, stated, "2025-03-05")).amount
    exempt = decide(cortlandt, "permit.not_needed", {**stated, "application.cost_by_schedule": estimate}, "2025-03-05")

    assert (estimate, fee) == (Decimal("60000.00"), Decimal("600.00"))
    assert finding_of(exempt, "b.cost").fact == Decimal("60000.00")
    assert finding_of(complete(cortlandt, application__cost="40000.00"), "cost").why == "$40,000.00"


@pytest.mark.proves("COR-149-13-C-1/1")
def test_the_plot_plan_is_part_of_every_set(cortlandt: Pack) -> None:
    interior = {"application__work_type": "alter", "review__plot_plan": "not satisfied"}

    found = the_one_in_the_way(complete(cortlandt, **interior))

    assert (found.says, found.cite) == ("Plot plan", "§ 149-13(C)")
    waived = {**interior, "review__plot_plan": "not applicable"}
    assert not complete(cortlandt, **waived).allowed
    assert open_(complete(cortlandt, **waived, **{"review.plot_plan.reason": "wholly inside the building"}))


@pytest.mark.parametrize(("requests", "result"), [({"soil report"}, False), (set(), True)])
def test_an_open_request_keeps_the_application_incomplete(cortlandt: Pack, requests: set[str], result: bool) -> None:
    decision = complete(cortlandt, application__open_requests=requests)

    assert decision.allowed is result
    assert finding_of(decision, "information").cite == "§ 149-13(C)"


# ------------------------------------------------------------------------------------------------- (D) seals


def plan(**changes: Any) -> Facts:
    """A plan sealed and signed by a New York architect."""
    facts = {
        "document__kind": "plan",
        "seal__profession": "architect",
        "seal__state": "New York",
        "seal__signed_by": "A. Novak",
        "seal__legible": True,
        **changes,
    }
    return {name.replace("__", "."): value for name, value in facts.items()}


@pytest.mark.proves("COR-149-13-D-1/1", "COR-149-13-D-1/2")
def test_plans_bear_the_seal_of_a_new_york_licensee(cortlandt: Pack) -> None:
    unsealed = decide(cortlandt, "documents.check_in", plan(seal__profession="none"), "2025-03-12")
    connecticut = decide(
        cortlandt, "documents.check_in", plan(seal__profession="engineer", seal__state="Connecticut"), "2025-03-12"
    )

    found = the_one_in_the_way(unsealed)
    assert found.why == "Not accepted: seal of an architect, engineer or surveyor missing"
    assert found.cite == "§ 149-13(D)"
    assert the_one_in_the_way(connecticut).why == "Not accepted: not licensed in this state (Connecticut)"
    assert open_(decide(cortlandt, "documents.check_in", plan(), "2025-03-12"))
    owner = documents(professional__profession="none")
    assert the_one_in_the_way(decide(cortlandt, "documents.accept", owner, "2025-03-12")).why == (
        "Seal of an architect, engineer or surveyor missing"
    )


@pytest.mark.parametrize(
    ("kind", "enough"), [("survey", True), ("plot plan", True), ("plan", False), ("specification", False)]
)
def test_a_surveyor_seals_surveys_and_plot_plans_only(cortlandt: Pack, kind: str, enough: bool) -> None:
    sealed = plan(document__kind=kind, seal__profession="surveyor")

    assert decide(cortlandt, "documents.check_in", sealed, "2025-03-12").allowed is enough


@pytest.mark.proves("COR-149-13-D-2/1")
def test_a_revised_plan_needs_the_seal_too(cortlandt: Pack) -> None:
    revised = decide(cortlandt, "documents.check_in", plan(seal__profession="none"), "2025-06-03")

    found = the_one_in_the_way(revised)
    assert found.cite == "§ 149-13(D)"
    assert "COR-149-13-D-2" in found.provisions


@pytest.mark.proves("COR-149-13-D-3/1")
def test_the_line_on_the_education_law_fails_without_a_signature(cortlandt: Pack) -> None:
    unsigned = decide(cortlandt, "documents.check_in", plan(seal__signed_by=""), "2025-03-12")

    found = the_one_in_the_way(unsigned)
    assert found.key == "education_law"
    assert "§ 7209" in found.says
    assert found.why.startswith("The line on § 7209 fails")
    assert not decide(cortlandt, "documents.check_in", plan(seal__legible=False), "2025-03-12").allowed


# ------------------------------------------------------------------------------- (F) suspension and revocation


def ground(name: str, **told: Any) -> Facts:
    """A finding as the Director makes it."""
    return {
        **OFFICER,
        "permit.status": "in force",
        "finding.ground": name,
        **{key.replace("__", "."): value for key, value in told.items()},
    }


@pytest.mark.proves("COR-149-13-F-1/1")
def test_issued_in_error_is_no_ground(cortlandt: Pack) -> None:
    in_error = ground("issued in error", finding__information="lot width", finding__defect="incorrect")

    found = the_one_in_the_way(decide(cortlandt, "permit.revoke", in_error, "2025-07-02"))

    assert found.cite == "§ 149-13(F)"
    assert "is no ground under § 149-13(F)" in found.why
    assert "19 NYCRR § 1203.3(a)) has it, for permits issued on wrong or incomplete information" in found.why


@pytest.mark.proves("COR-149-13-F-2/1")
def test_work_against_the_uniform_code_cites_its_provision(cortlandt: Pack) -> None:
    openings = ground("work violates a code", finding__sections=set())

    found = the_one_in_the_way(decide(cortlandt, "permit.suspend", openings, "2025-06-20"))

    assert (found.key, found.cite) == ("sections", "§ 149-13(F)")
    cited = ground("work violates a code", finding__sections={"BCNYS 705.8"})
    assert open_(decide(cortlandt, "permit.suspend", cited, "2025-06-20"))


def test_a_broken_condition_is_named(cortlandt: Pack) -> None:
    unnamed = the_one_in_the_way(decide(cortlandt, "permit.suspend", ground("breaks a condition"), "2025-06-23"))
    named_one = decide(
        cortlandt,
        "permit.suspend",
        ground("breaks a condition", finding__condition="4. No work on Sundays"),
        "2025-06-23",
    )

    assert (unnamed.key, unnamed.cite) == ("condition", "§ 149-13(F)")
    assert finding_of(named_one, "condition").why == "4. No work on Sundays"
    assert open_(named_one)


@pytest.mark.parametrize("missing", ["finding.information", "finding.true_fact", "finding.evidence"])
def test_a_misrepresentation_needs_the_part_the_truth_and_the_evidence(cortlandt: Pack, missing: str) -> None:
    told = ground(
        "false statement",
        finding__information="one dwelling unit",
        finding__true_fact="two",
        finding__evidence={"inspection of 5 August 2025"},
    )

    assert open_(decide(cortlandt, "permit.revoke", told, "2025-08-07"))
    found = the_one_in_the_way(decide(cortlandt, "permit.revoke", without(told, missing), "2025-08-07"))
    assert (found.key, found.cite) == ("misrepresented", "§ 149-13(F)")


def test_a_revocation_is_not_lifted(cortlandt: Pack) -> None:
    revoked = {
        **OFFICER,
        "permit.status": "revoked",
        "showing.completed_work_complies": True,
        "showing.proposed_work_complies": True,
    }

    assert the_one_in_the_way(decide(cortlandt, "permit.lift", revoked, "2025-07-08")).key == "suspended"
    assert open_(decide(cortlandt, "permit.lift", {**revoked, "permit.status": "suspended"}, "2025-07-08"))


# ------------------------------------------------------------------------------- (G) how long a permit lives


def issued(pack: Pack, calendar: Calendar, on: str) -> Term:
    """The term of a building permit."""
    return term(pack.permits.of("building"), day(on), calendar)


def stands(pack: Pack, now: Term, on: str, **dates: date | None) -> Standing:
    """What a permit is on a day."""
    return standing(pack.permits, "building", now, permit_dates(now, **dates), day(on))


@pytest.mark.proves("COR-149-13-G-1/1")
def test_a_permit_is_good_through_the_same_day_of_the_next_year(cortlandt: Pack, calendar: Calendar) -> None:
    now = issued(cortlandt, calendar, "2025-03-10")

    assert stands(cortlandt, now, "2026-03-10").status.key == "in force"
    expired = stands(cortlandt, now, "2026-03-11")
    assert (expired.status.key, expired.since, expired.cite) == ("expired", day("2026-03-11"), "§ 149-13(G)")
    assert now.commence is None


@pytest.mark.proves("COR-149-13-G-1/2")
def test_work_finished_in_time_is_inspected_after_the_permit_has_expired(cortlandt: Pack) -> None:
    final = {
        "inspection.element": "final",
        "inspection.corrective": False,
        "permit.status": "expired",
        "permit.last_day": day("2026-03-10"),
        "inspection.earlier_open": set(),
    }

    refused = the_one_in_the_way(decide(cortlandt, "inspection.request", final, "2026-03-16"))
    recorded = {**final, "work.completed_on": day("2026-03-05")}

    assert refused.cite == "§ 149-13(G)"
    assert "The permit is expired" in refused.why
    assert open_(decide(cortlandt, "inspection.request", recorded, "2026-03-16"))
    on_the_last = {**final, "work.completed_on": day("2026-03-10")}
    assert open_(decide(cortlandt, "inspection.request", on_the_last, "2026-03-16"))
    too_late = {**final, "work.completed_on": day("2026-03-11")}
    assert not decide(cortlandt, "inspection.request", too_late, "2026-03-16").allowed


@pytest.mark.proves("COR-149-13-G-1/3", "COR-149-13-G-1/4")
@pytest.mark.parametrize(
    ("on", "expires"), [("2024-02-29", "2025-02-28"), ("2025-02-28", "2026-02-28"), ("2025-03-01", "2026-03-01")]
)
def test_a_permits_life_is_not_carried_over_a_weekend(
    cortlandt: Pack, calendar: Calendar, on: str, expires: str
) -> None:
    life = issued(cortlandt, calendar, on).life

    assert life is not None
    assert (life.nominal, life.act_by) == (day(expires), day(expires))
    if on == "2025-02-28":
        assert life.act_by.strftime("%A") == "Saturday"


@pytest.mark.proves("COR-149-13-G-2/1")
def test_the_certificate_ends_the_permit(cortlandt: Pack, calendar: Calendar) -> None:
    now = issued(cortlandt, calendar, "2025-04-14")

    found = stands(cortlandt, now, "2025-11-07", closed_on=day("2025-11-06"))

    assert (found.status.key, found.since) == ("closed", day("2025-11-06"))
    assert found.why == "Ended by its certificate"
    assert found.cite == "§ 149-13(G)"
    assert "COR-149-13-G-2" in found.provisions
    assert now.life is not None
    assert now.life.act_by == day("2026-04-14")


@pytest.mark.proves("COR-149-13-G-3/1")
def test_a_temporary_certificate_does_not(cortlandt: Pack, calendar: Calendar) -> None:
    now = issued(cortlandt, calendar, "2025-04-14")

    found = stands(cortlandt, now, "2025-11-07")  # a temporary certificate of 6 November sets no date of the permit

    assert found.status.key == "in force"
    assert found.why == "In force through Tue 14 April 2026"
    assert stands(cortlandt, now, "2026-04-14").status.key == "in force"


def renewed(
    pack: Pack,
    calendar: Calendar,
    now: Term,
    applied: str,
    decided: str,
    *,
    renewals: int = 0,
    **dates: date | None,
) -> Renewal:
    """What the dates say to a renewal."""
    return renew(
        pack.permits.of("building"),
        now,
        permit_dates(now, **dates),
        applied=day(applied),
        decided=day(decided),
        by_holder=True,
        renewals=renewals,
        calendar=calendar,
    )


@pytest.mark.proves("COR-149-13-G-4/1")
def test_a_renewal_runs_a_year_from_the_old_end(cortlandt: Pack, calendar: Calendar) -> None:
    now = issued(cortlandt, calendar, "2024-02-29")

    found = renewed(cortlandt, calendar, now, "2025-02-10", "2025-02-12")

    assert found.decision.allowed
    assert found.term is not None
    assert found.term.dates["last_day"] == day("2026-02-28")


@pytest.mark.proves("COR-149-13-G-4/2")
def test_a_late_renewal_leaves_the_days_between_without_a_permit(cortlandt: Pack, calendar: Calendar) -> None:
    now = issued(cortlandt, calendar, "2025-01-15")

    found = renewed(cortlandt, calendar, now, "2026-03-02", "2026-03-04")

    assert found.decision.allowed
    assert found.term is not None
    assert found.term.dates["last_day"] == day("2027-01-15")
    terms = (now, found.term)
    for on, status in (
        ("2026-01-15", "in force"),
        ("2026-01-16", "expired"),
        ("2026-03-03", "expired"),
        ("2026-03-04", "in force"),
        ("2027-01-15", "in force"),
        ("2027-01-16", "expired"),
    ):
        counting = term_on(terms, day(on))
        dates = {**permit_dates(now), "issued_on": now.begins}
        assert standing(cortlandt.permits, "building", counting, dates, day(on)).status.key == status, on


@pytest.mark.parametrize(
    ("applied", "allowed"), [("2027-01-14", True), ("2027-01-15", True), ("2027-01-16", False), ("2027-01-19", False)]
)
def test_a_request_comes_within_a_year_of_the_end(
    cortlandt: Pack, calendar: Calendar, applied: str, allowed: bool
) -> None:
    now = issued(cortlandt, calendar, "2025-01-15")  # it ends on 15 January 2026

    found = renewed(cortlandt, calendar, now, applied, "2027-01-15")
    closes = next(f for f in found.decision.findings if f.key == "renewal.closes")

    assert (closes.outcome is Outcome.MET) is allowed
    assert closes.cite == "§ 149-13(G)"


def test_a_last_day_on_a_weekend_is_carried_for_the_request(cortlandt: Pack, calendar: Calendar) -> None:
    now = issued(cortlandt, calendar, "2024-05-16")  # ends 16 May 2025; the year after ends on Saturday 16 May 2026

    for applied, met in (("2026-05-16", True), ("2026-05-18", True), ("2026-05-19", False)):
        found = renewed(cortlandt, calendar, now, applied, "2026-05-19")
        closes = next(f for f in found.decision.findings if f.key == "renewal.closes")
        assert (closes.outcome is Outcome.MET) is met, applied


@pytest.mark.proves("COR-149-13-G-5/1")
def test_a_permit_suspended_when_applied_for_is_not_renewed(cortlandt: Pack, calendar: Calendar) -> None:
    now = issued(cortlandt, calendar, "2025-03-10")
    dates = {"suspended_on": day("2025-06-20"), "lifted_on": day("2025-07-08")}

    first = renewed(cortlandt, calendar, now, "2025-07-01", "2025-07-08", **dates)
    again = renewed(cortlandt, calendar, now, "2025-07-09", "2025-07-10", **dates)

    found = the_one_in_the_way(first.decision)
    assert (found.key, found.cite) == ("renewal.barred", "§ 149-13(G)")
    assert found.why == "Suspended on Tue 1 July 2025"
    assert "COR-149-13-G-5" in found.provisions
    assert again.decision.allowed


@pytest.mark.parametrize("gone", ["revoked_on", "closed_on"])
def test_a_permit_that_is_gone_is_not_renewed(cortlandt: Pack, calendar: Calendar, gone: str) -> None:
    now = issued(cortlandt, calendar, "2025-03-10")

    found = renewed(cortlandt, calendar, now, "2026-01-05", "2026-01-06", **{gone: day("2025-11-06")})

    assert the_one_in_the_way(found.decision).key == "renewal.barred"


def grant(**changes: Any) -> Facts:
    """A renewal of which everything is in order, for a fee of 75 dollars."""
    return {**OFFICER, **insured(), **paid("75.00"), **{k.replace("__", "."): v for k, v in changes.items()}}


@pytest.mark.proves("COR-149-13-G-6/1")
def test_a_renewal_waits_for_what_has_changed(cortlandt: Pack) -> None:
    outdated = grant(application__outdated={"the contractor left the job"})

    found = the_one_in_the_way(decide(cortlandt, "permit.renew", outdated, "2026-02-20"))

    assert (found.key, found.cite) == ("up_to_date", "§ 149-13(G)")
    assert found.why == "Out of date: the contractor left the job"
    assert open_(decide(cortlandt, "permit.renew", grant(application__outdated=set()), "2026-02-20"))


@pytest.mark.proves("COR-149-13-G-7/1")
def test_a_renewal_waits_for_the_whole_fee(cortlandt: Pack) -> None:
    part = {**grant(), **paid("75.00", "50.00")}

    found = the_one_in_the_way(decide(cortlandt, "permit.renew", part, "2026-02-20"))

    assert found.cite == "§ 149-13(G)"
    assert found.limit - found.fact == Decimal("25.00")
    assert found.why == "Renewal fee of $75.00 not paid; $50.00 received"
    assert not decide(cortlandt, "permit.renew", {**grant(), **paid("75.00", "74.99")}, "2026-02-20").allowed
    assert open_(decide(cortlandt, "permit.renew", grant(), "2026-02-20"))


@pytest.mark.proves("COR-149-13-G-8/1")
def test_there_are_two_renewals_and_no_third(cortlandt: Pack, calendar: Calendar) -> None:
    now = issued(cortlandt, calendar, "2024-02-29")
    ends = []
    for count, applied in enumerate(("2025-02-10", "2026-02-10")):
        found = renewed(cortlandt, calendar, now, applied, applied, renewals=count)
        assert found.decision.allowed
        assert found.term is not None
        now = found.term
        ends.append(now.dates["last_day"])

    third = renewed(cortlandt, calendar, now, "2027-02-10", "2027-02-10", renewals=2)

    assert ends == [day("2026-02-28"), day("2027-02-28")]
    found_third = the_one_in_the_way(third.decision)
    assert (found_third.key, found_third.cite) == ("renewal.most", "§ 149-13(G)")
    assert found_third.cure == "Apply for a new permit"
    assert found_third.why == "Two renewals given so far, 1 applied for"


# ------------------------------------------------------------------------------- (H) fencing during construction


def fence_line(pack: Pack, key: str, **changes: Any) -> Any:
    """One line of the review of a new store's fence."""
    return finding_of(decide(pack, "documents.accept", fence(**changes), "2025-04-08"), key)


@pytest.mark.proves("COR-149-13-H-1-a/1")
@pytest.mark.parametrize(("height", "passes"), [(6, False), ("7.9", False), (8, True), ("8.1", False)])
def test_the_fence_is_eight_feet_high(cortlandt: Pack, height: Any, passes: bool) -> None:
    found = fence_line(cortlandt, "fence.height", work__fence__height=height)

    assert (found.outcome is Outcome.MET) is passes
    assert found.cite == "§ 149-13(H)(1)"
    if not passes:
        assert found.why.endswith("; 8 ft required")


@pytest.mark.proves("COR-149-13-H-1-b/1")
def test_the_fence_has_privacy_screening(cortlandt: Pack) -> None:
    found = fence_line(cortlandt, "fence.screening", work__fence__screened=False)

    assert (found.outcome, found.why, found.cite) == (Outcome.UNMET, "Privacy screening missing", "§ 149-13(H)(1)")


@pytest.mark.proves("COR-149-13-H-1-c/1")
@pytest.mark.parametrize(
    ("width", "height", "passes"), [(6, 6, False), (12, 12, True), (12, 11, False), (13, 12, False)]
)
def test_the_openings_are_one_foot_by_one_foot(cortlandt: Pack, width: int, height: int, passes: bool) -> None:
    found = fence_line(
        cortlandt, "fence.openings", work__fence__opening_width=width, work__fence__opening_height=height
    )

    assert (found.outcome is Outcome.MET) is passes
    assert found.cite == "§ 149-13(H)(1)"
    if not passes:
        assert found.why == f"{width} in by {height} in; 1 ft by 1 ft required"


@pytest.mark.proves("COR-149-13-H-1-d/1")
@pytest.mark.parametrize(("above", "passes"), [(4, False), ("4.9", False), (5, True), ("5.1", False)])
def test_the_openings_stand_five_feet_above_the_bottom(cortlandt: Pack, above: Any, passes: bool) -> None:
    found = fence_line(cortlandt, "fence.opening_above_bottom", work__fence__opening_above_bottom=above)

    assert (found.outcome is Outcome.MET) is passes
    if not passes:
        assert found.why.endswith("; 5 ft required")


@pytest.mark.proves("COR-149-13-H-1-e/1", "COR-149-13-H-1-e/2")
@pytest.mark.parametrize(("spacing", "passes"), [("29.9", True), (30, True), ("30.1", False), (32, False)])
def test_the_openings_are_thirty_feet_apart_at_most(cortlandt: Pack, spacing: Any, passes: bool) -> None:
    found = fence_line(cortlandt, "fence.spacing", work__fence__spacing=spacing)

    assert (found.outcome is Outcome.MET) is passes


@pytest.mark.proves("COR-149-13-H-2-a/1")
def test_every_public_way_is_fenced(cortlandt: Pack) -> None:
    found = fence_line(cortlandt, "fence.ways", work__fence__unfenced_ways={"Mill Road"})

    assert (found.outcome, found.why, found.cite) == (Outcome.UNMET, "Unfenced: Mill Road", "§ 149-13(H)(2)")


@pytest.mark.proves("COR-149-13-H-2-b/1")
def test_the_fence_returns_thirty_feet_at_each_end(cortlandt: Pack) -> None:
    short = fence(work__fence__shortest_return=28, work__fence__frontage=120, work__fence__length=178)
    decision = decide(cortlandt, "documents.accept", short, "2025-04-08")

    ends, length = finding_of(decision, "fence.returns"), finding_of(decision, "fence.length")
    assert (ends.outcome, ends.why) == (Outcome.UNMET, "28 ft; at least 30 ft at each end")
    assert (length.outcome, length.why) == (Outcome.UNMET, "178 ft; at least 180 ft in all")
    assert ends.cite == length.cite == "§ 149-13(H)(2)"
    for found, passes in (("29.9", False), ("30", True), ("30.1", True)):
        line = fence_line(cortlandt, "fence.returns", work__fence__shortest_return=found)
        assert (line.outcome is Outcome.MET) is passes


@pytest.mark.proves("COR-149-13-H-3/1")
def test_a_safeguard_of_the_uniform_code_stands_beside_the_fence(cortlandt: Pack) -> None:
    decision = decide(
        cortlandt, "documents.accept", fence(work__safeguards_outstanding={"covered walkway"}), "2025-04-08"
    )

    found = finding_of(decision, "fence.safeguards")
    assert found.outcome is Outcome.WARNING
    assert found.why == "Outstanding: covered walkway"
    assert all(f.outcome is Outcome.MET for f in decision.findings if f.key.startswith("fence.") and f != found)


@pytest.mark.proves("COR-149-13-H-4-a/1", "COR-149-13-H-4-a/2")
@pytest.mark.parametrize(
    ("kind", "required"),
    [("one-family", False), ("two-family", False), ("townhouse", False), ("multiple", True), ("nonresidential", True)],
)
def test_small_dwellings_need_no_fence(cortlandt: Pack, kind: str, required: bool) -> None:
    unfenced = documents(building__kind=kind)

    decision = decide(cortlandt, "documents.accept", unfenced, "2025-04-09")

    assert decision.allowed is not required
    found = finding_of(decision, "fence.ways")
    assert (found in decision.not_asked) is not required
    if required:
        keys = {f.key for f in decision.standing_in_the_way}
        assert {"fence.ways", "fence.height", "fence.screening", "fence.returns"} <= keys
    else:
        assert found.cite == "§ 149-13(H)(4)(a)"
        assert found.why.startswith("Not required")


@pytest.mark.proves("COR-149-13-H-4-b/1")
def test_a_minor_project_is_determined_by_the_director_of_technical_services(cortlandt: Pack) -> None:
    refused = decide(cortlandt, "determination.minor_project", INSPECTOR, "2025-04-09")
    signed = decide(cortlandt, "determination.minor_project", {"actor.offices": {"technical_director"}}, "2025-04-09")
    code_director = decide(cortlandt, "determination.minor_project", OFFICER, "2025-04-09")
    designee = {**INSPECTOR, "designation.office": "technical_director", "designation.begins_on": day("2025-04-01")}

    found = the_one_in_the_way(refused)
    assert found.cite == "§ 149-13(H)(4)(b)"
    assert not code_director.allowed
    assert open_(signed)
    assert open_(decide(cortlandt, "determination.minor_project", designee, "2025-04-09"))
    store = documents(building__kind="nonresidential", work__minor_project=True)
    reviewed = decide(cortlandt, "documents.accept", store, "2025-04-09")
    assert reviewed.allowed
    assert finding_of(reviewed, "fence.ways").why == "Not required for a minor project"
    assert finding_of(reviewed, "fence.ways").cite == "§ 149-13(H)(4)(b)"


@pytest.mark.proves("COR-149-13-H-5/1")
def test_temporary_fencing_can_be_required_of_an_excepted_project(cortlandt: Pack) -> None:
    by = {"actor.offices": {"technical_director"}, "determination.reason": "beside a school"}
    required = documents(work__fence__temporary_required=True)

    assert open_(decide(cortlandt, "determination.temporary_fencing", by, "2025-05-02"))
    assert not decide(cortlandt, "determination.temporary_fencing", {**by, **OFFICER}, "2025-05-02").allowed
    decision = decide(cortlandt, "documents.accept", required, "2025-05-02")
    found = the_one_in_the_way(decision)
    assert (found.key, found.cite) == ("fence.temporary", "§ 149-13(H)(5)")
    assert found.why == "Required; not shown yet"
    assert finding_of(decision, "fence.ways") in decision.not_asked


def test_an_element_is_not_accepted_by_somebody_from_outside(cortlandt: Pack) -> None:
    assert not decide(cortlandt, "inspection.accept", acceptable_element(actor__offices=set()), "2025-06-03").allowed
