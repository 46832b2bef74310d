"""How old records stand in Find."""

from collections.abc import Iterable
from uuid import UUID

from townwright.office.find import port
from townwright.office.places import addresses, keys
from townwright.office.records.models import OldRecord, OldRecordParcel

KIND = "old record"


def index_old_records(records: Iterable[OldRecord], ties: Iterable[OldRecordParcel]) -> None:
    """Keeps old records findable by number, place, parcel key and every name; `ties` are their parcels."""
    tied: dict[UUID, list[OldRecordParcel]] = {}
    for tie in ties:
        tied.setdefault(tie.old_record_id, []).append(tie)
    port.index(_old_record(record, tied.get(record.pk, [])) for record in records)


def _old_record(record: OldRecord, ties: list[OldRecordParcel]) -> port.Findable:
    who = ", ".join(dict.fromkeys(name for name in (record.applicant, record.owner, record.contractor) if name))
    return port.Findable(
        kind=KIND,
        object_id=record.pk,
        number=record.number,
        title=str(record),
        line=", ".join(part for part in (record.place, who, record.when) if part),
        keys=frozenset(folded for tie in ties if (folded := keys.folded(tie.key))),
        words=" ".join([addresses.words(record.place), who, record.words, record.when, *(tie.key for tie in ties)]),
        parcel_id=next((tie.parcel_id for tie in ties if tie.parcel_id), None),
        on=record.on,
    )
