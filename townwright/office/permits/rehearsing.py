"""A change of the law on the office's permits: what they would be, would have been, and what applications under way
would be asked.

Terms depend on the kind of a permit and its day of issue alone, and days of issue repeat: the dates are worked out by
the law once for each day, kept (`RehearsedTerm`) and joined to the permits by the database. So a million permits take
seconds, and every number opens the permits that it counts.

A renewed permit is worked out by itself, renewal after renewal, each by the rule of the day on which it was applied for
(`RehearsedCase`). A renewal that could not have been asked for on that day, since the permit would have been in force
still, counts as not given. A permit whose dates are not those of its issue and its renewals (extended, fixed by hand,
brought in from old records) stays as it is, and is counted so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Any

from django.db import connection
from django.db.models import Case, Count, DateField, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.expressions import RawSQL

from townwright.law.calendar import Calendar, in_words
from townwright.law.packs import Pack
from townwright.law.permits import PERMIT_STATUS, Term, TermRules, term
from townwright.law.renewals import renew
from townwright.office import laws
from townwright.office.cases.models import SetDate
from townwright.office.cases.status import as_expression
from townwright.office.laws.models import Amendment, RehearsedCase, RehearsedTerm
from townwright.office.laws.rehearsing import (
    BATCH,
    Figure,
    Holding,
    Question,
    Rehearsal,
    figures_of,
    gates_touched,
    holds,
    looks,
    when_enacted,
)
from townwright.office.permits import terms
from townwright.office.permits.models import Permit, Renewal
from townwright.office.register.acts import Doing
from townwright.office.register.facts import gather

PART = "Permits"
APPLICATIONS = "Applications under way"
_PENDING = ("with applicant", "ready", "with us", "not filed")
YEAR = timedelta(days=365)
#: The list of renewed permits that would have other dates, and what the lists of their figures begin with.
RENEWED = "permits.renewed"
#: More renewals than a permit ever has.
WITHOUT_LIMIT = 9999
_TABLE = RehearsedTerm._meta.db_table
#: Columns of the dates that a permit would have, by the question.
_WOULD: dict[Question, str] = {"always": "would", "then": "will"}
#: The ends of a term that have dates of their own: what the status reads, and the columns of the day of issue.
_DATES = {"commence": "commence_by", "life": "last_day"}
_COLUMNS = {"commence": "by", "life": "last"}


# -- terms -----------------------------------------------------------------------------------------------------------


@looks("permits.term.", lambda row, key: _rows(row, key))
def look_at_terms(rehearsal: Rehearsal) -> Iterator[Figure]:
    """Permits by what they are and would be, for a change of how long they live."""
    place = rehearsal.amendment.place.split(".")
    if place[0] != "permits" or place[-1] not in _DATES:
        return
    _work_out(rehearsal)
    for question in _WOULD:
        yield from _of_terms(rehearsal, question)
    yield from _to_come(rehearsal)


@looks("permits.renewed.", lambda row, key: _renewed_rows(row, key))
def look_at_renewals(rehearsal: Rehearsal) -> Iterator[Figure]:
    """Renewed permits, for a change of how long permits live or how they are renewed."""
    place = rehearsal.amendment.place.split(".")
    if place[0] != "permits" or place[-1] not in (*_DATES, "renewal"):
        return
    yield from _of_renewed(rehearsal, _work_out_renewed(rehearsal))
    if place[-1] == "renewal":
        yield from _renewals_to_come(rehearsal)


def _work_out(rehearsal: Rehearsal) -> None:
    """The changed end for each day of issue: by the law now, with the change, and as if it had always been. The other
    end is what it is, and is left out.
    """
    changed = rehearsal.amendment.place.rpartition(".")[2]
    issued = Permit.objects.filter(issued_on__isnull=False, closed_on=None, revoked_on=None, renewals_given=0)
    days = issued.order_by().values_list("issued_on", flat=True).distinct()
    kind = _kind(rehearsal.amendment.place)
    now, then, always = (_only(pack.permits.of(kind), changed) for pack in _laws(rehearsal))
    rows = []
    for day in days:
        assert day is not None, "issued ones are asked for"
        ends = {"now": _end(now, changed, day, rehearsal), "would": _end(always, changed, day, rehearsal)}
        # Before its first day the law is what it was, unless it says that it reaches what was issued.
        as_now = not rehearsal.amendment.reaches_issued and day < rehearsal.amendment.begins
        ends["will"] = ends["now"] if as_now else _end(then, changed, day, rehearsal)
        if len(set(ends.values())) > 1:
            columns = {f"{name}_{_COLUMNS[changed]}": end for name, end in ends.items()}
            rows.append(RehearsedTerm(amendment=rehearsal.row, kind=kind, issued_on=day, **columns))
    RehearsedTerm.objects.bulk_create(rows, batch_size=BATCH)


def _laws(rehearsal: Rehearsal) -> tuple[Pack, Pack, Pack]:
    return rehearsal.now, rehearsal.then, rehearsal.always


def _only(rules: TermRules, changed: str) -> TermRules:
    """The rules with the changed end alone."""
    return TermRules.model_validate({changed: getattr(rules, changed)})


def _end(rules: TermRules, changed: str, issued: date, rehearsal: Rehearsal) -> date | None:
    return term(rules, issued, rehearsal.calendar).dates[_DATES[changed]]


def _kind(place: str) -> str:
    """The kind of permits whose rules a place holds; the empty one stands for all that have no rules of their own."""
    return place.split(".")[2] if place.startswith("permits.kinds.") else ""


def _of_kind(place: str) -> Q:
    """The permits of that kind."""
    return Q(kind=_kind(place)) if _kind(place) else ~Q(kind__in=list(laws.pack().permits.kinds))


def joined(row: Amendment, question: Question, *days: date) -> QuerySet[Permit]:
    """Issued permits not renewed and not ended for good whose day of issue was worked out, with the dates that they
    would have (`new_by`, `new_last`), and for each day what they are and would be on it (`status_0`, `new_status_0` …).
    """
    meta = Amendment._meta.pk
    assert meta is not None, "a record has a key"
    own = list(laws.pack().permits.kinds)
    marks = ", ".join(["%s"] * len(own))
    kind = f"CASE WHEN permits_permit.kind IN ({marks}) THEN permits_permit.kind ELSE '' END" if own else "''"
    issued = Permit.objects.filter(closed_on=None, revoked_on=None, renewals_given=0)
    found: QuerySet[Any] = issued.extra(  # noqa: S610 - names of our own tables
        tables=[_TABLE],
        where=[
            f"{_TABLE}.amendment_id = %s",
            f"{_TABLE}.kind = {kind}",
            f"{_TABLE}.issued_on = permits_permit.issued_on",
        ],
        params=[meta.get_db_prep_value(row.pk, connection), *own],
    )
    found = found.annotate(
        new_by=_instead("commence_by", "now_by", f"{_WOULD[question]}_by"),
        new_last=_instead("last_day", "now_last", f"{_WOULD[question]}_last"),
    )
    return _with_statuses(found, days)


def _with_statuses(found: QuerySet[Any], days: Iterable[date]) -> QuerySet[Any]:
    """What permits are and would be on each day, by their dates and those that they would have."""
    for at, day in enumerate(days):
        found = found.annotate(
            **{
                f"status_{at}": as_expression(PERMIT_STATUS, day),
                f"new_status_{at}": as_expression(
                    PERMIT_STATUS, day, instead={"commence_by": "new_by", "last_day": "new_last"}
                ),
            }
        )
    return found


def _instead(field: str, now: str, would: str) -> Case:
    """A date as it would be, where it is the one that the law gives now."""
    column = DateField()
    same = Q(**{field: RawSQL(f"{_TABLE}.{now}", (), output_field=column)})  # noqa: S611 - names of our own columns
    return Case(
        When(same, then=RawSQL(f"{_TABLE}.{would}", (), output_field=column)),  # noqa: S611
        default=F(field),
        output_field=column,
    )


def _moved() -> Case:
    """Whether a date of a permit would be another one, and which way the last day goes."""
    return Case(
        When(new_last__gt=F("last_day"), then=Value("later")),
        When(new_last__lt=F("last_day"), then=Value("earlier")),
        When(Q(new_last__isnull=True, last_day__isnull=False), then=Value("no end")),
        When(~Q(new_by=F("commence_by")), then=Value("begin")),
        default=Value("same"),
    )


def _of_terms(rehearsal: Rehearsal, question: Question) -> Iterator[Figure]:
    moved, changed = _counted(joined(rehearsal.row, question, *rehearsal.days), rehearsal)
    yield from _ends(question, moved)
    yield from _of_statuses(rehearsal, question, changed, "permits.term", "Permits")


def _counted(found: QuerySet[Any], rehearsal: Rehearsal) -> tuple[Counter[str], Counter[tuple[int, str, str]]]:
    """How many permits end when, and how many are what and would be something else on each day."""
    days = rehearsal.days
    names = [f"{new}status_{at}" for at in range(len(days)) for new in ("", "new_")]
    groups = found.annotate(moved=_moved()).order_by().values_list("moved", *names).annotate(count=Count("pk"))
    moved: Counter[str] = Counter()
    changed: Counter[tuple[int, str, str]] = Counter()
    for way, *statuses, count in groups:
        moved[way] += count
        for at in range(len(days)):
            now, would = statuses[2 * at : 2 * at + 2]
            if now != would:
                changed[at, now, would] += count
    return moved, changed


def _of_statuses(
    rehearsal: Rehearsal, question: Question, changed: Counter[tuple[int, str, str]], prefix: str, who: str
) -> Iterator[Figure]:
    days = rehearsal.days
    for (at, now, would), count in sorted(changed.items()):
        key = f"{prefix}.{question}.{days[at]}.{_slug(now)}.{_slug(would)}"
        says = _turned(question, now, would)
        says = says if who == "Permits" else f"{who}: {says[0].lower()}{says[1:]}"
        yield Figure(PART, question, says, count, key, as_of=days[at])
    for at, day in enumerate(days):
        if not any(each == at for each, *_ in changed):
            says = "would be something else" if question == "always" else "will be something else"
            yield Figure(PART, question, f"{who} that {says} than they are", 0, as_of=day)


def _slug(status: str) -> str:
    return status.replace(" ", "-")


def _turned(question: Question, now: str, would: str) -> str:
    will = "would be" if question == "always" else "will be"
    return f"{now.capitalize()} by the law now, {will} {would}"


def _ends(question: Question, moved: Counter[str]) -> Iterator[Figure]:
    will = "would" if question == "always" else "will"
    said = {
        "later": f"Permits not ended for good whose last day {will} be later",
        "earlier": f"Permits not ended for good whose last day {will} be earlier",
        "no end": f"Permits not ended for good that {will} have no last day",
        "begin": f"Permits not ended for good whose time to begin {will} end on another day",
    }
    for way, says in said.items():
        if moved[way]:
            yield Figure(PART, question, says, moved[way], f"permits.term.{question}.moved.{_slug(way)}")
    if question == "always":
        says = "Permits not ended for good that keep their dates"
        note = "Their dates rest on an extension, a day fixed by hand or an old record, not on their issue."
        yield Figure(PART, question, says, moved["same"], "permits.term.always.moved.same", note)
    elif not any(moved[way] for way in said):
        note = "What was issued keeps its dates, unless the amendment says that it reaches what was issued too."
        yield Figure(PART, question, "Issued permits whose dates change", 0, note=note)


def _to_come(rehearsal: Rehearsal) -> Iterator[Figure]:
    """What is under way, and how many a year: those that the changed rule will be for."""
    ours = _of_kind(rehearsal.amendment.place)
    pending = _pending(rehearsal.today).filter(ours).count()
    begins = in_words(rehearsal.amendment.begins)
    says = f"Applications under way: issued from {begins} on, they live by the changed rule"
    yield Figure(PART, "then", says, pending, "permits.term.then.pending")
    since = rehearsal.today - YEAR
    year = Permit.objects.filter(issued_on__gt=since, issued_on__lte=rehearsal.today).filter(ours).count()
    yield Figure(PART, "then", "Permits issued in the last twelve months: about so many a year it is for", year)


def _pending(today: date) -> QuerySet[Permit]:
    """Applications under way."""
    rows = Permit.objects.filter(issued_on=None, case__closed_on=None).with_status(today)
    return rows.that_are(*_PENDING).select_related("case")


def _rows(row: Amendment, key: str) -> QuerySet[Permit] | None:
    """The permits behind a figure."""
    question, what, *rest = key.removeprefix("permits.term.").split(".")
    today = row.rehearsed_on
    assert today is not None, "a list is that of a rehearsal"
    if question not in _WOULD:
        return None
    if what == "pending":
        return _pending(today).filter(_of_kind(row.place))
    found = joined(row, "always" if question == "always" else "then", date.fromisoformat(what) if rest[1:] else today)
    found = found.select_related("case")
    if what == "moved":
        return found.annotate(moved=_moved()).filter(_is(moved=rest[0]))
    now, would = rest
    return found.filter(_is(status_0=now, new_status_0=would))


def _is(**slugs: str) -> Q:
    """What an annotation has to be, by its words in an address."""
    return Q(**{name: slug.replace("-", " ") for name, slug in slugs.items()})


# -- renewed permits -------------------------------------------------------------------------------------------------


def _renewed(place: str) -> QuerySet[Permit]:
    """Renewed permits of a kind that have not ended for good."""
    found = Permit.objects.filter(issued_on__isnull=False, closed_on=None, revoked_on=None, renewals_given__gt=0)
    return found.filter(_of_kind(place))


def _work_out_renewed(rehearsal: Rehearsal) -> int:
    """Works each renewed permit out and keeps the dates of those that would have others. Answers how many keep theirs.

    Only a permit whose dates the law gives by its issue and its renewals is worked out.
    """
    rows, kept = [], 0
    for permit in _renewed(rehearsal.amendment.place).prefetch_related("renewals").iterator(chunk_size=BATCH):
        now, would = (
            _renewed_by(pack.permits.of(permit.kind), permit, rehearsal.calendar).dates
            for pack in (rehearsal.now, rehearsal.always)
        )
        stands = {"commence_by": permit.commence_by, "last_day": permit.last_day}
        if now == would or any(now[name] != day for name, day in stands.items()):
            kept += 1
            continue
        rows.append(
            RehearsedCase(
                amendment=rehearsal.row,
                key=RENEWED,
                case_id=permit.case_id,
                new_by=would["commence_by"],
                new_last=would["last_day"],
            )
        )
    RehearsedCase.objects.bulk_create(rows, batch_size=BATCH)
    return kept


def _renewed_by(rules: TermRules, permit: Permit, calendar: Calendar) -> Term:
    """The term of a permit by its issue and by those of its renewals that the rules would have let it have."""
    assert permit.issued_on is not None, "issued ones are asked for"
    now, count = term(rules, permit.issued_on, calendar), 0
    for renewal in sorted(permit.renewals.all(), key=lambda one: one.entry_seq):
        if renewal.approved_on is None:
            continue
        asked = renew(
            rules,
            now,
            permit.dates(),
            applied=renewal.applied_on,
            decided=renewal.approved_on,
            by_holder=renewal.by_holder,
            renewals=count,
            calendar=calendar,
            at_once=renewal.extensions,
        )
        if asked.term is not None and asked.decision.allowed:
            now, count = asked.term, count + renewal.extensions
    return now


def renewed(row: Amendment, *days: date) -> QuerySet[Permit]:
    """Renewed permits that would have other dates, like `joined`."""
    mine = row.found.filter(key=RENEWED)
    one = mine.filter(case_id=OuterRef("case_id"))
    found: QuerySet[Any] = Permit.objects.filter(case_id__in=mine.values("case_id"))
    found = found.annotate(new_by=Subquery(one.values("new_by")[:1]), new_last=Subquery(one.values("new_last")[:1]))
    return _with_statuses(found, days)


def _of_renewed(rehearsal: Rehearsal, kept: int) -> Iterator[Figure]:
    moved, changed = _counted(renewed(rehearsal.row, *rehearsal.days), rehearsal)
    said = {
        "later": "whose last day would be later",
        "earlier": "whose last day would be earlier",
        "no end": "that would have no last day",
        "begin": "whose time to begin would end on another day",
    }
    for way, says in said.items():
        if moved[way]:
            words = f"Renewed permits not ended for good {says}"
            yield Figure(PART, "always", words, moved[way], f"{RENEWED}.always.moved.{_slug(way)}")
    note = "A renewal counts as not given where it could not have been asked for on its day."
    yield Figure(PART, "always", "Renewed permits not ended for good that keep their dates", kept, note=note)
    if moved:
        yield from _of_statuses(rehearsal, "always", changed, RENEWED, "Renewed permits")
    note = "The rule of the day on which it was applied for governs a renewal."
    yield Figure(PART, "then", "Renewed permits whose dates change", 0, note=note)


def _renewals_to_come(rehearsal: Rehearsal) -> Iterator[Figure]:
    """How often permits can be renewed once it is law, and what is under way."""
    place, begins = rehearsal.amendment.place, rehearsal.amendment.begins
    now, then = (_most(pack, place, begins) for pack in (rehearsal.now, rehearsal.then))
    low, high = sorted((now, then))
    if low != high:
        says = "that can be renewed then, which they cannot now" if then > now else "that can be renewed no more then"
        key = f"{RENEWED}.then.given.{low}.{high}"
        yield Figure(PART, "then", f"Permits not ended for good {says}", _given(place, low, high).count(), key)
    open_ = _applied_to_renew(place)
    note = "The rule of the day on which it was applied for governs a renewal."
    yield Figure(PART, "then", "Applications to renew under way", open_.count(), f"{RENEWED}.then.pending", note)
    since = rehearsal.today - YEAR
    ours = Permit.objects.filter(_of_kind(place)).values("pk")
    year = Renewal.objects.filter(permit__in=ours, approved_on__gt=since, approved_on__lte=rehearsal.today).count()
    yield Figure(PART, "then", "Renewals of the last twelve months: about so many a year it is for", year)


def _most(pack: Pack, place: str, on: date) -> int:
    """How many renewals a permit can have in all by the rule of a day."""
    series = pack.permits.of(_kind(place)).renewal
    rule = series.on(on) if series is not None else None
    if rule is None:
        return 0
    return rule.value.most if rule.value.most is not None else WITHOUT_LIMIT


def _given(place: str, low: int, high: int) -> QuerySet[Permit]:
    """Issued permits not ended for good that have had so many renewals, `high` left out."""
    issued = Permit.objects.filter(issued_on__isnull=False, closed_on=None, revoked_on=None)
    return issued.filter(_of_kind(place), renewals_given__gte=low, renewals_given__lt=high)


def _applied_to_renew(place: str) -> QuerySet[Permit]:
    """Permits whose renewal is applied for and not decided."""
    open_ = Renewal.objects.filter(approved_on=None, refused_on=None)
    return Permit.objects.filter(_of_kind(place), pk__in=open_.values("permit"))


def _renewed_rows(row: Amendment, key: str) -> QuerySet[Permit] | None:
    """The permits behind a figure on renewals."""
    question, what, *rest = key.removeprefix(f"{RENEWED}.").split(".")
    today = row.rehearsed_on
    assert today is not None, "a list is that of a rehearsal"
    if question == "then":
        found = _applied_to_renew(row.place) if what == "pending" else _given(row.place, int(rest[0]), int(rest[1]))
        return Permit.objects.with_status(today).filter(pk__in=found.values("pk")).select_related("case")
    if what == "moved":
        return renewed(row, today).select_related("case").annotate(moved=_moved()).filter(_is(moved=rest[0]))
    found = renewed(row, date.fromisoformat(what)).select_related("case")
    return found.filter(_is(status_0=rest[0], new_status_0=rest[1]))


# -- requirements ----------------------------------------------------------------------------------------------------


@looks("permits.gate.", lambda row, key: _of_list(row, key))
def look_at_gates(rehearsal: Rehearsal) -> Iterator[Figure]:
    """Applications and issued permits that a changed requirement would stop, or let through."""
    for holding in holdings(rehearsal):
        yield from figures_of(rehearsal, holding)


@holds
def holdings(rehearsal: Rehearsal) -> Iterator[Holding]:
    """Changed requirements, for applications under way on the first day and for what was issued on its own."""
    begins, today = rehearsal.amendment.begins, rehearsal.today
    for name, keys in gates_touched(rehearsal):
        if name.split(".")[0] not in ("permit", "application", "documents"):
            continue
        yield Holding(
            f"permits.gate.then.{name}",
            APPLICATIONS,
            "then",
            (rehearsal.now.gate(name), rehearsal.then.gate(name)),
            keys,
            _pending(today),
            lambda _: (begins, today),
            gather,
            "Applications under way",
        )
        if name == "permit.issue":
            issued = Permit.objects.filter(issued_on__gt=today - YEAR, issued_on__lte=today)
            yield Holding(
                f"permits.gate.always.{name}",
                PART,
                "always",
                (rehearsal.now.gate(name), rehearsal.always.gate(name)),
                keys,
                issued.order_by("-issued_on").select_related("case"),
                lambda permit: (permit.issued_on, permit.issued_on),
                gather,
                "Permits issued in the last twelve months",
            )


def _of_list(row: Amendment, key: str) -> QuerySet[Permit]:
    cases = row.found.filter(key=key).values("case_id")
    today = row.rehearsed_on
    assert today is not None, "a list is that of a rehearsal"
    return Permit.objects.with_status(today).filter(case_id__in=cases).select_related("case")


# -- once it is law --------------------------------------------------------------------------------------------------


@when_enacted
def reach_issued(doing: Doing[Any], rehearsal: Rehearsal) -> Iterator[str]:
    """Sets the dates of issued permits again, where the amendment says that it reaches them: those that stand as the
    law gave them at their issue and have not come on its first day. What was set before stays on record as replaced.
    """
    amendment = rehearsal.amendment
    if not amendment.reaches_issued:
        return
    end = {"commence": terms.COMMENCE, "life": terms.LIFE}.get(amendment.place.rpartition(".")[2])
    if end is None:
        return
    open_dates = SetDate.objects.filter(
        kind=end, done_on=None, replaced=False, act_by__gte=amendment.begins, period__isnull=False
    )
    permits = Permit.objects.filter(_of_kind(amendment.place), closed_on=None, revoked_on=None)
    reached = 0
    for permit in permits.filter(case__dates__in=open_dates, issued_on__isnull=False).select_related("case"):
        if _set_again(doing, rehearsal, permit, end):
            reached += 1
    yield f"{reached:,} issued permit{'' if reached == 1 else 's'} set again"


def _set_again(doing: Doing[Any], rehearsal: Rehearsal, permit: Permit, end: str) -> bool:
    assert permit.issued_on is not None, "issued ones are asked for"
    kept = {row.kind: row for row in SetDate.objects.filter(case=permit.case, done_on=None, replaced=False)}
    old = terms.term_of(permit, rehearsal.amendment.begins)
    if kept[end].counted_from != permit.issued_on:
        return False
    new = term(rehearsal.then.permits.of(permit.kind), permit.issued_on, rehearsal.calendar)
    life = new.life if end == terms.LIFE else old.life
    commence = new.commence if end == terms.COMMENCE else old.commence
    if (life, commence) == (old.life, old.commence):
        return False
    before = {"commence_by": permit.commence_by, "last_day": permit.last_day}
    changed = type(new)(
        rehearsal.amendment.begins, commence if terms.COMMENCE in kept else None, life if terms.LIFE in kept else None
    )
    terms.set_term(doing, permit, changed)
    for kind, column in ((terms.COMMENCE, "commence_by"), (terms.LIFE, "last_day")):
        if kind not in kept:  # it was kept, or there was none: the day stays as it is
            setattr(permit, column, before[column])
    permit.save(update_fields=["commence_by", "last_day"])
    doing.touch(case=permit.case_id)
    after = {"commence_by": permit.commence_by, "last_day": permit.last_day}
    doing.changed({permit.number: before}, {permit.number: after})
    return True
