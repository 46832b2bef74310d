"""Facts about vacant buildings: whether one is vacant, its registration and plan, its condition, going inside, work
that the town does, and what its owner owes.
"""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind

_ANSWERS = {
    "met": "met",
    "not met": "not met",
    "not seen": "not seen",
    "not applicable": "not applicable",
}

_REVIEWED = {"complies": "complies", "does not comply": "does not comply", "not applicable": "not applicable"}

_CAUSES = {"fire": "fire", "extreme weather": "extreme weather", "other": "another cause"}

_INTENTS = {
    "repair": "to repair it",
    "reoccupy": "to reoccupy it",
    "repair and reoccupy": "to repair and reoccupy it",
    "demolish": "to demolish it",
    "undecided": "undecided",
}

_AUTHORITIES = {
    "registration": "consent by registration",
    "consent": "express consent",
    "warrant": "search warrant or court order",
    "public place": "view from a public place",
    "emergency": "emergency",
}


def facts() -> Iterator[Fact]:
    """Every one."""
    yield from _vacant()
    yield from _registration()
    yield from _plan()
    yield from _condition()
    yield from _inside()
    yield from _town_work()
    yield from _owing()


def _text(name: str, says: str, ask: str, held_by: str = "office") -> Fact:
    return Fact(name, Kind.TEXT, says, ask, held_by)


def _yes_no(name: str, says: str, ask: str, held_by: str = "office") -> Fact:
    return Fact(name, Kind.BOOL, says, ask, held_by)


def _day(name: str, says: str, ask: str, held_by: str = "office") -> Fact:
    return Fact(name, Kind.DATE, says, ask, held_by)


def _list(name: str, says: str, ask: str, held_by: str = "office") -> Fact:
    return Fact(name, Kind.SET, says, ask, held_by)


