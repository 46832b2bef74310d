"""The ledger: nothing in it changes, and whatever is done in whatever order, the sums agree to the cent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.db import DatabaseError, connection, models, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.office.money_cases import NOBODY, OFFICER, a_case, adopt_practice, charge, do, owes, pay
from townwright.office.money import acts as money
from townwright.office.money import reading, receipts, standing, till
from townwright.office.money.models import Balance, Claim, Close, FeeSchedule, Line, Payment, Permanent, PermanentRow
from townwright.office.papers.models import Paper
from townwright.office.register.actors import SYSTEM
from townwright.office.register.acts import perform
from townwright.office.register.errors import InputError, Refused

pytestmark = [pytest.mark.usefixtures("office", "blank_papers"), pytest.mark.both_engines]

DAY = date(2025, 2, 13)

#: Of each table a column that never changes, and one that a further act may fill in.
FIXED = {FeeSchedule: "lines", Line: "amount", Payment: "amount", Claim: "amount", Close: "difference"}
LATER = {Payment: "void_on", Claim: "allowed_on"}


@pytest.fixture
def rows(at: Callable[[str], Any]) -> dict[type[PermanentRow], PermanentRow]:
    """One row of each permanent table."""
    at("2025-02-13 10:00")
    schedule, case = adopt_practice(), a_case()
    line = charge(case, "reinspection")
    payment = pay((case, "50.00"))
    claim = do("refund.ask", case, amount="50.00", charge=line.pk, why="x", payee="y").subject_id
    close = perform("till.close", {"cash": "0", "checks": "50"}, actor=OFFICER).subject_id
    return {
        FeeSchedule: schedule,
        Line: line,
        Payment: payment,
        Claim: Claim.objects.get(pk=claim),
        Close: Close.objects.get(pk=close),
    }


@pytest.mark.parametrize("model", FIXED)
class TestARowOfTheLedger:
    def test_is_refused_by_its_model(
        self, rows: dict[type[PermanentRow], PermanentRow], model: type[PermanentRow]
    ) -> None:
        row = rows[model]
        with pytest.raises(Permanent):
            row.save()
        with pytest.raises(Permanent):
            row.save(update_fields=[FIXED[model]])
        with pytest.raises(Permanent):
            row.delete()
        every: models.QuerySet[Any] = model._default_manager.all()
        with pytest.raises(Permanent, match="permanent"):
            every.delete()
        with pytest.raises(Permanent, match=f"{FIXED[model]} of .* cannot be changed"):
            every.update(**{FIXED[model]: 0})
        with pytest.raises(Permanent):
            every.bulk_update([row], [FIXED[model]])

    def test_is_refused_by_the_database(
        self, rows: dict[type[PermanentRow], PermanentRow], model: type[PermanentRow]
    ) -> None:
        table = model._meta.db_table
        for statement in (f"UPDATE {table} SET {FIXED[model]} = {FIXED[model]}", f"DELETE FROM {table}"):
            with pytest.raises(DatabaseError, match="permanent"), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement)
        assert model._default_manager.filter(pk=rows[model].pk).exists()

    def test_takes_only_what_becomes_of_it_later(
        self, rows: dict[type[PermanentRow], PermanentRow], model: type[PermanentRow]
    ) -> None:
        if model in LATER:
            setattr(rows[model], LATER[model], DAY)
            rows[model].save(update_fields=[LATER[model]])
            assert model._default_manager.update(**{LATER[model]: DAY}) == 1

    def test_is_for_the_office(self, rows: dict[type[PermanentRow], PermanentRow], model: type[PermanentRow]) -> None:
        visible: Any = model._default_manager
        assert visible.visible_to(OFFICER).exists()
        assert not visible.visible_to(NOBODY).exists()
        assert str(rows[model])


def test_an_applicant_sees_the_lines_of_their_own_case(rows: dict[type[PermanentRow], PermanentRow]) -> None:
    line = rows[Line]
    assert isinstance(line, Line)
    theirs = replace(NOBODY, cases=frozenset({line.case_id}))
    assert set(Line.objects.visible_to(theirs)) == set(line.case.lines.all())
    assert Line.objects.due_on(date(2025, 2, 12)).balance() == 0
    assert Line.objects.due_on(DAY).visible_to(theirs).balance() == owes(line.case)


CODES = ("reinspection", "certificate.occupancy", "permit.renewal", "inspection")
CENTS = st.integers(min_value=1, max_value=30000).map(lambda cents: Decimal(cents) / 100)


class Till(RuleBasedStateMachine):
    """A clerk who charges, takes, returns, takes back and refunds in any order, beside a plain count of the money.

    `drawer` is what has been received and not returned or given back; it is kept apart from the ledger.
    """

    @initialize()
    def open(self) -> None:
        self.mark = transaction.savepoint()
        self.cases = [a_case(f"BP-2025-02{number:02}") for number in range(2)]
        self.drawer = Decimal(0)
        self.closed = Decimal(0)
        adopt_practice()

    def teardown(self) -> None:
        if hasattr(self, "mark"):
            transaction.savepoint_rollback(self.mark)

    @rule(case=st.integers(0, 1), code=st.sampled_from(CODES))
    def charge(self, case: int, code: str) -> None:
        charge(self.cases[case], code)

    @rule(
        first=CENTS,
        second=CENTS,
        several=st.booleans(),
        over=st.sampled_from(["refuse", "deposit"]),
        short=st.sampled_from(["refuse", "part"]),
        method=st.sampled_from(["cash", "check"]),
    )
    def take(self, first: Decimal, second: Decimal, several: bool, over: str, short: str, method: str) -> None:
        splits = [(self.cases[0], str(first)), (self.cases[1], str(second))][: 2 if several else 1]
        before = Line.objects.count()
        try:
            taken = pay(*splits, over=over, short=short, method=method)
        except (InputError, Refused):
            assert Line.objects.count() == before
        else:
            self.drawer += taken.amount

    @rule(case=st.integers(0, 1))
    def pay_all(self, case: int) -> None:
        owed = standing.owed(self.cases[case], DAY)
        if owed > 0:
            self.drawer += pay((self.cases[case], str(owed))).amount

    @precondition(lambda self: Payment.objects.exists())
    @rule(pick=st.integers(0, 20), name=st.sampled_from(["payment.return", "payment.void"]), fee=st.booleans())
    def take_back(self, pick: int, name: str, fee: bool) -> None:
        payment = Payment.objects.order_by("entry_seq")[pick % Payment.objects.count()]
        given = {"why": "Stopped", **({"fee": fee} if name == "payment.return" else {})}
        try:
            do(name, payment, **given)
        except InputError:
            assert not payment.stands or (name == "payment.return" and payment.method == "cash")
        else:
            self.drawer -= payment.amount

    @precondition(lambda self: charges().exists())
    @rule(pick=st.integers(0, 20), amount=CENTS, reverse=st.booleans())
    def correct(self, pick: int, amount: Decimal, reverse: bool) -> None:
        line = charges()[pick % charges().count()]
        try:
            if reverse:
                do("charge.reverse", line, why="Mistaken")
            else:
                do("charge.override", line, amount=str(amount), why="Resolved", resolution="2025-1")
        except InputError as wrong:
            assert "already" in str(wrong)

    @rule(case=st.integers(0, 1))
    def use_credit(self, case: int) -> None:
        try:
            do("credit.use", self.cases[case])
        except InputError:
            assert standing.credit(self.cases[case], DAY) == 0 or standing.owed(self.cases[case], DAY) == 0

    @precondition(lambda self: charges().exists())
    @rule(pick=st.integers(0, 20), amount=CENTS, deposit=st.booleans())
    def ask_refund(self, pick: int, amount: Decimal, deposit: bool) -> None:
        line = charges()[pick % charges().count()]
        given = {"amount": str(amount), "charge": None if deposit else line.pk, "why": "Withdrawn", "payee": "Q"}
        try:
            do("refund.ask", line.case, **given)
        except InputError as wrong:
            assert "was paid" in str(wrong)

    @precondition(lambda self: Claim.objects.exists())
    @rule(pick=st.integers(0, 20), name=st.sampled_from(["refund.allow", "refund.pay", "refund.refuse"]))
    def settle(self, pick: int, name: str) -> None:
        claim = Claim.objects.order_by("entry_seq")[pick % Claim.objects.count()]
        given = {
            "refund.allow": {"resolution": "2025-2"},
            "refund.pay": {"check_number": "1"},
            "refund.refuse": {"why": "No"},
        }[name]
        try:
            do(name, claim, **given)
        except InputError:
            pass
        else:
            self.drawer -= claim.amount if name == "refund.pay" else 0

    @rule()
    def close(self) -> None:
        should = till.expected()
        counted = {"cash": should["cash"], "checks": should["check"]}
        if min(counted.values()) >= 0:
            perform("till.close", {name: str(amount) for name, amount in counted.items()}, actor=SYSTEM)

    @invariant()
    def sums_agree(self) -> None:
        if not hasattr(self, "mark"):
            return
        accounts = [reading.account(case, DAY) for case in self.cases]
        for account in accounts:
            assert account.balance == owes(account.case)
            assert account.balance == sum_of_standings(account)
            for code in (*CODES, "returned.check"):
                agrees_with_its_facts(account, code)
        assert sum(account.collected for account in accounts) == self.drawer
        assert sum(row.owed for row in reading.unpaid(DAY)) == sum(account.owed for account in accounts)
        whole = reading.together(reading.totals(DAY, DAY).values())
        assert (whole.charged, whole.collected - whole.refunded) == (
            sum(account.charged for account in accounts),
            self.drawer,
        )

    @invariant()
    def what_is_open_today_is_what_the_whole_ledger_comes_to(self) -> None:
        assert balances() == summed_up()
        assert reading._open_charges() == reading._charges_open_on(DAY)

    @invariant()
    def numbers_have_no_gaps(self) -> None:
        if hasattr(self, "mark"):
            assert reading.gaps() == []

    @invariant()
    def every_payment_is_whole(self) -> None:
        for payment in Payment.objects.all() if hasattr(self, "mark") else ():
            lines = payment.lines.all()
            assert -sum(line.amount for line in lines) == (payment.amount if payment.stands else 0)
            assert -sum(line.amount for line in lines if line.entry_seq == payment.entry_seq) == payment.amount


def charges() -> models.QuerySet[Line]:
    """Every charge, in the order in which they were made."""
    return Line.objects.filter(kind="charge", of=None).order_by("entry_seq", "id")


def balances() -> dict[object, tuple[Decimal, date]]:
    """What is left of each charge and credit, by the database's own keeping."""
    return {row.pk: (row.amount, row.since) for row in Balance.objects.all()}


