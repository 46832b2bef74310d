"""Doing something in a case by its link: a short sheet, the law's answer, and everything typed kept on any error."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from townwright.counter import applicants, limits, where
from townwright.counter.applicants import Doable, Place
from townwright.counter.opening import actor_of, case_of
from townwright.law.findings import Decision
from townwright.office.register import acts
from townwright.office.register.errors import ActError, InputError, Refused
from townwright.pages.forms import ActForm, form_of
from townwright.pages.inline import Link
from townwright.pages.views import not_done


@dataclass(slots=True)
class Answer:
    """What came of sending a sheet that was not done."""

    refused: Decision | None = None
    status: int = 200
    trouble: list[str] = field(default_factory=list)


def do(request: HttpRequest, code: str, name: str, of: UUID | None = None) -> HttpResponse:
    """The sheet of an act, and doing it. Nothing of another case can be named here."""
    case = case_of(request, code)
    doable = applicants.DOABLE.get(name)
    if doable is None:
        raise Http404("There is nothing of this name to do.")
    place = Place(case, of, request.GET.dict())
    doable.subject(place)
    form = _form(request, doable, place)
    answer = Answer()
    if request.method == "POST":
        try:
            done = _send(request, doable, place, form, answer)
        except ActError as error:
            return not_done(request, error)
        if done is not None:
            return done
    return render(request, "counter/follow/do.html", _page(code, doable, place, form, answer), status=answer.status)


def _form(request: HttpRequest, doable: Doable, place: Place) -> ActForm:
    sent = request.method == "POST"
    form = form_of(doable.sheet)(
        request.POST if sent else None, request.FILES if sent else None, initial=doable.begins(place)
    )
    for path, answers in doable.choices(place).items():
        form.offer(path, answers)
    for path, known in doable.known(place).items():
        form.narrow(path, dict.fromkeys(each.value for each in known))
    return form


def _send(request: HttpRequest, doable: Doable, place: Place, form: ActForm, answer: Answer) -> HttpResponse | None:
    """Does the act, and leads back to the case. Raises what no sheet can show."""
    if not form.is_valid():
        answer.status = 200 if form.wants_another_look else 422
        return None
    mails = doable.name == "case.share_link"
    if mails and not limits.allowed(request, "mail"):
        return render(request, "counter/too_often.html", status=429)
    try:
        acts.perform(
            doable.name,
            doable.data(form.given, place),
            actor=actor_of(request, place.case),
            subject_id=UUID(str(doable.subject(place).pk)),
            key=form.key or str(uuid4()),
        )
    except InputError as error:
        form.take(error)
        answer.status = error.status
        return None
    except Refused as error:
        answer.refused, answer.status = error.decision, error.status
        return None
    if mails:
        limits.count(request, "mail")
    messages.success(request, doable.done)
    return redirect(where.follow(place.case.link_code or ""))


def _page(code: str, doable: Doable, place: Place, form: ActForm, answer: Answer) -> dict[str, object]:
    item = applicants.item_of(place) if doable.name == "permit.answer" else None
    case = place.case
    return {
        "doable": doable,
        "case": case,
        "item": item,
        "form": form,
        "answer": answer,
        "back": where.follow(code),
        "steps": [Link("Start", where.start()), Link(f"{case.number}, {case.place}", where.follow(code)), doable.title],
    }
