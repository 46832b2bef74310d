"""Long lists: sorted, paged, a constant number of queries, and the same rows as a file."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.http import StreamingHttpResponse
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from townwright.office import storage
from townwright.office.register.actors import Role
from townwright.office.staff.models import Account
from townwright.pages.components import Column
from townwright.pages.inline import Link
from townwright.pages.lists import Listed, Listing, plain_cell

NAME = Listed(
    Column("name", "Name", "main", sort="name"),
    shows=lambda row: Link(row.name, f"/people/{row.username}"),
    plain=lambda row: row.name,
    by=("name",),
)
ROLE = Listed(Column("role", "Role"), shows=lambda row: row.role)
ACT = Listed(Column("act", "Act", unseen=True), shows=lambda row: None)


@pytest.fixture
def people(office: storage.Office) -> Listing:
    for number in range(130):
        Account.objects.create(username=f"u{number}", name=f"={number:03}", role=Role.CLERK.value)
    return Listing(
        [NAME, ROLE, ACT],
        Account.objects.all(),
        "People of the office",
        "Nobody.",
        showing="all",
        first="name",
    )


def get(address: str) -> Any:
    return RequestFactory().get(address)


def test_a_page_of_a_list_takes_two_queries_whatever_its_length(people: Listing) -> None:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        table = people.table(get("/"))
    assert len(asked) == 2
    assert len(table.rows) == 50 and table.pager is not None and table.pager.rows == 130
    assert table.rows[0]["name"].words == "=000" and table.sorted_by == "name"


def test_a_list_is_sorted_and_turned_as_the_address_asks(people: Listing) -> None:
    table = people.table(get("/?sort=-name&page=3&kind=solar"))
    assert table.rows[-1]["name"].words == "=000" and len(table.rows) == 30
    assert table.csv == "?sort=-name&page=3&kind=solar&as=csv"


def test_a_sort_or_page_that_is_not_there_is_not_an_error(people: Listing) -> None:
    table = people.table(get("/?sort=password&page=99"))
    assert table.sorted_by == "name" and table.pager is not None and table.pager.number == 3


def test_the_file_has_every_row_and_no_formula(people: Listing) -> None:
    response = people.csv(get("/?as=csv&page=2"))
    assert isinstance(response, StreamingHttpResponse)
    assert response["Content-Disposition"] == 'attachment; filename="people-of-the-office.csv"'
    text = b"".join(response.streaming_content).decode()  # type: ignore[arg-type]
    assert text.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    assert rows[0] == ["Name", "Role"] and len(rows) == 131
    assert rows[1] == ["'=000", "clerk"]


def test_an_order_of_the_records_own_is_kept(office: storage.Office) -> None:
    table = Listing([ROLE], Account.objects.order_by("username"), "People", "Nobody.").table(get("/?sort=role"))
    assert table.rows == [] and table.sorted_by == ""


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (None, ""),
        (True, "yes"),
        (date(2026, 3, 2), "2026-03-02"),
        (datetime(2026, 3, 3, 1, 5, tzinfo=UTC), "2026-03-02 20:05"),
        (Decimal("-1290.00"), "-1290.00"),
        ("-1+2", "'-1+2"),
        ("A, B", "A, B"),
    ],
)
def test_cells_of_a_file(value: Any, cell: str) -> None:
    assert plain_cell(value) == cell
