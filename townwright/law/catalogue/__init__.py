"""The facts that every office can tell, declared once: name, type, words and who has it.

Gates ask for them by these names, and the office's apps register who tells which. One module a subject; a name stands
in one of them only. A fact that one town alone needs is declared in its own pack, beneath `town.`.
"""

from __future__ import annotations

from collections.abc import Iterator

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


def _facts() -> Iterator[Fact]:
    seen: set[str] = set()
    for subject in SUBJECTS:
        for fact in subject.facts():
            if fact.name in seen:
                raise ValueError(f"two facts are called {fact.name}")
            seen.add(fact.name)
            yield fact


#: The facts common to all towns.
CATALOGUE = Catalogue(_facts())
