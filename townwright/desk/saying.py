"""Sentences of the register as pages show them: dates in words instead of figures."""

from __future__ import annotations

import re
from datetime import date

from townwright.pages import words

_DATE = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")


def readable(said: str) -> str:
    """A sentence with its dates in words: "reply by 2026-12-09" reads "reply by Wed 9 December 2026"."""
    return _DATE.sub(_in_words, said)


def _in_words(found: re.Match[str]) -> str:
    try:
        return words.day(date.fromisoformat(found[0]))
    except ValueError:
        return found[0]
