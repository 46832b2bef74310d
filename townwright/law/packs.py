"""A compiled pack: the State's floor and a town's own law laid over it, in one, known by its hash.

`compile_pack` makes one from files; `Pack.to_json` and `Pack.from_json` keep it, so that any decision can be
replayed under the law that made it. The hash is the SHA-256 of that JSON, which leaves out what is at its
default: a new release of the program does not change the law of an office by itself.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import Field, StrictStr

from townwright.law.calendar import Calendar, CalendarRules, NamedDay, TolledSpan
from townwright.law.catalogue import CATALOGUE
from townwright.law.certificates import CertificateRules
from townwright.law.dated import Section
from townwright.law.electrical import ElectricalRules
from townwright.law.enquiries import EnquiryRules
from townwright.law.escrow import EscrowRules
from townwright.law.facts import Catalogue, Fact
from townwright.law.fees import FeeRules
from townwright.law.gates import Gate, GateRules, Requirement
from townwright.law.inspections import InspectionRules
from townwright.law.layers import SUBJECTS, Checklist, Head, Layer, Line, NamedValue, PackError, Problem, read_layer
from townwright.law.loader import Mark
from townwright.law.model import ProvisionId, Rules
from townwright.law.operating import OperatingRules
from townwright.law.orders import OrderRules
from townwright.law.penalties import PenaltyRules
from townwright.law.periodic import PeriodicRules
from townwright.law.permits import PermitRules, TermRules
from townwright.law.predicates import Item, Reviewed
from townwright.law.programmes import ProgrammeRules
from townwright.law.provisions import Provision
from townwright.law.reports import ReportRules
from townwright.law.retention import RetentionRules
from townwright.law.surcharges import SurchargeRules
from townwright.law.town import Numbers, OfficerTitle, Paper, Reading, Town, TownClosings, TownFact
from townwright.law.vacancy import VacancyRules
from townwright.law.words import did_you_mean, listed

#: Where the packs lie that the program ships.
SHIPPED = Path(__file__).parent.parent / "towns"

#: First day, last day and reason of days that an office had closed, proclaimed or tolled.
Days = Iterable[tuple[date, date, str]]


#: What has a key and a citation: a requirement of a gate, a line of a checklist.
Cited = TypeVar("Cited", Requirement, Line)


class UnknownName(KeyError):
    """The pack has no gate, provision or paper of that name."""

    def __str__(self) -> str:
        return str(self.args[0])


class CompiledGate(Rules):
    """A gate with everything that it includes written out."""

    title: StrictStr
    carries: tuple[ProvisionId, ...] = ()
    requirements: tuple[Requirement, ...]
    switched_off: dict[StrictStr, StrictStr] = Field(default_factory=dict)


class Pack(Rules):
    """The law of a town, compiled."""

    name: StrictStr
    title: StrictStr
    extends: StrictStr = ""
    place: Town | None = None
    provisions: tuple[Provision, ...] = ()
    facts: dict[StrictStr, TownFact] = Field(default_factory=dict)
    checklists: dict[StrictStr, Checklist] = Field(default_factory=dict)
    gates: dict[StrictStr, CompiledGate] = Field(default_factory=dict)
    values: dict[StrictStr, NamedValue] = Field(default_factory=dict)
    holidays: CalendarRules
    permits: PermitRules = PermitRules(default=TermRules())
    inspections: InspectionRules = InspectionRules(elements=())
    certificates: CertificateRules = CertificateRules(kinds={})
    operating: OperatingRules = OperatingRules()
    periodic: PeriodicRules = PeriodicRules()
    orders: OrderRules = OrderRules()
    penalties: PenaltyRules = PenaltyRules()
    surcharges: SurchargeRules = SurchargeRules()
    vacancy: VacancyRules = VacancyRules()
    electrical: ElectricalRules = ElectricalRules()
    programmes: ProgrammeRules = ProgrammeRules()
    escrow: EscrowRules = EscrowRules()
    reports: ReportRules = ReportRules()
    retention: RetentionRules = RetentionRules()
    enquiries: EnquiryRules = EnquiryRules()
    fees_rules: FeeRules = FeeRules(setting=Section(cite="Resolution of the board"))
    numbers: Numbers = Numbers({})
    papers: dict[StrictStr, Paper] = Field(default_factory=dict)
    readings: dict[StrictStr, Reading] = Field(default_factory=dict)

    @property
    def town(self) -> Town:
        """The town. Raises `UnknownName` for a pack that is the floor for others and has none."""
        if self.place is None:
            raise UnknownName(f"the pack {self.name} is of no town")
        return self.place

    @property
    def officers(self) -> Mapping[str, OfficerTitle]:
        """The offices of the town, by key."""
        return self.town.officers

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Pack:
        """A pack that differs; what was worked out from this one, such as its hash, does not go with it."""
        copied = super().model_copy(update=update, deep=deep)
        for name in copied.__dict__.keys() - type(self).model_fields.keys():
            del copied.__dict__[name]
        return copied

    # -- keeping it ------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """The compiled pack as canonical JSON: sorted keys, no blanks, nothing that is at its default."""
        return self._json

    @cached_property
    def _json(self) -> str:
        plain = self.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        return json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Pack:
        """The pack again from `to_json`."""
        return cls.model_validate_json(text)

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the compiled pack, in hexadecimal."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()

    # -- asking it -------------------------------------------------------------------------------------------

    def gate(self, name: str) -> Gate:
        """A gate, ready to be asked. Raises `UnknownName`."""
        if name not in self._gates:
            if name not in self.gates:
                raise UnknownName(f"no gate is called {name!r}{did_you_mean(name, self.gates)}")
            rules = self.gates[name]
            self._gates[name] = Gate(
                name,
                rules.title,
                rules.requirements,
                self.catalogue,
                Calendar(self.holidays),
                rules.switched_off,
                self.value,
                self.hash,
            )
        return self._gates[name]

    @cached_property
    def _gates(self) -> dict[str, Gate]:
        return {}

    def value(self, name: str, on: date) -> str | int | None:
        """A dated value on a day, as written; `None` where none is in force. Raises `KeyError`."""
        found = self.values[name].series.on(on)
        return None if found is None else found.value

    @cached_property
    def _by_id(self) -> dict[str, Provision]:
        return {provision.id: provision for provision in self.provisions}

    def provision(self, provision_id: str) -> Provision:
        """A provision of the town's code or of the State's, by its id. Raises `UnknownName`."""
        try:
            return self._by_id[provision_id]
        except KeyError:
            near = did_you_mean(provision_id, self._by_id)
            raise UnknownName(f"no provision is called {provision_id!r}{near}") from None

    def cite(self, provision_id: str) -> str:
        """How a provision is cited. Raises `UnknownName`."""
        return self.provision(provision_id).cite

    def own_provisions(self, on: date | None = None) -> tuple[Provision, ...]:
        """The provisions of the town's own code in order, on a day if one is given; not those of the State."""
        return tuple(p for p in self.provisions if p.pack == self.name and (on is None or p.stands(on)))

    def lines_of(self, fact: str) -> tuple[Line, ...]:
        """The lines of every checklist that is marked under a fact (`review`), in the order of the lists."""
        return tuple(line for one in self.checklists.values() if one.fact == fact for line in one.lines)

    def paper(self, kind: str) -> Paper:
        """What must stand on a kind of paper. Raises `UnknownName`."""
        if kind not in self.papers:
            raise UnknownName(f"no paper is called {kind!r}{did_you_mean(kind, self.papers)}")
        return self.papers[kind]

    def calendar(self, *, closings: Days = (), proclaimed: Days = (), tolled: Days = ()) -> Calendar:
        """The town's calendar, with the days that the office itself had closed, proclaimed or tolled."""
        extra = {
            "closed_on": (*self.holidays.closed_on, *_named(closings)),
            "proclaimed": (*self.holidays.proclaimed, *_named(proclaimed)),
            "tolled": (
                *self.holidays.tolled,
                *(
                    TolledSpan.model_validate({"from": first, "to": last, "name": why, "cite": why})
                    for first, last, why in tolled
                ),
            ),
        }
        return Calendar(self.holidays.model_copy(update=extra))

    @cached_property
    def catalogue(self) -> Catalogue:
        """The facts that gates may ask for: the common ones, the town's own, and the lines of its checklists."""
        return catalogue_of(self.facts, self.checklists, self.officers if self.place else {})

    @cached_property
    def carriers(self) -> Mapping[str, tuple[str, ...]]:
        """What carries each provision out: provision id to the places in the pack that name it."""
        found: dict[str, list[str]] = {}
        plain = self.model_dump(mode="json", by_alias=True, exclude={"provisions", "name", "title", "extends"})
        for part, content in plain.items():
            for place, provision_id in _carried(content, part):
                found.setdefault(provision_id, []).append(place)
        return {provision_id: tuple(places) for provision_id, places in found.items()}


