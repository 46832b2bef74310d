"""The law in force in the bound office: `pack()`, and the calendar by which its periods run.

The law in force is the State's floor, the town's pack over it, and over both the amendments that the office's board has
enacted, compiled into one. The office keeps every compiled pack that it ever worked by, by its hash; which one is in
force is a dated row. A pack changed by a new release of the program comes into force by an act (`law.adopt`), never by
itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from townwright.law import amendments
from townwright.law.calendar import Calendar
from townwright.law.layers import PackError, Problem
from townwright.law.loader import Mark
from townwright.law.packs import Pack, compile_pack
from townwright.office import clock, storage

if TYPE_CHECKING:
    from townwright.office.laws.models import Amendment, InForce


class NoLaw(RuntimeError):
    """The office has no pack in force on that day."""


def pack(on: date | None = None) -> Pack:
    """The compiled law by which the bound office works on a day (today, if none is given)."""
    from townwright.office.laws.models import InForce

    day = on or clock.today()
    found = _told(("in force", day), InForce.objects.filter(begins__lte=day).values_list("pack_id", flat=True).first)
    if found is None:
        raise NoLaw(f"No law is in force in {storage.bound()} on {day}.")
    return kept(found)


@contextmanager
def remembered() -> Iterator[None]:
    """Asks once which law is in force while it lasts: for a page that only looks, and within an act.

    One within another shares its memory. What changes the law or the calendar calls `forget`.
    """
    if _memory.get() is not None:
        try:
            yield
        except BaseException:
            forget()  # what it told may have been undone
            raise
        return
    token = _memory.set({})
    try:
        yield
    finally:
        _memory.reset(token)


def forget() -> None:
    """The law in force or the days off have changed: what was `remembered` is asked anew."""
    if (memory := _memory.get()) is not None:
        memory.clear()


def kept(digest: str) -> Pack:
    """A compiled pack by its hash, as it was kept. Raises `NoLaw`."""
    if (known := _read(digest)) is not None:
        return known
    raise NoLaw(f"The pack {digest[:12]} is not kept here.")


def calendar(on: date | None = None) -> Calendar:
    """The calendar of the law in force, with the days that the office closed, had proclaimed or tolled."""
    from townwright.office.laws.models import DayOff

    days = _told(("days off",), lambda: list(DayOff.objects.filter(taken_back_on=None)))
    return pack(on).calendar(
        closings=[(d.begins, d.ends, d.why) for d in days if d.kind == DayOff.Kind.CLOSED],
        proclaimed=[(d.begins, d.ends, d.why) for d in days if d.kind == DayOff.Kind.PROCLAIMED],
        tolled=[(d.begins, d.ends, d.why) for d in days if d.kind == DayOff.Kind.TOLLED],
    )


def shipped(name: str, slug: str | None = None) -> Pack:
    """A pack compiled from its files as they are now: the office's own, one of the data folder, or the program's.

    `slug` names the office, which need not be open yet; the bound one if it is left out.
    """
    return compile_pack(name, *places(slug))


def to_adopt(name: str) -> Pack:
    """A pack as its files are now, with what the board has enacted laid over it: what `law.adopt` brings into force.

    Raises `PackError`, also where an amendment and the changed pack cannot both stand.
    """
    pack = shipped(name)
    for one in enacted():
        try:
            pack = amendments.amended(pack, [one])
        except amendments.AmendmentError as error:
            raise PackError([Problem(Mark(one.enacted_by, 1, 1), one.place, str(error))]) from None
    return pack


def enacted() -> tuple[amendments.Amendment, ...]:
    """The amendments that the office's board has enacted, in the order in which they were laid over the pack."""
    from townwright.office.laws.models import Amendment

    return tuple(as_law(row) for row in Amendment.objects.enacted())


def as_law(row: Amendment, enacted_by: str = "") -> amendments.Amendment:
    """A kept amendment as the law reads it. Of a draft, `enacted_by` says what stands for its local law."""
    return amendments.Amendment(
        place=row.place,
        begins=row.begins,
        value=row.value,
        cite=row.cite,
        enacted_by=row.enacted_by or enacted_by or "Draft",
        carries=tuple(row.carries),
    )


def enact(one: amendments.Amendment, on: date) -> tuple[InForce, Pack, Pack]:
    """Lays an amendment over the law of a day, and over each pack that waits for its day; the law before and after.

    It counts from its own first day: the pack that holds it is in force at once. Raises `amendments.AmendmentError`.
    """
    from townwright.office.laws.models import InForce

    before = pack(on)
    waiting = [(row.begins, kept(row.pack_id)) for row in InForce.objects.filter(begins__gt=on).order_by("seq")]
    after = amendments.amended(before, [one])
    row = bring_into_force(after, on)
    for begins, other in waiting:
        bring_into_force(amendments.amended(other, [one]), begins)
    return row, before, after


def places(slug: str | None = None) -> tuple[Path | None, Path | None]:
    """Where packs lie beside those of the program: the office's own folder, and the folder that all share."""
    return own_folder(slug), shelf()


def own_folder(slug: str | None = None) -> Path | None:
    """Where an office keeps a pack of its own, if it has one: `DIR/<slug>/pack`."""
    slug = storage.bound_or_none() if slug is None else slug
    folder = storage.data_folder() / slug / "pack" if slug is not None else None
    return folder if folder is not None and folder.is_dir() else None


def shelf() -> Path | None:
    """The folder of packs that every office of the data folder may name, if there is one: `DIR/packs`."""
    folder = storage.data_folder() / "packs"
    return folder if folder.is_dir() else None


def newest() -> Pack:
    """The pack that was brought into force last, even if its day has not come yet. Raises `NoLaw`."""
    from townwright.office.laws.models import InForce

    found = InForce.objects.values_list("pack_id", flat=True).first()
    if found is None:
        raise NoLaw(f"No law was ever in force in {storage.bound()}.")
    return kept(found)


def bring_into_force(compiled: Pack, begins: date) -> InForce:
    """Keeps a compiled pack and puts it in force from a day on. Called by the acts that may do so."""
    from townwright.office.laws.models import InForce, KeptPack

    KeptPack.objects.get_or_create(hash=compiled.hash, defaults={"name": compiled.name, "compiled": compiled.to_json()})
    last = InForce.objects.values_list("seq", flat=True).first() or 0
    forget()
    return InForce.objects.create(pack_id=compiled.hash, begins=begins, seq=last + 1)


_known: dict[str, Pack] = {}
_memory: ContextVar[dict[tuple[object, ...], Any] | None] = ContextVar("law_in_force", default=None)


def _told(key: tuple[object, ...], ask: Callable[[], Any]) -> Any:
    memory = _memory.get()
    if memory is None:
        return ask()
    if key not in memory:
        memory[key] = ask()
    return memory[key]


def _read(digest: str) -> Pack | None:
    # Keyed by the hash of its content, so what one office keeps is the same in every other.
    from townwright.office.laws.models import KeptPack

    if digest not in _known:
        row = KeptPack.objects.filter(pk=digest).first()
        if row is None:
            return None
        _known[digest] = Pack.from_json(row.compiled)
    return _known[digest]
