"""What the dates that acts set are about, in words. A date of a kind that is not listed is called by its own name."""

from __future__ import annotations

from datetime import date

from townwright.office.cases.models import SetDate
from townwright.pages.inline import Pressure

#: Days before its end from which a date is shown as running out.
SOON = 30

_WORDS = {
    "application.reply": ("Reply to the change request due", "The applicant has not answered in full."),
    "permit.commence": (
        "Last day to begin the work",
        "No start on record. Without one the permit is invalid from the next day.",
    ),
    "permit.life": ("Last day that the permit is in force", "The permit ends unless its certificate has issued."),
    "permit.exterior": ("Last day to finish the outside", "The outside of the building must be done by then."),
    "temporary.ends": ("Last day of the temporary certificate", "The building must comply by then."),
    "certificate.correct_by": ("Last day to correct", "What is not corrected by then costs the certificate."),
    "certificate.issue_within": ("Certificate to issue", "The work is complete."),
    "certificate.occupied_without": ("Last day of use without a certificate", "After it the building may not be used."),
}


def said(kind: str) -> str:
    """What a date of this kind is: "Last day to begin the work"."""
    return _WORDS[kind][0] if kind in _WORDS else kind.replace(".", " ").replace("_", " ").capitalize()


def happens(kind: str) -> str:
    """What comes of it when the date passes; empty where that is plain."""
    return _WORDS.get(kind, ("", ""))[1]


def pressure(row: SetDate, today: date) -> Pressure:
    """Whether the date has passed by its act-by day, or runs out soon."""
    if row.act_by < today:
        return "late"
    return "due" if (row.act_by - today).days <= 7 else ""
