"""Inspections: the plan of a permit, what was asked for and booked, visits with their results, and what they found.

The call, the ready day, the booked day and the day of the visit are four dates: a request keeps the first three, the
visit made for it the last. How a line of the plan stands on a day is never stored; `plans.standings` reads it from
results. Two columns are kept beside what they follow from, for the database to count and sort by:
`InspectionRequest.minute` and `PlanLine.failed_on`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, Self, TypeVar
from uuid import UUID

from django.db import models
from django.db.models import Q

from townwright.office.cases.models import Case
from townwright.office.files.models import StoredFile
from townwright.office.inspections import hours
from townwright.office.permits.models import Permit
from townwright.office.places.models import Parcel
from townwright.office.register.actors import Actor
from townwright.office.staff.models import Account
from townwright.office.storage.models import Record

M = TypeVar("M", bound=models.Model)


class PlanLine(Record):
    """One inspection of a permit's plan: required, not applicable with its reason, or not known yet.

    `settled_by` is who added it, or decided otherwise than the work tells; the law then has no more say in it.
    `failed_on` is the day of its last failure while nothing has settled that; after every act `plans.keep_failures`
    asks the law anew. No day that passes changes it, for only acts make a line fail or stand.
    """

    class State(models.TextChoices):
        REQUIRED = "required", "Required"
        NOT_APPLICABLE = "not applicable", "Not applicable"
        UNKNOWN = "unknown", "Not known"

    permit = models.ForeignKey(Permit, on_delete=models.PROTECT, related_name="plan")
    position = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=120)
    element = models.CharField(max_length=120)
    title = models.CharField(max_length=200)
    state = models.CharField(max_length=16, choices=State.choices)
    why = models.TextField(blank=True)
    cite = models.CharField(max_length=60)
    provisions: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    missing: models.JSONField[list[str], list[str]] = models.JSONField("facts that would settle it", default=list)
    before_issue = models.BooleanField(default=False)
    final = models.BooleanField(default=False)
    settled_by = models.CharField(max_length=200, blank=True)
    settled_on = models.DateField(null=True)
    failed_on = models.DateField("failing, since the inspection of", null=True)

    class Meta:
        ordering = ["permit", "position", "id"]
        constraints = [models.UniqueConstraint(fields=["permit", "key"], name="a_plan_line_once")]
        indexes = [
            models.Index(fields=["permit", "failed_on"], condition=Q(failed_on__isnull=False), name="lines_that_fail")
        ]

    def __str__(self) -> str:
        return self.title


class OfCases(models.QuerySet[M]):
    """Rows that belong to a case."""

    def visible_to(self, actor: Actor) -> Self:
        """Staff see every row; others those of the cases that their account or link opens."""
        return self if actor.is_staff else self.filter(case_id__in=actor.cases)


class RequestSet(OfCases["InspectionRequest"]):
    """Requests."""

    def pending(self) -> Self:
        """Those for which a visit is still to be made."""
        return self.filter(made_on=None, ended_on=None)


class InspectionRequest(Record):
    """That an inspection was asked for: who called and when, from which day the work is ready, and the booking.

    It is open until a visit is made for it or it is ended. Moving or losing its day never ends it. `minute` is when in
    the day `hour` begins, read from its words whenever the row is saved.
    """

    class Channel(models.TextChoices):
        TELEPHONE = "telephone", "Telephone"
        COUNTER = "at the counter", "At the counter"
        ON_LINE = "on line", "On line"
        EMAIL = "e-mail", "E-mail"
        LETTER = "letter", "Letter"
        SITE = "at the site", "At the site"

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="inspection_requests")
    permit = models.ForeignKey(Permit, on_delete=models.PROTECT, related_name="inspection_requests")
    lines: models.ManyToManyField[PlanLine, models.Model] = models.ManyToManyField(PlanLine, related_name="requests")
    called_at = models.DateTimeField()
    ready_on = models.DateField()
    caller = models.CharField(max_length=200, blank=True)
    phone = models.CharField(max_length=60, blank=True)
    channel = models.CharField(max_length=16, choices=Channel.choices)
    words = models.TextField(blank=True)
    scheduled_on = models.DateField(null=True)
    hour = models.CharField(max_length=40, blank=True)
    minute = models.PositiveSmallIntegerField(default=hours.ANY_TIME, editable=False)
    inspector = models.ForeignKey(Account, on_delete=models.PROTECT, null=True, related_name="+")
    ended_on = models.DateField(null=True)
    ended_how = models.CharField(max_length=16, blank=True)
    made_on = models.DateField("visited on", null=True)
    charge_id = models.UUIDField("line of the ledger with its fee", null=True)

    objects = RequestSet.as_manager()

    class Meta:
        ordering = ["called_at", "id"]
        indexes = [
            models.Index(fields=["made_on", "ended_on", "scheduled_on"], name="requests_by_day"),
            models.Index(fields=["inspector", "scheduled_on"], name="requests_by_inspector"),
            models.Index(fields=["scheduled_on", "ended_on", "minute"], name="requests_in_order_of_day"),
        ]

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **more: Any) -> None:
        """Keeps the row, and with the words of its hour the minute that they name."""
        self.minute = hours.minute(self.hour)
        if update_fields is not None and "hour" in update_fields:
            update_fields = {*update_fields, "minute"}
        super().save(*args, update_fields=update_fields, **more)

    @property
    def open(self) -> bool:
        """Whether a visit is still to be made for it."""
        return self.made_on is None and self.ended_on is None


class VisitSet(OfCases["Visit"]):
    """Visits."""


class Visit(Record):
    """One inspection that was made: by whom, on which day, for what. It is closed once its fee is received."""

    class Kind(models.TextChoices):
        CONSTRUCTION = "construction", "Construction inspection"
        BEFORE_CERTIFICATE = "before certificate", "Inspection before a certificate"
        FOLLOW_UP = "follow-up", "Follow-up"
        OTHER = "other", "Other inspection"

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="visits")
    permit = models.ForeignKey(Permit, on_delete=models.PROTECT, null=True, related_name="visits")
    request = models.OneToOneField(InspectionRequest, on_delete=models.PROTECT, null=True, related_name="visit")
    number = models.CharField(max_length=60, unique=True)
    kind = models.CharField(max_length=20, choices=Kind.choices)
    allowed_by = models.CharField("provision that allows it", max_length=120, blank=True)
    done_on = models.DateField()
    closed_on = models.DateField(null=True)
    inspector_id = models.UUIDField(null=True)
    by_name = models.CharField(max_length=200)
    by_title = models.CharField(max_length=120)
    present = models.CharField(max_length=200, blank=True)
    words = models.TextField(blank=True)
    photos: models.ManyToManyField[StoredFile, models.Model] = models.ManyToManyField(StoredFile, related_name="+")
    permit_displayed = models.BooleanField(null=True)
    documents_on_site = models.BooleanField(null=True)
    satisfactory = models.BooleanField("outcome of a visit without lines of a plan", null=True)
    charge_id = models.UUIDField("line of the ledger with its fee", null=True)
    paper_id = models.UUIDField("report", null=True)
    entry_seq = models.BigIntegerField()

    objects = VisitSet.as_manager()

    class Meta:
        ordering = ["done_on", "id"]
        indexes = [models.Index(fields=["done_on"]), models.Index(fields=["closed_on"])]

    def __str__(self) -> str:
        return self.number

    @property
    def parcel_id(self) -> UUID | None:
        """The first parcel of its case."""
        first = self.case.on_parcels.first()
        return first.parcel_id if first else None


class ResultSet(models.QuerySet["Result"]):
    """Results as one may see them."""

    def visible_to(self, actor: Actor) -> Self:
        """Staff see every result; others those of their own cases."""
        return self if actor.is_staff else self.filter(visit__case_id__in=actor.cases)

    def standing(self) -> Self:
        """Those that nobody has marked as faulty."""
        return self.filter(faulty_on=None)


class Result(Record):
    """How one line of the plan, or a portion of it, was found at a visit. It is never changed.

    A mistaken one is marked faulty with the reason and stays; the right one, if there is one, names it.
    """

    class Outcome(models.TextChoices):
        SATISFACTORY = "satisfactory", "Satisfactory as completed"
        NOT_SATISFACTORY = "not satisfactory", "Not satisfactory"
        COVERED = "covered", "Covered before it was accepted"
        NOT_SEEN = "not seen", "Not seen"

    visit = models.ForeignKey(Visit, on_delete=models.PROTECT, related_name="results")
    line = models.ForeignKey(PlanLine, on_delete=models.PROTECT, related_name="results")
    outcome = models.CharField(max_length=16, choices=Outcome.choices)
    portion = models.CharField(max_length=200, blank=True)
    words = models.TextField(blank=True)
    uncovered = models.BooleanField("opened up again", default=False)
    faulty_on = models.DateField(null=True)
    faulty_why = models.TextField(blank=True)
    faulty_by = models.CharField(max_length=200, blank=True)
    corrects = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="corrected_by")

    objects = ResultSet.as_manager()

    class Meta:
        ordering = ["visit", "line", "id"]

    @property
    def case_id(self) -> UUID:
        """The case of its visit."""
        return self.visit.case_id


class ViolationSet(OfCases["Violation"]):
    """Violations, and how they stand."""

    def open_on(self, day: date) -> Self:
        """Those found by a day and not cured by it."""
        return self.filter(Q(cured_on=None) | Q(cured_on__gt=day), found_on__lte=day)


class Violation(Record):
    """What a visit found not to be as the code wants it: a failure of a line, or a breach that the pack names.

    It stays open, and is carried to each next visit, until it is cured. `happened_on` is the day of the breach itself.
    """

    #: Work that fails a line of the plan; any other kind is one of the pack's.
    FAILURE = "failure"

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="violations")
    parcel = models.ForeignKey(Parcel, on_delete=models.PROTECT, null=True, related_name="violations")
    visit = models.ForeignKey(Visit, on_delete=models.PROTECT, null=True, related_name="violations")
    result = models.ForeignKey(Result, on_delete=models.PROTECT, null=True, related_name="failures")
    line = models.ForeignKey(PlanLine, on_delete=models.PROTECT, null=True, related_name="violations")
    kind = models.CharField(max_length=60)
    title = models.CharField(max_length=200)
    words = models.TextField(blank=True)
    cite = models.CharField("section", max_length=120)
    provisions: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    of_work = models.BooleanField("work that does not comply", default=False)
    sheet = models.CharField(max_length=80, blank=True)
    photos: models.ManyToManyField[StoredFile, models.Model] = models.ManyToManyField(StoredFile, related_name="+")
    happened_on = models.DateField()
    found_on = models.DateField()
    found_by = models.CharField(max_length=200)
    cured_on = models.DateField(null=True)
    cured_how = models.TextField(blank=True)
    cured_by = models.CharField(max_length=200, blank=True)

    objects = ViolationSet.as_manager()

    class Meta:
        ordering = ["found_on", "id"]
        indexes = [models.Index(fields=["case", "cured_on"]), models.Index(fields=["parcel", "cured_on"])]

    def __str__(self) -> str:
        return self.words or self.title


class Look(Record):
    """How an open violation was found at a later visit."""

    class Outcome(models.TextChoices):
        CORRECTED = "corrected", "Corrected"
        STILL_OPEN = "still open", "Still open"
        NOT_SEEN = "not seen", "Not seen"

    visit = models.ForeignKey(Visit, on_delete=models.PROTECT, related_name="looks")
    violation = models.ForeignKey(Violation, on_delete=models.PROTECT, related_name="looks")
    outcome = models.CharField(max_length=12, choices=Outcome.choices)
    words = models.TextField(blank=True)

    class Meta:
        ordering = ["visit", "id"]


class DocumentationSet(OfCases["DocumentationRequest"]):
    """Documents asked for."""


class DocumentationRequest(Record):
    """A document asked for with an inspection, such as an as-built survey. Before it has come nothing is accepted."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="inspection_documents")
    line = models.ForeignKey(PlanLine, on_delete=models.PROTECT, related_name="documents")
    kind = models.CharField(max_length=120)
    reason = models.TextField(blank=True)
    asked_on = models.DateField()
    asked_by = models.CharField(max_length=200)
    received_on = models.DateField(null=True)
    file = models.ForeignKey(StoredFile, on_delete=models.PROTECT, null=True, related_name="+")
    words = models.TextField(blank=True)

    objects = DocumentationSet.as_manager()

    class Meta:
        ordering = ["asked_on", "id"]

    def waits_on(self, day: date) -> bool:
        """Whether it was asked for by a day and had not come by then."""
        return self.asked_on <= day and (self.received_on is None or self.received_on > day)
