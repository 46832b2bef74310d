"""Renewing a permit that has lapsed: the holder's application with its fee, and the officer's decision."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from pydantic import Field

from townwright.law.calendar import in_words
from townwright.law.facts import FactError
from townwright.law.findings import Decision
from townwright.law.findings import plain as as_json
from townwright.law.renewals import Renewal as Asked
from townwright.law.renewals import renew as by_law
from townwright.office import laws
from townwright.office.cases.models import Party
from townwright.office.money.acts import charge
from townwright.office.people.models import Person
from townwright.office.permits import gates, papers, stages, terms
from townwright.office.permits.acts.applying import fee_measures, pay
from townwright.office.permits.acts.changing import in_lines, with_money
from townwright.office.permits.facts import RENEWAL_FEE
from townwright.office.permits.inputs import LONG, Cited, PaymentGiven
from townwright.office.permits.models import Permit, Renewal
from townwright.office.permits.questions import of_renewal
from townwright.office.permits.telling import OF_PERMIT, tell
from townwright.office.register.actors import Actor, Role
from townwright.office.register.acts import ANYONE, OFFICERS, Act, Doing, act
from townwright.office.register.errors import InputError

#: What the dates say of the new term is decided on the day of the decision, not on that of the application.
_ON_DECISION = "renewal.length"


class ApplyRenewal(Act):
    """An application to renew."""

    applicant: UUID | None = Field(default=None, title="Who applies", description="The permit holder, if left empty.")
    as_agent: bool = Field(default=False, title="As the holder's agent, authorized in writing")
    extensions: int = Field(default=1, title="How many extensions", ge=1, le=10)
    payment: PaymentGiven | None = Field(default=None, title="Payment")
    hold_unpaid: bool = Field(default=False, title="Keep it unfiled until the fee is paid")
    answers: dict[str, Any] = Field(
        default={}, title="What the town asks", description="By the name of each question.",
        json_schema_extra={"widget": "none"},
    )  # fmt: skip


def asked_of_law(permit: Permit, *, applied: date, decided: date, by_holder: bool | None, at_once: int) -> Asked:
    """What the dates of a permit say to a renewal."""
    return by_law(
        terms.rules_of(permit),
        terms.term_of(permit, applied),
        permit.dates(),
        applied=applied,
        decided=decided,
        by_holder=by_holder,
        renewals=permit.renewals_given,
        calendar=laws.calendar(),
        at_once=at_once,
    )


def _who(permit: Permit, given: ApplyRenewal) -> Person | None:
    if given.applicant is None:
        return permit.party(Party.Part.HOLDER)
    row = Party.objects.filter(case_id=permit.case_id, pk=given.applicant, ends=None).select_related("person").first()
    return row.person if row else None


def _by_holder(permit: Permit, given: ApplyRenewal) -> bool:
    who = _who(permit, given)
    return given.as_agent or (who is not None and who == permit.party(Party.Part.HOLDER))


def _may_apply(permit: Permit, given: ApplyRenewal | None, on: date, actor: Actor) -> Decision:
    told = {"fee.paid": None, "fee.charged": None, **gates.fee_of(permit, None, RENEWAL_FEE, on)}
    told |= _answered(given, on, actor)
    by_holder, at_once = None, 1
    if given is not None:
        by_holder, at_once = _by_holder(permit, given), given.extensions
        told = with_money(told, permit, RENEWAL_FEE, given.payment, on, times=at_once)
    dates = asked_of_law(permit, applied=on, decided=on, by_holder=by_holder, at_once=at_once).decision
    decision = gates.softened(dates, _ON_DECISION)
    decision = gates.decide("renewal.submit", permit, on, told).and_(*decision.findings)
    if given is not None and given.hold_unpaid:
        decision = gates.softened(decision, "fee")
    return gates.only(decision, permit.open_renewal() is None, "No other application to renew is open", permit)


def _answered(given: ApplyRenewal | None, on: date, actor: Actor) -> dict[str, Any]:
    """What the town asks of a renewal, as it is told with the application; what was told before is of another day.

    Raises `InputError` for no question of a renewal, and for what is the office's to say.
    """
    asked = {fact.name: fact for fact in of_renewal(on)}
    told: dict[str, Any] = dict.fromkeys(asked)
    for name, value in (given.answers if given else {}).items():
        if name not in asked:
            raise InputError({f"answers.{name}": "There is no such question on the form."})
        if actor.role is Role.APPLICANT and asked[name].held_by != "applicant":
            raise InputError({f"answers.{name}": "This is for the office to say."})
        try:
            told[name] = as_json(asked[name].read(value))
        except FactError as error:
            raise InputError({f"answers.{name}": f"{error}."}) from None
    return told


def _renewable(permit: Permit, on: date) -> bool:
    return stages.issued(permit, on) and permit.open_renewal() is None


@act(
    "permit.apply_renewal",
    title="Apply to renew",
    subject=Permit,
    by=ANYONE,
    decide=_may_apply,
    gives=("fee.paid", "fee.charged", "permit.holder_applies", "town."),
    applies=_renewable,
)
def apply_renewal(doing: Doing[Permit], given: ApplyRenewal) -> None:
    """Applies to renew, with the fee of each extension; unpaid it is refused, or on request kept and not filed."""
    permit, case = doing.subject, doing.subject.case
    applicant = _who(permit, given)
    if applicant is None:
        raise InputError({"applicant": "Who applies is one of the parties of this case."})
    end = terms.term_of(permit, doing.on).last_day_in_force(permit.commenced_on)
    assert end is not None, "the decision has seen that the permit has an end"
    renewal = Renewal.objects.create(
        permit=permit,
        received_on=doing.on,
        applicant=applicant,
        by_holder=_by_holder(permit, given),
        extensions=given.extensions,
        old_end=end,
        entry_seq=doing.seq,
    )
    lines = [charge(doing, case, RENEWAL_FEE, fee_measures(permit, doing.on)) for _ in range(given.extensions)]
    whole = lines[0].amount * len(lines)
    pay(doing, permit, given.payment, whole)
    gates.file_what_is_paid(doing, case)
    renewal.refresh_from_db()
    filed = "filed" if renewal.filed_on else "received, not filed until the fee is paid"
    tell(
        doing,
        case,
        f"application to renew {filed}",
        f"We received the application to renew the permit. It was last in force on {in_words(end)}.",
        "Until the renewal is approved the permit stays lapsed, and no work may go on under it.",
        parts=OF_PERMIT,
    )
    doing.say(f"Application to renew {filed}: {given.extensions} by {applicant.name}")
    doing.changed(
        {}, {"renewal": renewal.pk, "extensions": given.extensions, "filed_on": renewal.filed_on, "old_end": end}
    )


class Renew(Act):
    """The approval of a renewal."""

    words: str = Field(default="", title="Note to the holder", max_length=1000, json_schema_extra=LONG)


def _may_renew(permit: Permit, given: Renew | None, on: date, actor: Actor) -> Decision:
    renewal = permit.open_renewal()
    told = {**gates.of_actor(actor, on), **gates.fee_of(permit, renewal, RENEWAL_FEE, on)}
    decision = gates.decide("permit.renew", permit, on, told)
    if renewal is None:
        return gates.only(decision, False, "A renewal has been applied for", permit)
    return decision.and_(*_asked(permit, renewal, on).decision.findings)


def _asked(permit: Permit, renewal: Renewal, on: date) -> Asked:
    return asked_of_law(
        permit, applied=renewal.applied_on, decided=on, by_holder=renewal.by_holder, at_once=renewal.extensions
    )


def _renewing(permit: Permit, on: date) -> bool:
    return stages.issued(permit, on) and permit.open_renewal() is not None


@act("permit.renew", title="Approve the renewal", subject=Permit, by=OFFICERS, decide=_may_renew, applies=_renewing)
def renew(doing: Doing[Permit], given: Renew) -> None:
    """Renews a permit. The approval does not reach back: between the lapse and this day the permit was not in force."""
    permit, renewal = doing.subject, doing.subject.open_renewal()
    assert renewal is not None, "the decision has seen it"
    new = _asked(permit, renewal, doing.on).term
    assert new is not None and new.life is not None, "the decision has seen where the new term ends"
    before = {"commence_by": permit.commence_by, "last_day": permit.last_day, "renewals_given": permit.renewals_given}
    terms.set_term(doing, permit, new)
    permit.renewals_given += renewal.extensions
    permit.save()
    renewal.approved_on, renewal.new_end = doing.on, new.life.act_by
    renewal.save(update_fields=["approved_on", "new_end"])
    paper = papers.print_it(doing, permit, papers.permit_paper(doing, permit, new))
    papers.put_in_place(permit, paper)
    begin = f"Begin the work by {in_words(new.commence.act_by)}." if new.commence else ""
    tell(
        doing,
        permit.case,
        "your permit is renewed",
        f"The permit is in force again, through {in_words(new.life.act_by)}.",
        begin,
        given.words,
        parts=OF_PERMIT,
        papers=(paper,),
    )
    doing.say(f"Permit {permit.number} renewed through {new.life.act_by:%Y-%m-%d}")
    doing.changed(before, {**new.dates, "renewals_given": permit.renewals_given, "renewal": renewal.pk})


class RefuseRenewal(Act):
    """The refusal of a renewal."""

    reasons: list[Cited] = Field(title="Reasons", min_length=1)


@act(
    "permit.refuse_renewal",
    title="Refuse the renewal",
    subject=Permit,
    by=OFFICERS,
    signs="officer",
    applies=_renewing,
    danger=True,
)
def refuse_renewal(doing: Doing[Permit], given: RefuseRenewal) -> None:
    """Refuses a renewal with the reasons; the permit stays lapsed."""
    permit, renewal = doing.subject, doing.subject.open_renewal()
    if renewal is None:
        raise InputError({"": "No renewal has been applied for."})
    renewal.refused_on, renewal.refused_why = doing.on, in_lines(given.reasons)
    renewal.save(update_fields=["refused_on", "refused_why"])
    letter = papers.letter(
        doing, permit, "Renewal refused", ["The renewal of the permit is refused:", renewal.refused_why], *OF_PERMIT
    )
    paper = papers.print_it(doing, permit, letter)
    tell(doing, permit.case, "the renewal is refused", renewal.refused_why, parts=OF_PERMIT, papers=(paper,))
    doing.say(f"Renewal refused: {renewal.refused_why}")
    doing.changed({}, {"renewal": renewal.pk, "refused_on": doing.on})
