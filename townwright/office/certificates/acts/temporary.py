"""Temporary certificates: the three determinations, the issue for a stated period, and what is still to be done."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from pydantic import Field

from townwright.law.calendar import in_words
from townwright.law.certificates import Temporary
from townwright.law.certificates import temporary as by_dates
from townwright.law.findings import Decision
from townwright.law.inspections import open_lines
from townwright.office import clock, laws
from townwright.office.cases.acts import set_date, stop_clock
from townwright.office.cases.models import SetDate
from townwright.office.certificates import filing, papers
from townwright.office.certificates.acts.issuing import announce, give_number_and_print, refused
from townwright.office.certificates.facts import of_signatures
from townwright.office.certificates.inputs import ComponentGiven, OpenItemGiven
from townwright.office.certificates.models import Certificate, Component, Determination, OpenItem
from townwright.office.inspections import plans
from townwright.office.jobs import sweep
from townwright.office.outbox.acts import send
from townwright.office.permits.inputs import LONG, Cited
from townwright.office.permits.telling import tell
from townwright.office.register.actors import SYSTEM, Actor
from townwright.office.register.acts import OFFICERS, Act, Doing, act, perform
from townwright.office.register.errors import InputError
from townwright.office.staff.models import Appointment

ENDS = "temporary.ends"
#: What the input of the issue gives.
_PERIOD = ("temporary.starts_on", "temporary.ends_on", "temporary.latest_end")


def _pending(certificate: Certificate, on: date) -> bool:
    return certificate.pending and certificate.temporary


class Determine(Act):
    """The determinations. What is left open is not determined."""

    safe_to_occupy: bool | None = Field(default=None, title="1. The building or part may be occupied safely")
    safe_evidence: str = Field(default="", title="On what evidence", max_length=1000, json_schema_extra=LONG)
    life_safety: bool | None = Field(
        default=None, title="2. Required fire and life safety items are installed and working"
    )
    life_safety_evidence: str = Field(default="", title="On what evidence", max_length=1000, json_schema_extra=LONG)
    components: list[ComponentGiven] = Field(default=[], title="Items of the part that is covered")
    egress_provided: bool | None = Field(
        default=None,
        title="3. Every required means of egress from the structure is provided",
        description="From the whole structure, not from the part alone.",
    )
    egress_evidence: str = Field(default="", title="On what evidence", max_length=1000, json_schema_extra=LONG)


@act(
    "certificate.determine",
    title="Make the determinations",
    subject=Certificate,
    by=OFFICERS,
    signs="officer",
    applies=_pending,
)
def determine(doing: Doing[Certificate], given: Determine) -> None:
    """Signs the determinations before a temporary certificate, each with its evidence; a newer one counts."""
    certificate = doing.subject
    if not _pending(certificate, doing.on):
        raise InputError({"": "Only a temporary certificate that is applied for has determinations."})
    made = (
        (Determination.Key.SAFE, given.safe_to_occupy, given.safe_evidence),
        (Determination.Key.LIFE_SAFETY, given.life_safety, given.life_safety_evidence),
        (Determination.Key.EGRESS, given.egress_provided, given.egress_evidence),
    )
    if all(holds is None for _, holds, _ in made) and not given.components:
        raise InputError({"": "Nothing was determined."})
    for key, holds, evidence in made:
        if holds is not None:
            Determination.objects.create(
                certificate=certificate,
                key=key,
                holds=holds,
                evidence=evidence,
                made_on=doing.on,
                by_name=doing.actor.name,
            )
    for each in given.components:
        Component.objects.create(certificate=certificate, seen_on=doing.on, **each.model_dump())
    words = [f"{key.label}: {'yes' if holds else 'no'}" for key, holds, _ in made if holds is not None]
    words += [f"{each.name}: {_state(each)}" for each in given.components]
    doing.say(f"Determined. {'; '.join(words)}")


def _state(component: ComponentGiven) -> str:
    if not component.installed:
        return "not installed"
    return "working" if component.operational else "installed, not working"


# -- issuing -----------------------------------------------------------------------------------------------------------


class IssueTemporary(Act):
    """The temporary certificate."""

    starts_on: date | None = Field(default=None, title="In effect from")
    ends_on: date | None = Field(
        default=None, title="In effect through", description="The officer fixes it; six months at most."
    )
    terms: list[Cited] = Field(default=[], title="Terms and conditions")
    open_items: list[OpenItemGiven] = Field(
        default=[], title="Still to be done", description="Open inspections and papers are listed by themselves."
    )


def _by_dates(certificate: Certificate, given: IssueTemporary, on: date) -> Temporary | None:
    """What the dates say to the period, by the rule in force on the day of issue."""
    rules = laws.pack().certificates
    if rules is None or given.starts_on is None:
        return None
    earlier = (
        Certificate.objects.filter(permit=certificate.permit, kind=certificate.kind).exclude(issued_on=None).count()
    )
    return by_dates(
        rules, issued=on, starts=given.starts_on, ends=given.ends_on, earlier=earlier, calendar=laws.calendar()
    )


def _may_issue(certificate: Certificate, given: IssueTemporary | None, on: date, actor: Actor) -> Decision:
    told = {**filing.of_actor(actor, on), **of_signatures(certificate, on, but=actor.name)}
    if given is None:
        return filing.but(filing.decision_to_issue(certificate, on, told), *_PERIOD)
    found = _by_dates(certificate, given, on)
    told |= {"temporary.starts_on": given.starts_on, "temporary.ends_on": given.ends_on}
    told["temporary.latest_end"] = found.latest if found is not None else None
    decision = filing.decision_to_issue(
        certificate, on, {name: each for name, each in told.items() if each is not None}
    )
    if found is None or given.ends_on is None or not decision.allowed:
        return decision
    return decision.and_(*found.decision.standing_in_the_way)


@act(
    "certificate.issue_temporary",
    title="Issue the temporary certificate",
    subject=Certificate,
    by=OFFICERS,
    decide=_may_issue,
    applies=_pending,
)
def issue_temporary(doing: Doing[Certificate], given: IssueTemporary) -> None:
    """Issues a temporary certificate for the period that the officer fixes, with its terms and what is still open.

    It closes no permit; it lapses by itself after its last day.
    """
    certificate = doing.subject
    if not _pending(certificate, doing.on):
        raise InputError({"": "Only a temporary certificate that is applied for can be issued so."})
    assert given.starts_on is not None and given.ends_on is not None, "the gate wants both days"
    if given.starts_on < doing.on:
        raise InputError({"starts_on": "It cannot take effect before the day of its issue."})
    found = _by_dates(certificate, given, doing.on)
    ends = found.ends if found is not None else None
    if ends is None:
        ends = laws.calendar().fixed(given.ends_on, kind=ENDS)
    certificate.starts_on, certificate.ends_on = given.starts_on, given.ends_on
    certificate.terms = [each.model_dump() for each in given.terms]
    items = [*(each.model_dump() for each in given.open_items), *_open_by_itself(certificate, doing.on)]
    for count, item in enumerate(items, start=1):
        OpenItem.objects.create(certificate=certificate, count=count, **item)
    set_date(doing, certificate.case, ends, begins=given.starts_on)
    stop_clock(certificate.case, doing.on)
    paper = give_number_and_print(doing, certificate, ends=ends)
    if certificate.permit is not None:
        doing.touch(case=certificate.permit.case_id)
    announce(
        doing, certificate, paper, f"It is in effect through {in_words(given.ends_on)}. What is open then must be done."
    )
    period = f"{in_words(given.starts_on)} to {in_words(given.ends_on)}"
    doing.say(f"Temporary certificate {certificate.case.number} issued, {period}")
    doing.changed({}, {"starts_on": given.starts_on, "ends_on": given.ends_on, "open_items": len(items)})


def _open_by_itself(certificate: Certificate, on: date) -> Iterable[dict[str, object]]:
    """Inspections of the plan that are open, and papers that have not come."""
    permit = certificate.permit
    if permit is not None:
        for line in open_lines(plans.lines_of(permit, on), plans.standings(permit, on)):
            yield {"text": f"Inspection: {line.title}", "cite": line.cite}
    found = filing.decide("certificate.papers", certificate, on, {})
    for finding in found.standing_in_the_way:
        yield {"text": finding.cure or finding.says, "cite": finding.cite}


class Decline(Act):
    """That a temporary certificate is not given."""

    reason: str = Field(default="", title="Reason", max_length=4000, json_schema_extra=LONG)


def _may_decline(certificate: Certificate, given: Decline | None, on: date, actor: Actor) -> Decision:
    told = filing.of_actor(actor, on)
    if given is None:
        return filing.but(filing.decide("certificate.decline_temporary", certificate, on, told), "decision.reason")
    return filing.decide("certificate.decline_temporary", certificate, on, {**told, "decision.reason": given.reason})


@act(
    "certificate.decline_temporary",
    title="Decline the temporary certificate",
    subject=Certificate,
    by=OFFICERS,
    decide=_may_decline,
    applies=_pending,
    danger=True,
)
def decline(doing: Doing[Certificate], given: Decline) -> None:
    """Declines a temporary certificate with a reason: whether one is given is the officer's choice."""
    refused(doing, "", given.reason)


