"""§ 43-12: fees and the penalty fee."""

from datetime import date
from decimal import Decimal

import pytest

from tests.law.shelter_island.facts import (
    OFFICER,
    asked,
    asked_about,
    decide,
    finding_of,
    open_,
    paid,
    permit_dates,
    ready_certificate,
    ready_permit,
    the_one_in_the_way,
)
from townwright.law.calendar import Calendar
from townwright.law.dated import Dated
from townwright.law.fees import FeeSchedule, compute, schedule_on
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.permits import standing, term
from townwright.law.surcharges import Surcharge, SurchargeRule, surcharge


def schedule(name: str, begins: str, amount: str) -> FeeSchedule:
    """A schedule of one flat permit fee."""
    return FeeSchedule.model_validate(
        {
            "name": name,
            "resolution": f"R-{name}",
            "adopted": begins,
            "begins": begins,
            "lines": [
                {
                    "code": "permit",
                    "title": "Permit",
                    "action": "permit.apply",
                    "parts": [{"kind": "flat", "amount": amount}],
                }
            ],
        }
    )


@pytest.mark.proves("SHI-43-12-A-p1/1")
def test_part_of_a_fee_opens_nothing(island: Pack) -> None:
    half = {**ready_certificate(), **paid("75.00", received="50.00")}

    found = the_one_in_the_way(decide(island, "certificate.issue", half, "2026-06-10"))

    assert found.why == "Fee of $75.00 not paid; $50.00 received"
    assert found.limit - found.fact == Decimal("25.00")
    assert found.cite == "§ 43-12A"
    assert open_(decide(island, "certificate.issue", ready_certificate(), "2026-06-10"))
    assert not decide(island, "document.issue", paid("5.00", received="4.99"), "2026-06-10").allowed


@pytest.mark.proves("SHI-43-12-A-p2/1")
def test_a_higher_cost_is_paid_before_the_amendment_is_approved(island: Pack) -> None:
    by_cost = FeeSchedule.model_validate(
        {
            "name": "By cost",
            "lines": [
                {
                    "code": "permit",
                    "title": "Permit",
                    "parts": [{"kind": "per", "fact": "application.cost", "every": "1000", "amount": "10.00"}],
                }
            ],
        }
    )
    fees = [
        compute(by_cost, "permit", asked(island, {"application.cost": cost}, "2026-04-28")).amount
        for cost in ("60000.00", "75000.00")
    ]
    extra = fees[1] - fees[0]
    facts = {
        **OFFICER,
        "permit.status": "in force",
        "parcel.stop_work_orders": set(),
        "documents.accepted_on": date(2026, 4, 28),
        "examined.uniform_code": "complies",
        "examined.energy_code": "complies",
    }

    unpaid = decide(island, "permit.amend", {**facts, **paid(str(extra), received="0.00")}, "2026-04-28")

    assert extra == Decimal("150.00")
    found = the_one_in_the_way(unpaid)
    assert found.why == "Fee of $150.00 not paid; $0.00 received"
    assert found.cite == "§ 43-12A"
    assert open_(decide(island, "permit.amend", {**facts, **paid(str(extra))}, "2026-04-28"))


@pytest.mark.proves("SHI-43-12-B/1")
@pytest.mark.parametrize(
    ("filed", "amount"), [(date(2025, 12, 30), "300.00"), (date(2025, 12, 31), "300.00"), (date(2026, 1, 2), "350.00")]
)
def test_the_schedule_of_the_day_of_filing_counts(island: Pack, filed: date, amount: str) -> None:
    schedules = (schedule("A", "2025-01-01", "300.00"), schedule("B", "2026-01-01", "350.00"))

    found = schedule_on(schedules, filed)

    assert found is not None
    assert compute(found, "permit", asked(island, {}, filed.isoformat())).amount == Decimal(amount)
    assert island.fees_rules.setting.cite == "§ 43-12B"


