"""Pages made of every component, with invented data: as they are drawn, empty, and overfull."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.template import engines

from townwright.law.findings import Decision, Finding, Outcome
from townwright.pages import components as c
from townwright.pages.inline import (
    Button,
    Cite,
    Day,
    Deadline,
    Link,
    Number,
    Quiet,
    Strong,
    Tag,
    Under,
)

LONG = "Wappingers-Kretschmerhof-am-Lakeside-Terrace-" * 4
HOSTILE = "<script>alert(1)</script>\"'&"

DECISION = Decision(
    "permit.issue",
    date(2026, 11, 17),
    (
        Finding("fee", Outcome.MET, "Application fee paid", "§ 50-4(K)", why="$1,290.00, receipt R-2026-1873"),
        Finding(
            "lot",
            Outcome.UNMET,
            "Site plan shows distances from lot lines",
            "§ 50-4(D)(5)(h)",
            why="Sheet A-001, round 2, gives none to the north line.",
            cure="revised A-001",
            held_by="applicant",
            provisions=("CHE-50-4-D-5-h",),
        ),
        Finding(
            "flood",
            Outcome.WARNING,
            "Lot touches flood zone AE; the work does not",
            "§ 50-4(D)(5)(h)",
            why="Site plan shows the line 41 ft from the deck. Does not stop the permit.",
        ),
        Finding(
            "energy",
            Outcome.UNMET,
            "Written statement of compliance with the Energy Code",
            "§ 50-4(D)(5)(g)",
            why="No statement on any sheet or in the file.",
            cure="statement signed by the architect",
            held_by="applicant",
        ),
        Finding(
            "seal",
            Outcome.UNKNOWN,
            "Registration expiration date of the design professional",
            "§ 50-4(D)(5)(i)",
            why="The date on the seal cannot be read.",
            cure="accept it",
            held_by="officer",
        ),
    ),
    (
        Finding(
            "special",
            Outcome.MET,
            "special inspections statement",
            "§ 50-4(D)(4)",
            why="The Uniform Code does not call for one on this work.",
        ),
    ),
)
APPLICATIONS = c.Table(
    columns=[
        c.Column("number", "Application", "main", sort="number"),
        c.Column("work", "Work and place"),
        c.Column("next", "What it needs next"),
        c.Column("us", "Days with us", "number", label="Days with us", sort="days"),
        c.Column("them", "With them", "number", label="With them", by="number"),
        c.Column("state", "State", by="text"),
        c.Column("act", "Act", unseen=True),
    ],
    rows=[
        {
            "number": Link("BP-2026-0198", "/bp/198", number=True),
            "work": Under("New one-family house", "22 Old Orchard Spur"),
            "next": ("Site visit before issue ", Cite("§ 50-5(B)(1)")),
            "us": c.Cell(31, "late"),
            "them": 12,
            "state": Tag("met", "Passed 9:20 am"),
            "act": Button("Record service", "/serve", "of OR-2026-0031"),
        },
        {
            "number": Link("BP-2026-0207", "/bp/207", number=True),
            "work": "Roof-mounted solar, 8.4 kW",
            "next": None,
            "us": 1,
            "them": 0,
            "state": Tag("none", "Not begun"),
            "act": Deadline(date(2026, 11, 22), date(2026, 11, 23), "due"),
        },
    ],
    caption="Applications to review",
    empty="No application waits for review. One stands here from the day it comes in until it is decided.",
    showing="with us, any kind, assigned to anyone",
    change="/change",
    csv="/csv",
    sorted_by="-days",
    pager=c.Pager(4, 12, 1195, 100),
    total={"number": "Both", "us": 32, "them": 12},
)
SHEETS = c.Table(
    [c.Column("sheet", "Sheet", "main"), c.Column("title", "Title"), c.Column("review", "Review", run=True)],
    [
        {"sheet": Link("A-001", "/a"), "title": "Site plan", "review": Tag("unmet", "2 remarks")},
        {"sheet": Link("A-101", "/b"), "title": "First floor plan", "review": Tag("met", "Accepted")},
    ],
    "Sheets of round 2",
    "No sheet came.",
)
CASE: dict[str, Any] = {
    "steps": [Link("38 Lakeside Terrace", "/p/1"), "Building permit application"],
    "under": ("38 Lakeside Terrace, print key ", Number(17), ". Received ", Day(date(2026, 10, 28)), "."),
    "status": c.Status(
        "Not ready to issue: 2 requirements unmet, 1 not known",
        ("All three are in change request 2. The rest is due by ", Strong(Day(date(2026, 11, 24))), "."),
        "ask",
        c.Clock(12, 8, "you"),
    ),
    "decision": DECISION,
    "acts": [
        c.OpenAct("Extend the reply date", "/extend"),
        c.OpenAct("Look at the reply to item 3", "/reply", first=True),
        c.OpenAct("Disapprove, with reasons", "/no", bad=True, posts=True, confirm="Disapprove?", hidden={"k": "1"}),
        c.ShutAct.by("Issue the permit", DECISION),
        c.ShutAct("Refund the fee", "Only after withdrawal or refusal."),
    ],
    "banners": [
        c.Banner("viol", "1 open violation", ("Remedy by ", Day(date(2026, 12, 9)), ". ", Cite("§ 50-17(A)"))),
        c.Banner("info", "Years before 1987 lie on paper"),
        c.Banner("vac", "Vacant building, second year", "Extension asked for.", Link("Decide extension", "/vac")),
        c.Banner(
            "stop",
            "Stop-work order in force",
            ("All work inside. ", Cite("§ 50-6")),
            Link("Open order", "/o"),
        ),
    ],
    "table": APPLICATIONS,
    "rounds": [
        c.Round("Round 2", "received Fri 6 November 2026, 7 files", SHEETS, Link("C-105.2", "/c"), current=True),
        c.Round("Round 1", "replaced", body="Frozen as submitted. Not for use on site."),
    ],
    "events": [
        c.Event(date(2026, 11, 24), "Reply to change request 2 due", kind="next"),
        c.Event(date(2026, 11, 9), "Change request 2 sent", ("3 items. ", Link("Register 18,204", "/r")), "law"),
        c.Event(date(2026, 11, 2), "Stop-work order issued", kind="bad"),
        c.Event("1988", "A permit of that year, number unknown", "From the card."),
    ],
    "people": [
        c.Fact("Owner, applicant", Strong("Marisol Brandt-Ortega"), "owner since 2019, lives there"),
        ("Contractor", (Strong("Hollow Oak Builders LLC"), " ", Tag("met", "Insurance on file"))),
        ("Fax", None),
    ],
    "counts": [
        c.LedgerLine("Applications with us", "/with-us", 5),
        c.LedgerLine("Orders past due", "/late", 1, pressure="late"),
        c.LedgerLine("Cases without a next date", "/none", 0),
        c.LedgerLine("Unpaid accounts", "/owed", 8, Decimal("2140")),
        c.LedgerLine("Change request 2", "/paper", note=Day(date(2026, 11, 9), "bare")),
    ],
    "bars": c.Bars(
        "14 open applications by days since received",
        [c.Bar("0-10", 4), c.Bar("11-20", 5), c.Bar("31-60", 2, hot=True), c.Bar("60+ days", 0)],
    ),
    "progress": c.Progress("Import of permits", 1290, 21556, Quiet("3 rows rejected so far."), running=False),
    "items": [
        c.AskItem(
            1,
            "Site plan: distance to the north lot line",
            "Sheet A-001 shows the others.",
            Tag("ask", "Waiting for you"),
            "the site plan must show them.",
            Cite("§ 50-4(D)(5)(h)"),
            acts=[Button("Add the new A-001", "/add", first=True), Link("Does not apply to me", "/na")],
        ),
        c.AskItem(
            2,
            "Your architect's registration date",
            "We could not read it.",
            Tag("met", "In, we are looking"),
            reply="Your architect wrote.",
            done=True,
        ),
    ],
}
EMPTY: dict[str, Any] = {
    "steps": ["Today"],
    "under": "",
    "status": c.Status("Nothing is under way here"),
    "decision": Decision("none", date(2026, 11, 17)),
    "acts": [],
    "banners": [],
    "table": c.Table([c.Column("a", "A", "main")], [], "Applications", "No application waits."),
    "rounds": [],
    "events": [],
    "people": [],
    "counts": [],
    "bars": c.Bars("No applications", []),
    "progress": c.Progress("Import of permits", 0, None, running=False),
    "items": [],
}
FULL: dict[str, Any] = {
    **CASE,
    "steps": [Link(LONG, "/p"), HOSTILE],
    "under": (LONG, HOSTILE),
    "status": c.Status(LONG + HOSTILE, HOSTILE, "bad", c.Clock(0, 1290, note=HOSTILE, public=True)),
    "decision": Decision(
        "x",
        date(2026, 1, 1),
        tuple(
            Finding(
                f"k{n}",
                outcome,
                LONG + HOSTILE,
                f"§ {n} {HOSTILE}",
                why=HOSTILE,
                cure=HOSTILE,
                held_by=HOSTILE,
            )
            for n in range(6)
            for outcome in Outcome
        ),
    ),
    "acts": [c.OpenAct(LONG + HOSTILE, "/x"), c.ShutAct(HOSTILE, HOSTILE)],
    "banners": [c.Banner("stop", LONG, HOSTILE, Link(HOSTILE, "/x"))],
    "table": c.Table(
        [c.Column(str(n), LONG, "main" if n == 0 else "text", label=HOSTILE) for n in range(7)],
        [{"0": Link(HOSTILE, "/x"), **{str(n): LONG + HOSTILE for n in range(1, 7)}}] * 30,
        HOSTILE,
        "",
        showing=HOSTILE,
        pager=c.Pager(1, 2, 99, 60),
    ),
    "rounds": [c.Round(LONG, HOSTILE, body=HOSTILE)],
    "events": [c.Event(HOSTILE, LONG, HOSTILE)] * 40,
    "people": [(LONG, HOSTILE)],
    "counts": [c.LedgerLine(LONG, "/x", 123456, HOSTILE)],
    "bars": c.Bars(HOSTILE, [c.Bar(HOSTILE, n) for n in range(9)]),
    "items": [c.AskItem(1, LONG, HOSTILE, Tag("wait", HOSTILE), HOSTILE, Cite(HOSTILE), HOSTILE)],
}

BODY = """{% load townwright %}
{% block title %}Sample{% endblock %}
{% block crumbs %}{% crumbs steps %}{% endblock %}
{% block content %}
{% pagehead "BP-2026-0214" quiet="Two-story addition and rear deck" under=under %}
<a class="btn" href="/p">Print this case</a>{% endpagehead %}
{% banners banners %}{% status status %}
<div class="cols case mt">
<div class="side now">{% section "What you can do now" %}{% acts_list acts %}{% endsection %}</div>
<div class="body">
{% section "May the permit issue?" id="gate" n="13 requirements" note="today" %}
{% findings decision %}{% endsection %}
{% section "Applications" id="apps" %}{% table table %}{% endsection %}
{% section "Documents" id="docs" %}{% rounds rounds %}{% endsection %}
{% section "What we need" id="need" %}{% ask_items items %}{% endsection %}
{% section "Import" id="imp" %}{% progress progress %}{% endsection %}
{% section "History" id="hist" %}{% timeline events %}{% endsection %}
</div>
<aside class="side rest" aria-label="Case">{% section "People" %}{% facts people %}{% endsection %}
{% section "Everything that waits" %}{% ledger counts "Nothing waits." %}{% endsection %}
{% section "By age" %}{% bars bars %}{% endsection %}
{% card "Paid" %}{% facts people row=True %}{% endcard %}</aside>
</div>
{% endblock %}"""

TOWN = SimpleNamespace(
    name="Town of Chester",
    department="Code Enforcement",
    chapter="Chapter 50",
    phone="(845) 555-0142",
    hours="Monday to Friday, 8:30 am to 4:00 pm",
    hall="Town Hall, Chester, New York",
    stylesheet="",
    register_head="7f3a 91c2 04de",
    today_is=date(2026, 11, 17),
)
FRAME: dict[str, Any] = {
    "town": TOWN,
    "addresses": {
        "today": "/desk/",
        "find": "/desk/find",
        "help": "/desk/help",
        "start": "/",
        "account": "/me",
    },
    "places": [
        SimpleNamespace(name=name, href=f"/desk/{name}", here="page" if name == "Today" else "")
        for name in ("Today", "Find", "My day", "Enforcement", "Vacant buildings", "Money", "Reports", "Law")
    ],
    "who": SimpleNamespace(
        name="R. Abernathy-Cole",
        office="Code Enforcement Officer",
        home=SimpleNamespace(words="Today", href="/desk/"),
    ),
    "law_address": "/code",
    "messages": [Message(constants.SUCCESS, "Saved.")],
}


def render(frame: str, facts: dict[str, Any], body: str = BODY) -> str:
    """A page in one of the frames: desk, counter or phone."""
    template = engines["django"].from_string(f'{{% extends "pages/{frame}.html" %}}{body}')
    return template.render({**FRAME, **facts})
