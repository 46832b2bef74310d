"""Facts about those who apply to inspect electrical installations for the town, and about their reports."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "electrical.letter",
        Kind.SET,
        "Letter of application",
        "What is the letter of application: written, signed, verified under oath?",
        "applicant",
        choices={"written": "in writing", "signed": "signed", "verified": "verified"},
    )
    yield Fact("electrical.trade_name", Kind.TEXT, "Trade name", "What is the trade name?", "applicant")
    yield Fact(
        "electrical.business_address", Kind.TEXT, "Business address", "What is the business address?", "applicant"
    )
    yield Fact(
        "electrical.applicant_kind",
        Kind.CHOICE,
        "Applicant",
        "What sort of applicant is it?",
        "applicant",
        choices={
            "individual": "an individual",
            "corporation": "a corporation",
            "unincorporated": "a firm, partnership or other unincorporated body",
        },
    )
    yield Fact("electrical.residence", Kind.TEXT, "Residence address", "What is the residence address?", "applicant")
    yield Fact("electrical.officers", Kind.SET, "Officers of the corporation", "Who are its officers?", "applicant")
    yield Fact(
        "electrical.without_residence",
        Kind.SET,
        "Named without residence address",
        "For which of those named is no residence address given?",
        "applicant",
    )
    yield Fact(
        "electrical.members_complete",
        Kind.BOOL,
        "All members named",
        "Does the applicant confirm that all members are named?",
        "applicant",
    )
    yield Fact(
        "electrical.has_liens", Kind.BOOL, "Liens or judgments", "Are liens or judgments outstanding?", "applicant"
    )
    yield Fact(
        "electrical.liens", Kind.TEXT, "Which liens or judgments", "Which are they, and of what nature?", "applicant"
    )
    yield Fact(
        "electrical.open_requests",
        Kind.SET,
        "Information asked for and not given",
        "Which information that a reviewer asked for has not come?",
        "applicant",
    )
    yield Fact(
        "electrical.standards_without_evidence",
        Kind.SET,
        "Standards without evidence",
        "For which standards is no paper filed?",
        "applicant",
    )
    yield Fact("electrical.standards_unmet", Kind.SET, "Standards not met", "Which minimum standards are not met?")
    yield Fact(
        "electrical.insurance_certificate",
        Kind.BOOL,
        "Certificate of insurance filed",
        "Is a certificate of insurance filed that proves the cover?",
        "applicant",
    )
    yield Fact(
        "electrical.town_insured",
        Kind.BOOL,
        "Town named as additional insured",
        "Does the certificate name the town as an additional insured?",
        "applicant",
    )
    yield Fact(
        "electrical.organisation_changes",
        Kind.SET,
        "Changes in the organisation",
        "What has changed in officers, members or address?",
        "applicant",
    )
    yield Fact(
        "electrical.changes_finding",
        Kind.TEXT,
        "Finding that the changes are not significant",
        "Why are the changes not significant?",
        "officer",
    )
    yield Fact(
        "electrical.substantiated_complaints",
        Kind.SET,
        "Substantiated complaints",
        "Which complaints were found substantiated during the authorization?",
    )
    yield Fact(
        "electrical.payer",
        Kind.CHOICE,
        "Paid by",
        "Who pays for the electrical inspection?",
        "clerk",
        choices={"town": "the town", "owner": "the owner", "contractor": "the contractor", "other": "somebody else"},
    )
