"""§ 169-5(H): fees, late charges, what a transfer needs, returned checks, the tax bill."""

from decimal import Decimal

import pytest

from tests.law.sweden.facts import (
    SAMPLE,
    account,
    cite_of_action,
    day,
    decide,
    fee,
    finding_of,
    keys,
    open_,
    rule,
    the_one_in_the_way,
)
from townwright.law.calendar import Calendar, add_months
from townwright.law.fees import FeeSchedule
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.vacancy import annual_fee, certificate_lost_on, register_by, years_vacant


@pytest.mark.proves("SWE-169-5-H-1-a/1")
def test_the_registration_fee_is_that_of_the_schedule(sweden: Pack) -> None:
    found = fee(sweden, "registration", "2025-04-21")

    assert found.amount == Decimal("250.00")
    assert cite_of_action(sweden, "vacancy.register") == "§ 169-5(H)(1)"
    assert [line.action for line in SAMPLE.lines].count("vacancy.register") == 1


def test_the_chapter_sets_no_amount_and_every_listed_fee_has_its_section(sweden: Pack) -> None:
    assert sweden.fees_rules.schedules == ()
    cites = {action.key: action.cite for action in sweden.fees_rules.actions if action.key.startswith(("vac", "pay"))}
    assert cites == {
        "vacancy.register": "§ 169-5(H)(1)",
        "vacancy.annual": "§ 169-5(H)(2)",
        "vacancy.late": "§ 169-5(H)(4)",
        "payment.returned": "§ 169-5(H)(6)",
    }


@pytest.mark.proves("SWE-169-5-H-1-b/1")
@pytest.mark.parametrize(("filed", "amount"), [("2025-08-14", "250.00"), ("2025-08-15", "300.00")])
def test_the_schedule_of_the_day_of_filing_counts(sweden: Pack, filed: str, amount: str) -> None:
    midyear = FeeSchedule.model_validate(
        {
            "name": "Midyear",
            "resolution": "9-2025",
            "adopted": "2025-08-12",
            "begins": "2025-08-15",
            "lines": [
                {
                    "code": "registration",
                    "title": "Registration",
                    "action": "vacancy.register",
                    "parts": [{"kind": "flat", "amount": "300.00"}],
                }
            ],
        }
    )

    assert fee(sweden, "registration", filed, (SAMPLE, midyear)).amount == Decimal(amount)


@pytest.mark.proves("SWE-169-5-H-1-c/1")
def test_the_fee_is_delinquent_the_day_after_the_30_days(sweden: Pack, calendar: Calendar) -> None:
    by = register_by(rule(sweden), vacant=day("2025-04-01"), received=None, calendar=calendar).governs
    invoice = account(sweden, "250.00", "2025-04-21", "2025-05-02", calendar)

    assert by is not None
    assert "SWE-169-5-H-1-c" in by.provisions
    assert [by.passed(day(on)) for on in ("2025-05-01", "2025-05-02")] == [False, True]
    assert (invoice.charges, invoice.due) == ((), Decimal("250.00"))


@pytest.mark.proves("SWE-169-5-H-1-d/1")
def test_the_fee_is_due_with_the_earlier_of_vacancy_and_notice(sweden: Pack, calendar: Calendar) -> None:
    found = register_by(rule(sweden), vacant=day("2025-05-28"), received=day("2025-06-07"), calendar=calendar)

    assert found.governs is not None
    assert found.from_notice is not None
    assert (found.governs.act_by, found.from_notice.act_by) == (day("2025-06-27"), day("2025-07-07"))


def owed(pack: Pack, vacant: str, on: str, plan_kind: str) -> Decimal:
    """The annual fee that is invoiced on a day."""
    years = years_vacant(day(vacant), day(on))
    scheduled = fee(pack, "annual", on, vacancy__years=years).amount
    return annual_fee(pack.vacancy.annual_fee, on=day(on), years=years, plan_kind=plan_kind, scheduled=scheduled).amount


@pytest.mark.proves("SWE-169-5-H-2-a/1")
def test_a_building_that_remains_vacant_owes_a_fee_on_its_anniversary(sweden: Pack) -> None:
    assert owed(sweden, "2024-04-01", "2025-03-31", "vacant") == 0
    assert owed(sweden, "2024-04-01", "2025-04-01", "vacant") == Decimal("500.00")
    assert cite_of_action(sweden, "vacancy.annual") == "§ 169-5(H)(2)"


