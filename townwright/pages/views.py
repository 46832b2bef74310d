"""The town's own stylesheet, and the pages that say why an act was not done."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control

from townwright.office import laws
from townwright.office.register.errors import ActError, Overtaken, Refused
from townwright.pages.colours import stylesheet


def town_css(request: HttpRequest) -> HttpResponse:
    """`/<town>/town.css`: the four colours of the town's pack. Pages ask for it anew when they change."""
    response = HttpResponse(stylesheet(laws.pack().town.colours), content_type="text/css; charset=utf-8")
    patch_cache_control(response, public=True, max_age=24 * 60 * 60)
    return response


def not_done(request: HttpRequest, error: ActError) -> HttpResponse:
    """The page for an act that was not done, where no form shows it: what stands in the way, what changed."""
    facts = {
        "error": error,
        "decision": error.decision if isinstance(error, Refused) else None,
        "entries": error.entries if isinstance(error, Overtaken) else [],
        "back": request.META.get("HTTP_REFERER", "") if request.method == "POST" else "",
    }
    return render(request, f"pages/errors/{error.status}.html", facts, status=error.status)
