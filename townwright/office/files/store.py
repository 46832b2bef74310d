"""Bytes on the disk, under their SHA-256: ``documents/ab/cdef…``. No database.

A file is written beside its place, synced, and moved there in one step, so that the place holds either all of
it or nothing. That happens before the transaction commits; what a rolled-back transaction leaves behind is
swept later.
"""

from __future__ import annotations

import errno
import hashlib
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from townwright.office import storage
from townwright.office.files.errors import DiskFull
from townwright.office.storage.files import sync

#: Bytes read at a time: no file is ever whole in memory.
CHUNK = 1024 * 1024
#: Where files wait until they are looked at; in the documents folder, so that moving them is one step.
INCOMING = "incoming"


class TooLarge(Exception):
    """More bytes came than allowed."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """A file that came in and is not kept yet."""

    path: Path
    size: int
    sha256: str


def place(sha256: str) -> Path:
    """Where the bytes with this SHA-256 (hex) lie in the bound town's documents."""
    return storage.documents() / sha256[:2] / sha256[2:]


@contextmanager
def incoming(chunks: Iterable[bytes], *, limit: int) -> Iterator[Incoming]:
    """Writes chunks to a file of their own, synced; unless it is kept by `settle`, it is gone afterwards.

    Raises `TooLarge` as soon as there are more than `limit` bytes, and `DiskFull`.
    """
    folder = storage.documents() / INCOMING
    with _disk_full_in_words():
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder)
    path = Path(name)
    try:
        with _disk_full_in_words(), os.fdopen(handle, "wb") as out:
            size, digest = _write(chunks, out, limit)
        yield Incoming(path, size, digest)
    finally:
        path.unlink(missing_ok=True)


def _write(chunks: Iterable[bytes], out: BinaryIO, limit: int) -> tuple[int, str]:
    digest, size = hashlib.sha256(), 0
    for chunk in chunks:
        size += len(chunk)
        if size > limit:
            raise TooLarge
        digest.update(chunk)
        out.write(chunk)
    out.flush()
    os.fsync(out.fileno())
    return size, digest.hexdigest()


def settle(came: Incoming) -> Path:
    """Moves a file that came in to its place. The same bytes lie there once, however often they come."""
    target = place(came.sha256)
    with _disk_full_in_words():
        if target.exists():
            os.utime(target)  # young again: the sweep leaves it alone until this transaction has committed
            return target
        target.parent.mkdir(parents=True, exist_ok=True)
        came.path.chmod(0o440)
        came.path.rename(target)
        sync(target.parent)
    return target


def chunks_of(stream: BinaryIO) -> Iterator[bytes]:
    """The bytes of an open file, piece by piece, from where it stands."""
    while chunk := stream.read(CHUNK):
        yield chunk


def digest_of(path: Path) -> str:
    """SHA-256 (hex) of a file on the disk."""
    with path.open("rb") as handle:
        return digest_of_stream(handle)


def digest_of_stream(stream: BinaryIO) -> str:
    """SHA-256 (hex) of an open file, from where it stands."""
    digest = hashlib.sha256()
    for chunk in chunks_of(stream):
        digest.update(chunk)
    return digest.hexdigest()


def seconds_old(path: Path, now: float) -> float:
    """How long ago a file was written, against the disk's own time `now`."""
    return now - path.stat().st_mtime


def disk_now() -> float:
    """The disk's own time, to hold the age of files against: a practice office may live on another day."""
    folder = storage.documents() / INCOMING
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder) as probe:
        return Path(probe.name).stat().st_mtime


@contextmanager
def _disk_full_in_words() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise DiskFull from error
        raise
