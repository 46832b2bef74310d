"""Which words of the index a misspelt one may mean.

Candidates share groups of three letters with it; the nearest by edit distance are taken. The groups lie in
a table of ours and not in an engine's extension, so both databases give the same words.
"""

from collections.abc import Iterable

from django.db.models import Count
from rapidfuzz.distance import OSA

from townwright.office.find.models import Word

SHORTEST = 4  # letters; a shorter word is too near to too many
CANDIDATES = 60
MEANT = 3


def neighbours(word: str) -> tuple[str, ...]:
    """Words of the index that a word may be a misspelling of, the nearest first; itself never among them.

    One slip is allowed in four or five letters, two in six to nine, three in longer words; two letters
    changed about are one slip.
    """
    if len(word) < SHORTEST or not word.isalpha():
        return ()
    slips = 1 if len(word) < 6 else 2 if len(word) < 10 else 3
    shared = (
        Word.objects.filter(part__in=parts(word))
        .exclude(word=word)
        .values_list("word")
        .annotate(shared=Count("id"))
        .order_by("-shared", "word")[:CANDIDATES]
    )
    near = ((OSA.distance(word, other, score_cutoff=slips), other) for other, _ in shared)
    return tuple(other for distance, other in sorted(near) if distance <= slips)[:MEANT]


def known(words: Iterable[str]) -> frozenset[str]:
    """Those of some words that stand in the index just so, or are too short or no words to be misspelt."""
    checked = {word for word in words if len(word) >= SHORTEST and word.isalpha()}
    have = frozenset(Word.objects.filter(word__in=checked).values_list("word", flat=True))
    return have | (frozenset(words) - checked)


def learn(words: Iterable[str]) -> None:
    """Adds words to those that a misspelt one may mean."""
    fresh = {word for word in words if SHORTEST <= len(word) <= 60 and word.isalpha()}
    for word_group in _groups(sorted(fresh), 400):
        have = frozenset(Word.objects.filter(word__in=word_group).values_list("word", flat=True))
        Word.objects.bulk_create(
            [Word(part=part, word=word) for word in word_group if word not in have for part in sorted(parts(word))],
            batch_size=300,
            ignore_conflicts=True,
        )


def parts(word: str) -> frozenset[str]:
    """The groups of three letters of a word, its beginning and end marked."""
    marked = f"__{word}_"
    return frozenset(marked[at : at + 3] for at in range(len(marked) - 2))


def _groups(words: list[str], size: int) -> Iterable[list[str]]:
    return (words[at : at + size] for at in range(0, len(words), size))
