"""Money, Law, Office, imports and the tray in a browser: accessible at both widths, and whole without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.conftest import PASSWORD, Live
from tests.office import factories
from tests.office.factories import Office, do
from townwright.office import jobs, storage
from townwright.office.files.models import Document
from townwright.office.imports import acts as imports
from townwright.office.imports import tasks
from townwright.office.laws import rehearsing
from townwright.office.money.models import Payment
from townwright.office.permits.models import Permit
from townwright.office.staff.models import Account

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LIST = (
    '"Antenna / Dish",Type,Applicant,Location,SBL#,Issued,Valuation,Fee Amount\n'
    '0012,Electric,Brijesdol,38 Lakeside Ter,017.-01-01.0,10/18/2012,"$8,000.00",$75.00\n'
    "0013,Sign,Quackenbush,12 Pine St,017.-01-09.0,13/45/2013,$1500.50,$95.25\n"
)


@dataclass(frozen=True)
class Desk:
    """An office with accounts that are open, something in its tray, and a list that was tried."""

    live: Live
    town: Office
    owing: tuple[Permit, Permit]
    scan: Document
    payment: Payment
    load: UUID
    list_file: Path

    def sign_in(self, page: Page, name: str = "briar.ostrander") -> Page:
        """Somebody of the office signs in."""
        self.live.sign_in(page, name)
        return page

    def goto(self, page: Page, address: str) -> None:
        """Opens a page of the desk."""
        answer = page.goto(f"{self.live.url}/desk/{address}")
        assert answer is not None and answer.ok, f"{address}: {answer and answer.status}"


@pytest.fixture
def at_work(live: Live, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Iterator[Desk]:
    # The browser's loop runs in this thread; signing would start another in it.
    settings.SIGN_PAPERS = False
    factories.site_seen(monkeypatch)
    file = tmp_path / "permits.csv"
    file.write_text(LIST)
    with storage.bound_to(live.slug):
        town = factories.an_office()
        for account in Account.objects.all():
            account.set_password(PASSWORD)
            account.save()
        paid = town.submitted("2026-11-02", nature="Pool")
        owing = (
            town.submitted("2026-08-03", paid=False, nature="Shed"),
            town.submitted("2026-11-09", paid=False, nature="Porch"),
        )
        charge = owing[0].case.lines.get(kind="charge")
        do(
            "charge.override",
            charge,
            "2026-11-10",
            town.staff.officer,
            amount="100.00",
            why="Fire",
            resolution="2026-77",
        )
        claim = {
            "amount": "50.00",
            "charge": paid.case.lines.get(kind="charge").pk,
            "why": "Smaller",
            "payee": "D. Ortiz",
        }
        do("refund.ask", paid.case, "2026-11-10", town.staff.clerk, **claim)
        do("till.close", None, "2026-11-10", town.staff.clerk, cash="0.00", checks="219.00")
        closed = {"begins": "2026-12-24", "why": "Christmas Eve"}
        do("calendar.close", None, "2026-11-10", town.staff.administrator, **closed)
        files = [factories.pdf(name).pk for name in ("survey of 2019.pdf", "letter.pdf")]
        do("tray.receive", None, "2026-11-16", town.staff.clerk, files=files)
        load = imports.receive(file, "syracuse-permits", actor=town.staff.clerk)
        tasks.try_received.func(str(load.pk))
        scan, payment = Document.objects.get(file=files[0]), Payment.objects.get()
        yield Desk(live, town, owing, scan, payment, load.pk, file)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_every_page_is_accessible(at_work: Desk, browse: Callable[..., Page], width: int, dark: bool) -> None:
    page = at_work.sign_in(browse(width=width, dark=dark))
    first, second = at_work.owing
    for address in (
        "money/",
        f"money/?q=lakeside&case={first.case_id}",
        "money/receipts/?first=2026-11-01",
        f"money/receipts/{at_work.payment.pk}/",
        "money/unpaid/",
        "money/close/",
        "money/refunds/",
        "money/turn-over/?first=R-2026-00001",
        "money/totals/",
        "money/exceptions/",
        "law/",
        "law/?at=CHE-50-4-I-2",
        "law/?q=renewal",
        "law/changes/",
        "law/changes/new/?place=permits.default.life",
        "law/changes/new/?place=gates.permit.issue.requirements.fee",
        "office/",
        "office/log-ins/",
        "office/log-ins/new-key/",
        "office/fees/",
        "office/fees/new/",
        "office/days/",
        "office/numbers/",
        "office/register/",
        "office/law/",
        "office/imports/",
        f"office/imports/{at_work.load}/",
        "tray/",
        f"tray/{at_work.scan.pk}/?q=lakeside",
        f"tray/{at_work.scan.pk}/?case={second.case_id}",
        "do/appointment.make/",
        "do/account.open/",
        "do/calendar.toll/",
    ):
        at_work.goto(page, address)
        assert_accessible(page)


def test_a_change_of_the_law_is_rehearsed_without_javascript(at_work: Desk, browse: Callable[..., Page]) -> None:
    page = at_work.sign_in(browse(javascript=False))
    at_work.goto(page, "law/changes/")
    page.get_by_label("Another place in the pack").fill("permits.default.life")
    page.get_by_role("button", name="Go there").click()
    page.get_by_label("How long", exact=True).fill("18")
    page.get_by_label("In force from").fill("2027-01-01")
    page.get_by_role("button", name="Rehearse it on the records").click()
    expect(page.get_by_role("heading", name="Had it always been the law")).to_be_visible()
    expect(page.get_by_text("Issued permits whose dates change")).to_be_visible()
    assert_accessible_without_script(page)
    for width in (1280, 360):
        other = at_work.sign_in(browse(width=width))
        at_work.goto(other, page.url.partition("/desk/")[2])
        assert_accessible(other)
    page.get_by_role("link", name="Enter it as enacted").click()
    page.get_by_label("Local law or resolution").fill("L.L. No. 3-2026")
    page.get_by_role("button", name="Enter it as enacted").click()
    expect(page.get_by_text("L.L. No. 3-2026").first).to_be_visible()


def test_the_cases_that_were_left_out_are_asked_for_without_javascript(
    at_work: Desk, browse: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given two applications of which one is looked at at once, then a button has every case looked at, with a bar."""
    monkeypatch.setattr(rehearsing, "MOST", 1)
    page = at_work.sign_in(browse(javascript=False))
    at_work.goto(page, "law/changes/new/?place=gates.permit.issue.requirements.town.cost")
    page.get_by_label("What is required").fill("It costs enough")
    page.get_by_label("How it is told").fill('{at_least: {fact: application.cost, limit: "20000.00"}}')
    page.get_by_label("Section").fill("§ 50-4(C)")
    page.get_by_label("In force from").fill("2027-01-01")
    page.get_by_role("button", name="Rehearse it on the records").click()
    expect(page.get_by_role("heading", name="Not every case was looked at")).to_be_visible()
    assert_accessible_without_script(page)
    page.get_by_role("button", name="Look at every case").click()
    expect(page.get_by_role("progressbar", name="Looking at every case")).to_be_visible()
    assert_accessible_without_script(page)


