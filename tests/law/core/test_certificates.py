"""Certificates: which is the right one, how long a temporary one lasts, and when one can be taken back."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townwright.law.calendar import Calendar, Deadline, Period
from townwright.law.certificates import (
    CERTIFICATE_STATUS,
    CertificateRules,
    CorrectionRule,
    Temporary,
    after_completion,
    correction_ends,
    days_under,
    earliest_issue,
    extend_temporary,
    kinds_for,
    may_take_back,
    temporary,
)
from townwright.law.facts import Catalogue, Fact, Kind
from townwright.law.findings import Outcome
from townwright.law.predicates import Asked

day = date.fromisoformat
EPOCH = {"from": "1990-01-01", "enacted_by": "L.L. 1-1989"}
CATALOGUE = Catalogue([Fact("certificate.occupied", Kind.BOOL, "To be occupied", "Will it be occupied?")])


def town(*, since: str = "1990-01-01", **temporary_rule: Any) -> CertificateRules:
    """A town's rules: temporary certificates of six months at most, counted from their start."""
    value = {"months": 6, "rolls": False, "remind": [30], **temporary_rule}
    return CertificateRules.model_validate(
        {
            "kinds": {
                "occupancy": {
                    "title": "Certificate of Occupancy",
                    "cite": "§ 50-7(A)",
                    "when": {"is_true": "certificate.occupied"},
                    "carries": ["CHE-50-7-A-1"],
                },
                "compliance": {
                    "title": "Certificate of Compliance",
                    "cite": "§ 50-7(A)",
                    "when": {"is_false": "certificate.occupied"},
                },
                "use": {"title": "Letter of existing use", "cite": "§ 9"},
            },
            "temporary": [{**EPOCH, "from": since, "value": value, "cite": "§ 50-7(D)", "carries": ["CHE-50-7-D-7"]}],
            "issue_within": [{**EPOCH, "value": {"days": 30, "rolls": True}, "cite": "§ 149-14(F)"}],
            "occupied_without": [
                {**EPOCH, "from": "2020-01-01", "value": {"days": 30, "rolls": True}, "cite": "§ 15B"}
            ],
        }
    )


def tried(
    calendar: Calendar, rules: CertificateRules, starts: str, ends: str | None, *, issued: str = "", earlier: int = 0
) -> Temporary:
    """What the dates say to a temporary certificate."""
    return temporary(
        rules,
        issued=day(issued or starts),
        starts=day(starts),
        ends=day(ends) if ends else None,
        earlier=earlier,
        calendar=calendar,
    )


# -- temporary certificates --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("starts", "ends", "allowed", "latest"),
    [
        ("2025-10-31", "2026-04-30", True, "2026-04-30"),
        ("2025-10-31", "2026-05-01", False, "2026-04-30"),
        ("2025-09-02", "2026-03-02", True, "2026-03-02"),
        ("2025-08-31", "2026-02-28", True, "2026-02-28"),  # a Saturday: what lasts does not roll
        ("2025-08-31", "2026-03-02", False, "2026-02-28"),
        ("2025-08-31", "2025-08-31", True, "2026-02-28"),
    ],
)
def test_a_temporary_certificate_lasts_six_months_at_most(
    calendar: Calendar, starts: str, ends: str, allowed: bool, latest: str
) -> None:
    certificate = tried(calendar, town(), starts, ends)

    assert certificate.decision.allowed is allowed
    assert certificate.latest == day(latest)
    (finding,) = certificate.decision.findings
    assert (finding.limit, finding.cite, finding.provisions) == (day(latest), "§ 50-7(D)", ("CHE-50-7-D-7",))
    assert finding.says == "It lasts 6 months from its start at most"
    if allowed:
        assert certificate.ends is not None
        assert certificate.ends.act_by == day(ends)
        assert certificate.ends.reminders == (day(ends) - timedelta(days=30),)
    else:
        assert certificate.ends is None


