"""Where a town's records lie, and the settings of a connection to them.

One engine a process, chosen by ``TOWNWRIGHT_ENGINE`` (``sqlite``, the default, or ``postgresql``). On SQLite
a town is a file; on PostgreSQL it is a schema of one database that many towns share.
"""

import os
from pathlib import Path
from typing import Any

from townwright.office.storage import directory

#: Connections named so belong to no office: a template is being built (see template.py).
TEMPLATE = "template-"


def engine() -> str:
    """``sqlite`` or ``postgresql``."""
    name = os.environ.get("TOWNWRIGHT_ENGINE", "sqlite")
    if name not in ("sqlite", "postgresql"):
        raise ValueError(f"TOWNWRIGHT_ENGINE is {name!r}; it may be sqlite or postgresql")
    return name


def templates() -> Path:
    """The folder of migrated templates, by default inside the data folder."""
    return Path(os.environ.get("TOWNWRIGHT_TEMPLATES") or directory.data_folder() / ".templates").absolute()


def database_file(slug: str) -> Path:
    """The SQLite file of a town, or of a template that is being built."""
    if slug.startswith(TEMPLATE):
        return templates() / f"{slug}.building.sqlite3"
    return directory.folder(slug) / "office.sqlite3"


def schema(slug: str) -> str:
    """The PostgreSQL schema of a town. Slugs hold no underscore, so two towns never share one."""
    return "t_" + slug.replace("-", "_")


def settings_of(slug: str) -> dict[str, Any]:
    """Django's settings of a connection to that town's records."""
    return _sqlite(slug) if engine() == "sqlite" else _postgresql(slug)


def _sqlite(slug: str) -> dict[str, Any]:
    # FULL: an act that was acknowledged is there after a power cut. Practice and tests may lose the last one.
    lasting = not slug.startswith(TEMPLATE) and directory.exists(slug) and not directory.office(slug).practice
    pragmas = {
        "journal_mode": "WAL",
        "synchronous": "FULL" if lasting else "NORMAL",
        "mmap_size": 128 * 1024 * 1024,
        "cache_size": -2000,
    }
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(database_file(slug)),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # One that reads first and writes later would fail at once where another wrote in between.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "".join(f"PRAGMA {name}={value};" for name, value in pragmas.items()),
        },
    }


def _postgresql(slug: str) -> dict[str, Any]:
    server = {
        "HOST": os.environ.get("TOWNWRIGHT_PG_HOST", "127.0.0.1"),
        "PORT": os.environ.get("TOWNWRIGHT_PG_PORT", "5432"),
        "NAME": os.environ.get("TOWNWRIGHT_PG_NAME", "townwright"),
    }
    if directory.exists(slug):
        server |= dict(directory.office(slug).server)
    return {
        "ENGINE": "townwright.office.storage.postgres",
        **server,
        "USER": os.environ.get("TOWNWRIGHT_PG_USER", "townwright"),
        "PASSWORD": os.environ.get("TOWNWRIGHT_PG_PASSWORD", ""),
        "SCHEMA": schema(slug),
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": True,
        "OPTIONS": {
            "pool": {
                "min_size": 0,
                "max_size": int(os.environ.get("TOWNWRIGHT_PG_POOL", "8")),
                "timeout": 20,
                # A backend remembers the tables of every town it served; a new one starts small.
                "max_lifetime": 600,
            }
        },
    }
