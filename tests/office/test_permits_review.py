"""Requests for changes and their answers, the review of the documents, the examination, the acceptance."""

from __future__ import annotations

import io
from datetime import date
from typing import Any

import pikepdf
import pytest

from tests.office.factories import ARCHITECT, Office, do, marks, owner, parcel, pdf
from tests.office.test_papers_press import words
from townwright.law.findings import Finding, Outcome
from townwright.office.cases.acts import days_held
from townwright.office.cases.models import RequestItem, SetDate
from townwright.office.files.acts import has_changed, open_file
from townwright.office.files.models import Document
from townwright.office.outbox.models import Message
from townwright.office.papers.acts import bytes_of
from townwright.office.papers.models import Paper
from townwright.office.permits import reading
from townwright.office.permits.documents import ACCEPTED, plans_of
from townwright.office.permits.models import Permit, ReplyTime
from townwright.office.places.models import Parcel
from townwright.office.register.actors import Actor, Role
from townwright.office.register.errors import InputError, NoSuchThing, NotAllowed, Refused
from townwright.office.staff.acts import actor_of
from townwright.office.staff.models import Account, Appointment

pytestmark = pytest.mark.both_engines


def applicant(permit: Permit) -> Actor:
    """The applicant, by the link to the case."""
    return Actor(None, "Dara Ortiz", Role.APPLICANT, cases=frozenset({permit.case_id}))


def in_the_way(permit: Permit, town: Office, when: str) -> dict[str, Finding]:
    """What keeps the documents from being accepted by the officer."""
    decision = reading.decision_on_documents(permit, town.staff.officer, date.fromisoformat(when))
    return {finding.key: finding for finding in decision.standing_in_the_way}


class TestRequestingChanges:
    def test_it_is_itemised_from_what_is_not_met_and_by_hand(self, town: Office, printed: None) -> None:
        permit = town.submitted("2025-05-13", scope="")
        town.do(
            "permit.request_changes",
            permit,
            "2025-05-13",
            findings=["described.scope"],
            items=[{"title": "Truss calculations", "words": "Signed by the engineer", "cite": "R802"}],
        )
        first, second = RequestItem.objects.all()
        assert (first.title, first.cite, first.finding) == (
            "The scope of the work is described",
            "§ 50-4(D)(1)",
            "described.scope",
        )
        assert (second.title, second.cite, second.state) == ("Truss calculations", "R802", "waiting")
        # The office's usual time: twenty business days, Memorial Day (26 May) left out
        end = SetDate.objects.get(case=permit.case, kind="application.reply")
        assert (end.nominal, end.act_by) == (date(2025, 6, 11), date(2025, 6, 11))
        assert permit.case.with_applicant
        assert permit.key_on(date(2025, 5, 13)) == "with applicant"
        assert reading.standing(permit, date(2025, 5, 13)).why == "Reply by Wed 11 June 2025"
        text = words(bytes_of(Paper.objects.get(kind="change_request")))
        for part in ("Truss calculations", "§ 50-4(D)(1)", "Wed 11 June 2025"):
            assert part in text
        assert "1. The scope of the work is described (§ 50-4(D)(1))" in Message.objects.last().text  # type: ignore[union-attr]

    @pytest.mark.proves("CHE-50-4-D-5-c/1")
    def test_the_deficiency_list_prints_the_means_of_egress(self, town: Office, printed: None) -> None:
        permit = town.reviewed("2025-09-04", c={"outcome": "not satisfied", "words": "No stair widths"})
        town.do("permit.request_changes", permit, "2025-09-04", findings=["review.c"])
        text = words(bytes_of(Paper.objects.get(kind="change_request")))
        assert "Means of egress" in text
        assert "§ 50-4(D)(5)(c)" in text
        assert "No stair widths" in text

    def test_the_office_sets_its_time_to_reply(self, town: Office) -> None:
        assert ReplyTime.on(date(2025, 5, 1)) == ReplyTime.USUAL
        do("permit.set_reply_time", None, "2025-05-01", town.staff.administrator, business_days=10)
        permit = town.submitted("2025-05-02")
        town.do("permit.request_changes", permit, "2025-05-02", items=[{"title": "A survey"}])
        assert SetDate.objects.get(kind="application.reply").act_by == date(2025, 5, 16)

    def test_a_day_fixed_by_hand_does_not_roll_and_is_warned_of(self, town: Office) -> None:
        permit = town.submitted("2025-05-13")
        outcome = town.do(
            "permit.request_changes", permit, "2025-05-13", items=[{"title": "A survey"}], reply_by="2025-05-24"
        )
        (warning,) = outcome.decision.of(Outcome.WARNING)
        assert "Saturday" in warning.why
        assert SetDate.objects.get(kind="application.reply").act_by == date(2025, 5, 24)

    @pytest.mark.parametrize(
        ("given", "words"),
        [
            ({}, "at least one item"),
            ({"findings": ["described.scope"]}, "Nothing is open"),
            ({"items": [{"title": "x"}], "reply_by": "2025-05-13"}, "later day"),
        ],
    )
    def test_what_cannot_be_asked(self, town: Office, given: dict[str, Any], words: str) -> None:
        permit = town.submitted("2025-05-13")
        with pytest.raises(InputError, match=words):
            town.do("permit.request_changes", permit, "2025-05-13", **given)

    def test_more_time_is_a_later_day(self, town: Office) -> None:
        permit = town.submitted("2025-05-13")
        with pytest.raises(Refused):
            town.do("permit.extend_reply", permit, "2025-05-13", reply_by="2025-07-01", why="Architect ill")
        town.do("permit.request_changes", permit, "2025-05-13", items=[{"title": "A survey"}])
        with pytest.raises(InputError, match="later day"):
            town.do("permit.extend_reply", permit, "2025-05-20", reply_by="2025-06-11", why="Architect ill")
        outcome = town.do("permit.extend_reply", permit, "2025-05-20", reply_by="2025-06-28", why="Architect ill")
        assert len(outcome.decision.of(Outcome.WARNING)) == 1  # a Saturday
        assert permit.case.requests.get().reply_by == date(2025, 6, 28)
        open_end = SetDate.objects.get(case=permit.case, kind="application.reply", replaced=False)
        assert open_end.act_by == date(2025, 6, 28)
        (row,) = reading.replies_overdue(date(2025, 6, 30))
        assert (row.permit, row.days, row.by) == (permit, 2, date(2025, 6, 28))


