"""Fees by resolution: each kind of line at its edges, the step by step sheet, and money exact to the cent."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from townwright.law.calendar import Calendar
from townwright.law.facts import Catalogue, Fact, FactError, Kind
from townwright.law.fees import Fee, FeeRules, FeeSchedule, compute, missing_lines, schedule_on, tell
from townwright.law.predicates import Asked

day = date.fromisoformat

CATALOGUE = Catalogue(
    [
        Fact("application.cost", Kind.MONEY, "Cost of the work", "What will it cost?"),
        Fact("building.area", Kind.NUMBER, "Floor area", "How large is it?", unit="sq ft"),
        Fact("building.units", Kind.INT, "Dwelling units", "How many dwelling units?"),
        Fact("building.class", Kind.CHOICE, "Class", "Which class?", choices={"house": "House", "shop": "Shop"}),
        Fact("building.corner", Kind.BOOL, "Corner lot", "Is it a corner lot?"),
        Fact("vacant.years", Kind.INT, "Years vacant", "How many years vacant?"),
        Fact("plumbing.sinks", Kind.INT, "Sinks", "How many sinks?"),
        Fact("plumbing.toilets", Kind.INT, "Toilets", "How many toilets?"),
        Fact("fee.original", Kind.MONEY, "Fee of the permit", "What was the fee of the permit?"),
        Fact("work.solar", Kind.BOOL, "Solar panels", "Is it for solar panels?"),
        Fact("work.systems", Kind.SET, "Systems", "Which systems?"),
    ]
)

RATE = {"kind": "per", "fact": "application.cost", "every": "1000", "amount": "8.00"}


def schedule(*lines: Mapping[str, Any], **more: Any) -> FeeSchedule:
    """A schedule of some lines."""
    return FeeSchedule.model_validate(
        {
            "name": "Schedule of 2025",
            "resolution": "2025-88",
            "adopted": "2025-05-14",
            "begins": "2025-06-01",
            "lines": list(lines),
            **more,
        }
    )


def line(*parts: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """One line of a schedule."""
    return {"code": "fee", "title": "Fee", "parts": list(parts)} | more


def worked(calendar: Calendar, written: Mapping[str, Any] | FeeSchedule, on: str = "2025-09-18", **facts: Any) -> Fee:
    """A line worked out; a fact's name has its dot written as two underscores."""
    made = written if isinstance(written, FeeSchedule) else schedule(written)
    told = {name.replace("__", "."): fact for name, fact in facts.items()}
    return compute(made, "fee", Asked(told, day(on), CATALOGUE, calendar))


def amount(calendar: Calendar, written: Mapping[str, Any], **facts: Any) -> str:
    """What a line comes to, as text."""
    return str(worked(calendar, written, **facts).amount)


# -- kinds of parts ----------------------------------------------------------------------------------------


def test_a_rate_per_thousand_raised_to_its_minimum_says_how_it_was_worked_out(calendar: Calendar) -> None:
    fee = worked(calendar, line(RATE, minimum="250.00", cite="§ 50-18"), application__cost="30000")

    assert str(fee.amount) == "250.00"
    assert [(step.words, str(step.amount)) for step in fee.steps] == [
        ("Cost of the work $30,000.00: 30 × $8.00 per $1,000 or part of it", "240.00"),
        ("Raised to the minimum of $250.00", "10.00"),
    ]
    assert (fee.schedule, fee.resolution, fee.cite, fee.invented) == ("Schedule of 2025", "2025-88", "§ 50-18", False)


@pytest.mark.parametrize(
    ("cost", "begun", "expected"),
    [
        ("30000", "started", "240.00"),
        ("30000.01", "started", "248.00"),
        ("29999.99", "started", "240.00"),
        ("30500", "pro rata", "244.00"),
        ("30000.99", "pro rata", "240.01"),
        ("30999.99", "whole", "240.00"),
        ("0", "started", "0.00"),
    ],
)
def test_a_unit_that_is_only_begun_counts_as_the_schedule_says(
    calendar: Calendar, cost: str, begun: str, expected: str
) -> None:
    assert amount(calendar, line({**RATE, "begun": begun}), application__cost=cost) == expected


