"""Small factories: parcels, people, staff, schedules, and permits in every state, made by the acts themselves.

Each takes the day on which it happens; the clock stands at ten in the morning of that day while it is done.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

import pikepdf

from townwright.office import clock
from townwright.office.files import acts as files
from townwright.office.files.models import StoredFile
from townwright.office.money import acts as money
from townwright.office.money.models import FeeSchedule
from townwright.office.people.models import Person
from townwright.office.permits.models import Permit
from townwright.office.places.models import Parcel
from townwright.office.register import facts
from townwright.office.register.actors import SYSTEM, Actor, Role
from townwright.office.register.acts import Outcome, perform
from townwright.office.staff.acts import actor_of
from townwright.office.staff.models import Account

Day = str | date


def day(text: Day) -> date:
    """A day."""
    return date.fromisoformat(text) if isinstance(text, str) else text


@contextmanager
def on_the_day(when: Day) -> Iterator[None]:
    """The clock stands at ten in the morning of a day."""
    with clock.fixed(f"{day(when)} 10:00"):
        yield


def do(name: str, subject: Any, when: Day, actor: Actor = SYSTEM, **given: Any) -> Outcome:
    """An act on a day."""
    with on_the_day(when):
        return perform(name, given, actor=actor, subject_id=subject.pk if subject is not None else None)


# -- the office --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Staff:
    """The people of the office."""

    officer: Actor
    inspector: Actor
    clerk: Actor
    administrator: Actor


def log_in(name: str, role: Role) -> Account:
    """A log-in of the office."""
    username = name.lower().replace(" ", ".").replace("..", ".")
    given = {"username": username, "name": name, "role": role, "password": "a-long-word-of-nobody"}
    return Account.objects.get(pk=perform("account.open", given, actor=SYSTEM).subject_id)


def appointed(account: Account, office: str, begins: Day = "2020-01-02", **given: Any) -> Actor:
    """Appoints somebody to an office of the town; answers them as one who acts."""
    given = {"resolution": "1-2020", "experience": "Twelve years a builder", "begins": day(begins), **given}
    perform("appointment.make", {"account": account.pk, "office": office, **given}, actor=SYSTEM)
    return actor_of(Account.objects.get(pk=account.pk))


def staff() -> Staff:
    """An officer and an inspector, appointed from 2020 on, a clerk and an administrator."""
    return Staff(
        officer=appointed(log_in("Rosalind Abernathy-Cole", Role.OFFICER), "officer"),
        inspector=appointed(log_in("Mateo Thornbury", Role.INSPECTOR), "inspector"),
        clerk=actor_of(log_in("Noor Fairweather", Role.CLERK)),
        administrator=actor_of(log_in("Briar Ostrander", Role.ADMINISTRATOR)),
    )


def schedule(begins: Day = "2024-04-10", name: str = "Schedule of 2024", **amounts: str) -> FeeSchedule:
    """A fee schedule: the practice one, with other flat amounts for codes given as `permit_renewal="150.00"`."""
    kept = money.practice_schedule()
    others = {code.replace("_", "."): amount for code, amount in amounts.items()}
    lines = [line.model_dump(by_alias=True, exclude_defaults=True) for line in kept.lines if line.code not in others]
    flat = [{"code": code, "title": code, "action": code, "base": amount} for code, amount in others.items()]
    given = {
        "name": name,
        "resolution": f"R-{name}",
        "adopted": day(begins),
        "begins": day(begins),
        "more": lines,
        "lines": flat,
    }
    with on_the_day(begins):
        return FeeSchedule.objects.get(
            pk=perform(
                "schedule.adopt", {**given, "adopted": day(begins), "begins": day(begins)}, actor=SYSTEM
            ).subject_id
        )


# -- places and people -------------------------------------------------------------------------------------------------


def parcel(address: str = "38 Lakeside Terrace", *, flood: str | None = "no flood", **given: Any) -> Parcel:
    """A parcel of the town, of which the flood maps were looked at."""
    given = {"swis": "332289", "print_key": f"17-1-{Parcel.objects.count() + 1}", "address": address, **given}
    with on_the_day("2024-04-10"):
        made = Parcel.objects.get(pk=perform("parcel.record", given, actor=SYSTEM).subject_id)
        if flood:
            perform("parcel.flag", {"kind": flood, "source": "FIRM 36071C0412E"}, actor=SYSTEM, subject_id=made.pk)
    return made


def owner(of: Parcel, name: str = "Dara Ortiz", begins: Day = "2015-06-01", **given: Any) -> Person:
    """Somebody who owns a parcel."""
    who = {
        "name": name,
        "email": given.pop("email", "dara@ortiz.example"),
        "postal": "38 Lakeside Terrace\nChester, NY 10918",
    }
    perform("owner.record", {"parcel": of.pk, "owner": who, "begins": day(begins), **given}, actor=SYSTEM)
    return Person.objects.get(name=name)


def insured(name: str, *, ends: Day = "2030-12-31", **given: Any) -> None:
    """Proof of workers' compensation and disability cover of somebody."""
    for kind, form in (("workers compensation", "C-105.2"), ("disability", "DB-120.1")):
        proof = {"person": Person.objects.get(name=name).pk, "kind": kind, "form": form, "ends": day(ends), **given}
        perform("insurance.record", proof, actor=SYSTEM)


