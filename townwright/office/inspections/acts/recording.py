"""The acts of the visit itself: recording what was found, closing it, and marking a mistaken result."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from townwright.law.calendar import in_words
from townwright.law.findings import Decision
from townwright.office import clock
from townwright.office.inspections import fees, plans, violations, visits
from townwright.office.inspections.fees import FeeOfVisit
from townwright.office.inspections.inputs import LookGiven, ObservedGiven, ResultGiven
from townwright.office.inspections.models import InspectionRequest, Result, Violation, Visit
from townwright.office.money.models import NOTHING
from townwright.office.permits.inputs import LONG, PaymentGiven
from townwright.office.permits.models import Permit
from townwright.office.register.actors import Actor
from townwright.office.register.acts import INSPECTORS, Act, Doing, act, afterwards
from townwright.office.register.errors import InputError

#: Visits that the code charges for by the inspection.
CHARGED = (Visit.Kind.CONSTRUCTION, Visit.Kind.FOLLOW_UP)


@afterwards
def failing_or_not(doing: Doing[Any]) -> None:
    """Keeps with each line since when it fails, whichever act brought it about, or takes it back."""
    plans.keep_failures(doing.touched, clock.today())


class Found(Act):
    """What was found, element by element, and beside them."""

    request: UUID | None = Field(
        default=None,
        title="Asked for",
        description="Empty for a visit on the spot.",
        json_schema_extra={"widget": "hidden"},
    )
    results: list[ResultGiven] = Field(default=[], title="Elements")
    observed: list[ObservedGiven] = Field(default=[], title="What else was found", json_schema_extra={"one": "Found"})


class Questions(Act):
    """What each visit asks of the site, until the work is complete."""

    permit_displayed: bool | None = Field(default=None, title="Permit displayed")
    documents_on_site: bool | None = Field(default=None, title="Accepted documents at the site")
    looks: list[LookGiven] = Field(default=[], title="Open from before", json_schema_extra={"one": "Open from before"})


class About(Act):
    """The visit itself."""

    present: str = Field(default="", title="Who was there", max_length=200)
    words: str = Field(default="", title="Remarks", max_length=4000, json_schema_extra=LONG)
    photos: list[UUID] = Field(default=[], title="Photographs", json_schema_extra={"file": True})
    kind: Literal["construction", "before certificate", "follow-up", "other"] = Field(
        default="construction",
        title="Kind of visit",
        json_schema_extra={"choices": {"before certificate": "Before the certificate", "follow-up": "Follow-up"}},
    )
    allowed_by: str = Field(
        default="", title="Provision that allows it", max_length=120, description="For other kinds."
    )


class Paid(Act):
    """The money that came with it."""

    payment: PaymentGiven | None = Field(default=None, title="Paid with it")


class RecordVisit(Paid, About, Questions, Found):
    """A visit, with what was found."""

    close: bool = Field(
        default=True, title="Close the inspection", description="Untick to save the findings while its fee is not paid."
    )


def _may_record(permit: Permit, given: RecordVisit | None, on: date, actor: Actor) -> Decision:
    """Who may inspect on that day, what the law says to each result, and whether the visit can be closed."""
    parts = [("", "", visits.ask_gate(visits.SIGN, visits.signer(actor, on), on))]
    if given is None:
        return visits.together("inspection.record", on, parts)
    if given.kind == "other":
        facts = {**visits.signer(actor, on), "inspection.allowed_by": given.allowed_by}
        parts = [("", "", visits.ask_gate(visits.OTHER, facts, on))]
    if results := visits.on_results(permit, given.results, on, actor):
        # Nothing is accepted before the visit is closed, so a document that has not come can still come.
        parts = results if given.close else visits.but(results, "documents")
    if given.close:
        parts.append(("", "", _may_close(_fee(permit, given, on), given.payment, on)))
    return visits.together("inspection.record", on, parts)


def _may_close(fee: FeeOfVisit, payment: PaymentGiven | None, on: date) -> Decision:
    """The gate of closing: the fee, with the money that comes with the act."""
    brought = (payment.amount or fee.owed) if payment is not None else NOTHING
    return visits.ask_gate(visits.CLOSE, {"fee.charged": fee.charged, "fee.paid": fee.paid + brought}, on)


def _fee(permit: Permit, given: RecordVisit, on: date) -> FeeOfVisit:
    """What the visit costs: what was charged when it was asked for, else what the schedule gives."""
    asked = _request(permit, given.request) if given.request else None
    if asked is not None and asked.charge_id is not None:
        return fees.of(asked)
    if given.kind not in CHARGED or not given.results:
        return FeeOfVisit()
    found = fees.would_be(permit, on, again=_again(permit, given, on))
    return FeeOfVisit(found.amount or NOTHING) if found is not None else FeeOfVisit()


def _again(permit: Permit, given: RecordVisit, on: date) -> bool:
    return visits.failed_before(plans.standings(permit, on), [result.line for result in given.results])


def _request(permit: Permit, key: UUID) -> InspectionRequest:
    row = InspectionRequest.objects.filter(pk=key, permit=permit).first()
    if row is None or not row.open:
        raise InputError({"request": "There is no open request of that name."})
    return row


def _can_be_visited(permit: Permit, on: date) -> bool:
    return permit.key_on(on) not in ("draft", "withdrawn", "disapproved")


@act(
    "inspection.record",
    title="Record an inspection",
    subject=Permit,
    by=INSPECTORS,
    decide=_may_record,
    applies=_can_be_visited,
)
def record(doing: Doing[Permit], given: RecordVisit) -> None:
    """Records a visit: results by element, what is open from before, what else was found; closes and reports it.

    The day may lie back; the inspector must have been appointed on it. Without a request it is a visit on the spot.
    """
    permit = doing.subject
    if not (given.results or given.looks or given.observed or given.words):
        raise InputError({"results": "Say what was found."})
    plans.made(permit, doing.on)
    asked = _request(permit, given.request) if given.request else None
    again = _again(permit, given, doing.on)
    visit = visits.new_visit(
        doing,
        permit.case,
        permit,
        given.kind,
        allowed_by=given.allowed_by,
        request=asked,
        present=given.present,
        words=given.words,
        satisfactory=_outcome_of(given),
    )
    visit.photos.set(violations.pictures(given.photos, "photos"))
    visits.keep_results(doing, visit, given.results)
    visits.keep_observed(doing, visit, given.observed)
    visits.keep_answers(doing, visit, given.model_dump(include=set(violations.QUESTIONS)), all_of_them=given.close)
    visits.keep_looks(doing, visit, given.looks, all_of_them=given.close)
    visit.charge_id = asked.charge_id if asked is not None else None
    if visit.charge_id is None and given.kind in CHARGED and given.results:
        charged = fees.charge(doing, permit, again=again)
        visit.charge_id = charged.pk if charged is not None else None
    visit.save(update_fields=["charge_id"])
    if given.payment is not None:
        fees.pay(doing, visit, given.payment)
    if asked is not None:
        visits.fulfil(asked, visit)
    if given.close:
        visits.close(doing, visit)
    visits.report(doing, visit, new=False)
    found = [
        f"{result.line.title}: {result.get_outcome_display().lower()}"
        for result in visit.results.select_related("line")
    ]
    more = [str(row.title) for row in visit.violations.exclude(kind=Violation.FAILURE)]
    doing.say(
        f"Inspected {in_words(doing.on)} ({visit.number}). {'; '.join([*found, *more]) or visit.get_kind_display()}"
        f"{'' if visit.closed_on else '. Saved open'}"
    )
    doing.changed({}, {"visit": visit.pk, "number": visit.number, "closed": given.close})


def _outcome_of(given: RecordVisit) -> bool | None:
    """The outcome of a visit before a certificate that names no element: nothing was found to stand against it."""
    if given.kind != "before certificate" or given.results:
        return None
    return not given.observed and all(look.outcome == "corrected" for look in given.looks)


# -- closing later -----------------------------------------------------------------------------------------------------


class CloseVisit(Paid, Questions):
    """What was left open when the findings were saved."""


def _may_close_visit(visit: Visit, given: CloseVisit | None, on: date, actor: Actor) -> Decision:
    """The fee, and what acceptance needs on the day of closing. The signature of the visit's day stands."""
    payment = given.payment if given is not None else None
    parts = [("", "", _may_close(fees.of(visit), payment, on))]
    if visit.permit is not None:
        kept = [_given_again(result) for result in visit.results.standing().select_related("line")]
        parts += visits.but(visits.on_results(visit.permit, kept, on, actor, of=visit), "signature")
    return visits.together("inspection.close", on, parts)


