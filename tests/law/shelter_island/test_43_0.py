"""The history of the chapter, and how time is counted."""

from datetime import date

import pytest

from townwright.law.calendar import Calendar, Period
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.permits import term


@pytest.mark.proves("SHI-43-0-p1/1")
def test_the_chapter_names_its_adoption_and_what_it_replaced(island: Pack) -> None:
    chapter = island.town.chapter

    assert chapter.title == "Building Construction Administration"
    assert chapter.adopted == date(2001, 11, 2)
    assert chapter.enacted_by == "L.L. No. 15-2001"
    assert "1966-04-18" in chapter.former
    assert "replaced an earlier chapter" in island.provision("SHI-43-0-p1").says


@pytest.mark.proves("SHI-43-0-p2/1")
def test_a_permit_lives_by_the_rule_of_the_day_of_its_issue(island: Pack, calendar: Calendar) -> None:
    before = term(island.permits.default, date(2019, 10, 10), calendar)
    after = term(island.permits.default, date(2019, 10, 11), calendar)

    assert (before.commence, before.life) == (None, None)
    for finding in before.not_on_file:
        assert finding.outcome is Outcome.UNKNOWN
        assert finding.why == "An earlier rule counted on Thu 10 October 2019 and is not on file"
        assert finding.cure == "Decide by hand"
    assert [finding.cite for finding in before.not_on_file] == ["§ 43-9A(1)", "§ 43-9A(2)"]
    assert after.not_on_file == ()
    assert after.commence is not None
    assert after.life is not None
    assert (after.commence.nominal, after.life.nominal) == (date(2020, 4, 11), date(2021, 10, 11))


def test_clauses_bear_the_local_laws_that_made_them(island: Pack) -> None:
    made = {
        "SHI-43-6.1-p1": (date(2019, 7, 19), "L.L. No. 14-2019"),
        "SHI-43-9-A-1": (date(2019, 10, 11), "L.L. No. 17-2019"),
        "SHI-43-10.1-A-p1": (date(2004, 2, 13), "L.L. No. 1-2004"),
        "SHI-43-10.1-B-1": (date(2004, 6, 18), "L.L. No. 8-2004"),
        "SHI-43-10.2-A-p1": (date(2011, 12, 2), "L.L. No. 6-2011"),
        "SHI-43-10.3-p1": (date(2012, 8, 31), "L.L. No. 4-2012"),
        "SHI-43-10.4-A-1": (date(2018, 3, 23), "L.L. No. 2-2018"),
        "SHI-43-10.4-A-3-b": (date(2021, 12, 3), "L.L. No. 12-2021"),
        "SHI-43-12-D-p1": (date(2009, 5, 29), "L.L. No. 9-2009"),
        "SHI-43-16-B-p2": (date(2008, 4, 18), "L.L. No. 3-2008"),
    }

    for provision_id, (adopted, enacted_by) in made.items():
        provision = island.provision(provision_id)
        assert (provision.adopted, provision.enacted_by) == (adopted, enacted_by), provision_id


@pytest.mark.proves("SHI-43-0-p4/1")
@pytest.mark.parametrize(
    ("start", "period", "act_by"),
    [
        (date(2025, 8, 31), Period(months=6), date(2026, 3, 2)),
        (date(2026, 6, 5), Period(days=14), date(2026, 6, 22)),
        (date(2026, 10, 20), Period(days=14), date(2026, 11, 4)),
    ],
)
def test_acts_roll_off_weekends_and_holidays(calendar: Calendar, start: date, period: Period, act_by: date) -> None:
    assert calendar.act_by(start, period) == act_by


@pytest.mark.proves("SHI-43-0-p4/2")
@pytest.mark.parametrize(
    ("start", "nominal", "act_by"),
    [
        (date(2025, 5, 9), date(2025, 6, 8), date(2025, 6, 9)),
        (date(2025, 10, 29), date(2025, 11, 28), date(2025, 11, 28)),
        (date(2027, 6, 4), date(2027, 7, 4), date(2027, 7, 6)),
    ],
)
def test_flag_day_a_closed_town_hall_and_a_sunday_holiday(
    island: Pack, start: date, nominal: date, act_by: date
) -> None:
    shut = island.calendar(closings=[(date(2025, 11, 28), date(2025, 11, 28), "Day after Thanksgiving")])

    assert shut.nominal(start, Period(days=30)) == nominal
    assert shut.act_by(start, Period(days=30)) == act_by
