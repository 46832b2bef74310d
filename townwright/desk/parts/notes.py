"""Notes of calls, visits and letters on a case or a parcel, with the day to call back."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from townwright.desk import where
from townwright.office.cases.models import Note
from townwright.pages.components import Cell, Column, Table
from townwright.pages.inline import Button, Day, Pressure, Under

_COLUMNS = (
    Column("on", "Day", "main"),
    Column("who", "Who"),
    Column("words", "What was said"),
    Column("back", "Call back"),
)


def notes(case_id: UUID, today: date) -> Table:
    """The notes on a case, the newest first."""
    rows = Note.objects.filter(case_id=case_id)
    return Table(
        _COLUMNS,
        [_row(row, today) for row in rows],
        "Notes on this case",
        "No notes yet. Calls, visits and letters stand here, with the day to call back.",
    )


def notes_of_parcel(parcel_id: UUID, today: date) -> Table:
    """The notes on a parcel itself, the newest first; those on its cases stand there."""
    rows = Note.objects.filter(parcel_id=parcel_id)
    return Table(
        _COLUMNS,
        [_row(row, today) for row in rows],
        "Notes on this parcel",
        "No notes yet. A call about the place that belongs to no case stands here.",
    )


def _row(note: Note, today: date) -> dict[str, Any]:
    who = ", ".join(part for part in (note.who, note.phone) if part)
    return {
        "on": Day(note.on, "short"),
        "who": Under(note.get_how_display(), who) if who else note.get_how_display(),
        "words": Under(note.words, note.by_name),
        "back": _back(note, today),
    }


def _back(note: Note, today: date) -> Any:
    if note.call_back_by is None:
        return ""
    if note.called_back_on is not None:
        return ("done ", Day(note.called_back_on, "short"))
    pressure: Pressure = "late" if note.call_back_by < today else "due" if note.call_back_by == today else ""
    button = Button("Called back", where.act("note.call_back", note.pk), about=f" {note.who}")
    return Cell((Day(note.call_back_by, "short"), " ", button), pressure)
