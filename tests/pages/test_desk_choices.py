"""What a list on a form offers: only the answers that the town's code has on that day, each with its section."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from tests.office import factories_cortlandt as cortlandt
from tests.office.factories import CHECK, Office, do
from tests.office.factories_shelter_island import island
from tests.pages.conftest import Desk
from tests.pages.visitor import Visitor, follow, said
from townwright.office import clock
from townwright.office.certificates.models import Certificate
from townwright.office.register.errors import InputError
from townwright.office.staff.models import Account

TODAY = "2026-11-17 09:00"


def offered(page: str, field: str) -> dict[str, str]:
    """The answers that a form offers for a field, each with its smaller line."""
    found = re.findall(rf'<label class="opt"[^>]*><input [^>]*name="{field}" value="([^"]*)".*?</label>', page, re.S)
    lines = {}
    for value in found:
        option = re.search(rf'name="{field}" value="{re.escape(value)}".*?</label>', page, re.S)
        assert option is not None
        small = re.search(r"<small>(.*?)</small>", option[0])
        lines[value] = small[1] if small else ""
    return lines


def sheet(town: str, office: Office, act: str, subject: Any = "") -> str:
    """The form of an act as the officer sees it."""
    client = Client()
    client.force_login(
        Account.objects.get(pk=office.staff.officer.id), backend="django.contrib.auth.backends.ModelBackend"
    )
    with clock.fixed(TODAY):
        answer = client.get(f"/{town}/desk/do/{act}/{f'{subject.pk}/' if subject else ''}")
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


@pytest.fixture
def in_cortlandt(offices: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    cortlandt.blank_papers(monkeypatch)
    with cortlandt.an_office(offices, settings) as office:
        yield office


@pytest.fixture
def on_the_island(offices: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    settings.SIGN_PAPERS = False
    cortlandt.blank_papers(monkeypatch)
    with island(offices) as office:
        yield office


class TestTheGroundsAgainstAPermit:
    def test_are_those_of_the_model_law_in_chester(self, blank_papers: None, town: Office, desk: Any) -> None:
        # Given a permit in force in Chester, when the officer opens the form of a finding against it
        page = sheet("chester", town, "permit.find_ground", town.issued("2026-11-02"))
        # Then it has the two grounds of § 50-4(J) and no other
        assert offered(page, "ground") == {"issued in error": "§ 50-4(J)", "work violates a code": "§ 50-4(J)"}

    def test_are_the_three_of_cortlandt(self, in_cortlandt: Office) -> None:
        permit = cortlandt.issued(in_cortlandt, "2026-11-02").permit
        assert offered(sheet("cortlandt", in_cortlandt, "permit.find_ground", permit), "ground") == dict.fromkeys(
            ("work violates a code", "breaks a condition", "false statement"), "§ 149-13(F)"
        )

    def test_are_the_four_of_shelter_island_and_the_states(self, on_the_island: Office) -> None:
        permit = on_the_island.issued("2026-11-02", certificate_kind="occupancy")
        assert offered(sheet("island", on_the_island, "permit.find_ground", permit), "ground") == {
            "issued in error": "§ 43-13A(2)",
            "work violates a code": "19 NYCRR § 1203.3(a)",
            "false statement": "§ 43-13A(1)",
            "departs from application": "§ 43-13A(3)",
            "stop order disobeyed": "§ 43-13A(4)",
        }

    def test_cannot_be_sent_where_the_town_has_them_not(
        self, blank_papers: None, town: Office, desk: Callable[..., Desk]
    ) -> None:
        # Given a form that was changed by hand to another town's ground
        permit = town.issued("2026-11-02")
        answer = desk(town.staff.officer).post(f"do/permit.find_ground/{permit.pk}/", ground="false statement")
        # Then nothing is recorded, and the field says that this is no choice
        assert answer.status_code == 422 and "Select a valid choice" in answer.content.decode()
        assert not permit.grounds.exists()


class TestTheCertificates:
    def test_of_chester_are_two_and_a_temporary_one(self, blank_papers: None, town: Office, desk: Any) -> None:
        permit = town.ready("2026-11-02")
        kinds = {"occupancy": "§ 50-7(A)", "compliance": "§ 50-7(A)"}
        assert offered(sheet("chester", town, "permit.issue", permit), "certificate_kind") == kinds
        assert offered(sheet("chester", town, "certificate.apply_for_conversion"), "kind") == kinds
        town.do("permit.issue", permit, "2026-11-02", certificate_kind="compliance")
        assert offered(sheet("chester", town, "certificate.apply", permit), "kind") == {
            "": "",
            **kinds,
            "temporary": "§ 50-7(D)",
        }

    def test_of_cortlandt_is_one_which_is_chosen_already(self, in_cortlandt: Office) -> None:
        permit = cortlandt.ready(in_cortlandt, "2026-11-02")
        page = sheet("cortlandt", in_cortlandt, "permit.issue", permit)
        assert offered(page, "certificate_kind") == {"occupancy": "§ 149-14(A)"}
        assert re.search(r'name="certificate_kind" value="occupancy"[^>]* checked', page)

    def test_of_another_town_is_refused_by_the_act_too(self, in_cortlandt: Office) -> None:
        # Given Cortlandt, whose chapter has the certificate of occupancy alone
        permit = cortlandt.ready(in_cortlandt, "2026-11-02")
        # When a permit is to end in a certificate of compliance, or one is applied for, then that is refused by name
        with pytest.raises(InputError) as issue:
            in_cortlandt.do("permit.issue", permit, "2026-11-02", certificate_kind="compliance")
        in_cortlandt.do("permit.issue", permit, "2026-11-02", certificate_kind="occupancy")
        with pytest.raises(InputError) as apply:
            in_cortlandt.do("certificate.apply", permit, "2026-11-03", kind="compliance", hold_unpaid=True)
        words = "This town's code has no such certificate. It has: Certificate of Occupancy and Temporary certificate."
        assert issue.value.errors == {"certificate_kind": words} and apply.value.errors == {"kind": words}

    def test_at_the_counter_keep_the_words_of_the_counter(self, visitor: Visitor, town: Office) -> None:
        case = town.issued("2026-11-02").case
        page = visitor.get(follow(case, "do/certificate.apply/"))
        assert set(offered(page.content.decode(), "kind")) == {"occupancy", "compliance", "temporary"}
        assert "new buildings, additions that people use" in said(page)

    def test_at_the_counter_of_cortlandt_leave_out_that_of_compliance(self, in_cortlandt: Office) -> None:
        case = cortlandt.issued(in_cortlandt, "2026-11-02").permit.case
        with clock.fixed(TODAY):
            page = Client().get(f"/cortlandt/follow/{case.link_code}/do/certificate.apply/")
        assert set(offered(page.content.decode(), "kind")) == {"occupancy", "temporary"}


class TestOtherLists:
    def test_proof_of_insurance_is_of_what_the_law_asks_for(self, blank_papers: None, town: Office, desk: Any) -> None:
        state = {"workers compensation", "disability"}
        assert set(offered(sheet("chester", town, "insurance.record"), "kind")) == state
        page = sheet("chester", town, "permit.change_parties", town.issued("2026-11-02"))
        assert set(offered(page, "insurances-0-kind")) == state


def test_what_the_code_asks_before_a_certificate_is_noted_on_a_form(on_the_island: Office) -> None:
    # Given a temporary certificate that is applied for in Shelter Island, whose code wants an underwriter's certificate
    permit = on_the_island.issued("2026-11-02", certificate_kind="occupancy")
    contents = {"use": "One-family dwelling", "occupancy": "R-3", "construction_type": "V-B", "payment": CHECK}
    made = do("certificate.apply", permit, "2026-11-03", on_the_island.staff.clerk, kind="temporary", **contents)
    certificate = Certificate.objects.get(pk=made.subject_id)
    # When the form of what the town asks for is opened, then it has that question and none that records answer
    page = sheet("island", on_the_island, "certificate.note", certificate)
    named = "answer-electrical.certificate_on"
    assert f'name="{named}"' in page
    assert 'name="answer-officer.absent"' not in page and 'name="answer-certificate.kind"' not in page
    # When it is sent empty, then nothing is noted; and what is answered is kept
    client = Client()
    account = Account.objects.get(pk=on_the_island.staff.officer.id)
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    address = f"/island/desk/do/certificate.note/{certificate.pk}/"
    with clock.fixed(TODAY):
        assert "Nothing was noted." in said(client.post(address, {}))
        assert client.post(address, {named: "11/16/2026"}).status_code == 302
    certificate.refresh_from_db()
    assert certificate.found == {"electrical.certificate_on": "2026-11-16"}
