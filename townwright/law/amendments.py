"""Amendments: what a local law changes in a compiled pack, laid over it as a dated entry of its own.

An amendment names a place in the pack and what stands there from a day on. A place is a dated value
(`permits.default.life`, `values.assembly_area_persons`, `periodic.classes.assembly.every`) or a requirement of
a gate (`gates.permit.issue.requirements.fee_paid`). A value gets a further entry in its series; a requirement
is added, or ends on the day before, and another of its key stands in its place.

    place: permits.default.life
    from: "2027-01-01"
    value: {months: 18, rolls: false, remind: [60, 30, 7]}
    cite: "§ 50-4(I)"
    enacted_by: "L.L. 3-2026"

What was written stays: `amended` adds and never takes away, so that on every day before `from` the law is what
it was. An amendment that the pack has taken up since, word for word, changes nothing when it is laid over it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from pydantic import ConfigDict, Field, StrictStr, ValidationError

from townwright.law import check
from townwright.law.calendar import ONE_DAY, in_words
from townwright.law.floor import Looser, differences_of
from townwright.law.layers import complaints
from townwright.law.model import ProvisionId, Rules, WrittenDate
from townwright.law.packs import Pack
from townwright.law.words import did_you_mean

#: What can be amended: a series of dated values, or a requirement of a gate.
Kind = Literal["value", "requirement"]

#: From when on a rule counts that is taken as if it had always been.
_ALWAYS = date.min

_Steps = tuple[str | int, ...]


class AmendmentError(ValueError):
    """An amendment that cannot be laid over a pack: why, in words, and what of it is wrong (`place`, `value`,
    `from`).
    """

    def __init__(self, about: str, says: str) -> None:
        super().__init__(says)
        self.about = about


class Amendment(Rules):
    """One change of the law from a day on."""

    model_config = ConfigDict(serialize_by_alias=True)

    place: StrictStr = Field(min_length=1)
    """Where in the pack, step by step: "permits.default.life"."""
    begins: WrittenDate = Field(alias="from")
    """First day on which it counts."""
    value: Any = None
    """What stands there from then on, as a pack writes it; null ends the value or the requirement."""
    cite: StrictStr = Field(min_length=1)
    """The section as the town cites it."""
    enacted_by: StrictStr = Field(min_length=1)
    """The local law or resolution."""
    carries: tuple[ProvisionId, ...] = ()
    """Ids of the provisions that it carries out; those of what stood there before, where it names none."""

    @property
    def reaches_issued(self) -> bool:
        """Whether it says of itself that it reaches what was issued before and still counts on its first day."""
        return isinstance(self.value, dict) and self.value.get("issued_too") is True

    def to_json(self) -> str:
        """The amendment as canonical JSON."""
        return json.dumps(self.model_dump(mode="json"), ensure_ascii=False, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> Amendment:
        """The amendment again from `to_json`."""
        return cls.model_validate_json(text)


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands at a place on a day. `value` is None where nothing does; `since` None where it always did."""

    kind: Kind
    value: Any = None
    cite: str = ""
    enacted_by: str = ""
    since: date | None = None


def standing(pack: Pack, place: str, on: date) -> Standing:
    """What stands at a place of a pack on a day. Raises `AmendmentError` for a place that cannot be amended."""
    found = _Found.at(_plain(pack), place)
    entry = found.on(on)
    if entry is None:
        return Standing(found.kind)
    since = date.fromisoformat(entry["from"]) if entry.get("from") else None
    if found.kind == "requirement":
        return Standing("requirement", entry, entry.get("cite", ""), entry.get("enacted_by", ""), since)
    return Standing("value", entry["value"], entry["cite"], entry["enacted_by"], since)


def places(pack: Pack) -> tuple[str, ...]:
    """Every place of a pack that holds a dated value or a requirement now, in the order of its parts."""
    return tuple(dict.fromkeys(_places(_plain(pack), "")))


def amended(pack: Pack, amendments: Iterable[Amendment]) -> Pack:
    """A pack with amendments laid over it in their order, compiled anew. Raises `AmendmentError`."""
    for one in amendments:
        plain = _plain(pack)
        found = _Found.at(plain, one.place)
        if _Laying(found, one).lay():
            pack = _compiled(plain, one)
    return pack


