"""The life of a permit: the dates that a town's code gives it, and what it is on each day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townwright.law.calendar import Calendar
from townwright.law.findings import Outcome
from townwright.law.permits import ISSUED, PERMIT_STATUS, PermitRules, Term, expiring, standing, term, term_on

day = date.fromisoformat
EPOCH = {"from": "1990-01-01", "enacted_by": "L.L. 1-1989"}

#: Six months to begin, twelve months to live; the certificate closes it.
TWELVE_MONTHS: dict[str, Any] = {
    "default": {
        "commence": [
            {
                **EPOCH,
                "value": {"months": 6, "rolls": True, "remind": [30, 7]},
                "cite": "§ 50-4(I)",
                "carries": ["CHE-50-4-I-1"],
            }
        ],
        "life": [
            {
                **EPOCH,
                "value": {"months": 12, "rolls": False, "remind": [60, 30, 7]},
                "cite": "§ 50-4(I)",
                "carries": ["CHE-50-4-I-2"],
            }
        ],
        "closing": {"cite": "§ 50-7(A)", "carries": ["CHE-50-7-A-1"]},
    }
}

#: Six months to begin, 24 months to be finished and certified; both roll; nothing known before 2019-10-11.
TWENTY_FOUR_MONTHS: dict[str, Any] = {
    "default": {
        "commence": [
            {
                "from": "2019-10-11",
                "enacted_by": "L.L. 17-2019",
                "cite": "§ 43-9A(1)",
                "value": {"months": 6, "rolls": True},
            }
        ],
        "life": [
            {
                "from": "2019-10-11",
                "enacted_by": "L.L. 17-2019",
                "cite": "§ 43-9A(2)",
                "value": {"months": 24, "rolls": True, "needs_certificate": True},
            }
        ],
        "exterior": [
            {**EPOCH, "value": {"months": 9, "rolls": True}, "cite": "§ 9"},
            {"from": "2026-01-01", "value": None, "cite": "§ 9", "enacted_by": "L.L. 2-2025"},
        ],
    },
    "kinds": {"demolition": {"life": [{**EPOCH, "value": {"months": 3, "rolls": False}, "cite": "§ 9"}]}},
    "words": {"invalid": "Expired: work not begun in time"},
}

NO_DATES: dict[str, date | None] = dict.fromkeys(PERMIT_STATUS.fields)


def permit(**dates: str) -> dict[str, date | None]:
    """The dates of a permit, the rest not set."""
    return {**NO_DATES, **{name: day(written) for name, written in dates.items()}}


def status(written: dict[str, Any], calendar: Calendar, dates: dict[str, date | None], today: str) -> str:
    """The status of a permit by a town's rules on a day."""
    issued = dates["issued_on"]
    assert issued is not None
    rules = PermitRules.model_validate(written)
    return standing(rules, "", term(rules.default, issued, calendar), dates, day(today)).status.key


# -- terms -------------------------------------------------------------------------------------------------

EXPIRATION = {"cite": "19 NYCRR § 1203.3(a)", "carries": ["NYS-1203-3-a-5"]}


@pytest.mark.parametrize(
    ("expires", "last_day"),
    [(None, None), ("2025-08-30", None), ("2025-08-31", "2025-08-31"), ("2026-08-30", "2026-08-30")],
)  # a Sunday
def test_where_no_period_is_set_the_officer_fixes_the_day_on_which_it_expires(
    calendar: Calendar, expires: str | None, last_day: str | None
) -> None:
    rules = PermitRules.model_validate({"default": {}, "expiration": EXPIRATION})
    new = term(rules.default, day("2025-08-31"), calendar)

    dated, finding = expiring(rules, new, day(expires) if expires else None, calendar)

    assert finding is not None
    assert (finding.outcome is Outcome.MET, finding.cite) == (last_day is not None, "19 NYCRR § 1203.3(a)")
    assert dated.dates["last_day"] == (day(last_day) if last_day else None)
    assert dated.life is None or (dated.life.cite, dated.life.provisions) == (
        "19 NYCRR § 1203.3(a)",
        ("NYS-1203-3-a-5",),
    )


@pytest.mark.parametrize(
    ("written", "issued"),
    [
        ({"default": {}}, "2025-08-31"),  # the code asks for no such day
        (TWELVE_MONTHS | {"expiration": EXPIRATION}, "2025-08-31"),  # it sets one
        (TWENTY_FOUR_MONTHS | {"expiration": EXPIRATION}, "2018-01-02"),  # it set another, which is not on file
    ],
)
def test_a_day_that_the_code_sets_is_not_fixed_by_hand(calendar: Calendar, written: Any, issued: str) -> None:
    rules = PermitRules.model_validate(written)
    new = term(rules.default, day(issued), calendar)

    assert expiring(rules, new, day("2025-12-31"), calendar) == (new, None)


