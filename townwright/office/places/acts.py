"""Acts on places: parcels and their keys, addresses and flags; buildings, spaces and units; paper years.

None of them is gated by the town's code: a parcel in a village can be on record, and the law then says that
no permit is the town's to give there. A key that looks unusual is kept as it was given, with a warning in
the history.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from townwright.office import laws
from townwright.office.places import keys
from townwright.office.places.findable import index_parcels, index_units
from townwright.office.places.models import (
    AssemblyArea,
    Building,
    BuildingFacts,
    Flag,
    FormerKey,
    PaperYears,
    Parcel,
    Unit,
    stories,
)
from townwright.office.register.acts import Act, Doing, act
from townwright.office.register.errors import InputError

_KEYS = ("swis", "sbl", "print_key")
_WORDS = ("name", "hamlet", "post_office", "zip", "property_class", "zoning")


class ParcelWords(Act):
    """What is written down of a parcel beside its keys."""

    address: str | None = Field(default=None, title="Address", max_length=300, description="As people write it.")
    name: str | None = Field(default=None, title="Name of the property", max_length=200)
    hamlet: str | None = Field(default=None, title="Hamlet", max_length=80)
    post_office: str | None = Field(default=None, title="Post office", max_length=80)
    zip: str | None = Field(default=None, title="ZIP code", max_length=10)
    property_class: str | None = Field(default=None, title="Property class of the roll", max_length=4)
    zoning: str | None = Field(default=None, title="Zoning district", max_length=40)
    acres: Decimal | None = Field(default=None, title="Acres", ge=0, max_digits=10, decimal_places=3)


class RecordParcel(ParcelWords):
    """A parcel to enter."""

    swis: str = Field(default="", title="SWIS code", max_length=6, description="Six digits, from the roll.")
    sbl: str = Field(default="", title="SBL", max_length=40)
    print_key: str = Field(default="", title="Print key", max_length=60, description="As the roll writes it.")
    provisional: bool = Field(default=False, title="Provisional", description="The roll does not have it yet.")
    roll_year: int | None = Field(default=None, title="Year of the roll", ge=1900, le=2200)


@act("parcel.record", title="Enter a parcel")
def record(doing: Doing[Parcel], given: RecordParcel) -> None:
    """Enters a parcel. Without a key it is provisional, and is tied to the roll by `parcel.rekey` later."""
    if not (given.print_key or given.sbl) and not given.address and not given.name:
        raise InputError({"print_key": "Give a print key, an SBL, an address or a name: one of them at least."})
    _known_swis(given.swis)
    _not_twice(given)
    parcel = Parcel(
        provisional=given.provisional or not (given.print_key or given.sbl),
        roll_year=given.roll_year,
        known_from=Parcel.KnownFrom.ROLL if given.roll_year else Parcel.KnownFrom.HAND,
    )
    parcel.set_key(swis=given.swis, sbl=given.sbl, print_key=given.print_key)
    parcel.jurisdiction = whose(parcel)
    after = _set_words(parcel, given)
    parcel.save(force_insert=True)
    index_parcels([doing.made(parcel)])
    doing.changed({}, {**{name: getattr(parcel, name) for name in _KEYS}, **after})
    doing.say(f"Parcel entered: {parcel}{_warning(parcel)}")


class CorrectParcel(ParcelWords):
    """What to write down anew of a parcel; what is left out stays."""


@act("parcel.correct", title="Correct what is written of the parcel", subject=Parcel)
def correct(doing: Doing[Parcel], given: CorrectParcel) -> None:
    """Changes address, name and the like. Papers that were issued keep the old words."""
    parcel = doing.subject
    before = {name: getattr(parcel, name) for name in ("address", *_WORDS, "acres")}
    after = _set_words(parcel, given)
    if not after:
        raise InputError({"address": "Nothing to change was given."})
    parcel.save()
    index_parcels([parcel])
    index_units(parcel.units.select_related("parcel"))
    doing.changed({name: before[name] for name in after}, after)
    doing.say(f"Corrected: {', '.join(name.replace('_', ' ') for name in after)}")


class RekeyParcel(Act):
    """The parcel's new key."""

    swis: str | None = Field(default=None, title="SWIS code", max_length=6)
    sbl: str | None = Field(default=None, title="SBL", max_length=40)
    print_key: str | None = Field(default=None, title="Print key", max_length=60)
    roll_year: int | None = Field(default=None, title="Year of the roll", ge=1900, le=2200)
    reason: str = Field(
        title="Why", min_length=1, max_length=200, description="Split, merger, new map, on the roll now."
    )


