"""Applying for a permit: the application with its fee, its signature and form, and the correction of what was typed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from townwright.law.calendar import in_words
from townwright.law.facts import FactError, show_money
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.findings import plain as as_json
from townwright.law.words import listed
from townwright.office import laws
from townwright.office.cases.acts import add_party, close_case, hand_over, open_case
from townwright.office.cases.models import CaseParcel, Number, Party
from townwright.office.cases.numbers import draw, void
from townwright.office.files.models import Document
from townwright.office.find.port import find
from townwright.office.money.acts import charge, fee_facts, take
from townwright.office.people.acts import enter
from townwright.office.permits import gates, papers, stages
from townwright.office.permits.changes import note_change
from townwright.office.permits.documents import file_documents, handed_in, last_round, open_round
from townwright.office.permits.facts import APPLICATION_FEE, may_be_said, of_parcel
from townwright.office.permits.findable import index_permit
from townwright.office.permits.inputs import LONG, BuildingGiven, DocumentGiven, PartyGiven, PaymentGiven, WorkType
from townwright.office.permits.models import Draft, Permit
from townwright.office.permits.telling import tell
from townwright.office.places.findable import KIND_PARCEL
from townwright.office.places.models import Parcel
from townwright.office.register.actors import Actor
from townwright.office.register.acts import ANYONE, OFFICE_STAFF, OFFICERS, Act, Doing, act
from townwright.office.register.errors import InputError
from townwright.office.register.facts import gather

#: Facts that the application has fields for, and the field of each.
FIELDS_OF = {
    "application.location": "location",
    "application.nature": "nature",
    "application.extent": "extent",
    "application.scope": "scope",
    "application.cost": "cost",
    "application.area": "area",
    "application.occupancy": "occupancy_existing",
    "application.occupancy_proposed": "occupancy_proposed",
    "application.buildings_affected": "buildings_affected",
}

_ANSWERED = ("application.", "work.", "town.", "building.", "factory.applies", "paper.applies.")
SignedAs = Literal["owner", "agent", "other", "nobody"]


class Work(Act):
    """What is to be done."""

    work_types: list[WorkType] = Field(default=[], title="Kind of work", json_schema_extra={"group": "The work"})
    location: str = Field(
        default="", title="Where on the property", max_length=2000, json_schema_extra={**LONG, "group": "The work"}
    )
    nature: str = Field(
        default="", title="What sort of work", max_length=2000, json_schema_extra={**LONG, "group": "The work"}
    )
    extent: str = Field(
        default="",
        title="How much of the building it touches",
        max_length=2000,
        json_schema_extra={**LONG, "group": "The work"},
    )
    scope: str = Field(
        default="", title="What it includes", max_length=4000, json_schema_extra={**LONG, "group": "The work"}
    )
    cost: Decimal | None = Field(
        default=None,
        title="Estimated cost",
        ge=0,
        max_digits=12,
        decimal_places=2,
        json_schema_extra={"group": "The work"},
    )
    area: int | None = Field(
        default=None,
        title="Floor area of the work",
        ge=0,
        le=10_000_000,
        json_schema_extra={"group": "The work", "unit": "sq ft"},
    )
    occupancy_existing: str = Field(
        default="", title="Occupancy classification now", max_length=60, json_schema_extra={"group": "The work"}
    )
    occupancy_proposed: str = Field(
        default="", title="Occupancy classification proposed", max_length=60, json_schema_extra={"group": "The work"}
    )
    construction_type: str = Field(
        default="", title="Construction type", max_length=20, json_schema_extra={"group": "The work"}
    )
    buildings: list[BuildingGiven] = Field(
        default=[],
        title="Buildings and structures affected",
        json_schema_extra={"group": "Buildings affected", "one": "Building or structure"},
    )
    buildings_affected: int | None = Field(
        default=None,
        title="How many buildings the work affects",
        ge=0,
        le=1000,
        json_schema_extra={"group": "Buildings affected"},
    )
    answers: dict[str, Any] = Field(default={}, title="Further answers", description="By the name of each question.")


class Submit(Work):
    """An application for a permit."""

    kind: str = Field(default="building", title="Kind of permit", min_length=1, max_length=40)
    parcels: list[UUID] = Field(title="Parcels", min_length=1)
    people: list[PartyGiven] = Field(
        title="People and firms", min_length=1, json_schema_extra={"group": "People", "one": "Person or firm"}
    )
    form: Literal["town form", "other form", "oral"] = Field(
        default="town form", title="Form", json_schema_extra={"group": "Form and signature"}
    )
    signed_by: str = Field(
        default="", title="Signed by", max_length=200, json_schema_extra={"group": "Form and signature"}
    )
    signed_as: SignedAs = Field(default="nobody", title="Signed as", json_schema_extra={"group": "Form and signature"})
    signed_on: date | None = Field(default=None, title="Signed on", json_schema_extra={"group": "Form and signature"})
    authorized_on: date | None = Field(
        default=None, title="Owner's authorization dated", json_schema_extra={"group": "Form and signature"}
    )
    documents: list[DocumentGiven] = Field(default=[], title="Documents", json_schema_extra={"group": "Documents"})
    paper_sets: int = Field(
        default=0, title="Sets of drawings on paper", ge=0, le=99, json_schema_extra={"group": "Documents"}
    )
    on_paper: bool = Field(default=False, title="Handed in on paper", json_schema_extra={"group": "Documents"})
    scan: UUID | None = Field(
        default=None, title="Scan of the paper form", json_schema_extra={"group": "Documents", "file": True}
    )
    payment: PaymentGiven | None = Field(default=None, title="Payment", json_schema_extra={"group": "Fee"})
    for_permit: UUID | None = Field(default=None, title="Permit whose change needs this one")
    draft: UUID | None = Field(default=None, title="Draft", json_schema_extra={"widget": "hidden"})


def _may_submit(_: None, given: Submit | None, on: date, actor: Actor) -> Decision:
    """What must be so before the office takes an application in at all: in writing, and on a parcel of the town."""
    pack = laws.pack()
    decision = Decision(gates.FILE, on, pack_hash=pack.hash)
    assert given is not None, "an application is nobody's to offer before it is given"
    told: dict[str, Any] = {"application.form": given.form, "application.form_accepted": True}
    asked = pack.gate(gates.FILE)
    for parcel in _parcels(given.parcels):
        found = asked.decide({**of_parcel(parcel, asked.needs(on), on), **told}, on, pack.hash)
        decision = decision.and_(*(_of_village(f, parcel) for f in found.of(Outcome.UNMET)))
    return decision


def _of_village(finding: Finding, parcel: Parcel) -> Finding:
    """The finding with the village named that has the parcel."""
    village = laws.pack().town.village_of(parcel.swis)
    if village is None or "parcel.in_jurisdiction" not in finding.facts:
        return finding
    return replace(
        finding,
        why=f"{parcel} lies in the {village.name}, which enforces the codes there",
        cure=f"Apply to the {village.name}",
    )


def _parcels(keys: Iterable[UUID]) -> list[Parcel]:
    found = {parcel.pk: parcel for parcel in Parcel.objects.filter(pk__in=list(keys))}
    if unknown := [str(key) for key in keys if key not in found]:
        raise InputError(
            {"parcels": f"There is no such parcel here: {', '.join(unknown)}. Find it by address or tax map number."}
        )
    return [found[key] for key in dict.fromkeys(keys)]


@act("permit.submit", title="Submit an application", by=ANYONE, decide=_may_submit)
def submit(doing: Doing[Permit], given: Submit) -> None:
    """Takes an application in with its parties, documents and fee, and files it if its gate is met.

    Without its fee, its signature or an accepted form it is received, has its number, and is not filed.
    """
    first, *more = _parcels(given.parcels)
    title = (given.nature or given.scope or f"{given.kind.capitalize()} permit")[:200]
    case = open_case(doing, kind="permit", title=title, parcel=first, received_on=doing.on, more_parcels=tuple(more))
    permit = doing.made(
        Permit(
            case=case,
            kind=given.kind,
            received_on=doing.on,
            on_paper=given.on_paper,
            form=given.form,
            for_permit=_for_permit(given.for_permit, doing.actor),
        )
    )
    write_work(permit, given.model_dump(include=set(Work.model_fields)), doing.actor)
    _write_signature(permit, given)
    _give_number(permit, doing.on)
    permit.save()
    _enter_people(doing, permit, given.people)
    documents = open_round(case, on=doing.on, paper_sets=given.paper_sets, from_name=doing.actor.name)
    file_documents(doing, case, given.documents, documents)
    if given.scan is not None:
        _file_scan(doing, permit, given.scan)
    if given.draft is not None:
        Draft.objects.filter(pk=given.draft, submitted_case_id=None).update(submitted_case_id=case.pk)
    how = "On paper" if given.on_paper else "On line" if not doing.actor.is_staff else "At the counter"
    papers.print_it(doing, permit, papers.application(permit, how=how))
    _charge(doing, permit, given.payment)
    filed = gates.file_if_it_can_be(doing, permit)
    if any(finding.held_by == "applicant" for finding in gates.not_filed(permit, doing.on)):
        hand_over(case, to_applicant=True, on=doing.on)
    index_permit(permit)
    doing.say(f"Application {permit.number} {'filed' if filed else 'received, not filed'}: {title}, {case.place}")
    doing.changed(
        {},
        {"number": permit.number, "received_on": doing.on, "filed_on": permit.filed_on, "signed_as": permit.signed_as},
    )
    _tell_received(doing, permit)


def _for_permit(key: UUID | None, actor: Actor) -> Permit | None:
    found = Permit.objects.visible_to(actor).filter(pk=key).first() if key is not None else None
    if key is not None and found is None:
        raise InputError({"for_permit": "There is no such permit here."})
    return found


def _give_number(permit: Permit, on: date) -> None:
    """One number for application and permit, or two where the town's pack has a series for applications."""
    series = "application" if "application" in laws.pack().numbers.root else "permit"
    permit.application_number = permit.case.number = draw(series, on).text
    permit.case.save(update_fields=["number"])


