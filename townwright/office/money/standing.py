"""What is charged, paid and owed: computed from the lines of the ledger, charge by charge, as of any day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

from townwright.office.cases.models import Case
from townwright.office.money import schedules
from townwright.office.money.models import CHARGES, NOTHING, Line, Payment


@dataclass(slots=True)
class Standing:
    """One charge with what was done about it: corrected, paid, given back."""

    charge: Line
    charged: Decimal = NOTHING
    paid: Decimal = NOTHING
    scheduled: Decimal | None = None
    covered_on: date | None = None
    belonging: list[Line] = field(default_factory=list)

    @property
    def owed(self) -> Decimal:
        """What is still to be paid; below zero where more was paid than is charged now."""
        return self.charged - self.paid

    @property
    def taken_back(self) -> bool:
        """Whether the charge was reversed whole."""
        return any(line.reverses_id == self.charge.pk for line in self.belonging)

    def add(self, line: Line) -> None:
        """Counts one line; lines come in the order in which they count."""
        covered = self.belonging != [] and self.owed <= 0
        self.belonging.append(line)
        if line.kind in CHARGES:
            self.charged += line.amount
        else:
            self.paid -= line.amount
        if self.owed > 0:
            self.covered_on = None
        elif not covered:
            self.covered_on = max(line.on, self.charge.on)


def standings(lines: Iterable[Line]) -> list[Standing]:
    """The charges among the lines, oldest first, each with the lines that belong to it.

    A payment that counts before its charge (found in the drop box) is held against the charge from the charge's day on.
    """
    ordered = sorted(lines, key=lambda line: (line.on, line.entry_seq, line.pk))
    found = {line.pk: Standing(line, scheduled=line.scheduled) for line in ordered if line.is_charge}
    for line in [*(one.charge for one in found.values()), *(one for one in ordered if one.pk not in found)]:
        if (standing := found.get(line.of_id or line.pk)) is not None:
            standing.add(line)
    return list(found.values())


def of_case(case: Case | UUID, on: date, *, code: str = "", after: int = 0) -> list[Standing]:
    """The charges of a case as they stood on a day: of one code, where one is given, and entered after an entry."""
    lines = Line.objects.filter(case=case, on__lte=on).select_related("payment", "schedule")
    if code:
        lines = lines.filter(code=code)
    return [one for one in standings(lines) if one.charge.entry_seq > after]


def paid(case: Case, code: str, on: date, *, after: int = 0) -> date | None:
    """The day on which the fee of a code was covered; None where something of it is open, or none was charged.

    `after` limits it to charges made after that entry of the register: those of a second renewal, say.
    """
    charges = of_case(case, on, code=code, after=after)
    days = [one.covered_on for one in charges if not one.taken_back]
    return max((day for day in days if day), default=None) if all(days) else None


def fee_facts(case: Case, code: str, on: date, *, after: int = 0) -> dict[str, Any]:
    """The facts of a fee by the names of the law: fee.in_schedule, .scheduled, .charged, .paid, .paid_on.

    What is charged and what the schedule gives are left out until there is a charge (a flat fee is known before).
    `after` limits it to charges made after that entry of the register.
    """
    charges = [one for one in of_case(case, on, code=code, after=after) if not one.taken_back]
    now = schedules.estimate(code, {}, on)
    told: dict[str, Any] = {"fee.in_schedule": now.in_schedule, "fee.paid": sum_of(one.paid for one in charges)}
    if charges:
        told["fee.charged"] = sum_of(one.charged for one in charges)
        told["fee.scheduled"] = sum_of(one.charged if one.scheduled is None else one.scheduled for one in charges)
    elif now.amount is not None:
        told["fee.scheduled"] = now.amount
    if (day := paid(case, code, on, after=after)) is not None:
        told["fee.paid_on"] = day
    return told


def sum_of(amounts: Iterable[Decimal]) -> Decimal:
    """A sum to the cent."""
    return sum(amounts, NOTHING)


@dataclass(frozen=True, slots=True)
class Share:
    """What of a payment goes to one charge."""

    charge: Line
    amount: Decimal


def allot(amount: Decimal, charges: Sequence[Standing]) -> tuple[list[Share], Decimal]:
    """Divides an amount over open charges: to the one that it pays exactly, else the oldest first.

    Answers the shares and what is left over.
    """
    unpaid = [one for one in charges if one.owed > 0]
    exact = [one for one in unpaid if one.owed == amount]
    shares, left = [], amount
    for standing in exact[:1] or unpaid:
        part = min(left, standing.owed)
        if part > 0:
            shares.append(Share(standing.charge, part))
            left -= part
    return shares, left


@dataclass(frozen=True, slots=True)
class Credit:
    """Money that a case has paid and does not owe: a deposit, or what was paid on a charge that was lowered since."""

    payment: Payment | None
    kind: str
    of: Line | None
    amount: Decimal


def credits(case: Case, charges: Iterable[Standing], on: date) -> list[Credit]:
    """The credits of a case on a day: what is over on its charges, then its deposits; refunds are taken off."""
    found = [one for standing in charges for one in _over(standing)]
    loose = Line.objects.filter(case=case, on__lte=on, of=None).exclude(kind__in=CHARGES).select_related("payment")
    deposits: dict[Payment, Decimal] = {}
    refunded = NOTHING
    for line in loose:
        if line.payment is None:
            refunded += line.amount
        else:
            deposits[line.payment] = deposits.get(line.payment, NOTHING) - line.amount
    for payment, amount in deposits.items():
        gone = min(amount, refunded)
        refunded -= gone
        if amount > gone:
            found.append(Credit(payment, Line.Kind.DEPOSIT, None, amount - gone))
    return found


def _over(standing: Standing) -> Iterator[Credit]:
    """What is over on one charge, by the payments that it came from, the last one first."""
    by_payment: dict[Payment, Decimal] = {}
    for line in standing.belonging:
        if line.payment is not None:
            by_payment[line.payment] = by_payment.get(line.payment, NOTHING) - line.amount
    left = -standing.owed
    for payment, amount in reversed(by_payment.items()):
        part = min(left, amount)
        if part > 0:
            left -= part
            yield Credit(payment, Line.Kind.PAYMENT, standing.charge, part)


def credit(case: Case, on: date) -> Decimal:
    """What a case has paid and does not owe."""
    return sum_of(one.amount for one in credits(case, of_case(case, on), on))


def owed(case: Case, on: date) -> Decimal:
    """What a case has still to pay, charge by charge; a credit is not set against it by itself."""
    return sum_of(max(one.owed, NOTHING) for one in of_case(case, on))
