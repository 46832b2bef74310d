"""A plan: what loading a file would do to the records as they are now. Making one changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import Q

from townwright.office import clock
from townwright.office.imports import lines, reader
from townwright.office.imports.lines import Found, Line, Reading
from townwright.office.imports.mapping import Mapping
from townwright.office.imports.reader import Sheet
from townwright.office.places import addresses, keys
from townwright.office.places.models import FormerKey, Parcel
from townwright.office.records.models import OldRecord

_PIECE = 400  # values of one query


@dataclass(frozen=True, slots=True)
class Change:
    """A record on file that the list now says something else of; `lines` is all that it will say."""

    id: UUID
    number: str
    lines: tuple[Line, ...]


@dataclass(slots=True)
class Parcels:
    """The parcels of the list's keys: those on record, those to make, and the keys left open, with why."""

    known: dict[str, UUID] = field(default_factory=dict)
    new: dict[str, str] = field(default_factory=dict)  # key, address
    open: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Plan:
    """What loading would do. `missing` are records on file that a whole list no longer has."""

    sheet: Sheet
    mapping: Mapping
    reading: Reading
    new: list[Found]
    changed: list[Change]
    unchanged: int
    missing: list[UUID]
    back: list[UUID]
    parcels: Parcels

    @property
    def does_nothing(self) -> bool:
        """Whether the records would stay as they are."""
        return not (self.new or self.changed or self.missing or self.back)

    @property
    def steps(self) -> int:
        """Records to write; what a progress bar counts."""
        return len(self.new) + len(self.changed)

    def rejected_csv(self) -> str:
        """The rejected rows as a file to repair and load again."""
        return reader.rejected_as_csv(self.sheet, iter(self.reading.rejected))

    def report(self, *, dry_run: bool, entry: int | None = None) -> dict[str, Any]:
        """Counts, control totals, notes and rejected rows, as JSON can hold them.

        `read` counts rows; `new`, `changed` and `unchanged` count records, `joined` the rows that belong to
        a record of another row: read = new + changed + unchanged + joined + rejected. Totals are of every
        amount read; kept and rejected ones add up to them.
        """
        totals = self.reading.totals
        return {
            "file": self.sheet.name,
            "sha256": self.sheet.sha256,
            "mapping": self.mapping.name,
            "dry_run": dry_run,
            "read": len(self.sheet.rows),
            "records": len(self.reading.records),
            "new": len(self.new),
            "changed": len(self.changed),
            "unchanged": self.unchanged,
            "joined": self.reading.joined,
            "rejected": len(self.reading.rejected),
            "missing": len(self.missing),
            "totals": {name.value: str(total.read) for name, total in totals.items()},
            "totals_kept": {name.value: str(total.kept) for name, total in totals.items()},
            "totals_rejected": {name.value: str(total.read - total.kept) for name, total in totals.items()},
            "amounts_empty": {name.value: total.empty for name, total in totals.items()},
            "amounts_unreadable": {name.value: total.unreadable for name, total in totals.items()},
            "parcels": {
                "on_record": len(set(self.parcels.known.values())),
                "new": len(self.parcels.new),
                "keys_left_open": len(self.parcels.open),
            },
            "rejected_rows": [{"row": row, "reason": reason} for row, reason in self.reading.rejected],
            "notes": [*self.sheet.notes, *self.reading.notes, *_of_parcels(self.parcels)],
            "entry": entry,
        }


def plan(sheet: Sheet, mapping: Mapping) -> Plan:
    """What loading a sheet would do now. Raises `UnreadableFile` where the sheet is not of this mapping."""
    reading = lines.read(sheet, mapping, clock.today())
    kept = {
        number: (pk, digest, missing)
        for number, pk, digest, missing in OldRecord.objects.filter(source=mapping.source).values_list(
            "number", "pk", "digest", "missing_since"
        )
    }
    new = [found for found in reading.records if found.number not in kept]
    differing = [found for found in reading.records if found.number in kept and found.digest != kept[found.number][1]]
    changed = _repaired(differing, mapping) if sheet.repair else _changes(differing, kept)
    whole = mapping.whole and not sheet.repair
    there = {found.number for found in reading.records} if whole else frozenset()
    return Plan(
        sheet=sheet,
        mapping=mapping,
        reading=reading,
        new=new,
        changed=changed,
        unchanged=len(reading.records) - len(new) - len(changed),
        missing=[pk for number, (pk, _, gone) in kept.items() if whole and number not in there and not gone],
        back=[pk for number, (pk, _, gone) in kept.items() if whole and number in there and gone],
        parcels=_parcels(
            [
                *(line for found in new for line in found.lines),
                *(line for change in changed for line in change.lines),
            ]
        ),
    )


