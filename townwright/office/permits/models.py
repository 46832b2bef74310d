"""Building permits of every kind: the application, its review, the permit and its terms.

Status is never stored. Acts store dates; `PermitSet.with_status` holds them against a day, by the ladder of the law.
"""

from __future__ import annotations

from datetime import date
from typing import Any, Self
from uuid import UUID

from django.db import models
from django.db.models import Q

from townwright.law.permits import PERMIT_STATUS
from townwright.office.cases.models import Case, Party
from townwright.office.cases.status import as_expression
from townwright.office.files.models import StoredFile
from townwright.office.people.models import Person
from townwright.office.register.actors import Actor
from townwright.office.storage.models import Record


class PermitSet(models.QuerySet["Permit"]):
    """Permits as one may see them, and as they stand on a day."""

    def visible_to(self, actor: Actor) -> Self:
        """Staff see every permit; others those of the cases that their account or link opens."""
        return self if actor.is_staff else self.filter(case_id__in=actor.cases)

    def with_status(self, today: date) -> Self:
        """Adds `status`, computed from dates for a day: the same ladder on a page, in a list and in the API."""
        return self.annotate(status=as_expression(PERMIT_STATUS, today))

    def that_are(self, *statuses: str) -> Self:
        """Of those that `with_status` has looked at, the ones of some statuses."""
        return self.filter(Q(status__in=statuses))


class Permit(Record):
    """One application for a permit and, once issued, the permit: a renewed or amended one is still the same."""

    case = models.OneToOneField(Case, on_delete=models.PROTECT, related_name="permit")
    kind = models.CharField(max_length=40, default="building")
    application_number = models.CharField(max_length=60, blank=True)
    for_permit = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="new_permits")

    # What was applied for
    work_types: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    location = models.TextField(blank=True)
    nature = models.TextField(blank=True)
    extent = models.TextField(blank=True)
    scope = models.TextField(blank=True)
    cost = models.DecimalField(max_digits=12, decimal_places=2, null=True)
    area = models.PositiveIntegerField(null=True)
    occupancy_existing = models.CharField(max_length=60, blank=True)
    occupancy_proposed = models.CharField(max_length=60, blank=True)
    construction_type = models.CharField(max_length=20, blank=True)
    buildings: models.JSONField[list[dict[str, str]], list[dict[str, str]]] = models.JSONField(default=list)
    buildings_affected = models.PositiveSmallIntegerField(null=True)
    answers: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(default=dict)
    on_paper = models.BooleanField(default=False)
    form = models.CharField(max_length=12, default="town form")
    form_accepted_on = models.DateField("other form accepted on", null=True)
    signed_by = models.CharField(max_length=200, blank=True)
    signed_as = models.CharField(max_length=12, blank=True)
    signed_on = models.DateField(null=True)
    authorized_on = models.DateField(null=True)

    # What became of it
    received_on = models.DateField(null=True)
    filed_on = models.DateField(null=True)
    returned_on = models.DateField(null=True)
    resubmitted_on = models.DateField(null=True)
    reviewed: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField("facts found in review", default=dict)
    documents_accepted_on = models.DateField(null=True)
    acceptance_mark = models.CharField(max_length=60, blank=True)
    examined_on = models.DateField(null=True)
    uniform_code = models.CharField(max_length=20, blank=True)
    energy_code = models.CharField(max_length=20, blank=True)
    ready_on = models.DateField(null=True)
    disapproved_on = models.DateField(null=True)
    withdrawn_on = models.DateField(null=True)

    # The permit and its terms; each is kept with its law as a `SetDate` of the case too
    issued_on = models.DateField(null=True)
    conditions: models.JSONField[list[dict[str, str]], list[dict[str, str]]] = models.JSONField(default=list)
    certificate_kind = models.CharField(max_length=20, blank=True)
    commence_by = models.DateField("last day to begin", null=True)
    commenced_on = models.DateField(null=True)
    last_day = models.DateField("last day in force", null=True)
    renewals_given = models.PositiveSmallIntegerField(default=0)
    suspended_on = models.DateField(null=True)
    lifted_on = models.DateField(null=True)
    revoked_on = models.DateField(null=True)
    completed_on = models.DateField(null=True)
    closed_on = models.DateField(null=True)

    objects = PermitSet.as_manager()

    class Meta:
        ordering = ["-received_on", "-id"]
        indexes = [
            models.Index(fields=["issued_on"]),
            models.Index(fields=["last_day"]),
            models.Index(fields=["commence_by"]),
            # Few permits of many: those that have not ended for good, which is what a change of the law can reach.
            models.Index(fields=["issued_on"], name="permits_not_ended", condition=Q(closed_on=None, revoked_on=None)),
        ]

    def __str__(self) -> str:
        return str(self.case)

    @property
    def parcel_id(self) -> UUID | None:
        """The first parcel that the case lies on."""
        first = self.case.on_parcels.first()
        return first.parcel_id if first else None

    def party(self, part: str) -> Person | None:
        """Who has a part in the case today, the first if there are several."""
        row = Party.objects.filter(case_id=self.case_id, part=part, ends=None).select_related("person").first()
        return row.person if row else None

    @property
    def number(self) -> str:
        """The number to call it by."""
        return self.case.number or ""

    @property
    def work(self) -> str:
        """The work in a line, as papers and lists name it: what it is, then what it includes."""
        said = dict.fromkeys(part.strip().rstrip(".") for part in (self.nature, self.scope) if part.strip())
        return ". ".join(said) or self.case.title

    def dates(self) -> dict[str, date | None]:
        """The dates that status is computed from, by name."""
        return {name: getattr(self, name) for name in PERMIT_STATUS.fields}

    def key_on(self, day: date) -> str:
        """The key of the status on a day, by the ladder of the law."""
        return PERMIT_STATUS.on(self.dates(), day).key

    def open_amendment(self) -> Amendment | None:
        """The application for an amended permit that is neither issued nor refused, if there is one."""
        return self.amendments.filter(issued_on=None, refused_on=None).first()

    def open_renewal(self) -> Renewal | None:
        """The application to renew that is neither approved nor refused, if there is one."""
        return self.renewals.filter(approved_on=None, refused_on=None).first()

    def open_ground(self) -> Ground | None:
        """The finding that still waits for its decision, the first if there are several."""
        return self.grounds.filter(decided_on=None).first()


