"""Special programmes: a fast track at its limits, requirements and what they spare, papers after an emergency."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townwright.law.calendar import Calendar
from townwright.law.facts import Catalogue, Fact, Kind
from townwright.law.findings import Outcome
from townwright.law.predicates import Asked
from townwright.law.programmes import ProgrammeRules, Track, UnderWay, afterwards, fast_track, required

day = date.fromisoformat
CATALOGUE = Catalogue(
    [
        Fact("solar.layers", Kind.INT, "Layers of roofing", "How many layers?"),
        Fact("solar.height", Kind.NUMBER, "Height above the roof", "How high?", unit="in"),
        Fact("solar.on_list", Kind.BOOL, "Prescreened contractor", "Is the contractor on the list?"),
        Fact("house.new", Kind.BOOL, "New home", "Is it a new home?"),
        Fact("house.area", Kind.INT, "Living area", "How large?", unit="sq ft"),
        Fact("house.added", Kind.INT, "Area added", "How much is added?", unit="sq ft"),
        Fact("septic.upgrade", Kind.BOOL, "Upgrade required", "Does the county demand an upgrade?"),
    ]
)
SHELTER_ISLAND = ProgrammeRules.model_validate(
    {
        "fast_tracks": {
            "solar": [
                {
                    "from": "2011-12-02",
                    "cite": "§ 43-10.2A",
                    "enacted_by": "L.L. 6-2011",
                    "carries": ["SHI-43-10-2-A-p1"],
                    "value": {
                        "title": "Solar fast track",
                        "determine": {"days": 14, "rolls": True},
                        "no_fee": {"cite": "§ 43-10.2A"},
                        "conditions": {
                            "layers": {
                                "title": "A single layer of roofing",
                                "cite": "§ 43-10.2A(1)",
                                "when": {"at_most": {"fact": "solar.layers", "limit": 1}},
                                "waivable": {
                                    "when": {"at_most": {"fact": "solar.layers", "limit": 2}},
                                    "cite": "§ 43-10.2A(1)",
                                },
                            },
                            "height": {
                                "title": "At most six inches above the roof",
                                "cite": "§ 43-10.2A(2)",
                                "when": {"at_most": {"fact": "solar.height", "limit": "6.0"}},
                            },
                            "contractor": {
                                "title": "A prescreened contractor",
                                "cite": "§ 43-10.2A(4)",
                                "when": {"is_true": "solar.on_list"},
                                "waivable": {"cite": "§ 43-10.2A(4)"},
                            },
                        },
                    },
                },
                {"from": "2030-01-01", "cite": "§ 43-10.2A", "enacted_by": "L.L. 1-2030", "value": None},
            ]
        },
        "requirements": {
            "iaowts": {
                "title": "an innovative and alternative on-site system",
                "pending": {"spares": ["complete application", "valid permit"], "cite": "§ 43-10.4B"},
                "triggers": {
                    "new_home": [
                        {
                            "from": "2018-03-23",
                            "cite": "§ 43-10.4A(1)",
                            "enacted_by": "L.L. 2-2018",
                            "value": {
                                "title": "new home over 1,500 sq ft",
                                "when": {
                                    "all": [
                                        {"is_true": "house.new"},
                                        {"more_than": {"fact": "house.area", "limit": 1500}},
                                    ]
                                },
                            },
                        }
                    ],
                    "upgrade": [
                        {
                            "from": "2018-03-23",
                            "cite": "§ 43-10.4A(2)",
                            "enacted_by": "L.L. 2-2018",
                            "value": {
                                "title": "upgrade that the county requires",
                                "when": {"is_true": "septic.upgrade"},
                            },
                        },
                        {"from": "2029-01-01", "cite": "§ 43-10.4A(2)", "enacted_by": "L.L. 9-2028", "value": None},
                    ],
                    "expansion": [
                        {
                            "from": "2021-12-03",
                            "cite": "§ 43-10.4A(3)",
                            "enacted_by": "L.L. 12-2021",
                            "value": {
                                "title": "expansion by 25 percent",
                                "when": {"at_least": {"fact": "house.added", "other": "house.area", "percent": 25}},
                            },
                        }
                    ],
                },
            }
        },
        "afterwards": {
            "septic": [
                {
                    "from": "2019-07-19",
                    "cite": "§ 43-6.1",
                    "enacted_by": "L.L. 14-2019",
                    "value": {
                        "title": "Septic registration",
                        "within": {"days": 7, "rolls": True},
                        "works": ["repair"],
                    },
                }
            ]
        },
    }
)
IAOWTS = SHELTER_ISLAND.requirements["iaowts"]


def asked(calendar: Calendar, on: str, told: dict[str, object]) -> Asked:
    """What is known of an application."""
    return Asked(told, day(on), CATALOGUE, calendar)


def tracked(
    calendar: Calendar,
    completed: str | None = "2026-03-03",
    *,
    waived: dict[str, date] | None = None,
    begun: bool = False,
    on: str = "",
    **facts: Any,
) -> Track:
    """An application for solar panels."""
    told = {"solar.layers": 1, "solar.height": "5.0", "solar.on_list": True} | {
        f"solar.{name}": value for name, value in facts.items()
    }
    return fast_track(
        SHELTER_ISLAND.fast_tracks["solar"],
        asked(calendar, on or completed or "2026-03-03", told),
        completed=day(completed) if completed else None,
        waived=waived,
        begun=begun,
    )


# -- the fast track ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("completed", "nominal", "act_by"),
    [
        ("2026-03-03", "2026-03-17", "2026-03-17"),
        ("2026-06-05", "2026-06-19", "2026-06-22"),
        ("2025-12-11", "2025-12-25", "2025-12-26"),
        ("2026-10-20", "2026-11-03", "2026-11-04"),
    ],
)
def test_it_is_decided_within_14_days(calendar: Calendar, completed: str, nominal: str, act_by: str) -> None:
    track = tracked(calendar, completed)

    assert track.no_fee
    assert track.determine_by is not None
    assert (track.determine_by.nominal, track.determine_by.act_by, track.determine_by.cite) == (
        day(nominal),
        day(act_by),
        "§ 43-10.2A",
    )


@pytest.mark.parametrize(("height", "on_it"), [("5.9", True), ("6.0", True), ("6.1", False), (None, False)])
def test_six_inches_is_the_limit(calendar: Calendar, height: str | None, on_it: bool) -> None:
    track = tracked(calendar, height=height)

    assert (track.decision.allowed, track.no_fee, track.determine_by is not None) == (on_it, on_it, on_it)
    assert track.decision.needs == (("solar.height",) if height is None else ())


@pytest.mark.parametrize(
    ("layers", "waived", "on_it", "waivers"),
    [
        (1, False, True, ()),
        (2, False, False, ("layers",)),
        (2, True, True, ()),
        (3, False, False, ()),
        (3, True, False, ()),
    ],
)
def test_a_second_layer_can_be_waived_and_a_third_never(
    calendar: Calendar, layers: int, waived: bool, on_it: bool, waivers: tuple[str, ...]
) -> None:
    track = tracked(calendar, layers=layers, waived={"layers": day("2026-03-10")} if waived else None)

    assert (track.decision.allowed, track.waivers) == (on_it, waivers)
    if layers == 2 and waived:
        assert track.determine_by is not None and track.determine_by.act_by == day("2026-03-24")
        assert track.decision.findings[0].why == "Waived on Tue 10 March 2026"


def test_a_condition_can_be_waivable_without_limit(calendar: Calendar) -> None:
    assert tracked(calendar, on_list=False).waivers == ("contractor",)
    assert tracked(calendar, on_list=False, waived={"contractor": day("2026-03-03")}).decision.allowed


def test_work_that_has_begun_is_outside_it(calendar: Calendar) -> None:
    track = tracked(calendar, begun=True)

    assert [f.key for f in track.decision.standing_in_the_way] == ["programme.not_begun"]
    assert not track.no_fee
    lenient = SHELTER_ISLAND.fast_tracks["solar"].model_dump(mode="json", by_alias=True)
    lenient[0]["value"] |= {"begun_excluded": False, "conditions": {}, "no_fee": None}
    rules = ProgrammeRules.model_validate({"fast_tracks": {"solar": lenient}})
    found = fast_track(
        rules.fast_tracks["solar"], asked(calendar, "2026-03-03", {}), completed=day("2026-03-03"), begun=True
    )
    assert (found.decision.allowed, found.no_fee) == (True, False)


def test_before_it_is_complete_no_time_runs_and_a_rule_that_is_not_there_decides_nothing(calendar: Calendar) -> None:
    assert tracked(calendar, None).determine_by is None
    assert not tracked(calendar, on="2030-01-01").decision.allowed
    assert tracked(calendar, on="2011-12-01").decision.findings[0].outcome is Outcome.UNKNOWN


@given(completed=st.dates(date(2011, 12, 2), date(2029, 12, 31)))
def test_the_office_never_has_less_than_14_days(calendar: Calendar, completed: date) -> None:
    by = tracked(calendar, completed.isoformat()).determine_by

    assert by is not None
    assert by.nominal - completed == timedelta(days=14)
    assert by.act_by >= by.nominal and calendar.is_business_day(by.act_by)


# -- a requirement with triggers ---------------------------------------------------------------------------


def told(**facts: object) -> dict[str, object]:
    """An old house of 2,000 sq ft, with what is different."""
    house: dict[str, object] = {"house.new": False, "house.area": 2000, "house.added": 0, "septic.upgrade": False}
    return house | {name.replace("__", "."): value for name, value in facts.items()}


@pytest.mark.parametrize(
    ("facts", "needed"),
    [
        (told(house__new=True, house__area=1500), False),
        (told(house__new=True, house__area=1501), True),
        (told(house__added=499), False),
        (told(house__added=500), True),
        (told(house__added=600), True),
        (told(septic__upgrade=True), True),
        (told(septic__upgrade=None), None),
        (told(septic__upgrade=None, house__added=500), True),
    ],
)
def test_each_trigger_stands_by_itself(calendar: Calendar, facts: dict[str, object], needed: bool | None) -> None:
    assert required(IAOWTS, asked(calendar, "2026-02-03", facts)).required is needed


@pytest.mark.parametrize(("on", "needed"), [("2021-12-02", False), ("2021-12-03", True)])
def test_a_trigger_holds_from_the_day_of_its_law(calendar: Calendar, on: str, needed: bool) -> None:
    assert required(IAOWTS, asked(calendar, on, told(house__added=600))).required is needed


def test_an_ended_trigger_is_none(calendar: Calendar) -> None:
    assert required(IAOWTS, asked(calendar, "2029-01-01", told(septic__upgrade=True))).required is False


@pytest.mark.parametrize(
    ("under_way", "needed"),
    [
        (UnderWay(day("2021-12-02"), verified=True), False),
        (UnderWay(day("2021-12-03"), verified=True), True),
        (UnderWay(day("2021-12-02")), True),
        (UnderWay(day("2021-12-02"), verified=True, this_project=False), True),
        (UnderWay(permit=(day("2021-12-02"), day("2021-12-03"))), False),
        (UnderWay(permit=(day("2021-12-02"), day("2021-12-02"))), True),
        (UnderWay(permit=(day("2021-12-03"), day("2023-12-03"))), True),
        (None, True),
    ],
)
def test_what_was_under_way_before_the_day_of_change_is_spared(
    calendar: Calendar, under_way: UnderWay | None, needed: bool
) -> None:
    found = required(IAOWTS, asked(calendar, "2026-02-03", told(house__added=600)), under_way)

    assert found.required is needed
    (expansion,) = [f for f in found.findings if f.key == "programme.expansion"]
    assert expansion.cite == ("§ 43-10.4A(3)" if needed else "§ 43-10.4B")


def test_each_trigger_has_its_own_day_of_change(calendar: Calendar) -> None:
    complete = UnderWay(day("2018-03-23"), verified=True)

    assert required(IAOWTS, asked(calendar, "2026-02-03", told(house__added=600)), complete).required is False
    assert required(IAOWTS, asked(calendar, "2026-02-03", told(house__new=True)), complete).required is True


def test_a_requirement_can_spare_nothing(calendar: Calendar) -> None:
    hard = IAOWTS.model_copy(update={"pending": None})
    complete = UnderWay(day("2010-01-01"), verified=True)

    assert required(hard, asked(calendar, "2026-02-03", told(house__added=600)), complete).required is True


# -- afterwards --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ended", "obtained", "outcome", "act_by"),
    [
        ("2026-03-10", "2026-03-17", Outcome.MET, "2026-03-17"),
        ("2026-03-10", "2026-03-18", Outcome.WARNING, "2026-03-17"),
        ("2026-02-05", "2026-02-13", Outcome.MET, "2026-02-13"),  # day 7 is Lincoln's Birthday
        ("2026-03-10", "2026-03-09", Outcome.MET, "2026-03-17"),
    ],
)
def test_an_emergency_repair_is_registered_within_seven_days(
    calendar: Calendar, ended: str, obtained: str, outcome: Outcome, act_by: str
) -> None:
    found = afterwards(
        SHELTER_ISLAND.afterwards["septic"], work="repair", ended=day(ended), obtained=day(obtained), calendar=calendar
    )

    assert found.by is not None and found.by.act_by == day(act_by)
    assert found.finding.outcome is outcome
    assert found.finding.why.endswith("; 1 day late") is (outcome is Outcome.WARNING)


def test_only_repairs_qualify_and_only_where_the_code_says_so(calendar: Calendar) -> None:
    when = {"ended": day("2026-03-10"), "obtained": day("2026-03-12")}

    moved = afterwards(SHELTER_ISLAND.afterwards["septic"], work="move", calendar=calendar, **when)
    silent = afterwards(None, work="repair", calendar=calendar, **when)

    assert (moved.by, moved.finding.outcome) == (None, Outcome.WARNING)
    assert (silent.by, silent.finding.why) == (None, "The code has none")


def test_the_check_finds_facts_that_there_are_not() -> None:
    assert list(SHELTER_ISLAND.check(CATALOGUE, {})) == []
    places = [place for place, _ in SHELTER_ISLAND.check(Catalogue([]), {})]
    assert ("fast_tracks", "solar", 0, "value", "conditions", "layers", "waivable", "when", "at_most") in places
    assert ("requirements", "iaowts", "triggers", "upgrade", 0, "value", "when", "is_true") in places
