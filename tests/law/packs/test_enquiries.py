"""The enquiries of a pack: what the check says of a topic that cannot be answered, and which answers the packs have."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from pydantic import ValidationError

from tests.law.packs.making import make_pack
from townwright.law.asking import Settled, enquiry, topics
from townwright.law.check import check
from townwright.law.enquiries import Reply, Topic
from townwright.law.findings import Outcome
from townwright.law.packs import Pack, compile_pack, shipped_names

ON = date(2026, 11, 17)
YES, NO = Reply(says="Yes."), Reply(says="No.")


def test_a_topic_is_answered_by_a_gate_or_by_the_kinds_of_operating_permits() -> None:
    one = Topic(title="One", gate="permit.not_needed", needed=YES, free=NO)
    assert one.replies["open"].says.startswith("We cannot")
    for gate, operating in (("", False), ("permit.not_needed", True)):
        with pytest.raises(ValidationError, match="expected one of gate, operating: true and fast_track"):
            Topic(title="Both or none", gate=gate, operating=operating, needed=YES, free=NO)


LISTS = """\
together:
  codes:
    ask: Which?
    lines: [{fact: work.under_uniform_code, says: One}, {fact: work.under_energi_code, says: Other}]
  mixed:
    ask: Which?
    lines: [{fact: application.cost, says: Cost}, {fact: work.in_dwelling_unit, says: Home}]
  own:
    ask: Which?
    lines: [{fact: work.in_dwelling_unit, says: Home}, {fact: work.foundation, says: Footing}]
"""


def test_the_check_names_what_cannot_stand_on_a_list(tmp_path: Path) -> None:
    """Given lists with a fact that there is not, one that is filled in beside one that is ticked, and one twice."""
    report = check("elsewhere", make_pack(tmp_path / "elsewhere", enquiries=LISTS))

    assert [(p.place, p.says.partition(";")[0]) for p in report.errors if "enquiries" in p.mark.file] == [
        ("together.mixed.lines[2]", "work.in_dwelling_unit stands on own, too"),
        ("together.own.lines[1]", "work.in_dwelling_unit stands on mixed, too"),
        ("together.codes.lines[2].fact", "no fact is called work.under_energi_code"),
        (
            "together.mixed.lines",
            "expected facts that are all ticked (yes or no, sets) or all filled in (numbers, amounts)",
        ),
    ]


def test_a_towns_list_takes_no_fact_of_the_states(tmp_path: Path) -> None:
    """Given a town that puts a fact on a list of its own, then the check names the State's list that has it."""
    own = LISTS.partition("  mixed:")[0].replace("codes", "ours").replace("energi", "energy")

    report = check("elsewhere", make_pack(tmp_path / "elsewhere", enquiries=own))

    assert {p.says for p in report.errors} == {
        "work.under_uniform_code stands on codes, too",
        "work.under_energy_code stands on codes, too",
    }


WRONG = """\
order: [work, wrok]
topics:
  work:
    title: Work
    gate: permit.not_neded
    state: permit.not_needed
    first: [application.work_typ, application.area]
    tells: {application.work_type: juggle, application.cots: "1"}
    needed: {says: Yes., bring: [application.complete, application.compleet], shows: [documents, plans]}
    free: {says: No.}
  wind: {title: Wind, fast_track: wind, needed: {says: Yes.}, free: {says: No.}}
questions:
  application.work_type:
    choices: {construct: Build, juggle: Juggle}
    hints: {constructs: A house}
  work.in_dwelling_unit: {choices: {"yes": In a home, "maybe": Perhaps}}
  work.colour: {ask: Which colour?}
"""


def test_the_check_names_what_is_not_there(tmp_path: Path) -> None:
    report = check("elsewhere", make_pack(tmp_path / "elsewhere", enquiries=WRONG))

    assert [(p.place, p.says.partition(";")[0]) for p in report.errors if "enquiries" in p.mark.file] == [
        ("order[2]", "no topic is called wrok"),
        ("topics.work.gate", "no gate is called permit.not_neded"),
        ("topics.work.needed.bring[2]", "no gate is called application.compleet"),
        ("topics.work.needed.shows[2]", "no checklist is called plans"),
        ("topics.wind.fast_track", "no fast track is called wind"),
        (
            "topics.work.tells.application.work_type",
            "application.work_type is one of construct, enlarge, alter, improve, remove, relocate, demolish, repair, "
            "solid fuel or other, not 'juggle'",
        ),
        ("topics.work.tells.application.cots", "no fact is called 'application.cots'"),
        ("topics.work.first[1]", "no fact is called application.work_typ"),
        ("questions.application.work_type.choices.juggle", "application.work_type has no choice juggle"),
        ("questions.application.work_type.hints.constructs", "application.work_type has no choice constructs"),
        ("questions.work.in_dwelling_unit.choices.maybe", "work.in_dwelling_unit has no choice maybe"),
        ("questions.work.colour", "no fact is called work.colour"),
    ]


