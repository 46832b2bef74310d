"""The law of each town that the program ships reads whole: every section, value and carrier, for everybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from tests.office.factories import Office
from tests.pages.counting import queries
from tests.pages.reading import text
from tests.pages.visitor import Visitor
from townwright.law.layers import SUBJECTS
from townwright.law.packs import Pack, compile_pack, shipped_names
from townwright.office import laws
from townwright.pages.law import STATES, code_of
from townwright.pages.law_reading import PARTS, Reading

Desk = Callable[..., Any]
TODAY = date(2026, 11, 17)
TOWNS = [name for name in shipped_names() if compile_pack(name).place is not None]
pytestmark = pytest.mark.usefixtures("blank_papers")

#: What a name in a file looks like, where words for people are wanted.
NAME_IN_A_FILE = re.compile(r"\b[a-z]+(_[a-z]+)+\b|\b[a-z]+\.[a-z_]+\.[a-z_]+\b|[{}]")


@pytest.fixture(params=TOWNS)
def pack(request: pytest.FixtureRequest, town: Office) -> Pack:
    """A shipped pack, in force."""
    found = laws.shipped(request.param)
    laws.bring_into_force(found, date(2001, 1, 1))
    return found


def test_every_section_opens_with_its_clauses_and_a_way_on(pack: Pack, town: Office, desk: Desk) -> None:
    clerk, code = desk(town.staff.clerk), code_of(pack)
    counts = code.counts(TODAY)
    assert sum(counts.values()) == len(pack.own_provisions(TODAY)) and tuple(counts) == STATES
    for section in code.sections:
        answer = clerk.get(f"law/{section.slug}/")
        page = answer.content.decode()
        assert answer.status_code == 200
        assert all(f'<article class="prov" id="{each.provision.id}">' in page for each in section.standing(TODAY))
    assert clerk.get("law/", show="values").status_code == clerk.get("law/whole/").status_code == 200


def test_every_section_has_one_address_and_is_found_by_its_number(pack: Pack) -> None:
    code = code_of(pack)
    slugs = [section.slug for section in code.sections]
    assert len(slugs) == len(set(slugs))
    for section in code.own:
        assert code.section(section.slug) is section and code.section(section.cite) is section
        if section.standing(TODAY):
            hits = code.search(section.cite, TODAY)
            assert any(hit.section is section for hit in hits), section.cite
            assert hits[0].section is section or not section.cite.startswith("§"), (section.cite, hits[0].section.cite)


def test_what_carries_a_clause_out_is_said_in_people_s_words(pack: Pack) -> None:
    found = Reading.of(pack)
    parts = {carrier.part for carriers in found.carriers.values() for carrier in carriers}
    assert parts <= set(PARTS.values()) | {"Readings"}
    for provision, carriers in found.carriers.items():
        for carrier in carriers:
            assert carrier.words.strip(), provision
            assert not NAME_IN_A_FILE.search(carrier.words), (provision, carrier.words)


def test_every_dated_value_has_a_title_and_says_what_it_is(pack: Pack) -> None:
    found = Reading.of(pack)
    assert found.values
    for place, values in found.values.items():
        assert values.title and not NAME_IN_A_FILE.search(values.title), (place, values.title)
        for span in values.spans:
            assert span.value and not NAME_IN_A_FILE.search(span.value), (place, span.value)
            assert span.cite and span.enacted_by


def test_the_dated_values_of_every_subject_are_among_them(pack: Pack) -> None:
    found = {place[0] for place in Reading.of(pack).values}
    for name in SUBJECTS:
        plain = getattr(pack, name).model_dump_json(by_alias=True)
        assert (name in found) == ('"enacted_by"' in plain), name


def test_everybody_reads_it_at_the_counter(pack: Pack, visitor: Visitor) -> None:
    for section in code_of(pack).sections:
        if section.standing(TODAY):
            answer = visitor.get(f"/code/{section.slug}/")
            assert answer.status_code == 200 and section.standing(TODAY)[0].provision.id in answer.content.decode()
    assert "Looser than" not in text(visitor.get("/code/"))


def test_takes_the_same_few_queries(pack: Pack, town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    clerk.get("law/")
    words = [clerk_words.provision.title.split()[0] for clerk_words in code_of(pack).own[0].clauses[:1]] or ["permit"]
    assert queries(clerk, "law/", q="permit") == queries(clerk, "law/", q=words[0]) == queries(clerk, "law/", q="zzz")


def test_an_extension_names_the_times_that_it_is_of(town: Office) -> None:
    found = Reading.of(compile_pack("shelter-island"))
    said = {values.place: values.spans[0].value for values in found.values.values()}
    assert said["permits.default.extension"] == (
        "of time in which the work must begin, how long a permit is in force; for cause"
    )
    assert said["permits.default.life"].endswith("; the certificate issued within it too")
