"""Law: the code by section, as of a day, found by words, with what carries it out and what proves it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from tests.office.factories import Office
from tests.pages.counting import queries
from tests.pages.reading import text
from townwright.law.packs import Pack
from townwright.office import laws
from townwright.pages.law import State, code_of
from townwright.pages.law_reading import value_in_words
from townwright.pages.law_words import in_order

Desk = Callable[..., Any]
pytestmark = pytest.mark.usefixtures("blank_papers")


def article(response: Any, provision: str) -> str:
    """The words of one provision on the page."""
    page = response.content.decode()
    part = page.partition(f'<article class="prov" id="{provision}">')[2].partition("</article>")[0]
    assert part, f"{provision} is not on the page"
    response.content = part.encode()
    return text(response)


def test_the_contents_count_what_is_proved_what_is_text_only_and_what_has_no_test(town: Office, desk: Desk) -> None:
    counts = code_of(laws.pack()).counts(date(2026, 11, 17))
    said = text(desk(town.staff.officer).get("law/"))
    assert f"{sum(counts.values())} provisions : {counts['proved']} proved" in said.replace(
        "provisions:", "provisions :"
    )
    for state, words in (("pending", "pending"), ("text only", "text only"), ("no test", "with no test yet")):
        assert (f"{counts[state]} {words}" in said) is bool(counts[state]), state
    assert "§ 50-4 Building permits" in said and "§ 50-13 Reserved" in said
    assert said.index("§ 50-2 Definitions") < said.index("§ 50-10 Operating permits")


@pytest.mark.parametrize("cited", ["CHE-50-4-I-2", "§ 50-4(I)", "§ 50-4", "50-4", "che-50-4-i-2", "§ 50-4(I)(9)"])
def test_a_provision_and_a_section_have_a_permanent_address(town: Office, desk: Desk, cited: str) -> None:
    said = article(desk(town.staff.officer).get("law/", at=cited), "CHE-50-4-I-2")
    assert "§ 50-4(I)" in said and "section number to be confirmed" in said
    assert "Wed 10 April 2024 now 12 months; reminders 60, 30, 7 days before L.L. No. 4-2024" in said
    assert "Life of a permit How long a permit is in force" in said
    assert "In force through (Building Permit)" in said


def test_tests_that_prove_it_are_named_by_their_examples(town: Office, desk: Desk) -> None:
    said = article(desk(town.staff.officer).get("law/", at="CHE-50-4-A-2"), "CHE-50-4-A-2")
    assert re.search(r"Proved \d+ tests?, 1 example", said)
    assert "Given work type relocate for a 100 sq ft shed" in said
    assert "Test: a relocated shed needs a permit whatever its size" in said


def test_text_only_and_reserved_ones_stand_there_too(town: Office, desk: Desk) -> None:
    page = desk(town.staff.officer).get("law/", at="§ 50-13")
    assert "Reserved" in text(page)
    assert "Text only" in text(desk(town.staff.officer).get("law/", show="text-only"))


def test_what_the_text_leaves_open_is_read_and_said(town: Office, desk: Desk) -> None:
    said = article(desk(town.staff.officer).get("law/", at="CHE-50-4-I-5"), "CHE-50-4-I-5")
    assert "Where does the year of a one-year extension start? At the end of the old term." in said
    assert "It could be: On the day of the approval." in said and "Renewal: how long each is" in said


@pytest.mark.parametrize(("show", "state"), [("proved", "proved"), ("no-test", "no test"), ("text-only", "text only")])
def test_each_count_opens_its_rows(town: Office, desk: Desk, show: str, state: State) -> None:
    count = code_of(laws.pack()).counts(date(2026, 11, 17))[state]
    answer = desk(town.staff.clerk).get("law/", show=show)
    assert answer.status_code == 200
    assert ('<article class="prov"' in answer.content.decode()) is bool(count)


def test_search_finds_by_words_and_by_id_and_says_when_it_finds_nothing(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    assert 'id="CHE-50-4-A-3"' in clerk.get("law/", q="solid-fuel chimney").content.decode()
    assert 'id="CHE-50-4-I-4"' in clerk.get("law/", q="CHE-50-4-I-4").content.decode()
    assert "No provision has all of “zeppelin”" in text(clerk.get("law/", q="zeppelin"))


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ({"at": "§ 99-1"}, 404, "Nothing is cited as “§ 99-1”"),
        ({"at": "§ 50-44"}, 404, "Nothing is cited as “§ 50-44”"),
        ({"as_of": "tomorrow"}, 200, "“tomorrow” is no day that can be shown"),
        ({"as_of": "0206-01-01"}, 200, "is no day that can be shown"),
        ({"as_of": "2020-01-01"}, 200, "The chapter is in force from Wed 10 April 2024"),
        ({"as_of": "1990-01-01"}, 404, "The office kept no law on Mon 1 January 1990"),
        ({"q": "<script>alert(1)</script>"}, 200, "&lt;script&gt;"),
        ({"show": "in"}, 200, "Sections"),
    ],
)
def test_an_address_that_means_nothing(town: Office, desk: Desk, asked: dict[str, str], status: int, said: str) -> None:
    answer = desk(town.staff.clerk).get("law/", **asked)
    assert (answer.status_code, said in text(answer)) == (status, True)


def test_as_of_a_day_it_is_the_law_of_that_day(town: Office, desk: Desk) -> None:
    later = laws.pack().to_json().replace('"value":{"months":12,', '"value":{"months":18,')
    laws.bring_into_force(Pack.from_json(later), date(2027, 1, 1))
    clerk = desk(town.staff.clerk)
    assert "12 months" in article(clerk.get("law/", at="CHE-50-4-I-2"), "CHE-50-4-I-2")
    page = clerk.get("law/", at="CHE-50-4-I-2", as_of="2027-01-02")
    assert "This is the law as it stands on" in text(page)
    assert "18 months" in article(page, "CHE-50-4-I-2")


def test_a_section_of_terms_says_how_many_permits_it_governs(town: Office, desk: Desk) -> None:
    town.issued("2026-10-01")
    assert "1 permit in force" in text(desk(town.staff.clerk).get("law/", at="§ 50-4"))


def test_takes_the_same_few_queries_for_every_section(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    clerk.get("law/", at="§ 50-3")
    small = queries(clerk, "law/", at="§ 50-13")
    assert queries(clerk, "law/", at="§ 50-10") == small
    town.issued("2026-10-01")
    with_terms = queries(clerk, "law/", at="§ 50-4")
    town.issued("2026-10-02")
    assert queries(clerk, "law/", at="§ 50-4") == with_terms


class TestWords:
    def test_sections_come_by_their_numbers(self) -> None:
        assert sorted(["§ 50-10", "§ 50-2", "§ 50-1"], key=in_order) == ["§ 50-1", "§ 50-2", "§ 50-10"]

    @pytest.mark.parametrize(
        ("value", "said"),
        [
            (None, "ended"),
            (True, "yes"),
            (50, "50 persons"),
            (["a", "b"], "a, b"),
            ({"years": 1, "rolls": True}, "1 year, carried to a business day"),
            ({"most": 2, "holder_only": True, "closes": None}, "at most 2; holder only"),
        ],
    )
    def test_of_values(self, value: Any, said: str) -> None:
        assert value_in_words(value, "persons" if value == 50 else "") == said

    def test_few_packs_are_kept_prepared(self, office: object) -> None:
        pack = laws.pack()
        first = code_of(pack)
        for number in range(5):
            text_of = pack.to_json().replace('"title":"', f'"title":"{number} ', 1)
            code_of(Pack.from_json(text_of))
        assert code_of(pack) is not first