def test_a_permit_gets_its_dates_at_issue(calendar: Calendar) -> None:
    dates = term(PermitRules.model_validate(TWELVE_MONTHS).default, day("2025-08-31"), calendar)

    assert dates.commence is not None and dates.life is not None and dates.exterior is None
    assert (dates.commence.nominal, dates.commence.act_by) == (day("2026-02-28"), day("2026-03-02"))
    assert (dates.life.nominal, dates.life.act_by, dates.life.cite) == (
        day("2026-08-31"),
        day("2026-08-31"),
        "§ 50-4(I)",
    )
    assert dates.life.reminders == (day("2026-07-02"), day("2026-08-01"), day("2026-08-24"))
    assert dates.life.provisions == ("CHE-50-4-I-2",)
    assert dates.deadlines == (dates.commence, dates.life)
    assert dates.not_on_file == ()


@pytest.mark.parametrize(
    ("issued", "expires"),
    [
        ("2024-02-29", "2025-02-28"),
        ("2025-02-28", "2026-02-28"),
        ("2025-03-10", "2026-03-10"),
    ],
)
def test_the_life_of_a_permit_does_not_roll(calendar: Calendar, issued: str, expires: str) -> None:
    life = term(PermitRules.model_validate(TWELVE_MONTHS).default, day(issued), calendar).life

    assert life is not None and life.act_by == day(expires)


def test_the_rule_of_the_day_of_issue_counts_and_what_is_not_on_file_is_said(calendar: Calendar) -> None:
    rules = PermitRules.model_validate(TWENTY_FOUR_MONTHS).default

    older = term(rules, day("2019-10-10"), calendar)
    first = term(rules, day("2019-10-11"), calendar)

    assert (older.commence, older.life) == (None, None)
    assert [(f.key, f.outcome, f.cure) for f in older.not_on_file] == [
        ("permit.commence", "unknown", "Decide by hand"),
        ("permit.life", "unknown", "Decide by hand"),
    ]
    assert "Thu 10 October 2019" in older.not_on_file[0].why
    assert first.life is not None and first.life.nominal == day("2021-10-11")


def test_a_rule_that_has_ended_sets_no_date(calendar: Calendar) -> None:
    rules = PermitRules.model_validate(TWENTY_FOUR_MONTHS).default

    exterior = term(rules, day("2025-12-31"), calendar).exterior
    assert exterior is not None and exterior.nominal == day("2026-09-30")
    assert term(rules, day("2026-01-01"), calendar).exterior is None
    assert term(rules, day("2026-01-01"), calendar).not_on_file == ()


def test_a_kind_of_permit_can_live_by_periods_of_its_own(calendar: Calendar) -> None:
    rules = PermitRules.model_validate(TWENTY_FOUR_MONTHS)

    demolition = term(rules.of("demolition"), day("2026-03-10"), calendar)

    assert demolition.life is not None and demolition.life.act_by == day("2026-06-10")
    assert demolition.commence is None
    assert rules.of("deck") is rules.default


def test_the_term_of_a_day_is_the_latest_that_has_begun(calendar: Calendar) -> None:
    first, second = Term(day("2025-01-02")), Term(day("2026-03-04"))

    assert term_on((second, first), day("2026-03-03")) is first
    assert term_on((first, second), day("2026-03-04")) is second
    assert term_on((second, first), day("2024-12-31")) is first


# -- status ------------------------------------------------------------------------------------------------


def test_a_permit_is_invalid_from_the_day_after_the_last_day_to_begin(calendar: Calendar) -> None:
    dates = permit(issued_on="2025-04-14")

    assert status(TWELVE_MONTHS, calendar, dates, "2025-10-14") == "in force"
    assert status(TWELVE_MONTHS, calendar, dates, "2025-10-15") == "invalid"

    rules = PermitRules.model_validate(TWELVE_MONTHS)
    why = standing(rules, "", term(rules.default, day("2025-04-14"), calendar), dates, day("2025-10-15"))
    assert (why.since, why.cite, why.why) == (day("2025-10-15"), "§ 50-4(I)", "Work not begun by Tue 14 October 2025")
    assert why.provisions == ("CHE-50-4-I-1",)


@pytest.mark.parametrize(
    ("commenced", "today", "expected"),
    [
        (None, "2026-03-02", "in force"),
        (None, "2026-03-03", "invalid"),
        ("2026-03-02", "2026-03-03", "in force"),
        ("2026-03-03", "2026-03-03", "invalid"),
    ],
)
def test_work_begun_by_the_act_by_day_is_in_time(
    calendar: Calendar, commenced: str | None, today: str, expected: str
) -> None:
    dates = permit(issued_on="2025-08-31", **({"commenced_on": commenced} if commenced else {}))

    assert status(TWELVE_MONTHS, calendar, dates, today) == expected


