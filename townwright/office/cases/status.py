"""The law's status ladder as a query expression, so that a list filters by what a page says.

A date's name in the ladder is the field's name; `through` leads to it from another model (`permit__`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import assert_never

from django.db.models import Case as Choose
from django.db.models import CharField, F, Q, Value, When

from townwright.law.status import All, Any, Condition, Ladder, Later, Missing, Not, Passed, Reached

_ALWAYS = ~Q(pk__in=[])
_NEVER = Q(pk__in=[])


def as_expression(ladder: Ladder, today: date, through: str = "", instead: Mapping[str, str] | None = None) -> Choose:
    """The key of the first rung that holds on a day, as an expression to annotate with and to filter by.

    `instead` names, for dates of the ladder, other fields or annotations to look at.
    """
    *rungs, last = ladder.rungs
    return Choose(
        *(When(as_query(rung.when, today, through, instead), then=Value(rung.key)) for rung in rungs),
        default=Value(last.key),
        output_field=CharField(),
    )


def as_query(condition: Condition, today: date, through: str = "", instead: Mapping[str, str] | None = None) -> Q:
    """One condition of a ladder as a query. A date that is not set makes every comparison false, never unknown."""

    def named(field: str) -> str:
        return through + (instead or {}).get(field, field)

    match condition:
        case Reached(field):
            return Q(**{f"{named(field)}__isnull": False, f"{named(field)}__lte": today})
        case Passed(field):
            return Q(**{f"{named(field)}__isnull": False, f"{named(field)}__lt": today})
        case Missing(field):
            return Q(**{f"{named(field)}__isnull": True})
        case Later(field, than):
            return Q(
                **{
                    f"{named(field)}__isnull": False,
                    f"{named(than)}__isnull": False,
                    f"{named(field)}__gt": F(named(than)),
                }
            )
        case All(parts):
            whole = _ALWAYS
            for part in parts:
                whole &= as_query(part, today, through, instead)
            return whole
        case Any(parts):
            either = _NEVER
            for part in parts:
                either |= as_query(part, today, through, instead)
            return either
        case Not(part):
            return ~as_query(part, today, through, instead)
        case _:
            assert_never(condition)
