"""What acts on inspections are given in parts: a line's result with its failures, a look at what is open, a finding."""

from __future__ import annotations

from datetime import date
from typing import Literal
from uuid import UUID

from pydantic import Field

from townwright.office.permits.inputs import LONG, Given


class FailureGiven(Given):
    """One way in which work does not comply."""

    words: str = Field(title="How it fails", min_length=1, max_length=2000, json_schema_extra=LONG)
    section: str = Field(
        default="", title="Section", max_length=120, description="Of the Uniform Code or the Energy Code."
    )
    sheet: str = Field(default="", title="Where, or which sheet", max_length=80)
    photos: list[UUID] = Field(default=[], title="Photographs", json_schema_extra={"file": True})


class ResultGiven(Given):
    """How one line of the plan was found."""

    line: str = Field(title="Element", min_length=1, max_length=120)
    outcome: Literal["satisfactory", "not satisfactory", "covered", "not seen"] = Field(
        title="Result", json_schema_extra={"choices": {"covered": "Covered before it was accepted"}}
    )
    portion: str = Field(
        default="", title="Portion", max_length=200, description="The part that was looked at. Empty for all of it."
    )
    words: str = Field(default="", title="Remarks", max_length=2000, json_schema_extra=LONG)
    failures: list[FailureGiven] = Field(default=[], title="How it fails", json_schema_extra={"one": "Failure"})
    covered_on: date | None = Field(default=None, title="Covered on", description="Where it was covered too early.")
    uncovered: bool = Field(default=False, title="Opened up again", description="Where it had been covered too early.")


class LookGiven(Given):
    """How something that was open before was found."""

    violation: UUID = Field(title="Open since before")
    outcome: Literal["corrected", "still open", "not seen"] = Field(title="How it stands")
    words: str = Field(default="", title="Remarks", max_length=2000, json_schema_extra=LONG)


class ObservedGiven(Given):
    """Something else that was found."""

    kind: str = Field(title="What", min_length=1, max_length=60)
    words: str = Field(title="What you saw", min_length=1, max_length=2000, json_schema_extra=LONG)
    happened_on: date | None = Field(
        default=None, title="Since when", description="The day of the visit, if left empty."
    )
    line: str = Field(default="", title="Element", max_length=120)
    sheet: str = Field(default="", title="Where, or which sheet", max_length=80)
    photos: list[UUID] = Field(default=[], title="Photographs", json_schema_extra={"file": True})