def write_work(permit: Permit, given: Mapping[str, Any], actor: Actor) -> None:
    """Writes the fields of the work that are given; an answer to a question that has a field goes there."""
    answers = dict(given.get("answers") or {})
    read = {name: _read(name, value, actor) for name, value in answers.items()}
    for name, field in FIELDS_OF.items():
        if name in read and given.get(field) in (None, ""):
            setattr(permit, field, read.pop(name))
    if read.pop("application.work_type", None) and not given.get("work_types"):
        permit.work_types = [answers["application.work_type"]]
    permit.answers = {
        **permit.answers,
        **{name: as_json(value) for name, value in read.items() if name not in FIELDS_OF},
    }
    for field, value in given.items():
        if (
            field in Work.model_fields
            and field != "answers"
            and field not in Act.model_fields
            and value not in (None, "", [])
        ):
            setattr(permit, field, [dict(each) for each in value] if field == "buildings" else value)
    if permit.buildings_affected is None and permit.buildings:
        permit.buildings_affected = len(permit.buildings)


def _read(name: str, value: Any, actor: Actor) -> Any:
    """An answer in the type of its question. Raises `InputError` for no question of ours, or not theirs to answer."""
    catalogue = laws.pack().catalogue
    if name not in catalogue or not (name.startswith(_ANSWERED) or may_be_said(name)):
        raise InputError({f"answers.{name}": "There is no such question on the form."})
    if not actor.is_staff and catalogue[name].held_by != "applicant":
        raise InputError({f"answers.{name}": "This is for the office to say."})
    try:
        return catalogue.read(name, value)
    except FactError as error:
        raise InputError({f"answers.{name}": f"{error}."}) from None


