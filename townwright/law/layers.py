"""Reads the folder of a pack, part by part, and says of everything that is wrong where it stands and what was
expected.

A folder is one layer: the State's floor, or a town's pack above it. `packs.compile_pack` lays them over each
other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, StrictBool, StrictStr, TypeAdapter, ValidationError

from townwright.law.calendar import CalendarRules
from townwright.law.certificates import CertificateRules
from townwright.law.dated import Series
from townwright.law.electrical import ElectricalRules
from townwright.law.enquiries import EnquiryRules
from townwright.law.escrow import EscrowRules
from townwright.law.facts import Kind
from townwright.law.fees import FeeRules
from townwright.law.gates import GateRules, Why
from townwright.law.inspections import InspectionRules
from townwright.law.loader import Document, LoadError, Mark, Place, load
from townwright.law.model import ProvisionId, Rules, WrittenDate
from townwright.law.operating import OperatingRules
from townwright.law.orders import OrderRules
from townwright.law.penalties import PenaltyRules
from townwright.law.periodic import PeriodicRules
from townwright.law.permits import PermitRules
from townwright.law.predicates import WORDS, Predicate
from townwright.law.programmes import ProgrammeRules
from townwright.law.provisions import Pending, Provision
from townwright.law.reports import ReportRules
from townwright.law.retention import RetentionRules
from townwright.law.surcharges import SurchargeRules
from townwright.law.town import Numbers, Paper, Reading, Town, TownClosings, TownFact
from townwright.law.vacancy import VacancyRules
from townwright.law.words import did_you_mean, listed


class Head(Rules):
    """The first page of a pack: what it is called, and which pack it stands on."""

    name: StrictStr = Field(pattern=r"^[a-z0-9-]+$")
    title: StrictStr
    extends: StrictStr = ""


class Line(Rules):
    """One line of a checklist."""

    key: StrictStr = Field(pattern=r"^[a-z0-9_.\-]+$")
    says: StrictStr
    ask: StrictStr = ""
    cite: StrictStr = ""
    carries: tuple[ProvisionId, ...] = ()
    when: Predicate | None = None
    always_applies: StrictBool = False
    why: Why = Why()
    cure: StrictStr = ""
    again: StrictBool = False
    """It is looked at again once the plans are to be amended, however it was marked before."""
    from_: WrittenDate | None = Field(default=None, alias="from")
    until: WrittenDate | None = None


class Checklist(Rules):
    """Lines that somebody marks one by one: `<fact>.<line>` holds each result, `done` says which results count
    as done. Over a list of the pack below it adds lines, replaces them by key, and cites them.
    """

    title: StrictStr = ""
    fact: StrictStr = ""
    done: tuple[StrictStr, ...] = ("satisfied",)
    answers: tuple[StrictStr, ...] = ("satisfied", "not satisfied")
    """Results that are an answer, where a gate only asks for one; that a line does not apply is one with its reason."""
    noted: tuple[StrictStr, ...] = ()
    """Answers that count only with a note of the reviewer's."""
    held_by: StrictStr = "applicant"
    lines: tuple[Line, ...] = ()
    cited: dict[StrictStr, tuple[ProvisionId, ...]] = Field(default_factory=dict)
    """Lines of the pack below that this code has too, each with the provisions that say so here."""


class NamedValue(Rules):
    """A value that gates hold facts against, dated."""

    kind: Kind
    says: StrictStr
    unit: StrictStr = ""
    bound: Literal["at most", "at least"] | None = None
    """In the State's floor: how a town's own value may stand to it without being looser."""
    series: Series[str | int]


#: The subjects of the law that one file of a pack holds whole. A town's file lies over the State's key by key: what it
#: does not name stands as it is below (reading 7).
SUBJECTS: dict[str, type[Rules]] = {
    "operating": OperatingRules,
    "periodic": PeriodicRules,
    "orders": OrderRules,
    "penalties": PenaltyRules,
    "surcharges": SurchargeRules,
    "vacancy": VacancyRules,
    "electrical": ElectricalRules,
    "programmes": ProgrammeRules,
    "escrow": EscrowRules,
    "reports": ReportRules,
    "retention": RetentionRules,
    "enquiries": EnquiryRules,
}