def test_the_officer_fixes_the_last_day_and_none_is_filled_in(calendar: Calendar) -> None:
    certificate = tried(calendar, town(), "2025-05-05", None)

    (finding,) = certificate.decision.standing_in_the_way
    assert (finding.key, finding.why) == ("temporary.period", "No last day is given")
    assert certificate.ends is None


def test_it_does_not_end_before_it_begins(calendar: Calendar) -> None:
    (finding,) = tried(calendar, town(), "2025-05-05", "2025-05-04").decision.standing_in_the_way

    assert finding.why == "Sun 4 May 2025 is before Mon 5 May 2025"


@pytest.mark.parametrize(
    ("issued", "last"), [("2026-01-15", "2026-07-15"), ("2025-11-30", "2026-05-30"), ("2025-08-31", "2026-02-28")]
)
def test_a_town_can_fix_the_length_itself(calendar: Calendar, issued: str, last: str) -> None:
    rules = town(exactly=True, counted_from="issue")

    by_law = tried(calendar, rules, issued, None)
    shorter = tried(calendar, rules, issued, (day(last) - timedelta(days=1)).isoformat())

    assert by_law.ends is not None and by_law.ends.act_by == day(last)
    assert [f.key for f in shorter.decision.standing_in_the_way] == ["temporary.length"]


def test_a_town_can_count_from_the_issue(calendar: Calendar) -> None:
    rules = town(months=3, counted_from="issue")

    certificate = tried(calendar, rules, "2026-12-07", "2027-03-01", issued="2026-11-30")

    assert certificate.latest == day("2027-02-28")
    assert not certificate.decision.allowed


def test_a_town_can_limit_how_many_there_are(calendar: Calendar) -> None:
    first, second = (tried(calendar, town(most=1), "2026-01-15", "2026-02-16", earlier=n) for n in (0, 1))

    assert first.decision.allowed
    assert [(f.key, f.why) for f in second.decision.standing_in_the_way] == [("temporary.most", "1 given so far")]


@pytest.mark.parametrize(
    ("ends", "met"), [(None, False), ("2025-05-04", False), ("2025-05-05", True), ("2027-05-05", True)]
)
def test_a_code_that_sets_no_longest_time_leaves_the_last_day_to_the_officer(
    calendar: Calendar, ends: str | None, met: bool
) -> None:
    rules = CertificateRules.model_validate(
        {"kinds": {}, "temporary_without_limit": {"cite": "19 NYCRR § 1203.3(d)", "carries": ["NYS-1203-3-d-3"]}}
    )
    last = date.fromisoformat(ends) if ends else None
    found = temporary(rules, issued=date(2025, 5, 2), starts=date(2025, 5, 5), ends=last, earlier=7, calendar=calendar)

    (finding,) = found.decision.findings
    assert (found.decision.allowed, finding.cite) == (met, "19 NYCRR § 1203.3(d)")
    assert (found.ends and found.ends.act_by, found.latest) == ((last, last) if met else (None, None))


def test_a_town_without_them_has_none_and_an_older_rule_is_not_guessed(calendar: Calendar) -> None:
    none = CertificateRules.model_validate({"kinds": {}})

    (without,) = tried(calendar, none, "2026-01-15", "2026-02-16").decision.findings
    (older,) = tried(calendar, town(since="2024-01-01"), "2023-01-15", "2023-02-16").decision.findings

    assert (without.outcome, without.why) == (Outcome.UNMET, "It has none")
    assert (older.outcome, older.cite) == (Outcome.UNKNOWN, "§ 50-7(D)")


@given(starts=st.dates(date(2000, 1, 1), date(2090, 1, 1)), length=st.integers(0, 400))
def test_a_temporary_certificate_is_lawful_up_to_the_same_numbered_day(
    calendar: Calendar, starts: date, length: int
) -> None:
    ends = starts + timedelta(days=length)

    certificate = tried(calendar, town(), starts.isoformat(), ends.isoformat())

    assert certificate.latest is not None
    assert certificate.decision.allowed is (ends <= certificate.latest)
    assert 181 <= (certificate.latest - starts).days <= 184


