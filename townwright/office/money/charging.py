"""The acts on charges: one by hand from the schedule, another amount than the schedule's, a charge taken back."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from townwright.law.facts import FactError, show_money
from townwright.law.findings import Decision
from townwright.office import laws
from townwright.office.cases.models import Case
from townwright.office.money import ledger, schedules, standing
from townwright.office.money.models import NOTHING, Line
from townwright.office.money.setting import Amount
from townwright.office.money.standing import Standing
from townwright.office.register import facts
from townwright.office.register.actors import Actor
from townwright.office.register.acts import Act, Doing, act
from townwright.office.register.errors import InputError


class MeasureGiven(BaseModel):
    """One number that a fee is worked out from."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    fact: str = Field(title="What", min_length=1, max_length=60, description="application.cost, application.area …")
    value: str = Field(title="How much", min_length=1, max_length=60)


class AddCharge(Act):
    """A charge by hand from the schedule in force."""

    code: str = Field(title="Fee", min_length=1, max_length=60)
    measures: list[MeasureGiven] = Field(default=[], title="Worked out from")


def _measures(case: Case, given: AddCharge, on: date) -> dict[str, Any]:
    """The facts for the fee: those given, and beside them those that the case itself can tell."""
    catalogue = laws.pack(on).catalogue
    told: dict[str, Any] = {}
    for place, measure in enumerate(given.measures):
        try:
            told[measure.fact] = catalogue.read(measure.fact, _bare(measure.value))
        except FactError as error:
            raise InputError({f"measures.{place}.value": f"{error}."}) from None
    while missing := schedules.estimate(given.code, told, on).missing:
        more = facts.gather(case, missing, on)
        if not more:
            break
        told.update(more)
    return told


def _bare(text: str) -> str | int:
    """A number as people write it, without its dollar sign and commas."""
    bare = text.replace("$", "").replace(",", "").strip()
    return int(bare) if bare.isascii() and bare.isdigit() else bare


def _may_add(case: Case, given: AddCharge | None, on: date, actor: Actor) -> Decision:
    if given is None:
        return Decision(gate="fee.charge", on=on, pack_hash=laws.pack(on).hash)
    found = schedules.estimate(given.code, _measures(case, given, on), on)
    return ledger.may_charge(found, found.amount, on)


@act("charge.add", title="Charge a fee", subject=Case, decide=_may_add)
def add_charge(doing: Doing[Case], given: AddCharge) -> None:
    """Charges a fee of the schedule in force to a case."""
    line = ledger.charge(doing, doing.subject, given.code, _measures(doing.subject, given, doing.on))
    doing.say(f"{line.what}: {show_money(line.amount)} charged under {line.schedule}")
    doing.changed({}, {"line": line.pk, "code": line.code, "amount": line.amount, "worked_out": line.worked_out})


def _standing(line: Line, on: date) -> Standing:
    """How a charge stands. Raises `InputError` for what is no charge, or one that was taken back."""
    found = next((one for one in standing.of_case(line.case, on, code=line.code) if one.charge.pk == line.pk), None)
    if found is None:
        raise InputError({"": "This line is no charge of that day, but belongs to one. Choose the charge itself."})
    if found.taken_back:
        raise InputError({"": "This charge was taken back already."})
    return found


def _open_charge(line: Line, on: date) -> bool:
    return line.is_charge and not Line.objects.filter(reverses=line).exists()


class OverrideCharge(Act):
    """Another amount than the schedule gives."""

    amount: Amount = Field(title="Amount to charge", description="0.00 waives the fee.")
    why: str = Field(title="Why", min_length=1, max_length=300)
    resolution: str = Field(
        default="",
        title="Resolution of the town board",
        max_length=120,
        description="By which the board waived or changed this fee.",
    )


def _may_override(line: Line, given: OverrideCharge | None, on: date, actor: Actor) -> Decision:
    if given is None:
        return Decision(gate="fee.charge", on=on, pack_hash=laws.pack(on).hash)
    found = schedules.Estimate(line.code, line.what, line.scheduled, schedule=line.schedule)
    return ledger.may_charge(found, given.amount, on, given.resolution)


