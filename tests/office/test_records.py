"""Old cards: typed in with what stands on them and no more, and tied to their parcels."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any
from uuid import uuid4

import pytest

from townwright.office.find.port import find
from townwright.office.places.models import Parcel
from townwright.office.records import acts  # noqa: F401 - declares them
from townwright.office.records.models import OldRecord, OldRecordParcel, timeline
from townwright.office.register.actors import PUBLIC, SYSTEM
from townwright.office.register.acts import perform
from townwright.office.register.errors import InputError

pytestmark = [pytest.mark.usefixtures("office"), pytest.mark.both_engines]


@pytest.fixture
def parcel() -> Parcel:
    """A parcel on record."""
    made = Parcel()
    made.set_key(print_key="6-1-22.1")
    made.set_address("14 Hambletonian Ave")
    made.save()
    return made


def card(on_parcel: Parcel, /, **given: Any) -> OldRecord:
    """A card typed in."""
    outcome = perform("old_record.enter", {"parcel": str(on_parcel.pk), **given}, actor=SYSTEM)
    return OldRecord.objects.get(pk=outcome.subject_id)


@pytest.mark.parametrize(
    ("given", "on", "when"),
    [
        ({"year": 1988}, date(1988, 1, 1), "1988"),
        ({"year": 1988, "month": 6}, date(1988, 6, 1), "June 1988"),
        ({"year": 1988, "month": 6, "day": 3}, date(1988, 6, 3), "Fri 3 June 1988"),
        ({}, None, "no date"),
    ],
)
def test_a_card_has_no_more_of_a_date_than_stands_on_it(
    parcel: Parcel, given: dict[str, int], on: date | None, when: str
) -> None:
    record = card(parcel, number="B-4127", **given)
    assert (record.on, record.when) == (on, when)
    assert timeline(parcel)[0]["when"] == when


def test_a_card_is_found_by_its_number_and_its_names(parcel: Parcel) -> None:
    card(parcel, number="B-4127", year=1988, owner="Wilhelmina Quackenbush", type="garage")
    assert [hit.number for hit in find("b4127").exact] == ["B-4127"]
    assert [hit.number for hit in find("quackenbush garage")] == ["B-4127"]
    assert find("b4127").exact[0].parcel_id == parcel.pk


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"month": 6}, "needs its year"),
        ({"year": 1988, "day": 3}, "needs its month"),
        ({"year": 1988, "month": 2, "day": 30}, "no day 30"),
        ({"year": 206}, "At least 1600"),
        ({"year": 2100}, "has not come"),
        ({"parcel": str(uuid4())}, "no such parcel"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_kept(parcel: Parcel, given: dict[str, Any], why: str) -> None:
    with pytest.raises(InputError, match=why):
        card(parcel, **given)
    assert not OldRecord.objects.exists()


def test_an_open_key_is_tied_to_its_parcel_by_an_act(parcel: Parcel, at: Callable[[str | datetime], datetime]) -> None:
    record = OldRecord.objects.create(number="77", source="a list")
    OldRecordParcel.objects.create(old_record=record, key="6-1-22")
    for given, why in [({"key": "6-1-9"}, "no such key"), ({"parcel": str(uuid4())}, "no such parcel")]:
        with pytest.raises(InputError, match=why):
            perform("old_record.tie", {"parcel": str(parcel.pk), **given}, actor=SYSTEM, subject_id=record.pk)
    perform("old_record.tie", {"parcel": str(parcel.pk), "key": "6-1-22"}, actor=SYSTEM, subject_id=record.pk)
    assert [(tie.key, tie.parcel) for tie in record.on_parcels.all()] == [("6-1-22", parcel)]
    with pytest.raises(InputError, match="already"):
        perform("old_record.tie", {"parcel": str(parcel.pk)}, actor=SYSTEM, subject_id=record.pk)
    other = Parcel.objects.create(print_key="6-1-23", print_key_folded="6-1-23")
    perform("old_record.tie", {"parcel": str(other.pk)}, actor=SYSTEM, subject_id=record.pk)
    assert [entry["id"] for entry in timeline(other)] == [record.pk]


def test_lists_of_old_records_are_for_staff(parcel: Parcel) -> None:
    card(parcel, year=1988)
    assert OldRecord.objects.visible_to(SYSTEM).count() == 1
    assert OldRecord.objects.visible_to(PUBLIC).count() == 0
