"""Signing in, the second step, recovery codes, another password: in the town's look, without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from playwright.sync_api import Page, expect

from tests.browser.axe import assert_accessible
from tests.browser.conftest import PASSWORD, Live
from townwright.office.register.actors import Role

pytestmark = pytest.mark.browser

Browse = Callable[..., Page]


def figures(secret: str) -> str:
    """What an authenticator app shows now."""
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def test_a_second_step_is_set_up_and_asked_for(live: Live, browse: Browse) -> None:
    live.account("lindqvist", Role.INSPECTOR, "D. Lindqvist")
    page = browse(javascript=False)
    page.goto(f"{live.url}/accounts/login/")
    page.get_by_label("User name or e-mail").fill("lindqvist")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.get_by_label("User name or e-mail").input_value() == "lindqvist"

    live.sign_in(page, "lindqvist")
    page.goto(f"{live.url}/accounts/2fa/")
    page.get_by_role("link", name="Set it up").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    if page.get_by_label("Password").count():
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button").last.click()
    secret = page.get_by_label("Key").input_value()
    page.get_by_label("code", exact=False).last.fill(figures(secret))
    page.get_by_role("button", name="Use this app").click()
    expect(page.locator(".codes").or_(page.get_by_text("In use")).first).to_be_visible()

    page.goto(f"{live.url}/accounts/2fa/recovery-codes/")
    codes = page.locator(".codes li").all_inner_texts()
    assert len(codes) == 10 and all(re.fullmatch(r"[0-9a-f]+", code) for code in codes)

    page.goto(f"{live.url}/accounts/logout/")
    page.get_by_role("button", name="Sign out").click()
    live.sign_in(page, "lindqvist")
    expect(page.get_by_role("heading", name="Second step")).to_be_visible()
    page.get_by_label("code", exact=False).first.fill(codes[0])
    page.get_by_role("button", name="Sign in").click()
    page.goto(f"{live.url}/accounts/2fa/")
    expect(page.get_by_text("In use")).to_be_visible()
    expect(page.get_by_text("9 codes left")).to_be_visible()


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (360, True)])
def test_account_pages_are_accessible(live: Live, browse: Browse, width: int, dark: bool) -> None:
    live.account("abernathy", Role.OFFICER, "R. Abernathy-Cole")
    page = browse(width=width, dark=dark)
    for address in ("login/", "password/reset/", "password/reset/done/"):
        page.goto(f"{live.url}/accounts/{address}")
        assert page.title().endswith("Town of Chester")
        assert_accessible(page)
    live.sign_in(page, "abernathy")
    for address in ("2fa/", "2fa/totp/activate/", "password/change/", "logout/"):
        page.goto(f"{live.url}/accounts/{address}")
        assert_accessible(page)


def test_the_towns_colours_reach_its_pages(live: Live, browse: Browse) -> None:
    page = browse()
    answer = page.goto(f"{live.url}/accounts/login/")
    assert answer is not None and "style-src 'self'" in answer.headers["content-security-policy"]
    town = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--town')")
    assert town == page.evaluate(
        "fetch(document.querySelector('link[href*=\"town.css\"]').href).then(r => r.text())"
        ".then(t => t.match(/--town:(#[0-9a-f]{6})/)[1])"
    )


@pytest.mark.parametrize(("address", "status"), [("/nowhere", 404), ("/accounts/nowhere/", 404)])
def test_an_error_page_is_plain_and_accessible(live: Live, browse: Browse, address: str, status: int) -> None:
    page = browse(width=360)
    answer = page.goto(live.url + address)
    assert answer is not None and answer.status == status
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert_accessible(page)