def from_the_beginning(pack: Pack, one: Amendment) -> Pack:
    """A pack in which what an amendment says had always been the rule: for "what if", never for an act.
    Raises `AmendmentError`.
    """
    plain = _plain(pack)
    found = _Found.at(plain, one.place)
    entry = _Laying(found, one).entry()
    if found.kind == "value":
        found.items[:] = [{**entry, "from": _ALWAYS.isoformat()}]
    else:
        del entry["from"]
        found.items[:] = [*found.others(), *([entry] if one.value is not None else [])]
    return _compiled(plain, one)


def too_early(one: Amendment, on: date, filed: date | None = None) -> str:
    """Why an amendment cannot be enacted on a day for want of time, or nothing: law is not made for days that
    have passed, and a local law counts from its filing at the earliest (Municipal Home Rule Law § 27).
    """
    if one.begins < on:
        return f"It would count from {in_words(one.begins)}. Law is not made for days that have passed."
    if filed is not None and one.begins < filed:
        return f"A local law counts from its filing at the earliest, and this one was filed on {in_words(filed)}."
    return ""


def wrong(before: Pack, after: Pack) -> tuple[str, ...]:
    """What the check finds wrong with an amended pack that was not wrong before: facts and provisions that do
    not exist, exceptions that overlap.
    """
    known = set(check.compiled(before))
    return tuple(says for says in check.compiled(after) if says not in known)


def looser(before: Pack, after: Pack, on: date) -> tuple[Looser, ...]:
    """Where an amended pack is looser than the State's minimum on a day and was not before, with both citations. The
    town's own rule is applied all the same (reading 7), and the difference shown.
    """
    known = set(differences_of(before, on))
    return tuple(one for one in differences_of(after, on) if one not in known)


# -- finding the place -------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Found:
    """A place in a pack: the list that its entries stand in, and of a requirement its key."""

    kind: Kind
    items: list[dict[str, Any]]
    key: str = ""

    @classmethod
    def at(cls, plain: dict[str, Any], place: str) -> _Found:
        """The place in a pack written out. A value that the pack does not have yet gets an empty series.
        Raises `AmendmentError`.
        """
        head, _, key = place.partition(".requirements.")
        steps = _steps(plain, place)
        if head.startswith("gates.") and key and (gate := _steps(plain, head)) is not None:
            return cls("requirement", _at(plain, gate)["requirements"], key)
        if steps is not None:
            content = _at(plain, steps)
            if isinstance(content, dict) and _is_series(content.get("series")):
                return cls("value", content["series"])
            if _is_series(content):
                return cls("value", content)
            raise AmendmentError("place", f"{place} is no dated value and no requirement of a gate")
        above, _, last = place.rpartition(".")
        parent = _steps(plain, above)
        if parent is None or not isinstance(holder := _at(plain, parent), dict) or not parent:
            known = _places(plain, "")
            raise AmendmentError("place", f"the pack has nothing at {place}{did_you_mean(place, [*known])}")
        holder[last] = []
        return cls("value", holder[last])

    def of_key(self) -> list[dict[str, Any]]:
        """The entries of the place: those of its key, or the whole series."""
        return [item for item in self.items if not self.key or item.get("key") == self.key]

    def others(self) -> list[dict[str, Any]]:
        """The requirements beside it."""
        return [item for item in self.items if item.get("key") != self.key]

    def on(self, day: date) -> dict[str, Any] | None:
        """The entry in force on a day; of a series its end too."""
        text = day.isoformat()
        begun = [item for item in self.of_key() if (item.get("from") or "") <= text <= (item.get("until") or text)]
        return max(begun, key=lambda item: item.get("from") or "", default=None)

    def next_after(self, day: date) -> date | None:
        """The first day after one on which an entry begins."""
        days = [date.fromisoformat(item["from"]) for item in self.of_key() if item.get("from")]
        return min((one for one in days if one > day), default=None)


def _steps(content: Any, place: str) -> _Steps | None:
    """The steps that lead to a place, or None where there is no such place. A name may hold full stops."""
    if not place:
        return ()
    if not isinstance(content, dict):
        return None
    for name in sorted(content, key=len, reverse=True):
        if place == name or place.startswith(f"{name}."):
            rest = _steps(content[name], place[len(name) + 1 :])
            if rest is not None:
                return (name, *rest)
    return None


