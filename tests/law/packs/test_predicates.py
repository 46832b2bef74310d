"""The vocabulary: each word at its edge, its three outcomes, its words, and what the check says of it."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from townwright.law.calendar import Calendar
from townwright.law.facts import Catalogue, Fact, FactError, Kind
from townwright.law.packs import compile_pack
from townwright.law.predicates import VOCABULARY, WORDS, Asked, Node, Predicate, Verdict

READ: TypeAdapter[Node] = TypeAdapter(Predicate)

CATALOGUE = Catalogue(
    [
        Fact("yes", Kind.BOOL, "Yes", "?"),
        Fact("no", Kind.BOOL, "No", "?"),
        Fact("open", Kind.BOOL, "Open", "?"),
        Fact("sets", Kind.INT, "Sets", "?"),
        Fact("needed", Kind.INT, "Needed", "?"),
        Fact("cost", Kind.MONEY, "Cost", "?"),
        Fact("worth", Kind.MONEY, "Worth", "?"),
        Fact("name", Kind.TEXT, "Name", "?"),
        Fact("other", Kind.TEXT, "Other name", "?"),
        Fact("state", Kind.CHOICE, "State", "?", choices={"good": "in order", "bad": "broken"}),
        Fact("list", Kind.SET, "List", "?"),
        Fact("start", Kind.DATE, "Start", "?"),
        Fact("end", Kind.DATE, "End", "?"),
        Fact("line", Kind.CHOICE, "Line", "?", family=True),
    ]
)

ON = date(2025, 7, 31)

CALENDAR: Calendar = compile_pack("new-york").calendar()


def verdict(predicate: dict[str, Any], on: date = ON, **facts: Any) -> Verdict:
    """What a predicate says of the facts; two underscores stand for a dot."""
    told = {name.replace("__", "."): value for name, value in facts.items()}
    asked = Asked(told, on, CATALOGUE, CALENDAR, lambda name, on: {"two": 2, "cap": "100.00"}.get(name))
    return READ.validate_python(predicate).test(asked)


@pytest.mark.parametrize(
    ("predicate", "facts", "holds"),
    [
        ({"known": "name"}, {"name": "A"}, True),
        ({"known": "name"}, {"name": ""}, False),
        ({"known": "list"}, {"list": []}, False),
        ({"known": "name"}, {}, False),
        ({"known": "yes"}, {"yes": False}, True),
        ({"filled": "name"}, {"name": "A"}, True),
        ({"filled": "name"}, {"name": ""}, False),
        ({"filled": "name"}, {}, None),
        ({"is_true": "yes"}, {"yes": True}, True),
        ({"is_true": "yes"}, {"yes": False}, False),
        ({"is_true": "yes"}, {"yes": None}, None),
        ({"is_false": "yes"}, {"yes": False}, True),
        ({"is_false": "yes"}, {"yes": True}, False),
        ({"is_false": "yes"}, {}, None),
        ({"empty": "list"}, {"list": []}, True),
        ({"empty": "list"}, {"list": ["a"]}, False),
        ({"empty": "list"}, {}, None),
        ({"street_address": "name"}, {"name": "18 State Street"}, True),
        ({"street_address": "name"}, {"name": "PO Box 3"}, False),
        ({"street_address": "name"}, {"name": ""}, False),
        ({"street_address": "name"}, {}, None),
        ({"street_address": "list"}, {"list": ["18 State Street", "4 Elm Street"]}, True),
        ({"street_address": "list"}, {"list": ["18 State Street", "PO Box 3"]}, False),
        ({"street_address": "list"}, {"list": []}, True),
        ({"natural_person": "name"}, {"name": "Ada Dunn"}, True),
        ({"natural_person": "name"}, {"name": "Acme LLC"}, False),
        ({"natural_person": "name"}, {}, None),
        ({"equals": {"fact": "state", "value": "good"}}, {"state": "good"}, True),
        ({"equals": {"fact": "state", "value": "good"}}, {"state": "bad"}, False),
        ({"equals": {"fact": "state", "value": "good"}}, {}, None),
        ({"equals": {"fact": "cost", "value": "100.00"}}, {"cost": 100}, True),
        ({"one_of": {"fact": "state", "values": ["good", "bad"]}}, {"state": "bad"}, True),
        ({"one_of": {"fact": "state", "values": ["good"]}}, {"state": "bad"}, False),
        ({"contains": {"fact": "list", "value": "a"}}, {"list": ["a", "b"]}, True),
        ({"contains": {"fact": "list", "value": "c"}}, {"list": ["a", "b"]}, False),
        ({"contains_all": {"fact": "list", "values": ["a", "b"]}}, {"list": ["a", "b", "c"]}, True),
        ({"contains_all": {"fact": "list", "values": ["a", "d"]}}, {"list": ["a", "b", "c"]}, False),
        ({"contains_any": {"fact": "list", "values": ["d", "b"]}}, {"list": ["a", "b"]}, True),
        ({"contains_any": {"fact": "list", "values": ["d"]}}, {"list": ["a", "b"]}, False),
        ({"count_at_least": {"fact": "list", "limit": 2}}, {"list": ["a"]}, False),
        ({"count_at_least": {"fact": "list", "limit": 2}}, {"list": ["a", "b"]}, True),
        ({"count_at_least": {"fact": "list", "limit": 2}}, {}, None),
        ({"count_at_most": {"fact": "list", "limit": 2}}, {"list": ["a", "b"]}, True),
        ({"count_at_most": {"fact": "list", "limit": 2}}, {"list": ["a", "b", "c"]}, False),
        ({"same_as": {"fact": "name", "other": "other"}}, {"name": "A. Novak", "other": " a.  novak "}, True),
        ({"same_as": {"fact": "name", "other": "other"}}, {"name": "A", "other": "B"}, False),
        ({"same_as": {"fact": "name", "other": "other"}}, {"name": "A"}, None),
        ({"same_as": {"fact": "cost", "other": "worth"}}, {"cost": "1.00", "worth": 1}, True),
    ],
)
def test_words_over_single_facts_and_lists(
    predicate: dict[str, Any], facts: dict[str, Any], holds: bool | None
) -> None:
    assert verdict(predicate, **facts).holds is holds


def test_what_is_wrong_with_an_address_or_a_name_is_said() -> None:
    boxes = verdict({"street_address": "list"}, list=["4 Elm Street", "PO Box 3", ""])

    assert boxes.says == "List: blank (no house number and street) and PO Box 3 (a post office box)"
    assert verdict({"street_address": "name"}, name="4 Elm Street").says == "Name: 4 Elm Street"
    assert verdict({"natural_person": "name"}, name="Acme LLC").says == "Name: Acme LLC (an organization)"
    assert verdict({"natural_person": "name"}, name="Ada Dunn").says == "Name: Ada Dunn"


@pytest.mark.parametrize(
    ("season", "days"),
    [
        (
            ("11-01", "04-30"),
            {"2025-10-31": False, "2025-11-01": True, "2026-02-28": True, "2026-04-30": True, "2026-05-01": False},
        ),
        (("06-15", "09-15"), {"2025-06-14": False, "2025-06-15": True, "2025-09-15": True, "2025-09-16": False}),
    ],
)
def test_a_season_has_its_first_and_last_day_and_may_run_over_the_new_year(
    season: tuple[str, str], days: dict[str, bool]
) -> None:
    predicate = {"in_season": {"from": season[0], "to": season[1]}}
    of_a_fact = {"in_season": {"from": season[0], "to": season[1], "fact": "start"}}

    assert {day: verdict(predicate, on=date.fromisoformat(day)).holds for day in days} == days
    assert {day: verdict(of_a_fact, start=date.fromisoformat(day)).holds for day in days} == days
    assert verdict(of_a_fact).missing == ("start",)
    assert verdict({"in_season": {"from": "11-01", "to": "04-30"}}).says == (
        "The day of the act Thu 31 July 2025, the season 1 November to 30 April"
    )


@pytest.mark.parametrize(
    ("facts", "holds", "says"),
    [
        ({"line__c": "bad"}, False, "Bad, but no note is written"),
        ({"line__c": "bad", "line__c__note": "Hinge"}, True, "Hinge"),
        ({"line__c": "good"}, True, "Good"),
    ],
)
def test_a_result_can_count_only_with_a_note(facts: dict[str, Any], holds: bool, says: str) -> None:
    found = verdict({"reviewed": {"fact": "line.c", "done": ["good", "bad"], "noted": ["bad"]}}, **facts)

    assert (found.holds, found.says) == (holds, says)


@pytest.mark.parametrize(
    ("word", "below", "at", "above"),
    [
        ("at_most", True, True, False),
        ("at_least", False, True, True),
        ("less_than", True, False, False),
        ("more_than", False, False, True),
    ],
)
def test_measures_one_step_below_at_and_above_the_limit(word: str, below: bool, at: bool, above: bool) -> None:
    predicate = {word: {"fact": "cost", "limit": "10000.00"}}

    found = [verdict(predicate, cost=cost).holds for cost in ("9999.99", "10000.00", "10000.01")]

    assert found == [below, at, above]
    assert verdict(predicate).holds is None


@pytest.mark.parametrize(
    ("word", "before", "same", "after"),
    [
        ("before", True, False, False),
        ("on_or_before", True, True, False),
        ("after", False, False, True),
        ("on_or_after", False, True, True),
    ],
)
def test_days_before_on_and_after(word: str, before: bool, same: bool, after: bool) -> None:
    days = (date(2025, 7, 30), ON, date(2025, 8, 1))

    for predicate in ({word: {"fact": "start"}}, {word: {"fact": "start", "limit": "2025-07-31"}}):
        assert [verdict(predicate, start=day).holds for day in days] == [before, same, after]
    against = {word: {"fact": "start", "other": "end"}}
    assert [verdict(against, start=day, end=ON).holds for day in days] == [before, same, after]
    assert verdict(against, start=ON).missing == ("end",)


def test_a_limit_may_be_a_share_of_another_fact_or_a_dated_value() -> None:
    half = {"at_most": {"fact": "cost", "other": "worth", "percent": 50}}

    assert verdict(half, cost="50.00", worth="100.00").holds is True
    assert verdict(half, cost="50.01", worth="100.00").limit == Decimal("50")
    assert verdict(half, cost="50.01").missing == ("worth",)
    assert verdict({"at_least": {"fact": "sets", "value": "two"}}, sets=2).holds is True
    assert verdict({"at_most": {"fact": "cost", "value": "cap"}}, cost="100.01").holds is False
    assert verdict({"at_most": {"fact": "cost", "value": "none in force"}}, cost="1.00").holds is None


def test_a_limit_may_be_so_much_more_than_another_fact() -> None:
    returns = {"at_least": {"fact": "cost", "other": "worth", "add": 60}}
    half_and_more = {"at_most": {"fact": "cost", "other": "worth", "percent": 50, "add": 10}}

    found = [verdict(returns, cost=cost, worth="120.00").holds for cost in ("179.99", "180.00", "180.01")]
    assert found == [False, True, True]
    assert verdict(returns, cost="178.00", worth="120.00").limit == Decimal("180.00")
    assert verdict(returns, cost="178.00").missing == ("worth",)
    assert verdict(half_and_more, cost="60.00", worth="100.00").holds is True
    assert verdict(half_and_more, cost="60.01", worth="100.00").holds is False


def test_facts_may_be_added_before_they_are_held_against_a_limit() -> None:
    both = {"more_than": {"fact": "cost", "plus": ["worth"], "limit": "100.00"}}

    assert verdict(both, cost="60.00", worth="40.00").holds is False
    over = verdict(both, cost="60.00", worth="40.01")
    assert over.holds is True
    assert over.fact == Decimal("100.01")
    assert over.says == "Cost and Worth $100.01, more than $100.00"
    assert verdict(both, cost="200.00").missing == ("worth",)
    assert verdict(both, worth="200.00").missing == ("cost",)


def test_a_term_has_its_first_and_its_last_day_in_it() -> None:
    term = {"in_term": {"from": "start", "until": "end"}}

    days = [date(2025, 7, 30), ON, date(2025, 8, 1)]
    assert [verdict(term, on=day, start=ON, end=ON).holds for day in days] == [False, True, False]
    assert verdict(term, start=date(2025, 1, 1)).holds is True
    assert verdict(term, end=ON).missing == ("start",)
    assert verdict(term, start=date(2025, 1, 1), end=ON).says == "Start from Wed 1 January 2025 to Thu 31 July 2025"


def test_within_a_length_of_time() -> None:
    six_months = {"within": {"fact": "end", "of": "start", "months": 6}}

    assert verdict(six_months, start=date(2025, 10, 31), end=date(2026, 4, 30)).holds is True
    too_late = verdict(six_months, start=date(2025, 10, 31), end=date(2026, 5, 1))
    assert too_late.holds is False
    assert too_late.limit == date(2026, 4, 30)
    assert "not within 6 months; the last day is Thu 30 April 2026" in too_late.says
    assert verdict(six_months, start=date(2025, 10, 31), end=date(2025, 10, 30)).holds is False
    assert verdict(six_months, end=ON).missing == ("start",)
    survey = {"within": {"fact": "start", "days": 30}}
    assert verdict(survey, on=date(2025, 8, 30), start=ON).holds is True
    assert verdict(survey, on=date(2025, 8, 31), start=ON).holds is False
    acting = {"within": {"fact": "start", "days": 30, "rolls": True}}
    assert (
        verdict(acting, on=date(2025, 9, 2), start=ON).holds is True
    )  # 30 August is a Saturday, 1 September Labor Day
    assert verdict(acting, on=date(2025, 9, 3), start=ON).holds is False


def test_more_than_a_length_of_time_has_passed() -> None:
    vacant = {"elapsed": {"fact": "start", "days": 90}}

    assert verdict(vacant, on=date(2025, 10, 29), start=ON).holds is False
    passed = verdict(vacant, on=date(2025, 10, 30), start=ON)
    assert passed.holds is True
    assert passed.says == "Start Thu 31 July 2025, more than 90 days ago"
    assert verdict(vacant).missing == ("start",)
    between = {"elapsed": {"fact": "start", "of": "end", "months": 1}}
    assert verdict(between, start=ON, end=date(2025, 9, 1)).holds is True
    assert "not more than 1 month ago" in verdict(between, start=ON, end=date(2025, 8, 31)).says


@pytest.mark.parametrize(
    ("facts", "holds", "says"),
    [
        ({"line__c": "satisfied"}, True, "Satisfied"),
        ({"line__c": "not satisfied"}, False, "Not satisfied"),
        ({"line__c": "not satisfied", "line__c__note": "stair widths"}, False, "Stair widths"),
        ({"line__c": "not applicable"}, False, "Not applicable, but no reason is written"),
        ({"line__c": "not applicable", "line__c__reason": "one storey"}, True, "Not applicable: one storey"),
        ({}, None, "Not looked at yet"),
    ],
)
def test_a_line_of_a_checklist(facts: dict[str, Any], holds: bool | None, says: str) -> None:
    found = verdict({"reviewed": {"fact": "line.c"}}, **facts)

    assert (found.holds, found.says) == (holds, says)


def test_a_line_that_always_applies() -> None:
    final = {"reviewed": {"fact": "line.final", "done": ["passed"], "may_not_apply": "never"}}

    assert verdict(final, line__final="not applicable", line__final__reason="small").says == "It always applies"
    assert verdict(final, line__final="passed").holds is True


YES, NO, OPEN = {"is_true": "yes"}, {"is_true": "no"}, {"is_true": "open"}


@pytest.mark.parametrize(
    ("predicate", "holds"),
    [
        ({"all": [YES, YES]}, True),
        ({"all": [YES, OPEN]}, None),
        ({"all": [NO, OPEN]}, False),
        ({"any": [NO, YES, OPEN]}, True),
        ({"any": [NO, OPEN]}, None),
        ({"any": [NO, NO]}, False),
        ({"not": YES}, False),
        ({"not": NO}, True),
        ({"not": OPEN}, None),
        ({"some_of": {"limit": 2, "of": [YES, YES, OPEN]}}, True),
        ({"some_of": {"limit": 2, "of": [YES, NO, OPEN]}}, None),
        ({"some_of": {"limit": 2, "of": [YES, NO, NO]}}, False),
        ({"never": "There is no way"}, False),
    ],
)
def test_kleenes_logic(predicate: dict[str, Any], holds: bool | None) -> None:
    assert verdict(predicate, yes=True, no=False).holds is holds


def test_what_settles_a_whole_words_it() -> None:
    assert verdict({"all": [NO, OPEN]}, no=False).says == "No: no"
    assert verdict({"all": [NO, OPEN]}, no=False).facts == ("no", "open")
    assert verdict({"all": [NO, {"is_false": "yes"}]}, no=False, yes=True).says == "No: no; Yes: yes"
    unknown = verdict({"any": [OPEN, {"known": "name"}, {"is_true": "yes"}]})
    assert unknown.says == "Open and Yes not known"
    assert unknown.missing == ("open", "yes")
    assert verdict({"never": "There is no way"}).says == "There is no way"


TRUTHS = st.sampled_from([True, False, None])


@given(st.lists(TRUTHS, min_size=1, max_size=4), TRUTHS)
def test_telling_a_missing_fact_never_turns_a_settled_answer(known: list[bool | None], later: bool | None) -> None:
    names = [f"f{n}" for n in range(len(known))]
    catalogue = Catalogue([Fact(name, Kind.BOOL, name, "?") for name in names])
    told = {name: value for name, value in zip(names, known, strict=True) if value is not None}
    more = {name: told.get(name, later) for name in names}
    parts = [{"is_true": name} for name in names]

    for whole in ({"all": parts}, {"any": parts}, {"not": {"all": parts}}):
        predicate = READ.validate_python(whole)
        first = predicate.test(Asked(told, ON, catalogue, CALENDAR))
        second = predicate.test(Asked(more, ON, catalogue, CALENDAR))
        if first.holds is not None:
            assert second.holds is first.holds
            assert not first.missing
        else:
            assert set(first.missing) == set(names) - set(told)


def test_a_fact_of_the_wrong_type_is_an_error_and_not_an_answer() -> None:
    with pytest.raises(FactError, match="yes is a bool"):
        verdict({"is_true": "yes"}, yes="yes")


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ({"att_least": {"fact": "sets", "limit": 2}}, "one predicate of the vocabulary"),
        ({"is_true": "yes", "is_false": "no"}, "one predicate of the vocabulary"),
        ("yes", "one predicate of the vocabulary"),
        ({"at_least": {"fact": "sets", "limit": 2, "value": "two"}}, "expected one of limit, other and value"),
        ({"at_most": {"fact": "cost", "percent": 50}}, "expected other beside percent"),
        ({"at_most": {"fact": "cost", "add": 50}}, "expected other beside add"),
        ({"within": {"fact": "end"}}, "expected one of days"),
        ({"all": []}, "at least 1 item"),
        ({"is_true": 1}, "valid string"),
    ],
)
def test_a_predicate_written_wrongly_is_refused(written: Any, problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        READ.validate_python(written)


@pytest.mark.parametrize(
    ("written", "complaints"),
    [
        ({"is_true": "yess"}, [(("is_true",), "no fact is called 'yess'; did you mean 'yes'?")]),
        ({"is_true": "sets"}, [(("is_true",), "expected a fact that is a bool; sets is a int")]),
        (
            {"after": {"fact": "start", "plus": ["end"]}},
            [(("after", "plus"), "expected plus beside numbers or amounts alone")],
        ),
        (
            {"after": {"fact": "start", "other": "end", "add": 3}},
            [(("after", "add"), "expected add beside numbers or amounts alone")],
        ),
        ({"empty": "name"}, [(("empty",), "expected a fact that is a set; name is a text")]),
        (
            {"equals": {"fact": "state", "value": "so-so"}},
            [(("equals",), "expected one of good or bad, not 'so-so'")],
        ),
        ({"one_of": {"fact": "state", "values": ["good", "bad"]}}, []),
        ({"contains": {"fact": "nothing", "value": "x"}}, [(("contains",), "no fact is called 'nothing'")]),
        ({"at_least": {"fact": "sets"}}, [(("at_least",), "expected a limit, an other fact or a value")]),
        ({"at_least": {"fact": "cost", "limit": "ten"}}, [(("at_least", "limit"), "cost is a money, not 'ten'")]),
        ({"at_least": {"fact": "cost", "limit": "10.00"}}, []),
        (
            {"at_least": {"fact": "sets", "value": "three"}},
            [(("at_least", "value"), "no dated value is called 'three'")],
        ),
        ({"at_least": {"fact": "sets", "value": "two"}}, []),
        ({"count_at_least": {"fact": "list", "limit": 1}}, []),
        (
            {"count_at_most": {"fact": "name", "limit": 1}},
            [
                (("count_at_most",), "expected a fact that is a set; name is a text"),
            ],
        ),
        ({"same_as": {"fact": "name", "other": "list"}}, []),
        ({"before": {"fact": "start"}}, []),
        ({"before": {"fact": "sets"}}, [(("before",), "expected a fact that is a date; sets is a int")]),
        (
            {
                "all": [
                    {"is_true": "yes"},
                    {"not": {"some_of": {"limit": 1, "of": [{"is_true": "x"}, {"is_true": "no"}]}}},
                ]
            },
            [(("all", 1, "not", "some_of", "of", 0, "is_true"), "no fact is called 'x'")],
        ),
        ({"any": [{"never": "no"}, {"reviewed": {"fact": "line.c"}}]}, []),
        (
            {"reviewed": {"fact": "lin.c"}},
            [
                (("reviewed",), "no fact is called 'lin.c'"),
                (("reviewed",), "no fact is called 'lin.c.reason'"),
                (("reviewed",), "no fact is called 'lin.c.note'"),
            ],
        ),
    ],
)
def test_the_check_says_what_does_not_fit(written: Any, complaints: list[tuple[Any, str]]) -> None:
    predicate = READ.validate_python(written)

    assert list(predicate.check(CATALOGUE, {"two": Kind.INT})) == complaints


def test_every_word_is_written_and_read_back() -> None:
    assert len(VOCABULARY) == len(set(WORDS)) == 33
    written = {"all": [{"not": {"is_true": "yes"}}, {"within": {"fact": "end", "of": "start", "months": 6}}]}

    predicate = READ.validate_python(written)

    assert predicate.model_dump(by_alias=True, exclude_defaults=True, mode="json") == written
    assert READ.validate_python(predicate) is predicate
    assert predicate.word == "all"
    assert set(predicate.names()) == {"yes", "end", "start"}
