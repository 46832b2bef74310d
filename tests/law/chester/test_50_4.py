"""§ 50-4: building permits."""

from datetime import date

import pytest

from tests.law.chester.facts import (
    OFFICER,
    application,
    decide,
    documents,
    finding_of,
    insured,
    open_,
    paid,
    permit_dates,
    ready_permit,
    the_one_in_the_way,
    without,
)
from townwright.law.calendar import Calendar
from townwright.law.fees import FeeSchedule, compute, schedule_on
from townwright.law.findings import Outcome
from townwright.law.inspections import State, plan
from townwright.law.packs import Pack
from townwright.law.permits import Standing, Term, standing, term
from townwright.law.predicates import Asked
from townwright.law.renewals import after_suspension, renew

# -------------------------------------------------------------------------------------- (A), (B) what needs one


@pytest.mark.proves("CHE-50-4-A-1/1")
def test_work_under_the_energy_code_alone_needs_a_permit(chester: Pack) -> None:
    windows = {
        "application.work_type": "other",
        "work.under_uniform_code": False,
        "work.under_energy_code": True,
    }

    decision = decide(chester, "permit.not_needed", windows, "2025-04-07")

    found = the_one_in_the_way(decision)
    assert found.why.startswith("A building permit is required")
    assert found.cite == "§ 50-4(A)"
    assert open_(decide(chester, "permit.not_needed", {**windows, "work.under_energy_code": False}, "2025-04-07"))


@pytest.mark.proves("CHE-50-4-A-2/1")
def test_a_relocated_shed_needs_a_permit_whatever_its_size(chester: Pack) -> None:
    gate = chester.gate("permit.not_needed")

    decision = gate.decide({"application.work_type": "relocate"}, date(2025, 5, 21))

    assert the_one_in_the_way(decision).why.startswith("A building permit is required")
    assert decision.needs == ()
    assert "application.area" not in gate.needs(date(2025, 5, 21))


@pytest.mark.proves("CHE-50-4-A-3/1")
def test_a_wood_stove_in_an_apartment_needs_a_permit_and_its_own_inspection(chester: Pack) -> None:
    stove = {
        "application.work_type": "solid fuel",
        "work.in_dwelling_unit": True,
        "work.vents": {"solid-fuel appliance"},
    }

    decision = decide(chester, "permit.not_needed", stove, "2025-10-06")
    lines = plan(chester.inspections, _asked(chester, stove, date(2025, 10, 6)))

    assert the_one_in_the_way(decision).provisions == ("CHE-50-4-A-3",)
    (line,) = [line for line in lines if line.key == "solid_fuel"]
    assert line.state is State.REQUIRED
    assert line.title == "Solid-fuel appliances, chimneys, flues or gas vents"
    assert line.cite == "§ 50-5(B)(9)"


@pytest.mark.proves("CHE-50-4-B/1")
def test_no_enquiry_is_closed_as_exempt(chester: Pack) -> None:
    decision = decide(chester, "enquiry.close_as_exempt", {}, "2025-07-02")

    found = the_one_in_the_way(decision)
    assert found.why == "No exemption list in § 50-4 (subsection B is reserved)"
    assert found.cite == "§ 50-4(B)"


# ------------------------------------------------------------------------------------- (D) the application


@pytest.mark.proves("CHE-50-4-D-L1/1")
def test_another_form_is_not_filed_until_the_officer_accepts_it(chester: Pack) -> None:
    own_form = application(application__form="other form")

    registered = decide(chester, "application.complete", own_form, "2025-03-19")
    accepted = decide(chester, "application.complete", {**own_form, "application.form_accepted": True}, "2025-03-19")

    found = the_one_in_the_way(registered)
    assert found.key == "form"
    assert found.why.endswith("not filed")
    assert open_(accepted)


@pytest.mark.proves("CHE-50-4-D-L2/1")
def test_an_agent_signs_only_once_the_owner_has_authorized_it(chester: Pack) -> None:
    by_contractor = application(application__signed_by="agent", application__agent_authorized_on=date(2025, 2, 20))

    found = the_one_in_the_way(decide(chester, "application.complete", by_contractor, "2025-02-18"))

    assert found.key == "signed"
    assert found.cite == "§ 50-4(D)"
    assert "no owner's signature or authorization by Tue 18 February 2025" in found.why
    assert open_(decide(chester, "application.complete", by_contractor, "2025-02-20"))


