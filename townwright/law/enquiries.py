"""Enquiries: what people ask before they do something ("Do I need a permit?"), which gate answers, and in which words.

`EnquiryRules` is a pack's section. A *topic* is one thing that people ask about. Its gate says whether it may be done
*without* the paper: met, no paper is needed; unmet, it is. `asking` puts the questions.

    order: [work, activity]                  # which topics a town shows, and in which order; left out: all
    topics:
      work:
        title: Building, changing, repairing or taking something down
        hint: A deck, a shed, a roof, a stove
        gate: permit.not_needed
        first: [application.work_type]       # asked before others, where it makes a difference
        tells: {application.form: town form} # known from the topic itself
        state: permit.exempt_by_state        # a gate of the State's; where it is not met a free answer is warned of
        needed:
          says: Yes. You need a building permit before you start.
          begins: building                   # the application that follows
          fees: [permit.application]         # the lines of the fee schedule that are due
          bring: [application.complete]      # gates whose requirements of the applicant are what to bring
          shows: [documents]                 # checklists that say what the drawings show
          then:
            - {says: No work may start until the permit is issued., carries: [XYZ-4-A]}
        free:
          says: No. This work needs no building permit.
      activity:
        title: An event, a trade or a place that may need an operating permit
        operating: true                      # first which kind of `operating.yaml` it is, then that kind's condition
        needed: {says: Yes. It needs an operating permit.}
        free: {says: No. It needs no operating permit.}
      solar:
        title: Solar panels on a roof
        fast_track: solar                    # the conditions of that track of `programmes.yaml`
        needed: {says: You apply in the ordinary way.}
        free: {says: You apply by the fast track.}
    questions:                               # the words of a question at the counter, in place of the catalogue's
      application.work_type:
        ask: What do you want to do?
        hint: Choose what comes nearest.
        choices: {construct: Build something new}
        hints: {construct: A house, a deck, a shed}
    together:                                # facts that are put as one question
      repair:
        ask: Does the repair do any of these?
        lines:                               # yes/no facts, and sets with their choices, are ticked; measures filled in
          - {fact: repair.egress, says: Removes or changes a required exit}
          - {fact: repair.fire_protection, says: Puts fire protection out of service}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Self

from pydantic import Field, StrictBool, StrictInt, StrictStr, model_validator

from townwright.law.facts import MEASURED, Catalogue, FactError, Kind
from townwright.law.loader import Place
from townwright.law.model import ProvisionId, Rules
from townwright.law.words import did_you_mean


class Sentence(Rules):
    """A sentence of an answer, with the section that it stands on."""

    says: StrictStr
    cite: StrictStr = ""
    carries: tuple[ProvisionId, ...] = ()


class Reply(Rules):
    """An answer in words, and what follows from it."""

    says: StrictStr
    then: tuple[Sentence, ...] = ()
    begins: StrictStr = ""
    """The kind of application that follows; empty where none is made at the counter."""
    fees: tuple[StrictStr, ...] = ()
    """Lines of the fee schedule that are due, by their codes."""
    bring: tuple[StrictStr, ...] = ()
    """Gates whose requirements of the applicant are what to bring."""
    shows: tuple[StrictStr, ...] = ()
    """Checklists that say what the drawings show."""


class Topic(Rules):
    """One thing that people ask about before they do it."""

    title: StrictStr
    hint: StrictStr = ""
    gate: StrictStr = ""
    """The gate that is met where no paper is needed."""
    operating: StrictBool = False
    """Whether the kinds of operating permits answer, in place of a gate."""
    fast_track: StrictStr = ""
    """The fast track of `programmes.yaml` whose conditions answer, in place of a gate; met, it is open."""
    first: tuple[StrictStr, ...] = ()
    tells: dict[StrictStr, StrictStr | StrictInt | StrictBool | tuple[StrictStr, ...]] = Field(default_factory=dict)
    state: StrictStr = ""
    """A gate that is met where the State lets a town do without the paper, too."""
    needed: Reply
    free: Reply
    open: Reply = Reply(says="We cannot say it from these answers alone. Ask us before you start.")
    carries: tuple[ProvisionId, ...] = ()

    @model_validator(mode="after")
    def _answered_by_one(self) -> Self:
        if [bool(self.gate), self.operating, bool(self.fast_track)].count(True) != 1:
            raise ValueError("expected one of gate, operating: true and fast_track")
        return self

    @property
    def replies(self) -> Mapping[str, Reply]:
        """Its answers by their keys."""
        return {"needed": self.needed, "free": self.free, "open": self.open}

    @property
    def gates(self) -> Mapping[str, str]:
        """The gates that settle it and warn, by their keys; empty where there is none."""
        return {"gate": self.gate, "state": self.state}


class Wording(Rules):
    """How a question is put at the counter. What is left empty is said as the catalogue says it."""

    ask: StrictStr = ""
    hint: StrictStr = ""
    choices: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """Words for its choices, or for yes and no."""
    hints: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """A quieter line beneath a choice."""


#: Facts that can be ticked on one list, and those that can be filled in on one.
TICKED = frozenset({Kind.BOOL, Kind.SET})
FILLED = MEASURED


class Line(Rules):
    """A fact on a list, in words that go on from its question; a set says its choices."""

    fact: StrictStr
    says: StrictStr = ""


class Together(Rules):
    """Facts that are put as one question: a list to tick, or a few measures to fill in."""

    ask: StrictStr
    hint: StrictStr = ""
    lines: tuple[Line, ...] = Field(min_length=2)
    none: StrictStr = "None of these"
    """What is ticked where nothing is so."""

    @property
    def facts(self) -> tuple[str, ...]:
        """Its facts, in their order."""
        return tuple(line.fact for line in self.lines)


class EnquiryRules(Rules):
    """The enquiries of a town."""

    order: tuple[StrictStr, ...] = ()
    topics: dict[StrictStr, Topic] = Field(default_factory=dict)
    questions: dict[StrictStr, Wording] = Field(default_factory=dict)
    together: dict[StrictStr, Together] = Field(default_factory=dict)

    @property
    def shown(self) -> Mapping[str, Topic]:
        """The topics that a town shows, in its order; without one, all of them, as the kept law has them: by key."""
        return {key: self.topics[key] for key in self.order or self.topics}

    def check(self, catalogue: Catalogue, values: Mapping[str, Kind]) -> Iterator[tuple[Place, str]]:
        """What is wrong with the facts that it names: (place, what was expected)."""
        for key, topic in self.topics.items():
            for name, value in topic.tells.items():
                try:
                    catalogue.read(name, value)
                except FactError as error:
                    yield ("topics", key, "tells", name), str(error)
            for at, name in enumerate(topic.first):
                if name not in catalogue:
                    yield ("topics", key, "first", at), f"no fact is called {name}{_near(name, catalogue)}"
        yield from self._check_lists(catalogue)
        for name, wording in self.questions.items():
            if name not in catalogue:
                yield ("questions", name), f"no fact is called {name}{_near(name, catalogue)}"
                continue
            fact = catalogue[name]
            known = ("yes", "no") if fact.kind is Kind.BOOL else tuple(fact.choices)
            for part, words in (("choices", wording.choices), ("hints", wording.hints)):
                for choice in words:
                    if choice not in known:
                        says = f"{name} has no choice {choice}{did_you_mean(choice, known)}"
                        yield ("questions", name, part, choice), says

    def _check_lists(self, catalogue: Catalogue) -> Iterator[tuple[Place, str]]:
        for key, one in self.together.items():
            kinds = set()
            for at, line in enumerate(one.lines):
                if line.fact in catalogue:
                    kinds.add(catalogue[line.fact].kind)
                else:
                    says = f"no fact is called {line.fact}{_near(line.fact, catalogue)}"
                    yield ("together", key, "lines", at, "fact"), says
            if not (kinds <= TICKED or kinds <= FILLED):
                says = "expected facts that are all ticked (yes or no, sets) or all filled in (numbers, amounts)"
                yield ("together", key, "lines"), says


def _near(name: str, catalogue: Catalogue) -> str:
    return did_you_mean(name, [fact.name for fact in catalogue])
