"""Who calls: an API key of an account, or the session of a signed-in browser."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja.security import APIKeyCookie, HttpBearer

from townwright.office.register.actors import Actor
from townwright.office.staff.acts import account_of_key, actor_of
from townwright.pages.who import actor_of_request


class Key(HttpBearer):
    """`Authorization: Bearer KEY`, a key made with `apikey.make`."""

    def authenticate(self, request: HttpRequest, token: str) -> Actor | None:
        """The actor of a good key."""
        account = account_of_key(token)
        return actor_of(account) if account is not None else None


class Session(APIKeyCookie):
    """The session of a signed-in browser; what changes something needs its CSRF token too."""

    param_name = "sessionid"

    def authenticate(self, request: HttpRequest, key: str | None) -> Actor | None:
        """The actor of a signed-in session."""
        return actor_of_request(request) if request.user.is_authenticated else None


AUTH: list[Any] = [Key(), Session(csrf=True)]
