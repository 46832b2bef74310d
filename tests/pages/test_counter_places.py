"""The first page, the look-up, the public record of a property, and the code: what anybody may see."""

from __future__ import annotations

from typing import Any

import pytest

from tests.office import factories
from tests.office.factories import Office, do
from tests.office.factories_inspections import failed, issued, result
from tests.pages.visitor import Visitor, said
from townwright.counter.parts import waiting
from townwright.office.permits.models import Permit
from townwright.office.places.models import Parcel

pytestmark = pytest.mark.usefixtures("blank_papers")


def the_place(visitor: Visitor, parcel: Parcel) -> Any:
    return visitor.get(f"/property/{parcel.pk}/")


class TestTheFirstPage:
    def test_has_only_doors_that_lead_somewhere(self, visitor: Visitor) -> None:
        page = visitor.get("/")
        doors = page.content.decode().partition('class="doors"')[2].partition("</ul>")[0]
        for address in [part.partition('"')[0] for part in doors.split('href="')[1:]]:
            assert visitor.client.get(address).status_code == 200, address
        assert "911" in said(page) and "(845) 555-0147" in said(page)

    def test_says_how_long_things_take_once_there_is_enough_to_tell(self, town: Office, visitor: Visitor) -> None:
        assert "How long things take here" not in said(visitor.get("/"))
        for days, received in ((4, "2026-03-02"), (10, "2026-04-06"), (30, "2026-05-04")):
            permit = town.submitted(received)
            done = factories.day(received).fromordinal(factories.day(received).toordinal() + days)
            town.issued(done, permit)
        page = said(visitor.get("/"))
        assert "How long things take here" in page and "New building 10 days" in page

    def test_takes_as_many_queries_for_many_permits_as_for_one(self, town: Office, visitor: Visitor) -> None:
        town.issued("2026-03-02")
        few = visitor.counted("/")
        for _ in range(3):
            town.issued("2026-03-02")
        assert visitor.counted("/") == few

    def test_counts_the_last_twelve_months_alone(self, town: Office) -> None:
        for _ in range(3):
            town.issued("2025-03-03")
        assert waiting.how_long(factories.day("2026-02-02"))[0] == ("New building", "the same day")
        assert waiting.how_long(factories.day("2026-06-01")) == []


class TestTheLookUp:
    def test_goes_straight_to_the_place_that_a_key_names(self, town: Office, visitor: Visitor) -> None:
        answer = visitor.get("/property/", q="17-1-1")
        assert answer["Location"] == f"/chester/property/{town.parcel.pk}/"

    @pytest.mark.parametrize("asked", ["38 lakeside", "38 LAKESIDE TERR.", "lakside terrace 38"])
    def test_finds_an_address_in_any_spelling(self, town: Office, visitor: Visitor, asked: str) -> None:
        assert "38 Lakeside Terrace" in said(visitor.get("/property/", q=asked))

    def test_finds_the_place_of_a_permit_by_its_number_and_names_nobody(self, town: Office, visitor: Visitor) -> None:
        permit = town.submitted("2026-10-28")
        assert visitor.get("/property/", q=permit.number)["Location"].endswith(f"{town.parcel.pk}/")
        assert "Nothing found" in said(visitor.get("/property/", q="Ortiz"))

    @pytest.mark.parametrize(
        "asked", ["", "   ", "\0\0", "%", "'; drop table", "x" * 5000, "<script>alert(1)</script>"]
    )
    def test_answers_anything_in_words(self, visitor: Visitor, asked: str) -> None:
        answer = visitor.get("/property/", q=asked)
        assert answer.status_code == 200
        assert b"<script>alert" not in answer.content


