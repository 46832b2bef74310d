"""Fee resolutions: the schedule in force with what it leaves out, those before, and the sheet for a new one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from townwright.desk import sheets
from townwright.desk.views import acting
from townwright.desk.views.office import may, page
from townwright.law import fees
from townwright.law.facts import MEASURED, Catalogue, Fact, Kind
from townwright.office import clock, laws, storage
from townwright.office.money import schedules, setting
from townwright.office.money.models import FeeSchedule
from townwright.office.permits import charges
from townwright.office.register.errors import ActError
from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.forms import ActForm
from townwright.pages.inline import Cite, Day, Link, Quiet, Tag, Under
from townwright.pages.views import not_done
from townwright.pages.who import actor_of_request, staff_only


@staff_only
def schedule(request: HttpRequest) -> HttpResponse:
    """The schedule in force today, or another one by its id (`?schedule=`)."""
    today = clock.today()
    in_force = schedules.schedule_on(today)
    asked = request.GET.get("schedule", "")
    shown = get_object_or_404(FeeSchedule, pk=asked) if sheets.is_id(asked) else in_force
    pack = laws.pack()
    missing = fees.missing_lines(pack.fees_rules, schedules.read(shown)) if shown else pack.fees_rules.actions
    return page(
        request,
        "fees",
        "desk:office-fees",
        shown=shown,
        is_in_force=shown is not None and shown == in_force,
        lines=_lines(shown, pack.catalogue) if shown else None,
        missing=_missing(missing),
        missing_count=len(missing),
        every=_every(in_force),
        can_adopt=may(actor_of_request(request)),
    )


def _missing(actions: Iterable[fees.FeeAction]) -> list[tuple[Any, ...]]:
    return [(f"{action.title} ", Cite(action.cite, next(iter(action.carries), ""))) for action in actions]


def _lines(row: FeeSchedule, catalogue: Catalogue) -> c.Table:
    read = schedules.read(row)
    titles = {line.code: line.title for line in read.lines}
    due = {action.key: action for action in laws.pack().fees_rules.actions}
    columns = [
        c.Column("fee", "Fee for", "main"),
        c.Column("amount", "Amount"),
        c.Column("due", "Falls due under"),
        c.Column("account", "Account", label="Account"),
    ]
    return c.Table(
        columns,
        [
            {
                "fee": line.title,
                "amount": in_words(line, catalogue, titles),
                "due": Cite(due[line.action].cite, next(iter(due[line.action].carries), ""))
                if line.action in due
                else Quiet("office rule"),
                "account": row.accounts.get(line.code, ""),
            }
            for line in read.lines
        ],
        f"Lines of {row.name}",
        "The schedule has no line.",
    )


def _every(in_force: FeeSchedule | None) -> c.Table:
    rows = FeeSchedule.objects.all()
    today = clock.today()
    columns = [
        c.Column("name", "Schedule", "main"),
        c.Column("by", "Resolution"),
        c.Column("adopted", "Adopted", label="Adopted"),
        c.Column("begins", "In force from", label="In force from"),
        c.Column("state", "State"),
    ]
    return c.Table(
        columns,
        [
            {
                "name": Link(row.name, f"{reverse('desk:office-fees')}?schedule={row.pk}"),
                "by": row.resolution,
                "adopted": Day(row.adopted, "short"),
                "begins": Day(row.begins, "short"),
                "state": Tag("met", "In force")
                if row == in_force
                else Tag("wait", "To come")
                if row.begins > today
                else Tag("none", "Replaced"),
            }
            for row in rows
        ],
        "Fee schedules",
        "No schedule is in force, so no fee can be charged. Put the town board's resolution in force.",
    )


# -- in words ----------------------------------------------------------------------------------------------------------


def in_words(line: fees.FeeLine, catalogue: Catalogue, titles: dict[str, str]) -> str:
    """What a line comes to, in words: "$75.00, and $8.00 for each $1,000 or part of the cost; at least $150.00"""
    said = ", and ".join(_part(part, catalogue, titles) for part in line.parts)
    limits = [
        f"{name} {words.money(amount)}"
        for name, amount in (("at least", line.minimum), ("at most", line.maximum))
        if amount is not None
    ]
    if line.indexed:
        limits.append(f"follows {line.indexed.index} since {words.shortday(line.indexed.base)}")
    if line.rounding:
        way = {"up": "up to", "down": "down to", "nearest": "to the nearest"}[line.rounding.way]
        limits.append(f"rounded {way} {words.money(line.rounding.to)}")
    limits += [f"nothing for {one.words}" for one in line.exempt]
    limits += [
        f"nothing from {words.shortday(one.since)} to {words.shortday(one.to)} ({one.cite})" for one in line.amnesty
    ]
    return "; ".join([said, *limits])


