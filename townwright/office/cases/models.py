"""Cases: one file each for a permit, a certificate, an order, a complaint; jobs that join several; what hangs on them.

A case carries what every kind shares: number, place, parties, change requests, notes, the dates that its acts set.
What is its own (a permit's terms, a certificate's contents) lies in the app of that kind, which points to the case.
"""

from __future__ import annotations

from typing import Self

from django.db import models

from townwright.office.people.models import Person
from townwright.office.places.models import Building, Parcel
from townwright.office.register.actors import Actor
from townwright.office.storage.models import Record


class Series(Record):
    """How numbers of one kind are made, and the last one given in each year. Kind, year, count without gaps."""

    kind = models.CharField(max_length=40)
    year = models.PositiveSmallIntegerField()
    pattern = models.CharField(max_length=60)
    last = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "year"], name="one_series_a_kind_and_year")]


class Number(Record):
    """A number that was given. It is never used again; a void one stays listed with its reason."""

    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="numbers")
    count = models.PositiveIntegerField()
    text = models.CharField(max_length=60, unique=True)
    given_on = models.DateField()
    void_why = models.CharField(max_length=200, blank=True)
    reserved = models.BooleanField(default=False)

    class Meta:
        ordering = ["series", "count"]
        constraints = [models.UniqueConstraint(fields=["series", "count"], name="one_number_a_count")]

    def __str__(self) -> str:
        return self.text


class Job(Record):
    """Several cases that are one job: the building permit, the plumbing, an agency's electrical certificate."""

    title = models.CharField(max_length=200)
    begun = models.DateField()


class CaseSet(models.QuerySet["Case"]):
    """Cases as one may see them."""

    def visible_to(self, actor: Actor) -> Self:
        """Staff see every case; others those that their account or link opens."""
        return self if actor.is_staff else self.filter(pk__in=actor.cases)


class Case(Record):
    """One file. `place` is the address as it stood when the case was opened; `officer_id` the account that has it."""

    kind = models.CharField(max_length=40)
    number = models.CharField(max_length=60, unique=True, null=True)
    title = models.CharField(max_length=200)
    place = models.CharField(max_length=200)
    parcels: models.ManyToManyField[Parcel, CaseParcel] = models.ManyToManyField(
        Parcel, through="CaseParcel", related_name="cases"
    )
    job = models.ForeignKey(Job, on_delete=models.PROTECT, null=True, related_name="cases")
    officer_id = models.UUIDField(null=True)
    opened_on = models.DateField()
    opened_at = models.DateTimeField()
    received_on = models.DateField(null=True)
    filed_on = models.DateField(null=True)
    closed_on = models.DateField(null=True)
    outcome = models.CharField(max_length=60, blank=True)
    holder_since = models.DateField(null=True)
    with_applicant = models.BooleanField(default=False)
    days_with_us = models.PositiveIntegerField(default=0)
    days_with_applicant = models.PositiveIntegerField(default=0)
    link_code = models.CharField(max_length=64, unique=True, null=True)

    objects = CaseSet.as_manager()

    class Meta:
        ordering = ["-opened_on", "-id"]
        indexes = [
            models.Index(fields=["closed_on", "kind"]),
            models.Index(fields=["with_applicant", "closed_on", "filed_on"]),
        ]

    def __str__(self) -> str:
        return f"{self.number or 'draft'} {self.title}"

    @property
    def case_id(self) -> object:
        """The case itself, so that acts and facts treat a case like what hangs on it."""
        return self.pk


class CaseParcel(Record):
    """A parcel that a case lies on; one of them is the first."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="on_parcels")
    parcel = models.ForeignKey(Parcel, on_delete=models.PROTECT, related_name="in_cases")
    building = models.ForeignKey(Building, on_delete=models.PROTECT, null=True)
    first = models.BooleanField(default=True)

    class Meta:
        ordering = ["-first", "id"]
        constraints = [models.UniqueConstraint(fields=["case", "parcel"], name="a_parcel_once_a_case")]


class Party(Record):
    """Somebody's part in a case, from a day to a day."""

    class Part(models.TextChoices):
        OWNER = "owner", "Owner"
        APPLICANT = "applicant", "Applicant"
        AGENT = "agent", "Owner's agent"
        HOLDER = "holder", "Permit holder"
        CONTRACTOR = "contractor", "Contractor"
        DESIGNER = "design professional", "Design professional"
        TENANT = "tenant", "Tenant"
        PAYER = "payer", "Payer"
        CONTACT = "contact", "Contact"

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="parties")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="parts")
    part = models.CharField(max_length=24, choices=Part.choices)
    begins = models.DateField(null=True)
    ends = models.DateField(null=True)
    why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["part", "id"]


