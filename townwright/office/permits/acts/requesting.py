"""Asking the applicant for what is missing, item by item, and the applicant's answers."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from pydantic import Field

from townwright.law.calendar import Deadline, Period, in_words
from townwright.law.findings import Decision, Finding, Outcome
from townwright.office import laws
from townwright.office.cases.acts import date_done, hand_over, set_date
from townwright.office.cases.days import when_set_again
from townwright.office.cases.models import ChangeRequest, RequestItem, SetDate
from townwright.office.permits import gates, papers, stages
from townwright.office.permits.documents import file_documents, open_round, supersede
from townwright.office.permits.inputs import LONG, PLANS, DocumentGiven, ItemGiven
from townwright.office.permits.models import Permit, ReplyTime
from townwright.office.permits.telling import tell
from townwright.office.register.actors import Actor
from townwright.office.register.acts import ADMINISTRATORS, ANYONE, Act, Doing, act
from townwright.office.register.errors import InputError

REPLY = "application.reply"


class SetReplyTime(Act):
    """How long applicants have to answer the office's requests."""

    business_days: int = Field(title="Business days", ge=1, le=250)
    begins: date | None = Field(default=None, title="From", description="Today, if left empty.")


@act("permit.set_reply_time", title="Set the time to reply", by=ADMINISTRATORS)
def set_reply_time(doing: Doing[ReplyTime], given: SetReplyTime) -> None:
    """Sets the business days for a reply; requests that were sent keep their day."""
    begins = given.begins or doing.on
    before = ReplyTime.on(begins)
    doing.made(ReplyTime.objects.create(begins=begins, business_days=given.business_days))
    doing.say(f"Time to reply to requests: {given.business_days} business days from {begins:%Y-%m-%d}")
    doing.changed({"business_days": before}, {"business_days": given.business_days})


class RequestChanges(Act):
    """What the applicant has to change or add."""

    findings: list[str] = Field(default=[], title="Requirements that are not met", description="By their keys.")
    items: list[ItemGiven] = Field(default=[], title="Further items")
    reply_by: date | None = Field(default=None, title="Reply by", description="The office's usual time, if left empty.")
    words: str = Field(default="", title="First lines", max_length=1000, json_schema_extra=LONG)


def _may_request(permit: Permit, given: RequestChanges | None, on: date, actor: Actor) -> Decision:
    decision = gates.plain("permit.request_changes", on)
    decision = gates.only(decision, stages.pending(permit, on), "The application is not decided", permit)
    if given is not None and given.reply_by is not None:
        return decision.and_(*_not_business(given.reply_by))
    return decision


def _not_business(day: date) -> list[Finding]:
    """A warning where a day that is fixed by hand is no business day: it does not roll."""
    if (why := laws.calendar().no_business(day)) is None:
        return []
    return [
        Finding(
            "reply_by",
            Outcome.WARNING,
            "The day to reply by is a business day",
            "",
            why=str(why),
            cure="Choose another day",
        )
    ]


@act("permit.request_changes", title="Ask for changes", subject=Permit, decide=_may_request, applies=stages.pending)
def request_changes(doing: Doing[Permit], given: RequestChanges) -> None:
    """Returns an application as incomplete: each thing asked for is an item of its own, with a day to reply by."""
    permit, case = doing.subject, doing.subject.case
    items = [*_from_findings(permit, given.findings, doing.on), *(item.model_dump() for item in given.items)]
    if not items:
        raise InputError({"items": "Say what is needed: at least one item."})
    end = _reply_by(doing.on, given.reply_by)
    request = ChangeRequest.objects.create(
        case=case,
        count=case.requests.count() + 1,
        sent_on=doing.on,
        reply_by=end.act_by,
        by_name=doing.actor.name,
        by_title=doing.actor.title(doing.on),
    )
    rows = [
        RequestItem.objects.create(request=request, count=count, **item) for count, item in enumerate(items, start=1)
    ]
    set_date(doing, case, end, begins=doing.on)
    paper = papers.print_it(
        doing, permit, papers.change_request(permit, rows, sent=doing.on, end=end, words=given.words)
    )
    permit.returned_on = doing.on
    permit.save(update_fields=["returned_on"])
    hand_over(case, to_applicant=True, on=doing.on)
    asked = "\n".join(f"{row.count}. {row.title}{f' ({row.cite})' if row.cite else ''}. {row.words}" for row in rows)
    tell(
        doing,
        case,
        "we need something from you",
        given.words,
        asked,
        f"Please answer by {in_words(end.act_by)}.",
        papers=(paper,),
    )
    doing.say(f"Request {request.count} for changes sent, {len(rows)} items, reply by {end.act_by:%Y-%m-%d}")
    doing.changed({"with_applicant": False}, {"with_applicant": True, "items": [row.title for row in rows]})


