"""Keeping files, opening them again, proving that they are what was kept, and sweeping what nobody kept.

Keeping a file is no act of its own: an act keeps the files that it is given, and the register names them in its
entry. The acts of the tray are declared by `tray`.
"""

from __future__ import annotations

import io
import tempfile
import unicodedata
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path, PureWindowsPath
from typing import BinaryIO

from django.conf import settings
from PIL import Image, UnidentifiedImageError

from townwright.office import clock, storage
from townwright.office.files import pdfs, store, tray  # noqa: F401  the tray declares its acts
from townwright.office.files.downloads import headers
from townwright.office.files.errors import DiskFull, FileDamaged, UnusableFile
from townwright.office.files.kinds import EVERY_KIND, EXTENSIONS, PLANS, Kind
from townwright.office.files.models import StoredFile
from townwright.office.files.pdfs import disarm
from townwright.office.files.sniff import kind_of
from townwright.office.files.store import digest_of_stream

__all__ = [
    "EVERY_KIND",
    "PLANS",
    "DiskFull",
    "FileDamaged",
    "Kind",
    "UnusableFile",
    "copy_of",
    "digest_of_stream",
    "disarm",
    "has_changed",
    "headers",
    "keep",
    "keep_ours",
    "limit_in_force",
    "open_file",
    "path_of",
    "scratch",
    "sweep",
]

#: Pixels of a picture; more would fill the memory of whoever opens it.
MOST_PIXELS = 400_000_000
#: What nobody has kept for so long was left behind by a transaction that was rolled back.
STRAY_AFTER = timedelta(days=1)


def limit_in_force() -> int:
    """Bytes that one file may have (the setting FILE_LIMIT)."""
    return int(settings.FILE_LIMIT)


def keep(
    stream: BinaryIO,
    name: str,
    *,
    limit: int | None = None,
    kinds: Collection[Kind] = EVERY_KIND,
    at: datetime | None = None,
) -> StoredFile:
    """Keeps what a person sent, as it came. Call it inside the transaction of the act that the file belongs
    to.

    `name` is the name as given, `limit` the most bytes, `kinds` what may be sent here (`PLANS` for plan
    sets). The file is streamed: it is never whole in memory. Raises `UnusableFile` with words for the person,
    or `DiskFull`.
    """
    shown = tidy_name(name)
    limit = limit_in_force() if limit is None else limit
    try:
        with store.incoming(store.chunks_of(stream), limit=limit) as came:
            kind, look = _look(came, shown, kinds)
            store.settle(came)
            return StoredFile.objects.create(
                sha256=came.sha256,
                size=came.size,
                kind=kind,
                name=shown,
                received_at=at or clock.now(),
                sheets=look.sheets if look else None,
                cautions=list(look.cautions) if look else [],
            )
    except store.TooLarge:
        raise UnusableFile(
            shown,
            f"The file is larger than {in_words(limit)}, the most that one file may have.",
            "Send the set in parts, or save it again with smaller pictures. It can also be brought on "
            "paper or on a stick.",
        ) from None


def keep_ours(
    content: bytes | Path,
    name: str,
    *,
    at: datetime,
    sheets: int,
    original: StoredFile | None = None,
    made: StoredFile.Made | None = None,
) -> StoredFile:
    """Keeps a PDF that the office made: a paper, or a changed copy of `original`. Raises `DiskFull`."""
    with (
        content.open("rb") if isinstance(content, Path) else io.BytesIO(content) as stream,
        store.incoming(store.chunks_of(stream), limit=2**63) as came,
    ):
        store.settle(came)
    return StoredFile.objects.create(
        sha256=came.sha256,
        size=came.size,
        kind=Kind.PDF,
        name=tidy_name(name),
        received_at=at,
        sheets=sheets,
        original=original,
        made=made or "",
    )


@contextmanager
def scratch() -> Iterator[Path]:
    """A file to work in, on the disk of the documents; gone afterwards."""
    folder = storage.documents() / store.INCOMING
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder) as work:
        yield Path(work.name)


def copy_of(original: StoredFile, made: StoredFile.Made) -> StoredFile | None:
    """The newest copy of this kind that was made of a file, if there is one."""
    return original.copies.filter(made=made).order_by("-received_at", "-id").first()


def path_of(stored: StoredFile) -> Path:
    """Where the bytes lie. Raises `FileDamaged` where they are gone."""
    path = store.place(stored.sha256)
    if not path.is_file():
        raise FileDamaged(f"{stored.name} ({stored.sha256}) is not on the disk")
    return path


