"""The cases of somebody who is signed in: what they may open without a link, and how each stands today."""

from __future__ import annotations

from datetime import date
from typing import Any

from townwright.counter import where
from townwright.law.certificates import CERTIFICATE_STATUS
from townwright.law.permits import PERMIT_STATUS
from townwright.office import laws
from townwright.office.cases.models import Case
from townwright.office.certificates.models import Certificate
from townwright.office.permits.models import Permit
from townwright.office.register.actors import Actor, Role
from townwright.pages.components import Column, Table
from townwright.pages.inline import Link, Under

_COLUMNS = (
    Column("case", "Number", "main"),
    Column("work", "Work and place"),
    Column("status", "Status today"),
)


def cases(actor: Actor, today: date) -> Table | None:
    """The cases of an applicant's log-in, the newest first; None for everybody else."""
    if actor.role is not Role.APPLICANT or actor.id is None:
        return None
    rows = Case.objects.filter(pk__in=actor.cases).exclude(link_code=None).order_by("-opened_on", "-id")
    states = {**_permits(actor, today), **_certificates(actor, today)}
    return Table(
        _COLUMNS,
        [_row(row, states.get(row.pk, "")) for row in rows],
        "Your cases",
        "You have no case here yet. Applications in which you have a part stand in this list.",
    )


def _row(case: Case, status: str) -> dict[str, Any]:
    number = case.number or "Not numbered yet"
    return {
        "case": Link(number, where.follow(case.link_code or ""), number=bool(case.number)),
        "work": Under(case.title, case.place),
        "status": status,
    }


def _permits(actor: Actor, today: date) -> dict[object, str]:
    said = laws.pack().permits.words
    found = Permit.objects.with_status(today).filter(case__in=actor.cases)
    keys = {row.case_id: str(row.status) for row in found}  # type: ignore[attr-defined]
    return {case: said.get(key, PERMIT_STATUS[key].words) for case, key in keys.items()}


def _certificates(actor: Actor, today: date) -> dict[object, str]:
    found = Certificate.objects.with_status(today).filter(case__in=actor.cases)
    return {row.case_id: CERTIFICATE_STATUS[row.status].words for row in found}  # type: ignore[attr-defined]
