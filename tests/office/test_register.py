"""The register: one chain of entries that nobody can change, take out or slip in unseen."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from townwright.office import clock
from townwright.office.register import chain
from townwright.office.register.canon import canonical
from townwright.office.register.models import Entry, Private
from townwright.office.storage import uuid7

pytestmark = [pytest.mark.usefixtures("office"), pytest.mark.both_engines]


def written(said: str = "A call was noted", **private: str) -> Entry:
    """One entry appended by hand."""
    return chain.append(
        chain.locked_head(),
        at=clock.now(),
        on=clock.today(),
        act="note.take",
        actor_id=None,
        actor_name="A. Clerk",
        title="Clerk",
        subject_id=uuid7(),
        said=said,
        key=None,
        touched={uuid7(): "case"},
        content={"given": {"how": "call"}},
        private=private,
    )


def tampered(statement: str, *values: object) -> None:
    """Changes rows as somebody would who owns the database: with the triggers out of the way."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for name in ("entry_unchanged", "entry_kept", "touched_kept", "private_unchanged"):
                cursor.execute(f"DROP TRIGGER register_{name}")
        else:
            cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, values)


def test_entries_follow_each_other() -> None:
    before = chain.head().seq
    first, second = written("one"), written("two")
    assert (first.seq, second.seq) == (before + 1, before + 2)
    assert second.prev == first.hash
    assert chain.verify() == chain.Proof(before + 2, second.hash)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE register_entry SET said = 'nothing happened'",
        "DELETE FROM register_entry",
        "UPDATE register_touched SET kind = 'parcel'",
        "DELETE FROM register_touched",
        "UPDATE register_private SET words = 'nothing'",
    ],
)
def test_the_database_refuses_to_change_what_stands(statement: str) -> None:
    written(words="he said that the deck sways")
    with (
        pytest.raises(DatabaseError, match="permanent|never changed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


def test_a_changed_entry_is_found() -> None:
    entry = written()
    written()
    tampered("UPDATE register_entry SET body = replace(body, 'call', 'visit') WHERE seq = %s", entry.seq)
    proof = chain.verify()
    assert (proof.holds, proof.broken_at) == (False, entry.seq)
    assert "changed" in proof.why


def test_a_column_that_no_longer_says_what_was_hashed_is_found() -> None:
    entry = written()
    tampered("UPDATE register_entry SET actor_name = 'Somebody else' WHERE seq = %s", entry.seq)
    assert chain.verify().broken_at == entry.seq


def test_an_entry_taken_out_is_found() -> None:
    entry = written()
    written()
    tampered("DELETE FROM register_touched WHERE entry_id = %s", entry.seq)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM register_entry WHERE seq = %s", [entry.seq])
    proof = chain.verify()
    assert proof.broken_at == entry.seq
    assert "missing" in proof.why


def test_the_last_entry_taken_out_is_found() -> None:
    entry = written()
    tampered("DELETE FROM register_touched WHERE entry_id = %s", entry.seq)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM register_entry WHERE seq = %s", [entry.seq])
    assert "head" in chain.verify().why


def test_private_words_are_hashed_and_not_in_the_chain() -> None:
    entry = written(words="the neighbor is Mrs. Oduya")
    assert "Oduya" not in entry.body
    assert Private.objects.get(entry=entry).words == "the neighbor is Mrs. Oduya"


def test_private_words_can_be_disposed_of_and_the_chain_still_proves() -> None:
    entry = written(words="the neighbor is Mrs. Oduya")
    Private.objects.filter(entry=entry).delete()
    assert chain.verify().holds


def test_private_words_that_were_changed_are_found() -> None:
    entry = written(words="the neighbor is Mrs. Oduya")
    tampered("UPDATE register_private SET words = 'nobody' WHERE entry_id = %s", entry.seq)
    assert chain.verify().broken_at == entry.seq


def test_canonical_json_has_one_spelling_and_no_floats() -> None:
    assert canonical({"b": 1, "a": ["é", None, True]}) == '{"a":["é",null,true],"b":1}'
    with pytest.raises(TypeError, match="float"):
        canonical({"amount": 1.5})
