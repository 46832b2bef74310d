"""Fixtures of all tests.

``office``   a practice office ``chester``, bound; what a test does in it is rolled back.
``offices``  opens fresh offices by name; what a test does in them is really committed (threads, jobs).
``at``       stops the clock: ``at("2026-11-17 09:00")``, the town's own time.

``TOWNWRIGHT_ENGINE=postgresql`` runs them on PostgreSQL (TOWNWRIGHT_PG_HOST, _PORT, _USER: a server where the
user may create databases). ``db`` and the mark ``django_db`` mean ``office`` here.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import date, datetime
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections, transaction
from pytest_django import DjangoDbBlocker

from tests import postgresql
from townwright.law.packs import Pack
from townwright.office import clock, laws, storage
from townwright.office.staff.opening import open_office
from townwright.office.storage.engines import engine

pytest_plugins = ["tests.coverage_gates", *(["tests.proofs"] if find_spec("tests.proofs") else [])]

#: The law is in force in the offices of tests from here on.
LAW_BEGINS = date(2000, 1, 1)

OpenOffices = Callable[..., list[storage.Office]]


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """This process's own data folder (tests/settings.py) with the office of the rolled-back tests."""
    with django_db_blocker.unblock(), ExitStack() as undo:
        if engine() == "postgresql":
            undo.enter_context(postgresql.database("rolled_back"))
            undo.callback(postgresql.drop_kept)
        open_office("chester", _law("chester"), practice=True, begins=LAW_BEGINS)
        yield
        connections.close_all()


@pytest.fixture
def office(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[storage.Office]:
    """The office ``chester``, bound and rolled back, its folders emptied."""
    if engine() == "postgresql":
        connections.close_all()  # one of a test before may have another database's name
    with django_db_blocker.unblock(), storage.bound_to("chester"):
        test = transaction.atomic()
        test._from_testcase = True
        test.__enter__()
        try:
            yield storage.office()
            if connection.features.can_defer_constraint_checks and not connection.needs_rollback:
                connection.check_constraints()
        finally:
            transaction.set_rollback(True)
            test.__exit__(None, None, None)
            for part in ("documents", "mail"):
                _empty(storage.office().folder / part)


@pytest.fixture
def offices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[OpenOffices]:
    """Opens fresh offices: ``chester, sweden = offices("chester", "sweden")``.

    They are practice offices that work by the pack ``chester`` unless keywords say otherwise (``practice``,
    ``today``, ``name``, ``pack``).
    """
    assert storage.bound_or_none() is None, "a test has either office or offices"
    connections.close_all()
    monkeypatch.setenv("TOWNWRIGHT_DATA", str(tmp_path / "data"))

    def open_them(*slugs: str, pack: str = "chester", **given: Any) -> None:
        for slug in slugs:
            open_office(slug, _law(pack), **{"practice": True, "begins": LAW_BEGINS} | given)

    with django_db_blocker.unblock(), ExitStack() as undo:
        opener: Callable[..., None] = open_them
        if engine() == "postgresql":
            opener = undo.enter_context(postgresql.offices(open_them))

        def opened(*slugs: str, **given: Any) -> list[storage.Office]:
            opener(*slugs, **given)
            return [storage.office(slug) for slug in slugs]

        yield opened
        connections.close_all()


@pytest.fixture
def _django_db_helper(request: pytest.FixtureRequest) -> None:
    """What ``db`` and the mark ``django_db`` rest on."""
    committed = {"offices", "live_server", "transactional_db"} & set(request.fixturenames)
    request.getfixturevalue("offices" if committed else "office")


@pytest.fixture
def at() -> Iterator[Callable[[str | datetime], datetime]]:
    """Stops the clock at the town's time given; calling it again moves it."""
    with ExitStack() as stopped:
        yield lambda when: stopped.enter_context(clock.fixed(when))


@cache
def _law(pack: str) -> Pack:
    return laws.shipped(pack)


def _empty(folder: Path) -> None:
    for entry in folder.iterdir():
        if entry.is_dir():
            shutil.rmtree(entry)
        else:
            entry.unlink()