@act(
    "charge.override",
    title="Charge another amount",
    subject=Line,
    decide=_may_override,
    applies=_open_charge,
    gives=("fee.charged", "fee.waiver_resolution"),
)
def override(doing: Doing[Line], given: OverrideCharge) -> None:
    """Raises or lowers a charge: who did it, the reason, and the resolution where the law asks for one."""
    before = _standing(doing.subject, doing.on)
    if given.amount == before.charged:
        raise InputError({"amount": f"{show_money(given.amount)} is what is charged already."})
    ledger.correct(
        doing,
        doing.subject,
        given.amount - before.charged,
        f"{doing.subject.what}: changed by hand",
        by=doing.actor.name,
        why=given.why,
        resolution=given.resolution,
    )
    doing.say(
        f"{doing.subject.what}: {show_money(given.amount)} instead of {show_money(before.charged)}, {given.why}"
        f"{f', Resolution {given.resolution}' if given.resolution else ''}"
    )
    doing.changed({"charged": before.charged}, {"charged": given.amount})
    if given.amount < before.charged:
        ledger.tell_paid(doing, [doing.subject.case])


class ReverseCharge(Act):
    """A charge taken back whole: it was made by mistake, or what it was for will not be done."""

    why: str = Field(title="Why", min_length=1, max_length=300)


@act("charge.reverse", title="Take the charge back", subject=Line, applies=_open_charge)
def reverse(doing: Doing[Line], given: ReverseCharge) -> None:
    """Takes a charge back by a reversing line. What was paid on it stays as a credit, to be used or refunded."""
    before = _standing(doing.subject, doing.on)
    ledger.correct(
        doing,
        doing.subject,
        -before.charged,
        f"{doing.subject.what}: taken back",
        by=doing.actor.name,
        why=given.why,
        whole=True,
    )
    doing.say(f"{doing.subject.what}: charge of {show_money(before.charged)} taken back, {given.why}")
    doing.changed({"charged": before.charged}, {"charged": NOTHING})
    ledger.tell_paid(doing, [doing.subject.case])


class UseCredit(Act):
    """What a case has paid too much goes to what it owes."""

    code: str = Field(default="", title="For the fee", max_length=60, description="Left empty: the oldest first.")


@act(
    "credit.use",
    title="Use the credit",
    subject=Case,
    applies=lambda case, on: standing.credit(case, on) > 0 and standing.owed(case, on) > 0,
)
def use_credit(doing: Doing[Case], given: UseCredit) -> None:
    """Pays open charges of a case from its deposit, or from what is over on charges taken back or lowered."""
    case = doing.subject
    charges = standing.of_case(case, doing.on)
    moved = list(_moved(doing, case, charges, given.code))
    if not moved:
        raise InputError({"code": "There is nothing to use, or nothing to use it for."})
    Line.objects.bulk_create(moved)
    total = standing.sum_of(-line.amount for line in moved if line.amount < 0)
    doing.say(
        f"{show_money(total)} of credit used for {', '.join(dict.fromkeys(m.what for m in moved if m.amount < 0))}"
    )
    doing.changed({}, {"used": total})
    ledger.tell_paid(doing, [case])


def _moved(doing: Doing[Case], case: Case, charges: list[Standing], code: str) -> Iterable[Line]:
    """Lines in pairs: out of a credit, into a charge. Both keep the payment, so that a returned check undoes them."""
    targets = [one for one in charges if one.owed > 0 and (not code or one.charge.code == code)]
    due = {one.charge.pk: one.owed for one in targets}
    for source in standing.credits(case, charges, doing.on):
        left = source.amount
        for target in targets:
            part = min(left, due[target.charge.pk])
            if part <= 0:
                continue
            left -= part
            due[target.charge.pk] -= part
            common = {"case": case, "on": doing.on, "payment": source.payment, "entry_seq": doing.seq}
            yield Line(
                kind=source.kind,
                code=source.of.code if source.of else "",
                what=f"Used for {target.charge.what}"[:200],
                amount=part,
                of=source.of,
                **common,
            )
            yield Line(
                kind=Line.Kind.PAYMENT,
                code=target.charge.code,
                what=target.charge.what,
                amount=-part,
                of=target.charge,
                schedule_id=target.charge.schedule_id,
                account=target.charge.account,
                cite=target.charge.cite,
                **common,
            )
