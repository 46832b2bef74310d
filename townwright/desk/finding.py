"""Cases and parcels by what somebody types: a number, an address, a name; for pages on which one is to be chosen."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet, Sum

from townwright.office.cases.models import Case, CaseParcel
from townwright.office.find.port import Results, find
from townwright.office.permits.models import Permit
from townwright.office.places.models import Parcel

#: Things that Find is asked for, and cases that are offered.
ASKED, MOST = 40, 20
#: Cases of parcels beyond this number are not looked for: the words mean too much.
MOST_PARCELS = 10


@dataclass(frozen=True, slots=True)
class Found:
    """What the words may mean."""

    cases: list[Case]
    parcels: list[Parcel]


def look_up(text: str) -> Found:
    """The cases and parcels that words may mean; those named exactly before those that are near."""
    hits = find(text, limit=ASKED) if text else Results("", (), ())
    parcel_ids = [hit.object_id for hit in hits if hit.kind == "parcel"][:MOST_PARCELS]
    parcels = Parcel.objects.in_bulk(parcel_ids)
    return Found(list(_cases(hits, parcel_ids)[:MOST]), [parcels[key] for key in parcel_ids if key in parcels])


def _cases(hits: Results, parcel_ids: list[UUID]) -> QuerySet[Any]:
    """Cases that were found by themselves, or by their place; what they owe with them, those that owe first."""
    own = [hit.object_id for hit in hits if hit.kind not in ("parcel", "unit", "old record")]
    of_permits = Permit.objects.filter(pk__in=own).values("case_id")
    there = CaseParcel.objects.filter(parcel__in=parcel_ids).values("case_id")
    found = Case.objects.filter(Q(pk__in=own) | Q(pk__in=of_permits) | Q(pk__in=there))
    return found.annotate(balance=Sum("lines__amount")).order_by("closed_on", "-balance", "-opened_on", "pk")


def balance(case: Case) -> Decimal:
    """What a case that was looked up owes, less its credit."""
    return getattr(case, "balance", None) or Decimal("0.00")
