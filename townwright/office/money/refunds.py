"""The acts of a refund: a claim voucher, the town board's audit of it (Town Law § 118), the town's check."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field

from townwright.law.facts import show_money
from townwright.office.cases import numbers
from townwright.office.cases.models import Case
from townwright.office.money import ledger, receipts, standing
from townwright.office.money.models import NOTHING, Claim, Line
from townwright.office.money.standing import Standing
from townwright.office.register.acts import Act, Doing, act
from townwright.office.register.errors import InputError

#: More than nothing, in dollars and cents.
Sum = Annotated[Decimal, Field(gt=0, max_digits=12, decimal_places=2)]


class AskRefund(Act):
    """A claim for money back."""

    amount: Sum = Field(title="Amount")
    charge: UUID | None = Field(default=None, title="Of the fee", description="Left empty: from the deposit.")
    why: str = Field(title="Why", min_length=1, max_length=300)
    payee: str = Field(title="Paid out to", min_length=1, max_length=200)
    payee_address: str = Field(
        default="", title="Postal address", max_length=400, json_schema_extra={"private": True, "widget": "textarea"}
    )


def _has_paid(case: Case, on: date) -> bool:
    return standing.credit(case, on) > 0 or any(one.paid > 0 for one in standing.of_case(case, on))


@act("refund.ask", title="Ask for a refund", subject=Case, applies=_has_paid)
def ask_refund(doing: Doing[Claim], given: AskRefund) -> None:
    """Enters a claim and prints the voucher for the town board's audit. No money moves yet."""
    case = _case(doing)
    charge = _charge(case, given.charge, doing.on)
    there = charge.paid if charge is not None else _deposit(case, doing.on)
    there -= standing.sum_of(
        claim.amount for claim in Claim.objects.filter(case=case, charge=given.charge, refused_on=None, paid_on=None)
    )
    if given.amount > there:
        raise InputError(
            {
                "amount": (
                    f"{show_money(given.amount)} is more than the {show_money(max(there, NOTHING))} that was paid and "
                    "not asked back yet."
                )
            }
        )
    claim = Claim.objects.create(
        number=numbers.draw("claim", doing.on).text,
        case=case,
        charge=charge.charge if charge else None,
        amount=given.amount,
        why=given.why,
        payee=given.payee,
        payee_address=given.payee_address,
        asked_on=doing.on,
        entry_seq=doing.seq,
    )
    doing.made(claim)
    paper = receipts.print_voucher(doing, claim)
    doing.paper(**paper.to_json())
    doing.say(f"Refund of {show_money(claim.amount)} to {claim.payee} asked for by voucher {claim.number}: {claim.why}")
    doing.changed({}, {"claim": claim.number, "amount": claim.amount})


class AllowRefund(Act):
    """The town board's audit of a claim."""

    resolution: str = Field(title="Resolution or abstract of the audit", min_length=1, max_length=120)


@act(
    "refund.allow",
    title="Allowed by the board",
    subject=Claim,
    applies=lambda claim, on: claim.open and claim.allowed_on is None,
)
def allow_refund(doing: Doing[Claim], given: AllowRefund) -> None:
    """Notes that the board allowed a claim; of a fee that still stands, so much is no longer charged."""
    claim = _still(doing.subject, allowed=False)
    charge = _charge(claim.case, claim.charge_id, doing.on)
    if charge is not None:
        lowered = claim.amount - max(-charge.owed, NOTHING)
        if claim.amount > charge.paid:
            raise InputError(
                {"": f"Only {show_money(charge.paid)} is paid on this fee now; the claim cannot be allowed."}
            )
        if lowered > 0:
            ledger.correct(
                doing,
                charge.charge,
                -lowered,
                f"{charge.charge.what}: given back, {claim.number}",
                by=doing.actor.name,
                why=claim.why,
                resolution=given.resolution,
            )
    claim.allowed_on, claim.allowed_by = doing.on, given.resolution
    claim.save(update_fields=["allowed_on", "allowed_by"])
    doing.say(f"Refund {claim.number} of {show_money(claim.amount)} allowed, {given.resolution}")
    doing.changed({}, {"allowed_on": doing.on, "allowed_by": given.resolution})


