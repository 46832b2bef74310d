"""§ 149-19: orders to remedy, civil penalties, offences."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from tests.law.facts import INSPECTOR, OFFICER, decide, finding_of, open_, the_one_in_the_way
from townwright.law.calendar import Calendar, Period
from townwright.law.dated import Dated
from townwright.law.findings import Outcome
from townwright.law.orders import (
    Attempt,
    Draft,
    Drafted,
    OrderKind,
    Party,
    Violation,
    carries_382,
    default_from,
    draft,
    may_compel,
    service,
)
from townwright.law.packs import Pack
from townwright.law.penalties import Days, Exposure, PenaltyRule, basis, counted_days, exposure, held_against

day = date.fromisoformat

OWNER = Party("cruz", "R. Cruz", frozenset({"owner"}))
STAIR = Violation({"condition": "Handrail missing on the stair", "provision": "PMCNYS 307.1"})


def rule(pack: Pack, kind: str = "town_order") -> Dated[OrderKind]:
    """The rule of a kind of order."""
    found = pack.orders.kinds[kind].on(day("2025-08-05"))
    assert found is not None
    return found


def order(pack: Pack, calendar: Calendar, comply_by: str | None, reason: str, *lines: Violation) -> Drafted:
    """The Town's order to remedy of 5 August 2025."""
    remedy_by = day(comply_by) if comply_by else None
    return draft(rule(pack), Draft(day("2025-08-05"), lines or (STAIR,), remedy_by=remedy_by, reason=reason), calendar)


# ------------------------------------------------------------------------------------------------ (A) orders


@pytest.mark.proves("COR-149-19-A-2/1")
@pytest.mark.parametrize("provision", ["violates the Uniform Code", ""])
def test_an_order_states_the_specific_provision(cortlandt: Pack, calendar: Calendar, provision: str) -> None:
    vague = Violation({"condition": "Handrail missing", "provision": provision})

    found = the_one_in_the_way(order(cortlandt, calendar, "2025-08-29", "a carpenter is needed", vague).decision)

    assert (found.key, found.cite) == ("order.provision", "§ 149-19(A)")
    assert found.says.endswith("The specific provision violated")
    chapter = Violation({"condition": "No permit displayed", "provision": "§ 149-13"})
    assert open_(order(cortlandt, calendar, "2025-08-29", "simple", chapter).decision)


@pytest.mark.proves("COR-149-19-A-3/1")
def test_the_time_is_the_directors_with_its_reason(cortlandt: Pack, calendar: Calendar) -> None:
    exit_ = order(cortlandt, calendar, "2025-08-06", "life safety, simple to cure")

    assert open_(exit_.decision)
    assert exit_.remedy_by is not None
    assert exit_.remedy_by.act_by == day("2025-08-06")
    assert the_one_in_the_way(order(cortlandt, calendar, "2025-08-06", " ").decision).key == "order.time_reason"
    assert the_one_in_the_way(order(cortlandt, calendar, "2025-08-05", "now").decision).key == "order.time"
    assert "order.time" in {f.key for f in order(cortlandt, calendar, None, "none").decision.standing_in_the_way}


def test_the_states_order_is_another_paper_with_its_own_thirty_days(cortlandt: Pack, calendar: Calendar) -> None:
    town = order(cortlandt, calendar, "2025-09-19", "custom steel stair")
    state = draft(rule(cortlandt, "remedy"), Draft(day("2025-08-05"), (STAIR,)), calendar)

    assert town.remedy_by is not None
    assert state.remedy_by is not None
    assert (town.remedy_by.nominal, town.remedy_by.cite) == (day("2025-09-19"), "§ 149-19(A)")
    assert (state.remedy_by.nominal, state.remedy_by.cite) == (day("2025-09-04"), "19 NYCRR § 1203.5")
    assert carries_382(rule(cortlandt)).outcome is Outcome.WARNING
    assert carries_382(rule(cortlandt, "remedy")).outcome is Outcome.MET


