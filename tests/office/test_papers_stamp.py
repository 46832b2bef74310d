"""The stamp of acceptance: on every sheet, upright, inside what is seen of the sheet; the original stays as
it came.
"""

from __future__ import annotations

import io
import re
import subprocess
from datetime import UTC, date, datetime
from functools import reduce
from itertools import product
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from townwright.office.files import acts as files
from townwright.office.files.models import StoredFile
from townwright.office.papers import acts, press, stamp

AT = datetime(2026, 11, 18, 15, 0, tzinfo=UTC)
STAMP = stamp.Stamp(
    town="Town of Chester",
    application="BA-2026-0231",
    accepted=date(2026, 11, 18),
    mark="A-0198-3",
    officer="R. Abernathy-Cole, Code Enforcement Officer",
    colour="#1c4a38",
    note="Returned set stays at the site",
)
LETTER, ARCH_D, ARCH_E, CARD = (612, 792), (2592, 1728), (3456, 2592), (90, 130)
GREEN = (0x1C, 0x4A, 0x38)


def sheet(
    size: tuple[float, float],
    *,
    rotate: int = 0,
    crop: list[float] | None = None,
    media: list[float] | None = None,
    drawing: bytes = b"",
    unit: float | None = None,
) -> pikepdf.Pdf:
    """One sheet, grey all over so that the white of the stamp is seen."""
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=size)
    if media:
        page.MediaBox = pikepdf.Array(media)
    if crop:
        page.CropBox = pikepdf.Array(crop)
    if rotate:
        page.Rotate = rotate
    if unit:
        page.UserUnit = unit
    page.Contents = pdf.make_stream(b"q 0.8 g -9000 -9000 30000 30000 re f Q " + drawing)
    return pdf


def stamped(pdf: pikepdf.Pdf, folder: Path) -> Path:
    """The set with the stamp on it, as a file."""
    source, target = folder / "in.pdf", folder / "out.pdf"
    pdf.save(source)
    assert stamp.stamp_file(source, target, STAMP, at=AT) == len(pdf.pages)
    return target


def seen(path: Path, page: int = 1) -> Image.Image:
    """A sheet as a viewer shows it, cropped and turned, 900 dots along its longer side."""
    out = path.with_suffix("")
    command = [
        "pdftoppm",
        "-cropbox",
        "-scale-to",
        "900",
        "-f",
        str(page),
        "-l",
        str(page),
        "-singlefile",
        "-png",
        path,
        out,
    ]
    subprocess.run(command, check=True)
    return Image.open(out.with_suffix(".png")).convert("RGB")


def stamp_of(picture: Image.Image) -> tuple[int, int, int, int]:
    """The rectangle that the stamp takes: whatever is not the grey of the sheet."""
    grey = Image.new("RGB", picture.size, (204, 204, 204))
    box = ImageChops.difference(picture, grey).convert("L").point(lambda dot: 255 if dot > 1 else 0).getbbox()
    assert box is not None
    return box


def upright(picture: Image.Image, box: tuple[int, int, int, int]) -> bool:
    """Whether the stamp lies, and its heading, the heaviest colour within the frame, is at its upper left."""
    left, top, right, bottom = box
    edge = round((right - left) * 0.04)
    inner = picture.crop((left + edge, top + edge, right - edge, bottom - edge))
    bands = ImageChops.difference(inner, Image.new("RGB", inner.size, GREEN)).split()
    green = reduce(ImageChops.lighter, bands).point(lambda dot: 255 if dot < 30 else 0)
    middle_x, middle_y = green.width // 2, green.height // 2
    ink = {
        (x, y): green.crop((x * middle_x, y * middle_y, (x + 1) * middle_x, (y + 1) * middle_y)).histogram()[255]
        for x, y in product((0, 1), (0, 1))
    }
    return right - left > bottom - top and max(ink, key=lambda quarter: ink[quarter]) == (0, 0)


