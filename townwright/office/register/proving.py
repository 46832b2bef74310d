"""Proving the register in the background, with how far it is and what was found last, for a page to show.

Both lie in small files of the office's folder: a proof changes no record, and its progress is to be seen from outside
the transaction in which it reads.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from django_tasks import task

from townwright.office import clock, storage
from townwright.office.register import chain


@dataclass(frozen=True, slots=True)
class Found:
    """What the last proof found: when, asked for by whom, and the proof itself."""

    at: datetime
    by: str
    proof: chain.Proof


def ask(by: str) -> None:
    """Asks for a proof. One that is under way is not begun twice."""
    if under_way() is None:
        _write(_progress(), "0 0")
        prove.enqueue(by)


def under_way() -> tuple[int, int] | None:
    """Entries proved of how many, (0, 0) before the first; None where no proof is under way."""
    try:
        done, of = _progress().read_text(encoding="ascii").split()
    except FileNotFoundError:
        return None
    return int(done), int(of)


def last() -> Found | None:
    """What was found last, if ever the register was proved from a page."""
    try:
        kept = json.loads(_last().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return Found(datetime.fromisoformat(kept["at"]), kept["by"], chain.Proof(**kept["proof"]))


@task()
def prove(by: str) -> None:
    """Proves the whole register and keeps what was found."""
    try:
        proof = chain.verify(lambda done, of: _write(_progress(), f"{done} {of}"))
        kept = {"at": clock.now().isoformat(), "by": by, "proof": asdict(proof)}
        _write(_last(), json.dumps(kept, ensure_ascii=False))
    finally:
        _progress().unlink(missing_ok=True)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def _progress() -> Path:
    return storage.office().folder / "proving" / "progress.txt"


def _last() -> Path:
    return storage.office().folder / "proving" / "last.json"
