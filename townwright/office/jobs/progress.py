"""How far work in the background is, for a page to show while it runs.

It lies in a small file of the office's folder and not in the records, which others cannot read from within the work's
own transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from townwright.office import storage

#: Told how much is done of how much.
Progress = Callable[[int, int], None]


@contextmanager
def kept(kind: str, of: UUID) -> Iterator[Progress]:
    """A function that keeps how far a piece of work is; what it kept goes when the work has ended."""
    path = _path(kind, of)
    begin(kind, of)

    def keep(done: int, total: int) -> None:
        _write(path, f"{done} {total}")

    try:
        yield keep
    finally:
        path.unlink(missing_ok=True)


def begin(kind: str, of: UUID) -> None:
    """Keeps that a piece of work has been asked for, before it runs."""
    _write(_path(kind, of), "0 0")


def how_far(kind: str, of: UUID) -> tuple[int, int] | None:
    """How much is done of how much, (0, 0) before that is known; None where the work does not run."""
    try:
        done, total = _path(kind, of).read_text(encoding="ascii").split()
    except FileNotFoundError:
        return None
    return int(done), int(total)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(text, encoding="ascii")
    part.replace(path)


def _path(kind: str, of: UUID) -> Path:
    return storage.office().folder / kind / f"{of}.txt"
