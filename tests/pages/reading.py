"""How the tests of pages read a page: its words, and the parts of it."""

from __future__ import annotations

import re
from typing import Any


def text(response: Any) -> str:
    """The page as one line of words."""
    bare = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(bare.replace("&#x27;", "'").replace("&amp;", "&").split())


def section(response: Any, heading: str) -> str:
    """The words under a heading, up to the next one."""
    whole = response.content.decode()
    parts = re.split(r"<h2[^>]*>", whole)
    for part in parts[1:]:
        title, _, rest = part.partition("</h2>")
        if re.sub(r"<[^>]+>", "", title).strip().startswith(heading):
            return " ".join(re.sub(r"<[^>]+>", " ", rest).replace("&#x27;", "'").split())
    raise AssertionError(f"the page has no section {heading!r}")
