"""The check of a pack: what is wrong with it, what is doubtful, each with file, line, place and what was
expected.

Reading alone finds misspelt keys and values of the wrong kind; this looks at what the parts say to each
other: facts and provisions that do not exist, exceptions that overlap, colours that cannot be read,
provisions without a home, rules that are looser than the State's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from pydantic import TypeAdapter

from townwright.law.calendar import in_words
from townwright.law.enquiries import EnquiryRules, Together
from townwright.law.facts import Catalogue, Kind
from townwright.law.floor import differences, last_change
from townwright.law.gaps import gaps, untold
from townwright.law.gates import TEMPLATE_WORDS, Exemption, GateRules, InForce, Requirement
from townwright.law.layers import FILES, FOLDERS, Checklist, Layer, Problem, shown_place
from townwright.law.loader import Mark, Place
from townwright.law.packs import Pack, merge, read_layers
from townwright.law.predicates import All, Equals, IsFalse, IsTrue, Node, Not, OneOf
from townwright.law.provisions import Pending, Provision, ProvisionKind
from townwright.law.starting import still_to_change
from townwright.law.town import Colours, Town
from townwright.law.words import did_you_mean, listed

#: Least contrast of text with what it stands on (WCAG 1.4.3).
LEAST_CONTRAST = 4.5

#: No law that a pack cites is older.
EARLIEST = 1600
_DATE = re.compile(r"(\d{4})-\d{2}-\d{2}")

#: White, and the page's paper. The town's colours must be readable on both.
WHITE, PAPER = "#ffffff", "#f7f5ee"

#: Every part of a pack with what it must be, by the name of its file or folder.
PARTS: Mapping[str, TypeAdapter[Any]] = {name.removesuffix(".yaml"): one for name, one in FILES.items()} | FOLDERS


@runtime_checkable
class Checked(Protocol):
    """A section of a pack that looks after its own facts and values."""

    def check(self, catalogue: Catalogue, values: Mapping[str, Kind]) -> Iterator[tuple[Place, str]]:
        """What is wrong with it: the place beneath it, and what was expected."""


@dataclass(frozen=True, slots=True)
class Report:
    """What the check of a pack found, in the order of its layers and files."""

    name: str
    problems: tuple[Problem, ...]

    @property
    def errors(self) -> tuple[Problem, ...]:
        """What keeps the pack from working; the rest are warnings."""
        return tuple(problem for problem in self.problems if not problem.warning)

    @property
    def sound(self) -> bool:
        """Whether the pack can be used."""
        return not self.errors

    def to_json(self) -> dict[str, Any]:
        """The report as plain JSON values."""
        return {"pack": self.name, "sound": self.sound, "problems": [one.to_json() for one in self.problems]}

    @property
    def waiting(self) -> Mapping[str, tuple[Problem, ...]]:
        """What waits for a subject of the office that is not there yet, by the subject."""
        found: dict[str, tuple[Problem, ...]] = {}
        for problem in self.problems:
            if problem.waits_for:
                found[problem.waits_for] = (*found.get(problem.waits_for, ()), problem)
        return found

    def words(self, *, whole: bool = False) -> str:
        """The report line by line. What waits for a subject of the office stands in one line a subject, unless it is
        `whole`.
        """
        lines = [str(problem) for problem in self.problems if whole or not problem.waits_for]
        if self.waiting:
            more = "" if whole else " (--all lists them)"
            lines.append(f"{self.name}: requirements whose facts nobody in the office tells yet, by what will{more}:")
            lines += [f"  {subject}: {len(found)}" for subject, found in self.waiting.items()]
        own = sum(one.warning and not one.waits_for for one in self.problems)
        return "\n".join([*lines, f"{self.name}: {_count(len(self.errors), 'error')}, {_count(own, 'warning')}"])

    def __str__(self) -> str:
        return self.words()


def _count(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def check(
    name: str,
    own: Path | None = None,
    shelf: Path | None = None,
    *,
    told: Callable[[str, str], bool] | None = None,
    acts: Collection[str] = (),
) -> Report:
    """Everything that is wrong or doubtful with a pack and with what it stands on.

    `own` is the folder of an office's own pack, where that is the one; `shelf` the folder that holds packs by name.
    `told` says of a fact and a gate whether anybody in the office can tell the one to the other, `acts` are the names
    of everything that the office can do; what is left out is not looked at.
    """
    layers = read_layers(name, own, shelf)
    problems = [problem for layer in layers for problem in layer.problems]
    if not any(not problem.warning for problem in problems):
        looking = _Looking(merge(layers), layers, told, acts)
        problems += [problem for layer in layers for problem in looking.at(layer)]
    return Report(name, tuple(problems))


def compiled(pack: Pack) -> Iterator[str]:
    """What is wrong with a compiled pack, whose parts no longer stand in files: facts and provisions that do not
    exist, exceptions that overlap. Warnings are left out.
    """
    looking = _Looking(pack, [])
    for name, gate in pack.gates.items():
        for requirement in gate.requirements:
            for place, says, warning in looking.requirement(requirement):
                if not warning:
                    yield f"gates.{name}.requirements.{requirement.key}.{shown_place(place)}: {says}"
    for part in Pack.model_fields:
        section = getattr(pack, part)
        if isinstance(section, Checked):
            for place, says in section.check(pack.catalogue, looking.kinds):
                yield f"{part}.{shown_place(place)}: {says}"
    known = {p.id for p in pack.provisions}
    for provision_id, places in pack.carriers.items():
        if provision_id not in known:
            yield f"{places[0]}: no provision is called {provision_id}{did_you_mean(provision_id, known)}"


def pack_schema() -> dict[str, Any]:
    """JSON Schema of a pack's files for editors: one definition for each file, and for the files of each
    folder.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The files of a pack",
        "type": "object",
        "properties": {name: {"$ref": f"#/$defs/{name}"} for name in PARTS},
        "$defs": {
            name: adapter.json_schema(ref_template=f"#/$defs/{name}/$defs/{{model}}") for name, adapter in PARTS.items()
        },
    }