@pytest.mark.proves("SWE-169-5-H-2-b/1")
def test_the_annual_fee_rises_with_the_years_of_the_building(sweden: Pack) -> None:
    vacant = day("2023-06-15")
    invoiced = [f"{add_months(vacant, 12 * year)}" for year in (1, 2, 3, 4)]

    amounts = [owed(sweden, "2023-06-15", on, "vacant") for on in invoiced]

    assert invoiced == ["2024-06-15", "2025-06-15", "2026-06-15", "2027-06-15"]
    assert amounts == [Decimal(amount) for amount in ("500.00", "750.00", "1000.00", "1500.00")]


def test_the_years_go_on_at_the_last_amount_and_without_a_schedule_nothing_is_assumed(sweden: Pack) -> None:
    silent = annual_fee(sweden.vacancy.annual_fee, on=day("2025-06-15"), years=2, plan_kind="vacant")

    assert owed(sweden, "2015-06-15", "2025-06-15", "vacant") == Decimal("1500.00")
    assert silent.finding is not None
    assert (silent.finding.outcome, silent.finding.cite) == (Outcome.UNKNOWN, "§ 169-5(H)(2)")


@pytest.mark.proves("SWE-169-5-H-3-a/1")
def test_a_certificate_is_lost_once_and_both_paragraphs_are_cited(sweden: Pack, calendar: Calendar) -> None:
    letter, series = sweden.paper("certificate_lost"), sweden.vacancy.certificate_lost

    assert series is not None
    assert letter.cite == "§ 169-5(C)(3) and (H)(3)"
    assert [(entry.cite, entry.carries[:2]) for entry in series.root] == [
        ("§ 169-5(C)(3) and (H)(3)", ("SWE-169-5-C-3-h", "SWE-169-5-H-3-a"))
    ]
    assert certificate_lost_on(sweden.vacancy, day("2024-01-10"), calendar) == day("2025-01-10")


@pytest.mark.proves("SWE-169-5-H-3-b/1")
@pytest.mark.parametrize(("kind", "amount"), [("rehabilitation", "0.00"), ("demolition", "0.00"), ("vacant", "500.00")])
def test_a_building_that_returns_to_use_owes_no_annual_fee(sweden: Pack, kind: str, amount: str) -> None:
    assert owed(sweden, "2024-04-01", "2025-04-01", kind) == Decimal(amount)


PENALTY = {"vacancy.register_by": day("2025-05-01")}


@pytest.mark.proves("SWE-169-5-H-4/1")
def test_the_scheduled_penalty_is_due_where_the_fee_was_late(sweden: Pack) -> None:
    late = PENALTY | {"vacancy.registered_on": day("2025-04-21"), "vacancy.fee_paid_on": day("2025-05-09")}

    assert [decide(sweden, "vacancy.late", late, on).allowed for on in ("2025-05-01", "2025-05-02")] == [False, True]
    assert fee(sweden, "late", "2025-05-02").amount == Decimal("300.00")
    assert cite_of_action(sweden, "vacancy.late") == "§ 169-5(H)(4)"


@pytest.mark.parametrize(
    ("registered", "paid", "penalty"),
    [
        ("2025-05-01", "2025-05-01", False),
        ("2025-05-02", "2025-05-01", True),
        ("2025-05-01", "2025-05-02", True),
        (None, "2025-05-01", True),
        ("2025-05-01", None, True),
        (None, None, True),
    ],
)
def test_missing_either_is_failure(sweden: Pack, registered: str | None, paid: str | None, penalty: bool) -> None:
    facts = PENALTY | {
        "vacancy.registered_on": registered and day(registered),
        "vacancy.fee_paid_on": paid and day(paid),
    }

    assert decide(sweden, "vacancy.late", facts, "2025-06-01").allowed is penalty


@pytest.mark.proves("SWE-169-5-H-5-a/1")
def test_a_payoff_has_the_principal_and_the_months_begun(sweden: Pack, calendar: Calendar) -> None:
    found = account(sweden, "500.00", "2025-04-01", "2025-06-20", calendar)

    assert found.free_until.act_by == day("2025-05-01")
    assert [(one.on, one.amount) for one in found.charges] == [
        (day("2025-05-02"), Decimal("10.00")),
        (day("2025-06-02"), Decimal("10.00")),
    ]
    assert found.due == Decimal("520.00")
    assert sweden.paper("payoff").cite == "§ 169-5(H)(5) and (6)"


