"""Where a town's rule is looser than the State's: each difference with both citations, by the place of the rule."""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.law.packs.making import make_pack
from townwright.law.check import check
from townwright.law.floor import Looser, differences, differences_of, last_change
from townwright.law.packs import Pack, compile_pack

ON = date(2025, 6, 2)
STATE = "19 NYCRR § 1203.3"


@cache
def state() -> Pack:
    """The State's floor, compiled once."""
    return compile_pack("new-york")


def looser(folder: Path, on: date = ON, **files: str) -> list[Looser]:
    """What is looser in a pack of some files that stands on the State's."""
    made = make_pack(folder / "loose", **files)
    return list(differences(state(), compile_pack("loose", own=made), on))


def the_one(found: list[Looser]) -> Looser:
    """The only difference."""
    (one,) = found
    return one


def gate(requirement: str, name: str = "permit.suspend") -> str:
    """A gate of the town's with one requirement."""
    return f"{name}:\n  requirements:\n    - {requirement}\n"


def test_a_town_with_no_rule_of_its_own_has_the_states(tmp_path: Path) -> None:
    assert looser(tmp_path) == []
    assert differences_of(state(), ON) == ()


def test_shipped_packs_are_held_against_the_shipped_floor() -> None:
    pack = compile_pack("chester")

    assert differences_of(pack, ON) == differences(state(), pack, ON)


def test_a_pack_above_a_towns_is_held_against_the_state(tmp_path: Path) -> None:
    made = make_pack(tmp_path / "above", pack="name: above\ntitle: Above\nextends: chester\n")
    pack = compile_pack("above", own=made)

    assert [one.town_cite for one in differences_of(pack, ON)] == ["§ 50-10(A)(1)(g)"]
    assert sum("minimum" in one.says for one in check("above", own=made).problems) == 1


# -- gates


def test_a_requirement_that_is_switched_off(tmp_path: Path) -> None:
    text = "permit.suspend:\n  carries: [ELS-9-1]\n  switched_off: {issued: The county does it}\n"

    one = the_one(looser(tmp_path, gates__more=text))

    assert one.place == ("gates", "permit.suspend", "switched_off", "issued")
    assert str(one) == (
        "§ 9-1: The permit was issued, and is neither revoked nor closed is not asked here: The county does it; "
        f"the State's minimum is {STATE}(a)"
    )
    assert one.beneath("gates", "permit.suspend")
    assert not one.beneath("gates", "permit.revoke")


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("warn: true", "Issued is only warned of"),
        ("discretion: true", "Issued is left to the officer"),
        ('until: "2030-12-31"', "Issued is asked only to Tue 31 December 2030"),
        ("exceptions: [{label: farms, when: {known: application.scope}}]", "Issued, but not: farms"),
    ],
)
def test_a_requirement_that_is_replaced_by_less(tmp_path: Path, more: str, says: str) -> None:
    text = gate(f'{{key: issued, says: Issued, cite: "§ 9-5", need: {{known: permit.issued_on}}, {more}}}')

    one = the_one(looser(tmp_path, gates__more=text))

    assert (one.says, one.town_cite, one.state_cite) == (says, "§ 9-5", f"{STATE}(a)")
    assert one.place[:4] == ("gates", "permit.suspend", "requirements", "issued")


def test_a_requirement_that_is_replaced_by_as_much_is_no_difference(tmp_path: Path) -> None:
    text = gate(
        '{key: issued, says: Issued, cite: "§ 9-5", need: {known: permit.issued_on}, exceptions: '
        "[{label: farms, when: {known: application.scope}, need: {known: permit.status}}]}"
    )

    assert looser(tmp_path, gates__more=text) == []


def test_what_the_state_only_allows_is_no_minimum(tmp_path: Path) -> None:
    text = gate('{key: fee, says: Fee, cite: "§ 9-5", need: {known: fee.paid}, warn: true}', "certificate.submit")

    assert looser(tmp_path, gates__more=text) == []