def file_schemas() -> dict[str, tuple[str, dict[str, Any]]]:
    """JSON Schema of each part of a pack by itself, with the file or files that it is of: `gates` is `gates/*.yaml`."""
    names = {name.removesuffix(".yaml"): name for name in FILES} | {name: f"{name}/*.yaml" for name in FOLDERS}
    return {part: (names[part], {"title": names[part], **one.json_schema()}) for part, one in PARTS.items()}


@dataclass(frozen=True, slots=True)
class _Looking:
    """One check of a compiled pack, layer by layer."""

    pack: Pack
    layers: list[Layer]
    told: Callable[[str, str], bool] | None = None
    acts: Collection[str] = ()

    def at(self, layer: Layer) -> Iterator[Problem]:
        """What is wrong with one layer."""
        for part, place, says, warning in self._complaints(layer):
            yield Problem(layer.mark(part, *place), shown_place(place), says, warning)
        for gap in untold(layer, self.layers, self.told) if self.told is not None else ():
            mark = layer.mark(gap.part, *gap.place)
            yield Problem(mark, shown_place(gap.place), gap.says, gap.warning, gap.waits_for)
        yield from self._left(layer)

    def _complaints(self, layer: Layer) -> Iterator[tuple[str, Place, str, bool]]:
        yield from self._provisions(layer)
        yield from self._carried(layer)
        yield from self._years(layer)
        yield from self._gates(layer)
        yield from self._checklists(layer)
        yield from self._enquiries(layer)
        yield from self._sections(layer)
        yield from self._town_facts(layer)
        yield from self._colours(layer)
        yield from self._in_force(layer)
        yield from self._homeless(layer)
        for gap in gaps(layer, self.layers, self.pack, self.acts):
            yield gap.part, gap.place, gap.says, gap.warning
        yield from self._floor(layer)

    def _left(self, layer: Layer) -> Iterator[Problem]:
        """Lines that are still the example's, or those of the town that the pack was copied from."""
        for file, document in layer.documents.items():
            for line, column, words in still_to_change(layer.folder, file):
                yield Problem(Mark(document.file, line, column), "", f"still to be changed: {words}", True)

    def _provisions(self, layer: Layer) -> Iterator[tuple[str, Place, str, bool]]:
        """Ids are unique through all layers."""
        provisions: tuple[Provision, ...] = layer.part("provisions", ())
        seen: set[str] = set()
        for below in self._layers_below(layer):
            seen.update(p.id for p in below.part("provisions", ()))
        for at, provision in enumerate(provisions):
            if provision.id in seen:
                yield "provisions", (at,), f"expected each provision once: {provision.id}", False
            seen.add(provision.id)

    def _years(self, layer: Layer) -> Iterator[tuple[str, Place, str, bool]]:
        """Dates of a year that no law has seen."""
        for name, document in layer.documents.items():
            for place, year in _slips(document.value, ()):
                says = f"expected a year from {EARLIEST} on: the year {year} is a slip of the pen"
                yield name.removesuffix(".yaml"), place, says, False

    def _carried(self, layer: Layer) -> Iterator[tuple[str, Place, str, bool]]:
        """What is carried out exists."""
        known = {p.id for p in self.pack.provisions}
        pending: Pending = layer.part("pending", Pending({}))
        for subject, ids in pending.root.items():
            for at, provision_id in enumerate(ids):
                if provision_id not in known:
                    says = f"no provision is called {provision_id}{did_you_mean(provision_id, known)}"
                    yield "pending", (subject, at), says, False
        for name, document in layer.documents.items():
            for place, provision_id in _carries(document.value, ()):
                if provision_id not in known:
                    near = did_you_mean(provision_id, known)
                    yield (
                        name.removesuffix(".yaml"),
                        place,
                        f"no provision is called {provision_id}{near}",
                        False,
                    )

    def _gates(self, layer: Layer) -> Iterator[tuple[str, Place, str, bool]]:
        gates: dict[str, GateRules] = layer.part("gates", {})
        for name, gate in gates.items():
            for what, names, known in (
                ("includes", gate.includes, self.pack.gates),
                ("checklists", gate.checklists, self.pack.checklists),
                ("answers", gate.answers, self.pack.checklists),
            ):
                for other in names:
                    if other not in known:
                        says = f"no {'gate' if what == 'includes' else 'checklist'} is called {other}"
                        yield "gates", (name, what), f"{says}{did_you_mean(other, known)}", False
            all_keys = {r.key for r in self.pack.gates[name].requirements}
            for key in gate.switched_off:
                if key not in all_keys:
                    says = f"no requirement is called {key}{did_you_mean(key, all_keys)}"
                    yield "gates", (name, "switched_off", key), says, False
            for at, requirement in enumerate(gate.requirements):
                for place, says, warning in self.requirement(requirement):
                    yield "gates", (name, "requirements", at, *place), says, warning
            yield from (("gates", (name, *place), says, False) for place, says in self._below(layer, name, gate))
            keys = [r.key for r in gate.requirements]
            for key in sorted({key for key in keys if keys.count(key) > 1}):
                yield "gates", (name, "requirements"), f"expected each requirement once: {key}", False

    def _below(self, layer: Layer, name: str, gate: GateRules) -> Iterator[tuple[Place, str]]:
        """What a gate says of the same gate in the layers below exists there."""
        lower = [one.part("gates", {})[name] for one in self._layers_below(layer) if name in one.part("gates", {})]
        if not lower and not gate.title:
            yield (), f"expected the key title: no pack below has the gate {name}"
        keys = {r.key for rules in lower for r in rules.requirements}
        for key in gate.cited:
            if key not in keys:
                yield ("cited", key), f"no requirement below is called {key}{did_you_mean(key, keys)}"

    def _layers_below(self, layer: Layer) -> list[Layer]:
        return self.layers[: self.layers.index(layer)]

    def requirement(self, requirement: Requirement) -> Iterator[tuple[Place, str, bool]]:
        """Its predicates, its templates and its exceptions."""
        for place, node in _nodes(requirement):
            for deeper, says in node.check(self.pack.catalogue, self.kinds):
                yield (*place, *deeper), says, False
        for outcome, name in requirement.why.holes():
            if name not in TEMPLATE_WORDS and name not in self.pack.catalogue:
                yield (
                    ("why", outcome),
                    f"no fact is called {name}; expected a fact, fact, limit, missing or on",
                    False,
                )
        if not requirement.cite and not requirement.carries:
            yield ("key",), f"{requirement.key} names no section and carries no provision", True
        yield from _overlaps(requirement.exceptions)

    @property
    def kinds(self) -> dict[str, Kind]:
        """The dated values of the pack with their kinds."""
        return {name: value.kind for name, value in self.pack.values.items()}

    def _checklists(self, layer: Layer) -> Iterator[tuple[str, Place, str, bool]]:
        checklists: dict[str, Checklist] = layer.part("checklists", {})
        for name, checklist in checklists.items():
            fact = self.pack.checklists[name].fact
            if f"{fact}.line" not in self.pack.catalogue:
                yield "checklists", (name, "fact"), f"no family of facts is called {fact}", False
            lines = {line.key for line in self.pack.checklists[name].lines}
            for key in checklist.cited:
                if key not in lines:
                    yield (
                        "checklists",
                        (name, "cited", key),
                        f"no line is called {key}{did_you_mean(key, lines)}",
                        False,
                    )
            for at, line in enumerate(checklist.lines):
                if line.when is not None:
                    for deeper, says in line.when.check(self.pack.catalogue, self.kinds):
                        yield "checklists", (name, "lines", at, "when", *deeper), says, False

    def _enquiries(self, layer: Layer) -> Iterator[tuple[str, Place, str, bool]]:
        """Topics, gates and checklists that are named exist."""
        rules: EnquiryRules = layer.part("enquiries", EnquiryRules())
        gates, topics = self.pack.gates, self.pack.enquiries.topics
        named: list[tuple[Place, str, str, Iterable[str]]] = [
            (("order", at), key, "topic", topics) for at, key in enumerate(rules.order)
        ]
        for key, topic in rules.topics.items():
            place = ("topics", key)
            named += [((*place, part), name, "gate", gates) for part, name in topic.gates.items() if name]
            if topic.fast_track:
                named.append(((*place, "fast_track"), topic.fast_track, "fast track", self.pack.programmes.fast_tracks))
            for part, reply in topic.replies.items():
                named += [((*place, part, "bring", at), name, "gate", gates) for at, name in enumerate(reply.bring)]
                named += [
                    ((*place, part, "shows", at), name, "checklist", self.pack.checklists)
                    for at, name in enumerate(reply.shows)
                ]
        yield from self._lists(layer)
        for where, name, what, known in named:
            if name not in known:
                yield "enquiries", where, f"no {what} is called {name}{did_you_mean(name, known)}", False

    def _lists(self, layer: Layer) -> Iterator[tuple[str, Place, str, bool]]:
        """A fact stands on one list only, in this layer and those below it."""
        lists: dict[str, Together] = {}
        for each in self.layers[: self.layers.index(layer) + 1]:
            lists |= each.part("enquiries", EnquiryRules()).together
        for key, one in layer.part("enquiries", EnquiryRules()).together.items():
            for at, name in enumerate(one.facts):
                for other, beside in lists.items():
                    if other != key and name in beside.facts:
                        yield "enquiries", ("together", key, "lines", at), f"{name} stands on {other}, too", False

    def _sections(self, layer: Layer) -> Iterator[tuple[str, Place, str, bool]]:
        """The sections that look after themselves."""
        for part, value in layer.parts.items():
            if isinstance(value, Checked):
                for place, says in value.check(self.pack.catalogue, self.kinds):
                    yield part, place, says, False

    def _town_facts(self, layer: Layer) -> Iterator[tuple[str, Place, str, bool]]:
        for name in layer.part("facts", {}):
            if not name.startswith("town."):
                yield "facts", (name,), f"expected a name that begins with town., not {name}", False

    def _colours(self, layer: Layer) -> Iterator[tuple[str, Place, str, bool]]:
        town = layer.part("town")
        if town is None:
            return
        colours: Colours = town.colours
        against = {
            "town": (WHITE, PAPER),
            "town_2": (WHITE, PAPER),
            "link": (WHITE, PAPER),
            "town_soft": (colours.town,),
        }
        for name, others in against.items():
            for other in others:
                if (found := contrast(getattr(colours, name), other)) < LEAST_CONTRAST:
                    says = f"expected a contrast of {LEAST_CONTRAST}:1 with {other}, found {found:.1f}:1"
                    yield "town", ("colours", name), says, False

    def _in_force(self, layer: Layer) -> Iterator[tuple[str, Place, str, bool]]:
        """The day from which the chapter is in force has been entered."""
        town: Town | None = layer.part("town")
        if town is not None and town.chapter.in_force_to_be_confirmed:
            says = f"{in_words(town.chapter.in_force_from)} stands in for the day from which the chapter is in force"
            yield "town", ("chapter", "in_force_from"), f"{says}; enter the real one", True

    def _homeless(self, layer: Layer) -> Iterator[tuple[str, Place, str, bool]]:
        """Provisions of the pack itself with a behaviour that nothing carries out, section by section."""
        if layer is not self.layers[-1]:
            return
        homeless: dict[str, list[tuple[int, str]]] = {}
        for at, provision in enumerate(layer.part("provisions", ())):
            if provision.kind is not ProvisionKind.TEXT_ONLY and provision.id not in self.pack.carriers:
                homeless.setdefault(provision.section, []).append((at, provision.id))
        for found in homeless.values():
            ids = listed(provision_id for _, provision_id in found)
            yield "provisions", (found[0][0],), f"nothing in the pack carries out {ids}", True

    def _floor(self, layer: Layer) -> Iterator[tuple[str, Place, str, bool]]:
        """Where a town's rule is looser than the State's, as the packs stand in the end. What a gate takes over from
        another is said once.
        """
        if layer is self.layers[0] or layer is not self.layers[-1]:
            return
        below = merge(self.layers[:1])
        said: set[tuple[str, str, str]] = set()
        for one in differences(below, self.pack, last_change(below, self.pack)):
            if (which := (one.says, one.town_cite, one.state_cite)) not in said:
                said.add(which)
                part, *place = one.place
                yield part, _counted(layer, part, place), str(one), True