def _write_signature(permit: Permit, given: Submit | RecordSignature) -> None:
    permit.signed_by, permit.signed_as = given.signed_by, given.signed_as
    permit.signed_on, permit.authorized_on = given.signed_on, given.authorized_on


def _enter_people(doing: Doing[Permit], permit: Permit, people: Iterable[PartyGiven]) -> None:
    """Enters the parties. Where nobody is named as applicant, the agent or the owner is the one."""
    entered: dict[str, Any] = {}
    for place, each in enumerate(people):
        if each.who.empty:
            raise InputError({f"people.{place}.who.name": "Say who it is."})
        person = enter(doing, each.who)
        add_party(doing, permit.case, person, each.part, each.why)
        entered.setdefault(each.part, person)
    if Party.Part.APPLICANT not in entered:
        applicant = entered.get(Party.Part.AGENT) or entered.get(Party.Part.OWNER)
        if applicant is None:
            raise InputError({"people": "Say who applies: the applicant, the owner or the owner's agent."})
        add_party(doing, permit.case, applicant, Party.Part.APPLICANT)


def _file_scan(doing: Doing[Permit], permit: Permit, scan: UUID) -> None:
    stored = handed_in(permit.case, scan, "scan")
    row = Document.objects.filter(case=None, file=stored).first() or Document(file=stored, received_on=doing.on)
    row.case, row.kind, row.title, row.round = (
        permit.case,
        "application",
        "Application as handed in",
        last_round(permit.case),
    )
    row.received_on = doing.on
    row.save()


