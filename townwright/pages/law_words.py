"""Words of the law as pages need them: citations compared, names in addresses, defined terms found in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from townwright.law.provisions import Provision, ProvisionKind

#: A single word is linked only where it is at least so long, and written as the code defines it.
_LONG_ENOUGH = 5


@dataclass(frozen=True, slots=True)
class Term:
    """Words in a text that the code defines, and the provision that does."""

    words: str
    provision: str


@dataclass(frozen=True, slots=True)
class Marked:
    """Words in a text that a search asked for."""

    words: str


def folded(text: str) -> str:
    """A text without case, section marks and double blanks."""
    return " ".join(text.replace("§", " ").casefold().split())


def runs(text: str) -> tuple[str, ...]:
    """A citation as its figures and letters: "§ 50-4(I)" and "50-4 I" alike."""
    return tuple(re.findall(r"\d+|[^\W\d_]+", text.casefold()))


#: What stands before the number of a section as people write it: "sec. 50-4", "Section 50-4", "§§ 50-4".
_SECTION = re.compile(r"^\s*(?:§+|(?:sections?|secs?\b\.?|sect\b\.?|s\.|subsections?)(?=[\s\d]))\s*", re.IGNORECASE)


def numbered(text: str) -> str:
    """A text without the word for a section that stands before its number; any other text as it is."""
    rest = _SECTION.sub("", text, count=1)
    return rest if rest[:1].isdigit() else text


#: Words of a question that no clause is told by.
_OF_A_QUESTION = {
    "a", "about", "am", "an", "and", "any", "are", "at", "be", "been", "by", "can", "could", "do", "does", "for",
    "from", "get", "had", "has", "have", "how", "i", "if", "in", "is", "it", "its", "long", "many", "may", "me",
    "much", "must", "my", "need", "needed", "of", "on", "one", "or", "our", "put", "shall", "should", "so", "that",
    "the", "their", "them", "there", "they", "this", "to", "up", "us", "want", "was", "we", "what", "when", "where",
    "which", "who", "why", "will", "with", "without", "would", "you", "your",
}  # fmt: skip
_HOW_LONG = ("expire", "in force", "valid", "within", "month")
_OF_HOW_LONG = {"good", "last", "lasts", "valid", "take", "takes", "before", "until", "keep"}
_THING_BUILT = ("building permit", "building or structure", "structure")
_CHANGED = ("alter", "repair", "improv", "renovat")
#: Words of every day, by their beginning, with those that codes have for the same. A search that finds nothing by its
#: own words is made again by these.
_IN_A_CODE: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("last", "good", "valid", "expir", "lapse", "run out"), _HOW_LONG),
    **dict.fromkeys(
        ("deck", "porch", "patio", "garage", "carport", "shed", "barn", "gazebo", "pergola", "dormer", "addition",
         "extension", "pool", "hot tub", "spa", "fence", "wall", "house", "home", "cottage", "tent", "sign"),
        _THING_BUILT,
    ),
    **dict.fromkeys(
        ("roof", "siding", "window", "door", "kitchen", "bath", "basement", "attic", "remodel", "renovat", "floor"),
        _CHANGED,
    ),
    **dict.fromkeys(("wood", "stove", "fireplace", "pellet", "coal"), ("solid-fuel", "solid fuel", "chimney")),
    **dict.fromkeys(("fine", "penalt", "punish", "ticket"), ("fine", "penalt")),
    **dict.fromkeys(("empty", "vacan", "abandon", "derelict"), ("vacan", "unoccupied", "unsafe")),
    **dict.fromkeys(("board", "shutter"), ("board", "covering", "secur")),
    **dict.fromkeys(("price", "cost", "pay", "charge"), ("fee", "cost", "charge")),
    **dict.fromkeys(("appeal", "hearing", "complain"), ("appeal", "hearing", "review", "complain")),
    **dict.fromkeys(("renew", "extend", "prolong"), ("renew", "exten")),
    **dict.fromkeys(("start", "begin", "commence"), ("begun", "begin", "commence", "start")),
    **dict.fromkeys(("finish", "complete", "done"), ("complet", "finish")),
    **dict.fromkeys(("inspector", "officer"), ("inspector", "officer")),
    **dict.fromkeys(("solar", "panel", "generator", "battery", "wiring"), ("solar", "energy", "electric")),
    **dict.fromkeys(("bulldoz", "tear", "demol", "knock"), ("demol",)),
    **dict.fromkeys(("sewage", "septic", "cesspool"), ("septic", "sewage", "wastewater")),
}  # fmt: skip


def asked_for(text: str) -> list[str]:
    """The words of a search that can tell one clause from another; all of them where none would be left."""
    words = [word.strip("?.,!") for word in folded(text).split()]
    without = _OF_A_QUESTION | _OF_HOW_LONG if is_how_long(text) else _OF_A_QUESTION
    return [word for word in words if word and word not in without] or list(filter(None, words))


def is_how_long(text: str) -> bool:
    """Whether it is asked how long something lasts, in words that no code has."""
    return "how long" in folded(text)


def in_a_code(text: str) -> list[tuple[str, ...]]:
    """What a code may say for each word of a search: the word itself, and other words for it. "How long" is one."""
    ways = [
        (word, *(way for begins, ways in _IN_A_CODE.items() if word.startswith(begins) for way in ways))
        for word in asked_for(text)
    ]
    return [*ways, _HOW_LONG] if is_how_long(text) else ways


def in_order(section: str) -> tuple[bool, list[tuple[int, str]]]:
    """Sections by their numbers: the chapter as a whole, then § 50-2 before § 50-10, then other laws that the town's
    code rests on.
    """
    numbers = [(int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|\D+", section)]
    return not section.startswith(("Ch", "§")), numbers


def term_of(provision: Provision) -> str:
    """The term that a provision defines, as it is cited: "§ 50-2 (Permit holder)"; empty where it is none."""
    if provision.kind is not ProvisionKind.DEFINITION:
        return ""
    found = re.search(r"\(([^()]{3,80})\)$", provision.cite)
    term = found[1].strip() if found else ""
    return term if re.search(r"[^\W\d_]{3}", term) else ""


def with_terms(text: str, terms: Mapping[str, str]) -> tuple[str | Term, ...]:
    """A text with its defined terms told apart, each where it stands first.

    Terms of several words are found in any case; a single word only as it is written in its definition, for it may be
    a word of every day as well.
    """
    usable = {term: where for term, where in terms.items() if " " in term or len(term) >= _LONG_ENOUGH}
    if not usable:
        return (text,)
    by_length = sorted(usable, key=len, reverse=True)
    pattern = "|".join(f"(?i:{re.escape(term)})" if " " in term else re.escape(term) for term in by_length)
    known = {term.casefold(): where for term, where in usable.items()}
    seen: set[str] = set()
    parts: list[str | Term] = []
    end = 0
    for match in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", text):
        name = match[0].casefold()
        if name in seen:
            continue
        seen.add(name)
        parts += [text[end : match.start()], Term(match[0], known[name])]
        end = match.end()
    return tuple(part for part in (*parts, text[end:]) if part)


def marked(text: str, words: Iterable[str]) -> tuple[str | Marked, ...]:
    """A text with the words of a search told apart, each from the beginning of a word."""
    wanted = sorted({word for word in words if word}, key=len, reverse=True)
    if not wanted:
        return (text,)
    return tuple(_marked(text, re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, wanted))})", re.IGNORECASE)))


def _marked(text: str, pattern: re.Pattern[str]) -> Iterator[str | Marked]:
    end = 0
    for match in pattern.finditer(text):
        if match.start() > end:
            yield text[end : match.start()]
        yield Marked(match[0])
        end = match.end()
    if end < len(text):
        yield text[end:]


def around(text: str, words: Iterable[str], width: int = 240) -> str:
    """The part of a long text around the first of some words, with dots where it was cut."""
    lower = text.casefold()
    found = [at for word in words if (at := lower.find(word.casefold())) >= 0]
    start = max(min(found, default=0) - width // 3, 0)
    start = text.rfind(" ", 0, start) + 1 if start else 0
    piece = text[start : start + width]
    return f"{'… ' if start else ''}{' '.join(piece.split())}{' …' if start + width < len(text) else ''}"