@act("parcel.rekey", title="Give the parcel a new key", subject=Parcel)
def rekey(doing: Doing[Parcel], given: RekeyParcel) -> None:
    """Gives a new key; the old one still finds the parcel. A provisional parcel is so tied to the roll."""
    parcel = doing.subject
    if given.swis is not None:
        _known_swis(given.swis)
    before = {name: getattr(parcel, name) for name in _KEYS}
    after = {name: value for name in _KEYS if (value := getattr(given, name)) not in (None, before[name])}
    if not after:
        raise InputError({"print_key": "This is the key that the parcel has."})
    for name in ("sbl", "print_key"):
        if name in after and before[name]:
            FormerKey.objects.create(
                parcel=parcel, old=before[name], new=after[name], folded=keys.folded(before[name]),
                on=doing.on, why=given.reason,
            )  # fmt: skip
    parcel.set_key(**after)
    parcel.jurisdiction = whose(parcel)
    parcel.provisional = parcel.provisional and not parcel.key
    if given.roll_year is not None:
        parcel.roll_year, parcel.known_from = given.roll_year, Parcel.KnownFrom.ROLL
    parcel.save()
    index_parcels([parcel])
    doing.changed({name: before[name] for name in after}, after)
    doing.say(f"New key {parcel.key}: {given.reason}{_warning(parcel)}")


class FlagParcel(Act):
    """What to note of the parcel."""

    kind: Literal[
        "flood", "floodway", "no flood", "wetland", "historic", "farm", "not subject", "district", "caution"
    ] = Field(title="What")
    words: str = Field(
        default="", title="More exactly", max_length=300, description="Of a hamlet or district, its name."
    )
    source: str = Field(
        default="",
        title="Map, study or law that says so",
        max_length=200,
        description="Needed for all but a caution.",
    )


@act("parcel.flag", title="Note something of the parcel", subject=Parcel)
def flag(doing: Doing[Parcel], given: FlagParcel) -> None:
    """Notes a flag from the act's day on. "Not subject" needs the law that says so."""
    if given.kind != "caution" and not given.source:
        raise InputError({"source": "Name the map, study or provision of law that says so."})
    if given.kind == "district" and not given.words:
        raise InputError({"words": "Name the hamlet or district, as the town's law does."})
    made = Flag.objects.create(
        parcel=doing.subject, kind=given.kind, words=given.words, source=given.source, begins=doing.on
    )
    doing.changed({}, {"flag": made.kind, "words": made.words, "source": made.source})
    doing.say(f"{made.get_kind_display()} noted{f', by {made.source}' if made.source else ''}")


class UnflagParcel(Act):
    """The flag that holds no longer."""

    flag: UUID = Field(title="Flag")
    reason: str = Field(title="Why", min_length=1, max_length=200)


@act("parcel.unflag", title="End a note on the parcel", subject=Parcel)
def unflag(doing: Doing[Parcel], given: UnflagParcel) -> None:
    """Ends a flag on the act's day; it stays in the history."""
    ended = doing.subject.flags.filter(pk=given.flag, ends=None).first()
    if ended is None:
        raise InputError({"flag": "There is no such note on this parcel now."})
    ended.ends = doing.on
    ended.save(update_fields=["ends"])
    doing.changed({"flag": ended.kind}, {"ends": doing.on})
    doing.say(f"{ended.get_kind_display()} ended: {given.reason}")


class FactsOfBuilding(Act):
    """What holds of a building; what is left out stays as it was known before."""

    use: str | None = Field(default=None, title="Use", max_length=200)
    occupancy: str | None = Field(default=None, title="Occupancy classification", max_length=60)
    construction: str | None = Field(default=None, title="Construction type", max_length=20)
    storeys: Decimal | None = Field(default=None, title="Stories", ge=0, max_digits=4, decimal_places=1)
    area: int | None = Field(default=None, title="Floor area, sq ft", ge=0, le=100_000_000)
    dwelling_units: int | None = Field(default=None, title="Dwelling units", ge=0, le=10_000)
    built: int | None = Field(default=None, title="Year built", ge=1600, le=2200)
    sprinklered: bool | None = Field(default=None, title="Sprinklered")
    source: str = Field(default="", title="Known from", max_length=200)


_FACTS = ("use", "occupancy", "construction", "storeys", "area", "dwelling_units", "built", "sprinklered")


class RecordBuilding(FactsOfBuilding):
    """A building to enter."""

    name: str = Field(default="", title="Name", max_length=120)
    always: bool = Field(default=True, title="Holds since before our records")


