"""§ 169-5(C) to (G), (I): the plan, changes, transfer, the end of a vacancy, statements of the community."""

from typing import Any

import pytest

from tests.law.sweden.facts import (
    OFFICER,
    day,
    decide,
    finding_of,
    keys,
    lines,
    named,
    not_met,
    open_,
    registration,
    rule,
    the_one_in_the_way,
    without,
)
from townwright.law.calendar import Calendar, Period
from townwright.law.findings import Finding, Outcome
from townwright.law.packs import Pack
from townwright.law.vacancy import Plan, certificate_lost_on, missed, plan, plan_in_force, told_by


def reviewed(pack: Pack, calendar: Calendar, one: Plan) -> list[Finding]:
    """What stands in the way of a plan."""
    return list(plan(pack.vacancy, one, calendar).standing_in_the_way)


def lacks(pack: Pack, calendar: Calendar, kind: str, given: dict[str, str], missing: str) -> tuple[str, str]:
    """What a plan lacks once one of its parts is taken away, in words and with its section."""
    whole = Plan(kind, day("2025-04-21"), gives=given)
    assert reviewed(pack, calendar, whole) == []
    part = Plan(kind, day("2025-04-21"), gives={key: text for key, text in given.items() if key != missing})
    (found,) = reviewed(pack, calendar, part)
    return found.why, found.cite


REMAIN = {"securing": "Boards at every opening", "maintenance": "Mow weekly", "reasons": "An estate is settled"}


@pytest.mark.proves("SWE-169-5-C-b/1")
def test_a_plan_is_of_exactly_one_kind(sweden: Pack, calendar: Calendar) -> None:
    both = registration(plan__kinds={"vacant", "rehabilitation"})

    found = the_one_in_the_way(decide(sweden, "vacancy.register", both, "2025-04-21"))

    assert found.why == "Marked: rehabilitation and vacant"
    assert (found.cure, found.cite) == ("Choose exactly one", "§ 169-5(C)")
    assert set(sweden.vacancy.plans) == {"demolition", "vacant", "rehabilitation"}
    (of_no_kind,) = reviewed(sweden, calendar, Plan("both", day("2025-04-21")))
    assert (of_no_kind.key, of_no_kind.cite) == ("vacancy.plan.kind", "§ 169-5(C)")


@pytest.mark.proves("SWE-169-5-C-1/1")
def test_a_demolition_plan_has_its_time_frame(sweden: Pack, calendar: Calendar) -> None:
    found = lacks(
        sweden, calendar, "demolition", {"plan": "Plan of 2025", "time_frame": "June to September"}, "time_frame"
    )

    assert found == ("time frame: not given", "§ 169-5(C)(1)")


@pytest.mark.proves("SWE-169-5-C-2-a/1", "SWE-169-5-C-2-b/1", "SWE-169-5-C-2-c/1")
@pytest.mark.parametrize(
    ("missing", "words"),
    [("securing", "securing plan"), ("maintenance", "maintenance procedure"), ("reasons", "reasons")],
)
def test_a_plan_to_remain_vacant_has_its_three_parts(
    sweden: Pack, calendar: Calendar, missing: str, words: str
) -> None:
    assert lacks(sweden, calendar, "vacant", REMAIN, missing) == (f"{words}: not given", "§ 169-5(C)(2)")


GIVES = {"plan": "Drawings", "use": "One-family dwelling"}


def rehabilitation(submitted: str, completion: str | None, *benchmarks: str, extended: bool = False) -> Plan:
    """A rehabilitation plan."""
    return Plan(
        "rehabilitation",
        day(submitted),
        day(completion) if completion else None,
        tuple(map(day, benchmarks)),
        GIVES,
        extended,
    )


@pytest.mark.proves("SWE-169-5-C-3-a/1")
def test_a_rehabilitation_plan_says_when_it_is_complete(sweden: Pack, calendar: Calendar) -> None:
    (found,) = reviewed(sweden, calendar, rehabilitation("2025-03-03", None))

    assert (found.key, found.cite) == ("vacancy.plan.completion", "§ 169-5(C)(3)")


