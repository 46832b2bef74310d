"""Sheets that name records: each is chosen from what there is, by its name; no id is anybody's to type."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.office.factories import Office, do
from tests.office.factories_inspections import failed, issued
from tests.pages.test_desk_acting import text
from townwright.desk import sheets
from townwright.office.cases.models import RequestItem
from townwright.office.inspections.models import InspectionRequest, Violation
from townwright.office.money.models import Line
from townwright.office.people.models import Ownership
from townwright.office.places.models import Flag
from townwright.office.register import acts

Desk = Callable[..., Any]
pytestmark = pytest.mark.usefixtures("blank_papers")


def options(response: Any, name: str) -> dict[str, str]:
    """The choices of a select, by their values."""
    html = response.content.decode()
    found = re.search(rf'<select name="{name}".*?</select>', html, re.S)
    assert found, f"{name} is no choice: {text(response)}"
    return dict(re.findall(r'<option value="([^"]+)"[^>]*>([^<]*)', found[0]))


def test_who_inspects_is_chosen_from_those_appointed(town: Office, desk: Desk) -> None:
    permit = town.issued("2026-10-01")
    do(
        "inspection.request",
        permit,
        "2026-11-16",
        town.staff.clerk,
        lines=["footing"],
        ready_on="2026-11-18",
        caller="D",
    )
    request = InspectionRequest.objects.get()
    clerk, address = desk(town.staff.clerk), f"do/inspection.schedule/{request.pk}/"
    page = clerk.get(address)
    assert set(options(page, "inspector").values()) == {town.staff.officer.name, town.staff.inspector.name}
    assert "Footing and foundation, ready Wed 18 November 2026." in text(page)
    assert 'value="2026-11-18"' in page.content.decode()
    sent = {"inspector": town.staff.inspector.id, "day": "2026-11-18", "hour": "9:00"}
    assert clerk.post(address, **sent).status_code == 302
    request.refresh_from_db()
    assert request.inspector_id == town.staff.inspector.id
    moved = clerk.get(f"do/inspection.move/{request.pk}/")
    assert f'value="{town.staff.inspector.id}" selected' in moved.content.decode()
    whole_day = clerk.get("do/inspection.move_day/")
    assert options(whole_day, "inspector") == options(whole_day, "to_inspector") == options(page, "inspector")


def test_a_change_and_what_waits_for_it_are_chosen(town: Office, desk: Desk) -> None:
    permit = town.issued("2026-10-01")
    officer = desk(town.staff.officer)
    assert "Framing" in text(officer.get(f"do/permit.report_change/{permit.pk}/"))
    town.do("permit.report_change", permit, "2026-11-02", words="The stair turned round")
    address = f"do/permit.decide_change/{permit.pk}/"
    (change,) = options(officer.get(address), "change").items()
    assert change[1] == "The stair turned round"
    assert officer.post(address, change=change[0], decision="amended permit", elements=["framing"]).status_code == 302
    assert permit.changes.get().elements == ["framing"]
    amended = officer.get(f"do/permit.apply_amendment/{permit.pk}/")
    assert list(options(amended, "change").values()) == ["The stair turned round"]


def test_what_is_open_from_before_is_named_when_a_visit_is_closed(town: Office, desk: Desk) -> None:
    site = issued(town, "2026-10-01")
    visit = site.visit("2026-10-20", failed("footing", "Too shallow", "RCNYS R403.1.4"), close=False)
    open_now = Violation.objects.get()
    page = desk(town.staff.inspector).get(f"do/inspection.close/{visit.pk}/")
    assert str(open_now.pk) in options(page, "looks-0-violation")


def test_a_refund_is_of_a_fee_that_was_paid(town: Office, desk: Desk) -> None:
    permit = town.submitted("2026-11-02")
    page = desk(town.staff.clerk).get(f"do/refund.ask/{permit.case_id}/")
    charge = Line.objects.get(kind="charge")
    assert options(page, "charge") == {str(charge.pk): f"{charge.what}, $219.00 paid"}


def test_of_a_parcel_its_notes_its_owners_and_its_buildings_are_chosen(town: Office, desk: Desk) -> None:
    clerk = desk(town.staff.clerk)
    flag = Flag.objects.get(parcel=town.parcel)
    assert options(clerk.get(f"do/parcel.unflag/{town.parcel.pk}/"), "flag") == {str(flag.pk): flag.get_kind_display()}
    owner = Ownership.objects.get(parcel=town.parcel)
    sold = clerk.get("do/owner.record/", parcel=town.parcel.pk)
    assert options(sold, "in_place_of") == {str(owner.pk): "Dara Ortiz"}
    assert clerk.get("do/owner.record/", parcel="no id").status_code == 200
    do("building.record", town.parcel, "2026-06-01", town.staff.clerk, occupancy="R-3", use="Barn")
    permit = town.issued("2026-10-01")
    assert list(options(clerk.get(f"do/certificate.apply/{permit.pk}/"), "building").values()) == ["Building 1"]


def test_no_sheet_of_a_case_asks_for_an_id(town: Office, desk: Desk) -> None:
    """Whatever an act of a case names by its id has a choice, or stands in the address of a page that leads there."""
    permit = town.issued("2026-10-01")
    officer = desk(town.staff.officer)
    for spec in acts.specs():
        if spec.subject is None or not isinstance(permit, spec.subject) or town.staff.officer.role not in spec.by:
            continue
        html = officer.get(f"do/{spec.name}/{permit.pk}/").content.decode()
        for path in sheets.naming(spec.given):
            assert not re.search(rf'<input type="text" name="{path}"', html), f"{spec.name} asks for {path}"


def test_a_note_is_taken_of_what_the_address_says(town: Office, desk: Desk) -> None:
    permit = town.submitted("2026-11-02")
    said = text(desk(town.staff.clerk).get("do/note.take/", case=permit.case_id))
    assert "E-mail" in said and "Parcel" not in said.partition("How")[0].partition("Take a note")[2]


def test_a_visit_is_written_down_element_by_element_and_the_fee_comes_last(town: Office, desk: Desk) -> None:
    site = issued(town, "2026-10-01")
    inspector, address = desk(town.staff.inspector), f"do/inspection.record/{site.permit.pk}/"
    said = text(inspector.get(address))
    places = [said.index(part) for part in ("Element 1", "Permit displayed", "Who was there", "Paid with it")]
    assert places == sorted(places) and "Failure 1" in said and "Covered before it was accepted" in said
    assert "Open from before" not in said  # nothing is
    site.visit("2026-10-20", failed("footing", "Too shallow", "RCNYS R403.1.4"))
    assert "Open from before 1" in text(inspector.get(address))


def test_a_call_asks_the_law_nothing_that_its_own_sheet_tells(town: Office, desk: Desk) -> None:
    site = issued(town, "2026-10-01")
    page = desk(town.staff.clerk).get(f"do/inspection.request/{site.permit.pk}/")
    assert "touches this element" not in text(page)
    assert re.search(r'value="telephone"[^>]* checked', page.content.decode())


def test_a_reply_is_accepted_by_whoever_may_review_and_without_the_whole_checklist(town: Office, desk: Desk) -> None:
    permit = town.submitted("2026-11-02")
    town.do("permit.request_changes", permit, "2026-11-09", items=[{"title": "Survey"}])
    item = RequestItem.objects.get()
    town.do("permit.answer", permit, "2026-11-10", item=item.pk, words="Here it is")
    case = f"cases/{permit.case_id}/"
    assert "Accept the reply" not in text(desk(town.staff.clerk).get(case))
    officer = desk(town.staff.officer)
    assert "Accept the reply" in text(officer.get(case))
    address = f"do/permit.review/{permit.pk}/?items_accepted={item.pk}"
    page = officer.get(address)
    assert "Request 1, item 1: Survey" in text(page) and "How it stands" not in text(page)
    assert officer.post(address, items_accepted=[str(item.pk)]).status_code == 302
    item.refresh_from_db()
    assert item.state == RequestItem.State.ACCEPTED


def test_a_log_in_is_for_what_people_are(town: Office, desk: Desk) -> None:
    roles = options(desk(town.staff.administrator).get("do/account.open/"), "role")
    assert list(roles) == ["clerk", "inspector", "officer", "administrator", "applicant"]
