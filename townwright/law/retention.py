"""How long records are kept: which for good, which for years from an event, and what a legal hold keeps longer.

`RetentionRules` is a pack's section. A kind of record that it does not name is kept for good. Nothing is ever
disposed of by itself: a disposition is a reviewed, signed batch (`may_dispose` is asked for each record of it),
and none is lawful before the town has adopted the State's schedule by resolution.

    authority: {cite: "Arts and Cultural Affairs Law art. 57-A"}
    kinds:
      application:
        title: Applications received
        keep:
          - {from: "2024-04-10", value: {permanent: true}, cite: "§ 50-15(A)", enacted_by: "L.L. 4-2024"}
      complaint:
        title: Complaints
        keep:
          - {from: "2021-01-01", value: {years: 6, from: closed}, cite: "LGS-1", enacted_by: "Resolution 9-2021"}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Self

from pydantic import ConfigDict, Field, StrictBool, StrictInt, StrictStr, model_validator

from townwright.law.calendar import ONE_DAY, Calendar, Deadline, Period, in_words
from townwright.law.dated import Dated, Section, Series
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.holding import held
from townwright.law.model import Rules
from townwright.law.permits import not_on_file_finding

# -- the rules of a pack -----------------------------------------------------------------------------------


class Keep(Rules):
    """How long a kind of record is kept: for good, or for years from an event."""

    model_config = ConfigDict(serialize_by_alias=True)

    permanent: StrictBool = False
    years: StrictInt | None = Field(default=None, ge=0)
    event: StrictStr = Field(default="", alias="from")
    """The event from which the years run (closed, superseded, demolished), by its key."""

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if self.permanent is (self.years is not None) or bool(self.event) is not (self.years is not None):
            raise ValueError("expected permanent, or years and from")
        return self


class RecordKind(Rules):
    """One kind of record."""

    title: StrictStr
    keep: Series[Keep]


class RetentionRules(Rules):
    """How long the records of an office are kept."""

    authority: Section | None = None
    """Where it says that nothing is disposed of before the town adopts a schedule."""
    kinds: dict[str, RecordKind] = Field(default_factory=dict)


# -- how long ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hold:
    """A legal hold: why (a suit, an audit, a request), from when, and until when it was lifted, if it was."""

    why: str
    since: date
    lifted: date | None = None

    def on(self, day: date) -> bool:
        """Whether it holds on a day. On the day on which it is lifted it no longer does."""
        return self.since <= day and (self.lifted is None or day < self.lifted)


@dataclass(frozen=True, slots=True)
class Kept:
    """How long a record is kept: for good, or through a day; neither where the event is not known yet.

    `cite` is the section that says so.
    """

    permanent: bool
    until: Deadline | None
    why: str
    cite: str
    provisions: tuple[str, ...] = ()


def kept(rules: RetentionRules, kind: str, events: Mapping[str, date], on: date, calendar: Calendar) -> Kept:
    """How long a record of a kind is kept, by the rule in force on a day. What no rule names is kept for good."""
    rule = rules.kinds[kind].keep.on(on) if kind in rules.kinds else None
    if rule is None:
        cite = rules.authority.cite if rules.authority else ""
        return Kept(True, None, "No schedule names it, so that it is kept for good", cite)
    until = _until(rule, events, calendar)
    if rule.value.permanent:
        why = "A permanent record"
    elif until is None:
        why = f"Kept for {_years(rule)} from the day on which it is {rule.value.event}, which is not known"
    else:
        why = f"Kept through {in_words(until.act_by)}: {_years(rule)} from the day on which it was {rule.value.event}"
    return Kept(rule.value.permanent, until, why, rule.cite, rule.carries)


def _years(rule: Dated[Keep]) -> str:
    return "1 year" if rule.value.years == 1 else f"{rule.value.years} years"


def _until(rule: Dated[Keep], events: Mapping[str, date], calendar: Calendar) -> Deadline | None:
    """The last day on which a record is kept, which never rolls; None for good, or while the event is not known."""
    years, event = rule.value.years, events.get(rule.value.event)
    if years is None or event is None:
        return None
    end = calendar.nominal(event, Period(years=years)) if years else event
    return calendar.fixed(end, kind="record.kept_until", cite=rule.cite, provisions=rule.carries)


# -- disposing ---------------------------------------------------------------------------------------------


def may_dispose(
    rules: RetentionRules,
    kind: str,
    events: Mapping[str, date],
    *,
    state: RetentionRules | None = None,
    holds: Iterable[Hold] = (),
    adopted: date | None,
    reviewed: bool,
    on: date,
    calendar: Calendar,
) -> Decision:
    """Whether a record can be disposed of on a day.

    `adopted` is the day on which the town adopted the State's schedule, None while it has not; `reviewed` says
    that the batch was reviewed and signed; `state` are the State's least times, beside which the town's own may
    only be longer.
    """
    findings = [*_adopted(rules, state, adopted, on), *_over("record.kept", rules, kind, events, on, calendar)]
    if state is not None and kind in state.kinds:
        findings.extend(_over("record.kept_by_state", state, kind, events, on, calendar))
    section = rules.authority or (state.authority if state else None)
    held_now = next((hold for hold in holds if hold.on(on)), None)
    for key, met, says, why, cure in (
        ("record.hold", held_now is None, "No legal hold is on it", held_now.why if held_now else "", "Lift the hold"),
        ("record.reviewed", reviewed, "The batch is reviewed and signed", "", "Have it reviewed and signed"),
    ):
        outcome = Outcome.MET if met else Outcome.UNMET
        findings.append(
            Finding(
                key,
                outcome,
                says,
                section.cite if section else "",
                why=why,
                cure="" if met else cure,
                held_by="" if met else "officer",
                provisions=section.carries if section else (),
            )
        )
    return Decision("record.dispose", on, tuple(findings))


def _adopted(rules: RetentionRules, state: RetentionRules | None, adopted: date | None, on: date) -> Iterator[Finding]:
    section = rules.authority or (state.authority if state else None)
    if section is not None:
        yield held(
            "record.schedule",
            adopted is not None and adopted <= on,
            "The town has adopted the State's schedule",
            section,
            why=f"Adopted on {in_words(adopted)}" if adopted else "No resolution is on file",
            cure="Have the board adopt it by resolution",
            held_by="board",
            fact=adopted,
        )


def _over(
    key: str, rules: RetentionRules, kind: str, events: Mapping[str, date], on: date, calendar: Calendar
) -> Iterator[Finding]:
    """Whether the time for which a record is kept is over."""
    entry = rules.kinds.get(kind)
    if entry is not None and not entry.keep.on_file(on):
        yield not_on_file_finding(key, entry.keep.root[0], on)
        return
    found = kept(rules, kind, events, on, calendar)
    over = found.until is not None and found.until.passed(on)
    unknown = not found.permanent and found.until is None
    outcome = Outcome.UNKNOWN if unknown else Outcome.MET if over else Outcome.UNMET
    first = f"Possible from {in_words(found.until.act_by + ONE_DAY)} on" if found.until and not over else ""
    yield Finding(
        key,
        outcome,
        "The time for which it is kept is over",
        found.cite,
        why=found.why,
        cure=first,
        held_by="" if over else "officer",
        provisions=found.provisions,
        missing=("record.event",) if unknown else (),
        limit=found.until.act_by if found.until else None,
    )