@pytest.mark.proves("CHE-50-4-D-L3/1")
def test_an_open_request_for_information_bars_approval(chester: Pack) -> None:
    waiting = ready_permit(application__open_requests={"truss calculations"})

    found = the_one_in_the_way(decide(chester, "application.approve", waiting, "2025-05-20"))

    assert found.why == "Open requests: truss calculations"
    assert found.provisions == ("CHE-50-4-D-L3",)


@pytest.mark.proves("CHE-50-4-D-1/1")
@pytest.mark.parametrize("part", ["location", "nature", "extent", "scope"])
def test_each_of_the_four_parts_of_the_description_is_required(chester: Pack, part: str) -> None:
    blank = {**application(), f"application.{part}": ""}

    found = the_one_in_the_way(decide(chester, "application.complete", blank, "2025-04-02"))

    assert found.key == f"described.{part}"
    assert found.cite == "§ 50-4(D)(1)"
    assert found.outcome is Outcome.UNMET


@pytest.mark.proves("CHE-50-4-D-2/1")
def test_each_affected_building_has_a_line(chester: Pack) -> None:
    house_and_garage = application(application__buildings_affected=2, application__buildings_listed=1)

    found = the_one_in_the_way(decide(chester, "application.complete", house_and_garage, "2025-06-03"))

    assert found.why == "One of two affected buildings listed with tax map number and address"
    assert found.cite == "§ 50-4(D)(2)"


@pytest.mark.proves("CHE-50-4-D-3/1")
def test_another_class_makes_the_file_a_conversion(chester: Pack) -> None:
    cafe = application(application__occupancy="B", application__occupancy_proposed="A-2")

    decision = decide(chester, "application.complete", cafe, "2025-08-11")

    found = finding_of(decision, "conversion")
    assert decision.allowed
    assert found.outcome is Outcome.WARNING
    assert found.why == "Conversion from B to A-2; a certificate is needed for the converted part"


@pytest.mark.proves("CHE-50-4-D-4/1")
def test_special_inspections_need_their_statement(chester: Pack) -> None:
    applies = ready_permit(
        application__special_inspections_apply=True, application__special_inspections_statement=False
    )

    found = the_one_in_the_way(decide(chester, "application.approve", applies, "2025-03-24"))

    assert found.cite == "§ 50-4(D)(4)"
    filed = {**applies, "application.special_inspections_statement": True}
    assert open_(decide(chester, "application.approve", filed, "2025-03-24"))


@pytest.mark.proves("CHE-50-4-D-5-L1/1")
def test_two_sets_are_the_least(chester: Pack) -> None:
    one_set = application(documents__sets=1)

    found = the_one_in_the_way(decide(chester, "application.complete", one_set, "2025-01-27"))

    assert found.why == "One of two sets received"
    assert open_(decide(chester, "application.complete", {**one_set, "documents.sets": 2}, "2025-01-27"))
    assert open_(decide(chester, "application.complete", {**one_set, "documents.electronic": True}, "2025-01-27"))


# --------------------------------------------------------------------------- (D)(5) construction documents


@pytest.mark.proves("CHE-50-4-D-5-a/1")
def test_an_open_item_bars_acceptance(chester: Pack) -> None:
    found = the_one_in_the_way(decide(chester, "documents.accept", documents(review__a="not satisfied"), "2025-02-06"))

    assert found.cite == "§ 50-4(D)(5)(a)"


@pytest.mark.proves("CHE-50-4-D-5-b/1")
def test_conformity_without_sections_is_warned_of(chester: Pack) -> None:
    decision = decide(chester, "documents.accept", documents(documents__code_sections=set()), "2025-02-06")

    found = finding_of(decision, "review.b.sections")
    assert decision.allowed
    assert found.outcome is Outcome.WARNING
    assert found.cure == "List the sections of the Codes relied on"


def test_a_missing_stair_width_is_named_with_means_of_egress(chester: Pack) -> None:
    facts = documents(review__c="not satisfied")
    facts["review.c.note"] = "stair widths missing"

    found = the_one_in_the_way(decide(chester, "documents.accept", facts, "2025-09-04"))

    assert found.says.startswith("Means of egress")
    assert found.why == "Stair widths missing"
    assert found.cite == "§ 50-4(D)(5)(c)"


