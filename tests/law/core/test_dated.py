"""Dated values: which one counts on a day, and what a pack may not write."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from townwright.law.dated import Exact, Series
from townwright.law.model import Rules

TWELVE = {"from": "2020-01-01", "value": 12, "cite": "§ 4", "enacted_by": "L.L. 1-2019"}
EIGHTEEN = {"from": "2025-06-01", "value": 18, "cite": "§ 4", "enacted_by": "L.L. 3", "carries": ["CHE-50-4"]}
ENDED = {"from": "2030-01-01", "value": None, "cite": "§ 4", "enacted_by": "L.L. 9-2029"}


class Rate(Rules):
    rate: Exact


def months(*entries: Mapping[str, object]) -> Series[int]:
    return Series[int].model_validate(list(entries))


def test_a_value_counts_from_its_own_day_until_the_day_before_the_next() -> None:
    series = months(TWELVE, EIGHTEEN, ENDED)

    days = [date(2020, 1, 1), date(2025, 5, 31), date(2025, 6, 1), date(2029, 12, 31)]
    assert [entry.value for day in days if (entry := series.on(day))] == [12, 12, 18, 18]


def test_the_value_comes_with_its_section_and_enactment() -> None:
    entry = months(TWELVE, EIGHTEEN).on(date(2026, 1, 1))

    assert entry is not None
    assert (entry.since, entry.cite, entry.enacted_by, entry.carries) == (
        date(2025, 6, 1),
        "§ 4",
        "L.L. 3",
        ("CHE-50-4",),
    )


def test_nothing_on_file_is_told_apart_from_a_rule_that_has_ended() -> None:
    series = months(TWELVE, ENDED)

    assert series.on(date(2019, 12, 31)) is None
    assert not series.on_file(date(2019, 12, 31))
    assert series.entry(date(2019, 12, 31)) is None
    assert series.on(date(2030, 1, 1)) is None
    assert series.on_file(date(2030, 1, 1))
    ended = series.entry(date(2030, 1, 1))
    assert ended is not None and ended.value is None and ended.enacted_by == "L.L. 9-2029"


def test_spans_give_the_last_day_of_each_value() -> None:
    assert [(entry.value, last) for entry, last in months(TWELVE, EIGHTEEN, ENDED).spans()] == [
        (12, date(2025, 5, 31)),
        (18, date(2029, 12, 31)),
        (None, None),
    ]


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ([], "at least one"),
        ([EIGHTEEN, TWELVE], "oldest first"),
        ([TWELVE, {**EIGHTEEN, "from": "2020-01-01"}], "two from 2020-01-01"),
        ([{**TWELVE, "efective": "2020-01-01"}], "no key is called efective"),
        ([{**TWELVE, "cite": ""}], "at least 1 character"),
        ([{**TWELVE, "from": "1/1/2020"}], "date in quotes"),
        ([{**TWELVE, "from": 20200101}], "date in quotes"),
        ([{**TWELVE, "value": "twelve"}], "valid integer"),
        ([{k: v for k, v in TWELVE.items() if k != "enacted_by"}], "Field required"),
    ],
)
def test_a_series_out_of_order_or_without_its_source_is_refused(
    entries: list[Mapping[str, object]], words: str
) -> None:
    with pytest.raises(ValidationError, match=words):
        months(*entries)


def test_a_series_comes_back_from_json_as_it_was() -> None:
    series = months(TWELVE, EIGHTEEN, ENDED)

    assert Series[int].model_validate_json(series.model_dump_json()) == series
    assert '"from":"2020-01-01"' in series.model_dump_json()


@given(st.lists(st.dates(), min_size=1, unique=True).map(sorted), st.dates())
def test_on_gives_the_latest_value_that_has_begun(starts: list[date], day: date) -> None:
    series = months(*({**TWELVE, "from": d.isoformat(), "value": i} for i, d in enumerate(starts)))

    begun = [i for i, d in enumerate(starts) if d <= day]
    entry = series.on(day)
    assert (entry.value if entry else None) == (begun[-1] if begun else None)


@given(st.lists(st.dates(), min_size=1, unique=True).map(sorted))
def test_spans_leave_no_gap_and_do_not_overlap(starts: list[date]) -> None:
    spans = months(*({**TWELVE, "from": d.isoformat()} for d in starts)).spans()

    for (_, last), (following, _) in pairwise(spans):
        assert last is not None and last + timedelta(days=1) == following.since


def test_an_exact_number_is_read_from_its_quoted_form() -> None:
    assert Rate.model_validate({"rate": "0.125"}).rate == Decimal("0.125")
    assert Rate(rate=Decimal(3)).rate == 3


@pytest.mark.parametrize("number", [1, 1.1, True, "$2", "-5", "1,200", "1.", ""])
def test_a_number_that_is_not_quoted_or_not_plain_is_refused(number: object) -> None:
    with pytest.raises(ValidationError, match="number in quotes"):
        Rate.model_validate({"rate": number})
