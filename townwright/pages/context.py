"""What the frame of every page shows: the town, the places of the desk, who is signed in, the way to the law.

Each part is looked up only when a template asks for it, so that an error page needs nothing but itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import SimpleLazyObject

from townwright.law.findings import Decision
from townwright.law.floor import Looser
from townwright.office import clock, laws, storage
from townwright.office.register import chain
from townwright.pages import law_floor
from townwright.pages.colours import stylesheet
from townwright.pages.inline import Link
from townwright.pages.who import actor_of_request

#: The places of the desk in the order of its bar. One whose page is not there is left out.
PLACES = (
    ("Today", "desk:today"),
    ("Find", "desk:find"),
    ("My day", "desk:my-day"),
    ("Enforcement", "desk:enforcement"),
    ("Vacant buildings", "desk:vacant"),
    ("Money", "desk:money"),
    ("Reports", "desk:reports"),
    ("Law", "desk:law"),
    ("Office", "desk:office"),
)


@dataclass(frozen=True, slots=True)
class Town:
    """The town as its pages name it."""

    name: str
    department: str
    chapter: str
    phone: str
    hours: str
    hall: str
    stylesheet: str
    register_head: str
    today_is: date | None


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the desk. `here` is "page" on the page itself, "true" on those below it."""

    name: str
    href: str
    here: str


@dataclass(frozen=True, slots=True)
class Noted:
    """What notes the findings of a decision."""

    of: Callable[[Decision], Mapping[str, tuple[Looser, ...]]]


@dataclass(frozen=True, slots=True)
class Who:
    """Who is signed in, the office held today, and the page that is theirs: Today, or their own cases."""

    name: str
    office: str
    home: Link


def page(request: HttpRequest) -> dict[str, Any]:
    """The context processor. Outside a town it gives nothing."""
    if storage.bound_or_none() is None:
        return {}
    at_desk = request.path_info.startswith("/desk")
    return {
        "town": SimpleLazyObject(town),
        "office_name": storage.office().name,
        "addresses": addresses(),
        "places": SimpleLazyObject(lambda: places(request)) if at_desk else (),
        "who": SimpleLazyObject(lambda: who(request)),
        "law_address": address("desk:law") if at_desk else address("counter:code"),
        # What findings are looser than the State's minimum: staff alone are told.
        **({"looser_of": Noted(law_floor.notes)} if at_desk else {}),
    }


def town() -> Town:
    """The bound town, by the law in force today. An office without law yet is shown by its name alone."""
    office = storage.office()
    try:
        known = laws.pack().town
    except laws.NoLaw:
        return Town(office.name, "", "No law", "", "", "", "", "", office.today)
    head = chain.head().hash[:12]
    return Town(
        name=known.name,
        department=known.department,
        chapter=f"Chapter {known.chapter.number}",
        phone=known.telephones[0].number if known.telephones else "",
        hours=known.hours,
        hall=known.hall,
        stylesheet=f"{address('pages:town-css')}?{_mark(stylesheet(known.colours))}",
        register_head=" ".join(head[place : place + 4] for place in (0, 4, 8)),
        today_is=office.today,
    )


def address(name: str) -> str:
    """The address of a page; empty while there is no such page."""
    try:
        return reverse(name)
    except NoReverseMatch:
        return ""


def addresses() -> dict[str, str]:
    """The pages that every frame links."""
    return {
        "today": address("desk:today"),
        "find": address("desk:find"),
        "my_day": address("desk:my-day"),
        "help": address("pages:help"),
        "account": address("mfa_index"),
        "sign_in": address("account_login"),
        "start": address("counter:start"),
        "permit_needed": address("counter:permit-needed"),
        "on_paper": address("pages:on-paper"),
        "accessibility": address("pages:accessibility"),
    }


def places(request: HttpRequest) -> list[Place]:
    """The places of the desk; the one that the page lies under is marked."""
    found = [(name, href) for name, target in PLACES if (href := address(target))]
    under = max((href for _, href in found if request.path.startswith(href)), key=len, default="")
    here = "page" if request.path == under else "true"
    return [Place(name, href, here if href == under else "") for name, href in found]


def who(request: HttpRequest) -> Who | None:
    """Who is signed in, with the title of the appointment held today, or the log-in's role."""
    if not hasattr(request, "user") or not request.user.is_authenticated:
        return None
    actor, today = actor_of_request(request), clock.today()
    held = next((appointed.title for appointed in actor.appointments if appointed.on(today)), "")
    home = Link("Today", address("desk:today")) if actor.is_staff else Link("Your cases", address("counter:find"))
    return Who(actor.name, held or actor.role.value.capitalize(), home)


def _mark(text: str) -> str:
    """A short mark of a text: a new address for a browser to fetch when it changes."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]
