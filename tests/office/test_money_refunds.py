"""Refunds: asked for by a voucher, audited by the board, paid by the town's check, and then no longer shown as paid."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest

from tests.office.money_cases import OFFICER, a_case, adopt_practice, charge, do, dollars, owes, pay
from townwright.office import storage
from townwright.office.cases.models import Case
from townwright.office.money import acts as money
from townwright.office.money import reading, standing
from townwright.office.money.models import Claim, Line
from townwright.office.papers.models import Paper
from townwright.office.register.acts import offers
from townwright.office.register.errors import InputError
from townwright.office.register.models import Entry, Private

pytestmark = [pytest.mark.usefixtures("blank_papers"), pytest.mark.both_engines]

DAY = date(2025, 5, 1)


@pytest.fixture(autouse=True)
def _may(office: storage.Office, at: Callable[[str], Any]) -> Iterator[None]:
    at("2025-05-01 10:00")
    adopt_practice()
    yield


@pytest.fixture
def paid() -> Line:
    """A fee of $315.00 that was paid."""
    case = a_case()
    line = charge(case, "permit.application", {"application.cost": "30000"})
    pay((case, "315.00"))
    return line


def ask(line: Line, amount: str = "315.00", **given: Any) -> Claim:
    outcome = do(
        "refund.ask",
        line.case,
        **{
            "amount": amount,
            "charge": line.pk,
            "why": "Application withdrawn",
            "payee": "Quillan Whitcombe-Asare",
            "payee_address": "38 Lakeside Terrace\nChester, NY 10918",
            **given,
        },
    )
    return Claim.objects.get(pk=outcome.subject_id)


def acts_open(claim: Claim) -> set[str]:
    claim.refresh_from_db()
    return {offer.spec.name for offer in offers(claim, OFFICER)}


def test_from_asking_to_the_towns_check(paid: Line) -> None:
    claim = ask(paid)
    assert (claim.number, owes(paid.case), acts_open(claim)) == ("CV-2025-0001", 0, {"refund.allow", "refund.refuse"})
    voucher = Paper.objects.get(kind="claim_voucher")
    told = {fact["label"]: fact["text"] for fact in voucher.data["reference"]}
    assert (told["Amount"], told["Receipts"]) == ("$315.00", "R-2025-00001")
    assert told["Claimant"] == "Quillan Whitcombe-Asare, 38 Lakeside Terrace, Chester, NY 10918"
    assert money.fee_facts(paid.case, paid.code, DAY)["fee.paid"] == dollars("315.00")

    do("refund.allow", claim, resolution="Abstract 5 of 2025")
    assert (owes(paid.case), acts_open(claim)) == (dollars("-315.00"), {"refund.pay"})

    outcome = do("refund.pay", claim, check_number="20417")
    assert outcome.entry is not None
    assert outcome.entry.said == "Refund CV-2025-0001 of $315.00 paid to Quillan Whitcombe-Asare by check 20417"
    told_of_fee = money.fee_facts(paid.case, paid.code, DAY)
    assert (told_of_fee["fee.paid"], told_of_fee["fee.charged"]) == (dollars("0.00"), dollars("0.00"))
    assert (owes(paid.case), acts_open(claim)) == (0, set())
    assert [line.kind for line in paid.case.lines.all()] == ["charge", "payment", "charge", "refund"]
    assert reading.claims_open() == []


def test_the_address_stands_beside_the_register_not_in_it(paid: Line) -> None:
    claim = ask(paid)
    assert "Lakeside" in Private.objects.get(entry=claim.entry_seq, field="given.payee_address").words
    assert "Lakeside" not in Entry.objects.get(seq=claim.entry_seq).body


@pytest.mark.parametrize(("amount", "there"), [("315.01", "$315.00"), ("0", ""), ("-1", ""), ("12.345", "")])
def test_no_more_than_was_paid_can_be_asked_for(paid: Line, amount: str, there: str) -> None:
    with pytest.raises(InputError) as wrong:
        ask(paid, amount)
    assert there in wrong.value.errors["amount"]
    assert Claim.objects.count() == 0


def test_what_is_asked_for_already_cannot_be_asked_for_again(paid: Line) -> None:
    first = ask(paid, "300.00")
    with pytest.raises(InputError, match=r"\$15.01 is more than the \$15.00"):
        ask(paid, "15.01")
    ask(paid, "15.00")
    do("refund.refuse", first, why="Review had begun")
    assert acts_open(first) == set()
    ask(paid, "300.00")
    assert [claim.amount for claim in reading.claims_open()] == [dollars("15.00"), dollars("300.00")]


def test_a_part_leaves_the_rest_charged_and_paid(paid: Line) -> None:
    claim = ask(paid, "100.00")
    do("refund.allow", claim, resolution="2025-40")
    do("refund.pay", claim, check_number="1")
    told = money.fee_facts(paid.case, paid.code, DAY)
    assert (told["fee.charged"], told["fee.paid"]) == (dollars("215.00"), dollars("215.00"))


def test_a_fee_that_was_taken_back_is_given_back_without_lowering_it_again(paid: Line) -> None:
    do("charge.reverse", paid, why="Charged to the wrong case")
    claim = ask(paid)
    do("refund.allow", claim, resolution="2025-40")
    do("refund.pay", claim, check_number="1")
    assert owes(paid.case) == 0
    assert paid.case.lines.filter(kind="charge").count() == 2


def test_a_deposit_is_given_back(paid: Line) -> None:
    pay((paid.case, "40.00"), over="deposit")
    with pytest.raises(InputError, match=r"more than the \$40.00"):
        ask(paid, "40.01", charge=None)
    claim = ask(paid, "40.00", charge=None)
    do("refund.allow", claim, resolution="2025-40")
    do("refund.pay", claim, check_number="1")
    assert (owes(paid.case), standing.credit(paid.case, DAY)) == (0, 0)


def test_money_goes_out_only_after_the_audit_and_only_while_it_is_there(paid: Line) -> None:
    claim = ask(paid)
    with pytest.raises(InputError, match="has not audited"):
        do("refund.pay", claim, check_number="1")
    do("refund.allow", claim, resolution="2025-40")
    with pytest.raises(InputError, match="was allowed on"):
        do("refund.allow", claim, resolution="2025-40")
    with pytest.raises(InputError, match="was allowed on"):
        do("refund.refuse", claim, why="Too late")
    payment = paid.belonging.get(kind="payment").payment
    do("payment.return", payment, why="Insufficient funds", fee=False)
    with pytest.raises(InputError, match=r"Only \$0.00 is there"):
        do("refund.pay", claim, check_number="1")


def test_a_check_that_came_back_before_the_audit_stops_it(paid: Line) -> None:
    claim = ask(paid)
    do("payment.return", paid.belonging.get(kind="payment").payment, why="Insufficient funds", fee=False)
    with pytest.raises(InputError, match=r"Only \$0.00 is paid"):
        do("refund.allow", claim, resolution="2025-40")


def test_once_refused_or_paid_it_is_over(paid: Line) -> None:
    refused = ask(paid, "10.00")
    do("refund.refuse", refused, why="No")
    with pytest.raises(InputError, match="was refused on"):
        do("refund.allow", refused, resolution="2025-40")
    claim = ask(paid, "10.00")
    do("refund.allow", claim, resolution="2025-40")
    do("refund.pay", claim, check_number="1")
    with pytest.raises(InputError, match="was paid on"):
        do("refund.pay", claim, check_number="1")


def test_only_a_fee_of_the_case_can_be_asked_back(paid: Line) -> None:
    other: Case = a_case("BP-2025-0113")
    with pytest.raises(InputError, match="no fee of the case"):
        do("refund.ask", other, amount="1.00", charge=paid.pk, why="x", payee="y")
    assert "refund.ask" not in {offer.spec.name for offer in offers(other, OFFICER)}
    assert "refund.ask" in {offer.spec.name for offer in offers(paid.case, OFFICER)}
