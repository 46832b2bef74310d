"""How far a load is, for a page to show while it runs."""

from __future__ import annotations

from contextlib import AbstractContextManager
from uuid import UUID

from townwright.office.jobs import progress
from townwright.office.jobs.progress import Progress

_KIND = "loading"


def kept(load: UUID) -> AbstractContextManager[Progress]:
    """A function that keeps how far a load is; what it kept goes when the load has ended."""
    return progress.kept(_KIND, load)


def how_far(load: UUID) -> tuple[int, int] | None:
    """Records written of how many, (0, 0) while the list is still read; None where the load does not run."""
    return progress.how_far(_KIND, load)
