"""The press: a template and its data become the bytes of a PDF, by typst. No database, no clock.

The same input gives the same bytes: the time stands in the data, fonts are shipped, system fonts are off. The
PDF is PDF/A-2a (it can be read in fifty years) and PDF/UA-1 (it can be read aloud). Anything that typst warns
of is an error, since a warning is how a missing font or a lost letter shows itself.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import unicodedata
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Literal

import segno
import typst

HERE = Path(__file__).resolve().parent
TEMPLATES = HERE / "templates"
FONTS = HERE / "fonts"

#: Stands in for a character that none of the fonts has, so that its loss is seen. The data keep the original.
LOST = "\N{REPLACEMENT CHARACTER}"
#: A word longer than this may break, as no column of a paper could hold it.
LONGEST_WORD = 34

Standard = Literal["a-2a", "ua-1"]


class PressError(Exception):
    """A template could not be printed with its data: a fault of template or pack, not of the person."""


def press(template: str, data: dict[str, Any], *, at: datetime) -> bytes:
    """The PDF of `template` (its name without ``.typ``) filled with `data`, dated `at` (UTC).

    `data` are plain JSON values. Raises `PressError` where the template is unknown, fails, or warns.
    """
    return _compile(template, clean(data), at, standards=["a-2a", "ua-1"], tags=True)


def press_overlay(template: str, data: dict[str, Any], *, at: datetime) -> bytes:
    """The same for what is laid over sheets of another file: one page a mark, untagged, no standard of its
    own.
    """
    return _compile(template, clean(data), at, standards=[], tags=False)


def _compile(template: str, data: Any, at: datetime, *, standards: list[Standard], tags: bool) -> bytes:
    source = TEMPLATES / f"{template}.typ"
    if not re.fullmatch(r"[a-z_]+", template) or not source.is_file():
        raise PressError(f"there is no template {template!r}")
    try:
        printed, warnings = typst.compile_with_warnings(
            str(source),
            root=str(TEMPLATES),
            font_paths=_fonts(),
            ignore_system_fonts=True,
            format="pdf",
            sys_inputs={"data": json.dumps(data, ensure_ascii=False, sort_keys=True)},
            pdf_standards=list(standards),
            timestamp=int(at.timestamp()),
            pdf_tags=tags,
        )
    except typst.TypstError as fault:
        raise PressError(f"{template}: {fault.diagnostic or fault.message}") from fault
    if warnings:
        raise PressError(f"{template}: " + "; ".join(warning.message for warning in warnings))
    return bytes(printed)


@cache
def _fonts() -> typst.Fonts:
    """The shipped fonts, and no others."""
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(FONTS)])


def qr_svg(address: str) -> str:
    """A square code that leads to `address`, as SVG; error correction M, for a sheet that hangs in the
    weather.
    """
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", border=2, xmldecl=False, svgns=True, dark="#000000", light="#ffffff"
    )
    return out.getvalue().decode()


def content_digest(data: dict[str, Any]) -> str:
    """SHA-256 (hex) of a paper's data in one fixed spelling, printed on the paper and kept beside it."""
    plain = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def clean(value: Any) -> Any:
    """Data as they can be printed: composed letters, no control or direction marks, `LOST` for letters
    without glyph.

    Line feeds stay; very long words get places to break.
    """
    match value:
        case str():
            return _clean_text(value)
        case dict():
            return {key: item if key in _NOT_PROSE else clean(item) for key, item in value.items()}
        case list():
            return [clean(item) for item in value]
    return value


#: Members that are no prose: drawings.
_NOT_PROSE = frozenset({"seal_svg", "qr"})


def _clean_text(text: str) -> str:
    kept = "".join(_printable(char) for char in unicodedata.normalize("NFC", text))
    return re.sub(rf"\S{{{LONGEST_WORD}}}(?=\S)", lambda word: word[0] + "\N{ZERO WIDTH SPACE}", kept)


def _printable(char: str) -> str:
    if char == "\n" or ord(char) in _coverage():
        return char
    # Controls, direction overrides and joiners would print as nothing, or turn the words around them.
    if unicodedata.category(char) in ("Cc", "Cf") or 0xFE00 <= ord(char) <= 0xFE0F:
        return " " if char == "\t" else ""
    return " " if char.isspace() else LOST


@cache
def _coverage() -> frozenset[int]:
    """Code points that the shipped fonts can print, format characters left out."""
    points: set[int] = set()
    for line in (FONTS / "coverage.txt").read_text().splitlines():
        if not line.startswith("#"):
            first, last = (int(end, 16) for end in line.split("-"))
            points.update(range(first, last + 1))
    return frozenset(p for p in points if unicodedata.category(chr(p)) != "Cf")


def lost_characters(text: str) -> list[str]:
    """The characters of `text` that a paper would print as `LOST`, each once; a page can say so before
    printing.
    """
    return list(dict.fromkeys(c for c in unicodedata.normalize("NFC", text) if _printable(c) == LOST and c != LOST))
