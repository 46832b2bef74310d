"""The facts that every office can tell, declared once: name, type, words and who has it.

Gates ask for them by these names, and the office's apps register who tells which. A fact that one town alone
needs is declared in its own pack, beneath `town.`.
"""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Catalogue, Fact, Kind

_CHECKED = {"satisfied": "satisfied", "not satisfied": "not satisfied", "not applicable": "not applicable"}

_INSPECTED = {
    "not ready": "not ready",
    "ready": "ready, waiting for the visit",
    "satisfactory": "satisfactory as completed",
    "not satisfactory": "not satisfactory",
    "covered early": "covered before it was accepted",
    "not applicable": "not applicable",
}

_COMPLIES = {"complies": "complies", "does not comply": "does not comply"}

_SYSTEMS = {
    "structural": "structural",
    "electrical": "electrical",
    "plumbing": "plumbing",
    "mechanical": "mechanical",
    "fire protection": "fire protection",
    "other": "other service systems",
}

_VENTS = {
    "solid-fuel appliance": "solid-fuel-burning heating appliance",
    "chimney": "chimney",
    "flue": "flue",
    "gas vent": "gas vent",
}

_ENERGY_ITEMS = {
    "lighting": "high-performance lighting and controls",
    "heat traps": "heat traps in plumbing",
    "whole-house ventilation": "ventilation of the whole house",
    "energy recovery": "energy recovery",
    "thermostats": "programmable thermostats",
    "fans": "minimum fan efficiencies",
}

_WORK_TYPES = {
    "construct": "build new",
    "enlarge": "enlarge",
    "alter": "alter",
    "improve": "improve",
    "remove": "remove",
    "relocate": "relocate",
    "demolish": "demolish",
    "repair": "repair",
    "solid fuel": "install a solid-fuel appliance, chimney or flue",
    "other": "other work",
}


def _facts() -> Iterator[Fact]:
    yield from _place()
    yield from _signing()
    yield from _application()
    yield from _work()
    yield from _documents()
    yield from _review()
    yield from _money()
    yield from _permit()
    yield from _inspection()
    yield from _certificate()
    yield from _office()
    yield from _families()


def _place() -> Iterator[Fact]:
    yield Fact(
        "parcel.in_jurisdiction",
        Kind.BOOL,
        "Parcel in the town's own jurisdiction",
        "Does the parcel's SWIS code belong to the town, outside any village with enforcement of its own?",
    )
    yield Fact(
        "parcel.under_agreement",
        Kind.BOOL,
        "Parcel covered by an intermunicipal agreement",
        "Does an intermunicipal agreement on file cover the parcel on that day?",
    )
    yield Fact(
        "parcel.in_flood_hazard_area",
        Kind.BOOL,
        "Parcel in a flood hazard area",
        "Do the flood maps in force put the parcel in a special flood hazard area?",
    )
    yield Fact("building.area", Kind.NUMBER, "Floor area", "What is its floor area?", unit="sq ft")
    yield Fact("building.storeys", Kind.INT, "Storeys", "How many storeys has it?")
    yield Fact("building.dwelling_units", Kind.INT, "Dwelling units", "How many dwelling units has it?")
    yield Fact(
        "space.for_gathering",
        Kind.BOOL,
        "Space for gatherings",
        "Is the space chiefly for gatherings?",
        "officer",
    )
    yield Fact(
        "space.occupant_load",
        Kind.INT,
        "Occupant load",
        "For how many persons is it?",
        "officer",
        unit="persons",
    )
    yield Fact(
        "parcel.stop_work_orders",
        Kind.SET,
        "Stop-work orders in force on the parcel",
        "Which stop-work orders stand on the parcel?",
    )


def _signing() -> Iterator[Fact]:
    yield Fact(
        "actor.offices",
        Kind.SET,
        "Offices held on that day",
        "Which offices of the town does the person hold on that day?",
        choices={"officer": "Code Enforcement Officer", "inspector": "inspector"},
    )
    yield Fact("actor.role", Kind.TEXT, "Log-in", "What is the log-in for?")


