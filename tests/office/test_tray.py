"""The tray: files that came in, filed in a case, for an item, on a parcel, or set aside."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from tests.office.factories import Office, do, parcel, pdf
from townwright.office.cases.models import RequestItem
from townwright.office.files.models import Document
from townwright.office.permits.models import Permit
from townwright.office.register.errors import InputError
from townwright.office.register.models import Entry
from townwright.office.storage import uuid7

pytestmark = [pytest.mark.both_engines, pytest.mark.usefixtures("site_inspected")]

TODAY = "2026-11-17"


def put(town: Office, *names: str) -> list[Document]:
    """Files put in the tray by the clerk."""
    files = [pdf(name).pk for name in names]
    do("tray.receive", None, TODAY, town.staff.clerk, files=files, how="e-mail")
    return [Document.objects.get(file=key) for key in files]


def file(town: Office, document: Document, **given: Any) -> Document:
    """Files a document of the tray."""
    do("tray.file", document, TODAY, town.staff.clerk, **given)
    document.refresh_from_db()
    return document


def asked(town: Office) -> tuple[Permit, RequestItem]:
    """An application of which a survey was asked for."""
    permit = town.submitted("2026-11-02")
    town.do("permit.request_changes", permit, "2026-11-03", items=[{"title": "Survey"}])
    return permit, RequestItem.objects.get()


def test_several_files_at_once_lie_in_the_tray_as_they_came(town: Office) -> None:
    first, second = put(town, "scan 1.pdf", "scan 2.pdf")
    assert list(Document.objects.in_tray()) == [first, second]
    assert (first.title, first.received_by, str(first.received_on)) == ("scan 1.pdf", "e-mail", TODAY)
    with pytest.raises(InputError, match="already"):
        do("tray.receive", None, TODAY, town.staff.clerk, files=[first.file_id])
    with pytest.raises(InputError, match="no longer there"):
        do("tray.receive", None, TODAY, town.staff.clerk, files=[uuid7()])


def test_filed_in_a_case_it_joins_the_open_round_and_both_histories(town: Office) -> None:
    permit = town.submitted("2026-11-02")
    (scan,) = put(town, "survey.pdf")
    filed = file(town, scan, case=permit.case_id, kind="survey", title="Survey of 2019", sheet="1")
    assert (filed.case_id, filed.parcel, filed.kind, filed.title) == (
        permit.case_id, town.parcel, "survey", "Survey of 2019",
    )  # fmt: skip
    assert filed.round == permit.case.rounds.first()
    assert not Document.objects.in_tray().exists()
    entry = Entry.objects.latest("seq")
    assert {row.ref for row in entry.touched.all()} >= {permit.case_id, town.parcel.pk}


def test_filed_for_an_item_it_is_its_answer_and_waits_for_the_next_round(town: Office) -> None:
    permit, item = asked(town)
    (scan,) = put(town, "survey.pdf")
    filed = file(town, scan, case=permit.case_id, item=item.pk, kind="survey")
    item.refresh_from_db()
    assert (item.state, item.answer, item.answered_by) == (
        RequestItem.State.ANSWERED, "On paper: survey.pdf", "Noor Fairweather",
    )  # fmt: skip
    assert (filed.item, filed.round) == (item, None)
    town.do("permit.resubmit", permit, "2026-11-18")
    filed.refresh_from_db()
    assert filed.round is not None and filed.round.count == 2


def test_filed_on_a_parcel_it_is_in_no_case(town: Office) -> None:
    (scan,) = put(town, "old survey.pdf")
    filed = file(town, scan, parcel=town.parcel.pk, kind="survey")
    assert (filed.case, filed.parcel) == (None, town.parcel)
    assert not Document.objects.in_tray().exists()
    with pytest.raises(InputError, match="not lie in the tray"):
        file(town, scan, parcel=town.parcel.pk)


def test_set_aside_it_leaves_the_tray_and_is_kept(town: Office) -> None:
    (scan,) = put(town, "blank.pdf")
    do("tray.set_aside", scan, TODAY, town.staff.clerk, why="A blank sheet")
    assert not Document.objects.in_tray().exists()
    assert Document.objects.get(pk=scan.pk).file == scan.file
    with pytest.raises(InputError, match="not lie in the tray"):
        do("tray.set_aside", scan, TODAY, town.staff.clerk, why="Again")


@pytest.mark.parametrize("wrong", ["nowhere", "case", "parcel", "other parcel", "item", "item alone"])
def test_a_place_that_cannot_be_right(town: Office, wrong: str) -> None:
    permit, item = asked(town)
    elsewhere = parcel("1 Other Street")
    other: UUID = uuid7()
    given: dict[str, dict[str, Any]] = {
        "nowhere": {},
        "case": {"case": other},
        "parcel": {"parcel": other},
        "other parcel": {"case": permit.case_id, "parcel": elsewhere.pk},
        "item": {"case": permit.case_id, "item": other},
        "item alone": {"parcel": town.parcel.pk, "item": item.pk},
    }
    (scan,) = put(town, "scan.pdf")
    with pytest.raises(InputError):
        file(town, scan, **given[wrong])
    assert Document.objects.in_tray().get() == scan
