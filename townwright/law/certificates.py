"""Certificates of occupancy and of compliance: which is due, how long a temporary one lasts, when one can be
taken back, and what it is on a day.

`CertificateRules` is a pack's section. What must be so before a certificate issues is asked by the gates, and
what stands on it is among the papers; here are the kinds and the dates.

    kinds:
      occupancy: {title: Certificate of Occupancy, when: {is_true: certificate.occupied}, cite: "§ 50-7(A)"}
      compliance: {title: Certificate of Compliance, when: {is_false: certificate.occupied}, cite: "§
      50-7(A)"}
    temporary:
      - from: "2024-08-01"
        value: {months: 6, rolls: false, remind: [60, 30, 7]}
        cite: "§ 50-7(D)"
        enacted_by: "L.L. 4-2024"
    extension:                                  # of a temporary one; left out where the code has none
      - from: "2024-08-01"
        value: {most: 2, longest: {months: 3}}
        cite: "§ 50-7(D)"
        enacted_by: "L.L. 4-2024"
    correction: {cite: "§ 50-7(E)", rolls: true}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from pydantic import Field

from townwright.law.calendar import ONE_DAY, Calendar, Deadline, Period, RollingPeriod, in_words
from townwright.law.dated import Dated, Section, Series
from townwright.law.facts import Catalogue, Kind
from townwright.law.findings import Decision, Finding, Outcome, judged
from townwright.law.model import Rules
from townwright.law.permits import not_on_file_finding
from townwright.law.predicates import Asked, Predicate, Verdict
from townwright.law.status import ALWAYS, All, Ladder, Passed, Reached, Rung, not_undone

#: What a certificate is on a day. `ends_on` is the last day of a temporary one; none for the others.
CERTIFICATE_STATUS = Ladder(
    (
        Rung("revoked", "Revoked", Reached("revoked_on")),
        Rung("superseded", "Superseded by a later certificate", Reached("superseded_on")),
        Rung("lost", "Lost by the town's code", Reached("lost_on")),
        Rung("lapsed", "Lapsed", All((Reached("issued_on"), Passed("ends_on")))),
        Rung("suspended", "Suspended", All((Reached("issued_on"), not_undone("suspended_on", "lifted_on")))),
        Rung("in force", "In force", Reached("issued_on")),
        Rung("refused", "Refused", Reached("refused_on")),
        Rung("withdrawn", "Withdrawn", Reached("withdrawn_on")),
        Rung("applied for", "Applied for", Reached("filed_on")),
        Rung("draft", "Draft", ALWAYS),
    )
)


# -- the rules of a pack -----------------------------------------------------------------------------------


class CertificateKind(Section):
    """One kind of certificate, and when it is the right one."""

    title: str
    when: Predicate | None = None


class TemporaryRule(RollingPeriod):
    """How long a temporary certificate is in effect."""

    counted_from: Literal["start", "issue"] = "start"
    """Whether the period is counted from the first day in effect, or from the day of issue."""
    exactly: bool = False
    """Whether it is that long; else at most."""
    most: int | None = None
    """How many there may be for one permit; null for no limit."""


class TemporaryExtension(Rules):
    """How a temporary certificate is extended, each time from its last day."""

    most: int | None = Field(default=None, ge=1)
    """How many extensions one may have; null for no limit."""
    longest: Period | None = None
    """How far beyond the old last day the new one may lie; null for no limit."""
    needs_cause: bool = True
    """Whether good cause has to be stated."""
    after_end: bool = True
    """Whether it can be extended once it has ended; the days between are not made lawful by it."""
    sections: dict[Literal["most", "longest", "cause", "after_end"], Section] = Field(default_factory=dict)
    """Sections of single points, where they differ from that of the whole."""


class CorrectionRule(Section):
    """The time to correct that an owner has before a certificate is taken back."""

    rolls: bool = True
    """Whether its end rolls off weekends and holidays, correcting being an act."""


class CertificateRules(Rules):
    """The certificates of a town's code."""

    kinds: dict[str, CertificateKind]
    temporary: Series[TemporaryRule] | None = None
    temporary_without_limit: Section | None = None
    """Where it allows temporary certificates and sets no longest time for them; the officer fixes the last day."""
    extension: Series[TemporaryExtension] | None = None
    """How a temporary certificate is extended; null where the code has no extension."""
    correction: CorrectionRule | None = None
    issue_within: Series[RollingPeriod] | None = None
    """How long after completion the certificate has to issue."""
    occupied_without: Series[RollingPeriod] | None = None
    """How long after completion a building may be in use without its certificate."""

    def check(self, catalogue: Catalogue, values: Mapping[str, Kind]) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """What is wrong with the facts that the kinds name: (place, what was expected)."""
        for key, kind in self.kinds.items():
            for place, what in kind.when.check(catalogue, values) if kind.when else ():
                yield ("kinds", key, "when", *place), what


