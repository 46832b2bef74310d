"""Small things about words: lists written out, and the names that a mistyped one may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def listed(items: Iterable[str], last: str = "and") -> str:
    """Words in a row: "a", "a and b", "a, b and c"."""
    *front, end = [*items] or [""]
    return f"{', '.join(front)} {last} {end}" if front else end


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """The end of an error message: the names that are near, if any."""
    near = difflib.get_close_matches(name, list(names), n=2, cutoff=0.7)
    return f"; did you mean {listed([repr(n) for n in near], 'or')}?" if near else ""
