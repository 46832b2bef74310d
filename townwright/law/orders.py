"""Orders to remedy, stop-work orders and notices: what must stand in one, how long it leaves, who is served
in which way, when a service is complete, and what follows from a late one.

`OrderRules` is a pack's section: each kind of paper is a dated series, so that the rule of its own date
governs it. The State's Order to Remedy (Executive Law § 382, 19 NYCRR 1203.5) and a town's own notice are two
kinds, with times and ways of service of their own; `of_state` holds the first to what the State says.

    kinds:
      state_order:
        - from: "2015-01-12"
          value:
            title: Order to Remedy
            of_state: true
            contents:
              - {key: condition, label: The condition or activity, of: each line, cite: "§ 50-17(A)(1)"}
            cure: {fixed: {days: 30}, rolls: true}
            early_start: {cite: "§ 50-17(A)(2)"}
            recipients:
              - {who: [owner], must: always, ways: [personal, certified], within: {days: 5, rolls: true},
                 address: The owner's address on the last assessment roll, cite: "§ 50-17(A)(2)"}
              - {who: [builder, tenant], must: may, ways: [personal, registered, certified],
                 within: {days: 5, rolls: true}, cite: "§ 50-17(A)(2)"}
            ways:
              personal: {title: By hand, steps: [{key: handed, title: Handed over, proof: {to: To whom}}]}
              certified:
                title: By certified mail
                steps: [{key: mailed, title: Mailed, proof: {article: Article number}}]
              posted:                                # both steps; served on the later day
                title: Posted, with a copy by certified mail
                steps: [{key: posted, title: Posted, proof: {photo: Photograph}},
                        {key: mailed, title: Copy mailed, proof: {article: Article number}}]
            if_late: date anew
          cite: "§ 50-17(A)"
          enacted_by: "L.L. 4-2024"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal, Self

from pydantic import Field, StrictBool, StrictStr, model_validator

from townwright.law.calendar import ONE_DAY, Calendar, Deadline, Period, RollingPeriod, in_words
from townwright.law.dated import Dated, Section, Series
from townwright.law.facts import Catalogue, Kind
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.holding import held
from townwright.law.model import Rules
from townwright.law.predicates import Asked, Predicate
from townwright.law.status import ALWAYS, All, Ladder, Later, Passed, Reached, Rung
from townwright.law.words import listed

#: Where something stands in a pack, beneath the section.
Place = tuple[str | int, ...]


# -- what an order is on a day -----------------------------------------------------------------------------

#: An order to remedy or a notice with a time to comply. `remedy_by` is its act-by day.
ORDER_STATUS = Ladder(
    (
        Rung("withdrawn", "Withdrawn", Reached("withdrawn_on")),
        Rung("replaced", "Replaced by a later order", Reached("replaced_on")),
        Rung(
            "remedied late", "Remedied after its time", All((Reached("remedied_on"), Later("remedied_on", "remedy_by")))
        ),
        Rung("remedied", "Remedied in time", Reached("remedied_on")),
        Rung("in default", "Not remedied in time", All((Reached("issued_on"), Passed("remedy_by")))),
        Rung("running", "Served, time running", All((Reached("issued_on"), Reached("served_on")))),
        Rung("unserved", "Issued, not yet served", Reached("issued_on")),
        Rung("draft", "Draft", ALWAYS),
    )
)

#: A stop-work order. `effective_on` is the day of issue or of service, as the code says.
STOP_STATUS = Ladder(
    (
        Rung("replaced", "Replaced by a later order", Reached("replaced_on")),
        Rung("rescinded", "Rescinded", Reached("rescinded_on")),
        Rung("in force", "In force: work is stopped", All((Reached("issued_on"), Reached("effective_on")))),
        Rung("not effective", "Issued, not yet served", Reached("issued_on")),
        Rung("draft", "Draft", ALWAYS),
    )
)

#: The ways of service of an order under Executive Law § 382(2); nothing else will do.
STATE_WAYS = frozenset({"personal", "registered", "certified"})


# -- the rules of a pack -----------------------------------------------------------------------------------


class Content(Section):
    """One thing that must stand in the paper."""

    key: StrictStr
    label: StrictStr
    of: Literal["the order", "each line"] = "the order"
    """Whether it stands once, or with each violation."""
    numbered: StrictBool = False
    """Whether it names a provision by its number, so that the name of a whole code does not do."""


class Ground(Section):
    """One ground on which an order can rest, and what it needs to be told with it."""

    title: StrictStr
    needs: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """What a line on this ground must give beside what every line gives, by key, with words for it."""


class OrderGround(Ground):
    """A ground of an order, which the facts of the work can rule out."""

    when: Predicate | None = None
    """When the ground is offered; left out, always."""


class Cure(Rules):
    """The time that an order leaves. A fixed one is computed, never typed; else the officer fixes a day."""

    fixed: Period | None = None
    at_least: Period | None = None
    at_most: Period | None = None
    counted_from: Literal["order", "receipt"] = "order"
    """Whether it is counted from the date of the order, or from the day on which it is (deemed) received."""
    rolls: StrictBool = True
    """Whether the last day rolls off weekends and holidays, remedying being an act."""
    needs_reason: StrictBool = False
    """Whether the officer writes down why the time is long enough."""

    @model_validator(mode="after")
    def _fixed_or_not(self) -> Self:
        if self.fixed is not None and (self.at_least or self.at_most or self.needs_reason):
            raise ValueError("expected a fixed time, or limits to the officer's, not both")
        return self


class Step(Rules):
    """One thing to do for a way of service, and what proves that it was done."""

    key: StrictStr
    title: StrictStr
    proof: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """The fields of its proof (article number, photograph, to whom), by key, with words for them."""


class Way(Rules):
    """A way of service. It is complete on the day of its last step."""

    title: StrictStr
    steps: tuple[Step, ...] = Field(min_length=1)
    deemed: Period | None = None
    """How long after that day the paper is deemed received; null for the same day."""
    on_proof: StrictBool = False
    """Whether it counts as received only on the day that a proof of receipt shows."""

    @model_validator(mode="after")
    def _one_rule_of_receipt(self) -> Self:
        if self.deemed and self.on_proof:
            raise ValueError("expected deemed or on_proof, not both")
        return self


class Recipient(Section):
    """Whom an order is served on, and how."""

    who: tuple[StrictStr, ...] = Field(min_length=1)
    """The roles of those meant, such as [owner]."""
    must: Literal["always", "if any", "any one", "may"]
    """Whether everybody of that role is served, is served where there is one, whether any one of them is enough,
    or whether they may be served.
    """
    ways: tuple[StrictStr, ...] = Field(min_length=1)
    """The ways of service that count, by their keys."""
    other_ways: Literal["refused", "warned of"] = "refused"
    """What becomes of a way that the code does not name for them."""
    within: RollingPeriod | None = None
    """How long after the date of the order they are served; null where the code sets no time."""
    address: StrictStr = ""
    """Which address the mail goes to, in words."""
    starts_clock: StrictBool = True
    """Whether the time to comply can run from service on them, where it runs from receipt."""


class OrderKind(Rules):
    """One kind of order or notice."""

    title: StrictStr
    of_state: StrictBool = False
    """Whether it is the State's Order to Remedy, which alone carries Executive Law § 382(2)."""
    stops_work: StrictBool = False
    effective: Literal["on issue", "on service"] = "on issue"
    """From when it binds."""
    scope: Literal["the work named", "the whole site"] = "the work named"
    """What a stop-work order stops."""
    contents: tuple[Content, ...] = ()
    grounds: dict[StrictStr, OrderGround] = Field(default_factory=dict)
    """The grounds that the code lists; empty where it lists none."""
    cure: Cure | None = None
    """The time to comply; null for a paper that sets none."""
    early_start: Section | None = None
    """Where it says that the order may require a beginning before the time is over."""
    protection: Section | None = None
    """Where it says that the order may require protection meanwhile, if some law allows it."""
    conditions: Literal["required", "may be none", "not asked"] = "not asked"
    """Whether the order states the conditions on which work may go on."""
    recipients: tuple[Recipient, ...] = ()
    ways: dict[StrictStr, Way] = Field(default_factory=dict)
    if_late: Literal["date anew", "marked"] = "marked"
    """What a service after its time asks for: a new order with a new date, or a mark on this one."""
    wait_before_compelling: Section | None = None
    """Where it says that no proceeding to compel is brought before the time is over."""

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        for recipient in self.recipients:
            if strange := set(recipient.ways) - set(self.ways):
                raise ValueError(f"no way of service is called {', '.join(sorted(strange))}")
        if self.stops_work and self.cure:
            raise ValueError("expected a stop-work order without a time to comply")
        return self

    @model_validator(mode="after")
    def _as_the_state_says(self) -> Self:
        if not self.of_state:
            return self
        cure = self.cure
        if cure is None or cure.fixed != Period(days=30) or cure.counted_from != "order":
            raise ValueError("the State's order is to be complied with in 30 days from its date")
        owners = [one for one in self.recipients if "owner" in one.who and one.must == "always"]
        if not owners or any(
            one.within is None or (one.within.unit, one.within.count) != ("days", 5) for one in owners
        ):
            raise ValueError("the State's order is always served on the owner within 5 days of its date")
        if any(not set(one.ways) <= STATE_WAYS for one in owners):
            raise ValueError("the State's order is served personally, or by registered or certified mail")
        return self


