"""The law as pages read it: a code's clauses by section, what carries each out, its values over time, its tests.

Prepared once for each pack and kept in memory; desk and counter share it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from townwright.law.calendar import ONE_DAY
from townwright.law.coverage import read_proofs
from townwright.law.packs import Pack, folder_of
from townwright.law.provisions import Provision, ProvisionKind
from townwright.office import laws

#: How far the tests of a clause reach: each scenario proved, some of them, none yet, or nothing to prove.
State = Literal["proved", "in part", "no test", "text only"]
#: Packs whose pages are kept prepared.
_KEPT = 4


@dataclass(frozen=True, slots=True)
class ValueOnDay:
    """A value through a span of days; `until` None is the one that goes on."""

    since: date
    until: date | None
    value: str
    cite: str
    enacted_by: str

    def counts(self, on: date) -> bool:
        """Whether this is the value on a day."""
        return self.since <= on and (self.until is None or on <= self.until)


@dataclass(frozen=True, slots=True)
class Values:
    """A dated value with what it is and every span of it, the newest first."""

    title: str
    spans: tuple[ValueOnDay, ...]
    place: str = ""
    """Where it stands in the pack, as an amendment names it."""


@dataclass(frozen=True, slots=True)
class Carrier:
    """What carries a clause out: the part of the pack in people's words, what stands there, and in what it stands."""

    part: str
    words: str
    stands_in: str = ""


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """What the text leaves open, how the town reads it, how else it could be, and where in the pack that is set."""

    says: str
    taken: str
    instead: str
    setting: str


@dataclass(frozen=True, slots=True)
class Proof:
    """One scenario of a clause with the tests that assert it, named in words."""

    id: str
    given: str
    when: str
    then: str
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """One provision with everything that hangs on it."""

    provision: Provision
    carriers: tuple[Carrier, ...]
    values: tuple[Values, ...]
    readings: tuple[OpenPoint, ...]
    proofs: tuple[Proof, ...]

    @property
    def state(self) -> State:
        """How far its tests reach."""
        if self.provision.kind is ProvisionKind.TEXT_ONLY:
            return "text only"
        done = sum(bool(proof.tests) for proof in self.proofs)
        if not done:
            return "no test"
        return "proved" if done == len(self.proofs) else "in part"

    @property
    def carried_by(self) -> list[tuple[str, list[tuple[str, list[str]]]]]:
        """What carries it out, by part; what stands in several places is said once, with all of them."""
        parts: dict[str, dict[str, list[str]]] = {}
        for carrier in self.carriers:
            places = parts.setdefault(carrier.part, {}).setdefault(carrier.words, [])
            if carrier.stands_in:
                places.append(carrier.stands_in)
        return [(part, list(said.items())) for part, said in parts.items()]

    @property
    def tests(self) -> int:
        """How many tests assert its scenarios."""
        return len({test for proof in self.proofs for test in proof.tests})


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the code with its clauses in order. `own` tells the town's code from the State's law beneath it."""

    cite: str
    heading: str
    own: bool
    clauses: tuple[Clause, ...]

    def standing(self, on: date) -> tuple[Clause, ...]:
        """The clauses that stand on a day."""
        return tuple(clause for clause in self.clauses if clause.provision.stands(on))


@dataclass(frozen=True, slots=True)
class Code:
    """The whole code: the town's sections in order, then those of the State's law beneath it."""

    sections: tuple[Section, ...]

    @property
    def own(self) -> tuple[Section, ...]:
        """The sections of the town's own code."""
        return tuple(section for section in self.sections if section.own)

    @property
    def beneath(self) -> tuple[Section, ...]:
        """The sections of the State's law that stand under it."""
        return tuple(section for section in self.sections if not section.own)

    def section(self, at: str) -> Section | None:
        """The section that a provision's id, or a section as it is cited, means; None where nothing is cited so."""
        asked = _folded(at)
        if not asked:
            return None
        for section in self.sections:
            names = {section.cite, *(n for c in section.clauses for n in (c.provision.id, c.provision.cite))}
            if asked in {_folded(name) for name in names}:
                return section
        begins = [section for section in self.sections if re.match(rf"{re.escape(_folded(section.cite))}\W", asked)]
        return max(begins, key=lambda section: len(section.cite), default=None)

    def search(self, text: str, on: date) -> list[tuple[Section, Clause]]:
        """The clauses of a day that have every word of a text in their heading, words, citation or id."""
        wanted = _folded(text).split()
        return [
            (section, clause)
            for section in self.sections
            for clause in section.standing(on)
            if wanted and all(word in _searched(section, clause) for word in wanted)
        ]

    def counts(self, on: date, *, own: bool = True) -> dict[State, int]:
        """How many clauses of a day there are in each state, of the town's own code or of all."""
        found: dict[State, int] = {"proved": 0, "in part": 0, "text only": 0, "no test": 0}
        for section in self.own if own else self.sections:
            for clause in section.standing(on):
                found[clause.state] += 1
        return found


