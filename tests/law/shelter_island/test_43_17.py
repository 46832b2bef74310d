"""§ 43-17: other relief."""

from datetime import date

from tests.law.shelter_island.facts import OFFICER, decide, open_, the_one_in_the_way
from townwright.law.packs import Pack


def test_a_legal_action_names_its_aim_and_needs_no_violation(island: Pack) -> None:
    addition = {**OFFICER, "legal.aims": {"prevent construction"}}

    assert open_(decide(island, "legal_action.commence", addition, "2026-05-26"))
    assert "parcel.open_violations" not in island.gate("legal_action.commence").needs(date(2026, 5, 26))
    found = the_one_in_the_way(decide(island, "legal_action.commence", {**OFFICER, "legal.aims": set()}, "2026-05-26"))
    assert (found.why, found.cite) == ("No aim is named", "§ 43-17")
