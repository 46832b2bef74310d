"""The page of a parcel: its owners, its buildings, what binds everybody there, and everything that ever happened."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from townwright.desk import where
from townwright.desk.parts import history, notes
from townwright.office import clock, laws
from townwright.office.certificates.models import Certificate
from townwright.office.inspections.models import Violation
from townwright.office.people.models import Ownership
from townwright.office.permits.models import Permit
from townwright.office.places.models import Flag, PaperYears, Parcel, paper_years, stories
from townwright.office.records.models import OldRecord
from townwright.office.register import acts
from townwright.office.register.models import Entry
from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.inline import Cite, Day, Link, Number, Shape, Strong, Tag, Under
from townwright.pages.who import actor_of_request, staff_only

#: Statuses of a permit under which work must not go on, and how the banner says so.
_STOPPED = {"suspended": "stop", "revoked": "stop"}
_MOODS: dict[str, Shape] = {
    "in force": "met",
    "closed": "met",
    "expired": "unmet",
    "invalid": "unmet",
    "suspended": "unmet",
    "revoked": "unmet",
    "disapproved": "none",
    "withdrawn": "none",
}


@staff_only
def parcel(request: HttpRequest, parcel_id: UUID) -> HttpResponse:
    """A parcel as of a day (`?on=`), with the timeline of everything."""
    actor, today = actor_of_request(request), clock.today()
    visible = Parcel.objects.visible_to(actor).prefetch_related(
        "flags", "units", "buildings__facts", "buildings__areas", "former_keys"
    )
    found = get_object_or_404(visible, pk=parcel_id)
    on = _asked_day(request.GET.get("on", ""), today)
    permits = list(
        Permit.objects.visible_to(actor)
        .filter(case__parcels=found)
        .with_status(today)
        .select_related("case")
        .order_by("-case__opened_on", "-case__number")
    )
    certificates = list(
        Certificate.objects.visible_to(actor)
        .filter(case__parcels=found)
        .with_status(today)
        .select_related("case")
        .order_by("-case__opened_on")
    )
    papers = paper_years(found)
    old = list(OldRecord.objects.of(found))
    open_offers = [offer for offer in acts.offers(found, actor) if offer.open]
    facts = {
        "parcel": found,
        "under": _under(found),
        "on": on,
        "as_of": on != today,
        "banners": list(_banners(found, permits, today)),
        "identity": list(_identity(found)),
        "owners": list(_owners(found, on)),
        "owner_link": Link("Record an owner", where.act("owner.record", parcel=found.pk)),
        "buildings": list(_buildings(found, on)),
        "cases": _cases(permits, certificates),
        "old": _old(old),
        "paper_years": [_years(row) for row in papers],
        "acts": [
            c.OpenAct("New application here", where.new_application(parcel=found.pk), first=True),
            c.OpenAct("Type in an old card", where.act("old_record.enter", parcel=found.pk)),
        ],
        "more_acts": [c.OpenAct(offer.spec.title, where.act(offer.spec.name, found.pk)) for offer in open_offers],
        "timeline": _timeline(found, permits, certificates, old, papers),
        "notes": notes.notes_of_parcel(found.pk, today),
        "note_link": Link("Take a note", where.act("note.take", parcel=found.pk)),
        "papers_link": Link("Papers of the parcel", where.parcel_papers(found.pk)),
    }
    return render(request, "desk/parcel.html", facts)


def _asked_day(text: str, today: date) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return today


def _under(found: Parcel) -> tuple[Any, ...]:
    parts: list[Any] = []
    if found.name:
        parts.append(f"{found.name}. ")
    if found.key:
        parts.append(f"Print key {found.key}. ")
    if found.hamlet or found.post_office:
        parts.append(f"{words.listed(filter(None, [found.hamlet, found.post_office]))}. ")
    return tuple(parts)


def _identity(found: Parcel) -> Iterator[c.Fact]:
    yield c.Fact("Print key", found.print_key)
    yield c.Fact("SBL", found.sbl)
    yield c.Fact("SWIS", found.swis)
    yield c.Fact("Jurisdiction", found.get_jurisdiction_display())
    yield c.Fact("Known", found.get_known_from_display() + (f" of {found.roll_year}" if found.roll_year else ""))
    yield c.Fact("Provisional", "not on the roll yet" if found.provisional else "")
    yield c.Fact("Former keys", words.listed(key.old for key in found.former_keys.all()))
    yield c.Fact("Zoning", found.zoning)
    yield c.Fact("Acres", Number(found.acres) if found.acres else "")
    for flag in found.flags_on(clock.today()):
        yield c.Fact(flag.get_kind_display(), flag.words or "yes", flag.source)
    if units := [str(unit) for unit in found.units.all() if unit.ends is None]:
        yield c.Fact("Units", words.listed(units))


def _owners(found: Parcel, on: date) -> Iterator[c.Fact]:
    for row in Ownership.objects.filter(parcel=found).on(on).select_related("person"):
        reach = ", ".join(filter(None, [row.person.phone, row.person.postal]))
        signs = "" if row.may_sign else "may not sign"
        since = f"since {words.shortday(row.begins)}" if row.begins else ""
        note = "; ".join(filter(None, [since, row.share, signs, row.signing_paper]))
        yield c.Fact(row.how.capitalize(), (Strong(row.person.name), f" {reach}" if reach else ""), note)


def _buildings(found: Parcel, on: date) -> Iterator[c.Fact]:
    for building in found.buildings.all():
        known = building.facts_on(on)
        if known is None or (building.ended_on is not None and building.ended_on <= on):
            continue
        parts = [
            known.use,
            known.occupancy,
            f"Type {known.construction}" if known.construction else "",
            stories(known.storeys) if known.storeys else "",
            f"{known.area:,} sq ft" if known.area else "",
            words.plural(known.dwelling_units, "dwelling unit") if known.dwelling_units else "",
            f"built {known.built}" if known.built else "",
        ]
        rooms = [f"{area.name} for {area.occupant_load}" for area in building.assembly_areas_on(on)]
        notes = [
            f"Assembly: {words.listed(rooms)}" if rooms else "",
            f"Known from: {known.source}" if known.source else "",
        ]
        yield c.Fact(str(building), ", ".join(filter(None, parts)), ". ".join(filter(None, notes)))


def _banners(found: Parcel, permits: list[Permit], today: date) -> Iterator[c.Banner]:
    for permit in permits:
        status = permit.status  # type: ignore[attr-defined]
        if status in _STOPPED:
            link = Link(permit.case.number or "draft", where.case(permit.case_id), number=True)
            yield c.Banner("stop", f"No work here: permit {status}", (link, f" {permit.case.title}"))
    if found.jurisdiction == Parcel.Whose.VILLAGE:
        village = laws.pack().town.village_of(found.swis)
        name = village.name if village else "a village"
        yield c.Banner(
            "info", f"In the {name}", "The village enforces the codes here; the town's permits do not reach it."
        )
    violations = list(Violation.objects.filter(case__parcels=found).open_on(today).select_related("case"))
    if violations:
        body = tuple(
            part
            for row in violations
            for part in (
                Link(row.case.number or "draft", where.case(row.case_id), number=True),
                f" {row.title} ",
                Cite(row.cite),
                " ",
            )
        )
        yield c.Banner("viol", words.plural(len(violations), "open violation"), body)
    for flag in found.flags_on(today):
        if flag.kind == Flag.Kind.CAUTION:
            yield c.Banner("info", "Caution for visitors", flag.words)


def _cases(permits: list[Permit], certificates: list[Certificate]) -> c.Table:
    columns = [
        c.Column("number", "Number", kind="main"),
        c.Column("what", "What"),
        c.Column("opened", "Received", label="Received"),
        c.Column("status", "Now"),
    ]
    rows = [
        {
            "number": Link(row.case.number or "draft", where.case(row.case_id), number=True),
            "what": Under(row.case.title, noun),
            "opened": Day(row.case.opened_on, "short"),
            "status": _now(row),
        }
        for noun, each in (("permit", permits), ("certificate", certificates))
        for row in each
    ]
    empty = "No permit or certificate of this office. What is applied for here will stand in this list."
    return c.Table(columns=columns, rows=rows, caption="Permits and certificates", empty=empty)


def _now(row: Any) -> Tag:
    """How a permit or a certificate stands today, by the status that its query computed."""
    return Tag(_MOODS.get(row.status, "wait"), row.status.capitalize())


def _old(rows: list[OldRecord]) -> c.Table | None:
    if not rows:
        return None
    columns = [
        c.Column("number", "Number", kind="main"),
        c.Column("when", "Date"),
        c.Column("what", "What it says"),
        c.Column("money", "Valuation", kind="number"),
    ]
    shown = [
        {
            "number": row.number or "no number",
            "when": row.when,
            "what": Under(row.type or row.get_kind_display(), row.words),
            "money": row.valuation,
        }
        for row in rows
    ]
    showing = "as their source gives them, nothing added"
    return c.Table(columns=columns, rows=shown, caption="Old records", empty="No old records.", showing=showing)


def _years(row: PaperYears) -> str:
    says = row.says()
    return f"{says['years']}: {says['kinds'] or 'records'} on paper, {says['where']}, {says['scanned']}"


def _timeline(
    found: Parcel,
    permits: list[Permit],
    certificates: list[Certificate],
    old: list[OldRecord],
    papers: list[PaperYears],
) -> list[c.Event]:
    """Everything that bears on the parcel or on one of its cases, the newest first; old records by their year."""
    cases = [*(row.case for row in permits), *(row.case for row in certificates)]
    numbers = {case.pk: case.number or "draft" for case in cases}
    bearing = Q(touched__ref=found.pk) | Q(touched__ref__in=list(numbers))
    entries = Entry.objects.filter(bearing).distinct().order_by("-on", "-seq").prefetch_related("touched")[:MOST]
    events = [history.event(entry, _whose(entry, numbers)) for entry in entries]
    kept = [
        c.Event(
            row.on if row.precision == OldRecord.Precision.DAY and row.on else row.when, str(row), row.words, "event"
        )
        for row in old
    ]
    lying = [c.Event(row.years, "Records on paper, not looked at here", _years(row), "event") for row in papers]
    return [*events, *kept, *lying]


#: Entries of the timeline on the page; the cases have the rest.
MOST = 100


def _whose(entry: Entry, numbers: dict[UUID, str]) -> Link | None:
    for touched in entry.touched.all():
        if touched.ref in numbers:
            return Link(numbers[touched.ref], where.case(touched.ref), number=True)
    return None
