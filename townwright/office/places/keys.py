"""Parcel keys of New York: SWIS code, SBL and print key.

Each key is kept exactly as the roll or the clerk gave it, as text, and never passes through a number.
Beside it stands a folded key that is the same for every way of writing it, for looking up only: two parcels
may fold together, and then the person who asks is shown both.
"""

import re
from collections.abc import Collection, Iterator
from enum import StrEnum

STANDARD_PRINT_KEY = r"\d{1,3}\.(\d{1,3})?-\d{1,4}-[0-9A-Z]{1,4}(\.[0-9A-Z]{1,3})?(/[0-9A-Z]{1,4})?"  # upstate counties

_SWIS = re.compile(r"\d{6}")
_COUNTIES = range(1, 65)
_OUTSIDE_VILLAGES = ("00", "89")
_SBL = re.compile(r"\d{13}[0-9A-Z]{0,7}")
_GROUP = re.compile(r"(?P<whole>[0-9A-Z]+)(?:\.(?P<part>[0-9A-Z]*))?")
_SWIS_IN_FRONT = re.compile(r"^\d{6}[\s-]+(?=\d{1,3}\.)")
_PIECES = re.compile(r"[0-9A-Z.]+")


class Jurisdiction(StrEnum):
    """Whose parcel it is; the SWIS code alone says so, never the mailing city."""

    TOWN = "town"
    VILLAGE = "village"
    ELSEWHERE = "elsewhere"
    UNKNOWN = "unknown"


def jurisdiction(swis: str, town: Collection[str]) -> Jurisdiction:
    """Whose parcel it is, from its SWIS code and those of the town.

    The first four digits name the town or city, the last two the village within it: ``00`` stands for the
    whole town and ``89`` for the town outside its villages, so both are the town's.
    """
    if check_swis(swis) is not None:
        return Jurisdiction.UNKNOWN
    if swis in town:
        return Jurisdiction.TOWN
    if all(swis[:4] != code[:4] for code in town):
        return Jurisdiction.ELSEWHERE
    return Jurisdiction.TOWN if swis[4:] in _OUTSIDE_VILLAGES else Jurisdiction.VILLAGE


def check_swis(swis: str) -> str | None:
    """What is wrong with a SWIS code, in words, or None."""
    if not _SWIS.fullmatch(swis):
        return f"A SWIS code has six digits; {swis!r} has not."
    if int(swis[:2]) not in _COUNTIES:
        return f"SWIS {swis} begins with no county of New York (01 to 64)."
    return None


def check_print_key(print_key: str, pattern: str = STANDARD_PRINT_KEY) -> str | None:
    """A warning in words where a print key does not look like the town's, or None; no reason to refuse it."""
    if re.fullmatch(pattern, print_key):
        return None
    return f"Print key {print_key!r} is not written as this town's keys are; check it against the roll."


def folded(key: str) -> str:
    """The one form of a print key or SBL for every way of writing it; "" where it has no digit.

    Section, block and lot lose their leading zeros, the part after a dot its trailing zeros (``.16`` is
    ``.160``), and letters are capital: ``47.16-2-19``, ``047.160-0002-019.000`` and the 20 characters
    ``04716000020190000000`` all give ``47.16-2-19``. Suffolk's district, section, block and lot fold the
    same way. A SWIS code in front falls away.
    """
    text = _SWIS_IN_FRONT.sub("", " ".join(key.upper().split()))
    if not any(c.isdigit() for c in text):
        return ""
    run = re.sub(r"[\s.]", "", text)
    if len(run) in (19, 22, 26) and _SBL.fullmatch(run[6:]):
        run = run[6:]
    if len(run) in (13, 16, 20) and _SBL.fullmatch(run):
        return _of_sbl(run)
    groups, suffix = _groups(text)
    return _joined(groups, suffix)


def readings(text: str) -> Iterator[str]:
    """The folded keys that a typed text may mean, the likeliest first.

    Without its dots a key can be read in several ways: ``47 16 2 19`` is section 47, block 16, lot 2.19, or
    section 47.16, block 2, lot 19. A text with its dots and hyphens in place has one reading.
    """
    if straight := folded(text):
        yield straight
    groups, suffix = _groups(text.upper())
    if "." in text or len(groups) not in (4, 5) or not (groups[0] + groups[1]).isdigit():
        return
    section, part, block, *lot = groups
    yield _joined([f"{section}.{part}", block, ".".join(lot)], suffix)
    if len(groups) == 4:
        yield _joined([section, part, ".".join([block, *lot])], suffix)


def _groups(text: str) -> tuple[list[str], str]:
    """Section, block and lot as written, and the suffix behind the stroke."""
    text, _, suffix = text.partition("/")
    groups = (piece.strip(".") if piece.startswith(".") else piece for piece in _PIECES.findall(text))
    return [group for group in groups if group], suffix


def _of_sbl(sbl: str) -> str:
    """The folded key of an SBL written by position: section 3 + 3, block 4, lot 3 + 3, suffix 4."""
    section, part, block, lot, sublot, suffix = (
        sbl[a:b] for a, b in ((0, 3), (3, 6), (6, 10), (10, 13), (13, 16), (16, 20))
    )
    return _joined([f"{section}.{part}", block, f"{lot}.{sublot}"], suffix)


def _joined(groups: list[str], suffix: str) -> str:
    """Folded groups put together again."""
    key = "-".join(_group(group) for group in groups)
    suffix = re.sub(r"[^0-9A-Z]", "", suffix).lstrip("0")
    return f"{key}/{suffix}" if suffix else key


def _group(group: str) -> str:
    """One group without the zeros that only fill it up."""
    match = _GROUP.match(group)
    if match is None:
        return group
    whole = match["whole"].lstrip("0") or "0"
    part = (match["part"] or "").rstrip("0")
    return f"{whole}.{part}" if part else whole
