"""Renewals, extensions, amendments and suspensions: where the end of a permit goes, and what refuses it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townwright.law.calendar import Calendar
from townwright.law.findings import Finding, Outcome
from townwright.law.permits import PERMIT_STATUS, PermitRules, Term, TermRules, term
from townwright.law.renewals import Renewal, after_suspension, amended, extend, renew, years_missed

day = date.fromisoformat
EPOCH = {"from": "1990-01-01", "enacted_by": "L.L. 1-1989"}
COMMENCE = [{**EPOCH, "value": {"months": 6, "rolls": True}, "cite": "§ 50-4(I)"}]
LIFE = [{**EPOCH, "value": {"months": 12, "rolls": False, "remind": [30]}, "cite": "§ 50-4(I)"}]
NO_DATES: dict[str, date | None] = dict.fromkeys(PERMIT_STATUS.fields)


def town(
    life: Any = None,
    extension: Any = None,
    amendment: str = "keeps dates",
    tolls: bool = False,
    commence: Any = COMMENCE,
    **renewal: Any,
) -> TermRules:
    """A town's rules: six months to begin, twelve to live, two one-year extensions after the lapse."""
    rule = {
        "called": "extension",
        "most": 2,
        "length": {"years": 1},
        "commence_again": True,
        "sections": {"most": {"cite": "§ 50-4(I) (two)", "carries": ["CHE-50-4-I-4"]}},
        **renewal,
    }
    written = {
        "commence": commence,
        "life": life or LIFE,
        "amendment": amendment,
        "suspension_tolls": tolls,
        "renewal": [{**EPOCH, "value": rule, "cite": "§ 50-4(I)", "carries": ["CHE-50-4-I-5"]}],
        **({"extension": [{**EPOCH, "value": extension, "cite": "§ 43-9B"}]} if extension else {}),
    }
    return PermitRules.model_validate({"default": written}).default


def asked(
    calendar: Calendar,
    rules: TermRules,
    issued: str,
    *,
    applied: str,
    decided: str = "",
    renewals: int = 0,
    commenced: str | None = "issue",
    by_holder: bool | None = True,
    at_once: int = 1,
    now: Term | None = None,
    **dates: str,
) -> Renewal:
    """What the rules say to an application for a renewal; work began on the day of issue unless said."""
    begun = issued if commenced == "issue" else commenced
    known = {
        **NO_DATES,
        "issued_on": day(issued),
        "commenced_on": day(begun) if begun else None,
        **{name: day(written) for name, written in dates.items()},
    }
    return renew(
        rules,
        now or term(rules, day(issued), calendar),
        known,
        applied=day(applied),
        decided=day(decided or applied),
        by_holder=by_holder,
        renewals=renewals,
        calendar=calendar,
        at_once=at_once,
    )


def finding(renewal: Renewal, key: str) -> Finding:
    """The finding of a point."""
    return next(f for f in renewal.decision.findings if f.key == key)


def life_end(renewal: Renewal) -> date:
    """The last day in force under the new term."""
    assert renewal.term is not None and renewal.term.life is not None
    return renewal.term.life.act_by


# -- where the new term ends -------------------------------------------------------------------------------


def test_an_extension_runs_from_the_end_of_the_old_term(calendar: Calendar) -> None:
    renewal = asked(calendar, town(), "2025-04-14", applied="2026-05-04", decided="2026-06-22")

    assert renewal.decision.allowed
    assert life_end(renewal) == day("2027-04-14")
    assert renewal.further == (day("2028-04-14"),)
    assert renewal.term is not None and renewal.term.begins == day("2026-06-22")
    assert renewal.term.commence is None
    assert renewal.term.life is not None and renewal.term.life.reminders == (day("2027-03-15"),)
    assert finding(renewal, "renewal.length").provisions == ("CHE-50-4-I-5",)
    assert finding(renewal, "renewal.most").cite == "§ 50-4(I) (two)"


