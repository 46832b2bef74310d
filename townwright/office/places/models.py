"""Parcels, their former keys, flags, buildings, assembly areas and units, and the years that lie on paper.

The parcel is the spine of the records. Its keys and address stand as they were given; folded columns beside
them are for finding only. What can change about a building is a row with the day from which it holds, so
that any day can be asked for.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any, Self
from uuid import UUID

from django.db import models
from django.db.models import Q

from townwright.office.places import addresses, keys
from townwright.office.register.actors import Actor
from townwright.office.storage.models import Record

#: Persons from which a space for gatherings is an assembly area (19 NYCRR § 1203.2, and town codes after it).
ASSEMBLY_LOAD = 50


class ParcelSet(models.QuerySet["Parcel"]):
    """Parcels, and how they are looked up."""

    def visible_to(self, actor: Actor) -> Self:
        """Every parcel is on the public roll; so everybody sees every parcel."""
        return self

    def under_key(self, key: str) -> Self:
        """Those that a print key or SBL names, in any style, former keys too. Where several, ask."""
        folded = [reading for reading in keys.readings(key) if reading]
        former = FormerKey.objects.filter(folded__in=folded).values("parcel_id")
        return self.filter(Q(print_key_folded__in=folded) | Q(sbl_folded__in=folded) | Q(pk__in=former))

    def at(self, address: str) -> Self:
        """Those at an address, in any spelling: same street, and its house number within their range."""
        wanted = addresses.parse(address)
        found = self.filter(street_key=wanted.street_key)
        if wanted.low is None:
            return found.filter(low=None)
        high = wanted.high or wanted.low
        return found.filter(low__lte=high, high__gte=wanted.low)


class Parcel(Record):
    """One piece of land as the roll has it, or provisionally, until the roll has it."""

    class KnownFrom(models.TextChoices):
        ROLL = "roll", "from the assessment roll"
        HAND = "hand", "entered by the office, not from the roll"
        IMPORT = "import", "from an import, not from the roll"

    class Whose(models.TextChoices):
        TOWN = keys.Jurisdiction.TOWN.value, "the town's"
        VILLAGE = keys.Jurisdiction.VILLAGE.value, "in a village"
        ELSEWHERE = keys.Jurisdiction.ELSEWHERE.value, "in another town"
        UNKNOWN = keys.Jurisdiction.UNKNOWN.value, "not known"

    swis = models.CharField("SWIS code", max_length=6, blank=True)
    sbl = models.CharField("SBL", max_length=40, blank=True)
    print_key = models.CharField(max_length=60, blank=True)
    sbl_folded = models.CharField(max_length=60, blank=True, db_index=True)
    print_key_folded = models.CharField(max_length=60, blank=True, db_index=True)
    jurisdiction = models.CharField(max_length=10, choices=Whose.choices, default=Whose.UNKNOWN)
    known_from = models.CharField(max_length=6, choices=KnownFrom.choices, default=KnownFrom.HAND)
    provisional = models.BooleanField(default=False)
    roll_year = models.PositiveSmallIntegerField(null=True)

    address = models.CharField("address as given", max_length=300, blank=True)
    number = models.CharField("house number", max_length=40, blank=True)
    low = models.PositiveIntegerField("first house number", null=True)
    high = models.PositiveIntegerField("last house number", null=True)
    street = models.CharField(max_length=200, blank=True)
    street_key = models.CharField(max_length=200, blank=True)
    name = models.CharField("name of the property", max_length=200, blank=True)
    hamlet = models.CharField(max_length=80, blank=True)
    post_office = models.CharField(max_length=80, blank=True)
    zip = models.CharField("ZIP code", max_length=10, blank=True)

    property_class = models.CharField(max_length=4, blank=True)
    zoning = models.CharField("zoning district", max_length=40, blank=True)
    acres = models.DecimalField(max_digits=10, decimal_places=3, null=True)
    latitude = models.DecimalField(max_digits=9, decimal_places=6, null=True)
    longitude = models.DecimalField(max_digits=9, decimal_places=6, null=True)
    ended_on = models.DateField("merged or split on", null=True)
    ended_why = models.CharField(max_length=200, blank=True)

    objects = ParcelSet.as_manager()

    class Meta:
        ordering = ["street_key", "low", "print_key"]
        indexes = [
            models.Index(fields=["street_key", "low", "high"], name="parcel_by_address"),
            models.Index(fields=["swis", "print_key"], name="parcel_by_swis"),
        ]

    def __str__(self) -> str:
        return self.address or self.print_key or self.sbl or self.name

    @property
    def parcel_id(self) -> UUID:
        """The parcel itself, so that acts and facts treat it like what lies on it."""
        return self.pk

    @property
    def key(self) -> str:
        """The key to show: the print key, or the SBL where the roll gave no other."""
        return self.print_key or self.sbl

    def flags_on(self, day: date) -> list[Flag]:
        """The flags that hold on a day."""
        return [flag for flag in self.flags.all() if flag.holds_on(day)]

    def set_key(self, *, swis: str | None = None, sbl: str | None = None, print_key: str | None = None) -> None:
        """Gives keys as they are written and folds them; None leaves one as it is."""
        self.swis = self.swis if swis is None else swis
        if sbl is not None:
            self.sbl, self.sbl_folded = sbl, keys.folded(sbl)
        if print_key is not None:
            self.print_key, self.print_key_folded = print_key, keys.folded(print_key)

    def set_address(self, given: str) -> None:
        """Keeps an address as it is written, and its parts for comparing."""
        parts = addresses.parse(given)
        self.address, self.number, self.street = " ".join(given.split()), parts.number, parts.street
        self.low, self.high = parts.low, max(parts.numbers, default=None)
        self.street_key = parts.street_key


class FormerKey(Record):
    """A key from before a split, a merger, a new map or a correction; it still finds the parcel."""

    parcel = models.ForeignKey(Parcel, on_delete=models.PROTECT, related_name="former_keys")
    old = models.CharField("former key", max_length=60)
    new = models.CharField("key since then", max_length=60)
    folded = models.CharField(max_length=60, db_index=True)
    on = models.DateField("changed on", null=True)
    why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["parcel", "on", "id"]


class Flag(Record):
    """What the office knows of a parcel beside the roll: flood hazard, historic, farm, not subject."""

    class Kind(models.TextChoices):
        FLOOD = "flood", "Special flood hazard area"
        FLOODWAY = "floodway", "Floodway"
        NO_FLOOD = "no flood", "Outside flood hazard areas"
        WETLAND = "wetland", "Wetland"
        HISTORIC = "historic", "Historic"
        FARM = "farm", "Agricultural district or farm"
        NOT_SUBJECT = "not subject", "Not subject to the code"
        DISTRICT = "district", "Part of the town"
        CAUTION = "caution", "Caution for visitors"

    parcel = models.ForeignKey(Parcel, on_delete=models.PROTECT, related_name="flags")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    words = models.CharField(max_length=300, blank=True)
    source = models.CharField("map, study or law that says so", max_length=200, blank=True)
    begins = models.DateField(null=True)
    ends = models.DateField(null=True)

    class Meta:
        ordering = ["kind", "begins"]

    def holds_on(self, day: date) -> bool:
        """Whether it holds on a day; the day on which it ends is no longer one."""
        return (self.begins is None or self.begins <= day) and (self.ends is None or day < self.ends)


class Building(Record):
    """One building of a parcel. What may change about it lies in its `BuildingFacts`."""

    parcel = models.ForeignKey(Parcel, on_delete=models.PROTECT, related_name="buildings")
    count = models.PositiveSmallIntegerField("building number on the parcel", default=1)
    name = models.CharField(max_length=120, blank=True)
    ended_on = models.DateField("gone since", null=True)
    ended_why = models.CharField(max_length=200, blank=True)

    objects = models.Manager()

    class Meta:
        ordering = ["parcel", "count"]
        constraints = [models.UniqueConstraint(fields=["parcel", "count"], name="buildings_are_counted")]

    def __str__(self) -> str:
        return self.name or f"Building {self.count}"

    def facts_on(self, day: date) -> BuildingFacts | None:
        """What was known to hold on a day, the latest; None where nothing is known."""
        known = [facts for facts in self.facts.all() if facts.begins is None or facts.begins <= day]
        return max(known, key=lambda facts: (facts.begins or date.min, facts.pk), default=None)

    def assembly_areas_on(self, day: date) -> list[AssemblyArea]:
        """The spaces that are assembly areas on a day."""
        return [area for area in self.areas.all() if area.is_assembly and area.holds_on(day)]


def stories(number: Decimal) -> str:
    """How many stories a building has, in words: "1 story", "2.5 stories"."""
    return "1 story" if number == 1 else f"{number:f} stories" if number % 1 else f"{int(number)} stories"


class BuildingFacts(Record):
    """What holds of a building from a day on (always, if no day is given), and where that is known from.

    `occupancy` and `construction` are classes of the Building Code (``R-3``, ``VB``), several with commas.
    """

    building = models.ForeignKey(Building, on_delete=models.PROTECT, related_name="facts")
    begins = models.DateField("holds from", null=True)
    use = models.CharField(max_length=200, blank=True)
    occupancy = models.CharField("occupancy classification", max_length=60, blank=True)
    construction = models.CharField("construction type", max_length=20, blank=True)
    storeys = models.DecimalField(max_digits=4, decimal_places=1, null=True)
    area = models.PositiveIntegerField("floor area, sq ft", null=True)
    dwelling_units = models.PositiveSmallIntegerField(null=True)
    built = models.PositiveSmallIntegerField("year built", null=True)
    sprinklered = models.BooleanField(null=True)
    source = models.CharField("known from", max_length=200, blank=True)

    class Meta:
        ordering = ["building", "begins", "id"]


class AssemblyArea(Record):
    """A space in a building with its purpose and design occupant load.

    It is an assembly area if it is for gatherings and its load is at least `ASSEMBLY_LOAD`; the officer may
    hold otherwise, with a reason.
    """

    building = models.ForeignKey(Building, on_delete=models.PROTECT, related_name="areas")
    name = models.CharField("space", max_length=120)
    purpose = models.CharField(max_length=120, blank=True)
    gathering = models.BooleanField("for gatherings", default=True)
    occupant_load = models.PositiveIntegerField()
    held = models.BooleanField("officer holds that it is one", null=True)
    held_why = models.CharField(max_length=300, blank=True)
    begins = models.DateField(null=True)
    ends = models.DateField(null=True)

    class Meta:
        ordering = ["building", "name"]

    @property
    def is_assembly(self) -> bool:
        """Whether it is an assembly area."""
        return self.held if self.held is not None else self.gathering and self.occupant_load >= ASSEMBLY_LOAD

    def holds_on(self, day: date) -> bool:
        """Whether the space is there on a day."""
        return (self.begins is None or self.begins <= day) and (self.ends is None or day < self.ends)


class Unit(Record):
    """A home, store, condominium or park lot that is one of several on a parcel; "lot 14" is found."""

    class Kind(models.TextChoices):
        UNIT = "unit", "Unit"
        APARTMENT = "apartment", "Apartment"
        CONDOMINIUM = "condominium", "Condominium"
        STORE = "store", "Store"
        LOT = "lot", "Lot"
        SPACE = "space", "Space"

    parcel = models.ForeignKey(Parcel, on_delete=models.PROTECT, related_name="units")
    building = models.ForeignKey(Building, on_delete=models.PROTECT, null=True, related_name="units")
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.UNIT)
    name = models.CharField("number or name", max_length=60)
    words = models.CharField(max_length=200, blank=True)
    begins = models.DateField(null=True)
    ends = models.DateField(null=True)

    class Meta:
        ordering = ["parcel", "kind", "name"]
        constraints = [models.UniqueConstraint(fields=["parcel", "kind", "name"], name="a_unit_once_a_parcel")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.name}"


class PaperYears(Record):
    """Years of which the records of a parcel, or of all parcels (`parcel` None), lie on paper.

    A page that shows nothing of these years says where they lie, and never that there was nothing.
    """

    class Scanned(models.TextChoices):
        NO = "no", "not scanned"
        PARTLY = "partly", "partly scanned"
        YES = "yes", "scanned"

    parcel = models.ForeignKey(Parcel, on_delete=models.PROTECT, null=True, related_name="paper_years")
    first = models.PositiveSmallIntegerField("first year", null=True)
    last = models.PositiveSmallIntegerField("last year")
    kinds = models.CharField("what they are", max_length=200, blank=True)
    where = models.CharField("where they lie", max_length=200)
    scanned = models.CharField(max_length=8, choices=Scanned.choices, default=Scanned.NO)
    looked_at = models.DateField("gone through on", null=True)

    class Meta:
        ordering = [models.F("first").asc(nulls_first=True), "last"]

    @property
    def years(self) -> str:
        """The years in words: "up to 1993", "1994 to 2001", "1988"."""
        if self.first is None:
            return f"up to {self.last}"
        return str(self.last) if self.first == self.last else f"{self.first} to {self.last}"

    def says(self) -> dict[str, Any]:
        """The row for a page or an export."""
        return {
            "years": self.years,
            "kinds": self.kinds,
            "where": self.where,
            "scanned": self.get_scanned_display(),
        }


def paper_years(parcel: Parcel) -> list[PaperYears]:
    """The years of which papers may lie unseen for a parcel: its own and the whole office's; one query."""
    return list(PaperYears.objects.filter(Q(parcel=parcel) | Q(parcel=None)))
