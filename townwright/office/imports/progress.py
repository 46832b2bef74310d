"""How far a load is, for a page to show while it runs.

It lies in a small file of the office's folder and not in the records, which others cannot read from within the load's
own transaction.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from townwright.office import storage
from townwright.office.imports.acts import Progress


@contextmanager
def kept(load: UUID) -> Iterator[Progress]:
    """A function that keeps how far a load is; what it kept goes when the load has ended."""
    path = _path(load)
    path.parent.mkdir(exist_ok=True)

    def keep(done: int, of: int) -> None:
        part = path.with_suffix(".part")
        part.write_text(f"{done} {of}", encoding="ascii")
        part.replace(path)

    try:
        keep(0, 0)
        yield keep
    finally:
        path.unlink(missing_ok=True)


def how_far(load: UUID) -> tuple[int, int] | None:
    """Records written of how many, (0, 0) while the list is still read; None where the load does not run."""
    try:
        done, of = _path(load).read_text(encoding="ascii").split()
    except FileNotFoundError:
        return None
    return int(done), int(of)


def _path(load: UUID) -> Path:
    return storage.office().folder / "loading" / f"{load}.txt"
