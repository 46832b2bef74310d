"""A change of the law on the office's certificates: temporary ones, and applications under way.

A temporary certificate ends on the day that the officer fixed; a change of how long one may last moves none that was
issued. How many lasted longer than the changed rule would have let them is told apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from townwright.law.calendar import in_words
from townwright.law.certificates import CertificateRules, temporary
from townwright.office.certificates.models import Certificate
from townwright.office.laws.models import Amendment
from townwright.office.laws.rehearsing import Figure, Holding, Rehearsal, figures_of, gates_touched, holds, looks
from townwright.office.register.facts import gather

PART = "Certificates"
#: The gates that certificates are held against while they are applied for.
_GATES = ("certificate.submit", "certificate.issue", "certificate.temporary")


@looks("certificates.", lambda row, key: _rows(row, key))
def look(rehearsal: Rehearsal) -> Iterator[Figure]:
    """Temporary certificates beside the changed length, and applications beside changed requirements."""
    if rehearsal.amendment.place == "certificates.temporary":
        yield from _of_length(rehearsal)
    for holding in holdings(rehearsal):
        yield from figures_of(rehearsal, holding)


def _of_length(rehearsal: Rehearsal) -> Iterator[Figure]:
    kind = Certificate.Kind.TEMPORARY
    rows = Certificate.objects.filter(kind=kind, issued_on__isnull=False).order_by()
    latest: dict[tuple[date, date], tuple[date | None, date | None]] = {}
    found: dict[str, list[UUID]] = {"longer": [], "not at all": []}
    for case, issued, starts, ends in rows.values_list("case_id", "issued_on", "starts_on", "ends_on"):
        if issued is None or starts is None or ends is None:
            continue
        if (issued, starts) not in latest:
            laws = rehearsal.now.certificates, rehearsal.always.certificates
            latest[issued, starts] = tuple(_latest(rules, issued, starts, rehearsal) for rules in laws)  # type: ignore[assignment]
        now, would = latest[issued, starts]
        if now is not None and would is None:
            found["not at all"].append(case)
        elif would is not None and ends > would:
            found["longer"].append(case)
    said = {
        "longer": "Temporary certificates that lasted longer than it would have let them",
        "not at all": "Temporary certificates that could not have been given",
    }
    for what, cases in found.items():
        key = f"certificates.always.{what.replace(' ', '-')}"
        yield Figure(PART, "always", said[what], len(cases), rehearsal.keep(key, cases) if cases else "")
    note = "Each ends on the day that the officer fixed."
    yield Figure(PART, "then", "Issued temporary certificates whose last day changes", 0, note=note)
    pending = Certificate.objects.applied_for().filter(kind=kind)
    begins = in_words(rehearsal.amendment.begins)
    says = f"Temporary certificates applied for: from {begins} on the changed rule bounds them"
    yield Figure(PART, "then", says, pending.count(), "certificates.then.pending")


def _latest(rules: CertificateRules, issued: date, starts: date, rehearsal: Rehearsal) -> date | None:
    """The latest last day that a temporary certificate could have."""
    return temporary(rules, issued=issued, starts=starts, ends=None, earlier=0, calendar=rehearsal.calendar).latest


@holds
def holdings(rehearsal: Rehearsal) -> Iterator[Holding]:
    """Changed requirements, for applications: by the facts of today, as the act would be on the first day."""
    for name, keys in gates_touched(rehearsal):
        if name in _GATES:
            yield Holding(
                f"certificates.gate.{name}",
                PART,
                "then",
                (rehearsal.now.gate(name), rehearsal.then.gate(name)),
                keys,
                Certificate.objects.applied_for().select_related("case", "permit"),
                lambda _: (rehearsal.amendment.begins, rehearsal.today),
                gather,
                "Applications for certificates",
            )


def _rows(row: Amendment, key: str) -> QuerySet[Any]:
    """The certificates behind a figure."""
    today = row.rehearsed_on
    assert today is not None, "a list is that of a rehearsal"
    if key == "certificates.then.pending":
        found = Certificate.objects.applied_for().filter(kind=Certificate.Kind.TEMPORARY).with_status(today)
    else:
        found = Certificate.objects.with_status(today).filter(case_id__in=row.found.filter(key=key).values("case_id"))
    return found.select_related("case")
