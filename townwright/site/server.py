"""The server: web workers for the pages, and one process for the jobs.

``townwright serve`` runs it. Offices that are behind the code are migrated first, each after a backup of its
records.
"""

import os
import signal
import socket
import threading
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess

import django
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from townwright.office import storage
from townwright.site.family import become_parent, end_with_parent

#: Threads of a web worker, each with connections of its own.
THREADS = 4
#: A jobs process that died is started again after this long.
_PAUSE_SECONDS = 5.0


def serve(host: str, port: int, workers: int = 2, say: Callable[[str], None] | None = None) -> int:
    """Serve all offices until told to stop (Ctrl-C or SIGTERM).

    The exit code: 0, or 1 where the address is taken or an office could not be migrated; such an office
    answers 503 while the others are served.
    """
    say = say or partial(print, flush=True)
    if (trouble := _cannot_listen(host, port)) is not None:
        say(f"Townwright cannot listen at {host}, port {port}: {trouble}")
        return 1
    done = storage.migrate_offices(report=lambda outcome: say(f"  {outcome}"))
    say(f"Townwright is at http://{host}:{port}/ (stop it with Ctrl-C)")
    become_parent()
    web = Granian(
        "townwright.site.worker:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=workers,
        blocking_threads=THREADS,
        respawn_failed_workers=True,
        log_level=LogLevels.warning,
        websockets=False,
    )
    jobs = _Jobs()
    web.on_startup(jobs.start)
    try:
        web.serve()
    finally:
        jobs.stop()
    return 1 if any(outcome.error for outcome in done) else 0


def _cannot_listen(host: str, port: int) -> str | None:
    try:
        with socket.create_server((host, port)):
            return None
    except OSError as error:
        return os.strerror(error.errno) if error.errno else str(error)


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
            process = get_context("spawn").Process(target=_run_jobs, daemon=True)
            process.start()
            while process.is_alive() and not self._stopping.wait(0.5):
                pass
            if self._stopping.is_set():
                process.terminate()
                process.join(timeout=20)
                return
            self._stopping.wait(_PAUSE_SECONDS)


def _run_jobs() -> None:
    """In the jobs process: go round the offices until told to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches both; the server says when to stop
    end_with_parent()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "townwright.site.settings")
    django.setup()
    from townwright.office import jobs

    jobs.go_on()
