"""Office: people, log-ins, fees, days, numbers, the register, and the law in force."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest

from tests.office.factories import Office, do, log_in, on_the_day
from tests.pages.counting import queries
from tests.pages.reading import section, text
from townwright.law.fees import FeeRules
from townwright.law.layers import PackError, Problem
from townwright.law.loader import Mark
from townwright.law.packs import Pack
from townwright.office import laws, storage
from townwright.office.cases import numbers
from townwright.office.laws.models import DayOff, InForce
from townwright.office.money import schedules
from townwright.office.money.models import FeeSchedule
from townwright.office.register import proving
from townwright.office.register.actors import Role
from townwright.office.register.acts import perform
from townwright.office.register.models import Entry, Head, Private
from townwright.office.staff.acts import account_of_key
from townwright.office.staff.models import Account, ApiKey, Appointment

pytestmark = pytest.mark.usefixtures("blank_papers")

Desk = Callable[..., Any]
TODAY = "2026-11-17"
PAGES = ["office/", "office/fees/", "office/days/", "office/numbers/", "office/register/", "office/law/"]


def link(response: Any, act: str) -> str:
    """The address of an act that a page offers."""
    found = re.search(rf'href="(/chester/desk/do/{re.escape(act)}/[^"]*)"', response.content.decode())
    assert found is not None, f"the page does not offer {act}"
    return found[1].replace("&amp;", "&")


def adopted(town: Office, when: str, lines: list[dict[str, Any]], more: list[dict[str, Any]] | None = None) -> None:
    """A schedule called by its day, put in force on it."""
    given = {"name": when, "resolution": "1", "adopted": when, "begins": when, "lines": lines, "more": more or []}
    with on_the_day(when):
        perform("schedule.adopt", given, actor=town.staff.administrator)


def made(desk: Any, page: str, act: str, **given: Any) -> Any:
    """Does an act that a page offers; answers the page again."""
    done = desk.post(link(desk.get(page), act), **given)
    assert done.status_code == 302, text(done)
    assert done["Location"] == f"/chester/desk/{page}"
    return desk.get(page)


class TestWhoMay:
    @pytest.mark.parametrize("address", PAGES)
    def test_everybody_of_the_office_reads_and_only_some_act(self, town: Office, desk: Desk, address: str) -> None:
        clerk, administrator = desk(town.staff.clerk).get(address), desk(town.staff.administrator).get(address)
        assert (clerk.status_code, administrator.status_code) == (200, 200)
        assert "/desk/do/" not in clerk.content.decode().partition("<main")[2]
        assert "Log-ins" not in text(clerk) and "Log-ins" in text(administrator)

    @pytest.mark.parametrize("address", ["office/log-ins/", "office/log-ins/new-key/", "office/fees/new/"])
    def test_what_is_for_administrators_is_shut_for_others(self, town: Office, desk: Desk, address: str) -> None:
        assert desk(town.staff.clerk).get(address).status_code == 403
        assert desk(town.staff.officer).get(address).status_code == 200

    def test_no_act_is_open_to_a_clerk_by_its_address(self, town: Office, desk: Desk) -> None:
        for act in ("appointment.make", "account.open", "calendar.toll", "schedule.adopt", "law.adopt"):
            assert desk(town.staff.clerk).get(f"do/{act}/").status_code == 403


class TestPeople:
    def test_appointments_are_made_and_ended_from_lists_of_names(self, town: Office, desk: Desk) -> None:
        administrator = desk(town.staff.administrator)
        sheet = administrator.get(link(administrator.get("office/"), "appointment.make"))
        assert "Noor Fairweather" in text(sheet) and "Code Enforcement Officer" in text(sheet)
        page = made(
            administrator, "office/", "appointment.make", account=str(town.staff.clerk.id), office="inspector",
            begins="2026-12-01", resolution="2026-90", experience="Ten years a mason",
        )  # fmt: skip
        assert "To come" in section(page, "Appointments")
        held = Appointment.objects.get(account__name="Mateo Thornbury")
        assert f"appointment={held.pk}" in page.content.decode()
        ending = f"do/appointment.end/?appointment={held.pk}"
        assert "Mateo Thornbury, Inspector" in text(administrator.get(ending))
        assert administrator.post(ending, appointment=str(held.pk), ends="2026-11-16", why="Left").status_code == 302
        assert "Ended" in section(administrator.get("office/"), "Appointments")

    def test_certifications_and_the_hours_of_the_year(self, town: Office, desk: Desk) -> None:
        administrator, officer = desk(town.staff.administrator), str(town.staff.officer.id)
        page = made(
            administrator, "office/", "certification.record", account=officer, kind="code enforcement official",
            number="NY-1", issued="2021-03-01", inactive_from="2026-01-01",
        )  # fmt: skip
        assert "Inactive" in section(page, "Certifications")
        assert "Rosalind Abernathy-Cole 0 h 24 h Hours short" in section(page, "Training")
        page = made(
            administrator, "office/", "training.record", account=officer, day="2026-03-02", kind="in-service",
            hours="24", topic="The 2025 codes",
        )  # fmt: skip
        assert "Rosalind Abernathy-Cole 24 h 24 h Enough" in section(page, "Training")

    def test_takes_the_same_number_of_queries_for_many(self, town: Office, desk: Desk) -> None:
        administrator = desk(town.staff.administrator)
        administrator.get("office/")
        few = queries(administrator, "office/")
        for number in range(3):
            account = log_in(f"Somebody Else {number}", Role.INSPECTOR)
            given = {"begins": "2024-01-02", "ends": "2024-06-01", "resolution": "1", "experience": "Some"}
            do("appointment.make", None, TODAY, account=account.pk, office="inspector", **given)
        assert queries(administrator, "office/") == few


class TestLogIns:
    def test_one_is_opened_its_password_kept_nowhere_and_closed(self, town: Office, desk: Desk) -> None:
        administrator = desk(town.staff.administrator)
        given = {"username": "wren", "name": "Wren Haverstraw", "role": "clerk", "password": "a-word-that-nobody-has"}
        page = made(administrator, "office/log-ins/", "account.open", **given)
        assert "Wren Haverstraw" in section(page, "Of the office") and "never" in section(page, "Of the office")
        assert not Private.objects.filter(words__contains="a-word-that").exists()
        assert not Entry.objects.filter(body__contains="a-word-that").exists()
        account = Account.objects.get(username="wren")
        wren = desk(town.staff.clerk)
        wren.client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
        assert wren.get("office/").status_code == 200
        closing = f"do/account.close/?account={account.pk}"
        assert administrator.post(closing, account=str(account.pk), why="Left").status_code == 302
        assert "Closed" in section(administrator.get("office/log-ins/"), "Of the office")
        assert wren.get("office/").status_code == 302

    @pytest.mark.parametrize(
        ("given", "said"),
        [
            ({"username": "noor.fairweather", "password": "a-word-that-nobody-has"}, "This log-in name is taken"),
            ({"username": "x", "password": "12345678"}, "too common"),
            ({"username": "x", "password": "a-word-that-nobody-has", "role": "king"}, "not one of the available"),
        ],
    )
    def test_what_cannot_be_opened_says_why(self, town: Office, desk: Desk, given: dict[str, str], said: str) -> None:
        answer = desk(town.staff.administrator).post("do/account.open/", **{"name": "X", "role": "clerk", **given})
        assert answer.status_code == 422 and said in text(answer)
        assert given["password"] not in answer.content.decode()

    def test_nobody_closes_their_own(self, town: Office, desk: Desk) -> None:
        own = str(town.staff.administrator.id)
        answer = desk(town.staff.administrator).post("do/account.close/", account=own, why="Tired")
        assert answer.status_code == 422 and "signed in by" in text(answer)

    def test_a_key_is_shown_once_and_kept_nowhere(self, town: Office, desk: Desk) -> None:
        administrator = desk(town.staff.administrator)
        given = {"account": str(town.staff.clerk.id), "label": "The scanner", "form_key": "once"}
        page = administrator.post("office/log-ins/new-key/", **given)
        secret = re.search(r"<code>([\w-]{32,})</code>", page.content.decode().partition("The key")[2])
        assert secret is not None and page["Cache-Control"] == "no-store"
        account = account_of_key(secret[1])
        assert account is not None and account.name == "Noor Fairweather"
        assert not Private.objects.filter(words=secret[1]).exists()
        assert not Entry.objects.filter(body__contains=secret[1]).exists()
        assert administrator.post("office/log-ins/new-key/", **given).status_code == 302
        key = ApiKey.objects.get()
        assert administrator.post(f"do/apikey.revoke/{key.pk}/").status_code == 302
        assert account_of_key(secret[1]) is None
        assert "Revoked" in section(administrator.get("office/log-ins/"), "API keys")

    def test_a_key_for_nobody_is_refused(self, town: Office, desk: Desk) -> None:
        answer = desk(town.staff.administrator).post("office/log-ins/new-key/", account="x", label="")
        assert answer.status_code == 422 and not ApiKey.objects.exists()


BANDED = (
    "by estimated cost (up to $5,000 $75.00; above that $75.00 and $5.50 for each $1,000 or part above the band "
    "before); follows cpi since Mon 1 Jan 2024"
)


def _pack_has(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The pack of the office has a schedule of this name, with a line that a sheet can hold and one that none can."""
    bands = [{"up_to": "5000", "amount": "75.00"}, {"amount": "75.00", "plus": "5.50", "every": "1000"}]
    schedule = {
        "name": name,
        "lines": [
            {"code": "permit.application", "title": "Permit", "indexed": {"index": "cpi", "base": "2024-01-01"},
             "parts": [{"kind": "bands", "fact": "application.cost", "bands": bands}]},
            {"code": "permit.renewal", "title": "Renewal", "parts": [{"kind": "flat", "amount": "10.00"}]},
        ],
        "indexes": {"cpi": [{"from": "2024-01-01", "value": "300.0", "cite": "CPI", "enacted_by": "BLS"}]},
    }  # fmt: skip
    pack = laws.pack()
    rules = FeeRules.model_validate({**pack.fees_rules.model_dump(by_alias=True), "schedules": [schedule]})
    changed = pack.model_copy(update={"fees_rules": rules})
    monkeypatch.setattr(laws, "pack", lambda *_: changed)