def _named(days: Days) -> Iterator[NamedDay]:
    for first, last, why in days:
        for count in range((last - first).days + 1):
            yield NamedDay(day=first + timedelta(days=count), name=why, cite=why)


def _carried(content: Any, place: str) -> Iterator[tuple[str, str]]:
    """Every (place, provision id) beneath a place; list items are named by their own key."""
    if isinstance(content, dict):
        yield from ((place, provision_id) for provision_id in content.get("carries", ()))
        for key, value in content.items():
            yield from _carried(value, f"{place}.{key}")
    elif isinstance(content, list):
        for at, value in enumerate(content, start=1):
            own = value.get("key") or value.get("label") if isinstance(value, dict) else None
            yield from _carried(value, f"{place}.{own or at}")


#: Facts whose values are the offices of the town, which its pack names.
_OF_OFFICES = ("actor.offices", "certificate.signed_by_offices")


def catalogue_of(
    facts: Mapping[str, TownFact], checklists: Mapping[str, Checklist], officers: Mapping[str, OfficerTitle]
) -> Catalogue:
    """The common facts with a pack's own, with the lines of its checklists and with the offices of the town."""
    titles = {key: office.title for key, office in officers.items()}
    offices = [replace(CATALOGUE[name], choices={**CATALOGUE[name].choices, **titles}) for name in _OF_OFFICES]
    lines = []
    for checklist in checklists.values():
        for line in checklist.lines:
            name = f"{checklist.fact}.{line.key}"
            if name in CATALOGUE:
                common = CATALOGUE[name]
                lines.append(Fact(name, common.kind, line.says, line.ask or common.ask, common.held_by, common.choices))
    return CATALOGUE.with_([*offices, *(fact.declared(name) for name, fact in facts.items()), *lines])