@pytest.mark.proves("SWE-169-5-C-3-b/1", "SWE-169-5-C-3-b/2")
@pytest.mark.parametrize(
    ("submitted", "completion", "latest", "accepted"),
    [
        ("2025-03-03", "2026-03-03", "2026-03-03", True),
        ("2025-03-03", "2026-03-04", "2026-03-03", False),
        ("2023-09-15", "2024-09-14", "2024-09-14", True),
        ("2023-09-15", "2024-09-15", "2024-09-14", False),
    ],
)
def test_a_rehabilitation_takes_365_days_from_its_submission_at_most(
    sweden: Pack, calendar: Calendar, submitted: str, completion: str, latest: str, accepted: bool
) -> None:
    marks = [
        f"{calendar.nominal(day(submitted), months):%Y-%m-%d}"
        for months in (Period(months=4), Period(months=8), Period(months=11))
    ]

    found = reviewed(sweden, calendar, rehabilitation(submitted, completion, *marks))

    assert [f.key for f in found] == ([] if accepted else ["vacancy.plan.longest"])
    assert all((f.limit, f.cite) == (day(latest), "§ 169-5(C)(3)") for f in found)


@pytest.mark.proves("SWE-169-5-C-3-c/1")
@pytest.mark.parametrize(("benchmark", "accepted"), [("2026-02-28", True), ("2026-03-01", False)])
def test_benchmarks_lie_at_most_four_calendar_months_apart(
    sweden: Pack, calendar: Calendar, benchmark: str, accepted: bool
) -> None:
    found = reviewed(sweden, calendar, rehabilitation("2025-10-31", "2026-06-28", benchmark))

    assert [f.key for f in found] == ([] if accepted else ["vacancy.plan.benchmarks"])


def test_the_gap_before_the_completion_counts_too(sweden: Pack, calendar: Calendar) -> None:
    in_time = rehabilitation("2025-03-03", "2025-11-03", "2025-07-03")
    late = rehabilitation("2025-03-03", "2025-11-04", "2025-07-03")

    assert reviewed(sweden, calendar, in_time) == []
    assert [f.key for f in reviewed(sweden, calendar, late)] == ["vacancy.plan.benchmarks"]


EXTENSION = {
    **OFFICER,
    "extension.statement_on": day("2026-02-05"),
    "extension.reasons": "The roof trusses come in April",
    "extension.cause": "Supply beyond the owner's control",
}


@pytest.mark.proves("SWE-169-5-C-3-d/1")
def test_an_extension_for_good_cause_lifts_both_limits(sweden: Pack, calendar: Calendar) -> None:
    old = rehabilitation("2025-03-03", "2026-03-03", "2025-07-03", "2025-11-03")
    new = rehabilitation("2025-03-03", "2026-06-30", "2025-07-03", "2025-11-03", "2026-03-03", extended=True)
    approved = [(day("2025-03-20"), old), (day("2026-02-10"), new)]
    reached = {day(on): day(on) for on in ("2025-07-03", "2025-11-03", "2026-03-03")}

    granted = decide(sweden, "vacancy.plan.extend", EXTENSION, "2026-02-10")

    assert finding_of(granted, "cause").why == "Good cause: Supply beyond the owner's control"
    assert open_(granted)
    assert reviewed(sweden, calendar, new) == []
    assert plan_in_force(approved, day("2026-03-15")) is new
    assert missed(new, reached, day("2026-03-15")) == missed(new, reached, day("2026-06-30")) == ()
    assert missed(new, reached, day("2026-07-01")) == (day("2026-06-30"),)
    said = plan(sweden.vacancy, new, calendar).findings[-1]
    assert (said.key, said.cite) == ("vacancy.plan.extended", "§ 169-5(C)(3)")


@pytest.mark.proves("SWE-169-5-C-3-e/1")
def test_no_extension_without_the_owners_written_statement(sweden: Pack) -> None:
    by_telephone = without(EXTENSION, "extension.statement_on")

    found = the_one_in_the_way(decide(sweden, "vacancy.plan.extend", by_telephone, "2026-02-10"))

    assert (found.key, found.cite) == ("statement", "§ 169-5(C)(3)")
    assert found.why == "No written statement is on file"
    late = EXTENSION | {"extension.statement_on": day("2026-02-11")}
    assert the_one_in_the_way(decide(sweden, "vacancy.plan.extend", late, "2026-02-10")).key == "statement"
    blank = without(EXTENSION, "extension.reasons")
    assert the_one_in_the_way(decide(sweden, "vacancy.plan.extend", blank, "2026-02-10")).key == "reasons"


