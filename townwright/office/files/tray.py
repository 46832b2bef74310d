"""The tray: what came in and is not filed yet. Scans of a pile, plans sent by e-mail, a survey brought to the counter.

Nothing is asked when it is put there; it is filed later, in a case (for an item that was asked for, where it answers
one) or on a parcel.
"""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from pydantic import Field

from townwright.office.cases.models import Case, CaseParcel, RequestItem
from townwright.office.files.models import Document, StoredFile
from townwright.office.places.models import Parcel
from townwright.office.register.acts import Act, Doing, act
from townwright.office.register.errors import InputError

#: What a document can be filed as.
DocumentKind = Literal[
    "plans", "specifications", "survey", "energy statement", "special inspections statement", "authorization",
    "insurance", "other",
]  # fmt: skip


class Receive(Act):
    """Files that came in."""

    files: list[UUID] = Field(
        title="Files", min_length=1, max_length=200, json_schema_extra={"file": "any"},
        description="Several at once. PDF, photographs, scans, text.",
    )  # fmt: skip
    how: Literal["scan", "e-mail", "post", "counter"] = Field(
        default="scan",
        title="How they came",
        json_schema_extra={"choices": {"scan": "From the scanner", "e-mail": "By e-mail", "post": "By post",
                                       "counter": "At the counter"}},
    )  # fmt: skip


@act("tray.receive", title="Put files in the tray")
def receive(doing: Doing[Document], given: Receive) -> None:
    """Puts files in the tray. The act's day is the day on which they came in."""
    kept = StoredFile.objects.in_bulk(given.files)
    if len(kept) < len(set(given.files)):
        raise InputError({"files": "A file is no longer there. Hand it in again."})
    lying = set(Document.objects.filter(file__in=kept).values_list("file_id", flat=True))
    if lying:
        raise InputError({"files": "A file lies in the tray or in a case already."})
    rows = [
        Document(file=stored, title=stored.name, received_on=doing.on, received_by=given.how)
        for stored in (kept[key] for key in dict.fromkeys(given.files))
    ]
    Document.objects.bulk_create(rows)
    doing.made(rows[0])
    doing.say(f"{_files(len(rows))} put in the tray ({given.how}): {', '.join(row.title for row in rows[:5])}")
    doing.changed({}, {"documents": [row.pk for row in rows], "files": [row.file_id for row in rows]})


class FileIt(Act):
    """Where a scan belongs."""

    case: UUID | None = Field(default=None, title="Case")
    parcel: UUID | None = Field(default=None, title="Parcel")
    item: UUID | None = Field(
        default=None, title="Answers the item", description="What was asked for by a change request, if it does."
    )
    kind: DocumentKind = Field(default="other", title="What it is")
    title: str = Field(default="", title="Title", max_length=200, description="The file's name, if left empty.")
    sheet: str = Field(default="", title="Sheet", max_length=40)
    prepared_by: str = Field(default="", title="Prepared by", max_length=200)


def _in_tray(document: Document, on: object) -> bool:
    return document.case_id is None and document.parcel_id is None and document.set_aside_on is None


@act("tray.file", title="File it", subject=Document, applies=_in_tray)
def file_it(doing: Doing[Document], given: FileIt) -> None:
    """Files a scan in a case, with the item that it answers, or on a parcel alone.

    In a case it joins the round that is open, else it waits for the next one.
    """
    document = _still_there(doing.subject)
    case, parcel = _place(given)
    item = _item(case, given.item)
    document.case, document.parcel, document.item = case, parcel, item
    document.round = case.rounds.filter(frozen_on=None).first() if case is not None and item is None else None
    document.kind, document.title = given.kind, given.title or document.title
    document.sheet, document.prepared_by = given.sheet, given.prepared_by
    document.save()
    if item is not None:
        item.state, item.answer = RequestItem.State.ANSWERED, item.answer or f"On paper: {document.title}"
        item.answered_on, item.answered_by = document.received_on, doing.actor.name
        item.save(update_fields=["state", "answer", "answered_on", "answered_by"])
    if parcel is not None:
        doing.touch(parcel=parcel.pk)
    for_item = f", for item {item.count}: {item.title}" if item is not None else ""
    doing.say(f"{document.title} filed from the tray{for_item}")
    doing.changed({}, {"document": document.pk, "kind": document.kind, "item": document.item_id})


class SetAside(Act):
    """Why a scan belongs to no file."""

    why: str = Field(
        title="Why", min_length=1, max_length=200, description="A blank sheet, an advertisement, scanned twice."
    )


@act("tray.set_aside", title="Set it aside", subject=Document, applies=_in_tray)
def set_aside(doing: Doing[Document], given: SetAside) -> None:
    """Takes out of the tray what belongs to no file. It is kept until its retention has run."""
    document = _still_there(doing.subject)
    document.set_aside_on = doing.on
    document.save(update_fields=["set_aside_on"])
    doing.say(f"{document.title} set aside: {given.why}")


def _still_there(document: Document) -> Document:
    if not _in_tray(document, None):
        raise InputError({"": "This does not lie in the tray any more: somebody has filed it or set it aside."})
    return document


def _place(given: FileIt) -> tuple[Case | None, Parcel | None]:
    case = Case.objects.filter(pk=given.case).first() if given.case else None
    parcel = Parcel.objects.filter(pk=given.parcel).first() if given.parcel else None
    if given.case and case is None:
        raise InputError({"case": "There is no such case here."})
    if given.parcel and parcel is None:
        raise InputError({"parcel": "There is no such parcel here."})
    if case is None and parcel is None:
        raise InputError({"case": "Say in which case, or on which parcel, it belongs."})
    if case is not None:
        parcels = [row.parcel for row in CaseParcel.objects.filter(case=case).select_related("parcel")]
        if parcel is None:
            parcel = next(iter(parcels), None)
        elif parcel not in parcels:
            raise InputError({"parcel": "The case does not lie on this parcel. Name one of the two."})
    return case, parcel


def _item(case: Case | None, key: UUID | None) -> RequestItem | None:
    if key is None:
        return None
    waiting = (RequestItem.State.WAITING, RequestItem.State.ANSWERED, RequestItem.State.NOT_APPLICABLE)
    found = RequestItem.objects.filter(pk=key, request__case=case, request__closed_on=None, state__in=waiting).first()
    if case is None or found is None:
        raise InputError({"item": "There is no such open item in that case."})
    return found


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count} files"
