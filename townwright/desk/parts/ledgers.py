"""Short lists at the side of a case: its papers, and the other cases of the same job."""

from __future__ import annotations

from datetime import date

from townwright.desk import where
from townwright.office.cases.models import Case
from townwright.office.papers.models import Paper
from townwright.pages import words
from townwright.pages.components import LedgerLine


def papers(case: Case) -> list[LedgerLine]:
    """The papers printed in the case, the newest first; one that no longer speaks for the office says so."""
    rows = (
        Paper.objects.filter(case_id=case.pk)
        .order_by("-printed_at", "-id")
        .only("id", "title", "number", "printed_on", "replaced_by", "void_on")
    )
    return [LedgerLine(_named(row, case), where.paper(row.pk), note=_note(row)) for row in rows]


def _named(row: Paper, case: Case) -> str:
    """A paper's title, with its number where that is not the number of the case."""
    return row.title if row.number in ("", case.number) else str(row)


def _note(row: Paper) -> str:
    day = words.shortday(row.printed_on, year=False)
    return day if row.state is Paper.State.STANDS else f"{row.state}, {day}"


def same_job(case: Case) -> list[LedgerLine]:
    """The other cases that are one job with this."""
    if case.job_id is None:
        return []
    rows = Case.objects.filter(job_id=case.job_id).exclude(pk=case.pk).order_by("opened_on", "id")
    return [LedgerLine(str(row), where.case(row.pk), note=_outcome(row)) for row in rows]


def _outcome(row: Case) -> str:
    closed: date | None = row.closed_on
    return f"closed {words.shortday(closed)}" if closed else "open"