def _vacant() -> Iterator[Fact]:
    yield _text("vacancy.category", "Category", "Under which category is it a vacant building?", "officer")
    yield _text("vacancy.scope", "Scope", "Is it the whole building, or which portion?", "officer")
    yield _day("vacancy.unoccupied_since", "Unoccupied since", "Since which day has it been unoccupied?", "officer")
    yield _day("vacancy.unsecured_since", "Unsecured since", "On which day was it found unsecured?", "inspector")
    yield _day(
        "vacancy.secured_otherwise_since",
        "Secured by other than normal means since",
        "On which day was it found secured by other than normal means?",
        "inspector",
    )
    yield _day(
        "vacancy.unsafe_on", "Found unsafe", "On which day did the officer determine that it is unsafe?", "officer"
    )
    yield _text("vacancy.order", "Order in force", "Which order of a court or of the officer is in force on it?")
    yield _text(
        "vacancy.why_illegal",
        "Why the occupancy is illegal",
        "Which law, order or missing certificate forbids it?",
        "officer",
    )
    yield _yes_no(
        "vacancy.lawful_presence",
        "Habitual presence of somebody entitled to be there",
        "Is somebody habitually there who has legal authority to occupy or possess it?",
        "officer",
    )
    yield _list("vacancy.grounds", "Facts weighed", "Which facts did the officer weigh, each with its note?", "officer")
    yield _text(
        "vacancy.absence", "Owner's absence on record", "Which absence of an owner who lives there is on record?"
    )
    yield Fact(
        "absence.kind",
        Kind.CHOICE,
        "Kind of absence",
        "Why is the owner away?",
        "officer",
        choices={
            "winter": "winter residence elsewhere",
            "travel": "travel",
            "illness": "illness",
            "exigent": "other exigent circumstances",
        },
    )
    yield _day("absence.since", "Away since", "Since which day?", "officer")
    yield _day("absence.until", "Return expected", "On which day is the owner expected back?", "officer")
    yield _day("absence.review_on", "Review", "On which day is it looked at again?", "officer")
    yield _text("absence.facts", "Circumstances", "What are the circumstances?", "officer")
    yield _text("tip.source", "Who told", "Which inspection, or who told of it?", "clerk")
    yield _text("tip.address", "Building", "At which address is the building?", "clerk")
    yield _yes_no("opening.open", "Opening open", "Is the opening open?", "inspector")
    yield _yes_no(
        "opening.reachable",
        "Reachable without tools or ladder",
        "Can it be reached without tools or a ladder?",
        "inspector",
    )
    yield _text(
        "opening.closed_by", "Closed by", "What is it closed by (normal, boards, padlock, fence, …)?", "inspector"
    )
    yield _yes_no("opening.broken", "Door or window broken or cracked", "Is it broken or cracked?", "inspector")
    yield _yes_no("opening.shop_front", "First floor of a shop", "Is it on the first floor of a shop?", "inspector")
    yield _text("opening.covering", "Covering", "What covers it?", "inspector")
    yield _yes_no("opening.covering_similar", "Similar material", "Is the covering similar to those listed?", "officer")
    yield _yes_no("opening.covering_approved", "Approved material", "Did the officer approve that material?", "officer")
    yield _yes_no("empty.unoccupied", "Unoccupied", "Does nobody live or work there who has a right to?", "applicant")
    yield _yes_no("empty.over_90_days", "For more than 90 days", "Has that been so for more than 90 days?", "applicant")
    yield _yes_no(
        "empty.owner_away", "Owner away for a time", "Is an owner who lives there away for a time?", "applicant"
    )
    yield _yes_no("empty.unsecured", "Open to entry", "Can somebody get in without a tool or a ladder?", "applicant")
    yield _yes_no("empty.closed_up", "Boarded or chained", "Is a door or window boarded or chained up?", "applicant")
    yield _yes_no("empty.unsafe", "Found unsafe", "Has the officer found it unsafe?", "applicant")
    yield _yes_no("empty.ordered", "Under an order", "Is it under an order of a court or of the officer?", "applicant")
    yield _yes_no(
        "empty.illegal", "Occupied against the law", "Is it occupied without a right or against an order?", "applicant"
    )
    yield _day("vacancy.registered_on", "Registered", "On which day was the registration complete?")
    yield _yes_no("vacancy.registered", "Registered by this owner", "Has this owner registered it?")
    yield _day("vacancy.register_by", "To be registered by", "By which day is it to be registered?")
    yield _text("vacancy.plan_kind", "Kind of plan", "Of which kind is the plan?")
    yield _text("vacancy.class", "Class of building", "Of which class is the building?")
    yield _yes_no("vacancy.hardship", "Hardship waiver granted", "Was a waiver for hardship granted?", "clerk")
    yield _text("vacancy.last_use", "Most recent use", "What was its most recent use?", "applicant")
    yield Fact("vacancy.years", Kind.INT, "Years vacant", "How many whole years has it been vacant?", unit="years")
    yield Fact(
        "vacancy.outcome",
        Kind.CHOICE,
        "Why it is vacant no longer",
        "Why is it vacant no longer?",
        "officer",
        choices={"occupied": "lawfully occupied", "demolished": "demolished"},
    )
    yield _day("vacancy.certificate_lost_on", "Certificate lost", "On which day was its certificate lost?")
    yield _day("vacancy.certificate_issued_on", "Certificate issued", "Of which day is the certificate in force?")
    yield _day("vacancy.demolished_on", "Demolition complete", "On which day was the demolition complete?", "inspector")
    yield _day("emergency.found_on", "Emergency found", "On which day was the emergency found?", "officer")
    yield _text("emergency.hour", "Hour", "At what hour?", "officer")
    yield _text("emergency.facts", "Facts of the emergency", "What was found?", "officer")
    yield Fact(
        "emergency.danger",
        Kind.CHOICE,
        "Danger",
        "Is the danger imminent, immediate or substantial?",
        "officer",
        choices={"imminent": "imminent", "immediate": "immediate", "substantial": "substantial"},
    )
    yield _list("emergency.endangered", "Who is endangered", "Whom does it endanger?", "officer")
    yield _list("emergency.situations", "What kind of emergency", "What kind of emergency is it?", "officer")
    yield _text("emergency.other", "Description", "What is the other kind of emergency?", "officer")


