"""Money: the till, receipts, unpaid accounts, the close, refunds, turn-over, totals and exceptions."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.office.factories import Office, do
from tests.pages.counting import queries
from tests.pages.reading import section, text
from townwright.office.cases.models import Case
from townwright.office.money.models import Claim, Close, Payment
from townwright.office.papers.models import Paper
from townwright.office.permits.models import Permit
from townwright.office.register.models import Entry

pytestmark = pytest.mark.usefixtures("blank_papers")

Desk = Callable[..., Any]
#: The fee of the factories' deck: $75.00 and $8.00 for each of 18 thousand dollars.
FEE = Decimal("219.00")


def owing(town: Office, *days: str) -> list[Permit]:
    """Applications that came in without their fee."""
    return [town.submitted(day, paid=False) for day in days]


def rows(*cases: Case, amount: str = "219.00") -> dict[str, str]:
    """The rows of the till's form for these cases."""
    found = {"splits-count": str(len(cases))}
    for place, case in enumerate(cases):
        found |= {f"splits-{place}-case": str(case.pk), f"splits-{place}-amount": amount, f"splits-{place}-code": ""}
    return found


CHECK = {"method": "check", "payer": "Smith Decks LLC", "check_number": "4711", "bank": "Chase", "memo": "Smith deck",
         "over": "refuse", "short": "refuse"}  # fmt: skip


class TestTheTill:
    def test_finds_cases_by_number_and_by_address_and_adds_them(self, town: Office, desk: Desk) -> None:
        first, second = owing(town, "2026-11-02", "2026-11-03")
        clerk = desk(town.staff.clerk)
        said = text(clerk.get("money/", q="26-2"))
        assert f"{second.case.number} Wooden deck" in said and "owes $219.00" in said
        assert first.case.number not in section(clerk.get("money/", q="26-2"), "For")
        assert str(first.case.number) in text(clerk.get("money/", q="38 lakeside ter"))
        answer = clerk.post("money/", add=str(first.case_id), q="lakeside", payer="Smith", **{"splits-count": "0"})
        page = answer.content.decode()
        assert f'name="splits-0-case" value="{first.case_id}"' in page
        assert re.search(r'name="splits-0-amount" value="219.00"', page)
        assert 'value="Smith"' in page and not Payment.objects.filter(payer="Smith").exists()

    def test_one_check_for_several_cases_prints_its_receipt(self, town: Office, desk: Desk) -> None:
        first, second = owing(town, "2026-11-02", "2026-11-03")
        given = rows(first.case, second.case) | CHECK
        answer = desk(town.staff.clerk).post("money/", take="1", total="438.00", form_key="once", **given)
        payment = Payment.objects.get(payer="Smith Decks LLC")
        assert answer.status_code == 302 and str(payment.pk) in answer["Location"]
        assert (payment.amount, payment.check_number, payment.bank, payment.memo) == (
            Decimal("438.00"), "4711", "Chase", "Smith deck",
        )  # fmt: skip
        first.refresh_from_db()
        assert first.filed_on == date(2026, 11, 17)
        said = text(desk(town.staff.clerk).get(answer["Location"]))
        assert "Print the receipt" in said and "Check 4711, Chase" in said
        assert Paper.objects.filter(kind="receipt", number=payment.receipt).exists()

    def test_the_same_sheet_sent_twice_takes_the_money_once(self, town: Office, desk: Desk) -> None:
        (permit,) = owing(town, "2026-11-02")
        clerk = desk(town.staff.clerk)
        given = rows(permit.case) | CHECK
        first = clerk.post("money/", take="1", form_key="once", **given)
        again = clerk.post("money/", take="1", form_key="once", **given)
        assert first["Location"] == again["Location"]
        assert Payment.objects.filter(payer="Smith Decks LLC").count() == 1

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ({"splits-0-amount": "abc"}, "is not an amount"),
            ({"total": "200.00"}, "$200.00 is $19.00 short of the $219.00 that the amounts come to"),
            ({"splits-0-amount": "300.00"}, "is $81.00 more than the $219.00 that is owed"),
            ({"check_number": ""}, "Give the number of the check"),
            ({"payer": ""}, "This must be answered"),
            ({"method": ""}, "This must be answered"),
            ({"splits-count": "0"}, "This is needed."),
        ],
    )
    def test_what_cannot_be_taken_says_why_and_keeps_what_was_typed(
        self, town: Office, desk: Desk, changed: dict[str, str], said: str
    ) -> None:
        (permit,) = owing(town, "2026-11-02")
        given = rows(permit.case) | CHECK | changed
        answer = desk(town.staff.clerk).post("money/", take="1", **given)
        assert answer.status_code == 422
        assert said in text(answer)
        assert 'value="Smith deck"' in answer.content.decode()
        assert not Payment.objects.filter(payer="Smith Decks LLC").exists()

    def test_a_part_of_a_fee_is_refused_by_the_law_that_sets_it(self, town: Office, desk: Desk) -> None:
        (permit,) = owing(town, "2026-11-02")
        given = rows(permit.case, amount="100.00") | CHECK
        answer = desk(town.staff.clerk).post("money/", take="1", **given)
        assert answer.status_code == 409 and "The payment was not taken" in text(answer)
        answer = desk(town.staff.clerk).post("money/", take="1", **{**given, "short": "part"})
        assert answer.status_code == 302

    @pytest.mark.parametrize(
        "asked", [{"case": "x"}, {"case": "00000000-0000-0000-0000-000000000000"}, {"q": "' OR 1=1 --"}, {"q": "\x00%"}]
    )
    def test_a_strange_address_is_harmless(self, town: Office, desk: Desk, asked: dict[str, str]) -> None:
        assert desk(town.staff.clerk).get("money/", **asked).status_code == 200

    def test_a_case_is_left_out_again(self, town: Office, desk: Desk) -> None:
        first, second = owing(town, "2026-11-02", "2026-11-03")
        given = rows(first.case, second.case) | {"drop": str(first.case_id)}
        page = desk(town.staff.clerk).post("money/", **given).content.decode()
        assert f'name="splits-0-case" value="{second.case_id}"' in page and str(first.case_id) not in page

    def test_takes_the_same_number_of_queries_however_many_cases(self, town: Office, desk: Desk) -> None:
        permits = owing(town, "2026-11-02", "2026-11-03", "2026-11-04")
        clerk = desk(town.staff.clerk)
        clerk.get("money/")
        few = queries(clerk, "money/", case=[str(permits[0].case_id)], q="lakeside")
        assert queries(clerk, "money/", case=[str(permit.case_id) for permit in permits[:2]], q="lakeside") == few


