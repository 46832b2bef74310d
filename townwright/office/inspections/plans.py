"""The plan of a permit: made from the work by the law, kept as rows, and how each of its lines stands on a day."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from townwright.law import inspections as law
from townwright.law.inspections import Event, Happening, Standing, stand
from townwright.law.predicates import Asked
from townwright.office import clock, laws
from townwright.office.inspections.models import InspectionRequest, PlanLine, Result, Visit
from townwright.office.permits.models import Permit
from townwright.office.register.errors import InputError
from townwright.office.register.facts import gather

#: Where an added line, and the final one after it, stand in the plan.
ADDED, FINAL = 900, 999

#: What a result is to the law. Work that could not be seen is no entry; it neither passes nor fails.
EVENTS: dict[str, Event] = {
    Result.Outcome.SATISFACTORY: "satisfactory",
    Result.Outcome.NOT_SATISFACTORY: "not satisfactory",
    Result.Outcome.COVERED: "covered",
    Result.Outcome.NOT_SEEN: "no entry",
}

#: Results by which a line fails.
FAILURES = (Result.Outcome.NOT_SATISFACTORY, Result.Outcome.COVERED)
_FAILED = frozenset(EVENTS[outcome] for outcome in FAILURES)


# -- making the plan ---------------------------------------------------------------------------------------------------


def from_the_work(permit: Permit, on: date) -> tuple[law.PlanLine, ...]:
    """The plan that the law makes of the work as it is known on a day."""
    pack = laws.pack()
    facts = gather(permit, _facts_asked(pack.inspections), on)
    return law.plan(pack.inspections, Asked(facts, on, pack.catalogue, laws.calendar(), pack.value))


def _facts_asked(rules: law.InspectionRules) -> frozenset[str]:
    conditions = [when for element in rules.elements for when in (element.when, *(part.when for part in element.lines))]
    named = {name for when in conditions if when is not None for name in when.names()}
    return frozenset(named | {element.line_each for element in rules.elements if element.line_each})


def make(permit: Permit, on: date, *, whole: bool) -> list[str]:
    """Makes the plan, or makes it anew after the work has changed; before the permit issues, the site alone.

    What somebody settled by hand stays as it is, and so does a line with results. Answers what changed, in words.
    """
    kept = {row.key: row for row in permit.plan.all()}
    inspected = set(Result.objects.filter(line__permit=permit).values_list("line__key", flat=True))
    changed = []
    for position, line in enumerate(from_the_work(permit, on)):
        if not (whole or line.before_issue):
            continue
        row = kept.pop(line.key, None) or PlanLine(permit=permit, key=line.key)
        before = row.state
        row.position = FINAL if line.final else position
        if not row.settled_by and not (line.key in inspected and line.state is law.State.NOT_APPLICABLE):
            _take_over(row, line)
        row.save()
        if row.state != before:
            changed.append(f"{row.title}: {row.get_state_display().lower()}")
    for row in kept.values() if whole else ():
        if not row.settled_by and row.key not in inspected and row.state != PlanLine.State.NOT_APPLICABLE:
            row.state, row.why = PlanLine.State.NOT_APPLICABLE, "The work, as it is known now, has no such part"
            row.save()
            changed.append(f"{row.title}: not applicable")
    return changed


def _take_over(row: PlanLine, line: law.PlanLine) -> None:
    row.element, row.title, row.state, row.why, row.cite = (
        line.element,
        line.title,
        line.state.value,
        line.why,
        line.cite,
    )
    row.provisions, row.missing = list(line.provisions), list(line.missing)
    row.before_issue, row.final = line.before_issue, line.final


def made(permit: Permit, on: date) -> None:
    """Makes the plan of a permit that has none yet: one that was entered before, or came from another list."""
    if not permit.plan.exists():
        make(permit, on, whole=permit.issued_on is not None)


# -- reading the plan --------------------------------------------------------------------------------------------------


def line_of(permit: Permit, key: str, field: str = "line") -> PlanLine:
    """A line of the permit's plan. Raises `InputError` where there is none of that key."""
    row = permit.plan.filter(key=key).first()
    if row is None:
        keys = ", ".join(permit.plan.values_list("key", flat=True))
        raise InputError({field: f"The plan has no {key}. It has: {keys}." if keys else "There is no plan yet."})
    return row


