"""The migrated template: a town's empty records, made once for each state of the migrations and then copied.

From nothing, the migrations take some ten seconds; a copy takes milliseconds (SQLite) or half a second
(PostgreSQL).
"""

import hashlib
import re
from pathlib import Path

import django
from django.apps import apps
from django.core.management import call_command
from django.db import connection, transaction

from townwright.office.storage import engines, files
from townwright.office.storage.binding import turned_to
from townwright.office.storage.connections import handler

_KEPT = 6


def migrations_hash() -> str:
    """SHA-256 over every migration of every app, the version of Django and the engine."""
    digest = hashlib.sha256(f"{django.get_version()} {engines.engine()}".encode())
    for config in apps.get_app_configs():
        for path in sorted(Path(config.path, "migrations").glob("*.py")):
            digest.update(f"\0{config.label}/{path.name}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def put(slug: str) -> None:
    """Give an office that is being opened its empty, migrated records."""
    alias = engines.TEMPLATE + migrations_hash()[:16]
    if engines.engine() == "sqlite":
        files.copy_file(_made(alias, ".sqlite3"), engines.database_file(slug))
    else:
        dump = _made(alias, ".sql").read_text(encoding="utf-8")
        with turned_to(slug):
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(re.sub(rf"\b{engines.schema(alias)}\b", engines.schema(slug), dump))
            connection.close()  # the dump left its own search_path behind


def drop_schema(slug: str) -> None:
    """Drop a town's PostgreSQL schema and all that is in it."""
    with turned_to(slug), connection.cursor() as cursor:
        cursor.execute(f"DROP SCHEMA IF EXISTS {engines.schema(slug)} CASCADE")


def _made(alias: str, suffix: str) -> Path:
    """The template's file, made first where it is not there; other processes wait for it."""
    template = engines.templates() / (alias + suffix)
    with files.locked(engines.templates() / "lock"):
        if not template.exists():
            _build(alias, template)
            made = engines.templates().glob(f"{engines.TEMPLATE}*{suffix}")
            for old in sorted(made, key=lambda path: path.stat().st_mtime)[:-_KEPT]:
                old.unlink()
    return template


def _build(alias: str, template: Path) -> None:
    if engines.engine() == "sqlite":
        building = engines.database_file(alias)
        building.unlink(missing_ok=True)
        _migrate(alias)
        files.copy_sqlite(building, template)
        building.unlink()
        return
    drop_schema(alias)
    with turned_to(alias), connection.cursor() as cursor:
        cursor.execute(f"CREATE SCHEMA {engines.schema(alias)}")
    _migrate(alias)
    dump = files.dump_schema(engines.settings_of(alias), with_inserts=True)
    part = template.with_suffix(".part")
    # Lines with a backslash are for psql alone.
    part.write_text(re.sub(r"(?m)^\\.*$", "", dump), encoding="utf-8")
    files.put_in_place(part, template)
    drop_schema(alias)


def _migrate(alias: str) -> None:
    with turned_to(alias):
        call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
        handler().forget(alias)
