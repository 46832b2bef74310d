"""The counter in a browser: every page accessible at both widths, and a whole application with the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.conftest import Live
from tests.office import factories
from tests.office.factories import do
from tests.office.factories_inspections import failed, issued
from townwright.office import clock, storage
from townwright.office.papers import press
from townwright.office.papers.models import Paper
from townwright.office.permits.models import Permit

pytestmark = pytest.mark.browser


@dataclass(frozen=True)
class Counter:
    """The office served, with cases in several states; addresses of the counter by what they show."""

    url: str
    pages: dict[str, str]


@pytest.fixture
def counter(live: Live, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Counter]:
    """An office with an application of which something is asked, a permit with a failed visit, and a closed place."""
    settings.SIGN_PAPERS = False
    sheet = Path(storage.data_folder()) / "sheet.pdf"
    blank = pikepdf.Pdf.new()
    blank.add_blank_page()
    blank.save(sheet)
    monkeypatch.setattr(press, "press", lambda *_, **__: sheet.read_bytes())
    with storage.bound_to(live.slug), clock.fixed("2026-11-17 09:00"):
        town = factories.an_office()
        asked = town.submitted("2026-10-28", documents=[{"file": factories.pdf().pk, "sheet": "A-001"}])
        items = [{"title": "Distance to the north line", "words": "Sheet A-001 shows none.", "cite": "§ 50-4(D)(5)(h)"}]
        town.do("permit.request_changes", asked, "2026-11-09", items=[*items, {"title": "Energy Code statement"}])
        site = issued(town, "2026-10-01")
        site.visit("2026-10-20", failed("footing", "Footing too shallow", "RCNYS R403.1.4"))
        site.asked("2026-11-16", "framing")
        do("paper_years.record", None, "2026-11-02", town.staff.clerk, first=1962, last=1994, where="basement")
        factories.parcel("5 Main Street", swis="332201", flood=None)
        unpaid = town.submitted("2026-11-16", paid=False)
        pages = _addresses(asked, site.permit, unpaid)
        pages["property"] = f"/property/{town.parcel.pk}/"
    yield Counter(live.url, pages)


def _addresses(asked: Permit, permit: Permit, unpaid: Permit) -> dict[str, str]:
    item = asked.case.requests.get().items.first()
    booked = permit.inspection_requests.get()
    paper = Paper.objects.filter(case_id=permit.case_id, kind="permit").latest("printed_at")
    assert item is not None
    return {
        "start": "/",
        "look up": "/property/",
        "look up, several": "/property/?q=street terrace",
        "look up, none": "/property/?q=nowhere",
        "apply": "/apply/",
        "find": "/follow/",
        "book": "/follow/?for=inspection",
        "follow, asked": f"/follow/{asked.case.link_code}/",
        "follow, in force": f"/follow/{permit.case.link_code}/",
        "follow, unpaid": f"/follow/{unpaid.case.link_code}/",
        "answer": f"/follow/{asked.case.link_code}/do/permit.answer/{item.pk}/",
        "ask": f"/follow/{asked.case.link_code}/do/case.ask/?longer=1",
        "withdraw": f"/follow/{asked.case.link_code}/do/permit.withdraw/",
        "share": f"/follow/{asked.case.link_code}/do/case.share_link/",
        "inspection": f"/follow/{permit.case.link_code}/do/inspection.request/",
        "move": f"/follow/{permit.case.link_code}/do/inspection.move/{booked.pk}/",
        "certificate": f"/follow/{permit.case.link_code}/do/certificate.apply/",
        "genuine": "/genuine/",
        "genuine, ours": f"/genuine/{paper.code}",
        "genuine, not ours": "/genuine/XXXX-XXXX",
        "code": "/code/",
        "code, a section": "/code/?at=CHE-50-4-I-1",
    }


@pytest.mark.parametrize("width", [1280, 360])
def test_every_page_is_accessible(browse: Callable[..., Page], counter: Counter, width: int) -> None:
    page = browse(width=width, dark=width == 360)
    for address in counter.pages.values():
        page.goto(counter.url + address)
        expect(page.locator("h1")).to_have_count(1)
        assert_accessible(page)


class Writer:
    """Somebody who writes an application."""

    def __init__(self, page: Page, url: str, *, looks: Callable[[Page], None]) -> None:
        self.page = page
        self.url = url
        self.looks = looks

    def on(self, button: str = "Save and continue") -> None:
        """Goes on, and looks at what comes."""
        with self.page.expect_navigation():  # a click does not wait for the page that comes
            self.page.get_by_role("button", name=button).first.click()
        self.looks(self.page)

    def whole(self, papers: list[str]) -> None:
        """Everything from the first page to the signature, with a slip on the way."""
        page = self.page
        page.goto(f"{self.url}/")
        page.get_by_role("link", name="Apply for a building permit").click()
        self.on("Begin")
        page.get_by_label("Address or print key").fill("5 main street")
        self.on("Find")
        self.on("This is the place")
        expect(page.get_by_role("alert")).to_contain_text("Village of Chester")
        page.get_by_label("Address or print key").fill("38 lakeside terr")
        self.on("Find")
        self.on("This is the place")
        page.get_by_role("link", name="Continue").click()
        page.get_by_label("Enlarge").check()
        page.get_by_label("The work in a few words").fill("Rear deck")
        page.get_by_label("About what it will cost").fill("90k")
        self.on()
        expect(page.get_by_role("alert")).to_contain_text("“90k” is not an amount")
        expect(page.get_by_label("The work in a few words")).to_have_value("Rear deck")
        page.get_by_label("About what it will cost").fill("$18,000")
        self.on()
        expect(page.get_by_text("Fee: $219.00")).to_be_visible()
        page.get_by_label("What it is").first.fill("House")
        self.on("Add another Building")
        page.get_by_role("button", name="Take out Building 2").click()
        self.on()
        page.get_by_role("group", name="Is there framing?").get_by_label("Yes").check()
        self.on()
        page.get_by_label("The owner", exact=True).check()
        page.get_by_label("Your name").fill("Dara Ortiz")
        self.on()
        page.get_by_label("There is no contractor").check()
        self.on()
        page.get_by_label("Files").set_input_files(papers)
        self.on("Add these")
        self.on()
        expect(page.get_by_role("heading", name="What is still missing")).to_be_visible()
        page.get_by_role("link", name="All is right").click()
        self.looks(page)
        page.get_by_label("Type your full name").fill("Dara Ortiz")
        page.get_by_label("What stands in this application is true").check()
        self.on("Sign and send the application")


@pytest.fixture
def papers(tmp_path: Path) -> list[str]:
    """A drawing, and something that is named like one."""
    drawing, other = tmp_path / "A-1.pdf", tmp_path / "plans.pdf"
    made = pikepdf.Pdf.new()
    made.add_blank_page()
    made.save(drawing)
    other.write_text("no drawing")
    return [str(drawing), str(other)]


@pytest.mark.parametrize(("width", "javascript"), [(360, True), (1280, False)])
def test_a_whole_application(
    browse: Callable[..., Page], counter: Counter, papers: list[str], width: int, javascript: bool
) -> None:
    page = browse(width=width, javascript=javascript)
    writer = Writer(page, counter.url, looks=assert_accessible if javascript else lambda _: None)
    writer.whole(papers)
    expect(page.get_by_role("heading", level=1)).to_contain_text("We have your application. Its number is BP-2026-")
    expect(page.get_by_text("How to pay $219.00")).to_be_visible()
    page.get_by_role("link", name="Open it now").click()
    expect(page.get_by_text("We have it; it is not filed yet")).to_be_visible()
    expect(page.get_by_role("link", name="A-1.pdf")).to_be_visible()
    if javascript:
        assert_accessible(page)


def test_a_request_is_answered_with_the_keyboard_alone(browse: Callable[..., Page], counter: Counter) -> None:
    page = browse(width=360)
    page.goto(counter.url + counter.pages["follow, asked"])
    page.get_by_role("link", name="Answer, or add a paper for item 1").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Your answer").focus()
    page.keyboard.type("12 feet, see the new sheet")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Send the answer":
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Your answer is kept")
    expect(page.get_by_text("It is with you: 1 thing is still missing")).to_be_visible()
    expect(page.get_by_text("“12 feet, see the new sheet”")).to_be_visible()
    assert_accessible(page)


def test_withdrawing_is_asked_once_more(browse: Callable[..., Page], counter: Counter) -> None:
    page = browse()
    page.goto(counter.url + counter.pages["withdraw"])
    page.get_by_role("link", name="Go back, change nothing").click()
    expect(page.get_by_text("It is with you")).to_be_visible()


def test_a_property_is_looked_up_from_the_first_page(browse: Callable[..., Page], counter: Counter) -> None:
    page = browse(width=360, javascript=False)
    page.goto(counter.url + "/")
    page.get_by_label("Look up an address or print key").fill("38 Lakeside Ter")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="38 Lakeside Terrace").click()
    expect(page.get_by_role("heading", name="Open violations 1")).to_be_visible()
    expect(page.get_by_text("Years on paper (1962 to 1994) are not in them").first).to_be_visible()
