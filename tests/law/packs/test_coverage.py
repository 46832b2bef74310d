"""How much of a code is proved, and the mark by which tests prove it."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import proofs as plugin
from tests.law.packs.making import make_pack
from townwright.law.check import check
from townwright.law.coverage import PROOFS, Coverage, Covered, coverage, covered, proofs_text, read_proofs
from townwright.law.packs import compile_pack, shipped_names


def test_a_provision_is_proved_when_each_of_its_scenarios_is(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "elsewhere")
    pack = compile_pack("elsewhere", own=folder)
    (folder / PROOFS).write_text(proofs_text({"ELS-9-1/1": ["t.py::one"]}), encoding="utf-8")

    half = covered(pack, folder)
    (folder / PROOFS).write_text(
        proofs_text({"ELS-9-1/1": ["t.py::one"], "ELS-9-1/2": ["t.py::two"]}), encoding="utf-8"
    )
    whole = covered(pack, folder)

    assert half.proved == 0
    assert half.unproved == ("ELS-9-1", "ELS-9-2")
    assert whole.to_json() == {
        "provisions": 2,
        "scenarios": 2,
        "proved": 1,
        "unproved": ["ELS-9-2"],
        "pending": {},
        "homeless": ["ELS-9-2"],
    }


def test_what_is_open_is_listed_under_the_subject_that_will_prove_it(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "elsewhere")
    (folder / "pending.yaml").write_text("complaints: [ELS-9-1]\n", encoding="utf-8")
    (folder / PROOFS).write_text(proofs_text({"ELS-9-1/1": ["t.py::one"]}), encoding="utf-8")

    found = covered(compile_pack("elsewhere", own=folder), folder)

    assert found.pending == {"complaints": ["ELS-9-1"]}
    assert found.homeless == ("ELS-9-2",)
    assert "scenarios proved: 1 of 2; the rest by complaints" in str(found.provisions[0])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("complaints: [ELS-9-7]\n", "no provision is called ELS-9-7"),
        ("complaints: [ELS-9-1]\nreports: [ELS-9-1]\n", "under one subject"),
        ("weather: [ELS-9-1]\n", "weather"),
    ],
)
def test_a_pending_provision_exists_and_stands_under_one_known_subject(tmp_path: Path, text: str, says: str) -> None:
    folder = make_pack(tmp_path / "elsewhere")
    (folder / "pending.yaml").write_text(text, encoding="utf-8")

    assert any(says in str(problem) for problem in check("elsewhere", own=folder).errors)


def test_a_provision_without_a_scenario_is_not_proved() -> None:
    pack = compile_pack("new-york")
    bare = pack.own_provisions()[0].model_copy(update={"accept": ()})

    assert not Covered(bare, (), {}).proved


def test_without_a_full_run_nothing_is_proved(tmp_path: Path) -> None:
    assert read_proofs(tmp_path) == {}


def test_the_proofs_are_one_sorted_line_a_scenario() -> None:
    text = proofs_text({"B/2": ["y", "x"], "A/1": {"z"}})

    assert text == '{\n"A/1": ["z"],\n"B/2": ["x", "y"]\n}\n'
    assert json.loads(text) == {"A/1": ["z"], "B/2": ["x", "y"]}
    assert json.loads(proofs_text({})) == {}


def test_the_figures_of_all_packs_are_the_sum_of_each() -> None:
    found = coverage().to_json()

    assert set(found) == {"provisions", "scenarios", "proved", "unproved", "by_town"}
    assert set(found["by_town"]) == set(shipped_names())
    assert found["by_town"]["chester"]["provisions"] == 369
    assert found["by_town"]["chester"]["scenarios"] == 377
    assert found["proved"] + len(found["unproved"]) == found["provisions"]


def test_the_coverage_reads_as_provision_rules_tests(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "elsewhere")
    (folder / PROOFS).write_text(proofs_text({"ELS-9-1/2": ["t.py::two"]}), encoding="utf-8")
    one, two = covered(compile_pack("elsewhere", own=folder), folder).provisions

    assert str(one).splitlines() == [
        "ELS-9-1  § 9-1  Two signatures on every certificate",
        "    carried out by: gates: certificate.issue and gates: certificate.issue.requirements.second_signature",
        "    scenarios proved: 1 of 2",
        "    ELS-9-1/2  t.py::two",
    ]
    assert "carried out by: nothing yet" in str(two)
    *_, totals = str(coverage(["chester"])).splitlines()
    assert totals.startswith("Town of Chester, Chapter 50, Building Construction Administration: ")
    assert " of 369 provisions proved, 377 scenarios; " in totals


def test_a_town_reads_section_by_section_then_what_is_open_by_subject_and_what_has_none(tmp_path: Path) -> None:
    folder = make_pack(tmp_path / "elsewhere")
    pack = compile_pack("elsewhere", own=folder)

    homeless = str(covered(pack, folder)).splitlines()
    (folder / "pending.yaml").write_text("complaints: [ELS-9-1, ELS-9-2]\n", encoding="utf-8")
    pending = str(covered(pack, folder)).splitlines()

    assert homeless[:3] == [pack.title, "", "§ 9-1: 0 of 1 proved"]
    assert homeless[3].startswith("ELS-9-1  § 9-1  ")
    assert "§ 9-2: 0 of 1 proved" in homeless
    assert homeless[-1] == "Neither proved nor named with a subject (2): ELS-9-1 and ELS-9-2"
    assert pending[-2:] == ["Pending, by the subject that will prove it:", "    complaints (2): ELS-9-1 and ELS-9-2"]
    assert str(Coverage((covered(pack, folder),))).splitlines()[-1] == (
        f"{pack.title}: 0 of 2 provisions proved, 2 scenarios; 2 pending, 0 without a subject"
    )


# ------------------------------------------------------------------------------------------------- the plugin


def report(test: str, outcome: str, *scenarios: str, when: str = "call") -> Any:
    """What pytest reports of one step of a test."""
    return SimpleNamespace(
        nodeid=test,
        when=when,
        failed=outcome == "failed",
        passed=outcome == "passed",
        user_properties=[("proves", scenario) for scenario in scenarios] + [("other", 1)],
    )


def settled(*reports: Any) -> dict[str, Any]:
    """What a run with these reports would write beside Chester's pack."""
    found = plugin.Proofs()
    for one in reports:
        found.note(one)
    return next(json.loads(text) for path, text in found.texts().items() if path.parent.name == "chester")


