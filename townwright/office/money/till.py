"""The acts of the till: taking a payment, a check that comes back, an entry that was mistaken, the daily close."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any, Literal
from uuid import UUID

from django.db.models import Sum
from pydantic import BaseModel, ConfigDict, Field

from townwright.law.facts import show_money
from townwright.office.cases import numbers
from townwright.office.cases.models import Case, Number
from townwright.office.money import ledger, receipts, schedules, standing
from townwright.office.money.models import NOTHING, Close, Line, Payment
from townwright.office.money.setting import Amount
from townwright.office.papers import acts as papers
from townwright.office.papers.models import Paper
from townwright.office.register.acts import Act, Doing, act
from townwright.office.register.errors import InputError

#: The code of the fee for a check that the bank gives back, where the schedule has one.
RETURNED_CHECK = "returned.check"

Method = Literal["cash", "check", "money order", "card"]


class SplitGiven(BaseModel):
    """What of the payment is for one case."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    case: UUID = Field(title="Case")
    amount: Amount = Field(title="Amount")
    code: str = Field(default="", title="For the fee", max_length=60, description="Left empty: the oldest first.")


class TakePayment(Act):
    """Money received at the counter or by post, for one case or several."""

    splits: list[SplitGiven] = Field(title="For", min_length=1)
    method: Method = Field(title="Paid by")
    payer: str = Field(title="Received from", min_length=1, max_length=200, description="The name on the check.")
    check_number: str = Field(default="", title="Check number", max_length=40)
    bank: str = Field(default="", title="Bank", max_length=120)
    memo: str = Field(default="", title="Memo", max_length=200, description="What the payer wrote on it.")
    total: Amount | None = Field(
        default=None, title="What the check or the cash comes to", description="Held against the amounts above."
    )
    over: ledger.Over = Field(
        default="refuse",
        title="More than is owed",
        json_schema_extra={"choices": {"refuse": "is not taken", "deposit": "is kept as a deposit"}},
    )
    short: ledger.Short = Field(
        default="refuse",
        title="Less than a fee",
        json_schema_extra={
            "choices": {"refuse": "is not taken", "part": "is taken as part payment; the fee stays unpaid"}
        },
    )


@act("payment.take", title="Take a payment")
def take_payment(doing: Doing[Payment], given: TakePayment) -> None:
    """Takes one payment and divides it over cases; prints the receipt, and tells what waited for the money."""
    cases = Case.objects.visible_to(doing.actor).in_bulk([split.case for split in given.splits])
    if unknown := [place for place, split in enumerate(given.splits) if split.case not in cases]:
        raise InputError({f"splits.{place}.case": "There is no such case here." for place in unknown})
    come_to = standing.sum_of(split.amount for split in given.splits)
    if given.total is not None and given.total != come_to:
        short_or_over = "short of" if given.total < come_to else "over"
        raise InputError(
            {
                "total": (
                    f"{show_money(given.total)} is {show_money(abs(given.total - come_to))} {short_or_over} the "
                    f"{show_money(come_to)} that the amounts come to."
                )
            }
        )
    payment = ledger.receive(
        doing,
        [ledger.Split(cases[split.case], split.amount, split.code) for split in given.splits],
        method=given.method,
        payer=given.payer,
        check_number=given.check_number,
        bank=given.bank,
        memo=given.memo,
        over=given.over,
        short=given.short,
    )
    doing.made(payment)
    for_cases = ", ".join(dict.fromkeys(ledger.name_of(cases[split.case]) for split in given.splits))
    doing.say(f"{show_money(payment.amount)} received from {payment.payer} for {for_cases}, receipt {payment.receipt}")
    doing.changed({}, {"receipt": payment.receipt, "amount": payment.amount})


def _came_back(payment: Payment, on: date) -> bool:
    return payment.stands and payment.method != Payment.Method.CASH


class ReturnPayment(Act):
    """A check that the bank gave back unpaid."""

    why: str = Field(title="What the bank says", min_length=1, max_length=200)
    fee: bool = Field(default=True, title="Charge the schedule's fee for a returned check, if it has one")


@act("payment.return", title="Check returned by the bank", subject=Payment, applies=_came_back, danger=True)
def return_payment(doing: Doing[Payment], given: ReturnPayment) -> None:
    """Takes back what a returned check had paid: its fees are unpaid again, and its cases are flagged."""
    payment = doing.subject
    if not _came_back(payment, doing.on):
        raise InputError(
            {"": f"Receipt {payment.receipt} cannot come back from the bank: it {_what_became_of(payment)}."}
        )
    cases = ledger.take_back(doing, payment, f"Check returned: {given.why}"[:200])
    payment.returned_on = doing.on
    payment.save(update_fields=["returned_on"])
    _void_receipt(payment, doing.on, f"Check returned by the bank: {given.why}")
    charged = ""
    if given.fee and schedules.estimate(RETURNED_CHECK, {}, doing.on).in_schedule:
        line = ledger.charge(doing, cases[0], RETURNED_CHECK, {})
        charged = f"; {show_money(line.amount)} charged for it"
    doing.say(
        f"Check {payment.check_number} of {payment.payer} for {show_money(payment.amount)} returned: "
        f"{given.why}{charged}"
    )
    doing.changed({"stands": True}, {"stands": False, "returned_on": doing.on})
    ledger.tell_unpaid(doing, cases)


