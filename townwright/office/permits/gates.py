"""The town's gates held against a permit: is it filed, complete, ready to issue; and what follows from that.

An application is filed once its gate is met, which the payment of the fee can do; it is ready to issue once nothing is
wanting but the officer's signature. Both days are kept with the permit by the act that brought them about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

from townwright.law.findings import Decision, Finding, Outcome
from townwright.office import clock, laws
from townwright.office.cases.acts import hand_over
from townwright.office.cases.models import Case, CaseParcel, Party
from townwright.office.money.acts import fee_facts, paid, when_paid, when_unpaid
from townwright.office.permits.facts import AMENDMENT_FEE, APPLICATION_FEE, RENEWAL_FEE
from townwright.office.permits.models import Amendment, Permit, Renewal
from townwright.office.register.actors import Actor
from townwright.office.register.acts import Doing, afterwards
from townwright.office.register.facts import gather

FILE, COMPLETE, DOCUMENTS, ISSUE = "application.file", "application.complete", "documents.accept", "permit.issue"


def decide(gate: str, permit: Permit, on: date, told: Mapping[str, Any] | None = None) -> Decision:
    """A gate of the pack held against a permit; `told` are facts that the act itself supplies."""
    pack = laws.pack()
    asked = pack.gate(gate)
    return asked.decide({**gather(permit, asked.needs(on), on), **(told or {})}, on, pack.hash)


def of_actor(actor: Actor, on: date) -> dict[str, Any]:
    """Who acts, as facts."""
    return {"actor.role": actor.role.value, "actor.offices": actor.offices(on)}


def not_filed(permit: Permit, on: date) -> tuple[Finding, ...]:
    """What keeps an application from being filed; nothing once it is. Before that the office does not review it."""
    if permit.filed_on is not None and permit.filed_on <= on:
        return ()
    return decide(FILE, permit, on).standing_in_the_way


def filed_or(decision: Decision, permit: Permit) -> Decision:
    """A decision with what keeps the application from being filed added where it does not say so itself."""
    keys = {finding.key for finding in decision.findings}
    return decision.and_(*(f for f in not_filed(permit, decision.on) if f.key not in keys))


def plain(name: str, on: date, *findings: Finding) -> Decision:
    """A decision that no gate of the pack makes."""
    return Decision(name, on, findings, pack_hash=laws.pack().hash)


def wanting(
    key: str, says: str, *, why: str = "", cure: str = "", carries: tuple[str, ...] = (), held_by: str = "office"
) -> Finding:
    """A requirement that is not met and that no gate asks; `carries` are provisions that the pack names for it."""
    cite = laws.pack().cite(carries[0]) if carries else ""
    return Finding(key, Outcome.UNMET, says, cite, why=why, cure=cure, held_by=held_by, provisions=carries)


def only(decision: Decision, holds: bool, says: str, permit: Permit) -> Decision:
    """The decision, shut where the act comes at the wrong time; `says` is what must be so."""
    if holds:
        return decision
    return decision.and_(wanting("stage", says, why=f"It is {permit.key_on(decision.on)}"))


def softened(decision: Decision, *keys: str) -> Decision:
    """The decision with some of its findings as warnings: what may still be settled after the act."""
    findings = tuple(
        replace(f, outcome=Outcome.WARNING) if f.key in keys and f.outcome is not Outcome.MET else f
        for f in decision.findings
    )
    return replace(decision, findings=findings)


# -- filing ----------------------------------------------------------------------------------------------------------


def file_if_it_can_be(doing: Doing[Any], permit: Permit) -> bool:
    """Files an application on the day of the act that met the last requirement; answers whether it is filed now."""
    if permit.filed_on is None and decide(FILE, permit, doing.on).allowed:
        day = max(doing.on, permit.received_on or doing.on)
        permit.filed_on = permit.case.filed_on = day
        permit.save(update_fields=["filed_on"])
        permit.case.save(update_fields=["filed_on"])
        hand_over(permit.case, to_applicant=False, on=day)
        doing.changed({"filed_on": None}, {"filed_on": day})
    return permit.filed_on is not None


@when_paid
def file_what_is_paid(doing: Doing[Any], case: Case) -> None:
    """Files the application, amendment or renewal of a case whose fee a payment has covered."""
    permit = Permit.objects.filter(case=case).select_related("case").first()
    if permit is None:
        return
    if permit.issued_on is None:
        if paid(case, APPLICATION_FEE, doing.on) is not None:
            file_if_it_can_be(doing, permit)
        return
    for applied, code in ((permit.open_amendment(), AMENDMENT_FEE), (permit.open_renewal(), RENEWAL_FEE)):
        if applied is not None and applied.filed_on is None:
            applied.filed_on = paid(case, code, doing.on, after=applied.entry_seq - 1)
            applied.save(update_fields=["filed_on"])


@when_unpaid
def what_is_unpaid_again(doing: Doing[Any], case: Case) -> None:
    """Takes the filing back where a check was returned: an application that is not paid is not filed."""
    permit = Permit.objects.filter(case=case).select_related("case").first()
    if permit is None:
        return
    if permit.issued_on is None and permit.filed_on is not None and paid(case, APPLICATION_FEE, doing.on) is None:
        doing.changed({"filed_on": permit.filed_on}, {"filed_on": None})
        permit.filed_on = permit.case.filed_on = permit.ready_on = None
        permit.save(update_fields=["filed_on", "ready_on"])
        permit.case.save(update_fields=["filed_on"])
        hand_over(permit.case, to_applicant=True, on=doing.on)
    for applied, code in ((permit.open_amendment(), AMENDMENT_FEE), (permit.open_renewal(), RENEWAL_FEE)):
        if applied is not None and paid(case, code, doing.on, after=applied.entry_seq - 1) is None:
            applied.filed_on = None
            applied.save(update_fields=["filed_on"])


def fee_of(permit: Permit, applied: Amendment | Renewal | None, code: str, on: date) -> dict[str, Any]:
    """The fee of an application to amend or renew, by the names of the law; without one, only what it would be."""
    if applied is not None:
        return fee_facts(permit.case, code, on, after=applied.entry_seq - 1)
    told = fee_facts(permit.case, code, on)
    return {name: told[name] for name in ("fee.in_schedule", "fee.scheduled") if name in told}


# -- ready to issue --------------------------------------------------------------------------------------------------


def decision_to_issue(permit: Permit, on: date, told: Mapping[str, Any] | None = None) -> Decision:
    """Whether the permit may issue, the officer signing, unless `told` says who signs."""
    return decide(ISSUE, permit, on, told or {"actor.offices": {"officer"}})


@afterwards
def ready_or_not(doing: Doing[Any]) -> None:
    """Keeps the day from which an application is ready to issue, whichever act brought it about, or takes it back."""
    waiting = Permit.objects.filter(
        case__in=_cases_touched(doing), documents_accepted_on__isnull=False, issued_on=None, case__closed_on=None
    )
    for permit in waiting.select_related("case"):
        ready = permit.filed_on is not None and decision_to_issue(permit, clock.today()).allowed
        if ready != (permit.ready_on is not None):
            days = (doing.on, permit.filed_on, permit.documents_accepted_on, permit.examined_on)
            permit.ready_on = max(day for day in days if day) if ready else None
            permit.save(update_fields=["ready_on"])


def _cases_touched(doing: Doing[Any]) -> set[UUID]:
    """The cases that an act bears on: by itself, or by a person or a parcel of theirs (insurance, a flag)."""
    refs: dict[str, list[UUID]] = {"case": [], "person": [], "parcel": []}
    for ref, kind in doing.touched.items():
        refs[kind].append(ref)
    cases = set(refs["case"])
    if refs["person"]:
        cases.update(Party.objects.filter(person__in=refs["person"], ends=None).values_list("case_id", flat=True))
    if refs["parcel"]:
        cases.update(CaseParcel.objects.filter(parcel__in=refs["parcel"]).values_list("case_id", flat=True))
    return cases
