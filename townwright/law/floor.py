"""Where a town's rule is looser than the State's minimum, with both citations.

The town's own rule is applied all the same (reading 7); what is found here is shown to staff where the rule is used,
and reported when the pack is checked. Both packs are compiled; nothing here knows a town.

What a comparison of the two cannot see, the floor marks: `bound` on a dated value says which way a town's own may
leave it, `may_exempt` on a requirement which exceptions the State allows, `not_by` which facts it does not accept as
the ground of an exemption. And a town's pack marks a rule of its own that it knows to be looser: `looser_than`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any, TypeVar

from townwright.law.calendar import Calendar, Period, in_words
from townwright.law.dated import Dated, Series
from townwright.law.gates import Exemption, Requirement
from townwright.law.layers import NamedValue
from townwright.law.operating import Category
from townwright.law.orders import OrderKind
from townwright.law.packs import CompiledGate, Pack, compile_pack
from townwright.law.provisions import ProvisionKind
from townwright.law.words import listed

T = TypeVar("T")

#: Provisions of the floor that allow a town something, and ask nothing of it.
_ALLOWING = frozenset({ProvisionKind.POWER, ProvisionKind.FEE})

#: Where something stands in a pack: its part, then the keys beneath.
Place = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Looser:
    """One rule of a town that is looser than the State's, or one of the State's that it does not have.

    `says` is the difference in words. Either citation is that of the rule; a town's own may be blank where its code
    says nothing at all.
    """

    place: Place
    says: str
    town_cite: str
    state_cite: str

    def __str__(self) -> str:
        town = f"{self.town_cite}: " if self.town_cite else ""
        return f"{town}{self.says}; the State's minimum is {self.state_cite}"

    def beneath(self, *place: str) -> bool:
        """Whether it stands beneath a place, such as ("gates", "permit.issue")."""
        return self.place[: len(place)] == place


def differences(floor: Pack, pack: Pack, on: date) -> tuple[Looser, ...]:
    """Where a compiled pack is looser than the floor it stands on, by the rules in force on a day."""
    look = _Looking(floor, pack, on, floor.calendar())
    return tuple(look.all())


def differences_of(pack: Pack, on: date) -> tuple[Looser, ...]:
    """The same against the floor that the pack stands on, as the program ships it; none for the floor itself."""
    return differences(_floor(pack.extends), pack, on) if pack.extends else ()


@cache
def _floor(name: str) -> Pack:
    """The lowest of the packs that one stands on."""
    pack = compile_pack(name)
    return _floor(pack.extends) if pack.extends else pack


def last_change(*packs: Pack) -> date:
    """The last day from which something in the packs counts: how they stand in the end."""
    return max(
        (day for pack in packs for day in _days(pack.model_dump(by_alias=True))), default=date(1, 1, 1))


def _days(content: Any) -> Iterator[date]:
    if isinstance(content, Mapping):
        if isinstance(content.get("from"), date):
            yield content["from"]
        for value in content.values():
            yield from _days(value)
    elif isinstance(content, list | tuple):
        for value in content:
            yield from _days(value)


def _entry(series: Series[T], day: date) -> Dated[T | None]:
    """What a series says for a day; before its first day what it says then, no older rule being on file."""
    return series.entry(day) or series.root[0]


@dataclass(frozen=True, slots=True)
class _Looking:
    floor: Pack
    pack: Pack
    on: date
    calendar: Calendar

    def all(self) -> Iterator[Looser]:
        yield from self._gates()
        yield from self._values()
        yield from self._periodic()
        yield from self._operating()
        yield from self._orders()
        yield from self._elements()
        yield from self._reports()
        yield from self._retention()
        yield from self._assessments()

    def _cite(self, carries: Iterable[str], cite: str = "") -> str:
        return cite or next((self.pack.cite(one) for one in carries), "")

    def _longer(self, own: Period, state: Period) -> bool:
        return self.calendar.nominal(self.on, own) > self.calendar.nominal(self.on, state)

    # -- gates

    def _gates(self) -> Iterator[Looser]:
        for name, gate in self.pack.gates.items():
            below = self.floor.gates.get(name)
            marks = tuple(mark for r in below.requirements for mark in r.not_by) if below else ()
            for requirement in gate.requirements:
                if requirement.in_force(self.on):
                    yield from self._marked(name, requirement)
                    if marks and below is not None:
                        yield from self._grounds(name, requirement, marks, below)
            for state in below.requirements if below else ():
                if state.in_force(self.on) and self._is_minimum(state):
                    yield from self._requirement(name, gate, state)

    def _is_minimum(self, state: Requirement) -> bool:
        """Whether a requirement of the floor is one that binds: what only allows the town something does not."""
        kinds = [self.floor.provision(one).kind for one in state.carries]
        return not kinds or any(kind not in _ALLOWING for kind in kinds)

    def _marked(self, name: str, own: Requirement) -> Iterator[Looser]:
        place = ("gates", name, "requirements", own.key)
        for state in own.looser_than:
            yield Looser(place, own.says, self._cite(own.carries, own.cite), self.pack.cite(state))
        for exception in own.exceptions:
            for state in exception.looser_than:
                yield Looser(
                    (*place, "exceptions", exception.label), f"{own.says}, but not: {exception.label}",
                    self._exception_cite(exception, own), self.pack.cite(state))

    def _grounds(
        self, name: str, own: Requirement, marks: tuple[str, ...], below: CompiledGate
    ) -> Iterator[Looser]:
        """What rests on a fact on which the floor lets no exemption rest: a need, or an exception."""
        state = next(r for r in below.requirements if r.not_by)
        place = ("gates", name, "requirements", own.key)
        for fact in marks:
            what = f"an exemption by {self.pack.catalogue[fact].says.lower()}"
            if fact in own.need.names():
                yield Looser(place, f"{own.says}: {what}", self._cite(own.carries, own.cite), state.cite)
            for exception in own.exceptions:
                if fact in exception.names():
                    yield Looser(
                        (*place, "exceptions", exception.label), f"{what[:1].upper()}{what[1:]}",
                        self._exception_cite(exception, own), state.cite)

    def _requirement(self, name: str, gate: CompiledGate, state: Requirement) -> Iterator[Looser]:
        place = ("gates", name, "requirements", state.key)
        if state.key in gate.switched_off:
            says = f"{state.says} is not asked here: {gate.switched_off[state.key]}"
            yield Looser(("gates", name, "switched_off", state.key), says, self._cite(gate.carries), state.cite)
            return
        own = next((r for r in gate.requirements if r.key == state.key and r.in_force(self.on)), None)
        if own is None:
            yield Looser(place, f"{state.says} is not asked on {in_words(self.on)}", "", state.cite)
            return
        cite = self._cite(own.carries, own.cite)
        if own.warn and not state.warn:
            yield Looser(place, f"{own.says} is only warned of", cite, state.cite)
        if own.discretion and not state.discretion:
            yield Looser(place, f"{own.says} is left to the officer", cite, state.cite)
        if own.until is not None and state.until is None:
            yield Looser(place, f"{own.says} is asked only to {in_words(own.until)}", cite, state.cite)
        allowed = {*state.may_exempt, *(one.label for one in state.exceptions)}
        for exception in own.exceptions:
            marked = exception.looser_than or set(state.not_by) & set(exception.names())
            if exception.need is None and exception.label not in allowed and not marked:
                yield Looser(
                    (*place, "exceptions", exception.label), f"{own.says}, but not: {exception.label}",
                    self._exception_cite(exception, own), state.cite)

    def _exception_cite(self, exception: Exemption, own: Requirement) -> str:
        return self._cite((*exception.carries, *own.carries), exception.cite or own.cite)

    # -- dated values

    def _values(self) -> Iterator[Looser]:
        for name, state in self.floor.values.items():
            bound, own = state.series.on(self.on), self.pack.values[name].series.on(self.on)
            if state.bound is None or bound is None or own is None:
                continue
            if self._beyond(state, own.value, bound.value):
                says = f"{state.says}: {own.value} {state.unit}, not {state.bound} {bound.value}"
                yield Looser(("values", name), says, own.cite, bound.cite)

    def _beyond(self, state: NamedValue, own: str | int, bound: str | int) -> bool:
        most = state.bound == "at most"
        return int(own) > int(bound) if most else int(own) < int(bound)

    # -- intervals and terms

    def _period(
        self, place: Place, title: str, own: Series[Any], state: Series[Any], verb: str
    ) -> Iterator[Looser]:
        """One period of the State's against the town's: left out, or longer."""
        floor = state.on(self.on)
        if floor is None:
            return
        entry = _entry(own, self.on)
        if entry.value is None:
            yield Looser(place, f"{title}: left out", entry.cite, floor.cite)
        elif self._longer(entry.value, floor.value):
            yield Looser(place, f"{title}: {verb} {entry.value}, not {floor.value}", entry.cite, floor.cite)

    def _periodic(self) -> Iterator[Looser]:
        for key, one in self.floor.periodic.classes.items():
            own = self.pack.periodic.classes[key]
            yield from self._period(("periodic", "classes", key), one.title, own.every, one.every, "every")

    def _operating(self) -> Iterator[Looser]:
        for key, state in self.floor.operating.categories.items():
            place = ("operating", "categories", key)
            own = self.pack.operating.categories[key]
            yield from self._period(place, state.title, own.longest, state.longest, "up to")
            yield from self._left_out(place, own, state)

    def _left_out(self, place: Place, own: Category, state: Category) -> Iterator[Looser]:
        floor = state.section or state.longest.root[0]
        known = [one.when for one in state.exceptions]
        for one in own.exceptions:
            if one.when not in known:
                yield Looser(place, f"{own.title}: not for {one.title}", one.cite, floor.cite)

    # -- orders

    def _orders(self) -> Iterator[Looser]:
        for key, series in self.floor.orders.kinds.items():
            floor = series.on(self.on)
            if floor is None:
                continue
            place, own = ("orders", "kinds", key), _entry(self.pack.orders.kinds[key], self.on)
            if own.value is None:
                yield Looser(place, f"{floor.value.title}: left out", own.cite, floor.cite)
            else:
                for says in self._order(own.value, floor):
                    yield Looser(place, f"{own.value.title}: {says}", own.cite, floor.cite)

    def _order(self, own: OrderKind, floor: Dated[OrderKind]) -> Iterator[str]:
        state = floor.value
        if state.of_state and not own.of_state:
            yield "not the order of Executive Law § 382"
        if state.cure is not None and state.cure.fixed is not None:
            fixed = own.cure.fixed if own.cure else None
            if fixed is None:
                yield f"no fixed time to comply, not {state.cure.fixed}"
            elif self._longer(fixed, state.cure.fixed):
                yield f"{fixed} to comply, not {state.cure.fixed}"
        given = {one.key for one in own.contents}
        if missing := [one.label for one in state.contents if one.key not in given]:
            yield f"it need not give: {listed(missing)}"
        served = {who for one in own.recipients if one.must != "may" for who in one.who}
        needed = [who for one in state.recipients if one.must != "may" for who in one.who]
        if left := [who.replace("_", " ") for who in needed if who not in served]:
            yield f"not served on the {listed(left)}"

    # -- inspections, reports, records, assessments

    def _elements(self) -> Iterator[Looser]:
        own = {element.key for element in self.pack.inspections.elements}
        for state in self.floor.inspections.elements:
            if state.key not in own:
                yield Looser(
                    ("inspections", "elements", state.key), f"{state.title}: not among the town's own",
                    self.pack.inspections.further.cite if self.pack.inspections.further else "", state.cite)

    def _reports(self) -> Iterator[Looser]:
        for key, state in self.floor.reports.reports.items():
            floor, own = state.schedule.on(self.on), _entry(self.pack.reports.reports[key].schedule, self.on)
            if floor is not None and own.value is None:
                yield Looser(("reports", "reports", key), f"{state.title}: left out", own.cite, floor.cite)

    def _retention(self) -> Iterator[Looser]:
        for key, state in self.floor.retention.kinds.items():
            floor, kept = state.keep.on(self.on), self.pack.retention.kinds[key].keep.on(self.on)
            if floor is not None and kept is not None and floor.value.permanent and not kept.value.permanent:
                yield Looser(
                    ("retention", "kinds", key), f"{state.title}: kept for {kept.value.years} years, not for good",
                    kept.cite, floor.cite)

    def _assessments(self) -> Iterator[Looser]:
        for key, state in self.floor.programmes.assessments.items():
            series = self.pack.programmes.assessments[key]
            floor, own = state.on(self.on), _entry(series, self.on)
            if floor is None:
                continue
            place = ("programmes", "assessments", key)
            if own.value is None:
                yield Looser(place, f"{floor.value.title}: left out", own.cite, floor.cite)
            elif self._longer(own.value.every, floor.value.every):
                says = f"{floor.value.title}: every {own.value.every}, not {floor.value.every}"
                yield Looser(place, says, own.cite, floor.cite)
