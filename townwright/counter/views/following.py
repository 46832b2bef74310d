"""Follow: where a case stands, who has it, what is missing, what can be done, and its own papers, at every step."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from townwright.counter import applicants, where
from townwright.counter.opening import actor_of, case_of
from townwright.counter.parts import asked, certificates, coming, owing, papers, standing, visits
from townwright.law.findings import Decision
from townwright.office import clock
from townwright.office.cases.models import Case, Party
from townwright.office.inspections import reading as inspections
from townwright.office.permits.models import Permit
from townwright.office.register import acts
from townwright.office.register.actors import Actor
from townwright.office.register.errors import ActError
from townwright.pages.components import OpenAct, ShutAct
from townwright.pages.inline import Link

#: What the page offers of itself, in this order; answers and bookings stand with what they are about.
_OFFERED = (
    "inspection.request",
    "certificate.apply",
    "permit.add_documents",
    "permit.report_change",
    "permit.apply_amendment",
    "permit.apply_renewal",
)
#: Not shown where it is shut: most people never need it, and why not would only puzzle them.
_SILENT_WHEN_SHUT = frozenset({"permit.apply_renewal", "permit.apply_amendment", "permit.report_change"})


def follow(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a case, as its link opens it."""
    case, today = case_of(request, code), clock.today()
    permit = Permit.objects.filter(case=case).select_related("case").first()
    issued = certificates.of_case(case, today)
    frame: dict[str, Any] = {
        "case": case,
        "code": code,
        "money": owing.owing(case, today),
        "pay": owing.how_to_pay(case),
        "printed": papers.printed(papers.cases_of(case, issued), code),
        "rounds": papers.handed_in(case, code),
        "people": _people(case),
        "certificates": certificates.table_of(issued, "No certificate yet. It is asked for once the work is done.")
        if issued
        else None,
        "share": where.do(code, "case.share_link"),
        "ask": where.do(code, "case.ask"),
        "steps": [Link("Start", where.start()), case.number or "Your case"],
    }
    if permit is None:
        return render(request, "counter/follow/other.html", frame)
    return render(request, "counter/follow/permit.html", {**frame, **_of_permit(request, permit, code)})


def _of_permit(request: HttpRequest, permit: Permit, code: str) -> dict[str, Any]:
    today, actor = clock.today(), actor_of(request, permit.case)
    open_request = asked.open_request(permit.case)
    plan = inspections.plan(permit, today)
    booked = inspections.open_requests(permit)
    status = standing.status(permit, open_request, today, code)
    key = permit.key_on(today)
    return {
        "permit": permit,
        "status": status,
        "request_now": open_request,
        "in_so_far": asked.in_so_far(open_request) if open_request else (0, 0),
        "items": asked.items(open_request, code, opened=True) if open_request else [],
        "hand_back": _hand_back(permit, actor, code) if open_request else None,
        "earlier": [(row, asked.items(row, code, opened=False)) for row in asked.earlier(permit.case)],
        "coming": coming.next_steps(permit, key, open_request, plan, today),
        "plan": visits.table(plan, code, today) if plan else None,
        "booked": visits.booked(booked, code) if permit.issued_on or booked else None,
        "acts": _acts(permit, actor, code),
        "withdraw": where.do(code, "permit.withdraw")
        if key in ("not filed", "with us", "with applicant", "ready")
        else "",
    }


def _acts(permit: Permit, actor: Actor, code: str) -> list[OpenAct | ShutAct]:
    """What can be done on the permit now, and what stands in the way of the rest."""
    today = clock.today()
    found: list[OpenAct | ShutAct] = []
    for name in _OFFERED:
        decision = _decision(name, permit, actor)
        if decision is None:
            continue
        doable, offer = applicants.DOABLE[name], acts.Offer(acts.spec(name), decision)
        if offer.open or _only_unpaid(decision):
            first = name == "inspection.request" and permit.key_on(today) == "in force"
            found.append(OpenAct(doable.title, where.do(code, name), first))
        elif name not in _SILENT_WHEN_SHUT:
            found.append(ShutAct.by(doable.title, decision, where.do(code, name)))
    return found


def _only_unpaid(decision: Decision) -> bool:
    """Whether nothing but the fee stands in the way: an application by link is kept unfiled until it is paid."""
    return all(any(name.startswith("fee.") for name in f.facts) for f in decision.standing_in_the_way)


def _decision(name: str, permit: Permit, actor: Actor) -> Decision | None:
    """What the law says to an act now; None where the act makes no sense here, or there is no such act."""
    today = clock.today()
    try:
        spec = acts.spec(name)
        if spec.applies is not None and not spec.applies(permit, today):
            return None
        return acts.decision_on(spec, permit, None, today, actor)
    except ActError:
        return None


def _hand_back(permit: Permit, actor: Actor, code: str) -> OpenAct | ShutAct:
    decision = _decision("permit.resubmit", permit, actor)
    title = applicants.DOABLE["permit.resubmit"].title
    if decision is None or not decision.allowed:
        return ShutAct(title, "Once everything that we asked for is answered.")
    return OpenAct(title, where.do(code, "permit.resubmit"), first=True)


def _people(case: Case) -> list[tuple[str, str]]:
    """Those who have a part in the case now, each once, with every part."""
    found: dict[UUID, tuple[str, list[str]]] = {}
    for row in Party.objects.filter(case=case, ends=None).select_related("person"):
        found.setdefault(row.person_id, (row.person.name, []))[1].append(row.get_part_display().lower())
    return [(name, ", ".join(parts)) for name, parts in found.values()]