def _changes(differing: Sequence[Found], kept: dict[str, tuple[UUID, str, UUID | None]]) -> list[Change]:
    return [Change(kept[found.number][0], found.number, found.lines) for found in differing]


def _repaired(differing: Sequence[Found], mapping: Mapping) -> list[Change]:
    """A repaired row belongs beside the rows of its number that were kept before; it replaces none."""
    changes = []
    by_number = {found.number: found for found in differing}
    for piece in pieces(list(by_number)):
        for record in OldRecord.objects.filter(source=mapping.source, number__in=piece):
            fresh = [line for line in by_number[record.number].lines if line not in record.lines]
            places = {line.get("parcel_key", "") for line in fresh}
            stays = [line for line in record.lines if line.get("parcel_key", "") not in places]
            if fresh:
                changes.append(Change(record.pk, record.number, (*stays, *fresh)))
    return changes


def _parcels(said: Iterable[Line]) -> Parcels:
    """Which parcel each key names. As written first, then folded where that names one parcel only."""
    places: dict[str, Counter[str]] = {}
    for line in said:
        if key := line.get("parcel_key"):
            places.setdefault(key, Counter())[line.get("place", "")] += 1
    found = Parcels()
    written, folded = _on_record(places)
    for key, where in places.items():
        candidates = written.get(key) or folded.get(keys.folded(key), set())
        if len(candidates) == 1:
            found.known[key] = next(iter(candidates))
        elif candidates:
            found.open[key] = "it may mean several parcels"
        elif keys.folded(key).count("-") < 2:
            found.open[key] = "it does not look like a parcel key"
        else:
            found.new[key] = _address(where)
    return found


def _on_record(wanted: Iterable[str]) -> tuple[dict[str, set[UUID]], dict[str, set[UUID]]]:
    """Parcels on record under keys as written, and under folded keys, former ones too."""
    written: dict[str, set[UUID]] = {}
    folded: dict[str, set[UUID]] = {}
    given = list(wanted)
    for piece in pieces(given):
        rows = Parcel.objects.filter(Q(print_key__in=piece) | Q(sbl__in=piece)).values_list("pk", "print_key", "sbl")
        for pk, print_key, sbl in rows:
            written.setdefault(print_key, set()).add(pk)
            written.setdefault(sbl, set()).add(pk)
    for piece in pieces(sorted({keys.folded(key) for key in given} - {""})):
        now = Parcel.objects.filter(Q(print_key_folded__in=piece) | Q(sbl_folded__in=piece))
        former = FormerKey.objects.filter(folded__in=piece).values_list("parcel_id", "folded")
        for pk, print_key, sbl in now.values_list("pk", "print_key_folded", "sbl_folded"):
            folded.setdefault(print_key, set()).add(pk)
            folded.setdefault(sbl, set()).add(pk)
        for pk, old in former:
            folded.setdefault(old, set()).add(pk)
    return written, folded


def _address(where: Counter[str]) -> str:
    """The address to show for a new parcel: of the commonest place named, the shortest way it is written."""
    parsed = {given: addresses.parse(given) for given in where if given}
    if not parsed:
        return ""
    common: Counter[tuple[str, str]] = Counter()
    for given, address in parsed.items():
        common[address.number, address.street_key] += where[given]
    best = min(common, key=lambda place: (-common[place], place))
    return min(
        (given for given, address in parsed.items() if (address.number, address.street_key) == best),
        key=lambda given: (len(given), given),
    )


def _of_parcels(parcels: Parcels) -> Iterator[str]:
    if parcels.new:
        yield (
            f"{len(parcels.new):,} parcels are not on record: each is made from its key, provisional and "
            "marked as from an import, not from the roll."
        )
    for why, count in Counter(parcels.open.values()).items():
        yield f"{count:,} keys are tied to no parcel, because {why}; they stay as written."


def pieces(items: Sequence[Any], size: int = _PIECE) -> Iterator[Sequence[Any]]:
    """A sequence in pieces that one statement can carry."""
    return (items[at : at + size] for at in range(0, len(items), size))
