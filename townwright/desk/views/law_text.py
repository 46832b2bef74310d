"""The town's own published text of its code: what is on file, and loading more after a look at its sections."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from townwright.desk import where
from townwright.desk.saying import readable
from townwright.office import laws
from townwright.office.cases.publishing import KEEPERS, LONGEST
from townwright.office.laws import published
from townwright.office.laws.models import CodeText
from townwright.office.register import acts
from townwright.office.register.acts import ADMINISTRATORS
from townwright.office.register.errors import ActError, InputError
from townwright.pages import components as c
from townwright.pages import fields as f
from townwright.pages import words
from townwright.pages.inline import Button, Day, Link, Tag
from townwright.pages.law import code_of
from townwright.pages.law_words import around
from townwright.pages.who import actor_of_request, staff_only

HERE = "desk:law-text"


class TextForm(forms.Form):
    """Published text, pasted or as a file, with its source and its day."""

    source = f.TextField(
        label="Source", max_length=200, help_text="Who published it, and when: “General Code, printed 2026-05-01”."
    )
    as_of = f.DayField(label="As of", help_text="The day whose law the text states. It is shown from that day on.")
    text = forms.CharField(
        label="Text",
        required=False,
        strip=False,
        max_length=LONGEST,
        help_text="Each section begins with a line of its own: § 50-4 Building permits.",
        widget=forms.Textarea(attrs={"rows": 10, "class": "in"}),
    )
    file = forms.FileField(
        label="Or a file",
        required=False,
        help_text="A text file, or a web page that was saved (.txt, .html). Save a Word document as plain text first.",
        widget=forms.FileInput(attrs={"accept": ".txt,.htm,.html"}),
    )
    form_key = forms.CharField(widget=forms.HiddenInput(), required=False)

    def __init__(self, data: Any = None, files: Any = None, *, key: str = "") -> None:
        super().__init__(data, files, initial={"form_key": key}, label_suffix="", use_required_attribute=False)
        for name in ("as_of", "file"):
            self.fields[name].widget.attrs["class"] = "in"

    def clean(self) -> dict[str, Any]:
        """The text as plain words, from the file where there is one."""
        cleaned = super().clean() or {}
        upload: UploadedFile[bytes] | None = cleaned.get("file")
        if upload is not None:
            try:
                cleaned["text"] = _read(upload)
            except ValueError as error:
                self.add_error("file", str(error))
        elif not (cleaned.get("text") or "").strip() and "text" not in self.errors:
            self.add_error("text", "Paste the text, or choose a file.")
        return cleaned


def _read(upload: UploadedFile[bytes]) -> str:
    """The words of a file. Raises `ValueError` for what is no text."""
    if (upload.size or 0) > LONGEST:
        raise ValueError(f"The file is too large: at most {LONGEST:,} bytes. Load the code in parts.")
    content = upload.read()
    if b"\0" in content or content.startswith((b"%PDF", b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise ValueError(
            "This is no text file. Save it as plain text (.txt) or as a web page (.html), and choose that."
        )
    try:
        return published.plain(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return published.plain(content.decode("cp1252", errors="replace"))


@staff_only
def texts(request: HttpRequest) -> HttpResponse:
    """What is on file, and the sheet to load more: first it is only looked at, then it is loaded."""
    actor = actor_of_request(request)
    may = actor.role in KEEPERS
    form = TextForm(request.POST or None, request.FILES or None, key=str(uuid4()))
    parts: list[published.Part] = []
    if request.method == "POST" and may and form.is_valid():
        parts = published.sections_of(form.cleaned_data["text"])
        if not parts:
            form.add_error("text", "No section was found. Each begins with a line like “§ 50-4 Building permits”.")
        elif "load" in request.POST and _load(request, form):
            return redirect(HERE)
    if form.is_bound and not form.is_valid():
        parts = []
    status = 422 if form.is_bound and not form.is_valid() else 200
    facts: dict[str, Any] = {
        "steps": [Link("Law", reverse("desk:law")), "Published text"],
        "may": may,
        "form": form,
        "table": _on_file(withdraws=actor.role in ADMINISTRATORS),
        "parts": _preview(parts) if parts else None,
        "found": words.plural(len(parts), "section"),
        "given": form.cleaned_data if parts else {},
        "key": (form.cleaned_data.get("form_key") or str(uuid4())) if parts else "",
    }
    return render(request, "desk/law_text.html", facts, status=status)


def _load(request: HttpRequest, form: TextForm) -> bool:
    """Loads the text; what stands in the way is put at its field."""
    given = {name: form.cleaned_data[name] for name in ("source", "as_of", "text")}
    try:
        done = acts.perform(
            "code_text.load", given, actor=actor_of_request(request), key=form.cleaned_data["form_key"] or str(uuid4())
        )
    except InputError as error:
        for name, said in error.errors.items():
            form.add_error(name if name in form.fields else None, said)
        return False
    except ActError as error:
        form.add_error(None, str(error))
        return False
    assert done.entry is not None
    messages.success(request, f"{readable(done.entry.said).rstrip('.')}.")
    return True


def _preview(parts: list[published.Part]) -> c.Table:
    """The sections that were found in a text, with what they stand beside."""
    code = code_of(laws.pack())
    columns = [
        c.Column("cite", "Section", "main"),
        c.Column("begins", "Begins"),
        c.Column("words", "Words", "number", label="Words"),
        c.Column("ours", "Stands beside", label="Stands beside"),
    ]
    rows = []
    for part in parts:
        ours = code.section(part.cite)
        rows.append(
            {
                "cite": f"{part.cite} {part.heading}".strip(),
                "begins": around(part.text, (), 90),
                "words": len(part.text.split()),
                "ours": ours.cite if ours else Tag("ask", "No section of ours"),
            }
        )
    return c.Table(columns, rows, "Sections found in the text", "")


def _on_file(*, withdraws: bool) -> c.Table:
    rows = CodeText.objects.annotate(
        all_of_it=Count("sections"), shown=Count("sections", filter=Q(sections__withdrawn_on=None))
    )
    columns = [
        c.Column("source", "Source", "main"),
        c.Column("as_of", "As of", label="As of"),
        c.Column("loaded", "Loaded", label="Loaded"),
        c.Column("sections", "Sections shown", label="Sections shown"),
        *([c.Column("act", "Withdraw", unseen=True)] if withdraws else []),
    ]
    return c.Table(
        columns,
        [
            {
                "source": row.source,
                "as_of": Day(row.as_of, "short"),
                "loaded": Day(row.loaded_on, "short"),
                "sections": f"{row.shown} of {row.all_of_it}",
                "act": _withdraw(row) if row.shown else Tag("none", "Withdrawn"),
            }
            for row in rows
        ],
        "Published text on file",
        "No published text is on file. The program ships none: load the town’s own, where it may be shown.",
    )


def _withdraw(row: Any) -> Button:
    href = where.act("code_text.withdraw", None, text=row.pk, then=reverse(HERE))
    return Button("Withdraw", href, about=f"the text of {row.source}")
