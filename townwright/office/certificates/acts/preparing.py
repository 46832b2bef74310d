"""What comes before a certificate: what it will say, its papers, plates, inspection, and the review of a conversion."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from townwright.law.calendar import in_words
from townwright.law.facts import Fact, FactError
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.findings import plain as as_json
from townwright.office import laws
from townwright.office.certificates import filing
from townwright.office.certificates.facts import parcel_of
from townwright.office.certificates.inputs import Contents, PaperKey
from townwright.office.certificates.models import Certificate, CertificatePaper
from townwright.office.inspections import violations, visits
from townwright.office.inspections.inputs import FailureGiven, LookGiven
from townwright.office.inspections.models import Visit
from townwright.office.permits.facts import may_be_said
from townwright.office.permits.inputs import LONG
from townwright.office.register.actors import Actor
from townwright.office.register.acts import ANYONE, INSPECTORS, OFFICERS, Act, Doing, act
from townwright.office.register.errors import InputError
from townwright.office.register.facts import notes


def _pending(certificate: Certificate, on: date) -> bool:
    return certificate.pending


class Write(Contents):
    """What the certificate will say; what is left empty stays."""


@act("certificate.write", title="Write the certificate", subject=Certificate, applies=_pending)
def write(doing: Doing[Certificate], given: Write) -> None:
    """Writes what the certificate says of the property, before it is issued."""
    certificate = _undecided(doing.subject)
    values = {name: value for name in filing.FIELDS if (value := getattr(given, name)) not in ("", None)}
    if given.building is not None:
        parcel = parcel_of(certificate)
        values["building"] = filing.building_of(parcel, given.building) if parcel is not None else None
    before = filing.write(certificate, values)
    if not before:
        raise InputError({"": "Nothing to change was given."})
    certificate.save()
    after = {name: str(values[name]) for name in before}
    doing.changed({name: str(value) for name, value in before.items()}, after)
    doing.say("; ".join(f"{name.replace('_', ' ').capitalize()}: {value}" for name, value in after.items()))


#: What the permit or another act tells, so that nobody notes it with a certificate.
_TOLD = ("application.", "factory.", "paper.", "parcel.", "temporary.")
#: The gates before a certificate.
_BEFORE = ("certificate.issue", "certificate.temporary")


@notes(*_BEFORE)
def _may_be_noted(name: str) -> bool:
    """Whether somebody notes a fact with a certificate, no record of the office telling it."""
    return may_be_said(name) and not name.startswith(_TOLD)


def to_note(on: date) -> tuple[Fact, ...]:
    """The facts that the town's code asks for before a certificate and somebody has to note, in the order of the
    catalogue.
    """
    pack = laws.pack()
    asked = {name for gate in _BEFORE for name in pack.gate(gate).needs(on) if _may_be_noted(name)}
    return tuple(fact for fact in pack.catalogue if fact.name in asked)


class Note(Act):
    """What the town's code asks for before a certificate, and no record of the office tells."""

    facts: dict[str, Any] = Field(default={}, title="What was found", description="By the name of each fact.")


@act("certificate.note", title="Note what the town asks for", subject=Certificate, applies=_pending)
def note(doing: Doing[Certificate], given: Note) -> None:
    """Notes facts that the town's code asks for: the day of a survey, the approval of another office."""
    certificate = _undecided(doing.subject)
    catalogue, found = laws.pack().catalogue, dict[str, Any]()
    if not given.facts:
        raise InputError({"": "Nothing was noted."})
    asked = {fact.name for fact in to_note(doing.on)}
    for name, value in given.facts.items():
        if name not in catalogue or not (name.startswith("town.") or name in asked):
            raise InputError({f"facts.{name}": "The town's code asks for no such fact."})
        try:
            found[name] = as_json(catalogue.read(name, value))
        except FactError as error:
            raise InputError({f"facts.{name}": f"{error}."}) from None
    before = {name: certificate.found.get(name) for name in found}
    certificate.found = {**certificate.found, **found}
    certificate.save(update_fields=["found"])
    doing.changed(before, found)
    read = ((catalogue[name], catalogue.read(name, value)) for name, value in found.items())
    doing.say("; ".join(f"{fact.says}: {fact.show(value)}" for fact, value in read))


class Sign(Act):
    """A signature beside that of the officer who issues the certificate."""


def _may_sign(certificate: Certificate, given: Sign | None, on: date, actor: Actor) -> Decision:
    held = bool(actor.offices(on))
    finding = Finding(
        "appointed",
        Outcome.MET if held else Outcome.UNMET,
        "Signed by somebody who holds an office of the town",
        "",
        why="" if held else f"{actor.name} holds none on {in_words(on)}",
        cure="" if held else "Somebody who is appointed has to sign",
    )
    return Decision("certificate.sign", on, (finding,), pack_hash=laws.pack().hash)


