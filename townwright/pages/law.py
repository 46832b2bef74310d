"""The law as pages read it: a code's clauses by section, what carries each out, its values over time, its tests.

Prepared once for each pack and kept in memory; desk and counter share it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from townwright.law.coverage import read_pending, read_proofs
from townwright.law.packs import Pack, folder_of
from townwright.law.provisions import Provision, ProvisionKind, Subject
from townwright.office import laws
from townwright.office.laws.published import slug_of
from townwright.pages.law_reading import Carrier, OpenPoint, Reading, Values
from townwright.pages.law_words import (
    Term,
    asked_for,
    folded,
    in_a_code,
    in_order,
    is_how_long,
    numbered,
    runs,
    term_of,
    with_terms,
)

#: How far the tests of a clause reach: each scenario proved; some of them; none, but the subject is named that will
#: prove it; none yet; or there is nothing to prove.
State = Literal["proved", "in part", "pending", "no test", "text only"]
STATES: tuple[State, ...] = ("proved", "in part", "pending", "no test", "text only")
#: How a search found something.
Found = Literal["words", "other words", "some words"]
#: Packs whose pages are kept prepared.
_KEPT = 4


@dataclass(frozen=True, slots=True)
class Proof:
    """One scenario of a clause with the tests that assert it, named in words."""

    id: str
    given: str
    when: str
    then: str
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """One provision with everything that hangs on it.

    `words` are what it says, the terms in it that the code defines told apart; `pending` is the subject that will
    prove what is open.
    """

    provision: Provision
    carriers: tuple[Carrier, ...]
    values: tuple[Values, ...]
    readings: tuple[OpenPoint, ...]
    proofs: tuple[Proof, ...]
    pending: Subject | None = None
    words: tuple[str | Term, ...] = ()

    @property
    def state(self) -> State:
        """How far its tests reach."""
        done = sum(bool(proof.tests) for proof in self.proofs)
        if done:
            return "proved" if done == len(self.proofs) else "in part"
        if self.pending:
            return "pending"
        return "text only" if self.provision.kind is ProvisionKind.TEXT_ONLY else "no test"

    @property
    def carried_by(self) -> list[tuple[str, list[tuple[str, list[str]]]]]:
        """What carries it out, by part; what stands in several places is said once, with all of them."""
        parts: dict[str, dict[str, list[str]]] = {}
        for carrier in self.carriers:
            places = parts.setdefault(carrier.part, {}).setdefault(carrier.words, [])
            if carrier.stands_in:
                places.append(carrier.stands_in)
        return [(part, list(said.items())) for part, said in parts.items()]

    @property
    def tests(self) -> int:
        """How many tests assert its scenarios."""
        return len({test for proof in self.proofs for test in proof.tests})


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the code with its clauses in order. `own` tells the town's code from the State's law beneath it;
    `slug` is its name in addresses: "50-4".
    """

    cite: str
    heading: str
    own: bool
    clauses: tuple[Clause, ...]
    slug: str = ""

    @property
    def title(self) -> str:
        """Its number and its heading."""
        return f"{self.cite} {self.heading}".strip()

    def standing(self, on: date) -> tuple[Clause, ...]:
        """The clauses that stand on a day."""
        return tuple(clause for clause in self.clauses if clause.provision.stands(on))


@dataclass(frozen=True, slots=True)
class Hit:
    """What a search found: a clause in its section, or a section by its published text alone. `by` says how: by its
    number or each of the words, by other words for them, or by some of those alone.
    """

    section: Section
    clause: Clause | None
    worth: int
    by: Found = "words"


