"""Cases and schedules for the tests of money."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from uuid import uuid4

from townwright.law import fees
from townwright.office.cases.models import Case, CaseParcel
from townwright.office.money import acts as money
from townwright.office.money.models import FeeSchedule, Line, Payment
from townwright.office.money.standing import sum_of
from townwright.office.places.models import Parcel
from townwright.office.register.actors import Actor, Role
from townwright.office.register.acts import Act, Doing, Outcome, perform

CLERK = Actor(id=uuid4(), name="Thaddeus Winterbourne", role=Role.CLERK)
OFFICER = Actor(id=uuid4(), name="Rosalind Abernathy-Cole", role=Role.OFFICER)
NOBODY = Actor(id=None, name="The public", role=Role.PUBLIC)


def dollars(text: str) -> Decimal:
    """An amount."""
    return Decimal(text)


def a_case(number: str = "BP-2025-0112", *, kind: str = "permit", opened: date = date(2025, 1, 2)) -> Case:
    """A case on a parcel of its own."""
    parcel = Parcel()
    parcel.set_key(print_key=f"6-1-{Parcel.objects.count() + 1}")
    parcel.set_address("38 Lakeside Terrace")
    parcel.save()
    case = Case.objects.create(
        kind=kind,
        number=number,
        title="Deck",
        place="38 Lakeside Terrace",
        opened_on=opened,
        opened_at=datetime(opened.year, opened.month, opened.day, 15, tzinfo=UTC),
    )
    CaseParcel.objects.create(case=case, parcel=parcel)
    return case


def flat(code: str, amount: str, *, action: str = "", title: str = "") -> dict[str, Any]:
    """A line of a schedule with one amount."""
    return {"code": code, "title": title or code, "action": action, "base": amount}


def adopt(name: str, begins: str, *lines: Mapping[str, Any], resolution: str = "2025-12", **given: Any) -> FeeSchedule:
    """A schedule put in force, entered by the officer on the day that the clock shows."""
    outcome = perform(
        "schedule.adopt",
        {"name": name, "resolution": resolution, "adopted": begins, "begins": begins, "lines": list(lines), **given},
        actor=OFFICER,
    )
    return FeeSchedule.objects.get(pk=outcome.subject_id)


def adopt_practice() -> FeeSchedule:
    """The practice office's invented schedule, put in force."""
    schedule: fees.FeeSchedule = money.practice_schedule()
    outcome = perform(
        "schedule.adopt",
        {
            "name": schedule.name,
            "resolution": schedule.resolution,
            "adopted": schedule.adopted,
            "begins": schedule.begins,
            "more": list(schedule.lines),
            "invented": True,
        },
        actor=OFFICER,
    )
    return FeeSchedule.objects.get(pk=outcome.subject_id)


def charge(case: Case, code: str, measures: Mapping[str, str] | None = None, **given: Any) -> Line:
    """A charge by the schedule in force."""
    rows = [{"fact": fact, "value": value} for fact, value in (measures or {}).items()]
    outcome = perform("charge.add", {"code": code, "measures": rows, **given}, actor=CLERK, subject_id=case.pk)
    assert outcome.entry is not None
    return Line.objects.get(entry_seq=outcome.entry.seq)


def pay(*splits: tuple[Case, str] | tuple[Case, str, str], **given: Any) -> Payment:
    """A payment at the till, by check unless said otherwise."""
    outcome = perform("payment.take", payment(*splits, **given), actor=CLERK)
    return Payment.objects.get(pk=outcome.subject_id)


def payment(*splits: tuple[Case, str] | tuple[Case, str, str], **given: Any) -> dict[str, Any]:
    """What the till is given for a payment."""
    rows = [
        {"case": str(split[0].pk), "amount": split[1], **({"code": split[2]} if len(split) > 2 else {})}
        for split in splits
    ]
    by_check = {"method": "check", "payer": "Quillan Whitcombe-Asare", "check_number": "1180", "memo": "Smith deck"}
    return {"splits": rows, **by_check, **given}


def do(name: str, subject: Any, **given: Any) -> Outcome:
    """An act on a subject, by the officer."""
    return perform(name, given, actor=OFFICER, subject_id=subject.pk)


def owes(case: Case) -> Decimal:
    """What a case owes: the sum of its lines."""
    return sum_of(Line.objects.filter(case=case).values_list("amount", flat=True))


class ChargeInAnAct(Act):
    """For the tests: another app's act that charges a fee and may take the money at once."""

    code: str
    facts: dict[str, Any] = {}
    amount: Decimal | None = None


def charge_in_an_act(doing: Doing[Case], given: ChargeInAnAct) -> None:
    """Charges, and takes what is given."""
    money.charge(doing, doing.subject, given.code, given.facts, cite="§ 1")
    if given.amount is not None:
        money.take(doing, amounts={doing.subject: given.amount}, method="cash", payer="Quillan Whitcombe-Asare")
