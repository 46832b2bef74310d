"""The State's floor, compiled once, and its calendar."""

import pytest

from townwright.law.calendar import Calendar
from townwright.law.packs import Pack, compile_pack


@pytest.fixture(scope="session")
def state() -> Pack:
    return compile_pack("new-york")


@pytest.fixture(scope="session")
def calendar(state: Pack) -> Calendar:
    return state.calendar()
