"""Find: one box for a number, an address, an owner, a contractor or a parcel key, in any style of writing."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from townwright.desk import where
from townwright.office.certificates.models import Certificate
from townwright.office.find.port import Hit, find
from townwright.office.permits.models import Permit
from townwright.office.records.models import OldRecordParcel
from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.inline import Day, Link, Under
from townwright.pages.who import staff_only

#: Rows of an answer; a question that means more is answered better by a longer question.
MOST = 50

#: Kinds of things as people call them.
_NOUNS = {
    "parcel": "Parcel",
    "unit": "Unit",
    "permit": "Permit",
    "certificate": "Certificate",
    "old record": "Old record",
}


@staff_only
def found(request: HttpRequest) -> HttpResponse:
    """What the words in the box may mean. Exactly one thing named by its number is opened at once."""
    text = request.GET.get("q", "").strip()[:200]
    results = find(text, limit=MOST) if text else None
    hrefs = _hrefs(results) if results else {}
    if results and len(results.exact) == 1 and not results.near and (only := hrefs.get(results.exact[0].object_id)):
        return redirect(only)
    meant = [f"{word}: {words.listed(read, 'or')}" for word, read in results.meant] if results else []
    facts = {
        "find_words": text,
        "text": text,
        "exact": _table("Named exactly", results.exact, hrefs) if results and results.exact else None,
        "near": _table("Near", results.near, hrefs) if results and results.near else None,
        "count": len(results) if results else 0,
        "most": MOST,
        "meant": words.listed(meant) if meant else "",
    }
    return render(request, "desk/find.html", facts)


def _table(caption: str, hits: Iterable[Hit], hrefs: dict[UUID, str]) -> c.Table:
    columns = [
        c.Column("what", "What", kind="main"),
        c.Column("line", "More"),
        c.Column("kind", "Kind", label="Kind"),
        c.Column("on", "Date", label="Date"),
    ]
    rows = [
        {
            "what": _what(hit, hrefs),
            "line": hit.line,
            "kind": _NOUNS.get(hit.kind, hit.kind.capitalize()),
            # Of an old record the line says as much of the day as the paper has: a year may be all.
            "on": Day(hit.on, "short") if hit.on and hit.kind != "old record" else "",
        }
        for hit in hits
    ]
    return c.Table(columns=columns, rows=rows, caption=caption, empty="Nothing.")


def _what(hit: Hit, hrefs: dict[UUID, str]) -> Under | Link | str:
    """A place by its address, a case by its number with what it is about."""
    number = "" if hit.kind in ("parcel", "unit") else hit.number
    title = hit.title.removeprefix(f"{number} ")
    href = hrefs.get(hit.object_id, "")
    said = Link(number or title, href, number=bool(number)) if href else number or title
    return Under(said, title) if number else said


def _hrefs(hits: Iterable[Hit]) -> dict[UUID, str]:
    """Where each thing is shown, by its key: three queries for all of them together."""
    rows = list(hits)
    by_kind: dict[str, list[UUID]] = {}
    for hit in rows:
        by_kind.setdefault(hit.kind, []).append(hit.object_id)
    cases = dict(Permit.objects.filter(pk__in=by_kind.get("permit", [])).values_list("pk", "case_id"))
    cases.update(Certificate.objects.filter(pk__in=by_kind.get("certificate", [])).values_list("pk", "case_id"))
    old = OldRecordParcel.objects.filter(old_record_id__in=by_kind.get("old record", []), parcel__isnull=False)
    places = {record: parcel for record, parcel in old.values_list("old_record_id", "parcel_id") if parcel}
    hrefs: dict[UUID, str] = {}
    for hit in rows:
        if hit.object_id in cases:
            hrefs[hit.object_id] = where.case(cases[hit.object_id])
        elif parcel := (hit.object_id if hit.kind == "parcel" else hit.parcel_id or places.get(hit.object_id)):
            hrefs[hit.object_id] = where.parcel(parcel)
    return hrefs
