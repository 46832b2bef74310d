"""A permit issued in error, or whose work violates a code: the finding, suspension or revocation, and the lifting."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal
from uuid import UUID

from pydantic import Field

from townwright.law.calendar import in_words
from townwright.law.findings import Decision
from townwright.law.renewals import after_suspension
from townwright.law.words import listed
from townwright.office import laws
from townwright.office.cases.acts import close_case
from townwright.office.papers import acts as press
from townwright.office.papers.models import Paper
from townwright.office.permits import gates, papers, stages, terms
from townwright.office.permits.documents import handed_in
from townwright.office.permits.facts import suspended_for
from townwright.office.permits.inputs import LONG
from townwright.office.permits.models import Ground, Permit, Showing
from townwright.office.permits.telling import OF_PERMIT, tell
from townwright.office.register.actors import Actor
from townwright.office.register.acts import OFFICERS, Act, Doing, act
from townwright.office.register.errors import InputError


class FindGround(Act):
    """A finding against a permit, on a ground that the town's code has; its gate refuses the others."""

    ground: Literal[
        "issued in error",
        "work violates a code",
        "breaks a condition",
        "incorrect information",
        "false statement",
        "departs from application",
        "stop order disobeyed",
    ] = Field(title="Ground")
    defect: Literal["", "incorrect", "inaccurate", "incomplete"] = Field(
        default="", title="What is wrong with the information"
    )
    information: str = Field(default="", title="Information found wrong", max_length=2000, json_schema_extra=LONG)
    rule_overlooked: str = Field(default="", title="Rule overlooked", max_length=200)
    sections: list[str] = Field(default=[], title="Sections of the codes that the work violates")
    condition: str = Field(
        default="", title="Condition of the permit not kept", max_length=2000, description="As the permit has it."
    )
    true_fact: str = Field(default="", title="What is true instead", max_length=2000, json_schema_extra=LONG)
    evidence: list[str] = Field(default=[], title="Evidence of it", description="The inspection, the survey, the deed.")
    words: str = Field(default="", title="What was found", max_length=4000, json_schema_extra=LONG)


#: What a finding gives, beside the facts found.
_GIVES = (
    "finding.ground",
    "finding.information",
    "finding.defect",
    "finding.rule_overlooked",
    "finding.sections",
    "finding.condition",
    "finding.true_fact",
    "finding.evidence",
)


def _may_find(permit: Permit, given: FindGround | None, on: date, actor: Actor) -> Decision:
    told: dict[str, Any] = dict.fromkeys(_GIVES)
    if given is not None:
        told |= {
            "finding.ground": given.ground,
            "finding.information": given.information,
            "finding.defect": given.defect or None,
            "finding.rule_overlooked": given.rule_overlooked or None,
            "finding.sections": given.sections,
            "finding.condition": given.condition,
            "finding.true_fact": given.true_fact,
            "finding.evidence": given.evidence,
            "finding.facts": given.words,
        }
    decision = gates.decide("permit.finding", permit, on, told)
    return gates.only(decision, stages.issued(permit, on), "The permit is issued and has not ended for good", permit)


@act(
    "permit.find_ground",
    title="Record a finding against the permit",
    subject=Permit,
    by=OFFICERS,
    decide=_may_find,
    signs="officer",
    gives=_GIVES,
    applies=stages.issued,
    danger=True,
)
def find_ground(doing: Doing[Permit], given: FindGround) -> None:
    """Records a finding. A decision must follow: the permit is suspended or revoked; there is no third way."""
    ground = Ground.objects.create(
        permit=doing.subject,
        ground=given.ground,
        defect=given.defect,
        information=given.information,
        rule_overlooked=given.rule_overlooked,
        words=given.words,
        sections=given.sections,
        condition=_condition(doing.subject, given.condition),
        true_fact=given.true_fact,
        evidence=given.evidence,
        found_on=doing.on,
    )
    named = listed(filter(None, (given.information, given.rule_overlooked, given.condition, *given.sections)))
    doing.say(f"Found: {given.ground}{f', {named}' if named else ''}")
    doing.changed({}, {"ground": ground.pk, "found_on": doing.on, "sections": given.sections})