def _part(part: fees.AnyPart, catalogue: Catalogue, titles: dict[str, str]) -> str:
    """A part of a line in words; what limits it to some cases is said by its own words."""

    def several(parts: Iterable[fees.AnyPart], joined: str = ", and ") -> str:
        return joined.join(_part(one, catalogue, titles) for one in parts)

    match part:
        case fees.Flat():
            said = words.money(part.amount)
        case fees.Per():
            said = _per(part, catalogue)
        case fees.Bands():
            said = _bands(part, catalogue)
        case fees.Share():
            said = _share(part, catalogue, titles)
        case fees.Counts():
            said = ", ".join(f"{words.money(each)} for {catalogue[fact].says}" for fact, each in part.each.items())
        case fees.Choice():
            cases = [f"{case}: {several([one])}" for case, one in part.cases.items()]
            cases += [f"otherwise {several([part.otherwise])}"] if part.otherwise else []
            said = f"by {catalogue[part.fact].says.lower()} ({'; '.join(cases)})"
        case fees.GreaterOf():
            said = f"the greatest of {several(part.of, ' or ')}"
        case fees.LesserOf():
            said = f"the least of {several(part.of, ' or ')}"
        case fees.SumOf():
            said = several(part.of)
    return f"{part.words}: {said}" if part.words else said


def _number(number: Decimal, fact: Fact) -> str:
    """A number of a fact as people write it: "$2,000", "1,000 sq ft", "4"."""
    if fact.kind is Kind.MONEY:
        return f"${number:,f}"
    return f"{number:,f} {fact.unit}" if fact.unit else f"{number:,f}"


def _each(amount: Decimal, every: Decimal, begun: str, fact: Fact) -> str:
    """An amount for each unit: "$8.00 for each $1,000 or part"."""
    # A rate may be less than a cent a unit: it is written out whole.
    dollars = words.money(amount) if amount == round(amount, 2) else f"${amount:f}"
    or_part = {"started": " or part", "pro rata": ", pro rata", "whole": ""}[begun] if every != 1 else ""
    return f"{dollars} for each {'' if every == 1 else _number(every, fact)}".rstrip() + or_part


def _per(part: fees.Per, catalogue: Catalogue) -> str:
    fact = catalogue[part.fact]
    above = f" above {_number(part.above, fact)}" if part.above else ""
    up_to = f" up to {_number(part.up_to, fact)}" if part.up_to is not None else ""
    return f"{_each(part.amount, part.every, part.begun, fact)} of {fact.says.lower()}{above}{up_to}"


def _bands(part: fees.Bands, catalogue: Catalogue) -> str:
    """Bands in words: "by estimated cost: up to $5,000 $75.00; up to …; above that …"."""
    fact = catalogue[part.fact]
    said = []
    for at, band in enumerate(part.bands):
        until = (
            f"up to {_number(band.up_to, fact)}" if band.up_to is not None else "above that" if at else "whatever it is"
        )
        more = f" and {_each(band.plus, band.every, band.begun, fact)} above the band before" if band.plus else ""
        said.append(f"{until} {words.money(band.amount)}{more}")
    return f"by {fact.says.lower()} ({'; '.join(said)})"


def _share(part: fees.Share, catalogue: Catalogue, titles: dict[str, str]) -> str:
    of = titles.get(part.of_line, part.of_line) if part.of_line else catalogue[part.of_fact].says.lower()
    return f"{part.percent:f} % of {of}" if part.percent is not None else f"{part.times or 1:f} times {of}"


# -- a new one ---------------------------------------------------------------------------------------------------------


@staff_only
def adopt(request: HttpRequest) -> HttpResponse:
    """The sheet for a new schedule: it begins with the lines in force, or with a schedule of the pack where nothing is
    in force yet or `?from=` names one. Lines of other kinds, and the price indexes, are kept as they are.
    """
    try:
        sheet = acting.sheet_of(request, "schedule.adopt", None)
    except ActError as error:
        return not_done(request, error)
    now = schedules.schedule_on(sheet.on)
    waiting = _waiting()
    begun_with = waiting.get(request.GET.get("from", "")) or (None if now else next(reversed(waiting.values()), None))
    base = begun_with or (schedules.read(now) if now else None)
    typed, other = _apart(base, now.accounts if now else {}) if base else ([], [])
    form = acting.form_for(request, sheet, sheets.Start({"lines": typed, **_head(begun_with)}))
    _offer(form)
    answer = acting.Answer()
    compared: list[c.Table] = []
    kept = request.POST.getlist("keep") if request.method == "POST" else [line.code for line in other]
    if request.method == "POST":
        if form.is_valid():
            more = [line for line in other if line.code in kept]
            form.given = form.given.model_copy(update={"more": more, "indexes": base.indexes if base else {}})
        done = acting.send(request, sheet, form, answer)
        if done is not None:
            return redirect("desk:office-fees")
        if answer.rehearsed is not None and isinstance(form.given, setting.AdoptSchedule):
            compared = [_compared(setting.as_law(form.given), sheet.on)]
    catalogue = laws.pack().catalogue
    titles = {line.code: line.title for line in (base.lines if base else ())}
    others = [(line.code, line.title, in_words(line, catalogue, titles), line.code in kept) for line in other]
    return page(
        request,
        "fees_new",
        "desk:office-fees",
        answer.status,
        form=form,
        answer=answer,
        others=others,
        compared=compared,
        in_force=now is not None,
        begun_with=begun_with.name if begun_with else "",
        waiting=[name for name in waiting if begun_with is None or name != begun_with.name],
        back=reverse("desk:office-fees"),
        steps=[Link("Fees", reverse("desk:office-fees")), sheet.spec.title],
    )


