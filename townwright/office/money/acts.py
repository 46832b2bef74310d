"""What the office does with money, and what other apps may ask of it.

Other apps charge and take fees within their own acts by the functions here; the acts of the till, of the schedules
and of refunds are declared by the modules that this one imports.
"""

from __future__ import annotations

from townwright.office.money import charging, refunds, setting, till
from townwright.office.money.ledger import charge, take, when_paid, when_unpaid
from townwright.office.money.schedules import Estimate, estimate, practice_schedule, schedule_on
from townwright.office.money.standing import fee_facts, paid

__all__ = [
    "Estimate",
    "charge",
    "charging",
    "estimate",
    "fee_facts",
    "paid",
    "practice_schedule",
    "refunds",
    "schedule_on",
    "setting",
    "take",
    "till",
    "when_paid",
    "when_unpaid",
]
