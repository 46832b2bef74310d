"""Orders and notices: contents, the time that each leaves, ways of service to the day, and what a late one asks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from townwright.law.calendar import Calendar
from townwright.law.catalogue import CATALOGUE
from townwright.law.dated import Dated
from townwright.law.findings import Outcome
from townwright.law.orders import (
    ORDER_STATUS,
    STOP_STATUS,
    Attempt,
    Draft,
    OrderKind,
    OrderRules,
    Party,
    Service,
    Violation,
    carries_382,
    default_from,
    draft,
    may_compel,
    may_rescind,
    offered,
    serve_by,
    service,
)
from townwright.law.predicates import Asked

day = date.fromisoformat

HAND = {"title": "By hand", "steps": [{"key": "handed", "title": "Handed over", "proof": {"to": "To whom"}}]}
CERTIFIED = {
    "title": "By certified mail",
    "steps": [{"key": "mailed", "title": "Mailed", "proof": {"article": "Article number"}}],
}
POSTED = {
    "title": "Posted, with a copy by certified mail",
    "steps": [
        {"key": "posted", "title": "Posted", "proof": {"photo": "Photograph"}},
        {"key": "mailed", "title": "Copy mailed", "proof": {"article": "Article number"}},
    ],
}
FIRST_CLASS = {"title": "By first-class mail", "steps": [{"key": "mailed", "title": "Mailed"}]}


def kind(cite: str, **value: Any) -> Dated[OrderKind]:
    """One kind of order, in force since 1990."""
    rules = OrderRules.model_validate(
        {
            "kinds": {
                "one": [
                    {
                        "from": "1990-01-01",
                        "cite": cite,
                        "enacted_by": "L.L. 1-1989",
                        "carries": ["CHE-50-17-A-1-6"],
                        "value": {"title": "Order", **value},
                    }
                ]
            }
        }
    )
    found = rules.kinds["one"].on(day("2025-01-01"))
    assert found is not None
    return found


FIVE_DAYS = {"days": 5, "rolls": True}
STATE: dict[str, Any] = {
    "title": "Order to Remedy",
    "of_state": True,
    "if_late": "date anew",
    "cure": {"fixed": {"days": 30}},
    "contents": [
        {"key": "condition", "label": "The condition or activity", "of": "each line", "cite": "§ 50-17(A)(1)"},
        {"key": "section", "label": "The section violated", "of": "each line", "cite": "§ 50-17(A)(1)"},
        {"key": "signature", "label": "The signature", "cite": "§ 50-17(A)(1)"},
    ],
    "early_start": {"cite": "§ 50-17(A)(2)"},
    "protection": {"cite": "§ 50-17(A)(2)"},
    "recipients": [
        {
            "who": ["owner"],
            "must": "always",
            "ways": ["personal", "certified"],
            "within": FIVE_DAYS,
            "cite": "§ 50-17(A)(2)",
            "address": "The last assessment roll",
        },
        {
            "who": ["contractor", "tenant"],
            "must": "may",
            "ways": ["personal", "registered", "certified"],
            "within": FIVE_DAYS,
            "cite": "§ 50-17(A)(2)",
        },
    ],
    "ways": {
        "personal": HAND,
        "certified": CERTIFIED,
        "posted": POSTED,
        "registered": {**CERTIFIED, "title": "By registered mail"},
    },
}
CHESTER = kind("§ 50-17(A)", **STATE)
CORTLANDT = kind(
    "§ 149-19(A)",
    title="Order",
    cure={"needs_reason": True},
    wait_before_compelling={"cite": "§ 149-19(A)"},
    recipients=[
        {"who": ["owner"], "must": "always", "ways": ["personal", "first_class", "certified"], "cite": "§ 149-19(A)"}
    ],
    ways={"personal": HAND, "first_class": FIRST_CLASS, "certified": CERTIFIED},
)
SWEDEN = kind(
    "§ 169-5(A)",
    title="Notice to register",
    cure={"fixed": {"days": 30}, "counted_from": "receipt"},
    recipients=[
        {
            "who": ["owner", "property_manager"],
            "must": "always",
            "ways": ["personal", "first_class", "certified"],
            "cite": "§ 169-5(A)",
        },
        {"who": ["occupant"], "must": "may", "ways": ["personal"], "starts_clock": False, "cite": "§ 169-5(A)"},
    ],
    ways={
        "personal": {**HAND, "deemed": {"days": 3}},
        "first_class": {**FIRST_CLASS, "deemed": {"days": 5}},
        "certified": {**CERTIFIED, "on_proof": True},
    },
)
STOP = kind(
    "§ 50-6",
    title="Stop-work order",
    stops_work=True,
    conditions="may be none",
    grounds={
        "codes": {"title": "contrary to the codes", "needs": {"section": "the section"}, "cite": "§ 50-6(A)(1)"},
        "unsafe": {"title": "dangerous or unsafe", "needs": {"danger": "the danger"}, "cite": "§ 50-6(A)(2)"},
    },
    recipients=[
        {"who": ["owner"], "must": "always", "ways": ["personal", "certified", "posted"], "cite": "§ 50-6(C)"},
        {"who": ["permit_holder"], "must": "if any", "ways": ["personal", "certified", "posted"], "cite": "§ 50-6(C)"},
        {
            "who": ["contractor"],
            "must": "may",
            "ways": ["personal", "certified"],
            "other_ways": "warned of",
            "cite": "§ 50-6(C)",
        },
    ],
    ways={
        "personal": HAND,
        "certified": CERTIFIED,
        "posted": POSTED,
        "registered": {**CERTIFIED, "title": "By registered mail"},
    },
)

LINE = Violation({"condition": "No handrail", "section": "PMCNYS 307.1"})
OWNER = Party("shaw", "L. Shaw", frozenset({"owner"}))
HOLDER = Party("ridge", "Ridge Builders Inc.", frozenset({"permit_holder"}))
ROOFER = Party("roofer", "A. Roofer", frozenset({"contractor"}))


def order(dated: str, *, lines: tuple[Violation, ...] = (LINE,), **more: Any) -> Draft:
    """An order with one violation, signed."""
    return Draft(day(dated), lines, {"signature": "CEO"}, **more)


def open_keys(rule: Dated[OrderKind], drafted: Draft, calendar: Calendar) -> list[str]:
    """What stands in the way of a draft."""
    return [f.key for f in draft(rule, drafted, calendar).decision.standing_in_the_way]


def by_hand(party: Party, on: str) -> Attempt:
    """A service by hand with its proof."""
    return Attempt(party.key, "personal", {"handed": day(on)}, {"handed": {"to": party.name}})


def mailed(party: Party, on: str, way: str = "certified", article: str = "7021", receipt: str = "") -> Attempt:
    """A service by mail with its proof."""
    return Attempt(
        party.key, way, {"mailed": day(on)}, {"mailed": {"article": article}}, day(receipt) if receipt else None
    )


def served(
    rule: Dated[OrderKind],
    dated: str,
    on: str,
    calendar: Calendar,
    *attempts: Attempt,
    parties: tuple[Party, ...] = (OWNER,),
) -> Service:
    """How service stands on a day."""
    return service(rule, day(dated), parties, attempts, on=day(on), calendar=calendar)


# -- the State's order -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dated", "nominal", "act_by"),
    [
        ("2025-10-08", "2025-11-07", "2025-11-07"),
        ("2025-10-12", "2025-11-11", "2025-11-12"),  # Veterans Day
        ("2025-10-28", "2025-11-27", "2025-11-28"),  # Thanksgiving; the Friday is a business day
        ("2026-05-15", "2026-06-14", "2026-06-15"),  # Flag Day, a Sunday, has no Monday
        ("2027-06-04", "2027-07-04", "2027-07-06"),
    ],
)
def test_the_remedy_date_is_the_thirtieth_day_after_the_date_of_the_order(
    calendar: Calendar, dated: str, nominal: str, act_by: str
) -> None:
    made = draft(CHESTER, order(dated), calendar)

    assert made.decision.allowed
    assert made.remedy_by is not None
    assert (made.remedy_by.nominal, made.remedy_by.act_by) == (day(nominal), day(act_by))
    assert (made.remedy_by.kind, made.remedy_by.cite, made.remedy_by.provisions) == (
        "order.remedy_by",
        "§ 50-17(A)",
        ("CHE-50-17-A-1-6",),
    )
    assert default_from(made.remedy_by) == day(act_by) + timedelta(days=1)


@pytest.mark.parametrize(
    ("dated", "nominal", "act_by"),
    [
        ("2025-06-02", "2025-06-07", "2025-06-09"),  # a Saturday
        ("2025-11-06", "2025-11-11", "2025-11-12"),  # Veterans Day
        ("2025-10-08", "2025-10-13", "2025-10-14"),  # Columbus Day
        ("2025-12-20", "2025-12-25", "2025-12-26"),
    ],
)
def test_the_owner_is_served_within_five_days(calendar: Calendar, dated: str, nominal: str, act_by: str) -> None:
    end = serve_by(CHESTER, day(dated), calendar)

    assert end is not None
    assert (end.nominal, end.act_by) == (day(nominal), day(act_by))
    assert draft(CHESTER, order(dated), calendar).serve_by == end


@pytest.mark.parametrize(
    ("typed", "allowed"), [("2025-11-06", False), ("2025-11-07", True), ("2025-11-08", False), ("2025-12-07", False)]
)
def test_no_other_remedy_date_can_be_typed(calendar: Calendar, typed: str, allowed: bool) -> None:
    made = draft(CHESTER, order("2025-10-08", remedy_by=day(typed)), calendar)

    assert made.decision.allowed is allowed
    assert made.remedy_by is not None and made.remedy_by.nominal == day("2025-11-07")
    if not allowed:
        (finding,) = made.decision.standing_in_the_way
        assert (finding.key, finding.cite, finding.cure) == (
            "order.time",
            "§ 50-17(A)",
            "Let it say Fri 7 November 2025",
        )


@pytest.mark.parametrize(
    ("begin", "allowed"),
    [("2025-10-07", False), ("2025-10-08", True), ("2025-10-10", True), ("2025-11-07", True), ("2025-11-20", False)],
)
def test_a_beginning_can_be_required_within_the_time(calendar: Calendar, begin: str, allowed: bool) -> None:
    made = draft(CHESTER, order("2025-10-08", begin_by=day(begin)), calendar)

    assert made.decision.allowed is allowed
    assert made.begin_by is not None and made.begin_by.nominal == day(begin)
    assert [end.kind for end in made.deadlines] == ["order.remedy_by", "order.begin_by", "order.serve_by"]


def test_beginning_is_an_act_and_rolls(calendar: Calendar) -> None:
    made = draft(CHESTER, order("2025-10-08", begin_by=day("2025-10-11")), calendar)

    assert made.begin_by is not None
    assert (made.begin_by.nominal, made.begin_by.act_by) == (day("2025-10-11"), day("2025-10-14"))


def test_a_paper_without_early_start_refuses_one(calendar: Calendar) -> None:
    drafted = order("2025-08-05", remedy_by=day("2025-08-06"), reason="simple", begin_by=day("2025-08-06"))

    assert open_keys(CORTLANDT, drafted, calendar) == ["order.begin_by"]


def test_every_line_gives_its_condition_and_its_section(calendar: Calendar) -> None:
    blank = Violation({"condition": "  ", "section": ["307.1"]})

    made = draft(CHESTER, order("2025-10-08", lines=(LINE, blank, blank)), calendar)

    (finding,) = made.decision.standing_in_the_way
    assert (finding.key, finding.why) == ("order.condition", "The condition or activity: not given in lines 2 and 3")
    none = draft(CHESTER, Draft(day("2025-10-08")), calendar).decision.standing_in_the_way
    assert [(f.key, f.why) for f in none] == [
        ("order.condition", "No violation is listed"),
        ("order.section", "No violation is listed"),
        ("order.signature", "The signature: not given"),
    ]


@pytest.mark.parametrize(
    ("provision", "given"),
    [("violates the Uniform Code", False), ("PMCNYS 307.1", True), ("", False), (None, False), (("FCNYS 1003",), True)],
)
def test_a_content_can_want_the_number_of_a_provision(calendar: Calendar, provision: object, given: bool) -> None:
    numbered = kind(
        "§ 9",
        title="Order",
        contents=[
            {"key": "provision", "label": "The provision", "of": "each line", "numbered": True, "cite": "§ 9"},
            {"key": "chapter", "label": "The chapter", "numbered": True, "cite": "§ 9"},
        ],
    )

    drafted = Draft(day("2025-08-05"), (Violation({"provision": provision}),), {"chapter": "Chapter 149"})

    assert open_keys(numbered, drafted, calendar) == ([] if given else ["order.provision"])


@pytest.mark.parametrize(
    ("authority", "rule", "stands"),
    [("§ 38-6", CHESTER, []), ("", CHESTER, ["order.protection.1"]), ("§ 38-6", CORTLANDT, ["order.protection.1"])],
)
def test_protection_meanwhile_names_the_law_that_allows_it(
    calendar: Calendar, authority: str, rule: Dated[OrderKind], stands: list[str]
) -> None:
    drafted = order("2025-10-08", protection=(("vacate", authority),))
    if rule is CORTLANDT:
        drafted = order("2025-10-08", protection=(("vacate", authority),), remedy_by=day("2025-11-07"), reason="x")

    assert open_keys(rule, drafted, calendar) == stands


@pytest.mark.parametrize(
    "change",
    [
        {"cure": {"fixed": {"days": 60}}},
        {"cure": {"fixed": {"days": 30}, "counted_from": "receipt"}},
        {"cure": None},
        {"recipients": []},
        {"recipients": [{**STATE["recipients"][0], "must": "may"}]},
        {"recipients": [{**STATE["recipients"][0], "within": {"days": 10, "rolls": True}}]},
        {"recipients": [{**STATE["recipients"][0], "within": None}]},
        {"recipients": [{**STATE["recipients"][0], "ways": ["posted"]}]},
    ],
)
def test_no_pack_can_loosen_the_states_order(change: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="the State's order"):
        kind("§ 1", **{**STATE, **change})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"recipients": [{"who": ["owner"], "must": "always", "ways": ["pigeon"], "cite": "§ 1"}]}, "called pigeon"),
        ({"stops_work": True, "cure": {"at_least": {"days": 1}}}, "without a time to comply"),
        ({"cure": {"fixed": {"days": 1}, "needs_reason": True}}, "not both"),
        (
            {
                "ways": {
                    "odd": {
                        "title": "x",
                        "steps": [{"key": "a", "title": "A"}],
                        "deemed": {"days": 1},
                        "on_proof": True,
                    }
                }
            },
            "not both",
        ),
    ],
)
def test_a_kind_must_fit_together(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        kind("§ 1", **change)


def test_the_states_order_alone_carries_a_prosecution_under_the_executive_law() -> None:
    assert carries_382(CHESTER).outcome is Outcome.MET
    assert carries_382(CORTLANDT).outcome is Outcome.WARNING


# -- a town's notice ---------------------------------------------------------------------------------------


def test_a_towns_order_and_the_states_are_two_papers_with_two_dates(calendar: Calendar) -> None:
    towns = draft(CORTLANDT, order("2025-08-05", remedy_by=day("2025-09-19"), reason="custom steel stair"), calendar)
    states = draft(CHESTER, order("2025-08-05"), calendar)

    assert towns.decision.allowed and states.decision.allowed
    assert towns.remedy_by is not None and states.remedy_by is not None
    assert (towns.remedy_by.nominal, states.remedy_by.nominal) == (day("2025-09-19"), day("2025-09-04"))
    assert towns.serve_by is None


@pytest.mark.parametrize(
    ("remedy_by", "reason", "stands"),
    [
        (None, "x", ["order.time"]),
        ("2025-08-05", "x", ["order.time"]),
        ("2025-08-06", "x", []),
        ("2025-08-06", " ", ["order.time_reason"]),
    ],
)
def test_a_reasonable_time_is_the_officers_with_its_reason(
    calendar: Calendar, remedy_by: str | None, reason: str, stands: list[str]
) -> None:
    drafted = order("2025-08-05", remedy_by=day(remedy_by) if remedy_by else None, reason=reason)

    assert open_keys(CORTLANDT, drafted, calendar) == stands


@pytest.mark.parametrize(
    ("remedy_by", "stands"),
    [("2025-08-14", ["order.time"]), ("2025-08-15", []), ("2025-10-04", []), ("2025-10-05", ["order.time_at_most"])],
)
def test_a_time_can_have_limits(calendar: Calendar, remedy_by: str, stands: list[str]) -> None:
    ranged = kind("§ 9", cure={"at_least": {"days": 10}, "at_most": {"days": 60}})

    assert open_keys(ranged, order("2025-08-05", remedy_by=day(remedy_by)), calendar) == stands


def test_a_day_that_is_no_business_day_is_warned_of(calendar: Calendar) -> None:
    made = draft(CORTLANDT, order("2025-09-05", remedy_by=day("2025-10-11"), reason="x"), calendar)

    (warning,) = made.decision.of(Outcome.WARNING)
    assert (warning.key, warning.why) == ("order.business_day", "Sat 11 October 2025 is a Saturday")


@pytest.mark.parametrize(
    ("comply_by", "on", "allowed"),
    [
        ("2025-08-29", "2025-08-29", False),
        ("2025-08-29", "2025-08-30", True),
        ("2025-10-11", "2025-10-14", False),
        ("2025-10-11", "2025-10-15", True),
    ],
)
def test_proceedings_to_compel_wait_for_the_end_of_the_time(
    calendar: Calendar, comply_by: str, on: str, allowed: bool
) -> None:
    end = calendar.fixed(day(comply_by), kind="order.remedy_by", rolls=True)

    assert may_compel(CORTLANDT, end, day(on)).allowed is allowed
    assert may_compel(CHESTER, end, day("2025-08-05")).allowed


# -- service -----------------------------------------------------------------------------------------------


def test_each_owner_is_a_line_and_the_order_is_unserved_until_all_have_proof(calendar: Calendar) -> None:
    other = Party("shaw2", "M. Shaw", frozenset({"owner"}))

    one = served(CHESTER, "2025-10-08", "2025-10-10", calendar, by_hand(OWNER, "2025-10-09"), parties=(OWNER, other))
    both = served(
        CHESTER,
        "2025-10-08",
        "2025-10-10",
        calendar,
        by_hand(OWNER, "2025-10-09"),
        mailed(other, "2025-10-10"),
        parties=(OWNER, other),
    )

    assert one.served_on is None
    assert [f.key for f in one.decision.standing_in_the_way] == ["service.shaw2"]
    assert both.served_on == day("2025-10-10")
    assert both.decision.allowed
    assert [line.address for line in both.lines] == ["The last assessment roll"] * 2


@pytest.mark.parametrize(("on", "late"), [("2025-10-14", False), ("2025-10-15", True)])
def test_an_owner_not_served_in_time_asks_for_a_new_order(calendar: Calendar, on: str, late: bool) -> None:
    found = served(CHESTER, "2025-10-08", on, calendar)

    assert found.date_anew is late
    if late:
        (warning,) = found.decision.of(Outcome.WARNING)
        assert (warning.why, warning.cure) == (
            "The last day was Tue 14 October 2025",
            "Date it anew, issue it again and serve that one",
        )


def test_a_late_service_is_kept_and_marked(calendar: Calendar) -> None:
    found = served(CHESTER, "2025-10-08", "2025-11-01", calendar, by_hand(OWNER, "2025-10-15"))

    assert found.decision.allowed
    assert (found.served_on, found.date_anew) == (day("2025-10-15"), True)


def test_optional_service_never_changes_how_the_order_stands(calendar: Calendar) -> None:
    found = served(
        CHESTER,
        "2025-10-08",
        "2025-10-20",
        calendar,
        by_hand(OWNER, "2025-10-09"),
        mailed(ROOFER, "2025-10-15", "registered"),
        parties=(OWNER, ROOFER),
    )

    assert found.decision.allowed and not found.date_anew
    roofer = found.lines[1]
    assert (roofer.must, roofer.served_on, roofer.late) == (False, day("2025-10-15"), True)
    (marked,) = found.decision.of(Outcome.WARNING)
    assert (marked.key, marked.cure) == ("service.roofer.in_time", "")


def test_a_blank_optional_line_is_no_defect(calendar: Calendar) -> None:
    found = served(CHESTER, "2025-10-08", "2025-11-01", calendar, by_hand(OWNER, "2025-10-09"), parties=(OWNER, ROOFER))

    assert found.decision.of(Outcome.WARNING) == ()
    assert (found.lines[1].served_on, found.lines[1].late) == (None, False)


@pytest.mark.parametrize(
    "attempt",
    [
        mailed(OWNER, "2025-10-09", "registered"),
        Attempt("shaw", "e-mail", {"sent": day("2025-10-09")}),
        Attempt("shaw", "posted", {"posted": day("2025-10-09")}, {"posted": {"photo": "a"}}),
    ],
)
def test_a_way_that_the_code_does_not_name_is_a_courtesy_copy(calendar: Calendar, attempt: Attempt) -> None:
    found = served(CHESTER, "2025-10-08", "2025-10-10", calendar, attempt)

    assert found.served_on is None
    (courtesy,) = found.decision.of(Outcome.WARNING)
    assert courtesy.why.endswith("counts as a courtesy copy only")


@pytest.mark.parametrize(
    "attempt",
    [
        Attempt("shaw", "certified", {"mailed": day("2025-10-09")}),
        Attempt("shaw", "certified", {"mailed": day("2025-10-09")}, {"mailed": {"article": " "}}),
        Attempt("shaw", "certified", {}, {"mailed": {"article": "7021"}}),
        mailed(OWNER, "2025-10-11"),
        mailed(HOLDER, "2025-10-09"),
    ],
)
def test_no_service_without_its_day_and_its_proof(calendar: Calendar, attempt: Attempt) -> None:
    assert served(CHESTER, "2025-10-08", "2025-10-10", calendar, attempt).served_on is None


@pytest.mark.parametrize(("on", "complete"), [("2025-09-11", None), ("2025-09-12", "2025-09-12")])
def test_posting_and_mailing_are_two_halves_of_one_way(calendar: Calendar, on: str, complete: str | None) -> None:
    both = Attempt(
        "shaw",
        "posted",
        {"posted": day("2025-09-10"), "mailed": day("2025-09-12")},
        {"posted": {"photo": "door.jpg"}, "mailed": {"article": "7021"}},
    )

    found = served(STOP, "2025-09-10", on, calendar, both)

    assert found.served_on == (day(complete) if complete else None)
    assert serve_by(STOP, day("2025-09-10"), calendar) is None


def test_the_permit_holder_is_a_second_line_where_that_is_someone_else(calendar: Calendar) -> None:
    both = Party("shaw", "L. Shaw", frozenset({"owner", "permit_holder"}))

    two = served(STOP, "2025-09-10", "2025-09-10", calendar, parties=(OWNER, HOLDER))
    one = served(STOP, "2025-09-10", "2025-09-10", calendar, parties=(both,))

    assert [line.party.name for line in two.lines] == ["L. Shaw", "Ridge Builders Inc."]
    assert [line.party.name for line in one.lines] == ["L. Shaw"]


def test_an_unknown_owner_keeps_an_order_unserved(calendar: Calendar) -> None:
    found = served(STOP, "2025-09-10", "2025-09-12", calendar, by_hand(HOLDER, "2025-09-11"), parties=(HOLDER,))

    assert found.served_on is None
    assert found.decision.needs == ("order.owner",)


def test_a_way_may_be_warned_of_and_count(calendar: Calendar) -> None:
    found = served(
        STOP,
        "2025-09-10",
        "2025-09-12",
        calendar,
        mailed(ROOFER, "2025-09-11", "registered"),
        by_hand(OWNER, "2025-09-11"),
        parties=(OWNER, ROOFER),
    )

    assert found.lines[1].served_on == day("2025-09-11")
    (warning,) = found.decision.of(Outcome.WARNING)
    assert warning.why == "By registered mail: is not named"


# -- deemed receipt ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attempt", "received", "nominal", "act_by"),
    [
        (by_hand(OWNER, "2025-03-10"), "2025-03-13", "2025-04-12", "2025-04-14"),
        (mailed(OWNER, "2025-06-02", "first_class"), "2025-06-07", "2025-07-07", "2025-07-07"),
        (mailed(OWNER, "2025-05-30", "first_class"), "2025-06-04", "2025-07-04", "2025-07-07"),
        (mailed(OWNER, "2026-02-02", "first_class"), "2026-02-07", "2026-03-09", "2026-03-09"),
        (mailed(OWNER, "2026-02-02", receipt="2026-02-04"), "2026-02-04", "2026-03-06", "2026-03-06"),
    ],
)
def test_the_time_runs_from_the_day_of_deemed_receipt(
    calendar: Calendar, attempt: Attempt, received: str, nominal: str, act_by: str
) -> None:
    found = served(SWEDEN, "2025-03-01", "2026-12-31", calendar, attempt)
    made = draft(SWEDEN, order("2025-03-01"), calendar, received=found.clock_from)

    assert found.clock_from == day(received)
    assert made.remedy_by is not None
    assert (made.remedy_by.nominal, made.remedy_by.act_by) == (day(nominal), day(act_by))


def test_the_earliest_service_on_an_owner_or_the_manager_starts_the_clock(calendar: Calendar) -> None:
    manager = Party("gm", "G. Manager", frozenset({"property_manager"}))
    occupant = Party("oc", "O. Occupant", frozenset({"occupant"}))

    found = served(
        SWEDEN,
        "2025-03-01",
        "2025-05-01",
        calendar,
        by_hand(occupant, "2025-03-05"),
        by_hand(manager, "2025-03-10"),
        mailed(OWNER, "2025-03-12", "first_class"),
        parties=(OWNER, manager, occupant),
    )

    assert found.clock_from == day("2025-03-13")


def test_until_it_is_received_the_time_has_no_end(calendar: Calendar) -> None:
    found = served(SWEDEN, "2025-03-01", "2025-03-06", calendar, mailed(OWNER, "2025-03-03"))
    made = draft(SWEDEN, order("2025-03-01"), calendar, received=found.clock_from)

    assert (found.clock_from, made.remedy_by) == (None, None)
    assert made.decision.allowed


@given(dated=st.dates(date(2015, 2, 1), date(2090, 1, 1)), wait=st.integers(0, 12))
def test_the_states_order_is_thirty_days_whenever_it_is_served(calendar: Calendar, dated: date, wait: int) -> None:
    on = dated + timedelta(days=wait)
    made = draft(CHESTER, Draft(dated, (LINE,), {"signature": "CEO"}), calendar)
    found = service(CHESTER, dated, (OWNER,), (by_hand(OWNER, on.isoformat()),), on=on, calendar=calendar)

    assert made.remedy_by is not None and made.serve_by is not None
    assert made.remedy_by.nominal == dated + timedelta(days=30)
    assert made.remedy_by.act_by >= made.remedy_by.nominal
    assert calendar.is_business_day(made.remedy_by.act_by)
    assert found.date_anew is (on > made.serve_by.act_by)
    assert found.date_anew or wait <= 5 or not calendar.is_business_day(dated + timedelta(days=5))


ANY_ONE = kind(
    "§ 43-13C",
    title="Stop order",
    stops_work=True,
    effective="on service",
    if_late="date anew",
    recipients=[
        {
            "who": ["owner", "agent", "contractor"],
            "must": "any one",
            "ways": ["personal"],
            "within": FIVE_DAYS,
            "cite": "§ 43-13C",
        }
    ],
    ways={"personal": HAND},
)


def test_where_any_one_is_enough_the_first_one_served_decides(calendar: Calendar) -> None:
    both = (OWNER, ROOFER)

    none, one, two = (
        served(ANY_ONE, "2026-05-11", "2026-05-30", calendar, *attempts, parties=both)
        for attempts in (
            (),
            (by_hand(ROOFER, "2026-05-12"),),
            (by_hand(ROOFER, "2026-05-12"), by_hand(OWNER, "2026-05-29")),
        )
    )
    nobody = served(ANY_ONE, "2026-05-11", "2026-05-12", calendar, parties=(HOLDER,))

    assert [(found.served_on, found.decision.allowed, found.date_anew) for found in (none, one, two)] == [
        (None, False, True),
        (day("2026-05-12"), True, False),
        (day("2026-05-12"), True, False),
    ]
    assert [f.cure for f in none.decision.standing_in_the_way] == ["Serve one of them, and enter the proof"]
    assert [f.key for f in two.decision.of(Outcome.WARNING)] == ["service.shaw.in_time"]
    assert nobody.decision.needs == ("order.owner",)


@pytest.mark.parametrize(
    ("way", "on", "complete"),
    [("both", "2026-05-12", "2026-05-12"), ("posted alone", "2026-05-12", None), ("plain", "2026-05-12", None)],
)
def test_a_stop_order_needs_the_return_receipt_where_the_code_wants_it(
    calendar: Calendar, way: str, on: str, complete: str | None
) -> None:
    receipt = {"article": "Article number", "receipt": "Return receipt requested"}
    shelter_island = kind(
        "§ 43-13C",
        title="Stop order",
        stops_work=True,
        conditions="required",
        effective="on service",
        scope="the whole site",
        recipients=[{"who": ["owner", "agent"], "must": "always", "ways": ["personal", "posted"], "cite": "§ 43-13C"}],
        ways={
            "personal": HAND,
            "posted": {
                "title": "Posted and mailed",
                "steps": [
                    {"key": "posted", "title": "Posted", "proof": {"photo": "Photograph"}},
                    {"key": "mailed", "title": "Mailed", "proof": receipt},
                ],
            },
        },
    )
    photo, mail = {"photo": "door.jpg"}, {"article": "7021", "receipt": "asked for"}
    steps = {"posted": day("2026-05-11"), "mailed": day("2026-05-12")}
    attempts = {
        "both": Attempt("shaw", "posted", steps, {"posted": photo, "mailed": mail}),
        "posted alone": Attempt("shaw", "posted", {"posted": day("2026-05-11")}, {"posted": photo}),
        "plain": Attempt("shaw", "posted", steps, {"posted": photo, "mailed": {"article": "7021"}}),
    }

    found = served(shelter_island, "2026-05-11", on, calendar, attempts[way])

    assert found.served_on == (day(complete) if complete else None)
    assert (shelter_island.value.effective, shelter_island.value.scope) == ("on service", "the whole site")


# -- stop-work orders --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "conditions", "stands"),
    [
        ((Violation({"section": "1009.1"}, "codes"),), (), []),
        ((Violation({"danger": "no shoring"}, "unsafe"),), ("shore the trench",), []),
        ((Violation({}, "codes"),), (), ["order.ground.1"]),
        ((Violation({"danger": "no shoring"}, "unsafe"), Violation({}, "beauty")), (), ["order.grounds"]),
        ((), (), ["order.grounds"]),
        ((Violation({"section": "1009.1"}, "codes"),), None, ["order.conditions"]),
    ],
)
def test_a_stop_work_order_rests_on_a_ground_and_states_its_conditions(
    calendar: Calendar, lines: tuple[Violation, ...], conditions: tuple[str, ...] | None, stands: list[str]
) -> None:
    drafted = Draft(day("2025-08-20"), lines, conditions=conditions)

    assert open_keys(STOP, drafted, calendar) == stands
    assert draft(STOP, drafted, calendar).remedy_by is None


def test_a_code_can_require_conditions(calendar: Calendar) -> None:
    cortlandt = kind("§ 149-18", stops_work=True, conditions="required", effective="on service")

    (finding,) = draft(cortlandt, Draft(day("2025-07-08"), conditions=()), calendar).decision.standing_in_the_way

    assert (finding.key, finding.cite) == ("order.conditions", "§ 149-18")


@pytest.mark.parametrize(("met", "allowed"), [("2025-08-05", True), ("2025-08-06", False), (None, False)])
def test_it_is_rescinded_once_its_conditions_are_met(met: str | None, allowed: bool) -> None:
    conditions: Mapping[str, date | None] = {
        "obtain permit": day("2025-08-04"),
        "engineer's report": day(met) if met else None,
    }

    decision = may_rescind(STOP, conditions, day("2025-08-05"))

    assert decision.allowed is allowed
    assert [f.key for f in decision.standing_in_the_way] == ([] if allowed else ["order.condition.2"])


def test_a_ground_that_the_facts_rule_out_is_not_offered(calendar: Calendar) -> None:
    grounds = {
        "always": {"title": "unsafe", "cite": "§ 1"},
        "lapsed": {"title": "lapsed", "cite": "§ 2", "when": {"equals": {"fact": "permit.status", "value": "expired"}}},
    }
    rule = kind("§ 1", title="Stop-work order", stops_work=True, grounds=grounds)

    def found(**facts: str) -> tuple[str, ...]:
        told = {name.replace("__", "."): value for name, value in facts.items()}
        return offered(rule, Asked(told, day("2025-06-11"), CATALOGUE, calendar))

    assert found(permit__status="expired") == ("always", "lapsed")
    assert found(permit__status="in force") == ("always",)
    assert found() == ("always", "lapsed"), "what is not known is not ruled out"


def test_the_facts_of_grounds_are_checked() -> None:
    ended = {"from": "2030-01-01", "value": None, "cite": "§ 1", "enacted_by": "L.L. 1"}
    value = {
        "title": "Stop",
        "stops_work": True,
        "grounds": {
            "always": {"title": "unsafe", "cite": "§ 1"},
            "lapsed": {"title": "lapsed", "cite": "§ 2", "when": {"is_true": "permit.lapst"}},
        },
    }
    rules = OrderRules.model_validate(
        {"kinds": {"stop": [{"from": "2020-01-01", "value": value, "cite": "§ 1", "enacted_by": "L.L. 1"}, ended]}}
    )

    ((place, says),) = rules.check(CATALOGUE, {})

    assert place == ("kinds", "stop", 0, "value", "grounds", "lapsed", "when", "is_true")
    assert "no fact is called 'permit.lapst'" in says


# -- status ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dates", "today", "key"),
    [
        ({}, "2025-10-08", "draft"),
        ({"issued_on": "2025-10-08"}, "2025-10-08", "unserved"),
        ({"issued_on": "2025-10-08", "served_on": "2025-10-09"}, "2025-11-07", "running"),
        ({"issued_on": "2025-10-08", "served_on": "2025-10-09"}, "2025-11-08", "in default"),
        ({"issued_on": "2025-10-08", "remedied_on": "2025-11-07"}, "2025-11-08", "remedied"),
        ({"issued_on": "2025-10-08", "remedied_on": "2025-11-08"}, "2025-11-08", "remedied late"),
        ({"issued_on": "2025-10-08", "replaced_on": "2025-10-15"}, "2025-11-08", "replaced"),
        ({"issued_on": "2025-10-08", "withdrawn_on": "2025-10-15"}, "2025-11-08", "withdrawn"),
    ],
)
def test_what_an_order_is_on_a_day(dates: dict[str, str], today: str, key: str) -> None:
    known: dict[str, date | None] = dict.fromkeys(ORDER_STATUS.fields) | {"remedy_by": day("2025-11-07")}

    assert ORDER_STATUS.on(known | {name: day(on) for name, on in dates.items()}, day(today)).key == key


@pytest.mark.parametrize(
    ("dates", "today", "key"),
    [
        ({}, "2025-07-08", "draft"),
        ({"issued_on": "2025-07-08"}, "2025-07-09", "not effective"),
        ({"issued_on": "2025-07-08", "effective_on": "2025-07-10"}, "2025-07-09", "not effective"),
        ({"issued_on": "2025-07-08", "effective_on": "2025-07-08"}, "2025-07-14", "in force"),
        (
            {"issued_on": "2025-07-08", "effective_on": "2025-07-08", "rescinded_on": "2025-07-15"},
            "2025-07-14",
            "in force",
        ),
        (
            {"issued_on": "2025-07-08", "effective_on": "2025-07-08", "rescinded_on": "2025-07-15"},
            "2025-07-15",
            "rescinded",
        ),
        ({"issued_on": "2025-07-08", "replaced_on": "2025-07-15"}, "2025-07-15", "replaced"),
    ],
)
def test_what_a_stop_work_order_is_on_a_day(dates: dict[str, str], today: str, key: str) -> None:
    known: dict[str, date | None] = dict.fromkeys(STOP_STATUS.fields)

    assert STOP_STATUS.on(known | {name: day(on) for name, on in dates.items()}, day(today)).key == key
