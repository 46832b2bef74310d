"""The manual of facts, written from the catalogue so that it cannot drift.

``python -m townwright.law.manual > docs/facts.md`` writes it anew; a test refuses a stale one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from townwright.law.catalogue import CATALOGUE
from townwright.law.facts import Fact, Kind

_BEGINNING = """\
# Facts

Written from `townwright/law/catalogue/` by `python -m townwright.law.manual`; change the catalogue, then write it
anew.

Every fact that a gate of a pack may ask for, by name. A fact that nobody has told is *unknown*, never false. The
question is what the portal or the checklist asks; who has the answer stands behind it. A name that ends in `.<…>` is a
family: a pack names its members itself. What one town alone asks is declared in its pack, under `town.`.
"""

_KINDS = {
    Kind.BOOL: "yes or no",
    Kind.INT: "whole number",
    Kind.NUMBER: "number",
    Kind.MONEY: "dollars",
    Kind.DATE: "date",
    Kind.TEXT: "text",
    Kind.CHOICE: "one of",
    Kind.SET: "list",
}


def manual() -> str:
    """The manual as Markdown."""
    facts = sorted(CATALOGUE, key=lambda fact: fact.name)
    lines = [_BEGINNING]
    for subject, those in groupby(facts, key=lambda fact: fact.name.partition(".")[0]):
        lines += [f"## {subject}".replace("_", " "), "", "| fact | is | question | who has it |", "|---|---|---|---|"]
        lines += _rows(those)
        lines.append("")
    return "\n".join(lines)


def _rows(facts: Iterator[Fact]) -> Iterator[str]:
    for fact in facts:
        name = f"{fact.name}.<…>" if fact.family else fact.name
        choices = f": {', '.join(fact.choices)}" if fact.choices else ""
        unit = f", {fact.unit}" if fact.unit else ""
        yield f"| `{name}` | {_KINDS[fact.kind]}{choices}{unit} | {fact.ask} | {fact.held_by} |"


if __name__ == "__main__":
    print(manual(), end="")
