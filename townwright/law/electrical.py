"""Electrical inspectors and their agencies: who is authorised on a day and for what, how long an authorisation
lasts, which standards and insurance stand behind it, and whose reports are taken.

`ElectricalRules` is a pack's section.

    named:                                        # authorised by the section itself, without a term
      nybfu: {title: New York Board of Fire Underwriters, cite: "§ 43-10.1A"}
    standards:
      - from: "2004-06-18"
        value:
          licensed_for: {years: 10}
          certifications: {general: Electrical General, dwellings: One- and two-family dwellings}
          certified_in: all                       # or: any
          scope: {dwelling: dwellings, other: general}
          evidence: {code: Familiar with the National Electrical Code}
          insurance:
            aggregate: {title: General aggregate, least: "2000000.00", cite: "§ 43-10.1B(4)(a)"}
        cite: "§ 43-10.1B"
        enacted_by: "L.L. 8-2004"
    term:
      - from: "2004-02-13"
        value: {first: as certification, renewal: {years: 3}, remind: [90]}
        cite: "§ 43-10.1D"
        enacted_by: "L.L. 1-2004"
    conflict: {cite: "§ 43-10.1B(5)"}
    complaints: {cite: "§ 43-10.1D"}
"""

from __future__ import annotations

from calendar import isleap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import Field, StrictStr

from townwright.law.calendar import ONE_DAY, Calendar, Deadline, Period, add_months, in_words
from townwright.law.dated import Dated, Section, Series
from townwright.law.facts import show_money
from townwright.law.findings import Decision, Finding
from townwright.law.holding import held, rule_on
from townwright.law.model import Money, Rules
from townwright.law.words import listed

# -- the rules of a pack -----------------------------------------------------------------------------------


class NamedAgency(Section):
    """An agency whose inspectors the section itself authorises."""

    title: StrictStr


class Cover(Section):
    """One cover of an agency's liability insurance, and its least amount."""

    title: StrictStr
    least: Money


class Standards(Rules):
    """What an inspector and the agency have to be, on applying and for as long as they are authorised."""

    licensed_for: Period | None = None
    """For how long a licensed electrician; months or years."""
    certifications: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """The fields of certification, by key, with words for them."""
    certified_in: Literal["all", "any"] = "all"
    scope: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """The certification that each class of installation needs; empty where the code does not ask."""
    evidence: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """What has to be shown on applying, by key, with words for it."""
    insurance: dict[StrictStr, Cover] = Field(default_factory=dict)


class AuthorityTerm(Rules):
    """How long an authorisation lasts. It is a state, and does not roll."""

    first: Literal["as certification"] | Period
    """Either as long as the shortest certification is long, or a time of its own."""
    renewal: Period
    remind: tuple[int, ...] = ()


class ElectricalRules(Rules):
    """The electrical inspectors of a town."""

    named: dict[str, NamedAgency] = Field(default_factory=dict)
    standards: Series[Standards] | None = None
    term: Series[AuthorityTerm] | None = None
    conflict: Section | None = None
    """Where it says that nobody inspects the work of a company of his own or of interest to him."""
    complaints: Section | None = None
    """Where it says that a substantiated complaint stands against an authorisation."""


# -- who they are ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Certification:
    """A certification in a field, both days included."""

    field: str
    issued: date
    expires: date


@dataclass(frozen=True, slots=True)
class Policy:
    """An agency's insurance, both days included, with its covers by their keys."""

    since: date
    until: date
    covers: Mapping[str, Decimal]


@dataclass(frozen=True, slots=True)
class Interest:
    """A share in a company, of any size; no last day while it is held."""

    company: str
    since: date
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Inspector:
    """An inspector: the agency if the section names it, the spans authorised by the board, and the papers."""

    agency: str = ""
    authorised: tuple[tuple[date, date], ...] = ()
    licensed: tuple[tuple[date, date | None], ...] = ()
    certifications: tuple[Certification, ...] = ()
    policies: tuple[Policy, ...] = ()
    interests: tuple[Interest, ...] = ()
    substantiated: tuple[date, ...] = field(default=())
    """The days on which complaints were found substantiated."""


# -- standards ---------------------------------------------------------------------------------------------


