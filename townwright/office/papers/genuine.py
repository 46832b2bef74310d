"""Is this paper ours, unaltered, and does it still stand? What the page behind the square code asks.

Who types the code holds the paper, and is shown what stands on it, to be compared. Who types only a number
learns that such a paper exists, of which day, and whether it stands; names and particulars are for the record
of the case to show.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import BinaryIO

from townwright.law.calendar import in_words
from townwright.office.files.acts import digest_of_stream
from townwright.office.papers.codes import codes_in
from townwright.office.papers.models import Paper


@dataclass(frozen=True, slots=True)
class Genuine:
    """A paper that was asked for, and what may be shown of it.

    `says` is the state in words; `facts` what stands on the paper, label and text, only where its code was
    given.
    """

    paper: Paper
    by_code: bool
    says: str
    facts: tuple[tuple[str, str], ...]
    content: str


def genuine(text: str) -> list[Genuine]:
    """The papers that a number, a code, or both ("BP-2026-0198, 4Q7K-9XHM") name; empty where none of ours is
    meant.

    With a number and a code, both must fit: a code copied onto a forged number is not genuine.
    """
    codes = codes_in(text)
    if codes:
        found = list(Paper.objects.filter(code__in=codes).select_related("replaced_by"))
        rest = _without(text, found)
        return [_shown(paper, by_code=True) for paper in found if not rest or _same(rest, paper.number)]
    number = text.strip()
    if not number:
        return []
    papers = Paper.objects.filter(number__iexact=number).select_related("replaced_by").order_by("-printed_at", "-id")
    return [_shown(paper, by_code=False) for paper in papers]


def whose(stream: BinaryIO) -> Paper | None:
    """The paper that a file is, byte for byte; None where it is not ours or was changed."""
    digest = digest_of_stream(stream)
    return Paper.objects.filter(sha256=digest).select_related("replaced_by").first()


def _without(text: str, found: list[Paper]) -> str:
    rest = text.upper()
    for paper in found:
        rest = rest.replace(paper.spaced_code, "").replace(paper.code, "")
    return rest.strip(" ,.;:")


def _same(left: str, right: str) -> bool:
    return "".join(left.split()).upper() == "".join(right.split()).upper()


def _shown(paper: Paper, *, by_code: bool) -> Genuine:
    return Genuine(
        paper=paper,
        by_code=by_code,
        says=_says(paper),
        facts=tuple(_facts(paper)) if by_code else (),
        content=" ".join(paper.content[i : i + 4] for i in range(0, 16, 4)),
    )


def _says(paper: Paper) -> str:
    if paper.void_on is not None:
        return f"This paper is void since {in_words(paper.void_on)}: {paper.void_why}"
    if paper.replaced_by is not None:
        return f"A newer paper took its place: {paper.replaced_by}."
    return "This paper is ours, and no other took its place."


def _facts(paper: Paper) -> list[tuple[str, str]]:
    labels = paper.data["labels"]
    shown = ((labels[name], _text(value)) for name, value in paper.data.items() if name in labels)
    return [(label, text) for label, text in shown if text]


def _text(value: object) -> str:
    """A merge field in one line; lists of things are joined, what is no prose is left out."""
    match value:
        case str():
            return in_words(date.fromisoformat(value)) if re.fullmatch(r"\d{4}-\d\d-\d\d", value) else value
        case bool() | None:
            return ""
        case int():
            return str(value)
        case list():
            return "; ".join(filter(None, map(_text, value)))
        case dict():
            return _text_of_part(value)
    return ""


def _text_of_part(part: dict[str, object]) -> str:
    for names in (
        ("nominal",),
        ("name", "address", "tax_map") if "tax_map" in part else ("name",),
        ("label", "text"),
        ("text",),
        ("room", "load"),
    ):
        if names[0] in part:
            return ", ".join(filter(None, (_text(part.get(name)) for name in names)))
    return ""