def test_the_beginning_counts_from_its_own_day_and_not_from_its_entry(calendar: Calendar) -> None:
    # Given nothing on record on 9 March, and a report of 10 March that work began on 27 February
    unknown = permit(issued_on="2025-08-31")
    reported = permit(issued_on="2025-08-31", commenced_on="2026-02-27")

    assert status(TWELVE_MONTHS, calendar, unknown, "2026-03-09") == "invalid"
    every_day = {status(TWELVE_MONTHS, calendar, reported, f"2026-03-{d:02}") for d in range(1, 11)}
    assert every_day == {"in force"}


def test_a_permit_expires_the_day_after_its_last_day_although_work_began(calendar: Calendar) -> None:
    dates = permit(issued_on="2025-04-14", commenced_on="2025-05-05")
    rules = PermitRules.model_validate(TWELVE_MONTHS)
    now = term(rules.default, day("2025-04-14"), calendar)

    in_force = standing(rules, "", now, dates, day("2026-04-14"))
    expired = standing(rules, "", now, dates, day("2026-04-15"))

    assert (in_force.status.key, in_force.why) == ("in force", "In force through Tue 14 April 2026")
    assert (expired.status.key, expired.since, expired.cite) == ("expired", day("2026-04-15"), "§ 50-4(I)")
    assert expired.why == "In force through Tue 14 April 2026"


def test_a_suspension_stops_the_permit_and_not_its_clock(calendar: Calendar) -> None:
    suspended = permit(issued_on="2025-03-03", commenced_on="2025-03-10", suspended_on="2025-07-14")
    lifted = {**suspended, "lifted_on": day("2025-08-20")}

    assert status(TWELVE_MONTHS, calendar, suspended, "2025-07-13") == "in force"
    assert status(TWELVE_MONTHS, calendar, suspended, "2025-07-14") == "suspended"
    assert status(TWELVE_MONTHS, calendar, lifted, "2025-08-19") == "suspended"
    assert status(TWELVE_MONTHS, calendar, lifted, "2025-08-20") == "in force"
    assert status(TWELVE_MONTHS, calendar, lifted, "2026-03-03") == "in force"
    assert status(TWELVE_MONTHS, calendar, lifted, "2026-03-04") == "expired"


def test_a_second_suspension_stands_until_it_is_lifted_itself(calendar: Calendar) -> None:
    dates = permit(issued_on="2025-03-03", commenced_on="2025-03-10", suspended_on="2025-09-01", lifted_on="2025-08-20")

    assert status(TWELVE_MONTHS, calendar, dates, "2025-09-01") == "suspended"


def test_revoked_and_closed_go_before_the_rest(calendar: Calendar) -> None:
    rules = PermitRules.model_validate(TWELVE_MONTHS)
    now = term(rules.default, day("2025-04-14"), calendar)
    closed = permit(issued_on="2025-04-14", commenced_on="2025-05-05", closed_on="2025-11-06")
    revoked = {**closed, "revoked_on": day("2025-12-01"), "closed_on": None}

    told = standing(rules, "", now, closed, day("2027-01-01"))
    assert (told.status.key, told.since, told.cite) == ("closed", day("2025-11-06"), "§ 50-7(A)")
    told = standing(rules, "", now, revoked, day("2027-01-01"))
    assert (told.status.key, told.since, told.cite) == ("revoked", day("2025-12-01"), "")


def test_a_certificate_ends_a_permit_and_a_temporary_one_does_not(calendar: Calendar) -> None:
    issued = permit(issued_on="2025-04-14", commenced_on="2025-05-05")

    certified = {**issued, "closed_on": day("2025-11-06")}
    assert status(TWELVE_MONTHS, calendar, certified, "2025-11-07") == "closed"
    # A temporary certificate sets no date of the permit
    assert status(TWELVE_MONTHS, calendar, issued, "2026-04-14") == "in force"


@pytest.mark.parametrize(
    ("issued", "commenced", "last", "expected"),
    [
        ("2025-03-10", None, "2025-09-10", "invalid"),
        ("2025-08-31", None, "2026-03-02", "invalid"),
        ("2024-05-06", "2024-05-20", "2026-05-06", "expired"),
        ("2024-02-29", "2024-05-20", "2026-03-02", "expired"),
    ],
)
def test_a_town_can_let_both_ends_roll(
    calendar: Calendar, issued: str, commenced: str | None, last: str, expected: str
) -> None:
    dates = permit(issued_on=issued, **({"commenced_on": commenced} if commenced else {}))
    after = (day(last) + timedelta(days=1)).isoformat()

    assert status(TWENTY_FOUR_MONTHS, calendar, dates, last) == "in force"
    assert status(TWENTY_FOUR_MONTHS, calendar, dates, after) == expected


