"""A paper that the office has printed."""

from __future__ import annotations

from typing import Any

from django.db import models

from townwright.office.files.models import StoredFile
from townwright.office.papers.codes import spaced
from townwright.office.storage.models import Record


class Paper(Record):
    """One printed paper: what it says (`data`), the file with its bytes, and whether another took its place.

    `code` stands on the paper; `content` is the SHA-256 of the data, whose first figures stand on it too;
    `sha256` that of the file as it was stored, after signing.
    """

    class State(models.TextChoices):
        """Whether the paper still speaks for the office. What it gives leave to may end by its own dates
        before.
        """

        STANDS = "stands", "stands"
        REPLACED = "replaced", "replaced by a newer paper"
        VOID = "void", "void"

    kind = models.CharField(max_length=40)
    number = models.CharField(max_length=60, blank=True, db_index=True)
    title = models.CharField(max_length=200)
    case_id = models.UUIDField(null=True, db_index=True)
    entry_seq = models.BigIntegerField("register entry")
    printed_on = models.DateField("counts on")
    printed_at = models.DateTimeField()
    code = models.CharField(max_length=8, unique=True)
    content = models.CharField("SHA-256 of the data", max_length=64)
    sha256 = models.CharField("SHA-256 of the file", max_length=64, db_index=True)
    signed = models.BooleanField("signed electronically")
    data: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField()
    file = models.ForeignKey(StoredFile, on_delete=models.PROTECT, related_name="papers")
    replaced_by = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="replaces")
    void_on = models.DateField(null=True)
    void_why = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ["printed_at", "id"]

    def __str__(self) -> str:
        return f"{self.title} {self.number}".strip()

    @property
    def spaced_code(self) -> str:
        """The code as it is printed."""
        return spaced(self.code)

    @property
    def state(self) -> Paper.State:
        """Whether the paper stands, was replaced, or is void."""
        if self.void_on is not None:
            return self.State.VOID
        return self.State.REPLACED if self.replaced_by_id is not None else self.State.STANDS

    def to_json(self) -> dict[str, Any]:
        """The paper as the register names it."""
        return {
            "id": str(self.id),
            "kind": self.kind,
            "number": self.number,
            "sha256": self.sha256,
            "code": self.code,
        }
