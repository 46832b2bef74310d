"""A building permit, or the application for one, on its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

from townwright.desk import where
from townwright.desk.kinds import Question, Shown, requests, shows
from townwright.desk.kinds.plain import clock_of
from townwright.desk.parts import inspections
from townwright.desk.parts.documents import Remark
from townwright.desk.parts.findings import unsigned
from townwright.law.permits import ISSUED
from townwright.office import laws
from townwright.office.cases.models import Case
from townwright.office.permits import reading
from townwright.office.permits.models import Permit, ReviewMark
from townwright.office.permits.reading import Said
from townwright.office.register import acts
from townwright.office.register.actors import Actor
from townwright.pages import components as c
from townwright.pages import law_floor, words
from townwright.pages.inline import Cite, Number, Strong

#: How each status looks.
_MOODS: dict[str, Any] = {
    "not filed": "due",
    "with applicant": "due",
    "with us": "ask",
    "ready": "good",
    "in force": "good",
    "closed": "good",
    "invalid": "bad",
    "expired": "bad",
    "suspended": "bad",
    "revoked": "bad",
    "disapproved": "bad",
}

_REVIEW = ("permit.review", "permit.examine", "permit.accept_documents", "permit.request_changes", "permit.disapprove")
_WORK = (
    "inspection.record",
    "inspection.request",
    "certificate.apply",
    "permit.commence",
    "permit.report_change",
    "permit.decide_change",
    "permit.apply_amendment",
    "permit.amend",
    "permit.suspend",
    "permit.revoke",
)
_LAPSED = ("permit.renew", "permit.apply_renewal", "permit.refuse_renewal", "inspection.record", "certificate.apply")
#: The acts that matter in each status, in that order.
_MAIN = {
    "not filed": ("permit.record_signature", "permit.accept_form", "permit.request_changes", "permit.add_documents"),
    "with us": ("permit.issue", *_REVIEW),
    "ready": ("permit.issue", *_REVIEW),
    "with applicant": ("permit.answer", "permit.resubmit", "permit.extend_reply", "permit.issue", "permit.disapprove"),
    "in force": _WORK,
    "invalid": _LAPSED,
    "expired": _LAPSED,
    "suspended": ("permit.lift", "permit.show", "permit.revoke", "inspection.record"),
}
#: What an act is called at the desk where its name speaks to the applicant.
_TITLES = {"permit.answer": "Record a reply", "permit.resubmit": "Take it back from the applicant"}
#: The gate that the page asks in each status of a permit that was issued.
_NEXT = {
    "in force": "certificate.apply",
    "invalid": "permit.renew",
    "expired": "permit.renew",
    "suspended": "permit.lift",
}
#: Fees that fall due later, while anything can.
_TO_COME = ("certificate.occupancy", "inspection")
_OVER = frozenset({"closed", "revoked", "withdrawn", "disapproved"})


@shows("permit")
def shown(case: Case, actor: Actor, today: date) -> Shown:
    """A permit: where it stands, what the law says to the next act, what its documents and inspections are."""
    permit = Permit.objects.select_related("case").get(case=case)
    said = reading.standing(permit, today)
    issued = said.key in ISSUED
    planned = inspections.plan(permit, today)
    asked = requests.asked(permit, actor)
    question = question_of(permit, said.key, actor, today)
    return Shown(
        noun="Building permit" if issued else "Building permit application",
        subject=permit,
        status=c.Status(
            say_of(said.key, said.words, question),
            (*_why(said, case, asked, today), *_looser(permit, today)),
            _MOODS.get(said.key, ""),
            clock_of(case, today),
        ),
        aloud=said.aloud,
        under=tuple(_under(permit)),
        question=question,
        main=_main(said.key, asked),
        hrefs={"permit.review": where.review(case.pk)},
        titles={**_TITLES, "permit.review": "Look at the replies" if asked.replies else "Review the documents"},
        plan=planned.table if planned else None,
        plan_note=planned.note if planned else "",
        plan_rest=planned.rest if planned else None,
        requests=asked.now,
        earlier_requests=asked.earlier,
        asked_note=asked.note,
        remarks=remarks_of(permit),
        fees_to_come=() if said.key in _OVER else _TO_COME,
    )


def question_of(permit: Permit, key: str, actor: Actor, today: date) -> Question | None:
    """What the law is asked next: before the issue whether it may issue, afterwards what the status calls for."""
    if key in ("not filed", "with us", "with applicant", "ready"):
        return Question("May the permit issue?", unsigned(reading.decision_to_issue(permit, actor, today)))
    if (name := _NEXT.get(key)) is None or name not in {spec.name for spec in acts.specs()}:
        return None
    spec = acts.spec(name)
    decision = acts.decision_on(spec, permit, None, today, actor)
    return Question(f"{spec.title}?", decision) if decision.standing_in_the_way else None


def say_of(key: str, said: str, question: Question | None) -> str:
    """The first line of the status: what is so, and what stands in the way of the issue."""
    standing = words.standing(question.decision) if question else ""
    if key in ("with us", "with applicant", "not filed") and standing:
        return f"{'Not filed' if key == 'not filed' else 'Not ready to issue'}: {standing}"
    return said


def _main(key: str, asked: requests.Asked) -> tuple[str, ...]:
    """The acts that matter now: a reply that came in is looked at first."""
    main = _MAIN.get(key, ())
    return ("permit.review", *main) if key == "with applicant" and asked.replies else main


def _why(said: Said, case: Case, asked: requests.Asked, today: date) -> Iterator[Any]:
    """Why it is so, who has it since when, and until when."""
    since = f" since {words.day(case.holder_since)}" if case.holder_since else ""
    if said.key == "with applicant" and asked.last is not None:
        yield f"Change request {asked.last.count} is with the applicant{since}: "
        yield from requests.standing(asked, today)
        if asked.last.reply_by:
            yield from (
                f"{'The rest' if asked.waiting < len(asked.items) else 'All of it'} is due by ",
                Strong(words.day(asked.last.reply_by)),
                ".",
            )
        return
    if said.key in ("with us", "ready"):
        yield f"With us{since}. "
    if said.why:
        yield f"{said.why.rstrip('.')}. "
    if said.cite:
        yield Cite(said.cite, next(iter(said.provisions), ""))


def _looser(permit: Permit, today: date) -> Iterator[Any]:
    """Where the period of a permit is looser than the State's minimum, by the law that it lives by."""
    day = permit.issued_on or today
    pack = laws.pack(day)
    kind = permit.kind if permit.kind in pack.permits.kinds else "default"
    for one in law_floor.at(pack, day, "permits", kind):
        says = f": {one.says[:1].lower()}{one.says[1:]}."
        yield from (" Looser than the State’s minimum, ", Cite(one.state_cite), says)


def _under(permit: Permit) -> Iterator[Any]:
    for row in permit.case.on_parcels.all():
        yield from (where.place(row.parcel.address or "No address", row.parcel_id), f", print key {row.parcel.key}. ")
    about = [
        permit.occupancy_existing[:1].upper() + permit.occupancy_existing[1:],
        f"Type {permit.construction_type}" if permit.construction_type else "",
    ]
    if any(about):
        yield f"{', '.join(filter(None, about))}. "
    if permit.area:
        yield from (Number(permit.area, "sq ft"), ". ")
    if permit.received_on:
        yield f"Received {words.day(permit.received_on)}{' on paper' if permit.on_paper else ''}."


def remarks_of(permit: Permit) -> dict[str, Remark]:
    """What the review says of each sheet, from the marks that stand."""
    wrong: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for mark in ReviewMark.objects.filter(permit=permit, replaced=False).exclude(sheet=""):
        (wrong if mark.outcome == "not satisfied" else right)[mark.sheet] += 1
    return {sheet: Remark(wrong[sheet], right[sheet]) for sheet in {*wrong, *right}}
