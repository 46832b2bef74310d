"""Words as they are compared: the same street or name, however it is written, gives the same words.

Follows USPS Publication 28 for street suffixes, directions and unit designators, but only to compare: the
town's own spelling is what is kept and shown. Pure text in, text out; knows no database.
"""

import re
import unicodedata

DIRECTIONS = {
    "north": "n", "south": "s", "east": "e", "west": "w", "northeast": "ne", "northwest": "nw",
    "southeast": "se", "southwest": "sw",
}  # fmt: skip

SUFFIXES = {
    "alley": "aly", "annex": "anx", "av": "ave", "aven": "ave", "avenue": "ave", "bend": "bnd",
    "bluff": "blf", "boulevard": "blvd", "boul": "blvd", "branch": "br", "bridge": "brg", "brook": "brk",
    "bypass": "byp", "causeway": "cswy", "center": "ctr", "centre": "ctr", "circle": "cir",
    "common": "cmn", "commons": "cmns", "corner": "cor", "corners": "cors", "court": "ct", "cove": "cv",
    "creek": "crk", "crescent": "cres", "crossing": "xing", "crossroad": "xrd", "drive": "dr",
    "estate": "est", "estates": "ests", "expressway": "expy", "extension": "ext", "falls": "fls",
    "ferry": "fry", "field": "fld", "fields": "flds", "fort": "ft", "garden": "gdn", "gardens": "gdns",
    "glen": "gln", "green": "grn", "grove": "grv", "harbor": "hbr", "harbour": "hbr", "haven": "hvn",
    "heights": "hts", "highway": "hwy", "hill": "hl", "hills": "hls", "hollow": "holw", "island": "is",
    "junction": "jct", "lake": "lk", "lakes": "lks", "landing": "lndg", "la": "ln", "lane": "ln",
    "manor": "mnr", "meadow": "mdw", "meadows": "mdws", "mill": "ml", "mills": "mls", "mount": "mt",
    "mountain": "mtn", "orchard": "orch", "parkway": "pkwy", "pkway": "pkwy", "place": "pl",
    "plaza": "plz", "point": "pt", "ridge": "rdg", "river": "riv", "road": "rd", "saint": "st",
    "shore": "shr", "shores": "shrs", "spring": "spg", "springs": "spgs", "square": "sq",
    "station": "sta", "str": "st", "street": "st", "summit": "smt", "terr": "ter", "terrace": "ter",
    "trail": "trl", "turnpike": "tpke", "tnpk": "tpke", "tpk": "tpke", "valley": "vly", "view": "vw",
    "village": "vlg",
}  # fmt: skip

UNITS = {
    "apartment": "apt", "basement": "bsmt", "building": "bldg", "department": "dept", "floor": "fl",
    "lot": "lot", "room": "rm", "space": "spc", "suite": "ste", "trailer": "trlr", "unit": "unit",
}  # fmt: skip

APOSTROPHES = "'\u2019`"

ROUTES = {"route": "rte", "rt": "rte", "sr": "rte"}

ORDINALS = {
    "first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th", "fifth": "5th", "sixth": "6th",
    "seventh": "7th", "eighth": "8th", "ninth": "9th", "tenth": "10th", "eleventh": "11th",
    "twelfth": "12th",
}  # fmt: skip

SHORT = DIRECTIONS | SUFFIXES | UNITS | ROUTES | ORDINALS

#: Words that say little about which place is meant.
COMMON = frozenset(SHORT.values()) - frozenset(ORDINALS.values())

_STATES = ("state", "nys", "ny", "us")
_PIECE = re.compile(r"[a-z0-9]+")


def plain(text: str) -> str:
    """The text in lower case with accents and apostrophes gone: ``García O'Neil`` gives ``garcia oneil``."""
    spread = unicodedata.normalize("NFKD", text)
    return "".join(c for c in spread if not unicodedata.combining(c) and c not in APOSTROPHES).lower()


def fold(text: str) -> list[str]:
    """The words of a text as they are compared, in their order.

    ``"W. PINE STREET"`` and ``"West Pine St"`` both give ``["w", "pine", "st"]``. Leading zeros of a number
    fall away, so ``02`` is ``2``; a lone ``Mc`` joins the name after it; ``NYS Route 94`` is ``rte 94``,
    ``County Road 13`` ``cr 13``.
    """
    words: list[str] = []
    for piece in _PIECE.findall(plain(text)):
        word = SHORT.get(piece, piece)
        if word.isdigit():
            word = word.lstrip("0") or "0"
        last = words[-1] if words else ""
        if last == "mc":
            words[-1] += word
        elif word == "rte" and last in _STATES:
            words[-1] = word
        elif word in ("rte", "rd") and last == "county":
            words[-1] = "cr"
        else:
            words.append(word)
    return words