FIRST_AND_REST = line(
    {"kind": "flat", "amount": "50.00", "words": "First 1,000 sq ft"},
    {"kind": "per", "fact": "building.area", "above": "1000", "amount": "0.15"},
)


@pytest.mark.parametrize(
    ("area", "expected"),
    [
        ("1", "50.00"),
        ("1000", "50.00"),
        ("1000.5", "50.15"),
        ("1001", "50.15"),
        ("2500", "275.00"),
    ],
)
def test_a_first_so_many_and_the_rest(calendar: Calendar, area: str, expected: str) -> None:
    fee = worked(calendar, FIRST_AND_REST, building__area=area)

    assert str(fee.amount) == expected
    assert fee.steps[0].words == "First 1,000 sq ft"
    assert fee.steps[1].words.endswith("× $0.15 per sq ft or part of it")


def test_slices_are_rates_with_a_floor_and_a_ceiling(calendar: Calendar) -> None:
    sliced = line(
        {**RATE, "up_to": "50000", "amount": "10.00"}, {**RATE, "above": "50000", "amount": "4.00", "begun": "pro rata"}
    )

    assert amount(calendar, sliced, application__cost="50000") == "500.00"
    assert amount(calendar, sliced, application__cost="60500") == "542.00"
    assert worked(calendar, sliced, application__cost="60500").steps[1].words == (
        "Cost of the work $60,500.00: 10.5 × $4.00 per $1,000"
    )


BANDS = line(
    {
        "kind": "bands",
        "fact": "application.cost",
        "bands": [
            {"up_to": "1000", "amount": "25.00"},
            {"up_to": "10000", "amount": "50.00"},
            {"amount": "50.00", "plus": "5.00", "every": "1000"},
        ],
    }
)


@pytest.mark.parametrize(
    ("cost", "expected"),
    [
        ("1000", "25.00"),
        ("1000.01", "50.00"),
        ("10000", "50.00"),
        ("10000.01", "55.00"),
        ("12000", "60.00"),
    ],
)
def test_bands_take_in_their_upper_limit(calendar: Calendar, cost: str, expected: str) -> None:
    assert amount(calendar, BANDS, application__cost=cost) == expected


def test_a_band_is_named_on_the_sheet(calendar: Calendar) -> None:
    assert [step.words for step in worked(calendar, BANDS, application__cost="12000").steps] == [
        "Cost of the work $12,000.00, above $10,000.00",
        "Above $10,000.00: 2 × $5.00 per $1,000 or part of it",
    ]
    assert [step.words for step in worked(calendar, BANDS, application__cost="900").steps] == [
        "Cost of the work $900.00, up to $1,000.00"
    ]


def test_so_much_for_each_unit_and_fixture(calendar: Calendar) -> None:
    units = line({"kind": "per", "fact": "building.units", "amount": "75.00"})
    fixtures = line({"kind": "counts", "each": {"plumbing.sinks": "10.00", "plumbing.toilets": "12.50"}})

    assert amount(calendar, units, building__units=4) == "300.00"
    assert worked(calendar, units, building__units=4).steps[0].words == "Dwelling units 4: 4 × $75.00"
    fee = worked(calendar, fixtures, plumbing__sinks=3, plumbing__toilets=2)
    assert [(step.words, str(step.amount)) for step in fee.steps] == [
        ("Sinks: 3 × $10.00", "30.00"),
        ("Toilets: 2 × $12.50", "25.00"),
    ]
    assert amount(calendar, fixtures, plumbing__sinks=0, plumbing__toilets=1) == "12.50"
    assert worked(calendar, fixtures, plumbing__sinks=1).missing == ("plumbing.toilets",)


def test_a_rate_of_less_than_a_cent_and_of_a_plain_hundred(calendar: Calendar) -> None:
    small = line({"kind": "per", "fact": "building.area", "every": "100", "amount": "0.125"})
    dozens = line({"kind": "per", "fact": "building.units", "every": "12", "amount": "9.00"})

    fee = worked(calendar, small, building__area="1210")
    assert (str(fee.amount), fee.steps[0].words) == (
        "1.63",
        "Floor area 1,210 sq ft: 13 × $0.125 per 100 sq ft or part of it",
    )
    fee = worked(calendar, dozens, building__units=13)
    assert fee.steps[0].words == "Dwelling units 13: 2 × $9.00 per 12"


