"""The pack of Sweden, compiled once, its calendar, and the pack with the day of filing that the scenarios take."""

import shutil
from pathlib import Path

import pytest

from townwright.law.calendar import Calendar
from townwright.law.packs import SHIPPED, Pack, compile_pack


@pytest.fixture(scope="session")
def sweden() -> Pack:
    return compile_pack("sweden")


@pytest.fixture(scope="session")
def calendar(sweden: Pack) -> Calendar:
    return sweden.calendar()


@pytest.fixture(scope="session")
def filed(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """The pack once the town has entered its day of filing, 2020-09-03 (test data), wherever adoption stood in."""
    folder = tmp_path_factory.mktemp("filed") / "sweden"
    shutil.copytree(SHIPPED / "sweden", folder)
    for path in [folder / "town.yaml", *folder.glob("*.yaml")]:
        text = path.read_text(encoding="utf-8").replace('from: "2020-08-25"', 'from: "2020-09-03"')
        Path(path).write_text(text.replace("  in_force_to_be_confirmed: true\n", ""), encoding="utf-8")
    return compile_pack("sweden", own=folder)