@act("certificate.sign", title="Sign beside the officer", subject=Certificate, decide=_may_sign, applies=_pending)
def sign(doing: Doing[Certificate], given: Sign) -> None:
    """Signs a certificate before it is issued, in the offices held on that day. Nobody signs one twice."""
    certificate = _undecided(doing.subject)
    if any(each["name"] == doing.actor.name for each in certificate.signatures):
        raise InputError({"": f"{doing.actor.name} has signed it already."})
    held = sorted(doing.actor.offices(doing.on))
    doing.title = doing.actor.title(doing.on, held)
    signature = {"name": doing.actor.name, "title": doing.title, "offices": held, "on": doing.on.isoformat()}
    certificate.signatures = [*certificate.signatures, signature]
    certificate.save(update_fields=["signatures"])
    doing.changed({}, {"signed_by": doing.actor.name, "offices": held})
    doing.say(f"Signed by {doing.actor.name}, {doing.title}")


# -- papers ------------------------------------------------------------------------------------------------------------


class SettlePaper(Act):
    """Whether a paper has to come in."""

    paper: PaperKey = Field(title="Paper")
    applies: bool = Field(title="It has to come in")
    why: str = Field(title="Why", min_length=1, max_length=400)


@act(
    "certificate.settle_paper",
    title="Say whether a paper applies",
    subject=Certificate,
    by=OFFICERS,
    signs="officer",
    applies=_pending,
)
def settle_paper(doing: Doing[Certificate], given: SettlePaper) -> None:
    """Says that a paper has to come in, or has not, with the reason."""
    row = _paper(doing.subject, given.paper)
    doing.changed({"applies": row.applies}, {"applies": given.applies})
    row.applies, row.applies_why = given.applies, given.why
    row.save(update_fields=["applies", "applies_why"])
    doing.say(f"{row.get_key_display()} {'applies' if given.applies else 'does not apply'}: {given.why}")


class ReceivePaper(Act):
    """A paper that must come before the certificate."""

    paper: PaperKey = Field(title="Paper")
    prepared_by: str = Field(title="Prepared by", min_length=1, max_length=200)
    file: UUID | None = Field(default=None, title="File", json_schema_extra={"file": True})
    words: str = Field(default="", title="Remarks", max_length=1000, json_schema_extra=LONG)


@act("certificate.receive_paper", title="Hand in a paper", subject=Certificate, by=ANYONE, applies=_pending)
def receive_paper(doing: Doing[Certificate], given: ReceivePaper) -> None:
    """Notes that a paper came in, and from whom. Whether its preparer is acceptable the officer says."""
    if given.file is None and not doing.actor.is_staff:
        raise InputError({"file": "Send the paper as a file, or bring it to the office."})
    row = _paper(_undecided(doing.subject), given.paper)
    doing.changed({"received_on": row.received_on, "prepared_by": row.prepared_by}, {"received_on": doing.on})
    row.file = violations.pictures([given.file], "file")[0] if given.file is not None else None
    row.received_on, row.prepared_by, row.words = doing.on, given.prepared_by, given.words
    row.acceptable = row.judged_on = None
    row.save()
    doing.say(f"Received: {row.get_key_display()}, prepared by {given.prepared_by}")


class JudgePreparer(Act):
    """Whether the person who prepared a paper is acceptable."""

    paper: PaperKey = Field(title="Paper")
    acceptable: bool = Field(title="Acceptable")
    words: str = Field(default="", title="Remarks", max_length=1000, json_schema_extra=LONG)


@act(
    "certificate.judge_preparer",
    title="Say whether the preparer is acceptable",
    subject=Certificate,
    by=OFFICERS,
    signs="officer",
    applies=_pending,
)
def judge_preparer(doing: Doing[Certificate], given: JudgePreparer) -> None:
    """Says whether a paper that came in was prepared by a person acceptable to the officer."""
    row = _paper(doing.subject, given.paper)
    if row.received_on is None:
        raise InputError({"paper": f"{row.get_key_display()} has not come in."})
    row.acceptable, row.judged_on, row.judged_by = given.acceptable, doing.on, doing.actor.name
    row.save(update_fields=["acceptable", "judged_on", "judged_by"])
    more = f". {given.words}" if given.words else ""
    doing.say(
        f"{row.prepared_by} {'is' if given.acceptable else 'is not'} acceptable for {row.get_key_display()}{more}"
    )
    doing.changed({}, {"paper": given.paper, "acceptable": given.acceptable})


def _paper(certificate: Certificate, key: str) -> CertificatePaper:
    return CertificatePaper.objects.get_or_create(certificate=certificate, key=key)[0]


