"""What follows a permit's first dates: renewals, extensions, amendments, suspensions.

`renew` is the arithmetic of a renewal: who may apply and when, how often, and where the new term ends. It
answers with findings, each with its section, and with the new term, which counts if it is allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from townwright.law.calendar import ONE_DAY, Calendar, Deadline, add_months, in_words
from townwright.law.dated import Dated, Section
from townwright.law.findings import Decision, Finding, Outcome, judged
from townwright.law.permits import (
    PERMIT_STATUS,
    ExtensionRule,
    Point,
    RenewalRule,
    Term,
    TermRules,
    not_on_file_finding,
    term,
)
from townwright.law.status import Dates

#: How many ends of further renewals are told where the code sets no limit.
_TOLD_AHEAD = 1


@dataclass(frozen=True, slots=True)
class Renewal:
    """What the dates say to a change of a permit's end: the findings, the term that it would have, and where
    further renewals would end.
    """

    decision: Decision
    term: Term | None = None
    further: tuple[date, ...] = ()


def renew(
    rules: TermRules,
    now: Term,
    dates: Dates,
    *,
    applied: date,
    decided: date,
    by_holder: bool | None,
    renewals: int,
    calendar: Calendar,
    at_once: int = 1,
) -> Renewal:
    """Whether and to what a permit can be renewed, by the rule in force on the day of the application.

    `now` is the permit's term, `dates` are those of `PERMIT_STATUS`. `by_holder` says whether its holder, or
    the holder's agent, applies (None where that is not known), `renewals` how many it has had, `at_once` how
    many are applied for together. Approval does not reach back: the new term begins on the day of decision or
    on the day after the last one in force where that is later.
    """
    series = rules.renewal
    if series is not None and not series.on_file(applied):
        return _only(decided, not_on_file_finding("renewal.rule", series.root[0], applied))
    rule = series.on(applied) if series else None
    last = now.last_day_in_force(dates["commenced_on"])
    if rule is None or last is None:
        why = "The code has no renewal" if rule is None else "The permit has no end that could be put off"
        cure = "Apply for a new permit" if rule is None else ""
        return _only(
            decided,
            Finding(
                "renewal.rule",
                Outcome.UNMET,
                "The permit can be renewed",
                rule.cite if rule else "",
                why=why,
                cure=cure,
                held_by="applicant",
            ),
        )
    known = {**dates, **now.dates}
    asking = _Asking(rule, calendar, known, last, applied, decided, by_holder, renewals, at_once)
    ends = asking.ends(at_once)
    further = asking.ends(at_once + asking.left_after)[len(ends) :]
    decision = Decision("permit.renew", decided, tuple(asking.findings()))
    return Renewal(decision, _renewed(rules, now, asking, ends[-1]), further)


def years_missed(last: date | None, on: date) -> int:
    """How many years a permit has been without a renewal since its last day in force, a year begun being one; none
    while it is in force, or where it has no end.
    """
    missed = 0
    while last is not None and add_months(last, 12 * missed) < on:
        missed += 1
    return missed


def _only(decided: date, finding: Finding) -> Renewal:
    return Renewal(Decision("permit.renew", decided, (finding,)))


@dataclass(frozen=True, slots=True)
class _Asking:
    """One application for a renewal, held against its rule."""

    rule: Dated[RenewalRule]
    calendar: Calendar
    dates: Dates
    last: date
    applied: date
    decided: date
    by_holder: bool | None
    renewals: int
    at_once: int

    def section(self, point: Point) -> Section:
        """Where a point of the rule stands."""
        return self.rule.value.sections.get(point, self.rule)

    @property
    def called(self) -> str:
        """What the town's code calls it."""
        return self.rule.value.called

    def counted(self, count: int) -> str:
        """So many renewals, in words."""
        words = ("no", "one", "two", "three", "four", "five", "six")
        number = words[count] if count < len(words) else str(count)
        return f"{number} {self.called}{'' if count == 1 else 's'}"

    @property
    def begins(self) -> date:
        """The day on which the renewed term begins to count."""
        return max(self.decided, self.last + ONE_DAY)

    @property
    def left(self) -> int | None:
        """How many renewals the permit may still have; None without a limit."""
        most = self.rule.value.most
        return None if most is None else max(0, most - self.renewals)

    @property
    def left_after(self) -> int:
        """How many further renewals are told of, once those applied for are given."""
        return _TOLD_AHEAD if self.left is None else max(0, self.left - self.at_once)

    @property
    def counted_from(self) -> date:
        """The day from which the first renewal is counted."""
        return self.last if self.rule.value.counted_from == "end of term" else self.begins

    def ends(self, count: int) -> tuple[date, ...]:
        """Where each of so many renewals in a row would end, each counted from the end of the one before."""
        start = self.counted_from
        ends = []
        for _ in range(count):
            start = self.calendar.nominal(start, self.rule.value.length)
            ends.append(start)
        return tuple(ends)

    def findings(self) -> Iterator[Finding]:
        """What the dates say, one finding a point."""
        status = PERMIT_STATUS.on(self.dates, self.applied).key
        barred = status in self.rule.value.barred
        if self.rule.value.holder_only:
            yield self._holder()
        yield self._finding(
            "barred",
            not barred,
            "The permit is neither suspended, revoked nor closed",
            f"{status.capitalize()} on {in_words(self.applied)}",
            cure="Apply again once that has ended",
        )
        if not barred:
            yield from self._in_time(status)
        enough = self.left is None or self.at_once <= self.left
        yield self._count(enough)
        if enough:
            yield self._revives()

    def _finding(
        self,
        point: Point,
        met: bool,
        says: str,
        why: str,
        cure: str = "",
        fact: object = None,
        limit: object = None,
    ) -> Finding:
        section = self.section(point)
        return judged(
            met, f"renewal.{point}", says, section, why=why, cure=cure, held_by="applicant", fact=fact, limit=limit
        )

    def _holder(self) -> Finding:
        says = "The applicant is the permit holder, or the holder's agent"
        if self.by_holder is None:
            section = self.section("holder")
            return Finding(
                "renewal.holder",
                Outcome.UNKNOWN,
                says,
                section.cite,
                why="Not known who applies",
                held_by="applicant",
                provisions=section.carries,
                facts=("permit.holder_applies",),
                missing=("permit.holder_applies",),
            )
        return self._finding(
            "holder",
            self.by_holder,
            says,
            "" if self.by_holder else "Somebody else applies",
            cure="The applicant must be the permit holder",
        )

    def _in_time(self, status: str) -> Iterator[Finding]:
        rule, last = self.rule.value, self.last
        if rule.opens == "after lapse":
            lapsed = status in ("invalid", "expired")
            yield self._finding(
                "opens",
                lapsed,
                "The permit has lapsed",
                f"Last in force on {in_words(last)}",
                cure=f"Apply from {in_words(last + ONE_DAY)} on",
                fact=self.applied,
                limit=last,
            )
        if rule.opens == "before end":
            until = self.calendar.fixed(last, kind="renewal.opens", rolls=True).act_by
            yield self._finding(
                "opens",
                self.applied <= until,
                "The application came before the permit's end",
                f"The last day to apply was {in_words(until)}",
                cure="Apply for a new permit",
                fact=self.applied,
                limit=until,
            )
        if rule.closes is not None:
            closes = self.section("closes")
            until = self.calendar.ends(last, rule.closes, closes, kind="renewal.closes").act_by
            yield self._finding(
                "closes",
                self.applied <= until,
                f"The application came within {rule.closes} of the lapse",
                f"The last day to apply was {in_words(until)}",
                cure="Apply for a new permit",
                fact=self.applied,
                limit=until,
            )

    def _count(self, enough: bool) -> Finding:
        most = self.rule.value.most
        return self._finding(
            "most",
            enough,
            f"{self.called.capitalize()}s without limit" if most is None else f"At most {self.counted(most)}",
            f"{self.counted(self.renewals).capitalize()} given so far, {self.at_once} applied for",
            cure="Apply for a new permit",
            fact=self.renewals + self.at_once,
            limit=most,
        )

    def _revives(self) -> Finding:
        end = self.ends(self.at_once)[-1]
        if end >= self.decided:
            return self._finding(
                "length",
                True,
                "The new term reaches the day of the decision",
                f"It runs to {in_words(end)}",
                fact=end,
                limit=self.decided,
            )
        why = f"The term would have ended on {in_words(end)}"
        cure = "Apply for a new permit"
        for count in range(self.at_once + 1, self.at_once + self.left_after + 1):
            if (reached := self.ends(count)[-1]) >= self.decided:
                together = f"both {self.called}s" if count == 2 else self.counted(count)
                why += f"; {together} together would run to {in_words(reached)}"
                cure = f"Apply for {together}, with the fee of each, or for a new permit"
                break
        return self._finding(
            "length", False, "The new term reaches the day of the decision", why, cure, fact=end, limit=self.decided
        )


