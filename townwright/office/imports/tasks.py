"""Loading in the background: a page receives the file, shows the dry run, and enqueues the load."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django_tasks import task

from townwright.office.files.errors import FileDamaged
from townwright.office.imports import acts, progress
from townwright.office.imports.models import Load
from townwright.office.register.errors import ActError
from townwright.office.staff.acts import actor_of
from townwright.office.staff.models import Account


@task()
def try_received(load_id: str) -> None:
    """Tries a file that was received: keeps with the load what loading it would do, or why it cannot be read."""
    received = Load.objects.get(pk=UUID(load_id))
    if received.done_at is not None:
        return
    report: dict[str, Any] = {}
    trouble = ""
    try:
        with progress.kept(received.pk):
            report = acts.plan_received(received).report(dry_run=True)
    except (ActError, FileDamaged) as error:
        trouble = str(error)
    Load.objects.filter(pk=received.pk).update(report=report, trouble=trouble)


@task()
def load_received(load_id: str, account_id: str) -> None:
    """Loads a file that was received, as the person who asked for it. What stood in the way is kept with the load.

    A task that is run again, after its process died say, finds the load done and does nothing.
    """
    received = Load.objects.get(pk=UUID(load_id))
    if received.done_at is not None:
        return
    actor = actor_of(Account.objects.get(pk=UUID(account_id)))
    trouble = ""
    try:
        with progress.kept(received.pk) as keep:
            acts.load_received(received, actor=actor, progress=keep)
    except (ActError, FileDamaged) as error:
        trouble = str(error)
    Load.objects.filter(pk=received.pk).update(trouble=trouble)
