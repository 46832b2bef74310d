"""The inspections of a permit as its people see them: how each stands, what is booked, what failed and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from townwright.counter import where
from townwright.office.inspections.models import InspectionRequest
from townwright.office.inspections.reading import PlanRow
from townwright.pages.components import Column, Table
from townwright.pages.inline import Button, Cite, Day, Link, Strong, Tag, Under

_TAGS = {
    "satisfactory": Tag("met", "Accepted"),
    "not satisfactory": Tag("unmet", "Not satisfactory"),
    "covered early": Tag("unmet", "Covered too early"),
    "ready": Tag("wait", "Asked for"),
    "not ready": Tag("none", "Not asked for yet"),
    "not applicable": Tag("none", "Not needed"),
    "unknown": Tag("ask", "Not known yet"),
}
_COLUMNS = (
    Column("what", "Inspection", "main"),
    Column("state", "How it stands"),
    Column("more", "Note"),
)


def table(plan: Sequence[PlanRow], code: str, today: date) -> Table:
    """The inspections that are needed, each with what it waits for. No inspector is named, only the office."""
    rows = [
        {
            "what": row.line.title,
            "state": _TAGS.get(row.key, Tag("none", row.words)),
            "more": tuple(_more(row, code, today)),
        }
        for row in plan
        if row.key != "not applicable"
    ]
    return Table(
        _COLUMNS, rows, "Inspections", "The inspections that the work needs are listed here once they are known."
    )


def _more(row: PlanRow, code: str, today: date) -> Iterator[Any]:
    if row.key == "satisfactory" and row.day:
        yield Day(row.day, "short")
    if row.portions and row.key != "satisfactory":
        yield f"Accepted in part: {', '.join(row.portions)}. "
    if row.keep_exposed:
        yield from (Strong("Keep it open to view."), " ")
    for failure in row.failures:
        yield from (f"{failure.words or failure.title} ", Cite(failure.cite, next(iter(failure.provisions), "")), " ")
    for asked in row.asked:
        yield from (
            f"We need: {asked.kind}. ",
            Link("Send it", where.do(code, "inspection.receive_documents", asked.pk)),
            " ",
        )


def booked(rows: Sequence[InspectionRequest], code: str) -> Table:
    """What was asked for and is still to come, with the ways to move it or to call it off."""
    columns = [
        Column("what", "Asked for", "main"),
        Column("when", "Day"),
        Column("do", "Change", unseen=True),
    ]
    listed = [
        {
            "what": ", ".join(line.title for line in row.lines.all()),
            "when": _when(row),
            "do": (
                Button("Move", where.do(code, "inspection.move", row.pk), about="to another day"),
                " ",
                Button("Call off", where.do(code, "inspection.cancel", row.pk), about="this inspection"),
            ),
        }
        for row in rows
    ]
    return Table(
        columns, listed, "Inspections asked for", "Nothing is asked for. What you ask for stands here until the visit."
    )


def _when(row: InspectionRequest) -> Any:
    ready = ("ready from ", Day(row.ready_on, "short"))
    if row.scheduled_on is None:
        return Under("No day yet", ready)
    return Under((Strong(Day(row.scheduled_on)), f", {row.hour}" if row.hour else ""), ready)
