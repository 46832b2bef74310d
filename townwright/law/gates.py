"""Gates: what must be so before an act, as a pack lists it, and the decision that follows.

A gate is a list of requirements. Each says in words what is required, names the provisions that it carries
out, and holds one predicate over facts. `when` limits it to the cases that it concerns (otherwise it is "not
asked", with the reason). Labelled exceptions change or waive it; where two could apply together the pack must
say which goes first. Requirements may be dated: the rule in force on the day of the act governs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from pydantic import Field, StrictBool, StrictStr

from townwright.law.calendar import Calendar, in_words
from townwright.law.facts import Catalogue
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.model import ProvisionId, Rules, WrittenDate
from townwright.law.predicates import Asked, Predicate, Verdict
from townwright.law.words import listed

#: What a template may name beside the facts of its own requirement.
TEMPLATE_WORDS = frozenset({"fact", "limit", "missing", "on"})
_HOLE = re.compile(r"\{([a-z][a-z0-9_.\-]*)(:words)?\}")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Why(Rules):
    """How a finding words what was found, by outcome. Holes: {fact}, {limit}, {missing}, {on}, or any fact's
    name; {fact:words} writes a small number out. Left out, the predicate's own words stand.
    """

    met: StrictStr = ""
    unmet: StrictStr = ""
    unknown: StrictStr = ""
    not_asked: StrictStr = ""

    def holes(self) -> Iterator[tuple[str, str]]:
        """Every hole of the templates: (outcome, name)."""
        for outcome in ("met", "unmet", "unknown", "not_asked"):
            for name, _ in _HOLE.findall(getattr(self, outcome)):
                yield outcome, name


class InForce(Rules):
    """A part of the law with the days on which it is in force, the first and the last included."""

    from_: WrittenDate | None = Field(default=None, alias="from")
    until: WrittenDate | None = None

    def in_force(self, on: date) -> bool:
        """Whether this is the rule on a day."""
        return (self.from_ is None or self.from_ <= on) and (self.until is None or on <= self.until)


class Exemption(InForce):
    """A labelled exception to a requirement: where `when` holds, `need` stands in place of the base, or none
    does.
    """

    label: StrictStr
    when: Predicate
    need: Predicate | None = None
    says: StrictStr = ""
    cite: StrictStr = ""
    carries: tuple[ProvisionId, ...] = ()
    goes_before: tuple[StrictStr, ...] = ()
    looser_than: tuple[ProvisionId, ...] = ()
    """In a town's pack: the provisions of the floor than which this exception is looser."""

    def names(self) -> Iterator[str]:
        """The facts that the exception may ask for."""
        yield from self.when.names()
        if self.need is not None:
            yield from self.need.names()


class Requirement(InForce):
    """One thing that must be so before the act."""

    key: StrictStr = Field(pattern=r"^[a-z][a-z0-9_.\-]*$")
    says: StrictStr
    cite: StrictStr = ""
    carries: tuple[ProvisionId, ...] = ()
    need: Predicate
    when: Predicate | None = None
    exceptions: tuple[Exemption, ...] = ()
    why: Why = Why()
    cure: StrictStr = ""
    held_by: StrictStr = ""
    discretion: StrictBool = False
    warn: StrictBool = False
    may_exempt: tuple[StrictStr, ...] = ()
    """In the floor: the labels of exceptions that a town may make without being looser."""
    not_by: tuple[StrictStr, ...] = ()
    """In the floor: facts, such as the cost, on which no town may rest an exemption of this gate."""
    looser_than: tuple[ProvisionId, ...] = ()
    """In a town's pack: the provisions of the floor than which this rule is looser, where its author knows so."""

    def names(self) -> Iterator[str]:
        """The facts that the requirement may ask for."""
        yield from self.need.names()
        if self.when is not None:
            yield from self.when.names()
        for exception in self.exceptions:
            yield from exception.names()


class GateRules(Rules):
    """A gate as a pack writes it. `includes` takes over the requirements of other gates, `checklists` the
    lines of lists. Over a gate of the pack below it adds, replaces by key, cites and switches off.
    """

    title: StrictStr = ""
    carries: tuple[ProvisionId, ...] = ()
    includes: tuple[StrictStr, ...] = ()
    checklists: tuple[StrictStr, ...] = ()
    answers: tuple[StrictStr, ...] = ()
    """Lists of which each line needs an answer, whatever it is: what has to be filled in before somebody signs."""
    requirements: tuple[Requirement, ...] = ()
    cited: dict[StrictStr, tuple[ProvisionId, ...]] = Field(default_factory=dict)
    """Requirements of the pack below that this code has too, each with the provisions that say so here."""
    switched_off: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """Requirements of the pack below that this town does not ask, each with the written reason."""


class Conflict(ValueError):
    """Two exceptions of one requirement apply together and neither goes before the other."""


@dataclass(frozen=True, slots=True)
class _Standing:
    """How a requirement stands: the verdict that counts, what words it, or that it is not asked."""

    verdict: Verdict
    asked_for: bool = True
    exception: Exemption | None = None