@pytest.mark.parametrize(
    ("share", "facts", "expected", "words"),
    [
        (
            {"of_fact": "fee.original", "percent": "50"},
            {"fee__original": "240.25"},
            "120.13",
            "50 % of Fee of the permit $240.25",
        ),
        ({"of_line": "permit", "times": "5"}, {"application__cost": "30000"}, "1200.00", "5 × Permit $240.00"),
        (
            {"of_line": "permit", "percent": "12.5", "words": "Plan review"},
            {"application__cost": "30000"},
            "30.00",
            "Plan review: 12.5 % of Permit $240.00",
        ),
    ],
)
def test_a_share_of_another_fee(
    calendar: Calendar, share: dict[str, str], facts: dict[str, Any], expected: str, words: str
) -> None:
    permit = {"code": "permit", "title": "Permit", "parts": [RATE]}
    made = schedule(permit, line({"kind": "share", **share}))

    fee = worked(calendar, made, **facts)

    assert (str(fee.amount), fee.steps[0].words) == (expected, words)


def test_a_multiple_or_an_amount_whichever_is_greater(calendar: Calendar) -> None:
    of = [{"kind": "share", "of_line": "permit", "times": "5"}, {"kind": "flat", "amount": "500.00"}]
    permit = {"code": "permit", "title": "Permit", "parts": [RATE]}
    greater = schedule(permit, line({"kind": "greater_of", "of": of}))
    lesser = schedule(permit, line({"kind": "lesser_of", "of": of}))

    assert str(worked(calendar, greater, application__cost="30000").amount) == "1200.00"
    assert str(worked(calendar, greater, application__cost="1000").amount) == "500.00"
    assert str(worked(calendar, lesser, application__cost="30000").amount) == "500.00"
    fee = worked(calendar, greater, application__cost="1000")
    assert fee.steps[-1].words == "The greater of $40.00, $500.00"
    assert worked(calendar, greater).missing == ("application.cost",)


def test_a_fee_by_class_and_by_year(calendar: Calendar) -> None:
    by_year = {
        "kind": "bands",
        "fact": "vacant.years",
        "bands": [{"up_to": "1", "amount": "500.00"}, {"up_to": "2", "amount": "750.00"}, {"amount": "1500.00"}],
    }
    by_class = line(
        {
            "kind": "choice",
            "fact": "building.class",
            "cases": {"house": by_year, "shop": {"kind": "sum", "of": [{"kind": "flat", "amount": "100.00"}, by_year]}},
        }
    )

    assert amount(calendar, by_class, building__class="house", vacant__years=2) == "750.00"
    assert amount(calendar, by_class, building__class="shop", vacant__years=7) == "1600.00"
    assert worked(calendar, by_class).missing == ("building.class",)


def test_a_choice_has_another_part_for_the_rest_or_refuses(calendar: Calendar) -> None:
    cases = {"true": {"kind": "flat", "amount": "10.00"}}
    closed = line({"kind": "choice", "fact": "building.corner", "cases": cases})
    other = line(
        {"kind": "choice", "fact": "building.corner", "cases": cases, "otherwise": {"kind": "flat", "amount": "5.00"}}
    )

    assert amount(calendar, closed, building__corner=True) == "10.00"
    assert amount(calendar, other, building__corner=False) == "5.00"
    with pytest.raises(FactError, match="no fee for no"):
        worked(calendar, closed, building__corner=False)


def test_a_part_can_be_for_some_cases_only(calendar: Calendar) -> None:
    corner = line(
        {"kind": "flat", "amount": "50.00"}, {"kind": "flat", "amount": "7.00", "when": {"is_true": "building.corner"}}
    )

    assert amount(calendar, corner, building__corner=True) == "57.00"
    assert amount(calendar, corner, building__corner=False) == "50.00"
    assert worked(calendar, corner).missing == ("building.corner",)


