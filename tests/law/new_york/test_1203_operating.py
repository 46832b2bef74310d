"""19 NYCRR § 1203.3(g), (h), (j), (k), (l) and § 1203.4: operating permits, intervals, garages, records, reports."""

from datetime import date
from typing import Any

import pytest

from tests.law.chester.facts import OFFICER, decide, open_, paid, the_one_in_the_way, without
from townwright.law.assessments import first_assessment, next_assessment
from townwright.law.calendar import Calendar
from townwright.law.operating import needed, term
from townwright.law.packs import Pack
from townwright.law.periodic import Interval, accept, intervals, next_due
from townwright.law.predicates import Asked
from townwright.law.reports import due_of, standing
from townwright.law.retention import kept

day = date.fromisoformat
HOUSE: dict[str, Any] = {
    "building.assembly_area": False,
    "building.school": False,
    "building.dwelling_units": 0,
    "building.nonresidential": False,
    "building.agricultural": False,
}


def asked(state: Pack, facts: dict[str, Any], on: str) -> Asked:
    """Facts on a day."""
    return Asked(facts, day(on), state.catalogue, state.calendar(), state.value)


def categories(state: Pack, on: str, **facts: Any) -> set[str]:
    """The categories that are known to need an operating permit."""
    told = {name.replace("__", "."): value for name, value in facts.items()}
    return {one.key for one in needed(state.operating, asked(state, told, on)) if one.needed}


def interval(state: Pack, **facts: Any) -> Interval | None:
    """The clock of a building."""
    told = {**HOUSE, **{name.replace("__", "."): value for name, value in facts.items()}}
    found = intervals(state.periodic, asked(state, told, "2025-03-03"))
    assert not found.open
    return found.of("building")


def ready_operating(**changes: Any) -> dict[str, Any]:
    """Everything that an operating permit for a tent needs."""
    return {
        **OFFICER,
        **paid("125.00"),
        "parcel.in_jurisdiction": True,
        "operating.categories": {"tents"},
        "operating.description": "One tent",
        "application.open_requests": set(),
        "operating.open_tests": set(),
        "operating.unacceptable_tests": set(),
        "operating.applied_on": day("2025-08-11"),
        "operating.approved_on": day("2025-08-20"),
        "operating.inspected_on": day("2025-08-12"),
        "operating.begins_on": day("2025-08-25"),
        "operating.ends_on": day("2026-02-21"),
        "operating.latest_end": day("2026-02-21"),
        **{name.replace("__", "."): value for name, value in changes.items()},
    }


@pytest.mark.proves("NYS-1203-3-g-1/1")
def test_halls_large_events_and_garages_need_an_operating_permit(state: Pack) -> None:
    garage = {
        "building__parking_levels": True,
        "building__parking_on_grade_only": False,
        "building__parking_of_dwelling": False,
    }

    assert categories(state, "2025-06-02", building__assembly_area=True) == {"assembly"}
    assert categories(state, "2025-06-02", activity__outdoor_event=True, activity__attendance=1000) == set()
    assert categories(state, "2025-06-02", activity__outdoor_event=True, activity__attendance=1001) == {"outdoor_event"}
    assert categories(state, "2025-06-02", **garage) == {"parking_garage"}


@pytest.mark.proves("NYS-1203-3-g-2/1")
def test_the_premises_are_inspected_after_the_application(state: Pack) -> None:
    before = {**ready_operating(operating__inspected_on=day("2025-08-10")), "operating.status": "in force"}

    found = the_one_in_the_way(decide(state, "operating.renew", before, "2025-08-25"))

    assert (found.key, found.cite) == ("inspected", "19 NYCRR § 1203.3(g)")
    after = {**before, "operating.inspected_on": day("2025-08-11")}
    assert open_(decide(state, "operating.renew", after, "2025-08-25"))


@pytest.mark.parametrize(
    ("gone", "key"),
    [
        ("operating.approved_on", "approved"),
        ("operating.ends_on", "period"),
        ("operating.description", "description"),
        ("operating.inspected_on", "inspected"),
    ],
)
def test_what_an_operating_permit_needs(state: Pack, gone: str, key: str) -> None:
    decision = decide(state, "operating.issue", without(ready_operating(), gone), "2025-08-25")

    assert key in [found.key for found in decision.standing_in_the_way]


