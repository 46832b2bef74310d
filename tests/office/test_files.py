"""Files: kept once by what they contain, as they came; what cannot be used is refused in words, and nothing
of it stays.
"""

from __future__ import annotations

import errno
import io
import os
import tracemalloc
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from django.db import IntegrityError, transaction
from PIL import Image

from townwright.office import storage
from townwright.office.files import acts, downloads, pdfs, sniff, store
from townwright.office.files.kinds import PLANS, Kind
from townwright.office.files.models import StoredFile

pytestmark = pytest.mark.usefixtures("office")
KEPT = "Nothing of this file was kept."


def plan(sheets: int = 3, **save: Any) -> bytes:
    """A small plan set."""
    pdf = pikepdf.new()
    for number in range(sheets):
        page = pdf.add_blank_page(page_size=(612, 792))
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=pdf.make_indirect(font)))
        page.Contents = pdf.make_stream(
            b"BT /F1 20 Tf 100 500 Td (Sheet %d of a plan) Tj ET" % number + b" 0 0 m 9 9 l S" * 400
        )
    return saved(pdf, **save)


def saved(pdf: pikepdf.Pdf, **save: Any) -> bytes:
    """The bytes of a PDF."""
    out = io.BytesIO()
    pdf.save(out, **save)
    return out.getvalue()


def changed(change: Callable[[pikepdf.Pdf], None]) -> bytes:
    """A plan set with something done to it."""
    pdf = pikepdf.open(io.BytesIO(plan()))
    change(pdf)
    return saved(pdf)


def picture(form: str) -> bytes:
    """A small picture."""
    out = io.BytesIO()
    Image.new("RGB", (40, 30), "#336699").save(out, form)
    return out.getvalue()


def keep(content: bytes, name: str = "plan.pdf", **given: Any) -> StoredFile:
    """The file as a person sends it."""
    return acts.keep(io.BytesIO(content), name, **given)


def on_disk() -> list[Path]:
    """Every file in the documents folder."""
    return [path for path in storage.documents().rglob("*") if path.is_file()]


# ----------------------------------------------------------------------------------------------------------
# kept


@pytest.mark.both_engines
def test_a_plan_set_is_kept_as_it_came_with_its_number_of_sheets() -> None:
    content = plan(sheets=14)
    stored = keep(content, "Drawings A-1 to S-4.pdf")
    stored.refresh_from_db()
    assert (stored.kind, stored.sheets, stored.size, stored.cautions) == (Kind.PDF, 14, len(content), [])
    assert acts.open_file(stored).read() == content
    assert not acts.has_changed(stored)
    assert on_disk() == [storage.documents() / stored.sha256[:2] / stored.sha256[2:]]
    assert acts.path_of(stored).stat().st_mode & 0o777 == 0o440


def test_the_same_bytes_lie_once_under_each_name_that_they_were_given() -> None:
    first, second = keep(plan(), "a.pdf"), keep(plan(), "b.pdf")
    assert first.sha256 == second.sha256
    assert first.pk != second.pk
    assert len(on_disk()) == 1


@pytest.mark.parametrize(
    ("content", "name", "kind"),
    [
        (picture("PNG"), "site.png", Kind.PNG),
        (picture("JPEG"), "IMG_1.JPG", Kind.JPEG),
        (picture("TIFF"), "scan.tif", Kind.TIFF),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "IMG_2.HEIC", Kind.HEIC),
        ("Truss type: R, façade 40 ft\r\n".encode(), "notes.txt", Kind.TEXT),
        (b"junk before the mark\n" + plan(), "scan", Kind.PDF),
        (picture("PNG"), "named-wrong.jpg", Kind.PNG),
    ],
)
def test_the_kind_is_told_from_the_content(content: bytes, name: str, kind: Kind) -> None:
    assert keep(content, name).kind == kind


def test_text_may_end_within_a_letter_where_the_look_ends() -> None:
    cut = b"a" * (sniff.LOOK - 1) + "ö".encode()
    assert sniff.kind_of_bytes(cut[: sniff.LOOK]) is Kind.TEXT
    assert sniff.kind_of_bytes(b"a" * 100 + b"\xc3") is None


# --------------------------------------------------------------------------------------------------------
# refused


