"""Reviewing an application: the checklist, the examination under the codes, and the acceptance of its documents."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from townwright.law.facts import FactError
from townwright.law.findings import Decision, Outcome
from townwright.law.findings import plain as as_json
from townwright.office import laws
from townwright.office.files.models import Document, Round
from townwright.office.papers.stamp import HEADING, Stamp, stamp_as_accepted
from townwright.office.permits import gates, papers, stages
from townwright.office.permits.acts.requesting import settle_items, take_back
from townwright.office.permits.documents import ACCEPTED, is_pdf, last_round, plans_of, supersede
from townwright.office.permits.facts import AMENDMENT_FEE, open_items, under_review
from townwright.office.permits.inputs import LONG, MarkGiven
from townwright.office.permits.models import Permit, ReviewMark
from townwright.office.permits.telling import tell
from townwright.office.register.actors import Actor
from townwright.office.register.acts import INSPECTORS, OFFICERS, Act, Doing, act
from townwright.office.register.errors import InputError

#: Facts that a reviewer may find beside those that the act has fields for.
_FINDABLE = ("application.", "work.", "documents.", "professional.", "seal.", "town.", "building.")


class Review(Act):
    """What a reviewer found. Only what is given is changed."""

    marks: list[MarkGiven] = Field(default=[], title="Items of the checklist")
    code_sections: list[str] | None = Field(default=None, title="Code sections relied on")
    seal_name: str | None = Field(default=None, title="Name on the seal", max_length=200)
    seal_signed_by: str | None = Field(default=None, title="Signed over the seal by", max_length=200)
    seal_license_number: str | None = Field(default=None, title="License number on the seal", max_length=40)
    ground_snow_load: Decimal | None = Field(
        default=None, title="Ground snow load in the drawings", ge=0, json_schema_extra={"unit": "psf"}
    )
    renewal_confirmed: bool | None = Field(default=None, title="Renewal of the registration confirmed")
    special_inspections_apply: bool | None = Field(default=None, title="Special inspections apply")
    other_bars: list[str] | None = Field(default=None, title="Approvals outside the chapter still open")
    facts: dict[str, Any] = Field(default={}, title="Further findings", description="By the name of each fact.")
    items_accepted: list[UUID] = Field(default=[], title="Answers accepted")
    items_withdrawn: list[UUID] = Field(default=[], title="Items no longer asked for")


#: The fact behind each field of the review.
_FACTS = {
    "code_sections": "documents.code_sections",
    "seal_name": "seal.name",
    "seal_signed_by": "seal.signed_by",
    "seal_license_number": "seal.license_number",
    "ground_snow_load": "documents.ground_snow_load",
    "renewal_confirmed": "professional.renewal_confirmed",
    "other_bars": "application.other_bars",
    "special_inspections_apply": "application.special_inspections_apply",
}


def _found(given: Review) -> dict[str, Any]:
    """What the review gives as facts, read in their types. Raises `InputError` for no fact of a review."""
    found = {fact: getattr(given, field) for field, fact in _FACTS.items() if getattr(given, field) is not None}
    catalogue = laws.pack().catalogue
    for name, value in given.facts.items():
        if not name.startswith(_FINDABLE) or name not in catalogue:
            raise InputError({f"facts.{name}": "There is no such fact to be found in a review."})
        try:
            found[name] = catalogue.read(name, value)
        except FactError as error:
            raise InputError({f"facts.{name}": f"{error}."}) from None
    return found


def _reviewable(permit: Permit, on: date) -> bool:
    return stages.pending(permit, on) or (stages.issued(permit, on) and permit.open_amendment() is not None)


def _may_review(permit: Permit, given: Review | None, on: date, actor: Actor) -> Decision:
    """A review waits for the filing; what is doubtful about the marks comes back as warnings."""
    decision = gates.plain("permit.review", on)
    decision = gates.only(decision, _reviewable(permit, on), "There is an application to review", permit)
    decision = _filed(decision, permit)
    if given is None:
        return decision
    marks = {f"review.{mark.item}": mark.outcome for mark in given.marks}
    after = gates.decide(gates.DOCUMENTS, permit, on, {**_found(given), **marks})
    return decision.and_(*after.of(Outcome.WARNING))


def _filed(decision: Decision, permit: Permit) -> Decision:
    """With what keeps the application, or the application to amend, from being filed."""
    at_hand = under_review(permit)
    if isinstance(at_hand, Permit):
        return gates.filed_or(decision, permit)
    if at_hand.filed_on is not None:
        return decision
    told = gates.fee_of(permit, at_hand, AMENDMENT_FEE, decision.on)
    return decision.and_(*gates.decide("amendment.submit", permit, decision.on, told).standing_in_the_way)


@act("permit.review", title="Review", subject=Permit, by=INSPECTORS, decide=_may_review, applies=_reviewable)
def review(doing: Doing[Permit], given: Review) -> None:
    """Marks items of the checklist and keeps what the reviewer found. An earlier mark stays on record."""
    permit = doing.subject
    found = _found(given)
    latest = last_round(permit.case)
    if not (given.marks or found or given.items_accepted or given.items_withdrawn):
        raise InputError({"marks": "Mark at least one item."})
    known = {line.key for line in laws.pack().lines_of("review")}
    for place, mark in enumerate(given.marks):
        if mark.item not in known:
            raise InputError({f"marks.{place}.item": f"The checklist has no item {mark.item}."})
        ReviewMark.objects.filter(permit=permit, item=mark.item, replaced=False).update(replaced=True)
        ReviewMark.objects.create(
            permit=permit,
            on=doing.on,
            by_name=doing.actor.name,
            round=latest.count if latest else 1,
            **mark.model_dump(),
        )
    permit.reviewed = {**permit.reviewed, **{name: as_json(value) for name, value in found.items()}}
    permit.save(update_fields=["reviewed"])
    settle_items(permit, given.items_accepted, given.items_withdrawn)
    if (given.items_accepted or given.items_withdrawn) and not open_items(permit):
        take_back(doing, permit)
    if latest is not None:
        Round.objects.filter(pk=latest.pk).update(reviewed_on=doing.on)
    doing.say(_said(given))
    doing.changed({}, {"marks": {mark.item: mark.outcome for mark in given.marks}, "found": found})


def _said(given: Review) -> str:
    counted = {
        outcome: sum(mark.outcome == outcome for mark in given.marks)
        for outcome in ("satisfied", "not satisfied", "not applicable")
    }
    parts = [f"{count} {outcome}" for outcome, count in counted.items() if count]
    return f"Reviewed: {', '.join(parts)}" if parts else "Reviewed"


class Examine(Act):
    """The result of the examination under each code. One that is left empty stays as it is."""

    uniform_code: Literal["", "complies", "does not comply"] = Field(default="", title="Uniform Code")
    energy_code: Literal["", "complies", "does not comply"] = Field(default="", title="Energy Code")
    words: str = Field(default="", title="Note", max_length=2000, json_schema_extra=LONG)


def _may_examine(permit: Permit, given: Examine | None, on: date, actor: Actor) -> Decision:
    decision = gates.plain("permit.examine", on)
    return _filed(gates.only(decision, _reviewable(permit, on), "There is an application to examine", permit), permit)


@act(
    "permit.examine",
    title="Examine under the codes",
    subject=Permit,
    by=INSPECTORS,
    decide=_may_examine,
    applies=_reviewable,
)
def examine(doing: Doing[Permit], given: Examine) -> None:
    """Records whether the work complies with the Uniform Code and the Energy Code. Both are needed for a decision."""
    if not given.uniform_code and not given.energy_code:
        raise InputError({"uniform_code": "Give the result under at least one of the codes."})
    at_hand = under_review(doing.subject)
    before = {"uniform_code": at_hand.uniform_code, "energy_code": at_hand.energy_code}
    at_hand.uniform_code = given.uniform_code or at_hand.uniform_code
    at_hand.energy_code = given.energy_code or at_hand.energy_code
    at_hand.examined_on = doing.on if at_hand.uniform_code and at_hand.energy_code else None
    at_hand.save(update_fields=["uniform_code", "energy_code", "examined_on"])
    results = [("Uniform Code", at_hand.uniform_code), ("Energy Code", at_hand.energy_code)]
    doing.say("Examined: " + ", ".join(f"{code} {result or 'not examined'}" for code, result in results))
    doing.changed(before, {name: getattr(at_hand, name) for name in before})


class AcceptDocuments(Act):
    """The acceptance of the construction documents and the return of the applicant's set."""

    method: Literal["electronic", "stamp", "written"] = Field(default="electronic", title="How they are marked")
    returned_to: str = Field(
        default="", title="Returned to", max_length=200, description="The applicant, if left empty."
    )
    returned_how: str = Field(
        default="", title="How returned", max_length=100, description="By hand, by post, electronically."
    )
    returned_on: date | None = Field(default=None, title="Returned on")


