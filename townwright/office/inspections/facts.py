"""What inspections tell the law of a permit: how each line of its plan stands, and what was found and is still open."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from townwright.law.inspections import Standing
from townwright.office.cases.models import Case
from townwright.office.inspections import plans
from townwright.office.inspections.models import Violation, Visit
from townwright.office.permits.models import Permit
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