@pytest.mark.proves("COR-149-19-A-4/1", "COR-149-19-A-4/2")
@pytest.mark.parametrize(
    ("comply_by", "on", "opened"),
    [
        ("2025-08-29", "2025-08-28", False),
        ("2025-08-29", "2025-08-29", False),
        ("2025-08-29", "2025-08-30", True),
        ("2025-10-11", "2025-10-13", False),  # a Saturday, then Columbus Day
        ("2025-10-11", "2025-10-14", False),
        ("2025-10-11", "2025-10-15", True),
    ],
)
def test_a_proceeding_waits_for_the_end_of_the_time(
    cortlandt: Pack, calendar: Calendar, comply_by: str, on: str, opened: bool
) -> None:
    made = order(cortlandt, calendar, comply_by, "a carpenter is needed")
    assert made.remedy_by is not None

    decision = may_compel(rule(cortlandt), made.remedy_by, day(on))

    assert decision.allowed is opened
    assert decision.findings[0].cite == "§ 149-19(A)"
    gate = {**OFFICER, "action.kind": "compel", "order.remedy_by": made.remedy_by.act_by}
    assert decide(cortlandt, "legal_action.commence", gate, on).allowed is opened


@pytest.mark.proves("COR-149-19-A-5/1", "COR-149-19-A-5/2")
def test_it_is_served_by_hand_or_by_first_class_mail(cortlandt: Pack, calendar: Calendar) -> None:
    def served(way: str, **proof: Any) -> Any:
        step = "handed" if way == "personal" else "mailed" if way != "posted" else "posted"
        attempt = Attempt("cruz", way, {step: day("2025-08-05")}, {step: proof})
        return service(rule(cortlandt), day("2025-08-05"), [OWNER], [attempt], on=day("2025-08-05"), calendar=calendar)

    mailed = served("first_class", address="9 Oak Street", by="D. Lind")
    posted = served("posted", photo="IMG 12")

    assert mailed.served_on == day("2025-08-05")
    assert posted.served_on is None
    assert posted.decision.standing_in_the_way[0].cite == "§ 149-19(A)"
    assert served("personal", to="R. Cruz", by="D. Lind").served_on == day("2025-08-05")
    assert served("certified", article="7021").served_on == day("2025-08-05")
    assert served("first_class", address="", by="D. Lind").served_on is None


# --------------------------------------------------------------------------------------- (B), (C) civil track


def penalty(pack: Pack, key: str) -> Dated[PenaltyRule]:
    """A penalty's rule."""
    found = pack.penalties.penalties[key].on(day("2025-05-01"))
    assert found is not None
    return found


def exposed(pack: Pack, key: str, found: str, until: str, *, cured: bool = True, **more: Any) -> Exposure:
    """The range of a penalty for days of a violation."""
    result = exposure(pack.penalties.penalties[key], Days(day(found), day(until), cured), **more)
    assert isinstance(result, Exposure)
    return result


@pytest.mark.proves("COR-149-19-B-1/1", "COR-149-19-B-1/2")
@pytest.mark.parametrize(
    ("found", "until", "days", "most"),
    [
        ("2025-05-01", "2025-05-10", 10, "2500.00"),
        ("2025-05-01", "2025-05-01", 1, "250.00"),
        ("2025-05-01", "2025-05-02", 2, "500.00"),
    ],
)
def test_each_day_or_part_of_a_day_counts(cortlandt: Pack, found: str, until: str, days: int, most: str) -> None:
    exposed_to = exposed(cortlandt, "civil", found, until)

    assert (exposed_to.offences, exposed_to.least, exposed_to.most) == (days, Decimal("0.00"), Decimal(most))
    assert exposed_to.rule.cite == "§ 149-19(B)"
    assert exposed_to.jail is None
    more = held_against(exposed_to, on=day(until), fine=Decimal(most) + Decimal("0.01"))
    assert more[0].outcome is Outcome.WARNING