def _acceptable(permit: Permit, on: date) -> bool:
    return _reviewable(permit, on) and under_review(permit).documents_accepted_on is None


def _may_accept(permit: Permit, given: AcceptDocuments | None, on: date, actor: Actor) -> Decision:
    decision = _filed(gates.decide(gates.DOCUMENTS, permit, on, gates.of_actor(actor, on)), permit)
    return gates.only(decision, _acceptable(permit, on), "There are documents that are not accepted yet", permit)


@act(
    "permit.accept_documents",
    title="Accept the documents",
    subject=Permit,
    by=OFFICERS,
    decide=_may_accept,
    applies=_acceptable,
)
def accept_documents(doing: Doing[Permit], given: AcceptDocuments) -> None:
    """Accepts the construction documents: every sheet is marked, one set stays with the office unchanged, the other
    goes back with the notice that it is no permit.
    """
    permit, case = doing.subject, doing.subject.case
    latest = last_round(case)
    assert latest is not None, "the application has opened the first round"
    supersede(case)
    mark = f"{permit.application_number or permit.number} R{latest.count}"
    plans = plans_of(case)
    stamped = [_stamped(doing, permit, document, mark) for document in plans if is_pdf(document)]
    case.rounds.filter(accepted_on=None).update(accepted_on=doing.on)
    at_hand = under_review(permit)
    at_hand.documents_accepted_on, at_hand.acceptance_mark = doing.on, mark
    at_hand.save(update_fields=["documents_accepted_on", "acceptance_mark"])
    paper = papers.print_it(
        doing,
        permit,
        papers.documents_accepted(
            doing,
            permit,
            plans,
            mark=mark,
            to=given.returned_to,
            how=given.returned_how,
            returned=given.returned_on or doing.on,
        ),
    )
    notices = [d.text for d in laws.pack().paper("documents_accepted").directives]
    tell(doing, case, "your construction documents are accepted", *notices, papers=(paper,))
    files = f"{len(stamped)} file{'' if len(stamped) == 1 else 's'}"
    doing.say(f"Construction documents accepted, mark {mark}, {files} stamped")
    doing.changed(
        {"documents_accepted_on": None},
        {
            "documents_accepted_on": doing.on,
            "mark": mark,
            "method": given.method,
            "files": {str(document.file_id): document.file.sha256 for document in plans},
            "stamped": {str(document.file_id): document.file.sha256 for document in stamped},
        },
    )


def _stamped(doing: Doing[Permit], permit: Permit, document: Document, mark: str) -> Document:
    """A copy of the document with the stamp on every sheet, filed beside it; an older copy of the sheet is replaced."""
    pack = laws.pack()
    signs = papers.signature(doing)
    stamp = Stamp(
        town=pack.town.name,
        application=permit.application_number or permit.number,
        accepted=doing.on,
        mark=mark,
        officer=f"{signs.name}, {pack.officers['officer'].title}",
        colour=pack.town.colours.town,
        heading=pack.paper("documents_accepted").stamp or HEADING,
    )
    copy = stamp_as_accepted(document.file, stamp, at=doing.at)
    olds = Document.objects.filter(case=permit.case, kind=ACCEPTED, replaced=False)
    olds.filter(file__original=document.file).update(replaced=True)
    if document.sheet:
        olds.filter(sheet=document.sheet).update(replaced=True)
    return Document.objects.create(
        case=permit.case,
        parcel=document.parcel,
        round=document.round,
        file=copy,
        kind=ACCEPTED,
        title=document.title,
        sheet=document.sheet,
        received_on=doing.on,
        received_by="office",
    )
