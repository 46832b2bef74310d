"""Do I need a permit? Played in a browser, town by town, each page accessible; back again, and without script."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.conftest import TODAY

pytestmark = pytest.mark.browser

NONE = "None of these"
BUILDING = "Building, changing, repairing or taking something down"

#: What somebody asks in a town: the answers in their order, what the page says then, and the section that it names.
CASES: dict[str, tuple[str, list[str], str, str]] = {
    "a deck": ("chester", [BUILDING, "Enlarge"], "Yes. You need a building permit before you start.", "§ 50-4(A)"),
    "a stove in a barn": (
        "chester",
        [BUILDING, "Put in a stove, a chimney or a flue", "No", "I do not know all of it", "I do not know", "Yes"],
        "Yes. You need a building permit before you start.",
        "§ 50-4(A)",
    ),
    "a shed": (
        "cortlandt",
        [
            BUILDING,
            "Build something new",
            "An accessory structure",
            "A dwelling stands on it",
            "100",
            NONE,
        ],
        "No. You need no building permit for this.",
        "§ 149-12(C)",
    ),
    "a repair": (
        "shelter-island",
        ["Building, changing, repairing", "Repair", NONE],
        "No. You need no building permit under Chapter 43 for this.",
        "§ 43-6A(1)(k)[4]",
    ),
    "an empty house": (
        "sweden",
        ["A building that stands empty", "Nobody who has a right to be there;It has stood empty for more than 90 days"],
        "Yes. It is a vacant building, and its owner registers it.",
        "§ 169-4 (Vacant building)(F)",
    ),
    "earth that is moved": (
        "chester",
        ["Digging, filling, clearing or grading", "40;61;0"],
        "Yes. You need the Building Inspector's approval before you begin.",
        "§ 50-20(A)",
    ),
    "welding": (
        "chester",
        ["An event, a trade or a place", "Fire Code Chapter 35", "Yes", "3"],
        "Yes. You need an operating permit before you begin.",
        "§ 50-10(A)(1)(b)[8]",
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
        expect(self.page.locator("h1")).to_have_count(1)
        assert_accessible(self.page)
        self.count += 1
        if self.shots is not None:
            self.page.screenshot(path=self.shots / f"permit-needed-{self.name}-{self.count}.png", full_page=True)

    def answers(self, said: str) -> None:
        """Answers a question: by what can be ticked, or in figures; several with semicolons. A button answers too."""
        before = self.page.url
        button = self.page.get_by_role("button", name=said, exact=True)
        if button.count():
            button.click()
            expect(self.page).not_to_have_url(before)
            self.looks()
            return
        for at, each in enumerate(said.split(";")):
            choice = self.page.locator(".opt", has_text=re.compile(rf"^{re.escape(each)}")).locator("input")
            if choice.count():
                choice.first.check()
            else:
                self.page.get_by_role("textbox").nth(at).fill(each)
        self.page.get_by_role("button", name="Continue").click()
        expect(self.page).not_to_have_url(before)
        self.looks()


@pytest.mark.parametrize("case", CASES)
def test_the_answer_is_found_by_its_questions(
    browse: Callable[..., Page], offices: Callable[..., Any], live_server: Any, case: str
) -> None:
    """From the first page to the answer; then back by the browser to the last question, and forward again."""
    town, answers, says, section = CASES[case]
    offices(town, today=TODAY, pack=town)
    page = browse(width=360 if town == "sweden" else 1280, dark=town == "shelter-island")
    asker = Asker(page, f"{town} {case}")

    page.goto(f"{live_server.url}/{town}/")
    page.get_by_role("link", name="Do I need a permit?").click()
    asker.looks()
    for each in answers:
        asker.answers(each)

    expect(page.get_by_role("heading", level=1)).to_have_text(says)
    expect(page.locator(".answer .cite", has_text=section).first).to_be_visible()
    answer = page.url
    page.go_back()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    page.goto(answer)
    page.get_by_role("link", name=re.compile(r"^Change\s*: What is it about")).click()
    expect(page.get_by_role("radio", checked=True)).to_have_count(1)


def test_nothing_of_it_needs_a_script_and_the_application_begins_with_it(
    browse: Callable[..., Page], offices: Callable[..., Any], live_server: Any
) -> None:
    offices("chester", today=TODAY)
    page = browse(javascript=False)
    page.goto(f"{live_server.url}/chester/do-i-need-a-permit/?about=work")

    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("alert")).to_contain_text("Give an answer, or say that you do not know.")
    page.get_by_text("Put in a stove, a chimney or a flue").click()
    page.get_by_role("button", name="Continue").click()
    page.get_by_text("Yes", exact=True).click()
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Start the application with these answers").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Where is the work?")
    page.goto(page.url.removesuffix("place/") + "work/")
    expect(page.get_by_role("checkbox", name="Put in a wood, pellet or coal stove")).to_be_checked()
