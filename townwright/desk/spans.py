"""Days that a page's address asks for: one, or from the first to the last, with words for what cannot be read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from django.http import HttpRequest

from townwright.pages import words
from townwright.pages.fields import read_day


@dataclass(frozen=True, slots=True)
class Span:
    """From one day to another, both included. `wrong` says what of the address could not be read."""

    first: date
    last: date
    wrong: str = ""

    def __str__(self) -> str:
        if self.first == self.last:
            return words.day(self.first)
        return f"{words.day(self.first)} to {words.day(self.last)}"


def asked(request: HttpRequest, today: date, usual: Literal["day", "month"] = "day") -> Span:
    """The days that `?first=` and `?last=` name; today, or the month up to today, where they name none."""
    start = today if usual == "day" else today.replace(day=1)
    first, last = request.GET.get("first", "").strip(), request.GET.get("last", "").strip()
    try:
        begins = read_day(first) if first else None
        ends = read_day(last) if last else None
    except ValueError as error:
        return Span(start, today, f"{error} These are the days that are usual here.")
    begins = begins or (min(start, ends) if ends else start)
    ends = ends or max(today, begins)
    if ends < begins:
        return Span(ends, begins, "The last day lay before the first, so the two were turned round.")
    return Span(begins, ends)