def qualified(rules: ElectricalRules, inspector: Inspector, evidence: Mapping[str, object], on: date) -> Decision:
    """Whether an inspector meets the standards of a day: as a licensed electrician, by certification,
    evidence and insurance.
    """
    rule = rule_on(rules.standards, on, "electrical.standards", "The code sets standards")
    if isinstance(rule, Finding):
        return Decision("electrical.qualified", on, (rule,))
    findings = [*_licence(rule, inspector, on), *_current(rule, inspector, on)]
    for key, words in rule.value.evidence.items():
        shown = evidence.get(key) not in (None, "", False)
        findings.append(
            held(
                f"electrical.{key}",
                shown,
                words,
                rule,
                why="" if shown else "No evidence",
                cure="File the evidence",
                held_by="applicant",
            )
        )
    return Decision("electrical.qualified", on, tuple(findings))


def _licence(rule: Dated[Standards], inspector: Inspector, on: date) -> Iterator[Finding]:
    time = rule.value.licensed_for
    if time is None:
        return
    months = time.count * (12 if time.unit == "years" else 1)
    needed = _days(add_months(on, -months), on)
    days = _days_licensed(inspector.licensed, on)
    yield held(
        "electrical.licensed",
        days >= needed,
        f"A licensed electrician for {time}",
        rule,
        why=f"{days:,} days of {needed:,}",
        held_by="applicant",
        fact=days,
        limit=needed,
    )


def _days_licensed(spans: Iterable[tuple[date, date | None]], on: date) -> int:
    """For how many days one was licensed by a day, none counted twice."""
    total, reached = 0, date.min
    for since, until in sorted(spans, key=lambda span: span[0]):
        start, end = max(since, reached), min(until or on, on)
        if end > start:
            total += _days(start, end)
            reached = end
    return total


def _days(start: date, end: date) -> int:
    """The days between two days, 29 February not counted, so that every year has 365: Gen. Constr. Law § 58."""
    leap = sum(isleap(year) and start < date(year, 2, 29) <= end for year in range(start.year, end.year + 1))
    return (end - start).days - leap


def _current(rule: Dated[Standards], inspector: Inspector, on: date) -> Iterator[Finding]:
    value = rule.value
    fields = _fields(inspector, on)
    if value.certifications:
        wanting = [words for key, words in value.certifications.items() if key not in fields]
        met = not wanting if value.certified_in == "all" else len(wanting) < len(value.certifications)
        joined = listed(value.certifications.values(), "and" if value.certified_in == "all" else "or")
        yield held(
            "electrical.certified",
            met,
            f"Certified in {joined}",
            rule,
            why=f"Not current: {listed(wanting)}" if wanting else "",
            cure="File a current certification",
            held_by="applicant",
        )
    policy = _policy(inspector, on)
    for key, cover in value.insurance.items():
        amount = policy.covers.get(key, Decimal(0)) if policy else None
        met = amount is not None and amount >= cover.least
        yield held(
            f"electrical.insurance.{key}",
            met,
            f"{cover.title}: {show_money(cover.least)} at least",
            cover,
            why="Insurance not in force" if amount is None else show_money(amount),
            cure="File a policy that meets it",
            held_by="applicant",
            fact=amount,
            limit=cover.least,
        )


def _fields(inspector: Inspector, on: date) -> set[str]:
    return {one.field for one in inspector.certifications if one.issued <= on <= one.expires}


def _policy(inspector: Inspector, on: date) -> Policy | None:
    """The policy in force on a day, the latest begun."""
    current = [one for one in inspector.policies if one.since <= on <= one.until]
    return max(current, key=lambda one: one.since, default=None)


# -- how long ----------------------------------------------------------------------------------------------


def first_term(
    rule: Dated[AuthorityTerm], authorised: date, certifications: Iterable[Certification], calendar: Calendar
) -> Deadline | None:
    """The end of a first authorisation; None where it is as long as a certification and there is none."""
    if isinstance(rule.value.first, Period):
        end = calendar.nominal(authorised, rule.value.first)
    else:
        ends = [_as_long(one, authorised) for one in certifications]
        if not ends:
            return None
        end = min(ends)
    return _ends(rule, end, calendar)


def _as_long(certification: Certification, start: date) -> date:
    """The end of a time as long as a certification: in whole months where it is of whole months, in days else."""
    issued, expires = certification.issued, certification.expires
    months = (expires.year - issued.year) * 12 + expires.month - issued.month
    if add_months(issued, months) == expires:
        return add_months(start, months)
    return start + (expires - issued)


