"""The inspections that the work of a permit needs, as each of them stands, with what was found."""

from __future__ import annotations

from datetime import date
from typing import Any

from townwright.desk import where
from townwright.office.inspections import reading
from townwright.office.inspections.reading import PlanRow
from townwright.office.permits.models import Permit
from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.inline import Button, Cite, Quiet, Shape, Tag, Under

_COLUMNS = (
    c.Column("element", "Element", "main"),
    c.Column("section", "Section", run=True),
    c.Column("state", "State"),
    c.Column("open", "Still open"),
)
_SHAPES: dict[str, Shape] = {"good": "met", "bad": "unmet", "ask": "ask", "due": "none"}


def plan(permit: Permit, today: date) -> tuple[c.Table, str] | None:
    """The plan of a permit and how far it is; None while there is no plan."""
    rows = reading.plan(permit, today)
    if not rows:
        return None
    asked = [row for row in rows if row.key != "not applicable"]
    done = sum(row.key == "satisfactory" for row in asked)
    table = c.Table(_COLUMNS, [_row(row) for row in rows], "Inspections of this permit", "")
    return table, f"{done} of {len(asked)} done"


def _row(row: PlanRow) -> dict[str, Any]:
    line = row.line
    return {
        "element": line.title,
        "section": Cite(line.cite, next(iter(line.provisions), "")),
        "state": _state(row),
        "open": tuple(_open(row)),
    }


def _state(row: PlanRow) -> Any:
    tag = Tag(_SHAPES.get(row.mood, "none"), row.words.partition(":")[0])
    day = f"{words.shortday(row.day)}, {row.by}" if row.day and row.by else row.by
    why = row.words.partition(":")[2].strip()
    below = ". ".join(part for part in (why, day) if part)
    return Under(tag, below) if below else tag


def _open(row: PlanRow) -> list[Any]:
    out: list[Any] = []
    for violation in row.failures:
        out += [str(violation), " ", Cite(violation.cite), ". "]
    out += [f"Wanted: {asked.kind}. " for asked in row.asked]
    if (booked := row.request) is not None:
        day = words.day(booked.scheduled_on) if booked.scheduled_on else ""
        about = f" of {row.line.title}"
        name = "inspection.move" if booked.scheduled_on else "inspection.schedule"
        out.append(Quiet(f"Booked for {day} {booked.hour} " if day else "Asked for, no day yet "))
        out.append(Button("Move" if day else "Book a day", where.act(name, booked.pk), about=about))
    return out