def _counted(layer: Layer, part: str, place: list[str]) -> Place:
    """A place by keys as the file has it, where requirements stand in a list."""
    if part == "gates" and place[1] == "requirements" and place[0] in layer.part("gates", {}):
        keys = [r.key for r in layer.part("gates")[place[0]].requirements]
        if place[2] in keys:
            return (*place[:2], keys.index(place[2]), *place[3:])
    return tuple(place)


def _slips(content: Any, place: Place) -> Iterator[tuple[Place, int]]:
    """Every date of a document whose year cannot be right, with its place."""
    if isinstance(content, dict | list):
        for key, value in content.items() if isinstance(content, dict) else enumerate(content):
            yield from _slips(value, (*place, key))
    elif isinstance(content, str) and (found := _DATE.fullmatch(content)) and int(found[1]) < EARLIEST:
        yield place, int(found[1])


def _carries(content: Any, place: Place) -> Iterator[tuple[Place, str]]:
    """Every provision that a document says it carries out, with its place."""
    if isinstance(content, dict):
        for key, value in content.items():
            if key == "carries" and isinstance(value, list):
                yield from (((*place, key, at), provision_id) for at, provision_id in enumerate(value))
            else:
                yield from _carries(value, (*place, key))
    elif isinstance(content, list):
        for at, value in enumerate(content):
            yield from _carries(value, (*place, at))