class ReviewMark(Record):
    """How one item of the document checklist stood at a review: satisfied, not, or not applicable with its reason."""

    permit = models.ForeignKey(Permit, on_delete=models.PROTECT, related_name="marks")
    item = models.CharField(max_length=60)
    outcome = models.CharField(max_length=16)
    words = models.TextField(blank=True)
    sheet = models.CharField(max_length=40, blank=True)
    sections = models.CharField(max_length=300, blank=True)
    round = models.PositiveSmallIntegerField(default=1)
    on = models.DateField()
    by_name = models.CharField(max_length=200)
    replaced = models.BooleanField(default=False)

    class Meta:
        ordering = ["item", "-on", "-id"]


class Ground(Record):
    """A finding against a permit on a ground of the town's code; a decision must follow."""

    permit = models.ForeignKey(Permit, on_delete=models.PROTECT, related_name="grounds")
    ground = models.CharField(max_length=40)
    defect = models.CharField(max_length=20, blank=True)
    information = models.TextField(blank=True)
    rule_overlooked = models.CharField(max_length=200, blank=True)
    words = models.TextField(blank=True)
    sections: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    condition = models.TextField(blank=True)
    true_fact = models.TextField(blank=True)
    evidence: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    found_on = models.DateField()
    decided_on = models.DateField(null=True)
    decision = models.CharField(max_length=12, blank=True)

    class Meta:
        ordering = ["found_on", "id"]
        indexes = [models.Index(fields=["decided_on", "found_on"])]


class Showing(Record):
    """What a holder showed so that a suspension can be lifted: completed work complies, proposed work will comply."""

    class Which(models.TextChoices):
        COMPLETED = "completed", "All completed work complies"
        PROPOSED = "proposed", "All proposed work will comply"

    ground = models.ForeignKey(Ground, on_delete=models.PROTECT, related_name="showings")
    which = models.CharField(max_length=20, choices=Which.choices)
    evidence = models.TextField()
    file = models.ForeignKey(StoredFile, on_delete=models.PROTECT, null=True, related_name="+")
    accepted_on = models.DateField()

    class Meta:
        ordering = ["which"]
        constraints = [models.UniqueConstraint(fields=["ground", "which"], name="a_showing_once")]


