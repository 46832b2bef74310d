"""Deposits: their amount to the cent, the date certain to the day, and what becomes of them."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townwright.law.calendar import Calendar, Deadline
from townwright.law.dated import Dated
from townwright.law.escrow import (
    DepositRule,
    Disposal,
    EscrowRules,
    Item,
    date_certain,
    deposit,
    exact,
    may_change,
    outcome,
)
from townwright.law.findings import Outcome

day = date.fromisoformat


def rule(**value: Any) -> Dated[DepositRule]:
    """Cortlandt's deposit for a temporary certificate, with what a town says otherwise."""
    rules = EscrowRules.model_validate(
        {
            "deposits": {
                "temporary": [
                    {
                        "from": "2006-01-01",
                        "cite": "§ 149-14(D)",
                        "enacted_by": "L.L. 1-2006",
                        "carries": ["COR-149-14-D-3"],
                        "value": {"title": "Deposit", "times": "2", "civil_penalty": {"cite": "§ 149-14(D)"}, **value},
                    }
                ]
            }
        }
    )
    found = rules.deposits["temporary"].on(day("2026-11-24"))
    assert found is not None
    return found


CORTLANDT = rule()
PAVING, RAIL = Item("Paving", Decimal("8200.00"), True), Item("Handrail", Decimal("1150.00"), True)
GARDEN = Item("Landscaping", Decimal("3000.00"), False)
WORK = (PAVING, RAIL, GARDEN)


def done(item: Item, on: str) -> Item:
    """Work that was complete on a day."""
    return Item(item.words, item.value, item.prevents, day(on))


# -- how much ----------------------------------------------------------------------------------------------


def test_twice_the_value_of_the_work_that_prevents_the_certificate() -> None:
    found = deposit(CORTLANDT, WORK)

    assert found.amount == Decimal("18700.00")
    assert [step.words for step in found.steps] == ["Paving: 2 × $8,200.00", "Handrail: 2 × $1,150.00"]
    for amount, met in (("18700.00", True), ("24700.00", False), ("9350.00", False), ("18699.99", False)):
        assert (exact(CORTLANDT, found, Decimal(amount)).outcome is Outcome.MET) is met


@pytest.mark.parametrize(
    ("value", "amount"),
    [
        ({"of": "outstanding"}, "24700.00"),
        ({"times": "1.5"}, "14025.00"),
        ({"least": "20000.00"}, "20000.00"),
        ({"least": "18700.00"}, "18700.00"),
    ],
)
def test_a_town_sets_the_multiple_and_the_least(value: dict[str, str], amount: str) -> None:
    found = deposit(rule(**value), WORK)

    assert found.amount == Decimal(amount)
    assert sum((step.amount for step in found.steps), Decimal(0)) == found.amount


@given(cents=st.lists(st.integers(0, 10**7), max_size=6), tenths=st.integers(1, 50))
def test_the_steps_always_add_up(cents: list[int], tenths: int) -> None:
    items = [Item("Work", Decimal(one) / 100, True) for one in cents]

    found = deposit(rule(times=f"{tenths / 10:.1f}5"), items)

    assert sum((step.amount for step in found.steps), Decimal(0)) == found.amount
    assert abs(found.amount - Decimal(sum(cents)) / 100 * Decimal(f"{tenths / 10:.1f}5")) <= Decimal("0.005")


# -- until when --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "act_by", "warned"),
    [
        ("2027-04-30", "2027-04-30", []),
        ("2027-05-23", "2027-05-24", ["escrow.certificate", "escrow.business_day"]),
        ("2027-04-24", "2027-04-26", ["escrow.business_day"]),
    ],
)
def test_the_agreement_fixes_a_date_certain(calendar: Calendar, on: str, act_by: str, warned: list[str]) -> None:
    end, decision = date_certain(
        CORTLANDT, day(on), signed=day("2026-11-24"), certificate_ends=day("2027-05-20"), calendar=calendar
    )

    assert (end.nominal, end.act_by, end.cite) == (day(on), day(act_by), "§ 149-14(D)")
    assert decision.allowed
    assert [f.key for f in decision.of(Outcome.WARNING)] == warned


@pytest.mark.parametrize(
    ("on", "keys"),
    [("2026-11-24", ["escrow.later"]), ("2026-11-25", []), ("2027-05-24", []), ("2027-05-25", ["escrow.longest"])],
)
def test_it_lies_after_the_agreement_and_not_too_far(calendar: Calendar, on: str, keys: list[str]) -> None:
    end, decision = date_certain(
        rule(longest={"months": 6}, rolls=False), day(on), signed=day("2026-11-24"), calendar=calendar
    )

    assert [f.key for f in decision.standing_in_the_way] == keys
    assert end.act_by == day(on)


