"""What the answer to an enquiry shows: why, what to take care of, what to bring, what it costs, what comes then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from townwright.counter.parts import enquiries
from townwright.counter.parts.enquiries import Asked, Put
from townwright.law import asking, inspections
from townwright.law.enquiries import Sentence
from townwright.law.findings import Decision, Finding, Outcome
from townwright.law.predicates import Asked as Told
from townwright.office import laws
from townwright.office.money.acts import Estimate
from townwright.pages import words
from townwright.pages.inline import Cite

#: Of the day of the application or after it: no paper to bring.
_LATER = ("fee.", "application.open_requests", "parcel.")


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence with its section, and a quieter one beneath it."""

    says: str
    cite: Cite | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Cost:
    """What the fee card says. `total` is None where nothing is known yet; `whole` whether nothing is missing."""

    lines: list[Estimate]
    total: Decimal | None
    whole: bool
    wants: str
    puts: list[Put]
    unknown: bool
    invented: bool
    schedule: Any = None


def shown(asked: Asked) -> dict[str, Any]:
    """Everything that the page of a settled enquiry shows."""
    settled, reply = asked.settled, asked.reply
    assert reply is not None
    needed = settled.ending == "unmet"
    return {
        "asked": asked,
        "reply": reply,
        "ending": settled.ending,
        "reasons": list(_reasons(settled)),
        "open": [asked.pack.catalogue[name].says for name in settled.decision.needs],
        "warnings": list(_warnings(asked)),
        "unless": list(_unless(asked)) if needed else [],
        "then": [_sentence(asked, each) for each in reply.then],
        "bring": _bring(asked),
        "drawings": list(_drawings(asked)),
        "visits": _visits(asked) if needed and reply.begins else None,
        "once_issued": list(_once_issued(asked)) if needed and reply.begins else [],
        "at_office": not reply.begins and (needed or bool(reply.bring)),
        "cost": cost(asked),
        "answers": asked.given(),
    }


# -- why ---------------------------------------------------------------------------------------------------------------


def _reasons(settled: asking.Settled) -> Iterator[Reason]:
    """The findings on which it rests: what stands in the way, or what sets it free. Of what an exception lifts, the
    exception is the reason, said once however much it lifts.
    """
    decision = settled.decision
    wanted = {"unmet": Outcome.UNMET, "met": Outcome.MET, "open": Outcome.UNKNOWN}[settled.ending]
    if settled.ending == "met":
        lifted = (each for each in decision.not_asked if each.key in settled.waived)
        yield from dict.fromkeys(_exception(each) for each in lifted)
    for finding in decision.of(wanted):
        yield _reason(finding)


def _reason(finding: Finding) -> Reason:
    cite = Cite(finding.cite, next(iter(finding.provisions), "")) if finding.cite else None
    return Reason(_ended(finding.says), cite, _ended(finding.why))


def _exception(finding: Finding) -> Reason:
    """The exception by which a finding is lifted: its words, and its provisions, stand last."""
    cite = Cite(finding.cite, finding.provisions[-1] if finding.provisions else "") if finding.cite else None
    return Reason(_ended(finding.why or finding.says), cite)


def _ended(text: str) -> str:
    return text if not text or text[-1] in ".?!" else f"{text}."


def _warnings(asked: Asked) -> Iterator[Reason]:
    """What the gate only warns of, and what the State would not excuse though the town does."""
    if asked.settled.ending != "met":
        return
    for finding in asked.settled.decision.of(Outcome.WARNING):
        yield _reason(finding)
    for finding in asking.state_warnings(asked.pack, asked.topic, asked.told, asked.on):
        yield _reason(finding)


def _unless(asked: Asked) -> Iterator[Reason]:
    """What a kind of operating permit leaves out."""
    if asked.kind:
        for left_out in asked.pack.operating.categories[asked.kind].exceptions:
            yield Reason(_ended(left_out.title), Cite(left_out.cite, next(iter(left_out.carries), "")))


def _sentence(asked: Asked, sentence: Sentence) -> Reason:
    provision = next(iter(sentence.carries), "")
    section = sentence.cite or (asked.pack.cite(provision) if provision else "")
    return Reason(sentence.says, Cite(section, provision) if section else None)


# -- what to bring -----------------------------------------------------------------------------------------------------