class SeePlates(Act):
    """The seal, the insignia and the manufacturer's data plate of a factory-built home."""

    seal: str = Field(default="", title="Number of the seal", max_length=60)
    insignia: str = Field(default="", title="Number of the insignia", max_length=60)
    data_plate: str = Field(default="", title="Number of the data plate", max_length=60)
    photos: list[UUID] = Field(default=[], title="Photographs", json_schema_extra={"file": True})


@act(
    "certificate.see_plates",
    title="Note seal, insignia and data plate",
    subject=Certificate,
    by=INSPECTORS,
    signs="inspector",
    applies=_pending,
)
def see_plates(doing: Doing[Certificate], given: SeePlates) -> None:
    """Notes the plates that are fixed to a factory-built home, by their numbers."""
    certificate = doing.subject
    seen = {name: value for name in ("seal", "insignia", "data_plate") if (value := getattr(given, name))}
    if not seen:
        raise InputError({"seal": "Give the number of one of them at least."})
    doing.changed(filing.write(certificate, seen), seen)
    certificate.save(update_fields=list(seen))
    certificate.plate_photos.add(*violations.pictures(given.photos, "photos"))
    said = [f"{name.replace('_', ' ')} {value}" for name, value in seen.items()]
    doing.say(f"Seen: {', '.join(said)}")


# -- what is found of the building -------------------------------------------------------------------------------------


class Inspect(Act):
    """An inspection before the certificate."""

    satisfactory: bool = Field(title="Satisfactory")
    failures: list[FailureGiven] = Field(default=[], title="How it fails")
    looks: list[LookGiven] = Field(default=[], title="Open from before")
    present: str = Field(default="", title="Who was there", max_length=200)
    words: str = Field(default="", title="Remarks", max_length=4000, json_schema_extra=LONG)
    photos: list[UUID] = Field(default=[], title="Photographs", json_schema_extra={"file": True})


def _may_inspect(certificate: Certificate, given: Inspect | None, on: date, actor: Actor) -> Decision:
    facts = visits.signer(actor, on)
    if given is None or given.satisfactory:
        return visits.ask_gate(visits.SIGN, facts, on)
    bare = [each.words for each in given.failures if not each.section]
    facts["inspection.failures"] = frozenset(each.words for each in given.failures)
    facts["inspection.failures_without_section"] = frozenset(bare)
    return visits.ask_gate(visits.FAIL, facts, on)


@act(
    "certificate.inspect",
    title="Inspect before the certificate",
    subject=Certificate,
    by=INSPECTORS,
    decide=_may_inspect,
    applies=_pending,
)
def inspect(doing: Doing[Certificate], given: Inspect) -> None:
    """Records the inspection that every certificate needs: that of a conversion has no plan of elements."""
    certificate = _undecided(doing.subject)
    if given.satisfactory and given.failures:
        raise InputError({"failures": "Only what is not satisfactory has failures."})
    visit = visits.new_visit(
        doing,
        certificate.case,
        None,
        Visit.Kind.BEFORE_CERTIFICATE,
        satisfactory=given.satisfactory,
        present=given.present,
        words=given.words,
    )
    visit.photos.set(violations.pictures(given.photos, "photos"))
    for failure in given.failures:
        violations.fails(doing, visit, failure, visit.get_kind_display())
    visits.keep_looks(doing, visit, given.looks, all_of_them=True)
    visits.close(doing, visit)
    visits.report(doing, visit, new=False)
    doing.say(f"Inspected before the certificate ({visit.number}): {'' if given.satisfactory else 'not '}satisfactory")
    doing.changed({}, {"visit": visit.pk, "satisfactory": given.satisfactory})


class ReviewConversion(Act):
    """Whether the converted part complies under its new class."""

    outcome: Literal["complies", "does not comply"] = Field(title="Under its new class it")
    words: str = Field(title="What was reviewed", min_length=1, max_length=2000, json_schema_extra=LONG)


@act(
    "certificate.review_conversion",
    title="Review the conversion",
    subject=Certificate,
    by=OFFICERS,
    signs="officer",
    applies=_pending,
)
def review_conversion(doing: Doing[Certificate], given: ReviewConversion) -> None:
    """Reviews the converted building or part itself under its new class, apart from the review of any work."""
    certificate = _undecided(doing.subject)
    doing.changed({"outcome": certificate.conversion_outcome}, {"outcome": given.outcome})
    certificate.conversion_outcome, certificate.conversion_words = given.outcome, given.words
    certificate.conversion_by, certificate.conversion_on = doing.actor.name, doing.on
    certificate.save(update_fields=["conversion_outcome", "conversion_words", "conversion_by", "conversion_on"])
    doing.say(f"Conversion to {certificate.occupancy or 'its new class'} {given.outcome}: {given.words}")


def _undecided(certificate: Certificate) -> Certificate:
    if not certificate.pending:
        raise InputError({"": "The certificate is decided; what it says stays as it is."})
    return certificate