def test_an_extension_that_revives_nothing_is_refused_and_both_are_told(calendar: Calendar) -> None:
    renewal = asked(calendar, town(), "2023-04-15", applied="2025-06-02", decided="2025-06-09")

    assert not renewal.decision.allowed
    (refused,) = renewal.decision.standing_in_the_way
    assert refused.why == (
        "The term would have ended on Tue 15 April 2025; both extensions together would run to Wed 15 April 2026"
    )
    assert refused.cure == "Apply for both extensions, with the fee of each, or for a new permit"
    assert (refused.fact, refused.limit) == (day("2025-04-15"), day("2025-06-09"))


def test_both_extensions_at_once_revive_it(calendar: Calendar) -> None:
    renewal = asked(calendar, town(), "2023-04-15", applied="2025-06-02", decided="2025-06-09", at_once=2)

    assert renewal.decision.allowed
    assert life_end(renewal) == day("2026-04-15")
    assert renewal.further == ()


@pytest.mark.parametrize(
    ("most", "told"),
    [
        (2, "The term would have ended on Thu 15 April 2021"),
        (5, "The term would have ended on Thu 15 April 2021; five extensions together would run to"),
    ],
)
def test_where_few_extensions_do_not_reach_a_new_permit_is_needed(calendar: Calendar, most: int, told: str) -> None:
    renewal = asked(calendar, town(most=most), "2019-04-15", applied="2024-06-03")

    (refused,) = renewal.decision.standing_in_the_way
    assert refused.why.startswith(told)
    assert ("together" in refused.why) is (most == 5)
    assert refused.cure.endswith("new permit")


def test_a_term_that_ends_on_the_day_of_the_decision_still_revives(calendar: Calendar) -> None:
    on_the_day = asked(calendar, town(), "2024-04-15", applied="2025-06-02", decided="2026-04-15")
    a_day_late = asked(calendar, town(), "2024-04-15", applied="2025-06-02", decided="2026-04-16")

    assert on_the_day.decision.allowed
    assert not a_day_late.decision.allowed


def test_a_renewed_permit_whose_work_never_began_has_to_begin_again(calendar: Calendar) -> None:
    # Given a permit that is invalid after 14 October 2025
    renewal = asked(calendar, town(), "2025-04-14", commenced=None, applied="2025-11-03", decided="2025-11-10")

    assert renewal.term is not None and renewal.term.commence is not None
    assert renewal.term.commence.nominal == day("2026-05-10")
    assert renewal.term.commence.act_by == day("2026-05-11")
    assert life_end(renewal) == day("2026-10-14")


@pytest.mark.parametrize(("commence", "again"), [(None, True), (COMMENCE, False)])
def test_without_such_a_rule_the_time_to_begin_does_not_run_again(
    calendar: Calendar, commence: Any, again: bool
) -> None:
    rules = town(commence=commence, commence_again=again)

    renewal = asked(calendar, rules, "2025-04-14", commenced=None, applied="2026-05-10")

    assert renewal.term is not None and renewal.term.commence is None


def test_a_leap_day_keeps_to_the_end_of_the_old_term(calendar: Calendar) -> None:
    rules = town(opens="any time")

    assert life_end(asked(calendar, rules, "2024-02-29", applied="2025-02-10")) == day("2026-02-28")


def test_a_renewal_before_the_end_begins_the_day_after_it(calendar: Calendar) -> None:
    early = asked(calendar, town(opens="any time"), "2025-01-15", applied="2025-12-01")
    late = asked(calendar, town(opens="any time"), "2025-01-15", applied="2026-03-02", decided="2026-03-04")

    assert early.term is not None and early.term.begins == day("2026-01-16")
    assert late.term is not None and late.term.begins == day("2026-03-04")
    assert life_end(early) == life_end(late) == day("2027-01-15")


def test_a_town_can_count_from_the_approval(calendar: Calendar) -> None:
    renewal = asked(calendar, town(counted_from="approval"), "2025-04-14", applied="2026-05-04", decided="2026-06-22")

    assert life_end(renewal) == day("2027-06-22")


def test_a_life_that_rolls_still_rolls_after_a_renewal(calendar: Calendar) -> None:
    rolling = [{**EPOCH, "value": {"months": 12, "rolls": True}, "cite": "§ 9"}]

    renewal = asked(calendar, town(life=rolling), "2025-02-28", applied="2026-03-10", decided="2026-03-10")

    # 28 February 2026 is a Saturday, so that the permit was in force through Monday 2 March
    assert life_end(renewal) == day("2027-03-02")


