"""The certificates of a place, of a permit and behind a paper, as the public may see them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db.models import Q

from townwright.counter.parts.in_force_words import Now
from townwright.law.certificates import CERTIFICATE_STATUS
from townwright.office.cases.models import Case
from townwright.office.certificates.models import Certificate
from townwright.office.papers.models import Paper
from townwright.office.places.models import Parcel
from townwright.pages.components import Cell, Column, Table
from townwright.pages.inline import Day, Under

#: Applications that were never filed, or were taken back, say nothing to others.
_SILENT = ("draft", "withdrawn")
_ISSUED = frozenset({"in force", "suspended", "lapsed", "superseded", "lost", "revoked"})
_KINDS = frozenset({"certificate_of_occupancy", "certificate_of_compliance", "temporary_certificate"})

_COLUMNS = (
    Column("number", "Number", "main"),
    Column("kind", "Kind"),
    Column("status", "Status today"),
    Column("issued", "Issued", label="issued", run=True),
)


def of_place(parcel: Parcel, today: date, empty: str) -> Table:
    """The certificates of a property, for everybody."""
    rows = Certificate.objects.with_status(today).filter(case__on_parcels__parcel=parcel).exclude(Q(status__in=_SILENT))
    return _table(rows.select_related("case"), empty)


def of_case(case: Case, today: date) -> list[Certificate]:
    """The certificates of a case, and those applied for under its permit, with their status."""
    rows = Certificate.objects.with_status(today).filter(Q(case=case) | Q(permit__case=case))
    return list(rows.select_related("case"))


def table_of(rows: Iterable[Certificate], empty: str) -> Table:
    """Certificates as their own people see them."""
    return _table(rows, empty)


def _table(rows: Iterable[Certificate], empty: str) -> Table:
    return Table(_COLUMNS, [_row(row) for row in rows], "Certificates", empty)


def _row(row: Certificate) -> dict[str, Any]:
    key = str(row.status)  # type: ignore[attr-defined]
    said = CERTIFICATE_STATUS[key].words
    until = row.ends_on if key == "in force" else None
    about = ", ".join(filter(None, [row.use, f"occupancy {row.occupancy}" if row.occupancy else "", row.part]))
    return {
        "number": row.case.number or "not numbered yet",
        "kind": Under(row.get_kind_display(), about) if about else row.get_kind_display(),
        "status": Cell(
            Under(said, ("through ", Day(until, "short"))) if until else said,
            "late" if key in ("suspended", "revoked", "lapsed", "lost") else "",
        ),
        "issued": Day(row.issued_on, "short") if row.issued_on and key in _ISSUED else "not issued",
    }


def in_force(paper: Paper, today: date) -> Now | None:
    """Whether the certificate that a paper is, is in force; None for a paper that is no certificate."""
    if paper.kind not in _KINDS or paper.case_id is None:
        return None
    row = Certificate.objects.with_status(today).filter(case_id=paper.case_id).first()
    if row is None:
        return Now("Ours and unaltered in our records")
    key = str(row.status)  # type: ignore[attr-defined]
    words = CERTIFICATE_STATUS[key].words
    until: Any = ("Through ", Day(row.ends_on), ".") if row.ends_on else ""
    if key == "in force":
        return Now("Genuine, and the certificate is in force", ("In force today. ", until))
    return Now("Genuine, but the certificate is not in force", (f"{words} today. ", until), "bad")
