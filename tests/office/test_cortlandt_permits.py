"""Permits of an office that works by Cortlandt's Chapter 149: what its scenarios say of files, papers and findings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from tests.office.factories import CONTRACTOR, Office, do
from tests.office.factories_cortlandt import (
    an_office,
    blank_papers,
    issued,
    marked,
    page,
    ready,
    submitted,
    text_of,
)
from tests.office.factories_inspections import result
from townwright.office.cases.models import Party, RequestItem
from townwright.office.papers.models import Paper
from townwright.office.permits import reading
from townwright.office.permits.models import Permit
from townwright.office.register.errors import InputError, Refused

HOURS = "Work only from 8 am to 6 pm"
CONDITIONS = [
    {"text": "Keep the silt fence until the ground is planted"},
    {"text": HOURS},
    {"text": "Keep the sidewalk open"},
    {"text": "No work on Sundays"},
]


@pytest.fixture
def town(
    offices: Any, settings: Any, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Office]:
    """The office; its papers are blank sheets unless the test asks for `printed` ones."""
    if "printed" not in request.fixturenames:
        blank_papers(monkeypatch)
    with an_office(offices, settings) as opened:
        yield opened


def refused(error: pytest.ExceptionInfo[Refused]) -> dict[str, tuple[str, str]]:
    """What stands in the way: section and words, by key."""
    return {each.key: (each.cite, each.why) for each in error.value.decision.standing_in_the_way}


def printed_file(town: Office, permit: Permit, when: str) -> str:
    """The file as it is printed on a day."""
    return page(town.staff.officer, f"desk/cases/{permit.case_id}/print/", f"{when} 09:00")


def letter() -> str:
    """The body of the newest letter."""
    return " ".join(Paper.objects.filter(kind="letter").latest("id").data["body"])


class TestTheFile:
    @pytest.mark.proves("COR-149-13-1/1")
    def test_has_the_days_of_application_and_approval_and_who_approved(self, town: Office) -> None:
        # Given an application of 1 April whose plans are not approved yet
        permit = submitted(town, "2025-04-01")
        do("inspection.record", permit, "2025-04-02", town.staff.inspector, results=[result("site")])
        permit.refresh_from_db()
        marked(town, permit, "2025-04-02")
        town.reviewed("2025-04-10", permit)
        town.do("permit.examine", permit, "2025-04-10", uniform_code="complies", energy_code="complies")
        # When it is to be issued, then that is refused: the approval alone is missing
        with pytest.raises(Refused) as error:
            town.do("permit.issue", permit, "2025-04-21", certificate_kind="occupancy")
        assert refused(error) == {"documents.accepted": ("§ 149-13", "Not accepted yet")}
        # When they are approved on 22 April and the file is printed, then both days and the approver stand there
        town.do("permit.accept_documents", permit, "2025-04-22")
        text = printed_file(town, permit, "2025-04-23")
        assert "Received Tue 1 April 2025" in text
        approved = "Tue 22 Apr 2025 Construction documents accepted, mark BP-2025-0001 R1, 0 files stamped "
        assert f"{approved}Rosalind Abernathy-Cole, Director of Code Administration and Enforcement." in text
        town.do("permit.issue", permit, "2025-04-24", certificate_kind="occupancy")
        assert permit.issued_on == date(2025, 4, 24)

    @pytest.mark.proves("COR-149-5-G-3/1")
    def test_shows_a_line_that_does_not_apply_with_its_reviewer_and_day(self, town: Office) -> None:
        permit = submitted(town, "2025-04-01")
        assert "What was asked" not in printed_file(town, permit, "2025-04-01")
        flood = {"outcome": "not applicable", "words": "In no flood hazard area"}
        marked(town, permit, "2025-04-02", laws__flood=flood)
        text = printed_file(town, permit, "2025-05-06")
        by = "Rosalind Abernathy-Cole Wed 2 Apr 2025"
        assert f"Other laws: flood damage prevention Not applicable In no flood hazard area {by}" in text
        # Another reviewer looks again: the latest mark is the one that stands
        town.do(
            "permit.review", permit, "2025-04-07", town.staff.inspector,
            marks=[{"item": "laws.flood", "outcome": "satisfied"}],
        )  # fmt: skip
        text = printed_file(town, permit, "2025-05-06")
        assert "Other laws: flood damage prevention Satisfied Mateo Thornbury Mon 7 Apr 2025" in text

    @pytest.mark.proves("COR-149-13-E-2/1")
    def test_lists_each_determination_with_its_day(self, town: Office) -> None:
        # Given that every gate is passed on 23 April, and the permit is issued on the 24th
        permit = ready(town, "2025-04-23")
        town.do("permit.issue", permit, "2025-04-24", certificate_kind="occupancy")
        assert permit.issued_on == date(2025, 4, 24)
        # Then the file lists each determination with its day
        text = printed_file(town, permit, "2025-04-25")
        for says in (
            "The work complies with the Zoning Ordinance (Chapter 307)",
            "The work complies with Chapter 259, Steep Slopes",
            "The work complies with Chapter 179, Freshwater Wetlands, Water Bodies and Watercourses",
            "Every other permit, licence or approval that the Town Code requires is there",
            "Other laws: flood damage prevention",
            "Other laws: trees",
            "Other laws: every other law on building, materials, use and occupancy that applies",
            "Enough information to judge the work by the Uniform Code",
        ):
            assert f"{says} Satisfied Rosalind Abernathy-Cole Wed 23 Apr 2025" in text, says
        assert "Wed 23 Apr 2025 Examined: Uniform Code complies, Energy Code complies" in text

    @pytest.mark.proves("COR-149-13-C-3/1")
    def test_has_the_meeting_before_the_application_in_it(self, town: Office) -> None:
        permit = submitted(town, "2025-03-05")
        note = {"case": permit.case_id, "how": "visit", "who": "Dara Ortiz", "words": "What a deck needs"}
        given = {"on": "2025-02-20", "late_reason": "The application came later"}
        do("note.take", None, "2025-03-05", town.staff.clerk, **note, **given)
        assert "Thu 20 Feb 2025" in printed_file(town, permit, "2025-03-06")
        assert "What a deck needs" in printed_file(town, permit, "2025-03-06")
        # Nobody who did not confer is treated otherwise
        other = submitted(town, "2025-03-05")
        assert permit.filed_on == other.filed_on == date(2025, 3, 5)
        assert [each.key for each in reading.decision_on_completeness(other, date(2025, 3, 6)).standing_in_the_way] == [
            each.key for each in reading.decision_on_completeness(permit, date(2025, 3, 6)).standing_in_the_way
        ]

    @pytest.mark.proves("COR-149-13-E-1/1")
    def test_shows_the_contractor_of_the_day_that_it_is_read_for(self, town: Office) -> None:
        permit = issued(town, "2025-04-24").permit
        old = Party.objects.get(case=permit.case_id, part="contractor", ends=None)
        new = {"part": "contractor", "who": {**CONTRACTOR, "name": "Croton Builders Inc."}}
        why = "Changed on 10 June 2025"
        town.do("permit.change_parties", permit, "2025-06-12", leave=[old.pk], enter=[new], why=why)
        before = printed_file(town, permit, "2025-06-11")
        assert "Contractor Hudson Decks LLC" in before
        assert "Contractor Croton Builders Inc." not in before
        after = printed_file(town, permit, "2025-06-12")
        assert "Contractor Croton Builders Inc." in after
        assert "Contractor until Thu 12 Jun 2025 Hudson Decks LLC" in after


class TestTheReview:
    @pytest.mark.proves("COR-149-13-4/1")
    def test_refuses_the_issue_naming_the_provision_that_was_cited(self, town: Office) -> None:
        permit = ready(town, "2025-04-09")
        riser = {"item": "b", "outcome": "not satisfied", "words": "A stair riser is too high"}
        marks = [{**riser, "sections": "RCNYS R311.7.5.1"}]
        town.do("permit.review", permit, "2025-04-10", marks=marks)
        with pytest.raises(Refused) as error:
            town.do("permit.issue", permit, "2025-04-11", certificate_kind="occupancy")
        ((cite, why),) = refused(error).values()
        assert cite == "§ 149-13(A)"
        assert "A stair riser is too high. RCNYS R311.7.5.1" in why

    @pytest.mark.proves("COR-149-13-A/1")
    def test_of_missing_insulation_values_asks_for_them_in_its_letter(self, town: Office, printed: None) -> None:
        permit = submitted(town, "2025-03-04", answers={"application.special_inspections_apply": False})
        wanting = {"outcome": "not satisfied", "words": "Insulation values are missing"}
        marked(town, permit, "2025-03-11", information__energy_code=wanting)
        decision = reading.decision_on_completeness(permit, date(2025, 3, 11))
        assert [(each.key, each.cite) for each in decision.standing_in_the_way] == [
            ("review.information.energy_code", "§ 149-13(A)")
        ]
        town.do("permit.request_changes", permit, "2025-03-11", findings=["review.information.energy_code"])
        assert permit.key_on(date(2025, 3, 11)) == "with applicant"
        text = text_of("change_request")
        assert "Enough information to judge the work by the Energy Code" in text
        assert "Insulation values are missing" in text
        assert "§ 149-13(A)" in text

    @pytest.mark.proves("COR-149-13-C-2/1")
    def test_waits_for_what_was_asked_for_from_the_day_of_asking_to_the_day_of_the_answer(self, town: Office) -> None:
        permit = submitted(town, "2025-03-05", answers={"application.special_inspections_apply": False})
        marked(town, permit, "2025-03-05")

        def why(on: str) -> list[tuple[str, str, str]]:
            decision = reading.decision_on_completeness(permit, date.fromisoformat(on))
            return [(each.key, each.cite, each.why) for each in decision.standing_in_the_way]

        assert why("2025-03-13") == []
        item = {"title": "Soil report", "words": "The slope is steep"}
        town.do("permit.request_changes", permit, "2025-03-14", items=[item])
        for on in ("2025-03-14", "2025-04-01"):
            assert why(on) == [("information", "§ 149-13(C)", "Open requests: Soil report")]
        asked = RequestItem.objects.get()
        given = {"item": asked.pk, "words": "The soil report of 1 April"}
        do("permit.answer", permit, "2025-04-02", town.staff.clerk, **given)
        assert why("2025-04-02") == []
        asked.refresh_from_db()
        assert (asked.request.sent_on, asked.answered_on) == (date(2025, 3, 14), date(2025, 4, 2))


class TestThePermit:
    @pytest.mark.proves("COR-149-13-6/1")
    def test_has_a_placard_with_number_address_both_days_and_the_duty_to_display_it(
        self, town: Office, printed: None
    ) -> None:
        issued(town, "2025-04-24")
        text = text_of("permit")
        placard = text[text.rindex("Display this permit prominently on the property during construction") :]
        for said in ("BP-2025-0001", "9 Oak Street", "In force through 24 April 2026", "Issued 24 April 2025"):
            assert said in placard, said

    @pytest.mark.proves("COR-149-13-E-3/1")
    def test_bears_its_conditions_and_a_breach_of_one_is_a_ground(self, town: Office, printed: None) -> None:
        permit = issued(town, "2025-04-24", conditions=CONDITIONS[:2]).permit
        assert f"2. {HOURS}" in text_of("permit")
        given = {"ground": "breaks a condition", "condition": HOURS}
        town.do("permit.find_ground", permit, "2025-06-23", **given)
        assert permit.grounds.get().condition == HOURS


class TestAFinding:
    @pytest.mark.proves("COR-149-13-F-3/1")
    def test_of_work_against_a_condition_cites_it_in_the_notice(self, town: Office) -> None:
        permit = issued(town, "2025-04-24", conditions=CONDITIONS).permit
        # A condition has to be named, and one that the permit has
        with pytest.raises(Refused) as error:
            town.do("permit.find_ground", permit, "2025-06-23", ground="breaks a condition")
        assert refused(error) == {"condition": ("§ 149-13(F)", "No condition of the permit is chosen")}
        with pytest.raises(InputError, match="no such condition"):
            town.do("permit.find_ground", permit, "2025-06-23", ground="breaks a condition", condition="No noise")
        given = {"ground": "breaks a condition", "condition": "No work on Sundays"}
        town.do("permit.find_ground", permit, "2025-06-23", **given, words="Work was seen on Sunday 22 June 2025")
        town.do("permit.suspend", permit, "2025-06-23")
        assert permit.key_on(date(2025, 6, 23)) == "suspended"
        assert "The work does not keep condition 4 of the permit: No work on Sundays." in letter()
        assert "Work was seen on Sunday 22 June 2025." in letter()
        assert "is suspended under § 149-13(F) from Mon 23 June 2025" in letter()

    @pytest.mark.proves("COR-149-13-F-4/1")
    def test_of_a_false_statement_names_the_field_both_facts_and_the_evidence(self, town: Office) -> None:
        permit = issued(town, "2025-04-24").permit
        given = {
            "ground": "false statement",
            "information": "Dwelling units: one",
            "true_fact": "Two dwelling units",
            "evidence": ["Inspection of 5 August 2025"],
        }
        for missing, nothing in (("information", ""), ("true_fact", ""), ("evidence", [])):
            with pytest.raises(Refused) as error:
                town.do("permit.find_ground", permit, "2025-08-07", **{**given, missing: nothing})
            assert [cite for cite, _ in refused(error).values()] == ["§ 149-13(F)"]
        town.do("permit.find_ground", permit, "2025-08-07", **given)
        town.do("permit.revoke", permit, "2025-08-07")
        assert permit.revoked_on == date(2025, 8, 7)
        said = "Stated: Dwelling units: one. In truth: Two dwelling units. Evidence: Inspection of 5 August 2025."
        assert f"A material fact was misrepresented or falsified. {said}" in letter()

    def test_on_a_ground_that_only_other_towns_have_is_refused(self, town: Office) -> None:
        permit = issued(town, "2025-04-24").permit
        with pytest.raises(Refused) as error:
            town.do("permit.find_ground", permit, "2025-08-07", ground="stop order disobeyed")
        assert refused(error)["ground"][0] == "§ 149-13(F)"