def _renewed(rules: TermRules, now: Term, asking: _Asking, end: date) -> Term:
    """The term that a renewal gives."""
    length, again = asking.section("length"), asking.section("commence_again")
    life = rules.life.on(asking.decided) if rules.life else None
    ends = asking.calendar.fixed(
        end,
        kind="permit.life",
        cite=length.cite,
        provisions=length.carries,
        rolls=life is not None and life.value.rolls,
    ).reminding(life.value.remind if life else ())
    last_step = (asking.counted_from, *asking.ends(asking.at_once))[-2]
    ends = ends.counted(last_step, asking.rule.value.length)
    commence = None
    commenced = asking.dates["commenced_on"]
    if asking.rule.value.commence_again and (commenced is None or commenced > asking.decided):
        rule = rules.commence.on(asking.decided) if rules.commence else None
        if rule:
            commence = asking.calendar.ends(asking.begins, rule.value, again, kind="permit.commence")
    return Term(asking.begins, commence, ends, now.exterior)


# -- other changes of the dates ----------------------------------------------------------------------------


def extend(
    rules: TermRules,
    now: Term,
    *,
    end: Literal["commence", "life"],
    to: date,
    granted: date,
    cause: str,
    calendar: Calendar,
) -> Renewal:
    """One end of a permit put off by an officer to a definite day, good cause being shown.

    The day is fixed by hand, so that it does not roll; where it is no business day a warning says so.
    """
    series = rules.extension
    rule = series.on(granted) if series else None
    old: Deadline | None = getattr(now, end)
    findings = tuple(_extension(rule, old, end, to, granted, cause, calendar))
    decision = Decision("permit.extend", granted, findings)
    if rule is None or old is None:
        return Renewal(decision)
    new = calendar.fixed(to, kind=old.kind, cite=rule.cite, provisions=rule.carries)
    if end == "commence":
        return Renewal(decision, replace(now, begins=granted, commence=new))
    return Renewal(decision, replace(now, begins=granted, life=new))


