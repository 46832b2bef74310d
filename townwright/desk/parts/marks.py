"""What the reviewers marked, line by line, as the printed file of a permit shows it."""

from __future__ import annotations

from uuid import UUID

from townwright.office import laws
from townwright.office.permits.models import ReviewMark
from townwright.pages.components import Column, Table
from townwright.pages.inline import Day, Under

_COLUMNS = (
    Column("line", "What was asked", "main"),
    Column("found", "Found"),
    Column("by", "By"),
    Column("on", "Day"),
)


def marks(case_id: UUID) -> Table | None:
    """The lines of the checklists in the law's order, each as it was marked last, by whom and when; none before."""
    standing = {row.item: row for row in ReviewMark.objects.filter(permit__case_id=case_id, replaced=False)}
    asked = [line for line in laws.pack().lines_of("review") if line.key in standing]
    rows = [
        {
            "line": line.says,
            "found": _found(standing[line.key]),
            "by": standing[line.key].by_name,
            "on": Day(standing[line.key].on, "short"),
        }
        for line in asked
    ]
    return Table(_COLUMNS, rows, "What the review found", "") if rows else None


def _found(mark: ReviewMark) -> Under | str:
    said = ", ".join(part for part in (mark.words, mark.sheet, mark.sections) if part)
    outcome = mark.outcome.capitalize()
    return Under(outcome, said) if said else outcome
