"""Addresses as people write them, taken apart to be compared, and always kept as they were given.

Carries the cases that occur in real files of towns: ranges (``1500-02 Teall Ave``), corners (``Main St &
Elm St``), a unit in the line, a direction behind the street, a number 0 or none at all, the name of a place
in front, and line feeds. An address decides nothing: which town a place lies in is its parcel's affair.
"""

import re
from dataclasses import dataclass

import usaddress

from townwright.office.find.words import DIRECTIONS, ROUTES, SUFFIXES, UNITS, fold

LONGEST_RANGE = 200  # house numbers; a wider "range" is a slip of the pen and is not spread out

_NUMBER = re.compile(r"(?P<low>\d+)[A-Za-z]?(?:-(?P<high>\d+)[A-Za-z]?)?")
_FRACTION = re.compile(r"\d/\d")
_STATE = re.compile(r",?\s+(?:NY|N\.Y\.|New York)\.?(?:\s+\d{5}(?:-\d{4})?)?$", re.IGNORECASE)
_CORNER = re.compile(r"\s*(?:&|@|/|\s(?:and|at|to)\s)\s*", re.IGNORECASE)
_CORNER_OF = re.compile(r"^(?:the\s+)?corner\s+of\s+", re.IGNORECASE)
_KIND_OF_UNIT = rf"(?:{'|'.join(sorted({*UNITS, *UNITS.values()}))})\.?\s*#?|#"
_UNIT = re.compile(rf"(?:^|[\s,])(?:{_KIND_OF_UNIT})\s*(?:[A-Za-z]?-?\d[\w-]*|[A-Za-z])(?=$|[\s,])", re.IGNORECASE)
_TYPES = frozenset(SUFFIXES) | frozenset(SUFFIXES.values())
_WAYS = frozenset(DIRECTIONS) | frozenset(DIRECTIONS.values())
_ROUTES = frozenset(ROUTES) | frozenset(ROUTES.values()) | {"road", "hwy", "highway", "cr"}
_DESIGNATORS = frozenset(UNITS) | frozenset(UNITS.values())


