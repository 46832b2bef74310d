"""The frame round every page: the town, the places of the desk, who is signed in; and pages that stand alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import HttpResponse
from django.shortcuts import render
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import include, path

from tests.pages import samples
from townwright.law.findings import Decision
from townwright.office import laws, storage
from townwright.office.files.errors import DiskFull
from townwright.office.register.actors import Actor, Appointed, Role
from townwright.office.register.errors import InputError, NoSuchThing, NotAllowed, Overtaken, Refused
from townwright.pages import components as c
from townwright.pages import context, views
from townwright.pages.inline import Link


def _page(request: Any) -> HttpResponse:
    return HttpResponse()


desk = ([path("", _page, name="today"), path("find/", _page, name="find"), path("law/", _page, name="law")], "desk")
counter = ([path("", _page, name="start"), path("code/", _page, name="code")], "counter")
urlpatterns = [
    path("", include("townwright.pages.urls")),
    path("desk/", include(desk)),
    path("", include(counter)),
    path("accounts/login/", _page, name="account_login"),
]


@pytest.fixture(autouse=True)
def addresses() -> Iterator[None]:
    """Three pages of the desk and two of the counter."""
    with override_settings(ROOT_URLCONF=__name__):
        yield


def request(address: str = "/desk/", method: str = "get", **headers: str) -> Any:
    made = getattr(RequestFactory(), method)(address, headers=headers)
    made.user, made.session = AnonymousUser(), {}
    return made


def officer(day: date) -> Actor:
    return Actor(None, "R. Abernathy-Cole", Role.OFFICER, (Appointed("officer", "Code Enforcement Officer", day),))


def test_the_desk_shows_the_places_that_are_there_and_marks_where_one_is(office: storage.Office) -> None:
    found = context.page(request("/desk/find/deep"))["places"]
    assert [(place.name, place.here) for place in found] == [("Today", ""), ("Find", "true"), ("Law", "")]
    assert [place.here for place in context.page(request("/desk/"))["places"]] == ["page", "", ""]
    assert context.page(request("/code/"))["places"] == ()


def test_sections_lead_to_the_law_of_the_side_one_is_on(office: storage.Office) -> None:
    assert context.page(request("/desk/"))["law_address"] == "/desk/law/"
    assert context.page(request("/code/"))["law_address"] == "/code/"


def test_who_is_signed_in_is_named_with_the_office_held_today(office: storage.Office, at: Any) -> None:
    at("2026-11-17")
    signed_in = request()
    signed_in.user = SimpleNamespace(is_authenticated=True)
    signed_in.actor = officer(date(2026, 1, 1))
    today = Link("Today", context.address("desk:today"))
    assert context.who(signed_in) == context.Who("R. Abernathy-Cole", "Code Enforcement Officer", today)
    signed_in.actor = officer(date(2027, 1, 1))
    assert context.who(signed_in) == context.Who("R. Abernathy-Cole", "Officer", today)
    assert context.who(request()) is None


def test_the_frame_names_the_town_and_takes_a_handful_of_queries(office: storage.Office) -> None:
    with CaptureQueriesContext(connection) as asked:
        page = render(request(), "pages/desk.html").content.decode()
    pack = laws.pack()
    assert f"<title> - {pack.town.name}</title>" in page and pack.town.department in page
    assert f"Chapter {pack.town.chapter.number} as in force today" in page
    assert "/town.css?" in page
    assert len(asked) <= 3


def test_an_office_without_law_still_has_its_name(office: storage.Office, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise laws.NoLaw("none")

    monkeypatch.setattr(laws, "pack", none)
    assert context.town().name == office.name


def test_outside_a_town_there_is_no_frame() -> None:
    assert context.page(request("/")) == {}


def test_the_stylesheet_holds_the_packs_colours(office: storage.Office) -> None:
    sheet = views.town_css(request("/town.css"))
    assert sheet["Content-Type"] == "text/css; charset=utf-8" and "max-age" in sheet["Cache-Control"]
    assert f"--town:{laws.pack().town.colours.town}" in sheet.content.decode()


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (Refused(samples.DECISION), 409, "The law does not allow this now"),
        (
            Overtaken([SimpleNamespace(said="Permit issued", actor_name="A. Clerk", at=date(2026, 3, 2))]),  # type: ignore[list-item]
            409,
            "Permit issued",
        ),
        (InputError({"on": "This day has not come yet."}), 422, "This day has not come yet."),
        (NotAllowed("Issue the permit: this is not open to you."), 403, "Issue the permit"),
        (NoSuchThing("There is no such record here."), 404, "There is no such record here."),
        (DiskFull(), 507, "The disk of the office is full"),
    ],
)
def test_a_page_says_why_an_act_was_not_done(office: storage.Office, error: Any, status: int, said: str) -> None:
    answer = views.not_done(request(method="post", referer="http://testserver/desk/case"), error)
    page = answer.content.decode()
    assert answer.status_code == status
    assert said in page and 'href="http://testserver/desk/case"' in page


def test_the_way_back_leads_nowhere_else(office: storage.Office) -> None:
    answer = views.not_done(request(method="post", referer="http://elsewhere.example/"), DiskFull())
    assert "elsewhere" not in answer.content.decode()


def test_pages_about_the_pages(office: storage.Office) -> None:
    assert laws.pack().town.hours in views.on_paper(request("/on-paper/")).content.decode()
    assert "2.2" in views.accessibility(request("/accessibility/")).content.decode()
    assert views.help_page(request("/desk/help/")).status_code == 302
    staff = request("/desk/help/")
    staff.user = SimpleNamespace(is_authenticated=True)
    staff.actor = officer(date(2026, 1, 1))
    assert "data-keys" in views.help_page(staff).content.decode()


def test_offers_of_the_register_become_acts_of_the_page() -> None:
    def spec(name: str, danger: bool = False) -> Any:
        return SimpleNamespace(name=name, title=name.title(), danger=danger)

    empty = Decision("g", date(2026, 1, 1))
    offers: Any = [
        SimpleNamespace(spec=spec("issue"), open=False, decision=samples.DECISION),
        SimpleNamespace(spec=spec("refuse", danger=True), open=True, decision=empty),
        SimpleNamespace(spec=spec("accept"), open=True, decision=empty),
    ]
    shut, bad, first = c.acts_from(offers, lambda name: f"/acts/{name}", first="accept")
    assert isinstance(shut, c.ShutAct) and shut.why == "2 requirements unmet, 1 not known."
    assert bad == c.OpenAct("Refuse", "/acts/refuse", bad=True)
    assert first == c.OpenAct("Accept", "/acts/accept", first=True)
