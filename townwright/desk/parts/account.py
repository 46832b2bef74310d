"""The account of a case: each line with how it was worked out, the balance, the schedule, and what is still to come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from townwright.office.cases.models import Case
from townwright.office.money import reading
from townwright.office.money.acts import estimate
from townwright.office.money.models import FeeSchedule, Line
from townwright.pages import words
from townwright.pages.components import Column, Table
from townwright.pages.inline import Cite, Under

_COLUMNS = (Column("line", "Line"), Column("amount", "Amount", "number"))


@dataclass(frozen=True, slots=True)
class Shown:
    """The account as the page shows it. `note` is what stands in its heading, `under` what stands below."""

    table: Table
    owed: Decimal
    note: str
    under: tuple[Any, ...]


def account(case: Case, today: date, to_come: Iterable[str] = ()) -> Shown:
    """The account of a case today; `to_come` are codes of fees that will fall due later."""
    found = reading.account(case, today)
    rows = [{"line": _line(line), "amount": line.amount} for line in found.lines]
    table = Table(
        _COLUMNS,
        rows,
        "Account of this case",
        "Nothing charged yet. Fees and payments stand here, line by line.",
        total={"line": "Balance", "amount": found.balance} if rows else {},
    )
    schedules = list({line.schedule_id: line.schedule for line in found.lines if line.schedule}.values())
    owes = f"owes {words.money(found.owed)}" + (f", credit {words.money(found.credit)}" if found.credit else "")
    return Shown(table, found.owed, owes, tuple(_under(schedules, to_come, today)))


def _line(line: Line) -> Any:
    if line.is_charge:
        return Under(line.what, line.worked_out) if line.worked_out else line.what
    if line.payment is not None:
        how = line.payment.get_method_display()
        number = f" {line.payment.check_number}" if line.payment.check_number else ""
        return Under(
            f"{how}{number}, {words.shortday(line.on, year=False)}: {line.what}", f"receipt {line.payment.receipt}"
        )
    why = line.override_why or line.resolution
    return Under(line.what, why) if why else line.what


def _under(schedules: list[FeeSchedule], to_come: Iterable[str], today: date) -> Iterator[Any]:
    for schedule in schedules:
        begins = words.day(schedule.begins)
        lead = "" if "schedule" in schedule.name.lower() else "Schedule "
        yield f"{lead}{schedule.name}, Resolution {schedule.resolution}, in force since {begins}. "
        if schedule.invented:
            yield "Invented for practice. "
    coming = [found for code in to_come if (found := estimate(code, {}, today)).in_schedule and found.amount != 0]
    for place, found in enumerate(coming):
        lead = "Still to come: " if place == 0 else ", "
        amount = words.money(found.amount) if found.amount is not None else "by measure"
        yield from (f"{lead}{found.title.lower()}, {amount} ", Cite(found.cite))
    if coming:
        yield "."
