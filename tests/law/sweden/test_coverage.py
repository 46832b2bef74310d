"""Each provision of the chapter is proved by tests, or stands under the subject that will prove it; never both."""

import ast
from collections.abc import Iterator
from pathlib import Path

from townwright.law.layers import read_layer
from townwright.law.packs import SHIPPED, Pack
from townwright.law.provisions import Pending

TESTS = Path(__file__).parents[2]


def claimed() -> frozenset[str]:
    """The scenarios of the chapter that the sources of the tests say they prove."""
    sources = (path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    return frozenset(one for source in sources if "SWE-169" in source for one in _marks(ast.parse(source)))


def _marks(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "proves":
            yield from (
                each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )


def test_each_provision_is_claimed_by_tests_or_pending_and_never_both(sweden: Pack) -> None:
    marks = claimed()
    pending: Pending = read_layer(SHIPPED / "sweden").part("pending")
    waiting = {provision_id for _, provision_id in pending.pairs()}

    whole = {one.id for one in sweden.own_provisions() if one.accept and marks.issuperset(one.scenario_ids)}

    assert {one.id for one in sweden.own_provisions()} - whole - waiting == set()
    assert whole & waiting == set()
