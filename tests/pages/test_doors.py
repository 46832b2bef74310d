"""Every door of the site, by its address, and who is let through it."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver
from django.urls.converters import IntConverter, SlugConverter, StringConverter, UUIDConverter
from django.urls.resolvers import RoutePattern

from tests.office.factories import Office, log_in
from townwright.counter.urls import urlpatterns as counter_urls
from townwright.desk.urls import urlpatterns as desk_urls
from townwright.office.register.actors import Role

NOBODY = UUID("01a00000-0000-7000-8000-000000000000")
VALUES = {UUIDConverter: NOBODY, IntConverter: 1, SlugConverter: "to-review", StringConverter: "permit.issue"}


def addresses(patterns: list[URLPattern]) -> Iterator[str]:
    """Each address with something in the place of what varies."""
    for pattern in patterns:
        assert isinstance(pattern.pattern, RoutePattern)
        address = pattern.pattern._route
        for name, converter in pattern.pattern.converters.items():
            kind = {UUIDConverter: "uuid", IntConverter: "int", SlugConverter: "slug", StringConverter: "str"}
            address = address.replace(f"<{kind[type(converter)]}:{name}>", str(VALUES[type(converter)]))
        yield address


DESK = list(addresses(desk_urls))  # type: ignore[arg-type]
COUNTER = list(addresses(counter_urls))  # type: ignore[arg-type]


def signed_in(role: Role) -> Client:
    """A browser of somebody with a role and no case of their own."""
    client = Client()
    client.force_login(log_in(f"A. {role}", role), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize("address", DESK)
class TestADoorOfTheDesk:
    def test_asks_a_stranger_to_sign_in(self, town: Office, address: str) -> None:
        for answer in (Client().get(f"/chester/desk/{address}"), Client().post(f"/chester/desk/{address}")):
            assert answer.status_code == 302
            assert answer["Location"].startswith("/chester/accounts/login/")

    def test_sends_an_applicant_away(self, town: Office, address: str) -> None:
        client = signed_in(Role.APPLICANT)
        assert client.get(f"/chester/desk/{address}").status_code == 403
        assert client.post(f"/chester/desk/{address}").status_code == 403

    @pytest.mark.parametrize("role", [Role.CLERK, Role.INSPECTOR, Role.OFFICER, Role.ADMINISTRATOR])
    def test_never_breaks_for_the_people_of_the_office(self, town: Office, address: str, role: Role) -> None:
        client = signed_in(role)
        client.raise_request_exception = True
        assert client.get(f"/chester/desk/{address}").status_code in (200, 302, 403, 404)


@pytest.mark.parametrize("address", COUNTER)
def test_a_door_of_the_counter_never_breaks_and_opens_no_case_that_is_not_yours(town: Office, address: str) -> None:
    permit = town.submitted("2026-11-02")
    for client in (Client(), signed_in(Role.APPLICANT)):
        answer = client.get(f"/chester/{address}")
        assert answer.status_code in (200, 302, 404, 405)
        assert str(permit.case.link_code) not in answer.content.decode(errors="replace")


def test_the_api_lets_nobody_in_without_a_key(town: Office) -> None:
    resolver = next(each for each in get_resolver().url_patterns if str(each.pattern) == "api/v1/")
    open_to_all = {"openapi.json", "docs", ""}
    seen = 0
    for pattern in resolver.url_patterns[0].url_patterns:
        route = getattr(pattern.pattern, "_route", "")
        if route in open_to_all:
            continue
        address = route.replace("<uuid:key>", str(NOBODY))
        answers = {
            Client().get(f"/chester/api/v1/{address}").status_code,
            Client().post(f"/chester/api/v1/{address}", "{}", content_type="application/json").status_code,
        }
        assert answers <= {401, 405}, route
        seen += 1
    assert seen > 50
