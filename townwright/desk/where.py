"""Addresses of the desk by what they show. One place, so that a page moves without a search through the others."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse

from townwright.pages.inline import Link


def case(case_id: UUID) -> str:
    """The page of a case."""
    return reverse("desk:case", args=[case_id])


def review(case_id: UUID) -> str:
    """The page on which the documents of a case are reviewed."""
    return reverse("desk:review", args=[case_id])


def parcel(parcel_id: UUID) -> str:
    """The page of a parcel."""
    return reverse("desk:parcel", args=[parcel_id])


def parcel_papers(parcel_id: UUID) -> str:
    """The papers that lie on a parcel and in no case."""
    return reverse("desk:parcel-papers", args=[parcel_id])


def act(name: str, subject_id: UUID | None = None, **begun: Any) -> str:
    """The page on which an act is done; `begun` fills in its form."""
    href = reverse("desk:do", args=[name, subject_id]) if subject_id else reverse("desk:do-new", args=[name])
    return f"{href}?{urlencode(begun, doseq=True)}" if begun else href


def paper(paper_id: UUID | str) -> str:
    """A paper as it was printed."""
    return reverse("desk:paper", args=[paper_id])


def file(file_id: UUID | str, *, show: bool = True) -> str:
    """A kept file; `show` opens it in the browser where that is safe."""
    return reverse("desk:file", args=[file_id]) + ("" if show else "?save=1")


def letter(message_id: UUID) -> str:
    """A letter that goes by post."""
    return reverse("desk:letter", args=[message_id])


def entry(seq: int) -> str:
    """An entry of the register."""
    return reverse("desk:entry", args=[seq])


def rows(name: str, **asked: Any) -> str:
    """A list of what waits."""
    href = reverse("desk:list", args=[name])
    return f"{href}?{urlencode(asked)}" if asked else href


def register(seq: int) -> Link:
    """An entry of the register, as a history names it."""
    return Link(f"Register {seq:,}", entry(seq))


def place(words: str, parcel_id: UUID | None) -> Link | str:
    """A place that opens its parcel."""
    return Link(words, parcel(parcel_id)) if parcel_id else words


def today() -> str:
    """Today."""
    return reverse("desk:today")


def new_application(**begun: Any) -> str:
    """Where an application is begun."""
    href = reverse("desk:new-application")
    return f"{href}?{urlencode(begun)}" if begun else href


def till(**begun: Any) -> str:
    """The till."""
    href = reverse("desk:money")
    return f"{href}?{urlencode(begun)}" if begun else href
