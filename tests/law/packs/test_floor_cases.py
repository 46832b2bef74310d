"""Where a town says with a condition of its own what a rule of the State's is about: cases tell them apart."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.law.packs.making import make_pack
from tests.law.packs.test_floor import ON, STATE, gate, looser, state, the_one
from townwright.law.asking import enquiry
from townwright.law.floor import deciding, differences
from townwright.law.packs import Pack, compile_pack
from townwright.law.parting import cases, first_case, holds, in_words
from townwright.law.predicates import Asked, AtLeast, IsTrue, Known

CLASS = """\
classes:
  %s:
    title: Own
    when: %s
    every: [{from: "2020-01-01", value: {months: %s, rolls: true}, cite: "§ 9-11", enacted_by: L.L. 1}]
"""


def units(limit: int) -> str:
    return f"{{at_least: {{fact: building.dwelling_units, limit: {limit}}}}}"


# -- which buildings are inspected


@pytest.mark.parametrize(("limit", "missed"), [(2, None), (3, None), (4, "3"), (6, "3")])
def test_a_town_that_begins_at_more_dwelling_units_misses_some(tmp_path: Path, limit: int, missed: str | None) -> None:
    # Given a town that inspects multiple dwellings from so many units on, the State from three
    found = looser(tmp_path, periodic=CLASS % ("multiple", units(limit), 36))
    # Then up to three it is no looser, and above it misses the building of three units
    assert [one.says for one in found] == (
        [] if missed is None else [f"Multiple dwelling of three units or more: not where Dwelling units: {missed}"]
    )
    for one in found:
        assert one.place == ("periodic", "classes", "multiple", "when")
        assert (one.town_cite, one.state_cite) == ("§ 9-11", f"{STATE}(h)")


def test_another_class_with_a_short_interval_can_have_those_buildings(tmp_path: Path) -> None:
    both = CLASS % ("multiple", units(5), 36) + (CLASS % ("few", units(2), 24)).removeprefix("classes:\n")
    assert looser(tmp_path, periodic=both) == []


@pytest.mark.parametrize(("months", "missed"), [(36, False), (37, True)])
def test_another_class_with_a_longer_interval_has_them_too_late(tmp_path: Path, months: int, missed: bool) -> None:
    both = CLASS % ("multiple", units(5), 36) + (CLASS % ("few", units(2), months)).removeprefix("classes:\n")
    assert bool(looser(tmp_path, periodic=both)) is missed


def test_a_longer_interval_of_the_class_itself_is_said_once(tmp_path: Path) -> None:
    one = the_one(looser(tmp_path, periodic=CLASS % ("school", "{is_true: building.school}", 13)))
    assert one.place == ("periodic", "classes", "school")


def test_a_class_without_a_condition_has_every_building(tmp_path: Path) -> None:
    every = (CLASS % ("multiple", units(9), 36)).replace(f"    when: {units(9)}\n", "")
    assert looser(tmp_path, periodic=every) == []


EXEMPT = 'exempt: [{title: Left out, when: %s, cite: "§ 9-12"}]\n'


@pytest.mark.parametrize(
    ("when", "says"),
    [
        ("{is_true: building.agricultural}", None),
        ("{one_of: {fact: building.kind, values: [one-family, two-family]}}", None),
        ("{equals: {fact: building.kind, value: one-family}}", None),
        ("{one_of: {fact: building.kind, values: [one-family, multiple]}}", "though Building with an assembly area"),
        ("{is_true: building.school}", "though Building with an assembly area"),
        ("{less_than: {fact: application.area, limit: 5000}}", "though Building with an assembly area"),
    ],
)
def test_buildings_that_a_town_leaves_out(tmp_path: Path, when: str, says: str | None) -> None:
    # Given a town that leaves some buildings out of its periodic inspections
    found = looser(tmp_path, periodic=EXEMPT % when)
    # Then those that no class of the State's has may be left out, and others not
    assert [one.says for one in found] == ([] if says is None else [f"Left out: not inspected, {says}"])
    for one in found:
        assert (one.town_cite, one.state_cite) == ("§ 9-12", f"{STATE}(h)")
        assert one.place == ("periodic", "exempt", "0")


@pytest.mark.parametrize(("limit", "differs"), [(1, False), (2, False), (3, True)])
def test_dwellings_that_a_town_leaves_out_by_their_units(tmp_path: Path, limit: int, differs: bool) -> None:
    few = f"{{at_most: {{fact: building.dwelling_units, limit: {limit}}}}}"
    dwelling = f"{{all: [{few}, {{is_false: building.nonresidential}}]}}"
    assert bool(looser(tmp_path, periodic=EXEMPT % dwelling)) is differs


def test_what_the_state_itself_exempts_is_no_difference() -> None:
    floor, pack = state(), compile_pack("cortlandt")
    own = pack.periodic.exempt[0].model_copy(update={"when": IsTrue(is_true="building.school")})
    here = _with(pack, exempt=(own,))

    assert "exempt" in {one.place[1] for one in differences(floor, here, ON) if one.place[0] == "periodic"}
    assert not _exempt(differences(_with(floor, exempt=(own,)), here, ON))
    assert not _exempt(differences(floor, here, date(2000, 1, 3))), "before the State's first day"
    everyone = {key: one.model_copy(update={"when": None}) for key, one in floor.periodic.classes.items()}
    assert _exempt(differences(_with(floor, classes=everyone), here, ON))


def _with(pack: Pack, **changed: Any) -> Pack:
    return pack.model_copy(update={"periodic": pack.periodic.model_copy(update=changed)})


def _exempt(found: Any) -> list[Any]:
    return [one for one in found if one.place[:2] == ("periodic", "exempt")]


# -- inspections of others


ACCEPTED = """\
accepted:
  - from: "2020-01-01"
    value:
      %s
      conditions: {%s}
    cite: "§ 9-15"
    enacted_by: L.L. 1
