"""Rehearsing a change of the law: from a value or a requirement to its draft, to what it would do, to the enacted law.

The board reads two questions apart: had this always been the law, and what will change once it is. Every number opens
its cases.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from townwright.desk import where
from townwright.desk.lists.columns import number
from townwright.desk.views.office import may
from townwright.law import amendments
from townwright.law.amendments import AmendmentError, Standing
from townwright.law.loader import LoadError, load_text
from townwright.law.packs import Pack
from townwright.office import clock, laws
from townwright.office.cases import rehearsals
from townwright.office.laws import rehearsing
from townwright.office.laws.models import Amendment
from townwright.office.register import acts
from townwright.office.register.actors import Actor
from townwright.office.register.errors import ActError, InputError
from townwright.office.register.models import Entry
from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.inline import Cite, Day, Link, Quiet, Strong, Tag, Under
from townwright.pages.law import code_of
from townwright.pages.law_reading import called, part_in_words, value_in_words
from townwright.pages.lists import Listed, Listing
from townwright.pages.views import not_done
from townwright.pages.who import actor_of_request, staff_only

TAGS = {
    "drafted": Tag("wait", "Drafted"),
    "rehearsed": Tag("wait", "Rehearsed"),
    "enacted": Tag("met", "Enacted"),
    "withdrawn": Tag("none", "Withdrawn"),
}
#: Answers of yes or no that a pack writes out; others it leaves out where they are no.
_SAID = frozenset({"rolls"})
#: Cases that stand beside a number as examples.
EXAMPLES = 3
#: Gates that the Law page names for a requirement that stands in several.
GATES = 2
UNITS = ("days", "business_days", "weeks", "months", "years")


def link(place: str) -> Link:
    """The way from a value or a requirement on the Law page to the rehearsal of a change of it."""
    return Link("Rehearse a change", f"{reverse('desk:rehearsal-new')}?{urlencode({'place': place})}")


def of_requirements(pack: Pack, provision: str) -> Iterator[tuple[str, Any]]:
    """The same for the requirements that carry a provision out: one row, a few gates."""
    links: list[Any] = []
    for place in pack.carriers.get(provision, ()):
        gate, found, key = place.removeprefix("gates.").partition(".requirements.")
        if found and gate in pack.gates and any(one.key == key for one in pack.gates[gate].requirements):
            links += [", " if links else "", link(place), Quiet(f" ({pack.gates[gate].title})")]
    if links:
        yield "What if", tuple(links[: 3 * GATES])


# -- the list ----------------------------------------------------------------------------------------------------------


@staff_only
def changes(request: HttpRequest) -> HttpResponse:
    """Every change that was drafted, with what became of it, and where a new one begins."""
    pack = laws.pack()
    columns = [
        c.Column("what", "Change", "main"),
        c.Column("value", "To", label="To"),
        c.Column("begins", "In force from", label="In force from"),
        c.Column("by", "Enacted by", label="Enacted by"),
        c.Column("state", "State"),
    ]
    rows = [
        {
            "what": Link(title_of(pack, row.place), reverse("desk:rehearsal", args=[row.pk])),
            "value": _short(row.value),
            "begins": Day(row.begins, "short"),
            "by": row.enacted_by,
            "state": TAGS[row.state],
        }
        for row in Amendment.objects.all()
    ]
    empty = "No change was drafted. Choose a rule, change a copy, and see what it would do before the board votes."
    return render(
        request,
        "desk/rehearsal_list.html",
        {
            "steps": _steps(),
            "table": c.Table(columns, rows, "Changes of the law", empty),
            "may": may(actor_of_request(request)),
            "groups": _choices(pack),
        },
    )


def _steps(*more: Any) -> list[Any]:
    if not more:
        return [Link("Law", reverse("desk:law")), "Changes"]
    return [Link("Law", reverse("desk:law")), Link("Changes", reverse("desk:rehearsals")), *more]


def _choices(pack: Pack) -> list[tuple[str, list[tuple[str, str]]]]:
    """The places that can be changed, by what they belong to: dated values by their part, then each gate's own."""
    groups: dict[str, list[tuple[str, str]]] = {}
    gates: dict[str, list[tuple[str, str]]] = {}
    dated = {one.place: one for one in code_of(pack).values}
    for place in amendments.places(pack):
        gate, _, key = place.removeprefix("gates.").partition(".requirements.")
        if key:
            gates.setdefault(pack.gates[gate].title, []).append((place, title_of(pack, place, short=True)))
        else:
            part = dated[place].part if place in dated else part_in_words(place.partition(".")[0])
            groups.setdefault(part, []).append((place, title_of(pack, place)))
    return [*groups.items(), *gates.items()]


