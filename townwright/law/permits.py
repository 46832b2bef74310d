"""How long a building permit lives: when work must have begun, when it expires, and what a renewal gives.

`PermitRules` is a pack's section; every period is dated, so that a permit keeps the rule of the day of its
issue. `term` gives the dates of a new permit, `law.renewals` those that follow. `PERMIT_STATUS` says from
dates what a permit, or the application for one, is on a day.

    default:
      commence:
        - from: "2024-08-01"
          value: {months: 6, rolls: true, remind: [30, 7]}
          cite: "§ 50-4(I)"
          enacted_by: "L.L. 4-2024"
          carries: [CHE-50-4-I-1]
      life:
        - from: "2024-08-01"
          value: {months: 12, rolls: false, remind: [60, 30, 7]}
          cite: "§ 50-4(I)"
          enacted_by: "L.L. 4-2024"
          carries: [CHE-50-4-I-2]
      renewal:
        - from: "2024-08-01"
          value:
            called: extension
            most: 2                             # null: as often as one likes
            length: {years: 1}
            counted_from: end of term           # or: approval
            opens: after lapse                  # or: before end, any time
            commence_again: true
            sections: {most: {cite: "§ 50-4(I)", carries: [CHE-50-4-I-4]}}
          cite: "§ 50-4(I)"
          enacted_by: "L.L. 4-2024"
    kinds:                                      # permits that live by periods of their own
      demolition: {life: [...]}
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from pydantic import Field

from townwright.law.calendar import ONE_DAY, Calendar, Deadline, Period, RollingPeriod, in_words
from townwright.law.dated import Section, Series
from townwright.law.findings import Finding, Outcome, judged
from townwright.law.model import Rules
from townwright.law.status import (
    ALWAYS,
    All,
    Any,
    Dates,
    Ladder,
    Later,
    Missing,
    Passed,
    Reached,
    Rung,
    not_undone,
)

# -- what a permit is on a day -----------------------------------------------------------------------------

#: Work not begun by the last day for it. Work counts from the day on which it began, not from its entry.
_NOT_BEGUN_IN_TIME = All(
    (
        Passed("commence_by"),
        Any((Missing("commenced_on"), Later("commenced_on", "commence_by"))),
    )
)

#: What a permit is, from its dates, or how its application stands before there is one.
PERMIT_STATUS = Ladder(
    (
        Rung("revoked", "Revoked", Reached("revoked_on")),
        Rung("closed", "Closed by its certificate", Reached("closed_on")),
        Rung("suspended", "Suspended", All((Reached("issued_on"), not_undone("suspended_on", "lifted_on")))),
        Rung("invalid", "Invalid: work not begun in time", All((Reached("issued_on"), _NOT_BEGUN_IN_TIME))),
        Rung("expired", "Expired", All((Reached("issued_on"), Passed("last_day")))),
        Rung("in force", "In force", Reached("issued_on")),
        Rung("withdrawn", "Withdrawn", Reached("withdrawn_on")),
        Rung("disapproved", "Disapproved", Reached("disapproved_on")),
        Rung("with applicant", "With the applicant", not_undone("returned_on", "resubmitted_on")),
        Rung("ready", "Ready to issue", Reached("ready_on")),
        Rung("with us", "With the office", Reached("filed_on")),
        Rung("not filed", "Received, not yet filed", Reached("received_on")),
        Rung("draft", "Draft", ALWAYS),
    )
)

#: The statuses of a permit that was issued.
ISSUED = frozenset({"revoked", "closed", "suspended", "invalid", "expired", "in force"})


# -- the rules of a pack -----------------------------------------------------------------------------------


class TermPeriod(RollingPeriod):
    """One period of a permit's term."""

    issued_too: bool = False
    """Whether it reaches permits that were issued before and whose old end has not come on its first day. Left out,
    it is for permits issued from that day on, and those issued before keep their dates (reading 4).
    """


class Life(TermPeriod):
    """How long a permit is in force."""

    needs_certificate: bool = False
    """Whether the permit lapses for want of its certificate; else it simply runs out."""


#: The points of a renewal that can stand in sections of their own.
Point = Literal["holder", "barred", "opens", "closes", "most", "length", "commence_again"]

Barred = Literal["suspended", "revoked", "closed"]


