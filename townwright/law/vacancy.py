"""Vacant buildings: from which day a building is one, by when it is registered, what its plan must hold, what it
owes each year, and who must be near enough to answer for it.

`VacancyRules` is a pack's section.

    also:
      unoccupied:
        of: [ordered_vacated]                 # ordered vacated counts as unoccupied
        title: Ordered vacated
        cite: "§ 169-4"
    owners:
      executor: {title: Executor, needs: {instrument: The instrument}, cite: "§ 169-4"}
    categories:
      A: {title: Unoccupied and unsecured, needs: [unoccupied, unsecured], cite: "§ 169-4"}
      F:
        title: Unoccupied for over 90 days
        needs: [unoccupied]
        long:
          - from: "2020-09-03"
            value: {over: true, otherwise: {days: 90}, classes: {house: {days: 45}}}
            cite: "§ 169-4"
            enacted_by: "L.L. 8-2020"
        exceptions:
          winter: {title: Owner resides elsewhere in winter, cite: "§ 169-4"}
        cite: "§ 169-4"
    registration:
      - from: "2020-09-03"
        value: {within: {days: 30, rolls: true}, from_notice: {days: 30, rolls: true}, governs: earlier}
        cite: "§ 169-5(A)"
        enacted_by: "L.L. 8-2020"
    plans:
      rehabilitation:
        title: Return to use
        longest: {days: 365}
        benchmarks: {months: 4}
        contents: {use: The intended use}
        cite: "§ 169-5(C)(3)"
    annual_fee:
      - from: "2024-01-01"
        value: {plans: [vacant], otherwise: ["500.00", "750.00", "1000.00", "1500.00"]}
        cite: "§ 169-5(H)(2)"
        enacted_by: "Resolution 9-2024"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from typing import Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr

from townwright.law.calendar import ONE_DAY, Calendar, Deadline, Period, RollingPeriod, add_months, in_words
from townwright.law.dated import Dated, Exact, Section, Series
from townwright.law.facts import show_money
from townwright.law.fees import CENT, NOTHING, Step
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.holding import held, rule_on
from townwright.law.model import Money, Rules
from townwright.law.orders import Ground
from townwright.law.status import ALWAYS, Ladder, Later, Passed, Reached, Rung
from townwright.law.words import listed

#: How the registration of a vacant building stands on a day. `register_by` is its act-by day.
REGISTRATION_STATUS = Ladder(
    (
        Rung("closed", "No longer vacant", Reached("closed_on")),
        Rung("ended", "Registration ended, to be renewed", Passed("registered_until")),
        Rung("registered late", "Registered after its time", Later("registered_on", "register_by")),
        Rung("registered", "Registered", Reached("registered_on")),
        Rung("overdue", "Not registered in time", Passed("register_by")),
        Rung("due", "To be registered", Reached("vacant_from")),
        Rung("candidate", "May be vacant", ALWAYS),
    )
)


# -- the rules of a pack -----------------------------------------------------------------------------------


class LongVacant(Rules):
    """After how long unoccupied a building counts as vacant, by its class."""

    over: StrictBool
    """Whether it is more than that time ("over 90 days"), or just that time ("for 90 days")."""
    otherwise: Period | None = None
    """For a class that is not listed; null where such a building never counts."""
    classes: dict[StrictStr, Period] = Field(default_factory=dict)
    outside: tuple[StrictStr, ...] = ()
    """Parts of the town where it does not hold."""


class Also(Section):
    """Other things that count as a thing that categories need."""

    title: StrictStr
    of: tuple[StrictStr, ...] = Field(min_length=1)


class VacantCategory(Section):
    """One way in which a building is a vacant one."""

    title: StrictStr
    needs: tuple[StrictStr, ...] = Field(min_length=1)
    """The things that must be so together, by their keys; it holds from the day of the last of them."""
    long: Series[LongVacant] | None = None
    """A time that has to pass beside."""
    exceptions: dict[StrictStr, Ground] = Field(default_factory=dict)
    """Absences of the owner in which the category does not hold."""


class RegistrationRule(Rules):
    """By when a vacant building is registered, and for how long."""

    within: RollingPeriod | None = None
    """How long after it became vacant; null where only a notice asks for it."""
    from_notice: RollingPeriod | None = None
    """How long after the notice to register was (deemed) received."""
    governs: Literal["earlier", "later"] = "earlier"
    """Which of the two counts where both are known."""
    lasts: RollingPeriod | None = None
    """How long a registration is in force before it is renewed; null until the vacancy ends."""
    change_within: RollingPeriod | None = None
    """How long after a change the officer is told of it."""
    transfer_within: RollingPeriod | None = None
    """How long after a transfer of ownership the officer is told of it."""


class ExemptionRule(Rules):
    """For how long damage keeps a building from being registered."""

    causes: dict[StrictStr, StrictStr]
    """The causes that count, with words for them."""
    lasts: Period
    """How long after the event; its end is a state and does not roll."""


class PlanKind(Section):
    """One kind of plan for a vacant building."""

    title: StrictStr
    contents: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """What it must give, by key, with words for it."""
    longest: Period | None = None
    """How long after its submission it may reach; null for no limit."""
    benchmarks: Period | None = None
    """How far apart its benchmarks may lie, the completion being the last; null for none."""
    extension: Section | None = None
    """Where it says that the officer may lift both for good cause."""
    disconnect: RollingPeriod | None = None
    """How long after registration its utilities are to be cut off; null where they stay."""


class Waiver(Section):
    """A case in which less of a fee is owed."""

    title: StrictStr
    percent: Exact = Decimal(0)
    """How much of it is left, in percent."""
    needs: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """What has to be shown, by key, with words for it."""


class AnnualFee(Rules):
    """What a vacant building owes each year, by how many years it has been vacant, and by its class."""

    otherwise: tuple[Money, ...] = ()
    """The amounts of the first, second, … year for a class that is not listed; the last holds for all later."""
    classes: dict[StrictStr, tuple[Money, ...]] = Field(default_factory=dict)
    plans: tuple[StrictStr, ...] = ()
    """The kinds of plan that bear it; empty for all."""
    by_schedule: StrictBool = False
    """Whether the amounts are those of the board's schedule, and none is written here."""
    most: Money | None = None
    """The most that one year may come to."""
    most_in_all: Money | None = None
    """The most that all years may come to."""
    waivers: dict[StrictStr, Waiver] = Field(default_factory=dict)


