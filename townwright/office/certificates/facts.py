"""What certificates tell the law: what they say, the papers before them, determinations, findings, their fee."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from townwright.law.inspections import State
from townwright.office import laws
from townwright.office.certificates.models import Certificate, CertificatePaper, Determination
from townwright.office.inspections import facts as of_inspections
from townwright.office.inspections import plans
from townwright.office.money.acts import fee_facts
from townwright.office.permits import facts as of_permits
from townwright.office.permits.models import Permit
from townwright.office.places.facts import of_parcel
from townwright.office.places.models import AssemblyArea, Parcel
from townwright.office.register.facts import tells


def parcel_of(certificate: Certificate) -> Parcel | None:
    """The first parcel of the certificate's case."""
    first = certificate.case.on_parcels.select_related("parcel").first()
    return first.parcel if first else None


@tells(Certificate, "fee.*")
def of_the_fee(certificate: Certificate, on: date) -> Mapping[str, Any]:
    """The fee of its application."""
    return fee_facts(certificate.case, certificate.fee_code, on)


@tells(Certificate, "parcel.*", "application.*", "inspection.*", "town.*")
def of_the_permit(certificate: Certificate, on: date) -> Mapping[str, Any]:
    """What the permit behind it tells; of a conversion without one, what is known of the parcel."""
    permit = certificate.permit
    if permit is None:
        parcel = parcel_of(certificate)
        known = of_parcel(parcel, on) if parcel is not None else {}
        return {**known, "application.special_inspections_statement": False, **certificate.found}
    return {
        **of_permits.of_the_application(permit, on),
        **of_permits.of_its_parcels(permit, on),
        **of_inspections.of_the_plan(permit, on),
        **certificate.found,
    }


def of_signatures(certificate: Certificate, on: date, *, but: str = "") -> dict[str, Any]:
    """Who has signed it by a day, and in which offices; `but` is the name of the one who issues it, who signs then."""
    signed = [each for each in certificate.signatures if each["name"] != but and each["on"] <= on.isoformat()]
    return {
        "certificate.signed_by": frozenset(each["name"] for each in signed),
        "certificate.signed_by_offices": frozenset(office for each in signed for office in each["offices"]),
    }


@tells(Certificate)
def of_the_answers(certificate: Certificate, on: date) -> Mapping[str, Any]:
    """What was found, or answered for the permit behind it, where no record of the office tells it."""
    return {**(certificate.permit.answers if certificate.permit is not None else {}), **certificate.found}


@tells(Certificate, "certificate.*")
def of_the_certificate(certificate: Certificate, on: date) -> Mapping[str, Any]:
    """What it says, and what it rests on."""
    came = [day for paper in certificate.papers.exclude(applies=False) if (day := paper.received_on) is not None]
    told: dict[str, Any] = {
        "certificate.kind": certificate.kind,
        "certificate.applied_on": certificate.received_on,
        "certificate.under_permit": certificate.permit_id is not None,
        "certificate.conversion": is_conversion(certificate, on),
        "certificate.occupied": certificate.kind != Certificate.Kind.COMPLIANCE,
        "certificate.tax_map_number": certificate.tax_map,
        "certificate.address": certificate.address,
        "certificate.coverage": certificate.coverage,
        "certificate.part": certificate.part,
        "certificate.use": certificate.use,
        "certificate.occupancy": certificate.occupancy,
        "certificate.construction_type": certificate.construction_type,
        "certificate.assembly_without_load": frozenset(
            area.name for area in spaces(certificate, on) if area.gathering and not area.occupant_load
        ),
        "certificate.conversion_complies": _reviewed(certificate, on),
        "certificate.last_paper_on": max(came, default=None),
        **of_signatures(certificate, on),
        **_seen(certificate, on),
    }
    return {name: value for name, value in told.items() if value is not None}


def _reviewed(certificate: Certificate, on: date) -> str | None:
    if certificate.conversion_on is None or certificate.conversion_on > on:
        return None
    return certificate.conversion_outcome


def _seen(certificate: Certificate, on: date) -> Mapping[str, Any]:
    """The inspection before it and the open work, of its own case and of the permit's."""
    own = of_inspections.seen(certificate.case, on)
    if certificate.permit is None:
        return own
    under = of_inspections.of_visits(certificate.permit, on)
    days = [told["certificate.inspected_on"] for told in (own, under) if "certificate.inspected_on" in told]
    work = own["certificate.open_violations"] | under["certificate.open_violations"]
    return {"certificate.open_violations": work, "certificate.inspected_on": max(days, default=None)}


def is_conversion(certificate: Certificate, on: date) -> bool:
    """Whether the use or the class changes: always without a permit, else against what is on record."""
    permit = certificate.permit
    if permit is None:
        return True
    known = certificate.building.facts_on(on) if certificate.building is not None else None
    before = (known.occupancy if known is not None else "") or permit.occupancy_existing
    after = certificate.occupancy or permit.occupancy_proposed
    if not before or not after:
        return False
    return after.casefold() not in {each.strip().casefold() for each in before.split(",")}


