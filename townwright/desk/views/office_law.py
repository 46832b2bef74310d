"""The law in force: every pack that the office worked by, what a changed pack says differently, and bringing it in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from townwright.desk import sheets
from townwright.desk.views import acting
from townwright.desk.views.office import may, page
from townwright.law import check
from townwright.law.differences import Difference, differences
from townwright.law.layers import PackError
from townwright.law.packs import Pack
from townwright.office import clock, laws, storage
from townwright.office.cases import adopting
from townwright.office.laws.models import InForce
from townwright.office.register import acts
from townwright.pages import components as c
from townwright.pages.inline import Cite, Day, Link, Tag
from townwright.pages.who import actor_of_request, staff_only

#: Parts of a pack as people call them, in the order in which a change of them is looked at.
PARTS = {
    "provisions": "Provisions",
    "gates": "Gates",
    "values": "Dated values",
    "permits": "Life of permits",
    "certificates": "Certificates",
    "inspections": "Inspections",
    "operating": "Operating permits",
    "periodic": "Periodic inspections",
    "orders": "Orders and notices",
    "penalties": "Penalties",
    "surcharges": "Surcharges and late charges",
    "vacancy": "Vacant buildings",
    "electrical": "Electrical inspectors",
    "programmes": "Special programmes",
    "escrow": "Deposits",
    "reports": "Reports",
    "retention": "How long records are kept",
    "enquiries": "Enquiries",
    "fees_rules": "Fees",
    "checklists": "Checklists",
    "papers": "Papers",
    "holidays": "Calendar",
    "numbers": "Numbers",
    "readings": "Readings",
    "facts": "Questions",
    "place": "The town",
    "title": "Title",
}
#: Differences of one part that the page shows.
MOST = 200


@dataclass(frozen=True, slots=True)
class Changed:
    """The differences of one part of the pack."""

    title: str
    count: int
    table: c.Table


@staff_only
def law_in_force(request: HttpRequest) -> HttpResponse:
    """What is in force, what was, and a changed pack that waits, with every difference."""
    actor, today = actor_of_request(request), clock.today()
    waiting, trouble = _waiting()
    form, answer = None, acting.Answer()
    if waiting is not None and may(actor):
        sheet = acting.sheet_of(request, "law.adopt", None)
        start = sheets.Start({"hash": waiting.hash}, hidden=frozenset({"hash"}))
        form = acting.form_for(request, sheet, start)
        if request.method == "POST":
            done = acting.send(request, sheet, form, answer)
            if done is not None:
                return redirect("desk:office-law")
    pack = laws.pack()
    warnings = _warnings() if waiting is not None else []
    return page(
        request,
        "law",
        "desk:office-law",
        answer.status,
        now=[
            ("Pack", f"{pack.name}: {pack.title}"),
            ("Hash", pack.hash),
            ("Stands on", pack.extends or "itself"),
            ("Read it", Link("The town's code", reverse("desk:law"))),
        ],
        history=_history(today),
        waiting=waiting,
        trouble=trouble,
        warnings=warnings,
        changed=list(_changed(laws.newest(), waiting)) if waiting is not None else [],
        form=form,
        answer=answer,
    )


def _waiting() -> tuple[Pack | None, list[str]]:
    try:
        return adopting.waiting(), []
    except PackError as error:
        return None, [str(problem) for problem in error.problems]


def _warnings() -> list[str]:
    """What the check of the pack finds doubtful or wrong."""
    return [str(problem) for problem in check.check(storage.office().pack, *laws.places(), acts=acts.names()).problems]


def _history(today: Any) -> c.Table:
    rows = list(InForce.objects.select_related("pack").defer("pack__compiled"))
    current = next((row.pk for row in rows if row.begins <= today), None)
    columns = [
        c.Column("begins", "In force from", "main"),
        c.Column("pack", "Pack"),
        c.Column("hash", "Hash", label="Hash"),
        c.Column("state", "State"),
    ]
    return c.Table(
        columns,
        [
            {
                "begins": Day(row.begins, "short"),
                "pack": row.pack.name,
                "hash": row.pack_id[:12],
                "state": Tag("met", "In force")
                if row.pk == current
                else Tag("wait", "To come")
                if row.begins > today
                else Tag("none", "Replaced"),
            }
            for row in rows
        ],
        "Law in force over time",
        "No law was ever in force here.",
    )


def _changed(old: Pack, new: Pack) -> Iterable[Changed]:
    """The differences by part, those that people look at first in front."""
    by_part: defaultdict[str, list[Difference]] = defaultdict(list)
    for one in differences(old, new):
        by_part[one.part].append(one)
    for part in sorted(by_part, key=lambda part: list(PARTS).index(part) if part in PARTS else len(PARTS)):
        found = by_part[part]
        columns = [c.Column("where", "Where", "main"), c.Column("before", "In force"), c.Column("after", "Changed to")]
        rows = [
            {"where": _place(one, old, new), "before": _short(one.before), "after": _short(one.after)}
            for one in found[:MOST]
        ]
        title = PARTS.get(part, part.replace("_", " ").capitalize())
        showing = f"the first {MOST} of {len(found):,}" if len(found) > MOST else ""
        yield Changed(title, len(found), c.Table(columns, rows, title, "", showing=showing))


def _place(one: Difference, old: Pack, new: Pack) -> Any:
    """Where a difference is: a provision by its section, a gate by its title, anything else by its path."""
    name = one.place[1] if len(one.place) > 1 else ""
    rest = ", ".join(step.replace("_", " ") for step in one.place[2:])
    if one.part == "provisions":
        provision = next((p for pack in (new, old) for p in pack.provisions if p.id == name), None)
        return (Cite(provision.cite, name) if provision else name, f" {name}", f": {rest}" if rest else "")
    if one.part == "gates":
        gate = new.gates.get(name) or old.gates.get(name)
        return (gate.title if gate else name, f" {rest}" if rest else "")
    return ", ".join(step.replace("_", " ") for step in one.place[1:]) or one.part


def _short(text: str) -> str:
    return text if len(text) <= 400 else f"{text[:399]}…"
