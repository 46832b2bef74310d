"""§§ 149-16 and 149-17: earlier papers, records and reports."""

from datetime import date

import pytest

from tests.law.facts import OFFICER, decide, finding_of, open_, the_one_in_the_way
from townwright.law.calendar import Calendar
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.reports import due_of, fill, owed, standing
from townwright.law.retention import kept

day = date.fromisoformat


@pytest.mark.parametrize("paper", ["certificate of occupancy", "prior-to-zoning letter"])
def test_an_earlier_paper_stands_for_the_use_that_it_states(cortlandt: Pack, paper: str) -> None:
    of_1974 = {
        "certificate.earlier_kind": paper,
        "certificate.earlier_use": "two-family dwelling",
        "building.use": "Two-family dwelling",
    }

    accepted = decide(cortlandt, "certificate.earlier", of_1974, "2025-03-13")
    changed = decide(cortlandt, "certificate.earlier", {**of_1974, "building.use": "three dwellings"}, "2025-03-13")

    assert open_(accepted)
    assert finding_of(accepted, "use").why == "Two-family dwelling, by the paper"
    assert finding_of(accepted, "use").cite == "§ 149-16"
    assert the_one_in_the_way(changed).why == "The use is three dwellings; the paper states two-family dwelling"


def test_a_letter_of_somebody_else_is_neither(cortlandt: Pack) -> None:
    letter = {"certificate.earlier_kind": "broker's letter", "certificate.earlier_use": "shop", "building.use": "shop"}

    assert the_one_in_the_way(decide(cortlandt, "certificate.earlier", letter, "2025-03-13")).key == "kind"


@pytest.mark.proves("COR-149-17-A-1/1")
def test_no_report_is_deleted(cortlandt: Pack) -> None:
    found = the_one_in_the_way(decide(cortlandt, "record.delete", OFFICER, "2025-10-03"))

    assert (found.why, found.cite) == ("§ 149-17(A) records are permanent", "§ 149-17(A)")
    assert found.cure == "Mark it as entered in error; it stays readable"
    assert not found.discretion


@pytest.mark.parametrize(
    "kind",
    [
        "application",
        "documents",
        "permit",
        "certificate",
        "fee",
        "inspection",
        "rule",
        "stop_work",
        "order",
        "variance",
        "board_of_review",
    ],
)
def test_every_kind_of_record_is_kept_for_good(cortlandt: Pack, calendar: Calendar, kind: str) -> None:
    found = kept(cortlandt.retention, kind, {}, day("2025-10-03"), calendar)

    assert found.permanent
    assert found.until is None
    assert found.cite == {"variance": "§ 149-5(F)", "board_of_review": "§ 149-11(A)"}.get(kind, "§ 149-17(A)")


@pytest.mark.parametrize(
    ("ground", "name", "withheld"),
    [("Public Officers Law § 87(2)(b)", "N. Fair", True), ("", "N. Fair", False), ("privacy law", "", False)],
)
def test_what_is_withheld_names_its_ground_and_the_official(
    cortlandt: Pack, ground: str, name: str, withheld: bool
) -> None:
    told = {"record.withheld_ground": ground, "record.withheld_by": name}

    decision = decide(cortlandt, "record.withhold", told, "2025-07-21")

    assert decision.allowed is withheld
    assert finding_of(decision, "ground").cite == "§ 149-17(A)"


@pytest.mark.parametrize(("in_hours", "booked"), [(True, True), (False, False)])
def test_records_are_seen_within_office_hours_without_a_reason(cortlandt: Pack, in_hours: bool, booked: bool) -> None:
    gate = cortlandt.gate("record.visit")

    decision = gate.decide({"visit.in_office_hours": in_hours}, day("2025-07-28"))

    assert decision.allowed is booked
    assert gate.needs(day("2025-07-28")) == frozenset({"visit.in_office_hours"})


@pytest.mark.proves("COR-149-17-B-1/1", "COR-149-17-B-1/2")
def test_a_report_is_owed_for_each_month(cortlandt: Pack, calendar: Calendar) -> None:
    report = cortlandt.reports.reports["board"]

    assert list(owed(report, day("2025-06-01"), day("2025-06-30"), calendar)) == []
    (june,) = owed(report, day("2025-06-01"), day("2025-07-01"), calendar)
    assert (june.span.first, june.span.last, june.span.name) == (day("2025-06-01"), day("2025-06-30"), "June 2025")
    assert (report.to, report.signed_by) == ("Town Board", "officer")
    draft = standing(june, None, day("2025-07-01"))
    assert (draft.outcome, draft.cite) == (Outcome.WARNING, "§ 149-17(B)")
    assert "overdue" not in draft.why
    submitted = standing(june, day("2025-07-08"), day("2025-07-08"))
    assert (submitted.outcome, submitted.why) == (Outcome.MET, "Submitted on Tue 8 July 2025")
    assert "overdue" not in standing(june, None, day("2025-07-31")).why
    assert standing(june, None, day("2025-08-01")).why.endswith("overdue")
    assert [one.span.name for one in owed(report, day("2025-06-01"), day("2025-08-01"), calendar)] == [
        "June 2025",
        "July 2025",
    ]


def test_the_report_has_a_line_for_all_business(cortlandt: Pack, calendar: Calendar) -> None:
    report = cortlandt.reports.reports["board"]
    june = due_of(report, day("2025-06-12"), calendar)
    assert june is not None

    lines = {line.key: line for line in fill(report, june.span, {"permits.issued": 14})}

    assert lines["permits.issued"].shown == "14"
    assert lines["recommendations.made"].cite == "§ 149-5(A)"
    assert lines["parking.actions"].cite == "§ 149-5(D)"
    assert lines["deposits.forfeited"].cite == "§ 149-14(D)"
    assert {
        "applications.received",
        "certificates.issued",
        "inspections.made",
        "fees.charged",
        "fees.collected",
        "stop_work.issued",
        "orders.issued",
        "complaints.received",
    } <= set(lines)
