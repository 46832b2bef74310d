"""Starting a pack: what is written, that it holds as it is, and what is refused."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.law.packs.making import make_pack
from townwright.law.check import check
from townwright.law.layers import FILES, FOLDERS
from townwright.law.loader import load_text
from townwright.law.packs import compile_pack, folder_of, names_in, shipped_names
from townwright.law.starting import STARTER, NotStarted, as_example, as_rules, of_folder, start, still_to_change

TOWNS = [name for name in shipped_names() if compile_pack(name).place is not None]


def warnings(folder: Path, shelf: Path) -> list[str]:
    """What the check says of the pack's own files."""
    report = check(folder.name, shelf=shelf)
    assert report.errors == ()
    return [str(one) for one in report.problems if one.mark.file.startswith(folder.name)]


class TestOnAFloor:
    def test_a_new_pack_has_every_part_explained_and_compiles(self, tmp_path: Path) -> None:
        folder = start("harrow-mills", tmp_path)

        assert folder == tmp_path / "harrow-mills"
        files = {path.relative_to(folder).as_posix() for path in folder.rglob("*.yaml")}
        assert {name for name in files if "/" not in name} == set(FILES)
        assert {name.partition("/")[0] for name in files if "/" in name} == set(FOLDERS)
        for path in folder.rglob("*.yaml"):
            assert path.read_text(encoding="utf-8").startswith("## "), path
        pack = compile_pack("harrow-mills", shelf=tmp_path)
        assert (pack.title, pack.extends) == ("Town of Harrow Mills, Chapter 1, Buildings", "new-york")
        assert pack.town.name == "Town of Harrow Mills"
        assert pack.own_provisions() == ()
        assert pack.gates == compile_pack("new-york").gates

    def test_what_is_still_the_examples_is_listed_with_its_line(self, tmp_path: Path) -> None:
        folder = start("harrow-mills", tmp_path)

        said = warnings(folder, tmp_path)

        title = "title: Town of Harrow Mills, Chapter 1, Buildings"
        assert f"harrow-mills/pack.yaml:4:51: warning: still to be changed: {title}" in said
        assert "harrow-mills/town.yaml:3:28: warning: still to be changed: name: Town of Harrow Mills" in said
        (folder / "pack.yaml").write_text("name: harrow-mills\ntitle: Chapter 12\nextends: new-york\n")
        left = [line for line in warnings(folder, tmp_path) if line.startswith("harrow-mills/pack.yaml")]
        assert not any("still to be changed" in line for line in left)

    def test_every_example_counts_once_its_mark_is_taken_away(self, tmp_path: Path) -> None:
        folder = start("harrow-mills", tmp_path, prefix="HRM")
        for path in folder.rglob("*.yaml"):
            if path.name not in ("pack.yaml", "town.yaml", "holidays.yaml"):
                path.write_text(as_rules(path.read_text(encoding="utf-8")), encoding="utf-8")

        said = warnings(folder, tmp_path)

        assert [line for line in said if "still to be changed" not in line] == []
        pack = compile_pack("harrow-mills", shelf=tmp_path)
        assert [one.id for one in pack.own_provisions()] == ["HRM-1-4-A", "HRM-1-7-B", "HRM-1-18-A"]
        assert {"second_signature", "survey"} <= {one.key for one in pack.gates["certificate.issue"].requirements}
        assert pack.numbers.pattern("permit") == "S-{yy}-{count:03}"
        holidays = (folder / "holidays.yaml").read_text(encoding="utf-8")
        assert len(FILES["holidays.yaml"].validate_python(load_text(as_rules(holidays), "").value).holidays) == 1

    def test_it_can_stand_on_a_pack_that_towns_share(self, tmp_path: Path) -> None:
        county = tmp_path / "far-county"
        county.mkdir()
        (county / "pack.yaml").write_text("name: far-county\ntitle: County of Far\nextends: new-york\n")
        (county / "numbers.yaml").write_text('permit: {pattern: "FAR-{year}-{count}", says: Permits}\n')

        start("near-town", tmp_path, source="far-county")

        pack = compile_pack("near-town", shelf=tmp_path)
        assert pack.extends == "far-county"
        assert pack.numbers.pattern("permit") == "FAR-{year}-{count}"
        assert pack.numbers.pattern("order") == compile_pack("new-york").numbers.pattern("order")

    def test_examples_and_rules_are_each_others_opposite(self) -> None:
        for path in STARTER.rglob("*.yaml"):
            text = path.read_text(encoding="utf-8")
            assert as_rules(as_example(text)) == text


