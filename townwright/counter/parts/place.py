"""What the public record of a property shows: no one's telephone or e-mail, no complaint, no note of the office.

Every list here is one query, however much there is.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import Q

from townwright.counter.parts import certificates
from townwright.law.permits import ISSUED, PERMIT_STATUS
from townwright.office import laws
from townwright.office.inspections.models import Violation
from townwright.office.people.models import Ownership
from townwright.office.permits.models import Permit
from townwright.office.places.models import Building, BuildingFacts, Flag, PaperYears, Parcel, paper_years
from townwright.office.records.models import OldRecord
from townwright.pages import words
from townwright.pages.components import Banner, Cell, Column, Fact, Table
from townwright.pages.inline import Cite, Day, Under

#: Applications that were taken back or entered by mistake say nothing about a property.
_SILENT = ("withdrawn", "draft")
_ENDED = frozenset({"closed", "revoked", "disapproved"})
_FLAGS = (Flag.Kind.FLOOD, Flag.Kind.FLOODWAY, Flag.Kind.WETLAND, Flag.Kind.HISTORIC, Flag.Kind.NOT_SUBJECT)


def public_record(parcel: Parcel, today: date) -> dict[str, Any]:
    """Everything that the page of a property shows."""
    years = paper_years(parcel)
    open_ones, ended = _permits(parcel, today)
    return {
        "banners": _banners(parcel, today),
        "facts": _facts(parcel, today),
        "open_permits": _permit_table(open_ones, "Open permits", _none("No open permits in these records.", years)),
        "ended_permits": _permit_table(ended, "Closed permits", _none("No closed permits in these records.", years)),
        "violations": _violations(parcel, today, years),
        "certificates": certificates.of_place(parcel, today, _none("No certificates in these records.", years)),
        "old_records": _old_records(parcel, years),
        "paper_years": [(row.years, _lies(row)) for row in years],
    }


def _none(words_: str, years: list[PaperYears]) -> str:
    """An empty list says that it is these records that are empty, and which years it does not speak for."""
    spans = list(dict.fromkeys(row.years for row in years))
    return f"{words_} Years on paper ({words.listed(spans)}) are not in them." if spans else words_


def _banners(parcel: Parcel, today: date) -> list[Banner]:
    found: list[Banner] = []
    town = laws.pack().town
    if parcel.jurisdiction in (Parcel.Whose.VILLAGE, Parcel.Whose.ELSEWHERE):
        village = town.village_of(parcel.swis)
        whose = village.name if village else "another town"
        found.append(
            Banner(
                "info",
                f"This property lies in {'the ' if village else ''}{whose}",
                f"{whose[:1].upper()}{whose[1:]} enforces the codes there and keeps the records. "
                f"What {town.name} has of it is shown here.",
            )
        )
    if parcel.ended_on is not None:
        found.append(Banner("info", f"No longer on the roll since {words.day(parcel.ended_on)}", parcel.ended_why))
    elif parcel.provisional:
        found.append(Banner("info", "Not on the assessment roll yet", "The office has entered it provisionally."))
    return found


def _facts(parcel: Parcel, today: date) -> list[Fact]:
    owners = Ownership.objects.on(today).filter(parcel=parcel).select_related("person")
    names = list(dict.fromkeys(row.person.name for row in owners))
    flags = [
        row.get_kind_display() for row in Flag.objects.filter(parcel=parcel, kind__in=_FLAGS) if row.holds_on(today)
    ]
    buildings = [_building(row, today) for row in _buildings(parcel)]
    return [
        Fact("Print key", parcel.key),
        Fact("SWIS code", parcel.swis),
        Fact("Owner on record", words.listed(names) if names else ""),
        Fact("Buildings", "; ".join(filter(None, buildings))),
        Fact("Zoning district", parcel.zoning),
        Fact("Known of the land", words.listed(flags) if flags else ""),
    ]


def _buildings(parcel: Parcel) -> list[Building]:
    return list(Building.objects.filter(parcel=parcel, ended_on=None).prefetch_related("facts"))


def _building(row: Building, today: date) -> str:
    known = row.facts_on(today)
    return ", ".join([str(row), *(_of_building(known) if known else ())])


def _of_building(known: BuildingFacts) -> list[str]:
    told = [
        known.use,
        f"occupancy {known.occupancy}" if known.occupancy else "",
        f"built {known.built}" if known.built else "",
    ]
    return [part for part in told if part]


# -- permits -------------------------------------------------------------------------------------------------------


def _permits(parcel: Parcel, today: date) -> tuple[list[Permit], list[Permit]]:
    rows = list(
        Permit.objects.with_status(today)
        .filter(case__on_parcels__parcel=parcel)
        .exclude(Q(status__in=_SILENT))
        .select_related("case")
        .order_by("-received_on", "-id")
    )
    return [row for row in rows if _status(row) not in _ENDED], [row for row in rows if _status(row) in _ENDED]


def _status(permit: Permit) -> str:
    return str(permit.status)  # type: ignore[attr-defined]


def _permit_table(rows: list[Permit], caption: str, empty: str) -> Table:
    said = laws.pack().permits.words
    columns = [
        Column("number", "Number", "main"),
        Column("work", "Work"),
        Column("status", "Status today"),
        Column("issued", "Issued", label="issued", run=True),
    ]
    return Table(columns, [_permit_row(row, said) for row in rows], caption, empty)


def _permit_row(permit: Permit, said: dict[str, str]) -> dict[str, Any]:
    key = _status(permit)
    state = said.get(key, PERMIT_STATUS[key].words)
    until = permit.last_day if key == "in force" else None
    late = key in ("expired", "invalid", "suspended")
    return {
        "number": permit.number,
        "work": permit.case.title,
        "status": Cell(Under(state, ("through ", Day(until, "short"))) if until else state, "late" if late else ""),
        "issued": Day(permit.issued_on, "short") if permit.issued_on and key in ISSUED else "not issued",
    }


# -- violations, old records, paper --------------------------------------------------------------------------------


def _violations(parcel: Parcel, today: date, years: list[PaperYears]) -> Table:
    rows = Violation.objects.open_on(today).filter(case__on_parcels__parcel=parcel).select_related("case")
    columns = [
        Column("what", "What", "main"),
        Column("cite", "Section", run=True),
        Column("found", "Found", label="found", run=True),
        Column("under", "Under", label="under", run=True),
    ]
    listed = [
        {
            "what": row.title,
            "cite": Cite(row.cite, next(iter(row.provisions), "")),
            "found": Day(row.found_on, "short"),
            "under": row.case.number or "",
        }
        for row in rows.distinct()
    ]
    return Table(columns, listed, "Open violations", _none("No open violations in these records.", years))


def _old_records(parcel: Parcel, years: list[PaperYears]) -> Table:
    columns = [
        Column("when", "Date", "main"),
        Column("what", "Record"),
        Column("words", "What it says"),
    ]
    rows = [
        {"when": row.when, "what": str(row), "words": Under(row.words, row.place) if row.place else row.words}
        for row in OldRecord.objects.of(parcel)
    ]
    return Table(
        columns, rows, "Old records", _none("No old records have been typed in or loaded for this property.", years)
    )


def _lies(row: PaperYears) -> str:
    parts = [row.kinds or "Records", f"in {row.where}", row.get_scanned_display()]
    looked = f"gone through on {words.day(row.looked_at)}" if row.looked_at else "not gone through for this page"
    return f"{', '.join(parts)}; {looked}"
