"""A clause in the words of desk and counter: its values through time, who it binds, readings, what carries it out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.inline import Cite, Quiet, Strong
from townwright.pages.law import Clause
from townwright.pages.law_reading import OpenPoint, Values

#: Gates, papers and the like that are named where one thing stands in several of them.
PLACES = 2


def values(clause: Clause, on: date) -> list[c.Table]:
    """The dated values of a clause, each a table of its spans with what set them; the one of the day stands out."""
    return [_values(one, on) for one in clause.values]


def _values(values: Values, on: date) -> c.Table:
    columns = [
        c.Column("since", "In force from", "main"),
        c.Column("until", "Until", label="Until"),
        c.Column("value", "Value", label="Value"),
        c.Column("by", "Set by", label="Set by"),
    ]
    rows = [
        {
            "since": span.since,
            "until": span.until or "now",
            "value": Strong(span.value) if span.counts(on) else span.value,
            "by": (f"{span.enacted_by} ", Cite(span.cite)),
        }
        for span in values.spans
    ]
    return c.Table(columns, rows, values.title, "No value is on file.", seen_caption=True)


def facts(clause: Clause, *, settings: bool = True) -> Iterator[tuple[str, Any]]:
    """Whom a clause binds, how the town reads it, and what carries it out; `settings` says where a reading is set."""
    provision = clause.provision
    if provision.who:
        yield "Who", words.listed(who.replace("_", " ") for who in provision.who)
    for point in clause.readings:
        yield "Reading", _reading(point, settings)
    if provision.ambiguity and not clause.readings:
        yield "Left open", provision.ambiguity
    for part, said in clause.carried_by:
        yield part, [piece for number, (what, places) in enumerate(said) for piece in _carried(number, what, places)]


def _reading(point: OpenPoint, settings: bool) -> tuple[Any, ...]:
    more = [Quiet(f" It could be: {point.instead}")] if point.instead else []
    where = [Quiet(f" Set in {point.setting}.")] if point.setting and settings else []
    return (f"{point.says} ", Strong(point.taken), *more, *where)


def _carried(number: int, what: str, places: list[str]) -> Iterator[Any]:
    if number:
        yield "; "
    yield what
    if places:
        named = list(dict.fromkeys(places))
        more = f" and {len(named) - PLACES} more" if len(named) > PLACES else ""
        yield Quiet(f" ({' '.join(named[:PLACES])}{more})")
