"""§ 169-9: fines. The software computes the exposure; a court fines."""

from decimal import Decimal
from typing import Any

import pytest

from tests.law.sweden.facts import OFFICER, day, decide, finding_of, in_force, the_one_in_the_way, with_manager
from townwright.law.calendar import Period
from townwright.law.findings import Finding, Outcome
from townwright.law.packs import Pack
from townwright.law.penalties import Days, Exposure, basis, counted_days, exposure, held_against
from townwright.law.vacancy import Residence, manager, owner


def exposed(pack: Pack, days: Days) -> Exposure:
    """The exposure of a violation."""
    found = exposure(pack.penalties.penalties["chapter_169"], days)
    assert isinstance(found, Exposure)
    return found


@pytest.mark.proves("SWE-169-9-a/1")
@pytest.mark.parametrize(
    ("role", "told", "accepted"),
    [
        ("property manager", {}, False),
        ("responsible person", {}, False),
        ("lessee", {}, True),
        ("in control", {"facts": "Holds the only key"}, True),
    ],
)
def test_an_owner_is_charged_and_nobody_else(sweden: Pack, role: str, told: dict[str, str], accepted: bool) -> None:
    charge = {
        **OFFICER,
        "violation.is_refused_access": False,
        "ticket.sections": {"§ 169-6(E)(13)"},
        "defendant.is_owner": owner(sweden.vacancy, role, told).outcome is Outcome.MET,
    }

    found = decide(sweden, "ticket.issue", charge, "2025-06-20")

    assert found.allowed is accepted
    assert finding_of(found, "defendant").cite == "§ 169-9"


@pytest.mark.proves("SWE-169-9-b/1")
def test_false_information_is_charged_with_what_was_given_and_what_is_true(sweden: Pack) -> None:
    told = {
        "document": "Registration form of 2025-04-21",
        "field": "Property manager",
        "given": "Max Bell",
        "true": "Never agreed to serve",
    }
    far = Residence("Collier, Florida")

    charged = basis(in_force(sweden.penalties.penalties["chapter_169"]), "false_information", told)
    again = manager(sweden.vacancy.manager, [far], None, day("2025-05-14"))

    assert (charged.outcome, charged.cite) == (Outcome.MET, "§ 169-9")
    assert again is not None
    assert (again.outcome, again.cure) == (Outcome.UNMET, "Name a property manager who is near")
    struck = {**with_manager(), "registration.manager": None, "registration.manager_near": None}
    assert the_one_in_the_way(decide(sweden, "vacancy.register", struck, "2025-05-14")).key == "manager"
    untold = basis(in_force(sweden.penalties.penalties["chapter_169"]), "false_information", {**told, "true": ""})
    assert untold.outcome is Outcome.UNMET


@pytest.mark.proves("SWE-169-9-A/1")
@pytest.mark.parametrize(("fine", "warned"), [("1999.00", True), ("2000.00", False), ("2001.00", True)])
def test_a_fine_that_is_not_1000_an_offense_is_recorded_with_a_warning(sweden: Pack, fine: str, warned: bool) -> None:
    found = exposed(sweden, Days(found=day("2025-09-01"), until=day("2025-09-02"), cured=False))

    (finding,) = held_against(found, on=day("2025-09-16"), fine=Decimal(fine), offences=2)

    assert finding.outcome is (Outcome.WARNING if warned else Outcome.MET)
    assert finding.cite == "§ 169-9(A)"


@pytest.mark.parametrize(
    ("jail", "warned"),
    [(Period(months=6), False), (Period(days=180), False), (Period(months=7), True), (Period(days=182), True)],
)
def test_a_term_above_six_months_is_warned_of(sweden: Pack, jail: Period, warned: bool) -> None:
    found = exposed(sweden, Days(found=day("2025-09-01"), until=day("2025-09-01"), cured=False))

    (finding,) = held_against(found, on=day("2025-09-16"), jail=jail)

    assert found.words == "1 day: $1,000.00, or up to 6 months of jail, or both"
    assert finding.outcome is (Outcome.WARNING if warned else Outcome.MET)


def span(pack: Pack, days: Days) -> tuple[Any, ...]:
    """The first and the last day counted."""
    found = counted_days(in_force(pack.penalties.penalties["chapter_169"]).value, days)
    assert found is not None
    return found


@pytest.mark.proves("SWE-169-9-B-a/1")
def test_each_day_after_the_deadline_counts_and_that_of_compliance_does_not(sweden: Pack) -> None:
    late = Days(found=day("2025-05-02"), until=day("2025-05-12"), cured=True, deadline=day("2025-05-01"))

    found = exposed(sweden, late)

    assert span(sweden, late) == (day("2025-05-02"), day("2025-05-11"))
    assert (found.offences, found.least, found.most) == (10, Decimal("10000.00"), Decimal("10000.00"))


@pytest.mark.proves("SWE-169-9-B-b/1")
def test_days_go_on_counting_on_one_ticket(sweden: Pack) -> None:
    grass = Days(found=day("2025-05-16"), until=day("2025-05-30"), cured=True)

    found = exposed(sweden, grass)

    assert span(sweden, grass) == (day("2025-05-16"), day("2025-05-29"))
    assert (found.offences, found.most) == (14, Decimal("14000.00"))
    assert "without a new ticket" in sweden.paper("appearance_ticket").directives[0].text


def test_after_a_notice_without_a_deadline_the_day_after_it_is_the_first(sweden: Pack) -> None:
    noticed = Days(found=day("2025-05-16"), until=day("2025-05-20"), cured=True, notice=day("2025-05-17"))

    assert span(sweden, noticed) == (day("2025-05-18"), day("2025-05-19"))


def test_no_day_before_the_chapter_is_counted(filed: Pack) -> None:
    found = exposure(
        filed.penalties.penalties["chapter_169"], Days(found=day("2020-08-01"), until=day("2020-09-02"), cured=False)
    )

    assert isinstance(found, Finding)
    assert found.outcome is Outcome.UNKNOWN
