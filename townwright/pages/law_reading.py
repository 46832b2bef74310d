"""What the parts of a pack say of each provision: what carries it out, its dated values, its readings, all in words.

One walk through the compiled pack finds everything. A rule knows nothing of it: an entry that names provisions
(`carries`) carries them out, and a list of dated entries is a value over time, wherever in the pack they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from townwright.law.calendar import MONTHS, ONE_DAY
from townwright.law.layers import SUBJECTS
from townwright.law.packs import Pack
from townwright.pages import words

#: A step on the way to a place in a pack, and the place.
Step = str | int
Place = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class ValueOnDay:
    """A value through a span of days; `until` None is the one that goes on."""

    since: date
    until: date | None
    value: str
    cite: str
    enacted_by: str

    def counts(self, on: date) -> bool:
        """Whether this is the value on a day."""
        return self.since <= on and (self.until is None or on <= self.until)


@dataclass(frozen=True, slots=True)
class Values:
    """A dated value with what it is and every span of it, the newest first; `part` says of what, `place` where it
    stands in the pack, as an amendment names it.
    """

    title: str
    spans: tuple[ValueOnDay, ...]
    part: str = ""
    place: str = ""

    def on(self, day: date) -> ValueOnDay | None:
        """The span of a day; none before the first."""
        return next((span for span in self.spans if span.counts(day)), None)


@dataclass(frozen=True, slots=True)
class Carrier:
    """What carries a clause out: the part of the pack in people's words, what stands there, and in what it stands."""

    part: str
    words: str
    stands_in: str = ""


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """What the text leaves open, how the town reads it, how else it could be, and where in the pack that is set."""

    says: str
    taken: str
    instead: str
    setting: str


#: Parts of a pack as people call what stands in them.
PARTS = {
    "gates": "Gate",
    "checklists": "Checklist",
    "papers": "Paper",
    "permits": "Life of a permit",
    "certificates": "Certificates",
    "inspections": "Inspections",
    "fees_rules": "Fees",
    "holidays": "Calendar",
    "numbers": "Numbers",
    "place": "The town",
    "values": "Dated value",
    "operating": "Operating permit",
    "periodic": "Periodic inspection",
    "orders": "Order or notice",
    "penalties": "Penalty",
    "surcharges": "Surcharge or late charge",
    "vacancy": "Vacant building",
    "electrical": "Electrical inspector",
    "programmes": "Special programme",
    "escrow": "Deposit",
    "reports": "Report",
    "retention": "Records kept",
    "enquiries": "Enquiry",
}
#: Rules by the last name of their place, where they have no title of their own.
_RULES = {
    "commence": "Time in which the work must begin",
    "life": "How long a permit is in force",
    "exterior": "Time in which the outside must be finished",
    "renewal": "Renewal",
    "extension": "Extension by the officer",
    "temporary": "How long a temporary certificate may last",
    "closing": "What ends a permit",
    "correction": "Time to correct before a certificate is taken back",
    "setting": "Fees are set by resolution",
    "issue_within": "Time in which the certificate is issued",
    "occupied_without": "How long a building may be in use without its certificate",
    "longest": "How long a permit can last",
    "several": "Several activities at one place",
    "inspection": "Inspection before the permit",
    "every": "How often it is inspected",
    "exempt": "What is not inspected periodically",
    "restarts": "Which inspections restart the time",
    "accepted": "Inspections of another authority that are accepted",
    "recipients": "Served on",
    "early_start": "A beginning can be required before the time is over",
    "protection": "Protection can be required meanwhile",
    "wait_before_compelling": "No proceeding before the time is over",
    "late": "Late charge",
    "registration": "Time in which it is registered",
    "exemption": "How long damage spares it from being registered",
    "annual_fee": "Annual fee",
    "certificate_lost": "How long vacant until the certificate is lost",
    "manager": "Who is near enough to answer for it",
    "long": "How long until it counts",
    "standards": "What an inspector and the agency have to be",
    "term": "How long an authorisation lasts",
    "conflict": "Nobody inspects work of his own interest",
    "complaints": "Complaints found substantiated",
    "pending": "What was under way is spared",
    "no_fee": "Costs nothing",
    "waivable": "When the officer can waive it",
    "civil_penalty": "What is forfeited is a civil penalty",
    "schedule": "When it is due",
    "lines": "What it counts",
    "keep": "How long it is kept",
    "authority": "Nothing is disposed of before a schedule is adopted",
    "section": "Where it says so",
}
#: Points of a rule that stand in sections of their own.
_POINTS = {
    "holder": "who may apply",
    "barred": "when it is barred",
    "opens": "from when on",
    "closes": "until when",
    "most": "how many",
    "length": "how long each is",
    "commence_again": "the time to begin runs again",
}
#: What is filled in when a paper is printed, or an answer given.
_HOLE = re.compile(r"\{[^{}]*\}")
#: Where an entry says what it is, the first that it has.
_SAYS = ("says", "text", "title", "name", "label")


