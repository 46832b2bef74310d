"""Changes during the work, amended permits, renewals."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.office.factories import CHECK, Office, do, marks, pdf, schedule
from tests.office.test_papers_press import words
from townwright.law.findings import Outcome
from townwright.office.cases.models import Party, SetDate
from townwright.office.money.models import FeeSchedule, Line, Payment
from townwright.office.outbox.models import Message
from townwright.office.papers.acts import bytes_of
from townwright.office.papers.models import Paper
from townwright.office.permits import reading, terms
from townwright.office.permits.acts.renewing import asked_of_law
from townwright.office.permits.models import Change, Permit
from townwright.office.register.actors import Actor, Role
from townwright.office.register.errors import InputError, Refused
from townwright.office.storage import uuid7

pytestmark = [pytest.mark.both_engines, pytest.mark.usefixtures("site_inspected")]


def holder(permit: Permit) -> Actor:
    """The permit holder, by the link to the case."""
    return Actor(None, "Dara Ortiz", Role.APPLICANT, cases=frozenset({permit.case_id}))


def found(error: pytest.ExceptionInfo[Refused]) -> dict[str, str]:
    """Sections that stand in the way, by the keys of their findings."""
    return {finding.key: finding.cite for finding in error.value.decision.standing_in_the_way}


class TestChanges:
    def test_told_of_by_the_holder_and_decided_by_the_officer(self, town: Office) -> None:
        permit = town.issued("2025-04-07")
        town.do(
            "permit.report_change",
            permit,
            "2025-06-02",
            holder(permit),
            words="Wall moved two feet",
            happened_on="2025-06-02",
            elements=["framing"],
            documents=[{"file": pdf("wall.pdf", 1).pk}],
        )
        change = permit.changes.get()
        assert (change.told_on, change.told_by, change.elements) == (date(2025, 6, 2), "Dara Ortiz", ["framing"])
        assert not reading.held_elements(permit, date(2025, 6, 3))
        town.do("permit.decide_change", permit, "2025-06-04", change=change.pk, decision="amended permit")
        assert reading.held_elements(permit, date(2025, 6, 11)) == {"framing"}
        assert "until and unless that permit is issued" in Message.objects.last().text  # type: ignore[union-attr]
        with pytest.raises(InputError, match="no such change"):
            town.do("permit.decide_change", permit, "2025-06-05", change=change.pk, decision="minor")

    def test_found_by_an_inspector_nobody_had_told(self, town: Office) -> None:
        permit = town.issued("2025-04-07")
        given = {"words": "Window moved", "happened_on": "2025-05-06", "found_by_inspector": True}
        town.do("permit.report_change", permit, "2025-05-20", town.staff.inspector, **given)
        change = permit.changes.get()
        assert (change.told_on, change.found_on, change.happened_on) == (None, date(2025, 5, 20), date(2025, 5, 6))
        with pytest.raises(InputError, match="not come yet"):
            town.do("permit.report_change", permit, "2025-05-20", words="Door", happened_on="2025-05-21")

    def test_a_minor_one_holds_nothing_up(self, town: Office) -> None:
        permit = town.issued("2025-04-07")
        town.do("permit.report_change", permit, "2025-06-02", words="Other paint", elements=["final"])
        town.do("permit.decide_change", permit, "2025-06-04", change=permit.changes.get().pk, decision="minor")
        assert not reading.held_elements(permit, date(2025, 6, 5))

    def test_before_the_permit_there_is_nothing_to_change(self, town: Office) -> None:
        with pytest.raises(Refused, match="is issued"):
            town.do("permit.report_change", town.submitted("2025-04-07"), "2025-04-08", words="Other paint")

    def test_one_that_needs_a_new_permit_waits_for_that(self, town: Office) -> None:
        permit = town.issued("2025-04-07")
        town.do("permit.report_change", permit, "2025-06-02", words="A second storey", elements=["framing"])
        change = permit.changes.get()
        town.do("permit.decide_change", permit, "2025-06-04", change=change.pk, decision="new permit")
        new = town.submitted("2025-06-10", for_permit=permit.pk)
        town.issued("2025-06-18", new)
        assert reading.held_elements(permit, date(2025, 6, 17)) == {"framing"}
        assert not reading.held_elements(permit, date(2025, 6, 18))


class TestAmendments:
    @pytest.mark.proves("CHE-50-4-K-2/1")
    def test_unpaid_the_application_is_refused(self, town: Office) -> None:
        permit = town.issued("2025-03-03")
        with pytest.raises(Refused) as error:
            town.do("permit.apply_amendment", permit, "2025-06-04", holder(permit), words="A wider stair")
        assert found(error) == {"fee": "§ 50-4(K)"}
        assert error.value.decision.standing_in_the_way[0].why == "Fee of $75.00 not paid; $0.00 received"
        assert permit.open_amendment() is None

    def test_it_can_be_kept_unfiled_until_it_is_paid(self, town: Office) -> None:
        permit = town.issued("2025-03-03")
        outcome = town.do(
            "permit.apply_amendment", permit, "2025-06-04", holder(permit), words="A wider stair", hold_unpaid=True
        )
        assert [f.key for f in outcome.decision.of(Outcome.WARNING) if f.key == "fee"] == ["fee"]
        amendment = permit.open_amendment()
        assert amendment is not None
        assert amendment.filed_on is None
        with pytest.raises(Refused) as error:
            town.do("permit.examine", permit, "2025-06-05", uniform_code="complies")
        assert found(error) == {"fee": "§ 50-4(K)"}
        town.paid(permit, "2025-06-06", "75.00")
        amendment.refresh_from_db()
        assert amendment.filed_on == date(2025, 6, 6)

    @pytest.mark.proves("CHE-50-2-BUILDING-PERMIT-2/1")
    def test_the_amended_permit_is_the_same_permit_with_its_dates(self, town: Office, printed: None) -> None:
        # Given permit of 3 March, a change that needs an amended permit
        permit = town.issued("2025-03-03")
        first = Paper.objects.get(kind="permit", case_id=permit.case_id)
        number, last_day = permit.number, permit.last_day
        town.do("permit.report_change", permit, "2025-06-02", words="A wider stair", elements=["framing"])
        change = permit.changes.get()
        town.do("permit.decide_change", permit, "2025-06-04", change=change.pk, decision="amended permit")
        town.do(
            "permit.apply_amendment",
            permit,
            "2025-06-04",
            town.staff.clerk,
            words="A wider stair",
            change=change.pk,
            changes={"scope": "A deck with a stair of 6 feet", "area": 212},
            payment=CHECK,
            documents=[{"file": pdf("A-1 amended.pdf").pk, "sheet": "A-1"}],
        )
        # Then it issues only with its documents accepted and examined
        with pytest.raises(Refused) as error:
            town.do("permit.amend", permit, "2025-06-05")
        assert found(error) == {"documents.accepted": "§ 50-4(H)", "examined": "§ 50-4(F)"}
        town.do("permit.review", permit, "2025-06-06", marks=marks())
        town.do("permit.accept_documents", permit, "2025-06-09")
        town.do("permit.examine", permit, "2025-06-09", uniform_code="complies", energy_code="complies")
        # When it is amended on 10 June
        town.do("permit.amend", permit, "2025-06-10", conditions=[{"text": "Guard at the stair"}])
        # Then number and dates stay, the new paper stands in place of the old one, the change is settled
        assert (permit.number, permit.last_day) == (number, last_day)
        assert (permit.scope, permit.area) == ("A deck with a stair of 6 feet", 212)
        first.refresh_from_db()
        new = Paper.objects.get(kind="permit", case_id=permit.case_id, replaced_by=None)
        assert first.replaced_by == new
        text = words(bytes_of(new))
        assert "A deck with a stair of 6 feet" in text
        assert "Amended Tue 10 June 2025" in " ".join(text.split())
        assert reading.held_elements(permit, date(2025, 6, 9)) == {"framing"}
        assert not reading.held_elements(permit, date(2025, 6, 10))
        assert permit.open_amendment() is None
        assert (permit.documents_accepted_on, permit.acceptance_mark) == (date(2025, 6, 9), "BP-2025-0001 R2")

    @pytest.mark.proves("CHE-50-2-PERMIT-HOLDER/1")
    def test_the_holder_changes_by_an_amended_permit_alone(self, town: Office) -> None:
        # Given a permit issued to the contractor, the property sold to K. Lind
        permit = town.ready("2025-02-03")
        firm = Party.objects.get(case=permit.case, part="contractor")
        town.do("permit.issue", permit, "2025-02-03", certificate_kind="compliance", holder=firm.pk)
        owner = Party.objects.get(case=permit.case, part="owner")
        town.do(
            "permit.change_parties",
            permit,
            "2025-06-16",
            town.staff.clerk,
            leave=[owner.pk],
            why="Sold",
            enter=[{"part": "owner", "who": {"name": "K. Lind", "postal": "38 Lakeside Terrace"}}],
        )
        # Then the holder stays, the owner is the new one, and what is sent to the holder goes to the holder
        assert str(permit.party("owner")) == "K. Lind"
        assert str(permit.party(Party.Part.HOLDER)) == "Hudson Decks LLC"
        town.suspended("2025-07-14", permit)
        assert Paper.objects.get(kind="letter").data["to"]["name"] == "Hudson Decks LLC"

        row = Party.objects.get(case=permit.case, part="holder")
        with pytest.raises(Refused) as error:
            town.do("permit.change_parties", permit, "2025-07-20", leave=[row.pk], why="Left the job")
        assert error.value.decision.standing_in_the_way[0].cite == "§ 50-2 (Permit holder)"

    def test_an_amended_permit_names_the_new_holder(self, town: Office) -> None:
        permit = town.issued("2025-03-03")
        town.do(
            "permit.apply_amendment",
            permit,
            "2025-06-04",
            words="New holder",
            holder={"name": "K. Lind"},
            payment=CHECK,
        )
        town.do("permit.accept_documents", permit, "2025-06-05")
        town.do("permit.examine", permit, "2025-06-05", uniform_code="complies", energy_code="complies")
        town.do("permit.amend", permit, "2025-06-05")
        assert str(permit.party(Party.Part.HOLDER)) == "K. Lind"
        assert Party.objects.get(case=permit.case, part="holder", person__name="Dara Ortiz").ends == date(2025, 6, 5)

    def test_refused_with_its_reasons_the_permit_stays(self, town: Office) -> None:
        permit = town.issued("2025-03-03")
        with pytest.raises(InputError, match="No amended permit"):
            town.do("permit.refuse_amendment", permit, "2025-06-05", reasons=[{"text": "Too steep"}])
        town.do("permit.apply_amendment", permit, "2025-06-04", words="A wider stair", payment=CHECK)
        with pytest.raises(Refused, match="No other application to amend"):
            town.do("permit.apply_amendment", permit, "2025-06-04", words="Another", payment=CHECK)
        town.do("permit.refuse_amendment", permit, "2025-06-05", reasons=[{"text": "Too steep", "cite": "R311.7"}])
        assert permit.open_amendment() is None
        assert permit.amendments.get().refused_why == "Too steep (R311.7)"
        assert permit.key_on(date(2025, 6, 5)) == "in force"

    @pytest.mark.parametrize(
        ("given", "words"),
        [
            ({"changes": {"issued_on": "2026-01-01"}}, "no such field"),
            ({"changes": {"area": "large"}}, "whole number"),
            ({"change": str(uuid7())}, "no such change"),
        ],
    )
    def test_what_cannot_be_amended(self, town: Office, given: dict[str, Any], words: str) -> None:
        permit = town.issued("2025-03-03")
        with pytest.raises(InputError, match=words):
            town.do("permit.apply_amendment", permit, "2025-06-04", words="A wider stair", payment=CHECK, **given)

    def test_an_expired_permit_is_not_amended(self, town: Office) -> None:
        permit = town.issued("2025-03-03")
        with pytest.raises(Refused) as error:
            town.do("permit.apply_amendment", permit, "2026-03-04", words="A wider stair", payment=CHECK)
        assert found(error) == {"in_force": "§ 50-2 (Building permit)"}

    def test_without_a_line_in_the_schedule_nothing_is_applied_for(self, town: Office) -> None:
        permit = town.issued("2025-03-03")
        FeeSchedule.objects.create(
            name="Bare", resolution="9", adopted=date(2025, 5, 1), begins=date(2025, 5, 1), lines=[], entry_seq=1
        )
        with pytest.raises(Refused) as error:
            town.do("permit.apply_amendment", permit, "2025-06-04", words="A wider stair", payment=CHECK)
        assert "§ 50-18" in found(error).values()

    def test_in_a_town_that_says_so_it_has_a_new_term(self, town: Office, monkeypatch: pytest.MonkeyPatch) -> None:
        permit = town.issued("2025-03-03")
        rules = terms.rules_of(permit).model_copy(update={"amendment": "new term"})
        monkeypatch.setattr(terms, "rules_of", lambda _: rules)
        town.do("permit.apply_amendment", permit, "2025-06-04", words="A wider stair", payment=CHECK)
        town.do("permit.accept_documents", permit, "2025-06-05")
        town.do("permit.examine", permit, "2025-06-05", uniform_code="complies", energy_code="complies")
        town.do("permit.amend", permit, "2025-06-05")
        assert (permit.commence_by, permit.last_day) == (date(2025, 12, 5), date(2026, 6, 5))

    def test_nothing_is_amended_that_was_not_applied_for(self, town: Office) -> None:
        with pytest.raises(Refused, match="applied for"):
            town.do("permit.amend", town.issued("2025-03-03"), "2025-06-04")


class TestRenewals:
    def begun(self, town: Office, issued: str) -> Permit:
        """A permit under which work began a month after its issue."""
        permit = town.issued(issued)
        began = permit.issued_on
        assert began is not None
        town.do("permit.commence", permit, began, began_on=began, evidence="inspection")
        return permit

    def applied(self, town: Office, permit: Permit, when: str, **given: Any) -> None:
        """The holder's application with its check."""
        town.do("permit.apply_renewal", permit, when, town.staff.clerk, payment=CHECK, **given)

    @pytest.mark.proves("CHE-50-4-I-3/1")
    def test_only_the_holder_applies(self, town: Office) -> None:
        permit = town.ready("2024-09-08")
        firm = Party.objects.get(case=permit.case, part="contractor")
        town.do("permit.issue", permit, "2024-09-08", certificate_kind="compliance", holder=firm.pk)
        owner = Party.objects.get(case=permit.case, part="owner")
        with pytest.raises(Refused) as error:
            self.applied(town, permit, "2025-10-01", applicant=owner.pk)
        (finding,) = error.value.decision.standing_in_the_way
        assert (finding.key, finding.cite) == ("renewal.holder", "§ 50-4(I)")
        assert finding.cure == "The applicant must be the permit holder"
        with pytest.raises(Refused):
            self.applied(town, permit, "2025-10-01", applicant=uuid7())

    @pytest.mark.proves("CHE-50-4-I-3/2")
    def test_the_approval_does_not_reach_back(self, town: Office) -> None:
        # Given a permit that expired after 8 September, renewed on application of 1 October on 9 October
        permit = self.begun(town, "2024-09-08")
        self.applied(town, permit, "2025-10-01")
        assert permit.key_on(date(2025, 10, 1)) == "expired"
        town.do("permit.renew", permit, "2025-10-09")
        # Then on 6 October it was lapsed, and so was the work of that day
        assert reading.standing(permit, date(2025, 10, 6)).key == "expired"
        assert reading.standing(permit, date(2025, 10, 9)).key == "in force"
        assert permit.last_day == date(2026, 9, 8)

    @pytest.mark.proves("CHE-50-4-I-4/1")
    def test_a_third_extension_is_refused(self, town: Office) -> None:
        permit = self.begun(town, "2024-05-01")
        for applied, ends in (("2025-05-05", date(2026, 5, 1)), ("2026-05-04", date(2027, 5, 1))):
            self.applied(town, permit, applied)
            town.do("permit.renew", permit, applied)
            assert permit.last_day == ends
        with pytest.raises(Refused) as error:
            self.applied(town, permit, "2027-05-18")
        (finding,) = error.value.decision.standing_in_the_way
        assert (finding.key, finding.cite, finding.cure) == ("renewal.most", "§ 50-4(I)", "Apply for a new permit")

    @pytest.mark.proves("CHE-50-4-I-5/1")
    def test_the_year_counts_from_the_last_day_in_force(self, town: Office, printed: None) -> None:
        permit = self.begun(town, "2025-04-14")
        old = Paper.objects.get(kind="permit")
        self.applied(town, permit, "2026-06-15")
        asked = asked_of_law(permit, applied=date(2026, 6, 15), decided=date(2026, 6, 22), by_holder=True, at_once=1)
        assert asked.further == (date(2028, 4, 14),)
        town.do("permit.renew", permit, "2026-06-22")
        assert (permit.last_day, permit.renewals_given) == (date(2027, 4, 14), 1)
        old.refresh_from_db()
        text = words(bytes_of(Paper.objects.get(pk=old.replaced_by_id)))
        assert "Wed 14 April 2027" in text
        assert "Renewed" in text

    @pytest.mark.proves("CHE-50-4-I-5/2")
    def test_one_extension_that_revives_nothing_is_refused_on_the_day_of_the_decision(self, town: Office) -> None:
        permit = self.begun(town, "2024-04-15")
        Permit.objects.filter(pk=permit.pk).update(last_day=date(2024, 4, 15))
        SetDate.objects.filter(case=permit.case, kind="permit.life").update(
            nominal=date(2024, 4, 15), act_by=date(2024, 4, 15)
        )
        self.applied(town, permit, "2025-06-02")
        with pytest.raises(Refused) as error:
            town.do("permit.renew", permit, "2025-06-09")
        (finding,) = error.value.decision.standing_in_the_way
        assert finding.key == "renewal.length"
        assert finding.why == (
            "The term would have ended on Tue 15 April 2025; both extensions together would run to Wed 15 April 2026"
        )
        # Then it is refused in writing, and both extensions together can be applied for
        town.do("permit.refuse_renewal", permit, "2025-06-09", reasons=[{"text": finding.why, "cite": finding.cite}])
        self.applied(town, permit, "2025-06-10", extensions=2)
        renewals = Line.objects.filter(case=permit.case, code="permit.renewal", kind="charge")
        assert [line.amount for line in renewals] == [Decimal("200.00")] * 3
        town.do("permit.renew", permit, "2025-06-11")
        assert (permit.last_day, permit.renewals_given) == (date(2026, 4, 15), 2)

    @pytest.mark.proves("CHE-50-4-I-6/1")
    def test_without_a_beginning_the_six_months_run_again(self, town: Office) -> None:
        permit = town.issued("2025-04-14")
        self.applied(town, permit, "2025-11-03")
        town.do("permit.renew", permit, "2025-11-10")
        end = SetDate.objects.get(case=permit.case, kind="permit.commence", replaced=False)
        assert (end.nominal, end.act_by) == (date(2026, 5, 10), date(2026, 5, 11))
        assert (permit.commence_by, permit.last_day) == (date(2026, 5, 11), date(2026, 10, 14))
        assert permit.key_on(date(2026, 5, 11)) == "in force"
        assert permit.key_on(date(2026, 5, 12)) == "invalid"
        assert reading.standing(permit, date(2025, 11, 1)).key == "invalid"

    @pytest.mark.proves("CHE-50-4-K-3/1")
    def test_the_fee_is_that_of_the_day_of_the_application(self, town: Office) -> None:
        schedule("2025-01-08", "Schedule of 2025", permit_renewal="150.00")
        schedule("2025-07-01", "Schedule of July 2025", permit_renewal="200.00")
        permit = self.begun(town, "2024-06-16")
        with pytest.raises(Refused) as error:
            town.do("permit.apply_renewal", permit, "2025-07-02", holder(permit))
        assert found(error) == {"fee": "§ 50-4(K)"}
        self.applied(town, permit, "2025-07-02")
        (line,) = Line.objects.filter(case=permit.case, code="permit.renewal", kind="charge")
        assert line.schedule is not None
        assert (line.amount, line.schedule.name) == (Decimal("200.00"), "Schedule of July 2025")

    def test_kept_unfiled_it_is_filed_by_the_payment(self, town: Office) -> None:
        permit = self.begun(town, "2024-06-16")
        town.do("permit.apply_renewal", permit, "2025-07-02", holder(permit), hold_unpaid=True)
        renewal = permit.open_renewal()
        assert renewal is not None
        assert renewal.filed_on is None
        with pytest.raises(Refused) as error:
            town.do("permit.renew", permit, "2025-07-03")
        assert found(error) == {"fee": "§ 50-4(K)"}
        payment = town.paid(permit, "2025-07-07", "200.00")
        renewal.refresh_from_db()
        assert (renewal.filed_on, renewal.applied_on) == (date(2025, 7, 7), date(2025, 7, 7))
        do("payment.return", Payment.objects.get(pk=payment.subject_id), "2025-07-09", town.staff.clerk, why="no funds")
        renewal.refresh_from_db()
        assert renewal.filed_on is None

    def test_not_before_the_lapse_nor_while_suspended(self, town: Office) -> None:
        permit = self.begun(town, "2025-04-14")
        with pytest.raises(Refused) as error:
            self.applied(town, permit, "2026-04-14")
        assert found(error) == {"renewal.opens": "§ 50-4(I)"}
        town.suspended("2026-04-20", permit)
        with pytest.raises(Refused) as error:
            self.applied(town, permit, "2026-04-21")
        assert found(error) == {"renewal.barred": "§ 50-4(I)"}

    def test_one_at_a_time_and_none_without_application(self, town: Office) -> None:
        permit = self.begun(town, "2024-06-16")
        with pytest.raises(Refused, match="applied for"):
            town.do("permit.renew", permit, "2025-07-03")
        with pytest.raises(InputError, match="No renewal"):
            town.do("permit.refuse_renewal", permit, "2025-07-03", reasons=[{"text": "No"}])
        self.applied(town, permit, "2025-07-02")
        with pytest.raises(Refused, match="No other application to renew"):
            self.applied(town, permit, "2025-07-02")

    def test_the_agent_of_the_holder_applies_for_the_holder(self, town: Office) -> None:
        permit = self.begun(town, "2024-06-16")
        firm = Party.objects.get(case=permit.case, part="contractor")
        with pytest.raises(InputError, match="one of the parties"):
            self.applied(town, permit, "2025-07-02", applicant=uuid7(), as_agent=True)
        self.applied(town, permit, "2025-07-02", applicant=firm.pk, as_agent=True)
        assert permit.open_renewal().by_holder  # type: ignore[union-attr]
        assert Change.objects.count() == 0
