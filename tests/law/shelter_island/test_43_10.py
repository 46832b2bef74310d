"""§ 43-10: the standard of the work."""

import pytest

from tests.law.shelter_island.facts import decide, ready_certificate, the_one_in_the_way
from townwright.law.packs import Pack


@pytest.mark.proves("SHI-43-10/1")
def test_a_failure_under_the_state_code_bars_the_certificate(island: Pack) -> None:
    alarm = ready_certificate(certificate__open_violations={"Smoke alarm, RCNYS R314.3"})

    found = the_one_in_the_way(decide(island, "certificate.issue", alarm, "2026-06-10"))

    assert found.cite == "§ 43-10"
    assert found.why == "Open: Smoke alarm, RCNYS R314.3"