def title_of(pack: Pack, place: str, *, short: bool = False) -> str:
    """What a place is called: a requirement by its words and its gate, a value by what it says."""
    head, _, key = place.partition(".requirements.")
    if key and (gate := pack.gates.get(head.removeprefix("gates."))) is not None:
        found = next((one.says for one in reversed(gate.requirements) if one.key == key), key)
        return found if short else f"{found}: {gate.title}"
    return next((one.title for one in code_of(pack).values if one.place == place), called(place))


def _short(value: Any) -> str:
    if isinstance(value, dict) and "need" in value:
        return str(value.get("says", ""))
    return value_in_words(value)


# -- a new one ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Input:
    """One part of a rule as the sheet asks for it. `kind` is text, number, yes, list, length or pack (its words)."""

    name: str
    title: str
    kind: str
    value: Any = ""
    unit: str = ""
    hint: str = ""


@dataclass(slots=True)
class Sheet:
    """The copy of a rule that is changed: its parts as inputs, and those parts that stay as they are."""

    inputs: list[Input] = field(default_factory=list)
    kept: dict[str, Any] = field(default_factory=dict)

    def read(self, given: Mapping[str, str]) -> Any:
        """The rule as it was filled in. Raises `InputError`."""
        value: Any = dict(self.kept)
        for one in self.inputs:
            text = given.get(one.name, "").strip()
            if one.name == "value":
                return _number(text) if one.kind == "number" else text
            name = one.name.removeprefix("value.")
            match one.kind:
                case "length":
                    value[given.get("value.unit", "months")] = _number(text)
                case "yes" if text or name in _SAID:
                    value[name] = bool(text)
                case "yes":
                    value.pop(name, None)
                case "number":
                    value[name] = _number(text)
                case "list":
                    value[name] = [_number(part.strip()) for part in text.split(",") if part.strip()]
                case "pack":
                    value[name] = _as_written(one.name, text)
                case _:
                    value[name] = text
        return {name: part for name, part in value.items() if part not in (None, "", [])}


def _number(text: str) -> Any:
    return int(text) if text.lstrip("-").isdigit() else text


def _as_written(name: str, text: str) -> Any:
    """A part that is written as a pack writes it. Raises `InputError`."""
    try:
        return load_text(text, name).value
    except LoadError as error:
        raise InputError({name: f"Line {error.mark.line} cannot be read: {error.problem}."}) from None


def sheet_for(now: Standing, place: str) -> Sheet:
    """The sheet for a rule as it stands. What it cannot hold part by part it keeps, or asks for as a pack writes it."""
    if now.kind == "requirement":
        return _of_requirement(now.value or {})
    if isinstance(now.value, dict):
        return _of_rule(now.value, place)
    if now.value is None:
        length = Input("value.length", "How long", "length", "", "months")
        return Sheet([length, Input("value.rolls", "Its end is carried to a business day", "yes", True)])
    kind = "number" if isinstance(now.value, int) else "text"
    return Sheet([Input("value", "What it is", kind, now.value)])


def _of_requirement(now: Mapping[str, Any]) -> Sheet:
    need = json.dumps(now.get("need", {"is_true": ""}), ensure_ascii=False)
    when = json.dumps(now["when"], ensure_ascii=False) if now.get("when") else ""
    hint = "In the words of a pack, such as {is_true: fee.paid}: the manual for attorneys lists them."
    told = ("says", "need", "when", "cure", "warn", "key", "from", "until", "cite", "carries")
    inputs = [
        Input("value.says", "What is required", "text", now.get("says", "")),
        Input("value.need", "How it is told", "pack", need, hint=hint),
        Input("value.when", "Only asked when", "pack", when, hint="Left empty: always."),
        Input("value.cure", "What cures it", "text", now.get("cure", "")),
        Input("value.warn", "It only warns, and stops nothing", "yes", now.get("warn", False)),
    ]
    return Sheet(inputs, {name: part for name, part in now.items() if name not in told})


