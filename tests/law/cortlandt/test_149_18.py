"""§ 149-18: stop orders."""

from datetime import date
from typing import Any

import pytest

from tests.law.facts import INSPECTOR, OFFICER, decide, open_, the_one_in_the_way
from townwright.law.calendar import Calendar
from townwright.law.dated import Dated
from townwright.law.findings import Outcome
from townwright.law.orders import (
    STOP_STATUS,
    Attempt,
    Draft,
    Drafted,
    OrderKind,
    Party,
    Service,
    Violation,
    draft,
    may_rescind,
    service,
)
from townwright.law.packs import Pack

day = date.fromisoformat

OWNER = Party("cruz", "R. Cruz", frozenset({"owner"}))
CONDITIONS = ("Shore the trench",)


def rule(pack: Pack) -> Dated[OrderKind]:
    """The rule of stop orders."""
    found = pack.orders.kinds["stop_work"].on(day("2025-07-08"))
    assert found is not None
    return found


def drafted(
    pack: Pack, calendar: Calendar, ground: str, conditions: tuple[str, ...] | None = CONDITIONS, **gives: str
) -> Drafted:
    """A stop order of 8 July 2025 on one ground."""
    order = Draft(day("2025-07-08"), (Violation(gives, ground),), {"reasons": "as stated"}, conditions=conditions)
    return draft(rule(pack), order, calendar)


@pytest.mark.parametrize(
    ("ground", "gives"),
    [
        ("law", {"provision": "§ 149-12"}),
        ("plans", {"permit": "BP-2025-0123", "document": "plan A-2", "departure": "4 ft nearer the line"}),
        ("danger", {"facts": "an open trench stands unshored beside a sidewalk"}),
    ],
)
def test_each_ground_gives_what_it_needs(
    cortlandt: Pack, calendar: Calendar, ground: str, gives: dict[str, str]
) -> None:
    assert open_(drafted(cortlandt, calendar, ground, **gives).decision)
    for missing in gives:
        less = {key: value for key, value in gives.items() if key != missing}
        found = the_one_in_the_way(drafted(cortlandt, calendar, ground, **less).decision)
        assert (found.key, found.cite) == ("order.ground.1", "§ 149-18")


@pytest.mark.proves("COR-149-18-4/1")
def test_danger_needs_no_citation(cortlandt: Pack, calendar: Calendar) -> None:
    trench = drafted(cortlandt, calendar, "danger", facts="an open trench stands unshored beside a sidewalk")

    assert open_(trench.decision)
    assert not any("provision" in f.why.lower() for f in trench.decision.findings)
    assert not drafted(cortlandt, calendar, "issued in error", facts="none").decision.allowed


@pytest.mark.proves("COR-149-18-6/1")
def test_the_stop_lasts_until_it_is_rescinded(cortlandt: Pack) -> None:
    dates = {
        "replaced_on": None,
        "rescinded_on": day("2025-07-15"),
        "issued_on": day("2025-07-08"),
        "effective_on": day("2025-07-08"),
    }

    assert STOP_STATUS.on(dates, day("2025-07-14")).key == "in force"
    assert STOP_STATUS.on(dates, day("2025-07-15")).key == "rescinded"
    cured = {"Shore the trench": day("2025-07-11")}
    assert may_rescind(rule(cortlandt), cured, day("2025-07-11")).allowed  # and still has to be done by an act
    assert not may_rescind(rule(cortlandt), cured, day("2025-07-10")).allowed
    lift = {"stop_work.status": "in force", "stop_work.open_conditions": set()}
    assert open_(decide(cortlandt, "stop_work.lift", {**lift, **OFFICER}, "2025-07-15"))
    found = the_one_in_the_way(decide(cortlandt, "stop_work.lift", {**lift, **INSPECTOR}, "2025-07-15"))
    assert found.why.startswith("Reserved to the Director")


@pytest.mark.proves("COR-149-18-7/1")
def test_a_spoken_order_stops_nothing(cortlandt: Pack) -> None:
    told = {"replaced_on": None, "rescinded_on": None, "issued_on": None, "effective_on": None}

    found = STOP_STATUS.on(told, day("2025-07-08"))

    assert found.key == "draft"
    assert "COR-149-18-7" in cortlandt.carriers
    assert rule(cortlandt).value.stops_work
    assert rule(cortlandt).value.scope == "the whole site"


@pytest.mark.proves("COR-149-18-8/1")
@pytest.mark.parametrize("conditions", [None, ()])
def test_a_stop_order_states_the_conditions_for_resuming(
    cortlandt: Pack, calendar: Calendar, conditions: tuple[str, ...] | None
) -> None:
    bare = drafted(cortlandt, calendar, "danger", conditions, facts="an unshored trench")

    found = the_one_in_the_way(bare.decision)
    assert (found.key, found.why, found.cite) == ("order.conditions", "No conditions are stated", "§ 149-18")


def served(pack: Pack, calendar: Calendar, on: str, *attempts: Attempt) -> Service:
    """How service of the order on the owner stands."""
    return service(rule(pack), day("2025-07-08"), [OWNER], attempts, on=day(on), calendar=calendar)


def test_handed_over_it_is_served(cortlandt: Pack, calendar: Calendar) -> None:
    by_hand = Attempt("cruz", "personal", {"handed": day("2025-07-08")}, {"handed": {"to": "R. Cruz", "by": "D. Lind"}})

    found = served(cortlandt, calendar, "2025-07-08", by_hand)

    assert found.served_on == day("2025-07-08")
    assert open_(found.decision)


def posted(mailed: str, article: str = "7021") -> Attempt:
    """Posted on 8 July with a photograph; the certified copy follows."""
    proof: dict[str, Any] = {"posted": {"place": "front door", "photo": "IMG 12"}, "mailed": {"article": article}}
    return Attempt("cruz", "posted", {"posted": day("2025-07-08"), "mailed": day(mailed)}, proof)


@pytest.mark.proves("COR-149-18-10/1", "COR-149-18-10/2")
def test_posting_needs_its_certified_copy(cortlandt: Pack, calendar: Calendar) -> None:
    ninth, tenth = (served(cortlandt, calendar, on, posted("2025-07-10")) for on in ("2025-07-09", "2025-07-10"))

    assert ninth.served_on is None
    assert not ninth.decision.allowed
    assert tenth.served_on == day("2025-07-10")
    first_class = served(cortlandt, calendar, "2025-07-10", posted("2025-07-10", article=""))
    assert first_class.served_on is None
    found = first_class.decision.standing_in_the_way[0]
    assert found.cite == "§ 149-18"
    assert found.outcome is Outcome.UNMET
    mailed = Attempt("cruz", "first_class", {"mailed": day("2025-07-10")}, {"mailed": {"address": "9 Oak Street"}})
    assert served(cortlandt, calendar, "2025-07-10", mailed).served_on is None
    assert "certified mail" in rule(cortlandt).value.ways["posted"].title