def test_a_requirement_of_the_town_that_begins_later_leaves_a_gap(tmp_path: Path) -> None:
    text = gate('{key: issued, says: Issued, cite: "§ 9-5", need: {known: permit.issued_on}, from: "2025-06-03"}')

    one = the_one(looser(tmp_path, gates__more=text))

    assert "is not asked on Mon 2 June 2025" in one.says
    assert looser(tmp_path, date(2025, 6, 3)) == []


def test_a_minimum_that_begins_later_is_none_yet() -> None:
    floor = state()
    gate_ = floor.gates["record.delete"]
    later = tuple(r.model_copy(update={"from_": date(2030, 1, 1), "carries": ()}) for r in gate_.requirements)
    changed = floor.model_copy(
        update={"gates": {**floor.gates, "record.delete": gate_.model_copy(update={"requirements": later})}}
    )

    assert differences(changed, changed, ON) == ()
    assert differences(changed, changed, date(2030, 1, 1)) == ()


def test_a_rule_that_its_author_knows_to_be_looser(tmp_path: Path) -> None:
    text = gate(
        '{key: own, says: Sheds need no permit, cite: "§ 9-6", need: {known: application.scope}, '
        "looser_than: [NYS-1203-3-a-7], exceptions: [{label: barns, when: {known: application.extent}, "
        "carries: [ELS-9-1], looser_than: [NYS-1203-3-a-1]}]}"
    )

    rule, exception = looser(tmp_path, gates__more=text)

    assert (rule.says, rule.town_cite, rule.state_cite) == ("Sheds need no permit", "§ 9-6", f"{STATE}(a)")
    assert exception.place[-2:] == ("exceptions", "barns")
    assert (exception.says, exception.town_cite) == ("Sheds need no permit, but not: barns", "§ 9-1")


def test_exemptions_from_the_permit_are_those_of_the_state(tmp_path: Path) -> None:
    text = gate(
        '{key: outside_codes, says: Work needs a permit, cite: "§ 9-7", need: {is_false: work.under_uniform_code}, '
        "exceptions: [{label: shed, when: {at_most: {fact: application.area, limit: 144}}}, {label: small farm, "
        'when: {known: application.scope}, cite: "§ 9-7(B)", goes_before: [shed]}]}',
        "permit.not_needed",
    )

    one = the_one(looser(tmp_path, gates__more=text))

    assert (one.says, one.town_cite) == ("Work needs a permit, but not: small farm", "§ 9-7(B)")


def test_an_exception_by_cost_is_said_at_its_own_section(tmp_path: Path) -> None:
    text = gate(
        '{key: outside_codes, says: Work needs a permit, cite: "§ 9-7", need: {is_false: work.under_uniform_code}, '
        'exceptions: [{label: cheap, when: {at_most: {fact: application.cost, limit: "10000.00"}}, cite: "§ 9-7(C)"}]}',
        "permit.not_needed",
    )

    one = the_one(looser(tmp_path, gates__more=text))

    assert one.place[-1] == "cheap"
    assert (one.says, one.town_cite) == ("An exemption by estimated cost", "§ 9-7(C)")


def test_a_case_that_is_limited_by_cost_is_no_exemption(tmp_path: Path) -> None:
    text = gate(
        '{key: plans, says: Plans are shown, cite: "§ 9-7", need: {known: application.scope}, '
        'when: {more_than: {fact: application.cost, limit: "10000.00"}}}',
        "permit.not_needed",
    )

    assert looser(tmp_path, gates__more=text) == []


# -- values


