"""Fixtures of the tests of the API: the office of the factories, and programs that call it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.office import factories
from townwright.office.register import acts
from townwright.office.register.actors import SYSTEM, Actor

ROOT = "/chester/api/v1"


class Program:
    """A program with an API key, or none."""

    def __init__(self, key: str = "") -> None:
        self.client = Client(headers={"Authorization": f"Bearer {key}"} if key else {})

    def get(self, address: str) -> Any:
        """A record."""
        return self.client.get(f"{ROOT}/{address}")

    def act(self, name: str, *, ask: bool = False, **call: Any) -> Any:
        """An act."""
        address = f"{ROOT}/acts/{name}{'?ask=1' if ask else ''}"
        return self.client.post(address, json.dumps(call, default=str), content_type="application/json")


@pytest.fixture
def town(people: factories.Office, monkeypatch: pytest.MonkeyPatch, blank_papers: None) -> factories.Office:
    """The office with its people, a schedule, one parcel and its owner; papers are blank sheets without a signature."""
    factories.site_seen(monkeypatch)
    return people


@pytest.fixture
def program(town: factories.Office, at: Callable[[str], object]) -> Callable[[Actor], Program]:
    """A program that acts as somebody of the office, on Tue 17 November 2026."""
    at("2026-11-17 09:00")

    def made(actor: Actor) -> Program:
        secret = f"key-of-{actor.role}-which-is-long-enough-to-be-one"
        acts.perform("apikey.make", {"account": actor.id, "label": "test", "secret": secret}, actor=SYSTEM)
        return Program(secret)

    return made
