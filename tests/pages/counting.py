"""How many queries a page takes: the same for few rows as for many."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext


def queries(desk: Any, address: str, **asked: Any) -> int:
    """The queries of a page that was opened before: the first page of a process reads the law too."""
    desk.get(address, **asked)
    with CaptureQueriesContext(connection) as taken:
        answer = desk.get(address, **asked)
    assert answer.status_code == 200, (address, answer.status_code)
    return len(taken)
