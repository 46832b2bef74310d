"""Certificates: the application, the papers that must come before it, what it says, and what became of it.

Status is never stored. Acts store dates; `CertificateSet.with_status` holds them against a day, by the law's ladder.
"""

from __future__ import annotations

from datetime import date
from typing import Any, Self
from uuid import UUID

from django.db import models
from django.db.models import Q

from townwright.law.certificates import CERTIFICATE_STATUS
from townwright.office.cases.models import Case
from townwright.office.cases.status import as_expression
from townwright.office.files.models import StoredFile
from townwright.office.permits.models import Permit
from townwright.office.places.models import Building
from townwright.office.register.actors import Actor
from townwright.office.storage.models import Record


class CertificateSet(models.QuerySet["Certificate"]):
    """Certificates as one may see them, and as they stand on a day."""

    def visible_to(self, actor: Actor) -> Self:
        """Staff see every certificate; others those of the cases, or under the permits, that are open to them."""
        if actor.is_staff:
            return self
        return self.filter(Q(case_id__in=actor.cases) | Q(permit__case_id__in=actor.cases))

    def with_status(self, today: date) -> Self:
        """Adds `status`, computed from dates and acts for a day: the same on a page, in a list and in the API."""
        return self.annotate(status=as_expression(CERTIFICATE_STATUS, today))

    def in_force(self, today: date) -> Self:
        """Those that are in force on a day."""
        return self.with_status(today).filter(status="in force")

    def applied_for(self) -> Self:
        """Applications that are not decided."""
        return self.filter(filed_on__isnull=False, issued_on=None, refused_on=None, withdrawn_on=None)


class Certificate(Record):
    """One application for a certificate and, once issued, the certificate. It has a case of its own."""

    class Kind(models.TextChoices):
        OCCUPANCY = "occupancy", "Certificate of Occupancy"
        COMPLIANCE = "compliance", "Certificate of Compliance"
        TEMPORARY = "temporary", "Temporary Certificate of Occupancy"

    case = models.OneToOneField(Case, on_delete=models.PROTECT, related_name="certificate")
    permit = models.ForeignKey(Permit, on_delete=models.PROTECT, null=True, related_name="certificates")
    building = models.ForeignKey(Building, on_delete=models.PROTECT, null=True, related_name="certificates")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    words = models.TextField(blank=True)
    received_on = models.DateField()
    filed_on = models.DateField(null=True)
    ready_on = models.DateField(null=True)

    # What it says
    coverage = models.CharField(max_length=6, default="whole")
    part = models.CharField(max_length=300, blank=True)
    property_name = models.CharField(max_length=200, blank=True)
    address = models.CharField(max_length=300, blank=True)
    tax_map = models.CharField("tax map number", max_length=60, blank=True)
    use = models.CharField(max_length=200, blank=True)
    occupancy = models.CharField("occupancy classification", max_length=60, blank=True)
    construction_type = models.CharField(max_length=20, blank=True)

    # What was found of the building
    conversion_outcome = models.CharField(max_length=20, blank=True)
    conversion_words = models.TextField(blank=True)
    conversion_by = models.CharField(max_length=200, blank=True)
    conversion_on = models.DateField(null=True)
    seal = models.CharField(max_length=60, blank=True)
    insignia = models.CharField(max_length=60, blank=True)
    data_plate = models.CharField(max_length=60, blank=True)
    plate_photos: models.ManyToManyField[StoredFile, models.Model] = models.ManyToManyField(
        StoredFile, related_name="+"
    )

    # What the town alone asks for, by the name of each fact; who has signed it beside the officer who issues it
    found: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(default=dict)
    signatures: models.JSONField[list[dict[str, Any]], list[dict[str, Any]]] = models.JSONField(default=list)

    # A temporary one
    starts_on = models.DateField(null=True)
    ends_on = models.DateField("last day in effect", null=True)
    terms: models.JSONField[list[dict[str, str]], list[dict[str, str]]] = models.JSONField(default=list)
    reminded_on = models.DateField(null=True)

    # What became of it; `assembly` and `conditions` are those that were printed
    issued_on = models.DateField(null=True)
    signed_by = models.CharField(max_length=200, blank=True)
    signed_title = models.CharField(max_length=120, blank=True)
    assembly: models.JSONField[list[dict[str, Any]], list[dict[str, Any]]] = models.JSONField(default=list)
    conditions: models.JSONField[list[dict[str, str]], list[dict[str, str]]] = models.JSONField(default=list)
    paper_id = models.UUIDField(null=True)
    refused_on = models.DateField(null=True)
    refused_why = models.TextField(blank=True)
    refused_cite = models.CharField(max_length=120, blank=True)
    withdrawn_on = models.DateField(null=True)
    suspended_on = models.DateField(null=True)
    lifted_on = models.DateField(null=True)
    revoked_on = models.DateField(null=True)
    superseded_on = models.DateField(null=True)
    lost_on = models.DateField(null=True)

    objects = CertificateSet.as_manager()

    class Meta:
        ordering = ["-received_on", "-id"]
        indexes = [models.Index(fields=["issued_on"]), models.Index(fields=["kind", "ends_on"])]

    def __str__(self) -> str:
        return str(self.case)

    @property
    def parcel_id(self) -> UUID | None:
        """The first parcel that the case lies on."""
        first = self.case.on_parcels.first()
        return first.parcel_id if first else None

    @property
    def temporary(self) -> bool:
        """Whether it is for a time only."""
        return self.kind == self.Kind.TEMPORARY

    @property
    def fee_code(self) -> str:
        """The code of its fee in the board's schedule."""
        return f"certificate.{self.kind}"

    @property
    def pending(self) -> bool:
        """Whether it is neither issued nor refused nor withdrawn."""
        return self.issued_on is None and self.refused_on is None and self.withdrawn_on is None

    def dates(self) -> dict[str, date | None]:
        """The dates that status is computed from, by name."""
        return {name: getattr(self, name) for name in CERTIFICATE_STATUS.fields}

    def key_on(self, day: date) -> str:
        """The key of the status on a day, by the ladder of the law."""
        return CERTIFICATE_STATUS.on(self.dates(), day).key

    def open_finding(self) -> CertificateFinding | None:
        """The finding against it that still waits for its decision."""
        return self.findings.filter(decided_on=None).first()