class TestFees:
    def test_the_schedule_in_force_in_words_with_its_sections(self, town: Office, desk: Desk) -> None:
        said = text(desk(town.staff.clerk).get("office/fees/"))
        assert "$75.00, and $8.00 for each $1,000 or part of estimated cost; at least $150.00" in said
        assert "§ 50-4(K)" in said and "office rule" in said and "In force" in said

    def test_actions_without_a_line_are_warned_of(self, town: Office, desk: Desk) -> None:
        line = {"code": "permit.application", "title": "Permit", "action": "permit.apply", "base": "10.00"}
        adopted(town, "2026-01-02", [line])
        said = section(desk(town.staff.clerk).get("office/fees/"), "10 actions without a fee")
        assert "Renewed building permit § 50-4(K)" in said

    def test_an_office_without_a_schedule_in_force_can_charge_nothing(
        self, town: Office, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(schedules, "schedule_on", lambda day: None)
        said = text(desk(town.staff.clerk).get("office/fees/"))
        assert "11 actions without a fee" in said and "§ 50-4(K)" in said

    def test_a_new_one_begins_with_the_lines_in_force_and_keeps_those_of_other_kinds(
        self, town: Office, desk: Desk
    ) -> None:
        share = {"code": "permit.late", "title": "Begun without a permit",
                 "parts": [{"kind": "share", "of_line": "permit.application", "times": "2"}]}  # fmt: skip
        first = {"code": "permit.application", "title": "Permit", "action": "permit.apply", "base": "10.00"}
        adopted(town, "2026-01-02", [first], [share])
        administrator = desk(town.staff.administrator)
        page = administrator.get("office/fees/new/")
        assert "Begun without a permit: 2 times Permit" in text(page)
        assert 'name="lines-0-base" value="10.00"' in page.content.decode()
        sent = {
            "name": "2027", "resolution": "2026-101", "adopted": "2026-11-10", "begins": "2027-01-01",
            "lines-count": "1", "lines-0-code": "permit.application", "lines-0-title": "Permit",
            "lines-0-action": "permit.apply", "lines-0-base": "12.50", "keep": ["permit.late"],
        }  # fmt: skip
        look = administrator.post("office/fees/new/", look="1", **sent)
        assert look.status_code == 200 and "Nothing has been done yet" in text(look)
        assert "Nothing was charged" in section(look, "Had it been in force")
        assert administrator.post("office/fees/new/", **sent).status_code == 302
        row = FeeSchedule.objects.get(name="2027")
        assert [line["code"] for line in row.lines] == ["permit.application", "permit.late"]
        said = section(administrator.get("office/fees/"), "All schedules")
        assert "To come" in said and "In force" in said
        assert "$12.50" in text(administrator.get("office/fees/", schedule=str(row.pk)))

    def test_where_none_is_in_force_it_begins_with_the_schedule_of_the_pack(
        self, town: Office, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A price index and bands that no sheet can hold are put in force all the same."""
        _pack_has(monkeypatch, "Schedule of 2027")
        monkeypatch.setattr(schedules, "schedule_on", lambda day: None)
        administrator = desk(town.staff.administrator)
        page = administrator.get("office/fees/new/")
        assert "This sheet begins with Schedule of 2027, as the town’s pack has it." in text(page)
        assert 'name="name" value="Schedule of 2027"' in page.content.decode()
        assert 'name="lines-0-base" value="10.00"' in page.content.decode()
        assert BANDED in text(page)
        sent = {
            "name": "Schedule of 2027", "resolution": "2026-101", "adopted": "2026-11-10", "begins": "2026-11-10",
            "lines-count": "1", "lines-0-code": "permit.renewal", "lines-0-title": "Renewal", "lines-0-base": "10.00",
            "keep": ["permit.application"],
        }  # fmt: skip
        assert administrator.post("office/fees/new/", **sent).status_code == 302
        row = FeeSchedule.objects.get(name="Schedule of 2027")
        assert [line["code"] for line in row.lines] == ["permit.renewal", "permit.application"]
        assert row.indexes is not None
        assert row.indexes["cpi"][0]["value"] == "300.0"

    def test_a_schedule_of_the_pack_that_is_not_in_force_yet_is_offered(
        self, town: Office, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        _pack_has(monkeypatch, "Schedule of 2027")
        page = desk(town.staff.administrator).get("office/fees/new/")
        assert "This sheet begins with the lines in force. Begin with Schedule of 2027 of the pack" in text(page)
        chosen = desk(town.staff.administrator).get("office/fees/new/", **{"from": "Schedule of 2027"})
        assert "begins with Schedule of 2027, as the town’s pack has it" in text(chosen)
        _pack_has(monkeypatch, schedules.schedule_on(date(2026, 11, 17)).name)  # type: ignore[union-attr]
        assert "of the pack" not in text(desk(town.staff.administrator).get("office/fees/new/"))

    def test_every_kind_of_line_is_said_in_words(self, town: Office, desk: Desk) -> None:
        per = {"kind": "per", "fact": "application.area", "amount": "0.125", "above": "1000", "begun": "pro rata"}
        flats = [{"kind": "flat", "amount": "5.00"}, {"kind": "flat", "amount": "6.00"}]
        lines: dict[str, dict[str, Any]] = {
            "per": {"parts": [per | {"every": "100", "up_to": "2000"}]},
            "share": {"parts": [{"kind": "share", "of_fact": "fee.original", "percent": "50"}]},
            "counts": {"parts": [{"kind": "counts", "each": {"building.tenants": "35.00"}}]},
            "choice": {"parts": [{"kind": "choice", "fact": "building.kind", "cases": {"one-family": flats[0]},
                                  "otherwise": flats[1]}]},
            "most": {"parts": [{"kind": "greater_of", "of": flats}]},
            "least": {"parts": [{"kind": "lesser_of", "of": flats, "words": "Cap"}]},
            "sum": {"parts": [{"kind": "sum", "of": flats}], "rounding": {"to": "1.00", "way": "up"}},
            "free": {"parts": [flats[0]], "exempt": [{"when": {"is_true": "building.agricultural"}, "words": "farms",
                                                      "cite": "§ 9"}],
                     "amnesty": [{"from": "2027-04-01", "to": "2027-06-30", "cite": "Res. 12"}]},
        }  # fmt: skip
        adopted(town, "2026-01-02", [], [{"code": code, "title": code, **line} for code, line in lines.items()])
        said = text(desk(town.staff.clerk).get("office/fees/"))
        for words in (
            "$0.125 for each 100 sq ft, pro rata of floor area of the work above 1,000 sq ft up to 2,000 sq ft",
            "50 % of original permit fee",
            "$35.00 for Tenants",
            "by kind of building (one-family: $5.00; otherwise $6.00)",
            "the greatest of $5.00 or $6.00",
            "Cap: the least of $5.00 or $6.00",
            "$5.00, and $6.00; rounded up to $1.00",
            "$5.00; nothing for farms; nothing from Thu 1 Apr 2027 to Wed 30 Jun 2027 (Res. 12)",
        ):
            assert words in said

    def test_looking_first_shows_what_the_year_would_have_brought(self, town: Office, desk: Desk) -> None:
        town.submitted("2026-10-01")
        sent = {
            "name": "2027", "resolution": "2026-101", "adopted": "2026-11-10", "begins": "2027-01-01",
            "lines-count": "1", "lines-0-code": "permit.application", "lines-0-title": "Permit",
            "lines-0-action": "permit.apply", "lines-0-base": "300.00",
        }  # fmt: skip
        look = desk(town.staff.administrator).post("office/fees/new/", look="1", **sent)
        said = section(look, "Had it been in force")
        assert "1 $219.00 $300.00 $81.00 0" in said and "All 1 $219.00 $300.00 $81.00" in said
        assert not FeeSchedule.objects.filter(name="2027").exists()

    def test_without_a_resolution_it_is_refused_with_its_section(self, town: Office, desk: Desk) -> None:
        sent = {"name": "2027", "lines-count": "1", "lines-0-code": "a", "lines-0-title": "A", "lines-0-base": "1"}
        answer = desk(town.staff.administrator).post("office/fees/new/", **sent)
        assert answer.status_code == 409 and "§ 50-18" in text(answer)

    @pytest.mark.parametrize(
        ("changed", "said"),
        [({"lines-0-base": "ten"}, "is not an amount"), ({"begins": "0206-01-01"}, "Write all four figures")],
    )
    def test_what_cannot_be_read_is_said(self, town: Office, desk: Desk, changed: dict[str, str], said: str) -> None:
        sent = {"name": "2027", "resolution": "1", "adopted": "2026-11-10", "begins": "2027-01-01",
                "lines-count": "1", "lines-0-code": "a", "lines-0-title": "A", "lines-0-base": "1"}  # fmt: skip
        answer = desk(town.staff.administrator).post("office/fees/new/", **sent | changed)
        assert answer.status_code == 422 and said in text(answer)

    def test_a_schedule_that_is_none(self, town: Office, desk: Desk) -> None:
        other = "00000000-0000-0000-0000-000000000000"
        assert desk(town.staff.clerk).get("office/fees/", schedule=other).status_code == 404
        assert desk(town.staff.clerk).get("office/fees/", schedule="x").status_code == 200


class TestDays:
    def test_a_proclaimed_day_moves_dates_and_is_taken_back(self, town: Office, desk: Desk) -> None:
        permit = town.issued("2026-06-03")
        administrator = desk(town.staff.administrator)
        given = {"begins": "2026-12-03", "why": "Day of mourning", "authority": "Executive Order 12"}
        page = made(administrator, "office/days/", "calendar.proclaim", **given)
        assert "Thu 3 December 2026 Proclaimed a holiday acts roll off it" in section(page, "The office")
        assert "1 open date set again" in text(page)
        permit.refresh_from_db()
        assert permit.commence_by == date(2026, 12, 4)
        day = str(DayOff.objects.get().pk)
        made(administrator, "office/days/", "calendar.take_back", day=day, why_back="Withdrawn")
        assert "Taken back" in section(administrator.get("office/days/"), "The office")
        permit.refresh_from_db()
        assert permit.commence_by == date(2026, 12, 3)

    def test_public_holidays_to_come_are_listed(self, town: Office, desk: Desk) -> None:
        said = section(desk(town.staff.clerk).get("office/days/"), "Public holidays to come")
        assert "Day Holiday Thu 26 Nov 2026 Thanksgiving Day Fri 25 Dec 2026 Christmas Day" in said

    def test_days_that_cannot_be_right_are_said(self, town: Office, desk: Desk) -> None:
        given = {"begins": "2026-12-03", "ends": "2026-12-01", "why": "Snow"}
        answer = desk(town.staff.administrator).post("do/calendar.close/", **given)
        assert answer.status_code == 422 and "The last day lies before the first" in text(answer)


class TestNumbers:
    def test_the_last_of_each_series_and_what_is_void(self, town: Office, desk: Desk) -> None:
        town.submitted("2026-11-02")
        drawn = numbers.draw("complaint", date(2026, 11, 17))
        numbers.void(drawn, "Entered twice")
        page = desk(town.staff.clerk).get("office/numbers/")
        assert "Building permits, from application on 2026 BP-2026-0001 1 0 0" in section(page, "Series")
        assert "CM-2026-0001 Tue 17 Nov 2026 Entered twice" in section(page, "Void numbers")


class TestTheRegister:
    @pytest.fixture(autouse=True)
    def _folder(self, office: storage.Office) -> Iterator[None]:
        yield
        shutil.rmtree(office.folder / "proving", ignore_errors=True)

    def test_is_proved_on_demand_with_how_far_it_is(self, town: Office, desk: Desk) -> None:
        clerk = desk(town.staff.clerk)
        assert clerk.post("office/register/").status_code == 302
        assert "Proving the register" in text(clerk.get("office/register/"))
        proving.prove.func("Noor Fairweather")
        said = text(clerk.get("office/register/"))
        assert "for Noor Fairweather: " in said and "none changed, missing or added" in said
        Head.objects.update(hash="0" * 64)
        proving.prove.func("Noor Fairweather")
        assert "it does not prove" in text(clerk.get("office/register/"))

    def test_entries_are_searched_and_taken_away(self, town: Office, desk: Desk) -> None:
        town.submitted("2026-11-10")
        clerk = desk(town.staff.clerk)
        assert "BP-2026-0001" in section(clerk.get("office/register/", q="filed"), "Entries")
        assert "Nothing was entered on these days that has “zeppelin”" in text(
            clerk.get("office/register/", q="zeppelin")
        )
        answer = clerk.get("office/register/", **{"as": "csv"})
        assert "BP-2026-0001" in b"".join(answer.streaming_content).decode()

    def test_takes_the_same_number_of_queries_for_many(self, town: Office, desk: Desk) -> None:
        clerk = desk(town.staff.clerk)
        town.submitted("2026-11-09")
        clerk.get("office/register/")
        few = queries(clerk, "office/register/")
        town.submitted("2026-11-10")
        town.submitted("2026-11-11")
        assert queries(clerk, "office/register/") == few


class TestTheLawInForce:
    @pytest.fixture
    def changed(self, town: Office, monkeypatch: pytest.MonkeyPatch) -> Pack:
        """A new release whose pack differs in a provision, a gate and a value."""
        plain = json.loads(laws.newest().to_json())
        plain["provisions"][-1]["says"] = "Somebody says something else."
        plain["gates"]["permit.issue"]["requirements"][0]["says"] = "Something else is so"
        plain["values"]["assembly_area_persons"]["series"][-1]["value"] = 49
        other = Pack.from_json(json.dumps(plain))
        monkeypatch.setattr(laws, "shipped", lambda name: other)
        return other

    def test_nothing_waits_and_what_was_in_force_is_listed(self, town: Office, desk: Desk) -> None:
        page = desk(town.staff.administrator).get("office/law/")
        assert "Nothing waits" in text(page) and laws.pack().hash[:12] in section(page, "Over time")

    def test_a_changed_pack_shows_its_differences_and_comes_into_force(
        self, town: Office, desk: Desk, changed: Pack
    ) -> None:
        administrator = desk(town.staff.administrator)
        page = administrator.get("office/law/")
        last = changed.provisions[-1]
        assert f"{last.id}: says" in section(page, "Provisions") and "Somebody says something else." in text(page)
        assert "May the permit issue?" in section(page, "Gates") and "Something else is so" in section(page, "Gates")
        assert "49" in section(page, "Dated values")
        assert "Bring it into force" not in text(desk(town.staff.clerk).get("office/law/"))
        given = {"hash": changed.hash, "why": "Release 1.1"}
        assert "What will happen" in text(administrator.post("office/law/", look="1", **given))
        assert administrator.post("office/law/", **given).status_code == 302
        assert laws.pack().hash == changed.hash
        assert "Nothing waits" in text(administrator.get("office/law/"))

    def test_a_pack_seen_before_it_changed_again_is_refused(self, town: Office, desk: Desk, changed: Pack) -> None:
        answer = desk(town.staff.administrator).post("office/law/", hash="0" * 64, why="Release")
        assert answer.status_code == 422 and "has changed since you looked at it" in text(answer)
        assert InForce.objects.count() == 1

    def test_a_pack_that_cannot_be_used_says_what_is_wrong_with_it(
        self, town: Office, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(name: str) -> Pack:
            raise PackError([Problem(Mark("chester/gates/permits.yaml", 3, 1), "x", "no fact is called x")])

        monkeypatch.setattr(laws, "shipped", broken)
        said = text(desk(town.staff.administrator).get("office/law/"))
        assert "cannot be used" in said and "no fact is called x" in said and "goes on by the law in force" in said