# -- what is still to be done ------------------------------------------------------------------------------------------


class ItemDone(Act):
    """That something is done."""

    words: str = Field(default="", title="How", max_length=1000, json_schema_extra=LONG)


@act(
    "certificate.item_done",
    title="Note that it is done",
    subject=OpenItem,
    applies=lambda item, on: item.done_on is None,
)
def item_done(doing: Doing[OpenItem], given: ItemDone) -> None:
    """Takes an item off the list of a temporary certificate."""
    item = doing.subject
    if item.done_on is not None:
        raise InputError({"": f"It was done on {item.done_on:%Y-%m-%d}."})
    item.done_on, item.done_how = doing.on, given.words
    item.save(update_fields=["done_on", "done_how"])
    doing.say(f"Done: {item.text}")


class Remind(Act):
    """The list of what is still to be done."""


@act(
    "certificate.remind",
    title="Send the list of what is open",
    subject=Certificate,
    applies=lambda certificate, on: certificate.temporary and certificate.key_on(on) == "in force",
)
def remind(doing: Doing[Certificate], given: Remind) -> None:
    """Sends the holder and the officer what a temporary certificate leaves to be done, with the days that are left."""
    certificate = doing.subject
    if certificate.ends_on is None or certificate.key_on(doing.on) != "in force":
        raise InputError({"": "No temporary certificate is in force."})
    left = (certificate.ends_on - doing.on).days
    items = list(certificate.items.filter(done_on=None))
    subject = f"{left} days left, {len(items)} items open"
    body = [
        f"{certificate.case.number} ends on {in_words(certificate.ends_on)}: {left} days are left.",
        "Still to be done:",
        *(f"{row.count}. {row.text}{f', by {in_words(row.due)}' if row.due else ''}" for row in items),
    ]
    tell(doing, certificate.case, subject, *body, parts=papers.TO)
    for row in Appointment.objects.on(doing.on).filter(office="officer").select_related("account"):
        if row.account.email:
            send(
                doing,
                to_name=row.account.name,
                email=row.account.email,
                subject=f"{certificate.case.number}: {subject}",
                text="\n\n".join([f"{certificate.case.title}, {certificate.case.place}", *body]),
                case_id=certificate.case_id,
            )
    certificate.reminded_on = doing.on
    certificate.save(update_fields=["reminded_on"])
    doing.say(f"Reminded: {subject}")


def reminders_due(on: date) -> list[Certificate]:
    """Temporary certificates in force of which a day to remind has come since the last reminder."""
    running = {
        row.case_id: row for row in Certificate.objects.in_force(on).exclude(ends_on=None).select_related("case")
    }
    dates = SetDate.objects.filter(kind=ENDS, case__in=running, done_on=None, replaced=False)
    due = {
        row.case_id
        for row in dates
        for day in map(date.fromisoformat, row.reminders)
        if day <= on and (running[row.case_id].reminded_on or date.min) < day
    }
    return [certificate for key, certificate in running.items() if key in due]


@sweep
def remind_of_what_ends() -> None:
    """Sends the reminders that are due. It makes nothing lapse: that the dates do by themselves."""
    for certificate in reminders_due(clock.today()):
        perform("certificate.remind", {}, actor=SYSTEM, subject_id=certificate.pk)
