"""Makes an office large by copying its own cases, each with everything that hangs on it, by the thousand.

The practice office has a case of every kind, made by real acts. A copy has keys of its own (the last eight figures
count the copies), its own number, address, parcel and people; what refers to something copied refers to the copy.
Papers and the register's bodies are copied empty: no list reads them, and they would fill the disk. So the register of
such an office does not prove, and it is of no use but to be looked at. SQLite only.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import connection, models, transaction
from find import STREETS

from townwright.office.cases.models import Case, CaseParcel, Party
from townwright.office.find.port import Findable, index
from townwright.office.money.models import Payment
from townwright.office.people.models import Ownership, Person
from townwright.office.permits.models import Permit
from townwright.office.places import addresses
from townwright.office.places.models import Parcel
from townwright.office.register.models import Entry, Touched

#: Apps whose rows belong to cases; what the others hold is there once for the whole office.
APPS = ("cases", "people", "places", "papers", "outbox", "money", "permits", "inspections", "certificates", "files")
#: What cases share, and the balances, which the database keeps itself as lines come in: they are not copied.
SHARED = {"cases_series", "cases_number", "cases_job", "money_feeschedule", "places_paperyears", "files_storedfile",
          "money_balance"}  # fmt: skip
#: Columns that a copy has otherwise. `n` counts the copies.
OTHERWISE = {
    ("cases_case", "place"): "c.address",
    ("places_parcel", "address"): "c.address",
    ("outbox_message", "state"): "'sent'",
    ("papers_paper", "data"): "'{}'",
    ("register_entry", "body"): "'{}'",
    ("register_entry", "key"): "NULL",
}
#: Entries of one copy stand apart from those of the next by so many numbers.
STRIDE = 100_000


def grow(total: int, open_share: float, most_open: int | None) -> None:
    """Copies cases until the office has `total` permits.

    `open_share` of them, `most_open` at most, are open cases of every kind; the others are closed with a certificate.
    """
    assert connection.vendor == "sqlite", "the copying is written for SQLite"
    permits = list(Permit.objects.select_related("case").order_by("case__number"))
    closed = [permit for permit in permits if permit.completed_on or permit.closed_on]
    still_open = [permit for permit in permits if permit.case.closed_on is None]
    wanted = total - len(permits)
    open_count = min(int(wanted * open_share), wanted if most_open is None else most_open)
    chosen = [still_open[n % len(still_open)] if n < open_count else closed[0] for n in range(wanted)]
    copies = list(_copies(chosen))
    with connection.cursor() as cursor:
        for pragma in ("synchronous=OFF", "journal_mode=MEMORY", "cache_size=-400000"):
            cursor.execute(f"PRAGMA {pragma}")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE copies (grp INTEGER, n INTEGER, address TEXT)")
        cursor.execute("CREATE TEMP TABLE grown (grp INTEGER, id TEXT, PRIMARY KEY (grp, id))")
        numbers = {permit.pk: number for number, permit in enumerate(permits)}
        rows = [(numbers[permit.pk], n, address) for permit, n, address in copies]
        cursor.executemany("INSERT INTO copies VALUES (%s, %s, %s)", rows)
        cursor.execute("CREATE INDEX copies_of ON copies (grp, n)")
        # All groups are read before the first copy is made, while the office is small.
        groups = [(numbers[permit.pk], _group(permit)) for permit in {permit.pk: permit for permit in chosen}.values()]
        for grp, group in groups:
            _copy_group(cursor, grp, group)
        index(_findables(copies))
        cursor.execute("DROP TABLE copies")
        cursor.execute("DROP TABLE grown")


def _copies(chosen: list[Permit]) -> Iterator[tuple[Permit, int, str]]:
    """Each copy with its count and an address of its own."""
    chance = random.Random(50)  # noqa: S311 - the same town every time
    for n, permit in enumerate(chosen, start=1):
        yield permit, n, f"{chance.randrange(1, 2400)} {chance.choice(STREETS)}"


def _findables(copies: Iterable[tuple[Permit, int, str]]) -> Iterator[Findable]:
    first: dict[UUID, UUID | None] = {}
    for permit, n, address in copies:
        lies_on = first[permit.pk] if permit.pk in first else first.setdefault(permit.pk, permit.parcel_id)
        assert lies_on is not None, "every practice case lies on a parcel"
        parcel = _copied(lies_on, n)
        number = f"{permit.case.number}~{n}"
        yield Findable("parcel", parcel, title=address, number=f"{n // 90}.{n % 90}-1-1", public=True,
                       words=addresses.words(address))  # fmt: skip
        yield Findable("permit", _copied(permit.pk, n), title=f"{number} {permit.case.title}", number=number,
                       line=address, words=addresses.words(address), parcel_id=parcel, public=True)  # fmt: skip


def _copied(key: UUID, n: int) -> UUID:
    """The key of the n-th copy."""
    return UUID(f"{key.hex[:24]}{n:08x}")


# -- one case with everything that hangs on it ------------------------------------------------------------------------


@dataclass(frozen=True)
class Group:
    """What is copied together: the keys of its rows by table, and its entries of the register."""

    rows: dict[str, set[UUID]]
    entries: list[int]


def _copy_group(cursor: Any, grp: int, group: Group) -> None:
    keys = [key for kept in group.rows.values() for key in kept]
    cursor.executemany("INSERT INTO grown VALUES (%s, %s)", [(grp, key.hex) for key in keys])
    for model in _models():
        if kept := group.rows.get(model._meta.db_table):
            _insert(cursor, grp, model, f"t.id IN ({', '.join(repr(key.hex) for key in sorted(kept))})")
    _insert(cursor, grp, Entry, f"t.seq IN ({', '.join(map(str, group.entries))})")
    _insert(cursor, grp, Touched, f"t.entry_id IN ({', '.join(map(str, group.entries))})")


def _models() -> list[type[models.Model]]:
    return [
        model for model in apps.get_models() if model._meta.app_label in APPS and model._meta.db_table not in SHARED
    ]


def _group(permit: Permit) -> Group:
    """Everything that a copy of a permit has of its own."""
    cases = {permit.case_id, *permit.certificates.values_list("case", flat=True)}
    parcels = set(CaseParcel.objects.filter(case__in=cases).values_list("parcel", flat=True))
    people = {*Party.objects.filter(case__in=cases).values_list("person", flat=True)}
    people |= {*Ownership.objects.filter(parcel__in=parcels).values_list("person", flat=True)}
    payments = set(Payment.objects.filter(lines__case__in=cases).values_list("pk", flat=True))
    group: dict[str, set[UUID]] = {"cases_case": cases, "permits_permit": {permit.pk}, "places_parcel": parcels,
                                   "people_person": people, "money_payment": payments}  # fmt: skip
    every = [model for model in _models() if model not in (Case, Permit, Parcel, Person, Payment)]
    known = set().union(*group.values())
    tables = {model._meta.db_table for model in _models()}
    for _ in range(4):  # as deep as rows hang on rows
        for model in every:
            found = group.setdefault(model._meta.db_table, set())
            for row in model._base_manager.exclude(pk__in=found):
                parents = _parents(row, tables)
                if parents and parents <= known:
                    found.add(row.pk)
                    known.add(row.pk)
    entries = Touched.objects.filter(ref__in=cases).values_list("entry", flat=True).distinct()
    return Group(group, list(entries))


def _parents(row: models.Model, tables: set[str]) -> set[UUID]:
    """The rows of copied tables that a row points to."""
    found = set()
    for field in row._meta.concrete_fields:
        of_copied = field.is_relation and field.related_model._meta.db_table in tables  # type: ignore[union-attr]
        if (of_copied or field.name == "case_id") and (key := getattr(row, field.attname)) is not None:
            found.add(key)
    return found


def _insert(cursor: Any, grp: int, model: type[models.Model], which: str) -> None:
    """Copies rows of a table as often as the group has copies."""
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join(_value(model, field, grp) for field in fields)
    table = model._meta.db_table
    rows = f'FROM copies c, "{table}" t WHERE c.grp = {grp} AND {which} ORDER BY c.n'
    cursor.execute(f'INSERT INTO "{table}" ({columns}) SELECT {values} {rows}')


def _value(model: type[models.Model], field: models.Field[Any, Any], grp: int) -> str:
    """What stands in a column of a copy."""
    column = f't."{field.column}"'
    if other := OTHERWISE.get((model._meta.db_table, field.column)):
        return other
    if (model is Entry and field.primary_key) or (field.is_relation and field.related_model is Entry):
        return f"{column} + c.n * {STRIDE}"
    target = field.target_field if field.is_relation else field  # type: ignore[attr-defined]
    if isinstance(target, models.UUIDField):
        copy = f"substr({column}, 1, 24) || printf('%08x', c.n)"
        copied = f"(SELECT id FROM grown WHERE grp = {grp})"  # noqa: S608 - a number of ours
        return f"CASE WHEN {column} IN {copied} THEN {copy} ELSE {column} END"
    if field.unique:
        return f"{column} || '~' || c.n"
    return column
