"""The index behind Find. It is derived from the records, and nothing refers to its rows."""

from __future__ import annotations

from django.db import models


class Entry(models.Model):
    """One thing to be found: a parcel, a permit, a person. `words` are folded, `title` and `line` shown."""

    # An integer key: the full-text table of SQLite points to rows by it, and a VACUUM may renumber any other.
    id = models.BigAutoField(primary_key=True)
    kind = models.CharField(max_length=20)
    object_id = models.UUIDField()
    parcel_id = models.UUIDField(null=True)
    number = models.CharField(max_length=80, blank=True)
    title = models.CharField(max_length=300)
    line = models.CharField(max_length=400, blank=True)
    on = models.DateField(null=True)
    public = models.BooleanField(default=False)
    words = models.TextField()

    class Meta:
        verbose_name_plural = "entries"
        constraints = [models.UniqueConstraint(fields=["object_id", "kind"], name="found_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.title}"


class Key(models.Model):
    """A folded number or parcel key under which an entry is found exactly; one key may lead to several."""

    id = models.BigAutoField(primary_key=True)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="keys")
    key = models.CharField(max_length=100)

    class Meta:
        indexes = [models.Index(fields=["key", "entry"], name="find_by_key")]

    def __str__(self) -> str:
        return self.key


class Word(models.Model):
    """A word of some entry, once for each three letters of it: so a misspelt word leads to its neighbours.

    Words stay when their last entry goes; a word that leads nowhere costs nothing.
    """

    id = models.BigAutoField(primary_key=True)
    part = models.CharField(max_length=3)
    word = models.CharField(max_length=60)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["part", "word"], name="find_word_part")]
        indexes = [models.Index(fields=["word"], name="find_by_word")]

    def __str__(self) -> str:
        return f"{self.part} {self.word}"
