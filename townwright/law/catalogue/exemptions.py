"""Facts on which it hangs whether work can do without a building permit."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind

_STRUCTURES = {
    "building": "a building, or a part of one",
    "accessory structure": "an accessory structure, such as a shed",
    "swimming pool": "a swimming pool",
    "playground equipment": "swings or other playground equipment",
    "fence": "a fence",
    "retaining wall": "a retaining wall",
    "other": "something else",
}

_QUARTERS = {"living": "living", "sleeping": "sleeping", "eating": "eating", "cooking": "cooking"}

_FIRE_SAFETY = {
    "smoke detectors": "smoke detectors",
    "sprinklers": "sprinklers",
    "fire separations": "required fire separations",
    "exits": "required exits",
    "other": "another fire-safety feature",
}


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "work.structure",
        Kind.CHOICE,
        "What is built or changed",
        "What is built or changed?",
        "applicant",
        choices=_STRUCTURES,
    )
    yield Fact(
        "work.principal_use",
        Kind.CHOICE,
        "Principal use of the parcel",
        "What is the principal use of the parcel?",
        "applicant",
        choices={
            "residential": "a dwelling stands on it",
            "nonresidential": "another building or use",
            "none": "no principal building or use",
        },
    )
    yield Fact(
        "work.footprint",
        Kind.NUMBER,
        "Area of the structure",
        "What is its area, measured to the outside of its walls?",
        "applicant",
        unit="sq ft",
    )
    yield Fact(
        "work.quarters",
        Kind.SET,
        "Meant as quarters for",
        "Is it meant as quarters for living, sleeping, eating or cooking?",
        "applicant",
        choices=_QUARTERS,
    )
    yield Fact(
        "work.pool",
        Kind.CHOICE,
        "Kind of pool",
        "Does the pool stand wholly above the ground?",
        "applicant",
        choices={
            "above ground": "aboveground pool",
            "in ground": "in-ground pool",
            "partly in ground": "pool partly in the ground",
        },
    )
    yield Fact(
        "work.water_depth",
        Kind.NUMBER,
        "Depth of water",
        "How deep is the water that the pool is designed to hold?",
        "applicant",
        unit="inches",
    )
    yield Fact(
        "work.affects_structure",
        Kind.BOOL,
        "Structural features materially affected",
        "Does the work materially affect structural features, such as a bearing wall?",
        "applicant",
    )
    yield Fact(
        "work.fire_safety",
        Kind.SET,
        "Fire-safety features affected",
        "Which fire-safety features does the work affect?",
        "applicant",
        choices=_FIRE_SAFETY,
    )
    yield Fact(
        "work.electrical",
        Kind.BOOL,
        "Electrical system installed or extended",
        "Are electrical wiring, circuits or outlets new or extended?",
        "applicant",
    )
    yield Fact(
        "work.site_plan_approval",
        Kind.BOOL,
        "Site development plan approval required",
        "Does the work need site development plan approval?",
        "applicant",
    )
    yield Fact(
        "application.cost_by_schedule",
        Kind.MONEY,
        "Cost by the fee schedule",
        "What does the work cost by the unit costs of the fee schedule?",
    )
