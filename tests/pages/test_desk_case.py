"""The page of a case: what it says of a permit, what can be done there, and how much it asks the database."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.office import factories
from tests.office.factories import Office, do
from tests.pages.reading import section, text
from townwright.office.cases.models import ChangeRequest, Job, Note, Party, RequestItem, SetDate
from townwright.office.files.models import Document, Round, StoredFile
from townwright.office.inspections.models import PlanLine
from townwright.office.money.models import Line
from townwright.office.outbox.models import Message
from townwright.office.papers.models import Paper
from townwright.office.people.models import Insurance, Person
from townwright.office.permits.models import Permit, ReviewMark
from townwright.office.register import chain
from townwright.office.register.models import Entry

Desk = Callable[..., Any]


def page_of(desk: Desk, actor: Any, permit: Permit) -> Any:
    """The page of a permit's case, as somebody sees it."""
    answer = desk(actor).get(f"cases/{permit.case_id}/")
    assert answer.status_code == 200
    return answer


class TestStatus:
    def test_says_why_it_is_not_ready_and_who_has_it(self, town: Office, desk: Desk) -> None:
        permit = town.reviewed("2026-11-02", h_grades="not satisfied")
        town.do("permit.request_changes", permit, "2026-11-09", findings=["review.h.grades"])
        said = text(page_of(desk, town.staff.officer, permit))
        assert "Not ready to issue: 2 requirements unmet, 2 not known" in said
        assert "Change request 1 is with the applicant since Mon 9 November 2026: none of 1 item answered" in said
        assert "All of it is due by Wed 9 December 2026" in said
        assert "With us 7 days With the applicant 8 days, now" in said

    def test_is_said_in_a_sentence_to_be_read_aloud(self, town: Office, desk: Desk) -> None:
        permit = town.issued("2026-11-02")
        said = text(page_of(desk, town.staff.clerk, permit))
        assert "To read aloud: BP-2026-0001 for" in said
        assert "38 Lakeside Terrace: in force, since Mon 2 November 2026. Work must begin by Mon 3 May 2027. " in said
        assert "In force through Tue 2 November 2027." in said

    def test_in_force_names_the_day_by_which_work_must_begin_until_it_has(self, town: Office, desk: Desk) -> None:
        permit = town.issued("2026-11-02")
        begins = "Work must begin by Mon 3 May 2027"
        assert text(page_of(desk, town.staff.clerk, permit)).count(begins) == 2
        town.do("permit.commence", permit, "2026-11-10", began_on="2026-11-09", evidence="inspection")
        assert begins not in text(page_of(desk, town.staff.clerk, permit))

    def test_of_a_lapsed_permit_cites_why(self, town: Office, desk: Desk, at: Callable[[str], Any]) -> None:
        permit = town.issued("2025-11-03")
        said = text(page_of(desk, town.staff.officer, permit))
        assert "Invalid: work not begun in time" in said and "Work not begun by Mon 4 May 2026" in said
        assert "§ 50-4(I)" in said


