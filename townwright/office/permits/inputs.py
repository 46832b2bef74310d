"""What several acts on permits are given: parties, documents, buildings, money, words with a section."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from townwright.office.files.tray import DocumentKind
from townwright.office.money.models import Payment
from townwright.office.people.acts import PersonGiven

#: Kinds of document that are construction documents: they are reviewed, accepted and stamped.
PLANS = ("plans", "specifications", "survey", "energy statement")

#: How a field of several lines is shown.
LONG: JsonDict = {"widget": "textarea"}

WorkType = Literal[
    "construct", "enlarge", "alter", "improve", "remove", "relocate", "demolish", "repair", "solid fuel", "other"
]


class Given(BaseModel):
    """A part of an input."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class PartyGiven(Given):
    """Somebody with a part in the case."""

    part: Literal["owner", "applicant", "agent", "contractor", "design professional", "tenant", "payer", "contact"] = (
        Field(title="Part")
    )
    who: PersonGiven = Field(title="Who")
    why: str = Field(default="", title="Note", max_length=200)


class DocumentGiven(Given):
    """A document as it was handed in: its file, which was uploaded or scanned before."""

    file: UUID = Field(title="File", json_schema_extra={"file": True})
    kind: DocumentKind = Field(default="plans", title="What it is")
    title: str = Field(default="", title="Title", max_length=200, description="The file's name, if left empty.")
    sheet: str = Field(default="", title="Sheet", max_length=40)
    prepared_by: str = Field(default="", title="Prepared by", max_length=200)


class BuildingGiven(Given):
    """One building or structure that the work affects."""

    tax_map: str = Field(title="Tax map number", min_length=1, max_length=60)
    address: str = Field(title="Street address", min_length=1, max_length=300)
    what: str = Field(default="", title="What it is", max_length=120, description="House, garage, shed.")
    occupancy: str = Field(default="", title="Occupancy classification now", max_length=20)
    occupancy_proposed: str = Field(default="", title="Occupancy classification proposed", max_length=20)


class PaymentGiven(Given):
    """Money that comes with an application."""

    method: Payment.Method = Field(title="Paid by")
    amount: Decimal | None = Field(
        default=None, title="Amount", gt=0, max_digits=12, decimal_places=2, description="The whole fee, if left empty."
    )
    payer: str = Field(default="", title="Payer", max_length=200, description="The applicant, if left empty.")
    check_number: str = Field(default="", title="Check number", max_length=40)
    bank: str = Field(default="", title="Bank", max_length=120)
    memo: str = Field(default="", title="Memo", max_length=200)


class Cited(Given):
    """Words with the section that they stand on."""

    text: str = Field(title="Words", min_length=1, max_length=2000, json_schema_extra=LONG)
    cite: str = Field(default="", title="Section", max_length=60)


class ItemGiven(Given):
    """One thing that is asked of the applicant."""

    title: str = Field(title="What we need", min_length=1, max_length=200)
    words: str = Field(default="", title="Why, and what would do", max_length=2000, json_schema_extra=LONG)
    cite: str = Field(default="", title="Section", max_length=60)


class MarkGiven(Given):
    """How one item of the checklist stands."""

    item: str = Field(title="Item", min_length=1, max_length=60)
    outcome: Literal["satisfied", "not satisfied", "not applicable"] = Field(title="How it stands")
    words: str = Field(
        default="",
        title="Note",
        max_length=2000,
        description="What is missing, or why it does not apply.",
        json_schema_extra=LONG,
    )
    sheet: str = Field(default="", title="Sheet", max_length=40)
    sections: str = Field(default="", title="Code sections", max_length=300)


class InsuranceGiven(Given):
    """Proof of insurance of a party, or an exemption."""

    who: UUID = Field(title="Party")
    kind: Literal["workers compensation", "disability", "liability"] = Field(title="Kind")
    form: str = Field(title="Form", min_length=1, max_length=40, description="C-105.2, DB-120.1, CE-200, BP-1 …")
    carrier: str = Field(default="", title="Carrier", max_length=200)
    policy: str = Field(default="", title="Policy", max_length=60)
    begins: date | None = Field(default=None, title="From")
    ends: date | None = Field(default=None, title="Good to")
    file: UUID | None = Field(default=None, title="Scan", json_schema_extra={"file": True})