# ------------------------------------------------------------------------------------------------ compiling


def compile_pack(name: str, own: Path | None = None, shelf: Path | None = None) -> Pack:
    """Compile a pack from its files: the one in `own` where that bears the name, else one that lies in the folder
    `shelf` under its name, else one that the program ships.

    Raises `PackError` with everything that is wrong; `check.check` looks closer and warns too.
    """
    layers = read_layers(name, own, shelf)
    if problems := [problem for layer in layers for problem in layer.problems]:
        raise PackError(problems)
    return merge(layers)


def read_layers(name: str, own: Path | None = None, shelf: Path | None = None) -> list[Layer]:
    """The layers of a pack, the floor first. A pack that stands on itself ends the walk with a problem, and so does
    one that there is not.
    """
    layers: list[Layer] = []
    names: list[str] = []
    while name or not names:
        layer = read_layer(folder_of(name, own, shelf))
        if not layer.folder.is_dir() or not _NAME.fullmatch(name):
            known = [*shipped_names(), *names_in(shelf)]
            says = f"no pack is called {name}{did_you_mean(name, known)}; there are {listed(known)}"
            if not layers:
                if own is not None and own.is_dir():
                    return [read_layer(own)]  # its pack.yaml is missing, or names another pack
                layer.problems[:] = [Problem(Mark(name, 1, 1), "", says)]
                return [layer]
            below = layers[0]
            below.problems.append(Problem(below.mark("pack", "extends"), "extends", says))
            break
        head = layer.part("pack", Head(name=name, title=name))
        if head.name != name:
            layer.problems.append(Problem(layer.mark("pack", "name"), "name", f"expected {name!r}, the folder's name"))
        layers.insert(0, layer)
        names.append(name)
        name = head.extends
        if name in names:
            layer.problems.append(Problem(layer.mark("pack", "extends"), "extends", f"{name!r} stands on itself"))
            break
    return layers


def shipped_names() -> tuple[str, ...]:
    """The names of the packs that the program ships."""
    return tuple(sorted(path.parent.name for path in SHIPPED.glob("*/pack.yaml")))


def names_in(shelf: Path | None) -> tuple[str, ...]:
    """The names of the packs that lie in a folder."""
    return () if shelf is None else tuple(sorted(path.parent.name for path in shelf.glob("*/pack.yaml")))


