"""Deadlines counted anew once a day was proclaimed or tolled that nobody knew of when they were set."""

from __future__ import annotations

from datetime import date, timedelta

from townwright.law.calendar import Calendar, CalendarRules, Deadline, NamedDay, Period, RollingPeriod, TolledSpan
from townwright.law.dated import Section

day = date.fromisoformat
ORDER = "Executive Order 12"


def proclaimed(state: CalendarRules, *days: str) -> Calendar:
    """The State's calendar with further holidays."""
    named = tuple(NamedDay(day=day(each), name="Day of mourning", cite=ORDER) for each in days)
    return Calendar(state.model_copy(update={"proclaimed": named}))


def tolled(state: CalendarRules, first: str, last: str) -> Calendar:
    """The State's calendar with days that do not count."""
    span = TolledSpan.model_validate({"from": day(first), "to": day(last), "name": "Tolling", "cite": ORDER})
    return Calendar(state.model_copy(update={"tolled": (span,)}))


def due(calendar: Calendar) -> Deadline:
    """Thirty days from Mon 2 November 2026: Wed 2 December 2026, with a reminder a week before."""
    rule = RollingPeriod(days=30, rolls=True, remind=(7,))
    return calendar.ends(day("2026-11-02"), rule, Section(cite="§ 9-1"), kind="reply")


def test_a_deadline_knows_how_it_was_counted(calendar: Calendar) -> None:
    found = due(calendar)
    assert (found.start, found.period, found.rolls) == (day("2026-11-02"), Period(days=30), True)
    assert calendar.again(found) == found


def test_a_holiday_on_its_last_day_carries_the_act_on_and_leaves_the_nominal_end(
    calendar: Calendar, state: CalendarRules
) -> None:
    found = proclaimed(state, "2026-12-02").again(due(calendar))
    assert (found.nominal, found.act_by) == (day("2026-12-02"), day("2026-12-03"))
    assert [str(each) for each in found.why] == ["Wed 2 December 2026 is Day of mourning"]


def test_tolled_days_put_off_the_end_itself_and_its_reminders(calendar: Calendar, state: CalendarRules) -> None:
    found = tolled(state, "2026-11-10", "2026-11-20").again(due(calendar))
    assert (found.nominal, found.act_by) == (day("2026-12-13"), day("2026-12-14"))
    assert found.reminders == (day("2026-12-06"),)


def test_what_lasts_does_not_roll_and_is_tolled_all_the_same(calendar: Calendar, state: CalendarRules) -> None:
    life = calendar.deadline(day("2026-11-02"), Period(days=30), kind="life", rolls=False)
    assert proclaimed(state, "2026-12-02").again(life).act_by == day("2026-12-02")
    assert tolled(state, "2026-11-10", "2026-11-20").again(life).act_by == day("2026-12-13")


def test_a_day_fixed_by_hand_stays(calendar: Calendar, state: CalendarRules) -> None:
    by_hand = calendar.fixed(day("2026-12-02"), kind="reply")
    assert by_hand.start is None
    assert tolled(state, "2026-11-10", "2026-11-20").again(by_hand) == by_hand
    assert proclaimed(state, "2026-12-02").again(by_hand) == by_hand


def test_business_days_are_counted_without_the_new_holiday(calendar: Calendar, state: CalendarRules) -> None:
    reply = calendar.deadline(day("2026-11-17"), Period(business_days=10), kind="reply")
    later = proclaimed(state, "2026-11-23").again(reply)
    assert later.act_by == calendar.next_business_day(reply.act_by + timedelta(days=1))
