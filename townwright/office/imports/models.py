"""Loads: each file that was read into the records, with what came of it."""

from __future__ import annotations

from typing import Any, Self

from django.db import models

from townwright.office.files.models import StoredFile
from townwright.office.register.actors import Actor
from townwright.office.storage.models import Record


class LoadSet(models.QuerySet["Load"]):
    """Loads as one may see them."""

    def visible_to(self, actor: Actor) -> Self:
        """Staff only."""
        return self if actor.is_staff else self.none()


class Load(Record):
    """One file and the mapping it is read by. Until it is done it is only a file that was received."""

    file = models.ForeignKey(StoredFile, on_delete=models.PROTECT, related_name="loads")
    mapping = models.CharField(max_length=60)
    received_at = models.DateTimeField()
    received_by = models.CharField(max_length=200)
    done_at = models.DateTimeField(null=True)
    entry_seq = models.BigIntegerField("entry of the register", null=True)
    trouble = models.TextField("why it could not be loaded", blank=True)
    report: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(default=dict)

    objects = LoadSet.as_manager()

    class Meta:
        ordering = ["-received_at", "-id"]

    def __str__(self) -> str:
        return f"{self.file.name} by {self.mapping}"