def folder_of(name: str, own: Path | None = None, shelf: Path | None = None) -> Path:
    """Where a pack lies: the office's own folder, the folder of packs, or the program's; there need be none."""
    if own is not None:
        head = read_layer(own).part("pack")
        if head is not None and head.name == name:
            return own
    if shelf is not None and name not in shipped_names() and _in(shelf, name):
        return shelf / name
    return SHIPPED / name


#: What names a pack, and so no way out of the folder of packs.
_NAME = re.compile(r"[a-z0-9-]+")


def _in(shelf: Path, name: str) -> bool:
    """Whether a folder of packs has a folder of this name, whatever it holds."""
    return _NAME.fullmatch(name) is not None and (shelf / name).is_dir()


def merge(layers: list[Layer]) -> Pack:
    """Lay layers without problems over each other, the floor first."""
    head: Head = layers[-1].part("pack")
    provisions = tuple(
        p.model_copy(update={"pack": layer.part("pack").name}) for layer in layers for p in layer.part("provisions", ())
    )
    checklists: dict[str, Checklist] = {}
    cites = {p.id: p.cite for p in provisions}
    gates: dict[str, GateRules] = {}
    for layer in layers:
        for name, rules in layer.part("gates", {}).items():
            gates[name] = _over(gates.get(name), rules)
        for name, checklist in layer.part("checklists", {}).items():
            checklists[name] = _list_over(checklists.get(name), checklist)
    return Pack(
        name=head.name,
        title=head.title,
        extends=head.extends,
        place=_last(layers, "town"),
        provisions=provisions,
        facts=_joined(layers, "facts"),
        checklists=checklists,
        gates={name: _compiled(name, gates, checklists, cites) for name in gates},
        values=_joined(layers, "values"),
        holidays=_holidays(layers),
        permits=_last(layers, "permits") or PermitRules(default=TermRules()),
        inspections=_last(layers, "inspections") or InspectionRules(elements=()),
        certificates=_last(layers, "certificates") or CertificateRules(kinds={}),
        **{name: _laid(layers, name, rules) for name, rules in SUBJECTS.items()},
        fees_rules=_last(layers, "fees") or FeeRules(setting=Section(cite="Resolution of the board")),
        numbers=Numbers({k: v for layer in layers for k, v in layer.part("numbers", Numbers({})).root.items()}),
        papers={name: _cited(paper, cites) for name, paper in _joined(layers, "papers").items()},
        readings=_joined(layers, "readings"),
    )


def _joined(layers: list[Layer], part: str) -> dict[str, Any]:
    """A part that is a mapping: the upper layer's entry stands in place of the lower one's."""
    return {key: value for layer in layers for key, value in layer.part(part, {}).items()}


def _last(layers: list[Layer], part: str) -> Any:
    """A part that an upper layer replaces whole."""
    return next((layer.part(part) for layer in reversed(layers) if layer.part(part) is not None), None)


def _laid(layers: list[Layer], part: str, rules: type[Rules]) -> Rules:
    """A subject whose upper layers say what they say key by key; the rest stands as below."""
    said: dict[str, Any] = {}
    for layer in layers:
        section: Rules | None = layer.part(part)
        for key in () if section is None else section.model_fields_set:
            above, below = getattr(section, key), said.get(key)
            said[key] = {**below, **above} if isinstance(below, dict) and isinstance(above, dict) else above
    return rules.model_construct(_fields_set=set(said), **said)


def _holidays(layers: list[Layer]) -> CalendarRules:
    rules: CalendarRules = _last(layers, "holidays")
    closings = [layer.part("closings", TownClosings()) for layer in layers]
    return rules.model_copy(
        update={
            "closings": (*rules.closings, *(rule for c in closings for rule in c.closings)),
            "closed_on": (*rules.closed_on, *(day for c in closings for day in c.closed_on)),
        }
    )


def _over(below: GateRules | None, above: GateRules) -> GateRules:
    """A gate of an upper layer over the same gate below: requirements of the same key are replaced in their
    place, and those cited get the upper code's provisions before the lower one's.
    """
    if below is None:
        return above
    return GateRules(
        title=above.title or below.title,
        carries=(*above.carries, *below.carries),
        includes=tuple(dict.fromkeys((*below.includes, *above.includes))),
        checklists=tuple(dict.fromkeys((*below.checklists, *above.checklists))),
        answers=tuple(dict.fromkeys((*below.answers, *above.answers))),
        requirements=_by_key((_also(r, above.cited) for r in below.requirements), above.requirements),
        switched_off={**below.switched_off, **above.switched_off},
    )


