"""PostgreSQL with a schema a town: one pool a database, and the town's ``search_path`` set at each check-out.

So the number of server connections grows with the threads of the site, not with its towns. Behind a
transaction pooler two statements of one town may reach two servers' sessions, and the second would see
another town's schema: that is found out and refused.
"""

import threading
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db.backends.postgresql import base

_pools: dict[tuple[str, ...], Any] = {}
_lock = threading.Lock()


def close_pool(database: str) -> None:
    """Close this process's pools of a database, before it is dropped."""
    with _lock:
        for key in [key for key in _pools if key[2] == database]:
            _pools.pop(key).close()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that serves one town while it is checked out."""

    @property
    def pool(self) -> Any:
        """The pool that all towns of this database share."""
        key = tuple(str(self.settings_dict[part]) for part in ("HOST", "PORT", "NAME", "USER"))
        with _lock:
            if key not in _pools:
                _pools[key] = super().pool
                base.DatabaseWrapper._connection_pools.clear()  # type: ignore[attr-defined]  # kept here alone
            return _pools[key]

    def init_connection_state(self) -> None:
        """Turn to the town's schema, in one round trip that also proves that nobody sits between."""
        super().init_connection_state()
        with self.connection.cursor() as cursor:
            cursor.execute(
                "SELECT set_config('search_path', %s, false) WHERE pg_backend_pid() = %s",
                [self.settings_dict["SCHEMA"], self.connection.info.backend_pid],
            )
            if cursor.fetchone() is None:
                raise ImproperlyConfigured(
                    "PostgreSQL is reached through a transaction pooler, which would mix the towns: "
                    "connect directly, or pool by session"
                )
