"""The hash chain: appending an entry, and proving that none was changed, taken out or put in."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from townwright.office.register.canon import canonical
from townwright.office.register.models import Entry, Head, Private, Touched

GENESIS = "0" * 64
#: Entries between two tellings of how far a proof is.
TOLD_EVERY = 500
_COLUMNS = ("seq", "at", "on", "act", "actor_id", "actor_name", "title", "subject_id", "said", "key", "corrects")


def head() -> Head:
    """The end of the chain, read only."""
    return Head.objects.filter(pk=1).first() or Head()


def locked_head() -> Head:
    """The head row, locked until the transaction ends: acts of one office stand in one line."""
    Head.objects.get_or_create(pk=1)
    return Head.objects.select_for_update().get(pk=1)


def salted(salt: str, words: str) -> str:
    """The hash that stands in the chain in the place of private words."""
    return hashlib.sha256(f"{salt}:{words}".encode()).hexdigest()


def append(
    head: Head,
    *,
    at: datetime,
    on: date,
    act: str,
    actor_id: UUID | None,
    actor_name: str,
    title: str,
    subject_id: UUID | None,
    said: str,
    key: str | None,
    touched: Mapping[UUID, str],
    content: Mapping[str, Any],
    private: Mapping[str, str],
    corrects: int | None = None,
) -> Entry:
    """Appends one entry behind a locked head and moves the head. Private words are kept beside it, hashed within it."""
    seq = head.seq + 1
    columns = {
        "seq": seq,
        "at": at,
        "on": on,
        "act": act,
        "actor_id": actor_id,
        "actor_name": actor_name,
        "title": title,
        "subject_id": subject_id,
        "said": said,
        "key": key,
        "corrects": corrects,
    }
    words = [Private(field=field, salt=secrets.token_hex(16), words=text) for field, text in private.items()]
    body = canonical(
        {**content, **columns, "touched": touched, "private": {w.field: salted(w.salt, w.words) for w in words}}
    )
    digest = hashlib.sha256(f"{head.hash}\n{body}".encode()).hexdigest()
    entry = Entry.objects.create(**columns, body=body, prev=head.hash, hash=digest)
    for word in words:
        word.entry = entry
    Private.objects.bulk_create(words)
    Touched.objects.bulk_create(Touched(entry=entry, kind=kind, ref=ref) for ref, kind in touched.items())
    head.seq, head.hash = seq, digest
    head.save(update_fields=["seq", "hash"])
    return entry


@dataclass(frozen=True, slots=True)
class Proof:
    """What `verify` found: entries read, the head's hash, and the first entry that does not prove, if any."""

    entries: int
    hash: str
    broken_at: int | None = None
    why: str = ""

    @property
    def holds(self) -> bool:
        """Whether the whole chain proves."""
        return self.broken_at is None


def verify(tell: Callable[[int, int], object] = lambda done, of: None) -> Proof:
    """Proves the whole chain: no entry changed, missing or added, and the head is its end.

    Private words that are still kept are held against their hashes; words disposed of leave the proof whole. `tell` is
    told from time to time how many entries of how many are proved.
    """
    expected, prev, whole = 1, GENESIS, head().seq
    words = {(word.entry_id, word.field): word for word in Private.objects.iterator(chunk_size=2000)}
    for entry in Entry.objects.order_by("seq").iterator(chunk_size=2000):
        if entry.seq != expected:
            return Proof(expected - 1, prev, expected, f"entry {expected} is missing")
        if entry.prev != prev or entry.hash != hashlib.sha256(f"{prev}\n{entry.body}".encode()).hexdigest():
            return Proof(expected - 1, prev, expected, f"entry {expected} was changed")
        body = json.loads(entry.body)
        columns = json.loads(canonical({name: getattr(entry, name) for name in _COLUMNS}))
        if any(body[name] != columns[name] for name in _COLUMNS):
            return Proof(expected - 1, prev, expected, f"a column of entry {expected} was changed")
        for field, digest in body["private"].items():
            word = words.get((entry.seq, field))
            if word is not None and salted(word.salt, word.words) != digest:
                return Proof(expected - 1, prev, expected, f"private words of entry {expected} were changed")
        expected, prev = expected + 1, entry.hash
        if entry.seq % TOLD_EVERY == 0:
            tell(entry.seq, whole)
    end = head()
    if (end.seq, end.hash) != (expected - 1, prev):
        return Proof(expected - 1, prev, expected, "the head does not stand at the last entry")
    return Proof(expected - 1, prev)