@dataclass(frozen=True)
class Code:
    """The whole code: the town's sections in order, then those of the State's law beneath it; and every dated value."""

    sections: tuple[Section, ...]
    values: tuple[Values, ...] = ()

    @cached_property
    def own(self) -> tuple[Section, ...]:
        """The sections of the town's own code."""
        return tuple(section for section in self.sections if section.own)

    @cached_property
    def beneath(self) -> tuple[Section, ...]:
        """The sections of the State's law that stand under it."""
        return tuple(section for section in self.sections if not section.own)

    @cached_property
    def _by_id(self) -> Mapping[str, tuple[Section, Clause]]:
        return {
            clause.provision.id.casefold(): (section, clause) for section in self.sections for clause in section.clauses
        }

    def clause(self, provision_id: str) -> tuple[Section, Clause] | None:
        """A clause with its section, by the provision's id in any case; None where there is none."""
        return self._by_id.get(provision_id.strip().casefold())

    def section(self, at: str) -> Section | None:
        """The section that a provision's id, a section as it is cited, or its name in an address means; None where
        nothing is cited so.
        """
        asked = folded(at)
        if not asked:
            return None
        for section in self.sections:
            names = {section.cite, *(n for c in section.clauses for n in (c.provision.id, c.provision.cite))}
            if asked in {section.slug, *(folded(name) for name in names)}:
                return section
        begins = [section for section in self.sections if re.match(rf"{re.escape(folded(section.cite))}\W", asked)]
        return max(begins, key=lambda section: len(section.cite), default=None)

    def beside(self, here: Section, on: date) -> tuple[Section | None, Section | None]:
        """The sections before and after one, of those with anything on a day."""
        shown = [section for section in self.sections if section is here or section.own or section.standing(on)]
        return _beside(shown, shown.index(here))

    def clauses_beside(self, here: Clause, on: date) -> tuple[Clause | None, Clause | None]:
        """The clauses before and after one, of those that stand on a day."""
        shown = [c for section in self.sections for c in section.clauses if c is here or c.provision.stands(on)]
        return _beside(shown, shown.index(here))

    def at_the_same_place(self, here: Clause) -> tuple[Clause, ...]:
        """The clauses of the same citation that stood before this one, or stand since, the oldest first: what was
        superseded, and what took its place.
        """
        own = here.provision
        others = [
            clause
            for section in self.sections
            for clause in section.clauses
            if clause is not here
            and (clause.provision.cite, clause.provision.pack) == (own.cite, own.pack)
            and _apart(clause.provision, own)
        ]
        return tuple(sorted(others, key=lambda clause: clause.provision.adopted or date.min))

    def search(self, text: str, on: date, published: Mapping[str, str] | None = None) -> list[Hit]:
        """What a day's code has for a text, the likeliest first.

        A section in any spelling ("50-4 I", "§50-4(I)", "sec. 50-4") or an id finds its clauses; words find the clauses
        that have every one of them, but for the words of a question. Where none has, other words for the same are
        tried, and where none has those, the clauses that have most of them. `published` is the published text by the
        section's name in addresses: a section whose text has the words, and no clause of ours, is found by itself.
        """
        text = numbered(text)
        wanted, number = asked_for(text), runs(text)
        if not wanted or not number:
            return []
        texts = {slug: folded(words) for slug, words in (published or {}).items()}
        patterns = [_begins(word) for word in wanted]
        found = [] if is_how_long(text) else self._found(number, patterns, folded(text), on, texts)
        if any(hit.section.own for hit in found):
            return found
        ways = [_begins(*one) for one in in_a_code(text)]
        shown = {id(hit.clause) for hit in found}
        others = self._found((), ways, "", on, {}, by="other words") or ([] if found else self._nearest(ways, on))
        return [*found, *(hit for hit in others if id(hit.clause) not in shown)]

    def _nearest(self, patterns: list[re.Pattern[str]], on: date) -> list[Hit]:
        """The clauses that have most of some words, and more than one."""
        most: list[tuple[int, Hit]] = []
        for section in self.sections:
            for clause in section.standing(on):
                worths = [_worth(section, clause, (), [one], "") for one in patterns]
                if (had := sum(map(bool, worths))) > 1:
                    most.append((had, Hit(section, clause, sum(worths), "some words")))
        best = max((had for had, _ in most), default=0)
        return sorted((hit for had, hit in most if had == best), key=lambda hit: -hit.worth)

    def _found(
        self,
        number: tuple[str, ...],
        patterns: list[re.Pattern[str]],
        whole: str,
        on: date,
        texts: Mapping[str, str],
        by: Found = "words",
    ) -> list[Hit]:
        """The clauses of a number, or that have something of every pattern, the likeliest first."""
        found: list[Hit] = []
        for section in self.sections:
            own = [
                Hit(section, clause, worth, by)
                for clause in section.standing(on)
                if (worth := _worth(section, clause, number, patterns, whole))
            ]
            body = texts.get(section.slug, "")
            if not own and body and all(pattern.search(body) for pattern in patterns):
                own = [Hit(section, None, 2)]
            found.extend(own)
        return sorted(found, key=lambda hit: -hit.worth)

    def counts(self, on: date, *, own: bool = True) -> dict[State, int]:
        """How many clauses of a day there are in each state, of the town's own code or of all."""
        found: dict[State, int] = dict.fromkeys(STATES, 0)
        for section in self.own if own else self.sections:
            for clause in section.standing(on):
                found[clause.state] += 1
        return found

    def pending(self, on: date) -> dict[Subject, int]:
        """How many clauses of the town's own code wait for each subject, on a day."""
        waiting = [c.pending for section in self.own for c in section.standing(on) if c.pending and is_open(c)]
        return {subject: waiting.count(subject) for subject in Subject if subject in waiting}


def is_open(clause: Clause) -> bool:
    """Whether anything of a clause waits for its proof."""
    return clause.state in ("pending", "in part", "no test")


def _beside(shown: list[Any], at: int) -> tuple[Any, Any]:
    return shown[at - 1] if at else None, shown[at + 1] if at + 1 < len(shown) else None


