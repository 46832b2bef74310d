"""Construction inspections: the plan made from the work, the standing of a line, and what is still open."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from townwright.law.calendar import Calendar
from townwright.law.facts import Catalogue, Fact, Kind
from townwright.law.inspections import (
    Added,
    Event,
    Failure,
    Happening,
    InspectionRules,
    PlanLine,
    Standing,
    State,
    last_accepted_on,
    open_lines,
    plan,
    stand,
    standing_of,
    tell,
)
from townwright.law.predicates import Asked

day = date.fromisoformat


def yes_no(name: str) -> Fact:
    """A fact that is answered by yes or no."""
    return Fact(f"work.{name}", Kind.BOOL, name.replace("_", " ").capitalize(), f"{name}?")


CATALOGUE = Catalogue(
    [
        *(yes_no(name) for name in ("foundation", "framed", "gypsum_board", "conditioned", "heat_traps")),
        Fact("work.systems", Kind.SET, "Systems", "Which systems?", choices={"electrical": "Electrical"}),
    ]
)

RULES = InspectionRules.model_validate(
    {
        "elements": [
            {"key": "site", "title": "Work site", "cite": "§ 5(B)(1)", "before_issue": True},
            {
                "key": "footing",
                "title": "Footing and foundation",
                "cite": "§ 5(B)(2)",
                "carries": ["CHE-50-5-B-2"],
                "when": {"is_true": "work.foundation"},
            },
            {
                "key": "framing",
                "title": "Framing",
                "cite": "§ 5(B)(4)",
                "when": {"is_true": "work.framed"},
                "warn_before": ["footing"],
            },
            {
                "key": "sheetrock",
                "title": "Sheetrock",
                "cite": "§ 5(B)(5)",
                "when": {"is_true": "work.gypsum_board"},
                "covers": ["framing", "systems"],
            },
            {"key": "systems", "title": "Service systems", "cite": "§ 5(B)(6)", "line_each": "work.systems"},
            {
                "key": "energy",
                "title": "Energy Code",
                "cite": "§ 5(B)(10)",
                "lines": [
                    {"key": "insulation", "title": "Insulation", "when": {"is_true": "work.conditioned"}},
                    {
                        "key": "heat_traps",
                        "title": "Heat traps",
                        "when": {"is_true": "work.heat_traps"},
                        "cite": "§ 5(B)(10)(e)",
                    },
                ],
            },
            {"key": "final", "title": "Final", "cite": "§ 5(B)(12)", "final": True},
        ],
        "further": {"cite": "§ 5(B)", "carries": ["CHE-50-5-B-L2"]},
    }
)

HOUSE: dict[str, object] = {
    "work.foundation": True,
    "work.framed": True,
    "work.gypsum_board": True,
    "work.conditioned": True,
    "work.heat_traps": False,
    "work.systems": {"electrical", "plumbing"},
}


def test_the_rules_name_the_facts_on_which_the_plan_hangs() -> None:
    assert set(RULES.names()) == set(HOUSE)


def lines_of(
    calendar: Calendar, facts: Mapping[str, object], rules: InspectionRules = RULES, **more: Any
) -> tuple[PlanLine, ...]:
    """The plan for some work."""
    return plan(rules, Asked(facts, day("2025-03-17"), CATALOGUE, calendar), **more)


def named(lines: tuple[PlanLine, ...], key: str) -> PlanLine:
    """The line of a plan by its key."""
    return next(line for line in lines if line.key == key)


# -- the plan ----------------------------------------------------------------------------------------------


def test_each_element_is_required_or_not_applicable_with_the_reason(calendar: Calendar) -> None:
    lines = lines_of(calendar, HOUSE | {"work.gypsum_board": False})

    assert [(line.key, line.state.value) for line in lines] == [
        ("site", "required"),
        ("footing", "required"),
        ("framing", "required"),
        ("sheetrock", "not applicable"),
        ("systems.electrical", "required"),
        ("systems.plumbing", "required"),
        ("energy.insulation", "required"),
        ("energy.heat_traps", "not applicable"),
        ("final", "required"),
    ]
    assert named(lines, "sheetrock").why == "Gypsum board: no"
    assert named(lines, "footing").provisions == ("CHE-50-5-B-2",)
    assert named(lines, "site").before_issue and named(lines, "final").final
    assert named(lines, "energy.heat_traps").cite == "§ 5(B)(10)(e)"
    assert named(lines, "energy.insulation").cite == "§ 5(B)(10)"
    assert [line.title for line in lines if line.element == "systems"] == [
        "Service systems: Electrical",
        "Service systems: plumbing",
    ]


def test_a_plan_names_the_facts_on_which_it_hangs() -> None:
    assert set(RULES.names()) == {fact.name for fact in CATALOGUE}


def test_what_is_not_known_is_said_with_the_facts_that_would_settle_it(calendar: Calendar) -> None:
    lines = lines_of(calendar, {"work.conditioned": False, "work.heat_traps": False})

    assert named(lines, "footing").state is State.UNKNOWN
    assert named(lines, "footing").missing == ("work.foundation",)
    assert (named(lines, "systems").state, named(lines, "systems").missing) == (State.UNKNOWN, ("work.systems",))
    assert named(lines, "systems").why == "Systems not known"
    assert (named(lines, "energy").state, named(lines, "energy").why) == (
        State.NOT_APPLICABLE,
        "None of its parts applies",
    )


def test_no_systems_is_not_applicable(calendar: Calendar) -> None:
    systems = named(lines_of(calendar, HOUSE | {"work.systems": []}), "systems")

    assert (systems.state, systems.why) == (State.NOT_APPLICABLE, "Systems: none")


def test_parts_and_things_are_not_listed_where_the_element_itself_does_not_apply(calendar: Calendar) -> None:
    rules = InspectionRules.model_validate(
        {
            "elements": [
                {
                    "key": "energy",
                    "title": "Energy Code",
                    "cite": "§ 5",
                    "when": {"is_true": "work.conditioned"},
                    "lines": [{"key": "insulation", "title": "Insulation"}],
                }
            ]
        }
    )

    without, with_it = ({"work.conditioned": answer} for answer in (False, True))
    assert [line.key for line in lines_of(calendar, without, rules)] == ["energy"]
    assert [line.key for line in lines_of(calendar, with_it, rules)] == ["energy.insulation"]


def test_the_officer_adds_inspections_before_the_final_one(calendar: Calendar) -> None:
    lines = lines_of(calendar, HOUSE, added=[Added("drainage", "Retaining wall drainage")])

    assert [line.key for line in lines][-2:] == ["drainage", "final"]
    assert (lines[-2].cite, lines[-2].provisions) == ("§ 5(B)", ("CHE-50-5-B-L2",))


def test_without_such_a_power_none_is_added(calendar: Calendar) -> None:
    rules = RULES.model_copy(update={"further": None})

    with pytest.raises(ValueError, match="no power"):
        lines_of(calendar, HOUSE, rules, added=[Added("drainage", "Drainage")])


def test_a_line_is_set_aside_with_a_reason(calendar: Calendar) -> None:
    lines = lines_of(calendar, {}, set_aside={"footing": "Slab of 1998 stays"})

    assert (named(lines, "footing").state, named(lines, "footing").why, named(lines, "footing").missing) == (
        State.NOT_APPLICABLE,
        "Slab of 1998 stays",
        (),
    )


@pytest.mark.parametrize(
    ("set_aside", "words"),
    [
        ({"footing": " "}, "write down why it does not apply: Footing"),
        ({"final": "All is well"}, "always applies"),
        ({"roof": "None"}, "no line roof"),
    ],
)
def test_a_line_is_not_set_aside_without_one(calendar: Calendar, set_aside: dict[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        lines_of(calendar, HOUSE, set_aside=set_aside)


def test_what_the_code_fixes_is_set_aside_only_where_the_work_may_not_have_it(calendar: Calendar) -> None:
    fixed = RULES.elements[1].model_copy(update={"set_aside": "never"})
    rules = RULES.model_copy(update={"elements": (RULES.elements[0], fixed, *RULES.elements[2:])})

    with pytest.raises(ValueError, match=r"applies wherever the work has it: Footing and foundation \(§ 5\(B\)\(2\)\)"):
        lines_of(calendar, HOUSE, rules, set_aside={"footing": "Looks fine"})
    unknown = lines_of(calendar, {}, rules, set_aside={"footing": "A kitchen"})
    assert named(unknown, "footing").state is State.NOT_APPLICABLE
    assert (rules.fixed("footing"), rules.fixed("site"), RULES.fixed("footing")) == (True, False, False)


SITE = {"key": "site", "title": "Site", "cite": "§ 5"}


@pytest.mark.parametrize(
    ("elements", "words"),
    [
        ([SITE, SITE], "each element once"),
        ([{**SITE, "final": True}, {**SITE, "key": "other", "final": True}], "one final inspection"),
        ([{**SITE, "warn_before": ["roof"]}], "site names roof"),
        ([{**SITE, "covers": ["roof"]}], "site names roof"),
        ([{**SITE, "final": True, "when": {"is_true": "work.framed"}}], "always applies"),
        ([{**SITE, "line_each": "work.systems", "lines": [{"key": "a", "title": "A"}]}], "not both"),
    ],
)
def test_elements_that_contradict_themselves_are_refused(elements: list[Any], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        InspectionRules.model_validate({"elements": elements})


def test_the_check_finds_facts_that_there_are_not_and_of_the_wrong_kind() -> None:
    rules = InspectionRules.model_validate(
        {
            "elements": [
                {**SITE, "when": {"is_true": "work.frame"}},
                {**SITE, "key": "a", "line_each": "work.framed"},
                {**SITE, "key": "b", "line_each": "work.nothing"},
                {**SITE, "key": "c", "line_each": "work.systems"},
                {
                    **SITE,
                    "key": "d",
                    "lines": [
                        {"key": "x", "title": "X", "when": {"is_true": "work.systems"}},
                        {"key": "y", "title": "Y"},
                    ],
                },
            ]
        }
    )

    found = dict(rules.check(CATALOGUE, {}))

    assert set(found) == {
        ("elements", 0, "when", "is_true"),
        ("elements", 1, "line_each"),
        ("elements", 2, "line_each"),
        ("elements", 4, "lines", 0, "when", "is_true"),
    }
    assert "work.framed is a bool" in found["elements", 1, "line_each"]
    assert list(RULES.check(CATALOGUE, {})) == []


# -- the standing of a line --------------------------------------------------------------------------------


def history(*happenings: tuple[str, Event] | tuple[str, Event, str]) -> list[Happening]:
    """What happened to a line: (day, event, portion)."""
    return [Happening(day(on), event, *portion) for on, event, *portion in happenings]


@pytest.mark.parametrize(
    ("happenings", "on", "key", "accepted"),
    [
        ([], "2025-05-01", "not ready", False),
        ([("2025-04-21", "ready")], "2025-04-20", "not ready", False),
        ([("2025-04-21", "ready")], "2025-04-21", "ready", False),
        ([("2025-04-21", "ready"), ("2025-04-22", "no entry")], "2025-04-22", "ready", False),
        ([("2025-04-22", "satisfactory")], "2025-04-22", "satisfactory", True),
        (
            [("2025-05-22", "not satisfactory"), ("2025-05-27", "reported corrected")],
            "2025-05-30",
            "not satisfactory",
            False,
        ),
        ([("2025-05-22", "not satisfactory"), ("2025-06-02", "satisfactory")], "2025-06-01", "not satisfactory", False),
        ([("2025-05-22", "not satisfactory"), ("2025-06-02", "satisfactory")], "2025-06-02", "satisfactory", True),
        ([("2025-06-12", "satisfactory"), ("2025-07-01", "not satisfactory")], "2025-07-01", "not satisfactory", False),
        ([("2025-05-06", "covered")], "2025-05-06", "covered early", False),
        ([("2025-05-06", "covered"), ("2025-05-20", "satisfactory")], "2025-05-20", "satisfactory", True),
        ([("2025-05-02", "satisfactory"), ("2025-05-06", "covered")], "2025-05-06", "satisfactory", True),
        ([("2025-06-02", "satisfactory"), ("2025-05-22", "not satisfactory")], "2025-06-02", "satisfactory", True),
    ],
)
def test_how_a_line_stands(happenings: list[Any], on: str, key: str, accepted: bool) -> None:
    standing = stand(history(*happenings), day(on))

    assert (standing.key, standing.accepted) == (key, accepted)
    assert standing.failed == (key in ("not satisfactory", "covered early"))


def test_a_portion_is_accepted_and_the_element_stays_open_for_the_rest() -> None:
    standing = stand(history(("2025-06-03", "satisfactory", "east half")), day("2025-06-04"))

    assert (standing.key, standing.accepted, standing.portions) == ("ready", False, ("east half",))


def test_a_failed_portion_stands_until_it_or_all_is_found_satisfactory() -> None:
    failed = history(
        ("2025-06-03", "satisfactory", "east half"),
        ("2025-06-03", "satisfactory", "west half"),
        ("2025-06-10", "not satisfactory", "west half"),
    )
    corrected = [*failed, *history(("2025-06-17", "satisfactory", "west half"))]

    then, later = stand(failed, day("2025-06-10")), stand(corrected, day("2025-06-17"))
    assert (then.key, then.failed_on) == ("not satisfactory", day("2025-06-10"))
    assert then.portions == ("east half",)
    assert (later.key, later.failed_on, later.portions) == ("ready", None, ("east half", "west half"))


def test_a_failure_of_all_the_work_takes_back_its_portions() -> None:
    standing = stand(
        history(("2025-06-03", "satisfactory", "east half"), ("2025-06-10", "not satisfactory")), day("2025-06-10")
    )

    assert (standing.key, standing.portions) == ("not satisfactory", ())


@given(
    st.lists(
        st.tuples(
            st.integers(0, 20),
            st.sampled_from(["ready", "satisfactory", "not satisfactory", "no entry", "covered", "reported corrected"]),
            st.sampled_from(["", "east"]),
        )
    )
)
def test_only_an_inspection_accepts_and_a_failure_reopens(happenings: list[tuple[int, Event, str]]) -> None:
    start = day("2025-06-01")
    written = [Happening(start + timedelta(days=n), event, portion) for n, event, portion in happenings]

    standing = stand(written, start + timedelta(days=30))

    if standing.accepted:
        whole = [h.on for h in written if h.event == "satisfactory" and not h.portion]
        assert standing.accepted_on == max(whole)
        assert not any(h.event == "not satisfactory" and h.on > max(whole) for h in written)
        assert (standing.key, standing.failed_on) == ("satisfactory", None)
    else:
        assert standing.key != "satisfactory"


# -- what the gates ask ------------------------------------------------------------------------------------

DONE = Standing("satisfactory", day("2025-09-01"))


def test_the_facts_for_the_final_inspection_name_what_is_open(calendar: Calendar) -> None:
    lines = lines_of(calendar, HOUSE)
    standings = {line.key: DONE for line in lines if line.key != "systems.plumbing"}

    facts = tell(RULES, lines, standings, named(lines, "final"))

    assert facts["inspection.is_final"] is True
    assert facts["inspection.open_elements"] == {"Service systems: plumbing"}
    assert facts["inspection.of.systems.plumbing"] == "not ready"
    assert facts["inspection.of.energy.heat_traps"] == "not applicable"
    assert "inspection.last_accepted_on" not in facts
    assert open_lines(lines, standings) == (named(lines, "systems.plumbing"),)


def test_a_line_that_may_apply_is_open(calendar: Calendar) -> None:
    lines = lines_of(calendar, HOUSE | {"work.heat_traps": None})
    standings = {line.key: DONE for line in lines if line.key != "energy.heat_traps"}

    assert open_lines(lines, standings) == (named(lines, "energy.heat_traps"),)
    assert last_accepted_on(lines, standings) is None


def test_the_facts_for_framing_warn_of_the_footing(calendar: Calendar) -> None:
    lines = lines_of(calendar, HOUSE)

    facts = tell(RULES, lines, {}, named(lines, "framing"))

    assert facts["inspection.element"] == "framing"
    assert facts["inspection.earlier_open"] == {"Footing and foundation"}
    assert facts["inspection.hidden_open"] == frozenset()
    done = tell(RULES, lines, {"footing": DONE}, named(lines, "framing"))
    assert done["inspection.earlier_open"] == frozenset()


def test_what_is_hidden_has_to_be_accepted_first(calendar: Calendar) -> None:
    lines = lines_of(calendar, HOUSE)

    facts = tell(RULES, lines, {"systems.plumbing": DONE}, named(lines, "sheetrock"))

    assert facts["inspection.hidden_open"] == {"Framing", "Service systems: Electrical"}


def test_failures_are_told_with_those_that_lack_their_section(calendar: Calendar) -> None:
    lines = lines_of(calendar, HOUSE)
    failed = Standing("not satisfactory", failed_on=day("2025-05-22"))

    facts = tell(
        RULES,
        lines,
        {"framing": failed},
        named(lines, "framing"),
        [Failure("Joists notched", "RCNYS R502.8"), Failure("Joists wrong", " ")],
    )

    assert facts["inspection.failures"] == {"Joists notched", "Joists wrong"}
    assert facts["inspection.failures_without_section"] == {"Joists wrong"}
    assert facts["inspection.failed_on"] == day("2025-05-22")


def test_a_failure_without_words_is_none() -> None:
    with pytest.raises(ValueError, match="how the work does not comply"):
        Failure(" ", "RCNYS R502.8")


def test_the_day_of_the_last_acceptance_counts_the_final_inspection(calendar: Calendar) -> None:
    lines = lines_of(calendar, HOUSE)
    standings = {line.key: DONE for line in lines}
    standings["final"] = Standing("satisfactory", day("2025-10-27"))

    assert last_accepted_on(lines, standings) == day("2025-10-27")
    told = tell(RULES, lines, standings, named(lines, "final"))
    assert told["inspection.last_accepted_on"] == day("2025-10-27")
    assert standing_of(named(lines, "framing"), standings) == "satisfactory"
    assert last_accepted_on((), {}) is None


def test_an_added_line_is_told_of_like_a_listed_one(calendar: Calendar) -> None:
    lines = lines_of(calendar, HOUSE, added=[Added("drainage", "Retaining wall drainage")])

    facts = tell(RULES, lines, {}, named(lines, "drainage"))

    assert facts["inspection.earlier_open"] == frozenset()
    assert "Retaining wall drainage" not in facts["inspection.open_elements"]  # type: ignore[operator]
    assert "Retaining wall drainage" in {line.title for line in open_lines(lines, {})}