@pytest.mark.proves("SWE-169-5-H-5-b/1")
def test_a_transfer_without_its_notice_is_recorded_with_a_finding(sweden: Pack) -> None:
    sale = {"transfer.on": day("2025-06-20"), "vacancy.delinquent": "0.00"}

    found = decide(sweden, "vacancy.transfer", sale, "2025-06-25")

    assert found.allowed
    (finding,) = found.of(Outcome.WARNING)
    assert (finding.key, finding.cite) == ("notice", "§ 169-5(H)(5)")
    assert finding.why == "No copy of a notice is on file"
    given = sale | {"transfer.notice_given_on": day("2025-06-20")}
    assert decide(sweden, "vacancy.transfer", given, "2025-06-25").of(Outcome.WARNING) == ()
    owing = given | {"vacancy.delinquent": "0.01"}
    assert keys(decide(sweden, "vacancy.transfer", owing, "2025-06-25").of(Outcome.WARNING)) == {"paid"}


# -- late charges --------------------------------------------------------------------------------------------------


@pytest.mark.proves("SWE-169-5-H-6-a/1")
def test_a_payment_counts_on_the_day_it_reaches_the_clerk(sweden: Pack, calendar: Calendar) -> None:
    received, postmarked = (
        account(sweden, "500.00", "2025-06-02", "2025-07-03", calendar, payments=[(on, "500.00")])
        for on in ("2025-07-03", "2025-07-01")
    )

    assert received.free_until.act_by == day("2025-07-02")
    assert (len(received.charges), received.due) == (1, Decimal("10.00"))
    assert (len(postmarked.charges), postmarked.due) == (0, Decimal("0.00"))
    where = next(one for one in sweden.paper("invoice").directives if one.key == "where_to_pay")
    assert "Town Clerk's Office, 18 State Street, Brockport, New York 14420" in where.text


@pytest.mark.proves("SWE-169-5-H-6-b/1")
def test_a_payment_goes_to_the_charge_first_and_the_charge_bears_none(sweden: Pack, calendar: Calendar) -> None:
    paid = [("2025-07-15", "210.00")]

    then = account(sweden, "500.00", "2025-06-02", "2025-07-15", calendar, payments=paid)
    later = account(sweden, "500.00", "2025-06-02", "2025-08-03", calendar, payments=paid)

    assert [(one.on, one.amount) for one in then.charges] == [(day("2025-07-03"), Decimal("10.00"))]
    assert (then.principal, then.charges_unpaid) == (Decimal("300.00"), Decimal("0.00"))
    assert (later.charges[-1].on, later.charges[-1].amount) == (day("2025-08-03"), Decimal("6.00"))
    assert later.due == Decimal("306.00")


@pytest.mark.proves("SWE-169-5-H-6-c/1")
def test_the_first_of_invoice_and_demand_counts(sweden: Pack, calendar: Calendar) -> None:
    def due(on: str) -> Decimal:
        return account(sweden, "500.00", "2025-06-02", on, calendar, demanded="2025-07-21").due

    assert (due("2025-07-02"), due("2025-07-03")) == (Decimal("500.00"), Decimal("510.00"))


@pytest.mark.proves("SWE-169-5-H-6-c/2")
@pytest.mark.parametrize(("paid", "charged"), [("2025-09-02", "0.00"), ("2025-09-03", "10.00")])
def test_days_that_are_no_business_days_carry_no_charge(
    sweden: Pack, calendar: Calendar, paid: str, charged: str
) -> None:
    found = account(sweden, "500.00", "2025-07-31", paid, calendar, payments=[(paid, "500.00")])

    assert (found.free_until.nominal, found.free_until.act_by) == (day("2025-08-30"), day("2025-09-02"))
    assert sum((one.amount for one in found.charges), Decimal("0.00")) == Decimal(charged)


@pytest.mark.proves("SWE-169-5-H-6-d/1")
def test_a_month_begun_is_a_month_charged(sweden: Pack, calendar: Calendar) -> None:
    days = ("2026-01-31", "2026-02-28", "2026-03-01", "2026-03-30", "2026-03-31")
    read = [account(sweden, "750.00", "2025-12-31", on, calendar) for on in days]

    assert {one.free_until.act_by for one in read} == {day("2026-01-30")}
    assert [one.charges_unpaid for one in read] == [
        Decimal(amount) for amount in ("15.00", "15.00", "30.00", "30.00", "45.00")
    ]


# -- returned checks, the tax bill ---------------------------------------------------------------------------------


CHECK = [("2025-06-25", "500.00", "2025-07-10")]


@pytest.mark.proves("SWE-169-5-H-6-e/1")
def test_a_returned_check_restores_the_invoice_and_adds_its_fee(sweden: Pack, calendar: Calendar) -> None:
    before = account(sweden, "500.00", "2025-06-02", "2025-07-09", calendar, returned=CHECK)
    after = account(sweden, "500.00", "2025-06-02", "2025-07-10", calendar, returned=CHECK)

    assert before.due == Decimal("0.00")
    assert (after.principal, after.charges_unpaid, after.fees_unpaid) == (
        Decimal("500.00"),
        Decimal("10.00"),
        Decimal("20.00"),
    )
    assert [one.on for one in after.charges] == [day("2025-07-03")]
    assert after.due == Decimal("530.00")
    assert cite_of_action(sweden, "payment.returned") == "§ 169-5(H)(6)"


