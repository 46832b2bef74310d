"""What the steps of an application ask, in the words of a home owner. `application` turns it into the act's input.

Nothing is asked that is known, and little is compulsory: what is missing is listed before the signature, and can come
later.
"""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Annotated, Any, Literal, Self, cast
from uuid import UUID

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationInfo,
    create_model,
    field_validator,
    model_validator,
)
from pydantic.config import JsonDict

from townwright.law.facts import Fact, Kind
from townwright.office import clock, laws
from townwright.office.permits.inputs import WorkType

_LONG: JsonDict = {"widget": "textarea"}
#: The answer to a list of things that none of them is there.
NONE = "none"


class Sheet(BaseModel):
    """What one step asks."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


def _an_address(text: str) -> str:
    if text and not re.fullmatch(r"[^@\s,;<>]+@[^@\s,;<>]+\.[^@\s,;<>.]+", text):
        raise ValueError("This is no e-mail address. Write it like name@example.org, or leave it empty.")
    return text


Email = Annotated[str, AfterValidator(_an_address)]


# -- the work ------------------------------------------------------------------------------------------------------

_DOING: dict[str, Any] = {
    "construct": "Build something new",
    "enlarge": "Enlarge: an addition, a deck, a porch",
    "alter": "Alter rooms, walls, openings",
    "improve": "Improve or replace parts",
    "remove": "Take something out",
    "relocate": "Move a building",
    "demolish": "Demolish",
    "repair": "Repair",
    "solid fuel": "Put in a wood, pellet or coal stove, a chimney or a flue",
    "other": "Something else",
}


class Work(Sheet):
    """What is to be done."""

    work_types: list[WorkType] = Field(
        default=[], title="What will be done?", description="Tick all that fit.", json_schema_extra={"choices": _DOING}
    )
    nature: str = Field(
        title="The work in a few words",
        min_length=1,
        max_length=200,
        description="Such as: two-story addition and rear deck.",
    )
    location: str = Field(
        default="",
        title="Where on the property",
        max_length=2000,
        description="Such as: behind the house, 12 ft from the north line.",
        json_schema_extra={**_LONG, "rows": 2},
    )
    extent: str = Field(
        default="",
        title="How much of the building it touches",
        max_length=2000,
        description="Such as: the kitchen and the room above, nothing else.",
        json_schema_extra={**_LONG, "rows": 2},
    )
    scope: str = Field(
        default="",
        title="What it includes",
        max_length=4000,
        description="Foundation, framing, wiring, plumbing, heating: whatever there is.",
        json_schema_extra=_LONG,
    )
    cost: Decimal | None = Field(
        default=None,
        title="About what it will cost",
        ge=0,
        max_digits=12,
        decimal_places=2,
        description="Labor and materials. A fair estimate will do.",
    )
    area: int | None = Field(
        default=None, title="Floor area of the work", ge=0, le=10_000_000, json_schema_extra={"unit": "sq ft"}
    )


class BuildingRow(Sheet):
    """One building or structure that the work touches."""

    what: str = Field(default="", title="What it is", max_length=120, description="House, garage, new shed.")
    occupancy: str = Field(
        default="",
        title="Occupancy classification now",
        max_length=20,
        description="As the Building Code names it, such as R-3. Leave it empty if you do not know it.",
    )
    occupancy_proposed: str = Field(
        default="", title="Occupancy classification afterwards", max_length=20, description="Only if it changes."
    )
    tax_map: str = Field(
        default="",
        title="Tax map number",
        max_length=60,
        description="Filled in by us; change it only if it is another.",
    )
    address: str = Field(default="", title="Street address", max_length=300)


class Buildings(Sheet):
    """The buildings and structures that the work touches."""

    buildings: list[BuildingRow] = Field(default=[], title="Buildings")


# -- the questions that the law leaves open ------------------------------------------------------------------------


def field_of(name: str) -> str:
    """The form's name for a fact: its own dots would mean a part of a form."""
    return name.replace(".", "__")


