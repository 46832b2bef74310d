"""What the tests of every town's code share: facts that are in order anywhere, and what a decision says.

Factories take changes as keywords, two underscores standing for the dot of a fact's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.packs import Pack
from townwright.law.permits import Term

Facts = dict[str, Any]

OFFICER = {"actor.offices": {"officer"}, "actor.role": "officer"}
INSPECTOR = {"actor.offices": {"inspector"}, "actor.role": "inspector"}


def paid(amount: str, received: str | None = None) -> Facts:
    """A fee of the schedule in force, paid in full unless less was received."""
    due = Decimal(amount)
    return {
        "fee.in_schedule": True,
        "fee.scheduled": due,
        "fee.charged": due,
        "fee.paid": due if received is None else Decimal(received),
    }


def insured() -> Facts:
    """Proof of workers' compensation and disability cover, good for years."""
    return {
        "insurance.workers_compensation": "insured",
        "insurance.workers_compensation_until": date(2030, 1, 1),
        "insurance.disability": "insured",
        "insurance.disability_until": date(2030, 1, 1),
    }


def named(changes: Mapping[str, Any]) -> Facts:
    """Keyword arguments as names of facts: two underscores stand for a dot."""
    return {name.replace("__", "."): value for name, value in changes.items()}


def without(facts: Mapping[str, Any], *names: str) -> Facts:
    """The facts, without some that nobody has told."""
    assert set(names) <= set(facts)
    return {name: value for name, value in facts.items() if name not in names}


def decide(pack: Pack, gate: str, facts: Mapping[str, Any], on: str) -> Decision:
    """What a gate says on a day."""
    return pack.gate(gate).decide(facts, date.fromisoformat(on))


def the_one_in_the_way(decision: Decision) -> Finding:
    """The only finding that shuts the act."""
    assert not decision.allowed
    (finding,) = decision.standing_in_the_way
    return finding


def finding_of(decision: Decision, key: str) -> Finding:
    """A finding by its key, among those not asked too."""
    return next(f for f in (*decision.findings, *decision.not_asked) if f.key == key)


def open_(decision: Decision) -> bool:
    """Whether the act is open, every finding met or only warned of."""
    return decision.allowed and all(f.outcome in (Outcome.MET, Outcome.WARNING) for f in decision.findings)


def permit_dates(term: Term, **changes: date | None) -> dict[str, date | None]:
    """The dates that a permit's status is computed from: issued when its term begins, nothing else done."""
    names = (
        "revoked_on",
        "closed_on",
        "issued_on",
        "suspended_on",
        "lifted_on",
        "commenced_on",
        "withdrawn_on",
        "disapproved_on",
        "returned_on",
        "resubmitted_on",
        "ready_on",
        "filed_on",
        "received_on",
    )
    return {**dict.fromkeys(names), "issued_on": term.begins, **changes}
