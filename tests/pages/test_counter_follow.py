"""Follow: where a case stands for its own people, what they can do, their papers; and nothing of anybody else's."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.office import factories
from tests.office.factories import Office, do
from tests.office.factories_inspections import DECK, failed, issued
from tests.pages.visitor import Visitor, follow, pdf_file, photo, said
from tests.pages.visitor import do as doing
from townwright.counter import limits
from townwright.office.cases.models import Case, Note, RequestItem
from townwright.office.inspections.models import InspectionRequest
from townwright.office.outbox.models import Message
from townwright.office.papers.models import Paper
from townwright.office.permits.models import Permit
from townwright.office.register.models import Entry

pytestmark = pytest.mark.usefixtures("blank_papers")


@pytest.fixture
def asked(town: Office) -> Permit:
    """An application of which two things are asked."""
    permit = town.submitted("2026-10-28", documents=[{"file": factories.pdf().pk, "sheet": "A-001"}])
    items = [
        {"title": "Distance to the north line", "words": "Sheet A-001 shows none.", "cite": "§ 50-4(D)(5)(h)"},
        {"title": "Energy Code statement"},
    ]
    town.do("permit.request_changes", permit, "2026-11-09", items=items, reply_by=date(2026, 11, 24))
    return permit


def items(permit: Permit) -> list[RequestItem]:
    return list(RequestItem.objects.filter(request__case=permit.case))


class TestWhereItStands:
    def test_with_you_says_what_is_missing_and_by_when(self, asked: Permit, visitor: Visitor) -> None:
        page = said(visitor.get(follow(asked.case)))
        assert "It is with you: 2 things are still missing" in page
        assert "We asked for 2 things on Mon 9 November 2026" in page and "Tue 24 November 2026" in page
        assert "Days with us 12 Days with you 8, running" in page
        assert "1. Distance to the north line" in page and "§ 50-4(D)(5)(h)" in page and "0 of 2 in" in page

    def test_after_the_day_it_says_that_the_day_has_passed(self, asked: Permit, visitor: Visitor, at: Any) -> None:
        at("2026-11-25 09:00")
        assert "The last day for it was Tue 24 November 2026" in said(visitor.get(follow(asked.case)))

    def test_not_filed_says_what_would_file_it(self, town: Office, visitor: Visitor) -> None:
        permit = town.submitted("2026-11-16", paid=False)
        page = said(visitor.get(follow(permit.case)))
        assert "We have it; it is not filed yet" in page and "Pay the fee § 50-4(K)" in page
        assert "You owe $219.00" in page and "By post" in page

    def test_in_force_says_until_when(self, town: Office, visitor: Visitor) -> None:
        page = said(visitor.get(follow(town.issued("2026-10-01").case)))
        assert "Your permit is in force" in page
        assert "Begin the work by Thu 1 April 2027" in page and "In force through Fri 1 October 2027" in page

    @pytest.mark.parametrize(
        ("state", "words"),
        [
            ("submitted", "It is with us"),
            ("ready", "Everything is here; the permit is to be signed"),
        ],
    )
    def test_before_the_permit(self, town: Office, visitor: Visitor, state: str, words: str) -> None:
        permit = getattr(town, state)("2026-11-10")
        assert words in said(visitor.get(follow(permit.case)))

    def test_that_has_ended(self, town: Office, visitor: Visitor, at: Any) -> None:
        suspended = town.suspended("2026-11-10", town.issued("2026-10-01"))
        assert "Your permit is suspended: stop work" in said(visitor.get(follow(suspended.case)))
        refused = town.submitted("2026-10-28")
        town.do("permit.disapprove", refused, "2026-11-02", reasons=[{"text": "Over the line", "cite": "§ 98-11"}])
        assert "Disapproved On Mon 2 November 2026" in said(visitor.get(follow(refused.case)))
        lapsed = town.issued("2026-03-02")
        page = said(visitor.get(follow(lapsed.case)))
        assert "Your permit is invalid: work not begun in time" in page and "§ 50-4(I)" in page

    def test_names_the_office_and_nobody_in_it(self, town: Office, asked: Permit, visitor: Visitor) -> None:
        site = issued(town, "2026-10-01")
        site.visit("2026-10-20", failed("footing", "Too shallow", "RCNYS R403.1.4"))
        pages = said(visitor.get(follow(asked.case))) + said(visitor.get(follow(site.permit.case)))
        assert "From the Code Enforcement Officer" in pages and "Keep it open to view" in pages
        for name in ("Abernathy", "Thornbury", "Fairweather"):
            assert name not in pages

    def test_never_shows_the_notes_of_the_office(self, town: Office, asked: Permit, visitor: Visitor) -> None:
        do(
            "note.take",
            None,
            "2026-11-10",
            town.staff.clerk,
            case=asked.case_id,
            words="Rude on the phone",
            who="Ortiz",
        )
        assert "Rude" not in said(visitor.get(follow(asked.case)))

    def test_takes_a_constant_number_of_queries(self, town: Office, visitor: Visitor) -> None:
        permit = town.submitted("2026-10-28", documents=[{"file": factories.pdf().pk}])
        visitor.get(follow(permit.case))  # the link is remembered for this browser
        few = visitor.counted(follow(permit.case))
        for _ in range(4):
            paper = {"file": factories.pdf().pk, "kind": "other"}
            town.do("permit.add_documents", permit, "2026-10-29", documents=[paper])
        assert visitor.counted(follow(permit.case)) == few
        assert few < 60


class TestAnswering:
    def test_in_words_and_papers_and_handing_back(self, asked: Permit, visitor: Visitor) -> None:
        first, second = items(asked)
        page = said(visitor.get(doing(asked.case, "permit.answer", first.pk)))
        assert "1. Distance to the north line" in page and "Sheet A-001 shows none." in page
        answer = {"words": "Here it is", "files": [pdf_file("A-001.pdf")], "kind": "plans", "sheet": "A-001"}
        assert visitor.post(doing(asked.case, "permit.answer", first.pk), answer).status_code == 302
        page = said(visitor.get(follow(asked.case)))
        assert "1 thing is still missing" in page and "“Here it is” A-001.pdf" in page
        assert "With your answers not handed back yet" in page
        not_mine = {"words": "The deck is not heated", "does_not_apply": "on", "kind": "plans"}
        visitor.post(doing(asked.case, "permit.answer", second.pk), not_mine)
        page = said(visitor.get(follow(asked.case)))
        assert "everything is answered" in page and "You say that it does not apply" in page
        visitor.post(doing(asked.case, "permit.resubmit"), {"words": "Thank you"})
        asked.case.refresh_from_db()
        assert not asked.case.with_applicant
        page = said(visitor.get(follow(asked.case)))
        assert "It is with us" in page and "Round 2" in page and "What we asked for on Mon 9 Nov 2026" in page

    def test_with_a_photograph_from_a_telephone(self, asked: Permit, visitor: Visitor) -> None:
        first, _ = items(asked)
        answer = {"files": [photo()], "kind": "other", "words": "See the photograph"}
        visitor.post(doing(asked.case, "permit.answer", first.pk), answer)
        assert first.documents.get().file.kind == "jpeg"

    def test_with_nothing_is_asked_back_and_keeps_the_file(self, asked: Permit, visitor: Visitor) -> None:
        first, _ = items(asked)
        answer = visitor.post(doing(asked.case, "permit.answer", first.pk), {"kind": "plans"})
        assert answer.status_code == 422 and "Answer in words or by a document" in said(answer)
        two = {"files": [pdf_file("a.pdf"), pdf_file("b.pdf")], "kind": "plans", "sheet": "A-001", "words": "Both"}
        answer = visitor.post(doing(asked.case, "permit.answer", first.pk), two)
        assert answer.status_code == 422 and "belongs to one drawing" in said(answer)
        assert "a.pdf" in said(answer) and "Both" in answer.content.decode()

    def test_twice_with_one_sheet_counts_once(self, asked: Permit, visitor: Visitor) -> None:
        first, _ = items(asked)
        sheet = {"words": "Here", "kind": "plans", "form_key": "0000-same"}
        for _ in range(2):
            assert visitor.post(doing(asked.case, "permit.answer", first.pk), sheet).status_code == 302
        assert Entry.objects.filter(act="permit.answer").count() == 1

    def test_is_refused_by_the_law_once_it_is_too_late(self, asked: Permit, visitor: Visitor) -> None:
        for item in items(asked):
            visitor.post(doing(asked.case, "permit.answer", item.pk), {"words": "Yes", "kind": "plans"})
        visitor.post(doing(asked.case, "permit.resubmit"))
        answer = visitor.post(
            doing(asked.case, "permit.answer", items(asked)[0].pk), {"words": "More", "kind": "plans"}
        )
        assert answer.status_code == 409 and "The office has asked for something" in said(answer)

    def test_can_wait_where_more_time_is_asked_for(self, asked: Permit, visitor: Visitor) -> None:
        page = visitor.get(doing(asked.case, "case.ask"), longer="1", about=str(items(asked)[0].pk))
        assert "checked" in page.content.decode() and "About “Distance to the north line”" in said(page)
        visitor.post(doing(asked.case, "case.ask"), {"words": "The surveyor comes on Friday", "reply_by": "on"})
        note = Note.objects.get(case=asked.case)
        assert note.words == "Asks for more time to reply.\nThe surveyor comes on Friday"
        assert note.call_back_by == date(2026, 11, 18)
        assert "surveyor" not in Entry.objects.get(act="case.ask").body


class TestDoingMore:
    def test_papers_are_added(self, town: Office, visitor: Visitor) -> None:
        permit = town.submitted("2026-11-10")
        visitor.post(doing(permit.case, "permit.add_documents"), {"files": [photo()], "kind": "other"})
        assert "deck.jpg" in said(visitor.get(follow(permit.case)))

    def test_the_application_is_withdrawn(self, town: Office, visitor: Visitor) -> None:
        permit = town.submitted("2026-11-10")
        assert "stays on record as withdrawn" in said(visitor.get(doing(permit.case, "permit.withdraw")))
        visitor.post(doing(permit.case, "permit.withdraw"), {"why": "Sold the house"})
        page = said(visitor.get(follow(permit.case)))
        assert "Withdrawn" in page and "Stop here?" not in page

    def test_a_link_is_sent_to_somebody(self, town: Office, visitor: Visitor) -> None:
        permit = town.submitted("2026-11-10")
        given = {"name": "A. Novak", "email": "novak@architects.example"}
        visitor.post(doing(permit.case, "case.share_link"), given)
        message = Message.objects.get(to_address="novak@architects.example")
        assert follow(permit.case).rstrip("/") in message.text

    def test_an_amended_permit_is_asked_for_and_waits_for_its_fee(self, town: Office, visitor: Visitor) -> None:
        permit = town.issued("2026-10-01")
        assert "Ask for an amended permit" in said(visitor.get(follow(permit.case)))
        wish = {"words": "Stairs on the side", "kind": "plans"}
        answer = visitor.post(doing(permit.case, "permit.apply_amendment"), wish)
        assert answer.status_code == 302, said(answer)
        assert permit.amendments.get().filed_on is None

    def test_a_renewal_is_asked_for_once_the_permit_has_lapsed(self, town: Office, visitor: Visitor) -> None:
        alive, lapsed = town.issued("2026-10-01"), town.issued("2026-03-02")
        assert "Ask to renew" not in said(visitor.get(follow(alive.case)))
        assert "Ask to renew the permit" in said(visitor.get(follow(lapsed.case)))
        answer = visitor.post(doing(lapsed.case, "permit.apply_renewal"))
        assert answer.status_code == 302, said(answer)
        assert lapsed.renewals.get().filed_on is None

    def test_a_certificate_is_asked_for(self, town: Office, visitor: Visitor) -> None:
        site = issued(town, "2026-10-01")
        answer = visitor.post(doing(site.permit.case, "certificate.apply"), {"kind": "occupancy"})
        assert answer.status_code == 302, said(answer)
        page = said(visitor.get(follow(site.permit.case)))
        assert "Certificate of Occupancy" in page


class TestInspections:
    def test_are_asked_for_moved_and_called_off(self, town: Office, visitor: Visitor) -> None:
        site = issued(town, "2026-10-01")
        case = site.permit.case
        page = said(visitor.get(doing(case, "inspection.request")))
        assert "Footing and foundation" in page and "Work site" not in page
        given = {"lines": ["footing"], "ready_on": "2026-11-19", "caller": "Jo Ortiz", "phone": "(845) 555-0181"}
        visitor.post(doing(case, "inspection.request"), given)
        row = InspectionRequest.objects.get(case=case)
        assert (str(row.ready_on), row.channel, row.caller) == ("2026-11-19", "on line", "Jo Ortiz")
        page = said(visitor.get(follow(case)))
        assert "No day yet ready from Thu 19 Nov 2026" in page
        visitor.post(doing(case, "inspection.move", row.pk), {"day": "2026-11-23", "why": "Rain"})
        row.refresh_from_db()
        assert str(row.ready_on) == "2026-11-23"
        visitor.post(doing(case, "inspection.cancel", row.pk), {"why": "Not ready"})
        row.refresh_from_db()
        assert row.ended_how == "withdrawn"
        assert "Nothing is asked for" in said(visitor.get(follow(case)))

    def test_before_the_permit_are_refused_with_the_section(self, town: Office, visitor: Visitor) -> None:
        permit = town.submitted("2026-11-10", answers={k: v for k, v in DECK.items() if k.startswith("work.")})
        answer = visitor.post(doing(permit.case, "inspection.request"), {"lines": ["footing"]})
        assert answer.status_code in (409, 422)
        assert not InspectionRequest.objects.exists()

    def test_of_a_day_that_cannot_be_are_asked_back(self, town: Office, visitor: Visitor) -> None:
        site = issued(town, "2026-10-01")
        wrong = {"lines": ["footing"], "ready_on": "0206-11-19"}
        answer = visitor.post(doing(site.permit.case, "inspection.request"), wrong)
        assert answer.status_code == 422 and "Write all four figures" in said(answer)
        answer = visitor.post(doing(site.permit.case, "inspection.request"), {"lines": ["elevator"]})
        assert answer.status_code == 422
        assert not InspectionRequest.objects.exists()


class TestPapers:
    def test_are_always_there(self, asked: Permit, visitor: Visitor) -> None:
        page = visitor.get(follow(asked.case)).content.decode()
        for paper in Paper.objects.filter(case_id=asked.case_id):
            address = follow(asked.case, f"paper/{paper.pk}/")
            assert address in page
            answer = visitor.get(address)
            assert answer["Content-Type"] == "application/pdf" and answer["X-Content-Type-Options"] == "nosniff"
        document = asked.case.documents.get()
        answer = visitor.get(follow(asked.case, f"file/{document.file_id}/"))
        assert answer.status_code == 200 and b"".join(answer.streaming_content).startswith(b"%PDF")
        assert Paper.objects.filter(case_id=asked.case_id).count() == 3


class TestNothingOfAnotherCase:
    @pytest.fixture
    def theirs(self, town: Office) -> Permit:
        permit = town.submitted("2026-10-28", documents=[{"file": factories.pdf("secret.pdf").pk, "sheet": "B-1"}])
        town.do("permit.request_changes", permit, "2026-11-09", items=[{"title": "Their survey"}])
        return permit

    @pytest.mark.parametrize("code", ["nobody", "None", "0", "a" * 32, "'%20or%201=1"])
    def test_a_link_that_nobody_has_opens_nothing(self, asked: Permit, visitor: Visitor, code: str) -> None:
        for more in ("", "do/permit.withdraw/", f"paper/{asked.pk}/", f"file/{asked.pk}/"):
            assert visitor.get(f"/follow/{code}/{more}").status_code == 404

    def test_papers_and_files_of_another_case_are_not_there(
        self, asked: Permit, theirs: Permit, visitor: Visitor
    ) -> None:
        # This browser has opened the other case before by its own link: even so its papers lie only under that link.
        visitor.get(follow(theirs.case))
        for paper in Paper.objects.filter(case_id=theirs.case_id):
            assert visitor.get(follow(asked.case, f"paper/{paper.pk}/")).status_code == 404
        document = theirs.case.documents.get()
        assert visitor.get(follow(asked.case, f"file/{document.file_id}/")).status_code == 404

    def test_items_of_another_case_cannot_be_seen_or_answered(
        self, asked: Permit, theirs: Permit, visitor: Visitor
    ) -> None:
        visitor.get(follow(theirs.case))
        (item,) = items(theirs)
        address = doing(asked.case, "permit.answer", item.pk)
        assert visitor.get(address).status_code == 404
        assert visitor.post(address, {"words": "Mine now", "kind": "plans"}).status_code == 404
        page = visitor.get(doing(asked.case, "case.ask"), about=str(item.pk))
        assert "Their survey" not in said(page)
        item.refresh_from_db()
        assert item.state == "waiting"

    def test_inspections_of_another_case_cannot_be_moved_or_called_off(
        self, town: Office, asked: Permit, visitor: Visitor
    ) -> None:
        other = issued(town, "2026-10-01")
        row = other.asked("2026-11-16", "footing")
        visitor.get(follow(other.permit.case))
        for act in ("inspection.move", "inspection.cancel"):
            address = doing(asked.case, act, row.pk)
            assert visitor.get(address).status_code == 404
            assert visitor.post(address, {"why": "x", "day": "2026-11-30"}).status_code == 404
        row.refresh_from_db()
        assert row.open

    def test_a_file_that_lies_in_another_case_cannot_be_filed(
        self, asked: Permit, theirs: Permit, visitor: Visitor
    ) -> None:
        stolen = str(theirs.case.documents.get().file_id)
        first, _ = items(asked)
        visitor.post(
            doing(asked.case, "permit.answer", first.pk), {"words": "x", "kind": "plans", "files-kept": stolen}
        )
        assert not first.documents.exists()

    @pytest.mark.parametrize("act", ["permit.issue", "payment.take", "note.take", "permit.extend_reply", "nonsense"])
    def test_acts_of_the_office_are_not_here(self, asked: Permit, visitor: Visitor, act: str) -> None:
        assert visitor.get(doing(asked.case, act)).status_code == 404

    def test_what_needs_a_name_is_not_there_without_one(self, asked: Permit, visitor: Visitor) -> None:
        for act in ("permit.answer", "inspection.move", "inspection.cancel", "inspection.receive_documents"):
            assert visitor.get(doing(asked.case, act)).status_code == 404

    def test_who_has_the_link_acts_as_such(self, asked: Permit, visitor: Visitor) -> None:
        first, _ = items(asked)
        visitor.post(doing(asked.case, "permit.answer", first.pk), {"words": "Yes", "kind": "plans"})
        entry = Entry.objects.get(act="permit.answer")
        assert (entry.actor_name, entry.actor_id) == ("The applicant (by link)", None)


class TestTheLostLink:
    @pytest.mark.parametrize("name", ["Ortiz", "ortiz", "Dara Ortiz", " ORTIZ "])
    def test_goes_to_who_is_named_at_the_address_on_file(self, town: Office, visitor: Visitor, name: str) -> None:
        permit = town.submitted("2026-11-10")
        Message.objects.all().delete()
        visitor.post("/follow/", {"number": permit.number.lower(), "name": name})
        message = Message.objects.get()
        assert message.to_address == "dara@ortiz.example" and str(permit.case.link_code) in message.text

    def test_goes_by_post_to_who_has_no_email(self, town: Office, visitor: Visitor) -> None:
        permit = town.submitted("2026-11-10")
        Message.objects.all().delete()
        visitor.post("/follow/", {"number": permit.number, "name": "Hudson Decks"})
        assert (Message.objects.get().way, Message.objects.get().to_address) == (
            "letter",
            "4 Mill St\nChester, NY 10918",
        )

    def test_is_answered_alike_whether_there_is_a_case_or_none(self, town: Office, visitor: Visitor) -> None:
        permit = town.submitted("2026-11-10")
        Message.objects.all().delete()
        right = visitor.post("/follow/", {"number": permit.number, "name": "Ortiz"})
        for number, name in ((permit.number, "Smith"), (permit.number, "D"), ("BP-1999-0001", "Ortiz"), ("%", "%")):
            wrong = visitor.post("/follow/", {"number": number, "name": name})
            assert (wrong.status_code, said(wrong)) == (right.status_code, said(right))
        assert Message.objects.count() == 1

    def test_is_sent_to_the_applicant_for_the_code_of_a_paper(self, town: Office, visitor: Visitor) -> None:
        permit = town.submitted("2026-11-10")
        Message.objects.all().delete()
        paper = Paper.objects.filter(case_id=permit.case_id).first()
        assert paper is not None
        visitor.post("/follow/", {"code": paper.spaced_code.lower()})
        assert Message.objects.get().to_name == "Dara Ortiz"

    def test_that_is_pasted_opens_the_case(self, town: Office, visitor: Visitor) -> None:
        permit = town.submitted("2026-11-10")
        whole = f"http://127.0.0.1:8000/chester{follow(permit.case)}"
        assert visitor.post("/follow/", {"link": whole})["Location"] == f"/chester{follow(permit.case)}"
        answer = visitor.post("/follow/", {"link": whole[:-9]})
        assert answer.status_code == 422 and "It may have been cut off" in said(answer)

    def test_cannot_be_guessed_at(self, town: Office, visitor: Visitor) -> None:
        permit = town.submitted("2026-11-10")
        for _ in range(limits.AN_HOUR["link"]):
            assert visitor.post("/follow/", {"number": permit.number, "name": "Smith"}).status_code == 200
        answer = visitor.post("/follow/", {"number": permit.number, "name": "Ortiz"})
        assert answer.status_code == 429 and "asked too often" in said(answer)

    def test_is_open_again_after_an_hour(self, town: Office, visitor: Visitor, at: Any) -> None:
        for _ in range(limits.AN_HOUR["link"]):
            visitor.post("/follow/", {"number": "BP-1", "name": "Smith"})
        at("2026-11-17 10:05")
        assert visitor.post("/follow/", {"number": "BP-1", "name": "Smith"}).status_code == 200

    def test_is_counted_by_the_address_that_a_trusted_proxy_names(self, visitor: Visitor, settings: Any) -> None:
        settings.PROXIES = 1
        given = {"number": "BP-1", "name": "Smith"}
        for count in range(limits.AN_HOUR["link"] + 1):
            header = {"X-Forwarded-For": f"forged-{count}, 10.0.0.{count}"}
            assert visitor.client.post("/chester/follow/", given, headers=header).status_code == 200
        for _ in range(limits.AN_HOUR["link"] + 1):
            answer = visitor.client.post("/chester/follow/", given, headers={"X-Forwarded-For": "forged, 10.0.0.99"})
        assert answer.status_code == 429

    def test_nothing_given_is_said_in_words(self, visitor: Visitor) -> None:
        answer = visitor.post("/follow/", {"number": "BP-2026-0001"})
        assert answer.status_code == 422 and "Give the number and the name" in said(answer)


def test_somebody_of_the_office_acts_under_their_own_name(
    asked: Permit, visitor: Visitor, desk: Any, town: Office
) -> None:
    clerk = desk(town.staff.clerk)
    first, _ = items(asked)
    clerk.client.post(f"/chester{doing(asked.case, 'permit.answer', first.pk)}", {"words": "Told us", "kind": "plans"})
    assert Entry.objects.get(act="permit.answer").actor_name == "Noor Fairweather"


def test_a_case_without_a_permit_has_its_page(town: Office, visitor: Visitor) -> None:
    site = issued(town, "2026-10-01")
    visitor.post(doing(site.permit.case, "certificate.apply"), {"kind": "occupancy"})
    case = Case.objects.exclude(pk=site.permit.case_id).get()
    page = said(visitor.get(follow(case)))
    assert "Certificate of Occupancy" in page
