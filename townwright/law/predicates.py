"""The closed vocabulary in which a pack says what must be so: named predicates over facts, with three
outcomes.

A predicate holds, does not hold, or cannot be told because facts are missing (Kleene's logic: one "no"
settles `all`, one "yes" settles `any`, whatever is still unknown). There is no expression language: what
these words cannot say becomes a new word here, for every town.

In a pack each is a mapping of one key, its word: `at_least: {fact: documents.sets, limit: 2}`. A comparison
holds a fact against a `limit` written out, an `other` fact (or a `percent` of it), or a dated `value` of the
pack; dates are held against the day of the act where nothing else is named.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Discriminator, Field, StrictBool, StrictInt, StrictStr, Tag, model_validator

from townwright.law.addresses import wrong_with_address, wrong_with_person
from townwright.law.calendar import MONTHS, Calendar, Period, in_words
from townwright.law.facts import MEASURED, Catalogue, Fact, FactError, Kind, Value
from townwright.law.loader import Place
from townwright.law.model import Rules
from townwright.law.words import listed

#: What is wrong with a predicate as a pack wrote it: where, and what was expected.
Complaint = tuple[Place, str]

DATES = frozenset({Kind.DATE})
LISTS = frozenset({Kind.SET})
YES_NO = frozenset({Kind.BOOL})
WORDED = frozenset({Kind.CHOICE, Kind.TEXT})


@dataclass(frozen=True, slots=True)
class Asked:
    """What a predicate is held against: the facts told, the day of the act, and the pack's own words, calendar
    and dated values.
    """

    facts: Mapping[str, object]
    on: date
    catalogue: Catalogue
    calendar: Calendar
    values: Callable[[str, date], object] = field(default=lambda name, on: None)

    def read(self, name: str) -> Value | None:
        """A fact's value in its own type; `None` where nobody has told it. Raises `FactError`."""
        value = self.facts.get(name)
        return None if value is None else self.catalogue.read(name, value)

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


def _unknown(asked: Asked, *names: str) -> Verdict:
    """The verdict where some of these facts are missing."""
    gone = tuple(name for name in dict.fromkeys(names) if asked.read(name) is None)
    words = listed([asked.fact(name).says for name in gone])
    return Verdict(None, f"{words} not known", facts=names, missing=gone)


class Node(Rules, ABC):
    """One predicate: a model with a single field that bears the predicate's word."""

    #: The kinds of facts that it can be held against.
    kinds: ClassVar[frozenset[Kind]] = frozenset(Kind)

    @property
    def word(self) -> str:
        """The predicate's word in the vocabulary."""
        return _word_of(type(self))

    @property
    def given(self) -> Any:
        """What stands under the word."""
        return getattr(self, _field_of(type(self)))

    @abstractmethod
    def test(self, asked: Asked) -> Verdict:
        """Hold the predicate against the facts. Raises `FactError` for a fact of the wrong type."""

    @abstractmethod
    def names(self) -> Iterator[str]:
        """The facts that the predicate may ask for."""

    def check(self, catalogue: Catalogue, values: Mapping[str, Kind]) -> Iterator[Complaint]:
        """What is wrong with the facts that it names; `values` are the pack's dated values with their kinds."""
        for name in self.names():
            try:
                kind = catalogue[name].kind
            except FactError as error:
                yield (self.word,), str(error)
            else:
                if kind not in self.kinds:
                    expected = listed(sorted(k.value for k in self.kinds), "or")
                    yield (self.word,), f"expected a fact that is a {expected}; {name} is a {kind.value}"


@cache
def _field_of(node: type[Node]) -> str:
    return next(iter(node.model_fields))


def _word_of(node: type[Node]) -> str:
    return _field_of(node).rstrip("_")


# ---------------------------------------------------------------------------------------------- together


