"""What a pack says of the town itself: its name, where it lies, its officers, its office, its colours and its
papers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Self

from pydantic import AfterValidator, Field, RootModel, StrictBool, StrictStr, model_validator

from townwright.law.calendar import HolidayRule, NamedDay
from townwright.law.facts import Fact, Kind
from townwright.law.findings import Finding, Outcome
from townwright.law.model import ProvisionId, Rules, WrittenDate

Swis = Annotated[str, Field(pattern=r"^[0-9]{6}$")]
Colour = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]


class Village(Rules):
    """A village inside the town. Where it enforces the codes itself its parcels are not the town's."""

    name: StrictStr
    swis: tuple[Swis, ...]
    enforces: StrictBool


class Colours(Rules):
    """The four colours that a town changes. Each must be readable on white and on paper."""

    town: Colour
    town_2: Colour
    town_soft: Colour
    link: Colour


class Chapter(Rules):
    """The chapter of the town's code that the pack carries out."""

    number: StrictStr
    title: StrictStr
    adopted: WrittenDate
    enacted_by: StrictStr
    in_force_from: WrittenDate
    in_force_to_be_confirmed: StrictBool = False
    """Whether that day stands in for one that the town has still to enter, such as the day of filing."""
    carries: tuple[ProvisionId, ...] = ()
    former: StrictStr = ""
    """How papers are labelled that were issued under what the chapter replaced."""
    sections: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """The headings of its sections, in order."""

    def governs(self, day: date) -> bool:
        """Whether what was issued on a day was issued under this chapter."""
        return self.in_force_from <= day

    def label(self, issued: date) -> str:
        """How a paper is labelled that was issued under what the chapter replaced; blank for one of its own."""
        return "" if self.governs(issued) else self.former

    @model_validator(mode="after")
    def _not_before_adoption(self) -> Self:
        if self.in_force_from < self.adopted:
            raise ValueError(f"expected a day on or after the adoption, {self.adopted}")
        return self


class Telephone(Rules):
    """A number to call; `invented` marks one that is for practice only."""

    label: StrictStr
    number: StrictStr
    invented: StrictBool = False


class OfficerTitle(Rules):
    """An office of the town: its title on papers, and other titles by which codes call it."""

    title: StrictStr
    also: tuple[StrictStr, ...] = ()
    carries: tuple[ProvisionId, ...] = ()


class Town(Rules):
    """The town. Its name heads every paper."""

    name: StrictStr
    county: StrictStr
    state: StrictStr
    zone: StrictStr
    swis: tuple[Swis, ...]
    villages: tuple[Village, ...] = ()
    adjoining_counties: tuple[StrictStr, ...] = ()
    department: StrictStr
    board: StrictStr
    attorney: StrictStr = "town attorney"
    court: StrictStr = ""
    hall: StrictStr
    hours: StrictStr
    telephones: tuple[Telephone, ...] = ()
    colours: Colours
    chapter: Chapter
    officers: dict[StrictStr, OfficerTitle]
    carries: tuple[ProvisionId, ...] = ()

    def has_parcel(self, swis: str) -> bool:
        """Whether a parcel is the town's to enforce on, by its SWIS code alone. The mailing city plays no
        part.
        """
        return swis in self.swis or any(swis in v.swis and not v.enforces for v in self.villages)

    def village_of(self, swis: str) -> Village | None:
        """The village in which a parcel lies, if any."""
        return next((v for v in self.villages if swis in v.swis), None)


class TownClosings(Rules):
    """The days on which the town's counter is shut. They never extend time."""

    closings: tuple[HolidayRule, ...] = ()
    closed_on: tuple[NamedDay, ...] = ()


class TownFact(Rules):
    """A fact that this town alone asks for; its name begins with `town.`"""

    kind: Kind
    says: StrictStr
    ask: StrictStr
    held_by: StrictStr = "applicant"
    choices: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    unit: StrictStr = ""

    def declared(self, name: str) -> Fact:
        """The fact as the catalogue holds it."""
        return Fact(name, self.kind, self.says, self.ask, self.held_by, self.choices, self.unit)


