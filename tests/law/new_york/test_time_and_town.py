"""General Construction Law, Town Law § 138 and Executive Law § 381: time, appointments, fees, villages."""

from datetime import date

import pytest

from tests.law.chester.facts import application, decide, finding_of, open_, the_one_in_the_way
from townwright.law.calendar import Calendar, Period
from townwright.law.packs import Pack

day = date.fromisoformat


@pytest.mark.proves("NYS-GCL-20/1")
def test_the_day_of_the_event_is_left_out(calendar: Calendar) -> None:
    assert calendar.nominal(day("2025-06-02"), Period(days=5)) == day("2025-06-07")


@pytest.mark.proves("NYS-GCL-24/1")
def test_which_days_are_public_holidays(calendar: Calendar) -> None:
    days = ("2027-07-05", "2026-06-15", "2027-06-18", "2026-11-03")

    assert [calendar.public_holiday(day(one)) is not None for one in days] == [True, False, False, True]


@pytest.mark.proves("NYS-GCL-25-a/1")
def test_an_act_that_falls_due_on_a_holiday_is_done_the_next_day(calendar: Calendar) -> None:
    assert calendar.nominal(day("2025-10-28"), Period(days=30)) == day("2025-11-27")
    assert calendar.act_by(day("2025-10-28"), Period(days=30)) == day("2025-11-28")


@pytest.mark.proves("NYS-GCL-30/1")
@pytest.mark.parametrize(
    ("start", "months", "end"),
    [("2025-01-31", 1, "2025-02-28"), ("2024-02-29", 12, "2025-02-28"), ("2023-02-28", 12, "2024-02-28")],
)
def test_a_month_runs_to_the_same_day_or_the_last_one(calendar: Calendar, start: str, months: int, end: str) -> None:
    assert calendar.nominal(day(start), Period(months=months)) == day(end)


@pytest.mark.proves("NYS-TWN-138-1/1")
def test_an_appointment_has_its_resolution(state: Pack) -> None:
    told = {"appointment.office": "inspector", "appointment.acting": False}

    found = the_one_in_the_way(decide(state, "appointment.make", told, "2025-03-17"))

    assert (found.key, found.cite) == ("resolution", "Town Law § 138")
    assert open_(decide(state, "appointment.make", {**told, "appointment.resolution": "12-2025"}, "2025-03-17"))


@pytest.mark.proves("NYS-TWN-138-2/1")
def test_a_schedule_has_its_resolution(state: Pack) -> None:
    told = {
        "schedule.resolved_on": day("2025-01-02"),
        "schedule.in_force_from": day("2025-01-03"),
        "schedule.missing_lines": set(),
    }

    found = the_one_in_the_way(decide(state, "schedule.activate", told, "2025-01-03"))

    assert (found.key, found.cite) == ("resolution", "Town Law § 138")
    assert open_(decide(state, "schedule.activate", {**told, "schedule.resolution": "3-2025"}, "2025-01-03"))


@pytest.mark.proves("NYS-EXC-381/1")
def test_a_village_enforces_the_codes_itself(state: Pack) -> None:
    village = application(parcel__in_jurisdiction=False)

    found = finding_of(decide(state, "application.file", village, "2025-05-12"), "jurisdiction")

    assert not decide(state, "application.file", village, "2025-05-12").allowed
    assert found.cite == "Executive Law § 381"
    assert decide(state, "application.file", {**village, "parcel.under_agreement": True}, "2025-05-12").allowed


def test_an_agreement_has_its_resolution(state: Pack) -> None:
    assert the_one_in_the_way(decide(state, "agreement.activate", {}, "2025-04-01")).key == "resolution"
    assert open_(decide(state, "agreement.activate", {"agreement.resolution": "41-2025"}, "2025-04-01"))
