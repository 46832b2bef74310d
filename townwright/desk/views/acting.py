"""Doing an act on a page: its sheet, built from the act's own input, with the law's answer above it.

One page for every act. What is refused, overtaken or cannot be read comes back with everything that was typed; what was
done leads to the case, which says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django import forms as django_forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html, format_html_join
from django.utils.http import url_has_allowed_host_and_scheme

from townwright.desk import dates, questions, sheets, where
from townwright.desk.parts import findings
from townwright.desk.saying import readable
from townwright.law.findings import Decision, Outcome
from townwright.office import clock
from townwright.office.cases.models import SetDate
from townwright.office.outbox.models import Message
from townwright.office.papers.models import Paper
from townwright.office.register import acts
from townwright.office.register.errors import ActError, InputError, NotAllowed, Overtaken, Refused
from townwright.office.register.models import Entry
from townwright.pages import forms, words
from townwright.pages.forms import ActForm, error_lines, form_of
from townwright.pages.inline import Deadline, Link
from townwright.pages.views import not_done
from townwright.pages.who import actor_of_request, staff_only


@dataclass(slots=True)
class Answer:
    """What came of sending a sheet that was not done: why, and how the page says so."""

    refused: Decision | None = None
    overtaken: list[Entry] = field(default_factory=list)
    trouble: str = ""
    rehearsed: Rehearsal | None = None
    status: int = 200


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What an act would do: the sentence of its entry, the dates it sets, what it prints and sends."""

    said: str
    dates: list[tuple[str, Any]]
    papers: list[str]
    sent: list[str]


@staff_only
def do(request: HttpRequest, name: str, subject_id: UUID | None = None) -> HttpResponse:
    """The sheet of an act, and doing it."""
    try:
        sheet = sheet_of(request, name, subject_id)
    except ActError as error:
        return not_done(request, error)
    start = sheets.start_of(sheet)
    form = form_for(request, sheet, start)
    answer = Answer()
    if request.method == "POST":
        done = send(request, sheet, form, answer)
        if done is not None:
            return done
    return render(request, "desk/act.html", page(request, sheet, form, answer, start), status=answer.status)


def sheet_of(request: HttpRequest, name: str, subject_id: UUID | None) -> sheets.Sheet:
    """The sheet that the address names. Raises `UnknownAct`, `NotAllowed` or `NoSuchThing`."""
    actor, today = actor_of_request(request), clock.today()
    spec = acts.spec(name)
    if actor.role not in spec.by:
        raise NotAllowed(f"{spec.title}: this is not open to {actor.name} ({actor.role.value}).")
    subject = acts.find(spec, subject_id, actor)
    # What makes something new is decided on what is given: before that there is nothing to ask the law about.
    decision = acts.decision_on(spec, subject, None, today, actor) if subject else Decision(spec.name, today)
    asked = sheets.asked_for(spec.given, request.GET)
    return sheets.Sheet(spec, subject, sheets.case_of(subject), actor, today, decision, asked)


def form_for(request: HttpRequest, sheet: sheets.Sheet, start: sheets.Start, always: tuple[str, ...] = ()) -> ActForm:
    """The form of a sheet: what was sent, or what it begins with.

    What it begins with counts as given once it is sent, unless its field is among `always`: there only what is changed
    counts.
    """
    sent = request.method == "POST"
    form = form_of(sheet.spec.given)(
        request.POST if sent else None,
        request.FILES if sent else None,
        seen=acts.version(sheet.case.pk) if sheet.case else None,
        decision=sheet.decision,
        initial={name: start.initial[name] for name in always} if sent else {**start.initial, **sheet.asked},
    )
    for path, answers in start.choices.items():
        if answers or ("." not in path and form.fields[path].required):
            form.offer(path, answers)
        elif "." not in path:
            del form.fields[path]
        elif form.parts.get(part := path.partition(".")[0]) and not sheet.spec.given.model_fields[part].is_required():
            del form.parts[part]  # there is nothing that a row of it could name
    for path, listed in start.known.items():
        form.narrow(path, {one.value: forms.Answer(one.words[:1].upper() + one.words[1:], one.cite) for one in listed})
    for name in start.hints.keys() & form.fields.keys():
        form.fields[name].help_text = start.hints[name]
    _tidy(form, sheet, start)
    if "answers" in sheet.spec.given.model_fields:
        known = getattr(sheet.subject, "answers", {})
        questions.put_into(form, questions.asked(known, sheet.spec.name), known)
    elif start.notes:
        questions.put_into(form, start.notes, sheet.subject.found)
    return form


def _tidy(form: ActForm, sheet: sheets.Sheet, start: sheets.Start) -> None:
    """Takes out of sight what the page knows by itself: ids that the address gives, the entry to correct."""
    corrects = form.fields.get("corrects")
    if corrects is not None and not corrects.required and "corrects" not in sheet.asked:
        del form.fields["corrects"]
    elif corrects is not None and sheet.case is not None:
        form.offer("corrects", sheets.entries(sheet.case))
    named = {name for name in sheets.naming(sheet.spec.given) if name in sheet.asked and name not in start.choices}
    for name in (named | start.hidden) & form.fields.keys():
        form.fields[name].widget = django_forms.HiddenInput()
    # A record's id is nobody's to type: without a choice of records the field is left away where it may be.
    for name in sheets.naming(sheet.spec.given):
        if name in form.fields.keys() - named - start.hidden - start.choices.keys() and not form.fields[name].required:
            del form.fields[name]


