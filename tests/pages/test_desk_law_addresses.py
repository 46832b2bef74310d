"""Permanent addresses of the law: a section and a provision each by its own, as of a day, with its history."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from tests.office.factories import Office
from tests.pages.counting import queries
from tests.pages.reading import section, text
from townwright.law.packs import Pack
from townwright.law.provisions import Provision
from townwright.office import laws
from townwright.pages.law import code_of

Desk = Callable[..., Any]
pytestmark = pytest.mark.usefixtures("blank_papers")

#: A clause that was superseded within the law itself, and the one in its place.
OLD = {"adopted": "2024-04-10", "until": "2026-06-30", "enacted_by": "L.L. No. 4-2024"}
NEW = {"adopted": "2026-07-01", "enacted_by": "L.L. No. 2-2026"}


def amended(pack: Pack, **changes: Any) -> Pack:
    """The pack with one of its provisions changed, or with others beside it."""
    more = tuple(Provision.model_validate({**one, "pack": pack.name}) for one in changes.pop("more", ()))
    kept = tuple(
        p.model_copy(update=changes[p.id.replace("-", "_")]) if p.id.replace("-", "_") in changes else p
        for p in pack.provisions
        if changes.get(p.id.replace("-", "_"), "") is not None
    )
    return Pack.from_json(pack.model_copy(update={"provisions": (*kept, *more)}).to_json())


def clause(number: int, **more: str) -> dict[str, Any]:
    return {
        "id": f"CHE-50-16-Z-{number}",
        "cite": "§ 50-16(Z)",
        "title": f"Report number {number} to the board",
        "kind": "report",
        "says": f"The officer makes report number {number}.",
        **more,
    }


def test_a_provision_stands_alone_at_its_own_address(town: Office, desk: Desk) -> None:
    answer = desk(town.staff.clerk).get("law/CHE-50-4-I-2/")
    page = answer.content.decode()
    assert answer.status_code == 200 and page.count('<article class="prov"') == 1
    assert '<article class="prov" id="CHE-50-4-I-2">' in page
    assert "Stands from Wed 10 April 2024" in section(answer, "History")
    assert 'href="/chester/desk/law/50-4/#CHE-50-4-I-2"' in page
    assert "Link to this" in text(answer)
    here = page.partition('aria-label="Provisions beside"')[2]
    assert "/chester/desk/law/CHE-50-4-I-1/" in here and "/chester/desk/law/CHE-50-4-I-3/" in here


@pytest.mark.parametrize("name", ["50-4", "CHE-50-4-I-2", "che-50-4-i-2", "§ 50-4(I)", "19-nycrr-1203.3"])
def test_an_address_opens_in_any_spelling(town: Office, desk: Desk, name: str) -> None:
    assert desk(town.staff.clerk).get(f"law/{name}/").status_code == 200


def test_every_section_and_every_provision_has_one_address(town: Office) -> None:
    code = code_of(laws.pack())
    slugs = [one.slug for one in code.sections]
    assert len(slugs) == len(set(slugs)) and all(code.section(one.slug) is one for one in code.sections)
    for one in code.sections:
        for each in one.clauses:
            assert code.clause(each.provision.id) == (one, each)


def test_an_address_of_nothing_says_so_and_offers_the_sections(town: Office, desk: Desk) -> None:
    answer = desk(town.staff.clerk).get("law/CHE-99-9/")
    assert answer.status_code == 404
    assert "Nothing is cited as “CHE-99-9”" in text(answer) and "§ 50-4 Building permits" in text(answer)


def test_a_day_is_kept_in_every_link(town: Office, desk: Desk) -> None:
    page = desk(town.staff.clerk).get("law/50-4/", as_of="2026-01-05").content.decode()
    assert "This is the law as it stands on" in page
    assert 'href="/chester/desk/law/CHE-50-4-I-2/?as_of=2026-01-05"' in page
    assert 'href="/chester/desk/law/50-5/?as_of=2026-01-05"' in page


def test_what_was_superseded_is_still_reached_by_its_day(town: Office, desk: Desk) -> None:
    laws.bring_into_force(amended(laws.pack(), more=[clause(1, **OLD), clause(2, **NEW)]), date(2024, 4, 10))
    clerk = desk(town.staff.clerk)

    now = clerk.get("law/50-16/")
    assert "Report number 2 to the board" in text(now) and 'id="CHE-50-16-Z-1"' not in now.content.decode()
    assert "Not in force on that day (1) Report number 1 to the board § 50-16(Z) , until Tue 30 June 2026" in text(now)

    history = section(clerk.get("law/CHE-50-16-Z-2/"), "History")
    assert "Stands from Wed 1 July 2026 , L.L. No. 2-2026" in history
    assert "In its place before Report number 1 to the board" in history
    page = clerk.get("law/CHE-50-16-Z-2/").content.decode()
    assert 'href="/chester/desk/law/CHE-50-16-Z-1/?as_of=2026-06-30"' in page

    then = clerk.get("law/CHE-50-16-Z-1/", as_of="2026-06-30")
    assert "It is not in force" not in text(then)
    assert "In its place since Report number 2 to the board" in section(then, "History")
    assert "It is not in force on Tue 17 November 2026 : it stood until Tue 30 June 2026" in text(
        clerk.get("law/CHE-50-16-Z-1/")
    )
    assert "it stands from Wed 1 July 2026" in text(clerk.get("law/CHE-50-16-Z-2/", as_of="2026-06-30"))


def test_a_clause_that_was_amended_is_shown_in_the_words_of_each_time(town: Office, desk: Desk) -> None:
    laws.bring_into_force(amended(laws.pack(), CHE_50_1_A_1={"says": "It is now said otherwise."}), date(2026, 10, 1))
    clerk = desk(town.staff.clerk)
    answer = clerk.get("law/CHE-50-1-A-1/")
    history = section(answer, "History")
    assert "In the office’s law from Sat 1 January 2000 until Wed 30 September 2026: as it read then" in history
    assert "from Thu 1 October 2026 on: as it read then" in history
    assert "It is now said otherwise" in text(answer)
    assert "It is now said otherwise" not in text(clerk.get("law/CHE-50-1-A-1/", as_of="2026-09-30"))


def test_a_clause_that_today_s_law_no_longer_has_leads_to_the_days_that_had_it(town: Office, desk: Desk) -> None:
    laws.bring_into_force(amended(laws.pack(), CHE_50_1_A_1=None), date(2026, 10, 1))
    answer = desk(town.staff.clerk).get("law/che-50-1-a-1/")
    assert answer.status_code == 404
    assert "The law of Tue 17 November 2026 has no provision of this name" in text(answer)
    assert 'href="/chester/desk/law/CHE-50-1-A-1/?as_of=2000-01-01"' in answer.content.decode()
    assert desk(town.staff.clerk).get("law/CHE-50-1-A-1/", as_of="2026-09-30").status_code == 200


def test_a_defined_term_leads_to_its_definition(town: Office, desk: Desk) -> None:
    page = desk(town.staff.clerk).get("law/50-4/").content.decode()
    assert 'href="/chester/desk/law/CHE-50-2-BUILDING-PERMIT-1/"' in page
    own = desk(town.staff.clerk).get("law/CHE-50-2-ORDER-TO-REMEDY/").content.decode()
    words = own.partition('<p class="law">')[2].partition("</p>")[0]
    assert "/CHE-50-2-ORDER-TO-REMEDY/" not in words and "/CHE-50-2-CEO-1/" in words


def test_dated_values_are_listed_by_what_they_are_of(town: Office, desk: Desk) -> None:
    said = text(desk(town.staff.clerk).get("law/", show="values"))
    assert "How long a permit is in force" in said and "12 months; reminders 60, 30, 7 days before" in said
    early = text(desk(town.staff.clerk).get("law/", show="values", as_of="2001-01-01"))
    assert "not on file yet" in early


def test_a_section_number_to_be_confirmed_is_said_and_listed(town: Office, desk: Desk) -> None:
    answer = desk(town.staff.clerk).get("law/", show="to-be-confirmed")
    found = [one for one in laws.pack().own_provisions() if one.cite_inferred]
    assert found and all(f'id="{one.id}"' in answer.content.decode() for one in found[:60])
    assert f"{found[0].id}, section number to be confirmed" in text(answer)


def test_each_page_takes_the_same_few_queries(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    clerk.get("law/CHE-50-4-I-2/")
    one = queries(clerk, "law/CHE-50-1-A-1/")
    assert queries(clerk, "law/CHE-50-20-A-2/") == one
    for number in range(3):
        changed = {"says": f"Said in the {number}th way."}
        laws.bring_into_force(amended(laws.pack(), CHE_50_1_A_1=changed), date(2026, 10, 1 + number))
    clerk.get("law/CHE-50-1-A-1/")
    assert queries(clerk, "law/CHE-50-1-A-1/") == one
    assert queries(clerk, "law/", q="permit") == queries(clerk, "law/", q="zeppelin")


class TestSearch:
    @pytest.mark.parametrize("asked", ["50-4 I", "§50-4(I)", "50-4(i)", "§ 50-4 (I)"])
    def test_finds_a_section_in_any_spelling_first(self, town: Office, asked: str) -> None:
        hits = code_of(laws.pack()).search(asked, date(2026, 11, 17))
        cites = [hit.clause.provision.cite for hit in hits if hit.clause]
        many = cites.count("§ 50-4(I)")
        assert many > 3 and cites[:many] == ["§ 50-4(I)"] * many

    def test_a_whole_section_comes_with_all_of_its_clauses(self, town: Office) -> None:
        hits = code_of(laws.pack()).search("50-12", date(2026, 11, 17))
        assert {hit.section.cite for hit in hits[:8]} == {"§ 50-12"}

    def test_words_in_a_title_come_before_words_elsewhere(self, town: Office) -> None:
        hits = code_of(laws.pack()).search("stop-work order", date(2026, 11, 17))
        titles = [hit.clause.provision.title.casefold() for hit in hits if hit.clause]
        assert len(hits) > 3 and "stop-work order" in titles[0] and "stop-work order" in titles[1]

    def test_has_every_word_and_marks_each(self, town: Office, desk: Desk) -> None:
        page = desk(town.staff.clerk).get("law/", q="solid-fuel chimney").content.decode()
        assert "<mark>chimney</mark>" in page.casefold() and 'href="/chester/desk/law/50-4/#CHE-50-4-A-3"' in page

    def test_what_no_longer_stands_is_not_found(self, town: Office) -> None:
        code = code_of(amended(laws.pack(), more=[clause(1, **OLD)]))
        ids = [
            {hit.clause.provision.id for hit in code.search("report number 1", on) if hit.clause and hit.by == "words"}
            for on in (date(2026, 11, 17), date(2026, 6, 30))
        ]
        assert not ids[0] and len(ids[1]) == 1

    @pytest.mark.parametrize("asked", ["sec. 50-4(I)", "Section 50-4 (I)", "§§ 50-4(I)", "s. 50-4 I"])
    def test_the_word_for_a_section_may_stand_before_its_number(self, town: Office, asked: str) -> None:
        hits = code_of(laws.pack()).search(asked, date(2026, 11, 17))
        assert hits[0].clause is not None and hits[0].clause.provision.cite == "§ 50-4(I)"

    @pytest.mark.parametrize(("asked", "provision"), [
        ("How long is a permit good for?", "CHE-50-4-I-2"),
        ("wood stove", "CHE-50-4-A-3"),
        ("do I need a permit for a deck?", "CHE-50-4-A-1"),
        ("shed", "CHE-50-4-A-1"),
    ])  # fmt: skip
    def test_what_the_code_has_no_word_for_is_found_by_other_words(
        self, town: Office, asked: str, provision: str
    ) -> None:
        hits = code_of(laws.pack()).search(asked, date(2026, 11, 17))
        found = [hit.clause.provision.id for hit in hits if hit.clause and hit.by == "other words"]
        assert provision in found[:4]

    def test_where_no_clause_has_all_those_that_have_most_are_shown(self, town: Office, desk: Desk) -> None:
        hits = code_of(laws.pack()).search("zeppelin temporary certificate", date(2026, 11, 17))
        assert {hit.by for hit in hits} == {"some words"}
        assert hits[0].clause is not None and "temporary" in hits[0].clause.provision.title.casefold()
        said = text(desk(town.staff.clerk).get("law/", q="zeppelin temporary certificate"))
        assert "No provision has all of “zeppelin temporary certificate”. These have some of it." in said
        assert "These have other words for it" in text(desk(town.staff.clerk).get("law/", q="wood stove"))

    def test_one_word_alone_that_is_nowhere_finds_nothing(self, town: Office) -> None:
        assert not code_of(laws.pack()).search("zeppelin permit", date(2026, 11, 17))

    def test_blanks_and_marks_alone_find_nothing(self, town: Office) -> None:
        assert not code_of(laws.pack()).search(" §  ", date(2026, 11, 17))


def test_what_is_pending_is_listed_by_the_subject_that_will_prove_it(town: Office, desk: Desk) -> None:
    code = code_of(laws.pack())
    waiting = code.pending(date(2026, 11, 17))
    clerk = desk(town.staff.clerk)
    contents, page = clerk.get("law/").content.decode(), clerk.get("law/", show="pending").content.decode()
    for subject in waiting:
        assert f"Pending: {subject}" in contents and f"#by-{subject.replace(' ', '-')}" in contents
    for one in code.own:
        for each in one.clauses:
            if each.state == "pending":
                listed = page.partition(f'id="by-{str(each.pending).replace(" ", "-")}"')[2].partition("</section>")[0]
                assert f"/law/{each.provision.id}/" in listed
