"""Who acts: a log-in's role, and the appointments that let a person sign on a day. A log-in is not an office."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from uuid import UUID


class Role(StrEnum):
    """What a log-in is for."""

    PUBLIC = "public"
    APPLICANT = "applicant"
    CLERK = "clerk"
    INSPECTOR = "inspector"
    OFFICER = "officer"
    ADMINISTRATOR = "administrator"
    SYSTEM = "system"


STAFF = frozenset({Role.CLERK, Role.INSPECTOR, Role.OFFICER, Role.ADMINISTRATOR, Role.SYSTEM})


@dataclass(frozen=True, slots=True)
class Appointed:
    """An appointment: the office held, from the first to the last day, both included (`ends` None: until ended)."""

    office: str
    title: str
    begins: date
    ends: date | None = None
    acting: bool = False

    def on(self, day: date) -> bool:
        """Whether the appointment is in force on a day."""
        return self.begins <= day and (self.ends is None or day <= self.ends)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, in which role, holding which offices; `cases` are the cases that a link or an account opens."""

    id: UUID | None
    name: str
    role: Role
    appointments: tuple[Appointed, ...] = ()
    cases: frozenset[UUID] = field(default=frozenset())

    @property
    def is_staff(self) -> bool:
        """Whether this is somebody of the office."""
        return self.role in STAFF

    def appointment(self, office: str, day: date) -> Appointed | None:
        """The appointment to an office that is in force on a day."""
        return next((a for a in self.appointments if a.office == office and a.on(day)), None)

    def offices(self, day: date) -> frozenset[str]:
        """Every office held on a day."""
        return frozenset(a.office for a in self.appointments if a.on(day))

    def title(self, day: date, among: Iterable[str] = ()) -> str:
        """The title to print: that of the office held on the day, else the role."""
        wanted = tuple(among)
        for appointment in self.appointments:
            if appointment.on(day) and (not wanted or appointment.office in wanted):
                return appointment.title
        return self.role.value.capitalize()


#: The program itself: jobs and imports at the command line.
SYSTEM = Actor(id=None, name="Townwright", role=Role.SYSTEM)

#: Somebody at the counter without an account.
PUBLIC = Actor(id=None, name="The public", role=Role.PUBLIC)
