"""Facts about fees, payments and schedules."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind


def facts() -> Iterator[Fact]:
    """Every one."""
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
