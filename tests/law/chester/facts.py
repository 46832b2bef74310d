"""Factories of facts: a thing of which everything is in order, and what a test changes about it.

Each factory takes the changes as a mapping from the fact's name; `without` takes facts away, which makes them unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.packs import Pack
from townwright.law.permits import Term

Facts = dict[str, Any]

OFFICER = {"actor.offices": {"officer"}, "actor.role": "officer"}
INSPECTOR = {"actor.offices": {"inspector"}, "actor.role": "inspector"}


def paid(amount: str, received: str | None = None) -> Facts:
    """A fee of the schedule in force, paid in full unless less was received."""
    due = Decimal(amount)
    return {
        "fee.in_schedule": True,
        "fee.scheduled": due,
        "fee.charged": due,
        "fee.paid": due if received is None else Decimal(received),
    }


def insured() -> Facts:
    """Proof of workers' compensation and disability cover, good for years."""
    return {
        "insurance.workers_compensation": "insured",
        "insurance.workers_compensation_until": date(2030, 1, 1),
        "insurance.disability": "insured",
        "insurance.disability_until": date(2030, 1, 1),
    }


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


def named(changes: Mapping[str, Any]) -> Facts:
    """Keyword arguments as names of facts: two underscores stand for a dot."""
    return {name.replace("__", "."): value for name, value in changes.items()}


def without(facts: Mapping[str, Any], *names: str) -> Facts:
    """The facts, without some that nobody has told."""
    assert set(names) <= set(facts)
    return {name: value for name, value in facts.items() if name not in names}


def decide(pack: Pack, gate: str, facts: Mapping[str, Any], on: str) -> Decision:
    """What a gate says on a day."""
    return pack.gate(gate).decide(facts, date.fromisoformat(on))


def the_one_in_the_way(decision: Decision) -> Finding:
    """The only finding that shuts the act."""
    assert not decision.allowed
    (finding,) = decision.standing_in_the_way
    return finding


def finding_of(decision: Decision, key: str) -> Finding:
    """A finding by its key, among those not asked too."""
    return next(f for f in (*decision.findings, *decision.not_asked) if f.key == key)


def open_(decision: Decision) -> bool:
    """Whether the act is open, every finding met or only warned of."""
    return decision.allowed and all(f.outcome in (Outcome.MET, Outcome.WARNING) for f in decision.findings)


def permit_dates(term: Term, **changes: date | None) -> dict[str, date | None]:
    """The dates that a permit's status is computed from: issued when its term begins, nothing else done."""
    names = (
        "revoked_on",
        "closed_on",
        "issued_on",
        "suspended_on",
        "lifted_on",
        "commenced_on",
        "withdrawn_on",
        "disapproved_on",
        "returned_on",
        "resubmitted_on",
        "ready_on",
        "filed_on",
        "received_on",
    )
    return {**dict.fromkeys(names), "issued_on": term.begins, **changes}
