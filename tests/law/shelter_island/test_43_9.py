"""§ 43-9: how long a permit lives, and its extension."""

from datetime import date

import pytest

from tests.law.shelter_island.facts import decide, open_, permit_dates, requested, the_one_in_the_way
from townwright.law.calendar import Calendar
from townwright.law.packs import Pack
from townwright.law.permits import Standing, Term, standing, term
from townwright.law.renewals import extend


def granted(pack: Pack, calendar: Calendar, issued: date) -> Term:
    """The term of a permit issued on a day."""
    return term(pack.permits.default, issued, calendar)


def on(pack: Pack, calendar: Calendar, issued: date, day: date, **dates: date | None) -> Standing:
    """What a permit issued on a day is on another."""
    made = granted(pack, calendar, issued)
    return standing(pack.permits, "building", made, permit_dates(made, **dates), day)


@pytest.mark.proves("SHI-43-9-A-1/1")
@pytest.mark.parametrize(
    ("issued", "last"), [(date(2025, 3, 10), date(2025, 9, 10)), (date(2025, 8, 31), date(2026, 3, 2))]
)
def test_a_permit_lapses_six_months_on_where_nothing_was_begun(
    island: Pack, calendar: Calendar, issued: date, last: date
) -> None:
    after = date.fromordinal(last.toordinal() + 1)

    assert on(island, calendar, issued, last).status.key == "in force"
    gone = on(island, calendar, issued, after)
    assert gone.status.words == "Expired: construction not commenced in time"
    assert gone.since == after
    assert gone.cite == "§ 43-9A(1)"
    assert on(island, calendar, issued, after, commenced_on=last).status.key == "in force"


@pytest.mark.proves("SHI-43-9-A-2-p1/1")
@pytest.mark.parametrize(
    ("issued", "last"), [(date(2024, 5, 6), date(2026, 5, 6)), (date(2024, 2, 29), date(2026, 3, 2))]
)
def test_a_permit_lapses_24_months_on_where_the_work_is_not_done(
    island: Pack, calendar: Calendar, issued: date, last: date
) -> None:
    after = date.fromordinal(last.toordinal() + 1)
    begun = {"commenced_on": date(2024, 6, 3)}

    assert on(island, calendar, issued, last, **begun).status.key == "in force"
    gone = on(island, calendar, issued, after, **begun)
    assert (gone.status.key, gone.since, gone.cite) == ("expired", after, "§ 43-9A(2)")
    assert gone.why.startswith("Work not complete by")


@pytest.mark.proves("SHI-43-9-A-2-p2/1")
def test_a_permit_lapses_where_only_the_certificate_is_wanting(island: Pack, calendar: Calendar) -> None:
    done = {"commenced_on": date(2024, 6, 3), "completed_on": date(2026, 4, 20)}

    gone = on(island, calendar, date(2024, 5, 6), date(2026, 5, 7), **done)

    assert gone.status.key == "expired"
    assert gone.why == "Certificate not issued by Wed 6 May 2026"
    assert gone.cite == "§ 43-9A(2)"
    closed = on(island, calendar, date(2024, 5, 6), date(2026, 5, 7), **done, closed_on=date(2026, 5, 6))
    assert closed.status.key == "closed"


@pytest.mark.proves("SHI-43-9-A-p1/1")
def test_nothing_is_inspected_under_an_expired_permit(island: Pack, calendar: Calendar) -> None:
    status = on(island, calendar, date(2025, 3, 10), date(2025, 9, 15)).status.key

    found = the_one_in_the_way(decide(island, "inspection.request", requested(permit__status=status), "2025-09-15"))

    assert found.why.endswith("new permit required")
    assert found.cite == "§ 43-9A"
    assert open_(decide(island, "inspection.request", requested(), "2025-09-15"))
    renewed = decide(
        island, "renewal.submit", {"fee.in_schedule": True, "fee.charged": "0", "fee.paid": "0"}, "2025-09-15"
    )
    assert the_one_in_the_way(renewed).why == "An expired permit is void; the work needs a new one"


@pytest.mark.proves("SHI-43-9-B-p1/1")
def test_one_period_is_put_off_and_the_other_stays(island: Pack, calendar: Calendar) -> None:
    permit = granted(island, calendar, date(2025, 3, 10))

    found = extend(
        island.permits.default,
        permit,
        end="commence",
        to=date(2025, 12, 10),
        granted=date(2025, 9, 2),
        cause="Delay of the county's septic approval",
        calendar=calendar,
    )

    assert found.decision.allowed
    assert found.term is not None
    assert found.term.commence is not None
    assert found.term.life is not None
    assert found.term.commence.act_by == date(2025, 12, 10)
    assert found.term.life.nominal == date(2027, 3, 10)
    late = extend(
        island.permits.default,
        permit,
        end="commence",
        to=date(2025, 12, 10),
        granted=date(2025, 9, 11),
        cause="Too late",
        calendar=calendar,
    )
    assert not late.decision.allowed, "what is void cannot be extended"
    assert not decide(
        island, "permit.extend", {"permit.status": "invalid", "actor.offices": {"officer"}}, "2025-09-11"
    ).allowed


@pytest.mark.proves("SHI-43-9-B-p2/1")
def test_an_extension_needs_good_cause(island: Pack, calendar: Calendar) -> None:
    permit = granted(island, calendar, date(2025, 11, 3))

    found = extend(
        island.permits.default,
        permit,
        end="commence",
        to=date(2026, 8, 3),
        granted=date(2026, 4, 27),
        cause=" ",
        calendar=calendar,
    )

    refused = the_one_in_the_way(found.decision)
    assert "good cause" in refused.says.lower()
    assert refused.cite == "§ 43-9B"