def _given_again(result: Result) -> ResultGiven:
    failures = [{"words": row.words, "section": row.cite} for row in result.failures.filter(kind=Violation.FAILURE)]
    return ResultGiven.model_validate(
        {
            "line": result.line.key,
            "outcome": result.outcome,
            "portion": result.portion,
            "failures": failures,
            "uncovered": result.uncovered,
        }
    )


@act(
    "inspection.close",
    title="Close the inspection",
    subject=Visit,
    decide=_may_close_visit,
    applies=lambda visit, on: visit.closed_on is None,
)
def close(doing: Doing[Visit], given: CloseVisit) -> None:
    """Closes a visit whose findings were saved open, once its fee is received; its acceptances count then."""
    visit = doing.subject
    if visit.closed_on is not None:
        raise InputError({"": f"It was closed on {visit.closed_on:%Y-%m-%d}."})
    visits.keep_answers(doing, visit, given.model_dump(include=set(violations.QUESTIONS)), all_of_them=True)
    visits.keep_looks(doing, visit, given.looks, all_of_them=True)
    if given.payment is not None:
        fees.pay(doing, visit, given.payment)
    visits.close(doing, visit)
    visits.report(doing, visit, new=False)
    doing.say(f"Inspection {visit.number} of {in_words(visit.done_on)} closed")
    doing.changed({"closed_on": None}, {"closed_on": doing.on})


