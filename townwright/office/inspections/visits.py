"""Recording a visit: what the law says to each result, the rows that it makes, and closing it once its fee is paid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from townwright.law import inspections as law
from townwright.law.findings import Decision, Finding
from townwright.law.inspections import Happening, Standing
from townwright.office import clock, laws
from townwright.office.cases import numbers
from townwright.office.cases.models import Case, Party
from townwright.office.inspections import papers, plans, violations
from townwright.office.inspections.inputs import LookGiven, ObservedGiven, ResultGiven
from townwright.office.inspections.models import DocumentationRequest, InspectionRequest, Look, Result, Violation, Visit
from townwright.office.permits.changes import note_change
from townwright.office.permits.models import Permit
from townwright.office.permits.telling import tell
from townwright.office.register.actors import Actor
from townwright.office.register.acts import Doing
from townwright.office.register.errors import InputError
from townwright.office.register.facts import gather, remembered

ACCEPT, FAIL, CLOSE, OTHER = "inspection.accept", "inspection.fail", "inspection.close", "inspection.other"
SIGN = "sign.inspector"

#: Who is told of a failure.
TOLD = (Party.Part.HOLDER, Party.Part.OWNER, Party.Part.APPLICANT)


# -- what the law says -------------------------------------------------------------------------------------------------


def ask_gate(gate: str, facts: Mapping[str, Any], on: date, permit: Permit | None = None) -> Decision:
    """A gate of the pack over facts; what they do not say, the permit tells."""
    pack = laws.pack()
    asked = pack.gate(gate)
    return asked.decide({**gather(permit, asked.needs(on), on), **facts}, on, pack.hash)


def signer(actor: Actor, on: date) -> dict[str, Any]:
    """Who acts, as facts: the appointment of the day of the inspection counts."""
    return {"actor.role": actor.role.value, "actor.offices": actor.offices(on)}


def together(name: str, on: date, parts: Iterable[tuple[str, str, Decision]]) -> Decision:
    """Several decisions as one. Where a part has a key of its own, it goes before the keys of its findings."""
    decision = Decision(name, on, pack_hash=laws.pack().hash)
    for key, title, part in parts:
        decision = replace(
            decision,
            findings=(*decision.findings, *(_named(finding, key, title) for finding in part.findings)),
            not_asked=(*decision.not_asked, *(_named(finding, key, title) for finding in part.not_asked)),
        )
    return decision


def _named(finding: Finding, key: str, title: str) -> Finding:
    if not key:
        return finding
    return replace(finding, key=f"{key}.{finding.key}", says=f"{title}: {finding.says[:1].lower()}{finding.says[1:]}")


def on_results(
    permit: Permit,
    results: Sequence[ResultGiven],
    on: date,
    actor: Actor,
    *,
    of: Visit | None = None,
    field: str = "results",
) -> list[tuple[str, str, Decision]]:
    """What the law says on a day to each result of a visit, the others of the same visit taken into account.

    `of` is the visit where it was recorded before: the results stand in place of its own, and are of its day. Raises
    `InputError` for a line that the plan has not.
    """
    lines = plans.lines_of(permit, on)
    by_key = {line.key: line for line in lines}
    _readable(results, by_key, field)
    happened = plans.happenings([permit.pk], on, without=of)[permit.pk]
    several = len({given.line for given in results}) > 1
    parts = []
    with remembered():  # what the permit tells is the same for every result
        for given in results:
            line = by_key[given.line]
            others = {key: list(events) for key, events in happened.items()}
            for other in results:
                if other.line != given.line:
                    others.setdefault(other.line, []).append(Happening(on, plans.EVENTS[other.outcome], other.portion))
            failures = [law.Failure(each.words, each.section) for each in given.failures]
            stands = plans.stood(others, on)
            facts = law.tell(laws.pack().inspections, lines, stands, line, failures)
            covered = stands.get(line.key, Standing()).key == "covered early"
            facts |= {
                **signer(actor, on),
                "inspection.made_on": of.done_on if of is not None else on,
                "inspection.found_covered": covered and not given.uncovered,
                "inspection.open_requests": _waited_for(permit, line.key, on),
            }
            gate = {"satisfactory": ACCEPT, "not satisfactory": FAIL}.get(given.outcome, SIGN)
            parts.append((line.key if several else "", line.title, ask_gate(gate, facts, on, permit)))
    return parts


def _waited_for(permit: Permit, key: str, on: date) -> frozenset[str]:
    asked = DocumentationRequest.objects.filter(line__permit=permit, line__key=key)
    return frozenset(each.kind for each in asked if each.waits_on(on))


def but(parts: Iterable[tuple[str, str, Decision]], requirement: str) -> list[tuple[str, str, Decision]]:
    """The same decisions without a requirement that does not count here."""
    return [
        (key, title, replace(part, findings=tuple(each for each in part.findings if each.key != requirement)))
        for key, title, part in parts
    ]


def _readable(results: Sequence[ResultGiven], by_key: Mapping[str, law.PlanLine], field: str) -> None:
    errors: dict[str, str] = {}
    for place, given in enumerate(results):
        line = by_key.get(given.line)
        if line is None:
            errors[f"{field}.{place}.line"] = f"The plan has no {given.line}. It has: {', '.join(by_key)}."
        elif line.state is law.State.NOT_APPLICABLE:
            errors[f"{field}.{place}.line"] = f"{line.title} is marked as not applicable. Say first that it applies."
        if given.failures and given.outcome != "not satisfactory":
            errors[f"{field}.{place}.failures"] = "Only work that is not satisfactory has failures."
    if len({(each.line, each.portion.casefold()) for each in results}) < len(results):
        errors[field] = "The same element, or portion of it, stands there twice."
    if errors:
        raise InputError(errors)


# -- the rows of a visit -----------------------------------------------------------------------------------------------


def new_visit(doing: Doing[Any], case: Case, permit: Permit | None, kind: str, **more: Any) -> Visit:
    """The row of a visit, with the next number of the office's inspections."""
    return Visit.objects.create(
        case=case,
        permit=permit,
        kind=kind,
        number=numbers.draw("inspection", clock.local(doing.at).date()).text,
        done_on=doing.on,
        inspector_id=doing.actor.id,
        by_name=doing.actor.name,
        by_title=doing.actor.title(doing.on, ("officer", "inspector")),
        entry_seq=doing.seq,
        **more,
    )


