"""Fire safety and property maintenance inspections: which buildings are inspected how often, when the next
inspection is due, what restarts the clock, and which inspections of others are accepted.

`PeriodicRules` is a pack's section. Each class of building has a dated interval; a building in two classes of
one scope takes the shorter. An inspection is an act, so that its last day rolls.

    classes:
      assembly:
        title: Building with an assembly area
        when: {is_true: building.assembly_area}
        every:
          - from: "2024-04-10"
            value: {months: 12, rolls: true, remind: [60]}
            cite: "§ 50-11(A)(1)"
            enacted_by: "L.L. 4-2024"
      multifamily_unit:
        title: Dwelling unit of a multiple dwelling
        when: {at_least: {fact: building.units, limit: 3}}
        scope: each unit                        # each has a clock of its own
        every: [...]
    exempt:
      - {title: One- or two-family dwelling, when: {...}, cite: "§ 149-15(C)"}
    restarts: {extra: if complete, remote: if conforming, cite: "§ 50-11(B)"}
    accepted:
      - from: "2024-04-10"
        value:
          every: {years: 1, rolls: true}
          conditions:
            qualified: {title: The inspector satisfies 19 NYCRR 1203.2(e), cite: "§ 50-11(D)(2)(a)"}
        cite: "§ 50-11(D)(2)"
        enacted_by: "L.L. 4-2024"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from pydantic import Field, StrictStr

from townwright.law.calendar import Calendar, Deadline, Period, RollingPeriod, in_words
from townwright.law.dated import Dated, Section, Series
from townwright.law.facts import Catalogue, Kind
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.holding import held, rule_on
from townwright.law.model import Rules
from townwright.law.orders import Ground
from townwright.law.predicates import Asked, Predicate, Verdict
from townwright.law.words import listed

#: What one clock is kept for.
Scope = Literal["building", "each unit", "common areas", "each occupancy"]

#: Where something stands in a pack, beneath the section.
Place = tuple[str | int, ...]


# -- the rules of a pack -----------------------------------------------------------------------------------


class BuildingClass(Rules):
    """One class of building, and how often it is inspected."""

    title: StrictStr
    when: Predicate | None = None
    """When a building is of it; left out, always."""
    scope: Scope = "building"
    every: Series[RollingPeriod]


class Exempt(Section):
    """Buildings that are not inspected periodically."""

    title: StrictStr
    when: Predicate


class Restarts(Section):
    """Which inspections restart the clock, beside the periodic one that was completed in person."""

    extra: Literal["never", "if complete"] = "if complete"
    """Whether an inspection on request or complaint does, where it covered every element."""
    remote: Literal["never", "if conforming", "if complete"] = "if conforming"
    """Whether a remote one does, and whether it must have found everything to conform."""


class AcceptCondition(Section):
    """One thing that the officer has to be satisfied of before an outside inspection is accepted."""

    title: StrictStr


class AcceptedRule(Rules):
    """Inspections of another authority that are accepted in place of the town's own."""

    every: RollingPeriod | None = None
    """How long the time between two of its inspections may be; null where the code sets none."""
    conditions: dict[StrictStr, AcceptCondition] = Field(default_factory=dict)


class PeriodicRules(Rules):
    """The periodic inspections of a town."""

    classes: dict[str, BuildingClass] = Field(default_factory=dict)
    exempt: tuple[Exempt, ...] = ()
    may_exempt: tuple[Exempt, ...] = ()
    """In the floor: buildings that a town may exempt without being looser, since no class of the State's has them."""
    restarts: Restarts | None = None
    accepted: Series[AcceptedRule] | None = None
    triggers: dict[str, Ground] = Field(default_factory=dict)
    """On what an inspection can be made between the periodic ones, and what each has to give."""

    def check(self, catalogue: Catalogue, values: Mapping[str, Kind]) -> Iterator[tuple[Place, str]]:
        """What is wrong with the facts that the classes name: (place, what was expected)."""
        for key, one in self.classes.items():
            for place, what in one.when.check(catalogue, values) if one.when else ():
                yield ("classes", key, "when", *place), what
        for part in ("exempt", "may_exempt"):
            for at, exempt in enumerate(getattr(self, part)):
                for place, what in exempt.when.check(catalogue, values):
                    yield (part, at, "when", *place), what


# -- which interval ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Interval:
    """How often something of a building is inspected, by the class with the shortest interval."""

    scope: Scope
    key: str
    title: str
    rule: Dated[RollingPeriod]


@dataclass(frozen=True, slots=True)
class Intervals:
    """The clocks of a building. `open` are classes that are not settled for want of facts; `exempt` says why
    there is no clock at all.
    """

    intervals: tuple[Interval, ...]
    open: tuple[Finding, ...] = ()
    exempt: Finding | None = None

    def of(self, scope: Scope) -> Interval | None:
        """The clock of a scope."""
        return next((one for one in self.intervals if one.scope == scope), None)


def intervals(rules: PeriodicRules, asked: Asked) -> Intervals:
    """The clocks of a building from what is known of it, by the intervals in force on the day of asking.

    In each scope the shortest interval of the classes that apply counts; a class that is not settled is among
    the open ones, and could shorten it.
    """
    open_: list[Finding] = []
    for exempt in rules.exempt:
        verdict = exempt.when.test(asked)
        if verdict.holds:
            return Intervals((), exempt=held("periodic.exempt", True, exempt.title, exempt, why=verdict.says))
        if verdict.holds is None:
            open_.append(held("periodic.exempt", None, exempt.title, exempt, why=verdict.says, missing=verdict.missing))
    found: dict[Scope, Interval] = {}
    for key, one in rules.classes.items():
        rule = rule_on(one.every, asked.on, f"periodic.{key}", one.title)
        if isinstance(rule, Finding):
            if rule.outcome is Outcome.UNKNOWN:
                open_.append(rule)
            continue
        applies = one.when.test(asked) if one.when else Verdict(True, "")
        if applies.holds is None:
            open_.append(held(f"periodic.{key}", None, one.title, rule, why=applies.says, missing=applies.missing))
        elif applies.holds:
            before = found.get(one.scope)
            if before is None or _longer(before.rule.value, rule.value, asked.on, asked.calendar):
                found[one.scope] = Interval(one.scope, key, one.title, rule)
    return Intervals(tuple(found.values()), tuple(open_))