# -- whole lines -------------------------------------------------------------------------------------------


def test_what_is_not_known_is_named_and_no_amount_is_assumed(calendar: Calendar) -> None:
    made = line(
        RATE,
        {"kind": "per", "fact": "building.area", "amount": "0.15"},
        BANDS["parts"][0],
        {"kind": "share", "of_fact": "fee.original", "percent": "5"},
    )

    fee = worked(calendar, made)

    assert (fee.amount, fee.steps) == (None, ())
    assert fee.missing == ("application.cost", "building.area", "fee.original")
    of_line = schedule(
        {"code": "permit", "title": "Permit", "parts": [RATE]},
        line({"kind": "share", "of_line": "permit", "times": "5"}),
    )
    assert worked(calendar, of_line).missing == ("application.cost",)


@pytest.mark.parametrize(("cost", "expected"), [("1000", "50.00"), ("10000", "80.00"), ("99000", "500.00")])
def test_minimum_and_maximum(calendar: Calendar, cost: str, expected: str) -> None:
    made = line(RATE, minimum="50.00", maximum="500.00")

    assert amount(calendar, made, application__cost=cost) == expected
    if cost == "99000":
        assert worked(calendar, made, application__cost=cost).steps[-1].words == ("Lowered to the maximum of $500.00")


@pytest.mark.parametrize(("way", "expected"), [("up", "245.00"), ("down", "240.00"), ("nearest", "245.00")])
def test_a_fee_is_rounded_as_the_schedule_says(calendar: Calendar, way: str, expected: str) -> None:
    made = line({**RATE, "begun": "pro rata"}, rounding={"to": "5.00", "way": way})

    # 8 × 30.3125 = 242.50
    assert amount(calendar, made, application__cost="30312.50") == expected


CPI = [
    {"from": "2024-01-01", "value": "300", "cite": "CPI-U", "enacted_by": "Bureau of Labor Statistics"},
    {"from": "2025-01-01", "value": "309.3", "cite": "CPI-U", "enacted_by": "Bureau of Labor Statistics"},
]


def test_a_fee_follows_a_price_index(calendar: Calendar) -> None:
    followed = {"index": "CPI", "base": "2024-06-01"}
    made = schedule(line({"kind": "flat", "amount": "100.00"}, indexed=followed), indexes={"CPI": CPI})

    assert str(worked(calendar, made, on="2024-12-31").amount) == "100.00"
    fee = worked(calendar, made, on="2025-09-18")
    assert (str(fee.amount), fee.steps[-1].words) == ("103.10", "Adjusted by CPI")
    with pytest.raises(FactError, match="CPI has no value on 2023-12-31"):
        worked(calendar, made, on="2023-12-31")


def test_nothing_is_charged_where_the_code_exempts(calendar: Calendar) -> None:
    made = line(RATE, exempt=[{"when": {"is_true": "work.solar"}, "words": "solar fast track", "cite": "§ 10.2A"}])

    free = worked(calendar, made, work__solar=True)
    assert (str(free.amount), free.steps[0].words) == ("0.00", "No fee: solar fast track (§ 10.2A)")
    assert amount(calendar, made, work__solar=False, application__cost="50000") == "400.00"
    assert worked(calendar, made, application__cost="50000").missing == ("work.solar",)


@pytest.mark.parametrize(
    ("on", "expected"),
    [("2026-12-31", "40.00"), ("2027-01-01", "0.00"), ("2027-06-30", "0.00"), ("2027-07-01", "40.00")],
)
def test_an_amnesty_has_its_days(calendar: Calendar, on: str, expected: str) -> None:
    made = line(RATE, amnesty=[{"from": "2027-01-01", "to": "2027-06-30", "cite": "Res. 2026-140"}])

    assert str(worked(calendar, made, on=on, application__cost="5000").amount) == expected


@pytest.mark.parametrize("facts", [{"application__cost": "-1"}, {"application__cost": "much"}])
def test_an_amount_that_is_none_is_refused(calendar: Calendar, facts: dict[str, Any]) -> None:
    with pytest.raises(FactError):
        worked(calendar, line(RATE), **facts)


