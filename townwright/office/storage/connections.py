"""The connection handler: ``default`` *is* the bound town's connection.

Nobody writes ``using=``. ``atomic()``, ``on_commit()``, ``select_for_update()`` and ``connection`` act on the
bound town, in Django's own code and in every library; while none is bound they raise ``NoTown``. A town's
name is an alias only while that town is bound.
"""

import os
import threading
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.utils import DEFAULT_DB_ALIAS, ConnectionHandler, load_backend

from townwright.office.storage import engines
from townwright.office.storage.current import bound_or_none
from townwright.office.storage.errors import ForeignObject, NoTown

#: Open towns that a thread keeps. On SQLite each takes 3 file handles: times the threads, this must stay well
#: under `ulimit -n`.
KEEP = int(os.environ.get("TOWNWRIGHT_KEEP", "16"))

_thread = threading.local()


def _mine() -> dict[str, Any]:
    """This thread's connections by town, the one least recently used first. They carry marks of ours."""
    return _thread.__dict__


class TownConnections(ConnectionHandler):
    """``django.db.connections``, with one real connection at a time: the bound town's."""

    def __getitem__(self, alias: str) -> Any:
        slug = bound_or_none()
        if slug is None:
            if alias == DEFAULT_DB_ALIAS:
                return super().__getitem__(alias)  # the closed door: never opens
            raise NoTown(f"connection of {alias!r} asked for while no town is bound")
        if alias not in (DEFAULT_DB_ALIAS, slug):
            raise ForeignObject(f"connection of {alias!r} asked for while {slug!r} is bound")
        mine = _mine()
        if slug not in mine:
            settings = {**self.settings[DEFAULT_DB_ALIAS], **engines.settings_of(slug)}
            mine[slug] = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, slug)
        return mine[slug]

    def all(self, initialized_only: bool = False) -> list[BaseDatabaseWrapper]:
        """This thread's connections, which Django closes when they are old or when all must go."""
        return list(_mine().values())

    def close_all(self) -> None:
        """Close this thread's connections for good: the next one reads its settings anew."""
        for slug in list(_mine()):
            self.forget(slug)

    def take(self, slug: str) -> None:
        """A town is bound: let go of a file that was replaced (restored from a copy) under us."""
        connection = _mine().get(slug)
        if (
            connection is not None
            and connection.connection is not None
            and not connection.in_atomic_block
            and connection.vendor == "sqlite"
            and connection.townwright_file != _identity(slug)
        ):
            connection.close()

    def let_go(self, slug: str) -> None:
        """A town is bound no more: its connection goes back to the pool, or is kept among the most recent."""
        mine = _mine()
        connection = mine.pop(slug, None)
        if connection is None:
            return
        mine[slug] = connection
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()
        idle = [name for name, kept in mine.items() if not kept.in_atomic_block and name != bound_or_none()]
        for name in idle[: max(0, len(mine) - KEEP)]:
            mine.pop(name).close()

    def forget(self, slug: str) -> None:
        """Close this thread's connection to a town for good."""
        connection = _mine().pop(slug, None)
        if connection is not None:
            connection.close()


def handler() -> TownConnections:
    """Django's one handler, as what it has become."""
    assert isinstance(connections, TownConnections), "storage.install() has not been called by the settings"
    return connections


def install() -> None:
    """Make Django's handler this one: every module of Django holds that very object, so its class changes."""
    connections.__class__ = TownConnections
    connection_created.connect(_opened, dispatch_uid="townwright.office.storage")


def _identity(slug: str) -> tuple[int, int] | None:
    try:
        stat = engines.database_file(slug).stat()
    except FileNotFoundError:
        return None
    return stat.st_dev, stat.st_ino


def _opened(connection: Any, **_: object) -> None:
    if connection.vendor == "sqlite":
        connection.townwright_file = _identity(connection.alias)
        connection.townwright_current = False  # see schema.py
