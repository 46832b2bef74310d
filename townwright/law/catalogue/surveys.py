"""Facts about setbacks, surveys, staking, tests asked for, and reports of outside bureaus."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact("survey.made_on", Kind.DATE, "Survey dated", "On which day was the survey made?", "applicant")
    yield Fact("survey.copies", Kind.INT, "Copies of the survey", "How many copies were received?", "clerk")
    yield Fact(
        "survey.feet_per_inch",
        Kind.NUMBER,
        "Scale of the survey, one inch to",
        "For how many feet does one inch of the survey stand?",
        "applicant",
        unit="ft",
    )
    yield Fact(
        "survey.of_completed_on",
        Kind.DATE,
        "Updated survey dated",
        "On which day was the completed structure surveyed?",
        "applicant",
    )
    yield Fact(
        "setback.required",
        Kind.NUMBER,
        "Required setback",
        "How far from the lot line must the structure stand, on the side where least room is left?",
        "office",
        unit="ft",
    )
    yield Fact(
        "setback.proposed",
        Kind.NUMBER,
        "Proposed distance from the lot line",
        "How far from the lot line will the structure stand on that side?",
        "applicant",
        unit="ft",
    )
    yield Fact(
        "staking.verified_on",
        Kind.DATE,
        "Surveyor's verification of the stakes filed",
        "On which day did the surveyor's written verification of the stakes come in?",
        "applicant",
    )
    yield Fact(
        "staking.made_on", Kind.DATE, "Staked by a surveyor", "On which day did a surveyor stake it?", "applicant"
    )
    yield Fact(
        "foundation_survey.submitted_on",
        Kind.DATE,
        "Foundation survey submitted",
        "On which day did the foundation survey come in?",
        "applicant",
    )
    yield Fact(
        "foundation_survey.approved_on",
        Kind.DATE,
        "Foundation survey approved",
        "On which day was the foundation survey approved?",
        "officer",
    )
    yield Fact(
        "foundation_survey.notice_on",
        Kind.DATE,
        "Written notice to the contractor",
        "On which day was the contractor told in writing that framing waits for the foundation survey?",
        "inspector",
    )
    yield Fact("work.completed_on", Kind.DATE, "Work complete", "On which day was the work complete?", "inspector")
    yield Fact("tests.outstanding", Kind.SET, "Tests outstanding", "Which tests asked for have no passing result?")
    yield Fact("test.grounds", Kind.TEXT, "Grounds for the test", "On what grounds is the test required?", "officer")
    yield Fact("test.tester", Kind.TEXT, "Tester", "Who makes the test?", "applicant")
    yield Fact(
        "test.credential",
        Kind.TEXT,
        "Credential or accreditation of the tester",
        "What credential or accreditation has the tester?",
        "applicant",
    )
    yield Fact("test.passed", Kind.BOOL, "Test passed", "Does the result show compliance?", "inspector")
    yield Fact(
        "report.certified_by",
        Kind.TEXT,
        "Certified by",
        "Which responsible official of the bureau certified the report?",
        "applicant",
    )
    yield Fact(
        "report.certifier_title", Kind.TEXT, "Title of who certified it", "What is that official's title?", "applicant"
    )
    yield Fact("report.certified_on", Kind.DATE, "Certified", "On which day was the report certified?", "applicant")
    yield Fact(
        "report.bureau_recognised",
        Kind.BOOL,
        "Bureau generally recognised",
        "Is the bureau generally recognised and authoritative?",
        "officer",
    )