# -- who, how often, when ----------------------------------------------------------------------------------


def test_a_third_extension_is_refused(calendar: Calendar) -> None:
    now = term(town(), day("2025-05-01"), calendar)
    renewal = asked(calendar, town(), "2023-05-01", applied="2026-05-18", renewals=2, now=now)

    (refused,) = renewal.decision.standing_in_the_way
    assert (refused.key, refused.cite, refused.provisions) == ("renewal.most", "§ 50-4(I) (two)", ("CHE-50-4-I-4",))
    assert (refused.says, refused.why) == ("At most two extensions", "Two extensions given so far, 1 applied for")
    assert refused.cure == "Apply for a new permit"


def test_more_at_once_than_are_left_is_refused(calendar: Calendar) -> None:
    renewal = asked(calendar, town(), "2024-04-15", applied="2025-06-02", renewals=1, at_once=2)

    assert [f.key for f in renewal.decision.standing_in_the_way] == ["renewal.most"]


def test_renewals_can_be_without_limit(calendar: Calendar) -> None:
    renewal = asked(calendar, town(most=None), "2025-04-14", applied="2026-05-04", renewals=11)

    assert renewal.decision.allowed
    assert finding(renewal, "renewal.most").says == "Extensions without limit"
    assert finding(renewal, "renewal.most").why == "11 extensions given so far, 1 applied for"
    assert renewal.further == (day("2028-04-14"),)


@pytest.mark.parametrize(
    ("by_holder", "outcome"), [(True, Outcome.MET), (False, Outcome.UNMET), (None, Outcome.UNKNOWN)]
)
def test_the_permit_holder_applies(calendar: Calendar, by_holder: bool | None, outcome: Outcome) -> None:
    renewal = asked(calendar, town(), "2024-09-08", applied="2025-10-01", by_holder=by_holder)

    holder = finding(renewal, "renewal.holder")
    assert holder.outcome is outcome
    assert holder.missing == (("permit.holder_applies",) if by_holder is None else ())
    assert holder.cure == ("The applicant must be the permit holder" if by_holder is False else "")


def test_anybody_can_apply_where_the_code_says_so(calendar: Calendar) -> None:
    renewal = asked(calendar, town(holder_only=False), "2024-09-08", applied="2025-10-01", by_holder=None)

    assert renewal.decision.allowed


def test_no_application_is_taken_before_the_lapse(calendar: Calendar) -> None:
    early = asked(calendar, town(), "2025-04-14", applied="2026-04-14")
    after = asked(calendar, town(), "2025-04-14", applied="2026-04-15")

    (refused,) = early.decision.standing_in_the_way
    assert (refused.key, refused.cure) == ("renewal.opens", "Apply from Wed 15 April 2026 on")
    assert after.decision.allowed


def test_a_town_can_ask_for_the_application_before_the_end(calendar: Calendar) -> None:
    rules = town(opens="before end")

    # 28 February 2026 is a Saturday: a request of Monday is in time
    in_time = asked(calendar, rules, "2025-02-28", applied="2026-03-02")
    late = asked(calendar, rules, "2025-02-28", applied="2026-03-03")

    assert in_time.decision.allowed
    assert [f.key for f in late.decision.standing_in_the_way] == ["renewal.opens"]
    assert finding(late, "renewal.opens").why == "The last day to apply was Mon 2 March 2026"


def test_a_town_can_close_the_door_some_time_after_the_lapse(calendar: Calendar) -> None:
    rules = town(closes={"months": 6, "rolls": True}, sections={})

    # In force through 2025-08-31; six months on is Saturday 2026-02-28
    in_time = asked(calendar, rules, "2024-08-31", applied="2026-03-02")
    late = asked(calendar, rules, "2024-08-31", applied="2026-03-03")

    assert finding(in_time, "renewal.closes").outcome is Outcome.MET
    assert finding(late, "renewal.closes").outcome is Outcome.UNMET
    assert finding(late, "renewal.closes").says == "The application came within 6 months of the lapse"


