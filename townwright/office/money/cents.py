"""A column of dollars and cents, kept as whole cents.

SQLite has no decimal numbers: it would keep 35.79 as a binary fraction and add up to 8.9E-16 where nothing is owed.
Whole cents add up exactly in both databases, in a `Sum` too. In Python the values are `Decimal`, in the database 3579.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db import models

Set = TypeVar("Set")
Get = TypeVar("Get")

if TYPE_CHECKING:
    _Field = models.Field[Set, Get]
else:

    class _Field(models.Field, Generic[Set, Get]):
        """Django's field, with type parameters."""


class DollarsField(_Field[Set, Get]):
    """An amount of money in dollars and cents."""

    _pyi_private_set_type: Decimal
    _pyi_private_get_type: Decimal
    _pyi_lookup_exact_type: Decimal

    description = "Dollars and cents, kept as whole cents"

    def get_internal_type(self) -> str:
        """The column's type in the database."""
        return "BigIntegerField"

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Decimal | None:
        """Dollars from cents."""
        return None if value is None else Decimal(value).scaleb(-2)

    def to_python(self, value: Any) -> Decimal | None:
        """Dollars from what a fixture holds."""
        return None if value is None else Decimal(value)

    def get_prep_value(self, value: Any) -> int | None:
        """Cents from dollars. Raises `ValueError` for a part of a cent, which no amount here has."""
        value = super().get_prep_value(value)
        if value is None:
            return None
        cents = Decimal(value).scaleb(2)
        if cents != cents.to_integral_value():
            raise ValueError(f"{value} has a part of a cent")
        return int(cents)
