"""Who has a part in a permit: a contractor leaves, an owner sells, insurance is proved; who of the office has it."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from pydantic import Field

from townwright.law.findings import Decision
from townwright.office import laws
from townwright.office.cases.acts import add_party
from townwright.office.cases.models import Party
from townwright.office.people.acts import enter
from townwright.office.people.models import Insurance
from townwright.office.permits import gates, stages
from townwright.office.permits.documents import handed_in
from townwright.office.permits.findable import index_permit
from townwright.office.permits.inputs import InsuranceGiven, PartyGiven
from townwright.office.permits.models import Permit
from townwright.office.permits.telling import OF_APPLICATION, OF_PERMIT, tell
from townwright.office.register.actors import Actor, Role
from townwright.office.register.acts import Act, Doing, act
from townwright.office.register.errors import InputError
from townwright.office.staff.models import Account


class ChangeParties(Act):
    """Who leaves, who comes, and whose insurance was proved."""

    leave: list[UUID] = Field(default=[], title="Parties who leave")
    enter: list[PartyGiven] = Field(default=[], title="Parties who come")
    insurances: list[InsuranceGiven] = Field(default=[], title="Proof of insurance")
    why: str = Field(title="Why", min_length=1, max_length=200)


def _may_change(permit: Permit, given: ChangeParties | None, on: date, actor: Actor) -> Decision:
    """The holder of a permit changes by an amended permit alone."""
    decision = gates.only(
        gates.plain("permit.change_parties", on), stages.alive(permit, on), "The case is open", permit
    )
    if (
        given is None
        or not Party.objects.filter(pk__in=given.leave, case_id=permit.case_id, part=Party.Part.HOLDER).exists()
    ):
        return decision
    reading = laws.pack().readings.get("holder_changes_by_amendment")
    return decision.and_(
        gates.wanting(
            "holder",
            "The permit holder is the person to whom the permit was issued",
            why="Nothing provides for a transfer of the permit",
            cure="Apply for an amended permit that names the new holder",
            carries=reading.carries if reading else (),
            held_by="applicant",
        )
    )


@act("permit.change_parties", title="Change the parties", subject=Permit, decide=_may_change, applies=stages.alive)
def change_parties(doing: Doing[Permit], given: ChangeParties) -> None:
    """Records who leaves and who comes, from the day of the act; those who left stay on record."""
    permit, case = doing.subject, doing.subject.case
    if not (given.leave or given.enter or given.insurances):
        raise InputError({"leave": "Nothing is changed by this."})
    leaving = list(Party.objects.filter(pk__in=given.leave, case=case, ends=None).select_related("person"))
    if len(leaving) != len(set(given.leave)):
        raise InputError({"leave": "One of these has no part in this case now."})
    tell_of = OF_PERMIT if permit.issued_on else OF_APPLICATION
    for row in leaving:
        row.ends = doing.on
        row.save(update_fields=["ends"])
        doing.touch(person=row.person_id)
    coming = []
    for place, each in enumerate(given.enter):
        if each.who.empty:
            raise InputError({f"enter.{place}.who.name": "Say who it is."})
        coming.append(add_party(doing, case, enter(doing, each.who), each.part, each.why))
    for place, proof in enumerate(given.insurances):
        _insure(doing, permit, proof, f"insurances.{place}")
    index_permit(permit)
    said = [
        *(f"{row.person.name} leaves as {row.get_part_display().lower()}" for row in leaving),
        *(f"{row.person.name} comes as {row.get_part_display().lower()}" for row in coming),
        *(f"{proof.form} recorded" for proof in given.insurances),
    ]
    tell(doing, case, "the people of your case changed", "\n".join(said), parts=tell_of)
    doing.say(f"{'; '.join(said)}: {given.why}")
    doing.changed({"left": [row.person_id for row in leaving]}, {"came": [row.person_id for row in coming]})


def _insure(doing: Doing[Permit], permit: Permit, proof: InsuranceGiven, field: str) -> None:
    party = Party.objects.filter(pk=proof.who, case=permit.case, ends=None).first()
    if party is None:
        raise InputError({f"{field}.who": "Whose insurance it is has no part in this case."})
    if proof.begins and proof.ends and proof.ends < proof.begins:
        raise InputError({f"{field}.ends": "The last day lies before the first."})
    if proof.file is not None:
        handed_in(permit.case, proof.file, f"{field}.file")
    Insurance.objects.create(
        person_id=party.person_id,
        kind=proof.kind,
        form=proof.form,
        carrier=proof.carrier,
        policy=proof.policy,
        begins=proof.begins,
        ends=proof.ends,
        file_id=proof.file,
    )
    doing.touch(person=party.person_id)


class Assign(Act):
    """Who of the office has the case."""

    account: UUID = Field(title="Who")
    why: str = Field(default="", title="Why", max_length=300)


def _may_assign(permit: Permit, given: Assign | None, on: date, actor: Actor) -> Decision:
    return gates.only(gates.plain("permit.assign", on), stages.alive(permit, on), "The case is open", permit)


@act("permit.assign", title="Assign the case", subject=Permit, decide=_may_assign, applies=stages.alive)
def assign(doing: Doing[Permit], given: Assign) -> None:
    """Gives the case to somebody of the office."""
    case = doing.subject.case
    account = (
        Account.objects.filter(pk=given.account, is_active=True).exclude(role__in=[Role.APPLICANT, Role.PUBLIC]).first()
    )
    if account is None:
        raise InputError({"account": "There is nobody of the office with this log-in."})
    before = case.officer_id
    case.officer_id = account.pk
    case.save(update_fields=["officer_id"])
    doing.say(f"Assigned to {account.name}{f': {given.why}' if given.why else ''}")
    doing.changed({"officer": before}, {"officer": account.pk})
