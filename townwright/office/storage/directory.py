"""The directory of offices: ``DIR/<slug>/office.json`` says that there is an office, and what kind.

The data folder is read from ``TOWNWRIGHT_DATA`` whenever it is asked for, so that a command line or a test
can turn to another. A town's folder is its office whole: records, documents, mail, keys, its own pack.
"""

import json
import os
import re
from dataclasses import asdict, dataclass, replace
from datetime import date
from functools import lru_cache
from pathlib import Path

from townwright.office.storage.current import bound
from townwright.office.storage.errors import BadSlug, UnknownTown
from townwright.office.storage.files import put_in_place

FOLDERS = ("documents", "mail", "keys")
_SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST = 40
# Names of connections, first parts of addresses and the folder of packs, that no office may take.
_RESERVED = frozenset({"default", "static", "media", "health", "template", "packs"})


@dataclass(frozen=True)
class Office:
    """An office as its ``office.json`` describes it.

    ``today`` is set in practice offices only: the day the office pretends it is. ``server`` names another
    PostgreSQL server or database than the site's usual one (keys HOST, PORT, NAME).
    """

    slug: str
    pack: str
    practice: bool
    name: str
    folder: Path
    today: date | None = None
    server: tuple[tuple[str, str], ...] = ()


def data_folder() -> Path:
    """The folder that holds every office of this site."""
    return Path(os.environ.get("TOWNWRIGHT_DATA", "var")).absolute()


def check_slug(slug: str) -> None:
    """Raise ``BadSlug`` unless ``slug`` can be an office's name."""
    if not _well_named(slug):
        raise BadSlug(
            f"{slug!r} cannot name an office: use small letters, digits and single hyphens, a letter first, "
            f"{_LONGEST} characters at most, and none of: {', '.join(sorted(_RESERVED))}"
        )


def _well_named(slug: str) -> bool:
    return (
        len(slug) <= _LONGEST
        and _SLUG.fullmatch(slug) is not None
        and slug not in _RESERVED
        and not slug.startswith("template-")
    )


def folder(slug: str) -> Path:
    """The folder of an office, whether or not it exists."""
    return data_folder() / slug


def exists(slug: str) -> bool:
    """Whether there is an office of that name; any text may be asked for."""
    return _well_named(slug) and (folder(slug) / "office.json").is_file()


def slugs() -> list[str]:
    """The names of all offices, in order."""
    try:
        with os.scandir(data_folder()) as entries:
            names = [entry.name for entry in entries]
    except FileNotFoundError:
        return []
    return sorted(name for name in names if exists(name))


def office(slug: str | None = None) -> Office:
    """The office of that name, or the bound one; ``UnknownTown`` where there is none."""
    slug = bound() if slug is None else slug
    if not _well_named(slug):
        raise UnknownTown(slug)
    path = folder(slug) / "office.json"
    try:
        stat = path.stat()
    except FileNotFoundError:
        raise UnknownTown(slug) from None
    return _read(path, stat.st_ino, stat.st_mtime_ns)


@lru_cache(maxsize=4096)
def _read(path: Path, _inode: int, _written: int) -> Office:
    """Parsed once for each written version: a change is a new file, hence another inode."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    return Office(
        slug=path.parent.name,
        pack=kept["pack"],
        practice=kept["practice"],
        name=kept["name"],
        folder=path.parent,
        today=date.fromisoformat(kept["today"]) if kept.get("today") else None,
        server=tuple(sorted(kept.get("server", {}).items())),
    )


def write(office: Office) -> None:
    """Put the office's ``office.json`` in place in one step."""
    if office.today is not None and not office.practice:
        raise ValueError("only a practice office can pretend that it is another day")
    kept = asdict(office) | {
        "today": office.today.isoformat() if office.today else None,
        "server": dict(office.server),
    }
    del kept["slug"], kept["folder"]
    part = office.folder / "office.json.part"
    part.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    put_in_place(part, office.folder / "office.json")


def change_office(slug: str, *, name: str | None = None, today: date | None = None) -> Office:
    """Rename an office, and set the day it pretends it is (None: the real day; practice offices only)."""
    before = office(slug)
    after = replace(before, name=before.name if name is None else name, today=today)
    write(after)
    return after


def documents(slug: str | None = None) -> Path:
    """The folder of an office's documents."""
    return office(slug).folder / "documents"
