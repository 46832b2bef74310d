"""Surcharges and late charges, exact to the cent and to the day."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from townwright.law.calendar import Calendar
from townwright.law.dated import Dated
from townwright.law.findings import Outcome
from townwright.law.surcharges import (
    LateAccount,
    LateRule,
    Surcharge,
    SurchargeRule,
    SurchargeRules,
    late_account,
    surcharge,
)

day = date.fromisoformat
ENTRY = {"from": "2009-05-29", "cite": "§ 43-12D", "enacted_by": "L.L. 9-2009"}


def rule(**value: Any) -> Dated[SurchargeRule]:
    """A surcharge, in force since 2009."""
    rules = SurchargeRules.model_validate(
        {"surcharges": {"unpermitted": [{**ENTRY, "value": {"title": "Penalty fee", **value}}]}}
    )
    found = rules.surcharges["unpermitted"].on(day("2026-01-01"))
    assert found is not None
    return found


def late(**value: Any) -> Dated[LateRule]:
    """Late charges of 2 % after 30 days."""
    rules = SurchargeRules.model_validate(
        {
            "late": [
                {
                    **ENTRY,
                    "cite": "§ 169-5(H)(6)",
                    "value": {"percent": "2", "free": {"days": 30, "rolls": True}, **value},
                }
            ]
        }
    )
    assert rules.late is not None
    found = rules.late.on(day("2026-01-01"))
    assert found is not None
    return found


SHELTER_ISLAND = rule(times="5", work_after="2009-06-01")


def charged(
    rules: Dated[SurchargeRule], fee: str, last_work: str | None = "2026-03-16", filed: str = "2026-04-20"
) -> Surcharge:
    """The surcharge on a fee."""
    return surcharge(rules, Decimal(fee), filed=day(filed), last_work=day(last_work) if last_work else None)


# -- surcharges --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fee", "amount"), [("250.00", "1250.00"), ("600.00", "3000.00"), ("0.00", "0.00")])
def test_five_times_the_permit_fee_beside_the_fee(fee: str, amount: str) -> None:
    found = charged(SHELTER_ISLAND, fee)

    assert found.amount == Decimal(amount)
    assert (found.finding.outcome, found.finding.cite) == (Outcome.WARNING, "§ 43-12D")
    assert found.steps[0].words.startswith("Penalty fee: 5 × $")


@pytest.mark.parametrize(
    ("last_work", "amount"),
    [("2009-06-01", "0.00"), ("2009-06-02", "1000.00"), ("2015-01-01", "1000.00"), (None, "1000.00")],
)
def test_only_work_after_the_day_counts_and_the_applicant_proves_its_age(last_work: str | None, amount: str) -> None:
    found = charged(SHELTER_ISLAND, "200.00", last_work)

    assert found.amount == Decimal(amount)
    assert (found.finding.outcome is Outcome.MET) is (amount == "0.00")


def test_a_town_can_bear_the_burden_itself() -> None:
    assert charged(rule(times="1", work_after="2009-06-01", unproved_counts=False), "200.00", None).amount == 0


@pytest.mark.parametrize(
    ("fee", "greater", "lesser"),
    [("100.00", "250.00", "200.00"), ("125.00", "250.00", "250.00"), ("200.00", "400.00", "250.00")],
)
def test_a_multiple_or_an_amount_whichever_is_greater(fee: str, greater: str, lesser: str) -> None:
    more = charged(rule(times="2", amount="250.00"), fee)
    less = charged(rule(times="2", amount="250.00", whichever="lesser"), fee)

    assert (more.amount, less.amount) == (Decimal(greater), Decimal(lesser))
    assert "the greater of $" in more.steps[0].words


def test_a_surcharge_can_be_an_amount_and_have_a_ceiling() -> None:
    assert charged(rule(amount="300.00"), "125.00").amount == 300
    capped = charged(rule(times="2", most="500.00"), "400.00")
    assert capped.amount == 500
    assert [step.words for step in capped.steps] == ["Penalty fee: 2 × $400.00", "At most $500.00"]
    assert charged(rule(times="1", most="500.00"), "400.00").amount == 400


@pytest.mark.parametrize(
    ("filed", "last_work", "amount"),
    [
        ("2026-02-28", "2025-01-01", "500.00"),
        ("2026-03-01", "2025-01-01", "125.00"),
        ("2026-05-31", "2025-01-01", "125.00"),
        ("2026-06-01", "2025-01-01", "500.00"),
        ("2026-03-01", "2026-01-01", "500.00"),
        ("2026-03-01", None, "500.00"),
    ],
)
def test_an_amnesty_counts_by_the_day_of_filing(filed: str, last_work: str | None, amount: str) -> None:
    rules = rule(
        times="2",
        amnesties=[
            {"from": "2026-03-01", "to": "2026-05-31", "percent": "25", "work_before": "2026-01-01", "cite": "Res. 9"}
        ],
    )

    assert charged(rules, "250.00", last_work, filed).amount == Decimal(amount)


def test_an_amnesty_can_leave_nothing_for_anybody() -> None:
    rules = rule(times="2", amnesties=[{"from": "2026-03-01", "to": "2026-05-31", "cite": "Res. 9"}])

    assert charged(rules, "250.00", None).amount == 0


@pytest.mark.parametrize(
    "value", [{}, {"times": "2", "amnesties": [{"from": "2026-03-02", "to": "2026-03-01", "cite": "x"}]}]
)
def test_a_surcharge_must_be_of_something(value: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="expected"):
        rule(**value)


# -- late charges ------------------------------------------------------------------------------------------


def account(
    calendar: Calendar,
    invoiced: str,
    on: str,
    principal: str = "500.00",
    *,
    payments: tuple[tuple[str, str], ...] = (),
    demanded: str = "",
    stopped: str = "",
    rules: Dated[LateRule] | None = None,
) -> LateAccount:
    """An invoice on a day."""
    return late_account(
        rules or late(),
        Decimal(principal),
        invoiced=day(invoiced),
        demanded=day(demanded) if demanded else None,
        payments=[(day(on), Decimal(amount)) for on, amount in payments],
        on=day(on),
        stopped=day(stopped) if stopped else None,
        calendar=calendar,
    )


@pytest.mark.parametrize(
    ("on", "charges"),
    [
        ("2026-01-30", "0.00"),
        ("2026-01-31", "15.00"),
        ("2026-02-28", "15.00"),
        ("2026-03-01", "30.00"),
        ("2026-03-30", "30.00"),
        ("2026-03-31", "45.00"),
    ],
)
def test_a_month_begun_is_a_month_charged(calendar: Calendar, on: str, charges: str) -> None:
    found = account(calendar, "2025-12-31", on, "750.00")

    assert found.free_until.act_by == day("2026-01-30")
    assert found.charges_unpaid == Decimal(charges)
    assert found.due == Decimal("750.00") + Decimal(charges)


@pytest.mark.parametrize(
    ("invoiced", "demanded", "on", "charges"),
    [
        ("2025-06-02", "2025-07-21", "2025-07-02", "0.00"),
        ("2025-06-02", "2025-07-21", "2025-07-03", "10.00"),
        ("2025-06-20", "2025-06-02", "2025-07-03", "10.00"),
        ("2025-07-31", "", "2025-09-02", "0.00"),
        ("2025-07-31", "", "2025-09-03", "10.00"),
        ("2025-04-01", "", "2025-06-20", "20.00"),
        ("2025-06-02", "", "2025-10-15", "40.00"),
        ("2025-10-01", "", "2025-10-15", "0.00"),
    ],
)
def test_the_free_time_runs_from_the_first_paper_and_rolls(
    calendar: Calendar, invoiced: str, demanded: str, on: str, charges: str
) -> None:
    assert account(calendar, invoiced, on, demanded=demanded).charges_unpaid == Decimal(charges)


def test_a_payment_goes_to_the_charges_first(calendar: Calendar) -> None:
    paid = (("2025-07-15", "210.00"),)

    mid, later = (account(calendar, "2025-06-02", on, payments=paid) for on in ("2025-07-15", "2025-08-03"))

    assert (mid.principal, mid.charges_unpaid) == (Decimal("300.00"), Decimal("0.00"))
    assert (later.charges[1].amount, later.due) == (Decimal("6.00"), Decimal("306.00"))
    assert later.charges[1].words == "Late charge of 2 % of $300.00 on Sun 3 August 2025"


def test_a_payment_can_go_to_the_principal_first(calendar: Calendar) -> None:
    found = account(
        calendar, "2025-06-02", "2025-08-03", payments=(("2025-07-15", "505.00"),), rules=late(paid_first="principal")
    )

    assert (found.principal, found.charges_unpaid, len(found.charges)) == (Decimal("0.00"), Decimal("5.00"), 1)


@pytest.mark.parametrize(("received", "charges"), [("2025-07-02", 0), ("2025-07-03", 1)])
def test_the_day_of_receipt_counts_and_a_charge_of_that_day_comes_first(
    calendar: Calendar, received: str, charges: int
) -> None:
    found = account(calendar, "2025-06-02", "2025-12-01", payments=((received, "500.00"),))

    assert len([c for c in found.charges if c.on <= day(received)]) == charges


@pytest.mark.parametrize(
    ("on", "principal", "charges", "fees"),
    [
        ("2025-07-09", "0.00", "0.00", "0.00"),
        ("2025-07-10", "500.00", "10.00", "20.00"),
        ("2025-08-02", "500.00", "10.00", "20.00"),
        ("2025-08-03", "500.00", "20.00", "20.00"),
    ],
)
def test_a_returned_check_counts_as_never_received_from_the_day_of_its_return(
    calendar: Calendar, on: str, principal: str, charges: str, fees: str
) -> None:
    found = late_account(
        late(),
        Decimal("500.00"),
        invoiced=day("2025-06-02"),
        on=day(on),
        calendar=calendar,
        returned=[(day("2025-06-25"), Decimal("500.00"), day("2025-07-10"))],
        fees=[(day("2025-07-10"), Decimal("20.00"))],
    )

    assert (found.principal, found.charges_unpaid, found.fees_unpaid) == (
        Decimal(principal),
        Decimal(charges),
        Decimal(fees),
    )
    assert found.due == Decimal(principal) + Decimal(charges) + Decimal(fees)


@pytest.mark.parametrize(
    ("amount", "principal", "charges", "fees"),
    [
        ("15.00", "500.00", "10.00", "5.00"),
        ("20.00", "500.00", "10.00", "0.00"),
        ("25.00", "500.00", "5.00", "0.00"),
        ("530.00", "0.00", "0.00", "0.00"),
    ],
)
def test_a_payment_goes_to_the_processing_fee_before_all_else(
    calendar: Calendar, amount: str, principal: str, charges: str, fees: str
) -> None:
    found = late_account(
        late(),
        Decimal("500.00"),
        invoiced=day("2025-06-02"),
        on=day("2025-07-14"),
        calendar=calendar,
        payments=[(day("2025-07-14"), Decimal(amount))],
        fees=[(day("2025-07-10"), Decimal("20.00")), (day("2025-07-15"), Decimal("20.00"))],
    )

    assert (found.principal, found.charges_unpaid, found.fees_unpaid) == (
        Decimal(principal),
        Decimal(charges),
        Decimal(fees),
    )


def test_charges_cease_and_have_a_ceiling(calendar: Calendar) -> None:
    assert account(calendar, "2025-06-02", "2026-06-01", stopped="2025-10-15").charges_unpaid == 40
    assert account(calendar, "2025-06-02", "2026-06-01", rules=late(most_percent="5")).charges_unpaid == 25


def test_a_town_can_charge_whole_months_only(calendar: Calendar) -> None:
    whole = late(months="whole")

    assert account(calendar, "2025-06-02", "2025-08-02", rules=whole).charges_unpaid == 0
    assert account(calendar, "2025-06-02", "2025-08-03", rules=whole).charges_unpaid == 10


@given(invoiced=st.dates(date(2000, 1, 1), date(2090, 1, 1)), cents=st.integers(1, 10**7), days=st.integers(0, 800))
def test_late_charges_are_the_same_each_month_while_nothing_is_paid(
    calendar: Calendar, invoiced: date, cents: int, days: int
) -> None:
    principal = Decimal(cents) / 100
    found = late_account(late(), principal, invoiced=invoiced, on=invoiced + timedelta(days=days), calendar=calendar)

    assert len({charge.amount for charge in found.charges}) <= 1
    assert found.due == principal + sum(charge.amount for charge in found.charges)
    assert all(charge.on > found.free_until.act_by for charge in found.charges)
    assert len(found.charges) <= days // 28 + 1
