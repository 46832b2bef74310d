"""What a case was charged, has paid and owes, with how it was worked out; and how to pay, which is at the office."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from townwright.office import laws
from townwright.office.cases.models import Case
from townwright.office.money.models import NOTHING
from townwright.office.money.reading import account
from townwright.pages.components import Fact
from townwright.pages.inline import Strong


@dataclass(frozen=True, slots=True)
class Owing:
    """The account of a case as its people see it."""

    facts: list[Fact]
    worked_out: list[Fact]
    owed: Decimal
    charged: bool


def owing(case: Case, on: date) -> Owing:
    """What was charged, paid and is owed, charge by charge. What was taken back or costs nothing is left out."""
    kept = account(case, on)
    charges = [one for one in kept.charges if not one.taken_back and (one.charged or one.paid)]
    facts = [Fact(one.charge.what, one.charged) for one in charges]
    if charges or kept.collected:
        facts += [Fact("Paid", kept.collected), Fact("You owe", Strong(kept.owed))]
    if kept.credit > NOTHING:
        facts.append(Fact("To your credit", kept.credit))
    return Owing(facts, [_worked_out(one.charge) for one in charges], kept.owed, bool(charges))


def _worked_out(line: Any) -> Fact:
    by = f"{line.schedule}" if line.schedule else ""
    return Fact(line.what, line.worked_out or "A fixed amount", by)


def how_to_pay(case: Case) -> list[Fact]:
    """How the fee is paid: at the counter or by post. The office takes no card on line."""
    town = laws.pack().town
    return [
        Fact("At the counter", f"{town.hall}. {town.hours}. Cash, check or card."),
        Fact("By post", f"A check to the {town.name}, with {case.number} written on it, to {town.hall}."),
    ]
