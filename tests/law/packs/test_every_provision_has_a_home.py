"""Every provision of a pack that is complete is proved by tests, or waits in its `pending.yaml` under a subject."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from townwright.law.layers import read_layer
from townwright.law.packs import SHIPPED, compile_pack
from townwright.law.provisions import Pending

TESTS = Path(__file__).parents[2]

#: The packs whose provisions have all been gone through. One is added when its last section is.
COMPLETE = ("chester", "new-york", "shelter-island")


@cache
def claimed() -> frozenset[str]:
    """The scenarios that a mark `proves` somewhere in the tests names, read and not run."""
    texts = (path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    return frozenset(scenario for text in texts for scenario in _marks(ast.parse(text)))


def _marks(tree: ast.Module) -> Iterator[str]:
    """The scenarios of each `pytest.mark.proves(…)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "proves":
            for given in node.args:
                assert isinstance(given, ast.Constant), f"line {given.lineno}: expected the scenarios written out"
                yield str(given.value)


@pytest.mark.parametrize("name", COMPLETE)
def test_every_provision_is_proved_or_pending_and_never_both(name: str) -> None:
    pending: Pending = read_layer(SHIPPED / name).part("pending", Pending({}))
    waiting = {provision_id for _, provision_id in pending.pairs()}
    own = compile_pack(name).own_provisions()
    proved = {one.id for one in own if one.accept and claimed().issuperset(one.scenario_ids)}

    assert [one.id for one in own if one.id not in proved | waiting] == [], "neither proved nor pending"
    assert sorted(proved & waiting) == [], "pending, though its scenarios are all proved"


@pytest.mark.parametrize("name", COMPLETE)
def test_what_is_pending_belongs_to_the_pack(name: str) -> None:
    pending: Pending = read_layer(SHIPPED / name).part("pending", Pending({}))

    own = {one.id for one in compile_pack(name).own_provisions()}
    assert {provision_id for _, provision_id in pending.pairs()} <= own


def test_marks_are_read_and_not_run() -> None:
    marked = "@pytest.mark.proves('A-1/1', 'A-1/2')\ndef test_it() -> None: ...\n"

    assert list(_marks(ast.parse(marked))) == ["A-1/1", "A-1/2"]
    with pytest.raises(AssertionError, match="written out"):
        list(_marks(ast.parse("@pytest.mark.proves(*ALL)\ndef test_it() -> None: ...\n")))
