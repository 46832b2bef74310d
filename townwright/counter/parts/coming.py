"""What happens next, as far as the dates that acts have set and the plan of inspections tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from townwright.counter.parts import rules, waiting
from townwright.office.cases.models import ChangeRequest, SetDate
from townwright.office.inspections.reading import PlanRow
from townwright.office.permits.models import Permit
from townwright.pages import words
from townwright.pages.components import Event
from townwright.pages.inline import Cite

#: The dates that a case lives by, in the words of its people.
_DATES = {
    "application.reply": ("Last day for your reply", "If you need longer, ask us before."),
    "permit.commence": (
        "Last day to begin the work",
        "Without a start on record the permit is invalid from the next day.",
    ),
    "permit.life": (
        "Last day that the permit is in force",
        "The work must be finished by then, or the permit renewed.",
    ),
    "permit.exterior": ("Last day to finish the outside", ""),
}


def next_steps(
    permit: Permit, key: str, request: ChangeRequest | None, plan: Sequence[PlanRow], today: date
) -> list[Event]:
    """What comes, in its order: dates first, then what follows from them."""
    dates = _dates(permit, today)
    if key in ("in force", "expired", "invalid", "suspended"):
        return [*dates, *_until_the_certificate(plan)]
    if key in ("not filed", "with applicant", "with us", "ready"):
        return [*dates, *_until_the_permit(permit, key, plan, today)]
    return dates


def _dates(permit: Permit, today: date) -> list[Event]:
    rows = SetDate.objects.filter(case_id=permit.case_id, done_on=None, replaced=False, kind__in=_DATES).order_by(
        "act_by"
    )
    shown = [row for row in rows if not (row.kind == "permit.commence" and permit.commenced_on)]
    return [Event(row.act_by, _DATES[row.kind][0], tuple(_about(row, today)), "next") for row in shown]


def _about(row: SetDate, today: date) -> Iterator[Any]:
    if row.act_by < today:
        yield "This day has passed. "
    if row.act_by != row.nominal:
        yield f"Counted to {words.day(row.nominal)}, moved on for {words.listed(row.passed_over)}. "
    if _DATES[row.kind][1]:
        yield f"{_DATES[row.kind][1]} "
    yield Cite(row.cite, next(iter(row.provisions), ""))


def _until_the_permit(permit: Permit, key: str, plan: Sequence[PlanRow], today: date) -> Iterator[Event]:
    if key == "not filed":
        yield Event("then", "We file it and look at it")
    elif key == "with applicant":
        yield Event("then", "We look at what you send")
    elif key == "with us":
        middle = waiting.middle(permit.work_types, today)
        about = (
            f"The middle value of the last 12 months is {words.plural(middle, 'day')} with us."
            if middle is not None
            else ""
        )
        yield Event("now", "We look at your papers", about)
    begin = rules.not_before_the_permit()
    body: Any = ("Do not begin before. ", begin) if begin else "Do not begin before."
    yield Event("then", "The permit is issued, if the work complies", body)
    yield from _inspections(plan)


def _until_the_certificate(plan: Sequence[PlanRow]) -> Iterator[Event]:
    yield from _inspections(plan)
    yield Event("then", "The certificate", "You ask for it here. Do not use or occupy the work before you have it.")


def _inspections(plan: Sequence[PlanRow]) -> Iterator[Event]:
    left = [
        row
        for row in plan
        if row.key not in ("satisfactory", "not applicable", "unknown") and not row.line.before_issue
    ]
    if left:
        names = words.listed([row.line.title for row in left])
        yield Event(
            "then",
            f"{words.plural(len(left), 'inspection')}",
            f"{names}. You ask for each one here when the work is ready.",
        )
