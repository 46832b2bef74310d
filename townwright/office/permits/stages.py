"""Where a permit stands on its way, as the acts ask it: which of them make sense now."""

from __future__ import annotations

from datetime import date

from townwright.law.permits import ISSUED
from townwright.office.permits.models import Permit

#: An application that the office still has before it.
_PENDING = frozenset({"with applicant", "ready", "with us", "not filed"})


def pending(permit: Permit, on: date) -> bool:
    """Whether the application is neither decided nor withdrawn."""
    return permit.key_on(on) in _PENDING and permit.case.closed_on is None


def issued(permit: Permit, on: date) -> bool:
    """Whether the permit was issued and still is one, in force or not."""
    return permit.key_on(on) in ISSUED - {"revoked", "closed"}


def alive(permit: Permit, on: date) -> bool:
    """Whether anything can still happen to it: an application under way or a permit that has not ended for good."""
    return pending(permit, on) or issued(permit, on)
