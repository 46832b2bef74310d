"""Facts about an application and the work that it is for."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind

_VENTS = {
    "solid-fuel appliance": "solid-fuel-burning heating appliance",
    "chimney": "chimney",
    "flue": "flue",
    "gas vent": "gas vent",
}

_ENERGY_ITEMS = {
    "lighting": "high-performance lighting and controls",
    "heat traps": "heat traps in plumbing",
    "whole-house ventilation": "ventilation of the whole house",
    "energy recovery": "energy recovery",
    "thermostats": "programmable thermostats",
    "fans": "minimum fan efficiencies",
}

_WORK_TYPES = {
    "construct": "build new",
    "enlarge": "enlarge",
    "alter": "alter",
    "improve": "improve",
    "remove": "remove",
    "relocate": "relocate",
    "demolish": "demolish",
    "repair": "repair",
    "solid fuel": "install a solid-fuel appliance, chimney or flue",
    "other": "other work",
}

_SYSTEMS = {
    "structural": "structural",
    "electrical": "electrical",
    "plumbing": "plumbing",
    "mechanical": "mechanical",
    "fire protection": "fire protection",
    "other": "other service systems",
}


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "application.form",
        Kind.CHOICE,
        "Form",
        "On which form is the application made?",
        "applicant",
        choices={"town form": "the town's form", "other form": "another form", "oral": "spoken only"},
    )
    yield Fact(
        "application.form_accepted",
        Kind.BOOL,
        "Other form accepted by the officer",
        "Has the officer accepted that form?",
        "officer",
    )
    yield Fact(
        "application.signed_by",
        Kind.CHOICE,
        "Signed by",
        "Who signed the application?",
        "applicant",
        choices={
            "owner": "the owner",
            "agent": "the owner's agent",
            "other": "somebody else",
            "nobody": "nobody yet",
        },
    )
    yield Fact(
        "application.signer_is_owner_of_record",
        Kind.BOOL,
        "Signer is an owner of record",
        "Is the signer an owner of the parcel on that day?",
    )
    yield Fact(
        "application.agent_authorized_on",
        Kind.DATE,
        "Owner's authorization dated",
        "When did this owner authorize the agent?",
        "applicant",
    )
    yield Fact("application.submitted_on", Kind.DATE, "Submitted", "On which day was the application received?")
    yield Fact("application.owner_name", Kind.TEXT, "Owner's name", "What is the owner's name?", "applicant")
    yield Fact("application.owner_address", Kind.TEXT, "Owner's address", "What is the owner's address?", "applicant")
    yield Fact("application.tax_map", Kind.TEXT, "Section, block and lot", "What is the parcel's number?", "applicant")
    yield Fact("application.land", Kind.TEXT, "Description of the land", "Where is the land?", "applicant")
    yield Fact("application.use", Kind.TEXT, "Use now", "How is the building used now?", "applicant")
    yield Fact("application.use_proposed", Kind.TEXT, "Use proposed", "How will it be used?", "applicant")
    yield Fact(
        "application.compliance_stated",
        Kind.BOOL,
        "Statement of compliance",
        "Will the work be done in compliance with the Uniform Code, the zoning and every other local law that applies?",
        "applicant",
    )
    yield Fact(
        "application.location",
        Kind.TEXT,
        "Location of the work",
        "Where on the property is the work?",
        "applicant",
    )
    yield Fact("application.nature", Kind.TEXT, "Nature of the work", "What sort of work is it?", "applicant")
    yield Fact(
        "application.extent",
        Kind.TEXT,
        "Extent of the work",
        "How much of the building does it touch?",
        "applicant",
    )
    yield Fact("application.scope", Kind.TEXT, "Scope of the work", "What does the work include?", "applicant")
    yield Fact(
        "application.buildings_affected",
        Kind.INT,
        "Buildings affected",
        "How many buildings or structures does the work affect?",
        "applicant",
    )
    yield Fact(
        "application.buildings_listed",
        Kind.INT,
        "Buildings listed with tax map number and address",
        "How many of them are listed with tax map number and street address?",
        "applicant",
    )
    yield Fact(
        "application.occupancy",
        Kind.TEXT,
        "Occupancy classification now",
        "What is the occupancy classification of the building now?",
        "applicant",
    )
    yield Fact(
        "application.occupancy_proposed",
        Kind.TEXT,
        "Occupancy classification proposed",
        "What will the occupancy classification be?",
        "applicant",
    )
    yield Fact(
        "application.special_inspections_apply",
        Kind.BOOL,
        "Special inspections apply",
        "Does the Uniform Code call for special inspections on this work?",
        "officer",
    )
    yield Fact(
        "application.special_inspections_statement",
        Kind.BOOL,
        "Statement of special inspections filed",
        "Is the statement of special inspections filed?",
        "applicant",
    )
    yield Fact(
        "application.open_requests",
        Kind.SET,
        "Open requests for information",
        "Which requests for information has the applicant not answered?",
        "applicant",
    )
    yield Fact("application.work_type", Kind.CHOICE, "Work", "What is to be done?", "applicant", choices=_WORK_TYPES)
    yield Fact("application.cost", Kind.MONEY, "Estimated cost", "What will the work cost?", "applicant")
    yield Fact(
        "application.area",
        Kind.NUMBER,
        "Floor area of the work",
        "How many square feet?",
        "applicant",
        unit="sq ft",
    )
    yield Fact(
        "work.under_uniform_code",
        Kind.BOOL,
        "Work governed by the Uniform Code",
        "Must the work conform to the Uniform Code?",
        "officer",
    )
    yield Fact(
        "work.under_energy_code",
        Kind.BOOL,
        "Work governed by the Energy Code",
        "Must the work conform to the Energy Code?",
        "officer",
    )
    yield Fact(
        "work.outside_codes_cite",
        Kind.TEXT,
        "Citation for work outside the Codes",
        "Under which provision does no Code govern this work?",
        "officer",
    )
    yield Fact("work.in_dwelling_unit", Kind.BOOL, "In a dwelling unit", "Is it in a dwelling unit?", "applicant")
    yield Fact(
        "work.foundation",
        Kind.BOOL,
        "New footing or foundation",
        "Is there a new footing or foundation?",
        "applicant",
    )
    yield Fact("work.slab", Kind.BOOL, "Concrete slab", "Is there a concrete slab?", "applicant")
    yield Fact("work.framed", Kind.BOOL, "Framed work", "Is there framing?", "applicant")
    yield Fact("work.gypsum_board", Kind.BOOL, "Gypsum board", "Is gypsum board installed?", "applicant")
    yield Fact(
        "work.systems",
        Kind.SET,
        "Service systems in the accepted documents",
        "Which service systems do the documents name?",
        "applicant",
        choices=_SYSTEMS,
    )
    yield Fact(
        "work.rated_assemblies",
        Kind.BOOL,
        "Fire-resistant assemblies in the documents",
        "Do the documents have fire-resistant construction?",
        "applicant",
    )
    yield Fact(
        "work.vents",
        Kind.SET,
        "Solid-fuel appliances, chimneys, flues or gas vents",
        "Which of these does the work have: solid-fuel appliance, chimney, flue, gas vent?",
        "applicant",
        choices=_VENTS,
    )
    yield Fact("work.conditioned", Kind.BOOL, "Conditioned space", "Is the space heated or cooled?", "applicant")
    yield Fact(
        "work.energy_items",
        Kind.SET,
        "Further items that the Energy Code requires",
        "Which further items does the Energy Code require here?",
        "officer",
        choices=_ENERGY_ITEMS,
    )
