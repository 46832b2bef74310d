"""Rehearsing a change of the law: from the value on the Law page to the figures, the cases behind them, and the act."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from tests.office.factories import CHECK, Office, do, on_the_day
from tests.pages.counting import queries
from tests.pages.reading import section, text
from townwright.office import laws
from townwright.office.cases import rehearsals
from townwright.office.jobs import progress
from townwright.office.laws import rehearsing
from townwright.office.laws.models import Amendment

Desk = Callable[..., Any]
pytestmark = pytest.mark.usefixtures("blank_papers")
LIFE = "law/changes/new/?place=permits.default.life"
EIGHTEEN = {
    "value.length": "18", "value.unit": "months", "value.remind": "60, 30", "begins": "2027-01-01",
    "cite": "§ 50-4(I)", "why": "Building season", "key": "one-key",
}  # fmt: skip


def rehearsed(desk: Any, address: str = LIFE, **given: str) -> Any:
    """A change filled in and sent; its page."""
    done = desk.post(address, **{**EIGHTEEN, **given})
    assert done.status_code == 302, text(done)
    return desk.get(done["Location"])


def expired_and_running(town: Office) -> list[str]:
    """Two permits on which work has begun: one ran out in September, one runs on."""
    numbers = []
    for issued in ("2025-09-01", "2026-06-01"):
        permit = town.issued(issued)
        town.do("permit.commence", permit, issued, began_on=issued, evidence="inspection")
        numbers.append(permit.number)
    return numbers


def test_a_value_on_the_law_page_leads_to_its_rehearsal(town: Office, desk: Desk) -> None:
    page = desk(town.staff.officer).get("law/", at="CHE-50-4-I-2").content.decode()
    found = re.search(r'href="(/chester/desk/law/changes/new/\?place=permits\.default\.life)"', page)
    assert found is not None
    sheet = text(desk(town.staff.officer).get(found[1]))
    assert "How long a permit is in force" in sheet
    assert "12 months; reminders 60, 30, 7 days before" in section(desk(town.staff.officer).get(found[1]), "The rule")


def test_a_requirement_on_the_law_page_leads_to_its_rehearsal_too(town: Office, desk: Desk) -> None:
    page = desk(town.staff.officer).get("law/", at="CHE-50-4-K-1").content.decode()
    found = re.search(r'href="(/chester/desk/law/changes/new/\?place=gates\.[a-z.]*\.requirements\.[^"]*)"', page)
    assert found is not None
    assert "What is required" in text(desk(town.staff.officer).get(found[1]))


def test_each_rule_that_can_be_changed_is_told_from_the_others(town: Office, desk: Desk) -> None:
    page = desk(town.staff.officer).get("law/changes/").content.decode()
    groups = re.findall(r'<optgroup label="([^"]*)">(.*?)</optgroup>', page, re.S)
    assert {"Life of a permit", "Operating permit", "Periodic inspection"} <= {label for label, _ in groups}
    for label in ("Life of a permit", "Operating permit", "Periodic inspection", "Order or notice", "Report"):
        said = re.findall(r"<option[^>]*>([^<]*)</option>", dict(groups)[label])
        assert said and len(said) == len(set(said)), label


def test_a_copy_is_changed_and_held_against_the_records_at_once(town: Office, desk: Desk) -> None:
    expired, running = expired_and_running(town)
    page = rehearsed(desk(town.staff.officer))
    row = Amendment.objects.get()
    assert (row.state, row.value) == ("rehearsed", {"months": 18, "remind": [60, 30], "rolls": False})
    says = section(page, "What it says")
    assert "Without it 12 months" in says and "With it 18 months; reminders 60, 30 days before" in says
    always = section(page, "Had it always been the law")
    assert "2 Permits not ended for good whose last day would be later" in always
    assert f"1 Expired by the law now, would be in force Tue 17 Nov 2026 {expired} , All 1" in always
    then = section(page, "What changes once it is law")
    assert "0 Issued permits whose dates change" in then and running not in then
    assert laws.pack().permits.default.life is not None and len(laws.pack().permits.default.life.root) == 1


def test_a_number_opens_its_cases_on_a_page_and_as_csv(town: Office, desk: Desk) -> None:
    expired, _ = expired_and_running(town)
    officer = desk(town.staff.officer)
    page = rehearsed(officer).content.decode()
    address = next(one for one in re.findall(r'href="([^"]*rows/\?of=[^"]*)"', page) if ".expired." in one)
    rows = officer.get(address.replace("&amp;", "&"))
    said = text(rows)
    assert expired in said and "Tue 1 September 2026" in said and "Mon 1 March 2027" in said
    sheet = officer.get(f"{address}&as=csv")
    lines = list(csv.DictReader(io.StringIO(b"".join(sheet.streaming_content).decode("utf-8-sig"))))
    columns = ("Case", "Last day now", "Last day with it", "Is", "With it")
    found = [tuple(one[column] for column in columns) for one in lines]
    assert found == [(expired, "2026-09-01", "2027-03-01", "Expired", "In force")]
    row = Amendment.objects.get()
    assert officer.get(f"law/changes/{row.pk}/rows/", of="permits.term.always.nothing").status_code == 404


def test_applications_are_counted_and_their_list_has_what_they_are(town: Office, desk: Desk) -> None:
    permit = town.submitted("2026-11-10")
    officer = desk(town.staff.officer)
    rehearsed(officer)
    rows = officer.get(f"law/changes/{Amendment.objects.get().pk}/rows/", of="permits.term.then.pending")
    assert permit.case.number in text(rows) and "With us" in text(rows)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"value.length": "many"}, "cannot be that"),
        ({"begins": "2026-11-16"}, "Law is not made for days that have passed"),
        ({"begins": ""}, "This is no date"),
        ({"cite": ""}, "This is needed"),
    ],
)
def test_what_cannot_be_law_comes_back_with_what_was_typed(
    town: Office, desk: Desk, given: dict[str, str], says: str
) -> None:
    page = desk(town.staff.officer).post(LIFE, **{**EIGHTEEN, **given})
    assert page.status_code == 422
    assert says in section(page, "This cannot be rehearsed")
    assert 'value="Building season"' in page.content.decode()
    assert not Amendment.objects.exists()


def test_a_rule_can_end_and_the_same_key_drafts_once(town: Office, desk: Desk) -> None:
    officer = desk(town.staff.officer)
    rehearsed(officer, "law/changes/new/?place=permits.default.commence", ends="yes")
    rehearsed(officer, "law/changes/new/?place=permits.default.commence", ends="yes")
    assert [row.value for row in Amendment.objects.all()] == [None]


def test_a_named_value_and_a_requirement_have_sheets_of_their_own(town: Office, desk: Desk) -> None:
    town.submitted("2026-11-10")
    officer = desk(town.staff.officer)
    page = rehearsed(officer, "law/changes/new/?place=values.assembly_area_persons", value="40", key="a")
    assert "Without it 50" in section(page, "What it says")
    place = "law/changes/new/?place=gates.permit.issue.requirements.town.cost"
    assert "It would be a new requirement" in text(officer.get(place))
    need = '{at_least: {fact: application.cost, limit: "20000.00"}}'
    new = {"value.says": "It costs enough", "value.need": need, "cite": "§ 50-4(C)", "key": "b"}
    page = rehearsed(officer, place, **new)
    assert "1 May the permit issue? Applications under way: will be stopped by it" in section(page, "What changes")
    wrong = officer.post(place, **{**EIGHTEEN, **new, "value.need": "{is_true: "})
    assert wrong.status_code == 422 and "cannot be read" in text(wrong)
    fee = officer.get("law/changes/new/?place=gates.permit.issue.requirements.fee")
    assert fee.status_code == 200 and "What is required" in text(fee)


def test_where_it_is_looser_than_the_states_minimum_both_sections_stand_there(town: Office, desk: Desk) -> None:
    place = "law/changes/new/?place=periodic.classes.assembly.every"
    page = rehearsed(desk(town.staff.officer), place, **{"value.length": "24", "cite": "§ 50-11(A)"})
    said = section(page, "Looser than the State")
    assert "This change § 50-11(A)" in said and "The State’s minimum 19 NYCRR" in said
    assert "No record of this office rests on this rule" in text(page)
    kept = rehearsed(desk(town.staff.officer), key="another")
    assert "State floor still kept" in text(kept)


def test_a_place_that_is_none_says_why_and_offers_the_rules(town: Office, desk: Desk) -> None:
    page = desk(town.staff.officer).get("law/changes/new/", place="permits.default.lives.on")
    assert page.status_code == 404 and "This cannot be changed here" in text(page)
    assert "How long a permit is in force" in text(page)


def test_it_is_enacted_by_the_act_and_then_listed_as_law(town: Office, desk: Desk) -> None:
    officer = desk(town.staff.officer)
    page = rehearsed(officer)
    found = re.search(r'href="(/chester/desk/do/law\.enact/[^"]*)"', page.content.decode())
    assert found is not None
    act = found[1].replace("&amp;", "&")
    assert "Filed with the Secretary of State on" in text(officer.get(act))
    done = officer.post(act, local_law="L.L. No. 3-2026", filed_on="2026-11-16", begins="2027-01-01")
    assert done.status_code == 302 and done["Location"].startswith("/chester/desk/law/changes/")
    page = officer.get(done["Location"])
    says = section(page, "What it says")
    assert "L.L. No. 3-2026" in says and "Without it 12 months" in says
    assert "Open now" not in text(page)
    listed = text(officer.get("law/changes/"))
    assert "How long a permit is in force" in listed and "L.L. No. 3-2026" in listed and "Enacted" in listed
    life = laws.pack(date(2026, 11, 17)).permits.default.life
    assert life is not None and life.root[-1].enacted_by == "L.L. No. 3-2026"


def test_a_draft_is_changed_withdrawn_and_told_stale_when_the_law_moves_on(town: Office, desk: Desk) -> None:
    officer = desk(town.staff.officer)
    page = rehearsed(officer)
    change = re.search(r'href="(/chester/desk/do/amendment\.change/[^"]*)"', page.content.decode())
    assert change is not None
    sheet = officer.get(change[1].replace("&amp;", "&")).content.decode()
    assert "permits.default.life" in sheet and "&quot;months&quot;: 18" in sheet
    other = {"place": "permits.default.commence", "value": "{months: 9, rolls: true}", "begins": "2027-01-01",
             "cite": "§ 50-4(I)"}  # fmt: skip
    second = do("amendment.draft", None, "2026-11-17", town.staff.administrator, **other)
    row = Amendment.objects.get(pk=second.subject_id)
    do("law.enact", row, "2026-11-17", town.staff.administrator, local_law="L.L. No. 4-2026")
    first = Amendment.objects.exclude(pk=row.pk).get()
    assert "The law has changed since this was rehearsed" in text(officer.get(f"law/changes/{first.pk}/"))
    assert "It was not rehearsed as it stands now" in text(officer.get(f"law/changes/{row.pk}/"))
    do("amendment.withdraw", first, "2026-11-17", town.staff.administrator)
    assert "Withdrawn" in text(officer.get(f"law/changes/{first.pk}/"))


def test_a_clerk_reads_and_changes_nothing(town: Office, desk: Desk) -> None:
    rehearsed(desk(town.staff.officer))
    clerk = desk(town.staff.clerk)
    page = clerk.get(f"law/changes/{Amendment.objects.get().pk}/")
    assert page.status_code == 200 and "Enter it as enacted" not in text(page)
    assert "by the code enforcement officer or an administrator" in text(clerk.get(LIFE))
    assert "Change a copy of it" not in text(clerk.get("law/changes/"))
    assert clerk.post(LIFE, **EIGHTEEN).status_code == 403


def test_a_page_asks_no_more_when_there_is_more(town: Office, desk: Desk) -> None:
    expired_and_running(town)
    officer = desk(town.staff.officer)
    rehearsed(officer)
    address = f"law/changes/{Amendment.objects.get().pk}/"
    officer.get(address)
    first = queries(officer, address)
    expired_and_running(town)
    do("amendment.rehearse", Amendment.objects.get(), "2026-11-17", town.staff.officer)
    assert queries(officer, address) == first


PLACE = "law/changes/new/?place=gates.permit.issue.requirements.town.cost"
NEW = {"value.says": "It costs enough", "value.need": '{at_least: {fact: application.cost, limit: "20000.00"}}'}


def test_what_was_not_looked_at_is_said_and_the_rest_can_be_asked_for(
    town: Office, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given three applications of which one is looked at at once, then a button has the rest looked at, with a bar."""
    monkeypatch.setattr(rehearsing, "MOST", 1)
    for _ in range(3):
        town.submitted("2026-11-10")
    officer = desk(town.staff.officer)
    page = rehearsed(officer, PLACE, **NEW)
    assert "2 cases were left out" in section(page, "Not every case was looked at")
    assert "Only the first 1 of 3 were looked at, by the facts of today." in text(page)
    row = Amendment.objects.get()
    here = f"law/changes/{row.pk}/"

    assert desk(town.staff.clerk).post(f"{here}whole/").status_code == 302
    assert officer.get(f"{here}whole/")["Location"].endswith(here)
    assert rehearsals.how_far(row) is None, "a clerk changes nothing, and nobody does by coming back"
    assert officer.post(f"{here}whole/")["Location"].endswith(here)
    waiting = officer.get(here)
    assert "Looking at every case" in text(waiting) and "It begins within a few seconds." in text(waiting)
    assert "<progress" in waiting.content.decode() and "Not every case was looked at" not in text(waiting)

    with on_the_day("2026-11-17"):
        rehearsals.whole.func(str(row.pk), str(town.staff.officer.id), "")
    done = officer.get(here)
    assert "Not every case was looked at" not in text(done)
    assert "3 May the permit issue? Applications under way: will be stopped by it" in section(done, "What changes")


