"""The port of Find: `index` keeps what can be found, in the act's own transaction, and `find` finds it.

First what a number or a parcel key names exactly, in any style of writing; then what is near by its words,
misspelt ones too. SQLite finds words by FTS5, PostgreSQL by a text-search index; which words a misspelt one
may mean, and in which order things are shown, is worked out here, so both give the same answers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import TypeVar
from uuid import UUID

from rapidfuzz import fuzz, process

from townwright.office.find import numbers, spelling
from townwright.office.find.engines import Term, rows_with
from townwright.office.find.models import Entry, Key
from townwright.office.find.readers import keys_meant
from townwright.office.find.words import COMMON, fold

T = TypeVar("T")

CANDIDATES = 200  # looked at more closely, of parcels and of everything else
PIECE = 400  # rows of one statement
MOST_WORDS = 8  # of a question; more make it no clearer


@dataclass(frozen=True, slots=True)
class Findable:
    """One thing to be found.

    `kind` and `object_id` say what it is; `number` its own number as written; `keys` further folded keys;
    `words` what it is found by (names, address, numbers), in any spelling. `public` lets the counter find
    it.
    """

    kind: str
    object_id: UUID
    title: str
    line: str = ""
    number: str = ""
    keys: frozenset[str] = frozenset()
    words: str = ""
    parcel_id: UUID | None = None
    on: date | None = None
    public: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing found. `score` is 100 where it meets the question in every word."""

    kind: str
    object_id: UUID
    number: str
    title: str
    line: str
    parcel_id: UUID | None
    on: date | None
    score: int


@dataclass(frozen=True, slots=True)
class Results:
    """What the text names exactly, then what is near. `meant` gives what a misspelt word was read as."""

    text: str
    exact: tuple[Hit, ...]
    near: tuple[Hit, ...]
    meant: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def __iter__(self) -> Iterator[Hit]:
        yield from self.exact
        yield from self.near

    def __len__(self) -> int:
        return len(self.exact) + len(self.near)


def index(things: Iterable[Findable]) -> None:
    """Keeps things findable, each in place of what was kept for it before. Called within the act."""
    rest = iter(things)
    while piece := {(thing.kind, thing.object_id): thing for thing in islice(rest, PIECE)}:
        _keep(list(piece.values()))


def forget(kind: str, object_ids: Iterable[UUID]) -> None:
    """Makes things of a kind be found no more (two people merged, say)."""
    for piece in _pieces(list(object_ids), PIECE):
        Entry.objects.filter(kind=kind, object_id__in=piece).delete()


def find(text: str, *, limit: int = 20, kinds: Collection[str] | None = None, public: bool = False) -> Results:
    """What a text may mean: numbers, keys, addresses, people and firms, the best first, at most `limit`.

    `kinds` narrows it to some kinds of things, `public` to what the counter may show.
    """
    exact = _exact(text, limit, kinds, public)
    words = list(dict.fromkeys(fold(text)))[:MOST_WORDS]
    if not words or len(exact) >= limit or (exact and not any(_tells(word) for word in words)):
        return Results(text, tuple(exact), ())
    typed_on = text[-1:].isalnum()  # the last word may still be growing
    terms = [_term(word, unfinished=typed_on and word == words[-1]) for word in words]
    entries, meant = _candidates(words, terms, _Within(frozenset(kinds or ()), public))
    seen = {(hit.kind, hit.object_id) for hit in exact}
    near = [hit for hit in _ranked(words, entries, dict(meant)) if (hit.kind, hit.object_id) not in seen]
    return Results(text, tuple(exact), tuple(near[: limit - len(exact)]), meant)


