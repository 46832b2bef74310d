"""Asking: the fewest questions that settle a gate, none of them idle, and an answer that is the gate's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.law.packs.making import make_pack
from townwright.law import asking
from townwright.law.asking import Enquiry, Question, Settled, Walk, enquiry, kinds, state_warnings, topics
from townwright.law.calendar import Calendar
from townwright.law.facts import Catalogue, Fact, Kind
from townwright.law.findings import Outcome
from townwright.law.gates import Gate, Requirement
from townwright.law.packs import Pack, UnknownName, compile_pack

ON = date(2026, 11, 17)
CALENDAR: Calendar = compile_pack("new-york").calendar()

KINDS = {"shed": "a shed", "deck": "a deck", "house": "a house"}
CATALOGUE = Catalogue(
    replace(fact, held_by="office" if fact.name in ("ruling", "confirmed") else "applicant")
    for fact in [
        Fact("kind", Kind.CHOICE, "Kind", "What is it?", choices=KINDS),
        Fact("detached", Kind.BOOL, "Detached", "Does it stand alone?"),
        Fact("lived_in", Kind.BOOL, "Lived in", "Will anybody live in it?"),
        Fact("wired", Kind.BOOL, "Wired", "Is there wiring?"),
        Fact("area", Kind.INT, "Area", "How large is it?", unit="sq ft"),
        Fact("lot", Kind.INT, "Lot", "How large is the lot?", unit="sq ft"),
        Fact("porch", Kind.INT, "Porch", "How large is the porch?", unit="sq ft"),
        Fact("cost", Kind.MONEY, "Cost", "What does it cost?"),
        Fact("depth", Kind.NUMBER, "Depth", "How deep is it?", unit="in"),
        Fact("since", Kind.DATE, "Empty since", "Since when is it empty?"),
        Fact("until", Kind.DATE, "Until", "Until when?"),
        Fact("systems", Kind.SET, "Systems", "Which systems?", choices={"heat": "heat", "water": "water"}),
        Fact("papers", Kind.SET, "Papers", "Which papers?"),
        Fact("owner", Kind.TEXT, "Owner", "Who is the owner?"),
        Fact("signer", Kind.TEXT, "Signer", "Who signs?"),
        Fact("style", Kind.CHOICE, "Style", "Which style?"),
        Fact("ruling", Kind.TEXT, "Ruling", "Which ruling?"),
        Fact("confirmed", Kind.BOOL, "Confirmed", "Does the officer confirm it?"),
    ]
)


def gate(*requirements: dict[str, Any]) -> Gate:
    """A gate of some requirements."""
    read = [Requirement.model_validate({"key": f"r{at}", "says": f"{at}", **r}) for at, r in enumerate(requirements)]
    return Gate("test", "May it be done?", tuple(read), CATALOGUE, CALENDAR)


def ask(*requirements: dict[str, Any], **more: Any) -> Enquiry:
    """An enquiry of a gate of some requirements."""
    return Enquiry(gate(*requirements), ON, **more)


def asked(then: Question | Settled) -> str:
    """The fact that is asked for next."""
    assert isinstance(then, Question)
    return then.fact.name


def asked_together(then: Question | Settled) -> tuple[str, ...]:
    """The facts of the next question."""
    assert isinstance(then, Question)
    return then.names


def end(then: Question | Settled) -> str:
    """How it ended."""
    assert isinstance(then, Settled)
    return then.ending


SMALL_SHED = {
    "all": [
        {"equals": {"fact": "kind", "value": "shed"}},
        {"is_true": "detached"},
        {"is_false": "lived_in"},
        {"at_most": {"fact": "area", "limit": 144}},
    ]
}
CHEAP_DECK = {"all": [{"equals": {"fact": "kind", "value": "deck"}}, {"less_than": {"fact": "cost", "limit": "10000"}}]}


class TestWhichQuestion:
    def test_is_the_one_that_leaves_the_least_open(self) -> None:
        """What kind of work it is settles a house at once, and leaves one list of conditions to the others."""
        work = ask({"need": {"any": [SMALL_SHED, CHEAP_DECK]}})

        assert asked(work.ask({})) == "kind"
        assert end(work.ask({"kind": "house"})) == "unmet"
        assert asked(work.ask({"kind": "deck"})) == "cost"
        assert asked(work.ask({"kind": "shed"})) == "detached"

    def test_stops_as_soon_as_nothing_more_can_change_the_answer(self) -> None:
        work = ask({"need": {"any": [SMALL_SHED, CHEAP_DECK]}})

        no = work.walk({"kind": "shed", "detached": False, "lived_in": False, "area": 20})

        assert no.asked == ("kind", "detached")
        assert end(no.then) == "unmet"

    @pytest.mark.parametrize(("cost", "ending"), [("9999.99", "met"), ("10000.00", "unmet"), ("10000.01", "unmet")])
    def test_the_answer_is_the_gates_own_at_and_about_the_limit(self, cost: str, ending: str) -> None:
        work = ask({"need": {"any": [SMALL_SHED, CHEAP_DECK]}})

        walk = work.walk({"kind": "deck", "cost": Decimal(cost)})

        assert end(walk.then) == ending
        assert isinstance(walk.then, Settled)
        assert walk.then.decision == work.gate.decide({"kind": "deck", "cost": Decimal(cost)}, ON)

    def test_what_is_named_first_is_asked_first_where_it_makes_a_difference(self) -> None:
        work = ask({"need": {"any": [SMALL_SHED, CHEAP_DECK]}}, first=("area", "cost", "wired"))

        assert asked(work.ask({})) == "area"
        assert asked(work.ask({"area": 900})) == "cost"
        assert asked(work.ask({"area": 900, "cost": Decimal(500)})) == "kind"

    def test_what_is_known_from_the_start_is_never_asked(self) -> None:
        work = ask({"need": {"any": [SMALL_SHED, CHEAP_DECK]}}, told={"kind": "deck"})

        assert work.facts == {"detached", "lived_in", "area", "cost"}
        assert work.walk({"cost": Decimal(1)}).asked == ("cost",)

    def test_what_can_make_no_difference_is_passed_over(self) -> None:
        """Wired or not: the same follows. Nobody is asked, and the fact stays untold where the gate allows."""
        either = {"any": [{"is_true": "wired"}, {"is_false": "wired"}]}

        work = ask({"need": {"all": [either, {"is_true": "detached"}]}})

        assert asked(work.ask({})) == "detached"
        settled = work.walk({"detached": False}).then
        assert isinstance(settled, Settled)
        assert settled.ending == "unmet"
        assert settled.decision == work.gate.decide({"detached": False}, ON)
        assert end(work.walk({"detached": True}).then) == "met"

    def test_says_about_how_many_may_follow(self) -> None:
        work = ask({"need": {"any": [SMALL_SHED, CHEAP_DECK]}})

        first = work.ask({})
        last = work.ask({"kind": "deck"})

        assert isinstance(first, Question) and isinstance(last, Question)
        assert (first.further, last.further) == (1, 0)

    def test_an_answer_that_is_not_asked_for_on_the_way_is_left_out(self) -> None:
        work = ask({"need": {"any": [SMALL_SHED, CHEAP_DECK]}})

        walk = work.walk({"kind": "deck", "area": 4, "cost": Decimal(1)})

        assert walk.asked == ("kind", "cost")

    def test_what_only_a_record_can_show_is_not_asked(self) -> None:
        work = ask({"need": {"any": [{"known": "ruling"}, {"is_true": "detached"}]}})

        assert work.walk({"detached": False}).asked == ("detached",)

    def test_what_must_be_recorded_is_asked_where_something_hangs_on_it_anyhow(self) -> None:
        """Nobody has said how large the lot is: that is a question, and no "no" yet."""
        recorded = {"need": {"any": [{"not": {"known": "ruling"}}, {"known": "lot"}]}}
        work = ask({"need": {"at_most": {"fact": "area", "other": "lot"}}}, {"need": {"known": "lot"}}, recorded)

        assert work.walk({"lot": 9, "area": 9}).asked in (("area", "lot"), ("lot", "area"))
        assert end(work.walk({"lot": 9, "area": 9}).then) == "met"
        assert end(work.walk({"area": 9}, {"lot"}).then) == "unmet", "not known, and so not recorded"

    def test_is_not_asked_of_a_rule_that_is_out_of_force_or_switched_off(self) -> None:
        rules = gate(
            {"need": {"is_true": "detached"}, "until": "2020-01-01"},
            {"need": {"is_true": "wired"}},
            {"need": {"is_false": "lived_in"}},
        )
        town = Gate("test", "?", rules.requirements, CATALOGUE, CALENDAR, {"r1": "another authority"})

        assert Enquiry(town, ON).walk({"lived_in": False}).asked == ("lived_in",)


REPAIR = {
    "all": [
        {"equals": {"fact": "kind", "value": "shed"}},
        {"is_false": "lived_in"},
        {"is_false": "wired"},
        {"is_true": "detached"},
    ]
}


class TestFactsThatArePutTogether:
    LIST = ("detached", "wired", "lived_in")

    def repair(self, **more: Any) -> Enquiry:
        return ask({"need": REPAIR}, first=("kind",), together=(self.LIST,), **more)

    def test_are_one_question_in_the_order_of_their_list(self) -> None:
        walk = self.repair().walk({"kind": "shed", "detached": True, "wired": False, "lived_in": False})

        assert walk.steps == (("kind",), self.LIST)
        assert walk.asked == ("kind", *self.LIST)
        assert end(walk.then) == "met"

    def test_are_told_from_by_one_that_breaks_it(self) -> None:
        walk = self.repair().walk({"kind": "shed", "detached": True, "wired": True, "lived_in": False})

        assert (end(walk.then), len(walk.steps)) == ("unmet", 2)

    def test_are_asked_one_by_one_of_somebody_who_does_not_know_them_all(self) -> None:
        so = {"kind": "shed", "detached": True, "wired": False, "lived_in": False}

        walk = self.repair().walk(so, singly=self.LIST)

        assert {len(step) for step in walk.steps} == {1}
        assert len(walk.steps) == 4

    def test_are_asked_for_the_rest_where_a_part_was_told(self) -> None:
        work = self.repair()

        walk = work.walk({"kind": "shed", "wired": False})

        assert walk.steps == (("kind",), ("wired",))
        assert isinstance(walk.then, Question) and walk.then.names == ("detached", "lived_in")

    def test_leave_out_what_makes_no_difference_any_more(self) -> None:
        """A deck that is wired is not free whatever else is so: nothing but its wiring is asked."""
        deck = {"all": [{"equals": {"fact": "kind", "value": "deck"}}, {"is_false": "wired"}]}
        work = ask({"need": {"any": [REPAIR, deck]}}, first=("kind",), together=(self.LIST,))

        assert asked_together(work.ask({"kind": "deck"})) == ("wired",)
        assert asked_together(work.ask({"kind": "shed"})) == self.LIST

    def test_can_be_left_to_somebody_who_knows(self) -> None:
        walk = self.repair().walk({"kind": "shed", "detached": True, "lived_in": False}, {"wired"})

        assert walk.steps == (("kind",), self.LIST)
        assert end(walk.then) == "open"

    def test_can_be_measures_each_beside_the_other(self) -> None:
        """Beside a lot without end no area is too large; all the same both stand on one page."""
        need = {"at_most": {"fact": "area", "plus": ["porch"], "other": "lot", "percent": 25}}
        work = ask({"need": need}, together=(("area", "porch", "lot"),))

        assert asked_together(work.ask({})) == ("area", "porch", "lot")
        assert end(work.walk({"area": 80, "porch": 20, "lot": 400}).then) == "met"
        assert end(work.walk({"area": 80, "porch": 21, "lot": 400}).then) == "unmet"

    def test_count_as_one_in_what_may_follow(self) -> None:
        first = self.repair().ask({})

        assert isinstance(first, Question) and first.names == ("kind",)
        assert first.further == 0, "two of three kinds settle it; the third leaves one list"
        assert isinstance(listed := self.repair().ask({"kind": "shed"}), Question) and listed.further == 0


class TestWhatIsAskedOnlyWhereItIsKnown:
    def test_is_not_asked(self) -> None:
        """A cost that the office works out takes the place of the told one once it is there, and nobody is asked it."""
        rule = {
            "need": {"less_than": {"fact": "cost", "limit": "10000"}},
            "exceptions": [
                {
                    "label": "worked out",
                    "when": {"all": [{"known": "area"}, {"is_true": "wired"}]},
                    "need": {"at_most": {"fact": "area", "limit": 5}},
                }
            ],
        }
        noted = {"when": {"known": "depth"}, "need": {"at_most": {"fact": "depth", "limit": 5}}, "warn": True}
        work = ask(rule, noted)

        assert work.facts == {"cost", "wired"}
        assert work.walk({"cost": Decimal(9)}).steps == (("cost",),)
        assert end(work.walk({"cost": Decimal(9), "area": 9}).then) == "met"


class TestSomebodyDoesNotKnow:
    def test_and_the_rest_settles_it(self) -> None:
        work = ask({"need": {"any": [SMALL_SHED, CHEAP_DECK]}})

        walk = work.walk({"kind": "shed", "area": 145}, {"detached", "lived_in"})

        assert walk.asked == ("kind", "detached", "lived_in", "area")
        assert end(walk.then) == "unmet"

    def test_and_the_office_has_to_say(self) -> None:
        work = ask({"need": {"any": [SMALL_SHED, CHEAP_DECK]}})

        walk = work.walk({"kind": "deck"}, {"cost"})

        assert isinstance(walk.then, Settled)
        assert walk.then.ending == "open"
        assert walk.then.decision.needs == ("cost",)

    def test_and_nothing_else_is_asked_that_could_not_settle_it_now(self) -> None:
        either = {"any": [{"is_true": "wired"}, {"is_true": "lived_in"}]}
        work = ask({"need": {"all": [{"is_true": "detached"}, either]}})

        assert end(work.walk({"detached": False}, {"wired", "lived_in"}).then) == "unmet"
        assert end(work.walk({"detached": True}, {"wired", "lived_in"}).then) == "open"


class TestExceptions:
    RULE = {
        "need": {"is_true": "detached"},
        "when": {"equals": {"fact": "kind", "value": "shed"}},
        "exceptions": [
            {"label": "small", "when": {"at_most": {"fact": "area", "limit": 100}}, "goes_before": ["wired"]},
            {"label": "wired", "when": {"is_true": "wired"}, "need": {"is_false": "lived_in"}},
        ],
    }

    def test_that_lift_the_rule_are_named(self) -> None:
        work = ask(self.RULE)

        small = work.walk({"kind": "shed", "detached": False, "area": 100, "wired": True, "lived_in": True}).then
        other = work.walk({"kind": "deck"}).then

        assert isinstance(small, Settled) and isinstance(other, Settled)
        assert (small.ending, small.waived) == ("met", {"r0"})
        assert (other.ending, other.waived) == ("met", frozenset())

    def test_that_are_open_keep_it_open_behind_one_that_applies(self) -> None:
        """Wired, and nobody lives in it: met by that exception; the smaller one could only lift it, too."""
        work = ask(self.RULE)

        assert end(work.ask({"kind": "shed", "wired": True, "lived_in": False})) == "met"
        assert asked(work.ask({"kind": "shed", "wired": True, "lived_in": True})) == "area"

    def test_that_do_not_go_before_the_one_that_applies_are_not_asked_for(self) -> None:
        work = ask(self.RULE)

        assert end(work.ask({"kind": "shed", "area": 50, "lived_in": True})) == "met"


class TestWarnings:
    RULES = (
        {"need": {"is_true": "detached"}},
        {"need": {"is_false": "wired"}, "warn": True, "why": {"unmet": "The inspector must confirm it"}},
    )

    def test_are_a_part_of_an_answer_that_is_met(self) -> None:
        work = ask(*self.RULES)

        assert work.walk({"detached": True}).asked == ("detached",)
        assert asked(work.ask({"detached": True})) == "wired"
        settled = work.walk({"detached": True, "wired": True}).then
        assert isinstance(settled, Settled)
        assert settled.ending == "met"
        assert [f.why for f in settled.decision.of(Outcome.WARNING)] == ["The inspector must confirm it"]

    def test_are_not_asked_for_where_the_answer_is_no_anyhow(self) -> None:
        assert ask(*self.RULES).walk({"detached": False, "wired": True}).asked == ("detached",)

    def test_stand_without_a_question_where_it_is_for_the_office_to_say(self) -> None:
        confirm = {"need": {"is_true": "confirmed"}, "when": {"is_true": "wired"}, "warn": True}
        work = ask({"need": {"is_true": "detached"}}, confirm)

        walk = work.walk({"detached": True, "wired": True, "confirmed": True})

        assert walk.asked == ("detached", "wired")
        assert isinstance(walk.then, Settled)
        assert len(walk.then.decision.of(Outcome.WARNING)) == 1

    def test_stand_where_nobody_knows(self) -> None:
        settled = ask(*self.RULES).walk({"detached": True}, {"wired"}).then
        assert isinstance(settled, Settled)
        assert settled.ending == "met"
        assert len(settled.decision.of(Outcome.WARNING)) == 1


class TestEveryKindOfFact:
    @pytest.mark.parametrize(
        ("need", "met", "unmet"),
        [
            ({"at_most": {"fact": "depth", "limit": 24}}, {"depth": Decimal(24)}, {"depth": Decimal("24.01")}),
            ({"equals": {"fact": "area", "value": 7}}, {"area": 7}, {"area": 8}),
            (
                {"at_most": {"fact": "area", "other": "lot", "percent": 25}},
                {"area": 100, "lot": 400},
                {"area": 101, "lot": 400},
            ),
            ({"elapsed": {"fact": "since", "days": 90}}, {"since": date(2026, 8, 18)}, {"since": date(2026, 8, 19)}),
            ({"within": {"fact": "since", "months": 3}}, {"since": date(2026, 8, 17)}, {"since": date(2026, 8, 16)}),
            ({"on_or_before": {"fact": "since"}}, {"since": ON}, {"since": date(2026, 11, 18)}),
            (
                {"before": {"fact": "since", "other": "until"}},
                {"since": ON, "until": date(2027, 1, 1)},
                {"since": ON, "until": ON},
            ),
            (
                {"contains_all": {"fact": "systems", "values": ["heat", "water"]}},
                {"systems": frozenset({"heat", "water"})},
                {"systems": frozenset({"heat"})},
            ),
            ({"empty": "papers"}, {"papers": frozenset()}, {"papers": frozenset({"deed"})}),
            (
                {"count_at_least": {"fact": "papers", "limit": 3}},
                {"papers": frozenset("abc")},
                {"papers": frozenset("ab")},
            ),
            ({"filled": "owner"}, {"owner": "Dara Ortiz"}, {"owner": ""}),
            ({"equals": {"fact": "style", "value": "plain"}}, {"style": "plain"}, {"style": "odd"}),
            (
                {"same_as": {"fact": "owner", "other": "signer"}},
                {"owner": "D. Ortiz", "signer": "d. ortiz"},
                {"owner": "D. Ortiz", "signer": "A. Novak"},
            ),
            (
                {"not": {"some_of": {"limit": 2, "of": [{"is_true": "wired"}, {"is_true": "lived_in"}]}}},
                {"wired": True, "lived_in": False},
                {"wired": True, "lived_in": True},
            ),
        ],
    )
    def test_can_settle_a_gate(self, need: dict[str, Any], met: dict[str, Any], unmet: dict[str, Any]) -> None:
        work = ask({"need": need})

        yes, no = work.walk(met), work.walk(unmet)

        assert set(yes.asked) == met.keys()
        assert (end(yes.then), end(no.then)) == ("met", "unmet")


def test_a_fact_is_taken_to_matter_where_trying_it_out_would_take_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "MOST_TRIES", 0)

    assert asked(ask({"need": {"any": [{"is_true": "wired"}, {"is_false": "wired"}]}}).ask({})) == "wired"


def test_what_is_remembered_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "MOST_KEPT", 2)
    work = ask({"need": {"all": [{"is_true": "wired"}, {"at_most": {"fact": "area", "limit": 5}}]}})

    for area in range(9):
        assert asked(work.ask({"area": area})) == "wired" if area <= 5 else end(work.ask({"area": area})) == "unmet"

    assert len(work._kept) <= 2 + 2, "the answers, and what is read of the gate once"


# -- any gate ----------------------------------------------------------------------------------------------------------

#: The facts of a gate made by chance, with all that they can be.
WORLD: dict[str, tuple[Any, ...]] = {
    "kind": tuple(KINDS),
    "detached": (True, False),
    "lived_in": (True, False),
    "wired": (True, False),
    "area": tuple(range(5)),
}

_BOOLS = st.sampled_from(["detached", "lived_in", "wired"])
_LEAVES = st.one_of(
    st.builds(lambda name: {"is_true": name}, _BOOLS),
    st.builds(lambda name: {"is_false": name}, _BOOLS),
    st.builds(lambda value: {"equals": {"fact": "kind", "value": value}}, st.sampled_from([*KINDS])),
    st.builds(
        lambda word, limit: {word: {"fact": "area", "limit": limit}},
        st.sampled_from(["at_most", "more_than", "at_least", "less_than"]),
        st.integers(1, 3),
    ),
    st.builds(lambda name: {"known": name}, st.sampled_from(["ruling", "wired", "area"])),
)
_PREDICATES = st.recursive(
    _LEAVES,
    lambda part: st.one_of(
        st.builds(lambda of: {"all": of}, st.lists(part, min_size=1, max_size=3)),
        st.builds(lambda of: {"any": of}, st.lists(part, min_size=1, max_size=3)),
        st.builds(lambda of: {"not": of}, part),
        st.builds(lambda of: {"some_of": {"limit": 2, "of": of}}, st.lists(part, min_size=2, max_size=3)),
    ),
    max_leaves=5,
)


@st.composite
def requirements(draw: st.DrawFn) -> dict[str, Any]:
    """A requirement, with conditions and exceptions of which the earlier go before the later."""
    count = draw(st.integers(0, 2))
    exceptions: list[dict[str, Any]] = []
    for at in range(count):
        later = [f"e{n}" for n in range(at + 1, count)]
        exception = {"label": f"e{at}", "when": draw(_PREDICATES), "goes_before": later}
        exceptions.append(exception | ({"need": draw(_PREDICATES)} if draw(st.booleans()) else {}))
    out: dict[str, Any] = {"need": draw(_PREDICATES), "exceptions": exceptions, "warn": draw(st.booleans())}
    return out | ({"when": draw(_PREDICATES)} if draw(st.booleans()) else {})


def worlds() -> Iterator[dict[str, Any]]:
    """Everything that can be so."""
    for values in product(*WORLD.values()):
        yield dict(zip(WORLD, values, strict=True))


def outcome(of: Gate, world: Mapping[str, Any]) -> tuple[bool, frozenset[str]]:
    """The gate's own answer: whether it is met, and then the warnings that stand.

    What alone `known` names is for a record to show: nobody is asked for it, and nobody tells it.
    """
    asked = Enquiry(of, ON).facts
    decision = of.decide({name: value for name, value in world.items() if name in asked}, ON)
    return decision.allowed, frozenset(f.key for f in decision.of(Outcome.WARNING) if decision.allowed)


def agrees(settled: Settled, with_: tuple[bool, frozenset[str]]) -> bool:
    """Whether an enquiry ended with an outcome."""
    met = settled.ending == "met"
    warned = frozenset(f.key for f in settled.decision.of(Outcome.WARNING)) if met else frozenset()
    return (met, warned) == with_


SLOWLY = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@given(st.lists(requirements(), min_size=1, max_size=3), st.permutations(["detached", "lived_in", "wired"]), st.data())
@SLOWLY
def test_facts_that_are_put_together_change_no_answer_and_no_count_for_the_worse(
    rules: list[dict[str, Any]], together: list[str], data: st.DataObject
) -> None:
    """Given a gate and three yes/no facts on one list, then the end is the gate's own, each fact is asked once at most,
    nothing that makes no difference is on the list, and the list is put once unless it was not known as a whole.
    """
    of = gate(*rules)
    so = {name: data.draw(st.sampled_from(values), label=name) for name, values in WORLD.items()}
    work = Enquiry(of, ON, together=(tuple(together),))

    walk = work.walk(so)

    assert isinstance(walk.then, Settled)
    assert agrees(walk.then, outcome(of, so))
    assert len(set(walk.asked)) == len(walk.asked)
    assert set(walk.asked) <= work.facts
    alone = Enquiry(of, ON).walk(so, singly=together)
    assert walk.then.ending == work.walk(so, singly=together).then.ending == alone.then.ending  # type: ignore[union-attr]


@given(st.lists(requirements(), min_size=1, max_size=3), st.data())
@SLOWLY
def test_no_question_is_idle_and_the_answer_is_the_gates_own(rules: list[dict[str, Any]], data: st.DataObject) -> None:
    of = gate(*rules)
    so = {name: data.draw(st.sampled_from(values), label=name) for name, values in WORLD.items()}
    table = {tuple(world.values()): outcome(of, world) for world in worlds()}

    walk = Enquiry(of, ON).walk(so)

    assert isinstance(walk.then, Settled)
    assert agrees(walk.then, outcome(of, so))
    assert set(walk.asked) <= of.needs(ON) - {"ruling"}
    assert len(set(walk.asked)) == len(walk.asked)
    told: dict[str, Any] = {}
    for name in walk.asked:
        assert changes(name, told, table), f"{name} is idle once {told} is told"
        told[name] = so[name]
    assert len({table[tuple(world.values())] for world in worlds() if told.items() <= world.items()}) == 1


def changes(name: str, told: dict[str, Any], table: Mapping[tuple[Any, ...], object]) -> bool:
    """Whether, with something told, another value of a fact alone can change the outcome."""
    names = list(WORLD)
    place = names.index(name)
    found: dict[tuple[Any, ...], set[object]] = {}
    for values, result in table.items():
        if all(values[names.index(known)] == value for known, value in told.items()):
            found.setdefault((*values[:place], *values[place + 1 :]), set()).add(result)
    return any(len(results) > 1 for results in found.values())


@given(st.lists(requirements(), min_size=1, max_size=2), st.sets(st.sampled_from([*WORLD])), st.data())
@SLOWLY
def test_what_nobody_knows_is_never_assumed(rules: list[dict[str, Any]], aside: set[str], data: st.DataObject) -> None:
    """An end that is reached without some facts is the end whatever they are; each is asked once at most.

    What somebody does not know is not on record, on which `known` hangs: such rules are left out.
    """
    assume(not any(f"'known': '{name}'" in str(rules) for name in aside))
    of = gate(*rules)
    so = {name: data.draw(st.sampled_from(values), label=name) for name, values in WORLD.items()}

    walk = Enquiry(of, ON).walk({name: so[name] for name in so if name not in aside}, aside)

    assert isinstance(walk.then, Settled)
    assert len(set(walk.asked)) == len(walk.asked)
    if walk.then.ending != "open":
        for world in worlds():
            if all(world[name] == so[name] for name in walk.asked if name not in aside):
                assert outcome(of, world)[0] is (walk.then.ending == "met")


# -- the topics of a town ----------------------------------------------------------------------------------------------

ENQUIRIES = """\
order: [own, activity]
topics:
  own:
    title: A rule of our own
    gate: certificate.issue
    tells: {application.area: "12"}
    state: occupancy.not_needed
    needed: {says: Yes.}
    free: {says: No.}
