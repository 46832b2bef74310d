"""Proving the register from a page: asked for, seen while it runs, and what was found last."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from django_tasks_db.models import DBTaskResult

from tests.office.factories import staff
from townwright.office import storage
from townwright.office.register import chain, proving
from townwright.office.register.models import Head, Private


@pytest.fixture(autouse=True)
def folder(office: storage.Office) -> Iterator[None]:
    """What a proof leaves in the office's folder is taken away."""
    yield
    shutil.rmtree(office.folder / "proving", ignore_errors=True)


def test_asked_for_once_it_is_under_way_and_then_known(office: storage.Office) -> None:
    staff()
    assert (proving.under_way(), proving.last()) == (None, None)
    proving.ask("Briar Ostrander")
    proving.ask("Briar Ostrander")
    assert proving.under_way() == (0, 0)
    assert DBTaskResult.objects.count() == 1
    proving.prove.func("Briar Ostrander")
    found = proving.last()
    assert found is not None
    assert (found.by, found.proof) == ("Briar Ostrander", chain.Proof(chain.head().seq, chain.head().hash))
    assert proving.under_way() is None


def test_what_does_not_prove_is_said(office: storage.Office) -> None:
    Head.objects.update(seq=99)
    proving.prove.func("Briar Ostrander")
    found = proving.last()
    assert found is not None and not found.proof.holds
    assert found.proof.why == "the head does not stand at the last entry"


def test_how_far_it_is_is_told(office: storage.Office, monkeypatch: pytest.MonkeyPatch) -> None:
    staff()
    monkeypatch.setattr(chain, "TOLD_EVERY", 2)
    told: list[tuple[int, int]] = []
    chain.verify(lambda done, of: told.append((done, of)))
    assert told[0] == (2, chain.head().seq)


def test_a_password_is_kept_nowhere(office: storage.Office) -> None:
    """Neither in the entry nor beside it."""
    staff()
    assert not Private.objects.filter(words__contains="a-long-word-of-nobody").exists()
