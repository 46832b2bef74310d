"""§ 43-5: records are kept for good, and the lines of the yearly report."""

from datetime import date
from decimal import Decimal

import pytest

from tests.law.shelter_island.facts import decide, the_one_in_the_way
from townwright.law.calendar import Calendar
from townwright.law.packs import Pack
from townwright.law.reports import fill, owed, span_of, untold
from townwright.law.retention import kept


@pytest.mark.proves("SHI-43-5-A-p1/1")
def test_a_permit_issued_in_error_is_not_deleted(island: Pack) -> None:
    found = the_one_in_the_way(decide(island, "record.delete", {}, "2026-01-08"))

    assert found.why == "§ 43-5A records are permanent"
    assert found.cite == "§ 43-5A"
    assert found.cure == "Void or revoke it with a reason; it stays visible"
    assert not found.discretion


@pytest.mark.parametrize("kind", ["application", "permit", "certificate", "fee", "inspection", "statement", "order"])
def test_every_kind_of_record_is_permanent(island: Pack, calendar: Calendar, kind: str) -> None:
    found = kept(island.retention, kind, {}, date(2026, 1, 8), calendar)

    assert found.permanent
    assert found.cite == "§ 43-5A"


def told() -> dict[str, object]:
    """What 2025 came to."""
    return {
        "permits.issued": 12,
        "permits.voided": 1,
        "certificates.issued": 7,
        "certificates.voided": 1,
        "fees.collected": Decimal("4200.00"),
        "penalty_fees.collected": Decimal("0.00"),
        "notices.issued": 9,
        "stop_orders.issued": 2,
        "orders.open": 1,
        "inspections.made": 80,
        "outside_reports.accepted": 11,
        "tests.made": 3,
        "matters.pending": ("Suit of 2025-10-01",),
    }


@pytest.mark.proves("SHI-43-5-B-p4/1", "SHI-43-5-B-p5/1")
def test_the_yearly_report_has_a_line_for_each_thing_that_it_covers(island: Pack) -> None:
    report = island.reports.reports["board_yearly"]
    schedule = report.schedule.on(date(2025, 12, 31))
    assert schedule is not None

    lines = fill(report, span_of(schedule.value, date(2025, 7, 1)), told())

    shown = {line.key: line.shown for line in lines}
    assert (shown["permits.issued"], shown["certificates.issued"]) == ("12", "7")
    assert (shown["permits.voided"], shown["certificates.voided"]) == ("1", "1")
    assert (shown["notices.issued"], shown["stop_orders.issued"], shown["orders.open"]) == ("9", "2", "1")
    assert (shown["inspections.made"], shown["outside_reports.accepted"], shown["tests.made"]) == ("80", "11", "3")
    assert shown["fees.collected"] == "$4,200.00"
    assert {line.cite for line in lines} == {"§ 43-5B"}
    assert untold(lines) == ()


def test_the_report_of_a_year_is_owed_once_it_is_over(island: Pack, calendar: Calendar) -> None:
    report = island.reports.reports["board_yearly"]

    assert [due.span.name for due in owed(report, date(2025, 1, 1), date(2025, 12, 31), calendar)] == []
    (due,) = owed(report, date(2025, 1, 1), date(2026, 1, 2), calendar)
    assert due.span.name == "2025"
    assert due.due is None, "the code sets no day"
