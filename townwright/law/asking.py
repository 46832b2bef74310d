"""Asking: which facts settle a gate, one question at a time, and as few of them as can be.

An `Enquiry` holds a gate against what has been told so far. While the gate can still go either way, `ask` names the one
question that comes next: the fact whose answers leave the least open, so that the whole is settled soonest. A fact is
asked only where it can still make a difference: its possible answers are tried out (yes and no, every choice, the
numbers about a limit), with those of the facts that are open beside it. What makes no difference is never asked, and
once nothing does, the gate is settled.

Facts that a pack puts *together* (`enquiries.Together`) are one question: a list to tick, or a few measures. It holds
those that still matter when each before it in the list has the answer that leaves the most open ("None of these").

A fact that somebody does not know is put *aside*. The rest may settle the gate without it; where it does not, the
enquiry ends open, and the office has to say. Who does not know it of a whole list is asked its facts *singly*.

A gate that is met has its warnings settled too, since they are a part of the answer; what only the office can say of
them is not asked, and they stand. `known: …` asks nobody: what nobody has told is not there, and what a rule asks only
where it is known is not asked either, unless something else in the gate asks for the same fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from townwright.law.calendar import Calendar
from townwright.law.enquiries import Topic
from townwright.law.facts import MEASURED, Fact, Kind, Value
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.gates import Gate, Requirement, Why
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
    """The question that comes next: its fact, or the facts that are asked together, and about how many further
    questions may follow it.
    """

    facts: tuple[Fact, ...]
    further: int

    @property
    def fact(self) -> Fact:
        """The fact, or the first of them."""
        return self.facts[0]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its facts."""
        return tuple(fact.name for fact in self.facts)


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
    """An enquiry as far as answers lead: the questions put in their order, each with its facts, and what comes then."""

    steps: tuple[tuple[str, ...], ...]
    then: Question | Settled

    @property
    def asked(self) -> tuple[str, ...]:
        """The facts asked for, in their order."""
        return tuple(name for step in self.steps for name in step)


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
    `told` are facts that are known from the start; `together` are lists of facts that make one question.
    """

    gate: Gate
    on: date
    first: tuple[str, ...] = ()
    told: _Told = field(default_factory=dict)
    together: tuple[tuple[str, ...], ...] = ()
    _kept: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def facts(self) -> frozenset[str]:
        """The names of all facts that may be asked for."""
        return self._wanted - self.told.keys()

    @property
    def _wanted(self) -> frozenset[str]:
        """The facts that some rule asks for, and not only where they are known."""
        if "wanted" not in self._kept:
            self._kept["wanted"] = frozenset(name for one in self._requirements() for name in _wants(one))
        wanted: frozenset[str] = self._kept["wanted"]
        return wanted

    @property
    def _of_office(self) -> frozenset[str]:
        """Those that are for the office to say. What it has not said leaves a warning standing, and asks nobody."""
        catalogue = self.gate.catalogue
        return frozenset(name for name in self.facts if catalogue[name].held_by != "applicant")

    def walk(self, answers: _Told, aside: Iterable[str] = (), singly: Iterable[str] = ()) -> Walk:
        """Go through the questions in their order as far as the answers reach. Answers to what is not asked on the way
        are left out. Of a list that is answered in part, the rest is the next question.
        """
        unknown, alone = frozenset(aside), frozenset(singly)
        told: dict[str, Value] = {}
        put: set[str] = set()
        steps: list[tuple[str, ...]] = []
        while True:
            then = self.ask(told, put, alone)
            if isinstance(then, Settled):
                return Walk(tuple(steps), then)
            step = tuple(name for name in then.names if name in unknown or name in answers)
            if not step:
                return Walk(tuple(steps), then)
            put.update(name for name in step if name in unknown)
            told.update({name: answers[name] for name in step if name not in unknown})
            steps.append(step)

    def ask(self, told: _Told, aside: Iterable[str] = (), singly: Iterable[str] = ()) -> Question | Settled:
        """The next question, or the end. Raises `FactError` for a fact of the wrong type."""
        unknown, alone = frozenset(aside), frozenset(singly)
        key = (frozenset(told.items()), unknown, alone)
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._ask({**self.told, **told}, unknown, alone)
        then: Question | Settled = self._kept[key]
        return then

    # -- how it stands -----------------------------------------------------------------------------------------

    def _ask(self, told: _Told, aside: frozenset[str], singly: frozenset[str]) -> Question | Settled:
        facts: dict[str, Value] = dict(told)
        while (standing := self._stand(facts, aside)).end is None:
            ranked = sorted(standing.open, key=lambda name: self._rank(name, facts, aside))
            name = ranked[0]
            if self._matters(name, facts, aside):
                names = self._with(name, facts, aside, singly)
                left = self._left(name, facts, aside, frozenset(names))
                return Question(tuple(self.gate.catalogue[each] for each in names), int(left + 0.5))
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
            self._kept[key] = tuple(reword(r, self._wanted - aside) for r in self._requirements())
        reworded: tuple[Requirement, ...] = self._kept[key]
        return reworded

    def _stand(self, facts: _Told, aside: frozenset[str]) -> _Standing:
        asked = self._asked(facts)
        tested = [(r, *hold(r, asked)) for r in self._as_asked(aside)]
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

    def _left(self, name: str, facts: _Told, aside: frozenset[str], beside: frozenset[str] = frozenset()) -> float:
        """How many questions an answer leaves open, over all its values; without those that are put with it."""
        values = self._values(name, facts)
        left = [self._stand({**facts, name: value}, aside).open for value in values]
        return sum(len({self._list_of(each) for each in names if each not in beside}) for names in left) / len(values)

    def _list_of(self, name: str) -> tuple[str, ...]:
        """The facts that are asked together with one; the fact alone where there are none."""
        return next((names for names in self.together if name in names), (name,))

    def _with(self, name: str, facts: _Told, aside: frozenset[str], singly: frozenset[str]) -> tuple[str, ...]:
        """A fact and those that are asked together with it, in the order of their list: each that still matters when
        those before it were answered so as to go on.
        """
        if name in singly:
            return (name,)
        so = {**facts, name: self._going_on(name, facts, aside)}
        names = {name}
        for other in self._list_of(name):
            if other in so or other in aside or other in singly:
                continue
            standing = self._stand(so, aside)
            if other in (*standing.open, *standing.later) and self._matters(other, so, aside):
                so[other] = self._going_on(other, so, aside)
                names.add(other)
        return tuple(each for each in self._list_of(name) if each in names)

    def _going_on(self, name: str, facts: _Told, aside: frozenset[str]) -> Value:
        """The answer that leaves the most open; of several no, or nothing to tick. Of measures that are asked together
        one that makes the others matter: beside a lot without end no area is too large.
        """
        values = sorted(self._values(name, facts), key=lambda value: value is not False and value != frozenset())
        others = self._list_of(name) if self.gate.catalogue[name].kind in MEASURED else ()

        def left(value: Value) -> tuple[int, bool]:
            so = {**facts, name: value}
            return len(self._stand(so, aside).open), any(
                self._matters(other, so, aside) for other in others if other not in so
            )

        return max(values, key=left)

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
        return any(self._turns(name, {**facts, other: value}, aside, tries) for value in self._values(other, facts))

    # -- what a fact can be ------------------------------------------------------------------------------------

    def _values(self, name: str, facts: _Told) -> tuple[Value, ...]:
        """Values of a fact that stand for all others: one for each way in which the gate can take it."""
        return values_of(self.gate.catalogue[name], self._leaves(), self._asked(facts))

    def _leaves(self) -> Iterator[Node]:
        for requirement in self._requirements():
            yield from leaves(requirement.need)
            if requirement.when is not None:
                yield from leaves(requirement.when)
            for exception in requirement.exceptions:
                yield from leaves(exception.when)
                if exception.need is not None:
                    yield from leaves(exception.need)


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
    told = {name: value for name, value in read.items() if value is not None}
    return Enquiry(gate, on, first, told, tuple(one.facts for one in pack.enquiries.together.values()))


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
        says=f"{title} needs an operating permit",
        cite=section.cite,
        carries=(*section.carries, *(one for left_out in category.exceptions for one in left_out.carries)),
        need=AnyOf(any=tuple(free)),
        why=Why(met="It is not of this kind, or an exception covers it", unmet="No exception covers it"),
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


def hold(requirement: Requirement, asked: Asked) -> tuple[bool | None, tuple[str, ...]]:
    """Whether a requirement holds whatever else may be told, and if that is `None` the facts that are open.

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