def test_a_passing_test_proves_its_scenarios() -> None:
    assert settled(
        report("t.py::a", "passed", "CHE-50-4-A-1/1", when="setup"),
        report("t.py::a", "passed", "CHE-50-4-A-1/1"),
        report("t.py::b", "passed", "CHE-50-4-A-1/1", "CHE-50-4-B/1"),
    ) == {"CHE-50-4-A-1/1": ["t.py::a", "t.py::b"], "CHE-50-4-B/1": ["t.py::b"]}


def test_a_test_that_fails_for_one_parameter_proves_nothing() -> None:
    assert (
        settled(
            report("t.py::a[one]", "passed", "CHE-50-4-B/1"),
            report("t.py::a[two]", "failed", "CHE-50-4-B/1"),
            report("t.py::skipped", "skipped", "CHE-50-4-B/1"),
        )
        == {}
    )


def test_the_files_are_written_or_compared_as_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "chester").mkdir()
    monkeypatch.setattr(plugin, "SHIPPED", tmp_path)
    monkeypatch.setattr(plugin, "shipped_names", lambda: ("chester",))
    found = plugin.Proofs()

    assert plugin.settle(found, "") == []
    (line,) = plugin.settle(found, "check")
    assert line == "chester/proofs.json is not what this run proved: TOWNWRIGHT_PROOFS=write writes it"
    assert plugin.settle(found, "write") == []
    assert (tmp_path / "chester" / PROOFS).is_file()
    assert plugin.settle(found, "check") == []
