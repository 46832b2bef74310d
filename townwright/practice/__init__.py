"""Practice offices: an invented town with people, parcels and cases in every state, for each pack that is ready.

Everything in them came about by real acts, done on days of an invented past, so that every page, paper and register
entry is what a real office would have. One more office, `practice`, has no cases: it is there for trying imports.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from townwright.law.packs import Pack, shipped_names
from townwright.office import clock, laws, storage
from townwright.office.staff.opening import open_office
from townwright.practice.stories import tell_stories
from townwright.practice.world import PASSWORD, WORLD, Town, settle

__all__ = ["PASSWORD", "log_ins", "open_practice_offices"]

#: The office without cases, and the pack that it works by.
EMPTY, EMPTY_BY = WORLD["without_cases"]["office"], WORLD["without_cases"]["pack"]

Say = Callable[[str], None]


def open_practice_offices(
    *, today: date | None = None, cases: bool = True, only: str | None = None, say: Say = print
) -> list[str]:
    """Opens the practice offices that are not there yet, and says what it does. Answers the names of those it opened.

    `today` is the day that they live on, `cases` whether cases are invented, `only` the one office that is wanted.
    """
    opened = []
    for slug, pack in [(name, name) for name in ready_packs()] + [(EMPTY, EMPTY_BY)]:
        if only not in (None, slug):
            continue
        if storage.exists(slug):
            if today is not None and storage.office(slug).practice:
                storage.change_office(slug, today=today)
            continue
        say(f"Opening the practice office {slug}, which takes a moment …")
        _open(slug, laws.shipped(pack), today, cases and slug != EMPTY)
        opened.append(slug)
    return opened


def ready_packs() -> list[str]:
    """The packs that a practice office is opened for: those of a town."""
    return [name for name in shipped_names() if laws.shipped(name).place is not None]


def log_ins() -> list[tuple[str, str]]:
    """The practice log-ins: name, and what it is for. All have the same password."""
    staff = [(each["username"], f"{each['name']}, {each['role']}") for each in WORLD["staff"]]
    return [*staff, ("applicant", "Marisol Brandt-Ortega, applicant")]


def _open(slug: str, compiled: Pack, today: date | None, cases: bool) -> None:
    begins = compiled.town.chapter.in_force_from
    open_office(slug, compiled, practice=True, today=today, begins=begins)
    with storage.bound_to(slug):
        town: Town = settle(compiled, clock.today())
        if cases:
            tell_stories(town)