def _keep(things: Sequence[Findable]) -> None:
    kept = {
        (entry.kind, entry.object_id): entry
        for entry in Entry.objects.filter(object_id__in=[thing.object_id for thing in things])
    }
    old: list[Entry] = []
    new: list[Entry] = []
    for thing in things:
        entry = kept.get((thing.kind, thing.object_id))
        (new if entry is None else old).append(_filled(entry or Entry(), thing))
    if old:
        Entry.objects.bulk_update(old, _FIELDS, batch_size=PIECE // 4)
        Key.objects.filter(entry__in=old).delete()
    Entry.objects.bulk_create(new, batch_size=PIECE // 4)
    keys = {(thing.kind, thing.object_id): thing.keys | numbers.keys(thing.number) for thing in things}
    Key.objects.bulk_create(
        [
            Key(entry=entry, key=key[:100])
            for entry in [*old, *new]
            for key in sorted(keys[entry.kind, entry.object_id])
        ],
        batch_size=PIECE,
    )
    spelling.learn(word for entry in [*old, *new] for word in entry.words.split())


_FIELDS = ["parcel_id", "number", "title", "line", "on", "public", "words"]


def _filled(entry: Entry, thing: Findable) -> Entry:
    entry.kind, entry.object_id, entry.parcel_id = thing.kind, thing.object_id, thing.parcel_id
    entry.number, entry.on, entry.public = thing.number, thing.on, thing.public
    entry.title, entry.line = thing.title[:300], thing.line[:400]
    words = list(dict.fromkeys(fold(f"{thing.number} {thing.title} {thing.words}")))
    marks = [*([_OF_PARCELS] if thing.kind == "parcel" else []), *([_PUBLIC] if thing.public else [])]
    entry.words = " ".join([*words, *(mark + word for mark in marks for word in words), _kind_mark(thing.kind)])
    return entry


# Kind stands among the words, so that the index narrows by it at once. The words of a parcel, and of what the counter
# may show, stand there a second time with a mark in front: to seek "electric" among parcels by the marked word takes
# no time, to meet all parcels with all that is electric took a third of a second among a million.
_OF_PARCELS, _PUBLIC = "0p", "0u"


def _kind_mark(kind: str) -> str:
    return "0kind" + "".join(c for c in kind.lower() if c.isalnum())


def _exact(text: str, limit: int, kinds: Collection[str] | None, public: bool) -> list[Hit]:
    """What the text names by number or key. As written comes before what only folds to the same."""
    meant = keys_meant(text)
    if not meant:
        return []
    # Two questions, for joined a database without fresh statistics may read the whole table.
    rows = list(Key.objects.filter(key__in=meant).values_list("entry_id", flat=True)[:PIECE])
    found = Entry.objects.filter(pk__in=rows)
    if kinds:
        found = found.filter(kind__in=kinds)
    if public:
        found = found.filter(public=True)
    asked = " ".join(text.split()).casefold()
    hits = [_hit(entry, 100) for entry in found.order_by("-id")[: limit * 3]]
    return sorted(hits, key=lambda hit: (hit.number.strip().casefold() != asked, *_order(hit)))[:limit]


def _term(word: str, *, unfinished: bool) -> Term:
    grows = word.isalpha() and (len(word) >= 3 or (unfinished and len(word) == 2))
    return Term((word,), (word,) if grows else ())


def _candidates(
    words: list[str], terms: list[Term], within: _Within
) -> tuple[list[Entry], tuple[tuple[str, tuple[str, ...]], ...]]:
    """Entries to look at more closely, from the strictest reading of the words to the loosest that finds any."""
    if entries := within.entries([terms]):
        return entries, ()
    strange = [word for word in words if word not in spelling.known(words)] or words
    meant = tuple((word, near) for word in strange if (near := spelling.neighbours(word)))
    spelt = dict(meant)
    wider = [
        Term((*term.words, *spelt.get(word, ())), term.beginnings) for word, term in zip(words, terms, strict=True)
    ]
    if meant and (entries := within.entries([wider])):
        return entries, meant
    # Without one of its words: a wrong street type, a number out of the range, a word not on record.
    return within.entries([wider[:at] + wider[at + 1 :] for at in range(len(wider))]), meant


@dataclass(frozen=True, slots=True)
class _Within:
    """The bounds of a search: kinds of things (all, if none is given), and what the counter may show."""

    kinds: frozenset[str]
    public: bool

    def entries(self, readings: Iterable[list[Term]]) -> list[Entry]:
        """The entries that meet all terms of a reading, some hundreds of the newest."""
        rows = dict.fromkeys(row for terms in readings if terms for row in self._rows(terms))
        found = (Entry.objects.filter(pk__in=piece) for piece in _pieces(list(rows), PIECE))
        return [entry for entries in found for entry in entries if self._holds(entry)]

    def _rows(self, terms: list[Term]) -> list[int]:
        """Parcels are older than what happened on them, so they are sought apart where much is found."""
        if self.kinds == {"parcel"}:
            return rows_with([_marked(term, _OF_PARCELS) for term in terms], CANDIDATES)
        bounds = [Term(tuple(_kind_mark(kind) for kind in sorted(self.kinds)))] if self.kinds else []
        rows = rows_with([*(_marked(term, _PUBLIC if self.public else "") for term in terms), *bounds], CANDIDATES)
        if len(rows) < CANDIDATES or (self.kinds and "parcel" not in self.kinds):
            return rows
        return [*rows, *rows_with([_marked(term, _OF_PARCELS) for term in terms], CANDIDATES)]

    def _holds(self, entry: Entry) -> bool:
        return (not self.kinds or entry.kind in self.kinds) and (entry.public or not self.public)


def _marked(term: Term, mark: str) -> Term:
    return Term(tuple(mark + word for word in term.words), tuple(mark + word for word in term.beginnings))


def _ranked(words: list[str], entries: list[Entry], meant: dict[str, tuple[str, ...]]) -> list[Hit]:
    hits = [_hit(entry, _score(words, entry, meant)) for entry in entries]
    return sorted(hits, key=lambda hit: (-hit.score, *_order(hit)))


def _score(words: list[str], entry: Entry, meant: dict[str, tuple[str, ...]]) -> int:
    """How well an entry meets the words, of 100; among equals the shorter title wins two of them."""
    have = entry.words.split()
    weights = [_weight(word) for word in words]
    met = sum(weight * _nearness(word, have, meant.get(word, ())) for word, weight in zip(words, weights, strict=True))
    title = frozenset(fold(entry.title))
    spare = len(title.difference(words)) / max(len(title), 1)
    return round(98 * met / sum(weights) + 2 * (1 - spare))


def _tells(word: str) -> bool:
    """Whether a word is a name rather than a number, a direction or the type of a street."""
    return word.isalpha() and len(word) >= 3 and word not in COMMON


def _weight(word: str) -> int:
    """How much a word says: a name most, a house number less, a direction or the type of a street least."""
    return 4 if _tells(word) else 2 if word[0].isdigit() else 1


def _nearness(word: str, have: Sequence[str], meant: tuple[str, ...]) -> float:
    """How nearly an entry has a word, from 0 to 1; a house number some doors away counts a little."""
    if word in have:
        return 1
    if word.isdigit():
        away = min((abs(int(word) - int(other)) for other in have if other.isdigit()), default=100)
        return max(0.0, 0.5 - away / 100)
    if any(other.startswith(word) for other in have):
        return 0.95
    best = process.extractOne(word, [other for other in have if other in meant], scorer=fuzz.ratio)
    return 0.9 * best[1] / 100 if best else 0


def _hit(entry: Entry, score: int) -> Hit:
    return Hit(entry.kind, entry.object_id, entry.number, entry.title, entry.line, entry.parcel_id, entry.on, score)


def _order(hit: Hit) -> tuple[object, ...]:
    """Among equals parcels come first, then the newest; the rest is only to be the same every time."""
    day = hit.on.toordinal() if hit.on else 0
    return (hit.kind != "parcel", -day, hit.title.casefold(), hit.number, hit.object_id)


def _pieces(items: list[T], size: int) -> Iterable[list[T]]:
    return (items[at : at + size] for at in range(0, len(items), size))
