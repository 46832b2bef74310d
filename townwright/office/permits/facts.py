"""What permits tell the law: the application, its documents and review, its fee, the permit and what became of it.

A fact that nobody knows is left out; the finding that rests on it then says so and names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from townwright.law.permits import ISSUED
from townwright.law.renewals import years_missed
from townwright.office import laws
from townwright.office.cases.models import Party, RequestItem
from townwright.office.money.acts import fee_facts
from townwright.office.people.models import Insurance, Ownership, Person
from townwright.office.permits import terms
from townwright.office.permits.documents import is_pdf, last_round, plans_of
from townwright.office.permits.models import Amendment, Ground, Permit, ReviewMark, Showing
from townwright.office.places.models import Parcel
from townwright.office.register.facts import gather, tells

#: The code of the fee that an application for a permit pays.
APPLICATION_FEE = "permit.application"
AMENDMENT_FEE = "permit.amendment"
RENEWAL_FEE = "permit.renewal"

#: Facts of an application that it has fields for, that the review finds, or that the office's records tell: no question
#: of a form stands for them.
OF_FIELDS = frozenset(
    f"application.{name}"
    for name in (
        "agent_authorized_on", "area", "buildings_affected", "buildings_listed", "cost", "extent", "form",
        "form_accepted", "location", "nature", "occupancy", "occupancy_proposed", "open_requests", "other_bars",
        "scope", "signed_by", "signer_is_owner_of_record", "special_inspections_apply",
        "special_inspections_statement", "submitted_on", "work_type",
    )
)  # fmt: skip

#: Facts of several parcels that hold only if they hold of each.
_OF_EACH = frozenset({"parcel.in_jurisdiction", "parcel.under_agreement"})
_OPEN = "parcel.open_violations"
#: Forms of insurance that are exemptions, and what they are called among the facts.
_EXEMPTIONS = {"CE-200": "exempt", "BP-1": "homeowner"}


def parcels_of(permit: Permit) -> list[Parcel]:
    """The parcels that the work lies on, the first one first."""
    return [row.parcel for row in permit.case.on_parcels.select_related("parcel")]


def of_parcel(parcel: Parcel, names: Iterable[str], on: date) -> dict[str, Any]:
    """What is known of one parcel. An intermunicipal agreement that is not on file is none."""
    return {"parcel.under_agreement": False, **gather(parcel, names, on)}


@tells(Permit, "parcel.*")
def of_its_parcels(permit: Permit, on: date) -> Mapping[str, Any]:
    """What is known of the parcels together."""
    names = [fact.name for fact in laws.pack().catalogue if fact.name.startswith("parcel.")]
    each = [of_parcel(parcel, names, on) for parcel in parcels_of(permit)]
    told: dict[str, Any] = {}
    for name in names:
        values = [facts[name] for facts in each if name in facts]
        if values and (together := _together(name, values, whole=len(values) == len(each))) is not None:
            told[name] = together
    if _OPEN in told:  # what the office's visits left open, and what the officer's own search has found beside it
        told[_OPEN] = frozenset(told[_OPEN]).union(permit.answers.get(_OPEN, ()))
    return told


def _together(name: str, values: list[Any], *, whole: bool) -> Any:
    """One value for several parcels; None where an untold one could still change it."""
    if not isinstance(values[0], bool):
        return frozenset().union(*values)
    decides = name not in _OF_EACH  # one "yes" decides; of what must hold of each, one "no"
    if decides in values:
        return decides
    return (not decides) if whole else None


@tells(Permit, "application.*", "work.*", "town.*", "building.*")
def of_the_application(permit: Permit, on: date) -> Mapping[str, Any]:
    """The application as it stands: the answers, what the reviewer found, and the office's own fields."""
    first = permit.buildings[0] if permit.buildings else {}
    own: dict[str, Any] = {
        "application.form": permit.form,
        "application.form_accepted": permit.form_accepted_on is not None and permit.form_accepted_on <= on,
        "application.signed_by": permit.signed_as or "nobody",
        "application.signer_is_owner_of_record": _signer_is_owner(permit, on),
        "application.agent_authorized_on": permit.authorized_on,
        "application.submitted_on": permit.received_on,
        "application.location": permit.location,
        "application.nature": permit.nature,
        "application.extent": permit.extent,
        "application.scope": permit.scope,
        "application.buildings_affected": permit.buildings_affected,
        "application.buildings_listed": len(permit.buildings),
        "application.occupancy": permit.occupancy_existing or first.get("occupancy"),
        "application.occupancy_proposed": permit.occupancy_proposed or first.get("occupancy_proposed"),
        "application.special_inspections_statement": _has(permit, "special inspections statement"),
        "application.open_requests": [item.title for item in open_items(permit)],
        "application.work_type": permit.work_types[0] if permit.work_types else None,
        "application.cost": permit.cost,
        "application.area": permit.area,
        "work.completed_on": permit.completed_on,
    }
    told = {"application.other_bars": [], **permit.answers, **permit.reviewed}
    told.pop(_OPEN, None)  # the lot tells it, with the officer's own search
    told.update({name: value for name, value in own.items() if value not in (None, "")})
    return told


