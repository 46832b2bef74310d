"""Money: fee schedules by resolution, and a ledger of lines that never change. A correction is a further line.

A charge is positive, a payment negative; what a case owes is the sum of its lines. A payment, a refund or a
correction names in `of` the charge that it belongs to, so that charged, paid and owed can be told for each charge.
Model guards and database triggers both refuse to change or delete what was written.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any, ClassVar, Self, TypeVar

from django.db import models
from django.db.models import Q, Sum

from townwright.law.calendar import in_words
from townwright.office.cases.models import Case
from townwright.office.money.cents import DollarsField
from townwright.office.register.actors import Actor
from townwright.office.storage.models import Record

NOTHING = Decimal("0.00")


class Permanent(RuntimeError):
    """Somebody tried to change or delete what stands in the ledger for ever."""


R = TypeVar("R", bound="PermanentRow")


class OfTheOffice(models.QuerySet[R]):
    """Rows of the till and the ledger, which only the office sees and nobody changes."""

    def visible_to(self, actor: Actor) -> Self:
        """Staff see every row, others none."""
        return self if actor.is_staff else self.none()

    def update(self, **changes: Any) -> int:
        """Refused, but for what happens to a row later (a check comes back, a claim is allowed)."""
        self._only_later(changes)
        return super().update(**changes)

    def bulk_update(self, objs: Any, fields: Any, batch_size: int | None = None) -> int:
        """Refused as `update` is."""
        self._only_later(fields)
        return super().bulk_update(objs, fields, batch_size)

    def delete(self) -> tuple[int, dict[str, int]]:
        """Refused: nothing of the ledger is deleted."""
        raise Permanent(f"{self.model._meta.verbose_name_plural} are permanent")

    def _only_later(self, names: Any) -> None:
        if fixed := sorted(set(names) - self.model.later):
            raise Permanent(f"{', '.join(fixed)} of {self.model._meta.verbose_name_plural} cannot be changed")


class PermanentRow(Record):
    """A row that is written once. `later` names the columns that a further act may still fill in."""

    later: ClassVar[frozenset[str]] = frozenset()

    class Meta:
        abstract = True

    def save(self, *args: Any, **given: Any) -> None:
        """Writes a new row, or of an old one the columns of `later` alone. Raises `Permanent`."""
        fields = given.get("update_fields")
        if not self._state.adding and (fields is None or not set(fields) <= self.later):
            raise Permanent(f"{self} cannot be changed: correct it by a further act")
        super().save(*args, **given)

    def delete(self, *args: Any, **given: Any) -> tuple[int, dict[str, int]]:
        """Refused: nothing of the ledger is deleted. Raises `Permanent`."""
        raise Permanent(f"{self} cannot be deleted: correct it by a further act")


class FeeScheduleSet(OfTheOffice["FeeSchedule"]):
    """Schedules, for the office."""


class FeeSchedule(PermanentRow):
    """A schedule of fees as the town board set it by resolution, from a day on.

    `lines` and `indexes` (the price indexes that lines follow) are read by `law.fees`; `accounts` gives by code the
    account of the town's books to which a fee goes.
    """

    name = models.CharField(max_length=60, unique=True)
    resolution = models.CharField(max_length=120)
    adopted = models.DateField()
    begins = models.DateField()
    lines = models.JSONField()
    indexes = models.JSONField(null=True)
    accounts = models.JSONField(default=dict)
    invented = models.BooleanField(default=False)
    entry_seq = models.BigIntegerField()

    objects = FeeScheduleSet.as_manager()

    class Meta:
        ordering = ["-begins", "-adopted", "-id"]

    def __str__(self) -> str:
        return f"{self.name} (Resolution {self.resolution} of {in_words(self.adopted)})"


class PaymentSet(OfTheOffice["Payment"]):
    """Payments, for the office."""


class Payment(PermanentRow):
    """Money received once, for one case or several, with what stands on the check.

    `returned_on` is the day on which the bank gave the check back, `void_on` the day on which the entry was found
    mistaken.
    """

    class Method(models.TextChoices):
        CASH = "cash", "Cash"
        CHECK = "check", "Check"
        MONEY_ORDER = "money order", "Money order"
        CARD = "card", "Card"

    later = frozenset({"returned_on", "void_on"})

    receipt = models.CharField(max_length=60, unique=True)
    received_on = models.DateField()
    amount = DollarsField()
    method = models.CharField(max_length=12, choices=Method.choices)
    payer = models.CharField(max_length=200)
    check_number = models.CharField(max_length=40, blank=True)
    bank = models.CharField(max_length=120, blank=True)
    memo = models.CharField(max_length=200, blank=True)
    returned_on = models.DateField(null=True)
    void_on = models.DateField(null=True)
    entry_seq = models.BigIntegerField()

    objects = PaymentSet.as_manager()

    class Meta:
        ordering = ["-received_on", "-id"]
        indexes = [
            models.Index(fields=["received_on"]),
            models.Index(fields=["entry_seq"]),
            models.Index(fields=["check_number"]),
        ]
        constraints = [models.CheckConstraint(condition=Q(amount__gt=0), name="a_payment_is_more_than_nothing")]

    def __str__(self) -> str:
        return f"{self.receipt} {self.amount}"

    @property
    def stands(self) -> bool:
        """Whether it still counts: neither returned by the bank nor entered by mistake."""
        return self.returned_on is None and self.void_on is None


class LineSet(OfTheOffice["Line"]):
    """Lines of the ledger, and what they add up to."""

    def balance(self) -> Decimal:
        """What is owed: charges less payments and reversals, in dollars and cents."""
        return self.aggregate(sum=Sum("amount"))["sum"] or NOTHING

    def due_on(self, day: date) -> Self:
        """Lines that counted on a day."""
        return self.filter(on__lte=day)

    def visible_to(self, actor: Actor) -> Self:
        """Staff see every line; others those of their own cases."""
        return self if actor.is_staff else self.filter(case_id__in=actor.cases)


class Line(PermanentRow):
    """One line of a case's account: a charge is positive, a payment negative. It is never changed.

    `of` is the charge that a payment, refund or correction belongs to; `reverses` the one line that this takes back
    whole; `scheduled` what the schedule gives for the charge, whatever was charged.
    """

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
    amount = DollarsField()
    scheduled = DollarsField(null=True)
    on = models.DateField()
    schedule = models.ForeignKey(FeeSchedule, on_delete=models.PROTECT, null=True)
    account = models.CharField("account of the town's books", max_length=40, blank=True)
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, null=True, related_name="lines")
    of = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="belonging")
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="reversed_by")
    overridden_by = models.CharField(max_length=200, blank=True)
    override_why = models.CharField(max_length=300, blank=True)
    resolution = models.CharField("resolution that waives or changes the fee", max_length=120, blank=True)
    cite = models.CharField(max_length=60, blank=True)
    entry_seq = models.BigIntegerField()

    objects = LineSet.as_manager()

    class Meta:
        ordering = ["on", "entry_seq", "id"]
        indexes = [
            models.Index(fields=["case", "code"]),
            models.Index(fields=["case", "amount"]),
            models.Index(fields=["on", "kind"]),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0) | Q(kind="charge"), name="only_a_charge_may_be_nothing"),
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.amount}"

    @property
    def is_charge(self) -> bool:
        """Whether this is a charge itself, not a correction of one."""
        return self.kind in CHARGES and self.of_id is None and self.reverses_id is None


class BalanceSet(models.QuerySet["Balance"]):
    """Balances, for the office."""

    def visible_to(self, actor: Actor) -> Self:
        """Staff see every balance; others those of their own cases."""
        return self if actor.is_staff else self.filter(case_id__in=actor.cases)

    def open(self) -> Self:
        """Those that are not even: charges not paid in full, and credits not used."""
        return self.exclude(amount=0)


class Balance(models.Model):
    """What is left of a charge, or of a credit: the sum of its lines since `since`, the day of the first of them.

    The database itself keeps it as lines come in (a trigger), so it can never differ from their sum. It is there for
    lists of today: what is open is found by an index, however long the ledger is. Every other day is summed up anew.
    """

    line = models.OneToOneField(Line, on_delete=models.PROTECT, primary_key=True, related_name="+")
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="balances")
    amount = DollarsField()
    since = models.DateField()

    objects = BalanceSet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["case", "amount"], condition=~Q(amount=0), name="open_balances")]


#: Kinds that make a case owe.
CHARGES = frozenset({Line.Kind.CHARGE, Line.Kind.LATE, Line.Kind.LEVY})
#: Kinds that are money received or given back.
MONEY_MOVED = frozenset({Line.Kind.PAYMENT, Line.Kind.REFUND})


class ClaimSet(OfTheOffice["Claim"]):
    """Claims, for the office."""


class Claim(PermanentRow):
    """A refund, from asking to payment: the town board audits the claim before any money goes out (Town Law § 118)."""

    later = frozenset({"allowed_on", "allowed_by", "refused_on", "refused_why", "paid_on", "check_number"})

    number = models.CharField(max_length=60, unique=True)
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="claims")
    charge = models.ForeignKey(Line, on_delete=models.PROTECT, null=True, related_name="claims")
    amount = DollarsField()
    why = models.CharField(max_length=300)
    payee = models.CharField(max_length=200)
    payee_address = models.TextField(blank=True)
    asked_on = models.DateField()
    allowed_on = models.DateField(null=True)
    allowed_by = models.CharField("resolution of the audit", max_length=120, blank=True)
    refused_on = models.DateField(null=True)
    refused_why = models.CharField(max_length=300, blank=True)
    paid_on = models.DateField(null=True)
    check_number = models.CharField("town's check", max_length=40, blank=True)
    entry_seq = models.BigIntegerField()

    objects = ClaimSet.as_manager()

    class Meta:
        ordering = ["-asked_on", "-id"]
        constraints = [models.CheckConstraint(condition=Q(amount__gt=0), name="a_claim_is_more_than_nothing")]

    def __str__(self) -> str:
        return f"{self.number} {self.amount}"

    @property
    def open(self) -> bool:
        """Whether the board or the town's bookkeeper still has to act on it."""
        return self.refused_on is None and self.paid_on is None


class CloseSet(OfTheOffice["Close"]):
    """Closes, for the office."""


class Close(PermanentRow):
    """The closing of the till: what was received since the last one, what was counted, and why they differ.

    It covers every payment entered after the close before it, up to register entry `through_seq`; so no payment is ever
    left out or counted twice, whatever day it is of.
    """

    on = models.DateField()
    through_seq = models.BigIntegerField(unique=True)
    expected = models.JSONField()
    counted = models.JSONField()
    difference = DollarsField()
    why = models.CharField(max_length=300, blank=True)
    by_name = models.CharField(max_length=200)
    entry_seq = models.BigIntegerField()

    objects = CloseSet.as_manager()

    class Meta:
        ordering = ["-through_seq"]

    def __str__(self) -> str:
        return f"Till closed on {self.on:%Y-%m-%d}"
