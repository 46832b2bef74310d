"""The base of everything that a pack holds: frozen pydantic models that refuse what they do not know.

A key that nothing reads is an error: a setting that is silently ignored would leave a town under the old
rule.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import cache
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, model_validator
from pydantic_core import PydanticCustomError

from townwright.law.words import did_you_mean, listed


class Rules(BaseModel):
    """A section of a pack, or a part of one: unknown keys refused, never changed once read."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, use_attribute_docstrings=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, data: object) -> object:
        """Refuse a key that nothing reads, and say which keys there are."""
        if isinstance(data, dict) and not _keys_of(cls).issuperset(data):
            known = [field.alias or name for name, field in cls.model_fields.items()]
            key = next(key for key in data if key not in _keys_of(cls))
            raise PydanticCustomError(
                "unknown_key",
                "no key is called {key}{near}; expected {known}",
                {"key": key, "near": did_you_mean(str(key), known), "known": listed(known, "or")},
            )
        return data


@cache
def _keys_of(rules: type[Rules]) -> frozenset[str]:
    """The keys under which a section takes something: its fields by their names, and as packs write them."""
    return frozenset(rules.model_fields) | {field.alias for field in rules.model_fields.values() if field.alias}


def _written_date(value: object) -> object:
    """A date as packs write it, "2025-04-14"; anything else is refused rather than guessed at."""
    match value:
        case date():
            return value
        case str() if len(value) == 10:
            return date.fromisoformat(value)
    raise ValueError('expected a date in quotes, such as "2025-04-14"')


def _written_money(value: object) -> object:
    """An amount as packs write it, "1290.00": quoted, so that no binary fraction ever touches it."""
    match value:
        case Decimal():
            return value
        case str() if value.replace(".", "", 1).lstrip("-").isdigit() and (
            "." not in value or len(value.split(".")[1]) == 2
        ):
            return Decimal(value)
    raise ValueError('expected an amount in quotes with its cents, such as "1290.00"')


#: A date in a pack, quoted and in ISO form.
WrittenDate = Annotated[date, BeforeValidator(_written_date, json_schema_input_type=str)]

#: An amount of money in a pack, quoted, in dollars and cents.
Money = Annotated[
    Decimal,
    BeforeValidator(_written_money, json_schema_input_type=str),
    PlainSerializer(str, return_type=str),
]

#: The id of a provision, such as CHE-50-4-I-2; a section between two others has a dot, as in SHI-43-6.1-p1.
ProvisionId = Annotated[str, Field(pattern=r"^[A-Z]{2,4}-[A-Za-z0-9.-]+$")]