#: What only the office's own records tell, or who acts: no answer of anybody stands for it.
OF_RECORDS = (
    "actor.",
    "certificate.",
    "conflict.",
    "correction.",
    "designation.",
    "documents.accepted_on",
    "documents.electronic",
    "documents.filed_on",
    "documents.sets",
    "examined.",
    "fee.",
    "finding.",
    "inspection.",
    "insurance.",
    "officer.",
    "parcel.in_",
    "parcel.stop_work_orders",
    "parcel.under_agreement",
    "permit.",
    "professional.",
    "review.",
    "schedule.",
    "seal.",
    "showing.",
    "temporary.",
)


def may_be_said(name: str) -> bool:
    """Whether somebody can be asked for a fact, no record of the office telling it."""
    return not name.startswith(OF_RECORDS)


#: Families of facts that only answers tell: what an application says of the work and of the lot.
_ANSWERS = (
    "affidavit.*",
    "awning.*",
    "bedrooms.*",
    "equipment.*",
    "fence.*",
    "foundation_survey.*",
    "home.*",
    "living_area.*",
    "partition.*",
    "repair.*",
    "septic.*",
    "setback.*",
    "solar.*",
    "staking.*",
    "structure.*",
    "subdivision.*",
    "survey.*",
    "tanks.*",
    "wall.*",
    "zoning.*",
)
#: What the names of facts begin with that only answers tell.
ANSWERED = ("application.", "work.", "town.", "building.", "factory.applies", *(each[:-1] for each in _ANSWERS))


@tells(Permit, *_ANSWERS)
def of_the_work_and_the_lot(permit: Permit, on: date) -> Mapping[str, Any]:
    """What was answered of the families that only answers tell."""
    families = tuple(each[:-1] for each in _ANSWERS)
    return {name: value for name, value in permit.answers.items() if name.startswith(families)}


@tells(Permit)
def of_the_answers(permit: Permit, on: date) -> Mapping[str, Any]:
    """What was answered to questions of the law that no record of the office tells."""
    return permit.answers


@tells(Permit, "application.owner_name", "application.owner_address", "application.tax_map")
def of_the_owner_and_the_land(permit: Permit, on: date) -> Mapping[str, Any]:
    """The owner as a party, and the number of the first parcel."""
    owner = permit.party(Party.Part.OWNER)
    parcel = next(iter(parcels_of(permit)), None)
    told = {
        "application.owner_name": owner.name if owner else "",
        "application.owner_address": owner.postal if owner else "",
        "application.tax_map": parcel.print_key if parcel else "",
    }
    return {name: value for name, value in told.items() if value}


def _signer_is_owner(permit: Permit, on: date) -> bool | None:
    """Whether who signed may sign for the owners of every parcel; None where no owner of one is on record."""
    name = permit.signed_by.casefold()
    owners = [
        {
            row.person.name.casefold()
            for row in Ownership.objects.on(on).filter(parcel=parcel, may_sign=True).select_related("person")
        }
        for parcel in parcels_of(permit)
    ]
    return None if not name or not all(owners) else all(name in names for names in owners)