class Together(Node):
    """A predicate made of others."""

    @abstractmethod
    def parts(self) -> Iterator[tuple[Place, Node]]:
        """The predicates that it is made of, each with its place."""

    def names(self) -> Iterator[str]:
        for _, part in self.parts():
            yield from part.names()

    def check(self, catalogue: Catalogue, values: Mapping[str, Kind]) -> Iterator[Complaint]:
        for place, part in self.parts():
            for deeper, says in part.check(catalogue, values):
                yield (*place, *deeper), says

    def join(self, asked: Asked, settle: Callable[[list[bool | None]], bool | None]) -> Verdict:
        """One verdict out of those of the parts: its words are those of the parts that settled it, or name what
        is open.
        """
        verdicts = [part.test(asked) for _, part in self.parts()]
        holds = settle([v.holds for v in verdicts])
        telling = [v for v in verdicts if v.holds is holds]
        facts = tuple(dict.fromkeys(name for v in verdicts for name in v.facts))
        if len(telling) == 1:
            return replace(telling[0], facts=facts)
        if holds is None:
            return replace(_unknown(asked, *(name for v in telling for name in v.missing)), facts=facts)
        return Verdict(holds, "; ".join(dict.fromkeys(v.says for v in telling)), facts)


def _all_hold(found: list[bool | None]) -> bool | None:
    return False if False in found else None if None in found else True


def _one_holds(found: list[bool | None]) -> bool | None:
    return True if True in found else None if None in found else False


class All(Together):
    """Holds where every part holds."""

    all: Annotated[tuple[Predicate, ...], Field(min_length=1)]

    def parts(self) -> Iterator[tuple[Place, Node]]:
        for at, part in enumerate(self.all):
            yield ("all", at), part

    def test(self, asked: Asked) -> Verdict:
        return self.join(asked, _all_hold)


class AnyOf(Together):
    """Holds where one part holds."""

    any: Annotated[tuple[Predicate, ...], Field(min_length=1)]

    def parts(self) -> Iterator[tuple[Place, Node]]:
        for at, part in enumerate(self.any):
            yield ("any", at), part

    def test(self, asked: Asked) -> Verdict:
        return self.join(asked, _one_holds)


class Several(Rules):
    """How many parts must hold."""

    limit: Annotated[StrictInt, Field(ge=1)]
    of: Annotated[tuple[Predicate, ...], Field(min_length=2)]


class SomeOf(Together):
    """Holds where at least so many parts hold: two of three signatures, say."""

    some_of: Several

    def parts(self) -> Iterator[tuple[Place, Node]]:
        for at, part in enumerate(self.some_of.of):
            yield ("some_of", "of", at), part

    def test(self, asked: Asked) -> Verdict:
        return self.join(asked, self._enough)

    def _enough(self, found: list[bool | None]) -> bool | None:
        missing = self.some_of.limit - found.count(True)
        return True if missing <= 0 else None if missing <= found.count(None) else False


class Not(Together):
    """Holds where its part does not; unknown stays unknown."""

    not_: Predicate = Field(alias="not")

    def parts(self) -> Iterator[tuple[Place, Node]]:
        yield ("not",), self.not_

    def test(self, asked: Asked) -> Verdict:
        inner = self.not_.test(asked)
        return replace(inner, holds=None if inner.holds is None else not inner.holds)


class Never(Node):
    """Never holds: what the code gives no way to do. The words say so."""

    never: StrictStr

    def names(self) -> Iterator[str]:
        yield from ()

    def test(self, asked: Asked) -> Verdict:
        return Verdict(False, self.never)


# ------------------------------------------------------------------------------------------ one fact alone


class OneFact(Node):
    """A predicate over a single fact, whose name stands under the word."""

    def names(self) -> Iterator[str]:
        yield self.given

    def judge(self, asked: Asked, holds: bool, value: Value, words: str = "") -> Verdict:
        """The verdict over a value that is known."""
        shown = asked.show(self.given, value)
        says = asked.fact(self.given).says
        return Verdict(
            holds, f"{says} {words}" if words else f"{says}: {shown}", (self.given,), fact=value, fact_shown=shown
        )


def _blank(value: Value) -> bool:
    return value in ("", frozenset())


class Known(OneFact):
    """Holds where the fact has been told and is not blank. Never unknown: what nobody has told is not there."""

    known: StrictStr

    def test(self, asked: Asked) -> Verdict:
        value = asked.read(self.known)
        if value is None or _blank(value):
            return Verdict(False, f"{asked.fact(self.known).says} not given", (self.known,))
        return self.judge(asked, True, value)


