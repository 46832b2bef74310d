"""The closed vocabulary in which a pack says what must be so: named predicates over facts, with three
outcomes.

A predicate holds, does not hold, or cannot be told because facts are missing (Kleene's logic: one "no"
settles `all`, one "yes" settles `any`, whatever is still unknown). There is no expression language: what
these words cannot say becomes a new word here, for every town.

In a pack each is a mapping of one key: `at_least: {fact: documents.sets, limit: 2}`. A comparison holds a
fact against a `limit` written out, an `other` fact (or a `percent` of it), or a dated `value` of the pack;
dates are held against the day of the act where nothing else is named.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, StrictBool, StrictInt, StrictStr, Tag, model_validator

from townwright.law.calendar import Calendar, Period
from townwright.law.facts import MEASURED, Catalogue, Fact, FactError, Kind, Value
from townwright.law.model import Rules
from townwright.law.words import listed


@dataclass(frozen=True, slots=True)
class Asked:
    """What a predicate is held against: the facts told, the day of the act, and the pack's words and dated
    values.
    """

    facts: Mapping[str, object]
    on: date
    catalogue: Catalogue
    calendar: Calendar
    values: Callable[[str, date], object] = field(default=lambda name, on: None)

    def read(self, name: str) -> Value | None:
        """A fact's value in its own type; `None` where nobody has told it. Raises `FactError`."""
        return self.catalogue.read(name, self.facts.get(name))

    def fact(self, name: str) -> Fact:
        """The declaration of a fact."""
        return self.catalogue[name]

    def show(self, name: str, value: Value | None) -> str:
        """A value of a fact as a person reads it."""
        return self.catalogue[name].show(value)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a predicate stands.

    `holds` is `None` where it cannot be told, and `missing` then names the facts that would settle it. `says`
    is what was found, in words; `fact` and `limit` are the values compared, `fact_shown` and `limit_shown`
    their written forms.
    """

    holds: bool | None
    says: str
    facts: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    fact: Any = None
    limit: Any = None
    fact_shown: str = ""
    limit_shown: str = ""


class Node(Rules, ABC):
    """One predicate: a model with a single field that bears the predicate's name."""

    @property
    def name(self) -> str:
        """The predicate's word in the vocabulary."""
        return next(iter(type(self).model_fields)).rstrip("_")

    @abstractmethod
    def test(self, asked: Asked) -> Verdict:
        """Hold the predicate against the facts. Raises `FactError` for a fact of the wrong type."""

    @abstractmethod
    def names(self) -> Iterator[str]:
        """The facts that the predicate may ask for."""

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """What is wrong with the predicate as a pack wrote it: (place beneath it, what was expected)."""
        for name in self.names():
            try:
                catalogue[name]
            except FactError as error:
                yield (), str(error)


def _missing(asked: Asked, *names: str) -> Verdict:
    """The verdict where facts are missing."""
    gone = tuple(name for name in dict.fromkeys(names) if asked.read(name) is None)
    words = listed([asked.fact(name).says for name in gone])
    return Verdict(None, f"{words} not known", facts=names, missing=gone)


def _kinds(kinds: Iterable[Kind]) -> str:
    """Kinds of facts in words."""
    return listed(sorted(kind.value for kind in kinds), "or")


# ---------------------------------------------------------------------------------------------- together


def _together(asked: Asked, verdicts: list[Verdict], holds: bool | None) -> Verdict:
    """One verdict out of several: its words are those of the parts that settled it, or name what is open."""
    telling = [v for v in verdicts if v.holds is holds]
    facts = tuple(dict.fromkeys(name for v in verdicts for name in v.facts))
    if len(telling) == 1:
        return replace(telling[0], facts=facts)
    if holds is None:
        return replace(_missing(asked, *(name for v in telling for name in v.missing)), facts=facts)
    return Verdict(holds, "; ".join(dict.fromkeys(v.says for v in telling if v.says)), facts)


