"""PostgreSQL databases of a test run: each process has its own, and copies of what takes long to make."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from django.db import connections

from townwright.office import storage
from townwright.office.storage.postgres.base import close_pool

#: Offices that were opened once in this process: what was asked for, and the database and folder that hold them.
_opened: dict[str, tuple[str, Path]] = {}


def name(kind: str) -> str:
    """The name of a database of this process."""
    return f"townwright_test_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}_{os.getpid()}_{kind}"


@contextmanager
def database(kind: str) -> Iterator[None]:
    """An empty database, in use as long as the block runs."""
    with _in_use(name(kind)):
        create(name(kind))
        try:
            yield
        finally:
            drop(name(kind))


@contextmanager
def offices(open_them: Callable[..., None]) -> Iterator[Callable[..., None]]:
    """Opens fresh offices in a database of their own.

    Opening takes most of a second: what the first call of a test opens is kept, and copied for the next that asks for
    the same.
    """
    fresh = True

    def open_or_copy(*slugs: str, **given: object) -> None:
        nonlocal fresh
        asked, first, fresh = repr((slugs, sorted(given.items()))), fresh, False
        if first and asked in _opened:
            kept, folder = _opened[asked]
            create(name("committed"), kept)
            shutil.copytree(folder, storage.data_folder(), dirs_exist_ok=True)
            return
        if first:
            create(name("committed"))
        open_them(*slugs, **given)
        if first and slugs:
            kept, folder = name(f"kept_{len(_opened)}"), storage.data_folder().with_name("kept")
            _let_go(name("committed"))
            create(kept, name("committed"))
            shutil.copytree(storage.data_folder(), folder)
            _opened[asked] = kept, folder

    with _in_use(name("committed")):
        try:
            yield open_or_copy
        finally:
            drop(name("committed"))


def drop_kept() -> None:
    """At the end of a run: drop the databases that were kept for copying."""
    while _opened:
        drop(_opened.popitem()[1][0])


def create(database: str, template: str = "template1") -> None:
    """Create a database as a copy of another."""
    _run(f"CREATE DATABASE {database} TEMPLATE {template}")


def drop(database: str) -> None:
    """Drop a database, whoever is connected to it."""
    _let_go(database)
    _run(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")


@contextmanager
def _in_use(database: str) -> Iterator[None]:
    before = os.environ.get("TOWNWRIGHT_PG_NAME")
    os.environ["TOWNWRIGHT_PG_NAME"] = database
    try:
        yield
    finally:
        if before is None:
            del os.environ["TOWNWRIGHT_PG_NAME"]
        else:
            os.environ["TOWNWRIGHT_PG_NAME"] = before
        _let_go(database)  # a connection that a teardown opened meanwhile still has the database's name


def _let_go(database: str) -> None:
    connections.close_all()
    close_pool(database)


def _run(statement: str) -> None:
    with psycopg.connect(
        host=os.environ.get("TOWNWRIGHT_PG_HOST", "127.0.0.1"),
        port=os.environ.get("TOWNWRIGHT_PG_PORT", "5432"),
        user=os.environ.get("TOWNWRIGHT_PG_USER", "townwright"),
        password=os.environ.get("TOWNWRIGHT_PG_PASSWORD", ""),
        dbname="postgres",
        autocommit=True,
    ) as server:
        server.execute(statement)