@pytest.mark.proves("NYS-1203-3-g-3/1")
@pytest.mark.parametrize(
    ("key", "latest"), [("tents", "2025-11-12"), ("assembly", "2026-05-16"), ("other", "2028-05-16")]
)
def test_how_long_an_operating_permit_lasts_at_most(state: Pack, calendar: Calendar, key: str, latest: str) -> None:
    found = term(
        state.operating, [key], issued=day("2025-05-16"), starts=day("2025-05-16"), ends=None, calendar=calendar
    )

    assert found.latest == day(latest)


@pytest.mark.proves("NYS-1203-3-g-4/1")
def test_one_permit_for_several_activities_ends_by_the_shortest(state: Pack, calendar: Calendar) -> None:
    def both(separate: bool) -> Any:
        return term(
            state.operating,
            ["tents", "outdoor_event"],
            issued=day("2025-06-20"),
            starts=day("2025-06-20"),
            ends=day("2025-12-17"),
            separate=separate,
            calendar=calendar,
        )

    assert both(False).decision.allowed
    assert both(False).latest == day("2025-12-17")
    found = the_one_in_the_way(both(True).decision)
    assert (found.key, found.cite) == ("operating.several", "19 NYCRR § 1203.3(g)")


@pytest.mark.proves("NYS-1203-3-g-5/1")
def test_an_operating_permit_is_suspended_on_a_section_and_lifted_on_compliance(state: Pack) -> None:
    told = {**OFFICER, "operating.status": "in force", "operating.violated_sections": set()}

    found = the_one_in_the_way(decide(state, "operating.suspend", told, "2025-08-19"))
    assert (found.key, found.cite) == ("sections", "19 NYCRR § 1203.3(g)")
    cited = {**told, "operating.violated_sections": {"FC § 1032.2"}}
    assert open_(decide(state, "operating.suspend", cited, "2025-08-19"))
    suspended = {**OFFICER, "operating.status": "suspended"}
    assert the_one_in_the_way(decide(state, "operating.lift", suspended, "2025-08-20")).key == "complies"
    assert open_(
        decide(state, "operating.lift", {**suspended, "operating.complies_on": day("2025-08-20")}, "2025-08-20")
    )


# -- (h) intervals


@pytest.mark.proves("NYS-1203-3-h/1")
def test_both_parts_of_a_fire_safety_inspection_are_made(state: Pack) -> None:
    blank = {"inspection.sections_blank": {"property maintenance"}}

    found = the_one_in_the_way(decide(state, "inspection.close_fire_safety", blank, "2025-04-09"))

    assert found.cite == "19 NYCRR § 1203.3(h)"


@pytest.mark.proves("NYS-1203-3-h-1/1")
def test_a_hall_is_inspected_every_twelve_months(state: Pack, calendar: Calendar) -> None:
    hall = interval(state, building__assembly_area=True)
    assert hall is not None

    due = next_due(hall, day("2024-06-29"), calendar)

    assert (due.deadline.nominal, due.deadline.act_by) == (day("2025-06-29"), day("2025-06-30"))
    assert not due.overdue(day("2025-06-30"))
    assert due.overdue(day("2025-07-01"))


@pytest.mark.proves("NYS-1203-3-h-2/1")
def test_a_dormitory_is_inspected_as_a_college_is(state: Pack, calendar: Calendar) -> None:
    dormitory = interval(state, building__school=True, building__dwelling_units=20)
    assert dormitory is not None

    assert dormitory.key == "school"
    assert next_due(dormitory, day("2024-09-12"), calendar).deadline.nominal == day("2025-09-12")


@pytest.mark.proves("NYS-1203-3-h-3/1")
def test_three_units_are_inspected_every_36_months_two_and_barns_never(state: Pack) -> None:
    three = interval(state, building__dwelling_units=3)

    assert three is not None
    assert str(three.rule.value) == "36 months"
    assert interval(state, building__dwelling_units=2) is None
    assert interval(state, building__nonresidential=True, building__agricultural=True) is None
    shop = interval(state, building__nonresidential=True)
    assert shop is not None
    assert str(shop.rule.value) == "36 months"