@pytest.mark.proves("CHE-50-4-D-5-d/1")
def test_an_unheated_barn_has_no_envelope_to_show(chester: Pack) -> None:
    barn = documents(review__d="not applicable")

    without_reason = decide(chester, "documents.accept", barn, "2025-04-28")
    with_reason = decide(chester, "documents.accept", {**barn, "review.d.reason": "unconditioned"}, "2025-04-28")

    assert the_one_in_the_way(without_reason).why == "Not applicable, but no reason is written"
    assert open_(with_reason)
    assert finding_of(with_reason, "review.d").why == "Not applicable: unconditioned"


@pytest.mark.proves("CHE-50-4-D-5-e/1")
def test_another_snow_load_is_shown_beside_the_structure(chester: Pack) -> None:
    facts = documents(documents__ground_snow_load="30", criteria__ground_snow_load="40")

    decision = decide(chester, "documents.accept", facts, "2025-10-02")

    found = finding_of(decision, "review.e.snow")
    assert decision.allowed
    assert found.outcome is Outcome.WARNING
    assert found.why == "The drawings state 30 psf, the town's record 40 psf"
    assert found.cite == "§ 50-4(D)(5)(e)"


@pytest.mark.proves("CHE-50-4-D-5-f/1")
def test_systems_in_the_documents_become_lines_of_the_schedule(chester: Pack) -> None:
    facts = {"work.systems": {"plumbing", "electrical"}}

    lines = plan(chester.inspections, _asked(chester, facts, date(2025, 3, 13)))

    systems = [line for line in lines if line.element == "systems"]
    assert {line.key for line in systems} == {"systems.electrical", "systems.plumbing"}
    assert all(line.state is State.REQUIRED for line in systems)


@pytest.mark.proves("CHE-50-4-D-5-g/1")
def test_the_energy_code_statement_must_be_there(chester: Pack) -> None:
    found = the_one_in_the_way(decide(chester, "documents.accept", documents(review__g="not satisfied"), "2025-05-29"))

    assert found.cite == "§ 50-4(D)(5)(g)"


@pytest.mark.parametrize(
    ("line", "note"),
    [
        pytest.param(
            "h.survey", "scale and boundary survey", marks=pytest.mark.proves("CHE-50-4-D-5-h-1/1"), id="survey"
        ),
        pytest.param("h.distances", "rear distance", marks=pytest.mark.proves("CHE-50-4-D-5-h-2/1"), id="rear"),
        pytest.param("h.grades", "finished grades", marks=pytest.mark.proves("CHE-50-4-D-5-h-3/1"), id="grades"),
    ],
)
def test_what_a_site_plan_lacks_is_named(chester: Pack, line: str, note: str) -> None:
    facts = {**documents(), f"review.{line}": "not satisfied", f"review.{line}.note": note}

    found = the_one_in_the_way(decide(chester, "documents.accept", facts, "2025-04-11"))

    assert found.outcome is Outcome.UNMET
    assert found.why.lower() == note
    assert found.cite == "§ 50-4(D)(5)(h)"


@pytest.mark.proves("CHE-50-4-D-5-h-4/1")
def test_flood_lines_are_asked_in_a_flood_hazard_area_only(chester: Pack) -> None:
    flooded = documents(parcel__in_flood_hazard_area=True)

    tried = decide(chester, "documents.accept", flooded, "2025-07-09")

    assert the_one_in_the_way(tried).key == "review.h.flood"
    assert the_one_in_the_way(tried).cite == "§ 50-4(D)(5)(h)"
    assert open_(decide(chester, "documents.accept", {**flooded, "review.h.flood": "satisfied"}, "2025-07-09"))
    dry = decide(chester, "documents.accept", documents(), "2025-07-09")
    assert "review.h.flood" in [f.key for f in dry.not_asked]


@pytest.mark.proves("CHE-50-4-D-5-i-1/1")
def test_an_owner_drawn_plan_is_not_acceptable(chester: Pack) -> None:
    drawn_by_owner = documents(professional__profession="none", professional__name="", professional__license_number="")

    decision = decide(chester, "documents.accept", drawn_by_owner, "2025-05-08")

    found = finding_of(decision, "review.i.professional")
    assert not decision.allowed
    assert found.outcome is Outcome.UNMET
    assert found.why == "No design professional with name and license number"


