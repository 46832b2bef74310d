"""§ 43-15: certificates of occupancy and of compliance, temporary certificates."""

from datetime import date

import pytest

from tests.law.shelter_island.facts import (
    asked_about,
    decide,
    finding_of,
    open_,
    ready_certificate,
    ready_temporary,
    the_one_in_the_way,
    without,
)
from townwright.law.calendar import Calendar, Deadline
from townwright.law.certificates import CERTIFICATE_STATUS, after_completion, temporary
from townwright.law.packs import Pack


@pytest.mark.proves("SHI-43-15-A-p2/1")
def test_a_family_may_live_in_the_house_while_it_is_added_to(island: Pack) -> None:
    living_in = {"certificate.in_force": False, "building.dwelling_under_alteration": True}

    decision = decide(island, "building.occupy", living_in, "2026-04-01")

    assert decision.allowed
    found = finding_of(decision, "certificate")
    assert found.why == "A dwelling with an earlier certificate is altered or added to"
    assert found.cite == "§ 43-15A"
    new_house = {"certificate.in_force": False, "building.dwelling_under_alteration": False}
    assert the_one_in_the_way(decide(island, "building.occupy", new_house, "2026-06-12")).cite == "§ 43-15A"


@pytest.mark.proves("SHI-43-15-A-p3/1")
def test_a_failed_item_bars_the_certificate_by_name(island: Pack) -> None:
    failed = ready_certificate(inspection__open_elements={"Framing"})

    found = the_one_in_the_way(decide(island, "certificate.issue", failed, "2026-06-15"))

    assert found.why == "Not accepted: Framing"
    assert found.cite == "§ 43-15A"


@pytest.mark.proves("SHI-43-15-A-p4/1")
def test_a_certificate_certifies_completion(island: Pack) -> None:
    facts = without(ready_certificate(), "work.completed_on", "inspection.last_accepted_on")

    decision = decide(island, "certificate.issue", facts, "2026-06-15")

    assert not decision.allowed
    found = finding_of(decision, "completed")
    assert (found.why, found.cite) == ("Completion missing", "§ 43-15A")
    assert found in decision.standing_in_the_way


@pytest.mark.proves("SHI-43-15-A-p5/1")
def test_a_certificate_certifies_lawful_use(island: Pack) -> None:
    unchecked = without(ready_certificate(), "zoning.checked_on")

    found = the_one_in_the_way(decide(island, "certificate.issue", unchecked, "2026-06-15"))

    assert (found.why, found.cite) == ("Zoning check not done", "§ 43-15A")


def last_day_of_use(pack: Pack, calendar: Calendar, completed: date) -> Deadline:
    """The last day on which the building is used without its certificate."""
    (deadline,) = after_completion(pack.certificates, completed, calendar)
    assert deadline.cite == "§ 43-15B"
    return deadline


@pytest.mark.proves("SHI-43-15-B/1")
@pytest.mark.parametrize(
    ("completed", "last"), [(date(2026, 4, 14), date(2026, 5, 14)), (date(2026, 6, 4), date(2026, 7, 6))]
)
def test_thirty_days_of_use_after_completion(island: Pack, calendar: Calendar, completed: date, last: date) -> None:
    assert last_day_of_use(island, calendar, completed).act_by == last


@pytest.mark.proves("SHI-43-15-B/2")
def test_a_porch_built_without_its_permit_counts_too(island: Pack, calendar: Calendar) -> None:
    porch = asked_about(application__work_type="enlarge", application__cost="8000.00")
    end = last_day_of_use(island, calendar, date(2026, 4, 14))

    needed = the_one_in_the_way(decide(island, "permit.not_needed", porch, "2026-05-15"))

    assert not end.passed(date(2026, 5, 14))
    assert end.passed(date(2026, 5, 15))
    assert needed.cite == "§ 43-6A"
    violations = island.inspections.violations
    assert violations["occupied_after_completion"].cite == "§ 43-15B"
    assert violations["started_early"].cite == "§ 43-6A"


