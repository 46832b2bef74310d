"""Violations that visits find: opening one, carrying it to the next visit, and what cures it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any
from uuid import UUID

from townwright.law.inspections import ViolationKind
from townwright.office import laws
from townwright.office.cases.models import Case
from townwright.office.files.models import StoredFile
from townwright.office.inspections.inputs import FailureGiven
from townwright.office.inspections.models import PlanLine, Result, Violation, Visit
from townwright.office.permits.models import Permit
from townwright.office.register.acts import Doing
from townwright.office.register.errors import InputError

COVERED_EARLY = "covered_early"
STARTED_EARLY, STARTED_ON_RETURNED = "started_early", "started_on_returned_documents"
NOT_DISPLAYED, NOT_ON_SITE = "not_displayed", "documents_not_on_site"
NOT_REPORTED = "change_not_reported"
OCCUPIED = "occupied"

#: The questions of a visit, and the breach that a "no" is.
QUESTIONS = {"permit_displayed": NOT_DISPLAYED, "documents_on_site": NOT_ON_SITE}


def kinds() -> dict[str, ViolationKind]:
    """The breaches that the town's code has, by key."""
    return laws.pack().inspections.violations


def kind_of(key: str, field: str = "kind") -> ViolationKind:
    """A breach by its key. Raises `InputError` where the town's code has none of that key."""
    known = kinds()
    if key not in known:
        raise InputError({field: f"The code has no such breach. Choose one of: {', '.join(sorted(known))}."})
    return known[key]


def open_one(
    doing: Doing[Any],
    visit: Visit,
    key: str,
    *,
    words: str = "",
    happened_on: date | None = None,
    line: PlanLine | None = None,
    sheet: str = "",
    photos: Iterable[UUID] = (),
) -> Violation:
    """Opens a violation of one of the town's kinds, found at a visit."""
    kind = kind_of(key)
    return _opened(
        doing,
        visit,
        Violation(
            kind=key,
            title=kind.title,
            words=words,
            cite=kind.cite,
            provisions=list(kind.carries),
            of_work=kind.of_work,
            line=line,
            sheet=sheet,
            happened_on=happened_on or visit.done_on,
        ),
        photos,
    )


def open_failure(doing: Doing[Any], result: Result, given: FailureGiven) -> Violation:
    """Opens a violation for one way in which work fails a line of the plan."""
    return _opened(
        doing,
        result.visit,
        Violation(
            kind=Violation.FAILURE,
            title=result.line.title,
            words=given.words,
            cite=given.section,
            of_work=True,
            result=result,
            line=result.line,
            sheet=given.sheet,
            happened_on=result.visit.done_on,
        ),
        given.photos,
    )


def fails(doing: Doing[Any], visit: Visit, given: FailureGiven, title: str) -> Violation:
    """Opens a violation found at a visit that has no plan, such as one before the certificate of a conversion."""
    return _opened(
        doing,
        visit,
        Violation(
            kind=Violation.FAILURE,
            title=title,
            words=given.words,
            cite=given.section,
            of_work=True,
            sheet=given.sheet,
            happened_on=visit.done_on,
        ),
        given.photos,
    )


def _opened(doing: Doing[Any], visit: Visit, row: Violation, photos: Iterable[UUID]) -> Violation:
    row.case, row.visit, row.found_on, row.found_by = visit.case, visit, visit.done_on, doing.actor.name
    row.parcel_id = visit.parcel_id
    row.save()
    row.photos.set(pictures(photos, "photos"))
    return row


def pictures(ids: Iterable[UUID], field: str) -> list[StoredFile]:
    """Photographs that were handed in. Raises `InputError` for one that was not."""
    wanted = list(ids)
    found = list(StoredFile.objects.filter(pk__in=wanted))
    if len(found) < len(set(wanted)):
        raise InputError({field: "One of the photographs is not there. Hand it in again."})
    return found


def cure(row: Violation, *, on: date, how: str, by: str) -> None:
    """Notes that a violation is cured, from a day on."""
    row.cured_on, row.cured_how, row.cured_by = on, how, by
    row.save(update_fields=["cured_on", "cured_how", "cured_by"])


def carried(case: Case, on: date) -> list[Violation]:
    """The violations of a case that are open on a day: each next visit looks at them."""
    return list(Violation.objects.open_on(on).filter(case=case).select_related("line", "result"))


def answers_to(row: Violation, result: Result) -> bool:
    """Whether a satisfactory result settles a violation: it is of the same line, and of no other portion."""
    if row.line_id != result.line_id or row.kind not in (Violation.FAILURE, COVERED_EARLY):
        return False
    return not result.portion or (row.result is not None and row.result.portion == result.portion)


def begun_before(permit: Permit, day: date) -> str:
    """Which breach it is that work was under way on a day. Raises `InputError` where the permit had issued by then."""
    if permit.issued_on is not None and permit.issued_on <= day:
        raise InputError({"observed": f"The permit had issued by then, on {permit.issued_on:%Y-%m-%d}."})
    accepted = permit.documents_accepted_on
    returned = accepted is not None and accepted <= day and STARTED_ON_RETURNED in kinds()
    return STARTED_ON_RETURNED if returned else STARTED_EARLY
