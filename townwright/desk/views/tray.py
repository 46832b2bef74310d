"""The tray: files that came in and lie nowhere yet. Put in many at once; filed in three clicks: file, place, done."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from townwright.desk import finding, lists, sheets, where
from townwright.desk.views import acting
from townwright.office import clock
from townwright.office.cases.models import Case, ChangeRequest, RequestItem
from townwright.office.files.kinds import Kind
from townwright.office.files.models import Document
from townwright.office.money import ledger
from townwright.office.places.models import Parcel
from townwright.office.register.errors import ActError, NoSuchThing
from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.inline import Day, Link
from townwright.pages.views import not_done
from townwright.pages.who import staff_only

#: Cases of which something is asked, that are offered without a search.
WAITED_FOR = 8


@staff_only
def tray(request: HttpRequest) -> HttpResponse:
    """What lies in the tray, and putting more into it."""
    try:
        sheet = acting.sheet_of(request, "tray.receive", None)
    except ActError as error:
        return not_done(request, error)
    form = acting.form_for(request, sheet, sheets.start_of(sheet))
    answer = acting.Answer()
    if request.method == "POST":
        try:
            done = acting.send(request, sheet, form, answer)
        except ActError as error:  # a file that cannot be kept: the disk is full
            return not_done(request, error)
        if done is not None:
            return redirect("desk:tray")
    waiting = lists.every()["scans"]
    listing = waiting.top(clock.today(), waiting.rows(clock.today()), 50)
    table = listing.table(request)
    facts = {
        "form": form,
        "answer": answer,
        "table": table,
        "steps": [Link("Today", where.today()), "Tray"],
        "count": table.pager.rows if table.pager else 0,
    }
    return render(request, "desk/tray.html", facts, status=answer.status)


@staff_only
def document(request: HttpRequest, document_id: UUID) -> HttpResponse:
    """One file of the tray beside the places where it may belong; choosing one opens the sheet that files it."""
    try:
        sheet = acting.sheet_of(request, "tray.file", document_id)
    except ActError as error:
        return not_done(request, error)
    found: Document = sheet.subject
    if not sheet.spec.applies or not sheet.spec.applies(found, clock.today()):
        return _filed_already(request, found)
    case, parcel = _chosen(request)
    form, answer = None, acting.Answer()
    if case is not None or parcel is not None:
        form = acting.form_for(request, sheet, _start(found, case, parcel))
        if request.method == "POST":
            done = acting.send(request, sheet, form, answer)
            if done is not None:
                return _next(found) or done
    text = request.GET.get("q", "").strip()[:200]
    return render(request, "desk/tray_file.html", _page(found, text, case, parcel, form, answer), status=answer.status)


def _filed_already(request: HttpRequest, found: Document) -> HttpResponse:
    if found.case_id is not None:
        return redirect(where.case(found.case_id))
    if found.parcel_id is not None:
        return redirect(where.parcel(found.parcel_id))
    return not_done(request, NoSuchThing("This was set aside: it belongs to no file."))


def _chosen(request: HttpRequest) -> tuple[Case | None, Parcel | None]:
    """The place that the address names."""
    case, parcel = (request.GET.get(name, "") for name in ("case", "parcel"))
    return (
        Case.objects.filter(pk=case).first() if sheets.is_id(case) else None,
        Parcel.objects.filter(pk=parcel).first() if sheets.is_id(parcel) else None,
    )


def _start(found: Document, case: Case | None, parcel: Parcel | None) -> sheets.Start:
    """The sheet begins with the place, the file's name and, where something is asked for, the open items."""
    items = sheets.items(case, *_OPEN) if case is not None else ()
    return sheets.Start(
        initial={
            "case": str(case.pk) if case is not None else "",
            "parcel": str(parcel.pk) if parcel is not None else "",
            "title": found.title,
            "kind": _guess(found.title),
        },
        choices={"item": items},
        hidden=frozenset({"case", "parcel"}),
    )


_OPEN = (RequestItem.State.WAITING, RequestItem.State.ANSWERED)


