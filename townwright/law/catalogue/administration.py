"""Facts about how a department runs itself: designations, conflicts of interest, rules, variances, the public."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "designation.acts",
        Kind.SET,
        "Acts covered by the designation",
        "For which acts, by their names, is the person designated?",
        "officer",
    )
    yield Fact(
        "designation.office",
        Kind.CHOICE,
        "Designated by",
        "For which office does the person act?",
        "officer",
        choices={"officer": "the officer", "technical_director": "the director of technical services"},
    )
    yield Fact(
        "designation.begins_on", Kind.DATE, "Designation begins", "From which day does the designation run?", "officer"
    )
    yield Fact(
        "designation.ends_on", Kind.DATE, "Designation ends", "Until which day does the designation run?", "officer"
    )
    yield Fact(
        "conflict.employees",
        Kind.SET,
        "Employees with a hand in the work, not cleared",
        "Which employees have a part in the work, by themselves or by a firm that they declared, without a finding?",
    )
    yield Fact(
        "conflict.preparers",
        Kind.SET,
        "Employees who prepared the plans",
        "Which employees prepared plans or specifications in the file?",
    )
    yield Fact(
        "conflict.of_actor",
        Kind.SET,
        "Interests of the person in this place",
        "Which interests in this place has the person declared?",
    )
    yield Fact(
        "conflict.own_building",
        Kind.BOOL,
        "The employee owns the building",
        "Does the employee own the building or structure?",
        "officer",
    )
    yield Fact(
        "conflict.own_use",
        Kind.BOOL,
        "For the employee's own use or the immediate family's",
        "Is it for the employee's own use and occupancy, or that of the immediate family?",
        "officer",
    )
    yield Fact("conflict.for_sale", Kind.BOOL, "Built for sale", "Is it built for sale?", "officer")
    yield Fact(
        "conflict.statement_on", Kind.DATE, "Statement signed", "On which day did the employee sign it?", "officer"
    )
    yield Fact("rule.notice_on", Kind.DATE, "Public notice", "On which day was public notice given?", "clerk")
    yield Fact("rule.published_on", Kind.DATE, "Published", "On which day was it published?", "clerk")
    yield Fact("rule.newspaper", Kind.TEXT, "Official newspaper", "In which official newspaper?", "clerk")
    yield Fact("rule.effective_on", Kind.DATE, "Effective", "From which day does the rule count?", "clerk")
    yield Fact("rule.resolution", Kind.TEXT, "Resolution", "By which resolution was the rule adopted?", "clerk")
    yield Fact(
        "rule.carries_out", Kind.TEXT, "Provision carried out", "Which provision does its number carry out?", "clerk"
    )
    yield Fact("rule.number", Kind.INT, "Number in the rule", "Which number does the rule set?", "clerk")
    yield Fact(
        "variance.of",
        Kind.CHOICE,
        "Variance of",
        "From which rule is relief sought?",
        "applicant",
        choices={
            "uniform code": "the Uniform Code",
            "chapter": "the town's chapter",
            "rule": "a rule under the town's chapter",
        },
    )
    yield Fact("variance.provision", Kind.TEXT, "Provision", "From which provision is relief sought?", "applicant")
    yield Fact(
        "variance.also_uniform_code",
        Kind.BOOL,
        "Also required by the Uniform Code",
        "Does the Uniform Code impose the same requirement?",
        "officer",
    )
    yield Fact(
        "variance.judged_by", Kind.TEXT, "Judged by", "Who judged whether the Uniform Code has it too?", "officer"
    )
    yield Fact("document.type", Kind.TEXT, "Kind of paper", "Which kind of paper is it?", "clerk")
    yield Fact("notice.sections", Kind.SET, "Provisions cited", "Which provisions does the notice cite?", "inspector")
    yield Fact(
        "library.board_of_review_rules",
        Kind.DATE,
        "Rules of the Board of Review checked",
        "On which day were the rules that lie open last checked?",
        "clerk",
    )
    yield Fact("form.resolution", Kind.TEXT, "Resolution", "Which resolution prescribes the form?", "clerk")
    yield Fact("meeting.held_on", Kind.DATE, "Meeting held", "On which day was the meeting held?", "clerk")
    yield Fact("visit.on", Kind.DATE, "Day of the visit", "On which day does the visitor come?", "clerk")
    yield Fact(
        "visit.in_office_hours", Kind.BOOL, "Within office hours", "Is the office open to the public at that time?"
    )
    yield Fact(
        "record.withheld_ground", Kind.TEXT, "Ground for withholding", "On which law does withholding it rest?", "clerk"
    )
    yield Fact("record.withheld_by", Kind.TEXT, "Withheld by", "Which official withholds it?", "clerk")
