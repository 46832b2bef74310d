"""The pack of Cortlandt, compiled once, and its calendar."""

import pytest

from townwright.law.calendar import Calendar
from townwright.law.packs import Pack, compile_pack


@pytest.fixture(scope="session")
def cortlandt() -> Pack:
    return compile_pack("cortlandt")


@pytest.fixture(scope="session")
def calendar(cortlandt: Pack) -> Calendar:
    return cortlandt.calendar()
