"""Cases in which conditions part: buildings, works and activities that are tried out, about every limit that is named.

Two rules over the same facts may say the same in other words, or nearly the same: from 3 units on, from more than 3.
What tells them apart is a case in which one holds and the other does not. Facts have few values that can make a
difference (yes and no, every choice, the numbers about a limit), so that the cases can be gone through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice, product

from townwright.law.asking import leaves, values_of
from townwright.law.facts import Value
from townwright.law.predicates import Asked, Known, Node

#: How many cases are tried before no difference is taken to be there.
MOST_CASES = 5000


def cases(conditions: Iterable[Node], asked: Asked) -> Iterator[Asked]:
    """Every case that can make a difference to one of these conditions, up to `MOST_CASES`, with as little as can be
    first. A fact of which a condition only asks whether it is known stays unknown in some.
    """
    parts = list(dict.fromkeys(leaf for condition in conditions for leaf in leaves(condition)))
    names = dict.fromkeys(name for leaf in parts for name in leaf.names())
    only_known = {leaf.known for leaf in parts if isinstance(leaf, Known)}
    values: list[tuple[Value | None, ...]] = []
    for name in names:
        found = values_of(asked.catalogue[name], parts, asked)
        said = (False, True) if found == (True, False) else found
        values.append((*said, *((None,) if name in only_known else ())))
    for case in islice(product(*values), MOST_CASES):
        yield replace(asked, facts=dict(zip(names, case, strict=True)))


def first_case(conditions: Iterable[Node], asked: Asked, parts: Callable[[Asked], bool]) -> Asked | None:
    """The first case in which conditions part as `parts` says; none where there is no such case."""
    return next((case for case in cases(conditions, asked) if parts(case)), None)


def holds(condition: Node | None, case: Asked) -> bool:
    """Whether a condition holds in a case; one that is left out always does."""
    return condition is None or condition.test(case).holds is True


def in_words(case: Asked, names: Iterable[str]) -> str:
    """A case in words, by some of its facts: "Dwelling units: 3". What is not so is left out, unless nothing else is
    known of it.
    """
    told = {name: value for name in names if (value := case.read(name)) is not None}
    telling = {name: value for name, value in told.items() if value is not False} or told
    return ", ".join(f"{case.fact(name).says}: {case.show(name, value)}" for name, value in telling.items())
