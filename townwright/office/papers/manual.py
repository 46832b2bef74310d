"""The manual of papers and their merge fields, written from the models so that it cannot drift.

``python -m townwright.office.papers.manual > docs/papers.md`` writes it anew; a test refuses a stale one.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from pydantic.fields import FieldInfo

from townwright.office.papers.forms import COMMON_WORDS, PAPERS, PaperData, Part

_BEGINNING = """\
# Papers and their merge fields

Written from `townwright/office/papers/forms.py` by `python -m townwright.office.papers.manual`; change the
models, then write it anew.

Each paper has a kind, a model of its data and a typst template. A pack or an office gives the words and the
fields, never a template. A label is changed by `words`: `{"holders": "Permit holder"}` prints that in place
of "Holder". An empty field is left out, with its label; fields in **bold** must be there. Dates print as "Thu
19 November 2026", money as "$3,882.00"; a date that rolls prints as it stands, with the day to act by beside
it.

Every paper is US Letter, PDF/A-2a and PDF/UA-1, signed by the office's key, and bears a code, its register
number and a square code that leads to the page which says whether it is genuine. A practice office's papers
say that they have no force. Letters that the fonts lack print as \N{REPLACEMENT CHARACTER}; the fonts have
all of Latin, Greek and Cyrillic.
"""


def manual() -> str:
    """The manual as Markdown."""
    parts: dict[str, type[Part]] = {}
    papers = [line for model in PAPERS.values() for line in _paper(model, parts)]
    common = [*_heading("Fields of every paper", ""), *_table(PaperData, PaperData.model_fields, parts)]
    common += ["", "Words that every paper may print:", "", *_words(COMMON_WORDS)]
    pieces: list[str] = []
    done: set[str] = set()
    while waiting := sorted(parts.keys() - done):
        for name in waiting:
            done.add(name)
            pieces += [
                *_heading(name, parts[name].__doc__ or ""),
                *_table(parts[name], parts[name].model_fields, parts),
            ]
    return "\n".join([_BEGINNING, "# Every paper", *common, "", "# The papers", *papers, "", "# Parts", *pieces, ""])


def _paper(model: type[PaperData], parts: dict[str, type[Part]]) -> Iterator[str]:
    title = model.model_fields["title"]
    yield from _heading(f"{'Letter' if title.is_required() else title.default} (`{model.kind}`)", model.__doc__ or "")
    declared = {name for base in model.__mro__ if base not in PaperData.__mro__ for name in base.__annotations__}
    own = {name: field for name, field in model.model_fields.items() if name in declared}
    yield from _table(model, own, parts)
    if model.own_words:
        yield from ("", "Other words:", "", *_words(model.own_words))


def _heading(title: str, says: str) -> list[str]:
    return ["", f"## {title}", "", *([says.strip(), ""] if says.strip() else [])]


def _words(words: dict[str, str]) -> list[str]:
    return [f"- `{name}`: {text}" for name, text in words.items()]


def _table(model: type[Part], fields: dict[str, FieldInfo], parts: dict[str, type[Part]]) -> Iterator[str]:
    hints = typing.get_type_hints(model)
    yield "| field | holds | label | what it is |"
    yield "|---|---|---|---|"
    for name, field in fields.items():
        holds = _holds(hints[name], parts)
        must = "**" if field.is_required() else ""
        yield f"| {must}`{name}`{must} | {holds} | {field.title or ''} | {field.description or ''} |"


def _holds(hint: object, parts: dict[str, type[Part]]) -> str:
    """A type in words, parts by their names."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _holds(next(a for a in arguments if a is not type(None)), parts)
    if origin is typing.Annotated:
        return _holds(arguments[0], parts)
    if origin is list:
        return f"list of {_holds(arguments[0], parts)}"
    if origin is dict:
        return "words by name"
    if isinstance(hint, type) and issubclass(hint, Part):
        parts[hint.__name__] = hint
        return f"[{hint.__name__}](#{hint.__name__.lower()})"
    return {str: "text", int: "number", bool: "yes or no", date: "date", Decimal: "dollars"}[typing.cast(type, hint)]


if __name__ == "__main__":
    print(manual(), end="")
