"""§ 169-7: exempt for 60 days after fire or extreme weather."""

from typing import Any

import pytest

from tests.law.sweden.facts import (
    day,
    decide,
    in_force,
    lines,
    not_met,
    open_,
    request,
    rule,
    the_one_in_the_way,
    without,
)
from townwright.law.calendar import Calendar, Deadline
from townwright.law.findings import Outcome
from townwright.law.packs import Pack
from townwright.law.vacancy import REGISTRATION_STATUS, exemption, register_by


def exempted(
    pack: Pack, calendar: Calendar, *, event: str, requested: str, vacant: str, cause: str = "fire"
) -> tuple[Any, str, Deadline]:
    """Whether a request exempts, the last exempt day, and by when the building is then registered."""
    finding, last = exemption(
        in_force(pack.vacancy.exemption), cause=cause, event=day(event), requested=day(requested), calendar=calendar
    )
    met = finding.outcome is Outcome.MET
    by = register_by(
        rule(pack), vacant=day(vacant), received=None, exempt=(day(event), last) if met else None, calendar=calendar
    )
    assert by.governs is not None
    return finding, f"{last}", by.governs


@pytest.mark.proves("SWE-169-7-a/1")
def test_it_is_exempt_for_60_days_from_the_fire_and_registered_30_days_later(sweden: Pack, calendar: Calendar) -> None:
    finding, last, by = exempted(sweden, calendar, event="2025-02-01", requested="2025-02-10", vacant="2025-02-01")

    assert finding.outcome is Outcome.MET
    assert (last, by.act_by) == ("2025-04-02", day("2025-05-02"))


@pytest.mark.proves("SWE-169-7-a/2")
def test_what_was_left_of_the_30_days_runs_on_after_the_exemption(sweden: Pack, calendar: Calendar) -> None:
    _, last, by = exempted(
        sweden, calendar, event="2025-02-05", requested="2025-02-07", vacant="2025-01-20", cause="extreme weather"
    )

    assert last == "2025-04-06"
    assert (by.nominal - day("2025-04-06")).days == 14
    assert (by.nominal, by.act_by) == (day("2025-04-20"), day("2025-04-21"))


@pytest.mark.proves("SWE-169-7-b/1")
def test_a_burst_pipe_is_no_ground(sweden: Pack, calendar: Calendar) -> None:
    pipe = request(
        exemption__cause="other", exemption__event_on=day("2025-03-05"), exemption__requested_on=day("2025-03-06")
    )

    found = the_one_in_the_way(decide(sweden, "vacancy.exempt", pipe, "2025-03-06"))

    assert (found.key, found.cite) == ("cause", "§ 169-7")
    finding, _, _ = exempted(
        sweden, calendar, event="2025-03-05", requested="2025-03-06", vacant="2025-03-05", cause="other"
    )
    assert (finding.outcome, finding.cite) == (Outcome.UNMET, "§ 169-7")


@pytest.mark.proves("SWE-169-7-c/1")
def test_a_request_reaches_back_to_the_fire_until_the_60_days_are_over(sweden: Pack, calendar: Calendar) -> None:
    def standing(requested: str) -> tuple[bool, str, bool]:
        finding, last, by = exempted(sweden, calendar, event="2025-02-01", requested=requested, vacant="2025-02-01")
        dates = dict.fromkeys(REGISTRATION_STATUS.fields) | {"vacant_from": day("2025-02-01"), "register_by": by.act_by}
        gate = decide(sweden, "vacancy.exempt", request(exemption__requested_on=day(requested)), requested)
        assert gate.allowed is (finding.outcome is Outcome.MET)
        return gate.allowed, last, REGISTRATION_STATUS.on(dates, day(requested)).key == "overdue"

    without_any = register_by(rule(sweden), vacant=day("2025-02-01"), received=None, calendar=calendar).governs

    assert without_any is not None
    assert without_any.act_by == day("2025-03-03")
    assert without_any.passed(day("2025-03-04"))
    assert standing("2025-03-20") == (True, "2025-04-02", False)
    assert standing("2025-04-02") == (True, "2025-04-02", False)
    assert standing("2025-04-03") == (False, "2025-04-02", True)


def test_the_request_is_the_owners_and_in_writing(sweden: Pack) -> None:
    for fact in ("exemption.in_writing", "exemption.by_owner"):
        found = the_one_in_the_way(decide(sweden, "vacancy.exempt", request() | {fact: False}, "2025-02-10"))
        assert (found.key, found.cite) == ("in_writing", "§ 169-7")


@pytest.mark.proves("SWE-169-7-d/1")
def test_it_is_exempt_from_registration_only(sweden: Pack, calendar: Calendar) -> None:
    _, last, by = exempted(sweden, calendar, event="2025-02-01", requested="2025-02-10", vacant="2025-02-01")
    dates = dict.fromkeys(REGISTRATION_STATUS.fields) | {"vacant_from": day("2025-02-01"), "register_by": by.act_by}

    assert day("2025-03-12") <= day(last)
    assert REGISTRATION_STATUS.on(dates, day("2025-03-12")).key == "due"
    assert not decide(sweden, "vacancy.late", {"vacancy.register_by": by.act_by}, "2025-03-12").allowed
    burnt = not_met(sweden, "a.safe", "Stands open")
    assert lines(sweden, burnt, "2025-03-12") == [("Stands open", "§ 169-6(A)")]


@pytest.mark.proves("SWE-169-7-A/1", "SWE-169-7-B/1")
@pytest.mark.parametrize(
    ("fact", "says", "cite"),
    [
        ("exemption.description", "Description of the building or structure", "§ 169-7(A)"),
        ("exemption.reason", "Reason", "§ 169-7(B)"),
    ],
)
def test_a_request_gives_description_and_reason(sweden: Pack, fact: str, says: str, cite: str) -> None:
    found = the_one_in_the_way(decide(sweden, "vacancy.exempt", without(request(), fact), "2025-02-10"))

    assert (found.says, found.cite) == (says, cite)
    assert open_(decide(sweden, "vacancy.exempt", request(), "2025-02-10"))


@pytest.mark.proves("SWE-169-7-C/1")
def test_a_request_gives_no_post_office_box(sweden: Pack) -> None:
    boxed = request(exemption__owner_address="PO Box 3, Brockport")

    found = the_one_in_the_way(decide(sweden, "vacancy.exempt", boxed, "2025-02-10"))

    assert "a post office box" in found.why
    assert found.cite == "§ 169-7(C)"


@pytest.mark.proves("SWE-169-7-D/1")
@pytest.mark.parametrize(
    ("intent", "accepted"),
    [("undecided", False), ("repair", True), ("reoccupy", True), ("repair and reoccupy", True), ("demolish", True)],
)
def test_a_request_states_the_intent(sweden: Pack, intent: str, accepted: bool) -> None:
    found = decide(sweden, "vacancy.exempt", request(exemption__intent=intent), "2025-02-10")

    assert found.allowed is accepted
    if not accepted:
        assert the_one_in_the_way(found).cite == "§ 169-7(D)"
        assert the_one_in_the_way(found).says.startswith("Statement of intent")
