"""Invented drawings, so that a practice office has plan sets to review, accept and stamp."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any
from uuid import UUID

import typst

from townwright.office.files import acts as files

SHEETS = (
    {"number": "A-001", "name": "Site plan", "kind": "site"},
    {"number": "A-101", "name": "First floor plan", "kind": "plan"},
    {"number": "S-101", "name": "Framing and braced wall lines", "kind": "frame"},
    {"number": "M-201", "name": "Mechanical, plumbing, electrical", "kind": "systems"},
)


def drawn(title: str, place: str, key: str, by: dict[str, Any], *, apart: bool = False) -> list[dict[str, Any]]:
    """A set of drawings, kept and ready to be given to an act as documents: one file, or (`apart`) one a sheet."""
    if apart:
        return [_document(sheet, _pdf(title, place, key, by, [sheet]), by["name"]) for sheet in SHEETS]
    whole = {"number": "A-001 to M-201", "name": f"Drawings, {len(SHEETS)} sheets"}
    return [_document(whole, _pdf(title, place, key, by, list(SHEETS)), by["name"])]


def _pdf(title: str, place: str, key: str, by: dict[str, Any], sheets: list[dict[str, str]]) -> bytes:
    data = {
        "title": title,
        "place": place,
        "key": key,
        "by": by["name"],
        "license": f"License {by['license_number']}",
        "expires": by["license_ends"],
        "sheets": sheets,
    }
    made: bytes = typst.compile(
        str(Path(__file__).parent / "drawings.typ"), format="pdf", sys_inputs={"data": json.dumps(data)}
    )
    return made


def _document(sheet: dict[str, str], content: bytes, by: str) -> dict[str, Any]:
    stored: UUID = files.keep(io.BytesIO(content), f"{sheet['number']}.pdf").pk
    return {"file": stored, "kind": "plans", "title": sheet["name"], "sheet": sheet["number"], "prepared_by": by}