"""
CONDITIONS = ("qualified", "complete", "copy", "acted")


def conditions(*keys: str) -> str:
    return ", ".join(f'{key}: {{title: {key}, cite: "§ 9-15"}}' for key in keys)


@pytest.mark.parametrize("left", [(), ("copy",), ("qualified", "acted")])
def test_inspections_of_others_that_are_accepted_on_less(tmp_path: Path, left: tuple[str, ...]) -> None:
    # Given a town that accepts the inspections of others, without some of the State's conditions
    kept = [key for key in CONDITIONS if key not in left]
    found = looser(tmp_path, periodic=ACCEPTED % ("every: {years: 1, rolls: true}", conditions(*kept)))
    # Then what it leaves out is said in the State's words
    accepted = state().periodic.accepted
    assert accepted is not None and accepted.root[0].value is not None
    titles = "; ".join(accepted.root[0].value.conditions[key].title for key in left)
    assert [one.says for one in found] == ([f"An inspection by others is accepted without: {titles}"] if left else [])
    assert {one.place for one in found} <= {("periodic", "accepted", "conditions")}


@pytest.mark.parametrize(
    ("every", "says"),
    [
        ("every: {months: 11, rolls: true}", None),
        ("every: {years: 1, rolls: true}", None),
        ("every: {months: 13, rolls: true}", "13 months after the one before, not 1 year"),
        ("every: null", "however late, not 1 year after one"),
    ],
)
def test_inspections_of_others_that_are_further_apart(tmp_path: Path, every: str, says: str | None) -> None:
    found = looser(tmp_path, periodic=ACCEPTED % (every, conditions(*CONDITIONS)))
    assert [one.says for one in found] == ([f"An inspection by others is accepted {says}"] if says else [])
    for one in found:
        assert (one.town_cite, one.state_cite) == ("§ 9-15", f"{STATE}(h)")


def test_a_town_that_accepts_none_is_stricter(tmp_path: Path) -> None:
    none = 'accepted: [{from: "2020-01-01", value: null, cite: "§ 9-15", enacted_by: L.L. 1}]\n'
    assert looser(tmp_path, periodic=none) == []


def test_where_the_state_says_nothing_of_them_there_is_no_minimum() -> None:
    pack = compile_pack("chester")
    silent = _with(state(), accepted=None, restarts=None)
    unlimited = state().periodic.accepted
    assert unlimited is not None
    entry = unlimited.root[0]
    assert entry.value is not None
    never = unlimited.model_copy(
        update={"root": (entry.model_copy(update={"value": entry.value.model_copy(update={"every": None})}),)}
    )
    for floor in (silent, _with(state(), accepted=never)):
        assert [one for one in differences(floor, pack, ON) if one.place[0] == "periodic"] == []
    bare = _with(pack, accepted=None, restarts=None)
    assert [one for one in differences(state(), bare, ON) if one.place[0] == "periodic"] == []


@pytest.mark.parametrize(
    ("extra", "remote", "says"),
    [
        ("never", "never", []),
        ("if complete", "if conforming", []),
        ("if complete", "if complete", ["A remote inspection restarts the clock if complete, not if conforming"]),
    ],
)
def test_what_restarts_the_clock_of_a_building(tmp_path: Path, extra: str, remote: str, says: list[str]) -> None:
    text = f'restarts: {{extra: {extra}, remote: {remote}, cite: "§ 9-16"}}\n'
    assert [one.says for one in looser(tmp_path, periodic=text)] == says


# -- what needs an operating permit


OPERATING = """\
categories:
  outdoor_event:
    title: Outdoor events
    when: {more_than: {fact: activity.attendance, limit: %s}}
    longest: [{from: "2020-01-01", value: {years: 1, rolls: false}, cite: "§ 9-12", enacted_by: L.L. 1}]
