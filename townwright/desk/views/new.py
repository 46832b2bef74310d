"""A new application that came in on paper or is told at the counter: first the place, then the form."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from townwright.desk import where
from townwright.desk.beginnings import elsewhere
from townwright.desk.sheets import is_id
from townwright.office.find import port
from townwright.office.places.findable import KIND_PARCEL
from townwright.office.places.models import Parcel
from townwright.pages.components import Column, Table
from townwright.pages.inline import Button, Link, Under
from townwright.pages.who import staff_only

_COLUMNS = (Column("place", "Place", "main"), Column("key", "Print key"), Column("act", "Begin", unseen=True))


@staff_only
def application(request: HttpRequest) -> HttpResponse:
    """Finds the parcel by address or print key; the application begins from it, with the scan that is named. From the
    page of a parcel (`?parcel=`) it begins at once.
    """
    words, scan, parcel = (request.GET.get(name, "").strip() for name in ("q", "scan", "parcel"))
    if is_id(parcel) and Parcel.objects.filter(pk=parcel).exists():
        return redirect(where.act("permit.submit", None, parcels=parcel, **({"scan": scan} if scan else {})))
    hits = port.find(words, kinds=[KIND_PARCEL]) if words else ()
    more = {"scan": scan} if scan else {}
    parcels = Parcel.objects.in_bulk([hit.object_id for hit in hits])
    rows = [_row(hit, more, elsewhere(parcels[hit.object_id])) for hit in hits]
    table = Table(
        _COLUMNS,
        rows,
        "Parcels found",
        f"No parcel is found under “{words}”. Try the street alone, or the print key.",
    )
    return render(
        request,
        "desk/new_application.html",
        {
            "steps": [Link("Today", where.today()), "New application"],
            "words": words,
            "scan": scan,
            "found": table if words else None,
            "enter": _enter(words) if words else "",
        },
    )


def _enter(words: str) -> str:
    """Where a parcel that is not there is entered, by the words that were looked for: a print key or an address."""
    is_key = " " not in words and any(each.isdigit() for each in words)
    return where.act("parcel.record", None, **{"print_key" if is_key else "address": words})


def _row(hit: port.Hit, more: dict[str, Any], whose: str) -> dict[str, Any]:
    href = where.act("permit.submit", parcels=hit.object_id, **more)
    place = where.place(hit.title, hit.object_id)
    return {
        "place": Under(place, f"{whose[:1].upper()}{whose[1:]}, which enforces the codes there") if whose else place,
        "key": hit.number,
        "act": Button("Begin the application", href, about=f" at {hit.title}"),
    }