def send(request: HttpRequest, sheet: sheets.Sheet, form: ActForm, answer: Answer) -> HttpResponse | None:
    """Does the act that a sheet asks for, or only looks what it would do; the way on if it was done."""
    if not form.is_valid():
        answer.status = 422 if error_lines(form) else 200
        return None
    subject_id = sheet.subject.pk if sheet.subject is not None else None
    data = form.given
    if said := questions.answered(form):
        data = data.model_copy(update={"answers" if "answers" in sheet.spec.given.model_fields else "facts": said})
    given = {"data": data, "actor": sheet.actor, "subject_id": subject_id, "seen": form.seen}
    try:
        if "look" in request.POST:
            answer.rehearsed = rehearse(sheet.spec.name, **given)
            return None
        outcome = acts.perform(sheet.spec.name, key=form.key, **given)
    except InputError as error:
        form.take(error)
        answer.status = error.status
    except Refused as error:
        answer.refused, answer.status = error.decision, error.status
    except Overtaken as error:
        answer.overtaken, answer.status = error.entries, error.status
        form.look_again(acts.version(sheet.case.pk) if sheet.case else 0)
    except ActError as error:
        answer.trouble, answer.status = str(error), error.status
    else:
        tell(request, outcome)
        return redirect(way_on(request, outcome, sheet))
    return None


def rehearse(name: str, **given: Any) -> Rehearsal:
    """Does an act, notes what it did, and undoes all of it. Raises what doing it raises.

    A file that it printed stays behind without a record and is swept as any stray.
    """
    with transaction.atomic():
        entry = acts.perform(name, **given).entry
        assert entry is not None, "an act that was done has its entry"
        found = Rehearsal(
            said=readable(entry.said),
            dates=[
                (dates.said(row.kind), Deadline(row.nominal, row.act_by))
                for row in SetDate.objects.filter(entry_seq=entry.seq)
            ],
            papers=[str(paper) for paper in Paper.objects.filter(entry_seq=entry.seq)],
            sent=[
                f"{message.get_way_display()} to {message.to_name}: {message.subject}"
                for message in Message.objects.filter(entry_seq=entry.seq)
            ],
        )
        transaction.set_rollback(True)
    return found


def tell(request: HttpRequest, outcome: acts.Outcome) -> None:
    """Says on the next page what was done, with its entry and its papers."""
    entry = outcome.entry
    assert entry is not None, "an act that was done has its entry"
    if outcome.again:
        messages.info(request, f"This was done already: {readable(entry.said).rstrip('.')}. It was not done twice.")
        return
    printed = format_html_join(
        "",
        ' <a href="{}">Print: {}</a>.',
        ((where.paper(paper["id"]), paper.get("number") or paper["kind"]) for paper in entry.content["papers"]),
    )
    shown = where.register(entry.seq)
    said = readable(entry.said).rstrip(".")
    messages.success(request, format_html('{}. <a href="{}">{}</a>.{}', said, shown.href, shown.words, printed))


def way_on(request: HttpRequest, outcome: acts.Outcome, sheet: sheets.Sheet) -> str:
    """Where a person goes on after an act: where the address says, else the case, else the parcel, else Today."""
    asked = request.GET.get("then", "")
    if asked and url_has_allowed_host_and_scheme(asked, {request.get_host()}):
        return asked
    assert outcome.entry is not None, "an act that was done has its entry"
    touched = {row.kind: row.ref for row in outcome.entry.touched.order_by("-id")}
    if sheet.case is not None or "case" in touched:
        return where.case(sheet.case.pk if sheet.case is not None else touched["case"])
    return where.parcel(touched["parcel"]) if "parcel" in touched else where.today()


def page(
    request: HttpRequest, sheet: sheets.Sheet, form: ActForm, answer: Answer, start: sheets.Start
) -> dict[str, Any]:
    """What the page of a sheet shows."""
    case = sheet.case
    back = where.case(case.pk) if case is not None else where.today()
    shut = [f for f in sheet.decision.standing_in_the_way if not _settled(f.missing, sheet.spec) and not f.discretion]
    # What the sheet itself will tell is no question that the law has still to ask.
    asked = tuple(f for f in sheet.decision.findings if f.outcome is Outcome.MET or not _settled(f.missing, sheet.spec))
    decision = replace(sheet.decision, findings=asked)
    return {
        "spec": sheet.spec,
        "case": case,
        "steps": [
            Link(f"{case.number or case.title}, {case.place}", back) if case else Link("Today", back),
            start.title or sheet.spec.title,
        ],
        "form": form,
        "asked_of_applicant": questions.fields_of(form, office=False),
        "asked_of_office": questions.fields_of(form, office=True),
        "noting": bool(start.notes),
        "title": start.title or sheet.spec.title,
        "answer": answer,
        "back": back,
        "about": start.about,
        "decision": decision,
        "wanting": findings.wanting(decision),
        "unseen": findings.unseen(decision),
        "met": findings.met(decision),
        "shut": shut,
        "standing": words.standing(decision),
        "looks_first": bool(sheet.spec.gate or sheet.spec.decide or sheet.spec.danger),
        "filling_in": sheet.open or request.method == "POST",
    }


def _settled(missing: tuple[str, ...], spec: acts.Spec) -> bool:
    """Whether the sheet itself tells what a finding misses."""
    return bool(missing) and all(map(spec.tells, missing))
