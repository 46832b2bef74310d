"""Papers with their records: printed once, signed, hashed, kept; found by number or code; never half done."""

from __future__ import annotations

import errno
import io
import os
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pikepdf
import pytest
from django.db import transaction
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from tests.office import paper_samples as samples
from tests.office.test_papers_press import words
from townwright.office import storage
from townwright.office.files import acts as files
from townwright.office.files.models import StoredFile
from townwright.office.papers import acts, codes, manual, press, signing
from townwright.office.papers.forms import PAPERS, PaperData
from townwright.office.papers.genuine import genuine, whose
from townwright.office.papers.models import Paper

CASE = UUID("01890000-0000-7000-8000-000000000001")
ON = date(2026, 11, 19)
SOME = "permit"


@pytest.fixture(autouse=True)
def _in_an_office(office: object) -> None:
    """Every test here works in the practice office."""


def print_it(kind: str = SOME, data: PaperData | None = None, **given: Any) -> Paper:
    """A paper of a case."""
    given = {"case_id": CASE, "entry_seq": 18291, "at": samples.AT, "on": ON, **given}
    return acts.print_paper(kind, data or samples.USUAL[kind], **given)


def documents() -> list[Path]:
    """Every file in the documents folder."""
    return [path for path in storage.documents().rglob("*") if path.is_file()]


@pytest.mark.both_engines
@pytest.mark.parametrize("kind", sorted(PAPERS))
def test_every_kind_of_paper_prints_and_is_kept_with_its_record(kind: str) -> None:
    paper = print_it(kind)
    paper.refresh_from_db()
    content = acts.bytes_of(paper)
    assert (paper.kind, paper.case_id, paper.entry_seq, paper.printed_on, paper.printed_at) == (
        kind,
        CASE,
        18291,
        ON,
        samples.AT,
    )
    assert paper.number == samples.USUAL[kind].number
    assert paper.sha256 == paper.file.sha256
    assert paper.file.sheets == len(pikepdf.open(io.BytesIO(content)).pages)
    assert paper.state is Paper.State.STANDS
    text = words(content)
    assert paper.spaced_code in text
    assert f"Register 18,291. Content SHA-256 {paper.content[:4]} {paper.content[4:8]}" in text
    assert press.content_digest(paper.data) == paper.content


def test_a_reprint_is_the_same_bytes_whatever_changes_later(settings: Any) -> None:
    paper = print_it()
    first = acts.bytes_of(paper)
    settings.SIGN_PAPERS = False
    other = print_it(data=samples.USUAL[SOME].model_copy(update={"work": "Another work"}))
    assert acts.bytes_of(Paper.objects.get(pk=paper.pk)) == first
    assert acts.bytes_of(other) != first


def test_a_paper_that_was_touched_on_the_disk_is_not_handed_out() -> None:
    paper = print_it()
    path = files.path_of(paper.file)
    path.chmod(0o600)
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(files.FileDamaged, match="restore it from a backup"):
        acts.bytes_of(paper)


def test_a_practice_office_marks_its_papers_and_a_real_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "It has no force" in words(acts.bytes_of(print_it()))
    real = replace(storage.office(), practice=False)
    monkeypatch.setattr(storage, "office", lambda: real)
    pretends = samples.USUAL[SOME].letterhead.model_copy(update={"practice": True})
    paper = print_it(data=samples.USUAL[SOME].model_copy(update={"letterhead": pretends}))
    assert "It has no force" not in words(acts.bytes_of(paper))


def test_data_of_one_kind_do_not_print_another() -> None:
    with pytest.raises(ValueError, match="cannot print a receipt"):
        print_it("receipt", samples.USUAL["permit"])


# ------------------------------------------------------------------------------------------------- could not
# print