"""

OPERATING = """\
categories:
  tents:
    title: Tents
    when: {is_true: work.framed}
    except:
      - {title: Small ones, when: {at_most: {fact: application.area, limit: 400}}, cite: "§ 9-2(A)(1)"}
    longest:
      - {from: "2020-01-01", value: {days: 180, rolls: false}, cite: "§ 9-3", enacted_by: L.L. 1-2020}
  markets:
    title: Markets
    section: {cite: "§ 9-4"}
    when: {is_true: work.slab}
    longest:
      - {from: "2030-01-01", value: {days: 180, rolls: false}, cite: "§ 9-3", enacted_by: L.L. 1-2030}
"""


def town(folder: Path, **files: str) -> Pack:
    """A small town that stands on the State's floor."""
    return compile_pack("elsewhere", make_pack(folder / "elsewhere", enquiries=ENQUIRIES, **files))


def test_a_town_shows_its_topics_in_its_order_and_the_states_with_them(tmp_path: Path) -> None:
    pack = town(tmp_path, operating=OPERATING)

    assert list(topics(pack, ON)) == ["own", "activity"]
    assert "work" in pack.enquiries.topics, "the State's are there, though not shown"
    before = date(1990, 1, 1)
    assert not kinds(pack, before)
    assert list(topics(pack, before)) == ["own"], "no kind of operating permit was in force"