class RefuseRefund(Act):
    """The town board's refusal of a claim."""

    why: str = Field(title="Why", min_length=1, max_length=300)


@act(
    "refund.refuse",
    title="Refused by the board",
    subject=Claim,
    danger=True,
    applies=lambda claim, on: claim.open and claim.allowed_on is None,
)
def refuse_refund(doing: Doing[Claim], given: RefuseRefund) -> None:
    """Notes that the board refused a claim."""
    claim = _still(doing.subject, allowed=False)
    claim.refused_on, claim.refused_why = doing.on, given.why
    claim.save(update_fields=["refused_on", "refused_why"])
    doing.say(f"Refund {claim.number} of {show_money(claim.amount)} refused: {given.why}")
    doing.changed({}, {"refused_on": doing.on})


class PayRefund(Act):
    """The town's check for a refund."""

    check_number: str = Field(title="Number of the town's check", min_length=1, max_length=40)


@act(
    "refund.pay",
    title="Refund paid",
    subject=Claim,
    applies=lambda claim, on: claim.open and claim.allowed_on is not None,
)
def pay_refund(doing: Doing[Claim], given: PayRefund) -> None:
    """Notes the town's check for an allowed claim; the fee then no longer shows as paid."""
    claim = _still(doing.subject, allowed=True)
    charge = _charge(claim.case, claim.charge_id, doing.on)
    there = -charge.owed if charge is not None else _deposit(claim.case, doing.on)
    if claim.amount > there:
        raise InputError(
            {
                "": (
                    f"Only {show_money(max(there, NOTHING))} is there to be given back: the check that paid "
                    "it was returned, or the credit was used."
                )
            }
        )
    what = charge.charge.what if charge is not None else "Deposit"
    Line.objects.create(
        case=claim.case,
        kind=Line.Kind.REFUND,
        code=charge.charge.code if charge else "",
        amount=claim.amount,
        on=doing.on,
        what=f"{what}: refunded by check {given.check_number}, {claim.number}"[:200],
        account=charge.charge.account if charge else "",
        of=charge.charge if charge else None,
        entry_seq=doing.seq,
        schedule_id=charge.charge.schedule_id if charge else None,
    )
    claim.paid_on, claim.check_number = doing.on, given.check_number
    claim.save(update_fields=["paid_on", "check_number"])
    doing.say(
        f"Refund {claim.number} of {show_money(claim.amount)} paid to {claim.payee} by check {given.check_number}"
    )
    doing.changed({}, {"paid_on": doing.on, "check_number": given.check_number})


def _case(doing: Doing[Any]) -> Case:
    """The case that a claim is made on, before the claim becomes the subject."""
    case = doing.subject
    assert isinstance(case, Case)
    return case


def _charge(case: Case, charge: UUID | None, on: date) -> Standing | None:
    if charge is None:
        return None
    found = next((one for one in standing.of_case(case, on) if one.charge.pk == charge), None)
    if found is None:
        raise InputError({"charge": "This is no fee of the case."})
    return found


def _deposit(case: Case, on: date) -> Decimal:
    return standing.sum_of(one.amount for one in standing.credits(case, (), on))


def _still(claim: Claim, *, allowed: bool) -> Claim:
    """The claim, if the act is still open on it. Raises `InputError`."""
    if claim.refused_on is not None:
        raise InputError({"": f"Claim {claim.number} was refused on {claim.refused_on:%Y-%m-%d}."})
    if claim.paid_on is not None:
        raise InputError({"": f"Claim {claim.number} was paid on {claim.paid_on:%Y-%m-%d}."})
    if allowed and claim.allowed_on is None:
        raise InputError({"": f"The town board has not audited claim {claim.number} yet (Town Law § 118)."})
    if not allowed and claim.allowed_on is not None:
        raise InputError({"": f"Claim {claim.number} was allowed on {claim.allowed_on:%Y-%m-%d}."})
    return claim
