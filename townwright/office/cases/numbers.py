"""The office's own numbers: a series a kind and year, counted without gaps, never used again."""

from __future__ import annotations

from datetime import date

from townwright.office import laws
from townwright.office.cases.models import Number, Series


def draw(kind: str, on: date) -> Number:
    """Gives the next number of a kind, in the transaction of the act that needs it.

    The act holds the register's head row, so two acts of one office never draw at once. The pattern comes from the
    town's pack (`BP-{year}-{count:04}`); a series goes on with the pattern with which its year began.
    """
    pattern = laws.pack().numbers.pattern(kind)
    series, _ = Series.objects.get_or_create(kind=kind, year=on.year, defaults={"pattern": pattern})
    series.last += 1
    series.save(update_fields=["last"])
    text = series.pattern.format(year=on.year, yy=f"{on.year % 100:02}", count=series.last)
    return Number.objects.create(series=series, count=series.last, text=text, given_on=on)


def void(number: Number, why: str) -> None:
    """Marks a number as void; it stays in its series, listed with the reason."""
    number.void_why = why
    number.save(update_fields=["void_why"])