@dataclass(slots=True)
class Reading:
    """What a walk through a pack finds, by provision; `values` are all dated values in the order of the pack."""

    carriers: dict[str, dict[Carrier, None]] = field(default_factory=dict)
    series: dict[str, dict[Place, None]] = field(default_factory=dict)
    values: dict[Place, Values] = field(default_factory=dict)
    readings: dict[str, list[OpenPoint]] = field(default_factory=dict)

    @classmethod
    def of(cls, pack: Pack) -> Reading:
        """Walks through every part of a pack but its provisions."""
        found = cls()
        plain = pack.model_dump(mode="json", by_alias=True, exclude={"provisions", "facts"})
        for part, content in plain.items():
            for dated in _series(content, (part,)):
                found.values[dated] = _values(plain, dated)
            for place, entry in _entries(content, (part,)):
                found._note(plain, place, entry)
        return found

    def _note(self, plain: Any, place: Place, entry: Mapping[str, Any]) -> None:
        if place[0] == "readings":
            point = OpenPoint(entry["says"], entry["taken"], entry["instead"], entry["setting"])
            for provision in entry["carries"]:
                self.readings.setdefault(provision, []).append(point)
            return
        dated = next((place[:length] for length in range(len(place), 0, -1) if place[:length] in self.values), None)
        for provision in entry["carries"]:
            self.carriers.setdefault(provision, {})[_carrier(plain, place, entry)] = None
            if dated is not None and _is_of_value(place[len(dated) :]):
                self.series.setdefault(provision, {})[dated] = None


def _is_of_value(within: Place) -> bool:
    """Whether what stands at a place in a series is the dated value itself, or a point of it; not a thing of its own
    inside a large one, such as a ground of an order.
    """
    return len(within) == 1 or "sections" in within


def _entries(content: Any, place: Place) -> Iterator[tuple[Place, Mapping[str, Any]]]:
    """Every entry beneath a place that names provisions which it carries out."""
    if isinstance(content, dict):
        if content.get("carries"):
            yield place, content
        for key, value in content.items():
            yield from _entries(value, (*place, key))
    elif isinstance(content, list):
        for at, value in enumerate(content):
            yield from _entries(value, (*place, at))


def _series(content: Any, place: Place) -> Iterator[Place]:
    """The place of every list of dated values beneath a place."""
    if isinstance(content, dict):
        for key, value in content.items():
            yield from _series(value, (*place, key))
    elif isinstance(content, list):
        if content and isinstance(content[0], dict) and {"from", "value", "enacted_by"} <= content[0].keys():
            yield place
        for at, value in enumerate(content):
            yield from _series(value, (*place, at))


def _at(plain: Any, place: Iterable[Step]) -> Any:
    for step in place:
        plain = plain[step]
    return plain


# -- carriers and titles -----------------------------------------------------------------------------------------------


def _carrier(plain: Any, place: Place, entry: Mapping[str, Any]) -> Carrier:
    part = str(place[0])
    if part == "values":
        return Carrier(PARTS[part], str(_at(plain, place[:2])["says"]))
    said = _HOLE.sub("…", _said(entry) or _rule(place))
    if part in _WITH_MORE and (more := value_in_words({k: v for k, v in entry.items() if k not in _DATED})):
        said = f"{said}: {more}"
    return Carrier(part_in_words(part), said, _title_above(plain, place))


#: Parts whose entries say more of themselves than their title; an enquiry's questions are the counter's.
_WITH_MORE = SUBJECTS.keys() - {"enquiries"}
#: What an entry of a series says of its value, beside the value.
_DATED = ("from", "value", "enacted_by")


def part_in_words(part: str) -> str:
    """A part of a pack as people call what stands in it."""
    return PARTS.get(part, part.replace("_", " ").capitalize())


