"""§ 43-6.1: septic registration."""

from datetime import date

import pytest

from tests.law.shelter_island.facts import decide, finding_of
from townwright.law.calendar import Calendar
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.programmes import Obtained, afterwards

BEGINS = {
    "permit.status": "in force",
    "permit.issued_on": date(2026, 4, 1),
    "work.began_on": date(2026, 4, 13),
    "setback.required": "20",
    "setback.proposed": "60",
    "work.foundation": False,
}


@pytest.mark.proves("SHI-43-6.1-p1/1")
def test_a_tank_is_moved_once_it_is_registered(island: Pack) -> None:
    moved = {**BEGINS, "septic.work": "move"}

    decision = decide(island, "permit.commence", moved, "2026-04-12")

    found = finding_of(decision, "septic_registration")
    assert found.outcome is Outcome.WARNING
    assert found.why == "Septic registration required before work"
    assert found.cite == "§ 43-6.1"
    registered = decide(island, "permit.commence", {**moved, "septic.registered_on": date(2026, 4, 13)}, "2026-04-13")
    assert finding_of(registered, "septic_registration").outcome is Outcome.MET
    late = decide(island, "permit.commence", {**moved, "septic.registered_on": date(2026, 4, 14)}, "2026-04-14")
    assert finding_of(late, "septic_registration").outcome is Outcome.WARNING


def test_an_emergency_repair_may_come_first(island: Pack) -> None:
    emergency = {**BEGINS, "septic.work": "repair", "septic.emergency": True}

    decision = decide(island, "permit.commence", emergency, "2026-04-13")

    assert "septic_registration" in [finding.key for finding in decision.not_asked]
    moved = {**emergency, "septic.work": "move"}
    assert finding_of(decide(island, "permit.commence", moved, "2026-04-13"), "septic_registration").cure


def registered(pack: Pack, calendar: Calendar, ended: date, on: date, work: str = "emergency repair") -> Obtained:
    """A septic registration after the work."""
    series = pack.programmes.afterwards["septic_emergency"]
    return afterwards(series, work=work, ended=ended, obtained=on, calendar=calendar)


@pytest.mark.proves("SHI-43-6.1-p2/1")
@pytest.mark.parametrize(
    ("ended", "on"),
    [(date(2026, 3, 10), date(2026, 3, 17)), (date(2026, 2, 5), date(2026, 2, 13))],
    ids=["the seventh day", "the day after Lincoln's Birthday"],
)
def test_an_emergency_repair_is_registered_within_seven_days(
    island: Pack, calendar: Calendar, ended: date, on: date
) -> None:
    found = registered(island, calendar, ended, on)

    assert found.finding.outcome is Outcome.MET
    assert found.by is not None
    assert found.by.act_by == on


@pytest.mark.proves("SHI-43-6.1-p3/1")
def test_a_late_registration_is_taken_and_leaves_a_violation_to_decide_on(island: Pack, calendar: Calendar) -> None:
    found = registered(island, calendar, date(2026, 3, 10), date(2026, 3, 18)).finding

    assert found.outcome is Outcome.WARNING, "it is taken all the same"
    assert found.why == "The last day was Tue 17 March 2026; 1 day late"
    assert found.cure == "Decide on the violation"
    assert found.cite == "§ 43-6.1"
    assert "SHI-43-6.1-p3" in found.provisions


def test_the_grace_is_for_repairs_alone(island: Pack, calendar: Calendar) -> None:
    found = registered(island, calendar, date(2026, 3, 10), date(2026, 3, 11), work="replace")

    assert found.finding.outcome is Outcome.WARNING
    assert found.by is None
