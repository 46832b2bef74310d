"""The board's fee schedules: which one is in force on a day, and what a line of it comes to for a set of facts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from townwright.law import fees, loader
from townwright.law.facts import FactError, show_money
from townwright.law.predicates import Asked
from townwright.office import laws
from townwright.office.money.models import FeeSchedule
from townwright.office.register.errors import InputError

PRACTICE = Path(__file__).with_name("practice_schedule.yaml")


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a fee comes to under the schedule in force on a day.

    `amount` is None where there is no such line (`in_schedule` is False) or where facts are not known, which
    `missing` then names; `worked_out` has the steps in words; `cite` is the section under which it falls due,
    `account` the account of the town's books.
    """

    code: str
    title: str = ""
    amount: Decimal | None = None
    worked_out: str = ""
    missing: tuple[str, ...] = ()
    schedule: FeeSchedule | None = None
    cite: str = ""
    account: str = ""

    @property
    def in_schedule(self) -> bool:
        """Whether the schedule in force has a line for it."""
        return bool(self.title)


def schedule_on(day: date) -> FeeSchedule | None:
    """The schedule in force on a day: of those that have begun, the one that began last."""
    return FeeSchedule.objects.filter(begins__lte=day).first()


def read(row: FeeSchedule) -> fees.FeeSchedule:
    """A kept schedule as the law reads it."""
    return _parsed(
        json.dumps(
            {
                "name": row.name,
                "resolution": row.resolution,
                "adopted": row.adopted.isoformat(),
                "begins": row.begins.isoformat(),
                "invented": row.invented,
                "lines": row.lines,
                "indexes": row.indexes or {},
            }
        )
    )


@lru_cache(maxsize=64)
def _parsed(text: str) -> fees.FeeSchedule:
    # Keyed by its whole content, so what one office keeps is the same in every other.
    return fees.FeeSchedule.model_validate_json(text)


def estimate(code: str, facts: Mapping[str, Any], on: date) -> Estimate:
    """What a fee would be on a day, for the facts told; nothing is charged.

    Raises `InputError` for a fact of the wrong type or below zero.
    """
    row = schedule_on(on)
    if row is None:
        return Estimate(code)
    schedule = read(row)
    if code not in {line.code for line in schedule.lines}:
        return Estimate(code, schedule=row)
    pack = laws.pack(on)
    asked = Asked(facts, on, pack.catalogue, laws.calendar(on), pack.value)
    try:
        fee = fees.compute(schedule, code, asked)
    except FactError as error:
        raise InputError({"facts": f"The fee cannot be worked out: {error}."}) from None
    due = {action.key: action.cite for action in pack.fees_rules.actions}
    return Estimate(
        code,
        fee.title,
        fee.amount,
        in_words(fee),
        fee.missing,
        row,
        due.get(schedule.line(code).action) or fee.cite or pack.fees_rules.setting.cite,
        row.accounts.get(code, ""),
    )


def in_words(fee: fees.Fee) -> str:
    """The steps of a fee sheet in one row; a single flat fee needs none."""
    if len(fee.steps) == 1 and fee.steps[0].words == "Flat fee":
        return ""
    return "; ".join(f"{step.words}, {show_money(step.amount)}" for step in fee.steps)


@cache
def practice_schedule() -> fees.FeeSchedule:
    """The invented schedule of a practice office. Its amounts are nobody's."""
    return fees.FeeSchedule.model_validate(loader.load(PRACTICE, shown_as=PRACTICE.name).value)