# -- which, and by when ------------------------------------------------------------------------------------


def kinds_for(rules: CertificateRules, asked: Asked) -> tuple[Finding, ...]:
    """Each kind of certificate with whether it is the right one for the facts told, one finding a kind."""
    return tuple(_kind(key, kind, asked) for key, kind in rules.kinds.items())


def _kind(key: str, kind: CertificateKind, asked: Asked) -> Finding:
    verdict = kind.when.test(asked) if kind.when else Verdict(True, "")
    outcome = {True: Outcome.MET, False: Outcome.UNMET, None: Outcome.UNKNOWN}[verdict.holds]
    return Finding(
        f"certificate.{key}",
        outcome,
        kind.title,
        kind.cite,
        why=verdict.says,
        provisions=kind.carries,
        facts=verdict.facts,
        missing=verdict.missing,
    )


def after_completion(rules: CertificateRules, completed: date, calendar: Calendar) -> tuple[Deadline, ...]:
    """What runs from the day on which the work was complete: the certificate's issue, use without it."""
    periods = (
        ("certificate.issue_within", rules.issue_within),
        ("certificate.occupied_without", rules.occupied_without),
    )
    return tuple(
        calendar.ends(completed, rule.value, rule, kind=kind)
        for kind, series in periods
        if series and (rule := series.on(completed))
    )


def earliest_issue(days: Mapping[str, date | None]) -> tuple[date, str] | None:
    """The first day on which a certificate can be dated, and what sets it: the last of the inspections,
    papers and payments that it rests on, each by its words. None where none is dated.
    """
    dated = [(day, words) for words, day in days.items() if day is not None]
    return max(dated, default=None)


# -- temporary certificates --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Temporary:
    """What the dates say to a temporary certificate: the findings, and its last day where that is lawful."""

    decision: Decision
    ends: Deadline | None = None
    latest: date | None = None


def temporary(
    rules: CertificateRules, *, issued: date, starts: date, ends: date | None, earlier: int, calendar: Calendar
) -> Temporary:
    """Whether a temporary certificate can have a first and a last day, by the rule in force on the day of
    issue.

    `ends` is the officer's choice, None where none is made: no day is filled in for the officer, unless the
    code fixes the length itself. `earlier` is how many the permit has had.
    """
    gate, series = "certificate.temporary", rules.temporary
    rule = series.on(issued) if series else None
    if series is None and rules.temporary_without_limit is not None:
        return _without_limit(rules.temporary_without_limit, issued, starts, ends, calendar)
    if rule is None:
        finding = (
            Finding("temporary.rule", Outcome.UNMET, "The code has temporary certificates", "", why="It has none")
            if series is None or series.on_file(issued)
            else not_on_file_finding("temporary.rule", series.root[0], issued)
        )
        return Temporary(Decision(gate, issued, (finding,)))
    value = rule.value
    start = starts if value.counted_from == "start" else issued
    end = calendar.ends(start, value, rule, kind="temporary.ends")
    latest = end.act_by
    chosen = latest if ends is None and value.exactly else ends
    decision = Decision(gate, issued, tuple(_temporary(rule, starts, chosen, latest, earlier)))
    if not decision.allowed or chosen is None:
        return Temporary(decision, latest=latest)
    own = calendar.fixed(chosen, kind=end.kind, cite=rule.cite, provisions=rule.carries)
    return Temporary(decision, own.reminding(value.remind), latest)


