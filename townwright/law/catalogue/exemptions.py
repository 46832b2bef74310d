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
    "stage set": "a set or scenery for film, television or theatre",
    "awning": "a window awning",
    "partition": "a partition or movable case",
    "finish": "finish only: painting, papering, tiling, carpeting or the like",
    "equipment": "a piece of equipment, put in place of another",
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

_BELONGS_TO = {
    "one-family": "a one-family dwelling",
    "two-family": "a two-family dwelling",
    "townhouses": "townhouses",
    "other": "another building, or none",
}

_TRADES = {
    "plumbing": "plumbing",
    "heating": "heating",
    "standpipe": "standpipe",
    "sprinkler": "sprinkler",
    "elevator": "elevator",
    "electrical": "electrical",
    "other": "another trade",
}

#: What makes a repair more than one, by key: in words, and the question.
_BEYOND_REPAIR = {
    "load_bearing": (
        "Load-bearing part removed or cut",
        "Is a load-bearing wall, partition, beam or other part removed or cut?",
    ),
    "egress": (
        "Required egress removed or changed",
        "Is a required exit, stair, door or corridor removed or changed?",
    ),
    "rearrangement": (
        "Rearrangement that affects egress",
        "Are parts of the structure rearranged so that the way out is affected?",
    ),
    "building_system": (
        "Building system enlarged, altered, replaced or moved",
        "Is a building system (heating, plumbing, electrical, ventilation, fire protection) enlarged, altered, "
        "replaced or moved?",
    ),
    "fire_protection": (
        "Fire protection out of service",
        "Is any part of a fire protection system out of service, however briefly?",
    ),
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
    yield Fact(
        "work.components", Kind.SET, "Trades", "Which trades are part of the work?", "applicant", choices=_TRADES
    )
    yield Fact(
        "work.changes_occupancy",
        Kind.BOOL,
        "Nature of the occupancy changes",
        "Does the nature of the occupancy change?",
        "applicant",
    )
    yield Fact(
        "work.exemption_confirmed",
        Kind.BOOL,
        "Exemption confirmed by the officer",
        "Has the officer confirmed that no permit is needed?",
        "officer",
    )
    yield Fact(
        "structure.belongs_to",
        Kind.CHOICE,
        "Belongs to",
        "What does it belong to?",
        "applicant",
        choices=_BELONGS_TO,
    )
    yield Fact(
        "structure.used_for",
        Kind.CHOICE,
        "Used for",
        "What is the structure used for?",
        "applicant",
        choices={"storage": "tools, storage, play or the like", "other": "something else"},
    )
    yield Fact("structure.detached", Kind.BOOL, "Detached", "Does it stand apart from every building?", "applicant")
    yield Fact("structure.storeys", Kind.INT, "Storeys of the structure", "How many storeys has it?", "applicant")
    yield Fact(
        "structure.temporary", Kind.BOOL, "Temporary", "Is it put up for a time only, and then removed?", "applicant"
    )
    yield Fact(
        "fence.encloses_pool",
        Kind.BOOL,
        "Part of a pool enclosure",
        "Is the fence part of an enclosure around a swimming pool?",
        "applicant",
    )
    yield Fact(
        "wall.supports_surcharge",
        Kind.BOOL,
        "Supports a surcharge",
        "Does the wall hold up more than level ground: a driveway, a slope, a building?",
        "applicant",
    )
    yield Fact(
        "wall.liquid",
        Kind.CHOICE,
        "Liquid held back",
        "Does the wall hold back a flammable or combustible liquid, and of which class?",
        "applicant",
        choices={"none": "none", "I": "Class I", "II": "Class II", "IIIA": "Class IIIA", "other": "another"},
    )
    yield Fact(
        "awning.support",
        Kind.CHOICE,
        "Hung from",
        "What holds the awning?",
        "applicant",
        choices={"exterior wall": "an outside wall", "posts": "posts of its own", "other": "something else"},
    )
    yield Fact("partition.height", Kind.NUMBER, "Height of the partition", "How high is it?", "applicant", unit="in")
    yield Fact(
        "equipment.listing_unchanged",
        Kind.BOOL,
        "Listing of the equipment unchanged",
        "Does the equipment keep its listing?",
        "applicant",
    )
    yield Fact(
        "equipment.as_specified",
        Kind.BOOL,
        "As first specified",
        "Is it consistent with the original specifications of the equipment?",
        "applicant",
    )
    for key, (says, ask) in _BEYOND_REPAIR.items():
        yield Fact(f"repair.{key}", Kind.BOOL, says, ask, "applicant")
