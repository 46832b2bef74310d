"""Dated values: which one counts on a day, and what a pack may not write."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from townwright.law.dated import Day, Exact, Money, Rules, Series

TWELVE = {"from": "2020-01-01", "value": 12, "cite": "§ 4", "enacted_by": "L.L. 1-2019"}
EIGHTEEN = {"from": "2025-06-01", "value": 18, "cite": "§ 4", "enacted_by": "L.L. 3-2025", "carries": ["T-4"]}
ENDED = {"from": "2030-01-01", "value": None, "cite": "§ 4", "enacted_by": "L.L. 9-2029"}


class Fee(Rules):
    amount: Money = Decimal("0.00")
    rate: Exact = Decimal(0)
    due: Day | None = None
    codes: tuple[str, ...] = ()
    by_class: dict[str, tuple[int, ...]] = {}
    waived: bool = False


def months(*entries: Mapping[str, object]) -> Series[int]:
    return Series[int].model_validate(list(entries))


class TestSeries:
    def test_a_value_counts_from_its_own_day_until_the_day_before_the_next(self) -> None:
        series = months(TWELVE, EIGHTEEN, ENDED)

        days = [date(2020, 1, 1), date(2025, 5, 31), date(2025, 6, 1), date(2029, 12, 31)]
        assert [entry.value for day in days if (entry := series.on(day))] == [12, 12, 18, 18]

    def test_the_value_comes_with_its_section_and_enactment(self) -> None:
        entry = months(TWELVE, EIGHTEEN).on(date(2026, 1, 1))

        assert entry is not None
        assert (entry.since, entry.cite, entry.enacted_by, entry.carries) == (
            date(2025, 6, 1), "§ 4", "L.L. 3-2025", ("T-4",))

    def test_nothing_on_file_is_told_apart_from_a_rule_that_has_ended(self) -> None:
        series = months(TWELVE, ENDED)

        assert series.on(date(2019, 12, 31)) is None
        assert not series.on_file(date(2019, 12, 31))
        assert series.entry(date(2019, 12, 31)) is None
        assert series.on(date(2030, 1, 1)) is None
        assert series.on_file(date(2030, 1, 1))
        ended = series.entry(date(2030, 1, 1))
        assert ended is not None and ended.value is None and ended.enacted_by == "L.L. 9-2029"

    def test_spans_give_the_last_day_of_each_value(self) -> None:
        assert [(entry.value, last) for entry, last in months(TWELVE, EIGHTEEN, ENDED).spans()] == [
            (12, date(2025, 5, 31)), (18, date(2029, 12, 31)), (None, None)]

    @pytest.mark.parametrize(("entries", "words"), [
        ([], "at least one"),
        ([EIGHTEEN, TWELVE], "oldest first"),
        ([TWELVE, {**EIGHTEEN, "from": "2020-01-01"}], "two values from 2020-01-01"),
        ([{**TWELVE, "efective": "2020-01-01"}], "Extra inputs"),
        ([{**TWELVE, "cite": ""}], "at least 1 character"),
        ([{**TWELVE, "from": "1/1/2020"}], "YYYY-MM-DD"),
        ([{**TWELVE, "from": 20200101}], "valid date"),
        ([{**TWELVE, "value": "12"}], "valid integer"),
        ([{k: v for k, v in TWELVE.items() if k != "enacted_by"}], "Field required"),
    ])
    def test_a_series_out_of_order_or_without_its_source_is_refused(
        self, entries: list[Mapping[str, object]], words: str
    ) -> None:
        with pytest.raises(ValidationError, match=words):
            months(*entries)

    def test_a_series_comes_back_from_json_as_it_was(self) -> None:
        series = months(TWELVE, EIGHTEEN, ENDED)

        assert Series[int].model_validate_json(series.model_dump_json()) == series
        assert '"from":"2020-01-01"' in series.model_dump_json()

    @given(st.lists(st.dates(), min_size=1, unique=True).map(sorted), st.dates())
    def test_on_gives_the_latest_value_that_has_begun(self, starts: list[date], day: date) -> None:
        series = months(*({**TWELVE, "from": d.isoformat(), "value": i} for i, d in enumerate(starts)))

        begun = [i for i, d in enumerate(starts) if d <= day]
        entry = series.on(day)
        assert (entry and entry.value) == (begun[-1] if begun else None)

    @given(st.lists(st.dates(min_value=date(1, 1, 2)), min_size=1, unique=True).map(sorted))
    def test_spans_leave_no_gap_and_do_not_overlap(self, starts: list[date]) -> None:
        spans = months(*({**TWELVE, "from": d.isoformat()} for d in starts)).spans()

        for (_, last), (following, _) in zip(spans, spans[1:], strict=False):
            assert last is not None and last + timedelta(days=1) == following.since


class TestRules:
    def test_quoted_numbers_are_read_exactly(self) -> None:
        fee = Fee.model_validate({"amount": "250", "rate": "0.125", "due": "2026-03-10"})

        assert (str(fee.amount), fee.rate, fee.due) == ("250.00", Decimal("0.125"), date(2026, 3, 10))

    def test_values_already_of_their_type_are_taken(self) -> None:
        assert Fee(amount=Decimal("7.5"), due=date(2026, 1, 2)).amount == Decimal("7.50")

    def test_lists_of_a_file_fill_tuples_at_any_depth(self) -> None:
        fee = Fee.model_validate({"codes": ["a", "b"], "by_class": {"R": [1, 2]}})

        assert (fee.codes, fee.by_class) == (("a", "b"), {"R": (1, 2)})

    @pytest.mark.parametrize(("data", "words"), [
        ({"amount": 250}, "in quotes"),
        ({"amount": 1.1}, "in quotes"),
        ({"amount": "$250"}, "digits alone"),
        ({"amount": "-5"}, "digits alone"),
        ({"amount": "1,200"}, "digits alone"),
        ({"amount": "1.005"}, "fraction of a cent"),
        ({"rate": True}, "in quotes"),
        ({"due": "2026-02-30"}, "day is out of range"),
        ({"due": "206-02-03"}, "YYYY-MM-DD"),
        ({"waived": "yes"}, "valid boolean"),
        ({"ammount": "1.00"}, "Extra inputs"),
    ])
    def test_what_is_not_plainly_meant_is_refused(self, data: dict[str, object], words: str) -> None:
        with pytest.raises(ValidationError, match=words):
            Fee.model_validate(data)

    def test_rules_cannot_be_changed(self) -> None:
        with pytest.raises(ValidationError, match="frozen"):
            Fee().waived = True
