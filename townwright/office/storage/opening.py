"""Opening an office, and discarding a practice office."""

import secrets
import shutil
from datetime import date

from townwright.office.storage import directory, engines, files, template
from townwright.office.storage.directory import Office
from townwright.office.storage.errors import OfficeExists


def open_office(slug: str, *, pack: str, practice: bool, today: date | None = None, name: str = "") -> Office:
    """Open an office: its folder, its empty records, and last its ``office.json``, which makes it exist.

    ``today`` is the day a practice office pretends it is. Errors: ``BadSlug``, ``OfficeExists``,
    ``ValueError`` for a real office with ``today``. What fails leaves nothing behind.
    """
    directory.check_slug(slug)
    if today is not None and not practice:
        raise ValueError("only a practice office can pretend that it is another day")
    with files.locked(directory.data_folder() / ".opening.lock"):
        if directory.exists(slug):
            raise OfficeExists(f"there is an office {slug!r} already")
        folder = directory.folder(slug)
        if folder.is_dir() and any(entry.name != "pack" for entry in folder.iterdir()):
            raise OfficeExists(f"{folder} holds something already, but no office.json: move it away first")
        records_made = False
        try:
            for part in directory.FOLDERS:
                (folder / part).mkdir(parents=True)
            (folder / "keys").chmod(0o700)
            secret = folder / "keys" / "secret"
            secret.touch(mode=0o600)
            secret.write_text(secrets.token_urlsafe(48), encoding="ascii")
            template.put(slug)
            records_made = True
            name = name or slug.replace("-", " ").title()
            directory.write(Office(slug, pack, practice, name, folder, today))
        except BaseException:
            _undo(slug, with_schema=records_made)
            raise
    return directory.office(slug)


def discard_office(slug: str) -> None:
    """Delete a practice office with all it holds; a real office is refused."""
    if not directory.office(slug).practice:
        raise ValueError(f"{slug!r} is a real office: it is never discarded")
    with files.locked(directory.data_folder() / ".opening.lock"):
        if engines.engine() == "postgresql":
            template.drop_schema(slug)
        (directory.folder(slug) / "office.json").unlink()
        shutil.rmtree(directory.folder(slug))


def _undo(slug: str, *, with_schema: bool) -> None:
    """Take back a failed opening. A pack that was laid ready stays."""
    if with_schema and engines.engine() == "postgresql":
        template.drop_schema(slug)
    folder = directory.folder(slug)
    for entry in folder.iterdir():
        if entry.name in directory.FOLDERS:
            shutil.rmtree(entry)
        elif entry.name != "pack":
            entry.unlink()
    if not any(folder.iterdir()):
        folder.rmdir()
