"""The facts that every office can tell, declared once: name, type, words and who has it.

Gates ask for them by these names, and the office's apps register who tells which. One module a subject; a name stands
in one of them only. A fact that one town alone needs is declared in its own pack, beneath `town.`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from townwright.law.catalogue import (
    administration,
    applications,
    buildings,
    certificates,
    documents,
    electricians,
    enforcement,
    exemptions,
    families,
    inspections,
    money,
    operating,
    people,
    permits,
    places,
    records,
    septic,
    sites,
    solar,
    staffing,
    submittals,
    surveys,
    vacancy,
)
from townwright.law.facts import Catalogue, Fact

SUBJECTS = (
    administration,
    applications,
    buildings,
    certificates,
    documents,
    electricians,
    enforcement,
    exemptions,
    families,
    inspections,
    money,
    operating,
    people,
    permits,
    places,
    records,
    septic,
    sites,
    solar,
    staffing,
    submittals,
    surveys,
    vacancy,
)


def each_once(facts: Iterable[Fact]) -> Iterator[Fact]:
    """The facts, of which no two may have one name. Raises `ValueError`."""
    seen: set[str] = set()
    for fact in facts:
        if fact.name in seen:
            raise ValueError(f"two facts are called {fact.name}")
        seen.add(fact.name)
        yield fact


#: The facts common to all towns.
CATALOGUE = Catalogue(each_once(fact for subject in SUBJECTS for fact in subject.facts()))