class Nearness(Rules):
    """Who lives near enough to answer for a vacant building."""

    counties: tuple[StrictStr, ...] = ()
    """The counties, each as "Monroe, New York"; empty where the county plays no part."""
    miles: StrictInt | None = Field(default=None, ge=0)
    """How many miles from the town at most; null where distance plays no part."""


class VacancyRules(Rules):
    """The vacant-building law of a town."""

    also: dict[StrictStr, Also] = Field(default_factory=dict)
    """Things that categories need, each with what counts as it too."""
    categories: dict[StrictStr, VacantCategory] = Field(default_factory=dict)
    owners: dict[StrictStr, Ground] = Field(default_factory=dict)
    """The roles that make somebody an owner, each with what has to be told of it."""
    registration: Series[RegistrationRule] | None = None
    exemption: Series[ExemptionRule] | None = None
    plans: dict[StrictStr, PlanKind] = Field(default_factory=dict)
    one_kind: Section | None = None
    """Where it says that a plan is of one of these kinds."""
    annual_fee: Series[AnnualFee] | None = None
    certificate_lost: Series[RollingPeriod] | None = None
    """After how long vacant its certificate is lost: on the day after that time."""
    manager: Series[Nearness] | None = None
    """A manager must be named where no owner is near, and must be near."""


# -- from when ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Absence:
    """An owner's absence of a kind that a category excepts, both ends included; no last day where it is open."""

    kind: str
    since: date
    until: date | None


