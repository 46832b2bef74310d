"""Reading a list as it came: encoding, delimiter and line ends are found out, cells stay text.

Nothing here knows what a column means. No cell is turned into a number, so no leading zero is lost.
"""

from __future__ import annotations

import codecs
import csv
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from townwright.office.imports.errors import UnreadableFile

LARGEST = 512 * 1024 * 1024  # bytes

#: Columns that a file of rejected rows has in front; they are passed over when it is loaded again.
ROW, REASON = "Row of the file", "Why it was rejected"

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DELIMITERS = ",;\t|"


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `number` is the row as a spreadsheet counts it: the header is row 1."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file that was read: header, rows, and how it was written. `repair` marks a file of rejected rows."""

    name: str
    sha256: str
    size: int
    encoding: str
    delimiter: str
    line_end: str
    header: tuple[str, ...]
    rows: tuple[Row, ...]
    blank_rows: int
    repair: bool

    @property
    def notes(self) -> list[str]:
        """How the file was written, in words."""
        ends = {"\r\n": "CRLF", "\n": "LF", "\r": "CR"}[self.line_end]
        delimiter = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}[self.delimiter]
        notes = [f"Read as {self.encoding}, lines end in {ends}, columns parted by {delimiter}."]
        if self.encoding == "cp1252":
            notes.append("The file is not UTF-8; it was read as Windows text. Look at names with accents.")
        if self.blank_rows:
            notes.append(f"{self.blank_rows} blank rows were passed over.")
        if self.repair:
            notes.append("This is a file of rejected rows; its first two columns were passed over.")
        return notes


def read(path: Path, name: str = "") -> Sheet:
    """Reads a file whole. Raises `UnreadableFile` with what is wrong and what to do."""
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise UnreadableFile(f"The file has {size / 2**20:,.0f} MB; at most {LARGEST // 2**20} MB can be read.")
        content = path.read_bytes()
    except OSError as error:
        raise UnreadableFile(f"The file cannot be opened: {error.strerror or error}.") from None
    return parse(content, name or path.name)


def parse(content: bytes, name: str) -> Sheet:
    """Reads a file's content. Raises `UnreadableFile`."""
    encoding, text = _decoded(content)
    if not text.strip():
        raise UnreadableFile("The file is empty.")
    line_end = _line_end(text)
    delimiter = _delimiter(text)
    try:
        table = list(csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        at = _line_of_trouble(text, delimiter)
        raise UnreadableFile(
            f"Line {at} cannot be read ({error}): a quotation mark is missing or stands alone. "
            "Mend the line and load the file again; nothing was kept."
        ) from None
    header, *body = table
    repair = tuple(header[:2]) == (ROW, REASON)
    skipped = 2 if repair else 0
    rows, blank = [], 0
    for number, cells in enumerate(body, start=2):
        if not any(cell.strip() for cell in cells[skipped:]):
            blank += 1
            continue
        rows.append(Row(number, tuple(cells[skipped:])))
    return Sheet(
        name=name,
        sha256=hashlib.sha256(content).hexdigest(),
        size=len(content),
        encoding=encoding,
        delimiter=delimiter,
        line_end=line_end,
        header=tuple(header[skipped:]),
        rows=tuple(rows),
        blank_rows=blank,
        repair=repair,
    )


def rejected_as_csv(sheet: Sheet, rejected: Iterator[tuple[int, str]]) -> str:
    """The rejected rows as a file to repair and load again: row and reason in front, cells as they came.

    It begins with a byte order mark, so that a spreadsheet reads its accents.
    """
    rows = {row.number: row for row in sheet.rows}
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=sheet.delimiter, lineterminator=sheet.line_end)
    writer.writerow([ROW, REASON, *sheet.header])
    for number, reason in rejected:
        writer.writerow([number, reason, *rows[number].cells])
    return "\ufeff" + out.getvalue()


def _decoded(content: bytes) -> tuple[str, str]:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            try:
                return encoding, content.decode(encoding)
            except UnicodeDecodeError:
                raise UnreadableFile("The file begins as Unicode text and then is none; it is damaged.") from None
    if b"\x00" in content:
        raise UnreadableFile("This is no list in text form. Save the sheet as CSV (UTF-8) and load that.")
    try:
        return "utf-8", content.decode("utf-8")
    except UnicodeDecodeError:
        # Five bytes have no meaning in Windows text; they stay visible instead of stopping a whole list.
        return "cp1252", content.decode("cp1252", errors="replace")


def _line_end(text: str) -> str:
    if "\r\n" in text:
        return "\r\n"
    return "\r" if "\r" in text and "\n" not in text else "\n"


def _delimiter(text: str) -> str:
    """The character that parts the most columns of the first line; quoted ones do not count."""
    line, quoted = "", False
    for char in text:
        quoted ^= char == '"'
        if char in "\r\n" and not quoted:
            break
        line += "" if quoted else char
    return max(_DELIMITERS, key=line.count)


def _line_of_trouble(text: str, delimiter: str) -> int:
    lines = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    last = 0
    try:
        for _ in lines:
            last = lines.line_num
    except csv.Error:
        return last + 1
    return last
