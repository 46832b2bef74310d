"""Construction inspections: which a permit needs, how each of them stands, and what is still open.

`InspectionRules` is a pack's section: the elements that the code lists. `plan` holds them against what is
known of the work; `stand` reads one line's standing from what happened to it; `tell` turns both into the
facts by which the gates for asking, recording and accepting an inspection decide.

    elements:
      - key: footing
        title: Footing and foundation
        cite: "§ 50-5(B)(2)"
        carries: [CHE-50-5-B-2]
        when: {is_true: work.new_foundation}    # left out: for every permit
      - key: framing
        title: Framing
        cite: "§ 50-5(B)(4)"
        when: {is_true: work.framed}
        warn_before: [footing]                  # asked for while these are open: taken, with a warning
      - key: sheetrock
        title: Sheetrock
        cite: "§ 50-5(B)(5)"
        when: {is_true: work.gypsum_board}
        covers: [framing, systems]              # cannot be accepted while these are open
      - key: systems
        title: Structural, electrical, plumbing, mechanical, fire protection systems
        cite: "§ 50-5(B)(6)"
        line_each: work.systems                 # a line for each that the fact names
      - key: energy
        title: Energy Code
        cite: "§ 50-5(B)(10)"
        lines:
          - {key: insulation, title: Insulation, when: {is_true: work.conditioned_space}}
          - {key: ventilation, title: Whole-house ventilation, when: {is_true: work.whole_house_ventilation}}
      - {key: final, title: Final, cite: "§ 50-5(B)(12)", final: true}
    further: {cite: "§ 50-5(B)"}                # the officer may require others
    violations:
      covered_early: {title: Covered before it was accepted, cite: "§ 50-5(A)", of_work: true}
      not_displayed: {title: Permit not displayed, ask: Is the permit displayed?, cite: "§ 50-4(G)"}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Literal, Self

from pydantic import Field, model_validator

from townwright.law.dated import Section
from townwright.law.facts import Catalogue, FactError, Kind
from townwright.law.model import Rules
from townwright.law.predicates import Asked, Predicate

#: What can happen to a line. Only an inspection accepts; the holder's word that a failure is corrected does
#: not.
Event = Literal["ready", "satisfactory", "not satisfactory", "no entry", "covered", "reported corrected"]

#: Where something stands in a pack, beneath the section.
Place = tuple[str | int, ...]


# -- the rules of a pack -----------------------------------------------------------------------------------


class Subline(Rules):
    """One part of an element that is inspected on its own."""

    key: str
    title: str
    when: Predicate | None = None
    cite: str = ""
    """Its own section, where it has one."""
    paper: str = ""
    """The paper with the results of its test, which has to come in before the certificate."""


class ViolationKind(Section):
    """A breach that an inspection can find, beside work that fails a line of the plan."""

    title: str
    ask: str = ""
    """The question of every inspection, to the final one, whose "no" is this breach."""
    of_work: bool = False
    """Whether it says that work does not comply, so that no certificate issues while it is open."""


class Element(Section):
    """One element of construction that the code wants inspected."""

    key: str
    title: str
    when: Predicate | None = None
    """When it applies; left out, always."""
    before_issue: bool = False
    """Whether it is inspected before the permit issues."""
    final: bool = False
    """Whether it is the final inspection, which is never "not applicable"."""
    set_aside: Literal["with reason", "never"] = "with reason"
    """Whether the officer can mark it as not applicable where the facts say that it applies."""
    lines: tuple[Subline, ...] = ()
    """Parts that are each accepted on their own."""
    line_each: str = ""
    """A fact that lists things (systems), each of them a line."""
    warn_before: tuple[str, ...] = ()
    """Elements that are warned of where this one is asked for before they are accepted."""
    covers: tuple[str, ...] = ()
    """Elements that this one hides, so that it cannot be accepted before they are."""

    @model_validator(mode="after")
    def _one_kind_of_lines(self) -> Self:
        if self.lines and self.line_each:
            raise ValueError("expected lines or line_each, not both")
        if self.final and (self.when or self.lines or self.line_each):
            raise ValueError("expected a final inspection without when and lines: it always applies")
        return self


class InspectionRules(Rules):
    """The construction inspections of a town's code."""

    elements: tuple[Element, ...]
    further: Section | None = None
    """Where it says that the officer may require inspections that are not listed."""
    violations: dict[str, ViolationKind] = Field(default_factory=dict)
    """The breaches that an inspection can find, by their keys (covered_early, not_displayed)."""

    @model_validator(mode="after")
    def _elements_by_key(self) -> Self:
        keys = [element.key for element in self.elements]
        if len(set(keys)) != len(keys):
            raise ValueError("expected each element once")
        if sum(element.final for element in self.elements) > 1:
            raise ValueError("expected one final inspection")
        for element in self.elements:
            if strange := {*element.warn_before, *element.covers} - set(keys):
                raise ValueError(f"{element.key} names {', '.join(sorted(strange))}, which is no element")
        return self

    def fixed(self, element: str) -> bool:
        """Whether the code fixes an element, so that nobody can mark it as not applicable where the work has it."""
        return any(one.key == element and one.set_aside == "never" for one in self.elements)

    def names(self) -> Iterator[str]:
        """The facts on which it hangs which inspections a permit's work has."""
        for element in self.elements:
            for _, when in _conditions(element):
                yield from when.names()
            if element.line_each:
                yield element.line_each

    def check(self, catalogue: Catalogue, values: Mapping[str, Kind]) -> Iterator[tuple[Place, str]]:
        """What is wrong with the facts that the elements name: (place, what was expected)."""
        for at, element in enumerate(self.elements):
            here: Place = ("elements", at)
            for place, when in _conditions(element):
                for deeper, what in when.check(catalogue, values):
                    yield (*here, *place, *deeper), what
            if element.line_each:
                try:
                    fact = catalogue[element.line_each]
                except FactError as error:
                    yield (*here, "line_each"), str(error)
                else:
                    if fact.kind is not Kind.SET:
                        what = f"expected a fact that is a set; {fact.name} is a {fact.kind.value}"
                        yield (*here, "line_each"), what


