"""What pages ask of permits: how one stands and why, the lists of the day, its history. No page and no rule is here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, QuerySet

from townwright.law.calendar import ONE_DAY, in_words
from townwright.law.findings import Decision
from townwright.law.permits import PERMIT_STATUS
from townwright.office import laws
from townwright.office.cases.acts import days_held
from townwright.office.cases.models import CaseParcel, Party
from townwright.office.permits import gates
from townwright.office.permits.changes import held_elements
from townwright.office.permits.models import Ground, Permit, PermitSet
from townwright.office.permits.terms import rules_of, standing_of
from townwright.office.register.actors import Actor
from townwright.office.register.models import Entry

__all__ = [
    "Row",
    "Said",
    "decision_due",
    "decision_on_completeness",
    "decision_on_documents",
    "decision_to_file",
    "decision_to_issue",
    "ending",
    "held_elements",
    "history",
    "lapsed",
    "latest",
    "ready_to_issue",
    "replies_overdue",
    "standing",
    "to_review",
]

#: Statuses in which the office, or the applicant, has to do the next thing.
_OURS, _THEIRS = frozenset({"with us", "ready"}), frozenset({"with applicant", "not filed", "draft"})


@dataclass(frozen=True, slots=True)
class Said:
    """How a permit stands on a day: status in words, why, until when, who has it, and all of it in one sentence."""

    key: str
    words: str
    why: str
    cite: str
    provisions: tuple[str, ...]
    since: date | None
    until: date | None
    who_has_it: str
    days_with_us: int
    days_with_applicant: int
    aloud: str


def standing(permit: Permit, on: date) -> Said:
    """How a permit stands on a day, for one page; lists take theirs from `with_status`."""
    found = standing_of(permit, on)
    key = found.status.key
    ours, theirs = days_held(permit.case, on)
    until = _until(permit, key)
    who = "the office" if key in _OURS else "the applicant" if key in _THEIRS else ""
    if key == "in force" and permit.open_ground() is not None:
        who = "the office"
    why = found.why or _why(permit, key, on)
    if key == "in force" and permit.commenced_on is None and permit.commence_by is not None:
        why = f"Work must begin by {in_words(permit.commence_by)}. {why}"
    aloud = f"{permit.number or 'The application'} for {permit.case.title}, {permit.case.place}: "
    aloud += found.status.words.lower()
    if found.since is not None:
        aloud += f", since {in_words(found.since)}"
    aloud += f". {why}." if why else "."
    return Said(
        key, found.status.words, why, found.cite, found.provisions, found.since, until, who, ours, theirs, aloud
    )


def _until(permit: Permit, key: str) -> date | None:
    if key != "in force":
        return None
    ends = [permit.last_day, permit.commence_by if permit.commenced_on is None else None]
    return min((day for day in ends if day is not None), default=None)


def _why(permit: Permit, key: str, on: date) -> str:
    if key == "not filed":
        return "; ".join(finding.why or finding.says for finding in gates.not_filed(permit, on))
    if key == "with applicant":
        request = permit.case.requests.last()
        return f"Reply by {in_words(request.reply_by)}" if request is not None and request.reply_by else ""
    if key == "disapproved":
        return "See the notice of disapproval"
    return ""


# -- lists -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """One permit of a list; `days` and `by` are what the list is about."""

    permit: Permit
    status: str
    days_with_us: int
    days_with_applicant: int
    days: int = 0
    by: date | None = None
    why: str = ""


def _listed(on: date) -> PermitSet:
    """Permits with what a row shows, in a constant number of queries."""
    parties = Party.objects.filter(ends=None).select_related("person")
    parcels = CaseParcel.objects.select_related("parcel")
    return (
        Permit.objects.with_status(on)
        .select_related("case")
        .prefetch_related(Prefetch("case__parties", queryset=parties), Prefetch("case__on_parcels", queryset=parcels))
    )


def _rows(found: Iterable[Permit], on: date, **more: Callable[[Any], Any]) -> list[Row]:
    """Rows with the town's words for their statuses; `more` tells further fields from a permit."""
    words = laws.pack().permits.words
    rows = []
    for permit in found:
        ours, theirs = days_held(permit.case, on)
        status = PERMIT_STATUS[permit.status]  # type: ignore[attr-defined]
        told = {name: tell(permit) for name, tell in more.items()}
        rows.append(Row(permit, words.get(status.key, status.words), ours, theirs, **told))
    return rows