class TestAnswering:
    @pytest.mark.proves("CHE-50-4-D-L3/1")
    def test_an_open_request_keeps_the_permit_from_issuing(self, town: Office, site_inspected: None) -> None:
        # Given all else in order, and a request of 13 May for truss calculations, unanswered
        permit = town.ready("2025-05-12")
        town.do("permit.request_changes", permit, "2025-05-13", items=[{"title": "Truss calculations"}])
        assert permit.ready_on is None
        # When the officer tries to issue on 20 May, then it is refused for the open request
        with pytest.raises(Refused) as error:
            town.do("permit.issue", permit, "2025-05-20", certificate_kind="compliance")
        (finding,) = error.value.decision.standing_in_the_way
        assert (finding.key, finding.cite) == ("information", "§ 50-4(D)")
        assert "Truss calculations" in finding.why

    def test_item_by_item_and_back_in_a_new_round(self, town: Office) -> None:
        permit = town.submitted("2025-05-01", documents=[{"file": pdf().pk, "sheet": "A-1"}])
        items = [{"title": "Stair widths"}, {"title": "Survey"}, {"title": "Flood elevation"}]
        town.do("permit.request_changes", permit, "2025-05-06", items=items)
        stairs, survey, flood = RequestItem.objects.all()
        who = applicant(permit)
        new = pdf("A-1 revised.pdf")
        town.do(
            "permit.answer", permit, "2025-05-08", who, item=stairs.pk, documents=[{"file": new.pk, "sheet": "A-1"}]
        )
        town.do("permit.answer", permit, "2025-05-08", who, item=survey.pk, words="It is on sheet S-1")
        # One item is open: it cannot be handed back, and the finding is that of the code
        with pytest.raises(Refused) as error:
            town.do("permit.resubmit", permit, "2025-05-09", who)
        assert error.value.decision.standing_in_the_way[0].cite == "§ 50-4(D)"
        town.do(
            "permit.answer", permit, "2025-05-12", who, item=flood.pk, does_not_apply=True, words="No flood area here"
        )
        town.do("permit.resubmit", permit, "2025-05-12", who, paper_sets=1, documents=[{"file": pdf("S-1.pdf").pk}])
        second, first = permit.case.rounds.all()
        assert (first.frozen_on, first.paper_sets, second.count) == (date(2025, 5, 12), 2, 2)
        assert {d.file.name for d in plans_of(permit.case)} == {"A-1 revised.pdf", "S-1.pdf"}
        assert permit.case.documents.get(file__name="A-1 plans.pdf").replaced
        assert [item.state for item in RequestItem.objects.all()] == ["answered", "answered", "not applicable"]
        assert permit.key_on(date(2025, 5, 12)) == "with us"
        assert days_held(permit.case, date(2025, 5, 14)) == (5 + 2, 6)
        # The reviewer takes the answers
        town.do("permit.review", permit, "2025-05-14", town.staff.inspector, items_accepted=[stairs.pk, survey.pk])
        assert [item.state for item in RequestItem.objects.all()] == ["accepted", "accepted", "not applicable"]

    def test_changed_documents_are_accepted_anew_and_sets_on_paper_still_count(self, town: Office) -> None:
        permit = town.submitted("2025-05-01", documents=[{"file": pdf().pk, "sheet": "A-1"}])
        town.accepted("2025-05-02", permit)
        town.do("permit.request_changes", permit, "2025-05-06", items=[{"title": "Stair widths"}])
        item = RequestItem.objects.get()
        town.do("permit.answer", permit, "2025-05-07", applicant(permit), item=item.pk, words="On sheet A-2 already")
        town.do("permit.resubmit", permit, "2025-05-07", applicant(permit))
        assert permit.documents_accepted_on == date(2025, 5, 2)
        assert reading.decision_on_completeness(permit, date(2025, 5, 7)).allowed
        town.do("permit.request_changes", permit, "2025-05-08", items=[{"title": "Sheet A-1 with stairs"}])
        item = RequestItem.objects.order_by("request__count").last()
        assert item is not None
        new = {"file": pdf("A-1 with stairs.pdf").pk, "sheet": "A-1"}
        town.do("permit.answer", permit, "2025-05-09", applicant(permit), item=item.pk, documents=[new])
        town.do("permit.resubmit", permit, "2025-05-09", applicant(permit))
        assert permit.documents_accepted_on is None
        town.do("permit.accept_documents", permit, "2025-05-12")
        assert permit.acceptance_mark == "BP-2025-0001 R3"
        stamped = permit.case.documents.filter(kind=ACCEPTED, replaced=False)
        assert [document.file.original.name for document in stamped] == ["A-1 with stairs.pdf"]

    def test_what_is_no_longer_asked_for_comes_back_by_itself(self, town: Office) -> None:
        permit = town.submitted("2025-05-01")
        town.do("permit.request_changes", permit, "2025-05-06", items=[{"title": "Survey"}])
        town.do("permit.review", permit, "2025-05-07", items_withdrawn=[RequestItem.objects.get().pk])
        assert not permit.case.with_applicant
        assert permit.case.requests.get().closed_on == date(2025, 5, 7)
        assert permit.key_on(date(2025, 5, 7)) == "with us"

    def test_an_answer_says_something_about_an_item_of_this_case(self, town: Office) -> None:
        permit = town.submitted("2025-05-01")
        other = town.submitted("2025-05-01")
        for each in (permit, other):
            town.do("permit.request_changes", each, "2025-05-06", items=[{"title": "Survey"}])
        mine, theirs = RequestItem.objects.order_by("request__case__number")
        with pytest.raises(InputError, match="no such open item"):
            town.do("permit.answer", permit, "2025-05-07", applicant(permit), item=theirs.pk, words="Here")
        with pytest.raises(InputError, match="in words or by a document"):
            town.do("permit.answer", permit, "2025-05-07", applicant(permit), item=mine.pk)
        with pytest.raises(InputError, match="why it does not apply"):
            town.do("permit.answer", permit, "2025-05-07", applicant(permit), item=mine.pk, does_not_apply=True)
        with pytest.raises(NoSuchThing):
            town.do("permit.answer", other, "2025-05-07", applicant(permit), item=theirs.pk, words="Here")

    def test_nothing_is_answered_that_was_not_asked(self, town: Office) -> None:
        permit = town.submitted("2025-05-01")
        with pytest.raises(Refused, match="The office has asked for something"):
            town.do("permit.resubmit", permit, "2025-05-02", applicant(permit))


