"""The documents of a case, round by round: what came in, what changed since, how each sheet stands in review."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from townwright.desk import where
from townwright.office.files.models import Document, Round, StoredFile
from townwright.office.permits.documents import ACCEPTED
from townwright.office.permits.inputs import PLANS
from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.inline import Link, Tag, Under

#: How a sheet is the same in two rounds: its kind and its number, or its title where it has none.
Sheet = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Remark:
    """What the review says of a sheet: how often something is not satisfied, and how often it is."""

    wrong: int = 0
    right: int = 0


@dataclass(frozen=True, slots=True)
class Filed:
    """The documents of a case by round, and those that lie in none."""

    rounds: list[Round]
    by_round: Mapping[UUID | None, list[Document]]
    stamped: Mapping[UUID, UUID]

    @property
    def current(self) -> list[Document]:
        """The set as it stands: every document that no newer one took the place of."""
        return [row for rows in self.by_round.values() for row in rows if not row.replaced]


def sheet_of(row: Document) -> Sheet:
    """What makes a document the same sheet in another round."""
    return (row.kind, row.sheet or row.title)


def filed(case_id: UUID) -> Filed:
    """Rounds and documents of a case in three queries."""
    rounds = list(Round.objects.filter(case_id=case_id).order_by("-count"))
    by_round: dict[UUID | None, list[Document]] = {}
    for row in Document.objects.filter(case_id=case_id).select_related("file"):
        by_round.setdefault(row.round_id, []).append(row)
    stamps = StoredFile.objects.filter(original__documents__case_id=case_id, made=StoredFile.Made.STAMPED).order_by(
        "received_at", "id"
    )
    return Filed(rounds, by_round, {copy.original_id: copy.pk for copy in stamps if copy.original_id})


def rounds(found: Filed, remarks: Mapping[str, Remark], *, printing: bool = False) -> list[c.Round]:
    """Each round as the page shows it, the newest first and open."""
    shown = [
        _round(row, found, remarks if place == 0 else {}, current=place == 0 or printing, newest=place == 0)
        for place, row in enumerate(found.rounds)
    ]
    if loose := found.by_round.get(None):
        body = _listed(loose)
        shown.append(c.Round("Not of a round", words.plural(len(loose), "document"), body=body, current=printing))
    return shown


def _round(row: Round, found: Filed, remarks: Mapping[str, Remark], *, current: bool, newest: bool) -> c.Round:
    own = found.by_round.get(row.pk, [])
    sheets = [each for each in own if is_sheet(each)]
    others = [each for each in own if not is_sheet(each) and each.kind != ACCEPTED]
    before = _before(row, found)
    still = [each for each in before.values() if newest and is_sheet(each) and not each.replaced]
    rows = [_line(each, before, remarks, found, row) for each in sheets]
    rows += [_line(each, before, remarks, found, row) for each in still if sheet_of(each) not in map(sheet_of, sheets)]
    return c.Round(
        f"Round {row.count}",
        _note(row, own, newest),
        c.Table(_columns(row.count), rows, f"Sheets of round {row.count}", _empty(row)),
        _listed(others),
        current,
    )


def is_sheet(row: Document) -> bool:
    """Whether a document is one of the construction documents, which are reviewed sheet by sheet."""
    return row.kind in PLANS


def _before(row: Round, found: Filed) -> dict[Sheet, Document]:
    """The sheets of the earlier rounds, each in its newest form before this round."""
    known: dict[Sheet, Document] = {}
    for earlier in sorted(found.rounds, key=lambda each: each.count):
        if earlier.count < row.count:
            known.update({sheet_of(each): each for each in found.by_round.get(earlier.pk, [])})
    return known


def _columns(count: int) -> list[c.Column]:
    since = [c.Column("since", f"Since round {count - 1}", run=True)] if count > 1 else []
    return [
        c.Column("sheet", "Sheet", "main"),
        c.Column("title", "Title"),
        *since,
        c.Column("review", "Review", run=True),
    ]


def _line(
    row: Document, before: Mapping[Sheet, Document], remarks: Mapping[str, Remark], found: Filed, of: Round
) -> dict[str, Any]:
    stamped = found.stamped.get(row.file_id)
    title: Any = row.title
    if stamped:
        title = (row.title, " ", Link("stamped copy", where.file(stamped)))
    return {
        "sheet": Link(row.sheet or row.kind.capitalize(), where.file(row.file_id)),
        "title": Under(title, f"by {row.prepared_by}") if row.prepared_by else title,
        "since": compared(row, before.get(sheet_of(row))),
        "review": _review(row, remarks, of, stamped=stamped is not None),
    }


def compared(row: Document, earlier: Document | None) -> Any:
    """Whether a sheet is the same file as before, changed, or new."""
    if earlier is None:
        return "new"
    if earlier.pk == row.pk or earlier.file.sha256 == row.file.sha256:
        return "same"
    return ("changed ", Link("see the earlier one", where.file(earlier.file_id)))


def _review(row: Document, remarks: Mapping[str, Remark], of: Round, *, stamped: bool) -> Tag | str:
    remark = remarks.get(row.sheet) if row.sheet else None
    if remark is not None and remark.wrong:
        return Tag("unmet", words.plural(remark.wrong, "remark"))
    if stamped or of.accepted_on is not None:
        return Tag("met", "Accepted")
    if remark is not None and remark.right:
        return Tag("met", "Looked at")
    if of.frozen_on is not None:
        return ""
    return Tag("wait", "No remark") if of.reviewed_on is not None else Tag("none", "Not looked at")


def _note(row: Round, own: list[Document], newest: bool) -> str:
    parts = [f"received {words.day(row.opened_on)}", words.plural(len(own), "file")]
    if row.paper_sets:
        parts.append(f"{words.plural(row.paper_sets, 'set')} on paper")
    if row.reviewed_on:
        parts.append(f"reviewed {words.day(row.reviewed_on)}")
    if row.accepted_on:
        parts.append(f"accepted {words.day(row.accepted_on)}")
    if not newest:
        parts.append("replaced")
    return ", ".join(parts)


def _empty(row: Round) -> str:
    on_paper = f"{words.plural(row.paper_sets, 'set')} of drawings on paper. " if row.paper_sets else ""
    return f"{on_paper}No electronic sheets in this round."


def _listed(rows: Iterable[Document]) -> Any:
    out: list[Any] = []
    for row in rows:
        out += [", " if out else "", Link(row.title, where.file(row.file_id))]
    return tuple(out)