"""


@pytest.mark.parametrize(("limit", "missed"), [(999, None), (1000, None), (1001, "1001"), (2000, "1001")])
def test_an_operating_permit_that_a_town_asks_for_above_its_own_limit(
    tmp_path: Path, limit: int, missed: str | None
) -> None:
    found = looser(tmp_path, operating=OPERATING % limit)
    assert [one.says for one in found] == (
        []
        if missed is None
        else [f"Outdoor events: not where Planned attendance: {int(missed):,} persons, Outdoor event: yes"]
    )
    for one in found:
        assert one.place == ("operating", "categories", "outdoor_event", "when")
        assert (one.town_cite, one.state_cite) == ("§ 9-12", f"{STATE}(g)")


def test_a_category_that_is_left_out_is_said_once(tmp_path: Path) -> None:
    ended = OPERATING.replace("{years: 1, rolls: false}", "null") % 5000
    assert [one.place for one in looser(tmp_path, operating=ended)] == [("operating", "categories", "outdoor_event")]


# -- numbers of a gate


@pytest.mark.parametrize(("limit", "met"), [(3, None), (2, None), (1, "1"), (0, "0")])
def test_a_requirement_with_a_lower_number_is_met_where_the_states_is_not(
    tmp_path: Path, limit: int, met: str | None
) -> None:
    # Given a town that is content with so many sets of the documents, the State with two
    own = f'{{key: sets, says: Sets, cite: "§ 9-6", need: {{at_least: {{fact: documents.sets, limit: {limit}}}}}}}'
    found = looser(tmp_path, gates__more=gate(own, "documents.own"))
    assert found == [], "a requirement of the town's own is no rule of the State's"
    floor = _gate(state(), "documents.own", at_least=2)
    here = _gate(compile_pack("chester"), "documents.own", at_least=limit)
    found = [one for one in differences(floor, here, ON) if one.beneath("gates", "documents.own")]
    # Then with less it is met in a case in which the State's is not
    assert [(one.place[-1], one.says) for one in found] == (
        [] if met is None else [("need", f"Sets: met where Sets of construction documents: {met}")]
    )


@pytest.mark.parametrize(("above", "missed"), [(None, None), (0, "0"), (500, "0")])
def test_a_requirement_that_is_asked_only_above_a_number(above: int | None, missed: str | None) -> None:
    floor = _gate(state(), "documents.own", at_least=2)
    here = _gate(compile_pack("chester"), "documents.own", at_least=2, above=above)
    found = [one for one in differences(floor, here, ON) if one.beneath("gates", "documents.own")]
    assert [(one.place[-1], one.says.partition(" where ")[0]) for one in found] == (
        [] if missed is None else [("when", "Sets: not asked")]
    )


@pytest.mark.parametrize(("own", "differs"), [(499, False), (500, False), (501, True)])
def test_a_limit_of_the_cases_that_a_town_has_moved(own: int, differs: bool) -> None:
    floor = _gate(state(), "documents.own", at_least=2, above=500)
    here = _gate(compile_pack("chester"), "documents.own", at_least=2, above=own)
    found = [one for one in differences(floor, here, ON) if one.beneath("gates", "documents.own")]
    assert bool(found) is differs


def _gate(pack: Pack, name: str, *, at_least: int, above: int | None = None) -> Pack:
    """The pack with a gate that asks for so many sets, of works above so many square feet."""
    like = pack.gates["permit.suspend"]
    one: dict[str, Any] = {
        "key": "sets",
        "says": "Sets",
        "cite": "§ 1",
        "need": {"at_least": {"fact": "documents.sets", "limit": at_least}},
    }
    if above is not None:
        one["when"] = {"more_than": {"fact": "application.area", "limit": above}}
    made = type(like).model_validate({"title": "Own", "requirements": [one]})
    return pack.model_copy(update={"gates": {**pack.gates, name: made}})


# -- cases


def test_a_case_is_tried_for_every_way_in_which_a_condition_can_be_taken() -> None:
    pack = state()
    asked = Asked({}, ON, pack.catalogue, pack.calendar(), pack.value)
    few = AtLeast.model_validate({"at_least": {"fact": "building.dwelling_units", "limit": 3}})
    school, known = IsTrue(is_true="building.school"), Known(known="building.school")
    tried = [dict(case.facts) for case in cases([few, school], asked)]
    assert {each["building.school"] for each in tried} == {True, False}
    assert {2, 3, 4} <= {each["building.dwelling_units"] for each in tried}
    assert None in {case.facts["building.school"] for case in cases([known], asked)}
    found = first_case([few, school], asked, lambda case: holds(few, case) and not holds(school, case))
    assert found is not None and in_words(found, few.names()) == "Dwelling units: 3"
    assert first_case([school], asked, lambda case: False) is None
    assert holds(None, asked)


# -- a permit without an end


def test_permits_that_bear_no_day_on_which_they_expire(tmp_path: Path) -> None:
    # Given a town whose code sets no period, and has nobody fix the day
    one = the_one(looser(tmp_path, permits="default: {}\n"))
    assert one.place == ("permits", "default", "life")
    assert (one.says, one.town_cite, one.state_cite) == ("A permit bears no day on which it expires", "", f"{STATE}(a)")
    # Then a period, or an officer who fixes the day, is as much as the State asks
    assert looser(tmp_path, permits='default: {}\nexpiration: {cite: "§ 9-4"}\n') == []
    life = '{from: "2020-01-01", value: %s, cite: "§ 9-4", enacted_by: L.L. 1}'
    assert looser(tmp_path, permits=f"default: {{life: [{life % '{years: 5, rolls: false}'}]}}\n") == []
    # And a kind of permit that lost its period has a section that says so
    ended = f"default: {{life: [{life % '{years: 5, rolls: false}'}]}}\nkinds: {{fence: {{life: [{life % 'null'}]}}}}\n"
    one = the_one(looser(tmp_path, permits=ended))
    assert (one.place, one.town_cite) == (("permits", "fence", "life"), "§ 9-4")


def test_where_the_state_asks_for_no_such_day_there_is_no_minimum() -> None:
    floor = state()
    silent = floor.model_copy(update={"permits": floor.permits.model_copy(update={"expiration": None})})
    pack = compile_pack("chester")
    endless = pack.model_copy(update={"permits": floor.permits.model_copy(update={"expiration": None})})
    assert not [one for one in differences(silent, endless, ON) if one.place[0] == "permits"]
    assert [one for one in differences(floor, endless, ON) if one.place[0] == "permits"]


# -- wherever a rule decides


WHERE = ("gates", "permit.not_needed", "requirements", "shed")
RULE = """\
permit.not_needed:
  requirements:
    - key: shed
      says: Sheds
      cite: "§ 9-7"
      looser_than: [NYS-1203-3-a-7]
      when: {less_than: {fact: application.cost, limit: "500.00"}}
      need: {at_most: {fact: application.area, value: exempt.shed_area}}
      exceptions:
        - {label: barns, when: {is_true: building.agricultural}, looser_than: [NYS-1203-3-a-1]}
        - {label: halls, when: {all: [{is_false: building.agricultural}, {is_true: building.assembly_area}]},
           need: {at_most: {fact: application.area, value: exempt.shed_area}}}
