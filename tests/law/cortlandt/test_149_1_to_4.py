"""§§ 149-1 to 149-4: the purpose, the Department, its Director and its personnel."""

from datetime import date

import pytest

from tests.law.cortlandt.facts import acceptable_element, application
from tests.law.facts import INSPECTOR, OFFICER, decide, finding_of, open_, the_one_in_the_way, without
from townwright.law.packs import Pack


@pytest.mark.proves("COR-149-1-2/2")
def test_a_village_parcel_is_not_the_towns_whatever_its_mailing_city(cortlandt: Pack) -> None:
    buchanan, outside = (cortlandt.town.has_parcel(swis) for swis in ("552201", "552289"))
    village = cortlandt.town.village_of("552201")

    refused = decide(cortlandt, "application.file", application(parcel__in_jurisdiction=buchanan), "2025-05-05")

    assert village is not None
    assert village.name == "Village of Buchanan"
    found = the_one_in_the_way(refused)
    assert found.key == "jurisdiction"
    assert found.why == "The parcel is not the town's by its SWIS code, and no agreement covers it"
    assert found.cite == "§ 149-1"
    assert open_(decide(cortlandt, "application.file", application(parcel__in_jurisdiction=outside), "2025-05-05"))
    assert not cortlandt.town.has_parcel("552203")


def test_papers_are_headed_by_the_chapters_own_name_of_the_department(cortlandt: Pack) -> None:
    assert cortlandt.town.name == "Town of Cortlandt"
    assert cortlandt.town.department == "Department of Code Administration and Enforcement"
    assert "place" in cortlandt.carriers["COR-149-2-A-1"]


@pytest.mark.proves("COR-149-2-B/1")
def test_a_zoning_permit_is_superseded(cortlandt: Pack) -> None:
    refused = decide(cortlandt, "document.add", {"document.type": "zoning permit"}, "2025-06-02")

    found = the_one_in_the_way(refused)
    assert found.cite == "§ 149-2(B)"
    assert found.why == "Zoning permit: superseded by this chapter"
    assert found.cure == "Record the zoning determination on the building permit"
    compliance = {"document.type": "certificate of zoning compliance"}
    assert not decide(cortlandt, "document.add", compliance, "2025-06-02").allowed
    assert open_(decide(cortlandt, "document.add", {"document.type": "certificate of occupancy"}, "2025-06-02"))
    assert not any("zoning" in kind for kind in (*cortlandt.papers, *cortlandt.numbers.root))


@pytest.mark.proves("COR-149-3-2/1")
def test_the_report_to_the_board_is_reserved_to_the_director(cortlandt: Pack) -> None:
    june = {"report.period_ends_on": date(2025, 6, 30), "report.form": "the Town's", "report.untold": set()}

    refused = decide(cortlandt, "report.submit", {**june, **INSPECTOR}, "2025-07-08")

    found = the_one_in_the_way(refused)
    assert found.key == "signature"
    assert found.why.startswith("Reserved to the Director")
    assert found.cite == "§ 149-3"
    assert open_(decide(cortlandt, "report.submit", {**june, **OFFICER}, "2025-07-08"))


def test_what_is_signed_in_the_directors_name_takes_the_one_in_office(cortlandt: Pack) -> None:
    nobody = decide(cortlandt, "sign.officer", {"actor.offices": set()}, "2025-07-01")

    assert the_one_in_the_way(nobody).why == (
        "Reserved to the Director; no appointment as Director in force on Tue 1 July 2025"
    )
    assert cortlandt.officers["officer"].title == "Director of Code Administration and Enforcement"


@pytest.mark.proves("COR-149-4/1")
def test_an_appointment_that_has_ended_records_no_inspection(cortlandt: Pack) -> None:
    last_day = acceptable_element()
    day_after = {**last_day, "actor.offices": set()}

    assert open_(decide(cortlandt, "inspection.accept", last_day, "2025-09-30"))
    found = the_one_in_the_way(decide(cortlandt, "inspection.accept", day_after, "2025-10-01"))
    assert found.why.endswith("no appointment in force on Wed 1 October 2025")
    assert "COR-149-4" in found.provisions


def test_only_an_appointment_in_force_is_told_not_a_log_in(cortlandt: Pack) -> None:
    unknown = decide(cortlandt, "inspection.accept", without(acceptable_element(), "actor.offices"), "2025-10-01")

    assert finding_of(unknown, "signature").missing == ("actor.offices",)
