"""The two databases' ways to find words. Both take the same terms and give the same rows in the same order.

A term is one word with those that may stand for it; every term must be met. Words are letters and digits
only, so nothing in them can be mistaken for the query's own signs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection


@dataclass(frozen=True, slots=True)
class Term:
    """Any of these words, or of words that begin with one of `beginnings`."""

    words: tuple[str, ...]
    beginnings: tuple[str, ...] = ()


def rows_with(terms: Sequence[Term], limit: int) -> list[int]:
    """Keys of the entries that meet every term, the newest first, at most `limit`."""
    if not terms:
        return []
    query, sql = (_fts5(terms), _FTS5) if connection.vendor == "sqlite" else (_tsquery(terms), _TSQUERY)
    with connection.cursor() as cursor:
        cursor.execute(sql, [query, limit])
        return [row[0] for row in cursor.fetchall()]


_FTS5 = "SELECT rowid FROM find_words WHERE find_words MATCH %s ORDER BY rowid DESC LIMIT %s"
# No parser of the database's stands between: a word is found exactly as it was folded.
_TSQUERY = "SELECT id FROM find_entry WHERE found @@ %s::tsquery ORDER BY id DESC LIMIT %s"


def _fts5(terms: Sequence[Term]) -> str:
    return " AND ".join(
        "(" + " OR ".join([f'"{word}"' for word in term.words] + [f'"{word}"*' for word in term.beginnings]) + ")"
        for term in terms
    )


def _tsquery(terms: Sequence[Term]) -> str:
    return " & ".join(
        "(" + " | ".join([f"'{word}'" for word in term.words] + [f"'{word}':*" for word in term.beginnings]) + ")"
        for term in terms
    )
