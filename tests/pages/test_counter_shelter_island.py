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
