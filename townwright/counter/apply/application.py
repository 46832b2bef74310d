"""A draft as the law and the act read it: facts for the open questions and the fee, and the input of the act."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from townwright.counter.apply.drafts import CARRIED
from townwright.counter.apply.sheets import NONE, Sign
from townwright.law import inspections
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.predicates import Asked
from townwright.office import laws
from townwright.office.files.kinds import Kind
from townwright.office.files.models import StoredFile
from townwright.office.money.acts import Estimate, estimate
from townwright.office.people.models import Ownership
from townwright.office.permits.inputs import PLANS
from townwright.office.permits.models import Draft
from townwright.office.places.models import Parcel
from townwright.office.register import acts
from townwright.office.register.actors import PUBLIC
from townwright.office.register.facts import gather

FEE = "permit.application"
#: What makes an application complete, and what its documents are held against.
_COMPLETE, _DOCUMENTS = "application.complete", "documents.accept"
#: Settled by the signature, by the office, or after the application.
_LATER = frozenset(
    {
        "application.form",
        "application.form_accepted",
        "application.signed_by",
        "application.signer_is_owner_of_record",
        "application.agent_authorized_on",
        "application.open_requests",
        "parcel.in_jurisdiction",
        "parcel.under_agreement",
    }
)
_ASKED = ("work.", "town.", "building.", "factory.applies")
#: What can be carried into an application, and what of it stands in the sheet about the work.
_CARRIED = ("application.", *_ASKED)
WORK_FACTS = {"application.work_type": "work_types", "application.cost": "cost", "application.area": "area"}


@dataclass(frozen=True, slots=True)
class Handed:
    """A paper that was handed in with the draft: its file, and what it is said to be."""

    stored: StoredFile
    kind: str
    sheet: str = ""

    @property
    def troubles(self) -> list[str]:
        """What to know about the file, in words for the person who sent it."""
        said = [f"It {words}. We open such files with care." for words in self.stored.caution_words]
        if self.kind in PLANS and self.stored.kind != Kind.PDF:
            said.append(
                "We can read it, and we keep it. We cannot stamp it as accepted: send the drawings as PDF, too, or "
                "bring two sets on paper."
            )
        return said


def parcels(draft: Draft) -> list[Parcel]:
    """The parcels of the draft, the first one first."""
    keys = [UUID(key) for key in draft.answers.get("place", {}).get("parcels", [])]
    found = {parcel.pk: parcel for parcel in Parcel.objects.filter(pk__in=keys)}
    return [found[key] for key in keys if key in found]


def handed(draft: Draft) -> list[Handed]:
    """The papers of the draft, in the order in which they came."""
    rows = draft.answers.get("papers", {}).get("files", [])
    found = {str(row.pk): row for row in StoredFile.objects.filter(pk__in=[row["file"] for row in rows])}
    return [Handed(found[row["file"]], row["kind"], row.get("sheet", "")) for row in rows if row["file"] in found]


def shut(parcel: Parcel) -> tuple[Finding, ...]:
    """Why no application for a parcel is taken here; nothing where it is. The law is asked by the act itself."""
    asked = {"parcels": [parcel.pk], "people": [{"part": "applicant", "who": {"name": "Not named yet"}}]}
    return acts.ask("permit.submit", asked, actor=PUBLIC).decision.standing_in_the_way


# -- facts ---------------------------------------------------------------------------------------------------------


def facts(draft: Draft, on: date, papers: Iterable[Handed] = ()) -> dict[str, Any]:
    """What the draft tells the law."""
    work, rows = draft.answers.get("work", {}), draft.answers.get("buildings", {}).get("buildings", [])
    first = rows[0] if rows else {}
    types = work.get("work_types") or []
    told: dict[str, Any] = {
        **{f"application.{name}": work.get(name) for name in ("location", "nature", "extent", "scope", "cost", "area")},
        "application.work_type": types[0] if types else None,
        "application.occupancy": first.get("occupancy"),
        "application.occupancy_proposed": first.get("occupancy_proposed"),
        "application.buildings_affected": len(rows) or None,
        "application.buildings_listed": sum(1 for row in rows if row.get("tax_map") and row.get("address")),
        "documents.electronic": any(each.kind in PLANS and each.stored.kind == Kind.PDF for each in papers),
        "documents.sets": 0,
        **_of_designer(people(draft)),
        **answered(draft),
    }
    for parcel in parcels(draft)[:1]:
        told.update(gather(parcel, [f.name for f in laws.pack().catalogue if f.name.startswith("parcel.")], on))
    before = {name: value for name, value in carried(draft).items() if name in WORK_FACTS}
    return {**before, **{name: value for name, value in told.items() if value not in (None, "")}}


def another_owner(draft: Draft, on: date) -> str:
    """The address of a parcel whose owners on record are others than who says that they own it; empty if there is none.

    That the owner signs is the law's to ask; this only says beforehand what the records will be held against.
    """
    told = people(draft)
    own = told.get("you") if told.get("you_are") == "owner" else told.get("owner")
    name = ((own or {}).get("name") or "").casefold()
    for parcel in parcels(draft) if name else ():
        rows = Ownership.objects.on(on).filter(parcel=parcel, may_sign=True).select_related("person")
        names = {row.person.name.casefold() for row in rows}
        if names and name not in names:
            return parcel.address or parcel.key
    return ""


def people(draft: Draft) -> dict[str, Any]:
    """Everybody who was named: who applies and owns, who builds and draws."""
    return {**draft.answers.get("people", {}), **draft.answers.get("builders", {})}


def _of_designer(people: Mapping[str, Any]) -> dict[str, Any]:
    one = people.get("designer") or {}
    if not one.get("name"):
        return {"professional.profession": "none"} if people.get("no_designer") else {}
    return {
        "professional.profession": one.get("profession") or "none",
        "professional.name": one["name"],
        "professional.license_number": one.get("license_number"),
        "professional.registration_expires_on": one.get("license_ends"),
        "professional.sole_practitioner": one.get("sole_practitioner"),
        "professional.firm": one.get("firm_name"),
        "professional.certificate_of_authorization": one.get("authorization_number"),
    }


def answered(draft: Draft) -> dict[str, Any]:
    """The answers to the questions that the law left open, by the names of their facts, and those that were given
    before the application was begun.
    """
    asked = {
        name: [each for each in value if each != NONE] if isinstance(value, list) else value
        for name, value in draft.answers.get("questions", {}).items()
    }
    return {**{name: value for name, value in carried(draft).items() if name not in WORK_FACTS}, **asked}


def carried(draft: Draft) -> dict[str, Any]:
    """What was answered before the application was begun and is the applicant's to say."""
    catalogue = laws.pack().catalogue
    return {
        name: value
        for name, value in draft.answers.get(CARRIED, {}).items()
        if name.startswith(_CARRIED) and name in catalogue and catalogue[name].held_by == "applicant"
    }