def fact_of(field: str) -> str:
    """The fact that a field of the form asks."""
    return field.replace("__", ".")


@lru_cache(maxsize=64)
def questions(names: tuple[str, ...], pack_hash: str) -> type[Sheet]:
    """A sheet that asks the facts of these names in the words of the law in force."""
    catalogue = laws.kept(pack_hash).catalogue
    fields: dict[str, Any] = {field_of(name): _field(catalogue[name]) for name in names}
    return create_model("Questions", __base__=Sheet, **fields)


def _one_of(*values: str) -> Any:
    """The type of one of these values, which are known only when the law is."""
    return cast(Any, Literal)[values]


def _field(fact: Fact) -> tuple[Any, Any]:
    said: JsonDict = {**fact.choices, NONE: "None of these"}
    match fact.kind:
        case Kind.BOOL:
            return bool | None, Field(default=None, title=fact.ask)
        case Kind.SET:
            some: Any = list[_one_of(*fact.choices, NONE)]  # type: ignore[misc]
            return some, Field(default=[], title=fact.ask, json_schema_extra={"choices": said})
        case Kind.CHOICE:
            return _one_of(*fact.choices) | None, Field(
                default=None, title=fact.ask, json_schema_extra={"choices": said}
            )
        case Kind.INT:
            return int | None, Field(default=None, title=fact.ask, ge=0, json_schema_extra={"unit": fact.unit})
        case Kind.NUMBER:
            return Decimal | None, Field(
                default=None, title=fact.ask, ge=0, json_schema_extra={"unit": fact.unit or "in all"}
            )
        case Kind.MONEY:
            return Decimal | None, Field(default=None, title=fact.ask, ge=0, max_digits=12, decimal_places=2)
        case Kind.DATE:
            return date | None, Field(default=None, title=fact.ask)
        case Kind.TEXT:
            return str, Field(default="", title=fact.ask, max_length=2000)


# -- people --------------------------------------------------------------------------------------------------------


class Reach(Sheet):
    """Somebody, and how we reach them. Only the name is needed."""

    name: str = Field(default="", title="Name", max_length=200)
    kind: Literal["person", "firm", "estate", "trust", "public body"] = Field(
        default="person", title="Person or firm", json_schema_extra={"widget": "select"}
    )
    phone: str = Field(default="", title="Telephone", max_length=60)
    email: Email = Field(
        default="", title="E-mail", max_length=200, description="If there is one. Without it we write by post."
    )
    postal: str = Field(default="", title="Postal address", max_length=400, json_schema_extra={**_LONG, "rows": 3})


class You(Sheet):
    """The person who fills this in."""

    name: str = Field(title="Your name", min_length=1, max_length=200, json_schema_extra={"autocomplete": "name"})
    phone: str = Field(default="", title="Telephone", max_length=60, json_schema_extra={"autocomplete": "tel"})
    email: Email = Field(
        default="",
        title="E-mail",
        max_length=200,
        description="If you have one. Without it we write by post.",
        json_schema_extra={"autocomplete": "email"},
    )
    postal: str = Field(
        default="",
        title="Postal address",
        max_length=400,
        json_schema_extra={**_LONG, "rows": 3, "autocomplete": "street-address"},
    )


class Designer(Reach):
    """The architect or engineer."""

    profession: Literal["", "architect", "engineer"] = Field(
        default="",
        title="Profession",
        json_schema_extra={
            "widget": "select",
            "choices": {"": "Not chosen", "architect": "Architect", "engineer": "Professional engineer"},
        },
    )
    license_number: str = Field(default="", title="License number", max_length=40)
    license_ends: date | None = Field(default=None, title="Registration expires")
    firm_name: str = Field(default="", title="Name of the firm", max_length=200)
    sole_practitioner: bool = Field(default=False, title="Works alone, without a firm")
    authorization_number: str = Field(
        default="",
        title="Certificate of authorization number",
        max_length=40,
        description="Engineering firms have one.",
    )

    @field_validator("license_ends")
    @classmethod
    def _possible(cls, day: date | None) -> date | None:
        if day is not None and day.year < 1950:
            raise ValueError(f"The year {day.year} cannot be right.")
        return day


