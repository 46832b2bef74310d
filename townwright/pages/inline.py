"""What may stand inside a cell, a fact or a sentence: small values that know what they mean, not how they
look.

`{% show value %}` writes any of them; so do cells of a table, values of a fact, words of a status.
Plain values need no wrapper: a `str` is escaped, an `int` gets commas, a `date` is "Mon 2 March 2026", an
instant has its time, a `Decimal` is money, `None` is an empty place. A year is a `str`. A tuple is a
sentence made of parts: `("Due ", Strong(Day(last)), ", ", Cite("§ 50-4(I)"))`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Literal

Shape = Literal["met", "unmet", "ask", "warn", "wait", "none"]
Pressure = Literal["", "due", "late"]


@dataclass(frozen=True, slots=True)
class Link:
    """Words that open a page. `number` keeps figures in line (permit numbers, print keys)."""

    words: str
    href: str
    number: bool = False


@dataclass(frozen=True, slots=True)
class Tag:
    """A state in one or two words, always with a shape: met, unmet, ask, warn, wait, none."""

    shape: Shape
    words: str


@dataclass(frozen=True, slots=True)
class Cite:
    """A section of the law, after the words that it carries: `Cite("§ 50-4(I)", "CHE-50-4-I-2")`."""

    section: str
    provision: str = ""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A date that runs out, and the day by which to act where that is another (Gen. Constr. Law § 25-a)."""

    nominal: date
    act_by: date | None = None
    pressure: Pressure = ""


@dataclass(frozen=True, slots=True)
class Day:
    """A date with its manner: "long" in a sentence, "short" in a list, "bare" without the year."""

    day: date
    manner: Literal["long", "short", "bare"] = "long"
    pressure: Pressure = ""


@dataclass(frozen=True, slots=True)
class Number:
    """A number that is no money: an area, a rate, a count of storeys, with its unit."""

    value: int | Decimal
    unit: str = ""
    pressure: Pressure = ""


@dataclass(frozen=True, slots=True)
class Strong:
    """Words that carry the weight of the sentence."""

    words: Any


@dataclass(frozen=True, slots=True)
class Quiet:
    """Words that may be passed over."""

    words: Any


@dataclass(frozen=True, slots=True)
class Mark:
    """Words that a search asked for, in the text where they stand."""

    words: str


@dataclass(frozen=True, slots=True)
class Button:
    """An act in a row of a list: a link as a button, named with a verb. `about` says of what, unseen."""

    words: str
    href: str
    about: str = ""
    first: bool = False
    bad: bool = False


@dataclass(frozen=True, slots=True)
class Under:
    """A value with a quieter one on the next line: a number and its kind, a work and its place."""

    main: Any
    sub: Any
