"""Facts about activities and buildings that may need an operating permit, and about the permit."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind

_EXPLOSIVES = {
    "possessing": "having them",
    "manufacturing": "making them",
    "storing": "storing them",
    "handling": "handling them",
    "selling": "selling them",
    "using": "using them",
}


def facts() -> Iterator[Fact]:
    """Every one."""
    yield from _yes_or_no()
    yield from _measured()
    yield from _permit()


def _yes_or_no() -> Iterator[Fact]:
    for name, says, ask in (
        ("combustible_dust", "Combustible dust", "Does the operation produce combustible dust?"),
        (
            "flammable_finishes",
            "Flammable or combustible liquids in finishing",
            "Does finishing use flammable or combustible liquids?",
        ),
        ("combustible_powders", "Combustible powders", "Are combustible powders applied?"),
        ("crop_ripening", "Fruit- or crop-ripening facility", "Is it a fruit- or crop-ripening facility?"),
        ("ethylene_ripening", "Fruit ripened with ethylene gas", "Is fruit ripened with ethylene gas?"),
        ("fumigation", "Fumigation or insecticidal fogging", "Is there fumigation or insecticidal fogging?"),
        ("tent_needs_approval", "Tent that needs approval", "Does the Fire Code ask for approval of the tent?"),
        ("special_event_structure", "Temporary special event structure", "Is it a temporary special event structure?"),
        (
            "membrane_structure",
            "Temporary membrane structure supported by air",
            "Is it a temporary membrane structure supported by air?",
        ),
        ("tire_rebuilding", "Tire rebuilding plant", "Is it a tire rebuilding plant?"),
        (
            "hot_work",
            "Welding, cutting or other hot work",
            "Is there hot work at a public exhibition, or on or inside a structure?",
        ),
        (
            "sugarhouse_alternative",
            "Alternative activity at a sugarhouse",
            "Is it an activity at a sugarhouse other than making syrup or sugar?",
        ),
        (
            "sparkling_devices_outdoors",
            "Sparkling devices used outdoors",
            "Are sparkling devices used outdoors, and nothing else?",
        ),
        ("torch_paint_removal", "Paint removed with a torch", "Is paint removed with a torch?"),
        ("open_flames", "Open flames, fire or burning", "Are there open flames, fire or burning?"),
        (
            "hazardous_production_materials",
            "Hazardous production materials",
            "Are hazardous production materials stored, handled or used?",
        ),
        ("outdoor_event", "Outdoor event", "Is it an outdoor event?"),
        (
            "done_by_occupant",
            "Done by an occupant of the dwelling",
            "Does somebody who lives in the dwelling do it?",
        ),
    ):
        yield Fact(f"activity.{name}", Kind.BOOL, says, ask, "applicant")
    yield Fact(
        "activity.explosives",
        Kind.SET,
        "Explosives, fireworks or pyrotechnic materials",
        "What is done with explosives, fireworks or other materials for pyrotechnic effects?",
        "applicant",
        choices=_EXPLOSIVES,
    )
    yield Fact(
        "activity.burning",
        Kind.CHOICE,
        "Fire in the open",
        "Which kind of fire in the open is it?",
        "applicant",
        choices={
            "none": "none",
            "open burning": "open burning",
            "recreational fire": "recreational fire",
            "portable outdoor fireplace": "portable outdoor fireplace",
        },
    )
    for name, says, ask in (
        ("cooks", "Vehicle with cooking equipment", "Is food cooked in the vehicle and served to the public?"),
        ("smoke", "Smoke from cooking", "Does the cooking give off smoke?"),
        ("grease_vapors", "Grease-laden vapors", "Does the cooking give off grease-laden vapors?"),
        ("private_recreation", "Vehicle for private recreation", "Is the vehicle for private recreation?"),
    ):
        yield Fact(f"vehicle.{name}", Kind.BOOL, says, ask, "applicant")

    for name, says, ask in (
        ("semiconductor", "Material of semiconductor manufacture", "Does it belong to the making of semiconductors?"),
        ("used_directly", "Used directly", "Is it used directly in research, laboratory or production work?"),
        ("product_hazardous", "End product hazardous", "Is the end product hazardous?"),
    ):
        yield Fact(f"material.{name}", Kind.BOOL, says, ask, "applicant")


def _measured() -> Iterator[Fact]:
    yield Fact(
        "material.hazard_rating",
        Kind.INT,
        "Rating for health, flammability or instability",
        "What is the highest of its NFPA 704 ratings for health, flammability and instability?",
        "applicant",
    )
    for name, kind, says, ask, unit in (
        (
            "hazardous_quantity",
            Kind.NUMBER,
            "Hazardous material",
            "How much of the hazardous material is there?",
            "",
        ),
        (
            "hazardous_limit",
            Kind.NUMBER,
            "Maximum allowable quantity",
            "What is the maximum allowable quantity of its class in the Fire Code?",
            "",
        ),
        ("high_piled_area", Kind.NUMBER, "High-piled storage", "How large are the piles?", "sq ft"),
        ("high_piled_aisles", Kind.NUMBER, "Aisles between the piles", "How large are the aisles between?", "sq ft"),
        ("scrap_tires", Kind.NUMBER, "Scrap tires", "How many cubic feet of scrap tires are stored?", "cu ft"),
        ("tire_by_products", Kind.NUMBER, "By-products of tires", "How many cubic feet of by-products?", "cu ft"),
        (
            "energy_storage",
            Kind.NUMBER,
            "Energy storage system",
            "What is the rating of the energy storage system?",
            "kWh",
        ),
        (
            "energy_storage_limit",
            Kind.NUMBER,
            "Limit of energy storage",
            "What does the Fire Code or the Residential Code allow here?",
            "kWh",
        ),
        ("attendance", Kind.INT, "Planned attendance", "How many persons are planned for, at most?", "persons"),
    ):
        yield Fact(f"activity.{name}", kind, says, ask, "applicant", unit=unit)
    yield Fact(
        "activity.permit_from",
        Kind.DATE,
        "Building permit for the activity issued",
        "When was its building permit issued?",
    )
    yield Fact(
        "activity.permit_until",
        Kind.DATE,
        "Building permit for the activity in force through",
        "What is the last day on which that building permit is in force?",
    )
    yield Fact(
        "activity.determined_on",
        Kind.DATE,
        "Determined to need an operating permit",
        "On which day was it determined that such an activity or building needs an operating permit?",
        "officer",
    )


def _permit() -> Iterator[Fact]:
    yield Fact(
        "operating.status",
        Kind.CHOICE,
        "Operating permit",
        "How does the operating permit stand on that day?",
        choices={
            "none": "not issued",
            "not begun": "issued, not yet begun",
            "in force": "in force",
            "suspended": "suspended",
            "lapsed": "lapsed",
            "revoked": "revoked",
            "replaced": "replaced by its renewal",
        },
    )
    yield Fact("operating.categories", Kind.SET, "Categories", "For which categories is the permit?", "officer")
    yield Fact("operating.applied_on", Kind.DATE, "Application filed", "On which day was the application filed?")
    yield Fact(
        "operating.approved_on",
        Kind.DATE,
        "Application approved",
        "On which day did the officer approve it?",
        "officer",
    )
    yield Fact(
        "operating.inspected_on",
        Kind.DATE,
        "Premises inspected",
        "On which day were the premises last inspected?",
        "inspector",
    )
    yield Fact("operating.begins_on", Kind.DATE, "In effect from", "From which day?", "officer")
    yield Fact("operating.ends_on", Kind.DATE, "In effect until", "Until which day?", "officer")
    yield Fact(
        "operating.latest_end", Kind.DATE, "Latest last day", "What is the latest last day that the code allows?"
    )
    yield Fact(
        "operating.open_tests",
        Kind.SET,
        "Tests and reports asked for and not received",
        "Which tests or reports asked for have not come?",
        "applicant",
    )
    yield Fact(
        "operating.unacceptable_tests",
        Kind.SET,
        "Tests and reports by somebody not found acceptable",
        "Which tests or reports were made by somebody whom the officer has not found acceptable?",
        "officer",
    )
    yield Fact(
        "operating.violated_sections",
        Kind.SET,
        "Sections of the Uniform Code violated",
        "Which sections of the Uniform Code does it violate?",
        "officer",
    )
    yield Fact(
        "operating.complies_on",
        Kind.DATE,
        "Found to comply again",
        "On which day did an inspection find that it complies again?",
        "inspector",
    )
    yield Fact(
        "operating.description",
        Kind.TEXT,
        "Activity, materials and quantities",
        "What is done, with how much of what?",
        "applicant",
    )