def summed_up() -> dict[object, tuple[Decimal, date]]:
    """The same, summed up from the lines."""
    found: dict[object, tuple[Decimal, date]] = {}
    for line in Line.objects.all():
        key = line.of_id or line.reverses_id or line.pk
        amount, since = found.get(key, (Decimal(0), line.on))
        found[key] = (amount + line.amount, min(since, line.on))
    return found


def sum_of_standings(account: reading.Account) -> Decimal:
    """What the charges owe, less what is to nobody's charge."""
    loose = [line.amount for line in account.lines if line.of_id is None and not line.is_charge]
    return sum((one.owed for one in account.charges), Decimal(0)) + sum(loose, Decimal(0))


def agrees_with_its_facts(account: reading.Account, code: str) -> None:
    """Charged and paid of a code are the same as facts, as standings, and as sums of lines."""
    told = money.fee_facts(account.case, code, DAY)
    standing_charges = [one for one in account.charges if one.charge.code == code and not one.taken_back]
    assert told["fee.paid"] == sum(one.paid for one in standing_charges)
    assert told.get("fee.charged", Decimal(0)) == sum(one.charged for one in standing_charges)
    covered = bool(standing_charges) and all(one.owed <= 0 for one in standing_charges)
    assert (money.paid(account.case, code, DAY) == DAY) is covered
    assert all(one.charged >= 0 for one in account.charges)


@pytest.mark.parametrize(
    "examples",
    [pytest.param(6, marks=pytest.mark.slow), pytest.param(100, marks=pytest.mark.long)],
)
def test_in_whatever_order_the_sums_agree(
    examples: int, at: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    at("2025-02-13 10:00")
    for name in ("print_receipt", "print_deposit_slip", "print_voucher"):
        monkeypatch.setattr(receipts, name, lambda *args, **given: Paper(kind="receipt", number="", sha256="", code=""))
    run_state_machine_as_test(
        Till,
        settings=settings(
            max_examples=examples,
            stateful_step_count=25,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
