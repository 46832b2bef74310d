"""Parcels and what stands on them: entered, keyed anew, corrected, as of a day, and found."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import pytest

from townwright.office.find.port import find
from townwright.office.places import acts  # noqa: F401 - declares them
from townwright.office.places.facts import of_parcel
from townwright.office.places.models import FormerKey, PaperYears, Parcel, paper_years, stories
from townwright.office.register.actors import SYSTEM
from townwright.office.register.acts import perform
from townwright.office.register.errors import InputError
from townwright.office.register.models import Entry

pytestmark = [pytest.mark.usefixtures("office"), pytest.mark.both_engines]

At = Callable[[str | datetime], datetime]


def entered(**given: Any) -> Parcel:
    """A parcel of the town, entered by its act."""
    given = {"swis": "332289", "print_key": "6-1-22.1", "address": "14 Hambletonian Ave", **given}
    return Parcel.objects.get(pk=perform("parcel.record", given, actor=SYSTEM).subject_id)


def do(act: str, parcel: Parcel, /, **given: Any) -> Parcel:
    """An act on a parcel."""
    perform(act, given, actor=SYSTEM, subject_id=parcel.pk)
    return Parcel.objects.get(pk=parcel.pk)


def titles(text: str, **given: Any) -> list[str]:
    """What Find finds, by its titles."""
    return [hit.title for hit in find(text, **given)]


def test_a_key_is_kept_as_given_and_found_in_every_style() -> None:
    parcel = entered(print_key="047.16-02-19", sbl="04716000020190000000")
    assert (parcel.print_key, parcel.sbl) == ("047.16-02-19", "04716000020190000000")
    for style in ("47.16-2-19", "47 16 2 19", "047.160-0002-019", "04716000020190000000"):
        assert list(Parcel.objects.under_key(style)) == [parcel], style
        assert titles(style) == ["14 Hambletonian Ave"], style


def test_two_parcels_that_fold_together_are_both_shown() -> None:
    entered(print_key="6.-1-1", address="1 Main St")
    entered(print_key="6-1-1", address="2 Main St")
    assert Parcel.objects.under_key("6-01-01").count() == 2
    assert titles("6.-1-1")[0] == "1 Main St"
    assert titles("6-1-1")[0] == "2 Main St"


@pytest.mark.parametrize(
    ("swis", "whose", "told"),
    [
        ("332289", "town", True),
        ("332201", "village", False),
        ("330100", "elsewhere", False),
        ("", "unknown", None),
    ],
)
def test_the_swis_code_says_whose_parcel_it_is_and_the_mailing_city_does_not(
    swis: str, whose: str, told: bool | None
) -> None:
    parcel = entered(swis=swis, post_office="Chester")
    assert parcel.jurisdiction == whose
    assert of_parcel(parcel, date(2026, 3, 2)).get("parcel.in_jurisdiction") is told


def test_what_cannot_be_a_swis_code_is_refused_and_nothing_is_kept() -> None:
    with pytest.raises(InputError, match="six digits"):
        entered(swis="3322")
    assert not Parcel.objects.exists()


def test_the_same_key_is_not_entered_twice_in_one_swis_code() -> None:
    entered()
    with pytest.raises(InputError, match="on record already"):
        entered()
    assert entered(swis="332201").jurisdiction == "village"


def test_an_unusual_key_is_kept_with_a_warning() -> None:
    parcel = entered(print_key="0700-001.00-01.00-001.000")
    entry = Entry.objects.get(subject_id=parcel.pk)
    assert parcel.print_key == "0700-001.00-01.00-001.000"
    assert "check it against the roll" in entry.said


def test_a_new_lot_is_provisional_until_the_roll_has_it(at: At) -> None:
    at("2026-03-02")
    parcel = entered(swis="", print_key="", address="Lot 7, Surrey Rd")
    assert parcel.provisional
    parcel = do("parcel.rekey", parcel, print_key="6-1-23", swis="332289", roll_year=2026, reason="on the roll now")
    assert not parcel.provisional
    assert (parcel.known_from, parcel.jurisdiction) == ("roll", "town")


def test_old_and_new_key_both_find_the_parcel(at: At) -> None:
    at("2026-03-02")
    parcel = do("parcel.rekey", entered(), print_key="6-1-22.12", reason="split in two")
    former = FormerKey.objects.get(parcel=parcel)
    assert (former.old, former.new, former.on, former.why) == (
        "6-1-22.1",
        "6-1-22.12",
        date(2026, 3, 2),
        "split in two",
    )
    for key in ("6-1-22.1", "6.-1-22.100", "6-1-22.12"):
        assert list(Parcel.objects.under_key(key)) == [parcel], key
        assert titles(key) == [str(parcel)], key


def test_a_parcel_needs_something_to_know_it_by() -> None:
    with pytest.raises(InputError, match="one of them"):
        entered(print_key="", address=None)


def test_an_address_is_kept_as_written_and_found_by_any_spelling() -> None:
    parcel = entered(address="1500-04 W. Pine  Street")
    assert parcel.address == "1500-04 W. Pine Street"
    for spelling in ("1502 Pine St W", "1500 west pine street", "1504 W PINE ST"):
        assert list(Parcel.objects.at(spelling)) == [parcel], spelling
        assert titles(spelling) == [str(parcel)], spelling
    assert not Parcel.objects.at("1506 W Pine St").exists()
    assert not Parcel.objects.at("W Pine St").exists()


def test_a_correction_is_found_by_the_new_words_only() -> None:
    parcel = do("parcel.correct", entered(), address="16 Hambletonian Ave", name="Durland House")
    assert titles("durland") == ["16 Hambletonian Ave"]
    assert titles("14 hambletonian") == ["16 Hambletonian Ave"], "near, for the house number is gone"
    assert find("14 hambletonian").near[0].score < 100
    entry = Entry.objects.filter(subject_id=parcel.pk).last()
    assert entry is not None
    assert entry.content["before"] == {"address": "14 Hambletonian Ave", "name": ""}
    with pytest.raises(InputError, match="Nothing to change"):
        do("parcel.correct", parcel, name="Durland House")


def test_a_flag_holds_from_its_day_to_its_end(at: At) -> None:
    at("2026-03-02")
    parcel = entered()
    assert "parcel.in_flood_hazard_area" not in of_parcel(parcel, date(2026, 3, 2)), "nobody has looked yet"
    with pytest.raises(InputError, match="Name the map"):
        do("parcel.flag", parcel, kind="flood")
    parcel = do("parcel.flag", parcel, kind="flood", source="Flood Insurance Study of 2009-08-03")
    at("2026-06-01")
    do("parcel.unflag", parcel, flag=str(parcel.flags.get().pk), reason="map amended")
    parcel = do("parcel.flag", parcel, kind="no flood", source="letter of map amendment")
    told = [of_parcel(parcel, day).get("parcel.in_flood_hazard_area") for day in (
        date(2026, 3, 1), date(2026, 3, 2), date(2026, 5, 31), date(2026, 6, 1))]  # fmt: skip
    assert told == [None, True, True, False]


@pytest.mark.proves("CHE-50-1-B-2/1")
def test_not_subject_to_the_code_needs_the_law_that_says_so() -> None:
    parcel = entered()
    with pytest.raises(InputError, match="provision of law"):
        do("parcel.flag", parcel, kind="not subject", words="state-owned building")
    assert not parcel.flags.exists()


def test_a_building_is_known_as_of_a_day(at: At) -> None:
    at("2026-03-02")
    parcel = do("building.record", entered(), use="store", occupancy="M", construction="VB", built=1926, area=3180)
    at("2026-09-01")
    parcel = do("building.change", parcel, occupancy="A-2", use="restaurant", source="certificate of occupancy")
    building = parcel.buildings.get()
    then, now = building.facts_on(date(2026, 8, 31)), building.facts_on(date(2026, 9, 1))
    assert then is not None
    assert now is not None
    assert (then.occupancy, then.area) == ("M", 3180)
    assert (now.occupancy, now.area, now.built) == ("A-2", 3180, 1926)
    do("building.end", parcel, reason="demolished")
    with pytest.raises(InputError, match="no building 1"):
        do("building.change", parcel, use="none")


@pytest.mark.proves("CHE-50-2-ASSEMBLY-AREA/1")
def test_fifty_persons_make_an_assembly_area_and_forty_nine_do_not(at: At) -> None:
    at("2026-03-02")
    parcel = do("building.record", entered(), use="restaurant")
    do("space.record", parcel, name="Dining room", occupant_load=50, purpose="eating and drinking")
    do("space.record", parcel, name="Bar", occupant_load=49, purpose="drinking")
    do("space.record", parcel, name="Storage", occupant_load=80, gathering=False)
    areas = parcel.buildings.get().assembly_areas_on(date(2026, 3, 2))
    assert [area.name for area in areas] == ["Dining room"]


def test_the_officer_may_hold_otherwise_with_a_reason_and_a_load_may_change(at: At) -> None:
    at("2026-03-02")
    parcel = do("building.record", entered())
    with pytest.raises(InputError, match="Say why"):
        do("space.record", parcel, name="Hall", occupant_load=60, held=False)
    do("space.record", parcel, name="Hall", occupant_load=60, held=False, held_why="a warehouse aisle")
    at("2026-04-01")
    do("space.record", parcel, name="Hall", occupant_load=72)
    building = parcel.buildings.get()
    assert [a.occupant_load for a in building.assembly_areas_on(date(2026, 4, 1))] == [72]
    assert building.assembly_areas_on(date(2026, 3, 31)) == []


def test_lot_14_is_found() -> None:
    parcel = entered(address="22 Lake Rd", name="Surrey Meadows Park")
    do("unit.record", parcel, kind="lot", name="14")
    do("unit.record", parcel, kind="lot", name="15")
    assert titles("lot 14") == ["Lot 14, 22 Lake Rd"]
    assert titles("surrey meadows lot 15")[0] == "Lot 15, 22 Lake Rd"
    with pytest.raises(InputError, match="already"):
        do("unit.record", parcel, kind="lot", name="14")


def test_years_on_paper_are_told_for_one_parcel_and_for_all() -> None:
    parcel, other = entered(), entered(print_key="6-1-23")
    perform("paper_years.record", {"last": 1993, "where": "basement, cabinet 4"}, actor=SYSTEM)
    perform(
        "paper_years.record",
        {"parcel": str(parcel.pk), "first": 1994, "last": 2001, "where": "attic", "scanned": "partly"},
        actor=SYSTEM,
    )
    assert [years.years for years in paper_years(parcel)] == ["up to 1993", "1994 to 2001"]
    assert [years.where for years in paper_years(other)] == ["basement, cabinet 4"]
    assert PaperYears.objects.get(first=1994).says()["scanned"] == "partly scanned"
    with pytest.raises(InputError, match="before the first"):
        perform("paper_years.record", {"first": 2001, "last": 1994, "where": "attic"}, actor=SYSTEM)


def test_a_parcel_is_found_by_its_flags_of_standing() -> None:
    entered(swis="332201", address="9 Village Ln")
    assert "in a village" in next(iter(find("9 village ln"))).line


@pytest.mark.parametrize(
    ("storeys", "words"), [("1", "1 story"), ("2.0", "2 stories"), ("2.5", "2.5 stories"), ("10", "10 stories")]
)
def test_the_history_of_a_building_reads_like_a_sentence(storeys: str, words: str) -> None:
    known = {"occupancy": "R-3", "construction": "V-B", "storeys": storeys, "area": 4200, "dwelling_units": 1}
    parcel = do("building.record", entered(), **known)
    said = Entry.objects.get(act="building.record").said
    assert said == f"Building 1 entered: occupancy R-3, Type V-B, {words}, 4,200 sq ft, 1 dwelling unit"
    assert stories(parcel.buildings.get().facts.get().storeys) == words
