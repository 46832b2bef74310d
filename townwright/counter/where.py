"""Addresses of the counter by what they show. One place, so that a page moves without a search through the others."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse


def start() -> str:
    """The first page."""
    return reverse("counter:start")


def look_up() -> str:
    """The search for a property."""
    return reverse("counter:look-up")


def place(parcel_id: UUID) -> str:
    """The public record of a property."""
    return reverse("counter:property", args=[parcel_id])


def permit_needed() -> str:
    """Whether something needs a permit."""
    return reverse("counter:permit-needed")


def apply() -> str:
    """The beginning of an application."""
    return reverse("counter:apply")


def step(code: str, name: str) -> str:
    """A step of an application that is being written."""
    return reverse("counter:apply-step", args=[code, name])


def draft(code: str) -> str:
    """The link by which an application that is being written is opened again."""
    return reverse("counter:apply-draft", args=[code])


def find() -> str:
    """The page on which somebody asks for the link to an application."""
    return reverse("counter:find")


def follow(code: str) -> str:
    """The page of a case, as its link opens it."""
    return reverse("counter:follow", args=[code])


def do(code: str, name: str, of: UUID | None = None) -> str:
    """The page on which the applicant does something in a case; `of` is what it is done on, if not the case."""
    return reverse("counter:do-on", args=[code, name, of]) if of else reverse("counter:do", args=[code, name])


def paper(code: str, paper_id: UUID) -> str:
    """A paper of the case that the link opens."""
    return reverse("counter:paper", args=[code, paper_id])


def file(code: str, file_id: UUID) -> str:
    """A file of the case that the link opens."""
    return reverse("counter:file", args=[code, file_id])


def genuine(code: str = "") -> str:
    """Whether a paper is genuine."""
    return reverse("counter:genuine-paper", args=[code]) if code else reverse("counter:genuine")


def law() -> str:
    """The town's code in plain words."""
    return reverse("counter:code")


def law_at(name: str) -> str:
    """The permanent address of a section of the code, or of a provision."""
    return reverse("counter:code-at", args=[name])


def whole(request: HttpRequest, path: str) -> str:
    """A path of this town as somebody may write it down or send it."""
    return request.build_absolute_uri(path)
