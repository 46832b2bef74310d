"""Find: exact first, then near, the same on both databases, within the bounds of kind and counter."""

from collections.abc import Iterable
from datetime import date
from uuid import UUID, uuid5

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from townwright.office import storage
from townwright.office.find import port
from townwright.office.find.models import Entry, Key
from townwright.office.find.port import Findable, find, forget, index
from townwright.office.places import addresses, keys

pytestmark = [pytest.mark.usefixtures("office"), pytest.mark.both_engines]

SPACE = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")


def parcel(key: str, address: str, name: str = "") -> Findable:
    """A parcel of the index."""
    return Findable(
        kind="parcel", object_id=uuid5(SPACE, key), number=key, title=address, public=True,
        keys=frozenset({keys.folded(key)}), words=f"{addresses.words(address)} {name}",
    )  # fmt: skip


def permit(number: str, address: str, who: str, on: date | None = None) -> Findable:
    """A permit of the index."""
    return Findable(
        kind="permit", object_id=uuid5(SPACE, number), number=number, title=f"Permit {number}", line=address,
        words=f"{addresses.words(address)} {who}", on=on,
    )  # fmt: skip


@pytest.fixture(autouse=True)
def _town(office: storage.Office) -> None:
    index(
        [
            parcel("47.16-2-19", "1500-04 Teall Avenue"),
            parcel("47.16-2-20", "1510 Teall Ave", "Skytop Housing"),
            parcel("91.-1-30.11", "12 W Pine St"),
            parcel("91.-1-30.12", "3 McBride Rd"),
            permit("BP-2026-0214", "1500-04 Teall Ave", "Wilhelmina Quackenbush", date(2026, 3, 2)),
            permit("BP-2025-0007", "12 West Pine Street", "Brijesdol Electric Inc", date(2025, 6, 1)),
            permit("08638", "635 Seventh North St & Bear", "García Brothers LLC", date(2012, 10, 18)),
            permit("8638", "1 Teall Ave", "Brijesdol Electric Inc", date(2013, 1, 1)),
            permit("PC-0474-12", "3 Mc Bride Rd", "O'Neil Mary"),
        ]
    )


def numbers(hits: Iterable[port.Hit]) -> list[str]:
    """The numbers of what was found, in order."""
    return [hit.number for hit in hits]


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("BP-2026-0214", "BP-2026-0214"),
        ("bp 2026 214", "BP-2026-0214"),
        ("26-214", "BP-2026-0214"),
        ("BP20260214", "BP-2026-0214"),
        ("pc 474-12", "PC-0474-12"),
        ("047.160-0002-019", "47.16-2-19"),
        ("47 16 2 19", "47.16-2-19"),
        ("91.-1-30.110", "91.-1-30.11"),
    ],
)
def test_a_number_or_key_in_any_style_is_found_exactly(asked: str, first: str) -> None:
    results = find(asked)
    assert numbers(results.exact) == [first]
    assert results.near == ()


def test_two_numbers_that_fold_together_are_both_shown_as_written_first() -> None:
    assert numbers(find("08638").exact) == ["08638", "8638"]
    assert numbers(find("8638").exact) == ["8638", "08638"]


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("1502 teall ave", "47.16-2-19"),
        ("1502 TEALL AVENUE", "47.16-2-19"),
        ("12 pine st w", "91.-1-30.11"),
        ("12 West Pine Street", "91.-1-30.11"),
        ("mc bride", "91.-1-30.12"),
        ("3 McBride Road", "91.-1-30.12"),
        ("635 7th north", "08638"),
        ("skytop", "47.16-2-20"),
        ("quackenb", "BP-2026-0214"),
        ("Quackenbush, Wilhelmina", "BP-2026-0214"),
        ("garcia brothers", "08638"),
        ("mary oneil", "PC-0474-12"),
    ],
)
def test_an_address_or_a_name_is_found_in_any_spelling(asked: str, first: str) -> None:
    results = find(asked)
    assert numbers(results)[0] == first
    assert results.meant == ()


@pytest.mark.parametrize(
    ("asked", "first", "meant"),
    [
        ("1502 Tell Ave", "47.16-2-19", ("tell", "teall")),
        ("Quakenbusch", "BP-2026-0214", ("quakenbusch", "quackenbush")),
        ("brijesdal electrik", "BP-2025-0007", ("brijesdal", "brijesdol")),
        ("pnie street west 12", "91.-1-30.11", ("pnie", "pine")),
    ],
)
def test_a_misspelt_word_is_read_as_its_neighbour_and_this_is_said(
    asked: str, first: str, meant: tuple[str, str]
) -> None:
    results = find(asked)
    assert numbers(results)[0] == first
    assert meant[1] in dict(results.meant)[meant[0]]


def test_a_wrong_street_type_or_house_number_still_finds_the_street() -> None:
    assert set(numbers(find("1500 Teall Road"))) >= {"47.16-2-19", "BP-2026-0214"}
    nearest = find("1512 Teall Ave")
    assert numbers(nearest)[0] == "47.16-2-20", "one door away"
    assert nearest.near[0].score < 100


def test_parcels_come_first_among_equals_then_the_newest() -> None:
    assert numbers(find("teall ave")) == ["47.16-2-19", "47.16-2-20", "BP-2026-0214", "8638"]
    assert numbers(find("brijesdol electric")) == ["BP-2025-0007", "8638"]


def test_it_narrows_by_kind_and_to_what_the_counter_may_show() -> None:
    assert {hit.kind for hit in find("teall", kinds=["permit"])} == {"permit"}
    assert {hit.kind for hit in find("teall", public=True)} == {"parcel"}
    assert len(find("BP-2026-0214", public=True)) == 0
    assert len(find("quackenbush", public=True)) == 0
    assert numbers(find("47.16-2-19", kinds=["permit"])) == []
    assert len(find("teall", limit=2)) == 2


@pytest.mark.parametrize(
    "asked", ["", "   ", "!!!", "zzzzqqqq", "'; drop table", '" OR "', "teall* NOT ave", "a:b", "\x00"]
)
def test_nothing_typed_can_break_it(asked: str) -> None:
    find(asked)


def test_what_is_kept_anew_replaces_what_was_kept() -> None:
    index([parcel("47.16-2-19", "99 Elm St")])
    assert Entry.objects.filter(object_id=uuid5(SPACE, "47.16-2-19")).count() == 1
    assert numbers(find("99 elm")) == ["47.16-2-19"]
    assert "47.16-2-19" not in numbers(find("teall"))


def test_what_is_forgotten_is_found_no_more() -> None:
    forget("permit", [uuid5(SPACE, "BP-2026-0214")])
    assert numbers(find("26-214").exact) == []
    assert numbers(find("quackenbush")) == []
    assert not Key.objects.filter(key="26214").exists()


def test_it_is_kept_with_the_act_or_not_at_all() -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        index([permit("BP-2026-0999", "5 Nowhere Ln", "Nobody Special")])
        raise RuntimeError
    assert len(find("nobody special")) == 0
    assert len(find("BP-2026-0999").exact) == 0


@pytest.mark.parametrize("asked", ["BP-2026-0214", "teall ave", "1512 Teal Ave", "brijesdal electrik"])
def test_it_asks_few_questions_however_many_records_there_are(asked: str) -> None:
    with CaptureQueriesContext(
        connection,
    ) as few:
        find(asked)
    index(permit(f"X-{n}", f"{n} Teall Ave", f"Brijesdol Electric {n}") for n in range(300))
    with CaptureQueriesContext(connection) as many:
        find(asked)
    assert len(many) <= len(few) + 2
    assert len(many) <= 20
