"""Factories of facts for Cortlandt: a thing of which everything is in order, and what a test changes about it.

Changes are keywords, two underscores standing for the dot of a fact's name.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.law.facts import INSPECTOR, OFFICER, Facts, insured, named, paid
from townwright.law.packs import Pack
from townwright.law.predicates import Asked

#: The lines that a reviewer marks before a permit: the documents, then the determinations of § 149-6.
DOCUMENTS = (
    "a", "b", "c", "d", "e.loads", "e.braced_walls", "e.members", "e.other", "f", "g", "h.survey", "h.sizes",
    "h.distances", "h.grades", "i.seal", "information.uniform_code", "information.energy_code", "information.zoning",
    "information.local_laws", "plot_plan",
)  # fmt: skip
DETERMINATIONS = ("zoning", "steep_slopes", "wetlands", "approvals", "laws.flood", "laws.trees", "laws.others")


def application(**changes: Any) -> Facts:
    """A complete application for a deck, signed by the owner and paid."""
    return {
        "parcel.in_jurisdiction": True,
        "parcel.under_agreement": False,
        "parcel.in_flood_hazard_area": False,
        "application.signed_by": "owner",
        "application.signer_is_owner_of_record": True,
        "application.owner_name": "R. Cruz",
        "application.owner_address": "9 Oak Street, Cortlandt",
        "application.tax_map": "12.3-1-4",
        "application.work_type": "construct",
        "application.location": "Rear yard",
        "application.nature": "New deck",
        "application.extent": "One structure",
        "application.scope": "Footings, frame, decking, guards",
        "application.cost": "14000.00",
        "application.compliance_stated": True,
        "application.buildings_affected": 1,
        "application.buildings_listed": 1,
        "application.occupancy": "one-family dwelling",
        "application.special_inspections_apply": False,
        "application.open_requests": set(),
        "documents.sets": 2,
        "documents.electronic": False,
        **paid("150.00"),
        **named(changes),
    }


def documents(**changes: Any) -> Facts:
    """Plans of a one-family dwelling of which every item is satisfied, sealed by an architect."""
    return {
        **OFFICER,
        "parcel.in_flood_hazard_area": False,
        "building.kind": "one-family",
        **{f"review.{line}": "satisfied" for line in DOCUMENTS},
        "documents.code_sections": {"RCNYS R507"},
        "documents.filed_on": date(2025, 3, 12),
        "professional.profession": "architect",
        "professional.name": "A. Novak",
        "professional.license_number": "021345",
        "professional.registration_expires_on": date(2027, 5, 31),
        "professional.sole_practitioner": True,
        "seal.name": "A. Novak",
        "seal.signed_by": "A. Novak",
        "seal.license_number": "021345",
        **named(changes),
    }


def fence(**changes: Any) -> Facts:
    """The fence of a new store, as § 149-13(H) wants it."""
    return {
        **documents(building__kind="nonresidential"),
        "work.fence.unfenced_ways": set(),
        "work.fence.height": 8,
        "work.fence.screened": True,
        "work.fence.opening_width": 12,
        "work.fence.opening_height": 12,
        "work.fence.opening_above_bottom": 5,
        "work.fence.spacing": 30,
        "work.fence.shortest_return": 30,
        **named(changes),
    }


def ready_permit(**changes: Any) -> Facts:
    """Everything that the permit needs: application, plans, examination, determinations, site, insurance."""
    return {
        **application(),
        **documents(),
        **insured(),
        **{f"review.{line}": "satisfied" for line in DETERMINATIONS},
        "documents.accepted_on": date(2025, 3, 20),
        "examined.uniform_code": "complies",
        "examined.energy_code": "complies",
        "inspection.of.site": "satisfactory",
        "parcel.stop_work_orders": set(),
        **named(changes),
    }


def ready_certificate(**changes: Any) -> Facts:
    """Everything that a certificate of occupancy for work under a permit needs."""
    papers = ("structural_observations", "special_inspections", "flood_hazard", "energy_tests")
    return {
        **OFFICER,
        **{f"paper.applies.{paper}": False for paper in papers},
        "application.special_inspections_statement": False,
        "parcel.in_flood_hazard_area": False,
        "factory.applies": False,
        "certificate.kind": "occupancy",
        "certificate.under_permit": True,
        "certificate.conversion": False,
        "certificate.tax_map_number": "12.3-1-4",
        "certificate.address": "9 Oak Street",
        "certificate.coverage": "whole",
        "certificate.use": "one-family dwelling",
        "certificate.occupancy": "one-family dwelling",
        "certificate.construction_type": "V-B",
        "certificate.assembly_without_load": set(),
        "certificate.inspected_on": date(2025, 10, 2),
        "certificate.open_violations": set(),
        "inspection.open_elements": set(),
        "inspection.of.final": "satisfactory",
        "inspection.last_accepted_on": date(2025, 10, 2),
        **named(changes),
    }


def ready_temporary(**changes: Any) -> Facts:
    """Everything that a temporary certificate needs, asked for on 23 November 2026, no deposit being required."""
    return {
        **ready_certificate(certificate__kind="temporary"),
        "certificate.applied_on": date(2026, 11, 23),
        "temporary.safe_to_occupy": True,
        "temporary.life_safety_not_working": set(),
        "temporary.egress_provided": True,
        "temporary.starts_on": date(2026, 11, 30),
        "temporary.ends_on": date(2027, 2, 28),
        "temporary.latest_end": date(2027, 2, 28),
        **named(changes),
    }


def acceptable_element(**changes: Any) -> Facts:
    """An element that an inspector may note as satisfactory."""
    return {
        **INSPECTOR,
        "inspection.found_covered": False,
        "inspection.hidden_open": set(),
        "inspection.open_elements": set(),
        "inspection.is_final": False,
        **named(changes),
    }


def asked(pack: Pack, facts: Facts, on: str) -> Asked:
    """Facts as the subjects of the law are asked about them, on a day."""
    return Asked(facts, date.fromisoformat(on), pack.catalogue, pack.calendar(), pack.value)
