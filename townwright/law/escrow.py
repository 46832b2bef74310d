"""Deposits that stand for work still to be done: how much, until which day, and when the town keeps them.

`EscrowRules` is a pack's section, by what a deposit is for.

    deposits:
      temporary_certificate:
        - from: "2006-01-01"
          value:
            title: Deposit for a temporary certificate
            times: "2"                          # twice the value of the work that prevents the certificate
            of: preventing
            rolls: true                         # a date certain on a Sunday is met on Monday
            forfeits: all
            civil_penalty: {cite: "§ 149-14(D)"}
          cite: "§ 149-14(D)"
          enacted_by: "L.L. 1-2006"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from pydantic import Field, StrictBool, StrictStr

from townwright.law.calendar import ONE_DAY, Calendar, Deadline, Period, RollingPeriod, in_words
from townwright.law.dated import Dated, Exact, Section, Series
from townwright.law.facts import show_money
from townwright.law.fees import CENT, NOTHING, Step
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.holding import held
from townwright.law.model import Money, Rules

# -- the rules of a pack -----------------------------------------------------------------------------------


class DepositRule(Rules):
    """How much is deposited, and what becomes of it."""

    title: StrictStr
    times: Exact = Decimal(1)
    """How many times the value of the work."""
    of: Literal["preventing", "outstanding"] = "preventing"
    """Whether only work that prevents the certificate counts, or all that is outstanding."""
    least: Money = NOTHING
    longest: Period | None = None
    """How long after the agreement the date certain may lie; null for any day."""
    rolls: StrictBool = True
    """Whether a date certain that is no business day is met on the next one: Gen. Constr. Law § 25."""
    forfeits: Literal["all", "undone"] = "all"
    """Whether all of it is forfeited, or the share of the work that is not done."""
    civil_penalty: Section | None = None
    """Where it says that what is forfeited is a civil penalty; null where it is not."""
    release_within: RollingPeriod | None = None
    """How long after the work is complete the deposit is returned; null where the code sets no time."""


class EscrowRules(Rules):
    """The deposits of a town, by what they are for."""

    deposits: dict[str, Series[DepositRule]] = Field(default_factory=dict)


# -- how much ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Item:
    """Work still to be done, its value as the officer set it, and whether it prevents the certificate."""

    words: str
    value: Decimal
    prevents: bool
    done_on: date | None = None


@dataclass(frozen=True, slots=True)
class Deposit:
    """What is to be deposited, to the cent, step by step."""

    amount: Decimal
    steps: tuple[Step, ...]


def deposit(rule: Dated[DepositRule], items: Iterable[Item]) -> Deposit:
    """The deposit for a list of work. It is fixed then, and not worked out anew as work is done."""
    value = rule.value
    counting = _counting(rule, items)
    total = sum((item.value for item in counting), NOTHING)
    steps = [
        Step(f"{item.words}: {value.times:f} × {show_money(item.value)}", _cents(item.value * value.times))
        for item in counting
    ]
    amount = _cents(total * value.times)
    if (rest := amount - sum((step.amount for step in steps), NOTHING)) != 0:
        steps.append(Step("Rounded to the cent", rest))
    if amount < value.least:
        steps.append(Step(f"At least {show_money(value.least)}", value.least - amount))
        amount = value.least
    return Deposit(amount, tuple(steps))


def _counting(rule: Dated[DepositRule], items: Iterable[Item]) -> list[Item]:
    return [item for item in items if item.prevents or rule.value.of == "outstanding"]


def _cents(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


def exact(rule: Dated[DepositRule], wanted: Deposit, amount: Decimal) -> Finding:
    """Whether an amount is that of the deposit, neither more nor less."""
    return held(
        "escrow.amount",
        amount == wanted.amount,
        f"{rule.value.title}: {show_money(wanted.amount)}",
        rule,
        why=show_money(amount),
        cure=f"Deposit {show_money(wanted.amount)}",
        held_by="applicant",
        fact=amount,
        limit=wanted.amount,
    )


# -- until when --------------------------------------------------------------------------------------------


def date_certain(
    rule: Dated[DepositRule], day: date, *, signed: date, certificate_ends: date | None = None, calendar: Calendar
) -> tuple[Deadline, Decision]:
    """The day by which the work is complete, as the agreement fixes it, and what the code says to it.

    A warning says where it is no business day, or later than the certificate can last.
    """
    end = calendar.fixed(
        day, kind="escrow.date_certain", cite=rule.cite, provisions=rule.carries, rolls=rule.value.rolls
    )
    return end, Decision("escrow.agreement", signed, tuple(_certain(rule, day, signed, certificate_ends, calendar)))


def _certain(
    rule: Dated[DepositRule], day: date, signed: date, certificate_ends: date | None, calendar: Calendar
) -> Iterator[Finding]:
    yield held(
        "escrow.later",
        day > signed,
        "The day lies after the agreement",
        rule,
        why=f"Signed on {in_words(signed)}",
        cure="Give a later day",
        fact=day,
        limit=signed,
    )
    if rule.value.longest is not None:
        latest = calendar.nominal(signed, rule.value.longest)
        yield held(
            "escrow.longest",
            day <= latest,
            f"It lies {rule.value.longest} after the agreement at most",
            rule,
            why=f"The latest day is {in_words(latest)}",
            cure="Give an earlier day",
            fact=day,
            limit=latest,
        )
    if certificate_ends is not None and day > certificate_ends:
        yield held(
            "escrow.certificate",
            False,
            "The day lies within the certificate",
            rule,
            why=f"It can last until {in_words(certificate_ends)}",
            fact=day,
            limit=certificate_ends,
            warns=True,
        )
    if left_out := calendar.no_business(day):
        yield Finding(
            "escrow.business_day",
            Outcome.WARNING,
            "The day is a business day",
            calendar.rules.rolling.cite,
            why=str(left_out),
        )


def may_change(rule: Dated[DepositRule], old: Deadline, new: date, signed: date) -> Decision:
    """Whether the date certain can be moved: by a new agreement, signed while the old one had not passed."""
    return Decision(
        "escrow.change",
        signed,
        (
            held(
                "escrow.in_time",
                not old.passed(signed),
                "The new agreement is signed before the old day has passed",
                rule,
                why=f"The old day is {in_words(old.act_by)}",
                fact=signed,
                limit=old.act_by,
            ),
            held(
                "escrow.new_day",
                new > signed,
                "The new day lies after the new agreement",
                rule,
                why=f"Signed on {in_words(signed)}",
                cure="Give a later day",
                fact=new,
                limit=signed,
            ),
        ),
    )


# -- what becomes of it ------------------------------------------------------------------------------------

#: How a deposit stands: held; waiting for the inspection of a claim that came in time; to be returned; kept.
State = Literal["held", "awaits inspection", "to release", "forfeited"]


@dataclass(frozen=True, slots=True)
class Disposal:
    """How a deposit stands on a day, since when, how much is the town's, and how much goes back."""

    state: State
    since: date | None
    forfeited: Decimal
    released: Decimal
    why: str
    cite: str
    release_by: Deadline | None = None


