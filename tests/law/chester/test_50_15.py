"""§ 50-15: records. What the office keeps is proved with the register; here is what the law says to a purge."""

import pytest

from tests.law.chester.facts import decide, the_one_in_the_way
from townwright.law.packs import Pack


@pytest.mark.proves("CHE-50-15-B-2/1")
def test_a_permit_file_of_1994_is_not_purged(chester: Pack) -> None:
    found = the_one_in_the_way(decide(chester, "record.delete", {}, "2025-10-03"))

    assert found.why == "§ 50-15(A) records are permanent"
    assert found.cite == "§ 50-15(A)"
    assert not found.discretion
