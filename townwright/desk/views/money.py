"""Money behind the till: receipts, unpaid accounts, the daily close, refunds, turn-over, totals and exceptions.

Every list says its rule above its rows, and its rows are there as CSV.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from townwright.desk import sheets, spans, where
from townwright.desk.saying import readable
from townwright.desk.tabs import tabs
from townwright.desk.views import acting
from townwright.law.calendar import ONE_DAY
from townwright.office import clock
from townwright.office.money import ledger, reading, standing
from townwright.office.money.models import CHARGES, Claim, Close, Line, Payment
from townwright.office.money.till import expected, last_close, since_last_close
from townwright.office.papers.models import Paper
from townwright.office.register import acts
from townwright.office.register.errors import ActError
from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.inline import Button, Cite, Day, Link, Shape, Tag, Under
from townwright.pages.lists import Listed, Listing
from townwright.pages.views import not_done
from townwright.pages.who import actor_of_request, staff_only

PAGES = (
    ("Take a payment", "desk:money"),
    ("Receipts", "desk:money-receipts"),
    ("Unpaid", "desk:money-unpaid"),
    ("Close the till", "desk:money-close"),
    ("Refunds", "desk:money-refunds"),
    ("Turn-over", "desk:money-turn-over"),
    ("Totals", "desk:money-totals"),
    ("Exceptions", "desk:money-exceptions"),
)
#: Days for which settled claims stay in sight.
SETTLED_FOR = timedelta(days=365)
#: Closes that the page lists.
CLOSES = 30


def _page(request: HttpRequest, template: str, here: str, status: int = 200, **facts: Any) -> HttpResponse:
    """A page of Money with its tabs."""
    frame = {"tabs": tabs(PAGES, here), "tabs_name": "Money"}
    return render(request, f"desk/money/{template}.html", {**frame, **facts}, status=status)


# -- receipts ----------------------------------------------------------------------------------------------------------


@staff_only
def receipts(request: HttpRequest) -> HttpResponseBase:
    """The receipts of a day or of some days, or those that a search finds by what stands on them."""
    span = spans.asked(request, clock.today())
    text = request.GET.get("q", "").strip()[:200]
    found = reading.search(text) if text else reading.receipts(span.first, span.last)
    showing = f"receipts that have “{text}” on them, the newest first" if text else f"received {span}"
    listing = Listing(_of_receipts(), found, "Receipts", _no_receipts(text), showing, first="" if text else "receipt")
    if request.GET.get("as") == "csv":
        return listing.csv(request)
    standing_ones = [payment for payment in found if payment.stands]
    by_method = [
        (Payment.Method(method).label, standing.sum_of(p.amount for p in standing_ones if p.method == method))
        for method in Payment.Method.values
    ]
    total = standing.sum_of(payment.amount for payment in standing_ones)
    table = replace(listing.table(request), total={"receipt": "Total of those that stand", "amount": total})
    return _page(
        request,
        "receipts",
        "desk:money-receipts",
        span=span,
        text=text,
        table=table,
        by_method=[(method, amount) for method, amount in by_method if amount],
        yesterday=span.first - ONE_DAY,
        day_after=span.last + ONE_DAY if span.last < clock.today() else None,
    )


def _no_receipts(text: str) -> str:
    if text:
        return f"No receipt has “{text}” on it. Try the check number alone, the payer's last name, or the amount."
    return "Nothing was received on these days."


def _of_receipts() -> Sequence[Listed]:
    return (
        Listed(
            c.Column("receipt", "Receipt", "main", sort="receipt"),
            lambda row: Link(row.receipt, reverse("desk:money-receipt", args=[row.pk]), number=True),
            lambda row: row.receipt,
            ("receipt",),
        ),
        Listed(
            c.Column("on", "Received", label="Received", sort="on"),
            lambda row: Day(row.received_on, "short"),
            lambda row: row.received_on,
            ("received_on",),
        ),
        Listed(
            c.Column("payer", "From", label="From", sort="payer"),
            lambda row: Under(row.payer, f"“{row.memo}”") if row.memo else row.payer,
            lambda row: row.payer,
            ("payer",),
        ),
        Listed(c.Column("how", "How", label="How"), how, lambda row: str(how(row))),
        Listed(c.Column("for", "For", label="For"), _for, lambda row: ", ".join(_names(row))),
        Listed(c.Column("state", "State", unseen=True), _state, lambda row: _became(row)),
        Listed(
            c.Column("amount", "Amount", "number", label="Amount", sort="amount"),
            lambda row: row.amount,
            None,
            ("amount",),
        ),
    )


def how(payment: Payment) -> str:
    """How it was paid: "Check 1181, Chase"."""
    return ", ".join(filter(None, [f"{payment.get_method_display()} {payment.check_number}".strip(), payment.bank]))


def _cases(payment: Payment) -> dict[UUID, str]:
    return {line.case_id: ledger.name_of(line.case) for line in payment.lines.all()}


def _names(payment: Payment) -> list[str]:
    return list(_cases(payment).values())


def _for(payment: Payment) -> list[Any]:
    links = [Link(name, where.case(case), number=True) for case, name in _cases(payment).items()]
    return [part for count, link in enumerate(links) for part in ((", ", link) if count else (link,))]


def _became(payment: Payment) -> str:
    return "void" if payment.void_on else "returned" if payment.returned_on else ""


def _state(payment: Payment) -> Any:
    became = _became(payment)
    return Tag("none" if became == "void" else "unmet", became.capitalize()) if became else ""


@staff_only
def receipt(request: HttpRequest, payment_id: UUID) -> HttpResponse:
    """One receipt: what stands on it, what it paid, its paper, and what can be done with it."""
    actor = actor_of_request(request)
    found = get_object_or_404(Payment.objects.visible_to(actor), pk=payment_id)
    lines = list(Line.objects.filter(payment=found).select_related("case", "of").order_by("entry_seq", "id"))
    here = reverse("desk:money-receipt", args=[found.pk])
    open_acts = [
        c.OpenAct(offer.spec.title, where.act(offer.spec.name, found.pk, then=here), bad=offer.spec.danger)
        for offer in acts.offers(found, actor)
        if offer.open
    ]
    paper = Paper.objects.filter(kind="receipt", number=found.receipt).order_by("printed_at").last()
    columns = [
        c.Column("case", "Case", "main"),
        c.Column("what", "What"),
        c.Column("on", "On", label="On"),
        c.Column("amount", "Amount", "number", label="Amount"),
    ]
    rows = [
        {
            "case": Under(Link(ledger.name_of(line.case), where.case(line.case_id), number=True), line.case.place),
            "what": (f"{line.what} ", Cite(line.cite)) if line.cite else line.what,
            "on": Day(line.on, "short"),
            "amount": -line.amount,
        }
        for line in lines
    ]
    return _page(
        request,
        "receipt",
        "desk:money-receipts",
        payment=found,
        how=how(found),
        state=_said_of(found),
        facts=list(_facts(found)),
        table=c.Table(columns, rows, "What it was for", "It stands for nothing."),
        acts=open_acts,
        paper=where.paper(paper.pk) if paper else "",
        steps=[Link("Receipts", reverse("desk:money-receipts")), found.receipt],
    )


def _said_of(payment: Payment) -> str:
    if payment.void_on is not None:
        return f"Void since {words.day(payment.void_on)}: it was entered by mistake."
    if payment.returned_on is not None:
        return f"The bank gave the check back on {words.day(payment.returned_on)}. What it had paid is unpaid again."
    return ""


def _facts(payment: Payment) -> Iterator[tuple[str, Any]]:
    yield "Amount", payment.amount
    yield "Received", payment.received_on
    yield "From", payment.payer
    yield "How", how(payment)
    yield "Memo", payment.memo
    yield "Entry", where.register(payment.entry_seq)


# -- unpaid accounts ---------------------------------------------------------------------------------------------------


@staff_only
def unpaid(request: HttpRequest) -> HttpResponseBase:
    """Cases that owe, by age, the longest first."""
    today = clock.today()
    rows = reading.unpaid(today)
    listing = Listing(
        _of_unpaid(),
        rows,
        "Unpaid accounts",
        "Every account is paid. A case stands here as long as a charge of it is not covered.",
        f"cases that owe {words.day(today)}, by their oldest unpaid charge",
        first="-days",
    )
    if request.GET.get("as") == "csv":
        return listing.csv(request)
    ages = reading.ageing(rows)
    counted = [sum(row.age == age for row in rows) for age in ages]
    bars = [
        c.Bar(age.removesuffix(" days").replace(" to ", "-").replace("more than ", "> "), count, hot=place > 1)
        for place, (age, count) in enumerate(zip(ages, counted, strict=True))
    ]
    return _page(
        request,
        "unpaid",
        "desk:money-unpaid",
        table=replace(listing.table(request), total={"case": "Owed in all", "owed": standing.sum_of(ages.values())}),
        ages=[(age.capitalize(), amount) for age, amount in ages.items()],
        bars=c.Bars("Unpaid accounts by days since the oldest charge", bars),
    )


def _of_unpaid() -> Sequence[Listed]:
    return (
        Listed(
            c.Column("case", "Case", "main", sort="case"),
            lambda row: Under(Link(ledger.name_of(row.case), where.case(row.case.pk), number=True), row.case.place),
            lambda row: ledger.name_of(row.case),
            ("case",),
        ),
        Listed(c.Column("fees", "For"), lambda row: words.listed(dict.fromkeys(row.fees))),
        Listed(
            c.Column("since", "Since", label="Since", sort="since"),
            lambda row: Day(row.since, "short"),
            lambda row: row.since,
            ("since",),
        ),
        Listed(
            c.Column("days", "Days", "number", label="Days", sort="days"),
            lambda row: c.Cell(row.days, "late" if row.days > reading.AGES[0] else ""),
            lambda row: row.days,
            ("days",),
        ),
        Listed(
            c.Column("returned", "Check", unseen=True),
            lambda row: Tag("unmet", "Check returned") if row.returned else "",
            lambda row: "returned" if row.returned else "",
        ),
        Listed(c.Column("owed", "Owes", "number", label="Owes", sort="owed"), lambda row: row.owed, None, ("owed",)),
        Listed(
            c.Column("act", "Take", unseen=True),
            lambda row: Button(
                "Take", f"{reverse('desk:money')}?case={row.case.pk}", about=f"a payment for {ledger.name_of(row.case)}"
            ),
        ),
    )


# -- the close ---------------------------------------------------------------------------------------------------------


@staff_only
def close(request: HttpRequest) -> HttpResponse:
    """Closes the till: what should be there, what was counted, the deposit slip; and the closes before."""
    try:
        sheet = acting.sheet_of(request, "till.close", None)
    except ActError as error:
        return not_done(request, error)
    form = acting.form_for(request, sheet, sheets.start_of(sheet))
    answer = acting.Answer()
    if request.method == "POST":
        done = acting.send(request, sheet, form, answer)
        if done is not None:
            return redirect("desk:money-close")
    should, payments, last = expected(), since_last_close(), last_close()
    rows = [
        {
            "method": Payment.Method(method).label,
            "count": sum(p.method == method and p.void_on is None for p in payments),
            "amount": amount,
        }
        for method, amount in should.items()
    ]
    columns = [
        c.Column("method", "Paid by", "main"),
        c.Column("count", "Receipts", "number", label="Receipts"),
        c.Column("amount", "Should be there", "number", label="Should be there"),
    ]
    total = {"method": "Together", "count": len([p for p in payments if p.void_on is None])}
    return _page(
        request,
        "close",
        "desk:money-close",
        answer.status,
        form=form,
        answer=answer,
        since=f"since the close of {words.day(last.on)}" if last else "since the office opened",
        expected=c.Table(
            columns, rows, "What should be in the till", "", total={**total, "amount": standing.sum_of(should.values())}
        ),
        through=f"{payments[0].receipt} to {payments[-1].receipt}" if payments else "",
        closes=_closes(),
    )


def _closes() -> c.Table:
    rows = list(Close.objects.all()[:CLOSES])
    seqs = [row.entry_seq for row in rows]
    slips = dict(Paper.objects.filter(kind="deposit_slip", entry_seq__in=seqs).values_list("entry_seq", "pk"))
    columns = [
        c.Column("on", "Closed", "main"),
        c.Column("by", "By", label="By"),
        c.Column("counted", "Counted", "number", label="Counted"),
        c.Column("difference", "Over or short", "number", label="Over or short"),
        c.Column("why", "Why"),
        c.Column("slip", "Deposit", unseen=True),
    ]
    return c.Table(
        columns,
        [
            {
                "on": Day(row.on, "short"),
                "by": row.by_name,
                "counted": standing.sum_of(Decimal(amount) for amount in row.counted.values()),
                "difference": c.Cell(row.difference, "late" if row.difference else ""),
                "why": row.why,
                "slip": _slip(row, slips),
            }
            for row in rows
        ],
        "Closes",
        "The till was never closed. Each close stands here with its deposit slip.",
        showing=f"the last {CLOSES}" if len(rows) == CLOSES else "",
    )


def _slip(row: Close, slips: dict[int, UUID]) -> tuple[Any, ...]:
    lines = Link("CSV", reverse("desk:money-deposit", args=[row.pk]))
    if row.entry_seq not in slips:
        return (lines,)
    return (Link("Deposit slip", where.paper(slips[row.entry_seq])), ", ", lines)


@staff_only
def deposit(request: HttpRequest, close_id: UUID) -> HttpResponse:
    """What a close took to the bank, as CSV."""
    found = get_object_or_404(Close, pk=close_id)
    response = HttpResponse("\ufeff" + reading.deposit_csv(found), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="deposit-{found.on:%Y-%m-%d}.csv"'
    return response


# -- refunds -----------------------------------------------------------------------------------------------------------


@staff_only
def refunds(request: HttpRequest) -> HttpResponse:
    """Claims for money back: those that wait for the board or for the town's check, and those settled lately."""
    actor, today = actor_of_request(request), clock.today()
    settled = Claim.objects.exclude(refused_on=None, paid_on=None).filter(asked_on__gte=today - SETTLED_FOR)
    here = reverse("desk:money-refunds")
    waiting = reading.claims_open()
    vouchers = {paper.number: paper.pk for paper in Paper.objects.filter(kind="claim_voucher").only("number")}
    columns = [
        c.Column("claim", "Voucher", "main"),
        c.Column("case", "Case", label="Case"),
        c.Column("payee", "To", label="To"),
        c.Column("why", "Why"),
        c.Column("asked", "Asked for", label="Asked for"),
        c.Column("amount", "Amount", "number", label="Amount"),
        c.Column("state", "State"),
        c.Column("paper", "Paper", unseen=True),
        c.Column("act", "Next", unseen=True),
    ]
    return _page(
        request,
        "refunds",
        "desk:money-refunds",
        waiting=c.Table(
            columns,
            [_claim(row, vouchers, _next(row, actor, here)) for row in waiting],
            "Refunds not settled",
            "No refund waits. One is asked for on the page of its case, under “Other acts”.",
            showing="asked for, not yet refused or paid, the oldest first",
        ),
        settled=c.Table(
            columns[:-1],
            [_claim(row, vouchers, "") for row in settled.select_related("case")],
            "Refunds settled",
            "None was settled in the last twelve months.",
            showing="asked for in the last twelve months",
        ),
    )


