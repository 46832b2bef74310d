"""Whether an office's records have the shape that the code expects."""

from functools import cache
from typing import Any

from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from townwright.office.storage.current import bound
from townwright.office.storage.errors import OfficeBehind

Name = tuple[str, str]


@cache
def _newest() -> tuple[tuple[Name, frozenset[Name]], ...]:
    """Each app's newest migration, with those that it replaces if it is a squashed one."""
    graph = MigrationLoader(None).graph
    return tuple((leaf, frozenset(graph.nodes[leaf].replaces)) for leaf in graph.leaf_nodes())


def applied() -> frozenset[Name]:
    """The migrations that the bound office has been through."""
    return frozenset(MigrationRecorder(connections["default"]).applied_migrations())


def require_current() -> None:
    """Raise ``OfficeBehind`` where the bound office has not been through every migration.

    Asked at the start of each request and each round of jobs. A yes is kept with the connection: the code
    does not change while it runs, and a file that was put in its place is opened anew.
    """
    kept: Any = connections["default"]
    connection.ensure_connection()
    if getattr(kept, "townwright_current", False):
        return
    done = applied()
    if not all(newest in done or (replaces and replaces <= done) for newest, replaces in _newest()):
        raise OfficeBehind(f"the records of {bound()!r} are older than the program and must be migrated first")
    kept.townwright_current = True
