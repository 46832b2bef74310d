"""Facts about construction documents and their review."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind

_COMPLIES = {"complies": "complies", "does not comply": "does not comply"}

_SYSTEMS = {
    "structural": "structural",
    "electrical": "electrical",
    "plumbing": "plumbing",
    "mechanical": "mechanical",
    "fire protection": "fire protection",
    "other": "other service systems",
}


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "documents.sets",
        Kind.INT,
        "Sets of construction documents",
        "How many sets of drawings and specifications were received?",
        "applicant",
    )
    yield Fact(
        "documents.electronic",
        Kind.BOOL,
        "Electronic file",
        "Did the documents come as an electronic file?",
        "applicant",
    )
    yield Fact("documents.filed_on", Kind.DATE, "Documents filed", "On which day was the set filed?")
    yield Fact(
        "documents.accepted_on",
        Kind.DATE,
        "Documents accepted",
        "On which day did the officer accept the set?",
        "officer",
    )
    yield Fact(
        "documents.code_sections",
        Kind.SET,
        "Code sections relied on",
        "On which sections of the Codes does the reviewer rely?",
        "officer",
    )
    yield Fact(
        "documents.ground_snow_load",
        Kind.NUMBER,
        "Ground snow load in the drawings",
        "What ground snow load do the drawings state?",
        "applicant",
        unit="psf",
    )
    yield Fact(
        "criteria.ground_snow_load",
        Kind.NUMBER,
        "Ground snow load in the town's criteria record",
        "What ground snow load does the town's record of design criteria state?",
        unit="psf",
    )
    yield Fact(
        "professional.profession",
        Kind.CHOICE,
        "Design professional",
        "Is the design professional an architect or a professional engineer?",
        "applicant",
        choices={"architect": "registered architect", "engineer": "professional engineer", "none": "none"},
    )
    yield Fact(
        "professional.name",
        Kind.TEXT,
        "Name of the design professional",
        "What is the design professional's name?",
        "applicant",
    )
    yield Fact(
        "professional.license_number",
        Kind.TEXT,
        "License number on file",
        "What is the design professional's license number?",
        "applicant",
    )
    yield Fact(
        "document.kind",
        Kind.CHOICE,
        "Document",
        "What kind of document is it?",
        "office",
        choices={
            "plan": "plan",
            "specification": "specifications",
            "survey": "survey",
            "plot plan": "plot plan",
        },
    )
    yield Fact(
        "seal.profession",
        Kind.CHOICE,
        "Seal of",
        "Whose seal does the document bear?",
        "officer",
        choices={
            "architect": "an architect",
            "engineer": "a professional engineer",
            "surveyor": "a land surveyor",
            "none": "nobody",
        },
    )
    yield Fact("seal.state", Kind.TEXT, "Licensed in", "In which state is the licensee licensed?", "officer")
    yield Fact("seal.legible", Kind.BOOL, "Licensee's name legible", "Is the licensee's name legible?", "officer")
    yield Fact("seal.name", Kind.TEXT, "Name on the seal", "Which name does the seal show?", "officer")
    yield Fact("seal.signed_by", Kind.TEXT, "Signed by", "Who signed over the seal?", "officer")
    yield Fact(
        "seal.license_number",
        Kind.TEXT,
        "License number on the seal",
        "Which license number does the seal show?",
        "officer",
    )
    yield Fact(
        "professional.registration_expires_on",
        Kind.DATE,
        "Registration expires",
        "When does the design professional's registration expire?",
        "applicant",
    )
    yield Fact(
        "professional.renewal_confirmed",
        Kind.BOOL,
        "Renewal of the registration confirmed",
        "Has the officer recorded that the registration was renewed?",
        "officer",
    )
    yield Fact(
        "professional.sole_practitioner",
        Kind.BOOL,
        "Sole practitioner",
        "Does the design professional practise alone?",
        "applicant",
    )
    yield Fact("professional.firm", Kind.TEXT, "Firm", "What is the name of the firm?", "applicant")
    yield Fact(
        "professional.certificate_of_authorization",
        Kind.TEXT,
        "Certificate of authorization number",
        "What is the engineering firm's certificate of authorization number?",
        "applicant",
    )
    yield Fact(
        "examined.uniform_code",
        Kind.CHOICE,
        "Examined under the Uniform Code",
        "Does the work comply with the Uniform Code?",
        "officer",
        choices=_COMPLIES,
    )
    yield Fact(
        "examined.energy_code",
        Kind.CHOICE,
        "Examined under the Energy Code",
        "Does the work comply with the Energy Code?",
        "officer",
        choices=_COMPLIES,
    )
    yield Fact("examined.on", Kind.DATE, "Approved", "On which day was the application approved?", "officer")
    yield Fact(
        "application.other_bars",
        Kind.SET,
        "Approvals outside the chapter still open",
        "Which zoning or other approvals does the work still need?",
    )
    yield Fact("decision.reason", Kind.TEXT, "Reason", "For what reason?", "officer")
    yield Fact("decision.cite", Kind.TEXT, "Legal ground", "On which section does the refusal rest?", "officer")
    yield Fact(
        "insurance.workers_compensation",
        Kind.CHOICE,
        "Workers' compensation",
        "What proof of workers' compensation cover is on file?",
        "applicant",
        choices={
            "insured": "certificate of insurance on file",
            "exempt": "exemption CE-200 on file",
            "homeowner": "form BP-1 on file, owner-occupied home",
            "none": "no proof on file",
        },
    )
    yield Fact(
        "insurance.workers_compensation_until",
        Kind.DATE,
        "Workers' compensation cover ends",
        "Until when does the cover run?",
        "applicant",
    )
    yield Fact(
        "insurance.disability",
        Kind.CHOICE,
        "Disability benefits",
        "What proof of disability and paid family leave cover is on file?",
        "applicant",
        choices={
            "insured": "certificate of insurance on file",
            "exempt": "exemption CE-200 on file",
            "homeowner": "form BP-1 on file, owner-occupied home",
            "none": "no proof on file",
        },
    )
    yield Fact(
        "insurance.disability_until",
        Kind.DATE,
        "Disability cover ends",
        "Until when does the cover run?",
        "applicant",
    )
    yield Fact(
        "insurance.liability",
        Kind.CHOICE,
        "Liability insurance",
        "What proof of liability insurance is on file?",
        "applicant",
        choices={"insured": "certificate of insurance on file", "none": "no proof on file"},
    )
    yield Fact(
        "insurance.liability_until",
        Kind.DATE,
        "Liability insurance ends",
        "Until when does the cover run?",
        "applicant",
    )