def code_of(pack: Pack) -> Code:
    """The code of a pack, prepared for pages."""
    if pack.hash not in _prepared:
        if len(_prepared) >= _KEPT:
            _prepared.pop(next(iter(_prepared)))
        _prepared[pack.hash] = _prepare(pack)
    return _prepared[pack.hash]


_prepared: dict[str, Code] = {}


def _folded(text: str) -> str:
    return " ".join(text.replace("§", " ").casefold().split())


def _searched(section: Section, clause: Clause) -> str:
    provision = clause.provision
    return _folded(" ".join((section.heading, provision.title, provision.says, provision.cite, provision.id)))


def _prepare(pack: Pack) -> Code:
    found = _Read.of(pack)
    proofs = {**_proofs(pack.extends), **_proofs(pack.name)}
    by_section: dict[tuple[bool, str], list[Clause]] = {}
    for provision in pack.provisions:
        clause = Clause(
            provision,
            tuple(found.carriers.get(provision.id, {})),
            tuple(found.values[place] for place in found.series.get(provision.id, {})),
            tuple(found.readings.get(provision.id, ())),
            tuple(
                Proof(name, one.given, one.when, one.then, tuple(map(_named, proofs.get(name, ()))))
                for name, one in zip(provision.scenario_ids, provision.accept, strict=True)
            ),
        )
        by_section.setdefault((provision.pack == pack.name, provision.section), []).append(clause)
    headings = pack.place.chapter.sections if pack.place is not None else {}
    own = sorted({*headings, *(cite for is_own, cite in by_section if is_own)}, key=in_order)
    beneath = sorted((cite for is_own, cite in by_section if not is_own), key=in_order)
    return Code(
        (
            *(Section(cite, headings.get(cite, ""), True, tuple(by_section.get((True, cite), ()))) for cite in own),
            *(Section(cite, "", False, tuple(by_section[(False, cite)])) for cite in beneath),
        )
    )