@pytest.mark.parametrize("fault", [errno.ENOSPC, errno.EDQUOT])
def test_a_disk_that_is_full_while_printing_leaves_nothing_half_done(
    fault: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    signing.current_key("Town of Chester", at=samples.AT)

    def full(_handle: int) -> None:
        raise OSError(fault, "full")

    monkeypatch.setattr(os, "fsync", full)
    with (
        pytest.raises(acts.CouldNotPrint, match="the disk of the office is full. Nothing was done"),
        transaction.atomic(),
    ):
        print_it()
    assert documents() == []
    assert not Paper.objects.exists()
    assert not StoredFile.objects.exists()


def test_another_fault_of_the_disk_is_not_called_full(monkeypatch: pytest.MonkeyPatch) -> None:
    signing.current_key("Town of Chester", at=samples.AT)

    def broken(_handle: int) -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(OSError, match="broken"):
        print_it()


def test_a_template_that_fails_is_said_and_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_given: object, **_named: object) -> bytes:
        raise press.PressError("permit: no")

    monkeypatch.setattr(press, "press", fails)
    with pytest.raises(acts.CouldNotPrint, match="Tell whoever looks after the software"):
        print_it()
    assert documents() == []


def test_a_transaction_that_is_undone_takes_the_record_along_and_the_bytes_are_swept() -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        print_it()
        raise RuntimeError
    assert not Paper.objects.exists()
    for path in documents():
        os.utime(path, (1, 1))
    assert files.sweep() == 1
    assert documents() == []


# -------------------------------------------------------------------------------------------------------
# signature


def certificate() -> Any:
    """The office's newest certificate, as whoever trusts the office has it."""
    return signing._signer(signing.all_keys()[-1]).signing_cert


def test_a_paper_is_signed_by_the_office_and_one_changed_byte_shows() -> None:
    content = acts.bytes_of(print_it())
    trust = ValidationContext(trust_roots=[certificate()], moment=samples.AT)
    found = PdfFileReader(io.BytesIO(content)).embedded_signatures[0]
    assert found.sig_object["/SubFilter"] == "/ETSI.CAdES.detached"
    status = validate_pdf_signature(found, trust)
    assert status.intact
    assert status.valid
    assert status.trusted
    spot = content.index(b"stream") + 40
    changed = content[:spot] + bytes([content[spot] ^ 1]) + content[spot + 1 :]
    assert not validate_pdf_signature(PdfFileReader(io.BytesIO(changed)).embedded_signatures[0], trust).intact


def test_signing_keeps_a_paper_an_archive_file_that_can_be_read_aloud() -> None:
    pdf = pikepdf.open(io.BytesIO(acts.bytes_of(print_it())))
    marks = pdf.open_metadata()
    assert (marks["pdfaid:part"], marks["pdfaid:conformance"], marks["pdfuaid:part"]) == ("2", "A", "1")
    assert "/StructTreeRoot" in pdf.Root


def test_the_key_lies_in_the_offices_folder_for_its_owner_alone_and_is_made_once() -> None:
    print_it()
    key = signing.current_key("Town of Chester", at=samples.AT)
    assert key.key.parent == storage.office().folder / "keys"
    assert key.key.stat().st_mode & 0o777 == 0o600
    before = key.key.read_bytes()
    print_it()
    assert key.key.read_bytes() == before


def test_a_new_key_leaves_the_old_certificate_and_its_papers_valid() -> None:
    content = acts.bytes_of(print_it())
    old = certificate()
    number = signing.all_keys()[-1].number
    newer = signing.replace_key("Town of Chester", at=samples.AT)
    assert newer.number == number + 1
    assert certificate().serial_number != old.serial_number
    trust = ValidationContext(trust_roots=[old], moment=samples.AT)
    assert validate_pdf_signature(PdfFileReader(io.BytesIO(content)).embedded_signatures[0], trust).trusted


def test_an_office_may_print_without_a_signature(settings: Any) -> None:
    settings.SIGN_PAPERS = False
    paper = print_it()
    assert not paper.signed
    assert PdfFileReader(io.BytesIO(acts.bytes_of(paper))).embedded_signatures == []


# ---------------------------------------------------------------------------------------------------------
# genuine


