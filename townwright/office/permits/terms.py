"""The dates that a permit lives by: the terms that acts have set, each kept with its law as dates of the case."""

from __future__ import annotations

from datetime import date
from itertools import groupby
from typing import Any

from townwright.law.calendar import Deadline
from townwright.law.permits import Standing, Term, TermRules, standing, term_on
from townwright.office import laws
from townwright.office.cases.acts import set_date
from townwright.office.cases.days import deadline_of, when_set_again
from townwright.office.cases.models import SetDate
from townwright.office.permits.models import Permit
from townwright.office.register.acts import Doing

COMMENCE, LIFE = "permit.commence", "permit.life"


def rules_of(permit: Permit) -> TermRules:
    """The periods by which a permit of this kind lives."""
    return laws.pack().permits.of(permit.kind)


def set_term(doing: Doing[Any], permit: Permit, new: Term) -> None:
    """Gives a permit the dates of a term. What was set before stays on record as replaced."""
    SetDate.objects.filter(case_id=permit.case_id, kind__in=(COMMENCE, LIFE), done_on=None).update(replaced=True)
    for deadline in new.deadlines:
        set_date(doing, permit.case, deadline, begins=new.begins)
    permit.commence_by, permit.last_day = new.dates["commence_by"], new.dates["last_day"]


def terms_of(permit: Permit) -> tuple[Term, ...]:
    """Every term that the permit has had, the oldest first; empty before its issue. One query."""
    rows = SetDate.objects.filter(case_id=permit.case_id, kind__in=(COMMENCE, LIFE)).order_by("entry_seq", "id")
    terms = []
    for _, of_one_act in groupby(rows, key=lambda row: row.entry_seq):
        kept = {row.kind: row for row in of_one_act}
        begins = next(iter(kept.values())).begins
        terms.append(Term(begins, _deadline(kept.get(COMMENCE)), _deadline(kept.get(LIFE))))
    return tuple(terms)


def term_of(permit: Permit, on: date) -> Term:
    """The term that counts on a day. Of a permit that acts have set no dates for, the one that its own dates tell."""
    if terms := terms_of(permit):
        return term_on(terms, on)
    return Term(permit.issued_on or on)


def standing_of(permit: Permit, on: date) -> Standing:
    """What a permit is on a day and why, by the term of that day."""
    dates = {**permit.dates(), "completed_on": permit.completed_on}
    return standing(laws.pack().permits, permit.kind, term_of(permit, on), dates, on)


def _deadline(row: SetDate | None) -> Deadline | None:
    return deadline_of(row) if row is not None else None


@when_set_again
def keep_in_step(doing: Doing[Any], row: SetDate) -> None:
    """Keeps the permit's own dates in step with a date of its case that a new holiday or tolling has moved."""
    permits = Permit.objects.filter(case_id=row.case_id)
    if row.kind == COMMENCE:
        permits.update(commence_by=row.act_by)
    elif row.kind == LIFE:
        permits.update(last_day=row.act_by)
