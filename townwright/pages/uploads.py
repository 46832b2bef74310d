"""Files that come with a form: kept by the office at once, so that nobody is asked for the same file twice.

The page remembers a kept file by a token that this town has signed. What is kept and never used by an act
belongs to no record, and is swept away later.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO, cast

from django.core import signing
from django.core.files.uploadedfile import UploadedFile

from townwright.office import storage
from townwright.office.files import acts as files

_PURPOSE = "kept file"


@dataclass(frozen=True, slots=True)
class Kept:
    """A file that the office has kept: the reference by which an act names it, and the name it came with."""

    ref: str
    name: str
    size: int


#: Keeps an upload. Raises `UnusableFile` for one that it refuses, in words for the person who sent it.
Keep = Callable[[UploadedFile[bytes]], Kept]


def keep_any(upload: UploadedFile[bytes]) -> Kept:
    """Keeps a file of any kind that the office takes. Raises `UnusableFile` or `DiskFull`."""
    stored = files.keep(_stream(upload), upload.name or "file")
    return Kept(str(stored.pk), stored.name, stored.size)


def keep_plans(upload: UploadedFile[bytes]) -> Kept:
    """Keeps a file that may be a plan set. Raises `UnusableFile` or `DiskFull`."""
    stored = files.keep(_stream(upload), upload.name or "plans", kinds=files.PLANS)
    return Kept(str(stored.pk), stored.name, stored.size)


#: What a field may take, and how it is kept.
KEEPERS: dict[str, Keep] = {"any": keep_any, "plans": keep_plans}


def _stream(upload: UploadedFile[bytes]) -> BinaryIO:
    """The upload as the stream that the office reads, from its beginning."""
    upload.seek(0)
    return cast(BinaryIO, upload)


def token_of(kept: Kept) -> str:
    """What the page remembers of a kept file: signed, and good in this town only."""
    return storage.sign([kept.ref, kept.name, kept.size], _PURPOSE)


def kept_by(token: str) -> Kept | None:
    """The kept file again; None for a token that this town did not write."""
    try:
        ref, name, size = storage.unsign(token, _PURPOSE)
    except signing.BadSignature:
        return None
    return Kept(ref, name, size)
