"""Factories of facts: a thing of which everything is in order, and what a test changes about it.

Each factory takes the changes as keywords, two underscores standing for the dot of a fact's name; `without` takes facts
away, which makes them unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from tests.law.facts import decide as decide
from tests.law.facts import finding_of as finding_of
from tests.law.facts import named as named
from tests.law.facts import open_ as open_
from tests.law.facts import permit_dates as permit_dates
from tests.law.facts import the_one_in_the_way as the_one_in_the_way
from tests.law.facts import without as without
from townwright.law.packs import Pack
from townwright.law.predicates import Asked

Facts = dict[str, Any]

OFFICER = {"actor.offices": {"officer"}, "actor.role": "officer"}
INSPECTOR = {"actor.offices": {"inspector"}, "actor.role": "inspector"}
DEPUTY = {"actor.offices": {"deputy"}, "actor.role": "officer"}

#: The lines of the documents that a reviewer marks.
PLANS = (
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
    "clear",
    "no_aluminum",
)
SURVEY = (
    "survey.current",
    "survey.building",
    "survey.porches",
    "survey.decks",
    "survey.air_conditioners",
    "survey.equipment",
    "survey.matches",
)


def paid(amount: str, received: str | None = None) -> Facts:
    """A fee of the schedule in force, paid in full unless less was received."""
    due = Decimal(amount)
    return {
        "fee.in_schedule": True,
        "fee.scheduled": due,
        "fee.charged": due,
        "fee.paid": due if received is None else Decimal(received),
    }


def application(**changes: Any) -> Facts:
    """A complete application for a new deck by the owner, paid, with a survey."""
    return {
        "parcel.in_jurisdiction": True,
        "parcel.under_agreement": False,
        "parcel.in_flood_hazard_area": False,
        "parcel.stop_work_orders": set(),
        "parcel.open_violations": set(),
        "application.form": "town form",
        "application.signed_by": "owner",
        "application.capacity": "owner",
        "application.signer_is_owner_of_record": True,
        "application.submitted_on": date(2026, 3, 2),
        "application.certificate_applied": True,
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
        "application.staff_owned": False,
        "documents.sets": 2,
        "documents.electronic": False,
        "documents.specifications": True,
        "documents.plan_scale": "0.25",
        "documents.plans_signed": True,
        "documents.specifications_signed": True,
        "solar.form": "ordinary",
        "survey.made_on": date(2026, 2, 20),
        "survey.copies": 2,
        "survey.feet_per_inch": "20",
        **paid("150.00"),
        **named(changes),
    }


def demolition(**changes: Any) -> Facts:
    """A complete application to demolish by the owner: form, fee and certificate part, no plans."""
    facts = application(
        application__work_type="demolish", application__nature="Demolition of a cottage", documents__sets=0
    )
    gone = (
        "documents.specifications",
        "documents.plan_scale",
        "documents.plans_signed",
        "documents.specifications_signed",
        "survey.made_on",
        "survey.copies",
        "survey.feet_per_inch",
    )
    return {**without(facts, *gone), **named(changes)}


def documents(**changes: Any) -> Facts:
    """Plans and survey of which every item is satisfied, sealed by an architect."""
    return {
        **OFFICER,
        "parcel.in_flood_hazard_area": False,
        "application.work_type": "construct",
        "survey.made_on": date(2026, 2, 20),
        **{f"review.{line}": "satisfied" for line in (*PLANS, *SURVEY)},
        "documents.code_sections": {"RCNYS R507"},
        "documents.filed_on": date(2026, 3, 2),
        "documents.seal_required": True,
        "professional.profession": "architect",
        "professional.name": "A. Novak",
        "professional.license_number": "021345",
        "professional.registration_expires_on": date(2028, 5, 31),
        "professional.sole_practitioner": True,
        "seal.name": "A. Novak",
        "seal.signed_by": "A. Novak",
        "seal.license_number": "021345",
        **named(changes),
    }


def ready_permit(**changes: Any) -> Facts:
    """Everything that the permit needs: application, documents, examination, site, insurance, searches."""
    return {
        **application(),
        **documents(),
        "insurance.workers_compensation": "insured",
        "insurance.workers_compensation_until": date(2030, 1, 1),
        "insurance.disability": "insured",
        "insurance.disability_until": date(2030, 1, 1),
        "documents.accepted_on": date(2026, 3, 10),
        "examined.uniform_code": "complies",
        "examined.energy_code": "complies",
        "inspection.of.site": "satisfactory",
        "parcel.violations_searched_on": date(2026, 3, 20),
        "subdivision.fire_devices_required": False,
        "work.is_reconstruction": False,
        "septic.advanced_required": False,
        **named(changes),
    }


def ready_certificate(**changes: Any) -> Facts:
    """Everything that a certificate of occupancy for work under a permit needs, far from every setback."""
    papers = ("structural_observations", "special_inspections", "flood_hazard", "energy_tests")
    return {
        **OFFICER,
        **paid("75.00"),
        **{f"paper.applies.{paper}": False for paper in papers},
        "application.special_inspections_statement": False,
        "parcel.in_flood_hazard_area": False,
        "parcel.stop_work_orders": set(),
        "factory.applies": False,
        "certificate.kind": "occupancy",
        "certificate.under_permit": True,
        "certificate.conversion": False,
        "certificate.tax_map_number": "700-14-2-7",
        "certificate.address": "9 Cove Lane",
        "certificate.coverage": "whole",
        "certificate.use": "one-family dwelling",
        "certificate.occupancy": "one-family dwelling",
        "certificate.construction_type": "V-B",
        "certificate.assembly_without_load": set(),
        "certificate.inspected_on": date(2026, 6, 8),
        "certificate.open_violations": set(),
        "inspection.open_elements": set(),
        "inspection.of.final": "satisfactory",
        "inspection.of.house_numbers": "satisfactory",
        "inspection.of.signs": "satisfactory",
        "inspection.last_accepted_on": date(2026, 6, 8),
        "work.completed_on": date(2026, 6, 8),
        "zoning.checked_on": date(2026, 6, 9),
        "electrical.result": "approved",
        "setback.required": "20",
        "setback.proposed": "29",
        "septic.work": "none",
        "septic.advanced_required": False,
        **named(changes),
    }


def ready_temporary(**changes: Any) -> Facts:
    """Everything that a temporary certificate of 15 January 2026 needs."""
    return {
        **ready_certificate(certificate__kind="temporary"),
        "temporary.safe_to_occupy": True,
        "temporary.life_safety_not_working": set(),
        "temporary.egress_provided": True,
        "temporary.starts_on": date(2026, 1, 15),
        "temporary.ends_on": date(2026, 7, 15),
        "temporary.latest_end": date(2026, 7, 15),
        "building.is_finished": True,
        "electrical.certificate_on": date(2026, 1, 14),
        **named(changes),
    }


def requested(**changes: Any) -> Facts:
    """An inspection of framing that may be asked for, far from every setback."""
    return {
        "permit.status": "in force",
        "inspection.element": "framing",
        "inspection.earlier_open": set(),
        "inspection.corrective": False,
        "parcel.stop_work_orders": set(),
        "work.foundation": True,
        "setback.required": "20",
        "setback.proposed": "40",
        **named(changes),
    }


def asked_about(**changes: Any) -> Facts:
    """Work under the Uniform Code that somebody asks about: nothing about it is structural."""
    return {
        "application.work_type": "alter",
        "work.structure": "other",
        "work.under_uniform_code": True,
        "work.under_energy_code": False,
        "work.affects_structure": False,
        "work.changes_occupancy": False,
        "application.cost": "15000.00",
        **named(changes),
    }


def repair(**changes: Any) -> Facts:
    """A repair that touches none of the four limits."""
    return {
        **asked_about(application__work_type="repair"),
        "repair.load_bearing": False,
        "repair.egress": False,
        "repair.rearrangement": False,
        "repair.building_system": False,
        "repair.fire_protection": False,
        **named(changes),
    }


def solar(**changes: Any) -> Facts:
    """A photovoltaic array on the roof of a home that meets every condition of the fast track."""
    return {
        "solar.form": "fast track",
        "solar.mount": "roof",
        "solar.host": "home",
        "solar.layers": 1,
        "solar.flush": True,
        "solar.height": "6",
        "solar.ridge_clear": "18",
        "solar.path_clear": "18",
        "solar.has_pv": True,
        "solar.has_hot_water": False,
        "solar.pv_load": "4",
        "solar.contractor_listed_from": date(2025, 1, 1),
        "solar.contractor_listed_until": date(2026, 12, 31),
        "solar.panel_standards": {"UL 1703"},
        "solar.inverter_tested": True,
        "solar.inverter_listed": True,
        "solar.equipment_not_approved": set(),
        "solar.electrical_code_current": True,
        **named(changes),
    }


def solar_papers(**changes: Any) -> Facts:
    """Every paper of a fast-track application for a home."""
    return {
        "solar.form": "fast track",
        "solar.host": "home",
        "solar.layout_certified_by": "engineer",
        "solar.equipment_diagram": True,
        "solar.one_line_diagram": True,
        "solar.load_certificate": True,
        "solar.wind_certificate": True,
        **named(changes),
    }


def home(**changes: Any) -> Facts:
    """A house whose septic system the county finds conforming, and of which nothing changes."""
    return {
        "home.is_new": False,
        "home.expanded_or_renovated": False,
        "septic.upgrade_required": False,
        "septic.county_finding": "conforming",
        "living_area.existing": "2000",
        "living_area.added": "0",
        "bedrooms.before": 3,
        "bedrooms.after": 3,
        "bedrooms.allowed": 4,
        **named(changes),
    }


def electrical_letter(**changes: Any) -> Facts:
    """A complete application of an individual to be an electrical inspector, all standards met with papers."""
    return {
        "electrical.letter": {"written", "signed", "verified"},
        "electrical.trade_name": "Island Electrical Inspections",
        "electrical.business_address": "4 Ferry Road",
        "electrical.applicant_kind": "individual",
        "electrical.residence": "11 Bay Street",
        "electrical.without_residence": set(),
        "electrical.has_liens": False,
        "electrical.open_requests": set(),
        "electrical.standards_unmet": set(),
        "electrical.standards_without_evidence": set(),
        "electrical.insurance_certificate": True,
        "electrical.town_insured": True,
        **named(changes),
    }


def asked(pack: Pack, facts: Mapping[str, Any], on: str) -> Asked:
    """Facts as predicates read them on a day."""
    return Asked(facts, date.fromisoformat(on), pack.catalogue, pack.calendar(), pack.value)
