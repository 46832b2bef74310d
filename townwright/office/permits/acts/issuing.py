"""Deciding on an application: issue, disapproval, withdrawal; and the beginning of the work."""

from __future__ import annotations

from datetime import date
from typing import Literal
from uuid import UUID

from pydantic import Field

from townwright.law import choices
from townwright.law.calendar import in_words
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.permits import Term, expiring, term
from townwright.office import laws
from townwright.office.cases.acts import add_party, close_case, date_done, stop_clock
from townwright.office.cases.models import Party
from townwright.office.cases.numbers import draw
from townwright.office.permits import gates, papers, stages, terms
from townwright.office.permits.documents import handed_in
from townwright.office.permits.findable import index_permit
from townwright.office.permits.inputs import LONG, Cited
from townwright.office.permits.models import Change, Permit
from townwright.office.permits.telling import OF_PERMIT, tell
from townwright.office.register.actors import Actor
from townwright.office.register.acts import ANYONE, INSPECTORS, OFFICERS, Act, Doing, act
from townwright.office.register.errors import InputError


class Issue(Act):
    """The permit."""

    certificate_kind: Literal["occupancy", "compliance"] = Field(
        title="Certificate at the end",
        description="Of occupancy for new buildings, additions of occupiable space and conversions; of compliance "
        "for other work.",
    )
    conditions: list[Cited] = Field(default=[], title="Special conditions")
    holder: UUID | None = Field(default=None, title="Permit holder", description="The applicant, if left empty.")
    expires_on: date | None = Field(
        default=None, title="Expires on", description="Only where the code sets no period: the day that you fix."
    )


def _may_issue(permit: Permit, given: Issue | None, on: date, actor: Actor) -> Decision:
    decision = gates.decision_to_issue(permit, on, gates.of_actor(actor, on))
    decision = gates.only(decision, stages.pending(permit, on), "The application is not decided", permit)
    new, expires = _term(permit, given.expires_on if given else None, on)
    asked = (expires,) if expires and given else ()
    return decision.and_(*new.not_on_file, *asked)


def _term(permit: Permit, expires_on: date | None, on: date) -> tuple[Term, Finding | None]:
    calendar = laws.calendar()
    return expiring(laws.pack().permits, term(terms.rules_of(permit), on, calendar), expires_on, calendar)


@act("permit.issue", title="Issue the permit", subject=Permit, by=OFFICERS, decide=_may_issue, applies=stages.pending)
def issue(doing: Doing[Permit], given: Issue) -> None:
    """Issues the permit with its term, its conditions and its paper; from then on it lives by the rules of this day."""
    permit, case = doing.subject, doing.subject.case
    new, expires = _term(permit, given.expires_on, doing.on)
    if given.expires_on is not None and expires is None:
        raise InputError({"expires_on": "The code sets how long the permit is in force; leave the day empty."})
    if new.life is None:
        says = "The town's law sets no last day for a permit and has nobody fix it; the State has every permit bear one"
        raise InputError({"": f"{says}. The law has to be mended first."})
    if wrong := choices.wrong_certificate(laws.pack(), given.certificate_kind, doing.on):
        raise InputError({"certificate_kind": wrong})
    holder = _holder(permit, given.holder)
    add_party(doing, case, holder.person, Party.Part.HOLDER)
    if permit.application_number == case.number and "application" in laws.pack().numbers.root:
        case.number = draw("permit", doing.on).text
        case.save(update_fields=["number"])
    permit.issued_on, permit.certificate_kind = doing.on, given.certificate_kind
    permit.conditions = [each.model_dump() for each in given.conditions]
    terms.set_term(doing, permit, new)
    permit.save()
    stop_clock(case, doing.on)
    if permit.for_permit is not None:
        waiting = permit.for_permit.changes.filter(decision=Change.Decision.NEW, settled_on=None)
        waiting.update(settled_on=doing.on)
    paper = papers.print_it(doing, permit, papers.permit_paper(doing, permit, new))
    index_permit(permit)
    tell(
        doing,
        case,
        "your permit is issued",
        f"Building permit {permit.number} was issued on {in_words(doing.on)}.",
        *_dates_in_words(new),
        parts=OF_PERMIT,
        papers=(paper,),
    )
    doing.say(f"Permit {permit.number} issued to {holder.person.name}")
    doing.changed(
        {"issued_on": None},
        {
            "issued_on": doing.on,
            "number": permit.number,
            "holder": holder.person_id,
            "conditions": permit.conditions,
            "certificate_kind": permit.certificate_kind,
            **new.dates,
        },
    )


def _dates_in_words(new: Term) -> list[str]:
    told = []
    if new.commence is not None:
        told.append(f"Begin the work by {in_words(new.commence.act_by)}.")
    if new.life is not None:
        told.append(f"The permit is in force through {in_words(new.life.act_by)}.")
    return told


def _holder(permit: Permit, key: UUID | None) -> Party:
    rows = Party.objects.filter(case=permit.case, ends=None).select_related("person")
    found = rows.filter(pk=key).first() if key is not None else rows.filter(part=Party.Part.APPLICANT).first()
    if found is None:
        raise InputError({"holder": "The permit holder is one of the parties of this case."})
    return found


class Disapprove(Act):
    """The disapproval of an application."""

    reasons: list[Cited] = Field(title="Reasons", min_length=1)


