"""Addresses that can be gone to, and names of human beings."""

import pytest

from townwright.law.addresses import is_private_mailbox, wrong_with_address, wrong_with_person


@pytest.mark.parametrize(
    "address",
    [
        "PO Box 9, Albion NY 14411",
        "P.O. Box 9000, Rochester NY",
        "P O Box 3",
        "POB 12, Holley NY",
        "p.o.box 117, Brockport",
        "Post Office Box 44, Holley NY 14470",
        "POST  OFFICE  BOX 44",
        "18 State Street, P.O. Box 4, Brockport NY 14420",
        "P.O. B. 12, Holley",
    ],
)
def test_a_post_office_box_in_any_writing_is_refused_even_beside_a_street(address: str) -> None:
    assert wrong_with_address(address) == "a post office box"


@pytest.mark.parametrize(
    "address",
    [
        "18 State Street, Brockport, NY 14420",
        "7 Box Elder Lane, Holley NY 14470",
        "12-14 W. Main St, Brockport NY 14420",
        "12B Elm Street",
        "4 O'Brien Place, Albion NY",
        "40 Elm Street PMB 7, Brockport NY 14420",
        "9 Main St, Box 4, Albion NY",
        "Town Hall, 18 State Street, Brockport",
    ],
)
def test_a_street_address_will_do(address: str) -> None:
    assert wrong_with_address(address) == ""


@pytest.mark.parametrize(
    ("address", "wrong"),
    [
        ("Box 12, Brockport NY 14420", "a box without a street"),
        ("Box 12 Brockport NY 14420", "a box without a street"),
        ("Brockport NY 14420", "no house number and street"),
        ("Box Elder Lane, Holley NY", "no house number and street"),
        ("Albion NY 14411 USA", "no house number and street"),
        ("", "no house number and street"),
    ],
)
def test_without_house_number_and_street_it_will_not_do(address: str, wrong: str) -> None:
    assert wrong_with_address(address) == wrong


@pytest.mark.parametrize(
    ("address", "is_one"), [("40 Elm Street PMB 7", True), ("40 Elm Street, p.m.b. 7", True), ("40 Elm Street", False)]
)
def test_a_private_mailbox_is_worth_a_look(address: str, is_one: bool) -> None:
    assert is_private_mailbox(address) is is_one


@pytest.mark.parametrize(
    "name",
    [
        "Acme Property Services LLC",
        "Acme L.L.C.",
        "Acme Inc.",
        "Acme, Inc",
        "Acme Corp",
        "Acme Corporation",
        "Acme LLP",
        "Acme LP",
        "Acme L.P.",
        "Acme Co.",
        "Acme Ltd",
        "Acme Company",
        "Acme PLLC",
        " Acme llc ",
    ],
)
def test_an_organization_is_no_natural_person(name: str) -> None:
    assert wrong_with_person(name) == "an organization"


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("Ada Dunn", ""),
        ("Philip Marco", ""),
        ("Ann Corpus", ""),
        ("Dunn", "first or last name missing"),
        ("", "first or last name missing"),
    ],
)
def test_a_human_being_has_a_first_and_a_last_name(name: str, wrong: str) -> None:
    assert wrong_with_person(name) == wrong