def _registration() -> Iterator[Fact]:
    yield Fact(
        "registration.form",
        Kind.CHOICE,
        "Form",
        "On which form is it registered?",
        "applicant",
        choices={"town form": "the town's form", "other": "another writing"},
    )
    yield _text(
        "registration.description", "Description of the premises", "How are the premises described?", "applicant"
    )
    yield Fact("registration.area", Kind.NUMBER, "Square footage", "How many square feet?", "applicant", unit="sq ft")
    yield Fact("registration.storeys", Kind.NUMBER, "Storeys", "How many storeys, halves counted?", "applicant")
    yield Fact("registration.year_built", Kind.INT, "Year built", "In which year was it built?", "applicant")
    yield _list(
        "registration.owners_incomplete",
        "Owners without name, address or telephone",
        "For which owners is the name, address or telephone number missing?",
    )
    yield _list("registration.owners_missing", "Owners not on the form", "Which owners on record are not on the form?")
    yield _list(
        "registration.officers_missing",
        "Directors, managers or partners without an address",
        "For which directors, managers or partners of an owner is no address given?",
    )
    yield _list(
        "registration.owner_addresses",
        "Addresses of owners, directors, managers and partners",
        "What are the addresses of the owners, and of their directors, managers and partners?",
        "applicant",
    )
    yield _yes_no("registration.owner_near", "An owner lives near", "Does an owner reside in a county that counts?")
    yield _text("registration.manager", "Property manager", "Who is the property manager?", "applicant")
    yield _yes_no(
        "registration.manager_near", "The manager lives near", "Does the manager reside in a county that counts?"
    )
    yield _text("registration.manager_address", "Address of the manager", "What is the manager's address?", "applicant")
    yield _list("registration.lienholders", "Lienholders", "Who are the lienholders?", "applicant")
    yield _yes_no("registration.no_lienholders", "No lienholder known", "Is it stated that none is known?", "applicant")
    yield _list(
        "registration.interests",
        "Others with an ownership interest",
        "Who else has an ownership interest?",
        "applicant",
    )
    yield _yes_no("registration.no_interests", "No other interest", "Is it stated that there is none?", "applicant")
    yield _list(
        "registration.interests_incomplete",
        "Known interests without name or address",
        "For which known lienholders and interests is the name or address missing?",
    )
    yield _list(
        "registration.interest_addresses",
        "Addresses of lienholders and of others with an interest",
        "What are the addresses of the lienholders and of the others with an interest?",
        "applicant",
    )
    yield _text("registration.responsible", "Responsible person", "Which natural person is responsible?", "applicant")
    yield _text(
        "registration.responsible_address",
        "Address of the responsible person",
        "What is that person's address?",
        "applicant",
    )
    yield _text(
        "registration.responsible_telephone",
        "Telephone of the responsible person",
        "What is the telephone number?",
        "applicant",
    )
    yield _yes_no(
        "registration.responsible_at_all_times",
        "Reachable at all times",
        "Can the person be reached at any hour?",
        "applicant",
    )
    yield Fact("exemption.cause", Kind.CHOICE, "Cause", "What caused the damage?", "applicant", choices=_CAUSES)
    yield _day("exemption.event_on", "Fire or weather event", "On which day was the event?", "applicant")
    yield _day("exemption.requested_on", "Request received", "On which day was the complete request received?")
    yield _yes_no("exemption.in_writing", "In writing", "Is the request in writing?", "clerk")
    yield _yes_no("exemption.by_owner", "By the owner", "Is the request an owner's?", "clerk")
    yield _text(
        "exemption.description",
        "Description of the building",
        "How is the building or structure described?",
        "applicant",
    )
    yield _text("exemption.reason", "Reason", "For what reason is it to be exempt?", "applicant")
    yield _text("exemption.owner", "Owner", "What is the owner's name?", "applicant")
    yield _text("exemption.owner_address", "Owner's address", "What is the owner's address?", "applicant")
    yield Fact("exemption.intent", Kind.CHOICE, "Intent", "What is to be done with it?", "applicant", choices=_INTENTS)
    yield _yes_no("statement.in_writing", "In writing", "Is the statement in writing?", "clerk")
    yield Fact(
        "statement.subjects",
        Kind.SET,
        "Subjects",
        "What does the statement concern?",
        "clerk",
        choices={"history": "history", "problems": "problems", "status": "status", "blight": "blighting influence"},
    )


def _plan() -> Iterator[Fact]:
    yield _list("plan.kinds", "Kinds marked", "Which kinds of plan are marked?", "applicant")
    yield Fact(
        "plan.codes",
        Kind.CHOICE,
        "Plan:",
        "Does the plan comply with these codes?",
        "officer",
        choices=_REVIEWED,
        family=True,
    )
    yield _yes_no("revision.in_writing", "Revision in writing", "Is the revision in writing?", "clerk")
    yield _day(
        "extension.statement_on", "Owner's written statement", "On which day was the owner's statement received?"
    )
    yield _text("extension.reasons", "Reasons of the owner", "Why does the owner ask for it?", "applicant")
    yield _text("extension.cause", "Good cause", "What is the good cause?", "officer")
    yield _day("transfer.on", "Transfer", "On which day was the ownership transferred?", "clerk")
    yield _day(
        "transfer.notice_given_on",
        "Notice of the vacant status given",
        "On which day did the owner give the new owner written notice that it is a vacant building?",
        "applicant",
    )