def vacant_from(
    category: VacantCategory,
    known: Mapping[str, date | None],
    *,
    building: str = "",
    area: str = "",
    absences: Iterable[Absence] = (),
    calendar: Calendar,
) -> date | None:
    """The first day on which a category holds; None where something is not so, or not yet known.

    `known` gives the day since which each thing has been so, `building` its class, `area` the part of the
    town. While an excepted absence runs the category does not hold; it begins on the day after. A building
    that was vacant before the law keeps its true day.
    """
    days = [known.get(name) for name in category.needs]
    since = [day for day in days if day is not None]
    if len(since) < len(days):
        return None
    first = max(since)
    if category.long is None:
        return first
    rule = (category.long.entry(first) or category.long.root[0]).value
    if rule is None or area in rule.outside:
        return None
    time = rule.classes.get(building, rule.otherwise)
    if time is None:
        return None
    end = calendar.nominal(first, time)
    begins = end + ONE_DAY if rule.over else end
    for absence in sorted(absences, key=lambda one: one.since):
        if absence.kind in category.exceptions and absence.since <= begins:
            if absence.until is None:
                return None
            begins = max(begins, absence.until + ONE_DAY)
    return begins


def vacancy(
    rules: VacancyRules,
    known: Mapping[str, date | None],
    *,
    building: str = "",
    area: str = "",
    absences: Iterable[Absence] = (),
    on: date,
    calendar: Calendar,
) -> dict[str, date]:
    """The categories that hold on a day, each with its first day. The vacancy date is the earliest."""
    away = tuple(absences)
    so = dict(known)
    for name, also in rules.also.items():
        so[name] = min((day for key in (name, *also.of) if (day := known.get(key)) is not None), default=None)
    days = {
        key: vacant_from(category, so, building=building, area=area, absences=away, calendar=calendar)
        for key, category in rules.categories.items()
    }
    return {key: day for key, day in days.items() if day is not None and day <= on}


def unbroken_since(spans: Iterable[tuple[date, date | None]], on: date) -> date | None:
    """The vacancy date of a day: the first day of the unbroken run of categories that holds then; None where none
    holds. `spans` are the days of each category, both ends included, without a last day where it still holds.
    """
    first, last = None, date.min
    for since, until in sorted((since, min(until or on, on)) for since, until in spans if since <= on):
        if first is None or since > last + ONE_DAY:
            first = since
        last = max(last, until)
    return first if last == on else None


def share(part: Decimal | int, whole: Decimal | int) -> Decimal | None:
    """How much of something is occupied, in percent to one decimal; None where there is nothing of it."""
    return None if not whole else (Decimal(100) * part / whole).quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)


def owner(rules: VacancyRules, role: str, told: Mapping[str, object]) -> Finding:
    """Whether somebody with a role is an owner: the code counts that role, and what it needs is told."""
    says = f"An owner is one of: {listed([known.title.lower() for known in rules.owners.values()], 'or')}"
    ground = rules.owners.get(role)
    if ground is None:
        cite = next((known.cite for known in rules.owners.values()), "")
        return Finding("vacancy.owner", Outcome.UNMET, says, cite, why=f"Not by being {role}")
    missing = [words for key, words in ground.needs.items() if told.get(key) in (None, "", False)]
    why = f"Not given: {listed(missing)}" if missing else ground.title
    return held("vacancy.owner", not missing, says, ground, why=why, cure="Give it")


def years_vacant(since: date, on: date) -> int:
    """How many whole years a building has been vacant on a day."""
    return (on.year - since.year) - (add_months(since, 12 * (on.year - since.year)) > on)


# -- registration ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Registration:
    """By when a building is to be registered: the day that governs, and those that it was taken from."""

    governs: Deadline | None
    from_vacancy: Deadline | None
    from_notice: Deadline | None


