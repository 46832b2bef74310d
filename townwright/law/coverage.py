"""How much of a code is proved: provision, what carries it out, the tests that assert its scenarios.

A full test run writes `proofs.json` beside each pack, one line a scenario with the tests that passed. A
provision is proved when every scenario of it is; one without a scenario is not. What is open stands in the pack's
`pending.yaml` under the subject that will prove it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from townwright.law.layers import FILES
from townwright.law.loader import load
from townwright.law.packs import Pack, compile_pack, folder_of, shipped_names
from townwright.law.provisions import Pending, Provision, Subject
from townwright.law.words import listed

#: The file beside a pack that names the tests of each scenario.
PROOFS = "proofs.json"
#: The file beside a pack that names the subject of what is open.
PENDING = "pending.yaml"

#: Scenario id to the tests that prove it.
Proofs = Mapping[str, tuple[str, ...]]


def read_proofs(folder: Path) -> Proofs:
    """The proofs beside a pack; none where no full run has been made."""
    path = folder / PROOFS
    if not path.is_file():
        return {}
    return {scenario: tuple(tests) for scenario, tests in json.loads(path.read_text(encoding="utf-8")).items()}


def read_pending(folder: Path) -> Mapping[str, Subject]:
    """The subject that will prove what is open, by provision; none where the folder has no `pending.yaml`. Raises
    `ValueError` for one that cannot be read.
    """
    path = folder / PENDING
    if not path.is_file():
        return {}
    named: Pending = FILES[PENDING].validate_python(load(path).value or {})  # it may hold nothing but comments
    return {provision_id: subject for subject, provision_id in named.pairs()}


def proofs_text(proofs: Mapping[str, Iterable[str]]) -> str:
    """The proofs as they are committed: sorted, one line a scenario."""
    lines = [f"{json.dumps(scenario)}: {json.dumps(sorted(proofs[scenario]))}" for scenario in sorted(proofs)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


#: The files of parts whose name in a compiled pack differs from their file's.
_OF = {"place": "town", "fees_rules": "fees"}


def _in_file(carrier: str) -> str:
    """A place in a compiled pack as its author finds it, the file and then the keys: "fees: setting"."""
    part, _, place = carrier.partition(".")
    return f"{_OF.get(part, part)}: {place}"


@dataclass(frozen=True, slots=True)
class Covered:
    """One provision: the places in the pack that carry it out, and the tests of each of its scenarios."""

    provision: Provision
    carriers: tuple[str, ...]
    tests: Proofs
    pending: Subject | None = None
    """The subject that will prove what is open."""

    @property
    def proved(self) -> bool:
        """Whether passing tests assert each of its scenarios."""
        return bool(self.tests) and all(self.tests.values())

    def __str__(self) -> str:
        done = sum(bool(tests) for tests in self.tests.values())
        lines = [f"{self.provision.id}  {self.provision.cite}  {self.provision.title}"]
        lines.append(f"    carried out by: {listed(map(_in_file, self.carriers)) or 'nothing yet'}")
        by = f"; the rest by {self.pending}" if self.pending and not self.proved else ""
        lines.append(f"    scenarios proved: {done} of {len(self.tests)}{by}")
        lines.extend(f"    {scenario}  {test}" for scenario, tests in self.tests.items() for test in tests)
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class TownCoverage:
    """The provisions of one pack's own code."""

    name: str
    title: str
    provisions: tuple[Covered, ...] = field(repr=False)

    @property
    def scenarios(self) -> int:
        """How many scenarios there are."""
        return sum(len(one.tests) for one in self.provisions)

    @property
    def proved(self) -> int:
        """How many provisions are proved."""
        return sum(one.proved for one in self.provisions)

    @property
    def unproved(self) -> tuple[str, ...]:
        """The ids of the provisions that are not proved, in the order of the code."""
        return tuple(one.provision.id for one in self.provisions if not one.proved)

    @property
    def pending(self) -> dict[str, list[str]]:
        """The ids of the provisions that are not proved, by the subject that will prove them."""
        found: dict[str, list[str]] = {}
        for one in self.provisions:
            if not one.proved and one.pending:
                found.setdefault(one.pending.value, []).append(one.provision.id)
        return found

    @property
    def homeless(self) -> tuple[str, ...]:
        """The ids of the provisions that are neither proved nor named with a subject."""
        return tuple(one.provision.id for one in self.provisions if not one.proved and not one.pending)

    @property
    def by_section(self) -> dict[str, list[Covered]]:
        """The provisions by the section under which they stand, in the order of the code."""
        found: dict[str, list[Covered]] = {}
        for one in self.provisions:
            found.setdefault(one.provision.section, []).append(one)
        return found

    @property
    def total(self) -> str:
        """The figures in one line."""
        return (
            f"{self.title}: {self.proved} of {len(self.provisions)} provisions proved, {self.scenarios} scenarios; "
            f"{sum(map(len, self.pending.values()))} pending, {len(self.homeless)} without a subject"
        )

    def __str__(self) -> str:
        """Section by section, then what is open by the subject that will prove it, and what has none."""
        lines = [self.title]
        for section, ones in self.by_section.items():
            lines += ["", f"{section}: {sum(one.proved for one in ones)} of {len(ones)} proved", *map(str, ones)]
        if self.pending:
            lines += ["", "Pending, by the subject that will prove it:"]
            lines += [f"    {subject} ({len(ids)}): {listed(ids)}" for subject, ids in sorted(self.pending.items())]
        if self.homeless:
            lines += ["", f"Neither proved nor named with a subject ({len(self.homeless)}): {listed(self.homeless)}"]
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The figures as plain JSON values."""
        return {
            "provisions": len(self.provisions),
            "scenarios": self.scenarios,
            "proved": self.proved,
            "unproved": list(self.unproved),
            "pending": self.pending,
            "homeless": list(self.homeless),
        }


@dataclass(frozen=True, slots=True)
class Coverage:
    """The coverage of several packs."""

    towns: tuple[TownCoverage, ...]

    def to_json(self) -> dict[str, Any]:
        """The figures of all together and of each: what `law coverage --json` prints."""
        each = {town.name: town.to_json() for town in self.towns}
        total = {key: sum(one[key] for one in each.values()) for key in ("provisions", "scenarios", "proved")}
        return {
            **total,
            "unproved": [name for one in each.values() for name in one["unproved"]],
            "by_town": each,
        }

    def __str__(self) -> str:
        """Each pack by itself, and at the end the totals of all."""
        return "\n\n".join((*map(str, self.towns), "\n".join(town.total for town in self.towns)))


def coverage(names: Iterable[str] | None = None, shelf: Path | None = None) -> Coverage:
    """The coverage of packs, of all that the program ships if none is named; `shelf` is a folder of further ones.
    Raises `PackError` for one that cannot be used.
    """
    return Coverage(
        tuple(
            covered(compile_pack(name, shelf=shelf), folder_of(name, shelf=shelf)) for name in names or shipped_names()
        )
    )


def covered(pack: Pack, folder: Path) -> TownCoverage:
    """The coverage of a pack's own code, with the proofs and the pending subjects that lie in its folder."""
    proofs = read_proofs(folder)
    pending = read_pending(folder)
    return TownCoverage(
        pack.name,
        pack.title,
        tuple(
            Covered(
                provision,
                pack.carriers.get(provision.id, ()),
                {scenario: proofs.get(scenario, ()) for scenario in provision.scenario_ids},
                pending.get(provision.id),
            )
            for provision in pack.own_provisions()
        ),
    )