def to_review(on: date) -> list[Row]:
    """Applications that are with the office, those that it has had longest first."""
    rows = _rows(_listed(on).that_are("with us"), on)
    return sorted(rows, key=lambda row: -row.days_with_us)


def ready_to_issue(on: date) -> list[Row]:
    """Applications that only want the officer's signature, with the days that they have waited for it."""
    found = _listed(on).that_are("ready").order_by("ready_on", "id")
    return _rows(found, on, days=lambda p: (on - p.ready_on).days, by=lambda p: p.ready_on)


def ending(on: date, within: int = 30) -> list[Row]:
    """Permits in force that end within so many days, for want of commencement or at the end of their term."""
    last = on + timedelta(days=within)
    found = _listed(on).that_are("in force")
    by_term = found.filter(last_day__range=(on, last))
    by_start = found.filter(commenced_on=None, commence_by__range=(on, last))
    rows = _rows((by_term | by_start), on, by=lambda p: _until(p, "in force"), why=_which_end)
    return sorted(rows, key=lambda row: (row.by or date.max, row.permit.pk))


def _which_end(permit: Permit) -> str:
    starts = permit.commenced_on is None and permit.commence_by is not None
    if starts and (permit.last_day is None or permit.commence_by < permit.last_day):  # type: ignore[operator]
        return "Work not begun"
    return "Term ends"


def lapsed(on: date) -> list[Row]:
    """Permits invalid or expired and not closed, the longest lapsed first; `by` is the first day of the lapse."""
    found = _listed(on).that_are("invalid", "expired")
    rows = _rows(found, on, by=_lapsed_from, days=lambda p: (on - _lapsed_from(p)).days)
    return sorted(rows, key=lambda row: (row.by or date.max, row.permit.pk))


def _lapsed_from(permit: Permit) -> date:
    day = permit.commence_by if permit.status == "invalid" else permit.last_day  # type: ignore[attr-defined]
    assert day is not None, "a permit lapses at the end of a date"
    return day + ONE_DAY


def decision_due(on: date) -> list[Row]:
    """Permits with a finding that waits for its decision, to suspend or to revoke, the oldest finding first."""
    waiting = Ground.objects.filter(permit=OuterRef("pk"), decided_on=None, found_on__lte=on)
    found = _listed(on).filter(Exists(waiting)).annotate(found_on=waiting.order_by("found_on").values("found_on")[:1])
    return _rows(found.order_by("found_on", "id"), on, days=lambda p: (on - p.found_on).days, by=lambda p: p.found_on)


def replies_overdue(on: date) -> list[Row]:
    """Applications that are with the applicant after the day to reply by."""
    found = (
        _listed(on)
        .that_are("with applicant")
        .filter(case__requests__closed_on=None, case__requests__reply_by__lt=on)
        .annotate(reply_by=F("case__requests__reply_by"))
        .order_by("reply_by", "id")
    )
    return _rows(
        {permit.pk: permit for permit in found}.values(),
        on,
        by=lambda p: p.reply_by,
        days=lambda p: (on - p.reply_by).days,
    )


def latest(on: date) -> QuerySet[Permit]:
    """All permits with their status on a day, the newest first, for pages that filter and page by themselves."""
    return _listed(on)


# -- one permit ------------------------------------------------------------------------------------------------------


def history(permit: Permit) -> list[Entry]:
    """Every act on the case, the newest first."""
    return list(Entry.objects.filter(touched__ref=permit.case_id).order_by("-seq"))


def decision_to_issue(permit: Permit, actor: Actor, on: date) -> Decision:
    """The checklist of a permit: everything that its issue asks for."""
    return gates.decision_to_issue(permit, on, gates.of_actor(actor, on))


def decision_to_file(permit: Permit, on: date) -> Decision:
    """What makes the application filed."""
    return gates.decide(gates.FILE, permit, on)


def decision_on_completeness(permit: Permit, on: date) -> Decision:
    """What makes the application complete."""
    return gates.decide(gates.COMPLETE, permit, on)


def decision_on_documents(permit: Permit, actor: Actor, on: date) -> Decision:
    """What the acceptance of the construction documents asks for."""
    return gates.decide(gates.DOCUMENTS, permit, on, gates.of_actor(actor, on))


def officer_fixes_last_day(permit: Permit, on: date) -> bool:
    """Whether the code sets no period on a day, so that the officer writes the last day on the permit at its issue."""
    life = rules_of(permit).life
    return laws.pack().permits.expiration is not None and (life is None or life.on(on) is None)