class OrderRules(Rules):
    """The orders and notices of a town, by kind."""

    kinds: dict[str, Series[OrderKind]] = Field(default_factory=dict)

    def check(self, catalogue: Catalogue, values: Mapping[str, Kind]) -> Iterator[tuple[Place, str]]:
        """What is wrong with the facts that grounds name: (place, what was expected)."""
        for key, series in self.kinds.items():
            for at, entry in enumerate(series.root):
                for name, ground in entry.value.grounds.items() if entry.value else ():
                    for place, what in ground.when.check(catalogue, values) if ground.when else ():
                        yield ("kinds", key, at, "value", "grounds", name, "when", *place), what


# -- making one out ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Violation:
    """One line of an order: what it gives, by the keys of the contents, and the ground it rests on."""

    gives: Mapping[str, object]
    ground: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """An order as an officer wants to issue it.

    `remedy_by` is the officer's day, None where none is given; `protection` holds (measure, section that
    allows it); `conditions` are those on which work may go on, None where nothing is said of them.
    """

    dated: date
    lines: tuple[Violation, ...] = ()
    gives: Mapping[str, object] = field(default_factory=dict)
    remedy_by: date | None = None
    reason: str = ""
    begin_by: date | None = None
    protection: tuple[tuple[str, str], ...] = ()
    conditions: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Drafted:
    """What the code says to a draft, and the dates that the paper would carry."""

    decision: Decision
    remedy_by: Deadline | None = None
    begin_by: Deadline | None = None
    serve_by: Deadline | None = None

    @property
    def deadlines(self) -> tuple[Deadline, ...]:
        """Every deadline that the order sets."""
        return tuple(end for end in (self.remedy_by, self.begin_by, self.serve_by) if end)


