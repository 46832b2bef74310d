"""Printing papers and keeping them, within the act that they belong to.

These are no acts of their own: issuing, disapproving, receiving a payment print their paper by `print_paper`,
inside their transaction. When that is undone, so is the record; the bytes that were written meanwhile are
swept as strays.
"""

from __future__ import annotations

import errno
import io
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any
from uuid import UUID

import pikepdf
from django.conf import settings

from townwright.office import storage
from townwright.office.files import acts as files
from townwright.office.files.errors import DiskFull
from townwright.office.papers import codes, press, signing
from townwright.office.papers.forms import PaperData
from townwright.office.papers.models import Paper
from townwright.office.register.errors import ActError

__all__ = ["CouldNotPrint", "bytes_of", "disk_full_in_words", "print_paper", "replace", "void"]


class CouldNotPrint(ActError):
    """A paper could not be printed, so the act that needs it was not done."""

    status = 507

    def __init__(self, title: str, wrong: str, do: str) -> None:
        super().__init__(f"{title} could not be printed: {wrong} Nothing was done and nothing was changed. {do}")


def print_paper(
    kind: str,
    data: PaperData,
    *,
    case_id: UUID | None,
    number: str = "",
    entry_seq: int,
    at: datetime,
    on: date,
) -> Paper:
    """Prints a paper, signs it with the office's key, and keeps bytes and record.

    `number` is the one to find it by (the paper's own where left empty), `entry_seq` the register entry of
    the act, `at` the instant of printing (UTC), `on` the day on which the act counts. A practice office marks
    its papers. Raises `CouldNotPrint` where the disk is full or the template fails; the caller's transaction
    must then be undone.
    """
    if kind != data.kind:
        raise ValueError(f"data of a {data.kind} cannot print a {kind}")
    data = _marked(data)
    fields = data.for_press()
    paper = Paper(
        kind=kind,
        number=number or data.number,
        title=data.title,
        case_id=case_id,
        entry_seq=entry_seq,
        printed_on=on,
        printed_at=at,
        code=_fresh_code(),
        content=press.content_digest(fields),
        data=fields,
        signed=_signs(),
    )
    with disk_full_in_words(data.title):
        try:
            content = press.press(data.template or kind, _with_proof(paper, data), at=at)
        except press.PressError as fault:
            raise CouldNotPrint(
                data.title,
                "its template and its data do not fit together.",
                f"Tell whoever looks after the software: {fault}",
            ) from fault
        if paper.signed:
            content = signing.sign(content, at=at, town=data.letterhead.town, reason=str(paper))
        paper.file = files.keep_ours(content, f"{paper}.pdf", at=at, sheets=_sheets(content))
    paper.sha256 = paper.file.sha256
    paper.save()
    return paper


def bytes_of(paper: Paper) -> bytes:
    """The paper again: the same bytes as when it was printed, whatever has changed since (a fact at issue
    stays).

    Raises `FileDamaged` where they are gone or changed on the disk.
    """
    if files.has_changed(paper.file):
        raise files.FileDamaged(f"{paper} is not what was printed; restore it from a backup")
    with files.open_file(paper.file) as stream:
        return stream.read()


def replace(paper: Paper, by: Paper) -> None:
    """Says that a newer paper took the place of this one; checks of its code then lead to the newer one."""
    if paper.state is not Paper.State.STANDS or by.pk == paper.pk:
        raise ValueError(f"{paper} cannot be replaced by {by}")
    paper.replaced_by = by
    paper.save(update_fields=["replaced_by"])


def void(paper: Paper, *, on: date, why: str) -> None:
    """Says that a paper no longer speaks for the office, from a day on and for a reason."""
    if paper.state is Paper.State.VOID or not why.strip():
        raise ValueError(f"{paper} is void already, or no reason was given")
    paper.void_on, paper.void_why = on, why.strip()
    paper.save(update_fields=["void_on", "void_why"])


@contextmanager
def disk_full_in_words(title: str) -> Iterator[None]:
    """Turns a full disk, wherever it shows, into `CouldNotPrint`."""
    try:
        yield
    except (DiskFull, OSError) as fault:
        if isinstance(fault, OSError) and fault.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        raise CouldNotPrint(
            title,
            "the disk of the office is full.",
            "Tell whoever looks after the office's computer, then do it again.",
        ) from fault


def _marked(data: PaperData) -> PaperData:
    """The data with the letterhead's note of a practice office, whatever the caller said."""
    head = data.letterhead.model_copy(update={"practice": storage.office().practice})
    return data.model_copy(update={"letterhead": head})


def _signs() -> bool:
    return bool(settings.SIGN_PAPERS)


def _fresh_code() -> str:
    while Paper.objects.filter(code=(code := codes.new_code())).exists():
        continue
    return code


def _with_proof(paper: Paper, data: PaperData) -> dict[str, Any]:
    content = paper.content
    return {
        **paper.data,
        "subject": f"{paper.title} {paper.number}".strip() + f", {data.letterhead.town}",
        "qr": press.qr_svg(data.letterhead.genuine_url + paper.code),
        "proof": {
            "code": paper.spaced_code,
            "register": f"{paper.entry_seq:,}",
            "content": " ".join(content[i : i + 4] for i in range(0, 16, 4)),
        },
    }


def _sheets(content: bytes) -> int:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return len(pdf.pages)
