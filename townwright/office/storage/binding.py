"""Binding a town: what runs inside ``bound_to`` works on that town's records and no other's."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connections

from townwright.office.storage import directory
from townwright.office.storage.connections import handler
from townwright.office.storage.current import bound_or_none, town
from townwright.office.storage.errors import UnknownTown


@contextmanager
def bound_to(slug: str) -> Iterator[str]:
    """Bind that office; ``UnknownTown`` where there is none.

    Bindings nest. Turning to another town inside a transaction is refused, because the two could not be
    undone together; the transaction in which a test runs is no obstacle.
    """
    if not directory.exists(slug):
        raise UnknownTown(slug)
    with turned_to(slug):
        yield slug


def _in_transaction(slug: str) -> bool:
    blocks: list[Any] = connections[slug].atomic_blocks
    return any(not block._from_testcase for block in blocks)


@contextmanager
def turned_to(slug: str) -> Iterator[None]:
    """Bind a name that need not be an office yet. For storage itself, while it builds one."""
    before = bound_or_none()
    if before is not None and before != slug and _in_transaction(before):
        raise RuntimeError(f"cannot turn to {slug!r} inside a transaction of {before!r}")
    token = town.set(slug)
    try:
        handler().take(slug)
        yield
    finally:
        town.reset(token)
        if before != slug:
            handler().let_go(slug)