@pytest.mark.proves("NYS-1203-3-a-7/1")
def test_an_exemption_by_cost_and_one_of_large_sheds_are_looser(tmp_path: Path) -> None:
    gates = gate(
        '{key: cost, says: Work under $10000 needs no permit, cite: "§ 9-8", '
        'need: {less_than: {fact: application.cost, limit: "10000.00"}}}',
        "permit.not_needed",
    )
    values = (
        "exempt.shed_area: {kind: int, says: Largest shed, unit: sq ft, series: "
        '[{from: "2020-01-01", value: 200, cite: "§ 9-9", enacted_by: L.L. 1}]}\n'
    )

    made = make_pack(tmp_path / "sheds", gates__more=gates, values=values)
    warnings = [problem.says for problem in check("sheds", own=made).problems if problem.warning]

    assert (
        "§ 9-8: Work under $10000 needs no permit: an exemption by estimated cost; "
        "the State's minimum is 19 NYCRR § 1203.3(a)"
    ) in warnings
    assert any(
        one.startswith("§ 9-9: Largest shed")
        and "200 sq ft, not at most 144" in one
        and one.endswith("the State's minimum is 19 NYCRR § 1203.3(a)")
        for one in warnings
    )


@pytest.mark.parametrize(("area", "differs"), [("143", False), ("144", False), ("145", True), ("null", False)])
def test_a_value_up_to_the_bound_is_no_difference(tmp_path: Path, area: str, differs: bool) -> None:
    values = (
        "exempt.shed_area: {kind: int, says: Largest shed, unit: sq ft, series: "
        f'[{{from: "2020-01-01", value: {area}, cite: "§ 9-9", enacted_by: L.L. 1}}]}}\n'
    )

    assert bool(looser(tmp_path, values=values)) is differs


def test_a_bound_can_be_a_least_value() -> None:
    floor = state()
    hours = floor.values["training.officer_hours"].model_copy(update={"bound": "at least"})
    bounded = floor.model_copy(update={"values": {**floor.values, "training.officer_hours": hours}})
    fewer = _with(
        bounded,
        "values",
        "training.officer_hours",
        series=[{"from": "2020-01-01", "value": 23, "cite": "§ 9-3", "enacted_by": "L.L. 1"}],
    )

    one = the_one(list(differences(bounded, fewer, ON)))

    assert "23 hours, not at least 24" in one.says
    assert differences(bounded, bounded, ON) == ()
    assert differences(bounded, bounded, date(2020, 1, 1)) == ()


# -- intervals, terms, orders, elements, reports, records, assessments


PERIODIC = """\
classes:
  school:
    title: School
    when: {is_true: building.school}
    every: [{from: "2020-01-01", value: {months: 48, rolls: true}, cite: "§ 9-11", enacted_by: L.L. 1}]
"""
OPERATING = """\
categories:
  tents:
    title: Tents
    when:
      any:
        - is_true: activity.tent_needs_approval
        - is_true: activity.special_event_structure
        - is_true: activity.membrane_structure
    longest: [{from: "2020-01-01", value: {days: 200, rolls: false}, cite: "§ 9-12", enacted_by: L.L. 1}]
"""


@pytest.mark.proves("NYS-1203-2-a/1")
def test_a_longer_interval_and_a_longer_term_are_reported_with_both_sections(tmp_path: Path) -> None:
    made = make_pack(tmp_path / "long", periodic=PERIODIC, operating=OPERATING)

    report = check("long", own=made)

    assert report.sound
    says = [str(one) for one in report.problems]
    assert any(
        "periodic.yaml:2:" in one
        and (
            "§ 9-11: School or college, with dormitories, fraternities, laboratories, dining and recreational "
            "buildings: every 48 months, not 12 months; the State's minimum is 19 NYCRR § 1203.3(h)"
        )
        in one
        for one in says
    )
    assert any(
        "operating.yaml:2:" in one
        and "§ 9-12: " in one
        and "up to 200 days, not 180 days; the State's minimum is 19 NYCRR § 1203.3(g)" in one
        for one in says
    )


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("{months: 12, rolls: true}", []),
        ("{months: 11, rolls: true}", []),
        ("null", ["left out"]),
        ("{months: 13, rolls: true}", ["every 13 months, not 12 months"]),
    ],
)
def test_an_interval_as_long_or_shorter_is_no_difference(tmp_path: Path, value: str, says: list[str]) -> None:
    text = PERIODIC.replace("{months: 48, rolls: true}", value)

    assert [one.says.rpartition(": ")[2] for one in looser(tmp_path, periodic=text)] == says


