"""Which town this thread or task works for: one context variable."""

from contextvars import ContextVar

from townwright.office.storage.errors import NoTown

town: ContextVar[str | None] = ContextVar("town", default=None)


def bound_or_none() -> str | None:
    """The slug of the bound town, or None."""
    return town.get()


def bound() -> str:
    """The slug of the bound town; ``NoTown`` where none is bound."""
    slug = town.get()
    if slug is None:
        raise NoTown("no town is bound")
    return slug
