"""Facts gathered by name: the law names them, each app registers those that it can tell, an act asks for its own.

So an order of one app shuts an act of another that never imports it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Model

from townwright.office import laws

Teller = Callable[[Any, date], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class _Told:
    model: type[Model]
    names: tuple[str, ...]
    teller: Teller

    def tells(self, wanted: Iterable[str]) -> bool:
        """Whether a wanted name is among the told ones; a told name ending in `.*` stands for a whole family."""
        exact = {name for name in self.names if not name.endswith(".*")}
        families = tuple(name[:-1] for name in self.names if name.endswith(".*"))
        return any(name in exact or (families and name.startswith(families)) for name in wanted)


_tellers: list[_Told] = []
_memory: ContextVar[dict[Any, Mapping[str, Any]] | None] = ContextVar("facts_told", default=None)


def tells(model: type[Model], *names: str) -> Callable[[Teller], Teller]:
    """Registers a function that tells facts about a model's row on a day. A fact that nobody knows is left out.

    Without names it is asked last, for what none of the others could tell: what was answered to the law's questions.
    """

    def register(teller: Teller) -> Teller:
        _tellers.append(_Told(model, names, teller))
        return teller

    return register


def gather(subject: Model | None, wanted: Iterable[str], on: date) -> dict[str, Any]:
    """The wanted facts about a subject on a day, those that somebody can tell. Each teller is asked once."""
    names = frozenset(wanted)
    facts: dict[str, Any] = {}
    if subject is None:
        return facts
    for told in _tellers:
        if isinstance(subject, told.model) and told.tells(names):
            facts.update({name: value for name, value in _ask(told, subject, on).items() if name in names})
    for last in _tellers:
        if isinstance(subject, last.model) and not last.names:
            answers = _ask(last, subject, on)
            facts.update({name: answers[name] for name in names - facts.keys() if name in answers})
    return facts


def told(name: str) -> bool:
    """Whether some app tells a fact of that name."""
    return any(one.tells((name,)) for one in _tellers)


_notes: dict[str, Callable[[str], bool]] = {}


def notes(*gates: str) -> Callable[[Callable[[str], bool]], Callable[[str], bool]]:
    """Registers which facts somebody can note for these gates with an act that takes them by name."""

    def register(takes: Callable[[str], bool]) -> Callable[[str], bool]:
        _notes.update(dict.fromkeys(gates, takes))
        return takes

    return register


def noted(name: str, gate: str) -> bool:
    """Whether somebody can note a fact for a gate."""
    return gate in _notes and _notes[gate](name)


@contextmanager
def remembered() -> Iterator[None]:
    """Asks each teller once about a subject and a day while it lasts, however many gates want to know; the law too.

    For a page that only looks: an act changes facts and must ask anew.
    """
    token = _memory.set({})
    try:
        with laws.remembered():
            yield
    finally:
        _memory.reset(token)


def _ask(told: _Told, subject: Model, on: date) -> Mapping[str, Any]:
    memory = _memory.get()
    if memory is None:
        return told.teller(subject, on)
    key = (told.teller, type(subject), subject.pk, on)
    if key not in memory:
        memory[key] = told.teller(subject, on)
    return memory[key]
