"""A decision in parts, as a page with many requirements shows it: what is wanting, what nobody has looked at yet, what
is met.
"""

from __future__ import annotations

from dataclasses import replace

from townwright.law.findings import Decision, Outcome
from townwright.pages import words


def wanting(decision: Decision) -> Decision:
    """The findings that are not met: unmet, not known, or to be looked at; without what only waits for the review."""
    found = tuple(f for f in decision.findings if f.outcome is not Outcome.MET and not words.not_looked_at(f))
    return replace(decision, findings=found, not_asked=())


def unseen(decision: Decision) -> Decision:
    """The lines of the review that nobody has looked at yet."""
    return replace(decision, findings=tuple(filter(words.not_looked_at, decision.findings)), not_asked=())


def met(decision: Decision) -> Decision:
    """The findings that are met, and what was not asked."""
    return replace(decision, findings=decision.of(Outcome.MET))


def unsigned(decision: Decision) -> Decision:
    """The decision without the signature of whoever looks at it: the page asks what else is wanting."""
    kept = (f for f in decision.findings if "actor.offices" not in f.facts or f.outcome is Outcome.MET)
    return replace(decision, findings=tuple(kept))