# -- a mistaken result -------------------------------------------------------------------------------------------------


class MarkFaulty(Act):
    """Why a result is mistaken, and what it should have been."""

    why: str = Field(title="What is wrong with it", min_length=1, max_length=1000, json_schema_extra=LONG)
    right: ResultGiven | None = Field(
        default=None, title="What it should have been", description="Empty where the element was not inspected at all."
    )


def _may_mark(result: Result, given: MarkFaulty | None, on: date, actor: Actor) -> Decision:
    """Who may inspect, and what the law says to the right result of that visit."""
    parts = [("", "", visits.ask_gate(visits.SIGN, visits.signer(actor, on), on))]
    visit = result.visit
    if given is not None and given.right is not None and visit.permit is not None:
        others = visit.results.standing().exclude(pk=result.pk).select_related("line")
        results = [*(_given_again(other) for other in others), given.right]
        parts.append(visits.on_results(visit.permit, results, on, actor, of=visit, field="right")[-1])
    return visits.together("inspection.mark_faulty", on, parts)


@act(
    "inspection.mark_faulty",
    title="Mark a result as mistaken",
    subject=Result,
    by=INSPECTORS,
    decide=_may_mark,
    danger=True,
    applies=lambda result, on: result.faulty_on is None,
)
def mark_faulty(doing: Doing[Result], given: MarkFaulty) -> None:
    """Marks an issued result as mistaken, with the reason. It stays on record beside the right one."""
    result, visit = doing.subject, doing.subject.visit
    if result.faulty_on is not None:
        raise InputError({"": f"It was marked as mistaken on {result.faulty_on:%Y-%m-%d}."})
    result.faulty_on, result.faulty_why, result.faulty_by = doing.on, given.why, doing.actor.name
    result.save(update_fields=["faulty_on", "faulty_why", "faulty_by"])
    for row in result.failures.filter(cured_on=None):
        violations.cure(row, on=doing.on, how=f"Entered by mistake: {given.why}", by=doing.actor.name)
    after: dict[str, Any] = {"outcome": None}
    if given.right is not None:
        if given.right.line != result.line.key:
            raise InputError({"right": f"The mistaken result is of {result.line.title}; give the right one of it."})
        visits.keep_results(doing, visit, [given.right])
        right = visit.results.standing().filter(line=result.line).latest("id")
        right.corrects = result
        right.save(update_fields=["corrects"])
        after = {"outcome": right.outcome}
    if visit.closed_on is not None:
        visits.completed(visit.permit)
    visits.report(doing, visit, new=True)
    doing.say(f"{result.line.title}, {visit.number}: “{result.get_outcome_display()}” was a mistake. {given.why}")
    doing.changed({"outcome": result.outcome}, after)
