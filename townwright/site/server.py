"""The server: web workers for the pages, and one process for the jobs.

``townwright serve`` runs it. Offices that are behind the code are migrated first, each after a backup of its records.
"""

import os
import threading
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from typing import Any

from granian import Granian
from granian.constants import Interfaces

from townwright.office import storage

#: Threads of a web worker, each with connections of its own.
THREADS = 4
#: A jobs process that died is started again after this long.
_PAUSE_SECONDS = 5.0


def serve(host: str, port: int, workers: int = 2, say: Callable[[str], None] = print) -> int:
    """Serve all offices until told to stop (Ctrl-C or SIGTERM). The exit code: 0, or 1 where an office stayed behind.

    An office whose migration failed answers 503 and is named here; the others are served.
    """
    failed = [done for done in storage.migrate_offices(report=lambda done: say(f"  {done}")) if done.error]
    web = Granian(
        "townwright.site.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=THREADS,
        respawn_failed_workers=True,
        log_access=False,
        websockets=False,
    )
    jobs = _Jobs()
    web.on_startup(jobs.start)
    web.on_shutdown(jobs.stop)
    try:
        web.serve()
    finally:
        jobs.stop()
    return 1 if failed else 0


class _Jobs:
    """The jobs process, kept alive."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._process: SpawnProcess | None = None
        self._keeper = threading.Thread(target=self._keep, daemon=True)

    def start(self) -> None:
        self._keeper.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._keeper.is_alive():
            self._keeper.join(timeout=30)

    def _keep(self) -> None:
        while not self._stopping.is_set():
            process = get_context("spawn").Process(target=_run_jobs, args=(os.getpid(),), daemon=True)
            process.start()
            while process.is_alive() and not self._stopping.wait(0.5):
                pass
            if self._stopping.is_set():
                process.terminate()
                process.join(timeout=20)
                return
            self._stopping.wait(_PAUSE_SECONDS)


def _run_jobs(server: int) -> None:
    """In the jobs process: go round the offices until told to stop, or until the server is gone."""
    import signal

    import django

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches both; the server says when to stop
    threading.Thread(target=_end_with, args=(server,), daemon=True).start()
    django.setup()
    from townwright.office import jobs

    jobs.go_on()


def _end_with(server: int) -> Any:
    while os.getppid() == server:
        threading.Event().wait(2)
    os._exit(0)