def test_a_fact_that_is_no_number_is_refused(calendar: Calendar) -> None:
    with pytest.raises(FactError, match="no number"):
        worked(calendar, line({**RATE, "fact": "building.class"}), building__class="house")


def test_a_line_that_there_is_not(calendar: Calendar) -> None:
    with pytest.raises(KeyError, match="nothing"):
        compute(schedule(), "nothing", Asked({}, day("2025-09-18"), CATALOGUE, calendar))


# -- money -------------------------------------------------------------------------------------------------

COSTS = st.decimals(min_value=0, max_value=50_000_000, places=2)
BEGUN = st.sampled_from(["started", "pro rata", "whole"])
LINE_KINDS = st.sampled_from(
    [
        line({**RATE, "amount": "7.35"}, minimum="50.00"),
        line({**RATE, "begun": "pro rata"}, minimum="75.00", maximum="9000.00"),
        line(BANDS["parts"][0], minimum="30.00"),
        line(
            {"kind": "flat", "amount": "12.00"},
            {**RATE, "above": "5000"},
            rounding={"to": "1.00", "way": "up"},
            minimum="20.00",
        ),
        line({"kind": "greater_of", "of": [RATE, {"kind": "flat", "amount": "60.00"}]}, minimum="60.00"),
    ]
)


@given(LINE_KINDS, COSTS, COSTS)
def test_a_fee_is_exact_to_the_cent_never_below_its_minimum_and_never_falls_with_the_cost(
    calendar: Calendar, written: dict[str, Any], one: Decimal, other: Decimal
) -> None:
    less, more = (worked(calendar, written, application__cost=cost) for cost in sorted((one, other)))

    assert less.amount is not None and more.amount is not None
    assert less.amount <= more.amount
    for fee in (less, more):
        assert fee.amount == sum(step.amount for step in fee.steps)
        assert fee.amount is not None and fee.amount.as_tuple().exponent == -2
        assert fee.amount >= Decimal(written["minimum"])


@given(COSTS, st.integers(1, 5000), BEGUN)
def test_counting_begun_units_lies_between_whole_and_started(
    calendar: Calendar, cost: Decimal, every: int, begun: str
) -> None:
    whole, asked, started = (
        worked(calendar, line({**RATE, "every": str(every), "begun": way}), application__cost=cost).amount
        for way in ("whole", begun, "started")
    )

    assert whole is not None and asked is not None and started is not None
    assert whole <= asked <= started <= whole + 8


