"""Applying without an account: short steps, saved, nothing lost, nothing done twice, and the law's own words."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.office import factories
from tests.office.factories import Office
from tests.pages.visitor import (
    BUILDERS,
    PEOPLE,
    QUESTIONS,
    SIGNED,
    WORK,
    Visitor,
    follow,
    pdf_file,
    photo,
    said,
)
from townwright.counter import limits
from townwright.counter.apply import application
from townwright.office import clock
from townwright.office.cases.models import Case, Party
from townwright.office.files import store
from townwright.office.files.models import StoredFile
from townwright.office.outbox.models import Message
from townwright.office.papers.models import Paper
from townwright.office.permits.models import Draft, Permit
from townwright.office.register.models import Entry

pytestmark = pytest.mark.usefixtures("blank_papers")


class TestAWholeApplication:
    def test_is_received_with_all_that_was_answered(self, town: Office, visitor: Visitor) -> None:
        permit = visitor.signs(visitor.written(town.parcel))
        assert (permit.case.title, permit.cost, permit.area) == ("Rear deck, 12 by 16 feet", Decimal("18000.00"), 192)
        assert (permit.signed_by, permit.signed_as) == ("Dara Ortiz", "owner")
        assert permit.buildings[0]["tax_map"] == "17-1-1" and permit.buildings_affected == 1
        assert permit.answers["work.framed"] is True and permit.answers["work.systems"] == []
        parts = set(Party.objects.filter(case=permit.case).values_list("part", "person__name"))
        assert parts == {("applicant", "Dara Ortiz"), ("owner", "Dara Ortiz"), ("design professional", "A. Novak")}
        assert [row.title for row in permit.case.documents.all()] == ["A-1.pdf"]
        assert Paper.objects.get(case_id=permit.case_id).kind == "application"
        assert Entry.objects.filter(act="permit.submit").get().actor_name == "Dara Ortiz"

    def test_unpaid_is_not_filed_and_says_how_to_pay_and_gives_the_link(self, town: Office, visitor: Visitor) -> None:
        draft = visitor.written(town.parcel)
        permit = visitor.signs(draft)
        assert permit.filed_on is None
        page = visitor.get(f"/apply/{draft.code}/sent/")
        words = said(page)
        assert permit.number in words and "How to pay $219.00" in words and "Town Hall" in words
        assert "Pay the fee" in words and "§ 50-4(K)" in words
        assert follow(permit.case) in page.content.decode()
        paper = Paper.objects.get(case_id=permit.case_id)
        printed = visitor.get(follow(permit.case, f"paper/{paper.pk}/"))
        assert printed["Content-Type"] == "application/pdf"

    def test_is_filed_by_the_payment_at_the_counter(self, town: Office, visitor: Visitor) -> None:
        permit = visitor.signs(visitor.written(town.parcel))
        town.paid(permit, "2026-11-17", "219.00")
        assert permit.filed_on == clock.today()

    def test_sent_twice_is_sent_once(self, town: Office, visitor: Visitor) -> None:
        draft = visitor.written(town.parcel)
        permit = visitor.signs(draft)
        assert visitor.step(draft, "sign", SIGNED).status_code == 302
        assert visitor.step(draft, "work", {**WORK, "nature": "Something else"})["Location"].endswith("/sent/")
        assert Permit.objects.count() == 1
        draft.refresh_from_db()
        assert draft.answers["work"]["nature"] == permit.case.title

    def test_sent_in_two_windows_at_once_is_sent_once(
        self, town: Office, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        draft = visitor.written(town.parcel)
        visitor.signs(draft)
        # The second window was opened before the first had sent it.
        Draft.objects.filter(pk=draft.pk).update(submitted_case_id=None)
        visitor.step(draft, "sign", SIGNED)
        assert Permit.objects.count() == 1

    def test_can_be_sent_with_nothing_but_a_place_a_work_and_a_name(self, town: Office, visitor: Visitor) -> None:
        draft = visitor.begins()
        visitor.step(draft, "place", {"add": str(town.parcel.pk)})
        visitor.step(draft, "work", {"nature": "Wood stove", "work_types": "solid fuel", "cost": "2000"})
        visitor.step(draft, "people", PEOPLE)
        permit = visitor.signs(draft, signed_as="nobody", signed_by="", declared="")
        assert permit.signed_as == "nobody" and permit.case.title == "Wood stove"
        assert not Message.objects.filter(way="email").exists()

    def test_by_an_agent_needs_the_day_of_the_authorization(self, town: Office, visitor: Visitor) -> None:
        draft = visitor.written(town.parcel)
        answer = visitor.step(draft, "sign", {**SIGNED, "signed_as": "agent"})
        assert answer.status_code == 422 and "on which day the owner authorized you" in said(answer)
        letter = {"authorized_on": "2026-11-10", "authorization": photo("letter.jpg")}
        permit = visitor.signs(draft, signed_as="agent", **letter)
        assert str(permit.authorized_on) == "2026-11-10"
        assert permit.case.documents.filter(kind="authorization", title="letter.jpg").exists()


class TestTheSteps:
    def test_lead_from_one_to_the_next_and_the_link_back_to_the_first_open_one(
        self, town: Office, visitor: Visitor
    ) -> None:
        draft = visitor.begins()
        assert visitor.get(f"/apply/{draft.code}/")["Location"].endswith("/place/")
        visitor.step(draft, "place", {"add": str(town.parcel.pk)})
        assert visitor.step(draft, "work", WORK)["Location"].endswith("/buildings/")
        assert visitor.get(f"/apply/{draft.code}/")["Location"].endswith("/buildings/")
        assert "Rear deck, 12 by 16 feet" in visitor.reads(draft, "work").content.decode()

    def test_can_be_changed_from_the_check(self, town: Office, visitor: Visitor) -> None:
        draft = visitor.written(town.parcel)
        answer = visitor.step(draft, "work", {**WORK, "cost": "20,000"}, back="check")
        assert answer["Location"].endswith("/check/")
        assert "$20,000.00" in said(visitor.get(f"/apply/{draft.code}/check/"))

    def test_say_what_the_fee_will_be_as_soon_as_it_can_be_said(self, town: Office, visitor: Visitor) -> None:
        draft = visitor.begins()
        assert "once we know: estimated cost" in said(visitor.reads(draft, "work"))
        visitor.step(draft, "work", WORK)
        assert "Fee: $219.00" in said(visitor.get(f"/apply/{draft.code}/buildings/"))

    @pytest.mark.parametrize(
        ("field", "typed", "words"),
        [
            ("cost", "90k", "“90k” is not an amount"),
            ("cost", "-5", "At least 0"),
            ("area", "big", "“big” is not a whole number"),
            ("nature", "", "This must be answered."),
            ("nature", "x" * 300, "at most 200 characters"),
            ("work_types", "juggle", "Select a valid choice"),
        ],
    )
    def test_keep_all_that_was_typed_when_something_is_wrong(
        self, visitor: Visitor, field: str, typed: str, words: str
    ) -> None:
        draft = visitor.begins()
        answer = visitor.step(draft, "work", {**WORK, "location": "Behind the barn", field: typed})
        assert answer.status_code == 422 and words in said(answer)
        # On another day, on another device: what was typed is there again, right or wrong.
        later = Visitor().reads(draft, "work").content.decode()
        assert "Behind the barn" in later and typed[:50] in later

    def test_a_year_that_cannot_be_is_said_in_words(self, visitor: Visitor) -> None:
        draft = visitor.begins()
        answer = visitor.step(draft, "builders", {**BUILDERS, "designer-0-license_ends": "0206-06-30"})
        assert answer.status_code == 422 and "Write all four figures" in said(answer)

    def test_an_address_that_is_none_is_said_in_words(self, visitor: Visitor) -> None:
        draft = visitor.begins()
        answer = visitor.step(draft, "people", {**PEOPLE, "you-0-email": "dara at ortiz"})
        assert answer.status_code == 422 and "name@example.org" in said(answer)

    def test_naming_a_contractor_and_ticking_that_there_is_none_is_asked_back(self, visitor: Visitor) -> None:
        draft = visitor.begins()
        answer = visitor.step(draft, "builders", {**BUILDERS, "contractor-0-name": "Hudson Decks LLC"})
        assert answer.status_code == 422 and "Which is right?" in said(answer)

    def test_ask_of_the_law_only_what_is_still_open(self, town: Office, visitor: Visitor) -> None:
        draft = visitor.begins()
        visitor.step(draft, "work", WORK)
        first = application.questions(draft, clock.today())
        assert "work.framed" in first and "work.vents" in first and "documents.sets" not in first
        visitor.step(draft, "work", {**WORK, "work_types": ["solid fuel"]})
        assert "work.vents" not in application.questions(draft, clock.today())

    def test_keep_none_of_these_apart_from_not_known(self, town: Office, visitor: Visitor) -> None:
        draft = visitor.begins()
        visitor.step(draft, "work", WORK)
        visitor.step(draft, "questions", {**QUESTIONS, "work__vents": [], "work__framed": ""})
        told = application.answered(draft)
        assert told["work.systems"] == [] and "work.vents" not in told and "work.framed" not in told
        page = visitor.get(f"/apply/{draft.code}/questions/").content.decode()
        assert page.count('value="none"') == 2 and page.count('value="none" class') <= 2

    def test_list_what_is_missing_in_the_words_and_sections_of_the_law(self, town: Office, visitor: Visitor) -> None:
        draft = visitor.written(town.parcel)
        assert "Nothing that we can tell" in said(visitor.get(f"/apply/{draft.code}/check/"))
        visitor.step(draft, "work", {**WORK, "extent": ""})
        visitor.step(draft, "papers", {"out": draft.answers["papers"]["files"][0]["file"]})
        page = said(visitor.get(f"/apply/{draft.code}/check/"))
        assert "Say how much of the building it touches. § 50-4(D)(1)" in page
        assert "Another set, or an electronic file. § 50-4(D)(5)" in page

    def test_the_signature_is_asked_for_once_enough_is_said(self, town: Office, visitor: Visitor) -> None:
        draft = visitor.begins()
        page = said(visitor.step(draft, "sign", SIGNED))
        assert "Choose the place of the work" in page and "Give your name" in page
        assert not Case.objects.exists()

    def test_a_declaration_that_is_not_ticked_sends_nothing(self, town: Office, visitor: Visitor) -> None:
        draft = visitor.written(town.parcel)
        answer = visitor.step(draft, "sign", {"signed_as": "owner", "signed_by": "Dara Ortiz"})
        assert answer.status_code == 422 and "Tick this to sign" in said(answer)
        assert not Case.objects.exists()

    def test_without_a_schedule_of_fees_nothing_is_sent_and_the_law_says_why(
        self, town: Office, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        draft = visitor.written(town.parcel)
        monkeypatch.setattr("townwright.office.money.schedules.schedule_on", lambda day: None)
        answer = visitor.step(draft, "sign", SIGNED)
        assert answer.status_code == 409 and "§ 50-18" in said(answer)
        assert "Dara Ortiz" in answer.content.decode() and not Case.objects.exists()


class TestThePlace:
    def test_in_the_village_is_refused_with_the_villages_name(self, visitor: Visitor) -> None:
        village = factories.parcel("5 Main Street", swis="332201", flood=None)
        draft = visitor.begins()
        answer = visitor.step(draft, "place", {"add": str(village.pk)})
        page = said(answer)
        assert answer.status_code == 409
        assert "lies in the Village of Chester, which enforces the codes there" in page
        assert "Apply to the Village of Chester" in page and "§ 50-1" in page
        assert not application.parcels(draft)

    @pytest.mark.parametrize("key", ["", "x", "0198f000-0000-7000-8000-000000000000"])
    def test_that_is_none_is_said_in_words(self, visitor: Visitor, key: str) -> None:
        draft = visitor.begins()
        answer = visitor.step(draft, "place", {"add": key})
        assert answer.status_code == 422 and "Choose one of the places" in said(answer)

    def test_can_be_several_parcels_and_one_taken_out(self, town: Office, visitor: Visitor) -> None:
        other = factories.parcel("40 Lakeside Terrace")
        draft = visitor.begins()
        for parcel in (town.parcel, other, town.parcel):
            visitor.step(draft, "place", {"add": str(parcel.pk)})
        assert application.parcels(draft) == [town.parcel, other]
        visitor.step(draft, "place", {"out": str(town.parcel.pk)})
        assert application.parcels(draft) == [other]

    def test_fills_in_tax_map_number_and_address(self, town: Office, visitor: Visitor) -> None:
        draft = visitor.begins()
        visitor.step(draft, "place", {"add": str(town.parcel.pk)})
        page = visitor.get(f"/apply/{draft.code}/buildings/").content.decode()
        assert 'value="17-1-1"' in page and page.count("<legend>Building") == 1
        visitor.step(draft, "buildings", {"buildings-count": "1", "buildings-0-what": "Shed"})
        assert draft.answers["buildings"]["buildings"][0]["tax_map"] == "17-1-1"


class TestPapers:
    def test_of_any_kind_are_kept_at_once_and_their_problems_said(self, town: Office, visitor: Visitor) -> None:
        draft = visitor.begins()
        files = [
            photo(),
            pdf_file("A-1.pdf"),
            SimpleUploadedFile("plans.pdf", b"no pdf at all"),
            SimpleUploadedFile("x.pdf", b""),
        ]
        answer = visitor.step(draft, "papers", {"files": files, "kind": "plans"})
        page = said(answer)
        assert answer.status_code == 422
        assert "plans.pdf: The file is named PDF, but it is none" in page and "x.pdf: The file is empty" in page
        assert [row.stored.name for row in application.handed(draft)] == ["deck.jpg", "A-1.pdf"]
        assert "deck.jpg" in page and "We cannot stamp it as accepted" in page

    def test_none_chosen_is_said_in_words(self, visitor: Visitor) -> None:
        draft = visitor.begins()
        answer = visitor.step(draft, "papers", {"kind": "plans"})
        assert answer.status_code == 422 and "Choose the files first" in said(answer)

    def test_can_be_looked_at_and_taken_out_by_those_who_have_the_link(self, visitor: Visitor) -> None:
        draft = visitor.begins()
        visitor.step(draft, "papers", {"files": [photo()], "kind": "other"})
        (row,) = application.handed(draft)
        address = f"/apply/{draft.code}/file/{row.stored.pk}/"
        assert visitor.get(address)["Content-Type"] == "image/jpeg"
        stranger = Visitor().begins()
        assert visitor.get(f"/apply/{stranger.code}/file/{row.stored.pk}/").status_code == 404
        visitor.step(draft, "papers", {"out": str(row.stored.pk)})
        assert visitor.get(address).status_code == 404

    def test_a_full_disk_loses_nothing_that_was_kept(self, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
        draft = visitor.begins()
        visitor.step(draft, "papers", {"files": [photo()], "kind": "other"})

        def full(came: Any) -> None:
            raise store.DiskFull

        monkeypatch.setattr(store, "settle", full)
        answer = visitor.step(draft, "papers", {"files": [photo("second.jpg")], "kind": "other"})
        assert answer.status_code == 507 and "disk of the office is full" in said(answer)
        assert len(application.handed(draft)) == 1

    def test_of_another_case_cannot_be_named(self, town: Office, visitor: Visitor) -> None:
        theirs = town.submitted("2026-10-28", documents=[{"file": factories.pdf().pk}]).case.documents.get().file
        draft = visitor.written(town.parcel)
        stolen = {"files": [{"file": str(theirs.pk), "kind": "plans", "sheet": ""}]}
        Draft.objects.filter(pk=draft.pk).update(answers={**draft.answers, "papers": stolen})
        answer = visitor.step(draft, "sign", SIGNED)
        assert answer.status_code == 422 and "Hand it in again" in said(answer)

    def test_on_paper_is_as_good(self, visitor: Visitor) -> None:
        draft = visitor.begins()
        visitor.step(draft, "papers", {"go": "1", "on_paper": "yes"})
        assert "You bring the drawings to the office" in said(visitor.get(f"/apply/{draft.code}/check/"))


class TestTheLink:
    def test_can_be_sent_to_an_address(self, visitor: Visitor) -> None:
        draft = visitor.begins()
        visitor.post(f"/apply/{draft.code}/link/", {"email": "dara@ortiz.example"})
        message = Message.objects.get()
        assert message.to_address == "dara@ortiz.example" and f"/apply/{draft.code}/" in message.text
        body = Entry.objects.get(act="draft.send_link").body
        assert "dara@ortiz.example" not in body and draft.code not in body

    def test_is_not_sent_to_what_is_no_address(self, visitor: Visitor) -> None:
        draft = visitor.begins()
        answer = visitor.post(f"/apply/{draft.code}/link/", {"email": "dara"})
        assert answer.status_code == 422 and "name@example.org" in said(answer)
        assert not Message.objects.exists()

    def test_is_not_sent_to_everybody(self, visitor: Visitor) -> None:
        draft = visitor.begins()
        for count in range(limits.AN_HOUR["mail"]):
            visitor.post(f"/apply/{draft.code}/link/", {"email": f"a{count}@example.org"})
        answer = visitor.post(f"/apply/{draft.code}/link/", {"email": "one@example.org"})
        assert answer.status_code == 429 and Message.objects.count() == limits.AN_HOUR["mail"]

    @pytest.mark.parametrize(
        "address", ["/apply/nobody/", "/apply/nobody/place/", "/apply/nobody/sent/", "/apply/nobody/link/"]
    )
    def test_that_nobody_has_opens_nothing(self, visitor: Visitor, address: str) -> None:
        assert visitor.get(address).status_code == 404

    def test_opens_no_step_that_there_is_not(self, visitor: Visitor) -> None:
        assert visitor.get(f"/apply/{visitor.begins().code}/nonsense/").status_code == 404


def test_a_step_takes_few_queries_however_many_papers(town: Office, visitor: Visitor) -> None:
    draft = visitor.written(town.parcel)
    few = visitor.counted(f"/apply/{draft.code}/papers/")
    visitor.step(draft, "papers", {"files": [photo(f"{n}.jpg") for n in range(5)], "kind": "other"})
    assert visitor.counted(f"/apply/{draft.code}/papers/") == few
    assert StoredFile.objects.count() >= 6


class TestTheOwnerOnRecord:
    def test_of_another_name_is_said_before_the_signature_and_keeps_nobody_from_it(
        self, town: Office, visitor: Visitor
    ) -> None:
        draft = visitor.written(town.parcel)
        assert "another owner" not in said(visitor.reads(draft, "check"))
        visitor.step(draft, "people", {**PEOPLE, "you-0-name": "Walter Walker"})
        page = said(visitor.reads(draft, "check"))
        assert "Our records have another owner of 38 Lakeside Terrace" in page
        assert "All is right: on to the signature" in page
        named = {"owner-count": "1", "owner-0-name": "dara ortiz"}
        visitor.step(draft, "people", {**PEOPLE, **named, "you_are": "contractor", "you-0-name": "Hudson Decks"})
        assert "another owner" not in said(visitor.reads(draft, "check"))