@pytest.mark.proves("CHE-50-4-D-5-i-2/1")
def test_a_signature_over_the_license_number_spoils_the_seal(chester: Pack) -> None:
    facts = documents(review__i__seal="not satisfied")
    facts["review.i.seal.note"] = "license number obscured by the signature"

    found = the_one_in_the_way(decide(chester, "documents.accept", facts, "2025-06-17"))

    assert found.why == "License number obscured by the signature"
    assert "nothing obscured" in found.says
    assert found.cite == "§ 50-4(D)(5)(i)"


def test_the_number_on_the_seal_is_the_professionals(chester: Pack) -> None:
    found = the_one_in_the_way(
        decide(chester, "documents.accept", documents(seal__license_number="099999"), "2025-06-17")
    )

    assert found.why == "The seal shows 099999, the record 021345"


@pytest.mark.proves("CHE-50-4-D-5-i-3/1")
def test_the_person_on_the_seal_signs(chester: Pack) -> None:
    found = the_one_in_the_way(decide(chester, "documents.accept", documents(seal__signed_by="B. Chen"), "2025-06-17"))

    assert found.why == "The signer, B. Chen, is not the person on the seal, A. Novak"


@pytest.mark.proves("CHE-50-4-D-5-i-4/1")
def test_a_lapsed_registration_waits_for_its_renewal(chester: Pack) -> None:
    lapsed = documents(
        professional__registration_expires_on=date(2025, 6, 30),
        documents__filed_on=date(2025, 7, 3),
        professional__renewal_confirmed=False,
    )

    found = the_one_in_the_way(decide(chester, "documents.accept", lapsed, "2025-07-07"))

    assert found.why.startswith("Registration expired before filing")
    assert "not satisfied until the renewal is recorded" in found.why
    renewed = {**lapsed, "professional.renewal_confirmed": True}
    assert open_(decide(chester, "documents.accept", renewed, "2025-07-07"))


@pytest.mark.proves("CHE-50-4-D-5-i-5/1")
def test_the_firm_is_named_unless_there_is_none(chester: Pack) -> None:
    blank = documents(professional__firm="")

    found = the_one_in_the_way(decide(chester, "documents.accept", blank, "2025-06-17"))

    assert found.why == "Firm name is missing"
    alone = {**blank, "professional.sole_practitioner": True}
    assert open_(decide(chester, "documents.accept", alone, "2025-06-17"))


@pytest.mark.proves("CHE-50-4-D-5-i-6/1")
def test_only_an_engineering_firm_gives_its_certificate_of_authorization(chester: Pack) -> None:
    firm = documents(professional__profession="engineer", professional__firm="Orange Structural PC")

    found = the_one_in_the_way(decide(chester, "documents.accept", firm, "2025-09-16"))

    assert found.key == "review.i.authorization"
    architects = decide(chester, "documents.accept", {**firm, "professional.profession": "architect"}, "2025-09-16")
    assert open_(architects)
    assert "review.i.authorization" in [f.key for f in architects.not_asked]


# ------------------------------------------------------------------------------- (E), (F) acceptance, review


@pytest.mark.proves("CHE-50-4-E-1/1")
def test_the_ninth_item_bars_acceptance_and_nobody_can_overrule_it(chester: Pack) -> None:
    decision = decide(chester, "documents.accept", documents(review__g="not satisfied"), "2025-03-06")

    found = the_one_in_the_way(decision)
    assert found.cite == "§ 50-4(D)(5)(g)"
    with pytest.raises(ValueError, match="leaves no discretion"):
        decision.overrule([found.key])


@pytest.mark.proves("CHE-50-4-F-1/1")
def test_both_codes_are_examined(chester: Pack) -> None:
    half = without(ready_permit(), "examined.energy_code")

    found = the_one_in_the_way(decide(chester, "application.approve", half, "2025-08-13"))

    assert found.why.startswith("Both Codes must be examined")
    assert found.missing == ("examined.energy_code",)
    assert found.cite == "§ 50-4(F)"


def test_work_that_complies_is_refused_on_a_cited_ground_only(chester: Pack) -> None:
    facts = {
        **OFFICER,
        "examined.uniform_code": "complies",
        "examined.energy_code": "complies",
        "decision.reason": "Zoning variance refused",
    }

    found = the_one_in_the_way(decide(chester, "application.disapprove", facts, "2025-05-19"))

    assert found.cite == "§ 50-4(F)"
    cited = {**facts, "decision.cite": "Town Code § 98-11"}
    assert open_(decide(chester, "application.disapprove", cited, "2025-05-19"))