def _of_rule(now: Mapping[str, Any], place: str) -> Sheet:
    sheet = Sheet()
    for name, part in now.items():
        title = name.replace("_", " ").capitalize()
        if name in UNITS:
            sheet.inputs.insert(0, Input("value.length", "How long", "length", part, name))
        elif name == "rolls":
            sheet.inputs.append(Input("value.rolls", "Its end is carried to a business day", "yes", part))
        elif name == "remind":
            days = ", ".join(str(one) for one in part)
            sheet.inputs.append(Input("value.remind", "Reminders, days before the end", "list", days))
        elif name == "issued_too":
            continue
        elif isinstance(part, bool):
            sheet.inputs.append(Input(f"value.{name}", title, "yes", part))
        elif isinstance(part, int):
            sheet.inputs.append(Input(f"value.{name}", title, "number", part))
        elif isinstance(part, str):
            sheet.inputs.append(Input(f"value.{name}", title, "text", part))
        elif name == "sections":
            sheet.kept[name] = part
        else:
            text = json.dumps(part, ensure_ascii=False)
            sheet.inputs.append(Input(f"value.{name}", title, "pack", text, hint="As a pack writes it."))
    if reaches(place):
        title = "It reaches permits issued before, whose old end has not come by its first day"
        sheet.inputs.append(Input("value.issued_too", title, "yes", bool(now.get("issued_too"))))
    return sheet


def reaches(place: str) -> bool:
    """Whether a rule of this place can reach what was issued before it."""
    steps = place.split(".")
    return steps[0] == "permits" and steps[-1] in ("commence", "life", "exterior")


@staff_only
def new(request: HttpRequest) -> HttpResponse:
    """The sheet for a change of the place that the address names; sent, it is drafted and rehearsed at once."""
    actor, today = actor_of_request(request), clock.today()
    pack, place = laws.pack(), request.GET.get("place", "")
    try:
        now = amendments.standing(pack, place, today)
    except AmendmentError as error:
        none = {"steps": _steps("Rehearse a change"), "why": str(error), "groups": _choices(pack)}
        return render(request, "desk/rehearsal_none.html", none, status=404)
    sheet = sheet_for(now, place)
    given = request.POST if request.method == "POST" else {}
    errors: dict[str, str] = {}
    if request.method == "POST":
        try:
            row = _draft(actor, place, sheet, request.POST)
            return redirect("desk:rehearsal", row)
        except InputError as error:
            errors = error.errors
        except ActError as error:
            return not_done(request, error)
    for one in sheet.inputs:
        if given:
            one.value = given.get(one.name, "") if one.kind != "yes" else one.name in given
            one.unit = given.get("value.unit", one.unit) if one.kind == "length" else one.unit
    facts = {
        "title": title_of(pack, place),
        "steps": _steps("Rehearse a change"),
        "place": place,
        "stands": list(_stands(now)),
        "inputs": sheet.inputs,
        "units": [(unit, unit.replace("_", " ")) for unit in UNITS],
        "given": {name: given.get(name, "") for name in ("begins", "day", "why", "ends")},
        "cite": given.get("cite", now.cite),
        "key": given.get("key") or uuid4().hex,
        "errors": list(errors.values()),
        "may": may(actor),
        "new_requirement": now.kind == "requirement" and now.value is None,
    }
    return render(request, "desk/rehearsal_new.html", facts, status=422 if errors else 200)


def _stands(now: Standing) -> Iterator[tuple[str, Any]]:
    yield "Today", _short(now.value)
    if now.cite:
        yield "Section", Cite(now.cite)
    if now.since:
        yield "In force from", now.since
    if now.enacted_by:
        yield "Set by", now.enacted_by


def _draft(actor: Actor, place: str, sheet: Sheet, given: Mapping[str, str]) -> UUID:
    """Drafts and rehearses what was filled in. Raises `InputError`, with the words of the field before its own."""
    value = None if given.get("ends") else sheet.read(given)
    text = "" if value is None else json.dumps(value, ensure_ascii=False)
    data = {"place": place, "value": text, "begins": given.get("begins", ""), "cite": given.get("cite", "")}
    data["why"] = given.get("why", "")
    drafted = acts.perform("amendment.draft", data, actor=actor, key=given.get("key") or None)
    assert drafted.subject_id is not None, "a draft is made"
    if not drafted.again:
        day = {"day": given["day"]} if given.get("day") else {}
        acts.perform("amendment.rehearse", day, actor=actor, subject_id=drafted.subject_id)
    return drafted.subject_id


# -- what it would do --------------------------------------------------------------------------------------------------