def questions(draft: Draft, on: date) -> tuple[str, ...]:
    """The facts that only the applicant can tell and on which something still hangs: a visit, the fee, completeness.

    What is answered already stays among them, so that it can be changed.
    """
    own = answered(draft)
    told = facts(draft, on)
    without = {name: value for name, value in told.items() if name not in own}
    missing = dict.fromkeys([*_missing(without, on), *_missing(told, on)])
    catalogue = laws.pack().catalogue
    return tuple(
        name
        for name in sorted(missing, key=_place_of(catalogue))
        if name.startswith(_ASKED) and catalogue[name].held_by == "applicant"
    )


def _place_of(catalogue: Iterable[Any]) -> Any:
    order = {fact.name: place for place, fact in enumerate(catalogue)}
    return lambda name: order.get(name, len(order))


def _missing(told: Mapping[str, Any], on: date) -> Iterable[str]:
    pack = laws.pack()
    asked = Asked(told, on, pack.catalogue, laws.calendar(), pack.value)
    for line in inspections.plan(pack.inspections, asked):
        yield from line.missing
    yield from estimate(FEE, told, on).missing
    for finding in pack.gate(_COMPLETE).decide(told, on).findings:
        yield from finding.missing


def missing(draft: Draft, papers: list[Handed], on: date) -> Decision:
    """What is still wanting before the application is complete, as far as it is the applicant's to give now."""
    told, pack = facts(draft, on, papers), laws.pack()
    found = [
        finding
        for gate in (_COMPLETE, _DOCUMENTS)
        for finding in pack.gate(gate).decide(told, on).standing_in_the_way
        if finding.held_by == "applicant" and _is_due(gate, finding, named="professional.name" in told)
    ]
    return Decision(_COMPLETE, on, tuple(found), pack_hash=pack.hash)


def _is_due(gate: str, finding: Finding, *, named: bool) -> bool:
    """Whether the applicant can do something about it now. Of the drawings only who made them is told here."""
    catalogue = laws.pack().catalogue
    if any(name in _LATER or name.startswith("fee.") for name in finding.facts):
        return False
    if any(catalogue[name].held_by != "applicant" for name in finding.missing):
        return False
    if gate == _COMPLETE:
        return True
    of_designer = all(name.startswith("professional.") for name in finding.facts)
    return of_designer and (named or finding.outcome is Outcome.UNMET)


def fee(draft: Draft, on: date) -> Estimate:
    """What the application will cost by the schedule in force, as far as the answers tell."""
    return estimate(FEE, facts(draft, on), on)


# -- the input -----------------------------------------------------------------------------------------------------


def given(draft: Draft, signed: Sign, on: date) -> dict[str, Any]:
    """The input of the act from everything that was answered."""
    work = {name: value for name, value in draft.answers.get("work", {}).items() if value is not None}
    documents = [{"file": str(each.stored.pk), "kind": each.kind, "sheet": each.sheet} for each in handed(draft)]
    if signed.authorization is not None:
        documents.append({"file": str(signed.authorization), "kind": "authorization", "sheet": ""})
    return {
        **work,
        "kind": draft.kind,
        "parcels": [str(parcel.pk) for parcel in parcels(draft)],
        "buildings": [
            row
            for row in draft.answers.get("buildings", {}).get("buildings", [])
            if row.get("tax_map") and row.get("address")
        ],
        "buildings_affected": len(draft.answers.get("buildings", {}).get("buildings", [])) or None,
        "answers": answered(draft),
        "people": parties(people(draft)),
        "documents": documents,
        "signed_by": signed.signed_by,
        "signed_as": signed.signed_as,
        "signed_on": on if signed.signed_as != "nobody" else None,
        "authorized_on": signed.authorized_on if signed.signed_as == "agent" else None,
        "draft": str(draft.pk),
    }


def parties(people: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Who has which part. Who fills the application in is the applicant, and what they said they are."""
    you = {"kind": "person", **people.get("you", {})}
    said = people.get("you_are", "other")
    rows = [{"part": "applicant", "who": you}]
    if said not in ("other",):
        rows.append({"part": said, "who": you})
    for part, name in (("owner", "owner"), ("contractor", "contractor"), ("design professional", "designer")):
        who = people.get(name) or {}
        if not who.get("name"):
            continue
        if part == said and who["name"].casefold() == you.get("name", "").casefold():
            rows = [row for row in rows if row["part"] != part]
        rows.append({"part": part, "who": {key: value for key, value in who.items() if value not in (None, "")}})
    return rows