class TestFromATown:
    @pytest.mark.parametrize("source", TOWNS)
    def test_a_copy_says_what_its_source_says_under_ids_of_its_own(self, tmp_path: Path, source: str) -> None:
        folder = start("elsewhere", tmp_path, source=source)

        copy, original = compile_pack("elsewhere", shelf=tmp_path), compile_pack(source)
        assert not (folder / "pending.yaml").exists()
        assert not (folder / "proofs.json").exists()
        (old,) = {one.id.partition("-")[0] for one in original.own_provisions()}
        assert {one.id.partition("-")[0] for one in copy.own_provisions()} == {"ELS"}
        there = re.sub(rf"\b{old}-", "ELS-", original.to_json())
        again = copy.to_json().replace('"name":"elsewhere"', f'"name":"{source}"')
        assert again.replace('"pack":"elsewhere"', f'"pack":"{source}"') == there

    def test_what_is_the_other_towns_is_marked(self, tmp_path: Path) -> None:
        folder = start("elsewhere", tmp_path, source="chester")

        said = warnings(folder, tmp_path)

        assert "elsewhere/town.yaml:2:23: warning: still to be changed: name: Town of Chester" in said
        assert "elsewhere/permits.yaml:8:35: warning: still to be changed: enacted_by: L.L. No. 4-2024" in said
        heads = [line for line in said if "Copied from the pack chester" in line]
        assert len(heads) == len(list(folder.rglob("*.yaml"))) - 1  # every file but pack.yaml
        assert list(still_to_change(folder, "pack.yaml")) == [
            (2, 74, "title: Town of Chester, Chapter 50, Building Construction Administration")
        ]

    def test_words_that_run_over_lines_are_left_whole(self, tmp_path: Path) -> None:
        numbers = 'permit: {pattern: "A-{year}-{count}",\n  says: "Elsewhere,\n  so"}\n'
        readings = "where:\n  says: In Elsewhere\n    or not?\n  taken: Here.\n"
        pending = "reports: [ELS-9-1]\n"
        town = make_pack(tmp_path / "first", numbers=numbers, readings=readings, pending=pending)
        (town / "more.txt").write_text("not a part of the pack")

        folder = start("second", tmp_path, source="first", prefix="SEC")

        assert (folder / "numbers.yaml").read_text().splitlines()[1:] == [
            'permit: {pattern: "A-{year}-{count}",', '  says: "Elsewhere,', '  so"}'
        ]  # fmt: skip
        assert (folder / "readings.yaml").read_text().splitlines()[1:] == readings.splitlines()
        assert not (folder / "more.txt").exists()
        assert not (folder / "pending.yaml").exists()

    def test_a_town_without_clauses_can_be_copied(self, tmp_path: Path) -> None:
        town = make_pack(tmp_path / "bare", gates__own="{}\n")
        shutil.rmtree(town / "provisions")
        start("second", tmp_path, source="bare")
        assert compile_pack("second", shelf=tmp_path).own_provisions() == ()