#: An architect with everything that the documents have to show.
ARCHITECT = {
    "name": "A. Novak",
    "profession": "architect",
    "license_number": "031245",
    "license_ends": "2031-06-30",
    "firm_name": "Novak and Lind Architects",
    "sole_practitioner": False,
}


#: A firm that builds decks.
CONTRACTOR = {"name": "Hudson Decks LLC", "kind": "firm", "postal": "4 Mill St\nChester, NY 10918"}


# -- files -------------------------------------------------------------------------------------------------------------


def pdf(name: str = "A-1 plans.pdf", sheets: int = 2, **page: Any) -> StoredFile:
    """A small plan set, kept as somebody handed it in."""
    made = pikepdf.Pdf.new()
    for count in range(sheets):
        made.add_blank_page(page_size=(792 + count, 612))
    content = io.BytesIO()
    made.save(content)
    content.seek(0)
    return files.keep(content, name)


# -- permits -----------------------------------------------------------------------------------------------------------


def application(on_parcel: Parcel, **given: Any) -> dict[str, Any]:
    """An application for a deck by its owner, complete but for what is given otherwise."""
    return {
        "parcels": [on_parcel.pk],
        "people": [
            {"part": "owner", "who": {"name": "Dara Ortiz", "email": "dara@ortiz.example"}},
            {"part": "contractor", "who": CONTRACTOR},
            {"part": "design professional", "who": ARCHITECT},
        ],
        "work_types": ["construct"],
        "location": "Rear yard, attached to the house",
        "nature": "Wooden deck",
        "extent": "Rear wall of the house",
        "scope": "A deck of 12 by 16 feet with stairs",
        "cost": "18000.00",
        "area": 192,
        "occupancy_existing": "R-3",
        "buildings": [{"tax_map": on_parcel.print_key, "address": on_parcel.address, "occupancy": "R-3"}],
        "signed_by": "Dara Ortiz",
        "signed_as": "owner",
        "paper_sets": 2,
        **given,
    }


CHECK = {"method": "check", "check_number": "1180"}

#: Every line of the checklist, as it stands when nothing is wanting.
CHECKLIST = (
    "a",
    "b",
    "c",
    "d",
    "e.loads",
    "e.braced_walls",
    "e.members",
    "e.other",
    "f",
    "g",
    "h.survey",
    "h.sizes",
    "h.distances",
    "h.grades",
    "i.seal",
)


def marks(**others: Mapping[str, str] | str) -> list[dict[str, str]]:
    """Every line satisfied, but for those given otherwise: `h_grades="not satisfied"`, or a whole mark."""
    found: dict[str, dict[str, str]] = {item: {"item": item, "outcome": "satisfied"} for item in CHECKLIST}
    for name, mark in others.items():
        item = name.replace("_", ".", 1)
        found[item] = {"item": item, **({"outcome": mark} if isinstance(mark, str) else dict(mark))}
    return list(found.values())


