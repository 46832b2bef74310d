"""The first page: look up a place, the doors that people come for, danger, how long things take."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from townwright.counter.parts.waiting import how_long
from townwright.office import clock, laws


def start(request: HttpRequest) -> HttpResponse:
    """The first page. Doors lead to what is there, and to nothing else."""
    town = laws.pack().town
    facts = {
        "place": town.name.removeprefix("Town of ").removeprefix("Village of "),
        "calls": [(phone.label, phone.number) for phone in town.telephones[1:]],
        "waiting": how_long(clock.today()),
    }
    return render(request, "counter/start.html", facts)
