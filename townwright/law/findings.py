"""What the law answers: a `Decision`, which is a list of findings and never a bare yes or no.

Each `Finding` names the requirement in words, whether it is met, why, what would cure it, who has it, and the
section of the town's code that it stands on. A fact that nobody has told makes a finding *unknown*: the name of
the fact is then the next question to the applicant, or the next line of the clerk's checklist.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any

from townwright.law.dated import Section


class Outcome(StrEnum):
    """How one requirement stands. `WARNING` asks for a look and never shuts an act."""

    UNMET = "unmet"
    UNKNOWN = "unknown"
    WARNING = "warning"
    MET = "met"


#: The order in which people read findings: what stands in the way first.
READING_ORDER = (Outcome.UNMET, Outcome.UNKNOWN, Outcome.WARNING, Outcome.MET)


@dataclass(frozen=True, slots=True)
class Finding:
    """One requirement, held against the facts.

    `key` is the requirement's name in its gate; `says` the requirement in words; `why` what was found; `cure` what
    would meet it; `held_by` who has to do that (applicant, officer, inspector, clerk); `cite` the section as the
    town cites it; `provisions` the ids of the provisions carried out; `facts` the names of the facts it rests on;
    `fact` and `limit` the value found and the value held against it; `discretion` whether the code leaves the
    officer free to decide otherwise with a written reason; `exception` the label of the exception that counted in place
    of the requirement's own need.
    """

    key: str
    outcome: Outcome
    says: str
    cite: str
    why: str = ""
    cure: str = ""
    held_by: str = ""
    provisions: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    fact: Any = None
    limit: Any = None
    discretion: bool = False
    missing: tuple[str, ...] = ()
    exception: str = ""

    def to_json(self) -> dict[str, Any]:
        """The finding as plain JSON values; empty members are left out."""
        out: dict[str, Any] = {"key": self.key, "outcome": self.outcome.value, "says": self.says, "cite": self.cite}
        for name in ("why", "cure", "held_by", "discretion", "exception"):
            if value := getattr(self, name):
                out[name] = value
        for name in ("provisions", "facts", "missing"):
            if value := getattr(self, name):
                out[name] = list(value)
        for name in ("fact", "limit"):
            if (value := getattr(self, name)) is not None:
                out[name] = plain(value)
        return out

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Finding:
        """The finding again from `to_json`; values stay as their JSON forms."""
        lists = {name: tuple(data.get(name, ())) for name in ("provisions", "facts", "missing")}
        return cls(**{**data, **lists, "outcome": Outcome(data["outcome"])})


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether an act is open on a day: every finding, and the requirements that did not apply (`not_asked`).

    `gate` is the name of the gate that was asked, `pack_hash` the compiled law that answered, so that the
    decision can be replayed from (hash, day, facts).
    """

    gate: str
    on: date
    findings: tuple[Finding, ...] = ()
    not_asked: tuple[Finding, ...] = ()
    pack_hash: str = ""
    overruled: tuple[str, ...] = field(default=())

    @property
    def allowed(self) -> bool:
        """True when nothing is unmet or unknown, what an officer decided otherwise (`overruled`) set aside."""
        return not self.standing_in_the_way

    @property
    def standing_in_the_way(self) -> tuple[Finding, ...]:
        """The findings that shut the act, in reading order."""
        return tuple(
            f for f in self.in_order if f.outcome in (Outcome.UNMET, Outcome.UNKNOWN) and f.key not in self.overruled
        )

    @property
    def in_order(self) -> tuple[Finding, ...]:
        """Findings in the order in which people read them."""
        return tuple(sorted(self.findings, key=lambda f: READING_ORDER.index(f.outcome)))

    def of(self, outcome: Outcome) -> tuple[Finding, ...]:
        """The findings with one outcome."""
        return tuple(f for f in self.findings if f.outcome is outcome)

    @property
    def needs(self) -> tuple[str, ...]:
        """Names of the facts that nobody has told yet, each once, in the order of the findings."""
        return tuple(dict.fromkeys(name for f in self.of(Outcome.UNKNOWN) for name in f.missing))

    def overrule(self, keys: Iterable[str]) -> Decision:
        """The same decision with findings set aside by an officer.

        Raises `ValueError` where a named finding does not stand in the way, or the code leaves no discretion in it.
        """
        by_key = {f.key: f for f in self.standing_in_the_way}
        for key in keys:
            if key not in by_key:
                raise ValueError(f"{key!r} does not stand in the way")
            if not by_key[key].discretion:
                raise ValueError(f"{by_key[key].cite} leaves no discretion in {by_key[key].says!r}")
        return replace(self, overruled=(*self.overruled, *keys))

    def and_(self, *findings: Finding) -> Decision:
        """The same decision with further findings."""
        return replace(self, findings=(*self.findings, *findings))

    def to_json(self) -> dict[str, Any]:
        """The decision as plain JSON values, as the register keeps it."""
        return {
            "gate": self.gate,
            "on": self.on.isoformat(),
            "allowed": self.allowed,
            "findings": [f.to_json() for f in self.findings],
            "not_asked": [f.to_json() for f in self.not_asked],
            "pack_hash": self.pack_hash,
            "overruled": list(self.overruled),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Decision:
        """The decision again from `to_json`."""
        return cls(
            gate=data["gate"],
            on=date.fromisoformat(data["on"]),
            findings=tuple(Finding.from_json(f) for f in data["findings"]),
            not_asked=tuple(Finding.from_json(f) for f in data["not_asked"]),
            pack_hash=data["pack_hash"],
            overruled=tuple(data["overruled"]),
        )


def judged(
    met: bool,
    key: str,
    says: str,
    section: Section,
    *,
    why: str,
    cure: str,
    held_by: str = "officer",
    fact: Any = None,
    limit: Any = None,
) -> Finding:
    """The finding on a requirement that is met or is not. What would cure it, and who has to, is said only where it is
    not; it cites the section, and carries out its provisions.
    """
    return Finding(
        key,
        Outcome.MET if met else Outcome.UNMET,
        says,
        section.cite,
        why=why,
        cure="" if met else cure,
        held_by="" if met else held_by,
        provisions=section.carries,
        fact=fact,
        limit=limit,
    )


def plain(value: Any) -> Any:
    """A fact's value as JSON can hold it: dates in ISO form, money as a string."""
    match value:
        case StrEnum():
            return value.value
        case bool() | int() | str() | None:
            return value
        case date():
            return value.isoformat()
        case Decimal():
            return str(value)
        case dict():
            return {str(k): plain(v) for k, v in value.items()}
        case list() | tuple() | set() | frozenset():
            items = [plain(v) for v in value]
            return sorted(items, key=str) if isinstance(value, (set, frozenset)) else items
    return str(value)