def _condition() -> Iterator[Fact]:
    yield Fact(
        "standard",
        Kind.CHOICE,
        "Standard:",
        "How does this standard stand?",
        "inspector",
        choices=_ANSWERS,
        family=True,
    )
    yield _list(
        "access.floors_without",
        "Vacant or about to be vacant, without an approved access",
        "Which buildings or floors that are or will be vacant have no approved access?",
        "inspector",
    )
    yield Fact(
        "premises.grass",
        Kind.NUMBER,
        "Height of grass and weeds",
        "How high are grass and weeds?",
        "inspector",
        unit="inches",
    )
    yield _yes_no("owner.in_bankruptcy", "Bankruptcy of an owner on record", "Is an owner's bankruptcy on record?")


def _inside() -> Iterator[Fact]:
    yield Fact(
        "inspection.authority",
        Kind.CHOICE,
        "Authority",
        "On what authority is it made?",
        "inspector",
        choices=_AUTHORITIES,
    )
    yield _yes_no("inspection.inside", "Inside seen", "Was the inside seen?", "inspector")
    yield _text("inspection.vantage_point", "Vantage point", "From which public place was it seen?", "inspector")
    yield _yes_no("access.refused", "Access refused", "Has the owner refused access for this inspection?", "inspector")
    yield _day(
        "access.refusal_withdrawn_on", "Refusal withdrawn", "On which day was the refusal withdrawn?", "inspector"
    )
    yield _day(
        "access.advised_on",
        "Owner advised of the right to refuse",
        "On which day was the owner advised of the right to refuse entry without a warrant?",
        "inspector",
    )
    yield _text("access.answer", "Owner's answer", "What did the owner answer to that?", "inspector")
    yield _day("warrant.issued_on", "Warrant issued", "On which day was the warrant issued?", "officer")
    yield _day("warrant.valid_until", "Warrant valid until", "Until which day is it valid?", "officer")
    yield _yes_no(
        "emergency.for_this_entry", "Emergency found for this entry", "Was an emergency found for this entry?"
    )


def _town_work() -> Iterator[Fact]:
    yield _list("remediation.findings", "Open findings", "Which findings on the building are open?")
    yield _day("remediation.comply_by", "Time to comply with the notice", "By which day did the notice ask to comply?")
    yield _day(
        "remediation.failed_on",
        "Found undone",
        "On which day was it found that the acts had not been done?",
        "inspector",
    )
    yield _list("remediation.acts", "Work done", "What was done?", "officer")
    yield _list("remediation.acts_without_cost", "Work without its cost", "For which work is no cost entered?")
    yield _text("remediation.other", "Other work", "What other work was done?", "officer")
    yield Fact(
        "entry.authority",
        Kind.CHOICE,
        "Authority to enter",
        "On what authority does the town enter?",
        "officer",
        choices={key: _AUTHORITIES[key] for key in ("consent", "warrant", "emergency")},
    )
    yield _yes_no(
        "violation.is_refused_access", "For refusing access", "Is it written for refusing access?", "inspector"
    )
    yield _yes_no("defendant.is_owner", "Defendant is an owner", "Is the defendant an owner as the code defines one?")


def _owing() -> Iterator[Fact]:
    yield Fact("vacancy.delinquent", Kind.MONEY, "Delinquent fees", "How much is delinquent on the building?")
    yield _day("vacancy.fee_paid_on", "Registration fee paid", "On which day was the registration fee paid in full?")
    yield Fact(
        "payment.form",
        Kind.CHOICE,
        "Form of payment",
        "In what form is it paid?",
        "clerk",
        choices={
            "cash": "cash",
            "money order": "money order",
            "bank check": "bank check",
            "certified check": "certified check",
            "check": "personal or company check",
            "card": "card",
        },
    )
    yield Fact("payment.offered", Kind.MONEY, "Offered", "How much is offered?", "applicant")
    yield Fact(
        "payment.needed",
        Kind.MONEY,
        "Needed on that day",
        "What do the returned check, the processing fee and the late charges come to?",
    )
    yield _day("invoice.free_until", "Free until", "Until which day does the invoice bear no late charge?")
    yield Fact("invoice.due", Kind.MONEY, "Due", "How much of it is due, with every charge?")
    yield _yes_no("invoice.is_fine", "A court's fine", "Is it a fine that a court imposed?")