@pytest.mark.proves("COR-149-19-B-2/1", "COR-149-19-B-2/2")
@pytest.mark.parametrize(
    ("base", "rests"),
    [
        ("certificate", True),
        ("uniform_code", True),
        ("chapter", True),
        ("signs", False),
        ("zoning", False),
        ("permit condition", False),
    ],
)
def test_a_civil_penalty_rests_on_one_of_three_bases(cortlandt: Pack, base: str, rests: bool) -> None:
    found = basis(penalty(cortlandt, "civil"), base, {})

    assert (found.outcome is Outcome.MET) is rests
    assert found.cite == "§ 149-19(B)"


@pytest.mark.proves("COR-149-19-B-3/1")
def test_the_director_sues_in_the_towns_name_without_a_resolution(cortlandt: Pack) -> None:
    gate = cortlandt.gate("legal_action.commence")

    decision = gate.decide({**OFFICER, "action.kind": "penalty"}, day("2025-10-01"))

    assert open_(decision)
    assert "action.resolution" not in gate.needs(day("2025-10-01"))
    assert cortlandt.town.name == "Town of Cortlandt"
    refused = decide(cortlandt, "legal_action.commence", {**INSPECTOR, "action.kind": "penalty"}, "2025-10-01")
    assert the_one_in_the_way(refused).key == "signature"


@pytest.mark.proves("COR-149-19-C-1/1")
def test_an_injunction_rests_on_the_code_or_a_certificate(cortlandt: Pack) -> None:
    use = {**OFFICER, "action.kind": "injunction", "action.basis": "certificate"}

    decision = decide(cortlandt, "legal_action.commence", use, "2025-10-06")

    found = finding_of(decision, "injunction")
    assert decision.allowed
    assert (found.outcome, found.cite) == (Outcome.MET, "§ 149-19(C)")
    zoning = finding_of(
        decide(cortlandt, "legal_action.commence", {**use, "action.basis": "zoning"}, "2025-10-06"), "injunction"
    )
    assert zoning.outcome is Outcome.WARNING
    assert "last sentence of § 149-19(D)" in zoning.why


# ------------------------------------------------------------------------------------------- (D) offences


@pytest.mark.proves("COR-149-19-D-1/1")
def test_wilful_disobedience_is_counted_from_the_day_after_the_time(cortlandt: Pack, calendar: Calendar) -> None:
    made = order(cortlandt, calendar, "2025-08-29", "a carpenter is needed")
    assert made.remedy_by is not None
    disobeyed = penalty(cortlandt, "order_disobeyed")
    told = {"order": "OR-2025-0007", "served": day("2025-08-05"), "default": True, "wilful": "refused twice"}

    assert default_from(made.remedy_by) == day("2025-08-30")
    days = Days(day("2025-08-05"), day("2025-09-02"), cured=False, deadline=made.remedy_by.act_by)
    assert counted_days(disobeyed.value, days) == (day("2025-08-30"), day("2025-09-02"))
    accepted = basis(disobeyed, "order", told)
    assert (accepted.outcome, accepted.cite) == (Outcome.MET, "§ 149-19(D)")
    for missing in told:
        refused = basis(disobeyed, "order", {key: value for key, value in told.items() if key != missing})
        assert refused.outcome is Outcome.UNMET
    early = Days(day("2025-08-05"), day("2025-08-29"), cured=False, deadline=made.remedy_by.act_by)
    assert counted_days(disobeyed.value, early) is None


def test_those_who_take_part_are_named_with_their_capacity(cortlandt: Pack) -> None:
    rule_of = penalty(cortlandt, "misdemeanor")

    assert basis(rule_of, "taking_part", {"capacity": "superintendent"}).outcome is Outcome.MET
    assert basis(rule_of, "taking_part", {}).outcome is Outcome.UNMET


@pytest.mark.proves("COR-149-19-D-3/1")
def test_an_offence_names_one_base(cortlandt: Pack) -> None:
    rule_of = penalty(cortlandt, "misdemeanor")

    silent = basis(rule_of, "approved_plans", {})
    assert (silent.outcome, silent.cite) == (Outcome.UNMET, "§ 149-19(D)")
    assert silent.why == "Not given: the plan or statement departed from"
    assert basis(rule_of, "approved_plans", {"plan": "A-2"}).outcome is Outcome.MET
    for base in ("chapter", "uniform_code", "rules", "order"):
        assert basis(rule_of, base, {}).outcome is Outcome.MET
    assert basis(rule_of, "bad manners", {}).outcome is Outcome.UNMET


