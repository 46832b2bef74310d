"""Accessibility of a page as axe-core 4.14 sees it: WCAG 2.2 A and AA, and its best practices."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@cache
def _script() -> str:
    return (Path(__file__).parent / "axe" / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """What axe finds wrong on the page as it stands now, a line a rule with the first places."""
    # After a click a page may have begun, and not yet be whole.
    page.wait_for_load_state()
    # Evaluated rather than added as a script: the page's content security policy stays in force.
    page.evaluate(_script())
    found: dict[str, Any] = page.evaluate("rules => axe.run({runOnly: rules})", RULES)
    return [
        f"{each['id']}: {each['help']}\n  " + "\n  ".join(node["html"][:200] for node in each["nodes"][:3])
        for each in found["violations"]
    ]


def assert_accessible(page: Page) -> None:
    """No violation on the page as it stands now, and nothing that must be scrolled sideways to be read."""
    assert not (found := violations(page)), f"{page.url}\n" + "\n".join(found)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{page.url} is {wide} px wider than the window"