class Filled(OneFact):
    """Holds where the fact is told and not blank; unknown, and so a question, where nobody has told it."""

    filled: StrictStr

    def test(self, asked: Asked) -> Verdict:
        value = asked.read(self.filled)
        if value is None:
            return _unknown(asked, self.filled)
        return self.judge(asked, not _blank(value), value, "left blank" if _blank(value) else "")


class IsTrue(OneFact):
    """Holds where the answer is yes."""

    kinds = YES_NO
    is_true: StrictStr

    def test(self, asked: Asked) -> Verdict:
        value = asked.read(self.is_true)
        return _unknown(asked, self.is_true) if value is None else self.judge(asked, value is True, value)


class IsFalse(OneFact):
    """Holds where the answer is no."""

    kinds = YES_NO
    is_false: StrictStr

    def test(self, asked: Asked) -> Verdict:
        value = asked.read(self.is_false)
        return _unknown(asked, self.is_false) if value is None else self.judge(asked, value is False, value)


class Empty(OneFact):
    """Holds where nothing is on the list; otherwise the words name what is."""

    kinds = LISTS
    empty: StrictStr

    def test(self, asked: Asked) -> Verdict:
        value = asked.read(self.empty)
        return _unknown(asked, self.empty) if value is None else self.judge(asked, _blank(value), value)


class StreetAddress(OneFact):
    """Holds where the address, or each on a list, is a street address and no post office box."""

    kinds = frozenset({Kind.TEXT, Kind.SET})
    street_address: StrictStr

    def test(self, asked: Asked) -> Verdict:
        value = asked.read(self.street_address)
        if value is None:
            return _unknown(asked, self.street_address)
        addresses = [value] if isinstance(value, str) else sorted(value if isinstance(value, frozenset) else ())
        wrong = [f"{each or 'blank'} ({what})" for each in addresses if (what := wrong_with_address(each))]
        says = asked.fact(self.street_address).says
        words = f"{says}: {listed(wrong)}" if wrong else f"{says}: {asked.show(self.street_address, value)}"
        return Verdict(
            not wrong, words, (self.street_address,), fact=value, fact_shown=asked.show(self.street_address, value)
        )


class NaturalPerson(OneFact):
    """Holds where the name is that of a human being, with first and last name: no corporation, partnership or LLC."""

    kinds = frozenset({Kind.TEXT})
    natural_person: StrictStr

    def test(self, asked: Asked) -> Verdict:
        value = asked.read(self.natural_person)
        if value is None:
            return _unknown(asked, self.natural_person)
        wrong = wrong_with_person(str(value))
        shown = asked.show(self.natural_person, value)
        words = f"{asked.fact(self.natural_person).says}: {shown}{f' ({wrong})' if wrong else ''}"
        return Verdict(not wrong, words, (self.natural_person,), fact=value, fact_shown=shown)


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
    """A predicate over a fact and values written out."""

    @property
    def wanted(self) -> tuple[str | int, ...]:
        """The values written out."""
        given: ToValue | ToValues = self.given
        return given.values if isinstance(given, ToValues) else (given.value,)

    def names(self) -> Iterator[str]:
        yield self.given.fact

    def judge(self, asked: Asked, decide: Callable[[Any], bool]) -> Verdict:
        """The verdict of a test over the value read."""
        name: str = self.given.fact
        value, fact = asked.read(name), asked.fact(name)
        if value is None:
            return _unknown(asked, name)
        shown = fact.show(value)
        wanted = listed([fact.choices.get(str(item), str(item)) for item in self.wanted], "or")
        limit = self.wanted[0] if len(self.wanted) == 1 else self.wanted
        return Verdict(decide(value), f"{fact.says}: {shown}", (name,), (), value, limit, shown, wanted)

    def check(self, catalogue: Catalogue, values: Mapping[str, Kind]) -> Iterator[Complaint]:
        wrong = [*super().check(catalogue, values)]
        yield from wrong
        if not wrong and (choices := catalogue[self.given.fact].choices):
            for value in self.wanted:
                if value not in choices:
                    yield (self.word,), f"expected one of {listed(choices, 'or')}, not {value!r}"


