"""The acts on a permit's plan of inspections; it is made by itself when the permit issues or is amended."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from pydantic import Field

from townwright.law import inspections as law
from townwright.office import laws
from townwright.office.inspections import plans
from townwright.office.inspections.models import PlanLine
from townwright.office.permits.models import Permit
from townwright.office.register.acts import INSPECTORS, OFFICERS, Act, Doing, act, afterwards
from townwright.office.register.errors import InputError

#: Acts on a permit after which its plan is made, or made anew; before its issue the site alone.
_MAKES = {"permit.submit": False, "permit.issue": True, "permit.amend": True}


@afterwards
def plan_by_itself(doing: Doing[Any]) -> None:
    """Makes the plan with the act that settles what the work is."""
    if doing.name in _MAKES:
        plans.make(doing.subject, doing.on, whole=_MAKES[doing.name])


def _not_closed(permit: Permit, on: date) -> bool:
    return permit.case.closed_on is None


class MakePlan(Act):
    """The plan, made anew."""


@act("inspection.plan", title="Make the plan of inspections", subject=Permit, by=INSPECTORS, applies=_not_closed)
def make_plan(doing: Doing[Permit], given: MakePlan) -> None:
    """Makes the plan from the work as it is known now. What was settled by hand, and what has results, stays."""
    changed = plans.make(doing.subject, doing.on, whole=doing.subject.issued_on is not None)
    doing.say(f"Plan of inspections made: {'; '.join(changed) or 'nothing changed'}")


class AddLine(Act):
    """A further inspection."""

    title: str = Field(title="What is to be inspected", min_length=1, max_length=200)
    why: str = Field(title="Why", min_length=1, max_length=400)


@act(
    "inspection.add_line",
    title="Require a further inspection",
    subject=Permit,
    by=OFFICERS,
    signs="officer",
    applies=_not_closed,
)
def add_line(doing: Doing[Permit], given: AddLine) -> None:
    """Adds an inspection that the officer requires beside the listed ones. It binds like them."""
    permit, further = doing.subject, laws.pack().inspections.further
    if further is None:
        raise InputError({"title": "The code gives no power to require inspections that it does not list."})
    plans.made(permit, doing.on)
    key = f"further.{re.sub(r'[^a-z0-9]+', '_', given.title.lower()).strip('_')}"
    if permit.plan.filter(key=key).exists():
        raise InputError({"title": "The plan has this already."})
    PlanLine.objects.create(
        permit=permit,
        position=plans.ADDED,
        key=key,
        element=key,
        title=given.title,
        state=PlanLine.State.REQUIRED,
        why=given.why,
        cite=further.cite,
        provisions=list(further.carries),
        settled_by=doing.actor.name,
        settled_on=doing.on,
    )
    doing.say(f"Inspection added: {given.title} ({further.cite}), {given.why}")
    doing.changed({}, {"line": key})


class SetAside(Act):
    """A line that does not apply."""

    line: str = Field(title="Element", min_length=1, max_length=120)
    why: str = Field(title="Why it does not apply", min_length=1, max_length=400)


@act(
    "inspection.not_applicable",
    title="Mark an inspection as not applicable",
    subject=Permit,
    by=INSPECTORS,
    signs="inspector",
    applies=_not_closed,
)
def not_applicable(doing: Doing[Permit], given: SetAside) -> None:
    """Sets a line of the plan aside with the reason. The final inspection always applies."""
    row = _line(doing, given.line)
    if row.final:
        raise InputError({"line": "The final inspection always applies."})
    if row.state == PlanLine.State.REQUIRED and laws.pack().inspections.fixed(row.element):
        raise InputError({"line": f"{row.title} applies wherever the work has it ({row.cite})."})
    if plans.standings(doing.subject, doing.on).get(row.key, law.Standing()).failed_on is not None:
        raise InputError(
            {"line": f"{row.title} was found not satisfactory; it has to be corrected and inspected again."}
        )
    _settle(doing, row, PlanLine.State.NOT_APPLICABLE, given.why)
    doing.say(f"{row.title} marked as not applicable: {given.why}")


class Require(Act):
    """A line that applies after all."""

    line: str = Field(title="Element", min_length=1, max_length=120)
    why: str = Field(title="Why it applies", min_length=1, max_length=400)


@act(
    "inspection.require",
    title="Say that an inspection applies",
    subject=Permit,
    by=INSPECTORS,
    signs="inspector",
    applies=_not_closed,
)
def require(doing: Doing[Permit], given: Require) -> None:
    """Requires a line that the work leaves open, or that was set aside."""
    row = _line(doing, given.line)
    if row.state == PlanLine.State.REQUIRED:
        raise InputError({"line": f"{row.title} is required already."})
    _settle(doing, row, PlanLine.State.REQUIRED, given.why)
    doing.say(f"{row.title} is required: {given.why}")


def _line(doing: Doing[Permit], key: str) -> PlanLine:
    plans.made(doing.subject, doing.on)
    return plans.line_of(doing.subject, key)


def _settle(doing: Doing[Permit], row: PlanLine, state: PlanLine.State, why: str) -> None:
    doing.changed({"state": row.state, "why": row.why}, {"state": state.value, "why": why})
    row.state, row.why, row.missing, row.settled_by, row.settled_on = state, why, [], doing.actor.name, doing.on
    row.save()
