"""How many questions the enquiries of the shipped towns take at most, and that none of them could be left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from townwright.law.asking import Enquiry, Question, Settled, enquiry, kinds, topics
from townwright.law.facts import Kind, Value
from townwright.law.findings import Outcome
from townwright.law.packs import compile_pack, shipped_names

ON = date(2026, 11, 17)
TOWNS = [name for name in shipped_names() if name != "new-york"]

#: The most questions of a topic, once it is chosen; of an operating permit, once its kind is.
MOST: dict[str, dict[str, int]] = {
    "chester": {"work": 3, "use": 1, "earthmoving": 1},
    "cortlandt": {"work": 5, "use": 1},
    "shelter-island": {"work": 6, "demolition": 1, "solar": 5, "septic": 1, "use": 1},
    "sweden": {"empty": 1, "work": 1, "use": 1},
}
#: The same of the kinds of operating permits, which most towns have from the State; of others it is one.
MOST_OF_A_KIND = {"fumigation": 3, "hot_work": 3, "tires": 2, "explosives": 2, "outdoor_event": 2, "parking_garage": 1}
#: Chester's own list asks more of these.
OF_CHESTER = {"production_materials": 2}
NOBODY: frozenset[str] = frozenset()
#: The enquiry with so many ways that to try every order of its questions takes long.
MANY_WAYS = ("shelter-island", "work", "")


@cache
def put(town: str, topic: str, kind: str = "") -> Enquiry:
    """An enquiry of a town."""
    pack = compile_pack(town)
    return enquiry(pack, topics(pack, ON)[topic], ON, kind)


def every() -> Iterator[tuple[str, str, str]]:
    """Every enquiry of every town: its topic, and its kind of operating permit. The State's kinds are those of several
    towns; one of them stands for all.
    """
    for town in TOWNS:
        pack = compile_pack(town)
        for key, topic in topics(pack, ON).items():
            if not topic.operating:
                yield town, key, ""
            elif town in ("chester", "cortlandt"):
                yield from ((town, key, kind) for kind in kinds(pack, ON))


ENQUIRIES = list(every())


def most(town: str, topic: str, kind: str) -> int:
    """How many questions it may take."""
    if not kind:
        return MOST[town][topic]
    return (MOST_OF_A_KIND | (OF_CHESTER if town == "chester" else {})).get(kind, 1)


@dataclass(frozen=True, slots=True)
class Path:
    """One way through an enquiry: what was told, question by question, and how it ended."""

    told: Mapping[str, Value]
    steps: tuple[tuple[str, ...], ...]
    then: Settled


def answers(work: Enquiry, then: Question, told: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
    """Every answer to one fact; to a list that none is so, and each thing alone. Of answers that leave the same open,
    one stands for all.
    """
    so = {**work.told, **told}
    none: dict[str, Value] = {}
    for name in then.names:
        none[name] = work._going_on(name, {**so, **none}, NOBODY)
    seen = set()
    for name in then.names:
        for value in work._values(name, so):
            given = {**none, name: value}
            standing = work._stand({**so, **given}, NOBODY)
            if standing not in seen:
                seen.add(standing)
                yield given


@cache
def paths(town: str, topic: str, kind: str) -> tuple[Path, ...]:
    """Every way through an enquiry."""
    work, found = put(town, topic, kind), []
    open_: list[tuple[dict[str, Value], tuple[tuple[str, ...], ...]]] = [({}, ())]
    while open_:
        told, steps = open_.pop()
        then = work.ask(told)
        if isinstance(then, Settled):
            found.append(Path(told, steps, then))
            continue
        open_ += [({**told, **given}, (*steps, then.names)) for given in answers(work, then, told)]
    return tuple(found)


@pytest.mark.parametrize(("town", "topic", "kind"), ENQUIRIES)
def test_no_way_through_takes_more_questions_than_the_table_says(town: str, topic: str, kind: str) -> None:
    """Given every enquiry, when all its ways are walked, then the longest takes as many questions as the table says."""
    longest = max(paths(town, topic, kind), key=lambda path: len(path.steps))

    assert len(longest.steps) == most(town, topic, kind), longest.steps


def pages(work: Enquiry, told: Mapping[str, Value]) -> list[tuple[str, ...]]:
    """Every question that could be put: the facts not told, those of a list together."""
    left = sorted(work.facts - told.keys())
    return list(dict.fromkeys(tuple(each for each in work._list_of(name) if each in left) for name in left))


def settles_within(work: Enquiry, told: dict[str, Value], count: int) -> bool:
    """Whether some order of questions settles it within so many, whatever is answered."""
    if work._stand({**work.told, **told}, NOBODY).end is not None:
        return True
    return count > 0 and any(
        all(
            settles_within(work, {**told, **given}, count - 1)
            for given in answers(work, Question(tuple(work.gate.catalogue[name] for name in page), 0), told)
        )
        for page in pages(work, told)
    )


def no_fewer_tell(work: Enquiry, path: Path) -> bool:
    """Whether none of the questions of a way could be left out, whatever is asked in its place: where all answers are
    known, no smaller number of questions gives enough of them.
    """
    so = dict(path.told)
    for name in sorted(work.facts - so.keys()):
        so[name] = work._values(name, {**work.told, **so})[-1]
    for some in combinations(pages(work, {}), len(path.steps) - 1):
        told = {name: so[name] for page in some for name in page}
        if work._stand({**work.told, **told}, NOBODY).end is not None:
            return False
    return True


@pytest.mark.parametrize(
    ("town", "topic", "kind"),
    [pytest.param(*one, marks=[pytest.mark.long] if one == MANY_WAYS else []) for one in ENQUIRIES],
)
def test_no_order_of_questions_takes_fewer(town: str, topic: str, kind: str) -> None:
    """Given the most that an enquiry takes, then there is a case that cannot be settled by fewer; or else every order
    of questions, held against every answer, takes as many.
    """
    work, count = put(town, topic, kind), most(town, topic, kind)
    longest = [path for path in paths(town, topic, kind) if len(path.steps) == count]
    longest.sort(key=lambda path: path.then.ending == "unmet")  # where it is free, everything had to be told

    assert any(no_fewer_tell(work, path) for path in longest) or not settles_within(work, {}, count - 1)


@pytest.mark.parametrize(("town", "topic", "kind"), ENQUIRIES)
def test_no_two_yes_or_no_questions_follow_one_another(town: str, topic: str, kind: str) -> None:
    """What is yes or no stands on one list wherever it can be asked in one."""
    work = put(town, topic, kind)
    catalogue = work.gate.catalogue
    for path in paths(town, topic, kind):
        single = [len(step) == 1 and catalogue[step[0]].kind is Kind.BOOL for step in path.steps]
        pairs = zip(single, single[1:], strict=False)
        assert not any(one and other for one, other in pairs), path.steps


SLOWLY = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def confirmed_by_office(work: Enquiry) -> frozenset[str]:
    """What warns until the office confirms it: nobody is asked, and the warning stands."""
    hard = [one for one in work.gate.requirements if not one.warn]
    asked = {name for one in hard for name in replace(work.gate, requirements=(one,)).needs(ON)}
    return work._of_office - asked


@pytest.mark.parametrize(("town", "topic", "kind"), ENQUIRIES)
@given(data=st.data())
@SLOWLY
def test_the_short_way_ends_as_if_everything_had_been_asked(
    town: str, topic: str, kind: str, data: st.DataObject
) -> None:
    """Given answers to all that could be asked, when only the questions of the way are put, then the end is the gate's
    own on everything, with the warnings that go with it.
    """
    work = put(town, topic, kind)
    so: dict[str, Any] = {}
    for name in sorted(work.facts - confirmed_by_office(work)):
        so[name] = data.draw(st.sampled_from(work._values(name, {**work.told, **so})), label=name)

    walk = work.walk(so)

    whole = work.gate.decide({**work.told, **so}, ON)
    assert isinstance(walk.then, Settled)
    assert (walk.then.ending == "met") is whole.allowed
    assert len(walk.steps) <= most(town, topic, kind)
    if whole.allowed:
        short = {finding.key for finding in walk.then.decision.of(Outcome.WARNING)}
        assert short == {finding.key for finding in whole.of(Outcome.WARNING)}
