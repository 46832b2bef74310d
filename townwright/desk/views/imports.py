"""Imports: a list of another system is received, tried dry, looked at, and then loaded; its rejected rows come back."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from townwright.desk import finding, where
from townwright.desk.views.office import page
from townwright.office.files import acts as files
from townwright.office.files.downloads import content_disposition
from townwright.office.files.errors import DiskFull, FileDamaged, UnusableFile
from townwright.office.imports import acts, progress, tasks
from townwright.office.imports import mapping as mappings
from townwright.office.imports.errors import BadMapping
from townwright.office.imports.models import Load
from townwright.office.places.models import Parcel
from townwright.office.register.errors import ActError
from townwright.pages import components as c
from townwright.pages import fields as f
from townwright.pages import words
from townwright.pages.inline import Day, Link, Tag, Under
from townwright.pages.who import actor_of_request, staff_only

#: Loads, and rejected rows, that a page lists; the file has every row.
LOADS, REJECTED = 50, 50
HERE = "desk:imports"


class ReceiveForm(forms.Form):
    """A list to be loaded, and how it is read."""

    list_file = forms.FileField(
        label="The list",
        help_text="A text file: CSV, with commas, semicolons, tabs or bars. Save a spreadsheet as CSV (UTF-8).",
        error_messages={
            "required": "Choose the file.",
            "empty": "The file is empty (0 bytes). Look at it on your computer, and choose it again.",
        },
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv"}),
    )
    mapping = f.ChoiceField(label="How it is read", required=False, coerce=str, empty_value="")
    own = forms.FileField(
        label="Or a mapping of your own",
        required=False,
        help_text="A YAML file that says which column is what. The office keeps it under its name.",
        error_messages={"empty": "The mapping is empty (0 bytes)."},
        widget=forms.FileInput(attrs={"accept": ".yaml"}),
    )

    def __init__(self, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files, label_suffix="", use_required_attribute=False)
        known = [(name, _title(name)) for name in mappings.names()]
        self.fields["mapping"].choices = [("", "Choose"), *known]  # type: ignore[attr-defined]
        self.fields["mapping"].widget.attrs["class"] = "in"

    def clean(self) -> dict[str, Any]:
        """One of the two says how the list is read."""
        cleaned = super().clean() or {}
        if not cleaned.get("mapping") and not cleaned.get("own") and "own" not in self.errors:
            self.add_error("mapping", "Choose how the list is read, or give a mapping of your own.")
        return cleaned


def _title(name: str) -> str:
    try:
        return f"{mappings.mapping(name).title} ({name})"
    except BadMapping:
        return f"{name} (cannot be read)"


@staff_only
def imports(request: HttpRequest) -> HttpResponse:
    """Receives a list, and shows the loads so far."""
    form = ReceiveForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        received = _receive(request, form)
        if received is not None:
            tasks.try_received.enqueue(str(received.pk))
            return redirect("desk:import", received.pk)
    status = 422 if form.is_bound and form.errors else 200
    place = request.GET.get("place", "").strip()[:200]
    facts: dict[str, Any] = {
        "form": form,
        "loads": _loads(),
        "place": place,
        "parcels": [_card(parcel) for parcel in finding.look_up(place).parcels],
    }
    return page(request, "imports", HERE, status, **facts)


def _card(parcel: Parcel) -> c.LedgerLine:
    """The sheet on which an old card of a parcel is typed in."""
    return c.LedgerLine(str(parcel), where.act("old_record.enter", parcel=parcel.pk))


def _steps(name: str) -> list[Any]:
    return [Link("Imports", reverse(HERE)), name]


def _receive(request: HttpRequest, form: ReceiveForm) -> Load | None:
    """Keeps the list, and a mapping that came with it; what stands in the way is put at its field."""
    try:
        name = form.cleaned_data["mapping"]
        if own := form.cleaned_data.get("own"):
            name = _adopt(own)
    except BadMapping as error:
        form.add_error("own", str(error))
        return None
    upload: UploadedFile[bytes] = form.cleaned_data["list_file"]
    try:
        with files.scratch() as path:
            _write(upload, path)
            return acts.receive(path, name, actor=actor_of_request(request), name=upload.name or "list.csv")
    except UnusableFile as error:
        form.add_error("list_file", f"{error.wrong} {error.do}")
    except (DiskFull, OSError):
        form.add_error("list_file", str(DiskFull()))
    return None


def _adopt(upload: UploadedFile[bytes]) -> str:
    """Keeps a mapping under the name of its file. Raises `BadMapping`."""
    name = Path(upload.name or "mapping.yaml").name
    with files.scratch() as path:
        named = path.with_name(name) if name.endswith(".yaml") else None
        if named is None or named.exists():
            raise BadMapping(f"{name}: a mapping is a file whose name ends in .yaml")
        try:
            _write(upload, named)
            return mappings.adopt(named)
        finally:
            named.unlink(missing_ok=True)


def _write(upload: UploadedFile[bytes], path: Path) -> None:
    with path.open("wb") as out:
        for chunk in upload.chunks():
            out.write(chunk)


def _loads() -> c.Table:
    rows = Load.objects.select_related("file")[:LOADS]
    columns = [
        c.Column("file", "List", "main"),
        c.Column("received", "Received", label="Received"),
        c.Column("state", "State"),
        c.Column("read", "Rows", "number", label="Rows"),
        c.Column("new", "New", "number", label="New"),
        c.Column("changed", "Changed", "number", label="Changed"),
        c.Column("rejected", "Rejected", "number", label="Rejected"),
        c.Column("entry", "Register"),
    ]
    return c.Table(
        columns,
        [
            {
                "file": Under(Link(row.file.name, reverse("desk:import", args=[row.pk])), f"by {row.mapping}"),
                "received": Under(Day(row.received_at, "short"), row.received_by),
                "state": _tag(row),
                **{name: row.report.get(name) for name in ("read", "new", "changed", "rejected")},
                "entry": where.register(row.entry_seq) if row.entry_seq else "",
            }
            for row in rows
        ],
        "Loads",
        "No list was loaded yet. Each one stands here with what came of it.",
        showing=f"the last {LOADS}" if len(rows) == LOADS else "",
    )


def _tag(row: Load) -> Tag:
    if row.done_at is not None:
        return Tag("met", "Loaded")
    if row.trouble:
        return Tag("unmet", "Not loaded")
    return Tag("wait", "Tried only") if row.report else Tag("wait", "Received")


@staff_only
def load(request: HttpRequest, load_id: UUID) -> HttpResponse:
    """One load: what it would do, how far it is, or what came of it; and the button that loads it."""
    actor = actor_of_request(request)
    received = get_object_or_404(Load.objects.visible_to(actor).select_related("file"), pk=load_id)
    far = progress.how_far(received.pk)
    if request.method == "POST":
        if received.done_at is None and received.report and far is None:
            Load.objects.filter(pk=received.pk).update(trouble="")
            tasks.load_received.enqueue(str(received.pk), str(actor.id))
        return redirect(f"{reverse('desk:import', args=[received.pk])}?begun=1")
    waiting = received.done_at is None and not received.trouble and (not received.report or "begun" in request.GET)
    report = received.report
    facts: dict[str, Any] = {
        "load": received,
        "steps": _steps(received.file.name),
        "under": f"Received {words.moment(received.received_at)} by {received.received_by}, by {received.mapping}.",
        "progress": _progress(received, far) if far is not None or waiting else None,
        "report": report,
        "counts": list(_counts(report)) if report else [],
        "totals": _totals(report) if report.get("totals") else None,
        "rejected": _rejected(report) if report.get("rejected") else None,
        "may_load": bool(report) and received.done_at is None and far is None and not waiting,
        "does_something": bool(report) and any(report.get(name) for name in ("new", "changed", "missing")),
        "entry": where.register(received.entry_seq) if received.entry_seq else "",
    }
    return page(request, "import", HERE, **facts)


def _progress(received: Load, far: tuple[int, int] | None) -> c.Progress:
    if far is None:
        return c.Progress("Waiting to begin", 0, None, "The office's jobs begin it within a few seconds.")
    done, of = far
    if of == 0:
        return c.Progress(f"Reading {received.file.name}", 0, None)
    return c.Progress(f"Loading {received.file.name}", done, of, "Records are kept together at the end, or none.")


def _counts(report: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    said = (
        ("read", "Rows read"),
        ("new", "New records"),
        ("changed", "Changed records"),
        ("unchanged", "Unchanged records"),
        ("joined", "Rows of a record above"),
        ("rejected", "Rejected rows"),
        ("missing", "No longer in the list"),
    )
    for name, title in said:
        if report[name] or name not in ("joined", "missing"):
            yield title, str(words.count(report[name]))
    yield "New parcels", str(words.count(report["parcels"]["new"]))


_MONEY = {"valuation": "Valuation", "fee": "Fee"}


def _totals(report: dict[str, Any]) -> c.Table:
    """The control totals: read, kept and rejected of each column of money."""
    columns = [
        c.Column("name", "Column", "main"),
        *(
            c.Column(key, title, "number", label=title)
            for key, title in (
                ("read", "In the file"),
                ("kept", "In kept rows"),
                ("rejected", "In rejected rows"),
                ("empty", "Empty cells"),
                ("unreadable", "No amount"),
            )
        ),
    ]
    rows = [
        {
            "name": _MONEY.get(name, name.capitalize()),
            "read": Decimal(amount),
            "kept": Decimal(report["totals_kept"][name]),
            "rejected": Decimal(report["totals_rejected"][name]),
            "empty": report["amounts_empty"][name],
            "unreadable": report["amounts_unreadable"][name],
        }
        for name, amount in report["totals"].items()
    ]
    return c.Table(columns, rows, "Control totals", "The list has no column of money.")


def _rejected(report: dict[str, Any]) -> c.Table:
    rows = report["rejected_rows"][:REJECTED]
    columns = [c.Column("row", "Row of the file", "main"), c.Column("reason", "Why it is rejected")]
    showing = f"the first {REJECTED:,} of {report['rejected']:,}; the file has them all"
    return c.Table(
        columns,
        [{"row": str(row["row"]), "reason": row["reason"]} for row in rows],
        "Rejected rows",
        "No row is rejected.",
        showing=showing if report["rejected"] > REJECTED else "",
    )


@staff_only
def rejected(request: HttpRequest, load_id: UUID) -> HttpResponse:
    """The rejected rows as a file to repair and load again."""
    received = get_object_or_404(Load.objects.visible_to(actor_of_request(request)).select_related("file"), pk=load_id)
    try:
        content = acts.plan_received(received).rejected_csv()
    except (ActError, FileDamaged) as error:
        facts: dict[str, Any] = {"steps": _steps(received.file.name), "load": received, "words": str(error)}
        return page(request, "import_trouble", HERE, 409, **facts)
    response = HttpResponse(content, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = content_disposition(f"{Path(received.file.name).stem}-rejected.csv", shown=False)
    return response
