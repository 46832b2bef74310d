"""A requirement held against its section: the finding that says how it stands, and the rule of a day or the
finding that says why there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TypeVar

from townwright.law.dated import Dated, Section, Series
from townwright.law.findings import Finding, Outcome
from townwright.law.permits import not_on_file_finding

T = TypeVar("T")


def held(
    key: str,
    met: bool | None,
    says: str,
    section: Section,
    *,
    why: str = "",
    cure: str = "",
    held_by: str = "officer",
    fact: object = None,
    limit: object = None,
    missing: Sequence[str] = (),
    warns: bool = False,
) -> Finding:
    """How a requirement stands: met, not met, or unknown (`met` None) for want of the `missing` facts.

    `warns` makes what is not met a warning, which never shuts an act. Cure and holder are said only where
    there is something to do.
    """
    stands_in_the_way = Outcome.WARNING if warns else Outcome.UNMET
    outcome = {True: Outcome.MET, False: stands_in_the_way, None: Outcome.UNKNOWN}[met]
    return Finding(
        key,
        outcome,
        says,
        section.cite,
        why=why,
        cure="" if met else cure,
        held_by="" if met else held_by,
        provisions=section.carries,
        facts=tuple(missing),
        fact=fact,
        limit=limit,
        missing=tuple(missing),
    )


def rule_on(series: Series[T] | None, day: date, key: str, says: str) -> Dated[T] | Finding:
    """The rule in force on a day; else the finding that the code has none then, or that an older one, which
    is not on file, counted.
    """
    if series is None:
        return Finding(key, Outcome.UNMET, says, "", why="The code has none")
    if (rule := series.on(day)) is not None:
        return rule
    if (ended := series.entry(day)) is not None:
        return Finding(key, Outcome.UNMET, says, ended.cite, why="The rule has ended")
    return not_on_file_finding(key, series.root[0], day)
