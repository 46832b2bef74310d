"""Accounts that are not paid."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import Min, Q, QuerySet, Sum

from townwright.desk.lists import CLERK, Waiting, columns, waits
from townwright.office.cases.models import Case
from townwright.office.money.models import Balance
from townwright.pages.components import Column
from townwright.pages.inline import Day
from townwright.pages.lists import Listed


def _unpaid(today: date) -> QuerySet[Any]:
    """Cases that owe: more of charges is open than of credits. Only what is open is read, by its index."""
    owing = Balance.objects.open().order_by().values("case").annotate(owes=Sum("amount")).filter(owes__gt=0)
    return (
        Case.objects.filter(pk__in=owing.values("case"))
        .filter(~Q(balances__amount=0))
        .annotate(owed=Sum("balances__amount"), since=Min("balances__since"))
    )


waits(
    Waiting(
        name="unpaid",
        title="Unpaid accounts",
        counted="Unpaid accounts",
        rule="cases whose charges are more than what was paid",
        empty="Every account is paid.",
        rows=_unpaid,
        columns=lambda today: (
            columns.number("Case", columns.itself),
            columns.work(columns.itself),
            Listed(
                Column("since", "Unpaid since", sort="since"),
                lambda row: Day(row.since, "short"),
                lambda row: row.since,
                ("since",),
            ),
            Listed(Column("owed", "Owes", "number", label="Owes", sort="owed"), lambda row: row.owed, None, ("owed",)),
        ),
        first="since",
        case="",
        of=CLERK,
    )
)