"""
AREA = (
    "exempt.shed_area: {kind: int, says: Largest shed, unit: sq ft, series: "
    '[{from: "2020-01-01", value: 200, cite: "§ 9-9", enacted_by: L.L. 1}]}\n'
)


@pytest.mark.parametrize(
    ("told", "noted"),
    [
        # The requirement decides, and with it the number that it holds the area against
        ({"application.cost": "400.00", "application.area": 150, "building.agricultural": False,
          "building.assembly_area": False}, {WHERE, ("values", "exempt.shed_area")}),
        # The exception decides, and the number stands in the rule that it replaces
        ({"application.cost": "400.00", "application.area": 150, "building.agricultural": True},
         {(*WHERE, "exceptions", "barns"), ("values", "exempt.shed_area")}),
        # The condition keeps it from being asked
        ({"application.cost": "500.00"}, set()),
    ],
)  # fmt: skip
def test_a_difference_follows_the_rule_that_was_compared(
    tmp_path: Path, told: dict[str, Any], noted: set[tuple[str, ...]]
) -> None:
    pack = compile_pack("sheds", own=make_pack(tmp_path / "sheds", gates__more=RULE, values=AREA))
    found = differences(state(), pack, ON)
    decision = pack.gate("permit.not_needed").decide(told, ON)
    assert {one.place for one in deciding(found, pack, decision).get("shed", ())} == noted


def test_a_condition_that_a_town_moved_is_noted_where_it_kept_something_from_being_asked() -> None:
    floor = _gate(state(), "documents.own", at_least=2, above=500)
    here = _gate(compile_pack("chester"), "documents.own", at_least=1, above=900)
    found = differences(floor, here, ON)
    small = here.gate("documents.own").decide({"application.area": 600}, ON)
    large = here.gate("documents.own").decide({"application.area": 1000, "documents.sets": 1}, ON)
    assert [one.place[-1] for one in deciding(found, here, small)["sets"]] == ["when"]
    assert [one.place[-1] for one in deciding(found, here, large)["sets"]] == ["need"]


def test_a_rule_that_is_switched_off_is_noted_among_what_is_not_asked(tmp_path: Path) -> None:
    text = "permit.suspend:\n  carries: [ELS-9-1]\n  switched_off: {issued: The county does it}\n"
    pack = compile_pack("off", own=make_pack(tmp_path / "off", gates__more=text))
    decision = pack.gate("permit.suspend").decide({}, ON)
    found = deciding(differences(state(), pack, ON), pack, decision)
    assert list(found) == ["issued"] and found["issued"][0].place[2] == "switched_off"


def test_the_term_of_an_operating_permit_is_noted_at_its_own_question(tmp_path: Path) -> None:
    long = OPERATING.replace("{years: 1, rolls: false}", "{years: 2, rolls: false}") % 1000
    pack = compile_pack("events", own=make_pack(tmp_path / "events", operating=long))
    found = differences(state(), pack, ON)
    topic = next(one for one in pack.enquiries.shown.values() if one.operating)
    for kind, noted in (("outdoor_event", ["outdoor_event"]), ("tents", [])):
        decision = enquiry(pack, topic, ON, kind).gate.decide({}, ON)
        assert list(deciding(found, pack, decision)) == noted
