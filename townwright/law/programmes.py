"""Special programmes: a fast track that decides soon and costs nothing, a requirement that some work triggers
and that spares what was pending when it came, emergency work that is registered afterwards, and (in
`law.assessments`) condition assessments.

`ProgrammeRules` is a pack's section.

    fast_tracks:
      solar:
        - from: "2011-12-02"
          value:
            title: Solar fast track
            determine: {days: 14, rolls: true}
            no_fee: {cite: "§ 43-10.2A"}
            conditions:
              layers:
                title: A single layer of roofing
                when: {at_most: {fact: solar.layers, limit: 1}}
                waivable: {when: {at_most: {fact: solar.layers, limit: 2}}, cite: "§ 43-10.2A(1)"}
                cite: "§ 43-10.2A(1)"
          cite: "§ 43-10.2A"
          enacted_by: "L.L. 6-2011"
    requirements:
      iaowts:
        title: Innovative and alternative on-site wastewater system
        triggers:
          new_home:
            - from: "2018-03-23"                # the day of change: what was complete before it is spared
              value: {title: New home over 1,500 sq ft, when: {all: [...]}}
              cite: "§ 43-10.4A(1)"
              enacted_by: "L.L. 2-2018"
        pending: {spares: [complete application, valid permit], cite: "§ 43-10.4B"}
    afterwards:
      septic_emergency:
        - from: "2019-07-19"
          value: {title: Septic registration, within: {days: 7, rolls: true}, works: [repair]}
          cite: "§ 43-6.1"
          enacted_by: "L.L. 14-2019"
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from pydantic import Field, StrictBool, StrictStr

from townwright.law.assessments import Assessment
from townwright.law.calendar import Calendar, Deadline, RollingPeriod, in_words
from townwright.law.dated import Dated, Section, Series
from townwright.law.facts import Catalogue, Kind
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.holding import held, rule_on
from townwright.law.model import Rules
from townwright.law.predicates import Asked, Predicate

#: Where something stands in a pack, beneath the section.
Place = tuple[str | int, ...]


# -- the rules of a pack -----------------------------------------------------------------------------------


class Waivable(Section):
    """When an officer can waive a condition."""

    when: Predicate | None = None
    """Up to where; left out, without limit."""


class Eligible(Section):
    """One condition of a fast track."""

    title: StrictStr
    when: Predicate
    waivable: Waivable | None = None


class FastTrack(Rules):
    """A way of application that is decided within a time."""

    title: StrictStr
    conditions: dict[StrictStr, Eligible] = Field(default_factory=dict)
    determine: RollingPeriod
    """How long after the complete application the office decides; deciding is an act."""
    no_fee: Section | None = None
    """Where it says that such an application costs nothing; null where it does."""
    begun_excluded: StrictBool = True
    """Whether work that has begun is outside it."""


class Trigger(Rules):
    """One case in which a requirement holds."""

    title: StrictStr
    when: Predicate


#: What was under way on a day of change, and may be spared.
Spared = Literal["complete application", "valid permit"]


class Pending(Section):
    """What is spared that was under way before a requirement came."""

    spares: tuple[Spared, ...]


class Triggered(Rules):
    """A requirement that holds where one of its triggers does."""

    title: StrictStr
    triggers: dict[StrictStr, Series[Trigger]]
    pending: Pending | None = None


class Afterwards(Rules):
    """Work that may come before its paper in an emergency."""

    title: StrictStr
    within: RollingPeriod
    """How long after the end of the work the paper is obtained."""
    works: tuple[StrictStr, ...]
    """The kinds of work that qualify."""


class ProgrammeRules(Rules):
    """The special programmes of a town."""

    fast_tracks: dict[str, Series[FastTrack]] = Field(default_factory=dict)
    requirements: dict[str, Triggered] = Field(default_factory=dict)
    afterwards: dict[str, Series[Afterwards]] = Field(default_factory=dict)
    assessments: dict[str, Series[Assessment]] = Field(default_factory=dict)

    def check(self, catalogue: Catalogue, values: Mapping[str, Kind]) -> Iterator[tuple[Place, str]]:
        """What is wrong with the facts that conditions and triggers name: (place, what was expected)."""
        for place, when in self._predicates():
            for deeper, what in when.check(catalogue, values):
                yield (*place, "when", *deeper), what

    def _predicates(self) -> Iterator[tuple[Place, Predicate]]:
        for key, series in self.fast_tracks.items():
            for at, entry in enumerate(series.root):
                conditions = entry.value.conditions if entry.value else {}
                for name, one in conditions.items():
                    here: Place = ("fast_tracks", key, at, "value", "conditions", name)
                    yield here, one.when
                    if one.waivable and one.waivable.when:
                        yield (*here, "waivable"), one.waivable.when
        for key, requirement in self.requirements.items():
            for name, triggers in requirement.triggers.items():
                for at, trigger in enumerate(triggers.root):
                    if trigger.value:
                        yield ("requirements", key, "triggers", name, at, "value"), trigger.value.when
        for key, assessed in self.assessments.items():
            for at, one_dated in enumerate(assessed.root):
                if one_dated.value:
                    yield ("assessments", key, at, "value"), one_dated.value.when


# -- a fast track ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Track:
    """Whether an application is on a fast track, by when it is decided, and whether it costs nothing.

    `waivers` are conditions that an officer could still waive.
    """

    decision: Decision
    determine_by: Deadline | None = None
    no_fee: bool = False
    waivers: tuple[str, ...] = ()


def fast_track(
    series: Series[FastTrack] | None,
    asked: Asked,
    *,
    completed: date | None,
    waived: Mapping[str, date] | None = None,
    begun: bool = False,
) -> Track:
    """Whether an application is on a fast track, by the rule in force on the day of asking, that of its filing.

    `completed` is the day on which it was complete; `waived` the days on which conditions were waived, the time
    to decide beginning with the last of them. Nothing follows from a day that is missed: no approval is deemed.
    """
    rule = rule_on(series, asked.on, "programme.fast_track", "The code has this fast track")
    if isinstance(rule, Finding):
        return Track(Decision("programme.fast_track", asked.on, (rule,)))
    granted = waived or {}
    findings: list[Finding] = []
    open_waivers: list[str] = []
    for key, one in rule.value.conditions.items():
        finding, could_be_waived = _eligible(key, one, asked, granted.get(key))
        findings.append(finding)
        open_waivers.extend([key] if could_be_waived else [])
    if rule.value.begun_excluded:
        findings.append(
            held(
                "programme.not_begun",
                not begun,
                "The work has not begun",
                rule,
                held_by="applicant",
                why="It has begun" if begun else "",
                cure="Apply in the ordinary way",
            )
        )
    decision = Decision("programme.fast_track", asked.on, tuple(findings))
    if not decision.allowed:
        return Track(decision, waivers=tuple(open_waivers))
    start = max((completed, *granted.values())) if completed else None
    by = (
        None if start is None else asked.calendar.ends(start, rule.value.determine, rule, kind="programme.determine_by")
    )
    return Track(decision, by, rule.value.no_fee is not None)


def _eligible(key: str, one: Eligible, asked: Asked, waived: date | None) -> tuple[Finding, bool]:
    """How a condition stands, and whether an officer could waive it."""
    verdict = one.when.test(asked)
    waivable = one.waivable
    within = waivable is not None and (waivable.when is None or waivable.when.test(asked).holds is True)
    if verdict.holds is False and waivable is not None and within and waived is not None:
        return held(f"programme.{key}", True, one.title, waivable, why=f"Waived on {in_words(waived)}"), False
    cure = "Ask for a waiver in writing" if within else "Apply in the ordinary way"
    return held(
        f"programme.{key}",
        verdict.holds,
        one.title,
        one,
        why=verdict.says,
        cure=cure,
        held_by="applicant",
        missing=verdict.missing,
    ), verdict.holds is False and within


# -- a requirement with triggers ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnderWay:
    """What was under way before a requirement came.

    `completed` is the day on which an application was complete, once the department that had it has `verified`
    that; `permit` the first and last day in force of a permit. Both spare `this_project` alone.
    """

    completed: date | None = None
    verified: bool = False
    permit: tuple[date, date] | None = None
    this_project: bool = True


@dataclass(frozen=True, slots=True)
class Required:
    """Whether a requirement holds: yes, no, or not known for want of facts; with a finding for each trigger,
    which is a warning where the trigger holds, and met where it does not, or spares the case.
    """

    required: bool | None
    findings: tuple[Finding, ...]


def required(requirement: Triggered, asked: Asked, under_way: UnderWay | None = None) -> Required:
    """Whether a requirement holds on the day of asking. Each trigger spares what was under way before the day of
    the law that made it; that day itself is not before it.
    """
    findings = []
    for key, series in requirement.triggers.items():
        rule = series.on(asked.on)
        if rule is not None:
            findings.append(_trigger(f"programme.{key}", requirement, rule, asked, under_way or UnderWay()))
    holds = any(one.outcome is Outcome.WARNING for one in findings)
    unknown = any(one.outcome is Outcome.UNKNOWN for one in findings)
    return Required(True if holds else None if unknown else False, tuple(findings))


def _trigger(key: str, requirement: Triggered, rule: Dated[Trigger], asked: Asked, under_way: UnderWay) -> Finding:
    says = f"Without {requirement.title}: {rule.value.title}"
    verdict = rule.value.when.test(asked)
    if verdict.holds is not True:
        free = None if verdict.holds is None else True
        return held(key, free, says, rule, why=verdict.says, missing=verdict.missing, held_by="applicant")
    spared = _spared(requirement.pending, rule.since, under_way)
    if requirement.pending is not None and spared:
        return held(key, True, says, requirement.pending, why=f"{spared} before {in_words(rule.since)}")
    return held(
        key,
        False,
        says,
        rule,
        why=verdict.says,
        cure=f"Provide it: {requirement.title}",
        held_by="applicant",
        limit=rule.since,
        warns=True,
    )


def _spared(pending: Pending | None, change: date, under_way: UnderWay) -> str:
    """Why a case is spared; blank where it is not."""
    if pending is None or not under_way.this_project:
        return ""
    completed, permit = under_way.completed, under_way.permit
    if "complete application" in pending.spares and under_way.verified and completed and completed < change:
        return "A complete application was pending"
    if "valid permit" in pending.spares and permit and permit[0] < change <= permit[1]:
        return "A permit was in force"
    return ""


# -- a paper obtained afterwards ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Obtained:
    """By when a paper is obtained after emergency work, and whether it was in time."""

    by: Deadline | None
    finding: Finding


def afterwards(
    series: Series[Afterwards] | None, *, work: str, ended: date, obtained: date, calendar: Calendar
) -> Obtained:
    """Whether a paper that was obtained after the work is without penalty: the work qualifies, and the paper came
    within the time from its end. A later one is taken all the same, with a warning.
    """
    rule = rule_on(series, ended, "programme.afterwards", "The paper can follow the work")
    if isinstance(rule, Finding):
        return Obtained(None, rule)
    value = rule.value
    if work not in value.works:
        return Obtained(
            None,
            held(
                "programme.afterwards",
                False,
                f"{value.title} can follow the work",
                rule,
                why=f"It can for: {', '.join(value.works)}",
                cure="Decide on the violation",
                warns=True,
            ),
        )
    by = calendar.ends(ended, value.within, rule, kind="programme.obtain_by")
    late = (obtained - by.act_by).days
    return Obtained(
        by,
        held(
            "programme.afterwards",
            late <= 0,
            f"{value.title} follows the work within {value.within}",
            rule,
            why=f"The last day was {in_words(by.act_by)}"
            + (f"; {late} day{'s' * (late > 1)} late" if late > 0 else ""),
            cure="Decide on the violation",
            fact=obtained,
            limit=by.act_by,
            warns=True,
        ),
    )