def _longer(first: Period, second: Period, start: date, calendar: Calendar) -> bool:
    return calendar.nominal(start, first) > calendar.nominal(start, second)


# -- when the next one is due ------------------------------------------------------------------------------

#: What sort of inspection was made.
Sort = Literal["periodic", "extra", "remote", "accepted"]


@dataclass(frozen=True, slots=True)
class Made:
    """An inspection that was made, or tried: `complete` where every element was seen, `conforming` where all
    conform. One without entry is not complete.
    """

    on: date
    sort: Sort
    complete: bool
    conforming: bool = False


def completes(rules: PeriodicRules, made: Made) -> bool:
    """Whether an inspection restarts the clock. One of another authority does once it is accepted."""
    restarts = rules.restarts
    match made.sort:
        case "periodic" | "accepted":
            return made.complete
        case "extra":
            return made.complete and restarts is not None and restarts.extra == "if complete"
        case _:
            if restarts is None or restarts.remote == "never":
                return False
            return made.complete and (made.conforming or restarts.remote == "if complete")


def last_completed(rules: PeriodicRules, inspections: Iterable[Made], on: date) -> date | None:
    """The day of the last inspection by a day that restarted the clock; None where there was none."""
    return max((made.on for made in inspections if made.on <= on and completes(rules, made)), default=None)


@dataclass(frozen=True, slots=True)
class Due:
    """When the next inspection is due, and what the code says to an interval of the officer's own."""

    deadline: Deadline
    finding: Finding | None = None

    def overdue(self, day: date) -> bool:
        """Whether it is late on a day."""
        return self.deadline.passed(day)


def next_due(interval: Interval, last: date, calendar: Calendar, *, own: Period | None = None, reason: str = "") -> Due:
    """When the next inspection is due, counted from the last completed one, or from the certificate of a
    building that has had none.

    `own` is an interval that the officer set for the building: a shorter one counts, with its reason; a
    longer one is refused, and the class's goes on.
    """
    rule = interval.rule
    usual = calendar.ends(last, rule.value, rule, kind="periodic.due")
    if own is None:
        return Due(usual)
    shorter = not _longer(own, rule.value, last, calendar)
    allowed = shorter and bool(reason.strip())
    why = reason if shorter else f"{interval.title}: at least every {rule.value}"
    finding = held(
        "periodic.own_interval",
        allowed,
        f"An interval of its own is {rule.value} at most, and has its reason",
        rule,
        why=why,
        cure="Write down the reason" if shorter else f"Set {rule.value} or less",
        fact=str(own),
        limit=str(rule.value),
    )
    if not allowed:
        return Due(usual, finding)
    sooner = calendar.deadline(
        last, own, kind="periodic.due", cite=rule.cite, provisions=rule.carries, rolls=rule.value.rolls
    )
    return Due(sooner.reminding(rule.value.remind), finding)


# -- inspections between, and of others --------------------------------------------------------------------


def trigger(rules: PeriodicRules, key: str, told: Mapping[str, object]) -> Finding:
    """Whether an inspection between the periodic ones rests on something that the code names."""
    ground = rules.triggers.get(key)
    says = "It rests on a request, a statement or information that the code names"
    if ground is None:
        named = listed([one.title for one in rules.triggers.values()], "or")
        return Finding("periodic.trigger", Outcome.UNMET, says, "", why=f"Named: {named}", cure="Choose one of them")
    missing = [words for name, words in ground.needs.items() if told.get(name) in (None, "", False)]
    return held(
        "periodic.trigger",
        not missing,
        says,
        ground,
        why=f"Not given: {listed(missing)}" if missing else ground.title,
        cure="Give it",
    )


def accept(
    rules: PeriodicRules,
    satisfied: Mapping[str, bool | None],
    *,
    inspected: date,
    previous: date | None,
    on: date,
    calendar: Calendar,
) -> Decision:
    """Whether an inspection of another authority can be accepted on a day in place of the town's.

    `satisfied` says of each condition whether the officer is satisfied of it, None where that is open;
    `previous` is the day of the authority's inspection before, None for its first. If it is accepted, the
    clock restarts on the day on which it was made.
    """
    rule = rule_on(rules.accepted, on, "periodic.accept", "Inspections of others can be accepted")
    if isinstance(rule, Finding):
        return Decision("periodic.accept", on, (rule,))
    findings = [
        held(
            f"periodic.accept.{key}",
            satisfied.get(key) is True,
            condition.title,
            condition,
            why="" if satisfied.get(key) else "The officer is not satisfied of it",
            cure="Enter the evidence",
        )
        for key, condition in rule.value.conditions.items()
    ]
    if rule.value.every is not None and previous is not None:
        end = calendar.ends(previous, rule.value.every, rule, kind="periodic.accepted_gap")
        findings.append(
            held(
                "periodic.accept.every",
                not end.passed(inspected),
                f"They are made at least every {rule.value.every}",
                rule,
                why=f"After {in_words(previous)} one was to follow by {in_words(end.act_by)}",
                cure="Make the town's own inspection",
                fact=inspected,
                limit=end.act_by,
            )
        )
    return Decision("periodic.accept", on, tuple(findings))
