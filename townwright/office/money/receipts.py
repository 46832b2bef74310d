"""The papers of the till: the receipt of a payment, the deposit slip of a close, the voucher of a claim."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any, ClassVar

from pydantic import Field

from townwright.law.calendar import in_words
from townwright.law.facts import show_money
from townwright.office import laws
from townwright.office.money.models import CHARGES, Claim, Close, Line, Payment
from townwright.office.papers import forms
from townwright.office.papers.acts import print_paper
from townwright.office.papers.letterhead import letterhead
from townwright.office.papers.models import Paper
from townwright.office.register.acts import Doing


class DepositSlip(forms.Receipt):
    """What is taken to the bank after a close: each check by its number, and the cash."""

    kind = "deposit_slip"
    template = "receipt"
    own_words: ClassVar[dict[str, str]] = {
        **forms.Receipt.own_words,
        "case": "Receipt",
        "what": "Check or cash",
        "total_line": "Total of the deposit",
    }

    title: forms.Text = Field("Deposit slip", description="the paper's title")
    received: date = Field(title="Till closed", description="day of the close")
    payer: forms.Party = Field(title="Deposited by", description="the town and its office")
    method: forms.Text = Field(title="Counted by", description="who closed the till")


class ClaimVoucher(forms.Letter):
    """A claim for money back, as the town board audits it."""

    kind = "claim_voucher"
    template = "letter"


def print_receipt(doing: Doing[Any], payment: Payment, lines: Sequence[Line]) -> Paper:
    """Prints the receipt of a payment with its lines. It is the paper of a case where the payment is for one alone."""
    cases = {line.case_id for line in lines}
    schedules = dict.fromkeys(str(line.schedule) for line in lines if line.schedule is not None)
    data = forms.Receipt(
        letterhead=letterhead(),
        number=payment.receipt,
        received=payment.received_on,
        payer=forms.Party(name=payment.payer),
        method=Payment.Method(payment.method).label,
        check_number=payment.check_number,
        memo=payment.memo,
        schedule="; ".join(schedules),
        total=payment.amount,
        lines=[
            forms.ReceiptLine(
                case=line.case.number or line.case.title, what=line.what, how=_how(line), amount=abs(line.amount)
            )
            for line in lines
        ],
    )
    return print_paper(
        "receipt",
        data,
        case_id=cases.pop() if len(cases) == 1 else None,
        number=payment.receipt,
        entry_seq=doing.seq,
        at=doing.at,
        on=doing.on,
    )


def _how(line: Line) -> str:
    """How the fee was worked out; for a part payment also of how much it is a part."""
    if line.of is None:
        return ""
    charged = line.of.amount + line.of.belonging.filter(kind__in=CHARGES).balance()
    part = f"part of {show_money(charged)}" if abs(line.amount) < charged else ""
    return "; ".join(words for words in (line.of.worked_out, part) if words)


def print_deposit_slip(doing: Doing[Any], close: Close, payments: Sequence[Payment]) -> Paper | None:
    """Prints what goes to the bank after a close: checks and money orders one by one, then the cash counted.

    None where there is nothing to take there: no money, or card slips alone.
    """
    lines = [
        forms.ReceiptLine(
            case=payment.receipt,
            amount=payment.amount,
            what=", ".join(
                filter(
                    None,
                    (
                        f"{Payment.Method(payment.method).label} {payment.check_number}".strip(),
                        payment.bank,
                        payment.payer,
                    ),
                )
            ),
        )
        for payment in payments
        if payment.method in (Payment.Method.CHECK, Payment.Method.MONEY_ORDER)
    ]
    if cash := Decimal(close.counted["cash"]):
        receipts = [payment.receipt for payment in payments if payment.method == Payment.Method.CASH]
        lines.append(forms.ReceiptLine(case=_first_to_last(receipts) or "till", what="Cash counted", amount=cash))
    if not lines:
        return None
    head = letterhead()
    data = DepositSlip(
        letterhead=head,
        number=f"{close.on:%Y-%m-%d}/{doing.seq}",
        received=close.on,
        payer=forms.Party(name=head.town),
        method=close.by_name,
        lines=lines,
        total=sum((line.amount for line in lines), Decimal("0.00")),
    )
    return print_paper(
        "deposit_slip", data, case_id=None, number=data.number, entry_seq=doing.seq, at=doing.at, on=doing.on
    )


def _first_to_last(receipts: Sequence[str]) -> str:
    return receipts[0] if len(receipts) == 1 else f"{receipts[0]} to {receipts[-1]}" if receipts else ""


def print_voucher(doing: Doing[Any], claim: Claim) -> Paper:
    """Prints the voucher by which the town board audits a claim before any money goes out (Town Law § 118)."""
    head, town = letterhead(), laws.pack().town
    fee = f"{claim.charge.what}, charged on {in_words(claim.charge.on)}" if claim.charge else "Deposit"
    data = ClaimVoucher(
        letterhead=head,
        title=f"Claim voucher {claim.number}",
        number=claim.number,
        sent=claim.asked_on,
        to=forms.Party(name=town.board, address=[head.town, town.hall]),
        reference=[
            forms.Fact(
                label="Claimant", text=", ".join(filter(None, (claim.payee, *claim.payee_address.splitlines())))
            ),
            forms.Fact(label="Amount", text=show_money(claim.amount)),
            forms.Fact(label="Case", text=str(claim.case)),
            forms.Fact(label="Fee", text=fee),
            forms.Fact(label="Receipts", text=", ".join(_receipts_behind(claim))),
        ],
        body=[
            f"The office received the sum named above and asks the {town.board} to audit this claim for its refund: "
            f"{claim.why}",
            "I certify that the claim is just, true and correct, that no part of it has been paid, and that the sum "
            "is due.",
            "Claimant: ______________________________   Date: ______________",
            "Examined by the office: ______________________________   Date: ______________",
            f"Audited and allowed by the {town.board}, Resolution or abstract: ______________   Date: ______________",
        ],
    )
    return print_paper(
        "claim_voucher", data, case_id=claim.case_id, number=claim.number, entry_seq=doing.seq, at=doing.at, on=doing.on
    )


def _receipts_behind(claim: Claim) -> list[str]:
    """The receipts by which the money came."""
    lines = Line.objects.filter(case_id=claim.case_id, of=claim.charge, payment__isnull=False, reverses=None)
    return sorted({line.payment.receipt for line in lines.select_related("payment") if line.payment is not None})