@pytest.mark.proves("NYS-1203-3-h-4/1")
def test_an_inspection_between_rests_on_something(state: Pack) -> None:
    found = the_one_in_the_way(decide(state, "inspection.schedule_extra", {"inspection.trigger": "none"}, "2025-07-07"))

    assert found.cite == "19 NYCRR § 1203.3(h)"
    asked_for = {"inspection.trigger": "owner", "inspection.requester": "owner"}
    assert open_(decide(state, "inspection.schedule_extra", asked_for, "2025-07-07"))


@pytest.mark.proves("NYS-1203-3-h-4/2")
def test_after_a_refusal_nobody_goes_in_without_a_warrant(state: Pack) -> None:
    told = {"inspection.entry_refused_on": day("2025-08-13"), "inspection.warrant_on": day("2025-08-15")}

    early = decide(state, "inspection.record_entry", {**told, "inspection.made_on": day("2025-08-14")}, "2025-08-18")
    later = decide(state, "inspection.record_entry", {**told, "inspection.made_on": day("2025-08-18")}, "2025-08-18")

    assert the_one_in_the_way(early).cite == "19 NYCRR § 1203.3(h)"
    assert open_(later)


@pytest.mark.proves("NYS-1203-3-h-5/1")
def test_inspections_of_others_are_no_more_than_a_year_apart(state: Pack, calendar: Calendar) -> None:
    assert state.periodic.accepted is not None
    rule = state.periodic.accepted.on(day("2025-04-01"))
    assert rule is not None
    satisfied: dict[str, bool | None] = dict.fromkeys(rule.value.conditions, True)

    def accepted(inspected: str) -> Any:
        return accept(
            state.periodic,
            satisfied,
            inspected=day(inspected),
            previous=day("2024-03-18"),
            on=day("2025-04-01"),
            calendar=calendar,
        )

    found = the_one_in_the_way(accepted("2025-03-20"))
    assert (found.key, found.limit, found.cite) == ("periodic.accept.every", day("2025-03-18"), "19 NYCRR § 1203.3(h)")
    assert accepted("2025-03-18").allowed


def test_a_remote_inspection_has_its_statement(state: Pack) -> None:
    told = {"inspection.sections_blank": set()}

    assert the_one_in_the_way(decide(state, "inspection.close_remote", told, "2025-05-20")).key == "same_quality"


# -- (j) parking garages


@pytest.mark.proves("NYS-1203-3-j-1/1")
@pytest.mark.parametrize(
    ("built", "by"),
    [
        ("1983-12-31", "2019-10-01"),
        ("1984-01-01", "2020-10-01"),
        ("2002-12-31", "2020-10-01"),
        ("2003-01-01", "2021-10-01"),
        ("2018-08-28", "2021-10-01"),
        ("2018-08-29", None),
    ],
)
def test_a_garage_is_first_assessed_by_its_age(state: Pack, calendar: Calendar, built: str, by: str | None) -> None:
    rule = state.programmes.assessments["parking_garage"].on(day("2025-06-02"))
    assert rule is not None

    found = first_assessment(rule, day(built), None, calendar)
    before_certificate = first_assessment(rule, day(built), day("2025-07-15"), calendar)

    assert (found.nominal if found else None) == (day(by) if by else None)
    assert before_certificate is not None
    assert before_certificate.nominal == day(by or "2025-07-15")


@pytest.mark.proves("NYS-1203-3-j-2/1")
def test_a_garage_is_assessed_again_within_three_years(state: Pack, calendar: Calendar) -> None:
    rule = state.programmes.assessments["parking_garage"].on(day("2025-06-02"))
    assert rule is not None

    assert next_assessment(rule, day("2023-09-29"), calendar).nominal == day("2026-09-29")
    assert next_assessment(rule, day("2023-09-29"), calendar, recommended=day("2025-03-31")).nominal == day(
        "2025-03-31"
    )


REPORT: dict[str, Any] = {
    "assessment.engineer_license": "071234",
    "assessment.engineer_years": 3,
    "assessment.earlier_reports_read": True,
    "assessment.missing_parts": set(),
    "assessment.unsafe": set(),
}


@pytest.mark.proves("NYS-1203-3-j-3/1")
def test_the_engineer_has_three_years_of_experience(state: Pack) -> None:
    found = the_one_in_the_way(
        decide(state, "assessment.accept", {**REPORT, "assessment.engineer_years": 2}, "2025-09-29")
    )

    assert (found.key, found.cite) == ("experience", "19 NYCRR § 1203.3(j)")
    assert open_(decide(state, "assessment.accept", REPORT, "2025-09-29"))


