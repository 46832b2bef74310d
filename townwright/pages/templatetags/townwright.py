"""`{% load townwright %}`: words of the office, and one tag for each component of a page.

A component's tag takes the plain data of `townwright.pages.components`; it never asks the database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django import template
from django.forms import BaseForm
from django.http import QueryDict
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from townwright.law.findings import Decision, Finding, Outcome
from townwright.office.register.models import Entry
from townwright.pages import components as c
from townwright.pages import show as shown
from townwright.pages import words
from townwright.pages.forms import error_lines
from townwright.pages.inline import Cite, Deadline, Link

register = template.Library()


# Words of the office


@register.simple_tag(takes_context=True)
def show(context: Context, value: Any) -> SafeString:
    """Any value of `townwright.pages.inline`, or a plain one, as HTML."""
    return shown.html(value, _law(context))


@register.simple_tag
def money(value: Decimal | int | None) -> SafeString:
    """`{% money fee %}`: $1,290.00."""
    return shown.EMPTY if value is None else format_html('<span class="num">{}</span>', words.money(value))


@register.simple_tag
def day(value: date | None) -> SafeString:
    """`{% day permit.issued_on %}`: Mon 2 March 2026; an instant gets its time."""
    return shown.html(value)


@register.simple_tag
def longday(value: date) -> str:
    """`{% longday today %}`: Monday 2 March 2026."""
    return words.longday(value)


@register.simple_tag
def shortday(value: date | None, year: bool = True) -> SafeString:
    """`{% shortday permit.issued_on %}`: Mon 2 Mar 2026; `year=False` leaves the year out."""
    if value is None:
        return shown.EMPTY
    return format_html('<time datetime="{}">{}</time>', value.isoformat(), words.shortday(value, year=year))


@register.simple_tag
def hour(value: datetime) -> str:
    """`{% hour entry.at %}`: 8:20 am, in the town's zone."""
    return words.hour(value)


@register.simple_tag(takes_context=True)
def cite(context: Context, section: str | Finding | Cite, provision: str = "") -> SafeString:
    """`{% cite "§ 50-4(I)" %}`, or a finding: the section, linked to the Law page."""
    return shown.cite(_as_cite(section, provision), _law(context))


@register.simple_tag
def deadline(nominal: date | None, act_by: date | None = None, pressure: str = "") -> SafeString:
    """`{% deadline order.due order.act_by "late" %}`: the date, and "act by" where that is another day."""
    if nominal is None:
        return shown.EMPTY
    return shown.deadline(Deadline(nominal, act_by, pressure))  # type: ignore[arg-type]


@register.simple_tag
def plural(number: int, one: str, many: str = "") -> str:
    """`{% plural n "requirement" %}`: no requirements, 1 requirement, 2 requirements."""
    return words.plural(number, one, many)


@register.simple_tag
def standing(decision: Decision) -> str:
    """`{% standing decision %}`: "2 requirements unmet, 1 not known"; empty when the act is open."""
    return words.standing(decision)


# Components


@register.inclusion_tag("pages/parts/status.html", takes_context=True)
def status(context: Context, status: c.Status) -> dict[str, Any]:
    """What is so, why, until when; with the clock beside it."""
    return _with(context, status=status)


@register.inclusion_tag("pages/parts/clock.html", takes_context=True)
def clock(context: Context, clock: c.Clock) -> dict[str, Any]:
    """Days with us, days with them, by itself."""
    return _with(context, clock=clock)


@register.inclusion_tag("pages/parts/findings.html", takes_context=True)
def findings(context: Context, decision: Decision, public: bool = False, small: bool = False) -> dict[str, Any]:
    """The rows of a decision: unmet, not known, look, met, not asked. `public` speaks to "you"."""
    rows = [_finding_row(finding, decision, public) for finding in decision.in_order]
    not_asked = [{"finding": finding} for finding in decision.not_asked]
    _note(context, decision, [*rows, *not_asked], public)
    return _with(context, decision=decision, rows=rows, not_asked=not_asked, small=small)


@register.inclusion_tag("pages/parts/acts.html", takes_context=True)
def acts_list(context: Context, acts: Iterable[c.OpenAct | c.ShutAct]) -> dict[str, Any]:
    """What can be done now as buttons, then what cannot, with what stands in the way."""
    acts = list(acts)
    if sum(1 for act in acts if isinstance(act, c.OpenAct) and act.first) > 1:
        raise ValueError("only one act of a list may come first")
    opened = [act for act in acts if isinstance(act, c.OpenAct)]
    shut = [act for act in acts if isinstance(act, c.ShutAct)]
    return _with(context, open=sorted(opened, key=lambda act: not act.first), shut=shut, forms=True)


@register.inclusion_tag("pages/parts/banners.html", takes_context=True)
def banners(context: Context, banners: Iterable[c.Banner]) -> dict[str, Any]:
    """What binds everyone here; a stop-work order first."""
    return _with(context, banners=c.in_order(banners))


@register.inclusion_tag("pages/parts/timeline.html", takes_context=True)
def timeline(context: Context, events: Sequence[c.Event], empty: str = "Nothing has happened yet.") -> dict[str, Any]:
    """A history, newest first as given."""
    return _with(context, events=events, empty=empty)