def open_items(permit: Permit) -> list[RequestItem]:
    """What the office asked for and the applicant has not answered."""
    return list(
        RequestItem.objects.filter(request__case_id=permit.case_id, state=RequestItem.State.WAITING)
        .select_related("request")
        .order_by("request__count", "count")
    )


def _has(permit: Permit, kind: str) -> bool:
    return permit.case.documents.filter(kind=kind, replaced=False).exists()


@tells(Permit, "documents.*", "criteria.*")
def of_the_documents(permit: Permit, on: date) -> Mapping[str, Any]:
    """Sets and files as they came in last, and whether they are accepted."""
    latest = last_round(permit.case)
    told: dict[str, Any] = {name: value for name, value in permit.reviewed.items() if name.startswith("documents.")}
    told["documents.electronic"] = any(map(is_pdf, plans_of(permit.case)))
    told["documents.sets"] = sum(permit.case.rounds.values_list("paper_sets", flat=True))
    if latest is not None:
        told["documents.filed_on"] = latest.opened_on
    if (accepted := under_review(permit).documents_accepted_on) is not None:
        told["documents.accepted_on"] = accepted
    pack = laws.pack()
    criteria = {name: pack.value(name, on) for name in pack.values if name.startswith("criteria.")}
    return {**told, **{name: value for name, value in criteria.items() if value is not None}}


def under_review(permit: Permit) -> Permit | Amendment:
    """What the office reviews: the application, or once the permit is issued the open application to amend it."""
    return (permit.open_amendment() if permit.issued_on else None) or permit


@tells(Permit, "professional.*", "seal.*")
def of_the_professional(permit: Permit, on: date) -> Mapping[str, Any]:
    """The design professional as a party, and the seal as the reviewer read it."""
    told = {name: value for name, value in permit.reviewed.items() if name.startswith(("professional.", "seal."))}
    # That the registration was renewed is so only once an officer has recorded it.
    told.setdefault("professional.renewal_confirmed", False)
    person = permit.party(Party.Part.DESIGNER)
    if person is None:
        return {**told, "professional.profession": "none"}
    own = {
        "professional.profession": person.profession or "none",
        "professional.name": person.name,
        "professional.license_number": person.license_number,
        "professional.registration_expires_on": person.license_ends,
        "professional.sole_practitioner": person.sole_practitioner,
        "professional.firm": person.firm_name,
        "professional.certificate_of_authorization": person.authorization_number,
    }
    return {**told, **{name: value for name, value in own.items() if value not in (None, "")}}


@tells(Permit, "examined.*", "review.*")
def of_the_review(permit: Permit, on: date) -> Mapping[str, Any]:
    """The examination under both codes, and the checklist line by line."""
    at_hand = under_review(permit)
    told: dict[str, Any] = {
        "examined.uniform_code": at_hand.uniform_code or None,
        "examined.energy_code": at_hand.energy_code or None,
        "examined.on": at_hand.examined_on,
    }
    for mark in permit.marks.filter(replaced=False):
        told[f"review.{mark.item}"] = mark.outcome
        told[f"review.{mark.item}.{'reason' if mark.outcome == 'not applicable' else 'note'}"] = _note(mark)
    return {name: value for name, value in told.items() if value is not None}


def _note(mark: ReviewMark) -> str | None:
    """What a reviewer wrote beside a mark, with the code sections cited there."""
    return ". ".join(part.rstrip(".") for part in (mark.words, mark.sections) if part) or None