def extendable(**rule: Any) -> CertificateRules:
    """Rules under which a temporary certificate is extended twice, by three months at most each time."""
    section = {"cite": "§ 14(C)", "carries": ["COR-149-14-C-5"]}
    value = {"most": 2, "longest": {"months": 3}, "sections": {"most": section}, **rule}
    extension = [{**EPOCH, "from": "2000-01-01", "value": value, "cite": "§ 14"}]
    return CertificateRules.model_validate({**town().model_dump(by_alias=True), "extension": extension})


def extended(
    calendar: Calendar,
    rules: CertificateRules,
    ends: str,
    to: str,
    granted: str,
    *,
    cause: str = "Frost",
    earlier: int = 0,
) -> Temporary:
    """What the dates say to an extension."""
    return extend_temporary(
        rules, ends=day(ends), to=day(to), cause=cause, earlier=earlier, granted=day(granted), calendar=calendar
    )


@pytest.mark.parametrize(
    ("ends", "to", "allowed"),
    [
        ("2027-02-28", "2027-05-27", True),
        ("2027-02-28", "2027-05-28", True),
        ("2027-02-28", "2027-05-29", False),
        ("2027-02-28", "2027-03-01", True),
        ("2027-02-28", "2027-02-28", False),  # no later than it ends anyway
        ("2026-11-30", "2027-02-28", True),  # a Sunday: what lasts does not roll
    ],
)
def test_an_extension_runs_from_the_last_day(calendar: Calendar, ends: str, to: str, allowed: bool) -> None:
    found = extended(calendar, extendable(), ends, to, "2026-11-20")

    assert found.decision.allowed is allowed
    assert (found.ends.act_by if found.ends else None) == (day(to) if allowed else None)


def test_an_extension_needs_its_cause_and_there_are_two(calendar: Calendar) -> None:
    silent = extended(calendar, extendable(), "2027-02-28", "2027-05-28", "2027-02-19", cause=" ")
    third = extended(calendar, extendable(), "2027-08-28", "2027-11-28", "2027-08-20", earlier=2)

    (no_cause,) = silent.decision.standing_in_the_way
    (too_many,) = third.decision.standing_in_the_way
    assert (no_cause.why, no_cause.cite) == ("Good cause must be stated", "§ 14")
    assert (too_many.key, too_many.fact, too_many.limit, too_many.cite) == ("extension.most", 3, 2, "§ 14(C)")
    assert extended(calendar, extendable(), "2027-05-28", "2027-08-28", "2027-05-20", earlier=1).decision.allowed


def test_an_extension_after_the_end_runs_from_it_all_the_same_where_the_code_lets_it(calendar: Calendar) -> None:
    late = extended(calendar, extendable(), "2027-02-28", "2027-05-28", "2027-03-15")
    barred = extended(calendar, extendable(after_end=False), "2027-02-28", "2027-05-28", "2027-03-01")

    assert late.latest == day("2027-05-28")
    assert late.ends is not None and late.ends.reminders == (day("2027-04-28"),)
    assert [f.key for f in barred.decision.standing_in_the_way] == ["extension.in_time"]
    assert extended(calendar, extendable(after_end=False), "2027-02-28", "2027-05-28", "2027-02-28").decision.allowed


def test_a_code_can_leave_the_length_the_number_and_the_cause_open(calendar: Calendar) -> None:
    rules = extendable(most=None, longest=None, needs_cause=False)

    found = extended(calendar, rules, "2027-02-28", "2030-01-01", "2027-02-01", cause="", earlier=9)

    assert found.decision.allowed
    assert found.latest is None
    without = rules.model_copy(update={"temporary": None})
    kept = extended(calendar, without, "2027-02-28", "2030-01-01", "2027-02-01").ends
    assert kept is not None and kept.reminders == ()