def _application() -> Iterator[Fact]:
    yield Fact(
        "application.form",
        Kind.CHOICE,
        "Form",
        "On which form is the application made?",
        "applicant",
        choices={"town form": "the town's form", "other form": "another form", "oral": "spoken only"},
    )
    yield Fact(
        "application.form_accepted",
        Kind.BOOL,
        "Other form accepted by the officer",
        "Has the officer accepted that form?",
        "officer",
    )
    yield Fact(
        "application.signed_by",
        Kind.CHOICE,
        "Signed by",
        "Who signed the application?",
        "applicant",
        choices={
            "owner": "the owner",
            "agent": "the owner's agent",
            "other": "somebody else",
            "nobody": "nobody yet",
        },
    )
    yield Fact(
        "application.signer_is_owner_of_record",
        Kind.BOOL,
        "Signer is an owner of record",
        "Is the signer an owner of the parcel on that day?",
    )
    yield Fact(
        "application.agent_authorized_on",
        Kind.DATE,
        "Owner's authorization dated",
        "When did this owner authorize the agent?",
        "applicant",
    )
    yield Fact("application.submitted_on", Kind.DATE, "Submitted", "On which day was the application received?")
    yield Fact(
        "application.location",
        Kind.TEXT,
        "Location of the work",
        "Where on the property is the work?",
        "applicant",
    )
    yield Fact("application.nature", Kind.TEXT, "Nature of the work", "What sort of work is it?", "applicant")
    yield Fact(
        "application.extent",
        Kind.TEXT,
        "Extent of the work",
        "How much of the building does it touch?",
        "applicant",
    )
    yield Fact("application.scope", Kind.TEXT, "Scope of the work", "What does the work include?", "applicant")
    yield Fact(
        "application.buildings_affected",
        Kind.INT,
        "Buildings affected",
        "How many buildings or structures does the work affect?",
        "applicant",
    )
    yield Fact(
        "application.buildings_listed",
        Kind.INT,
        "Buildings listed with tax map number and address",
        "How many of them are listed with tax map number and street address?",
        "applicant",
    )
    yield Fact(
        "application.occupancy",
        Kind.TEXT,
        "Occupancy classification now",
        "What is the occupancy classification of the building now?",
        "applicant",
    )
    yield Fact(
        "application.occupancy_proposed",
        Kind.TEXT,
        "Occupancy classification proposed",
        "What will the occupancy classification be?",
        "applicant",
    )
    yield Fact(
        "application.special_inspections_apply",
        Kind.BOOL,
        "Special inspections apply",
        "Does the Uniform Code call for special inspections on this work?",
        "officer",
    )
    yield Fact(
        "application.special_inspections_statement",
        Kind.BOOL,
        "Statement of special inspections filed",
        "Is the statement of special inspections filed?",
        "applicant",
    )
    yield Fact(
        "application.open_requests",
        Kind.SET,
        "Open requests for information",
        "Which requests for information has the applicant not answered?",
        "applicant",
    )
    yield Fact("application.work_type", Kind.CHOICE, "Work", "What is to be done?", "applicant", choices=_WORK_TYPES)
    yield Fact("application.cost", Kind.MONEY, "Estimated cost", "What will the work cost?", "applicant")
    yield Fact(
        "application.area",
        Kind.NUMBER,
        "Floor area of the work",
        "How many square feet?",
        "applicant",
        unit="sq ft",
    )
    yield Fact(
        "work.under_uniform_code",
        Kind.BOOL,
        "Work governed by the Uniform Code",
        "Must the work conform to the Uniform Code?",
        "officer",
    )
    yield Fact(
        "work.under_energy_code",
        Kind.BOOL,
        "Work governed by the Energy Code",
        "Must the work conform to the Energy Code?",
        "officer",
    )
    yield Fact(
        "work.outside_codes_cite",
        Kind.TEXT,
        "Citation for work outside the Codes",
        "Under which provision does no Code govern this work?",
        "officer",
    )
    yield Fact("work.in_dwelling_unit", Kind.BOOL, "In a dwelling unit", "Is it in a dwelling unit?", "applicant")


def _work() -> Iterator[Fact]:
    yield Fact(
        "work.foundation",
        Kind.BOOL,
        "New footing or foundation",
        "Is there a new footing or foundation?",
        "applicant",
    )
    yield Fact("work.slab", Kind.BOOL, "Concrete slab", "Is there a concrete slab?", "applicant")
    yield Fact("work.framed", Kind.BOOL, "Framed work", "Is there framing?", "applicant")
    yield Fact("work.gypsum_board", Kind.BOOL, "Gypsum board", "Is gypsum board installed?", "applicant")
    yield Fact(
        "work.systems",
        Kind.SET,
        "Service systems in the accepted documents",
        "Which service systems do the documents name?",
        "applicant",
        choices=_SYSTEMS,
    )
    yield Fact(
        "work.rated_assemblies",
        Kind.BOOL,
        "Fire-resistant assemblies in the documents",
        "Do the documents have fire-resistant construction?",
        "applicant",
    )
    yield Fact(
        "work.vents",
        Kind.SET,
        "Solid-fuel appliances, chimneys, flues or gas vents",
        "Which of these does the work have: solid-fuel appliance, chimney, flue, gas vent?",
        "applicant",
        choices=_VENTS,
    )
    yield Fact("work.conditioned", Kind.BOOL, "Conditioned space", "Is the space heated or cooled?", "applicant")
    yield Fact(
        "work.energy_items",
        Kind.SET,
        "Further items that the Energy Code requires",
        "Which further items does the Energy Code require here?",
        "officer",
        choices=_ENERGY_ITEMS,
    )


