"""Facts about septic systems, living area and bedrooms, and buried oil tanks."""

from __future__ import annotations

from collections.abc import Iterator

from townwright.law.facts import Fact, Kind


def facts() -> Iterator[Fact]:
    """Every one."""
    yield Fact(
        "septic.work",
        Kind.CHOICE,
        "Septic work",
        "What is done to the septic system?",
        "applicant",
        choices={
            "none": "nothing",
            "install": "install one",
            "move": "move it",
            "repair": "repair it",
            "replace": "replace it",
        },
    )
    yield Fact("septic.emergency", Kind.BOOL, "Emergency", "Is it an emergency repair?", "applicant")
    yield Fact("septic.registered_on", Kind.DATE, "Septic registration", "On which day was the septic work registered?")
    yield Fact(
        "septic.upgrade_required",
        Kind.BOOL,
        "Upgrade required by the county",
        "Does the county's health department require an upgrade of the septic system?",
        "applicant",
    )
    yield Fact(
        "septic.county_finding",
        Kind.CHOICE,
        "County's determination of the septic system",
        "What has the county's health department determined of the existing septic system?",
        "applicant",
        choices={"conforming": "conforming", "nonconforming": "nonconforming"},
    )
    yield Fact(
        "septic.advanced_required",
        Kind.BOOL,
        "Innovative and alternative system required",
        "Does the law require an innovative and alternative on-site wastewater system?",
    )
    yield Fact(
        "septic.advanced_approved_on",
        Kind.DATE,
        "System approved by the county",
        "On which day did the county's health department approve the system?",
        "applicant",
    )
    yield Fact(
        "septic.advanced_installed_on",
        Kind.DATE,
        "System installed",
        "On which day was the system installed?",
        "applicant",
    )
    yield Fact("home.is_new", Kind.BOOL, "New home", "Is it a new home?", "applicant")
    yield Fact(
        "home.expanded_or_renovated",
        Kind.BOOL,
        "Home expanded or renovated",
        "Is a residence expanded or renovated, or a building that could serve as one?",
        "officer",
    )
    yield Fact(
        "living_area.proposed",
        Kind.NUMBER,
        "Living area proposed",
        "How many square feet of living area will the home have?",
        "applicant",
        unit="sq ft",
    )
    yield Fact(
        "living_area.existing",
        Kind.NUMBER,
        "Living area before the work",
        "How many square feet of living area has it now?",
        "applicant",
        unit="sq ft",
    )
    yield Fact(
        "living_area.added",
        Kind.NUMBER,
        "Living area added",
        "How many square feet of living area are added?",
        "applicant",
        unit="sq ft",
    )
    yield Fact("bedrooms.before", Kind.INT, "Bedrooms before", "How many bedrooms has it now?", "applicant")
    yield Fact("bedrooms.after", Kind.INT, "Bedrooms after", "How many bedrooms will it have?", "applicant")
    yield Fact(
        "bedrooms.allowed",
        Kind.INT,
        "Bedrooms allowed by the county's permit",
        "How many bedrooms does the county's permit allow?",
        "applicant",
    )
    yield Fact(
        "work.is_reconstruction",
        Kind.BOOL,
        "Reconstruction",
        "Is it a reconstruction as the town's code defines one?",
        "officer",
    )
    yield Fact(
        "tanks.buried_in_use",
        Kind.SET,
        "Buried oil tanks without closure papers",
        "Which buried oil tanks on the property are neither removed nor abandoned, with papers to show it?",
        "applicant",
    )
    yield Fact(
        "tanks.replacement",
        Kind.CHOICE,
        "Replacement tank",
        "What takes the place of the buried tank?",
        "applicant",
        choices={
            "above ground": "a tank above ground",
            "buried": "a buried tank",
            "none": "nothing: no oil is burned any more",
        },
    )
