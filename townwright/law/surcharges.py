"""What the code adds to a fee: a surcharge for work begun without its permit, and late charges on what is
unpaid. Both are money owed to the town, which no court has to impose.

    - from: "2009-05-29"
      value:
        title: Administrative penalty fee
        times: "5"                              # five times the fee, beside the fee itself
        work_after: "2009-06-01"                # only where work went on after that day
        unproved_counts: true                   # a day that nobody has proved counts as after it
      cite: "§ 43-12D"
      enacted_by: "L.L. 9-2009"

    - from: "2020-09-03"
      value: {percent: "2", free: {days: 30, rolls: true}, paid_first: charges}
      cite: "§ 169-5(H)(6)"
      enacted_by: "L.L. 8-2020"
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal, Self

from pydantic import ConfigDict, Field, StrictBool, StrictStr, model_validator

from townwright.law.calendar import ONE_DAY, Calendar, Deadline, RollingPeriod, add_months, in_words
from townwright.law.dated import Dated, Exact, Section, Series
from townwright.law.facts import show_money
from townwright.law.fees import CENT, NOTHING, Step
from townwright.law.findings import Finding
from townwright.law.holding import held
from townwright.law.model import Money, Rules, WrittenDate

# -- surcharges --------------------------------------------------------------------------------------------


class Amnesty(Section):
    """Days, both ends included, in which a filing owes a share of the surcharge only."""

    model_config = ConfigDict(serialize_by_alias=True)

    since: WrittenDate = Field(alias="from")
    to: WrittenDate
    percent: Exact = Decimal(0)
    """How much of the surcharge is left, in percent."""
    work_before: WrittenDate | None = None
    """Only for work that ended before that day; null for any."""

    @model_validator(mode="after")
    def _ends_after_it_begins(self) -> Self:
        if self.to < self.since:
            raise ValueError("expected `to` on or after `from`")
        return self


class SurchargeRule(Rules):
    """A surcharge on a fee: a multiple of it, an amount, or whichever of the two is greater or lesser."""

    title: StrictStr
    of: StrictStr = "permit.apply"
    """The fee that it is worked out from, by its key."""
    times: Exact | None = None
    amount: Money | None = None
    whichever: Literal["greater", "lesser"] = "greater"
    """Which counts where there are both a multiple and an amount."""
    most: Money | None = None
    work_after: WrittenDate | None = None
    """Only where work went on after that day; null for any."""
    unproved_counts: StrictBool = True
    """Whether a last day of work that nobody has proved counts as after it."""
    amnesties: tuple[Amnesty, ...] = ()

    @model_validator(mode="after")
    def _of_something(self) -> Self:
        if self.times is None and self.amount is None:
            raise ValueError("expected times or amount")
        return self


@dataclass(frozen=True, slots=True)
class Surcharge:
    """What a surcharge comes to, step by step, beside the fee; `finding` says whether it is due."""

    amount: Decimal
    steps: tuple[Step, ...]
    finding: Finding


def surcharge(rule: Dated[SurchargeRule], fee: Decimal, *, filed: date, last_work: date | None) -> Surcharge:
    """The surcharge on a fee, by the rule in force on the day of filing.

    `last_work` is the last proved day of the work without a permit; None where no day is proved, the burden
    being the applicant's. The amount is to the cent.
    """
    value = rule.value
    due = True
    why = "Work without its permit"
    if value.work_after is not None:
        due = value.unproved_counts if last_work is None else last_work > value.work_after
        why = (
            "No day of the work is proved"
            if last_work is None
            else f"Work until {in_words(last_work)}; it counts after {in_words(value.work_after)}"
        )
    finding = held(
        "surcharge.due",
        not due,
        f"No {value.title.lower()} is due",
        rule,
        why=why,
        cure="Pay it, or prove that the work is older",
        held_by="applicant",
        fact=last_work,
        limit=value.work_after,
        warns=True,
    )
    steps = tuple(_surcharge_steps(rule, fee, filed, last_work)) if due else ()
    return Surcharge(sum((step.amount for step in steps), NOTHING), steps, finding)


def _surcharge_steps(rule: Dated[SurchargeRule], fee: Decimal, filed: date, last_work: date | None) -> Iterator[Step]:
    value = rule.value
    ways: list[Step] = []
    if value.times is not None:
        words = f"{value.title}: {value.times:f} × {show_money(fee)}"
        ways.append(Step(words, _cents(value.times * fee)))
    if value.amount is not None:
        ways.append(Step(f"{value.title}: {show_money(value.amount)}", value.amount))
    choose = max if value.whichever == "greater" else min
    chosen = choose(ways, key=lambda step: step.amount)
    both = f", the {value.whichever} of {' and '.join(show_money(step.amount) for step in ways)}"
    yield Step(chosen.words + (both if len(ways) > 1 else ""), chosen.amount)
    total = chosen.amount
    if value.most is not None and total > value.most:
        yield Step(f"At most {show_money(value.most)}", value.most - total)
        total = value.most
    for one in value.amnesties:
        older = one.work_before is None or (last_work is not None and last_work < one.work_before)
        if one.since <= filed <= one.to and older:
            left = _cents(total * one.percent / 100)
            yield Step(f"Filed by {in_words(one.to)}: {one.percent:f} % of it is left ({one.cite})", left - total)
            return


def _cents(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


# -- late charges ------------------------------------------------------------------------------------------


class LateRule(Rules):
    """A charge for each month, or part of one, in which an invoice is unpaid after its free time."""

    percent: Exact
    """How much of the principal then unpaid, in percent. It is simple: a late charge bears none."""
    free: RollingPeriod
    """How long after the invoice, or the demand if that is earlier, nothing is charged."""
    months: Literal["begun", "whole"] = "begun"
    """Whether a month begun bears the full charge, or a month once it is over."""
    paid_first: Literal["charges", "principal"] = "charges"
    """What a payment goes to first."""
    most_percent: Exact | None = None
    """How much of the first principal the charges may come to in all, in percent; null for no limit."""


@dataclass(frozen=True, slots=True)
class LateCharge:
    """One month's charge: the day it falls due, the principal it is worked out from, the amount, in words."""

    on: date
    principal: Decimal
    amount: Decimal
    words: str


