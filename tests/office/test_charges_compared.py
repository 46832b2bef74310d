"""What another fee schedule would have made of the charges of the last twelve months. No charge is touched."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.office.factories import Office
from townwright.law.fees import FeeSchedule
from townwright.office.money.models import Line
from townwright.office.permits import charges

pytestmark = [pytest.mark.django_db, pytest.mark.both_engines]
TODAY = date(2026, 11, 17)


def other(code: str = "permit.application", *parts: dict[str, Any]) -> FeeSchedule:
    """A schedule of one line."""
    return FeeSchedule.model_validate({"name": "Draft", "lines": [{"code": code, "title": "Permit", "parts": parts}]})


FLAT = {"kind": "flat", "amount": "100.00"}
BY_COST = {"kind": "per", "fact": "application.cost", "every": "1000", "amount": "10.00"}


def test_a_year_of_charges_is_worked_out_anew_from_each_case(town: Office) -> None:
    """Given two decks of $18,000 and one a year older, when $100 and $10 for each $1,000 are compared."""
    town.submitted("2025-11-17")
    town.submitted("2025-11-18")
    permit = town.submitted("2026-10-01", paid=False)
    before = list(Line.objects.values_list("pk", "amount"))
    found = {one.code: one for one in charges.compare(other("permit.application", FLAT, BY_COST), TODAY)}
    one = found["permit.application"]
    assert (one.count, one.not_known, one.still_owed) == (2, 0, 1)
    charged = Line.objects.get(case=permit.case, code="permit.application").amount
    assert (one.charged, one.would) == (2 * charged, Decimal("560.00"))
    assert one.difference == Decimal("560.00") - 2 * charged
    assert list(Line.objects.values_list("pk", "amount")) == before


@pytest.mark.parametrize(
    "schedule",
    [
        other("permit.renewal", FLAT),
        other("permit.application", {"kind": "per", "fact": "certificate.earlier_kind", "amount": "1"}),
        other("permit.application", {"kind": "per", "fact": "building.units", "amount": "1"}),
    ],
)
def test_what_cannot_be_worked_out_is_counted_and_in_no_sum(town: Office, schedule: FeeSchedule) -> None:
    town.submitted("2026-10-01")
    one = next(one for one in charges.compare(schedule, TODAY) if one.code == "permit.application")
    assert (one.count, one.not_known, one.charged, one.would) == (0, 1, Decimal("0.00"), Decimal("0.00"))
