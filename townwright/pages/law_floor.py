"""Where the town's rule is looser than the State's minimum, for staff: on the law page, and at the findings of a gate.

The town's rule is applied all the same; staff see both sections where it is used. Nothing of it is shown to the public.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from townwright.law.findings import Decision
from townwright.law.floor import Looser, deciding, differences_of
from townwright.law.layers import PackError
from townwright.law.packs import Pack
from townwright.law.provisions import Provision
from townwright.office import laws

#: Answers that are kept, each of a pack and a day.
_KEPT = 64
_found: dict[tuple[str, date], tuple[Looser, ...]] = {}


def looser(pack: Pack, on: date) -> tuple[Looser, ...]:
    """Where a pack is looser than the floor it stands on, on a day; none where the program has no such floor."""
    key = (pack.hash, on)
    if key not in _found:
        if len(_found) >= _KEPT:
            _found.pop(next(iter(_found)))
        try:
            _found[key] = differences_of(pack, on)
        except PackError:
            _found[key] = ()
    return _found[key]


def of_provision(pack: Pack, on: date, provision: Provision) -> tuple[Looser, ...]:
    """The differences that a provision has part in: a town's own that is looser, or the State's that is undercut."""
    return tuple(
        one
        for one in looser(pack, on)
        if provision.cite == (one.town_cite if provision.pack == pack.name else one.state_cite)
    )


def at(pack: Pack, on: date, *place: str) -> tuple[Looser, ...]:
    """The differences at a place of the law and beneath it: ("permits", "default")."""
    return tuple(one for one in looser(pack, on) if one.beneath(*place))


def notes(decision: Decision) -> Mapping[str, tuple[Looser, ...]]:
    """The differences that had part in a decision, by the keys of its findings, under the law and on the day of it."""
    if not decision.pack_hash:
        return {}
    try:
        pack = laws.kept(decision.pack_hash)
    except laws.NoLaw:
        return {}
    return deciding(looser(pack, decision.on), pack, decision)


def told(differences: Iterable[Looser]) -> list[tuple[str, str, str]]:
    """Differences as pages say them, each once: what, the town's section, the State's."""
    return list(dict.fromkeys((one.says, one.town_cite, one.state_cite) for one in differences))