def test_a_topic_tells_what_is_known_from_it(tmp_path: Path) -> None:
    pack = town(tmp_path)

    own = enquiry(pack, pack.enquiries.topics["own"], ON)

    assert own.told == {"application.area": Decimal(12)}
    assert own.gate is pack.gate("certificate.issue")


def test_a_kind_of_operating_permit_settles_by_its_own_condition(tmp_path: Path) -> None:
    pack = town(tmp_path, operating=OPERATING)
    activity = pack.enquiries.topics["activity"]

    assert kinds(pack, ON)["tents"] == "Tents"
    assert "markets" not in kinds(pack, ON)
    tents = enquiry(pack, activity, ON, "tents")
    large = tents.walk({"work.framed": True, "application.area": Decimal(401)})
    small = tents.walk({"work.framed": True, "application.area": Decimal(400)})
    with pytest.raises(KeyError):
        enquiry(pack, activity, ON, "markets")

    assert set(large.asked) == {"work.framed", "application.area"}
    assert (end(large.then), end(small.then)) == ("unmet", "met")
    assert isinstance(large.then, Settled)
    assert [f.cite for f in large.then.decision.findings] == ["§ 9-3"]
    assert kinds(pack, date(2030, 1, 1)).keys() == {*kinds(pack, ON), "markets"}
    (market,) = enquiry(pack, activity, date(2030, 1, 1), "markets").gate.requirements
    assert market.cite == "§ 9-4"


