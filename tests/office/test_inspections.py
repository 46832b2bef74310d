"""Inspections with their records: the plan, visits and their results, what is found, reports and notices."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from tests.office.factories import CHECK, Office, appointed, day, do, log_in, on_the_day, pdf, schedule
from tests.office.factories_inspections import (
    DECK,
    HOUSE,
    Site,
    applied,
    failed,
    failed_jobs,
    issued,
    jobs,
    result,
)
from townwright.law.findings import Outcome as Found
from townwright.law.inspections import open_lines
from townwright.office import clock, laws
from townwright.office.files.models import Document
from townwright.office.inspections import hours, plans, reading, visits
from townwright.office.inspections.models import InspectionRequest, PlanLine, Result, Violation, Visit
from townwright.office.money.models import FeeSchedule
from townwright.office.outbox.models import Message
from townwright.office.papers.models import Paper
from townwright.office.register.actors import Actor, Role
from townwright.office.register.acts import Outcome, ask, offers, perform
from townwright.office.register.errors import InputError, NotAllowed, Refused
from townwright.office.register.facts import gather
from townwright.office.register.models import Entry

pytestmark = pytest.mark.both_engines


def refused(name: str, subject: Any, when: str, actor: Any, **given: Any) -> Refused:
    """The refusal of an act on a day."""
    with pytest.raises(Refused) as caught:
        do(name, subject, when, actor, **given)
    return caught.value


def unreadable(name: str, subject: Any, when: str, actor: Any, **given: Any) -> dict[str, str]:
    """What is wrong with the input of an act, by field."""
    with pytest.raises(InputError) as caught:
        do(name, subject, when, actor, **given)
    return caught.value.errors


def cites(refusal: Refused) -> set[str]:
    """The sections that stand in the way."""
    return {finding.cite for finding in refusal.decision.standing_in_the_way}


def standing(site: Site, key: str, when: str) -> reading.PlanRow:
    """A line of the plan as the page shows it on a day."""
    return next(row for row in reading.plan(site.permit, day(when)) if row.line.key == key)


def found(site: Site, kind: str) -> Violation:
    """The one violation of a kind."""
    return Violation.objects.get(case=site.permit.case, kind=kind)


#: A change that nobody told of.
MOVED = {"kind": "change_not_reported", "words": "Moved"}


def last_report() -> Paper:
    """The report that was printed last."""
    return Paper.objects.filter(kind="inspection_report").latest("id")


# -- the plan ----------------------------------------------------------------------------------------------------------


def test_the_plan_is_made_with_the_permit_and_holds_the_site_alone_before_it(town: Office) -> None:
    permit = applied(town, "2025-03-03", HOUSE)
    assert list(permit.plan.values_list("key", flat=True)) == ["site"]

    town.issued("2025-03-17", permit)

    keys = set(permit.plan.filter(state="required").values_list("element", flat=True))
    assert keys == {"site", "footing", "slab", "framing", "systems", "solid_fuel", "energy", "sheetrock", "final"}
    assert permit.plan.last().final  # type: ignore[union-attr]


@pytest.mark.proves("CHE-50-5-B-1/1")
def test_no_permit_issues_before_its_site_is_inspected_or_set_aside(town: Office) -> None:
    permit = town.ready("2025-05-05", town.submitted("2025-05-05"))
    site = Site(town, permit)

    refusal = refused("permit.issue", permit, "2025-05-06", town.staff.officer, certificate_kind="compliance")

    assert cites(refusal) == {"§ 50-5(B)(1)"}
    site.do("inspection.not_applicable", "2025-05-06", line="site", why="Interior work, the house is known")
    site.do("permit.issue", "2025-05-06", town.staff.officer, certificate_kind="compliance")
    assert permit.issued_on == day("2025-05-06")


@pytest.mark.proves("CHE-50-5-B-L2/1")
def test_an_added_inspection_binds_like_the_listed_ones(town: Office) -> None:
    site = issued(town, "2025-04-08")
    site.do(
        "inspection.add_line", "2025-04-08", town.staff.officer, title="Retaining wall drainage", why="A wall of 9 ft"
    )
    drainage = "further.retaining_wall_drainage"
    site.accept("2025-09-25", drainage)

    refusal = refused("inspection.record", site.permit, "2025-09-30", town.staff.inspector, **final())

    assert refusal.decision.standing_in_the_way[0].why == "Still open: Retaining wall drainage"
    assert site.permit.plan.get(key=drainage).cite == "§ 50-5(B)"
    site.visit("2025-09-30", result(drainage), result("final"))
    assert site.permit.completed_on == day("2025-09-30")


def test_a_gate_of_inspections_reads_what_the_permit_tells(town: Office) -> None:
    permit = applied(town, "2025-03-03", HOUSE)

    own = visits.ask_gate("application.complete", {}, day("2025-03-03"), permit)
    nothing = visits.ask_gate("application.complete", {}, day("2025-03-03"))
    given = visits.ask_gate(
        "application.complete", {"documents.sets": 1, "documents.electronic": False}, day("2025-03-03"), permit
    )

    found = {finding.key: finding.outcome for finding in own.findings}
    assert found["occupancy"] is Found.MET
    assert {f.key: f.outcome for f in nothing.findings}["occupancy"] is Found.UNMET
    assert found["sets"] is Found.MET
    assert {f.key: f.outcome for f in given.findings}["sets"] is Found.UNMET, "what the act says goes before"


def test_only_the_officer_adds_inspections_and_none_twice(town: Office) -> None:
    site = issued(town, "2025-04-08")
    line = {"title": "Drainage", "why": "Clay"}
    with pytest.raises(NotAllowed):
        site.do("inspection.add_line", "2025-04-08", **line)
    site.do("inspection.add_line", "2025-04-08", town.staff.officer, **line)
    wrong = unreadable("inspection.add_line", site.permit, "2025-04-08", town.staff.officer, **line)
    assert wrong == {"title": "The plan has this already."}


def test_a_line_is_set_aside_with_a_reason_and_required_again(town: Office) -> None:
    site = issued(town, "2025-04-08")
    inspector = town.staff.inspector
    site.do("inspection.not_applicable", "2025-04-09", line="footing", why="Stands on the old slab")
    assert standing(site, "footing", "2025-04-09").words == "Not applicable: Stands on the old slab"
    assert unreadable("inspection.record", site.permit, "2025-04-10", inspector, results=[result("footing")]) == {
        "results.0.line": "Footing and foundation is marked as not applicable. Say first that it applies."
    }

    site.do("inspection.require", "2025-04-10", line="footing", why="The old slab is cracked")

    assert site.permit.plan.get(key="footing").state == PlanLine.State.REQUIRED
    assert (
        "already"
        in unreadable("inspection.require", site.permit, "2025-04-10", inspector, line="footing", why="Again")["line"]
    )
    assert (
        "always applies"
        in unreadable("inspection.not_applicable", site.permit, "2025-04-10", inspector, line="final", why="Small job")[
            "line"
        ]
    )
    assert (
        "The plan has no roof"
        in unreadable("inspection.not_applicable", site.permit, "2025-04-10", inspector, line="roof", why="None")[
            "line"
        ]
    )


def test_what_the_code_fixes_is_not_set_aside(town: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    site = issued(town, "2025-04-08")
    rules = laws.pack().inspections
    fixed = tuple(
        each.model_copy(update={"set_aside": "never"}) if each.key == "footing" else each for each in rules.elements
    )
    pack = laws.pack().model_copy(update={"inspections": rules.model_copy(update={"elements": fixed})})
    monkeypatch.setattr(laws, "pack", lambda on=None: pack)

    wrong = unreadable(
        "inspection.not_applicable", site.permit, "2025-04-09", town.staff.inspector, line="footing", why="Looks fine"
    )

    assert wrong["line"] == "Footing and foundation applies wherever the work has it (§ 50-5(B)(2))."
    assert site.permit.plan.get(key="footing").state == PlanLine.State.REQUIRED


def test_a_permit_tells_its_owner_its_land_and_its_last_day(town: Office) -> None:
    site = issued(town, "2025-04-08")
    names = ("application.owner_name", "application.tax_map", "permit.last_day", "work.completed_on")

    told = gather(site.permit, names, day("2025-04-09"))

    assert told["application.owner_name"] == "Dara Ortiz"
    assert told["application.tax_map"] == site.permit.case.on_parcels.get().parcel.print_key
    assert told["permit.last_day"] == day("2026-04-08")
    assert "work.completed_on" not in told


def test_work_that_failed_is_not_set_aside(town: Office) -> None:
    site = issued(town, "2025-04-08")
    site.visit("2025-04-15", failed("footing", "Below frost depth: no"))
    wrong = unreadable(
        "inspection.not_applicable", site.permit, "2025-04-16", town.staff.inspector, line="footing", why="Never mind"
    )
    assert "has to be corrected" in wrong["line"]


def test_the_plan_follows_the_work_and_keeps_what_was_settled(town: Office) -> None:
    site = issued(town, "2025-04-08", {**DECK, "work.systems": ["electrical"]})
    site.do("inspection.not_applicable", "2025-04-08", line="framing", why="Steel, by its own report")
    site.permit.answers = {**site.permit.answers, "work.slab": True, "work.systems": ["plumbing"]}
    site.permit.save(update_fields=["answers"])

    site.do("inspection.plan", "2025-04-10")

    state = dict(site.permit.plan.values_list("key", "state"))
    assert state["slab"] == "required"
    assert state["framing"] == "not applicable"
    assert (state["systems.electrical"], state["systems.plumbing"]) == ("not applicable", "required")
    said = Entry.objects.filter(act="inspection.plan").latest("seq").said
    assert "Preparation for concrete slab: required" in said


def test_what_nobody_knows_of_the_work_stays_open(town: Office) -> None:
    site = issued(
        town, "2025-04-08", {key: value for key, value in DECK.items() if key != "work.slab"} | {"work.slab": None}
    )
    row = standing(site, "slab", "2025-04-09")
    assert (row.key, row.line.missing) == ("unknown", ["work.slab"])
    refusal = refused("inspection.record", site.permit, "2025-04-09", town.staff.inspector, **final())
    assert "Preparation for concrete slab" in refusal.decision.standing_in_the_way[0].why


def final(**given: Any) -> dict[str, Any]:
    """A final inspection that is satisfactory."""
    return {"results": [result("final")], "permit_displayed": True, "documents_on_site": True, **given}


# -- asking and booking ------------------------------------------------------------------------------------------------


@pytest.mark.proves("CHE-50-5-A-3/1")
def test_a_ready_notice_waits_since_the_hour_of_the_call(town: Office) -> None:
    site = issued(town, "2025-04-14")

    with clock.fixed("2025-04-21 10:15"):
        given = {"lines": ["footing"], "channel": "telephone", "caller": "J. Ortega"}
        perform("inspection.request", given, actor=town.staff.clerk, subject_id=site.permit.pk)

    (row,) = jobs("2025-04-23")
    assert [line.title for line in row.lines] == ["Footing and foundation"]
    assert f"{clock.local(row.since):%Y-%m-%d %H:%M}" == "2025-04-21 10:15"
    assert (row.days, row.request.caller) == (2, "J. Ortega")  # type: ignore[union-attr]
    assert standing(site, "footing", "2025-04-23").words == "Asked for"


@pytest.mark.proves("CHE-50-5-B-2/1")
def test_framing_asked_for_before_the_footing_is_taken_with_a_warning(town: Office) -> None:
    site = issued(town, "2025-04-14")

    outcome = site.do("inspection.request", "2025-05-01", town.staff.clerk, lines=["framing"])

    (warning,) = outcome.decision.of(Found.WARNING)
    assert "Footing and foundation" in warning.why
    assert warning.cite == "§ 50-5(B)(2)"
    assert standing(site, "footing", "2025-05-01").key == "not ready"


@pytest.mark.proves("CHE-50-4-H-5/1")
def test_an_element_that_a_change_touches_waits_for_the_amended_permit(town: Office) -> None:
    site = issued(town, "2025-04-14")
    officer = town.staff.officer
    site.do(
        "permit.report_change",
        "2025-06-02",
        town.staff.clerk,
        words="Wall moved",
        told_by="Holder",
        elements=["framing"],
    )
    change = site.permit.changes.get()
    site.do(
        "permit.decide_change", "2025-06-04", officer, change=change.pk, decision="amended permit", elements=["framing"]
    )

    refusal = refused("inspection.request", site.permit, "2025-06-11", town.staff.clerk, lines=["framing"])

    assert cites(refusal) == {"§ 50-4(H)"}
    change.settled_on = day("2025-06-18")
    change.save(update_fields=["settled_on"])
    refused("inspection.request", site.permit, "2025-06-17", town.staff.clerk, lines=["framing"])
    site.asked("2025-06-18", "framing")


def test_a_suspended_permit_is_inspected_for_corrections_alone(town: Office) -> None:
    site = issued(town, "2025-04-14")
    site.visit("2025-04-28", failed("footing", "Too shallow"))
    town.suspended("2025-05-05", site.permit)

    refusal = refused("inspection.request", site.permit, "2025-05-06", town.staff.clerk, lines=["framing", "footing"])

    assert [f.key for f in refusal.decision.standing_in_the_way] == ["framing.permit"]
    assert refusal.decision.standing_in_the_way[0].says.startswith("Framing: the permit is in force")
    site.asked("2025-05-06", "footing")


def test_the_holder_asks_by_link_and_is_told_why_not(town: Office) -> None:
    site = issued(town, "2025-04-14")
    holder = Actor(None, "Dara Ortiz", Role.PUBLIC, cases=frozenset({site.permit.case_id}))
    offered = {offer.spec.name: offer.open for offer in offers(site.permit, holder, day("2025-04-20"))}
    assert offered["inspection.request"]

    request = site.asked("2025-04-20", "footing", actor=holder, channel="on line")

    assert (
        "asked for on 2025-04-20"
        in unreadable("inspection.request", site.permit, "2025-04-20", holder, lines=["footing"])["lines"]
    )
    assert (
        "marked as not applicable"
        in unreadable("inspection.request", site.permit, "2025-04-20", holder, lines=["slab"])["lines.0"]
    )
    with pytest.raises(NotAllowed):
        do("inspection.cancel", request, "2025-04-21", holder, how="waived", why="It rains")
    do("inspection.cancel", request, "2025-04-21", holder, why="It rains")
    assert reading.open_requests(site.permit) == []


def test_an_accepted_line_and_an_hour_to_come_are_not_asked_for(town: Office) -> None:
    site = issued(town, "2025-04-14")
    site.visit("2025-04-21", result("footing"))
    clerk = town.staff.clerk
    assert (
        "accepted already"
        in unreadable("inspection.request", site.permit, "2025-04-22", clerk, lines=["footing"])["lines.0"]
    )
    wrong = unreadable("inspection.request", site.permit, "2025-04-22", clerk, lines=["framing"], called_at="17:30")
    assert wrong == {"called_at": "This hour has not come yet."}
    call = {"on": "2025-04-21", "called_at": "08:20", "late_reason": "Found on the machine"}
    site.do("inspection.request", "2025-04-23", clerk, lines=["framing"], **call)
    (row,) = jobs("2025-04-23")
    assert (row.days, f"{clock.local(row.since):%H:%M}") == (2, "08:20")


@pytest.mark.proves("CHE-50-3-D-1/1")
def test_whoever_is_appointed_on_the_day_can_be_sent(town: Office) -> None:
    with on_the_day("2025-01-02"):
        second = appointed(log_in("Ines Vandermeer", Role.INSPECTOR), "inspector", "2025-01-02", resolution="3-2025")
    site = issued(town, "2025-01-10")
    request = site.asked("2025-01-15", "footing")

    names = [account.name for account in reading.inspectors_on(day("2025-01-20"))]

    assert names == ["Ines Vandermeer", "Mateo Thornbury", "Rosalind Abernathy-Cole"]
    do("inspection.schedule", request, "2025-01-15", town.staff.clerk, day="2025-01-20", inspector=second.id)
    wrong = unreadable(
        "inspection.move",
        request,
        "2025-01-16",
        town.staff.clerk,
        day="2025-01-21",
        inspector=town.staff.clerk.id,
        why="Sick",
    )
    assert "Not appointed" in wrong["inspector"]


@pytest.mark.proves("CHE-50-3-D-4/1")
def test_a_certification_that_is_inactive_is_warned_of_and_the_warning_is_kept(town: Office) -> None:
    site = issued(town, "2025-05-05")
    request = site.asked("2025-06-02", "footing")
    with on_the_day("2025-06-02"):
        certification = {"account": town.staff.inspector.id, "kind": "building safety inspector", "number": "NY-4411"}
        perform(
            "certification.record",
            {**certification, "issued": "2021-03-01", "inactive_from": "2025-05-30"},
            actor=town.staff.administrator,
        )

    outcome = do(
        "inspection.schedule",
        request,
        "2025-06-02",
        town.staff.clerk,
        day="2025-06-03",
        inspector=town.staff.inspector.id,
    )

    (warning,) = outcome.decision.of(Found.WARNING)
    assert warning.why == "Marked inactive" or "inactive" in warning.why
    assert outcome.entry is not None
    assert outcome.entry.content["decision"]["findings"][-1]["outcome"] == "warning"
    assert reading.day_sheet(day("2025-06-03"))[0].request == request


@pytest.mark.parametrize(
    ("words", "hour"),
    [("8:45", 8.75), ("10 am", 10), ("1:30 pm", 13.5), ("12 to 1", 12), ("3 to 4", 15), ("99", 24), ("", 24)],
)
def test_hours_are_read_as_people_write_them(words: str, hour: float) -> None:
    assert hours.minute(words) == hour * 60


def test_the_visits_of_a_day_stand_in_the_order_of_their_hours_also_after_one_is_moved(town: Office) -> None:
    clerk, inspector = town.staff.clerk, town.staff.inspector.id
    booked = {}
    for hour in ("10:00", "morning", "3 to 4", "8:45"):
        booked[hour] = issued(town, "2025-04-14").asked("2025-04-21", "footing")
        given = {"day": "2025-04-23", "hour": hour, "inspector": inspector}
        do("inspection.schedule", booked[hour], "2025-04-21", clerk, **given)
    assert [row.hour for row in reading.day_sheet(day("2025-04-23"))] == ["8:45", "10:00", "3 to 4", "morning"]

    do("inspection.move", booked["8:45"], "2025-04-22", clerk, day="2025-04-23", hour="2 pm", why="School run")

    assert [row.hour for row in reading.day_sheet(day("2025-04-23"))] == ["10:00", "2 pm", "3 to 4", "morning"]


def test_moving_or_losing_its_day_never_takes_a_job_off_the_list(town: Office) -> None:
    site = issued(town, "2025-04-14")
    request = site.asked("2025-04-21", "footing", phone="(845) 555-0199")
    clerk, inspector = town.staff.clerk, town.staff.inspector.id

    do("inspection.schedule", request, "2025-04-21", clerk, day="2025-04-23", hour="10 am", inspector=inspector)
    assert jobs("2025-04-21") == []
    (row,) = reading.day_sheet(day("2025-04-23"))
    assert (row.hour, row.phones[0]) == ("10 am", ("J. Ortega", "(845) 555-0199"))

    do("inspection.move", request, "2025-04-22", clerk, day="2025-04-24", why="Rain")
    assert [row.request for row in reading.week(day("2025-04-21"))] == [request]

    do("inspection.cancel", request, "2025-04-24", clerk, how="nobody there", why="Gate locked")
    (row,) = jobs("2025-04-24")  # type: ignore[assignment]
    assert row.request == request
    assert not Visit.objects.filter(permit=site.permit, results__line__key="footing").exists()

    assert (
        "passed"
        in unreadable("inspection.schedule", request, "2025-04-25", clerk, day="2025-04-20", inspector=inspector)["day"]
    )


def test_the_holder_moves_the_ready_day_and_the_job_waits_for_its_date(town: Office) -> None:
    site = issued(town, "2025-04-14")
    holder = Actor(None, "Dara Ortiz", Role.PUBLIC, cases=frozenset({site.permit.case_id}))
    request = site.asked("2025-04-21", "footing")
    do(
        "inspection.schedule",
        request,
        "2025-04-21",
        town.staff.clerk,
        day="2025-04-23",
        inspector=town.staff.inspector.id,
    )

    with pytest.raises(NotAllowed):
        do(
            "inspection.move",
            request,
            "2025-04-22",
            holder,
            day="2025-04-28",
            inspector=town.staff.inspector.id,
            why="x",
        )
    do("inspection.move", request, "2025-04-22", holder, day="2025-04-28", why="Forms are late")

    request.refresh_from_db()
    assert (request.scheduled_on, request.ready_on) == (None, day("2025-04-28"))
    assert [row.request for row in jobs("2025-04-22")] == [request]


def test_a_whole_day_is_moved_and_everybody_is_told(town: Office) -> None:
    sites = [issued(town, "2025-04-14"), issued(town, "2025-04-14")]
    for site in sites:
        request = site.asked("2025-04-21", "footing")
        do(
            "inspection.schedule",
            request,
            "2025-04-21",
            town.staff.clerk,
            day="2025-04-23",
            inspector=town.staff.inspector.id,
        )
    before = Message.objects.count()

    moved = {"inspector": town.staff.inspector.id, "day": "2025-04-23", "to_day": "2025-04-24", "why": "Inspector sick"}
    do("inspection.move_day", None, "2025-04-23", town.staff.clerk, **moved)

    assert len(reading.day_sheet(day("2025-04-24"))) == 2
    told = Message.objects.order_by("made_at", "id")[before:]
    assert {message.case_id for message in told} == {site.permit.case_id for site in sites}
    assert all("Inspector sick" in message.text for message in told)
    assert "no visit" in unreadable("inspection.move_day", None, "2025-04-23", town.staff.clerk, **moved)["day"]


# -- visits and results ------------------------------------------------------------------------------------------------


@pytest.mark.proves("CHE-50-5-A-1/1")
def test_work_covered_too_early_is_a_violation_and_cannot_be_passed_over(town: Office) -> None:
    site = issued(town, "2025-04-14", HOUSE)

    site.visit("2025-05-06", result("framing", "covered", covered_on="2025-05-02", words="Sheetrock is up"))

    row = standing(site, "framing", "2025-05-06")
    assert (row.key, row.words, row.keep_exposed) == ("covered early", "Covered early", True)
    violation = found(site, "covered_early")
    assert (violation.cite, violation.happened_on, violation.found_on) == (
        "§ 50-5(A)",
        day("2025-05-02"),
        day("2025-05-06"),
    )
    for line in ("systems.electrical", "systems.plumbing"):
        site.visit("2025-05-07", result(line), looks=[{"violation": violation.pk, "outcome": "still open"}])
    refusal = refused(
        "inspection.record", site.permit, "2025-05-08", town.staff.inspector, **final(results=[result("sheetrock")])
    )
    assert "Not accepted and now covered: Framing" in [f.why for f in refusal.decision.standing_in_the_way]


def test_covered_work_is_accepted_once_it_is_opened_up(town: Office) -> None:
    site = issued(town, "2025-04-14", HOUSE)
    site.visit("2025-05-06", result("framing", "covered"))
    again = {"results": [result("framing")], "permit_displayed": True, "documents_on_site": True, "payment": CHECK}
    refusal = refused("inspection.record", site.permit, "2025-05-09", town.staff.inspector, **again)
    assert [f.why for f in refusal.decision.standing_in_the_way] == ["Covered before it was accepted"]

    site.visit("2025-05-09", result("framing", uncovered=True), payment=CHECK)

    assert standing(site, "framing", "2025-05-09").key == "satisfactory"
    assert found(site, "covered_early").cured_on == day("2025-05-09")


@pytest.mark.proves("CHE-50-5-A-2/1")
def test_an_agencys_letter_releases_nothing(town: Office) -> None:
    site = issued(town, "2025-05-05", HOUSE)
    letter = {"file": pdf("approval.pdf").pk, "kind": "other", "title": "Electrical approval"}
    site.do("permit.add_documents", "2025-06-09", town.staff.clerk, documents=[letter])

    assert Document.objects.filter(case=site.permit.case, title="Electrical approval").exists()
    assert standing(site, "systems.electrical", "2025-06-09").key == "not ready"
    with pytest.raises(NotAllowed):
        site.visit("2025-06-09", result("systems.electrical"), actor=town.staff.clerk)
    site.visit("2025-06-10", result("systems.electrical"))
    row = standing(site, "systems.electrical", "2025-06-10")
    assert (row.key, row.by) == ("satisfactory", "Mateo Thornbury")


def test_who_is_not_appointed_on_the_day_accepts_nothing(town: Office) -> None:
    with on_the_day("2025-01-02"):
        late = appointed(log_in("Ines Vandermeer", Role.INSPECTOR), "inspector", "2025-06-01", resolution="3-2025")
    site = issued(town, "2025-04-14")
    refusal = refused(
        "inspection.record",
        site.permit,
        "2025-06-02",
        late,
        **final(results=[result("footing")], on="2025-05-30", late_reason="Written up later"),
    )
    assert [f.key for f in refusal.decision.standing_in_the_way] == ["signature"]
    assert "Fri 30 May 2025" in refusal.decision.standing_in_the_way[0].why
    site.visit("2025-06-02", result("footing"), actor=late)


@pytest.mark.proves("CHE-50-5-B-4/1")
def test_an_accepted_line_shows_who_accepted_it_and_when(town: Office) -> None:
    site = issued(town, "2025-06-02")

    site.visit("2025-06-23", result("framing"), present="J. Ortega")

    row = standing(site, "framing", "2025-06-24")
    assert (row.words, row.by, row.day) == ("Accepted", "Mateo Thornbury", day("2025-06-23"))
    assert row.line.cite == "§ 50-5(B)(4)"
    paper = last_report()
    assert (paper.data["result"], paper.data["satisfactory"]) == ("Satisfactory as completed", True)
    assert paper.number.startswith("IN-2025-")
    assert paper.data["present"] == "J. Ortega"


@pytest.mark.proves("CHE-50-5-B-12/1")
def test_a_final_inspection_names_what_is_still_open(town: Office) -> None:
    site = issued(town, "2025-04-14", HOUSE)
    site.accept("2025-10-20", "systems.plumbing", "sheetrock")

    refusal = refused("inspection.record", site.permit, "2025-10-27", town.staff.inspector, **final())

    (finding,) = refusal.decision.standing_in_the_way
    assert "plumbing" in finding.why.casefold() and "Sheetrock" in finding.why
    assert finding.cite == "§ 50-5(B)(12)"
    site.visit("2025-10-27", failed("final", "No handrail", "RCNYS R311.7.8"))
    assert standing(site, "final", "2025-10-27").key == "not satisfactory"
    assert site.permit.completed_on is None


@pytest.mark.proves("CHE-50-5-C/1")
def test_acceptance_waits_for_the_document_that_was_asked_for(town: Office) -> None:
    site = issued(town, "2025-04-14")
    site.do(
        "inspection.ask_documents",
        "2025-04-29",
        line="footing",
        kind="as-built survey",
        reason="Distance to the lot line",
    )
    asked = site.permit.plan.get(key="footing").documents.get()

    refusal = refused(
        "inspection.record", site.permit, "2025-05-06", town.staff.inspector, **final(results=[result("footing")])
    )

    assert [(f.cite, f.why) for f in refusal.decision.standing_in_the_way] == [
        ("§ 50-5(C)", "Not received: as-built survey")
    ]
    assert standing(site, "footing", "2025-05-06").asked == [asked]
    visit = site.visit("2025-05-06", result("footing"), close=False)
    refused("inspection.close", visit, "2025-05-12", town.staff.inspector)
    do("inspection.receive_documents", asked, "2025-05-13", town.staff.clerk, words="Survey of 9 May")
    do("inspection.close", visit, "2025-05-13", town.staff.inspector)
    assert standing(site, "footing", "2025-05-13").day == day("2025-05-13")
    assert "already" in unreadable("inspection.receive_documents", asked, "2025-05-14", town.staff.clerk)[""]


def test_who_has_the_link_sends_the_document_as_a_file(town: Office) -> None:
    site = issued(town, "2025-04-14")
    site.do("inspection.ask_documents", "2025-04-29", line="footing", kind="photographs", reason="The forms")
    asked = site.permit.plan.get(key="footing").documents.get()
    holder = Actor(None, "Dara Ortiz", Role.PUBLIC, cases=frozenset({site.permit.case_id}))
    assert "file" in unreadable("inspection.receive_documents", asked, "2025-05-02", holder)

    do("inspection.receive_documents", asked, "2025-05-02", holder, file=pdf("photos.pdf").pk)

    asked.refresh_from_db()
    assert (asked.received_on, asked.file.name) == (day("2025-05-02"), "photos.pdf")


@pytest.mark.proves("CHE-50-5-D-1/1")
def test_a_portion_is_satisfactory_and_the_rest_stays_open(town: Office) -> None:
    site = issued(town, "2025-05-05", HOUSE)

    site.visit("2025-06-03", result("slab", portion="east half"))

    row = standing(site, "slab", "2025-06-03")
    assert (row.portions, row.words) == (("east half",), "Satisfactory in part: east half")
    assert "slab" in {line.key for line in _open(site, "2025-06-03")}
    assert last_report().data["portion"] == "east half"


def _open(site: Site, when: str) -> tuple[Any, ...]:
    on = day(when)
    return open_lines(plans.lines_of(site.permit, on), plans.standings(site.permit, on))


@pytest.mark.proves("CHE-50-5-D-2/1")
def test_a_failure_needs_its_section_and_the_holder_is_told_the_same_day(town: Office) -> None:
    site = issued(town, "2025-05-05")

    refusal = refused(
        "inspection.record",
        site.permit,
        "2025-05-22",
        town.staff.inspector,
        **final(results=[failed("framing", "joists wrong", section="")]),
    )

    (finding,) = refusal.decision.standing_in_the_way
    assert (finding.cite, finding.why) == ("§ 50-5(D)", "No section for: joists wrong")
    bare = refused(
        "inspection.record",
        site.permit,
        "2025-05-22",
        town.staff.inspector,
        **final(results=[result("framing", "not satisfactory")]),
    )
    assert "How the work fails is described" in [f.says for f in bare.decision.standing_in_the_way]

    site.visit("2025-05-22", failed("framing", "Joists notched in the middle third", "RCNYS R502.8.1", sheet="S-2"))

    paper = last_report()
    assert (paper.printed_on, paper.data["satisfactory"]) == (day("2025-05-22"), False)
    assert paper.data["findings"] == [
        {
            "text": "Joists notched in the middle third",
            "cite": "RCNYS R502.8.1",
            "where": "Framing, S-2",
            "photographs": 0,
        }
    ]
    assert paper.data["to"]["name"] == "Dara Ortiz"
    message = Message.objects.filter(case_id=site.permit.case_id).latest("id")
    assert (message.to_name, message.files) == ("Dara Ortiz", [str(paper.file_id)])
    assert "RCNYS R502.8.1" in message.text


@pytest.mark.proves("CHE-50-5-D-3/1")
def test_failed_work_stays_exposed_until_it_is_inspected_again(town: Office) -> None:
    site = issued(town, "2025-05-05")
    site.visit("2025-05-22", failed("framing", "Joists notched"))
    site.asked("2025-05-27", "framing", words="All corrected")
    assert standing(site, "framing", "2025-05-30").words == "Not satisfactory: keep exposed"

    site.visit("2025-06-02", result("framing"), payment=CHECK)

    assert standing(site, "framing", "2025-05-30").keep_exposed
    assert not standing(site, "framing", "2025-06-02").keep_exposed
    assert found(site, "failure").cured_on == day("2025-06-02")


@pytest.mark.proves("CHE-50-5-E/1")
def test_a_visit_is_closed_once_its_fee_is_received(town: Office) -> None:
    site = issued(town, "2025-05-05")
    site.visit("2025-05-22", failed("framing", "Joists notched"))
    request = site.asked("2025-05-30", "framing")
    again = {"request": request.pk, **final(results=[result("framing")])}

    refusal = refused("inspection.record", site.permit, "2025-06-02", town.staff.inspector, **again)

    (finding,) = refusal.decision.standing_in_the_way
    assert (finding.cite, finding.why) == ("§ 50-5(E)", "Inspection fee of $50.00 not paid; $0.00 received")
    visit = site.visit("2025-06-02", result("framing"), request=request.pk, close=False)
    assert standing(site, "framing", "2025-06-02").key == "not satisfactory"
    assert reading.to_close() == [visit]
    refused("inspection.close", visit, "2025-06-02", town.staff.inspector)
    town.paid(site.permit, "2025-06-02", "50.00")
    do("inspection.close", visit, "2025-06-02", town.staff.inspector)
    assert standing(site, "framing", "2025-06-02").key == "satisfactory"
    with on_the_day("2025-06-02"):
        assert not reading.fee_of(visit).late


def test_a_receipt_after_the_visit_is_shown_as_late_and_no_fee_is_charged_twice(town: Office) -> None:
    site = issued(town, "2025-05-05")
    site.visit("2025-05-22", failed("framing", "Joists notched"))
    visit = site.visit("2025-06-02", result("framing"), close=False)
    town.paid(site.permit, "2025-06-04", "50.00")
    do("inspection.close", visit, "2025-06-04", town.staff.inspector)
    with on_the_day("2025-06-04"):
        fee = reading.fee_of(visit)
    assert (fee.charged, fee.paid, fee.late) == (50, 50, True)
    assert site.permit.case.lines.filter(code="reinspection", kind="charge").count() == 1
    assert "closed" in unreadable("inspection.close", visit, "2025-06-05", town.staff.inspector)[""]


def test_a_withdrawn_request_takes_its_fee_back(town: Office) -> None:
    site = issued(town, "2025-05-05")
    site.visit("2025-05-22", failed("framing", "Joists notched"))
    request = site.asked("2025-05-30", "framing")
    with on_the_day("2025-05-30"):
        assert reading.fee_of(request).owed == 50

    do("inspection.cancel", request, "2025-05-31", town.staff.clerk, how="waived", why="Seen with the final")

    with on_the_day("2025-05-31"):
        assert reading.fee_of(request).charged == 0
    assert standing(site, "framing", "2025-05-31").key == "not satisfactory"
    assert "waived" in unreadable("inspection.cancel", request, "2025-06-01", town.staff.clerk, why="x")[""]
    (row,) = failed_jobs("2025-06-01")
    assert (row.days, [line.key for line in row.lines]) == (10, ["framing"])


def test_money_for_a_visit_that_costs_nothing_is_not_taken(town: Office) -> None:
    site = issued(town, "2025-05-05")
    given = final(results=[result("footing")], payment=CHECK)
    assert (
        "Nothing is owed"
        in unreadable("inspection.record", site.permit, "2025-05-12", town.staff.inspector, **given)["payment"]
    )


def test_a_board_that_set_no_fee_charges_none_for_a_visit(town: Office) -> None:
    schedule("2025-05-06", "Bare", inspection="0.00")
    bare = FeeSchedule.objects.get(name="Bare")
    lines = [line for line in bare.lines if line["code"] not in ("inspection", "reinspection")]
    FeeSchedule.objects.bulk_create(
        [
            FeeSchedule(
                name="None",
                resolution="R-9",
                adopted=day("2025-05-07"),
                begins=day("2025-05-07"),
                lines=lines,
                entry_seq=1,
            )
        ]
    )
    site = issued(town, "2025-05-08", submitted="2025-05-05")
    visit = site.visit("2025-05-12", result("footing"))
    assert (visit.charge_id, visit.closed_on) == (None, day("2025-05-12"))


def test_what_was_asked_for_and_not_seen_is_asked_for_still(town: Office) -> None:
    site = issued(town, "2025-05-05", HOUSE)
    request = site.asked("2025-05-12", "footing", "slab")
    site.visit("2025-05-14", result("footing"), result("slab", "not seen", words="Under plastic"), request=request.pk)

    (row,) = jobs("2025-05-14")

    assert [line.key for line in row.lines] == ["slab"]
    assert row.request.called_at == request.called_at  # type: ignore[union-attr]
    assert reading.waiting_times(day("2025-05-01"), day("2025-05-31")) == [(Visit.objects.get(request=request), 2)]
    given = final(results=[result("slab")], request=request.pk)
    assert (
        "no open request"
        in unreadable("inspection.record", site.permit, "2025-05-15", town.staff.inspector, **given)["request"]
    )


@pytest.mark.proves("CHE-50-3-A-3-2/1")
def test_an_inspection_of_another_kind_names_what_allows_it(town: Office) -> None:
    site = issued(town, "2025-05-05")
    given = final(results=[], kind="other", words="Looked at the well")

    refusal = refused("inspection.record", site.permit, "2025-07-21", town.staff.inspector, **given)

    assert cites(refusal) == {"§ 50-3(A)(3)"}
    site.visit("2025-07-21", kind="other", words="Looked at the well", allowed_by="§ 50-3(A)(10)")
    assert last_report().data["result"] == "Visit made"


@pytest.mark.parametrize(("given", "field"), [
    ({"results": []}, "results"),
    ({"results": [result("roof")]}, "results.0.line"),
    ({"results": [result("framing"), result("framing")]}, "results"),
    ({"results": [{**failed("framing", "Wrong"), "outcome": "satisfactory"}]}, "results.0.failures"),
    ({"results": [failed("framing", "Wrong", photos=["0198f000-0000-7000-8000-000000000000"])]}, "photos"),
    ({"looks": [{"violation": "0198f000-0000-7000-8000-000000000000", "outcome": "corrected"}]}, "looks.0.violation"),
    ({"observed": [{"kind": "noise", "words": "Loud"}]}, "observed.0.kind"),
    ({"observed": [{"kind": "not_displayed", "words": "No"}]}, "observed.0.kind"),
    ({"observed": [{"kind": "occupied", "words": "Beds", "happened_on": "2026-01-01"}]}, "observed.0.happened_on"),
    ({"observed": [{"kind": "started_early", "words": "Footing", "happened_on": "2025-05-06"}]}, "observed"),
    ({"permit_displayed": None}, "permit_displayed"),
])  # fmt: skip
def test_what_cannot_be_read_is_said_field_by_field_and_nothing_is_kept(
    town: Office, given: dict[str, Any], field: str
) -> None:
    site = issued(town, "2025-05-05")
    visits, entries = Visit.objects.count(), Entry.objects.count()
    data = final(results=[result("footing")]) | given
    assert field in unreadable("inspection.record", site.permit, "2025-05-12", town.staff.inspector, **data)
    assert (Visit.objects.count(), Entry.objects.count()) == (visits, entries)


# -- what else a visit finds -------------------------------------------------------------------------------------------


@pytest.mark.proves("CHE-50-4-G-1/1")
def test_a_permit_that_is_not_displayed_is_a_deficiency(town: Office) -> None:
    site = issued(town, "2025-06-02")

    site.visit("2025-06-24", result("footing"), permit_displayed=False)

    assert (found(site, "not_displayed").cite, found(site, "not_displayed").found_on) == (
        "§ 50-4(G)",
        day("2025-06-24"),
    )
    checks = last_report().data["checks"]
    assert checks[0] == {"text": "Is the permit displayed?", "answer": "No", "cite": "§ 50-4(G)"}
    site.visit("2025-06-30", result("framing"), permit_displayed=False)
    assert Violation.objects.filter(kind="not_displayed").count() == 1
    site.visit("2025-07-03", words="Looked in")
    assert found(site, "not_displayed").cured_on == day("2025-07-03")


@pytest.mark.proves("CHE-50-4-E-4/1")
def test_an_accepted_set_that_is_not_at_the_site_is_a_deficiency(town: Office) -> None:
    site = issued(town, "2025-05-05")
    site.visit("2025-05-15", result("footing"), documents_on_site=False)
    violation = found(site, "documents_not_on_site")
    assert (violation.cite, violation.happened_on) == ("§ 50-4(E)", day("2025-05-15"))
    assert Message.objects.filter(to_name="Dara Ortiz", text__contains="§ 50-4(E)").exists()


@pytest.mark.proves("CHE-50-4-G-2/1")
def test_the_questions_are_asked_to_the_final_inspection_and_not_afterwards(town: Office) -> None:
    site = issued(town, "2025-06-02")
    asked = [name for name, _, _ in reading.questions(site.permit, day("2025-06-24"))]
    assert asked == ["permit_displayed", "documents_on_site"]
    site.finish("2025-11-07")
    assert len(reading.questions(site.permit, day("2025-11-07"))) == 2

    assert reading.questions(site.permit, day("2026-05-11")) == []

    wrong = unreadable(
        "inspection.record",
        site.permit,
        "2026-05-11",
        town.staff.inspector,
        kind="other",
        allowed_by="§ 50-11",
        words="Fire safety",
        permit_displayed=True,
    )
    assert wrong == {"permit_displayed": "This is not asked at this inspection."}
    site.visit("2026-05-11", kind="other", allowed_by="§ 50-11", words="Fire safety")


@pytest.mark.proves("CHE-50-4-A-4/1")
def test_work_under_way_before_the_permit_is_a_violation_of_that_day(town: Office) -> None:
    site = issued(town, "2025-06-12")

    framing = {"kind": "started_early", "words": "Framing under way", "happened_on": "2025-06-05", "line": "framing"}
    site.visit("2025-06-16", result("footing"), observed=[framing])

    violation = found(site, "started_early")
    assert (violation.happened_on, violation.cite, violation.cured_on) == (day("2025-06-05"), "§ 50-4(A)", None)
    assert violation in reading.carried(site.permit, day("2025-07-01"))


@pytest.mark.proves("CHE-50-4-E-6/1")
def test_work_begun_on_returned_documents_breaks_both_subsections(town: Office) -> None:
    permit = applied(town, "2025-03-03")
    town.accepted("2025-03-06", permit)
    town.do("permit.examine", permit, "2025-03-10", uniform_code="complies", energy_code="complies")
    town.do("permit.issue", permit, "2025-03-20", certificate_kind="compliance")
    site = Site(town, permit)

    dug = {"kind": "started_early", "words": "Footing dug", "happened_on": "2025-03-12"}
    site.visit("2025-03-24", observed=[dug])

    violation = found(site, "started_on_returned_documents")
    assert (violation.cite, violation.happened_on) == ("§ 50-4(E) and (A)", day("2025-03-12"))


@pytest.mark.proves("CHE-50-4-H-1/1")
def test_a_departure_from_the_accepted_sheet_fails_the_element(town: Office) -> None:
    site = issued(town, "2025-02-27")
    site.visit("2025-04-30", failed("framing", "Beam smaller than drawn", "§ 50-4(H)", sheet="S-2"))
    violation = found(site, "failure")
    assert (violation.cite, violation.sheet, violation.of_work) == ("§ 50-4(H)", "S-2", True)
    assert standing(site, "framing", "2025-04-30").failures == [violation]


@pytest.mark.proves("CHE-50-4-H-3/1")
def test_a_change_that_nobody_told_of_is_a_violation_of_the_day_it_was_made(town: Office) -> None:
    site = issued(town, "2025-04-14")

    moved = {"kind": "change_not_reported", "words": "Window moved", "happened_on": "2025-05-06", "line": "framing"}
    site.visit("2025-05-20", observed=[moved])

    violation = found(site, "change_not_reported")
    assert (violation.cite, violation.happened_on) == ("§ 50-4(H)", day("2025-05-06"))
    change = site.permit.changes.get()
    assert (change.told_on, change.found_on, change.elements) == (None, day("2025-05-20"), ["framing"])


def test_what_is_open_is_carried_to_the_next_visit_and_ticked(town: Office) -> None:
    site = issued(town, "2025-05-05")
    site.visit(
        "2025-05-12", failed("footing", "Too shallow"), observed=[{"kind": "change_not_reported", "words": "Moved"}]
    )
    shallow, change = found(site, "failure"), found(site, "change_not_reported")
    given = final(results=[result("framing")])
    wrong = unreadable("inspection.record", site.permit, "2025-05-19", town.staff.inspector, **given)
    assert "Too shallow" in wrong["looks"]

    looks = [{"violation": shallow.pk, "outcome": "not seen"}, {"violation": change.pk, "outcome": "corrected"}]
    site.visit("2025-05-19", result("framing"), looks=looks)

    assert reading.carried(site.permit, day("2025-05-19")) == [shallow]
    still = {"violation": shallow.pk, "outcome": "still open"}
    wrong = unreadable(
        "inspection.record",
        site.permit,
        "2025-05-26",
        town.staff.inspector,
        **final(results=[result("footing")], looks=[still], payment=CHECK),
    )
    assert "not satisfactory while this is still open" in wrong["looks"]


def test_a_violation_that_needs_no_visit_is_cured_by_hand_and_failed_work_never(town: Office) -> None:
    site = issued(town, "2025-05-05")
    site.visit(
        "2025-05-12", failed("footing", "Too shallow"), observed=[{"kind": "change_not_reported", "words": "Moved"}]
    )
    change, shallow = found(site, "change_not_reported"), found(site, "failure")

    do("violation.cure", change, "2025-05-14", town.staff.inspector, words="Told, and minor")

    wrong = unreadable("violation.cure", shallow, "2025-05-14", town.staff.inspector, words="x")
    assert "inspected again" in wrong[""]
    assert "cured on" in unreadable("violation.cure", change, "2025-05-15", town.staff.inspector, words="x")[""]


@pytest.mark.proves("CHE-50-15-A-L/1")
def test_a_mistaken_result_stays_beside_the_right_one(town: Office) -> None:
    site = issued(town, "2025-03-31")
    visit = site.visit("2025-04-09", result("footing"))
    wrong = visit.results.get()
    before = Paper.objects.get(pk=visit.paper_id)

    do(
        "inspection.mark_faulty",
        wrong,
        "2025-04-11",
        town.staff.officer,
        why="Another lot",
        right=failed("footing", "Too shallow", "RCNYS R403.1.4"),
    )

    first, second = Result.objects.filter(visit=visit).order_by("id")
    assert (first.outcome, first.faulty_on, first.faulty_by) == (
        "satisfactory",
        day("2025-04-11"),
        "Rosalind Abernathy-Cole",
    )
    assert (second.outcome, second.corrects) == ("not satisfactory", first)
    row = standing(site, "footing", "2025-04-11")
    assert row.key == "not satisfactory"
    assert [r.visit.by_name for r in row.results] == ["Mateo Thornbury", "Mateo Thornbury"]
    before.refresh_from_db()
    assert before.state == "replaced"
    assert Entry.objects.filter(act="inspection.mark_faulty", actor_name="Rosalind Abernathy-Cole").exists()
    assert "marked" in unreadable("inspection.mark_faulty", first, "2025-04-12", town.staff.officer, why="Again")[""]


def test_a_mistaken_final_takes_the_completion_back(town: Office) -> None:
    site = issued(town, "2025-03-31")
    visit = site.finish("2025-06-30")
    assert site.permit.completed_on == day("2025-06-30")
    wrong = unreadable(
        "inspection.mark_faulty",
        visit.results.get(),
        "2025-07-01",
        town.staff.officer,
        why="x",
        right=result("footing"),
    )
    assert "Final inspection" in wrong["right"]

    do("inspection.mark_faulty", visit.results.get(), "2025-07-01", town.staff.officer, why="Not inspected at all")

    site.permit.refresh_from_db()
    assert site.permit.completed_on is None
    assert standing(site, "final", "2025-07-01").key == "not ready"


def test_a_failure_entered_by_mistake_is_no_longer_open(town: Office) -> None:
    site = issued(town, "2025-03-31")
    visit = site.visit("2025-04-09", failed("footing", "Too shallow"))
    do(
        "inspection.mark_faulty",
        visit.results.get(),
        "2025-04-10",
        town.staff.inspector,
        why="Another lot",
        right=result("footing"),
    )
    assert reading.carried(site.permit, day("2025-04-10")) == []
    assert standing(site, "footing", "2025-04-10").key == "satisfactory"
    assert failed_jobs("2025-04-10") == []


def test_what_failed_waits_to_be_asked_for_until_the_visit_that_accepts_it_is_closed(town: Office) -> None:
    site = issued(town, "2025-05-05")
    assert failed_jobs("2025-05-11") == []
    site.visit("2025-05-12", failed("framing", "Joists notched"), failed("footing", "Too shallow"))
    (row,) = failed_jobs("2025-05-16")
    assert ([line.key for line in row.lines], row.days) == (["footing", "framing"], 4)

    site.asked("2025-05-17", "footing")
    assert [line.key for line in failed_jobs("2025-05-17")[0].lines] == ["framing"]
    assert [row.request is not None for row in jobs("2025-05-17")] == [False, True]

    visit = site.visit("2025-05-20", result("framing"), result("footing"), close=False)
    assert [line.key for line in failed_jobs("2025-05-20")[0].lines] == ["framing"]
    owed = visit.case.lines.filter(kind="charge", code="reinspection").count() * 50
    town.paid(site.permit, "2025-05-21", f"{owed}.00")
    do("inspection.close", visit, "2025-05-21", town.staff.inspector)
    assert failed_jobs("2025-05-21") == []


def test_an_office_of_before_has_its_hours_and_failures_filled_in(town: Office) -> None:
    site = issued(town, "2025-05-05")
    site.visit(
        "2025-05-12", failed("framing", "Joists notched"), failed("footing", "Too shallow") | {"portion": "porch"}
    )
    site.visit("2025-05-13", result("footing", "covered", covered_on="2025-05-12", words="Filled"), close=False)
    site.visit("2025-05-14", result("framing"), result("footing", uncovered=True), close=False)
    mistaken = site.visit("2025-05-15", failed("final", "No rail"), close=False)
    do("inspection.mark_faulty", mistaken.results.get(), "2025-05-15", town.staff.inspector, why="Another lot")
    request = issued(town, "2025-05-05").asked("2025-05-12", "footing")
    given = {"day": "2025-05-16", "hour": "8:45", "inspector": town.staff.inspector.id}
    do("inspection.schedule", request, "2025-05-12", town.staff.clerk, **given)
    PlanLine.objects.update(failed_on=None)
    InspectionRequest.objects.update(minute=hours.ANY_TIME)

    release = import_module("townwright.office.inspections.migrations.0002_counted_by_the_database")
    release.forwards(apps, SimpleNamespace(connection=connection))

    kept = dict(PlanLine.objects.exclude(failed_on=None).values_list("key", "failed_on"))
    assert kept == {"framing": day("2025-05-12"), "footing": day("2025-05-13")}
    assert InspectionRequest.objects.get(pk=request.pk).minute == 8 * 60 + 45


def test_sections_cited_before_come_first(town: Office) -> None:
    site = issued(town, "2025-03-31")
    site.visit("2025-04-09", failed("footing", "Too shallow", "RCNYS R403.1.4"))
    assert reading.sections(site.permit) == ["RCNYS R403.1.4"]


def test_lists_ask_a_fixed_number_of_queries(town: Office, django_assert_num_queries: Any) -> None:
    for _ in range(3):
        site = issued(town, "2025-05-05")
        site.visit("2025-05-12", failed("footing", "Too shallow"))
        request = site.asked("2025-05-13", "framing")
        do(
            "inspection.schedule",
            request,
            "2025-05-13",
            town.staff.clerk,
            day="2025-05-14",
            inspector=town.staff.inspector.id,
        )
    with django_assert_num_queries(3):
        assert len(jobs("2025-05-14")) == 3
    with django_assert_num_queries(4):
        assert len(reading.day_sheet(day("2025-05-14"))) == 3
    with django_assert_num_queries(1):
        assert reading.to_close() == []


def test_asking_changes_nothing(town: Office) -> None:
    site = issued(town, "2025-05-05")
    before = Visit.objects.count()
    with on_the_day("2025-05-12"):
        outcome: Outcome = ask(
            "inspection.record",
            final(results=[result("footing")]),
            actor=town.staff.inspector,
            subject_id=site.permit.pk,
        )
    assert outcome.decision.allowed
    assert Visit.objects.count() == before


def test_offers_tell_of_every_act_whether_it_is_open(town: Office) -> None:
    site = issued(town, "2025-05-05")
    failed_visit = site.visit("2025-05-12", failed("footing", "Too shallow"), observed=[MOVED])
    request = site.asked("2025-05-13", "footing")
    unpaid = site.visit("2025-05-14", result("footing"), request=request.pk, close=False, looks=[])
    framing = site.asked("2025-05-14", "framing")
    site.do("inspection.ask_documents", "2025-05-14", line="framing", kind="photographs", reason="Ties")
    asked = site.permit.plan.get(key="framing").documents.get()

    def open_acts(subject: Any, actor: Actor = town.staff.officer) -> dict[str, bool]:
        return {offer.spec.name: offer.open for offer in offers(subject, actor, day("2025-05-14"))}

    assert all(open_acts(site.permit)[name] for name in ("inspection.record", "inspection.request", "inspection.plan"))
    assert open_acts(framing) == {"inspection.schedule": True, "inspection.move": True, "inspection.cancel": True}
    assert open_acts(unpaid) == {"inspection.close": False}
    assert open_acts(failed_visit) == {}
    assert open_acts(failed_visit.results.get()) == {"inspection.mark_faulty": True}
    assert open_acts(found(site, "change_not_reported")) == {"violation.cure": True}
    assert open_acts(asked) == {"inspection.receive_documents": True}
    assert "inspection.record" not in open_acts(site.permit, town.staff.clerk)


def test_an_office_without_such_a_power_adds_no_inspections(town: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    site = issued(town, "2025-05-05")
    pack = laws.pack()
    bare = pack.model_copy(update={"inspections": pack.inspections.model_copy(update={"further": None})})
    monkeypatch.setattr(laws, "pack", lambda on=None: bare)
    line = {"title": "Drainage", "why": "Clay"}
    wrong = unreadable("inspection.add_line", site.permit, "2025-05-06", town.staff.officer, **line)
    assert "no power" in wrong["title"]


def test_a_permit_of_before_has_its_plan_made_with_the_first_act(town: Office) -> None:
    site = issued(town, "2025-05-05")
    Result.objects.filter(line__permit=site.permit).delete()
    site.permit.plan.all().delete()
    assert {line.key for line in plans.lines_of(site.permit, day("2025-05-06"))} >= {"footing", "final"}
    assert unreadable(
        "inspection.record", site.permit, "2025-05-06", town.staff.inspector, **final(results=[result("x")])
    )

    site.visit("2025-05-06", result("footing"))

    assert standing(site, "footing", "2025-05-06").key == "satisfactory"
