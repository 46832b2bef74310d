"""What people outside wait for, and what lies in the tray: calls to return, scans to file, letters to post."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import OuterRef, Subquery
from django.urls import reverse

from townwright.desk import where
from townwright.desk.lists import CLERK, EVERYBODY, Waiting, waits
from townwright.office.cases.models import Case, Note
from townwright.office.files.models import Document
from townwright.office.outbox.models import Message
from townwright.pages.components import Cell, Column
from townwright.pages.inline import Button, Day, Link, Under
from townwright.pages.lists import Listed


def _about(row: Note) -> Any:
    if row.case is not None:
        return Link(f"{row.case.number or row.case.title}, {row.case.place}", where.case(row.case.pk))
    return where.place(str(row.parcel), row.parcel_id)


def _back_by(row: Note, today: date) -> Cell:
    assert row.call_back_by is not None, "the list holds notes with a day to call back"
    return Cell(
        Day(row.call_back_by, "short"),
        "late" if row.call_back_by < today else "due" if row.call_back_by == today else "",
    )


waits(
    Waiting(
        name="call-backs",
        title="Calls to return",
        counted="Calls to return",
        rule="promised and not done yet",
        empty="No call is to be returned. A note with a day to call back stands here until somebody has called.",
        rows=lambda today: Note.objects.filter(called_back_on=None, call_back_by__isnull=False).select_related(
            "case", "parcel"
        ),
        columns=lambda today: (
            Listed(
                Column("who", "Who", "main", sort="who"),
                lambda row: Under(row.who or "Not named", row.phone),
                lambda row: row.who,
                ("who",),
            ),
            Listed(Column("about", "About"), _about, lambda row: str(row.case or row.parcel)),
            Listed(Column("words", "What was said"), lambda row: row.words),
            Listed(
                Column("by", "Call back by", sort="by"),
                lambda row: _back_by(row, today),
                lambda row: row.call_back_by,
                ("call_back_by",),
            ),
            Listed(
                Column("act", "Done", unseen=True),
                lambda row: Button(
                    "Called back", where.act("note.call_back", row.pk, then=where.today()), about=f" {row.who}"
                ),
            ),
        ),
        first="by",
        case=None,
        of=EVERYBODY,
        pressure="due",
    )
)

waits(
    Waiting(
        name="scans",
        title="Scans not yet filed",
        counted="Scans not yet filed",
        rule="in the tray, in no case and on no parcel",
        empty="The tray is empty. Scans and files that lie nowhere yet stand here.",
        rows=lambda today: Document.objects.in_tray().select_related("file"),
        columns=lambda today: (
            Listed(
                Column("title", "Scan", "main", sort="title"),
                lambda row: Link(row.title, where.file(row.file_id)),
                lambda row: row.title,
                ("title",),
            ),
            Listed(
                Column("received", "Received", sort="received"),
                lambda row: Day(row.received_on, "short"),
                lambda row: row.received_on,
                ("received_on",),
            ),
            Listed(Column("sheets", "Sheets", "number", label="Sheets"), lambda row: row.file.sheets),
            Listed(
                Column("act", "File it", unseen=True),
                lambda row: Button("File it", reverse("desk:tray-file", args=[row.pk]), about=row.title),
            ),
        ),
        first="received",
        case=None,
        of=CLERK,
        page="desk:tray",
    )
)


#: States of a message that has not gone out.
_UNSENT = tuple(state for state in Message.State if state is not Message.State.SENT)


def _with_case(today: date) -> Any:
    case = Case.objects.filter(pk=OuterRef("case_id"))
    return Message.objects.annotate(
        number=Subquery(case.values("number")[:1]), place=Subquery(case.values("place")[:1])
    )


def _to(row: Any) -> Any:
    """Whom it is for; a letter is opened by the name."""
    return Link(row.to_name, where.letter(row.pk)) if row.way == Message.Way.LETTER else row.to_name


def _letters(today: date) -> tuple[Listed, ...]:
    return (
        Listed(
            Column("to", "To", "main", sort="to"),
            lambda row: Under(_to(row), row.to_address),
            lambda row: row.to_name,
            ("to_name",),
        ),
        Listed(Column("subject", "About"), lambda row: row.subject),
        Listed(
            Column("case", "Case", sort="case"),
            lambda row: Link(f"{row.number}, {row.place}", where.case(row.case_id)) if row.case_id else "",
            lambda row: row.number or "",
            ("number",),
        ),
        Listed(
            Column("made", "Written", sort="made"),
            lambda row: Day(row.made_at, "short"),
            lambda row: row.made_at,
            ("made_at",),
        ),
    )


def _posted(row: Any) -> Button:
    href = where.act("letter.post", letters=row.pk, then=where.rows("letters"))
    return Button("Posted", href, about=f" {row.subject} to {row.to_name}")


waits(
    Waiting(
        name="letters",
        title="Letters to post",
        counted="Letters to post",
        rule="written by acts, to people without an e-mail address",
        empty="No letter waits to be posted.",
        rows=lambda today: _with_case(today).filter(way=Message.Way.LETTER, state=Message.State.WAITING),
        columns=lambda today: (*_letters(today), Listed(Column("posted", "Posted", unseen=True), _posted)),
        first="made",
        case=None,
        of=CLERK,
    )
)

waits(
    Waiting(
        name="not-sent",
        title="E-mail that could not be sent",
        counted="E-mail not sent",
        rule="tried until the last time, or still being tried",
        empty="All e-mail went out.",
        rows=lambda today: _with_case(today).filter(way=Message.Way.EMAIL, state__in=_UNSENT).exclude(trouble=""),
        columns=lambda today: (*_letters(today), Listed(Column("trouble", "Trouble"), lambda row: row.trouble)),
        first="made",
        case=None,
        of=CLERK,
        pressure="late",
    )
)