@pytest.mark.proves("NYS-1203-3-j-4/1")
def test_a_report_is_whole_and_its_unsafe_conditions_are_acted_on(state: Pack) -> None:
    told = {
        **REPORT,
        "assessment.missing_parts": {"recommended date of the next assessment"},
        "assessment.unsafe": {"slab of level 2"},
    }

    decision = decide(state, "assessment.accept", told, "2025-09-29")

    assert [found.key for found in decision.standing_in_the_way] == ["contents", "unsafe"]
    assert {found.cite for found in decision.standing_in_the_way} == {"19 NYCRR § 1203.3(j)"}
    acted = {**told, "assessment.missing_parts": set(), "assessment.action": "Level 2 vacated"}
    assert open_(decide(state, "assessment.accept", acted, "2025-09-29"))


# -- (k), (l) and § 1203.4


@pytest.mark.proves("NYS-1203-3-k/1")
def test_a_record_of_design_criteria_is_whole_and_names_its_maps(state: Pack) -> None:
    keys = [r.key for r in state.gates["criteria.adopt"].requirements if r.key.startswith("row.")]
    whole = {**OFFICER, **{f"criteria.{key}": "x" for key in keys}, "criteria.rows_without_source": set()}
    half = {**without(whole, "criteria.row.frost"), "criteria.rows_without_source": {"ground snow load"}}

    decision = decide(state, "criteria.adopt", half, "2025-01-06")

    assert [found.key for found in decision.standing_in_the_way] == ["row.frost", "sources"]
    assert {found.cite for found in decision.standing_in_the_way} == {"19 NYCRR § 1203.3(k)"}
    assert open_(decide(state, "criteria.adopt", whole, "2025-01-06"))


@pytest.mark.proves("NYS-1203-3-l/1")
def test_a_permit_of_1994_is_kept(state: Pack, calendar: Calendar) -> None:
    found = the_one_in_the_way(decide(state, "record.delete", {}, "2025-10-03"))
    keeping = kept(state.retention, "permit", {"closed": day("1994-06-30")}, day("2025-10-03"), calendar)

    assert found.cite == "19 NYCRR § 1203.3(l)"
    assert keeping.permanent
    assert keeping.cite == "19 NYCRR § 1203.3(l)"


@pytest.mark.proves("NYS-1203-4-a/1")
def test_the_report_for_a_year_is_due_on_1_april(state: Pack, calendar: Calendar) -> None:
    report = due_of(state.reports.reports["state"], day("2025-12-31"), calendar)
    assert report is not None
    assert report.due is not None

    assert (report.span.name, report.due.nominal) == ("2025", day("2026-04-01"))
    in_time, late = (standing(report, day(on), day(on)) for on in ("2026-04-01", "2026-04-02"))
    assert (in_time.outcome, late.outcome) == ("met", "warning")
    assert late.cite == "19 NYCRR § 1203.4(a)"


@pytest.mark.proves("NYS-1203-4-a/2")
def test_no_report_before_its_year_is_over(state: Pack) -> None:
    told = {**OFFICER, "report.period_ends_on": day("2025-12-31"), "report.form": "DOS 2025", "report.untold": set()}

    assert the_one_in_the_way(decide(state, "report.submit", told, "2025-12-31")).key == "over"
    assert open_(decide(state, "report.submit", told, "2026-01-01"))


@pytest.mark.proves("NYS-ACA-57-A/1")
def test_records_are_disposed_of_under_an_adopted_schedule_alone(state: Pack) -> None:
    batch = {**OFFICER, "records.not_over": set(), "records.on_hold": set(), "records.batch_reviewed": True}
    adopted = {**batch, "records.schedule_adopted_on": day("2025-06-02")}

    for on in ("2025-06-01", "2025-06-02"):
        found = the_one_in_the_way(decide(state, "record.dispose", batch, on))
        assert (found.key, found.cite) == ("schedule", "Arts and Cultural Affairs Law art. 57-A")
    assert the_one_in_the_way(decide(state, "record.dispose", adopted, "2025-06-01")).key == "schedule"
    assert open_(decide(state, "record.dispose", adopted, "2025-06-02"))
