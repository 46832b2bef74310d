"""The inspections that the work of a permit needs, as each of them stands, with what was found."""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Planned:
    """The plan of a permit: the inspections of its work, how far they are, and those that the work does not have."""

    table: c.Table
    note: str
    rest: c.Table | None


def plan(permit: Permit, today: date) -> Planned | None:
    """The plan of a permit; None while there is no plan."""
    rows = reading.plan(permit, today)
    if not rows:
        return None
    asked = [row for row in rows if row.key != "not applicable"]
    others = [row for row in rows if row.key == "not applicable"]
    done = sum(row.key == "satisfactory" for row in asked)
    return Planned(
        _table(asked, "Inspections of this permit"),
        f"{done} of {len(asked)} done",
        _table(others, "Inspections that do not apply") if others else None,
    )


def _table(rows: list[PlanRow], caption: str) -> c.Table:
    """Rows of a plan. What is open has a column where anything is."""
    made = [_row(row) for row in rows]
    columns = _COLUMNS if any(row["open"] for row in made) else _COLUMNS[:-1]
    return c.Table(columns, made, caption, "None.")


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
