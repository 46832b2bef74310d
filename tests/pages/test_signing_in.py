"""Where signing in and out lead: the people of the office to Today, applicants to their own cases."""

from __future__ import annotations

from typing import Any

import pytest

from tests.office.factories import Office
from tests.pages.visitor import Visitor, said
from townwright.office.cases.models import Party
from townwright.office.people.models import Person
from townwright.office.register.actors import Role
from townwright.office.staff.models import Account

PASSWORD = "correct horse battery staple"


def account(role: Role, **more: Any) -> Account:
    return Account.objects.create_user(
        username="walker", password=PASSWORD, email="walker@example.org", name="W. Walker", role=role.value, **more
    )


def sign_in(visitor: Visitor, **more: str) -> Any:
    return visitor.post("/accounts/login/", {"login": "walker", "password": PASSWORD, **more})


@pytest.mark.parametrize("role", [Role.CLERK, Role.INSPECTOR, Role.OFFICER, Role.ADMINISTRATOR])
def test_the_people_of_the_office_begin_at_today(town: Office, visitor: Visitor, role: Role) -> None:
    account(role)
    assert sign_in(visitor)["Location"] == "/chester/desk/"


def test_the_page_that_was_asked_for_goes_before(town: Office, visitor: Visitor) -> None:
    account(Role.CLERK)
    assert sign_in(visitor, next="/chester/desk/money/")["Location"] == "/chester/desk/money/"


def test_signing_out_leads_to_the_counter_of_the_town(town: Office, visitor: Visitor) -> None:
    account(Role.CLERK)
    sign_in(visitor)
    assert visitor.post("/accounts/logout/")["Location"] == "/chester/"


class TestAnApplicant:
    def test_begins_at_the_own_cases_and_sees_how_each_stands(self, town: Office, visitor: Visitor) -> None:
        own, other = town.issued("2026-11-02"), town.submitted("2026-11-03")
        person = Party.objects.get(case=own.case, part="applicant").person
        Party.objects.filter(case=other.case).update(person=Person.objects.create(name="Somebody Else").pk)
        account(Role.APPLICANT, person_id=person.pk)
        begins = sign_in(visitor)
        assert begins["Location"] == "/chester/follow/"
        page = visitor.get("/follow/")
        assert f"{own.number} {own.case.title} {own.case.place} In force" in said(page)
        assert f'href="/chester/follow/{own.case.link_code}/"' in page.content.decode()
        assert str(other.number) not in said(page)

    def test_without_a_case_is_told_what_would_stand_there(self, town: Office, visitor: Visitor) -> None:
        account(Role.APPLICANT)
        sign_in(visitor)
        assert "You have no case here yet" in said(visitor.get("/follow/"))

    def test_sees_the_list_with_the_same_queries_however_long_it_is(self, town: Office, visitor: Visitor) -> None:
        person = Party.objects.get(case=town.submitted("2026-11-02").case, part="applicant").person
        account(Role.APPLICANT, person_id=person.pk)
        sign_in(visitor)
        visitor.get("/follow/")
        few = visitor.counted("/follow/")
        for _ in range(3):
            more = town.submitted("2026-11-03")
            Party.objects.filter(case=more.case, part="applicant").update(person=person.pk)
        assert visitor.counted("/follow/") == few


def test_a_stranger_has_no_list_and_a_way_to_sign_in(town: Office, visitor: Visitor) -> None:
    page = said(visitor.get("/follow/"))
    assert "Your cases" not in page and page.endswith("Sign in")


def test_somebody_signed_in_finds_the_way_back_from_the_counter(town: Office, visitor: Visitor) -> None:
    account(Role.CLERK)
    sign_in(visitor)
    page = visitor.get("/")
    assert "W. Walker Today , account" in said(page) and 'href="/chester/desk/"' in page.content.decode()