@pytest.mark.parametrize("name", [name for name in shipped_names() if name != "new-york"])
def test_every_topic_of_a_shipped_town_can_be_asked(name: str) -> None:
    """Each has a gate that is not settled before anything was told, and a first question with words."""
    pack = compile_pack(name)
    assert "work" in topics(pack, ON)
    for key, topic in topics(pack, ON).items():
        if topic.operating:
            continue
        then = enquiry(pack, topic, ON).ask({})
        assert not isinstance(then, Settled), key
        assert then.fact.ask.endswith("?"), key


@pytest.fixture(scope="module")
def chester() -> Pack:
    return compile_pack("chester")


def ended(pack: Pack, topic: str, **told: object) -> tuple[str, tuple[str, ...]]:
    """How a topic ends for some answers, and what was asked for it."""
    answers = {name.replace("__", "."): value for name, value in told.items()}
    walk = enquiry(pack, pack.enquiries.topics[topic], ON).walk(answers)  # type: ignore[arg-type]
    assert isinstance(walk.then, Settled)
    return walk.then.ending, walk.asked


@pytest.mark.proves("CHE-50-4-A-2/1")
def test_a_shed_that_is_moved_needs_a_permit_and_its_size_is_not_asked(chester: Pack) -> None:
    topic = chester.enquiries.topics["work"]
    walk = enquiry(chester, topic, date(2025, 5, 21)).walk({"application.work_type": "relocate"})

    assert isinstance(walk.then, Settled)
    assert walk.then.ending == "unmet"
    assert walk.asked == ("application.work_type",)


def test_a_repair_that_no_code_governs_needs_none(chester: Pack) -> None:
    told = {"application__work_type": "repair", "work__under_energy_code": False}

    assert ended(chester, "work", **told, work__under_uniform_code=False)[0] == "met"
    assert ended(chester, "work", **told, work__under_uniform_code=True)[0] == "unmet"


def test_a_stove_in_a_home_needs_one_after_two_questions(chester: Pack) -> None:
    ending, asked = ended(chester, "work", application__work_type="solid fuel", work__in_dwelling_unit=True)

    assert (ending, len(asked)) == ("unmet", 2)


@pytest.mark.parametrize(
    ("converted", "permit", "ending", "questions"),
    [(True, None, "unmet", 1), (False, True, "unmet", 2), (False, False, "met", 2)],
)
def test_another_use_needs_a_certificate(
    chester: Pack, converted: bool, permit: bool | None, ending: str, questions: int
) -> None:
    told = {"certificate__conversion": converted, "certificate__under_permit": permit}
    found, asked = ended(chester, "use", **{name: value for name, value in told.items() if value is not None})

    assert (found, len(asked)) == (ending, questions)


# -- the other towns ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("area", "ending"), [("99.99", "met"), ("100.00", "met"), ("100.01", "unmet")])
def test_a_shed_of_a_dwelling_is_free_up_to_its_limit(area: str, ending: str) -> None:
    shed = {
        "application__work_type": "construct",
        "work__structure": "accessory structure",
        "work__principal_use": "residential",
        "work__footprint": Decimal(area),
        "work__quarters": frozenset(),
        "work__vents": frozenset(),
    }
    found, asked = ended(compile_pack("cortlandt"), "work", **shed)

    assert found == ending
    assert len(asked) == (6 if ending == "met" else 4), "what is too large is settled at once"


def test_a_repair_of_a_large_shed_is_a_repair() -> None:
    """The size of what stands already is not asked: the list speaks of what is built."""
    found, asked = ended(
        compile_pack("cortlandt"),
        "work",
        application__work_type="repair",
        work__affects_structure=False,
        work__vents=frozenset(),
    )

    assert found == "met"
    assert set(asked) == {"application.work_type", "work.affects_structure", "work.vents"}