def draft(rule: Dated[OrderKind], order: Draft, calendar: Calendar, *, received: date | None = None) -> Drafted:
    """Whether an order can issue as drafted, by the rule of its own date, and its dates.

    `received` is the day of (deemed) receipt for a paper whose time runs from it; until it is known the time
    has no end. The remedy date of a fixed time is computed; another that was typed is refused.
    """
    remedy = _remedy_by(rule, order, calendar, received)
    begin = None
    if order.begin_by is not None:
        section = rule.value.early_start or rule
        begin = calendar.fixed(
            order.begin_by, kind="order.begin_by", cite=section.cite, provisions=section.carries, rolls=True
        )
    findings = (
        *_contents(rule, order),
        *_grounds(rule, order),
        *_conditions(rule, order),
        *_protection(rule, order),
        *_time(rule, order, remedy, calendar, received),
        *_early_start(rule, order, remedy),
    )
    return Drafted(Decision("order.issue", order.dated, findings), remedy, begin, serve_by(rule, order.dated, calendar))


def offered(rule: Dated[OrderKind], asked: Asked) -> tuple[str, ...]:
    """The grounds that an order can rest on by what is known on the day of asking, in the order of the code. One that
    is not settled is offered too.
    """
    return tuple(
        key
        for key, ground in rule.value.grounds.items()
        if ground.when is None or ground.when.test(asked).holds is not False
    )


