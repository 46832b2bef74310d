"""What the page of a case shows beside what every case has, one module a kind of case.

`of(case)` gives the page's own parts: its status and sentence to read aloud, the question that the law is asked, the
acts in the order in which they matter, and whatever only this kind has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Model

from townwright.desk.parts.documents import Remark
from townwright.law.findings import Decision
from townwright.office.cases.models import Case
from townwright.office.register.actors import Actor
from townwright.pages import components as c


@dataclass(frozen=True, slots=True)
class Question:
    """What the law is asked on the page: "May the permit issue?", with its answer."""

    title: str
    decision: Decision


@dataclass(frozen=True, slots=True)
class Shown:
    """A case as its page shows it.

    `main` are acts by name in the order in which they matter now: the first open one comes first, those that are shut
    say why; every other open act stands below them. `hrefs` are acts that have a page of their own, `titles` what an
    act is called at the desk where it is named for others.
    """

    noun: str
    subject: Model
    status: c.Status
    aloud: str
    under: Any = ""
    question: Question | None = None
    main: tuple[str, ...] = ()
    hrefs: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    banners: tuple[c.Banner, ...] = ()
    plan: c.Table | None = None
    plan_note: str = ""
    plan_rest: c.Table | None = None
    requests: tuple[c.AskItem, ...] = ()
    earlier_requests: tuple[c.AskItem, ...] = ()
    asked_note: str = ""
    remarks: Mapping[str, Remark] = field(default_factory=dict)
    fees_to_come: tuple[str, ...] = ()
    contents: tuple[c.Fact, ...] = ()
    lists: tuple[tuple[str, c.Table], ...] = ()


Shows = Callable[[Case, Actor, date], Shown]
_kinds: dict[str, Shows] = {}


def shows(kind: str) -> Callable[[Shows], Shows]:
    """Registers how a kind of case is shown."""

    def register(function: Shows) -> Shows:
        _kinds[kind] = function
        return function

    return register


def of(case: Case, actor: Actor, today: date) -> Shown:
    """A case as its page shows it; one of a kind without a page of its own by what every case has."""
    from townwright.desk.kinds import certificate, permit, plain  # noqa: F401  they register themselves

    return _kinds.get(case.kind, plain.shown)(case, actor, today)
