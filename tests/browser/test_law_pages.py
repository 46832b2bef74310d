"""The law in a browser: accessible at both widths, light and dark, whole without JavaScript, and printable."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.conftest import PASSWORD, Live
from tests.office import factories
from tests.office.factories import Office, do
from townwright.office import storage
from townwright.office.staff.models import Account

pytestmark = [pytest.mark.browser, pytest.mark.slow]

#: Invented words, no town's own.
TEXT = "§ 50-4 Building permits.\nA. No lantern shall be lit without a wick.\nB. A wick is of cotton.\n"
DESK = (
    "law/",
    "law/50-2/",
    "law/50-4/",
    "law/50-10/",
    "law/CHE-50-4-I-2/",
    "law/CHE-50-4-I-2/?as_of=2026-01-05",
    "law/?q=renewal+fee",
    "law/?q=lantern",
    "law/?q=zeppelin",
    "law/?show=pending",
    "law/?show=values",
    "law/whole/",
    "law/text/",
    "law/CHE-99-9/",
)
COUNTER = (
    "code/",
    "code/50-2/",
    "code/50-4/",
    "code/CHE-50-4-I-2/",
    "code/?q=renewal",
    "code/?q=zeppelin",
    "code/whole/",
)


@pytest.fixture
def town(live: Live, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Office]:
    """An office whose accounts are open, with published text of one section."""
    settings.SIGN_PAPERS = False
    factories.site_seen(monkeypatch)
    with storage.bound_to(live.slug):
        made = factories.an_office()
        for account in Account.objects.all():
            account.set_password(PASSWORD)
            account.save()
        given = {"source": "Printer, May 2026", "as_of": "2026-05-01", "text": TEXT}
        do("code_text.load", None, "2026-11-17", made.staff.clerk, **given)
        yield made


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_every_page_of_the_law_is_accessible(
    live: Live, town: Office, browse: Callable[..., Page], width: int, dark: bool
) -> None:
    page = browse(width=width, dark=dark)
    for address in COUNTER:
        page.goto(f"{live.url}/{address}")
        assert_accessible(page)
    live.sign_in(page, "briar.ostrander")
    for address in DESK:
        page.goto(f"{live.url}/desk/{address}")
        assert_accessible(page)


def test_a_section_is_found_read_and_linked_to_without_javascript(
    live: Live, town: Office, browse: Callable[..., Page]
) -> None:
    page = browse(javascript=False)
    live.sign_in(page, "noor.fairweather")
    page.goto(f"{live.url}/desk/law/")
    page.get_by_label("Words, a section or an id").fill("50-4 I")
    page.get_by_role("button", name="Search the code").click()
    page.get_by_role("link", name="Link to this provision").first.click()
    expect(page.get_by_role("heading", name="History")).to_be_visible()
    page.get_by_label("As of").fill("2026-01-05")
    page.get_by_role("button", name="Show that day").click()
    expect(page.get_by_text("This is the law as it stands on")).to_be_visible()
    expect(page).to_have_url(re.compile("/desk/law/CHE-50-4-I.*as_of=2026-01-05"))


def test_text_is_looked_at_and_loaded_without_javascript(live: Live, town: Office, browse: Callable[..., Page]) -> None:
    page = browse(javascript=False)
    live.sign_in(page, "noor.fairweather")
    page.goto(f"{live.url}/desk/law/text/")
    page.get_by_label("Source").fill("Printer, June 2026")
    page.get_by_label("As of").fill("2026-06-01")
    page.get_by_role("textbox", name="Text").fill("§ 50-5 Inspections.\nA lamp is looked at.")
    page.get_by_role("button", name="Look at its sections").click()
    page.get_by_role("button", name="Load 1 section").click()
    expect(
        page.get_by_text("Published text of 1 section loaded, as of Mon 1 June 2026: Printer, June 2026.")
    ).to_be_visible()
    page.goto(f"{live.url}/desk/law/50-5/")
    expect(page.get_by_text("A lamp is looked at.")).to_be_visible()


def test_the_code_prints_as_a_booklet(live: Live, town: Office, browse: Callable[..., Page]) -> None:
    page = browse()
    page.goto(f"{live.url}/code/whole/")
    page.emulate_media(media="print")
    section = page.locator(".booklet-s").nth(1)
    assert section.evaluate("e => getComputedStyle(e).breakBefore") == "page"
    expect(page.get_by_role("navigation", name="Contents")).to_be_visible()
    page.goto(f"{live.url}/code/50-4/")
    expect(page.get_by_role("search", name="Search the code")).to_be_hidden()
