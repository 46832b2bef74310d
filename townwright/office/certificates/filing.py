"""An application for a certificate: its case, what it takes over, its fee; filed once paid, ready once all is green."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Q

from townwright.law.findings import Decision
from townwright.office import clock, laws
from townwright.office.cases.acts import add_party, open_case
from townwright.office.cases.models import Case, Party
from townwright.office.certificates.inputs import Contents
from townwright.office.certificates.models import Certificate, CertificatePaper
from townwright.office.find import port
from townwright.office.money.acts import charge, estimate, fee_facts, paid, take, when_paid, when_unpaid
from townwright.office.people.acts import enter
from townwright.office.permits.inputs import PartyGiven, PaymentGiven
from townwright.office.permits.models import Permit
from townwright.office.places import addresses
from townwright.office.places.models import Building, Parcel
from townwright.office.register.actors import Actor
from townwright.office.register.acts import Doing, afterwards
from townwright.office.register.errors import InputError
from townwright.office.register.facts import gather

SUBMIT, ISSUE, TEMPORARY = "certificate.submit", "certificate.issue", "certificate.temporary"
KIND = "certificate"

#: Parts that go over from the permit's case.
_PARTIES = (Party.Part.OWNER, Party.Part.HOLDER, Party.Part.APPLICANT, Party.Part.AGENT, Party.Part.CONTRACTOR)
#: What is taken over of a paper that came in before.
_TAKEN_OVER = (
    "key",
    "applies",
    "applies_why",
    "prepared_by",
    "received_on",
    "file_id",
    "words",
    "acceptable",
    "judged_on",
    "judged_by",
)
#: What a certificate says, the building apart.
FIELDS = (
    "coverage",
    "part",
    "property_name",
    "address",
    "tax_map",
    "use",
    "occupancy",
    "construction_type",
)


# -- what the law says -------------------------------------------------------------------------------------------------


def decide(gate: str, certificate: Certificate, on: date, told: Mapping[str, Any]) -> Decision:
    """A gate of the pack held against a certificate; `told` are facts that the act itself supplies."""
    pack = laws.pack()
    asked = pack.gate(gate)
    return asked.decide({**gather(certificate, asked.needs(on), on), **told}, on, pack.hash)


def of_actor(actor: Actor, on: date) -> dict[str, Any]:
    """Who acts, as facts."""
    return {"actor.role": actor.role.value, "actor.offices": actor.offices(on)}


def but(decision: Decision, *facts: str) -> Decision:
    """The same decision without what rests on facts that the act will be given: an offer does not miss them."""
    kept = tuple(each for each in decision.findings if not each.facts or not set(each.facts) <= set(facts))
    return replace(decision, findings=kept)


def may_submit(kind: str, payment: PaymentGiven | None, hold_unpaid: bool, on: date) -> Decision:
    """Whether an application may be submitted with the money that comes with it; a draft needs the schedule alone."""
    pack = laws.pack()
    found = estimate(f"certificate.{kind}", {}, on)
    brought = 0 if payment is None else found.amount if payment.amount is None else payment.amount
    told = {"fee.in_schedule": found.in_schedule, "fee.charged": found.amount, "fee.paid": brought}
    decision = pack.gate(SUBMIT).decide({name: each for name, each in told.items() if each is not None}, on, pack.hash)
    return but(decision, "fee.paid", "fee.charged") if hold_unpaid else decision


# -- taking an application in ------------------------------------------------------------------------------------------


def take_in(
    doing: Doing[Any],
    *,
    kind: str,
    parcel: Parcel,
    permit: Permit | None,
    given: Contents,
    words: str,
    payment: PaymentGiven | None,
    people: Iterable[PartyGiven] = (),
) -> Certificate:
    """Opens the case of an application, fills in what is known, charges its fee and takes the money for it."""
    title = str(Certificate.Kind(kind).label)
    case = open_case(doing, kind=KIND, title=title, parcel=parcel, received_on=doing.on)
    if permit is not None:
        case.job = permit.case.job
        case.save(update_fields=["job"])
        doing.touch(case=permit.case_id)
        for row in Party.objects.filter(case=permit.case, part__in=_PARTIES, ends=None).select_related("person"):
            add_party(doing, case, row.person, row.part)
    for place, each in enumerate(people):
        if each.who.empty:
            raise InputError({f"people.{place}.who.name": "Say who it is."})
        add_party(doing, case, enter(doing, each.who), each.part, each.why)
    certificate = Certificate(case=case, permit=permit, kind=kind, received_on=doing.on, words=words, coverage="whole")
    doing.made(certificate)
    certificate.building = building_of(parcel, given.building)
    write(certificate, {**known(certificate, parcel, doing.on), **_told(given)})
    certificate.save()
    _papers_of_before(certificate)
    line = charge(doing, case, certificate.fee_code, {})
    if payment is not None:
        _take(doing, certificate, payment, line.amount)
    file_if_paid(doing, certificate)
    index(certificate)
    return certificate


def _told(given: Contents) -> dict[str, Any]:
    return {name: value for name in FIELDS if (value := getattr(given, name)) not in ("", None)}


def write(certificate: Certificate, values: Mapping[str, Any]) -> dict[str, Any]:
    """Writes what a certificate says; answers what changed, with what stood there before."""
    before = {name: getattr(certificate, name) for name, value in values.items() if getattr(certificate, name) != value}
    for name, value in values.items():
        setattr(certificate, name, value)
    return before


def known(certificate: Certificate, parcel: Parcel, on: date) -> dict[str, Any]:
    """What the permit, the parcel and the building say of it already."""
    permit, building = certificate.permit, certificate.building
    facts = building.facts_on(on) if building is not None else None
    occupancy = (permit.occupancy_proposed or permit.occupancy_existing) if permit is not None else ""
    found = {
        "address": parcel.address,
        "tax_map": parcel.key,
        "property_name": parcel.name,
        "use": facts.use if facts is not None else "",
        "occupancy": occupancy or (facts.occupancy if facts is not None else ""),
        "construction_type": (permit.construction_type if permit is not None else "")
        or (facts.construction if facts is not None else ""),
    }
    return {name: value for name, value in found.items() if value}


def building_of(parcel: Parcel, key: UUID | None) -> Building | None:
    """The building meant, or the only one that stands on the parcel. Raises `InputError` for one that is not there."""
    standing = Building.objects.filter(parcel=parcel, ended_on=None)
    if key is None:
        return standing.get() if standing.count() == 1 else None
    found = standing.filter(pk=key).first()
    if found is None:
        raise InputError({"building": "There is no such building on the parcel."})
    return found


def _papers_of_before(certificate: Certificate) -> None:
    """Takes over the papers that came in for an earlier certificate under the same permit."""
    if certificate.permit is None:
        return
    earlier = (
        Certificate.objects.filter(permit=certificate.permit).exclude(pk=certificate.pk).order_by("received_on", "id")
    )
    kept = {paper.key: paper for each in earlier for paper in each.papers.all()}
    for paper in kept.values():
        CertificatePaper.objects.create(certificate=certificate, **{name: getattr(paper, name) for name in _TAKEN_OVER})


def _take(doing: Doing[Any], certificate: Certificate, payment: PaymentGiven, whole: Any) -> None:
    if not doing.actor.is_staff:
        raise InputError({"payment": "The fee is paid at the office: by check, card or cash."})
    amount = whole if payment.amount is None else payment.amount
    if amount <= 0:
        raise InputError({"payment": "There is no fee to pay."})
    payer = payment.payer or next((str(row.person) for row in certificate.case.parties.select_related("person")), "")
    take(
        doing,
        amounts={certificate.case: amount},
        method=payment.method,
        payer=payer or doing.actor.name,
        check_number=payment.check_number,
        bank=payment.bank,
        memo=payment.memo,
    )
    certificate.refresh_from_db()


def index(certificate: Certificate) -> None:
    """Keeps a certificate findable: by its number, place, parcel key and parties."""
    case = certificate.case
    names = [row.person.name for row in case.parties.select_related("person")]
    parcels = [row.parcel for row in case.on_parcels.select_related("parcel")]
    port.index(
        [
            port.Findable(
                kind=KIND,
                object_id=certificate.pk,
                title=str(case)[:200],
                line=", ".join(filter(None, dict.fromkeys([case.place, *names[:2]]))),
                number=case.number or "",
                keys=frozenset(key for p in parcels for key in (p.print_key_folded, p.sbl_folded) if key),
                words=" ".join([case.number or "", *names, *(addresses.words(p.address) for p in parcels)]),
                parcel_id=parcels[0].pk if parcels else None,
                on=certificate.issued_on or certificate.received_on,
                public=True,
            )
        ]
    )


# -- filed, ready ------------------------------------------------------------------------------------------------------


def file_if_paid(doing: Doing[Any], certificate: Certificate) -> bool:
    """Files an application on the day on which its fee is covered; answers whether it is filed."""
    if certificate.filed_on is None and certificate.pending:
        told = fee_facts(certificate.case, certificate.fee_code, doing.on)
        if decide(SUBMIT, certificate, doing.on, told).allowed:
            day = told.get("fee.paid_on") or doing.on
            certificate.filed_on = certificate.case.filed_on = day
            certificate.save(update_fields=["filed_on"])
            certificate.case.save(update_fields=["filed_on"])
    return certificate.filed_on is not None


@when_paid
def file_what_is_paid(doing: Doing[Any], case: Case) -> None:
    """Files the application whose fee a payment has covered."""
    certificate = Certificate.objects.filter(case=case).select_related("case").first()
    if certificate is not None:
        file_if_paid(doing, certificate)


@when_unpaid
def unfile(doing: Doing[Any], case: Case) -> None:
    """Takes the filing back where the money for it came back, unless the certificate is decided."""
    certificate = Certificate.objects.filter(case=case).select_related("case").first()
    if certificate is None or not certificate.pending or paid(case, certificate.fee_code, clock.today()) is not None:
        return
    certificate.filed_on = certificate.ready_on = case.filed_on = None
    certificate.save(update_fields=["filed_on", "ready_on"])
    case.save(update_fields=["filed_on"])


def decision_to_issue(certificate: Certificate, on: date, told: Mapping[str, Any] | None = None) -> Decision:
    """Whether a certificate may issue, the officer signing, unless `told` says who signs."""
    gate = TEMPORARY if certificate.temporary else ISSUE
    return decide(gate, certificate, on, told or {"actor.offices": {"officer"}})


@afterwards
def ready_or_not(doing: Doing[Any]) -> None:
    """Keeps the day from which a certificate waits for its signature alone, whichever act brought it about."""
    refs = list(doing.touched)
    touched = Q(case__in=refs) | Q(permit__case__in=refs)
    for certificate in Certificate.objects.applied_for().filter(touched).exclude(kind=Certificate.Kind.TEMPORARY):
        ready = decision_to_issue(certificate, clock.today()).allowed
        if ready != (certificate.ready_on is not None):
            certificate.ready_on = doing.on if ready else None
            certificate.save(update_fields=["ready_on"])
