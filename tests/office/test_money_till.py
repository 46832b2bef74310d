"""The till: one check for several cases, receipts without gaps, a check that comes back, the daily close."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest

from tests.office.money_cases import (
    CLERK,
    NOBODY,
    a_case,
    adopt,
    adopt_practice,
    charge,
    do,
    dollars,
    flat,
    owes,
    pay,
    payment,
)
from townwright.office import storage
from townwright.office.cases.models import Case, Number
from townwright.office.money import acts as money
from townwright.office.money import reading, standing, till
from townwright.office.money.ledger import _when_unpaid, when_unpaid
from townwright.office.money.models import Close, Line, Payment
from townwright.office.papers import press
from townwright.office.papers.acts import CouldNotPrint
from townwright.office.papers.models import Paper
from townwright.office.register import chain
from townwright.office.register.acts import Doing, offers, perform
from townwright.office.register.errors import InputError, NotAllowed, Refused
from townwright.office.register.models import Entry, Touched
from townwright.pages.forms import form_of

pytestmark = [pytest.mark.usefixtures("blank_papers"), pytest.mark.both_engines]

DAY = date(2025, 2, 13)


@pytest.fixture(autouse=True)
def _february(office: storage.Office, at: Callable[[str], Any]) -> Iterator[None]:
    at("2025-02-13 10:00")
    adopt_practice()
    yield


@pytest.fixture
def case() -> Case:
    return a_case()


class TestOneCheckForSeveralCases:
    def test_is_one_payment_with_one_receipt_and_lines_for_each(self) -> None:
        decks = [a_case(f"BP-2025-011{n}") for n in range(4)]
        for deck in decks:
            charge(deck, "reinspection")
        taken = pay(*((deck, "50.00") for deck in decks), memo="Smith deck", bank="Bank of Chester", total="200.00")
        assert (taken.amount, taken.receipt, taken.check_number, taken.memo, taken.bank) == (
            dollars("200.00"),
            "R-2025-00001",
            "1180",
            "Smith deck",
            "Bank of Chester",
        )
        assert [owes(deck) for deck in decks] == [0, 0, 0, 0]
        paper = Paper.objects.get(kind="receipt")
        assert [line["case"] for line in paper.data["lines"]] == [deck.number for deck in decks]
        assert paper.data["schedule"] == "Practice schedule (Resolution practice of Wed 10 April 2024)"
        assert (paper.data["total"], paper.data["payer"]["name"]) == ("200.00", "Quillan Whitcombe-Asare")
        assert paper.case_id is None

    def test_stands_in_the_history_of_every_case(self) -> None:
        decks = [a_case(f"BP-2025-011{n}") for n in range(2)]
        for deck in decks:
            charge(deck, "reinspection")
        taken = pay(*((deck, "50.00") for deck in decks))
        assert {row.ref for row in Touched.objects.filter(entry=taken.entry_seq, kind="case")} == {d.pk for d in decks}
        entry = Entry.objects.get(seq=taken.entry_seq)
        assert entry.said == (
            "$100.00 received from Quillan Whitcombe-Asare for BP-2025-0110, BP-2025-0111, receipt R-2025-00001"
        )
        assert entry.content["papers"][0]["sha256"] == Paper.objects.get().sha256
        assert chain.verify().holds

    @pytest.mark.parametrize(
        ("total", "words"),
        [("99.99", "$0.01 short of the $100.00"), ("100.01", "$0.01 over the $100.00")],
    )
    def test_a_check_for_another_sum_is_shown_short_or_over(self, total: str, words: str) -> None:
        decks = [a_case(f"BP-2025-011{n}") for n in range(2)]
        for deck in decks:
            charge(deck, "reinspection")
        with pytest.raises(InputError) as wrong:
            pay(*((deck, "50.00") for deck in decks), total=total)
        assert words in wrong.value.errors["total"]
        assert Payment.objects.count() == Number.objects.count() == 0

    def test_its_form_can_be_made(self) -> None:
        assert "payer" in form_of(till.TakePayment)().fields


class TestMoreOrLessThanIsOwed:
    def test_more_is_refused_with_the_sums(self, case: Case) -> None:
        charge(case, "reinspection")
        with pytest.raises(InputError, match=r"\$50.01 for BP-2025-0112 is \$0.01 more than the \$50.00 that is owed"):
            pay((case, "50.01"))
        assert owes(case) == dollars("50.00")

    def test_more_is_kept_as_a_deposit_by_choice_and_used_later(self, case: Case) -> None:
        charge(case, "reinspection")
        taken = pay((case, "120.00"), over="deposit")
        assert [(line.kind, line.amount) for line in taken.lines.all()] == [
            ("payment", dollars("-50.00")),
            ("deposit", dollars("-70.00")),
        ]
        assert standing.credit(case, DAY) == dollars("70.00")
        charge(case, "certificate.occupancy")
        assert "credit.use" in {offer.spec.name for offer in offers(case, CLERK)}
        do("credit.use", case)
        assert (owes(case), standing.credit(case, DAY)) == (dollars("30.00"), 0)
        assert money.fee_facts(case, "certificate.occupancy", DAY)["fee.paid"] == dollars("70.00")
        assert "credit.use" not in {offer.spec.name for offer in offers(case, CLERK)}

    def test_a_deposit_without_a_charge(self, case: Case) -> None:
        with pytest.raises(InputError, match=r"more than the \$0.00"):
            pay((case, "20.00"))
        pay((case, "20.00"), over="deposit")
        assert owes(case) == dollars("-20.00")

    def test_less_is_taken_as_part_payment_by_choice_and_leaves_the_fee_unpaid(self, case: Case) -> None:
        charge(case, "reinspection")
        taken = pay((case, "49.99"), short="part")
        assert money.paid(case, "reinspection", DAY) is None
        assert owes(case) == dollars("0.01")
        assert Paper.objects.get(number=taken.receipt).data["lines"][0]["how"] == "part of $50.00"
        pay((case, "0.01"))
        assert money.paid(case, "reinspection", DAY) == DAY

    def test_the_whole_of_one_of_two_fees_is_no_part_payment(self, case: Case) -> None:
        charge(case, "certificate.occupancy")
        charge(case, "reinspection")
        pay((case, "50.00"))
        assert money.paid(case, "reinspection", DAY) == DAY
        assert money.paid(case, "certificate.occupancy", DAY) is None

    def test_a_fee_can_be_named(self, case: Case) -> None:
        charge(case, "certificate.occupancy")
        charge(case, "reinspection")
        pay((case, "50.00", "reinspection"), (case, "100.00", "certificate.occupancy"))
        assert owes(case) == 0
        with pytest.raises(InputError, match="is owed"):
            pay((case, "1.00", "reinspection"))

    def test_the_oldest_is_paid_first(self, case: Case, at: Callable[[str], Any]) -> None:
        first = charge(case, "reinspection")
        at("2025-02-14 10:00")
        second = charge(case, "reinspection")
        pay((case, "70.00"), short="part")
        assert [line.amount for line in first.belonging.all()] == [dollars("-50.00")]
        assert [line.amount for line in second.belonging.all()] == [dollars("-20.00")]


class TestWhatCannotBeTaken:
    @pytest.mark.parametrize(
        ("change", "field", "words"),
        [
            ({"check_number": ""}, "check_number", "number of the check"),
            ({"payer": "  "}, "payer", "needed"),
            ({"method": "barter"}, "method", "Choose one of"),
            ({"splits": []}, "splits", "At least one"),
            ({"memo": "x" * 201}, "memo", "at most 200"),
            ({"tip": "1"}, "tip", "no such field"),
        ],
    )
    def test_is_said_in_words(self, case: Case, change: dict[str, Any], field: str, words: str) -> None:
        charge(case, "reinspection")
        with pytest.raises(InputError) as wrong:
            perform("payment.take", {**payment((case, "50.00")), **change}, actor=CLERK)
        assert words in wrong.value.errors[field]
        assert Number.objects.filter(series__kind="receipt").count() == 0

    @pytest.mark.parametrize(
        ("amount", "words"),
        [
            ("$1,290.00", "This is no amount"),
            ("fifty", "This is no amount"),
            ("", "This is no amount"),
            ("0", "more than nothing"),
            ("-5.00", "At least 0"),
            ("1.005", "two decimal places"),
            ("Infinity", "finite"),
            ("99999999999.00", "digits"),
        ],
    )
    def test_an_amount_that_is_none(self, case: Case, amount: str, words: str) -> None:
        charge(case, "reinspection")
        with pytest.raises(InputError) as wrong:
            pay((case, amount))
        assert words in wrong.value.errors["splits.0.amount"]
        assert owes(case) == dollars("50.00")

    @pytest.mark.usefixtures("charging_act")
    def test_another_act_that_takes_money_is_held_to_the_same(self, case: Case) -> None:
        for amount in ("0.001", "-1", "0", "99999999999"):
            with pytest.raises(InputError):
                perform("test.charge", {"code": "reinspection", "amount": amount}, actor=CLERK, subject_id=case.pk)
        with pytest.raises(Refused):
            perform("test.charge", {"code": "reinspection", "amount": "49"}, actor=CLERK, subject_id=case.pk)
        assert Line.objects.count() == 0

    def test_a_case_that_is_none_and_one_that_stands_there_twice(self, case: Case) -> None:
        charge(case, "reinspection")
        given = payment((case, "50.00"))
        with pytest.raises(InputError, match="no such case"):
            perform("payment.take", {**given, "splits": [{"case": str(uuid4()), "amount": "50.00"}]}, actor=CLERK)
        with pytest.raises(InputError, match="twice"):
            pay((case, "25.00"), (case, "25.00"))

    def test_only_the_office_takes_money(self, case: Case) -> None:
        with pytest.raises(NotAllowed):
            perform("payment.take", payment((case, "50.00")), actor=NOBODY)

    def test_the_same_key_again_takes_it_once(self, case: Case) -> None:
        charge(case, "reinspection")
        first = perform("payment.take", payment((case, "50.00")), actor=CLERK, key="k1")
        again = perform("payment.take", payment((case, "50.00")), actor=CLERK, key="k1")
        assert (again.again, again.subject_id) == (True, first.subject_id)
        assert (Payment.objects.count(), owes(case)) == (1, 0)

    def test_a_receipt_that_does_not_print_undoes_the_payment(
        self, case: Case, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        charge(case, "reinspection")

        def fails(*args: Any, **given: Any) -> bytes:
            raise press.PressError("no such font")

        with monkeypatch.context() as broken:
            broken.setattr(press, "press", fails)
            with pytest.raises(CouldNotPrint):
                pay((case, "50.00"))
        assert (Payment.objects.count(), owes(case)) == (0, dollars("50.00"))
        assert pay((case, "50.00")).receipt == "R-2025-00001"


class TestReceiptNumbers:
    def test_are_of_the_year_in_which_they_were_written(self, case: Case, at: Callable[[str], Any]) -> None:
        for _ in range(2):
            charge(case, "reinspection")
        assert pay((case, "100.00")).receipt == "R-2025-00001"
        charge(case, "reinspection")
        at("2026-01-02 10:00")
        late = pay((case, "50.00"), on="2025-12-31", late_reason="Found in the drop box")
        assert (late.receipt, late.received_on) == ("R-2026-00001", date(2025, 12, 31))
        assert reading.gaps() == []


class TestACheckThatComesBack:
    def test_leaves_the_fee_unpaid_again_and_flags_the_case(self, case: Case) -> None:
        heard: list[tuple[str, Any]] = []

        @when_unpaid
        def hear(doing: Doing[Any], told: Case) -> None:
            heard.append((doing.name, money.paid(told, "permit.application", DAY)))

        try:
            charge(case, "permit.application", {"application.cost": "30000"})
            taken = pay((case, "315.00"))
            do("payment.return", taken, why="Insufficient funds", fee=False)
        finally:
            _when_unpaid.remove(hear)
        assert heard == [("payment.return", None)]
        assert owes(case) == dollars("315.00")
        assert reading.account(case, DAY).returned == [taken]
        assert reading.unpaid(DAY)[0].returned
        taken.refresh_from_db()
        assert taken.returned_on == DAY
        paper = Paper.objects.get(kind="receipt")
        assert (paper.state, paper.void_why) == (Paper.State.VOID, "Check returned by the bank: Insufficient funds")

    def test_is_charged_for_if_the_schedule_has_it(self, case: Case) -> None:
        charge(case, "reinspection")
        outcome = do("payment.return", pay((case, "50.00")), why="Account closed")
        assert owes(case) == dollars("70.00")
        assert outcome.entry is not None and "$20.00 charged for it" in outcome.entry.said
        pay((case, "70.00"), method="cash", check_number="")
        assert reading.account(case, DAY).returned == []

    def test_is_not_charged_for_if_it_has_not(self, case: Case) -> None:
        adopt("Without", "2025-02-13", flat("reinspection", "50.00"))
        charge(case, "reinspection")
        do("payment.return", pay((case, "50.00")), why="Account closed")
        assert owes(case) == dollars("50.00")

    def test_takes_what_its_credit_had_paid_with_it(self, case: Case) -> None:
        charge(case, "reinspection")
        taken = pay((case, "150.00"), over="deposit")
        charge(case, "certificate.occupancy")
        do("credit.use", case)
        assert owes(case) == 0
        do("payment.return", taken, why="Stopped", fee=False)
        assert owes(case) == dollars("150.00")
        assert standing.credit(case, DAY) == 0
        assert [one.owed for one in standing.of_case(case, DAY)] == [dollars("50.00"), dollars("100.00")]

    def test_comes_back_once_and_cash_never(self, case: Case) -> None:
        charge(case, "reinspection")
        taken = pay((case, "50.00"))
        do("payment.return", taken, why="Stopped", fee=False)
        with pytest.raises(InputError, match="was returned on 2025-02-13"):
            do("payment.return", taken, why="Stopped")
        in_cash = pay((case, "50.00"), method="cash", check_number="")
        assert "payment.return" not in {offer.spec.name for offer in offers(in_cash, CLERK)}
        with pytest.raises(InputError, match="paid in cash"):
            do("payment.return", in_cash, why="?")


class TestAnEntryByMistake:
    def test_is_taken_back_and_its_number_stays_void(self, case: Case) -> None:
        charge(case, "reinspection")
        taken = pay((case, "50.00"))
        do("payment.void", taken, why="Typed twice")
        assert owes(case) == dollars("50.00")
        assert Number.objects.get(text=taken.receipt).void_why == "Typed twice"
        assert pay((case, "50.00")).receipt == "R-2025-00002"
        assert reading.gaps() == []
        with pytest.raises(InputError, match="entered by mistake"):
            do("payment.void", taken, why="Again")
        with pytest.raises(InputError, match="entered by mistake"):
            do("payment.return", taken, why="Again")


class TestTheClose:
    def test_reconciles_by_method_and_prints_the_deposit_slip(self, case: Case) -> None:
        for _ in range(4):
            charge(case, "reinspection")
        pay((case, "50.00"))
        pay((case, "50.00"), method="cash", check_number="")
        pay((case, "50.00"), method="money order", check_number="77")
        pay((case, "50.00"), method="card", check_number="")
        assert till.expected() == dict.fromkeys(Payment.Method.values, dollars("50.00"))
        outcome = perform(
            "till.close", {"cash": "50.00", "checks": "50", "money_orders": "50.00", "cards": "50.00"}, actor=CLERK
        )
        close = Close.objects.get(pk=outcome.subject_id)
        assert close.difference == 0
        assert till.expected() == dict.fromkeys(Payment.Method.values, dollars("0.00"))
        slip = Paper.objects.get(kind="deposit_slip")
        assert (slip.data["total"], len(slip.data["lines"])) == ("150.00", 3)
        assert slip.data["lines"][0]["what"] == "Check 1180, Quillan Whitcombe-Asare"
        rows = reading.deposit_csv(close).splitlines()
        assert rows[0] == "receipt,received,method,check number,bank,payer,amount"
        assert rows[1] == "R-2025-00001,2025-02-13,check,1180,,Quillan Whitcombe-Asare,50.00"
        assert rows[-1] == ",2025-02-13,cash,,,,50.00"
        assert len(rows) == 4

    @pytest.mark.parametrize(("counted", "words"), [("49.99", "$0.01 short"), ("50.01", "$0.01 over")])
    def test_a_difference_needs_its_reason(self, case: Case, counted: str, words: str) -> None:
        charge(case, "reinspection")
        pay((case, "50.00"), method="cash", check_number="")
        with pytest.raises(InputError) as wrong:
            perform("till.close", {"cash": counted}, actor=CLERK)
        assert f"Cash: expected $50.00, counted ${counted}, {words}" in wrong.value.errors["why"]
        perform("till.close", {"cash": counted, "why": "Wrong change given"}, actor=CLERK)
        close = Close.objects.get()
        assert (close.difference, close.why) == (dollars(counted) - dollars("50.00"), "Wrong change given")

    def test_differences_that_cancel_out_need_one_too(self, case: Case) -> None:
        charge(case, "reinspection")
        pay((case, "50.00"), method="cash", check_number="")
        with pytest.raises(InputError, match="Cash: expected"):
            perform("till.close", {"cash": "0", "checks": "50.00"}, actor=CLERK)

    def test_every_payment_is_in_one_close_whatever_day_it_is_of(self, case: Case, at: Callable[[str], Any]) -> None:
        for _ in range(3):
            charge(case, "reinspection")
        first = pay((case, "50.00"), method="cash", check_number="")
        perform("till.close", {"cash": "50"}, actor=CLERK)
        at("2025-02-14 10:00")
        late = pay((case, "50.00"), method="cash", check_number="", on="2025-02-13", late_reason="Drop box")
        second = pay((case, "50.00"), method="cash", check_number="")
        perform("till.close", {"cash": "100"}, actor=CLERK)
        newest, oldest = Close.objects.all()
        assert reading.covered_by(oldest) == [first]
        assert reading.covered_by(newest) == [late, second]

    def test_what_was_entered_by_mistake_is_not_expected(self, case: Case) -> None:
        charge(case, "reinspection")
        do("payment.void", pay((case, "50.00"), method="cash", check_number=""), why="Typed twice")
        assert till.expected()["cash"] == 0
        closed = pay((case, "50.00"), method="cash", check_number="")
        perform("till.close", {"cash": "50"}, actor=CLERK)
        do("payment.void", closed, why="Of another town")
        assert till.expected()["cash"] == dollars("-50.00")

    def test_a_returned_check_is_no_matter_of_the_till(self, case: Case) -> None:
        charge(case, "reinspection")
        do("payment.return", pay((case, "50.00")), why="Stopped")
        assert till.expected()["check"] == dollars("50.00")

    def test_with_nothing_to_deposit_no_slip_is_printed(self, case: Case) -> None:
        charge(case, "reinspection")
        pay((case, "50.00"), method="card", check_number="")
        perform("till.close", {"cash": "0", "cards": "50"}, actor=CLERK)
        assert not Paper.objects.filter(kind="deposit_slip").exists()


def test_words_on_a_check_cannot_become_a_formula(case: Case) -> None:
    charge(case, "reinspection")
    pay((case, "50.00"), payer="=HYPERLINK(1)", bank="+1")
    perform("till.close", {"cash": "0", "checks": "50"}, actor=CLERK)
    assert "'=HYPERLINK(1)" in reading.deposit_csv(Close.objects.get())
    assert Decimal(reading.deposit_csv(Close.objects.get()).splitlines()[1].rsplit(",", 1)[1]) == 50