def test_codes_are_read_however_they_are_typed_and_hold_no_letter_taken_for_another() -> None:
    assert not set(codes.ALPHABET) & set("0OQ1IL2Z5S8BUDAE")
    code = codes.new_code()
    assert len(code) == codes.LENGTH
    for typed in (
        code,
        code.lower(),
        codes.spaced(code),
        f" {code[:4]} {code[4:]} ",
        f"BP-2026-0198, {codes.spaced(code).lower()}.",
    ):
        assert codes.codes_in(typed) == [code]
    assert codes.codes_in("BP-2026-0198") == []


def test_a_code_shows_what_stands_on_the_paper_a_number_only_that_there_is_one() -> None:
    paper = print_it()
    (by_code,) = genuine(paper.spaced_code.lower())
    assert by_code.paper == paper
    assert by_code.says == "This paper is ours, and no other took its place."
    facts = dict(by_code.facts)
    assert facts["Holder"] == "Quillan Whitcombe-Asare; Dara Whitcombe-Asare"
    assert facts["Place"] == "22 Old Orchard Spur, Chester, 6-1-118"
    assert facts["In force through"] == "Fri 19 November 2027"
    assert by_code.content == " ".join(paper.content[i : i + 4] for i in (0, 4, 8, 12))
    (by_number,) = genuine("bp-2026-0198")
    assert by_number.paper == paper
    assert by_number.facts == ()
    assert genuine("") == genuine("BP-1999-1") == genuine("4J7K-9XHM") == []


def test_a_code_under_a_forged_number_is_not_genuine() -> None:
    paper = print_it()
    assert [found.paper for found in genuine(f"BP-2026-0198, {paper.spaced_code}")] == [paper]
    assert genuine(f"BP-2026-0199, {paper.spaced_code}") == []


def test_a_replaced_and_a_void_paper_say_so() -> None:
    old, new = print_it(), print_it()
    acts.replace(old, new)
    assert genuine(old.code)[0].says == "A newer paper took its place: Building Permit BP-2026-0198."
    acts.void(new, on=date(2026, 12, 1), why="issued in error")
    assert genuine(new.code)[0].says == "This paper is void since Tue 1 December 2026: issued in error"
    assert [paper.state for paper in (old, new)] == [Paper.State.REPLACED, Paper.State.VOID]
    with pytest.raises(ValueError, match="cannot be replaced"):
        acts.replace(old, new)
    with pytest.raises(ValueError, match="void already"):
        acts.void(new, on=date(2026, 12, 2), why="again")


def test_a_file_is_ours_byte_for_byte_or_not_at_all() -> None:
    paper = print_it()
    content = acts.bytes_of(paper)
    assert whose(io.BytesIO(content)) == paper
    assert whose(io.BytesIO(content + b"\n")) is None


@pytest.mark.parametrize("kind", sorted(PAPERS))
def test_what_a_code_shows_is_words(kind: str) -> None:
    facts = genuine(print_it(kind, samples.OVERFULL[kind]).code)[0].facts
    assert facts
    for label, text in facts:
        assert label
        assert "{" not in text
        assert "None" not in text


# ----------------------------------------------------------------------------------------------------------
# manual


def test_the_manual_of_merge_fields_is_current() -> None:
    kept = Path(manual.__file__).parents[3] / "docs" / "papers.md"
    assert kept.read_text(encoding="utf-8") == manual.manual(), (
        "run: python -m townwright.office.papers.manual > docs/papers.md"
    )


def test_the_manual_names_every_paper_and_every_field() -> None:
    text = manual.manual()
    for kind, model in PAPERS.items():
        assert f"(`{kind}`)" in text
        for name in model.model_fields:
            assert f"`{name}`" in text


def test_times_of_papers_are_the_callers(at: Any) -> None:
    at("2030-01-01 09:00")
    paper = print_it(at=datetime(2026, 11, 19, 15, 30, tzinfo=UTC))
    assert paper.file.received_at == paper.printed_at == datetime(2026, 11, 19, 15, 30, tzinfo=UTC)
    assert (
        pikepdf.open(io.BytesIO(acts.bytes_of(paper))).open_metadata()["xmp:CreateDate"].startswith("2026-11-19T15:30")
    )