@pytest.mark.proves("SWE-169-5-C-3-f/1")
def test_each_code_is_answered_before_the_plan_is_approved(sweden: Pack) -> None:
    codes = {f"plan.codes.{key}": "complies" for key in ("zoning", "housing", "historic", "building")}
    open_line = OFFICER | without(codes, "plan.codes.historic")

    found = the_one_in_the_way(decide(sweden, "vacancy.plan.approve", open_line, "2025-03-20"))

    assert (found.key, found.outcome, found.cite) == ("plan.codes.historic", Outcome.UNKNOWN, "§ 169-5(C)(3)")
    assert open_(decide(sweden, "vacancy.plan.approve", OFFICER | codes, "2025-03-20"))
    refused = decide(
        sweden, "vacancy.plan.approve", OFFICER | codes | {"plan.codes.zoning": "does not comply"}, "2025-03-20"
    )
    assert the_one_in_the_way(refused).key == "plan.codes.zoning"
    waived = {"plan.codes.historic": "not applicable", "plan.codes.historic.reason": "Not in a district"}
    assert open_(decide(sweden, "vacancy.plan.approve", open_line | waived, "2025-03-20"))


@pytest.mark.proves("SWE-169-5-C-3-g/1")
def test_a_building_under_rehabilitation_stays_secured(sweden: Pack) -> None:
    found = not_met(sweden, "c3.secured", "Side door open", vacancy__plan_kind="rehabilitation")

    assert lines(sweden, found, "2025-07-08") == [("Side door open", "§ 169-5(C)(3)")]


# -- the certificate -----------------------------------------------------------------------------------------------


@pytest.mark.proves("SWE-169-5-C-3-h/1", "SWE-169-5-C-3-h/2")
@pytest.mark.parametrize(("vacant", "lost"), [("2024-01-10", "2025-01-10"), ("2025-02-01", "2026-02-02")])
def test_a_certificate_is_lost_when_vacant_longer_than_365_days(
    sweden: Pack, calendar: Calendar, vacant: str, lost: str
) -> None:
    assert certificate_lost_on(sweden.vacancy, day(vacant), calendar) == day(lost)
    assert (day(lost) - day(vacant)).days == 366


@pytest.mark.proves("SWE-169-5-C-3-i/1")
def test_the_vacancy_is_closed_by_a_new_certificate_only(sweden: Pack) -> None:
    closing: dict[str, Any] = {
        **OFFICER,
        "vacancy.outcome": "occupied",
        "vacancy.certificate_lost_on": day("2025-01-10"),
    }

    none = decide(sweden, "vacancy.close", closing, "2025-02-01")
    new = decide(sweden, "vacancy.close", closing | {"vacancy.certificate_issued_on": day("2025-01-30")}, "2025-02-01")

    assert keys(none.standing_in_the_way) == {"certificate", "new_certificate"}
    assert {f.cite for f in none.standing_in_the_way} == {"§ 169-5(C)(3)"}
    assert open_(new)


def test_a_certificate_that_was_not_lost_will_do_and_so_will_a_demolition(sweden: Pack) -> None:
    never_lost = {**OFFICER, "vacancy.outcome": "occupied", "vacancy.certificate_issued_on": day("2019-05-02")}
    demolished = {**OFFICER, "vacancy.outcome": "demolished"}

    assert open_(decide(sweden, "vacancy.close", never_lost, "2024-08-01"))
    assert the_one_in_the_way(decide(sweden, "vacancy.close", demolished, "2025-09-30")).key == "demolished"
    done = demolished | {"vacancy.demolished_on": day("2025-09-30")}
    assert open_(decide(sweden, "vacancy.close", done, "2025-09-30"))


# -- (D), (G) ------------------------------------------------------------------------------------------------------


@pytest.mark.proves("SWE-169-5-D-b/1", "SWE-169-5-G-a/1")
@pytest.mark.parametrize(
    ("what", "happened", "act_by", "late"),
    [("change", "2025-07-31", "2025-09-02", "2025-09-03"), ("transfer", "2025-06-20", "2025-07-07", "2025-07-08")],
)
def test_changes_are_told_in_30_days_and_transfers_in_15(
    sweden: Pack, calendar: Calendar, what: Any, happened: str, act_by: str, late: str
) -> None:
    by = told_by(rule(sweden), what, day(happened), calendar)

    assert by is not None
    assert by.act_by == day(act_by)
    assert not by.passed(day(act_by))
    assert by.passed(day(late))
    assert (day(late) - by.act_by).days == 1


def test_a_transfer_is_told_under_its_own_paragraph(sweden: Pack) -> None:
    assert sweden.cite("SWE-169-5-G-a") == "§ 169-5(G)"
    assert "SWE-169-5-G-a" in rule(sweden).carries
    assert "SWE-169-5-G-a" in sweden.gates["vacancy.transfer"].carries