class RenewalRule(Rules):
    """How a permit is renewed. What the dates do not decide (fee, approval, papers) is asked by the gate."""

    called: Literal["renewal", "extension"] = "renewal"
    """What the town's code calls it."""
    most: int | None = Field(ge=1)
    """How many renewals a permit may have in all; null for no limit."""
    length: Period
    """How long each renewal is."""
    counted_from: Literal["end of term", "approval"] = "end of term"
    """Whether a renewal runs from the last day that the permit was in force, or from its approval."""
    opens: Literal["after lapse", "before end", "any time"] = "after lapse"
    """When an application is taken."""
    closes: RollingPeriod | None = None
    """How long after the last day in force an application is still taken; null for no limit."""
    holder_only: bool = True
    """Whether only the permit holder, or the holder's agent, can apply."""
    barred: tuple[Barred, ...] = ("suspended", "revoked", "closed")
    """What the permit must not be on the day of the application."""
    commence_again: bool = False
    """Whether the time to begin runs again where work has not begun."""
    sections: dict[Point, Section] = Field(default_factory=dict)
    """Sections of single points, where they differ from that of the whole."""


class ExtensionRule(Rules):
    """How an officer puts off one of the two ends of a permit to a day of the officer's choice."""

    of: tuple[Literal["commence", "life"], ...]
    """Which ends can be put off."""
    needs_cause: bool = True
    """Whether good cause has to be shown, and be found by the officer."""
    after_end: bool = False
    """Whether it can be granted once the end has passed."""
    longest: Period | None = None
    """How far beyond the old end the new one may lie; null for no limit."""


class TermRules(Rules):
    """The periods of one kind of permit. What is left out, the town's code does not have."""

    commence: Series[TermPeriod] | None = None
    """How long after issue work must have begun."""
    life: Series[Life] | None = None
    """How long after issue the permit is in force."""
    exterior: Series[TermPeriod] | None = None
    """How long after issue the outside must be finished."""
    renewal: Series[RenewalRule] | None = None
    extension: Series[ExtensionRule] | None = None
    amendment: Literal["keeps dates", "new term"] = "keeps dates"
    """Whether an amended permit keeps its dates, or has a new term from the day of the amendment."""
    suspension_tolls: bool = False
    """Whether the days of a suspension are added to the life of the permit."""
    closing: Section | None = None
    """Where it says that the certificate ends the permit."""


class PermitRules(Rules):
    """The life of permits in a town: the periods of all, and kinds of permit with periods of their own."""

    default: TermRules
    kinds: dict[str, TermRules] = Field(default_factory=dict)
    words: dict[str, str] = Field(default_factory=dict)
    """The town's own words for a status, by its key."""
    expiration: Section | None = None
    """Where it says that a permit bears the day on which it expires: where no period sets that day, the officer
    does."""

    def of(self, kind: str) -> TermRules:
        """The periods of a kind of permit."""
        return self.kinds.get(kind, self.default)


# -- the dates of a permit ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Term:
    """The dates that a permit lives by, from the day on which they count.

    `not_on_file` are findings for rules of which the pack has no value for that day: to be decided by hand.
    """

    begins: date
    commence: Deadline | None = None
    life: Deadline | None = None
    exterior: Deadline | None = None
    not_on_file: tuple[Finding, ...] = ()

    @property
    def dates(self) -> dict[str, date | None]:
        """What `PERMIT_STATUS` reads of it: the last day to begin, the last day in force."""
        return {
            "commence_by": self.commence.act_by if self.commence else None,
            "last_day": self.life.act_by if self.life else None,
        }

    @property
    def deadlines(self) -> tuple[Deadline, ...]:
        """Every deadline that it sets."""
        return tuple(deadline for deadline in (self.commence, self.life, self.exterior) if deadline)

    def last_day_in_force(self, commenced: date | None) -> date | None:
        """The last day in force, work having begun on a day or not at all; None where there is no end."""
        last, by = self.dates["last_day"], self.dates["commence_by"]
        lapses = by is not None and (commenced is None or commenced > by)
        ends = [day for day in (last, by if lapses else None) if day is not None]
        return min(ends, default=None)


def term(rules: TermRules, issued: date, calendar: Calendar) -> Term:
    """The dates of a permit issued on a day, by the rules in force on that day and by those later ones that reach
    permits issued before.
    """
    ends: dict[str, Deadline] = {}
    not_on_file: list[Finding] = []
    series: tuple[tuple[str, Series[TermPeriod] | Series[Life] | None], ...] = (
        ("commence", rules.commence),
        ("life", rules.life),
        ("exterior", rules.exterior),
    )
    for name, values in series:
        if values is not None and not values.on_file(issued):
            not_on_file.append(not_on_file_finding(f"permit.{name}", values.root[0], issued))
        elif values is not None and (rule := values.on(issued)):
            first = calendar.ends(issued, rule.value, rule, kind=f"permit.{name}")
            ends[name] = reached(values, issued, first, calendar)
    return Term(issued, **ends, not_on_file=tuple(not_on_file))


