"""Penalties that a court imposes: on what a violation is counted, between what amounts a fine may lie, how long
a jail term may be, and the range that comes of it, in words. The software computes a range; a court fines.

`PenaltyRules` is a pack's section. Each penalty is a dated series, and each day of a violation is under the
rule of that day.

    penalties:
      executive_law_382:
        - from: "2022-02-19"
          value:
            title: Fine of Executive Law § 382(2)
            track: criminal
            per: day
            begins: [deadline]                    # the first day after the time to comply
            count: each_day_after_notice
            offences:
              - rates:
                  - {from_day: 1, least: "0.00", most: "1000.00"}
                  - {from_day: 181, least: "25.00", most: "1000.00"}
                  - {from_day: 361, least: "50.00", most: "1000.00"}
                jail: {years: 1}
          cite: "Executive Law § 382(2)"
          enacted_by: "L. 2021 ch. 571"
      zoning:
        - from: "1990-01-01"
          value:
            title: Fine of Town Law § 268
            track: criminal
            per: week
            begins: [violation]
            count: each_day_or_part
            within: {years: 5}                    # earlier offences that make this one a second or third
            offences:
              - {rates: [{least: "0.00", most: "350.00"}], jail: {months: 6}}
              - {rates: [{least: "350.00", most: "700.00"}], jail: {months: 6}}
              - {rates: [{least: "700.00", most: "1000.00"}], jail: {months: 6}}
          cite: "Town Law § 268"
          enacted_by: "L. 1932 ch. 634"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StrictBool, StrictInt, StrictStr, model_validator

from townwright.law.calendar import ONE_DAY, DayCount, Period, add_months
from townwright.law.dated import Dated, Series
from townwright.law.facts import show_money
from townwright.law.fees import NOTHING, Step
from townwright.law.findings import Finding
from townwright.law.holding import held
from townwright.law.model import Money, Rules
from townwright.law.orders import Ground
from townwright.law.permits import not_on_file_finding
from townwright.law.words import listed

#: What a count can begin from: the end of a time to comply or a written notice (the day after it), or the
#: violation itself (its own day).
Begin = Literal["deadline", "notice", "violation"]


def _term(period: Period) -> Period:
    if period.unit == "business_days":
        raise ValueError("expected days, weeks, months or years")
    return period


#: A jail term, or its limit.
JailTerm = Annotated[Period, AfterValidator(_term)]


class Rate(Rules):
    """Between what amounts the fine for one day (week, violation) lies, from the nth of them on."""

    from_day: StrictInt = Field(default=1, ge=1)
    least: Money = NOTHING
    most: Money

    @model_validator(mode="after")
    def _a_range(self) -> Self:
        if not 0 <= self.least <= self.most:
            raise ValueError("expected least between nothing and most")
        return self


class Offence(Rules):
    """What a first, second or further offence bears."""

    rates: tuple[Rate, ...] = Field(min_length=1)
    jail: JailTerm | None = None
    """The longest jail term, with or instead of a fine; null for none."""

    @model_validator(mode="after")
    def _from_the_first(self) -> Self:
        days = [rate.from_day for rate in self.rates]
        if days[0] != 1 or any(later <= earlier for earlier, later in pairwise(days)):
            raise ValueError("expected rates that begin with day 1 and rise")
        return self


class PenaltyRule(Rules):
    """One penalty of the code, or of State law."""

    title: StrictStr
    track: Literal["civil", "criminal"]
    per: Literal["day", "week", "violation"]
    begins: tuple[Begin, ...] = ("violation",)
    """From what its days are counted, the first that there is; none of them, no days."""
    count: DayCount = "each_day_or_part"
    """Whether the day of cure counts."""
    weeks: Literal["started", "whole"] = "started"
    """Whether a week begun counts as one."""
    first_counts: StrictBool = False
    """Whether the violation itself counts as one beside the days counted from the notice."""
    within: Period | None = None
    """How long an earlier offence makes this one a further one; null for ever."""
    offences: tuple[Offence, ...] = Field(min_length=1)
    """The first, the second, and so on; the last one holds for all that follow."""
    bases: dict[StrictStr, Ground] = Field(default_factory=dict)
    """What it can rest on, each with what has to be told; empty where the code does not limit it."""


class PenaltyRules(Rules):
    """The penalties of a town, and those of State law beside them, by key."""

    penalties: dict[str, Series[PenaltyRule]] = Field(default_factory=dict)


# -- the days ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Days:
    """A violation in time. Days that are not known, or that there are not, are None.

    `found` is the first day on which it was proved, `notice` that of a written notice, `deadline` the act-by
    day of a time to comply; `until` is the day of cure if it is `cured`, else the last day proved.
    """

    found: date
    until: date
    cured: bool
    notice: date | None = None
    deadline: date | None = None


def counted_days(rule: PenaltyRule, days: Days) -> tuple[date, date] | None:
    """The first and the last day that a penalty is counted on; None where there is none."""
    first_days: dict[Begin, date | None] = {
        "deadline": days.deadline + ONE_DAY if days.deadline else None,
        "notice": days.notice + ONE_DAY if days.notice else None,
        "violation": days.found,
    }
    first = next((day for begin in rule.begins if (day := first_days[begin])), None)
    last = days.until - ONE_DAY if days.cured and rule.count == "each_day_after_notice" else days.until
    return None if first is None or last < first else (first, last)


# -- the range ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Exposure:
    """Between what amounts a fine may lie for one person, and how that was worked out.

    `offences` is on how many days, weeks or violations it is counted; `nth` whether it is the first, second
    or further offence; `jail` the longest term for one offence, never multiplied here. `open` are findings for
    days of which the rule is not on file, which are in no sum.
    """

    rule: Dated[PenaltyRule]
    offences: int
    least: Decimal
    most: Decimal
    nth: int
    jail: Period | None
    least_steps: tuple[Step, ...] = ()
    most_steps: tuple[Step, ...] = ()
    open: tuple[Finding, ...] = ()

    @property
    def words(self) -> str:
        """The range in one line: "10 days: $5,000.00 to $20,000.00, or up to 15 days of jail, or both"."""
        unit = self.rule.value.per + ("" if self.offences == 1 else "s")
        jail = f", or up to {self.jail} of jail, or both" if self.jail else ""
        return f"{self.offences} {unit}: {_range(self.least, self.most)}{jail}"


def _range(least: Decimal, most: Decimal) -> str:
    if not least:
        return f"up to {show_money(most)}"
    return show_money(most) if least == most else f"{show_money(least)} to {show_money(most)}"


def offence_number(rule: PenaltyRule, on: date, earlier: Iterable[date]) -> int:
    """Whether an offence of a day is the first, second or further one, by the days of earlier ones. The last
    day of the time within which they count is in it.
    """
    return 1 + sum(day < on and (rule.within is None or on <= _end(day, rule.within)) for day in earlier)


def _end(start: date, period: Period) -> date:
    """The last day of a plain length of time; no day is passed over."""
    match period.unit:
        case "years":
            return add_months(start, 12 * period.count)
        case "months":
            return add_months(start, period.count)
        case "weeks":
            return start + timedelta(weeks=period.count)
        case _:
            return start + timedelta(days=period.count)


def exposure(
    series: Series[PenaltyRule], days: Days, *, earlier: Iterable[date] = (), violations: int = 1
) -> Exposure | Finding:
    """The range of a penalty for a violation: each day under the rule of that day, the rule of the last day
    counted deciding the rest. `earlier` are the days of earlier offences, `violations` how many there are that
    began and ended together.

    A finding takes its place where no rule was in force on the day on which it was found.
    """
    base = series.on(days.until) or series.on(days.found)
    if base is None:
        if series.on_file(days.found):
            return held("penalty.rule", False, "The code has such a penalty", series.root[-1], why="The rule has ended")
        return not_on_file_finding("penalty.rule", series.root[0], days.found)
    value = base.value
    span = counted_days(value, days)
    nth = offence_number(value, days.found, earlier)
    tally = _Tally(violations)
    if value.per == "violation":
        tally.add(base, nth, 1, 1)
    else:
        if value.first_counts:
            tally.add(base, nth, 1, 1)
        if span is not None:
            _count(series, base, span, nth, tally)
    offence = _offence(value, nth)
    return Exposure(
        base,
        tally.offences * violations,
        tally.least,
        tally.most,
        nth,
        offence.jail,
        tuple(tally.least_steps),
        tuple(tally.most_steps),
        tuple(_not_on_file(series, span)),
    )


def _offence(value: PenaltyRule, nth: int) -> Offence:
    return value.offences[min(nth, len(value.offences)) - 1]


def _count(
    series: Series[PenaltyRule], base: Dated[PenaltyRule], span: tuple[date, date], nth: int, tally: _Tally
) -> None:
    """Count the days or weeks of a span, each day by the rule of that day, a week by that of the last day."""
    first, last = span
    total = (last - first).days + 1
    if base.value.per == "week":
        weeks, rest = divmod(total, 7)
        tally.add(base, nth, 1, weeks + int(rest > 0 and base.value.weeks == "started"))
        return
    for entry, ends in series.spans():
        start, stop = max(first, entry.since), min(last, ends or last)
        rule = series.on(start) if start <= stop else None
        if rule is not None:
            tally.add(rule, nth, (start - first).days + 1, (stop - start).days + 1)


class _Tally:
    """The sums of a range as they are counted, with their steps."""

    def __init__(self, violations: int) -> None:
        self.violations = violations
        self.offences = 0
        self.least = self.most = NOTHING
        self.least_steps: list[Step] = []
        self.most_steps: list[Step] = []

    def add(self, rule: Dated[PenaltyRule], nth: int, first: int, count: int) -> None:
        """Add so many days, weeks or violations, the first of them being the nth of all."""
        rates = _offence(rule.value, nth).rates
        for rate, follows in zip(rates, (*rates[1:], None), strict=True):
            begin = max(first, rate.from_day)
            end = first + count - 1 if follows is None else min(first + count - 1, follows.from_day - 1)
            units = end - begin + 1
            if units > 0:
                self._step(rule.value.per, begin, end, units, rate)
        self.offences += count

    def _step(self, per: str, begin: int, end: int, units: int, rate: Rate) -> None:
        which = f"{per} {begin}" if begin == end else f"{per}s {begin} to {end}"
        times = f"{units:,} × {self.violations} violations ×" if self.violations > 1 else f"{units:,} ×"
        for amount, steps in ((rate.least, self.least_steps), (rate.most, self.most_steps)):
            steps.append(Step(f"{which.capitalize()}: {times} {show_money(amount)}", amount * units * self.violations))
        self.least += rate.least * units * self.violations
        self.most += rate.most * units * self.violations


def _not_on_file(series: Series[PenaltyRule], span: tuple[date, date] | None) -> Iterator[Finding]:
    if span is not None and not series.on_file(span[0]):
        yield not_on_file_finding("penalty.rule", series.root[0], span[0])


# -- what it can rest on, and what a court did -------------------------------------------------------------


def basis(rule: Dated[PenaltyRule], key: str, told: Mapping[str, object]) -> Finding:
    """Whether a penalty can rest on what was violated: the code names it, and what it asks for is told."""
    value = rule.value
    says = f"{value.title} can rest on it"
    if not value.bases:
        return held("penalty.basis", True, says, rule, why="The code does not limit it")
    ground = value.bases.get(key)
    if ground is None:
        named = listed([one.title for one in value.bases.values()], "or")
        return held("penalty.basis", False, says, rule, why=f"It rests on {named}", cure="Choose one of them")
    missing = [words for name, words in ground.needs.items() if told.get(name) in (None, "", False)]
    return held(
        "penalty.basis",
        not missing,
        says,
        ground,
        why=f"Not given: {listed(missing)}" if missing else ground.title,
        cure="Give it",
    )


def held_against(
    found: Exposure,
    *,
    on: date,
    fine: Decimal | None = None,
    jail: Period | None = None,
    offences: int | None = None,
) -> tuple[Finding, ...]:
    """What a court imposed on a day, held against the range: warnings only, for it is recorded as it was.

    `offences` is for how many the court convicted, where that is not the number counted; the range is then
    that of the first so many alike.
    """
    rule, value = found.rule, found.rule.value
    least, most = found.least, found.most
    if offences is not None:
        tally = _Tally(1)
        tally.add(rule, found.nth, 1, offences)
        least, most = tally.least, tally.most
    findings = []
    if fine is not None:
        findings.append(
            held(
                "penalty.fine",
                least <= fine <= most,
                f"The fine lies within {value.title.lower()}",
                rule,
                why=f"{show_money(fine)}; the range is {show_money(least)} to {show_money(most)}",
                fact=fine,
                limit=least if fine < least else most,
                warns=True,
            )
        )
    if jail is not None:
        longest = found.jail
        within = longest is not None and _end(on, jail) <= _end(on, longest)
        limit = str(longest or "none")
        findings.append(
            held(
                "penalty.jail",
                within,
                f"The term lies within {value.title.lower()}",
                rule,
                why=f"{jail}; the longest is {limit}",
                fact=str(jail),
                limit=limit,
                warns=True,
            )
        )
    return tuple(findings)