def keep_results(doing: Doing[Any], visit: Visit, results: Iterable[ResultGiven]) -> None:
    """Keeps the results of a visit, with a violation for each failure and for what was covered too early."""
    permit = visit.permit
    assert permit is not None, "a visit with a plan has a permit"
    for given in results:
        line = plans.line_of(permit, given.line)
        result = Result.objects.create(
            visit=visit,
            line=line,
            outcome=given.outcome,
            portion=given.portion,
            words=given.words,
            uncovered=given.uncovered,
        )
        for failure in given.failures:
            violations.open_failure(doing, result, failure)
        if given.outcome == "covered":
            row = violations.open_one(
                doing, visit, violations.COVERED_EARLY, words=given.words, happened_on=given.covered_on, line=line
            )
            row.result = result
            row.save(update_fields=["result"])


def keep_looks(doing: Doing[Any], visit: Visit, looks: Sequence[LookGiven], *, all_of_them: bool) -> None:
    """Keeps how each open violation was found; `all_of_them` says that none may be left out.

    Raises `InputError` for what is not open, and for what nobody looked at.
    """
    before = {row.pk: row for row in violations.carried(visit.case, visit.done_on) if row.visit_id != visit.pk}
    for place, look in enumerate(looks):
        row = before.get(look.violation)
        if row is None:
            raise InputError({f"looks.{place}.violation": "Nothing of that name is open here."})
        Look.objects.update_or_create(
            visit=visit, violation=row, defaults={"outcome": look.outcome, "words": look.words}
        )
        if look.outcome == "corrected":
            violations.cure(
                row, on=visit.done_on, how=look.words or f"Found corrected, {visit.number}", by=doing.actor.name
            )
    seen = set(visit.looks.values_list("violation_id", flat=True))
    unseen = [row for row in before.values() if row.pk not in seen and not _settled_otherwise(row, visit)]
    if all_of_them and unseen:
        raise InputError(
            {"looks": f"Say how each stands that is open from before: {'; '.join(str(row) for row in unseen)}."}
        )


