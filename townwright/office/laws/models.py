"""The law that an office works by: every compiled pack it ever used, by its hash, its amendments, its days off."""

from __future__ import annotations

from typing import Any, Protocol, Self

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


class Somebody(Protocol):
    """Who looks, as far as it matters here: the register, which knows more of people, stands above."""

    @property
    def is_staff(self) -> bool:
        """Whether this is somebody of the office."""
        ...


class AmendmentSet(models.QuerySet["Amendment"]):
    """Amendments, for the office."""

    def visible_to(self, actor: Somebody) -> Self:
        """Staff see every amendment, drafts too; others none."""
        return self if actor.is_staff else self.none()

    def enacted(self) -> Self:
        """Those that are law, in the order in which they were laid over the pack."""
        return self.filter(enacted_on__isnull=False).order_by("seq")


class Amendment(Record):
    """A change of the law by the office's own board, laid over the pack: `law.amendments` says what it can be.

    Its state is told by its dates: drafted, rehearsed on the office's records, enacted with its local law, withdrawn.
    `figures` are what the last rehearsal found, `rehearsed_hash` the law that it was held against, `trouble` what stood
    in the way of one on every case.
    """

    place = models.CharField(max_length=200)
    value: Any = models.JSONField(null=True)
    begins = models.DateField()
    cite = models.CharField(max_length=120)
    carries: models.JSONField[list[str], list[str]] = models.JSONField(default=list)
    why = models.CharField(max_length=300, blank=True)
    drafted_on = models.DateField()
    drafted_by = models.CharField(max_length=200)
    rehearsed_on = models.DateField(null=True)
    rehearsed_for = models.DateField(null=True)
    rehearsed_hash = models.CharField(max_length=64, blank=True)
    figures: models.JSONField[list[dict[str, Any]], list[dict[str, Any]]] = models.JSONField(default=list)
    trouble = models.CharField(max_length=300, blank=True)
    enacted_on = models.DateField(null=True)
    enacted_by = models.CharField(max_length=120, blank=True)
    filed_on = models.DateField("filed with the Secretary of State", null=True)
    seq = models.PositiveIntegerField(null=True, unique=True)
    withdrawn_on = models.DateField(null=True)

    objects = AmendmentSet.as_manager()

    class Meta:
        ordering = ["-drafted_on", "-id"]

    def __str__(self) -> str:
        return f"{self.place} from {self.begins}"

    @property
    def state(self) -> str:
        """What became of it: withdrawn, enacted, rehearsed or drafted."""
        if self.withdrawn_on is not None:
            return "withdrawn"
        if self.enacted_on is not None:
            return "enacted"
        return "rehearsed" if self.rehearsed_on is not None else "drafted"

    @property
    def open(self) -> bool:
        """Whether it is neither law nor withdrawn."""
        return self.enacted_on is None and self.withdrawn_on is None


class RehearsedTerm(Record):
    """For permits of a kind issued on a day: the dates that they have, would have had, and will have.

    The last rehearsal of an amendment works them out once for each day of issue; lists and numbers join permits to
    them. They are not records of the office: the next rehearsal replaces them.
    """

    amendment = models.ForeignKey(Amendment, on_delete=models.CASCADE, related_name="terms")
    kind = models.CharField(max_length=40)
    issued_on = models.DateField()
    now_by = models.DateField(null=True)
    now_last = models.DateField(null=True)
    would_by = models.DateField(null=True)
    would_last = models.DateField(null=True)
    will_by = models.DateField(null=True)
    will_last = models.DateField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["amendment", "kind", "issued_on"], name="rehearsed_once_a_day_of_issue")
        ]


class RehearsedCase(Record):
    """A case that a figure of the last rehearsal counts, where no query gives it; of a renewed permit with the dates
    that it would have. Replaced like the terms.
    """

    amendment = models.ForeignKey(Amendment, on_delete=models.CASCADE, related_name="found")
    key = models.CharField(max_length=80)
    case_id = models.UUIDField()
    new_by = models.DateField(null=True)
    new_last = models.DateField(null=True)

    class Meta:
        indexes = [models.Index(fields=["amendment", "key", "case_id"])]


class CodeText(Record):
    """The town's own published text of its code, as it was loaded at one time from one source.

    It is no law by which the office works: the pack is. It is shown beside the pack's words and never part of them.
    """

    source = models.CharField(max_length=200)
    as_of = models.DateField()
    loaded_on = models.DateField()
    seq = models.PositiveIntegerField(unique=True)

    class Meta:
        ordering = ["-seq"]


class CodeSection(Record):
    """One section of a published text. What was withdrawn, or loaded again, stays on file and is shown no more."""

    of = models.ForeignKey(CodeText, on_delete=models.PROTECT, related_name="sections")
    cite = models.CharField(max_length=80)
    slug = models.CharField(max_length=80)
    heading = models.CharField(max_length=200, blank=True)
    text = models.TextField()
    place = models.PositiveIntegerField()
    withdrawn_on = models.DateField(null=True)
    why_withdrawn = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["place"]
        indexes = [models.Index(fields=["slug"])]
        constraints = [models.UniqueConstraint(fields=["of", "slug"], name="a_section_once_in_a_text")]