@pytest.mark.parametrize(
    ("completed", "why"),
    [
        ("2026-04-20", "Certificate not issued by Wed 6 May 2026"),
        ("2026-05-07", "Work not complete by Wed 6 May 2026"),
        (None, "Work not complete by Wed 6 May 2026"),
    ],
)
def test_a_permit_that_needs_its_certificate_says_what_was_wanting(
    calendar: Calendar, completed: str | None, why: str
) -> None:
    rules = PermitRules.model_validate(TWENTY_FOUR_MONTHS)
    dates = permit(
        issued_on="2024-05-06", commenced_on="2024-06-03", **({"completed_on": completed} if completed else {})
    )

    told = standing(rules, "", term(rules.default, day("2024-05-06"), calendar), dates, day("2026-05-07"))

    assert (told.status.key, told.why, told.cite) == ("expired", why, "§ 43-9A(2)")


def test_a_town_has_its_own_words_for_a_status(calendar: Calendar) -> None:
    rules = PermitRules.model_validate(TWENTY_FOUR_MONTHS)
    now = term(rules.default, day("2025-03-10"), calendar)

    told = standing(rules, "", now, permit(issued_on="2025-03-10"), day("2025-09-11"))

    assert told.status.words == "Expired: work not begun in time"


@pytest.mark.parametrize(
    ("dates", "key", "since"),
    [
        ({}, "draft", None),
        ({"received_on": "2026-03-02"}, "not filed", "2026-03-02"),
        ({"received_on": "2026-03-02", "filed_on": "2026-03-03"}, "with us", "2026-03-03"),
        ({"filed_on": "2026-03-03", "returned_on": "2026-03-05"}, "with applicant", "2026-03-05"),
        (
            {"filed_on": "2026-03-03", "returned_on": "2026-03-05", "resubmitted_on": "2026-03-06"},
            "with us",
            "2026-03-03",
        ),
        (
            {"filed_on": "2026-03-03", "returned_on": "2026-03-09", "resubmitted_on": "2026-03-06"},
            "with applicant",
            "2026-03-09",
        ),
        ({"filed_on": "2026-03-03", "ready_on": "2026-03-09"}, "ready", "2026-03-09"),
        ({"filed_on": "2026-03-03", "disapproved_on": "2026-03-09"}, "disapproved", "2026-03-09"),
        ({"filed_on": "2026-03-03", "withdrawn_on": "2026-03-09"}, "withdrawn", "2026-03-09"),
        ({"ready_on": "2026-03-04", "issued_on": "2026-03-09"}, "in force", "2026-03-09"),
    ],
)
def test_an_application_stands_where_its_dates_put_it(dates: dict[str, str], key: str, since: str | None) -> None:
    told = standing(
        PermitRules.model_validate({"default": {}}), "", Term(day("2026-03-09")), permit(**dates), day("2026-03-20")
    )

    assert told.status.key == key
    assert told.since == (day(since) if since else None)
    assert (key in ISSUED) is ("issued_on" in dates)


def test_an_expired_or_invalid_permit_without_a_dated_end_is_still_told() -> None:
    # Dates that came with an import, without the deadlines behind them
    dates = permit(issued_on="2020-01-02", closed_on="2020-06-01")

    told = standing(PermitRules.model_validate({"default": {}}), "", Term(day("2020-01-02")), dates, day("2026-01-02"))

    assert (told.status.key, told.since, told.cite) == ("closed", day("2020-06-01"), "")


@given(
    issued=st.dates(date(2000, 1, 1), date(2060, 12, 31)),
    begun=st.none() | st.integers(0, 500),
    asked=st.integers(0, 900),
)
def test_every_day_from_issue_on_has_the_status_of_its_dates(
    calendar: Calendar, issued: date, begun: int | None, asked: int
) -> None:
    rules = PermitRules.model_validate(TWELVE_MONTHS)
    now = term(rules.default, issued, calendar)
    commenced = issued + timedelta(days=begun) if begun is not None else None
    today = issued + timedelta(days=asked)
    assert now.life is not None and now.commence is not None

    told = standing(rules, "", now, {**NO_DATES, "issued_on": issued, "commenced_on": commenced}, today)

    last = now.last_day_in_force(commenced)
    assert last is not None and (told.status.key == "in force") is (today <= last)
    if told.status.key == "invalid":
        assert commenced is None or commenced > now.commence.act_by
    if told.status.key == "expired":
        assert today > now.life.act_by
    assert told.since is not None and told.since <= today