def outcome(
    rule: Dated[DepositRule],
    end: Deadline,
    amount: Decimal,
    items: Iterable[Item],
    *,
    claimed: date | None,
    on: date,
    calendar: Calendar,
) -> Disposal:
    """How a deposit stands on a day. What counts is the day on which the listed work was complete; a claim of
    completion that came by the date certain waits for its inspection.
    """
    counting = _counting(rule, items)
    days = [item.done_on for item in counting if item.done_on is not None and item.done_on <= on]
    complete = max(days, default=None) if len(days) == len(counting) else None
    if complete is not None and not end.passed(complete):
        within = rule.value.release_within
        by = calendar.ends(complete, within, rule, kind="escrow.release_by") if within else None
        return Disposal("to release", complete, NOTHING, amount, f"Complete on {in_words(complete)}", rule.cite, by)
    if not end.passed(on):
        return Disposal("held", None, NOTHING, NOTHING, f"Until {in_words(end.act_by)}", rule.cite)
    if claimed is not None and not end.passed(claimed) and complete is None:
        return Disposal(
            "awaits inspection", claimed, NOTHING, NOTHING, f"Claimed complete on {in_words(claimed)}", rule.cite
        )
    kept = _kept(rule, amount, counting, end)
    why = f"Not complete by {in_words(end.act_by)}"
    section = rule.value.civil_penalty or rule
    return Disposal("forfeited", end.act_by + ONE_DAY, kept, amount - kept, why, section.cite)


def _kept(rule: Dated[DepositRule], amount: Decimal, items: list[Item], end: Deadline) -> Decimal:
    total = sum((item.value for item in items), NOTHING)
    if rule.value.forfeits == "all" or not total:
        return amount
    undone = sum((item.value for item in items if item.done_on is None or end.passed(item.done_on)), NOTHING)
    return _cents(amount * undone / total)