@dataclass(frozen=True, slots=True)
class Address:
    """One address taken apart. ``given`` is what stood there; other parts are to compare, "" where absent."""

    given: str
    number: str = ""
    low: int | None = None
    high: int | None = None
    street: str = ""
    unit: str = ""
    place: str = ""
    corner: tuple[str, ...] = ()
    locality: str = ""

    @property
    def street_key(self) -> str:
        """The street as it is compared: ``W. PINE STREET`` and ``Pine St W`` are both ``pine st w``."""
        return street_key(self.street)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The house numbers it stands for: those of a range on the side of the street where it begins."""
        return _numbers(self.low, self.high)


def parse(given: str) -> Address:
    """An address taken apart. Never fails: what cannot be read stays in ``given`` and ``street``."""
    text, locality = _locality(_STATE.sub("", " ".join(given.split())))
    text, corner_of = _CORNER_OF.subn("", text)
    place, number, text = _house_number(text)
    street, *corner = _streets(text, sure=bool(number or corner_of))
    street, unit = _take_unit(street)
    if place and not unit:
        place, unit = _take_unit(place)
    street, stray = _street(number, street)
    low, high = _range(number)
    return Address(
        given=given,
        number=number,
        low=low,
        high=high,
        street=street,
        unit=unit,
        place=" ".join(part for part in (place.strip(" ,-"), stray) if part),
        corner=tuple(corner),
        locality=locality,
    )


def words(given: str) -> str:
    """All words of an address as Find keeps them, each house number of a range among them."""
    text, _ = _locality(_STATE.sub("", " ".join(given.split())))
    _, number, _ = _house_number(text)
    return " ".join(dict.fromkeys([*fold(given), *map(str, _numbers(*_range(number)))]))


def street_key(street: str) -> str:
    """A street's name as it is compared, its direction last and its type abbreviated.

    A direction that is the whole name stays the name: ``North Street`` is ``n st``.
    """
    words = fold(street)
    ways = [word for word in words if word in _WAYS]
    names = [word for word in words if word not in _WAYS]
    if all(name in _TYPES for name in names):
        return " ".join(words)
    return " ".join(names + ways)


def _locality(text: str) -> tuple[str, str]:
    """What stands behind the last comma, where it is the name of a place and not a unit or another number."""
    head, comma, tail = text.rpartition(",")
    tail = tail.strip()
    if not comma or not tail or any(c.isdigit() for c in tail) or tail.split()[0].lower() in _DESIGNATORS:
        return text, ""
    return head.strip(), tail


def _house_number(text: str) -> tuple[str, str, str]:
    """Name of a place in front, house number and the rest; without a number the rest is everything.

    The house number is the last number before a word that can begin a street's name, so that the number of
    a suite, or of a building in front of the number, is not taken for it.
    """
    words = text.split(" ")
    for at in range(len(words) - 2, -1, -1):
        number, rest = words[at].rstrip(","), words[at + 1 :]
        if not _NUMBER.fullmatch(number) or _names_something_else(words[:at]):
            continue
        if _FRACTION.fullmatch(rest[0]) and len(rest) > 1:
            number, rest = f"{number} {rest[0]}", rest[1:]
        if _begins_street(rest):
            return " ".join(words[:at]), number, " ".join(rest)
    return "", "", text


def _names_something_else(before: list[str]) -> bool:
    """Whether the words before a number make it that of a unit or a route; ``4th Floor`` has its own."""
    last = before[-1].lower().strip(".,") if before else ""
    if last in _DESIGNATORS:
        return len(before) < 2 or not before[-2][0].isdigit()
    return last in _ROUTES


def _begins_street(words: list[str]) -> bool:
    """Whether words can be a street: they begin with a letter or an ordinal, and are more than a type."""
    first = words[0].lower().strip(".,")
    if not re.match(r"[a-z]|\d+(?:st|nd|rd|th)$", first) or first in _DESIGNATORS:
        return False
    return len(words) > 1 or first not in _TYPES


def _streets(text: str, *, sure: bool) -> list[str]:
    """The street and those that meet it; unless it is sure to be streets, ``Bed and Bath`` is left whole."""
    parts = [part for part in _CORNER.split(text) if part]
    if sure or any(set(fold(part)) & _TYPES for part in parts):
        return parts or [""]
    return [text]


def _take_unit(text: str) -> tuple[str, str]:
    """The text without its unit, and the unit as given (``#100``, ``Lot 14``)."""
    match = _UNIT.search(text)
    if match is None:
        return text.strip(" ,"), ""
    rest = f"{text[: match.start()]} {text[match.end() :]}"
    return " ".join(rest.split()).strip(" ,-"), match.group().strip(" ,")


def _street(number: str, text: str) -> tuple[str, str]:
    """The street's own words, and those behind it that are none (``Rear``, ``Condo Two``)."""
    labelled = usaddress.parse(f"{number or '1'} {text}")[len((number or "1").split()) :]
    own = [word for word, label in labelled if label.startswith("StreetName")]
    if not own:
        return text, ""
    stray = [word for word, label in labelled if not label.startswith("StreetName")]
    return " ".join(own).strip(" ,"), " ".join(stray).strip(" ,")


def _numbers(low: int | None, high: int | None) -> tuple[int, ...]:
    """The house numbers from first to last; an odd and an even end take in both sides of the street."""
    if low is None:
        return ()
    if high is None or not low < high <= low + LONGEST_RANGE:
        return (low,)
    return tuple(range(low, high + 1, 2 if (high - low) % 2 == 0 else 1))


def _range(number: str) -> tuple[int | None, int | None]:
    """First and last house number; the last may leave out shared digits (``1500-02``). 0 is none."""
    match = _NUMBER.match(number)
    if match is None or int(match["low"]) == 0:
        return None, None
    low, high = match["low"], match["high"]
    if high is None:
        return int(low), None
    if len(high) < len(low):
        high = low[: len(low) - len(high)] + high
    return int(low), int(high)
