"""The page of a parcel: owners as of a day, buildings, banners, everything that happened, and how much it asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.office.factories import Office, do, owner
from tests.pages.counting import queries
from tests.pages.reading import section, text
from townwright.office.register.acts import perform

pytestmark = pytest.mark.usefixtures("blank_papers")

Desk = Callable[..., Any]


def page_of(town: Office, desk: Any, **asked: str) -> Any:
    """The page of the town's parcel."""
    answer = desk(town.staff.clerk).get(f"parcels/{town.parcel.pk}/", **asked)
    assert answer.status_code == 200
    return answer


def test_says_what_it_is_and_whose(town: Office, desk: Desk) -> None:
    page = page_of(town, desk)
    assert "38 Lakeside Terrace" in text(page) and "17-1-1" in section(page, "Parcel")
    assert "332289" in section(page, "Parcel") and "Dara Ortiz" in section(page, "Owner")


def test_the_owner_is_that_of_the_day_asked_for(town: Office, desk: Desk) -> None:
    owner(town.parcel, "Sol Weir", "2026-06-01")
    now, then = section(page_of(town, desk), "Owner"), section(page_of(town, desk, on="2020-01-02"), "Owner")
    assert "Sol Weir" in now and "Sol Weir" not in then and "Dara Ortiz" in then
    assert "As of Thu 2 January 2020" in then


@pytest.mark.parametrize("on", ["soon", "2026-13-01", "0206-01-01", "9999-99-99", "' OR 1=1"])
def test_a_day_that_is_none_is_today(town: Office, desk: Desk, on: str) -> None:
    assert page_of(town, desk, on=on).status_code == 200


def test_buildings_and_assembly_areas_stand_there(town: Office, desk: Desk) -> None:
    do("building.record", town.parcel, "2026-06-01", town.staff.clerk, occupancy="A-2", construction="VB", built=1926)
    hall = {"name": "Hall", "occupant_load": 120}
    perform("space.record", hall, actor=town.staff.clerk, subject_id=town.parcel.pk)
    said = section(page_of(town, desk), "Buildings")
    assert "A-2" in said and "Type VB" in said and "built 1926" in said and "Hall for 120" in said


def test_permits_old_records_and_years_on_paper(town: Office, desk: Desk) -> None:
    permit = town.issued("2026-10-01")
    do("old_record.enter", None, "2026-11-02", town.staff.clerk, parcel=town.parcel.pk, number="B-4127", year=1988)
    do("paper_years.record", None, "2026-11-02", town.staff.clerk, parcel=town.parcel.pk, last=1994, where="Basement")
    page = page_of(town, desk)
    assert f"{permit.case.number}" in section(page, "Permits and certificates")
    assert "In force" in section(page, "Permits and certificates")
    assert "B-4127 1988" in section(page, "Old records")
    assert "1994" in section(page, "On paper") and "never" in section(page, "On paper")


def test_one_timeline_has_everything(town: Office, desk: Desk) -> None:
    permit = town.issued("2026-10-01")
    said = section(page_of(town, desk), "Everything that happened here")
    assert "issued" in said and str(permit.case.number) in said and "Parcel entered" in said


def test_what_binds_everybody_stands_on_top(town: Office, desk: Desk) -> None:
    permit = town.issued("2026-10-01")
    town.suspended("2026-11-02", permit)
    do("parcel.flag", town.parcel, "2026-11-02", town.staff.clerk, kind="caution", words="Dog in the yard")
    page = text(page_of(town, desk))
    assert "No work here: permit suspended" in page and "Dog in the yard" in page


def test_a_parcel_that_is_none(town: Office, desk: Desk) -> None:
    other = "00000000-0000-0000-0000-000000000000"
    assert desk(town.staff.clerk).get(f"parcels/{other}/").status_code == 404
    assert desk(town.staff.clerk).get(f"parcels/{other}/papers/").status_code == 404


def test_takes_the_same_number_of_queries_for_many_cases(town: Office, desk: Desk) -> None:
    town.issued("2026-10-01")
    clerk, address = desk(town.staff.clerk), f"parcels/{town.parcel.pk}/"
    clerk.get(address)
    few = queries(clerk, address)
    town.issued("2026-10-02")
    town.submitted("2026-11-02")
    assert queries(clerk, address) == few
