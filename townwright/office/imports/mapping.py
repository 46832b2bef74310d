"""Mappings: which column of a list is what, said in a YAML file and used by its name.

The program ships presets; an office keeps its own under `mappings` in its data folder. A column is found by
its header, or by its position where the header is known to be wrong, which the mapping then explains.
"""

from __future__ import annotations

import re
from collections.abc import Mapping as Mapped
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from townwright.law import loader
from townwright.office import storage
from townwright.office.imports.errors import BadMapping, UnknownMapping

PRESETS = Path(__file__).parent / "mappings"

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class FieldName(StrEnum):
    """What a column can be."""

    NUMBER = "number"
    TYPE = "type"
    APPLICANT = "applicant"
    OWNER = "owner"
    CONTRACTOR = "contractor"
    WORDS = "words"
    PLACE = "place"
    PARCEL_KEY = "parcel_key"
    ISSUED = "issued"
    VALUATION = "valuation"
    FEE = "fee"


MONEY = (FieldName.VALUATION, FieldName.FEE)

#: Most characters that a column of the record holds.
LONGEST: Mapped[FieldName, int] = {
    FieldName.NUMBER: 80,
    FieldName.TYPE: 120,
    FieldName.APPLICANT: 200,
    FieldName.OWNER: 200,
    FieldName.CONTRACTOR: 200,
    FieldName.WORDS: 4000,
    FieldName.PLACE: 400,
    FieldName.PARCEL_KEY: 80,
}


class Column(BaseModel):
    """One column. `position` counts from 1 and decides; `header` is then what stands above it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    header: str
    position: int | None = Field(default=None, ge=1)
    means: str = ""
    why: str = ""
    written: Literal["MM/DD/YYYY", "YYYY-MM-DD", "DD.MM.YYYY", "MM/DD/YY"] = "YYYY-MM-DD"
    earliest: date = date(1600, 1, 1)
    empty: tuple[str, ...] = ("", "-", "N/A", "n/a", "1900-01-02")
    no_key: tuple[str, ...] = ()


class Mapping(BaseModel):
    """How one kind of list is read. `source` names the list: within it a number stands for one record.

    `whole`: each file is the whole list as it stands, so a record that a later file lacks is marked so (it
    is never deleted).
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = ""
    title: str
    source: str = Field(min_length=1, max_length=60)
    kind: Literal["permit", "certificate", "inspection", "violation", "other"] = "permit"
    whole: bool = False
    columns: dict[FieldName, Column]


def names() -> list[str]:
    """The mappings there are: the presets and the bound office's own."""
    return sorted({path.stem for folder in _folders() for path in folder.glob("*.yaml")})


def mapping(name: str) -> Mapping:
    """A mapping by its name, the office's own before a preset. Raises `UnknownMapping` or `BadMapping`."""
    if _NAME.fullmatch(name):
        for folder in _folders():
            if (path := folder / f"{name}.yaml").is_file():
                return read(path)
    raise UnknownMapping(f"There is no mapping called {name}. There are: {', '.join(names())}.")


def read(path: Path) -> Mapping:
    """A mapping from its file. Raises `BadMapping` with the place and what is wrong there."""
    if not path.is_file():
        raise BadMapping(f"There is no mapping file {path}.")
    try:
        document = loader.load(path, shown_as=path.name)
        made = Mapping.model_validate({"name": path.stem, **(document.value or {})})
    except loader.LoadError as error:
        raise BadMapping(str(error)) from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise BadMapping(f"{path.name}: {place}: {first['msg']}") from None
    if FieldName.NUMBER not in made.columns:
        raise BadMapping(f"{path.name}: columns: the number is needed, for a record is known again by it")
    return made


def adopt(path: Path) -> str:
    """Keeps a mapping file among the bound office's own and answers its name; the same file again changes nothing.

    Raises `BadMapping`, also where the office has another mapping of this name.
    """
    made = read(path)
    if not _NAME.fullmatch(made.name):
        raise BadMapping(f"{path.name}: a mapping is named by small letters, digits and hyphens")
    own, content = storage.office().folder / "mappings" / f"{made.name}.yaml", path.read_bytes()
    if (made.name in names() and not own.is_file()) or (own.is_file() and own.read_bytes() != content):
        raise BadMapping(f"{path.name}: there is another mapping called {made.name}; give this file another name")
    own.parent.mkdir(exist_ok=True)
    own.write_bytes(content)
    return made.name


def _folders() -> list[Path]:
    slug = storage.bound_or_none()
    own = [storage.office(slug).folder / "mappings"] if slug is not None else []
    return [*own, PRESETS]