class Equals(Held):
    """Holds where the fact is that word or number."""

    kinds = WORDED | MEASURED
    equals: ToValue

    def test(self, asked: Asked) -> Verdict:
        wanted = asked.fact(self.equals.fact).read(self.equals.value)
        return self.judge(asked, lambda value: bool(value == wanted))


class OneOf(Held):
    """Holds where the fact is one of these words."""

    kinds = WORDED
    one_of: ToValues

    def test(self, asked: Asked) -> Verdict:
        return self.judge(asked, lambda value: value in self.one_of.values)


class Contains(Held):
    """Holds where the list has this word in it."""

    kinds = LISTS
    contains: ToValue

    def test(self, asked: Asked) -> Verdict:
        return self.judge(asked, lambda value: self.contains.value in value)


class ContainsAll(Held):
    """Holds where the list has every one of these words."""

    kinds = LISTS
    contains_all: ToValues

    def test(self, asked: Asked) -> Verdict:
        return self.judge(asked, frozenset(self.contains_all.values).issubset)


class ContainsAny(Held):
    """Holds where the list has at least one of these words."""

    kinds = LISTS
    contains_any: ToValues

    def test(self, asked: Asked) -> Verdict:
        return self.judge(asked, lambda value: not value.isdisjoint(self.contains_any.values))


class Of(Rules):
    """A list and a number."""

    fact: StrictStr
    limit: Annotated[StrictInt, Field(ge=0)]


class Counted(Node):
    """A predicate over how many things are on a list."""

    kinds = LISTS

    def names(self) -> Iterator[str]:
        yield self.given.fact

    def count(self, asked: Asked, compare: Callable[[int, int], bool]) -> Verdict:
        """The verdict of a comparison with the number of things."""
        given: Of = self.given
        value = asked.read(given.fact)
        if value is None:
            return _unknown(asked, given.fact)
        assert isinstance(value, frozenset)
        number, limit = len(value), given.limit
        words = f"{asked.fact(given.fact).says}: {number} of {limit}"
        holds = compare(number, limit)
        return Verdict(holds, words, (given.fact,), (), number, limit, str(number), str(limit))


class CountAtLeast(Counted):
    """Holds where the list has at least so many things."""

    count_at_least: Of

    def test(self, asked: Asked) -> Verdict:
        return self.count(asked, operator.ge)


class CountAtMost(Counted):
    """Holds where the list has at most so many things."""

    count_at_most: Of

    def test(self, asked: Asked) -> Verdict:
        return self.count(asked, operator.le)


# ------------------------------------------------------------------------------------- one against another


class TwoFacts(Rules):
    """Two facts held against each other."""

    fact: StrictStr
    other: StrictStr


class SameAs(Node):
    """Holds where two facts are equal: the name on the seal and the signer's, say. Letter case and spaces do
    not count.
    """

    same_as: TwoFacts

    def names(self) -> Iterator[str]:
        yield self.same_as.fact
        yield self.same_as.other

    def test(self, asked: Asked) -> Verdict:
        names = tuple(self.names())
        one, two = (asked.read(name) for name in names)
        if one is None or two is None:
            return _unknown(asked, *names)
        shown, against = (asked.show(name, value) for name, value in zip(names, (one, two), strict=True))
        says = "; ".join(f"{asked.fact(name).says}: {text}" for name, text in zip(names, (shown, against), strict=True))
        return Verdict(_plainly(one) == _plainly(two), says, names, (), one, two, shown, against)


def _plainly(value: Value) -> object:
    return " ".join(value.casefold().split()) if isinstance(value, str) else value


class Against(Rules):
    """A fact and what it is held against: a limit written out, another fact (or a percentage of it), a dated
    value of the pack, or nothing, which means the day of the act.
    """

    fact: StrictStr
    limit: StrictStr | StrictInt | None = None
    other: StrictStr | None = None
    value: StrictStr | None = None
    percent: Annotated[StrictInt, Field(ge=1)] | None = None
    add: Annotated[StrictInt, Field(ge=1)] | None = None
    """So much more than the other fact."""
    plus: tuple[StrictStr, ...] = ()
    """Facts of a measure that are added to the first before it is held against the limit."""

    @model_validator(mode="after")
    def _one_limit(self) -> Against:
        if sum(part is not None for part in (self.limit, self.other, self.value)) > 1:
            raise ValueError("expected one of limit, other and value, not several")
        if self.percent is not None and self.other is None:
            raise ValueError("expected other beside percent: the fact of which it is a share")
        if self.add is not None and self.other is None:
            raise ValueError("expected other beside add: the fact that is added to")
        return self


