"""Where a town's rule is looser than the State's minimum, with both citations.

The town's own rule is applied all the same (reading 7); what is found here is shown to staff where the rule is used,
and reported when the pack is checked. Both packs are compiled; nothing here knows a town.

Where both say with a condition what they are about (which buildings are inspected, what needs an operating permit, when
something is asked), cases are tried about every limit that either names (`parting`): a case that the State has and the
town has not is the difference, and is said with its numbers.

What a comparison of the two cannot see, the floor marks: `bound` on a dated value says which way a town's own may
leave it, `may_exempt` on a requirement which exceptions the State allows and among the periodic inspections which
buildings, `not_by` which facts it does not accept as the ground of an exemption. And a town's pack marks a rule of its
own that it knows to be looser: `looser_than`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any, TypeVar

from townwright.law.asking import leaves
from townwright.law.calendar import Calendar, Period, in_words
from townwright.law.dated import Dated, Series
from townwright.law.findings import Decision, Finding
from townwright.law.gates import Exemption, Requirement
from townwright.law.layers import NamedValue
from townwright.law.operating import Category
from townwright.law.orders import OrderKind
from townwright.law.packs import CompiledGate, Pack, compile_pack
from townwright.law.parting import first_case, holds
from townwright.law.parting import in_words as case_in_words
from townwright.law.periodic import BuildingClass
from townwright.law.predicates import Asked, Comparison, Counted, Node
from townwright.law.provisions import ProvisionKind
from townwright.law.words import listed

T = TypeVar("T")

#: Provisions of the floor that allow a town something, and ask nothing of it.
_ALLOWING = frozenset({ProvisionKind.POWER, ProvisionKind.FEE})

#: What restarts the clock of a building, the strictest first, by the sort of inspection.
_RESTARTS: Mapping[str, tuple[str, ...]] = {
    "extra": ("never", "if complete"),
    "remote": ("never", "if conforming", "if complete"),
}

_SORTS: Mapping[str, str] = {
    "extra": "An inspection between the periodic ones", "remote": "A remote inspection",
}  # fmt: skip

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


def deciding(found: Iterable[Looser], pack: Pack, decision: Decision) -> Mapping[str, tuple[Looser, ...]]:
    """The differences that had part in a decision under a pack, by the keys of its findings: each follows the rule that
    was compared, wherever that rule decides.

    A requirement has those of its own and of each dated value that it holds a fact against. That of an exception is
    there only where the exception was what counted, and that of a condition or a rule switched off where it kept the
    requirement from being asked. A decision on an operating permit has those of its category.
    """
    asked, skipped = {f.key: f for f in decision.findings}, {f.key: f for f in decision.not_asked}
    gate = pack.gates.get(decision.gate)
    values = {r.key: frozenset(_values_in(r)) for r in gate.requirements} if gate is not None else {}
    noted: dict[str, tuple[Looser, ...]] = {}
    for one in found:
        for key, finding in {**skipped, **asked}.items():
            if _follows(one, decision.gate, finding, key in asked, values.get(key, frozenset())):
                noted[key] = (*noted.get(key, ()), one)
    return noted


def _follows(one: Looser, gate: str, finding: Finding, asked: bool, values: frozenset[str]) -> bool:
    """Whether a difference had part in a finding, which was asked for or not."""
    match one.place:
        case "gates", name, "requirements", key, "exceptions", label:
            return (name, key, label) == (gate, finding.key, finding.exception)
        case "gates", name, "requirements", key, "when":
            return (name, key) == (gate, finding.key) and not asked and not finding.exception
        case "gates", name, "requirements", key, *_:
            return (name, key) == (gate, finding.key) and asked
        case "gates", name, "switched_off", key:
            return (name, key) == (gate, finding.key) and not asked
        case "values", name:
            return name in values and (asked or bool(finding.exception))
        case "operating", "categories", key, *_:
            return gate == f"operating.{key}" and finding.key == key
    return False


def _values_in(requirement: Requirement) -> Iterator[str]:
    """The dated values that a requirement and its exceptions hold facts against."""
    conditions = [requirement.need, requirement.when]
    for exception in requirement.exceptions:
        conditions += [exception.when, exception.need]
    for leaf in (leaf for one in conditions if one is not None for leaf in leaves(one)):
        if isinstance(leaf, Comparison) and leaf.given.value is not None:
            yield leaf.given.value


@cache
def _floor(name: str) -> Pack:
    """The lowest of the packs that one stands on."""
    pack = compile_pack(name)
    return _floor(pack.extends) if pack.extends else pack


def last_change(*packs: Pack) -> date:
    """The last day from which something in the packs counts: how they stand in the end."""
    return max((day for pack in packs for day in _days(pack.model_dump(by_alias=True))), default=date(1, 1, 1))


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


def _counts(own: Node | None, state: Node | None) -> bool:
    """Whether a town's condition sets a number or a day of its own over the facts that the State's names. What rests
    on other facts is another rule, of which only its author knows whether it is looser.
    """
    if own is None or own == state or (state is not None and {*own.names()} != {*state.names()}):
        return False
    return any(isinstance(leaf, Comparison | Counted) for leaf in leaves(own))


@dataclass(frozen=True, slots=True)
class _Looking:
    floor: Pack
    pack: Pack
    on: date
    calendar: Calendar

    def all(self) -> Iterator[Looser]:
        yield from self._gates()
        yield from self._values()
        yield from self._permits()
        yield from self._periodic()
        yield from self._operating()
        yield from self._orders()
        yield from self._elements()
        yield from self._reports()
        yield from self._retention()
        yield from self._assessments()

    @property
    def _asked(self) -> Asked:
        """No case yet: both packs share their facts, but for those that the town has alone."""
        return Asked({}, self.on, self.pack.catalogue, self.calendar, self.pack.value)

    def _missed(self, state: Node | None, own: Iterable[Node | None], shown: Node | None) -> str | None:
        """A case that the State's condition has and none of the town's, in words of the facts that the State's and the
        one `shown` name; none where there is none.
        """
        town = list(own)
        if None in town or state in town:
            return None
        stated = [state] if state is not None else []
        case = first_case(
            [*stated, *(one for one in town if one is not None)],
            self._asked,
            lambda case: holds(state, case) and not any(holds(one, case) for one in town),
        )
        if case is None:
            return None
        return case_in_words(case, [name for one in (shown, state) if one is not None for name in one.names()])

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
                    (*place, "exceptions", exception.label),
                    f"{own.says}, but not: {exception.label}",
                    self._exception_cite(exception, own),
                    self.pack.cite(state),
                )

    def _grounds(self, name: str, own: Requirement, marks: tuple[str, ...], below: CompiledGate) -> Iterator[Looser]:
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
                        (*place, "exceptions", exception.label),
                        f"{what[:1].upper()}{what[1:]}",
                        self._exception_cite(exception, own),
                        state.cite,
                    )

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
        if _counts(own.when, state.when) and (missed := self._missed(state.when, [own.when], own.when)) is not None:
            yield Looser((*place, "when"), f"{own.says}: not asked where {missed}", cite, state.cite)
        if _counts(own.need, state.need) and (met := self._met(own.need, state.need)) is not None:
            yield Looser((*place, "need"), f"{own.says}: met where {met}", cite, state.cite)
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
                    (*place, "exceptions", exception.label),
                    f"{own.says}, but not: {exception.label}",
                    self._exception_cite(exception, own),
                    state.cite,
                )

    def _met(self, own: Node, state: Node) -> str | None:
        """A case in which the town's need is met and the State's is not, in words; none where there is none."""
        case = first_case([own, state], self._asked, lambda case: holds(own, case) and state.test(case).holds is False)
        return None if case is None else case_in_words(case, own.names())

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

    def _permits(self) -> Iterator[Looser]:
        """Kinds of permits that bear no day on which they expire."""
        state, rules = self.floor.permits.expiration, self.pack.permits
        if state is None or rules.expiration is not None:
            return
        for key, term in {"default": rules.default, **rules.kinds}.items():
            entry = _entry(term.life, self.on) if term.life is not None else None
            if entry is None or entry.value is None:
                cite = entry.cite if entry is not None else ""
                yield Looser(("permits", key, "life"), "A permit bears no day on which it expires", cite, state.cite)

    def _period(self, place: Place, title: str, own: Series[Any], state: Series[Any], verb: str) -> Iterator[Looser]:
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
        for key, state in self.floor.periodic.classes.items():
            own = self.pack.periodic.classes[key]
            place = ("periodic", "classes", key)
            yield from self._period(place, state.title, own.every, state.every, "every")
            yield from self._inspected(place, own, state)
        yield from self._exempted()
        yield from self._accepted()

    def _inspected(self, place: Place, own: BuildingClass, state: BuildingClass) -> Iterator[Looser]:
        """Buildings of a class of the State's that no class of the town's has, or only one with a longer interval."""
        floor, entry = state.every.on(self.on), _entry(own.every, self.on)
        if floor is None or entry.value is None:
            return
        most = entry.value if self._longer(entry.value, floor.value) else floor.value
        classes = [(one, _entry(one.every, self.on).value) for one in self.pack.periodic.classes.values()]
        enough = [one.when for one, every in classes if every is not None and not self._longer(every, most)]
        if (missed := self._missed(state.when, enough, own.when)) is not None:
            yield Looser((*place, "when"), f"{state.title}: not where {missed}", entry.cite, floor.cite)

    def _exempted(self) -> Iterator[Looser]:
        """Buildings that the town leaves out of the periodic inspections, and a class of the State's has."""
        rules = self.floor.periodic
        allowed = [one.when for one in (*rules.exempt, *rules.may_exempt)]
        for at, own in enumerate(self.pack.periodic.exempt):
            for key, state in rules.classes.items():
                floor = state.every.on(self.on)
                if floor is None or own.when in allowed:
                    continue
                stated = [state.when] if state.when is not None else []
                case = first_case(
                    [own.when, *stated, *allowed],
                    self._asked,
                    lambda case, own=own, state=state: (
                        holds(own.when, case)
                        and holds(state.when, case)  # type: ignore[misc]
                        and not any(holds(one, case) for one in allowed)
                    ),
                )
                if case is not None:
                    says = f"{own.title}: not inspected, though {self.floor.periodic.classes[key].title}"
                    yield Looser(("periodic", "exempt", str(at)), says, own.cite, floor.cite)
                    break

    def _accepted(self) -> Iterator[Looser]:
        """On what inspections of others are accepted in place of the town's own, and what restarts the clock."""
        floor, series = self.floor.periodic, self.pack.periodic
        state = floor.accepted.on(self.on) if floor.accepted is not None else None
        own = series.accepted.on(self.on) if series.accepted is not None else None
        place = ("periodic", "accepted")
        title = "An inspection by others is accepted"
        if state is not None and own is not None:
            if left := [one.title for key, one in state.value.conditions.items() if key not in own.value.conditions]:
                yield Looser((*place, "conditions"), f"{title} without: {'; '.join(left)}", own.cite, state.cite)
            most, every = state.value.every, own.value.every
            if most is not None and (every is None or self._longer(every, most)):
                how = f"{every} after the one before, not {most}" if every else f"however late, not {most} after one"
                yield Looser((*place, "every"), f"{title} {how}", own.cite, state.cite)
        least, here = floor.restarts, series.restarts
        if least is not None and here is not None:
            for sort, ranks in _RESTARTS.items():
                if ranks.index(getattr(here, sort)) > ranks.index(getattr(least, sort)):
                    says = f"{_SORTS[sort]} restarts the clock {getattr(here, sort)}, not {getattr(least, sort)}"
                    yield Looser(("periodic", "restarts", sort), says, here.cite, least.cite)

    def _operating(self) -> Iterator[Looser]:
        for key, state in self.floor.operating.categories.items():
            place = ("operating", "categories", key)
            own = self.pack.operating.categories[key]
            yield from self._period(place, state.title, own.longest, state.longest, "up to")
            entry, floor = _entry(own.longest, self.on), state.section or state.longest.root[0]
            if entry.value is None or state.longest.on(self.on) is None:
                continue
            yield from self._left_out(place, own, state, floor.cite)
            if (missed := self._missed(state.when, [own.when], own.when)) is not None:
                cite = (own.section or entry).cite
                yield Looser((*place, "when"), f"{own.title}: not where {missed}", cite, floor.cite)

    def _left_out(self, place: Place, own: Category, state: Category, cite: str) -> Iterator[Looser]:
        known = [one.when for one in state.exceptions]
        for at, one in enumerate(own.exceptions):
            if one.when not in known:
                yield Looser((*place, "except", str(at)), f"{own.title}: not for {one.title}", one.cite, cite)

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
                    ("inspections", "elements", state.key),
                    f"{state.title}: not among the town's own",
                    self.pack.inspections.further.cite if self.pack.inspections.further else "",
                    state.cite,
                )

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
                    ("retention", "kinds", key),
                    f"{state.title}: kept for {kept.value.years} years, not for good",
                    kept.cite,
                    floor.cite,
                )

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
