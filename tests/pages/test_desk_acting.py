"""Doing an act on a page: its sheet, the law's answer, and everything that can keep it from being done."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.office import factories
from tests.office.factories import Office
from tests.office.test_what_the_town_asks import fines_are_paid  # noqa: F401  (a pack for a test below)
from townwright.law.dated import Section
from townwright.office import laws
from townwright.office.cases.models import Case, Note, Number, Party, RequestItem
from townwright.office.files.models import Document, StoredFile
from townwright.office.outbox.models import Message
from townwright.office.papers import acts as press
from townwright.office.papers.models import Paper
from townwright.office.permits.models import Permit
from townwright.office.register.models import Entry

Desk = Callable[..., Any]


def text(response: Any) -> str:
    """The page as one line of words."""
    bare = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(bare.split())


def sheet(response: Any) -> dict[str, str]:
    """What the hidden fields of a form hold: its key and the version that was seen."""
    html = response.content.decode()
    found = re.findall(r'<input type="hidden" name="(form_key|form_seen)"(?: value="([^"]*)")?', html)
    return dict(found)


class TestTheSheet:
    def test_shows_what_stands_in_the_way_with_its_cure_above_the_form(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        page = desk(town.staff.officer).get(f"do/permit.issue/{permit.pk}/")
        assert page.status_code == 200
        assert "Not open now" in text(page)
        assert "Cure: Accept the documents" in text(page)
        assert "Fill it in all the same, for another day" in text(page)

    def test_of_an_act_without_a_gate_is_just_its_form(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        page = desk(town.staff.clerk).get("do/note.take/", case=permit.case_id)
        assert "What was said" in text(page) and "What the law asks" not in text(page)
        assert f'type="hidden" name="case" value="{permit.case_id}"' in page.content.decode()

    def test_asks_the_last_day_only_where_no_code_sets_it(
        self, town: Office, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        permit = town.ready("2026-11-02")
        officer, address = desk(town.staff.officer), f"do/permit.issue/{permit.pk}/"
        assert "Expires on" not in text(officer.get(address))
        rules = laws.pack().permits
        unset = rules.model_copy(
            update={"default": rules.default.model_copy(update={"life": None}), "expiration": Section(cite="§ 9")}
        )
        bare = laws.pack().model_copy(update={"permits": unset})
        monkeypatch.setattr(laws, "pack", lambda on=None: bare)
        assert "Expires on" in text(officer.get(address))

    def test_lets_parties_be_chosen_by_name(self, town: Office, desk: Desk) -> None:
        permit = town.ready("2026-11-02")
        page = desk(town.staff.officer).get(f"do/permit.issue/{permit.pk}/")
        contractor = Party.objects.get(case=permit.case, part="contractor")
        assert f'<option value="{contractor.pk}">Hudson Decks LLC, contractor</option>' in page.content.decode()

    def test_of_a_request_begins_with_every_requirement_that_is_not_met(self, town: Office, desk: Desk) -> None:
        permit = town.reviewed("2026-11-02", h_grades="not satisfied")
        html = desk(town.staff.officer).get(f"do/permit.request_changes/{permit.pk}/").content.decode()
        assert re.search(r'name="findings" value="review.h.grades"[^>]* checked', html)
        assert 'value="signature"' not in html

    def test_of_an_application_begins_with_the_parcel_and_its_owner(self, town: Office, desk: Desk) -> None:
        html = desk(town.staff.clerk).get("do/permit.submit/", parcels=town.parcel.pk).content.decode()
        assert 'value="17-1-1"' in html and 'value="Dara Ortiz"' in html
        assert "Is there framing?" in html

    def test_names_no_act_that_there_is_not(self, town: Office, desk: Desk) -> None:
        assert desk(town.staff.officer).get("do/permit.bless/").status_code == 404

    def test_of_no_record_that_there_is_not(self, town: Office, desk: Desk) -> None:
        assert desk(town.staff.officer).get(f"do/permit.issue/{uuid4()}/").status_code == 404

    def test_is_not_for_somebody_whose_log_in_may_not_do_it(self, town: Office, desk: Desk) -> None:
        permit = town.ready("2026-11-02")
        page = desk(town.staff.clerk).get(f"do/permit.issue/{permit.pk}/")
        assert page.status_code == 403
        assert (
            desk(town.staff.clerk).post(f"do/permit.issue/{permit.pk}/", certificate_kind="compliance").status_code
            == 403
        )
        assert Permit.objects.get(pk=permit.pk).issued_on is None


class TestDoing:
    def test_leads_to_the_case_which_says_what_was_done(self, town: Office, desk: Desk) -> None:
        permit = town.ready("2026-11-02")
        officer = desk(town.staff.officer)
        sent = sheet(officer.get(f"do/permit.issue/{permit.pk}/"))
        done = officer.post(f"do/permit.issue/{permit.pk}/", certificate_kind="compliance", **sent)
        assert done.status_code == 302 and done.url == f"/chester/desk/cases/{permit.case_id}/"
        page = officer.get(done.url)
        entry = Entry.objects.get(act="permit.issue")
        assert f"Register {entry.seq}" in text(page) and "Print:" in text(page)
        assert Permit.objects.get(pk=permit.pk).issued_on.isoformat() == "2026-11-17"

    def test_twice_by_a_double_click_is_done_once(self, town: Office, desk: Desk) -> None:
        permit = town.ready("2026-11-02")
        officer = desk(town.staff.officer)
        sent = sheet(officer.get(f"do/permit.issue/{permit.pk}/"))
        for _ in range(2):
            done = officer.post(f"do/permit.issue/{permit.pk}/", certificate_kind="compliance", **sent)
            assert done.status_code == 302
        assert Entry.objects.filter(act="permit.issue").count() == 1
        assert "It was not done twice" in text(officer.get(done.url))

    def test_late_needs_its_reason_and_shows_both_days(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        clerk = desk(town.staff.clerk)
        note = {"how": "visit", "words": "Came by", "on": "2026-11-12"}
        address = f"do/note.take/?case={permit.case_id}"
        page = clerk.post(address, case=permit.case_id, **note)
        assert page.status_code == 422 and "Say why this is entered later" in text(page)
        assert "Came by" in page.content.decode() and "2026-11-12" in page.content.decode()
        assert clerk.post(address, case=permit.case_id, **note, late_reason="Power was out").status_code == 302
        case = text(clerk.get(f"cases/{permit.case_id}/"))
        assert "Thu 12 Nov 2026" in case
        assert "Entered Tue 17 November 2026, 9:00 am: Power was out" in case

    def test_of_an_application_keeps_the_answers_to_the_towns_questions(self, town: Office, desk: Desk) -> None:
        clerk = desk(town.staff.clerk)
        the_work = {
            "nature": "Deck", "scope": "A deck", "location": "Rear", "extent": "Rear wall", "cost": "18,000",
            "occupancy_existing": "R-3", "answer-work.framed": "True", "answer-work.slab": "False",
        }  # fmt: skip
        the_form = {
            "parcels": town.parcel.pk, "kind": "building", "form": "town form", "on_paper": "on", "paper_sets": "2",
            "signed_by": "Dara Ortiz", "signed_as": "owner", "on": "2026-11-16", "late_reason": "Received stamp",
        }  # fmt: skip
        people = {
            "people-count": "1", "people-0-part": "owner", "people-0-who-count": "1",
            "people-0-who-0-name": "Dara Ortiz", "people-0-who-0-kind": "person",
        }  # fmt: skip
        buildings = {
            "buildings-count": "1", "buildings-0-tax_map": "17-1-1", "buildings-0-address": "38 Lakeside Terrace",
        }  # fmt: skip
        sent = {**the_work, **the_form, **people, **buildings, "documents-count": "0", "payment-count": "0"}
        done = clerk.post(f"do/permit.submit/?parcels={town.parcel.pk}", **sent)
        assert done.status_code == 302, text(done)
        permit = Permit.objects.get()
        assert permit.answers == {"work.framed": True, "work.slab": False}
        assert (permit.received_on.isoformat(), permit.on_paper) == ("2026-11-16", True)
        assert done.url == f"/chester/desk/cases/{permit.case_id}/"

    def test_of_a_request_chooses_nothing_that_nobody_has_looked_at(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        officer = desk(town.staff.officer)
        asked = officer.get(f"do/permit.request_changes/{permit.pk}/").content.decode()
        assert re.search(r'value="review[.]d"', asked) and not re.search(r'value="review[.]d"[^>]* checked', asked)
        refused = text(officer.get(f"do/permit.disapprove/{permit.pk}/"))
        assert "Building thermal envelope" not in refused and "Not looked at yet" not in refused

    def test_of_an_application_asks_what_this_towns_law_asks_and_nothing_of_other_towns(
        self, town: Office, desk: Desk
    ) -> None:
        page = text(desk(town.staff.clerk).get("do/permit.submit/", parcels=town.parcel.pk))
        asked = page.partition("About the work: what the code asks")[2]
        of_the_work, _, of_the_office = asked.partition("What the office says of it, if it is known already")
        assert "Is there a new footing or foundation?" in of_the_work
        assert "Is it a factory-manufactured building" in of_the_work
        assert "Which further items does the Energy Code require here?" in of_the_office
        for strange in ("fence", "pool", "earth", "windows awning", "director of technical services"):
            assert strange not in asked

    def test_of_a_correction_keeps_a_question_that_was_answered_though_no_rule_asks_it(
        self, town: Office, desk: Desk
    ) -> None:
        permit = town.submitted("2026-11-02", answers={"work.water_depth": "30"})
        clerk = desk(town.staff.clerk)
        assert "How deep is the water" in text(clerk.get(f"do/permit.correct/{permit.pk}/"))
        plain = town.submitted("2026-11-02")
        assert "How deep is the water" not in text(clerk.get(f"do/permit.correct/{plain.pk}/"))

    def test_of_an_application_says_that_a_place_in_the_village_is_the_villages(self, town: Office, desk: Desk) -> None:
        village = factories.parcel("5 Main Street", swis="332201", flood=None)
        clerk = desk(town.staff.clerk)
        found = text(clerk.get("new/application/", q="5 main st"))
        assert "5 Main Street In the Village of Chester, which enforces the codes there" in found
        begun = text(clerk.get("do/permit.submit/", parcels=village.pk))
        assert "It lies in the Village of Chester, which enforces the codes there." in begun
        assert "It lies in" not in text(clerk.get("do/permit.submit/", parcels=town.parcel.pk))

    @pytest.mark.usefixtures("fines_are_paid")
    def test_of_a_renewal_asks_what_the_town_alone_asks_of_it(self, town: Office, desk: Desk) -> None:
        permit = town.issued("2025-09-08")
        page = desk(town.staff.clerk).get(f"do/permit.apply_renewal/{permit.pk}/").content.decode()
        assert 'name="answer-town.fines_owed"' in page and "answer-work.foundation" not in page

    def test_of_an_application_begins_at_once_from_the_page_of_a_parcel(self, town: Office, desk: Desk) -> None:
        clerk = desk(town.staff.clerk)
        begun = clerk.get("new/application/", parcel=str(town.parcel.pk))
        assert begun.status_code == 302 and begun["Location"].endswith(f"do/permit.submit/?parcels={town.parcel.pk}")
        assert clerk.get("new/application/", parcel="00000000-0000-0000-0000-000000000000").status_code == 200

    @pytest.mark.parametrize(("words", "begun"), [
        ("12 Lake Road", "address=12+Lake+Road"), ("12.-1-4", "print_key=12.-1-4"),
    ])  # fmt: skip
    def test_of_an_application_leads_to_a_parcel_that_is_not_there_yet(
        self, town: Office, desk: Desk, words: str, begun: str
    ) -> None:
        page = desk(town.staff.clerk).get("new/application/", q=words).content.decode()
        assert f'href="/chester/desk/do/parcel.record/?{begun}"' in page

    def test_of_an_application_offers_the_permits_whose_change_needs_a_new_one(self, town: Office, desk: Desk) -> None:
        clerk, address = desk(town.staff.clerk), "do/permit.submit/"
        assert "Permit whose change needs this one" not in text(clerk.get(address, parcels=town.parcel.pk))
        permit = town.issued("2026-11-02")
        town.do("permit.report_change", permit, "2026-11-05", words="A second story")
        decided = {"change": permit.changes.get().pk, "decision": "new permit"}
        town.do("permit.decide_change", permit, "2026-11-06", **decided)
        page = text(clerk.get(address, parcels=town.parcel.pk))
        assert "Permit whose change needs this one" in page and f"{permit.number}, {permit.case.title}" in page

    def test_goes_on_where_the_address_says_but_never_elsewhere(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        clerk = desk(town.staff.clerk)
        rang = {"case": permit.case_id, "how": "call", "words": "Rang", "call_back_by": "2026-11-18"}
        clerk.post(f"do/note.take/?case={permit.case_id}", **rang)
        note = Note.objects.get()
        done = clerk.post(f"do/note.call_back/{note.pk}/?then=/chester/desk/", words="")
        assert done.url == "/chester/desk/"
        Note.objects.update(called_back_on=None)
        done = clerk.post(f"do/note.call_back/{note.pk}/?then=https://elsewhere.example/", words="")
        assert done.url == f"/chester/desk/cases/{permit.case_id}/"


class TestNotDone:
    def test_refused_comes_back_with_the_findings_and_what_was_typed(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        sent = {"certificate_kind": "compliance", "conditions-count": "1", "conditions-0-text": "Keep the shed dry"}
        page = desk(town.staff.officer).post(f"do/permit.issue/{permit.pk}/", **sent)
        assert page.status_code == 409
        assert "The law does not allow this now" in text(page) and "§ 50-4(E)" in text(page)
        assert "Keep the shed dry" in page.content.decode()
        assert Permit.objects.get(pk=permit.pk).issued_on is None

    def test_overtaken_shows_what_the_other_did_and_keeps_what_was_typed(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        officer = desk(town.staff.officer)
        opened = sheet(officer.get(f"do/permit.examine/{permit.pk}/"))
        note = {"case": permit.case_id, "how": "call", "words": "Rang", "who": "Dara Ortiz"}
        desk(town.staff.clerk).post(f"do/note.take/?case={permit.case_id}", **note)
        typed = {"uniform_code": "complies", "energy_code": "", "words": "Looked at every sheet"}
        page = officer.post(f"do/permit.examine/{permit.pk}/", **typed, **opened)
        assert page.status_code == 409
        assert "This changed while you had it open" in text(page) and "Telephone call noted, Dara Ortiz" in text(page)
        assert "Looked at every sheet" in page.content.decode()
        again = officer.post(f"do/permit.examine/{permit.pk}/", **typed, **sheet(page))
        assert again.status_code == 302

    def test_what_cannot_be_read_is_said_at_its_field(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        page = desk(town.staff.officer).post(f"do/permit.extend_reply/{permit.pk}/", reply_by="2/30/2026", why="Ill")
        assert page.status_code == 422
        assert "there is no such day" in text(page) and "Ill" in page.content.decode()

    def test_what_the_act_itself_refuses_is_said_at_its_field(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        page = desk(town.staff.officer).post(
            f"do/permit.examine/{permit.pk}/", uniform_code="", energy_code="", words="x"
        )
        assert page.status_code == 422
        assert "Give the result under at least one of the codes" in text(page)

    def test_a_full_disk_while_printing_leaves_nothing_half_done(
        self, town: Office, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        permit = town.ready("2026-11-02")

        def full(*_: Any, **__: Any) -> bytes:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(press.press, "press", full)
        page = desk(town.staff.officer).post(f"do/permit.issue/{permit.pk}/", certificate_kind="compliance")
        assert page.status_code == 507
        assert "the disk of the office is full" in text(page) and "Nothing was done" in text(page)
        assert Permit.objects.get(pk=permit.pk).issued_on is None
        assert not Entry.objects.filter(act="permit.issue").exists()

    def test_a_file_that_was_kept_is_not_asked_for_again(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        clerk = desk(town.staff.clerk)
        content = factories.files.open_file(factories.pdf("letter.pdf")).read()
        scan = SimpleUploadedFile("owner's letter.pdf", content, content_type="application/pdf")
        address = f"do/permit.record_signature/{permit.pk}/"
        page = clerk.post(address, signed_by="Dara Ortiz", signed_as="owner", signed_on="soon", file=scan)
        assert page.status_code == 422
        token = re.search(r'name="file-kept" value="([^"]+)"', page.content.decode())
        assert token is not None, "the page remembers the file"
        sent = {"signed_by": "Dara Ortiz", "signed_as": "owner", "signed_on": "2026-11-16", "file-kept": token[1]}
        assert clerk.post(address, **sent).status_code == 302
        assert Document.objects.get(case=permit.case, kind="authorization").file.name == "owner's letter.pdf"

    def test_a_file_that_cannot_be_used_is_refused_in_words(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        empty = SimpleUploadedFile("plans.pdf", b"", content_type="application/pdf")
        before = StoredFile.objects.count()
        sent = {"signed_by": "Dara Ortiz", "signed_as": "owner", "file": empty}
        page = desk(town.staff.clerk).post(f"do/permit.record_signature/{permit.pk}/", **sent)
        assert page.status_code == 422 and "The file is empty (0 bytes)" in text(page)
        assert StoredFile.objects.count() == before


class TestLookingFirst:
    def test_says_what_will_happen_and_does_nothing(self, town: Office, desk: Desk) -> None:
        permit = town.ready("2026-11-02")
        officer = desk(town.staff.officer)
        counted = [Entry.objects.count(), Paper.objects.count(), Message.objects.count(), Number.objects.count()]
        page = officer.post(f"do/permit.issue/{permit.pk}/", certificate_kind="compliance", look="1")
        said = text(page)
        assert page.status_code == 200 and "Nothing has been done yet" in said
        assert "Last day to begin the work: Mon 17 May 2027" in said
        assert "Last day that the permit is in force: Wed 17 November 2027" in said
        assert "Printed: Building Permit" in said and "Sent: E-mail to Dara Ortiz" in said
        assert [
            Entry.objects.count(),
            Paper.objects.count(),
            Message.objects.count(),
            Number.objects.count(),
        ] == counted
        assert Permit.objects.get(pk=permit.pk).issued_on is None

    def test_then_the_act_is_done_from_the_same_sheet(self, town: Office, desk: Desk) -> None:
        permit = town.ready("2026-11-02")
        officer = desk(town.staff.officer)
        page = officer.post(f"do/permit.issue/{permit.pk}/", certificate_kind="compliance", look="1")
        assert re.search(r'value="compliance"[^>]* checked', page.content.decode())
        assert (
            officer.post(f"do/permit.issue/{permit.pk}/", certificate_kind="compliance", **sheet(page)).status_code
            == 302
        )
        assert Case.objects.get(pk=permit.case_id).number == permit.number

    def test_of_what_the_law_refuses_gives_the_findings(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        page = desk(town.staff.officer).post(f"do/permit.issue/{permit.pk}/", certificate_kind="compliance", look="1")
        assert page.status_code == 409 and "§ 50-4(E)" in text(page)


def test_the_desk_is_for_the_people_of_the_office(town: Office, desk: Desk, client: Any) -> None:
    permit = town.submitted("2026-11-02")
    for address in ("", "lists/to-review/", f"cases/{permit.case_id}/", f"do/permit.issue/{permit.pk}/"):
        answer = client.get(f"/chester/desk/{address}")
        assert answer.status_code == 302 and "/accounts/login/" in answer.url


def test_an_item_is_answered_for_the_applicant_from_paper(town: Office, desk: Desk) -> None:
    permit = town.reviewed("2026-11-02", h_grades="not satisfied")
    officer = desk(town.staff.officer)
    sent = officer.post(f"do/permit.request_changes/{permit.pk}/", findings=["review.h.grades"])
    assert sent.status_code == 302
    item = RequestItem.objects.get()
    page = desk(town.staff.clerk).get(f"do/permit.answer/{permit.pk}/", item=item.pk)
    assert f'<option value="{item.pk}" selected>Request 1, item 1' in page.content.decode()
    done = desk(town.staff.clerk).post(
        f"do/permit.answer/{permit.pk}/", **{"item": item.pk, "words": "See sheet A-2", "documents-count": "0"}
    )
    assert done.status_code == 302
    assert RequestItem.objects.get().answer == "See sheet A-2"