def _without_limit(section: Section, issued: date, starts: date, ends: date | None, calendar: Calendar) -> Temporary:
    met = ends is not None and ends >= starts
    why = "No last day is given" if ends is None else f"From {in_words(starts)} to {in_words(ends)}"
    decision = Decision(
        "certificate.temporary",
        issued,
        (
            judged(
                met, "temporary.period", "Its last day is fixed", section, why=why, cure="Enter the last day", fact=ends
            ),
        ),
    )
    if ends is None or not met:
        return Temporary(decision)
    own = calendar.fixed(ends, kind="temporary.ends", cite=section.cite, provisions=section.carries)
    return Temporary(decision, own, ends)


def _temporary(
    rule: Dated[TemporaryRule], starts: date, ends: date | None, latest: date, earlier: int
) -> Iterator[Finding]:
    def finding(key: str, met: bool, says: str, why: str, cure: str, limit: object = None) -> Finding:
        return judged(met, f"temporary.{key}", says, rule, why=why, cure=cure, fact=ends, limit=limit)

    value = rule.value
    length = f"{_only_the_length(value)} from its {value.counted_from}"
    if ends is None:
        yield finding("period", False, "Its last day is fixed", "No last day is given", "Enter the last day")
    elif ends < starts:
        yield finding(
            "period",
            False,
            "It ends on or after its first day",
            f"{in_words(ends)} is before {in_words(starts)}",
            "Enter a later day",
        )
    elif value.exactly:
        yield finding(
            "length",
            ends == latest,
            f"It lasts {length}",
            f"The last day is {in_words(latest)}",
            f"End it on {in_words(latest)}",
            latest,
        )
    else:
        yield finding(
            "length",
            ends <= latest,
            f"It lasts {length} at most",
            f"The latest day is {in_words(latest)}",
            f"End it on {in_words(latest)} or before",
            latest,
        )
    if value.most is not None:
        yield finding(
            "most",
            earlier < value.most,
            f"At most {value.most} for one permit",
            f"{earlier} given so far",
            "Issue the final certificate",
            value.most,
        )


def _only_the_length(value: RollingPeriod) -> str:
    return str(Period.model_validate({value.unit: value.count}))


def extend_temporary(
    rules: CertificateRules, *, ends: date, to: date, cause: str, earlier: int, granted: date, calendar: Calendar
) -> Temporary:
    """Whether a temporary certificate can be extended to a day, by the rule in force on the day of the extension.

    `ends` is its last day so far, from which the extension runs even where it is granted later; `earlier` is how many
    extensions it has had. The new day is a state that does not roll.
    """
    gate, series = "certificate.extend_temporary", rules.extension
    rule = series.on(granted) if series else None
    if rule is None:
        finding = (
            Finding(
                "extension.rule",
                Outcome.UNMET,
                "A temporary certificate can be extended",
                "",
                why="The code has no such extension",
                cure="Issue the final certificate",
                held_by="officer",
            )
            if series is None or series.on_file(granted)
            else not_on_file_finding("extension.rule", series.root[0], granted)
        )
        return Temporary(Decision(gate, granted, (finding,)))
    latest = calendar.nominal(ends, rule.value.longest) if rule.value.longest else None
    decision = Decision(gate, granted, tuple(_extension(rule, ends, to, latest, cause, earlier, granted)))
    if not decision.allowed:
        return Temporary(decision, latest=latest)
    end = calendar.fixed(to, kind="temporary.ends", cite=rule.cite, provisions=rule.carries)
    kept = rules.temporary.on(granted) if rules.temporary else None
    return Temporary(decision, end.reminding(kept.value.remind if kept else ()), latest)