@act("building.record", title="Enter a building", subject=Parcel)
def record_building(doing: Doing[Parcel], given: RecordBuilding) -> None:
    """Enters a building of the parcel, with what is known of it always or from the act's day on."""
    parcel = doing.subject
    last = parcel.buildings.order_by("-count").values_list("count", flat=True).first() or 0
    building = Building.objects.create(parcel=parcel, count=last + 1, name=given.name)
    known = {name: value for name in _FACTS if (value := getattr(given, name)) is not None}
    BuildingFacts.objects.create(
        building=building, begins=None if given.always else doing.on, source=given.source, **known
    )
    doing.changed({}, {"building": building.count, "name": building.name, **known})
    doing.say(f"{building} entered{_told(known)}")


class ChangeBuilding(FactsOfBuilding):
    """What holds from the act's day on."""

    building: int = Field(default=1, title="Building", ge=1)


@act("building.change", title="Change what holds of a building", subject=Parcel)
def change_building(doing: Doing[Parcel], given: ChangeBuilding) -> None:
    """Keeps what holds of a building from the act's day on; what held before stays known."""
    building = _building(doing.subject, given.building)
    known = building.facts_on(doing.on)
    held = {name: getattr(known, name) for name in _FACTS} if known else {}
    after = {name: value for name in _FACTS if (value := getattr(given, name)) not in (None, held.get(name))}
    if not after:
        raise InputError({"use": "Nothing to change was given."})
    BuildingFacts.objects.create(building=building, begins=doing.on, source=given.source, **{**held, **after})
    doing.changed({name: held.get(name) for name in after}, after)
    doing.say(f"{building}{_told(after)}")


class EndBuilding(Act):
    """The building that is gone."""

    building: int = Field(default=1, title="Building", ge=1)
    reason: str = Field(title="Why", min_length=1, max_length=200, description="Demolished, burnt, moved.")


@act("building.end", title="Note that a building is gone", subject=Parcel)
def end_building(doing: Doing[Parcel], given: EndBuilding) -> None:
    """Notes that a building stands no longer; its history stays."""
    building = _building(doing.subject, given.building)
    building.ended_on, building.ended_why = doing.on, given.reason
    building.save(update_fields=["ended_on", "ended_why"])
    doing.changed({"building": building.count}, {"ended_on": doing.on})
    doing.say(f"{building} gone: {given.reason}")


class RecordSpace(Act):
    """A space where people gather."""

    building: int = Field(default=1, title="Building", ge=1)
    name: str = Field(title="Space", min_length=1, max_length=120)
    purpose: str = Field(default="", title="Purpose", max_length=120)
    gathering: bool = Field(default=True, title="For gatherings")
    occupant_load: int = Field(title="Design occupant load", ge=0, le=1_000_000)
    held: bool | None = Field(default=None, title="Held to be an assembly area by the officer")
    held_why: str = Field(default="", title="Why", max_length=300)


@act("space.record", title="Enter a space and its occupant load", subject=Parcel)
def record_space(doing: Doing[Parcel], given: RecordSpace) -> None:
    """Enters a space, or its new load from the act's day on; 50 persons make an assembly area."""
    if given.held is not None and not given.held_why:
        raise InputError({"held_why": "Say why this is held otherwise than its load and purpose would have it."})
    building = _building(doing.subject, given.building)
    replaced = building.areas.filter(name=given.name, ends=None).first()
    if replaced is not None:
        replaced.ends = doing.on
        replaced.save(update_fields=["ends"])
    area = AssemblyArea.objects.create(
        building=building, name=given.name, purpose=given.purpose, gathering=given.gathering, held=given.held,
        occupant_load=given.occupant_load, held_why=given.held_why, begins=doing.on if replaced else None,
    )  # fmt: skip
    doing.changed(
        {"occupant_load": replaced.occupant_load} if replaced else {},
        {"space": area.name, "occupant_load": area.occupant_load, "assembly": area.is_assembly},
    )
    doing.say(f"{area.name}: {area.occupant_load} persons, {'an' if area.is_assembly else 'no'} assembly area")


class RecordUnit(Act):
    """A home, store or lot that is one of several."""

    kind: Literal["unit", "apartment", "condominium", "store", "lot", "space"] = Field(default="unit", title="Kind")
    name: str = Field(title="Number or name", min_length=1, max_length=60)
    words: str = Field(default="", title="More", max_length=200)
    building: int | None = Field(default=None, title="Building", ge=1)


