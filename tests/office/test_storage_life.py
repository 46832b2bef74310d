"""The life of an office's storage: opened, served by threads, replaced under a running server, backed up,
gone.
"""

import json
import os
import re
import shutil
import sqlite3
import threading
from contextlib import closing
from datetime import date

import pytest
from django.core import signing
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, connections, transaction

from townwright.office import storage
from townwright.office.staff.models import Account
from townwright.office.storage import engines, template

pytestmark = pytest.mark.both_engines

sqlite_only = pytest.mark.skipif("engines.engine() != 'sqlite'", reason="about SQLite files")
postgresql_only = pytest.mark.skipif("engines.engine() != 'postgresql'", reason="about PostgreSQL schemas")


def names() -> list[str]:
    return list(Account.objects.order_by("username").values_list("username", flat=True))


@pytest.fixture
def opening(offices):
    """Really opens an office: nothing is copied from an earlier test."""
    offices()

    def open_office(slug: str, *, practice: bool = True, **given) -> storage.Office:
        return storage.open_office(slug, pack="chester", practice=practice, **given)

    return open_office


class TestOpening:
    """An office is a folder, and exists from the moment its office.json does."""

    def test_it_has_its_folders_and_empty_migrated_records(self, opening):
        chester = opening("chester", name="Town of Chester")

        assert chester.name == "Town of Chester"
        assert chester.folder == storage.data_folder() / "chester"
        assert {"documents", "mail", "keys", "office.json"} <= {entry.name for entry in chester.folder.iterdir()}
        with storage.bound_to("chester"):
            storage.require_current()
            assert names() == []
            assert storage.office() == chester
            assert storage.documents() == chester.folder / "documents"

    def test_the_directory_lists_offices_and_nothing_else(self, opening):
        opening("sweden")
        opening("chester")
        (storage.data_folder() / "lost-and-found").mkdir()
        (storage.data_folder() / "notes.txt").write_text("x")

        assert storage.slugs() == ["chester", "sweden"]
        assert storage.exists("chester")
        assert not storage.exists("lost-and-found")

    def test_there_may_be_none(self, opening):
        assert storage.slugs() == []

    @pytest.mark.parametrize(
        "slug",
        ["", "Chester", "1st", "a_b", "a--b", "-a", "a-", "static", "default", "template-x", "a" * 41, "a/b"],
    )
    def test_a_bad_name_is_refused(self, opening, slug):
        with pytest.raises(storage.BadSlug):
            opening(slug)

        assert storage.slugs() == []

    def test_a_second_of_the_same_name_is_refused_and_the_first_kept(self, opening):
        opening("chester")
        with storage.bound_to("chester"):
            Account.objects.create(username="avery")

        with pytest.raises(storage.OfficeExists):
            opening("chester")

        with storage.bound_to("chester"):
            assert names() == ["avery"]

    def test_a_folder_that_holds_something_is_not_taken_over(self, opening):
        records = storage.data_folder() / "chester" / "documents"
        records.mkdir(parents=True)

        with pytest.raises(storage.OfficeExists, match="move it away"):
            opening("chester")

        assert records.is_dir()

    def test_a_pack_that_was_laid_ready_is_kept(self, opening):
        pack = storage.data_folder() / "chester" / "pack" / "town.yaml"
        pack.parent.mkdir(parents=True)
        pack.write_text("name: x")

        opening("chester")

        assert pack.read_text() == "name: x"

    def test_a_failed_opening_leaves_nothing(self, opening, monkeypatch):
        pack = storage.data_folder() / "chester" / "pack"
        pack.mkdir(parents=True)

        def full_disk(office: storage.Office) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr("townwright.office.storage.directory.write", full_disk)
            with pytest.raises(OSError, match="No space"):
                opening("chester")

        assert [entry.name for entry in (storage.data_folder() / "chester").iterdir()] == ["pack"]
        opening("chester")

    def test_a_real_office_does_not_pretend_that_it_is_another_day(self, opening):
        with pytest.raises(ValueError, match="only a practice office"):
            opening("chester", practice=False, today=date(2026, 11, 17))
        opening("chester", practice=False)
        with pytest.raises(ValueError, match="only a practice office"):
            storage.change_office("chester", today=date(2026, 11, 17))

        assert storage.office("chester").today is None

    def test_a_practice_office_does(self, opening):
        opening("chester", today=date(2026, 11, 17))
        assert storage.office("chester").today == date(2026, 11, 17)

        storage.change_office("chester", today=date(2026, 11, 18), name="Chester, practice")

        assert storage.office("chester").today == date(2026, 11, 18)
        assert storage.office("chester").name == "Chester, practice"

    def test_its_file_can_be_read_and_written_by_hand(self, opening):
        opening("chester")
        path = storage.data_folder() / "chester" / "office.json"
        kept = json.loads(path.read_text())
        path.with_suffix(".new").write_text(json.dumps(kept | {"name": "By hand", "server": {"PORT": "5433"}}))
        path.with_suffix(".new").replace(path)

        assert storage.office("chester").name == "By hand"
        assert dict(storage.office("chester").server) == {"PORT": "5433"}
        if engines.engine() == "postgresql":
            assert engines.settings_of("chester")["PORT"] == "5433"

    def test_a_practice_office_can_be_discarded_and_opened_again(self, opening):
        opening("chester")
        with storage.bound_to("chester"):
            Account.objects.create(username="avery")

        storage.discard_office("chester")
        assert not storage.exists("chester")

        opening("chester")
        with storage.bound_to("chester"):
            assert names() == []

    def test_a_real_office_is_never_discarded(self, opening):
        opening("chester", practice=False)

        with pytest.raises(ValueError, match="never discarded"):
            storage.discard_office("chester")

        assert storage.exists("chester")

    def test_offices_opened_at_once_do_not_meet(self, opening):
        slugs = ["chester", "sweden", "cortlandt", "shelter-island"]
        threads = [threading.Thread(target=opening, args=(slug,)) for slug in slugs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert storage.slugs() == sorted(slugs)
        for slug in slugs:
            with storage.bound_to(slug):
                storage.require_current()
                Account.objects.create(username=slug)
        for slug in slugs:
            with storage.bound_to(slug):
                assert names() == [slug]


class TestDurability:
    """What was acknowledged by a real office is there after a power cut."""

    @sqlite_only
    @pytest.mark.parametrize(("practice", "level"), [(True, 1), (False, 2)])
    def test_sqlite_synchronises_every_commit_of_a_real_office(self, offices, practice, level):
        offices("chester", practice=practice)
        with storage.bound_to("chester"), connection.cursor() as cursor:
            assert cursor.execute("PRAGMA synchronous").fetchone() == (level,)
            assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert cursor.execute("PRAGMA foreign_keys").fetchone() == (1,)

    @postgresql_only
    def test_postgresql_does_so_always(self, offices):
        offices("chester", practice=False)
        with storage.bound_to("chester"), connection.cursor() as cursor:
            cursor.execute("SHOW synchronous_commit")
            assert cursor.fetchone() == ("on",)


class TestConnections:
    """Connections are kept, let go and replaced without towns meeting."""

    def test_threads_that_each_bind_see_their_own_town(self, offices):
        slugs = ["chester", "sweden", "cortlandt"]
        offices(*slugs)
        seen: list[tuple[str, list[str]]] = []

        def work(slug: str) -> None:
            for turn in range(5):
                with storage.bound_to(slug):
                    Account.objects.create(username=f"{slug}-{turn}")
            with storage.bound_to(slug):
                seen.append((slug, names()))
            connections.close_all()

        threads = [threading.Thread(target=work, args=(slug,)) for slug in slugs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert sorted(seen) == sorted((slug, [f"{slug}-{turn}" for turn in range(5)]) for slug in slugs)

    @sqlite_only
    def test_no_more_towns_are_kept_open_than_allowed(self, offices, monkeypatch):
        monkeypatch.setattr("townwright.office.storage.connections.KEEP", 2)
        slugs = ["chester", "sweden", "cortlandt", "shelter-island"]
        offices(*slugs)
        for slug in slugs:
            with storage.bound_to(slug):
                names()

        assert [kept.alias for kept in connections.all()] == ["cortlandt", "shelter-island"]

    @sqlite_only
    def test_a_town_in_the_middle_of_a_transaction_is_kept(self, office, monkeypatch):
        monkeypatch.setattr("townwright.office.storage.connections.KEEP", 1)
        slugs = ["sweden", "cortlandt"]
        Account.objects.create(username="avery")
        for slug in slugs:
            storage.open_office(slug, pack="chester", practice=True)
            with storage.bound_to(slug):
                assert names() == []
        assert names() == ["avery"]
        for slug in slugs:
            storage.discard_office(slug)

    @sqlite_only
    def test_a_file_that_was_put_in_its_place_is_opened(self, offices, tmp_path):
        """Given an open connection, when the office's file is restored from a copy, then the copy is worked
        on.
        """
        offices("chester")
        with storage.bound_to("chester"):
            storage.back_up_records(tmp_path / "copy.sqlite3")
            Account.objects.create(username="avery")
        records = engines.database_file("chester")

        for old in records.parent.glob("office.sqlite3*"):
            old.unlink()
        shutil.copy(tmp_path / "copy.sqlite3", records)

        with storage.bound_to("chester"):
            assert names() == []
            Account.objects.create(username="blake")
        with closing(sqlite3.connect(records)) as file:
            assert file.execute("SELECT username FROM staff_account").fetchall() == [("blake",)]

    def test_a_town_that_is_gone_is_unknown(self, offices):
        offices("chester")
        with storage.bound_to("chester"):
            names()
        storage.discard_office("chester")

        with pytest.raises(storage.UnknownTown):
            storage.bound_to("chester").__enter__()
        with pytest.raises(storage.UnknownTown):
            storage.office("chester")

    @postgresql_only
    def test_towns_share_a_pool(self, offices):
        offices("chester", "sweden")
        pools = set()
        for slug in ("chester", "sweden"):
            with storage.bound_to(slug):
                names()
                pools.add(id(connections["default"].pool))

        assert len(pools) == 1

    @postgresql_only
    def test_a_killed_backend_is_replaced(self, offices):
        offices("chester", "sweden")
        with storage.bound_to("chester"), connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (backend,) = cursor.fetchone()
        with storage.bound_to("sweden"), connections["default"].pool.connection() as admin:
            with storage.bound_to("chester"):
                pass
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

        with storage.bound_to("chester"):
            assert names() == []
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid(), current_schema()")
                now, schema = cursor.fetchone()
        assert schema == "t_chester"
        assert backend > 0
        assert now > 0

    @postgresql_only
    def test_a_transaction_pooler_is_refused(self, offices, monkeypatch):
        """Given an answer from another backend than the one connected to, then no town is served."""
        offices("chester")
        monkeypatch.setattr("psycopg.ConnectionInfo.backend_pid", 1)

        with storage.bound_to("chester"), pytest.raises(ImproperlyConfigured, match="transaction pooler"):
            names()


class TestCopies:
    """A backup is complete although the office is at work."""

    def test_it_holds_what_was_committed_and_nothing_else(self, offices, tmp_path):
        offices("chester")
        target = tmp_path / "deep" / "copy"
        with storage.bound_to("chester"):
            Account.objects.create(username="avery")
            at_work = threading.Event()
            copied = threading.Event()

            def write() -> None:
                with storage.bound_to("chester"), transaction.atomic():
                    Account.objects.create(username="blake")
                    at_work.set()
                    copied.wait(10)
                connections.close_all()

            thread = threading.Thread(target=write)
            thread.start()
            at_work.wait(10)
            storage.back_up_records(target)
            copied.set()
            thread.join()
            assert names() == ["avery", "blake"]

        if engines.engine() == "sqlite":
            with closing(sqlite3.connect(target)) as file:
                assert file.execute("SELECT username FROM staff_account").fetchall() == [("avery",)]
                assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        else:
            text = target.read_text()
            assert "avery" in text
            assert "blake" not in text
        assert [entry.name for entry in target.parent.iterdir()] == ["copy"]

    @postgresql_only
    def test_without_pg_dump_it_says_what_to_install(self, offices, monkeypatch, tmp_path):
        offices("chester")
        monkeypatch.setenv("PATH", str(tmp_path))

        with storage.bound_to("chester"), pytest.raises(storage.ToolMissing, match="postgresql-client"):
            storage.back_up_records(tmp_path / "copy.sql")

    @postgresql_only
    def test_what_pg_dump_complains_of_is_passed_on(self, offices, monkeypatch, tmp_path):
        offices("chester")
        # Undone here: the offices, torn down first, set this variable themselves.
        with storage.bound_to("chester"), monkeypatch.context() as patch:
            patch.setenv("TOWNWRIGHT_PG_NAME", "no_such_database")
            with pytest.raises(storage.ToolMissing, match="no_such_database"):
                storage.back_up_records(tmp_path / "copy.sql")


class TestTemplate:
    """The template is made once for each state of the migrations."""

    def test_its_hash_follows_the_migrations(self, tmp_path, monkeypatch):
        before = template.migrations_hash()
        assert re.fullmatch("[0-9a-f]{64}", before)

        monkeypatch.setattr("django.get_version", lambda: "5.2.20")

        assert template.migrations_hash() != before

    def test_it_is_made_where_it_is_missing(self, opening, monkeypatch, tmp_path):
        """Given an empty folder of templates, when an office is opened, then a template is made, and old
        ones go.
        """
        folder = tmp_path / "templates"
        folder.mkdir()
        suffix = ".sqlite3" if engines.engine() == "sqlite" else ".sql"
        for number in range(8):
            old = folder / f"template-{number}{suffix}"
            old.touch()
            os.utime(old, (number, number))
        monkeypatch.setenv("TOWNWRIGHT_TEMPLATES", str(folder))

        opening("chester")

        kept = {path.name for path in folder.glob(f"template-*{suffix}")}
        assert kept == {f"template-{number}{suffix}" for number in range(3, 8)} | {
            f"template-{template.migrations_hash()[:16]}{suffix}"
        }
        with storage.bound_to("chester"):
            storage.require_current()


class TestSigning:
    """A signed link is of one town, one purpose and one time."""

    def test_it_comes_back(self, offices):
        offices("chester")
        with storage.bound_to("chester"):
            assert storage.unsign(storage.sign({"case": "7"}, "follow"), "follow", seconds=60) == {"case": "7"}

    def test_another_purpose_or_age_is_refused(self, offices):
        offices("chester")
        with storage.bound_to("chester"):
            text = storage.sign("7", "follow")
            with pytest.raises(signing.BadSignature):
                storage.unsign(text, "genuine")
            with pytest.raises(signing.SignatureExpired):
                storage.unsign(text, "follow", seconds=-1)

    def test_another_town_refuses_it_even_where_it_is_a_copy(self, offices):
        chester, sweden = offices("chester", "sweden")
        with storage.bound_to("chester"):
            text = storage.sign("7", "follow")
        with storage.bound_to("sweden"), pytest.raises(signing.BadSignature):
            storage.unsign(text, "follow")

        shutil.copy(chester.folder / "keys" / "secret", sweden.folder / "keys" / "secret")

        with storage.bound_to("sweden"), pytest.raises(signing.BadSignature):
            storage.unsign(text, "follow")

    def test_its_key_is_nobody_elses_to_read(self, offices):
        (chester,) = offices("chester")

        assert (chester.folder / "keys").stat().st_mode & 0o077 == 0
        assert (chester.folder / "keys" / "secret").stat().st_mode & 0o077 == 0


class TestEngine:
    def test_only_two_are_known(self, monkeypatch):
        monkeypatch.setenv("TOWNWRIGHT_ENGINE", "oracle")

        with pytest.raises(ValueError, match="sqlite or postgresql"):
            engines.engine()

    @sqlite_only
    def test_a_busy_file_makes_a_writer_wait_not_fail(self, offices):
        """Given two threads that read first and write later, then both get through."""
        offices("chester")
        with storage.bound_to("chester"):
            Account.objects.create(username="counter", name="0")

        def add() -> None:
            with storage.bound_to("chester"):
                for _ in range(10):
                    with transaction.atomic():
                        row = Account.objects.get(username="counter")
                        row.name = str(int(row.name) + 1)
                        row.save()
            connections.close_all()

        threads = [threading.Thread(target=add) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        with storage.bound_to("chester"):
            assert Account.objects.get(username="counter").name == "30"