def spaces(certificate: Certificate, on: date) -> list[AssemblyArea]:
    """The spaces of the building that are on record on a day."""
    building = certificate.building
    return [area for area in building.areas.all() if area.holds_on(on)] if building is not None else []


# -- the papers before it ----------------------------------------------------------------------------------------------


def applies(certificate: Certificate, key: str, paper: CertificatePaper | None, on: date) -> bool:
    """Whether a paper has to come in: by the officer's word, else by the application and the plan of inspections."""
    if paper is not None and paper.applies is not None:
        return paper.applies
    permit = certificate.permit
    if permit is None:
        return False
    said = {**permit.answers, **permit.reviewed}.get(f"paper.applies.{key}")
    return bool(said) or key in called_for(permit, on)


def called_for(permit: Permit, on: date) -> frozenset[str]:
    """The papers that required lines of the plan call for, with the results of their tests."""
    tests = {
        f"{element.key}.{part.key}": part.paper
        for element in laws.pack().inspections.elements
        for part in element.lines
        if part.paper
    }
    lines = plans.lines_of(permit, on) if tests else ()
    return frozenset(tests[line.key] for line in lines if line.state is State.REQUIRED and line.key in tests)


@tells(Certificate, "paper.*")
def of_the_papers(certificate: Certificate, on: date) -> Mapping[str, Any]:
    """Of each paper whether it applies, when it came, and whether its preparer was found acceptable by that day."""
    kept = {paper.key: paper for paper in certificate.papers.all()}
    told: dict[str, Any] = {}
    for key in CertificatePaper.Key.values:
        paper = kept.get(key)
        told[f"paper.applies.{key}"] = applies(certificate, key, paper, on)
        if paper is None:
            continue
        if paper.received_on is not None:
            told[f"paper.received_on.{key}"] = paper.received_on
        if paper.judged_on is not None and paper.judged_on <= on:
            told[f"paper.preparer_acceptable.{key}"] = paper.acceptable
        elif paper.received_on is not None:
            told[f"paper.preparer_acceptable.{key}"] = False
    return told


@tells(Certificate, "factory.*")
def of_the_plates(certificate: Certificate, on: date) -> Mapping[str, Any]:
    """Seal, insignia and data plate of a factory-built home, by their numbers."""
    told: dict[str, Any] = {
        "factory.seal": certificate.seal,
        "factory.insignia": certificate.insignia,
        "factory.data_plate": certificate.data_plate,
    }
    permit = certificate.permit
    return {**told, **(of_inspections.of_a_factory(permit, on) if permit is not None else {"factory.applies": False})}


# -- temporary ones, findings ------------------------------------------------------------------------------------------


@tells(Certificate, "temporary.*")
def of_the_determinations(certificate: Certificate, on: date) -> Mapping[str, Any]:
    """The three determinations as they stand on a day; what was not determined is left out."""
    made = {row.key: row.holds for row in certificate.determinations.filter(made_on__lte=on)}
    told: dict[str, Any] = {}
    if Determination.Key.SAFE in made:
        told["temporary.safe_to_occupy"] = made[Determination.Key.SAFE]
    if Determination.Key.EGRESS in made:
        told["temporary.egress_provided"] = made[Determination.Key.EGRESS]
    if Determination.Key.LIFE_SAFETY in made:
        waiting = not_working(certificate, on)
        general = [] if made[Determination.Key.LIFE_SAFETY] or waiting else ["as the officer determined"]
        told["temporary.life_safety_not_working"] = frozenset([*waiting, *general])
    return told


def not_working(certificate: Certificate, on: date) -> list[str]:
    """The fire and life safety items that, as they were last seen, are not installed or do not work."""
    last = {row.name: row for row in certificate.components.filter(seen_on__lte=on)}
    return [name for name, row in last.items() if not (row.installed and row.operational)]


@tells(Certificate, "finding.*", "correction.*")
def of_the_finding(certificate: Certificate, on: date) -> Mapping[str, Any]:
    """The finding that waits for its decision, and the time to correct it."""
    row = certificate.open_finding()
    if row is None:
        return {}
    told: dict[str, Any] = {
        "finding.ground": row.ground,
        "finding.facts": row.facts,
        "finding.made_on": row.found_on,
        "correction.act_by": row.act_by,
    }
    return told | ({"correction.corrected_on": row.corrected_on} if row.corrected_on is not None else {})


@tells(Permit, "certificate.in_force")
def of_a_permit(permit: Permit, on: date) -> Mapping[str, Any]:
    """Whether the work under a permit may be used on a day: by a certificate, or by a temporary one in its period."""
    begun = permit.certificates.in_force(on).exclude(starts_on__gt=on)
    return {"certificate.in_force": begun.exists()}
