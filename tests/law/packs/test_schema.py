"""The schemas by which an editor completes and checks a pack while it is typed: what is a pack for them is one."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from townwright.law.check import file_schemas
from townwright.law.layers import FILES, FOLDERS
from townwright.law.loader import load, load_text
from townwright.law.packs import SHIPPED, shipped_names
from townwright.law.starting import STARTER

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "harrow-mills"


@cache
def schemas() -> dict[str, tuple[str, dict[str, Any]]]:
    return file_schemas()


def wrong(part: str, content: Any) -> list[str]:
    """What an editor would say of a file's content."""
    return [error.message for error in jsonschema.Draft202012Validator(schemas()[part][1]).iter_errors(content)]


def test_there_is_one_for_each_file_and_folder() -> None:
    assert {files for files, _ in schemas().values()} == {*FILES, *(f"{name}/*.yaml" for name in FOLDERS)}
    for _, schema in schemas().values():
        jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize(
    "folder", [*(SHIPPED / name for name in shipped_names()), EXAMPLE, STARTER], ids=lambda folder: folder.name
)
def test_every_file_of_a_pack_is_valid(folder: Path) -> None:
    for path in folder.rglob("*.yaml"):
        part = path.relative_to(folder).parts[0].removesuffix(".yaml")
        assert wrong(part, load(path).value) == [], path


@pytest.mark.parametrize(
    ("part", "text", "says"),
    [
        ("permits", "default: {lfe: []}", "'lfe' was unexpected"),
        ("permits", "default: {life: [{from: '2020-01-01', value: {months: 12}, cite: x, enacted_by: y}]}", ""),
        ("numbers", "permit: {pattern: BP}", "'says' is a required property"),
        ("gates", "a: {requirements: [{key: x, says: X, need: {is_tru: a.b}}]}", ""),
        ("pack", "name: Big Town\ntitle: T", "does not match"),
        ("town", "name: T\ncolours: {town: green}", "does not match"),
    ],
)
def test_what_is_misspelt_or_missing_is_underlined(part: str, text: str, says: str) -> None:
    found = wrong(part, load_text(text, "").value)
    assert found
    assert any(says in one for one in found), found


def test_keys_are_explained_in_the_words_of_the_rules() -> None:
    definitions = schemas()["permits"][1]["$defs"]
    assert definitions["TermRules"]["properties"]["exterior"]["description"] == (
        "How long after issue the outside must be finished."
    )
