"""Find: one box; what is named exactly is opened or stands first, and how much it asks the database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.office.factories import Office, do, parcel
from tests.pages.counting import queries
from tests.pages.reading import section, text
from townwright.office.certificates import filing
from townwright.office.certificates.models import Certificate

pytestmark = pytest.mark.usefixtures("blank_papers")

Desk = Callable[..., Any]


@pytest.mark.parametrize("words", ["BP-2026-0001", "bp-2026-1", "26-1"])
def test_one_thing_named_by_its_number_is_opened_at_once(town: Office, desk: Desk, words: str) -> None:
    permit = town.submitted("2026-11-02")
    answer = desk(town.staff.clerk).get("find/", q=words)
    assert answer.status_code == 302 and answer["Location"] == f"/chester/desk/cases/{permit.case_id}/"


@pytest.mark.parametrize("words", ["38 Lakeside Terrace", "38 lakeside ter", "LAKESIDE TERR 38", "lakside terrace"])
def test_a_place_is_found_in_any_spelling_with_what_stands_there(town: Office, desk: Desk, words: str) -> None:
    permit = town.submitted("2026-11-02")
    page = desk(town.staff.clerk).get("find/", q=words)
    said = text(page)
    assert "38 Lakeside Terrace" in said and str(permit.case.number) in said and "Parcel" in said
    assert f"/chester/desk/parcels/{town.parcel.pk}/" in page.content.decode()


def test_a_print_key_names_a_parcel_exactly(town: Office, desk: Desk) -> None:
    parcel("40 Lakeside Terrace")
    page = desk(town.staff.clerk).get("find/", q="17-1-2")
    if page.status_code == 302:
        assert "/desk/parcels/" in page["Location"]
    else:
        assert "40 Lakeside Terrace" in section(page, "Named exactly")


def test_an_owner_and_a_contractor_lead_to_their_permits(town: Office, desk: Desk) -> None:
    permit = town.submitted("2026-11-02")
    for name in ("dara ortiz", "hudson decks"):
        assert str(permit.case.number) in text(desk(town.staff.clerk).get("find/", q=name))


def test_an_old_record_leads_to_its_parcel(town: Office, desk: Desk) -> None:
    given = {"number": "B-4127", "year": 1988, "words": "Deck"}
    do("old_record.enter", None, "2026-11-02", town.staff.clerk, parcel=town.parcel.pk, **given)
    answer = desk(town.staff.clerk).get("find/", q="B-4127")
    assert answer["Location"] == f"/chester/desk/parcels/{town.parcel.pk}/"


@pytest.mark.parametrize("words", ["", "   "])
def test_without_words_it_says_what_can_be_written(town: Office, desk: Desk, words: str) -> None:
    assert "in any way that you would write it" in text(desk(town.staff.clerk).get("find/", q=words))


@pytest.mark.parametrize(
    "words",
    ["zeppelin", "' OR 1=1 --", '"unbalanced', "NEAR(a b", "a* OR b*", "\x00", "%", "𝔘𝔫𝔦", "x" * 5000, "<b>bold</b>"],
)
def test_hostile_words_are_only_words(town: Office, desk: Desk, words: str) -> None:
    answer = desk(town.staff.clerk).get("find/", q=words)
    assert answer.status_code == 200
    assert "<b>bold</b>" not in answer.content.decode().partition("<main")[2].replace("<b>26-214</b>", "")


def test_is_for_the_people_of_the_office(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    clerk.client.logout()
    assert "/accounts/login/" in clerk.get("find/", q="lakeside")["Location"]


def test_takes_the_same_number_of_queries_for_many_things(town: Office, desk: Desk) -> None:
    town.submitted("2026-11-02")
    clerk = desk(town.staff.clerk)
    clerk.get("find/", q="lakeside")
    few = queries(clerk, "find/", q="lakeside")
    town.submitted("2026-11-03")
    for number in (40, 42, 44):
        parcel(f"{number} Lakeside Terrace")
    assert queries(clerk, "find/", q="lakeside") == few


def test_an_old_card_of_a_year_is_found_by_it_and_is_given_no_day(town: Office, desk: Desk) -> None:
    for number, year in (("B-4127", 1988), ("B-5002", 1991)):
        given = {"number": number, "year": year, "words": "Two-car garage"}
        do("old_record.enter", None, "2026-11-02", town.staff.clerk, parcel=town.parcel.pk, **given)
    found = text(desk(town.staff.clerk).get("find/", q="1988 garage"))
    assert found.index("B-4127") < found.index("B-5002") if "B-5002" in found else "B-4127" in found
    assert "1 Jan 1988" not in found and "1988" in found


def test_a_certificate_is_found_by_its_number_and_opened(town: Office, desk: Desk) -> None:
    permit = town.issued("2026-10-01")
    do("certificate.apply", permit, "2026-11-02", town.staff.clerk, payment={"method": "cash"}, kind="temporary")
    certificate = Certificate.objects.get()
    certificate.case.number = "TC-2026-0007"
    certificate.case.save()
    filing.index(certificate)
    clerk = desk(town.staff.clerk)
    answer = clerk.get("find/", q="tc-2026-7")
    assert answer["Location"] == f"/chester/desk/cases/{certificate.case_id}/"
    assert clerk.get(answer["Location"]).status_code == 200