def _from_findings(permit: Permit, keys: list[str], on: date) -> list[dict[str, str]]:
    """Items from requirements that are not met, in the words of the law. Raises `InputError` for one that is met."""
    found = {
        finding.key: finding
        for name in (gates.COMPLETE, gates.DOCUMENTS)
        for finding in gates.decide(name, permit, on, {"actor.offices": {"officer"}}).standing_in_the_way
    }
    if unknown := [key for key in keys if key not in found]:
        raise InputError({"findings": f"Nothing is open under {', '.join(unknown)}."})
    return [
        {
            "title": f.says[:200],
            "words": ". ".join(dict.fromkeys(filter(None, (f.why.rstrip("."), f.cure.rstrip("."))))),
            "cite": f.cite,
            "finding": f.key,
        }
        for f in (found[key] for key in keys)
    ]


def _reply_by(on: date, by_hand: date | None) -> Deadline:
    calendar = laws.calendar()
    if by_hand is None:
        return calendar.deadline(on, Period(business_days=ReplyTime.on(on)), kind=REPLY)
    if by_hand <= on:
        raise InputError({"reply_by": "Give a later day than that of the request."})
    return calendar.fixed(by_hand, kind=REPLY)


class Answer(Act):
    """The applicant's answer to one item."""

    item: UUID = Field(title="Item")
    words: str = Field(default="", title="Answer", max_length=4000, json_schema_extra=LONG)
    does_not_apply: bool = Field(default=False, title="This does not apply")
    documents: list[DocumentGiven] = Field(default=[], title="Documents")


def _with_applicant(permit: Permit, on: date) -> bool:
    return stages.pending(permit, on) and permit.case.requests.filter(closed_on=None).exists()


def _may_answer(permit: Permit, given: Act | None, on: date, actor: Actor) -> Decision:
    decision = gates.plain("permit.answer", on)
    return gates.only(decision, _with_applicant(permit, on), "The office has asked for something", permit)


@act("permit.answer", title="Answer an item", subject=Permit, by=ANYONE, decide=_may_answer, applies=_with_applicant)
def answer(doing: Doing[Permit], given: Answer) -> None:
    """Answers one item by words, by documents, or by saying that it does not apply, and why."""
    item = _item(doing.subject, given.item, "item", RequestItem.State.WAITING, *_ANSWERED)
    if not given.words and not given.documents:
        raise InputError(
            {"words": "Say why it does not apply." if given.does_not_apply else "Answer in words or by a document."}
        )
    state = RequestItem.State.NOT_APPLICABLE if given.does_not_apply else RequestItem.State.ANSWERED
    before = item.state
    item.state, item.answer, item.answered_on, item.answered_by = state, given.words, doing.on, doing.actor.name
    item.save(update_fields=["state", "answer", "answered_on", "answered_by"])
    file_documents(doing, doing.subject.case, given.documents, None, item=item)
    doing.say(f"Item {item.count} answered{': does not apply' if given.does_not_apply else ''}: {item.title}")
    doing.changed({"state": before}, {"state": item.state})


_ANSWERED = (RequestItem.State.ANSWERED, RequestItem.State.NOT_APPLICABLE)


def _item(permit: Permit, key: UUID, field: str, *states: str) -> RequestItem:
    found = RequestItem.objects.filter(pk=key, request__case_id=permit.case_id, state__in=states).first()
    if found is None:
        raise InputError({field: "There is no such open item."})
    return found


class Resubmit(Act):
    """The application handed back to the office with the answers."""

    words: str = Field(default="", title="Note to the office", max_length=2000, json_schema_extra=LONG)
    documents: list[DocumentGiven] = Field(default=[], title="Further documents")
    paper_sets: int = Field(default=0, title="Sets of drawings on paper", ge=0, le=99)


