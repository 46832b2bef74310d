"""Facts about what a building is and is used for, by which the State counts inspections and operating permits."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "building.assembly_area",
        Kind.BOOL,
        "Building with an assembly area",
        "Has it an area where 50 or more persons gather?",
        "inspector",
    )
    yield Fact(
        "building.school",
        Kind.BOOL,
        "School or college",
        "Does a school or college use it to teach, lodge, feed or exercise students?",
        "inspector",
    )
    yield Fact(
        "building.educational",
        Kind.BOOL,
        "Educational occupancy",
        "Is it, or is part of it, an educational occupancy?",
        "inspector",
    )
    yield Fact(
        "building.nonresidential",
        Kind.BOOL,
        "Nonresidential occupancy",
        "Has it a nonresidential occupancy?",
        "inspector",
    )
    yield Fact("building.detached", Kind.BOOL, "Detached", "Does it stand by itself?", "inspector")
    yield Fact(
        "building.agricultural", Kind.BOOL, "Agricultural building", "Is it an agricultural building?", "inspector"
    )
    yield Fact(
        "building.owner_occupied", Kind.BOOL, "Owner lives in it", "Does the owner live in the building?", "inspector"
    )
    yield Fact(
        "building.sugarhouse",
        Kind.BOOL,
        "Sugarhouse",
        "Is it recorded as a building where maple sap is collected, stored or processed?",
        "inspector",
    )
    yield Fact(
        "building.parking_levels",
        Kind.BOOL,
        "Structural levels for parking",
        "Are one or more structural levels of it used for parking or storing motor vehicles?",
        "inspector",
    )
    yield Fact(
        "building.parking_on_grade_only",
        Kind.BOOL,
        "Parking on grade only",
        "Does all of the parking stand on the ground itself?",
        "inspector",
    )
    yield Fact(
        "building.parking_of_dwelling",
        Kind.BOOL,
        "Garage of one dwelling",
        "Is it a garage for a detached one- or two-family dwelling, or for one townhouse unit, alone?",
        "inspector",
    )
    yield Fact("building.built_on", Kind.DATE, "Built", "On which day was the building complete?", "inspector")
    yield Fact(
        "building.hazard_determined_on",
        Kind.DATE,
        "Determined to be a substantial hazard",
        "On which day did the officer determine that its use is a substantial potential hazard?",
        "officer",
    )
