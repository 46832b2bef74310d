"""The steps of an application in their order, and what each page of them shows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from pydantic import BaseModel

from townwright.counter import where
from townwright.counter.apply import application, sheets
from townwright.counter.apply.application import WORK_FACTS
from townwright.office import laws
from townwright.office.cases.models import Party
from townwright.office.permits.models import Draft
from townwright.office.places.models import Building, Parcel
from townwright.pages import words
from townwright.pages.components import Fact


@dataclass(frozen=True, slots=True)
class Step:
    """One page of the application: its name in the address, its heading, a line below it."""

    name: str
    title: str
    hint: str = ""


STEPS = (
    Step("place", "Where is the work?"),
    Step("work", "What is the work?", "Leave empty what does not apply. You see what is missing before you sign."),
    Step(
        "buildings",
        "Which buildings does it touch?",
        "One line for each building or structure. We fill in the tax map number.",
    ),
    Step(
        "questions",
        "Which inspections will it need?",
        "Only what your answers leave open. If you do not know, leave it open.",
    ),
    Step("people", "Who is who?", "A name is enough. E-mail is never needed: without it we write by post."),
    Step("builders", "Who builds, and who has drawn it?", "Leave empty what is not settled yet."),
    Step("papers", "Drawings and papers", "Photographs from a telephone are fine."),
    Step("check", "Check your answers"),
    Step("sign", "Declaration and signature"),
)
NAMES = tuple(step.name for step in STEPS)


def step(name: str) -> Step | None:
    """The step of a name."""
    return next((each for each in STEPS if each.name == name), None)


def after(name: str) -> str:
    """The name of the step that follows."""
    return NAMES[min(NAMES.index(name) + 1, len(NAMES) - 1)]


def before(name: str) -> str:
    """The name of the step before; empty for the first."""
    at = NAMES.index(name)
    return NAMES[at - 1] if at else ""


def sheet_of(name: str, draft: Draft, on: date) -> type[BaseModel] | None:
    """What a step asks; None for a step that is no sheet, or that has nothing to ask."""
    if name == "questions":
        names = application.questions(draft, on)
        return sheets.questions(names, laws.pack().hash) if names else None
    return _SHEETS.get(name)


_SHEETS: dict[str, type[BaseModel]] = {
    "work": sheets.Work,
    "buildings": sheets.Buildings,
    "people": sheets.People,
    "builders": sheets.Builders,
}


def begins_with(name: str, draft: Draft, on: date) -> dict[str, Any]:
    """What a sheet holds at first: what was answered before, or what the office knows already."""
    known: Mapping[str, Any] = draft.answers.get(name, {})
    if name == "work" and not known:
        return _carried_work(draft)
    if name == "questions":
        known = application.answered(draft)
        return {
            sheets.field_of(fact): value or [sheets.NONE] if isinstance(value, list) else value
            for fact, value in known.items()
        }
    if name == "buildings" and not known:
        return {"buildings": [row for parcel in application.parcels(draft) for row in _known_buildings(parcel, on)]}
    return dict(known)


def _carried_work(draft: Draft) -> dict[str, Any]:
    """What was answered about the work before the application was begun."""
    begun = {field: value for name, field in WORK_FACTS.items() if (value := application.carried(draft).get(name))}
    if "work_types" in begun:
        begun["work_types"] = [begun["work_types"]]
    if "area" in begun:
        begun["area"] = str(math.ceil(Decimal(begun["area"])))
    return begun


def _known_buildings(parcel: Parcel, on: date) -> Iterator[dict[str, Any]]:
    """The first building that the office knows of the parcel, or the house that there will be."""
    first = Building.objects.filter(parcel=parcel, ended_on=None).prefetch_related("facts").first()
    known = first.facts_on(on) if first is not None else None
    named = (known.use if known and known.use else "") or (first.name if first is not None else "")
    yield {
        "what": named,
        "occupancy": known.occupancy[:20] if known else "",
        "tax_map": parcel.key,
        "address": parcel.address,
    }


def facts_of(name: str, model: type[BaseModel]) -> list[str]:
    """The facts that a sheet asks by their names."""
    if name == "questions":
        return [sheets.fact_of(field) for field in model.model_fields]
    return list(WORK_FACTS) if name == "work" else []


def kept(name: str, given: BaseModel) -> dict[str, Any]:
    """The answers of a sheet as the draft keeps them."""
    plain = given.model_dump(mode="json", exclude_none=True)
    if name != "questions":
        return plain
    return {sheets.fact_of(field): value for field, value in plain.items() if value not in ("", [])}


def fill_in(name: str, answers: dict[str, Any], draft: Draft) -> dict[str, Any]:
    """What the page fills in by itself: the tax map number and address of a building."""
    first = next(iter(application.parcels(draft)), None)
    if name == "buildings" and first is not None:
        for row in answers["buildings"]:
            row["what"] = row["what"] or "Building"
            row["tax_map"] = row["tax_map"] or first.key
            row["address"] = row["address"] or first.address
    return answers


# -- the answers again, to be checked ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """The answers of one step, with the way to change them."""

    title: str
    href: str
    facts: list[Fact]
    empty: str


def parts(draft: Draft, on: date) -> list[Part]:
    """Every answer in the order of the steps."""
    shown: dict[str, tuple[Callable[[Draft, date], Iterable[Fact]], str]] = {
        "place": (_place, "No place is chosen yet. Without one the application cannot be sent."),
        "work": (_work, "Nothing is said about the work yet."),
        "buildings": (_buildings, "No building is listed yet."),
        "questions": (_questions, "Nothing was asked, or nothing is answered yet."),
        "people": (_people, "Nobody is named yet. Without a name the application cannot be sent."),
        "builders": (_builders, "Nobody is named."),
        "papers": (_papers, "No papers are added. You can bring them to the office, or add them later."),
    }
    return [
        Part(each.title, where.step(draft.code, each.name), list(shown[each.name][0](draft, on)), shown[each.name][1])
        for each in STEPS
        if each.name in shown
    ]


def _place(draft: Draft, on: date) -> Iterator[Fact]:
    for parcel in application.parcels(draft):
        yield Fact(parcel.address or "Parcel", parcel.key or "no print key yet")


def _work(draft: Draft, on: date) -> Iterator[Fact]:
    yield from _answers(sheets.Work, draft.answers.get("work", {}))


def _buildings(draft: Draft, on: date) -> Iterator[Fact]:
    for row in draft.answers.get("buildings", {}).get("buildings", []):
        more = [f"occupancy {row['occupancy']}" if row.get("occupancy") else "occupancy not known"]
        if row.get("occupancy_proposed"):
            more.append(f"to become {row['occupancy_proposed']}")
        yield Fact(row["what"], f"{row.get('tax_map', '')}, {row.get('address', '')}", ", ".join(more))


def _questions(draft: Draft, on: date) -> Iterator[Fact]:
    catalogue = laws.pack().catalogue
    told = application.answered(draft)
    for name in application.questions(draft, on):
        fact = catalogue[name]
        yield Fact(fact.ask, fact.show(fact.read(told[name])) if name in told else "Left open")


def _people(draft: Draft, on: date) -> Iterator[Fact]:
    yield from _named(draft.answers.get("people", {}))


def _builders(draft: Draft, on: date) -> Iterator[Fact]:
    named = draft.answers.get("builders", {})
    yield from (each for each in _named(named) if each.value)
    if named.get("no_contractor"):
        yield Fact("Contractor", "There is none")
    if named.get("no_designer"):
        yield Fact("Architect or engineer", "There is none")


def _named(people: Mapping[str, Any]) -> Iterator[Fact]:
    for row in application.parties(people) if people else ():
        who = row["who"]
        reach = [who.get(name, "") for name in ("phone", "email")]
        license_ = f"license {who['license_number']}" if who.get("license_number") else ""
        postal = " ".join(str(who.get("postal", "")).split())
        about = ", ".join(filter(None, [*reach, postal, license_]))
        yield Fact(Party.Part(row["part"]).label, who.get("name", ""), about)


def _papers(draft: Draft, on: date) -> Iterator[Fact]:
    for each in application.handed(draft):
        yield Fact(KINDS.get(each.kind, each.kind), each.stored.name, f"sheet {each.sheet}" if each.sheet else "")
    if draft.answers.get("papers", {}).get("on_paper"):
        yield Fact("On paper", "You bring the drawings to the office")


def _answers(model: type[BaseModel], answers: Mapping[str, Any]) -> Iterator[Fact]:
    for name, info in model.model_fields.items():
        if (value := answers.get(name)) not in (None, "", []):
            extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
            yield Fact(info.title or name, _shown(value, name, extra))


def _shown(value: Any, name: str, extra: Mapping[str, Any]) -> Any:
    if isinstance(value, list):
        said: Any = extra.get("choices", {})
        return words.listed([str(said.get(each, each)) for each in value])
    if name == "cost":
        return Decimal(value)
    return f"{value:,} {extra['unit']}" if extra.get("unit") else value


#: What a paper can be said to be.
KINDS = {
    "plans": "Drawings",
    "specifications": "Specifications",
    "survey": "Survey",
    "energy statement": "Energy Code statement",
    "special inspections statement": "Statement of special inspections",
    "authorization": "Owner's authorization",
    "insurance": "Proof of insurance, or exemption",
    "other": "Photograph or anything else",
}
