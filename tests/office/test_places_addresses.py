"""Addresses: the ways in which real files of towns write them."""

import pytest

from townwright.office.places.addresses import parse, street_key, words


@pytest.mark.parametrize(
    ("given", "number", "street"),
    [
        ("12 Main St", "12", "main st"),
        ("1500-02 Teall Ave", "1500-02", "teall ave"),
        ("420-24 Crouse Ave S  #100", "420-24", "crouse ave s"),
        ("Colvin St W", "", "colvin st w"),
        ("0 Main St", "0", "main st"),
        ("202 W. PINE STREET", "202", "pine st w"),
        ("202 WEST PINE STREET", "202", "pine st w"),
        ("Skytop Housing East 1700 Colvin St E", "1700", "colvin st e"),
        ("251 (301-312) Winding Ridge Rd 1500 Colvin \nSt E", "1500", "colvin st e"),
        ("Unit 11 1031-59 Townsend St S & Adams St", "1031-59", "townsend st s"),
        ("4TH FLOOR 1 Carousel Center Dr", "1", "carousel ctr dr"),
        ("14 Rte 17M", "14", "rte 17m"),
        ("123 County Road 13 Apt 2B", "123", "cr 13"),
        ("88 NYS Route 94", "88", "rte 94"),
        ("123 5th Ave", "123", "5th ave"),
        ("5 1/2 Main St", "5 1/2", "main st"),
        ("12A Main St", "12A", "main st"),
        ("400 St Marks Ave", "400", "st marks ave"),
        ("12 North Street", "12", "n st"),
        ("1 Avenue A", "1", "ave a"),
        ("Walton St #110, Syracuse", "", "walton st"),
        ("Irving Garage and Dineen Hall 918-22 Irving \nAve & Raynor Ave T", "918-22", "irving ave"),
        ("408 Onondaga Ave Rear", "408", "onondaga ave"),
    ],
)
def test_number_and_street(given: str, number: str, street: str) -> None:
    address = parse(given)
    assert (address.number, address.street_key) == (number, street)
    assert address.given == given


@pytest.mark.parametrize(
    ("given", "corner"),
    [
        ("Main St & Elm St", ("Elm St",)),
        ("1025-57 Hiawatha Blvd E & Seventh", ("Seventh",)),
        ("611 South Ave&Bellevue Ave to Ches", ("Bellevue Ave", "Ches")),
        ("Genant Dr To Clinton St N", ("Clinton St N",)),
        ("corner of Main and Elm", ("Elm",)),
        ("K-302 - Bar & \nGrill 306 Hiawatha Blvd W", ()),
        ("Bread and Butter", ()),
    ],
)
def test_streets_that_meet_it(given: str, corner: tuple[str, ...]) -> None:
    assert parse(given).corner == corner


@pytest.mark.parametrize(
    ("given", "unit", "place"),
    [
        ("420-24 Crouse Ave S  #100", "#100", ""),
        ("Lot 14, 22 Lake Rd", "Lot 14", ""),
        ("22 Lake Rd Lot 14", "Lot 14", ""),
        ("123 County Road 13 Apt 2B", "Apt 2B", ""),
        ("Main St, Apt 2", "Apt 2", ""),
        ("Unit 5 601 Carbon St & Pond St", "Unit 5", ""),
        ("Skytop Housing East 1700 Colvin St E", "", "Skytop Housing East"),
        ("333 Onondaga St E Condo Two", "", "Condo Two"),
    ],
)
def test_unit_and_name_of_the_place(given: str, unit: str, place: str) -> None:
    address = parse(given)
    assert (address.unit, address.place) == (unit, place)


@pytest.mark.parametrize(
    ("given", "numbers"),
    [
        ("1500-02 Teall Ave", (1500, 1502)),
        ("1025-31 Hiawatha Blvd", (1025, 1027, 1029, 1031)),
        ("101-02 Main St", (101, 102)),
        ("225-227 Wilkinson St", (225, 227)),
        ("12 Main St", (12,)),
        ("100-9999 Main St", (100,)),
        ("40-12 Main St", (40,)),
        ("0 Main St", ()),
        ("Main St", ()),
    ],
)
def test_house_numbers_of_a_range(given: str, numbers: tuple[int, ...]) -> None:
    assert parse(given).numbers == numbers


def test_the_mailing_city_is_set_aside_and_decides_nothing() -> None:
    address = parse("1219 Greycourt Ave, Chester, NY 10918")
    assert (address.number, address.street, address.locality) == ("1219", "Greycourt Ave", "Chester")


def test_nothing_is_an_address_too() -> None:
    assert parse("").street == ""
    assert parse("P.O. Box 12").given == "P.O. Box 12"


def test_words_hold_each_number_of_a_range() -> None:
    assert words("1500-04 Teall Avenue").split() == ["1500", "4", "teall", "ave", "1502", "1504"]


def test_a_direction_may_stand_before_or_behind() -> None:
    assert street_key("West Pine Street") == street_key("Pine St W.") == "pine st w"
    assert street_key("North St") != street_key("North Ave")