class TestReceipts:
    def test_of_the_day_with_what_they_come_to(self, town: Office, desk: Desk) -> None:
        (permit,) = owing(town, "2026-11-02")
        town.paid(permit, "2026-11-17", "219.00", memo="deck")
        said = text(desk(town.staff.clerk).get("money/receipts/"))
        assert "R-2026-00001" in said and "“deck”" in said and "Total of those that stand" in said
        assert "received Tue 17 November 2026" in said
        assert "Nothing was received" in text(desk(town.staff.clerk).get("money/receipts/", first="2026-11-16",
                                                                         last="2026-11-16"))  # fmt: skip

    @pytest.mark.parametrize("words", ["1181", "ortiz", "smith deck", "219", "R-2026-00001"])
    def test_are_found_by_what_stands_on_them(self, town: Office, desk: Desk, words: str) -> None:
        (permit,) = owing(town, "2026-11-02")
        town.paid(permit, "2026-11-10", "219.00", memo="Smith deck")
        assert "R-2026-00001" in text(desk(town.staff.clerk).get("money/receipts/", q=words))
        assert "No receipt has" in text(desk(town.staff.clerk).get("money/receipts/", q="nobody"))

    def test_as_csv_take_no_formula_along(self, town: Office, desk: Desk) -> None:
        (permit,) = owing(town, "2026-11-02")
        town.paid(permit, "2026-11-17", "219.00", payer="=HYPERLINK(1)")
        answer = desk(town.staff.clerk).get("money/receipts/", **{"as": "csv"})
        assert "'=HYPERLINK(1)" in b"".join(answer.streaming_content).decode()

    @pytest.mark.parametrize("asked", [{"first": "0206-01-01"}, {"first": "soon"}, {"last": "2026-13-45"}])
    def test_days_that_cannot_be_read_are_said(self, town: Office, desk: Desk, asked: dict[str, str]) -> None:
        answer = desk(town.staff.clerk).get("money/receipts/", **asked)
        assert answer.status_code == 200 and "These are the days that are usual here" in text(answer)

    def test_turned_round_days_are_turned_back(self, town: Office, desk: Desk) -> None:
        said = text(desk(town.staff.clerk).get("money/receipts/", first="2026-11-10", last="2026-11-02"))
        assert "Mon 2 November 2026 to Tue 10 November 2026" in said and "turned round" in said

    def test_a_check_that_comes_back_is_told_on_its_receipt(self, town: Office, desk: Desk) -> None:
        (permit,) = owing(town, "2026-11-02")
        town.paid(permit, "2026-11-10", "219.00")
        payment = Payment.objects.get()
        clerk = desk(town.staff.clerk)
        page = clerk.get(f"money/receipts/{payment.pk}/")
        assert "Check returned by the bank" in text(page) and "Entered by mistake" in text(page)
        address = re.search(rf'href="(/chester/desk/do/payment.return/{payment.pk}/[^"]*)"', page.content.decode())
        assert address is not None
        done = clerk.post(address[1].replace("&amp;", "&"), why="Insufficient funds", fee="")
        assert done.status_code == 302 and done["Location"].endswith(f"/money/receipts/{payment.pk}/")
        said = text(clerk.get(done["Location"]))
        assert "The bank gave the check back on Tue 17 November 2026" in said
        assert "Check returned by the bank" not in section(clerk.get(done["Location"]), "What you can do with it")

    def test_take_the_same_number_of_queries_for_many(self, town: Office, desk: Desk) -> None:
        first, *more = owing(town, "2026-11-02", "2026-11-03", "2026-11-04")
        clerk = desk(town.staff.clerk)
        town.paid(first, "2026-11-17", "219.00")
        clerk.get("money/receipts/")
        few = queries(clerk, "money/receipts/")
        for permit in more:
            town.paid(permit, "2026-11-17", "219.00")
        assert queries(clerk, "money/receipts/") == few


