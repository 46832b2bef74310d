"""Stamping a plan set as accepted, on every sheet: upright, and inside what a viewer shows of the sheet.

Sheets come turned (``/Rotate``), cropped (``/CropBox``), tiny and huge, and in units of their own
(``/UserUnit``). The stamp goes to the upper right corner as people see it. The file that was handed in stays
as it came; the stamped copy is another file that points to it.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pikepdf
from django.conf import settings

from townwright.office.files import acts as files
from townwright.office.files.models import StoredFile
from townwright.office.papers import press, signing
from townwright.office.papers.acts import CouldNotPrint, disk_full_in_words

#: Width and height of the stamp as its template draws it, in points.
WIDTH, HEIGHT = 236.0, 108.0
#: Share of a sheet that the stamp takes at most, across and down.
MOST_ACROSS, MOST_DOWN = 0.45, 0.3
#: Share of the sheet's width that it takes on large sheets, where a small stamp would be lost.
USUAL_ACROSS = 0.11
#: Distance from the edges of the sheet, as a share of the stamp's width.
MARGIN = 0.06
#: What a stamp says where the town's code has no other word.
HEADING = "ACCEPTED"


@dataclass(frozen=True, slots=True)
class Stamp:
    """What the stamp says: the provision on the marking of accepted documents asks for town, number, date,
    officer.
    """

    town: str
    application: str
    accepted: date
    officer: str
    mark: str
    colour: str = "#1c4a38"
    heading: str = HEADING
    note: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in the units of a PDF page."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """Distance between left and right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Distance between bottom and top."""
        return self.top - self.bottom


def stamp_as_accepted(original: StoredFile, stamp: Stamp, *, at: datetime) -> StoredFile:
    """Keeps a copy of a plan set with the stamp on every sheet; what was handed in stays untouched.

    Scripts and launching actions are left out of the copy. Raises `CouldNotPrint` where the disk is full or
    the file cannot be stamped, `ValueError` where it is no PDF.
    """
    if original.kind != files.Kind.PDF:
        raise ValueError(f"{original.name} is no PDF and cannot be stamped")
    with disk_full_in_words("The stamped set"), files.scratch() as target:
        sheets = stamp_file(files.path_of(original), target, stamp, at=at)
        name = f"{Path(original.name).stem}, accepted {stamp.mark}.pdf"
        if settings.SIGN_PAPERS:
            signing.sign_file(target, at=at, town=stamp.town, reason=f"{stamp.heading} {stamp.mark}")
        return files.keep_ours(target, name, at=at, sheets=sheets, original=original, made=StoredFile.Made.STAMPED)


def stamp_file(source: Path, target: Path, stamp: Stamp, *, at: datetime) -> int:
    """Writes `source` with a stamp on every sheet to `target`; returns the number of sheets."""
    with pikepdf.open(source, suppress_warnings=True) as pdf:
        sheets = len(pdf.pages)
        with pikepdf.open(io.BytesIO(_printed(stamp, sheets, at))) as stamps:
            files.disarm(pdf)
            for page, mark in zip(pdf.pages, stamps.pages, strict=True):
                _close_states(pdf, page)
                place = place_of_stamp(visible(page), turned(page), unit(page))
                page.add_overlay(mark, pikepdf.Rectangle(place.left, place.bottom, place.right, place.top))
        pdf.save(target, deterministic_id=True, encryption=False)
        return sheets


def _printed(stamp: Stamp, sheets: int, at: datetime) -> bytes:
    data = {
        "colour": stamp.colour,
        "heading": stamp.heading,
        "town": stamp.town,
        "application": stamp.application,
        "accepted": stamp.accepted.isoformat(),
        "officer": stamp.officer,
        "mark": stamp.mark,
        "note": stamp.note,
        "sheets": sheets,
        "width": WIDTH,
        "height": HEIGHT,
    }
    try:
        return press.press_overlay("stamp", data, at=at)
    except press.PressError as fault:
        raise CouldNotPrint(
            "The stamp", "its template failed.", f"Tell whoever looks after the software: {fault}"
        ) from fault


def visible(page: pikepdf.Page) -> Box:
    """What a viewer shows of a sheet: the crop box within the media box, before turning."""
    media = _box(page.mediabox)
    crop = _box(page.cropbox)
    seen = Box(
        max(media.left, crop.left),
        max(media.bottom, crop.bottom),
        min(media.right, crop.right),
        min(media.top, crop.top),
    )
    # A crop box beside the sheet shows nothing; viewers then show the whole sheet.
    return seen if seen.width > 0 and seen.height > 0 else media


def turned(page: pikepdf.Page) -> int:
    """By how much a viewer turns the sheet clockwise: 0, 90, 180 or 270 degrees."""
    angle = _inherited(page, "/Rotate")
    return int(angle) // 90 * 90 % 360 if angle is not None else 0


def unit(page: pikepdf.Page) -> float:
    """Size of the sheet's unit in points; more than 1 on sheets larger than 200 inches."""
    given = page.obj.get("/UserUnit")
    return float(given) if given is not None and float(given) > 0 else 1.0


def place_of_stamp(seen: Box, angle: int, unit: float = 1.0) -> Box:
    """Where the stamp goes on a sheet, in the sheet's own units: the upper right corner as people see it."""
    sideways = angle in (90, 270)
    across, down = (seen.height, seen.width) if sideways else (seen.width, seen.height)
    scale = max(1.0 / unit, across * USUAL_ACROSS / WIDTH)
    scale = min(scale, across * MOST_ACROSS / WIDTH, down * MOST_DOWN / HEIGHT)
    wide, high, gap = WIDTH * scale, HEIGHT * scale, WIDTH * scale * MARGIN
    if angle == 0:
        return Box(seen.right - gap - wide, seen.top - gap - high, seen.right - gap, seen.top - gap)
    if angle == 90:  # what people see at the upper right is the upper left of the sheet as it lies
        return Box(seen.left + gap, seen.top - gap - wide, seen.left + gap + high, seen.top - gap)
    if angle == 180:
        return Box(seen.left + gap, seen.bottom + gap, seen.left + gap + wide, seen.bottom + gap + high)
    return Box(seen.right - gap - high, seen.bottom + gap, seen.right - gap, seen.bottom + gap + wide)


def _box(values: Any) -> Box:
    x0, y0, x1, y1 = (float(value) for value in values)
    return Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _inherited(page: pikepdf.Page, key: str) -> Any:
    """A value of the page, or of the nearest group of pages above it that has one."""
    node: Any = page.obj
    for _ in range(100):  # a group may name itself as its own parent
        if not isinstance(node, pikepdf.Dictionary):
            break
        if (value := node.get(key)) is not None:
            return value
        node = node.get("/Parent")
    return None


def _close_states(pdf: pikepdf.Pdf, page: pikepdf.Page) -> None:
    """Closes graphics states that a sheet's drawing leaves open, or opens those that it closes too often.

    Otherwise its last turn or scale would turn and scale the stamp too.
    """
    depth = lowest = 0
    for instruction in pikepdf.parse_content_stream(page, "q Q"):
        depth += 1 if str(instruction.operator) == "q" else -1
        lowest = min(lowest, depth)
    if lowest < 0:
        page.contents_add(pdf.make_stream(b"q " * -lowest), prepend=True)
    if depth - lowest > 0:
        page.contents_add(pdf.make_stream(b"\n" + b"Q " * (depth - lowest)))
