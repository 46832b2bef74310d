"""Cleaning of single cells: text, dates, money, parcel keys. Nothing is guessed; a wrong cell says so."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

_FORMS = {
    "MM/DD/YYYY": "%m/%d/%Y",
    "YYYY-MM-DD": "%Y-%m-%d",
    "DD.MM.YYYY": "%d.%m.%Y",
    "MM/DD/YY": "%m/%d/%y",
}
_SHAPES = {
    "MM/DD/YYYY": re.compile(r"\d{1,2}/\d{1,2}/\d{4}"),
    "YYYY-MM-DD": re.compile(r"\d{4}-\d{2}-\d{2}"),
    "DD.MM.YYYY": re.compile(r"\d{1,2}\.\d{1,2}\.\d{4}"),
    "MM/DD/YY": re.compile(r"\d{1,2}/\d{1,2}/\d{2}"),
}
_MONEY = re.compile(r"(?P<sign>-?)\$?\s*(?P<whole>\d{1,3}(?:,\d{3})+|\d+)?(?:\.(?P<cents>\d{1,2}))?")
_REMARK = re.compile(r"\s*\((?P<remark>[^()]*)\)\s*$")

LARGEST = Decimal("9999999999.99")


class BadCell(ValueError):
    """A cell that cannot be what its column says, in words for the clerk."""


@dataclass(frozen=True, slots=True)
class ParcelCell:
    """A parcel key as it was written, without line feeds, and the remark that stood behind it."""

    key: str
    remark: str


def text(cell: str) -> str:
    """The words of a cell on one line."""
    return " ".join(cell.split())


def day(cell: str, written: str, earliest: date) -> date:
    """A date. Raises `BadCell` where it is none or before `earliest`: no permit is of the year 206."""
    cell = text(cell)
    if not _SHAPES[written].fullmatch(cell):
        raise BadCell(f"{cell!r} is no date written {written}")
    try:
        found = datetime.strptime(cell, _FORMS[written]).date()  # noqa: DTZ007 - a day has no zone
    except ValueError:
        raise BadCell(f"{cell!r} is no day of the calendar") from None
    if found < earliest:
        raise BadCell(f"the year {found.year:04} of {cell!r} cannot be right")
    return found


def money(cell: str) -> Decimal:
    """An amount to the cent: `$1,370.00`, `1370`, `($50.00)` or `-50` below zero. Raises `BadCell`."""
    given = text(cell)
    bare = given[1:-1] if given.startswith("(") and given.endswith(")") else given
    match = _MONEY.fullmatch(bare)
    if match is None or not (match["whole"] or match["cents"]):
        raise BadCell(f"{given!r} is no amount of money")
    amount = Decimal(f"{(match['whole'] or '0').replace(',', '')}.{(match['cents'] or '').ljust(2, '0')}")
    if amount > LARGEST:
        raise BadCell(f"{given!r} is more than any permit of a town comes to")
    return -amount if match["sign"] or bare != given else amount


def parcel(cell: str) -> ParcelCell:
    """A parcel key. Line feeds and blanks inside it go; words in brackets behind it are kept as a remark."""
    match = _REMARK.search(cell)
    remark = text(match["remark"]) if match else ""
    key = _REMARK.sub("", cell) if match else cell
    run = "".join(key.split())
    return ParcelCell(run if run.count("-") >= 2 else text(key), remark)
