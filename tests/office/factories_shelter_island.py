"""An office of Shelter Island, with permits in every state. It opens by the town's own pack."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.office.factories import REVIEWED, Day, Office, do, marks, on_the_day, owner, parcel, schedule, staff
from tests.office.factories_inspections import HOUSE, Site, result
from townwright.office import laws, storage
from townwright.office.permits.models import Permit

#: What an ordinary house has on file: nothing that the chapter asks for is wanting.
ORDINARY: dict[str, Any] = {
    "application.certificate_applied": True,
    "application.staff_owned": False,
    "documents.plan_scale": "0.25",
    "documents.plans_signed": True,
    "documents.specifications": True,
    "documents.specifications_signed": True,
    "parcel.open_violations": [],
    "parcel.violations_searched_on": "2026-01-02",
    "septic.advanced_required": False,
    "septic.work": "none",
    "setback.proposed": "42",
    "setback.required": "20",
    "solar.form": "ordinary",
    "subdivision.fire_devices_required": False,
    "survey.copies": 2,
    "survey.feet_per_inch": "20",
    "survey.made_on": "2026-01-02",
    "work.is_reconstruction": False,
}


class Island(Office):
    """The office of the town. Every line of its own checklist is marked by `reviewed`."""

    def submitted(self, when: Day, **given: Any) -> Permit:
        """An application that came in, the site seen; `answers` go over those of an ordinary house."""
        answers = {**HOUSE, **ORDINARY, **given.pop("answers", {})}
        permit = super().submitted(when, answers=answers, **given)
        do("inspection.record", permit, when, self.staff.inspector, results=[result("site")])
        permit.refresh_from_db()
        return permit

    def reviewed(self, when: Day, permit: Permit | None = None, **others: Any) -> Permit:
        """An application of which every line of the checklist is marked."""
        permit = permit or self.submitted(when)
        found = {mark["item"]: mark for mark in marks(**others)}
        lines = [line.key for line in laws.pack().lines_of("review")]
        all_of_them = [found.get(key, {"item": key, "outcome": "satisfied"}) for key in lines]
        self.do("permit.review", permit, when, marks=all_of_them, **REVIEWED)
        return permit

    def site(self, when: Day, permit: Permit | None = None, **given: Any) -> Site:
        """The work under a permit issued on a day."""
        return Site(self, self.issued(when, permit, certificate_kind="occupancy", **given))


@contextmanager
def island(offices: Any) -> Iterator[Island]:
    """The office on its first morning: its people, a schedule, one parcel and its owner."""
    offices("island", pack="shelter-island")
    with storage.bound_to("island"):
        with on_the_day("2024-04-10"):
            people = staff()
        schedule()
        place = parcel("9 Cove Lane", swis="473289", print_key="14.-2-31")
        with on_the_day("2024-04-10"):
            owner(place)
        yield Island(people, place)
