"""Shelter Island at the counter: what needs no permit under Chapter 43, and what the printed answer says besides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from tests.office.factories_shelter_island import island
from tests.pages.visitor import said
from townwright.office import clock

HERE = "/island/do-i-need-a-permit/"


@pytest.fixture
def counter(offices: Any) -> Iterator[Client]:
    with island(offices):
        pass
    with clock.fixed("2026-05-05 10:00"):
        yield Client()


NEW = {"about": "work", "application.work_type": "construct", "work.components": "none"}
FENCE = {**NEW, "work.structure": "fence", "fence.encloses_pool": "no"}
SHED = {
    **NEW,
    "work.structure": "accessory structure",
    "structure.belongs_to": "one-family",
    "work.footprint": "100",
    "structure.storeys": "1",
    "structure.detached": "yes",
    "structure.used_for": "storage",
}


@pytest.mark.proves("SHI-43-6-A-2-p1/1")
def test_the_answer_for_an_exempt_shed_says_that_other_laws_still_apply(counter: Client) -> None:
    answer = counter.get(HERE, SHED)

    words = said(answer)
    assert "No. You need no building permit under Chapter 43 for this." in words
    assert "Other laws still apply" in words
    assert "§ 43-6A(2)" in words
    assert "Print this answer" in words
    assert "no approval" not in words.lower()


@pytest.mark.proves("SHI-43-6-A-2-p2/1")
def test_the_answer_for_a_fence_names_all_six(counter: Client) -> None:
    words = said(counter.get(HERE, FENCE))

    assert "No. You need no building permit under Chapter 43 for this." in words
    assert (
        "FEMA, the State's Department of Environmental Conservation, the Suffolk County Department of Health, the "
        "State's fire and building code, the Shelter Island Zoning Code and the Wetlands Code. § 43-6A(2)"
    ) in words


REPAIR = {
    "about": "work",
    "application.work_type": "repair",
    **{f"repair.{limit}": "no" for limit in ("load_bearing", "egress", "rearrangement", "fire_protection")},
    "repair.building_system": "yes",
    "work.affects_structure": "no",
    "work.changes_occupancy": "no",
    "application.cost": "8000",
}


def test_what_the_clause_on_cost_lifts_is_said_once_and_has_to_be_confirmed(counter: Client) -> None:
    """Given a repair of $8,000 that replaces a building system, then the clause is the reason for all that it lifts."""
    words = said(counter.get(HERE, REPAIR))

    assert "No. You need no building permit under Chapter 43 for this." in words
    assert words.count("Nonstructural work of $8,000.00: exempt by the $10,000 clause. § 43-6A") == 1
    assert "Repairs are on the list, item (k). § 43-6A(1)(k)" in words
    assert "Exempt by the $10,000 clause: Building Inspector to confirm." in words


def test_a_demolition_takes_one_question_and_its_application_begins_with_the_answer(counter: Client) -> None:
    page = said(counter.get(HERE, {"about": "demolition"}))
    codes = {"work.under_uniform_code": "yes", "work.under_energy_code": "no"}
    answer = said(counter.get(HERE, {"about": "demolition", **codes}))

    assert "Question 2. Usually 2 in all. 2 of 2 Must the work conform to either of these?" in page
    assert "Yes. You need a demolition permit before you start." in answer
    assert "No plans are needed. § 43-8" in answer
    assert "Start the application with these answers" in answer
