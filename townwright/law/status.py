"""Status, written once: what a thing is on a day, computed from dates and never stored.

A `Ladder` is a row of rungs; the first whose condition holds is the status. Conditions are a small closed set
of frozen values over named dates, so that a ladder can be read by a person, asked here, and compiled by the
office into one query expression that page, list and API share. A date that is not set is None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import assert_never

Dates = Mapping[str, date | None]


@dataclass(frozen=True, slots=True)
class Reached:
    """The date is set, and is today or earlier: an act that has been done, a day that has come."""

    field: str


@dataclass(frozen=True, slots=True)
class Passed:
    """The date is set, and is earlier than today: a last day that is over."""

    field: str


@dataclass(frozen=True, slots=True)
class Missing:
    """The date is not set."""

    field: str


@dataclass(frozen=True, slots=True)
class Later:
    """Both dates are set, and the first is the later one."""

    field: str
    than: str


@dataclass(frozen=True, slots=True)
class All:
    """Every part holds; with no part it always holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Any:
    """One part holds; with no part it never holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: Condition


#: Everything that a condition can be.
Condition = Reached | Passed | Missing | Later | All | Any | Not

#: The condition of a ladder's last rung.
ALWAYS = All(())


def not_undone(done: str, undone: str) -> Condition:
    """The condition that a thing has been done and not been undone since: suspended and not lifted, sent back
    and not answered. What is undone on the day on which it was done is undone.
    """
    return All((Reached(done), Not(All((Reached(undone), Not(Later(done, undone)))))))


def holds(condition: Condition, dates: Dates, today: date) -> bool:
    """Whether a condition holds on a day. Raises `KeyError` for a date that `dates` does not name."""
    match condition:
        case Reached(field):
            return (day := dates[field]) is not None and day <= today
        case Passed(field):
            return (day := dates[field]) is not None and day < today
        case Missing(field):
            return dates[field] is None
        case Later(field, than):
            first, second = dates[field], dates[than]
            return first is not None and second is not None and first > second
        case All(parts):
            return all(holds(part, dates, today) for part in parts)
        case Any(parts):
            return any(holds(part, dates, today) for part in parts)
        case Not(part):
            return not holds(part, dates, today)
        case _:
            assert_never(condition)


def fields(condition: Condition) -> Iterator[str]:
    """The names of the dates that a condition looks at, in the order in which they are written."""
    match condition:
        case Reached(field) | Passed(field) | Missing(field):
            yield field
        case Later(field, than):
            yield from (field, than)
        case All(parts) | Any(parts):
            for part in parts:
                yield from fields(part)
        case Not(part):
            yield from fields(part)
        case _:
            assert_never(condition)


@dataclass(frozen=True, slots=True)
class Rung:
    """One status: its key, which never changes, its words, and when it is the status."""

    key: str
    words: str
    when: Condition


@dataclass(frozen=True, slots=True)
class Ladder:
    """The statuses of one kind of thing, the first that holds being the one. The last always holds."""

    rungs: tuple[Rung, ...]

    def __post_init__(self) -> None:
        if not self.rungs or self.rungs[-1].when != ALWAYS:
            raise ValueError("the last rung of a ladder must hold always")
        if len({rung.key for rung in self.rungs}) != len(self.rungs):
            raise ValueError("a ladder names each status once")

    def on(self, dates: Dates, today: date) -> Rung:
        """The status on a day. Raises `KeyError` for a date that `dates` does not name."""
        return next(rung for rung in self.rungs if holds(rung.when, dates, today))

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the dates that decide, each once, as a query has to hold them."""
        return tuple(dict.fromkeys(name for rung in self.rungs for name in fields(rung.when)))

    def __getitem__(self, key: str) -> Rung:
        """The rung of a status. Raises `KeyError`."""
        return {rung.key: rung for rung in self.rungs}[key]
