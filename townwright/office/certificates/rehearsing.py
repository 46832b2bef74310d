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
from townwright.law.findings import Outcome
from townwright.office.certificates.models import Certificate
from townwright.office.laws.models import Amendment
from townwright.office.laws.rehearsing import Figure, Rehearsal, gates_touched, looks
from townwright.office.register.facts import gather

PART = "Certificates"
#: Applications that a changed requirement is held against: it takes facts of each.
MOST = 2000
#: The gates that certificates are held against while they are applied for.
_GATES = ("certificate.submit", "certificate.issue", "certificate.temporary")


@looks("certificates.", lambda row, key: _rows(row, key))
def look(rehearsal: Rehearsal) -> Iterator[Figure]:
    """Temporary certificates beside the changed length, and applications beside changed requirements."""
    if rehearsal.amendment.place == "certificates.temporary":
        yield from _of_length(rehearsal)
    for name, keys in gates_touched(rehearsal):
        if name in _GATES:
            yield from _of_gate(rehearsal, name, keys)


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
    return temporary(
        rules, issued=issued, starts=starts, ends=None, earlier=0, calendar=rehearsal.calendar
    ).latest


def _of_gate(rehearsal: Rehearsal, name: str, keys: frozenset[str]) -> Iterator[Figure]:
    """Applications that a changed requirement would stop, or let through, by the facts of today."""
    begins = rehearsal.amendment.begins
    gates = rehearsal.now.gate(name), rehearsal.then.gate(name)
    needed = gates[0].needs(begins) | gates[1].needs(begins)
    found: dict[str, list[UUID]] = {"stopped": [], "let through": [], "not known": []}
    rows = Certificate.objects.applied_for().select_related("case", "permit")[:MOST]
    for certificate in rows:
        facts = gather(certificate, needed, rehearsal.today)
        before, after = (
            {one.outcome for one in gate.decide(facts, begins).findings if one.key in keys} - {Outcome.MET}
            for gate in gates
        )
        if Outcome.UNMET in after and not before:
            found["stopped"].append(certificate.case_id)
        elif after == {Outcome.UNKNOWN} and not before:
            found["not known"].append(certificate.case_id)
        elif before and not after:
            found["let through"].append(certificate.case_id)
    said = {
        "stopped": "will be stopped by it",
        "let through": "will be let through, which the law now stops",
        "not known": "it is not known whether they meet it",
    }
    note = f"Of {len(rows):,} looked at, by the facts of today."
    for what, cases in found.items():
        key = f"certificates.gate.{name}.{what.replace(' ', '-')}"
        says = f"{gates[0].title} Applications for certificates: {said[what]}"
        yield Figure(PART, "then", says, len(cases), rehearsal.keep(key, cases) if cases else "", note)


def _rows(row: Amendment, key: str) -> QuerySet[Any]:
    """The certificates behind a figure."""
    today = row.rehearsed_on
    assert today is not None, "a list is that of a rehearsal"
    if key == "certificates.then.pending":
        found = Certificate.objects.applied_for().filter(kind=Certificate.Kind.TEMPORARY).with_status(today)
    else:
        found = Certificate.objects.with_status(today).filter(case_id__in=row.found.filter(key=key).values("case_id"))
    return found.select_related("case")
