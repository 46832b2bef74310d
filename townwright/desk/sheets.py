"""What the sheet of an act begins with: values that are known already, and records to choose from by their names.

An act names records by their ids. A person at the desk sees the parties of the case, its open items, the staff; so a
field of that name becomes a choice among them. What an act's sheet starts with beyond that is registered here by the
act's name, so that the page for doing an act stays the same for all of them.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Union, get_args, get_origin
from uuid import UUID

from django.db.models import Model
from pydantic import BaseModel

from townwright.law.choices import Choice
from townwright.law.facts import Fact
from townwright.law.findings import Decision
from townwright.office.cases.models import Case, Party, RequestItem
from townwright.office.files.models import StoredFile
from townwright.office.register.actors import STAFF, Actor
from townwright.office.register.acts import Act, Offer, Spec
from townwright.office.register.models import Entry
from townwright.office.staff.models import Account
from townwright.pages.uploads import Kept

Choices = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """An act about to be done: on what, by whom, under which decision; `asked` is what the page's address fills in."""

    spec: Spec
    subject: Any
    case: Case | None
    actor: Actor
    on: date
    decision: Decision
    asked: Mapping[str, Any] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        """Whether nothing stands in the way that the sheet itself would not settle."""
        return Offer(self.spec, self.decision).open


@dataclass(frozen=True, slots=True)
class Start:
    """What a sheet begins with.

    `choices` are by the field's path (`insurances.who`), `hints` in place of what the input says of it; `known` are the
    answers of a field's own list that the town's law knows; `notes` are facts that the act takes by their names;
    `hidden` are fields that the page fills by itself; `about` stands above the form; `title` is what the desk calls the
    act where the act's own title is said from the other side of the counter.
    """

    initial: Mapping[str, Any] = field(default_factory=dict)
    choices: Mapping[str, Choices] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, Sequence[Choice]] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    about: Any = ""
    title: str = ""
    notes: Sequence[Fact] = ()


Starter = Callable[[Sheet], Start]
_starters: dict[str, Starter] = {}


def starts(*names: str) -> Callable[[Starter], Starter]:
    """Registers what the sheets of these acts begin with."""

    def register(starter: Starter) -> Starter:
        _starters.update(dict.fromkeys(names, starter))
        return starter

    return register


def start_of(sheet: Sheet) -> Start:
    """What the sheet of an act begins with."""
    from townwright.desk import beginnings, beginnings_office, beginnings_records  # noqa: F401  they register

    own = _starters[sheet.spec.name](sheet) if sheet.spec.name in _starters else Start()
    return replace(own, choices={**_choices(sheet), **own.choices})


# -- records to choose from ------------------------------------------------------------------------------------------


def parties(case: Case) -> Choices:
    """Those who have a part in the case now."""
    rows = Party.objects.filter(case=case, ends=None).select_related("person")
    return [(str(row.pk), f"{row.person.name}, {row.get_part_display().lower()}") for row in rows]


def items(case: Case, *states: str) -> Choices:
    """Items of the change requests of the case that are in one of these states."""
    rows = RequestItem.objects.filter(request__case=case, state__in=states).select_related("request")
    ordered = rows.order_by("request__count", "count")
    return [(str(row.pk), f"Request {row.request.count}, item {row.count}: {row.title}") for row in ordered]


def staff(_: Case) -> Choices:
    """The people of the office who can sign in."""
    return everybody()


def everybody() -> Choices:
    """The people of the office who can sign in, by their names."""
    rows = Account.objects.filter(is_active=True, role__in=[role.value for role in STAFF]).order_by("name")
    return [(str(row.pk), row.name or row.username) for row in rows]


def entries(case: Case) -> Choices:
    """The entries of the register in the case's history, the newest first."""
    rows = Entry.objects.filter(touched__ref=case.pk).order_by("-seq")[:200]
    return [(str(row.seq), f"{row.seq:,}: {row.said}") for row in rows]


State = RequestItem.State
#: Fields that name records, by their path in the input, with the records that they may name.
_RECORDS: dict[str, Callable[[Case], Choices]] = {
    "holder": parties,
    "applicant": parties,
    "leave": parties,
    "insurances.who": parties,
    "account": staff,
    "item": lambda case: items(case, State.WAITING),
    "items_accepted": lambda case: items(case, State.ANSWERED, State.NOT_APPLICABLE),
    "items_withdrawn": lambda case: items(case, State.WAITING, State.ANSWERED, State.NOT_APPLICABLE),
}


def _choices(sheet: Sheet) -> dict[str, Choices]:
    if sheet.case is None:
        return {}
    return {path: _RECORDS[path](sheet.case) for path in naming(sheet.spec.given) if path in _RECORDS}


def naming(model: type[BaseModel], before: str = "") -> Iterable[str]:
    """The paths of the fields of an input that name records by their ids, those of its parts too; files are none."""
    for name, hint in typing.get_type_hints(model).items():
        if _extra(model, name).get("widget") == "none":
            continue
        inner = _inner(hint)
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from naming(inner, f"{before}{name}.")
        elif inner is UUID and not _extra(model, name).get("file"):
            yield f"{before}{name}"


def _inner(hint: Any) -> Any:
    """What a field holds, whether one or several, needed or not."""
    if get_origin(hint) in (Union, types.UnionType):
        return _inner(next(part for part in get_args(hint) if part is not type(None)))
    return _inner(get_args(hint)[0]) if get_origin(hint) in (list, tuple) and get_args(hint) else hint


def _extra(model: type[BaseModel], name: str) -> Mapping[str, Any]:
    info = model.model_fields.get(name)
    extra = info.json_schema_extra if info is not None else None
    return extra if isinstance(extra, dict) else {}


# -- what the address says -------------------------------------------------------------------------------------------


def asked_for(model: type[Act], query: Mapping[str, Any]) -> dict[str, Any]:
    """Values that the page's own address gives: those of fields of the act, lists as lists, files as kept ones."""
    found: dict[str, Any] = {}
    for name in model.model_fields.keys() & query.keys():
        values = query.getlist(name) if hasattr(query, "getlist") else [query[name]]
        if _extra(model, name).get("file"):
            found[name] = kept(values)
        else:
            many = get_origin(typing.get_type_hints(model)[name]) in (list, tuple)
            found[name] = values if many else values[-1]
    return found


def kept(ids: Iterable[str]) -> list[Kept]:
    """Files that the office has already, as a file box shows them."""
    known = StoredFile.objects.filter(pk__in=[each for each in ids if is_id(each)])
    return [Kept(str(row.pk), row.name, row.size) for row in known]


def is_id(text: str) -> bool:
    """Whether a text can be the id of a record."""
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def case_of(subject: Model | None) -> Case | None:
    """The case that an act's subject hangs on."""
    if isinstance(subject, Case):
        return subject
    ref = getattr(subject, "case_id", None)
    return Case.objects.filter(pk=ref).first() if ref else None