def _conditions(element: Element) -> Iterator[tuple[Place, Predicate]]:
    if element.when:
        yield ("when",), element.when
    for at, part in enumerate(element.lines):
        if part.when:
            yield ("lines", at, "when"), part.when


# -- the plan of a permit ----------------------------------------------------------------------------------


class State(StrEnum):
    """Whether a line of the plan applies."""

    REQUIRED = "required"
    NOT_APPLICABLE = "not applicable"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PlanLine:
    """One inspection of a permit's plan. `key` is the element's, with the part's after a dot where it has
    any.

    `why` says why the line applies or does not, or what is not known; `missing` are the facts that would
    settle it.
    """

    key: str
    element: str
    title: str
    state: State
    cite: str
    provisions: tuple[str, ...] = ()
    why: str = ""
    missing: tuple[str, ...] = ()
    before_issue: bool = False
    final: bool = False
    fixed: bool = False
    """Whether it cannot be marked as not applicable where the facts say that it applies."""


@dataclass(frozen=True, slots=True)
class Added:
    """An inspection that an officer requires beside the listed ones."""

    key: str
    title: str


def plan(
    rules: InspectionRules,
    asked: Asked,
    *,
    added: Iterable[Added] = (),
    set_aside: Mapping[str, str] | None = None,
) -> tuple[PlanLine, ...]:
    """The inspections of a permit, in the order of the code.

    `added` are those that the officer requires beside them; `set_aside` are lines that the officer has marked
    as not applicable, each with the reason. Raises `ValueError` for an addition that the code does not
    provide for, for a reason without words, for a line that there is not, for the final one, which always
    applies, and for one that the code fixes; `FactError` for a fact of the wrong type.
    """
    listed = [line for element in rules.elements for line in _lines(element, asked)]
    further = [_further(rules, one) for one in added]
    lines = [
        *(line for line in listed if not line.final),
        *further,
        *(line for line in listed if line.final),
    ]
    return tuple(_set_aside(lines, set_aside or {}))