def _settled_otherwise(row: Violation, visit: Visit) -> bool:
    """Whether the visit says of a violation how it stands without a look of its own."""
    asked = {key: getattr(visit, name) for name, key in violations.QUESTIONS.items()}
    if asked.get(row.kind) is not None:
        return True
    good = visit.results.standing().filter(outcome=Result.Outcome.SATISFACTORY)
    return any(violations.answers_to(row, result) for result in good)


def keep_answers(doing: Doing[Any], visit: Visit, answers: Mapping[str, bool | None], *, all_of_them: bool) -> None:
    """Keeps the answers to the visit's questions. A "no" opens a violation once, a "yes" cures the one that is open.

    Raises `InputError` for a question that is not asked, and for one left open where `all_of_them` are needed.
    """
    asked = questions(visit.permit, visit.done_on)
    for name, key in violations.QUESTIONS.items():
        answer = answers.get(name) if answers.get(name) is not None else getattr(visit, name)
        if answer is not None and name not in asked:
            raise InputError({name: "This is not asked at this inspection."})
        if answer is None and name in asked and all_of_them:
            raise InputError({name: f"This must be answered: {violations.kinds()[key].ask}"})
        if answer is None or getattr(visit, name) is not None:
            continue
        setattr(visit, name, answer)
        standing = Violation.objects.open_on(visit.done_on).filter(case=visit.case, kind=key)
        if answer:
            for row in standing:
                violations.cure(row, on=visit.done_on, how=f"Found in order, {visit.number}", by=doing.actor.name)
        elif not standing.exists():
            violations.open_one(doing, visit, key)
    visit.save(update_fields=list(violations.QUESTIONS))


def questions(permit: Permit | None, on: date) -> tuple[str, ...]:
    """The questions of a visit on a day: asked once the permit has issued, up to and including the final inspection."""
    if permit is None or permit.issued_on is None or on < permit.issued_on:
        return ()
    if permit.completed_on is not None and permit.completed_on < on:
        return ()
    known = violations.kinds()
    return tuple(name for name, key in violations.QUESTIONS.items() if key in known and known[key].ask)


def keep_observed(doing: Doing[Any], visit: Visit, observed: Iterable[ObservedGiven]) -> None:
    """Opens a violation for each thing else that was found. Raises `InputError` for what cannot be one."""
    permit = visit.permit
    assert permit is not None, "what else was found is found at the work under a permit"
    for place, given in enumerate(observed):
        field = f"observed.{place}.kind"
        violations.kind_of(given.kind, field)
        if given.kind in (violations.COVERED_EARLY, *violations.QUESTIONS.values()):
            raise InputError({field: "This is entered as the result of its element, or as the answer to its question."})
        day, key = given.happened_on or visit.done_on, given.kind
        if day > visit.done_on:
            raise InputError({f"observed.{place}.happened_on": "This day lies after the visit."})
        line = plans.line_of(permit, given.line, f"observed.{place}.line") if given.line else None
        words = given.words
        if key in (violations.STARTED_EARLY, violations.STARTED_ON_RETURNED):
            key = violations.begun_before(permit, day)
            if permit.issued_on is not None:
                early = (permit.issued_on - day).days
                words = f"{words.rstrip('.')}. Begun {early} day{'' if early == 1 else 's'} before the permit."
        if key == violations.OCCUPIED and gather(permit, {"certificate.in_force"}, day).get("certificate.in_force"):
            raise InputError({field: "A certificate was in force on that day."})
        violations.open_one(
            doing, visit, key, words=words, happened_on=day, line=line, sheet=given.sheet, photos=given.photos
        )
        if key == violations.NOT_REPORTED:
            elements = [line.key] if line else []
            note_change(
                doing,
                permit,
                words=given.words,
                told_by=doing.actor.name,
                happened_on=day,
                elements=elements,
                found=True,
            )


