"""Office: who signs and who may sign in, the days of the calendar, numbers, and the register with its proof."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import Count, Q, Sum
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

from townwright.desk import spans, where
from townwright.desk.saying import readable
from townwright.desk.tabs import tabs
from townwright.law.calendar import SATURDAY
from townwright.office import clock, laws
from townwright.office.cases.models import Number, Series
from townwright.office.laws.models import DayOff
from townwright.office.register import chain, proving
from townwright.office.register.actors import Actor
from townwright.office.register.acts import ADMINISTRATORS
from townwright.office.register.models import Entry
from townwright.office.staff.models import Account, Appointment, Certification, Training
from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.inline import Button, Day, Link, Tag, Under
from townwright.pages.inline import Number as Figure
from townwright.pages.lists import Listed, Listing
from townwright.pages.who import actor_of_request, staff_only

PAGES = (
    ("People", "desk:office"),
    ("Log-ins", "desk:office-log-ins"),
    ("Fees", "desk:office-fees"),
    ("Closing days", "desk:office-days"),
    ("Numbers", "desk:office-numbers"),
    ("Register", "desk:office-register"),
    ("Law in force", "desk:office-law"),
    ("Imports", "desk:imports"),
)
#: Days back that the calendar lists.
DAYS_BACK = timedelta(days=365)


def may(actor: Actor) -> bool:
    """Whether this person does the acts of this place."""
    return actor.role in ADMINISTRATORS


def page(request: HttpRequest, template: str, here: str, status: int = 200, **facts: Any) -> HttpResponse:
    """A page of Office with its tabs."""
    actor = actor_of_request(request)
    shown = [each for each in PAGES if may(actor) or each[1] != "desk:office-log-ins"]
    frame = {"tabs": tabs(shown, here), "tabs_name": "Office", "may": may(actor)}
    return render(request, f"desk/office/{template}.html", {**frame, **facts}, status=status)


def act_here(name: str, here: str, **begun: Any) -> str:
    """The address of an act that leads back to a page of this place."""
    return where.act(name, None, **begun, then=reverse(here))


# -- people ------------------------------------------------------------------------------------------------------------


@staff_only
def people(request: HttpRequest) -> HttpResponse:
    """Who holds which office of the town, their certifications and their hours of training."""
    actor, today = actor_of_request(request), clock.today()
    acts = [
        c.OpenAct("Appoint", act_here("appointment.make", "desk:office"), first=True),
        c.OpenAct("Record a certification", act_here("certification.record", "desk:office")),
        c.OpenAct("Record training", act_here("training.record", "desk:office")),
        c.OpenAct("Set the time to reply to requests", act_here("permit.set_reply_time", "desk:office")),
    ]
    return page(
        request,
        "people",
        "desk:office",
        appointments=_appointments(today, ending=may(actor)),
        certifications=_certifications(today),
        training=_training(today),
        year=today.year,
        acts=acts if may(actor) else [],
    )


def _appointments(today: date, *, ending: bool) -> c.Table:
    rows = sorted(Appointment.objects.select_related("account"), key=lambda row: _rank(row, today))
    columns = [
        c.Column("who", "Who", "main"),
        c.Column("title", "Office"),
        c.Column("begins", "From", label="From"),
        c.Column("ends", "To", label="To"),
        c.Column("by", "By", label="By"),
        c.Column("state", "State"),
        *([c.Column("act", "End", unseen=True)] if ending else []),
    ]
    return c.Table(
        columns,
        [
            {
                "who": Under(row.account.name, row.civil_service) if row.civil_service else row.account.name,
                "title": Under(row.title, row.why_acting) if row.why_acting else row.title,
                "begins": Day(row.begins, "short"),
                "ends": Day(row.ends, "short") if row.ends else "",
                "by": row.resolution,
                "state": _held(row, today),
                "act": _ending(row) if row.ends is None else "",
            }
            for row in rows
        ],
        "Appointments",
        "Nobody is appointed. Without an appointment on the day nobody signs for the office.",
    )


def _ending(row: Appointment) -> Button:
    about = f"the appointment of {row.account.name} as {row.title}"
    return Button("End it", act_here("appointment.end", "desk:office", appointment=row.pk), about=about)


def _rank(row: Appointment, today: date) -> tuple[bool, str, date]:
    return (row.ends is not None and row.ends < today, row.office, row.begins)


def _held(row: Appointment, today: date) -> Tag:
    if row.begins > today:
        return Tag("wait", "To come")
    return Tag("none", "Ended") if row.ends is not None and row.ends < today else Tag("met", "In office")


def _certifications(today: date) -> c.Table:
    rows = Certification.objects.select_related("account").order_by("account__name", "issued")
    columns = [
        c.Column("who", "Who", "main"),
        c.Column("kind", "Kind"),
        c.Column("number", "Number", label="Number"),
        c.Column("issued", "Issued", label="Issued"),
        c.Column("state", "State"),
    ]
    return c.Table(
        columns,
        [
            {
                "who": row.account.name,
                "kind": row.kind,
                "number": row.number,
                "issued": Day(row.issued, "short"),
                "state": _stands(row, today),
            }
            for row in rows
        ],
        "Certifications of the Department of State",
        "No certification is recorded. It has no end date: it holds until it is marked inactive or revoked.",
    )


def _stands(row: Certification, today: date) -> Any:
    if row.revoked_on is not None and row.revoked_on <= today:
        return Under(Tag("unmet", "Revoked"), words.shortday(row.revoked_on))
    if row.inactive_from is not None and row.inactive_from <= today:
        return Under(Tag("warn", "Inactive"), f"from {words.shortday(row.inactive_from)}")
    return Tag("met", "Holds")


#: Hours of in-service training that an office needs in a calendar year, by the value of the law that says how many.
_HOURS = {"officer": "training.officer_hours", "inspector": "training.inspector_hours"}


def _training(today: date) -> c.Table:
    """In-service hours of this calendar year beside those that the law asks of the office that is held."""
    pack = laws.pack()
    held = {
        row.account_id: max(int(pack.value(_HOURS[row.office], today) or 0), 0)
        for row in Appointment.objects.on(today)
        if row.office in _HOURS and _HOURS[row.office] in pack.values
    }
    done = dict(
        Training.objects.filter(day__year=today.year, kind__icontains="in-service")
        .order_by()
        .values_list("account")
        .annotate(Sum("hours"))
    )
    names = dict(Account.objects.filter(pk__in={*held, *done}).values_list("pk", "name"))
    rows = [
        {
            "who": names[key],
            "done": Figure(done.get(key, Decimal(0)).normalize() + 0, "h"),
            "needed": Figure(Decimal(held.get(key, 0)), "h"),
            "state": Tag("met", "Enough") if done.get(key, 0) >= held.get(key, 0) else Tag("warn", "Hours short"),
        }
        for key in sorted(names, key=lambda key: names[key])
    ]
    columns = [
        c.Column("who", "Who", "main"),
        c.Column("done", "In-service hours", "number", label="Recorded"),
        c.Column("needed", "Asked for", "number", label="Asked for"),
        c.Column("state", "State"),
    ]
    return c.Table(columns, rows, f"Training in {today.year}", "Nobody holds an office that needs training.")


# -- days --------------------------------------------------------------------------------------------------------------


@staff_only
def days(request: HttpRequest) -> HttpResponse:
    """The calendar: days that the office closed, proclaimed holidays, tolled days, and the public holidays to come."""
    actor, today = actor_of_request(request), clock.today()
    acts = [
        c.OpenAct("Close the office", act_here("calendar.close", "desk:office-days"), first=True),
        c.OpenAct("Enter a proclaimed holiday", act_here("calendar.proclaim", "desk:office-days")),
        c.OpenAct("Enter tolled days", act_here("calendar.toll", "desk:office-days")),
    ]
    calendar = laws.calendar()
    coming = [day for year in (today.year, today.year + 1) for day in calendar.holidays(year) if day.day >= today]
    holidays = c.Table(
        [c.Column("day", "Day", "main"), c.Column("name", "Holiday")],
        [{"day": Day(day.day, "short"), "name": _weekend(day.day, day.because)} for day in coming],
        "Public holidays to come",
        "None.",
    )
    return page(
        request,
        "days",
        "desk:office-days",
        acts=acts if may(actor) else [],
        table=_days(today, taking_back=may(actor)),
        holidays=holidays,
    )


def _weekend(day: date, because: str) -> Any:
    return Under(because, "on a weekend; acts roll off that in any case") if day.weekday() >= SATURDAY else because


def _days(today: date, *, taking_back: bool) -> c.Table:
    rows = DayOff.objects.filter(ends__gte=today - DAYS_BACK).order_by("-begins", "-id")
    columns = [
        c.Column("days", "Days", "main"),
        c.Column("kind", "What"),
        c.Column("why", "Why"),
        c.Column("authority", "By"),
        c.Column("act", "Take back", unseen=True),
    ]
    return c.Table(
        columns,
        [
            {
                "days": _span(row),
                "kind": _kind(row),
                "why": row.why,
                "authority": row.authority,
                "act": _taking_back(row) if taking_back and row.taken_back_on is None else "",
            }
            for row in rows
        ],
        "Days of the office's own calendar",
        "None. Days on which the counter is shut, proclaimed holidays and tolled days stand here.",
        showing="those of the last twelve months and to come",
    )


def _taking_back(row: DayOff) -> Button:
    return Button("Take back", act_here("calendar.take_back", "desk:office-days", day=row.pk), about=f"“{row.why}”")


def _span(row: DayOff) -> Any:
    return row.begins if row.begins == row.ends else (row.begins, " to ", row.ends)


_EFFECTS = {
    DayOff.Kind.CLOSED: "no period runs longer",
    DayOff.Kind.PROCLAIMED: "acts roll off it",
    DayOff.Kind.TOLLED: "no period runs",
}


def _kind(row: DayOff) -> Any:
    if row.taken_back_on is not None:
        return Under(Tag("none", "Taken back"), f"{row.get_kind_display()}, until {words.shortday(row.taken_back_on)}")
    return Under(row.get_kind_display(), _EFFECTS[DayOff.Kind(row.kind)])


# -- numbers -----------------------------------------------------------------------------------------------------------


@staff_only
def numbers(request: HttpRequest) -> HttpResponse:
    """The series of numbers with the last one given, and every number that is void or reserved."""
    said = {kind: series.says for kind, series in laws.pack().numbers.root.items()}
    series = Series.objects.annotate(
        void=Count("numbers", filter=~Q(numbers__void_why="")), given=Count("numbers")
    ).order_by("-year", "kind")
    columns = [
        c.Column("kind", "Series", "main"),
        c.Column("year", "Year", label="Year"),
        c.Column("last", "Last given", label="Last given"),
        c.Column("given", "Given", "number", label="Given"),
        c.Column("void", "Void", "number", label="Void"),
        c.Column("gaps", "Gaps", "number", label="Gaps"),
    ]
    rows = [
        {
            "kind": said.get(row.kind, row.kind.replace("_", " ").capitalize()),
            "year": str(row.year),
            "last": row.pattern.format(year=row.year, yy=f"{row.year % 100:02}", count=row.last),
            "given": row.given,
            "void": row.void,
            "gaps": c.Cell(row.last - row.given, "late" if row.last != row.given else ""),
        }
        for row in series
    ]
    void = Number.objects.exclude(void_why="").select_related("series").order_by("-given_on", "-id")[:200]
    return page(
        request,
        "numbers",
        "desk:office-numbers",
        table=c.Table(columns, rows, "Series", "No number was given yet. Each kind has a series of its own a year."),
        void=c.Table(
            [
                c.Column("number", "Number", "main"),
                c.Column("given", "Given", label="Given"),
                c.Column("why", "Why it is void"),
            ],
            [{"number": row.text, "given": Day(row.given_on, "short"), "why": row.void_why} for row in void],
            "Void numbers",
            "No number is void. A void number is never used again; it stands here with its reason.",
        ),
    )


# -- the register ------------------------------------------------------------------------------------------------------


@staff_only
def register(request: HttpRequest) -> HttpResponseBase:
    """The register: its head, its proof, and its entries in some days, the newest first."""
    actor = actor_of_request(request)
    if request.method == "POST":
        proving.ask(actor.name)
        return redirect("desk:office-register")
    span = spans.asked(request, clock.today(), "month")
    text = request.GET.get("q", "").strip()[:100]
    entries = Entry.objects.filter(on__range=(span.first, span.last))
    if text:
        entries = entries.filter(Q(said__icontains=text) | Q(actor_name__icontains=text) | Q(act__icontains=text))
    listing = Listing(
        _of_entries(),
        entries,
        "Entries of the register",
        "Nothing was entered on these days" + (f" that has “{text}” in it." if text else "."),
        f"entries that count {span}" + (f", with “{text}” in them" if text else ""),
        first="-seq",
    )
    if request.GET.get("as") == "csv":
        return listing.csv(request)
    head, far, last = chain.head(), proving.under_way(), proving.last()
    return page(
        request,
        "register",
        "desk:office-register",
        head=[("Entries", str(words.count(head.seq))), ("Head", _grouped(head.hash))],
        progress=_progress(far) if far is not None else None,
        last=_said(last) if last else (),
        broken=last is not None and not last.proof.holds,
        span=span,
        text=text,
        table=listing.table(request),
    )


def _of_entries() -> list[Listed]:
    return [
        Listed(
            c.Column("seq", "Entry", "main", sort="seq"),
            lambda row: Link(words.count(row.seq), where.entry(row.seq), number=True),
            lambda row: row.seq,
            ("seq",),
        ),
        Listed(
            c.Column("on", "Counts on", label="Counts on", sort="on"),
            lambda row: Day(row.on, "short"),
            lambda row: row.on,
            ("on",),
        ),
        Listed(c.Column("at", "Entered", label="Entered"), _entered, lambda row: row.at),
        Listed(c.Column("said", "What"), lambda row: readable(row.said)),
        Listed(
            c.Column("who", "By", label="By", sort="who"),
            lambda row: Under(row.actor_name, row.title) if row.title else row.actor_name,
            lambda row: row.actor_name,
            ("actor_name",),
        ),
    ]


def _entered(row: Entry) -> str:
    day, hour = clock.local(row.at).date(), words.hour(row.at).replace(" ", "\N{NO-BREAK SPACE}")
    return hour if day == row.on else f"{words.shortday(day)}, {hour}"


def _grouped(digest: str) -> str:
    return " ".join(digest[at : at + 8] for at in range(0, len(digest), 8))


def _progress(far: tuple[int, int]) -> c.Progress:
    done, of = far
    note = "Each entry is held against the one before it, and against its own columns."
    return c.Progress("Proving the register", done, of or None, note if of else "It begins within a few seconds.")


def _said(found: proving.Found) -> tuple[Any, ...]:
    proof = found.proof
    when = f"Proved {words.moment(found.at)} for {found.by}: "
    if proof.holds:
        count = words.plural(proof.entries, "entry", "entries")
        return (f"{when}{count}, none changed, missing or added. Head {proof.hash[:16]}.",)
    return (f"{when}it does not prove. {proof.why[:1].upper()}{proof.why[1:]}. Restore the records from a backup.",)