def _pattern(text: str) -> str:
    try:
        made = [text.format(year=year, yy=f"{year % 100:02}", count=1) for year in (2025, 2026)]
    except (KeyError, IndexError, ValueError):
        raise ValueError("expected a pattern of {year} or {yy} and {count}, such as BP-{year}-{count:04}") from None
    if made[0] == made[1] or not re.search(r"\{count(:0?\d+)?\}", text):
        raise ValueError("expected both {year} (or {yy}) and {count} in the pattern, such as BP-{year}-{count:04}")
    return text


class NumberSeries(Rules):
    """How the numbers of one kind of record are written by default; an office may change it."""

    pattern: Annotated[StrictStr, AfterValidator(_pattern)]
    says: StrictStr
    carries: tuple[ProvisionId, ...] = ()


class Numbers(RootModel[dict[str, NumberSeries]]):
    """The number series by kind of record."""

    def pattern(self, kind: str) -> str:
        """The pattern of a kind. Raises `KeyError`."""
        return self.root[kind].pattern


class PaperField(Rules):
    """A line of a paper: what stands on it, and the words that stand there where it is empty."""

    key: StrictStr
    label: StrictStr
    required: StrictBool = False
    blank: StrictStr = ""
    cite: StrictStr = ""
    carries: tuple[ProvisionId, ...] = ()


class Directive(Rules):
    """A sentence that the code puts on a paper. An office may word it anew, never leave it out."""

    key: StrictStr
    text: StrictStr
    cite: StrictStr = ""
    carries: tuple[ProvisionId, ...] = ()
    must_stand: StrictBool = True


class Paper(Rules):
    """What the code says must stand on a paper."""

    title: StrictStr
    cite: StrictStr = ""
    carries: tuple[ProvisionId, ...] = ()
    opening: StrictStr = ""
    fields: tuple[PaperField, ...] = ()
    directives: tuple[Directive, ...] = ()
    signed_by: StrictStr = ""
    """The office that signs it; empty where nobody need sign."""
    stamp: StrictStr = ""
    """The word that is put on each sheet of what it accepts; ACCEPTED where the code has no other."""
    accuses: StrictBool = False
    """It accuses or orders, and so prints only once the office has confirmed the sections that it cites."""

    def worded(self, wording: Mapping[str, str]) -> tuple[Finding, ...]:
        """Hold an office's own wording of the directives against the code: one finding a directive."""
        return tuple(
            Finding(
                key=f"directive.{d.key}",
                outcome=Outcome.MET if wording.get(d.key, "").strip() else Outcome.UNMET,
                says=f"The {self.title.lower()} says: {d.text}",
                cite=d.cite,
                why="Worded by the office" if wording.get(d.key, "").strip() else "The sentence is missing",
                cure="Put the sentence back, in these words or the office's own",
                held_by="office",
                provisions=d.carries,
            )
            for d in self.directives
            if d.must_stand
        )

    def filled(self, values: Mapping[str, object]) -> tuple[Finding, ...]:
        """Hold what is to be printed against the lines that the code requires: one finding a required line."""
        return tuple(
            Finding(
                key=f"field.{f.key}",
                outcome=Outcome.MET if values.get(f.key) not in (None, "", [], ()) else Outcome.UNMET,
                says=f"The {self.title.lower()} shows: {f.label}",
                cite=f.cite,
                why="" if values.get(f.key) not in (None, "", [], ()) else f"{f.label} is not given",
                provisions=f.carries,
            )
            for f in self.fields
            if f.required
        )


class Reading(Rules):
    """What the text leaves open and how the town reads it. `setting` is where in the pack the reading is set."""

    says: StrictStr
    taken: StrictStr
    instead: StrictStr = ""
    setting: StrictStr = ""
    cite: StrictStr = ""
    carries: tuple[ProvisionId, ...] = ()
