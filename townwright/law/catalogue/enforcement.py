"""Facts about orders to remedy, stop-work orders, complaints, fires and unsafe buildings."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind


def facts() -> Iterator[Fact]:
    """Every one."""
    yield from _orders()
    yield from _complaints()
    yield from _hazards()


def _orders() -> Iterator[Fact]:
    yield Fact("order.dated", Kind.DATE, "Date of the order", "Which date does the order bear?", "officer")
    yield Fact(
        "order.status",
        Kind.CHOICE,
        "Order",
        "How does the order stand on that day?",
        choices={
            "draft": "draft",
            "unserved": "issued, not yet served",
            "running": "served, time running",
            "in default": "not remedied in time",
            "remedied": "remedied in time",
            "remedied late": "remedied after its time",
            "replaced": "replaced by a later order",
            "withdrawn": "withdrawn",
        },
    )
    yield Fact("order.issued_on", Kind.DATE, "Order issued", "On which day was the order issued?")
    yield Fact("order.remedy_by", Kind.DATE, "To be remedied by", "What is the last day to remedy it?")
    yield Fact(
        "stop_work.status",
        Kind.CHOICE,
        "Stop-work order",
        "How does the stop-work order stand on that day?",
        choices={
            "draft": "draft",
            "not effective": "issued, not yet effective",
            "in force": "in force",
            "rescinded": "rescinded",
            "replaced": "replaced by a later order",
        },
    )
    yield Fact(
        "stop_work.open_conditions",
        Kind.SET,
        "Conditions not met",
        "Which conditions for resuming the work are not met?",
        "officer",
    )
    yield Fact(
        "ticket.sections",
        Kind.SET,
        "Sections of the Uniform Code",
        "Which sections of the Uniform Code were violated?",
        "inspector",
    )
    yield Fact(
        "action.kind",
        Kind.CHOICE,
        "Action",
        "Which action is it?",
        "officer",
        choices={
            "penalty": "for a civil penalty",
            "injunction": "to prevent, restrain, enjoin, correct or abate",
            "compel": "to compel compliance with an order",
            "removal": "for enforced removal",
        },
    )
    yield Fact(
        "action.basis",
        Kind.CHOICE,
        "What was violated",
        "What was violated?",
        "officer",
        choices={
            "uniform code": "the Uniform Code",
            "certificate": "terms or conditions of a certificate of occupancy",
            "chapter": "the town's chapter",
            "zoning": "the zoning",
            "other": "another law",
        },
    )
    yield Fact("violation.cured_on", Kind.DATE, "Found cured", "On which day was it found cured?", "inspector")
    yield Fact("action.settled_on", Kind.DATE, "Settled", "On which day was it settled?", "officer")
    yield Fact("action.commenced_on", Kind.DATE, "Action commenced", "On which day does the action begin?", "officer")
    yield Fact("action.resolution", Kind.TEXT, "Resolution that authorizes the action", "By which resolution?", "clerk")
    yield Fact(
        "action.resolved_on",
        Kind.DATE,
        "Action authorized",
        "On which day did the board authorize the action?",
        "clerk",
    )


def _complaints() -> Iterator[Fact]:
    yield Fact(
        "complaint.written_statement",
        Kind.BOOL,
        "Written statement",
        "Did it come as a written statement?",
        "clerk",
    )
    yield Fact("complaint.received_on", Kind.DATE, "Complaint received", "On which day was it received?", "clerk")
    yield Fact(
        "complaint.alleged",
        Kind.TEXT,
        "What is complained of",
        "Which condition or activity is complained of?",
        "clerk",
    )
    yield Fact(
        "complaint.subjects",
        Kind.SET,
        "Codes that it is about",
        "Which of these codes does it say are not complied with?",
        "officer",
        choices={
            "uniform code": "the Uniform Code",
            "energy code": "the Energy Code",
            "town code": "the town's own code for their enforcement",
            "other local law": "another local law that enforces either Code",
        },
    )
    yield Fact(
        "complaint.outcome",
        Kind.CHOICE,
        "Outcome",
        "How does the complaint end?",
        "officer",
        choices={
            "no violation": "no violation found",
            "abated": "violation abated or corrected",
            "enforcement": "enforcement goes on by an order or in court",
            "outside": "outside what the code covers, referred",
            "other": "another outcome",
        },
    )
    yield Fact(
        "complaint.steps",
        Kind.SET,
        "Steps taken",
        "Which steps were taken?",
        "officer",
        choices={
            "inspected": "inspection, documented",
            "notice": "notice with an opportunity to correct",
            "enforcement": "enforcement",
            "stop work": "stop-work order",
            "re-inspected": "inspection after the correction",
            "report": "final written report",
        },
    )
    yield Fact("complaint.why_no_step", Kind.TEXT, "Why no step was taken", "Why was no step taken?", "officer")
    yield Fact("complaint.referred_to", Kind.TEXT, "Referred to", "To whom was the complaint referred?", "officer")
    yield Fact(
        "complaint.inspected_on", Kind.DATE, "Inspected", "On which day was the condition inspected?", "inspector"
    )
    yield Fact(
        "complaint.inspection_result",
        Kind.TEXT,
        "Result of the inspection",
        "What did the inspection find?",
        "inspector",
    )
    yield Fact(
        "complaint.reinspected_on",
        Kind.DATE,
        "Found abated by an inspection",
        "On which day did an inspection find that it was abated?",
        "inspector",
    )
    yield Fact(
        "complaint.report_filed_on",
        Kind.DATE,
        "Final report filed",
        "On which day was the signed final report filed with the complaint?",
        "officer",
    )


def _hazards() -> Iterator[Fact]:
    yield Fact(
        "fire.involves",
        Kind.SET,
        "The fire or explosion involved",
        "Which of these did the fire or explosion involve?",
        "officer",
        choices={
            "structural damage": "structural damage",
            "fuel-burning appliance": "a fuel-burning appliance",
            "chimney": "a chimney",
            "gas vent": "a gas vent",
        },
    )
    yield Fact(
        "unsafe.procedure",
        Kind.TEXT,
        "Procedure that is followed",
        "Under which law is the unsafe building dealt with?",
        "officer",
    )
    yield Fact(
        "unsafe.imminent_danger", Kind.BOOL, "Imminent danger", "Is there imminent danger to life or safety?", "officer"
    )
