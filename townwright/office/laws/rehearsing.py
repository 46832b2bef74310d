"""Rehearsing a change of the law on the office's own records, before a board votes.

Each app looks at its own records (`looks`) and answers with figures; what none of them knows is not guessed. Two
questions are kept apart: had this always been the law, and what will change if it is enacted from its day on. The
second is what the law is: the rule of the day of an act governs it, and what was issued keeps its dates unless the
amendment says that it reaches what was issued too (reading 4).

A changed requirement takes facts of each case, so that at once only so many are looked at (`MOST`); each figure says of
how many. The rest is looked at ahead (`look_ahead`), in the background, without keeping the office waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, Literal
from uuid import UUID

from django.db.models import QuerySet

from townwright.law import amendments
from townwright.law.calendar import Calendar
from townwright.law.findings import Outcome
from townwright.law.gates import Gate
from townwright.law.packs import Pack
from townwright.office import laws
from townwright.office.laws.models import Amendment, RehearsedCase

#: Had it always been the law; once it is the law.
Question = Literal["always", "then"]
#: Rows that are written at a time.
BATCH = 500
#: Cases that a changed requirement is held against at once.
MOST = 2000
#: After how many cases it is told how far it is.
TOLD_EVERY = 50


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a rehearsal: what is counted, to which question, on which records, as of which day.

    `rows` names the list behind it (`rows_of`), `note` says what the number leaves out, `left` how many cases were not
    looked at.
    """

    part: str
    question: Question
    says: str
    count: int
    rows: str = ""
    note: str = ""
    as_of: date | None = None
    left: int = 0

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
            "left": self.left,
        }


@dataclass(frozen=True, slots=True)
class Holding:
    """A changed requirement to be held against cases: `gates` are the law now and with the change, `keys` its
    requirements, `rows` the cases, the first to be looked at first, `days` gives of each the day of the act and that of
    the facts, `gather` its facts.
    """

    key: str
    part: str
    question: Question
    gates: tuple[Gate, Gate]
    keys: frozenset[str]
    rows: QuerySet[Any]
    days: Callable[[Any], tuple[date, date]]
    gather: Callable[[Any, frozenset[str], date], dict[str, Any]]
    who: str


@dataclass(slots=True)
class Held:
    """How a holding came out: the cases by what the change does to them, and how many were looked at of how many."""

    of: int
    looked: int = 0
    found: dict[str, list[UUID]] = field(default_factory=lambda: {"stopped": [], "let through": [], "not known": []})


@dataclass(frozen=True)
class Rehearsal:
    """A change held against the records: the law now, with the change, and as if the change had always been there."""

    row: Amendment
    now: Pack
    today: date
    day: date
    """The day beside today as of which things are looked at."""
    ahead: dict[str, Held] = field(default_factory=dict)
    """What was held against every case ahead of the rehearsal, by its key."""

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


Holdings = Callable[[Rehearsal], Iterable[Holding]]
Look = Callable[[Rehearsal], Iterable[Figure]]
Rows = Callable[[Amendment, str], QuerySet[Any] | None]
_looks: list[tuple[str, Look, Rows]] = []
_holdings: list[Holdings] = []
Enacted = Callable[[Any, Rehearsal], Iterable[str]]
_enacted: list[Enacted] = []


def looks(prefix: str, rows: Rows) -> Callable[[Look], Look]:
    """Registers what an app finds on its records. `rows` gives the records behind a figure whose list begins so."""

    def register(look: Look) -> Look:
        _looks.append((prefix, look, rows))
        return look

    return register


def holds(holdings: Holdings) -> Holdings:
    """Registers what an app holds a changed requirement against."""
    _holdings.append(holdings)
    return holdings


def look_ahead(rehearsal: Rehearsal, tell: Callable[[int, int], None]) -> None:
    """Holds every changed requirement against every case, and keeps what was found with the rehearsal. Only reads.

    `tell` is told how many cases are done of how many. Raises `AmendmentError`.
    """
    _ = rehearsal.then
    waiting = [(holding, holding.rows.count()) for each in _holdings for holding in each(rehearsal)]
    total, done = sum(count for _, count in waiting), 0
    for holding, _ in waiting:
        held = Held(of=0)
        for row in holding.rows.iterator(chunk_size=BATCH):
            _take(holding, held, row)
            done += 1
            if done % TOLD_EVERY == 0:
                tell(done, max(done, total))
        held.of = held.looked
        rehearsal.ahead[holding.key] = held


def figures_of(rehearsal: Rehearsal, holding: Holding) -> Iterator[Figure]:
    """How many cases a changed requirement would stop, or let through; each figure with its list."""
    held = rehearsal.ahead.get(holding.key)
    if held is None:
        held = Held(of=holding.rows.count())
        for row in holding.rows[:MOST]:
            _take(holding, held, row)
    then = holding.question == "then"
    will = "will be" if then else "would have been"
    said = {
        "stopped": f"{will} stopped by it",
        "let through": f"{will} let through, which the law now stops",
        "not known": f"it {'is' if then else 'was'} not known whether they meet it",
    }
    looked = f"Of {held.looked:,}" if held.looked >= held.of else f"Only the first {held.looked:,} of {held.of:,} were"
    note = f"{looked} looked at, by the facts of {'today' if then else 'the day of issue'}."
    for what, cases in held.found.items():
        key = f"{holding.key}.{what.replace(' ', '-')}"
        rows = rehearsal.keep(key, cases) if cases else ""
        says = f"{holding.gates[0].title} {holding.who}: {said[what]}"
        yield Figure(holding.part, holding.question, says, len(cases), rows, note, left=max(0, held.of - held.looked))


def _take(holding: Holding, held: Held, row: Any) -> None:
    """Holds the requirements against one case, by the law now and with the change, on the facts of a day."""
    on, told_on = holding.days(row)
    now, new = holding.gates
    facts = holding.gather(row, now.needs(on) | new.needs(on), told_on)
    before, after = (_worst(gate, holding.keys, facts, on) for gate in holding.gates)
    held.looked += 1
    if before is Outcome.MET and after is Outcome.UNMET:
        held.found["stopped"].append(row.case_id)
    elif before is Outcome.MET and after is Outcome.UNKNOWN:
        held.found["not known"].append(row.case_id)
    elif before is not Outcome.MET and after is Outcome.MET:
        held.found["let through"].append(row.case_id)


def _worst(gate: Gate, keys: frozenset[str], facts: dict[str, Any], on: date) -> Outcome:
    """How some requirements of a gate come out together: the worst of them. Who acts is not known here."""
    outcomes = {finding.outcome for finding in gate.decide(facts, on).findings if finding.key in keys}
    return next((one for one in (Outcome.UNMET, Outcome.UNKNOWN) if one in outcomes), Outcome.MET)


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
