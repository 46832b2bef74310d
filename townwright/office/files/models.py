"""Files that the office keeps, the rounds in which a case's documents came in, and the tray of what is not
filed yet.
"""

from __future__ import annotations

from typing import Any, Self

from django.core.validators import RegexValidator
from django.db import models

from townwright.office.cases.models import Case, RequestItem
from townwright.office.files.kinds import Kind
from townwright.office.places.models import Parcel
from townwright.office.register.actors import Actor
from townwright.office.storage.models import Record


class StoredFile(Record):
    """A file as it was given. Its bytes lie under their SHA-256 in the documents folder and are never
    changed.

    A stamped, redacted or otherwise changed copy is another file, whose `original` is the one it was made of.
    """

    class Caution(models.TextChoices):
        """What to know before opening a file. The file is kept as it came, and handed out for saving only."""

        SCRIPT = "script", "holds a program (JavaScript)"
        LAUNCH = "launch", "opens other programs, files or addresses by itself"
        ATTACHMENT = "attachment", "holds other files inside"
        FORM = "form", "is a form that only some programs show in full"
        REPAIRED = "repaired", "was damaged; every sheet opens"

    class Made(models.TextChoices):
        """How a copy was made of its original."""

        STAMPED = "stamped", "Stamped as accepted"
        REDACTED = "redacted", "Redacted"

    sha256 = models.CharField(max_length=64, db_index=True, validators=[RegexValidator(r"^[0-9a-f]{64}$")])
    size = models.BigIntegerField("size in bytes")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    name = models.CharField("name as given", max_length=200)
    received_at = models.DateTimeField()
    sheets = models.PositiveIntegerField(null=True)
    cautions: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    original = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="copies")
    made = models.CharField(max_length=8, choices=Made.choices, blank=True)

    class Meta:
        ordering = ["received_at", "id"]
        constraints = [
            models.CheckConstraint(
                name="files_copy_names_its_original",
                condition=models.Q(original=None, made="") | models.Q(original__isnull=False) & ~models.Q(made=""),
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def caution_words(self) -> list[str]:
        """The cautions in words, for a page."""
        return [str(self.Caution(caution).label) for caution in self.cautions]

    def to_json(self) -> dict[str, Any]:
        """The file as the register and the API name it."""
        return {
            "id": str(self.id),
            "name": self.name,
            "kind": self.kind,
            "size": self.size,
            "sha256": self.sha256,
            "sheets": self.sheets,
            "cautions": list(self.cautions),
        }


class Round(Record):
    """The documents of a case as they were at one submission. Only the last is open, the others frozen."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="rounds")
    count = models.PositiveSmallIntegerField()
    opened_on = models.DateField()
    frozen_on = models.DateField(null=True)
    reviewed_on = models.DateField(null=True)
    accepted_on = models.DateField(null=True)
    paper_sets = models.PositiveSmallIntegerField(default=0)
    from_name = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-count"]
        constraints = [models.UniqueConstraint(fields=["case", "count"], name="rounds_are_counted")]


class DocumentSet(models.QuerySet["Document"]):
    """Documents as one may see them: with the case that they lie in."""

    def visible_to(self, actor: Actor) -> Self:
        """Staff see every document; others those of their own cases."""
        return self if actor.is_staff else self.filter(case_id__in=actor.cases)

    def in_tray(self) -> Self:
        """What came in and lies nowhere yet: in no case, on no parcel, and not set aside."""
        return self.filter(case=None, parcel=None, set_aside_on=None)


class Document(Record):
    """A document of a case or of a parcel, or what lies in the tray and belongs to neither yet."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, null=True, related_name="documents")
    parcel = models.ForeignKey(Parcel, on_delete=models.PROTECT, null=True, related_name="documents")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, related_name="documents")
    item = models.ForeignKey(RequestItem, on_delete=models.PROTECT, null=True, related_name="documents")
    file = models.ForeignKey(StoredFile, on_delete=models.PROTECT, related_name="documents")
    kind = models.CharField(max_length=40, default="other")
    title = models.CharField(max_length=200)
    sheet = models.CharField(max_length=40, blank=True)
    received_on = models.DateField()
    received_by = models.CharField(max_length=40, blank=True)
    prepared_by = models.CharField(max_length=200, blank=True)
    acceptable_on = models.DateField(null=True)
    set_aside_on = models.DateField("found to belong to no file", null=True)
    replaced = models.BooleanField(default=False)

    objects = DocumentSet.as_manager()

    class Meta:
        ordering = ["kind", "sheet", "title", "id"]
        indexes = [models.Index(fields=["case", "kind"])]

    def __str__(self) -> str:
        return self.title
