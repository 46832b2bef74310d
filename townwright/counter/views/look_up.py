"""The public record of a property: found by address or key, shown as of now, without a log-in."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from townwright.counter import where
from townwright.counter.parts import found
from townwright.counter.parts import place as parts
from townwright.office import clock
from townwright.office.places.models import Parcel
from townwright.pages.inline import Link


def look_up(request: HttpRequest) -> HttpResponse:
    """What an address, a key or the number of a permit may mean; straight to the property where that is certain."""
    asked = found.tidy(request.GET.get("q", ""))
    places = found.places(asked) if asked else []
    if len(places) == 1 and places[0].exact:
        return redirect(where.place(places[0].parcel_id))
    facts = {"asked": asked, "places": places, "steps": [Link("Start", where.start()), "Look up a property"]}
    return render(request, "counter/look_up.html", facts)


def place(request: HttpRequest, parcel_id: UUID) -> HttpResponse:
    """The public record of one property today, in a constant number of queries."""
    parcel = get_object_or_404(Parcel, pk=parcel_id)
    today = clock.today()
    facts = {
        "parcel": parcel,
        "today": today,
        "steps": [Link("Start", where.start()), Link("Look up a property", where.look_up()), str(parcel)],
        **parts.public_record(parcel, today),
    }
    return render(request, "counter/property.html", facts)
