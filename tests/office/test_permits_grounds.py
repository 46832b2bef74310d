"""Findings against a permit, suspension, showings, lifting, revocation; parties and who has the case."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.office.factories import Office, pdf
from tests.office.test_papers_press import words
from townwright.office.cases.models import Party
from townwright.office.papers.acts import bytes_of
from townwright.office.papers.models import Paper
from townwright.office.people.models import Insurance
from townwright.office.permits import reading, terms
from townwright.office.permits.models import Permit, Showing
from townwright.office.register.acts import offers
from townwright.office.register.errors import InputError, NotAllowed, Refused
from townwright.office.staff.models import Account

pytestmark = [pytest.mark.both_engines, pytest.mark.usefixtures("site_inspected")]

IN_ERROR = {"ground": "issued in error", "defect": "incorrect", "information": "Lot-line distance 30 ft, survey 18 ft"}


def found(error: pytest.ExceptionInfo[Refused]) -> dict[str, str]:
    """Sections that stand in the way, by the keys of their findings."""
    return {finding.key: finding.cite for finding in error.value.decision.standing_in_the_way}


def open_now(permit: Permit, town: Office, when: str) -> set[str]:
    """The acts that the officer is offered as open."""
    offered = offers(permit, town.staff.officer, date.fromisoformat(when))
    return {offer.spec.name for offer in offered if offer.open}


class TestFindings:
    @pytest.mark.proves("CHE-50-4-J-1/1", "CHE-50-4-J-3/1")
    def test_a_decision_is_due_and_is_one_of_two(self, town: Office) -> None:
        # Given a finding of 14 July on wrong information, and no decision
        permit = town.issued("2025-03-03")
        assert not {"permit.suspend", "permit.revoke"} & open_now(permit, town, "2025-07-14")
        town.do("permit.find_ground", permit, "2025-07-14", **IN_ERROR)
        # When the queue is opened on 15 July, then the permit stands in it, with suspend and revoke open
        (row,) = reading.decision_due(date(2025, 7, 15))
        assert (row.permit, row.days, row.by) == (permit, 1, date(2025, 7, 14))
        assert {"permit.suspend", "permit.revoke"} <= open_now(permit, town, "2025-07-15")
        assert reading.standing(permit, date(2025, 7, 15)).who_has_it == "the office"

    @pytest.mark.proves("CHE-50-4-J-2/1")
    def test_a_violated_code_is_cited(self, town: Office) -> None:
        permit = town.issued("2025-03-03")
        with pytest.raises(Refused) as error:
            town.do("permit.find_ground", permit, "2025-07-14", ground="work violates a code")
        assert found(error) == {"sections": "§ 50-4(J)"}
        given = {"ground": "work violates a code", "sections": ["R311.7"], "words": "Risers of 9 inches"}
        town.do("permit.find_ground", permit, "2025-07-14", **given)
        town.do("permit.suspend", permit, "2025-07-14", words="Call us")
        body = Paper.objects.get(kind="letter").data["body"]
        assert "The work violates R311.7. Risers of 9 inches." in body

    @pytest.mark.parametrize("missing", ["defect", "information"])
    def test_wrong_information_is_named_with_its_defect(self, town: Office, missing: str) -> None:
        permit = town.issued("2025-03-03")
        with pytest.raises(Refused) as error:
            town.do("permit.find_ground", permit, "2025-07-14", **{**IN_ERROR, missing: ""})
        assert found(error) == {"information": "§ 50-4(J)"}

    def test_a_rule_that_was_overlooked_stands_in_the_notice_beside_the_information(self, town: Office) -> None:
        permit = town.issued("2025-03-03")
        town.do("permit.find_ground", permit, "2025-07-14", **IN_ERROR, rule_overlooked="§ 98-12")
        town.do("permit.suspend", permit, "2025-07-14")
        overlooked = "It was issued in error overlooking § 98-12, on incorrect information"
        assert f"{overlooked}: Lot-line distance 30 ft, survey 18 ft." in Paper.objects.get(kind="letter").data["body"]

    def test_without_a_finding_nothing_is_suspended(self, town: Office) -> None:
        permit = town.issued("2025-03-03")
        with pytest.raises(Refused):
            town.do("permit.suspend", permit, "2025-07-14")
        with pytest.raises(NotAllowed):
            town.do("permit.find_ground", permit, "2025-07-14", town.staff.inspector, **IN_ERROR)

    def test_an_application_has_no_permit_to_find_against(self, town: Office) -> None:
        with pytest.raises(Refused, match="is issued"):
            town.do("permit.find_ground", town.submitted("2025-03-03"), "2025-07-14", **IN_ERROR)


class TestSuspension:
    @pytest.mark.proves("CHE-50-4-J-4/1", "CHE-50-4-J-5/1")
    def test_both_showings_lift_it_and_the_term_stays(self, town: Office) -> None:
        permit = town.suspended("2025-07-14", town.issued("2025-03-03"))
        town.do("permit.commence", permit, "2025-07-15", began_on="2025-04-01", evidence="inspection")
        assert permit.key_on(date(2025, 7, 14)) == "suspended"
        # Given showing 1 of 6 August, showing 2 open: lifting is refused
        town.do(
            "permit.show",
            permit,
            "2025-08-06",
            which="completed",
            evidence="Inspection of 5 August",
            file=pdf("report.pdf", 1).pk,
        )
        with pytest.raises(Refused) as error:
            town.do("permit.lift", permit, "2025-08-07")
        (finding,) = error.value.decision.standing_in_the_way
        assert (finding.key, finding.why) == ("showing.proposed", "Not shown; both showings are needed")
        # When both are accepted on 20 August, then it is in force again and still ends on 3 March
        town.do("permit.show", permit, "2025-08-20", which="proposed", evidence="Amended site plan")
        town.do("permit.lift", permit, "2025-08-20")
        assert permit.key_on(date(2025, 8, 19)) == "suspended"
        assert permit.key_on(date(2025, 8, 20)) == "in force"
        assert permit.last_day == date(2026, 3, 3)
        assert Showing.objects.get(which="completed").file is not None

    def test_a_second_suspension_needs_showings_of_its_own(self, town: Office) -> None:
        permit = town.suspended("2025-07-14", town.issued("2025-03-03"))
        for which in ("completed", "proposed"):
            town.do("permit.show", permit, "2025-07-20", which=which, evidence="Survey")
        town.do("permit.lift", permit, "2025-07-20")
        town.suspended("2025-07-20", permit)
        assert permit.key_on(date(2025, 7, 20)) == "suspended"
        with pytest.raises(Refused) as error:
            town.do("permit.lift", permit, "2025-07-21")
        assert set(found(error)) == {"showing.completed", "showing.proposed"}

    def test_in_a_town_that_says_so_its_days_are_added(self, town: Office, monkeypatch: pytest.MonkeyPatch) -> None:
        permit = town.suspended("2025-07-14", town.issued("2025-03-03"))
        rules = terms.rules_of(permit).model_copy(update={"suspension_tolls": True})
        monkeypatch.setattr(terms, "rules_of", lambda _: rules)
        for which in ("completed", "proposed"):
            town.do("permit.show", permit, "2025-07-24", which=which, evidence="Survey")
        town.do("permit.lift", permit, "2025-07-24")
        assert permit.last_day == date(2026, 3, 13)

    def test_nothing_is_shown_where_nothing_is_suspended(self, town: Office) -> None:
        permit = town.issued("2025-03-03")
        with pytest.raises(Refused, match="is suspended"):
            town.do("permit.show", permit, "2025-07-20", which="completed", evidence="Survey")
        with pytest.raises(Refused, match="is suspended"):
            town.do("permit.lift", permit, "2025-07-20")


class TestRevocation:
    def test_a_revoked_permit_is_not_revived_and_its_paper_is_void(self, town: Office, printed: None) -> None:
        permit = town.issued("2025-03-03")
        town.do("permit.find_ground", permit, "2025-07-14", **IN_ERROR)
        town.do("permit.revoke", permit, "2025-07-16")
        assert (permit.key_on(date(2025, 7, 16)), permit.case.outcome) == ("revoked", "revoked")
        paper = Paper.objects.get(kind="permit")
        assert (paper.void_on, paper.void_why) == (date(2025, 7, 16), "The permit is revoked")
        text = words(bytes_of(Paper.objects.get(kind="letter")))
        assert "is revoked under § 50-4(J) from Wed 16 July 2025" in text
        assert "a new permit has to be applied for" in text
        with pytest.raises(Refused):
            town.do("permit.lift", permit, "2025-07-17")
        with pytest.raises(Refused):
            town.do("permit.revoke", permit, "2025-07-17")


class TestParties:
    def test_a_contractor_leaves_and_another_comes_with_its_proof(self, town: Office) -> None:
        permit = town.issued("2025-03-03")
        old = Party.objects.get(case=permit.case, part="contractor")
        town.do(
            "permit.change_parties",
            permit,
            "2025-05-01",
            town.staff.clerk,
            leave=[old.pk],
            why="Left the job",
            enter=[{"part": "contractor", "who": {"name": "Orange Builders", "kind": "firm"}}],
        )
        old.refresh_from_db()
        assert old.ends == date(2025, 5, 1)
        new = Party.objects.get(case=permit.case, part="contractor", ends=None)
        proof = {"who": new.pk, "kind": "workers compensation", "form": "C-105.2", "ends": "2026-05-01"}
        town.do("permit.change_parties", permit, "2025-05-02", insurances=[proof], why="New proof")
        assert Insurance.objects.get(person=new.person).ends == date(2026, 5, 1)
        assert {e.said for e in reading.history(permit)} >= {"C-105.2 recorded: New proof"}

    @pytest.mark.parametrize(
        ("given", "words"),
        [
            ({}, "Nothing is changed"),
            ({"leave": ["0189aaaa-0000-7000-8000-000000000000"]}, "no part in this case"),
            ({"enter": [{"part": "tenant", "who": {}}]}, "who it is"),
            (
                {
                    "insurances": [
                        {"who": "0189aaaa-0000-7000-8000-000000000000", "kind": "liability", "form": "ACORD 25"}
                    ]
                },
                "no part in this case",
            ),
        ],
    )
    def test_what_cannot_be_changed(self, town: Office, given: dict[str, Any], words: str) -> None:
        permit = town.submitted("2025-03-03")
        with pytest.raises(InputError, match=words):
            town.do("permit.change_parties", permit, "2025-03-04", why="See letter", **given)

    def test_cover_does_not_end_before_it_begins(self, town: Office) -> None:
        permit = town.submitted("2025-03-03")
        who = Party.objects.get(case=permit.case, part="contractor").pk
        proof = {"who": who, "kind": "liability", "form": "ACORD 25", "begins": "2025-05-02", "ends": "2025-05-01"}
        with pytest.raises(InputError, match="before the first"):
            town.do("permit.change_parties", permit, "2025-03-04", why="See letter", insurances=[proof])
        kept = {**proof, "ends": "2026-05-01", "file": pdf("acord.pdf", 1).pk}
        town.do("permit.change_parties", permit, "2025-03-04", why="See letter", insurances=[kept])
        assert Insurance.objects.filter(form="ACORD 25", file_id__isnull=False).exists()

    def test_the_case_is_given_to_somebody_of_the_office(self, town: Office) -> None:
        permit = town.submitted("2025-03-03")
        town.do("permit.assign", permit, "2025-03-04", account=town.staff.inspector.id, why="On leave")
        assert permit.case.officer_id == town.staff.inspector.id
        assert reading.history(permit)[0].said == "Assigned to Mateo Thornbury: On leave"
        stranger = Account.objects.create(username="dara", name="Dara Ortiz", role="applicant")
        with pytest.raises(InputError, match="nobody of the office"):
            town.do("permit.assign", permit, "2025-03-04", account=stranger.pk)