def _claim(row: Claim, vouchers: dict[str, UUID], act: Any) -> dict[str, Any]:
    return {
        "claim": row.number,
        "paper": Link("Voucher", where.paper(vouchers[row.number])) if row.number in vouchers else "",
        "case": Link(ledger.name_of(row.case), where.case(row.case_id), number=True),
        "payee": row.payee,
        "why": row.why,
        "asked": Day(row.asked_on, "short"),
        "amount": row.amount,
        "state": _claim_state(row),
        "act": act,
    }


def _claim_state(row: Claim) -> Any:
    if row.paid_on is not None:
        return Under(Tag("met", "Paid"), f"check {row.check_number}, {words.shortday(row.paid_on)}")
    if row.refused_on is not None:
        return Under(Tag("none", "Refused"), row.refused_why)
    if row.allowed_on is not None:
        return Under(Tag("wait", "Allowed"), f"{row.allowed_by}, {words.shortday(row.allowed_on)}")
    return Tag("wait", "With the board")


def _next(row: Claim, actor: Any, here: str) -> list[Any]:
    """The steps that are open on a claim: of the board while it audits, then the town's check."""
    found: list[Any] = []
    for offer in acts.offers(row, actor):
        if offer.open:
            href = where.act(offer.spec.name, row.pk, then=here)
            found += [" " if found else "", Button(offer.spec.title, href, about=row.number, bad=offer.spec.danger)]
    return found