def serve_by(rule: Dated[OrderKind], dated: date, calendar: Calendar) -> Deadline | None:
    """By when those are to be served who must be; None where the code sets no time."""
    ends = [
        calendar.ends(dated, one.within, one, kind="order.serve_by")
        for one in rule.value.recipients
        if one.within and one.must != "may"
    ]
    return min(ends, key=lambda end: end.act_by, default=None)


def _remedy_by(rule: Dated[OrderKind], order: Draft, calendar: Calendar, received: date | None) -> Deadline | None:
    cure = rule.value.cure
    if cure is None:
        return None
    if cure.fixed is not None:
        start = order.dated if cure.counted_from == "order" else received
        return (
            None
            if start is None
            else calendar.deadline(
                start, cure.fixed, kind="order.remedy_by", cite=rule.cite, provisions=rule.carries, rolls=cure.rolls
            )
        )
    if order.remedy_by is None:
        return None
    return calendar.fixed(
        order.remedy_by, kind="order.remedy_by", cite=rule.cite, provisions=rule.carries, rolls=cure.rolls
    )


def _blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip()) or value in ((), [])


def _contents(rule: Dated[OrderKind], order: Draft) -> Iterator[Finding]:
    for content in rule.value.contents:
        says = f"The {rule.value.title.lower()} gives: {content.label}"
        if content.of == "the order":
            given, why = _given(content, order.gives), f"{content.label}: not given"
        else:
            without = [n for n, line in enumerate(order.lines, 1) if not _given(content, line.gives)]
            given = bool(order.lines) and not without
            where = f"{'lines' if len(without) > 1 else 'line'} {listed([str(n) for n in without])}"
            why = f"{content.label}: not given in {where}" if without else "No violation is listed"
        yield held(
            f"order.{content.key}", given, says, content, why="" if given else why, cure=f"Give it: {content.label}"
        )


def _given(content: Content, gives: Mapping[str, object]) -> bool:
    value = gives.get(content.key)
    return not _blank(value) and (not content.numbered or any(map(str.isdigit, str(value))))


def _grounds(rule: Dated[OrderKind], order: Draft) -> Iterator[Finding]:
    grounds = rule.value.grounds
    if not grounds:
        return
    known = [line for line in order.lines if line.ground in grounds]
    yield held(
        "order.grounds",
        bool(known) and len(known) == len(order.lines),
        f"It rests on a ground of the code: {listed([one.title for one in grounds.values()], 'or')}",
        rule,
        cure="Choose the ground of each line",
    )
    for number, line in enumerate(known, 1):
        ground = grounds[line.ground]
        missing = [label for key, label in ground.needs.items() if _blank(line.gives.get(key))]
        yield held(
            f"order.ground.{number}",
            not missing,
            ground.title,
            ground,
            why=f"Not given: {listed(missing)}" if missing else "",
            cure="Give what the ground needs",
        )


def _conditions(rule: Dated[OrderKind], order: Draft) -> Iterator[Finding]:
    asked = rule.value.conditions
    if asked == "not asked":
        return
    met = bool(order.conditions) if asked == "required" else order.conditions is not None
    yield held(
        "order.conditions",
        met,
        "It states the conditions on which work may go on",
        rule,
        why="" if met else "No conditions are stated",
        cure="List them" if asked == "required" else "List them, or say that there are none",
    )


def _protection(rule: Dated[OrderKind], order: Draft) -> Iterator[Finding]:
    for number, (measure, authority) in enumerate(order.protection, 1):
        section = rule.value.protection
        yield held(
            f"order.protection.{number}",
            section is not None and bool(authority.strip()),
            f"A law allows the protection meanwhile: {measure}",
            section or rule,
            why=authority or ("No law is named" if section else "The code provides for none"),
            cure="Name the section that allows it" if section else "Leave it out",
        )


