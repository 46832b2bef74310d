"""Changes during the work, and the amended permit that some of them need."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

from pydantic import Field, ValidationError

from townwright.law.findings import Decision
from townwright.law.findings import plain as as_json
from townwright.law.renewals import amended
from townwright.office import laws
from townwright.office.cases.acts import add_party
from townwright.office.cases.models import Party
from townwright.office.money.acts import charge, estimate
from townwright.office.people.acts import PersonGiven, enter
from townwright.office.permits import gates, papers, stages, terms
from townwright.office.permits.acts.applying import Work, fee_measures, pay, write_work
from townwright.office.permits.changes import note_change
from townwright.office.permits.documents import file_documents, last_round, open_round, supersede
from townwright.office.permits.facts import AMENDMENT_FEE
from townwright.office.permits.findable import index_permit
from townwright.office.permits.inputs import LONG, Cited, DocumentGiven, PaymentGiven
from townwright.office.permits.models import Amendment, Change, Permit
from townwright.office.permits.telling import OF_PERMIT, tell
from townwright.office.register.actors import Actor
from townwright.office.register.acts import ANYONE, OFFICERS, Act, Doing, act
from townwright.office.register.errors import InputError
from townwright.office.register.inputs import in_plain_words

_WAITS = "It may not be made until and unless that permit is issued."


class ReportChange(Act):
    """A change that arose during the work."""

    words: str = Field(title="What changes", min_length=1, max_length=2000, json_schema_extra=LONG)
    happened_on: date | None = Field(default=None, title="Day of the change")
    told_by: str = Field(default="", title="Told by", max_length=200)
    elements: list[str] = Field(
        default=[], title="Elements of work that it touches", description="By their keys in the plan of inspections."
    )
    documents: list[DocumentGiven] = Field(default=[], title="Documents")
    found_by_inspector: bool = Field(
        default=False, title="Found by an inspector", description="Nobody had told the office."
    )


def _may_report(permit: Permit, given: ReportChange | None, on: date, actor: Actor) -> Decision:
    decision = gates.plain("permit.report_change", on)
    return gates.only(decision, stages.issued(permit, on), "The permit is issued and has not ended for good", permit)


@act(
    "permit.report_change",
    title="Report a change",
    subject=Permit,
    by=ANYONE,
    decide=_may_report,
    applies=stages.issued,
)
def report_change(doing: Doing[Permit], given: ReportChange) -> None:
    """Notes a change of the work. One that an inspector finds untold is noted as that."""
    permit = doing.subject
    if given.happened_on is not None and given.happened_on > doing.on:
        raise InputError({"happened_on": "This day has not come yet."})
    found = given.found_by_inspector and doing.actor.is_staff
    change = note_change(
        doing,
        permit,
        words=given.words,
        told_by=given.told_by or doing.actor.name,
        happened_on=given.happened_on,
        elements=given.elements,
        found=found,
    )
    if given.documents:
        following = open_round(permit.case, on=doing.on, from_name=change.told_by)
        file_documents(doing, permit.case, given.documents, following)
    doing.say(f"Change {'found, nobody had told of it' if found else 'reported'}: {given.words}")
    doing.changed({}, {"change": change.pk, "happened_on": given.happened_on, "elements": given.elements})


class DecideChange(Act):
    """The officer's decision on a change."""

    change: UUID = Field(title="Change")
    decision: Change.Decision = Field(title="Decision")
    words: str = Field(default="", title="Note to the holder", max_length=1000, json_schema_extra=LONG)
    elements: list[str] = Field(default=[], title="Elements that wait", description="Those told of, if left empty.")


def _undecided(permit: Permit, on: date) -> bool:
    return stages.issued(permit, on) and permit.changes.filter(decided_on=None).exists()


@act(
    "permit.decide_change", title="Decide on a change", subject=Permit, by=OFFICERS, signs="officer", applies=_undecided
)
def decide_change(doing: Doing[Permit], given: DecideChange) -> None:
    """Decides whether a change is minor or waits for an amended or a new permit; its elements wait with it."""
    permit = doing.subject
    change = permit.changes.filter(pk=given.change, decided_on=None).first()
    if change is None:
        raise InputError({"change": "There is no such change that waits for a decision."})
    change.decision, change.decided_on = given.decision, doing.on
    change.elements = given.elements or change.elements
    change.settled_on = doing.on if given.decision == Change.Decision.MINOR else None
    change.save(update_fields=["decision", "decided_on", "elements", "settled_on"])
    says = {
        Change.Decision.MINOR: "The change is minor. The work may go on.",
        Change.Decision.AMENDED: f"The change needs an amended permit. {_WAITS}",
        Change.Decision.NEW: f"The change needs a new permit. {_WAITS}",
    }
    tell(
        doing,
        permit.case,
        "our decision on your change",
        change.words,
        says[given.decision],
        given.words,
        parts=OF_PERMIT,
    )
    doing.say(f"Change decided: {given.decision.label}")
    doing.changed(
        {"decision": ""}, {"change": change.pk, "decision": given.decision.value, "elements": change.elements}
    )


