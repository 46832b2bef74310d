"""The one clock: the instant (UTC) and the day (the town's zone). Nothing else in the program asks for the time.

A practice office may live on another day (`--today`): its wall clock runs, its date is moved. Tests fix the instant.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from townwright.office import storage

#: Every town of New York State keeps this time.
ZONE = ZoneInfo("America/New_York")

_fixed: ContextVar[datetime | None] = ContextVar("fixed_instant", default=None)


def zone() -> ZoneInfo:
    """The town's time zone."""
    return ZONE


def now() -> datetime:
    """This instant, aware, in UTC."""
    if (fixed := _fixed.get()) is not None:
        return fixed
    instant = datetime.now(UTC)
    slug = storage.bound_or_none()
    moved = storage.office(slug).today if slug is not None else None
    if moved is None:
        return instant
    return datetime.combine(moved, instant.astimezone(ZONE).time(), ZONE).astimezone(UTC)


def today() -> date:
    """The town's calendar day at this instant."""
    return local(now()).date()


def local(instant: datetime) -> datetime:
    """An aware instant on the town's own clock."""
    return instant.astimezone(ZONE)


@contextmanager
def fixed(when: str | datetime) -> Iterator[datetime]:
    """Stops the clock, for tests and for building a practice office's past.

    `when` is an aware instant, or local time as text: ``"2026-11-17 09:00"`` or ``"2026-11-17"`` (noon).
    """
    if isinstance(when, str):
        text = when if " " in when or "T" in when else f"{when} 12:00"
        when = datetime.fromisoformat(text).replace(tzinfo=ZONE)
    token = _fixed.set(when.astimezone(UTC))
    try:
        yield _fixed.get()  # type: ignore[misc]
    finally:
        _fixed.reset(token)