class Comparison(Node):
    """A predicate that holds one fact against a limit."""

    def names(self) -> Iterator[str]:
        given: Against = self.given
        yield given.fact
        if given.other is not None:
            yield given.other
        yield from given.plus

    def _value(self, asked: Asked) -> Value | None:
        """The fact with what is added to it; `None` where one of them is not known."""
        given: Against = self.given
        value = asked.read(given.fact)
        for name in given.plus:
            more = asked.read(name)
            if not isinstance(value, Decimal | int) or not isinstance(more, Decimal | int):
                return None
            value += more
        return value

    def _limit(self, asked: Asked) -> Value | None:
        """The limit in the fact's own type; `None` where it is a fact that nobody has told."""
        given: Against = self.given
        fact = asked.fact(given.fact)
        if given.other is not None:
            other = asked.read(given.other)
            if (given.percent or given.add) and isinstance(other, Decimal | int):
                return Decimal(other) * (given.percent or 100) / 100 + (given.add or 0)
            return other
        if given.value is not None:
            return fact.read(asked.values(given.value, asked.on))
        return asked.on if given.limit is None else fact.read(given.limit)

    def compare(self, asked: Asked, decide: Callable[[Any, Any], bool], phrase: str) -> Verdict:
        """The verdict of a comparison; `phrase` says how the fact stands to the limit where it holds."""
        names = tuple(self.names())
        value, limit = self._value(asked), self._limit(asked)
        if value is None or limit is None:
            return _unknown(asked, *names)
        fact = asked.fact(names[0])
        shown, against = fact.show(value), fact.show(limit)
        holds = decide(value, limit)
        what = listed([asked.fact(name).says for name in (names[0], *self.given.plus)])
        words = f"{what} {shown}, {phrase if holds else f'not {phrase}'} {against}"
        return Verdict(holds, words, names, (), value, limit, shown, against)

    def check(self, catalogue: Catalogue, values: Mapping[str, Kind]) -> Iterator[Complaint]:
        wrong = [*super().check(catalogue, values)]
        yield from wrong
        given: Against = self.given
        for key in ("plus", "add"):
            if getattr(given, key) and self.kinds != MEASURED:
                yield (self.word, key), f"expected {key} beside numbers or amounts alone"
        if given.value is not None and given.value not in values:
            yield (self.word, "value"), f"no dated value is called {given.value!r}"
        if given.limit is not None and not wrong:
            try:
                catalogue[given.fact].read(given.limit)
            except FactError as error:
                yield (self.word, "limit"), str(error)


class Measure(Comparison):
    """A comparison of numbers or amounts."""

    kinds = MEASURED

    def check(self, catalogue: Catalogue, values: Mapping[str, Kind]) -> Iterator[Complaint]:
        yield from super().check(catalogue, values)
        given: Against = self.given
        if given.limit is None and given.other is None and given.value is None:
            yield (self.word,), "expected a limit, an other fact or a value"


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


class Before(Comparison):
    """Holds where the fact's day is earlier."""

    kinds = DATES
    before: Against

    def test(self, asked: Asked) -> Verdict:
        return self.compare(asked, operator.lt, "before")


class OnOrBefore(Comparison):
    """Holds where the fact's day is the same or earlier."""

    kinds = DATES
    on_or_before: Against

    def test(self, asked: Asked) -> Verdict:
        return self.compare(asked, operator.le, "on or before")


class After(Comparison):
    """Holds where the fact's day is later."""

    kinds = DATES
    after: Against

    def test(self, asked: Asked) -> Verdict:
        return self.compare(asked, operator.gt, "after")


