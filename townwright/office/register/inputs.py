"""What is wrong with an input, in the words of the person who gave it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ValidationError

_WORDS = {
    "missing": "This is needed.",
    "string_too_short": "This is needed.",
    "extra_forbidden": "There is no such field.",
    "date_from_datetime_parsing": "This is no date. Write it like 2026-03-09.",
    "date_parsing": "This is no date. Write it like 2026-03-09.",
    "date_type": "This is no date. Write it like 2026-03-09.",
    "decimal_parsing": "This is no amount. Write it like 1290.00.",
    "decimal_type": "This is no amount. Write it like 1290.00.",
    "decimal_max_places": "An amount has no more than two decimal places.",
    "int_parsing": "This is no whole number.",
    "int_type": "This is no whole number.",
    "uuid_parsing": "This does not name a record.",
    "bool_parsing": "Answer yes or no.",
    "bool_type": "Answer yes or no.",
    "list_type": "A list is needed here.",
    "string_type": "Words are needed here.",
}


def in_plain_words(error: ValidationError, model: type[BaseModel]) -> dict[str, str]:
    """One plain sentence a field; a field inside a list is named `people.0.name`."""
    return {".".join(str(part) for part in item["loc"]): _sentence(dict(item)) for item in error.errors()}


def _sentence(item: dict[str, Any]) -> str:
    kind, ctx = item["type"], item.get("ctx", {})
    match kind:
        case "value_error":
            return str(ctx.get("error", item["msg"]))
        case "string_too_long":
            return f"This is too long: at most {ctx['max_length']} characters."
        case "greater_than_equal":
            return f"At least {ctx['ge']}."
        case "less_than_equal":
            return f"At most {ctx['le']}."
        case "greater_than":
            return f"More than {ctx['gt']}."
        case "literal_error" | "enum":
            return f"Choose one of: {ctx.get('expected', '')}."
        case "too_short":
            return "At least one is needed."
    return _WORDS.get(kind, str(item["msg"]).rstrip(".") + ".")
