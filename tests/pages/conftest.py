"""Fixtures of the tests of pages: the office of the factories, and its people in front of a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.office import factories
from tests.pages.visitor import Visitor
from townwright.office.register.actors import Actor
from townwright.office.staff.models import Account

#: The day on which the pages of these tests are looked at.
TODAY = "2026-11-17 09:00"


class Desk:
    """Somebody of the office at the desk: `get` and `post` take addresses of the desk, without the town."""

    def __init__(self, actor: Actor) -> None:
        self.client = Client()
        self.client.force_login(Account.objects.get(pk=actor.id), backend="django.contrib.auth.backends.ModelBackend")

    def get(self, address: str, **data: Any) -> Any:
        """A page."""
        return self.client.get(self._whole(address), data)

    def post(self, address: str, **data: Any) -> Any:
        """A form that is sent."""
        return self.client.post(self._whole(address), data)

    @staticmethod
    def _whole(address: str) -> str:
        return address if address.startswith("/chester/") else f"/chester/desk/{address.lstrip('/')}"


@pytest.fixture
def town(people: factories.Office, monkeypatch: pytest.MonkeyPatch) -> factories.Office:
    """The office with its people, a schedule, one parcel and its owner; every work site counts as inspected."""
    factories.site_seen(monkeypatch)
    return people


@pytest.fixture
def desk(town: factories.Office, at: Callable[[str], object]) -> Callable[[Actor], Desk]:
    """Signs somebody of the office in: `desk(town.staff.clerk)`. It is the day of these tests."""
    at(TODAY)
    return Desk


@pytest.fixture
def visitor(blank_papers: None, town: factories.Office, at: Callable[[str], object]) -> Visitor:
    """Somebody at the counter without an account. It is the day of these tests."""
    at(TODAY)
    return Visitor()