def test_what_stood_in_the_way_of_looking_at_every_case_is_said(town: Office, desk: Desk) -> None:
    officer = desk(town.staff.officer)
    page = rehearsed(officer)
    row = Amendment.objects.get()
    assert "Not every case could be looked at" not in text(page)
    Amendment.objects.update(trouble="The draft or the law was changed meanwhile. Rehearse it again.")

    said = text(officer.get(f"law/changes/{row.pk}/"))

    assert "Not every case could be looked at. The draft or the law was changed meanwhile." in said


def test_how_far_it_is_is_shown_as_a_bar(town: Office, desk: Desk) -> None:
    officer = desk(town.staff.officer)
    rehearsed(officer)
    row = Amendment.objects.get()
    with progress.kept("rehearsing", row.pk) as keep:
        keep(2500, 10412)
        page = officer.get(f"law/changes/{row.pk}/")

    assert "2,500 of 10,412 done. The office goes on meanwhile." in text(page)
    assert 'max="10412" value="2500"' in page.content.decode()


def test_a_renewed_permit_opens_with_the_end_that_it_would_have(town: Office, desk: Desk) -> None:
    permit = town.issued("2025-06-02")
    town.do("permit.commence", permit, "2025-06-02", began_on="2025-06-02", evidence="inspection")
    town.do("permit.apply_renewal", permit, "2026-06-04", town.staff.clerk, payment=CHECK)
    town.do("permit.renew", permit, "2026-06-09")
    officer = desk(town.staff.officer)

    page = rehearsed(officer)

    said = section(page, "Had it always been the law")
    assert "1 Renewed permits not ended for good whose last day would be earlier" in said
    listed = re.search(r'href="([^"]*of=permits\.renewed\.always\.moved\.earlier)"', page.content.decode())
    assert listed is not None
    cases = text(officer.get(listed[1].replace("&amp;", "&")))
    assert permit.number in cases and "Wed 2 December 2026" in cases.replace("\u00a0", " ")


def test_the_charges_are_compared_on_a_sheet_of_their_own(town: Office, desk: Desk) -> None:
    page = desk(town.staff.officer).get("law/changes/")

    assert "every charge of the last twelve months" in section(page, "Charges")
    assert 'href="/chester/desk/office/fees/new/"' in page.content.decode()