#: What a reviewer of a deck finds beside the checklist.
REVIEWED = {
    "code_sections": ["R507"],
    "special_inspections_apply": False,
    "seal_name": "A. Novak",
    "seal_signed_by": "A. Novak",
    "seal_license_number": "031245",
}


@dataclass
class Office:
    """The office with its people, one parcel and its owner; its methods take a permit from one state to the next."""

    staff: Staff
    parcel: Parcel

    def do(self, name: str, permit: Permit, when: Day, actor: Actor | None = None, **given: Any) -> Outcome:
        """An act on a permit, by the officer unless said otherwise; the permit then has its new state."""
        outcome = do(name, permit, when, actor or self.staff.officer, **given)
        permit.refresh_from_db()
        permit.case.refresh_from_db()
        return outcome

    def submitted(self, when: Day, *, paid: bool = True, actor: Actor | None = None, **given: Any) -> Permit:
        """An application that came in; by its check it is filed too."""
        data = application(self.parcel, **({"payment": CHECK} if paid else {}), **given)
        outcome = do("permit.submit", None, when, actor or self.staff.clerk, **data)
        if Person.objects.filter(name="Hudson Decks LLC", insurances=None).exists():
            insured("Hudson Decks LLC")
        return Permit.objects.select_related("case").get(pk=outcome.subject_id)

    def paid(self, permit: Permit, when: Day, amount: str, **given: Any) -> Outcome:
        """Money taken at the till for a permit."""
        split = {"case": permit.case_id, "amount": amount}
        given = {"method": "check", "payer": "Dara Ortiz", "check_number": "1181", **given}
        outcome = do("payment.take", None, when, self.staff.clerk, splits=[split], **given)
        permit.refresh_from_db()
        permit.case.refresh_from_db()
        return outcome

    def reviewed(self, when: Day, permit: Permit | None = None, **others: Any) -> Permit:
        """An application of which every line of the checklist is marked, and the seal read."""
        permit = permit or self.submitted(when)
        self.do("permit.review", permit, when, marks=marks(**others), **REVIEWED)
        return permit

    def accepted(self, when: Day, permit: Permit | None = None, **given: Any) -> Permit:
        """An application with its documents accepted."""
        permit = self.reviewed(when, permit)
        self.do("permit.accept_documents", permit, when, **given)
        return permit

    def ready(self, when: Day, permit: Permit | None = None) -> Permit:
        """An application that wants only the officer's signature."""
        permit = self.accepted(when, permit)
        self.do("permit.examine", permit, when, uniform_code="complies", energy_code="complies")
        return permit

    def issued(
        self, when: Day, permit: Permit | None = None, *, certificate_kind: str = "compliance", **given: Any
    ) -> Permit:
        """A permit issued on a day, applied for on the same one."""
        permit = self.ready(when, permit)
        self.do("permit.issue", permit, when, certificate_kind=certificate_kind, **given)
        return permit

    def suspended(self, found: Day, permit: Permit) -> Permit:
        """A permit that was found to be issued in error and is suspended."""
        self.do(
            "permit.find_ground",
            permit,
            found,
            ground="issued in error",
            defect="incorrect",
            information="Lot-line distance stated 30 ft, the survey shows 18 ft",
        )
        self.do("permit.suspend", permit, found)
        return permit


def an_office() -> Office:
    """The office of the tests, on its first morning."""
    with on_the_day("2024-04-10"):
        people = staff()
    schedule()
    place = parcel()
    with on_the_day("2024-04-10"):
        owner(place)
    return Office(people, place)


def site_seen(monkeypatch: Any) -> None:
    """Every work site counts as inspected. For the tests of permits alone: inspections stand to their right."""
    told = [one for one in facts._tellers if not one.tells(["inspection.of.site"])]
    seen = facts._Told(Permit, ("inspection.of.site",), lambda permit, on: {"inspection.of.site": "satisfactory"})
    monkeypatch.setattr(facts, "_tellers", [*told, seen])
