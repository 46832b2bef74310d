"""Facts about who acts: offices, appointments, certification, training."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind

#: The offices of every town, by key; a town's pack names further ones, and gives each its title.
OFFICES = {
    "officer": "Code Enforcement Officer",
    "deputy": "deputy",
    "inspector": "inspector",
    "fire_inspector": "fire inspector",
    "zoning_inspector": "zoning inspector",
    "technical_director": "director of technical services",
}


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "actor.offices",
        Kind.SET,
        "Offices held on that day",
        "Which offices of the town does the person hold on that day?",
        choices=OFFICES,
    )
    yield Fact("actor.role", Kind.TEXT, "Log-in", "What is the log-in for?")
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
        "legal.aims",
        Kind.SET,
        "Aims of the legal action",
        "What is the legal action for?",
        "officer",
        choices={
            "prevent construction": "to prevent unlawful construction",
            "end a violation": "to restrain, correct or abate a violation",
            "prevent occupancy": "to prevent illegal occupancy",
            "prevent another act": "to prevent another unlawful act",
        },
    )
    yield Fact(
        "legal.consulted_on",
        Kind.DATE,
        "Town attorney consulted",
        "On which day was the town's attorney consulted?",
        "officer",
    )