@register.inclusion_tag("pages/parts/table.html", takes_context=True)
def table(context: Context, table: c.Table) -> dict[str, Any]:
    """A list with its filter line, sorting, pages and CSV."""
    query = _asked(context)
    heads = [_head(column, table, query) for column in table.columns]
    rows = [[_cell(column, row) for column in table.columns] for row in table.rows]
    total = [_cell(column, table.total) for column in table.columns] if table.total else []
    sortable = any(column.by for column in table.columns)
    return _with(context, table=table, heads=heads, rows=rows, total=total, sortable=sortable)


@register.inclusion_tag("pages/parts/pager.html", takes_context=True)
def pager(context: Context, pager: c.Pager, name: str = "the list") -> dict[str, Any]:
    """The pages of a long list, which is named by its caption."""
    query = _asked(context)
    return _with(
        context,
        pager=pager,
        name=name,
        pages=[(n, _query(query, page=str(n)) if n else "") for n in pager.shown],
    )


@register.inclusion_tag("pages/parts/ledger.html", takes_context=True)
def ledger(context: Context, lines: Sequence[c.LedgerLine], empty: str = "") -> dict[str, Any]:
    """Numbers, or papers, that open their rows."""
    return _with(context, lines=lines, empty=empty)


@register.inclusion_tag("pages/parts/rounds.html", takes_context=True)
def rounds(context: Context, rounds: Sequence[c.Round]) -> dict[str, Any]:
    """Rounds of documents, newest first; the current one open."""
    return _with(context, rounds=rounds)


@register.inclusion_tag("pages/parts/ask_items.html", takes_context=True)
def ask_items(context: Context, items: Sequence[c.AskItem]) -> dict[str, Any]:
    """The items of a change request, each with its own answer."""
    return _with(context, items=items)


@register.inclusion_tag("pages/parts/facts.html", takes_context=True)
def facts(context: Context, facts: Iterable[c.Fact | tuple[str, Any]], row: bool = False) -> dict[str, Any]:
    """Terms and values; `row=True` puts them beside each other. A fact without a value is left out."""
    kept = [fact if isinstance(fact, c.Fact) else c.Fact(*fact) for fact in facts]
    return _with(context, facts=[fact for fact in kept if fact.value not in (None, "", ())], row=row)


@register.inclusion_tag("pages/parts/bars.html")
def bars(bars: c.Bars) -> dict[str, Any]:
    """A small bar chart."""
    return {"bars": bars}


@register.inclusion_tag("pages/parts/progress.html", takes_context=True)
def progress(context: Context, progress: c.Progress) -> dict[str, Any]:
    """How far a long work is; the page asks again every few seconds while it runs."""
    return _with(context, progress=progress)


@register.inclusion_tag("pages/parts/crumbs.html", takes_context=True)
def crumbs(context: Context, steps: Iterable[Any]) -> dict[str, Any]:
    """Where one is: links, and the page itself as words."""
    return _with(context, steps=list(steps))


@register.inclusion_tag("pages/parts/empty.html")
def nothing(words: str) -> dict[str, Any]:
    """An empty list says what would be in it."""
    return {"words": words}


@register.inclusion_tag("pages/parts/form.html", takes_context=True)
def act_form(
    context: Context, form: BaseForm, button: str, bad: bool = False, confirm: str = "", back: str = ""
) -> dict[str, Any]:
    """A whole form: errors, fields, and its button named with a verb. It is sent to its own address."""
    return _with(context, form=form, button=button, bad=bad, confirm=confirm, back=back)


@register.inclusion_tag("pages/parts/errors.html")
def form_errors(form: BaseForm) -> dict[str, Any]:
    """The summary of what is wrong in a form, each line a link to its field."""
    return {"lines": error_lines(form)}


@register.inclusion_tag("pages/parts/refusal.html", takes_context=True)
def refusal(context: Context, decision: Decision, title: str, public: bool = False) -> dict[str, Any]:
    """Why the law refused an act: what was kept, and every finding that stands in the way."""
    rows = [_finding_row(finding, decision, public) for finding in decision.standing_in_the_way]
    _note(context, decision, rows, public)
    return _with(context, decision=decision, rows=rows, title=title, small=False, refused=True)


@register.inclusion_tag("pages/parts/overtaken.html", takes_context=True)
def overtaken(context: Context, entries: Iterable[Entry]) -> dict[str, Any]:
    """What somebody else did while the form was open, above the form that still holds what was written."""
    return _with(context, entries=entries)


@register.simple_block_tag(takes_context=True)
def section(context: Context, content: str, title: Any, id: str = "", n: Any = "", note: Any = "") -> SafeString:
    """`{% section "History" id="hist" n="3" note=link %}…{% endsection %}`: a heading, and what follows."""
    law = _law(context)
    return format_html(
        '<section class="sec"{}><div class="sec-h"><h2{}>{}{}</h2>{}</div>{}</section>',
        format_html(' aria-labelledby="{}"', id) if id else "",
        format_html(' id="{}"', id) if id else "",
        shown.html(title, law),
        format_html(' <span class="n">{}</span>', shown.html(n, law)) if n not in ("", None) else "",
        format_html("<p>{}</p>", shown.html(note, law)) if note else "",
        content,
    )


