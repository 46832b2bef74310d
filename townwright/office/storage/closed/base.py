"""The engine of ``default`` while no town is bound: it knows its dialect and never opens.

Django's models ask ``default`` for the longest name of a column when they are imported, so there must be one.
"""

from importlib import import_module
from typing import Any

from townwright.office.storage.engines import engine
from townwright.office.storage.errors import NoTown

_dialect: Any = import_module(
    "django.db.backends.sqlite3.base" if engine() == "sqlite" else "django.db.backends.postgresql.base"
)


class DatabaseWrapper(_dialect.DatabaseWrapper):  # type: ignore[misc]
    """A connection that refuses to connect."""

    def connect(self) -> None:
        raise NoTown("no town is bound")