def in_order(section: str) -> list[tuple[int, str]]:
    """Sections by their numbers: § 50-2 before § 50-10, and the chapter as a whole last."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|\D+", section)]


def _proofs(name: str) -> Mapping[str, tuple[str, ...]]:
    """The proofs beside a pack, wherever it lies."""
    if not name:
        return {}
    return read_proofs(folder_of(name, *laws.places()))


def _named(test: str) -> str:
    """A test as people read its name: "a relocated shed needs a permit whatever its size"."""
    return test.rpartition("::")[2].removeprefix("test_").replace("_", " ")


# -- what carries a clause out -----------------------------------------------------------------------------------------

Step = str | int

#: Parts of a pack as people call them, where what stands in them has no heading of its own.
_PARTS = {
    "permits": "Life of a permit",
    "certificates": "Certificates",
    "inspections": "Inspections",
    "fees_rules": "Fees",
    "holidays": "Calendar",
    "numbers": "Numbers",
    "place": "The town",
    "values": "Dated value",
}
#: Dated rules by the last name of their place.
_RULES = {
    "commence": "Time in which the work must begin",
    "life": "How long a permit is in force",
    "exterior": "Time in which the outside must be finished",
    "renewal": "Renewal",
    "extension": "Extension by the officer",
    "temporary": "How long a temporary certificate may last",
    "closing": "What ends a permit",
    "correction": "Time to correct before a certificate is taken back",
    "setting": "Fees are set by resolution",
}
#: What is filled in when a paper is printed.
_HOLE = re.compile(r"\{[^{}]*\}")
#: Where an entry says what it is, the first that it has.
_SAYS = ("says", "text", "title", "name", "label")


@dataclass(slots=True)
class _Read:
    """What a walk through a pack finds, by provision."""

    carriers: dict[str, dict[Carrier, None]] = field(default_factory=dict)
    series: dict[str, dict[tuple[Step, ...], None]] = field(default_factory=dict)
    values: dict[tuple[Step, ...], Values] = field(default_factory=dict)
    readings: dict[str, list[OpenPoint]] = field(default_factory=dict)

    @classmethod
    def of(cls, pack: Pack) -> _Read:
        """Walks through every part of a pack but its provisions."""
        found = cls()
        plain = pack.model_dump(mode="json", by_alias=True, exclude={"provisions", "facts"})
        for part, content in plain.items():
            for place, entry in _entries(content, (part,)):
                found._note(pack, plain, place, entry)
        return found

    def _note(self, pack: Pack, plain: Any, place: tuple[Step, ...], entry: Mapping[str, Any]) -> None:
        if place[0] == "readings":
            point = OpenPoint(entry["says"], entry["taken"], entry["instead"], entry["setting"])
            for provision in entry["carries"]:
                self.readings.setdefault(provision, []).append(point)
            return
        dated = _dated(plain, place)
        for provision in entry["carries"]:
            self.carriers.setdefault(provision, {})[_carrier(pack, plain, place, entry)] = None
            if dated is not None:
                self.series.setdefault(provision, {})[dated] = None
        if dated is not None and dated not in self.values:
            spans = tuple(_spans(_at(plain, dated), _unit(plain, dated)))
            where = "" if any(isinstance(step, int) for step in dated) else ".".join(map(str, dated))
            self.values[dated] = Values(_title(plain, dated), spans, where.removesuffix(".series"))


def _entries(content: Any, place: tuple[Step, ...]) -> Iterator[tuple[tuple[Step, ...], Mapping[str, Any]]]:
    """Every entry beneath a place that names provisions which it carries out."""
    if isinstance(content, dict):
        if content.get("carries"):
            yield place, content
        for key, value in content.items():
            yield from _entries(value, (*place, key))
    elif isinstance(content, list):
        for at, value in enumerate(content):
            yield from _entries(value, (*place, at))


def _at(plain: Any, place: Iterable[Step]) -> Any:
    for step in place:
        plain = plain[step]
    return plain


def _dated(plain: Any, place: tuple[Step, ...]) -> tuple[Step, ...] | None:
    """The place of the series of dated values that a place lies in, if it lies in one."""
    for length in range(len(place) - 1, 0, -1):
        items = _at(plain, place[:length])
        if isinstance(items, list) and items and isinstance(items[0], dict) and {"from", "value"} <= items[0].keys():
            return place[:length]
    return None


def _carrier(pack: Pack, plain: Any, place: tuple[Step, ...], entry: Mapping[str, Any]) -> Carrier:
    part, name = str(place[0]), str(place[1]) if len(place) > 1 else ""
    said = next((str(entry[key]) for key in _SAYS if entry.get(key)), "") or _rule(place)
    match part:
        case "gates":
            title = pack.gates[name].title
            return Carrier("Gate", title) if len(place) == 2 else Carrier("Gate", said, title)
        case "checklists":
            title = pack.checklists[name].title
            return Carrier("Checklist", title) if len(place) == 2 else Carrier("Checklist", said, title)
        case "papers":
            title = pack.papers[name].title
            return Carrier("Paper", title) if len(place) == 2 else Carrier("Paper", _HOLE.sub("…", said), title)
        case "values":
            return Carrier(_PARTS[part], str(plain[part][name]["says"]))
    return Carrier(_PARTS.get(part, part.replace("_", " ").capitalize()), said)


def _rule(place: tuple[Step, ...]) -> str:
    """What a rule is called by its place: the last name of it that is known, else the last name."""
    names = [step for step in place if isinstance(step, str)]
    known = next((_RULES[name] for name in reversed(names) if name in _RULES), "")
    last = names[-1].replace("_", " ")
    if known and names[-1] not in _RULES and "sections" in names:
        return f"{known}: {_POINTS.get(names[-1], last)}"
    return known or last.capitalize()


#: Points of a rule that stand in sections of their own.
_POINTS = {
    "holder": "who may apply",
    "barred": "when it is barred",
    "opens": "from when on",
    "closes": "until when",
    "most": "how many",
    "length": "how long each is",
    "commence_again": "the time to begin runs again",
}


def _title(plain: Any, dated: tuple[Step, ...]) -> str:
    if dated[0] == "values":
        return str(_at(plain, dated[:2])["says"])
    kind = f", {dated[2]} permits" if dated[:2] == ("permits", "kinds") else ""
    return f"{_rule(dated)}{kind}"


def _unit(plain: Any, dated: tuple[Step, ...]) -> str:
    return str(_at(plain, dated[:2]).get("unit", "")) if dated[0] == "values" else ""


def _spans(items: list[Mapping[str, Any]], unit: str) -> Iterator[ValueOnDay]:
    """The spans of a series, the newest first."""
    begins = [date.fromisoformat(item["from"]) for item in items]
    ends: list[date | None] = [*(day - ONE_DAY for day in begins[1:]), None]
    for item, since, until in reversed(list(zip(items, begins, ends, strict=True))):
        yield ValueOnDay(since, until, value_in_words(item["value"], unit), item["cite"], item["enacted_by"])


_UNITS = ("days", "business_days", "weeks", "months", "years")


def value_in_words(value: Any, unit: str = "") -> str:
    """A dated value as people read it: "50 persons", "6 months, carried to a business day"."""
    match value:
        case None:
            return "ended"
        case bool():
            return "yes" if value else "no"
        case dict():
            return "; ".join(_in_words(value))
        case list():
            return ", ".join(value_in_words(item) for item in value)
    return f"{value} {unit}".strip()


def _in_words(value: Mapping[str, Any]) -> Iterator[str]:
    length = next(((name, value[name]) for name in _UNITS if value.get(name)), None)
    if length is not None:
        name, count = length[0].replace("_", " "), length[1]
        rolls = ", carried to a business day" if value.get("rolls") else ""
        yield f"{count} {name.removesuffix('s') if count == 1 else name}{rolls}"
        if value.get("remind"):
            yield f"reminders {', '.join(str(days) for days in value['remind'])} days before"
    for name, part in value.items():
        if name in (*_UNITS, "rolls", "remind", "sections") or part in (None, "", [], {}, False):
            continue
        yield name.replace("_", " ") if part is True else f"{name.replace('_', ' ')} {value_in_words(part)}"


def called(place: str) -> str:
    """What a dated rule is called by its place in the pack: "permits.default.life" is how long a permit is in force."""
    return _rule(tuple(place.split(".")))
