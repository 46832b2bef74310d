"""Opening an office: its storage, the law that it works by, and the register's first entry."""

from __future__ import annotations

from datetime import date

from django.db import transaction

from townwright.law.packs import Pack
from townwright.office import clock, laws, storage
from townwright.office.register import chain
from townwright.office.register.actors import SYSTEM
from townwright.office.storage import uuid7


def open_office(
    slug: str,
    compiled: Pack,
    *,
    practice: bool = False,
    today: date | None = None,
    name: str = "",
    begins: date | None = None,
) -> None:
    """Opens an office by a compiled pack: makes its storage, puts the law in force, writes entry 1 of its register.

    `practice` marks an office for practice, which may live on another day (`today`). `begins` is the day from which the
    office works by the pack: a practice office's invented past needs one that lies back. Raises what
    `storage.open_office` raises for a slug that is taken or cannot be one.
    """
    storage.open_office(slug, pack=compiled.name, practice=practice, today=today, name=name or compiled.town.name)
    with storage.bound_to(slug), transaction.atomic():
        day = begins or clock.today()
        laws.bring_into_force(compiled, day)
        chain.append(
            chain.locked_head(),
            at=clock.now(),
            on=clock.today(),
            act="office.open",
            actor_id=None,
            actor_name=SYSTEM.name,
            title="",
            subject_id=uuid7(),
            key=None,
            touched={},
            private={},
            said=f"Office opened by the pack {compiled.name}",
            content={"pack": compiled.name, "pack_hash": compiled.hash, "practice": practice},
        )
