"""The kinds of file that the office keeps, told from what a file contains and never from its name."""

from __future__ import annotations

from django.db import models


class Kind(models.TextChoices):
    """A kind of file."""

    PDF = "pdf", "PDF"
    PNG = "png", "PNG picture"
    JPEG = "jpeg", "JPEG photograph"
    HEIC = "heic", "HEIC photograph"
    TIFF = "tiff", "TIFF scan"
    TEXT = "text", "Plain text"


EVERY_KIND = frozenset(Kind)
#: What plan sets are handed in as: only these can be stamped.
PLANS = frozenset({Kind.PDF})

MEDIA_TYPES = {
    Kind.PDF: "application/pdf",
    Kind.PNG: "image/png",
    Kind.JPEG: "image/jpeg",
    Kind.HEIC: "image/heic",
    Kind.TIFF: "image/tiff",
    Kind.TEXT: "text/plain; charset=utf-8",
}
EXTENSIONS = {
    Kind.PDF: (".pdf",),
    Kind.PNG: (".png",),
    Kind.JPEG: (".jpg", ".jpeg"),
    Kind.HEIC: (".heic", ".heif"),
    Kind.TIFF: (".tif", ".tiff"),
    Kind.TEXT: (".txt", ".csv"),
}