class CertificatePaper(Record):
    """A paper that must come in before a certificate: whether it applies, who prepared it, when it came.

    `applies` is the officer's word; without it the application and the plan of inspections tell.
    """

    class Key(models.TextChoices):
        STRUCTURAL = "structural_observations", "Statement of structural observations"
        SPECIAL = "special_inspections", "Final report of special inspections"
        FLOOD = "flood_hazard", "Flood hazard certifications"
        ENERGY = "energy_tests", "Results of Energy Code tests"

    certificate = models.ForeignKey(Certificate, on_delete=models.PROTECT, related_name="papers")
    key = models.CharField(max_length=40, choices=Key.choices)
    applies = models.BooleanField(null=True)
    applies_why = models.CharField(max_length=400, blank=True)
    prepared_by = models.CharField(max_length=200, blank=True)
    received_on = models.DateField(null=True)
    file = models.ForeignKey(StoredFile, on_delete=models.PROTECT, null=True, related_name="+")
    words = models.TextField(blank=True)
    acceptable = models.BooleanField("preparer acceptable", null=True)
    judged_on = models.DateField(null=True)
    judged_by = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["key"]
        constraints = [models.UniqueConstraint(fields=["certificate", "key"], name="a_certificate_paper_once")]


class Determination(Record):
    """What the officer determined before a temporary certificate, with the evidence."""

    class Key(models.TextChoices):
        SAFE = "safe", "May be occupied safely"
        LIFE_SAFETY = "life safety", "Fire and life safety items installed and working"
        EGRESS = "egress", "Every required means of egress provided"

    certificate = models.ForeignKey(Certificate, on_delete=models.PROTECT, related_name="determinations")
    key = models.CharField(max_length=12, choices=Key.choices)
    holds = models.BooleanField()
    evidence = models.TextField(blank=True)
    made_on = models.DateField()
    by_name = models.CharField(max_length=200)

    class Meta:
        ordering = ["made_on", "id"]


class Component(Record):
    """A fire or life safety item of the part that a temporary certificate covers, as it was seen on a day."""

    certificate = models.ForeignKey(Certificate, on_delete=models.PROTECT, related_name="components")
    name = models.CharField(max_length=120)
    installed = models.BooleanField()
    operational = models.BooleanField()
    seen_on = models.DateField()

    class Meta:
        ordering = ["name", "seen_on", "id"]


class ItemSet(models.QuerySet["OpenItem"]):
    """Open items as one may see them."""

    def visible_to(self, actor: Actor) -> Self:
        """Staff see every item; others those of their own cases."""
        return self if actor.is_staff else self.filter(certificate__in=Certificate.objects.visible_to(actor))


class OpenItem(Record):
    """Work that a temporary certificate leaves to be done, by a day or within its period."""

    certificate = models.ForeignKey(Certificate, on_delete=models.PROTECT, related_name="items")
    count = models.PositiveSmallIntegerField()
    text = models.TextField()
    cite = models.CharField(max_length=120, blank=True)
    due = models.DateField(null=True)
    done_on = models.DateField(null=True)
    done_how = models.TextField(blank=True)

    objects = ItemSet.as_manager()

    class Meta:
        ordering = ["count"]

    @property
    def case_id(self) -> UUID:
        """The case of its certificate."""
        return self.certificate.case_id


class CertificateFinding(Record):
    """That a certificate was issued in error or on incorrect information, with the time to correct it."""

    certificate = models.ForeignKey(Certificate, on_delete=models.PROTECT, related_name="findings")
    ground = models.CharField(max_length=40)
    facts = models.TextField()
    found_on = models.DateField()
    correct_by = models.DateField("end of the time to correct")
    act_by = models.DateField()
    corrected_on = models.DateField(null=True)
    decision = models.CharField(max_length=12, blank=True)
    decided_on = models.DateField(null=True)
    words = models.TextField(blank=True)

    class Meta:
        ordering = ["found_on", "id"]
        indexes = [models.Index(fields=["decided_on", "act_by"])]
