"""Facts about records, reports, design criteria, agreements and inspections that others made."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "report.period_ends_on", Kind.DATE, "Time of the report ends", "On which day does the time of the report end?"
    )
    yield Fact("report.untold", Kind.SET, "Lines without a figure", "Which lines of the report have no figure?")
    yield Fact("report.form", Kind.TEXT, "Form", "On which form is the report made?", "officer")
    yield Fact(
        "criteria.row",
        Kind.TEXT,
        "Design criteria:",
        "What is the town's value, and from which map or table?",
        "officer",
        family=True,
    )
    yield Fact(
        "criteria.rows_without_source",
        Kind.SET,
        "Criteria without a source",
        "For which criteria is no map, chart or table named?",
        "officer",
    )
    yield Fact(
        "records.schedule_adopted_on",
        Kind.DATE,
        "Retention schedule adopted",
        "On which day did the board adopt the State's retention schedule?",
        "clerk",
    )
    yield Fact("records.batch_reviewed", Kind.BOOL, "Batch reviewed", "Is the batch reviewed and signed?", "officer")
    yield Fact(
        "records.not_over",
        Kind.SET,
        "Records whose time is not over",
        "Which records of the batch are still to be kept?",
    )
    yield Fact(
        "records.on_hold", Kind.SET, "Records under a legal hold", "Which records of the batch are under a hold?"
    )
    yield Fact(
        "agreement.resolution",
        Kind.TEXT,
        "Resolution for the agreement",
        "By which resolution did the board authorize it?",
        "clerk",
    )
    yield Fact("agreement.begins_on", Kind.DATE, "Agreement in force from", "From which day?", "clerk")
    yield Fact(
        "agreement.law_checked_by", Kind.TEXT, "Lawfulness checked by", "Which attorney checked the agreement?", "clerk"
    )
    yield Fact(
        "agreement.law_checked_on", Kind.DATE, "Lawfulness checked", "On which day was the agreement checked?", "clerk"
    )
    yield Fact(
        "inspection.way",
        Kind.CHOICE,
        "Way of inspection",
        "Is it made in person or remotely?",
        "inspector",
        choices={"in person": "in person", "remote": "remote"},
    )
    yield Fact(
        "inspection.same_quality",
        Kind.BOOL,
        "Same level and quality as in person",
        "Does the remote inspection match one in person in level and quality?",
        "inspector",
    )
    yield Fact(
        "inspection.trigger",
        Kind.CHOICE,
        "What it rests on",
        "On what does the inspection rest?",
        "inspector",
        choices={
            "periodic": "it is due",
            "owner": "a request of the owner or the owner's agent",
            "statement": "a written statement of a failure to comply",
            "information": "other reliable information",
            "none": "nothing of these",
        },
    )
    yield Fact(
        "inspection.requester",
        Kind.CHOICE,
        "Asked for by",
        "Who asks for the inspection?",
        "inspector",
        choices={"owner": "the owner", "agent": "the owner's agent", "other": "somebody else"},
    )
    yield Fact(
        "inspection.entry_refused_on", Kind.DATE, "Entry refused", "On which day was entry refused?", "inspector"
    )
    yield Fact(
        "inspection.warrant_on",
        Kind.DATE,
        "Warrant or court order",
        "Of which day is the warrant or court order?",
        "officer",
    )
    yield Fact(
        "assessment.engineer_license",
        Kind.TEXT,
        "License of the responsible engineer",
        "What is the New York license number of the responsible professional engineer?",
        "applicant",
    )
    yield Fact(
        "assessment.engineer_years",
        Kind.INT,
        "Experience in structural evaluation",
        "How many years has the engineer evaluated structures?",
        "applicant",
        unit="years",
    )
    yield Fact(
        "assessment.earlier_reports_read",
        Kind.BOOL,
        "Earlier reports reviewed",
        "Has the engineer reviewed every earlier report that there is?",
        "applicant",
    )
    yield Fact(
        "assessment.missing_parts",
        Kind.SET,
        "Parts that the report lacks",
        "Which parts that the State asks for does the report lack?",
        "officer",
    )
    yield Fact(
        "assessment.filed_on",
        Kind.DATE,
        "Condition assessment filed",
        "On which day was the report filed?",
        "applicant",
    )
    yield Fact(
        "assessment.unsafe",
        Kind.SET,
        "Unsafe conditions reported",
        "Which unsafe conditions does the report name?",
        "officer",
    )
    yield Fact(
        "assessment.action",
        Kind.TEXT,
        "Action on the report",
        "What did the office do about the unsafe conditions?",
        "officer",
    )