def _said(entry: Mapping[str, Any]) -> str:
    """What an entry calls itself; that of its value, where it is a dated one."""
    value = entry.get("value")
    own = next((str(entry[key]) for key in _SAYS if entry.get(key)), "")
    return own or (str(value.get("title") or "") if isinstance(value, dict) else "")


def _title_above(plain: Any, place: Place) -> str:
    """The title of what a place stands in; empty where nothing above it has one."""
    for length in range(len(place) - 1, 1, -1):
        above = _at(plain, place[:length])
        if isinstance(above, dict) and above.get("title"):
            return str(above["title"])
    return ""


def _rule(place: Place) -> str:
    """What a rule is called by its place: the last name of it that is known, else the last name."""
    names = [step for step in place if isinstance(step, str)]
    known = next((_RULES[name] for name in reversed(names) if name in _RULES), "")
    last = names[-1].replace("_", " ")
    if known and names[-1] not in _RULES and "sections" in names:
        return f"{known}: {_POINTS.get(names[-1], last)}"
    return known or last.capitalize()


def called(place: str) -> str:
    """What a dated rule is called by its place in the pack: "permits.default.life" is how long a permit is in force."""
    return _rule(tuple(place.split(".")))


def _values(plain: Any, dated: Place) -> Values:
    items = _at(plain, dated)
    named = _at(plain, dated[:2]) if dated[0] == "values" else {}
    place = "" if any(isinstance(step, int) for step in dated) else ".".join(map(str, dated)).removesuffix(".series")
    return Values(
        str(named["says"]) if named else _title(plain, dated, items),
        tuple(_spans(items, str(named.get("unit", "")))),
        part_in_words(str(dated[0])),
        place,
    )


def _title(plain: Any, dated: Place, items: list[Mapping[str, Any]]) -> str:
    """What a dated value is called: by its newest title, or as a rule of what it stands in."""
    own = next((said for item in reversed(items) if (said := _said({"value": item["value"]}))), "")
    above = _title_above(plain, dated)
    kind = f", {str(dated[2]).replace('_', ' ')} permits" if dated[:2] == ("permits", "kinds") else ""
    if own:
        return f"{own} ({above})" if above and above != own else own
    rule = f"{_rule(dated)}{kind}"
    return f"{above}: {rule[:1].lower()}{rule[1:]}" if above else rule


def _spans(items: list[Mapping[str, Any]], unit: str) -> Iterator[ValueOnDay]:
    """The spans of a series, the newest first."""
    begins = [date.fromisoformat(item["from"]) for item in items]
    ends: list[date | None] = [*(day - ONE_DAY for day in begins[1:]), None]
    for item, since, until in reversed(list(zip(items, begins, ends, strict=True))):
        said = value_in_words(item["value"], unit) or _said(item)
        yield ValueOnDay(since, until, said, item["cite"], item["enacted_by"])


# -- values in words ---------------------------------------------------------------------------------------------------

_UNITS = ("days", "business_days", "weeks", "months", "years")
#: What is said elsewhere, or is no word for people: titles, sections, conditions over facts.
_UNSAID = (
    "rolls",
    "remind",
    "sections",
    "title",
    "says",
    "text",
    "label",
    "key",
    "cite",
    "carries",
    "when",
    "need",
    "name",
)
_MONEY = re.compile(r"\d+\.\d{2}")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_KEY = re.compile(r"[a-z]+(_[a-z]+)+")
#: What says nothing: a field's usual case.
_USUAL = {"weeks": "started", "conditions": "not asked", "starts_in": 1, "from_day": 1, "of": "permit.apply"}
#: Names of a value's fields, where the field's own name is no good word for people.
_FIELDS = {
    "of_state": "the State's own order",
    "stops_work": "stops work",
    "effective": "binds",
    "counted_from": "counted from the",
    "needs_reason": "with a reason in writing",
    "at_least": "at least",
    "at_most": "at most",
    "fixed": "time to comply",
    "cure": "",
    "if_late": "if served late",
    "track": "",
    "per": "for each",
    "begins": "counted from",
    "count": "days counted",
    "from_day": "from day",
    "least": "at least",
    "jail": "jail for up to",
    "within": "within",
    "offences": "by offence",
    "rates": "",
    "bases": "rests on",
    "times": "times",
    "of": "of",
    "work_after": "for work after",
    "unproved_counts": "unproved days count",
    "percent": "percent",
    "free": "free for",
    "paid_first": "paid first",
    "most_percent": "at most, in percent",
    "otherwise": "otherwise",
    "from_notice": "from the notice",
    "governs": "which counts",
    "change_within": "a change is told within",
    "transfer_within": "a transfer is told within",
    "most_in_all": "in all at most",
    "licensed_for": "licensed for",
    "certified_in": "certified in",
    "due_on": "due on",
    "determine": "decided within",
    "afterwards": "afterwards",
    "permanent": "for good",
    "event": "from",
    "needs_cause": "for cause",
    "needs_certificate": "the certificate issued within it too",
    "after_end": "also after its end",
    "other_ways": "other ways are",
    "ways": "by",
    "recipients": "served on",
    "over": "more than",
    "whichever": "whichever is",
    "most": "at most",
    "must": "",
    "who": "",
    "from": "from",
}
#: How many things of a list are named.
_NAMED = 6