def test_a_permit_with_everything_in_order_issues(chester: Pack) -> None:
    decision = decide(chester, "permit.issue", ready_permit(), "2025-02-10")

    assert open_(decision)
    assert {f.cite for f in decision.findings} >= {"§ 50-4(K)", "§ 50-5(B)(1)", "General Municipal Law § 125"}
    assert decision.pack_hash == chester.hash


# ----------------------------------------------------------------------------------------- (H) the work


@pytest.mark.proves("CHE-50-4-H-2/1")
def test_a_permit_without_the_directive_to_follow_the_documents_is_refused(chester: Pack) -> None:
    paper = chester.paper("permit")
    wording = {directive.key: directive.text for directive in paper.directives}
    del wording["follow_documents"]

    unmet = [f for f in paper.worded(wording) if f.outcome is Outcome.UNMET]

    assert [f.key for f in unmet] == ["directive.follow_documents"]
    assert unmet[0].cite == "§ 50-4(H)"


def test_the_permit_has_both_directives(chester: Pack) -> None:
    directives = {d.key: d for d in chester.paper("permit").directives if d.must_stand}

    assert directives["follow_documents"].text == "Do all work as the accepted construction documents show."
    assert directives["report_changes"].text.startswith("Tell the Code Enforcement Officer at once of any change")
    assert directives["report_changes"].carries[0] == "CHE-50-4-H-4"


@pytest.mark.proves("CHE-50-4-H-5/1")
def test_an_element_under_change_waits_for_the_amended_permit(chester: Pack) -> None:
    wall = {
        "inspection.element": "framing",
        "inspection.earlier_open": set(),
        "permit.status": "in force",
        "change.needs_permit": True,
        "change.permit_issued_on": date(2025, 6, 18),
    }

    found = the_one_in_the_way(decide(chester, "inspection.request", wall, "2025-06-11"))

    assert found.cite == "§ 50-4(H)"
    assert "Wed 18 June 2025" in found.why
    assert not decide(chester, "inspection.request", wall, "2025-06-17").allowed
    assert open_(decide(chester, "inspection.request", wall, "2025-06-18"))


# ------------------------------------------------------------------------------------------ (I) time limits


@pytest.mark.proves("CHE-50-4-I-1/1")
def test_a_permit_is_invalid_unless_work_begins_within_six_months(chester: Pack, calendar: Calendar) -> None:
    issued = _issued(chester, calendar, "2025-04-14")

    last_day = _standing(chester, issued, "2025-10-14")
    day_after = _standing(chester, issued, "2025-10-15")

    assert last_day.status.key == "in force"
    assert day_after.status.key == "invalid"
    assert day_after.since == date(2025, 10, 15)
    assert day_after.cite == "§ 50-4(I)"
    assert day_after.provisions[0] == "CHE-50-4-I-1"


@pytest.mark.proves("CHE-50-4-I-1/2")
def test_beginning_work_rolls_to_the_next_business_day(chester: Pack, calendar: Calendar) -> None:
    issued = _issued(chester, calendar, "2025-08-31")

    assert issued.commence is not None
    assert issued.commence.nominal == date(2026, 2, 28)
    assert issued.commence.act_by == date(2026, 3, 2)
    assert _standing(chester, issued, "2026-03-03", commenced_on=date(2026, 3, 2)).status.key == "in force"
    assert _standing(chester, issued, "2026-03-02").status.key == "in force"
    assert _standing(chester, issued, "2026-03-03").status.key == "invalid"


@pytest.mark.proves("CHE-50-4-I-1/3")
def test_commencement_counts_from_its_own_day_not_from_its_entry(chester: Pack, calendar: Calendar) -> None:
    issued = _issued(chester, calendar, "2025-08-31")

    entered_late = [
        _standing(chester, issued, day, commenced_on=date(2026, 2, 27)).status.key
        for day in ("2026-02-28", "2026-03-02", "2026-03-03", "2026-03-09", "2026-03-10")
    ]

    assert set(entered_late) == {"in force"}


@pytest.mark.proves("CHE-50-4-I-2/1")
def test_a_permit_expires_twelve_months_after_issue(chester: Pack, calendar: Calendar) -> None:
    issued = _issued(chester, calendar, "2025-04-14")
    begun = date(2025, 5, 5)

    last_day = _standing(chester, issued, "2026-04-14", commenced_on=begun)
    day_after = _standing(chester, issued, "2026-04-15", commenced_on=begun)

    assert last_day.status.key == "in force"
    assert day_after.status.key == "expired"
    assert day_after.since == date(2026, 4, 15)
    assert day_after.why == "In force through Tue 14 April 2026"
    assert day_after.cite == "§ 50-4(I)"


