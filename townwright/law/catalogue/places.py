"""Facts about a parcel, its buildings and their place."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "parcel.in_jurisdiction",
        Kind.BOOL,
        "Parcel in the town's own jurisdiction",
        "Does the parcel's SWIS code belong to the town, outside any village with enforcement of its own?",
    )
    yield Fact(
        "parcel.under_agreement",
        Kind.BOOL,
        "Parcel covered by an intermunicipal agreement",
        "Does an intermunicipal agreement on file cover the parcel on that day?",
    )
    yield Fact(
        "parcel.in_flood_hazard_area",
        Kind.BOOL,
        "Parcel in a flood hazard area",
        "Do the flood maps in force put the parcel in a special flood hazard area?",
    )
    yield Fact(
        "building.kind",
        Kind.CHOICE,
        "Kind of building",
        "What kind of building is it?",
        "applicant",
        choices={
            "one-family": "one-family dwelling",
            "two-family": "two-family dwelling",
            "townhouse": "townhouse",
            "multiple": "multiple dwelling",
            "nonresidential": "nonresidential building",
            "mixed": "dwellings and other uses",
        },
    )
    yield Fact("building.use", Kind.TEXT, "Use", "How is the building used?", "inspector")
    yield Fact(
        "parcel.districts",
        Kind.SET,
        "Parts of the town in which the parcel lies",
        "In which hamlets, districts and other parts of the town does the parcel lie?",
    )
    yield Fact("building.area", Kind.NUMBER, "Floor area", "What is its floor area?", unit="sq ft")
    yield Fact("building.storeys", Kind.INT, "Storeys", "How many storeys has it?")
    yield Fact("building.tenants", Kind.INT, "Tenants", "How many tenants has it?")
    yield Fact("building.dwelling_units", Kind.INT, "Dwelling units", "How many dwelling units has it?")
    yield Fact(
        "space.for_gathering",
        Kind.BOOL,
        "Space for gatherings",
        "Is the space chiefly for gatherings?",
        "officer",
    )
    yield Fact(
        "space.occupant_load",
        Kind.INT,
        "Occupant load",
        "For how many persons is it?",
        "officer",
        unit="persons",
    )
    yield Fact(
        "parcel.stop_work_orders",
        Kind.SET,
        "Stop-work orders in force on the parcel",
        "Which stop-work orders stand on the parcel?",
    )