def _extension(
    rule: Dated[ExtensionRule] | None,
    old: Deadline | None,
    end: Literal["commence", "life"],
    to: date,
    granted: date,
    cause: str,
    calendar: Calendar,
) -> Iterator[Finding]:
    says = f"The time {'to begin' if end == 'commence' else 'to finish'} can be extended"
    if rule is None or old is None or end not in rule.value.of:
        yield Finding(
            "extension.rule", Outcome.UNMET, says, rule.cite if rule else "", why="The code has no such extension"
        )
        return

    def finding(key: str, met: bool, says: str, why: str = "", cure: str = "") -> Finding:
        return judged(met, f"extension.{key}", says, rule, why=why, cure=cure)

    if rule.value.needs_cause:
        shown = bool(cause.strip())
        yield finding("cause", shown, "Good cause is shown", cause, "Write down the good cause shown")
    if not rule.value.after_end:
        yield finding(
            "in_time",
            not old.passed(granted),
            "It is granted before the old end",
            f"The old end is {in_words(old.act_by)}",
            "Apply for a new permit",
        )
    yield finding(
        "later",
        to > old.act_by,
        "The new end is later than the old one",
        f"{in_words(to)}, after {in_words(old.act_by)}",
        "Give a later day",
    )
    if rule.value.longest is not None:
        latest = calendar.nominal(old.nominal, rule.value.longest)
        yield finding(
            "longest",
            to <= latest,
            f"It is put off by {rule.value.longest} at most",
            f"The latest day is {in_words(latest)}",
            f"Give {in_words(latest)} or an earlier day",
        )
    if left_out := calendar.no_business(to):
        yield Finding(
            "extension.business_day",
            Outcome.WARNING,
            "A day fixed by hand does not roll",
            calendar.rules.rolling.cite,
            why=str(left_out),
        )


def amended(rules: TermRules, now: Term, amended_on: date, calendar: Calendar) -> Term:
    """The dates of a permit after an amendment: the same, or a new term where the code says so."""
    return now if rules.amendment == "keeps dates" else term(rules, amended_on, calendar)


def after_suspension(rules: TermRules, now: Term, suspended: date, lifted: date) -> Term:
    """The dates of a permit whose suspension was lifted: the same, unless the code adds the days to them."""
    if not rules.suspension_tolls or now.life is None:
        return now
    days = lifted - suspended
    life = replace(
        now.life,
        nominal=now.life.nominal + days,
        act_by=now.life.act_by + days,
        why=(),
        start=None,
        period=None,
        reminders=tuple(day + days for day in now.life.reminders),
    )
    return replace(now, begins=lifted, life=life)