class All(Node):
    """Holds where every part holds."""

    all: Annotated[tuple[Predicate, ...], Field(min_length=1)]

    def test(self, asked: Asked) -> Verdict:
        verdicts = [part.test(asked) for part in self.all]
        found = {v.holds for v in verdicts}
        holds = False if False in found else None if None in found else True
        return _together(asked, verdicts, holds)

    def names(self) -> Iterator[str]:
        for part in self.all:
            yield from part.names()

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        for at, part in enumerate(self.all):
            for place, problem in part.check(catalogue, values):
                yield ("all", at, *place), problem


class AnyOf(Node):
    """Holds where one part holds."""

    any: Annotated[tuple[Predicate, ...], Field(min_length=1)]

    def test(self, asked: Asked) -> Verdict:
        verdicts = [part.test(asked) for part in self.any]
        found = {v.holds for v in verdicts}
        holds = True if True in found else None if None in found else False
        return _together(asked, verdicts, holds)

    def names(self) -> Iterator[str]:
        for part in self.any:
            yield from part.names()

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        for at, part in enumerate(self.any):
            for place, problem in part.check(catalogue, values):
                yield ("any", at, *place), problem


class Several(Rules):
    """How many parts must hold."""

    limit: Annotated[StrictInt, Field(ge=1)]
    of: Annotated[tuple[Predicate, ...], Field(min_length=2)]


class SomeOf(Node):
    """Holds where at least so many parts hold: two of three signatures, say."""

    some_of: Several

    def test(self, asked: Asked) -> Verdict:
        verdicts = [part.test(asked) for part in self.some_of.of]
        yes = sum(v.holds is True for v in verdicts)
        open_ = sum(v.holds is None for v in verdicts)
        need = self.some_of.limit
        holds = True if yes >= need else None if yes + open_ >= need else False
        return _together(asked, verdicts, holds)

    def names(self) -> Iterator[str]:
        for part in self.some_of.of:
            yield from part.names()

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        for at, part in enumerate(self.some_of.of):
            for place, problem in part.check(catalogue, values):
                yield ("some_of", "of", at, *place), problem


class Not(Node):
    """Holds where its part does not; unknown stays unknown."""

    not_: Predicate = Field(alias="not")

    def test(self, asked: Asked) -> Verdict:
        inner = self.not_.test(asked)
        holds = None if inner.holds is None else not inner.holds
        return Verdict(
            holds,
            inner.says,
            inner.facts,
            inner.missing,
            inner.fact,
            inner.limit,
            inner.fact_shown,
            inner.limit_shown,
        )

    def names(self) -> Iterator[str]:
        yield from self.not_.names()

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        for place, problem in self.not_.check(catalogue, values):
            yield ("not", *place), problem


class Never(Node):
    """Never holds: what the code gives no way to do. The words say so."""

    never: StrictStr

    def test(self, asked: Asked) -> Verdict:
        return Verdict(False, self.never)

    def names(self) -> Iterator[str]:
        yield from ()


# ------------------------------------------------------------------------------------------ one fact alone


class OneFact(Node):
    """A predicate over a single fact, whose only field is the fact's name."""

    @property
    def subject(self) -> str:
        """The fact's name."""
        return str(getattr(self, next(iter(type(self).model_fields))))

    def names(self) -> Iterator[str]:
        yield self.subject

    def of_kind(self, catalogue: Catalogue, *kinds: Kind) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """The complaint where the fact is of another kind."""
        wrong = list(Node.check(self, catalogue, {}))
        yield from wrong
        if not wrong and (kind := catalogue[self.subject].kind) not in kinds:
            yield (
                (),
                f"expected a fact that is a {_kinds(kinds)}; {self.subject} is a {kind.value}",
            )