def _charge(doing: Doing[Permit], permit: Permit, payment: PaymentGiven | None) -> None:
    """Charges the fee by the schedule in force on the day of the submission, and takes the money that came with it."""
    line = charge(doing, permit.case, APPLICATION_FEE, fee_measures(permit, doing.on))
    pay(doing, permit, payment, line.amount)


def fee_measures(permit: Permit, on: date) -> dict[str, Any]:
    """Everything about the application that a fee may be worked out from."""
    names = [fact.name for fact in laws.pack().catalogue if fact.name.startswith(_ANSWERED)]
    return gather(permit, [*names, *permit.answers, "permit.extensions", "permit.years_missed", "fee.original"], on)


def pay(doing: Doing[Any], permit: Permit, payment: PaymentGiven | None, whole: Decimal) -> None:
    """Takes the money that came with an application; only the office takes money."""
    if payment is None:
        return
    if not doing.actor.is_staff:
        raise InputError({"payment": "The fee is paid at the office: by check, card or cash."})
    amount = whole if payment.amount is None else payment.amount
    if amount <= 0:
        raise InputError({"payment": "There is no fee to pay."})
    applicant = permit.party(Party.Part.APPLICANT)
    take(
        doing,
        amounts={permit.case: amount},
        method=payment.method,
        payer=payment.payer or str(applicant or permit.signed_by),
        check_number=payment.check_number,
        bank=payment.bank,
        memo=payment.memo,
    )
    permit.refresh_from_db()
    permit.case.refresh_from_db()


def _tell_received(doing: Doing[Permit], permit: Permit) -> None:
    if permit.filed_on is not None:
        tell(
            doing,
            permit.case,
            "application filed",
            f"We received your application on {in_words(doing.on)} and will look at it. Its number is {permit.number}.",
        )
        return
    missing = gates.not_filed(permit, doing.on)
    told = fee_facts(permit.case, APPLICATION_FEE, doing.on)
    fee = f" The fee is {show_money(told['fee.charged'])}." if told.get("fee.charged") else ""
    tell(
        doing,
        permit.case,
        "application received, not yet filed",
        f"We received your application on {in_words(doing.on)}. Its number is {permit.number}.{fee}",
        "It is filed once this is done:",
        "\n".join(f"- {finding.cure or finding.says}" for finding in missing),
    )


class AcceptForm(Act):
    """The officer's acceptance of a form that is not the town's."""

    words: str = Field(default="", title="Note", max_length=400)