def _may_disapprove(permit: Permit, given: Disapprove | None, on: date, actor: Actor) -> Decision:
    told = gates.of_actor(actor, on)
    if given is None:
        # What the officer will write is taken for granted in an offer: only what else stands in the way shuts it.
        told |= {"decision.reason": "to be written", "decision.cite": "to be cited"}
    else:
        told["decision.reason"] = "; ".join(reason.text for reason in given.reasons)
        told["decision.cite"] = "; ".join(reason.cite for reason in given.reasons if reason.cite) or None
    decision = gates.filed_or(gates.decide("application.disapprove", permit, on, told), permit)
    return gates.only(decision, stages.pending(permit, on), "The application is not decided", permit)


@act(
    "permit.disapprove",
    title="Disapprove the application",
    subject=Permit,
    by=OFFICERS,
    decide=_may_disapprove,
    applies=stages.pending,
    danger=True,
)
def disapprove(doing: Doing[Permit], given: Disapprove) -> None:
    """Disapproves an application with its reasons; work that complies is refused only on a cited ground."""
    permit, case = doing.subject, doing.subject.case
    permit.disapproved_on = doing.on
    permit.save(update_fields=["disapproved_on"])
    paper = papers.print_it(doing, permit, papers.disapproval(doing, permit, given.reasons))
    close_case(case, outcome="disapproved", on=doing.on)
    reasons = "\n".join(f"- {each.text}{f' ({each.cite})' if each.cite else ''}" for each in given.reasons)
    tell(
        doing,
        case,
        "your application is disapproved",
        "Your application is disapproved for these reasons:",
        reasons,
        papers=(paper,),
    )
    doing.say(f"Application {permit.number} disapproved: {'; '.join(each.text for each in given.reasons)}")
    doing.changed(
        {"disapproved_on": None}, {"disapproved_on": doing.on, "reasons": [each.model_dump() for each in given.reasons]}
    )


class Withdraw(Act):
    """The withdrawal of an application by who made it."""

    why: str = Field(default="", title="Why", max_length=400)


def _may_withdraw(permit: Permit, given: Withdraw | None, on: date, actor: Actor) -> Decision:
    return gates.only(
        gates.plain("permit.withdraw", on), stages.pending(permit, on), "The application is not decided", permit
    )


@act(
    "permit.withdraw",
    title="Withdraw the application",
    subject=Permit,
    by=ANYONE,
    decide=_may_withdraw,
    applies=stages.pending,
    danger=True,
)
def withdraw(doing: Doing[Permit], given: Withdraw) -> None:
    """Withdraws an application that is not decided. It stays on record."""
    permit = doing.subject
    permit.withdrawn_on = doing.on
    permit.save(update_fields=["withdrawn_on"])
    close_case(permit.case, outcome="withdrawn", on=doing.on)
    tell(doing, permit.case, "your application is withdrawn", "The application stays on record as withdrawn.")
    doing.say(f"Application {permit.number} withdrawn{f': {given.why}' if given.why else ''}")
    doing.changed({"withdrawn_on": None}, {"withdrawn_on": doing.on})


class Commence(Act):
    """That the work has begun."""

    began_on: date = Field(title="Day on which the work began")
    evidence: Literal["inspection", "holder's report"] = Field(title="Known from")
    words: str = Field(default="", title="What shows it", max_length=1000, json_schema_extra=LONG)
    file: UUID | None = Field(default=None, title="Photograph or letter", json_schema_extra={"file": True})


def _may_commence(permit: Permit, given: Commence | None, on: date, actor: Actor) -> Decision:
    told = {"work.began_on": given.began_on} if given is not None else {}
    decision = gates.decide("permit.commence", permit, on, {**told, "permit.issued_on": permit.issued_on})
    commence = terms.term_of(permit, on).commence
    if given is not None and commence is not None and commence.passed(given.began_on):
        late = Finding(
            "in_time",
            Outcome.WARNING,
            f"Begun by {in_words(commence.act_by)}",
            commence.cite,
            provisions=commence.provisions,
            why=f"Begun on {in_words(given.began_on)}: too late to keep the permit valid",
        )
        return decision.and_(late)
    return decision


@act(
    "permit.commence",
    title="Record that work has begun",
    subject=Permit,
    by=INSPECTORS,
    decide=_may_commence,
    gives=("work.began_on",),
    applies=lambda p, on: stages.issued(p, on) and p.commenced_on is None,
)
def commence(doing: Doing[Permit], given: Commence) -> None:
    """Records the day on which work began. It counts from that day, not from its entry."""
    permit = doing.subject
    if given.began_on > doing.on:
        raise InputError({"began_on": "This day has not come yet."})
    if permit.commenced_on is not None and given.corrects is None:
        raise InputError(
            {
                "corrects": f"Work is on record as begun on {in_words(permit.commenced_on)}. "
                "Name the entry that this corrects."
            }
        )
    if given.file is not None:
        handed_in(permit.case, given.file, "file")
    before = permit.commenced_on
    permit.commenced_on = given.began_on
    permit.save(update_fields=["commenced_on"])
    if permit.commence_by is not None and given.began_on <= permit.commence_by:
        date_done(permit.case, terms.COMMENCE, given.began_on)
    doing.say(
        f"Work begun on {given.began_on:%Y-%m-%d}, by {given.evidence}{f': {given.words}' if given.words else ''}"
    )
    doing.changed({"commenced_on": before}, {"commenced_on": given.began_on, "evidence": given.evidence})
