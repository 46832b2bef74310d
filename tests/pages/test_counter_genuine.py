"""Is this paper genuine: ours, unaltered, and in force today, whatever the paper itself says."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.office.factories import Office
from tests.pages.visitor import Visitor, said
from townwright.counter import limits
from townwright.office.papers import acts as papers
from townwright.office.papers.models import Paper
from townwright.office.permits.models import Permit

pytestmark = pytest.mark.usefixtures("blank_papers")


@pytest.fixture
def permit(town: Office) -> Permit:
    return town.issued("2026-10-01")


def the_paper(permit: Permit, kind: str = "permit") -> Paper:
    return Paper.objects.filter(case_id=permit.case_id, kind=kind).latest("printed_at")


class TestThePermit:
    def test_is_in_force(self, visitor: Visitor, permit: Permit) -> None:
        page = said(visitor.get(f"/genuine/{the_paper(permit).code}"))
        assert "Genuine, and the permit is in force" in page
        assert "In force through Fri 1 October 2027" in page and "Holder Dara Ortiz" in page

    def test_says_so_on_the_day_on_which_it_no_longer_is(self, visitor: Visitor, permit: Permit, at: Any) -> None:
        at("2027-04-02 09:00")
        page = said(visitor.get(f"/genuine/{the_paper(permit).spaced_code.lower()}"))
        assert "Genuine, but the permit is not in force" in page and "Invalid" in page

    def test_suspended_is_not_in_force_though_the_paper_is_unchanged(
        self, town: Office, visitor: Visitor, permit: Permit
    ) -> None:
        town.suspended("2026-11-10", permit)
        assert "the permit is not in force Suspended today" in said(visitor.get(f"/genuine/{the_paper(permit).code}"))

    def test_replaced_leads_to_the_newer_one(self, visitor: Visitor, permit: Permit) -> None:
        old, newer = the_paper(permit), the_paper(permit, "application")
        papers.replace(old, newer)
        page = visitor.get(f"/genuine/{old.code}")
        assert "Ours, but replaced by a newer paper" in said(page)
        assert f"/genuine/{newer.code}" in page.content.decode()

    def test_void_says_since_when_and_why(self, visitor: Visitor, permit: Permit) -> None:
        paper = the_paper(permit)
        papers.void(paper, on=paper.printed_on, why="Printed for another lot.")
        page = said(visitor.get(f"/genuine/{paper.code}"))
        assert "Ours, but void Void since Thu 1 October 2026 : Printed for another lot." in page

    def test_by_its_number_alone_shows_no_names(self, visitor: Visitor, permit: Permit) -> None:
        page = said(visitor.get(f"/genuine/{permit.number}"))
        assert "the permit is in force" in page and "A number alone is easily copied" in page
        assert "Ortiz" not in page and "Lakeside" not in page

    def test_with_a_number_that_is_not_its_own_is_not_ours(self, visitor: Visitor, permit: Permit) -> None:
        answer = visitor.get(f"/genuine/BP-2020-0001, {the_paper(permit).spaced_code}")
        assert answer.status_code == 404 and "No paper of ours" in said(answer)


class TestAnotherPaper:
    def test_is_ours_and_gives_no_leave(self, visitor: Visitor, permit: Permit) -> None:
        page = said(visitor.get(f"/genuine/{the_paper(permit, 'receipt').code}"))
        assert "Ours and unaltered in our records" in page

    @pytest.mark.parametrize("text", ["XXXX-XXXX", "nonsense", "' or 1=1", "<b>x</b>", "%00", "x" * 900, "été"])
    def test_that_is_none_of_ours_is_said_in_words(self, visitor: Visitor, text: str) -> None:
        answer = visitor.get(f"/genuine/{text}")
        assert answer.status_code == 404 and b"<b>x</b>" not in answer.content

    def test_is_asked_for_by_the_form(self, visitor: Visitor, permit: Permit) -> None:
        code = the_paper(permit).spaced_code
        assert visitor.get("/genuine/", code=f" {code} ")["Location"].endswith(f"/genuine/{code}")
        assert visitor.get("/genuine/", code="").status_code == 200
        assert visitor.get("/genuine/", code="../follow").status_code == 302


class TestAFile:
    def test_that_we_printed_is_ours(self, visitor: Visitor, permit: Permit) -> None:
        paper = the_paper(permit)
        content = papers.bytes_of(paper)
        page = said(visitor.post("/genuine/", {"file": SimpleUploadedFile("permit.pdf", content)}))
        assert "byte for byte" in page

    def test_that_was_changed_is_not(self, visitor: Visitor, permit: Permit) -> None:
        content = papers.bytes_of(the_paper(permit)) + b"\n"
        page = said(visitor.post("/genuine/", {"file": SimpleUploadedFile("permit.pdf", content)}))
        assert "Not a file that we printed" in page

    def test_that_is_not_given_is_asked_for(self, visitor: Visitor) -> None:
        answer = visitor.post("/genuine/")
        assert answer.status_code == 422 and "Choose the file first" in said(answer)


def test_codes_cannot_be_guessed_and_good_ones_are_never_counted(visitor: Visitor, permit: Permit) -> None:
    good = f"/genuine/{the_paper(permit).code}"
    for _ in range(limits.AN_HOUR["paper code"] + 2):
        assert visitor.get(good).status_code == 200
    for count in range(limits.AN_HOUR["paper code"]):
        visitor.get(f"/genuine/{count:04}-{count:04}")
    assert visitor.get(good).status_code == 429
