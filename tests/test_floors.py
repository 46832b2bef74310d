"""Rules of the house that a reader of one file cannot see: which floor knows what, and who may ask for the
time.
"""

import ast
from pathlib import Path

from townwright.site.settings import OFFICE_APPS

PACKAGE = Path(__file__).parent.parent / "townwright"
CODE = [path for path in sorted(PACKAGE.rglob("*.py")) if "migrations" not in path.parts]

#: The only modules that may ask the machine for the time, and why.
TIME_TELLERS = {
    "office/clock/__init__.py": "the one clock",
    "office/storage/keys.py": "keys sort in the order of their making; nothing reads a date from one",
}
#: What tells the time. `monotonic` measures how long something took and tells no time.
TELLS = {"now", "utcnow", "today", "localdate", "localtime", "time_ns", "gmtime", "fromtimestamp", "Now"}
OF = {"datetime", "date", "timezone", "time", "functions", "models"}


def test_towns_hold_no_code() -> None:
    files = {path.suffix for path in (PACKAGE / "towns").rglob("*") if path.is_file()}

    assert files <= {".yaml", ".json", ".svg", ".txt", ".md"}


def test_nothing_but_the_clock_tells_the_time() -> None:
    asked = {str(path.relative_to(PACKAGE)): found for path in CODE if (found := asks_the_time(path))}

    assert asked.keys() == TIME_TELLERS.keys(), asked


def asks_the_time(path: Path) -> list[str]:
    """Where a module tells the time by itself, or lets the database do so."""
    asked = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr in TELLS:
            of = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            if of in OF or node.attr == "Now":
                asked.append(f"line {node.lineno}: {of}.{node.attr}")
        if isinstance(node, ast.keyword) and node.arg in ("auto_now", "auto_now_add", "db_default"):
            asked.append(f"line {node.value.lineno}: {node.arg}")
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            asked += [f"line {node.lineno}: {alias.name}" for alias in node.names if alias.name in TELLS | {"time"}]
    return asked


def test_no_town_is_named_in_code() -> None:
    towns = {folder.name for folder in (PACKAGE / "towns").iterdir() if folder.is_dir()} - {"new-york"}
    words = towns | {town.replace("-", " ") for town in towns}

    # Practice offices are of towns by their names; that is what they are for.
    naming = [
        f"{path.relative_to(PACKAGE)}: {word}"
        for path in CODE
        if "practice" not in path.parts
        for word in words
        if word in path.read_text(encoding="utf-8").casefold()
    ]

    assert naming == []


def test_the_floors_of_the_office_are_one_list() -> None:
    """The order of apps in the settings is the one that import-linter holds them to."""
    import tomllib

    contracts = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract.get("containers") == ["townwright.office"])

    assert [layer.strip("()") for layer in reversed(layers)] == OFFICE_APPS
    assert {path.parent.name for path in (PACKAGE / "office").glob("*/__init__.py")} <= set(OFFICE_APPS)