def _nodes(requirement: Requirement) -> Iterator[tuple[Place, Node]]:
    """The predicates of a requirement with their places."""
    yield ("need",), requirement.need
    if requirement.when is not None:
        yield ("when",), requirement.when
    for at, exception in enumerate(requirement.exceptions):
        yield ("exceptions", at, "when"), exception.when
        if exception.need is not None:
            yield ("exceptions", at, "need"), exception.need


def _overlaps(exceptions: tuple[Exemption, ...]) -> Iterator[tuple[Place, str, bool]]:
    """Exceptions that may apply together, where neither is said to go before the other."""
    labels = [e.label for e in exceptions]
    for at, one in enumerate(exceptions):
        for label in one.goes_before:
            if label not in labels:
                says = f"no exception is labelled {label}{did_you_mean(label, labels)}"
                yield ("exceptions", at, "goes_before"), says, False
        for other in exceptions[at + 1 :]:
            ordered = (one.label in other.goes_before) != (other.label in one.goes_before)
            if not ordered and not apart(one, other):
                says = (
                    f"{one.label} and {other.label} may apply together: expected goes_before in one of them, "
                    "or conditions that exclude each other"
                )
                yield ("exceptions", at), says, False


def apart(one: Exemption, other: Exemption) -> bool:
    """Whether two exceptions can be seen never to apply together: other days, or other values of one fact."""
    if _days_apart(one, other) or _days_apart(other, one):
        return True
    left, right = dict(_fixed(one.when)), dict(_fixed(other.when))
    return any(left[name].isdisjoint(right[name]) for name in left.keys() & right.keys())


def _days_apart(one: InForce, other: InForce) -> bool:
    return one.until is not None and other.from_ is not None and one.until < other.from_


def _fixed(node: Node) -> Iterator[tuple[str, frozenset[object]]]:
    """The facts that a condition fixes to a few values."""
    match node:
        case All():
            for part in node.all:
                yield from _fixed(part)
        case Equals():
            yield node.equals.fact, frozenset({node.equals.value})
        case OneOf():
            yield node.one_of.fact, frozenset(node.one_of.values)
        case IsTrue():
            yield node.is_true, frozenset({True})
        case IsFalse():
            yield node.is_false, frozenset({False})
        case Not(not_=IsTrue() as inner):
            yield inner.is_true, frozenset({False})


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21 (WCAG 2.2)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
