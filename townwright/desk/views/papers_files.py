"""Papers and kept files, handed out to the people of the office: the bytes as they were printed or came in."""

from __future__ import annotations

from uuid import UUID

from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render

from townwright.desk import where
from townwright.office.files import acts as files
from townwright.office.files.errors import FileDamaged
from townwright.office.files.models import StoredFile
from townwright.office.outbox.models import Message
from townwright.office.papers import acts as papers
from townwright.office.papers.models import Paper
from townwright.pages.inline import Link
from townwright.pages.who import staff_only


@staff_only
def paper(request: HttpRequest, paper_id: UUID) -> HttpResponse:
    """A paper, the same bytes as when it was printed. `?save=1` saves it instead of showing it."""
    found = get_object_or_404(Paper.objects.select_related("file"), pk=paper_id)
    try:
        content = papers.bytes_of(found)
    except FileDamaged:
        return damaged(request, str(found))
    return HttpResponse(content, headers=files.headers(found.file, show=_shows(request)))


@staff_only
def letter(request: HttpRequest, message_id: UUID) -> HttpResponse:
    """A letter as it goes into its envelope, with the papers that are enclosed."""
    found = get_object_or_404(Message, pk=message_id, way=Message.Way.LETTER)
    enclosed = Paper.objects.filter(file_id__in=found.files).select_related("file")
    waits = found.state == Message.State.WAITING
    return render(
        request,
        "desk/letter.html",
        {
            "letter": found,
            "steps": [Link("Today", where.today()), Link("Letters to post", where.rows("letters")), found.subject],
            "enclosed": [Link(str(paper), where.paper(paper.pk)) for paper in enclosed],
            "posted": where.act("letter.post", letters=found.pk, then=where.rows("letters")) if waits else "",
        },
    )


@staff_only
def file(request: HttpRequest, file_id: UUID) -> HttpResponseBase:
    """A kept file as it came in. What may run something is saved, never shown."""
    stored = get_object_or_404(StoredFile, pk=file_id)
    try:
        stream = files.open_file(stored)
    except FileDamaged:
        return damaged(request, stored.name)
    response = FileResponse(stream)
    # After it is made: FileResponse would name the file by its place on the disk.
    for name, value in files.headers(stored, show=_shows(request)).items():
        response[name] = value
    return response


def damaged(request: HttpRequest, name: str) -> HttpResponse:
    """Says that a file is gone or changed on the disk, and what to do."""
    return render(request, "desk/damaged.html", {"name": name}, status=500)


def _shows(request: HttpRequest) -> bool:
    return "save" not in request.GET
