"""Drafts: an application that somebody is still writing, opened by its link alone and saved at every step.

What cannot be read yet is kept as it was typed, so that it is there again on another day and another device.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import QueryDict

from townwright.office import clock
from townwright.office.permits.models import Draft

#: Where what cannot be read yet is kept among the answers, by step.
_UNFINISHED = "unfinished"
#: Where what was answered before the application was begun is kept among the answers.
CARRIED = "carried"
#: More characters than anybody types on one page; more is not kept unread.
_MOST = 100_000


def begin(kind: str = "building") -> Draft:
    """A new draft with a code that cannot be guessed."""
    return Draft.objects.create(code=secrets.token_urlsafe(24), kind=kind, saved_at=clock.now(), answers={})


def opened(code: str) -> Draft | None:
    """The draft that a link means."""
    return Draft.objects.filter(code=code).first() if code else None


def save(draft: Draft, step: str, answers: Any) -> None:
    """Keeps what a step was answered; what stood there unread is gone."""
    unread = {name: typed for name, typed in draft.answers.get(_UNFINISHED, {}).items() if name != step}
    _write(draft, {**draft.answers, step: answers, _UNFINISHED: unread})


def carry(draft: Draft, facts: Mapping[str, Any]) -> None:
    """Keeps what somebody had answered before the application was begun, by the names of the facts."""
    _write(draft, {**draft.answers, CARRIED: dict(facts)})


def answered_anew(draft: Draft, names: Iterable[str]) -> None:
    """Takes away what was carried of facts that a step has asked by now."""
    asked = frozenset(names)
    if asked & draft.answers.get(CARRIED, {}).keys():
        carry(draft, {name: value for name, value in draft.answers[CARRIED].items() if name not in asked})


def keep_unread(draft: Draft, step: str, typed: QueryDict) -> None:
    """Keeps what was typed into a step and cannot be read yet, beside the step's last good answers."""
    plain = {name: values for name, values in typed.lists() if name != "csrfmiddlewaretoken"}
    if sum(len(str(value)) for values in plain.values() for value in values) <= _MOST:
        _write(draft, {**draft.answers, _UNFINISHED: {**draft.answers.get(_UNFINISHED, {}), step: plain}})


def unread(draft: Draft, step: str) -> QueryDict | None:
    """What was typed into a step and could not be read."""
    plain: Mapping[str, list[str]] | None = draft.answers.get(_UNFINISHED, {}).get(step)
    if plain is None:
        return None
    typed = QueryDict(mutable=True)
    for name, values in plain.items():
        typed.setlist(name, values)
    return typed


def _write(draft: Draft, answers: dict[str, Any]) -> None:
    # Never what was sent: a second window of a sent application must not change what it was sent with.
    draft.answers, draft.saved_at = answers, clock.now()
    Draft.objects.filter(pk=draft.pk, submitted_case_id=None).update(answers=answers, saved_at=draft.saved_at)
