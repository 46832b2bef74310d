"""What the counter itself keeps: how often somebody asked for what could be guessed. No record of the office."""

from __future__ import annotations

from django.db import models

from townwright.office.storage.models import Record


class Asked(Record):
    """How often one browser's address asked for one kind of thing since `since`. The address is kept as a digest."""

    what = models.CharField(max_length=20)
    who = models.CharField(max_length=64)
    since = models.DateTimeField()
    times = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["what", "who"], name="asked_once_a_thing_and_address")]
        indexes = [models.Index(fields=["since"])]