class Change(Record):
    """A change during the work that the holder told of, or that an inspector found untold (`told_on` empty)."""

    class Decision(models.TextChoices):
        MINOR = "minor", "Minor: the work may go on"
        AMENDED = "amended permit", "Needs an amended permit"
        NEW = "new permit", "Needs a new permit"

    permit = models.ForeignKey(Permit, on_delete=models.PROTECT, related_name="changes")
    told_on = models.DateField(null=True)
    found_on = models.DateField(null=True)
    happened_on = models.DateField(null=True)
    told_by = models.CharField(max_length=200)
    words = models.TextField()
    elements: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    decided_on = models.DateField(null=True)
    decision = models.CharField(max_length=16, blank=True, choices=Decision.choices)
    settled_on = models.DateField(null=True)

    class Meta:
        ordering = ["told_on", "id"]

    def holds_on(self, day: date) -> bool:
        """Whether the elements that it touches wait, on a day, for an amended or a new permit."""
        waits = self.decision in (self.Decision.AMENDED, self.Decision.NEW)
        decided = waits and self.decided_on is not None and self.decided_on <= day
        return decided and (self.settled_on is None or day < self.settled_on)


class Renewal(Record):
    """An application to renew a lapsed permit, and what came of it. Without its fee it is not filed."""

    permit = models.ForeignKey(Permit, on_delete=models.PROTECT, related_name="renewals")
    received_on = models.DateField()
    filed_on = models.DateField(null=True)
    applicant = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    by_holder = models.BooleanField()
    extensions = models.PositiveSmallIntegerField(default=1)
    approved_on = models.DateField(null=True)
    refused_on = models.DateField(null=True)
    refused_why = models.TextField(blank=True)
    old_end = models.DateField()
    new_end = models.DateField(null=True)
    entry_seq = models.BigIntegerField()

    class Meta:
        ordering = ["received_on", "id"]

    @property
    def applied_on(self) -> date:
        """The day of the application: that of its fee, the day on which it came in while that is not paid."""
        return self.filed_on or self.received_on


class Amendment(Record):
    """An amended permit: what changes, applied for, paid, reviewed and issued under the same permit number."""

    permit = models.ForeignKey(Permit, on_delete=models.PROTECT, related_name="amendments")
    change = models.ForeignKey(Change, on_delete=models.PROTECT, null=True, related_name="amendments")
    received_on = models.DateField()
    filed_on = models.DateField(null=True)
    words = models.TextField()
    changes: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(default=dict)
    holder = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    documents_accepted_on = models.DateField(null=True)
    acceptance_mark = models.CharField(max_length=60, blank=True)
    examined_on = models.DateField(null=True)
    uniform_code = models.CharField(max_length=20, blank=True)
    energy_code = models.CharField(max_length=20, blank=True)
    issued_on = models.DateField(null=True)
    refused_on = models.DateField(null=True)
    refused_why = models.TextField(blank=True)
    entry_seq = models.BigIntegerField()

    class Meta:
        ordering = ["received_on", "id"]


class ReplyTime(Record):
    """Business days that the office gives for a reply to its requests, from a day on."""

    begins = models.DateField()
    business_days = models.PositiveSmallIntegerField()

    #: Where the office has set nothing.
    USUAL = 20

    class Meta:
        ordering = ["-begins", "-id"]

    @classmethod
    def on(cls, day: date) -> int:
        """Business days for a reply to a request of a day."""
        found = cls.objects.filter(begins__lte=day).values_list("business_days", flat=True).first()
        return cls.USUAL if found is None else found


class Draft(Record):
    """An application that somebody is still writing, opened by its link alone. It is no record of the office yet."""

    code = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=40)
    answers: Any = models.JSONField(default=dict)
    saved_at = models.DateTimeField()
    submitted_case_id = models.UUIDField(null=True)
