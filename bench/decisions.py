"""A permit decision with all findings, against a decision table of zen-engine that says no more than yes or no.

``bench/run decisions [TURNS]`` (30). Ours holds every requirement of the gate `permit.issue` of the pack chester
against the facts and gives a finding for each, with section, words, fact and limit. The table of zen-engine has one row
for each of these requirements: the value of its fact that meets it, or that it stands in the way (hit policy "collect",
so that all rows are looked at, as a decision with all its findings has to).
"""

from __future__ import annotations

import json
import sys
from datetime import date
from decimal import Decimal
from typing import Any

import zen
from timing import medians, print_ratios

from tests.law.chester.facts import ready_permit
from townwright.law.packs import compile_pack

ON = date(2025, 2, 10)


def main(turns: int) -> None:
    """Decides in turns."""
    gate = compile_pack("chester").gate("permit.issue")
    ready = ready_permit()
    wanting = {name: value for name, value in ready.items() if not name.startswith("insurance.")}
    asked_for = gate.decide(ready, ON).findings
    assert gate.decide(ready, ON).allowed and not gate.decide(wanting, ON).allowed

    rows = [(finding.key, finding.facts[0] if finding.facts else finding.key) for finding in asked_for]
    flat = {**{name: plain(ready.get(name)) for _, name in rows}, "present": True}
    table = zen.ZenEngine().create_decision(json.dumps(as_table(rows, flat)))
    found = table.evaluate(as_input(rows, flat))["result"]
    assert len(found) == len(rows), "every row of the table is met by these facts"

    contestants = {
        "Townwright, ready to issue": lambda: gate.decide(ready, ON),
        "Townwright, insurance not known": lambda: gate.decide(wanting, ON),
        "zen-engine, the same rows met": lambda: table.evaluate(as_input(rows, flat)),
    }
    met, unknown = len(asked_for), sum(f.outcome == "unknown" for f in gate.decide(wanting, ON).findings)
    notes = {
        "Townwright, ready to issue": f"{met} findings with their sections and words",
        "Townwright, insurance not known": f"{met} findings, {unknown} of them name what is missing",
        "zen-engine, the same rows met": f"{len(rows)} rows, a key each",
    }
    print_ratios(medians(contestants, turns=turns, times=50), next(iter(contestants)), notes)


def plain(value: Any) -> Any:
    """A fact as JSON has it: zen-engine takes no dates and no decimals."""
    match value:
        case Decimal():
            return float(value)
        case date():
            return value.toordinal()
        case set() | frozenset():
            return ",".join(sorted(value))
    return "" if value is None else value


def as_input(rows: list[tuple[str, str]], flat: dict[str, Any]) -> dict[str, Any]:
    """The facts under names without dots, one a row."""
    return {column(name): flat[name] for _, name in rows}


def column(name: str) -> str:
    """A fact's name as a field of the table's input."""
    return name.replace(".", "_")


def as_table(rows: list[tuple[str, str]], flat: dict[str, Any]) -> dict[str, Any]:
    """A decision table with a row a requirement, an input column a fact."""
    names = list(dict.fromkeys(name for _, name in rows))
    columns = [{"id": column(name), "name": name, "field": column(name)} for name in names]
    content = {
        "hitPolicy": "collect",
        "inputs": columns,
        "outputs": [{"id": "met", "name": "Met", "field": "met"}],
        "rules": [
            {"_id": key, **{column(one): condition(flat[one]) if one == name else "" for one in names},
             "met": json.dumps(key)}
            for key, name in rows
        ],
    }  # fmt: skip
    kinds = [("in", "inputNode", None), ("table", "decisionTableNode", content), ("out", "outputNode", None)]
    return {
        "nodes": [
            {"id": name, "name": name, "type": kind, "position": {"x": 0, "y": 0}, "content": held or {}}
            for name, kind, held in kinds
        ],
        "edges": [
            {"id": "1", "type": "edge", "sourceId": "in", "targetId": "table"},
            {"id": "2", "type": "edge", "sourceId": "table", "targetId": "out"},
        ],
    }


def condition(value: Any) -> str:
    """The unary test that this value meets."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f">= {value}" if isinstance(value, int | float) else json.dumps(value)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