class Known(OneFact):
    """Holds where the fact has been told and is not blank. Never unknown: what nobody has told is simply not
    there.
    """

    known: StrictStr

    def test(self, asked: Asked) -> Verdict:
        value = asked.read(self.known)
        says = asked.fact(self.known).says
        if value is None or value == "" or value == frozenset():
            return Verdict(False, f"{says} not given", (self.known,))
        shown = asked.show(self.known, value)
        return Verdict(True, f"{says}: {shown}", (self.known,), fact=value, fact_shown=shown)


class Filled(OneFact):
    """Holds where the fact is told and not blank; unknown, and so a question, where nobody has told it."""

    filled: StrictStr

    def test(self, asked: Asked) -> Verdict:
        value = asked.read(self.filled)
        if value is None:
            return _missing(asked, self.filled)
        says = asked.fact(self.filled).says
        if value == "" or value == frozenset():
            return Verdict(False, f"{says} left blank", (self.filled,))
        shown = asked.show(self.filled, value)
        return Verdict(True, f"{says}: {shown}", (self.filled,), fact=value, fact_shown=shown)


class IsTrue(OneFact):
    """Holds where the answer is yes."""

    is_true: StrictStr

    def test(self, asked: Asked) -> Verdict:
        return _yes_no(asked, self.is_true, True)

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        yield from self.of_kind(catalogue, Kind.BOOL)


class IsFalse(OneFact):
    """Holds where the answer is no."""

    is_false: StrictStr

    def test(self, asked: Asked) -> Verdict:
        return _yes_no(asked, self.is_false, False)

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        yield from self.of_kind(catalogue, Kind.BOOL)


def _yes_no(asked: Asked, name: str, wanted: bool) -> Verdict:
    value = asked.read(name)
    if value is None:
        return _missing(asked, name)
    shown = asked.show(name, value)
    return Verdict(
        value is wanted, f"{asked.fact(name).says}: {shown}", (name,), fact=value, fact_shown=shown
    )


class Empty(OneFact):
    """Holds where nothing is on the list; otherwise the words name what is."""

    empty: StrictStr

    def test(self, asked: Asked) -> Verdict:
        value = asked.read(self.empty)
        if value is None:
            return _missing(asked, self.empty)
        shown = asked.show(self.empty, value)
        return Verdict(
            value == frozenset(),
            f"{asked.fact(self.empty).says}: {shown}",
            (self.empty,),
            fact=value,
            fact_shown=shown,
        )

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        yield from self.of_kind(catalogue, Kind.SET)


# ---------------------------------------------------------------------------------------- choices and lists


class ToValue(Rules):
    """A fact and the value it is held against."""

    fact: StrictStr
    value: StrictStr | StrictInt


class ToValues(Rules):
    """A fact and the values it is held against."""

    fact: StrictStr
    values: Annotated[tuple[StrictStr, ...], Field(min_length=1)]


class Held(Node):
    """A predicate over a fact and written values."""

    @property
    def given(self) -> Any:
        """The predicate's own mapping."""
        return getattr(self, next(iter(type(self).model_fields)))

    def names(self) -> Iterator[str]:
        yield self.given.fact

    def judge(self, asked: Asked, decide: Callable[[Any], bool], limit: Any) -> Verdict:
        """The verdict of a test over the value read."""
        name = self.given.fact
        value = asked.read(name)
        if value is None:
            return _missing(asked, name)
        fact = asked.fact(name)
        items = limit if isinstance(limit, tuple) else (limit,)
        shown = listed([fact.choices.get(str(item), str(item)) for item in items], "or")
        return Verdict(
            decide(value),
            f"{fact.says}: {fact.show(value)}",
            (name,),
            fact=value,
            limit=limit,
            fact_shown=fact.show(value),
            limit_shown=shown,
        )

    def of_kind(self, catalogue: Catalogue, *kinds: Kind) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """The complaints where the fact is of another kind, or a value is none of its choices."""
        wrong = list(Node.check(self, catalogue, {}))
        yield from (((self.name, "fact"), problem) for _, problem in wrong)
        if wrong:
            return
        fact = catalogue[self.given.fact]
        if fact.kind not in kinds:
            yield (
                (self.name, "fact"),
                (f"expected a fact that is a {_kinds(kinds)}; {fact.name} is a {fact.kind.value}"),
            )
        if fact.choices:
            wanted = self.given.values if isinstance(self.given, ToValues) else (self.given.value,)
            for value in wanted:
                if value not in fact.choices:
                    yield (self.name,), f"expected one of {listed(fact.choices, 'or')}, not {value!r}"


