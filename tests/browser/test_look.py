"""Every component in a browser: accessible at both widths, light and dark, and whole without JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Page, Route

from tests.browser.axe import assert_accessible
from tests.pages import samples
from tests.pages.test_forms import FULL, Petition, post
from townwright.pages import forms

pytestmark = pytest.mark.browser

FORM = """{% load townwright %}{% block title %}Petition{% endblock %}{% block content %}
{% pagehead "A petition" %}{% endpagehead %}
{% act_form form "Send the petition" back="/" confirm="Send it?" %}
{% endblock %}"""
HERE = "http://look.test"


def pages() -> dict[str, str]:
    wrong = post({"cost": "12,90x", "use": None, "received": "soon", "charges-0-amount": "0x"})
    assert not wrong.is_valid()
    return {
        "case": samples.render("desk", samples.CASE),
        "public": samples.render("counter", samples.CASE),
        "empty": samples.render("desk", samples.EMPTY),
        "form": samples.render("desk", {"form": forms.form_of(Petition)(seen=1)}, FORM),
        "wrong": samples.render("counter", {"form": wrong}, FORM),
    }


def served(page: Page) -> Page:
    """The sample pages and the static files under one address, without a server."""
    shown = pages()

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(HERE).split("?")[0].strip("/")
        if name.startswith("static/"):
            found = finders.find(name.removeprefix("static/"))
            assert isinstance(found, str), name
            route.fulfill(path=Path(found))
        elif name in shown:
            route.fulfill(body=shown[name], content_type="text/html; charset=utf-8")
        else:
            route.fulfill(status=404, body="")

    page.route(f"{HERE}/**", answer)
    return page


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_components_are_accessible(browse: Callable[..., Page], width: int, dark: bool) -> None:
    page = served(browse(width=width, dark=dark))
    for name in pages():
        page.goto(f"{HERE}/{name}")
        assert_accessible(page)


def test_slash_goes_to_find_and_can_be_turned_off(browse: Callable[..., Page]) -> None:
    page = served(browse())
    page.goto(f"{HERE}/case")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "find"
    assert page.input_value("#find") == ""
    page.evaluate("localStorage.setItem('keys', 'off')")
    page.reload()
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") != "find"


def test_an_act_with_a_question_is_asked_before_it_is_sent(browse: Callable[..., Page]) -> None:
    page = served(browse())
    page.goto(f"{HERE}/form")
    page.get_by_role("button", name="Send the petition").click()
    dialog = page.get_by_role("dialog")
    assert dialog.inner_text().startswith("Send it?")
    assert_accessible(page)
    page.keyboard.press("Escape")
    assert page.url == f"{HERE}/form" and dialog.count() == 0
    page.get_by_role("button", name="Send the petition").click()
    with page.expect_request(lambda asked: asked.method == "POST"):
        dialog.get_by_role("button", name="Send the petition").click()


def test_a_short_table_is_sorted_in_place(browse: Callable[..., Page]) -> None:
    page = served(browse())
    page.goto(f"{HERE}/case")
    head = page.get_by_role("columnheader", name="With them")
    numbers = "[...document.querySelectorAll('tbody td[data-l=\"With them\"]')].map(c => c.textContent)"
    head.get_by_role("button").click()
    assert page.evaluate(numbers) == ["0", "12"]
    assert head.get_attribute("aria-sort") == "ascending"
    head.get_by_role("button").click()
    assert page.evaluate(numbers) == ["12", "0"]
    assert head.get_attribute("aria-sort") == "descending"


def test_what_is_wrong_is_in_focus_and_leads_to_its_field(browse: Callable[..., Page]) -> None:
    page = served(browse())
    page.goto(f"{HERE}/wrong")
    assert page.evaluate("document.activeElement.id") == "errors"
    page.get_by_role("link", name="Cost of the work").click()
    assert page.evaluate("document.activeElement.id") == "id_cost"
    assert page.input_value("#id_cost") == "12,90x"
    assert page.input_value("#id_received") == "soon"
    assert page.input_value("#id_work") == FULL["work"]


def test_the_same_form_is_there_without_javascript(browse: Callable[..., Page]) -> None:
    page = served(browse(javascript=False, width=360))
    page.goto(f"{HERE}/form")
    page.get_by_label("Work", exact=True).fill("Deck")
    page.locator("summary", has_text="It happened on another day").click()
    page.get_by_label("Why it is entered late").fill("Power was out.")
    with page.expect_request(lambda asked: asked.method == "POST") as sent:
        page.get_by_role("button", name="Send the petition").click()
    assert "work" in (sent.value.post_data or "") and "Power was out." in (sent.value.post_data or "")
