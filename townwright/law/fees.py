"""Fees by resolution: what a schedule says in data, and what it comes to, with every step in words.

`FeeRules` is a pack's section (where the code says that the board sets fees by resolution, and for which
actions); a `FeeSchedule` is what one resolution set, in force from a day on. `compute` works one of its lines
out.

    name: Schedule of 2025
    resolution: "2025-88"
    adopted: "2025-05-14"
    begins: "2025-06-01"
    lines:
      - code: permit.house
        title: Building permit, new house
        action: permit.apply                    # the listed action that it is for
        minimum: "250.00"
        parts:
          - {kind: flat, amount: "100.00"}
          - {kind: per, fact: application.cost, every: "1000", amount: "8.00"}       # or fraction: the
          default
          - {kind: per, fact: building.area, above: "1000", amount: "0.15"}          # first 1,000, then the
          rest
      - code: permit.renew
        title: Renewal
        action: permit.renew
        parts: [{kind: share, of_fact: fee.original, percent: "50"}]
      - code: permit.late
        title: Work begun without a permit
        parts:
          - kind: greater_of
            of: [{kind: share, of_line: permit.house, times: "5"}, {kind: flat, amount: "500.00"}]
        amnesty: [{from: "2027-01-01", to: "2027-06-30", cite: "Res. 2026-140"}]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Annotated, Literal, Self, assert_never

from pydantic import ConfigDict, Field, model_validator

from townwright.law.dated import Exact, Section, Series
from townwright.law.facts import MEASURED, Catalogue, Fact, FactError, Kind, show_money
from townwright.law.model import Money, Rules, WrittenDate
from townwright.law.predicates import Asked, Predicate
from townwright.law.words import did_you_mean

CENT = Decimal("0.01")
NOTHING = Decimal("0.00")

#: How a unit that is only begun is counted: as a whole one, by its share, or not at all.
Begun = Literal["started", "pro rata", "whole"]

#: Where something stands in a pack, beneath the section.
Place = tuple[str | int, ...]


# -- what a resolution can say -----------------------------------------------------------------------------


class Part(Rules):
    """One part of a fee. `when` limits it to cases; `words` name it on the fee sheet."""

    when: Predicate | None = None
    words: str = ""


class Flat(Part):
    """A fixed amount."""

    kind: Literal["flat"]
    amount: Money


class Per(Part):
    """So much for each unit of a number: each dwelling unit, square foot, or $1,000 of cost."""

    kind: Literal["per"]
    fact: str
    amount: Exact
    every: Annotated[Exact, Field(gt=0)] = Decimal(1)
    begun: Begun = "started"
    above: Exact = Decimal(0)
    """Only what is above this counts: the first so many are free, or in the flat part."""
    up_to: Exact | None = None
    """Only what is up to this counts."""

    @model_validator(mode="after")
    def _a_span(self) -> Self:
        if self.up_to is not None and self.up_to <= self.above:
            raise ValueError("expected up_to to be more than above")
        return self


class Band(Rules):
    """The fee of a number up to a limit, the limit with it; the last band has none."""

    up_to: Exact | None = None
    amount: Money = NOTHING
    plus: Exact = Decimal(0)
    """So much more for each unit above the band before."""
    every: Annotated[Exact, Field(gt=0)] = Decimal(1)
    begun: Begun = "started"


class Bands(Part):
    """The fee of the one band in which a number lies."""

    kind: Literal["bands"]
    fact: str
    bands: tuple[Band, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _without_gaps(self) -> Self:
        before: Decimal | None = None
        for number, band in enumerate(self.bands[:-1], start=1):
            if band.up_to is None:
                raise ValueError(f"expected up_to in every band but the last: band {number} has none")
            if before is not None and band.up_to <= before:
                raise ValueError(
                    f"expected rising limits: band {number} ends at {band.up_to:f}, the one before at {before:f}"
                )
            before = band.up_to
        if self.bands[-1].up_to is not None:
            raise ValueError("expected the last band without up_to, so that no number lies above them all")
        return self


class Share(Part):
    """A percentage or a multiple of another fee: of a line of the schedule, or of an amount on file."""

    kind: Literal["share"]
    of_line: str = ""
    of_fact: str = ""
    percent: Exact | None = None
    times: Exact | None = None

    @model_validator(mode="after")
    def _of_one_thing(self) -> Self:
        if bool(self.of_line) is bool(self.of_fact):
            raise ValueError("expected of_line or of_fact")
        if (self.percent is None) is (self.times is None):
            raise ValueError("expected percent or times")
        return self


class Counts(Part):
    """So much for each thing of several kinds: fixtures, outlets, appliances. Each kind is a fact."""

    kind: Literal["counts"]
    each: dict[str, Money] = Field(min_length=1)


class Choice(Part):
    """Another part for each value of a fact: by class of building, by year of vacancy."""

    kind: Literal["choice"]
    fact: str
    cases: dict[str, AnyPart] = Field(min_length=1)
    otherwise: AnyPart | None = None


class GreaterOf(Part):
    """The greatest of several."""

    kind: Literal["greater_of"]
    of: tuple[AnyPart, ...] = Field(min_length=2)


class LesserOf(Part):
    """The least of several."""

    kind: Literal["lesser_of"]
    of: tuple[AnyPart, ...] = Field(min_length=2)


class SumOf(Part):
    """Several together."""

    kind: Literal["sum"]
    of: tuple[AnyPart, ...] = Field(min_length=1)


AnyPart = Annotated[
    Flat | Per | Bands | Share | Counts | Choice | GreaterOf | LesserOf | SumOf, Field(discriminator="kind")
]

for _model in (Choice, GreaterOf, LesserOf, SumOf):
    _model.model_rebuild()


class Rounding(Rules):
    """To what amounts a fee is rounded, and which way."""

    to: Annotated[Money, Field(gt=0)]
    way: Literal["up", "down", "nearest"] = "nearest"


class Indexed(Rules):
    """A fee that follows a price index: times its value on the day, divided by that of a day in the past."""

    index: str
    base: WrittenDate


class Exempt(Section):
    """Cases in which nothing is charged."""

    when: Predicate
    words: str


class Amnesty(Section):
    """Days, both ends included, on which nothing is charged."""

    model_config = ConfigDict(serialize_by_alias=True)

    since: WrittenDate = Field(alias="from")
    to: WrittenDate


class FeeLine(Rules):
    """One line of a schedule: what is charged for one thing."""

    code: str
    title: str
    action: str = ""
    """The listed action that it is for, by its key."""
    parts: tuple[AnyPart, ...] = Field(min_length=1)
    minimum: Money | None = None
    maximum: Money | None = None
    rounding: Rounding | None = None
    indexed: Indexed | None = None
    exempt: tuple[Exempt, ...] = ()
    amnesty: tuple[Amnesty, ...] = ()
    cite: str = ""

    @model_validator(mode="after")
    def _min_below_max(self) -> Self:
        if self.minimum is not None and self.maximum is not None and self.minimum > self.maximum:
            raise ValueError("expected the minimum to be at most the maximum")
        return self


class FeeSchedule(Rules):
    """What one resolution of the board set, in force from a day on."""

    name: str
    resolution: str = ""
    """The number of the resolution. Without it the schedule cannot be put in force."""
    adopted: WrittenDate | None = None
    begins: WrittenDate | None = None
    invented: bool = False
    """Whether the amounts are made up, for a practice office."""
    lines: tuple[FeeLine, ...] = ()
    indexes: dict[str, Series[Exact]] = Field(default_factory=dict)
    """Price indexes by name, each value with its source."""

    @model_validator(mode="after")
    def _lines_that_stand(self) -> Self:
        codes = [line.code for line in self.lines]
        if len(set(codes)) != len(codes):
            raise ValueError("expected each code once")
        leads = {line.code: _leads_to(line) for line in self.lines}
        for code, named in leads.items():
            if strange := named - set(codes):
                raise ValueError(f"{code} names {', '.join(sorted(strange))}, which is no line")
            if code in _reached(code, leads):
                raise ValueError(f"{code} is a share of itself")
        for line in self.lines:
            if line.indexed:
                self._has_index(line.code, line.indexed)
        return self

    def _has_index(self, code: str, indexed: Indexed) -> None:
        values = self.indexes.get(indexed.index)
        if values is None or values.on(indexed.base) is None:
            raise ValueError(f"{code} follows {indexed.index}, which has no value on {indexed.base}")

    def line(self, code: str) -> FeeLine:
        """A line by its code. Raises `KeyError`."""
        return {line.code: line for line in self.lines}[code]

    def check(self, catalogue: Catalogue, values: Mapping[str, Kind]) -> Iterator[tuple[Place, str]]:
        """What is wrong with the facts that the lines name: (place, what was expected)."""
        for at, line in enumerate(self.lines):
            conditions = [part.when for part in all_parts(line.parts)] + [one.when for one in line.exempt]
            for condition in conditions:
                for place, what in condition.check(catalogue, values) if condition else ():
                    yield ("lines", at, *place), what
            for part in all_parts(line.parts):
                for name, kinds in _named(part):
                    try:
                        kind = catalogue[name].kind
                    except FactError as error:
                        yield ("lines", at), str(error)
                    else:
                        if kind not in kinds:
                            yield ("lines", at), f"{name} is a {kind.value}, of which no fee can be made"


def _leads_to(line: FeeLine) -> set[str]:
    """The lines that a line is a share of."""
    return {part.of_line for part in all_parts(line.parts) if isinstance(part, Share) and part.of_line}


def all_parts(parts: Iterable[AnyPart]) -> Iterator[AnyPart]:
    """Every part, and those within it."""
    for part in parts:
        yield part
        match part:
            case GreaterOf() | LesserOf() | SumOf():
                yield from all_parts(part.of)
            case Choice():
                yield from all_parts(part.cases.values())
                yield from all_parts([part.otherwise] if part.otherwise else [])


def _named(part: AnyPart) -> Iterator[tuple[str, frozenset[Kind]]]:
    """The facts that a part reads, each with the kinds that it may be of."""
    match part:
        case Per() | Bands():
            yield part.fact, MEASURED
        case Counts():
            yield from ((name, frozenset({Kind.INT})) for name in part.each)
        case Share() if part.of_fact:
            yield part.of_fact, frozenset({Kind.MONEY})
        case Choice():
            yield part.fact, frozenset({Kind.CHOICE, Kind.TEXT, Kind.INT, Kind.BOOL})


def _reached(code: str, leads: Mapping[str, set[str]]) -> set[str]:
    """Every line that a line is a share of, directly or through others."""
    found: set[str] = set()
    new = set(leads[code])
    while new:
        found |= new
        new = {further for one in new for further in leads.get(one, set())} - found
    return found


class FeeAction(Section):
    """An action for which the code has a fee charged."""

    key: str
    title: str


class FeeRules(Rules):
    """What a town's code says of fees."""

    setting: Section
    """Where it says that the board sets fees by resolution."""
    actions: tuple[FeeAction, ...] = ()
    schedules: tuple[FeeSchedule, ...] = ()
    """Schedules that come with the pack; an office enters its own."""

    def check(self, catalogue: Catalogue, values: Mapping[str, Kind]) -> Iterator[tuple[Place, str]]:
        """What is wrong with the schedules: (place, what was expected)."""
        keys = {action.key for action in self.actions}
        for at, schedule in enumerate(self.schedules):
            for place, what in schedule.check(catalogue, values):
                yield ("schedules", at, *place), what
            for number, line in enumerate(schedule.lines):
                if line.action and line.action not in keys:
                    what = f"expected a listed action{did_you_mean(line.action, keys)}"
                    yield ("schedules", at, "lines", number, "action"), what