@pytest.mark.proves("CHE-50-4-I-2/2")
def test_twelve_months_from_a_leap_day_end_on_the_last_of_february(chester: Pack, calendar: Calendar) -> None:
    life = chester.permits.default.life
    assert life is not None
    rule = life.on(date(2025, 1, 2))
    assert rule is not None

    end = calendar.ends(date(2024, 2, 29), rule.value, rule, kind="permit.life")

    assert end.nominal == end.act_by == date(2025, 2, 28)


def test_expiry_does_not_roll_off_a_weekend(chester: Pack, calendar: Calendar) -> None:
    issued = _issued(chester, calendar, "2025-05-16")

    assert issued.life is not None
    assert issued.life.nominal == issued.life.act_by == date(2026, 5, 16)
    assert issued.life.act_by.weekday() == 5


@pytest.mark.proves("CHE-50-4-I-3/1")
def test_only_the_permit_holder_renews(chester: Pack, calendar: Calendar) -> None:
    issued = _issued(chester, calendar, "2024-09-08")
    dates = permit_dates(issued, commenced_on=date(2024, 10, 1))

    by_owner = renew(
        chester.permits.default,
        issued,
        dates,
        applied=date(2025, 10, 1),
        decided=date(2025, 10, 9),
        by_holder=False,
        renewals=0,
        calendar=calendar,
    )

    found = the_one_in_the_way(by_owner.decision)
    assert found.cure == "The applicant must be the permit holder"
    assert found.cite == "§ 50-4(I)"


def test_a_renewal_does_not_reach_back(chester: Pack, calendar: Calendar) -> None:
    issued = _issued(chester, calendar, "2024-09-08")
    dates = permit_dates(issued, commenced_on=date(2024, 10, 1))

    by_holder = renew(
        chester.permits.default,
        issued,
        dates,
        applied=date(2025, 10, 1),
        decided=date(2025, 10, 9),
        by_holder=True,
        renewals=0,
        calendar=calendar,
    )

    assert by_holder.decision.allowed
    assert by_holder.term is not None
    assert by_holder.term.begins == date(2025, 10, 9)
    assert _standing(chester, issued, "2025-10-06", commenced_on=date(2024, 10, 1)).status.key == "expired"


@pytest.mark.proves("CHE-50-4-I-4/1")
def test_a_third_extension_is_refused(chester: Pack, calendar: Calendar) -> None:
    twice_extended = _running_until(calendar, date(2025, 5, 2), date(2026, 5, 1))
    dates = permit_dates(twice_extended, issued_on=date(2023, 5, 1), commenced_on=date(2023, 6, 1))

    third = renew(
        chester.permits.default,
        twice_extended,
        dates,
        applied=date(2026, 5, 18),
        decided=date(2026, 5, 18),
        by_holder=True,
        renewals=2,
        calendar=calendar,
    )

    found = the_one_in_the_way(third.decision)
    assert found.key == "renewal.most"
    assert found.cite == "§ 50-4(I)"
    assert found.cure == "Apply for a new permit"


@pytest.mark.proves("CHE-50-4-I-5/1")
def test_each_extension_is_a_year_from_the_end_of_the_term(chester: Pack, calendar: Calendar) -> None:
    issued = _issued(chester, calendar, "2025-04-14")
    dates = permit_dates(issued, commenced_on=date(2025, 5, 5))

    renewal = renew(
        chester.permits.default,
        issued,
        dates,
        applied=date(2026, 6, 1),
        decided=date(2026, 6, 22),
        by_holder=True,
        renewals=0,
        calendar=calendar,
    )

    assert renewal.decision.allowed
    assert renewal.term is not None
    assert renewal.term.life is not None
    assert renewal.term.life.nominal == date(2027, 4, 14)
    assert renewal.further == (date(2028, 4, 14),)