def _documents() -> Iterator[Fact]:
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


def _review() -> Iterator[Fact]:
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


def _money() -> Iterator[Fact]:
    yield Fact(
        "fee.in_schedule",
        Kind.BOOL,
        "Fee in the schedule in force",
        "Has the schedule in force on that day a line for this?",
    )
    yield Fact("fee.scheduled", Kind.MONEY, "Fee under the schedule", "What is the fee under the schedule in force?")
    yield Fact("fee.original", Kind.MONEY, "Original permit fee", "What was the fee of the original permit?")
    yield Fact("fee.charged", Kind.MONEY, "Fee", "Which fee is charged?")
    yield Fact("fee.paid", Kind.MONEY, "Paid", "How much of it has been paid?", "applicant")
    yield Fact("fee.paid_on", Kind.DATE, "Fee paid", "On which day was the last of it paid?")
    yield Fact(
        "fee.waiver_resolution",
        Kind.TEXT,
        "Resolution that waives the fee",
        "By which resolution did the board waive or change this fee?",
        "clerk",
    )
    yield Fact(
        "schedule.resolution",
        Kind.TEXT,
        "Number of the resolution",
        "By which resolution was the schedule set?",
        "clerk",
    )
    yield Fact(
        "schedule.resolved_on",
        Kind.DATE,
        "Resolution dated",
        "On which day did the board resolve it?",
        "clerk",
    )
    yield Fact(
        "schedule.in_force_from",
        Kind.DATE,
        "Schedule in force from",
        "From which day does the schedule count?",
        "clerk",
    )
    yield Fact(
        "schedule.missing_lines",
        Kind.SET,
        "Actions without a line in the schedule",
        "For which of the listed actions has the schedule no line?",
    )


