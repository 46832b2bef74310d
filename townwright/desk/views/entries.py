"""An entry of the register: what was done, by whom, under which decision, and what it changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from townwright.desk import where
from townwright.desk.parts.history import named
from townwright.desk.saying import readable
from townwright.law.findings import Decision
from townwright.office import clock
from townwright.office.cases.models import Case
from townwright.office.places.models import Parcel
from townwright.office.register.models import Entry
from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.inline import Link
from townwright.pages.who import staff_only


@staff_only
def entry(request: HttpRequest, seq: int) -> HttpResponse:
    """An entry with everything that it holds."""
    found = get_object_or_404(Entry, pk=seq)
    content = found.content
    corrected_by = Entry.objects.filter(corrects=seq).values_list("seq", flat=True).first()
    decision = content.get("decision")
    private = [(_named(row.field), row.words) for row in found.private.order_by("field")]
    return render(
        request,
        "desk/entry.html",
        {
            "entry": found,
            "said": readable(found.said),
            "steps": [*_about(found), f"Register {seq:,}"],
            "facts": list(_facts(found, content, corrected_by)),
            "decision": Decision.from_json(decision) if decision and decision["findings"] else None,
            "given": [*_rows(content.get("given", {})), *private],
            "changed": changes(content.get("before", {}), content.get("after", {})),
            "papers": [c.LedgerLine(named(paper), where.paper(paper["id"])) for paper in content.get("papers", ())],
        },
    )


def _about(found: Entry) -> list[Any]:
    """The case, or the parcel, in whose history the entry stands."""
    refs = {row.kind: row.ref for row in found.touched.order_by("-id")}
    if "case" in refs and (case := Case.objects.filter(pk=refs["case"]).first()):
        return [Link(f"{case.number or case.title}, {case.place}", where.case(case.pk))]
    if "parcel" in refs and (parcel := Parcel.objects.filter(pk=refs["parcel"]).first()):
        return [where.place(str(parcel), parcel.pk)]
    return [Link("Today", where.today())]


def _facts(found: Entry, content: Mapping[str, Any], corrected_by: int | None) -> Iterator[c.Fact]:
    yield c.Fact("By", f"{found.actor_name}, {found.title}" if found.title else found.actor_name)
    yield c.Fact("Counts on", found.on)
    yield c.Fact("Entered", found.at)
    if clock.local(found.at).date() != found.on:
        yield c.Fact("Why late", content.get("given", {}).get("late_reason", ""))
    if found.corrects:
        yield c.Fact("Corrects", where.register(found.corrects))
    if corrected_by:
        yield c.Fact("Corrected by", where.register(corrected_by))
    if decision := content.get("decision"):
        yield c.Fact("Law", f"pack {decision['pack_hash'][:12]}")
    yield c.Fact("Hash", found.hash[:16])


def _rows(given: Any, before: str = "") -> list[tuple[str, str]]:
    """What was given, one line a value; parts of parts are named by their path."""
    match given:
        case Mapping():
            return [row for name, value in given.items() for row in _rows(value, f"{before}{name}.")]
        case list() | tuple():
            return [row for place, value in enumerate(given, 1) for row in _rows(value, f"{before}{place}.")]
        case None | "":
            return []
    return [(_named(before.rstrip(".")), _plain(given))]


def _named(path: str) -> str:
    said = path.removeprefix("given.").replace("_", " ").replace(".", ", ")
    return said[:1].upper() + said[1:]


def _plain(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> c.Table:
    """What an act changed: before and after, a line each."""
    names = list(dict.fromkeys([*before, *after]))
    rows = [
        {"what": _named(name), "before": _value(before.get(name)), "after": _value(after.get(name))} for name in names
    ]
    columns = [c.Column("what", "What", "main"), c.Column("before", "Before"), c.Column("after", "After")]
    return c.Table(columns, rows, "What was changed", "This act changed no record.")


def _value(value: Any) -> str:
    rows = _rows(value)
    return words.listed([f"{name} {said}".strip() if name else said for name, said in rows]) if rows else ""
