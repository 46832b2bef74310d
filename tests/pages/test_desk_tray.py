"""The tray: files are put in at once, and filed by three clicks in a case, for an item, or on a parcel."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.office.factories import Office, do, pdf
from tests.pages.counting import queries
from tests.pages.reading import section, text
from tests.pages.visitor import pdf_file, photo
from townwright.office.cases.models import RequestItem
from townwright.office.files.models import Document

pytestmark = pytest.mark.usefixtures("blank_papers")

Desk = Callable[..., Any]


def put(town: Office, *names: str) -> list[Document]:
    """Files that lie in the tray."""
    files = [pdf(name).pk for name in names]
    do("tray.receive", None, "2026-11-16", town.staff.clerk, files=files)
    return [Document.objects.get(file=key) for key in files]


def test_many_are_put_in_at_once_and_counted_on_today(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    sent = [pdf_file("plans.pdf"), photo("survey.jpg"), pdf_file("letter.pdf")]
    assert clerk.post("tray/", files=sent, how="e-mail").status_code == 302
    said = section(clerk.get("tray/"), "Not yet filed 3")
    assert "plans.pdf" in said and "survey.jpg" in said and "letter.pdf" in said
    today = clerk.get("")
    assert re.search(r'href="/chester/desk/tray/"><b[^>]*>3</b><span>Scans not yet filed', today.content.decode())


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ([], "This must be answered"),
        ([SimpleUploadedFile("empty.pdf", b"")], "empty.pdf"),
        ([SimpleUploadedFile("plans.pdf", b"no pdf at all")], "named PDF, but it is none"),
        ([pdf_file("good.pdf"), SimpleUploadedFile("bad.pdf", b"%PDF-1.7 cut")], "bad.pdf: The PDF is damaged"),
    ],
)
def test_what_cannot_be_kept_is_named_and_the_rest_is_kept(
    town: Office, desk: Desk, sent: list[Any], said: str
) -> None:
    for upload in sent:
        upload.seek(0)
    answer = desk(town.staff.clerk).post("tray/", files=sent, how="scan")
    assert answer.status_code == 422 and said in text(answer)
    assert not Document.objects.exists()
    assert ("good.pdf" in text(answer)) is any(upload.name == "good.pdf" for upload in sent)


def test_three_clicks_file_it_in_a_case(town: Office, desk: Desk) -> None:
    permit = town.submitted("2026-11-02")
    first, second = put(town, "survey of 2019.pdf", "letter.pdf")
    clerk = desk(town.staff.clerk)
    one = f"/chester/desk/tray/{first.pk}/"
    assert f'href="{one}"' in clerk.get("tray/").content.decode()
    two = f"{one}?case={permit.case_id}"
    assert f'href="{two}"' in clerk.get(one, q="38 lakeside").content.decode()
    page = clerk.get(two)
    assert f"File it in {permit.case.number}, 38 Lakeside Terrace" in text(page)
    assert re.search(r'value="survey"[^>]*checked|<option value="survey" selected', page.content.decode())
    done = clerk.post(two, case=str(permit.case_id), kind="survey", title="Survey of 2019")
    assert done["Location"] == f"/chester/desk/tray/{second.pk}/"
    first.refresh_from_db()
    assert (first.case_id, first.title, first.kind) == (permit.case_id, "Survey of 2019", "survey")
    assert clerk.get(one)["Location"] == f"/chester/desk/cases/{permit.case_id}/"


def test_a_case_of_which_something_is_asked_is_offered_with_its_items(town: Office, desk: Desk) -> None:
    permit = town.submitted("2026-11-02")
    town.do("permit.request_changes", permit, "2026-11-03", items=[{"title": "Survey"}])
    item = RequestItem.objects.get()
    (scan,) = put(town, "scan 0001.pdf")
    clerk = desk(town.staff.clerk)
    assert str(permit.case.number) in section(clerk.get(f"tray/{scan.pk}/"), "Where does it belong?")
    address = f"tray/{scan.pk}/?case={permit.case_id}"
    assert "Request 1, item 1: Survey" in text(clerk.get(address))
    done = clerk.post(address, case=str(permit.case_id), item=str(item.pk), kind="survey")
    assert done["Location"] == f"/chester/desk/cases/{permit.case_id}/"
    item.refresh_from_db()
    assert item.state == RequestItem.State.ANSWERED


def test_on_a_parcel_alone_it_lies_among_the_papers_of_the_parcel(town: Office, desk: Desk) -> None:
    (scan,) = put(town, "old plan.pdf")
    clerk = desk(town.staff.clerk)
    found = clerk.get(f"tray/{scan.pk}/", q="17-1-1")
    assert f"?parcel={town.parcel.pk}" in found.content.decode()
    clerk.post(f"tray/{scan.pk}/?parcel={town.parcel.pk}", parcel=str(town.parcel.pk), kind="plans")
    assert "old plan.pdf" in text(clerk.get(f"parcels/{town.parcel.pk}/papers/"))
    assert clerk.get(f"tray/{scan.pk}/")["Location"] == f"/chester/desk/parcels/{town.parcel.pk}/"


def test_set_aside_it_is_gone_from_the_tray(town: Office, desk: Desk) -> None:
    (scan,) = put(town, "blank.pdf")
    clerk = desk(town.staff.clerk)
    href = re.search(r'href="([^"]*tray.set_aside[^"]*)"', clerk.get(f"tray/{scan.pk}/").content.decode())
    assert href is not None
    done = clerk.post(href[1].replace("&amp;", "&"), why="A blank sheet")
    assert done["Location"] == "/chester/desk/tray/"
    assert "The tray is empty" in text(clerk.get("tray/"))
    assert clerk.get(f"tray/{scan.pk}/").status_code == 404


def test_the_same_file_that_lies_somewhere_is_pointed_out(town: Office, desk: Desk) -> None:
    permit = town.submitted("2026-11-02")
    first, second = put(town, "a.pdf", "b.pdf")
    assert first.file.sha256 == second.file.sha256
    do("tray.file", first, "2026-11-17", town.staff.clerk, case=permit.case_id)
    said = text(desk(town.staff.clerk).get(f"tray/{second.pk}/"))
    assert f"The same file lies here already: {permit.case.number}, a.pdf" in said


@pytest.mark.parametrize("asked", ["?case=x", "?parcel=1", "?case=00000000-0000-0000-0000-000000000000", "?q=%00"])
def test_a_strange_address_is_harmless(town: Office, desk: Desk, asked: str) -> None:
    (scan,) = put(town, "scan.pdf")
    assert desk(town.staff.clerk).get(f"tray/{scan.pk}/{asked}").status_code == 200


def test_filed_in_two_places_at_once_it_is_refused(town: Office, desk: Desk) -> None:
    permit = town.submitted("2026-11-02")
    (scan,) = put(town, "scan.pdf")
    answer = desk(town.staff.clerk).post(
        f"tray/{scan.pk}/?case={permit.case_id}", case=str(permit.case_id), parcel=str(permit.case_id)
    )
    assert answer.status_code == 422 and Document.objects.in_tray().exists()


def test_takes_the_same_number_of_queries_for_many(town: Office, desk: Desk) -> None:
    put(town, "a.pdf")
    clerk = desk(town.staff.clerk)
    clerk.get("tray/")
    few = queries(clerk, "tray/")
    put(town, "b.pdf", "c.pdf")
    assert queries(clerk, "tray/") == few
