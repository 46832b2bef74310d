"""What pages and reports read of money. Each list says its own rule, and asks a fixed number of queries.

The same days give the same figures, for they are sums over lines that never change; what is open today is read from
the balances that the database keeps of them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation
from uuid import UUID

from django.db.models import F, Q, Sum
from django.db.models.functions import Coalesce

from townwright.office import clock
from townwright.office.cases.models import Case, Number, Series
from townwright.office.money import standing
from townwright.office.money.models import CHARGES, NOTHING, Balance, Claim, Close, Line, Payment
from townwright.office.money.standing import Standing, sum_of

#: The days of ageing: up to the first, up to the second, up to the third, more.
AGES = (30, 60, 90)
#: Fees that are due no later than at the act itself (a visit), so that a later receipt is late.
DUE_AT_THE_VISIT = ("inspection", "reinspection", "fire.inspection")
#: Kinds of lines that are money in or out.
MOVED = (Line.Kind.PAYMENT, Line.Kind.DEPOSIT, Line.Kind.REFUND)


# ------------------------------------------------------------------------------------------------- one case


@dataclass(frozen=True, slots=True)
class Account:
    """The account of a case on a day: every line, each charge as it stands, and the sums.

    `returned` are the checks that came back and are not made good yet: the case is flagged for them.
    """

    case: Case
    lines: list[Line]
    charges: list[Standing]
    charged: Decimal
    collected: Decimal
    credit: Decimal
    returned: list[Payment]

    @property
    def balance(self) -> Decimal:
        """What is owed, less what is to the case's credit: the sum of all lines."""
        return self.charged - self.collected

    @property
    def owed(self) -> Decimal:
        """What is still to be paid, charge by charge."""
        return sum_of(max(one.owed, NOTHING) for one in self.charges)


def account(case: Case, on: date) -> Account:
    """The account of a case as it stood on a day; charged and collected apart, with the balance."""
    lines = list(Line.objects.filter(case=case, on__lte=on).select_related("payment", "schedule", "of"))
    charges = standing.standings(lines)
    charged = sum_of(line.amount for line in lines if line.kind in CHARGES)
    collected = sum_of(-line.amount for line in lines if line.kind not in CHARGES)
    came_back = {line.payment for line in lines if line.payment and line.payment.returned_on}
    flagged = came_back if any(one.owed > 0 for one in charges) else set()
    return Account(
        case,
        lines,
        charges,
        charged,
        collected,
        sum_of(one.amount for one in standing.credits(case, charges, on)),
        sorted(flagged, key=lambda payment: payment.entry_seq),
    )


# ------------------------------------------------------------------------------------------ unpaid accounts


@dataclass(slots=True)
class Unpaid:
    """A case that owes: how much, since which day, and whether a returned check is behind it."""

    case: Case
    on: date
    owed: Decimal = NOTHING
    since: date = date.max
    fees: list[str] = field(default_factory=list)
    returned: bool = False

    @property
    def days(self) -> int:
        """Days since the oldest unpaid charge."""
        return (self.on - self.since).days

    @property
    def age(self) -> str:
        """The column of the ageing: "0 to 30 days", "31 to 60 days", …"""
        return age_in_words(self.days)


def age_in_words(days: int) -> str:
    """The column of the ageing that so many days fall into."""
    floor = 0
    for limit in AGES:
        if days <= limit:
            return f"{floor} to {limit} days"
        floor = limit + 1
    return f"more than {AGES[-1]} days"


def unpaid(on: date) -> list[Unpaid]:
    """The cases that owe on a day, the longest first: charges that with their lines come to more than nothing then."""
    owed = _open_charges() if on >= clock.today() else _charges_open_on(on)
    found: dict[object, Unpaid] = {}
    for line in Line.objects.filter(pk__in=owed, kind__in=CHARGES).select_related("case"):
        row = found.setdefault(line.case_id, Unpaid(line.case, on))
        row.owed += owed[line.pk]
        row.since = min(row.since, line.on)
        row.fees.append(line.what)
    came_back = Line.objects.filter(of__in=owed, payment__returned_on__lte=on)
    for case_id in came_back.order_by().values_list("case_id", flat=True).distinct():
        found[case_id].returned = True
    return sorted(found.values(), key=lambda row: (row.since, str(row.case)))


def _open_charges() -> dict[UUID, Decimal]:
    """What is left of each charge now; found by the index of what is open."""
    return dict(Balance.objects.open().filter(amount__gt=0).order_by().values_list("line_id", "amount"))


def _charges_open_on(on: date) -> dict[UUID, Decimal]:
    """What was left of each charge on an earlier day: the whole ledger up to then, summed up."""
    sums = (
        Line.objects.filter(on__lte=on)
        .filter(Q(of__isnull=False) | Q(kind__in=CHARGES))
        .order_by()
        .values(charge=Coalesce("of_id", "id"))
        .annotate(left=Sum("amount"))
        .filter(left__gt=0)
    )
    return {row["charge"]: row["left"] for row in sums}


