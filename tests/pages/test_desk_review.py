"""Review: documents beside the checklist, marks item by item, and asking for what is missing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from tests.office import factories
from tests.office.factories import Office
from tests.pages.reading import section, text
from townwright.office.files.models import StoredFile
from townwright.office.permits.models import Permit, ReviewMark
from townwright.office.register.models import Entry

Desk = Callable[..., Any]


def with_plans(town: Office) -> Permit:
    """An application with two sheets."""
    sheets = [("A-001", "Site plan"), ("A-101", "First floor")]
    documents = [
        {"file": factories.pdf(f"{sheet}.pdf").pk, "kind": "plans", "sheet": sheet, "title": title}
        for sheet, title in sheets
    ]
    return town.submitted("2026-11-02", documents=documents)


def marks(page: Any, **said: dict[str, str]) -> dict[str, str]:
    """The form of the checklist as it stands on the page, with some items filled in."""
    html = page.content.decode()
    items = dict(re.findall(r'name="marks-(\d+)-item" value="([^"]+)"', html))
    sent = {"marks-count": str(len(items)), "form_key": str(uuid4())}
    for place, item in items.items():
        sent[f"marks-{place}-item"] = item
        chosen = re.search(rf'name="marks-{place}-outcome" value="([^"]+)" id="[^"]+" checked', html)
        if chosen is not None:
            sent[f"marks-{place}-outcome"] = chosen[1]
        for name, value in said.get(item.replace(".", "_"), {}).items():
            sent[f"marks-{place}-{name}"] = value
    return sent


class TestThePage:
    def test_shows_the_sheet_beside_the_checklist(self, town: Office, desk: Desk) -> None:
        permit = with_plans(town)
        page = desk(town.staff.officer).get(f"cases/{permit.case_id}/review/")
        html = page.content.decode()
        assert page.status_code == 200
        assert '<iframe class="desk-sheet" src="/chester/desk/files/' in html and 'title="Site plan"' in html
        assert html.count('class="tri"') == 16
        assert "Where nothing is written, we ask for: Show both grades" in text(page)

    def test_opens_another_sheet_by_its_link(self, town: Office, desk: Desk) -> None:
        permit = with_plans(town)
        officer = desk(town.staff.officer)
        html = officer.get(f"cases/{permit.case_id}/review/").content.decode()
        link = re.search(r'<a href="(\?doc=[^"]+)">A-101 First floor</a>', html)
        assert link is not None
        there = officer.get(f"cases/{permit.case_id}/review/{link[1]}").content.decode()
        assert 'title="First floor"></iframe>' in there

    def test_never_shows_a_file_with_a_program_in_it(self, town: Office, desk: Desk) -> None:
        permit = with_plans(town)
        StoredFile.objects.update(cautions=["script"])
        page = desk(town.staff.officer).get(f"cases/{permit.case_id}/review/")
        assert "<iframe" not in page.content.decode()
        assert "This file holds a program (JavaScript)" in text(page)

    def test_is_not_for_a_clerk(self, town: Office, desk: Desk) -> None:
        permit = with_plans(town)
        assert desk(town.staff.clerk).get(f"cases/{permit.case_id}/review/").status_code == 403

    def test_says_what_can_be_done_with_the_documents(self, town: Office, desk: Desk) -> None:
        permit = with_plans(town)
        said = section(desk(town.staff.officer).get(f"cases/{permit.case_id}/review/"), "What you can do with them")
        assert "Ask for changes" in said and "Accept the documents" in said and "Disapprove" in said


class TestMarking:
    def test_keeps_only_what_was_marked(self, town: Office, desk: Desk) -> None:
        permit = with_plans(town)
        officer = desk(town.staff.officer)
        address = f"cases/{permit.case_id}/review/"
        done = officer.post(address, **marks(officer.get(address), a={"outcome": "satisfied"}))
        assert done.status_code == 302 and done.url == f"/chester/desk/{address}"
        assert [(mark.item, mark.outcome) for mark in ReviewMark.objects.all()] == [("a", "satisfied")]

    def test_an_unmet_item_without_words_gets_the_standard_ones(self, town: Office, desk: Desk) -> None:
        permit = with_plans(town)
        officer = desk(town.staff.officer)
        address = f"cases/{permit.case_id}/review/"
        said = {
            "h_grades": {"outcome": "not satisfied", "sheet": "A-001"},
            "g": {"outcome": "not satisfied", "words": "The letter is not signed"},
        }
        officer.post(address, **marks(officer.get(address), **said))
        kept = {mark.item: (mark.words, mark.sheet) for mark in ReviewMark.objects.all()}
        assert kept == {"h.grades": ("Show both grades", "A-001"), "g": ("The letter is not signed", "")}

    def test_a_second_time_writes_only_what_changed(self, town: Office, desk: Desk) -> None:
        permit = with_plans(town)
        officer = desk(town.staff.officer)
        address = f"cases/{permit.case_id}/review/"
        officer.post(address, **marks(officer.get(address), a={"outcome": "satisfied"}, b={"outcome": "satisfied"}))
        officer.post(address, **marks(officer.get(address), b={"outcome": "not satisfied"}))
        assert ReviewMark.objects.count() == 3
        now = {mark.item: mark.outcome for mark in ReviewMark.objects.filter(replaced=False)}
        assert now == {"a": "satisfied", "b": "not satisfied"}

    def test_words_without_an_answer_are_asked_for_at_the_item(self, town: Office, desk: Desk) -> None:
        permit = with_plans(town)
        officer = desk(town.staff.officer)
        address = f"cases/{permit.case_id}/review/"
        page = officer.post(address, **marks(officer.get(address), a={"words": "Where is the deck?"}))
        assert page.status_code == 422
        assert "This must be answered" in text(page) and "Where is the deck?" in page.content.decode()
        assert not ReviewMark.objects.exists()

    def test_what_else_was_found_is_kept(self, town: Office, desk: Desk) -> None:
        permit = with_plans(town)
        officer = desk(town.staff.officer)
        address = f"cases/{permit.case_id}/review/"
        sent = {**marks(officer.get(address)), "code_sections": "R507\nR312", "ground_snow_load": "40"}
        assert officer.post(address, **sent).status_code == 302
        kept = Permit.objects.get(pk=permit.pk).reviewed
        assert (
            sorted(kept["documents.code_sections"]) == ["R312", "R507"] and kept["documents.ground_snow_load"] == "40"
        )

    def test_goes_on_to_ask_for_what_is_missing_if_that_is_pressed(self, town: Office, desk: Desk) -> None:
        permit = with_plans(town)
        officer = desk(town.staff.officer)
        address = f"cases/{permit.case_id}/review/"
        sent = marks(officer.get(address), h_grades={"outcome": "not satisfied"})
        done = officer.post(address, **sent, ask="1")
        assert done.url == f"/chester/desk/do/permit.request_changes/{permit.pk}/"
        assert re.search(r'value="review.h.grades"[^>]* checked', officer.get(done.url).content.decode())

    def test_of_an_application_that_is_not_filed_is_refused_with_what_is_missing(
        self, town: Office, desk: Desk
    ) -> None:
        permit = town.submitted("2026-11-02", paid=False)
        officer = desk(town.staff.officer)
        address = f"cases/{permit.case_id}/review/"
        page = officer.post(address, **marks(officer.get(address), a={"outcome": "satisfied"}))
        assert page.status_code == 409 and "The law does not allow this now" in text(page)
        assert not Entry.objects.filter(act="permit.review").exists()


def test_the_whole_way_from_review_to_stamped_documents(town: Office, desk: Desk) -> None:
    permit = with_plans(town)
    officer = desk(town.staff.officer)
    address = f"cases/{permit.case_id}/review/"
    every = {item.replace(".", "_"): {"outcome": "satisfied"} for item in factories.CHECKLIST}
    seal = {
        "seal_name": "A. Novak",
        "seal_signed_by": "A. Novak",
        "seal_license_number": "031245",
        "code_sections": "R507",
    }
    assert officer.post(address, **marks(officer.get(address), **every), **seal).status_code == 302
    done = officer.post(f"do/permit.accept_documents/{permit.pk}/", method="electronic")
    assert done.status_code == 302
    said = section(officer.get(f"cases/{permit.case_id}/"), "Documents")
    assert "A-001 Site plan stamped copy Accepted" in said
    stamped = StoredFile.objects.filter(made="stamped").first()
    assert stamped is not None
    shown = officer.get(f"files/{stamped.pk}/")
    assert b"".join(shown.streaming_content).startswith(b"%PDF")