FAST = """\
fast_tracks:
  signs:
    - from: "2020-01-01"
      value:
        title: Signs
        determine: {days: 14, rolls: true}
        conditions:
          small: {title: Small, when: {at_most: {fact: application.area, limit: 32}}, cite: "§ 9-5(A)"}
          unlit: {title: No light, when: {not: {contains: {fact: work.systems, value: electrical}}}, cite: "§ 9-5(B)"}
      cite: "§ 9-5"
      enacted_by: L.L. 1-2020
"""

SIGNS = """\
topics:
  signs:
    title: A sign
    fast_track: signs
    tells: {work.systems: []}
    needed: {says: In the ordinary way.}
    free: {says: By the fast track.}
"""


def test_the_conditions_of_a_fast_track_settle_a_topic(tmp_path: Path) -> None:
    files = {"programmes": FAST, "enquiries": SIGNS}
    pack = compile_pack("elsewhere", make_pack(tmp_path / "elsewhere", **files))
    sign = enquiry(pack, topics(pack, ON)["signs"], ON)

    small, large = sign.walk({"application.area": Decimal(32)}), sign.walk({"application.area": Decimal(33)})

    assert small.asked == ("application.area",), "what the topic tells is not asked"
    assert (end(small.then), end(large.then)) == ("met", "unmet")
    assert isinstance(large.then, Settled)
    assert [f.cite for f in large.then.decision.of(Outcome.UNMET)] == ["§ 9-5(A)"]
    assert "signs" not in topics(pack, date(2019, 12, 31)), "there was no such track yet"


def test_where_the_state_does_not_excuse_it_the_town_is_told(tmp_path: Path) -> None:
    pack = town(tmp_path)
    own = pack.enquiries.topics["own"]
    told = {"certificate.conversion": False, "certificate.under_permit": False}

    (warning,) = state_warnings(pack, own, {**told, "certificate.conversion": True}, ON)

    assert (warning.key, warning.outcome, warning.cite) == ("unchanged", Outcome.WARNING, "19 NYCRR § 1203.3(d)")
    assert state_warnings(pack, own, told, ON) == ()
    assert len(state_warnings(pack, own, {}, ON)) == 2, "what cannot be told is warned of"
    assert state_warnings(pack, pack.enquiries.topics["work"], {}, ON) == ()


def test_a_gate_that_is_not_there_is_named(tmp_path: Path) -> None:
    pack = town(tmp_path)
    lost = pack.enquiries.topics["own"].model_copy(update={"gate": "certificate.isue"})

    with pytest.raises(UnknownName, match=r"certificate\.issue"):
        enquiry(pack, lost, ON)


def test_a_walk_is_a_plain_value() -> None:
    work = ask({"need": {"is_true": "wired"}})

    assert work.walk({"wired": True}) == Walk((("wired",),), work.ask({"wired": True}))