def test_one_check_for_two_cases_without_javascript(at_work: Desk, browse: Callable[..., Page]) -> None:
    page = at_work.sign_in(browse(javascript=False), "noor.fairweather")
    first, second = at_work.owing
    at_work.goto(page, "money/")
    page.get_by_label("Received from").fill("Smith Decks LLC")
    page.get_by_label("Add a case").fill("lakeside")
    page.get_by_role("button", name="Look it up").click()
    page.get_by_role("button", name=f"Add {first.case.number}").click()
    page.get_by_role("button", name=f"Add {second.case.number}").click()
    assert page.get_by_label("Received from").input_value() == "Smith Decks LLC"
    expect(page.get_by_text("The amounts come to").locator("..").get_by_text("$319.00")).to_be_visible()
    page.get_by_label("Check", exact=True).check()
    page.get_by_role("textbox", name="Check number (may be left empty)").fill("4711")
    page.get_by_label("What the check or the cash comes to").fill("300")
    page.get_by_role("button", name="Take the payment").click()
    expect(page.get_by_role("alert").get_by_text("$300.00 is $19.00 short of")).to_be_visible()
    assert_accessible_without_script(page)
    page.get_by_label("What the check or the cash comes to").fill("319.00")
    page.get_by_role("button", name="Take the payment").click()
    expect(page.get_by_role("heading", name="R-2026-00002 Smith Decks LLC")).to_be_visible()
    expect(page.get_by_role("link", name="Print the receipt")).to_be_visible()


