"""Values as the law has them: dated, each with the section and the enactment that it stands on.

In a pack a series is a list, oldest first:

    commence:
      - from: "2019-10-11"                      # first day on which it counts
        value: {months: 6, rolls: true}
        cite: "§ 43-9A(1)"
        enacted_by: "L.L. 17-2019"
        carries: [SHI-43-9-A-1]
      - from: "2031-01-01"
        value: null                             # an end, said outright
        cite: "§ 43-9A"
        enacted_by: "L.L. 2-2030"

Before the first `from` nothing is on file, which is not the same as no rule: `Series.on` gives None for both,
and `Series.on_file` tells them apart.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Annotated, Generic, Self, TypeVar, cast

from pydantic import BeforeValidator, ConfigDict, Field, PlainSerializer, RootModel, model_validator

from townwright.law.model import ProvisionId, Rules, WrittenDate

T = TypeVar("T")

_PLAIN_NUMBER = re.compile(r"\d+(\.\d+)?")


def _exact(value: object) -> object:
    """A number from its quoted form. A bare one is refused: what a file calls 1.10 would be read as 1.1."""
    match value:
        case Decimal():
            return value
        case str() if _PLAIN_NUMBER.fullmatch(value):
            return Decimal(value)
    raise ValueError('expected a number in quotes and in digits alone, such as "12.5"')


#: A number that is kept exactly and is not below zero (a rate, an area, a percentage), in quotes.
Exact = Annotated[
    Decimal,
    BeforeValidator(_exact, json_schema_input_type=str),
    PlainSerializer(str, return_type=str),
    Field(ge=0),
]


class Section(Rules):
    """Where a rule stands: the section as the town cites it, and the provisions that the rule carries out."""

    cite: str = Field(min_length=1)
    """The section as the town cites it, such as "§ 50-4(I)"."""
    carries: tuple[ProvisionId, ...] = ()
    """Ids of the provisions that this carries out."""


class Dated(Section, Generic[T]):
    """One value of a series: in force from a day on, until the next."""

    model_config = ConfigDict(serialize_by_alias=True)

    since: WrittenDate = Field(alias="from")
    """First day on which the value counts."""
    value: T
    """The value; null ends the rule."""
    enacted_by: str = Field(min_length=1)
    """The local law, resolution or other enactment that set it."""


class Series(RootModel[tuple[Dated[T | None], ...]], Generic[T]):
    """A value through time, oldest first, no two from the same day."""

    model_config = ConfigDict(frozen=True, serialize_by_alias=True)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if not self.root:
            raise ValueError("expected at least one dated value")
        for earlier, later in pairwise(self.root):
            if earlier.since == later.since:
                raise ValueError(f"expected one value a day, found two from {later.since}")
            if earlier.since > later.since:
                raise ValueError(f"expected the oldest first, found {later.since} after {earlier.since}")
        return self

    def on(self, day: date) -> Dated[T] | None:
        """The value in force on a day, or None where none is on file yet or the rule has ended."""
        entry = self.entry(day)
        return None if entry is None or entry.value is None else cast("Dated[T]", entry)

    def entry(self, day: date) -> Dated[T | None] | None:
        """What the series says for a day, an end included; None before its first value."""
        return next((entry for entry in reversed(self.root) if entry.since <= day), None)

    def on_file(self, day: date) -> bool:
        """Whether the series reaches back to a day. Where it does not, an older rule may have applied."""
        return self.root[0].since <= day

    def spans(self) -> tuple[tuple[Dated[T | None], date | None], ...]:
        """Each value with the last day on which it counts; None for the one still in force."""
        ends = [later.since - timedelta(days=1) for later in self.root[1:]]
        return tuple(zip(self.root, [*ends, None], strict=True))
