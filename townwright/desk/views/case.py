"""The page of a case: one view for every kind, which brings its own parts by `townwright.desk.kinds`."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from townwright.desk import kinds, where
from townwright.desk.parts import account, documents, findings, history, ledgers, marks, notes, people
from townwright.office import clock
from townwright.office.cases.models import Case
from townwright.office.register import acts
from townwright.office.register.actors import Actor
from townwright.office.register.facts import remembered
from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.inline import Link
from townwright.pages.who import actor_of_request, staff_only


@staff_only
def case(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """A case with everything that belongs to it."""
    return _page(request, case_id, printing=False)


@staff_only
def printed(request: HttpRequest, case_id: UUID) -> HttpResponse:
    """The case to be printed: every round open, nothing to press."""
    return _page(request, case_id, printing=True)


def _page(request: HttpRequest, case_id: UUID, *, printing: bool) -> HttpResponse:
    actor, today = actor_of_request(request), clock.today()
    visible = Case.objects.visible_to(actor).prefetch_related("on_parcels__parcel")
    found = get_object_or_404(visible, pk=case_id)
    with remembered():
        return render(request, "desk/case.html", _facts(found, actor, today, printing=printing))


def _facts(found: Case, actor: Actor, today: date, *, printing: bool) -> dict[str, Any]:
    shown = kinds.of(found, actor, today)
    first, more = open_acts(found, shown, actor)
    filed = documents.filed(found.pk)
    place = next((row for row in found.on_parcels.all()), None)
    return {
        "case": found,
        "shown": shown,
        "heading": found.number or found.title,
        "subheading": found.title if found.number else "not numbered yet",
        "steps": [where.place(found.place, place.parcel_id if place else None), shown.noun],
        "acts": first,
        "more_acts": more,
        "gate_note": _gate_note(shown, today),
        "wanting": findings.wanting(shown.question.decision) if shown.question else None,
        "unseen": findings.unseen(shown.question.decision) if shown.question else None,
        "met": findings.met(shown.question.decision) if shown.question else None,
        "note_link": Link("Take a note", where.act("note.take", case=found.pk)),
        "rounds_note": words.plural(len(filed.rounds), "round") if filed.rounds else "",
        "docs_note": f"Current set: round {filed.rounds[0].count}" if len(filed.rounds) > 1 else "",
        "rounds": documents.rounds(filed, shown.remarks, printing=printing),
        "marks": marks.marks(found.pk) if printing else None,
        "people": people.people(found.pk, found.officer_id, today),
        "account": account.account(found, today, shown.fees_to_come),
        "till": where.till(case=found.pk),
        "papers": ledgers.papers(found),
        "same_job": ledgers.same_job(found),
        "notes": notes.notes(found.pk, today),
        "history": history.history(found.pk, today),
        "printing": printing,
    }


def _gate_note(shown: kinds.Shown, today: date) -> str:
    """How many requirements the law holds against the case, and as of which day."""
    if shown.question is None:
        return ""
    count = len(shown.question.decision.findings)
    return f"{words.plural(count, 'requirement')}, as in force {words.day(today)}"


def open_acts(
    found: Case, shown: kinds.Shown, actor: Actor
) -> tuple[list[c.OpenAct | c.ShutAct], list[c.OpenAct | c.ShutAct]]:
    """The acts that matter now, the first open one first, shut ones with what stands in the way; and the others."""
    subjects = [shown.subject] if isinstance(shown.subject, Case) else [shown.subject, found]
    offers = {offer.spec.name: (offer, subject) for subject in subjects for offer in acts.offers(subject, actor)}
    main = [offers[name] for name in shown.main if name in offers]
    rest = [both for name, both in offers.items() if name not in shown.main]
    first = next((offer.spec.name for offer, _ in main if offer.open and not offer.spec.danger), "")
    return _listed(main, shown, first), [act for act in _listed(rest, shown) if isinstance(act, c.OpenAct)]


def _listed(
    both: Iterable[tuple[acts.Offer, object]], shown: kinds.Shown, first: str = ""
) -> list[c.OpenAct | c.ShutAct]:
    out: list[c.OpenAct | c.ShutAct] = []
    for offer, subject in both:
        spec = offer.spec
        if offer.open:
            href = shown.hrefs.get(spec.name) or where.act(spec.name, subject.pk)  # type: ignore[attr-defined]
            out.append(
                c.OpenAct(shown.titles.get(spec.name, spec.title), href, first=spec.name == first, bad=spec.danger)
            )
        else:
            shut = c.ShutAct.by(shown.titles.get(spec.name, spec.title), offer.decision)
            asked = shown.question is not None and shown.question.decision.gate == offer.decision.gate
            see = shut.see if asked or shut.see is None else Link("See which", where.act(spec.name, subject.pk))  # type: ignore[attr-defined]
            out.append(c.ShutAct(shut.title, shut.why, see))
    return out