def _further(rules: InspectionRules, one: Added) -> PlanLine:
    section = rules.further
    if section is None:
        raise ValueError("the code gives no power to require inspections that it does not list")
    why = "Required by the officer"
    return PlanLine(one.key, one.key, one.title, State.REQUIRED, section.cite, section.carries, why)


def _set_aside(lines: list[PlanLine], reasons: Mapping[str, str]) -> Iterator[PlanLine]:
    if strange := set(reasons) - {line.key for line in lines}:
        raise ValueError(f"the plan has no line {', '.join(sorted(strange))}")
    for line in lines:
        if line.key not in reasons:
            yield line
        elif line.final:
            raise ValueError("the final inspection always applies")
        elif line.fixed and line.state is State.REQUIRED:
            raise ValueError(f"it applies wherever the work has it: {line.title} ({line.cite})")
        elif not reasons[line.key].strip():
            raise ValueError(f"write down why it does not apply: {line.title}")
        else:
            yield replace(line, state=State.NOT_APPLICABLE, why=reasons[line.key], missing=())


def _lines(element: Element, asked: Asked) -> Iterator[PlanLine]:
    """An element's lines: itself, its parts, or one for each thing that a fact names."""
    whole = _line(element.key, element.title, element.when, element, asked)
    if whole.state is not State.REQUIRED or not (element.lines or element.line_each):
        yield whole
        return
    if element.lines:
        parts = [
            _line(f"{element.key}.{part.key}", part.title, part.when, element, asked, part.cite)
            for part in element.lines
        ]
        if all(part.state is State.NOT_APPLICABLE for part in parts):
            yield replace(whole, state=State.NOT_APPLICABLE, why="None of its parts applies")
        else:
            yield from parts
        return
    named = asked.read(element.line_each)
    fact = asked.fact(element.line_each)
    if named is None:
        why = f"{fact.says} not known"
        yield replace(whole, state=State.UNKNOWN, why=why, missing=(element.line_each,))
    elif isinstance(named, frozenset) and named:
        for name in sorted(named):
            shown = fact.choices.get(name, name)
            yield replace(whole, key=f"{element.key}.{name}", title=f"{element.title}: {shown}")
    else:
        yield replace(whole, state=State.NOT_APPLICABLE, why=f"{fact.says}: none")


def _line(key: str, title: str, when: Predicate | None, element: Element, asked: Asked, cite: str = "") -> PlanLine:
    line = PlanLine(
        key,
        element.key,
        title,
        State.REQUIRED,
        cite or element.cite,
        element.carries,
        before_issue=element.before_issue,
        final=element.final,
        fixed=element.set_aside == "never",
    )
    if when is None:
        return line
    verdict = when.test(asked)
    state = {True: State.REQUIRED, False: State.NOT_APPLICABLE, None: State.UNKNOWN}[verdict.holds]
    return replace(line, state=state, why=verdict.says, missing=verdict.missing)


# -- how a line stands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Happening:
    """What happened to a line on a day. `portion` is the part of the work, blank for all of it."""

    on: date
    event: Event
    portion: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a line stands on a day.

    `key` is the value of the fact `inspection.of.<line>`; `accepted_on` is set once all of the work is
    accepted, `failed_on` while a failure is open; `portions` are those accepted so far. Until all is accepted
    the work is to be kept exposed: not yet inspected, or failed and neither corrected, inspected again nor
    found satisfactory.
    """

    key: str = "not ready"
    accepted_on: date | None = None
    failed_on: date | None = None
    portions: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether all of the work is accepted, so that it may be covered."""
        return self.accepted_on is not None

    @property
    def failed(self) -> bool:
        """Whether it has failed or was covered too early, so that the next visit looks at a correction."""
        return self.key in ("not satisfactory", "covered early")


