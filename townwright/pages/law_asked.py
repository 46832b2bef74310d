"""What a page of the law was asked for: as of which day, what stands there, and the clause's history over time.

Shared by the staff's page and the public's, so that an address means the same on both.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import HttpRequest
from django.utils.http import urlencode

from townwright.law.calendar import ONE_DAY
from townwright.law.packs import Pack
from townwright.office import clock, laws
from townwright.office.laws import published
from townwright.office.laws.models import CodeSection, InForce, KeptPack
from townwright.pages.inline import Link
from townwright.pages.law import Clause, Code, code_of
from townwright.pages.law_words import in_a_code, numbered

#: Longest text that is searched for.
LONGEST = 120
#: No law of these pages is older, or is known to be newer.
_FIRST, _LAST = 1850, 2199


@dataclass(frozen=True, slots=True)
class Asked:
    """The law of a day, and what is looked for in it. `not_a_day` is a day that could not be read."""

    at: str
    q: str
    show: str
    on: date
    today: date
    not_a_day: str
    pack: Pack
    code: Code

    @property
    def is_today(self) -> bool:
        """Whether the law of today is shown."""
        return self.on == self.today

    @property
    def kept(self) -> dict[str, str]:
        """What every link of the page keeps: the day, where it is not today."""
        return {} if self.is_today else {"as_of": self.on.isoformat()}

    def href(self, address: str, **more: str) -> str:
        """An address with the day that is kept, and more."""
        query = urlencode({**self.kept, **more})
        return f"{address}?{query}" if query else address


def look_for(text: str) -> tuple[str, ...]:
    """The words by which a search may have found something, to be marked where they stand."""
    return tuple(word for ways in in_a_code(numbered(text)) for word in ways)


def day_of(request: HttpRequest) -> tuple[date, str]:
    """The day that `?as_of=` means, or today with what could not be read."""
    text, today = _word(request, "as_of"), clock.today()
    if not text:
        return today, ""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return today, text
    return (found, "") if _FIRST <= found.year <= _LAST else (today, text)


def asked(request: HttpRequest, at: str = "") -> Asked:
    """What the address asks for. Raises `NoLaw` where the office kept no law on that day."""
    on, not_a_day = day_of(request)
    pack = laws.pack(on)
    return Asked(
        at=at or _word(request, "at"),
        q=_word(request, "q"),
        show=_word(request, "show"),
        on=on,
        today=clock.today(),
        not_a_day=not_a_day,
        pack=pack,
        code=code_of(pack),
    )


def _word(request: HttpRequest, name: str) -> str:
    return " ".join(request.GET.get(name, "").replace("\0", " ").split())[:LONGEST]


# -- the published text beside it ------------------------------------------------------------------------------------


def texts(asked: Asked) -> dict[str, CodeSection]:
    """The published text of the day for the sections of the code, by their names in addresses. One query."""
    return published.texts_by((section.slug for section in asked.code.sections), asked.on)


def booklet(asked: Asked, back: str) -> dict[str, Any]:
    """The whole code of a day, section by section, as it is printed."""
    chapter, on, found = asked.pack.town.chapter, asked.on, texts(asked)
    parts = [
        (section, section.standing(on), found.get(section.slug))
        for section in asked.code.own
        if section.standing(on) or section.heading
    ]
    beneath = [(section, section.standing(on), None) for section in asked.code.beneath if section.standing(on)]
    return {
        "title": f"Chapter {chapter.number}, {chapter.title}",
        "chapter": chapter,
        "on": on,
        "today": asked.is_today,
        "parts": parts,
        "beneath": beneath,
        "sources": sorted({(row.of.source, row.of.as_of) for row in found.values()}),
        "steps": [Link("Law", asked.href(back)), "The whole code"],
    }


# -- a clause over time ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stood:
    """A span of days in which the office's law had a provision in the same words; `until` None is the one that goes
    on. `gone` is a span in which it was not there.
    """

    since: date
    until: date | None
    words: str
    gone: bool = False


def stood(provision_id: str) -> list[Stood]:
    """The wordings of a provision in the laws that the office worked by, the oldest first; none if it never had it.

    Two queries at most: which law was in force when, and the packs that have not been looked through yet.
    """
    found: list[Stood] = []
    spans = list(_spans())
    read = _read({pack for _, _, pack in spans})
    for since, until, pack in spans:
        words = read[pack].get(provision_id)
        if found and (found[-1].words if not found[-1].gone else None) == words:
            found[-1] = Stood(found[-1].since, until, found[-1].words, found[-1].gone)
        elif words is not None or found:
            found.append(Stood(since, until, words or "", words is None))
    return found


def _spans() -> Iterator[tuple[date, date | None, str]]:
    """From when to when which pack was in force, the oldest first. A later row overrules all from its day on."""
    spans: list[tuple[date, str]] = []
    for begins, pack in InForce.objects.order_by("seq").values_list("begins", "pack_id"):
        spans = [one for one in spans if one[0] < begins]
        spans.append((begins, pack))
    ends: list[date | None] = [*(begins - ONE_DAY for begins, _ in spans[1:]), None]
    for (begins, pack), until in zip(spans, ends, strict=True):
        yield begins, until, pack


#: What each kept pack says, by provision; a kept pack never changes.
_said: dict[str, Mapping[str, str]] = {}
#: Packs whose words are kept at hand.
_AT_HAND = 40


def _read(packs: set[str]) -> dict[str, Mapping[str, str]]:
    missing = packs - _said.keys()
    if missing:
        for digest, compiled in KeptPack.objects.filter(pk__in=missing).values_list("pk", "compiled"):
            _said[digest] = {one["id"]: f"{one['title']}. {one['says']}" for one in json.loads(compiled)["provisions"]}
    found = {pack: _said[pack] for pack in packs}
    while len(_said) > _AT_HAND:
        _said.pop(next(iter(_said)))
    return found


def superseding(code: Code, clause: Clause) -> tuple[list[Clause], list[Clause]]:
    """The clauses of the same citation that stood before one, and those that stand since."""
    others, own = code.at_the_same_place(clause), clause.provision.adopted or date.min
    before = [other for other in others if (other.provision.adopted or date.min) < own]
    return before, [other for other in others if other not in before]