def _apart(one: Provision, other: Provision) -> bool:
    """Whether two provisions never stand on the same day."""
    first, then = sorted((one, other), key=lambda p: p.adopted or date.min)
    return first.until is not None and then.adopted is not None and first.until < then.adopted


#: What a word is worth where it stands.
_IN_TITLE, _IN_NAME, _IN_SAYS, _IN_HEADING = 10, 6, 3, 2


def _begins(*ways: str) -> re.Pattern[str]:
    """What finds a word by its beginning, or another for it."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, ways))})")


def _worth(section: Section, clause: Clause, number: tuple[str, ...], words: list[re.Pattern[str]], whole: str) -> int:
    """How well a clause answers a search; 0 where it does not."""
    provision = clause.provision
    if runs(provision.id) == number:
        return 1000
    cited = runs(provision.cite)
    if cited == number:
        return 900
    if len(number) > 1 and any(run.isdigit() for run in number) and cited[: len(number)] == number:
        return 800
    places = (
        (_IN_TITLE, folded(provision.title)),
        (_IN_NAME, folded(f"{provision.cite} {provision.id}")),
        (_IN_SAYS, folded(provision.says)),
        (_IN_HEADING, folded(section.heading)),
        (1, folded(" ".join(carrier.words for carrier in clause.carriers))),
    )
    total = int(section.own)
    for word in words:
        best = [worth for worth, text in places if word.search(text)]
        if not best:
            return 0
        total += sum(best)
    together = sum(worth for worth, text in places if len(words) > 1 and whole and whole in text)
    return total + together


def code_of(pack: Pack) -> Code:
    """The code of a pack, prepared for pages."""
    # Proofs lie beside the pack and are no part of its hash: an office's own copy of a pack may have none.
    key = (pack.hash, laws.places())
    if key not in _prepared:
        if len(_prepared) >= _KEPT:
            _prepared.pop(next(iter(_prepared)))
        _prepared[key] = _prepare(pack)
    return _prepared[key]


_prepared: dict[tuple[str, tuple[Path | None, Path | None]], Code] = {}


def _prepare(pack: Pack) -> Code:
    found = Reading.of(pack)
    proofs = {**_proofs(pack.extends), **_proofs(pack.name)}
    pending = {**_pending(pack.extends), **_pending(pack.name)}
    terms = _terms(pack.provisions)
    by_section: dict[tuple[bool, str], list[Clause]] = {}
    for provision in pack.provisions:
        clause = Clause(
            provision,
            tuple(found.carriers.get(provision.id, {})),
            tuple(found.values[place] for place in found.series.get(provision.id, {})),
            tuple(found.readings.get(provision.id, ())),
            tuple(
                Proof(name, one.given, one.when, one.then, tuple(map(_named, proofs.get(name, ()))))
                for name, one in zip(provision.scenario_ids, provision.accept, strict=True)
            ),
            pending.get(provision.id),
            with_terms(provision.says, {term: where for term, where in terms.items() if where != provision.id}),
        )
        by_section.setdefault((provision.pack == pack.name, provision.section), []).append(clause)
    headings = pack.place.chapter.sections if pack.place is not None else {}
    own = sorted({*headings, *(cite for is_own, cite in by_section if is_own)}, key=in_order)
    beneath = sorted((cite for is_own, cite in by_section if not is_own), key=in_order)
    sections = (
        *(Section(cite, headings.get(cite, ""), True, tuple(by_section.get((True, cite), ()))) for cite in own),
        *(Section(cite, "", False, tuple(by_section[(False, cite)])) for cite in beneath),
    )
    return Code(tuple(_addressed(sections)), tuple(found.values.values()))


def _addressed(sections: Iterable[Section]) -> Iterator[Section]:
    """Sections with their names in addresses, each once."""
    taken: dict[str, int] = {}
    for section in sections:
        slug = slug_of(section.cite)
        taken[slug] = taken.get(slug, 0) + 1
        yield replace(section, slug=slug if taken[slug] == 1 else f"{slug}_{taken[slug]}")


def _terms(provisions: Iterable[Provision]) -> dict[str, str]:
    """The terms that the code defines, each with the provision that does so first."""
    terms: dict[str, str] = {}
    for provision in provisions:
        term = term_of(provision)
        if term:
            terms.setdefault(term, provision.id)
    return terms


def _proofs(name: str) -> Mapping[str, tuple[str, ...]]:
    """The proofs beside a pack, wherever it lies."""
    return read_proofs(folder_of(name, *laws.places())) if name else {}


def _pending(name: str) -> Mapping[str, Subject]:
    """The subject that will prove what is open, by provision, as the pack's folder names it now; nothing where an
    office's own folder is being worked on and cannot be read.
    """
    try:
        return read_pending(folder_of(name, *laws.places())) if name else {}
    except ValueError:
        return {}


def _named(test: str) -> str:
    """A test as people read its name: "a relocated shed needs a permit whatever its size"."""
    return test.rpartition("::")[2].removeprefix("test_").replace("_", " ")
