"""A case of a kind that has no page of its own: what every case has, and nothing made up."""

from __future__ import annotations

from datetime import date
from typing import Literal

from townwright.desk.kinds import Shown
from townwright.office.cases.acts import days_held
from townwright.office.cases.models import Case
from townwright.office.register.actors import Actor
from townwright.pages import components as c
from townwright.pages import words


def shown(case: Case, actor: Actor, today: date) -> Shown:
    """The case by its dates and who has it."""
    said = said_of(case)
    return Shown(
        noun=case.kind.capitalize(),
        subject=case,
        status=c.Status(said, clock=clock_of(case, today)),
        aloud=f"{case.number or 'This case'}: {said}.",
        under=case.place,
    )


def said_of(case: Case) -> str:
    """Whether the case is open or closed, since when, and who has it."""
    if case.closed_on is not None:
        return f"Closed {words.day(case.closed_on)}{f': {case.outcome}' if case.outcome else ''}"
    return f"Open since {words.day(case.opened_on)}, with {'the applicant' if case.with_applicant else 'us'}"


def clock_of(case: Case, today: date) -> c.Clock:
    """Days with us and days with the applicant; the one whose days run is named."""
    ours, theirs = days_held(case, today)
    running: Literal["", "us", "you"] = "" if case.holder_since is None else "you" if case.with_applicant else "us"
    return c.Clock(ours, theirs, running)