@act(
    "permit.accept_form",
    title="Accept the form",
    subject=Permit,
    by=OFFICERS,
    signs="officer",
    applies=lambda p, on: stages.pending(p, on) and p.form == "other form" and p.form_accepted_on is None,
)
def accept_form(doing: Doing[Permit], given: AcceptForm) -> None:
    """Accepts an application on another form than the town's; it is filed if nothing else is wanting."""
    permit = doing.subject
    if permit.form != "other form":
        raise InputError({"": "The application is on the town's own form."})
    permit.form_accepted_on = doing.on
    permit.save(update_fields=["form_accepted_on"])
    filed = gates.file_if_it_can_be(doing, permit)
    doing.say(f"Form accepted by {doing.actor.name}{'; application filed' if filed else ''}")
    doing.changed({"form_accepted_on": None}, {"form_accepted_on": doing.on})


class RecordSignature(Act):
    """A signature or an owner's authorization that came after the application."""

    signed_by: str = Field(title="Signed by", min_length=1, max_length=200)
    signed_as: SignedAs = Field(title="Signed as")
    signed_on: date | None = Field(default=None, title="Signed on")
    authorized_on: date | None = Field(default=None, title="Owner's authorization dated")
    file: UUID | None = Field(default=None, title="Scan", json_schema_extra={"file": True})


@act("permit.record_signature", title="Record a signature", subject=Permit, applies=stages.pending)
def record_signature(doing: Doing[Permit], given: RecordSignature) -> None:
    """Records who signed and by whose authority; the application is filed if nothing else is wanting."""
    permit = doing.subject
    before = {"signed_by": permit.signed_by, "signed_as": permit.signed_as, "authorized_on": permit.authorized_on}
    _write_signature(permit, given)
    permit.save(update_fields=["signed_by", "signed_as", "signed_on", "authorized_on"])
    if given.file is not None:
        paper = DocumentGiven(file=given.file, kind="authorization", title="Owner's authorization")
        file_documents(doing, permit.case, [paper], last_round(permit.case), field="file")
    filed = gates.file_if_it_can_be(doing, permit)
    doing.say(f"Signed by {given.signed_by} as {given.signed_as}{'; application filed' if filed else ''}")
    doing.changed(before, {name: getattr(permit, name) for name in before})


class Correct(Work):
    """What was typed wrongly, as it should be. Only what is given is changed."""

    why: str = Field(title="What was wrong", min_length=1, max_length=400)
    received_on: date | None = Field(default=None, title="Received stamp")
    parcel: UUID | None = Field(default=None, title="Parcel")
    place: str = Field(
        default="",
        title="Another parcel",
        max_length=200,
        description="Where the work really is: its number on the tax map in any style, or its address. Leave it empty "
        "where the parcel is right.",
    )


@act("permit.correct", title="Correct what was entered", subject=Permit, by=OFFICE_STAFF)
def correct(doing: Doing[Permit], given: Correct) -> None:
    """Corrects typed data by a further act that names the entry; papers that were issued stay as they are."""
    permit = doing.subject
    if given.corrects is None:
        raise InputError({"corrects": "Name the entry of the register that this corrects."})
    before = _typed(permit)
    write_work(permit, given.model_dump(include=set(Work.model_fields)), doing.actor)
    if given.received_on is not None:
        if given.received_on > doing.on:
            raise InputError({"received_on": "This day has not come yet."})
        permit.received_on = permit.case.received_on = given.received_on
    permit.save()
    permit.case.save(update_fields=["received_on"])
    parcel = given.parcel or (_meant(given.place) if given.place else None)
    if parcel is not None:
        _other_parcel(doing, permit, parcel)
    gates.file_if_it_can_be(doing, permit)
    index_permit(permit)
    after = _typed(permit)
    changed = [name for name in after if after[name] != before[name]]
    if not changed and parcel is None:
        raise InputError({"": "Nothing is changed by this."})
    doing.changed({name: before[name] for name in changed}, {name: after[name] for name in changed})
    doing.say(f"Entry {given.corrects} corrected: {given.why}")