@pytest.mark.parametrize(
    ("rules", "granted", "outcome"),
    [
        (town(), "2027-02-01", Outcome.UNMET),
        (extendable(), "1999-12-31", Outcome.UNKNOWN),
        (extendable(), "2000-01-01", Outcome.MET),
    ],
)
def test_where_no_extension_is_on_file_none_is_given(
    calendar: Calendar, rules: CertificateRules, granted: str, outcome: Outcome
) -> None:
    found = extended(calendar, rules, "2000-02-28", "2000-05-28", granted)

    assert found.decision.findings[0].outcome is outcome


def test_days_under_temporary_certificates_are_counted_once() -> None:
    spans = [
        (day("2026-01-01"), day("2026-01-31")),
        (day("2026-01-31"), day("2026-02-28")),
        (day("2026-06-01"), day("2026-06-30")),
    ]

    assert days_under(spans, day("2026-02-10")) == 41
    assert days_under(spans, day("2026-12-31")) == 59 + 30
    assert days_under([], day("2026-12-31")) == 0


# -- which, and by when ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("occupied", "right", "wrong", "open_"),
    [
        (True, ["occupancy", "use"], ["compliance"], []),
        (False, ["compliance", "use"], ["occupancy"], []),
        (None, ["use"], [], ["occupancy", "compliance"]),
    ],
)
def test_the_right_kind_of_certificate(
    calendar: Calendar, occupied: bool | None, right: list[str], wrong: list[str], open_: list[str]
) -> None:
    asked = Asked({"certificate.occupied": occupied}, day("2026-01-15"), CATALOGUE, calendar)

    found = kinds_for(town(), asked)

    for outcome, kinds in ((Outcome.MET, right), (Outcome.UNMET, wrong), (Outcome.UNKNOWN, open_)):
        assert [f.key.removeprefix("certificate.") for f in found if f.outcome is outcome] == kinds
    assert all(f.missing == ("certificate.occupied",) for f in found if f.outcome is Outcome.UNKNOWN)


def test_the_check_finds_facts_that_there_are_not() -> None:
    assert list(town().check(CATALOGUE, {})) == []
    assert [place for place, _ in town().check(Catalogue([]), {})] == [
        ("kinds", "occupancy", "when", "is_true"),
        ("kinds", "compliance", "when", "is_false"),
    ]


def test_periods_run_from_the_day_of_completion(calendar: Calendar) -> None:
    issue, without = after_completion(town(), day("2025-12-02"), calendar)

    assert (issue.kind, issue.nominal, issue.act_by) == (
        "certificate.issue_within",
        day("2026-01-01"),
        day("2026-01-02"),
    )
    assert (without.kind, without.cite) == ("certificate.occupied_without", "§ 15B")
    assert [d.kind for d in after_completion(town(), day("2019-12-02"), calendar)] == ["certificate.issue_within"]
    assert after_completion(CertificateRules.model_validate({"kinds": {}}), day("2025-12-02"), calendar) == ()


def test_a_certificate_is_never_dated_before_what_it_rests_on() -> None:
    days = {"last inspection": day("2025-07-18"), "last paper": day("2025-07-21"), "fee": None}

    assert earliest_issue(days) == (day("2025-07-21"), "last paper")
    assert earliest_issue({"fee": None}) is None


# -- taking a certificate back -----------------------------------------------------------------------------

CORRECTION = CorrectionRule(cite="§ 50-7(E)", carries=("CHE-50-7-E-2",))


def ends_on(calendar: Calendar, time: Period | date, rule: CorrectionRule = CORRECTION) -> Deadline:
    """The end of a time to correct that begins on 1 July 2025."""
    return correction_ends(rule, begins=day("2025-07-01"), time=time, calendar=calendar)