#: The parts of a pack that stand in one file each, with what each must be.
FILES: dict[str, TypeAdapter[Any]] = {
    "pack.yaml": TypeAdapter(Head),
    "town.yaml": TypeAdapter(Town),
    "facts.yaml": TypeAdapter(dict[str, TownFact]),
    "values.yaml": TypeAdapter(dict[str, NamedValue]),
    "holidays.yaml": TypeAdapter(CalendarRules),
    "closings.yaml": TypeAdapter(TownClosings),
    "checklists.yaml": TypeAdapter(dict[str, Checklist]),
    "permits.yaml": TypeAdapter(PermitRules),
    "inspections.yaml": TypeAdapter(InspectionRules),
    "certificates.yaml": TypeAdapter(CertificateRules),
    "fees.yaml": TypeAdapter(FeeRules),
    "numbers.yaml": TypeAdapter(Numbers),
    "papers.yaml": TypeAdapter(dict[str, Paper]),
    "readings.yaml": TypeAdapter(dict[str, Reading]),
    "pending.yaml": TypeAdapter(Pending),
    **{f"{name}.yaml": TypeAdapter(rules) for name, rules in SUBJECTS.items()},
}

#: The parts of a pack that are a folder of files, read in the order of their names and joined.
FOLDERS: dict[str, TypeAdapter[Any]] = {
    "provisions": TypeAdapter(tuple[Provision, ...]),
    "gates": TypeAdapter(dict[str, GateRules]),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about a pack: where it stands, and what was expected. A warning does not keep the pack from
    working.
    """

    mark: Mark
    place: str
    says: str
    warning: bool = False
    waits_for: str = ""
    """The subject of the office that is not there yet and will settle it; empty where the pack itself can be mended."""

    def to_json(self) -> dict[str, Any]:
        """The problem as plain JSON values."""
        return {
            "file": self.mark.file,
            "line": self.mark.line,
            "column": self.mark.column,
            "place": self.place,
            "says": self.says,
            "warning": self.warning,
            "waits_for": self.waits_for,
        }

    def __str__(self) -> str:
        where = f"{self.mark}: {self.place}: " if self.place else f"{self.mark}: "
        return f"{where}{'warning: ' if self.warning else ''}{self.says}"


class PackError(ValueError):
    """A pack that cannot be used, with everything that is wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


@dataclass(slots=True)
class Layer:
    """A folder read: its parts by file name (without the ending), its documents, and what is wrong with it."""

    folder: Path
    parts: dict[str, Any] = field(default_factory=dict)
    documents: dict[str, Document] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def part(self, name: str, default: Any = None) -> Any:
        """A part, or the default where the layer has none."""
        return self.parts.get(name, default)

    def mark(self, part: str, *place: str | int) -> Mark:
        """Where a value of a part stands in its file. In a folder of lists the first step counts through them
        all.
        """
        for name, document in self.documents.items():
            if name == f"{part}.yaml":
                return document.mark(place)
            if not name.startswith(f"{part}/"):
                continue
            first, *rest = place
            if isinstance(first, int) and first >= len(document.value):
                place = (first - len(document.value), *rest)
            elif (first,) in document.marks:
                return document.mark(place)
        return Mark(self.folder.name, 1, 1)


#: How the files of a pack end, and how they are mistakenly made to end: none is passed over in silence.
_WRITTEN = (".yaml", ".yml")


def read_layer(folder: Path) -> Layer:
    """Read every file of a pack's folder. Nothing is raised: what is wrong is listed in the layer's
    `problems`.
    """
    layer = Layer(folder)
    if not folder.is_dir():
        layer.problems.append(Problem(Mark(str(folder), 1, 1), "", "expected the folder of a pack"))
        return layer
    for path in sorted(path for path in folder.rglob("*") if path.suffix.lower() in _WRITTEN):
        name = path.relative_to(folder).as_posix()
        shown = f"{folder.name}/{name}"
        adapter = FILES.get(name) or FOLDERS.get(name.rpartition("/")[0])
        if adapter is None:
            known = [*FILES, *(f"{part}/<name>.yaml" for part in FOLDERS)]
            near = did_you_mean(name, known)
            layer.problems.append(
                Problem(
                    Mark(shown, 1, 1),
                    "",
                    f"no part of a pack is called {name}{near}; expected {listed(known, 'or')}",
                )
            )
            continue
        try:
            document = load(path, shown_as=shown)
            layer.documents[name] = document
            if document.value is None and name != "pack.yaml":
                continue  # nothing but comments: the file says nothing
            value = adapter.validate_python(document.value)
        except LoadError as error:
            layer.problems.append(Problem(error.mark, "", error.problem))
        except ValidationError as error:
            layer.problems.extend(_problems(error, document))
        else:
            _join(layer, name, value, document)
    if "pack.yaml" not in layer.documents:
        layer.problems.insert(0, Problem(Mark(f"{folder.name}/pack.yaml", 1, 1), "", "expected this file"))
    return layer


def _join(layer: Layer, name: str, value: Any, document: Document) -> None:
    """Put a file's value in its part; files of a folder are joined, and may not name a thing twice."""
    part, _, rest = name.removesuffix(".yaml").partition("/")
    if not rest:
        layer.parts[part] = value
    elif isinstance(value, tuple):
        layer.parts[part] = (*layer.parts.get(part, ()), *value)
    else:
        known = layer.parts.setdefault(part, {})
        for key in value:
            if key in known:
                layer.problems.append(Problem(document.mark((key,)), key, f"expected each of the {part} once"))
        known.update(value)


def _problems(error: ValidationError, document: Document) -> Iterator[Problem]:
    """Pydantic's complaints, each with its spot in the file and in words of ours."""
    for each in error.errors(include_url=False):
        place = document.real(each["loc"])
        context = each.get("ctx", {})
        if each["type"] == "too_short" and len(each["input"]) >= context["min_length"]:
            continue  # it is long enough as written: things in it are wrong, and complained of themselves
        if each["type"] == "unknown_key":
            place = (*place, context["key"])
        if each["type"] == "missing":
            yield Problem(document.mark(place), shown_place(place), f"expected the key {each['loc'][-1]}")
            continue
        yield Problem(document.mark(place), shown_place(place), _in_words(each["type"], each["msg"], each["input"]))


def complaints(error: ValidationError) -> Iterator[str]:
    """Pydantic's complaints in words of ours, for a value that stands in no file."""
    for each in error.errors(include_url=False):
        if each["type"] == "missing":
            yield f"expected the key {each['loc'][-1]}"
        else:
            yield _in_words(each["type"], each["msg"], each["input"])


def shown_place(place: Place) -> str:
    """A place as people read it: requirements[2].need.at_least."""
    text = ""
    for step in place:
        text += f"[{step + 1}]" if isinstance(step, int) else f".{step}" if text else step
    return text


#: What stands there, by its type.
_CALLED = {dict: "keys with values", list: "a list", type(None): "nothing"}
#: What was expected, by pydantic's name of the complaint, where its own words are a programmer's.
_PLAINLY = {
    "model_type": "expected keys, each with its value",
    "dict_type": "expected keys, each with its value",
    "list_type": "expected a list",
    "tuple_type": "expected a list",
    "string_type": "expected text",
    "bool_type": "expected true or false",
    "bool_parsing": "expected true or false",
    "int_type": "expected a whole number",
    "int_parsing": "expected a whole number",
}


def _in_words(kind: str, message: str, found: Any) -> str:
    """A complaint in words: what was expected, and what stands there."""
    if kind == "predicate":
        if isinstance(found, dict) and len(found) == 1:
            word = str(next(iter(found)))
            return f"no predicate is called {word}{did_you_mean(word, WORDS)}; expected {listed(WORDS, 'or')}"
        return f"expected a mapping of one predicate: {listed(WORDS, 'or')}"
    message = message.removeprefix("Value error, ").replace("Input should be", "expected")
    if kind in ("unknown_key", "value_error"):
        return message
    message = _PLAINLY.get(kind, message).replace("expected greater than or equal to", "expected at least")
    message = message.replace("expected less than or equal to", "expected at most")
    message = message.replace("String should match pattern", "expected text of the pattern")
    shown = repr(found) if isinstance(found, str | int | bool) else _CALLED.get(type(found), type(found).__name__)
    return f"{message[:1].lower() + message[1:]}; found {shown}"
