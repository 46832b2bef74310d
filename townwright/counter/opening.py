"""A case as its link opens it: this case and no other, whoever else's links the browser has opened before."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpRequest

from townwright.office.cases.models import Case
from townwright.office.register.actors import Actor
from townwright.pages.who import actor_of_request, open_by_link

#: What the register calls somebody who has nothing but the link.
BY_LINK = "The applicant (by link)"


def case_of(request: HttpRequest, code: str) -> Case:
    """The case of a link. Raises `Http404` where no case has it."""
    case = open_by_link(request, code)
    if case is None:
        raise Http404("There is no such case here.")
    return case


def actor_of(request: HttpRequest, case: Case) -> Actor:
    """Who acts in the case: somebody of the office under their own name, others with this case alone."""
    actor = actor_of_request(request)
    if actor.is_staff:
        return actor
    return replace(actor, cases=frozenset({case.pk}), name=BY_LINK if actor.id is None else actor.name)