# -- turn-over, totals, exceptions -------------------------------------------------------------------------------------


@staff_only
def turn_over(request: HttpRequest) -> HttpResponseBase:
    """The receipts from one number to another as they are turned over to the supervisor; both sign."""
    first, last = (request.GET.get(name, "").strip()[:60] for name in ("first", "last"))
    wrong, found = "", None
    if first or last:
        try:
            found = reading.turn_over(first or last, last or first)
        except ValueError as error:
            wrong = str(error)
    payments = found.payments if found else []
    listing = Listing(
        _of_receipts(),
        payments,
        "Receipts turned over",
        "No receipt lies between these numbers.",
        f"{first or last} to {last or first}, void and returned ones listed and not counted",
        first="receipt",
        size=2000,
    )
    if found is not None and request.GET.get("as") == "csv":
        return listing.csv(request)
    return _page(
        request,
        "turn_over",
        "desk:money-turn-over",
        404 if wrong else 200,
        first=first,
        last=last,
        wrong=wrong,
        found=found,
        table=replace(listing.table(request), total={"receipt": "Total", "amount": found.total}) if found else None,
        by_method=[(Payment.Method(name).label, amount) for name, amount in found.by_method.items() if amount]
        if found
        else [],
        by_account=list(found.by_account.items()) if found else [],
        without=words.listed(found.without) if found else "",
    )


