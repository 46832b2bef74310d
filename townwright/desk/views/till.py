"""The till: one payment for several cases, found by number or address, with the receipt at the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse

from townwright.desk import finding
from townwright.desk.sheets import is_id
from townwright.desk.tabs import tabs
from townwright.desk.views import acting
from townwright.desk.views.money import PAGES
from townwright.office import clock
from townwright.office.cases.models import Case
from townwright.office.money import ledger, reading, standing
from townwright.office.money.models import NOTHING, Line, Payment
from townwright.office.money.standing import Standing
from townwright.office.money.till import TakePayment, expected, last_close
from townwright.office.register.errors import ActError
from townwright.office.register.models import Entry
from townwright.pages import components as c
from townwright.pages import words
from townwright.pages.forms import ActForm, ModelForm, form_of
from townwright.pages.views import not_done
from townwright.pages.who import staff_only

#: Cases that one payment is divided over on the page.
MOST = 40


@dataclass(frozen=True, slots=True)
class Chosen:
    """A case that the payment is for, with its row of the form and what it owes."""

    case: Case
    row: ModelForm
    charges: list[Standing]

    @property
    def owed(self) -> Decimal:
        """What it has to pay, charge by charge."""
        return standing.sum_of(max(one.owed, NOTHING) for one in self.charges)

    @property
    def fees(self) -> str:
        """The fees that are open."""
        return words.listed(one.charge.what for one in self.charges if one.owed > 0)


@staff_only
def till(request: HttpRequest) -> HttpResponse:
    """Takes a payment. Finding, adding and leaving out a case keep what was typed; only "Take" takes anything."""
    try:
        sheet = acting.sheet_of(request, "payment.take", None)
    except ActError as error:
        return not_done(request, error)
    data, rows = _with_rows(request)
    charges = _charges([UUID(row["case"]) for row in rows])
    taking = request.method == "POST" and "take" in request.POST
    form = _form(data, rows, charges, bound=taking)
    answer = acting.Answer()
    if taking:
        done = acting.send(request, sheet, form, answer)
        if done is not None:
            return _way_on(form)
    chosen = _chosen(form, charges)
    return render(request, "desk/money/till.html", _page(request, data, form, answer, chosen), status=answer.status)


def _way_on(form: ActForm) -> HttpResponse:
    """To the receipt that was written; to all of today where the sheet came without its key."""
    entry = Entry.objects.filter(key=form.key).first()
    return redirect("desk:money-receipt", entry.subject_id) if entry is not None else redirect("desk:money-receipts")


Row = dict[str, str]
_ROW = ("case", "amount", "code")


def _with_rows(request: HttpRequest) -> tuple[QueryDict, list[Row]]:
    """What was typed, and the rows of the cases as they are to stand: one more, one less, or those of the address."""
    data = request.POST.copy() if request.method == "POST" else QueryDict(mutable=True)
    count = min(_whole(_typed(data, "splits-count")), MOST)
    rows = [{name: _typed(data, f"splits-{place}-{name}") for name in _ROW} for place in range(count)]
    rows = [row for row in rows if is_id(row["case"]) and row["case"] != _typed(data, "drop")]
    for key in request.GET.getlist("case") if request.method == "GET" else data.getlist("add"):
        if is_id(str(key)) and str(key) not in {row["case"] for row in rows} and len(rows) < MOST:
            rows.append({"case": str(UUID(str(key))), "amount": "", "code": ""})
    for place, row in enumerate(rows):
        for name, value in row.items():
            data[f"splits-{place}-{name}"] = value
    data["splits-count"] = str(len(rows))
    return data, rows


def _typed(data: QueryDict, name: str) -> str:
    return str(data.get(name, ""))


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def _charges(ids: Iterable[UUID]) -> dict[str, tuple[Case, list[Standing]]]:
    """The cases with their open charges: two queries, however many there are."""
    cases = Case.objects.in_bulk(list(ids))
    lines: dict[UUID, list[Line]] = {key: [] for key in cases}
    for line in Line.objects.filter(case__in=cases, on__lte=clock.today()).select_related("payment", "schedule"):
        lines[line.case_id].append(line)
    return {str(key): (case, standing.standings(lines[key])) for key, case in cases.items()}


def _form(data: QueryDict, rows: list[Row], charges: dict[str, tuple[Case, list[Standing]]], *, bound: bool) -> ActForm:
    """The act's own form: bound when it is sent, else filled with what was typed so far and what each case owes."""
    form_class = form_of(TakePayment)
    if bound:
        form = form_class(data)
    else:
        for row in rows:
            owed = _owed(charges.get(row["case"]))
            row["amount"] = row["amount"] or (f"{owed:,.2f}" if owed > 0 else "")
        typed = {name: said for name in form_class.base_fields if (said := _typed(data, name))}
        form = form_class(initial={**typed, "splits": rows})
    for part in form.parts["splits"].rows:
        known = charges.get(str(part["case"].value() or ""))
        open_fees = {one.charge.code: one.charge.what for one in known[1] if one.owed > 0} if known else {}
        part.offer("code", list(open_fees.items()))
        part.fields["code"].widget.choices = [("", "The oldest first"), *open_fees.items()]
    return form