REPAIR = {
    "application__work_type": "repair",
    "repair__load_bearing": False,
    "repair__egress": False,
    "repair__rearrangement": False,
    "repair__building_system": False,
    "repair__fire_protection": False,
    "work__structure": "building",
    "work__components": frozenset(),
}


def test_a_repair_is_free_with_all_four_limits_kept_and_lost_with_one_broken() -> None:
    pack = compile_pack("shelter-island")

    assert ended(pack, "work", **REPAIR)[0] == "met"
    broken = ended(pack, "work", **{**REPAIR, "repair__load_bearing": True})
    assert broken[0] == "unmet"
    assert set(broken[1]) == {
        "application.work_type",
        *(name.replace("__", ".") for name in REPAIR if "repair" in name),
    }


@pytest.mark.parametrize(("cost", "ending"), [("8000", "met"), ("12000", "unmet")])
def test_a_system_that_is_moved_is_free_by_its_cost_only_with_a_confirmation(cost: str, ending: str) -> None:
    pack = compile_pack("shelter-island")
    moved = {**REPAIR, "repair__building_system": True, "application__cost": Decimal(cost)}
    told = {name.replace("__", "."): value for name, value in moved.items()}
    told |= {"work.affects_structure": False, "work.changes_occupancy": False}
    then = enquiry(pack, pack.enquiries.topics["work"], ON).walk(told).then  # type: ignore[arg-type]

    assert isinstance(then, Settled)
    assert then.ending == ending
    if ending == "met":
        warned = {f.key: f.why for f in then.decision.of(Outcome.WARNING)}
        assert warned["cost_confirmed"] == "Exempt by the $10,000 clause: Building Inspector to confirm"


@pytest.mark.parametrize(("height", "ending"), [("6", "met"), ("6.01", "unmet"), ("7", "unmet")])
def test_solar_panels_take_the_fast_track_up_to_six_inches_above_the_roof(height: str, ending: str) -> None:
    panels = {
        "solar__mount": "roof",
        "solar__host": "home",
        "solar__layers": 1,
        "solar__flush": True,
        "solar__height": Decimal(height),
        "solar__ridge_clear": Decimal(18),
        "solar__path_clear": Decimal(18),
        "solar__has_pv": True,
        "solar__pv_load": Decimal(5),
        "solar__has_hot_water": False,
    }

    assert ended(compile_pack("shelter-island"), "solar", **panels)[0] == ending


@pytest.mark.parametrize(("work", "ending"), [("none", "met"), ("repair", "unmet"), ("move", "unmet")])
def test_any_septic_work_is_registered(work: str, ending: str) -> None:
    assert ended(compile_pack("shelter-island"), "septic", septic__work=work) == (ending, ("septic.work",))


@pytest.mark.parametrize(
    ("long", "away", "ending"), [(False, None, "met"), (True, True, "met"), (True, False, "unmet")]
)
def test_a_house_that_is_empty_for_over_ninety_days_is_registered_unless_its_owner_is_away(
    long: bool, away: bool | None, ending: str
) -> None:
    quiet = ("closed_up", "illegal", "ordered", "unsafe", "unsecured")
    told = {"empty__unoccupied": True, "empty__over_90_days": long, **{f"empty__{name}": False for name in quiet}}

    assert ended(compile_pack("sweden"), "empty", **told, empty__owner_away=away)[0] == ending


@pytest.mark.parametrize(
    ("proposed", "site_plan", "ending"), [(40, 0, "met"), (41, 0, "unmet"), (41, 1, "met"), (900, 859, "unmet")]
)
def test_earth_is_moved_without_an_approval_up_to_a_hundred_cubic_yards_a_year_beside_a_site_plan(
    chester: Pack, proposed: int, site_plan: int, ending: str
) -> None:
    """60 cubic yards were moved within the twelve months before."""
    told = {"town__earth__volume": Decimal(proposed), "town__earth__earlier": Decimal(60)}

    found, asked = ended(chester, "earthmoving", **told, town__earth__site_plan_volume=Decimal(site_plan))

    assert found == ending
    assert asked == ("town.earth.volume", "town.earth.earlier", "town.earth.site_plan_volume"), "on one page"