# -- schedules ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ({"lines": [line(RATE), line(RATE)]}, "each code once"),
        ({"lines": [line({"kind": "share", "of_line": "other", "times": "2"})]}, "fee names other"),
        ({"lines": [line({"kind": "share", "of_line": "fee", "times": "2"})]}, "share of itself"),
        (
            {
                "lines": [
                    line({"kind": "share", "of_line": "b", "times": "2"}),
                    {**line({"kind": "sum", "of": [{"kind": "share", "of_line": "fee", "times": "2"}]}), "code": "b"},
                ]
            },
            "share of itself",
        ),
        ({"lines": [line(RATE, indexed={"index": "CPI", "base": "2024-06-01"})]}, "no value on 2024-06-01"),
        (
            {"lines": [line(RATE, indexed={"index": "CPI", "base": "2023-06-01"})], "indexes": {"CPI": CPI}},
            "no value on 2023-06-01",
        ),
        ({"lines": [line(RATE, minimum="9.00", maximum="8.00")]}, "at most the maximum"),
        ({"lines": [line({**RATE, "above": "10", "up_to": "10"})]}, "more than above"),
        ({"lines": [line({**RATE, "every": "0"})]}, "greater than 0"),
        ({"lines": [line({"kind": "share", "times": "2"})]}, "of_line or of_fact"),
        ({"lines": [line({"kind": "share", "of_line": "fee"})]}, "percent or times"),
        (
            {"lines": [line({"kind": "bands", "fact": "application.cost", "bands": [{"up_to": "5"}]})]},
            "last band without up_to",
        ),
        ({"lines": [line({"kind": "bands", "fact": "application.cost", "bands": [{}, {}]})]}, "band 1 has none"),
        (
            {
                "lines": [
                    line({"kind": "bands", "fact": "application.cost", "bands": [{"up_to": "5"}, {"up_to": "5"}, {}]})
                ]
            },
            "rising limits",
        ),
        ({"lines": [line({"kind": "percentage"})]}, "kind"),
    ],
)
def test_a_schedule_that_cannot_stand_is_refused(written: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        FeeSchedule.model_validate({"name": "X", **written})


def test_the_schedule_of_a_day_is_the_latest_that_a_resolution_put_in_force() -> None:
    first = schedule(name="A", begins="2025-01-01")
    second = schedule(name="B", begins="2025-07-01")
    without = schedule(name="C", begins="2025-01-03", resolution="")
    draft = schedule(name="D", begins=None)
    all_ = [second, without, first, draft]

    assert [
        one and one.name
        for one in (schedule_on(all_, day(d)) for d in ("2024-12-31", "2025-01-03", "2025-06-30", "2025-07-01"))
    ] == [None, "A", "A", "B"]


RULES = FeeRules.model_validate(
    {
        "setting": {"cite": "§ 50-18", "carries": ["CHE-50-18-1"]},
        "actions": [
            {"key": "permit.apply", "title": "Building permit", "cite": "§ 50-4(K)"},
            {"key": "permit.renew", "title": "Renewal", "cite": "§ 50-4(K)"},
        ],
    }
)


def test_the_facts_about_a_schedule_name_what_is_missing() -> None:
    draft = schedule(line(RATE, action="permit.apply"), resolution="", begins=None)

    assert [action.key for action in missing_lines(RULES, draft)] == ["permit.renew"]
    assert tell(RULES, draft) == {
        "schedule.resolved_on": day("2025-05-14"),
        "schedule.missing_lines": frozenset({"Renewal"}),
    }
    whole = schedule(line(RATE, action="permit.apply"), {**line(RATE, action="permit.renew"), "code": "b"})
    assert tell(RULES, whole) == {
        "schedule.resolution": "2025-88",
        "schedule.resolved_on": day("2025-05-14"),
        "schedule.in_force_from": day("2025-06-01"),
        "schedule.missing_lines": frozenset(),
    }


def test_the_check_finds_facts_and_actions_that_there_are_not() -> None:
    rules = RULES.model_copy(
        update={
            "schedules": (
                schedule(
                    line({**RATE, "fact": "application.costs"}, action="permit.aply"),
                    {**line({**RATE, "fact": "work.systems"}), "code": "b"},
                    {
                        **line(
                            {
                                "kind": "choice",
                                "fact": "building.class",
                                "cases": {"house": RATE},
                                "otherwise": {"kind": "lesser_of", "of": [RATE, RATE]},
                            }
                        ),
                        "code": "c",
                    },
                    {**line({"kind": "share", "of_fact": "building.units", "times": "2"}), "code": "d"},
                    {
                        **line(
                            {"kind": "counts", "each": {"plumbing.sinks": "1.00"}},
                            {**RATE, "when": {"is_true": "building.area"}},
                            {"kind": "share", "of_line": "b", "times": "2"},
                        ),
                        "code": "e",
                    },
                    line(RATE, code="f", exempt=[{"when": {"is_true": "work.nothing"}, "words": "x", "cite": "y"}]),
                ),
            )
        }
    )

    found = list(rules.check(CATALOGUE, {}))

    assert {place[:4] for place, _ in found} == {("schedules", 0, "lines", n) for n in (0, 1, 3, 4, 5)}
    words = " ".join(what for _, what in found)
    assert "application.costs" in words and "did you mean 'permit.apply'" in words
    assert "work.systems is a set" in words and "building.units is a int" in words


def test_a_schedule_comes_back_from_json_as_it_was() -> None:
    made = schedule(
        line(
            RATE,
            BANDS["parts"][0],
            rounding={"to": "1.00"},
            amnesty=[{"from": "2027-01-01", "to": "2027-06-30", "cite": "Res. 2026-140"}],
        ),
        indexes={"CPI": CPI},
    )

    assert FeeSchedule.model_validate_json(made.model_dump_json(by_alias=True)) == made