def words(path: Path) -> str:
    """The words of a PDF as they are shown."""
    done = subprocess.run(["pdftotext", "-cropbox", path, "-"], capture_output=True, check=True).stdout.decode()
    return " ".join(done.replace("\u00a0", " ").split())


SHEETS = [
    pytest.param({"size": size, "rotate": rotate, **box}, id=f"{name}-{rotate}-{kind}")
    for name, size in (("letter", LETTER), ("arch-d", ARCH_D), ("arch-e", ARCH_E), ("card", CARD))
    for rotate in (0, 90, 180, 270)
    for kind, box in (
        ("whole", {}),
        ("cropped", {"crop": [size[0] * 0.2, size[1] * 0.1, size[0] * 0.9, size[1] * 0.7]}),
        ("moved", {"media": [-300, 200, -300 + size[0], 200 + size[1]]}),
    )
]


@pytest.mark.parametrize("given", SHEETS)
def test_the_stamp_is_upright_in_the_upper_right_corner_of_what_is_seen(given: dict, tmp_path: Path) -> None:
    picture = seen(stamped(sheet(**given), tmp_path))
    left, top, right, bottom = box = stamp_of(picture)
    # Whole: the frame is on all four sides, with sheet around it.
    assert left > 0
    assert top > 0
    assert right < picture.width
    assert bottom < picture.height
    assert (right - left) / (bottom - top) == pytest.approx(stamp.WIDTH / stamp.HEIGHT, rel=0.04)
    # In the upper right corner, and no larger than it may be.
    assert left > picture.width / 2
    assert bottom < picture.height / 2
    assert right - left <= picture.width * (stamp.MOST_ACROSS + 0.01)
    assert right - left >= picture.width * 0.1
    assert upright(picture, box)


def test_upright_can_tell() -> None:
    picture = Image.new("RGB", (236, 108), "white")
    picture.paste(GREEN, (12, 12, 110, 40))
    assert upright(picture, (0, 0, 236, 108))
    assert not upright(picture.rotate(180), (0, 0, 236, 108))
    assert not upright(picture.rotate(90, expand=True), (0, 0, 108, 236))


@pytest.mark.proves("CHE-50-4-E-2/1")
def test_every_sheet_says_town_number_date_and_officer(tmp_path: Path) -> None:
    pdf = sheet(ARCH_D)
    for rotate in (90, 180, 270):
        pdf.pages.extend(sheet(ARCH_D, rotate=rotate).pages)
    out = stamped(pdf, tmp_path)
    text = words(out)
    for said in (
        "ACCEPTED",
        "Town of Chester",
        "BA-2026-0231",
        "Wed 18 November 2026",
        "R. Abernathy-Cole",
        "A-0198-3",
    ):
        assert text.count(said) == 4, said
    assert re.findall(r"Sheet (\d) of (\d)", text) == [("1", "4"), ("2", "4"), ("3", "4"), ("4", "4")]


def test_the_drawing_cannot_turn_or_scale_the_stamp(tmp_path: Path) -> None:
    for drawing in (
        b"q 0 1 -1 0 700 0 cm ",
        b"q q 3 0 0 3 0 0 cm q ",
        b"0.5 0 0 0.5 0 0 cm Q Q ",
        b"Q 2 0 0 2 9 9 cm",
    ):
        picture = seen(stamped(sheet(LETTER, drawing=drawing), tmp_path))
        assert upright(picture, stamp_of(picture)), drawing


def test_turn_and_boxes_may_come_from_the_group_of_sheets(tmp_path: Path) -> None:
    pdf = sheet(LETTER)
    page = pdf.pages[0].obj
    pages = pdf.Root.Pages
    pages.Rotate, pages.MediaBox = 90, page.MediaBox
    del page["/MediaBox"]
    picture = seen(stamped(pdf, tmp_path))
    assert picture.width > picture.height
    assert upright(picture, stamp_of(picture))