class TestReviewing:
    @pytest.mark.proves("CHE-50-4-D-5-a/1")
    def test_an_item_that_is_not_satisfied_is_named(self, town: Office) -> None:
        permit = town.reviewed("2025-02-06", a="not satisfied")
        with pytest.raises(Refused) as error:
            town.do("permit.accept_documents", permit, "2025-02-06")
        (finding,) = error.value.decision.standing_in_the_way
        assert (finding.key, finding.cite, finding.outcome) == ("review.a", "§ 50-4(D)(5)(a)", Outcome.UNMET)

    @pytest.mark.proves("CHE-50-4-D-5-b/1")
    def test_satisfied_without_sections_is_warned_of(self, town: Office) -> None:
        permit = town.submitted("2025-02-06")
        outcome = town.do("permit.review", permit, "2025-02-06", marks=[{"item": "b", "outcome": "satisfied"}])
        assert "review.b.sections" in [finding.key for finding in outcome.decision.of(Outcome.WARNING)]
        again = town.do("permit.review", permit, "2025-02-06", code_sections=["R507"])
        assert "review.b.sections" not in [finding.key for finding in again.decision.of(Outcome.WARNING)]

    @pytest.mark.proves("CHE-50-4-D-5-d/1")
    def test_not_applicable_with_its_reason_is_enough_and_without_it_is_not(self, town: Office) -> None:
        barn = town.reviewed("2025-04-28", d={"outcome": "not applicable", "words": "unconditioned"})
        town.do("permit.accept_documents", barn, "2025-04-28")
        assert barn.marks.get(item="d").words == "unconditioned"
        other = town.reviewed("2025-04-28", d="not applicable")
        assert in_the_way(other, town, "2025-04-28").keys() == {"review.d"}

    @pytest.mark.proves("CHE-50-4-D-5-g/1", "CHE-50-4-E-1/1")
    def test_there_is_no_override_of_the_ninth_item(self, town: Office) -> None:
        permit = town.reviewed("2025-03-06", g={"outcome": "not satisfied", "words": "No statement"})
        with pytest.raises(Refused) as error:
            town.do("permit.accept_documents", permit, "2025-03-06")
        (finding,) = error.value.decision.standing_in_the_way
        assert (finding.cite, finding.discretion) == ("§ 50-4(D)(5)(g)", False)
        with pytest.raises(InputError, match="no discretion"):
            town.do("permit.accept_documents", permit, "2025-03-06", overrule={"review.g": "It will come"})

    @pytest.mark.proves("CHE-50-4-D-4/1")
    def test_special_inspections_need_their_statement(self, town: Office) -> None:
        permit = town.reviewed("2025-03-24")
        town.do("permit.review", permit, "2025-03-24", special_inspections_apply=True)
        decision = reading.decision_on_completeness(permit, date(2025, 3, 24))
        finding = next(f for f in decision.standing_in_the_way if f.key == "special_inspections")
        assert finding.cite == "§ 50-4(D)(4)"
        statement = {"file": pdf("statement.pdf", 1).pk, "kind": "special inspections statement"}
        town.do("permit.add_documents", permit, "2025-03-25", applicant(permit), documents=[statement])
        assert reading.decision_on_completeness(permit, date(2025, 3, 25)).allowed

    @pytest.mark.proves("CHE-50-4-D-5-h-4/1")
    def test_in_a_flood_hazard_area_the_plan_shows_it(self, town: Office) -> None:
        wet = parcel("2 Brook Rd", flood="flood")
        owner(wet)
        permit = town.submitted("2025-07-09", parcels=[wet.pk])
        town.reviewed("2025-07-09", permit)
        finding = in_the_way(permit, town, "2025-07-09")["review.h.flood"]
        assert finding.cite == "§ 50-4(D)(5)(h)"

    def test_another_mark_takes_the_place_of_the_first_which_stays(self, town: Office) -> None:
        permit = town.reviewed("2025-02-06", c="not satisfied")
        town.do("permit.review", permit, "2025-02-10", marks=[{"item": "c", "outcome": "satisfied", "sheet": "A-2"}])
        assert [(m.outcome, m.replaced) for m in permit.marks.filter(item="c")] == [
            ("satisfied", False),
            ("not satisfied", True),
        ]

    @pytest.mark.parametrize(
        ("given", "words"),
        [
            ({}, "at least one item"),
            ({"marks": [{"item": "z", "outcome": "satisfied"}]}, "no item z"),
            ({"facts": {"permit.status": "in force"}}, "no such fact"),
            ({"facts": {"work.framed": "perhaps"}}, "work.framed"),
        ],
    )
    def test_what_cannot_be_marked(self, town: Office, given: dict[str, Any], words: str) -> None:
        permit = town.submitted("2025-02-06")
        with pytest.raises(InputError, match=words):
            town.do("permit.review", permit, "2025-02-06", **given)

    def test_facts_of_the_work_are_found_in_a_review(self, town: Office) -> None:
        permit = town.submitted("2025-02-06")
        town.do("permit.review", permit, "2025-02-06", facts={"work.systems": ["plumbing", "electrical"]})
        assert permit.reviewed["work.systems"] == ["electrical", "plumbing"]

    def test_a_clerk_reviews_nothing(self, town: Office) -> None:
        permit = town.submitted("2025-02-06")
        with pytest.raises(NotAllowed):
            town.do("permit.review", permit, "2025-02-06", town.staff.clerk, marks=marks())