@dataclass(frozen=True, slots=True)
class Gate:
    """A gate of a compiled pack, ready to be asked."""

    name: str
    title: str
    requirements: tuple[Requirement, ...]
    catalogue: Catalogue
    calendar: Calendar
    switched_off: Mapping[str, str] = field(default_factory=dict)
    values: Callable[[str, date], object] = field(default=lambda name, on: None)
    pack_hash: str = ""

    def needs(self, on: date) -> frozenset[str]:
        """The names of all facts that the gate may ask for on a day."""
        return frozenset(
            name for r in self.requirements if r.in_force(on) and r.key not in self.switched_off for name in r.names()
        )

    def decide(self, facts: Mapping[str, object], on: date, pack_hash: str = "") -> Decision:
        """Hold every requirement in force on a day against the facts. A fact that is absent or `None` is
        unknown.

        Raises `FactError` for a fact of the wrong type and `Conflict` for exceptions without an order.
        """
        asked = Asked(facts, on, self.catalogue, self.calendar, self.values)
        findings: list[Finding] = []
        not_asked: list[Finding] = []
        for requirement in self.requirements:
            if not requirement.in_force(on):
                continue
            if requirement.key in self.switched_off:
                not_asked.append(_switched_off(requirement, self.switched_off[requirement.key]))
                continue
            standing = _stand(requirement, asked)
            (findings if standing.asked_for else not_asked).append(_finding(requirement, standing, asked))
        return Decision(self.name, on, tuple(findings), tuple(not_asked), pack_hash or self.pack_hash)


def _switched_off(requirement: Requirement, reason: str) -> Finding:
    return Finding(
        requirement.key,
        Outcome.MET,
        requirement.says,
        requirement.cite,
        why=f"Not asked in this town: {reason}",
        provisions=requirement.carries,
    )


def _stand(requirement: Requirement, asked: Asked) -> _Standing:
    """Apply `when`, then the exceptions, then the base."""
    if requirement.when is None:
        return _with_exceptions(requirement, asked)
    applies = requirement.when.test(asked)
    if applies.holds is False:
        return _Standing(applies, asked_for=False)
    standing = _with_exceptions(requirement, asked)
    if applies.holds is None and standing.asked_for and standing.verdict.holds is not True:
        return _Standing(_open(applies, standing.verdict))
    return standing


def _with_exceptions(requirement: Requirement, asked: Asked) -> _Standing:
    """The exception that applies, else the base; unknown where an open exception would make a difference."""
    tested = [(e, e.when.test(asked)) for e in requirement.exceptions if e.in_force(asked.on)]
    applying = [e for e, verdict in tested if verdict.holds is True]
    if applying:
        chosen = _first(requirement, applying)
        if chosen.need is not None:
            return _Standing(chosen.need.test(asked), exception=chosen)
        return _Standing(chosen.when.test(asked), asked_for=False, exception=chosen)
    base = requirement.need.test(asked)
    for exception, verdict in tested:
        if verdict.holds is None:
            other = exception.need.test(asked).holds if exception.need is not None else True
            if other is not base.holds:
                return _Standing(_open(verdict, base))
    return _Standing(base)


def _first(requirement: Requirement, applying: list[Exemption]) -> Exemption:
    """The exception that goes before the others. Raises `Conflict`."""
    labels = {e.label for e in applying}
    chosen = [e for e in applying if labels - {e.label} <= set(e.goes_before)]
    if len(chosen) != 1:
        raise Conflict(
            f"{requirement.key}: exceptions {listed(sorted(labels))} apply together and none goes before the other"
        )
    return chosen[0]


def _open(applies: Verdict, verdict: Verdict) -> Verdict:
    """Unknown, because it is not known yet whether the requirement (or an exception) applies."""
    missing = tuple(dict.fromkeys((*applies.missing, *verdict.missing)))
    facts = tuple(dict.fromkeys((*applies.facts, *verdict.facts)))
    return Verdict(None, applies.says, facts, missing)


def _finding(requirement: Requirement, standing: _Standing, asked: Asked) -> Finding:
    verdict, exception = standing.verdict, standing.exception
    outcome = {True: Outcome.MET, False: Outcome.UNMET, None: Outcome.UNKNOWN}[verdict.holds]
    if not standing.asked_for:
        outcome = Outcome.MET
    template = getattr(requirement.why, outcome.value if standing.asked_for else "not_asked")
    if exception is not None:
        template = exception.says
    if requirement.warn and outcome is not Outcome.MET:
        outcome = Outcome.WARNING
    stands_in_the_way = outcome is not Outcome.MET
    return Finding(
        key=requirement.key,
        outcome=outcome,
        says=requirement.says,
        cite=(exception.cite if exception is not None else "") or requirement.cite,
        why=_fill(template, verdict, asked) if template else verdict.says,
        cure=requirement.cure if stands_in_the_way else "",
        held_by=requirement.held_by if stands_in_the_way else "",
        provisions=(*requirement.carries, *(exception.carries if exception is not None else ())),
        facts=verdict.facts,
        fact=verdict.fact,
        limit=verdict.limit,
        discretion=requirement.discretion,
        missing=verdict.missing,
        exception=exception.label if exception is not None else "",
    )


def _fill(template: str, verdict: Verdict, asked: Asked) -> str:
    """A template with its holes filled in."""

    def hole(match: re.Match[str]) -> str:
        name, spelled = match[1], bool(match[2])
        if name == "on":
            return in_words(asked.on)
        if name == "missing":
            return listed([asked.fact(fact).says for fact in verdict.missing])
        if name == "fact":
            value, shown = verdict.fact, verdict.fact_shown
        elif name == "limit":
            value, shown = verdict.limit, verdict.limit_shown
        else:
            value = asked.read(name)
            shown = asked.show(name, value)
        if spelled and isinstance(value, int) and 0 <= value < len(_NUMBERS):
            return _NUMBERS[value]
        return shown

    text = _HOLE.sub(hole, template)
    return text[:1].upper() + text[1:]
