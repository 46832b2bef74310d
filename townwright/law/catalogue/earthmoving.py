"""Facts about soil, rock and other material that is moved."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "earth.proposed",
        Kind.NUMBER,
        "Material to be moved",
        "How much material will be moved?",
        "applicant",
        unit="cu yd",
    )
    yield Fact(
        "earth.moved_before",
        Kind.NUMBER,
        "Material moved within twelve months",
        "How much was moved on the parcel in the twelve months before?",
        "applicant",
        unit="cu yd",
    )
    yield Fact(
        "earth.in_site_plan",
        Kind.BOOL,
        "Part of a site plan that the Planning Board approved",
        "Is all of it part of a site plan that the Planning Board has approved?",
        "applicant",
    )
    yield Fact(
        "earth.site_plan_needed",
        Kind.BOOL,
        "Site plan approval needed",
        "Does the application need site plan approval?",
        "applicant",
    )
    yield Fact(
        "earth.under_permit",
        Kind.BOOL,
        "Shown on the drawings of a building permit in force",
        "Is there a building permit in force whose drawings show it?",
        "applicant",
    )
