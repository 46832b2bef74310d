"""Applying for a permit: what comes in, when it is filed, what is refused, how a mistake is corrected."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.office.factories import (
    ARCHITECT,
    CHECK,
    Office,
    application,
    day,
    do,
    on_the_day,
    owner,
    parcel,
    pdf,
    schedule,
)
from tests.office.money_cases import a_case
from tests.office.test_papers_press import words
from townwright.law.findings import Outcome
from townwright.office import clock, laws
from townwright.office.cases.acts import days_held
from townwright.office.cases.models import Number, Party
from townwright.office.find.port import find
from townwright.office.money.models import Line, Payment
from townwright.office.outbox.models import Message
from townwright.office.papers.acts import bytes_of
from townwright.office.papers.models import Paper
from townwright.office.people.models import Person
from townwright.office.permits import reading
from townwright.office.permits.models import Draft, Permit
from townwright.office.places.models import Parcel
from townwright.office.register import acts
from townwright.office.register.actors import PUBLIC
from townwright.office.register.errors import InputError, NotAllowed, Overtaken, Refused
from townwright.office.register.facts import gather
from townwright.office.register.models import Entry
from townwright.office.storage import uuid7

pytestmark = pytest.mark.both_engines


def refused(error: pytest.ExceptionInfo[Refused]) -> dict[str, str]:
    """Sections that stand in the way, by the keys of their findings."""
    return {finding.key: finding.cite for finding in error.value.decision.standing_in_the_way}


class TestSubmitting:
    def test_with_its_check_at_the_counter_it_is_filed_in_one_go(self, town: Office) -> None:
        permit = town.submitted("2025-03-10")
        assert (permit.received_on, permit.filed_on) == (date(2025, 3, 10), date(2025, 3, 10))
        assert (permit.number, permit.application_number) == ("BP-2025-0001", "BP-2025-0001")
        assert permit.key_on(date(2025, 3, 10)) == "with us"
        charged, paid = Line.objects.filter(case=permit.case)
        assert (charged.amount, paid.amount) == (Decimal("219.00"), Decimal("-219.00"))  # 75 + 8 x 18
        entry = Entry.objects.get(act="permit.submit")
        assert entry.said == "Application BP-2025-0001 filed: Wooden deck, 38 Lakeside Terrace"
        assert {permit.case_id, town.parcel.pk} <= set(entry.touched.values_list("ref", flat=True))

    @pytest.mark.proves("CHE-50-4-K-1/1")
    def test_unpaid_it_is_not_filed_and_not_reviewed_until_the_day_of_the_money(self, town: Office) -> None:
        # Given a schedule in force from 8 January by which the permit costs $1,200, and an application keyed unpaid
        schedule("2025-01-08", "Schedule of 2025", permit_application="1200.00")
        permit = town.submitted("2025-02-10", paid=False)
        assert permit.filed_on is None
        assert permit.key_on(date(2025, 2, 10)) == "not filed"
        # Then it cannot be reviewed
        with pytest.raises(Refused) as error:
            town.reviewed("2025-02-11", permit)
        assert refused(error) == {"fee": "§ 50-4(K)"}
        # When the fee is paid on 13 February, then that is the filing day
        town.paid(permit, "2025-02-13", "1200.00")
        assert (permit.filed_on, permit.case.filed_on) == (date(2025, 2, 13), date(2025, 2, 13))
        assert days_held(permit.case, date(2025, 2, 14)) == (1, 3)  # until then it was the applicant's to pay
        assert permit.key_on(date(2025, 2, 13)) == "with us"

    def test_a_check_that_comes_back_makes_it_unfiled_again(self, town: Office) -> None:
        permit = town.submitted("2025-02-10")
        payment = Line.objects.filter(case=permit.case, kind="payment").get().payment
        do("payment.return", payment, "2025-02-14", town.staff.clerk, why="insufficient funds")
        permit.refresh_from_db()
        assert permit.filed_on is None
        assert permit.key_on(date(2025, 2, 14)) == "not filed"

    def test_money_for_another_kind_of_case_files_nothing(self, town: Office) -> None:
        case = a_case("CM-2025-0001", kind="complaint")
        with on_the_day("2025-02-10"):
            acts.perform("charge.add", {"code": "search"}, actor=town.staff.clerk, subject_id=case.pk)
        split = {"case": case.pk, "amount": "100.00"}
        given = {"splits": [split], "method": "check", "payer": "Dara Ortiz", "check_number": "7"}
        taken = do("payment.take", None, "2025-02-10", town.staff.clerk, **given)
        do("payment.return", Payment.objects.get(pk=taken.subject_id), "2025-02-11", town.staff.clerk, why="no funds")
        case.refresh_from_db()
        assert case.filed_on is None

    def test_a_part_of_the_fee_files_nothing(self, town: Office) -> None:
        permit = town.submitted("2025-02-10", paid=False)
        town.paid(permit, "2025-02-11", "100.00", short="part")
        assert permit.filed_on is None

    @pytest.mark.proves("CHE-50-18-1/1")
    def test_without_a_schedule_in_force_nothing_is_submitted(self, town: Office) -> None:
        with pytest.raises(Refused) as error:
            town.submitted("2024-04-09", paid=False)
        assert "§ 50-18" in refused(error).values()
        assert not Permit.objects.exists()

    @pytest.mark.proves("CHE-50-4-D-L2/1")
    def test_an_agent_without_authorization_is_incomplete_until_its_day(self, town: Office) -> None:
        # Given a contractor who signs for D. Ortiz on 18 February, authorized on 20 February
        permit = town.submitted(
            "2025-02-18", signed_by="Hudson Decks LLC", signed_as="agent", authorized_on="2025-02-20"
        )
        # Then it is not filed on 18 February, for want of the signature
        assert permit.filed_on is None
        signed = next(f for f in reading.decision_to_file(permit, date(2025, 2, 18)).findings if f.key == "signed")
        assert (signed.outcome, signed.cite) == (Outcome.UNMET, "§ 50-4(D)")
        # And it is from 20 February
        town.do(
            "permit.record_signature",
            permit,
            "2025-02-20",
            town.staff.clerk,
            signed_by="Hudson Decks LLC",
            signed_as="agent",
            authorized_on="2025-02-20",
            file=pdf("authorization.pdf", 1).pk,
        )
        assert permit.filed_on == date(2025, 2, 20)
        assert permit.case.documents.get(kind="authorization").file.name == "authorization.pdf"

    def test_who_signs_as_owner_is_held_against_the_property_record(self, town: Office) -> None:
        assert town.submitted("2025-02-18", signed_by="Somebody Else").filed_on is None

    @pytest.mark.proves("CHE-50-4-D-L1/1")
    def test_another_form_is_not_filed_until_the_officer_accepts_it(self, town: Office) -> None:
        permit = town.submitted("2025-03-19", form="other form")
        assert permit.filed_on is None
        assert permit.key_on(date(2025, 3, 19)) == "not filed"
        with pytest.raises(NotAllowed):
            town.do("permit.accept_form", permit, "2025-03-20", town.staff.clerk)
        town.do("permit.accept_form", permit, "2025-03-21")
        assert permit.filed_on == date(2025, 3, 21)
        with pytest.raises(InputError, match="town's own form"):
            town.do("permit.accept_form", town.submitted("2025-03-22"), "2025-03-22")

    def test_what_is_only_spoken_takes_no_number(self, town: Office) -> None:
        with pytest.raises(Refused) as error:
            town.submitted("2025-03-19", form="oral")
        assert refused(error) == {"form": "§ 50-4(D)"}
        assert not Number.objects.exists()

    def test_a_village_parcel_is_refused_in_words(self, town: Office) -> None:
        theirs = parcel("12 Main St", swis="332201")
        with pytest.raises(Refused) as error:
            do("permit.submit", None, "2025-03-19", town.staff.clerk, **application(theirs))
        (finding,) = error.value.decision.standing_in_the_way
        assert finding.why == "12 Main St lies in the Village of Chester, which enforces the codes there"
        assert (finding.cure, finding.cite) == ("Apply to the Village of Chester", "§ 50-1(A)")

    def test_an_unknown_parcel_is_refused_in_words(self, town: Office) -> None:
        with pytest.raises(InputError, match="no such parcel here"):
            town.submitted("2025-03-19", parcels=[uuid7()])
        assert not Permit.objects.exists()

    def test_two_parcels_make_one_application_in_both_histories(self, town: Office) -> None:
        other = parcel("40 Lakeside Terrace")
        owner(other)
        permit = town.submitted("2025-03-19", parcels=[town.parcel.pk, other.pk])
        assert [row.parcel_id for row in permit.case.on_parcels.all()] == [town.parcel.pk, other.pk]
        assert Entry.objects.get(act="permit.submit").touched.filter(ref=other.pk).exists()

    def test_two_numbers_where_the_pack_has_a_series_for_applications(
        self, town: Office, site_inspected: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pack = laws.pack()
        series = pack.numbers.root["permit"].model_copy(update={"pattern": "AP-{year}-{count:03}"})
        monkeypatch.setitem(pack.numbers.root, "application", series)
        permit = town.submitted("2025-03-19")
        assert (permit.number, permit.application_number) == ("AP-2025-001", "AP-2025-001")
        town.issued("2025-03-20", permit)
        assert (permit.number, permit.application_number) == ("BP-2025-0001", "AP-2025-001")

    def test_a_form_on_paper_is_typed_in_with_its_scan_and_its_stamp_is_the_day(self, town: Office) -> None:
        scan = pdf("scan.pdf", 3)
        permit = town.submitted(
            "2025-03-12", on="2025-03-10", late_reason="Typed in from the counter's tray", on_paper=True, scan=scan.pk
        )
        assert (permit.received_on, permit.filed_on, permit.on_paper) == (day("2025-03-10"), day("2025-03-10"), True)
        entry = Entry.objects.get(act="permit.submit")
        assert (entry.on, entry.at.date()) == (date(2025, 3, 10), date(2025, 3, 12))
        assert entry.content["given"]["late_reason"] == "Typed in from the counter's tray"
        handed_in = permit.case.documents.get(kind="application")
        assert (handed_in.file, handed_in.received_on) == (scan, date(2025, 3, 10))

    def test_an_earlier_day_needs_its_reason_and_is_for_the_office_alone(self, town: Office) -> None:
        with pytest.raises(InputError, match="entered later"):
            town.submitted("2025-03-12", on="2025-03-10")
        with pytest.raises(NotAllowed, match="Only the office"):
            town.submitted("2025-03-12", paid=False, actor=PUBLIC, on="2025-03-10", late_reason="I was away")

    def test_the_applicant_submits_on_line_and_pays_later(self, town: Office) -> None:
        permit = town.submitted("2025-03-12", paid=False, actor=PUBLIC, signed_as="owner", draft=_draft().pk)
        message = Message.objects.get(case_id=permit.case_id)
        assert (message.to_address, message.way) == ("dara@ortiz.example", "email")
        assert "The fee is $219.00" in message.text
        assert "- Pay the fee" in message.text
        assert Draft.objects.get().submitted_case_id == permit.case_id
        with pytest.raises(InputError, match="paid at the office"):
            town.submitted("2025-03-12", actor=PUBLIC)

    def test_a_stranger_is_nobody_whom_the_office_knows_by_name_alone(self, town: Office) -> None:
        known = Person.objects.get(name="Dara Ortiz")
        mine = {"name": "Dara Ortiz", "phone": "(845) 555-0199"}
        permit = town.submitted("2025-03-12", paid=False, actor=PUBLIC, people=[{"part": "applicant", "who": mine}])
        applicant = permit.party(Party.Part.APPLICANT)
        assert applicant is not None
        assert applicant != known
        assert (applicant.email, Message.objects.get(case_id=permit.case_id).to_address) == ("", "")
        only_name = [{"part": "applicant", "who": {"name": "Dara Ortiz"}}]
        assert town.submitted("2025-03-12", paid=False, actor=PUBLIC, people=only_name).party("applicant") != known
        with pytest.raises(InputError, match="no such person"):
            people = [{"part": "applicant", "who": {"person": known.pk}}]
            town.submitted("2025-03-12", paid=False, actor=PUBLIC, people=people)
        # At the counter the clerk knows them, and who gives their own e-mail address is known by it
        assert town.submitted("2025-03-12", people=only_name).party("applicant") == known
        by_mail = [{"part": "applicant", "who": {"name": "Dara Ortiz", "email": known.email}}]
        assert town.submitted("2025-03-12", paid=False, actor=PUBLIC, people=by_mail).party("applicant") == known
        known.refresh_from_db()
        assert known.phone == ""

    def test_who_has_no_e_mail_is_written_a_letter(self, town: Office) -> None:
        people = [{"part": "applicant", "who": {"name": "Ada Wren", "postal": "PO Box 4\nChester, NY"}}]
        permit = town.submitted("2025-03-12", people=people)
        assert Message.objects.get(case_id=permit.case_id).way == "letter"

    def test_who_applies_is_the_agent_or_the_owner_where_nobody_else_is_named(self, town: Office) -> None:
        assert str(town.submitted("2025-03-12").party(Party.Part.APPLICANT)) == "Dara Ortiz"
        agent = {"part": "agent", "who": {"name": "Ada Wren"}}
        assert str(town.submitted("2025-03-12", people=[agent]).party(Party.Part.APPLICANT)) == "Ada Wren"
        with pytest.raises(InputError, match="who applies"):
            town.submitted("2025-03-12", people=[{"part": "contractor", "who": {"name": "Hudson Decks LLC"}}])
        with pytest.raises(InputError, match="who it is"):
            town.submitted("2025-03-12", people=[{"part": "owner", "who": {}}])

    def test_answers_are_read_by_the_catalogue_and_fill_the_fields(self, town: Office) -> None:
        answers = {
            "application.scope": "Stairs too",
            "work.in_dwelling_unit": True,
            "application.cost": "20000",
            "application.work_type": "alter",
        }
        permit = town.submitted("2025-03-12", answers=answers, scope="", cost=None, work_types=[])
        permit.refresh_from_db()
        assert (permit.scope, permit.cost, permit.work_types) == ("Stairs too", Decimal("20000.00"), ["alter"])
        assert permit.answers == {"work.in_dwelling_unit": True}

    @pytest.mark.parametrize(
        ("answers", "words"),
        [
            ({"work.no_such": True}, "no such question"),
            ({"permit.status": "in force"}, "no such question"),
            ({"actor.delegated": True}, "no such question"),
            ({"documents.accepted_on": "2025-03-12"}, "no such question"),
            ({"application.cost": "a lot"}, "is a money"),
        ],
    )
    def test_answers_that_cannot_be_are_refused(self, town: Office, answers: dict[str, Any], words: str) -> None:
        with pytest.raises(InputError, match=words):
            town.submitted("2025-03-12", answers=answers)

    def test_a_gate_reads_what_was_answered_where_no_record_tells_it(self, town: Office) -> None:
        answers = {"survey.made_on": "2025-03-03", "setback.proposed": "22.5", "documents.specifications": True}

        permit = town.submitted("2025-03-12", answers=answers)

        asked = [*answers, "documents.sets", "septic.work"]
        told = gather(permit, asked, date(2025, 3, 12))
        assert {name: told[name] for name in answers} == answers
        assert "documents.sets" in told, "records go before answers"
        assert "septic.work" not in told, "nobody has said"

    def test_what_is_the_offices_to_say_an_applicant_does_not_answer(self, town: Office) -> None:
        with pytest.raises(InputError, match="for the office to say"):
            town.submitted(
                "2025-03-12", paid=False, actor=PUBLIC, answers={"application.special_inspections_apply": False}
            )

    def test_a_double_click_makes_one_application(self, town: Office) -> None:
        data = application(town.parcel, payment=CHECK)
        first = do_with_key(town, data)
        again = do_with_key(town, data)
        assert (again.again, again.subject_id) == (True, first.subject_id)
        assert Permit.objects.count() == 1

    def test_it_is_found_by_number_name_and_place(self, town: Office) -> None:
        permit = town.submitted("2025-03-12")
        for text in ("BP-2025-0001", "2025-1", "Ortiz deck", "38 Lakeside"):
            assert permit.pk in {hit.object_id for hit in find(text, kinds=["permit"])}, text

    def test_the_paper_shows_what_was_submitted(self, town: Office, printed: None) -> None:
        permit = town.submitted("2025-03-12", documents=[{"file": pdf().pk, "sheet": "A-1"}])
        text = words(bytes_of(Paper.objects.get(kind="application", case_id=permit.case_id)))
        for part in ("BP-2025-0001", "Dara Ortiz", "A deck of 12 by 16 feet with stairs", "A-1", town.parcel.print_key):
            assert part in text
        assert "as owner" in text


def _draft() -> Draft:
    return Draft.objects.create(code="a" * 24, kind="building", saved_at=clock.now())


def do_with_key(town: Office, data: dict[str, Any]) -> acts.Outcome:
    """The same form, sent."""
    with on_the_day("2025-03-12"):
        return acts.perform("permit.submit", data, actor=town.staff.clerk, key="one-form")


class TestCompleteness:
    @pytest.mark.proves("CHE-50-4-D-1/1")
    def test_a_blank_scope_is_listed_as_missing(self, town: Office) -> None:
        permit = town.submitted("2025-04-02", scope="")
        assert permit.filed_on == date(2025, 4, 2)
        open_now = reading.decision_on_completeness(permit, date(2025, 4, 2)).standing_in_the_way
        assert ("described.scope", "§ 50-4(D)(1)") in [(f.key, f.cite) for f in open_now]

    @pytest.mark.proves("CHE-50-4-D-2/1")
    def test_the_second_buildings_line_is_demanded(self, town: Office) -> None:
        permit = town.submitted("2025-06-03", buildings_affected=2)
        finding = _finding(permit, "2025-06-03", "buildings")
        assert finding.outcome is Outcome.UNMET
        assert finding.why == "One of two affected buildings listed with tax map number and address"

    @pytest.mark.proves("CHE-50-4-D-3/1")
    def test_another_occupancy_marks_a_conversion(self, town: Office) -> None:
        permit = town.submitted("2025-08-11", occupancy_existing="B", occupancy_proposed="A-2")
        finding = _finding(permit, "2025-08-11", "conversion")
        assert finding.outcome is Outcome.WARNING
        assert finding.why.startswith("Conversion from B to A-2; a certificate is needed for the converted part")

    @pytest.mark.proves("CHE-50-4-D-5-L1/1")
    def test_one_paper_set_is_not_enough_and_an_electronic_one_is(self, town: Office) -> None:
        permit = town.submitted("2025-01-27", paper_sets=1)
        finding = _finding(permit, "2025-01-27", "sets")
        assert (finding.outcome, finding.why) == (Outcome.UNMET, "One of two sets received")
        town.do("permit.add_documents", permit, "2025-01-28", town.staff.clerk, documents=[{"file": pdf().pk}])
        assert _finding(permit, "2025-01-28", "sets").outcome is Outcome.MET


def _finding(permit: Permit, when: str, key: str) -> Any:
    return next(f for f in reading.decision_on_completeness(permit, day(when)).findings if f.key == key)


class TestCorrecting:
    def test_names_the_entry_and_keeps_both(self, town: Office) -> None:
        permit = town.submitted("2025-03-12")
        entry = Entry.objects.get(act="permit.submit")
        outcome = town.do(
            "permit.correct",
            permit,
            "2025-03-13",
            town.staff.clerk,
            corrects=entry.seq,
            why="Misread",
            cost="28000.00",
            received_on="2025-03-11",
            answers={"work.in_dwelling_unit": True},
        )
        assert (permit.cost, permit.received_on) == (Decimal("28000.00"), date(2025, 3, 11))
        assert outcome.entry is not None
        assert outcome.entry.corrects == entry.seq
        assert outcome.entry.content["before"]["cost"] == "18000.00"
        assert outcome.entry.content["after"]["cost"] == "28000.00"
        assert {e.seq for e in reading.history(permit)} >= {entry.seq, outcome.entry.seq}

    def test_moves_it_to_the_right_parcel(self, town: Office) -> None:
        other = parcel("40 Lakeside Terrace")
        permit = town.submitted("2025-03-12")
        seq = Entry.objects.get(act="permit.submit").seq
        town.do(
            "permit.correct", permit, "2025-03-13", town.staff.clerk, corrects=seq, why="Wrong lot", parcel=other.pk
        )
        assert permit.parcel_id == other.pk
        assert permit.case.place == "40 Lakeside Terrace"

    def test_the_right_parcel_is_named_as_people_name_it(self, town: Office) -> None:
        """By its address in any spelling; what is not there, or is several, moves nothing and says so."""
        other, _ = parcel("40 Lakeside Terrace"), parcel("40 Lakeside Avenue")
        permit = town.submitted("2025-03-12")
        before = permit.parcel_id
        seq = Entry.objects.get(act="permit.submit").seq

        def moved(place: str) -> None:
            town.do("permit.correct", permit, "2025-03-13", town.staff.clerk, corrects=seq, why="Lot", place=place)

        which = r"Which is meant: 40 Lakeside Avenue \(17-1-3\) or 40 Lakeside Terrace \(17-1-2\)\?"
        for place, says in (("99 Nowhere Lane", "No such parcel"), ("40 Lakeside", which)):
            with pytest.raises(InputError, match=says):
                moved(place)
        permit.case.refresh_from_db()
        assert permit.parcel_id == before
        moved("40 lakeside terr.")
        assert permit.parcel_id == other.pk

    @pytest.mark.parametrize(
        ("given", "words"),
        [
            ({"cost": "1.00"}, "Name the entry"),
            ({"corrects": 1, "cost": "1.00"}, "not about this"),
            ({"corrects": 0, "received_on": "2026-01-01"}, "not come yet"),
            ({"corrects": 0}, "Nothing is changed"),
        ],
    )
    def test_what_cannot_be_corrected_so(self, town: Office, given: dict[str, Any], words: str) -> None:
        permit = town.submitted("2025-03-12")
        if given.get("corrects") == 0:
            given = {**given, "corrects": Entry.objects.get(act="permit.submit").seq}
        with pytest.raises(InputError, match=words):
            town.do("permit.correct", permit, "2025-03-13", town.staff.clerk, why="Misread", **given)

    def test_the_second_of_two_is_shown_what_changed(self, town: Office) -> None:
        permit = town.submitted("2025-03-12")
        seen = acts.version(permit.case_id)
        town.do("permit.withdraw", permit, "2025-03-13", town.staff.clerk, why="Sold the house")
        with pytest.raises(Overtaken) as error, on_the_day("2025-03-13"):
            acts.perform("permit.withdraw", {}, actor=town.staff.officer, subject_id=permit.pk, seen=seen)
        assert error.value.entries[0].said == "Application BP-2025-0001 withdrawn: Sold the house"


class TestVoiding:
    def test_the_number_stays_listed_and_is_never_used_again(self, town: Office) -> None:
        permit = town.submitted("2025-03-12", paid=False)
        town.do("permit.void", permit, "2025-03-12", town.staff.clerk, why="Entered twice")
        number = Number.objects.get(text="BP-2025-0001")
        assert number.void_why == "Entered twice"
        assert (permit.case.outcome, permit.key_on(date(2025, 3, 12))) == ("void", "withdrawn")
        assert town.submitted("2025-03-12").number == "BP-2025-0002"

    def test_not_where_money_was_paid_or_it_is_decided(self, town: Office) -> None:
        permit = town.submitted("2025-03-12")
        with pytest.raises(InputError, match="Money was paid"):
            town.do("permit.void", permit, "2025-03-12", town.staff.clerk, why="Entered twice")
        town.do("permit.withdraw", permit, "2025-03-12", town.staff.clerk)
        with pytest.raises(InputError, match="not decided"):
            town.do("permit.void", permit, "2025-03-12", town.staff.clerk, why="Entered twice")


class TestDocuments:
    def test_a_file_of_another_case_is_not_filed_here(self, town: Office) -> None:
        mine = pdf()
        town.submitted("2025-03-12", documents=[{"file": mine.pk}])
        for file in (mine.pk, uuid7()):
            with pytest.raises(InputError, match="no such file"):
                town.submitted("2025-03-12", documents=[{"file": file}])

    def test_nothing_is_nothing(self, town: Office) -> None:
        with pytest.raises(InputError, match="at least one document"):
            town.do("permit.add_documents", town.submitted("2025-03-12"), "2025-03-12", town.staff.clerk)

    def test_more_paper_sets_join_the_open_round(self, town: Office) -> None:
        permit = town.submitted("2025-03-12", paper_sets=1)
        town.do("permit.add_documents", permit, "2025-03-13", town.staff.clerk, paper_sets=1)
        assert permit.case.rounds.get().paper_sets == 2

    def test_a_new_permit_names_the_one_whose_change_needs_it(self, town: Office) -> None:
        old = town.submitted("2025-03-12")
        assert town.submitted("2025-03-13", for_permit=old.pk).for_permit == old
        with pytest.raises(InputError, match="no such permit"):
            town.submitted("2025-03-13", for_permit=uuid7())

    def test_the_architect_is_kept_with_license_and_firm(self, town: Office) -> None:
        architect = town.submitted("2025-03-12").party(Party.Part.DESIGNER)
        assert architect is not None
        assert (architect.license_number, architect.firm_name) == (ARCHITECT["license_number"], ARCHITECT["firm_name"])
        assert Parcel.objects.count() == 1
