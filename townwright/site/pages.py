"""The pages that belong to no town, and the error pages."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.shortcuts import render
from django.template.loader import render_to_string

from townwright.office import storage


def offices(request: HttpRequest) -> HttpResponse:
    """``/``: the towns of this site."""
    return render(request, "site/offices.html", {"offices": [storage.office(slug) for slug in storage.slugs()]})


def health(request: HttpRequest) -> HttpResponse:
    """``/health``: for a monitor; it touches no town."""
    return HttpResponse("ok", content_type="text/plain")


def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for it at the root of a site, whatever the page says."""
    return HttpResponseNotFound(content_type="text/plain")


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: what the browser sent cannot be read."""
    return render(request, "site/400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: signed in, but not for this."""
    return render(request, "site/403.html", status=403)


def form_expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: the form's token is not this session's."""
    return render(request, "site/form_expired.html", status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404."""
    return render(request, "site/404.html", {"offices": _offices_unless_bound()}, status=404)


def too_large(request: HttpRequest) -> HttpResponse:
    """413: more was sent than the site takes at once."""
    # The form that was too large was sent to its own page.
    back = request.get_full_path() if request.method == "POST" else ""
    return render(request, "site/413.html", {"limit": settings.UPLOAD_LIMIT, "back": back}, status=413)


def failed(request: HttpRequest) -> HttpResponse:
    """500: our mistake. Without the request, so that what failed is not asked for again."""
    return HttpResponse(render_to_string("site/500.html"), status=500)


def behind(request: HttpRequest) -> HttpResponse:
    """503: the office's records are being brought up to a new release."""
    response = render(request, "site/503.html", status=503)
    response["Retry-After"] = "60"
    return response


def _offices_unless_bound() -> list[storage.Office]:
    return [] if storage.bound_or_none() else [storage.office(slug) for slug in storage.slugs()]


#: First part of an address that is no town's, and its page.
UNBOUND: dict[str, Callable[[HttpRequest], HttpResponse]] = {
    "": offices,
    "health": health,
    "favicon.ico": favicon,
}
