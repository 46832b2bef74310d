"""Who is who in a case, with the telephone beside each and how long their insurance runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Prefetch

from townwright.office.cases.models import Party
from townwright.office.people.models import Insurance, Person
from townwright.office.staff.models import Account
from townwright.pages import words
from townwright.pages.components import Fact
from townwright.pages.inline import Link, Strong, Tag

#: Forms that say that somebody needs no insurance; the others prove it.
_EXEMPTIONS = frozenset({"CE-200", "BP-1"})
#: Days before an insurance ends from which it is shown as running out.
_SOON = 30


def people(case_id: UUID, officer_id: UUID | None, today: date) -> list[Fact]:
    """Those with a part in the case, first those of today, and the officer who has it; nobody who comes later."""
    rows = list(
        Party.objects.filter(case_id=case_id)
        .exclude(begins__gt=today)
        .select_related("person")
        .prefetch_related(Prefetch("person__insurances", Insurance.objects.order_by("kind", "-ends")))
    )
    now = [row for row in rows if row.ends is None or row.ends > today]
    past = [row for row in rows if row not in now]
    officer = Account.objects.filter(pk=officer_id).first() if officer_id else None
    return [
        *(Fact(_parts(same), Strong(same[0].person.name), _reach(same[0].person, today)) for same in _by_person(now)),
        *(
            Fact(f"{row.get_part_display()} until {words.shortday(row.ends)}", row.person.name)
            for row in past
            if row.ends
        ),
        *([Fact("Officer", officer.name)] if officer else []),
    ]


def _by_person(rows: Iterable[Party]) -> list[list[Party]]:
    found: dict[UUID, list[Party]] = {}
    for row in rows:
        found.setdefault(row.person_id, []).append(row)
    return list(found.values())


def _parts(rows: list[Party]) -> str:
    first, *rest = (row.get_part_display() for row in rows)
    return words.listed([first, *(part.lower() for part in rest)]).replace(" and ", ", ")


def _reach(person: Person, today: date) -> tuple[Any, ...]:
    """How to reach somebody, and until when licence and insurance run."""
    lines = list(_lines(person, today))
    return tuple(part for place, line in enumerate(lines) for part in (_between(place, line), line))


def _between(place: int, line: Any) -> str:
    return "" if place == 0 else " " if isinstance(line, Tag) else ", "


def _lines(person: Person, today: date) -> Iterator[Any]:
    if person.phone:
        yield Link(person.phone, f"tel:{''.join(c for c in person.phone if c.isdigit() or c == '+')}")
    if person.email:
        yield Link(person.email, f"mailto:{person.email}")
    if person.license_number:
        until = f" to {words.shortday(person.license_ends)}" if person.license_ends else ""
        yield f"{person.profession} {person.license_number}{until}".strip()
    for insurance in newest(person.insurances.all()):
        yield _insured(insurance, today)


def newest(rows: Iterable[Insurance]) -> list[Insurance]:
    """The insurance of each kind that runs longest; one without an end runs for ever."""
    found: dict[str, Insurance] = {}
    for row in rows:
        known = found.get(row.kind)
        if known is None or (known.ends is not None and (row.ends is None or row.ends > known.ends)):
            found[row.kind] = row
    return list(found.values())


def _insured(row: Insurance, today: date) -> Tag:
    exempt = " (exempt)" if row.form in _EXEMPTIONS else ""
    if row.ends is None:
        return Tag("met", f"{row.form}{exempt}")
    if row.ends < today:
        return Tag("unmet", f"{row.form} ended {_plain(row.ends)}")
    return Tag("warn" if (row.ends - today).days <= _SOON else "met", f"{row.form}{exempt} to {_plain(row.ends)}")


def _plain(day: date) -> str:
    """A date whose weekday says nothing."""
    return f"{day.day} {day:%b} {day.year}"