# -- closing -----------------------------------------------------------------------------------------------------------


def close(doing: Doing[Any], visit: Visit) -> None:
    """Closes a visit: its acceptances count from now on, and what they settle is cured."""
    visit.closed_on = doing.on
    visit.save(update_fields=["closed_on"])
    for result in visit.results.standing().filter(outcome=Result.Outcome.SATISFACTORY).select_related("line", "visit"):
        open_before = violations.carried(visit.case, visit.done_on)
        still_open = set(visit.looks.filter(outcome=Look.Outcome.STILL_OPEN).values_list("violation_id", flat=True))
        for row in open_before:
            if not violations.answers_to(row, result):
                continue
            if row.pk in still_open:
                raise InputError({"looks": f"{result.line.title} is not satisfactory while this is still open: {row}."})
            violations.cure(row, on=visit.done_on, how=f"Found satisfactory, {visit.number}", by=visit.by_name)
    completed(visit.permit)


def completed(permit: Permit | None) -> None:
    """Keeps with the permit the day on which its final inspection was found satisfactory, or takes it back."""
    if permit is None:
        return
    stands = plans.standings(permit, clock.today())
    final = permit.plan.filter(final=True).values_list("key", flat=True)
    day = next((stands[key].accepted_on for key in final if key in stands), None)
    if day != permit.completed_on:
        permit.completed_on = day
        permit.save(update_fields=["completed_on"])


def report(doing: Doing[Any], visit: Visit, *, new: bool) -> None:
    """Prints the report of a visit that is closed, or at once where something fails; of that the holder is told.

    `new` prints it again, in place of the one before.
    """
    failed = visit.satisfactory is False or visit.results.standing().filter(outcome__in=plans.FAILURES).exists()
    found = failed or visit.violations.exists()
    if (visit.closed_on is None and not found) or (visit.paper_id is not None and not new):
        return
    paper = papers.print_report(doing, visit)
    if found:
        tell(
            doing,
            visit.case,
            f"Inspection of {visit.done_on:%Y-%m-%d}, {'not satisfactory' if failed else 'what was found'}",
            *(f"{row} ({row.cite})" for row in visit.violations.all() if row.cured_on is None),
            "The report is with this message. Keep the work that fails open to view until it is inspected again."
            if failed
            else "The report is with this message.",
            parts=TOLD,
            papers=(paper,),
        )


def fulfil(request: InspectionRequest, visit: Visit) -> None:
    """Notes that a visit was made for a request; what was asked for and not seen is asked for still, without a day."""
    seen = set(visit.results.exclude(outcome=Result.Outcome.NOT_SEEN).values_list("line_id", flat=True))
    unseen = [line for line in request.lines.all() if line.pk not in seen]
    request.made_on = visit.done_on
    request.save(update_fields=["made_on"])
    if unseen:
        rest = InspectionRequest.objects.create(
            case=request.case,
            permit=request.permit,
            called_at=request.called_at,
            ready_on=request.ready_on,
            caller=request.caller,
            phone=request.phone,
            channel=request.channel,
            words=f"Not seen at {visit.number}",
        )
        rest.lines.set(unseen)


def failed_before(stands: Mapping[str, Standing], lines: Iterable[str]) -> bool:
    """Whether one of the lines has failed, so that the next visit to it looks at a correction."""
    return any(stands.get(key, Standing()).failed for key in lines)
