"""Records: which are kept for good, through which day the others are, and what a disposition needs."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from townwright.law.calendar import Calendar, add_months
from townwright.law.findings import Decision, Outcome
from townwright.law.retention import Hold, Keep, RetentionRules, kept, may_dispose

day = date.fromisoformat


def kind(title: str, cite: str, since: str = "2021-01-01", **keep: Any) -> dict[str, Any]:
    """A kind of record with one rule."""
    return {
        "title": title,
        "keep": [
            {
                "from": since,
                "cite": cite,
                "enacted_by": "Resolution 9-2021",
                "carries": ["CHE-50-15-A-1"],
                "value": keep,
            }
        ],
    }


CHESTER = RetentionRules.model_validate(
    {"kinds": {"application": kind("Applications", "§ 50-15(A)", "1990-01-01", permanent=True)}}
)
FIFTH = RetentionRules.model_validate(
    {
        "authority": {"cite": "Arts and Cultural Affairs Law art. 57-A"},
        "kinds": {
            "complaint": kind("Complaints", "§ 9-1", years=6, **{"from": "closed"}),
            "receipt": kind("Receipts", "§ 9-2", years=1, **{"from": "issued"}),
            "draft": kind("Drafts", "§ 9-3", years=0, **{"from": "superseded"}),
        },
    }
)
STATE = RetentionRules.model_validate(
    {
        "authority": {"cite": "Arts and Cultural Affairs Law art. 57-A"},
        "kinds": {"complaint": kind("Complaints", "LGS-1", years=8, **{"from": "closed"})},
    }
)


def tried(
    calendar: Calendar,
    on: str,
    *,
    what: str = "complaint",
    rules: RetentionRules = FIFTH,
    events: dict[str, str] | None = None,
    adopted: str | None = "2021-01-01",
    reviewed: bool = True,
    **more: Any,
) -> Decision:
    """A disposition of a record that was closed on 1 March 2020."""
    usual = {"closed": "2020-03-01", "issued": "2024-02-29", "superseded": "2025-01-01"}
    known = usual if events is None else events
    return may_dispose(
        rules,
        what,
        {name: day(written) for name, written in known.items()},
        adopted=day(adopted) if adopted else None,
        reviewed=reviewed,
        on=day(on),
        calendar=calendar,
        **more,
    )


def keys(decision: Decision) -> list[str]:
    """What stands in the way."""
    return [finding.key for finding in decision.standing_in_the_way]


# -- how long ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "until", "why"),
    [
        ("complaint", "2026-03-01", "Kept through Sun 1 March 2026: 6 years from the day on which it was closed"),
        ("receipt", "2025-02-28", "Kept through Fri 28 February 2025: 1 year from the day on which it was issued"),
        ("draft", "2025-01-01", "Kept through Wed 1 January 2025: 0 years from the day on which it was superseded"),
    ],
)
def test_a_record_is_kept_through_its_last_day(calendar: Calendar, what: str, until: str, why: str) -> None:
    events = {"closed": day("2020-03-01"), "issued": day("2024-02-29"), "superseded": day("2025-01-01")}

    found = kept(FIFTH, what, events, day("2025-06-01"), calendar)

    assert not found.permanent
    assert found.until is not None and found.until.act_by == day(until)  # a state: it never rolls
    assert (found.why, found.provisions) == (why, ("CHE-50-15-A-1",))


def test_permanent_records_and_what_no_schedule_names_are_kept_for_good(calendar: Calendar) -> None:
    permit, other, unnamed = (
        kept(rules, what, {}, day("2025-10-03"), calendar)
        for rules, what in ((CHESTER, "application"), (FIFTH, "plan"), (CHESTER, "plan"))
    )

    assert (permit.permanent, permit.until, permit.cite) == (True, None, "§ 50-15(A)")
    assert (other.permanent, other.cite) == (True, "Arts and Cultural Affairs Law art. 57-A")
    assert (unnamed.permanent, unnamed.cite) == (True, "")


def test_until_the_event_is_known_there_is_no_last_day(calendar: Calendar) -> None:
    found = kept(FIFTH, "complaint", {}, day("2025-10-03"), calendar)

    assert (found.permanent, found.until) == (False, None)
    assert found.why == "Kept for 6 years from the day on which it is closed, which is not known"


@pytest.mark.parametrize(
    "value",
    [{}, {"permanent": True, "years": 6, "from": "closed"}, {"years": 6}, {"permanent": True, "from": "closed"}],
)
def test_a_rule_is_for_good_or_for_years_from_an_event(value: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="expected permanent, or years and from"):
        Keep.model_validate(value)


# -- disposing ---------------------------------------------------------------------------------------------


def test_a_permanent_record_is_never_disposed_of(calendar: Calendar) -> None:
    decision = tried(calendar, "2025-10-03", what="application", rules=CHESTER)

    (finding,) = decision.standing_in_the_way
    assert (finding.outcome, finding.cite, finding.why, finding.cure) == (
        Outcome.UNMET,
        "§ 50-15(A)",
        "A permanent record",
        "",
    )


@pytest.mark.parametrize(("on", "allowed"), [("2026-02-28", False), ("2026-03-01", False), ("2026-03-02", True)])
def test_a_record_goes_on_the_day_after_its_last(calendar: Calendar, on: str, allowed: bool) -> None:
    decision = tried(calendar, on)

    assert decision.allowed is allowed
    assert [f.cure for f in decision.standing_in_the_way] == ([] if allowed else ["Possible from Mon 2 March 2026 on"])


@pytest.mark.parametrize(("on", "allowed"), [("2026-03-02", False), ("2028-03-01", False), ("2028-03-02", True)])
def test_the_states_least_time_binds_too(calendar: Calendar, on: str, allowed: bool) -> None:
    assert keys(tried(calendar, on, state=STATE)) == ([] if allowed else ["record.kept_by_state"])


def test_a_kind_that_the_state_does_not_name_is_the_towns(calendar: Calendar) -> None:
    assert keys(tried(calendar, "2025-03-01", what="receipt", state=STATE)) == []


@pytest.mark.parametrize(
    ("adopted", "stands"), [(None, ["record.schedule"]), ("2026-06-02", ["record.schedule"]), ("2026-06-01", [])]
)
def test_nothing_goes_before_the_schedule_is_adopted(
    calendar: Calendar, adopted: str | None, stands: list[str]
) -> None:
    assert keys(tried(calendar, "2026-06-01", adopted=adopted)) == stands
    by_state = FIFTH.model_copy(update={"authority": None})
    assert keys(tried(calendar, "2028-06-01", rules=by_state, adopted=None, state=STATE)) == ["record.schedule"]


@pytest.mark.parametrize(
    ("hold", "stands"),
    [
        (Hold("Index 1-2026", day("2026-06-01")), ["record.hold"]),
        (Hold("Index 1-2026", day("2026-06-02")), []),
        (Hold("Index 1-2026", day("2026-01-01"), day("2026-06-02")), ["record.hold"]),
        (Hold("Index 1-2026", day("2026-01-01"), day("2026-06-01")), []),
    ],
)
def test_a_legal_hold_keeps_a_record(calendar: Calendar, hold: Hold, stands: list[str]) -> None:
    assert keys(tried(calendar, "2026-06-01", holds=[hold])) == stands


def test_a_batch_is_reviewed_and_an_unknown_event_and_an_older_rule_leave_it_open(calendar: Calendar) -> None:
    unreviewed = tried(calendar, "2026-06-01", reviewed=False)
    open_event = tried(calendar, "2026-06-01", events={})
    older = tried(calendar, "2020-12-31", adopted="2020-01-01")

    assert keys(unreviewed) == ["record.reviewed"]
    assert [(f.key, f.outcome, f.missing) for f in open_event.standing_in_the_way] == [
        ("record.kept", Outcome.UNKNOWN, ("record.event",))
    ]
    assert [(f.key, f.outcome) for f in older.standing_in_the_way] == [("record.kept", Outcome.UNKNOWN)]


@given(closed=st.dates(date(1990, 1, 1), date(2080, 1, 1)), days=st.integers(0, 4000))
def test_no_record_goes_within_its_years(calendar: Calendar, closed: date, days: int) -> None:
    on = max(closed + timedelta(days=days), day("2021-01-01"))

    decision = tried(calendar, on.isoformat(), events={"closed": closed.isoformat()})

    assert decision.allowed is (on > add_months(closed, 6 * 12))
