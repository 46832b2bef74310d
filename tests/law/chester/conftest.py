"""The pack of Chester, compiled once, and its calendar."""

import pytest

from townwright.law.calendar import Calendar
from townwright.law.packs import Pack, compile_pack


@pytest.fixture(scope="session")
def chester() -> Pack:
    return compile_pack("chester")


@pytest.fixture(scope="session")
def calendar(chester: Pack) -> Calendar:
    return chester.calendar()
