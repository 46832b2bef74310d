"""What the office asks of the applicant, item by item, each with its own answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from townwright.counter import where
from townwright.office.cases.models import Case, ChangeRequest, RequestItem
from townwright.pages.components import AskItem
from townwright.pages.inline import Button, Cite, Day, Link, Tag

State = RequestItem.State
_TAGS = {
    State.WAITING: Tag("ask", "Waiting for you"),
    State.ANSWERED: Tag("met", "In, we are looking"),
    State.NOT_APPLICABLE: Tag("wait", "You say that it does not apply"),
    State.ACCEPTED: Tag("met", "Accepted"),
    State.WITHDRAWN: Tag("none", "No longer needed"),
}
#: An answer that is not handed back yet can still be changed.
_ANSWERED = (State.ANSWERED, State.NOT_APPLICABLE)


def open_request(case: Case) -> ChangeRequest | None:
    """The request that waits for the applicant, with its items and what came for them."""
    rows = case.requests.filter(closed_on=None).prefetch_related("items__documents__file")
    return rows.last() if case.with_applicant else None


def earlier(case: Case) -> list[ChangeRequest]:
    """The requests that were answered, the newest first."""
    rows = case.requests.prefetch_related("items__documents__file").order_by("-count")
    return [row for row in rows if row.closed_on is not None]


def items(request: ChangeRequest, code: str, *, opened: bool) -> list[AskItem]:
    """The items of a request; with `opened` each can be answered."""
    return [_item(item, code, opened) for item in request.items.all()]


def in_so_far(request: ChangeRequest) -> tuple[int, int]:
    """How many of the things asked for are in, and how many there are; what is no longer needed counts as in."""
    rows = list(request.items.all())
    return sum(1 for row in rows if row.state != State.WAITING), len(rows)


def _item(item: RequestItem, code: str, opened: bool) -> AskItem:
    state = State(item.state)
    tag = _TAGS[state] if opened or state != State.ANSWERED else Tag("met", "Answered")
    return AskItem(
        item.count,
        item.title,
        item.words,
        tag,
        why="the code asks for it." if item.cite else "",
        cite=Cite(item.cite) if item.cite else None,
        reply=tuple(_reply(item, code)),
        acts=tuple(_acts(item, code)) if opened else (),
        done=state != State.WAITING,
    )


def _reply(item: RequestItem, code: str) -> Iterator[Any]:
    if item.answered_on is None:
        return
    yield from ("Answered on ", Day(item.answered_on))
    yield f": “{item.answer}” " if item.answer else ". "
    for document in item.documents.all():
        yield from (Link(document.file.name, where.file(code, document.file_id)), " ")


def _acts(item: RequestItem, code: str) -> Iterator[Any]:
    here = where.do(code, "permit.answer", item.pk)
    if item.state == State.WAITING:
        yield Button("Answer, or add a paper", here, about=f"for item {item.count}", first=True)
        yield Link("Ask about this", f"{where.do(code, 'case.ask')}?about={item.pk}")
        yield Link("Does not apply to me", f"{here}?not=1")
    elif item.state in _ANSWERED:
        yield Link("Change the answer", here)
