"""The report of a visit, printed once: satisfactory as completed, or how the work fails and under which sections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from townwright.law.words import listed
from townwright.office import laws
from townwright.office.cases.models import Case, Party
from townwright.office.inspections import plans, violations
from townwright.office.inspections.models import Result, Violation, Visit
from townwright.office.papers import acts as press
from townwright.office.papers import forms
from townwright.office.papers.letterhead import letterhead
from townwright.office.papers.models import Paper
from townwright.office.permits.papers import person
from townwright.office.permits.telling import people
from townwright.office.register.acts import Doing

KIND = "inspection_report"
#: To whom a report goes: the first who has one of these parts.
_TO = (Party.Part.HOLDER, Party.Part.APPLICANT, Party.Part.OWNER)


def print_report(doing: Doing[Any], visit: Visit) -> Paper:
    """Prints the report of a visit. A newer one takes the place of what was printed for it before."""
    paper = printed(doing, visit.case_id, _report(visit))
    before = Paper.objects.filter(pk=visit.paper_id).first() if visit.paper_id else None
    if before is not None:
        press.replace(before, paper)
    visit.paper_id = paper.pk
    visit.save(update_fields=["paper_id"])
    return paper


def printed(doing: Doing[Any], case_id: UUID, data: forms.PaperData) -> Paper:
    """Prints a paper of a case and notes it with the act."""
    paper = press.print_paper(
        data.kind, data, case_id=case_id, number=data.number, entry_seq=doing.seq, at=doing.at, on=doing.on
    )
    doing.paper(id=paper.pk, kind=paper.kind, number=paper.number, sha256=paper.sha256)
    return paper


def places(case: Case) -> list[forms.Place]:
    """The parcels of a case as papers name them."""
    parcels = [row.parcel for row in case.on_parcels.select_related("parcel")]
    return [forms.Place(address=str(parcel), tax_map=parcel.key, name=parcel.name) for parcel in parcels]


def _report(visit: Visit) -> forms.InspectionReport:
    results = list(visit.results.standing().select_related("line"))
    failed = [row for row in results if row.outcome in plans.FAILURES]
    found = [row for row in visit.violations.all() if row.result is None or row.result.faulty_on is None]
    satisfactory = not failed and visit.satisfactory is not False
    directives = {each.key: forms.Said(text=each.text, cite=each.cite) for each in laws.pack().paper(KIND).directives}
    passed_final = any(row.line.final and row.outcome == Result.Outcome.SATISFACTORY for row in results)
    to = next(iter(people(visit.case, _TO)), None)
    return forms.InspectionReport(
        letterhead=letterhead(),
        number=visit.number,
        to=person(to) if to else forms.Party(name="Whom it concerns"),
        permit=visit.case.number or visit.case.title,
        places=places(visit.case),
        inspected=visit.done_on,
        element=_elements(results) or visit.get_kind_display(),
        portion=results[0].portion if len(results) == 1 else "",
        present=visit.present,
        satisfactory=satisfactory,
        result=_result(visit, {row.outcome for row in results}, satisfactory),
        more=_each(results),
        findings=[_finding(row) for row in found],
        keep_exposed=directives.get("keep_exposed") if failed else None,
        checks=_checks(visit),
        remarks="\n\n".join(filter(None, [visit.words, *_remarks(results)])),
        next_steps=_next(passed_final, failed, directives),
        signature=forms.Signature(name=visit.by_name, office=f"{visit.by_title}, for the {laws.pack().town.name}"),
    )


def _elements(results: Sequence[Result]) -> str:
    titles = list(dict.fromkeys(row.line.title for row in results))
    return f"{len(titles)} elements" if len(titles) > 3 else listed(titles)


def _result(visit: Visit, outcomes: set[str], satisfactory: bool) -> str:
    """The result in words: of one kind its own, of several whether the whole is satisfactory."""
    if len(outcomes) == 1:
        return str(Result.Outcome(next(iter(outcomes))).label)
    if not outcomes and visit.satisfactory is None:
        return "Visit made"
    whole = Result.Outcome.SATISFACTORY if satisfactory else Result.Outcome.NOT_SATISFACTORY
    return str(whole.label)


def _each(results: Sequence[Result]) -> list[forms.Fact]:
    """Of several elements each with its own result, and with the portion where it was not all of it."""
    if len(results) < 2:
        return []
    words = ((row, ", ".join(filter(None, (row.get_outcome_display(), row.portion)))) for row in results)
    return [forms.Fact(label=row.line.title, text=text, cite=row.line.cite) for row, text in words]


def _finding(row: Violation) -> forms.ReportFinding:
    words = row.words if row.kind == Violation.FAILURE else f"{row.title}. {row.words}".strip()
    where = ", ".join(filter(None, (row.line.title if row.line else "", row.sheet)))
    return forms.ReportFinding(text=words, cite=row.cite, where=where, photographs=row.photos.count())


def _checks(visit: Visit) -> list[forms.Check]:
    known = violations.kinds()
    answers = ((known.get(key), getattr(visit, name)) for name, key in violations.QUESTIONS.items())
    return [
        forms.Check(text=kind.ask, answer="Yes" if answer else "No", cite=kind.cite)
        for kind, answer in answers
        if kind is not None and answer is not None
    ]


def _remarks(results: Sequence[Result]) -> list[str]:
    return [f"{row.line.title}: {row.words}" if len(results) > 1 else row.words for row in results if row.words]


def _next(passed_final: bool, failed: Sequence[Result], directives: dict[str, forms.Said]) -> list[forms.Said]:
    steps = []
    if failed:
        steps.append(forms.Said(text="Correct what is listed here, and ask for another inspection once it is ready."))
    if passed_final and "no_occupancy" in directives:
        steps.append(directives["no_occupancy"])
    return steps