# -- which schedule ----------------------------------------------------------------------------------------


def schedule_on(schedules: Iterable[FeeSchedule], day: date) -> FeeSchedule | None:
    """The schedule in force on a day: of those put in force by a resolution, the latest that has begun."""
    begun = [(one.begins, one) for one in schedules if one.resolution and one.begins and one.begins <= day]
    return max(begun, key=lambda pair: pair[0])[1] if begun else None


def missing_lines(rules: FeeRules, schedule: FeeSchedule) -> tuple[FeeAction, ...]:
    """The listed actions for which a schedule has no line."""
    covered = {line.action for line in schedule.lines}
    return tuple(action for action in rules.actions if action.key not in covered)


def tell(rules: FeeRules, schedule: FeeSchedule) -> dict[str, object]:
    """The facts about a schedule, by the names of the catalogue, for the gate that puts it in force."""
    facts = {
        "schedule.resolution": schedule.resolution or None,
        "schedule.resolved_on": schedule.adopted,
        "schedule.in_force_from": schedule.begins,
        "schedule.missing_lines": frozenset(action.title for action in missing_lines(rules, schedule)),
    }
    return {name: fact for name, fact in facts.items() if fact is not None}


# -- what it comes to --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a fee sheet: in words, and the amount that it adds (or takes away)."""

    words: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Fee:
    """What a line of a schedule comes to.

    `amount` is to the cent, and the sum of the steps; None where facts are not known, which `missing` names.
    No amount is ever assumed. `schedule` and `resolution` say under what it is charged.
    """

    code: str
    title: str
    amount: Decimal | None
    steps: tuple[Step, ...]
    schedule: str
    resolution: str
    cite: str = ""
    missing: tuple[str, ...] = ()
    invented: bool = False


