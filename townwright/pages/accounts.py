"""Signing in: the form in our words, and where it leads; the rest of it is allauth's."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import LoginForm
from django.http import HttpRequest
from django.urls import reverse

from townwright.pages.who import actor_of_request


class SignInForm(LoginForm):  # type: ignore[misc]
    """User name or e-mail, password, and whether this browser may stay signed in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "User name or e-mail"
        self.fields["password"].help_text = ""
        if "remember" in self.fields:
            self.fields["remember"].label = "Stay signed in on this computer"
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Where signing in and out lead within the town, where the address does not say it."""

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Today for the people of the office, their own cases for applicants."""
        # Whoever was asked for before the sign-in was a stranger.
        if hasattr(request, "actor"):
            del request.actor
        return reverse("desk:today" if actor_of_request(request).is_staff else "counter:find")

    def get_logout_redirect_url(self, request: HttpRequest) -> str:
        """The first page of the town's counter."""
        return reverse("counter:start")