@pytest.mark.proves("SWE-169-5-H-6-i/1")
def test_late_charges_and_processing_fees_go_on_the_tax_bill_each_by_itself(sweden: Pack, calendar: Calendar) -> None:
    cut_off = "2025-10-15"
    found = account(sweden, "500.00", "2025-06-02", cut_off, calendar, returned=CHECK)
    facts = {"invoice.is_fine": False, "invoice.free_until": found.free_until.act_by, "invoice.due": found.due}

    listed = decide(sweden, "levy.add", facts, cut_off)

    assert (found.principal, found.charges_unpaid, found.fees_unpaid) == (
        Decimal("500.00"),
        Decimal("40.00"),
        Decimal("20.00"),
    )
    assert (len(found.charges), found.due) == (4, Decimal("560.00"))
    assert listed.allowed
    assert "SWE-169-5-H-6-i" in finding_of(listed, "unpaid").provisions


@pytest.mark.proves("SWE-169-5-H-6-f/1")
@pytest.mark.parametrize(
    ("form", "accepted"),
    [
        ("check", False),
        ("card", False),
        ("cash", True),
        ("money order", True),
        ("bank check", True),
        ("certified check", True),
    ],
)
def test_a_returned_check_is_replaced_in_four_forms_only(sweden: Pack, form: str, accepted: bool) -> None:
    offer = {"payment.form": form, "payment.offered": "530.00", "payment.needed": "530.00"}

    found = decide(sweden, "payment.replace", offer, "2025-07-14")

    assert found.allowed is accepted
    assert finding_of(found, "form").cite == "§ 169-5(H)(6)"


@pytest.mark.proves("SWE-169-5-H-6-g/1")
@pytest.mark.parametrize(
    ("offered", "accepted"), [("500.00", False), ("529.99", False), ("530.00", True), ("530.01", True)]
)
def test_the_replacement_covers_the_processing_fee_and_the_late_charges(
    sweden: Pack, calendar: Calendar, offered: str, accepted: bool
) -> None:
    invoice = account(sweden, "500.00", "2025-06-02", "2025-07-14", calendar, returned=CHECK)
    needed = invoice.due
    offer = {"payment.form": "cash", "payment.offered": offered, "payment.needed": needed}

    found = decide(sweden, "payment.replace", offer, "2025-07-14")

    assert (invoice.charges_unpaid, needed) == (Decimal("10.00"), Decimal("530.00"))
    assert found.allowed is accepted
    paid = account(
        sweden, "500.00", "2025-06-02", "2025-07-14", calendar, returned=CHECK, payments=[("2025-07-14", "530.00")]
    )
    assert paid.due == Decimal("0.00")
    if not accepted:
        assert the_one_in_the_way(found).why == f"${offered}; $530.00 is needed"


@pytest.mark.proves("SWE-169-5-H-6-h/1")
def test_what_is_past_its_free_time_and_unpaid_goes_on_the_tax_bill(sweden: Pack, calendar: Calendar) -> None:
    cut_off = "2025-10-15"
    first, second = (account(sweden, "500.00", on, cut_off, calendar) for on in ("2025-06-02", "2025-10-01"))

    def listed(free_until: str, due: Decimal) -> bool:
        facts = {"invoice.is_fine": False, "invoice.free_until": day(free_until), "invoice.due": due}
        return decide(sweden, "levy.add", facts, cut_off).allowed

    assert (len(first.charges), first.due) == (4, Decimal("540.00"))
    assert listed(f"{first.free_until.act_by}", first.due)
    assert not listed(f"{second.free_until.act_by}", second.due)
    assert [listed("2025-10-15", Decimal("1.00")), listed("2025-10-14", Decimal("1.00"))] == [False, True]
    assert not listed("2025-07-02", Decimal("0.00"))


@pytest.mark.proves("SWE-169-9-C/1")
def test_a_courts_fine_is_no_invoice_and_not_on_the_tax_bill(sweden: Pack) -> None:
    fine = {"invoice.is_fine": True, "invoice.free_until": day("2025-09-16"), "invoice.due": "1000.00"}

    found = the_one_in_the_way(decide(sweden, "levy.add", fine, "2025-10-15"))

    assert (found.key, found.cite) == ("not_a_fine", "§ 169-9(C)")
    assert open_(decide(sweden, "levy.add", fine | {"invoice.is_fine": False}, "2025-10-15"))
