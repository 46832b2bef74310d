"""What a pack leaves open or says twice: holes in dated values, in the bands of a fee and in the classes of a vacancy
law, tables that fall where they should rise, papers without a line that the pack below requires, numbers that two
kinds of records would share, readings that are set nowhere, parts that no layer has.

`gaps` looks at one layer within its compiled pack. Each complaint is (part, place beneath it, what was expected,
whether it is only a warning).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Any, NamedTuple
from zoneinfo import available_timezones

from townwright.law.calendar import Period, in_words
from townwright.law.catalogue.waiting import waits_for
from townwright.law.fees import AnyPart, Bands, Choice, Counts, FeeLine, FeeRules, Flat, Per, all_parts
from townwright.law.gates import GateRules, InForce
from townwright.law.layers import FILES, FOLDERS, Layer
from townwright.law.loader import Place
from townwright.law.packs import Pack
from townwright.law.penalties import PenaltyRule, PenaltyRules
from townwright.law.permits import TermRules
from townwright.law.provisions import Provision
from townwright.law.town import Numbers, Paper, Reading, Town
from townwright.law.vacancy import VacancyRules
from townwright.law.words import did_you_mean, listed

#: The kinds of records that every office numbers.
NUMBERED = (
    "permit", "certificate_of_occupancy", "certificate_of_compliance", "temporary_certificate", "inspection", "receipt",
    "claim",
)  # fmt: skip


class Gap(NamedTuple):
    """One complaint: the part of the pack, the place beneath it, what was expected, whether it only warns, and the
    subject of the office that it waits for.
    """

    part: str
    place: Place
    says: str
    warning: bool = True
    waits_for: str = ""


def gaps(layer: Layer, layers: list[Layer], pack: Pack, acts: Collection[str] = ()) -> Iterator[Gap]:
    """What one layer of a pack leaves open or says twice; `layers` are all of them, the floor first, `acts` the names
    of what the office can do.
    """
    below = layers[: layers.index(layer)]
    yield from _holes(layer, below)
    yield from _spans(layer)
    yield from _town(layer)
    yield from _fees(layer, pack)
    yield from _penalties(layer)
    yield from _vacancy(layer)
    yield from _papers(layer, below, pack)
    yield from _numbers(layer, below)
    yield from _readings(layer, pack)
    yield from _facts(layer, pack)
    yield from _who_may(layer, acts) if acts else ()
    if layer is layers[-1] and pack.place is not None:
        yield from _parts(pack)


# -- through time ------------------------------------------------------------------------------------------------------


def _holes(layer: Layer, below: list[Layer]) -> Iterator[Gap]:
    """Dated values that end and begin again, or end before they began. A rule of a pack below may be ended."""
    for name, document in layer.documents.items():
        part = name.removesuffix(".yaml")
        for place, series in _series(document.value, ()):
            for at, entry in enumerate(series):
                if entry["value"] is not None:
                    continue
                if at == 0 and not any(place in one.documents[name].marks for one in below if name in one.documents):
                    yield Gap(part, (*place, at), "it ends here and never began: expected a value before this end")
                elif at and at + 1 < len(series):
                    first, then = _day(entry["from"]), _day(series[at + 1]["from"])
                    says = f"nothing counts from {in_words(first)} until {in_words(then)}: a hole between two values"
                    yield Gap(part, (*place, at), says)


def _series(content: Any, place: Place) -> Iterator[tuple[Place, list[Any]]]:
    """Every dated series of a document: lists of mappings that have `from` and `value`."""
    match content:
        case [{"from": _, "value": _}, *_]:
            yield place, content
        case dict():
            for key, value in content.items():
                yield from _series(value, (*place, key))
        case list():
            for at, value in enumerate(content):
                yield from _series(value, (*place, at))


def _day(text: str) -> date:
    return date.fromisoformat(text)


def _spans(layer: Layer) -> Iterator[Gap]:
    """Rules and clauses that end before they begin."""
    provisions: tuple[Provision, ...] = layer.part("provisions", ())
    for at, one in enumerate(provisions):
        if one.adopted and one.until and one.until < one.adopted:
            yield Gap("provisions", (at, "until"), _before(one.until, one.adopted, "adopted"), False)
    gates: Mapping[str, GateRules] = layer.part("gates", {})
    for name, gate in gates.items():
        for at, requirement in enumerate(gate.requirements):
            here: Place = (name, "requirements", at)
            yield from _in_order("gates", here, requirement)
            for number, exception in enumerate(requirement.exceptions):
                yield from _in_order("gates", (*here, "exceptions", number), exception)


def _in_order(part: str, place: Place, rule: InForce) -> Iterator[Gap]:
    if rule.from_ and rule.until and rule.until < rule.from_:
        yield Gap(part, (*place, "until"), _before(rule.until, rule.from_, "from"), False)


def _before(until: date, since: date, key: str) -> str:
    return f"expected until on or after {key}, {in_words(since)}; found {in_words(until)}"


# -- the town ----------------------------------------------------------------------------------------------------------


def _town(layer: Layer) -> Iterator[Gap]:
    """Codes that the town and a village both have, offices that papers and gates rest on, the zone, the sections."""
    town: Town | None = layer.part("town")
    if town is None:
        return
    if town.zone not in available_timezones():
        near = did_you_mean(town.zone, available_timezones())
        yield Gap("town", ("zone",), f"no time zone is called {town.zone}{near}", False)
    for code in sorted({code for code in town.swis if town.swis.count(code) > 1}):
        yield Gap("town", ("swis",), f"expected each code once: {code}", False)
    for at, village in enumerate(town.villages):
        for code in village.swis:
            if code in town.swis:
                says = f"{code} is the town's own code too: a parcel is either in the village or outside it"
                yield Gap("town", ("villages", at, "swis"), says, False)
    if "officer" not in town.officers:
        near = did_you_mean("officer", town.officers)
        says = f"expected the office officer, which signs what the State asks for{near}"
        yield Gap("town", ("officers",), says, False)
    sections = town.chapter.sections
    provisions: tuple[Provision, ...] = layer.part("provisions", ())
    missing: dict[str, int] = {}
    for at, provision in enumerate(provisions):
        if sections and provision.section not in sections and provision.section.startswith("§"):
            missing.setdefault(provision.section, at)  # once a section
    for section, at in missing.items():
        says = f"{section} is not among the sections of the chapter in town.yaml{did_you_mean(section, sections)}"
        yield Gap("provisions", (at, "cite"), says)


# -- fees --------------------------------------------------------------------------------------------------------------


def _fees(layer: Layer, pack: Pack) -> Iterator[Gap]:
    """Schedules: actions without a line, bands that leave a gap or overlap or fall, values without a fee."""
    rules: FeeRules | None = layer.part("fees")
    if rules is None:
        return
    for number, schedule in enumerate(rules.schedules):
        has = {line.action for line in schedule.lines}
        for at, action in enumerate(rules.actions):
            if action.key not in has:
                says = f"no line of {schedule.name} is for {action.key}: a fee that cannot be charged"
                yield Gap("fees", ("actions", at), says)
        for at, line in enumerate(schedule.lines):
            here: Place = ("schedules", number, "lines", at)
            for gap in _line(line, pack):
                yield Gap("fees", (*here, *gap.place), gap.says, gap.warning)


def _line(line: FeeLine, pack: Pack) -> Iterator[Gap]:
    yield from _steps(line.parts)
    for part in all_parts(line.parts):
        if any(amount < 0 for amount in _amounts(part)):
            yield Gap("fees", ("parts",), "an amount below nothing takes away from the fee")
        match part:
            case Bands():
                for below, above in pairwise(part.bands):
                    if above.amount < below.amount and not above.plus:
                        says = f"above {below.up_to:f} the fee falls from {below.amount:f} to {above.amount:f}"
                        yield Gap("fees", ("parts",), says)
            case Choice():
                yield from _choice(part, pack)
    windows = sorted(line.amnesty, key=lambda one: one.since)
    for at, one in enumerate(line.amnesty):
        if one.to < one.since:
            yield Gap("fees", ("amnesty", at, "to"), f"expected to on or after from, {in_words(one.since)}", False)
    for first, then in pairwise(windows):
        if then.since <= first.to:
            says = f"two amnesties overlap from {in_words(then.since)}"
            yield Gap("fees", ("amnesty", line.amnesty.index(then), "from"), says)


def _amounts(part: AnyPart) -> Iterator[Decimal]:
    """The amounts that a part names itself. A rate cannot be below nothing."""
    match part:
        case Flat():
            yield part.amount
        case Bands():
            yield from (band.amount for band in part.bands)
        case Counts():
            yield from part.each.values()


def _steps(parts: Iterable[AnyPart]) -> Iterator[Gap]:
    """The spans of one number that a line charges by: first so many, then the rest."""
    spans: dict[str, list[tuple[int, Per]]] = {}
    for at, part in enumerate(parts):
        if isinstance(part, Per) and part.when is None:
            spans.setdefault(part.fact, []).append((at, part))
    for fact, those in spans.items():
        ordered = sorted(those, key=lambda pair: pair[1].above)
        if all(part.up_to is None for _, part in ordered):
            continue
        for (_, first), (at, then) in pairwise(ordered):
            if first.up_to is None or then.above < first.up_to:
                until = "on" if first.up_to is None else f"to {first.up_to:f}"
                says = f"overlap: {fact} is charged twice from {then.above:f} {until}"
                yield Gap("fees", ("parts", at), says)
            elif then.above > first.up_to:
                says = f"gap: nothing is charged for {fact} from {first.up_to:f} to {then.above:f}"
                yield Gap("fees", ("parts", at), says)
        at, last = ordered[-1]
        if last.up_to is not None:
            says = f"gap: nothing more is charged for {fact} above {last.up_to:f}"
            yield Gap("fees", ("parts", at), says)


def _choice(part: Choice, pack: Pack) -> Iterator[Gap]:
    if part.fact not in pack.catalogue:
        return  # the check of the schedule says so
    choices = pack.catalogue[part.fact].choices
    for case in part.cases:
        if choices and case not in choices:
            says = f"{part.fact} is never {case}{did_you_mean(case, choices)}; expected {listed(choices, 'or')}"
            yield Gap("fees", ("parts",), says, False)
    left = [value for value in choices if value not in part.cases]
    if left and part.otherwise is None:
        says = f"gap: no fee where {part.fact} is {listed(left, 'or')}, and no otherwise"
        yield Gap("fees", ("parts",), says)


# -- penalties ---------------------------------------------------------------------------------------------------------


def _penalties(layer: Layer) -> Iterator[Gap]:
    """Tiers that fall for a further offence, and steps by days where no days are counted."""
    rules: PenaltyRules | None = layer.part("penalties")
    if rules is None:
        return
    for key, series in rules.penalties.items():
        for at, entry in enumerate(series.root):
            if entry.value is not None:
                for place, says in _tiers(entry.value):
                    yield Gap("penalties", ("penalties", key, at, "value", *place), says)


def _tiers(rule: PenaltyRule) -> Iterator[tuple[Place, str]]:
    for number, offence in enumerate(rule.offences):
        here: Place = ("offences", number)
        if rule.per == "violation" and len(offence.rates) > 1:
            yield (*here, "rates", 1), "the penalty is for each violation, so that no day after the first is counted"
        for before, after in pairwise(offence.rates):
            if after.least < before.least or after.most < before.most:
                yield (*here, "rates"), f"from {rule.per} {after.from_day} on the fine is lower than before"
    for number, (first, then) in enumerate(pairwise(rule.offences), start=1):
        if then.rates[0].least < first.rates[0].least or then.rates[0].most < first.rates[0].most:
            yield ("offences", number, "rates"), f"offence {number + 1} bears less than offence {number}"
        if first.jail and (then.jail is None or _days(then.jail) < _days(first.jail)):
            shown = then.jail or "no jail"
            yield ("offences", number), f"offence {number + 1} bears {shown}, offence {number} {first.jail}"


def _days(period: Period) -> int:
    return period.count * {"days": 1, "weeks": 7, "months": 30, "years": 365, "business_days": 1}[period.unit]


# -- vacant buildings --------------------------------------------------------------------------------------------------


def _vacancy(layer: Layer) -> Iterator[Gap]:
    """Classes of buildings that one table has and another has not, and fees that fall from year to year."""
    rules: VacancyRules | None = layer.part("vacancy")
    if rules is None:
        return
    timed: dict[str, set[str]] = {}
    for key, category in rules.categories.items():
        for at, entry in enumerate(category.long.root if category.long else ()):
            if entry.value is None:
                continue
            timed.setdefault(key, set()).update(entry.value.classes)
            if not entry.value.classes and entry.value.otherwise is None:
                says = "gap: no class of building has a time here, and there is no otherwise"
                yield Gap("vacancy", ("categories", key, "long", at, "value"), says)
    known = set().union(*timed.values())
    for at, fee in enumerate(rules.annual_fee.root if rules.annual_fee else ()):
        if fee.value is None:
            continue
        here: Place = ("annual_fee", at, "value")
        tables = {"otherwise": fee.value.otherwise, **fee.value.classes}
        for name, amounts in tables.items():
            place = (*here, name) if name == "otherwise" else (*here, "classes", name)
            for year, (before, then) in enumerate(pairwise(amounts), start=2):
                if then < before:
                    yield Gap("vacancy", place, f"the fee of year {year} is lower than that of the year before")
            if name != "otherwise" and known and name not in known and (near := did_you_mean(name, known)):
                yield Gap("vacancy", place, f"no category has the class {name}{near}")
        charged = fee.value.otherwise or getattr(fee.value, "by_schedule", False)
        if not charged and (left := sorted(known - set(fee.value.classes))):
            yield Gap("vacancy", here, f"gap: no annual fee for the class {listed(left, 'or')}, and no otherwise")
        for name in fee.value.plans:
            if name not in rules.plans:
                says = f"no kind of plan is called {name}{did_you_mean(name, rules.plans)}"
                yield Gap("vacancy", (*here, "plans"), says, False)


# -- papers, numbers, readings, facts ----------------------------------------------------------------------------------


def _papers(layer: Layer, below: list[Layer], pack: Pack) -> Iterator[Gap]:
    """Papers without a line or a sentence that the pack below requires, or signed by an office that there is not."""
    papers: Mapping[str, Paper] = layer.part("papers", {})
    for kind, paper in papers.items():
        if below and pack.place is not None and paper.signed_by and paper.signed_by not in pack.officers:
            near = did_you_mean(paper.signed_by, pack.officers)
            yield Gap("papers", (kind, "signed_by"), f"no office of the town is called {paper.signed_by}{near}", False)
        lower = next((one.part("papers", {})[kind] for one in reversed(below) if kind in one.part("papers", {})), None)
        if lower is None:
            continue
        keys = {field.key for field in paper.fields}
        known = {field.key for field in lower.fields}
        for field in lower.fields:
            if field.required and field.key not in keys:
                says = f"no line {field.key}, which the paper of the pack below requires: {field.label}"
                yield Gap("papers", (kind, "fields"), says)
        for at, field in enumerate(paper.fields):
            if field.key not in known and (near := did_you_mean(field.key, known)):
                yield Gap("papers", (kind, "fields", at, "key"), f"the form has no line {field.key}{near}")
        said = {directive.key for directive in paper.directives}
        for directive in lower.directives:
            if directive.must_stand and directive.key not in said:
                says = f"no sentence {directive.key}, which must stand on the paper of the pack below"
                yield Gap("papers", (kind, "directives"), says)


def _numbers(layer: Layer, below: list[Layer]) -> Iterator[Gap]:
    """Kinds of records without a pattern or unknown, and patterns that two kinds share."""
    numbers: Numbers | None = layer.part("numbers")
    if numbers is None:
        return
    lower = {key: one for each in below for key, one in each.part("numbers", Numbers({})).root.items()}
    for kind in numbers.root:
        if lower and kind not in lower and (near := did_you_mean(kind, lower)):
            yield Gap("numbers", (kind,), f"no kind of record is called {kind}{near}")
    shared: dict[str, str] = {}
    for kind, series in {**lower, **numbers.root}.items():
        first = shared.setdefault(series.pattern, kind)
        if first != kind:
            says = f"{kind} and {first} are numbered alike, {series.pattern}: expected a pattern of its own"
            yield Gap("numbers", (kind if kind in numbers.root else first,), says, False)


#: Where the parts of a compiled pack lie whose names differ from their files'.
_ATTRIBUTES = {"town": "place", "fees": "fees_rules", "closings": "holidays"}


def _readings(layer: Layer, pack: Pack) -> Iterator[Gap]:
    """Readings that name a setting which the pack does not have."""
    readings: Mapping[str, Reading] = layer.part("readings", {})
    for key, reading in readings.items():
        if reading.setting and (says := _unset(reading.setting, pack)):
            yield Gap("readings", (key, "setting"), says)


def _unset(setting: str, pack: Pack) -> str:
    """What is wrong with a setting, "permits: default.renewal.most" or "gates: permit.issue, fee_paid". What stands
    in words of its own is not followed.
    """
    names = [*(name.removesuffix(".yaml") for name in FILES), *FOLDERS]
    for one in setting.split(";"):
        part, _, rest = (each.strip() for each in one.partition(":"))
        if part not in names:
            near = did_you_mean(part, names)
            return "" if " " in part else f"no part of a pack is called {part}{near}; expected such as permits: default"
        root = getattr(pack, _ATTRIBUTES.get(part, part), None)
        around = here = root
        for step in (each.strip() for each in rest.split(",")):
            path, prose, _ = step.partition(" ")
            tried = [_walked(place, path) for place in (here, around, root)]
            here, around, wrong = next((found for found in tried if not found[2]), tried[0])
            if wrong:
                return "" if prose else f"the setting {setting} leads nowhere: {wrong}"
    return ""


def _walked(here: Any, path: str) -> tuple[Any, Any, str]:
    """What lies at a dotted path beneath a part, and what it lies in; else why there is nothing. Keys may have dots
    in them.
    """
    rest, around = path, here
    while rest:
        keys = _keys(here)
        found = max((key for key in keys if rest == key or rest.startswith(f"{key}.")), key=len, default=None)
        if found is None:
            near = did_you_mean(rest, keys) or did_you_mean(rest.partition(".")[0], keys)
            return None, None, f"there is no {rest}{near}"
        here, around, rest = keys[found], here, rest[len(found) + 1 :]
    return here, around, ""


def _keys(here: Any) -> dict[str, Any]:
    """What can be named beneath a value: keys of a mapping or a model, things of a list by their own keys. Of a dated
    series the last value counts, and what a model keeps in mappings or lists can be named without naming those.
    """
    if hasattr(here, "root"):
        here = here.root
    match here:
        case (*_, last) if hasattr(last, "enacted_by") and hasattr(last, "value"):
            return _keys(last.value)
        case dict():
            return {str(key): value for key, value in here.items()}
        case tuple():
            things = [(getattr(one, "key", getattr(one, "label", None)), one) for one in here]
            named = {str(key): one for key, one in things if key}
            return named or {key: value for _, one in things for key, value in _keys(one).items()}
    fields = getattr(type(here), "model_fields", {})
    own = {field.alias or name: getattr(here, name) for name, field in fields.items()}
    within = [_keys(value) for value in own.values() if isinstance(value, tuple | dict)]
    return {**{key: one for things in within for key, one in things.items()}, **own}


def _facts(layer: Layer, pack: Pack) -> Iterator[Gap]:
    """Facts of the town that nothing asks for."""
    text = pack.to_json()
    for name in layer.part("facts", {}):
        if text.count(f'"{name}"') + text.count(f"{{{name}}}") < 2:
            yield Gap("facts", (name,), "nothing in the pack asks for this fact")


#: How the gates are called that say who does an act.
_WHO = "who."


def _who_may(layer: Layer, acts: Collection[str]) -> Iterator[Gap]:
    """Gates that say who does an act which there is not: they would narrow nothing.

    An error where the office has such things to act on, or such as are called nearly so; a warning where it has none
    of them yet.
    """
    things = {act.partition(".")[0] for act in acts}
    for name in layer.part("gates", {}):
        act = name.removeprefix(_WHO)
        if act == name or act in acts:
            continue
        thing = act.partition(".")[0]
        if thing in things or did_you_mean(thing, things):
            yield Gap("gates", (name,), f"no act is called {act}{_nearest(act, acts)}", False)
        else:
            yield Gap("gates", (name,), f"the office has no act {act} yet: this says who does nothing")


def _nearest(act: str, acts: Collection[str]) -> str:
    """The acts that are called nearly so; of a thing that the office has, all where none is."""
    thing, _, verb = act.partition(".")
    of_it = {one.partition(".")[2] for one in acts if one.startswith(f"{thing}.")}
    if not of_it or did_you_mean(verb, of_it):
        return did_you_mean(act, acts)
    return f"; of {thing} there are {listed(f'{thing}.{one}' for one in sorted(of_it))}"


def untold(layer: Layer, layers: list[Layer], told: Callable[[str, str], bool]) -> Iterator[Gap]:
    """Requirements that rest on a fact which nobody in the office can tell, once for each subject that will tell it.

    What a pack below asks for is told where it asks; an act that its gate tells of one thing tells of all of it.
    """
    below = layers[: layers.index(layer)]
    lower = [
        (name, fact)
        for one in below
        for name, rules in one.part("gates", {}).items()
        for requirement in rules.requirements
        for fact in requirement.names()
    ]
    known = {fact for _, fact in lower}
    gates: Mapping[str, GateRules] = layer.part("gates", {})
    for name, gate in gates.items() if below else ():
        things = {fact.partition(".")[0] for other, fact in lower if other == name}
        for at, requirement in enumerate(gate.requirements):
            asked = [fact for fact in dict.fromkeys(requirement.names()) if fact.partition(".")[0] not in things]
            waiting: dict[str, list[str]] = {}
            for fact in asked:
                if fact not in known and not told(fact, name):
                    waiting.setdefault(waits_for(fact) or "", []).append(fact)
            for subject, facts in waiting.items():
                says = f"nobody in the office tells {listed(facts)} yet"
                yield Gap("gates", (name, "requirements", at, "need"), says, waits_for=subject)


def _kinds_of_numbers(pack: Pack) -> Iterator[Gap]:
    if missing := [kind for kind in NUMBERED if kind not in pack.numbers.root]:
        yield Gap("numbers", (), f"no pattern for the numbers of {listed(missing)}", False)


# -- parts that no layer has -------------------------------------------------------------------------------------------


def _parts(pack: Pack) -> Iterator[Gap]:
    """Parts without which an office comes to a stand, where neither the town's pack nor one below has them."""
    if pack.permits.default == TermRules() and not pack.permits.kinds:
        by_officer = pack.permits.expiration is not None
        follows = "the officer fixes the last day of each" if by_officer else "permits of this town never end"
        yield Gap("pack", (), f"no permits.yaml says how long a permit lives: {follows}")
    if not pack.certificates.kinds:
        yield Gap("pack", (), "no certificates.yaml names a kind of certificate: none can be issued")
    yield from _kinds_of_numbers(pack)
    if not pack.fees_rules.actions:
        yield Gap("pack", (), "no fees.yaml names what a fee is charged for")
