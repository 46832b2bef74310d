"""Factories of facts: a thing of which everything is in order, and what a test changes about it.

Each factory takes the changes as a mapping from the fact's name; `without` takes facts away, which makes them unknown.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.law.facts import (
    INSPECTOR,
    OFFICER,
    Facts,
    decide,
    finding_of,
    insured,
    named,
    open_,
    paid,
    permit_dates,
    the_one_in_the_way,
    without,
)

__all__ = [
    "INSPECTOR",
    "OFFICER",
    "Facts",
    "acceptable_element",
    "application",
    "decide",
    "documents",
    "finding_of",
    "insured",
    "named",
    "open_",
    "paid",
    "permit_dates",
    "ready_certificate",
    "ready_conversion",
    "ready_permit",
    "ready_temporary",
    "the_one_in_the_way",
    "without",
]


def application(**changes: Any) -> Facts:
    """A complete application for a deck, signed by the owner and paid."""
    return {
        "parcel.in_jurisdiction": True,
        "parcel.under_agreement": False,
        "parcel.in_flood_hazard_area": False,
        "parcel.stop_work_orders": set(),
        "application.form": "town form",
        "application.signed_by": "owner",
        "application.signer_is_owner_of_record": True,
        "application.work_type": "construct",
        "application.location": "Rear yard",
        "application.nature": "New deck",
        "application.extent": "One structure",
        "application.scope": "Footings, frame, decking, guards",
        "application.buildings_affected": 1,
        "application.buildings_listed": 1,
        "application.occupancy": "one-family dwelling",
        "application.special_inspections_apply": False,
        "application.open_requests": set(),
        "application.other_bars": set(),
        "documents.sets": 2,
        "documents.electronic": False,
        **paid("150.00"),
        **named(changes),
    }


def documents(**changes: Any) -> Facts:
    """Construction documents of which every item is satisfied, by an architect's firm."""
    lines = (
        "a",
        "b",
        "c",
        "d",
        "e.loads",
        "e.braced_walls",
        "e.members",
        "e.other",
        "f",
        "g",
        "h.survey",
        "h.sizes",
        "h.distances",
        "h.grades",
        "i.seal",
    )
    return {
        **OFFICER,
        "parcel.in_flood_hazard_area": False,
        **{f"review.{line}": "satisfied" for line in lines},
        "documents.code_sections": {"RCNYS R507"},
        "documents.filed_on": date(2025, 1, 13),
        "professional.profession": "architect",
        "professional.name": "A. Novak",
        "professional.license_number": "021345",
        "professional.registration_expires_on": date(2027, 5, 31),
        "professional.sole_practitioner": False,
        "professional.firm": "Novak Architects",
        "seal.name": "A. Novak",
        "seal.signed_by": "A. Novak",
        "seal.license_number": "021345",
        **named(changes),
    }


def ready_permit(**changes: Any) -> Facts:
    """Everything that the permit needs: application, documents, examination, site, insurance."""
    return {
        **application(),
        **documents(),
        **insured(),
        "documents.accepted_on": date(2025, 1, 20),
        "examined.uniform_code": "complies",
        "examined.energy_code": "complies",
        "inspection.of.site": "satisfactory",
        **named(changes),
    }


def ready_certificate(**changes: Any) -> Facts:
    """Everything that a certificate of occupancy for work under a permit needs."""
    papers = ("structural_observations", "special_inspections", "flood_hazard", "energy_tests")
    return {
        **OFFICER,
        **paid("100.00"),
        **{f"paper.applies.{paper}": False for paper in papers},
        "application.special_inspections_statement": False,
        "parcel.in_flood_hazard_area": False,
        "factory.applies": False,
        "certificate.kind": "occupancy",
        "certificate.under_permit": True,
        "certificate.conversion": False,
        "certificate.tax_map_number": "17-1-42.2",
        "certificate.address": "38 Lakeside Terrace",
        "certificate.coverage": "whole",
        "certificate.use": "one-family dwelling",
        "certificate.occupancy": "one-family dwelling",
        "certificate.construction_type": "V-B",
        "certificate.assembly_without_load": set(),
        "certificate.inspected_on": date(2025, 7, 14),
        "certificate.open_violations": set(),
        "inspection.open_elements": set(),
        "inspection.of.final": "satisfactory",
        "inspection.last_accepted_on": date(2025, 7, 14),
        **named(changes),
    }


def ready_conversion(**changes: Any) -> Facts:
    """Everything that a certificate for a conversion without a building permit needs."""
    facts = ready_certificate(
        certificate__under_permit=False,
        certificate__conversion=True,
        certificate__conversion_complies="complies",
    )
    return {**without(facts, "inspection.of.final", "inspection.last_accepted_on"), **named(changes)}


def ready_temporary(**changes: Any) -> Facts:
    """Everything that a temporary certificate needs."""
    return {
        **ready_certificate(certificate__kind="temporary"),
        "temporary.safe_to_occupy": True,
        "temporary.life_safety_not_working": set(),
        "temporary.egress_provided": True,
        "temporary.starts_on": date(2025, 5, 5),
        "temporary.ends_on": date(2025, 11, 5),
        "temporary.latest_end": date(2025, 11, 5),
        **named(changes),
    }


def acceptable_element(**changes: Any) -> Facts:
    """An element that an inspector may note as satisfactory."""
    return {
        **INSPECTOR,
        "inspection.found_covered": False,
        "inspection.hidden_open": set(),
        "inspection.open_requests": set(),
        "inspection.open_elements": set(),
        "inspection.is_final": False,
        **named(changes),
    }
