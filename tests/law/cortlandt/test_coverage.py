"""Every clause of the chapter is proved here, or waits under the subject that will prove it; never both."""

import ast
from collections.abc import Iterator
from pathlib import Path

from townwright.law.check import check
from townwright.law.layers import read_layer
from townwright.law.packs import SHIPPED, Pack
from townwright.law.provisions import Pending

TESTS = Path(__file__).parents[2]


def claimed() -> set[str]:
    """The scenarios of this chapter that a test names as proved, read from the sources of all tests."""
    return {scenario for path in TESTS.rglob("test_*.py") for scenario in _marks(ast.parse(path.read_text("utf-8")))}


def _marks(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "proves":
            for named in node.args:
                if isinstance(named, ast.Constant) and str(named.value).startswith("COR-"):
                    yield str(named.value)


def pending() -> set[str]:
    """The provisions that wait under a subject."""
    named: Pending = read_layer(SHIPPED / "cortlandt").part("pending")
    return {provision_id for _, provision_id in named.pairs()}


def test_every_clause_is_proved_or_pending_and_never_both(cortlandt: Pack) -> None:
    marks, waiting = claimed(), pending()
    proved = {p.id for p in cortlandt.own_provisions() if p.accept and marks >= set(p.scenario_ids)}

    assert {p.id for p in cortlandt.own_provisions()} - proved - waiting == set()
    assert proved & waiting == set()


def test_a_mark_names_a_scenario_of_the_chapter(cortlandt: Pack) -> None:
    known = {scenario for p in cortlandt.own_provisions() for scenario in p.scenario_ids}

    assert claimed() - known == set()
    assert len(known) == 249
    assert len(cortlandt.own_provisions()) == 221


def test_nothing_with_a_behaviour_is_without_its_carrier() -> None:
    report = check("cortlandt")

    assert report.sound
    assert not [str(one) for one in report.problems if "carries out" in one.says]


def test_where_the_chapter_is_looser_than_the_state_the_check_says_so_with_both_sections() -> None:
    said = [str(one) for one in check("cortlandt").problems if one.warning]

    for town, state in (
        ("§ 149-12(A)", "19 NYCRR § 1203.3(a)"),
        ("§ 149-12(B)", "19 NYCRR § 1203.3(a)"),
        ("§ 149-12(D)", "19 NYCRR § 1203.3(a)"),
        ("§ 149-13(F)", "19 NYCRR § 1203.3(a)"),
        ("§ 149-15(C)", "19 NYCRR § 1203.3(h)"),
        ("§ 149-18", "19 NYCRR § 1203.3(c)"),
    ):
        assert any(f"{town}: " in one and one.endswith(f"the State's minimum is {state}") for one in said), town
    assert not any("§ 149-12(C)" in one for one in said)