class Equals(Held):
    """Holds where the fact is that word or number."""

    equals: ToValue

    def test(self, asked: Asked) -> Verdict:
        wanted = asked.fact(self.equals.fact).read(self.equals.value)
        return self.judge(asked, lambda value: bool(value == wanted), self.equals.value)

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        yield from self.of_kind(catalogue, Kind.CHOICE, Kind.TEXT, *MEASURED)


class OneOf(Held):
    """Holds where the fact is one of these words."""

    one_of: ToValues

    def test(self, asked: Asked) -> Verdict:
        return self.judge(asked, lambda value: value in self.one_of.values, self.one_of.values)

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        yield from self.of_kind(catalogue, Kind.CHOICE, Kind.TEXT)


class Contains(Held):
    """Holds where the list has this word in it."""

    contains: ToValue

    def test(self, asked: Asked) -> Verdict:
        return self.judge(asked, lambda value: self.contains.value in value, self.contains.value)

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        yield from self.of_kind(catalogue, Kind.SET)


class ContainsAll(Held):
    """Holds where the list has every one of these words."""

    contains_all: ToValues

    def test(self, asked: Asked) -> Verdict:
        return self.judge(asked, frozenset(self.contains_all.values).issubset, self.contains_all.values)

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        yield from self.of_kind(catalogue, Kind.SET)


class ContainsAny(Held):
    """Holds where the list has at least one of these words."""

    contains_any: ToValues

    def test(self, asked: Asked) -> Verdict:
        return self.judge(
            asked, lambda value: bool(value & frozenset(self.contains_any.values)), self.contains_any.values
        )

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        yield from self.of_kind(catalogue, Kind.SET)


class TwoFacts(Rules):
    """Two facts held against each other."""

    fact: StrictStr
    other: StrictStr


class SameAs(Node):
    """Holds where two facts are equal: the name on the seal and the signer's, say. Letter case and spaces do
    not count.
    """

    same_as: TwoFacts

    def test(self, asked: Asked) -> Verdict:
        left, right = self.same_as.fact, self.same_as.other
        one, two = asked.read(left), asked.read(right)
        if one is None or two is None:
            return _missing(asked, left, right)
        shown, against = asked.show(left, one), asked.show(right, two)
        says = f"{asked.fact(left).says}: {shown}; {asked.fact(right).says}: {against}"
        return Verdict(
            _plainly(one) == _plainly(two),
            says,
            (left, right),
            fact=one,
            limit=two,
            fact_shown=shown,
            limit_shown=against,
        )

    def names(self) -> Iterator[str]:
        yield self.same_as.fact
        yield self.same_as.other


def _plainly(value: Value) -> object:
    return " ".join(value.casefold().split()) if isinstance(value, str) else value


class Of(Rules):
    """A list and a number."""

    fact: StrictStr
    limit: Annotated[StrictInt, Field(ge=0)]


class Counted(Node):
    """A predicate over how many things are on a list."""

    def count(self, asked: Asked, given: Of, compare: Callable[[int, int], bool]) -> Verdict:
        """The verdict of a comparison with the number of things."""
        value = asked.read(given.fact)
        if value is None:
            return _missing(asked, given.fact)
        number = len(value) if isinstance(value, frozenset) else 0
        return Verdict(
            compare(number, given.limit),
            f"{asked.fact(given.fact).says}: {number} of {given.limit}",
            (given.fact,),
            fact=number,
            limit=given.limit,
            fact_shown=str(number),
            limit_shown=str(given.limit),
        )

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        wrong = list(super().check(catalogue, values))
        yield from wrong
        for name in () if wrong else self.names():
            if (kind := catalogue[name].kind) is not Kind.SET:
                yield (self.name, "fact"), f"expected a fact that is a set; {name} is a {kind.value}"


