"""What the State's law asks in Chester too, where the chapter is silent: General Municipal Law § 125."""

from datetime import date

import pytest

from tests.law.chester.facts import decide, open_, ready_permit, the_one_in_the_way, without
from townwright.law.findings import Outcome
from townwright.law.packs import Pack


@pytest.mark.proves("NYS-GML-125-1/1")
def test_no_permit_without_proof_of_workers_compensation(chester: Pack) -> None:
    ready = ready_permit(insurance__workers_compensation="none")

    found = the_one_in_the_way(decide(chester, "permit.issue", ready, "2025-04-14"))

    assert found.cite == "General Municipal Law § 125"
    assert found.key == "insurance.workers_compensation"
    assert "no proof on file" in found.why
    assert "certificate of insurance" in found.cure.lower()
    for instead in ("exempt", "homeowner"):
        cured = {**ready, "insurance.workers_compensation": instead}
        assert open_(decide(chester, "permit.issue", cured, "2025-04-14"))


@pytest.mark.proves("NYS-GML-125-1/2")
def test_cover_counts_through_its_last_day(chester: Pack) -> None:
    ending = ready_permit(insurance__workers_compensation_until=date(2025, 4, 14))

    assert open_(decide(chester, "permit.issue", ending, "2025-04-14"))
    found = the_one_in_the_way(decide(chester, "permit.issue", ending, "2025-04-15"))
    assert found.key == "insurance.workers_compensation"
    assert "cover ends: Mon 14 April 2025" in found.why


@pytest.mark.proves("NYS-GML-125-2/1")
def test_disability_cover_is_asked_for_by_itself(chester: Pack) -> None:
    unproved = without(ready_permit(), "insurance.disability", "insurance.disability_until")

    found = the_one_in_the_way(decide(chester, "permit.issue", unproved, "2025-04-14"))

    assert found.key == "insurance.disability"
    assert found.outcome is Outcome.UNKNOWN
    assert found.cite == "General Municipal Law § 125"


def test_a_requirement_of_both_codes_is_cited_by_the_towns(chester: Pack) -> None:
    gates = chester.gates["permit.issue"].requirements

    sets = next(r for r in gates if r.key == "sets")
    assert sets.cite == "§ 50-4(D)(5)"
    assert sets.carries == ("CHE-50-4-D-5-L1", "NYS-1203-3-a-2")


@pytest.mark.parametrize(("name", "hours"), [("training.officer_hours", 24), ("training.inspector_hours", 6)])
def test_training_is_a_number_of_hours_a_year(chester: Pack, name: str, hours: int) -> None:
    assert chester.value(name, date(2025, 11, 10)) == hours