class OnOrAfter(Comparison):
    """Holds where the fact's day is the same or later."""

    kinds = DATES
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

    kinds = DATES
    in_term: Term

    def names(self) -> Iterator[str]:
        yield self.in_term.from_
        yield self.in_term.until

    def test(self, asked: Asked) -> Verdict:
        names = tuple(self.names())
        first, last = (asked.read(name) for name in names)
        if first is None:
            return _unknown(asked, names[0])
        assert isinstance(first, date)
        assert last is None or isinstance(last, date)
        holds = first <= asked.on and (last is None or asked.on <= last)
        shown = f"from {asked.show(names[0], first)}"
        if last is not None:
            shown = f"{shown} to {asked.show(names[1], last)}"
        words = f"{asked.fact(names[0]).says} {shown}"
        return Verdict(holds, words, names, (), first, last, shown, asked.show(names[0], asked.on))


class Span(Period):
    """A length of time from one day; `rolls` where it is for an act, which § 25-a carries on."""

    fact: StrictStr
    of: StrictStr | None = None
    rolls: StrictBool = False

    def last(self, start: date, calendar: Calendar) -> date:
        """The last day of the length that begins after a day."""
        return calendar.act_by(start, self) if self.rolls else calendar.nominal(start, self)


class Spanned(Node):
    """A predicate over a day and a length of time."""

    kinds = DATES

    def names(self) -> Iterator[str]:
        given: Span = self.given
        yield given.fact
        if given.of is not None:
            yield given.of

    def days(self, asked: Asked) -> list[date] | None:
        """The days told, in the order of `names`; `None` where one is missing."""
        read = [asked.read(name) for name in self.names()]
        told = [day for day in read if isinstance(day, date)]
        return told if len(told) == len(read) else None


class Within(Spanned):
    """Holds where a day is no later than so long after another: an end six months from the start at most.

    Without `of` the fact itself is the start, and the day of the act must lie within: a survey not older than
    30 days.
    """

    within: Span

    def test(self, asked: Asked) -> Verdict:
        names, days, span = tuple(self.names()), self.days(asked), self.within
        if days is None:
            return _unknown(asked, *names)
        start, end = (days[0], asked.on) if span.of is None else (days[1], days[0])
        last = span.last(start, asked.calendar)
        holds = start <= end <= last
        shown, against = asked.show(span.fact, days[0]), asked.show(span.fact, last)
        says = asked.fact(span.fact).says
        words = f"{says} {shown}, {'' if holds else 'not '}within {span}; the last day is {against}"
        return Verdict(holds, words, names, (), days[0], last, shown, against)


class Elapsed(Spanned):
    """Holds once more than so long has passed since a day, by the day of the act or by `of`: unoccupied for
    more than 90 days, on the 91st.
    """

    elapsed: Span

    def test(self, asked: Asked) -> Verdict:
        names, days, span = tuple(self.names()), self.days(asked), self.elapsed
        if days is None:
            return _unknown(asked, *names)
        start, end = days[0], asked.on if span.of is None else days[1]
        last = span.last(start, asked.calendar)
        holds = end > last
        shown, against = asked.show(span.fact, start), asked.show(span.fact, last)
        words = f"{asked.fact(span.fact).says} {shown}, {'more' if holds else 'not more'} than {span} ago"
        return Verdict(holds, words, names, (), start, last, shown, against)


#: A day of each year, "11-01".
DayOfYear = Annotated[StrictStr, Field(pattern=r"^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")]


class Season(Rules):
    """A part of each year, its first and last day included; it may run over the new year."""

    from_: DayOfYear = Field(alias="from")
    to: DayOfYear
    fact: StrictStr | None = None

    def has(self, day: date) -> bool:
        """Whether a day lies in it."""
        at = f"{day:%m-%d}"
        return self.from_ <= at <= self.to if self.from_ <= self.to else at >= self.from_ or at <= self.to


class InSeason(Node):
    """Holds where the day of the act, or that of a fact, lies in a part of the year: the heating season."""

    kinds = DATES
    in_season: Season

    def names(self) -> Iterator[str]:
        if self.in_season.fact is not None:
            yield self.in_season.fact

    def test(self, asked: Asked) -> Verdict:
        name, season = self.in_season.fact, self.in_season
        day = asked.on if name is None else asked.read(name)
        if name is not None and day is None:
            return _unknown(asked, name)
        assert isinstance(day, date)
        says = asked.fact(name).says if name else "The day of the act"
        words = f"{says} {in_words(day)}, the season {_season_day(season.from_)} to {_season_day(season.to)}"
        return Verdict(season.has(day), words, tuple(self.names()), fact=day, fact_shown=in_words(day))