@act("unit.record", title="Enter a unit or lot", subject=Parcel)
def record_unit(doing: Doing[Parcel], given: RecordUnit) -> None:
    """Enters a unit or park lot, so that it is found and can have papers of its own."""
    parcel = doing.subject
    if parcel.units.filter(kind=given.kind, name=given.name).exists():
        raise InputError({"name": "There is one of this name on the parcel already."})
    unit = Unit.objects.create(
        parcel=parcel, kind=given.kind, name=given.name, words=given.words,
        building=None if given.building is None else _building(parcel, given.building),
    )  # fmt: skip
    index_units([unit])
    doing.changed({}, {"kind": unit.kind, "name": unit.name})
    doing.say(f"{unit} entered")


class RecordPaperYears(Act):
    """Which years lie on paper, and where."""

    parcel: UUID | None = Field(default=None, title="Parcel", description="Left empty: of all parcels.")
    first: int | None = Field(default=None, title="First year", ge=1600, le=2200)
    last: int = Field(title="Last year", ge=1600, le=2200)
    kinds: str = Field(default="", title="What they are", max_length=200)
    where: str = Field(title="Where they lie", min_length=1, max_length=200)
    scanned: Literal["no", "partly", "yes"] = Field(default="no", title="Scanned")
    looked_at: date | None = Field(default=None, title="Gone through on")


@act("paper_years.record", title="Note which years lie on paper")
def record_paper_years(doing: Doing[PaperYears], given: RecordPaperYears) -> None:
    """Notes that records of some years lie on paper, so that no page ever says "none" for them."""
    if given.first is not None and given.first > given.last:
        raise InputError({"last": "The last year is before the first."})
    if given.parcel is not None and not Parcel.objects.filter(pk=given.parcel).exists():
        raise InputError({"parcel": "There is no such parcel."})
    years = PaperYears.objects.create(
        parcel_id=given.parcel, first=given.first, last=given.last, kinds=given.kinds, where=given.where,
        scanned=given.scanned, looked_at=given.looked_at,
    )  # fmt: skip
    doing.made(years)
    doing.changed({}, years.says())
    doing.say(f"Papers of {years.years} lie in {years.where}, {years.get_scanned_display()}")


def whose(parcel: Parcel) -> str:
    """Whose parcel it is, by its SWIS code and the town's."""
    return keys.jurisdiction(parcel.swis, laws.pack().town.swis).value


def _known_swis(swis: str) -> None:
    if swis and (wrong := keys.check_swis(swis)) is not None:
        raise InputError({"swis": wrong})


def _not_twice(given: RecordParcel) -> None:
    """A key stands for one parcel of a SWIS code; the same key written as before is the same parcel."""
    for name in ("print_key", "sbl"):
        if (key := getattr(given, name)) and Parcel.objects.filter(swis=given.swis, **{name: key}).exists():
            raise InputError({name: f"{key} is on record already."})


def _set_words(parcel: Parcel, given: ParcelWords) -> dict[str, object]:
    """Writes down what is given and differs; answers what was changed."""
    after: dict[str, object] = {}
    if given.address is not None and given.address != parcel.address:
        parcel.set_address(given.address)
        after["address"] = parcel.address
    for name in (*_WORDS, "acres"):
        value = getattr(given, name)
        if value is not None and value != getattr(parcel, name):
            setattr(parcel, name, value)
            after[name] = value
    return after


def _warning(parcel: Parcel) -> str:
    warning = keys.check_print_key(parcel.print_key) if parcel.print_key else None
    return f". {warning}" if warning else ""


def _building(parcel: Parcel, count: int) -> Building:
    building = parcel.buildings.filter(count=count, ended_on=None).first()
    if building is None:
        raise InputError({"building": f"There is no building {count} on this parcel."})
    return building


def _told(known: dict[str, object]) -> str:
    """What is known of a building, behind a colon: "occupancy R-3, Type V-B, 2 stories, built 1926"."""
    parts = [_SAID[name](value) for name, value in known.items() if name in _SAID and value not in (None, "")]
    return f": {', '.join(parts)}" if parts else ""


_SAID: dict[str, Callable[[Any], str]] = {
    "use": lambda use: f"use {use}",
    "occupancy": lambda occupancy: f"occupancy {occupancy}",
    "construction": lambda kind: f"Type {kind}",
    "storeys": stories,
    "area": lambda feet: f"{feet:,} sq ft",
    "dwelling_units": lambda number: f"{number} dwelling unit{'' if number == 1 else 's'}",
    "built": lambda year: f"built {year}",
}
