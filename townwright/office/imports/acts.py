"""Loading a list: `dry_run` says what it would do, `load` does it, as one act, whole or not at all.

A load that is broken off leaves nothing behind, so it is simply begun again; what was loaded before is then
unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction

from townwright.office import clock
from townwright.office.files import acts as files
from townwright.office.files.kinds import Kind
from townwright.office.imports import mapping as mappings
from townwright.office.imports import plans, reader
from townwright.office.imports.lines import Found, Line, digest
from townwright.office.imports.mapping import Mapping
from townwright.office.imports.models import Load
from townwright.office.imports.plans import Plan, pieces
from townwright.office.places.findable import index_parcels
from townwright.office.places.models import Parcel
from townwright.office.records.findable import index_old_records
from townwright.office.records.models import OldRecord, OldRecordParcel
from townwright.office.register.actors import Actor
from townwright.office.register.acts import Act, Doing, act, perform

#: Told how many records of how many are written.
Progress = Callable[[int, int], None]

_BATCH = 500  # records between two tellings of how far it is
_STATEMENT = 100  # rows of one statement
_REGISTERED = (
    "file", "sha256", "mapping", "read", "records", "new", "changed", "unchanged", "joined", "rejected",
    "missing", "totals", "totals_kept", "parcels",
)  # fmt: skip
_WORDS = ("place", "applicant", "owner", "contractor", "words")

_REWRITTEN = (
    "type", *_WORDS, "on", "precision", "valuation", "fee", "lines", "digest",
    "earlier", "changed_by", "missing_since",
)  # fmt: skip

_progress: ContextVar[Progress | None] = ContextVar("progress", default=None)


def dry_run(path: Path, mapping: str | Mapping, *, name: str = "") -> Plan:
    """What loading a file would do. Raises `UnknownMapping`, `BadMapping` or `UnreadableFile`."""
    used = mapping if isinstance(mapping, Mapping) else mappings.mapping(mapping)
    return plans.plan(reader.read(path, name), used)


def load(
    path: Path,
    mapping: str,
    *,
    actor: Actor,
    name: str = "",
    key: str | None = None,
    progress: Progress | None = None,
) -> tuple[Plan, dict[str, Any]]:
    """Loads a file; answers the plan and the report. A file that changes nothing leaves no entry.

    `key` makes a double click harmless, `progress` is told of each batch. Raises what `dry_run` does, and
    what any act may raise.
    """
    planned = dry_run(path, mapping, name=name)
    if planned.does_nothing:
        return planned, planned.report(dry_run=False)
    received = receive(path, mapping, actor=actor, name=name)
    return planned, load_received(received, actor=actor, key=key, progress=progress)


def load_received(
    received: Load, *, actor: Actor, key: str | None = None, progress: Progress | None = None
) -> dict[str, Any]:
    """Loads a file that was received, and answers the report. Raises what any act may raise."""
    with _telling(progress):
        outcome = perform("import.permits", {}, actor=actor, subject_id=received.pk, key=key)
    return Load.objects.get(pk=outcome.subject_id or received.pk).report


def plan_received(received: Load) -> Plan:
    """What loading a received file would do. Raises `UnreadableFile`, and `UnknownMapping` or `BadMapping`."""
    return dry_run(files.path_of(received.file), received.mapping, name=received.file.name)


def receive(path: Path, mapping: str, *, actor: Actor, name: str = "") -> Load:
    """Keeps a file that is to be loaded. Raises what keeping any file may raise."""
    with transaction.atomic(), path.open("rb") as stream:
        stored = files.keep(stream, name or path.name, kinds={Kind.TEXT})
        return Load.objects.create(file=stored, mapping=mapping, received_at=clock.now(), received_by=actor.name)


class ImportPermits(Act):
    """Nothing to give: the file and its mapping were received with the load."""


@act(
    "import.permits",
    title="Load a list of permits",
    subject=Load,
    applies=lambda received, on: received.done_at is None,
)
def import_permits(doing: Doing[Load], given: ImportPermits) -> None:
    """Reads the file again, against the records as they are now, and writes all that is new or changed."""
    received = doing.subject
    planned = plan_received(received)
    _write(planned, received.pk)
    report = planned.report(dry_run=False, entry=doing.seq)
    received.report, received.done_at, received.entry_seq = report, doing.at, doing.seq
    received.save(update_fields=["report", "done_at", "entry_seq"])
    doing.changed({}, {name: report[name] for name in _REGISTERED})
    doing.say(
        f"List loaded: {report['read']:,} rows, {report['new']:,} new, {report['changed']:,} changed, "
        f"{report['rejected']:,} rows rejected"
    )


@contextmanager
def _telling(progress: Progress | None) -> Iterator[None]:
    token = _progress.set(progress)
    try:
        yield
    finally:
        _progress.reset(token)


def _write(planned: Plan, load: UUID) -> None:
    """Writes parcels, records and ties, in batches, and tells how far it is."""
    parcels = {**planned.parcels.known, **_make_parcels(planned.parcels.new)}
    written = 0
    for batch in pieces(planned.new, _BATCH):
        _make(batch, planned, load, parcels)
        written = _tell(written + len(batch), planned.steps)
    for changes in pieces(planned.changed, _BATCH):
        _change(changes, load, parcels)
        written = _tell(written + len(changes), planned.steps)
    for piece in pieces(planned.missing):
        OldRecord.objects.filter(pk__in=piece).update(missing_since=load)
    for piece in pieces(planned.back):
        OldRecord.objects.filter(pk__in=piece).update(missing_since=None)


def _tell(written: int, steps: int) -> int:
    if (progress := _progress.get()) is not None:
        progress(written, steps)
    return written


def _make_parcels(new: dict[str, str]) -> dict[str, UUID]:
    made = {}
    for key, address in new.items():
        parcel = Parcel(provisional=True, known_from=Parcel.KnownFrom.IMPORT)
        parcel.set_key(print_key=key)
        parcel.set_address(address)
        made[key] = parcel
    for batch in pieces(list(made.values()), _BATCH):
        Parcel.objects.bulk_create(batch, batch_size=_STATEMENT)
        index_parcels(batch)
    return {key: parcel.pk for key, parcel in made.items()}


def _make(batch: Sequence[Found], planned: Plan, load: UUID, parcels: dict[str, UUID]) -> None:
    records = []
    for found in batch:
        record = OldRecord(kind=planned.mapping.kind, source=planned.mapping.source, number=found.number, load_id=load)
        records.append(_say(record, found.lines))
    OldRecord.objects.bulk_create(records, batch_size=_STATEMENT)
    ties = [tie for record in records for tie in _ties(record, parcels)]
    OldRecordParcel.objects.bulk_create(ties, batch_size=_STATEMENT)
    index_old_records(records, ties)


def _change(changes: Sequence[plans.Change], load: UUID, parcels: dict[str, UUID]) -> None:
    """Rewrites records; what they said before stays beside, and a tie made by hand stays."""
    now = {change.id: change for change in changes}
    records = list(OldRecord.objects.filter(pk__in=now))
    gone, ties = [], []
    for record in records:
        before = {(line.get("parcel_key", ""), line.get("remark", "")) for line in record.lines}
        record.earlier = [*record.earlier, {"until": str(load), "lines": record.lines}]
        record.changed_by, record.missing_since = load, None
        _say(record, now[record.pk].lines)
        kept = {(tie.key, tie.remark): tie for tie in record.on_parcels.all()}
        wanted = {(tie.key, tie.remark): tie for tie in _ties(record, parcels)}
        gone += [tie.pk for own, tie in kept.items() if own in before and own not in wanted]
        ties += [tie for own, tie in wanted.items() if own not in kept]
    OldRecord.objects.bulk_update(
        records,
        _REWRITTEN,
        batch_size=_STATEMENT,
    )
    OldRecordParcel.objects.filter(pk__in=gone).delete()
    OldRecordParcel.objects.bulk_create(ties, batch_size=_STATEMENT)
    index_old_records(records, OldRecordParcel.objects.filter(old_record__in=records))


def _say(record: OldRecord, lines: Sequence[Line]) -> OldRecord:
    """Writes into a record what its lines say: places and people of them all, money added up."""
    first = lines[0]
    record.type = first.get("type", "")
    for name in _WORDS:
        setattr(record, name, "; ".join(dict.fromkeys(line[name] for line in lines if name in line)))
    record.on = date.fromisoformat(first["issued"]) if "issued" in first else None
    record.precision = OldRecord.Precision.DAY if record.on else OldRecord.Precision.NONE
    record.valuation, record.fee = _sum(lines, "valuation"), _sum(lines, "fee")
    record.lines, record.digest = list(lines), digest(lines)
    return record


def _sum(lines: Sequence[Line], name: str) -> Decimal | None:
    """The amounts of a record's rows together; None where no row has one."""
    amounts = [Decimal(line[name]) for line in lines if name in line]
    return sum(amounts, Decimal("0.00")) if amounts else None


def _ties(record: OldRecord, parcels: dict[str, UUID]) -> list[OldRecordParcel]:
    return [
        OldRecordParcel(
            old_record=record,
            parcel_id=parcels.get(line.get("parcel_key", "")),
            key=line.get("parcel_key", ""),
            remark=line.get("remark", ""),
        )
        for line in record.lines
        if line.get("parcel_key") or line.get("remark")
    ]
