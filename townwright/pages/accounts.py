"""The sign-in form in our words; the rest of it is allauth's."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm


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
