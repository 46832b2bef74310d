"""A changed pack comes into force by an act, and not by itself."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from tests.office.factories import Office, do
from townwright.law import check
from townwright.law.layers import Problem
from townwright.law.loader import Mark
from townwright.law.packs import Pack
from townwright.office import laws
from townwright.office.cases import adopting
from townwright.office.laws.models import InForce, KeptPack
from townwright.office.register.errors import InputError

TODAY = "2026-11-17"


@pytest.fixture
def changed(office: object, monkeypatch: pytest.MonkeyPatch) -> Pack:
    """A new release whose pack differs in one word."""
    now = laws.newest()
    other = Pack.from_json(json.dumps({**json.loads(now.to_json()), "title": "Chapter 50, as amended"}))
    monkeypatch.setattr(laws, "shipped", lambda name: other)
    return other


def test_nothing_waits_while_the_files_are_the_law(office: object) -> None:
    assert adopting.waiting() is None


def test_a_changed_pack_waits_and_comes_into_force_on_its_day(town: Office, changed: Pack) -> None:
    before = laws.pack()
    assert adopting.waiting() == changed
    assert laws.pack().hash == before.hash
    given = {"hash": changed.hash, "begins": "2027-01-01", "why": "Local Law 2 of 2026"}
    outcome = do("law.adopt", None, TODAY, town.staff.administrator, **given)
    assert laws.pack(date(2026, 12, 31)).hash == before.hash
    assert laws.pack(date(2027, 1, 1)).hash == changed.hash
    assert KeptPack.objects.filter(pk=before.hash).exists()
    assert adopting.waiting() is None
    assert outcome.entry is not None
    assert outcome.entry.content["after"]["differs"] == {"title": 1}
    assert "Local Law 2 of 2026" in outcome.entry.said


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"hash": "0" * 64}, "hash"),
        ({"begins": "2026-11-16"}, "begins"),
    ],
)
def test_what_was_not_looked_at_or_lies_back_is_refused(
    town: Office, changed: Pack, given: dict[str, Any], field: str
) -> None:
    with pytest.raises(InputError) as error:
        do("law.adopt", None, TODAY, town.staff.administrator, **{"hash": changed.hash, "why": "A release", **given})
    assert field in error.value.errors
    assert InForce.objects.count() == 1


def test_the_law_in_force_is_not_brought_in_twice(town: Office) -> None:
    with pytest.raises(InputError, match="nothing to bring into force"):
        do("law.adopt", None, TODAY, town.staff.administrator, hash=laws.pack().hash, why="Once more")


def test_a_pack_that_cannot_be_used_stays_out(town: Office, changed: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = check.Report("chester", (Problem(Mark("chester/gates/permits.yaml", 3, 1), "", "no fact is called x"),))
    monkeypatch.setattr(check, "check", lambda *_, **__: wrong)
    with pytest.raises(InputError, match="no fact is called x"):
        do("law.adopt", None, TODAY, town.staff.administrator, hash=changed.hash, why="A release")


def test_an_office_without_law_says_so(office: object) -> None:
    InForce.objects.all().delete()
    with pytest.raises(laws.NoLaw):
        laws.newest()