def ageing(rows: Iterable[Unpaid]) -> dict[str, Decimal]:
    """What is owed by age, every column there, the sum being what is owed in all."""
    columns = [age_in_words(days) for days in (0, *(limit + 1 for limit in AGES))]
    found = dict.fromkeys(columns, NOTHING)
    for row in rows:
        found[row.age] += row.owed
    return found


# -------------------------------------------------------------------------------------------------- receipts


def receipts(first: date, last: date) -> list[Payment]:
    """The payments received from one day to another, both included, by receipt; void and returned ones too."""
    return _whole(Payment.objects.filter(received_on__range=(first, last)).order_by("entry_seq"))


def search(words: str, limit: int = 100) -> list[Payment]:
    """Payments by what stands on them: receipt, check number, payer, memo, bank, or the amount. The newest first."""
    text = words.strip()
    if not text:
        return []
    asked = Q()
    for word in text.split():
        asked &= (
            Q(receipt__icontains=word)
            | Q(check_number__icontains=word)
            | Q(payer__icontains=word)
            | Q(memo__icontains=word)
            | Q(bank__icontains=word)
        )
    if (amount := _amount(text)) is not None:
        asked |= Q(amount=amount)
    return _whole(Payment.objects.filter(asked).order_by("-entry_seq")[:limit])


def _whole(payments: Iterable[Payment]) -> list[Payment]:
    """Payments with their lines and the cases of these."""
    found = list(payments)
    by_payment: dict[object, list[Line]] = {payment.pk: [] for payment in found}
    for line in Line.objects.filter(payment__in=found).select_related("case", "schedule", "of"):
        by_payment[line.payment_id].append(line)
    for payment in found:
        payment._prefetched_objects_cache = {"lines": by_payment[payment.pk]}  # type: ignore[attr-defined]
    return found


def _amount(text: str) -> Decimal | None:
    try:
        amount = Decimal(text.replace("$", "").replace(",", ""))
    except InvalidOperation:
        return None
    return amount if amount.is_finite() and abs(amount) < Decimal("1e10") else None


@dataclass(frozen=True, slots=True)
class TurnOver:
    """What is turned over to the supervisor by receipt numbers: both sign that the sum is that of these receipts.

    `without` are numbers of the series without a payment; there is none unless something is wrong.
    """

    payments: list[Payment]
    by_method: dict[str, Decimal]
    by_account: dict[str, Decimal]
    total: Decimal
    without: list[str]


def turn_over(first: str, last: str) -> TurnOver:
    """The receipts from one number to another, both included. Money of void and returned ones is not in the sums.

    Raises `ValueError` in words for a number that is no receipt, or two of different years.
    """
    numbers = {
        number.text: number
        for number in Number.objects.filter(text__in=(first, last), series__kind="receipt").select_related("series")
    }
    if unknown := [text for text in (first, last) if text not in numbers]:
        raise ValueError(f"{unknown[0]} is no receipt of this office.")
    low, high = numbers[first], numbers[last]
    if low.series_id != high.series_id:
        raise ValueError("The two receipts are of different years. Turn over each year by itself.")
    between = Number.objects.filter(series=low.series, count__range=(low.count, high.count)).order_by("count")
    texts = [number.text for number in between]
    payments = _whole(Payment.objects.filter(receipt__in=texts).order_by("entry_seq"))
    by_method, by_account = dict.fromkeys(Payment.Method.values, NOTHING), dict[str, Decimal]()
    for payment in payments:
        if payment.stands:
            by_method[payment.method] += payment.amount
            for line in _as_received(payment):
                key = line.account or line.code or "deposit"
                by_account[key] = by_account.get(key, NOTHING) - line.amount
    there = {payment.receipt for payment in payments}
    missing = [
        f"{low.series.kind} {count}"
        for count in range(low.count, high.count + 1)
        if count not in {number.count for number in between}
    ]
    return TurnOver(
        payments, by_method, by_account, sum_of(by_method.values()), [*(t for t in texts if t not in there), *missing]
    )


def _as_received(payment: Payment) -> list[Line]:
    """The lines by which a payment came in, not those by which its credit was moved later."""
    return [line for line in payment.lines.all() if line.entry_seq == payment.entry_seq]


def gaps() -> list[str]:
    """Receipt numbers that are missing in their series; empty as long as the office is in order."""
    found = []
    for series in Series.objects.filter(kind="receipt").order_by("year"):
        counts = set(series.numbers.values_list("count", flat=True))
        found += [f"{series.year}: {count}" for count in range(1, series.last + 1) if count not in counts]
    without = Number.objects.filter(series__kind="receipt").exclude(
        text__in=Payment.objects.order_by().values("receipt")
    )
    return found + [number.text for number in without]


# --------------------------------------------------------------------------------------------------- totals


@dataclass(slots=True)
class Totals:
    """Charged, received and given back under one heading, in a span of days."""

    charged: Decimal = NOTHING
    collected: Decimal = NOTHING
    refunded: Decimal = NOTHING

    @property
    def balance(self) -> Decimal:
        """What these days left owing."""
        return self.charged - self.collected + self.refunded