#: What a list says of all its lines: the upper layer's where it says so, else the lower one's.
_OF_A_LIST = ("done", "answers", "noted", "held_by")


def _list_over(below: Checklist | None, above: Checklist) -> Checklist:
    """A checklist of an upper layer over the same one below, line by line."""
    if below is None:
        return above
    return Checklist(
        title=above.title or below.title,
        fact=above.fact or below.fact,
        **{key: getattr(above if key in above.model_fields_set else below, key) for key in _OF_A_LIST},
        lines=_by_key((_also(line, above.cited) for line in below.lines), above.lines),
    )


def _also(part: Cited, cited: Mapping[str, tuple[str, ...]]) -> Cited:
    """A requirement or a line with the provisions of an upper code before its own, and cited by those."""
    if part.key not in cited:
        return part
    return part.model_copy(update={"carries": (*cited[part.key], *part.carries), "cite": ""})


def _by_key(first: Iterable[Cited], then: Iterable[Cited]) -> tuple[Cited, ...]:
    found = {part.key: part for part in first}
    found.update({part.key: part for part in then})
    return tuple(found.values())


def _compiled(
    name: str,
    gates: Mapping[str, GateRules],
    checklists: Mapping[str, Checklist],
    cites: Mapping[str, str],
    inside: tuple[str, ...] = (),
) -> CompiledGate:
    """A gate with what it includes written out. Names that do not exist are left to the check of the pack."""
    rules = gates[name]
    requirements: tuple[Requirement, ...] = ()
    switched_off: dict[str, str] = {}
    for other in rules.includes:
        if other in gates and other not in (*inside, name):
            below = _compiled(other, gates, checklists, cites, (*inside, name))
            requirements = _by_key(requirements, below.requirements)
            switched_off.update(below.switched_off)
    for listed_name in rules.checklists:
        if listed_name in checklists:
            requirements = _by_key(requirements, _lines(checklists[listed_name]))
    for listed_name in rules.answers:
        if listed_name in checklists:
            requirements = _by_key(requirements, _lines(checklists[listed_name], answers=True))
    requirements = _by_key(requirements, rules.requirements)
    return CompiledGate(
        title=rules.title,
        carries=rules.carries,
        requirements=tuple(_cited_requirement(r, cites) for r in requirements),
        switched_off={**switched_off, **rules.switched_off},
    )


def _lines(checklist: Checklist, *, answers: bool = False) -> Iterator[Requirement]:
    """A checklist's lines as requirements of a gate: to be done, or only to be answered."""
    results = {"done": checklist.answers, "noted": checklist.noted} if answers else {"done": checklist.done}
    for line in checklist.lines:
        name = f"{checklist.fact}.{line.key}"
        may_not_apply: Literal["never", "with reason"] = "never" if line.always_applies else "with reason"
        yield Requirement.model_validate(
            {
                "key": name,
                "says": line.says,
                "cite": line.cite,
                "carries": line.carries,
                "need": Reviewed(reviewed=Item(fact=name, may_not_apply=may_not_apply, **results)),
                "when": line.when,
                "why": line.why,
                "cure": "Answer the line" if answers else line.cure,
                "held_by": checklist.held_by,
                "from": line.from_,
                "until": line.until,
            }
        )


def _cited_requirement(requirement: Requirement, cites: Mapping[str, str]) -> Requirement:
    """A requirement with its citation filled in from the first provision that it carries out; its exceptions
    too.
    """
    return requirement.model_copy(
        update={
            "cite": requirement.cite or _cite(requirement.carries, cites),
            "exceptions": tuple(
                e.model_copy(update={"cite": e.cite or _cite(e.carries, cites)}) for e in requirement.exceptions
            ),
        }
    )


def _cited(paper: Paper, cites: Mapping[str, str]) -> Paper:
    """A paper with the citations of its lines and sentences filled in."""

    def fill(parts: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(p.model_copy(update={"cite": p.cite or _cite(p.carries, cites)}) for p in parts)

    return paper.model_copy(
        update={
            "cite": paper.cite or _cite(paper.carries, cites),
            "fields": fill(paper.fields),
            "directives": fill(paper.directives),
        }
    )


def _cite(carries: Iterable[str], cites: Mapping[str, str]) -> str:
    return next((cites[provision_id] for provision_id in carries if provision_id in cites), "")