class SetDate(Record):
    """A date that an act set: the nominal end and the act-by date, with its section and the law that computed it.

    `counted_from`, `period` and `rolls` say how it was counted, so that a day that is proclaimed or tolled later moves
    it; a day that was fixed by hand has no period.
    """

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="dates")
    kind = models.CharField(max_length=40)
    begins = models.DateField()
    nominal = models.DateField()
    act_by = models.DateField()
    counted_from = models.DateField(null=True)
    period: models.JSONField[dict[str, int] | None, dict[str, int] | None] = models.JSONField(null=True)
    rolls = models.BooleanField(default=False)
    cite = models.CharField(max_length=60)
    provisions = models.JSONField(default=list)
    passed_over = models.JSONField(default=list)
    reminders = models.JSONField(default=list)
    pack_hash = models.CharField(max_length=64)
    entry_seq = models.BigIntegerField()
    done_on = models.DateField(null=True)
    replaced = models.BooleanField(default=False)

    class Meta:
        ordering = ["nominal"]
        # Not by `replaced`: SQLite seeks no truth value in an index.
        indexes = [
            models.Index(fields=["done_on", "act_by"]),
            models.Index(fields=["case", "done_on", "act_by"]),
            models.Index(fields=["kind", "act_by"]),
        ]


class ChangeRequest(Record):
    """What the office asks of the applicant, item by item, with a day for the reply."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="requests")
    count = models.PositiveSmallIntegerField()
    sent_on = models.DateField()
    reply_by = models.DateField(null=True)
    by_name = models.CharField(max_length=200)
    by_title = models.CharField(max_length=120)
    closed_on = models.DateField(null=True)

    class Meta:
        ordering = ["count"]
        constraints = [models.UniqueConstraint(fields=["case", "count"], name="change_requests_are_counted")]


class RequestItem(Record):
    """One thing asked for: what, why with its section, and the applicant's own answer to it."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting for the applicant"
        ANSWERED = "answered", "Answered"
        ACCEPTED = "accepted", "Accepted"
        NOT_APPLICABLE = "not applicable", "Said not to apply"
        WITHDRAWN = "withdrawn", "No longer asked for"

    request = models.ForeignKey(ChangeRequest, on_delete=models.PROTECT, related_name="items")
    count = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=200)
    words = models.TextField(blank=True)
    cite = models.CharField(max_length=60, blank=True)
    finding = models.CharField(max_length=80, blank=True)
    state = models.CharField(max_length=16, choices=State.choices, default=State.WAITING)
    answer = models.TextField(blank=True)
    answered_on = models.DateField(null=True)
    answered_by = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["count"]


class NoteSet(models.QuerySet["Note"]):
    """Notes are the office's own."""

    def visible_to(self, actor: Actor) -> Self:
        """Staff see every note, others none."""
        return self if actor.is_staff else self.none()


class Note(Record):
    """A call, a visit, a letter: who, how, what was said, and the day to call back. On a case or on a parcel."""

    class How(models.TextChoices):
        CALL = "call", "Telephone call"
        VISIT = "visit", "Visit at the counter"
        LETTER = "letter", "Letter"
        EMAIL = "e-mail", "E-mail"
        STAFF = "staff", "Staff note"

    case = models.ForeignKey(Case, on_delete=models.PROTECT, null=True, related_name="notes")
    parcel = models.ForeignKey(Parcel, on_delete=models.PROTECT, null=True, related_name="notes")
    how = models.CharField(max_length=8, choices=How.choices)
    who = models.CharField(max_length=200, blank=True)
    phone = models.CharField(max_length=60, blank=True)
    words = models.TextField()
    on = models.DateField()
    by_name = models.CharField(max_length=200)
    call_back_by = models.DateField(null=True)
    called_back_on = models.DateField(null=True)

    objects = NoteSet.as_manager()

    class Meta:
        ordering = ["-on", "-id"]
        indexes = [models.Index(fields=["called_back_on", "call_back_by"])]
