"""Binding a request to its town, and the limit of what may be sent.

``/<town>/desk/`` is served as ``/desk/`` mounted at ``/<town>``, so that ``reverse()`` and every library need
know nothing of towns. A host name of a town's own serves it at ``/``.
"""

from collections.abc import Callable, Iterator
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect, StreamingHttpResponse
from django.urls import get_script_prefix, set_script_prefix

from townwright.office import storage
from townwright.site import pages

GetResponse = Callable[[HttpRequest], HttpResponseBase]


class TownMiddleware:
    """Finds the town of a request and binds it until the last byte of the answer."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        slug, prefix = settings.TOWN_HOSTS.get(request.get_host().rsplit(":", 1)[0]), ""
        if slug is None:
            slug = request.path_info.lstrip("/").split("/", 1)[0]
            if slug in pages.UNBOUND:
                return pages.UNBOUND[slug](request)
            prefix = f"/{slug}"
        if not storage.exists(slug):
            return pages.not_found(request)
        if prefix and request.path_info == prefix:
            return HttpResponseRedirect(prefix + "/")
        try:
            with storage.bound_to(slug):
                storage.require_current()
                return self._serve(request, slug, prefix)
        except storage.OfficeBehind:
            return pages.behind(request)

    def _serve(self, request: HttpRequest, slug: str, prefix: str) -> HttpResponseBase:
        before = get_script_prefix()
        if prefix:
            mounted = request.META.get("SCRIPT_NAME", "").rstrip("/") + prefix
            request.META["SCRIPT_NAME"] = mounted
            request.path_info = request.META["PATH_INFO"] = request.path_info[len(prefix) :]
            set_script_prefix(mounted + "/")
        try:
            response = self.get_response(request)
        finally:
            set_script_prefix(before)
        if prefix:
            for morsel in response.cookies.values():
                if morsel["path"] == "/":
                    morsel["path"] = prefix + "/"
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = _still_bound(slug, response.streaming_content)
        return response


def _still_bound(slug: str, chunks: Any) -> Iterator[bytes]:
    """A stream is read after the middleware has returned: each chunk is made inside the town."""
    while True:
        with storage.bound_to(slug):
            chunk = next(chunks, None)
        if chunk is None:
            return
        yield chunk


class UploadLimit:
    """Answers what is too large with a page that says so, before any of it is kept."""

    #: Up to here the rest is read and dropped, so that the browser gets to see the page.
    READ_OUT = 4 * 1024**3

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            length = int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            length = 0
        if length <= settings.UPLOAD_LIMIT:
            return self.get_response(request)
        left = min(length, self.READ_OUT)
        while left > 0 and (read := len(request.read(min(left, 1024 * 1024)))):
            left -= read
        return pages.too_large(request)


def cache_key(key: str, prefix: str, version: int) -> str:
    """The key under which a value is cached: it carries the town."""
    return f"{storage.bound_or_none() or '-'}:{prefix}:{version}:{key}"
