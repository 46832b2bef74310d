"""People and firms, and who owned a parcel on a day. An e-mail address is never required."""

from __future__ import annotations

from datetime import date
from typing import Self

from django.db import models
from django.db.models import Q

from townwright.office.places.models import Parcel
from townwright.office.register.actors import Actor
from townwright.office.storage.models import Record


class PersonSet(models.QuerySet["Person"]):
    """People as one may see them."""

    def visible_to(self, actor: Actor) -> Self:
        """Staff see everybody; others nobody in a list (their own case shows its parties)."""
        return self if actor.is_staff else self.none()


class Person(Record):
    """A person or a firm: owner, applicant, contractor, design professional, agent, occupant."""

    class Kind(models.TextChoices):
        PERSON = "person", "Person"
        FIRM = "firm", "Firm"
        ESTATE = "estate", "Estate"
        TRUST = "trust", "Trust"
        BODY = "public body", "Public body"

    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.PERSON)
    name = models.CharField(max_length=200, db_index=True)
    phone = models.CharField(max_length=60, blank=True)
    email = models.CharField(max_length=200, blank=True)
    postal = models.TextField(blank=True)
    profession = models.CharField(max_length=60, blank=True)
    license_number = models.CharField(max_length=40, blank=True)
    license_ends = models.DateField(null=True)
    firm_name = models.CharField(max_length=200, blank=True)
    sole_practitioner = models.BooleanField(null=True)
    authorization_number = models.CharField(max_length=40, blank=True)
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="merged")

    objects = PersonSet.as_manager()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Insurance(Record):
    """Proof of insurance or an exemption from it, once a person, good for all that person's permits."""

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="insurances")
    kind = models.CharField(max_length=40)
    form = models.CharField(max_length=40)
    carrier = models.CharField(max_length=200, blank=True)
    policy = models.CharField(max_length=60, blank=True)
    begins = models.DateField(null=True)
    ends = models.DateField(null=True)
    file_id = models.UUIDField(null=True)


class OwnershipSet(models.QuerySet["Ownership"]):
    """Owners as of a day."""

    def on(self, day: date) -> Self:
        """Those who owned on a day; an unknown beginning counts as always."""
        return self.filter(Q(begins=None) | Q(begins__lte=day)).filter(Q(ends=None) | Q(ends__gt=day))


class Ownership(Record):
    """A person owns, or may sign for the owners of, a parcel; the day of the deed and the day of the roll are two."""

    parcel = models.ForeignKey(Parcel, on_delete=models.PROTECT, related_name="ownerships")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="ownerships")
    how = models.CharField(max_length=60, default="owner")
    share = models.CharField(max_length=40, blank=True)
    begins = models.DateField(null=True)
    ends = models.DateField(null=True)
    roll_day = models.DateField(null=True)
    may_sign = models.BooleanField(default=True)
    signing_paper = models.CharField(max_length=200, blank=True)

    objects = OwnershipSet.as_manager()

    class Meta:
        ordering = ["begins", "id"]
