"""Operating permits: which activities and buildings need one, how long one can last, what must precede its
issue, and from when a renewed one runs.

`OperatingRules` is a pack's section. A category has a condition with its threshold, exceptions, and a dated
longest term; a permit for several activities ends by the shortest of theirs. A term is a state, so that its
end does not roll.

    categories:
      tents:
        title: Tents, special event structures and other membrane structures
        when: {more_than: {fact: event.tent_area, limit: "400"}}
        longest:
          - from: "2024-04-10"
            value: {days: 180, rolls: false, remind: [30]}
            cite: "§ 50-10(F)(1)(a)"
            enacted_by: "L.L. 4-2024"
      hot_work:
        title: Welding and other hot work
        when: {is_true: activity.hot_work}
        except:
          - {title: Hot work under a building permit, when: {is_true: permit.covers_it}, cite: "§ 50-10(A)(1)(b)[8]"}
        longest: [...]
    several: {one_permit: officer decides, cite: "§ 50-10(E)"}
    inspection: {after: application, cite: "§ 50-10(D)"}
    renewal: {opens: {days: 60}, cite: "§ 50-10(F)(2)"}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal, Self

from pydantic import ConfigDict, Field, StrictInt, StrictStr, model_validator

from townwright.law.calendar import ONE_DAY, Calendar, Deadline, Period, RollingPeriod, in_words
from townwright.law.dated import Dated, Section, Series
from townwright.law.facts import Catalogue, Kind
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.holding import held, rule_on
from townwright.law.model import Rules
from townwright.law.predicates import Asked, Predicate
from townwright.law.status import ALWAYS, All, Ladder, Passed, Reached, Rung, not_undone

#: What an operating permit is on a day. `ends_on` is its last day.
OPERATING_STATUS = Ladder(
    (
        Rung("revoked", "Revoked", Reached("revoked_on")),
        Rung("replaced", "Replaced by its renewal", Reached("replaced_on")),
        Rung("lapsed", "Lapsed", All((Reached("issued_on"), Passed("ends_on")))),
        Rung("suspended", "Suspended", All((Reached("issued_on"), not_undone("suspended_on", "lifted_on")))),
        Rung("in force", "In force", All((Reached("issued_on"), Reached("begins_on")))),
        Rung("not begun", "Issued, not yet begun", Reached("issued_on")),
        Rung("refused", "Refused", Reached("refused_on")),
        Rung("withdrawn", "Withdrawn", Reached("withdrawn_on")),
        Rung("applied for", "Applied for", Reached("filed_on")),
        Rung("draft", "Draft", ALWAYS),
    )
)

#: Where something stands in a pack, beneath the section.
Place = tuple[str | int, ...]


# -- the rules of a pack -----------------------------------------------------------------------------------


class LeftOut(Section):
    """A case that a category leaves out."""

    title: StrictStr
    when: Predicate


class InAll(Rules):
    """On how many days in all permits of a category may run for one place within a time, before a warning."""

    days: StrictInt = Field(ge=1)
    within: Period


class Category(Rules):
    """One kind of activity, process, building or facility that needs an operating permit."""

    model_config = ConfigDict(serialize_by_alias=True)

    title: StrictStr
    when: Predicate
    exceptions: tuple[LeftOut, ...] = Field(default=(), alias="except")
    longest: Series[RollingPeriod]
    """How long a permit for it may last at most. Its section is that of the term."""
    section: Section | None = None
    """Where it says that it needs a permit; null where that is the section of the term."""
    in_all: InAll | None = None


class Several(Section):
    """How several activities at one place are permitted."""

    one_permit: Literal["officer decides", "never", "always"] = "officer decides"


class PreIssue(Section):
    """The inspection of the premises that precedes a permit."""

    after: Literal["application", "any time"] = "application"
    """Whether it has to be made after the application, for a renewal too."""


class RenewalTerms(Section):
    """How an operating permit is renewed: as often as one likes."""

    opens: Period | None = None
    """How long before its end an application is taken; null for any time."""


class OperatingRules(Rules):
    """The operating permits of a town."""

    categories: dict[str, Category] = Field(default_factory=dict)
    several: Several | None = None
    inspection: PreIssue | None = None
    renewal: RenewalTerms | None = None

    @model_validator(mode="after")
    def _terms_do_not_roll(self) -> Self:
        for key, category in self.categories.items():
            if any(entry.value is not None and entry.value.rolls for entry in category.longest.root):
                raise ValueError(f"expected the term of {key} not to roll: it lasts, and is no act")
        return self

    def check(self, catalogue: Catalogue, values: Mapping[str, Kind]) -> Iterator[tuple[Place, str]]:
        """What is wrong with the facts that the categories name: (place, what was expected)."""
        for key, category in self.categories.items():
            for place, what in category.when.check(catalogue, values):
                yield ("categories", key, "when", *place), what
            for at, exception in enumerate(category.exceptions):
                for place, what in exception.when.check(catalogue, values):
                    yield ("categories", key, "except", at, "when", *place), what


# -- which categories --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Needed:
    """Whether an activity needs an operating permit in a category: yes, no, or not known for want of the
    `missing` facts; why, and the section that says so.
    """

    key: str
    title: str
    needed: bool | None
    why: str
    cite: str
    provisions: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def needed(rules: OperatingRules, asked: Asked) -> tuple[Needed, ...]:
    """Each category in force on the day of asking, with whether what is known of an activity falls in it."""
    found = []
    for key, category in rules.categories.items():
        rule = category.longest.on(asked.on)
        if rule is not None:
            found.append(_needed(key, category, category.section or rule, asked))
    return tuple(found)


def _needed(key: str, category: Category, section: Section, asked: Asked) -> Needed:
    verdict = category.when.test(asked)
    if verdict.holds is False:
        return Needed(key, category.title, False, verdict.says, section.cite, section.carries)
    missing = list(verdict.missing)
    for exception in category.exceptions:
        left_out = exception.when.test(asked)
        if left_out.holds:
            return Needed(key, category.title, False, exception.title, exception.cite, exception.carries)
        missing.extend(left_out.missing if left_out.holds is None else ())
    return Needed(
        key,
        category.title,
        None if missing else True,
        verdict.says,
        section.cite,
        section.carries,
        tuple(dict.fromkeys(missing)),
    )


# -- how long ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Operating:
    """What the code says to an operating permit's period: the findings, its last day where that is lawful,
    and the latest that it could have.
    """

    decision: Decision
    ends: Deadline | None = None
    latest: date | None = None


def term(
    rules: OperatingRules,
    keys: Iterable[str],
    *,
    issued: date,
    starts: date,
    ends: date | None,
    separate: bool = False,
    calendar: Calendar,
) -> Operating:
    """Whether a permit for some categories can run from a first to a last day, by the rules in force on the
    day of issue. `ends` is the officer's choice, and never filled in; `separate` says that the officer wants a
    permit for each.
    """
    chosen = tuple(keys)
    findings = list(_several(rules, chosen, separate))
    caps: list[tuple[Deadline, Dated[RollingPeriod]]] = []
    for key in chosen:
        says = f"The code has the category {key}"
        category = rules.categories.get(key)
        rule = rule_on(category.longest if category else None, issued, f"operating.{key}", says)
        if isinstance(rule, Finding):
            findings.append(rule)
        else:
            caps.append((calendar.ends(starts, rule.value, rule, kind="operating.ends"), rule))
    if not caps:
        return Operating(Decision("operating.issue", issued, tuple(findings)))
    cap, rule = min(caps, key=lambda one: one[0].nominal)
    findings.append(_period(cap, rule, starts, ends))
    decision = Decision("operating.issue", issued, tuple(findings))
    if not decision.allowed or ends is None:
        return Operating(decision, latest=cap.nominal)
    own = calendar.fixed(ends, kind="operating.ends", cite=rule.cite, provisions=rule.carries)
    return Operating(decision, own.reminding(rule.value.remind), cap.nominal)


def _several(rules: OperatingRules, chosen: tuple[str, ...], separate: bool) -> Iterator[Finding]:
    if len(chosen) < 2:
        return
    says, cure = "One permit covers several activities", "File an application for each"
    if rules.several is None:
        yield Finding(
            "operating.several",
            Outcome.UNMET,
            says,
            "",
            why="The code does not provide for it",
            cure=cure,
            held_by="applicant",
        )
        return
    together = rules.several.one_permit != "never"
    apart = separate and rules.several.one_permit == "officer decides"
    why = "The officer requires a permit for each" if apart else "" if together else "Each needs its own"
    yield held(
        "operating.several", together and not apart, says, rules.several, why=why, cure=cure, held_by="applicant"
    )


def _period(cap: Deadline, rule: Dated[RollingPeriod], starts: date, ends: date | None) -> Finding:
    if ends is None:
        return held(
            "operating.period",
            False,
            "Its period is stated",
            rule,
            why="No last day is given",
            cure="Enter the last day",
            limit=cap.nominal,
        )
    if ends < starts:
        return held(
            "operating.period",
            False,
            "It ends on or after its first day",
            rule,
            why=f"{in_words(ends)} is before {in_words(starts)}",
            cure="Enter a later day",
            fact=ends,
        )
    return held(
        "operating.period",
        ends <= cap.nominal,
        f"It lasts {rule.value} at most",
        rule,
        why=f"The latest day is {in_words(cap.nominal)}",
        cure=f"End it on {in_words(cap.nominal)} or before",
        fact=ends,
        limit=cap.nominal,
    )


def days_used(
    category: Category,
    rule: Section,
    spans: Iterable[tuple[date, date]],
    *,
    starts: date,
    ends: date,
    calendar: Calendar,
) -> Finding | None:
    """Whether a period with earlier ones at the same place stays within the days that a category may have in
    all, counted back from its last day; a warning where it does not, None where there is no such limit.
    """
    if category.in_all is None:
        return None
    within = category.in_all.within
    first = calendar.latest_notice(ends, within) + ONE_DAY
    days: set[date] = set()
    for begin, end in (*spans, (starts, ends)):
        days |= {begin + n * ONE_DAY for n in range((end - begin).days + 1)}
    count = sum(first <= day <= ends for day in days)
    return held(
        "operating.in_all",
        count <= category.in_all.days,
        f"At most {category.in_all.days} days in {within} at one place",
        rule,
        why=f"{count} days to {in_words(ends)}",
        fact=count,
        limit=category.in_all.days,
        warns=True,
    )


# -- before issue, and again -------------------------------------------------------------------------------


def inspected(rules: OperatingRules, *, applied: date, inspections: Iterable[date], issued: date) -> Decision:
    """Whether the premises were inspected before issue, and where the code wants it after the application."""
    section = rules.inspection
    if section is None:
        return Decision("operating.inspected", issued)
    counting = [day for day in inspections if day <= issued and (section.after == "any time" or day >= applied)]
    last = max(counting, default=None)
    since = "" if section.after == "any time" else " since the application"
    return Decision(
        "operating.inspected",
        issued,
        (
            held(
                "operating.inspection",
                last is not None,
                f"The premises were inspected{since}",
                section,
                why=f"Inspected on {in_words(last)}" if last else "No such inspection",
                cure="Inspect the premises",
                held_by="inspector",
                fact=last,
                limit=applied,
            ),
        ),
    )


def renewal_opens(rules: OperatingRules, ends: date, calendar: Calendar) -> date | None:
    """The first day on which a renewal can be applied for; None where the code sets none."""
    opens = rules.renewal.opens if rules.renewal else None
    return None if opens is None else calendar.latest_notice(ends, opens)


def renewed_from(ends: date, approved: date) -> date:
    """The first day of a renewed permit: the day after the old one's last, or the day of approval if later,
    the days between being without a permit.
    """
    return max(ends + ONE_DAY, approved)
