"""Browsers for tests: Debian's Chromium, at any width, light and dark, with and without JavaScript.

``browse``   opens a window: ``browse(width=360, dark=True, javascript=False)`` gives a page.
``live``     a practice office served on this machine, with its address and a way to sign in.

After a click the next page comes in its own time: a test says what it waits for by ``expect``. What answers at once
(``count``, ``is_visible``, ``all``, ``url``) may still see the page before it, or none.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright

from townwright.office import storage
from townwright.office.register.actors import Role
from townwright.office.staff.models import Account

#: Nothing of the browser's own may ask the network.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PASSWORD = "correct horse battery staple"
TODAY = date(2026, 11, 17)
#: How long a page may take on a busy machine, in milliseconds.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of this process."""
    place = os.environ.get("TOWNWRIGHT_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
    if not Path(place).exists():
        pytest.fail("Chromium is not installed: run ./test once, or apt-get install chromium")
    # Playwright's own loop makes Django believe that it is in asynchronous code.
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=place, args=ARGUMENTS)
        yield browser
        browser.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def browse(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Opens windows. A page that asks another host, or whose script fails, fails the test."""
    opened: list[BrowserContext] = []
    wrong: list[str] = []

    def window(*, width: int = 1280, dark: bool = False, javascript: bool = True, **options: Any) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
            java_script_enabled=javascript,
            reduced_motion="reduce",
            **options,
        )
        opened.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
        page.on("request", lambda asked: wrong.extend(_outside(asked)))
        page.on(
            "console",
            lambda said: wrong.append(said.text) if "Content Security Policy" in said.text else None,
        )
        return page

    yield window
    for context in opened:
        context.close()
    assert not wrong, "\n".join(wrong)


def _outside(asked: Request) -> list[str]:
    # The browser shows a PDF by a viewer of its own.
    own = ("data:", "blob:", "about:", "chrome:", "chrome-extension:")
    here = ("http://localhost", "http://127.0.0.1", "http://look.test", *own)
    return [] if asked.url.startswith(here) else [f"asked another host: {asked.url}"]


@dataclass(frozen=True, slots=True)
class Live:
    """A practice office that is served: its address, and the people who can sign in."""

    url: str
    slug: str

    def account(self, username: str, role: Role, name: str) -> Account:
        """A log-in of the office, with the one password of all tests."""
        with storage.bound_to(self.slug):
            return Account.objects.create_user(
                username=username,
                password=PASSWORD,
                email=f"{username}@example.org",
                name=name,
                role=role.value,
            )

    def sign_in(self, page: Page, username: str) -> None:
        """Signs a person in by the page."""
        page.goto(f"{self.url}/accounts/login/")
        page.get_by_label("User name or e-mail").fill(username)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        expect(page).not_to_have_url(re.compile("/accounts/login/"))


@pytest.fixture
def live(offices: Callable[..., Any], live_server: Any) -> Live:
    """An office ``chester`` that lives on Tue 17 November 2026, served from this process."""
    offices("chester", today=TODAY)
    return Live(f"{live_server.url}/chester", "chester")