class TestRefused:
    @pytest.mark.parametrize("name", ["Harrow Mills", "-x", "x-", "9mills", "", "a" * 41, "../up", "a--b", "häger"])
    def test_a_name_that_cannot_be_one(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(NotStarted, match="use small letters, digits and single hyphens"):
            start(name, tmp_path)
        assert list(tmp_path.iterdir()) == []

    def test_forty_letters_can(self, tmp_path: Path) -> None:
        assert start("a" * 40, tmp_path).is_dir()

    def test_the_name_of_a_shipped_pack(self, tmp_path: Path) -> None:
        with pytest.raises(NotStarted, match="ships a pack that is called chester"):
            start("chester", tmp_path)

    def test_nothing_is_written_over(self, tmp_path: Path) -> None:
        folder = start("harrow-mills", tmp_path)
        (folder / "town.yaml").write_text("mine")
        with pytest.raises(NotStarted, match="harrow-mills is there already, and nothing is written over"):
            start("harrow-mills", tmp_path)
        assert (folder / "town.yaml").read_text() == "mine"

    def test_a_source_that_there_is_not(self, tmp_path: Path) -> None:
        with pytest.raises(NotStarted, match="No pack is called chestr; did you mean 'chester'"):
            start("harrow-mills", tmp_path, source="chestr")

    def test_a_source_that_cannot_be_read(self, tmp_path: Path) -> None:
        make_pack(tmp_path / "broken", gates__own="a: [\n")
        with pytest.raises(NotStarted, match=r"The pack broken cannot be read: broken/gates/own.yaml:2:1"):
            start("harrow-mills", tmp_path, source="broken")

    @pytest.mark.parametrize("prefix", ["A", "ABCDE", "ab", "A1"])
    def test_a_prefix_that_cannot_be_one(self, tmp_path: Path, prefix: str) -> None:
        with pytest.raises(NotStarted, match="two to four capital letters"):
            start("harrow-mills", tmp_path, prefix=prefix)

    def test_a_prefix_that_another_pack_has(self, tmp_path: Path) -> None:
        with pytest.raises(NotStarted, match="The ids of the pack chester begin with CHE"):
            start("harrow-mills", tmp_path, prefix="CHE")


class TestPrefix:
    @pytest.mark.parametrize(
        ("name", "made"),
        [("harrow-mills", "HAR"), ("chesterfield", "CHES"), ("c-h-e", "CH"), ("z", None), ("ox", "OX")],
    )
    def test_it_is_made_of_the_name(self, tmp_path: Path, name: str, made: str | None) -> None:
        if made is None:
            with pytest.raises(NotStarted, match="give --prefix"):
                start(name, tmp_path)
        else:
            folder = start(name, tmp_path)
            assert f"id: {made}-1-4-A" in (folder / "provisions/01.yaml").read_text()


def test_packs_are_found_in_the_office_the_shelf_and_the_program_in_that_order(tmp_path: Path) -> None:
    shelf, own = tmp_path / "packs", make_pack(tmp_path / "own")
    here = make_pack(shelf / "here")
    (own / "pack.yaml").write_text("name: here\ntitle: The office's own\n")

    assert names_in(shelf) == ("here",)
    assert names_in(None) == ()
    assert folder_of("here", own, shelf) == own
    assert folder_of("here", None, shelf) == here
    assert folder_of("chester", own, shelf).parts[-2:] == ("towns", "chester")
    assert of_folder(own) == "here"
    assert of_folder(tmp_path) == tmp_path.name


def test_a_pack_names_what_it_stands_on(tmp_path: Path) -> None:
    make_pack(tmp_path / "lost", pack="name: lost\ntitle: Lost\nextends: new-yorc\n")

    report = check("lost", shelf=tmp_path)

    assert [str(one) for one in report.errors] == [
        "lost/pack.yaml:3:1: extends: no pack is called new-yorc; did you mean 'new-york'?; there are chester, "
        "cortlandt, new-york, shelter-island, sweden and lost"
    ]


def test_a_file_of_comments_alone_says_nothing(tmp_path: Path) -> None:
    make_pack(tmp_path / "quiet", permits="# nothing yet\n", gates__more="## nothing\n")
    assert compile_pack("quiet", shelf=tmp_path).permits == compile_pack("new-york").permits
    make_pack(tmp_path / "empty", pack="# nothing\n")
    assert "empty/pack.yaml:1:1" in str(check("empty", shelf=tmp_path).errors[0])