@dataclass(frozen=True, slots=True)
class LateAccount:
    """An invoice with its late charges on a day."""

    free_until: Deadline
    charges: tuple[LateCharge, ...]
    principal: Decimal
    charges_unpaid: Decimal
    fees_unpaid: Decimal = NOTHING
    """Processing fees, such as that for a returned check; they bear no late charge."""

    @property
    def due(self) -> Decimal:
        """What is to be paid in all."""
        return self.principal + self.charges_unpaid + self.fees_unpaid


def late_account(
    rule: Dated[LateRule],
    principal: Decimal,
    *,
    invoiced: date,
    demanded: date | None = None,
    payments: Iterable[tuple[date, Decimal]] = (),
    returned: Iterable[tuple[date, Decimal, date]] = (),
    fees: Iterable[tuple[date, Decimal]] = (),
    on: date,
    stopped: date | None = None,
    calendar: Calendar,
) -> LateAccount:
    """An invoice on a day, with its late charges: the first falls due on the day after the free time, the
    others some months after that, counted from the free time's act-by day and never moved.

    `payments` are (day received, amount); a charge that falls due on that day comes first. `stopped` is the
    last day on which charges fall due, where they have ceased (put on the tax bill).

    `returned` are checks that the bank returned, (day received, amount, day returned): from that day on they count as
    if they had never been received, and the charges of the days between fall due. `fees` are processing fees, (day,
    amount), which a payment goes to before all else.
    """
    value = rule.value
    start = min(invoiced, demanded or invoiced)
    free = calendar.ends(start, value.free, rule, kind="invoice.free_until")
    until = min(on, stopped or on)
    standing = [(day, amount) for day, amount, back in returned if on < back]
    paid = sorted((day, amount) for day, amount in (*payments, *standing) if day <= on)
    further = [(day, amount) for day, amount in fees if day <= on]
    left, owed, charged, fees_paid = principal, NOTHING, NOTHING, NOTHING
    charges: list[LateCharge] = []
    for day in (*_months(free.act_by, value, until), None):
        while paid and (day is None or paid[0][0] < day):
            received, amount = paid.pop(0)
            to_fees = min(amount, sum((fee for when, fee in further if when <= received), NOTHING) - fees_paid)
            fees_paid += to_fees
            left, owed = _pay(value, left, owed, amount - to_fees)
        if day is None or left <= 0:
            continue
        amount = _cents(left * value.percent / 100)
        if value.most_percent is not None:
            amount = min(amount, _cents(principal * value.most_percent / 100) - charged)
        if amount > 0:
            words = f"Late charge of {value.percent:f} % of {show_money(left)} on {in_words(day)}"
            charges.append(LateCharge(day, left, amount, words))
            owed, charged = owed + amount, charged + amount
    return LateAccount(free, tuple(charges), left, owed, sum((fee for _, fee in further), NOTHING) - fees_paid)


def _months(free_until: date, rule: LateRule, until: date) -> Iterator[date]:
    """The days on which a charge falls due, up to a day."""
    count = 0 if rule.months == "begun" else 1
    while (day := add_months(free_until, count) + ONE_DAY) <= until:
        yield day
        count += 1


def _pay(rule: LateRule, principal: Decimal, charges: Decimal, amount: Decimal) -> tuple[Decimal, Decimal]:
    if rule.paid_first == "charges":
        to_charges = min(charges, amount)
        return principal - (amount - to_charges), charges - to_charges
    to_principal = min(principal, amount)
    return principal - to_principal, charges - (amount - to_principal)


class SurchargeRules(Rules):
    """The surcharges and late charges of a town, by key."""

    surcharges: dict[str, Series[SurchargeRule]] = Field(default_factory=dict)
    late: Series[LateRule] | None = None
