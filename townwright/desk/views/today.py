"""Today: what needs whoever is signed in, and the rows behind every number of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from townwright.desk import lists, where
from townwright.desk.lists.applications import open_applications
from townwright.desk.lists.endings import around, of_dates
from townwright.law.calendar import ONE_DAY
from townwright.office import clock, laws
from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.inline import Link
from townwright.pages.lists import Listing
from townwright.pages.who import actor_of_request, staff_only

#: Rows of a list that Today shows; the rest is behind its number.
SHOWN = 8
#: Days since received, as the chart groups them; the last two have waited too long.
AGES = ((0, 10), (11, 20), (21, 30), (31, 60), (61, None))
#: The lists that Today shows in rows, by what they are about; the others stand beside with their numbers.
#: Those of them that stand there when they are empty too.
ALWAYS = frozenset({"last-day", "visits-today", "to-review"})
IN_ROWS = ("last-day", "call-backs", "visits-today", "to-review", "ready", "decisions", "not-filed", "unpaid")


@dataclass(frozen=True, slots=True)
class Section:
    """A list on Today: its first rows, its whole number, and the way to all of them."""

    id: str
    title: str
    count: Any
    table: c.Table
    note: Any = ""


@staff_only
def today(request: HttpRequest) -> HttpResponse:
    """What needs me. Every number opens its rows."""
    actor, day = actor_of_request(request), clock.today()
    every = lists.every()
    found = {name: waiting.rows(day) for name, waiting in every.items()}
    counts = {name: rows.count() for name, rows in found.items()}
    own = [every[name] for name in IN_ROWS if actor.role in every[name].of and (counts[name] or name in ALWAYS)]
    sections = [_section(waiting, found[waiting.name], counts[waiting.name], day, request) for waiting in own]
    return render(
        request,
        "desk/today.html",
        {
            "today": day,
            "under": _under(counts["last-day"], day),
            "sections": [*sections, _endings(counts, day, request)],
            "ledger": [_line(waiting, counts[name]) for name, waiting in every.items()],
            "ages": ages(day),
            "applications": where.rows("applications"),
            "till": where.till(),
        },
    )


@staff_only
def rows(request: HttpRequest, name: str) -> HttpResponseBase:
    """A list of what waits, page by page or as CSV."""
    actor, day = actor_of_request(request), clock.today()
    waiting = lists.named(name)
    if waiting is None:
        raise Http404("There is no such list.")
    listing = waiting.listing(request, actor, day)
    if request.GET.get("as") == "csv":
        return listing.csv(request)
    whose = request.GET.get("whose", "anyone")
    return render(
        request,
        "desk/list.html",
        {
            "waiting": waiting,
            "steps": [Link("Today", where.today()), waiting.title],
            "table": listing.table(request),
            "whose": [(key, said, key == whose) for key, said in lists.WHOSE.items()]
            if waiting.case is not None
            else [],
        },
    )


def _section(waiting: lists.Waiting, rows: lists.Rows, count: int, day: date, request: HttpRequest) -> Section:
    table = waiting.top(day, rows, SHOWN, count).table(request)
    return Section(waiting.name, waiting.title, count, _first(table, waiting.name), _all(waiting.name, count))


def _endings(counts: dict[str, int], day: date, request: HttpRequest) -> Section:
    """What ends soon and what has ended lately, by act-by date."""
    listing = Listing(
        of_dates(day), around(day), "Ending soon or past due", _NOTHING_ENDS, first="date", size=2 * SHOWN
    )
    note = (
        "All: ",
        Link(f"{counts['ending']} ending", where.rows("ending")),
        ", ",
        Link(f"{counts['past-due']} past due", where.rows("past-due")),
    )
    table = listing.table(request)
    number = table.pager.rows if table.pager else 0
    return Section("endings", listing.caption, number, _first(table, "ending"), note)


_NOTHING_ENDS = "Nothing ended in the last 30 days or ends in the next 30."


def _first(table: c.Table, name: str) -> c.Table:
    """The first rows of a list as Today shows them: not sorted or paged here, but all at their own page."""
    plain = [c.Column(one.key, one.title, one.kind, one.label, unseen=one.unseen, run=one.run) for one in table.columns]
    showing = table.showing if table.rows else ""
    return c.Table(
        plain,
        table.rows,
        table.caption,
        table.empty,
        showing,
        csv=where.rows(name, **{"as": "csv"}) if table.rows else "",
    )


def _all(name: str, count: int) -> Any:
    return (
        Link(f"All {count:,}", where.rows(name))
        if count > SHOWN
        else Link("Open the list", where.rows(name))
        if count
        else ""
    )


def _line(waiting: lists.Waiting, count: int) -> c.LedgerLine:
    href = reverse(waiting.page) if waiting.page else where.rows(waiting.name)
    return c.LedgerLine(waiting.counted, href, count, pressure=waiting.pressure)


def _under(last_day: int, day: date) -> str:
    due = f"{_number(last_day)} must be done today." if last_day else "Nothing runs out today."
    return " ".join([due, *_closings(day)])


def _number(count: int) -> str:
    said = ("", "One thing", "Two things", "Three things", "Four things", "Five things")
    return said[count] if count < len(said) else f"{count} things"


def _closings(day: date) -> Iterable[str]:
    """The next weekday of the coming two weeks on which the counter is shut, and why."""
    calendar = laws.calendar()
    for ahead in range(15):
        coming = day + ahead * ONE_DAY
        if coming.weekday() < 5 and (shut := calendar.closed(coming)):
            yield f"The office is closed {words.day(coming)} ({shut.because})."
            return


def ages(day: date) -> c.Bars:
    """Open applications by days since they were received. One query."""
    received = {
        f"from_{low}": Count("pk", filter=Q(received_on__lte=day - timedelta(days=low)) & _not_older(day, high))
        for low, high in AGES
    }
    found = open_applications(day).order_by().aggregate(**received)
    bars = [
        c.Bar(f"{low}-{high}" if high else f"{low - 1}+ days", found[f"from_{low}"], hot=low > 30) for low, high in AGES
    ]
    return c.Bars(f"{words.plural(sum(bar.count for bar in bars), 'open application')} by days since received", bars)


def _not_older(day: date, days: int | None) -> Q:
    return Q() if days is None else Q(received_on__gte=day - timedelta(days=days))