def reached(values: Series[TermPeriod] | Series[Life], issued: date, end: Deadline, calendar: Calendar) -> Deadline:
    """An end as those later rules leave it that reach permits issued before: counted anew from the day of issue, if
    it had not come on the first day of the rule, and never to a day before that one.
    """
    for later in values.root:
        rule = later.value
        if later.since <= issued or rule is None or not rule.issued_too or end.passed(later.since):
            continue
        new = calendar.ends(issued, rule, later, kind=end.kind)
        end = (
            new
            if new.act_by >= later.since
            else calendar.fixed(later.since, kind=end.kind, cite=later.cite, provisions=later.carries, rolls=rule.rolls)
        )
    return end


def expiring(rules: PermitRules, new: Term, expires: date | None, calendar: Calendar) -> tuple[Term, Finding | None]:
    """A new permit's dates with the last day that the officer fixes where no period sets one, and the finding that
    says whether the permit bears such a day; no finding where the code sets it, or asks for none.
    """
    section = rules.expiration
    if section is None or new.life is not None or new.not_on_file:
        return new, None
    met = expires is not None and expires >= new.begins
    why = "The code sets no period, and no day is given" if expires is None else in_words(expires)
    finding = judged(
        met,
        "permit.expires",
        "The permit bears the day on which it expires",
        section,
        why=why,
        cure=f"Fix a day, {in_words(new.begins)} or later",
        fact=expires,
    )
    if expires is None or not met:
        return new, finding
    last = calendar.fixed(expires, kind="permit.life", cite=section.cite, provisions=section.carries)
    return replace(new, life=last), finding


def not_on_file_finding(key: str, first: Section, day: date) -> Finding:
    """The finding for a day before the first value of a series: an older rule counted, and is not known."""
    return Finding(
        key,
        Outcome.UNKNOWN,
        "The rule of that day is on file",
        first.cite,
        why=f"An earlier rule counted on {in_words(day)} and is not on file",
        cure="Decide by hand",
        held_by="officer",
        provisions=first.carries,
    )


def term_on(terms: tuple[Term, ...], day: date) -> Term:
    """The term that counts on a day: the latest that has begun. Before the first one, the first."""
    begun = [one for one in terms if one.begins <= day]
    return max(begun, key=lambda one: one.begins) if begun else min(terms, key=lambda one: one.begins)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a permit is on a day: its status, since when, why, and the section that says so."""

    status: Rung
    since: date | None = None
    why: str = ""
    cite: str = ""
    provisions: tuple[str, ...] = ()


def standing(rules: PermitRules, kind: str, now: Term, dates: Dates, today: date) -> Standing:
    """What a permit is on a day and why, by its term of that day. `dates` are those of `PERMIT_STATUS` that
    the term does not set, and `completed_on` where it is known on which day the work was complete.
    """
    found = PERMIT_STATUS.on({**dates, **now.dates}, today)
    status = replace(found, words=rules.words.get(found.key, found.words))
    life, commence, closing = now.life, now.commence, rules.of(kind).closing
    if status.key == "invalid" and commence:
        why = f"Work not begun by {in_words(commence.act_by)}"
        return Standing(status, commence.act_by + ONE_DAY, why, commence.cite, commence.provisions)
    if status.key == "expired" and life:
        why = _why_expired(rules.of(kind), now, life, dates)
        return Standing(status, life.act_by + ONE_DAY, why, life.cite, life.provisions)
    if status.key == "in force" and life:
        why = f"In force through {in_words(life.act_by)}"
        return Standing(status, now.begins, why, life.cite, life.provisions)
    if status.key == "closed" and closing:
        why = "Ended by its certificate"
        return Standing(status, dates["closed_on"], why, closing.cite, closing.carries)
    since = _SINCE.get(status.key)
    return Standing(status, dates[since] if since else None)


#: The dates since when a status has been one, where no period decides it.
_SINCE = {
    "revoked": "revoked_on",
    "closed": "closed_on",
    "suspended": "suspended_on",
    "in force": "issued_on",
    "withdrawn": "withdrawn_on",
    "disapproved": "disapproved_on",
    "with applicant": "returned_on",
    "ready": "ready_on",
    "with us": "filed_on",
    "not filed": "received_on",
}


def _why_expired(rules: TermRules, now: Term, life: Deadline, dates: Dates) -> str:
    rule = rules.life.on(now.begins) if rules.life else None
    if rule is None or not rule.value.needs_certificate:
        return f"In force through {in_words(life.act_by)}"
    completed = dates.get("completed_on")
    if completed is None or completed > life.act_by:
        return f"Work not complete by {in_words(life.act_by)}"
    return f"Certificate not issued by {in_words(life.act_by)}"