def test_a_crop_box_beside_the_sheet_and_one_that_sticks_out() -> None:
    beside = sheet(LETTER, crop=[2000, 2000, 2100, 2100])
    out = sheet(LETTER, crop=[-100, 400, 5000, 5000])
    assert stamp.visible(beside.pages[0]) == stamp.Box(0, 0, 612, 792)
    assert stamp.visible(out.pages[0]) == stamp.Box(0, 400, 612, 792)


def test_odd_turns_and_units() -> None:
    back, over, large = sheet(LETTER, rotate=-90), sheet(LETTER, rotate=450), sheet(LETTER, unit=4)
    assert stamp.turned(back.pages[0]) == 270
    assert stamp.turned(over.pages[0]) == 90
    assert (stamp.unit(back.pages[0]), stamp.unit(large.pages[0])) == (1, 4)
    # In units of ten points the stamp of a small sheet needs a tenth of the units to be as large in the hand.
    box = stamp.Box(0, 0, 800, 600)
    assert (
        stamp.place_of_stamp(box, 0, unit=10).width < stamp.place_of_stamp(box, 0).width == pytest.approx(stamp.WIDTH)
    )


def test_long_words_stay_inside_the_stamp() -> None:
    long = {
        "colour": "#1c4a38",
        "heading": "ACCEPTED WITH EXCEPTIONS AS NOTED",
        "town": "Town of " + "Saint Bartholomew " * 6,
        "application": "BA-2026-0231 and " * 6,
        "accepted": "2026-11-18",
        "officer": "Łukasz Nguyễn, Acting Code Enforcement Officer " * 3,
        "mark": "A-0198-3",
        "note": "A note that is much too long for the place that it has " * 3,
        "sheets": 1,
        "width": 236,
        "height": 108,
    }
    done = pikepdf.open(io.BytesIO(press.press_overlay("stamp", long, at=AT)))
    assert len(done.pages) == 1


# ------------------------------------------------------------------------------------------------------ with
# records


def kept(pdf: pikepdf.Pdf, name: str = "Drawings.pdf") -> StoredFile:
    out = io.BytesIO()
    pdf.save(out)
    return files.keep(io.BytesIO(out.getvalue()), name)


@pytest.mark.proves("CHE-50-4-E-3/1")
def test_the_stamped_copy_points_to_the_original_which_stays_as_it_came(office: object) -> None:
    original = kept(sheet(ARCH_D, rotate=90))
    before = files.open_file(original).read()
    copy = stamp.stamp_as_accepted(original, STAMP, at=AT)
    assert (copy.original, copy.made, copy.sheets) == (original, StoredFile.Made.STAMPED, 1)
    assert copy.name == "Drawings, accepted A-0198-3.pdf"
    assert files.open_file(original).read() == before
    assert files.copy_of(original, StoredFile.Made.STAMPED) == copy
    revised = kept(sheet(ARCH_D), "Drawings, revised.pdf")
    assert revised.sha256 != original.sha256
    assert not files.has_changed(original)
    assert not files.has_changed(copy)
    (signature,) = PdfFileReader(files.open_file(copy)).embedded_signatures
    assert validate_pdf_signature(signature, ValidationContext(trust_roots=[])).intact


def test_a_stamped_copy_does_nothing_by_itself(office: object) -> None:
    pdf = sheet(LETTER)
    pdf.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")
    original = kept(pdf)
    assert original.cautions == ["script"]
    copy = stamp.stamp_as_accepted(original, STAMP, at=AT)
    assert "/OpenAction" not in pikepdf.open(files.path_of(copy)).Root


def test_only_pdfs_are_stamped_and_a_failing_template_is_said(office: object, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="no PDF"):
        stamp.stamp_as_accepted(files.keep(io.BytesIO(b"words"), "a.txt"), STAMP, at=AT)

    def fails(*_given: object, **_named: object) -> bytes:
        raise press.PressError("stamp: no")

    monkeypatch.setattr(press, "press_overlay", fails)
    with pytest.raises(acts.CouldNotPrint, match="Nothing was done"):
        stamp.stamp_as_accepted(kept(sheet(LETTER)), STAMP, at=AT)