def _condition(permit: Permit, words: str) -> str:
    """A condition in the words of the permit. Raises `InputError` for one that the permit has not."""
    has = [each["text"] for each in permit.conditions]
    if words and words not in has:
        known = "; ".join(has)
        raise InputError({"condition": f"The permit has no such condition. It has: {known or 'none'}."})
    return words


class Suspend(Act):
    """The suspension of a permit."""

    words: str = Field(default="", title="Note to the holder", max_length=2000, json_schema_extra=LONG)


class Revoke(Act):
    """The revocation of a permit."""

    words: str = Field(default="", title="Note to the holder", max_length=2000, json_schema_extra=LONG)


def _found(permit: Permit, on: date) -> bool:
    return stages.issued(permit, on) and permit.open_ground() is not None


def _may_suspend(permit: Permit, given: Suspend | None, on: date, actor: Actor) -> Decision:
    return gates.decide("permit.suspend", permit, on, gates.of_actor(actor, on))


def _may_revoke(permit: Permit, given: Revoke | None, on: date, actor: Actor) -> Decision:
    return gates.decide("permit.revoke", permit, on, gates.of_actor(actor, on))


@act(
    "permit.suspend",
    title="Suspend the permit",
    subject=Permit,
    by=OFFICERS,
    decide=_may_suspend,
    applies=_found,
    danger=True,
)
def suspend(doing: Doing[Permit], given: Suspend) -> None:
    """Suspends a permit until the holder has shown that completed work complies and that proposed work will."""
    permit = doing.subject
    grounds = _decided(permit, "suspended", doing.on)
    permit.suspended_on, permit.lifted_on = doing.on, None
    permit.save(update_fields=["suspended_on", "lifted_on"])
    _tell(
        doing,
        permit,
        "Suspension of the building permit",
        "is suspended",
        grounds,
        given.words,
        "The suspension ends when you have shown that all completed work complies with the codes, and that all "
        "proposed work will.",
    )
    doing.say(f"Permit {permit.number} suspended")
    doing.changed({"suspended_on": None}, {"suspended_on": doing.on, "grounds": [ground.pk for ground in grounds]})


@act(
    "permit.revoke",
    title="Revoke the permit",
    subject=Permit,
    by=OFFICERS,
    decide=_may_revoke,
    applies=_found,
    danger=True,
)
def revoke(doing: Doing[Permit], given: Revoke) -> None:
    """Revokes a permit for good; its papers no longer speak for the office. A new permit has to be applied for."""
    permit = doing.subject
    grounds = _decided(permit, "revoked", doing.on)
    permit.revoked_on = doing.on
    permit.save(update_fields=["revoked_on"])
    for old in Paper.objects.filter(case_id=permit.case_id, kind="permit", void_on=None, replaced_by=None):
        press.void(old, on=doing.on, why="The permit is revoked")
    close_case(permit.case, outcome="revoked", on=doing.on)
    _tell(
        doing,
        permit,
        "Revocation of the building permit",
        "is revoked",
        grounds,
        given.words,
        "No work may be done under it. For any further work a new permit has to be applied for.",
    )
    doing.say(f"Permit {permit.number} revoked")
    doing.changed({"revoked_on": None}, {"revoked_on": doing.on, "grounds": [ground.pk for ground in grounds]})


def _decided(permit: Permit, decision: str, on: date) -> list[Ground]:
    """The findings that wait, each with its decision now."""
    grounds = list(permit.grounds.filter(decided_on=None))
    for ground in grounds:
        ground.decided_on, ground.decision = on, decision
        ground.save(update_fields=["decided_on", "decision"])
    return grounds


def _tell(
    doing: Doing[Permit], permit: Permit, title: str, is_what: str, grounds: list[Ground], words: str, then: str
) -> None:
    sections = [f.cite for f in doing.decision.findings if "finding.ground" in f.facts and f.cite]
    under = f" under {sections[0]}" if sections else ""
    body = [
        f"Building permit {permit.number} {is_what}{under} from {in_words(doing.on)}.",
        *map(_in_words, grounds),
        *filter(None, [words]),
        then,
    ]
    paper = papers.print_it(doing, permit, papers.letter(doing, permit, title, body, *OF_PERMIT))
    tell(doing, permit.case, f"your permit {is_what}", *body, parts=(*OF_PERMIT, "contractor"), papers=(paper,))


