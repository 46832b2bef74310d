"""Which answers of a list a town's code knows, each with its section: grounds of a finding, kinds of certificates.

The lists are common to all towns, since records and papers name their values; which of them count is for the pack to
say. A form that offers such a list asks here first, so that nobody chooses what the code would then refuse.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from townwright.law.asking import hold, reword
from townwright.law.gates import Gate, Requirement
from townwright.law.packs import Pack
from townwright.law.predicates import Asked
from townwright.law.words import listed


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer that the code has: its value, the value in words, and the section that it stands on."""

    value: str
    words: str
    cite: str


def choices(gate: Gate, fact: str, on: date) -> tuple[Choice, ...]:
    """The answers to a fact that a gate lets through on a day, in the order of the catalogue.

    An answer is left out where with it a requirement can no longer be met, whatever else is told; one that only warns,
    or that the officer may set aside, closes nothing. The section is that of the requirement which this answer brings
    about, else that of the requirement which lists the answers. All answers, without a section, where the gate asks
    nothing of the fact. Raises `FactError` for a fact that is not in the catalogue.
    """
    values = gate.catalogue[fact].choices
    asked = [r for r in gate.requirements if r.in_force(on) and r.key not in gate.switched_off and fact in r.names()]
    needing = [r for r in asked if fact in r.need.names()]

    def about(value: str | None) -> Asked:
        return Asked({fact: value}, on, gate.catalogue, gate.calendar, gate.values)

    def closes(requirement: Requirement, value: str) -> bool:
        as_asked = reword(requirement, gate.needs(on))
        return hold(as_asked, about(value))[0] is False and hold(as_asked, about(None))[0] is not False

    def brought_about(requirement: Requirement, value: str) -> bool:
        when = requirement.when
        return (
            when is not None
            and when.test(about(value)).holds is True
            and any(when.test(about(other)).holds is False for other in values)
        )

    found = []
    for value, words in values.items():
        if any(closes(r, value) for r in asked if not r.warn and not r.discretion):
            continue
        own = [r for r in asked if brought_about(r, value)]
        found.append(Choice(value, words, next((r.cite for r in [*own, *needing] if r.cite), "")))
    return tuple(found)


#: What a certificate that is not final is asked for as.
TEMPORARY = "temporary"


def certificates(pack: Pack, on: date) -> tuple[Choice, ...]:
    """The certificates that a town's code has on a day: its kinds, and the temporary one where it allows that."""
    rules = pack.certificates
    kinds = [Choice(key, kind.title, kind.cite) for key, kind in rules.kinds.items()]
    entry = rules.temporary.on(on) if rules.temporary is not None else None
    allowed = entry if entry is not None and entry.value is not None else rules.temporary_without_limit
    return (*kinds, *([Choice(TEMPORARY, "Temporary certificate", allowed.cite)] if allowed is not None else []))


def wrong_certificate(pack: Pack, kind: str, on: date) -> str:
    """What is wrong with a certificate that is asked for, in words; nothing where the town's code has it."""
    known = certificates(pack, on)
    if kind in {each.value for each in known}:
        return ""
    return f"This town's code has no such certificate. It has: {listed([each.words for each in known]) or 'none'}."


def insurances(pack: Pack, on: date) -> tuple[Choice, ...]:
    """The kinds of insurance of which a town's law asks for proof on a day, by the names of their facts without the
    family: "workers_compensation".
    """
    found: dict[str, Choice] = {}
    for name in pack.gates:
        for requirement in pack.gate(name).requirements:
            for fact in requirement.names() if requirement.in_force(on) else ():
                kind = fact.removeprefix("insurance.")
                if kind != fact and not kind.endswith("_until"):
                    found.setdefault(kind, Choice(kind, pack.catalogue[fact].says, requirement.cite))
    return tuple(found.values())
