"""Issuing a certificate of occupancy or of compliance, and refusing one on a cited section."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from townwright.law.calendar import in_words
from townwright.law.findings import Decision
from townwright.office.cases import numbers
from townwright.office.cases.acts import close_case
from townwright.office.certificates import filing, papers
from townwright.office.certificates.facts import of_signatures, parcel_of, spaces
from townwright.office.certificates.models import Certificate
from townwright.office.inspections import violations
from townwright.office.inspections.models import Violation
from townwright.office.papers.models import Paper
from townwright.office.permits.inputs import LONG
from townwright.office.permits.telling import tell
from townwright.office.places.models import Building, BuildingFacts
from townwright.office.register.actors import Actor
from townwright.office.register.acts import OFFICERS, Act, Doing, act
from townwright.office.register.errors import InputError

#: Facts of a building that a certificate does not state; they go on as they were known.
_GO_ON = ("storeys", "area", "dwelling_units", "built", "sprinklered")


class Issue(Act):
    """The certificate."""


def _may_issue(certificate: Certificate, given: Issue | None, on: date, actor: Actor) -> Decision:
    told = {**filing.of_actor(actor, on), **of_signatures(certificate, on, but=actor.name)}
    return filing.decision_to_issue(certificate, on, told)


def _to_be_issued(certificate: Certificate, on: date) -> bool:
    return certificate.pending and not certificate.temporary


@act(
    "certificate.issue",
    title="Issue the certificate",
    subject=Certificate,
    by=OFFICERS,
    decide=_may_issue,
    applies=_to_be_issued,
)
def issue(doing: Doing[Certificate], given: Issue) -> None:
    """Issues the certificate: its number and paper, the class of the building from that day, the end of its permit."""
    certificate = doing.subject
    if not certificate.pending or certificate.temporary:
        raise InputError(
            {"": "It is decided already." if not certificate.pending else "A temporary one has its own act."}
        )
    _record_class(doing, certificate)
    paper = give_number_and_print(doing, certificate)
    permit = certificate.permit
    if permit is not None:
        doing.touch(case=permit.case_id)
        permit.closed_on = doing.on
        permit.save(update_fields=["closed_on"])
        close_case(permit.case, outcome=f"certificate {certificate.case.number}", on=doing.on)
        _supersede(doing, certificate)
        for row in Violation.objects.filter(case=permit.case, kind=violations.OCCUPIED, cured_on=None):
            violations.cure(row, on=doing.on, how=f"Certificate {certificate.case.number} issued", by=doing.actor.name)
    close_case(certificate.case, outcome="issued", on=doing.on)
    announce(doing, certificate, paper)
    doing.say(f"{certificate.get_kind_display()} {certificate.case.number} issued")


def give_number_and_print(doing: Doing[Certificate], certificate: Certificate, **fields: object) -> Paper:
    """Gives a certificate its number, freezes what it says, and prints it. `fields` are those of a temporary one."""
    number = numbers.draw(papers.kind_of(certificate), doing.on)
    certificate.case.number = number.text
    certificate.case.save(update_fields=["number"])
    certificate.issued_on, certificate.ready_on = doing.on, None
    certificate.signed_by, certificate.signed_title = doing.actor.name, doing.actor.title(doing.on, ("officer",))
    certificate.assembly = [
        {"name": area.name, "load": area.occupant_load} for area in spaces(certificate, doing.on) if area.is_assembly
    ]
    # What the permit was issued with goes on the certificate; nobody can leave it out.
    certificate.conditions = list(certificate.permit.conditions) if certificate.permit is not None else []
    certificate.save()
    paper = papers.print_certificate(doing, certificate, **fields)  # type: ignore[arg-type]
    certificate.paper_id = paper.pk
    certificate.save(update_fields=["paper_id"])
    filing.index(certificate)
    doing.changed(
        {"issued_on": None},
        {"issued_on": doing.on, "number": number.text, **{name: getattr(certificate, name) for name in filing.FIELDS}},
    )
    return paper


def announce(doing: Doing[Certificate], certificate: Certificate, paper: Paper, *more: str) -> None:
    """Tells the people of the case that the certificate was issued, with the paper."""
    tell(
        doing,
        certificate.case,
        "your certificate is issued",
        f"{certificate.get_kind_display()} {certificate.case.number} was issued on {in_words(doing.on)}.",
        *more,
        parts=papers.TO,
        papers=(paper,),
    )


def _record_class(doing: Doing[Certificate], certificate: Certificate) -> None:
    """Use and class become those of the building from this day; of a part, its class is added to those there are."""
    building = certificate.building or _the_building(certificate)
    before = building.facts_on(doing.on)
    occupancy = certificate.occupancy
    if certificate.coverage == "part" and before is not None and before.occupancy:
        classes = [each.strip() for each in before.occupancy.split(",")]
        occupancy = ", ".join(dict.fromkeys([*classes, certificate.occupancy]))
    whole = certificate.coverage == "whole" or before is None
    BuildingFacts.objects.create(
        building=building,
        begins=doing.on,
        use=certificate.use if whole or before is None else before.use,
        occupancy=occupancy,
        construction=certificate.construction_type,
        source=f"{certificate.get_kind_display()}, issued {doing.on:%Y-%m-%d}",
        **({name: getattr(before, name) for name in _GO_ON} if before is not None else {}),
    )
    certificate.building = building


def _the_building(certificate: Certificate) -> Building:
    """The building that is certified; the first of a parcel is entered now. Raises `InputError` for several."""
    parcel = parcel_of(certificate)
    assert parcel is not None, "a certificate's case lies on a parcel"
    standing = Building.objects.filter(parcel=parcel)
    if standing.filter(ended_on=None).exists():
        raise InputError({"": "Several buildings stand on the parcel. Write first which one the certificate is for."})
    return Building.objects.create(parcel=parcel, count=standing.count() + 1)


def _supersede(doing: Doing[Certificate], certificate: Certificate) -> None:
    """Ends the temporary certificates of the permit: the certificate takes their place."""
    temporary = Certificate.objects.filter(
        permit=certificate.permit, kind=Certificate.Kind.TEMPORARY, superseded_on=None
    )
    for each in temporary.exclude(issued_on=None):
        each.superseded_on = doing.on
        each.save(update_fields=["superseded_on"])
        doing.touch(case=each.case_id)
        if each.case.closed_on is None:
            close_case(each.case, outcome=f"superseded by {certificate.case.number}", on=doing.on)


# -- refusing ----------------------------------------------------------------------------------------------------------


class Refuse(Act):
    """The refusal of a certificate."""

    cite: str = Field(default="", title="Section that is not met", max_length=120)
    reason: str = Field(default="", title="Reason", max_length=4000, json_schema_extra=LONG)


def _may_refuse(certificate: Certificate, given: Refuse | None, on: date, actor: Actor) -> Decision:
    told = filing.of_actor(actor, on)
    if given is None:
        decision = filing.decide("certificate.refuse", certificate, on, told)
        return filing.but(decision, "decision.cite", "decision.reason")
    told |= {"decision.cite": given.cite, "decision.reason": given.reason}
    return filing.decide("certificate.refuse", certificate, on, told)


def _to_be_refused(certificate: Certificate, on: date) -> bool:
    return certificate.pending and not certificate.temporary and certificate.filed_on is not None


@act(
    "certificate.refuse",
    title="Refuse the certificate",
    subject=Certificate,
    by=OFFICERS,
    decide=_may_refuse,
    applies=_to_be_refused,
    danger=True,
)
def refuse(doing: Doing[Certificate], given: Refuse) -> None:
    """Refuses a certificate on the section that is not met. The permit stays open; another application may follow."""
    refused(doing, given.cite, given.reason)


def refused(doing: Doing[Certificate], cite: str, reason: str) -> None:
    """Ends an application with its reason, in a letter to those who applied."""
    certificate = doing.subject
    if not certificate.pending:
        raise InputError({"": "It is decided already."})
    certificate.refused_on, certificate.refused_why, certificate.refused_cite = doing.on, reason, cite
    certificate.ready_on = None
    certificate.save(update_fields=["refused_on", "refused_why", "refused_cite", "ready_on"])
    close_case(certificate.case, outcome="refused", on=doing.on)
    what = str(certificate.get_kind_display())
    words = [f"The {what.lower()} that was applied for is not issued.", f"{reason}{f' ({cite})' if cite else ''}"]
    paper = papers.print_letter(doing, certificate, f"{what}: not issued", *words)
    tell(doing, certificate.case, "your certificate is not issued", *words, parts=papers.TO, papers=(paper,))
    doing.say(f"{what} refused: {reason}{f' ({cite})' if cite else ''}")
    doing.changed({"refused_on": None}, {"refused_on": doing.on, "cite": cite})