@pytest.mark.proves("SWE-169-5-D-c/1")
def test_a_revision_is_in_writing(sweden: Pack) -> None:
    found = the_one_in_the_way(decide(sweden, "vacancy.plan.revise", {"revision.in_writing": False}, "2025-06-05"))

    assert found.why.startswith("A revision must be in writing")
    assert found.cite == "§ 169-5(D)"
    assert open_(decide(sweden, "vacancy.plan.revise", {"revision.in_writing": True}, "2025-06-05"))


@pytest.mark.proves("SWE-169-5-D-d/1")
def test_a_revision_does_not_begin_the_365_days_anew(sweden: Pack, calendar: Calendar) -> None:
    marks = ("2025-07-03", "2025-11-03", "2026-03-03")

    (found,) = reviewed(sweden, calendar, rehabilitation("2025-03-03", "2026-04-15", *marks))

    assert (found.key, found.limit) == ("vacancy.plan.longest", day("2026-03-03"))
    statement = EXTENSION | {"extension.statement_on": day("2025-11-20")}
    assert open_(decide(sweden, "vacancy.plan.extend", statement, "2025-12-01"))
    assert reviewed(sweden, calendar, rehabilitation("2025-03-03", "2026-04-15", *marks, extended=True)) == []


SELLERS = rehabilitation("2025-03-03", "2026-03-03", "2025-07-03", "2025-09-15", "2026-01-15")
BUYERS = rehabilitation("2025-08-20", "2026-03-03", "2025-12-15")


@pytest.mark.proves("SWE-169-5-G-b/1")
def test_the_buyer_misses_the_benchmark_of_the_sellers_plan(sweden: Pack) -> None:
    approved = [(day("2025-03-20"), SELLERS)]
    owners = [(day("2019-01-01"), "seller"), (day("2025-08-01"), "buyer")]
    reached = {day("2025-07-03"): day("2025-07-01")}

    binding = plan_in_force(approved, day("2025-09-16"))
    owner = max((since, who) for since, who in owners if since <= day("2025-09-15"))[1]

    assert binding is SELLERS
    assert missed(SELLERS, reached, day("2025-09-15")) == ()
    assert (owner, missed(SELLERS, reached, day("2025-09-16"))) == ("buyer", (day("2025-09-15"),))
    assert "SWE-169-5-G-b" in sweden.gates["vacancy.transfer"].carries


@pytest.mark.proves("SWE-169-5-G-c/1")
@pytest.mark.parametrize(("on", "binding"), [("2025-09-15", SELLERS), ("2025-09-29", SELLERS), ("2025-09-30", BUYERS)])
def test_the_sellers_plan_binds_until_the_buyers_is_approved(on: str, binding: Plan) -> None:
    assert plan_in_force([(day("2025-03-20"), SELLERS), (day("2025-09-30"), BUYERS)], day(on)) is binding


# -- (F), (I) ------------------------------------------------------------------------------------------------------


@pytest.mark.proves("SWE-169-5-F-a/1")
def test_the_town_remediates_what_was_found(sweden: Pack) -> None:
    facts = {
        **OFFICER,
        "remediation.findings": set(),
        "remediation.comply_by": day("2025-07-31"),
        "remediation.failed_on": day("2025-08-01"),
        "emergency.for_this_entry": False,
    }

    found = the_one_in_the_way(decide(sweden, "vacancy.remediate", facts, "2025-08-04"))

    assert (found.key, found.cite, found.cure) == ("findings", "§ 169-5(F)", "Inspect it first")
    assert open_(decide(sweden, "vacancy.remediate", facts | {"remediation.findings": {"Roof open"}}, "2025-08-04"))


@pytest.mark.proves("SWE-169-5-I-b/1")
def test_a_statement_of_the_community_has_its_subject(sweden: Pack) -> None:
    letter = named({"statement__in_writing": True, "statement__subjects": set()})

    found = the_one_in_the_way(decide(sweden, "statement.file", letter, "2025-05-19"))

    assert (found.key, found.cite) == ("subjects", "§ 169-5(I)")
    assert open_(decide(sweden, "statement.file", letter | {"statement.subjects": {"problems"}}, "2025-05-19"))
    told = letter | {"statement.in_writing": False, "statement.subjects": {"problems"}}
    assert the_one_in_the_way(decide(sweden, "statement.file", told, "2025-05-19")).key == "in_writing"
