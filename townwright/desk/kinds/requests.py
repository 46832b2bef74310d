"""What the office has asked of an applicant, item by item, with each answer and what came with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from townwright.desk import where
from townwright.office.cases.models import ChangeRequest, RequestItem
from townwright.office.files.models import Document
from townwright.office.permits.models import Permit
from townwright.office.register import acts
from townwright.office.register.actors import Actor
from townwright.pages import words
from townwright.pages.components import AskItem
from townwright.pages.inline import Button, Cite, Link, Shape, Tag

State = RequestItem.State
_SHAPES: dict[str, Shape] = {
    State.WAITING: "wait",
    State.ANSWERED: "ask",
    State.ACCEPTED: "met",
    State.NOT_APPLICABLE: "ask",
    State.WITHDRAWN: "none",
}
_REPLIED = (State.ANSWERED, State.NOT_APPLICABLE)


@dataclass(frozen=True, slots=True)
class Asked:
    """The requests of a case: the last one with its items, and the items of those before it."""

    last: ChangeRequest | None
    items: tuple[RequestItem, ...]
    now: tuple[AskItem, ...]
    earlier: tuple[AskItem, ...]

    @property
    def replies(self) -> int:
        """Replies of the last request that nobody has looked at yet."""
        return sum(item.state in _REPLIED for item in self.items)

    @property
    def waiting(self) -> int:
        """Items of the last request without a reply."""
        return sum(item.state == State.WAITING for item in self.items)

    @property
    def note(self) -> str:
        """How the last request stands, in a line."""
        if self.last is None:
            return ""
        return f"Request {self.last.count}, {words.plural(len(self.items), 'item')}, {self.waiting or 'none'} waiting"


def asked(permit: Permit, actor: Actor) -> Asked:
    """Everything asked of the applicant of a permit, with what somebody may do about it. Two queries."""
    rows = RequestItem.objects.filter(request__case_id=permit.case_id).select_related("request")
    items = list(rows.order_by("-request__count", "count"))
    files: dict[UUID | None, list[Document]] = {}
    for document in Document.objects.filter(item__request__case_id=permit.case_id):
        files.setdefault(document.item_id, []).append(document)
    last = items[0].request if items else None
    own = tuple(item for item in items if item.request == last)
    older = [item for item in items if item.request != last]
    return Asked(
        last,
        own,
        tuple(_shown(item, files.get(item.pk, ()), permit, actor) for item in own),
        tuple(_shown(item, files.get(item.pk, ()), permit, actor) for item in older),
    )


def _shown(item: RequestItem, files: Iterable[Document], permit: Permit, actor: Actor) -> AskItem:
    return AskItem(
        item.count,
        item.title,
        item.words,
        Tag(_SHAPES[item.state], item.get_state_display()),
        why=f"Request {item.request.count}, {words.day(item.request.sent_on)}",
        cite=Cite(item.cite) if item.cite else None,
        reply=tuple(_reply(item, files)),
        acts=_acts_on(item, permit, actor),
        done=item.state in (State.ACCEPTED, State.WITHDRAWN),
    )


def _reply(item: RequestItem, files: Iterable[Document]) -> Iterator[Any]:
    if item.answered_on is not None:
        yield f"{item.answered_by}, {words.day(item.answered_on)}: {item.answer or 'by a document'} "
    for document in files:
        yield from (Link(document.title, where.file(document.file_id)), " ")


def _acts_on(item: RequestItem, permit: Permit, actor: Actor) -> tuple[Button, ...]:
    about = f" to item {item.count} of request {item.request.count}"
    if item.state == State.WAITING:
        return (Button("Record a reply", where.act("permit.answer", permit.pk, item=item.pk), about=about),)
    if item.state in _REPLIED and actor.role in acts.spec("permit.review").by:
        href = where.act("permit.review", permit.pk, items_accepted=item.pk)
        return (Button("Accept the reply", href, about=about),)
    return ()


def standing(found: Asked, today: date) -> Iterator[Any]:
    """Where the last request stands, as the status of the case says it."""
    if found.last is None:
        return
    replied = len(found.items) - found.waiting
    yield f"{replied or 'none'} of {words.plural(len(found.items), 'item')} answered"
    latest = max((item.answered_on for item in found.items if item.answered_on), default=None)
    if latest is not None:
        yield f", last {'today' if latest == today else words.day(latest)}"
    yield ". "