def _permit() -> Iterator[Fact]:
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
    yield Fact(
        "work.began_on", Kind.DATE, "Work begun", "On which day did the work begin?", "inspector"
    )
    yield Fact(
        "permit.holder_applies",
        Kind.BOOL,
        "Applicant is the permit holder or the holder's agent",
        "Is the applicant the permit holder, or the holder's agent?",
        "applicant",
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
            "incorrect information": "rests on incorrect information",
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


def _inspection() -> Iterator[Fact]:
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


def _certificate() -> Iterator[Fact]:
    yield Fact(
        "certificate.kind",
        Kind.CHOICE,
        "Certificate",
        "Which certificate is it?",
        choices={
            "occupancy": "certificate of occupancy",
            "compliance": "certificate of compliance",
            "temporary": "temporary certificate of occupancy",
        },
    )
    yield Fact(
        "certificate.occupied",
        Kind.BOOL,
        "New building, occupiable space added, or a conversion",
        "Is it a new building, an addition of occupiable space or a conversion?",
        "officer",
    )
    yield Fact(
        "certificate.under_permit",
        Kind.BOOL,
        "Work under a building permit",
        "Is the certificate for work under a building permit?",
    )
    yield Fact(
        "certificate.conversion",
        Kind.BOOL,
        "Conversion",
        "Does the use or the occupancy class or subclass change?",
    )
    yield Fact("certificate.tax_map_number", Kind.TEXT, "Tax map number", "What is the tax map number?")
    yield Fact("certificate.address", Kind.TEXT, "Address", "What is the address?")
    yield Fact(
        "certificate.coverage",
        Kind.CHOICE,
        "Covers",
        "Does it cover the whole structure or a part?",
        "officer",
        choices={"whole": "the whole structure", "part": "a part"},
    )
    yield Fact("certificate.part", Kind.TEXT, "Part covered", "Which part does it cover?", "officer")
    yield Fact("certificate.use", Kind.TEXT, "Use", "What is the use?", "officer")
    yield Fact(
        "certificate.occupancy",
        Kind.TEXT,
        "Occupancy classification",
        "What is the occupancy classification?",
        "officer",
    )
    yield Fact(
        "certificate.construction_type",
        Kind.TEXT,
        "Type of construction",
        "What is the type of construction?",
        "officer",
    )
    yield Fact(
        "certificate.assembly_without_load",
        Kind.SET,
        "Assembly areas without an occupant load",
        "For which assembly areas is no occupant load given?",
        "officer",
    )
    yield Fact(
        "certificate.conversion_complies",
        Kind.CHOICE,
        "Converted part under its new class",
        "Does the converted part comply with both Codes under its new class?",
        "officer",
        choices=_COMPLIES,
    )
    yield Fact(
        "certificate.inspected_on",
        Kind.DATE,
        "Inspected before the certificate",
        "On which day was the inspection before the certificate accepted?",
        "inspector",
    )
    yield Fact(
        "certificate.open_violations",
        Kind.SET,
        "Work found not to comply, still open",
        "Which findings of work that does not comply are open?",
    )
    yield Fact(
        "certificate.in_force",
        Kind.BOOL,
        "A certificate in force",
        "Is a certificate of occupancy, of compliance or a temporary one in force?",
    )
    yield Fact(
        "certificate.last_paper_on",
        Kind.DATE,
        "Last required paper received",
        "On which day did the last required paper come in?",
    )
    yield Fact(
        "factory.applies",
        Kind.BOOL,
        "Factory-manufactured building or manufactured home",
        "Is it a factory-manufactured building or a manufactured home?",
        "applicant",
    )
    yield Fact("factory.seal", Kind.TEXT, "Seal", "What is the number of the seal?", "inspector")
    yield Fact("factory.insignia", Kind.TEXT, "Insignia", "What is the number of the insignia?", "inspector")
    yield Fact("factory.data_plate", Kind.TEXT, "Data plate", "What is the number of the data plate?", "inspector")
    yield Fact(
        "temporary.safe_to_occupy",
        Kind.BOOL,
        "May be occupied safely",
        "Does the officer determine that the part can be occupied safely?",
        "officer",
    )
    yield Fact(
        "temporary.life_safety_not_working",
        Kind.SET,
        "Fire and life safety items not installed and working",
        "Which fire and life safety items are not installed and working?",
        "officer",
    )
    yield Fact(
        "temporary.egress_provided",
        Kind.BOOL,
        "All required means of egress provided",
        "Are all required means of egress from the structure provided?",
        "officer",
    )
    yield Fact("temporary.starts_on", Kind.DATE, "In effect from", "From which day?", "officer")
    yield Fact("temporary.ends_on", Kind.DATE, "In effect until", "Until which day?", "officer")
    yield Fact(
        "temporary.latest_end", Kind.DATE, "Latest last day", "What is the latest last day that the code allows?"
    )
    yield Fact(
        "correction.act_by",
        Kind.DATE,
        "Correction period ends",
        "What is the last day on which the owner may correct it?",
        "officer",
    )
    yield Fact("correction.corrected_on", Kind.DATE, "Corrected", "On which day was it found corrected?", "officer")


def _office() -> Iterator[Fact]:
    yield Fact("appointment.office", Kind.TEXT, "Office", "To which office?", "clerk")
    yield Fact("appointment.resolution", Kind.TEXT, "Number of the resolution", "By which resolution?", "clerk")
    yield Fact("appointment.acting", Kind.BOOL, "Acting appointment", "Is it an acting appointment?", "clerk")
    yield Fact(
        "appointment.overlaps",
        Kind.BOOL,
        "Office held by somebody else in that time",
        "Does somebody else hold the same office in that time?",
    )
    yield Fact("appointment.ends", Kind.DATE, "Term ends", "When does the term end?", "clerk")
    yield Fact(
        "appointment.why_acting",
        Kind.TEXT,
        "Reason why the officer cannot serve",
        "Why can the officer not serve?",
        "clerk",
    )
    yield Fact(
        "appointment.experience",
        Kind.TEXT,
        "Experience relied on",
        "Which experience in building construction or fire prevention was relied on?",
        "clerk",
    )
    yield Fact(
        "certification.status",
        Kind.CHOICE,
        "State certification",
        "How does the certification stand?",
        "clerk",
        choices={
            "active": "active",
            "inactive": "marked inactive",
            "revoked": "revoked",
            "none": "not on file",
        },
    )
    yield Fact("training.hours_short", Kind.INT, "Hours of training short", "How many hours are short?", unit="hours")
    yield Fact(
        "legal.consulted_on",
        Kind.DATE,
        "Town attorney consulted",
        "On which day was the town's attorney consulted?",
        "officer",
    )


def _families() -> Iterator[Fact]:
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


#: The facts common to all towns.
CATALOGUE = Catalogue(_facts())
