"""§ 169-8: inspections, the right to refuse, warrants, emergencies."""

from typing import Any

import pytest

from tests.law.sweden.facts import OFFICER, day, decide, keys, open_, standards, the_one_in_the_way
from townwright.law.packs import Pack


@pytest.mark.proves("SWE-169-8-a/1")
def test_who_has_not_registered_has_not_consented(sweden: Pack) -> None:
    consent = standards(sweden, inspection__authority="registration", vacancy__registered=False)

    found = the_one_in_the_way(decide(sweden, "vacancy.inspect", consent, "2025-05-20"))

    assert (found.key, found.cite) == ("registered", "§ 169-8")
    assert open_(decide(sweden, "vacancy.inspect", consent | {"vacancy.registered": True}, "2025-05-20"))


@pytest.mark.proves("SWE-169-8-c/1")
def test_refusing_access_is_no_violation(sweden: Pack) -> None:
    charge = {
        **OFFICER,
        "violation.is_refused_access": True,
        "ticket.sections": {"§ 169-8"},
        "defendant.is_owner": True,
    }

    for gate in ("violation.cite", "ticket.issue"):
        found = the_one_in_the_way(decide(sweden, gate, charge, "2025-06-10"))
        assert (found.key, found.cite) == ("not_refused_access", "§ 169-8")
    assert open_(decide(sweden, "ticket.issue", charge | {"violation.is_refused_access": False}, "2025-06-10"))
    assert "not_refused_access" in {one.key for one in sweden.gates["order.issue"].requirements}


REFUSED = {"access.refused": True, "inspection.authority": "registration", "vacancy.registered": True}
WARRANT = {"warrant.issued_on": day("2025-06-17"), "warrant.valid_until": day("2025-06-27")}


@pytest.mark.proves("SWE-169-8-d/1")
@pytest.mark.parametrize(
    ("made", "accepted"),
    [
        ("2025-06-12", False),
        ("2025-06-16", False),
        ("2025-06-17", True),
        ("2025-06-19", True),
        ("2025-06-27", True),
        ("2025-06-28", False),
        ("2025-06-30", False),
    ],
)
def test_after_a_refusal_it_is_made_while_a_warrant_is_in_force(sweden: Pack, made: str, accepted: bool) -> None:
    found = decide(sweden, "vacancy.inspect", standards(sweden) | REFUSED | WARRANT, made)

    assert found.allowed is accepted
    if not accepted:
        refused = the_one_in_the_way(found)
        assert (refused.key, refused.cite, refused.cure) == ("warrant", "§ 169-8", "Get a search warrant")


def test_a_refusal_can_be_withdrawn_and_a_warrant_counts_by_itself(sweden: Pack) -> None:
    refused = standards(sweden) | REFUSED
    by_warrant = standards(sweden, inspection__authority="warrant")

    assert the_one_in_the_way(decide(sweden, "vacancy.inspect", refused, "2025-06-19")).key == "warrant"
    withdrawn = refused | {"access.refusal_withdrawn_on": day("2025-06-18")}
    assert open_(decide(sweden, "vacancy.inspect", withdrawn, "2025-06-19"))
    assert the_one_in_the_way(decide(sweden, "vacancy.inspect", by_warrant, "2025-06-19")).key == "own_warrant"
    assert open_(decide(sweden, "vacancy.inspect", by_warrant | WARRANT, "2025-06-19"))


@pytest.mark.proves("SWE-169-8-e/1")
def test_the_owner_is_advised_before_a_warrant_is_applied_for(sweden: Pack) -> None:
    found = decide(sweden, "warrant.apply", OFFICER, "2025-06-11")
    advised: dict[str, Any] = OFFICER | {"access.advised_on": day("2025-06-11")}

    assert keys(found.standing_in_the_way) == {"advised", "answer"}
    assert {f.cite for f in found.standing_in_the_way} == {"§ 169-8"}
    assert the_one_in_the_way(decide(sweden, "warrant.apply", advised, "2025-06-11")).key == "answer"
    assert open_(decide(sweden, "warrant.apply", advised | {"access.answer": "Still refused"}, "2025-06-11"))
    right = next(one for one in sweden.paper("access_request").directives if one.key == "right_to_refuse")
    assert "constitutional right to refuse entry without a search warrant" in right.text
    assert right.must_stand


@pytest.mark.proves("SWE-169-8-f/1")
def test_an_emergency_is_for_one_entry(sweden: Pack) -> None:
    entry = standards(sweden, inspection__authority="emergency", access__refused=True)

    assert open_(decide(sweden, "vacancy.inspect", entry | {"emergency.for_this_entry": True}, "2025-12-09"))
    second = decide(sweden, "vacancy.inspect", entry | {"emergency.for_this_entry": False}, "2025-12-11")
    assert "emergency" in keys(second.standing_in_the_way)
