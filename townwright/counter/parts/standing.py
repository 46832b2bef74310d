"""Where an application or permit stands, said to its own people: the office is "we", they are "you"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from townwright.counter import where
from townwright.counter.parts import waiting
from townwright.office.cases.models import ChangeRequest, RequestItem
from townwright.office.permits import reading
from townwright.office.permits.models import Permit
from townwright.office.permits.reading import Said
from townwright.pages import words
from townwright.pages.components import Clock, Status
from townwright.pages.inline import Cite, Day, Link, Strong

#: Days before an end from which the page says that time runs out.
SOON = 30
_OPEN = RequestItem.State.WAITING


@dataclass(frozen=True, slots=True)
class Stands:
    """What the sentences are made of."""

    permit: Permit
    said: Said
    today: date
    code: str
    request: ChangeRequest | None
    items: Sequence[RequestItem]

    @property
    def waiting(self) -> int:
        """How many things are still missing."""
        return sum(1 for item in self.items if item.state == _OPEN)


Mood = Literal["", "good", "ask", "due", "bad"]
Words = tuple[str, Any, Mood]


def status(permit: Permit, request: ChangeRequest | None, today: date, code: str) -> Status:
    """The status of the page, with the clock."""
    said = reading.standing(permit, today)
    stands = Stands(permit, said, today, code, request, list(request.items.all()) if request else [])
    say, why, mood = _SAYS.get(said.key, _other)(stands)
    return Status(say, why, mood, _clock(stands))


def _clock(stands: Stands) -> Clock:
    said, case = stands.said, stands.permit.case
    running: Literal["", "us", "you"] = "" if case.holder_since is None else "you" if case.with_applicant else "us"
    middle = waiting.middle(stands.permit.work_types, stands.today)
    called = waiting.work_of(stands.permit.work_types).lower()
    note = (
        f"Our middle value for this kind of work ({called}) is {words.plural(middle, 'day')} with us."
        if middle is not None
        else ""
    )
    return Clock(said.days_with_us, said.days_with_applicant, running, note, public=True)


def _not_filed(stands: Stands) -> Words:
    findings = reading.decision_to_file(stands.permit, stands.today).standing_in_the_way
    why: list[Any] = ["It is filed, and we look at it, once this is done: "]
    for place, finding in enumerate(findings):
        joint = "; " if place else ""
        why += [
            f"{joint}{(finding.cure or finding.says).rstrip('.')} ",
            Cite(finding.cite, next(iter(finding.provisions), "")),
        ]
    return "We have it; it is not filed yet", (*why, "."), "due"


def _with_us(stands: Stands) -> Words:
    filed = stands.permit.filed_on
    first: tuple[Any, ...] = ("Filed on ", Day(filed), ". ") if filed else ()
    return "It is with us", (*first, "Nothing is needed from you now."), "good"


def _with_you(stands: Stands) -> Words:
    request, missing = stands.request, stands.waiting
    if request is None:
        return "It is with you", "", "due"
    total = len(stands.items)
    asked = ("We asked for ", words.plural(total, "thing"), " on ", Day(request.sent_on), ". ")
    if not missing:
        return "It is with you: everything is answered", (*asked, "Hand it back to us below, and we look at it."), "due"
    by = request.reply_by
    if by is None:
        return f"It is with you: {_still(missing)}", asked, "due"
    late = by < stands.today
    longer = Link("ask for more time", where.do(stands.code, "case.ask") + "?longer=1")
    last = (
        ("The last day for it was ", Strong(Day(by)), ". Send it now, or ", longer, ".")
        if late
        else (
            "Send what is missing by ",
            Strong(Day(by)),
            ". If you need longer, ",
            longer,
            "; we answer the next business day.",
        )
    )
    return f"It is with you: {_still(missing)}", (*asked, *last), "bad" if late else "due"


def _still(missing: int) -> str:
    return f"{words.plural(missing, 'thing')} {'is' if missing == 1 else 'are'} still missing"


def _ready(stands: Stands) -> Words:
    return (
        "Everything is here; the permit is to be signed",
        "Nothing is needed from you now. Do not begin before you have the permit.",
        "good",
    )


def _in_force(stands: Stands) -> Words:
    permit, said, today = stands.permit, stands.said, stands.today
    cite = Cite(said.cite, next(iter(said.provisions), ""))
    why: list[Any] = []
    if permit.commenced_on is None and permit.commence_by is not None:
        why += ["Begin the work by ", Strong(Day(permit.commence_by)), ". "]
    if permit.last_day is not None:
        why += ["In force through ", Strong(Day(permit.last_day)), ". ", cite]
    soon = said.until is not None and (said.until - today).days <= SOON
    return "Your permit is in force", tuple(why), "due" if soon else "good"


def _lapsed(stands: Stands) -> Words:
    said = stands.said
    why = (
        f"{said.why}. " if said.why else "",
        Cite(said.cite, next(iter(said.provisions), "")),
        " Work must stop until it is renewed.",
    )
    return f"Your permit is {said.words[:1].lower()}{said.words[1:]}", why, "bad"


def _suspended(stands: Stands) -> Words:
    since: tuple[Any, ...] = ("Since ", Day(stands.said.since), ". ") if stands.said.since else ()
    return (
        "Your permit is suspended: stop work",
        (*since, "What has to be shown stands in our notice, among your papers."),
        "bad",
    )


def _other(stands: Stands) -> Words:
    said = stands.said
    since: tuple[Any, ...] = ("On ", Day(said.since), ". ") if said.since else ()
    moods: dict[str, Mood] = {"closed": "good", "revoked": "bad", "disapproved": "bad"}
    return said.words, (*since, f"{said.why}." if said.why else ""), moods.get(said.key, "")


_SAYS: dict[str, Callable[[Stands], Words]] = {
    "not filed": _not_filed,
    "with us": _with_us,
    "with applicant": _with_you,
    "ready": _ready,
    "in force": _in_force,
    "expired": _lapsed,
    "invalid": _lapsed,
    "suspended": _suspended,
}
