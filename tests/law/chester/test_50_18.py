"""§ 50-18: fees."""

from datetime import date
from typing import Any

import pytest

from tests.law.chester.facts import decide, finding_of, the_one_in_the_way
from townwright.law.fees import FeeSchedule, compute, missing_lines, schedule_on, tell
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.predicates import Asked


@pytest.mark.proves("CHE-50-18-1/1")
def test_a_schedule_without_a_resolution_is_not_put_in_force(chester: Pack) -> None:
    earlier = _schedule("2024", "88-2023", "2024-01-01", _flat("inspection", "40.00"))
    entered = _schedule("2025", "", "2025-01-03", _flat("inspection", "50.00"))

    decision = decide(chester, "schedule.activate", tell(chester.fees_rules, entered), "2025-01-03")

    found = the_one_in_the_way(decision)
    assert found.cite == "§ 50-18"
    assert found.why == "No resolution number; the earlier schedule goes on"
    assert schedule_on([earlier, entered], date(2025, 1, 3)) == earlier


@pytest.mark.proves("CHE-50-18-2/1")
def test_an_inspection_pays_by_the_schedule_of_its_own_day(chester: Pack) -> None:
    old = _schedule("2025-1", "3-2025", "2025-01-08", _flat("inspection", "40.00"))
    new = _schedule("2025-2", "77-2025", "2025-07-01", _flat("inspection", "55.00"))

    in_force = schedule_on([old, new], date(2025, 7, 2))

    assert in_force == new
    assert str(compute(in_force, "inspection", _asked(chester, {}, date(2025, 7, 2))).amount) == "55.00"
    assert schedule_on([old, new], date(2025, 2, 13)) == old


@pytest.mark.proves("CHE-50-18-3/1")
def test_a_fee_below_the_minimum_is_raised_to_it(chester: Pack) -> None:
    house = {
        "code": "house",
        "title": "New house",
        "action": "permit.apply",
        "minimum": "250.00",
        "parts": [{"kind": "per", "fact": "application.cost", "every": "1000", "amount": "8.00"}],
    }
    schedule = _schedule("2025-1", "3-2025", "2025-01-08", house)

    fee = compute(schedule, "house", _asked(chester, {"application.cost": "30000.00"}, date(2025, 9, 18)))

    assert str(fee.amount) == "250.00"
    assert [str(step.amount) for step in fee.steps] == ["240.00", "10.00"]
    assert fee.resolution == "3-2025"


def test_an_action_without_a_line_is_warned_of(chester: Pack) -> None:
    schedule = _schedule("2025-1", "3-2025", "2025-01-08", {**_flat("house", "100.00"), "action": "permit.apply"})

    decision = decide(chester, "schedule.activate", tell(chester.fees_rules, schedule), "2025-01-08")

    assert decision.allowed
    found = finding_of(decision, "lines")
    assert found.outcome is Outcome.WARNING
    assert "Certificate of occupancy" in found.why
    assert "permit.apply" not in {action.key for action in missing_lines(chester.fees_rules, schedule)}


def _flat(code: str, amount: str) -> dict[str, Any]:
    return {"code": code, "title": code, "parts": [{"kind": "flat", "amount": amount}]}


def _schedule(name: str, resolution: str, begins: str, *lines: dict[str, Any]) -> FeeSchedule:
    return FeeSchedule.model_validate(
        {"name": name, "resolution": resolution, "adopted": begins, "begins": begins, "lines": list(lines)}
    )


def _asked(pack: Pack, facts: dict[str, Any], on: date) -> Asked:
    return Asked(facts, on, pack.catalogue, pack.calendar(), pack.value)
