"""§ 43-4: examinations, outside reports, tests."""

from datetime import date

import pytest

from tests.law.shelter_island.facts import (
    INSPECTOR,
    OFFICER,
    asked,
    decide,
    finding_of,
    open_,
    ready_certificate,
    requested,
    the_one_in_the_way,
    without,
)
from townwright.law.calendar import Calendar
from townwright.law.inspections import Happening, open_lines, plan, stand, tell
from townwright.law.orders import ORDER_STATUS, Draft, Violation, default_from, draft
from townwright.law.packs import Pack


@pytest.mark.proves("SHI-43-4-B-p3/1")
def test_no_certificate_without_an_examination_of_the_premises(island: Pack) -> None:
    never_seen = without(ready_certificate(), "certificate.inspected_on")

    found = the_one_in_the_way(decide(island, "certificate.issue", never_seen, "2026-06-15"))

    assert found.why == "No examination of the premises on record"
    assert found.cite == "§ 43-4B"


def test_an_order_is_overdue_on_the_day_after_the_time_it_gives(island: Pack, calendar: Calendar) -> None:
    kind = island.orders.kinds["notice"].on(date(2026, 2, 17))
    assert kind is not None
    stair = Violation({"condition": "Unsafe stair", "section": "§ 43-4A"})

    made = draft(kind, Draft(date(2026, 2, 17), (stair,), remedy_by=date(2026, 3, 3)), calendar)

    assert made.decision.allowed
    assert made.remedy_by is not None
    assert default_from(made.remedy_by) == date(2026, 3, 4)
    names = ("withdrawn_on", "replaced_on", "remedied_on", "served_on")
    dates = {**dict.fromkeys(names), "issued_on": date(2026, 2, 17), "remedy_by": made.remedy_by.act_by}
    assert ORDER_STATUS.on(dates, date(2026, 3, 3)).key == "unserved"
    assert ORDER_STATUS.on(dates, date(2026, 3, 4)).key == "in default"


@pytest.mark.proves("SHI-43-4-C-p4/1")
def test_framing_waits_for_a_foundation_that_failed(island: Pack) -> None:
    house = {"work.foundation": True, "work.framed": True, "work.slab": False, "work.systems": set()}
    lines = plan(island.inspections, asked(island, house, "2026-04-10"))
    by_key = {line.key: line for line in lines}
    failed = {"footing": stand([Happening(date(2026, 4, 8), "not satisfactory")], date(2026, 4, 10))}

    assert failed["footing"].key == "not satisfactory"
    assert by_key["footing"] in open_lines(lines, failed), "it is to be inspected again"
    framing = {**INSPECTOR, "inspection.found_covered": False, "inspection.made_on": date(2026, 4, 10)}
    framing |= tell(island.inspections, lines, failed, by_key["framing"])
    found = the_one_in_the_way(decide(island, "inspection.accept", framing, "2026-04-10"))
    assert found.why == "Not accepted and now covered: Footing and foundation"
    again = [Happening(date(2026, 4, 8), "not satisfactory"), Happening(date(2026, 4, 9), "satisfactory")]
    passed = {"footing": stand(again, date(2026, 4, 10))}
    framing |= tell(island.inspections, lines, passed, by_key["framing"])
    assert open_(decide(island, "inspection.accept", framing, "2026-04-10"))


BUREAU = {
    **OFFICER,
    "report.certified_by": "M. Alvarez",
    "report.certifier_title": "Chief inspector",
    "report.certified_on": date(2026, 5, 6),
    "report.bureau_recognised": True,
}


@pytest.mark.proves("SHI-43-4-C-p5/1")
def test_a_bureaus_report_counts_once_the_inspector_has_accepted_it(island: Pack) -> None:
    uploaded = without(BUREAU, "report.bureau_recognised", "actor.offices")

    decision = decide(island, "inspection.outside_report", uploaded, "2026-05-07")

    assert not decision.allowed
    assert {finding.key for finding in decision.standing_in_the_way} == {"signature", "recognised"}
    line = stand([], date(2026, 5, 7))
    assert not line.accepted, "nothing has happened to the line"
    assert open_(decide(island, "inspection.outside_report", BUREAU, "2026-05-07"))


@pytest.mark.proves("SHI-43-4-C-p6/1")
def test_a_report_that_nobody_certified_is_not_accepted(island: Pack) -> None:
    bare = without(BUREAU, "report.certified_by", "report.certifier_title", "report.certified_on")

    found = the_one_in_the_way(decide(island, "inspection.outside_report", bare, "2026-05-07"))

    assert found.why == "No certifying official"
    assert found.cite == "§ 43-4C"


@pytest.mark.proves("SHI-43-4-D-p1/1")
def test_a_footing_waits_for_its_soil_test(island: Pack) -> None:
    footing = requested(inspection__element="footing", tests__outstanding={"Soil bearing"})

    found = the_one_in_the_way(decide(island, "inspection.request", footing, "2026-03-16"))

    assert found.why == "Test outstanding: Soil bearing"
    assert found.cite == "§ 43-4D"
    assert open_(decide(island, "inspection.request", requested(inspection__element="footing"), "2026-03-16"))


@pytest.mark.proves("SHI-43-4-D-p2/1")
def test_a_result_of_a_tester_without_credential_closes_nothing(island: Pack) -> None:
    foreman = {"test.tester": "Foreman of the contractor", "test.credential": "", "test.passed": True}

    found = the_one_in_the_way(decide(island, "test.close", foreman, "2026-03-18"))

    assert found.why == "No credential or accreditation of the tester"
    assert found.cite == "§ 43-4D"
    assert open_(decide(island, "test.close", {**foreman, "test.credential": "AASHTO R18"}, "2026-03-18"))
    failed = decide(
        island, "test.close", {**foreman, "test.credential": "AASHTO R18", "test.passed": False}, "2026-03-18"
    )
    assert finding_of(failed, "passed").why == "Not passed"
