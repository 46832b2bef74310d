"""Accounts, and the appointments and certificates behind a signature. A log-in is not an office."""

from __future__ import annotations

from datetime import date
from typing import Self

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q

from townwright.office.register.actors import Actor, Role
from townwright.office.storage import uuid7
from townwright.office.storage.models import Record


class Account(AbstractUser):
    """A log-in of this office, staff or applicant. The same person in two towns has two."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField("full name", max_length=200)
    role = models.CharField(
        max_length=16, choices=[(r.value, r.value) for r in Role if r is not Role.SYSTEM], default=Role.APPLICANT.value
    )
    phone = models.CharField(max_length=40, blank=True)
    person_id = models.UUIDField(null=True)

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    REQUIRED_FIELDS = ["email", "name"]

    def __str__(self) -> str:
        return self.name or self.username

    def get_full_name(self) -> str:
        """The name as it is printed."""
        return self.name


class AppointmentSet(models.QuerySet["Appointment"]):
    """Appointments as of a day."""

    def on(self, day: date) -> AppointmentSet:
        """Those in force on a day."""
        return self.filter(Q(ends=None) | Q(ends__gte=day), begins__lte=day)


class Appointment(Record):
    """A person's appointment to an office of the town, by a resolution, from a day to a day."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="appointments")
    office = models.CharField(max_length=40)
    title = models.CharField(max_length=120)
    acting = models.BooleanField(default=False)
    begins = models.DateField()
    ends = models.DateField(null=True)
    resolution = models.CharField(max_length=120)
    why_acting = models.CharField(max_length=200, blank=True)
    experience = models.CharField(max_length=300, blank=True)
    civil_service = models.CharField(max_length=60, blank=True)

    objects = AppointmentSet.as_manager()

    class Meta:
        ordering = ["begins"]


class Certification(Record):
    """A Department of State certification. It has no end date: it holds until marked inactive or revoked."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="certifications")
    kind = models.CharField(max_length=40)
    number = models.CharField(max_length=40)
    issued = models.DateField()
    inactive_from = models.DateField(null=True)
    revoked_on = models.DateField(null=True)


class Training(Record):
    """Hours of training of one day, by kind (basic, in-service, advanced in-service, other)."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="trainings")
    day = models.DateField()
    kind = models.CharField(max_length=40)
    hours = models.DecimalField(max_digits=5, decimal_places=2)
    topic = models.CharField(max_length=200)
    provider = models.CharField(max_length=200, blank=True)


class ApiKeySet(models.QuerySet["ApiKey"]):
    """Keys are for administrators."""

    def visible_to(self, actor: Actor) -> Self:
        """Staff see the list of keys; the secret is nowhere."""
        return self if actor.is_staff else self.none()


class ApiKey(Record):
    """A key by which a program acts as an account. Only its hash is kept; it is shown once, when it is made."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="api_keys")
    label = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, unique=True)
    made_on = models.DateField()
    revoked_on = models.DateField(null=True)

    objects = ApiKeySet.as_manager()

    class Meta:
        ordering = ["made_on"]