@pytest.mark.proves("COR-149-19-D-4/1")
def test_each_person_is_liable_for_each_violation(cortlandt: Pack) -> None:
    found = exposed(cortlandt, "misdemeanor", "2025-07-01", "2025-07-03", violations=2)

    assert (found.offences, found.least, found.most) == (6, Decimal("600.00"), Decimal("6000.00"))


@pytest.mark.proves("COR-149-19-D-5/1", "COR-149-19-D-6/1")
def test_a_fine_lies_between_one_hundred_and_one_thousand_dollars(cortlandt: Pack) -> None:
    one = exposed(cortlandt, "misdemeanor", "2025-07-01", "2025-07-01")
    five = exposed(cortlandt, "misdemeanor", "2025-07-01", "2025-07-05")

    assert (five.offences, five.least, five.most) == (5, Decimal("500.00"), Decimal("5000.00"))
    for fine, outcome, limit in (
        ("75.00", Outcome.WARNING, "100.00"),
        ("99.99", Outcome.WARNING, "100.00"),
        ("100.00", Outcome.MET, "1000.00"),
        ("1000.00", Outcome.MET, "1000.00"),
        ("1000.01", Outcome.WARNING, "1000.00"),
    ):
        (found,) = held_against(one, on=day("2025-11-03"), fine=Decimal(fine))
        assert (found.outcome, found.cite, found.limit) == (outcome, "§ 149-19(D)", Decimal(limit))
    (low,) = held_against(one, on=day("2025-11-03"), fine=Decimal("75.00"))
    assert low.why == "$75.00; the range is $100.00 to $1,000.00"


@pytest.mark.proves("COR-149-19-D-7/1")
def test_imprisonment_is_thirty_days_at_most(cortlandt: Pack) -> None:
    one = exposed(cortlandt, "misdemeanor", "2025-07-01", "2025-07-01")

    both = held_against(one, on=day("2025-11-03"), fine=Decimal("500.00"), jail=Period(days=10))
    assert [f.outcome for f in both] == [Outcome.MET, Outcome.MET]
    for days, outcome in ((30, Outcome.MET), (31, Outcome.WARNING)):
        (found,) = held_against(one, on=day("2025-11-03"), jail=Period(days=days))
        assert (found.outcome, found.cite) == (outcome, "§ 149-19(D)")


@pytest.mark.proves("COR-149-19-D-8/1")
def test_a_paid_fine_does_not_close_the_violation(cortlandt: Pack) -> None:
    found = the_one_in_the_way(decide(cortlandt, "violation.close", {}, "2025-11-03"))

    assert (found.why, found.cite) == ("No inspection has found it cured", "§ 149-19(D)")
    assert open_(decide(cortlandt, "violation.close", {"violation.cured_on": day("2025-11-20")}, "2025-11-20"))
    assert not decide(cortlandt, "violation.close", {"violation.cured_on": day("2025-11-20")}, "2025-11-19").allowed


@pytest.mark.proves("COR-149-19-D-10/1")
def test_each_day_that_is_proven_is_an_offence(cortlandt: Pack) -> None:
    found = exposed(cortlandt, "misdemeanor", "2025-07-30", "2025-08-02", cured=False)

    assert found.offences == 4


@pytest.mark.proves("COR-149-19-D-11/1")
@pytest.mark.parametrize("kind", ["injunction", "removal"])
def test_a_fine_bars_neither_removal_nor_injunction(cortlandt: Pack, kind: str) -> None:
    goes_on = {**OFFICER, "action.kind": kind, "action.basis": "chapter"}

    decision = decide(cortlandt, "legal_action.commence", goes_on, "2025-11-04")

    found = finding_of(decision, "not_barred")
    assert decision.allowed
    assert (found.outcome, found.cite) == (Outcome.MET, "§ 149-19(D)")
    assert finding_of(decision, "compelling") in decision.not_asked