def _extension(
    rule: Dated[TemporaryExtension], ends: date, to: date, latest: date | None, cause: str, earlier: int, granted: date
) -> Iterator[Finding]:
    value = rule.value

    def finding(
        key: str,
        point: Literal["most", "longest", "cause", "after_end"] | None,
        met: bool,
        says: str,
        why: str,
        cure: str,
        fact: object = None,
        limit: object = None,
    ) -> Finding:
        section = value.sections.get(point, rule) if point else rule
        return judged(met, f"extension.{key}", says, section, why=why, cure=cure, fact=fact, limit=limit)

    if value.needs_cause:
        stated = bool(cause.strip())
        yield finding(
            "cause",
            "cause",
            stated,
            "Good cause is stated",
            cause if stated else "Good cause must be stated",
            "Write down the good cause",
        )
    if value.most is not None:
        yield finding(
            "most",
            "most",
            earlier < value.most,
            f"At most {value.most} extensions",
            f"{earlier} given so far",
            "Issue the final certificate, or have the part vacated",
            fact=earlier + 1,
            limit=value.most,
        )
    yield finding(
        "later",
        None,
        to > ends,
        "The new last day is later than the old one",
        f"The old one is {in_words(ends)}",
        "Give a later day",
        fact=to,
        limit=ends,
    )
    if latest is not None:
        yield finding(
            "longest",
            "longest",
            to <= latest,
            f"It is extended by {value.longest} at most",
            f"The latest day is {in_words(latest)}",
            f"End it on {in_words(latest)} or before",
            fact=to,
            limit=latest,
        )
    if not value.after_end:
        yield finding(
            "in_time",
            "after_end",
            granted <= ends,
            "It is extended before it has ended",
            f"It ended on {in_words(ends)}",
            "Issue another one",
            fact=granted,
            limit=ends,
        )


def days_under(spans: Iterable[tuple[date, date]], today: date) -> int:
    """On how many days temporary certificates have been in effect by a day, the day with it; none twice."""
    days: set[date] = set()
    for first, last in spans:
        days |= {first + n * ONE_DAY for n in range((min(last, today) - first).days + 1)}
    return len(days)


# -- taking a certificate back -----------------------------------------------------------------------------


def correction_ends(rule: CorrectionRule, *, begins: date, time: Period | date, calendar: Calendar) -> Deadline:
    """The end of the time to correct, of a length or up to a day that the officer sets."""
    end = time if isinstance(time, date) else calendar.nominal(begins, time)
    due = calendar.fixed(end, kind="certificate.correct_by", cite=rule.cite, provisions=rule.carries, rolls=rule.rolls)
    return due if isinstance(time, date) else due.counted(begins, time)


def may_take_back(end: Deadline, *, corrected: date | None, on: date) -> Decision:
    """Whether a certificate can be revoked or suspended on a day: the time to correct is over, and the
    deficiency not found corrected within it. The first such day is the one after the act-by day.
    """
    first = end.act_by + ONE_DAY
    over = Finding(
        "correction.over",
        Outcome.MET if end.passed(on) else Outcome.UNMET,
        "The time to correct is over",
        end.cite,
        why=f"The owner may correct it through {in_words(end.act_by)}",
        cure="" if end.passed(on) else f"Possible from {in_words(first)} on",
        provisions=end.provisions,
        fact=on,
        limit=end.act_by,
    )
    in_time = corrected is not None and not end.passed(corrected)
    found = f"Found corrected on {in_words(corrected)}" if corrected else "Not found corrected"
    not_corrected = Finding(
        "correction.not_made",
        Outcome.UNMET if in_time else Outcome.MET,
        "It was not corrected in time",
        end.cite,
        why=found,
        provisions=end.provisions,
        fact=corrected,
        limit=end.act_by,
    )
    return Decision("certificate.take_back", on, (over, not_corrected))
