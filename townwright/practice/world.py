"""The invented town: its staff, people and parcels, entered by the acts that a real office would use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import yaml

from townwright.law.packs import Pack
from townwright.office import clock
from townwright.office.money.acts import practice_schedule
from townwright.office.places.models import Parcel
from townwright.office.register import acts
from townwright.office.register.actors import SYSTEM, Actor
from townwright.office.staff.acts import actor_of
from townwright.office.staff.models import Account

#: Of every practice log-in. A practice office holds nothing that is real.
PASSWORD = "practice-makes-perfect"  # noqa: S105

WORLD: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "world.yaml").read_text(encoding="utf-8"))


@dataclass
class Town:
    """The invented town while its stories are told: who is there, and the day on which the present lies."""

    pack: Pack
    today: date
    parcels: dict[str, Parcel] = field(default_factory=dict)
    staff: dict[str, Actor] = field(default_factory=dict)

    def day(self, ago: int) -> date:
        """The day so many days ago, or the Friday before where that is a weekend; never before the law was in force."""
        day = self.today - timedelta(days=ago)
        day -= timedelta(days=max(0, day.weekday() - 4)) if ago > 0 else timedelta(0)
        return max(day, self.pack.town.chapter.in_force_from)

    def phone(self, number: str) -> str:
        """An invented telephone number with the area code of the town."""
        area = next((line.number[:5] for line in self.pack.town.telephones), "")
        return f"{area} {number}" if number and area else number

    def person(self, name: str) -> dict[str, Any]:
        """An invented person as an act is given one."""
        given = WORLD["people"][name]
        return {**given, "phone": self.phone(given["phone"])}

    @contextmanager
    def then(self, ago: int, hour: str = "10:00") -> Iterator[date]:
        """The clock turned back to a day of the past."""
        with clock.fixed(f"{self.day(ago)} {hour}"):
            yield self.day(ago)

    def do(
        self,
        name: str,
        data: dict[str, Any],
        *,
        ago: int,
        by: str = "clerk",
        subject: UUID | None = None,
        hour: str = "10:00",
    ) -> UUID:
        """One act of the past, done by a member of the staff (or by the system). Answers the key of its subject."""
        with self.then(ago, hour):
            outcome = acts.perform(name, data, actor=self.staff.get(by, SYSTEM), subject_id=subject)
        assert outcome.subject_id is not None
        return outcome.subject_id


def settle(pack: Pack, today: date) -> Town:
    """Enters the staff, the fee schedule, the people and the parcels of the invented town."""
    town = Town(pack, today)
    _staff(town)
    schedule = practice_schedule()
    town.do(
        "schedule.adopt",
        {
            "name": schedule.name,
            "resolution": schedule.resolution,
            "adopted": schedule.adopted,
            "begins": schedule.begins,
            "more": list(schedule.lines),
            "invented": True,
        },
        ago=_FIRST,
        by="administrator",
    )
    for given in WORLD["parcels"]:
        _parcel(town, given, pack.town.swis[0])
    for village in pack.town.villages[:1]:
        _parcel(town, WORLD["village"], village.swis[0])
    return town


#: Days ago on which the invented office began to work; stories reach back less far.
_FIRST = 560


def _staff(town: Town) -> None:
    for given in WORLD["staff"]:
        key = town.do(
            "account.open",
            {
                "username": given["username"],
                "name": given["name"],
                "role": given["role"],
                "password": PASSWORD,
                "phone": town.phone(given.get("phone", "")),
            },
            ago=_FIRST,
            by="system",
        )
        if "office" in given:
            town.do(
                "appointment.make",
                {
                    "account": key,
                    "office": given["office"],
                    "begins": town.day(_FIRST),
                    "resolution": "Resolution 4 (invented)",
                    "experience": given.get("experience", ""),
                },
                ago=_FIRST,
                by="system",
            )
            town.do(
                "certification.record",
                {
                    "account": key,
                    "kind": "Code enforcement official",
                    "number": given["certificate"],
                    "issued": town.day(_FIRST),
                },
                ago=_FIRST,
                by="system",
            )
        town.staff[given["username"]] = actor_of(Account.objects.get(pk=key))


def _parcel(town: Town, given: dict[str, Any], swis: str) -> None:
    key = town.do(
        "parcel.record",
        {
            "swis": swis,
            "print_key": given["key"],
            "address": given["address"],
            "name": given.get("name", ""),
            "roll_year": town.today.year - 1,
        },
        ago=_FIRST,
    )
    kind = given.get("flood", "no flood")
    town.do("parcel.flag", {"kind": kind, "source": "Flood Insurance Rate Map (invented)"}, ago=_FIRST, subject=key)
    for owner in given["owners"]:
        town.do("owner.record", {"parcel": key, "owner": town.person(owner), "begins": None}, ago=_FIRST)
    if built := given.get("built"):
        town.do(
            "building.record",
            {
                "occupancy": built["occupancy"],
                "construction": built["type"],
                "storeys": str(built["storeys"]),
                "area": built["area"],
                "dwelling_units": built["units"],
            },
            ago=_FIRST,
            subject=key,
        )
        for room in built.get("rooms", ()):
            space = {"name": room["name"], "purpose": room["purpose"], "occupant_load": room["load"]}
            town.do("space.record", space, ago=_FIRST, subject=key)
    for unit in given.get("units", ()):
        town.do("unit.record", {"name": unit}, ago=_FIRST, subject=key)
    town.parcels[given["address"]] = Parcel.objects.get(pk=key)
