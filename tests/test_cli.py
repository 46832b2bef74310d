"""The command line: each verb does the work of a page, prints figures for programs, and fails with words."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from townwright import cli
from townwright.office import storage
from townwright.office.register.models import Entry
from townwright.office.staff.models import Account

Run = Callable[..., tuple[int, str, str]]
LIST = "Number,Type,Applicant,Location,SBL,Issued,Valuation,Fee\n"


@pytest.fixture
def run(offices: Any, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs one command line in an empty data folder: its exit code and what it printed."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def opened(run: Run, slug: str = "hilltop") -> None:
    code, said, trouble = run("town", "open", slug, "--pack", "chester")
    assert (code, trouble) == (0, "")
    assert slug in said


class TestTown:
    def test_open_makes_an_office_that_works_by_a_pack(self, run: Run) -> None:
        code, said, _ = run("town", "open", "hilltop", "--pack", "chester", "--json")
        assert code == 0
        assert json.loads(said)["slug"] == "hilltop"
        with storage.bound_to("hilltop"):
            assert list(Entry.objects.values_list("act", flat=True)) == ["office.open"]

    @pytest.mark.parametrize(
        ("slug", "pack", "words"),
        [("Hill Top", "chester", "small letters"), ("hilltop", "atlantis", "atlantis"), ("static", "chester", "none")],
    )
    def test_open_says_what_is_wrong(self, run: Run, slug: str, pack: str, words: str) -> None:
        code, said, trouble = run("town", "open", slug, "--pack", pack)
        assert (code, said) == (1, "")
        assert words in trouble
        assert storage.slugs() == []

    def test_open_does_not_open_twice(self, run: Run) -> None:
        opened(run)
        code, _, trouble = run("town", "open", "hilltop", "--pack", "chester")
        assert code == 1
        assert "hilltop" in trouble

    def test_a_real_office_cannot_live_on_another_day(self, run: Run) -> None:
        code, _, trouble = run("town", "open", "hilltop", "--pack", "chester", "--today", "2026-01-05")
        assert code == 1
        assert "practice" in trouble

    def test_list_prints_them(self, run: Run) -> None:
        opened(run)
        assert json.loads(run("town", "list", "--json")[1]) == [
            {"slug": "hilltop", "name": "Town of Chester", "pack": "chester", "practice": False, "today": None}
        ]
        assert "hilltop" in run("town", "list")[1]

    def test_migrate_has_nothing_to_do_for_a_new_office(self, run: Run) -> None:
        opened(run)
        assert run("town", "migrate")[0] == 0

    def test_open_finds_a_pack_of_the_data_folder_for_every_office_that_names_it(self, run: Run) -> None:
        assert run("law", "new", "harrow-mills")[0] == 0
        for slug in ("harrow-mills", "harrow-court"):
            code, said, trouble = run("town", "open", slug, "--pack", "harrow-mills", "--json")
            assert (code, trouble) == (0, "")
            assert json.loads(said)["pack"] == "harrow-mills"
        names = {office["name"] for office in json.loads(run("town", "list", "--json")[1])}
        assert names == {"Town of Harrow Mills"}

    def test_open_finds_the_pack_that_was_laid_ready_for_the_office_alone(self, run: Run) -> None:
        run("law", "new", "harrow-mills")
        folder = storage.data_folder() / "harrow-mills"
        folder.mkdir()
        (storage.data_folder() / "packs" / "harrow-mills").rename(folder / "pack")
        assert run("town", "open", "elsewhere", "--pack", "harrow-mills")[0] == 1
        assert run("town", "open", "harrow-mills", "--pack", "harrow-mills")[0] == 0

    def test_open_refuses_a_pack_with_an_error_and_says_where_it_is(self, run: Run) -> None:
        run("law", "new", "harrow-mills")
        gates = storage.data_folder() / "packs" / "harrow-mills" / "gates" / "own.yaml"
        gates.write_text("permit.issue:\n  requirements:\n    - {key: x, says: X, need: {known: town.serial}}\n")
        code, _, trouble = run("town", "open", "harrow-mills", "--pack", "harrow-mills")
        assert code == 1
        assert "harrow-mills/gates/own.yaml:3:32: permit.issue.requirements[1].need.known: no fact" in trouble
        assert storage.slugs() == []


class TestStaff:
    def test_add_opens_a_log_in_and_appoint_gives_it_an_office(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        opened(run)
        monkeypatch.setattr("sys.stdin", io.StringIO("a long enough passphrase\n"))
        code, _, trouble = run(
            "staff", "add", "cole", "--name", "R. Cole", "--role", "officer", "--password-stdin", "--town", "hilltop"
        )
        assert (code, trouble) == (0, "")
        code, said, trouble = run(
            "staff", "appoint", "cole", "--office", "officer", "--begins", "2026-01-05", "--resolution", "4 of 2026",
            "--experience", "A mason", "--town", "hilltop", "--json",
        )  # fmt: skip
        assert (code, trouble) == (0, "")
        assert json.loads(said) == {"username": "cole", "office": "officer"}
        with storage.bound_to("hilltop"):
            account = Account.objects.get(username="cole")
            assert account.check_password("a long enough passphrase")
            assert account.appointments.get().begins == date(2026, 1, 5)
        (listed,) = json.loads(run("staff", "list", "--town", "hilltop", "--json")[1])
        assert listed["appointments"] == ["Code Enforcement Officer, 2026-01-05 to now"]

    def test_where_nobody_sits_at_a_terminal_the_password_has_to_come_in(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def nothing_comes(prompt: str) -> str:
            raise EOFError

        opened(run)
        monkeypatch.setattr("getpass.getpass", nothing_comes)
        code, _, trouble = run("staff", "add", "c", "--name", "C", "--role", "clerk", "--town", "hilltop")
        assert code == 1 and "No password was typed" in trouble and "--password-stdin" in trouble

    def test_add_refuses_a_weak_password_in_words(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        opened(run)
        monkeypatch.setattr("sys.stdin", io.StringIO("password\n"))
        code, _, trouble = run("staff", "add", "c", "--name", "C", "--role", "clerk", "--password-stdin")
        assert code == 1
        assert "too common" in trouble

    def test_appoint_without_a_resolution_is_refused_by_the_law(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        opened(run)
        monkeypatch.setattr("sys.stdin", io.StringIO("a long enough passphrase\n"))
        run("staff", "add", "cole", "--name", "R. Cole", "--role", "officer", "--password-stdin")
        code, _, trouble = run(
            "staff", "appoint", "cole", "--office", "officer", "--begins", "2026-01-05", "--resolution", ""
        )
        assert code == 1
        assert "§ 50-3(B)" in trouble

    def test_appoint_knows_its_people(self, run: Run) -> None:
        opened(run)
        code, _, trouble = run("staff", "appoint", "ghost", "--office", "officer", "--begins", "2026-01-05",
                               "--resolution", "1")  # fmt: skip
        assert (code, "ghost" in trouble) == (1, True)


class TestWhichOffice:
    def test_the_only_one_need_not_be_named(self, run: Run) -> None:
        opened(run)
        assert run("register", "verify")[0] == 0

    def test_of_several_one_has_to_be_named(self, run: Run) -> None:
        opened(run)
        opened(run, "valley")
        code, _, trouble = run("register", "verify")
        assert code == 1
        assert "hilltop, valley" in trouble

    def test_an_unknown_one_is_said_to_be_unknown(self, run: Run) -> None:
        opened(run)
        code, _, trouble = run("register", "verify", "--town", "atlantis")
        assert code == 1
        assert "atlantis" in trouble


class TestRegister:
    def test_verify_prints_figures(self, run: Run) -> None:
        opened(run)
        figures = json.loads(run("register", "verify", "--json")[1])
        assert (figures["entries"], figures["holds"], figures["broken_at"]) == (1, True, None)

    def test_verify_fails_where_the_chain_is_broken(self, run: Run) -> None:
        from django.db import connection

        opened(run)
        with storage.bound_to("hilltop"), connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("DROP TRIGGER register_entry_unchanged")
            else:
                cursor.execute("ALTER TABLE register_entry DISABLE TRIGGER ALL")
            cursor.execute("UPDATE register_entry SET said = 'nothing'")
        code, said, _ = run("register", "verify")
        assert code == 1
        assert "does NOT hold" in said


class TestLaw:
    def test_check_finds_the_shipped_packs_sound(self, run: Run) -> None:
        code, said, _ = run("law", "check", "--json")
        assert code == 0
        assert {report["pack"] for report in json.loads(said)} >= {"chester", "new-york"}

    def test_check_says_once_a_subject_what_waits_for_it(self, run: Run) -> None:
        # Given the shipped packs: every fact that nobody tells yet belongs to a subject that will
        short = run("law", "check")[1]
        assert "nobody in the office tells" not in short.replace("whose facts nobody in the office tells yet", "")
        assert "  vacant buildings: " in short
        # When all of it is asked for, then each requirement stands with its place
        whole = run("law", "check", "sweden", "--all")[1]
        assert "sweden/gates/condition.yaml:" in whole
        assert "nobody in the office tells vacancy.registered yet" in whole

    def test_coverage_counts(self, run: Run) -> None:
        code, said, _ = run("law", "coverage", "--json")
        counted = json.loads(said)
        assert code == 0
        assert set(counted) == {"provisions", "scenarios", "proved", "unproved", "by_town"}
        assert counted["by_town"]["chester"]["provisions"] == 369
        assert run("law", "coverage", "chester")[1]

    def test_schema_is_one(self, run: Run) -> None:
        assert "$defs" in json.loads(run("law", "schema")[1])

    def test_a_rehearsal_answers_with_figures_and_keeps_nothing(self, run: Run) -> None:
        opened(run)
        change = ["--place", "permits.default.life", "--value", "{months: 18, rolls: false}", "--from", "2199-01-01"]
        code, said, trouble = run("law", "rehearse", "--town", "hilltop", *change, "--json")
        assert (code, trouble) == (0, "")
        assert {figure["question"] for figure in json.loads(said)} == {"then", "always"}
        assert "Had it always been the law:" in run("law", "rehearse", "--town", "hilltop", *change)[1]
        with storage.bound_to("hilltop"):
            assert list(Entry.objects.values_list("act", flat=True)) == ["office.open"]
        wrong = run("law", "rehearse", "--town", "hilltop", "--place", "nowhere", "--from", "2199-01-01")
        assert wrong[0] == 1 and "the pack has nothing at nowhere" in wrong[2]

    def test_schemas_of_each_file_are_written_with_what_an_editor_needs_to_find_them(
        self, run: Run, tmp_path: Path
    ) -> None:
        code, said, _ = run("law", "schema", "--into", str(tmp_path / "schemas"), "--json")
        assert code == 0
        told = json.loads(said)["yaml.schemas"]
        permits = tmp_path / "schemas" / "permits.schema.json"
        assert told[str(permits)] == ["**/permits.yaml"]
        assert told[str(tmp_path / "schemas" / "gates.schema.json")] == ["**/gates/*.yaml"]
        assert "default" in json.loads(permits.read_text())["properties"]
        assert str(permits) in run("law", "schema", "--into", str(tmp_path / "schemas"))[1]

    def test_new_says_what_comes_next(self, run: Run) -> None:
        code, said, _ = run("law", "new", "harrow-mills")
        assert code == 0
        folder = storage.data_folder() / "packs" / "harrow-mills"
        assert said == (
            f"The pack harrow-mills lies in {folder}. Edit its files, then: townwright law check harrow-mills\n"
        )
        figures = json.loads(run("law", "new", "elsewhere", "--from", "chester", "--prefix", "ELS", "--json")[1])
        assert figures == {"pack": "elsewhere", "folder": str(folder.with_name("elsewhere"))}

    def test_new_says_what_is_wrong(self, run: Run) -> None:
        code, said, trouble = run("law", "new", "Harrow Mills")
        assert (code, said) == (1, "")
        assert trouble.startswith("townwright: 'Harrow Mills' cannot name a pack: use small letters")

    def test_check_takes_a_pack_by_its_name_and_by_its_folder(self, run: Run, tmp_path: Path) -> None:
        run("law", "new", "harrow-mills")
        folder = storage.data_folder() / "packs" / "harrow-mills"
        (by_name,) = json.loads(run("law", "check", "harrow-mills", "--json")[1])
        (by_folder,) = json.loads(run("law", "check", str(folder), "--json")[1])
        assert by_name == by_folder
        assert by_name["sound"]
        assert {one["pack"] for one in json.loads(run("law", "check", "--json")[1])} >= {"chester", "harrow-mills"}
        (folder / "town.yaml").write_text("name: [\n")
        code, said, _ = run("law", "check", "harrow-mills")
        assert code == 1
        assert "harrow-mills/town.yaml:2:1: expected YAML" in said
        code, said, _ = run("law", "check", str(tmp_path / "nothing"))
        assert (code, "nothing" in said) == (1, True)

    @pytest.mark.parametrize("name", ["atlantis", "..", "Two Words", ""])
    def test_a_pack_that_there_is_not_is_said_in_words(self, run: Run, name: str) -> None:
        code, said, _ = run("law", "check", name)
        assert code == 1 and f"{name}:1:1: no pack is called {name}; there are chester" in said
        code, _, trouble = run("law", "coverage", name)
        assert code == 1 and f"no pack is called {name}; there are chester" in trouble

    def test_coverage_counts_a_pack_of_the_data_folder(self, run: Run) -> None:
        run("law", "new", "harrow-mills")
        counted = json.loads(run("law", "coverage", "harrow-mills", "--json")[1])
        assert counted["by_town"]["harrow-mills"]["provisions"] == 0


class TestImport:
    def test_permits_dry_then_for_good_then_nothing_new(self, run: Run, tmp_path: Path) -> None:
        opened(run)
        file = tmp_path / "list.csv"
        file.write_text(
            "Antenna / Dish,Type,Applicant,Location,SBL#,Issued,Valuation,Fee Amount\n"
            '08638,Deck,Quill E.,12 Main St,001.1-01-03.0,10/18/2012,"$86,753.00","$1,370.00"\n',
        )
        call = ("import", "permits", str(file), "--mapping", "syracuse-permits", "--town", "hilltop", "--json")
        code, said, _ = run(*call, "--dry-run")
        dry = json.loads(said)
        assert code == 0
        assert (dry["read"], dry["new"], dry["unchanged"], dry["rejected"]) == (1, 1, 0, 0)
        assert dry["totals"] == {"valuation": "86753.00", "fee": "1370.00"}
        assert json.loads(run(*call)[1])["new"] == 1
        again = json.loads(run(*call)[1])
        assert (again["new"], again["changed"], again["unchanged"]) == (0, 0, 1)

    @pytest.mark.parametrize(("file", "mapping"), [("none.csv", "syracuse-permits"), ("list.csv", "no-such-mapping")])
    def test_permits_says_what_it_cannot_read(self, run: Run, tmp_path: Path, file: str, mapping: str) -> None:
        opened(run)
        (tmp_path / "list.csv").write_text(LIST)
        code, said, trouble = run("import", "permits", str(tmp_path / file), "--mapping", mapping)
        assert (code, said) == (1, "")
        assert trouble.startswith("townwright: ")


def test_a_day_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        cli.main(["practice", "--today", "yesterday"])
    assert stopped.value.code == 2
    assert "write it like" in capsys.readouterr().err
