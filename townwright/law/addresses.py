"""Whether an address can be gone to, and whether a name is a person's: what codes ask of those who answer for a
building.
"""

from __future__ import annotations

import re

#: A post office box in its usual writings, in any case and spacing: PO Box, P.O. Box, POB, Post Office Box.
_POST_OFFICE_BOX = re.compile(r"\bp\W*o\W*b(?:ox)?\b|\bpost\W+office\W+box\b", re.IGNORECASE)

#: "Box 12" alone. "Box Elder Lane" is a street.
_BOX = re.compile(r"\bbox\W*\d+\w*", re.IGNORECASE)

#: A house number with a street after it. A ZIP code, which follows its state, is none.
_STREET = re.compile(r"(?<!\b[A-Za-z]{2}\s)\b\d[\w/-]*\s+\w*[A-Za-z]")

#: How the name of an organization ends.
_ORGANIZATION = re.compile(
    r"(?:\b(?:inc|incorporated|corp|corporation|company|co|ltd|llc|llp|lp|pllc)|\bl\.?\s?l\.?\s?[cp]|\bl\.p)\.?$",
    re.IGNORECASE,
)


def wrong_with_address(address: str) -> str:
    """What keeps an address from being a street address without a post office box; empty where nothing does.

    A box is refused even beside a street; a private mailbox (PMB) is not one.
    """
    if _POST_OFFICE_BOX.search(address):
        return "a post office box"
    if not _STREET.search(_BOX.sub("", address)):
        return "a box without a street" if _BOX.search(address) else "no house number and street"
    return ""


def is_private_mailbox(address: str) -> bool:
    """Whether it names a private mailbox, which is no post office box but worth a look."""
    return re.search(r"\bp\W*m\W*b\b", address, re.IGNORECASE) is not None


def wrong_with_person(name: str) -> str:
    """What keeps a name from being a natural person's, with first and last name; empty where nothing does."""
    if _ORGANIZATION.search(name.strip()):
        return "an organization"
    return "" if len(name.split()) > 1 else "first or last name missing"
