"""Families of facts, of which a pack names the members itself."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind

_CHECKED = {"satisfied": "satisfied", "not satisfied": "not satisfied", "not applicable": "not applicable"}

_INSPECTED = {
    "not ready": "not ready",
    "ready": "ready, waiting for the visit",
    "satisfactory": "satisfactory as completed",
    "not satisfactory": "not satisfactory",
    "covered early": "covered before it was accepted",
    "not applicable": "not applicable",
}


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "review",
        Kind.CHOICE,
        "Review:",
        "How does this item of the checklist stand?",
        "officer",
        choices=_CHECKED,
        family=True,
    )
    yield Fact(
        "inspection.of",
        Kind.CHOICE,
        "Inspection:",
        "How does this element stand?",
        "inspector",
        choices=_INSPECTED,
        family=True,
    )
    yield Fact("paper.applies", Kind.BOOL, "Applies:", "Does this paper have to be filed?", "officer", family=True)
    yield Fact(
        "paper.received_on",
        Kind.DATE,
        "Received:",
        "On which day did the paper come in?",
        "applicant",
        family=True,
    )
    yield Fact(
        "paper.preparer_acceptable",
        Kind.BOOL,
        "Preparer acceptable:",
        "Is the person who prepared it acceptable to the officer?",
        "officer",
        family=True,
    )