def _owed(known: tuple[Case, list[Standing]] | None) -> Decimal:
    return standing.sum_of(max(one.owed, NOTHING) for one in known[1]) if known else NOTHING


def _chosen(form: ActForm, charges: dict[str, tuple[Case, list[Standing]]]) -> list[Chosen]:
    rows = [(str(row["case"].value() or ""), row) for row in form.parts["splits"].rows]
    return [Chosen(charges[key][0], row, charges[key][1]) for key, row in rows if key in charges]


def _page(
    request: HttpRequest, data: QueryDict, form: ActForm, answer: acting.Answer, chosen: list[Chosen]
) -> dict[str, Any]:
    text = (_typed(data, "q") or request.GET.get("q", "")).strip()[:200]
    found = finding.look_up(text).cases if text else []
    there = {each.case.pk for each in chosen}
    should, unpaid = expected(), reading.unpaid(clock.today())
    last = last_close()
    return {
        "tabs": tabs(PAGES, "desk:money"),
        "tabs_name": "Money",
        "form": form,
        "answer": answer,
        "chosen": chosen,
        "count": len(chosen),
        "amounts": _sum(chosen),
        "text": text,
        "found": [case for case in found if case.pk not in there],
        "all_there": bool(found) and all(case.pk in there for case in found),
        "rows": [(case, finding.balance(case), ledger.name_of(case)) for case in found if case.pk not in there],
        "in_till": [
            (Payment.Method(method).label, amount) for method, amount in should.items() if amount or method == "cash"
        ],
        "till_since": f"since {words.day(last.on)}" if last else "since the office opened",
        "till_total": standing.sum_of(should.values()),
        "ledger": _ledger(unpaid),
    }


def _sum(chosen: list[Chosen]) -> Decimal | None:
    """What the amounts come to, as far as they are amounts."""
    total = NOTHING
    for each in chosen:
        try:
            total += Decimal(str(each.row["amount"].value() or "0").replace("$", "").replace(",", ""))
        except InvalidOperation:
            return None
    return total if total.is_finite() else None


def _ledger(unpaid: list[reading.Unpaid]) -> list[c.LedgerLine]:
    old = sum(row.days > reading.AGES[0] for row in unpaid)
    claims = len(reading.claims_open())
    return [
        c.LedgerLine("Unpaid accounts", reverse("desk:money-unpaid"), len(unpaid)),
        c.LedgerLine(f"older than {reading.AGES[0]} days", reverse("desk:money-unpaid"), old, pressure="late"),
        c.LedgerLine("Refunds not settled", reverse("desk:money-refunds"), claims),
    ]
