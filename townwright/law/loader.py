"""Reads the YAML of a pack strictly, and remembers where each value stood.

YAML as most programs read it turns `no` into false, `12:30` into 750 and `1.10` into 1.1, and keeps the last
of two equal keys without a word. Here a plain word is a whole number, `true`, `false`, `null`, or text;
nothing else. Duplicate keys, tags, anchors and aliases are refused. Every value keeps file, line and column,
so that a later complaint about it can point there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

#: Where a value stands in a document: keys of mappings and places in lists, from the top.
Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A spot in a file; lines and columns count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class LoadError(ValueError):
    """A file that cannot be read as a pack's YAML: where, and what was wrong."""

    def __init__(self, mark: Mark, problem: str) -> None:
        super().__init__(f"{mark}: {problem}")
        self.mark = mark
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Document:
    """What a file holds, with the mark of every value (and of every key of a mapping)."""

    file: str
    value: Any
    marks: dict[Place, Mark] = field(repr=False)

    def mark(self, place: Place) -> Mark:
        """The mark of a value, or of the nearest thing around it that is in the file."""
        while place not in self.marks:
            place = place[:-1]
        return self.marks[place]

    def real(self, place: Place) -> Place:
        """The parts of a place that the file really has, where a checker's place names its own steps too."""
        found: Place = ()
        for step in place:
            if (*found, step) in self.marks:
                found = (*found, step)
        return found


class _Words(yaml.CSafeLoader):
    """Knows whole numbers, true, false and null; everything else stays text."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}


_Words.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"-?(?:0|[1-9][0-9]*)\Z"), list("-0123456789"))
_Words.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"(?:true|false)\Z"), list("tf"))
_Words.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"(?:null|)\Z"), ["n", ""])


def load(path: Path, *, shown_as: str = "") -> Document:
    """Read a YAML file. `shown_as` is the name that errors give it. Raises `LoadError`,
    also where there is none.
    """
    name = shown_as or str(path)
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise LoadError(Mark(name, 1, 1), f"expected text in UTF-8: {error.reason}") from None
    except OSError as error:  # a folder of this name, a link that leads to itself, a file that is somebody else's
        raise LoadError(Mark(name, 1, 1), f"expected a file that can be read: {error.strerror}") from None
    return load_text(text, name)


@lru_cache(maxsize=1024)
def load_text(text: str, file: str) -> Document:
    """Read YAML from a string; `file` is the name that errors give it. Raises `LoadError`.

    The same text is read once: the State's files lie beneath every pack. Nobody changes what is read.
    """
    try:
        node = yaml.compose(text, Loader=_Words)
    except yaml.MarkedYAMLError as error:
        at = error.problem_mark or error.context_mark
        mark = Mark(file, at.line + 1, at.column + 1) if at else Mark(file, 1, 1)
        raise LoadError(mark, f"expected YAML: {error.problem or error.context}") from None
    except yaml.YAMLError as error:
        raise LoadError(Mark(file, 1, 1), f"expected YAML: {error}") from None
    if node is None:
        return Document(file, None, {(): Mark(file, 1, 1)})
    reading = _Reading(file)
    value = reading.value(node, ())
    return Document(file, value, reading.marks)


class _Reading:
    """One walk over a file's nodes."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.marks: dict[Place, Mark] = {}
        self.seen: set[int] = set()

    def mark(self, node: yaml.Node) -> Mark:
        return Mark(self.file, node.start_mark.line + 1, node.start_mark.column + 1)

    def value(self, node: yaml.Node, place: Place) -> Any:
        if id(node) in self.seen:
            raise LoadError(self.mark(node), "expected each value written out: a pack uses no anchors and aliases")
        self.seen.add(id(node))
        self.marks.setdefault(place, self.mark(node))
        match node:
            case yaml.MappingNode(tag="tag:yaml.org,2002:map"):
                return dict(self.pairs(node, place))
            case yaml.SequenceNode(tag="tag:yaml.org,2002:seq"):
                return [self.value(item, (*place, at)) for at, item in enumerate(node.value)]
            case yaml.ScalarNode(tag="tag:yaml.org,2002:str"):
                return node.value
            case yaml.ScalarNode(tag="tag:yaml.org,2002:int"):
                return int(node.value)
            case yaml.ScalarNode(tag="tag:yaml.org,2002:bool"):
                return node.value == "true"
            case yaml.ScalarNode(tag="tag:yaml.org,2002:null"):
                return None
        raise LoadError(self.mark(node), f"expected text, a whole number, true, false or null, not the tag {node.tag}")

    def pairs(self, node: yaml.MappingNode, place: Place) -> Iterator[tuple[str, Any]]:
        lines: dict[str, int] = {}
        for key_node, value_node in node.value:
            key = self.value(key_node, (*place, "a key"))
            del self.marks[(*place, "a key")]
            if isinstance(key, int) and not isinstance(key, bool):
                key = str(key)
            if not isinstance(key, str):
                raise LoadError(self.mark(key_node), "expected a word as the key")
            if key in lines:
                raise LoadError(self.mark(key_node), f"expected each key once: {key!r} stands in line {lines[key]} too")
            lines[key] = self.mark(key_node).line
            self.marks[(*place, key)] = self.mark(key_node)
            yield key, self.value(value_node, (*place, key))
