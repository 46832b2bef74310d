"""Issue, disapproval and withdrawal; the permit's paper; its terms and the beginning of the work."""

from __future__ import annotations

from datetime import date

import pytest

from tests.office.factories import Office, appointed, insured, log_in, on_the_day, pdf
from tests.office.test_papers_press import words
from townwright.law.calendar import add_months
from townwright.law.findings import Outcome
from townwright.office import clock, laws
from townwright.office.cases.models import Party, SetDate
from townwright.office.outbox.models import Message
from townwright.office.papers.acts import bytes_of
from townwright.office.papers.models import Paper
from townwright.office.people.models import Insurance
from townwright.office.permits import reading
from townwright.office.permits.models import Permit
from townwright.office.register import acts
from townwright.office.register.actors import Role
from townwright.office.register.errors import InputError, NotAllowed, Refused
from townwright.office.register.models import Entry
from townwright.office.staff.acts import actor_of
from townwright.office.staff.models import Account, Appointment

pytestmark = [pytest.mark.both_engines, pytest.mark.usefixtures("site_inspected")]


def keys(error: pytest.ExceptionInfo[Refused]) -> list[str]:
    """What stands in the way."""
    return [finding.key for finding in error.value.decision.standing_in_the_way]


class TestIssuing:
    def test_gives_the_term_the_holder_and_the_paper(self, town: Office) -> None:
        permit = town.issued("2025-04-14")
        assert (permit.issued_on, permit.commence_by, permit.last_day) == (
            date(2025, 4, 14),
            date(2025, 10, 14),
            date(2026, 4, 14),
        )
        assert permit.key_on(date(2025, 4, 14)) == "in force"
        assert str(permit.party(Party.Part.HOLDER)) == "Dara Ortiz"
        commence, life = SetDate.objects.filter(case=permit.case, kind__startswith="permit.").order_by("kind")
        assert (commence.cite, life.cite) == ("§ 50-4(I)", "§ 50-4(I)")
        assert [str(day) for day in life.reminders] == ["2026-02-13", "2026-03-15", "2026-04-07"]
        entry = Entry.objects.get(act="permit.issue")
        (paper,) = entry.content["papers"]
        assert (paper["kind"], entry.content["after"]["last_day"]) == ("permit", "2026-04-14")
        assert entry.content["decision"]["pack_hash"] == life.pack_hash
        assert permit.case.holder_since is None

    @pytest.mark.proves("CHE-50-2-BUILDING-PERMIT-1/1")
    def test_a_demolition_permit_lives_by_the_same_dates(self, town: Office) -> None:
        permit = town.submitted("2025-04-14", kind="demolition", work_types=["demolish"])
        town.issued("2025-04-14", permit)
        assert (permit.commence_by, permit.last_day) == (date(2025, 10, 14), date(2026, 4, 14))

    @pytest.mark.proves("CHE-50-4-H-4/1", "CHE-50-3-A-2-2/1")
    def test_the_paper_carries_both_directives_dates_and_conditions(self, town: Office, printed: None) -> None:
        permit = town.issued("2025-04-07", conditions=[{"text": "No work before 7 am"}])
        text = words(bytes_of(Paper.objects.get(kind="permit", case_id=permit.case_id)))
        for part in (
            "Do all work as the accepted construction documents show",
            "Tell the Code Enforcement Officer at once of any change",
            "No work before 7 am",
            "Tue 7 October 2025",
            "Tue 7 April 2026",
            "BP-2025-0001 R1",
            "Dara Ortiz",
            "Rosalind Abernathy-Cole",
            "§ 50-4(H)",
        ):
            assert part in text, part
        assert "dara@ortiz.example" not in text  # what hangs at the site tells nobody's e-mail

    def test_where_the_code_sets_no_period_the_officer_fixes_the_day_on_which_it_expires(
        self, town: Office, printed: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        silent = laws.pack().model_copy(update={"permits": laws.shipped("new-york").permits})
        monkeypatch.setattr(laws, "pack", lambda on=None: silent)
        permit = town.ready("2025-04-14")
        with pytest.raises(Refused) as error:
            town.do("permit.issue", permit, "2025-04-14", certificate_kind="compliance")
        assert [(f.key, f.cite) for f in error.value.decision.standing_in_the_way] == [
            ("permit.expires", "19 NYCRR § 1203.3(a)")
        ]
        town.do("permit.issue", permit, "2025-04-14", certificate_kind="compliance", expires_on="2026-10-31")
        assert (permit.commence_by, permit.last_day) == (None, date(2026, 10, 31))
        assert permit.key_on(date(2026, 10, 31)) == "in force"
        assert permit.key_on(date(2026, 11, 1)) == "expired"
        text = words(bytes_of(Paper.objects.get(kind="permit", case_id=permit.case_id)))
        assert "31 October 2026" in text

    def test_where_the_code_sets_the_period_no_day_is_fixed_by_hand(self, town: Office) -> None:
        permit = town.ready("2025-04-14")
        with pytest.raises(InputError) as error:
            town.do("permit.issue", permit, "2025-04-14", certificate_kind="compliance", expires_on="2026-10-31")
        assert "expires_on" in error.value.errors
        assert permit.issued_on is None

    @pytest.mark.proves("CHE-50-4-F-2/1")
    def test_it_is_ready_from_the_day_on_which_the_last_thing_came(self, town: Office) -> None:
        permit = town.accepted("2025-05-02")
        town.do("permit.examine", permit, "2025-05-05", uniform_code="complies", energy_code="complies")
        assert permit.key_on(date(2025, 5, 5)) == "ready"
        (row,) = reading.ready_to_issue(date(2025, 5, 19))
        assert (row.permit, row.days, row.by) == (permit, 14, date(2025, 5, 5))
        # Then the only refusal that is open needs a cited ground
        with pytest.raises(Refused) as error:
            town.do("permit.disapprove", permit, "2025-05-19", reasons=[{"text": "Neighbors object"}])
        assert [(f.key, f.cite) for f in error.value.decision.standing_in_the_way] == [("ground", "§ 50-4(F)")]

    def test_insurance_recorded_elsewhere_makes_it_ready_and_a_lapse_does_not(self, town: Office) -> None:
        permit = town.submitted("2025-05-02")
        Insurance.objects.all().delete()
        town.ready("2025-05-05", permit)
        assert permit.ready_on is None
        with on_the_day("2025-05-07"):
            insured("Hudson Decks LLC", ends="2025-05-20")
        permit.refresh_from_db()
        assert permit.ready_on == date(2025, 5, 7)
        with pytest.raises(Refused) as error:
            town.do("permit.issue", permit, "2025-05-21", certificate_kind="compliance")
        assert keys(error) == ["insurance.workers_compensation", "insurance.disability"]

    def test_a_homeowners_form_and_an_exemption_count(self, town: Office) -> None:
        permit = town.submitted("2025-05-02", people=[{"part": "owner", "who": {"name": "Dara Ortiz"}}])
        before = reading.decision_to_issue(permit, town.staff.officer, date(2025, 5, 2))
        assert {f.outcome for f in before.findings if f.key.startswith("insurance.")} <= {
            Outcome.UNMET,
            Outcome.UNKNOWN,
        }
        with on_the_day("2025-05-02"):
            insured("Dara Ortiz", form="BP-1")
        decision = reading.decision_to_issue(permit, town.staff.officer, date(2025, 5, 2))
        assert {f.why for f in decision.findings if f.key.startswith("insurance.")} == {
            "Form BP-1 on file, owner-occupied home"
        }

    def test_an_approval_outside_the_chapter_stands_in_the_way(self, town: Office) -> None:
        permit = town.ready("2025-05-05")
        town.do("permit.review", permit, "2025-05-06", other_bars=["Zoning variance"])
        assert permit.ready_on is None
        with pytest.raises(Refused) as error:
            town.do("permit.issue", permit, "2025-05-06", certificate_kind="compliance")
        assert keys(error) == ["approvals"]

    def test_only_the_officer_issues_and_only_once(self, town: Office) -> None:
        permit = town.ready("2025-05-05")
        with pytest.raises(NotAllowed):
            town.do("permit.issue", permit, "2025-05-05", town.staff.inspector, certificate_kind="compliance")
        with on_the_day("2025-05-05"):
            given = {"certificate_kind": "compliance"}
            first = acts.perform("permit.issue", given, actor=town.staff.officer, subject_id=permit.pk, key="k")
            again = acts.perform("permit.issue", given, actor=town.staff.officer, subject_id=permit.pk, key="k")
        assert (first.again, again.again) == (False, True)
        assert Paper.objects.filter(kind="permit").count() == 1
        with pytest.raises(Refused, match="not decided"):
            town.do("permit.issue", permit, "2025-05-06", certificate_kind="compliance")

    @pytest.mark.proves("CHE-50-2-CEO-1/1")
    def test_an_officer_whose_appointment_has_ended_signs_no_permit(self, town: Office) -> None:
        permit = town.ready("2025-06-30")
        Appointment.objects.filter(office="officer").update(ends=date(2025, 6, 30))
        former = actor_of(Account.objects.get(pk=town.staff.officer.id))
        with pytest.raises(Refused) as error:
            town.do("permit.issue", permit, "2025-07-01", former, certificate_kind="compliance")
        (finding,) = error.value.decision.standing_in_the_way
        assert finding.why == "No appointment as Code Enforcement Officer in force on Tue 1 July 2025"
        assert permit.issued_on is None

    @pytest.mark.proves("CHE-50-3-C-1/1")
    def test_an_acting_officer_signs_in_the_term_alone(self, town: Office) -> None:
        permit = town.ready("2025-07-01")
        with on_the_day("2025-07-01"):
            acting = appointed(
                log_in("Sabine Quill", Role.OFFICER),
                "officer",
                "2025-07-07",
                ends="2025-08-15",
                acting=True,
                resolution="88-2025",
                why_acting="On sick leave",
            )

        def signs(when: str) -> bool:
            decision = reading.decision_to_issue(permit, acting, date.fromisoformat(when))
            return next(f for f in decision.findings if f.key == "signature").outcome is Outcome.MET

        assert [signs(day) for day in ("2025-07-06", "2025-07-07", "2025-08-15", "2025-08-16")] == [
            False,
            True,
            True,
            False,
        ]
        with pytest.raises(Refused):
            town.do("permit.issue", permit, "2025-08-18", acting, certificate_kind="compliance")
        town.do("permit.issue", permit, "2025-08-15", acting, certificate_kind="compliance")
        signed = Paper.objects.get(kind="permit").data["signature"]
        assert signed == {
            "name": "Sabine Quill",
            "office": "Acting Code Enforcement Officer, for the Town of Chester",
            "how": "",
        }

    def test_the_holder_is_one_of_the_parties(self, town: Office) -> None:
        permit = town.ready("2025-05-05")
        with pytest.raises(InputError, match="one of the parties"):
            town.do("permit.issue", permit, "2025-05-05", certificate_kind="compliance", holder=permit.pk)
        firm = Party.objects.get(case=permit.case, part="contractor")
        town.do("permit.issue", permit, "2025-05-05", certificate_kind="compliance", holder=firm.pk)
        assert str(permit.party(Party.Part.HOLDER)) == "Hudson Decks LLC"
        told = Message.objects.filter(subject__contains="your permit is issued")
        assert {m.to_name for m in told} == {"Hudson Decks LLC", "Dara Ortiz"}

    def test_a_late_entry_counts_from_its_own_day(self, town: Office) -> None:
        permit = town.ready("2025-05-05")
        given = {"certificate_kind": "compliance", "on": "2025-05-05", "late_reason": "Signed by hand in the power cut"}
        town.do("permit.issue", permit, "2025-05-07", **given)
        assert (permit.issued_on, permit.last_day) == (date(2025, 5, 5), date(2026, 5, 5))


class TestDeciding:
    def test_disapproval_prints_its_reasons_and_closes(self, town: Office, printed: None) -> None:
        permit = town.submitted("2025-06-09")
        town.do(
            "permit.disapprove", permit, "2025-06-16", reasons=[{"text": "The stair is too steep", "cite": "R311.7"}]
        )
        assert permit.key_on(date(2025, 6, 16)) == "disapproved"
        assert permit.case.outcome == "disapproved"
        text = words(bytes_of(Paper.objects.get(kind="disapproval")))
        assert "The stair is too steep" in text
        assert "R311.7" in text
        assert Entry.objects.get(act="permit.disapprove").content["after"]["reasons"] == [
            {"text": "The stair is too steep", "cite": "R311.7"}
        ]
        assert reading.standing(permit, date(2025, 6, 17)).why == "See the notice of disapproval"

    def test_where_nobody_is_left_it_goes_to_who_signed(self, town: Office) -> None:
        permit = town.submitted("2025-06-09")
        everybody = list(Party.objects.filter(case=permit.case).values_list("pk", flat=True))
        town.do("permit.change_parties", permit, "2025-06-10", leave=everybody, why="See letter")
        town.do("permit.disapprove", permit, "2025-06-16", reasons=[{"text": "Abandoned", "cite": "§ 50-4(D)"}])
        assert Paper.objects.get(kind="disapproval").data["to"]["name"] == "Dara Ortiz"

    def test_without_a_reason_it_cannot_be(self, town: Office) -> None:
        with pytest.raises(InputError, match="At least one"):
            town.do("permit.disapprove", town.submitted("2025-06-09"), "2025-06-16", reasons=[])

    @pytest.mark.proves("CHE-50-3-A-7/1")
    def test_what_is_withdrawn_stays_on_record(self, town: Office) -> None:
        permit = town.submitted("2025-02-10")
        town.do("permit.withdraw", permit, "2025-02-11", town.staff.clerk)
        assert (permit.case.outcome, permit.key_on(date(2025, 2, 11))) == ("withdrawn", "withdrawn")
        assert Permit.objects.filter(pk=permit.pk).exists()
        assert "permit.delete" not in [declared.name for declared in acts.specs()]
        with pytest.raises(Refused, match="not decided"):
            town.do("permit.withdraw", permit, "2025-02-12", town.staff.clerk)


class TestTerms:
    @pytest.mark.proves("CHE-50-4-I-1/1")
    def test_invalid_the_day_after_six_months_without_a_beginning(self, town: Office) -> None:
        permit = town.issued("2025-04-14")
        with clock.fixed("2025-10-14 23:59"):
            assert reading.standing(permit, clock.today()).key == "in force"
            assert reading.lapsed(clock.today()) == []
        with clock.fixed("2025-10-15 00:00"):
            said = reading.standing(permit, clock.today())
            (row,) = reading.lapsed(clock.today())
        assert (said.key, said.cite, said.why) == ("invalid", "§ 50-4(I)", "Work not begun by Tue 14 October 2025")
        assert (row.permit, row.by) == (permit, date(2025, 10, 15))

    @pytest.mark.proves("CHE-50-4-I-1/2", "CHE-50-4-I-1/3")
    def test_a_saturday_rolls_and_a_report_counts_from_the_day_of_the_work(self, town: Office) -> None:
        permit = town.issued("2025-08-31")
        end = SetDate.objects.get(case=permit.case, kind="permit.commence")
        assert (end.nominal, end.act_by) == (date(2026, 2, 28), date(2026, 3, 2))
        assert permit.key_on(date(2026, 3, 2)) == "in force"
        assert permit.key_on(date(2026, 3, 3)) == "invalid"
        # When the officer accepts on 10 March a report that work began on 27 February
        town.do(
            "permit.commence",
            permit,
            "2026-03-10",
            began_on="2026-02-27",
            evidence="holder's report",
            words="Photographs of the footings",
            file=pdf("photo.pdf", 1).pk,
        )
        # Then it is valid, and never was invalid
        for day in (date(2026, 3, 3), date(2026, 3, 9), date(2026, 3, 10)):
            assert reading.standing(permit, day).key == "in force"
        end.refresh_from_db()
        assert end.done_on == date(2026, 2, 27)

    @pytest.mark.proves("CHE-50-4-I-2/1")
    def test_expired_the_day_after_twelve_months_though_work_goes_on(self, town: Office) -> None:
        permit = town.issued("2025-04-14")
        town.do("permit.commence", permit, "2025-05-06", began_on="2025-05-05", evidence="inspection")
        assert reading.standing(permit, date(2026, 4, 14)).key == "in force"
        said = reading.standing(permit, date(2026, 4, 15))
        assert (said.key, said.cite, said.since) == ("expired", "§ 50-4(I)", date(2026, 4, 15))
        assert said.why == "In force through Tue 14 April 2026"
        assert "since Wed 15 April 2026" in said.aloud

    def test_twelve_months_from_a_leap_day(self, town: Office) -> None:
        permit = town.issued("2024-04-30")
        assert permit.last_day == date(2025, 4, 30)
        # The leap day itself lies before the chapter; the act takes its dates from this same arithmetic.
        assert add_months(date(2024, 2, 29), 12) == date(2025, 2, 28)

    def test_a_permit_of_before_the_chapter_is_decided_by_hand(self, town: Office) -> None:
        permit = town.ready("2025-01-06")
        given = {"certificate_kind": "compliance", "on": "2024-04-01", "late_reason": "Found in the drawer"}
        with pytest.raises(Refused) as error:
            town.do("permit.issue", permit, "2025-01-06", **given)
        assert "permit.life" in keys(error)

    @pytest.mark.proves("CHE-50-4-A-4/1")
    def test_work_before_the_permit_is_recorded_with_a_warning(self, town: Office) -> None:
        permit = town.issued("2025-06-12")
        outcome = town.do("permit.commence", permit, "2025-06-16", began_on="2025-06-05", evidence="inspection")
        (warning,) = outcome.decision.of(Outcome.WARNING)
        assert (warning.cite, warning.fact) == ("§ 50-4(A)", date(2025, 6, 5))
        assert "a violation, though the permit came later" in warning.why

    def test_a_late_beginning_does_not_save_it(self, town: Office) -> None:
        permit = town.issued("2025-04-14")
        outcome = town.do("permit.commence", permit, "2025-11-03", began_on="2025-11-01", evidence="inspection")
        (warning,) = outcome.decision.of(Outcome.WARNING)
        assert "too late to keep the permit valid" in warning.why
        assert permit.key_on(date(2025, 11, 3)) == "invalid"
        assert SetDate.objects.get(case=permit.case, kind="permit.commence").done_on is None

    def test_the_beginning_is_recorded_once_and_corrected_by_name(self, town: Office) -> None:
        permit = town.issued("2025-04-14")
        with pytest.raises(InputError, match="not come yet"):
            town.do("permit.commence", permit, "2025-05-06", began_on="2025-05-07", evidence="inspection")
        first = town.do("permit.commence", permit, "2025-05-06", began_on="2025-05-05", evidence="inspection")
        with pytest.raises(InputError, match="Name the entry"):
            town.do("permit.commence", permit, "2025-05-08", began_on="2025-05-07", evidence="inspection")
        assert first.entry is not None
        given = {"began_on": "2025-05-07", "evidence": "inspection", "corrects": first.entry.seq}
        town.do("permit.commence", permit, "2025-05-08", **given)
        assert permit.commenced_on == date(2025, 5, 7)

    def test_nothing_begins_under_an_application(self, town: Office) -> None:
        with pytest.raises(Refused, match="was issued"):
            town.do(
                "permit.commence",
                town.submitted("2025-04-14"),
                "2025-04-15",
                began_on="2025-04-15",
                evidence="inspection",
            )
