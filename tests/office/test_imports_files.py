"""Reading a list: how it is written is found out, cells stay text, and what cannot be read says so."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from townwright.office import storage
from townwright.office.imports import cells, mapping, reader
from townwright.office.imports.cells import BadCell, ParcelCell
from townwright.office.imports.errors import BadMapping, UnknownMapping, UnreadableFile

PLAIN = "Number,Place,Fee\r\n0012,14 Café Rd,$75.00\r\n"


def read(text: str, encoding: str = "utf-8") -> reader.Sheet:
    """A sheet from text."""
    return reader.parse(text.encode(encoding), "list.csv")


@pytest.mark.parametrize(
    ("encoding", "read_as"),
    [("utf-8", "utf-8"), ("utf-8-sig", "utf-8-sig"), ("utf-16", "utf-16"), ("cp1252", "cp1252")],
)
def test_encoding_and_byte_order_mark_are_found_out(encoding: str, read_as: str) -> None:
    sheet = read(PLAIN, encoding)
    assert sheet.encoding == read_as
    assert sheet.header == ("Number", "Place", "Fee")
    assert sheet.rows[0].cells == ("0012", "14 Café Rd", "$75.00")
    assert ("Windows text" in " ".join(sheet.notes)) == (encoding == "cp1252")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_delimiter_and_line_ends_are_found_out(delimiter: str, line_end: str) -> None:
    sheet = read(f'A{delimiter}"B, b; c"{line_end}01{delimiter}x{line_end}')
    assert (sheet.delimiter, sheet.line_end) == (delimiter, line_end)
    assert sheet.header == ("A", "B, b; c")
    assert sheet.rows[0].cells == ("01", "x")


def test_line_feeds_in_quotes_stay_in_their_cell_and_rows_are_counted_as_a_spreadsheet_does() -> None:
    sheet = read('A,B\n1,"two\nlines"\n\n , \n2,x\n')
    assert [(row.number, row.cells) for row in sheet.rows] == [(2, ("1", "two\nlines")), (5, ("2", "x"))]
    assert sheet.blank_rows == 2
    assert "2 blank rows were passed over." in sheet.notes


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (b"PK\x03\x04\x00\x00", "no list in text form"),
        (b'A,B\n1,2\n3,"unclosed\n4,5\n', "Line 3"),
        (b'A,B\n1,"x"y\n', "Line 2"),
        (b"\xff\xfeA", "damaged"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_words(content: bytes, why: str) -> None:
    with pytest.raises(UnreadableFile, match=why):
        reader.parse(content, "list.csv")


def test_a_file_that_is_not_there_or_too_large_is_refused_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UnreadableFile, match="cannot be opened"):
        reader.read(tmp_path / "none.csv")
    (tmp_path / "list.csv").write_text(PLAIN)
    monkeypatch.setattr(reader, "LARGEST", 10)
    with pytest.raises(UnreadableFile, match="at most"):
        reader.read(tmp_path / "list.csv")


def test_rejected_rows_are_written_so_that_they_can_be_loaded_again() -> None:
    sheet = read('Number;Place\n7;"two\nlines"\n8;ok\n9;a;b\n')
    text = reader.rejected_as_csv(sheet, iter([(2, "no fee."), (4, "too many cells.")]))
    assert text.startswith("\ufeff")
    again = read(text)
    assert again.repair
    assert again.header == sheet.header
    assert [row.cells for row in again.rows] == [("7", "two\nlines"), ("9", "a", "b")]


@pytest.mark.parametrize(
    ("cell", "amount"),
    [
        ("$1,370.00", "1370.00"),
        ("$75.00", "75.00"),
        ("75", "75.00"),
        ("1290.5", "1290.50"),
        (".50", "0.50"),
        ("$0.00", "0.00"),
        (" $ 31,811,000.00\n", "31811000.00"),
        ("-12.34", "-12.34"),
        ("($50.00)", "-50.00"),
    ],
)
def test_an_amount_is_exact_to_the_cent(cell: str, amount: str) -> None:
    assert cells.money(cell) == Decimal(amount)


@pytest.mark.parametrize("cell", ["", "free", "$", "1.234,00", "12.345", "1,23", "$1e5", "NaN", "99999999999", "1 2"])
def test_what_is_no_amount_says_so(cell: str) -> None:
    with pytest.raises(BadCell):
        cells.money(cell)


@pytest.mark.parametrize(
    ("cell", "written", "day"),
    [
        ("10/18/2012", "MM/DD/YYYY", date(2012, 10, 18)),
        ("1/9/2012", "MM/DD/YYYY", date(2012, 1, 9)),
        ("2012-10-18", "YYYY-MM-DD", date(2012, 10, 18)),
        ("18.10.2012", "DD.MM.YYYY", date(2012, 10, 18)),
    ],
)
def test_a_date_is_read_as_it_is_written(cell: str, written: str, day: date) -> None:
    assert cells.day(cell, written, date(1900, 1, 1)) == day


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ("01/02/0206", "year 0206"),
        ("02/30/2012", "no day of the calendar"),
        ("2012-10-18", "no date written MM/DD/YYYY"),
        ("10/18/12", "no date"),
        ("soon", "no date"),
    ],
)
def test_what_is_no_date_says_so(cell: str, why: str) -> None:
    with pytest.raises(BadCell, match=why):
        cells.day(cell, "MM/DD/YYYY", date(1900, 1, 1))


@pytest.mark.parametrize(
    ("cell", "key", "remark"),
    [
        ("001.1-01-03.0", "001.1-01-03.0", ""),
        ("048.-13-\n08.0/100", "048.-13-08.0/100", ""),
        ("048.-12-06.0 \n(Zoning)", "048.-12-06.0", "Zoning"),
        ("", "", ""),
        ("no key\nyet", "no key yet", ""),
    ],
)
def test_a_parcel_key_loses_its_line_feed_and_its_remark(cell: str, key: str, remark: str) -> None:
    assert cells.parcel(cell) == ParcelCell(key, remark)


def test_presets_are_there_by_name_and_an_office_may_have_its_own(office: storage.Office) -> None:
    assert "syracuse-permits" in mapping.names()
    with pytest.raises(UnknownMapping, match="There are: .*syracuse-permits"):
        mapping.mapping("none")
    with pytest.raises(UnknownMapping):
        mapping.mapping("../secrets")
    own = office.folder / "mappings" / "ours.yaml"
    own.parent.mkdir()
    try:
        own.write_text("title: Ours\nsource: ours\ncolumns:\n  number:\n    header: No.\n")
        assert mapping.mapping("ours").title == "Ours"
        assert "ours" in mapping.names()
    finally:
        own.unlink()
        own.parent.rmdir()


def test_without_an_office_the_presets_are_there() -> None:
    assert mapping.mapping("syracuse-permits").columns[mapping.FieldName.NUMBER].position == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("title: A\nsource: a\ncolumns: {}\n", "number is needed"),
        ("title: A\nsource: a\ncolour: red\ncolumns:\n  number:\n    header: N\n", "colour"),
        ("title: A\nsource: a\ncolumns:\n  colour:\n    header: N\n", "columns.colour"),
        ("title: A\ntitle: B\n", "title"),
        ("", "title"),
    ],
)
def test_a_mapping_that_cannot_be_carried_out_says_where(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "bad.yaml").write_text(text)
    with pytest.raises(BadMapping, match=why):
        mapping.read(tmp_path / "bad.yaml")