def _bring(asked: Asked) -> list[Reason]:
    """What the gates that the answer names want of the applicant. What one section asks stands together."""
    by_cite: dict[str, list[Finding]] = {}
    assert asked.reply is not None
    told = {**asked.told, "operating.categories": frozenset({asked.kind})} if asked.kind else asked.told
    for name in asked.reply.bring:
        for finding in _theirs(asked.pack.gate(name).decide(told, asked.on)):
            by_cite.setdefault(finding.cite, []).append(finding)
    return [
        Reason(
            " ".join(dict.fromkeys(_ended(each.says) for each in together)),
            Cite(cite, next(iter(together[0].provisions), "")) if cite else None,
        )
        for cite, together in by_cite.items()
    ]


def _theirs(decision: Decision) -> Iterable[Finding]:
    for finding in decision.standing_in_the_way:
        if finding.held_by == "applicant" and not any(name.startswith(_LATER) for name in finding.facts):
            yield finding


def _drawings(asked: Asked) -> Iterator[Reason]:
    """What the drawings have to show, as far as it can concern the work."""
    told = Told(asked.told, asked.on, asked.pack.catalogue, laws.calendar(), asked.pack.value)
    assert asked.reply is not None
    for name in asked.reply.shows:
        for line in asked.pack.checklists[name].lines:
            begun = line.from_ is None or line.from_ <= asked.on
            ended = line.until is not None and line.until < asked.on
            if begun and not ended and (line.when is None or line.when.test(told).holds is not False):
                provision = next(iter(line.carries), "")
                section = line.cite or (asked.pack.cite(provision) if provision else "")
                yield Reason(_ended(line.says), Cite(section, provision) if section else None)


# -- what comes then ---------------------------------------------------------------------------------------------------


def _visits(asked: Asked) -> dict[str, Any]:
    """The inspections that such work has, and how many more it may have."""
    told = Told(asked.told, asked.on, asked.pack.catalogue, laws.calendar(), asked.pack.value)
    lines = inspections.plan(asked.pack.inspections, told)
    sure = [line for line in lines if line.state is inspections.State.REQUIRED]
    return {
        "sure": [Reason(line.title, Cite(line.cite, next(iter(line.provisions), ""))) for line in sure],
        "maybe": [line.title for line in lines if line.state is inspections.State.UNKNOWN],
    }


def _once_issued(asked: Asked) -> Iterator[Reason]:
    """The periods that a permit of this kind lives by."""
    assert asked.reply is not None
    rules, on = asked.pack.permits.of(asked.reply.begins), asked.on
    if rules.commence and (begin := rules.commence.on(on)):
        yield Reason(f"Begin within {begin.value} of its issue.", Cite(begin.cite, next(iter(begin.carries), "")))
    if rules.life and (life := rules.life.on(on)):
        yield Reason(f"It is in force for {life.value}.", Cite(life.cite, next(iter(life.carries), "")))
    if rules.renewal and (renewal := rules.renewal.on(on)):
        often = f"{words.plural(renewal.value.most, 'once', 'times')}" if renewal.value.most else "again and again"
        often = often.removeprefix("1 ")
        yield Reason(
            f"It can be renewed {often}, {renewal.value.length} each.",
            Cite(renewal.cite, next(iter(renewal.carries), "")),
        )


# -- what it costs -----------------------------------------------------------------------------------------------------


def cost(asked: Asked) -> Cost:
    """The fees that the answer makes due by the schedule in force, and what they still depend on."""
    lines = enquiries.fees(asked)
    known = [each.amount for each in lines if each.amount is not None]
    missing = list(dict.fromkeys(name for each in lines for name in each.missing))
    schedule = next((each.schedule for each in lines if each.schedule is not None), None)
    catalogue = asked.pack.catalogue
    return Cost(
        lines,
        sum(known, Decimal(0)) if known else None,
        len(known) == len(lines),
        words.listed([catalogue[name].says.lower() for name in missing]),
        [
            enquiries.put(asked.pack, name, asked.query.getlist(name), may_not_know=False)
            for name in missing
            if enquiries.may_be_told(asked.pack, name)
        ],
        any(not each.in_schedule for each in lines),
        bool(schedule and schedule.invented),
        schedule,
    )
