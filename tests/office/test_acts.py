"""The engine of acts: allowed or refused, whole or not at all, once a key, and never on what has changed unseen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from typing import Any
from unittest.mock import patch

import pytest

from townwright.office import clock
from townwright.office.cases.models import Note
from townwright.office.places.models import Parcel
from townwright.office.register import acts, chain
from townwright.office.register.actors import PUBLIC, SYSTEM, Actor, Appointed, Role
from townwright.office.register.errors import (
    InputError,
    NoSuchThing,
    NotAllowed,
    Overtaken,
    Refused,
    UnknownAct,
    problem,
)
from townwright.office.register.models import Entry
from townwright.office.staff.models import Account, Appointment
from townwright.office.storage import uuid7

pytestmark = [pytest.mark.usefixtures("office"), pytest.mark.both_engines]

CLERK = Actor(uuid7(), "N. Fairweather", Role.CLERK)
ADMINISTRATOR = Actor(uuid7(), "B. Ostrander", Role.ADMINISTRATOR)


@pytest.fixture(autouse=True)
def _tuesday(at: Callable[[str], Any]) -> Iterator[None]:
    at("2026-11-17 09:00")
    yield


@pytest.fixture
def parcel() -> Parcel:
    outcome = acts.perform(
        "parcel.record", {"swis": "332289", "print_key": "17-1-42.2", "address": "38 Lakeside Terrace"}, actor=CLERK
    )
    return Parcel.objects.get(pk=outcome.subject_id)


def note(parcel: Parcel, /, **more: Any) -> dict[str, Any]:
    return {"parcel": str(parcel.pk), "words": "Asked about a deck", "who": "Mr. Quill", **more}


class TestAnActThatIsDone:
    def test_stands_in_the_register_with_who_when_and_on_what(self, parcel: Parcel) -> None:
        outcome = acts.perform("note.take", note(parcel), actor=CLERK)
        assert outcome.entry is not None
        entry = Entry.objects.get(seq=outcome.entry.seq)
        assert (entry.act, entry.actor_name, entry.on) == ("note.take", "N. Fairweather", date(2026, 11, 17))
        assert entry.said == "Telephone call noted, Mr. Quill"
        assert set(entry.touched.values_list("ref", flat=True)) >= {parcel.pk}
        assert entry.content["decision"]["pack_hash"]

    def test_keeps_private_words_out_of_the_chain(self, parcel: Parcel) -> None:
        outcome = acts.perform("note.take", note(parcel), actor=CLERK)
        assert outcome.entry is not None
        assert "deck" not in outcome.entry.body
        assert outcome.entry.private.get(field="given.words").words == "Asked about a deck"

    def test_keeps_private_words_of_its_parts_out_of_the_chain(self, parcel: Parcel) -> None:
        outcome = acts.perform(
            "owner.record",
            {"parcel": parcel.pk, "owner": {"name": "Dara Whitcombe", "phone": "(845) 555-0199"}},
            actor=CLERK,
        )
        assert outcome.entry is not None
        assert "Dara Whitcombe" in outcome.entry.body
        assert "555-0199" not in outcome.entry.body
        assert outcome.entry.private.get().field == "given.owner.phone"

    def test_may_count_on_an_earlier_day_with_a_reason(self, parcel: Parcel) -> None:
        outcome = acts.perform(
            "note.take", note(parcel, on="2026-11-13", late_reason="Written down in the car"), actor=CLERK
        )
        assert outcome.entry is not None
        assert (outcome.entry.on, clock.local(outcome.entry.at).date()) == (date(2026, 11, 13), date(2026, 11, 17))
        assert outcome.entry.content["given"]["late_reason"] == "Written down in the car"


class TestAnActThatIsNotDone:
    def untouched(self, before: int) -> None:
        assert chain.head().seq == before
        assert not Note.objects.exists()

    @pytest.mark.parametrize(
        ("given", "field", "words"),
        [
            ({"on": "2026-11-13"}, "late_reason", "Say why"),
            ({"on": "2026-11-18", "late_reason": "x"}, "on", "not come yet"),
            ({"on": "0206-03-01", "late_reason": "x"}, "on", "The year 206 cannot be right"),
            ({"on": "the 13th"}, "on", "This is no date"),
            ({"words": ""}, "words", "This is needed."),
            ({"colour": "red"}, "colour", "There is no such field."),
            ({"how": "pigeon"}, "how", "Choose one of"),
            ({"parcel": None}, "case", "which case or which parcel"),
            ({"parcel": "0198f000-0000-7000-8000-000000000000"}, "parcel", "no such record"),
            ({"call_back_by": "2026-11-16"}, "call_back_by", "has passed"),
            ({"corrects": 1}, "corrects", "not about this"),
        ],
    )
    def test_says_which_field_and_changes_nothing(
        self, parcel: Parcel, given: dict[str, Any], field: str, words: str
    ) -> None:
        before = chain.head().seq
        with pytest.raises(InputError) as caught:
            acts.perform("note.take", note(parcel, **given), actor=CLERK)
        assert words in caught.value.errors[field]
        assert problem(caught.value)["status"] == 422
        self.untouched(before)

    def test_is_not_open_to_the_public(self, parcel: Parcel) -> None:
        before = chain.head().seq
        with pytest.raises(NotAllowed):
            acts.perform("note.take", note(parcel), actor=PUBLIC)
        self.untouched(before)

    def test_names_no_record_that_is_not_there(self) -> None:
        with pytest.raises(NoSuchThing):
            acts.perform("note.call_back", {}, actor=CLERK, subject_id=uuid7())

    def test_has_no_unknown_name(self) -> None:
        with pytest.raises(UnknownAct):
            acts.perform("note.burn", {}, actor=CLERK)

    def test_leaves_nothing_half_done_when_it_fails_in_the_middle(self, parcel: Parcel) -> None:
        before = chain.head().seq
        with patch.object(chain, "append", side_effect=OSError(28, "No space left on device")), pytest.raises(OSError):
            acts.perform("note.take", note(parcel), actor=CLERK)
        self.untouched(before)


class TestAKey:
    def test_used_twice_gives_the_first_answer(self, parcel: Parcel) -> None:
        first = acts.perform("note.take", note(parcel), actor=CLERK, key="k-1")
        second = acts.perform("note.take", note(parcel), actor=CLERK, key="k-1")
        assert (first.again, second.again) == (False, True)
        assert first.entry == second.entry
        assert first.subject_id == second.subject_id
        assert Note.objects.count() == 1

    def test_of_another_act_is_refused(self, parcel: Parcel) -> None:
        acts.perform("note.take", note(parcel), actor=CLERK, key="k-1")
        with pytest.raises(InputError):
            acts.perform("parcel.record", {"address": "1 Main Street"}, actor=CLERK, key="k-1")

    def test_of_another_person_is_refused(self, parcel: Parcel) -> None:
        acts.perform("note.take", note(parcel), actor=CLERK, key="k-1")
        with pytest.raises(InputError):
            acts.perform("note.take", note(parcel), actor=ADMINISTRATOR, key="k-1")


class TestWhatChangedMeanwhile:
    def test_is_shown_to_the_second(self, parcel: Parcel) -> None:
        made = acts.perform("note.take", note(parcel, call_back_by="2026-11-18"), actor=CLERK)
        taken = Note.objects.get(pk=made.subject_id)
        seen = acts.version(parcel.pk)
        acts.perform("note.call_back", {}, actor=ADMINISTRATOR, subject_id=taken.pk, seen=seen)
        with pytest.raises(Overtaken) as caught:
            acts.perform("note.call_back", {}, actor=CLERK, subject_id=taken.pk, seen=seen)
        assert [entry.said for entry in caught.value.entries] == ["Called back Mr. Quill"]
        assert "B. Ostrander" in str(caught.value)
        assert problem(caught.value)["entries"][0]["act"] == "note.call_back"

    def test_does_not_bother_who_has_seen_it(self, parcel: Parcel) -> None:
        made = acts.perform("note.take", note(parcel), actor=CLERK)
        outcome = acts.perform(
            "note.call_back", {}, actor=CLERK, subject_id=made.subject_id, seen=acts.version(parcel.pk)
        )
        assert outcome.entry is not None


class TestACorrection:
    def test_names_the_entry_that_it_corrects_and_both_stand(self, parcel: Parcel) -> None:
        wrong = acts.perform("note.take", note(parcel, who="Mr. Quell"), actor=CLERK)
        assert wrong.entry is not None
        subject = Note.objects.get(pk=wrong.subject_id)
        right = acts.perform("note.call_back", {"corrects": wrong.entry.seq}, actor=CLERK, subject_id=subject.pk)
        assert right.entry is not None
        assert right.entry.corrects == wrong.entry.seq
        assert Entry.objects.filter(seq=wrong.entry.seq).exists()


def appointment(**more: Any) -> dict[str, Any]:
    account = Account.objects.create_user("cole", name="R. Abernathy-Cole", role="officer")
    return {
        "account": account.pk,
        "office": "officer",
        "begins": "2025-01-02",
        "resolution": "Resolution 4 of 2025",
        "experience": "Twelve years a mason",
        **more,
    }


class TestAnAppointment:
    @pytest.mark.proves("CHE-50-3-B-1/1")
    def test_without_a_resolution_is_refused(self) -> None:
        # given a CEO appointment entered with no Town Board resolution number, when it is saved
        with pytest.raises(Refused) as caught:
            acts.perform("appointment.make", appointment(resolution=""), actor=ADMINISTRATOR)
        # then it is refused, § 50-3(B)
        assert [f.cite for f in caught.value.decision.standing_in_the_way] == ["§ 50-3(B)"]
        assert problem(caught.value)["decision"]["allowed"] is False
        assert not Appointment.objects.exists()

    def test_by_a_clerk_is_not_allowed(self) -> None:
        with pytest.raises(NotAllowed):
            acts.perform("appointment.make", appointment(), actor=CLERK)

    @pytest.mark.proves("CHE-50-3-A-L1/1")
    def test_of_a_second_holder_is_refused(self) -> None:
        given = appointment(begins="2025-03-01", ends="2025-12-31")
        acts.perform("appointment.make", given, actor=ADMINISTRATOR)
        other = Account.objects.create_user("second", name="T. Second", role="officer")
        with pytest.raises(Refused) as caught:
            acts.perform("appointment.make", {**given, "account": other.pk}, actor=ADMINISTRATOR)
        assert "§ 50-3(A)" in {f.cite for f in caught.value.decision.standing_in_the_way}

    def test_asked_for_changes_nothing(self) -> None:
        outcome = acts.ask("appointment.make", appointment(), actor=ADMINISTRATOR)
        assert outcome.decision.allowed
        assert outcome.entry is None
        assert not Appointment.objects.exists()


def test_an_office_is_held_from_its_first_day_to_its_last() -> None:
    actor = Actor(
        uuid7(),
        "A. Acting",
        Role.OFFICER,
        (Appointed("officer", "Acting Code Enforcement Officer", date(2025, 7, 7), date(2025, 8, 15), True),),
    )
    held = [actor.offices(day) for day in (date(2025, 7, 6), date(2025, 7, 7), date(2025, 8, 15), date(2025, 8, 16))]
    assert held == [frozenset(), {"officer"}, {"officer"}, frozenset()]
    assert actor.title(date(2025, 8, 1)) == "Acting Code Enforcement Officer"
    assert actor.title(date(2025, 9, 1)) == "Officer"


def test_the_system_is_staff_and_the_public_is_not() -> None:
    assert SYSTEM.is_staff
    assert not PUBLIC.is_staff