@pytest.mark.proves("CHE-50-4-I-5/2")
def test_an_extension_that_would_revive_nothing_is_refused(chester: Pack, calendar: Calendar) -> None:
    long_lapsed = _running_until(calendar, date(2023, 4, 15), date(2024, 4, 15))
    dates = permit_dates(long_lapsed, commenced_on=date(2023, 6, 1))

    renewal = renew(
        chester.permits.default,
        long_lapsed,
        dates,
        applied=date(2025, 6, 2),
        decided=date(2025, 6, 9),
        by_holder=True,
        renewals=0,
        calendar=calendar,
    )

    found = the_one_in_the_way(renewal.decision)
    assert "would have ended on Tue 15 April 2025" in found.why
    assert "together would run to Wed 15 April 2026" in found.why
    assert found.provisions == ("CHE-50-4-I-5",)


@pytest.mark.proves("CHE-50-4-I-6/1")
def test_six_months_to_begin_run_again_from_the_renewal(chester: Pack, calendar: Calendar) -> None:
    issued = _issued(chester, calendar, "2025-04-14")

    renewal = renew(
        chester.permits.default,
        issued,
        permit_dates(issued),
        applied=date(2025, 11, 3),
        decided=date(2025, 11, 10),
        by_holder=True,
        renewals=0,
        calendar=calendar,
    )

    assert renewal.decision.allowed
    again = renewal.term
    assert again is not None
    assert again.commence is not None
    assert again.life is not None
    assert again.commence.nominal == date(2026, 5, 10)
    assert again.commence.act_by == date(2026, 5, 11)
    assert again.life.nominal == date(2026, 10, 14)
    assert _standing(chester, again, "2026-05-11").status.key == "in force"
    assert _standing(chester, again, "2026-05-12").status.key == "invalid"


# ------------------------------------------------------------------------------- (J) revocation, suspension

ERROR = {
    "finding.ground": "issued in error",
    "finding.information": "Lot-line distance stated as 30 ft; survey shows 18 ft",
    "finding.defect": "incorrect",
}


@pytest.mark.proves("CHE-50-4-J-1/1")
def test_wrong_information_opens_revocation_and_suspension(chester: Pack) -> None:
    facts = {**OFFICER, **ERROR, "permit.status": "in force"}

    for gate in ("permit.finding", "permit.revoke", "permit.suspend"):
        decision = decide(chester, gate, facts, "2025-07-14")
        assert open_(decision), gate
        assert finding_of(decision, "information").why.endswith("incorrect")


@pytest.mark.proves("CHE-50-4-J-2/1")
def test_a_violation_of_a_code_names_its_section(chester: Pack) -> None:
    bare = {"finding.ground": "work violates a code", "finding.sections": set()}

    found = the_one_in_the_way(decide(chester, "permit.finding", bare, "2025-07-14"))

    assert found.why == "No section of the Uniform Code or the Energy Code is chosen"
    chosen = {**bare, "finding.sections": {"RCNYS R302.1"}}
    assert open_(decide(chester, "permit.finding", chosen, "2025-07-14"))


@pytest.mark.proves("CHE-50-4-J-4/1")
def test_one_showing_does_not_lift_a_suspension(chester: Pack) -> None:
    first_only = {
        **OFFICER,
        "permit.status": "suspended",
        "showing.completed_work_complies": True,
        "showing.proposed_work_complies": False,
    }

    found = the_one_in_the_way(decide(chester, "permit.lift", first_only, "2025-08-06"))

    assert found.why == "Not shown; both showings are needed"
    assert found.provisions[0] == "CHE-50-4-J-5"


@pytest.mark.proves("CHE-50-4-J-5/1")
def test_both_showings_lift_it_and_the_term_is_no_longer_for_it(chester: Pack, calendar: Calendar) -> None:
    shown = {
        **OFFICER,
        "permit.status": "suspended",
        "showing.completed_work_complies": True,
        "showing.proposed_work_complies": True,
    }
    issued = _issued(chester, calendar, "2025-03-03")
    dates = {
        "commenced_on": date(2025, 4, 1),
        "suspended_on": date(2025, 7, 14),
        "lifted_on": date(2025, 8, 20),
    }

    lifted = after_suspension(chester.permits.default, issued, date(2025, 7, 14), date(2025, 8, 20))

    assert open_(decide(chester, "permit.lift", shown, "2025-08-20"))
    assert _standing(chester, lifted, "2025-08-19", **dates).status.key == "suspended"
    assert _standing(chester, lifted, "2025-08-20", **dates).status.key == "in force"
    assert lifted.life is not None
    assert lifted.life.act_by == date(2026, 3, 3)


