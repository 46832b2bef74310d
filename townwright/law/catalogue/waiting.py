"""Which subject of the office will tell a fact that no record of it tells yet.

The check of a pack says with it what a requirement waits for, once a subject instead of once a fact. A fact that an act
or a record comes to tell is simply no longer asked for here.
"""

from __future__ import annotations

from collections.abc import Mapping

from townwright.law.provisions import Subject

#: By what the fact is about: what its name begins with. A whole name goes before.
_TOLD_BY: Mapping[Subject, tuple[str, ...]] = {
    Subject.PERMITS: ("permit", "amendment", "document", "form"),
    Subject.INSPECTIONS: ("test", "tests", "report", "entry"),
    Subject.CERTIFICATES: ("change",),
    Subject.OPERATING: ("operating", "activity", "vehicle", "material"),
    Subject.ORDERS: ("order", "notice", "violation", "unsafe", "fire"),
    Subject.STOP_WORK: ("stop_order", "stop_work"),
    Subject.PENALTIES: ("action", "defendant", "legal", "ticket"),
    Subject.COMPLAINTS: ("complaint",),
    Subject.VACANCY: (
        "absence", "access", "emergency", "empty", "entry.authority", "exemption", "extension", "opening", "owner",
        "plan", "premises", "registration", "remediation", "revision", "standard", "statement", "tip", "transfer",
        "vacancy", "violation.is_refused_access", "warrant",
    ),
    Subject.ELECTRICAL: ("electrical",),
    Subject.PROGRAMMES: ("assessment",),
    Subject.MONEY: ("invoice", "payment"),
    Subject.STAFF: ("agreement", "appointment", "certification", "conflict", "designation", "officer", "training"),
    Subject.RECORDS: ("determination", "library", "meeting", "record", "records", "rule", "variance", "visit"),
    Subject.REPORTS: ("report.period_ends_on", "report.untold", "report.form"),
}  # fmt: skip
_SUBJECTS: Mapping[str, Subject] = {name: subject for subject, names in _TOLD_BY.items() for name in names}


def waits_for(fact: str) -> Subject | None:
    """The subject that will tell a fact; none where the fact is a town's own, or belongs to no subject."""
    return _SUBJECTS.get(fact) or _SUBJECTS.get(fact.partition(".")[0])