class TestTheDesignProfessional:
    """Each defect by itself; the documents are else in order."""

    @pytest.mark.parametrize(
        ("who", "review", "key", "why"),
        [
            pytest.param(
                None,
                {},
                "review.i.professional",
                "No design professional with name and license number",
                marks=pytest.mark.proves("CHE-50-4-D-5-i-1/1"),
            ),
            pytest.param(
                {},
                {"marks": [{"item": "i.seal", "outcome": "not satisfied", "words": "The signature covers the number"}]},
                "review.i.seal",
                "The signature covers the number",
                marks=pytest.mark.proves("CHE-50-4-D-5-i-2/1"),
            ),
            pytest.param(
                {},
                {"seal_signed_by": "B. Chen"},
                "review.i.signature",
                "The signer, B. Chen, is not the person on the seal, A. Novak",
                marks=pytest.mark.proves("CHE-50-4-D-5-i-3/1"),
            ),
            pytest.param(
                {"license_ends": "2025-06-30"},
                {},
                "review.i.registration",
                "Registration expired before filing, on Mon 30 June 2025; not satisfied until the renewal is recorded",
                marks=pytest.mark.proves("CHE-50-4-D-5-i-4/1"),
            ),
            pytest.param(
                {"firm_name": "", "sole_practitioner": False},
                {},
                "review.i.firm",
                "",
                marks=pytest.mark.proves("CHE-50-4-D-5-i-5/1"),
            ),
            pytest.param(
                {"profession": "engineer", "firm_name": "Orange Structural PC"},
                {},
                "review.i.authorization",
                "",
                marks=pytest.mark.proves("CHE-50-4-D-5-i-6/1"),
            ),
        ],
    )
    def test_is_named_with_its_section(
        self, town: Office, who: dict[str, Any] | None, review: dict[str, Any], key: str, why: str
    ) -> None:
        people = [{"part": "owner", "who": {"name": "Dara Ortiz"}}]
        if who is not None:
            people.append({"part": "design professional", "who": {**ARCHITECT, **who}})
        permit = town.submitted("2025-07-03", people=people)
        town.reviewed("2025-07-03", permit)
        if review:
            town.do("permit.review", permit, "2025-07-03", **review)
        found = in_the_way(permit, town, "2025-07-03")
        assert found[key].cite == "§ 50-4(D)(5)(i)"
        assert why in found[key].why
        if who is not None:
            assert found.keys() == {key}

    def test_a_renewed_registration_is_recorded(self, town: Office) -> None:
        people = [
            {"part": "owner", "who": {"name": "Dara Ortiz"}},
            {"part": "design professional", "who": {**ARCHITECT, "license_ends": "2025-06-30"}},
        ]
        permit = town.submitted("2025-07-03", people=people)
        town.reviewed("2025-07-03", permit)
        town.do("permit.review", permit, "2025-07-07", renewal_confirmed=True)
        assert not in_the_way(permit, town, "2025-07-07")


