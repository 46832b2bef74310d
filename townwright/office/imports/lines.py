"""From rows to lines to records: what each row says by the mapping, and which rows are one record.

Pure: knows nothing of what is already on record. A row is kept whole or rejected whole, with its reason.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from townwright.office.imports import cells
from townwright.office.imports.cells import BadCell
from townwright.office.imports.errors import UnreadableFile
from townwright.office.imports.mapping import LONGEST, MONEY, Column, FieldName
from townwright.office.imports.mapping import Mapping as ListMapping
from townwright.office.imports.reader import Row, Sheet

#: What rows of one record must agree in; parcel, place, people and money may differ.
_SHARED = ("type", "issued")
_FIRST = 5  # examples in a note

Line = dict[str, Any]


@dataclass(slots=True)
class Total:
    """The control total of a money column: of all amounts read, of those in kept rows, and what was none."""

    read: Decimal = Decimal("0.00")
    kept: Decimal = Decimal("0.00")
    empty: int = 0
    unreadable: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """One record that the file holds: its number and its lines with the rows they stand on."""

    number: str
    lines: tuple[Line, ...]
    rows: tuple[int, ...]

    @property
    def digest(self) -> str:
        """SHA-256 of what the lines say; where in the file they stand does not matter."""
        return digest(self.lines)


@dataclass(slots=True)
class Reading:
    """A file read by a mapping: the records it holds, the rows that were rejected, totals and notes."""

    records: list[Found] = field(default_factory=list)
    rejected: list[tuple[int, str]] = field(default_factory=list)
    totals: dict[FieldName, Total] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def joined(self) -> int:
        """Rows that belong to a record of another row."""
        return sum(len(found.rows) - 1 for found in self.records)


def digest(lines: Iterable[Line]) -> str:
    """SHA-256 of lines, whatever their order."""
    written = sorted(json.dumps(line, sort_keys=True, ensure_ascii=False) for line in lines)
    return hashlib.sha256("\n".join(written).encode()).hexdigest()


def read(sheet: Sheet, mapping: ListMapping, today: date) -> Reading:
    """Reads a sheet by a mapping. Raises `UnreadableFile` where a column of the mapping is not there."""
    columns = _columns(sheet, mapping)
    reading = Reading(totals={name: Total() for name in MONEY if name in columns}, notes=_of_header(mapping))
    reader = _Rows(sheet, mapping, columns, reading, today)
    lines = [(row.number, line) for row in sheet.rows if (line := reader.line(row)) is not None]
    _group(lines, reading)
    reading.rejected.sort()
    _count_kept(reading)
    reading.notes.extend(reader.notes())
    return reading


class _Rows:
    """Reads row after row, and counts what is worth a note."""

    def __init__(
        self,
        sheet: Sheet,
        mapping: ListMapping,
        columns: Mapping[FieldName, int],
        reading: Reading,
        today: date,
    ) -> None:
        self.width, self.header, self.mapping, self.columns = (
            len(sheet.header),
            sheet.header,
            mapping,
            columns,
        )
        self.reading, self.today = reading, today
        self.extra = [at for at in range(self.width) if at not in columns.values()]
        self.seen: dict[str, list[int]] = {}

    def line(self, row: Row) -> Line | None:
        """What a row says; None where it is rejected. Its money is counted either way."""
        if len(row.cells) != self.width:
            self._reject(row, [f"it has {len(row.cells)} cells, the header has {self.width}"])
            return None
        line, wrong = Line(), []
        for name, at in self.columns.items():
            try:
                self._cell(row, name, row.cells[at], line)
            except BadCell as error:
                wrong.append(f"{self.header[at]}: {error}")
        if not wrong and "number" not in line:
            wrong.append("it has no number")
        if wrong:
            self._reject(row, wrong)
            return None
        extra = {self.header[at]: said for at in self.extra if (said := cells.text(row.cells[at]))}
        return {**line, "extra": extra} if extra else line

    def notes(self) -> list[str]:
        """What was seen on the way, each with how often and on which rows first."""
        return [
            f"{len(rows):,} {what} (row{'s' if len(rows) > 1 else ''} {', '.join(map(str, rows[:_FIRST]))}"
            f"{', …' if len(rows) > _FIRST else ''})."
            for what, rows in self.seen.items()
        ]

    def _cell(self, row: Row, name: FieldName, cell: str, line: Line) -> None:
        column = self.mapping.columns[name]
        said = cells.text(cell)
        if said in column.empty:
            if said:
                self._saw(row, f"cells of {column.means or column.header} say {said!r} and count as empty")
            if name in MONEY:
                self.reading.totals[name].empty += 1
            return
        if name in MONEY:
            line[name.value] = str(self._money(name, cell))
        elif name is FieldName.ISSUED:
            line[name.value] = self._day(row, column, cell).isoformat()
        elif name is FieldName.PARCEL_KEY:
            self._parcel(row, column, cell, line)
        else:
            self._text(row, name, column, cell, line)

    def _money(self, name: FieldName, cell: str) -> Decimal:
        total = self.reading.totals[name]
        try:
            amount = cells.money(cell)
        except BadCell:
            total.unreadable += 1
            raise
        total.read += amount
        return amount

    def _day(self, row: Row, column: Column, cell: str) -> date:
        found = cells.day(cell, column.written, column.earliest)
        if found > self.today:
            self._saw(row, f"dates in {column.means or column.header} have not come yet")
        return found

    def _parcel(self, row: Row, column: Column, cell: str, line: Line) -> None:
        if cells.text(cell) in column.no_key:
            line["remark"] = cells.text(cell)
            self._saw(row, f"cells say {line['remark']!r} in place of a parcel key")
            return
        found = cells.parcel(cell)
        if found.remark:
            line["remark"] = found.remark
            self._saw(row, "parcel keys have a remark behind them, which is kept apart")
        if "\n" in cell or "\r" in cell:
            self._saw(row, "parcel keys had a line feed inside")
        if len(found.key) > LONGEST[FieldName.PARCEL_KEY]:
            raise BadCell(f"it is longer than {LONGEST[FieldName.PARCEL_KEY]} characters")
        if found.key:
            line[FieldName.PARCEL_KEY.value] = found.key

    def _text(self, row: Row, name: FieldName, column: Column, cell: str, line: Line) -> None:
        said = cells.text(cell)
        if len(said) > LONGEST[name]:
            raise BadCell(f"it is longer than {LONGEST[name]} characters")
        if "\n" in cell or "\r" in cell:
            self._saw(row, f"cells of {column.means or column.header} had a line feed inside")
        line[name.value] = said

    def _saw(self, row: Row, what: str) -> None:
        self.seen.setdefault(what, []).append(row.number)

    def _reject(self, row: Row, wrong: Sequence[str]) -> None:
        self.reading.rejected.append((row.number, f"{'; '.join(wrong)}."))


def _columns(sheet: Sheet, mapping: ListMapping) -> dict[FieldName, int]:
    """Where each column stands. Raises `UnreadableFile`."""
    plain = [cells.text(cell).casefold() for cell in sheet.header]
    columns: dict[FieldName, int] = {}
    for name, column in mapping.columns.items():
        wanted = {cells.text(column.header).casefold(), column.means.casefold()} - {""}
        if column.position is not None:
            at = column.position - 1
            if at >= len(plain) or plain[at] not in wanted:
                stands = repr(sheet.header[at]) if at < len(plain) else "nothing"
                raise UnreadableFile(
                    f"Column {column.position} should be headed {column.header!r}, but {stands} is there. "
                    f"Is this a list for the mapping {mapping.name}?"
                )
            columns[name] = at
            continue
        places = [at for at, header in enumerate(plain) if header in wanted]
        if len(places) != 1:
            how = "no column" if not places else "several columns"
            raise UnreadableFile(
                f"The file has {how} headed {column.header!r}. Its columns: {', '.join(sheet.header)}. "
                f"Is this a list for the mapping {mapping.name}?"
            )
        columns[name] = places[0]
    return columns


def _of_header(mapping: ListMapping) -> list[str]:
    return [
        f"Column {column.position} ({column.header!r}) is {column.means or name.value}. {column.why}".strip()
        for name, column in mapping.columns.items()
        if column.position is not None
    ]


def _group(lines: Sequence[tuple[int, Line]], reading: Reading) -> None:
    """Puts rows of one number together, one record on several parcels; rows that contradict are rejected."""
    groups: dict[str, list[tuple[int, Line]]] = {}
    for number, line in lines:
        group = groups.setdefault(line["number"], [])
        if (wrong := _contradiction(group, line)) is None:
            group.append((number, line))
        else:
            reading.rejected.append((number, wrong))
    for key, group in groups.items():
        reading.records.append(Found(key, tuple(line for _, line in group), tuple(row for row, _ in group)))
        if len(group) > 1:
            rows = " and ".join(str(row) for row, _ in group)
            reading.notes.append(f"{key} stands on rows {rows} with different parcels: one record on them all.")


def _contradiction(group: Sequence[tuple[int, Line]], line: Line) -> str | None:
    """Why a row cannot belong to the record of its number, or None."""
    for number, first in group:
        if line == first:
            return f"it says the same as row {number}."
        for name in _SHARED:
            if line.get(name) != first.get(name):
                return f"number {line['number']} stands on row {number} already, with another {name}."
        if line.get("parcel_key", "") == first.get("parcel_key", ""):
            return f"number {line['number']} stands on row {number} already, for the same parcel."
    return None


def _count_kept(reading: Reading) -> None:
    for name, total in reading.totals.items():
        kept = (line.get(name.value) for found in reading.records for line in found.lines)
        total.kept = sum((Decimal(amount) for amount in kept if amount is not None), Decimal("0.00"))
