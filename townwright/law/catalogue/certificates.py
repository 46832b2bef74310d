"""Facts about certificates."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.catalogue.people import OFFICES
from townwright.law.facts import Fact, Kind

_COMPLIES = {"complies": "complies", "does not comply": "does not comply"}

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
        "certificate.kind",
        Kind.CHOICE,
        "Certificate",
        "Which certificate is it?",
        choices={
            "occupancy": "certificate of occupancy",
            "compliance": "certificate of compliance",
            "temporary": "temporary certificate of occupancy",
        },
    )
    yield Fact(
        "certificate.occupied",
        Kind.BOOL,
        "New building, occupiable space added, or a conversion",
        "Is it a new building, an addition of occupiable space or a conversion?",
        "officer",
    )
    yield Fact(
        "certificate.under_permit",
        Kind.BOOL,
        "Work under a building permit",
        "Is the certificate for work under a building permit?",
    )
    yield Fact(
        "certificate.conversion",
        Kind.BOOL,
        "Conversion",
        "Does the use or the occupancy class or subclass change?",
    )
    yield Fact(
        "certificate.signed_by",
        Kind.SET,
        "Signed by",
        "Who has signed it beside the officer who issues it?",
        "officer",
    )
    yield Fact(
        "certificate.signed_by_offices",
        Kind.SET,
        "Offices of those who signed",
        "Which offices of the town do those hold who have signed it beside the officer who issues it?",
        "officer",
        choices=OFFICES,
    )
    yield Fact("certificate.tax_map_number", Kind.TEXT, "Tax map number", "What is the tax map number?")
    yield Fact("certificate.address", Kind.TEXT, "Address", "What is the address?")
    yield Fact(
        "certificate.coverage",
        Kind.CHOICE,
        "Covers",
        "Does it cover the whole structure or a part?",
        "officer",
        choices={"whole": "the whole structure", "part": "a part"},
    )
    yield Fact("certificate.part", Kind.TEXT, "Part covered", "Which part does it cover?", "officer")
    yield Fact("certificate.use", Kind.TEXT, "Use", "What is the use?", "officer")
    yield Fact(
        "certificate.occupancy",
        Kind.TEXT,
        "Occupancy classification",
        "What is the occupancy classification?",
        "officer",
    )
    yield Fact(
        "certificate.construction_type",
        Kind.TEXT,
        "Type of construction",
        "What is the type of construction?",
        "officer",
    )
    yield Fact(
        "certificate.assembly_without_load",
        Kind.SET,
        "Assembly areas without an occupant load",
        "For which assembly areas is no occupant load given?",
        "officer",
    )
    yield Fact(
        "certificate.conversion_complies",
        Kind.CHOICE,
        "Converted part under its new class",
        "Does the converted part comply with both Codes under its new class?",
        "officer",
        choices=_COMPLIES,
    )
    yield Fact(
        "certificate.inspected_on",
        Kind.DATE,
        "Inspected before the certificate",
        "On which day was the inspection before the certificate accepted?",
        "inspector",
    )
    yield Fact(
        "certificate.open_violations",
        Kind.SET,
        "Work found not to comply, still open",
        "Which findings of work that does not comply are open?",
    )
    yield Fact(
        "certificate.in_force",
        Kind.BOOL,
        "A certificate in force",
        "Is a certificate of occupancy, of compliance or a temporary one in force?",
    )
    yield Fact(
        "certificate.last_paper_on",
        Kind.DATE,
        "Last required paper received",
        "On which day did the last required paper come in?",
    )
    yield Fact(
        "factory.applies",
        Kind.BOOL,
        "Factory-manufactured building or manufactured home",
        "Is it a factory-manufactured building or a manufactured home?",
        "applicant",
    )
    yield Fact("factory.seal", Kind.TEXT, "Seal", "What is the number of the seal?", "inspector")
    yield Fact("factory.insignia", Kind.TEXT, "Insignia", "What is the number of the insignia?", "inspector")
    yield Fact("factory.data_plate", Kind.TEXT, "Data plate", "What is the number of the data plate?", "inspector")
    yield Fact(
        "temporary.safe_to_occupy",
        Kind.BOOL,
        "May be occupied safely",
        "Does the officer determine that the part can be occupied safely?",
        "officer",
    )
    yield Fact(
        "temporary.life_safety_not_working",
        Kind.SET,
        "Fire and life safety items not installed and working",
        "Which fire and life safety items are not installed and working?",
        "officer",
    )
    yield Fact(
        "temporary.egress_provided",
        Kind.BOOL,
        "All required means of egress provided",
        "Are all required means of egress from the structure provided?",
        "officer",
    )
    yield Fact(
        "temporary.deposit_required",
        Kind.BOOL,
        "Deposit required",
        "Does the officer require a deposit for the temporary certificate?",
        "officer",
    )
    yield Fact(
        "temporary.deposit_received_on",
        Kind.DATE,
        "Deposit received",
        "On which day did the deposit come in whole?",
        "office",
    )
    yield Fact(
        "temporary.agreement_signed_on",
        Kind.DATE,
        "Escrow agreement signed",
        "On which day did the applicant sign the escrow agreement?",
        "applicant",
    )
    yield Fact(
        "temporary.date_certain",
        Kind.DATE,
        "Date certain",
        "By which day does the escrow agreement have the work completed?",
        "applicant",
    )
    yield Fact("temporary.extension_cause", Kind.TEXT, "Good cause", "What is the good cause?", "officer")
    yield Fact("certificate.applied_on", Kind.DATE, "Asked for", "On which day was the certificate asked for?")
    yield Fact("certificate.uses", Kind.SET, "Uses, part by part", "Which uses, in which parts, to which extent?")
    yield Fact("certificate.earlier_kind", Kind.TEXT, "Earlier paper", "Which paper did the town issue before?")
    yield Fact("certificate.earlier_use", Kind.TEXT, "Use on the earlier paper", "Which use does it state?")
    yield Fact("temporary.starts_on", Kind.DATE, "In effect from", "From which day?", "officer")
    yield Fact("temporary.ends_on", Kind.DATE, "In effect until", "Until which day?", "officer")
    yield Fact(
        "temporary.latest_end", Kind.DATE, "Latest last day", "What is the latest last day that the code allows?"
    )
    yield Fact(
        "correction.act_by",
        Kind.DATE,
        "Correction period ends",
        "What is the last day on which the owner may correct it?",
        "officer",
    )
    yield Fact("correction.corrected_on", Kind.DATE, "Corrected", "On which day was it found corrected?", "officer")