@register.simple_block_tag(takes_context=True)
def card(context: Context, content: str, title: Any) -> SafeString:
    """`{% card "Paid" %}…{% endcard %}`: a sheet at the side of a public page."""
    return format_html('<section class="card"><h2>{}</h2>{}</section>', shown.html(title, _law(context)), content)


@register.simple_block_tag(takes_context=True)
def pagehead(
    context: Context, content: str, title: Any, quiet: Any = "", under: Any = "", over: Any = ""
) -> SafeString:
    """`{% pagehead number quiet="Deck" under=facts %}<a class="btn">…</a>{% endpagehead %}`: the h1."""
    law = _law(context)
    return format_html(
        '<div class="head"><div>{}<h1>{}{}</h1>{}</div>{}</div>',
        format_html('<p class="over">{}</p>', shown.html(over, law)) if over else "",
        shown.html(title, law),
        format_html(' <span class="quiet">{}</span>', shown.html(quiet, law)) if quiet else "",
        format_html('<p class="under">{}</p>', shown.html(under, law)) if under else "",
        format_html('<div class="acts">{}</div>', content) if content.strip() else "",
    )


# Inner workings

#: Outcome to the class of its row, the class of its mark, and its word.
_MARKS = {
    Outcome.UNMET: ("is-unmet", "unmet", "Unmet"),
    Outcome.UNKNOWN: ("is-ask", "ask", "Not known"),
    Outcome.WARNING: ("is-warn", "warn", "Look"),
    Outcome.MET: ("is-met", "met", "Met"),
}
#: Who has it, as a public page says it.
_TO_YOU = {"applicant": "you", "owner": "you", "officer": "us", "inspector": "us", "clerk": "us"}


def _law(context: Context | Mapping[str, Any]) -> str:
    return str(context.get("law_address") or "")


def _with(context: Context, **more: Any) -> dict[str, Any]:
    """What a component's template needs of the page around it, and its own data."""
    kept = {name: context[name] for name in ("law_address", "request", "csrf_token") if name in context}
    return {**kept, **more}


def _asked(context: Context) -> QueryDict:
    """The parameters of the page's address."""
    asked: QueryDict = context["request"].GET if "request" in context else QueryDict()
    return asked


def _as_cite(section: str | Finding | Cite, provision: str = "") -> Cite:
    match section:
        case Finding():
            return Cite(section.cite, next(iter(section.provisions), ""))
        case Cite():
            return section
    return Cite(section, provision)


def _finding_row(finding: Finding, decision: Decision, public: bool) -> dict[str, Any]:
    row, mark, word = _MARKS[finding.outcome]
    if finding.key in decision.overruled:
        row, mark, word = "is-warn", "warn", "Set aside"
    held_by = _TO_YOU.get(finding.held_by, finding.held_by) if public else finding.held_by
    met = finding.outcome is Outcome.MET
    return {
        "finding": finding,
        "row": row,
        "mark": mark,
        "word": word,
        "why": finding.why if met or not finding.why else f"{finding.why.rstrip('.')}.",
        "beside": met,
        "cure": "" if met else finding.cure.rstrip("."),
        "held_by": "" if met else held_by,
        "cite": _as_cite(finding),
    }


def _note(context: Context, decision: Decision, rows: list[dict[str, Any]], public: bool) -> None:
    """Notes where a row's rule is looser than the State's minimum, on pages for staff."""
    noted = None if public else context.get("looser_of")
    found = noted.of(decision) if noted else {}
    for row in rows:
        row["looser"] = [(one.says, Cite(one.state_cite)) for one in found.get(row["finding"].key, ())]


def _head(column: c.Column, table: c.Table, query: QueryDict) -> dict[str, Any]:
    now = table.sorted_by
    ascending, descending = now == column.sort and column.sort, now == f"-{column.sort}" and column.sort
    turned = f"-{column.sort}" if ascending else column.sort
    return {
        "column": column,
        "aria": "ascending" if ascending else "descending" if descending else "",
        "link": Link(column.title, _query(query, sort=turned, page="")) if column.sort else None,
    }


def _cell(column: c.Column, row: Mapping[str, Any]) -> dict[str, Any]:
    value = row.get(column.key)
    cell = value if isinstance(value, c.Cell) else c.Cell(value)
    classes = [
        "r num" if column.kind == "number" else "",
        cell.pressure,
        "run" if column.run else "",
    ]
    return {
        "column": column,
        "value": cell.value,
        "worth": cell.worth,
        "classes": " ".join(name for name in classes if name),
        "empty": cell.value in (None, ""),
    }


def _query(query: QueryDict, **changes: str) -> str:
    """The page's own address with some parameters changed; an empty value takes one away."""
    new = query.copy()
    for name, value in changes.items():
        if value:
            new[name] = value
        else:
            new.pop(name, None)
    return f"?{new.urlencode()}"
