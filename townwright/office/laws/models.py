"""The law that an office works by: every compiled pack it ever used, by its hash, and its days off."""

from __future__ import annotations

from django.db import models

from townwright.office.storage.models import Record


class KeptPack(models.Model):
    """A compiled pack, kept by its hash for ever, so that any decision can be replayed."""

    hash = models.CharField(max_length=64, primary_key=True)
    name = models.CharField(max_length=60)
    compiled = models.TextField()


class InForce(Record):
    """From a day on, the office works by this compiled pack. The newest row whose day has come counts."""

    pack = models.ForeignKey(KeptPack, on_delete=models.PROTECT)
    begins = models.DateField()
    seq = models.PositiveIntegerField(unique=True)

    class Meta:
        ordering = ["-seq"]


class DayOff(Record):
    """Days of the office's own calendar: closed to the public, proclaimed a holiday, or tolled by an order.

    A closing changes service hours only; a proclaimed day is a public holiday in law; on a tolled day no period runs.
    What was entered by mistake is taken back and stays listed.
    """

    class Kind(models.TextChoices):
        CLOSED = "closed", "Town offices closed"
        PROCLAIMED = "proclaimed", "Proclaimed a holiday"
        TOLLED = "tolled", "Periods tolled"

    kind = models.CharField(max_length=12, choices=Kind.choices)
    begins = models.DateField()
    ends = models.DateField()
    why = models.CharField(max_length=200)
    authority = models.CharField(max_length=200, blank=True)
    taken_back_on = models.DateField(null=True)

    class Meta:
        ordering = ["begins"]
