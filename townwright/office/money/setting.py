"""The act by which a fee schedule comes into force: the board's resolution, entered with its lines."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from townwright.law import fees
from townwright.law.calendar import in_words
from townwright.law.dated import Exact, Series
from townwright.office import laws, storage
from townwright.office.money.models import FeeSchedule
from townwright.office.register.acts import ADMINISTRATORS, Act, Doing, act
from townwright.office.register.errors import InputError

#: No resolution that anybody still charges by is older.
EARLIEST = 1850
#: Dollars and cents, not below zero.
Amount = Annotated[Decimal, Field(ge=0, max_digits=12, decimal_places=2)]


class LineGiven(BaseModel):
    """A line of a schedule as most resolutions have it: a base, so much for each unit or part, least and most."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    code: str = Field(
        title="Code",
        min_length=1,
        max_length=60,
        pattern=r"^[a-z][a-z0-9_.\-]*$",
        description="permit.application, permit.renewal, reinspection …",
    )
    title: str = Field(title="Fee for", min_length=1, max_length=200)
    action: str = Field(default="", title="Action of the code", max_length=60)
    base: Amount = Field(default=Decimal("0.00"), title="Base fee")
    per: Amount | None = Field(default=None, title="And for each unit or part of it")
    every: Decimal | None = Field(default=None, title="A unit is", gt=0, json_schema_extra={"unit": "dollars, sq ft …"})
    fact: str = Field(default="", title="Of what", max_length=60, description="application.cost, application.area …")
    minimum: Amount | None = Field(default=None, title="At least")
    maximum: Amount | None = Field(default=None, title="At most")
    account: str = Field(default="", title="Account of the town's books", max_length=40)

    def as_law(self) -> fees.FeeLine:
        """The line as the law reads it. Raises pydantic's `ValidationError`."""
        parts: list[dict[str, Any]] = []
        if self.base or self.per is None:
            parts.append({"kind": "flat", "amount": self.base})
        if self.per is not None:
            parts.append({"kind": "per", "fact": self.fact, "every": self.every or Decimal(1), "amount": self.per})
        return fees.FeeLine.model_validate(
            {
                "code": self.code,
                "title": self.title,
                "action": self.action,
                "parts": parts,
                "minimum": self.minimum,
                "maximum": self.maximum,
            }
        )


class AdoptSchedule(Act):
    """A schedule of fees as the town board set it by resolution."""

    name: str = Field(title="Name of the schedule", min_length=1, max_length=60)
    resolution: str = Field(default="", title="Number of the resolution", max_length=120)
    adopted: date | None = Field(default=None, title="Day of the resolution")
    begins: date | None = Field(default=None, title="In force from")
    lines: list[LineGiven] = Field(default=[], title="Lines")
    more: list[fees.FeeLine] = Field(
        default=[],
        title="Lines of other kinds",
        description="Bands, shares, counts: as the law's own data.",
        json_schema_extra={"widget": "none"},
    )
    indexes: dict[str, Series[Exact]] = Field(
        default={},
        title="Price indexes",
        description="Those that lines follow, each value with its first day and its source: as the law's own data.",
        json_schema_extra={"widget": "none"},
    )
    invented: bool = Field(default=False, title="Invented, for practice")


def as_law(given: AdoptSchedule) -> fees.FeeSchedule:
    """The schedule as the law reads it. Raises `InputError`."""
    try:
        return fees.FeeSchedule.model_validate(
            {
                "name": given.name,
                "resolution": given.resolution,
                "adopted": given.adopted,
                "begins": given.begins,
                "invented": given.invented,
                "lines": [*(line.as_law() for line in given.lines), *given.more],
                "indexes": given.indexes,
            }
        )
    except ValidationError as error:
        said = str(error.errors()[0]["msg"]).removeprefix("Value error, ")
        raise InputError({"lines": f"The lines cannot be read as a schedule: {said}."}) from None


def _facts(_: Any, given: AdoptSchedule, on: date) -> Mapping[str, Any]:
    return fees.tell(laws.pack(on).fees_rules, as_law(given))


@act(
    "schedule.adopt",
    title="Put a fee schedule in force",
    by=ADMINISTRATORS,
    gate="schedule.activate",
    input_facts=_facts,
    gives=("schedule.resolution", "schedule.resolved_on", "schedule.in_force_from", "schedule.missing_lines"),
)
def adopt(doing: Doing[FeeSchedule], given: AdoptSchedule) -> None:
    """Puts a schedule in force from a day on, by a resolution. Earlier ones stay, and each fee uses its own day's."""
    schedule = as_law(given)
    assert given.adopted is not None and given.begins is not None, "the gate asks for both days"
    _refuse_what_cannot_be(given, schedule, doing.on)
    row = FeeSchedule.objects.create(
        name=given.name,
        resolution=given.resolution,
        adopted=given.adopted,
        begins=given.begins,
        invented=given.invented,
        entry_seq=doing.seq,
        lines=[line.model_dump(mode="json", by_alias=True, exclude_defaults=True) for line in schedule.lines],
        indexes={name: series.model_dump(mode="json", by_alias=True) for name, series in schedule.indexes.items()},
        accounts={line.code: line.account for line in given.lines if line.account},
    )
    doing.made(row)
    lines = f"{len(row.lines)} line{'' if len(row.lines) == 1 else 's'}"
    doing.say(
        f"Fee schedule {row.name} put in force from {in_words(row.begins)} by Resolution {row.resolution} of "
        f"{in_words(row.adopted)}, {lines}{', invented for practice' if row.invented else ''}"
    )
    doing.changed({}, {"lines": row.lines, "indexes": row.indexes, "accounts": row.accounts})


def _refuse_what_cannot_be(given: AdoptSchedule, schedule: fees.FeeSchedule, on: date) -> None:
    errors: dict[str, str] = {}
    for field, day in (("adopted", given.adopted), ("begins", given.begins)):
        if day is not None and day.year < EARLIEST:
            errors[field] = f"The year {day.year} cannot be right. Write all four figures of the year."
    if FeeSchedule.objects.filter(name=given.name).exists():
        errors["name"] = "There is a schedule of this name. Give this one another, such as its year."
    if given.adopted and given.begins and given.begins < given.adopted:
        errors["begins"] = "A schedule does not count before the day of its resolution."
    if not schedule.lines:
        errors["lines"] = "A schedule has at least one line."
    if given.invented and not storage.office().practice:
        errors["invented"] = "An invented schedule is for a practice office. Here the town board's own counts."
    for place, problem in schedule.check(laws.pack(on).catalogue, {}):
        code = schedule.lines[int(place[1])].code
        errors.setdefault("lines", f"{code}: {problem}.")
    if errors:
        raise InputError(errors)
