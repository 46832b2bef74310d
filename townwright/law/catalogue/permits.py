"""Facts about a permit, from its issue on."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "permit.status",
        Kind.CHOICE,
        "Permit",
        "How does the permit stand on that day?",
        choices={
            "none": "not issued",
            "in force": "in force",
            "invalid": "invalid for want of commencement",
            "expired": "expired",
            "suspended": "suspended",
            "revoked": "revoked",
            "closed": "closed",
        },
    )
    yield Fact("permit.issued_on", Kind.DATE, "Permit issued", "On which day was the permit issued?")
    yield Fact("work.began_on", Kind.DATE, "Work begun", "On which day did the work begin?", "inspector")
    yield Fact(
        "permit.holder_applies",
        Kind.BOOL,
        "Applicant is the permit holder or the holder's agent",
        "Is the applicant the permit holder, or the holder's agent?",
        "applicant",
    )
    yield Fact("permit.last_day", Kind.DATE, "Permit in force through", "What is the last day of the permit?")
    yield Fact(
        "application.outdated",
        Kind.SET,
        "Information that is out of date",
        "Which information in the application is no longer so, with no change filed?",
        "officer",
    )
    yield Fact(
        "permit.years_missed",
        Kind.INT,
        "Years without a renewal",
        "How many years, one begun counted with them, has the permit been without a renewal since its term ended?",
    )
    yield Fact("permit.extensions", Kind.INT, "Extensions so far", "How many extensions has the permit had?")
    yield Fact(
        "permit.new_term_ends_on",
        Kind.DATE,
        "New term would end",
        "When would the term end that this extension gives?",
    )
    yield Fact(
        "permit.approved_change",
        Kind.CHOICE,
        "Decision on the change",
        "What did the officer decide on the change?",
        "officer",
        choices={"minor": "minor change", "amended permit": "amended permit", "new permit": "new permit"},
    )
    yield Fact(
        "finding.ground",
        Kind.CHOICE,
        "Ground",
        "On which ground?",
        "officer",
        choices={
            "issued in error": "issued in error on wrong or incomplete information",
            "work violates a code": "the permitted work violates a Code",
            "breaks a condition": "the work does not keep a condition of the permit",
            "incorrect information": "rests on incorrect information",
            "false statement": "false statement or misrepresentation of a material fact",
            "departs from application": "work not according to the application, plans or specifications",
            "stop order disobeyed": "stop order not obeyed",
        },
    )
    yield Fact(
        "finding.defect",
        Kind.CHOICE,
        "Defect of the information",
        "Was the information incorrect, inaccurate or incomplete?",
        "officer",
        choices={"incorrect": "incorrect", "inaccurate": "inaccurate", "incomplete": "incomplete"},
    )
    yield Fact("finding.information", Kind.TEXT, "Information found wrong", "Which information was it?", "officer")
    yield Fact(
        "finding.sections",
        Kind.SET,
        "Sections violated",
        "Which sections of the Codes are violated?",
        "officer",
    )
    yield Fact("finding.condition", Kind.TEXT, "Condition not kept", "Which condition of the permit?", "officer")
    yield Fact("finding.true_fact", Kind.TEXT, "True fact", "What is true instead?", "officer")
    yield Fact("finding.evidence", Kind.SET, "Evidence", "Which evidence is attached?", "officer")
    yield Fact("finding.facts", Kind.TEXT, "Facts found", "What was found?", "officer")
    yield Fact("finding.made_on", Kind.DATE, "Finding made", "On which day was the finding made?", "officer")
    yield Fact(
        "showing.completed_work_complies",
        Kind.BOOL,
        "Completed work shown to comply",
        "Has the holder shown that all completed work complies with both Codes?",
        "applicant",
    )
    yield Fact(
        "showing.proposed_work_complies",
        Kind.BOOL,
        "Proposed work shown to comply",
        "Has the holder shown that all proposed work will comply with both Codes?",
        "applicant",
    )