def _in_words(ground: Ground) -> str:
    """A finding as the notice states it: the ground with what was found on it, then the facts."""
    said = {
        "issued in error": _in_error(ground),
        "work violates a code": f"The work violates {listed(ground.sections)}",
        "breaks a condition": f"The work does not keep {_numbered(ground)} of the permit: {ground.condition}",
        "false statement": f"A material fact was misrepresented or falsified. Stated: {ground.information}. "
        f"In truth: {ground.true_fact}. Evidence: {listed(ground.evidence)}",
    }.get(ground.ground, f"Ground: {laws.pack().catalogue['finding.ground'].show(ground.ground)}")
    return " ".join(f"{words.rstrip('.')}." for words in (said, ground.words) if words)


def _in_error(ground: Ground) -> str:
    """What was wrong at the issue: the rule that was overlooked, the information, or both."""
    about = [
        *([f"overlooking {ground.rule_overlooked}"] if ground.rule_overlooked else []),
        *([f"on {ground.defect} information: {ground.information}"] if ground.information else []),
    ]
    return f"It was issued in error {', '.join(about)}"


def _numbered(ground: Ground) -> str:
    """A condition by the number that it has on the permit, as long as the permit has it."""
    has = [each["text"] for each in ground.permit.conditions]
    return f"condition {has.index(ground.condition) + 1}" if ground.condition in has else "a condition"


class Show(Act):
    """A showing by the holder that the officer accepts."""

    which: Showing.Which = Field(title="What is shown")
    evidence: str = Field(title="What shows it", min_length=1, max_length=2000, json_schema_extra=LONG)
    file: UUID | None = Field(default=None, title="Document", json_schema_extra={"file": True})


def _suspended(permit: Permit, on: date) -> bool:
    return permit.key_on(on) == "suspended"


def _may_show(permit: Permit, given: Show | None, on: date, actor: Actor) -> Decision:
    return gates.only(gates.plain("permit.show", on), _suspended(permit, on), "The permit is suspended", permit)


@act(
    "permit.show",
    title="Accept a showing",
    subject=Permit,
    by=OFFICERS,
    signs="officer",
    decide=_may_show,
    applies=_suspended,
)
def show(doing: Doing[Permit], given: Show) -> None:
    """Accepts one of the two showings, with what shows it."""
    permit = doing.subject
    file = handed_in(permit.case, given.file, "file") if given.file is not None else None
    for ground in suspended_for(permit):
        Showing.objects.update_or_create(
            ground=ground,
            which=given.which,
            defaults={"evidence": given.evidence, "file": file, "accepted_on": doing.on},
        )
    doing.say(f"Shown: {given.which.label.lower()}; {given.evidence}")
    doing.changed({}, {"showing": given.which.value, "accepted_on": doing.on})


class Lift(Act):
    """The end of a suspension."""

    words: str = Field(default="", title="Note to the holder", max_length=2000, json_schema_extra=LONG)


def _may_lift(permit: Permit, given: Lift | None, on: date, actor: Actor) -> Decision:
    return gates.decide("permit.lift", permit, on, gates.of_actor(actor, on))


@act("permit.lift", title="Lift the suspension", subject=Permit, by=OFFICERS, decide=_may_lift, applies=_suspended)
def lift(doing: Doing[Permit], given: Lift) -> None:
    """Lifts a suspension once both showings are accepted. The term is longer by it only where the code says so."""
    permit = doing.subject
    suspended = permit.suspended_on
    assert suspended is not None, "the decision has seen it"
    permit.lifted_on = doing.on
    now = terms.term_of(permit, doing.on)
    new = after_suspension(terms.rules_of(permit), now, suspended, doing.on)
    if new is not now:
        terms.set_term(doing, permit, new)
    permit.save()
    until = f"It is in force through {in_words(permit.last_day)}." if permit.last_day else ""
    tell(
        doing,
        permit.case,
        "the suspension is lifted",
        f"The suspension of permit {permit.number} is lifted.",
        until,
        given.words,
        parts=OF_PERMIT,
    )
    doing.say(f"Suspension of permit {permit.number} lifted")
    doing.changed({"lifted_on": None}, {"lifted_on": doing.on, "last_day": permit.last_day})
