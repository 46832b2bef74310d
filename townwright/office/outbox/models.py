"""Messages that acts send: written with the act, sent after it, each with what came of it."""

from __future__ import annotations

from django.db import models

from townwright.office.storage.models import Record


class Message(Record):
    """One message to one person, by e-mail or as a letter to be posted. A bounce is never service."""

    class Way(models.TextChoices):
        EMAIL = "email", "E-mail"
        LETTER = "letter", "Letter"

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting to be sent"
        SENT = "sent", "Sent"
        FAILED = "failed", "Could not be sent"

    way = models.CharField(max_length=8, choices=Way.choices)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    to_name = models.CharField(max_length=200)
    to_address = models.TextField()
    subject = models.CharField(max_length=200)
    text = models.TextField()
    case_id = models.UUIDField(null=True, db_index=True)
    entry_seq = models.BigIntegerField()
    made_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try = models.DateTimeField(null=True)
    trouble = models.CharField(max_length=300, blank=True)
    files = models.JSONField(default=list)

    class Meta:
        ordering = ["made_at", "id"]
        indexes = [models.Index(fields=["state", "next_try"])]

    def __str__(self) -> str:
        return f"{self.subject} to {self.to_name}"