#: What totals can be laid out by: the name in the address, the field, and the heading.
_BY = {
    "fee": ("code", "Fee"),
    "account": ("account", "Account of the books"),
    "schedule": ("schedule__name", "Schedule"),
}


@staff_only
def totals(request: HttpRequest) -> HttpResponseBase:
    """Charged, received and given back in some days, by fee, by account or by schedule."""
    span = spans.asked(request, clock.today(), "month")
    by = request.GET.get("by", "fee") if request.GET.get("by") in _BY else "fee"
    found = reading.totals(span.first, span.last, _BY[by][0])
    whole = reading.together(found.values())
    titles = _titles() if by == "fee" else {}
    listing = Listing(
        [
            Listed(c.Column("under", _BY[by][1], "main"), lambda row: titles.get(row[0], row[0]) or "without one"),
            _amount("charged", "Charged", lambda row: row[1].charged),
            _amount("collected", "Received", lambda row: row[1].collected),
            _amount("refunded", "Given back", lambda row: row[1].refunded),
            _amount("balance", "Left owing", lambda row: row[1].balance),
        ],
        list(found.items()),
        "Totals",
        "Nothing was charged or received on these days.",
        f"lines that count {span}, corrections and returned checks taken off where they count",
    )
    if request.GET.get("as") == "csv":
        return listing.csv(request)
    total = {
        "under": "Together",
        "charged": whole.charged,
        "collected": whole.collected,
        "refunded": whole.refunded,
        "balance": whole.balance,
    }
    return _page(
        request,
        "totals",
        "desk:money-totals",
        span=span,
        by=by,
        choices=[(key, heading) for key, (_, heading) in _BY.items()],
        table=replace(listing.table(request), total=total if found else {}),
    )


