"""Today: what needs whoever is signed in, and the rows behind every number."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models.signals import post_init
from django.test.utils import CaptureQueriesContext

from tests.office import factories
from tests.office.factories import Office, do
from tests.pages.reading import section, text
from townwright.desk import lists
from townwright.office.cases.models import Case, Note, SetDate
from townwright.office.files.models import Document
from townwright.office.inspections import plans
from townwright.office.inspections.models import InspectionRequest, PlanLine
from townwright.office.outbox.models import Message
from townwright.office.permits.models import Permit
from townwright.office.staff.models import Account

Desk = Callable[..., Any]
DAY = date(2026, 11, 17)


def numbers(page: Any) -> dict[str, tuple[int, str]]:
    """Every number of the ledger of Today, by its words, with the address that it opens."""
    html = page.content.decode()
    ledger = html[html.index('<ul class="ledger">') :]
    found = re.findall(r'<a href="([^"]+)"><b class="num[^"]*">([\d,]+)</b><span>([^<]+)</span>', ledger)
    return {said: (int(count.replace(",", "")), href) for href, count, said in found}


@pytest.fixture
def busy(blank_papers: None, town: Office, desk: Desk) -> Office:
    """An office with something of everything on Tue 17 November 2026."""
    town.issued("2026-05-22", town.submitted("2026-05-20", scope="Pool"))
    found = town.issued("2026-08-03", town.submitted("2026-08-03", scope="Dormer"))
    town.do("permit.commence", found, "2026-09-01", began_on="2026-09-01", evidence="inspection")
    asked = town.reviewed("2026-10-20", h_grades="not satisfied")
    town.do("permit.request_changes", asked, "2026-10-26", findings=["review.h.grades"])
    town.ready("2026-11-09", town.submitted("2026-11-06", scope="Porch"))
    town.submitted("2026-11-10", scope="Roof-mounted solar", nature="Roof-mounted solar")
    town.submitted("2026-11-12", paid=False, scope="Shed", nature="Shed")
    town.do(
        "permit.find_ground", found, "2026-11-13", ground="issued in error", defect="incorrect", information="Lot line"
    )
    note = {"how": "call", "who": "Dara Ortiz", "words": "When?", "call_back_by": "2026-11-17"}
    do("note.take", None, "2026-11-16", town.staff.clerk, case=asked.case_id, **note)
    Document.objects.create(file=factories.pdf("scan.pdf"), title="scan.pdf", received_on=date(2026, 11, 16))
    return town


class TestEveryNumber:
    def test_opens_as_many_rows(self, busy: Office, desk: Desk) -> None:
        officer = desk(busy.staff.officer)
        found = numbers(officer.get(""))
        assert len(found) == len(lists.every())
        for said, (count, href) in found.items():
            page = officer.get(href)
            assert page.status_code == 200, said
            rows = re.findall(r'<tr role="row"><t[hd] role="(?:rowheader|cell)"', page.content.decode())
            assert len(rows) == count, said

    def test_counts_what_is_there(self, busy: Office, desk: Desk) -> None:
        found = {said: count for said, (count, _) in numbers(desk(busy.staff.officer).get("")).items()}
        assert found["Applications with us"] == 1
        assert found["Applications with the applicant"] == 1
        assert found["Received, not yet filed"] == 1
        assert found["Ready to issue"] == 1
        assert found["Open applications"] == 4
        assert found["Decisions due"] == 1
        assert found["Calls to return"] == 1
        assert found["Scans not yet filed"] == 1
        assert found["Unpaid accounts"] == 1

    def test_leads_to_the_same_rows_as_csv(self, busy: Office, desk: Desk) -> None:
        answer = desk(busy.staff.officer).get("lists/to-review/", **{"as": "csv"})
        lines = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
        assert lines[0] == "Application,Work and place,What it needs next,Days with us,With them,Officer"
        assert len(lines) == 2 and lines[1].startswith("BP-2026-") and ",7,0,No one yet" in lines[1]


class TestApplicationsToReview:
    def test_have_their_clocks(self, busy: Office, desk: Desk) -> None:
        said = section(desk(busy.staff.officer).get(""), "Applications to review")
        assert "First look: complete?" in said and "7 0 No one yet" in said

    def test_with_the_applicant_count_the_days_of_both(self, busy: Office, desk: Desk) -> None:
        said = text(desk(busy.staff.officer).get("lists/with-applicant/"))
        assert "Wed 25 Nov 2026" in said and "22 No one yet" in said

    def test_more_than_thirty_days_are_late(self, busy: Office, desk: Desk) -> None:
        Case.objects.filter(permit__scope="Roof-mounted solar").update(holder_since=date(2026, 10, 1))
        assert 'num late" data-l="Days with us">47' in desk(busy.staff.officer).get("").content.decode()

    def test_can_be_narrowed_to_mine(self, busy: Office, desk: Desk) -> None:
        officer = desk(busy.staff.officer)
        assert "No application waits for us" in text(officer.get("lists/to-review/", whose="mine"))
        Case.objects.filter(permit__scope="Roof-mounted solar").update(officer_id=busy.staff.officer.id)
        mine = text(officer.get("lists/to-review/", whose="mine"))
        assert "Showing: with us, any kind, assigned to me" in mine and "Rosalind Abernathy-Cole" in mine
        assert "No application waits for us" in text(officer.get("lists/to-review/", whose="nobody"))

    def test_certificates_stand_among_them(self, busy: Office, desk: Desk) -> None:
        from townwright.office.certificates.models import Certificate

        case = Case.objects.create(
            kind="certificate", title="Certificate of Compliance", place="5 Foundry Row", opened_on=DAY,
            opened_at="2026-11-11T15:00:00Z", filed_on=date(2026, 11, 11), holder_since=date(2026, 11, 11),
        )  # fmt: skip
        made = {"kind": "compliance", "received_on": date(2026, 11, 11), "filed_on": date(2026, 11, 11)}
        certificate = Certificate.objects.create(case=case, **made)
        officer = desk(busy.staff.officer)
        assert "What is missing to the certificate 6 0" in section(officer.get(""), "Applications to review")
        Certificate.objects.filter(pk=certificate.pk).update(ready_on=date(2026, 11, 16))
        assert "5 Foundry Row Mon 16 Nov 2026 1 Issue" in section(officer.get(""), "Ready to issue")


class TestDates:
    def test_whose_last_day_is_today_come_first_with_why(
        self, busy: Office, desk: Desk, at: Callable[[str], Any]
    ) -> None:
        officer = desk(busy.staff.officer)
        at("2026-11-23 09:00")
        page = officer.get("")
        assert "One thing must be done today." in text(page)
        said = section(page, "Last day today")
        assert "Last day to begin the work" in said and "Counted from Fri 22 May 2026" in said
        assert "Sun 22 November 2026 is a Sunday" in said

    def test_ending_soon_shows_the_nominal_and_the_act_by_day(self, busy: Office, desk: Desk) -> None:
        said = section(desk(busy.staff.officer).get(""), "Ending soon or past due")
        assert "Sun 22 November 2026 act by Mon 23 November 2026" in said and "§ 50-4(I)" in said

    def test_past_due_stay_until_somebody_acts(self, busy: Office, desk: Desk, at: Callable[[str], Any]) -> None:
        officer = desk(busy.staff.officer)
        at("2026-11-24 09:00")
        assert numbers(officer.get(""))["Past due"][0] == 1
        assert "Last day to begin the work" in text(officer.get("lists/past-due/"))

    def test_the_next_closing_day_is_said(self, town: Office, desk: Desk) -> None:
        assert "The office is closed Thu 26 November 2026 (Thanksgiving Day)." in text(desk(town.staff.clerk).get(""))

    def test_nothing_lies_without_a_next_date_unseen(self, busy: Office, desk: Desk) -> None:
        officer = desk(busy.staff.officer)
        pool = Permit.objects.get(scope="Pool")
        assert pool.number not in text(officer.get("lists/no-next-date/"))
        SetDate.objects.filter(case=pool.case).update(replaced=True)
        assert pool.number in text(officer.get("lists/no-next-date/"))
        Note.objects.create(
            case=pool.case, how="staff", words="Ask", on=DAY, by_name="R", call_back_by=date(2026, 12, 1)
        )
        assert pool.number not in text(officer.get("lists/no-next-date/"))


class TestVisits:
    def test_stand_in_the_order_of_their_hours(self, busy: Office, desk: Desk) -> None:
        pool = Permit.objects.get(scope="Pool")
        PlanLine.objects.filter(permit=pool).delete()
        line = PlanLine.objects.create(
            permit=pool,
            position=1,
            key="framing",
            element="framing",
            title="Framing",
            state="required",
            cite="§ 50-5(B)(4)",
        )
        inspector = Account.objects.get(pk=busy.staff.inspector.id)
        for hour in ("3 to 4", "10:00", "8:45"):
            booked = InspectionRequest.objects.create(
                case=pool.case, permit=pool, called_at="2026-11-16T15:00:00Z", ready_on=DAY, channel="telephone",
                scheduled_on=DAY, hour=hour, inspector=inspector,
            )  # fmt: skip
            booked.lines.add(line)
        said = section(desk(busy.staff.inspector).get(""), "Visits today")
        assert said.index("8:45") < said.index("10:00") < said.index("3 to 4")
        assert "Framing none Mateo Thornbury Not begun" in said

    def test_a_job_without_a_date_waits_until_it_is_booked(self, busy: Office, desk: Desk) -> None:
        pool = Permit.objects.get(scope="Pool")
        InspectionRequest.objects.create(
            case=pool.case, permit=pool, called_at="2026-11-13T15:00:00Z", ready_on=DAY, channel="telephone"
        )
        said = text(desk(busy.staff.clerk).get("lists/no-date/"))
        assert pool.number in said and "4 Book a day" in said

    @pytest.mark.both_engines
    def test_jobs_asked_for_and_jobs_that_failed_are_sorted_together(self, busy: Office, desk: Desk) -> None:
        clerk = desk(busy.staff.clerk)
        pool, dormer = Permit.objects.get(scope="Pool"), Permit.objects.get(scope="Dormer")
        # Called on Thursday evening, which is Friday already in UTC; failed on Friday.
        InspectionRequest.objects.create(
            case=pool.case, permit=pool, called_at="2026-11-13T02:00:00Z", ready_on=DAY, channel="telephone"
        )
        dormer.plan.update(failed_on=date(2026, 11, 13))
        for sort, first, last in (("-days", pool, dormer), ("days", dormer, pool), ("-number", dormer, pool)):
            said = text(clerk.get("lists/no-date/", sort=sort))
            assert said.index(first.number) < said.index(last.number), sort
        answer = clerk.get("lists/no-date/", **{"as": "csv"})
        lines = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
        assert lines[1].startswith(f"{pool.number},") and lines[1].endswith(",5")
        assert lines[2].startswith(f"{dormer.number},") and lines[2].endswith('not asked for again",4')


class TestRoles:
    def test_an_officer_sees_what_waits_for_a_decision(self, busy: Office, desk: Desk) -> None:
        said = text(desk(busy.staff.officer).get(""))
        assert "A finding: suspend or revoke?" in said and "Applications to review" in said

    def test_a_clerk_sees_money_and_what_is_not_filed(self, busy: Office, desk: Desk) -> None:
        page = desk(busy.staff.clerk).get("")
        assert "Shed" in section(page, "Received, not yet filed") and "$" in section(page, "Unpaid accounts")
        assert "suspend or revoke" not in text(page)

    def test_an_inspector_sees_visits(self, busy: Office, desk: Desk) -> None:
        page = desk(busy.staff.inspector).get("")
        assert "No visit is booked for today" in section(page, "Visits today")
        assert "Applications to review" not in text(page)


def test_the_chart_says_its_bars_in_words(busy: Office, desk: Desk) -> None:
    html = desk(busy.staff.officer).get("").content.decode()
    label = re.search(r'class="bars"[^>]*aria-label="([^"]+)"', html)
    assert label is not None
    assert label[1] == (
        "4 open applications by days since received: 0-10, 2; 11-20, 1; 21-30, 1; 31-60, none; 60+ days, none."
    )


def test_letters_and_mail_that_did_not_go_out(busy: Office, desk: Desk) -> None:
    clerk = desk(busy.staff.clerk)
    letter = Message.objects.first()
    assert letter is not None
    Message.objects.update(way="email", state="sent")
    Message.objects.filter(pk=letter.pk).update(way="letter", state="waiting", to_name="Dara Ortiz")
    assert "Dara Ortiz" in text(clerk.get("lists/letters/"))
    Message.objects.filter(pk=letter.pk).update(way="email", state="failed", trouble="SMTPServerDisconnected: down")
    assert "SMTPServerDisconnected: down" in text(clerk.get("lists/not-sent/"))


def test_there_is_no_list_of_no_name(town: Office, desk: Desk) -> None:
    assert desk(town.staff.clerk).get("lists/everything/").status_code == 404


@pytest.mark.both_engines
def test_fifty_of_everything_ask_no_more_than_one(busy: Office, desk: Desk) -> None:
    officer = desk(busy.staff.officer)
    addresses = ["", *(f"lists/{name}/" for name in lists.every())]
    _grow(busy, 2)
    counted = {}
    for address in addresses:
        officer.get(address)
        with CaptureQueriesContext(connection) as asked:
            officer.get(address)
        counted[address] = len(asked)
    _grow(busy, 50)
    for address in addresses:
        with CaptureQueriesContext(connection) as asked:
            assert officer.get(address).status_code == 200
        assert len(asked) <= counted[address], address
    assert counted[""] < 60 and max(counted[address] for address in addresses[1:]) < 16


def test_today_and_a_page_of_a_list_make_no_more_objects_of_two_hundred_than_of_one(busy: Office, desk: Desk) -> None:
    officer = desk(busy.staff.officer)
    addresses = ["", *(f"lists/{name}/" for name in lists.every())]
    officer.get("")  # what is kept between pages is read once
    _grow(busy, 101)  # one in two of them stands in some lists: a page of each is full
    built = {address: _built(officer, address) for address in addresses}
    _grow(busy, 99)
    assert {address: _built(officer, address) for address in addresses} == built


def _built(officer: Any, address: str) -> int:
    """How many records a page makes objects of."""
    made = 0

    def count(**_: Any) -> None:
        nonlocal made
        made += 1

    post_init.connect(count)
    try:
        assert officer.get(address).status_code == 200
    finally:
        post_init.disconnect(count)
    return made


def _grow(town: Office, count: int) -> None:
    """So many more of what lists hold."""
    from townwright.office.inspections.models import Result, Visit

    pool = Permit.objects.get(scope="Pool")
    scan = factories.pdf("scan.pdf", sheets=1)
    of_line = {"element": "x", "state": "required", "cite": "§ 50-5(B)(4)"}
    for n in range(count):
        case = Case.objects.create(
            kind="permit", number=f"X-{count}-{n}", title=f"Work {n}", place="1 Road", opened_on=DAY,
            opened_at="2026-11-11T15:00:00Z", received_on=DAY, filed_on=DAY, holder_since=DAY,
        )  # fmt: skip
        permit = Permit.objects.create(case=case, received_on=DAY, filed_on=DAY, ready_on=DAY if n % 2 else None)
        for act_by in (DAY - timedelta(3), DAY, DAY + timedelta(3)):
            SetDate.objects.create(
                case=case, kind="permit.life", begins=DAY, nominal=DAY, act_by=act_by, cite="§ 50-4(I)", pack_hash="x",
                entry_seq=1,
            )  # fmt: skip
        Note.objects.create(case=case, how="call", words="Rang", on=DAY, by_name="R", call_back_by=DAY)
        Document.objects.create(file=scan, title=f"scan {n}", received_on=DAY)
        Message.objects.create(
            way="letter", to_name="X", to_address="Y", subject="Z", text="", case_id=case.pk, entry_seq=n,
            made_at="2026-11-11T15:00:00Z",
        )  # fmt: skip
        booked = {"scheduled_on": DAY, "hour": "9:00"} if n % 2 else {}
        request = InspectionRequest.objects.create(
            case=case, permit=permit, called_at="2026-11-13T15:00:00Z", ready_on=DAY, channel="telephone", **booked
        )
        asked, failed = (
            PlanLine.objects.create(permit=permit, position=place, key=title, title=title, **of_line)
            for place, title in enumerate(("Framing", "Footing"))
        )
        request.lines.add(asked)
        visit = Visit.objects.create(
            case=pool.case, permit=pool, number=f"IN-{count}-{n}", kind="construction", done_on=DAY, by_name="R",
            by_title="I", entry_seq=1,
        )  # fmt: skip
        Result.objects.create(visit=visit, line=failed, outcome="not satisfactory")
        plans.keep_failures([case.pk], DAY)