def refused(content: bytes, name: str = "plan.pdf", **given: Any) -> str:
    """The words of the refusal; nothing may be left behind."""
    with pytest.raises(acts.UnusableFile) as refusal:
        keep(content, name, **given)
    assert on_disk() == []
    assert not StoredFile.objects.exists()
    assert KEPT in str(refusal.value)
    assert refusal.value.do
    return refusal.value.wrong


def test_an_empty_file_is_refused() -> None:
    assert refused(b"") == "The file is empty (0 bytes)."


def test_a_file_that_is_only_named_pdf_is_refused_with_what_it_is() -> None:
    assert refused(b"MZ\x90\0\3\0\0\0") == "The file is named PDF, but it is none. We cannot tell what it is."
    assert refused(picture("PNG"), "PLAN.PDF") == "The file is named PDF, but it is none. It is a PNG picture."


@pytest.mark.parametrize(
    "content",
    [
        b"MZ\x90\0\3\0\0\0",
        b"\x7fELF\2\1\1\0",
        b"PK\3\4\x14\0",
        b"<!DOCTYPE html><script>1</script>",
        b"  <svg xmlns='x'/>",
        b"\xef\xbb\xbf<?xml version='1.0'?>",
        b"#!/bin/sh\nrm -r",
        b"<html>%PDF-1.7",
        b"GIF89a\1\0\1\0",
        b"\0\0\0\x18ftypisom",
    ],
)
def test_web_pages_programs_and_archives_are_refused(content: bytes) -> None:
    assert refused(content, "drawing.txt") == "We cannot use this kind of file."


def test_a_kind_that_is_not_wanted_here_is_refused_with_what_is() -> None:
    assert refused(picture("JPEG"), "plan.jpg", kinds=PLANS) == "This is a JPEG photograph, which cannot be used here."


def test_a_locked_plan_is_refused_but_one_that_opens_without_its_password_is_not() -> None:
    locked = plan(encryption=pikepdf.Encryption(owner="owner", user="secret"))
    assert refused(locked) == "The PDF is locked: it opens with a password only."
    opens = plan(encryption=pikepdf.Encryption(owner="owner", user=""))
    assert keep(opens).sheets == 3


@pytest.mark.parametrize("part", [0.99, 0.9, 0.7, 0.5, 0.2, 0.02])
@pytest.mark.parametrize("packed", [True, False])
def test_a_plan_that_is_cut_off_is_refused(part: float, packed: bool) -> None:
    mode = pikepdf.ObjectStreamMode.generate if packed else pikepdf.ObjectStreamMode.disable
    whole = plan(object_stream_mode=mode, compress_streams=False)
    assert refused(whole[: int(len(whole) * part)]) == "The PDF is damaged or cut off, so that not every sheet opens."


def test_a_damaged_plan_from_which_nothing_is_missing_is_kept_as_it_came_with_a_caution() -> None:
    # Lengths of streams as objects of their own, as most programs write them.
    whole = plan(object_stream_mode=pikepdf.ObjectStreamMode.disable, qdf=True)
    hurt = whole[: whole.rindex(b"startxref")] + b"startxref\n7\n%%EOF\n"
    stored = keep(hurt)
    assert (stored.sheets, stored.cautions) == (3, ["repaired"])
    assert acts.open_file(stored).read() == hurt


def test_a_damaged_plan_from_which_something_is_missing_is_refused() -> None:
    whole = plan(object_stream_mode=pikepdf.ObjectStreamMode.disable)
    font = whole.index(b"/BaseFont")
    start = whole.rindex(b" obj", 0, font) - 4
    hole = whole[:start] + b" " * (font - start) + whole[font:]
    assert refused(hole) == "The PDF is damaged or cut off, so that not every sheet opens."
    unread = whole.replace(b"/Contents", b"/Nothings")[: whole.rindex(b"startxref")] + b"startxref\n7\n%%EOF\n"
    assert refused(unread) == "The PDF is damaged or cut off, so that not every sheet opens."


def test_a_plan_locked_by_a_certificate_is_called_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_given: object, **_named: object) -> None:
        raise pikepdf.PdfError("plan.pdf: unsupported encryption filter")

    monkeypatch.setattr(pikepdf, "open", refuses)
    assert refused(plan()) == "The PDF is locked: it opens with a password only."


