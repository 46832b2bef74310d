"""The strict loader: what it reads, what it refuses, and where it says that things stand."""

from pathlib import Path

import pytest

from townwright.law.loader import LoadError, Mark, load, load_text


def test_plain_words_are_whole_numbers_true_false_null_or_text() -> None:
    document = load_text(
        "number: 42\nminus: -7\nzero: 0\nyes_: true\nno_: false\nnothing: null\nblank:\nword: no\n"
        "time: 12:30\nmoney: 1.10\nday: 2025-04-14\noctal: 0755\nquoted: '42'\n",
        "x.yaml",
    )

    assert document.value == {
        "number": 42,
        "minus": -7,
        "zero": 0,
        "yes_": True,
        "no_": False,
        "nothing": None,
        "blank": None,
        "word": "no",
        "time": "12:30",
        "money": "1.10",
        "day": "2025-04-14",
        "octal": "0755",
        "quoted": "42",
    }


def test_every_value_has_its_mark() -> None:
    document = load_text("gates:\n  - key: fee\n    says: Paid\n  - key: site\n", "x.yaml")

    assert document.mark(("gates", 1, "key")) == Mark("x.yaml", 4, 5)
    assert document.mark(("gates", 0, "says")) == Mark("x.yaml", 3, 5)
    assert document.mark(("gates", 0, "missing", "deeper")) == Mark("x.yaml", 2, 5)
    assert document.mark(("nowhere",)) == Mark("x.yaml", 1, 1)
    assert document.real(("gates", 0, "a checker's own step", "says")) == ("gates", 0, "says")
    assert str(document.mark(("gates", 1))) == "x.yaml:4:5"


def test_whole_numbers_are_good_keys_too() -> None:
    assert load_text("1998: former chapter\n", "x.yaml").value == {"1998": "former chapter"}


def test_an_empty_file_holds_nothing() -> None:
    document = load_text("# only a comment\n", "x.yaml")

    assert document.value is None
    assert document.mark(("anything",)) == Mark("x.yaml", 1, 1)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("a: 1\nb: 2\na: 3\n", "x.yaml:3:1: expected each key once: 'a' stands in line 1 too", id="twice"),
        pytest.param("a: &x 1\nb: *x\n", "x.yaml:1:4: expected each value written out", id="alias"),
        pytest.param("a: !!float 1\n", "x.yaml:1:4: expected text, a whole number, true, false or null", id="tag"),
        pytest.param("a: !!set {b}\n", "not the tag tag:yaml.org,2002:set", id="collection tag"),
        pytest.param("true: 1\n", "x.yaml:1:1: expected a word as the key", id="key"),
        pytest.param("? [a]\n: 1\n", "expected a word as the key", id="list as key"),
        pytest.param("a: [1\n", "expected YAML", id="open list"),
        pytest.param("a: *nowhere\n", "x.yaml:1:4: expected YAML", id="undefined alias"),
        pytest.param("a: \x07\n", "x.yaml:1:1: expected YAML", id="control character"),
    ],
)
def test_what_could_be_misread_is_refused(text: str, problem: str) -> None:
    with pytest.raises(LoadError) as caught:
        load_text(text, "x.yaml")

    assert problem in str(caught.value)


def test_a_file_is_read_and_named_as_asked(tmp_path: Path) -> None:
    path = tmp_path / "town.yaml"
    path.write_text("name: Town of Elsewhere\n", encoding="utf-8")

    assert load(path).mark(()).file == str(path)
    assert load(path, shown_as="elsewhere/town.yaml").value == {"name": "Town of Elsewhere"}


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "town.yaml"
    path.write_bytes(b"name: \xff\n")

    with pytest.raises(LoadError, match="expected text in UTF-8"):
        load(path)