@pytest.mark.proves("SHI-43-12-C-p1/1")
def test_an_elevator_is_construction_work(island: Pack) -> None:
    elevator = asked_about(work__components={"elevator"}, application__cost="38000.00")

    decision = decide(island, "permit.not_needed", elevator, "2026-05-05")

    found = the_one_in_the_way(decision)
    assert found.why == "A building permit is required"
    assert "SHI-43-12-C-p1" in found.provisions
    assert finding_of(decision, "trades").why == "Part of the work, its cost counted: elevator"
    assert finding_of(decision, "trades").cite == "§ 43-12C"
    cheap = {**elevator, "application.cost": "10000.00"}
    assert decide(island, "permit.not_needed", cheap, "2026-05-05").allowed, "its cost is what counts"
    assert set(island.catalogue["work.components"].choices) == {
        "plumbing",
        "heating",
        "standpipe",
        "sprinkler",
        "elevator",
        "electrical",
        "other",
    }


def penalty(pack: Pack, fee: str, last_work: date | None, filed: date = date(2026, 4, 20)) -> Surcharge:
    """The penalty fee beside a permit fee."""
    rule: Dated[SurchargeRule] | None = pack.surcharges.surcharges["penalty_fee"].on(filed)
    assert rule is not None
    return surcharge(rule, Decimal(fee), filed=filed, last_work=last_work)


@pytest.mark.proves("SHI-43-12-D-p1/1")
def test_work_without_its_permit_costs_five_times_the_permit_fee_more(island: Pack) -> None:
    found = penalty(island, "250.00", date(2026, 3, 16))

    assert found.amount == Decimal("1250.00")
    assert found.steps[0].words == "Administrative penalty fee: 5 × $250.00"
    rule = island.surcharges.surcharges["penalty_fee"].on(date(2026, 4, 20))
    assert rule is not None
    assert rule.value.of == "permit.apply", "the certificate's $75.00 is not multiplied"
    assert rule.cite == "§ 43-12D"


@pytest.mark.proves("SHI-43-12-D-p2/1")
def test_work_that_went_on_after_the_permit_expired_counts_too(island: Pack, calendar: Calendar) -> None:
    permit = term(island.permits.default, date(2024, 5, 6), calendar)
    begun = permit_dates(permit, commenced_on=date(2024, 6, 3))

    gone = standing(island.permits, "building", permit, begun, date(2026, 5, 20))

    assert (gone.status.key, gone.since) == ("expired", date(2026, 5, 7)), "so that it is without a permit"
    assert penalty(island, "600.00", date(2026, 5, 20), filed=date(2026, 6, 1)).amount == Decimal("3000.00")


@pytest.mark.proves("SHI-43-12-D-p3/1")
@pytest.mark.parametrize(
    ("last_work", "due"),
    [(date(2009, 6, 1), False), (date(2009, 6, 2), True), (date(2015, 8, 1), True)],
)
def test_only_work_after_1_june_2009_bears_it(island: Pack, last_work: date, due: bool) -> None:
    found = penalty(island, "200.00", last_work)

    assert found.amount == (Decimal("1000.00") if due else 0)
    assert found.finding.outcome is (Outcome.WARNING if due else Outcome.MET)


def test_who_proves_nothing_pays(island: Pack) -> None:
    unknown = penalty(island, "200.00", None)

    assert unknown.amount == Decimal("1000.00")
    assert unknown.finding.why == "No day of the work is proved"
    assert unknown.finding.held_by == "applicant"
    assert penalty(island, "200.00", date(2008, 9, 12)).amount == 0, "a survey of 2008 shows the deck"


@pytest.mark.proves("SHI-43-12-D-p5/1")
def test_paying_excuses_nothing(island: Pack) -> None:
    narrow = {**ready_permit(review__c="not satisfied"), **paid("1500.00"), "review.c.note": "stair too narrow"}

    found = the_one_in_the_way(decide(island, "application.approve", narrow, "2026-04-20"))

    assert found.why == "Stair too narrow"
    assert found.says.startswith("Means of egress")
