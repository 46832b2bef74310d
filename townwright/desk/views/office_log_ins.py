"""Log-ins and keys: who can sign in and for what, and the keys by which programs act. For administrators only."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID, uuid4

from allauth.mfa.models import Authenticator
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse

from townwright.desk import sheets, where
from townwright.desk.views import acting
from townwright.desk.views.office import act_here, may, page
from townwright.office.register import acts
from townwright.office.register.errors import ActError, InputError
from townwright.office.staff.models import Account, ApiKey
from townwright.pages import components as c
from townwright.pages.forms import form_of
from townwright.pages.inline import Button, Day, Link, Tag, Under
from townwright.pages.views import not_done
from townwright.pages.who import actor_of_request, staff_only

HERE = "desk:office-log-ins"


def administrators_only(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A page of the desk for those who keep the log-ins."""

    @staff_only
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **given: Any) -> HttpResponseBase:
        if not may(actor_of_request(request)):
            raise PermissionDenied("Log-ins are kept by the administrator and the officer.")
        return view(request, *args, **given)

    return guarded


@administrators_only
def log_ins(request: HttpRequest) -> HttpResponse:
    """The log-ins of the office and of applicants, and the keys of programs."""
    secured = set(Authenticator.objects.exclude(type="recovery_codes").values_list("user_id", flat=True))
    accounts = list(Account.objects.order_by("-is_active", "name", "username"))
    staff = [row for row in accounts if row.role != "applicant"]
    return page(
        request,
        "log_ins",
        HERE,
        staff=_accounts(staff, secured, "Log-ins of the office", "Nobody can sign in."),
        applicants=_accounts(
            [row for row in accounts if row.role == "applicant"],
            secured,
            "Log-ins of applicants",
            "No applicant has a log-in. None is needed: an application is followed by its link.",
        ),
        keys=_keys(),
        acts=[
            c.OpenAct("Open a log-in", act_here("account.open", HERE), first=True),
            c.OpenAct("Make an API key", reverse("desk:office-key-new")),
        ],
    )


def _accounts(rows: list[Account], secured: set[UUID], caption: str, empty: str) -> c.Table:
    columns = [
        c.Column("who", "Who", "main"),
        c.Column("username", "Log-in name", label="Log-in name"),
        c.Column("role", "For", label="For"),
        c.Column("last", "Last signed in", label="Last signed in"),
        c.Column("second", "Second factor", label="Second factor"),
        c.Column("state", "State"),
        c.Column("act", "Close", unseen=True),
    ]
    return c.Table(
        columns,
        [
            {
                "who": Under(row.name or row.username, row.email) if row.email else row.name or row.username,
                "username": row.username,
                "role": row.role.capitalize(),
                "last": Day(row.last_login, "short") if row.last_login else "never",
                "second": Tag("met", "Yes") if row.pk in secured else Tag("none", "No"),
                "state": Tag("met", "Open") if row.is_active else Tag("none", "Closed"),
                "act": _closing(row) if row.is_active else "",
            }
            for row in rows
        ],
        caption,
        empty,
    )


def _closing(row: Account) -> Button:
    return Button("Close", act_here("account.close", HERE, account=row.pk), about=f"the log-in of {row.name}")


def _keys() -> c.Table:
    rows = ApiKey.objects.select_related("account").order_by("-made_on", "-id")
    columns = [
        c.Column("label", "What it is for", "main"),
        c.Column("account", "Acts as", label="Acts as"),
        c.Column("made", "Made", label="Made"),
        c.Column("state", "State"),
        c.Column("act", "Revoke", unseen=True),
    ]
    return c.Table(
        columns,
        [
            {
                "label": row.label,
                "account": row.account.name,
                "made": Day(row.made_on, "short"),
                "state": Under(Tag("none", "Revoked"), Day(row.revoked_on, "short"))
                if row.revoked_on
                else Tag("met", "Good"),
                "act": Button(
                    "Revoke", where.act("apikey.revoke", row.pk, then=reverse(HERE)), about=f"the key for {row.label}"
                )
                if row.revoked_on is None
                else "",
            }
            for row in rows
        ],
        "API keys",
        "No program has a key. A key acts as one of the log-ins, with its rights.",
    )


@administrators_only
def new_key(request: HttpRequest) -> HttpResponse:
    """Makes a key and shows it once. It is kept nowhere; only its hash is."""
    try:
        sheet = acting.sheet_of(request, "apikey.make", None)
    except ActError as error:
        return not_done(request, error)
    form = form_of(sheet.spec.given)(request.POST or None, initial=sheet.asked)
    form.offer("account", sheets.everybody())
    form.fields.pop("secret")
    answer, secret = acting.Answer(), ""
    if request.method == "POST" and form.is_valid():
        secret = secrets.token_urlsafe(32)
        given = {"account": form.given.account, "label": form.given.label, "secret": secret}
        try:
            outcome = acts.perform("apikey.make", given, actor=sheet.actor, key=form.key or str(uuid4()))
        except InputError as error:
            form.take(error)
            secret = ""
        except ActError as error:
            answer.trouble, answer.status, secret = str(error), error.status, ""
        else:
            if outcome.again:
                return redirect(HERE)
    if form.is_bound and form.errors:
        answer.status = 422
    facts = {"form": form, "answer": answer, "secret": secret, "back": reverse(HERE)}
    steps = [Link("Log-ins", reverse(HERE)), "Make an API key"]
    response = page(request, "key_new", HERE, answer.status, steps=steps, **facts)
    response["Cache-Control"] = "no-store"
    return response