def _compared(other: fees.FeeSchedule, today: date) -> c.Table:
    """The charges of the last twelve months, fee by fee, beside what the schedule on the sheet would have made them."""
    columns = [
        c.Column("fee", "Fee for", "main"),
        c.Column("count", "Charges", "number", label="Charges"),
        c.Column("charged", "Charged", "number", label="Charged"),
        c.Column("would", "Would be", "number", label="Would be"),
        c.Column("difference", "Difference", "number", label="Difference"),
        c.Column("not_known", "Not known", "number", label="Not known"),
    ]
    found = charges.compare(other, today)
    rows = [
        {
            "fee": Under(one.title, f"{words.plural(one.still_owed, 'charge')} still owed, unchanged")
            if one.still_owed
            else one.title,
            "count": one.count,
            "charged": one.charged,
            "would": one.would,
            "difference": one.difference,
            "not_known": one.not_known,
        }
        for one in found
    ]
    names = ("charged", "would", "difference")
    total = {"fee": "All", "count": sum(one.count for one in found)}
    total |= {name: sum((getattr(one, name) for one in found), Decimal("0.00")) for name in names}
    looked_at = sum(one.count + one.not_known for one in found)
    showing = f"the {charges.MOST:,} latest charges" if looked_at == charges.MOST else ""
    title = "The charges of the last twelve months by this schedule"
    return c.Table(columns, rows, title, "Nothing was charged.", showing=showing, total=total if rows else {})


def _offer(form: ActForm) -> None:
    """Lets action and fact be chosen by their names, and hides what only a practice office may say."""
    pack = laws.pack()
    form.offer("lines.action", [(action.key, action.title) for action in pack.fees_rules.actions])
    measured = [fact for fact in pack.catalogue if fact.kind in MEASURED and not fact.family]
    form.offer("lines.fact", [(fact.name, fact.says) for fact in sorted(measured, key=lambda fact: fact.says)])
    if not storage.office().practice:
        del form.fields["invented"]


def _waiting() -> dict[str, fees.FeeSchedule]:
    """The schedules written in the pack that the office has not put in force, by their names."""
    kept = set(FeeSchedule.objects.values_list("name", flat=True))
    rules = laws.pack().fees_rules
    return {one.name: one for one in rules.schedules if one.name not in kept}


def _head(schedule: fees.FeeSchedule | None) -> dict[str, Any]:
    """What a schedule of the pack says of itself: its name, and its resolution where that is known already."""
    if schedule is None:
        return {}
    named = {name: getattr(schedule, name) for name in ("name", "resolution", "adopted", "begins")}
    return {name: value for name, value in named.items() if value}


def _apart(schedule: fees.FeeSchedule, accounts: Mapping[str, str]) -> tuple[list[dict[str, Any]], list[fees.FeeLine]]:
    """The lines of a schedule that the sheet can hold, and those of other kinds."""
    typed, other = [], []
    for line in schedule.lines:
        if (given := _typed(line)) is None:
            other.append(line)
        else:
            typed.append({**given, "account": accounts.get(line.code, "")})
    return typed, other


def _typed(line: fees.FeeLine) -> dict[str, Any] | None:
    """A line as the sheet has it: a base, so much a unit, least and most; None for one of another kind."""
    flat = [part for part in line.parts if isinstance(part, fees.Flat)]
    per = [part for part in line.parts if isinstance(part, fees.Per)]
    plain = len(flat) + len(per) == len(line.parts) and len(flat) <= 1 and len(per) <= 1
    more = line.rounding or line.indexed or line.exempt or line.amnesty
    if not plain or more or any(_special(part) for part in line.parts):
        return None
    found: dict[str, Any] = {"code": line.code, "title": line.title, "action": line.action}
    found |= {"minimum": line.minimum, "maximum": line.maximum}
    found |= {"base": flat[0].amount} if flat else {}
    return found | ({"per": per[0].amount, "every": per[0].every, "fact": per[0].fact} if per else {})


def _special(part: Any) -> bool:
    conditions = part.when is not None or bool(getattr(part, "above", 0)) or getattr(part, "up_to", None) is not None
    return conditions or getattr(part, "begun", "started") != "started"
