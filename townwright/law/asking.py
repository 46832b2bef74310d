"""Asking: which facts settle a gate, one question at a time, and as few of them as can be.

An `Enquiry` holds a gate against what has been told so far. While the gate can still go either way, `ask` names the one
question that comes next: the fact whose answers leave the least open, so that the whole is settled soonest. A fact is
asked only where it can still make a difference: its possible answers are tried out (yes and no, every choice, the
numbers about a limit), with those of the facts that are open beside it. What makes no difference is never asked, and
once nothing does, the gate is settled.

A fact that somebody does not know is put *aside*. The rest may settle the gate without it; where it does not, the
enquiry ends open, and the office has to say.

A gate that is met has its warnings settled too, since they are a part of the answer; what only the office can say of
them is not asked, and they stand. `known: …` alone asks nobody: what nobody has told is not there, unless another
requirement of the gate asks for the same fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Literal

from townwright.law.calendar import Calendar
from townwright.law.enquiries import Topic
from townwright.law.facts import MEASURED, Fact, Kind, Value
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.gates import Gate, Requirement
from townwright.law.packs import Pack
from townwright.law.predicates import (
    All,
    AnyOf,
    Asked,
    Counted,
    Filled,
    Held,
    Known,
    Node,
    Not,
    SameAs,
    SomeOf,
    Spanned,
    Together,
    Verdict,
)
from townwright.law.programmes import FastTrack

#: How a gate ends: nothing stands in the way, something does, or it cannot be told from what people know.
Ending = Literal["met", "unmet", "open"]

#: How many tries may be spent on whether a fact makes a difference, before it is taken to make one.
MOST_TRIES = 3000
#: How many answers an enquiry remembers, for one question a page.
MOST_KEPT = 5000

_STEP = {Kind.INT: Decimal(1), Kind.NUMBER: Decimal("0.01"), Kind.MONEY: Decimal("0.01")}
_WAIVED = Verdict(True, "")


@dataclass(frozen=True, slots=True)
class Question:
    """The question that comes next: its fact, and about how many further ones may follow it."""

    fact: Fact
    further: int


@dataclass(frozen=True, slots=True)
class Settled:
    """The end of an enquiry. `decision` is the gate's own; `waived` are the keys of the requirements that an exception
    lifts, whose words are among what was not asked.
    """

    ending: Ending
    decision: Decision
    waived: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Walk:
    """An enquiry as far as answers lead: the facts asked for in their order, and what comes then."""

    asked: tuple[str, ...]
    then: Question | Settled


@dataclass(frozen=True, slots=True)
class _Standing:
    """How a gate stands: its end (with the warnings that are a part of it) or the facts that are open, and those on
    which a warning hangs once the rest is met.
    """

    end: tuple[Ending, frozenset[str]] | None
    open: tuple[str, ...] = ()
    later: tuple[str, ...] = ()


_Told = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Enquiry:
    """A gate to be settled on a day. `first` are facts that are asked before others wherever they make a difference;
    `told` are facts that are known from the start.
    """

    gate: Gate
    on: date
    first: tuple[str, ...] = ()
    told: _Told = field(default_factory=dict)
    _kept: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def facts(self) -> frozenset[str]:
        """The names of all facts that may be asked for."""
        return self.gate.needs(self.on) - self.told.keys()

    @property
    def _of_office(self) -> frozenset[str]:
        """Those that are for the office to say. What it has not said leaves a warning standing, and asks nobody."""
        catalogue = self.gate.catalogue
        return frozenset(name for name in self.facts if catalogue[name].held_by != "applicant")

    def walk(self, answers: _Told, aside: Iterable[str] = ()) -> Walk:
        """Go through the questions in their order as far as the answers reach. Answers to what is not asked on the way
        are left out.
        """
        unknown = frozenset(aside)
        told: dict[str, Value] = {}
        put: set[str] = set()
        asked: list[str] = []
        while True:
            then = self.ask(told, put)
            if isinstance(then, Settled):
                return Walk(tuple(asked), then)
            name = then.fact.name
            if name in unknown:
                put.add(name)
            elif name in answers:
                told[name] = answers[name]
            else:
                return Walk(tuple(asked), then)
            asked.append(name)

    def ask(self, told: _Told, aside: Iterable[str] = ()) -> Question | Settled:
        """The next question, or the end. Raises `FactError` for a fact of the wrong type."""
        unknown = frozenset(aside)
        key = (frozenset(told.items()), unknown)
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._ask({**self.told, **told}, unknown)
        then: Question | Settled = self._kept[key]
        return then

    # -- how it stands -----------------------------------------------------------------------------------------

    def _ask(self, told: _Told, aside: frozenset[str]) -> Question | Settled:
        facts: dict[str, Value] = dict(told)
        while (standing := self._stand(facts, aside)).end is None:
            ranked = sorted(standing.open, key=lambda name: self._rank(name, facts, aside))
            name = ranked[0]
            if self._matters(name, facts, aside):
                return Question(self.gate.catalogue[name], int(self._left(name, facts, aside) + 0.5))
            # Whatever it is, the end is the same: any value will do, and nobody has to be asked.
            facts[name] = self._values(name, facts)[0]
        if (plain := self._stand(told, aside)).end == standing.end:
            facts, standing = dict(told), plain
        assert standing.end is not None
        decision = self.gate.decide(facts, self.on)
        asked = self._asked(facts)
        waived = frozenset(r.key for r in self._requirements() if _waives(r, asked))
        return Settled(standing.end[0], decision, waived)

    def _asked(self, facts: _Told) -> Asked:
        return Asked(facts, self.on, self.gate.catalogue, self.gate.calendar, self.gate.values)

    def _requirements(self) -> Iterator[Requirement]:
        """Those in force and asked in this town."""
        for requirement in self.gate.requirements:
            if requirement.in_force(self.on) and requirement.key not in self.gate.switched_off:
                yield requirement

    def _as_asked(self, aside: frozenset[str]) -> tuple[Requirement, ...]:
        """The requirements, with `known` left open where the fact is asked for anyhow, and not by somebody who does not
        know it.
        """
        key = ("as asked", aside)
        if key not in self._kept:
            wanted = {name for node in self._leaves() if not isinstance(node, Known) for name in node.names()}
            self._kept[key] = tuple(_reword(r, frozenset(wanted - aside)) for r in self._requirements())
        reworded: tuple[Requirement, ...] = self._kept[key]
        return reworded

    def _stand(self, facts: _Told, aside: frozenset[str]) -> _Standing:
        asked = self._asked(facts)
        tested = [(r, *_hold(r, asked)) for r in self._as_asked(aside)]
        hard = [(holds, names) for r, holds, names in tested if not r.warn]
        if any(holds is False for holds, _ in hard):
            return _Standing(("unmet", frozenset()))
        later = _open([(holds, names) for r, holds, names in tested if r.warn], aside | self._of_office)
        if any(holds is None for holds, _ in hard):
            names = _open(hard, aside)
            return _Standing(None, names, later) if names else _Standing(("open", frozenset()))
        if later:
            return _Standing(None, later)
        return _Standing(("met", frozenset(r.key for r, holds, _ in tested if r.warn and holds is not True)))

    # -- which question comes next -----------------------------------------------------------------------------

    def _rank(self, name: str, facts: _Told, aside: frozenset[str]) -> tuple[int, float]:
        """What is asked first, then what leaves the least open; the rest in the order of the gate."""
        place = self.first.index(name) if name in self.first else len(self.first)
        return place, self._left(name, facts, aside)

    def _left(self, name: str, facts: _Told, aside: frozenset[str]) -> float:
        """How many facts an answer leaves open, over all its values."""
        values = self._values(name, facts)
        return sum(len(self._stand({**facts, name: value}, aside).open) for value in values) / len(values)

    def _matters(self, name: str, facts: _Told, aside: frozenset[str]) -> bool:
        """Whether some values of the other open facts make the end hang on this one."""
        tries = iter(range(MOST_TRIES))
        return self._turns(name, facts, aside, tries)

    def _turns(self, name: str, facts: _Told, aside: frozenset[str], tries: Iterator[int]) -> bool:
        if next(tries, None) is None:
            return True
        standing = self._stand(facts, aside)
        if name not in (*standing.open, *standing.later):
            return False
        found = [self._stand({**facts, name: value}, aside) for value in self._values(name, facts)]
        ends = {standing.end for standing in found if standing.end is not None}
        if len(ends) > 1:
            return True
        other = next((one for standing in found for one in standing.open), None)
        if other is None:
            return False
        return any(
            self._turns(name, {**facts, other: value}, aside, tries) for value in self._values(other, facts)
        )

    # -- what a fact can be ------------------------------------------------------------------------------------

    def _values(self, name: str, facts: _Told) -> tuple[Value, ...]:
        """Values of a fact that stand for all others: one for each way in which the gate can take it."""
        fact = self.gate.catalogue[name]
        asked = self._asked(facts)
        if fact.kind is Kind.BOOL:
            return True, False
        if fact.kind is Kind.CHOICE and fact.choices:
            return tuple(fact.choices)
        nodes = [node for node in self._leaves() if name in node.names()]
        if fact.kind in MEASURED:
            return tuple(_numbers(fact, nodes, asked))
        if fact.kind is Kind.DATE:
            return tuple(_days(name, nodes, asked))
        if fact.kind is Kind.SET:
            return tuple(_sets(fact, nodes))
        return tuple(_words(name, nodes, asked))

    def _leaves(self) -> Iterator[Node]:
        for requirement in self._requirements():
            yield from _leaves(requirement.need)
            if requirement.when is not None:
                yield from _leaves(requirement.when)
            for exception in requirement.exceptions:
                yield from _leaves(exception.when)
                if exception.need is not None:
                    yield from _leaves(exception.need)


# ------------------------------------------------------------------------------------------- topics of a town


def topics(pack: Pack, on: date) -> Mapping[str, Topic]:
    """What people can ask about in a town, in its order; of operating permits only where some kind is in force, of a
    fast track only while it is.
    """
    tracks = _tracks(pack, on)
    return {
        key: topic
        for key, topic in pack.enquiries.shown.items()
        if (not topic.operating or kinds(pack, on)) and (not topic.fast_track or topic.fast_track in tracks)
    }


def kinds(pack: Pack, on: date) -> Mapping[str, str]:
    """The kinds of operating permits in force on a day: key to title."""
    return {
        key: category.title
        for key, category in pack.operating.categories.items()
        if category.longest.on(on) is not None
    }


def enquiry(pack: Pack, topic: Topic, on: date, kind: str = "") -> Enquiry:
    """What settles a topic on a day: its gate, the conditions of a fast track, or the condition of one kind of
    operating permit.

    Raises `KeyError` for a kind or a track that is not in force, `UnknownName` for a gate that the pack has not.
    """
    first = topic.first
    if topic.operating:
        gate = _of_kind(pack, kind, on)
        # What makes it of this kind is asked before what would excuse it.
        first = (*first, *pack.operating.categories[kind].when.names())
    else:
        gate = _of_track(pack, topic.fast_track, on) if topic.fast_track else pack.gate(topic.gate)
    read = {name: pack.catalogue.read(name, given) for name, given in topic.tells.items()}
    return Enquiry(gate, on, first, {name: value for name, value in read.items() if value is not None})


def _of_kind(pack: Pack, kind: str, on: date) -> Gate:
    """A kind of operating permit as a gate that is met where none is needed."""
    title = kinds(pack, on)[kind]
    category = pack.operating.categories[kind]
    rule = category.longest.on(on)
    section = category.section or rule
    assert section is not None
    free: list[Any] = [Not.model_validate({"not": category.when}), *(left_out.when for left_out in category.exceptions)]
    requirement = Requirement(
        key=kind,
        says=f"{title}: no operating permit is needed",
        cite=section.cite,
        carries=(*section.carries, *(one for left_out in category.exceptions for one in left_out.carries)),
        need=AnyOf(any=tuple(free)),
    )
    return _gate(pack, f"operating.{kind}", title, requirement)


def _of_track(pack: Pack, key: str, on: date) -> Gate:
    """The conditions of a fast track as a gate."""
    rule = _tracks(pack, on)[key]
    conditions = (
        Requirement(key=name, says=one.title, cite=one.cite, carries=one.carries, need=one.when)
        for name, one in rule.conditions.items()
    )
    return _gate(pack, f"fast_track.{key}", rule.title, *conditions)


def _tracks(pack: Pack, on: date) -> Mapping[str, FastTrack]:
    """The fast tracks in force on a day."""
    found = ((key, series.on(on)) for key, series in pack.programmes.fast_tracks.items())
    return {key: rule.value for key, rule in found if rule is not None}


def _gate(pack: Pack, name: str, title: str, *requirements: Requirement) -> Gate:
    return Gate(name, title, requirements, pack.catalogue, Calendar(pack.holidays), {}, pack.value, pack.hash)


def state_warnings(pack: Pack, topic: Topic, told: _Told, on: date) -> tuple[Finding, ...]:
    """Where a town excuses what the State does not let it excuse, or it cannot be told: the State's findings."""
    if not topic.state:
        return ()
    decision = pack.gate(topic.state).decide({**topic.tells, **told}, on)
    return tuple(replace(finding, outcome=Outcome.WARNING) for finding in decision.standing_in_the_way)


