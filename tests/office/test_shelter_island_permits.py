"""Shelter Island, §§ 43-6, 43-7, 43-9 to 43-13 in its office: applications, plans, permits and their papers."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.office.factories import CHECK, application, day, pdf, schedule
from tests.office.factories_inspections import DECK, failed, result
from tests.office.factories_shelter_island import ORDINARY, Island
from tests.office.test_papers_press import text_of, words
from tests.office.test_permits_review import applicant
from townwright.office import clock
from townwright.office.cases.models import ChangeRequest
from townwright.office.files.acts import open_file
from townwright.office.files.models import Document
from townwright.office.inspections.models import Violation
from townwright.office.money.models import Line, Payment
from townwright.office.money.reading import account
from townwright.office.papers.acts import bytes_of
from townwright.office.papers.models import Paper
from townwright.office.permits import reading
from townwright.office.permits.documents import ACCEPTED
from townwright.office.permits.models import Permit
from townwright.office.register import acts
from townwright.office.register.errors import InputError, Refused
from townwright.office.register.models import Entry

pytestmark = pytest.mark.both_engines

ORDINARY_BUT_THE_SURVEY = {name: value for name, value in ORDINARY.items() if not name.startswith("survey.")}


def printed_text(kind: str) -> str:
    """The words of the one paper of a kind."""
    return words(bytes_of(Paper.objects.get(kind=kind)))


@pytest.mark.proves("SHI-43-7-A-p2/1")
def test_silence_approves_nothing(island: Island) -> None:
    # Given a complete application of 3 March that nobody decides
    permit = island.submitted("2026-03-03")
    island.do("permit.review", permit, "2026-03-03", special_inspections_apply=False)
    assert reading.decision_on_completeness(permit, day("2026-03-03")).allowed
    # When its status is asked for on day 90
    asked = day("2026-06-01")
    assert (asked - day("2026-03-03")).days == 90
    said = reading.standing(permit, asked)
    # Then it is pending, on the list of what is undecided, and no approval came of itself
    assert (said.key, said.days_with_us) == ("with us", 90)
    assert [row.permit for row in reading.to_review(asked)] == [permit]
    assert (permit.issued_on, permit.documents_accepted_on, permit.examined_on) == (None, None, None)


@pytest.mark.proves("SHI-43-6-F-p1/1")
def test_sketches_that_do_not_show_the_stair_fail_with_a_letter(island: Island, printed: None) -> None:
    permit = island.submitted("2026-03-02")
    mark = {"item": "clear", "outcome": "not satisfied", "words": "The sketches do not show the stair"}
    island.do("permit.review", permit, "2026-03-12", marks=[mark])

    island.do("permit.request_changes", permit, "2026-03-12", findings=["review.clear"])

    (kept,) = permit.marks.filter(item="clear", replaced=False)
    assert (kept.outcome, kept.words, kept.on) == (
        "not satisfied",
        "The sketches do not show the stair",
        day("2026-03-12"),
    )
    letter = printed_text("change_request")
    assert "§ 43-6F" in letter
    assert "The sketches do not show the stair" in letter
    assert ChangeRequest.objects.get(case=permit.case).sent_on == day("2026-03-12")


@pytest.mark.proves("SHI-43-7-B-p2/1")
def test_the_permit_prints_both_last_days_with_the_day_to_act_by(island: Island, printed: None) -> None:
    permit = island.issued("2026-03-27")

    text = printed_text("permit")

    assert f"No. {permit.number}" in text
    assert "Issued Fri 27 March 2026" in text
    assert "Begin work by Sun 27 September 2026 Act by Mon 28 September 2026" in text
    assert "In force through Mon 27 March 2028 § 43-9A(2)" in text  # a Monday: no other day beside it
    assert "unless the work is complete and its certificate issued in time" in text


@pytest.mark.proves("SHI-43-6-I-p2/1")
def test_an_amendment_that_is_not_approved_changes_no_inspection(island: Island) -> None:
    site = island.site("2026-03-27", island.submitted("2026-03-02", answers={"work.slab": False}))
    before = site.open_lines()
    assert "slab" not in before
    change = {"answers": {"work.slab": True}}
    given = {"words": "A slab in place of the crawl space", "changes": change, "payment": CHECK}
    island.do("permit.apply_amendment", site.permit, "2026-04-27", **given)

    site.visit("2026-04-29", result("footing"))

    assert site.open_lines() == before
    with pytest.raises(InputError, match="marked as not applicable"):
        site.visit("2026-04-29", result("slab"))


@pytest.mark.proves("SHI-43-11-A-p2/1")
def test_within_three_feet_the_permit_says_that_framing_waits_for_the_survey(island: Island, printed: None) -> None:
    permit = island.submitted("2026-03-02", answers={"setback.proposed": "21", "setback.required": "20"})
    site = island.site("2026-03-27", permit)

    assert "framing waits until the foundation survey is handed in and approved. § 43-11A" in printed_text("permit")
    with pytest.raises(Refused) as error:
        site.asked("2026-04-20", "framing")
    (finding,) = error.value.decision.standing_in_the_way
    assert (finding.key, finding.cite) == ("foundation_survey", "§ 43-11A")
    assert finding.why == "Not on record: Foundation survey submitted and Foundation survey approved"


@pytest.mark.proves("SHI-43-4-B-p1/1")
def test_an_application_without_its_survey_is_stamped_and_says_what_is_missing(island: Island) -> None:
    # Given an application for a deck, all there but the survey, handed in on 2 March at 10:15
    data = {**application(island.parcel, answers={**DECK, **ORDINARY_BUT_THE_SURVEY}), "payment": CHECK}
    with clock.fixed("2026-03-02 10:15"):
        made = acts.perform("permit.submit", data, actor=island.staff.clerk)
    permit = Permit.objects.get(pk=made.subject_id)
    with clock.fixed("2026-03-02 10:20"):
        given = {"special_inspections_apply": False}
        acts.perform("permit.review", given, actor=island.staff.officer, subject_id=permit.pk)

    permit.refresh_from_db()

    # Then it has its number and its stamp
    entry = Entry.objects.get(act="permit.submit")
    assert permit.number == "BP-2026-0001"
    assert clock.local(entry.at).strftime("%Y-%m-%d %H:%M") == "2026-03-02 10:15"
    assert entry.actor_name == "Noor Fairweather"
    # And it is incomplete: the survey is missing, and nothing else
    decision = reading.decision_on_completeness(permit, day("2026-03-02"))
    assert not decision.allowed
    assert [(f.key, f.cite, f.why) for f in decision.standing_in_the_way] == [("survey", "§ 43-6C", "Survey missing")]


@pytest.mark.proves("SHI-43-12-C-p2/1")
def test_complete_plans_are_one_fee_and_what_is_filed_later_another(island: Island) -> None:
    whole = island.submitted("2026-03-02", answers={"work.systems": ["plumbing", "heating"]})
    later = island.submitted("2026-06-01", answers={"work.systems": ["sprinkler"]}, nature="Sprinklers", cost="4000.00")

    fees = Line.objects.filter(kind="charge", code__startswith="permit.")
    charged = [(line.case, line.code) for line in fees.order_by("entry_seq")]
    assert charged == [(whole.case, "permit.application"), (later.case, "permit.application")]


@pytest.mark.proves("SHI-43-5-A-p4/1")
def test_what_is_charged_and_what_is_collected_are_two_entries(island: Island) -> None:
    schedule("2026-02-01", "Schedule of 2026", permit_application="640.00")
    permit = island.submitted("2026-02-02", paid=False)
    taken = island.paid(permit, "2026-02-09", "640.00")

    fifth, tenth = account(permit.case, day("2026-02-05")), account(permit.case, day("2026-02-10"))

    assert (fifth.charged, fifth.collected, fifth.balance) == (Decimal("640.00"), Decimal("0.00"), Decimal("640.00"))
    assert (tenth.charged, tenth.collected, tenth.balance) == (Decimal("640.00"), Decimal("640.00"), Decimal("0.00"))
    payment = Payment.objects.get(pk=taken.subject_id)
    assert [(line.kind, line.on, line.amount) for line in tenth.lines if line.amount] == [
        ("charge", day("2026-02-02"), Decimal("640.00")),
        ("payment", day("2026-02-09"), Decimal("-640.00")),
    ]
    assert (payment.payer, payment.method) == ("Dara Ortiz", "check")
    assert payment.receipt


@pytest.mark.proves("SHI-43-1-p2/1")
def test_a_disapproval_says_what_the_code_is(island: Island, printed: None) -> None:
    permit = island.submitted("2026-03-02")
    reason = {"text": "The stair breaks the code", "cite": "§ 43-10"}
    island.do("permit.disapprove", permit, "2026-03-19", reasons=[reason])

    text = printed_text("disapproval")

    assert "The stair breaks the code" in text
    assert '"The code" is the New York State Uniform Fire Prevention and Building Code' in text
    assert '"this chapter" is Chapter 43' in text


@pytest.mark.proves("SHI-43-7-C-p1/1")
def test_every_sheet_of_the_approved_set_says_approved(island: Island, printed: None) -> None:
    plans = pdf("A-1.pdf", 3)
    documents = [{"file": plans.pk, "sheet": "A-1"}]
    permit = island.submitted("2026-03-02", documents=documents, paper_sets=0)

    island.accepted("2026-03-20", permit)

    # The office's set, and the one that the applicant takes to the site, are this one file
    (copy,) = Document.objects.filter(case=permit.case, kind=ACCEPTED)
    with open_file(copy.file) as stream:
        sheets = [" ".join(sheet.split()) for sheet in text_of(stream.read(), "-raw").split("\f")[:-1]]
    assert len(sheets) == 3
    assert all("APPROVED" in sheet and "20 March 2026" in sheet and permit.number in sheet for sheet in sheets)
    assert all("ACCEPTED" not in sheet for sheet in sheets)
    assert copy in Document.objects.visible_to(applicant(permit))


@pytest.mark.proves("SHI-43-13-A-2/1")
def test_a_permit_issued_in_error_names_the_rule_that_was_overlooked(island: Island) -> None:
    # Given a permit of 27 March, issued although a violation was open since 10 March, and work of 30 March
    site = island.site("2026-03-27")
    charged = account(site.permit.case, day("2026-03-30")).charged

    given = {"ground": "issued in error", "words": "A violation was open since 10 March 2026"}
    with pytest.raises(Refused) as error:
        island.do("permit.find_ground", site.permit, "2026-04-02", **given)
    assert [(f.key, f.cite) for f in error.value.decision.standing_in_the_way] == [("rule", "§ 43-13A(2)")]
    island.do("permit.find_ground", site.permit, "2026-04-02", **given, rule_overlooked="§ 43-7G")

    ground = site.permit.open_ground()
    assert (ground.ground, ground.rule_overlooked, ground.found_on) == ("issued in error", "§ 43-7G", day("2026-04-02"))
    # Then work of 30 March was work under a permit: it is no violation, and no penalty fee is charged
    with pytest.raises(InputError, match="The permit had issued by then"):
        early = {"kind": "started_early", "words": "Framing", "happened_on": "2026-03-30"}
        site.visit("2026-04-02", observed=[early])
    assert account(site.permit.case, day("2026-04-02")).charged == charged


@pytest.mark.proves("SHI-43-6-C-p5/1")
def test_amended_plans_are_held_against_the_survey_again(island: Island) -> None:
    permit = island.issued("2026-03-27")
    before = reading.decision_on_documents(permit, island.staff.officer, day("2026-04-13"))
    assert "review.survey.matches" not in [f.key for f in before.standing_in_the_way]

    given = {"words": "A bay window", "paper_sets": 2, "payment": CHECK}
    island.do("permit.apply_amendment", permit, "2026-04-14", **given)

    after = reading.decision_on_documents(permit, island.staff.officer, day("2026-04-14"))
    (finding,) = [f for f in after.standing_in_the_way if f.key.startswith("review.")]
    assert (finding.key, finding.why, finding.cite) == ("review.survey.matches", "Not looked at yet", "§ 43-6C")


def test_an_amendment_without_other_plans_reopens_nothing(island: Island) -> None:
    permit = island.issued("2026-03-27")

    island.do("permit.apply_amendment", permit, "2026-04-14", words="Another builder", payment=CHECK)

    assert permit.marks.get(item="survey.matches", replaced=False).outcome == "satisfied"


def test_a_violation_that_a_visit_left_open_on_the_lot_holds_the_next_permit(island: Island) -> None:
    # Given a footing that failed under one permit and is not corrected, and another application for the same lot, with
    # a wetlands violation that the officer's own search has found
    before = island.site("2026-01-12", island.submitted("2026-01-12", answers=DECK))
    line = before.open_lines()[0]
    before.visit("2026-02-02", failed(line, "Footing 8 in wide, 12 in drawn", "RCNYS R403.1"))
    wetlands = "Ch. 129, wetlands, opened 2026-03-18"
    permit = island.submitted("2026-03-02", answers={"parcel.open_violations": [wetlands]})
    island.ready("2026-03-20", permit)
    # When issue is tried, then it is refused with both, and their section
    with pytest.raises(Refused) as error:
        island.do("permit.issue", permit, "2026-03-20", certificate_kind="occupancy")
    (found,) = error.value.decision.standing_in_the_way
    assert (found.key, found.cite) == ("violations", "§ 43-7G")
    footing = "Footing 8 in wide, 12 in drawn (RCNYS R403.1), found Mon 2 February 2026"
    assert {wetlands, footing} == set(found.fact)
    # When the officer finds in writing that this very permit cures what is open, then it issues
    why = {"violations": "This permit is for the wider footing, and for the wall at the wetland"}
    island.do("permit.issue", permit, "2026-03-20", certificate_kind="occupancy", overrule=why)
    assert permit.issued_on == day("2026-03-20")


def test_a_violation_that_is_cured_holds_no_permit(island: Island) -> None:
    before = island.site("2026-01-12", island.submitted("2026-01-12", answers=DECK))
    line = before.open_lines()[0]
    before.visit("2026-02-02", failed(line, "Footing 8 in wide, 12 in drawn", "RCNYS R403.1"))
    (open_,) = Violation.objects.all()
    before.visit("2026-02-09", result(line), payment=CHECK, looks=[{"violation": open_.pk, "outcome": "corrected"}])
    island.issued("2026-03-20", certificate_kind="occupancy")


def test_nobody_answers_for_the_offices_own_records(island: Island) -> None:
    # Given facts that give a signature its power: an answer of the form stands for none of them
    for name in ("officer.absent", "designation.acts", "conflict.employees"):
        with pytest.raises(InputError, match="no such question"):
            island.submitted("2026-03-02", answers={name: True})