@staff_only
def change(request: HttpRequest, amendment_id: UUID) -> HttpResponse:
    """One change: what it says beside what stands, what it would do on the records, and the acts that are open."""
    row = get_object_or_404(Amendment, pk=amendment_id)
    pack, actor = laws.pack(), actor_of_request(request)
    without = _without(row, pack)
    left = rehearsals.left(row) if row.open and may(actor) else 0
    facts = {
        "row": row,
        "title": title_of(pack, row.place),
        "steps": _steps(title_of(pack, row.place)),
        "tag": TAGS[row.state],
        "says": _says(row, amendments.standing(without, row.place, row.begins)),
        "floor": _floor(row, without),
        "stale": row.open and row.rehearsed_on is not None and _hash(row, pack) != row.rehearsed_hash,
        "questions": list(_questions(row)),
        "progress": _progress(far) if (far := rehearsals.how_far(row)) is not None else None,
        "left": left,
        "left_said": f"{left:,} {'case was' if left == 1 else 'cases were'}",
        "facts": list(_facts(row)),
        "acts": list(_acts(row)) if row.open and may(actor) else [],
    }
    return render(request, "desk/rehearsal.html", facts)


def _progress(far: tuple[int, int]) -> c.Progress:
    done, of = far
    note = "The office goes on meanwhile." if of else "It begins within a few seconds."
    return c.Progress("Looking at every case", done, of or None, note)


@staff_only
def whole(request: HttpRequest, amendment_id: UUID) -> HttpResponse:
    """Asks for a rehearsal on every case, in the background. Whoever only comes back to the address is led on."""
    row, actor = get_object_or_404(Amendment, pk=amendment_id), actor_of_request(request)
    if request.method == "POST" and row.open and may(actor):
        rehearsals.ask(row, actor)
    return redirect("desk:rehearsal", row.pk)


def _without(row: Amendment, pack: Pack) -> Pack:
    """The law without an amendment: of an enacted one, that which was in force before it."""
    if row.enacted_on is None:
        return pack
    entry = Entry.objects.filter(subject_id=row.pk, act="law.enact").first()
    return laws.kept(entry.content["before"]["hash"]) if entry is not None else pack


def _hash(row: Amendment, pack: Pack) -> str:
    try:
        return amendments.amended(pack, [laws.as_law(row)]).hash
    except AmendmentError:
        return ""


def _says(row: Amendment, before: Standing) -> c.Table:
    columns = [
        c.Column("which", "Law", "main", unseen=True),
        c.Column("value", "What it says", label="What it says"),
        c.Column("from", "From", label="From"),
        c.Column("by", "Set by", label="Set by"),
    ]
    new = (f"{row.enacted_by or 'Not enacted'} ", Cite(row.cite, next(iter(row.carries), "")))
    lines: list[Mapping[str, Any]] = [
        {
            "which": "Without it",
            "value": _short(before.value),
            "from": before.since or "",
            "by": (f"{before.enacted_by} ", Cite(before.cite)) if before.cite else "",
        },
        {"which": "With it", "value": Strong(_short(row.value)), "from": row.begins, "by": new},
    ]
    return c.Table(columns, lines, "What it says", "")


def _floor(row: Amendment, before: Pack) -> list[tuple[str, list[tuple[str, Any]]]]:
    """Where it makes the town's law looser than the State's minimum: in words, with both sections."""
    try:
        after = amendments.amended(before, [laws.as_law(row)])
    except AmendmentError:
        return []
    return [
        (one.says, [("This change", Cite(one.town_cite or row.cite)), ("The State’s minimum", Cite(one.state_cite))])
        for one in amendments.looser(before, after, row.begins)
    ]


@dataclass(frozen=True, slots=True)
class Answered:
    """One of the two questions with its figures."""

    title: str
    note: str
    table: c.Table


_QUESTIONS: tuple[tuple[rehearsing.Question, str, str], ...] = (
    (
        "then",
        "What changes once it is law",
        "The rule of the day of an act governs it: acts from the first day on, and of what was issued only what the "
        "change says that it reaches.",
    ),
    (
        "always",
        "Had it always been the law",
        "All records, as if this had been the rule on the day of each. It changes nothing.",
    ),
)


def _questions(row: Amendment) -> Iterator[Answered]:
    columns = [
        c.Column("count", "Number", "number", label="Number"),
        c.Column("says", "What", "main"),
        c.Column("as_of", "As of", label="As of"),
        c.Column("cases", "Cases", label="Cases"),
    ]
    for question, title, note in _QUESTIONS:
        rows = [_figure(row, figure) for figure in row.figures if figure["question"] == question]
        empty = "No record of this office rests on this rule, so there is nothing to count."
        yield Answered(title, note, c.Table(columns, rows, title, empty))