# ---------------------------------------------------------------------------------------------- requirements


def _hold(requirement: Requirement, asked: Asked) -> tuple[bool | None, tuple[str, ...]]:
    """Whether a requirement holds whatever else may be told, and else the facts that are open.

    The gate's own answer, but not before it is final: an exception that is still open keeps it open wherever it could
    make a difference, behind another exception too.
    """
    verdicts = []
    if requirement.when is not None:
        applies = requirement.when.test(asked)
        if applies.holds is False:
            return True, ()
        if applies.holds is None:
            verdicts.append((_WAIVED, applies.missing))
    exceptions = [(e, e.when.test(asked)) for e in requirement.exceptions if e.in_force(asked.on)]
    applying = [e for e, verdict in exceptions if verdict.holds is True]
    labels = {e.label for e in applying}
    winning = [e for e in applying if labels - {e.label} <= set(e.goes_before)] or applying
    beaten = {label for e in winning for label in e.goes_before}
    for need in [e.need for e in winning] or [requirement.need]:
        verdicts.append((_WAIVED if need is None else need.test(asked), ()))
    for e, verdict in exceptions:
        if verdict.holds is None and e.label not in beaten:
            verdicts.append((_WAIVED if e.need is None else e.need.test(asked), verdict.missing))
    ends = {verdict.holds for verdict, _ in verdicts}
    if len(ends) == 1 and None not in ends:
        return ends.pop(), ()
    return None, tuple(name for verdict, names in verdicts for name in (*names, *verdict.missing))