class TestUnpaid:
    def test_by_age_with_what_is_owed(self, town: Office, desk: Desk) -> None:
        old, new = owing(town, "2026-08-03", "2026-11-10")
        said = text(desk(town.staff.clerk).get("money/unpaid/"))
        assert said.index(str(old.case.number)) < said.index(str(new.case.number))
        assert "More than 90 days $219.00" in said and "0 to 30 days $219.00" in said
        assert "Owed in all" in said and "$438.00" in said
        assert f"money/?case={old.case_id}" in desk(town.staff.clerk).get("money/unpaid/").content.decode()
        answer = desk(town.staff.clerk).get("money/unpaid/", **{"as": "csv"})
        assert "219.00" in b"".join(answer.streaming_content).decode()

    def test_takes_the_same_number_of_queries_for_many(self, town: Office, desk: Desk) -> None:
        owing(town, "2026-11-02")
        clerk = desk(town.staff.clerk)
        clerk.get("money/unpaid/")
        few = queries(clerk, "money/unpaid/")
        owing(town, "2026-11-03", "2026-11-04")
        assert queries(clerk, "money/unpaid/") == few


class TestTheClose:
    def test_reconciles_and_gives_the_deposit_slip(self, town: Office, desk: Desk) -> None:
        (permit,) = owing(town, "2026-11-02")
        town.paid(permit, "2026-11-17", "219.00")
        clerk = desk(town.staff.clerk)
        assert "Check 1 $219.00" in section(clerk.get("money/close/"), "What should be there")
        short = clerk.post("money/close/", cash="0.00", checks="200.00")
        assert short.status_code == 422
        assert "Check: expected $219.00, counted $200.00, $19.00 short" in text(short)
        assert clerk.post("money/close/", cash="0.00", checks="219.00").status_code == 302
        close = Close.objects.get()
        said = section(clerk.get("money/close/"), "Closes")
        assert "Noor Fairweather" in said and "$219.00" in said and "Deposit slip" in said
        content = clerk.get(f"money/close/{close.pk}/deposit.csv").content.decode()
        assert "R-2026-00001" in content and "1181" in content and "219.00" in content

    def test_no_amount_is_no_amount(self, town: Office, desk: Desk) -> None:
        answer = desk(town.staff.clerk).post("money/close/", cash="some")
        assert answer.status_code == 422 and "is not an amount" in text(answer)
        assert not Close.objects.exists()