def test_a_revoked_permit_is_not_revived(chester: Pack) -> None:
    revoked = {
        **OFFICER,
        "permit.status": "revoked",
        "showing.completed_work_complies": True,
        "showing.proposed_work_complies": True,
    }

    assert the_one_in_the_way(decide(chester, "permit.lift", revoked, "2025-08-20")).why == "The permit is revoked"


# ------------------------------------------------------------------------------------------------ (K) fees


@pytest.mark.proves("CHE-50-4-K-1/1")
def test_the_filing_day_is_the_day_on_which_the_fee_is_paid(chester: Pack) -> None:
    schedule = _schedule("2025-01-08", house="1200.00")
    fee = compute(schedule, "house", _asked(chester, {}, date(2025, 2, 10)))
    assert fee.amount is not None
    keyed = application(fee__charged=fee.amount, fee__paid="0.00")

    found = the_one_in_the_way(decide(chester, "application.complete", keyed, "2025-02-10"))

    assert found.why == "Fee of $1,200.00 not paid; $0.00 received"
    assert found.cite == "§ 50-4(K)"
    paid_up = {**keyed, "fee.paid": "1200.00"}
    assert open_(decide(chester, "application.complete", paid_up, "2025-02-13"))
    in_review = {**documents(), **keyed}
    assert "fee" in [f.key for f in decide(chester, "application.approve", in_review, "2025-02-12").standing_in_the_way]


@pytest.mark.proves("CHE-50-4-K-2/1")
def test_an_amendment_waits_for_its_own_fee(chester: Pack) -> None:
    unpaid = {**paid("75.00", received="0.00"), "permit.status": "in force"}

    found = the_one_in_the_way(decide(chester, "amendment.submit", unpaid, "2025-06-04"))

    assert found.why == "Fee of $75.00 not paid; $0.00 received"
    assert found.cite == "§ 50-4(K)"
    assert open_(decide(chester, "amendment.submit", {**unpaid, "fee.paid": "75.00"}, "2025-06-04"))


@pytest.mark.proves("CHE-50-4-K-3/1")
def test_a_renewal_pays_the_fee_of_the_day_on_which_it_is_applied_for(chester: Pack) -> None:
    schedules = (_schedule("2025-01-08", renewal="150.00"), _schedule("2025-07-01", renewal="200.00"))
    applied = date(2025, 7, 2)

    in_force = schedule_on(schedules, applied)

    assert in_force is not None
    fee = compute(in_force, "renewal", _asked(chester, {}, applied))
    assert str(fee.amount) == "200.00"
    found = the_one_in_the_way(
        decide(chester, "renewal.submit", paid(str(fee.amount), received="150.00"), "2025-07-02")
    )
    assert found.why == "Renewal fee of $200.00 not paid; $150.00 received"


def test_a_renewal_needs_insurance_like_a_new_permit(chester: Pack) -> None:
    facts = {**OFFICER, **paid("200.00"), **insured()}

    assert open_(decide(chester, "permit.renew", facts, "2025-10-09"))
    lapsed = {**facts, "insurance.disability_until": date(2025, 10, 8)}
    assert the_one_in_the_way(decide(chester, "permit.renew", lapsed, "2025-10-09")).key == "insurance.disability"


# ---------------------------------------------------------------------------------------------------- helpers


def _asked(pack: Pack, facts: dict[str, object], on: date) -> Asked:
    return Asked(facts, on, pack.catalogue, pack.calendar(), pack.value)


def _issued(pack: Pack, calendar: Calendar, on: str) -> Term:
    """The term of a building permit issued on a day."""
    return term(pack.permits.of("building"), date.fromisoformat(on), calendar)


def _running_until(calendar: Calendar, begins: date, last_day: date) -> Term:
    """A term that ends on a day."""
    return Term(begins, life=calendar.fixed(last_day, kind="permit.life", cite="§ 50-4(I)"))


def _standing(pack: Pack, now: Term, on: str, **dates: date | None) -> Standing:
    return standing(pack.permits, "building", now, permit_dates(now, **dates), date.fromisoformat(on))


def _schedule(begins: str, **amounts: str) -> FeeSchedule:
    """A schedule of flat fees by resolution."""
    return FeeSchedule.model_validate(
        {
            "name": f"Schedule of {begins}",
            "resolution": "12-2025",
            "adopted": begins,
            "begins": begins,
            "lines": [
                {"code": code, "title": code, "parts": [{"kind": "flat", "amount": amount}]}
                for code, amount in amounts.items()
            ],
        }
    )
