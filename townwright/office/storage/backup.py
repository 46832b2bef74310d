"""A copy of an office's records that is complete although the office is at work."""

from pathlib import Path

from townwright.office.storage import directory, engines, files
from townwright.office.storage.current import bound


def back_up_records(target: Path) -> None:
    """Write the bound office's records to ``target``: a SQLite file, or the SQL text of its schema.

    Documents lie beside them by their content's hash and are never changed: they are copied as files.
    """
    slug = bound()
    target.parent.mkdir(parents=True, exist_ok=True)
    if engines.engine() == "sqlite":
        files.copy_sqlite(engines.database_file(slug), target)
        return
    part = target.with_name(target.name + ".part")
    part.write_text(files.dump_schema(engines.settings_of(slug), with_inserts=False), encoding="utf-8")
    files.put_in_place(part, target)


def before_migration(mark: str) -> Path:
    """Back the bound office up, under the mark of the migrations it has been through. Where the copy lies."""
    suffix = ".sqlite3" if engines.engine() == "sqlite" else ".sql"
    target = directory.folder(bound()) / "backups" / f"before-migration-{mark}{suffix}"
    back_up_records(target)
    return target