def _at(content: Any, steps: _Steps) -> Any:
    for step in steps:
        content = content[step]
    return content


def _is_series(content: Any) -> bool:
    return (
        isinstance(content, list)
        and bool(content)
        and all(isinstance(item, dict) and {"from", "value", "enacted_by"} <= item.keys() for item in content)
    )


def _places(content: Any, place: str) -> Iterator[str]:
    if _is_series(content):
        yield place.removesuffix(".series") if place.startswith("values.") else place
    elif isinstance(content, dict):
        for name, part in content.items():
            if place.startswith("gates.") and name == "requirements":
                yield from (f"{place}.requirements.{item['key']}" for item in part)
            else:
                yield from _places(part, f"{place}.{name}" if place else name)


# -- laying it over ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Laying:
    """One amendment over the place that it is about."""

    found: _Found
    one: Amendment

    def entry(self) -> dict[str, Any]:
        """The entry that the amendment makes."""
        one, before = self.one, self.found.on(self.one.begins) or {}
        section = {"cite": one.cite, "carries": list(one.carries) or before.get("carries", [])}
        if self.found.kind == "value":
            return {"from": one.begins.isoformat(), "value": one.value, "enacted_by": one.enacted_by, **section}
        if one.value is not None and not isinstance(one.value, Mapping):
            raise AmendmentError("value", "a requirement is a mapping: says, need, and what else a pack writes of it")
        told = {name: part for name, part in (one.value or {}).items() if name != "until"}
        return {**section, **told, "key": self.found.key, "from": one.begins.isoformat()}

    def lay(self) -> bool:
        """Lays it over; False where the pack says so already. Raises `AmendmentError`."""
        return self._value() if self.found.kind == "value" else self._requirement()

    def _value(self) -> bool:
        one, items = self.one, self.found.items
        entry = self.entry()
        same_day = next((item for item in items if item["from"] == entry["from"]), None)
        if same_day is not None:
            if same_day["value"] == one.value:
                return False
            raise self._taken(same_day.get("enacted_by", ""))
        if not items:
            # Before it there was no such rule, which is not the same as one that is not on file.
            items.append({**entry, "from": _ALWAYS.isoformat(), "value": None})
        items.append(entry)
        items.sort(key=lambda item: str(item["from"]))
        return True

    def _requirement(self) -> bool:
        one, found = self.one, self.found
        begins = one.begins.isoformat()
        before = found.on(one.begins)
        if one.value is None:
            return self._ended(before)
        entry = self.entry()
        if before is not None and before.get("from") == begins:
            if all(before.get(name) == part for name, part in entry.items() if name != "carries"):
                return False
            raise self._taken("")
        if before is not None:
            before["until"] = (one.begins - ONE_DAY).isoformat()
        if (later := found.next_after(one.begins)) is not None:
            entry["until"] = (later - ONE_DAY).isoformat()
        found.items.append(entry)
        return True

    def _ended(self, before: dict[str, Any] | None) -> bool:
        last = (self.one.begins - ONE_DAY).isoformat()
        if before is None:
            if any(item.get("until") == last for item in self.found.of_key()):
                return False
            day = in_words(self.one.begins)
            raise AmendmentError("place", f"no requirement {self.found.key} is in force on {day}")
        if before.get("from") == self.one.begins.isoformat():
            raise self._taken("")
        before["until"] = last
        return True

    def _taken(self, by: str) -> AmendmentError:
        other = f" by {by}" if by else ""
        day = in_words(self.one.begins)
        return AmendmentError("from", f"{self.one.place} has another rule from {day} already{other}; one a day")


def _plain(pack: Pack) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(pack.to_json())
    return plain


def _compiled(plain: dict[str, Any], one: Amendment) -> Pack:
    """The pack again, by the same models as its files. Raises `AmendmentError` with what they refuse."""
    try:
        return Pack.from_json(json.dumps(plain))
    except ValidationError as error:
        says = "; ".join(dict.fromkeys(complaints(error)))
        raise AmendmentError("value", f"{one.place} cannot be that: {says}") from None
