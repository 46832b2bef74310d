"""Rehearsing a change of the law on the office's own records, before a board votes.

Each app looks at its own records (`looks`) and answers with figures; what none of them knows is not guessed. Two
questions are kept apart: had this always been the law, and what will change if it is enacted from its day on. The
second is what the law is: the rule of the day of an act governs it, and what was issued keeps its dates unless the
amendment says that it reaches what was issued too (reading 4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Literal
from uuid import UUID

from django.db.models import QuerySet

from townwright.law import amendments
from townwright.law.calendar import Calendar
from townwright.law.packs import Pack
from townwright.office import laws
from townwright.office.laws.models import Amendment, RehearsedCase

#: Had it always been the law; once it is the law.
Question = Literal["always", "then"]
#: Rows that are written at a time.
BATCH = 500


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a rehearsal: what is counted, to which question, on which records, as of which day.

    `rows` names the list behind it (`rows_of`), `note` says what the number leaves out.
    """

    part: str
    question: Question
    says: str
    count: int
    rows: str = ""
    note: str = ""
    as_of: date | None = None

    def to_json(self) -> dict[str, Any]:
        """The figure as plain JSON values, as it is kept."""
        return {
            "part": self.part,
            "question": self.question,
            "says": self.says,
            "count": self.count,
            "rows": self.rows,
            "note": self.note,
            "as_of": self.as_of.isoformat() if self.as_of else "",
        }


@dataclass(frozen=True)
class Rehearsal:
    """A change held against the records: the law now, with the change, and as if the change had always been there."""

    row: Amendment
    now: Pack
    today: date
    day: date
    """The day beside today as of which things are looked at."""

    @cached_property
    def amendment(self) -> amendments.Amendment:
        """The amendment as the law reads it."""
        return laws.as_law(self.row)

    @cached_property
    def then(self) -> Pack:
        """The law with the amendment. Raises `AmendmentError`."""
        return amendments.amended(self.now, [self.amendment])

    @cached_property
    def always(self) -> Pack:
        """The law as if the amendment had always been it."""
        return amendments.from_the_beginning(self.now, self.amendment)

    @cached_property
    def calendar(self) -> Calendar:
        """The office's calendar."""
        return laws.calendar()

    @property
    def days(self) -> tuple[date, ...]:
        """The days as of which things are looked at."""
        return tuple(dict.fromkeys((self.today, self.day)))

    def keep(self, key: str, cases: Iterable[UUID]) -> str:
        """Keeps the cases behind a figure; answers the key of their list."""
        RehearsedCase.objects.bulk_create(
            [RehearsedCase(amendment=self.row, key=key, case_id=case) for case in cases], batch_size=BATCH
        )
        return key


Look = Callable[[Rehearsal], Iterable[Figure]]
Rows = Callable[[Amendment, str], QuerySet[Any] | None]
_looks: list[tuple[str, Look, Rows]] = []
Enacted = Callable[[Any, Rehearsal], Iterable[str]]
_enacted: list[Enacted] = []


def looks(prefix: str, rows: Rows) -> Callable[[Look], Look]:
    """Registers what an app finds on its records. `rows` gives the records behind a figure whose list begins so."""

    def register(look: Look) -> Look:
        _looks.append((prefix, look, rows))
        return look

    return register


def when_enacted(follow: Enacted) -> Enacted:
    """Registers what follows for an app's records once an amendment is law, within its act; answers it in words."""
    _enacted.append(follow)
    return follow


def follow_enactment(doing: Any, rehearsal: Rehearsal) -> list[str]:
    """Lets every app do what follows from an amendment that has become law."""
    return [said for follow in _enacted for said in follow(doing, rehearsal)]


def rehearse(rehearsal: Rehearsal) -> list[Figure]:
    """Every figure of a change on the office's records. What an earlier rehearsal of it had kept is replaced.

    Raises `AmendmentError` where the change cannot be laid over the law.
    """
    row = rehearsal.row
    _ = rehearsal.then
    row.terms.all().delete()
    row.found.all().delete()
    return [figure for _, look, _ in _looks for figure in look(rehearsal)]


def rows_of(row: Amendment, key: str) -> QuerySet[Any] | None:
    """The records behind a figure of the last rehearsal; None where there is no such list."""
    if not any(figure["rows"] == key for figure in row.figures):
        return None
    for prefix, _, rows in _looks:
        if key.startswith(prefix):
            return rows(row, key)
    return None


def gates_touched(rehearsal: Rehearsal) -> Iterator[tuple[str, frozenset[str]]]:
    """The gates that ask something else with the change, each with the requirements that do: its own, or those that
    hold a fact against the amended value.
    """
    place = rehearsal.amendment.place
    value = place.removeprefix("values.") if place.startswith("values.") else ""
    for name, gate in rehearsal.now.gates.items():
        before = {one.model_dump_json(): one.key for one in gate.requirements}
        after = {one.model_dump_json(): one.key for one in rehearsal.then.gates[name].requirements}
        keys = {(before | after)[text] for text in before.keys() ^ after.keys()}
        if value:
            keys |= {key for text, key in before.items() if f'"value":"{value}"' in text}
        if keys:
            yield name, frozenset(keys)
