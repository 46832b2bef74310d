"""How the office writes dates, money and counts. One place, so that every page says them alike.

Dates as "Mon 2 March 2026" (the weekday matters in law), money as "$1,234.50", whole counts with commas.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time
from decimal import ROUND_HALF_UP, Decimal

from townwright.law.findings import Decision, Finding, Outcome
from townwright.office import clock

_CENT = Decimal("0.01")


def day(value: date) -> str:
    """A date in a sentence: "Mon 2 March 2026". An instant is first turned into the town's own day."""
    value = _local_day(value)
    return f"{value:%a} {value.day} {value:%B} {value.year}"


def longday(value: date) -> str:
    """A date as a heading: "Monday 2 March 2026"."""
    value = _local_day(value)
    return f"{value:%A} {value.day} {value:%B} {value.year}"


def shortday(value: date, *, year: bool = True) -> str:
    """A date in a list: "Mon 2 Mar 2026", or "Mon 2 Mar" where the year is plain from its place."""
    value = _local_day(value)
    short = f"{value:%a} {value.day} {value:%b}"
    return f"{short} {value.year}" if year else short


def hour(value: datetime | time) -> str:
    """A time of day in the town's zone: "8:20 am"."""
    if isinstance(value, datetime):
        value = value.astimezone(clock.zone()).time()
    return f"{value.hour % 12 or 12}:{value.minute:02} {'am' if value.hour < 12 else 'pm'}"


def moment(value: datetime) -> str:
    """An instant in the town's zone: "Tue 17 November 2026, 8:20 am"."""
    return f"{day(value)}, {hour(value)}"


def money(value: Decimal | int) -> str:
    """An amount in dollars to the cent: "$1,290.00", "-$40.00"."""
    cents = Decimal(value).quantize(_CENT, ROUND_HALF_UP)
    return f"-${-cents:,.2f}" if cents < 0 else f"${cents:,.2f}"


def count(value: int) -> str:
    """A whole number with commas: "18,263"."""
    return f"{value:,}"


def plural(number: int, one: str, many: str = "") -> str:
    """A count with its noun: "1 requirement", "2 requirements", "no requirements"."""
    noun = one if number == 1 else many or f"{one}s"
    return f"{count(number) if number else 'no'} {noun}"


def listed(items: Iterable[str], last: str = "and") -> str:
    """Words in a row: "owner, architect and contractor"."""
    *first, end = list(items) or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def standing(decision: Decision) -> str:
    """What stands in an act's way, in a line: "2 requirements unmet, 1 not known, 4 not looked at"; empty when it is
    open.
    """
    shut = decision.standing_in_the_way
    unmet = sum(1 for finding in shut if finding.outcome is Outcome.UNMET)
    unseen = sum(1 for finding in shut if not_looked_at(finding))
    counted = {"unmet": unmet, "not known": len(shut) - unmet - unseen, "not looked at": unseen}
    said = [(number, how) for how, number in counted.items() if number]
    if not said:
        return ""
    (first, how), *more = said
    return ", ".join([f"{plural(first, 'requirement')} {how}", *(f"{count(number)} {how}" for number, how in more)])


def not_looked_at(finding: Finding) -> bool:
    """Whether a finding is not known only because nobody has reviewed it yet: it is the office's turn."""
    return finding.outcome is Outcome.UNKNOWN and bool(finding.missing) and all(map(_of_review, finding.missing))


def _of_review(fact: str) -> bool:
    return fact.startswith("review.")


def _local_day(value: date) -> date:
    if isinstance(value, datetime):
        return value.astimezone(clock.zone()).date()
    return value