def _reword(requirement: Requirement, wanted: frozenset[str]) -> Requirement:
    """A requirement in which `known` is open until told for some facts."""
    exceptions = (
        e.model_copy(update={"when": _open_known(e.when, wanted), "need": e.need and _open_known(e.need, wanted)})
        for e in requirement.exceptions
    )
    return requirement.model_copy(
        update={
            "need": _open_known(requirement.need, wanted),
            "when": requirement.when and _open_known(requirement.when, wanted),
            "exceptions": tuple(exceptions),
        }
    )


def _open_known(node: Any, wanted: frozenset[str]) -> Any:
    match node:
        case Known() if node.known in wanted:
            return Filled(filled=node.known)
        case All():
            return node.model_copy(update={"all": tuple(_open_known(part, wanted) for part in node.all)})
        case AnyOf():
            return node.model_copy(update={"any": tuple(_open_known(part, wanted) for part in node.any)})
        case Not():
            return node.model_copy(update={"not_": _open_known(node.not_, wanted)})
        case SomeOf():
            of = tuple(_open_known(part, wanted) for part in node.some_of.of)
            return node.model_copy(update={"some_of": node.some_of.model_copy(update={"of": of})})
    return node


def _waives(requirement: Requirement, asked: Asked) -> bool:
    """Whether an exception lifts a requirement that would be asked."""
    if requirement.when is not None and requirement.when.test(asked).holds is not True:
        return False
    return any(
        e.need is None and e.in_force(asked.on) and e.when.test(asked).holds is True for e in requirement.exceptions
    )