class TestTheLawsAnswer:
    def test_lists_what_is_missing_first_and_keeps_what_is_met_below(self, town: Office, desk: Desk) -> None:
        permit = town.reviewed("2026-11-02", h_grades="not satisfied")
        said = section(page_of(desk, town.staff.officer, permit), "May the permit issue?")
        missing, _, met = said.partition("requirements met")
        assert "Site plan shows established street grades and proposed finished grades" in missing
        assert "With: applicant" in missing and "§ 50-4(D)(5)(h)" in missing
        assert "The fee is paid" in met and "Unmet" not in met

    def test_keeps_what_nobody_has_reviewed_apart_and_puts_it_on_nobody(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        page = page_of(desk, town.staff.officer, permit)
        wanting, _, unseen = section(page, "May the permit issue?").partition("of the review not looked at yet")
        assert re.search(r"Not ready to issue: .* not known, \d+ not looked at", text(page))
        assert "Building thermal envelope" in unseen and "Building thermal envelope" not in wanting
        assert "Not looked at yet" not in wanting
        reviewed = town.reviewed("2026-11-02")
        assert "of the review not looked at yet" not in text(page_of(desk, town.staff.officer, reviewed))

    def test_does_not_count_the_signature_against_a_clerk(self, town: Office, desk: Desk) -> None:
        permit = town.ready("2026-11-02")
        said = text(page_of(desk, town.staff.clerk, permit))
        assert "Ready to issue" in said and "requirement unmet" not in section(
            page_of(desk, town.staff.clerk, permit), "May the permit issue?"
        )


class TestActs:
    def test_at_most_one_comes_first(self, town: Office, desk: Desk) -> None:
        permits = [town.submitted("2026-11-02"), town.ready("2026-11-03"), town.issued("2026-11-04")]
        for permit in permits:
            html = page_of(desk, town.staff.officer, permit).content.decode()
            assert html.count('class="btn btn-1"') == 1

    def test_ready_the_issue_comes_first(self, town: Office, desk: Desk) -> None:
        html = page_of(desk, town.staff.officer, town.ready("2026-11-03")).content.decode()
        first = html[html.index("btn btn-1") :]
        assert first[: first.index("</a>")].endswith("Issue the permit")

    def test_shut_ones_say_what_stands_in_the_way(self, town: Office, desk: Desk) -> None:
        said = section(page_of(desk, town.staff.officer, town.submitted("2026-11-02")), "What you can do now")
        assert "Issue the permit" in said and "not known" in said and "See which" in said

    def test_are_those_of_the_role(self, town: Office, desk: Desk) -> None:
        permit = town.ready("2026-11-03")
        assert "Issue the permit" not in section(page_of(desk, town.staff.clerk, permit), "What you can do now")

    def test_replies_are_looked_at_first(self, town: Office, desk: Desk) -> None:
        permit = town.reviewed("2026-11-02", h_grades="not satisfied")
        town.do("permit.request_changes", permit, "2026-11-09", findings=["review.h.grades"])
        item = RequestItem.objects.get()
        town.do("permit.answer", permit, "2026-11-17", town.staff.clerk, item=item.pk, words="See A-2")
        page = page_of(desk, town.staff.officer, permit)
        html = page.content.decode()
        first = html[html.index("btn btn-1") :]
        assert first[: first.index("</a>")].endswith("Look at the replies")
        asked = section(page, "Asked of the applicant")
        assert "Request 1, 1 item, none waiting" in asked and "See A-2" in asked and "Accept the reply" in asked


class TestDocuments:
    def test_each_sheet_says_whether_it_changed_by_its_content(self, town: Office, desk: Desk) -> None:
        same, old, new, revised = (factories.pdf(f"{n}.pdf", sheets=n) for n in (1, 2, 3, 4))
        first = [
            {"file": same.pk, "kind": "plans", "sheet": "A-101", "title": "First floor"},
            {"file": old.pk, "kind": "plans", "sheet": "A-001", "title": "Site plan"},
        ]
        permit = town.submitted("2026-11-02", documents=first)
        changes = {"items": [{"title": "Lot lines"}]}
        town.do("permit.request_changes", permit, "2026-11-03", **changes)
        again = factories.files.keep(factories.files.open_file(same), "again.pdf")
        second = [
            {"file": again.pk, "kind": "plans", "sheet": "A-101", "title": "First floor"},
            {"file": revised.pk, "kind": "plans", "sheet": "A-001", "title": "Site plan"},
            {"file": new.pk, "kind": "plans", "sheet": "S-101", "title": "Framing"},
        ]
        item = RequestItem.objects.get()
        town.do("permit.answer", permit, "2026-11-06", item=item.pk, words="Here", documents=second)
        town.do("permit.resubmit", permit, "2026-11-06")
        said = section(page_of(desk, town.staff.officer, permit), "Documents")
        assert "Round 2 received Fri 6 November 2026" in said and "Round 1" in said
        assert "A-001 Site plan changed see the earlier one" in said
        assert "A-101 First floor same" in said and "S-101 Framing new" in said

    def test_a_sheet_shows_its_remarks_and_its_stamp(self, town: Office, desk: Desk) -> None:
        sheet = {"file": factories.pdf().pk, "kind": "plans", "sheet": "A-1", "title": "Deck"}
        permit = town.submitted("2026-11-02", documents=[sheet])
        mark = {"outcome": "not satisfied", "words": "No guard", "sheet": "A-1"}
        town.reviewed("2026-11-03", permit, c=mark)
        assert "A-1 Deck 1 remark" in section(page_of(desk, town.staff.officer, permit), "Documents")
        town.do("permit.review", permit, "2026-11-04", marks=[{"item": "c", "outcome": "satisfied", "sheet": "A-1"}])
        town.do("permit.accept_documents", permit, "2026-11-05")
        assert "A-1 Deck stamped copy Accepted" in section(page_of(desk, town.staff.officer, permit), "Documents")


class TestHistory:
    def test_the_next_date_stands_above_with_its_act_by_day(self, town: Office, desk: Desk) -> None:
        permit = town.issued("2026-05-22")
        said = section(page_of(desk, town.staff.officer, permit), "History")
        assert said.index("Last day to begin the work") < said.index("Permit BP-2026-0001 issued")
        assert "Sun 22 Nov 2026" in said and "Act by Mon 23 November 2026" in said

    def test_a_correction_and_what_it_corrects_name_each_other(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        wrong = Entry.objects.get(act="permit.submit")
        town.do("permit.correct", permit, "2026-11-03", corrects=wrong.seq, why="Area mistyped", area=200)
        said = section(page_of(desk, town.staff.officer, permit), "History")
        right = Entry.objects.get(act="permit.correct")
        assert f"Corrected by Register {right.seq}" in said and f"Corrects Register {wrong.seq}" in said

    def test_an_entry_opens_with_its_decision_and_what_it_changed(self, town: Office, desk: Desk) -> None:
        town.issued("2026-11-02")
        entry = Entry.objects.get(act="permit.issue")
        page = desk(town.staff.clerk).get(f"register/{entry.seq}/")
        said = text(page)
        assert "What the law said" in said and "Rosalind Abernathy-Cole, Code Enforcement Officer" in said
        assert "What was changed" in said and section(page, "Papers") == "Permit BP-2026-0001"

    def test_private_words_of_an_entry_are_shown_to_the_office(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        do("note.take", None, "2026-11-03", town.staff.clerk, case=permit.case_id, how="call", words="Knows no e-mail")
        entry = Entry.objects.get(act="note.take")
        assert "Knows no e-mail" in text(desk(town.staff.clerk).get(f"register/{entry.seq}/"))


class TestTheSide:
    def test_people_have_their_telephone_and_the_end_of_their_insurance(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        Person.objects.filter(name="Hudson Decks LLC").update(phone="(845) 555-0177")
        Insurance.objects.filter(form="C-105.2").update(ends=date(2026, 11, 1))
        Insurance.objects.filter(form="DB-120.1").update(ends=date(2026, 12, 1))
        page = page_of(desk, town.staff.officer, permit)
        said = section(page, "People")
        assert "Contractor Hudson Decks LLC (845) 555-0177" in said
        assert "C-105.2 ended 1 Nov 2026" in said and "DB-120.1 to 1 Dec 2026" in said
        assert '<a href="tel:8455550177">' in page.content.decode()

    def test_who_left_is_shown_with_the_day(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        Party.objects.filter(case=permit.case, part="contractor").update(ends=date(2026, 11, 10))
        assert "Contractor until Tue 10 Nov 2026 Hudson Decks LLC" in section(
            page_of(desk, town.staff.officer, permit), "People"
        )

    def test_money_shows_how_a_fee_was_worked_out_under_which_resolution(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        said = section(page_of(desk, town.staff.clerk, permit), "Money")
        charge = Line.objects.get(kind="charge")
        assert "owes $0.00" in said and charge.worked_out in said
        assert "Check 1180, Mon 2 Nov" in said and "receipt R-2026-" in said
        assert "Resolution R-Schedule of 2024, in force since Wed 10 April 2024" in said and "Still to come" in said

    def test_papers_open_the_same_bytes(self, town: Office, desk: Desk) -> None:
        permit = town.issued("2026-11-02")
        clerk = desk(town.staff.clerk)
        said = section(clerk.get(f"cases/{permit.case_id}/"), "Papers")
        assert "Building Permit" in said and "Receipt R-2026-" in said
        paper = Paper.objects.get(kind="permit")
        first, second = (clerk.get(f"papers/{paper.pk}/") for _ in range(2))
        assert first.content == second.content and first["Content-Type"] == "application/pdf"

    def test_the_other_cases_of_the_job(self, town: Office, desk: Desk) -> None:
        one, other = town.submitted("2026-11-02"), town.submitted("2026-11-03", scope="Plumbing")
        job = Job.objects.create(title="Deck", begun=date(2026, 11, 2))
        for permit in (one, other):
            permit.case.job = job
            permit.case.save()
        assert other.number in section(page_of(desk, town.staff.officer, one), "The same job")


def test_a_call_to_return_can_be_done_from_the_case(town: Office, desk: Desk) -> None:
    permit = town.submitted("2026-11-02")
    note = {"how": "call", "who": "Dara Ortiz", "phone": "(845) 555-0142", "call_back_by": "2026-11-16"}
    do("note.take", None, "2026-11-13", town.staff.clerk, case=permit.case_id, words="When is it ready?", **note)
    said = section(page_of(desk, town.staff.clerk, permit), "Notes")
    assert "When is it ready?" in said and "(845) 555-0142" in said and "Called back" in said


def test_printed_every_round_is_open_and_nothing_can_be_pressed(town: Office, desk: Desk) -> None:
    sheet = {"file": factories.pdf().pk, "kind": "plans", "sheet": "A-1", "title": "Deck"}
    permit = town.submitted("2026-11-02", documents=[sheet])
    html = desk(town.staff.clerk).get(f"cases/{permit.case_id}/print/").content.decode()
    assert "acts-list" not in html and '<details class="round mt" open>' in html


def test_the_plan_of_inspections_says_how_each_stands(town: Office, desk: Desk) -> None:
    permit = town.submitted("2026-11-02")
    PlanLine.objects.filter(permit=permit).delete()
    PlanLine.objects.create(
        permit=permit,
        position=1,
        key="framing",
        element="framing",
        title="Framing",
        state="required",
        cite="§ 50-5(B)(4)",
    )
    PlanLine.objects.create(
        permit=permit, position=2, key="slab", element="slab", title="Slab", state="not applicable", why="No slab",
        cite="§ 50-5(B)(3)",
    )  # fmt: skip
    said = section(page_of(desk, town.staff.inspector, permit), "Inspections")
    assert "0 of 1 done" in text(page_of(desk, town.staff.inspector, permit))
    needed, _, others = said.partition("1 inspection that the work does not have")
    assert "Framing § 50-5(B)(4) Not yet asked for" in needed and "Slab" not in needed
    assert "Slab § 50-5(B)(3) Not applicable No slab" in others
    assert "Still open" not in said


def test_there_is_no_page_of_no_case(town: Office, desk: Desk) -> None:
    assert desk(town.staff.clerk).get(f"cases/{uuid4()}/").status_code == 404


@pytest.mark.both_engines
def test_a_case_with_fifty_of_everything_asks_no_more_than_one_with_one(town: Office, desk: Desk) -> None:
    permit = town.submitted("2026-11-02", documents=[{"file": factories.pdf().pk, "sheet": "A-0", "title": "Sheet"}])
    clerk = desk(town.staff.officer)
    address = f"cases/{permit.case_id}/"
    _grow(permit, 1)
    clerk.get(address)
    with CaptureQueriesContext(connection) as with_one:
        clerk.get(address)
    _grow(permit, 50)
    with CaptureQueriesContext(connection) as with_fifty:
        said = text(clerk.get(address))
    assert "Contact 49" in said and "Note 49" in said and "Sheet 49" in said and "Asked 49" in said
    assert len(with_fifty) == len(with_one) < 100


def _grow(permit: Permit, count: int) -> None:
    """Gives a permit so many parties, notes, documents, requests, marks, dates, lines, papers and entries."""
    case, day = permit.case, date(2026, 11, 3)
    rounds = Round.objects.get(case=case)
    paper, document = Paper.objects.first(), Document.objects.filter(case=case, round=rounds).first()
    assert paper is not None and document is not None
    asked, _ = ChangeRequest.objects.get_or_create(case=case, count=1, sent_on=day, by_name="R", by_title="CEO")
    for n in range(count):
        person = Person.objects.create(name=f"Contact {n}", phone=f"555-{n:04}")
        Party.objects.create(case=case, person=person, part="contact")
        Insurance.objects.create(person=person, kind="liability", form=f"ACORD {n}", ends=day)
        Note.objects.create(case=case, how="call", words=f"Note {n}", on=day, by_name="C", call_back_by=day)
        stored = StoredFile.objects.create(
            sha256=f"{n:064x}", size=1, kind="pdf", name="x.pdf", received_at=document.file.received_at
        )
        Document.objects.create(
            case=case,
            round=rounds,
            file=stored,
            kind="plans",
            sheet=f"A-{n}-{count}",
            title=f"Sheet {n}",
            received_on=day,
        )
        RequestItem.objects.create(request=asked, count=asked.items.count() + 1, title=f"Asked {n}")
        ReviewMark.objects.create(permit=permit, item=f"x{n}", outcome="satisfied", sheet=f"A-{n}", on=day, by_name="R")
        SetDate.objects.create(
            case=case, kind=f"own.{n}", begins=day, nominal=day, act_by=day, cite="§ 1", pack_hash="x", entry_seq=1
        )
        Line.objects.create(case=case, kind="charge", code=f"own.{n}", what=f"Fee {n}", amount=1, on=day, entry_seq=1)
        Message.objects.create(
            way="letter",
            to_name="X",
            to_address="Y",
            subject="Z",
            text="",
            case_id=case.pk,
            entry_seq=n,
            made_at=paper.printed_at,
        )
        do("note.take", None, "2026-11-04", case=case.pk, how="letter", words=f"Letter {n}")
    assert chain.head().seq >= count