@pytest.mark.parametrize(
    ("signed", "new", "keys"),
    [
        ("2027-05-24", "2027-06-30", []),
        ("2027-05-25", "2027-06-30", ["escrow.in_time"]),
        ("2027-05-24", "2027-05-24", ["escrow.new_day"]),
    ],
)
def test_it_is_moved_by_a_new_agreement_in_time(calendar: Calendar, signed: str, new: str, keys: list[str]) -> None:
    end, _ = date_certain(CORTLANDT, day("2027-05-23"), signed=day("2026-11-24"), calendar=calendar)

    assert [f.key for f in may_change(CORTLANDT, end, day(new), day(signed)).standing_in_the_way] == keys


# -- what becomes of it ------------------------------------------------------------------------------------


def certain(calendar: Calendar, on: str) -> Deadline:
    """A date certain."""
    return date_certain(CORTLANDT, day(on), signed=day("2026-11-24"), calendar=calendar)[0]


def stands(
    calendar: Calendar,
    on: str,
    *items: Item,
    until: str = "2027-04-30",
    claimed: str = "",
    rules: Dated[DepositRule] = CORTLANDT,
) -> Disposal:
    """How a deposit of $18,700.00 stands on a day."""
    return outcome(
        rules,
        certain(calendar, until),
        Decimal("18700.00"),
        items,
        claimed=day(claimed) if claimed else None,
        on=day(on),
        calendar=calendar,
    )


@pytest.mark.parametrize(
    ("until", "on", "rail", "claimed", "stood", "since"),
    [
        ("2027-04-30", "2027-04-30", None, "", "held", None),
        ("2027-04-30", "2027-05-01", None, "", "forfeited", "2027-05-01"),
        ("2027-04-30", "2027-04-30", "2027-04-30", "", "to release", "2027-04-30"),
        ("2027-04-30", "2027-05-03", "2027-05-01", "", "forfeited", "2027-05-01"),
        ("2027-05-23", "2027-05-24", "2027-05-24", "", "to release", "2027-05-24"),
        ("2027-05-23", "2027-05-24", None, "", "held", None),
        ("2027-05-23", "2027-05-25", None, "", "forfeited", "2027-05-25"),
        ("2027-04-30", "2027-05-04", None, "2027-04-30", "awaits inspection", "2027-04-30"),
        ("2027-04-30", "2027-05-04", None, "2027-05-01", "forfeited", "2027-05-01"),
        ("2027-04-30", "2027-05-04", "2027-05-02", "2027-04-30", "forfeited", "2027-05-01"),
    ],
)
def test_it_is_forfeited_where_the_work_is_not_complete_by_the_date_certain(
    calendar: Calendar, until: str, on: str, rail: str | None, claimed: str, stood: str, since: str | None
) -> None:
    handrail = done(RAIL, rail) if rail else RAIL

    found = stands(calendar, on, done(PAVING, "2027-03-01"), handrail, GARDEN, until=until, claimed=claimed)

    assert (found.state, found.since) == (stood, day(since) if since else None)
    assert (found.forfeited, found.released) == {
        "held": (0, 0),
        "awaits inspection": (0, 0),
        "to release": (0, Decimal("18700.00")),
        "forfeited": (Decimal("18700.00"), 0),
    }[stood]
    assert found.cite == "§ 149-14(D)"


def test_a_town_can_keep_the_share_of_what_is_undone(calendar: Calendar) -> None:
    share = rule(forfeits="undone", civil_penalty=None)

    found = stands(calendar, "2027-05-01", done(PAVING, "2027-03-01"), RAIL, rules=share)
    late = stands(calendar, "2027-05-05", done(PAVING, "2027-05-02"), RAIL, rules=share)
    nothing = stands(calendar, "2027-05-01", Item("Sign", Decimal("0.00"), True), rules=share)

    assert (found.forfeited, found.released) == (Decimal("2300.00"), Decimal("16400.00"))
    assert (late.forfeited, nothing.forfeited) == (Decimal("18700.00"), Decimal("18700.00"))


def test_it_is_returned_within_a_time_where_the_code_sets_one(calendar: Calendar) -> None:
    timed = rule(release_within={"days": 30, "rolls": True})

    with_time, without = (
        stands(calendar, "2027-04-30", done(PAVING, "2027-03-01"), done(RAIL, "2027-04-15"), rules=one)
        for one in (timed, CORTLANDT)
    )

    assert with_time.release_by is not None
    assert (with_time.release_by.nominal, with_time.release_by.act_by) == (day("2027-05-15"), day("2027-05-17"))
    assert without.release_by is None


@given(days=st.integers(-40, 40), undone=st.booleans())
def test_a_deposit_is_never_both_kept_and_returned(calendar: Calendar, days: int, undone: bool) -> None:
    on = day("2027-04-30") + timedelta(days=days)
    rail = RAIL if undone else done(RAIL, on.isoformat())

    found = stands(calendar, on.isoformat(), done(PAVING, "2027-01-01"), rail)

    assert found.forfeited + found.released in (0, Decimal("18700.00"))
    assert (found.state == "forfeited") is (days > 0)
