"""The press: every paper prints as PDF/A-2a and PDF/UA-1, the same bytes from the same data, whoever's name
is on it.
"""

from __future__ import annotations

import io
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from tests.office import paper_samples as samples
from townwright.office.papers import forms, press

EVERY = [
    pytest.param(data, id=f"{size}-{kind}")
    for size, sample in (("usual", samples.USUAL), ("sparse", samples.SPARSE), ("overfull", samples.OVERFULL))
    for kind, data in sample.items()
]


def printed(data: forms.PaperData, at: datetime = samples.AT) -> bytes:
    """The paper as `print_paper` would print it, with a fixed proof."""
    proof = {"code": "4J7K-9XHM", "register": "18,291", "content": "9c41 e07b 5d12 66aa"}
    fields = {
        **data.for_press(),
        "subject": "A test",
        "proof": proof,
        "qr": press.qr_svg("https://town.example/genuine/4J7K9XHM"),
    }
    return press.press(data.template or data.kind, fields, at=at)


def text_of(pdf: bytes, *options: str) -> str:
    """The words of a PDF, in reading order."""
    return subprocess.run(["pdftotext", *options, "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()


def words(pdf: bytes) -> str:
    """The words of a PDF in one line, in the order in which they were set."""
    return " ".join(text_of(pdf, "-raw").replace("\u00a0", " ").split())


def pages(pdf: bytes, dots: int = 40) -> list[Image.Image]:
    """The sheets as pictures."""
    done = subprocess.run(["pdftoppm", "-r", str(dots), "-"], input=pdf, capture_output=True, check=True).stdout
    found = []
    while done:
        head, size, depth, _ = done.split(b"\n", 3)
        width, height = map(int, size.split())
        start = len(head) + len(size) + len(depth) + 3
        found.append(Image.frombytes("RGB", (width, height), done[start : start + width * height * 3]))
        done = done[start + width * height * 3 :]
    return found


def test_every_kind_has_a_model_a_template_and_samples() -> None:
    assert set(forms.PAPERS) == set(samples.USUAL) == set(samples.SPARSE) == set(samples.OVERFULL)
    for kind, model in forms.PAPERS.items():
        assert (press.TEMPLATES / f"{model.template or kind}.typ").is_file()


@pytest.mark.parametrize("data", EVERY)
def test_a_paper_is_an_archive_file_that_can_be_read_aloud(data: forms.PaperData) -> None:
    pdf = pikepdf.open(io.BytesIO(printed(data)))
    marks = pdf.open_metadata()
    assert marks["pdfaid:part"] == "2"
    assert marks["pdfaid:conformance"] == "A"
    assert marks["pdfuaid:part"] == "1"
    assert str(pdf.Root.Lang) == "en-US"
    assert bool(pdf.Root.MarkInfo.Marked)
    assert "/StructTreeRoot" in pdf.Root
    assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
    assert marks["dc:title"].startswith(data.title)
    assert not pdf.check_pdf_syntax()


@pytest.mark.parametrize("data", EVERY)
def test_a_paper_is_us_letter_and_nothing_leaves_its_frame(data: forms.PaperData) -> None:
    pdf = printed(data)
    for page in pikepdf.open(io.BytesIO(pdf)).pages:
        assert [float(side) for side in page.mediabox] == [0, 0, 612, 792]
    for sheet in pages(pdf):
        # The margin outside the double frame is white: no word ran out of the sheet.
        edge = int(sheet.width * 0.33 / 8.5)
        inner = sheet.convert("L").point(lambda dot: 255 if dot < 250 else 0)
        left, top, right, bottom = inner.getbbox() or (0, 0, 0, 0)
        assert left >= edge
        assert top >= edge
        assert right <= sheet.width - edge
        assert bottom <= sheet.height - edge


@pytest.mark.parametrize("kind", sorted(forms.PAPERS))
def test_the_same_data_give_the_same_bytes_and_another_instant_others(kind: str) -> None:
    data = samples.USUAL[kind]
    first = printed(data)
    assert printed(data) == first
    assert printed(data, datetime(2026, 11, 20, tzinfo=UTC)) != first


@pytest.mark.parametrize("name", samples.FOREIGN)
def test_names_print_with_every_letter_in_every_font_of_the_paper(name: str) -> None:
    letter = samples.USUAL["letter"].model_copy(
        update={
            "title": name,
            "to": forms.Party(name=name),
            "more": [forms.Fact(label=name, text=name)],
            "number": name,
        }
    )
    assert words(printed(letter)).count(name) >= 4


def test_a_letter_that_no_font_has_is_seen_to_be_lost_and_stops_nothing() -> None:
    letter = samples.USUAL["letter"].model_copy(update={"to": forms.Party(name="Ng 吳 \U0001f3e0")})
    assert "Ng \N{REPLACEMENT CHARACTER} \N{REPLACEMENT CHARACTER}" in words(printed(letter))
    assert press.lost_characters("Ng 吳 \U0001f3e0 吳 Łukasz") == ["吳", "\U0001f3e0"]


def test_marks_that_turn_the_words_around_do_not_reach_the_paper() -> None:
    assert press.clean("Fee \u202e00.1$\u202c\u200b paid\x07") == "Fee 00.1$ paid"
    assert press.clean({"a": ["x\ty", 3, None, True]}) == {"a": ["x y", 3, None, True]}


def test_letters_are_composed_and_very_long_words_may_break() -> None:
    assert press.clean("Nguye\u0302\u0303n") == "Nguyễn"
    assert press.clean("x" * 80).replace("\u200b", "") == "x" * 80
    assert "\u200b" in press.clean("x" * 80)


def test_every_character_that_counts_as_printable_prints() -> None:
    points = sorted(chr(point) for point in press._coverage())
    lines = ["".join(points[i : i + 60]) for i in range(0, len(points), 60)]
    letter = samples.USUAL["letter"].model_copy(update={"body": lines, "number": "1"})
    printed(letter)  # in PDF/A a character without a glyph stops the press


def test_what_looks_like_the_language_of_templates_stays_text() -> None:
    odd = '#panic("no") *b* _i_ $x$ \\ @ref <label> `raw` [x] // no comment'
    letter = samples.USUAL["letter"].model_copy(update={"body": [odd]})
    assert odd in words(printed(letter))


def test_an_unknown_template_and_data_that_do_not_fit_are_errors_of_the_press() -> None:
    for template in ("nothing", "../press", "Permit"):
        with pytest.raises(press.PressError, match="no template"):
            press.press(template, {}, at=samples.AT)
    with pytest.raises(press.PressError, match="permit"):
        press.press("permit", {"letterhead": {}}, at=samples.AT)


def test_a_warning_of_the_typesetter_is_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "odd.typ").write_text('#set document(title: "x")\n#set text(font: "No Such Font")\nWords')
    monkeypatch.setattr(press, "TEMPLATES", tmp_path)
    with pytest.raises(press.PressError, match="unknown font family"):
        press.press("odd", {}, at=samples.AT)


def test_the_square_code_leads_where_it_says() -> None:
    assert press.qr_svg("https://a.example/1") == press.qr_svg("https://a.example/1")
    assert press.qr_svg("https://a.example/1") != press.qr_svg("https://a.example/2")


def test_a_practice_paper_says_on_every_sheet_that_it_has_no_force() -> None:
    pdf = printed(samples.OVERFULL["permit"])
    count = len(pikepdf.open(io.BytesIO(pdf)).pages)
    assert count > 3
    assert words(pdf).count("Practice: this paper has no force.") == count
    assert "Practice. This paper was printed in a practice office. It has no force." in words(pdf)
    assert "no force" not in words(printed(samples.USUAL["permit"]))


def test_every_sheet_says_which_it_is() -> None:
    text = words(printed(samples.OVERFULL["change_request"]))
    count = int(text.rsplit("Sheet ", 1)[1].split(" of ")[1].split()[0])
    assert count > 2
    for number in range(1, count + 1):
        assert f"Sheet {number} of {count}" in text


# ---------------------------------------------------------------------------------------------- what the
# papers say


@pytest.mark.proves("CHE-50-4-H-2/1", "CHE-50-4-H-4/1")
def test_a_permit_carries_both_directives_and_none_prints_without() -> None:
    text = words(printed(samples.USUAL["permit"]))
    assert "Do all work as the accepted construction documents show. § 50-4(H)" in text
    assert "Tell the Code Enforcement Officer at once of any change during the work." in text
    with pytest.raises(ValueError, match="directives"):
        forms.Permit(**{**fields_of(samples.USUAL["permit"]), "directives": []})


def test_the_permit_and_its_placard_tell_number_place_and_dates() -> None:
    permit, placard = text_of(printed(samples.USUAL["permit"])).split("\f")[:2]
    for sheet in (permit, placard):
        assert "BP-2026-0198" in sheet
        assert "22 Old Orchard Spur" in sheet
    assert "Fri 19 November 2027" in permit
    assert "19 November 2027" in placard
    assert "Post in plain view until the work is complete" in placard
    assert all(element in placard for element in samples.ELEMENTS)


@pytest.mark.parametrize("rows", [1, 7, 8, 10, 11, 14, 15, 17, 18, 21])
def test_the_placard_is_one_sheet_however_many_inspections_there_are(rows: int) -> None:
    permit = samples.USUAL["permit"]
    assert isinstance(permit, forms.Permit)
    placard = permit.placard.model_copy(update={"elements": [f"Energy Code: element {n}" for n in range(1, rows + 1)]})
    head = permit.letterhead.model_copy(update={"practice": True})
    paper = permit.model_copy(update={"placard": placard, "letterhead": head})
    sheets = text_of(printed(paper)).rstrip("\f").split("\f")
    assert len(sheets) == 2 and f"element {rows}" in sheets[1]


def test_a_date_that_rolls_prints_as_it_stands_with_the_day_to_act_by_beside_it() -> None:
    permit = samples.USUAL["permit"].model_copy(update={"begin_by": samples.ROLLED})
    text = words(printed(permit))
    assert "Sun 30 May 2027 Act by Tue 1 June 2027, Sunday, then Memorial Day." in text


@pytest.mark.proves("CHE-50-7-C-1/1")
def test_a_certificate_shows_its_permit_or_none() -> None:
    certificate = {**samples.CERTIFICATE, "permit_number": "2025-0044"}
    under = forms.CertificateOfOccupancy(letterhead=samples.HEAD, **certificate)
    without = forms.CertificateOfOccupancy(
        letterhead=samples.HEAD,
        **{**certificate, "permit_number": "", "permit_issued": None, "permit_history": []},
    )
    assert "Building permit 2025-0044" in lined(printed(under))
    assert "Building permit none" in lined(printed(without))
    assert "Permit issued none" in lined(printed(without))


def test_a_permit_number_and_its_day_go_together() -> None:
    with pytest.raises(ValueError, match="go together"):
        forms.CertificateOfOccupancy(letterhead=samples.HEAD, **{**samples.CERTIFICATE, "permit_issued": None})


def test_a_certificate_contains_what_the_code_asks_for() -> None:
    text = lined(printed(samples.USUAL["certificate_of_occupancy"]))
    for said in (
        "Permit issued Thu 19 November 2026",
        "Renewed Mon 22 November 2027",
        "Address 22 Old Orchard Spur, Chester",
        "Tax map number 6-1-118",
        "Use One-family dwelling",
        "Occupancy classification R-3",
        "Type of construction V-B",
        "Dining room 72 persons",
        "Hall 120 persons",
        "Guard rail is inspected once a year.",
        "R. Abernathy-Cole",
        "Thu 2 March 2028",
        "Covers The entire structure",
    ):
        assert said in text
    part = samples.USUAL["temporary_certificate"]
    assert "Covers First floor, units 1 and 2" in lined(printed(part))


def test_a_temporary_certificate_states_period_determinations_terms_and_what_is_open() -> None:
    text = lined(printed(samples.USUAL["temporary_certificate"]))
    for said in (
        "Wed 5 May 2027",
        "Fri 5 November 2027",
        "the part covered may be occupied safely",
        "(Tue 4 May 2027)",
        "The third floor is closed to the public.",
        "Landscaping and grading at the east side",
        "Thu 1 July 2027",
        "within the period",
        "The permit holder brings the building into full compliance",
    ):
        assert said in text


def test_the_receipt_of_accepted_documents_says_that_it_is_no_leave_to_start() -> None:
    text = words(printed(samples.USUAL["documents_accepted"]))
    assert "This is not a permit" in text
    assert "does not authorize you to start work, and does not mean that a permit will issue. § 50-4(E)" in text
    with pytest.raises(ValueError, match="notices"):
        forms.DocumentsAccepted(**{**fields_of(samples.USUAL["documents_accepted"]), "notices": []})


def test_a_receipt_adds_up_and_tells_cases_check_and_memo() -> None:
    text = lined(printed(samples.USUAL["receipt"]))
    for said in (
        "Check number 20418",
        "Memo Old Orchard + Camp Monroe",
        "BP-2026-0205",
        "$3,806.50",
        "BP-2026-0198 together $3,882.00",
        "Total received $4,032.00",
        "Schedule 2026-1 (Resolution 14 of 2026)",
        "Hollow Oak Builders LLC",
    ):
        assert said in text
    with pytest.raises(ValueError, match="add up to 4032.00"):
        forms.Receipt(**{**fields_of(samples.USUAL["receipt"]), "total": "4031.99"})


def test_a_report_that_is_not_satisfactory_names_a_provision() -> None:
    text = words(printed(samples.USUAL["inspection_report"]))
    assert "Joists over the kitchen are notched in the middle third. RCNYS R502.8.1" in text
    assert "Keep the work open to view" in text
    with pytest.raises(ValueError, match="at least one finding"):
        forms.InspectionReport(**{**fields_of(samples.USUAL["inspection_report"]), "findings": []})


def test_a_town_changes_labels_but_no_label_that_is_not_there() -> None:
    permit = samples.USUAL["permit"].model_copy(update={"words": {"holders": "Permit holder"}})
    assert "Permit holder" in words(printed(permit))
    with pytest.raises(ValueError, match="no label is called holder"):
        forms.Permit(**{**fields_of(samples.USUAL["permit"]), "words": {"holder": "x"}})


def test_a_colour_that_white_cannot_be_read_on_is_refused() -> None:
    assert forms.contrast_with_white("#000000") == pytest.approx(21)
    with pytest.raises(ValueError, match="4.5 is needed"):
        forms.Letterhead(**{**samples.HEAD.model_dump(), "colour": "#ffcc00"})


def fields_of(data: forms.PaperData) -> dict[str, Any]:
    """The fields of a paper, to make another of."""
    return {name: getattr(data, name) for name in type(data).model_fields}


def lined(pdf: bytes) -> str:
    """The words of a PDF as they stand side by side."""
    return " ".join(text_of(pdf, "-layout").replace("\u00a0", " ").split())