class VoidPayment(Act):
    """A payment that was entered by mistake."""

    why: str = Field(title="Why", min_length=1, max_length=200)


@act(
    "payment.void", title="Entered by mistake", subject=Payment, applies=lambda payment, on: payment.stands, danger=True
)
def void_payment(doing: Doing[Payment], given: VoidPayment) -> None:
    """Takes back a payment that was entered by mistake. Its receipt number stays, listed as void."""
    payment = doing.subject
    if not payment.stands:
        raise InputError({"": f"Receipt {payment.receipt} does not stand any more: it {_what_became_of(payment)}."})
    cases = ledger.take_back(doing, payment, f"Entered by mistake: {given.why}"[:200])
    payment.void_on = doing.on
    payment.save(update_fields=["void_on"])
    numbers.void(Number.objects.get(text=payment.receipt), given.why)
    _void_receipt(payment, doing.on, f"Entered by mistake: {given.why}")
    doing.say(f"Receipt {payment.receipt} for {show_money(payment.amount)} void: {given.why}")
    doing.changed({"stands": True}, {"stands": False, "void_on": doing.on})
    ledger.tell_unpaid(doing, cases)


def _what_became_of(payment: Payment) -> str:
    if payment.returned_on is not None:
        return f"was returned on {payment.returned_on:%Y-%m-%d}"
    if payment.void_on is not None:
        return f"was entered by mistake, as was noted on {payment.void_on:%Y-%m-%d}"
    return "was paid in cash"


def _void_receipt(payment: Payment, on: date, why: str) -> None:
    for paper in Paper.objects.filter(kind="receipt", number=payment.receipt, void_on=None):
        papers.void(paper, on=on, why=why[:400])


# ------------------------------------------------------------------------------------------------- the close


def last_close() -> Close | None:
    """The close before."""
    return Close.objects.first()


def since_last_close() -> list[Payment]:
    """The payments that no close covers yet, by receipt."""
    last = last_close()
    return list(Payment.objects.filter(entry_seq__gt=last.through_seq if last else 0).order_by("entry_seq"))


def expected() -> dict[str, Decimal]:
    """What should lie in the till by method: received since the last close, less what was entered by mistake.

    A check that came back was deposited long before; it is no matter of the till.
    """
    last = last_close()
    window = {"entry_seq__gt": last.through_seq if last else 0}
    received = Payment.objects.filter(**window).order_by().values_list("method").annotate(Sum("amount"))
    mistaken = (
        Line.objects.filter(**window, payment__void_on__isnull=False, reverses__isnull=False)
        .order_by()
        .values_list("payment__method")
        .annotate(Sum("amount"))
    )
    found = dict.fromkeys(Payment.Method.values, NOTHING)
    for method, amount in received:
        found[method] += amount
    for method, amount in mistaken:
        found[method] -= amount
    return found


class CloseTill(Act):
    """What was counted in the till at the end of a day."""

    cash: Amount = Field(title="Cash counted")
    checks: Amount = Field(default=NOTHING, title="Checks")
    money_orders: Amount = Field(default=NOTHING, title="Money orders")
    cards: Amount = Field(default=NOTHING, title="Card slips")
    why: str = Field(default="", title="Why they differ", max_length=300, description="Needed where they do.")

    @property
    def counted(self) -> dict[str, Decimal]:
        """What was counted, by method."""
        return {"cash": self.cash, "check": self.checks, "money order": self.money_orders, "card": self.cards}


@act("till.close", title="Close the till")
def close_till(doing: Doing[Close], given: CloseTill) -> None:
    """Holds what was counted against what was received since the last close; prints the deposit slip."""
    should, found = expected(), given.counted
    differences = {method: found[method] - should[method] for method in should if found[method] != should[method]}
    if differences and not given.why:
        said = "; ".join(
            f"{Payment.Method(method).label}: expected {show_money(should[method])}, "
            f"counted {show_money(found[method])}, {show_money(abs(amount))} {'over' if amount > 0 else 'short'}"
            for method, amount in differences.items()
        )
        raise InputError({"why": f"{said}. Count again, or say why they differ."})
    payments = [payment for payment in since_last_close() if payment.void_on is None]
    close = Close.objects.create(
        on=doing.on,
        through_seq=doing.seq,
        expected=_texts(should),
        counted=_texts(found),
        difference=standing.sum_of(differences.values()),
        why=given.why,
        by_name=doing.actor.name,
        entry_seq=doing.seq,
    )
    doing.made(close)
    if (slip := receipts.print_deposit_slip(doing, close, payments)) is not None:
        doing.paper(**slip.to_json())
    total = standing.sum_of(found.values())
    differs = f", {show_money(close.difference)} against the receipts: {given.why}" if differences else ", as expected"
    doing.say(f"Till closed with {show_money(total)}{differs}")
    doing.changed({}, {"expected": should, "counted": found, "difference": close.difference})


def _texts(amounts: dict[str, Any]) -> dict[str, str]:
    return {method: str(amount) for method, amount in amounts.items()}