def test_a_pdf_without_sheets_and_one_with_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(saved(pikepdf.new())) == "The PDF is damaged or cut off, so that not every sheet opens."
    monkeypatch.setattr(pdfs, "MOST_SHEETS", 2)
    assert refused(plan(3)) == "The PDF has more than 2 sheets."


def test_a_picture_that_does_not_open_or_is_a_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(b"\x89PNG\r\n\x1a\n" + b"no picture", "a.png") == "The picture is damaged and does not open."
    monkeypatch.setattr(acts, "MOST_PIXELS", 1000)
    assert refused(picture("PNG"), "a.png") == "The picture has too many dots to be opened safely."


class Endless(io.RawIOBase):
    """So many bytes of a file that nobody has to hold."""

    def __init__(self, size: int) -> None:
        self.left = size

    def read(self, count: int = -1) -> bytes:
        count = min(count, self.left)
        self.left -= count
        return b"%PDF-1.7 ".ljust(count, b"\0") if count else b""


def test_a_plan_of_300_mb_is_refused_without_being_in_memory_or_read_to_its_end() -> None:
    sent = Endless(300 * 1024 * 1024)
    tracemalloc.start()
    with pytest.raises(acts.UnusableFile) as refusal:
        acts.keep(sent, "plan.pdf")  # type: ignore[arg-type]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert refusal.value.wrong == "The file is larger than 200 MB, the most that one file may have."
    assert KEPT in str(refusal.value)
    assert peak < 16 * 1024 * 1024
    assert sent.left >= 90 * 1024 * 1024
    assert on_disk() == []


def test_the_limit_is_a_setting_and_a_file_of_just_that_size_is_kept(settings: Any) -> None:
    settings.FILE_LIMIT = len(plan())
    assert keep(plan()).size == len(plan())
    settings.FILE_LIMIT = len(plan()) - 1
    with pytest.raises(acts.UnusableFile):
        keep(plan())


def test_a_full_disk_is_said_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(acts.DiskFull, match="Nothing was changed"):
        keep(plan())
    assert on_disk() == []
    assert not StoredFile.objects.exists()


def test_another_fault_of_the_disk_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_handle: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(OSError, match="Input/output"):
        keep(plan())


# -------------------------------------------------------------------------------------------------------
# cautions


