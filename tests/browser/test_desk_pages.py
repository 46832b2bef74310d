"""The pages of the desk in a browser: accessible at both widths, light and dark, and whole without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.conftest import PASSWORD, Live
from tests.office import factories
from townwright.office import storage
from townwright.office.permits.models import Permit
from townwright.office.staff.models import Account

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@dataclass(frozen=True)
class Desk:
    """An office with a permit on its way, one that is ready and one that is issued, and its officer at the desk."""

    live: Live
    way: Permit
    ready: Permit
    issued: Permit

    def sign_in(self, page: Page) -> Page:
        """The officer signs in."""
        self.live.sign_in(page, "rosalind.abernathy-cole")
        return page

    def goto(self, page: Page, address: str) -> None:
        """Opens a page of the desk."""
        answer = page.goto(f"{self.live.url}/desk/{address}")
        assert answer is not None and answer.ok, f"{address}: {answer and answer.status}"


@pytest.fixture
def office_at_work(live: Live, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Desk]:
    # The browser's loop runs in this thread; signing would start another in it.
    settings.SIGN_PAPERS = False
    factories.site_seen(monkeypatch)
    with storage.bound_to(live.slug):
        town = factories.an_office()
        for account in Account.objects.all():
            account.set_password(PASSWORD)
            account.save()
        sheets = [("A-001", "Site plan"), ("A-101", "First floor")]
        documents = [
            {"file": factories.pdf(f"{sheet}.pdf").pk, "kind": "plans", "sheet": sheet, "title": title}
            for sheet, title in sheets
        ]
        issued = town.issued("2026-05-22", town.submitted("2026-05-20", nature="Pool"))
        way = town.submitted("2026-10-28", documents=documents)
        town.reviewed("2026-10-30", way, h_grades={"outcome": "not satisfied", "words": "No grades", "sheet": "A-001"})
        town.do("permit.request_changes", way, "2026-11-02", findings=["review.h.grades"])
        item = way.case.requests.get().items.get()
        town.do("permit.answer", way, "2026-11-16", town.staff.clerk, item=item.pk, words="See A-001 rev B")
        ready = town.ready("2026-11-16", town.submitted("2026-11-10", nature="Porch"))
        note = {"how": "call", "who": "Dara Ortiz", "words": "When is it ready?", "call_back_by": "2026-11-17"}
        factories.do("note.take", None, "2026-11-16", town.staff.clerk, case=way.case_id, **note)
        yield Desk(live, way, ready, issued)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_every_page_is_accessible(office_at_work: Desk, browse: Callable[..., Page], width: int, dark: bool) -> None:
    page = office_at_work.sign_in(browse(width=width, dark=dark))
    way, ready, issued = office_at_work.way, office_at_work.ready, office_at_work.issued
    for address in (
        "",
        "lists/applications/",
        "lists/ending/",
        f"cases/{way.case_id}/",
        f"cases/{issued.case_id}/",
        f"cases/{issued.case_id}/print/",
        f"cases/{way.case_id}/review/",
        "new/application/?q=38+Lakeside",
        f"do/permit.submit/?parcels={_parcel(office_at_work)}",
        f"do/permit.issue/{ready.pk}/",
        f"do/permit.issue/{way.pk}/",
        f"do/permit.request_changes/{way.pk}/",
        f"do/permit.change_parties/{issued.pk}/",
        "register/20/",
    ):
        office_at_work.goto(page, address)
        assert_accessible(page)


def _parcel(desk: Desk) -> Any:
    with storage.bound_to(desk.live.slug):
        first = desk.way.case.on_parcels.first()
        assert first is not None
        return first.parcel_id


def test_a_permit_is_issued_without_javascript(office_at_work: Desk, browse: Callable[..., Page]) -> None:
    page = office_at_work.sign_in(browse(javascript=False))
    office_at_work.goto(page, "")
    page.get_by_role("link", name=re.compile("^Issue BP-")).click()
    page.get_by_label("Compliance").check()
    page.get_by_role("button", name="Look first at what will happen").click()
    expect(page.get_by_text("Nothing has been done yet")).to_be_visible()
    page.get_by_role("button", name="Issue the permit").click()
    expect(page).to_have_url(re.compile(f"/desk/cases/{office_at_work.ready.case_id}/$"))
    expect(page.get_by_role("status").get_by_text("issued to")).to_be_visible()
    expect(page.get_by_label("Status").get_by_text("In force", exact=True)).to_be_visible()


def test_a_refused_act_is_read_out_and_keeps_what_was_typed(office_at_work: Desk, browse: Callable[..., Page]) -> None:
    page = office_at_work.sign_in(browse(width=360))
    office_at_work.goto(page, f"do/permit.issue/{office_at_work.way.pk}/")
    page.get_by_text("Fill it in all the same").click()
    page.get_by_label("Compliance").check()
    page.get_by_label("Words").fill("Keep the shed dry")
    page.get_by_role("button", name="Issue the permit").click()
    expect(page.get_by_role("alert").get_by_text("The law does not allow this now")).to_be_visible()
    assert page.get_by_label("Words").input_value() == "Keep the shed dry"
    assert_accessible(page)


def test_an_item_of_the_checklist_is_marked_from_the_keyboard(
    office_at_work: Desk, browse: Callable[..., Page]
) -> None:
    page = office_at_work.sign_in(browse())
    office_at_work.goto(page, f"cases/{office_at_work.way.case_id}/review/")
    grades = page.get_by_role("group", name="Site plan shows established street grades")
    grades.get_by_role("radio", name="Not satisfied").focus()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Record the review").press("Enter")
    page.wait_for_load_state()
    with storage.bound_to(office_at_work.live.slug):
        mark = office_at_work.way.marks.get(item="h.grades", replaced=False)
    assert mark.outcome == "satisfied"
