"""Money: fee schedules by resolution, and a ledger of lines that never change. A correction is a reversing line."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Self

from django.db import models
from django.db.models import Q, Sum

from townwright.office.cases.models import Case
from townwright.office.register.actors import Actor
from townwright.office.storage.models import Record


class FeeSchedule(Record):
    """A schedule of fees as the town board set it by resolution, from a day on. `lines` is read by `law.fees`."""

    name = models.CharField(max_length=60, unique=True)
    resolution = models.CharField(max_length=120)
    adopted = models.DateField()
    begins = models.DateField()
    lines = models.JSONField()
    invented = models.BooleanField(default=False)

    class Meta:
        ordering = ["-begins", "-id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.resolution})"


class Payment(Record):
    """Money received once, for one case or several, with what stands on the check."""

    class Method(models.TextChoices):
        CASH = "cash", "Cash"
        CHECK = "check", "Check"
        MONEY_ORDER = "money order", "Money order"
        CARD = "card", "Card"

    receipt = models.CharField(max_length=60, unique=True)
    received_on = models.DateField()
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    method = models.CharField(max_length=12, choices=Method.choices)
    payer = models.CharField(max_length=200)
    check_number = models.CharField(max_length=40, blank=True)
    bank = models.CharField(max_length=120, blank=True)
    memo = models.CharField(max_length=200, blank=True)
    returned_on = models.DateField(null=True)
    entry_seq = models.BigIntegerField()

    class Meta:
        ordering = ["-received_on", "-id"]

    def __str__(self) -> str:
        return f"{self.receipt} {self.amount}"


class LineSet(models.QuerySet["Line"]):
    """Lines of the ledger, and what they add up to."""

    def balance(self) -> Decimal:
        """What is owed: charges less payments and reversals, in dollars and cents."""
        return self.aggregate(sum=Sum("amount"))["sum"] or Decimal("0.00")

    def due_on(self, day: date) -> Self:
        """Lines that counted on a day."""
        return self.filter(on__lte=day)

    def visible_to(self, actor: Actor) -> Self:
        """Staff see every line; others those of their own cases."""
        return self if actor.is_staff else self.filter(case_id__in=actor.cases)


class Line(Record):
    """One line of a case's account: a charge is positive, a payment negative. It is never changed."""

    class Kind(models.TextChoices):
        CHARGE = "charge", "Charge"
        PAYMENT = "payment", "Payment"
        REFUND = "refund", "Refund"
        LATE = "late charge", "Late charge"
        DEPOSIT = "deposit", "Deposit"
        FORFEIT = "forfeiture", "Forfeiture"
        LEVY = "levy", "Levy"

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="lines")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    code = models.CharField(max_length=60, blank=True)
    what = models.CharField(max_length=200)
    worked_out = models.TextField(blank=True)
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    on = models.DateField()
    schedule = models.ForeignKey(FeeSchedule, on_delete=models.PROTECT, null=True)
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, null=True, related_name="lines")
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="reversed_by")
    overridden_by = models.CharField(max_length=200, blank=True)
    override_why = models.CharField(max_length=300, blank=True)
    cite = models.CharField(max_length=60, blank=True)
    entry_seq = models.BigIntegerField()

    objects = LineSet.as_manager()

    class Meta:
        ordering = ["on", "entry_seq", "id"]
        indexes = [models.Index(fields=["case", "code"]), models.Index(fields=["on", "kind"])]
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0) | Q(kind="charge"), name="only_a_charge_may_be_nothing"),
        ]
