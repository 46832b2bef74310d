"""Closing days, proclaimed holidays and tolled days: what they move, and what they leave alone."""

from __future__ import annotations

from datetime import date

import pytest

from tests.office.factories import Office, do
from townwright.office import laws
from townwright.office.cases.models import SetDate
from townwright.office.laws.models import DayOff
from townwright.office.permits.models import Permit
from townwright.office.register.acts import perform
from townwright.office.register.errors import InputError, NotAllowed
from townwright.office.register.models import Entry

pytestmark = [pytest.mark.both_engines, pytest.mark.usefixtures("site_inspected")]

TODAY = "2026-11-17"
ORDER = {"why": "Day of mourning", "authority": "Executive Order 12 of 2026"}


def dates(permit: Permit) -> tuple[date | None, date | None]:
    """The last day to begin and the last day in force, as the permit has them and as its case has them."""
    permit.refresh_from_db()
    rows = SetDate.objects.filter(case_id=permit.case_id, done_on=None, replaced=False)
    kept = {row.kind: row.act_by for row in rows}
    assert (permit.commence_by, permit.last_day) == (kept.get("permit.commence"), kept.get("permit.life"))
    return permit.commence_by, permit.last_day


def test_a_proclaimed_holiday_carries_the_last_day_to_begin_and_not_the_life_of_a_permit(town: Office) -> None:
    """Issued Wed 3 June 2026: begin by Thu 3 December, in force through Thu 3 June 2027."""
    permit = town.issued("2026-06-03")
    assert dates(permit) == (date(2026, 12, 3), date(2027, 6, 3))
    given = {"begins": "2026-12-03", **ORDER}
    outcome = do("calendar.proclaim", None, TODAY, town.staff.administrator, **given)
    assert dates(permit) == (date(2026, 12, 4), date(2027, 6, 3))
    row = SetDate.objects.get(case_id=permit.case_id, kind="permit.commence")
    assert row.passed_over == ["Thu 3 December 2026 is Day of mourning"]
    assert outcome.entry is not None
    assert "1 open date set again" in outcome.entry.said
    assert outcome.entry.content["after"][f"{permit.number}, permit.commence"]["act_by"] == "2026-12-04"
    assert Entry.objects.filter(act="calendar.proclaim", touched__ref=permit.case_id).exists()


def test_tolled_days_put_off_both_ends_and_taking_them_back_brings_both_back(town: Office) -> None:
    permit = town.issued("2026-06-03")
    given = {"begins": "2026-11-10", "ends": "2026-11-16", **ORDER}
    day = DayOff.objects.get(pk=do("calendar.toll", None, TODAY, town.staff.administrator, **given).subject_id)
    assert dates(permit) == (date(2026, 12, 10), date(2027, 6, 10))
    back = {"day": day.pk, "why_back": "The order was withdrawn"}
    do("calendar.take_back", None, TODAY, town.staff.administrator, **back)
    assert dates(permit) == (date(2026, 12, 3), date(2027, 6, 3))
    with pytest.raises(InputError, match="no such days"):
        do("calendar.take_back", None, TODAY, town.staff.administrator, **back)


def test_the_day_to_reply_to_a_request_moves_with_its_date(town: Office) -> None:
    permit = town.submitted("2026-11-02")
    town.do("permit.request_changes", permit, "2026-11-03", items=[{"title": "Survey"}])
    before = permit.case.requests.get().reply_by
    assert before is not None
    do("calendar.toll", None, TODAY, town.staff.administrator, begins="2026-11-09", ends="2026-11-13", **ORDER)
    assert permit.case.requests.get().reply_by == SetDate.objects.get(kind="application.reply").act_by > before


def test_a_closing_moves_nothing_and_shuts_the_counter(town: Office) -> None:
    permit = town.issued("2026-06-03")
    do("calendar.close", None, TODAY, town.staff.administrator, begins="2026-12-03", why="Burst pipe in Town Hall")
    assert dates(permit) == (date(2026, 12, 3), date(2027, 6, 3))
    shut = laws.calendar().closed(date(2026, 12, 3))
    assert shut is not None and shut.because == "Burst pipe in Town Hall"
    day = DayOff.objects.get()
    do("calendar.take_back", None, TODAY, town.staff.administrator, day=day.pk, why_back="Mended")
    assert laws.calendar().closed(date(2026, 12, 3)) is None


def test_what_is_over_or_done_stays(town: Office) -> None:
    begun, ended = town.issued("2026-06-03"), town.issued("2025-11-03")
    town.do("permit.commence", begun, "2026-06-15", began_on="2026-06-15", evidence="holder's report")
    do("calendar.toll", None, TODAY, town.staff.administrator, begins="2026-11-10", ends="2026-11-16", **ORDER)
    assert SetDate.objects.get(case_id=begun.case_id, kind="permit.commence").act_by == date(2026, 12, 3)
    assert SetDate.objects.get(case_id=ended.case_id, kind="permit.life").act_by == date(2026, 11, 3)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"begins": "2026-12-03", "ends": "2026-12-02"}, "ends"),
        ({"begins": "0206-12-03"}, "begins"),
        ({"begins": "2026-12-03", "ends": "2036-12-03"}, "ends"),
    ],
)
def test_days_that_cannot_be_right(town: Office, given: dict[str, str], field: str) -> None:
    with pytest.raises(InputError) as error:
        do("calendar.toll", None, TODAY, town.staff.administrator, **given, **ORDER)
    assert field in error.value.errors
    assert not DayOff.objects.exists()


def test_the_calendar_is_the_administrators(town: Office) -> None:
    with pytest.raises(NotAllowed):
        perform("calendar.close", {"begins": TODAY, "why": "Snow"}, actor=town.staff.clerk)
