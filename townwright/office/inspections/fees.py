"""The fee of a visit: charged once, when the inspection is asked for or is made unasked, and due by the visit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from townwright.office import clock
from townwright.office.inspections.models import InspectionRequest, Visit
from townwright.office.money import ledger, standing
from townwright.office.money.models import NOTHING, Line
from townwright.office.money.schedules import Estimate, estimate
from townwright.office.money.standing import Standing
from townwright.office.permits.inputs import PaymentGiven
from townwright.office.permits.models import Permit
from townwright.office.register.acts import Doing
from townwright.office.register.errors import InputError
from townwright.office.register.facts import gather

#: Codes of the fees in the board's schedule.
FIRST, AGAIN = "inspection", "reinspection"


@dataclass(frozen=True, slots=True)
class FeeOfVisit:
    """What a visit costs and what of it is paid. `late` says that it was paid only after the visit."""

    charged: Decimal = NOTHING
    paid: Decimal = NOTHING
    paid_on: date | None = None
    late: bool = False

    @property
    def facts(self) -> Mapping[str, Any]:
        """By the names of the law."""
        return {"fee.charged": self.charged, "fee.paid": self.paid}

    @property
    def owed(self) -> Decimal:
        """What is still to be paid."""
        return max(self.charged - self.paid, NOTHING)


def would_be(permit: Permit, on: date, *, again: bool) -> Estimate | None:
    """What a visit comes to under the schedule in force; None where the board has set no fee for one."""
    for code in (AGAIN, FIRST) if again else (FIRST,):
        found = estimate(code, {}, on)
        if found.missing:
            found = estimate(code, gather(permit, found.missing, on), on)
        if found.in_schedule:
            return found
    return None


def charge(doing: Doing[Any], permit: Permit, *, again: bool) -> Line | None:
    """Charges the fee of a visit, $0 where the permit's fee covers it; None where the board has set none."""
    found = would_be(permit, doing.on, again=again)
    if found is None:
        return None
    return ledger.charge(
        doing, permit.case, found.code, gather(permit, estimate(found.code, {}, doing.on).missing, doing.on)
    )


def of(row: Visit | InspectionRequest) -> FeeOfVisit:
    """The fee of a visit, or of one that is asked for, as it stands now."""
    found = _charged(row)
    if found is None:
        return FeeOfVisit()
    made_on = row.done_on if isinstance(row, Visit) else row.made_on
    late = made_on is not None and found.charged > 0 and (found.covered_on or clock.today()) > made_on
    return FeeOfVisit(found.charged, found.paid, found.covered_on, late)


def _charged(row: Visit | InspectionRequest) -> Standing | None:
    """The charge of a visit with what was paid of it; None where there is none, or it was taken back."""
    charges = standing.of_case(row.case, clock.today()) if row.charge_id is not None else []
    return next((one for one in charges if one.charge.pk == row.charge_id and not one.taken_back), None)


def take_back(doing: Doing[Any], request: InspectionRequest, why: str) -> None:
    """Takes back the fee of an inspection that will not be made. What was paid of it stays as a credit."""
    found = _charged(request)
    if found is not None and found.charged > 0:
        what = f"{found.charge.what}: taken back"
        ledger.correct(doing, found.charge, -found.charged, what, by=doing.actor.name, why=why, whole=True)


def pay(doing: Doing[Any], visit: Visit, payment: PaymentGiven) -> None:
    """Takes the money for a visit with the act. Raises `InputError` where nothing is owed for it."""
    found = _charged(visit)
    if found is None or found.owed <= 0:
        raise InputError({"payment": "Nothing is owed for this visit."})
    ledger.receive(
        doing,
        [ledger.Split(visit.case, payment.amount or found.owed, found.charge.code)],
        method=payment.method,
        payer=payment.payer or doing.actor.name,
        check_number=payment.check_number,
        bank=payment.bank,
        memo=payment.memo,
    )