def value_in_words(value: Any, unit: str = "") -> str:
    """A dated value as people read it: "50 persons", "6 months, carried to a business day"."""
    match value:
        case None:
            return "ended"
        case bool():
            return "yes" if value else "no"
        case dict():
            return "; ".join(_in_words(value))
        case list():
            return _listed([_thing(item) for item in value])
        case str() if _MONEY.fullmatch(value):
            return words.money(Decimal(value))
        case str() if _DAY.fullmatch(value):
            return words.day(date.fromisoformat(value))
        case str() if _KEY.fullmatch(value):
            return value.replace("_", " ")
    return f"{value} {unit}".strip()


def _listed(things: list[str]) -> str:
    said = [thing for thing in things if thing]
    more = f" and {len(said) - _NAMED} more" if len(said) > _NAMED else ""
    return f"{', '.join(said[:_NAMED])}{more}"


def _thing(value: Any) -> str:
    """One thing of a list: by what it calls itself, else what it holds."""
    return (_said(value) if isinstance(value, dict) else "") or value_in_words(value)


def _in_words(value: Mapping[str, Any]) -> Iterator[str]:
    length = next(((name, value[name]) for name in _UNITS if isinstance(value.get(name), int) and value[name]), None)
    if length is not None:
        name, count = length[0].replace("_", " "), length[1]
        rolls = ", carried to a business day" if value.get("rolls") else ""
        yield f"{count} {name.removesuffix('s') if count == 1 else name}{rolls}"
        if value.get("remind"):
            yield f"reminders {', '.join(str(days) for days in value['remind'])} days before"
    if "least" in value and "most" in value:
        low, high = value_in_words(value["least"]), value_in_words(value["most"])
        yield low if low == high else f"{low} to {high}"
    for name, part in value.items():
        if name in _UNSAID or (length and name == length[0]) or part in (None, "", [], {}, False):
            continue
        if name in ("least", "most") and {"least", "most"} <= value.keys() or _USUAL.get(name) == part:
            continue
        word = _FIELDS.get(name, name.replace("_", " "))
        yield word if part is True else f"{word} {_part_in_words(name, part)}".strip()


def _part_in_words(name: str, part: Any) -> str:
    if name == "of" and isinstance(part, list):
        called = [_RULES.get(one) or _thing(one) if isinstance(one, str) else _thing(one) for one in part]
        return _listed([one[:1].lower() + one[1:] for one in called])
    if not isinstance(part, dict):
        return value_in_words(part)
    if part.keys() >= {"month", "day"}:
        return f"{part['day']} {MONTHS[part['month'] - 1]}"
    if "cite" in part and not value_in_words(part):
        return f"({part['cite']})"
    things = list(part.values())
    if things and all(isinstance(one, dict) and _said(one) for one in things):
        return _listed([_thing(one) for one in things])
    if things and name in _WORDED and all(isinstance(one, str) for one in things):
        return _listed(things)
    if things and name in _PAIRED:
        return _listed([f"{key.replace('_', ' ')} {value_in_words(one)}" for key, one in part.items()])
    return value_in_words(part)


#: Fields that give words by key, and fields that give a value for each of several classes.
_WORDED = ("contents", "evidence", "causes", "certifications", "needs", "proof")
_PAIRED = ("classes", "scope")