@pytest.mark.proves("SHI-43-15-D-p1/1")
@pytest.mark.parametrize(
    ("issued", "last"),
    [
        (date(2026, 1, 15), date(2026, 7, 15)),
        (date(2025, 11, 30), date(2026, 5, 30)),
        (date(2025, 8, 31), date(2026, 2, 28)),
    ],
)
def test_a_temporary_certificate_lasts_six_months_to_the_day(
    island: Pack, calendar: Calendar, issued: date, last: date
) -> None:
    found = temporary(island.certificates, issued=issued, starts=issued, ends=None, earlier=0, calendar=calendar)

    assert found.ends is not None
    assert found.ends.act_by == last
    shorter = date.fromordinal(last.toordinal() - 1)
    refused = temporary(island.certificates, issued=issued, starts=issued, ends=shorter, earlier=0, calendar=calendar)
    assert the_one_in_the_way(refused.decision).cite == "§ 43-15D"
    names = (
        "revoked_on",
        "superseded_on",
        "lost_on",
        "suspended_on",
        "lifted_on",
        "refused_on",
        "withdrawn_on",
        "filed_on",
    )
    dates = {**dict.fromkeys(names), "issued_on": issued, "ends_on": last}
    assert CERTIFICATE_STATUS.on(dates, last).key == "in force"
    assert CERTIFICATE_STATUS.on(dates, date.fromordinal(last.toordinal() + 1)).key == "lapsed"


@pytest.mark.proves("SHI-43-15-D-p2/1")
def test_an_unfinished_room_bars_a_temporary_certificate(island: Pack) -> None:
    found = the_one_in_the_way(
        decide(island, "certificate.temporary", ready_temporary(building__is_finished=False), "2026-01-15")
    )

    assert (found.why, found.cite) == ("Building not finished", "§ 43-15D")


@pytest.mark.proves("SHI-43-15-D-p3/1")
def test_a_temporary_certificate_waits_for_the_underwriters(island: Pack, calendar: Calendar) -> None:
    filed_later = ready_temporary(electrical__certificate_on=date(2026, 1, 20))

    found = the_one_in_the_way(decide(island, "certificate.temporary", filed_later, "2026-01-15"))

    assert found.cite == "§ 43-15D"
    assert found.why == "Handed in only on Tue 20 January 2026"
    assert not decide(island, "certificate.temporary", filed_later, "2026-01-19").allowed
    day = date(2026, 1, 20)
    issued = {
        **filed_later,
        "temporary.starts_on": day,
        "temporary.ends_on": date(2026, 7, 20),
        "temporary.latest_end": date(2026, 7, 20),
    }
    assert open_(decide(island, "certificate.temporary", issued, "2026-01-20"))
    lasts = temporary(island.certificates, issued=day, starts=day, ends=None, earlier=0, calendar=calendar)
    assert lasts.ends is not None
    assert lasts.ends.act_by == date(2026, 7, 20)


@pytest.mark.proves("SHI-43-15-E/1")
def test_an_updated_survey_that_was_asked_for_holds_the_certificate(island: Pack) -> None:
    asked_for = ready_certificate(certificate__open_requests={"updated survey, asked for on 2026-06-15"})

    found = the_one_in_the_way(decide(island, "certificate.issue", asked_for, "2026-06-16"))

    assert found.cite == "§ 43-15E"
    assert found.why == "Not received: updated survey, asked for on 2026-06-15"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        pytest.param(
            "house_numbers", "House numbers are installed", marks=pytest.mark.proves("SHI-43-15-F-p1/1"), id="numbers"
        ),
        pytest.param(
            "signs",
            "Construction and advertising signs are gone",
            marks=pytest.mark.proves("SHI-43-15-F-p2/1"),
            id="signs",
        ),
    ],
)
def test_numbers_and_signs_hold_a_certificate_of_occupancy(island: Pack, line: str, says: str) -> None:
    wanting = {**ready_certificate(), f"inspection.of.{line}": "not satisfactory"}

    found = the_one_in_the_way(decide(island, "certificate.issue", wanting, "2026-06-16"))

    assert (found.says, found.cite) == (says, "§ 43-15F")
    compliance = {**wanting, "certificate.kind": "compliance"}
    assert open_(decide(island, "certificate.issue", compliance, "2026-06-16"))
