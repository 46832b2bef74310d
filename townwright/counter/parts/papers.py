"""A case's own papers: what the office printed, and what was handed in, round by round. Always there, at every step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from uuid import UUID

from townwright.counter import where
from townwright.office.cases.models import Case
from townwright.office.certificates.models import Certificate
from townwright.office.files.models import Document, Round
from townwright.office.papers.models import Paper
from townwright.office.permits.documents import ACCEPTED
from townwright.pages import words
from townwright.pages.components import LedgerLine
from townwright.pages.components import Round as ShownRound
from townwright.pages.inline import Link


def cases_of(case: Case, certificates: Iterable[Certificate]) -> set[UUID]:
    """The cases whose papers the link of a case opens: its own, and those of the certificates under its permit."""
    return {case.pk, *(row.case_id for row in certificates)}


def printed(cases: Iterable[UUID], code: str) -> list[LedgerLine]:
    """The papers that the office printed, the newest first; one that no longer speaks for it says so."""
    rows = (
        Paper.objects.filter(case_id__in=list(cases))
        .order_by("-printed_at", "-id")
        .only("id", "title", "number", "printed_on", "replaced_by", "void_on")
    )
    return [LedgerLine(str(row), where.paper(code, row.pk), note=_note(row)) for row in rows]


def _note(row: Paper) -> str:
    day = words.shortday(row.printed_on)
    return day if row.state is Paper.State.STANDS else f"{row.state.label}, {day}"


def handed_in(case: Case, code: str) -> list[ShownRound]:
    """What was handed in, the newest round first, and before it what waits to be handed back with the answers."""
    rows = list(case.documents.select_related("file").order_by("kind", "sheet", "id"))
    stamped = [row for row in rows if row.kind == ACCEPTED and not row.replaced]
    by_round: dict[UUID | None, list[Document]] = {}
    for row in rows:
        if row.kind != ACCEPTED:
            by_round.setdefault(row.round_id, []).append(row)
    shown = [_round(each, by_round.get(each.pk, []), code, place == 0) for place, each in enumerate(case.rounds.all())]
    if stamped:
        keep = "keep these at the site"
        shown.insert(0, ShownRound("Accepted and stamped", keep, body=_links(stamped, code), current=True))
    if waiting := by_round.get(None):
        shown.insert(
            0, ShownRound("With your answers", "not handed back yet", body=_links(waiting, code), current=True)
        )
    return shown


def _round(row: Round, documents: Sequence[Document], code: str, newest: bool) -> ShownRound:
    note = [f"received {words.day(row.opened_on)}"]
    if row.paper_sets:
        note.append(f"{words.plural(row.paper_sets, 'set')} on paper")
    if row.accepted_on:
        note.append(f"accepted {words.day(row.accepted_on)}")
    body = _links(documents, code) if documents else "No files in this round."
    return ShownRound(f"Round {row.count}", ", ".join(note), body=body, current=newest)


def _links(documents: Iterable[Document], code: str) -> tuple[object, ...]:
    out: list[object] = []
    for row in documents:
        sheet = f"{row.sheet} " if row.sheet and row.sheet not in row.title else ""
        out += [", " if out else "", Link(f"{sheet}{row.title}", where.file(code, row.file_id))]
        out += [" (replaced)"] if row.replaced else []
    return tuple(out)