def _time(
    rule: Dated[OrderKind], order: Draft, remedy: Deadline | None, calendar: Calendar, received: date | None
) -> Iterator[Finding]:
    cure, given = rule.value.cure, order.remedy_by
    if cure is None:
        return
    if cure.fixed is not None:
        says = f"It is to be complied with in {cure.fixed} from its {cure.counted_from}"
        if remedy is not None:
            yield held(
                "order.time",
                given in (None, remedy.nominal),
                says,
                rule,
                why=f"The day is {in_words(remedy.nominal)}",
                cure=f"Let it say {in_words(remedy.nominal)}",
                fact=given,
                limit=remedy.nominal,
            )
        return
    if given is None:
        yield held("order.time", False, "It says by when to comply", rule, why="No day is given", cure="Enter the day")
        return
    start = order.dated if cure.counted_from == "order" else received or order.dated
    earliest = start + ONE_DAY if cure.at_least is None else calendar.nominal(start, cure.at_least)
    says = "It leaves time to comply" if cure.at_least is None else f"It leaves {cure.at_least} at least"
    yield held(
        "order.time",
        given >= earliest,
        says,
        rule,
        why=f"The earliest day is {in_words(earliest)}",
        cure=f"Give {in_words(earliest)} or a later day",
        fact=given,
        limit=earliest,
    )
    if cure.at_most is not None:
        latest = calendar.nominal(start, cure.at_most)
        yield held(
            "order.time_at_most",
            given <= latest,
            f"It leaves {cure.at_most} at most",
            rule,
            why=f"The latest day is {in_words(latest)}",
            cure=f"Give {in_words(latest)} or an earlier day",
            fact=given,
            limit=latest,
        )
    if cure.needs_reason:
        yield held(
            "order.time_reason",
            bool(order.reason.strip()),
            "It is written down why the time is long enough",
            rule,
            why=order.reason,
            cure="Write down the reason",
        )
    if left_out := calendar.no_business(given):
        yield Finding(
            "order.business_day",
            Outcome.WARNING,
            "The day to comply is a business day",
            calendar.rules.rolling.cite,
            why=str(left_out),
        )


def _early_start(rule: Dated[OrderKind], order: Draft, remedy: Deadline | None) -> Iterator[Finding]:
    if order.begin_by is None:
        return
    section = rule.value.early_start
    says = "It may require a beginning before the time is over"
    if section is None:
        yield held("order.begin_by", False, says, rule, why="The code does not say so", cure="Leave the day out")
        return
    latest = remedy.nominal if remedy else None
    in_time = order.dated <= order.begin_by and (latest is None or order.begin_by <= latest)
    until = f" and {in_words(latest)}" if latest else ""
    yield held(
        "order.begin_by",
        in_time,
        says,
        section,
        why=f"It lies between {in_words(order.dated)}{until}",
        cure="Give a day between them",
        fact=order.begin_by,
        limit=latest,
    )


# -- serving it --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Party:
    """Somebody who is or may be served: a key, the name, and every role held (owner, permit_holder)."""

    key: str
    name: str
    roles: frozenset[str]


@dataclass(frozen=True, slots=True)
class Attempt:
    """What was done to serve a party in one way.

    `steps` gives the day on which each step was done, `proof` the proof of each, by step and field;
    `receipt` is the day of receipt that a proof shows, where there is one.
    """

    party: str
    way: str
    steps: Mapping[str, date]
    proof: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    receipt: date | None = None


@dataclass(frozen=True, slots=True)
class ServiceLine:
    """How service on one party stands: the day on which it was complete, and that of (deemed) receipt. `must` says
    whether this very party has to be served.
    """

    party: Party
    must: bool
    address: str
    served_on: date | None
    received_on: date | None
    serve_by: Deadline | None
    late: bool
    starts_clock: bool


