"""What several acts on certificates are given: what the certificate says, components, open items, money."""

from __future__ import annotations

from datetime import date
from typing import Literal
from uuid import UUID

from pydantic import Field

from townwright.office.permits.inputs import LONG, Given
from townwright.office.register.acts import Act

Coverage = Literal["", "whole", "part"]

#: The types of construction of the Building Code.
CONSTRUCTION_TYPES = ("I-A", "I-B", "II-A", "II-B", "III-A", "III-B", "IV-A", "IV-B", "IV-C", "IV-HT", "V-A", "V-B")
ConstructionType = Literal[
    "", "I-A", "I-B", "II-A", "II-B", "III-A", "III-B", "IV-A", "IV-B", "IV-C", "IV-HT", "V-A", "V-B"
]
PaperKey = Literal["structural_observations", "special_inspections", "flood_hazard", "energy_tests"]


class Contents(Act):
    """What a certificate says of the building. What is left empty comes from the permit, the parcel, the building."""

    coverage: Coverage = Field(default="", title="Covers", description="The whole structure, or a part of it.")
    part: str = Field(default="", title="Part covered", max_length=300)
    property_name: str = Field(default="", title="Name of the property", max_length=200)
    address: str = Field(default="", title="Address", max_length=300)
    tax_map: str = Field(default="", title="Tax map number", max_length=60)
    use: str = Field(default="", title="Use", max_length=200)
    occupancy: str = Field(default="", title="Occupancy classification", max_length=60)
    construction_type: ConstructionType = Field(default="", title="Type of construction")
    building: UUID | None = Field(default=None, title="Building")


class ComponentGiven(Given):
    """A fire or life safety item of the part that is covered."""

    name: str = Field(title="Item", min_length=1, max_length=120, description="Smoke alarms, carbon monoxide alarms …")
    installed: bool = Field(default=False, title="Installed")
    operational: bool = Field(default=False, title="Working")


class OpenItemGiven(Given):
    """Work that is still to be done."""

    text: str = Field(title="To be done", min_length=1, max_length=1000, json_schema_extra=LONG)
    cite: str = Field(default="", title="Section", max_length=120)
    due: date | None = Field(default=None, title="By", description="Within the period, if left empty.")
