"""Facts about those who act for the office: delegation, absence, private interests, credentials, entry."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "actor.delegated",
        Kind.BOOL,
        "The act is delegated to the person",
        "Has the officer delegated acts of this kind to the person, on that day?",
    )
    yield Fact(
        "officer.absent",
        Kind.BOOL,
        "The officer is absent or unable",
        "Is the officer absent or unable to act on that day?",
    )
    yield Fact(
        "actor.open_disclosures",
        Kind.SET,
        "Interests disclosed in the file",
        "Which disclosures of the person about this file are open?",
    )
    yield Fact(
        "actor.building_interests",
        Kind.SET,
        "Firms of the person named in the file",
        "In which builders, contractors or agents named in the file has the person a part?",
    )
    yield Fact(
        "actor.supply_interests",
        Kind.SET,
        "Suppliers of the person named in the file",
        "In which suppliers of labor, materials or appliances named in the file has the person a part?",
    )
    yield Fact(
        "actor.prepared_plans",
        Kind.BOOL,
        "The person prepared the plans",
        "Did the person prepare plans or specifications in the file?",
    )
    yield Fact(
        "actor.owns_building",
        Kind.BOOL,
        "The building is the person's own",
        "Does the person own the building or structure?",
    )
    yield Fact(
        "application.staff_owned",
        Kind.BOOL,
        "Building of a member of the staff",
        "Does a member of the office's staff own the building or structure?",
    )
    yield Fact(
        "application.staff_not_for_sale",
        Kind.BOOL,
        "Not built for sale",
        "Is it stated that the staff member does not build it for sale?",
        "applicant",
    )
    yield Fact(
        "actor.credential_ends_on",
        Kind.DATE,
        "Credential valid until",
        "Until which day is the person's credential valid?",
    )
    yield Fact("entry.under_permit", Kind.BOOL, "Visit under a permit", "Is a permit behind the visit?")
    yield Fact("entry.cause", Kind.TEXT, "Reasonable cause", "What is the reasonable cause for entering?", "inspector")