class ApplyAmendment(Act):
    """An application for an amended permit."""

    words: str = Field(title="What is to be amended", min_length=1, max_length=4000, json_schema_extra=LONG)
    changes: dict[str, Any] = Field(
        default={}, title="Fields that change", description="By their names in the application."
    )
    holder: PersonGiven | None = Field(default=None, title="New permit holder")
    documents: list[DocumentGiven] = Field(default=[], title="Changed documents")
    paper_sets: int = Field(default=0, title="Sets of drawings on paper", ge=0, le=99)
    change: UUID | None = Field(default=None, title="Change that it is for")
    payment: PaymentGiven | None = Field(default=None, title="Payment")
    hold_unpaid: bool = Field(default=False, title="Keep it unfiled until the fee is paid")


def with_money(
    told: dict[str, Any], permit: Permit, code: str, payment: PaymentGiven | None, on: date, times: int = 1
) -> dict[str, Any]:
    """The facts of a fee as they will be once the application is made with the money that comes with it."""
    found = estimate(code, fee_measures(permit, on), on)
    if found.amount is None:
        return {**told, "fee.in_schedule": found.in_schedule}
    due = found.amount * times
    paid = Decimal("0.00") if payment is None else due if payment.amount is None else payment.amount
    return {**told, "fee.in_schedule": True, "fee.charged": due, "fee.paid": paid}


def _may_apply(permit: Permit, given: ApplyAmendment | None, on: date, actor: Actor) -> Decision:
    told = gates.fee_of(permit, None, AMENDMENT_FEE, on)
    if given is not None:
        told = with_money(told, permit, AMENDMENT_FEE, given.payment, on)
    # What only the application's own input can tell is left unknown until it is given.
    told = {"fee.paid": None, "fee.charged": None, **told}
    decision = gates.decide("amendment.submit", permit, on, told)
    if given is not None and given.hold_unpaid:
        decision = gates.softened(decision, "fee")
    return gates.only(decision, permit.open_amendment() is None, "No other application to amend is open", permit)


@act(
    "permit.apply_amendment",
    title="Apply for an amended permit",
    subject=Permit,
    by=ANYONE,
    decide=_may_apply,
    gives=("fee.paid", "fee.charged"),
    applies=lambda p, on: stages.issued(p, on) and p.open_amendment() is None,
)
def apply_amendment(doing: Doing[Permit], given: ApplyAmendment) -> None:
    """Applies for an amended permit, with its fee; unpaid it is refused, or on request kept and not filed."""
    permit, case = doing.subject, doing.subject.case
    change = None
    if given.change is not None:
        change = permit.changes.filter(pk=given.change).first()
        if change is None:
            raise InputError({"change": "There is no such change of this permit."})
    amendment = Amendment.objects.create(
        permit=permit,
        change=change,
        received_on=doing.on,
        words=given.words,
        changes=as_json(_amendable(given.changes)),
        holder=enter(doing, given.holder) if given.holder is not None and not given.holder.empty else None,
        entry_seq=doing.seq,
    )
    if given.documents or given.paper_sets or last_round(case) is None:
        following = open_round(case, on=doing.on, paper_sets=given.paper_sets, from_name=doing.actor.name)
        file_documents(doing, case, given.documents, following)
    if given.documents or given.paper_sets:
        again = [line.key for line in laws.pack().lines_of("review") if line.again]
        permit.marks.filter(item__in=again, replaced=False).update(replaced=True)
    line = charge(doing, case, AMENDMENT_FEE, fee_measures(permit, doing.on))
    pay(doing, permit, given.payment, line.amount)
    gates.file_what_is_paid(doing, case)
    amendment.refresh_from_db()
    filed = "filed" if amendment.filed_on else "received, not filed until the fee is paid"
    tell(
        doing,
        case,
        f"application to amend {filed}",
        f"We received your application to amend the permit: {given.words}",
        parts=OF_PERMIT,
    )
    doing.say(f"Application for an amended permit {filed}: {given.words}")
    doing.changed({}, {"amendment": amendment.pk, "changes": amendment.changes, "filed_on": amendment.filed_on})