def register_by(
    rule: Dated[RegistrationRule],
    *,
    vacant: date | None,
    received: date | None,
    exempt: tuple[date, date] | None = None,
    calendar: Calendar,
) -> Registration:
    """By when a vacant building is to be registered.

    `vacant` is the vacancy date, `received` the day of (deemed) receipt of the notice; what is older than the
    rule is counted from its first day. `exempt` are the day of an exempting event and the last exempt day:
    what is left of the time on the day of the event runs on after it; where none was left the old day stands.
    """
    value = rule.value
    start = None if vacant is None else max(vacant, rule.since)
    vacancy_end = _register_end(rule, value.within, start, exempt, calendar)
    notice_end = _register_end(rule, value.from_notice, received, exempt, calendar)
    both = [end for end in (vacancy_end, notice_end) if end is not None]
    choose = min if value.governs == "earlier" else max
    governs = choose(both, key=lambda end: end.act_by) if both else None
    return Registration(governs, vacancy_end, notice_end)


def _register_end(
    rule: Dated[RegistrationRule],
    time: RollingPeriod | None,
    start: date | None,
    exempt: tuple[date, date] | None,
    calendar: Calendar,
) -> Deadline | None:
    if time is None or start is None:
        return None
    end = calendar.ends(start, time, rule, kind="vacancy.register_by")
    if exempt is None:
        return end
    event, last = exempt
    if start >= event:
        return calendar.ends(max(start, last), time, rule, kind="vacancy.register_by")
    left = (end.nominal - event).days
    if left <= 0:
        return end
    return calendar.deadline(
        last, Period(days=left), kind="vacancy.register_by", cite=rule.cite, provisions=rule.carries, rolls=time.rolls
    ).reminding(time.remind)


def exemption(
    rule: Dated[ExemptionRule], *, cause: str, event: date, requested: date, calendar: Calendar
) -> tuple[Finding, date]:
    """Whether a request exempts a building from registration, and the last exempt day, counted from the event
    and not moved.
    """
    last = calendar.nominal(event, rule.value.lasts)
    named = listed(rule.value.causes.values(), "or")
    if cause not in rule.value.causes:
        return held(
            "vacancy.exempt",
            False,
            f"It is exempt after {named}",
            rule,
            why="Another cause",
            cure="Register it",
            held_by="applicant",
        ), last
    return held(
        "vacancy.exempt",
        requested <= last,
        f"It is exempt for {rule.value.lasts} after {named}",
        rule,
        why=f"The last exempt day is {in_words(last)}",
        cure="Register it",
        held_by="applicant",
        fact=requested,
        limit=last,
    ), last


def told_by(
    rule: Dated[RegistrationRule], what: Literal["change", "transfer"], happened: date, calendar: Calendar
) -> Deadline | None:
    """By when the officer is told of a change or of a transfer; None where the code sets no time."""
    time = rule.value.change_within if what == "change" else rule.value.transfer_within
    return None if time is None else calendar.ends(happened, time, rule, kind=f"vacancy.{what}_told_by")


def certificate_lost_on(rules: VacancyRules, vacant: date, calendar: Calendar) -> date | None:
    """The day on which a vacant building loses its certificate, a vacancy older than the rule being counted
    from the rule's first day; None where the code has no such loss.
    """
    if rules.certificate_lost is None:
        return None
    rule = rules.certificate_lost.entry(vacant) or rules.certificate_lost.root[0]
    return None if rule.value is None else calendar.nominal(max(vacant, rule.since), rule.value) + ONE_DAY


# -- the plan ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan as an owner submits it. `extended` says that the officer lifted its limits for good cause."""

    kind: str
    submitted: date
    completion: date | None = None
    benchmarks: tuple[date, ...] = ()
    gives: Mapping[str, object] | None = None
    extended: bool = False


