"""§ 43-1: the State code, and which parcels are the town's."""

from datetime import date

import pytest

from tests.law.shelter_island.facts import application, decide, documents, finding_of, open_, the_one_in_the_way
from townwright.law.findings import Outcome
from townwright.law.packs import Pack


@pytest.mark.proves("SHI-43-1-p1/1")
def test_a_review_is_under_the_state_code_of_its_day(island: Pack) -> None:
    barn = documents(review__c="not satisfied")

    decision = decide(island, "documents.accept", barn, "2026-01-20")

    assert island.value("edition.uniform_code", date(2026, 1, 20)) == "2025 Codes of New York State"
    assert island.value("edition.uniform_code", date(2025, 12, 30)) == "2020 Codes of New York State"
    found = the_one_in_the_way(decision)
    assert found.says.startswith("Means of egress")
    assert "NYS-1203-3-a-3" in found.provisions
    assert finding_of(decision, "review.b").outcome is Outcome.MET


@pytest.mark.proves("SHI-43-1-p1/2")
def test_a_lot_of_the_village_is_not_the_towns(island: Pack) -> None:
    town = island.town
    village, outside = town.villages[0].swis[0], town.swis[0]
    facts = {
        swis: application(parcel__in_jurisdiction=town.has_parcel(swis), parcel__under_agreement=False)
        for swis in (village, outside)
    }

    refused = decide(island, "application.file", facts[village], "2026-01-20")

    assert town.villages[0].name == "Village of Dering Harbor"
    found = the_one_in_the_way(refused)
    assert found.why == "The parcel is not the town's by its SWIS code, and no agreement covers it"
    assert found.cite == "§ 43-1"
    assert open_(decide(island, "application.file", facts[outside], "2026-01-20"))