class People(Sheet):
    """Who applies, and who owns the place."""

    you_are: Literal["owner", "agent", "contractor", "design professional", "tenant", "other"] = Field(
        title="You are",
        json_schema_extra={
            "choices": {
                "owner": "The owner",
                "agent": "The owner's agent, authorized in writing",
                "contractor": "The contractor",
                "design professional": "The architect or engineer",
                "tenant": "A tenant",
                "other": "Somebody else",
            }
        },
    )
    you: You = Field(title="You")
    owner: Reach | None = Field(default=None, title="Owner", description="Leave it empty if you are the owner.")


class Builders(Sheet):
    """Who does the work, and who has drawn it."""

    no_contractor: bool = Field(
        default=False, title="There is no contractor", description="The owner does the work, or nobody is chosen yet."
    )
    contractor: Reach | None = Field(default=None, title="Contractor", description="Leave it empty if that is you.")
    no_designer: bool = Field(default=False, title="There is no architect or engineer")
    designer: Designer | None = Field(default=None, title="Architect or engineer")

    @model_validator(mode="after")
    def _not_both(self) -> Self:
        if self.no_contractor and self.contractor and self.contractor.name:
            raise ValueError("You ticked that there is no contractor, and named one. Which is right?")
        if self.no_designer and self.designer and self.designer.name:
            raise ValueError("You ticked that there is no architect or engineer, and named one. Which is right?")
        return self


# -- the signature -------------------------------------------------------------------------------------------------


class Sign(Sheet):
    """The declaration and the signature."""

    signed_as: Literal["owner", "agent", "nobody"] = Field(
        title="You sign as",
        json_schema_extra={
            "choices": {
                "owner": "The owner",
                "agent": ["The owner's agent", "authorized by the owner in writing"],
                "nobody": ["I cannot sign", "send it unsigned; the owner signs at the office, and it is filed then"],
            }
        },
    )
    signed_by: str = Field(
        default="",
        title="Type your full name as your signature",
        max_length=200,
        validate_default=True,
        json_schema_extra={"autocomplete": "name"},
    )
    authorized_on: date | None = Field(
        default=None,
        title="Day of the owner's authorization",
        description="If you sign as agent.",
        validate_default=True,
    )
    authorization: UUID | None = Field(
        default=None,
        title="The authorization",
        description="A photograph of the letter will do. It can also be brought to the office.",
        json_schema_extra={"file": "any"},
    )
    declared: bool = Field(
        default=False,
        validate_default=True,
        title="What stands in this application is true as far as I know. I will not begin before the permit is issued",
    )

    @field_validator("signed_by")
    @classmethod
    def _named(cls, name: str, info: ValidationInfo) -> str:
        if not name and info.data.get("signed_as") in ("owner", "agent"):
            raise ValueError("Type your name, or say that you cannot sign.")
        return name

    @field_validator("authorized_on")
    @classmethod
    def _of_an_agent(cls, day: date | None, info: ValidationInfo) -> date | None:
        if day is None and info.data.get("signed_as") == "agent":
            raise ValueError("Say on which day the owner authorized you.")
        if day is not None and day > clock.today():
            raise ValueError("This day has not come yet.")
        if day is not None and day.year < 1950:
            raise ValueError(f"The year {day.year} cannot be right. Write all four figures of the year.")
        return day

    @field_validator("declared")
    @classmethod
    def _ticked(cls, ticked: bool, info: ValidationInfo) -> bool:
        if not ticked and info.data.get("signed_as") in ("owner", "agent"):
            raise ValueError("Tick this to sign.")
        return ticked
