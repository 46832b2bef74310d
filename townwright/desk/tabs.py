"""Places of the desk that have several pages: which they are, and which one is shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse


@dataclass(frozen=True, slots=True)
class Tab:
    """One page of a place."""

    words: str
    href: str
    here: bool


def tabs(pages: Iterable[tuple[str, str]], here: str) -> list[Tab]:
    """The pages of a place, given as (words, name of the address); `here` is the one that is shown."""
    return [Tab(words, reverse(name), name == here) for words, name in pages]
