"""Words and numbers as Find compares them."""

import pytest

from townwright.office.find import numbers
from townwright.office.find.words import fold


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("W. PINE STREET", "West Pine St."),
        ("Saint Marks Avenue", "St Marks Ave"),
        ("García O'Neil", "GARCIA ONEIL"),
        ("Mc Bride", "McBride"),
        ("Seventh North Street", "7th North St"),
        ("State Route 94", "Rt. 94"),
        ("SR 94", "NYS Rte 94"),
        ("County Road 13", "County Rt 13"),
        ("lot 014", "Lot 14"),
    ],
)
def test_two_spellings_give_the_same_words(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    "asked", ["BP-2026-0214", "bp 2026 214", "BP20260214", "2026-0214", "26-214", "BP-26-214", "bp/214"]
)
def test_a_number_is_found_in_any_style(asked: str) -> None:
    assert numbers.folded(asked) in numbers.keys("BP-2026-0214")


@pytest.mark.parametrize(
    ("kept", "asked"),
    [
        ("08638", "8638"),
        ("PC-0474-12", "pc047412"),
        ("PC-0474-12 ", "PC 474 12"),
        ("B-4127", "b4127"),
        ("pc-1-2", "1-2"),
    ],
)
def test_old_numbers_are_found_too(kept: str, asked: str) -> None:
    assert numbers.folded(asked) in numbers.keys(kept)


def test_different_numbers_stay_apart() -> None:
    assert not numbers.keys("BP-2026-0214") & numbers.keys("CO-2025-0214")
    assert numbers.keys("-") == frozenset()
    assert numbers.keys("") == frozenset()