class TestAProperty:
    def test_shows_permits_as_they_stand_today(self, town: Office, visitor: Visitor, at: Any) -> None:
        permit = town.issued("2026-10-01")
        assert "In force" in said(the_place(visitor, town.parcel))
        at("2027-05-03 09:00")
        assert "Invalid: work not begun in time" in said(the_place(visitor, town.parcel))
        assert permit.number in said(the_place(visitor, town.parcel))

    def test_keeps_who_can_be_reached_and_what_was_noted_to_itself(self, town: Office, visitor: Visitor) -> None:
        permit = town.submitted("2026-10-28")
        do(
            "note.take",
            None,
            "2026-11-02",
            town.staff.clerk,
            case=permit.case_id,
            words="Neighbor complains",
            who="Mrs. Quill",
        )
        do("note.take", None, "2026-11-02", town.staff.clerk, parcel=town.parcel.pk, words="Dog bites", who="Mr. Pell")
        page = said(the_place(visitor, town.parcel))
        assert permit.number in page
        for private in ("dara@ortiz.example", "complains", "Quill", "bites", "Pell", "10918", "Novak", "Hudson Decks"):
            assert private not in page

    def test_shows_open_violations_until_they_are_cured(self, town: Office, visitor: Visitor) -> None:
        site = issued(town, "2026-10-01")
        site.visit("2026-10-20", failed("footing", "Footing too shallow", "RCNYS R403.1.4"))
        page = said(the_place(visitor, town.parcel))
        assert "Open violations 1" in page and "RCNYS R403.1.4" in page
        assert "too shallow" not in page
        seen = {"violation": site.permit.case.violations.get().pk, "outcome": "corrected"}
        site.visit("2026-11-03", result("footing"), looks=[seen], payment={"method": "cash"})
        assert "Open violations 0" in said(the_place(visitor, town.parcel))

    def test_never_says_none_for_years_that_lie_on_paper(self, town: Office, visitor: Visitor) -> None:
        assert "does not say that there was nothing" in said(the_place(visitor, town.parcel))
        given = {"first": 1962, "last": 1994, "kinds": "Permits", "where": "basement, cabinet 3"}
        do("paper_years.record", None, "2026-11-02", town.staff.clerk, **given)
        page = said(the_place(visitor, town.parcel))
        assert "No certificates in these records. Years on paper (1962 to 1994) are not in them." in page
        assert "1962 to 1994 Permits, in basement, cabinet 3, not scanned; not gone through" in page

    def test_says_whose_a_village_parcel_is(self, visitor: Visitor) -> None:
        village = factories.parcel("5 Main Street", swis="332201", flood=None)
        assert "This property lies in the Village of Chester" in said(the_place(visitor, village))

    def test_leaves_out_what_was_withdrawn(self, town: Office, visitor: Visitor) -> None:
        permit = town.submitted("2026-10-28")
        town.do("permit.withdraw", permit, "2026-10-29")
        assert permit.number not in said(the_place(visitor, town.parcel))

    def test_takes_a_constant_number_of_queries(self, town: Office, visitor: Visitor) -> None:
        issued(town, "2026-10-01")
        few = visitor.counted(f"/property/{town.parcel.pk}/")
        for _ in range(4):
            town.issued("2026-10-01", town.submitted("2026-10-01"))
        assert visitor.counted(f"/property/{town.parcel.pk}/") == few
        assert few < 30

    def test_of_another_town_or_none_is_not_there(self, visitor: Visitor) -> None:
        assert visitor.get("/property/0198f000-0000-7000-8000-000000000000/").status_code == 404


class TestTheCode:
    def test_lists_its_sections_in_the_order_of_their_numbers(self, visitor: Visitor) -> None:
        page = said(visitor.get("/code/"))
        assert page.index("§ 50-2 Definitions") < page.index("§ 50-10 Operating permits")

    @pytest.mark.parametrize("asked", ["CHE-50-4-I-1", "§ 50-4(I)", "§ 50-4", "§ 50-4(Z)(9)"])
    def test_opens_the_section_that_a_citation_means(self, visitor: Visitor, asked: str) -> None:
        page = visitor.get("/code/", at=asked)
        assert page.status_code == 200
        assert "§ 50-4 Building permits" in said(page) and 'id="CHE-50-4-I-1"' in page.content.decode()

    def test_says_so_where_no_section_is_meant(self, visitor: Visitor) -> None:
        answer = visitor.get("/code/", at="§ 99-1 <b>")
        assert answer.status_code == 404 and "No section is cited as “§ 99-1 <b>”" in said(answer)

    def test_sections_on_other_pages_lead_here(self, town: Office, visitor: Visitor) -> None:
        permit: Permit = town.issued("2026-10-01")
        page = visitor.get(f"/follow/{permit.case.link_code}/").content.decode()
        assert 'href="/chester/code/?at=' in page

    def test_a_section_and_a_clause_have_addresses_that_stay(self, visitor: Visitor) -> None:
        page = visitor.get("/code/50-4/").content.decode()
        assert 'id="CHE-50-4-I-2"' in page and 'href="/chester/code/CHE-50-4-I-2/"' in page
        assert 'href="/chester/code/50-5/"' in page
        alone = visitor.get("/code/CHE-50-4-I-2/")
        assert alone.content.decode().count('<article class="prov"') == 1
        assert "The whole of § 50-4 Building permits" in said(alone)
        assert visitor.get("/code/CHE-99-9/").status_code == 404

    def test_is_searched_by_words_and_by_sections_in_any_spelling(self, visitor: Visitor) -> None:
        found = visitor.get("/code/", q="50-4 I").content.decode()
        assert found.index("§ 50-4(I)") < found.index("§ 50-4(K)") if "§ 50-4(K)" in found else "§ 50-4(I)" in found
        assert "<mark>chimney</mark>" in visitor.get("/code/", q="solid-fuel chimney").content.decode().casefold()
        assert "No clause has all of “zeppelin”" in said(visitor.get("/code/", q="zeppelin"))

    def test_is_the_law_of_another_day_and_says_so(self, visitor: Visitor) -> None:
        page = visitor.get("/code/50-4/", as_of="2026-01-05")
        assert "This is the law as it stands on" in said(page)
        assert 'href="/chester/code/CHE-50-4-I-2/?as_of=2026-01-05"' in page.content.decode()
        assert visitor.get("/code/50-4/", as_of="1990-01-01").status_code == 404
        assert "“soon” is no day that can be shown" in said(visitor.get("/code/", as_of="soon"))
        early = said(visitor.get("/code/NYS-1203-1/", as_of="2020-01-05"))
        assert "It is not in force on" in early and "it stands from" in early

    def test_takes_the_same_few_queries_however_much_is_found(self, visitor: Visitor) -> None:
        visitor.counted("/code/50-4/")
        assert visitor.counted("/code/50-4/") == visitor.counted("/code/50-13/")
        assert visitor.counted("/code/?q=permit") == visitor.counted("/code/?q=zeppelin")
