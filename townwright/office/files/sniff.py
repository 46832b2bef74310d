"""What kind of file this is, by its first bytes and never by its name. No database."""

from __future__ import annotations

from pathlib import Path

from townwright.office.files.kinds import Kind

#: How much of a file is looked at to tell its kind.
LOOK = 64 * 1024
#: A PDF's mark may stand a little way into the file.
PDF_WITHIN = 1024

_HEIF_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
_TIFF_MARKS = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
#: Text that a browser or a shell would run.
_RUNS = (b"<", b"#!", b"@echo")


def kind_of(path: Path) -> Kind | None:
    """The kind of a file; None for what the office does not keep: a web page, a program, an archive."""
    with path.open("rb") as handle:
        return kind_of_bytes(handle.read(LOOK))


def kind_of_bytes(start: bytes) -> Kind | None:
    """The kind of a file that begins with these bytes."""
    if b"%PDF-" in start[:PDF_WITHIN] and not _markup(start):
        return Kind.PDF
    if start.startswith(b"\x89PNG\r\n\x1a\n"):
        return Kind.PNG
    if start.startswith(b"\xff\xd8\xff"):
        return Kind.JPEG
    if start.startswith(_TIFF_MARKS):
        return Kind.TIFF
    if start[4:8] == b"ftyp" and start[8:12] in _HEIF_BRANDS:
        return Kind.HEIC
    return Kind.TEXT if _plain_text(start) else None


def _markup(start: bytes) -> bool:
    return start.removeprefix(b"\xef\xbb\xbf").lstrip().lower().startswith(_RUNS)


def _plain_text(start: bytes) -> bool:
    if _markup(start) or any(byte < 32 and byte not in b"\t\n\f\r" for byte in start):
        return False
    try:
        start.decode()
    except UnicodeDecodeError as fault:
        # A letter may be cut where the look ended.
        return fault.start >= len(start) - 3 and len(start) == LOOK
    return True
