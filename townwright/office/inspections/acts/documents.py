"""The acts on documents asked for with an inspection, and on violations that were found."""

from __future__ import annotations

from uuid import UUID

from pydantic import Field

from townwright.office.inspections import plans
from townwright.office.inspections import violations as found
from townwright.office.inspections.models import DocumentationRequest, Violation
from townwright.office.inspections.visits import TOLD
from townwright.office.permits.inputs import LONG
from townwright.office.permits.models import Permit
from townwright.office.permits.telling import tell
from townwright.office.register.acts import ANYONE, INSPECTORS, Act, Doing, act
from townwright.office.register.errors import InputError


class AskDocuments(Act):
    """A document to be sent with an inspection."""

    line: str = Field(title="Element", min_length=1, max_length=120)
    kind: str = Field(title="Document", min_length=1, max_length=120, description="Photographs, as-built survey …")
    reason: str = Field(title="What it is to show", min_length=1, max_length=1000, json_schema_extra=LONG)


@act(
    "inspection.ask_documents",
    title="Ask for a document",
    subject=Permit,
    by=INSPECTORS,
    signs="inspector",
    applies=lambda permit, on: permit.case.closed_on is None,
)
def ask_documents(doing: Doing[Permit], given: AskDocuments) -> None:
    """Asks for a document with the inspection of an element; until it has come the element cannot be accepted."""
    permit = doing.subject
    plans.made(permit, doing.on)
    line = plans.line_of(permit, given.line)
    DocumentationRequest.objects.create(
        case=permit.case, line=line, kind=given.kind, reason=given.reason, asked_on=doing.on, asked_by=doing.actor.name
    )
    tell(doing, permit.case, f"Please send: {given.kind}", f"{line.title}: {given.reason}", parts=TOLD)
    doing.say(f"Asked for with {line.title}: {given.kind}")


class ReceiveDocuments(Act):
    """The document that was asked for."""

    file: UUID | None = Field(default=None, title="File", json_schema_extra={"file": True})
    words: str = Field(default="", title="Remarks", max_length=1000, json_schema_extra=LONG)


@act(
    "inspection.receive_documents",
    title="Hand in the document",
    subject=DocumentationRequest,
    by=ANYONE,
    applies=lambda asked, on: asked.received_on is None,
)
def receive_documents(doing: Doing[DocumentationRequest], given: ReceiveDocuments) -> None:
    """Notes that a document asked for with an inspection has come. It is evidence; it accepts nothing by itself."""
    row = doing.subject
    if row.received_on is not None:
        raise InputError({"": f"It came in on {row.received_on:%Y-%m-%d} already."})
    if given.file is None and not doing.actor.is_staff:
        raise InputError({"file": "Send the document as a file, or bring it to the office."})
    row.file = found.pictures([given.file], "file")[0] if given.file else None
    row.received_on, row.words = doing.on, given.words
    row.save(update_fields=["file", "received_on", "words"])
    doing.say(f"Received for {row.line.title}: {row.kind}")


class Cure(Act):
    """That a violation is cured."""

    words: str = Field(title="How it was cured", min_length=1, max_length=1000, json_schema_extra=LONG)


@act(
    "violation.cure",
    title="Note that it is cured",
    subject=Violation,
    by=INSPECTORS,
    signs="inspector",
    applies=lambda row, on: row.cured_on is None,
)
def cure(doing: Doing[Violation], given: Cure) -> None:
    """Closes a violation that needs no further visit. Work that fails its element is cured by its inspection alone."""
    row = doing.subject
    if row.cured_on is not None:
        raise InputError({"": f"It was cured on {row.cured_on:%Y-%m-%d} already."})
    if row.result is not None:
        raise InputError({"": f"{row.title} has to be inspected again and found satisfactory."})
    found.cure(row, on=doing.on, how=given.words, by=doing.actor.name)
    doing.say(f"Cured: {row.title} ({row.cite}), {given.words}")
    doing.changed({"cured_on": None}, {"cured_on": doing.on})
