"""What inspections tell the law of a permit: how each line of its plan stands, and what was found and is still open."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db.models import Q

from townwright.law.calendar import in_words
from townwright.law.inspections import Standing
from townwright.office.cases.models import Case
from townwright.office.inspections import plans
from townwright.office.inspections.models import Violation, Visit
from townwright.office.permits.models import Permit
from townwright.office.places.models import Parcel
from townwright.office.register.facts import tells


@tells(Permit, "inspection.*")
def of_the_plan(permit: Permit, on: date) -> Mapping[str, Any]:
    """How each line stands, which are open, and when the last one was accepted."""
    return dict(plans.told(plans.lines_of(permit, on), plans.standings(permit, on)))


@tells(Permit, "factory.applies")
def of_a_factory(permit: Permit, on: date) -> Mapping[str, Any]:
    """Whether it is a factory-built home, as the applicant or the reviewer said."""
    known = {**permit.answers, **permit.reviewed}
    return {name: known[name] for name in ("factory.applies",) if known.get(name) is not None}


@tells(Parcel, "parcel.open_violations")
def of_the_lot(parcel: Parcel, on: date) -> Mapping[str, Any]:
    """What visits found on a lot, under whatever permit, and was not cured by the day. Where nothing of it is open,
    nothing is told: whether the town's other chapters have anything open there is the officer's to search.
    """
    found = Violation.objects.open_on(on).filter(Q(parcel=parcel) | Q(case__parcels=parcel)).distinct()
    words = frozenset(f"{row} ({row.cite}), found {in_words(row.found_on)}" for row in found)
    return {"parcel.open_violations": words} if words else {}


@tells(Permit, "certificate.inspected_on", "certificate.open_violations")
def of_visits(permit: Permit, on: date) -> Mapping[str, Any]:
    """The inspection before the certificate, for which the final one counts, and work found not to comply."""
    stands = plans.standings(permit, on)
    finals = [
        stands.get(key, Standing()).accepted_on for key in permit.plan.filter(final=True).values_list("key", flat=True)
    ]
    return seen(permit.case, on, *finals)


def seen(case: Case, on: date, *accepted: date | None) -> dict[str, Any]:
    """The last inspection before the certificate of a case, other acceptances among them, and its open work."""
    before = Visit.objects.filter(
        case=case, kind=Visit.Kind.BEFORE_CERTIFICATE, satisfactory=True, closed_on__isnull=False, done_on__lte=on
    )
    days = [day for day in (*accepted, *before.values_list("done_on", flat=True)) if day is not None]
    open_work = Violation.objects.open_on(on).filter(case=case, of_work=True)
    told: dict[str, Any] = {"certificate.open_violations": frozenset(str(row) for row in open_work)}
    return told | ({"certificate.inspected_on": max(days)} if days else {})