@pytest.mark.parametrize(("applied", "allowed"), [("2025-07-01", False), ("2025-07-09", True)])
def test_suspended_on_the_day_of_the_application_is_no_renewal(calendar: Calendar, applied: str, allowed: bool) -> None:
    renewal = asked(
        calendar,
        town(opens="any time"),
        "2025-01-15",
        applied=applied,
        decided="2025-07-10",
        suspended_on="2025-06-20",
        lifted_on="2025-07-08",
    )

    assert renewal.decision.allowed is allowed
    if not allowed:
        (refused,) = renewal.decision.standing_in_the_way
        assert (refused.key, refused.why) == ("renewal.barred", "Suspended on Tue 1 July 2025")


def test_a_town_without_renewals_has_none(calendar: Calendar) -> None:
    rules = PermitRules.model_validate({"default": {"life": LIFE}}).default

    renewal = asked(calendar, rules, "2024-01-15", applied="2025-07-01")

    assert renewal.term is None
    assert [(f.why, f.cure) for f in renewal.decision.standing_in_the_way] == [
        ("The code has no renewal", "Apply for a new permit")
    ]


def test_a_permit_without_an_end_needs_no_renewal(calendar: Calendar) -> None:
    renewal = asked(calendar, town(), "2024-01-15", applied="2025-07-01", now=Term(day("2024-01-15")))

    (refused,) = renewal.decision.standing_in_the_way
    assert (refused.why, refused.cite, refused.cure) == ("The permit has no end that could be put off", "§ 50-4(I)", "")


def test_a_rule_of_renewal_that_is_not_on_file_is_said(calendar: Calendar) -> None:
    renewal = asked(calendar, town(), "1988-01-15", applied="1989-07-03")

    assert [f.outcome for f in renewal.decision.findings] == [Outcome.UNKNOWN]


def test_a_renewal_without_a_rule_of_life_has_a_term_all_the_same(calendar: Calendar) -> None:
    rules = town()
    bare = rules.model_copy(update={"life": None})

    now = term(rules, day("2025-04-14"), calendar)
    renewal = asked(calendar, bare, "2025-04-14", applied="2026-05-04", now=now)

    assert life_end(renewal) == day("2027-04-14")


@given(
    issued=st.dates(date(2000, 1, 1), date(2060, 12, 31)),
    begun=st.none() | st.integers(0, 400),
    later=st.integers(1, 900),
    had=st.integers(0, 2),
)
def test_a_renewal_that_is_allowed_puts_the_permit_in_force_and_never_beyond_the_cap(
    calendar: Calendar, issued: date, begun: int | None, later: int, had: int
) -> None:
    rules = town()
    now = term(rules, issued, calendar)
    commenced = issued + timedelta(days=begun) if begun is not None else None
    last = now.last_day_in_force(commenced)
    assert last is not None
    decided = last + timedelta(days=later)
    dates = {**NO_DATES, "issued_on": issued, "commenced_on": commenced}

    renewal = renew(
        rules, now, dates, applied=decided, decided=decided, by_holder=True, renewals=had, calendar=calendar
    )

    assert PERMIT_STATUS.on({**dates, **now.dates}, decided).key in ("invalid", "expired")
    if renewal.decision.allowed:
        assert renewal.term is not None
        assert PERMIT_STATUS.on({**dates, **renewal.term.dates}, decided).key == "in force"
        assert last < life_end(renewal) <= last + timedelta(days=366)
        assert had < 2
        assert len(renewal.further) == 1 - had


# -- other changes -----------------------------------------------------------------------------------------

ISLAND = {"of": ["commence", "life"]}


def test_an_end_is_put_off_to_a_definite_day_and_the_other_stays(calendar: Calendar) -> None:
    life = [{**EPOCH, "value": {"months": 24, "rolls": True}, "cite": "§ 43-9A(2)"}]
    rules = town(life=life, extension=ISLAND)
    now = term(rules, day("2025-03-10"), calendar)

    extended = extend(
        rules,
        now,
        end="commence",
        to=day("2025-12-10"),
        granted=day("2025-09-02"),
        cause="Steel delayed",
        calendar=calendar,
    )

    assert extended.decision.allowed and extended.term is not None
    assert extended.term.dates == {"commence_by": day("2025-12-10"), "last_day": day("2027-03-10")}
    assert extended.term.commence is not None and extended.term.commence.cite == "§ 43-9B"
    assert extended.term.begins == day("2025-09-02")


