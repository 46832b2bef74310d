"""Charges: by the schedule in force, by hand with name and reason, taken back; and the facts that the law asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.office.money_cases import (
    CLERK,
    NOBODY,
    OFFICER,
    a_case,
    adopt,
    adopt_practice,
    charge,
    do,
    dollars,
    flat,
    owes,
    pay,
)
from townwright.law.findings import Decision, Outcome
from townwright.office import clock, laws
from townwright.office.cases.models import Case
from townwright.office.money import acts as money
from townwright.office.money import standing
from townwright.office.money.ledger import _when_paid, when_paid
from townwright.office.money.models import Line
from townwright.office.papers.models import Paper
from townwright.office.register import facts
from townwright.office.register.acts import Doing, ask, offers, perform
from townwright.office.register.errors import InputError, NoSuchThing, NotAllowed, Refused

pytestmark = [pytest.mark.usefixtures("office", "blank_papers"), pytest.mark.both_engines]

DAY = date(2025, 3, 5)


@pytest.fixture(autouse=True)
def _march(at: Callable[[str], Any]) -> Iterator[None]:
    at("2025-03-05 10:00")
    yield


@pytest.fixture
def case() -> Case:
    return a_case()


def gate(name: str, told: dict[str, Any], key: str) -> Any:
    """The finding of one requirement of a gate of the pack."""
    decision = laws.pack().gate(name).decide(told, DAY)
    return next(finding for finding in decision.findings if finding.key == key)


class TestChargingByTheSchedule:
    def test_without_a_schedule_nothing_can_be_charged(self, case: Case) -> None:
        with pytest.raises(Refused) as refused:
            charge(case, "permit.application", {"application.cost": "30000"})
        (finding,) = refused.value.decision.standing_in_the_way
        assert (finding.key, finding.outcome, finding.cite) == ("fee_set", Outcome.UNMET, "§ 50-18")
        assert owes(case) == 0

    def test_nor_what_the_schedule_has_no_line_for(self, case: Case) -> None:
        adopt_practice()
        with pytest.raises(Refused) as refused:
            charge(case, "permit.sign")
        assert "No schedule in force has a line for this" in refused.value.decision.standing_in_the_way[0].why

    def test_a_missing_fact_is_named(self, case: Case) -> None:
        adopt_practice()
        with pytest.raises(Refused) as refused:
            charge(case, "permit.application")
        assert refused.value.decision.needs == ("application.cost",)
        assert "Estimated cost not known" in refused.value.decision.standing_in_the_way[0].why
        assert Line.objects.count() == 0

    @pytest.mark.usefixtures("charging_act")
    def test_within_another_act_the_same_law_applies(self, case: Case) -> None:
        adopt_practice()
        with pytest.raises(Refused) as refused:
            perform("test.charge", {"code": "permit.application"}, actor=CLERK, subject_id=case.pk)
        assert refused.value.decision.needs == ("application.cost",)
        with pytest.raises(Refused, match="set by resolution"):
            perform("test.charge", {"code": "permit.sign"}, actor=CLERK, subject_id=case.pk)
        perform(
            "test.charge",
            {"code": "permit.application", "facts": {"application.cost": "30000"}, "amount": "315"},
            actor=CLERK,
            subject_id=case.pk,
        )
        assert owes(case) == 0
        assert Line.objects.get(kind="charge").cite == "§ 1"

    def test_a_line_keeps_how_it_was_worked_out_and_under_which_resolution(self, case: Case) -> None:
        schedule = adopt_practice()
        line = charge(case, "permit.application", {"application.cost": "$30,000.00"})
        assert line.worked_out == (
            "Base fee, $75.00; Estimated cost $30,000.00: 30 × $8.00 per $1,000 or part of it, $240.00"
        )
        assert (line.amount, line.scheduled, line.schedule, line.cite) == (
            dollars("315.00"),
            dollars("315.00"),
            schedule,
            "§ 50-4(K)",
        )

    def test_a_fee_of_nothing_is_a_line_too_and_is_covered_at_once(self, case: Case) -> None:
        adopt_practice()
        line = charge(case, "inspection")
        assert (line.amount, line.worked_out) == (dollars("0.00"), "Covered by the fee of the permit, $0.00")
        assert money.paid(case, "inspection", DAY) == DAY

    def test_facts_that_the_case_can_tell_need_not_be_typed(self, case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
        adopt_practice()
        told = facts._Told(Case, ("application.cost",), lambda case, on: {"application.cost": Decimal(12500)})
        monkeypatch.setattr(facts, "_tellers", [told])
        assert charge(case, "permit.application").amount == dollars("179.00")
        assert charge(case, "permit.application", {"application.cost": "30000"}).amount == dollars("315.00")

    @pytest.mark.parametrize(
        ("fact", "value", "words"),
        [
            ("application.cost", "a lot", "money"),
            ("application.price", "1", "no fact is called"),
            ("application.cost", "nan", "money"),
        ],
    )
    def test_what_is_no_number_is_said_in_words(self, case: Case, fact: str, value: str, words: str) -> None:
        adopt_practice()
        with pytest.raises(InputError) as wrong:
            charge(case, "permit.application", {fact: value})
        assert words in wrong.value.errors["measures.0.value"]

    def test_an_amount_beyond_reason_is_refused_in_words(self, case: Case) -> None:
        adopt_practice()
        with pytest.raises(InputError, match="cannot be right"):
            charge(case, "permit.application", {"application.cost": "9999999999999999"})

    def test_only_the_office_charges(self, case: Case) -> None:
        with pytest.raises(NotAllowed):
            perform("charge.add", {"code": "inspection"}, actor=NOBODY, subject_id=case.pk)
        with pytest.raises(NoSuchThing):
            perform("charge.add", {"code": "inspection"}, actor=CLERK, subject_id=Line().pk)

    def test_asked_only_nothing_is_written(self, case: Case) -> None:
        adopt_practice()
        decision = ask("charge.add", {"code": "reinspection"}, actor=CLERK, subject_id=case.pk).decision
        assert decision.allowed
        assert Line.objects.count() == 0
        assert "charge.add" in {offer.spec.name for offer in offers(case, CLERK) if offer.open}


class TestAnotherAmount:
    @pytest.mark.proves("CHE-50-3-A-8/1")
    def test_less_than_the_schedule_is_refused_at_the_till_and_by_hand(self, case: Case) -> None:
        adopt("2025", "2025-01-08", flat("permit.application", "150.00", action="permit.apply", title="Deck"))
        line = charge(case, "permit.application")
        with pytest.raises(Refused) as refused:
            pay((case, "125.00"))
        assert "§ 50-18 amount is $150.00" in [f.why for f in refused.value.decision.standing_in_the_way]
        with pytest.raises(Refused) as refused:
            perform("charge.override", {"amount": "125.00", "why": "Small deck"}, actor=CLERK, subject_id=line.pk)
        (finding,) = refused.value.decision.standing_in_the_way
        assert (finding.why, finding.cite) == ("§ 50-18 amount is $150.00", "§ 50-3(A)(8)")
        assert owes(case) == dollars("150.00")
        assert case.lines.count() == 1

    @pytest.mark.parametrize("amount", ["149.99", "150.01"])
    def test_a_cent_less_or_more_needs_the_boards_resolution(self, case: Case, amount: str) -> None:
        adopt("2025", "2025-01-08", flat("permit.application", "150.00"))
        line = charge(case, "permit.application")
        with pytest.raises(Refused):
            do("charge.override", line, amount=amount, why="Asked for")
        do("charge.override", line, amount=amount, why="Asked for", resolution="2025-31")
        assert owes(case) == dollars(amount)
        assert money.fee_facts(case, "permit.application", DAY)["fee.charged"] == dollars(amount)
        assert money.fee_facts(case, "permit.application", DAY)["fee.scheduled"] == dollars("150.00")

    def test_it_keeps_name_reason_and_resolution(self, case: Case) -> None:
        adopt_practice()
        line = charge(case, "reinspection")
        outcome = do("charge.override", line, amount="0.00", why="The inspector came late", resolution="2025-31")
        change = case.lines.get(of=line)
        assert (change.overridden_by, change.override_why, change.resolution, change.amount) == (
            "Rosalind Abernathy-Cole",
            "The inspector came late",
            "2025-31",
            dollars("-50.00"),
        )
        assert outcome.entry is not None and "$0.00 instead of $50.00" in outcome.entry.said
        assert money.paid(case, "reinspection", DAY) == DAY

    def test_name_and_reason_are_needed_and_the_same_amount_is_no_change(self, case: Case) -> None:
        adopt_practice()
        line = charge(case, "reinspection")
        with pytest.raises(InputError) as wrong:
            do("charge.override", line, amount="40.00", why=" ", resolution="2025-31")
        assert "why" in wrong.value.errors
        with pytest.raises(InputError, match="charged already"):
            do("charge.override", line, amount="50.00", why="None")
        with pytest.raises(InputError) as wrong:
            do("charge.override", line, amount="$40", why="Asked", resolution="2025-31")
        assert wrong.value.errors["amount"].startswith("This is no amount")

    def test_its_receipt_says_part_of_what_is_charged_now(self, case: Case) -> None:
        adopt_practice()
        do("charge.override", charge(case, "reinspection"), amount="40.00", why="Short", resolution="2025-31")
        for amount, how in (("15.00", "part of $40.00"), ("25.00", "part of $40.00")):
            receipt = pay((case, amount), short="part").receipt
            assert Paper.objects.get(number=receipt).data["lines"][0]["how"] == how
        do("charge.override", charge(case, "reinspection"), amount="40.00", why="Short", resolution="2025-31")
        assert Paper.objects.get(number=pay((case, "40.00")).receipt).data["lines"][0]["how"] == ""

    def test_what_is_paid_already_becomes_a_credit(self, case: Case) -> None:
        adopt_practice()
        line = charge(case, "reinspection")
        pay((case, "50.00"))
        do("charge.override", line, amount="30.00", why="Half a visit", resolution="2025-31")
        assert owes(case) == dollars("-20.00")
        assert standing.credit(case, DAY) == dollars("20.00")
        assert money.paid(case, "reinspection", DAY) == DAY

    def test_of_a_line_that_is_no_charge_it_is_refused(self, case: Case) -> None:
        adopt_practice()
        charge(case, "reinspection")
        pay((case, "50.00"))
        paid_line = case.lines.get(kind="payment")
        with pytest.raises(InputError, match="no charge"):
            do("charge.reverse", paid_line, why="Wrong")


class TestTakenBack:
    def test_the_charge_stands_in_the_ledger_with_its_reversal(self, case: Case) -> None:
        adopt_practice()
        line = charge(case, "reinspection")
        do("charge.reverse", line, why="The visit was no reinspection")
        assert [row.amount for row in case.lines.all()] == [dollars("50.00"), dollars("-50.00")]
        assert case.lines.last().reverses == line  # type: ignore[union-attr]
        assert "fee.charged" not in money.fee_facts(case, "reinspection", DAY)
        assert money.paid(case, "reinspection", DAY) is None

    def test_once_only(self, case: Case) -> None:
        adopt_practice()
        line = charge(case, "reinspection")
        do("charge.reverse", line, why="Mistaken")
        for name, given in (
            ("charge.reverse", {"why": "Again"}),
            ("charge.override", {"amount": "10", "why": "Again", "resolution": "2025-1"}),
        ):
            with pytest.raises(InputError, match="taken back already"):
                do(name, line, **given)
        assert "charge.reverse" not in {offer.spec.name for offer in offers(line, OFFICER)}

    def test_with_a_change_before_it_takes_back_what_is_charged_now(self, case: Case) -> None:
        adopt_practice()
        line = charge(case, "reinspection")
        do("charge.override", line, amount="80.00", why="Two inspectors", resolution="2025-31")
        do("charge.reverse", line, why="Mistaken")
        assert owes(case) == 0

    def test_what_was_paid_can_be_used_for_another_fee(self, case: Case) -> None:
        adopt_practice()
        wrong = charge(case, "certificate.compliance")
        pay((case, "75.00"))
        do("charge.reverse", wrong, why="A certificate of occupancy is due")
        charge(case, "certificate.occupancy")
        do("credit.use", case)
        assert owes(case) == dollars("25.00")
        told = money.fee_facts(case, "certificate.occupancy", DAY)
        assert (told["fee.paid"], told["fee.charged"]) == (dollars("75.00"), dollars("100.00"))
        assert standing.credit(case, DAY) == 0
        with pytest.raises(InputError, match="nothing to use"):
            do("credit.use", case)


class TestTheFactsOfAFee:
    def test_before_and_after_charge_and_payment(self, case: Case) -> None:
        assert money.fee_facts(case, "certificate.occupancy", DAY) == {
            "fee.in_schedule": False,
            "fee.paid": dollars("0.00"),
        }
        adopt_practice()
        assert money.fee_facts(case, "certificate.occupancy", DAY) == {
            "fee.in_schedule": True,
            "fee.scheduled": dollars("100.00"),
            "fee.paid": dollars("0.00"),
        }
        charge(case, "certificate.occupancy")
        told = money.fee_facts(case, "certificate.occupancy", DAY)
        assert (told["fee.charged"], told["fee.paid"]) == (dollars("100.00"), dollars("0.00"))
        assert "fee.paid_on" not in told
        pay((case, "100.00"))
        assert money.fee_facts(case, "certificate.occupancy", DAY) == {
            "fee.in_schedule": True,
            "fee.scheduled": dollars("100.00"),
            "fee.charged": dollars("100.00"),
            "fee.paid": dollars("100.00"),
            "fee.paid_on": DAY,
        }

    def test_a_fee_that_is_worked_out_is_not_told_before_it_is_charged(self, case: Case) -> None:
        adopt_practice()
        assert money.fee_facts(case, "permit.application", DAY) == {
            "fee.in_schedule": True,
            "fee.paid": dollars("0.00"),
        }

    def test_a_temporary_certificates_fee_does_not_count_toward_the_next(self, case: Case) -> None:
        adopt_practice()
        charge(case, "certificate.temporary")
        charge(case, "certificate.occupancy")
        pay((case, "150.00", "certificate.temporary"))
        finding = gate("certificate.submit", money.fee_facts(case, "certificate.occupancy", DAY), "fee")
        assert (finding.outcome, finding.cite) == (Outcome.UNMET, "§ 50-7(F)")
        assert money.paid(case, "certificate.temporary", DAY) == DAY
        assert money.paid(case, "certificate.occupancy", DAY) is None

    @pytest.mark.parametrize(("paid", "outcome"), [("74.99", Outcome.UNMET), ("75.00", Outcome.MET)])
    def test_the_gate_of_an_amendment_holds_a_cent_below_and_opens_at_the_fee(
        self, case: Case, paid: str, outcome: Outcome
    ) -> None:
        adopt_practice()
        charge(case, "permit.amendment")
        pay((case, paid), short="part")
        finding = gate("amendment.submit", money.fee_facts(case, "permit.amendment", DAY), "fee")
        assert (finding.outcome, finding.cite) == (outcome, "§ 50-4(K)")

    def test_a_second_renewal_is_not_paid_by_the_first(self, case: Case, at: Callable[[str], Any]) -> None:
        adopt_practice()
        charge(case, "permit.renewal")
        first = pay((case, "200.00"))
        at("2026-03-06 10:00")
        second = charge(case, "permit.renewal")
        on = date(2026, 3, 6)
        told = money.fee_facts(case, "permit.renewal", on, after=first.entry_seq)
        assert (told["fee.charged"], told["fee.paid"]) == (dollars("200.00"), dollars("0.00"))
        assert money.paid(case, "permit.renewal", on, after=first.entry_seq) is None
        assert money.paid(case, "permit.renewal", date(2025, 12, 31)) == DAY
        pay((case, "200.00"))
        assert money.paid(case, "permit.renewal", on, after=first.entry_seq) == second.on

    def test_a_payment_that_was_found_later_covers_from_its_own_day_or_the_charges(
        self, case: Case, at: Callable[[str], Any]
    ) -> None:
        adopt_practice()
        charge(case, "reinspection")
        at("2025-03-10 10:00")
        pay((case, "50.00"), on="2025-03-07", late_reason="Found in the drop box")
        assert money.paid(case, "reinspection", date(2025, 3, 6)) is None
        assert money.paid(case, "reinspection", date(2025, 3, 7)) == date(2025, 3, 7)


class TestWhoWaitsForTheMoney:
    def test_is_told_within_the_act_once_the_lines_are_there(self, case: Case) -> None:
        heard: list[tuple[str, Decimal]] = []

        @when_paid
        def hear(doing: Doing[Any], case: Case) -> None:
            heard.append((doing.name, owes(case)))

        try:
            adopt_practice()
            line = charge(case, "reinspection")
            pay((case, "20.00"), short="part")
            pay((case, "30.00"))
            do("charge.override", line, amount="40.00", why="Late", resolution="2025-31")
            do("charge.override", line, amount="60.00", why="Right again", resolution="2025-31")
            do("charge.reverse", line, why="Mistaken")
        finally:
            _when_paid.remove(hear)
        assert heard == [
            ("payment.take", dollars("30.00")),
            ("payment.take", dollars("0.00")),
            ("charge.override", dollars("-10.00")),
            ("charge.reverse", dollars("-50.00")),
        ]


class TestTakingWithinAnotherAct:
    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({"amounts": {}}, "splits"),
            ({"payer": " "}, "payer"),
            ({"method": "barter"}, "method"),
            ({"method": "check"}, "check_number"),
        ],
    )
    def test_asks_for_the_same_particulars_as_the_till(self, case: Case, given: dict[str, Any], field: str) -> None:
        doing: Doing[Any] = Doing("test.charge", CLERK, DAY, clock.now(), 1, Decision("", DAY))
        usual: dict[str, Any] = {"amounts": {case: dollars("50.00")}, "method": "cash", "payer": "Q. Whitcombe"}
        with pytest.raises(InputError) as wrong:
            money.take(doing, **{**usual, **given})
        assert set(wrong.value.errors) == {field}


def test_a_part_of_a_cent_is_never_kept() -> None:
    column = Line._meta.get_field("amount")
    assert column.get_prep_value(Decimal("0.57")) == 57
    assert column.to_python("0.57") == dollars("0.57")
    assert column.to_python(None) is None
    with pytest.raises(ValueError, match="part of a cent"):
        column.get_prep_value(Decimal("0.575"))


def test_of_two_credits_the_second_pays_what_the_first_leaves(case: Case) -> None:
    adopt_practice()
    for amount in ("30.00", "40.00"):
        pay((case, amount), over="deposit")
    charge(case, "reinspection")
    charge(case, "permit.amendment")
    do("credit.use", case, code="reinspection")
    assert standing.credit(case, DAY) == dollars("20.00")
    assert money.paid(case, "reinspection", DAY) == DAY
    assert money.fee_facts(case, "permit.amendment", DAY)["fee.paid"] == 0
