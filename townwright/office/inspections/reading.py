"""What pages and reports read of inspections. Each list asks a fixed number of queries, however long it is."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, Min, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import TruncDate

from townwright.law.calendar import in_words
from townwright.law.inspections import Standing
from townwright.office import clock
from townwright.office.cases.models import Case, Party
from townwright.office.inspections import fees, plans, violations, visits
from townwright.office.inspections.acts import booking
from townwright.office.inspections.models import (
    DocumentationRequest,
    InspectionRequest,
    PlanLine,
    Result,
    Violation,
    Visit,
)
from townwright.office.permits.models import Permit
from townwright.office.staff.models import Account

#: A line's standing in the words of pages, and its mood.
_WORDS = {
    "satisfactory": ("Accepted", "good"),
    "not satisfactory": ("Not satisfactory: keep exposed", "bad"),
    "covered early": ("Covered early", "bad"),
    "ready": ("Asked for", "ask"),
    "not ready": ("Not yet asked for", "due"),
}
#: Parts whose telephone the inspector needs.
_TO_CALL = (Party.Part.CONTRACTOR, Party.Part.HOLDER, Party.Part.APPLICANT, Party.Part.OWNER)

# -- the plan of one permit --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlanRow:
    """One line of the plan as it stands: in words, by whom and when, and what keeps it open."""

    line: PlanLine
    key: str
    words: str
    mood: str
    by: str = ""
    day: date | None = None
    portions: tuple[str, ...] = ()
    keep_exposed: bool = False
    failures: Sequence[Violation] = ()
    asked: Sequence[DocumentationRequest] = ()
    request: InspectionRequest | None = None
    results: Sequence[Result] = ()


def plan(permit: Permit, on: date) -> list[PlanRow]:
    """The plan of a permit as it stands on a day, line by line."""
    results: dict[UUID, list[Result]] = defaultdict(list)
    for result in (
        Result.objects.filter(line__permit=permit, visit__done_on__lte=on)
        .select_related("visit")
        .order_by("visit__done_on", "id")
    ):
        results[result.line_id].append(result)
    found: dict[UUID | None, list[Violation]] = defaultdict(list)
    for row in violations.carried(permit.case, on):
        found[row.line_id].append(row)
    lines = permit.plan.prefetch_related("documents", Prefetch("requests", InspectionRequest.objects.pending()))
    stands = plans.standings(permit, on)
    return [_row(line, stands.get(line.key, Standing()), results[line.pk], found[line.pk], on) for line in lines]


def _row(line: PlanLine, stand: Standing, results: list[Result], failures: list[Violation], on: date) -> PlanRow:
    if line.state == PlanLine.State.NOT_APPLICABLE:
        return PlanRow(
            line, "not applicable", f"Not applicable: {line.why}", "due", by=line.settled_by, results=results
        )
    if line.state == PlanLine.State.UNKNOWN and stand.key == "not ready":
        return PlanRow(line, "unknown", f"Not known whether it applies: {line.why}", "ask", results=results)
    words, mood = _WORDS[stand.key]
    last = _telling(results, stand.key)
    if stand.portions and not stand.accepted and stand.key in ("ready", "not ready"):
        words = f"Satisfactory in part: {', '.join(stand.portions)}"
    return PlanRow(
        line,
        stand.key,
        words,
        mood,
        by=last.visit.by_name if last is not None else "",
        day=stand.accepted_on or stand.failed_on or (last.visit.done_on if last is not None else None),
        portions=stand.portions,
        keep_exposed=stand.failed,
        failures=failures,
        asked=[each for each in line.documents.all() if each.waits_on(on)],
        request=next(iter(line.requests.all()), None),
        results=results,
    )


def _telling(results: list[Result], key: str) -> Result | None:
    """The last result that says how the line stands."""
    outcome = "covered" if key == "covered early" else key
    return next((row for row in reversed(results) if row.outcome == outcome and row.faulty_on is None), None)


def questions(permit: Permit, on: date) -> list[tuple[str, str, str]]:
    """The questions that a visit on a day asks: field, words, section."""
    known = violations.kinds()
    return [
        (name, known[key].ask, known[key].cite)
        for name, key in violations.QUESTIONS.items()
        if name in visits.questions(permit, on)
    ]


def carried(permit: Permit, on: date) -> list[Violation]:
    """What is open on a day, and is carried to the next visit."""
    return violations.carried(permit.case, on)


def open_requests(permit: Permit) -> list[InspectionRequest]:
    """What was asked for and no visit was made for yet."""
    return list(
        InspectionRequest.objects.pending().filter(permit=permit).select_related("inspector").prefetch_related("lines")
    )


def sections(permit: Permit) -> list[str]:
    """Sections cited for failures of the same elements before, in any permit, the most used first."""
    elements = permit.plan.values_list("element", flat=True)
    cited = Violation.objects.filter(kind=Violation.FAILURE, line__element__in=elements).exclude(cite="")
    return [cite for cite, _ in Counter(cited.values_list("cite", flat=True)).most_common(40)]


def fee_of(visit: Visit | InspectionRequest) -> fees.FeeOfVisit:
    """The fee of a visit as it stands now; a receipt of a later day is shown as late."""
    return fees.of(visit)


# -- the inspectors' days ----------------------------------------------------------------------------------------------


def inspectors_on(day: date) -> list[Account]:
    """Who can be sent on a day: only those appointed then."""
    return list(booking.inspectors_on(day).values())


@dataclass(frozen=True, slots=True)
class VisitRow:
    """One visit of a day sheet: where, what, whom to call, and what is open from before."""

    request: InspectionRequest
    permit: Permit
    lines: Sequence[PlanLine]
    hour: str
    inspector: Account | None
    phones: list[tuple[str, str]] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)


def day_sheet(day: date, inspector: Account | None = None) -> list[VisitRow]:
    """The visits of a day, of one inspector or of all, in the order of the hours."""
    return _sheet(Q(scheduled_on=day), day, inspector)


def week(monday: date, inspector: Account | None = None) -> list[VisitRow]:
    """The visits of the seven days from a day on."""
    return _sheet(Q(scheduled_on__range=(monday, monday + timedelta(days=6))), monday, inspector)


def _sheet(when: Q, on: date, inspector: Account | None) -> list[VisitRow]:
    rows = _pending().filter(when)
    if inspector is not None:
        rows = rows.filter(inspector=inspector)
    requests = list(rows.order_by("scheduled_on", "minute", "id"))
    cases = [row.case_id for row in requests]
    open_now: dict[UUID, list[Violation]] = defaultdict(list)
    for violation in Violation.objects.open_on(on).filter(case__in=cases).select_related("line"):
        open_now[violation.case_id].append(violation)
    phones: dict[UUID, list[tuple[str, str]]] = defaultdict(list)
    parties = Party.objects.filter(case__in=cases, part__in=_TO_CALL, ends=None).select_related("person")
    for party in sorted(parties, key=lambda party: _TO_CALL.index(Party.Part(party.part))):
        known = phones[party.case_id]
        if party.person.phone and (party.person.name, party.person.phone) not in known:
            known.append((party.person.name, party.person.phone))
    return [
        VisitRow(
            row,
            row.permit,
            list(row.lines.all()),
            row.hour,
            row.inspector,
            [*([(row.caller, row.phone)] if row.phone else []), *phones[row.case_id]],
            open_now[row.case_id],
        )
        for row in requests
    ]


def _pending() -> QuerySet[InspectionRequest]:
    return InspectionRequest.objects.pending().select_related("permit__case", "inspector").prefetch_related("lines")


# -- what waits --------------------------------------------------------------------------------------------------------

#: What the rows of a list of waiting jobs are counted and sorted by. `key` is that of the request, or of the permit
#: whose work failed; `since` is the day of the call, or of the failure.
_WAITING = ("key", "number", "place", "since")


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """A job without a day for its visit: since when, and why."""

    permit: Permit
    lines: Sequence[PlanLine]
    since: datetime
    days: int
    why: str
    request: InspectionRequest | None = None


def no_date_yet() -> QuerySet[Any, Any]:
    """What waits for the day of a visit: asked for and not booked, and failed and not asked for.

    Moving or calling off a visit brings its job back here; together with the booked ones the list always adds up. The
    rows hold what they are counted and sorted by, so that all of it is left to the database; `waiting` reads the rest.
    """
    asked = InspectionRequest.objects.pending().filter(scheduled_on=None).order_by()
    waiting: QuerySet[Any, Any] = asked.values(
        *_WAITING,
        key=F("pk"),
        number=F("permit__case__number"),
        place=F("permit__case__place"),
        since=TruncDate("called_at", tzinfo=clock.zone()),
    ).union(reinspections_to_book(), all=True)
    return waiting


def reinspections_to_book() -> QuerySet[Any, Any]:
    """Permits with work that failed, or was covered too early, and that nobody has asked to be inspected again.

    Rows are those of `no_date_yet`.
    """
    lines = _not_asked_again().order_by().values("permit_id")
    waiting: QuerySet[Any, Any] = lines.annotate(since=Min("failed_on")).values(
        *_WAITING, key=F("permit_id"), number=F("permit__case__number"), place=F("permit__case__place")
    )
    return waiting


def _not_asked_again() -> QuerySet[PlanLine]:
    # Asked of each line that fails, which are few: joined, a database without statistics reads all open cases first.
    in_open_case = Case.objects.filter(pk=OuterRef("permit__case"), closed_on=None)
    asked = InspectionRequest.objects.pending().filter(lines=OuterRef("pk"))
    return PlanLine.objects.filter(failed_on__isnull=False).filter(Exists(in_open_case), ~Exists(asked))


def waiting(rows: Iterable[Mapping[str, Any]], on: date) -> list[WaitingRow]:
    """Some rows of `no_date_yet` with all that is shown of them on a day, in their order; three queries.

    A job that was booked or asked for since the rows were read is left out.
    """
    keys = [row["key"] for row in rows]
    asked = {row.pk: row for row in _pending().filter(pk__in=keys)}
    failed: dict[UUID, list[PlanLine]] = defaultdict(list)
    for line in _not_asked_again().filter(permit__in=keys).select_related("permit__case"):
        failed[line.permit_id].append(line)
    return [
        _asked(asked[key], on) if key in asked else _failed(failed[key], on)
        for key in keys
        if key in asked or key in failed
    ]


def _asked(row: InspectionRequest, on: date) -> WaitingRow:
    days = (on - clock.local(row.called_at).date()).days
    return WaitingRow(row.permit, list(row.lines.all()), row.called_at, days, f"Ready {in_words(row.ready_on)}", row)


def _failed(lines: list[PlanLine], on: date) -> WaitingRow:
    day = min(line.failed_on for line in lines if line.failed_on is not None)
    since = datetime.combine(day, time(12), clock.zone())
    return WaitingRow(lines[0].permit, lines, since, (on - day).days, f"Failed {in_words(day)}, not asked for again")


def to_close() -> list[Visit]:
    """Visits whose findings were saved open, oldest first: the fee is not paid yet."""
    return list(Visit.objects.filter(closed_on=None).select_related("case", "permit").order_by("done_on", "id"))


def waiting_times(first: date, last: date) -> list[tuple[Visit, int]]:
    """The visits of some days that were asked for, each with the days from the call to the visit."""
    made = Visit.objects.filter(done_on__range=(first, last), request__isnull=False).select_related("request", "case")
    return [
        (visit, (visit.done_on - clock.local(visit.request.called_at).date()).days) for visit in made if visit.request
    ]
