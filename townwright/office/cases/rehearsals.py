"""Rehearsing a change of the law on every case, in the background: asked for on a page, which shows how far it is."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django_tasks import task

from townwright.office.cases import amending
from townwright.office.jobs import progress
from townwright.office.laws.models import Amendment
from townwright.office.register.actors import Actor
from townwright.office.register.errors import ActError
from townwright.office.staff.acts import actor_of
from townwright.office.staff.models import Account

_KIND = "rehearsing"


def ask(row: Amendment, actor: Actor) -> None:
    """Asks for it, as of the day of the last rehearsal. What is under way is not begun twice."""
    if how_far(row) is None:
        progress.begin(_KIND, row.pk)
        day = row.rehearsed_for.isoformat() if row.rehearsed_for else ""
        whole.enqueue(str(row.pk), str(actor.id), day)


def how_far(row: Amendment) -> tuple[int, int] | None:
    """Cases looked at of how many, (0, 0) before it begins; None where none is under way."""
    return progress.how_far(_KIND, row.pk)


def left(row: Amendment) -> int:
    """Cases that the last rehearsal did not look at."""
    figures = {(figure["question"], figure["says"].partition(":")[0]): figure.get("left", 0) for figure in row.figures}
    return sum(figures.values())


@task()
def whole(amendment_id: str, account_id: str, day: str) -> None:
    """Rehearses on every case, as the person who asked for it. What stood in the way is kept with the draft.

    A task that is run again, after its process died say, looks again and keeps the same figures.
    """
    row = Amendment.objects.get(pk=UUID(amendment_id))
    actor = actor_of(Account.objects.get(pk=UUID(account_id)))
    trouble = ""
    try:
        with progress.kept(_KIND, row.pk) as tell:
            amending.rehearse_whole(row, date.fromisoformat(day) if day else None, actor=actor, tell=tell)
    except ActError as error:
        trouble = str(error)
    Amendment.objects.filter(pk=row.pk).update(trouble=trouble[:300])