@pytest.mark.parametrize(
    ("more", "cause", "granted", "to", "stands"),
    [
        ({}, " ", "2026-02-02", "2026-06-01", "extension.cause"),
        ({}, "Flood", "2026-03-11", "2026-06-01", "extension.in_time"),
        ({"after_end": True}, "Flood", "2026-03-11", "2026-06-01", ""),
        ({"needs_cause": False}, "", "2026-02-02", "2026-06-01", ""),
        ({}, "Flood", "2026-02-02", "2026-03-10", "extension.later"),
        ({"longest": {"months": 3}}, "Flood", "2026-02-02", "2026-06-11", "extension.longest"),
        ({"longest": {"months": 3}}, "Flood", "2026-02-02", "2026-06-10", ""),
        ({"of": ["commence"]}, "Flood", "2026-02-02", "2026-06-01", "extension.rule"),
    ],
)
def test_what_refuses_an_extension(
    calendar: Calendar, more: dict[str, Any], cause: str, granted: str, to: str, stands: str
) -> None:
    rules = town(extension={**ISLAND, **more})
    now = term(rules, day("2025-03-10"), calendar)

    extended = extend(rules, now, end="life", to=day(to), granted=day(granted), cause=cause, calendar=calendar)

    assert [f.key for f in extended.decision.standing_in_the_way] == ([stands] if stands else [])
    assert extended.term is not None and extended.term.dates["last_day"] == day(to)


def test_a_day_fixed_by_hand_that_is_no_business_day_is_warned_of(calendar: Calendar) -> None:
    rules = town(extension=ISLAND)

    extended = extend(
        rules,
        term(rules, day("2025-03-10"), calendar),
        end="life",
        to=day("2026-06-06"),
        granted=day("2026-02-02"),
        cause="Flood",
        calendar=calendar,
    )

    (warning,) = extended.decision.of(Outcome.WARNING)
    assert warning.why == "Sat 6 June 2026 is a Saturday"
    assert extended.decision.allowed


def test_a_town_without_extensions_has_none(calendar: Calendar) -> None:
    rules = town()

    extended = extend(
        rules,
        term(rules, day("2025-03-10"), calendar),
        end="life",
        to=day("2026-06-01"),
        granted=day("2026-02-02"),
        cause="Flood",
        calendar=calendar,
    )

    assert extended.term is None
    assert [f.why for f in extended.decision.standing_in_the_way] == ["The code has no such extension"]


def test_an_amended_permit_keeps_its_dates_unless_the_code_says_otherwise(calendar: Calendar) -> None:
    keeps, anew = town(), town(amendment="new term")
    now = term(keeps, day("2025-03-10"), calendar)

    assert amended(keeps, now, day("2025-06-18"), calendar) is now
    assert amended(anew, now, day("2025-06-18"), calendar).dates["last_day"] == day("2026-06-18")


def test_a_suspension_adds_no_days_unless_the_code_says_so(calendar: Calendar) -> None:
    stands, tolls = town(), town(tolls=True)
    now = term(stands, day("2025-03-03"), calendar)
    suspended, lifted = day("2025-07-14"), day("2025-08-20")

    assert after_suspension(stands, now, suspended, lifted) is now
    moved = after_suspension(tolls, now, suspended, lifted)
    assert moved.dates["last_day"] == day("2026-04-09")
    assert moved.life is not None and moved.life.reminders == (day("2026-03-10"),)
    assert after_suspension(tolls, Term(day("2025-03-03")), suspended, lifted).life is None


@pytest.mark.parametrize(
    ("on", "years"),
    [("2026-05-01", 0), ("2026-05-02", 1), ("2027-05-01", 1), ("2027-05-02", 2), ("2029-05-02", 4)],
)
def test_years_missed_count_from_the_day_after_the_end_a_year_begun_being_one(on: str, years: int) -> None:
    assert years_missed(date(2026, 5, 1), date.fromisoformat(on)) == years
    assert years_missed(None, date.fromisoformat(on)) == 0
