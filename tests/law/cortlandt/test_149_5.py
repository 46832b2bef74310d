"""§ 149-5: powers and duties of the Department."""

from datetime import date

import pytest

from tests.law.cortlandt.facts import ready_permit
from tests.law.facts import INSPECTOR, decide, finding_of, open_, the_one_in_the_way
from townwright.law.findings import Outcome
from townwright.law.packs import Pack


@pytest.mark.proves("COR-149-5-B-1/1")
def test_only_members_of_the_department_issue_permits(cortlandt: Pack) -> None:
    planner = ready_permit(actor__offices={"planner"}, actor__role="clerk")

    decision = decide(cortlandt, "permit.issue", planner, "2025-04-24")

    found = finding_of(decision, "member")
    assert not decision.allowed
    assert found.outcome is Outcome.UNMET
    assert found.cite == "§ 149-5(B)"
    assert found.why == "Only Department members may issue; offices held: planner"
    assert finding_of(decide(cortlandt, "permit.issue", ready_permit(**INSPECTOR), "2025-04-24"), "member").outcome is (
        Outcome.MET
    )


@pytest.mark.proves("COR-149-5-B-3/1")
def test_a_missing_steep_slopes_permit_is_outstanding(cortlandt: Pack) -> None:
    flagged = ready_permit(review__steep_slopes="not satisfied")
    flagged["review.steep_slopes.note"] = "steep slopes permit not on file"

    found = the_one_in_the_way(decide(cortlandt, "permit.issue", flagged, "2025-05-19"))

    assert found.why == "Steep slopes permit not on file"
    assert found.says == "The work complies with Chapter 259, Steep Slopes"
    assert {"COR-149-6-4", "COR-149-5-B-3"} <= set(found.provisions)


@pytest.mark.parametrize(
    ("last", "today", "days", "late"),
    [
        ("2025-03-03", "2025-05-02", 60, False),
        ("2025-03-03", "2025-05-03", 61, True),
        ("2025-03-03", "2025-05-05", 63, True),
    ],
)
def test_the_offices_interval_is_a_reminder_only(cortlandt: Pack, last: str, today: str, days: int, late: bool) -> None:
    assert (date.fromisoformat(today) - date.fromisoformat(last)).days == days
    decision = decide(
        cortlandt,
        "inspection.overdue_under_permit",
        {"inspection.days_since": days, "inspection.office_interval": 60},
        today,
    )

    found = finding_of(decision, "interval")
    assert decision.allowed
    assert found.outcome is (Outcome.WARNING if late else Outcome.MET)
    assert found.why.startswith(f"{days} days without an inspection")
    assert found.cite == "§ 149-5(C)"


@pytest.mark.proves("COR-149-5-D-1/1")
def test_a_member_of_the_department_issues_notices_and_a_seasonal_user_does_not(cortlandt: Pack) -> None:
    notice = {"notice.sections": {"§ 149-12"}}

    assert open_(decide(cortlandt, "notice.issue", {**notice, **INSPECTOR}, "2025-02-10"))
    found = the_one_in_the_way(decide(cortlandt, "notice.issue", {**notice, "actor.offices": set()}, "2025-02-10"))
    assert found.why == "No appointment to the Department in force on Mon 10 February 2025"
    assert "COR-149-5-D-1" in found.provisions


@pytest.mark.proves("COR-149-5-D-2/1")
def test_any_chapter_of_the_town_code_can_be_cited(cortlandt: Pack) -> None:
    litter = {**INSPECTOR, "notice.sections": {"Ch. 189, Littering, § 189-3"}}

    decision = decide(cortlandt, "notice.issue", litter, "2025-06-16")

    assert open_(decision)
    found = finding_of(decision, "provision")
    assert found.why == "Ch. 189, Littering, § 189-3"
    assert found.cite == "§ 149-5(D)"
    nothing = decide(cortlandt, "notice.issue", {**litter, "notice.sections": set()}, "2025-06-16")
    assert the_one_in_the_way(nothing).why == "No provision is cited"


def test_the_uniform_code_is_named_in_full_where_an_order_first_mentions_it(cortlandt: Pack) -> None:
    opening = cortlandt.paper("town_order").opening

    first = opening.index("Uniform Code")
    assert "New York State Uniform Fire Prevention and Building Code" in opening[:first]
