"""Fixtures of the tests of the office."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.office import factories, factories_inspections, factories_shelter_island, money_cases
from townwright.office.cases.models import Case
from townwright.office.inspections.models import PlanLine
from townwright.office.register import acts


@pytest.fixture
def town(people: factories.Office, request: pytest.FixtureRequest, settings: Any) -> Iterator[factories.Office]:
    """The office with its people, a schedule, one parcel and its owner.

    Its papers are blank sheets, which is quick, unless the test asks for `printed` ones. They bear no signature.
    Whatever acts a test does, in the end what is kept of the plans is what the law says of their results.
    """
    settings.SIGN_PAPERS = False
    if "printed" not in request.fixturenames:
        request.getfixturevalue("blank_papers")
    yield people
    kept = dict(PlanLine.objects.exclude(failed_on=None).values_list("pk", "failed_on"))
    assert kept == factories_inspections.failing_by_the_law()


@pytest.fixture
def island(offices: Any, request: pytest.FixtureRequest, settings: Any) -> Iterator[factories_shelter_island.Island]:
    """An office of Shelter Island, its papers as those of `town`."""
    settings.SIGN_PAPERS = False
    if "printed" not in request.fixturenames:
        request.getfixturevalue("blank_papers")
    with factories_shelter_island.island(offices) as opened:
        yield opened


@pytest.fixture
def printed() -> None:
    """Papers are printed as they are."""


@pytest.fixture
def charging_act(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is an act `test.charge` while the test runs: what lists the acts elsewhere never meets it."""
    monkeypatch.setattr(acts, "_specs", dict(acts._specs))
    acts.act("test.charge", title="Charge within another act", subject=Case)(money_cases.charge_in_an_act)


@pytest.fixture
def site_inspected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every work site counts as inspected and satisfactory."""
    factories.site_seen(monkeypatch)