def open_file(stored: StoredFile) -> BinaryIO:
    """The file, opened for reading. Raises `FileDamaged` where it is gone."""
    return path_of(stored).open("rb")


def has_changed(stored: StoredFile) -> bool:
    """Whether the bytes on the disk are no longer those that were kept. Raises `FileDamaged` where they are
    gone.
    """
    return store.digest_of(path_of(stored)) != stored.sha256


def sweep(older_than: timedelta = STRAY_AFTER) -> int:
    """Removes what lies in the documents folder and belongs to no record; returns how many files.

    Young files are left alone: the transaction that keeps them may not have committed yet.
    """
    now, swept = store.disk_now(), 0
    for folder in sorted(path for path in storage.documents().iterdir() if path.is_dir()):
        for path in sorted(folder.iterdir()):
            stray = (
                folder.name == store.INCOMING or not StoredFile.objects.filter(sha256=folder.name + path.name).exists()
            )
            if stray and store.seconds_old(path, now) >= older_than.total_seconds():
                path.unlink()
                swept += 1
    return swept


def tidy_name(name: str) -> str:
    """A name as given, without folders and control marks, at most 200 characters, its ending kept."""
    last = PureWindowsPath(name.replace("/", "\\")).name
    kept = "".join(c for c in unicodedata.normalize("NFC", last) if unicodedata.category(c)[0] != "C").strip(" .")
    if len(kept) > 200:
        ending = PureWindowsPath(kept).suffix[:12]
        kept = kept[: 200 - len(ending)] + ending
    return kept or "file without a name"


def in_words(size: int) -> str:
    """A number of bytes as people say it: 200 MB."""
    for unit, step in (("GB", 1024**3), ("MB", 1024**2), ("KB", 1024)):
        if size >= step:
            return f"{size / step:.1f}".rstrip("0").rstrip(".") + f" {unit}"
    return f"{size} bytes"


def _look(came: store.Incoming, name: str, kinds: Collection[Kind]) -> tuple[Kind, pdfs.Look | None]:
    if came.size == 0:
        raise UnusableFile(name, "The file is empty (0 bytes).", "Look at it on your device, and send it again.")
    kind = kind_of(came.path)
    named_pdf = name.lower().endswith(EXTENSIONS[Kind.PDF])
    if named_pdf and kind is not Kind.PDF:
        inside = f"It is a {kind.label}" if kind else "We cannot tell what it is"
        raise UnusableFile(
            name,
            f"The file is named PDF, but it is none. {inside}.",
            "Save or print it as PDF in the program that it comes from, and send that.",
        )
    if kind is None:
        raise UnusableFile(
            name,
            "We cannot use this kind of file.",
            f"Send one of these: {', '.join(str(k.label) for k in Kind if k in kinds)}.",
        )
    if kind not in kinds:
        raise UnusableFile(
            name,
            f"This is a {kind.label}, which cannot be used here.",
            f"Send one of these: {', '.join(str(k.label) for k in Kind if k in kinds)}.",
        )
    if kind is Kind.PDF:
        return kind, _look_at_pdf(came.path, name)
    if kind in (Kind.PNG, Kind.JPEG, Kind.TIFF):
        _look_at_picture(came.path, name)
    return kind, None


def _look_at_pdf(path: Path, name: str) -> pdfs.Look:
    try:
        return pdfs.look_at(path)
    except pdfs.Locked:
        raise UnusableFile(
            name,
            "The PDF is locked: it opens with a password only.",
            "Save it without a password, and send that. Do not send us the password.",
        ) from None
    except pdfs.TooManySheets:
        raise UnusableFile(name, f"The PDF has more than {pdfs.MOST_SHEETS:,} sheets.", "Send it in parts.") from None
    except pdfs.Broken:
        raise UnusableFile(
            name,
            "The PDF is damaged or cut off, so that not every sheet opens.",
            "Open it on your device to see whether it is whole there. Save it again, and send that.",
        ) from None


def _look_at_picture(path: Path, name: str) -> None:
    try:
        with Image.open(path) as picture:
            pixels = picture.width * picture.height
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise UnusableFile(
            name, "The picture is damaged and does not open.", "Take or save it again, and send that."
        ) from None
    if pixels > MOST_PIXELS:
        raise UnusableFile(
            name, "The picture has too many dots to be opened safely.", "Save it smaller, and send that."
        )
