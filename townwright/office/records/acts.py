"""Acts on old records: typing in a card, and tying an old record to the parcel that it is about."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Literal, Self
from uuid import UUID

from pydantic import Field, model_validator

from townwright.office import clock
from townwright.office.places.models import Parcel
from townwright.office.records.findable import index_old_records
from townwright.office.records.models import OldRecord, OldRecordParcel
from townwright.office.register.acts import Act, Doing, act
from townwright.office.register.errors import InputError

Precision = OldRecord.Precision


class EnterCard(Act):
    """What stands on an old card or paper; what does not stand there is left empty."""

    parcel: UUID = Field(title="Parcel")
    kind: Literal["permit", "certificate", "inspection", "violation", "other"] = Field(default="permit", title="What")
    number: str = Field(default="", title="Number, as written", max_length=80)
    type: str = Field(default="", title="Type, as written", max_length=120)
    year: int | None = Field(default=None, title="Year", ge=1600, le=2200, description="All four figures.")
    month: int | None = Field(default=None, title="Month, if it stands there", ge=1, le=12)
    day: int | None = Field(default=None, title="Day, if it stands there", ge=1, le=31)
    applicant: str = Field(default="", title="Applicant", max_length=200)
    owner: str = Field(default="", title="Owner", max_length=200)
    contractor: str = Field(default="", title="Contractor", max_length=200)
    words: str = Field(default="", title="What it says", max_length=4000)
    valuation: Decimal | None = Field(default=None, title="Value of the work", ge=0, max_digits=14, decimal_places=2)
    fee: Decimal | None = Field(default=None, title="Fee", ge=0, max_digits=12, decimal_places=2)
    lies_in: str = Field(default="", title="Where the paper lies", max_length=200)

    @model_validator(mode="after")
    def _date_from_the_front(self) -> Self:
        if self.month is not None and self.year is None:
            raise ValueError("A month needs its year.")
        if self.day is not None and self.month is None:
            raise ValueError("A day needs its month.")
        return self


@act("old_record.enter", title="Type in an old card")
def enter(doing: Doing[OldRecord], given: EnterCard) -> None:
    """Keeps an old card with no more of a date than stands on it."""
    parcel = Parcel.objects.filter(pk=given.parcel).first()
    if parcel is None:
        raise InputError({"parcel": "There is no such parcel."})
    on, precision = _first_day(given)
    record = OldRecord.objects.create(
        kind=given.kind, number=given.number, type=given.type, on=on, precision=precision,
        place=parcel.address, applicant=given.applicant, owner=given.owner, contractor=given.contractor,
        words=given.words, valuation=given.valuation, fee=given.fee, lies_in=given.lies_in,
    )  # fmt: skip
    tie = OldRecordParcel.objects.create(old_record=record, parcel=parcel, key=parcel.key)
    index_old_records([record], [tie])
    doing.made(record)
    doing.touch(parcel=parcel.pk)
    doing.say(f"Old {record.get_kind_display().lower()} typed in: {record.number or 'no number'}, {record.when}")


class TieOldRecord(Act):
    """The parcel that an old record is about."""

    parcel: UUID = Field(title="Parcel")
    key: str = Field(default="", title="Key as the record writes it", max_length=80)


@act("old_record.tie", title="Tie an old record to its parcel", subject=OldRecord)
def tie(doing: Doing[OldRecord], given: TieOldRecord) -> None:
    """Says which parcel a key of an old record means, or that the record is about a further parcel."""
    record = doing.subject
    parcel = Parcel.objects.filter(pk=given.parcel).first()
    if parcel is None:
        raise InputError({"parcel": "There is no such parcel."})
    if record.on_parcels.filter(parcel=parcel).exists():
        raise InputError({"parcel": "The record is tied to this parcel already."})
    loose = record.on_parcels.filter(parcel=None, key=given.key).first() if given.key else None
    if given.key and loose is None:
        raise InputError({"key": "The record has no such key that is still open."})
    if loose is None:
        OldRecordParcel.objects.create(old_record=record, parcel=parcel, key=parcel.key)
    else:
        loose.parcel = parcel
        loose.save(update_fields=["parcel"])
    index_old_records([record], record.on_parcels.all())
    doing.touch(parcel=parcel.pk)
    doing.say(f"{record} tied to {parcel}")


def _first_day(given: EnterCard) -> tuple[date | None, Precision]:
    """The first day that a date of the card may mean, and how much of it is known."""
    if given.year is None:
        return None, Precision.NONE
    try:
        on = date(given.year, given.month or 1, given.day or 1)
    except ValueError:
        raise InputError({"day": f"There is no day {given.day} in that month."}) from None
    if on > clock.today():
        raise InputError({"year": "This day has not come yet."})
    return on, Precision.DAY if given.day else Precision.MONTH if given.month else Precision.YEAR