class CountAtLeast(Counted):
    """Holds where the list has at least so many things."""

    count_at_least: Of

    def test(self, asked: Asked) -> Verdict:
        return self.count(asked, self.count_at_least, operator.ge)

    def names(self) -> Iterator[str]:
        yield self.count_at_least.fact


class CountAtMost(Counted):
    """Holds where the list has at most so many things."""

    count_at_most: Of

    def test(self, asked: Asked) -> Verdict:
        return self.count(asked, self.count_at_most, operator.le)

    def names(self) -> Iterator[str]:
        yield self.count_at_most.fact


# ------------------------------------------------------------------------------------------------ measured


class Against(Rules):
    """A fact and what it is held against: a limit written out, another fact (or a percentage of it), a dated
    value.
    """

    fact: StrictStr
    limit: StrictStr | StrictInt | None = None
    other: StrictStr | None = None
    value: StrictStr | None = None
    percent: Annotated[StrictInt, Field(ge=1)] | None = None

    @model_validator(mode="after")
    def _one_limit(self) -> Against:
        given = [part for part in (self.limit, self.other, self.value) if part is not None]
        if len(given) > 1:
            raise ValueError("expected one of limit, other and value, not several")
        if self.percent is not None and self.other is None:
            raise ValueError("expected other beside percent: the fact of which it is a share")
        return self


_Comparison = Callable[[Any, Any], bool]


