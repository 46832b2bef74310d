"""The town's own stylesheet, the pages about the pages, and the one that says why an act was not done."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.http import url_has_allowed_host_and_scheme

from townwright.office import laws
from townwright.office.register.errors import ActError, Overtaken, Refused
from townwright.pages.colours import stylesheet
from townwright.pages.who import staff_only


def town_css(request: HttpRequest) -> HttpResponse:
    """`/<town>/town.css`: the four colours of the town's pack. Pages ask for it anew when they change."""
    response = HttpResponse(stylesheet(laws.pack().town.colours), content_type="text/css; charset=utf-8")
    patch_cache_control(response, public=True, max_age=24 * 60 * 60)
    return response


@staff_only
def help_page(request: HttpRequest) -> HttpResponse:
    """Keys, marks and manner of the desk."""
    return render(request, "pages/about/help.html")


def accessibility(request: HttpRequest) -> HttpResponse:
    """What is done so that everybody can use these pages."""
    return render(request, "pages/about/accessibility.html")


def on_paper(request: HttpRequest) -> HttpResponse:
    """How everything here is done without a computer."""
    town = laws.pack().town
    called = [(number.label, number.number) for number in town.telephones]
    facts = [("Counter", town.hall), ("Hours", town.hours), *called]
    return render(request, "pages/about/on_paper.html", {"facts": facts})


def not_done(request: HttpRequest, error: ActError) -> HttpResponse:
    """The page for an act that was not done, where no form shows it: what stands in the way, what changed."""
    facts = {
        "error": error,
        "decision": error.decision if isinstance(error, Refused) else None,
        "entries": error.entries if isinstance(error, Overtaken) else [],
        "back": _page_before(request),
    }
    return render(request, f"pages/errors/{error.status}.html", facts, status=error.status)


def _page_before(request: HttpRequest) -> str:
    """The page of this site from which the act was sent, if the browser says so."""
    before = request.META.get("HTTP_REFERER", "")
    ours = url_has_allowed_host_and_scheme(before, {request.get_host()})
    return before if request.method == "POST" and ours else ""
