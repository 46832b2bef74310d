"""Writing lines of the ledger within an act: charging by the schedule, taking money, taking a line back.

These are no acts of their own; the acts of money use them, and so does any other act that charges or takes a fee.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from townwright.law.facts import show_money
from townwright.law.findings import Decision, Outcome
from townwright.law.words import listed
from townwright.office import clock, laws
from townwright.office.cases import numbers
from townwright.office.cases.models import Case
from townwright.office.money import receipts, standing
from townwright.office.money.models import NOTHING, Line, Payment
from townwright.office.money.schedules import Estimate, estimate
from townwright.office.money.standing import Standing
from townwright.office.register.acts import Doing
from townwright.office.register.errors import InputError, Refused

Told = Callable[[Doing[Any], Case], None]

#: The most that one line of the ledger can hold.
MOST = Decimal("9999999999.99")

_when_paid: list[Told] = []
_when_unpaid: list[Told] = []


def when_paid(told: Told) -> Told:
    """Registers what is to happen within a payment, for each of its cases, once its lines are written.

    It is also called where a charge is lowered or reversed. Whether the fee that it waits for is covered, it asks
    itself (`paid`).
    """
    _when_paid.append(told)
    return told


def when_unpaid(told: Told) -> Told:
    """Registers what is to happen when a payment is taken back: the check came back, the entry was mistaken."""
    _when_unpaid.append(told)
    return told


def tell_paid(doing: Doing[Any], cases: Iterable[Case]) -> None:
    """Tells everybody who waits for money on these cases."""
    for case in cases:
        for told in _when_paid:
            told(doing, case)


def tell_unpaid(doing: Doing[Any], cases: Iterable[Case]) -> None:
    """Tells everybody who had counted on the money."""
    for case in cases:
        for told in _when_unpaid:
            told(doing, case)


# ------------------------------------------------------------------------------------------------- charging


def may_charge(found: Estimate, amount: Decimal | None, on: date, resolution: str = "") -> Decision:
    """What the law says to charging an amount: its gate over what the schedule in force gives.

    Where facts are missing the finding names them, so that they can be asked for.
    """
    pack = laws.pack(on)
    told = {
        "fee.in_schedule": found.in_schedule,
        "fee.scheduled": found.amount,
        "fee.charged": amount,
        "fee.waiver_resolution": resolution or None,
    }
    decision = pack.gate("fee.charge").decide(told, on)
    if not found.in_schedule:
        return replace(decision, findings=tuple(f for f in decision.findings if "fee.in_schedule" in f.facts))
    if not found.missing:
        return decision
    says = listed([pack.catalogue[name].says for name in found.missing])
    return replace(
        decision,
        findings=tuple(
            replace(f, missing=found.missing, why=f"{says} not known", cure=f"Tell {says}")
            if f.outcome is Outcome.UNKNOWN
            else f
            for f in decision.findings
        ),
    )


def charge(doing: Doing[Any], case: Case, code: str, facts: Mapping[str, Any], *, cite: str = "") -> Line:
    """Charges a fee to a case by the schedule in force on the act's day.

    A line of $0 is written too: the rule was kept. The line keeps how the amount was worked out, and under which
    schedule. `cite` is the section under which the fee falls due. Raises `Refused` where no schedule in force has the
    fee or a fact is missing, `InputError` for a fact that is none.
    """
    found = estimate(code, facts, doing.on)
    decision = may_charge(found, found.amount, doing.on)
    if not decision.allowed:
        raise Refused(doing.decision.and_(*decision.standing_in_the_way))
    assert found.amount is not None and found.schedule is not None, "the gate lets nothing pass without a schedule"
    if found.amount > MOST:
        raise InputError({"facts": f"A fee of {show_money(found.amount)} cannot be right. Check the numbers."})
    doing.touch(case=case.pk)
    return Line.objects.create(
        case=case,
        kind=Line.Kind.CHARGE,
        code=code,
        what=found.title,
        worked_out=found.worked_out,
        amount=found.amount,
        scheduled=found.amount,
        on=doing.on,
        schedule=found.schedule,
        account=found.account,
        cite=cite or found.cite,
        entry_seq=doing.seq,
    )


def correct(
    doing: Doing[Any],
    charge_line: Line,
    amount: Decimal,
    what: str,
    *,
    by: str = "",
    why: str = "",
    resolution: str = "",
    whole: bool = False,
) -> Line:
    """Writes a line that raises or lowers a charge by an amount; `whole` marks one that takes it back altogether."""
    doing.touch(case=charge_line.case_id)
    return Line.objects.create(
        case_id=charge_line.case_id,
        kind=charge_line.kind,
        code=charge_line.code,
        what=what,
        amount=amount,
        on=doing.on,
        schedule_id=charge_line.schedule_id,
        account=charge_line.account,
        of=charge_line,
        reverses=charge_line if whole else None,
        overridden_by=by,
        override_why=why,
        resolution=resolution,
        cite=charge_line.cite,
        entry_seq=doing.seq,
    )


# ----------------------------------------------------------------------------------------------- taking money


@dataclass(frozen=True, slots=True)
class Split:
    """What of a payment is for one case: for the fee of one code, where one is named."""

    case: Case
    amount: Decimal
    code: str = ""


Over = Literal["refuse", "deposit"]
Short = Literal["refuse", "part"]


def take(
    doing: Doing[Any],
    *,
    amounts: Mapping[Case, Decimal],
    method: str,
    payer: str,
    check_number: str = "",
    bank: str = "",
    memo: str = "",
    over: Over = "refuse",
    short: Short = "refuse",
) -> Payment:
    """Takes money within an act that takes it at once; see `receive`."""
    splits = [Split(case, amount) for case, amount in amounts.items()]
    return receive(
        doing,
        splits,
        method=method,
        payer=payer,
        check_number=check_number,
        bank=bank,
        memo=memo,
        over=over,
        short=short,
    )


def receive(
    doing: Doing[Any],
    splits: Sequence[Split],
    *,
    method: str,
    payer: str,
    check_number: str = "",
    bank: str = "",
    memo: str = "",
    over: Over = "refuse",
    short: Short = "refuse",
) -> Payment:
    """Receives one payment for one case or several: lines, receipt number and receipt, then tells who waits for it.

    What is more than owed is refused, or kept as the case's deposit (`over`). What leaves a fee paid in part is
    refused by the law that sets the fee, or taken as a part payment after which the fee counts as unpaid (`short`).
    Raises `InputError` and `Refused`.
    """
    _readable(splits, payer, check_number, method)
    recorded = clock.local(doing.at).date()
    payment = Payment.objects.create(
        receipt=numbers.draw("receipt", recorded).text,
        received_on=doing.on,
        amount=standing.sum_of(split.amount for split in splits),
        method=method,
        payer=payer,
        check_number=check_number,
        bank=bank,
        memo=memo,
        entry_seq=doing.seq,
    )
    lines = [line for split in splits for line in _lines(doing, payment, split, over, short)]
    for line in lines:
        line.save()
    cases = list({split.case.pk: split.case for split in splits}.values())
    for case in cases:
        doing.touch(case=case.pk)
    paper = receipts.print_receipt(doing, payment, lines)
    doing.paper(**paper.to_json())
    tell_paid(doing, cases)
    return payment


def _readable(splits: Sequence[Split], payer: str, check_number: str, method: str) -> None:
    errors: dict[str, str] = {}
    if not splits:
        errors["splits"] = "Say for which case the money is."
    if not payer.strip():
        errors["payer"] = "Say who paid: the name on the check, or who stood at the counter."
    if method not in Payment.Method.values:
        errors["method"] = f"Choose one of: {', '.join(Payment.Method.values)}."
    if method == Payment.Method.CHECK and not check_number.strip():
        errors["check_number"] = "Give the number of the check."
    if len({(split.case.pk, split.code) for split in splits}) < len(splits):
        errors["splits"] = "The same case and fee stand there twice. Put the two amounts together."
    for place, split in enumerate(splits):
        if split.amount <= 0:
            errors[f"splits.{place}.amount"] = "An amount is more than nothing."
        elif split.amount != split.amount.quantize(Decimal("0.01")):
            errors[f"splits.{place}.amount"] = "An amount has no more than two decimal places."
        elif split.amount > MOST:
            errors[f"splits.{place}.amount"] = f"{show_money(split.amount)} is more than any amount here can be."
    if errors:
        raise InputError(errors)


def _lines(doing: Doing[Any], payment: Payment, split: Split, over: Over, short: Short) -> list[Line]:
    """The lines of one split, not yet saved."""
    charges = standing.of_case(split.case, doing.on, code=split.code)
    shares, left = standing.allot(split.amount, charges)
    if left and over == "refuse":
        owed = standing.sum_of(max(one.owed, NOTHING) for one in charges)
        raise InputError(
            {
                "amount": (
                    f"{show_money(split.amount)} for {name_of(split.case)} is {show_money(left)} more than the "
                    f"{show_money(owed)} that is owed. Take what is owed, or keep the rest as a deposit."
                )
            }
        )
    by_charge = {one.charge.pk: one for one in charges}
    if short == "refuse":
        for share in shares:
            _whole(doing, by_charge[share.charge.pk], share.amount)
    lines = [
        Line(
            case=split.case,
            kind=Line.Kind.PAYMENT,
            code=share.charge.code,
            what=share.charge.what,
            amount=-share.amount,
            on=doing.on,
            schedule_id=share.charge.schedule_id,
            account=share.charge.account,
            payment=payment,
            of=share.charge,
            cite=share.charge.cite,
            entry_seq=doing.seq,
        )
        for share in shares
    ]
    if left:
        lines.append(
            Line(
                case=split.case,
                kind=Line.Kind.DEPOSIT,
                what="Deposit: more than was owed",
                amount=-left,
                on=doing.on,
                payment=payment,
                entry_seq=doing.seq,
            )
        )
    return lines


def _whole(doing: Doing[Any], one: Standing, amount: Decimal) -> None:
    """Refuses an amount that would leave the fee paid in part only; the finding is that of the gate of charging."""
    if amount >= one.owed:
        return
    found = Estimate(one.charge.code, one.charge.what, one.charged, schedule=one.charge.schedule)
    decision = may_charge(found, one.paid + amount, doing.on)
    if not decision.allowed:
        raise Refused(doing.decision.and_(*decision.standing_in_the_way))


def name_of(case: Case) -> str:
    """How a case is called on receipts and in messages: its number, or its title while it has none."""
    return case.number or case.title


# ------------------------------------------------------------------------------------------------ taking back


def take_back(doing: Doing[Any], payment: Payment, what: str) -> list[Case]:
    """Writes a reversing line for each line that the payment still stands in; answers the cases that owe again."""
    lines = list(payment.lines.filter(reverses=None, reversed_by=None).select_related("case"))
    for line in lines:
        Line.objects.create(
            case=line.case,
            kind=line.kind,
            code=line.code,
            what=what,
            amount=-line.amount,
            on=doing.on,
            schedule_id=line.schedule_id,
            account=line.account,
            payment=payment,
            of_id=line.of_id,
            reverses=line,
            cite=line.cite,
            entry_seq=doing.seq,
        )
        doing.touch(case=line.case_id)
    return list({line.case_id: line.case for line in lines}.values())
