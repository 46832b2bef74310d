"""Who stands in front of the page: the signed-in account, or somebody at the counter with a link to a case.

A link opens one case and nothing else; it is remembered in the session, so that a file of the case can be
fetched.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Concatenate, ParamSpec, cast
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from townwright.office.cases.models import Case, Party
from townwright.office.register.actors import PUBLIC, Actor, Role
from townwright.office.staff.acts import actor_of
from townwright.office.staff.models import Account

_LINKS = "cases_opened_by_link"

P = ParamSpec("P")


def actor_of_request(request: HttpRequest) -> Actor:
    """The person of a request, asked for once: role, appointments, cases opened by account or link."""
    known: Actor | None = getattr(request, "actor", None)
    if known is None:
        known = _actor(request)
        request.actor = known  # type: ignore[attr-defined]
    return known


def _actor(request: HttpRequest) -> Actor:
    opened = frozenset(UUID(each) for each in request.session.get(_LINKS, ()))
    account = request.user
    if not isinstance(account, Account):
        return replace(PUBLIC, cases=opened)
    actor = actor_of(account)
    if actor.role is Role.APPLICANT and account.person_id is not None:
        own = Party.objects.filter(person_id=account.person_id, ends=None).values_list("case_id", flat=True)
        opened |= frozenset(own)
    return replace(actor, cases=opened)


def open_by_link(request: HttpRequest, code: str) -> Case | None:
    """The case that a link opens, remembered for this browser. None where no case has this link."""
    case = Case.objects.filter(link_code=code).first() if code else None
    if case is not None:
        opened = request.session.get(_LINKS, [])
        if str(case.pk) not in opened:
            request.session[_LINKS] = [*opened, str(case.pk)]
        if hasattr(request, "actor"):
            del request.actor
    return case


def staff_only(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """A page of the desk: asks a stranger to sign in, and sends an applicant away."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not actor_of_request(request).is_staff:
            raise PermissionDenied("The desk is for the people of the office.")
        return view(request, *args, **kwargs)

    guarded.staff_only = True  # type: ignore[attr-defined]
    return cast(Callable[Concatenate[HttpRequest, P], HttpResponseBase], guarded)
