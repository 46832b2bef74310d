"""Whether what a paper gives is in force now: by the dates of its case, and never by what the paper itself says."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from townwright.counter.parts import certificates
from townwright.counter.parts.in_force_words import Now
from townwright.office.papers.models import Paper
from townwright.office.permits import reading
from townwright.office.permits.models import Permit
from townwright.pages.inline import Cite, Day

#: Papers that give leave to do the work.
_OF_PERMIT = frozenset({"permit", "placard"})


def now(paper: Paper, today: date) -> Now:
    """How a paper, and what it gives, stands today."""
    if paper.state is Paper.State.VOID:
        return Now("Ours, but void", ("Void since ", paper.void_on, f": {paper.void_why}"), "bad")
    if paper.state is Paper.State.REPLACED and paper.replaced_by is not None:
        newer = paper.replaced_by
        why = (f"{newer.title} {newer.number} of ", Day(newer.printed_on), " took its place. Ask for that one.")
        return Now("Ours, but replaced by a newer paper", why, "due")
    if paper.kind in _OF_PERMIT and paper.case_id is not None:
        return _of_permit(paper.case_id, today)
    return certificates.in_force(paper, today) or Now(
        "Ours and unaltered in our records",
        "It says what was so on its day. It gives no leave that could end.",
    )


def _of_permit(case_id: UUID, today: date) -> Now:
    permit = Permit.objects.filter(case_id=case_id).select_related("case").first()
    if permit is None:
        return Now("Ours and unaltered in our records")
    said = reading.standing(permit, today)
    why = (
        f"{said.words} today. {said.why}" + (". " if said.why else ""),
        Cite(said.cite, next(iter(said.provisions), "")),
    )
    if said.key == "in force":
        return Now("Genuine, and the permit is in force", why)
    if said.key == "closed":
        return Now("Genuine; the work is complete and the permit is closed", why, "due")
    return Now("Genuine, but the permit is not in force", why, "bad")
