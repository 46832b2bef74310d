"""Papers and files of a case, handed out by its link: its own, those under its permit's certificates, and no other."""

from __future__ import annotations

from uuid import UUID

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from townwright.counter.opening import case_of
from townwright.counter.parts import certificates, papers
from townwright.office import clock
from townwright.office.files import acts as files
from townwright.office.files.errors import FileDamaged
from townwright.office.files.models import Document
from townwright.office.papers import acts as printing
from townwright.office.papers.models import Paper


def paper(request: HttpRequest, code: str, paper_id: UUID) -> HttpResponse:
    """A paper, the same bytes as when it was printed. `?save=1` saves it instead of showing it."""
    case = case_of(request, code)
    open_here = papers.cases_of(case, certificates.of_case(case, clock.today()))
    found = Paper.objects.filter(pk=paper_id, case_id__in=open_here).select_related("file").first()
    if found is None:
        raise Http404("There is no such paper in this case.")
    try:
        content = printing.bytes_of(found)
    except FileDamaged:
        return render(request, "counter/damaged.html", {"name": str(found)}, status=500)
    return HttpResponse(content, headers=files.headers(found.file, show="save" not in request.GET))


def file(request: HttpRequest, code: str, file_id: UUID) -> HttpResponseBase:
    """A file that was handed in, or its stamped copy, as it lies in this case."""
    case = case_of(request, code)
    found = Document.objects.filter(case=case, file_id=file_id).select_related("file").first()
    if found is None:
        raise Http404("There is no such file in this case.")
    try:
        stream = files.open_file(found.file)
    except FileDamaged:
        return render(request, "counter/damaged.html", {"name": found.title}, status=500)
    response = FileResponse(stream)
    # After it is made: FileResponse would name the file by its place on the disk.
    for name, value in files.headers(found.file, show="save" not in request.GET).items():
        response[name] = value
    return response