def reword(requirement: Requirement, wanted: frozenset[str]) -> Requirement:
    """A requirement in which `known` of some facts is open until they are told, and no longer "not there"."""
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


def _wants(requirement: Requirement) -> Iterator[str]:
    """The facts that a requirement asks for: not those that it asks only where they are known."""
    known = _known(requirement.when)
    parts = [(requirement.need, known), (requirement.when, frozenset[str]())]
    for exception in requirement.exceptions:
        parts += [(exception.when, known), (exception.need, known | _known(exception.when))]
    for node, recorded in parts:
        for leaf in leaves(node) if node is not None else ():
            if not isinstance(leaf, Known):
                yield from (name for name in leaf.names() if name not in recorded)


def _known(node: Node | None) -> frozenset[str]:
    """The facts that must be known for a condition to hold."""
    match node:
        case Known():
            return frozenset({node.known})
        case All():
            return frozenset(name for part in node.all for name in _known(part))
    return frozenset()


def leaves(node: Node) -> Iterator[Node]:
    """The predicates over facts of which one is made."""
    if isinstance(node, Together):
        for _, part in node.parts():
            yield from leaves(part)
    else:
        yield node


# ----------------------------------------------------------------------------------------------------- values


def values_of(fact: Fact, conditions: Iterable[Node], asked: Asked) -> tuple[Value, ...]:
    """Values of a fact that stand for all others: one for each way in which predicates over facts can take it."""
    if fact.kind is Kind.BOOL:
        return True, False
    if fact.kind is Kind.CHOICE and fact.choices:
        return tuple(fact.choices)
    nodes = [node for node in conditions if fact.name in node.names()]
    if fact.kind in MEASURED:
        return tuple(_numbers(fact, nodes, asked))
    if fact.kind is Kind.DATE:
        return tuple(_days(fact.name, nodes, asked))
    if fact.kind is Kind.SET:
        return tuple(_sets(fact, nodes))
    return tuple(_words(fact.name, nodes, asked))


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
    moves = (-40_000, *range(-4, 5), 40_000)
    days = {day.toordinal() + move for day in turning for move in moves}
    return [date.fromordinal(day) for day in sorted(days) if 1 <= day <= date.max.toordinal()]


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
