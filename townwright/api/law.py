"""The town's code, read only: its provisions in order, found by words or section, one by its id; as of a day."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import BaseModel

from townwright.office import clock, laws
from townwright.office.register.errors import NoSuchThing
from townwright.pages.law import Clause, Code, Section, code_of

router = Router(tags=["law"])

_AS_OF: Any = Query(default=None, description="The day whose law is asked for; today, if left out.")  # type: ignore[type-arg]
_Q: Any = Query(default="", max_length=120, description="Words, a section in any spelling, or an id.")  # type: ignore[type-arg]


class ProvisionLine(BaseModel):
    """A provision in a list. `state` is how far tests prove it; `own` tells the town's code from the State's law."""

    id: str
    cite: str
    section: str
    title: str
    own: bool
    state: str


class ValueOut(BaseModel):
    """A dated value through a span of days; `until` is null for the one that goes on."""

    title: str
    since: date
    until: date | None
    value: str
    cite: str
    enacted_by: str


class CarrierOut(BaseModel):
    """What carries a provision out: the part of the pack, what stands there, and in what it stands."""

    part: str
    words: str
    stands_in: str


class ScenarioOut(BaseModel):
    """One scenario of a provision with the tests that assert it."""

    id: str
    given: str
    when: str
    then: str
    tests: list[str]


class ProvisionOut(ProvisionLine):
    """A provision with everything that hangs on it. `says` is in the office's words; the code itself binds."""

    cite_inferred: bool
    kind: str
    says: str
    stands: bool
    adopted: date | None
    until: date | None
    enacted_by: str
    pending: str | None
    values: list[ValueOut]
    carried_out_by: list[CarrierOut]
    scenarios: list[ScenarioOut]


def _code(as_of: date | None) -> tuple[Code, date]:
    on = as_of or clock.today()
    try:
        return code_of(laws.pack(on)), on
    except laws.NoLaw:
        raise NoSuchThing(f"The office kept no law on {on.isoformat()}.") from None


def _line(section: Section, clause: Clause) -> dict[str, object]:
    one = clause.provision
    return {
        "id": one.id,
        "cite": one.cite,
        "section": section.cite,
        "title": one.title,
        "own": section.own,
        "state": clause.state,
    }


@router.get("/law/provisions", response=list[ProvisionLine], summary="The provisions of the code")
def provisions(request: HttpRequest, as_of: date | None = _AS_OF, q: str = _Q) -> list[ProvisionLine]:
    """The provisions that stand on a day in the order of the code, the State's last; with `q`, what a search finds."""
    code, on = _code(as_of)
    if q.strip():
        found = [(hit.section, hit.clause) for hit in code.search(q, on) if hit.clause]
    else:
        found = [(section, clause) for section in code.sections for clause in section.standing(on)]
    return [ProvisionLine.model_validate(_line(section, clause)) for section, clause in found]


@router.get("/law/provisions/{name}", response=ProvisionOut, summary="A provision")
def provision(request: HttpRequest, name: str, as_of: date | None = _AS_OF) -> ProvisionOut:
    """A provision by its id, as the law of a day has it; `stands` says whether it is in force that day."""
    code, on = _code(as_of)
    found = code.clause(name)
    if found is None:
        raise NoSuchThing(f"The law of {on.isoformat()} has no provision called {name}.")
    section, clause = found
    one = clause.provision
    return ProvisionOut.model_validate(
        {
            **_line(section, clause),
            "cite_inferred": one.cite_inferred,
            "kind": one.kind.value,
            "says": one.says,
            "stands": one.stands(on),
            "adopted": one.adopted,
            "until": one.until,
            "enacted_by": one.enacted_by,
            "pending": clause.pending.value if clause.pending else None,
            "values": [
                {
                    "title": values.title,
                    "since": span.since,
                    "until": span.until,
                    "value": span.value,
                    "cite": span.cite,
                    "enacted_by": span.enacted_by,
                }
                for values in clause.values
                for span in values.spans
            ],
            "carried_out_by": [
                {"part": each.part, "words": each.words, "stands_in": each.stands_in} for each in clause.carriers
            ],
            "scenarios": [
                {"id": each.id, "given": each.given, "when": each.when, "then": each.then, "tests": list(each.tests)}
                for each in clause.proofs
            ],
        }
    )