def with_script(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")


def with_named_script(pdf: pikepdf.Pdf) -> None:
    pdf.Root.Names = pikepdf.Dictionary(JavaScript=pikepdf.Dictionary(Names=pikepdf.Array([])))


def with_launch(pdf: pikepdf.Pdf) -> None:
    launch = pikepdf.Dictionary(S=pikepdf.Name.Launch, F="calc.exe")
    link = pikepdf.Dictionary(
        Type=pikepdf.Name.Annot,
        Subtype=pikepdf.Name.Link,
        Rect=[0, 0, 9, 9],
        A=pikepdf.Dictionary(S=pikepdf.Name.URI, URI="https://a.example", Next=[launch]),
    )
    pdf.pages[1].Annots = pikepdf.Array([link])


def with_attachment(pdf: pikepdf.Pdf) -> None:
    pdf.attachments["a.exe"] = b"MZ"


def with_form(pdf: pikepdf.Pdf) -> None:
    pdf.Root.AcroForm = pikepdf.Dictionary(Fields=[], XFA=pdf.make_stream(b"<xdp/>"))


@pytest.mark.parametrize(
    ("change", "caution"),
    [
        (with_script, "script"),
        (with_named_script, "script"),
        (with_launch, "launch"),
        (with_attachment, "attachment"),
        (with_form, "form"),
    ],
)
def test_a_plan_that_does_something_by_itself_is_kept_as_it_came_with_a_caution(
    change: Callable[[pikepdf.Pdf], None], caution: str
) -> None:
    content = changed(change)
    stored = keep(content)
    assert stored.cautions == [caution]
    assert stored.caution_words == [StoredFile.Caution(caution).label]
    assert acts.open_file(stored).read() == content


@pytest.mark.parametrize("change", [with_script, with_named_script, with_launch])
def test_a_copy_that_the_office_makes_does_nothing_by_itself(change: Callable[[pikepdf.Pdf], None]) -> None:
    pdf = pikepdf.open(io.BytesIO(changed(change)))
    acts.disarm(pdf)
    assert keep(saved(pdf)).cautions == []


# ------------------------------------------------------------------------------------------------ names and
# hand-out


@pytest.mark.parametrize(
    ("given", "tidy"),
    [
        ("C:\\Users\\me\\plan.pdf", "plan.pdf"),
        ("../../etc/passwd", "passwd"),
        ("a\u202efdp.exe", "afdp.exe"),
        ("", "file without a name"),
        ("Plänę.pdf", "Plänę.pdf"),
        ("x" * 300 + ".pdf", "x" * 196 + ".pdf"),
    ],
)
def test_a_name_is_kept_as_given_without_what_could_mislead(given: str, tidy: str) -> None:
    assert keep(plan(), given).name == tidy


def test_a_file_is_handed_out_so_that_nothing_in_it_runs() -> None:
    sent = acts.headers(keep(b"plain words", 'notes "1".txt'))
    assert sent["Content-Type"] == "text/plain; charset=utf-8"
    assert sent["X-Content-Type-Options"] == "nosniff"
    assert sent["Content-Security-Policy"].endswith("sandbox")
    assert sent["Content-Disposition"] == "attachment; filename=\"notes _1_.txt\"; filename*=UTF-8''notes%20%221%22.txt"
    assert sent["Content-Length"] == "11"


def test_a_plan_may_be_shown_but_one_with_scripts_is_only_saved() -> None:
    assert acts.headers(keep(plan()), show=True)["Content-Disposition"].startswith("inline;")
    assert acts.headers(keep(plan()))["Content-Disposition"].startswith("attachment;")
    armed = acts.headers(keep(changed(with_script)), show=True)
    assert armed["Content-Disposition"].startswith("attachment;")
    assert "sandbox" in armed["Content-Security-Policy"]


def test_a_file_is_saved_under_the_ending_of_what_it_is() -> None:
    assert downloads.file_name(keep(picture("PNG"), "evil.html")) == "evil.html.png"
    assert downloads.file_name(keep(picture("JPEG"), "IMG.JPEG")) == "IMG.JPEG"


def test_sizes_are_said_as_people_say_them() -> None:
    assert [acts.in_words(n) for n in (11, 1536, 200 * 1024**2, 3 * 1024**3)] == [
        "11 bytes",
        "1.5 KB",
        "200 MB",
        "3 GB",
    ]


# ------------------------------------------------------------------------------------------------- proof and
# sweep


def test_a_file_that_was_changed_or_lost_on_the_disk_is_noticed() -> None:
    stored = keep(plan())
    path = acts.path_of(stored)
    path.chmod(0o600)
    path.write_bytes(b"other")
    assert acts.has_changed(stored)
    path.unlink()
    with pytest.raises(acts.FileDamaged, match="not on the disk"):
        acts.open_file(stored)


def test_what_a_transaction_left_behind_is_swept_once_it_is_old_and_nothing_else() -> None:
    kept = keep(plan(2))
    with pytest.raises(RuntimeError), transaction.atomic():
        keep(plan(5))
        raise RuntimeError
    left = storage.documents() / store.INCOMING / "left"
    left.write_bytes(b"half")
    assert len(on_disk()) == 3
    assert acts.sweep() == 0
    for path in on_disk():
        os.utime(path, (1, 1))
    assert acts.sweep(timedelta(hours=1)) == 2
    assert on_disk() == [acts.path_of(kept)]


def test_a_stray_that_is_sent_again_is_young_again() -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        keep(plan())
        raise RuntimeError
    os.utime(on_disk()[0], (1, 1))
    stored = keep(plan())
    assert acts.path_of(stored).stat().st_mtime > 1


def test_a_copy_names_its_original_and_how_it_was_made() -> None:
    original = keep(plan())
    made = acts.keep_ours(
        plan(4),
        "copy.pdf",
        at=original.received_at,
        sheets=4,
        original=original,
        made=StoredFile.Made.REDACTED,
    )
    assert acts.copy_of(original, StoredFile.Made.REDACTED) == made
    assert acts.copy_of(original, StoredFile.Made.STAMPED) is None
    with pytest.raises(IntegrityError), transaction.atomic():
        StoredFile.objects.filter(pk=made.pk).update(original=None)
