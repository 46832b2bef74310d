"""Old records: permits and papers from before this office kept its own, imported or typed in from a card.

An old record says what its source says and nothing more. It has no terms, no status and no certificate
unless the source has them, and a date only as exactly as the source gives it.
"""

from __future__ import annotations

from datetime import date
from typing import Any, Self

from django.db import models

from townwright.law.calendar import in_words
from townwright.office.places.models import Parcel
from townwright.office.register.actors import Actor
from townwright.office.storage.models import Record


class OldRecordSet(models.QuerySet["OldRecord"]):
    """Old records as one may see them."""

    def visible_to(self, actor: Actor) -> Self:
        """Staff see them all; the public sees them on the page of the property, not in lists."""
        return self if actor.is_staff else self.none()

    def of(self, parcel: Parcel) -> Self:
        """Those of a parcel, the newest first, those without a date last."""
        return self.filter(on_parcels__parcel=parcel).order_by(models.F("on").desc(nulls_last=True), "number")


class OldRecord(Record):
    """One permit, certificate or card from before.

    `number` and the names stand as they came. `on` is the first day that the source's date may mean,
    `precision` how much of it the source gives: of "1988" it is 1 January 1988 and a year. `source` is the
    list it came from, blank for a card; a number occurs once a source. `lines` are the rows of the source
    it was made from, `digest` their SHA-256.
    """

    class Kind(models.TextChoices):
        PERMIT = "permit", "Permit"
        CERTIFICATE = "certificate", "Certificate"
        INSPECTION = "inspection", "Inspection"
        VIOLATION = "violation", "Violation"
        OTHER = "other", "Other record"

    class Precision(models.TextChoices):
        DAY = "day", "day"
        MONTH = "month", "month only"
        YEAR = "year", "year only"
        NONE = "none", "no date"

    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.PERMIT)
    number = models.CharField("number as written", max_length=80, blank=True, db_index=True)
    type = models.CharField("type as written", max_length=120, blank=True)
    on = models.DateField("issued", null=True)
    precision = models.CharField(max_length=5, choices=Precision.choices, default=Precision.NONE)
    place = models.TextField("place as written", blank=True)
    applicant = models.TextField(blank=True)
    owner = models.TextField(blank=True)
    contractor = models.TextField(blank=True)
    words = models.TextField("what it says", blank=True)
    valuation = models.DecimalField(max_digits=14, decimal_places=2, null=True)
    fee = models.DecimalField(max_digits=12, decimal_places=2, null=True)
    lies_in = models.CharField("where the paper lies", max_length=200, blank=True)
    parcels: models.ManyToManyField[Parcel, OldRecordParcel] = models.ManyToManyField(
        Parcel, through="OldRecordParcel", related_name="old_records"
    )

    source = models.CharField(max_length=60, blank=True)
    load_id = models.UUIDField("load that brought it", null=True)
    changed_by = models.UUIDField("load that changed it last", null=True)
    missing_since = models.UUIDField("first load that no longer had it", null=True)
    lines = models.JSONField(default=list)
    earlier = models.JSONField("what it said before", default=list)
    digest = models.CharField(max_length=64, blank=True)

    objects = OldRecordSet.as_manager()

    class Meta:
        ordering = ["-on", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["source", "number"], condition=~models.Q(source=""), name="a_number_once_a_source"
            )
        ]
        indexes = [
            models.Index(fields=["source", "type"], name="old_record_by_type"),
            models.Index(fields=["on"], name="old_record_by_day"),
        ]

    def __str__(self) -> str:
        return " ".join(part for part in (self.get_kind_display(), self.number, self.type) if part)

    @property
    def when(self) -> str:
        """The date as exactly as the source has it: "Mon 2 March 1998", "March 1998", "1998", "no date"."""
        return date_in_words(self.on, self.precision)


class OldRecordParcel(Record):
    """A parcel of an old record: its key as written, and the parcel that it names, if that is certain."""

    old_record = models.ForeignKey(OldRecord, on_delete=models.PROTECT, related_name="on_parcels")
    parcel = models.ForeignKey(Parcel, on_delete=models.PROTECT, null=True, related_name="in_old_records")
    key = models.CharField("key as written", max_length=80, blank=True)
    remark = models.CharField("remark behind the key", max_length=120, blank=True)

    class Meta:
        ordering = ["old_record", "id"]

    def __str__(self) -> str:
        return self.key or str(self.parcel)


def date_in_words(on: date | None, precision: str) -> str:
    """A date of which only so much is known."""
    if on is None or precision == OldRecord.Precision.NONE:
        return "no date"
    if precision == OldRecord.Precision.YEAR:
        return str(on.year)
    return f"{on:%B} {on.year}" if precision == OldRecord.Precision.MONTH else in_words(on)


def timeline(parcel: Parcel) -> list[dict[str, Any]]:
    """The old records of a parcel for its timeline; one query."""
    return [
        {"on": record.on, "when": record.when, "title": str(record), "says": record.words, "id": record.pk}
        for record in OldRecord.objects.of(parcel)
    ]
