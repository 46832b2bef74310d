"""What two compiled packs say differently: part by part, gate by gate, value by value.

For people who bring a changed pack into force: an entry names the part, the gate or value in it, what was said and what
is said now.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from townwright.law.packs import Pack

#: What an item of a list is known by, so that an item put between others is not taken for a change of all after it.
_KEYS = ("id", "key", "label", "from", "day", "kind")


@dataclass(frozen=True, slots=True)
class Difference:
    """One place that differs. `before` or `after` is empty where there was, or is, nothing.

    `place` leads to it: `("gates", "permit.issue", "requirements", "fee_paid", "says")`.
    """

    place: tuple[str, ...]
    before: str = ""
    after: str = ""

    @property
    def part(self) -> str:
        """The part of the pack: gates, values, provisions …"""
        return self.place[0]


def differences(old: Pack, new: Pack) -> tuple[Difference, ...]:
    """Every place at which two packs differ, in the order of the parts."""
    return tuple(_between(old.model_dump(mode="json", by_alias=True), new.model_dump(mode="json", by_alias=True), ()))


def _between(old: Any, new: Any, place: tuple[str, ...]) -> Iterator[Difference]:
    if old == new:
        return
    before, after = _by_key(old), _by_key(new)
    if before is None or after is None:
        yield Difference(place, _shown(old), _shown(new))
        return
    for key in dict.fromkeys([*before, *after]):
        if key not in before or key not in after:
            yield Difference((*place, key), _shown(before.get(key)), _shown(after.get(key)))
        else:
            yield from _between(before[key], after[key], (*place, key))


def _by_key(value: Any) -> Mapping[str, Any] | None:
    """A mapping, or a list of items that are known by a key of theirs; None for what has no parts to compare."""
    if isinstance(value, dict):
        return value
    if isinstance(value, list) and all(isinstance(item, dict) for item in value):
        return _keyed(value)
    return None


def _keyed(items: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    for name in _KEYS:
        if all(isinstance(item.get(name), str) for item in items):
            keys = [str(item[name]) for item in items]
            counts = Counter(keys)
            found = {_apart(key, counts[key], item): item for key, item in zip(keys, items, strict=True)}
            return found if len(found) == len(items) else None
    return None


def _apart(key: str, count: int, item: Mapping[str, Any]) -> str:
    """The key of an item; where others have it too, with the day from which the item counts, if it has one."""
    return f"{key} from {item['from']}" if count > 1 and item.get("from") else key


def _shown(value: Any) -> str:
    """A value as a line of text: words as they are, what has parts as compact JSON without what is at nothing."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(_bare(value), ensure_ascii=False)


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _bare(part) for key, part in value.items() if part not in (None, "", [], {}, False)}
    return [_bare(part) for part in value] if isinstance(value, list) else value