def compute(schedule: FeeSchedule, code: str, asked: Asked) -> Fee:
    """Work out a line of a schedule for the facts told, on the day that they are asked for.

    Raises `KeyError` for a line that there is not; `FactError` for a fact of the wrong type or below zero,
    for a value that the schedule has no fee for, and for a price index without a value on the day.
    """
    line = schedule.line(code)
    steps, missing = _Sheet(schedule, asked).line(line)
    return Fee(
        code,
        line.title,
        None if missing else sum((step.amount for step in steps), NOTHING),
        () if missing else steps,
        schedule.name,
        schedule.resolution,
        line.cite,
        missing,
        schedule.invented,
    )


#: The steps of a part, and the facts that are missing.
_Worked = tuple[tuple[Step, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Sheet:
    """One working out of a schedule for one set of facts."""

    schedule: FeeSchedule
    asked: Asked

    def line(self, line: FeeLine) -> _Worked:
        for amnesty in line.amnesty:
            if amnesty.since <= self.asked.on <= amnesty.to:
                return (Step(f"Not charged in these days ({amnesty.cite})", NOTHING),), ()
        open_: tuple[str, ...] = ()
        for exempt in line.exempt:
            verdict = exempt.when.test(self.asked)
            if verdict.holds:
                return (Step(f"No fee: {exempt.words} ({exempt.cite})", NOTHING),), ()
            open_ += verdict.missing if verdict.holds is None else ()
        steps, missing = self.all(line.parts)
        if open_ or missing:
            return (), tuple(dict.fromkeys((*open_, *missing)))
        return self._adjusted(line, steps)

    def _adjusted(self, line: FeeLine, steps: tuple[Step, ...]) -> _Worked:
        """The steps with what index, rounding, minimum and maximum add or take away."""
        total = _total(steps)
        if line.indexed:
            factor = self._factor(line.indexed)
            steps, total = _to(steps, _cents(total * factor), f"Adjusted by {line.indexed.index}")
        if line.rounding:
            way = {"up": ROUND_CEILING, "down": ROUND_FLOOR, "nearest": ROUND_HALF_UP}[line.rounding.way]
            units = (total / line.rounding.to).to_integral_value(rounding=way)
            words = f"Rounded {line.rounding.way} to {show_money(line.rounding.to)}"
            steps, total = _to(steps, units * line.rounding.to, words)
        if line.minimum is not None and total < line.minimum:
            steps, total = _to(steps, line.minimum, f"Raised to the minimum of {show_money(line.minimum)}")
        if line.maximum is not None and total > line.maximum:
            steps, total = _to(steps, line.maximum, f"Lowered to the maximum of {show_money(line.maximum)}")
        return steps, ()

    def _factor(self, indexed: Indexed) -> Decimal:
        """How many times its value of the base day an index has today."""
        values = self.schedule.indexes[indexed.index]
        now, then = values.on(self.asked.on), values.on(indexed.base)
        if now is None or then is None:
            raise FactError(f"{indexed.index} has no value on {self.asked.on}")
        return now.value / then.value

    def all(self, parts: Iterable[AnyPart]) -> _Worked:
        worked = [self.part(part) for part in parts]
        return (
            tuple(step for steps, _ in worked for step in steps),
            tuple(dict.fromkeys(name for _, missing in worked for name in missing)),
        )

    def part(self, part: AnyPart) -> _Worked:
        if part.when is not None:
            verdict = part.when.test(self.asked)
            if verdict.holds is None:
                return (), verdict.missing
            if not verdict.holds:
                return (), ()
        match part:
            case Flat():
                return (Step(part.words or "Flat fee", part.amount),), ()
            case Per():
                return self._per(part)
            case Bands():
                return self._band(part)
            case Share():
                return self._share(part)
            case Counts():
                return self._counts(part)
            case Choice():
                return self._choice(part)
            case SumOf():
                return self.all(part.of)
            case GreaterOf() | LesserOf():
                return self._one_of(part)
            case _:
                assert_never(part)

    def number(self, name: str) -> Decimal | None:
        """A number that the facts tell; None where nobody has told it."""
        value = self.asked.read(name)
        if value is None:
            return None
        if not isinstance(value, int | Decimal):
            raise FactError(f"{name} is no number, of which a fee could be made")
        if value < 0:
            raise FactError(f"{name} is below zero: {value}")
        return Decimal(value)

    def _per(self, part: Per) -> _Worked:
        number = self.number(part.fact)
        if number is None:
            return (), (part.fact,)
        top = number if part.up_to is None else min(number, part.up_to)
        units = _units(max(top - part.above, Decimal(0)), part.every, part.begun)
        fact = self.asked.fact(part.fact)
        words = f"{part.words or fact.says} {fact.show(number)}: {_count(units)} × {_per_unit(fact, part)}"
        return (Step(words, _cents(units * part.amount)),), ()

    def _band(self, part: Bands) -> _Worked:
        number = self.number(part.fact)
        if number is None:
            return (), (part.fact,)
        band = next(one for one in part.bands if one.up_to is None or number <= one.up_to)
        below = [one.up_to for one in part.bands if one.up_to is not None and one.up_to < number]
        floor = max(below, default=Decimal(0))
        fact = self.asked.fact(part.fact)
        limit = f"above {fact.show(floor)}" if band.up_to is None else f"up to {fact.show(band.up_to)}"
        steps = [Step(f"{part.words or fact.says} {fact.show(number)}, {limit}", band.amount)]
        if band.plus:
            units = _units(number - floor, band.every, band.begun)
            words = f"Above {fact.show(floor)}: {_count(units)} × {_per_unit(fact, band)}"
            steps.append(Step(words, _cents(units * band.plus)))
        return tuple(steps), ()

    def _share(self, part: Share) -> _Worked:
        factor = part.times if part.percent is None else part.percent / 100
        assert factor is not None
        by = f"{part.times:f} ×" if part.percent is None else f"{part.percent:f} % of"
        if part.of_line:
            line = self.schedule.line(part.of_line)
            steps, missing = self.line(line)
            if missing:
                return (), missing
            name, base = line.title, _total(steps)
        else:
            told = self.number(part.of_fact)
            if told is None:
                return (), (part.of_fact,)
            name, base = self.asked.fact(part.of_fact).says, told
        words = f"{part.words + ': ' if part.words else ''}{by} {name} {show_money(base)}"
        return (Step(words, _cents(base * factor)),), ()

    def _counts(self, part: Counts) -> _Worked:
        steps, missing = [], []
        for name, amount in part.each.items():
            number = self.number(name)
            if number is None:
                missing.append(name)
            elif number:
                words = f"{self.asked.fact(name).says}: {number:,f} × {show_money(amount)}"
                steps.append(Step(words, _cents(number * amount)))
        return tuple(steps), tuple(missing)

    def _choice(self, part: Choice) -> _Worked:
        value = self.asked.read(part.fact)
        if value is None:
            return (), (part.fact,)
        key = {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)
        chosen = part.cases.get(key, part.otherwise)
        if chosen is None:
            raise FactError(f"the schedule has no fee for {self.asked.show(part.fact, value)}")
        return self.part(chosen)

    def _one_of(self, part: GreaterOf | LesserOf) -> _Worked:
        worked = [self.part(one) for one in part.of]
        missing = tuple(dict.fromkeys(name for _, names in worked for name in names))
        if missing:
            return (), missing
        choose, word = (max, "greater") if isinstance(part, GreaterOf) else (min, "lesser")
        steps = choose((steps for steps, _ in worked), key=_total)
        amounts = ", ".join(show_money(_total(one)) for one, _ in worked)
        return (*steps, Step(f"The {word} of {amounts}", NOTHING)), ()


def _units(number: Decimal, every: Decimal, begun: Begun) -> Decimal:
    units = number / every
    match begun:
        case "started":
            return units.to_integral_value(rounding=ROUND_CEILING)
        case "whole":
            return units.to_integral_value(rounding=ROUND_FLOOR)
        case _:
            return units


def _per_unit(fact: Fact, rate: Per | Band) -> str:
    """A rate in words: "$8.00 per $1,000 or part of it"."""
    amount = rate.amount if isinstance(rate, Per) else rate.plus
    price = show_money(amount) if amount == _cents(amount) else f"${amount:f}"
    if fact.kind is Kind.MONEY:
        unit = f"${rate.every:,f}"
    else:
        unit = " ".join(word for word in ("" if rate.every == 1 else f"{rate.every:,f}", fact.unit) if word)
    each = f"{price} per {unit}" if unit else price
    return f"{each} or part of it" if rate.begun == "started" and fact.kind is not Kind.INT else each


def _count(units: Decimal) -> str:
    """How many units, a share of one to four places."""
    whole, _, rest = f"{units:,.4f}".partition(".")
    rest = rest.rstrip("0")
    return f"{whole}.{rest}" if rest else whole


def _cents(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


def _total(steps: Iterable[Step]) -> Decimal:
    return sum((step.amount for step in steps), NOTHING)


def _to(steps: tuple[Step, ...], total: Decimal, words: str) -> tuple[tuple[Step, ...], Decimal]:
    """The steps with one more that brings them to a total, where they do not come to it already."""
    difference = total - _total(steps)
    return ((*steps, Step(words, difference)) if difference else steps), total
