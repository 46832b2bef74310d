"""Papers and files at the desk: the same bytes, under headers that let nothing run, and never without signing in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from tests.office import factories
from tests.office.factories import Office
from tests.pages.reading import text
from townwright.office.files import acts as files
from townwright.office.files.models import StoredFile
from townwright.office.papers.models import Paper

Desk = Callable[..., Any]


def test_a_paper_is_the_same_bytes_each_time(town: Office, desk: Desk) -> None:
    town.submitted("2026-11-02")
    paper = Paper.objects.get(kind="application")
    clerk = desk(town.staff.clerk)
    first, again = (clerk.get(f"papers/{paper.pk}/") for _ in range(2))
    assert first.content == again.content and files.digest_of_stream(_stream(first.content)) == paper.sha256
    assert first["Content-Disposition"].startswith("inline;") and first["X-Content-Type-Options"] == "nosniff"
    assert clerk.get(f"papers/{paper.pk}/?save=1")["Content-Disposition"].startswith("attachment;")


def _stream(content: bytes) -> Any:
    import io

    return io.BytesIO(content)


def test_a_plan_is_shown_inside_our_own_pages_only(town: Office, desk: Desk) -> None:
    stored = factories.pdf("A-1 plans.pdf")
    answer = desk(town.staff.inspector).get(f"files/{stored.pk}/")
    assert answer.status_code == 200 and b"".join(answer.streaming_content).startswith(b"%PDF")
    assert "frame-ancestors 'self'" in answer["Content-Security-Policy"]
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert 'filename="A-1 plans.pdf"' in answer["Content-Disposition"]


def test_a_file_that_runs_something_is_saved_never_shown(town: Office, desk: Desk) -> None:
    stored = factories.pdf("tricky.pdf")
    StoredFile.objects.filter(pk=stored.pk).update(cautions=["script"])
    answer = desk(town.staff.clerk).get(f"files/{stored.pk}/")
    assert answer["Content-Disposition"].startswith("attachment;") and "sandbox" in answer["Content-Security-Policy"]


def test_a_stranger_is_asked_to_sign_in(town: Office, desk: Desk, client: Any) -> None:
    stored = factories.pdf()
    answer = client.get(f"/chester/desk/files/{stored.pk}/")
    assert answer.status_code == 302 and "/accounts/login/" in answer.url


def test_there_is_nothing_under_another_name(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    assert clerk.get(f"files/{uuid4()}/").status_code == 404
    assert clerk.get(f"papers/{uuid4()}/").status_code == 404


def test_a_file_changed_on_the_disk_is_not_shown(town: Office, desk: Desk) -> None:
    town.submitted("2026-11-02")
    paper = Paper.objects.select_related("file").get(kind="application")
    place = files.path_of(paper.file)
    place.chmod(0o644)
    place.write_bytes(b"%PDF-1.7 something else")
    answer = desk(town.staff.clerk).get(f"papers/{paper.pk}/")
    assert answer.status_code == 500 and "is not what was kept" in text(answer)
    place.unlink()
    answer = desk(town.staff.clerk).get(f"files/{paper.file_id}/")
    assert answer.status_code == 500 and "restore the documents folder" in text(answer)