def totals(first: date, last: date, by: str = "code") -> dict[str, Totals]:
    """Charged, collected and refunded from one day to another by `code`, `account` or `schedule__name`.

    Rule: lines by the day on which they count; corrections and returned checks are taken off where they count.
    """
    rows = (
        Line.objects.filter(on__range=(first, last)).order_by().values("kind", under=F(by)).annotate(sum=Sum("amount"))
    )
    found: dict[str, Totals] = {}
    for row in rows:
        one = found.setdefault(row["under"] or "", Totals())
        if row["kind"] in CHARGES:
            one.charged += row["sum"]
        elif row["kind"] == Line.Kind.REFUND:
            one.refunded += row["sum"]
        else:
            one.collected -= row["sum"]
    return dict(sorted(found.items()))


def together(parts: Iterable[Totals]) -> Totals:
    """The sum of several."""
    whole = Totals()
    for part in parts:
        whole.charged += part.charged
        whole.collected += part.collected
        whole.refunded += part.refunded
    return whole


# ------------------------------------------------------------------------------------------------ exceptions


@dataclass(frozen=True, slots=True)
class Exceptional:
    """Something out of the ordinary: `kind` is overridden, waived, taken back, late, returned or void."""

    kind: str
    on: date
    case: Case
    what: str
    amount: Decimal
    who: str = ""
    why: str = ""
    resolution: str = ""
    entry_seq: int = 0


def exceptions(first: date, last: date) -> list[Exceptional]:
    """What happened to money out of the ordinary from one day to another, by day.

    Rule: charges changed by hand or taken back; fees of a visit received after it; returned checks; void receipts.
    """
    lines = Line.objects.filter(on__range=(first, last)).select_related("case", "payment", "of")
    found: list[Exceptional] = []
    changed = list(lines.filter(kind__in=CHARGES, of__isnull=False))
    charged_now = _charged_after(changed)
    for line in changed:
        kind = "taken back" if line.reverses_id else "waived" if charged_now[line.pk] == 0 else "overridden"
        found.append(_exceptional(kind, line, line.overridden_by, line.override_why))
    for line in lines.filter(kind=Line.Kind.PAYMENT, reverses=None, of__code__in=DUE_AT_THE_VISIT, on__gt=F("of__on")):
        assert line.of is not None
        found.append(_exceptional("late", line, why=f"due at the visit of {line.of.on:%Y-%m-%d}"))
    for line in lines.filter(reverses__isnull=False, payment__isnull=False):
        assert line.payment is not None
        kind = "returned" if line.payment.returned_on else "void"
        found.append(_exceptional(kind, line, why=f"receipt {line.payment.receipt}: {line.what}"))
    return sorted(found, key=lambda row: (row.on, row.entry_seq))


def _charged_after(changes: Sequence[Line]) -> dict[object, Decimal]:
    """What was charged once each change was made, by the change."""
    charges = {line.of_id for line in changes}
    found: dict[object, Decimal] = {}
    running: dict[object, Decimal] = {}
    every = Line.objects.filter(Q(pk__in=charges) | Q(of__in=charges), kind__in=CHARGES)
    for line in every.order_by("entry_seq", "id"):
        charge = line.of_id or line.pk
        running[charge] = running.get(charge, NOTHING) + line.amount
        found[line.pk] = running[charge]
    return found


def _exceptional(kind: str, line: Line, who: str = "", why: str = "") -> Exceptional:
    return Exceptional(kind, line.on, line.case, line.what, line.amount, who, why, line.resolution, line.entry_seq)


# ------------------------------------------------------------------------------------------ claims and closes


def claims_open() -> list[Claim]:
    """Claims that wait for the board's audit or for the town's check, the oldest first."""
    found = Claim.objects.filter(refused_on=None, paid_on=None).select_related("case", "charge")
    return list(found.order_by("asked_on", "id"))


def covered_by(close: Close) -> list[Payment]:
    """The payments that a close covers, by receipt."""
    before = Close.objects.filter(through_seq__lt=close.through_seq).values_list("through_seq", flat=True).first() or 0
    return list(Payment.objects.filter(entry_seq__gt=before, entry_seq__lte=close.through_seq).order_by("entry_seq"))


def deposit_csv(close: Close) -> str:
    """What a close took to the bank as CSV: one line a check or money order, and the cash counted."""
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(["receipt", "received", "method", "check number", "bank", "payer", "amount"])
    for payment in covered_by(close):
        if payment.void_on is None and payment.method in (Payment.Method.CHECK, Payment.Method.MONEY_ORDER):
            table.writerow(
                [
                    payment.receipt,
                    payment.received_on.isoformat(),
                    payment.method,
                    _plain(payment.check_number),
                    _plain(payment.bank),
                    _plain(payment.payer),
                    f"{payment.amount:.2f}",
                ]
            )
    table.writerow(["", close.on.isoformat(), "cash", "", "", "", close.counted["cash"]])
    return written.getvalue()


def _plain(text: str) -> str:
    """Words that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" and text else text