def as_law(row: PlanLine) -> law.PlanLine:
    """A kept line as the law reads it."""
    return law.PlanLine(
        row.key,
        row.element,
        row.title,
        law.State(row.state),
        row.cite,
        tuple(row.provisions),
        row.why,
        tuple(row.missing),
        row.before_issue,
        row.final,
    )


def lines_of(permit: Permit, on: date) -> tuple[law.PlanLine, ...]:
    """The plan as it is kept; of a permit without one, the plan that its work would have."""
    return tuple(as_law(row) for row in permit.plan.all()) or from_the_work(permit, on)


# -- how lines stand ---------------------------------------------------------------------------------------------------

Happenings = dict[str, list[Happening]]


def happenings(permits: Iterable[UUID], on: date, *, without: Visit | None = None) -> dict[UUID, Happenings]:
    """What has happened to the lines of permits by a day, by permit and line; two queries for however many.

    A satisfactory result counts from the day on which its visit is closed; a failure counts at once.
    """
    ids = list(permits)
    found: dict[UUID, Happenings] = defaultdict(lambda: defaultdict(list))
    asked = InspectionRequest.lines.through._default_manager.filter(inspectionrequest__permit__in=ids)
    for permit_id, key, called_at in asked.values_list(
        "inspectionrequest__permit_id", "planline__key", "inspectionrequest__called_at"
    ):
        found[permit_id][key].append(Happening(clock.local(called_at).date(), "ready"))
    counts = ~Q(outcome=Result.Outcome.SATISFACTORY) | Q(visit__closed_on__lte=on)
    results = Result.objects.standing().filter(counts, line__permit__in=ids, visit__done_on__lte=on)
    if without is not None:
        results = results.exclude(visit=without)
    for result in results.select_related("visit", "line").order_by("visit__done_on", "visit_id", "id"):
        accepted = result.outcome == Result.Outcome.SATISFACTORY
        day = (result.visit.closed_on if accepted else None) or result.visit.done_on
        found[result.line.permit_id][result.line.key].append(Happening(day, EVENTS[result.outcome], result.portion))
    return found


def standings_of(permits: Iterable[UUID], on: date) -> dict[UUID, dict[str, Standing]]:
    """How the lines of permits stand on a day, by permit and line. A line to which nothing happened is left out."""
    return {pk: stood(lines, on) for pk, lines in happenings(permits, on).items()}


def standings(permit: Permit, on: date, *, without: Visit | None = None) -> dict[str, Standing]:
    """How the lines of one permit stand on a day; `without` leaves a visit out."""
    return stood(happenings([permit.pk], on, without=without)[permit.pk], on)


def stood(lines: Mapping[str, list[Happening]], on: date) -> dict[str, Standing]:
    """What has happened to lines, read by the law."""
    return {key: stand(happened, on) for key, happened in lines.items()}


def keep_failures(cases: Iterable[UUID], on: date) -> None:
    """Keeps with each line of the permits of cases the day of its last failure, as long as it stands failed."""
    touched = PlanLine.objects.filter(permit__case__in=list(cases))
    lines = list(touched.filter(Q(failed_on__isnull=False) | Exists(_failures().filter(line=OuterRef("pk")))))
    happened = happenings({line.permit_id for line in lines}, on)
    for line in lines:
        events = happened[line.permit_id][line.key]
        failures = [one.on for one in events if one.event in _FAILED]
        day = max(failures) if stand(events, on).failed else None
        if day != line.failed_on:
            line.failed_on = day
            line.save(update_fields=["failed_on"])


def _failures() -> QuerySet[Result]:
    return Result.objects.standing().filter(outcome__in=FAILURES)


def told(lines: tuple[law.PlanLine, ...], stands: Mapping[str, Standing]) -> Iterator[tuple[str, Any]]:
    """The plan as facts: how each line stands, with the reason where it does not apply, and what is still open."""
    for line in lines:
        yield f"inspection.of.{line.key}", law.standing_of(line, stands)
        if line.state is law.State.NOT_APPLICABLE:
            yield f"inspection.of.{line.key}.reason", line.why
    yield "inspection.open_elements", frozenset(line.title for line in law.open_lines(lines, stands))
    if (last := law.last_accepted_on(lines, stands)) is not None:
        yield "inspection.last_accepted_on", last
