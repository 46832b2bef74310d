"""§ 43-16: what a court can impose."""

from datetime import date
from decimal import Decimal

import pytest

from townwright.law.calendar import Period
from townwright.law.dated import Dated
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.penalties import Days, Exposure, PenaltyRule, basis, exposure, held_against


def penalty(pack: Pack, key: str, days: Days, *, violations: int = 1) -> Exposure:
    """The range of a penalty for a violation."""
    found = exposure(pack.penalties.penalties[key], days, violations=violations)
    assert isinstance(found, Exposure)
    return found


def rule(pack: Pack, key: str = "written_order") -> Dated[PenaltyRule]:
    """A penalty by the rule of March 2026."""
    found = pack.penalties.penalties[key].on(date(2026, 3, 4))
    assert found is not None
    return found


ONE = Days(date(2026, 3, 2), date(2026, 3, 2), cured=False)


@pytest.mark.proves("SHI-43-16-B-p2/1")
@pytest.mark.parametrize(
    ("fine", "outcome"),
    [
        ("499.99", Outcome.WARNING),
        ("500.00", Outcome.MET),
        ("2000.00", Outcome.MET),
        ("2000.01", Outcome.WARNING),
    ],
)
def test_a_fine_outside_the_range_is_recorded_with_a_warning(island: Pack, fine: str, outcome: Outcome) -> None:
    (finding,) = held_against(penalty(island, "chapter", ONE), on=date(2026, 4, 14), fine=Decimal(fine))

    assert finding.outcome is outcome
    assert finding.cite == "§ 43-16B, C"


def test_an_older_violation_is_entered_by_hand(island: Pack) -> None:
    old = Days(date(2008, 4, 17), date(2008, 4, 17), cured=False)

    found = exposure(island.penalties.penalties["chapter"], old)

    assert not isinstance(found, Exposure)
    assert found.cure == "Decide by hand"


@pytest.mark.proves("SHI-43-16-B-p3/1")
@pytest.mark.parametrize(("days", "outcome"), [(10, Outcome.MET), (15, Outcome.MET), (16, Outcome.WARNING)])
def test_more_than_fifteen_days_of_jail_are_warned_of(island: Pack, days: int, outcome: Outcome) -> None:
    fine, jail = held_against(
        penalty(island, "chapter", ONE), on=date(2026, 4, 14), fine=Decimal("1000.00"), jail=Period(days=days)
    )

    assert fine.outcome is Outcome.MET
    assert jail.outcome is outcome


@pytest.mark.proves("SHI-43-16-B-p4/1")
def test_two_violations_bear_twice_the_range(island: Pack) -> None:
    found = penalty(island, "chapter", ONE, violations=2)

    assert (found.least, found.most) == (Decimal("1000.00"), Decimal("4000.00"))
    assert found.offences == 2


@pytest.mark.proves("SHI-43-16-C/1")
def test_each_day_after_the_notice_is_another_violation(island: Pack) -> None:
    noticed = Days(date(2026, 3, 2), date(2026, 3, 12), cured=True, notice=date(2026, 3, 2))

    found = penalty(island, "chapter", noticed)

    assert found.offences == 10, "one, and nine from 3 to 11 March"
    assert (found.least, found.most) == (Decimal("5000.00"), Decimal("20000.00"))
    assert found.jail == Period(days=15)
    without_notice = penalty(island, "chapter", Days(date(2026, 3, 2), date(2026, 3, 12), cured=True))
    assert without_notice.offences == 1


@pytest.mark.proves("SHI-43-16-E-p1/1")
def test_an_order_with_a_time_that_has_passed_bears_a_charge(island: Pack) -> None:
    due = {"order": "Order of 2026-02-17", "due": date(2026, 3, 3), "over": date(2026, 3, 4)}

    assert basis(rule(island), "time_fixed", due).outcome is Outcome.MET
    found = basis(rule(island), "time_fixed", {"order": "Order of 2026-02-20"})
    assert found.outcome is Outcome.UNMET
    assert found.why == "Not given: the day by which to comply and that the day has passed"
    assert found.cite == "§ 43-16E"
    assert rule(island).value.offences[0].rates[0].least == Decimal("500.00")
    assert rule(island).value.offences[0].rates[0].most == Decimal("2000.00")


@pytest.mark.proves("SHI-43-16-E-p2/1")
def test_a_builder_who_was_warned_goes_on_knowingly(island: Pack) -> None:
    warned = {"knowledge": "Warning in writing of 2026-03-17; work seen on 2026-03-19"}

    assert basis(rule(island), "knowing", warned).outcome is Outcome.MET
    assert basis(rule(island), "knowing", {}).why == "Not given: how the knowledge is shown"
    assert rule(island).value.offences == rule(island, "chapter").value.offences


@pytest.mark.proves("SHI-43-16-F/1")
def test_days_under_an_order_are_counted_alike(island: Pack) -> None:
    unmet = Days(date(2026, 4, 1), date(2026, 4, 6), cured=True, notice=date(2026, 4, 1))

    found = penalty(island, "written_order", unmet)

    assert found.offences == 5, "one, and four from 2 to 5 April"
    assert (found.least, found.most) == (Decimal("2500.00"), Decimal("10000.00"))
