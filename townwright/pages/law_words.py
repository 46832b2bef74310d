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


def in_order(section: str) -> list[tuple[int, str]]:
    """Sections by their numbers: § 50-2 before § 50-10, and the chapter as a whole last."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|\D+", section)]


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