def test_a_rule_of_the_town_counts_from_its_first_day_backwards_too(tmp_path: Path) -> None:
    text = PERIODIC.replace("2020-01-01", "2030-01-01")

    assert [one.town_cite for one in looser(tmp_path, periodic=text)] == ["§ 9-11"]


def test_before_the_states_own_first_day_there_is_no_minimum(tmp_path: Path) -> None:
    files = {"periodic": PERIODIC, "operating": OPERATING, "orders": ORDERS}

    assert looser(tmp_path, date(2000, 1, 3), **files) == []


def test_a_case_that_the_state_does_not_leave_out(tmp_path: Path) -> None:
    operating = OPERATING.replace("200", "180").replace(
        "    longest",
        ('    except: [{title: weddings, when: {known: application.scope}, cite: "§ 9-12(B)"}]\n    longest'),
    )

    one = the_one(looser(tmp_path, operating=operating))

    assert (one.says, one.town_cite, one.state_cite) == ("Tents: not for weddings", "§ 9-12(B)", f"{STATE}(g)")


ORDERS = """\
kinds:
  remedy:
    - from: "2010-01-01"
      value:
        title: Notice
        contents: [{key: condition, label: Condition, cite: "§ 9-13"}]
        cure: {at_least: {days: 5}}
        recipients: [{who: [owner], must: may, ways: [post], cite: "§ 9-13"}]
        ways: {post: {title: Posted, steps: [{key: posted, title: Posted}]}}
      cite: "§ 9-13"
      enacted_by: L.L. 1
"""


def test_an_order_that_is_less_than_the_states(tmp_path: Path) -> None:
    found = looser(tmp_path, orders=ORDERS)

    assert [one.says for one in found] == [
        "Notice: not the order of Executive Law § 382",
        "Notice: no fixed time to comply, not 30 days",
        "Notice: it need not give: The provision violated",
        "Notice: not served on the owner",
    ]
    assert {(one.town_cite, one.state_cite) for one in found} == {("§ 9-13", "19 NYCRR § 1203.5")}


@pytest.mark.parametrize(("days", "says"), [(30, []), (31, ["Notice: 31 days to comply, not 30 days"])])
def test_a_longer_time_to_comply(tmp_path: Path, days: int, says: list[str]) -> None:
    text = ORDERS.replace("{at_least: {days: 5}}", f"{{fixed: {{days: {days}}}}}")

    assert [one.says for one in looser(tmp_path, orders=text) if "comply" in one.says] == says


def test_a_kind_of_order_that_sets_no_time_or_is_left_out(tmp_path: Path) -> None:
    without = ORDERS.replace("        cure: {at_least: {days: 5}}\n", "")
    ended = 'kinds:\n  stop_work: [{from: "2020-01-01", value: null, cite: "§ 9-14", enacted_by: L.L. 1}]\n'

    assert "Notice: no fixed time to comply, not 30 days" in [one.says for one in looser(tmp_path, orders=without)]
    one = the_one(looser(tmp_path, orders=ended))
    assert (one.says, one.town_cite, one.state_cite) == ("Stop-Work Order: left out", "§ 9-14", f"{STATE}(c)")


@pytest.mark.parametrize(("further", "cite"), [('further: {cite: "§ 9-4"}\n', "§ 9-4"), ("", "")])
def test_elements_that_a_town_does_not_inspect(tmp_path: Path, further: str, cite: str) -> None:
    elements = "".join(
        f'  - {{key: {one.key}, title: {one.key}, cite: "§ 9-4"}}\n'
        for one in state().inspections.elements
        if one.key != "framing"
    )

    one = the_one(looser(tmp_path, inspections=f"{further}elements:\n{elements}"))

    assert (one.says, one.town_cite, one.state_cite) == ("Framing: not among the town's own", cite, f"{STATE}(b)")


