"""Looking into a PDF that was sent: does every sheet open, and what should be known before opening it. No
database.

A damaged file is kept only if nothing is missing from it; what is kept is the file as it came, not the
repaired one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any

import pikepdf

from townwright.office.files.models import StoredFile

Caution = StoredFile.Caution

#: More sheets than this are no plan set; looking at them would keep everybody else waiting.
MOST_SHEETS = 5000
#: The mark of a PDF's end stands so near to the end of the file; one that was cut off has lost it.
END_WITHIN = 2048
_REFERENCE = re.compile(rb"(?<![\d.])(\d{1,9}) (\d{1,5}) R\b")
#: Actions that start programs, open other files or send data.
LAUNCHING = frozenset(
    {
        "/Launch",
        "/ImportData",
        "/SubmitForm",
        "/GoToR",
        "/GoToE",
        "/Rendition",
        "/Movie",
        "/Sound",
        "/RichMediaExecute",
    }
)


class Locked(Exception):
    """The PDF opens with a password only."""


class Broken(Exception):
    """The PDF does not open, or parts of it are missing."""


class TooManySheets(Exception):
    """The PDF has more than `MOST_SHEETS` sheets."""


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen in a PDF: the number of its sheets, and what to be careful about."""

    sheets: int
    cautions: tuple[str, ...]


def look_at(path: Path) -> Look:
    """Opens a PDF and looks at every sheet. Raises `Locked`, `Broken` or `TooManySheets`."""
    try:
        with pikepdf.open(path, suppress_warnings=True) as pdf:
            return _look(pdf, path)
    except pikepdf.PasswordError as fault:
        raise Locked from fault
    except pikepdf.PdfError as fault:
        # Locked by a certificate, not a password: nothing but the holder's own program opens it.
        raise (Locked if "encrypt" in str(fault).lower() else Broken) from fault
    except (TypeError, ValueError, KeyError, AttributeError, RuntimeError, RecursionError) as fault:
        raise Broken from fault


def _look(pdf: pikepdf.Pdf, path: Path) -> Look:
    sheets = len(pdf.pages)
    if sheets > MOST_SHEETS:
        raise TooManySheets
    if sheets == 0 or any(page.mediabox is None for page in pdf.pages):
        raise Broken
    cautions = set(_cautions(pdf))
    if pdf.get_warnings():
        if _something_missing(pdf, path):
            raise Broken
        cautions.add(Caution.REPAIRED)
    return Look(sheets, tuple(str(caution) for caution in Caution if caution in cautions))


def _something_missing(pdf: pikepdf.Pdf, path: Path) -> bool:
    """Whether a damaged file is cut off, points to parts that are not there, or has drawings that are lost.

    The references are read from the file itself: the repair has already dropped those that lead nowhere.
    """
    with path.open("rb") as handle, mmap(handle.fileno(), 0, access=ACCESS_READ) as raw:
        if raw.rfind(b"%%EOF") < len(raw) - END_WITHIN:
            return True
        pointed = {(int(number), int(generation)) for number, generation in _REFERENCE.findall(raw)}
    if any(pdf.get_object(reference) is None for reference in pointed):
        return True
    return any(not _readable(page) for page in pdf.pages)


def _readable(page: pikepdf.Page) -> bool:
    contents = page.obj.get("/Contents")
    parts = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
    return all(isinstance(part, pikepdf.Stream) and part.read_raw_bytes() is not None for part in parts)


def _cautions(pdf: pikepdf.Pdf) -> Iterator[Caution]:
    names = pdf.Root.get("/Names")
    if isinstance(names, pikepdf.Dictionary):
        if "/JavaScript" in names:
            yield Caution.SCRIPT
        if "/EmbeddedFiles" in names:
            yield Caution.ATTACHMENT
    form = pdf.Root.get("/AcroForm")
    if isinstance(form, pikepdf.Dictionary) and "/XFA" in form:
        yield Caution.FORM
    for action in dictionaries(pdf):
        kind = str(action.get("/S", ""))
        if kind == "/JavaScript" or "/JS" in action:
            yield Caution.SCRIPT
        elif kind in LAUNCHING:
            yield Caution.LAUNCH


def dictionaries(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Dictionary]:
    """Every dictionary of a PDF: each object, and what lies in it without being an object of its own."""
    waiting: list[Any] = list(pdf.objects)
    while waiting:
        value = waiting.pop()
        if isinstance(value, pikepdf.Stream):
            value = value.stream_dict
        if isinstance(value, pikepdf.Dictionary):
            yield value
            inside: list[Any] = [item for _, item in value.items()]
        elif isinstance(value, pikepdf.Array):
            inside = list(value)
        else:
            continue
        waiting += [item for item in inside if isinstance(item, pikepdf.Object) and not item.is_indirect]


def disarm(pdf: pikepdf.Pdf) -> None:
    """Takes scripts and launching actions out of a PDF, for a copy that the office hands out itself."""
    names = pdf.Root.get("/Names")
    if isinstance(names, pikepdf.Dictionary) and "/JavaScript" in names:
        del names["/JavaScript"]
    for found in list(dictionaries(pdf)):
        for key in ("/OpenAction", "/A", "/Next", "/PA"):
            if _acts(found.get(key)):
                del found[key]
        if "/AA" in found:
            del found["/AA"]
        if "/JS" in found:
            del found["/JS"]


def _acts(action: Any) -> bool:
    """Whether this is an action, or a row of actions, that runs or launches something."""
    if isinstance(action, pikepdf.Array):
        return any(_acts(item) for item in action)
    if not isinstance(action, pikepdf.Dictionary):
        return False
    return "/JS" in action or str(action.get("/S", "")) in LAUNCHING | {"/JavaScript"}
