"""How long things take here: middle values of the last twelve months, in two queries however many permits there are."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from statistics import median_high

from townwright.office import clock
from townwright.office.inspections.models import InspectionRequest
from townwright.office.permits.models import Permit
from townwright.pages import words

#: Fewer than these tell about the cases, not about the office.
FEWEST = 3
YEAR = timedelta(days=365)

#: What the kinds of work are called here; the first kind of an application counts.
_CALLED = {
    "solid fuel": "Stove, chimney",
    "repair": "Repair",
    "alter": "Alteration",
    "improve": "Alteration",
    "enlarge": "Addition",
    "construct": "New building",
    "remove": "Demolition",
    "demolish": "Demolition",
    "relocate": "Moving a building",
}


def how_long(today: date) -> list[tuple[str, str]]:
    """What things are called, and their middle number of days with the office; without those too rare to tell."""
    by_work: defaultdict[str, list[int]] = defaultdict(list)
    for work_types, days in _issued(today):
        if called := work_of(work_types):
            by_work[called].append(days)
    found = [(called, by_work[called]) for called in dict.fromkeys(_CALLED.values()) if called in by_work]
    found.append(("Inspection after request", _visits(today)))
    return [(called, _said(median_high(days))) for called, days in found if len(days) >= FEWEST]


def _said(days: int) -> str:
    return words.plural(days, "day") if days else "the same day"


def middle(work_types: list[str], today: date) -> int | None:
    """The middle number of days with the office for work of this kind; None where there is too little to tell."""
    called = work_of(work_types)
    days = [days for types, days in _issued(today) if called and work_of(types) == called]
    return median_high(days) if len(days) >= FEWEST else None


def work_of(work_types: list[str]) -> str:
    """What work of these kinds is called here; empty where it has no name."""
    return _CALLED.get(work_types[0], "") if work_types else ""


def _issued(today: date) -> list[tuple[list[str], int]]:
    rows = Permit.objects.filter(issued_on__gt=today - YEAR, issued_on__lte=today)
    return list(rows.values_list("work_types", "case__days_with_us"))


def _visits(today: date) -> list[int]:
    rows = InspectionRequest.objects.filter(made_on__gt=today - YEAR, made_on__lte=today)
    return [
        (made_on - clock.local(called).date()).days
        for called, made_on in rows.values_list("called_at", "made_on")
        if made_on
    ]
