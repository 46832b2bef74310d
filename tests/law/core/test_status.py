"""Status is computed from dates: each condition at its day, the day before and the day after."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townwright.law.status import (
    ALWAYS,
    All,
    Any,
    Condition,
    Ladder,
    Later,
    Missing,
    Not,
    Passed,
    Reached,
    Rung,
    fields,
    holds,
    not_undone,
)

TODAY = date(2026, 3, 2)
BEFORE, AFTER = TODAY - timedelta(days=1), TODAY + timedelta(days=1)

DAYS = st.none() | st.dates(min_value=date(2026, 2, 20), max_value=date(2026, 3, 12))
CONDITIONS: st.SearchStrategy[Condition] = st.recursive(
    st.sampled_from([Reached("a"), Passed("b"), Missing("a"), Later("a", "b")]),
    lambda inner: st.one_of(
        inner.map(Not),
        st.tuples(inner, inner).map(All),
        st.tuples(inner, inner).map(Any),
    ),
    max_leaves=6,
)


@pytest.mark.parametrize(
    ("condition", "a", "b", "expected"),
    [
        (Reached("a"), None, None, False),
        (Reached("a"), BEFORE, None, True),
        (Reached("a"), TODAY, None, True),
        (Reached("a"), AFTER, None, False),
        (Passed("a"), None, None, False),
        (Passed("a"), BEFORE, None, True),
        (Passed("a"), TODAY, None, False),
        (Missing("a"), None, None, True),
        (Missing("a"), AFTER, None, False),
        (Later("a", "b"), TODAY, BEFORE, True),
        (Later("a", "b"), TODAY, TODAY, False),
        (Later("a", "b"), BEFORE, TODAY, False),
        (Later("a", "b"), TODAY, None, False),
        (Later("a", "b"), None, TODAY, False),
        (All((Reached("a"), Reached("b"))), TODAY, TODAY, True),
        (All((Reached("a"), Reached("b"))), TODAY, AFTER, False),
        (All(()), None, None, True),
        (Any((Reached("a"), Reached("b"))), AFTER, TODAY, True),
        (Any(()), TODAY, TODAY, False),
        (Not(Reached("a")), AFTER, None, True),
    ],
)
def test_a_condition_at_its_edges(condition: Condition, a: date | None, b: date | None, expected: bool) -> None:
    assert holds(condition, {"a": a, "b": b}, TODAY) is expected


@given(CONDITIONS, DAYS, DAYS)
def test_not_and_all_and_any_keep_to_logic(condition: Condition, a: date | None, b: date | None) -> None:
    dates = {"a": a, "b": b}

    assert holds(Not(condition), dates, TODAY) is not holds(condition, dates, TODAY)
    assert holds(All((condition, ALWAYS)), dates, TODAY) is holds(condition, dates, TODAY)
    assert holds(Any((condition, Not(ALWAYS))), dates, TODAY) is holds(condition, dates, TODAY)
    assert set(fields(condition)) <= {"a", "b"}


@pytest.mark.parametrize(
    ("done", "undone", "expected"),
    [
        (None, None, False),
        (AFTER, None, False),
        (BEFORE, None, True),
        (BEFORE, AFTER, True),
        (BEFORE, TODAY, False),
        (TODAY, TODAY, False),
        (TODAY, BEFORE, True),
    ],
)
def test_what_is_done_stands_until_it_is_undone(done: date | None, undone: date | None, expected: bool) -> None:
    assert holds(not_undone("a", "b"), {"a": done, "b": undone}, TODAY) is expected


LADDER = Ladder(
    (
        Rung("closed", "Closed", Reached("closed_on")),
        Rung("late", "Late", All((Passed("due_on"), Not(Later("done_on", "due_on")), Missing("done_on")))),
        Rung("open", "Open", ALWAYS),
    )
)


def test_the_first_rung_that_holds_is_the_status() -> None:
    dates = {"closed_on": None, "due_on": TODAY, "done_on": None}

    assert LADDER.on(dates, TODAY).words == "Open"
    assert LADDER.on(dates, AFTER).key == "late"
    assert LADDER.on({**dates, "closed_on": TODAY}, AFTER).key == "closed"


def test_a_ladder_names_the_dates_it_needs_and_does_not_guess_one() -> None:
    assert LADDER.fields == ("closed_on", "due_on", "done_on")
    assert LADDER["late"].words == "Late"
    with pytest.raises(KeyError, match="due_on"):
        LADDER.on({"closed_on": None}, TODAY)


@pytest.mark.parametrize(
    "rungs",
    [
        (),
        (Rung("open", "Open", Reached("a")),),
        (Rung("open", "Open", Reached("a")), Rung("open", "Open", ALWAYS)),
    ],
)
def test_a_ladder_leaves_nothing_without_a_status_and_names_each_once(rungs: tuple[Rung, ...]) -> None:
    with pytest.raises(ValueError, match="ladder"):
        Ladder(rungs)