def stand(happenings: Iterable[Happening], on: date) -> Standing:
    """How a line stands on a day, from what has happened to it by then; of one day, in the order given.

    An acceptance counts until a later failure. A failure of a portion stands until that portion or all of the
    work is found satisfactory, and work that was covered too early until all of it is.
    """
    ready, covered, accepted_on = False, False, None
    failed: dict[str, date] = {}
    portions: dict[str, None] = {}
    for happening in sorted((one for one in happenings if one.on <= on), key=lambda one: one.on):
        match happening.event, happening.portion:
            case "ready", _:
                ready = True
            case "satisfactory", "":
                covered, accepted_on = False, happening.on
                failed.clear()
            case "satisfactory", portion:
                ready = True
                failed.pop(portion, None)
                portions[portion] = None
            case "not satisfactory", portion:
                accepted_on = None
                failed[portion] = happening.on
                portions = {one: None for one in portions if portion and one != portion}
            case "covered", _:
                covered = accepted_on is None
    key = (
        "covered early"
        if covered
        else "not satisfactory"
        if failed
        else "satisfactory"
        if accepted_on
        else "ready"
        if ready
        else "not ready"
    )
    return Standing(key, accepted_on, max(failed.values(), default=None), tuple(portions))


# -- what the gates ask ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Failure:
    """One way in which work does not comply: in words, with the section of the Codes that it breaks.

    Raises `ValueError` where it has no words.
    """

    words: str
    section: str = ""

    def __post_init__(self) -> None:
        if not self.words.strip():
            raise ValueError("write down how the work does not comply")


def open_lines(lines: Iterable[PlanLine], standings: Mapping[str, Standing]) -> tuple[PlanLine, ...]:
    """The lines, besides the final one, that are not accepted and not known to be not applicable."""
    return tuple(
        line
        for line in lines
        if not line.final
        and line.state is not State.NOT_APPLICABLE
        and not standings.get(line.key, Standing()).accepted
    )


def last_accepted_on(lines: Iterable[PlanLine], standings: Mapping[str, Standing]) -> date | None:
    """The day on which the last required line was accepted, the final one with them; None while one is open."""
    required = [line for line in lines if line.state is not State.NOT_APPLICABLE]
    days = [standings.get(line.key, Standing()).accepted_on for line in required]
    known = [day for day in days if day is not None]
    return max(known) if known and len(known) == len(days) else None


def tell(
    rules: InspectionRules,
    lines: tuple[PlanLine, ...],
    standings: Mapping[str, Standing],
    line: PlanLine,
    failures: Iterable[Failure] = (),
) -> dict[str, object]:
    """The facts about an inspection of one line, by the names of the catalogue, for the gates that ask for
    them.
    """
    element = next((one for one in rules.elements if one.key == line.element), None)
    earlier, hidden = (element.warn_before, element.covers) if element else ((), ())
    still_open = open_lines(lines, standings)
    found = tuple(failures)
    facts: dict[str, object] = {
        "inspection.element": line.element,
        "inspection.is_final": line.final,
        "inspection.open_elements": frozenset(one.title for one in still_open if one.key != line.key),
        "inspection.earlier_open": frozenset(one.title for one in still_open if one.element in earlier),
        "inspection.hidden_open": frozenset(one.title for one in still_open if one.element in hidden),
        "inspection.failures": frozenset(one.words for one in found),
        "inspection.failures_without_section": frozenset(one.words for one in found if not one.section.strip()),
        **{f"inspection.of.{one.key}": standing_of(one, standings) for one in lines},
    }
    told = {
        "inspection.failed_on": standings.get(line.key, Standing()).failed_on,
        "inspection.last_accepted_on": last_accepted_on(lines, standings),
    }
    return facts | {name: day for name, day in told.items() if day is not None}


def standing_of(line: PlanLine, standings: Mapping[str, Standing]) -> str:
    """The value of the fact `inspection.of.<line>`."""
    return line.state.value if line.state is State.NOT_APPLICABLE else standings.get(line.key, Standing()).key
