"""The catalogue of facts: every fact that the law may ask for, by name, with its type, its words and who has
it.

A fact is asked for by name; the office's apps register who can tell which. A fact that nobody has told
(absent, or `None`) is *unknown*, never false. Names are dotted: subject, then what is known of it.

*Families* stand for facts that a pack names itself: `review.<item>` for the items of a checklist,
`inspection.<element>` for the elements of a construction inspection, `town.<anything>` for what one town
alone asks (declared in its pack with type and words).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal, InvalidOperation
from enum import StrEnum

from townwright.law.calendar import in_words
from townwright.law.words import did_you_mean, listed


class Kind(StrEnum):
    """What sort of value a fact has."""

    BOOL = "bool"
    INT = "int"
    NUMBER = "number"
    MONEY = "money"
    DATE = "date"
    TEXT = "text"
    CHOICE = "choice"
    SET = "set"


#: Kinds that have an order, so that they can be held against a limit.
MEASURED = frozenset({Kind.INT, Kind.NUMBER, Kind.MONEY})

#: A square foot in square metres, exactly: areas given in square metres are converted before they are compared.
SQUARE_METRES_OF_A_SQUARE_FOOT = Decimal("0.09290304")
_METRIC = re.compile(r"([0-9.]+)\s*(?:m2|m²|sq m)")

#: How the names of the remarks on a checklist's line end: why it does not apply, what the reviewer noted, and the
#: photograph of it.
REMARKS = (".reason", ".note", ".photo")

#: What one value of a fact can be, once read.
Value = bool | int | Decimal | date | str | frozenset[str]


class FactError(ValueError):
    """A fact with a name or a value that the catalogue does not know."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact: `says` names it in a finding ("Sheet count"), `ask` is the question that gets it.

    `held_by` is who has it (applicant, clerk, inspector, officer, office). `choices` are the values of a
    choice, with their words; `unit` follows a number ("sq ft"). `family` marks a declaration that stands for
    all names beneath it.
    """

    name: str
    kind: Kind
    says: str
    ask: str
    held_by: str = "office"
    choices: Mapping[str, str] = field(default_factory=dict)
    unit: str = ""
    family: bool = False

    def read(self, value: object) -> Value | None:
        """The value in the fact's own type; `None` stays unknown. Text forms of dates and amounts are read
        too, and areas in square metres ("13.4 m2").

        Raises `FactError`.
        """
        if value is None:
            return None
        match self.kind, value:
            case Kind.BOOL, bool():
                return value
            case Kind.INT, int() if not isinstance(value, bool):
                return value
            case ((Kind.NUMBER | Kind.MONEY), (Decimal() | int() | str())) if not isinstance(value, bool):
                return self._number(value)
            case Kind.DATE, date() if type(value) is date:
                return value
            case Kind.DATE, str():
                return self._date(value)
            case Kind.TEXT, str():
                return value
            case Kind.CHOICE, str():
                return self._choice(value)
            case Kind.SET, (set() | frozenset() | list() | tuple()):
                return frozenset(str(item) for item in value)
        raise FactError(f"{self.name} is a {self.kind.value}, not {value!r}")

    def _number(self, value: Decimal | int | str) -> Decimal:
        if self.unit == "sq ft" and isinstance(value, str) and (metric := _METRIC.fullmatch(value.strip())):
            return (self._number(metric[1]) / SQUARE_METRES_OF_A_SQUARE_FOOT).quantize(Decimal("0.0001"))
        try:
            number = Decimal(value)
        except InvalidOperation:
            raise FactError(f"{self.name} is a {self.kind.value}, not {value!r}") from None
        if not number.is_finite():
            raise FactError(f"{self.name} is a {self.kind.value}, not {value!r}")
        return number

    def _date(self, value: str) -> date:
        try:
            return date.fromisoformat(value)
        except ValueError:
            raise FactError(f"{self.name} is a date, not {value!r}") from None

    def _choice(self, value: str) -> str:
        if self.choices and value not in self.choices:
            raise FactError(f"{self.name} is one of {listed(self.choices, 'or')}, not {value!r}")
        return value

    def show(self, value: Value | None) -> str:
        """The value as a person reads it: $1,290.00, Mon 2 March 2026, 612 sq ft, "framing and final"."""
        match value:
            case None:
                return "not known"
            case bool():
                return "yes" if value else "no"
            case date():
                return in_words(value)
            case frozenset():
                return listed(sorted(self.choices.get(item, item) for item in value)) or "none"
            case str():
                return self.choices.get(value, value) or "blank"
        if self.kind is Kind.MONEY:
            return show_money(Decimal(value))
        text = f"{value:,}"
        return f"{text} {self.unit}" if self.unit else text


def show_money(amount: Decimal) -> str:
    """An amount as pages and papers write it: $1,234.50, -$50.00."""
    return f"{'-' if amount < 0 else ''}${abs(amount):,.2f}"


class Catalogue:
    """Facts by name, families included. A pack's own facts are laid over the common ones with `with_`."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._facts: dict[str, Fact] = {}
        self._families: dict[str, Fact] = {}
        self._members: dict[str, Fact | None] = {}
        for fact in facts:
            (self._families if fact.family else self._facts)[fact.name] = fact

    def __iter__(self) -> Iterator[Fact]:
        yield from self._facts.values()
        yield from self._families.values()

    def __contains__(self, name: str) -> bool:
        return name in self._facts or self._family(name) is not None

    def __getitem__(self, name: str) -> Fact:
        """The declaration of a fact. Raises `FactError` with the nearest names where there is none."""
        if name in self._facts:
            return self._facts[name]
        if family := self._family(name):
            return family
        raise FactError(f"no fact is called {name!r}{did_you_mean(name, self._facts)}")

    def _family(self, name: str) -> Fact | None:
        """The member of a family, the longest that fits; a family's own bare prefix is no fact."""
        if name not in self._members:
            self._members[name] = self._member(name)
        return self._members[name]

    def _member(self, name: str) -> Fact | None:
        head = name
        while "." in head:
            head = head.rpartition(".")[0]
            if family := self._families.get(head):
                rest = name[len(head) + 1 :].replace(".", " ").replace("_", " ")
                made = replace(family, name=name, says=f"{family.says} {rest}", family=False)
                return replace(made, kind=Kind.TEXT, choices={}) if name.endswith(REMARKS) else made
        return None

    def with_(self, facts: Iterable[Fact]) -> Catalogue:
        """This catalogue with further facts, which replace those of the same name."""
        return Catalogue([*self._facts.values(), *self._families.values(), *facts])

    def read(self, name: str, value: object) -> Value | None:
        """A fact's value in its own type. Raises `FactError`."""
        return self[name].read(value)