@pytest.mark.parametrize(("on", "allowed"), [("2025-07-20", False), ("2025-07-31", False), ("2025-08-01", True)])
def test_a_certificate_is_taken_back_only_after_the_time_to_correct(calendar: Calendar, on: str, allowed: bool) -> None:
    decision = may_take_back(ends_on(calendar, day("2025-07-31")), corrected=None, on=day(on))

    assert decision.allowed is allowed
    if not allowed:
        (finding,) = decision.standing_in_the_way
        assert (finding.cite, finding.cure) == ("§ 50-7(E)", "Possible from Fri 1 August 2025 on")


@pytest.mark.parametrize(
    ("time", "nominal", "first"),
    [
        (Period(days=32), "2025-08-02", "2025-08-05"),  # a Saturday: the owner has Monday
        (day("2025-08-02"), "2025-08-02", "2025-08-05"),
        (Period(months=1), "2025-08-01", "2025-08-02"),
    ],
)
def test_correcting_is_an_act_and_its_end_rolls(
    calendar: Calendar, time: Period | date, nominal: str, first: str
) -> None:
    end = ends_on(calendar, time)

    assert end.nominal == day(nominal)
    assert may_take_back(end, corrected=None, on=day(first)).allowed
    assert not may_take_back(end, corrected=None, on=day(first) - timedelta(days=1)).allowed


def test_a_town_can_hold_the_owner_to_the_day(calendar: Calendar) -> None:
    held = CORRECTION.model_copy(update={"rolls": False})

    assert ends_on(calendar, day("2025-08-02"), held).act_by == day("2025-08-02")


@pytest.mark.parametrize(("corrected", "allowed"), [("2025-07-31", False), ("2025-08-01", True)])
def test_what_was_corrected_in_time_closes_the_matter(calendar: Calendar, corrected: str, allowed: bool) -> None:
    decision = may_take_back(ends_on(calendar, day("2025-07-31")), corrected=day(corrected), on=day("2025-08-04"))

    assert decision.allowed is allowed
    assert {f.key for f in decision.standing_in_the_way} == (set() if allowed else {"correction.not_made"})


# -- status ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dates", "today", "key"),
    [
        ({}, "2026-03-02", "draft"),
        ({"filed_on": "2026-03-02"}, "2026-03-02", "applied for"),
        ({"filed_on": "2026-03-02", "refused_on": "2026-03-09"}, "2026-03-09", "refused"),
        ({"filed_on": "2026-03-02", "withdrawn_on": "2026-03-09"}, "2026-03-09", "withdrawn"),
        ({"issued_on": "2025-09-02"}, "2026-03-09", "in force"),
        ({"issued_on": "2025-09-02", "ends_on": "2026-03-02"}, "2026-03-02", "in force"),
        ({"issued_on": "2025-09-02", "ends_on": "2026-03-02"}, "2026-03-03", "lapsed"),
        ({"issued_on": "2025-09-02", "suspended_on": "2025-10-01"}, "2025-10-01", "suspended"),
        (
            {"issued_on": "2025-09-02", "suspended_on": "2025-10-01", "lifted_on": "2025-11-03"},
            "2025-11-03",
            "in force",
        ),
        ({"issued_on": "2025-09-02", "ends_on": "2026-03-02", "suspended_on": "2025-10-01"}, "2026-03-03", "lapsed"),
        ({"issued_on": "2025-09-02", "lost_on": "2026-01-10"}, "2026-01-09", "in force"),
        ({"issued_on": "2025-09-02", "lost_on": "2026-01-10"}, "2026-01-10", "lost"),
        ({"issued_on": "2025-09-02", "superseded_on": "2026-01-10"}, "2026-01-10", "superseded"),
        (
            {"issued_on": "2025-09-02", "superseded_on": "2026-01-10", "revoked_on": "2026-01-12"},
            "2026-01-12",
            "revoked",
        ),
    ],
)
def test_what_a_certificate_is_on_a_day(dates: dict[str, str], today: str, key: str) -> None:
    known: dict[str, date | None] = dict.fromkeys(CERTIFICATE_STATUS.fields)
    known |= {name: day(written) for name, written in dates.items()}

    assert CERTIFICATE_STATUS.on(known, day(today)).key == key
