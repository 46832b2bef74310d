"""Sections of the town's law that public pages name, as its pack has them; nothing where it has none."""

from __future__ import annotations

from townwright.office import laws
from townwright.pages.inline import Cite


def not_before_the_permit() -> Cite | None:
    """That no work begins before the permit: the section by which an inspector would find it begun too early."""
    found = laws.pack().inspections.violations.get("started_early")
    return Cite(found.cite, next(iter(found.carries), "")) if found else None
