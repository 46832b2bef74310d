"""What the tests of the law core share: the State's calendar."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

import townwright
from townwright.law.calendar import Calendar, CalendarRules
from townwright.law.loader import load

# Properties are about the law, and never about how long a busy machine takes.
settings.register_profile("law", deadline=None)
settings.load_profile("law")

HOLIDAYS = Path(townwright.__file__).parent / "towns" / "new-york" / "holidays.yaml"


@pytest.fixture(scope="session")
def state() -> CalendarRules:
    """The State's rules of time, as its pack has them."""
    return CalendarRules.model_validate(load(HOLIDAYS).value)


@pytest.fixture(scope="session")
def calendar(state: CalendarRules) -> Calendar:
    """A calendar with the State's holidays, and no closings, proclaimed or tolled days."""
    return Calendar(state)
