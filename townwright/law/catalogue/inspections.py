"""Facts about inspections of construction and their findings."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "inspection.why_remote",
        Kind.TEXT,
        "Why not in person",
        "Why is an inspection in person not practical?",
        "inspector",
    )
    yield Fact(
        "inspection.remote_approved_on",
        Kind.DATE,
        "Remote inspection approved",
        "On which day was the remote inspection approved?",
        "officer",
    )
    yield Fact(
        "inspection.without_result",
        Kind.SET,
        "Elements without a result",
        "Which elements that were looked at have no result?",
        "inspector",
    )
    yield Fact("inspection.days_since", Kind.INT, "Days", "For how many days has nobody inspected it?", unit="days")
    yield Fact(
        "inspection.office_interval", Kind.INT, "Interval of the office", "Which interval did it set?", unit="days"
    )
    yield Fact("inspection.not_shown", Kind.SET, "Not shown", "Which elements did it not show?", "inspector")
    yield Fact("inspection.element", Kind.TEXT, "Element", "Which element is it?", "inspector")
    yield Fact(
        "inspection.kind",
        Kind.CHOICE,
        "Kind of inspection",
        "What kind of inspection is it?",
        "inspector",
        choices={
            "construction": "construction",
            "before certificate": "before a certificate",
            "fire safety": "fire safety and property maintenance",
            "complaint": "complaint",
            "follow-up": "follow-up",
            "other": "other",
        },
    )
    yield Fact(
        "inspection.allowed_by",
        Kind.TEXT,
        "Provision that allows the inspection",
        "Which provision allows this inspection?",
        "inspector",
    )
    yield Fact(
        "inspection.corrective",
        Kind.BOOL,
        "Inspection of a correction",
        "Is the visit to look at a correction?",
        "inspector",
    )
    yield Fact("inspection.made_on", Kind.DATE, "Inspection made", "On which day was it made?", "inspector")
    yield Fact(
        "inspection.failed_on",
        Kind.DATE,
        "Last found not satisfactory",
        "On which day was the element last found not satisfactory?",
    )
    yield Fact(
        "inspection.found_covered",
        Kind.BOOL,
        "Found covered",
        "Was the work covered before it was accepted?",
        "inspector",
    )
    yield Fact(
        "change.needs_permit",
        Kind.BOOL,
        "A change needs an amended or new permit",
        "Does a change that touches this element need an amended or new permit?",
        "officer",
    )
    yield Fact(
        "change.certificate_issued_on",
        Kind.DATE,
        "Certificate for the change issued",
        "On which day did the certificate that authorizes the change issue?",
    )
    yield Fact(
        "change.permit_issued_on",
        Kind.DATE,
        "Permit for the change issued",
        "On which day did the amended or new permit issue?",
    )
    yield Fact(
        "inspection.open_requests",
        Kind.SET,
        "Documents asked for and not received",
        "Which documents asked for with this inspection have not come?",
        "applicant",
    )
    yield Fact(
        "inspection.hidden_open",
        Kind.SET,
        "Elements beneath that are not accepted",
        "Which elements that this one covers are not accepted?",
    )
    yield Fact(
        "inspection.earlier_open",
        Kind.SET,
        "Earlier elements still open",
        "Which earlier elements are neither accepted nor marked as not applicable?",
    )
    yield Fact(
        "inspection.open_elements",
        Kind.SET,
        "Elements still open",
        "Which required elements besides the final one are not accepted?",
        "inspector",
    )
    yield Fact("inspection.is_final", Kind.BOOL, "Final inspection", "Is it the final inspection?", "inspector")
    yield Fact("inspection.failures", Kind.SET, "Failures", "What does not comply?", "inspector")
    yield Fact(
        "inspection.failures_without_section",
        Kind.SET,
        "Failures without a section",
        "For which failures is no section of the Codes cited?",
        "inspector",
    )
    yield Fact(
        "inspection.sections_blank",
        Kind.SET,
        "Parts of the checklist left blank",
        "Which parts of the checklist are blank?",
        "inspector",
    )
    yield Fact(
        "inspection.last_accepted_on",
        Kind.DATE,
        "Last required inspection accepted",
        "On which day was the last required inspection accepted?",
    )