def _season_day(at: str) -> str:
    return f"{int(at[3:])} {MONTHS[int(at[:2]) - 1]}"


# ------------------------------------------------------------------------------------------------ checklists


class Item(Rules):
    """One line of a checklist: the fact that holds its result, and what counts as done."""

    fact: StrictStr
    done: Annotated[tuple[StrictStr, ...], Field(min_length=1)] = ("satisfied",)
    may_not_apply: Literal["never", "with reason"] = "with reason"
    noted: tuple[StrictStr, ...] = ()
    """Results that count only with a note."""


class Reviewed(Node):
    """Holds where a line of a checklist is done, or does not apply for a written reason (fact `<line>.reason`).

    What the reviewer noted (fact `<line>.note`) is the reason given where it is not. A result that is `noted` counts
    only with a note.
    """

    reviewed: Item

    def names(self) -> Iterator[str]:
        yield self.reviewed.fact
        yield f"{self.reviewed.fact}.reason"
        yield f"{self.reviewed.fact}.note"

    def test(self, asked: Asked) -> Verdict:
        item = self.reviewed
        state, reason, note = (asked.read(name) for name in self.names())
        if state is None:
            return Verdict(None, "Not looked at yet", (item.fact,), (item.fact,))
        shown = asked.show(item.fact, state)
        holds, words = state in item.done, str(note or shown)
        if holds and state in item.noted and not note:
            return Verdict(False, f"{shown[:1].upper()}{shown[1:]}, but no note is written", (item.fact,), fact=state)
        if state == "not applicable":
            holds = item.may_not_apply == "with reason" and bool(reason)
            words = f"Not applicable: {reason}" if holds else _why_not(item)
        return Verdict(holds, words[:1].upper() + words[1:], (item.fact,), fact=state, fact_shown=shown)


def _why_not(item: Item) -> str:
    return "It always applies" if item.may_not_apply == "never" else "Not applicable, but no reason is written"


# ------------------------------------------------------------------------------------------- the vocabulary

#: Every predicate, as docs and checks list them.
VOCABULARY: tuple[type[Node], ...] = (
    All, AnyOf, SomeOf, Not, Never,
    Known, Filled, IsTrue, IsFalse, Empty, StreetAddress, NaturalPerson,
    Equals, OneOf, Contains, ContainsAll, ContainsAny, CountAtLeast, CountAtMost, SameAs,
    AtMost, AtLeast, LessThan, MoreThan,
    Before, OnOrBefore, After, OnOrAfter, InTerm, Within, Elapsed, InSeason,
    Reviewed,
)  # fmt: skip

#: Every word.
WORDS = tuple(_word_of(node) for node in VOCABULARY)


def _word_in(value: object) -> str | None:
    """The word of a predicate as a pack writes it, or of one already read; `None` where it is neither."""
    match value:
        case Node():
            return value.word
        case dict() if len(value) == 1 and (word := next(iter(value))) in WORDS:
            return str(word)
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
    | Annotated[StreetAddress, Tag("street_address")]
    | Annotated[NaturalPerson, Tag("natural_person")]
    | Annotated[Equals, Tag("equals")]
    | Annotated[OneOf, Tag("one_of")]
    | Annotated[Contains, Tag("contains")]
    | Annotated[ContainsAll, Tag("contains_all")]
    | Annotated[ContainsAny, Tag("contains_any")]
    | Annotated[CountAtLeast, Tag("count_at_least")]
    | Annotated[CountAtMost, Tag("count_at_most")]
    | Annotated[SameAs, Tag("same_as")]
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
    | Annotated[InSeason, Tag("in_season")]
    | Annotated[Reviewed, Tag("reviewed")],
    Discriminator(
        _word_in,
        custom_error_type="predicate",
        custom_error_message="expected a mapping of one predicate of the vocabulary",
    ),
]

for _node in (All, AnyOf, Several, SomeOf, Not):
    _node.model_rebuild()
