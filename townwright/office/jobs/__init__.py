"""Work that is done after an act or by the hour. Jobs tell people; they never make law true.

Two kinds: a *sweep* is a function that runs in every office on each round and finds by itself what is due (mail that
waits, notices to send); a *task* (`django_tasks.task`) is one piece of work that an act asked for, enqueued in the
act's own transaction. `round_of_offices` does one round of both; `townwright serve` runs it for ever.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from time import monotonic, sleep

from townwright.office import clock, storage

log = logging.getLogger(__name__)

Sweep = Callable[[], object]

#: A task still "running" after this long belonged to a process that died; it is put back.
LEASE = timedelta(minutes=15)

_sweeps: list[Sweep] = []


def sweep(function: Sweep) -> Sweep:
    """Registers a function to be run in every office on each round."""
    _sweeps.append(function)
    return function


def round_of_offices() -> int:
    """One round: in every office the tasks that are ready, then every sweep. Answers how many offices had trouble.

    An office in trouble is logged and passed over; the others go on.
    """
    troubled = 0
    for slug in storage.slugs():
        try:
            with storage.bound_to(slug):
                storage.require_current()
                _put_back_the_dead()
                _run_tasks()
                for function in _sweeps:
                    function()
        except storage.OfficeBehind as error:
            log.warning("jobs wait: %s", error)
            troubled += 1
        except Exception:
            log.exception("jobs of office %s", slug)
            troubled += 1
    return troubled


def go_on(every: float = 5.0) -> None:
    """Goes round the offices for ever, a round each `every` seconds."""
    while True:
        began = monotonic()
        round_of_offices()
        sleep(max(0.0, every - (monotonic() - began)))


def _run_tasks() -> None:
    from django_tasks_db.management.commands.db_worker import Worker
    from django_tasks_db.models import DBTaskResult

    if not DBTaskResult.objects.ready().exists():
        return
    Worker(
        queue_names=["*"],
        excluded_queue_names=[],
        interval=0,
        batch=True,
        backend_name="default",
        startup_delay=False,
        max_tasks=5,
        worker_id="townwright",
    ).run()


def _put_back_the_dead() -> None:
    from django_tasks.base import TaskResultStatus
    from django_tasks_db.models import DBTaskResult

    dead = DBTaskResult.objects.filter(status=TaskResultStatus.RUNNING, started_at__lt=clock.now() - LEASE)
    if dead.exists():
        dead.update(status=TaskResultStatus.READY, started_at=None)
