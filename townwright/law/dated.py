"""Values as the law has them: dated, each with the section and the enactment that it stands on.

`Rules` is the base of every model that a pack is read into; `Cited` is a rule with its section and the provisions
that it carries out; `Series` is a value through time. In a pack a series is a list, oldest first:

    commence:
      - from: "2019-10-11"                      # first day on which it counts; dates are quoted
        value: {months: 6, rolls: true}
        cite: "§ 43-9A(1)"
        enacted_by: "L.L. 17-2019"
        carries: [SHI-43-9-A-1]
      - from: "2031-01-01"
        value: null                             # an end, said outright
        cite: "§ 43-9A"
        enacted_by: "L.L. 2-2030"

Before the first `from` nothing is on file, which is not the same as no rule: `Series.on` gives None for both, and
`Series.on_file` tells them apart.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Annotated, Any, Generic, Self, TypeVar, cast

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, RootModel, model_validator

T = TypeVar("T")

_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_PLAIN_NUMBER = re.compile(r"\d+(\.\d+)?")


def _day(value: object) -> object:
    """A date from its quoted ISO form; anything but text is left for pydantic to judge."""
    if not isinstance(value, str):
        return value
    if not _ISO_DAY.fullmatch(value):
        raise ValueError(f'write the day in quotes as "YYYY-MM-DD", not {value!r}')
    return date.fromisoformat(value)


def _exact(value: object) -> object:
    """An exact number from its quoted form. A bare number is refused: what a file calls 1.10 is read as 1.1."""
    if isinstance(value, Decimal):
        return value
    if isinstance(value, str) and _PLAIN_NUMBER.fullmatch(value):
        return Decimal(value)
    raise ValueError(f'write the number in quotes and with digits alone, as "12.50", not {value!r}')


def _to_the_cent(value: Decimal) -> Decimal:
    cents = value.quantize(Decimal("0.01"))
    if cents != value:
        raise ValueError(f"{value} has a fraction of a cent")
    return cents


#: A day, written in a pack as "2026-03-10".
Day = Annotated[date, BeforeValidator(_day)]

#: An exact number that is not below zero: a rate, an area, a percentage. Written in quotes.
Exact = Annotated[Decimal, BeforeValidator(_exact)]

#: Dollars and cents. Written in quotes, "250" or "250.00".
Money = Annotated[Decimal, BeforeValidator(_exact), AfterValidator(_to_the_cent)]


def _lists_as_tuples(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_lists_as_tuples(item) for item in value)
    if isinstance(value, dict):
        return {key: _lists_as_tuples(item) for key, item in value.items()}
    return value


class Rules(BaseModel):
    """Base of every part of a pack: frozen, no unknown keys, and no value bent into another type.

    Lists of a file fill fields declared as tuples. Words out of a fixed set are declared as `Literal`.
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, validate_by_name=True, validate_by_alias=True,
        serialize_by_alias=True, use_attribute_docstrings=True,
    )

    @model_validator(mode="before")
    @classmethod
    def _take_lists(cls, data: Any) -> Any:
        return _lists_as_tuples(data)


class Section(Rules):
    """Where something stands: the section as the town cites it, and the ids of the provisions it carries out."""

    cite: str = Field(min_length=1)
    """The section as the town cites it, such as "§ 50-4(I)"."""
    carries: tuple[str, ...] = ()
    """Ids of the provisions that this carries out."""


class Dated(Section, Generic[T]):
    """One value of a series: in force from a day on, until the next."""

    since: Day = Field(alias="from")
    """First day on which the value counts."""
    value: T
    """The value; null ends the rule."""
    enacted_by: str = Field(min_length=1)
    """The local law, resolution or other enactment that set it."""


class Series(RootModel[tuple[Dated[T | None], ...]], Generic[T]):
    """A value through time, oldest first, no two from the same day."""

    model_config = ConfigDict(frozen=True, strict=True, serialize_by_alias=True)

    @model_validator(mode="before")
    @classmethod
    def _take_lists(cls, data: Any) -> Any:
        return _lists_as_tuples(data)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if not self.root:
            raise ValueError("a series needs at least one dated value")
        for earlier, later in pairwise(self.root):
            if earlier.since == later.since:
                raise ValueError(f"two values from {later.since}")
            if earlier.since > later.since:
                raise ValueError(f"the value from {later.since} stands after the one from {earlier.since}: oldest first")
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
