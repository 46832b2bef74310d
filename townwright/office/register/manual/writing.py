"""The manual of acts, written from their declarations so that it cannot drift.

A test refuses a stale one.
"""

from __future__ import annotations

import enum
import inspect
import types
import typing
from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from uuid import UUID

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from townwright.office.register.actors import STAFF, Role
from townwright.office.register.acts import Act, Spec, specs

_BEGINNING = """\
# Acts

Written from the acts as they are declared, by `python -m townwright.office.register.manual`; change the declaration,
then write it anew.

Everything that the office does is an act. A page of the desk or the counter does it by a form, a program by
`POST /<town>/api/v1/acts/<name>`, an import and the command line by the same input. **Who** may do it at all; **law**
is what must be so on that day: a gate of the pack, a further question to the law that the act's module words, and the
appointment that must be in force. Fields in **bold** must be given.

Each act also takes `on` (the day on which it happened, today if left empty), `late_reason` (needed for an earlier
day), `corrects` (the register entry that it corrects) and `overrule` (findings that the law leaves to the officer, each
with a written reason).
"""

_KINDS: dict[object, str] = {
    str: "text",
    int: "number",
    bool: "yes or no",
    date: "date",
    datetime: "instant",
    time: "time",
    Decimal: "number",
    UUID: "a record's id",
    object: "value",
    typing.Any: "value",
}


def manual() -> str:
    """The manual as Markdown: every act by what it is about, then the parts of which inputs are made."""
    parts: dict[str, type[BaseModel]] = {}
    lines, about = [_BEGINNING], ""
    for declared in specs():
        if (subject := declared.name.partition(".")[0]) != about:
            about = subject
            lines += [f"## {about}".replace("_", " "), ""]
        lines += _act(declared, parts)
    lines += ["## Parts of inputs", ""]
    done: set[str] = set()
    while waiting := sorted(parts.keys() - done):
        for name in waiting:
            done.add(name)
            lines += [f"### {name}", "", *_table(parts[name], parts[name].model_fields, parts)]
    return "\n".join(lines)


def _act(declared: Spec, parts: dict[str, type[BaseModel]]) -> Iterator[str]:
    yield f"### `{declared.name}`"
    yield ""
    yield f"**{declared.title}.** {inspect.cleandoc(declared.run.__doc__ or '').partition(chr(10) * 2)[0]}"
    yield ""
    subject = declared.subject
    on = f"a {subject._meta.verbose_name}" if subject is not None else "no record: it makes one, or its input names one"
    path = f"{declared.run.__module__.replace('.', '/')}.py"
    yield f"- who: {_who(declared.by)}"
    yield f"- done on: {on}"
    yield f"- law: {_law(declared)}"
    yield f"- code: [{path}](../{path})"
    yield ""
    own = {name: field for name, field in declared.given.model_fields.items() if name not in Act.model_fields}
    if own:
        yield from _table(declared.given, own, parts)


def _who(by: frozenset[Role]) -> str:
    """Roles in words; what the program itself may do is not told."""
    people = by - {Role.SYSTEM}
    if people == STAFF - {Role.SYSTEM}:
        return "everybody of the office"
    if people == frozenset(Role) - {Role.SYSTEM}:
        return "everybody, at the desk and at the counter"
    return ", ".join(sorted(people))


def _law(declared: Spec) -> str:
    asked = [f"gate `{declared.gate}`"] if declared.gate else []
    if declared.decide is not None:
        asked.append(f"`{declared.decide.__name__}` in its module")
    if declared.signs is not None:
        asked.append(f"gate `sign.{declared.signs}`")
    return "; ".join(asked) or "none beside who may do it"


def _table(model: type[BaseModel], fields: dict[str, FieldInfo], parts: dict[str, type[BaseModel]]) -> Iterator[str]:
    hints = typing.get_type_hints(model)
    yield "| field | holds | what it is |"
    yield "|---|---|---|"
    for name, field in fields.items():
        must = "**" if field.is_required() else ""
        says = ". ".join(part.rstrip(".") for part in (field.title, field.description) if part)
        yield f"| {must}`{name}`{must} | {_holds(hints[name], parts)} | {says} |"
    yield ""


def _holds(hint: object, parts: dict[str, type[BaseModel]]) -> str:
    """A type in words; parts of inputs by their names."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(_holds(one, parts) for one in arguments if one is not type(None))
    if origin is typing.Annotated:
        return _holds(arguments[0], parts)
    if origin is typing.Literal:
        return "one of: " + ", ".join(str(one) for one in arguments if one != "")
    if origin in (list, tuple, frozenset, set):
        return f"list of {_holds(arguments[0], parts)}"
    if origin is dict or hint is dict:
        return "values by name"
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return "one of: " + ", ".join(str(one.value) for one in hint)
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        parts[hint.__name__] = hint
        return f"[{hint.__name__}](#{hint.__name__.lower()})"
    return _KINDS[hint]
