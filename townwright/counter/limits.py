"""How often one address may ask for what could be guessed: codes, numbers with names, mail to somebody.

The count lies in the town's own records, so that every worker of the server sees it. An address is counted as a keyed
digest, and forgotten with its hour.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from townwright.counter.models import Asked
from townwright.office import clock

What = Literal["paper code", "link", "mail", "draft"]

#: How often in an hour. A family behind one address, or a title searcher, asks less often.
AN_HOUR: dict[What, int] = {"paper code": 40, "link": 12, "mail": 6, "draft": 30}
HOUR = timedelta(hours=1)


def allowed(request: HttpRequest, what: What) -> bool:
    """Whether this address may ask again now. Nothing is counted."""
    row = Asked.objects.filter(what=what, who=_who(request), since__gt=clock.now() - HOUR).first()
    return row is None or row.times < AN_HOUR[what]


def count(request: HttpRequest, what: What) -> None:
    """Counts one asking; what is older than an hour is forgotten."""
    now, who = clock.now(), _who(request)
    with transaction.atomic():
        Asked.objects.filter(since__lte=now - HOUR).delete()
        Asked.objects.get_or_create(what=what, who=who, defaults={"since": now})
        Asked.objects.filter(what=what, who=who).update(times=F("times") + 1)


def _who(request: HttpRequest) -> str:
    """The browser's address, as far as the proxies that the site names can be trusted, as a digest."""
    address = request.META.get("REMOTE_ADDR", "")
    forwarded = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",") if part.strip()]
    if settings.PROXIES and len(forwarded) >= settings.PROXIES:
        address = forwarded[-settings.PROXIES]
    return salted_hmac("townwright.counter.limits", address, algorithm="sha256").hexdigest()
