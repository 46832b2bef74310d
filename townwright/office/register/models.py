"""The register's tables: one head row, the entries, and the private words that entries only hash."""

from __future__ import annotations

import json
from typing import Any

from django.db import models

from townwright.office.storage.models import Record


class Head(models.Model):
    """The end of the chain. Its one row is locked first in every act, so acts of one office stand in one line."""

    id = models.SmallIntegerField(primary_key=True, default=1)
    seq = models.BigIntegerField(default=0)
    hash = models.CharField(max_length=64, default="0" * 64)


class Entry(models.Model):
    """One act, for ever. `body` is what is hashed; the other columns repeat parts of it, so that they can be searched.

    Database triggers refuse to change or delete a row.
    """

    seq = models.BigIntegerField(primary_key=True)
    at = models.DateTimeField("recorded at")
    on = models.DateField("counts on")
    act = models.CharField(max_length=60)
    actor_id = models.UUIDField(null=True)
    actor_name = models.CharField(max_length=200)
    title = models.CharField(max_length=120, blank=True)
    subject_id = models.UUIDField(null=True)
    said = models.TextField()
    key = models.CharField(max_length=80, null=True, unique=True)
    corrects = models.BigIntegerField(null=True)
    body = models.TextField()
    prev = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["seq"]
        verbose_name_plural = "entries"
        indexes = [
            models.Index(fields=["subject_id", "seq"]),
            models.Index(fields=["act", "on"]),
            models.Index(fields=["at"]),
            models.Index(fields=["corrects"]),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.act}"

    @property
    def content(self) -> dict[str, Any]:
        """The body as data: given, before, after, decision, papers, messages."""
        data: dict[str, Any] = json.loads(self.body)
        return data


class Touched(models.Model):
    """What an entry bears on: a case, a parcel, a person. The index behind every history; the body has the same ids."""

    id = models.BigAutoField(primary_key=True)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="touched")
    kind = models.CharField(max_length=12)
    ref = models.UUIDField()

    class Meta:
        indexes = [models.Index(fields=["ref", "entry"])]
        constraints = [models.UniqueConstraint(fields=["entry", "ref"], name="touched_once")]


class Private(Record):
    """Words of an entry that the chain holds only as a salted hash; salt and words go together when disposed of."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="private")
    field = models.CharField(max_length=80)
    salt = models.CharField(max_length=32)
    words = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "field"], name="one_private_word_a_field")]