def _amendable(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of the application with their new values. Raises `InputError` for one that there is not."""
    if unknown := sorted(set(changes) - (set(Work.model_fields) - set(Act.model_fields))):
        raise InputError({f"changes.{name}": "There is no such field." for name in unknown})
    try:
        read = Work.model_validate(changes)
    except ValidationError as error:
        raise InputError({f"changes.{field}": words for field, words in in_plain_words(error, Work).items()}) from None
    return {name: value for name, value in read.model_dump().items() if name in changes}


def _amending(permit: Permit, on: date) -> bool:
    return stages.issued(permit, on) and permit.open_amendment() is not None


class Amend(Act):
    """The amended permit."""

    conditions: list[Cited] | None = Field(
        default=None, title="Special conditions", description="Those that stand, if left empty."
    )


def _may_amend(permit: Permit, given: Amend | None, on: date, actor: Actor) -> Decision:
    told = {**gates.of_actor(actor, on), **gates.fee_of(permit, permit.open_amendment(), AMENDMENT_FEE, on)}
    decision = gates.decide("permit.amend", permit, on, told)
    return gates.only(decision, permit.open_amendment() is not None, "An amended permit has been applied for", permit)


@act(
    "permit.amend", title="Issue the amended permit", subject=Permit, by=OFFICERS, decide=_may_amend, applies=_amending
)
def amend(doing: Doing[Permit], given: Amend) -> None:
    """Issues the amended permit under the same number; its dates stay unless the town's code gives it new ones."""
    permit, amendment = doing.subject, doing.subject.open_amendment()
    assert amendment is not None, "the decision has seen it"
    before = {name: as_json(getattr(permit, name)) for name in amendment.changes if name != "answers"}
    write_work(permit, Work.model_validate(amendment.changes).model_dump(include=set(amendment.changes)), doing.actor)
    if amendment.holder is not None:
        Party.objects.filter(case=permit.case, part=Party.Part.HOLDER, ends=None).update(ends=doing.on)
        add_party(doing, permit.case, amendment.holder, Party.Part.HOLDER, why="by amended permit")
    if given.conditions is not None:
        permit.conditions = [each.model_dump() for each in given.conditions]
    permit.documents_accepted_on, permit.acceptance_mark = amendment.documents_accepted_on, amendment.acceptance_mark
    amendment.issued_on = doing.on
    amendment.save(update_fields=["issued_on"])
    now = terms.term_of(permit, doing.on)
    new = amended(terms.rules_of(permit), now, doing.on, laws.calendar())
    if new is not now:
        terms.set_term(doing, permit, new)
    permit.save()
    supersede(permit.case)
    if amendment.change is not None:
        amendment.change.settled_on = doing.on
        amendment.change.save(update_fields=["settled_on"])
    paper = papers.print_it(doing, permit, papers.permit_paper(doing, permit, new))
    papers.put_in_place(permit, paper)
    index_permit(permit)
    tell(doing, permit.case, "your amended permit is issued", amendment.words, parts=OF_PERMIT, papers=(paper,))
    doing.say(f"Permit {permit.number} amended: {amendment.words}")
    doing.changed(before, {**amendment.changes, "amendment": amendment.pk, "holder": amendment.holder_id})


class RefuseAmendment(Act):
    """The refusal of an amended permit."""

    reasons: list[Cited] = Field(title="Reasons", min_length=1)


@act(
    "permit.refuse_amendment",
    title="Refuse the amended permit",
    subject=Permit,
    by=OFFICERS,
    signs="officer",
    applies=_amending,
    danger=True,
)
def refuse_amendment(doing: Doing[Permit], given: RefuseAmendment) -> None:
    """Refuses an amended permit with the reasons; the permit stays as it is."""
    permit, amendment = doing.subject, doing.subject.open_amendment()
    if amendment is None:
        raise InputError({"": "No amended permit has been applied for."})
    amendment.refused_on, amendment.refused_why = doing.on, in_lines(given.reasons)
    amendment.save(update_fields=["refused_on", "refused_why"])
    letter = papers.letter(
        doing, permit, "Amended permit refused", [amendment.words, amendment.refused_why], *OF_PERMIT
    )
    paper = papers.print_it(doing, permit, letter)
    tell(doing, permit.case, "the amended permit is refused", amendment.refused_why, parts=OF_PERMIT, papers=(paper,))
    doing.say(f"Amended permit refused: {amendment.refused_why}")
    doing.changed({}, {"amendment": amendment.pk, "refused_on": doing.on})


def in_lines(reasons: list[Cited]) -> str:
    """Reasons with their sections, one a line."""
    return "\n".join(f"{each.text}{f' ({each.cite})' if each.cite else ''}" for each in reasons)