class Comparison(Node):
    """A predicate that holds one fact against a limit."""

    @property
    def against(self) -> Against:
        """What is compared."""
        given: Against = getattr(self, next(iter(type(self).model_fields)))
        return given

    def names(self) -> Iterator[str]:
        yield self.against.fact
        if self.against.other is not None:
            yield self.against.other

    def limit_of(self, asked: Asked) -> Value | None:
        """The limit in the fact's own type; `None` where it is a fact that nobody has told."""
        given, fact = self.against, asked.fact(self.against.fact)
        if given.other is not None:
            other = asked.read(given.other)
            if given.percent is not None and isinstance(other, Decimal | int):
                return Decimal(other) * given.percent / 100
            return other
        if given.value is not None:
            return fact.read(asked.values(given.value, asked.on))
        if given.limit is not None:
            return fact.read(given.limit)
        return asked.on

    def compare(self, asked: Asked, decide: _Comparison, phrase: str) -> Verdict:
        """The verdict of a comparison; `phrase` says how the fact stands to the limit where it holds."""
        given = self.against
        value, limit = asked.read(given.fact), self.limit_of(asked)
        if value is None or limit is None:
            return _missing(asked, *self.names())
        fact = asked.fact(given.fact)
        shown, against = fact.show(value), fact.show(limit)
        holds = decide(value, limit)
        return Verdict(
            holds,
            f"{fact.says} {shown}, {'' if holds else 'not '}{phrase} {against}",
            tuple(self.names()),
            fact=value,
            limit=limit,
            fact_shown=shown,
            limit_shown=against,
        )

    def of_kind(
        self,
        catalogue: Catalogue,
        values: Mapping[str, Kind],
        kinds: frozenset[Kind],
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """The complaints where fact, other fact, limit or value do not fit each other."""
        wrong = list(Node.check(self, catalogue, values))
        yield from (((self.name,), problem) for _, problem in wrong)
        if wrong:
            return
        given, fact = self.against, catalogue[self.against.fact]
        if fact.kind not in kinds:
            expected = listed(sorted(k.value for k in kinds), "or")
            yield (
                (self.name, "fact"),
                f"expected a fact that is a {expected}; {fact.name} is a {fact.kind.value}",
            )
            return
        if given.other is not None and catalogue[given.other].kind not in kinds:
            yield (
                (self.name, "other"),
                f"expected a fact like {fact.name}; {given.other} is a {catalogue[given.other].kind.value}",
            )
        if given.value is not None and given.value not in values:
            yield (self.name, "value"), f"no dated value is called {given.value!r}"
        if given.limit is not None:
            try:
                fact.read(given.limit)
            except FactError as error:
                yield (self.name, "limit"), str(error)
        if given.limit is None and given.other is None and given.value is None and Kind.DATE not in kinds:
            yield (self.name,), "expected a limit, an other fact or a value"


class Measure(Comparison):
    """A comparison of numbers or amounts."""

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        yield from self.of_kind(catalogue, values, MEASURED)


class AtMost(Measure):
    """Holds up to and at the limit ("not exceeding")."""

    at_most: Against

    def test(self, asked: Asked) -> Verdict:
        return self.compare(asked, operator.le, "at most")


class AtLeast(Measure):
    """Holds at the limit and above it."""

    at_least: Against

    def test(self, asked: Asked) -> Verdict:
        return self.compare(asked, operator.ge, "at least")


class LessThan(Measure):
    """Holds below the limit only ("under")."""

    less_than: Against

    def test(self, asked: Asked) -> Verdict:
        return self.compare(asked, operator.lt, "less than")


class MoreThan(Measure):
    """Holds above the limit only ("more than", "exceeding")."""

    more_than: Against

    def test(self, asked: Asked) -> Verdict:
        return self.compare(asked, operator.gt, "more than")


# --------------------------------------------------------------------------------------------------- dates


class Dated(Comparison):
    """A comparison of days; with the day of the act where no other is named."""

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        yield from self.of_kind(catalogue, values, frozenset({Kind.DATE}))


class Before(Dated):
    """Holds where the fact's day is earlier."""

    before: Against

    def test(self, asked: Asked) -> Verdict:
        return self.compare(asked, operator.lt, "before")


class OnOrBefore(Dated):
    """Holds where the fact's day is the same or earlier."""

    on_or_before: Against

    def test(self, asked: Asked) -> Verdict:
        return self.compare(asked, operator.le, "on or before")


class After(Dated):
    """Holds where the fact's day is later."""

    after: Against

    def test(self, asked: Asked) -> Verdict:
        return self.compare(asked, operator.gt, "after")


class OnOrAfter(Dated):
    """Holds where the fact's day is the same or later."""

    on_or_after: Against

    def test(self, asked: Asked) -> Verdict:
        return self.compare(asked, operator.ge, "on or after")


class Term(Rules):
    """The first and the last day of a term; a last day that nobody has told leaves it open-ended."""

    from_: StrictStr = Field(alias="from")
    until: StrictStr


class InTerm(Node):
    """Holds where the day of the act lies in a term, its first and last day included: an appointment, a
    policy.
    """

    in_term: Term

    def test(self, asked: Asked) -> Verdict:
        first, last = asked.read(self.in_term.from_), asked.read(self.in_term.until)
        if first is None:
            return _missing(asked, self.in_term.from_)
        holds = first <= asked.on and (last is None or asked.on <= last)  # type: ignore[operator]
        until = f" to {asked.show(self.in_term.until, last)}" if last is not None else ""
        shown = f"from {asked.show(self.in_term.from_, first)}{until}"
        return Verdict(
            holds,
            f"{asked.fact(self.in_term.from_).says} {shown}",
            tuple(self.names()),
            fact=first,
            limit=last,
            fact_shown=shown,
            limit_shown=asked.show(self.in_term.from_, asked.on),
        )

    def names(self) -> Iterator[str]:
        yield self.in_term.from_
        yield self.in_term.until

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        yield from _all_dates(self, catalogue, values)


class Span(Period):
    """A length of time from one day within which another lies; `rolls` where it is an act that § 25-a carries
    on.
    """

    fact: StrictStr
    of: StrictStr | None = None
    rolls: StrictBool = False

    def last(self, start: date, calendar: Calendar) -> date:
        """The last day of the length that begins after a day."""
        return calendar.act_by(start, self) if self.rolls else calendar.nominal(start, self)


class Within(Node):
    """Holds where a day is no later than so long after another: an end date six months from the start at
    most.

    Without `of` the fact itself is the start and the day of the act must lie within: a survey not older than
    30 days.
    """

    within: Span

    def test(self, asked: Asked) -> Verdict:
        span = self.within
        names = tuple(self.names())
        days = [asked.read(name) for name in names]
        if any(day is None for day in days):
            return _missing(asked, *names)
        start, end = (days[0], asked.on) if span.of is None else (days[1], days[0])
        assert isinstance(start, date) and isinstance(end, date)
        last = span.last(start, asked.calendar)
        shown, against = asked.show(span.fact, days[0]), asked.show(span.fact, last)
        holds = start <= end <= last
        says = asked.fact(span.fact).says
        words = f"{says} {shown}, {'' if holds else 'not '}within {span}; the last day is {against}"
        return Verdict(holds, words, names, fact=days[0], limit=last, fact_shown=shown, limit_shown=against)

    def names(self) -> Iterator[str]:
        yield self.within.fact
        if self.within.of is not None:
            yield self.within.of

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        yield from _all_dates(self, catalogue, values)


class Elapsed(Node):
    """Holds once so long has passed since a day: unoccupied for more than 90 days, on the 91st."""

    elapsed: Span

    def test(self, asked: Asked) -> Verdict:
        span = self.elapsed
        names = tuple(self.names())
        days = [asked.read(name) for name in names]
        if any(day is None for day in days):
            return _missing(asked, *names)
        end = asked.on if span.of is None else days[1]
        assert isinstance(days[0], date) and isinstance(end, date)
        last = span.last(days[0], asked.calendar)
        shown, against = asked.show(span.fact, days[0]), asked.show(span.fact, last)
        holds = end > last
        more = "more than" if holds else "not yet more than"
        words = f"{asked.fact(span.fact).says} {shown}, {more} {span} ago"
        return Verdict(holds, words, names, fact=days[0], limit=last, fact_shown=shown, limit_shown=against)

    def names(self) -> Iterator[str]:
        yield self.elapsed.fact
        if self.elapsed.of is not None:
            yield self.elapsed.of

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        yield from _all_dates(self, catalogue, values)


def _all_dates(
    node: Node,
    catalogue: Catalogue,
    values: Mapping[str, Kind],
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    wrong = list(Node.check(node, catalogue, values))
    yield from (((node.name,), problem) for _, problem in wrong)
    for name in () if wrong else node.names():
        if (kind := catalogue[name].kind) is not Kind.DATE:
            yield (node.name,), f"expected facts that are dates; {name} is a {kind.value}"


# ------------------------------------------------------------------------------------------------ checklists


class Item(Rules):
    """One line of a checklist: the fact that holds its result, and what counts as done."""

    fact: StrictStr
    done: Annotated[tuple[StrictStr, ...], Field(min_length=1)] = ("satisfied",)
    may_not_apply: Literal["never", "with reason"] = "with reason"


def _begun(text: str) -> str:
    """The words with a capital at their start."""
    return text[:1].upper() + text[1:]


class Reviewed(Node):
    """Holds where a line of a checklist is done, or does not apply for a written reason (fact
    `<line>.reason`).

    What the reviewer noted (fact `<line>.note`) is the reason given where it is not.
    """

    reviewed: Item

    def test(self, asked: Asked) -> Verdict:
        item = self.reviewed
        state, reason, note = (asked.read(name) for name in self.names())
        if state is None:
            return Verdict(None, "Not looked at yet", (item.fact,), (item.fact,))
        facts = tuple(self.names())
        shown = asked.show(item.fact, state)
        if state in item.done:
            return Verdict(True, _begun(str(note or shown)), facts[:1], fact=state, fact_shown=shown)
        if state != "not applicable":
            return Verdict(False, _begun(str(note or shown)), facts[:1], fact=state, fact_shown=shown)
        if item.may_not_apply == "never":
            return Verdict(False, "Always applies", facts[:1], fact=state, fact_shown=shown)
        if not reason:
            return Verdict(
                False, "Not applicable, but no reason is written", facts[:2], fact=state, fact_shown=shown
            )
        return Verdict(True, f"Not applicable: {reason}", facts[:2], fact=state, fact_shown=shown)

    def names(self) -> Iterator[str]:
        yield self.reviewed.fact
        yield f"{self.reviewed.fact}.reason"
        yield f"{self.reviewed.fact}.note"

    def check(
        self, catalogue: Catalogue, values: Mapping[str, Kind]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        for place, problem in Node.check(self, catalogue, values):
            yield ("reviewed", *place), problem


# ------------------------------------------------------------------------------------------- the vocabulary

#: Every word of the vocabulary, as docs and checks list them.
VOCABULARY: tuple[type[Node], ...] = (
    All,
    AnyOf,
    SomeOf,
    Not,
    Never,
    Known,
    Filled,
    IsTrue,
    IsFalse,
    Empty,
    Equals,
    OneOf,
    Contains,
    ContainsAll,
    ContainsAny,
    SameAs,
    CountAtLeast,
    CountAtMost,
    AtMost,
    AtLeast,
    LessThan,
    MoreThan,
    Before,
    OnOrBefore,
    After,
    OnOrAfter,
    InTerm,
    Within,
    Elapsed,
    Reviewed,
)

WORDS = tuple(next(iter(node.model_fields)).rstrip("_") for node in VOCABULARY)


def _word(value: object) -> str | None:
    """The predicate's word of a value in a pack, or of a predicate already read."""
    match value:
        case Node():
            return value.name
        case dict() if len(value) == 1:
            return next((word for word in WORDS if word in value or f"{word}_" in value), None)
    return None


#: One predicate as a pack writes it: a mapping of one key, which is its word.
Predicate = Annotated[
    Annotated[All, Tag("all")]
    | Annotated[AnyOf, Tag("any")]
    | Annotated[SomeOf, Tag("some_of")]
    | Annotated[Not, Tag("not")]
    | Annotated[Never, Tag("never")]
    | Annotated[Known, Tag("known")]
    | Annotated[Filled, Tag("filled")]
    | Annotated[IsTrue, Tag("is_true")]
    | Annotated[IsFalse, Tag("is_false")]
    | Annotated[Empty, Tag("empty")]
    | Annotated[Equals, Tag("equals")]
    | Annotated[OneOf, Tag("one_of")]
    | Annotated[Contains, Tag("contains")]
    | Annotated[ContainsAll, Tag("contains_all")]
    | Annotated[ContainsAny, Tag("contains_any")]
    | Annotated[SameAs, Tag("same_as")]
    | Annotated[CountAtLeast, Tag("count_at_least")]
    | Annotated[CountAtMost, Tag("count_at_most")]
    | Annotated[AtMost, Tag("at_most")]
    | Annotated[AtLeast, Tag("at_least")]
    | Annotated[LessThan, Tag("less_than")]
    | Annotated[MoreThan, Tag("more_than")]
    | Annotated[Before, Tag("before")]
    | Annotated[OnOrBefore, Tag("on_or_before")]
    | Annotated[After, Tag("after")]
    | Annotated[OnOrAfter, Tag("on_or_after")]
    | Annotated[InTerm, Tag("in_term")]
    | Annotated[Within, Tag("within")]
    | Annotated[Elapsed, Tag("elapsed")]
    | Annotated[Reviewed, Tag("reviewed")],
    Discriminator(
        _word,
        custom_error_type="predicate",
        custom_error_message="expected a mapping of one predicate of the vocabulary",
    ),
]

for _node in (All, AnyOf, Several, SomeOf, Not):
    _node.model_rebuild()
