"""What pages and reports read of certificates. Each list asks a fixed number of queries, however long it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import F, Prefetch, QuerySet

from townwright.law.calendar import ONE_DAY, in_words
from townwright.law.certificates import CERTIFICATE_STATUS, days_under
from townwright.law.findings import Decision
from townwright.office import laws
from townwright.office.certificates import filing
from townwright.office.certificates.acts.preparing import to_note
from townwright.office.certificates.acts.temporary import reminders_due
from townwright.office.certificates.models import Certificate, CertificateFinding, CertificatePaper, OpenItem
from townwright.office.permits.models import Permit
from townwright.office.places.models import Parcel

__all__ = [
    "Finished",
    "Said",
    "decision_due",
    "finished_without_certificate",
    "missing",
    "of_parcel",
    "of_permit",
    "papers",
    "ready",
    "reminders_due",
    "standing",
    "temporary_ending",
    "time_under_temporary",
    "to_note",
    "uncovered",
    "undecided",
]


@dataclass(frozen=True, slots=True)
class Said:
    """What a certificate is on a day, in words: why, under which section, since and until when."""

    key: str
    words: str
    why: str
    cite: str = ""
    since: date | None = None
    until: date | None = None


#: Since when a status has been one, by its key.
_SINCE = {
    "revoked": "revoked_on",
    "superseded": "superseded_on",
    "lost": "lost_on",
    "suspended": "suspended_on",
    "in force": "issued_on",
    "refused": "refused_on",
    "withdrawn": "withdrawn_on",
    "applied for": "filed_on",
    "draft": "received_on",
}


def standing(certificate: Certificate, on: date) -> Said:
    """What a certificate is on a day, and why."""
    rung = CERTIFICATE_STATUS[certificate.key_on(on)]
    rules = laws.pack().certificates
    cite = rules.kinds[certificate.kind].cite if certificate.kind in rules.kinds else ""
    since = getattr(certificate, _SINCE[rung.key]) if rung.key in _SINCE else None
    ends = certificate.ends_on
    if rung.key == "lapsed" and ends is not None:
        return Said(
            rung.key, rung.words, f"It was in effect through {in_words(ends)}", _temporary_cite(on), ends + ONE_DAY
        )
    if rung.key == "in force" and ends is not None:
        return Said(rung.key, rung.words, f"In effect through {in_words(ends)}", _temporary_cite(on), since, ends)
    if rung.key == "refused":
        return Said(rung.key, rung.words, certificate.refused_why, certificate.refused_cite, since)
    if rung.key == "draft":
        return Said(rung.key, rung.words, "Its fee is not paid", cite, since)
    if rung.key == "applied for":
        waiting = missing(certificate, on).standing_in_the_way
        why = f"{len(waiting)} things are missing" if waiting else "Ready for the officer's signature"
        return Said(rung.key, rung.words, why, cite, since)
    return Said(rung.key, rung.words, f"Since {in_words(since)}" if since else "", cite, since)


def _temporary_cite(on: date) -> str:
    series = laws.pack().certificates.temporary
    rule = series.on(on) if series is not None else None
    return rule.cite if rule is not None else ""


def missing(certificate: Certificate, on: date) -> Decision:
    """The checklist of a certificate: what stands in the way of its issue, who has it, and what would cure it."""
    return filing.decision_to_issue(certificate, on)


def papers(certificate: Certificate, on: date) -> list[tuple[str, bool, CertificatePaper | None]]:
    """The four papers: words, whether it has to come in, and what came of it."""
    kept = {paper.key: paper for paper in certificate.papers.all()}
    not_asked = {finding.key for finding in filing.decide("certificate.papers", certificate, on, {}).not_asked}
    return [(str(key.label), key.value not in not_asked, kept.get(key.value)) for key in CertificatePaper.Key]


def ready() -> list[Certificate]:
    """Certificates that wait for the officer's signature alone, the longest first."""
    return list(_with_case(Certificate.objects.applied_for().exclude(ready_on=None)).order_by("ready_on", "id"))


def undecided() -> list[Certificate]:
    """Applications that are not decided, the oldest first; drafts among them are those without a filing day."""
    open_now = Certificate.objects.filter(issued_on=None, refused_on=None, withdrawn_on=None)
    return list(_with_case(open_now).order_by("received_on", "id"))


def _with_case(rows: QuerySet[Certificate]) -> QuerySet[Certificate]:
    return rows.select_related("case", "permit__case")


@dataclass(frozen=True, slots=True)
class Finished:
    """A permit whose work is done and that has no certificate: since when, and how many days."""

    permit: Permit
    finished_on: date
    days: int


def finished_without_certificate(on: date) -> list[Finished]:
    """Permits with a satisfactory final inspection and no certificate, the longest first."""
    rows = Permit.objects.filter(completed_on__lte=on, closed_on=None, revoked_on=None).select_related("case")
    return [
        Finished(row, row.completed_on, (on - row.completed_on).days)
        for row in rows.order_by("completed_on", "id")
        if row.completed_on is not None
    ]


def temporary_ending(on: date, within: int = 30) -> list[tuple[Certificate, int, list[OpenItem]]]:
    """Temporary certificates that end within some days: days left, and what is still to be done."""
    ending = Certificate.objects.in_force(on).filter(ends_on__lte=on + timedelta(days=within))
    open_items = Prefetch("items", OpenItem.objects.filter(done_on=None), to_attr="open_items")
    rows = _with_case(ending).prefetch_related(open_items).order_by("ends_on", "id")
    return [(row, (row.ends_on - on).days, row.open_items) for row in rows if row.ends_on is not None]


def decision_due(on: date) -> list[tuple[CertificateFinding, date]]:
    """Findings whose time to correct is over: revoke or suspend, or find them corrected. With the day since when."""
    rows = CertificateFinding.objects.filter(decided_on=None, act_by__lt=on).select_related("certificate__case")
    return [(row, row.act_by + ONE_DAY) for row in rows.order_by("act_by", "id")]


def of_permit(permit: Permit) -> list[Certificate]:
    """The certificates of a permit, the newest first."""
    return list(permit.certificates.select_related("case"))


def of_parcel(parcel: Parcel) -> list[Certificate]:
    """The certificates of a parcel, the newest first."""
    return list(_with_case(Certificate.objects.filter(case__parcels=parcel)))


def uncovered(permit: Permit, on: date) -> list[str]:
    """The parts that certificates in force cover, where none covers the whole; what else there is has none."""
    rows = permit.certificates.in_force(on).order_by(F("issued_on"))
    return [] if rows.filter(coverage="whole").exists() else [row.part for row in rows]


def time_under_temporary(permit: Permit, on: date) -> int:
    """Days that the work under a permit has been used by temporary certificates so far, no day counted twice."""
    spans = []
    for row in permit.certificates.filter(kind=Certificate.Kind.TEMPORARY).exclude(issued_on=None):
        ended = [day for day in (row.ends_on, row.superseded_on, row.revoked_on) if day is not None]
        if row.starts_on is not None and ended:
            spans.append((row.starts_on, min(ended)))
    return days_under(spans, on)