def _figure(row: Amendment, figure: Mapping[str, Any]) -> dict[str, Any]:
    as_of = Day(date.fromisoformat(figure["as_of"]), "short") if figure["as_of"] else ""
    count: Any = figure["count"]
    cases: Any = ""
    if figure["rows"] and count:
        every = f"{reverse('desk:rehearsal-rows', args=[row.pk])}?{urlencode({'of': figure['rows']})}"
        found = rehearsing.rows_of(row, figure["rows"])
        some = list(found[:EXAMPLES]) if found is not None else []
        links = [Link(one.case.number or "not numbered", where.case(one.case_id), number=True) for one in some]
        cases = _listed(links, Link(f"All {count:,}", every))
    says = (f"{figure['says']}. ", Quiet(figure["note"])) if figure["note"] else figure["says"]
    return {"count": count, "says": says, "as_of": as_of, "cases": cases}


def _listed(links: Iterable[Any], last: Any) -> tuple[Any, ...]:
    return (*(part for one in links for part in (one, ", ")), last)


def _facts(row: Amendment) -> Iterator[tuple[str, Any]]:
    yield "State", TAGS[row.state]
    yield "Drafted", (Day(row.drafted_on), f" by {row.drafted_by}")
    if row.why:
        yield "What for", row.why
    if row.rehearsed_on is not None:
        yield "Rehearsed", (Day(row.rehearsed_on), ", as of ", Day(row.rehearsed_for or row.rehearsed_on), " too")
    if row.enacted_on is not None:
        yield "Enacted", (Day(row.enacted_on), f" by {row.enacted_by}")
    if row.filed_on is not None:
        yield "Filed with the Secretary of State", Day(row.filed_on)
    if row.withdrawn_on is not None:
        yield "Withdrawn", Day(row.withdrawn_on)
    yield "Place in the pack", row.place


def _acts(row: Amendment) -> Iterator[c.OpenAct]:
    here = reverse("desk:rehearsal", args=[row.pk])
    yield c.OpenAct("Enter it as enacted", where.act("law.enact", row.pk, begins=row.begins, then=here), first=True)
    yield c.OpenAct("Rehearse it again", where.act("amendment.rehearse", row.pk, then=here))
    yield c.OpenAct("Change the draft", where.act("amendment.change", row.pk, then=here))
    yield c.OpenAct("Withdraw the draft", where.act("amendment.withdraw", row.pk, then=here), bad=True)


# -- the cases behind a number -----------------------------------------------------------------------------------------


@staff_only
def rows(request: HttpRequest, amendment_id: UUID) -> HttpResponseBase:
    """The cases that a figure of the rehearsal counts (`?of=`), page by page, or as CSV."""
    row = get_object_or_404(Amendment, pk=amendment_id)
    key = request.GET.get("of", "")
    found = rehearsing.rows_of(row, key)
    if found is None:
        raise Http404
    figure = next(one for one in row.figures if one["rows"] == key)
    listing = Listing(list(_columns(found)), found, figure["says"], "No case.", first="number")
    if request.GET.get("as") == "csv":
        return listing.csv(request)
    title = title_of(laws.pack(), row.place)
    facts = {
        "title": figure["says"],
        "steps": _steps(Link(title, reverse("desk:rehearsal", args=[row.pk])), "Cases"),
        "under": " ".join(filter(None, (f"As of {words.day(_as_of(figure, row))}.", figure["note"]))),
        "table": listing.table(request),
    }
    return render(request, "desk/rehearsal_rows.html", facts)


def _as_of(figure: Mapping[str, Any], row: Amendment) -> date:
    return date.fromisoformat(figure["as_of"]) if figure["as_of"] else row.rehearsed_on or row.drafted_on


def _columns(found: Any) -> Iterator[Listed]:
    """The case, the work, and what of its dates the figure is about."""
    known = set(found.query.annotations)
    yield number("Case", lambda row: row.case, "case__")
    yield Listed(
        c.Column("what", "What and where"),
        lambda row: Under(row.case.title, row.case.place),
        lambda row: f"{row.case.title}, {row.case.place}",
    )
    yield Listed(c.Column("issued", "Issued", sort="issued"), lambda row: row.issued_on or "", None, ("issued_on",))
    if "new_last" in known:
        yield Listed(c.Column("last", "Last day now"), lambda row: row.last_day or "")
        yield Listed(c.Column("new", "Last day with it"), lambda row: row.new_last or "none")
        yield Listed(c.Column("by", "To begin by, now"), lambda row: row.commence_by or "")
        yield Listed(c.Column("new_by", "To begin by, with it"), lambda row: row.new_by or "none")
        yield Listed(c.Column("status", "Is"), lambda row: row.status_0.capitalize())
        yield Listed(c.Column("would", "With it"), lambda row: row.new_status_0.capitalize())
    elif "status" in known:
        yield Listed(c.Column("status", "Is"), lambda row: row.status.capitalize())