class TestAcceptingDocuments:
    @pytest.mark.proves("CHE-50-4-E-2/1", "CHE-50-4-E-5/1")
    def test_every_sheet_bears_the_mark_and_the_receipt_its_notice(self, town: Office, printed: None) -> None:
        plans = pdf("A-1.pdf", 2)
        permit = town.submitted("2025-03-05", documents=[{"file": plans.pk, "sheet": "A-1"}], paper_sets=0)
        town.accepted("2025-03-06", permit)
        # Then each page of the electronic set bears the mark with the date
        (copy,) = Document.objects.filter(case=permit.case, kind=ACCEPTED)
        assert copy.file.original == plans
        with open_file(copy.file) as stream:
            pages = pikepdf.open(io.BytesIO(stream.read())).pages
            assert len(pages) == 2
        with open_file(copy.file) as stream:
            text = words(stream.read())
        assert text.count("BP-2025-0001") >= 2
        assert "6 March 2025" in text
        assert "Rosalind Abernathy-Cole" in text
        # And the application is still under review, the receipt says that it is no permit
        assert permit.key_on(date(2025, 3, 6)) == "with us"
        receipt = words(bytes_of(Paper.objects.get(kind="documents_accepted")))
        assert "does not mean that a permit will issue" in receipt
        assert "No work may begin until and unless the permit is issued" in receipt
        assert "Keep this set at the work site" in receipt
        assert permit.acceptance_mark == "BP-2025-0001 R1"

    @pytest.mark.proves("CHE-50-4-E-3/1", "CHE-50-15-A-2/1")
    def test_the_towns_copy_stays_and_a_later_sheet_waits_as_a_change(self, town: Office) -> None:
        plans = pdf("A-1.pdf")
        permit = town.submitted("2025-03-05", documents=[{"file": plans.pk, "sheet": "A-1"}])
        town.accepted("2025-03-06", permit)
        revised = pdf("A-1 revised.pdf", 3)
        town.do(
            "permit.add_documents",
            permit,
            "2025-04-01",
            applicant(permit),
            documents=[{"file": revised.pk, "sheet": "A-1", "title": "A-1 revised"}],
        )
        assert [d.file for d in plans_of(permit.case, accepted=True)] == [plans]
        assert not has_changed(plans)
        change = permit.changes.get()
        assert (change.told_on, change.words, change.decided_on) == (
            date(2025, 4, 1),
            "Revised documents: A-1 revised",
            None,
        )
        # The set is found by the tax map number, and opens
        (place,) = Parcel.objects.under_key(town.parcel.print_key)
        found = place.documents.get(kind=ACCEPTED)
        with open_file(found.file) as stream:
            assert stream.read(4) == b"%PDF"

    def test_it_is_the_officers_to_accept_once(self, town: Office) -> None:
        permit = town.reviewed("2025-03-06")
        with pytest.raises(NotAllowed):
            town.do("permit.accept_documents", permit, "2025-03-06", town.staff.inspector)
        town.do("permit.accept_documents", permit, "2025-03-06", method="stamp", returned_to="Ada Wren, at the counter")
        assert Paper.objects.get(kind="documents_accepted").data["to"]["name"] == "Ada Wren, at the counter"
        with pytest.raises(Refused, match="not accepted yet"):
            town.do("permit.accept_documents", permit, "2025-03-07")

    def test_an_officer_whose_appointment_has_ended_signs_nothing(self, town: Office) -> None:
        permit = town.reviewed("2025-06-30")
        Appointment.objects.filter(office="officer").update(ends=date(2025, 6, 30))
        former = actor_of(Account.objects.get(pk=town.staff.officer.id))
        with pytest.raises(Refused) as error:
            town.do("permit.accept_documents", permit, "2025-07-01", former)
        (finding,) = error.value.decision.standing_in_the_way
        assert finding.why == "No appointment as Code Enforcement Officer in force on Tue 1 July 2025"


class TestExamining:
    @pytest.mark.proves("CHE-50-4-F-1/1")
    def test_both_codes_are_needed(self, town: Office, site_inspected: None) -> None:
        permit = town.accepted("2025-08-12")
        town.do("permit.examine", permit, "2025-08-12", town.staff.inspector, uniform_code="complies")
        assert permit.examined_on is None
        with pytest.raises(Refused) as error:
            town.do("permit.issue", permit, "2025-08-13", certificate_kind="compliance")
        (finding,) = error.value.decision.standing_in_the_way
        assert (finding.key, finding.cite) == ("examined", "§ 50-4(F)")
        assert finding.why.startswith("Both Codes must be examined")

    def test_at_least_one_result_is_given(self, town: Office) -> None:
        with pytest.raises(InputError, match="at least one"):
            town.do("permit.examine", town.submitted("2025-08-12"), "2025-08-12", words="Looked at it")
