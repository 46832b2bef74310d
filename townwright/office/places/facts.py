"""What places can tell the law about a parcel on a day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from townwright.office import laws
from townwright.office.places.models import Flag, Parcel
from townwright.office.register.facts import tells


@tells(Parcel, "parcel.in_jurisdiction", "parcel.in_flood_hazard_area", "parcel.districts")
def of_parcel(parcel: Parcel, on: date) -> Mapping[str, Any]:
    """Jurisdiction by the SWIS code, and the flood flag; that nobody looked at the maps is not a "no"."""
    told: dict[str, Any] = {}
    if parcel.swis:
        told["parcel.in_jurisdiction"] = laws.pack(on).town.has_parcel(parcel.swis)
    if any(flag.kind in (Flag.Kind.FLOOD, Flag.Kind.FLOODWAY) for flag in parcel.flags_on(on)):
        told["parcel.in_flood_hazard_area"] = True
    elif any(flag.kind == Flag.Kind.NO_FLOOD for flag in parcel.flags_on(on)):
        told["parcel.in_flood_hazard_area"] = False
    told["parcel.districts"] = frozenset(flag.words for flag in parcel.flags_on(on) if flag.kind == Flag.Kind.DISTRICT)
    return told