@tells(Permit, "insurance.*")
def of_the_insurance(permit: Permit, on: date) -> Mapping[str, Any]:
    """Cover of those who do the work: the contractors, or without one who applies. The weakest of them counts."""
    workers = [row.person for row in parties(permit, Party.Part.CONTRACTOR)] or [
        person for person in (permit.party(Party.Part.APPLICANT),) if person is not None
    ]
    told: dict[str, Any] = {}
    for kind in ("workers compensation", "disability", "liability"):
        name = kind.replace(" ", "_")
        proofs = [_proof(worker, kind, on) for worker in workers] or [("none", None)]
        found, until = min(proofs, key=lambda proof: (_STRENGTH.index(proof[0]), proof[1] or date.max))
        told[f"insurance.{name}"] = found
        if until is not None:
            told[f"insurance.{name}_until"] = until
    return told


#: How cover is proved, the weakest first.
_STRENGTH = ("none", "insured", "exempt", "homeowner")


def _proof(person: Person, kind: str, on: date) -> tuple[str, date | None]:
    """How somebody's cover is proved on a day and until when: the proof that runs longest, a lapsed one too."""
    rows = Insurance.objects.filter(person=person, kind=kind).exclude(begins__gt=on)
    proofs = [(_EXEMPTIONS.get(row.form.upper().strip(), "insured"), row.ends) for row in rows]
    running = [proof for proof in proofs if proof[0] != "insured" or proof[1] is None or proof[1] >= on]
    return max(
        running or proofs, key=lambda proof: (_STRENGTH.index(proof[0]), proof[1] or date.max), default=("none", None)
    )


def parties(permit: Permit, *parts: str) -> list[Party]:
    """Those who have one of these parts in the case now."""
    return list(Party.objects.filter(case_id=permit.case_id, part__in=parts, ends=None).select_related("person"))


@tells(Permit, "fee.*")
def of_the_fee(permit: Permit, on: date) -> Mapping[str, Any]:
    """The fee of the application. Acts on an amendment or a renewal tell theirs in its place."""
    told = fee_facts(permit.case, APPLICATION_FEE, on)
    return {**told, "fee.original": told["fee.charged"]} if "fee.charged" in told else told


@tells(Permit, "permit.status", "permit.extensions", "permit.last_day", "permit.years_missed")
def of_the_permit(permit: Permit, on: date) -> Mapping[str, Any]:
    """How the permit stands on a day, and through which day it is in force."""
    key = permit.key_on(on)
    told = {"permit.status": key if key in ISSUED else "none", "permit.extensions": permit.renewals_given}
    if permit.issued_on is None:
        return told
    last = permit.dates()["last_day"]
    if last is not None:
        told = {**told, "permit.last_day": last}
    ends = terms.term_of(permit, on).last_day_in_force(permit.commenced_on)
    return {**told, "permit.years_missed": years_missed(ends, on)}


@tells(Permit, "finding.*")
def of_the_finding(permit: Permit, on: date) -> Mapping[str, Any]:
    """The finding that waits for its decision."""
    ground = permit.open_ground()
    return told_of(ground) if ground is not None else {}


def told_of(ground: Ground) -> dict[str, Any]:
    """A finding as facts."""
    told = {
        "finding.ground": ground.ground,
        "finding.defect": ground.defect,
        "finding.information": ground.information,
        "finding.rule_overlooked": ground.rule_overlooked,
        "finding.sections": ground.sections,
        "finding.condition": ground.condition,
        "finding.true_fact": ground.true_fact,
        "finding.evidence": ground.evidence,
        "finding.facts": ground.words,
        "finding.made_on": ground.found_on,
    }
    return {name: value for name, value in told.items() if value}


@tells(Permit, "showing.*")
def of_the_showings(permit: Permit, on: date) -> Mapping[str, Any]:
    """What the holder showed since the suspension: each showing for every finding on which it rests."""
    grounds = suspended_for(permit)
    shown = list(Showing.objects.filter(ground__in=grounds, accepted_on__lte=on).values_list("ground_id", "which"))
    return {
        f"showing.{which}_work_complies": bool(grounds) and all((ground.pk, which) in shown for ground in grounds)
        for which in Showing.Which.values
    }


def suspended_for(permit: Permit) -> list[Ground]:
    """The findings on which the suspension that stands now rests."""
    if permit.suspended_on is None:
        return []
    return list(permit.grounds.filter(decision="suspended", decided_on=permit.suspended_on))
