"""Changes during the work: noted, and what they hold up."""

from __future__ import annotations

from datetime import date
from typing import Any

from townwright.office.permits.models import Change, Permit
from townwright.office.register.acts import Doing


def note_change(
    doing: Doing[Any],
    permit: Permit,
    *,
    words: str,
    told_by: str,
    happened_on: date | None = None,
    elements: list[str] | None = None,
    found: bool = False,
) -> Change:
    """Notes a change that the holder told of, or that an inspector found untold."""
    return Change.objects.create(
        permit=permit,
        told_on=None if found else doing.on,
        found_on=doing.on if found else None,
        happened_on=happened_on,
        told_by=told_by,
        words=words,
        elements=elements or [],
    )


def held_elements(permit: Permit, on: date) -> frozenset[str]:
    """The elements of work that wait, on a day, for an amended or a new permit."""
    return frozenset(element for change in permit.changes.all() if change.holds_on(on) for element in change.elements)