def assert_accessible_without_script(page: Page) -> None:
    """What can be told of a page whose own scripts do not run: nothing is wider than the window."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def test_a_scan_is_filed_in_three_clicks(at_work: Desk, browse: Callable[..., Page]) -> None:
    page = at_work.sign_in(browse(javascript=False), "noor.fairweather")
    at_work.goto(page, f"tray/?case={at_work.owing[0].case_id}")
    page.get_by_role("link", name="File it survey of 2019.pdf").click()
    page.get_by_label("A number, an address, a name").fill("lakeside")
    page.get_by_role("button", name="Look it up").click()
    page.get_by_role("link", name=str(at_work.owing[1].case.number)).click()
    assert page.get_by_label("What it is").input_value() == "survey"
    page.get_by_role("button", name="File it").click()
    expect(page.get_by_role("status").get_by_text("survey of 2019.pdf filed from the tray")).to_be_visible()
    expect(page.get_by_role("heading", name="letter.pdf")).to_be_visible()


def test_a_list_is_tried_and_loaded_in_the_background(at_work: Desk, browse: Callable[..., Page]) -> None:
    page = at_work.sign_in(browse(), "noor.fairweather")
    at_work.goto(page, "office/imports/")
    page.get_by_label("The list").set_input_files(at_work.list_file)
    page.get_by_label("How it is read").select_option("syracuse-permits")
    page.get_by_role("button", name="Try it, change nothing").click()
    expect(page.get_by_text("Waiting to begin")).to_be_visible()
    assert_accessible(page)
    jobs.round_of_offices()
    page.reload()
    expect(page.get_by_text("Tried only: nothing is changed yet")).to_be_visible()
    page.get_by_role("button", name="Load 1 record").click()
    jobs.round_of_offices()
    page.reload()
    expect(page.get_by_text("Loaded Tue 17 November 2026")).to_be_visible()
    assert_accessible(page)


def test_the_register_is_proved_on_demand(at_work: Desk, browse: Callable[..., Page]) -> None:
    page = at_work.sign_in(browse(), "noor.fairweather")
    at_work.goto(page, "office/register/")
    page.get_by_role("button", name="Prove the whole register").click()
    expect(page.get_by_text("Proving the register")).to_be_visible()
    assert_accessible(page)
    jobs.round_of_offices()
    page.reload()
    expect(page.get_by_role("status").get_by_text("none changed, missing or added")).to_be_visible()


def test_a_section_on_a_page_leads_to_its_provision(at_work: Desk, browse: Callable[..., Page]) -> None:
    page = at_work.sign_in(browse(), "noor.fairweather")
    at_work.goto(page, "office/fees/")
    page.get_by_role("link", name="§ 50-4(K)").first.click()
    expect(page).to_have_url(re.compile(r"/desk/law/\?at=CHE-50-4-K-1#CHE-50-4-K-1$"))
    expect(page.locator("#CHE-50-4-K-1")).to_be_visible()
