"""The API put together: acts, records, and how errors are answered (RFC 9457)."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, ValidationError

from townwright import __version__
from townwright.api import acts, law, records
from townwright.api.who import AUTH
from townwright.office.register.errors import ActError, problem

api = NinjaAPI(
    title="Townwright",
    version=__version__,
    auth=AUTH,
    urls_namespace="api",
    description="Every act of the office under its own name, and the records that it bears on. See `acts/` first.",
)
api.add_router("/acts", acts.router())
api.add_router("", records.router)
api.add_router("", law.router)


def _problem(data: dict[str, Any]) -> HttpResponse:
    return HttpResponse(json.dumps(data), status=data["status"], content_type="application/problem+json")


@api.exception_handler(ActError)
def act_error(request: HttpRequest, error: ActError) -> HttpResponse:
    """An act that was not done: why, with its findings."""
    return _problem(problem(error))


@api.exception_handler(ValidationError)
def unreadable(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Input that cannot be read, one plain sentence a field."""
    errors = {".".join(str(part) for part in item["loc"][2:]): str(item["msg"]) for item in error.errors}
    return _problem({"title": "InputError", "status": 422, "detail": "This cannot be read.", "errors": errors})


@api.exception_handler(AuthenticationError)
def stranger(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    """Nobody is signed in."""
    return _problem({"title": "NotSignedIn", "status": 401, "detail": "Sign in, or send an API key as a bearer token."})
