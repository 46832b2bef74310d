"""Facts about a construction site: its fence, and what an officer determined of the project."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact("work.fence.height", Kind.NUMBER, "Height of the fence", "How high is the fence?", "officer", unit="ft")
    yield Fact("work.fence.screened", Kind.BOOL, "Privacy screening", "Has the fence privacy screening?", "officer")
    yield Fact(
        "work.fence.opening_width",
        Kind.NUMBER,
        "Width of the openings",
        "How wide are the openings in the screening?",
        "officer",
        unit="in",
    )
    yield Fact(
        "work.fence.opening_height",
        Kind.NUMBER,
        "Height of the openings",
        "How high are the openings in the screening?",
        "officer",
        unit="in",
    )
    yield Fact(
        "work.fence.opening_above_bottom",
        Kind.NUMBER,
        "Openings above the bottom of the fence",
        "How far above the bottom of the fence is the lower edge of the openings?",
        "officer",
        unit="ft",
    )
    yield Fact(
        "work.fence.spacing",
        Kind.NUMBER,
        "Largest spacing of the openings",
        "What is the largest spacing of the openings, returns included, from centre to centre?",
        "officer",
        unit="ft",
    )
    yield Fact(
        "work.fence.unfenced_ways",
        Kind.SET,
        "Public ways without a fence",
        "Along which public ways is there no fence?",
        "officer",
    )
    yield Fact(
        "work.fence.frontage", Kind.NUMBER, "Frontage on public ways", "How long is the frontage?", "officer", unit="ft"
    )
    yield Fact("work.fence.length", Kind.NUMBER, "Length of the fence", "How long is it?", "officer", unit="ft")
    yield Fact(
        "work.fence.shortest_return",
        Kind.NUMBER,
        "Shortest return of the fence",
        "How far does the fence return onto the parcel, at the end where it is shortest?",
        "officer",
        unit="ft",
    )
    yield Fact(
        "work.fence.temporary_required",
        Kind.BOOL,
        "Temporary fencing required",
        "Did the director of technical services, or a designee, require temporary fencing?",
        "officer",
    )
    yield Fact(
        "work.fence.temporary_provided",
        Kind.BOOL,
        "Temporary fencing provided for",
        "Does the plan provide the temporary fencing that was required?",
        "officer",
    )
    yield Fact(
        "work.safeguards_outstanding",
        Kind.SET,
        "Uniform Code safeguards outstanding",
        "Which safeguards of the Uniform Code during construction are outstanding?",
        "officer",
    )
    yield Fact(
        "work.minor_project",
        Kind.BOOL,
        "Determined to be a minor project",
        "Is the project determined, and signed, to be a minor one?",
        "officer",
    )
    yield Fact("determination.reason", Kind.TEXT, "Reason", "For what reason?", "officer")
