"""Imports: a list is received, tried, looked at, loaded; its rejected rows come back; an old card is typed in."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django_tasks_db.models import DBTaskResult

from tests.office.factories import Office
from tests.pages.counting import queries
from tests.pages.reading import section, text
from townwright.office import storage
from townwright.office.files import acts as files
from townwright.office.files.errors import DiskFull
from townwright.office.imports import progress, tasks
from townwright.office.imports.models import Load
from townwright.office.records.models import OldRecord

pytestmark = pytest.mark.usefixtures("blank_papers")

Desk = Callable[..., Any]
MAPPING = """
title: An invented list
source: invented
columns:
  number: {header: Number}
  type: {header: Type}
  place: {header: Location}
  parcel_key: {header: Key}
  issued: {header: Issued, written: MM/DD/YYYY, earliest: "1900-01-01"}
  valuation: {header: Valuation}
  fee: {header: Fee}
"""
LIST = (
    "Number,Type,Location,Key,Issued,Valuation,Fee\n"
    '0012,Electric,38 Lakeside Ter,17-1-1,10/18/2012,"$8,000.00",$75.00\n'
    "0013,Sign,12 Pine St,17-1-9,11/13/2013,$1500.50,$95.25\n"
    "0014,Deck,14 Pine St,17-1-8,13/45/2013,$20.00,$5.00\n"
)


@pytest.fixture(autouse=True)
def _mappings(office: storage.Office) -> Iterator[None]:
    folder = office.folder / "mappings"
    folder.mkdir(exist_ok=True)
    (folder / "invented.yaml").write_text(MAPPING)
    yield
    shutil.rmtree(folder)
    shutil.rmtree(office.folder / "loading", ignore_errors=True)


def listed(content: str | bytes = LIST, name: str = "permits.csv") -> SimpleUploadedFile:
    """A file as a browser sends it."""
    return SimpleUploadedFile(name, content.encode() if isinstance(content, str) else content, "text/csv")


def received(desk: Any, content: str | bytes = LIST, **given: Any) -> Load:
    """A list that was sent and tried."""
    answer = desk.post("office/imports/", list_file=listed(content), **{"mapping": "invented", **given})
    assert answer.status_code == 302, text(answer)
    load = Load.objects.get()
    tasks.try_received.func(str(load.pk))
    return load


def page(desk: Any, load: Load, **asked: str) -> Any:
    """The page of a load."""
    return desk.get(f"office/imports/{load.pk}/", **asked)


def test_a_list_is_tried_first_and_changes_nothing(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    load = received(clerk)
    said = text(page(clerk, load))
    assert "Tried only: nothing is changed yet" in said and "Rows read 3 New records 2" in said
    assert "Rejected rows 1" in said
    assert "Valuation $9,520.50 $9,500.50 $20.00" in section(page(clerk, load), "Control totals")
    assert "13/45/2013' is no day of the calendar" in section(page(clerk, load), "Rejected rows")
    assert not OldRecord.objects.exists()


def test_loading_goes_on_in_the_background_and_says_how_far_it_is(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    load = received(clerk)
    answer = clerk.post(f"office/imports/{load.pk}/")
    assert answer.status_code == 302
    assert "Waiting to begin" in text(clerk.get(answer["Location"]))
    with progress.kept(load.pk) as keep:
        assert "Reading permits.csv" in text(page(clerk, load))
        keep(1, 2)
        said = text(page(clerk, load))
        assert "Loading permits.csv" in said and "1 of 2 done" in said
        before = DBTaskResult.objects.count()
        clerk.post(f"office/imports/{load.pk}/")
        assert DBTaskResult.objects.count() == before
    tasks.load_received.func(str(load.pk), str(town.staff.clerk.id))
    said = text(page(clerk, load))
    assert "Loaded Tue 17 November 2026" in said and "Register" in said and "Load 2 records" not in said
    assert OldRecord.objects.count() == 2
    assert "Loaded" in section(clerk.get("office/imports/"), "Loads")


def test_the_rejected_rows_come_back_as_a_file_to_repair(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    load = received(clerk)
    answer = clerk.get(f"office/imports/{load.pk}/rejected.csv")
    assert 'filename="permits-rejected.csv"' in answer["Content-Disposition"]
    content = answer.content.decode("utf-8-sig")
    assert content.startswith("Row of the file,Why it was rejected,Number") and "0014,Deck" in content
    Load.objects.filter(pk=load.pk).update(mapping="gone")
    assert clerk.get(f"office/imports/{load.pk}/rejected.csv").status_code == 409


def test_the_same_list_twice_has_nothing_to_load(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    load = received(clerk)
    tasks.load_received.func(str(load.pk), str(town.staff.clerk.id))
    clerk.post("office/imports/", list_file=listed(), mapping="invented")
    second = Load.objects.get(done_at=None)
    tasks.try_received.func(str(second.pk))
    said = text(page(clerk, second))
    assert "There is nothing to load" in said and "Load 2 records" not in said


def test_a_mapping_of_ones_own_is_kept_under_its_name(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    own = SimpleUploadedFile("our-list.yaml", MAPPING.replace("invented", "ours").encode())
    load = received(clerk, mapping="", own=own)
    assert load.mapping == "our-list"
    assert "our-list" in clerk.get("office/imports/").content.decode()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "Choose the file."),
        ({"list_file": listed("")}, "The file is empty (0 bytes)"),
        ({"list_file": listed(b"%PDF-1.7 nothing")}, "which cannot be used here"),
        ({"list_file": listed(b"\x89PNG\r\n\x1a\n0000")}, "cannot be used"),
        ({"list_file": listed(), "mapping": ""}, "Choose how the list is read"),
        ({"list_file": listed(), "mapping": "nobody"}, "not one of the available choices"),
        ({"list_file": listed(), "mapping": "", "own": SimpleUploadedFile("x.yaml", b"a: [")}, "x.yaml"),
        ({"list_file": listed(), "mapping": "", "own": SimpleUploadedFile("x.txt", b"a")}, "ends in .yaml"),
        ({"list_file": listed(), "mapping": "", "own": SimpleUploadedFile("../../x.yaml", b"title: x")}, "x.yaml"),
    ],
)
def test_what_cannot_be_received_says_why(town: Office, desk: Desk, given: dict[str, Any], said: str) -> None:
    for upload in given.values():
        if isinstance(upload, SimpleUploadedFile):
            upload.seek(0)
    answer = desk(town.staff.clerk).post("office/imports/", **{"mapping": "invented", **given})
    assert answer.status_code == 422 and said in text(answer)
    assert not Load.objects.exists()


def test_a_list_of_another_shape_is_not_loaded_and_says_so(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    load = received(clerk, "This,Is,Something\nelse,entirely,1\n")
    said = text(page(clerk, load))
    assert "The list cannot be read" in said and "Nothing was changed" in said
    assert "Not loaded" in section(clerk.get("office/imports/"), "Loads")
    before = DBTaskResult.objects.count()
    clerk.post(f"office/imports/{load.pk}/")
    assert DBTaskResult.objects.count() == before


def test_a_full_disk_keeps_nothing(town: Office, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise DiskFull

    monkeypatch.setattr(files, "keep", full)
    answer = desk(town.staff.clerk).post("office/imports/", list_file=listed(), mapping="invented")
    assert answer.status_code == 422 and "The disk of the office is full" in text(answer)


def test_trouble_while_loading_is_said_and_it_can_be_tried_again(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    load = received(clerk)
    Load.objects.filter(pk=load.pk).update(trouble="Somebody stood in the way.")
    said = text(page(clerk, load, begun="1"))
    assert "The list was not loaded" in said and "Somebody stood in the way." in said and "Load 2 records" in said


def test_an_old_card_is_typed_in_with_the_year_only(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    found = clerk.get("office/imports/", place="38 lakeside")
    href = f"/chester/desk/do/old_record.enter/?parcel={town.parcel.pk}"
    assert href in found.content.decode()
    assert "For 38 Lakeside Terrace" in text(clerk.get(href))
    done = clerk.post(href, parcel=str(town.parcel.pk), kind="permit", number="B-4127", year="1988", words="Deck")
    assert done.status_code == 302
    assert OldRecord.objects.get().when == "1988"
    assert "No parcel is found" in text(clerk.get("office/imports/", place="nowhere at all"))


def test_takes_the_same_number_of_queries_for_many_loads(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    received(clerk)
    clerk.get("office/imports/")
    few = queries(clerk, "office/imports/")
    clerk.post("office/imports/", list_file=listed(LIST + "0015,Sign,,,,,\n"), mapping="invented")
    assert queries(clerk, "office/imports/") == few


def test_a_load_that_is_none(town: Office, desk: Desk) -> None:
    other = "00000000-0000-0000-0000-000000000000"
    assert desk(town.staff.clerk).get(f"office/imports/{other}/").status_code == 404
    assert desk(town.staff.clerk).get(f"office/imports/{other}/rejected.csv").status_code == 404
