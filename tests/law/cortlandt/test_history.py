"""The history of the chapter, and the clauses that ask nothing of the software."""

from datetime import date

import pytest

from townwright.law.packs import Pack
from townwright.law.provisions import ProvisionKind

ENACTED = {
    date(1992, 4, 14): "L.L. No. 6-1992",
    date(2016, 6, 14): "L.L. No. 3-2016",
    date(2024, 4, 16): "L.L. No. 4-2024",
}


@pytest.mark.proves("COR-149-HIST/1")
def test_the_chapter_shows_its_adoption_and_both_amendments(cortlandt: Pack) -> None:
    chapter = cortlandt.town.chapter
    noted = {p.adopted: p.enacted_by for p in cortlandt.own_provisions() if p.adopted}

    assert (chapter.adopted, chapter.enacted_by) == (date(1992, 4, 14), "L.L. No. 6-1992")
    assert noted == ENACTED


def test_the_notes_stand_at_the_clauses_that_they_belong_to(cortlandt: Pack) -> None:
    of_2016 = {p.id for p in cortlandt.own_provisions() if p.enacted_by == "L.L. No. 3-2016"}
    sections_of_2024 = {p.cite.partition("(")[0] for p in cortlandt.own_provisions() if "4-2024" in p.enacted_by}

    assert of_2016 == {p.id for p in cortlandt.own_provisions() if p.cite.startswith("§ 149-13(H)")}
    assert sections_of_2024 == {"§ 149-1", "§ 149-13", "§ 149-15"}
    assert cortlandt.provision("COR-149-13-A").stands(date(2024, 4, 16))
    assert not cortlandt.provision("COR-149-13-A").stands(date(2024, 4, 15))
    assert cortlandt.provision("COR-149-13-B-b").stands(date(2024, 4, 15))


@pytest.mark.proves("COR-149-1-1/1", "COR-149-2-A-2/1")
@pytest.mark.parametrize(
    ("clause", "words"),
    [
        ("COR-149-1-1", "one department"),
        ("COR-149-2-A-2", "Suburban Town Law"),
    ],
)
def test_a_clause_of_text_is_shown_and_nothing_hangs_on_it(cortlandt: Pack, clause: str, words: str) -> None:
    provision = cortlandt.provision(clause)

    assert provision.kind is ProvisionKind.TEXT_ONLY
    assert words in provision.says
    assert provision in cortlandt.own_provisions(date(2025, 6, 2))
    assert clause not in cortlandt.carriers


@pytest.mark.parametrize(
    ("clause", "counted"),
    [
        ("COR-149-5-A", False),
        ("COR-149-7-1", False),
        ("COR-149-9-2", False),
        ("COR-149-11-B-2", False),
        ("COR-149-4", True),
        ("COR-149-12-A", True),
        ("COR-149-15-E-2-b", True),
    ],
)
def test_a_section_number_that_was_counted_is_to_be_confirmed(cortlandt: Pack, clause: str, counted: bool) -> None:
    assert cortlandt.provision(clause).cite_inferred is counted


def test_only_four_sections_are_printed_in_the_index(cortlandt: Pack) -> None:
    seen = {p.cite.partition("(")[0] for p in cortlandt.own_provisions() if not p.cite_inferred}

    assert seen == {"§ 149-5", "§ 149-7", "§ 149-9", "§ 149-11"}


def test_every_section_has_its_heading(cortlandt: Pack) -> None:
    sections = ["Ch. 149", *(f"§ 149-{number}" for number in range(1, 20))]

    assert list(cortlandt.town.chapter.sections) == sections
    assert {p.section for p in cortlandt.own_provisions()} == set(sections)
