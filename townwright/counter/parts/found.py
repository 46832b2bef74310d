"""What somebody at the counter may mean by an address, a key or a number."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from townwright.office.find.port import Hit, find

#: More places than anybody reads through; the page then asks for the house number.
MOST = 12
#: Longer than any address.
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Found:
    """A place that was found. `exact` where a key or number names it."""

    parcel_id: UUID
    title: str
    line: str
    exact: bool


def tidy(text: str) -> str:
    """What was typed, without control marks and not longer than an address."""
    return " ".join(text.replace("\0", " ").split())[:LONGEST]


def places(text: str, *, numbers: bool = True) -> list[Found]:
    """The places that a text may mean, the likeliest first, each once. Names of people find nothing here.

    With `numbers` the number of a permit leads to the place where it lies.
    """
    by_place = find(text, kinds={"parcel", "unit"}, public=True, limit=MOST)
    by_number = find(text, kinds={"permit", "certificate"}, public=True, limit=MOST).exact if numbers else ()
    exact = {hit.object_id for hit in (*by_place.exact, *by_number)}
    out: dict[UUID, Found] = {}
    for hit in (*by_place.exact, *by_number, *by_place.near):
        if hit.parcel_id is not None and hit.parcel_id not in out:
            out[hit.parcel_id] = Found(hit.parcel_id, *_said(hit), hit.object_id in exact)
    return list(out.values())[:MOST]


def _said(hit: Hit) -> tuple[str, str]:
    """What is shown: of a permit its number alone, since its line names people."""
    return (hit.title, hit.line) if hit.kind in ("parcel", "unit") else (f"The place of {hit.number}", "")
