"""One spelling for everything that is hashed: canonical JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from decimal import Decimal
from enum import Enum
from typing import Any
from uuid import UUID


def plain(value: Any) -> Any:
    """A value as JSON can hold it without loss: money and dates as text, never a float.

    Raises `TypeError` for a float or anything else that has no exact form.
    """
    match value:
        case None | bool() | int() | str():
            return value.value if isinstance(value, Enum) else value
        case Decimal() | UUID():
            return str(value)
        case datetime():
            return value.astimezone(UTC).isoformat(timespec="microseconds")
        case date() | time():
            return value.isoformat()
        case Enum():
            return plain(value.value)
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
        case set() | frozenset():
            return sorted((plain(item) for item in value), key=str)
    raise TypeError(f"{type(value).__name__} has no exact form in the register")


def canonical(value: Any) -> str:
    """Canonical JSON: keys sorted, no spaces, characters as they are."""
    return json.dumps(plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
