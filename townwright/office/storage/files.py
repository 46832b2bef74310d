"""Locks and copies of database files, shared by opening, migrating and backing up."""

import fcntl
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from townwright.office.storage.errors import ToolMissing


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock that every process of this machine respects; waits for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy a SQLite file that may be in use, into one complete file that appears in one step."""
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    with closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as connection:
        connection.execute("VACUUM INTO ?", [str(part)])
    put_in_place(part, target)


def copy_file(source: Path, target: Path) -> None:
    """Copy a file that nobody writes to, into one that appears in one step."""
    part = target.with_name(target.name + ".part")
    shutil.copyfile(source, part)
    put_in_place(part, target)


def put_in_place(part: Path, target: Path) -> None:
    """Give a finished file its name; a power cut leaves the old one or the new one."""
    sync(part)
    part.replace(target)
    sync(target.parent)


def dump_schema(settings: dict[str, Any], *, with_inserts: bool) -> str:
    """The SQL text that makes a town's PostgreSQL schema anew, by ``pg_dump``."""
    command = ["pg_dump", "--no-owner", "--no-privileges", f"--schema={settings['SCHEMA']}"]
    for option in ("host", "port", "dbname", "username"):
        key = {"dbname": "NAME", "username": "USER"}.get(option, option.upper())
        command.append(f"--{option}={settings[key]}")
    if with_inserts:
        command.append("--inserts")
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "PGPASSWORD": settings["PASSWORD"]},
            capture_output=True,
            text=True,
            check=True,
        )
    except FileNotFoundError:
        raise ToolMissing("pg_dump is not installed (Debian: apt-get install postgresql-client)") from None
    except subprocess.CalledProcessError as error:
        raise ToolMissing(f"pg_dump failed: {error.stderr.strip()}") from None
    return done.stdout


def sync(path: Path) -> None:
    """Make sure that a file, or the entries of a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