def _may_resubmit(permit: Permit, given: Resubmit | None, on: date, actor: Actor) -> Decision:
    """Every item has its answer; the finding on open requests is the one of the town's own gate."""
    decision = gates.plain("permit.resubmit", on)
    decision = gates.only(decision, _with_applicant(permit, on), "The office has asked for something", permit)
    complete = gates.decide(gates.COMPLETE, permit, on)
    return decision.and_(*(f for f in complete.standing_in_the_way if "application.open_requests" in f.facts))


@act(
    "permit.resubmit",
    title="Hand it back to the office",
    subject=Permit,
    by=ANYONE,
    decide=_may_resubmit,
    applies=_with_applicant,
)
def resubmit(doing: Doing[Permit], given: Resubmit) -> None:
    """Hands the application back. The last round is frozen as it came in; what came with the answers is the next.

    Changed construction documents have to be accepted anew.
    """
    permit, case = doing.subject, doing.subject.case
    following = open_round(case, on=doing.on, paper_sets=given.paper_sets, from_name=doing.actor.name)
    case.documents.filter(round=None).update(round=following)
    file_documents(doing, case, given.documents, following)
    supersede(case)
    if following.documents.filter(kind__in=PLANS).exists():
        permit.documents_accepted_on, permit.acceptance_mark = None, ""
    permit.save(update_fields=["documents_accepted_on", "acceptance_mark"])
    take_back(doing, permit)
    tell(
        doing,
        case,
        "your answers are with us",
        f"We received your answers on {in_words(doing.on)} and will look at them now.",
    )
    doing.say(f"Handed back to the office as round {following.count}", private={"words": given.words})
    doing.changed({"with_applicant": True}, {"with_applicant": False, "round": following.count})


class ExtendReply(Act):
    """More time to reply."""

    reply_by: date = Field(title="Reply by")
    why: str = Field(title="Why", min_length=1, max_length=300)


def _may_extend(permit: Permit, given: ExtendReply | None, on: date, actor: Actor) -> Decision:
    decision = _may_answer(permit, given, on, actor)
    return decision.and_(*_not_business(given.reply_by)) if given is not None else decision


@act(
    "permit.extend_reply", title="Give more time to reply", subject=Permit, decide=_may_extend, applies=_with_applicant
)
def extend_reply(doing: Doing[Permit], given: ExtendReply) -> None:
    """Puts off the day to reply by. A day fixed by hand does not roll."""
    case = doing.subject.case
    old = SetDate.objects.filter(case=case, kind=REPLY, done_on=None, replaced=False).first()
    before = old.act_by if old else None
    if given.reply_by <= max(before or doing.on, doing.on):
        raise InputError({"reply_by": "Give a later day than the one that stands."})
    set_date(doing, case, laws.calendar().fixed(given.reply_by, kind=REPLY), begins=doing.on)
    case.requests.filter(closed_on=None).update(reply_by=given.reply_by)
    tell(doing, case, "more time to reply", f"You now have until {in_words(given.reply_by)} to reply to our request.")
    doing.say(f"Time to reply put off to {given.reply_by:%Y-%m-%d}: {given.why}")
    doing.changed({"reply_by": before}, {"reply_by": given.reply_by})


@when_set_again
def keep_reply_in_step(doing: Doing[Any], row: SetDate) -> None:
    """Keeps the open request's day in step where a new holiday or tolling has moved it."""
    if row.kind == REPLY:
        ChangeRequest.objects.filter(case_id=row.case_id, closed_on=None).update(reply_by=row.act_by)


def take_back(doing: Doing[Any], permit: Permit) -> None:
    """Closes what was asked: the application is with the office again."""
    permit.case.requests.filter(closed_on=None).update(closed_on=doing.on)
    date_done(permit.case, REPLY, doing.on)
    permit.resubmitted_on = doing.on
    permit.save(update_fields=["resubmitted_on"])
    hand_over(permit.case, to_applicant=False, on=doing.on)


def settle_items(permit: Permit, accepted: list[UUID], withdrawn: list[UUID]) -> None:
    """What the reviewer says of answers: good, or no longer asked for."""
    for key in accepted:
        item = _item(permit, key, "items_accepted", *_ANSWERED)
        item.state = RequestItem.State.ACCEPTED
        item.save(update_fields=["state"])
    for key in withdrawn:
        item = _item(permit, key, "items_withdrawn", RequestItem.State.WAITING, *_ANSWERED)
        item.state = RequestItem.State.WITHDRAWN
        item.save(update_fields=["state"])
