"""How parcels and their units stand in Find."""

from collections.abc import Iterable, Iterator
from uuid import UUID

from townwright.office.find import port
from townwright.office.places import addresses, keys
from townwright.office.places.models import FormerKey, Parcel, Unit

KIND_PARCEL = "parcel"
KIND_UNIT = "unit"


def index_parcels(parcels: Iterable[Parcel]) -> None:
    """Keeps parcels findable by every key they have or had, by address, name and hamlet."""
    kept = {parcel.pk: parcel for parcel in parcels}
    former: dict[UUID, list[FormerKey]] = {}
    for piece in _pieces(list(kept)):
        for key in FormerKey.objects.filter(parcel__in=piece):
            former.setdefault(key.parcel_id, []).append(key)
    port.index(_parcel(parcel, former.get(parcel.pk, [])) for parcel in kept.values())


def index_units(units: Iterable[Unit]) -> None:
    """Keeps units findable by what they are called and where they are: "lot 14"."""
    port.index(
        port.Findable(
            kind=KIND_UNIT,
            object_id=unit.pk,
            title=f"{unit}, {unit.parcel}",
            line=unit.words,
            words=f"{unit} {unit.words} {addresses.words(unit.parcel.address)} {unit.parcel.name}",
            parcel_id=unit.parcel_id,
            public=True,
        )
        for unit in units
    )


def _parcel(parcel: Parcel, former: list[FormerKey]) -> port.Findable:
    olds = [key.old for key in former]
    folded = [parcel.print_key_folded, parcel.sbl_folded, *(key.folded for key in former)]
    shown = [
        f"Print key {parcel.key}" if parcel.key else "No print key yet",
        parcel.hamlet,
        *_remarks(parcel),
    ]
    return port.Findable(
        kind=KIND_PARCEL,
        object_id=parcel.pk,
        title=str(parcel),
        line=", ".join(part for part in shown if part),
        number=parcel.key,
        keys=frozenset(key for key in [*folded, *(keys.folded(old) for old in olds)] if key),
        words=" ".join(
            [
                addresses.words(parcel.address),
                parcel.name,
                parcel.hamlet,
                parcel.print_key,
                parcel.sbl,
                *olds,
            ]
        ),
        parcel_id=parcel.pk,
        public=True,
    )


def _remarks(parcel: Parcel) -> Iterator[str]:
    if parcel.jurisdiction in (Parcel.Whose.VILLAGE, Parcel.Whose.ELSEWHERE):
        yield parcel.get_jurisdiction_display()
    if parcel.ended_on is not None:
        yield "no longer on the roll"
    elif parcel.known_from == Parcel.KnownFrom.IMPORT:
        yield parcel.get_known_from_display()
    elif parcel.provisional:
        yield "provisional"


def _pieces(items: list[UUID]) -> Iterator[list[UUID]]:
    return (items[at : at + 500] for at in range(0, len(items), 500))
