"""The lists of what waits: each has a name, a rule, its rows and columns, and is counted on Today.

A list is one query, so its number on Today and its rows can never differ. Which lists there are stands in the modules
of this package; `Waiting` says what one is made of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from django.db.models import QuerySet
from django.http import HttpRequest

from townwright.office.register.actors import Actor, Role
from townwright.pages.lists import PAGE, Listed, Listing

OFFICER = frozenset({Role.OFFICER, Role.ADMINISTRATOR})
INSPECTOR = frozenset({Role.INSPECTOR})
CLERK = frozenset({Role.CLERK})
EVERYBODY = OFFICER | INSPECTOR | CLERK

#: The rows of a list: a query, which the database counts and sorts; of it one page is read.
Rows = QuerySet[Any, Any]


@dataclass(frozen=True, slots=True)
class Waiting:
    """One list.

    `title` heads it, `counted` stands beside its number on Today, `rule` says what is in it, `empty` what would be.
    `case` is the way from a row to its case, by which it can be narrowed to one officer's; None where it has none.
    `of` are the roles that need it most. `pressure` is how its number looks when it is not nothing. `page` names the
    address of a page of its own, to which its number leads. `key` and `whole` are those of `Listing`.
    """

    name: str
    title: str
    counted: str
    rule: str
    empty: str
    rows: Callable[[date], Rows]
    columns: Callable[[date], Sequence[Listed]]
    first: str
    case: str | None = None
    of: frozenset[Role] = EVERYBODY
    pressure: Literal["", "due", "late"] = ""
    page: str = ""
    key: str = "pk"
    whole: Callable[[Iterable[Any], date], Iterable[Any]] = lambda rows, today: rows

    def narrowed(self, request: HttpRequest, actor: Actor, today: date) -> Rows:
        """The rows that the address asks for: everybody's, mine, or those that nobody has."""
        rows = self.rows(today)
        whose = request.GET.get("whose", "")
        if self.case is None or whose not in WHOSE:
            return rows
        officer = f"{self.case}officer_id"
        if whose == "mine":
            return rows.filter(**{officer: actor.id})
        return rows.filter(**{f"{officer}__isnull": True}) if whose == "nobody" else rows

    def listing(self, request: HttpRequest, actor: Actor, today: date) -> Listing:
        """The list as a page shows it, and as CSV takes it."""
        whose = WHOSE.get(request.GET.get("whose", ""), "")
        showing = ", ".join(part for part in (self.rule, whose if self.case is not None else "") if part)
        return self._listing(today, self.narrowed(request, actor, today), showing)

    def top(self, today: date, rows: Rows, most: int, count: int | None = None) -> Listing:
        """The first of the rows, as Today shows them; `count` is their number where it is known."""
        return self._listing(today, rows, self.rule, most, count)

    def _listing(self, today: date, rows: Rows, showing: str, size: int = PAGE, count: int | None = None) -> Listing:
        return Listing(
            self.columns(today),
            rows,
            self.title,
            self.empty,
            showing,
            first=self.first,
            size=size,
            key=self.key,
            whole=lambda some: self.whole(some, today),
            count=count,
        )


#: How a list is narrowed, and how the line above it says so.
WHOSE = {"mine": "assigned to me", "nobody": "assigned to no one", "anyone": "assigned to anyone"}

_lists: dict[str, Waiting] = {}


def waits(new: Waiting) -> Waiting:
    """Registers a list. The order in which they are registered is that of Today."""
    _lists[new.name] = new
    return new


def named(name: str) -> Waiting | None:
    """The list of a name."""
    return every().get(name)


def every() -> dict[str, Waiting]:
    """Every list by its name, in the order of Today."""
    from townwright.desk.lists import applications, calls, endings, money, visits  # noqa: F401  they register themselves

    return _lists
