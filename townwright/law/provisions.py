"""The provisions of a code: each operative clause with its id, its section, what it says in our words, and
the scenarios that show it at work.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from enum import StrEnum
from typing import Self

from pydantic import Field, RootModel, StrictBool, StrictStr, model_validator

from townwright.law.model import ProvisionId, Rules, WrittenDate


class ProvisionKind(StrEnum):
    """What sort of clause it is. A text-only one asks nothing of the software and is still shown."""

    LIMIT = "limit"
    REQUIREMENT = "requirement"
    PROHIBITION = "prohibition"
    POWER = "power"
    DUTY = "duty"
    EXEMPTION = "exemption"
    DEFINITION = "definition"
    DOCUMENT = "document"
    RECORD = "record"
    REPORT = "report"
    FEE = "fee"
    PENALTY = "penalty"
    PROCEDURE = "procedure"
    ORGANISATION = "organisation"
    TEXT_ONLY = "text-only"


class Scenario(Rules):
    """The rule at work: given these facts, when this happens, then this follows."""

    given: StrictStr
    when: StrictStr
    then: StrictStr


class Provision(Rules):
    """One operative clause of a code. Its id is stable for ever; its citation may be corrected."""

    id: ProvisionId
    cite: StrictStr
    cite_inferred: StrictBool = False
    """The section number was counted, not printed in the source: show "section number to be confirmed"."""
    title: StrictStr
    kind: ProvisionKind
    who: tuple[StrictStr, ...] = ()
    """Who acts or is bound."""
    says: StrictStr
    accept: tuple[Scenario, ...] = ()
    ambiguity: StrictStr = ""
    """What the text leaves open, and the reading taken."""
    adopted: WrittenDate | None = None
    """The day on which the clause was adopted; none where that of the chapter counts."""
    until: WrittenDate | None = None
    """The last day on which the clause stood."""
    enacted_by: StrictStr = ""
    pack: StrictStr = Field(default="", pattern=r"^[a-z0-9-]*$")
    """The pack that the clause belongs to, filled in when packs are compiled."""

    @property
    def section(self) -> str:
        """The section under which the clause stands, such as "§ 50-4": its citation up to the first bracket, without
        the letter of a subsection ("§ 43-6A" stands in "§ 43-6"). Several sections cited together stay together.
        """
        ends = r"\s*[(\[]" if "§§" in self.cite else r"\s*[(,\[]"
        return re.sub(r"(?<=\d)[A-Z]$", "", re.split(ends, self.cite, maxsplit=1)[0].strip())

    @property
    def scenario_ids(self) -> tuple[str, ...]:
        """The ids of its scenarios: its own with each one's place in the list, from 1."""
        return tuple(f"{self.id}/{place}" for place in range(1, len(self.accept) + 1))

    def stands(self, on: date) -> bool:
        """Whether the clause stands on a day."""
        return (self.adopted is None or self.adopted <= on) and (self.until is None or on <= self.until)


class Subject(StrEnum):
    """What of the office carries a clause out with records, pages or papers, where the law alone cannot prove it."""

    PERMITS = "permits"
    INSPECTIONS = "inspections"
    CERTIFICATES = "certificates"
    OPERATING = "operating permits"
    PERIODIC = "periodic inspections"
    ORDERS = "orders and service"
    STOP_WORK = "stop-work orders"
    PENALTIES = "penalties and court"
    COMPLAINTS = "complaints"
    VACANCY = "vacant buildings"
    ELECTRICAL = "electrical inspectors"
    PROGRAMMES = "special programmes"
    MONEY = "fees, deposits and the till"
    STAFF = "officers and appointments"
    RECORDS = "records and retention"
    REPORTS = "reports"
    COUNTER = "the public counter"


class Pending(RootModel[dict[Subject, tuple[ProvisionId, ...]]]):
    """The provisions that are not proved yet, each under the subject that will prove it."""

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        seen: set[str] = set()
        for subject, provision_id in self.pairs():
            if provision_id in seen:
                raise ValueError(f"expected {provision_id} under one subject, found it again under {subject}")
            seen.add(provision_id)
        return self

    def pairs(self) -> Iterator[tuple[Subject, str]]:
        """Every (subject, provision id)."""
        for subject, ids in self.root.items():
            yield from ((subject, provision_id) for provision_id in ids)