@dataclass(frozen=True, slots=True)
class Service:
    """How the service of an order stands on a day.

    `served_on` is the day on which the last of those who must be served was; `clock_from` the earliest
    receipt from which the time to comply can run. `date_anew` says that the order was served too late on
    somebody who must be served in time, and is to be made out again.
    """

    decision: Decision
    lines: tuple[ServiceLine, ...]
    served_on: date | None
    clock_from: date | None
    date_anew: bool


def service(
    rule: Dated[OrderKind],
    dated: date,
    parties: Iterable[Party],
    attempts: Iterable[Attempt],
    *,
    on: date,
    calendar: Calendar,
) -> Service:
    """How the service of an order of a date stands on a day.

    Whoever must be served is a line that stays open until a way that counts is complete with its proof.
    Those who may be served never change how the order stands.
    """
    known, tried = tuple(parties), tuple(attempts)
    lines: list[ServiceLine] = []
    findings: list[Finding] = []
    required: list[date | None] = []
    late = False
    taken: set[str] = set()
    for number, recipient in enumerate(rule.value.recipients, 1):
        meant = [one for one in known if one.key not in taken and one.roles & set(recipient.who)]
        taken |= {one.key for one in meant}
        group = [_line(rule, recipient, dated, party, tried, on, calendar) for party in meant]
        lines.extend(group)
        if not group and recipient.must in ("always", "any one"):
            required.append(None)
            findings.append(
                held(
                    f"service.{number}",
                    None,
                    f"The {listed(recipient.who, 'or')} is served",
                    recipient,
                    why="Nobody of that role is known",
                    missing=(f"order.{recipient.who[0]}",),
                )
            )
        elif recipient.must == "any one":
            first = min((line.served_on for line in group if line.served_on), default=None)
            required.append(first)
            late = late or all(line.late for line in group)
            findings.append(
                held(
                    f"service.{number}",
                    first is not None,
                    f"One of them is served: {listed(recipient.who, 'or')}",
                    recipient,
                    why=f"Served on {in_words(first)}" if first else "No complete proof of service",
                    cure="Serve one of them, and enter the proof",
                    fact=first,
                )
            )
        elif recipient.must != "may":
            required.extend(line.served_on for line in group)
            late = late or any(line.late for line in group)
        for line in group:
            findings.extend(_service_findings(rule, recipient, line, tried, on))
    served = [day for day in required if day is not None]
    receipts = [line.received_on for line in lines if line.starts_clock and line.received_on]
    complete = bool(required) and len(served) == len(required)
    return Service(
        Decision("order.served", on, tuple(findings)),
        tuple(lines),
        max(served) if complete else None,
        min(receipts, default=None),
        late and rule.value.if_late == "date anew",
    )


def _line(
    rule: Dated[OrderKind],
    recipient: Recipient,
    dated: date,
    party: Party,
    attempts: tuple[Attempt, ...],
    on: date,
    calendar: Calendar,
) -> ServiceLine:
    ways = rule.value.ways
    done = [
        (day, _received(ways[one.way], one, day, calendar))
        for one in attempts
        if one.party == party.key
        and _counts(recipient, ways, one)
        and (day := complete_on(ways[one.way], one))
        and day <= on
    ]
    served_on = min((day for day, _ in done), default=None)
    received_on = min((receipt for _, receipt in done if receipt and receipt <= on), default=None)
    end = calendar.ends(dated, recipient.within, recipient, kind="order.serve_by") if recipient.within else None
    # Whoever may be served and is not, is not late: there was nothing to do.
    awaited = recipient.must != "may" or served_on is not None
    late = end is not None and awaited and end.passed(served_on or on)
    must = recipient.must in ("always", "if any")
    return ServiceLine(party, must, recipient.address, served_on, received_on, end, late, recipient.starts_clock)


def _counts(recipient: Recipient, ways: Mapping[str, Way], attempt: Attempt) -> bool:
    """Whether a way is one that counts, or at least does not fail to."""
    return attempt.way in recipient.ways or (recipient.other_ways == "warned of" and attempt.way in ways)