def renewed_term(rule: Dated[AuthorityTerm], ended: date, accepted: date, calendar: Calendar) -> Deadline:
    """The end of a renewal: counted from the end that it replaces, or from its acceptance if that is later, the
    days between being without authority.
    """
    start = ended if accepted <= ended + ONE_DAY else accepted
    return _ends(rule, calendar.nominal(start, rule.value.renewal), calendar)


def _ends(rule: Dated[AuthorityTerm], end: date, calendar: Calendar) -> Deadline:
    fixed = calendar.fixed(end, kind="electrical.authorised_until", cite=rule.cite, provisions=rule.carries)
    return fixed.reminding(rule.value.remind)


# -- on a day ----------------------------------------------------------------------------------------------


def authority(rules: ElectricalRules, inspector: Inspector, on: date) -> Decision:
    """Whether an inspector is authorised on a day: by the section or by the board, and not suspended for want of
    certification or insurance, or for a substantiated complaint.

    For those whom the section itself names the standards are warnings, as they do not apply for authority.
    """
    agency = rules.named.get(inspector.agency)
    span = next((one for one in inspector.authorised if one[0] <= on <= one[1]), None)
    ended = max((last for _, last in inspector.authorised if last < on), default=None)
    term = rules.term.on(on) if rules.term else None
    why = f"Expired from {in_words(ended + ONE_DAY)}" if ended else "Not named by the board by then"
    if agency is not None:
        findings = [held("electrical.authorised", True, "Authorised", agency, why=f"Named: {agency.title}")]
    else:
        findings = [
            held(
                "electrical.authorised",
                span is not None,
                "Authorised",
                term or Section(cite="Resolution of the board"),
                why=f"Through {in_words(span[1])}" if span else why,
                cure="Ask the board, or renew",
                held_by="applicant",
            )
        ]
    standards = rules.standards.on(on) if rules.standards else None
    for finding in _current(standards, inspector, on) if standards else ():
        findings.append(_as_warning(finding) if agency else finding)
    if rules.complaints is not None:
        since = min((day for day in inspector.substantiated if day <= on), default=None)
        findings.append(
            held(
                "electrical.complaints",
                since is None,
                "No substantiated complaints",
                rules.complaints,
                why=f"Substantiated on {in_words(since)}" if since else "",
                cure="The board decides",
                held_by="board",
            )
        )
    return Decision("electrical.authority", on, tuple(findings))


def _as_warning(finding: Finding) -> Finding:
    return held(
        finding.key,
        not finding.cure,
        finding.says,
        Section(cite=finding.cite, carries=finding.provisions),
        why=finding.why,
        cure=finding.cure,
        held_by=finding.held_by,
        fact=finding.fact,
        limit=finding.limit,
        warns=True,
    )


def report(rules: ElectricalRules, inspector: Inspector, *, dated: date, installation: str, installer: str) -> Decision:
    """Whether a report of a day on an installation of a class, by an installer, is taken: the inspector was
    authorised and certified for it on that day, and had no part in the installer's company.
    """
    findings = list(authority(rules, inspector, dated).findings)
    standards = rules.standards.on(dated) if rules.standards else None
    if standards is not None and standards.value.scope:
        key = standards.value.scope.get(installation, "")
        words = standards.value.certifications.get(key, installation)
        findings.append(
            held(
                "electrical.scope",
                key in _fields(inspector, dated),
                f"Certified for the installation: {words}",
                standards,
                cure="Have it inspected by one who is",
                held_by="inspector",
                warns=inspector.agency in rules.named,
            )
        )
    if rules.conflict is not None:
        share = next(
            (
                one
                for one in inspector.interests
                if one.company == installer and one.since <= dated and (one.until is None or dated <= one.until)
            ),
            None,
        )
        findings.append(
            held(
                "electrical.conflict",
                share is None,
                "No part in the installer's company",
                rules.conflict,
                why=f"Has a part in {share.company} since {in_words(share.since)}" if share else "",
                cure="Have it inspected by another",
                held_by="inspector",
                warns=inspector.agency in rules.named,
            )
        )
    return Decision("electrical.report", dated, tuple(findings))
