"""A long list: one page of it sorted as asked, or all of it as CSV; the same columns and the same rows.

The database counts, sorts and cuts. A page takes a fixed number of queries whatever its length: the count, the rows,
and what the rows of one page show besides.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from itertools import islice
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, StreamingHttpResponse

from townwright.office import clock
from townwright.pages.components import Column, Pager, Table

#: Rows a page.
PAGE = 50
#: Rows of a file that are read together.
_PIECE = 500
#: A spreadsheet takes a cell that begins so for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class Listed:
    """A column of a long list: how it looks on the page, how it sorts, and its plain value for CSV.

    `shows` gives what `{% show %}` can write; `plain` a str, number or date (or what it shows); `by`
    are the fields that it sorts by.
    """

    column: Column
    shows: Callable[[Any], Any]
    plain: Callable[[Any], Any] | None = None
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of records, of a query or, where it is short, made by hand.

    `first` is its order until somebody sorts it; `key` the field that settles it among equals. Where the rows of the
    query hold only what they are counted and sorted by, `whole` reads what columns show of some of them. `count` is
    their number where it was asked for already.
    """

    columns: Sequence[Listed]
    rows: QuerySet[Any, Any] | Sequence[Any]
    caption: str
    empty: str
    showing: str = ""
    change: str = ""
    first: str = ""
    size: int = PAGE
    key: str = "pk"
    whole: Callable[[Iterable[Any]], Iterable[Any]] = iter
    count: int | None = None

    def table(self, request: HttpRequest) -> Table:
        """The page of the list that the address asks for (`?sort=`, `?page=`)."""
        sort = self._sort(request)
        pages = Paginator(self._sorted(sort), self.size)
        if self.count is not None:
            pages.count = self.count
        page = pages.get_page(request.GET.get("page"))
        query = request.GET.copy()
        query["as"] = "csv"
        return Table(
            columns=[listed.column for listed in self.columns],
            rows=[{listed.column.key: listed.shows(row) for listed in self.columns} for row in self.whole(page)],
            caption=self.caption,
            empty=self.empty,
            showing=self.showing,
            change=self.change,
            csv=f"?{query.urlencode()}",
            sorted_by=sort,
            pager=Pager.of(page),
        )

    def csv(self, request: HttpRequest) -> StreamingHttpResponse:
        """Every row of the list as a file, in the order of the page (`?as=csv`)."""
        name = f"{self.caption.lower().replace(' ', '-')}.csv"
        response = StreamingHttpResponse(self._lines(self._sort(request)), content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response

    def _lines(self, sort: str) -> Iterator[str]:
        writer = csv.writer(_Line())
        kept = [listed for listed in self.columns if not listed.column.unseen]
        # Excel reads UTF-8 only behind a byte order mark.
        yield "\ufeff" + writer.writerow([listed.column.title for listed in kept])
        rows = self._sorted(sort)
        each = iter(rows.iterator(chunk_size=_PIECE) if isinstance(rows, QuerySet) else rows)
        while piece := list(islice(each, _PIECE)):
            for row in self.whole(piece):
                yield writer.writerow([plain_cell((listed.plain or listed.shows)(row)) for listed in kept])

    def _sort(self, request: HttpRequest) -> str:
        asked = request.GET.get("sort", "")
        known = {listed.column.sort for listed in self.columns if listed.by}
        return asked if asked.removeprefix("-") in known else self.first

    def _sorted(self, sort: str) -> QuerySet[Any, Any] | Sequence[Any]:
        if not isinstance(self.rows, QuerySet):
            return self._sorted_here(self.rows, sort)
        by = next((listed.by for listed in self.columns if listed.column.sort == sort.removeprefix("-")), ())
        if not by:
            return self.rows
        turned = [_turned(field) for field in by] if sort.startswith("-") else list(by)
        return self.rows.order_by(*turned, self.key)

    def _sorted_here(self, rows: Sequence[Any], sort: str) -> Sequence[Any]:
        """Rows that no single query gives, by the plain value of the column; empty ones last."""
        listed = next((one for one in self.columns if one.column.sort == sort.removeprefix("-") and one.by), None)
        if listed is None:
            return rows
        plain = listed.plain or listed.shows
        told = [row for row in rows if plain(row) not in (None, "")]
        untold = [row for row in rows if plain(row) in (None, "")]
        return [*sorted(told, key=plain, reverse=sort.startswith("-")), *untold]


def plain_cell(value: Any) -> str:
    """A value as a spreadsheet takes it: dates in ISO form, money without commas, no formula."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case datetime():
            return f"{clock.local(value):%Y-%m-%d %H:%M}"
        case date():
            return value.isoformat()
        case int() | Decimal():
            return str(value)
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def _turned(field: str) -> str:
    return field.removeprefix("-") if field.startswith("-") else f"-{field}"


class _Line:
    """Where the csv module writes a row to: it gives the line back."""

    def write(self, line: str) -> str:
        return line