def complete_on(way: Way, attempt: Attempt) -> date | None:
    """The day on which a service was complete, that of its last step; None while a step or its proof is
    wanting.
    """
    days = [attempt.steps.get(step.key) for step in way.steps]
    proved = all(not _blank(attempt.proof.get(step.key, {}).get(name)) for step in way.steps for name in step.proof)
    done = [day for day in days if day is not None]
    return max(done) if proved and len(done) == len(days) else None


def _received(way: Way, attempt: Attempt, complete: date, calendar: Calendar) -> date | None:
    if way.on_proof:
        return attempt.receipt
    return complete if way.deemed is None else calendar.nominal(complete, way.deemed)


def _service_findings(
    rule: Dated[OrderKind], recipient: Recipient, line: ServiceLine, attempts: tuple[Attempt, ...], on: date
) -> Iterator[Finding]:
    ways = rule.value.ways
    named = listed([ways[key].title.lower() for key in recipient.ways], "or")
    key = f"service.{line.party.key}"
    served = line.served_on is not None
    if line.must:
        why = f"Served on {in_words(line.served_on)}" if line.served_on else "No complete proof of service"
        yield held(
            key,
            served,
            f"{line.party.name} is served {named}",
            recipient,
            why=why,
            cure="Serve it, and enter the proof",
            fact=line.served_on,
        )
    for attempt in attempts:
        if attempt.party != line.party.key or attempt.way in recipient.ways:
            continue
        title = ways[attempt.way].title if attempt.way in ways else attempt.way
        refused = "counts as a courtesy copy only" if not _counts(recipient, ways, attempt) else "is not named"
        yield held(
            f"{key}.{attempt.way}",
            False,
            f"{line.party.name} is served {named}",
            recipient,
            why=f"{title}: {refused}",
            cure="Serve it in a way that the code names",
            warns=True,
        )
    if line.serve_by is not None and line.late and (line.must or served):
        anew = rule.value.if_late == "date anew" and line.must
        yield held(
            f"{key}.in_time",
            False,
            f"{line.party.name} is served within {recipient.within} of its date",
            recipient,
            why=f"The last day was {in_words(line.serve_by.act_by)}",
            cure="Date it anew, issue it again and serve that one" if anew else "",
            fact=line.served_on or on,
            limit=line.serve_by.act_by,
            warns=True,
        )


# -- what follows ------------------------------------------------------------------------------------------


def default_from(remedy_by: Deadline) -> date:
    """The first day on which an order is not complied with in time, penalties being counted from it."""
    return remedy_by.act_by + ONE_DAY


def may_compel(rule: Dated[OrderKind], remedy_by: Deadline, on: date) -> Decision:
    """Whether a proceeding to compel can be opened on a day: always, unless the code has it wait."""
    section = rule.value.wait_before_compelling
    if section is None:
        return Decision("order.compel", on)
    first = default_from(remedy_by)
    return Decision(
        "order.compel",
        on,
        (
            held(
                "order.compel",
                on >= first,
                "The time to comply is over",
                section,
                why=f"It runs through {in_words(remedy_by.act_by)}",
                cure=f"Possible from {in_words(first)} on",
                fact=on,
                limit=remedy_by.act_by,
            ),
        ),
    )


def may_rescind(rule: Dated[OrderKind], conditions: Mapping[str, date | None], on: date) -> Decision:
    """Whether a stop-work order can be rescinded: each condition, by its words, was met by that day."""
    return Decision(
        "order.rescind",
        on,
        tuple(
            held(
                f"order.condition.{number}",
                met is not None and met <= on,
                words,
                rule,
                why=f"Met on {in_words(met)}" if met else "Open",
                cure="Mark it met, with the day and the evidence",
            )
            for number, (words, met) in enumerate(conditions.items(), 1)
        ),
    )


def carries_382(rule: Dated[OrderKind]) -> Finding:
    """Whether an order can carry a prosecution under Executive Law § 382(2): the State's paper alone can."""
    return held(
        "order.carries_382",
        rule.value.of_state,
        "Executive Law § 382(2) rests on the State's Order to Remedy",
        rule,
        why=f"This is the {rule.value.title.lower()}",
        cure="Issue the State's Order to Remedy beside it",
        warns=True,
    )