def test_a_report_records_and_assessments_that_are_less(tmp_path: Path) -> None:
    reports = (
        "reports: {state: {title: To the State, to: Nobody, schedule: "
        '[{from: "2023-01-01", value: null, cite: "§ 9-16", enacted_by: L.L. 1}]}}\n'
    )
    retention = (
        'kinds: {complaint: {title: Complaints, keep: [{from: "2020-01-01", '
        'value: {years: 6, from: closed}, cite: "§ 9-17", enacted_by: L.L. 1}]}}\n'
    )

    found = looser(tmp_path, reports=reports, retention=retention)

    assert [(one.place[0], one.says, one.town_cite, one.state_cite) for one in found] == [
        ("reports", "Annual report to the Secretary of State: left out", "§ 9-16", "19 NYCRR § 1203.4(a)"),
        ("retention", "Complaints: kept for 6 years, not for good", "§ 9-17", f"{STATE}(l)"),
    ]


@pytest.mark.parametrize(
    ("years", "says"),
    [
        ("3", []),
        ("4", ["Condition assessment of a parking garage: every 4 years, not 3 years"]),
        ("none", ["Condition assessment of a parking garage: left out"]),
    ],
)
def test_assessments_less_often_or_never(tmp_path: Path, years: str, says: list[str]) -> None:
    value = (
        "null"
        if years == "none"
        else (
            '{title: Garage, when: {is_true: building.parking_levels}, first: {cite: "§ 9-18"}, '
            f"every: {{years: {years}, rolls: true}}}}"
        )
    )
    text = (
        'assessments: {parking_garage: [{from: "2020-01-01", value: '
        + value
        + ', cite: "§ 9-18", enacted_by: L.L. 1}]}\n'
    )

    found = looser(tmp_path, programmes=text)

    assert [one.says for one in found] == says
    assert looser(tmp_path, date(2018, 8, 28), programmes=text) == []


def test_in_the_check_a_requirement_is_shown_where_it_stands(tmp_path: Path) -> None:
    text = gate('{key: issued, says: Issued, cite: "§ 9-5", need: {known: permit.issued_on}, warn: true}')
    made = make_pack(tmp_path / "marks", gates__more=text)

    assert [str(one) for one in check("marks", own=made).problems if "minimum" in one.says] == [
        "marks/gates/more.yaml:3:7: permit.suspend.requirements[1]: warning: § 9-5: Issued is only warned of; "
        "the State's minimum is 19 NYCRR § 1203.3(a)"
    ]


def test_a_requirement_taken_over_by_another_gate_is_said_once(tmp_path: Path) -> None:
    text = gate(
        '{key: ground, says: Ground, cite: "§ 9-5", need: {known: finding.ground}, warn: true}', "permit.finding"
    )
    made = make_pack(tmp_path / "once", gates__more=text)

    assert sum("Ground is only warned of" in one.says for one in check("once", own=made).problems) == 1
    assert {one.place[1] for one in looser(tmp_path, gates__more=text)} == {
        "permit.finding",
        "permit.suspend",
        "permit.revoke",
    }


def test_a_gate_that_takes_over_a_looser_one_is_marked_at_its_own(tmp_path: Path) -> None:
    text = gate(
        '{key: other, says: Other, cite: "§ 9-6", need: {known: finding.ground}}', "application.approve"
    ) + gate('{key: signature, says: Signed, cite: "§ 9-5", need: {known: finding.ground}, warn: true}', "sign.officer")
    made = make_pack(tmp_path / "over", gates__more=text)

    (one,) = [one for one in check("over", own=made).problems if "minimum" in one.says]
    assert "Signed is only warned of" in one.says


def test_the_last_change_is_the_last_day_of_any_rule() -> None:
    assert last_change(state()) == date(2025, 12, 31)
    assert last_change() == date.min


def _with(pack: Pack, part: str, key: str, **changes: Any) -> Pack:
    """A pack with one entry of a part changed."""
    entries = getattr(pack, part)
    entry = entries[key]
    changed = type(entry).model_validate({**entry.model_dump(by_alias=True), **changes})
    return pack.model_copy(update={part: {**entries, key: changed}})