def _open(tested: Iterable[tuple[bool | None, tuple[str, ...]]], aside: frozenset[str]) -> tuple[str, ...]:
    """The open facts, each once, without those that nobody can tell."""
    names = (name for holds, names in tested if holds is None for name in names)
    return tuple(name for name in dict.fromkeys(names) if name not in aside)


def _leaves(node: Node) -> Iterator[Node]:
    """The predicates over facts of which one is made."""
    if isinstance(node, Together):
        for _, part in node.parts():
            yield from _leaves(part)
    else:
        yield node


# ----------------------------------------------------------------------------------------------------- values


def _told(asked: Asked, name: str, value: Value) -> Asked:
    return Asked({**asked.facts, name: value}, asked.on, asked.catalogue, asked.calendar, asked.values)


#: Far beyond every limit.
_FAR = Decimal(10**9)


def _numbers(fact: Fact, nodes: Iterable[Node], asked: Asked) -> list[Value]:
    """About every limit: below, at and above it; nothing, and far more than enough.

    What a comparison holds against each other grows evenly with the fact, on whichever side it stands.
    """
    step = _STEP[fact.kind]
    limits = {Decimal(0), _FAR}
    for node in nodes:
        apart = [_apart(node.test(_told(asked, fact.name, probe))) for probe in (0, 1)]
        if apart[0] is not None and apart[1] is not None and (slope := apart[1] - apart[0]):
            limits.add(-apart[0] / slope)
    numbers = sorted({limit + move for limit in limits for move in (-step, Decimal(0), step) if limit + move >= 0})
    if fact.kind is Kind.INT:
        return list(dict.fromkeys(int(number) for number in numbers))
    return list(numbers)


