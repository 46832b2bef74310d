"""The town's own published text of its code: read into sections, kept beside the pack, found as of a day.

The program ships no town's text. An office loads its own, section by section, from what it has the right to use; the
text is kept as plain words in the office's own storage and never becomes part of a pack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from html.parser import HTMLParser

from townwright.office.laws.models import CodeSection

#: A line that begins a section: its mark, its number, and perhaps its heading.
_BEGINS = re.compile(r"^\s*§§?\s*(?P<number>\d[\w:.\-–]*\w|\d)\.?(?=\s|$)\s*(?P<heading>.*)$")
#: What a heading begins with: a capital, a figure, a bracket or a quotation mark; never the middle of a sentence.
_HEADING = re.compile(r"[A-Z0-9\[(\"“]")
#: Longest heading; what is longer is text.
_LONGEST = 160


@dataclass(frozen=True, slots=True)
class Part:
    """One section of a text: as it is cited, its heading, its words."""

    cite: str
    heading: str
    text: str

    @property
    def slug(self) -> str:
        """Its name in addresses."""
        return slug_of(self.cite)


def slug_of(cite: str) -> str:
    """A citation as it stands in an address: "50-4", "19-nycrr-1203.3"."""
    return re.sub(r"[^a-z0-9.]+", "-", cite.casefold()).strip("-.")


def sections_of(text: str) -> list[Part]:
    """The sections of a text, each from a line that begins with "§" and a number to the next one.

    What stands before the first is left out. A section that is named again, and a "§" within a sentence that happens
    to begin a line, stay part of the text around them.
    """
    found: list[tuple[str, str, list[str]]] = []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").replace("\xa0", " ").split("\n"):
        begins = _BEGINS.match(line)
        if begins and _is_heading(begins["heading"]) and begins["number"] not in {number for number, _, _ in found}:
            heading, rest = _headed(begins["heading"].strip())
            found.append((begins["number"].replace("–", "-"), heading, [rest] if rest else []))
        elif found:
            found[-1][2].append(line.rstrip())
    return [_part(number, heading, lines) for number, heading, lines in found]


def _is_heading(words: str) -> bool:
    return not words.strip() or _HEADING.match(words.strip()) is not None


def _headed(line: str) -> tuple[str, str]:
    """A heading, and what follows it on its line: "Building permits. No person shall …"."""
    ends = re.search(r"\.(\s+|$)", line)
    if ends and ends.start() <= _LONGEST:
        return line[: ends.start()].strip(), line[ends.end() :].strip()
    return (line, "") if len(line) <= _LONGEST else ("", line)


def _part(number: str, heading: str, lines: list[str]) -> Part:
    while lines and not lines[0].strip():
        lines.pop(0)
    if not heading and lines and len(lines[0]) <= _LONGEST:
        heading = lines.pop(0).strip().rstrip(".")
    body = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    return Part(f"§ {number}", heading, body)


def plain(document: str) -> str:
    """A text file as plain words: of an HTML page what it shows, of anything else itself."""
    if not re.search(r"<(html|body|div|p|h\d|table|span|br)\b", document[:20_000], re.IGNORECASE):
        return document
    reader = _Words()
    reader.feed(document)
    reader.close()
    return "\n".join(re.sub(r"[ \t]+", " ", line).strip() for line in "".join(reader.words).split("\n"))


class _Words(HTMLParser):
    """The words of an HTML page, a line for each block."""

    _BLOCKS = frozenset(
        ("p", "div", "br", "li", "tr", "table", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article")
    )
    _UNSEEN = frozenset(("script", "style", "head", "nav", "template"))

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A block begins a line; what is not seen is left out."""
        self._unseen += tag in self._UNSEEN
        if tag in self._BLOCKS:
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        """A block ends its line."""
        self._unseen = max(self._unseen - (tag in self._UNSEEN), 0)
        if tag in self._BLOCKS:
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        """Words, where they are seen."""
        if not self._unseen:
            self.words.append(re.sub(r"\s+", " ", data))


# -- what is on file ---------------------------------------------------------------------------------------------------


def on(day: date) -> dict[str, CodeSection]:
    """The published text of a day, by the section's name in addresses: of each the newest that was printed by then.
    One query.
    """
    rows = CodeSection.objects.filter(of__as_of__lte=day, withdrawn_on=None).select_related("of")
    return {row.slug: row for row in rows.order_by("of__as_of", "of__seq")}


def of_section(slug: str, day: date) -> CodeSection | None:
    """The published text of one section on a day; for a part of a section ("43-10.1b") that of the whole. One query."""
    names = list(_names(slug))
    rows = CodeSection.objects.filter(slug__in=names, of__as_of__lte=day, withdrawn_on=None).select_related("of")
    return max(rows, key=lambda row: (len(row.slug), row.of.as_of, row.of.seq), default=None)


def texts_by(slugs: Iterable[str], day: date) -> dict[str, CodeSection]:
    """The published text for each of some sections, those of a part of a section too. One query."""
    found = on(day)
    out: dict[str, CodeSection] = {}
    for slug in slugs:
        row = next((found[name] for name in _names(slug) if name in found), None)
        if row is not None:
            out[slug] = row
    return out


def _names(slug: str) -> Iterator[str]:
    """A section's name and those of the sections that it may be a part of, the longest first."""
    yield slug
    while match := re.fullmatch(r"(.*\d)(-[a-z]+|[a-z]+)", slug):
        slug = match[1]
        yield slug