def _titles() -> dict[str, str]:
    """What fees are called: as they were charged last."""
    return dict(Line.objects.filter(kind__in=CHARGES, of=None).order_by("on").values_list("code", "what").distinct())


def _amount(key: str, title: str, of: Any) -> Listed:
    return Listed(c.Column(key, title, "number", label=title), of)


#: Kinds of exceptions with the shape of their mark.
_KINDS: dict[str, Shape] = {
    "overridden": "warn",
    "waived": "warn",
    "taken back": "none",
    "late": "unmet",
    "returned": "unmet",
    "void": "none",
}


@staff_only
def exceptions(request: HttpRequest) -> HttpResponseBase:
    """What happened to money out of the ordinary: changed by hand, waived, taken back, late, returned, void."""
    span = spans.asked(request, clock.today(), "month")
    listing = Listing(
        [
            Listed(
                c.Column("on", "Day", "main", sort="on"), lambda row: Day(row.on, "short"), lambda row: row.on, ("on",)
            ),
            Listed(
                c.Column("kind", "What", sort="kind"),
                lambda row: Tag(_KINDS[row.kind], row.kind.capitalize()),
                lambda row: row.kind,
                ("kind",),
            ),
            Listed(
                c.Column("case", "Case"),
                lambda row: Under(Link(ledger.name_of(row.case), where.case(row.case.pk), number=True), row.case.place),
                lambda row: ledger.name_of(row.case),
            ),
            Listed(c.Column("fee", "Fee"), lambda row: Under(row.what, readable(row.why)) if row.why else row.what),
            Listed(
                c.Column("who", "Who", label="Who"),
                lambda row: Under(row.who, f"Resolution {row.resolution}") if row.resolution else row.who,
                lambda row: row.who,
            ),
            Listed(c.Column("entry", "Register"), lambda row: where.register(row.entry_seq), lambda row: row.entry_seq),
            Listed(
                c.Column("amount", "Amount", "number", label="Amount", sort="amount"),
                lambda row: row.amount,
                None,
                ("amount",),
            ),
        ],
        reading.exceptions(span.first, span.last),
        "Exceptions",
        "Nothing out of the ordinary on these days. Fees changed by hand, waived or taken back, fees of a visit "
        "received after it, returned checks and void receipts stand here.",
        f"charges changed by hand or taken back, fees of a visit received after it, returned checks and void receipts, "
        f"{span}",
        first="on",
    )
    if request.GET.get("as") == "csv":
        return listing.csv(request)
    gaps = reading.gaps()
    return _page(
        request,
        "exceptions",
        "desk:money-exceptions",
        span=span,
        table=listing.table(request),
        gaps=words.listed(gaps) if gaps else "",
    )