def _typed(permit: Permit) -> dict[str, Any]:
    names = [name for name in Work.model_fields if name not in Act.model_fields]
    return {name: as_json(getattr(permit, name)) for name in (*names, "received_on")}


def _meant(place: str) -> UUID:
    """The one parcel that a number or an address means. Raises `InputError` where there is none, or several."""
    found = find(place, kinds={KIND_PARCEL})
    meant = found.exact or [hit for hit in found.near if hit.score == 100]
    if len(meant) == 1:
        return meant[0].object_id
    near = [f"{hit.title} ({hit.number})" for hit in (meant or found.near)[:5]]
    which = f"Which is meant: {listed(near, 'or')}? " if near else "No such parcel is known here. "
    raise InputError({"place": which + "Give its number on the tax map."})


def _other_parcel(doing: Doing[Permit], permit: Permit, key: UUID) -> None:
    (parcel,) = _parcels([key])
    first = CaseParcel.objects.filter(case=permit.case, first=True).select_related("parcel").get()
    doing.touch(parcel=first.parcel_id)
    doing.touch(parcel=parcel.pk)
    doing.changed({"parcel": first.parcel_id}, {"parcel": parcel.pk})
    first.parcel, first.building = parcel, None
    first.save(update_fields=["parcel", "building"])
    permit.case.place = parcel.address
    permit.case.save(update_fields=["place"])


class Void(Act):
    """An application that should not be there: entered twice, or for another town."""

    why: str = Field(title="Why", min_length=1, max_length=200)


@act("permit.void", title="Void the application", subject=Permit, by=OFFICE_STAFF, applies=stages.pending, danger=True)
def void_application(doing: Doing[Permit], given: Void) -> None:
    """Ends an application that was entered by mistake. Its number is never used again and stays listed as void."""
    permit = doing.subject
    if permit.issued_on is not None or not stages.pending(permit, doing.on):
        raise InputError({"": "Only an application that is not decided can be void."})
    if fee_facts(permit.case, APPLICATION_FEE, doing.on).get("fee.paid"):
        raise InputError({"": "Money was paid on this application. Refund it or move it first."})
    void(Number.objects.get(text=permit.case.number), given.why)
    permit.withdrawn_on = doing.on
    permit.save(update_fields=["withdrawn_on"])
    close_case(permit.case, outcome="void", on=doing.on)
    doing.say(f"{permit.number} is void: {given.why}")
    doing.changed({"outcome": ""}, {"outcome": "void"})


class AddDocuments(Act):
    """Papers that come after the application."""

    documents: list[DocumentGiven] = Field(default=[], title="Documents")
    paper_sets: int = Field(default=0, title="Sets of drawings on paper", ge=0, le=99)
    words: str = Field(default="", title="What they are", max_length=1000, json_schema_extra=LONG)


@act("permit.add_documents", title="Add documents", subject=Permit, by=ANYONE, applies=stages.alive)
def add_documents(doing: Doing[Permit], given: AddDocuments) -> None:
    """Adds documents to the round that is open. Those that come after an acceptance wait as a change: the set that was
    accepted stays as it is.
    """
    permit = doing.subject
    if not given.documents and not given.paper_sets:
        raise InputError({"documents": "Hand in at least one document."})
    latest = last_round(permit.case)
    if latest is not None and latest.accepted_on is None and latest.frozen_on is None:
        latest.paper_sets += given.paper_sets
        latest.save(update_fields=["paper_sets"])
        filed = file_documents(doing, permit.case, given.documents, latest)
        doing.say(f"{len(filed)} documents added to round {latest.count}")
        return
    words = given.words or f"Revised documents: {', '.join(each.title or each.kind for each in given.documents)}"
    following = open_round(permit.case, on=doing.on, paper_sets=given.paper_sets, from_name=doing.actor.name)
    file_documents(doing, permit.case, given.documents, following)
    note_change(doing, permit, words=words, told_by=doing.actor.name)
    doing.say(f"Revised documents received as round {following.count}; they wait as a change of the accepted set")
