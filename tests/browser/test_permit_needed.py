"""Do I need a permit? Played in a browser, town by town, each page accessible; with the keyboard, and without script."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.conftest import TODAY, Live

pytestmark = pytest.mark.browser

#: What somebody asks in a town: the answers in their order, and what the page says then.
CASES = {
    "chester, a deck": (
        "chester",
        ["Building, changing, repairing or taking something down", "Enlarge"],
        "Yes. You need a building permit before you start.",
        "§ 50-4(A)",
    ),
    "chester, a stove in a barn": (
        "chester",
        ["Building, changing, repairing or taking something down", "Put in a stove, a chimney or a flue", "No", "Yes"],
        "Yes. You need a building permit before you start.",
        "§ 50-4(A)",
    ),
}


class Asker:
    """Somebody who asks, and looks at every page."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.shots = Path(os.environ["TOWNWRIGHT_SHOTS"]) if "TOWNWRIGHT_SHOTS" in os.environ else None
        self.name = name.replace(", ", "-").replace(" ", "-")
        self.count = 0

    def looks(self) -> None:
        """The page is accessible, and has one heading."""
        assert self.page.locator("h1").count() == 1
        assert_accessible(self.page)
        self.count += 1
        if self.shots is not None:
            self.page.screenshot(path=self.shots / f"permit-needed-{self.name}-{self.count}.png", full_page=True)

    def answers(self, said: str) -> None:
        """Answers a question: by what can be ticked, or in figures."""
        choice = self.page.get_by_role("radio", name=said)
        if choice.count():
            choice.first.check()
        else:
            self.page.get_by_role("textbox").fill(said)
        self.page.get_by_role("button", name="Continue").click()
        self.looks()


@pytest.mark.parametrize("case", CASES)
def test_the_answer_is_found_by_its_questions(
    browse: Callable[..., Page], offices: Callable[..., Any], live_server: Any, case: str
) -> None:
    """From the first page to the answer, back to an earlier question, and forward again, at both widths."""
    town, answers, says, section = CASES[case]
    offices(town, today=TODAY)
    page = browse(width=360 if "barn" in case else 1280, javascript="barn" not in case)
    asker = Asker(page, case) if "barn" not in case else Asker(page, case)

    page.goto(f"{live_server.url}/{town}/")
    page.get_by_role("link", name="Do I need a permit?").click()
    for each in answers:
        asker.answers(each)

    expect(page.get_by_role("heading", level=1)).to_have_text(says)
    expect(page.locator(".answer .cite", has_text=section).first).to_be_visible()
