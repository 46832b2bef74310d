"""Factories for the tests of inspections and certificates: permits of which the plan is made, visits, certificates."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from tests.office.factories import Day, Office, day, do
from townwright.law.inspections import Standing
from townwright.office.inspections import plans
from townwright.office.inspections.models import InspectionRequest, PlanLine, Visit
from townwright.office.inspections.reading import WaitingRow, no_date_yet, reinspections_to_book, waiting
from townwright.office.permits.models import Permit
from townwright.office.register.actors import Actor
from townwright.office.register.acts import Outcome

#: A detached house with a slab and a wood stove, as its applicant describes it.
HOUSE: dict[str, Any] = {
    "work.foundation": True,
    "work.slab": True,
    "work.framed": True,
    "work.gypsum_board": True,
    "work.systems": ["electrical", "plumbing"],
    "work.rated_assemblies": False,
    "work.vents": ["solid-fuel appliance", "chimney"],
    "work.conditioned": True,
    "work.energy_items": [],
    "factory.applies": False,
}

#: A deck: footings and a frame, and nothing else that the code lists.
DECK: dict[str, Any] = {
    **HOUSE,
    "work.slab": False,
    "work.gypsum_board": False,
    "work.systems": [],
    "work.vents": [],
    "work.conditioned": False,
}

#: What every visit answers while the work goes on.
IN_ORDER = {"permit_displayed": True, "documents_on_site": True}


def result(line: str, outcome: str = "satisfactory", **given: Any) -> dict[str, Any]:
    """How a line was found."""
    return {"line": line, "outcome": outcome, **given}


def failed(line: str, words: str, section: str = "RCNYS R502.8", **given: Any) -> dict[str, Any]:
    """A line that is not satisfactory for one reason."""
    return result(line, "not satisfactory", failures=[{"words": words, "section": section, **given}])


def jobs(when: Day) -> list[WaitingRow]:
    """What waits for the day of a visit, the longest first."""
    return waiting(no_date_yet().order_by("since", "key"), day(when))


def failed_jobs(when: Day) -> list[WaitingRow]:
    """What failed and was not asked for again."""
    return waiting(reinspections_to_book().order_by("since", "key"), day(when))


def failing_by_the_law() -> dict[UUID, date]:
    """Every line of every plan that the law reads as failed, with the day of its last failure."""
    failing = {}
    for line in PlanLine.objects.select_related("permit"):
        if plans.standings(line.permit, date.max).get(line.key, Standing()).failed:
            results = line.results.standing().filter(outcome__in=("not satisfactory", "covered"))  # type: ignore[attr-defined]
            failing[line.pk] = max(result.visit.done_on for result in results)
    return failing


class Site:
    """The work under a permit as the inspector sees it."""

    def __init__(self, town: Office, permit: Permit) -> None:
        self.town = town
        self.permit = permit

    def visit(self, when: Day, *results: dict[str, Any], actor: Actor | None = None, **given: Any) -> Visit:
        """A visit with its results; the questions are answered in order unless said otherwise."""
        asked = IN_ORDER if self.permit.issued_on is not None and self.permit.completed_on is None else {}
        outcome = self.do("inspection.record", when, actor, results=list(results), **{**asked, **given})
        return Visit.objects.get(entry_seq=outcome.entry.seq)  # type: ignore[union-attr]

    def do(self, name: str, when: Day, actor: Actor | None = None, **given: Any) -> Outcome:
        """An act on the permit, by the inspector unless said otherwise."""
        return self.town.do(name, self.permit, when, actor or self.town.staff.inspector, **given)

    def asked(self, when: Day, *lines: str, actor: Actor | None = None, **given: Any) -> InspectionRequest:
        """An inspection asked for by telephone."""
        given = {"channel": "telephone", "caller": "J. Ortega", **given}
        self.do("inspection.request", when, actor or self.town.staff.clerk, lines=list(lines), **given)
        return InspectionRequest.objects.filter(permit=self.permit).latest("id")

    def open_lines(self) -> list[str]:
        """The lines that are required, the final one apart."""
        return list(self.permit.plan.filter(state="required", final=False).values_list("key", flat=True))

    def accept(self, when: Day, *but: str) -> Visit:
        """Everything that is required found satisfactory in one visit, the final inspection apart."""
        stands = [key for key in self.open_lines() if key not in but and key != "site"]
        return self.visit(when, *(result(key) for key in stands))

    def finish(self, when: Day) -> Visit:
        """Everything accepted, the final inspection with it."""
        self.accept(when)
        return self.visit(when, result("final"))


def applied(town: Office, when: Day, work: dict[str, Any] = DECK, **given: Any) -> Permit:
    """An application of which the work is described, and the site seen."""
    permit = town.submitted(
        when,
        answers={key: value for key, value in work.items() if key != "factory.applies"}
        | {"factory.applies": work["factory.applies"]},
        **given,
    )
    do("inspection.record", permit, when, town.staff.inspector, results=[result("site")])
    permit.refresh_from_db()
    return permit


def issued(town: Office, when: Day, work: dict[str, Any] = DECK, *, submitted: Day | None = None, **given: Any) -> Site:
    """A permit issued on a day, its plan made."""
    permit = applied(town, submitted or when, work)
    kept = {"certificate_kind": "occupancy", **given}
    return Site(town, town.issued(when, permit, **kept))
