"""What pages and reports read of money: accounts, ageing, receipts, turn-over, search, exceptions, totals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.office.money_cases import a_case, adopt, adopt_practice, charge, do, dollars, flat, pay
from townwright.office import storage
from townwright.office.cases.models import Case, Number, Series
from townwright.office.money import reading
from townwright.office.money.models import Claim, Payment

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


class TestAnAccount:
    @pytest.mark.proves("CHE-50-15-A-9/1")
    def test_shows_charged_collected_and_the_balance(self, case: Case) -> None:
        adopt("House", "2025-02-13", flat("permit.application", "1200.00", action="permit.apply"))
        charge(case, "permit.application")
        taken = pay((case, "1150.00"), short="part")
        account = reading.account(case, DAY)
        assert (account.charged, account.collected, account.balance, account.owed) == (
            dollars("1200.00"),
            dollars("1150.00"),
            dollars("50.00"),
            dollars("50.00"),
        )
        (standing,) = account.charges
        assert (standing.charged, standing.paid, standing.owed) == (
            dollars("1200.00"),
            dollars("1150.00"),
            dollars("50.00"),
        )
        assert [line.payment for line in account.lines] == [None, taken]
        assert str(account.lines[0].schedule) == "House (Resolution 2025-12 of Thu 13 February 2025)"
        assert str(account.lines[0]) == "permit.application 1200.00"

    def test_is_that_of_its_day(self, case: Case, at: Callable[[str], Any]) -> None:
        charge(case, "reinspection")
        at("2025-02-20 10:00")
        pay((case, "50.00"))
        assert reading.account(case, date(2025, 2, 19)).balance == dollars("50.00")
        assert reading.account(case, date(2025, 2, 20)).balance == 0
        assert reading.account(case, date(2025, 2, 12)).charges == []

    def test_asks_the_same_few_queries_whatever_is_in_it(self, case: Case) -> None:
        charge(case, "reinspection")
        with CaptureQueriesContext(connection) as few:
            reading.account(case, DAY)
        for _ in range(5):
            charge(case, "reinspection")
            pay((case, "50.00"))
        with CaptureQueriesContext(connection) as many:
            reading.account(case, DAY)
        assert len(many) == len(few) == 2


class TestUnpaidAccounts:
    @pytest.mark.parametrize(
        ("days", "age"),
        [
            (0, "0 to 30 days"),
            (30, "0 to 30 days"),
            (31, "31 to 60 days"),
            (60, "31 to 60 days"),
            (61, "61 to 90 days"),
            (90, "61 to 90 days"),
            (91, "more than 90 days"),
        ],
    )
    def test_age_by_the_days_since_the_oldest_charge(
        self, case: Case, at: Callable[[str], Any], days: int, age: str
    ) -> None:
        charge(case, "reinspection")
        on = date.fromordinal(DAY.toordinal() + days)
        (row,) = reading.unpaid(on)
        assert (row.days, row.age, row.owed, row.fees) == (days, age, dollars("50.00"), ["Reinspection"])
        assert reading.ageing([row])[age] == dollars("50.00")
        assert list(reading.ageing([])) == ["0 to 30 days", "31 to 60 days", "61 to 90 days", "more than 90 days"]

    def test_the_longest_first_and_no_case_that_owes_nothing(self, at: Callable[[str], Any]) -> None:
        paid, newer, older, credited = (a_case(f"BP-2025-010{n}") for n in range(4))
        charge(paid, "reinspection")
        charge(older, "reinspection")
        pay((paid, "50.00"), (credited, "10.00"), over="deposit")
        at("2025-03-01 10:00")
        charge(newer, "certificate.occupancy")
        charge(older, "certificate.occupancy")
        charge(newer, "inspection")
        rows = reading.unpaid(date(2025, 3, 1))
        assert [(row.case, row.owed, row.since) for row in rows] == [
            (older, dollars("150.00"), DAY),
            (newer, dollars("100.00"), date(2025, 3, 1)),
        ]
        assert rows[0].fees == ["Reinspection", "Certificate of occupancy"]

    def test_a_charge_taken_back_and_one_changed_count_as_they_are_now(self, case: Case) -> None:
        do("charge.reverse", charge(case, "reinspection"), why="Mistaken")
        assert reading.unpaid(DAY) == []
        do("charge.override", charge(case, "reinspection"), amount="20.00", why="x", resolution="2025-9")
        assert [row.owed for row in reading.unpaid(DAY)] == [dollars("20.00")]

    def test_asks_the_same_few_queries_for_one_and_for_many(self) -> None:
        charge(a_case("BP-2025-0900"), "reinspection")
        with CaptureQueriesContext(connection) as few:
            reading.unpaid(DAY)
        for number in range(5):
            charge(a_case(f"BP-2025-091{number}"), "reinspection")
        with CaptureQueriesContext(connection) as many:
            reading.unpaid(DAY)
        assert len(many) == len(few) == 3


@pytest.fixture
def three(case: Case, at: Callable[[str], Any]) -> list[Payment]:
    """Three receipts of three days and methods; the second was returned."""
    for _ in range(3):
        charge(case, "reinspection")
    first = pay((case, "50.00"), memo="Smith deck", bank="Bank of Chester")
    at("2025-02-14 10:00")
    second = pay((case, "50.00"), check_number="2044", payer="Harbor & Vale Builders", memo="")
    do("payment.return", second, why="Stopped", fee=False)
    at("2025-02-15 10:00")
    third = pay((case, "50.00"), method="cash", check_number="", payer="Philippa Oduya-Brandt", memo="")
    return [first, second, third]


class TestReceipts:
    def test_of_a_day_and_of_a_span(self, three: list[Payment]) -> None:
        assert reading.receipts(DAY, DAY) == three[:1]
        assert reading.receipts(DAY, date(2025, 2, 15)) == three
        assert reading.receipts(date(2025, 2, 16), date(2025, 2, 28)) == []
        with CaptureQueriesContext(connection) as queries:
            for payment in reading.receipts(DAY, date(2025, 2, 15)):
                assert [line.case.number for line in payment.lines.all()]
        assert len(queries) == 2

    @pytest.mark.parametrize(
        ("words", "found"),
        [
            ("2044", [1]),
            ("smith deck", [0]),
            ("SMITH", [0]),
            ("vale harbor", [1]),
            ("bank of chester", [0]),
            ("R-2025-00003", [2]),
            ("$50.00", [2, 1, 0]),
            ("50", [2, 1, 0]),
            ("Winterbourne", []),
            ("  ", []),
            ("1e400", []),
            ("smith 2044", []),
        ],
    )
    def test_are_found_by_what_stands_on_them(self, three: list[Payment], words: str, found: list[int]) -> None:
        assert reading.search(words) == [three[place] for place in found]

    def test_are_turned_over_by_their_numbers(self, three: list[Payment]) -> None:
        turned = reading.turn_over("R-2025-00001", "R-2025-00003")
        assert turned.payments == three
        assert turned.total == dollars("100.00")
        assert (turned.by_method["check"], turned.by_method["cash"]) == (dollars("50.00"), dollars("50.00"))
        assert turned.by_account == {"reinspection": dollars("100.00")}
        assert turned.without == []
        assert reading.turn_over("R-2025-00002", "R-2025-00002").total == 0

    def test_are_turned_over_by_accounts_as_they_came_in(self, case: Case) -> None:
        adopt(
            "Books",
            "2025-02-13",
            {**flat("reinspection", "50.00"), "account": "A2555"},
            flat("certificate.occupancy", "100.00"),
        )
        charge(case, "reinspection")
        taken = pay((case, "80.00"), over="deposit")
        charge(case, "certificate.occupancy")
        do("credit.use", case)
        turned = reading.turn_over(taken.receipt, taken.receipt)
        assert turned.by_account == {"A2555": dollars("50.00"), "deposit": dollars("30.00")}

    def test_of_two_years_are_turned_over_apart(self, case: Case, at: Callable[[str], Any]) -> None:
        for day in ("2025-02-14", "2026-01-05"):
            at(f"{day} 10:00")
            charge(case, "reinspection")
            pay((case, "50.00"))
        with pytest.raises(ValueError, match="different years"):
            reading.turn_over("R-2025-00001", "R-2026-00001")
        with pytest.raises(ValueError, match="R-2026-00002 is no receipt"):
            reading.turn_over("R-2026-00001", "R-2026-00002")

    def test_a_gap_would_be_seen(self, three: list[Payment]) -> None:
        assert reading.gaps() == []
        series = Series.objects.get(kind="receipt", year=2025)
        series.last = 5
        series.save()
        Number.objects.create(series=series, count=5, text="R-2025-00005", given_on=DAY)
        assert reading.gaps() == ["2025: 4", "R-2025-00005"]
        assert reading.turn_over("R-2025-00001", "R-2025-00005").without == ["R-2025-00005", "receipt 4"]


class TestTotals:
    def test_are_charged_collected_and_refunded_by_code(self, case: Case, at: Callable[[str], Any]) -> None:
        line = charge(case, "reinspection")
        charge(case, "certificate.occupancy")
        pay((case, "150.00"))
        claim = do("refund.ask", case, amount="50.00", charge=line.pk, why="x", payee="y")
        row = Claim.objects.get(pk=claim.subject_id)
        at("2025-03-01 10:00")
        do("refund.allow", row, resolution="2025-9")
        do("refund.pay", row, check_number="1")
        february = reading.totals(date(2025, 2, 1), date(2025, 2, 28))
        assert {code: (one.charged, one.collected, one.refunded) for code, one in february.items()} == {
            "certificate.occupancy": (dollars("100.00"), dollars("100.00"), 0),
            "reinspection": (dollars("50.00"), dollars("50.00"), 0),
        }
        march = reading.totals(date(2025, 3, 1), date(2025, 3, 31))["reinspection"]
        assert (march.charged, march.collected, march.refunded, march.balance) == (
            dollars("-50.00"),
            0,
            dollars("50.00"),
            0,
        )
        year = reading.together(reading.totals(date(2025, 1, 1), date(2025, 12, 31)).values())
        assert (year.charged, year.collected, year.refunded, year.balance) == (
            dollars("100.00"),
            dollars("150.00"),
            dollars("50.00"),
            0,
        )

    def test_by_the_version_of_the_schedule(self, case: Case, at: Callable[[str], Any]) -> None:
        charge(case, "reinspection")
        at("2025-02-20 10:00")
        adopt("Amended", "2025-02-20", flat("reinspection", "60.00"))
        charge(case, "reinspection")
        found = reading.totals(DAY, date(2025, 2, 20), by="schedule__name")
        assert {name: one.charged for name, one in found.items()} == {
            "Practice schedule": dollars("50.00"),
            "Amended": dollars("60.00"),
        }


class TestExceptions:
    def test_charges_changed_by_hand(self, case: Case) -> None:
        lowered, waived, gone = (charge(case, "reinspection") for _ in range(3))
        do("charge.override", lowered, amount="30.00", why="Short visit", resolution="2025-9")
        do("charge.override", waived, amount="0.00", why="Fire victims", resolution="2025-10")
        do("charge.reverse", gone, why="Mistaken")
        rows = reading.exceptions(DAY, DAY)
        assert [(row.kind, row.amount, row.why, row.resolution) for row in rows] == [
            ("overridden", dollars("-20.00"), "Short visit", "2025-9"),
            ("waived", dollars("-50.00"), "Fire victims", "2025-10"),
            ("taken back", dollars("-50.00"), "Mistaken", ""),
        ]
        assert {row.who for row in rows} == {"Rosalind Abernathy-Cole"}

    def test_a_fee_that_was_waived_and_set_again_is_told_as_each_was(self, case: Case) -> None:
        line = charge(case, "reinspection")
        do("charge.override", line, amount="0.00", why="Waived", resolution="2025-9")
        do("charge.override", line, amount="25.00", why="Half", resolution="2025-10")
        assert [row.kind for row in reading.exceptions(DAY, DAY)] == ["waived", "overridden"]

    def test_a_receipt_after_the_inspection_is_late(self, case: Case, at: Callable[[str], Any]) -> None:
        charge(case, "reinspection")
        charge(case, "certificate.occupancy")
        charge(case, "reinspection")
        pay((case, "50.00"))
        at("2025-02-14 10:00")
        pay((case, "150.00"))
        (row,) = reading.exceptions(DAY, date(2025, 2, 14))
        assert (row.kind, row.on, row.what, row.why) == (
            "late",
            date(2025, 2, 14),
            "Reinspection",
            "due at the visit of 2025-02-13",
        )

    def test_checks_that_came_back_and_void_receipts(self, case: Case) -> None:
        charge(case, "reinspection")
        do("payment.return", pay((case, "50.00")), why="Stopped", fee=False)
        do("payment.void", pay((case, "50.00")), why="Typed twice")
        rows = reading.exceptions(DAY, DAY)
        assert [(row.kind, row.why) for row in rows] == [
            ("returned", "receipt R-2025-00001: Check returned: Stopped"),
            ("void", "receipt R-2025-00002: Entered by mistake: Typed twice"),
        ]
