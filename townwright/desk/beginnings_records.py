"""Records that the sheets of single acts name, offered by their names: who goes, which change, which building.

An act names a record by its id, which nobody can type. Whatever a sheet asks for is chosen from what there is.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from townwright.desk.sheets import Choices, Sheet, Start, is_id, starts
from townwright.law.choices import certificates
from townwright.office import laws
from townwright.office.certificates.models import Certificate
from townwright.office.inspections import reading as inspections
from townwright.office.inspections.acts.booking import inspectors_on
from townwright.office.inspections.models import PlanLine
from townwright.office.money import standing
from townwright.office.outbox.acts import to_post
from townwright.office.people.models import Ownership
from townwright.office.permits.models import Change, Permit
from townwright.office.places.models import Building, Flag
from townwright.pages import words

#: Letters that one sheet offers; nobody carries more to the post at once.
_MOST_LETTERS = 200


def _inspectors(day: date) -> Choices:
    """Those who may go and look: appointed on the day as inspector or officer."""
    return sorted(((str(key), account.name) for key, account in inspectors_on(day).items()), key=lambda one: one[1])


@starts("inspection.schedule", "inspection.move")
def of_a_booking(sheet: Sheet) -> Start:
    """Who goes; the day that was asked for."""
    ready = max(sheet.subject.ready_on or sheet.on, sheet.on)
    day = sheet.subject.scheduled_on or ready
    lines = ", ".join(line.title for line in sheet.subject.lines.all())
    asked = f"{lines}, ready {words.day(ready)}." if sheet.subject.scheduled_on is None else f"{lines}."
    return Start(
        {"inspector": str(sheet.subject.inspector_id or ""), "day": day},
        {"inspector": _inspectors(sheet.on)},
        about=asked,
    )


@starts("inspection.move_day")
def of_a_moved_day(sheet: Sheet) -> Start:
    """Whose visits are moved, and who goes in their place."""
    there = _inspectors(sheet.on)
    return Start(choices={"inspector": there, "to_inspector": there})


@starts("inspection.close")
def of_a_closed_visit(sheet: Sheet) -> Start:
    """What is still open from before, each waiting for its answer."""
    return _looks(sheet.subject.permit, sheet.on)


@starts("certificate.inspect")
def of_a_visit_for_the_certificate(sheet: Sheet) -> Start:
    """What is still open from the permit's inspections, each waiting for its answer."""
    return _looks(sheet.subject.permit, sheet.on)


def _looks(permit: Permit | None, on: date) -> Start:
    carried = inspections.carried(permit, on) if permit is not None else []
    return Start(
        {"looks": [{"violation": str(row.pk)} for row in carried]},
        {"looks.violation": [(str(row.pk), f"{row.title} ({row.cite})") for row in carried]},
    )


@starts("permit.report_change")
def of_a_change(sheet: Sheet) -> Start:
    """The elements of the plan that the change may touch."""
    return Start(choices={"elements": _elements(sheet.subject)})


@starts("permit.decide_change")
def of_a_decision(sheet: Sheet) -> Start:
    """The changes that wait for a decision, and what they may hold up."""
    waiting = [(str(row.pk), row.words) for row in sheet.subject.changes.filter(decided_on=None)]
    first: dict[str, Any] = {"change": waiting[0][0]} if len(waiting) == 1 else {}
    return Start(first, {"change": waiting, "elements": _elements(sheet.subject)})


@starts("permit.apply_amendment")
def of_an_amendment(sheet: Sheet) -> Start:
    """The changes that were found to need an amended permit."""
    found = sheet.subject.changes.filter(decision=Change.Decision.AMENDED, settled_on=None)
    return Start(choices={"change": [(str(row.pk), row.words) for row in found]})


def _elements(permit: Permit) -> Choices:
    """The elements of the permit's plan, each once, by the title of its first line."""
    rows = PlanLine.objects.filter(permit=permit).exclude(state=PlanLine.State.NOT_APPLICABLE)
    found: dict[str, str] = {}
    for row in rows.order_by("position"):
        found.setdefault(row.element, row.title)
    return list(found.items())


@starts("certificate.apply", "certificate.write")
def of_a_certificate(sheet: Sheet) -> Start:
    """The buildings of the place, and for a new one the certificates of the town's code, the temporary one too."""
    case = sheet.subject.case
    rows = Building.objects.filter(parcel__in=case.parcels.all(), ended_on=None)
    known = sheet.subject.building_id if isinstance(sheet.subject, Certificate) else None
    initial = {"building": str(known)} if known else {}
    kinds = {} if sheet.spec.name != "certificate.apply" else {"kind": certificates(laws.pack(), sheet.on)}
    return Start(initial, {"building": [(str(row.pk), str(row)) for row in rows]}, known=kinds)


@starts("refund.ask")
def of_a_refund(sheet: Sheet) -> Start:
    """The fees of the case that were paid."""
    paid = [one for one in standing.of_case(sheet.subject, sheet.on) if one.paid > 0]
    said = [(str(one.charge.pk), f"{one.charge.what}, {words.money(one.paid)} paid") for one in paid]
    return Start(choices={"charge": said})


@starts("parcel.unflag")
def of_a_flag(sheet: Sheet) -> Start:
    """What is noted of the parcel now."""
    rows = Flag.objects.filter(parcel=sheet.subject, ends=None)
    return Start(choices={"flag": [(str(row.pk), row.get_kind_display()) for row in rows]})


@starts("owner.record")
def of_an_owner(sheet: Sheet) -> Start:
    """The owners of the parcel today, of whom one may have sold."""
    parcel = sheet.asked.get("parcel", "")
    rows = Ownership.objects.on(sheet.on).filter(parcel__in=[parcel] if is_id(parcel) else []).select_related("person")
    return Start(choices={"in_place_of": [(str(row.pk), row.person.name) for row in rows]})


@starts("letter.post")
def of_posting(sheet: Sheet) -> Start:
    """The letters that wait, several at once; without one in the address none is chosen."""
    rows = to_post()[:_MOST_LETTERS]
    return Start(choices={"letters": [(str(row.pk), f"{row.to_name}: {row.subject}") for row in rows]})
