"""Review: the documents beside the checklist. Each item gets one of three answers; changes are asked for from here.

The sheet is shown by the browser's own viewer, from a file that runs nothing. Without one, its link opens it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render

from townwright.desk import sheets, where
from townwright.desk.parts import documents, findings
from townwright.desk.views import acting
from townwright.law.layers import Line
from townwright.office import laws
from townwright.office.files.acts import Kind
from townwright.office.files.models import Document
from townwright.office.permits import reading
from townwright.office.permits.documents import ACCEPTED
from townwright.office.permits.models import Permit, ReviewMark
from townwright.office.register import acts
from townwright.office.register.errors import ActError
from townwright.office.register.facts import remembered
from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.forms import ActForm, ModelForm
from townwright.pages.inline import Link
from townwright.pages.views import not_done
from townwright.pages.who import actor_of_request, staff_only

#: What can be done with the documents, in the order of the work.
NEXT = ("permit.request_changes", "permit.examine", "permit.accept_documents", "permit.disapprove")


@dataclass(frozen=True, slots=True)
class Item:
    """One item of the checklist with its own answers, and what the office usually asks for where it is not met."""

    line: Line
    cite: str
    provision: str
    row: ModelForm
    mark: ReviewMark | None


@staff_only
def review(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """The review of a permit's documents."""
    actor = actor_of_request(request)
    permit = get_object_or_404(Permit.objects.visible_to(actor).select_related("case"), case_id=case_id)
    try:
        sheet = acting.sheet_of(request, "permit.review", permit.pk)
    except ActError as error:
        return not_done(request, error)
    marks = {mark.item: mark for mark in ReviewMark.objects.filter(permit=permit, replaced=False)}
    lines = laws.pack().lines_of("review")
    form = _form(request, sheet, lines, marks)
    answer = acting.Answer()
    if request.method == "POST":
        _standard_words(form, lines)
        done = acting.send(request, sheet, form, answer)
        if done is not None:
            return _way_on(request, permit) or done
    return render(request, "desk/review.html", _page(request, sheet, form, answer, marks), status=answer.status)


def _form(request: HttpRequest, sheet: sheets.Sheet, lines: tuple[Line, ...], marks: dict[str, ReviewMark]) -> ActForm:
    """The act's own form, with a row for each item of the checklist as it was marked last."""
    fields = ("outcome", "words", "sheet", "sections")
    known = [
        {"item": line.key, **({name: getattr(marks[line.key], name) for name in fields} if line.key in marks else {})}
        for line in lines
    ]
    start = sheets.start_of(sheet)
    start = sheets.Start({**start.initial, "marks": known}, start.choices)
    return acting.form_for(request, sheet, start, always=("marks",))


def _standard_words(form: ActForm, lines: tuple[Line, ...]) -> None:
    """An item that is not satisfied and has no words gets those that the office usually writes."""
    data = cast(QueryDict, form.data).copy()
    cures = {line.key: line.cure for line in lines}
    for row in form.parts["marks"].rows:
        item, outcome, said = (data.get(row.add_prefix(name), "") for name in ("item", "outcome", "words"))
        if outcome == "not satisfied" and not said.strip() and cures.get(item):
            data[row.add_prefix("words")] = cures[item]
            row.data = data
    form.data = data


def _way_on(request: HttpRequest, permit: Permit) -> HttpResponse | None:
    """After the review: on to the request, if that was pressed; else back to the documents."""
    if "look" in request.POST:
        return None
    if "ask" in request.POST:
        return redirect(where.act("permit.request_changes", permit.pk))
    return redirect(where.review(permit.case_id))


def _page(
    request: HttpRequest, sheet: sheets.Sheet, form: ActForm, answer: acting.Answer, marks: dict[str, ReviewMark]
) -> dict[str, Any]:
    permit: Permit = sheet.subject
    case = permit.case
    with remembered():
        decision = reading.decision_on_documents(permit, sheet.actor, sheet.on)
        offers = {offer.spec.name: offer for offer in acts.offers(permit, sheet.actor)}
    filed = documents.filed(case.pk)
    current = [row for row in filed.current if row.kind != ACCEPTED]
    shown = next((row for row in current if str(row.pk) == request.GET.get("doc")), next(iter(current), None))
    items = list(_items(form, marks))
    return {
        **acting.page(request, sheet, form, answer, sheets.Start()),
        "steps": [Link(f"{case.number or case.title}, {case.place}", where.case(case.pk)), "Review"],
        "items": items,
        "count": len(items),
        "marked": sum(item.mark is not None for item in items),
        "wanting": findings.wanting(decision),
        "unseen": findings.unseen(decision),
        "met": findings.met(decision),
        "standing": words.standing(decision) or "all met",
        "acts": [_act(offers[name], permit) for name in NEXT if name in offers],
        "sheets": [(_named(row), f"?doc={row.pk}", row == shown) for row in current],
        "shown": shown,
        "source": where.file(shown.file_id) if shown else "",
        "in_frame": shown is not None
        and shown.file.kind in (Kind.PDF, Kind.PNG, Kind.JPEG)
        and not shown.file.cautions,
        "cautions": words.listed(shown.file.caution_words) if shown and shown.file.cautions else "",
        "others": _others(form),
    }


def _items(form: ActForm, marks: dict[str, ReviewMark]) -> Iterator[Item]:
    pack = laws.pack()
    rows = form.parts["marks"].rows
    for line, row in zip(pack.lines_of("review"), rows, strict=False):
        provision = next(iter(line.carries), "")
        yield Item(line, pack.cite(provision) if provision else "", provision, row, marks.get(line.key))


def _others(form: ActForm) -> list[Any]:
    """The fields of the review beside the checklist."""
    return [form[name] for name in form.fields if not form[name].is_hidden and name not in ("on", "late_reason")]


def _act(offer: acts.Offer, permit: Permit) -> c.OpenAct | c.ShutAct:
    href = where.act(offer.spec.name, permit.pk)
    if offer.open:
        return c.OpenAct(offer.spec.title, href, bad=offer.spec.danger)
    shut = c.ShutAct.by(offer.spec.title, offer.decision)
    return c.ShutAct(shut.title, shut.why, Link("See which", href) if shut.see else None)


def _named(row: Document) -> str:
    return f"{row.sheet} {row.title}".strip()
