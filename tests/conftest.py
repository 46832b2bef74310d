"""Fixtures of all tests.

``office``   a practice office ``chester``, bound; what a test does in it is rolled back.
             A test that asks for ``town`` too finds its people, schedule and parcel there (factories.an_office).
``offices``  opens fresh offices by name; what a test does in them is really committed (threads, jobs).
``blank_papers``  for a test that does not look at what is printed.
``at``       stops the clock: ``at("2026-11-17 09:00")``, the town's own time.

``TOWNWRIGHT_ENGINE=postgresql`` runs them on PostgreSQL (TOWNWRIGHT_PG_HOST, _PORT, _USER: a server where the
user may create databases). ``db`` and the mark ``django_db`` mean ``office`` here.
"""

import copy
import io
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from datetime import date, datetime
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from django.db import connection, connections, transaction
from pytest_django import DjangoDbBlocker

from tests import postgresql
from tests.office import factories
from townwright.law.packs import Pack
from townwright.office import clock, laws, storage
from townwright.office.papers import press
from townwright.office.staff.opening import open_office
from townwright.office.storage.engines import database_file, engine

pytest_plugins = ["tests.coverage_gates", *(["tests.proofs"] if find_spec("tests.proofs") else [])]

#: The law is in force in the offices of tests from here on.
LAW_BEGINS = date(2000, 1, 1)

#: The folders of an office that a test leaves empty.
EMPTIED = ("documents", "mail")

OpenOffices = Callable[..., list[storage.Office]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow ones first, so that at the end no process waits for another that has just begun one."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


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


@pytest.fixture(scope="session")
def furnished(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[factories.Office]:
    """A second office ``chester`` of this process, elsewhere, with what `factories.an_office` makes.

    It is made once: its dozen acts take longer than what most tests do in it, and each of those is rolled back.
    """
    with django_db_blocker.unblock(), ExitStack() as undo:
        if engine() == "postgresql":
            postgresql.create(postgresql.name("furnished"))
            undo.callback(postgresql.drop, postgresql.name("furnished"))
        connections.close_all()
        with _elsewhere():
            undo.callback(shutil.rmtree, storage.data_folder(), ignore_errors=True)
            open_office("chester", _law("chester"), practice=True, begins=LAW_BEGINS)
            with storage.bound_to("chester"):
                made = factories.an_office()
                assert not any(any((storage.office().folder / part).iterdir()) for part in EMPTIED)
        yield made


@pytest.fixture
def office(
    request: pytest.FixtureRequest, furnished: factories.Office, django_db_blocker: DjangoDbBlocker
) -> Iterator[storage.Office]:
    """The office ``chester``, bound and rolled back, its folders emptied."""
    place = _elsewhere() if "town" in request.fixturenames else nullcontext()
    with django_db_blocker.unblock(), place, storage.bound_to("chester"):
        _close_all_but_ours()
        storage.require_current()  # a page asks once a connection: not in the midst of a test that counts queries
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
            for part in EMPTIED:
                _empty(storage.office().folder / part)


@pytest.fixture
def people(office: storage.Office, furnished: factories.Office) -> factories.Office:
    """The people and the parcel of the furnished office, as a test may change them. For the fixtures ``town``."""
    return copy.deepcopy(furnished)


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
def blank_papers(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Papers are blank sheets without code and signature, which is quick."""
    settings.SIGN_PAPERS = False
    monkeypatch.setattr(press, "press", lambda *_, **__: _blank_sheet())
    monkeypatch.setattr(press, "qr_svg", lambda address: "")


@pytest.fixture
def at() -> Iterator[Callable[[str | datetime], datetime]]:
    """Stops the clock at the town's time given; calling it again moves it."""
    with ExitStack() as stopped:
        yield lambda when: stopped.enter_context(clock.fixed(when))


@cache
def _blank_sheet() -> bytes:
    sheet, content = pikepdf.Pdf.new(), io.BytesIO()
    sheet.add_blank_page()
    sheet.save(content)
    return content.getvalue()


@cache
def _law(pack: str) -> Pack:
    return laws.shipped(pack)


@contextmanager
def _elsewhere() -> Iterator[None]:
    """Turns to where the furnished office lies."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TOWNWRIGHT_DATA", os.environ["TOWNWRIGHT_DATA"] + "-furnished")
        patch.setenv("TOWNWRIGHT_PG_NAME", postgresql.name("furnished"))
        yield


def _close_all_but_ours() -> None:
    """Closes what a test before has left open, unless it worked in the bound office too."""
    ours = connection.settings_dict["NAME"]
    if engine() == "postgresql" or ours != str(database_file(storage.bound())):
        connections.close_all()


def _empty(folder: Path) -> None:
    for entry in folder.iterdir():
        if entry.is_dir():
            shutil.rmtree(entry)
        else:
            entry.unlink()
