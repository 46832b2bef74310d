"""A fee schedule that is only thought of, held against the charges of the last twelve months.

A charge keeps its amount whatever schedule comes later: the fee is that of the day of filing (reading 4). So this says
what the year would have brought, fee by fee, worked out anew from the facts of each case on the day of its charge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from townwright.law import fees
from townwright.law.facts import FactError
from townwright.law.predicates import Asked
from townwright.office import laws
from townwright.office.money.models import CHARGES, NOTHING, Balance, Line
from townwright.office.register import facts

#: Charges that are looked at, the latest: each may take facts of its case.
MOST = 1000
YEAR = timedelta(days=365)


@dataclass(slots=True)
class Compared:
    """One fee: how many charges, what they came to by the schedule of their day, and by the other one.

    `not_known` are charges whose facts are not on file, or that the other schedule has no line for; they are in no
    sum. `still_owed` are those of the counted ones that are not paid in full; they stay as they are.
    """

    code: str
    title: str
    count: int = 0
    charged: Decimal = NOTHING
    would: Decimal = NOTHING
    not_known: int = 0
    still_owed: int = 0

    @property
    def difference(self) -> Decimal:
        """What the other schedule would have brought more, or less where below zero."""
        return self.would - self.charged


def compare(other: fees.FeeSchedule, today: date) -> list[Compared]:
    """Every fee that was charged by a schedule in the twelve months to a day, beside what another would make of it."""
    found: dict[str, Compared] = {}
    owed = set(Balance.objects.open().filter(amount__gt=0).values_list("line_id", flat=True))
    for line in _charges(today):
        one = found.setdefault(line.code, Compared(line.code, line.what))
        amount = _worked_out(other, line)
        if amount is None or line.scheduled is None:
            one.not_known += 1
            continue
        one.count += 1
        one.charged += line.scheduled
        one.would += amount
        one.still_owed += line.pk in owed
    return sorted(found.values(), key=lambda one: one.code)


def _charges(today: date) -> Iterator[Line]:
    rows = Line.objects.filter(
        kind__in=CHARGES, of=None, reverses=None, scheduled__isnull=False, on__gt=today - YEAR, on__lte=today
    )
    with laws.remembered():
        yield from rows.select_related("case__permit", "case__certificate").order_by("-on", "-entry_seq")[:MOST]


def _worked_out(other: fees.FeeSchedule, line: Line) -> Decimal | None:
    """The fee of a charge's code by another schedule, by the facts of its case on its day; None where not known."""
    if line.code not in {one.code for one in other.lines}:
        return None
    pack = laws.pack(line.on)
    told: dict[str, Any] = {}
    try:
        while True:
            asked = Asked(told, line.on, pack.catalogue, laws.calendar(line.on), pack.value)
            fee = fees.compute(other, line.code, asked)
            if not fee.missing:
                return fee.amount
            more = facts.gather(_subject(line), fee.missing, line.on)
            if not more.keys() - told.keys():
                return None
            told.update(more)
    except FactError:
        return None


def _subject(line: Line) -> Any:
    """The permit or the certificate of the case."""
    return getattr(line.case, "permit", None) or getattr(line.case, "certificate", None)
