"""The documents of a permit: rounds as they came in, the construction documents as they stand, what is accepted."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from townwright.office.cases.models import Case, RequestItem
from townwright.office.files.kinds import Kind
from townwright.office.files.models import Document, Round, StoredFile
from townwright.office.permits.inputs import PLANS, DocumentGiven
from townwright.office.register.acts import Doing
from townwright.office.register.errors import InputError

#: The kind of document that a stamped copy is filed as.
ACCEPTED = "accepted plans"


def open_round(case: Case, *, on: date, paper_sets: int = 0, from_name: str = "") -> Round:
    """Freezes the last round as it came in and opens the next one."""
    last = case.rounds.first()
    if last is not None and last.frozen_on is None:
        last.frozen_on = on
        last.save(update_fields=["frozen_on"])
    return Round.objects.create(
        case=case, count=(last.count if last else 0) + 1, opened_on=on, paper_sets=paper_sets, from_name=from_name
    )


def last_round(case: Case) -> Round | None:
    """The round that came in last."""
    return case.rounds.first()


def file_documents(
    doing: Doing[Any],
    case: Case,
    given: Iterable[DocumentGiven],
    into: Round | None,
    *,
    item: RequestItem | None = None,
    field: str = "documents",
) -> list[Document]:
    """Files documents in a case; without a round they wait for the next one.

    Raises `InputError` for a file that nobody handed in, or that lies in another case.
    """
    filed = []
    for count, each in enumerate(given):
        stored = handed_in(case, each.file, f"{field}.{count}.file")
        row = Document.objects.filter(case=None, file=stored).first() or Document(file=stored, received_on=doing.on)
        row.case, row.parcel, row.round, row.item = case, _first_parcel(case), into, item
        row.kind, row.title, row.sheet, row.prepared_by = (
            each.kind,
            each.title or stored.name,
            each.sheet,
            each.prepared_by,
        )
        row.received_by = row.received_by or doing.actor.role.value
        row.save()
        filed.append(row)
    return filed


def supersede(case: Case) -> None:
    """Lets a newer sheet take the place of the older one of its kind and number, which stays on record."""
    newest: set[tuple[str, str]] = set()
    rows = case.documents.filter(replaced=False, round__isnull=False).exclude(sheet="").order_by("-round__count", "-id")
    for row in rows:
        if (row.kind, row.sheet) in newest:
            row.replaced = True
            row.save(update_fields=["replaced"])
        newest.add((row.kind, row.sheet))


def handed_in(case: Case, file_id: Any, field: str) -> StoredFile:
    """A file that may be filed in a case. Raises `InputError` for one that lies in another case or is not there."""
    stored = StoredFile.objects.filter(pk=file_id).first()
    lies_elsewhere = Document.objects.filter(file_id=file_id).exclude(case=None).exclude(case=case).exists()
    if stored is None or lies_elsewhere or stored.papers.exists():
        raise InputError({field: "There is no such file to be filed here. Hand it in again."})
    return stored


def plans_of(case: Case, *, accepted: bool = False) -> list[Document]:
    """The construction documents as they stand, or as they were `accepted`, without sheets that newer ones replaced."""
    rows = case.documents.filter(kind__in=PLANS, replaced=False, round__isnull=False)
    if accepted:
        rows = rows.exclude(round__accepted_on=None)
    return list(rows.select_related("file", "round").order_by("round__count", "kind", "sheet", "id"))


def is_pdf(document: Document) -> bool:
    """Whether the document is an electronic file that can be stamped."""
    return document.file.kind == Kind.PDF


def _first_parcel(case: Case) -> Any:
    first = case.on_parcels.select_related("parcel").first()
    return first.parcel if first else None