def _guess(title: str) -> str:
    """What a file is by its name, where that says so."""
    name = title.lower()
    found = ("survey", "specification", "plan", "insurance", "authorization", "energy")
    kinds = ("survey", "specifications", "plans", "insurance", "authorization", "energy statement")
    return next((kind for word, kind in zip(found, kinds, strict=True) if word in name), "other")


def _next(found: Document) -> HttpResponse | None:
    """On to the next file of the tray; where it is empty, to where the act leads."""
    following = Document.objects.in_tray().exclude(pk=found.pk).order_by("received_on", "id").first()
    return redirect("desk:tray-file", following.pk) if following is not None else None


def _page(
    found: Document,
    text: str,
    case: Case | None,
    parcel: Parcel | None,
    form: Any,
    answer: acting.Answer,
) -> dict[str, Any]:
    here = reverse("desk:tray-file", args=[found.pk])
    looked = finding.look_up(text)
    twins = Document.objects.filter(file__sha256=found.file.sha256).exclude(pk=found.pk).select_related("case")
    return {
        "document": found,
        "steps": [Link("Tray", reverse("desk:tray")), found.title],
        "under": (
            "Received ", Day(found.received_on), f", {found.received_by}" if found.received_by else "",
            f", {words.plural(found.file.sheets, 'sheet')}" if found.file.sheets else "",
        ),
        "source": where.file(found.file_id),
        "in_frame": found.file.kind in (Kind.PDF, Kind.PNG, Kind.JPEG) and not found.file.cautions,
        "cautions": words.listed(found.file.caution_words) if found.file.cautions else "",
        "twins": [_twin(row) for row in twins[:5]],
        "text": text,
        "place": _named(case, parcel),
        "here": here,
        "form": form,
        "answer": answer,
        "cases": [_line(each, here) for each in looked.cases],
        "parcels": [c.LedgerLine(str(each), f"{here}?parcel={each.pk}") for each in looked.parcels],
        "nothing": bool(text) and not looked.cases and not looked.parcels,
        "waited_for": [] if text or case or parcel else _waited_for(here),
        "begin": where.new_application(scan=found.file_id),
        "aside": where.act("tray.set_aside", found.pk, then=reverse("desk:tray")),
    }  # fmt: skip


def _line(case: Case, here: str) -> c.LedgerLine:
    closed = "closed" if case.closed_on else ""
    name = f"{ledger.name_of(case)} {case.title}" if case.number else case.title
    href = f"{here}?case={case.pk}"
    return c.LedgerLine(name, href, note=", ".join(filter(None, [case.place, closed])))


def _waited_for(here: str) -> list[c.LedgerLine]:
    """Cases of which something is asked and has not come: where a scan most likely belongs."""
    asked = ChangeRequest.objects.filter(closed_on=None, items__state=RequestItem.State.WAITING).values("case")
    rows = Case.objects.filter(pk__in=asked, closed_on=None).order_by("number")[:WAITED_FOR]
    return [_line(row, here) for row in rows]


def _twin(row: Document) -> Any:
    if row.case is not None:
        return Link(f"{ledger.name_of(row.case)}, {row.title}", where.case(row.case.pk))
    return where.place(row.title, row.parcel_id) if row.parcel_id else f"{row.title}, in the tray"


def _named(case: Case | None, parcel: Parcel | None) -> str:
    if case is not None:
        return f"{ledger.name_of(case)}, {case.place}"
    return str(parcel) if parcel is not None else ""


@staff_only
def documents(request: HttpRequest, parcel_id: UUID) -> HttpResponse:
    """Papers that lie on a parcel and in no case."""
    parcel = get_object_or_404(Parcel, pk=parcel_id)
    rows = Document.objects.filter(parcel=parcel, case=None).select_related("file").order_by("-received_on", "-id")
    lines = [
        c.LedgerLine(row.title, where.file(row.file_id), note=f"{row.kind}, {words.shortday(row.received_on)}")
        for row in rows
    ]
    facts = {"parcel": parcel, "lines": lines, "steps": [where.place(str(parcel), parcel.pk), "Papers of the parcel"]}
    return render(request, "desk/parcel_papers.html", facts)