def _apart(verdict: Verdict) -> Decimal | None:
    """How far what was found lies from what it is held against."""
    return None if verdict.fact is None or verdict.limit is None else Decimal(verdict.fact) - Decimal(verdict.limit)


def _days(name: str, nodes: Iterable[Node], asked: Asked) -> list[Value]:
    """The day of asking, and the days about each limit. Months are of several lengths: a few days either way."""
    probe = _told(asked, name, asked.on)
    turning = {asked.on}
    for node in nodes:
        verdict = node.test(probe)
        for day in (verdict.limit, verdict.fact):
            if isinstance(day, date):
                turning |= {day, asked.on - (day - asked.on)} if isinstance(node, Spanned) else {day}
    moves = [timedelta(days=days) for days in (-40_000, *range(-4, 5), 40_000)]
    return sorted({day + move for day in turning for move in moves})


def _sets(fact: Fact, nodes: Iterable[Node]) -> list[Value]:
    """Nothing, each thing alone, all of them, and as many as are counted."""
    wanted = [str(word) for node in nodes if isinstance(node, Held) for word in node.wanted]
    counted = [node.given.limit for node in nodes if isinstance(node, Counted)]
    things = list(dict.fromkeys([*fact.choices, *wanted]))
    things += [f"thing {count}" for count in range(1, max(counted, default=0) + 2 - len(things))]
    sizes = {size for limit in counted for size in (limit - 1, limit, limit + 1) if size > 0}
    together = [tuple(things[:size]) for size in sorted(sizes)]
    return list(dict.fromkeys(map(frozenset, [(), *((thing,) for thing in things), *together, tuple(things)])))


def _words(name: str, nodes: Iterable[Node], asked: Asked) -> list[Value]:
    """The words that it is held against, others, and none."""
    found: list[Value] = ["other words", ""]
    for node in nodes:
        if isinstance(node, Held):
            found += [str(word) for word in node.wanted]
        elif isinstance(node, SameAs):
            found += [str(value) for each in node.names() if (value := asked.read(each)) is not None]
    return list(dict.fromkeys(found))
