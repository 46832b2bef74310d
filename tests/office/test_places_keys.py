"""Parcel keys: kept as given, found in any style, checked with a warning only."""

import pytest

from townwright.office.places import keys
from townwright.office.places.keys import Jurisdiction


@pytest.mark.parametrize(
    "written",
    [
        "47.16-2-19",
        "047.160-0002-019.000",
        "47.16 2 19",
        "47.160-2-19.",
        "04716000020190000000",
        "0471600002019",
        "14560104716000020190000000",
        "145601 47.16-2-19",
        "047.16-\n02-19",
    ],
)
def test_every_way_of_writing_a_key_folds_to_one(written: str) -> None:
    assert keys.folded(written) == "47.16-2-19"


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("91.-1-30.11", "091.000-0001-030.110"),
        ("62.1-2-9.120", "62.10-2-9.12"),
        ("3.-1-1", "003.-01-01.0"),
        ("048.-13-08.0/100", "048.-13-\n08.0/0100"),
        ("0200-001.00-01.00-001.000", "200-1-1-1"),
        ("32-J-061-00", "32-j-61-0"),
    ],
)
def test_padding_line_feeds_and_letters_do_not_matter(written: str, same: str) -> None:
    assert keys.folded(written) == keys.folded(same) != ""


def test_different_parcels_stay_apart() -> None:
    different = [
        "91.-1-30.11",
        "91.-1-30.1",
        "91.-1-30",
        "91.-11-30",
        "9.1-1-30",
        "91.-1-30.11/A",
        "48.-13-8/100",
    ]
    assert len({keys.folded(key) for key in different}) == len(different)


def test_a_key_typed_without_its_dots_has_several_readings() -> None:
    assert list(keys.readings("47 16 2 19")) == ["47-16-2-19", "47.16-2-19", "47-16-2.19"]
    assert list(keys.readings("91-1-30-11")) == ["91-1-30-11", "91.1-30-11", "91-1-30.11"]
    assert list(keys.readings("91.-1-30.11")) == ["91-1-30.11"]
    assert list(keys.readings("47-16-2-19-12")) == ["47-16-2-19-12", "47.16-2-19.12"]


def test_words_are_no_key() -> None:
    assert keys.folded("Loading Zones") == ""
    assert list(keys.readings("Loading Zones")) == []
    assert keys.folded("") == ""


@pytest.mark.parametrize(
    "key",
    ["47.16-2-19", "91.-1-30.11", "62.1-2-9.120", "3.-1-1", "048.-13-08.0/100", "001.1-01-03.0", "5.-1-12A"],
)
def test_keys_of_upstate_counties_pass_without_a_warning(key: str) -> None:
    assert keys.check_print_key(key) is None


def test_an_unusual_key_is_only_warned_about_and_the_pattern_is_the_towns() -> None:
    suffolk = "0700-001.00-01.00-001.000"
    assert "check it against the roll" in (keys.check_print_key(suffolk) or "")
    assert keys.check_print_key(suffolk, r"07\d\d-\d{3}\.\d\d-\d\d\.\d\d-\d{3}\.\d{3}") is None


@pytest.mark.parametrize(
    ("swis", "whose"),
    [
        ("145600", Jurisdiction.TOWN),
        ("145689", Jurisdiction.TOWN),
        ("145601", Jurisdiction.VILLAGE),
        ("010100", Jurisdiction.ELSEWHERE),
        ("", Jurisdiction.UNKNOWN),
        ("1456", Jurisdiction.UNKNOWN),
    ],
)
def test_the_swis_code_alone_says_whose_parcel_it_is(swis: str, whose: Jurisdiction) -> None:
    assert keys.jurisdiction(swis, ("145600",)) is whose


def test_a_swis_code_has_six_digits_and_a_county() -> None:
    assert keys.check_swis("145601") is None
    assert "six digits" in (keys.check_swis("14560") or "")
    assert "county" in (keys.check_swis("990100") or "")
