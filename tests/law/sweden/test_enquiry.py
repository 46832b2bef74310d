"""What people ask about a building that stands empty, and what the chapter answers."""

from typing import Any

import pytest

from tests.law.sweden.facts import day, decide, the_one_in_the_way
from townwright.law.asking import enquiry
from townwright.law.packs import Pack

SOUND: dict[str, Any] = {
    "empty.illegal": False,
    "empty.unoccupied": True,
    "empty.over_90_days": False,
    "empty.owner_away": False,
    "empty.unsecured": False,
    "empty.closed_up": False,
    "empty.unsafe": False,
    "empty.ordered": False,
}


def test_a_locked_and_sound_house_is_not_registered_before_90_days(sweden: Pack) -> None:
    assert decide(sweden, "vacancy.not_needed", SOUND, "2025-04-15").allowed


@pytest.mark.parametrize(
    ("fact", "letter"),
    [
        ("empty.unsecured", "A"),
        ("empty.closed_up", "B"),
        ("empty.unsafe", "C"),
        ("empty.ordered", "D"),
        ("empty.illegal", "E"),
        ("empty.over_90_days", "F"),
    ],
)
def test_each_category_is_reason_to_register(sweden: Pack, fact: str, letter: str) -> None:
    found = the_one_in_the_way(decide(sweden, "vacancy.not_needed", SOUND | {fact: True}, "2025-04-15"))

    assert found.cite == f"§ 169-4 (Vacant building)({letter})"
    occupied = SOUND | {fact: True, "empty.unoccupied": False}
    assert decide(sweden, "vacancy.not_needed", occupied, "2025-04-15").allowed is (letter != "E")


def test_an_owner_who_is_away_keeps_the_90_days_off_and_nothing_else(sweden: Pack) -> None:
    away = SOUND | {"empty.owner_away": True, "empty.over_90_days": True}

    assert decide(sweden, "vacancy.not_needed", away, "2025-04-15").allowed
    assert not decide(sweden, "vacancy.not_needed", away | {"empty.unsecured": True}, "2025-04-15").allowed


def test_the_first_question_is_whether_it_stands_empty(sweden: Pack) -> None:
    topic = sweden.enquiries.shown["empty"]

    step = enquiry(sweden, topic, day("2025-04-15")).ask({})

    assert list(sweden.enquiries.shown) == ["empty", "work", "use", "activity"]
    assert getattr(step, "fact").name == "empty.unoccupied"  # noqa: B009