def plan(rules: VacancyRules, one: Plan, calendar: Calendar) -> Decision:
    """Whether a plan holds what the code wants of its kind: contents, its longest time, its benchmarks."""
    kind = rules.plans.get(one.kind)
    if kind is None:
        named = listed([known.title for known in rules.plans.values()], "or")
        cite, carries = (rules.one_kind.cite, rules.one_kind.carries) if rules.one_kind else ("", ())
        return Decision(
            "vacancy.plan",
            one.submitted,
            (
                Finding(
                    "vacancy.plan.kind",
                    Outcome.UNMET,
                    f"It is one of: {named}",
                    cite,
                    cure="Choose one kind",
                    held_by="applicant",
                    provisions=carries,
                ),
            ),
        )
    return Decision("vacancy.plan", one.submitted, tuple(_plan(kind, one, calendar)))


def _plan(kind: PlanKind, one: Plan, calendar: Calendar) -> Iterator[Finding]:
    given = one.gives or {}
    for key, label in kind.contents.items():
        there = given.get(key) not in (None, "", (), [])
        yield held(
            f"vacancy.plan.{key}",
            there,
            f"The plan gives: {label}",
            kind,
            why="" if there else f"{label}: not given",
            cure="Complete the plan",
            held_by="applicant",
        )
    limited = kind.longest is not None or kind.benchmarks is not None
    if limited and one.completion is None:
        yield held(
            "vacancy.plan.completion",
            False,
            "It says when it is complete",
            kind,
            why="No day is given",
            cure="Give the day",
            held_by="applicant",
        )
        return
    if one.extended and kind.extension is not None:
        yield held("vacancy.plan.extended", True, "Extended for good cause", kind.extension)
        return
    if kind.longest is not None and one.completion is not None:
        latest = calendar.nominal(one.submitted, kind.longest)
        yield held(
            "vacancy.plan.longest",
            one.completion <= latest,
            f"It takes {kind.longest} from its submission at most",
            kind,
            why=f"The latest day is {in_words(latest)}",
            cure="Give an earlier day, or ask for an extension",
            held_by="applicant",
            fact=one.completion,
            limit=latest,
        )
    if kind.benchmarks is not None and one.completion is not None:
        steps = (one.submitted, *sorted(one.benchmarks), one.completion)
        late = next(
            (later for earlier, later in pairwise(steps) if later > calendar.nominal(earlier, kind.benchmarks)), None
        )
        why = f"Nothing in the {kind.benchmarks} before {in_words(late)}" if late else ""
        yield held(
            "vacancy.plan.benchmarks",
            late is None,
            f"It has a benchmark at least every {kind.benchmarks}",
            kind,
            why=why,
            cure="Add a benchmark",
            held_by="applicant",
            fact=late,
        )


def plan_in_force(approved: Iterable[tuple[date, Plan]], on: date) -> Plan | None:
    """The plan that binds on a day: the latest of those approved by then, whoever submitted it."""
    found = [(day, one) for day, one in approved if day <= on]
    return max(found, key=lambda pair: pair[0])[1] if found else None


def missed(one: Plan, reached: Mapping[date, date], on: date) -> tuple[date, ...]:
    """The benchmarks of a plan, and its completion, that have passed on a day and were not reached by then.

    `reached` gives the day on which each was reached.
    """
    marks = (*one.benchmarks, *((one.completion,) if one.completion else ()))
    return tuple(mark for mark in sorted(marks) if mark < on and reached.get(mark, date.max) > mark)


def disconnect_by(kind: PlanKind, counted: date, calendar: Calendar) -> Deadline | None:
    """By when utilities are cut off and pipes drained, counted from the registration, or from the approval of a
    plan that was changed to this kind; None where they stay.
    """
    return (
        None if kind.disconnect is None else calendar.ends(counted, kind.disconnect, kind, kind="vacancy.disconnect_by")
    )


# -- what it owes ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Owed:
    """A year's fee, step by step; `finding` where none is owed, or a waiver is not shown."""

    amount: Decimal
    steps: tuple[Step, ...] = ()
    finding: Finding | None = None