class TestRefunds:
    def test_go_from_the_board_to_the_towns_check(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02")
        charge = permit.case.lines.get(kind="charge")
        given = {"amount": "50.00", "charge": charge.pk, "why": "Withdrawn", "payee": "Dara Ortiz"}
        do("refund.ask", permit.case, "2026-11-16", town.staff.clerk, **given)
        claim = Claim.objects.get()
        clerk = desk(town.staff.clerk)
        said = section(clerk.get("money/refunds/"), "Not settled")
        assert claim.number in said and "With the board" in said and "Allowed by the board" in said
        do("refund.allow", claim, "2026-11-16", town.staff.clerk, resolution="2026-88")
        assert "Refund paid" in section(clerk.get("money/refunds/"), "Not settled")
        do("refund.pay", claim, "2026-11-17", town.staff.clerk, check_number="8123")
        assert "No refund waits" in section(clerk.get("money/refunds/"), "Not settled")
        assert "check 8123" in section(clerk.get("money/refunds/"), "Settled")


class TestTurnOver:
    def test_lists_the_receipts_between_two_numbers_for_both_to_sign(self, town: Office, desk: Desk) -> None:
        for permit in owing(town, "2026-11-02", "2026-11-03"):
            town.paid(permit, "2026-11-10", "219.00")
        clerk = desk(town.staff.clerk)
        said = text(clerk.get("money/turn-over/", first="R-2026-00001", last="R-2026-00002"))
        assert "$438.00" in said and "Received by the supervisor" in said
        wrong = clerk.get("money/turn-over/", first="R-2026-00001", last="R-9")
        assert wrong.status_code == 404 and "R-9 is no receipt of this office" in text(wrong)
        assert "Name the first and the last receipt" in text(clerk.get("money/turn-over/"))


class TestTotalsAndExceptions:
    def test_totals_name_the_fees_and_add_up(self, town: Office, desk: Desk) -> None:
        permit, _ = owing(town, "2026-11-02", "2026-11-03")
        town.paid(permit, "2026-11-10", "219.00")
        said = text(desk(town.staff.clerk).get("money/totals/"))
        assert "Building permit $438.00 $219.00 $0.00 $219.00" in said
        for by in ("account", "schedule", "nonsense"):
            assert desk(town.staff.clerk).get("money/totals/", by=by).status_code == 200

    def test_a_fee_changed_by_hand_is_shown_to_the_board_with_name_and_reason(self, town: Office, desk: Desk) -> None:
        permit = town.submitted("2026-11-02", paid=False)
        charge = permit.case.lines.get(kind="charge")
        given = {"amount": "0.00", "why": "Fire of 1 October", "resolution": "2026-77"}
        do("charge.override", charge, "2026-11-10", town.staff.officer, **given)
        said = text(desk(town.staff.officer).get("money/exceptions/"))
        assert "Waived" in said and "Rosalind Abernathy-Cole" in said and "Fire of 1 October" in said
        assert "Resolution 2026-77" in said and f"Register {Entry.objects.latest('seq').seq}" in said
        answer = desk(town.staff.officer).get("money/exceptions/", **{"as": "csv"})
        assert "waived" in b"".join(answer.streaming_content).decode()


@pytest.mark.parametrize(
    "address",
    ["money/", "money/receipts/", "money/unpaid/", "money/close/", "money/refunds/", "money/turn-over/",
     "money/totals/", "money/exceptions/"],
)  # fmt: skip
def test_a_stranger_is_asked_to_sign_in(town: Office, desk: Desk, address: str) -> None:
    clerk = desk(town.staff.clerk)
    clerk.client.logout()
    assert "/accounts/login/" in clerk.get(address)["Location"]
