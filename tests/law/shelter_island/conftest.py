"""The pack of Shelter Island, compiled once, and its calendar."""

import pytest

from townwright.law.calendar import Calendar
from townwright.law.packs import Pack, compile_pack


@pytest.fixture(scope="session")
def island() -> Pack:
    return compile_pack("shelter-island")


@pytest.fixture(scope="session")
def calendar(island: Pack) -> Calendar:
    return island.calendar()