def annual_fee(
    series: Series[AnnualFee] | None,
    *,
    on: date,
    years: int,
    building: str = "",
    plan_kind: str = "",
    waiver: str = "",
    shown: Mapping[str, object] | None = None,
    charged_so_far: Decimal = NOTHING,
    scheduled: Decimal | None = None,
) -> Owed:
    """The fee of a year, by the schedule of the day on which it is invoiced, after so many whole years vacant.

    `charged_so_far` is what earlier years came to, for a limit to all of them; `scheduled` what the board's schedule
    of that day has for so many years, where the code leaves the amounts to it.
    """
    rule = rule_on(series, on, "vacancy.fee", "An annual fee is set")
    if isinstance(rule, Finding):
        return Owed(NOTHING, finding=rule)
    value = rule.value
    if value.plans and plan_kind not in value.plans:
        return Owed(NOTHING, finding=held("vacancy.fee", True, "A plan of this kind bears no annual fee", rule))
    table = value.classes.get(building, value.otherwise)
    if not (table or value.by_schedule) or years < 1:
        return Owed(NOTHING, finding=held("vacancy.fee", True, "No annual fee is due yet", rule))
    if not value.by_schedule:
        amount = table[min(years, len(table)) - 1]
        later = " or later" if years >= len(table) > 1 else ""
        steps = [Step(f"Year {min(years, len(table))}{later} of vacancy", amount)]
    elif scheduled is None:
        return Owed(
            NOTHING,
            finding=held(
                "vacancy.fee", None, "The schedule in force has a line for this fee", rule, missing=("fee.scheduled",)
            ),
        )
    else:
        amount = scheduled
        steps = [Step(f"Year {years} of vacancy, by the schedule in force", amount)]
    finding = None
    if waiver in value.waivers:
        granted = value.waivers[waiver]
        missing = [words for key, words in granted.needs.items() if (shown or {}).get(key) in (None, "", False)]
        finding = held(
            "vacancy.waiver",
            not missing,
            granted.title,
            granted,
            why=f"Not shown: {listed(missing)}" if missing else "",
            cure="Show it",
            held_by="applicant",
            warns=True,
        )
        if not missing:
            left = (amount * granted.percent / 100).quantize(CENT, rounding=ROUND_HALF_UP)
            steps.append(Step(f"{granted.title}: {granted.percent:f} % is left", left - amount))
    total = sum((step.amount for step in steps), NOTHING)
    limits = [
        limit
        for limit in (
            value.most,
            None if value.most_in_all is None else max(NOTHING, value.most_in_all - charged_so_far),
        )
        if limit is not None
    ]
    if limits and total > min(limits):
        steps.append(Step(f"At most {show_money(min(limits))}", min(limits) - total))
        total = min(limits)
    return Owed(total, tuple(steps), finding)


# -- who answers for it ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Residence:
    """Where somebody lives: the county as "Monroe, New York", the miles from the town where they are known."""

    county: str
    miles: int | None = None


def is_near(rule: Nearness, residence: Residence) -> bool | None:
    """Whether somebody lives near enough; None where the distance is not known."""
    if rule.counties and residence.county not in rule.counties:
        return False
    if rule.miles is None:
        return True
    return None if residence.miles is None else residence.miles <= rule.miles


def manager(
    series: Series[Nearness] | None, owners: Iterable[Residence], named: Residence | None, on: date
) -> Finding | None:
    """Whether a manager has to be named, and one that is named is near. None where the code wants none.

    One owner who is near is enough.
    """
    rule = series.on(on) if series else None
    if rule is None:
        return None
    says = "An owner is near, or a property manager who is near is named"
    owners_near = [is_near(rule.value, owner) for owner in owners]
    if True in owners_near:
        return held("vacancy.manager", True, says, rule, why="An owner is near")
    near = is_near(rule.value, named) if named else False
    if None in owners_near and not near:
        near = None
    why = {True: "The manager is near", None: "The distance is not known", False: "The manager is not near"}[near]
    return held(
        "vacancy.manager",
        near,
        says,
        rule,
        why=why if named or near is None else "No manager is named",
        cure="Name a property manager who is near",
        held_by="applicant",
        missing=("vacancy.miles",) if near is None else (),
    )
